"""Paints a printed tree's layout with matplotlib, in the visual language of `marks`.

The axes fill the figure, in inches, y from the top; the ground is transparent.
"""

from collections.abc import Sequence
from functools import cache
from math import hypot, inf
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.view.boards.svg import DISC, HOLE, PANEL, SYMBOL
from c4lib.view.plots.style import Plot, blank
from c4lib.view.trees.graph import Key
from c4lib.view.trees.layout import Layout, Point, Size, Spot
from c4lib.view.trees.marks import BEST, INK, LARGE, LEAF, LOOKS, NOTE, ON_PAGE, SMALL, TAG
from c4lib.view.trees.text import bare

CELLS = (0.22, 0.17, 0.125)  # inches of a square of a board; the largest that fits is drawn
EMPTY = 0.19  # inches of a symbol beside which its text stands
ROUNDED = FancyBboxPatch((-5, -5), 10, 10, "round,pad=0,rounding_size=3").get_path()
MARKERS: dict[str, Any] = {"square": "s", "circle": "o", "diamond": "D", "leaf": ROUNDED}
LINES = {"solid": "-", "dotted": ":", "none": "-"}
BRANCHES = {  # in the legend
    **dict.fromkeys(("best play", "most visited"), (BEST, 3.0, "-")),
    "cut off": (ON_PAGE, 1.0, "--"),
}


def paint(layout: Layout, head: float = 0, foot: float = 0) -> tuple[Plot, Axes]:
    """The tree, with `head` inches of room above it and `foot` below."""
    figure = blank(layout.height + head + foot, layout.width)
    sides, ends = (0, layout.width), (layout.height + foot, -head)
    axes = figure.add_axes((0, 0, 1, 1), xlim=sides, ylim=ends, facecolor="none")
    axes.set_axis_off()
    for parent, child in layout.tree.edges:
        _paint_branch(axes, layout, parent, child)
    for key in layout.tree:
        _paint_node(axes, layout, key)
    return figure, axes


def explain(figure: Figure, signs: Sequence[Line2D], top: float = 0.03) -> None:
    """A row that says what the signs mean, `top` inches below the figure's upper edge."""
    spacing = {"columnspacing": 1.3, "handletextpad": 0.4, "borderaxespad": 0, "borderpad": 0.3}
    place = (0.5, 1 - top / figure.get_figheight())
    figure.legend(
        handles=signs, loc="upper center", bbox_to_anchor=place, ncols=len(signs) or 1,
        fontsize=SMALL, frameon=False, labelcolor=ON_PAGE, **spacing,
    )  # fmt: skip


def sign(look: str, label: str, fill: Any = None) -> Line2D:
    """A node in the legend."""
    shape, usual, edge, _ = LOOKS[look]
    fill, size = usual if fill is None else fill, 8 * LEAF if shape == "leaf" else 8
    return Line2D([], [], ls="", marker=MARKERS[shape], ms=size, mfc=fill, mec=edge, label=label)


def spot_of(look: str, text: str, least: float, after: str = "", most: float = inf) -> Spot:
    """A node's symbol around its text, in inches, and what stands after it.

    A text that needs a symbol larger than `most` stands after it, too. Only leaves may be smaller
    than `least`, and wider than high.
    """
    shape, wide, high = LOOKS[look].shape, text_width(text, LARGE), 0.14 * (1 + text.count("\n"))
    least *= LEAF if shape == "leaf" else 1
    rooms = {"circle": hypot(wide, high), "diamond": wide + high}
    room = max(least, rooms.get(shape, wide + 0.06) + 0.06)
    if room > most:
        text, after, room, high = "", f"{text}   {after}".rstrip(), min(least, EMPTY), 0
    spot = Spot(text, (room, max(least, high + 0.04) if shape == "leaf" else room), after=after)
    if after:
        spot.after_size = (text_width(after, SMALL) + 0.08, 0.17)
    return spot


def line_sign(label: str, width: float = 1) -> Line2D:
    """A branch in the legend; with no width, only words."""
    plain = (ON_PAGE, width, "-" if width else "")
    colour, width, style = BRANCHES.get(label, plain)
    return Line2D([], [], color=colour, lw=width, ls=style, label=label, solid_capstyle="butt")


def _paint_branch(axes: Axes, layout: Layout, parent: Key, child: Key) -> None:
    """The branch from a node to its child, and the move on it."""
    data, look = layout.tree.edges[parent, child], layout.tree.nodes[child]["look"]
    points, (x, y) = layout.branch(parent, child)
    curve = [Path.CURVE4] * 3 if len(points) == 5 else []
    path = Path(points, [Path.MOVETO, *curve, Path.LINETO])
    colour, layer = (BEST, 0.9) if data["principal"] else (ON_PAGE, 0.8)
    width = data.get("width", 3 if data["principal"] else 1)
    style = {"cut": "--", "fold": ":"}.get(look, "-")
    gid = None if look == "fold" else "edge"
    line = {"ec": colour, "lw": width, "ls": style, "zorder": layer, "gid": gid}
    axes.add_patch(PathPatch(path, fill=False, **line))
    if data["label"] and not (look == "cut" and layout.sideways):
        label = axes.text(x, y, data["label"], size=SMALL, color=INK, ha="center", va="center")
        label.set_bbox({"fc": TAG, "ec": "none", "boxstyle": "round,pad=0.13,rounding_size=0.3"})


def _paint_node(axes: Axes, layout: Layout, key: Key) -> None:
    """A node's symbol with its text, its board, its note and its count."""
    spot, data = layout.spots[key], layout.tree.nodes[key]
    (x, y), (wide, high), (board_wide, board_high) = layout.middle(spot), spot.symbol, spot.board
    if layout.sideways:
        board = x - wide / 2 - board_wide, y - board_high / 2
        after, after_at = (x + wide / 2 + 0.05, y), {"ha": "left", "va": "center"}
        note = x + wide / 2 + spot.after_size[0], y + layout.size(spot)[1] / 2 + 0.03
        note_at = {"ha": "right", "va": "top"}
    else:
        board = x - board_wide / 2, y - high / 2 - board_high
        after, after_at = (x, y + high / 2 + 0.02), {"ha": "center", "va": "top"}
        note, note_at = (x + wide / 2 + 0.06, y), {"ha": "left", "va": "center"}
    if spot.board[0]:
        is_new = bool(layout.tree.in_degree(key))
        _paint_board(axes, data["state"], board, spot.board[0], is_new)
    axes.add_patch(_symbol((x, y), spot.symbol, data))
    size = SMALL if data["look"] == "fold" else LARGE
    ink = data.get("ink", INK)
    middle = "center" if "\n" in spot.text else "center_baseline"
    axes.text(x, y, spot.text, size=size, color=ink, ha="center", va=middle, linespacing=1.05)
    axes.text(*note, spot.note, note_at, size=NOTE, color=ON_PAGE)
    axes.text(*after, spot.after, after_at, size=SMALL, color=ON_PAGE)


def _symbol(middle: Point, size: Size, data: dict[str, Any]) -> Patch:
    shape, fill, edge, line = LOOKS[data["look"]]
    (x, y), (wide, high) = middle, size
    width, edge = (2.5, BEST) if data["principal"] else (1.2, edge)
    style = {"fc": data.get("fill", fill), "ec": edge, "lw": width, "gid": "node"}
    if shape == "circle":
        return Ellipse(middle, wide, high, **style)
    if shape == "diamond":
        ends = [(x - wide / 2, y), (x, y - high / 2), (x + wide / 2, y), (x, y + high / 2)]
        return Polygon(ends, **style)
    box = f"round,pad=0,rounding_size={0.3 * high if shape == 'leaf' else 0}"
    corner = x - wide / 2, y - high / 2
    return FancyBboxPatch(corner, wide, high, box, ls=LINES[line], **style)


def _paint_board(axes: Axes, state: Any, at: Point, room: float, is_new: bool) -> None:
    """A board in the colours of the large ones; the square that is new is framed."""
    rows, corner = board_rows(state) or [], (at[0] + 0.04, at[1] + 0.04)
    cell = (room - 0.08) / len(rows[0])
    wide, high = len(rows[0]) * cell + 0.04, len(rows) * cell + 0.04
    hole = "o" if isinstance(bare(state), Connect4) else "s"
    axes.add_patch(Rectangle((at[0] + 0.02, at[1] + 0.02), wide, high, fc=PANEL, gid="board"))
    paint_squares(axes, rows, corner, cell, 72 * cell, hole)
    if is_new and (square := last_square(state)):
        x, y = (start + (n + 0.5) * cell for start, n in zip(corner, square, strict=True))
        axes.plot([x], [y], "s", ms=0.9 * 72 * cell, mfc="none", mec=INK, mew=7 * cell)


def paint_squares(
    axes: Axes, rows: Any, corner: Point, cell: float, dot: float, hole: str = "o"
) -> None:
    """Holes and discs, row by row from a corner of the axes; a `cell` is `dot` points wide."""
    owners = {
        (corner[0] + (x + 0.5) * cell, corner[1] + (y + 0.5) * cell): owner
        for y, row in enumerate(rows)
        for x, owner in enumerate(row)
    }
    size = (0.8 if hole == "o" else 0.92) * dot
    axes.plot(*zip(*owners, strict=True), hole, ms=size, mfc=HOLE, mec="none")
    for player in (0, 1):
        paint_discs(axes, [place for place in owners if owners[place] == player], player, dot)


def paint_discs(axes: Axes, places: Sequence[Point], player: int, dot: float) -> None:
    """Discs of a player with their symbols, for squares `dot` points wide."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    axes.plot(xs, ys, "o", ms=0.83 * dot, mfc=DISC[player], mec="none")
    symbol, thick = "xo"[player], max(0.8, 0.09 * dot)
    axes.plot(xs, ys, symbol, ms=0.36 * dot, mfc="none", mec=SYMBOL[player], mew=thick)


def board_rows(state: Any) -> Sequence[Sequence[int | None]] | None:
    """The squares of a board that can be drawn, from the top; None for other games."""
    state = bare(state)
    return state.rows() if isinstance(state, Connect4 | TicTacToe) else None


def last_square(state: Any) -> tuple[int, int] | None:
    """The column and the row, from the top, of the last move on a board that can be drawn."""
    state = bare(state)
    if isinstance(state, TicTacToe):
        return None if state.last is None else (state.last % 3, state.last // 3)
    cell = state.last_cell
    return None if cell is None else (cell[0], state.height - 1 - cell[1])


@cache
def text_width(text: str, size: float) -> float:
    """How wide a text is, in inches."""
    lines = [line for line in text.split("\n") if line.strip()]
    return max((TextPath((0, 0), line, size).get_extents().x1 / 72 for line in lines), default=0)
