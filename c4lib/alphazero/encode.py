"""What a network sees of a game: bits for a state, numbers for moves, and the symmetries of both.

The bits are those of the player to move and of the other: the network never asks who is X.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.game import Move
from c4lib.heuristics.counts import threat_squares

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

    With `threats`, as many again mark the empty squares that would complete a line of mine, and
    those that would complete one of theirs. A move is its column, and the only symmetry is the
    mirror.
    """

    def __init__(self, board: Board, threats: bool = True) -> None:
        self.board, self.threats = board, threats

    @property
    def name(self) -> str:
        """Width, height and length of a line, and what is seen."""
        board = f"{self.board.width}x{self.board.height}, {self.board.connect} in a row"
        return board + (" with threats" if self.threats else "")

    @property
    def inputs(self) -> int:
        """Two for each square, and two more for threats."""
        return (4 if self.threats else 2) * self.board.width * self.board.height

    @property
    def outputs(self) -> int:
        """One for each column."""
        return self.board.width

    @cached_property
    def symmetries(self) -> Sequence[tuple[Order, Order]]:
        """The board itself and its mirror image."""
        squares = np.arange(self.inputs).reshape(-1, self.board.width, self.board.height)
        columns = np.arange(self.board.width)
        return (squares.ravel(), columns), (squares[:, ::-1].ravel(), columns[::-1].copy())

    def bits(self, state: Connect4) -> Bits:
        """The state as zeros and ones, for the player to move."""
        if state.board is not self.board:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        words = [state.mine, state.theirs]
        if self.threats:
            empty = self.board.full & ~state.mask
            words += [threat_squares(self.board, discs, empty) for discs in words]
        return np.concatenate([self._squares(each) for each in words])

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
