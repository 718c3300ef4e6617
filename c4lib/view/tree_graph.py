"""A recorded search as a graph, whole or folded to what a picture can hold."""

from collections.abc import Sequence
from typing import Any

import networkx as nx

from c4lib.game import Move
from c4lib.result import Trace, TraceNode
from c4lib.view.tree_text import is_chance, moves_text, outcome_text, value_text

Node = int | tuple[Any, ...]
"""A node's number in the trace, or ("cut", parent, move), or ("fold", parent)."""

COPIED = ("state", "move", "is_max", "ply", "value", "bound", "window", "kind")


def graph(trace: Trace) -> nx.DiGraph:
    """The recorded tree, as it was searched; values and windows are for MAX, the root's player.

    Nodes are the trace's numbers with the attributes state, move, is_max, ply, value,
    bound, window, kind, principal and cut (False). Every move that was never looked at
    is a node ("cut", parent, move), with cut True and the reason. Edges carry the move,
    its label as people write it, with its probability where dice decide, and whether they lie
    on the principal line.
    """
    return graph_of(trace, merge=False)


def graph_of(trace: Trace, merge: bool) -> nx.DiGraph:
    """The tree; with `merge`, all moves that were cut off at a node are one node."""
    if not trace.nodes:
        raise ValueError("the trace is empty; hand it to a search first: minimax(..., trace=trace)")
    if sum(node.parent is None for node in trace.nodes) > 1:
        raise ValueError("the trace holds several searches; hand a new Trace() to each")
    tree, principal = nx.DiGraph(), set(trace.principal())
    for node in trace.nodes:
        best = node.number in principal
        values = {name: getattr(node, name) for name in COPIED}
        tree.add_node(node.number, **values, principal=best, cut=False)
        if node.parent is not None:
            state = trace.nodes[node.parent].state
            dice = is_chance(state)
            label = outcome_text(state, node.move) if dice else moves_text(state, [node.move])
            tree.add_edge(node.parent, node.number, move=node.move, label=label, principal=best)
    for event in trace:
        if event.kind == "cut":
            node = trace.nodes[event.node]
            reason = "α {} ≥ β {}".format(*map(value_text, event.window))
            for moves in [node.cut] if merge else [(move,) for move in node.cut]:
                _add_cut(tree, node, moves, reason)
    return tree


def _add_cut(tree: nx.DiGraph, node: TraceNode, moves: Sequence[Move], reason: str) -> None:
    """Add one node for moves that were never looked at."""
    cut, first = ("cut", node.number, *moves), moves[0]
    values = dict.fromkeys(COPIED) | {"move": first, "ply": node.ply + 1, "kind": "cut"}
    tree.add_node(cut, **values, cut=True, principal=False, reason=reason)
    label = moves_text(node.state, moves)
    tree.add_edge(node.number, cut, move=first, label=label, principal=False)


def folded(tree: nx.DiGraph, most: int) -> nx.DiGraph:
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
