"""Minimax: what a state is worth if both sides play their best. Lesson 02 builds it.

MAX is the player to move at the root, MIN the other. Two forms: a function that calls
itself, and one loop over a list of nodes, without recursion. Both enter the same states in
the same order.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

from c4lib.game import MOST_PLIES, Move, State
from c4lib.result import Bound, SearchResult, Trace, Window
from c4lib.search.common import ENDLESS, Evaluate, Line, Search
from c4lib.search.ordering import Order, left_to_right

OPEN = (-inf, inf)


def minimax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: Trace | None = None,
) -> SearchResult:
    """The best move and its value for the player to move, by looking at everything.

    `depth` limits the plies looked ahead; an unfinished game then counts as `evaluate`
    says for its player to move, or as 0 without an evaluation.
    """
    search = MinimaxSearch(state, depth, evaluate, trace)
    with search.to_the_end():
        return search.result(*search.search_node(state, 0, None, None))


class MinimaxSearch(Search):
    """The recursive form: the textbook's MAX-VALUE and MIN-VALUE in one."""

    def search_node(
        self, state: State, ply: int, move: Move | None, parent: int | None
    ) -> tuple[float, Line]:
        """What MAX gets if both sides play their best, and the moves that lead there."""
        is_max = self.is_max(state)
        node = self.enter(state, ply, move, parent, OPEN)
        if (value := self.leaf(state, ply, node)) is not None:
            return value, ()
        best: tuple[float, Line] = (-inf if is_max else inf, ())
        for move in state.moves():
            value, line = self.value(state.play(move), ply + 1, move, node)
            if value > best[0] if is_max else value < best[0]:
                best = value, (move, *line)
            self.took(ply, node, move, value, best, OPEN)
        self.leave(node, best[0], "exact", OPEN)
        return best

    def value(self, state: State, ply: int, move: Move, node: int | None) -> tuple[float, Line]:
        """What MAX gets after a move."""
        return self.search_node(state, ply, move, node)


# ---- without recursion ---------------------------------------------------------------------


@dataclass(eq=False)
class ListedNode:
    """A node of the list: its value is provisional until all its children are folded in."""

    state: Any
    parent: "ListedNode | None"
    move: Move | None
    ply: int
    value: float = 0.0
    line: Line = ()
    is_open: bool = True
    """Whether it has not been entered yet."""
    is_leaf: bool = False
    is_max: bool = True
    window: Window = OPEN
    number: int | None = None
    """Its number in the trace."""


def minimax_by_list(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: Trace | None = None,
) -> SearchResult:
    """The same as `minimax`, by one loop over a list of nodes."""
    search = Search(state, depth, evaluate, trace)
    root = ListedNode(state, None, None, 0)
    nodes = [root]  # the first node is last in the list, where Python can remove it quickly
    while nodes:
        node = nodes[-1]
        if node.is_open:
            nodes.extend(reversed(expand(search, node, OPEN, left_to_right)))
            continue
        nodes.pop()
        if not node.is_leaf:
            search.leave(node.number, node.value, "exact", OPEN)
        if node.parent is not None:
            fold(node)
            took(search, node, OPEN)
    return search.result(root.value, root.line)


def expand(search: Search, node: ListedNode, window: Window, order: Order) -> list[ListedNode]:
    """Enter a node: a leaf gets its value, any other the worst value and its children."""
    parent = None if node.parent is None else node.parent.number
    node.is_open, node.window = False, window
    node.number = search.enter(node.state, node.ply, node.move, parent, window)
    node.is_max = search.is_max(node.state)
    value = search.leaf(node.state, node.ply, node.number)
    if value is not None:
        node.value, node.is_leaf = value, True
        return []
    if node.ply > MOST_PLIES:
        raise ValueError(ENDLESS)
    node.value = -inf if node.is_max else inf
    moves = order(node.state, node.state.moves())
    return [ListedNode(node.state.play(move), node, move, node.ply + 1) for move in moves]


def fold(node: ListedNode) -> None:
    """Pass a node's value to its parent, which keeps it if it is better for the player to move."""
    parent = node.parent
    assert parent is not None
    if node.value > parent.value if parent.is_max else node.value < parent.value:
        parent.value, parent.line = node.value, (node.move, *node.line)


def took(search: Search, node: ListedNode, window: Window, bound: Bound = "exact") -> None:
    """Note that a node's value was folded into its parent."""
    parent = node.parent
    assert parent is not None
    best = parent.value, parent.line
    search.took(parent.ply, parent.number, node.move, node.value, best, window, bound)
