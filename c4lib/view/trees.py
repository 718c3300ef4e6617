"""Pictures of recorded searches: a `Trace` as a graph, as a drawing, and in words.

A drawing is laid out in inches: the axes fill the figure, one unit is one inch, and y is
counted from the top. Trees with few leaves grow downwards, others to the right; what is
still too much is folded. "Across" is the direction in which leaves follow each other,
"along" the one from the root to the leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import inf
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.result import Trace
from c4lib.search.common import WIN
from c4lib.view.svg import DISC, HOLE, INK, PANEL, PAPER, SYMBOL

Size = tuple[float, float]
Node = int | tuple[Any, ...]
"""A node's number in the trace, or ("cut", parent, move), or ("fold", parent)."""

BEST, GREY = "#d55e00", "#66717c"
LOOK = {  # fill, edge and the edge's style
    "max": ("#cfe3f7", PANEL, "-"),
    "min": (PAPER, PANEL, "-"),
    "over": (PAPER, GREY, "-"),
    "table": (PAPER, GREY, "-"),
    "depth": ("#e3e8ee", "#e3e8ee", "-"),
    "fold": (PAPER, GREY, ":"),
    "cut": (PAPER, PAPER, "-"),
}
FEW = 14  # up to so many leaves, a tree grows downwards
TALLEST = 13.0  # of a picture with boards or windows that nobody asked for
EDGE, LEGEND = 0.12, 0.36  # around the picture, and above it
FLAT = 0.28  # where the moves stand, before the nodes of a tree that grows to the right
CELL = 0.125  # of a little board
LARGE, SMALL = 9, 8  # letters, in points
SIGN = {"lower": "≥ ", "upper": "≤ ", "exact": ""}


# ---- the graph -----------------------------------------------------------------------------


def graph(trace: Trace) -> nx.DiGraph:
    """The recorded tree, as it was searched; values and windows are for MAX, the root's player.

    Nodes are the trace's numbers with the attributes state, move, is_max, ply, value,
    bound, window, kind, principal and cut (False). Every move that was never looked at
    is a node ("cut", parent, move), with cut True and the reason. Edges carry the move,
    its label as people write it, and whether they lie on the principal line.
    """
    return _graph(trace, merge=False)


def _graph(trace: Trace, merge: bool) -> nx.DiGraph:
    """The tree; with `merge`, all moves that were cut off at a node are one node."""
    if not trace.nodes:
        raise ValueError("the trace is empty; hand it to a search first: minimax(..., trace=trace)")
    if sum(node.parent is None for node in trace.nodes) > 1:
        raise ValueError("the trace holds several searches; hand a new Trace() to each")
    tree, principal = nx.DiGraph(), set(trace.principal())
    copied = ("state", "move", "is_max", "ply", "value", "bound", "window", "kind")
    for node in trace.nodes:
        best = node.number in principal
        values = {name: getattr(node, name) for name in copied}
        tree.add_node(node.number, **values, principal=best, cut=False)
        if node.parent is not None:
            label = _moves_text(trace.nodes[node.parent].state, [node.move])
            tree.add_edge(node.parent, node.number, move=node.move, label=label, principal=best)
    for event in trace:
        if event.kind == "cut":
            node = trace.nodes[event.node]
            reason = f"α {_value(event.window[0])} ≥ β {_value(event.window[1])}"
            for moves in [node.cut] if merge else [(move,) for move in node.cut]:
                cut, label = ("cut", node.number, *moves), _moves_text(node.state, moves)
                values = dict.fromkeys(copied) | {"move": moves[0], "ply": node.ply + 1}
                values |= {"kind": "cut", "cut": True, "principal": False, "reason": reason}
                tree.add_node(cut, **values)
                tree.add_edge(node.number, cut, move=moves[0], label=label, principal=False)
    return tree


def _folded(tree: nx.DiGraph, most: int) -> nx.DiGraph:
    """The tree with at most so many nodes: the principal line, then ply by ply from the top.

    All that is hidden below a node becomes one node ("fold", parent) with its count.
    """
    if most < 2:
        raise ValueError(f"most is at least 2, for the root and all that is folded, not {most!r}")
    shown: set[Node] = {node for node, best in tree.nodes(data="principal") if best}
    while _drawn(tree, shown) > most:
        shown.remove(max(node for node in shown if isinstance(node, int)))  # the line's last
    for node in sorted((n for n in tree if isinstance(n, int)), key=lambda n: tree.nodes[n]["ply"]):
        if node in shown:
            more = shown.union(tree.successors(node))
            shown = more if _drawn(tree, more) <= most else shown
    small = nx.DiGraph()
    small.add_nodes_from((node, data) for node, data in tree.nodes.items() if node in shown)
    small.add_edges_from(edge for edge in tree.edges(data=True) if edge[1] in shown)
    for node in [node for node in tree if node in shown]:
        if hidden := [child for child in tree.successors(node) if child not in shown]:
            below = [other for child in hidden for other in nx.dfs_preorder_nodes(tree, child)]
            count = sum(isinstance(other, int) for other in below)
            small.add_node(("fold", node), kind="fold", count=count, principal=False, cut=False)
            small.add_edge(node, ("fold", node), label="", principal=False)
    return small


def _drawn(tree: nx.DiGraph, shown: set[Node]) -> int:
    """How many nodes a picture of these has, with a folded one wherever something is hidden."""
    return len(shown) + sum(not shown.issuperset(tree.successors(node)) for node in shown)


# ---- in words ------------------------------------------------------------------------------


def describe(trace: Trace) -> str:
    """What the tree shows, in a paragraph: for captions and for those who do not see it."""
    tree, root = graph(trace), trace.nodes[0]
    plies = max(node.ply for node in trace.nodes)
    line = [tree.edges[edge]["label"] for edge in pairwise(trace.principal())]
    cuts = [len(node.cut) for node in trace.nodes if node.cut]
    return (
        f"A search tree of {_count(len(trace), 'node')}, {_count(plies, 'ply', 'plies')} deep; "
        f"{_name(tree, 'MAX')} is to move. "
        f"The root's value for MAX: {_value(root.value, root.bound)}. "
        f"Best play: {', '.join(line) or 'no move'}. "
        f"{_count(len(cuts), 'cutoff')}, {_count(sum(cuts), 'move')} never looked at."
    )


def _count(number: int, one: str, many: str = "") -> str:
    """A number of things: 1 node, 1,234 nodes."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _name(tree: nx.DiGraph, side: str) -> str:
    """MAX or MIN, and who that is where players have symbols: MAX (X)."""
    state = tree.nodes[0]["state"]
    player = state.player if side == "MAX" else 1 - state.player
    return f"{side} ({SYMBOLS[player]})" if _rows(state) else side


def _moves_text(state: Any, moves: Sequence[Move]) -> str:
    """Moves as people write them: columns and squares from 1, branches of a tree a, b, c."""
    if isinstance(state, Connect4 | TicTacToe):
        names = [str(move + 1) for move in sorted(moves)]
    elif isinstance(state, ListTree | RandomTree):
        names = [chr(ord("a") + move) if move < 26 else str(move + 1) for move in sorted(moves)]
    else:
        return ", ".join(map(str, moves))
    is_run = len(moves) > 2 and max(moves) - min(moves) == len(moves) - 1
    return f"{names[0]}–{names[-1]}" if is_run else ", ".join(names)


def _value(value: float | None, bound: str = "exact") -> str:
    """A value as one writes it: 3, −0.5, ≤ 2; of a depth-limited search also win 3, loss 4."""
    if value is None:
        return "?"
    plies = WIN - abs(value)
    if 0 <= plies < WIN / 2:
        text = f"{'win' if value > 0 else 'loss'} {plies:.0f}"
    else:
        text = f"{value:,.0f}" if 100 <= abs(value) < inf else f"{round(value, 3) + 0.0:g}"
    return SIGN[bound] + text.replace("inf", "∞").replace("-", "−")


@cache
def _wide(text: str, size: float) -> float:
    """How wide a text is, in inches."""
    lines = [line for line in text.split("\n") if line.strip()]
    return max((TextPath((0, 0), line, size).get_extents().x1 / 72 for line in lines), default=0)


# ---- where everything goes -----------------------------------------------------------------


@dataclass
class Spot:
    """A node on paper: what is written, how large it is, where its middle lies."""

    text: str = ""
    note: str = ""
    symbol: Size = (0, 0)
    board: Size = (0, 0)
    across: float = 0
    along: float = 0


class Layout:
    """Where the nodes of a tree go; boards are shown down to the ply `boards`."""

    def __init__(
        self, tree: nx.DiGraph, sideways: bool, width: float, boards: int, windows: bool
    ) -> None:
        self.tree, self.sideways, self.width = tree, sideways, width
        self.spots = {node: self._spot(node, boards, windows) for node in tree}
        self.levels: dict[Node, int] = nx.single_source_shortest_path_length(tree, 0)
        self.starts: list[float] = []
        """Where each level begins, along."""
        if sideways:
            self.height = self._spread(0, EDGE + LEGEND, 0.035) + EDGE
            self.width = max(width, self._line_up(EDGE, 0.2 + FLAT, 1.2 + FLAT) + EDGE)
            self.fits = self.height <= TALLEST
        else:
            spare = width - 2 * EDGE - self._spread(0, 0, 0.1)
            gap = 0.1 + max(0, min(0.4, spare / (1.6 * _leaves(tree))))
            margin = (width - self._spread(0, 0, gap)) / 2
            self._spread(0, margin, gap)
            self.height = self._line_up(EDGE + LEGEND, 0.5, 0.5) + EDGE
            self.fits = margin >= EDGE

    def _spot(self, node: Node, boards: int, windows: bool) -> Spot:
        """What a node shows, and how large that is."""
        spot, data, children = Spot(), self.tree.nodes[node], [*self.tree.successors(node)]
        high = 0.17 if self.sideways else 0.22
        if data["kind"] == "fold":
            spot.text = f"+{data['count']:,}"
        elif data["kind"] == "cut":
            (label,) = (label for _, _, label in self.tree.in_edges(node, data="label"))
            spot.text = f"✂ {label}:  {data['reason']}" if self.sideways else "✂"
        else:
            spot.text = "⊞ " * (data["kind"] == "table") + _value(data["value"], data["bound"])
            if data["ply"] <= boards and (rows := _rows(data["state"])):
                spot.board = (len(rows[0]) * CELL + 0.08, len(rows) * CELL + 0.08)
        if children:
            high = 0.27 if self.sideways else 0.36
            notes = ["α {}   β {}".format(*map(_value, data["window"]))] if windows else []
            reasons = {self.tree.nodes[child].get("reason", "") for child in children} - {""}
            spot.note = "\n".join(notes + [f"✂ {why}" for why in reasons if not self.sideways])
        wide = _wide(spot.text, LARGE) * (1.15 if _look(data) == "min" else 1) + 0.13
        spot.symbol = (max(high, wide), high)
        return spot

    def size(self, spot: Spot) -> Size:
        """How wide and high a symbol is with its board, which is above it or on its left."""
        (wide, high), (board_wide, board_high) = spot.symbol, spot.board
        if self.sideways:
            return wide + board_wide, max(high, board_high)
        return max(wide, board_wide), high + board_high

    def middle(self, spot: Spot) -> tuple[float, float]:
        """The x and y of a node's middle."""
        return (spot.along, spot.across) if self.sideways else (spot.across, spot.along)

    def _spread(self, node: Node, start: float, gap: float) -> float:
        """Place a subtree across, from `start`; return where it ends."""
        spot, children, end = self.spots[node], [*self.tree.successors(node)], start
        for number, child in enumerate(children):
            wider = 1.6 if self.tree.out_degree(child) else 1
            end = self._spread(child, end + (gap * wider if number else 0), gap)
        wide, high = self.size(spot)
        if self.sideways:
            before, after = high / 2, high / 2 + (0.15 if spot.note else 0)
        else:
            beside = 0.06 + _wide(spot.note, SMALL) if spot.note else 0
            before, after = wide / 2, max(wide / 2, spot.symbol[0] / 2 + beside)
        spot.across = start + before
        if children:
            first, last = (self.spots[child].across for child in (children[0], children[-1]))
            spot.across = max(spot.across, (first + last) / 2)
            missing = spot.across - (first + last) / 2
            for below in nx.descendants(self.tree, node):
                self.spots[below].across += missing
            end += missing
        return max(end, spot.across + after)

    def _line_up(self, start: float, least: float, most: float) -> float:
        """Place the levels along, `least` to `most` apart; return where the last one ends."""
        lengths = {node: self._length(spot) for node, spot in self.spots.items()}
        slots = [0.0] * (1 + max(self.levels.values()))
        for node, level in self.levels.items():
            if isinstance(node, int):  # what was cut or folded has all the room after it
                slots[level] = max(slots[level], lengths[node])
        before = [start + sum(slots[:level]) for level in range(len(slots))]
        room = self.width - EDGE if self.sideways else inf
        gaps = [(room - before[n] - lengths[node]) / n for node, n in self.levels.items() if n]
        gap = max(least, min([most, *gaps]))
        self.starts = [first + n * gap for n, first in enumerate(before)]
        for node, spot in self.spots.items():
            level, size = self.levels[node], self.size(spot)[0 if self.sideways else 1]
            spare = slots[level] - size if self.sideways and spot.note else 0
            spot.along = self.starts[level] + spare + size / 2
        return max(self.starts[n] + lengths[node] for node, n in self.levels.items())

    def _length(self, spot: Spot) -> float:
        """How much of its level a node takes, along. A note below it ends where it ends."""
        wide, high = self.size(spot)
        return max(wide, _wide(spot.note, SMALL)) if self.sideways else high


def _leaves(tree: nx.DiGraph) -> int:
    return sum(degree == 0 for _, degree in tree.out_degree)


def _layout(
    trace: Trace, boards: bool | None, windows: bool | None, most: int, width: float
) -> Layout:
    """The layout with the most on it that still fits: boards first, then windows."""
    folded = _folded(_graph(trace, merge=True), most)
    plain = _graph(trace, merge=False) if len(trace) <= most else folded
    small = [tree for tree in (plain, folded) if len(tree) <= most and _leaves(tree) <= FEW]
    is_cutting = any(node.window != trace.nodes[0].window for node in trace.nodes)
    plies = max(node.ply for node in trace.nodes)
    for down_to in range(plies, -2, -1) if boards is None else [plies if boards else -1]:
        for with_windows in [is_cutting, False] if windows is None else [windows]:
            for tree, sideways in [*((tree, False) for tree in small), (folded, True)]:
                layout = Layout(tree, sideways, width, down_to, with_windows)
                if layout.fits:
                    return layout
    return layout


# ---- the drawing ---------------------------------------------------------------------------


def draw(
    trace: Trace,
    boards: bool | None = None,
    windows: bool | None = None,
    most: int = 150,
    width: float = 9.0,
) -> Figure:
    """The recorded tree: squares for MAX, round nodes for MIN, plain leaves; values are MAX's.

    The principal line is bold, what was cut off is dashed, what has no room is folded
    into nodes that say how many they stand for, so that at most `most` are drawn.
    Little boards (Connect Four, tic-tac-toe) and windows beside the nodes are shown
    where they fit, or if you say so. `width` is in inches.
    """
    layout = _layout(trace, boards, windows, most, width)
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
    spots = layout.spots[parent], layout.spots[child]
    (x1, y1), (x2, y2) = map(layout.middle, spots)
    (wide1, high1), (wide2, high2) = map(layout.size, spots)
    if layout.sideways:
        x1, x2, flat = x1 + wide1 / 2, x2 - wide2 / 2, layout.starts[layout.levels[child]] - FLAT
        points = [(x1, y1), ((x1 + flat) / 2, y1), ((x1 + flat) / 2, y2), (flat, y2), (x2, y2)]
        path = Path(points, [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO])
        x, y = flat + FLAT / 2, y2
    else:
        y1, y2 = y1 + high1 / 2, y2 - high2 / 2
        path = Path([(x1, y1), (x2, y2)])
        x, y = x2 + (x1 - x2) * 0.4, y2 + (y1 - y2) * 0.4
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
    look, (wide, high) = _look(data), size
    fill, edge, style = LOOK[look]
    line, edge = (2.5, BEST) if data["principal"] else (1.2, edge)
    if look == "min":
        return Ellipse((x, y), wide, high, fc=fill, ec=edge, lw=line, gid="node")
    corner, rounding = (x - wide / 2, y - high / 2), 0.0 if look == "max" else 0.05
    shape = f"round,pad=0,rounding_size={rounding}"
    box = FancyBboxPatch(corner, wide, high, shape, fc=fill, ec=edge, lw=line, ls=style)
    box.set_gid("node")
    return box


def _look(data: dict[str, Any]) -> str:
    """What a node looks like: MAX and MIN where moves were tried, else why there were none."""
    return str(data["kind"]) if data["kind"] != "inner" else "max" if data["is_max"] else "min"


def _rows(state: Any) -> Sequence[Sequence[int | None]] | None:
    """The squares of a board that can be drawn, from the top; None of any other game."""
    if isinstance(state, Connect4):
        return state.rows()
    return [state.squares[n : n + 3] for n in (0, 3, 6)] if isinstance(state, TicTacToe) else None


def _draw_board(axes: Axes, state: Any, left: float, top: float) -> None:
    """A little board in the colours of the large ones; its discs are markers, sized in points."""
    rows, dot = _rows(state) or [], 72 * CELL
    wide, high = len(rows[0]) * CELL + 0.04, len(rows) * CELL + 0.04
    is_panel = isinstance(state, Connect4)
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
    names = {"max": _name(layout.tree, "MAX"), "min": _name(layout.tree, "MIN")}
    names |= {"over": "game over" if _rows(nodes[0]["state"]) else "leaf", "depth": "depth limit"}
    looks = {_look(data) for data in nodes}
    signs = []
    for look in (look for look in names if look in looks):
        shape, (fill, edge, _) = "o" if look == "min" else "s", LOOK[look]
        signs.append(
            Line2D([], [], ls="", marker=shape, ms=8, mfc=fill, mec=edge, label=names[look])
        )
    if len(nodes) > 1:
        signs.append(Line2D([], [], color=BEST, lw=3, label="best play"))
    if "cut" in looks:
        signs.append(Line2D([], [], color=GREY, lw=1, ls="--", label="cut off"))
    texts = {"table": "⊞ from the table", "fold": "+9 nodes folded"}
    texts["win"] = "win 3: MAX wins at ply 3"
    if any(_value(data.get("value"))[0] in "wl" for data in nodes):
        looks.add("win")
    empty = (Line2D([], [], ls="", label=text) for look, text in texts.items() if look in looks)
    return [*signs, *empty]
