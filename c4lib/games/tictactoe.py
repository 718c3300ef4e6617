"""Tic-tac-toe, the smallest game worth searching.

Player 0 is X and moves first, player 1 is O. A move is a square, numbered from 0
in code, and from 1 in move strings:

    0 1 2
    3 4 5
    6 7 8
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Self

from c4lib.connect4 import SYMBOLS
from c4lib.game import outcome, read_text, whole

SQUARES = range(9)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache  # there are only 5,478 positions, and searches ask about each many times
def _winning_line(owners: tuple[int | None, ...]) -> tuple[int, ...]:
    made = [
        line
        for line in LINES
        if owners[line[0]] is not None and len({owners[square] for square in line}) == 1
    ]
    return tuple(sorted({square for line in made for square in line}))


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """A position of tic-tac-toe. Immutable; equal positions are equal states."""

    squares: tuple[int | None, ...] = (None,) * 9
    """The owner of each square: 0, 1 or None."""
    last: int | None = field(default=None, compare=False)
    """The square taken last."""

    @classmethod
    def from_moves(cls, moves: str) -> Self:
        """The position after the squares in `moves`, counted from 1: "519"."""
        state = cls()
        for digit in read_text(moves, "519"):
            free = [str(move + 1) for move in state.moves()]
            if digit not in free:
                why = f"free squares are {', '.join(free)}" if free else "the game is over"
                raise ValueError(f"{digit!r} in {moves!r} cannot be played; {why}")
            state = state.play(int(digit) - 1)
        return state

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X) or 1 (O)."""
        return (9 - self.squares.count(None)) % 2

    @property
    def is_over(self) -> bool:
        """Whether a line is made or the board is full."""
        return bool(_winning_line(self.squares)) or None not in self.squares

    @property
    def winner(self) -> int | None:
        """The player who made a line, 0 or 1, or None."""
        return self.squares[self.winning_line[0]] if self.winning_line else None

    @property
    def winning_line(self) -> tuple[int, ...]:
        """The squares of all lines made; none while there is no line."""
        return _winning_line(self.squares)

    def moves(self) -> list[int]:
        """The free squares; none when the game is over."""
        return [] if self.is_over else [n for n in SQUARES if self.squares[n] is None]

    def play(self, move: int) -> Self:
        """The state after the player to move takes square `move`, from 0."""
        square = whole(move)
        if square not in SQUARES or self.squares[square] is not None or self.is_over:
            raise ValueError(self._why_not(move))
        squares = (*self.squares[:square], self.player, *self.squares[square + 1 :])
        return type(self)(squares, square)

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""
        return outcome(self, player)

    def _why_not(self, move: object) -> str:
        if self.is_over:
            return "the game is over; no more moves can be played"
        free = f"free squares are {', '.join(map(str, self.moves()))}"
        problem = "is taken" if whole(move) in SQUARES else "does not exist"
        return f"square {move!r} {problem}; {free}"

    def rows(self) -> list[tuple[int | None, ...]]:
        """The owner of each square, row by row from the top: 0, 1 or None."""
        return [self.squares[first : first + 3] for first in (0, 3, 6)]

    def __str__(self) -> str:
        """The board in text."""
        signs = {None: ".", 0: SYMBOLS[0], 1: SYMBOLS[1]}
        return "\n".join(" ".join(signs[owner] for owner in row) for row in self.rows())

    def _repr_html_(self) -> str:
        from c4lib.view.boards import svg  # only when a notebook wants a picture

        alt = "Tic-tac-toe: " + str(self).replace("\n", " / ")
        return svg.cells_html(self, self.last, alt)
