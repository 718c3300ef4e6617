"""Searches for exercise 6.6, some of which cannot see a win; and how an answer finds that out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np

from c4lib.alphazero.puct import PuctNode, check, disturb, expand, select, update, wins_at_once
from c4lib.exercises.compare import plain
from c4lib.game import Move, State

FEW = 60
"""With fewer simulations, a healthy search has hardly looked at every move."""


@dataclass(frozen=True)
class SuspectSearch:
    """AlphaZero's search with an oracle that knows nothing of the game: every value is 0."""

    says: str
    """What is right or wrong with it."""
    likes: str = "all"
    """The moves with the larger priors: "all" alike, "left", "middle" or "right"."""
    c: float = 1.5
    noise: float = 0.0
    prove: bool = False
    is_blind: bool = False
    """Whether the oracle's value takes the place of the result where a game is over."""
    is_one_sided: bool = False
    """Whether a value stays the same on its way up, for both players."""

    def __call__(self, state: Any, simulations: int) -> dict[Move, int]:
        """How often each move was visited."""
        return dict(_visits(self, state, simulations))

    def oracle(self, state: State) -> tuple[list[float], float]:
        """The priors of the moves, from left to right, and the value 0."""
        count = len(state.moves())
        weights = {
            "all": [1] * count,
            "left": list(range(count, 0, -1)),
            "middle": [1 + 2 * min(place, count - 1 - place) for place in range(count)],
            "right": list(range(1, count + 1)),
        }[self.likes]
        squares = [weight**2 for weight in weights]  # so strong that no threshold can tell
        return [square / sum(squares) for square in squares], 0.0


@lru_cache(maxsize=1000)
def _visits(search: SuspectSearch, state: Any, simulations: int) -> tuple[tuple[Move, int], ...]:
    check(state, simulations, search.c, search.noise, 1.0)
    root = PuctNode(state)
    for done in range(simulations):
        leaf = select(root, search.c)
        if search.is_blind and leaf.state.is_over:
            value = 0.0
        else:
            value = expand(leaf, search.oracle, search.prove)
        (_update_one_sided if search.is_one_sided else update)(leaf, value)
        if not done and search.noise:
            disturb(root, search.noise, 1.0, np.random.default_rng(6))
    return tuple((move, child.visits) for move, child in root.children.items())


def _update_one_sided(leaf: PuctNode, value: float) -> None:
    """Add a visit and the same value to all nodes, whoever is to move there."""
    node: PuctNode | None = leaf
    while node is not None:
        node.visits += 1
        node.total += value
        node = node.parent


@dataclass(frozen=True)
class Experiment:
    """A position that an answer had searched, and the visits that it saw."""

    state: Any
    simulations: int
    visits: tuple[tuple[Move, int], ...]

    @property
    def has_win(self) -> bool:
        """Whether the player to move can win at once."""
        return wins_at_once(self.state)

    @property
    def win_is_ahead(self) -> bool:
        """Whether the most visited move wins at once."""
        after = self.state.play(max(self.visits, key=lambda pair: pair[1])[0])
        return bool(after.is_over and after.winner is not None)

    @property
    def has_threat(self) -> bool:
        """Whether the opponent could win at once after some move."""
        after = map(self.state.play, self.state.moves())
        return any(not each.is_over and wins_at_once(each) for each in after)


@dataclass(frozen=True)
class SearchVerdict:
    """What an answer says of a search, and the experiments that it was based on."""

    answer: bool
    tried: tuple[Experiment, ...]

    @property
    def flaw(self) -> str:
        """Why its experiments cannot show whether a search is blind to wins; "" if they can."""
        wins = [each for each in self.tried if each.has_win]
        if not self.tried:
            return "the search is never tried"
        if not wins:
            threats = any(each.has_threat for each in self.tried)
            return "a loss to stop, not a win to see" if threats else "nothing to see"
        enough = any(each.simulations >= FEW for each in wins)
        return "" if enough else "too few simulations"

    @property
    def win_is_ahead(self) -> bool:
        """Whether the winning move was visited most, wherever there was one."""
        return all(each.win_is_ahead for each in self.tried if each.has_win)

    def __repr__(self) -> str:
        """The answer, and the last experiment."""
        if not self.tried:
            return str(self.answer)
        last = self.tried[-1]
        visits = ", ".join(f"{move}: {count}" for move, count in last.visits)
        return f"{self.answer}, after {last.simulations} simulations: {{{visits}}}\n{last.state}"


def reported(answer: Callable[..., Any], search: Callable[..., dict[Move, int]]) -> Any:
    """What the answer says of the search, with its experiments; another result as it is."""
    tried: list[Experiment] = []

    def watched(state: State, simulations: int) -> dict[Move, int]:
        visits = search(state, simulations)
        tried.append(Experiment(state, simulations, tuple(visits.items())))
        return visits

    came = plain(answer(watched))
    return SearchVerdict(bool(came), tuple(tried)) if isinstance(came, Integral) else came


def same_report(came: Any, expected: Any) -> bool:
    """The same answer, and for the same wrong reason if the expected one has a flaw."""
    if not isinstance(came, SearchVerdict) or not isinstance(expected, SearchVerdict):
        return False
    return came.answer == expected.answer and expected.flaw in ("", came.flaw)
