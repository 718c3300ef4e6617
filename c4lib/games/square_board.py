"""What two-player games on a square board share: whose turn it is, the moves so far, the end."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from c4lib.connect4 import SYMBOLS
from c4lib.game import outcome

Cell = tuple[int, int]
"""A square as (column, row), both from 0, row 0 at the top."""
Permutation = np.ndarray[Any, np.dtype[np.int64]]
"""A new order of things: `things[order]`."""


def symmetries_of(size: int) -> list[Permutation]:
    """The eight ways to turn and mirror a square board, as orders of its squares row by row.

    Square n of the image is square order[n] of the board. The first changes nothing.
    """
    grid = np.arange(size * size).reshape(size, size)
    return [np.rot90(side, turns).ravel() for side in (grid, grid.T) for turns in range(4)]


class SquareBoard(ABC):
    """A position in which the pieces of the two players are the bits of two integers."""

    __slots__ = ("_last", "_mine", "_player", "_previous", "_theirs")

    _mine: int  # the pieces of the player to move
    _theirs: int
    _player: int
    _last: int | None  # the move that led here
    _previous: Self | None

    @property
    def size(self) -> int:
        """How many rows and columns the board has."""
        return self._sizes()[0]

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The winner, or None."""

    @abstractmethod
    def _cells(self, bits: int) -> Iterable[Cell]:
        """The cells whose bits are set."""

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X) or 1 (O)."""
        return self._player

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""
        return outcome(self, player)

    @property
    def mine(self) -> int:
        """The bits of the pieces of the player to move."""
        return self._mine

    @property
    def theirs(self) -> int:
        """The bits of the pieces of the other player."""
        return self._theirs

    @property
    def previous(self) -> Self | None:
        """The state before the last move; None at the start of the game."""
        return self._previous

    @property
    def history(self) -> tuple[int, ...]:
        """The moves played so far."""
        moves = []
        state: SquareBoard | None = self
        while state is not None and state._last is not None:
            moves.append(state._last)
            state = state._previous
        return tuple(reversed(moves))

    def rows(self) -> list[list[int | None]]:
        """The board row by row from the top: 0, 1 or None for each square."""
        rows: list[list[int | None]] = [[None] * self.size for _ in range(self.size)]
        for player, bits in ((self._player, self._mine), (1 - self._player, self._theirs)):
            for column, row in self._cells(bits):
                rows[row][column] = player
        return rows

    def _lines(self) -> list[str]:
        """The rows in text."""
        return [
            " ".join("." if owner is None else SYMBOLS[owner] for owner in row)
            for row in self.rows()
        ]

    # ---- equality, and copies --------------------------------------------------------------

    @abstractmethod
    def _sizes(self) -> tuple[int, ...]:
        """The arguments that the class was made with, the size first."""

    def _key(self) -> tuple[int, ...]:
        return self._mine, self._theirs, self._player, *self._sizes()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its moves, so that copies and worker processes get them too."""
        return _replayed, (type(self), self._sizes(), self.history)


def _replayed(game: Any, sizes: tuple[int, ...], moves: Iterable[int]) -> Any:
    state = game(*sizes)
    for move in moves:
        state = state.play(move)
    return state
