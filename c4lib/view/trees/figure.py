"""Paints a printed tree's layout with matplotlib, in the visual language of `marks`.

The axes fill the figure, in inches, y from the top; the ground is transparent.
"""

from collections.abc import Sequence
from functools import cache
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
from c4lib.view.trees.layout import Layout, Point, Size
from c4lib.view.trees.marks import BEST, INK, LARGE, LIGHT, LOOKS, ON_PAGE, SMALL, TAG
from c4lib.view.trees.text import bare

CELL = 0.125  # inches of a square of a little board
MARKERS = {"square": "s", "circle": "o", "diamond": "D", "leaf": "s"}
LINES = {"solid": "-", "dotted": ":", "none": "-"}
BRANCHES = {"best play": (BEST, 3.0, "-"), "cut off": (ON_PAGE, 1.0, "--")}  # in the legend


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
    fill = usual if fill is None else fill
    return Line2D([], [], ls="", marker=MARKERS[shape], ms=8, mfc=fill, mec=edge, label=label)


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
        count, count_at = (x + wide / 2 + 0.05, y), {"ha": "left", "va": "center"}
        note = x + wide / 2, y + layout.size(spot)[1] / 2 + 0.03
        note_at = {"ha": "right", "va": "top"}
    else:
        board = x - board_wide / 2, y - high / 2 - board_high
        count, count_at = (x, y + high / 2 + 0.02), {"ha": "center", "va": "top"}
        note, note_at = (x + wide / 2 + 0.06, y), {"ha": "left", "va": "center"}
    if spot.board[0]:
        _paint_board(axes, data["state"], *board)
    axes.add_patch(_symbol((x, y), spot.symbol, data))
    size = SMALL if data["look"] in ("cut", "fold") else LARGE
    ink = data.get("ink", INK)
    middle = "center" if "\n" in spot.text else "center_baseline"
    axes.text(x, y, spot.text, size=size, color=ink, ha="center", va=middle, linespacing=1.05)
    axes.text(*note, spot.note, note_at, size=SMALL, color=ON_PAGE)
    axes.text(*count, spot.count, count_at, size=SMALL, color=ON_PAGE)


def _symbol(middle: Point, size: Size, data: dict[str, Any]) -> Patch:
    shape, fill, edge, line = LOOKS[data["look"]]
    (x, y), (wide, high) = middle, size
    width, edge = (2.5, BEST) if data["principal"] else (1.2, edge)
    style = {"fc": data.get("fill", fill), "ec": edge, "lw": width, "gid": "node"}
    if shape == "circle" and wide < 2 * high:
        return Ellipse(middle, wide, high, **style)
    if shape == "diamond":
        ends = [(x - wide / 2, y), (x, y - high / 2), (x + wide / 2, y), (x, y + high / 2)]
        return Polygon(ends, **style)
    rounding = {"circle": high / 2, "leaf": 0.07}.get(shape, 0)
    box = f"round,pad=0,rounding_size={rounding}"
    corner = x - wide / 2, y - high / 2
    return FancyBboxPatch(corner, wide, high, box, ls=LINES[line], **style)


def _paint_board(axes: Axes, state: Any, left: float, top: float) -> None:
    """A little board in the colours of the large ones; its discs are markers, sized in points."""
    rows, dot = board_rows(state) or [], 72 * CELL
    wide, high = len(rows[0]) * CELL + 0.04, len(rows) * CELL + 0.04
    is_panel = isinstance(bare(state), Connect4)
    ground = PANEL if is_panel else LIGHT
    corner = (left + 0.02, top + 0.02)
    axes.add_patch(Rectangle(corner, wide, high, fc=ground, ec=ground, gid="board"))
    for owner in (None, 0, 1):
        places = [(x, y) for y, row in enumerate(rows) for x, who in enumerate(row) if who == owner]
        xs = [left + 0.04 + (x + 0.5) * CELL for x, _ in places]
        ys = [top + 0.04 + (y + 0.5) * CELL for _, y in places]
        if not is_panel:
            axes.plot(xs, ys, "s", ms=dot, mfc=LIGHT, mec=ON_PAGE, mew=0.6)
        elif owner is None:
            axes.plot(xs, ys, "o", ms=0.85 * dot, mfc=HOLE, mec="none")
        if owner is not None:
            axes.plot(xs, ys, "o", ms=0.85 * dot, mfc=DISC[owner], mec="none")
            letter = "xo"[owner]
            axes.plot(xs, ys, letter, ms=0.36 * dot, mfc="none", mec=SYMBOL[owner], mew=1.2)


def board_rows(state: Any) -> Sequence[Sequence[int | None]] | None:
    """The squares of a board that can be drawn, from the top; None for other games."""
    state = bare(state)
    return state.rows() if isinstance(state, Connect4 | TicTacToe) else None


@cache
def text_width(text: str, size: float) -> float:
    """How wide a text is, in inches."""
    lines = [line for line in text.split("\n") if line.strip()]
    return max((TextPath((0, 0), line, size).get_extents().x1 / 72 for line in lines), default=0)
