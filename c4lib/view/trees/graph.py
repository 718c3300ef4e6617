"""A recorded search as a graph, whole or folded to what a picture can hold."""

from typing import Any

import networkx as nx

from c4lib.result import Trace
from c4lib.view.trees.marks import look_of
from c4lib.view.trees.text import chance_text, is_chance, move_text, moves_text, value_text

Key = int | tuple[Any, ...]
"""A node of the picture: its number in the trace, or ("cut", parent, move), or ("fold", parent)."""

COPIED = ("state", "move", "is_max", "ply", "value", "bound", "window", "kind")


def graph(trace: Trace, merge: bool = False) -> nx.DiGraph:
    """The recorded tree, as it was searched; values and windows are for MAX, the root's player.

    Nodes are the trace's numbers with the attributes state, move, is_max, ply, value,
    bound, window, kind, look (see `marks`), principal and cut (False). Every move that was
    never looked at is a node ("cut", parent, move), with cut True and the reason; with `merge`
    all those of a node are one. Edges carry the move, its label as people write it, with its
    probability where dice decide, and whether they lie on the principal variation.
    """
    if not isinstance(trace, Trace):
        raise ValueError(f"give a Trace that a search has filled, not {trace!r}")
    if not trace.nodes:
        raise ValueError("the trace is empty; hand it to a search first: minimax(..., trace=trace)")
    if sum(node.parent is None for node in trace.nodes) > 1:
        raise ValueError("the trace holds several searches; hand a new Trace() to each")
    tree, principal = nx.DiGraph(), set(trace.principal())
    for node in trace.nodes:
        best = node.number in principal
        values = {name: getattr(node, name) for name in COPIED}
        look = look_of(node.state, node.is_max, node.kind)
        tree.add_node(node.number, **values, look=look, principal=best, cut=False)
        if node.parent is not None:
            state = trace.nodes[node.parent].state
            label = "" if node.move is None else move_text(state, node.move)
            if is_chance(state):
                label += f": {chance_text(dict(state.chances())[node.move])}"
            tree.add_edge(node.parent, node.number, move=node.move, label=label, principal=best)
    for event in trace:
        if event.kind == "cut":
            node = trace.nodes[event.node]
            reason = "α {} ≥ β {}".format(*map(value_text, event.window))
            for moves in [node.cut] if merge else [(move,) for move in node.cut]:
                cut, values = ("cut", node.number, *moves), dict.fromkeys(COPIED)
                values |= {"move": moves[0], "ply": node.ply + 1, "kind": "cut"}
                tree.add_node(cut, **values, look="cut", cut=True, principal=False, reason=reason)
                edge = {"move": moves[0], "label": moves_text(node.state, moves)}
                tree.add_edge(node.number, cut, **edge, principal=False)
    return tree


def folded(tree: nx.DiGraph, most: int) -> nx.DiGraph:
    """The tree with at most `most` nodes: the principal variation, then ply by ply from the top.

    All that is hidden below a node becomes one node ("fold", parent) with its count.
    """
    if not isinstance(most, int) or most < 2:
        raise ValueError(f"most is at least 2, for the root and all that is folded, not {most!r}")
    shown: set[Key] = {node for node, best in tree.nodes(data="principal") if best}
    while _drawn(tree, shown) > most:
        shown.remove(max(node for node in shown if isinstance(node, int)))  # the line's last
    for node in sorted((n for n in tree if isinstance(n, int)), key=lambda n: tree.nodes[n]["ply"]):
        if node in shown:
            more = shown.union(tree.successors(node))
            shown = more if _drawn(tree, more) <= most else shown
    small = nx.DiGraph(tree.subgraph(shown))
    for node in [node for node in tree if node in shown]:
        if hidden := [child for child in tree.successors(node) if child not in shown]:
            below = [other for child in hidden for other in nx.dfs_preorder_nodes(tree, child)]
            count = sum(isinstance(other, int) for other in below)
            fold = {"kind": "fold", "look": "fold", "count": count}
            small.add_node(("fold", node), **fold, principal=False, cut=False)
            small.add_edge(node, ("fold", node), label="", principal=False)
    return small


def _drawn(tree: nx.DiGraph, shown: set[Key]) -> int:
    """How many nodes a picture of these has, with one fold wherever something is hidden."""
    return len(shown) + sum(not shown.issuperset(tree.successors(node)) for node in shown)
