"""Where the nodes of a tree go: one layout for printed trees and for those that grow in a stepper.

Leaves stand side by side and each parent above the middle of its children. "Across" is the
direction in which leaves follow each other, "along" the one from the root to the leaves; y is
counted from the top. Printed trees are laid out in inches, growing ones in pixels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

import networkx as nx

from c4lib.view.trees.graph import Key

Size = tuple[float, float]
Point = tuple[float, float]

FEW = 14  # with more leaves than this, a printed tree grows to the right
TALLEST = 13.0  # inches of a picture with boards or windows that nobody asked for
EDGE, LEGEND = 0.12, 0.36  # around the picture, and above it
LABEL_AT = 0.4  # how far up from a node its move stands, in trees that grow downwards
FLAT = 0.28  # where the moves stand, before the nodes of a tree that grows to the right

WHOLE_NODES, WHOLE_LEAVES = 60, 27  # larger trees are folded while they grow


def leaf_count(tree: nx.DiGraph) -> int:
    """How many nodes have nothing below them."""
    return sum(degree == 0 for _, degree in tree.out_degree)


def spread(
    tree: nx.DiGraph, extents: Mapping[Key, Size], gap: float, start: float = 0
) -> tuple[dict[Key, float], float]:
    """Where each node stands across, and where the last one ends.

    A node's extent is the room it needs before and after its middle. Subtrees are further
    apart than leaves.
    """
    places: dict[Key, float] = {}

    def place(node: Key, start: float) -> float:
        before, after = extents[node]
        children, end = [*tree.successors(node)], start
        for number, child in enumerate(children):
            wider = 1.6 if tree.out_degree(child) else 1
            end = place(child, end + (gap * wider if number else 0))
        places[node] = start + before
        if children:
            middle = (places[children[0]] + places[children[-1]]) / 2
            places[node] = max(places[node], middle)
            if missing := places[node] - middle:
                for below in nx.descendants(tree, node):
                    places[below] += missing
                end += missing
        return max(end, places[node] + after)

    return places, place(0, start)


@dataclass
class Spot:
    """A node on paper: what is written, how large that is, where its middle lies."""

    text: str = ""
    symbol: Size = (0, 0)
    board: Size = (0, 0)  # above the symbol, or on its left in a tree that grows to the right
    note: str = ""  # beside the symbol, or below it
    note_width: float = 0
    after: str = ""  # after the symbol: text without room in it, how many nodes are left out
    after_size: Size = (0, 0)
    label: float = 0  # the width of the probability on the branch to it, if there is one
    across: float = 0
    along: float = 0


class Layout:
    """Where the spots of a printed tree go, in inches."""

    def __init__(
        self, tree: nx.DiGraph, spots: Mapping[Key, Spot], sideways: bool, width: float,
        gap: float = 0.035,
    ) -> None:  # fmt: skip
        self.tree, self.sideways, self.width, self.spots = tree, sideways, width, spots
        self.levels: dict[Key, int] = nx.single_source_shortest_path_length(tree, 0)
        self.flat = max(FLAT, *(spot.label + 0.08 for spot in spots.values()))
        self.starts: list[float] = []  # where each level begins, along
        if sideways:
            self.height = self._spread(gap, EDGE + LEGEND) + EDGE
            self.width = max(width, self._line_up(EDGE, 0.2 + self.flat, 1.2 + self.flat) + EDGE)
            self.fits = self.height <= TALLEST
        else:
            spare = width - 2 * EDGE - self._spread(0.1)
            gap = 0.1 + max(0, min(0.4, spare / (1.6 * leaf_count(tree))))
            margin = (width - self._spread(gap)) / 2
            self._spread(gap, margin)
            self.height = self._line_up(EDGE + LEGEND, 0.5, 0.5) + EDGE
            self.fits = margin >= EDGE

    def size(self, spot: Spot) -> Size:
        """How wide and high a symbol is, with its board and what stands after it."""
        wide, high = zip(spot.symbol, spot.board, spot.after_size, strict=True)
        return (sum(wide), max(high)) if self.sideways else (max(wide), sum(high))

    def corner(self, spot: Spot) -> Point:
        """The top left corner of a symbol with its board and what stands after it."""
        wide, high = self.size(spot)
        x, y = (spot.along, spot.across) if self.sideways else (spot.across, spot.along)
        return x - wide / 2, y - high / 2

    def middle(self, spot: Spot) -> Point:
        """The middle of a symbol."""
        (left, top), (wide, high) = self.corner(spot), self.size(spot)
        if self.sideways:
            return left + spot.board[0] + spot.symbol[0] / 2, top + high / 2
        return left + wide / 2, top + spot.board[1] + spot.symbol[1] / 2

    def branch(self, parent: Key, child: Key) -> tuple[Sequence[Point], Point]:
        """The points of the branch to a child, and where its move stands.

        Two points are a straight line; five are a curve of four, and a line to the fifth.
        """
        (left1, top1), (left2, top2) = (self.corner(self.spots[key]) for key in (parent, child))
        (wide1, high1), (wide2, high2) = (self.size(self.spots[key]) for key in (parent, child))
        if self.sideways:
            x1, y1, x2, y2 = left1 + wide1, top1 + high1 / 2, left2, top2 + high2 / 2
            flat = self.starts[self.levels[child]] - self.flat
            half = (x1 + flat) / 2
            points = [(x1, y1), (half, y1), (half, y2), (flat, y2), (x2, y2)]
            return points, (flat + self.flat / 2, y2)
        x1, y1, x2, y2 = left1 + wide1 / 2, top1 + high1, left2 + wide2 / 2, top2
        return [(x1, y1), (x2, y2)], (x2 + (x1 - x2) * LABEL_AT, y2 + (y1 - y2) * LABEL_AT)

    def _spread(self, gap: float, start: float = 0) -> float:
        """Place all nodes across; return where the last one ends."""
        extents = {node: self._extent(spot) for node, spot in self.spots.items()}
        places, end = spread(self.tree, extents, gap, start)
        for node, spot in self.spots.items():
            spot.across = places[node]
        return end

    def _extent(self, spot: Spot) -> Size:
        """The room a node needs across, before and after its middle."""
        wide, high = self.size(spot)
        if self.sideways:
            return high / 2, high / 2 + (0.15 if spot.note else 0)
        beside = 0.06 + spot.note_width if spot.note else 0
        wide = max(wide, (spot.label + 0.03) / (1 - LABEL_AT))
        return wide / 2, max(wide / 2, spot.symbol[0] / 2 + beside)

    def _line_up(self, start: float, least: float, most: float) -> float:
        """Place the levels along, `least` to `most` apart; return where the last one ends."""
        sizes = {node: self.size(spot)[not self.sideways] for node, spot in self.spots.items()}
        lengths = dict(sizes)
        if self.sideways:  # a note below a node ends where the node ends
            lengths = {n: max(size, self.spots[n].note_width) for n, size in sizes.items()}
        slots = [0.0] * (1 + max(self.levels.values()))
        for node, level in self.levels.items():
            if isinstance(node, int):  # cuts and folds have all the room after them
                slots[level] = max(slots[level], lengths[node])
        before = [start, *(start + total for total in accumulate(slots))]
        room = self.width - EDGE if self.sideways else inf
        gaps = [(room - before[n] - lengths[node]) / n for node, n in self.levels.items() if n]
        gap = max(least, min([most, *gaps]))
        self.starts = [first + n * gap for n, first in enumerate(before)]
        for node, spot in self.spots.items():
            level, size = self.levels[node], sizes[node]
            spare = slots[level] - size if self.sideways and spot.note else 0
            spot.along = self.starts[level] + spare + size / 2
        return max(self.starts[n] + lengths[node] for node, n in self.levels.items())


class GrowingLayout:
    """Where the nodes of a tree go that is replayed step by step, in pixels.

    In a small tree each node has its place from the beginning. Of a larger one only a path is
    shown, and beside each of its nodes the siblings.
    """

    def __init__(self, tree: nx.DiGraph, width: float, top: float) -> None:
        self.tree, self.width, self.top = tree, width, top
        leaves, entered = leaf_count(tree), sum(isinstance(key, int) for key in tree)
        self.is_whole = entered <= WHOLE_NODES and leaves <= WHOLE_LEAVES
        widest = leaves if self.is_whole else max(degree for _, degree in tree.out_degree)
        self.gap = min(84, (width - 20) / max(widest, 1))
        levels = nx.single_source_shortest_path_length(tree, 0)
        deepest = max(levels.values())
        self.row: float = min(96, max(48, 300 / max(deepest, 1)))
        self.radius = min(18, self.gap * (0.44 if self.is_whole else 0.36), self.row * 0.3)
        self.height = top + deepest * self.row + 1.4 * self.radius
        self._whole: dict[Key, Point] = {}
        if self.is_whole:
            extents = dict.fromkeys(tree, (self.gap / 2, self.gap / 2))
            across, end = spread(tree, extents, 0)
            left = (width - end) / 2
            self._whole = {key: (left + across[key], self._down(n)) for key, n in levels.items()}

    def places(self, path: Iterable[Key]) -> Mapping[Key, Point]:
        """Where the nodes are that are shown while the search is on a path from the root."""
        if self.is_whole:
            return self._whole
        places: dict[Key, Point] = {0: (self.width / 2, self._down(0))}
        for ply, key in enumerate(path, start=1):
            children = [*self.tree.successors(key)]
            left = self.width / 2 - (len(children) - 1) / 2 * self.gap
            for number, child in enumerate(children):
                places[child] = left + number * self.gap, self._down(ply)
        return places

    def _down(self, ply: int) -> float:
        return self.top + ply * self.row
