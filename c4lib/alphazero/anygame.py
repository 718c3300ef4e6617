"""Any game of two: the readable search for many games side by side, so that it can be trained.

Only the game and its `Encoding` are needed. It is slower than the compiled searches of Connect X,
but the network still judges the leaves of all games together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from c4lib.alphazero.answers import Answers, Array
from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.lockstep import Judge
from c4lib.alphazero.search import Node, check, disturb, grow, known, select, update
from c4lib.alphazero.selfplay import Play


@dataclass(frozen=True)
class StateKit:
    """What training needs of a game, made of its first state and its encoding."""

    start: Any
    encoding: Encoding

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        legal = np.zeros((len(states), self.encoding.outputs), np.float32)
        for row, state in enumerate(states):
            legal[row, [self.encoding.number(move) for move in state.moves()]] = 1
        return np.stack([self.encoding.bits(state) for state in states]), legal

    def memory(self) -> None:
        """Nothing is remembered from search to search."""

    def searches(self, states: Sequence[Any], play: Play, memory: None) -> "StateSearches":
        """One search for each state."""
        return StateSearches(self, states, play.simulations, play.c)


class StateSearches(Answers):
    """One search for each of several states, all in lock step."""

    def __init__(
        self, kit: StateKit, states: Sequence[Any], simulations: int, c: float = 1.5
    ) -> None:
        if not states:
            raise ValueError("hand in one state or more")
        for state in states:
            check(state, simulations, c, 0, 1)
        self.kit, self.simulations, self.c = kit, simulations, c
        self.roots = [Node(state) for state in states]
        self.asked = 0

    def run(
        self,
        judge: Judge,
        noise: float = 0.0,
        spread: float = 1.0,
        rng: np.random.Generator | None = None,
        prove: bool = False,
    ) -> None:
        """Simulate as often as was asked for."""
        for done in range(self.simulations):
            leaves = [select(root, self.c) for root in self.roots]
            values = [known(leaf, prove) for leaf in leaves]
            new = [row for row, value in enumerate(values) if value is None]
            if new:
                states = [leaves[row].state for row in new]
                policies, judged = judge(*self.kit.encode(states))
                self.asked += len(new)
                for row, state, shares, value in zip(new, states, policies, judged, strict=True):
                    numbers = [self.kit.encoding.number(move) for move in state.moves()]
                    grow(leaves[row], shares[numbers].astype(np.float64), float(value))
                    values[row] = float(value)
            for leaf, value in zip(leaves, values, strict=True):
                assert value is not None
                update(leaf, value)
            if not done:
                self.answer = self.priors, self.values
                for root in self.roots if noise else []:
                    disturb(root, noise, spread, rng or np.random.default_rng(0))

    @property
    def visits(self) -> Array:
        """How often each move was visited."""
        return self._by_move("visits")

    @property
    def means(self) -> Array:
        """Each move's mean value for the player to move; 0 where it was never visited."""
        return self._by_move("mean")

    @property
    def priors(self) -> Array:
        """What the judge, and chance, said of each move before the search."""
        return self._by_move("prior")

    @property
    def sure(self) -> Array:
        """Which moves certainly win (1) or lose (-1)."""
        return self._by_move("sure")

    @property
    def is_legal(self) -> Array:
        """Which moves there are."""
        found = np.zeros((len(self.roots), self.kit.encoding.outputs), bool)
        for row, root in enumerate(self.roots):
            found[row, [self.kit.encoding.number(move) for move in root.children]] = True
        return found

    @property
    def values(self) -> Array:
        """What each game is worth to the player to move, as a mean over all simulations."""
        return np.array([root.total / root.visits for root in self.roots])

    def _by_move(self, name: str) -> Array:
        """A figure of each root's children, each in the place of its move."""
        found = np.zeros((len(self.roots), self.kit.encoding.outputs))
        for row, root in enumerate(self.roots):
            for move, child in root.children.items():
                found[row, self.kit.encoding.number(move)] = getattr(child, name)
        return found
