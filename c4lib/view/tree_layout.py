"""Where the nodes of a search tree go on paper.

A drawing is laid out in inches: one unit is one inch, and y is counted from the top.
Trees with few leaves grow downwards, others to the right. "Across" is the direction in
which leaves follow each other, "along" the one from the root to the leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

import networkx as nx
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.result import Trace
from c4lib.view.tree_graph import Node, folded, graph_of
from c4lib.view.tree_text import bare, is_chance, value_text

Size = tuple[float, float]

FEW = 14  # up to so many leaves, a tree grows downwards
TALLEST = 13.0  # of a picture with boards or windows that nobody asked for
EDGE, LEGEND = 0.12, 0.36  # around the picture, and above it
LABEL_AT = 0.4  # how much of the way up from a node its move stands, in trees that grow down
FLAT = 0.28  # where the moves stand, before the nodes of a tree that grows to the right
CELL = 0.125  # of a little board
LARGE, SMALL = 9, 8  # letters, in points


@dataclass
class Spot:
    """A node on paper: what is written, how large it is, where its middle lies."""

    text: str = ""
    note: str = ""
    symbol: Size = (0, 0)
    board: Size = (0, 0)
    label: float = 0
    """How wide the probability is that stands on the line to it, if one does."""
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
        self.flat = max(FLAT, *(spot.label + 0.08 for spot in self.spots.values()))
        self.starts: list[float] = []
        """Where each level begins, along."""
        if sideways:
            self.height = self._spread(0, EDGE + LEGEND, 0.035) + EDGE
            self.width = max(width, self._line_up(EDGE, 0.2 + self.flat, 1.2 + self.flat) + EDGE)
            self.fits = self.height <= TALLEST
        else:
            spare = width - 2 * EDGE - self._spread(0, 0, 0.1)
            gap = 0.1 + max(0, min(0.4, spare / (1.6 * leaf_count(tree))))
            margin = (width - self._spread(0, 0, gap)) / 2
            self._spread(0, margin, gap)
            self.height = self._line_up(EDGE + LEGEND, 0.5, 0.5) + EDGE
            self.fits = margin >= EDGE

    def _spot(self, node: Node, boards: int, windows: bool) -> Spot:
        """What a node shows, and how large that is."""
        data = self.tree.nodes[node]
        spot, is_inner = Spot(self._text(node)), bool(self.tree.out_degree(node))
        if isinstance(node, int) and data["ply"] <= boards and (rows := board_rows(data["state"])):
            spot.board = (len(rows[0]) * CELL + 0.08, len(rows) * CELL + 0.08)
        if is_inner:
            spot.note = self._note(node, windows)
        low, high = (0.17, 0.27) if self.sideways else (0.22, 0.36)
        least = high if is_inner else low
        room = {"min": 1.15, "chance": 1.5}.get(look(data), 1)  # around a text in such a symbol
        wide = text_width(spot.text, LARGE) * room + 0.13
        spot.symbol = (max(least, wide), least * (1.3 if look(data) == "chance" else 1))
        for parent, _, label in self.tree.in_edges(node, data="label"):
            if look(self.tree.nodes[parent]) == "chance":
                spot.label = text_width(label, SMALL)
        return spot

    def _text(self, node: Node) -> str:
        """What is written in a node: its value, or how much is folded or why it was cut off."""
        data = self.tree.nodes[node]
        if data["kind"] == "fold":
            return f"+{data['count']:,}"
        if data["kind"] == "cut":
            (label,) = (label for _, _, label in self.tree.in_edges(node, data="label"))
            return f"✂ {label}:  {data['reason']}" if self.sideways else "✂"
        known = "⊞ " if data["kind"] == "table" else ""
        return known + value_text(data["value"], data["bound"])

    def _note(self, node: Node, windows: bool) -> str:
        """What stands beside a node: its window, and why the moves left were cut off."""
        children = self.tree.successors(node)
        window = self.tree.nodes[node]["window"]
        notes = ["α {}   β {}".format(*map(value_text, window))] if windows else []
        reasons = {self.tree.nodes[child].get("reason", "") for child in children} - {""}
        return "\n".join(notes + [f"✂ {why}" for why in reasons if not self.sideways])

    def size(self, spot: Spot) -> Size:
        """How wide and high a symbol is with its board, which is above it or on its left."""
        (wide, high), (board_wide, board_high) = spot.symbol, spot.board
        if self.sideways:
            return wide + board_wide, max(high, board_high)
        return max(wide, board_wide), high + board_high

    def middle(self, spot: Spot) -> tuple[float, float]:
        """The x and y of a node's middle."""
        return (spot.along, spot.across) if self.sideways else (spot.across, spot.along)

    def line(self, parent: Node, child: Node, share: float) -> tuple[Path, float, float]:
        """The line from a node to its child, and where its move stands.

        In a tree that grows downwards that is so much of the way up from the child.
        """
        spots = self.spots[parent], self.spots[child]
        (x1, y1), (x2, y2) = map(self.middle, spots)
        (wide1, high1), (wide2, high2) = map(self.size, spots)
        if self.sideways:
            x1, x2, flat = (
                x1 + wide1 / 2,
                x2 - wide2 / 2,
                self.starts[self.levels[child]] - self.flat,
            )
            points = [(x1, y1), ((x1 + flat) / 2, y1), ((x1 + flat) / 2, y2), (flat, y2), (x2, y2)]
            path = Path(points, [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO])
            return path, flat + self.flat / 2, y2
        y1, y2 = y1 + high1 / 2, y2 - high2 / 2
        return Path([(x1, y1), (x2, y2)]), x2 + (x1 - x2) * share, y2 + (y1 - y2) * share

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
            beside = 0.06 + text_width(spot.note, SMALL) if spot.note else 0
            wide = max(wide, (spot.label + 0.03) / (1 - LABEL_AT))
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
        return max(wide, text_width(spot.note, SMALL)) if self.sideways else high


def best_layout(
    trace: Trace, boards: bool | None, windows: bool | None, most: int, width: float
) -> Layout:
    """The layout with the most on it that still fits: boards first, then windows."""
    less = folded(graph_of(trace, merge=True), most)
    plain = graph_of(trace, merge=False) if len(trace) <= most else less
    small = [tree for tree in (plain, less) if len(tree) <= most and leaf_count(tree) <= FEW]
    is_cutting = any(node.window != trace.nodes[0].window for node in trace.nodes)
    plies = max(node.ply for node in trace.nodes)
    for down_to in range(plies, -2, -1) if boards is None else [plies if boards else -1]:
        for with_windows in [is_cutting, False] if windows is None else [windows]:
            for tree, sideways in [*((tree, False) for tree in small), (less, True)]:
                layout = Layout(tree, sideways, width, down_to, with_windows)
                if layout.fits:
                    return layout
    return layout


def leaf_count(tree: nx.DiGraph) -> int:
    """How many nodes have nothing below them."""
    return sum(degree == 0 for _, degree in tree.out_degree)


def look(data: dict[str, Any]) -> str:
    """What a node looks like: whose turn it was where moves were tried, else why none were."""
    if data["kind"] != "inner":
        return str(data["kind"])
    return "chance" if is_chance(data["state"]) else "max" if data["is_max"] else "min"


def board_rows(state: Any) -> Sequence[Sequence[int | None]] | None:
    """The squares of a board that can be drawn, from the top; None of any other game."""
    state = bare(state)
    if isinstance(state, Connect4):
        return state.rows()
    return [state.squares[n : n + 3] for n in (0, 3, 6)] if isinstance(state, TicTacToe) else None


@cache
def text_width(text: str, size: float) -> float:
    """How wide a text is, in inches."""
    lines = [line for line in text.split("\n") if line.strip()]
    return max((TextPath((0, 0), line, size).get_extents().x1 / 72 for line in lines), default=0)
