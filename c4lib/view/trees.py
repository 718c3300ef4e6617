"""Pictures of recorded searches: a `Trace` as a graph, as a drawing, and in words.

The drawing's axes fill the figure, in the inches of its layout; what is too much is folded.
"""

from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch, Polygon, Rectangle

from c4lib.connect4 import Connect4
from c4lib.result import Trace
from c4lib.view.svg import DISC, HOLE, INK, PANEL, PAPER, SYMBOL
from c4lib.view.tree_graph import Node, graph
from c4lib.view.tree_layout import (
    CELL,
    LABEL_AT,
    LARGE,
    SMALL,
    Layout,
    Size,
    best_layout,
    board_rows,
    look,
)
from c4lib.view.tree_text import bare, is_win, side_with_symbol, value_text

__all__ = ["describe", "draw", "graph"]

BEST, GREY = "#d55e00", "#66717c"
LOOK = {  # fill, edge and the edge's style
    "max": ("#cfe3f7", PANEL, "-"),
    "min": (PAPER, PANEL, "-"),
    "chance": ("#fbeebc", "#8a6d00", "-"),
    "over": (PAPER, GREY, "-"),
    "table": (PAPER, GREY, "-"),
    "depth": ("#e3e8ee", "#e3e8ee", "-"),
    "fold": (PAPER, GREY, ":"),
    "cut": (PAPER, PAPER, "-"),
}


# ---- in words ------------------------------------------------------------------------------


def describe(trace: Trace) -> str:
    """What the tree shows, in a paragraph: for captions and for those who do not see it."""
    tree, root = graph(trace), trace.nodes[0]
    plies = max(node.ply for node in trace.nodes)
    line = [tree.edges[edge]["label"] for edge in pairwise(trace.principal())]
    cuts = [len(node.cut) for node in trace.nodes if node.cut]
    return (
        f"A search tree of {_count(len(trace), 'node')}, {_count(plies, 'ply', 'plies')} deep; "
        f"{_name(root.state, is_max=True)} is to move. "
        f"The root's value for MAX: {value_text(root.value, root.bound)}. "
        f"Best play: {', '.join(line) or 'no move'}. "
        f"{_count(len(cuts), 'cutoff')}, {_count(sum(cuts), 'move')} never looked at."
    )


def _count(number: int, one: str, many: str = "") -> str:
    """A number of things: 1 node, 1,234 nodes."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _name(root: Any, is_max: bool) -> str:
    """MAX or MIN as seen from the root, with its symbol where players have one: MAX (X)."""
    return side_with_symbol(is_max, root, root.player if is_max else 1 - root.player)


# ---- the drawing ---------------------------------------------------------------------------


def draw(
    trace: Trace,
    boards: bool | None = None,
    windows: bool | None = None,
    most: int = 150,
    width: float = 9.0,
) -> Figure:
    """The recorded tree: squares for MAX, round nodes for MIN, plain leaves; values are MAX's.

    Where dice decide there is a diamond, with probabilities on the lines that go on from it.
    The principal line is bold, what was cut off is dashed, what has no room is folded
    into nodes that say how many they stand for, so that at most `most` are drawn.
    Little boards (Connect Four, tic-tac-toe) and windows beside the nodes are shown
    where they fit, or if you say so. `width` is in inches.
    """
    layout = best_layout(trace, boards, windows, most, width)
    figure = plt.figure(figsize=(layout.width, layout.height), facecolor=PAPER)
    plt.close(figure)  # only who asks for it shows it
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, layout.width), ylim=(layout.height, 0))
    axes.set_axis_off()
    for parent, child in layout.tree.edges:
        _draw_edge(axes, layout, parent, child)
    for node in layout.tree:
        _draw_node(axes, layout, node)
    signs = _legend(layout)
    spacing = {"columnspacing": 1.3, "handletextpad": 0.4, "borderaxespad": 0.3}
    figure.legend(
        handles=signs, loc="upper center", ncols=9, fontsize=SMALL, frameon=False, **spacing
    )
    return figure


def _draw_edge(axes: Axes, layout: Layout, parent: Node, child: Node) -> None:
    """The line from a node to its child, and the move on it."""
    data, is_cut = layout.tree.edges[parent, child], layout.tree.nodes[child]["cut"]
    path, x, y = layout.line(parent, child, LABEL_AT)
    line, colour, layer = (3, BEST, 0.9) if data["principal"] else (1, GREY, 0.8)
    style = "--" if is_cut else "-"
    axes.add_patch(PathPatch(path, fill=False, ec=colour, lw=line, ls=style, zorder=layer))
    if data["label"] and not (is_cut and layout.sideways):
        label = axes.text(x, y, data["label"], size=SMALL, color=INK, ha="center", va="center")
        label.set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 0.8})


def _draw_node(axes: Axes, layout: Layout, node: Node) -> None:
    """A node's symbol with its value, its board and its note."""
    spot, data = layout.spots[node], layout.tree.nodes[node]
    (x, y), (wide, high) = layout.middle(spot), layout.size(spot)
    if spot.board[0]:
        left = x - (wide if layout.sideways else spot.board[0]) / 2
        top = y - (spot.board[1] if layout.sideways else high) / 2
        _draw_board(axes, data["state"], left, top)
    if layout.sideways:
        note = (x + wide / 2, y + high / 2 + 0.03)
        x += (wide - spot.symbol[0]) / 2
    else:
        y += (high - spot.symbol[1]) / 2
        note = (x + spot.symbol[0] / 2 + 0.06, y)
    axes.add_patch(_symbol(x, y, spot.symbol, data))
    size, colour = (SMALL, GREY) if data["cut"] else (LARGE, INK)
    axes.text(x, y, spot.text, size=size, color=colour, ha="center", va="center_baseline")
    beside = {"ha": "right", "va": "top"} if layout.sideways else {"ha": "left", "va": "center"}
    axes.text(*note, spot.note, beside, size=SMALL, color=GREY)


def _symbol(x: float, y: float, size: Size, data: dict[str, Any]) -> Patch:
    """The shape behind a value."""
    kind, (wide, high) = look(data), size
    fill, edge, style = LOOK[kind]
    line, edge = (2.5, BEST) if data["principal"] else (1.2, edge)
    if kind == "min":
        return Ellipse((x, y), wide, high, fc=fill, ec=edge, lw=line, gid="node")
    if kind == "chance":
        half, tall = wide / 2, high / 2
        ends = [(x - half, y), (x, y - tall), (x + half, y), (x, y + tall)]
        return Polygon(ends, fc=fill, ec=edge, lw=line, gid="node")
    corner, rounding = (x - wide / 2, y - high / 2), 0.0 if kind == "max" else 0.05
    shape = f"round,pad=0,rounding_size={rounding}"
    box = FancyBboxPatch(corner, wide, high, shape, fc=fill, ec=edge, lw=line, ls=style)
    box.set_gid("node")
    return box


def _draw_board(axes: Axes, state: Any, left: float, top: float) -> None:
    """A little board in the colours of the large ones; its discs are markers, sized in points."""
    rows, dot = board_rows(state) or [], 72 * CELL
    wide, high = len(rows[0]) * CELL + 0.04, len(rows) * CELL + 0.04
    is_panel = isinstance(bare(state), Connect4)
    ground = PANEL if is_panel else PAPER
    corner = (left + 0.02, top + 0.02)
    axes.add_patch(Rectangle(corner, wide, high, fc=ground, ec=ground, gid="board"))
    for owner in (None, 0, 1):
        places = [(x, y) for y, row in enumerate(rows) for x, who in enumerate(row) if who == owner]
        xs = [left + 0.04 + (x + 0.5) * CELL for x, _ in places]
        ys = [top + 0.04 + (y + 0.5) * CELL for _, y in places]
        if not is_panel:
            axes.plot(xs, ys, "s", ms=dot, mfc=PAPER, mec=GREY, mew=0.6)
        elif owner is None:
            axes.plot(xs, ys, "o", ms=0.85 * dot, mfc=HOLE, mec="none")
        if owner is not None:
            axes.plot(xs, ys, "o", ms=0.85 * dot, mfc=DISC[owner], mec="none")
            sign = "xo"[owner]
            axes.plot(xs, ys, sign, ms=0.36 * dot, mfc="none", mec=SYMBOL[owner], mew=1.2)


def _legend(layout: Layout) -> list[Line2D]:
    """What the signs mean, of those that are in the picture."""
    nodes = [data for _, data in layout.tree.nodes(data=True)]
    root, looks = nodes[0]["state"], {look(data) for data in nodes}
    names = {"max": _name(root, is_max=True), "min": _name(root, is_max=False)}
    names |= {
        "chance": "chance",
        "over": "game over" if board_rows(root) else "leaf",
        "depth": "depth limit",
    }
    signs = []
    for kind, name in names.items():
        if kind in looks:
            shape, (fill, edge, _) = {"min": "o", "chance": "D"}.get(kind, "s"), LOOK[kind]
            signs.append(Line2D([], [], ls="", marker=shape, ms=8, mfc=fill, mec=edge, label=name))
    if len(nodes) > 1:
        signs.append(Line2D([], [], color=BEST, lw=3, label="best play"))
    if "cut" in looks:
        signs.append(Line2D([], [], color=GREY, lw=1, ls="--", label="cut off"))
    texts = {
        "⊞ from the table": "table" in looks,
        "+9 nodes folded": "fold" in looks,
        "win 3: MAX wins at ply 3": any(is_win(data.get("value")) for data in nodes),
    }
    return signs + [Line2D([], [], ls="", label=text) for text, is_used in texts.items() if is_used]
