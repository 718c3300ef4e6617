"""Windy Connect Four: the disc does not always land where you let it go.

After each move the wind decides, as a move of chance. It blows the disc to the left with half
of the probability `wind`, and with the other half to the right, by one column. Where there is
no column, or a full one, it does not blow: that half goes to the column aimed at.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from c4lib.connect4 import Cell, Connect4
from c4lib.game import CHANCE


@dataclass(frozen=True, slots=True)
class Windy:
    """A position of Connect X in the wind: `Windy(Connect4(5, 4, 4), wind=0.2)`.

    A move is a column, from 0: the one that a player aims at, or where chance lets the disc land.
    """

    falling: ClassVar[bool] = True
    """Tells the board widget that a move is a column, into which a disc falls."""
    board: Connect4 = field(default_factory=Connect4)
    """The discs that have landed."""
    wind: float = 0.1
    """How likely a disc is blown to a neighbouring column, if both are free."""
    aimed: int | None = None
    """The column that the disc in the air was meant for; None if there is none in the air."""

    def __post_init__(self) -> None:
        if not isinstance(self.board, Connect4):
            raise ValueError(f"board is a position such as Connect4(), not {self.board!r}")
        is_number = isinstance(self.wind, int | float) and not isinstance(self.wind, bool)
        if not is_number or not 0 <= self.wind <= 1:
            raise ValueError(f"wind is a probability from 0 to 1, not {self.wind!r}")

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X), 1 (O), or CHANCE while a disc is in the air."""
        return self.board.player if self.aimed is None else CHANCE

    @property
    def is_over(self) -> bool:
        """Whether the last disc made a line or filled the board."""
        return self.board.is_over

    @property
    def winner(self) -> int | None:
        """The player who made a line, 0 or 1, or None."""
        return self.board.winner

    def moves(self) -> list[int]:
        """The columns that can be aimed at, or where the disc in the air can land."""
        if self.aimed is None:
            return self.board.moves()
        return [column for column, _ in self.chances()]

    def chances(self) -> list[tuple[int, float]]:
        """Where the disc in the air can land, and how likely that is."""
        if self.aimed is None:
            raise ValueError("no disc is in the air; play a column first")
        free = self.board.moves()
        blown = {side: self.wind / 2 for side in (self.aimed - 1, self.aimed + 1) if side in free}
        chances = blown | {self.aimed: 1 - sum(blown.values())}
        return [(column, chances[column]) for column in sorted(chances) if chances[column] > 0]

    def play(self, move: int) -> Self:
        """The state after a player lets a disc go above column `move`, or after it landed."""
        if self.aimed is None:
            column = self.board.play(move).last_cell  # raises if nothing can be dropped there
            assert column is not None
            return replace(self, aimed=column[0])
        if move not in self.moves():
            places = ", ".join(map(str, self.moves()))
            raise ValueError(f"the disc cannot land in column {move!r}; it can in {places}")
        return replace(self, board=self.board.play(move), aimed=None)

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""
        return self.board.utility(player)

    # ---- what can be seen ------------------------------------------------------------------

    def rows(self) -> list[list[int | None]]:
        """The discs that have landed, row by row from the top: a player or None for each square."""
        return self.board.rows()

    @property
    def winning_line(self) -> tuple[Cell, ...]:
        """The cells of the line that won, else none."""
        return self.board.winning_line

    @property
    def caption(self) -> str:
        """How the wind blows, or where the disc in the air is falling."""
        if self.aimed is not None:
            return f"A disc is falling towards column {self.aimed + 1}."
        return f"The wind blows {self.wind / 2:.0%} of all discs to the left, as many to the right."

    def __str__(self) -> str:
        """The board in text, and the column aimed at, numbered as in move strings."""
        if self.aimed is None:
            return str(self.board)
        return f"{self.board}\na disc is falling towards column {self.aimed + 1}"

    def _repr_html_(self) -> str:
        return self.board._repr_html_()
