"""What a network sees of a game: bits for a state, numbers for moves, and the symmetries of both.

The bits are those of the player to move and of the other: the network never asks who is X.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.game import Move

Bits = np.ndarray[Any, np.dtype[np.float32]]
Order = np.ndarray[Any, np.dtype[np.int64]]


class Encoding(Protocol):
    """How a game is told to a network. Another game needs no more than this."""

    @property
    def name(self) -> str:
        """The game and its size, for files: a network for one is of no use for another."""

    @property
    def inputs(self) -> int:
        """How many numbers tell a state."""

    @property
    def outputs(self) -> int:
        """How many moves there are in the whole game."""

    @property
    def symmetries(self) -> Sequence[tuple[Order, Order]]:
        """Pairs of orders, of inputs and moves, that make a state its image; the first is itself.

        Both are to be used as indices: `bits[inputs]` and `priors[moves]`.
        """

    def bits(self, state: Any) -> Bits:
        """The state as numbers, for the player to move."""

    def number(self, move: Move) -> int:
        """Which output is the move's."""

    def move(self, number: int) -> Move:
        """The move of an output."""


class Columns:
    """Connect X: a bit for each square of mine, then for each of theirs, column by column.

    A move is its column, and the only symmetry is the mirror.
    """

    def __init__(self, board: Board) -> None:
        self.board = board

    @property
    def name(self) -> str:
        """Width, height and length of a line."""
        return f"{self.board.width}x{self.board.height}, {self.board.connect} in a row"

    @property
    def inputs(self) -> int:
        """Two for each square."""
        return 2 * self.board.width * self.board.height

    @property
    def outputs(self) -> int:
        """One for each column."""
        return self.board.width

    @cached_property
    def symmetries(self) -> Sequence[tuple[Order, Order]]:
        """The board itself and its mirror image."""
        width, height = self.board.width, self.board.height
        squares = np.arange(self.inputs).reshape(2, width, height)
        columns = np.arange(width)
        return (squares.ravel(), columns), (squares[:, ::-1].ravel(), columns[::-1].copy())

    def bits(self, state: Connect4) -> Bits:
        """The state as zeros and ones, for the player to move."""
        if state.board is not self.board:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        return np.concatenate([self._squares(state.mine), self._squares(state.theirs)])

    def _squares(self, discs: int) -> Bits:
        size = self.board.width * (self.board.height + 1)
        words = np.frombuffer(discs.to_bytes(size // 8 + 1, "little"), np.uint8)
        ones = np.unpackbits(words, bitorder="little", count=size)
        spared = ones.reshape(self.board.width, self.board.height + 1)[:, : self.board.height]
        return spared.ravel().astype(np.float32)

    def number(self, move: Move) -> int:
        """The column itself."""
        return int(move)

    def move(self, number: int) -> Move:
        """The column itself."""
        return number
