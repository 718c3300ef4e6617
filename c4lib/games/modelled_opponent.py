"""An opponent who is no longer an opponent: their turns become moves of chance.

If you know how your opponent plays, you need not expect the worst. A model says how likely each of
their moves is; the same game is then one player's game against dice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isclose
from typing import Any, Self

from c4lib.game import CHANCE, Agent, Move

Chances = Sequence[tuple[Move, float]]
Model = Callable[[Any], Chances]
"""How a player plays: from a state to moves with their probabilities."""


@dataclass(frozen=True)
class Modelled:
    """A state of any game in which `opponent` moves as `model` says, as if by dice."""

    state: Any
    opponent: int
    model: Model = field(hash=False, repr=False)  # a function shows nothing but its address

    def __post_init__(self) -> None:
        if not callable(self.model):
            raise ValueError(f"a model is a function from a state to chances, not {self.model!r}")

    @property
    def player(self) -> int:
        """Whose turn it is; CHANCE if it is the opponent's."""
        return CHANCE if self.state.player == self.opponent else int(self.state.player)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return bool(self.state.is_over)

    def moves(self) -> Sequence[Move]:
        """The legal moves; for the opponent only those that the model considers possible."""
        if self.is_over or self.player != CHANCE:
            moves: Sequence[Move] = self.state.moves()
            return moves
        return [move for move, _ in self.chances()]

    def chances(self) -> Chances:
        """How likely each move of the opponent is, in the moves' natural order."""
        if self.is_over or self.player != CHANCE:
            raise ValueError(f"it is not the turn of the modelled player {self.opponent}")
        return self._chances

    @cached_property
    def _chances(self) -> Chances:
        given, legal = dict(self.model(self.state)), self.state.moves()
        possible = [(move, given[move]) for move in legal if given.get(move, 0) > 0]
        if not isclose(sum(given.values()), 1) or not isclose(sum(p for _, p in possible), 1):
            raise ValueError(
                "a model gives legal moves with probabilities that sum to 1; here it gave "
                f"{given!r}, and legal moves are {list(legal)!r}"
            )
        return possible

    def play(self, move: Move) -> Self:
        """The state after `move`."""
        if not self.is_over and self.player == CHANCE and move not in self.moves():
            raise ValueError(f"by its model player {self.opponent} does not play {move!r} here")
        return type(self)(self.state.play(move), self.opponent, self.model)

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`."""
        return float(self.state.utility(player))

    def __str__(self) -> str:
        return str(self.state)


@dataclass(frozen=True)
class Mostly:
    """A model: the agent's move with probability `share`, else any legal one at random."""

    agent: Agent
    share: float = 0.8

    def __post_init__(self) -> None:
        is_number = isinstance(self.share, int | float) and not isinstance(self.share, bool)
        if not is_number or not 0 <= self.share <= 1:
            raise ValueError(f"share is a probability from 0 to 1, not {self.share!r}")
        if not callable(self.agent):
            raise ValueError(f"an agent is a function from a state to a move, not {self.agent!r}")

    def __call__(self, state: Any) -> Chances:
        """Each legal move with its probability; the agent's can also be drawn at random."""
        moves = state.moves()
        chosen = self.agent(state)
        if chosen not in moves:
            raise ValueError(f"the agent plays {chosen!r}, but legal moves are {list(moves)!r}")
        slip = (1 - self.share) / len(moves)
        return [(move, slip + self.share * (move == chosen)) for move in moves]


def uniform(state: Any) -> Chances:
    """A model: any legal move, each as likely as the others."""
    moves = state.moves()
    return [(move, 1 / len(moves)) for move in moves]
