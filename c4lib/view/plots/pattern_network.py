"""Lesson 06's network of patterns as a picture: from the discs around a square to the answer."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.patterns import REACH, PatternNet
from c4lib.connect4 import Connect4
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GREY, INK, NOTE, ORANGE, PALE, WIDTH, note, styled
from c4lib.view.trees.figure import paint_squares

HEIGHT, FOOT = 3.5, 0.4  # inches, of which the foot is cut off
CELL = 0.3
DIRECTIONS = {
    "vertical": (0, 1),
    "horizontal": (1, 0),
    "diagonal, rising": (1, 1),
    "diagonal, falling": (1, -1),
}
SIGNS = {0: "X", 1: "O", None: "."}
ROUND = "round,pad=0,rounding_size=0.06"


@styled
def patterns(net: PatternNet, state: Connect4, square: tuple[int, int] | None = None) -> Figure:
    """A square's four patterns, and how the network makes its answer of the patterns of all.

    The square is a column and a row, both from 0; by default, one in the middle. Policy
    and value are for the player to move.
    """
    if not isinstance(net, PatternNet):
        raise ValueError(f"give a network of patterns, such as load('7x6-bare'), not {net!r}")
    column, row = square or (state.width // 2, state.height // 2)
    if not (0 <= column < state.width and 0 <= row < state.height):
        raise ValueError(f"there is no square {square} on {state!r}")
    figure = style.blank(HEIGHT - FOOT)
    axes = style.panel(figure, 0, -FOOT, WIDTH, HEIGHT)
    _draw_board(axes, state, column, row)
    _draw_patterns(axes, state, column, row)
    _draw_layers(axes, net, state)
    words = f"{net.size:,} weights; one position takes {net.multiplications:,} multiplications"
    note(axes, WIDTH / 2, HEIGHT - 0.05, words, size=10, va="top")
    return figure


def _inside(state: Connect4, column: int, row: int, step: tuple[int, int]) -> list[tuple[int, int]]:
    """The squares of the pattern in one direction."""
    places = [(column + far * step[0], row + far * step[1]) for far in range(-REACH, REACH + 1)]
    return [(x, y) for x, y in places if 0 <= x < state.width and 0 <= y < state.height]


def _draw_board(axes: Axes, state: Connect4, column: int, row: int) -> None:
    """The board, and a line along each pattern of the square."""
    left, bottom = 0.1, 0.75
    wide, high = CELL * state.width, CELL * state.height
    axes.add_patch(FancyBboxPatch((left, bottom), wide, high, ROUND, fc=style.PALE_BLUE, ec=BLUE))
    for step in DIRECTIONS.values():
        ends = _inside(state, column, row, step)
        xs, ys = zip(ends[0], ends[-1], strict=True)
        axes.plot(
            [left + (x + 0.5) * CELL for x in xs], [bottom + (y + 0.5) * CELL for y in ys],
            color=ORANGE, lw=7, alpha=0.45, solid_capstyle="round",
        )  # fmt: skip
    paint_squares(axes, state.rows()[::-1], (left, bottom), CELL, 72 * CELL)
    x, y = left + (column + 0.5) * CELL, bottom + (row + 0.5) * CELL
    axes.plot([x], [y], "s", ms=0.8 * 72 * CELL, mfc="none", mec=INK, mew=2)
    note(axes, left + wide / 2, bottom - 0.08, "one square, four patterns", size=NOTE, va="top")


def _draw_patterns(axes: Axes, state: Connect4, column: int, row: int) -> None:
    """Each pattern as the signs of its squares; the square itself in brackets."""
    rows = state.rows()[::-1]
    for number, (name, step) in enumerate(DIRECTIONS.items()):
        inside = _inside(state, column, row, step)
        signs = [
            f"[{SIGNS[rows[y][x]]}]" if (x, y) == (column, row) else SIGNS[rows[y][x]]
            for x, y in inside
        ]
        y = 2.6 - 0.52 * number
        note(axes, 2.95, y, name, size=NOTE, va="bottom")
        note(axes, 2.95, y - 0.02, " ".join(signs), size=NOTE, va="top", family="monospace")
    _arrow(axes, (3.6, 1.75), (3.85, 1.75))


def _draw_layers(axes: Axes, net: PatternNet, state: Connect4) -> None:
    """The boxes from a square's numbers to policy and value."""
    weights = net.weights
    sizes = [weights[f"{name}_bias"].shape[-1] for name in ("square", "column", "board")]
    middle = 1.75
    titles = ("each square", "each column", "the board")
    for number, (title, size) in enumerate(zip(titles, sizes, strict=True)):
        left = 3.9 + 0.72 * number
        axes.add_patch(FancyBboxPatch((left, middle - 0.5), 0.6, 1, ROUND, fc=PALE, ec=BLUE))
        words = f"{title.replace(' ', chr(10))}\n\n{size}\nnumbers"
        note(axes, left + 0.3, middle, words, color=style.DARK)
        if number:
            _arrow(axes, (left - 0.12, middle), (left, middle))
    bits = Columns(state.board, lines=False).bits(state)[None]
    legal = np.isin(np.arange(state.width), state.moves())[None]
    policies, values = net.predict(bits, legal)
    _draw_policy(axes, policies[0])
    _arrow(axes, (5.94, middle), (6.1, middle - 0.5))
    note(axes, 6.44, middle - 0.62, f"value {style.signed_text(float(values[0]))}", size=NOTE)
    note(axes, 4.9, middle - 0.6, "rows of a table,\nadded up, then relu", va="top", color=GREY)


def _draw_policy(axes: Axes, policy: Any) -> None:
    """A bar for each column."""
    _arrow(axes, (5.94, 1.75), (6.1, 2.15))
    places = 6.1 + 0.75 * (np.arange(len(policy)) + 0.5) / len(policy)
    axes.bar(places, 0.6 * policy / policy.max(), 0.6 / len(policy), 2.1, color=BLUE)
    axes.plot([6.08, 6.88], [2.1, 2.1], color=GREY, lw=1)
    best = int(policy.argmax())
    words = f"policy\n{best + 1}: {style.share_text(policy[best])}"
    note(axes, 6.44, 2.78, words, size=NOTE, va="bottom")


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=9, color=GREY))
