"""A position of Connect X as a part of a plot."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.view.boards.svg import PANEL, PAPER
from c4lib.view.plots.style import DARK, note
from c4lib.view.trees.figure import paint_squares

SMALL_CELL = 0.25  # inches of a square that is too small for numbers below its column


def draw_board(axes: Axes, state: Connect4, cell: float, ring: Move | None = None) -> None:
    """A board with squares `cell` inches wide; a ring where a move's disc would lie."""
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(-0.5, state.height - 0.5))
    dot, has_numbers = 72 * cell, cell > SMALL_CELL
    foot = 0.2 / cell if has_numbers else 0
    shape = "round,pad=0.02,rounding_size=0.12"
    corner, high = (-0.5, -0.5 - foot), state.height + foot
    axes.add_patch(FancyBboxPatch(corner, state.width, high, shape, fc=PANEL, ec="none",
                                  gid="board", clip_on=False))  # fmt: skip
    for column in range(state.width) if has_numbers else []:
        note(axes, column, -0.5 - foot / 2, str(column + 1), size=min(9, dot / 2), color=PAPER)
    paint_squares(axes, state.rows()[::-1], (-0.5, -0.5), 1, dot)
    if state.last_cell is not None:
        axes.plot(*state.last_cell, "o", ms=0.86 * dot, mfc="none", mec=PAPER, mew=0.05 * dot)
    if ring is not None:
        x, y = state.play(ring).last_cell or (0, 0)
        size, line = (0.6 * dot) ** 2, max(0.06 * dot, 1.6)
        look: dict[str, Any] = {"ec": DARK, "lw": line, "ls": (0, (1.6, 0.9)), "zorder": 3}
        axes.scatter(x, y, size, "none", gid="ring", **look)
