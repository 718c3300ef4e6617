"""What a game is, for every search of this course.

A game is given by its first state. From there on everything is asked of states:
whose turn it is, which moves there are, where a move leads, whether the game is
over and what it was worth. Any class that answers these questions is a game; it
need not inherit from anything here.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self, TypeAlias, runtime_checkable

CHANCE = -1
"""The player of a state in which dice, cards or the wind move."""

Move: TypeAlias = Any
"""A move is whatever the game says it is: a column, a square, a pair. It can be hashed."""


@runtime_checkable
class State(Protocol):
    """A position of a game, with whose turn it is. Immutable and hashable.

    A state whose player is CHANCE also has `chances()`: its moves with their
    probabilities, as a sequence of pairs (move, probability).
    """

    @property
    def player(self) -> int:
        """Whose turn it is: 0, 1, ... or CHANCE."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""

    def moves(self) -> Sequence[Move]:
        """The legal moves in their natural order; none when the game is over."""

    def play(self, move: Move) -> Self:
        """The state after `move`; an illegal move raises a ValueError that says why."""

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""


Agent: TypeAlias = Callable[[Any], Move]
"""A player: any function from a state to a move that is legal there."""
