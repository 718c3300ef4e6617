"""The board of Connect X, where a click means a column. `svg.py` draws it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from c4lib.connect4 import SYMBOLS
from c4lib.game import Move
from c4lib.view.boards import svg
from c4lib.view.boards.evaluation_bar import visit_strip
from c4lib.view.boards.game import Game, Shares


@dataclass(frozen=True)
class ColumnBoard:
    """How Connect X is drawn and clicked on; `Cells` has the same methods."""

    rows: bool = False
    """Whether the rows have numbers."""

    name: ClassVar[str] = "columns"
    has_solver: ClassVar[bool] = True

    def draw(
        self,
        game: Game,
        playable: Sequence[Move],
        marks: dict[int, svg.Mark] | None,
        shares: Shares,
    ) -> dict[str, Any]:
        """The picture and its words. The columns to click on stand in the picture."""
        picture, alt = svg.connect4(game.on_board, bool(playable), marks, self.rows)
        return {"svg": picture, "alt": alt, "buttons": []}

    def strip(self, state: Any, shares: Shares | None) -> dict[str, str]:
        """A player's visits, below the columns."""
        strip = svg.Picture("", "") if shares is None else visit_strip(state, shares, self.rows)
        return {"visits": strip.svg, "alt": strip.alt, "legend": ""}

    def told(self, game: Game, since: int) -> str:
        """What was played last, no matter since when, also before the board's first position."""
        state = game.on_board
        if state.last_cell is None:
            return ""
        return f"{SYMBOLS[1 - state.player]} played column {state.last_cell[0] + 1}."

    def is_empty(self, state: Any) -> bool:
        """Whether no disc has fallen."""
        return not state.ply

    def blocked(self, state: Any) -> str:
        """Nothing: a column can always be clicked."""
        return ""
