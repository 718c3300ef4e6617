"""Printed trees of recorded searches: a `Trace` as a graph, as a drawing, and in words."""

from itertools import pairwise
from math import inf

import networkx as nx
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from c4lib.result import Trace
from c4lib.search.common import check_number
from c4lib.view.plots.style import styled
from c4lib.view.trees import figure as painting
from c4lib.view.trees.figure import CELLS, board_rows, line_sign, sign, text_width
from c4lib.view.trees.graph import Key, folded, graph
from c4lib.view.trees.layout import FEW, Layout, Spot, leaf_count
from c4lib.view.trees.marks import NOTE, SMALL
from c4lib.view.trees.text import counted, is_win, side, value_text

__all__ = ["describe", "draw", "graph"]


def describe(trace: Trace) -> str:
    """What the tree shows, in a paragraph: for captions and alternative text."""
    tree, root = graph(trace), trace.nodes[0]
    plies = max(node.ply for node in trace.nodes)
    line = [tree.edges[edge]["label"] for edge in pairwise(trace.principal())]
    cuts = [len(node.cut) for node in trace.nodes if node.cut]
    return (
        f"A search tree of {counted(len(trace), 'node')}, {counted(plies, 'ply', 'plies')} deep; "
        f"{side(True, root.state, root.state.player)} is to move. "
        f"The root's value for MAX: {value_text(root.value, root.bound)}. "
        f"Best play: {', '.join(line) or 'no move'}. "
        f"{counted(len(cuts), 'cutoff')}, {counted(sum(cuts), 'move')} never looked at."
    )


@styled
def draw(
    trace: Trace, boards: bool | None = None, windows: bool | None = None, most: int = 150,
    width: float = 8.0,
) -> Figure:  # fmt: skip
    """The recorded tree: squares for MAX, circles for MIN, plain leaves; values are for MAX.

    Where dice decide there is a diamond, with probabilities on the branches below it.
    The principal variation is bold and branches that were cut off are dashed. What has no room
    is folded into nodes that say how many they stand for, so that at most `most` are drawn.
    Little boards (Connect Four, tic-tac-toe) and windows beside the nodes are shown
    where they fit, or as you say. `width` is in inches.
    """
    check_number("width", width, 1, 100)
    layout = best_layout(trace, boards, windows, most, width)
    figure, _ = painting.paint(layout)
    painting.explain(figure, _legend(layout.tree))
    figure.alt = describe(trace)
    return figure


def best_layout(
    trace: Trace, boards: bool | None, windows: bool | None, most: int, width: float
) -> Layout:
    """The layout with the most on it that still fits: boards first, then windows."""
    less = folded(graph(trace, merge=True), most)
    plain = graph(trace) if len(trace) <= most else less
    small = [tree for tree in (plain, less) if len(tree) <= most and leaf_count(tree) <= FEW]
    ways = [*((tree, False, cell) for tree in small for cell in CELLS), (less, True, CELLS[-1])]
    is_cutting = any(node.window != trace.nodes[0].window for node in trace.nodes)
    plies = max(node.ply for node in trace.nodes)
    for down_to in range(plies, -2, -1) if boards is None else [plies if boards else -1]:
        for with_windows in [is_cutting, False] if windows is None else [windows]:
            for tree, sideways, cell in ways:
                spots = {
                    key: _spot(tree, key, sideways, down_to, with_windows, cell) for key in tree
                }
                layout = Layout(tree, spots, sideways, width)
                if layout.fits:
                    return layout
    return layout


def _spot(
    tree: nx.DiGraph, key: Key, sideways: bool, boards: int, windows: bool, cell: float
) -> Spot:
    """What a node shows, and how large that is; boards are shown down to the ply `boards`."""
    data, is_inner = tree.nodes[key], bool(tree.out_degree(key))
    size = 0.27 if sideways else 0.36
    most = 0 if sideways and is_inner else inf
    spot = painting.spot_of(data["look"], _text(tree, key, sideways), size, most=most)
    if isinstance(key, int) and data["ply"] <= boards and (rows := board_rows(data["state"])):
        spot.board = (len(rows[0]) * cell + 0.08, len(rows) * cell + 0.08)
    if is_inner:
        spot.note = _note(tree, key, sideways, windows)
        spot.note_width = text_width(spot.note, NOTE)
    for parent, _, label in tree.in_edges(key, data="label"):
        if tree.nodes[parent]["look"] == "chance":
            spot.label = text_width(label, SMALL)
    return spot


def _text(tree: nx.DiGraph, key: Key, sideways: bool) -> str:
    """What is written in a node: its value, or how much is folded or why it was cut off."""
    data = tree.nodes[key]
    if data["kind"] == "fold":
        return f"+{data['count']:,}"
    if data["kind"] == "cut":
        (label,) = (label for _, _, label in tree.in_edges(key, data="label"))
        return f"✂ {label}:  {data['reason']}" if sideways else "✂"
    known = "⊞ " if data["kind"] == "table" else ""
    return known + value_text(data["value"], data["bound"])


def _note(tree: nx.DiGraph, key: Key, sideways: bool, windows: bool) -> str:
    """What stands beside a node: its window, and why the remaining moves were cut off."""
    window = tree.nodes[key]["window"]
    notes = ["α {}   β {}".format(*map(value_text, window))] if windows else []
    reasons = {tree.nodes[child].get("reason", "") for child in tree.successors(key)} - {""}
    return "\n".join(notes + [f"✂ {why}" for why in reasons if not sideways])


def _legend(tree: nx.DiGraph) -> list[Line2D]:
    nodes = [data for _, data in tree.nodes(data=True)]
    root, looks = nodes[0]["state"], {data["look"] for data in nodes}
    names = {
        "max": side(True, root, root.player),
        "min": side(False, root, 1 - root.player) if "min" in looks else "",
        "chance": "chance",
        "over": "game over" if board_rows(root) else "leaf",
        "depth": "depth limit",
    }
    signs = [sign(look, name) for look, name in names.items() if look in looks]
    signs += [line_sign("best play")] if len(nodes) > 1 else []
    signs += [line_sign("cut off")] if "cut" in looks else []
    texts = {
        "⊞ from the table": "table" in looks,
        "+9: nodes folded": "fold" in looks,
        "win 3: MAX wins at ply 3": any(is_win(data.get("value")) for data in nodes),
    }
    return signs + [line_sign(text, width=0) for text, is_used in texts.items() if is_used]
