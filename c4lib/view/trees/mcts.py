"""The printed tree of a Monte Carlo tree search: the more visits, the thicker the branch."""

import heapq
import itertools
from collections import Counter
from typing import Any

import networkx as nx
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from c4lib.game import CHANCE, Move
from c4lib.result import SearchResult
from c4lib.search.common import check_whole
from c4lib.search.mcts import Node, principal, sorted_children
from c4lib.search.mcts import size as size_of
from c4lib.view.plots.style import POINTS, ink_on, styled
from c4lib.view.trees.figure import EMPTY, explain, line_sign, paint, sign, spot_of, text_width
from c4lib.view.trees.graph import Key
from c4lib.view.trees.layout import FEW, Layout, Spot, leaf_count
from c4lib.view.trees.marks import ON_PAGE, SMALL, look_of
from c4lib.view.trees.text import counted, move_text, named_move, player_name

THICKEST, THINNEST = 11.0, 0.6  # points: the branch that was visited most, and the narrowest
MOST_MOVES = 12  # in the alternative text
ROW = 0.2  # inches that a row of small text takes

Grown = Node | SearchResult | Any  # or a compiled tree


@styled
def mcts_tree(
    node: Grown, *, plies: int | None = None, most: int = 40, title: str = "", width: float = 8.0
) -> Figure:
    """The tree that a search has grown: the more visits a move got, the thicker its branch.

    Squares are nodes where player 0 is to move, X say, and circles where another is. Each node
    shows its visits and the share of points, which is its colour as well: the share of the
    player to move at the root, in all nodes. With three players or more it is that of
    the player who chose the node. At most `most` nodes are drawn, those visited most, down to
    `plies` or as deep as fits. What is left out is counted. `width` is in inches.
    """
    root = readable(node)
    check_whole("most", most)
    check_whole("plies", 1 if plies is None else plies)
    layout = _layout(root, plies, most, width)
    head, foot = 1.5 * ROW * bool(title), 1.2 * ROW
    figure, axes = paint(layout, 0.05 + head, foot)
    if title:
        place = 1 - 0.06 / figure.get_figheight()
        figure.text(0.5, place, title, size=11, color=ON_PAGE, ha="center", va="top")
    top = 0.06 + head
    explain(figure, _signs(root, layout.tree), top)
    explain(figure, _colours(root), top + ROW)
    words = _left_out(root, layout.tree)
    axes.text(0.12, layout.height + foot - 0.1, words, size=SMALL, color=ON_PAGE, va="bottom")
    player, moves = fixed_player(root), []
    for move, child in children_of(root)[:MOST_MOVES]:
        share = share_text(child, share_for(child, player))
        moves.append(f"{named_move(root.state, move)}: {child.visits:,} visits, {share}")
    name = f"{title}: " if title else ""
    figure.alt = f"{name}the tree that a search has grown. {'; '.join(moves)}. {words}"
    return figure


def readable(grown: Grown, plies: int | None = None) -> Node:
    """The root node of a tree; of a compiled tree that many plies, or all."""
    tree = grown.tree if isinstance(grown, SearchResult) else grown
    if not isinstance(tree, Node) and callable(getattr(tree, "tree", None)):
        tree = tree.tree(plies=plies)  # a compiled one: the first worker's
    if not isinstance(tree, Node):
        raise ValueError(f"give a tree that mcts has grown, such as result.tree, not {grown!r}")
    if not tree.children:
        raise ValueError("this node has no children yet; there is nothing to draw")
    return tree


def share_for(node: Node, player: int | None) -> float:
    """A node's share of points, from 0 to 1, for one of two players; None: for its owner.

    What is proven counts as all of them, half or none, however much the game pays.
    """
    share = node.mean
    if node.proven is not None:
        share = (1 + (node.proven > 0) - (node.proven < 0)) / 2
    return share if player in (None, node.owner) else 1 - share


def share_text(node: Node, share: float) -> str:
    """A share as it stands in a node: 54 %; or what is proven."""
    if node.proven is not None:
        return {1.0: "won", 0.5: "drawn", 0.0: "lost"}[share]
    return f"{share:.0%}".replace("%", " %")


def fixed_player(root: Node) -> int | None:
    """Whose share all nodes show: that of the player to move at the root; None of three players."""
    if any(node.owner not in (0, 1) for node in all_nodes(root)):
        return None
    return root.state.player if root.state.player != CHANCE else root.owner


def children_of(node: Node) -> list[tuple[Move, Node]]:
    """The children in natural order; those of a chance node in the order they were thrown."""
    return list(node.children.items()) if node.state.player == CHANCE else sorted_children(node)


def all_nodes(root: Node) -> list[Node]:
    """The nodes of a tree, parents before their children."""
    nodes = [root]
    for node in nodes:  # grows while it is iterated over
        nodes += node.children.values()
    return nodes


def _layout(root: Node, plies: int | None, most: int, width: float) -> Layout:
    """Growing downwards if that fits. Plies that nobody asked for are left out if need be."""
    tree = _graph(root, plies, most)
    deepest = nx.dag_longest_path_length(tree)
    while True:
        for sideways in [False, True] if leaf_count(tree) <= FEW else [True]:
            spots = {key: _spot(tree, key, sideways) for key in tree}
            layout = Layout(tree, spots, sideways, width, gap=0.05)
            is_fixed = sideways and (plies or deepest == 1)
            if is_fixed or (layout.width <= width if sideways else layout.fits):
                return layout
        deepest -= 1
        tree = _graph(root, deepest, most)


def _spot(tree: nx.DiGraph, key: Key, sideways: bool) -> Spot:
    node, share, hidden = (tree.nodes[key][name] for name in ("node", "share", "hidden"))
    count = f"+{hidden:,}" if hidden else ""
    if node is None:
        return Spot(count, (text_width(count, SMALL) + 0.1, 0.17))
    look, share = tree.nodes[key]["look"], share_text(node, share)
    if sideways:
        return spot_of(look, f"{node.visits:,} · {share}", EMPTY, count, most=0)
    return spot_of(look, f"{node.visits:,}\n{share}", 0.36, count)


def _graph(root: Node, plies: int | None, most: int) -> nx.DiGraph:
    """The nodes that were visited most, numbered from the root, 0, with what is left out.

    What is hidden beside shown nodes is a node ("fold", parent); what is hidden below a node
    that is drawn without children is counted in the node itself.
    """
    shown, player = _most_visited(root, plies, most), fixed_player(root)
    numbers = {id(node): number for number, node in enumerate(shown)}
    best = {id(node) for node in principal(root)}
    busiest = max(max(child.visits for child in root.children.values()), root.visits / 3)
    tree = nx.DiGraph(shown=shown)
    for number, node in enumerate(shown):
        drawn = [child for _, child in children_of(node) if id(child) in numbers]
        others = [child for child in node.children.values() if id(child) not in numbers]
        hidden = sum(len(all_nodes(child)) for child in others)
        share = share_for(node, player)
        look = look_of(node.state, bool(node.state.player == 0))
        data = {"node": node, "share": share, "hidden": 0 if drawn else hidden, "look": look}
        fill = POINTS(share)
        tree.add_node(number, **data, fill=fill, ink=ink_on(fill), principal=False)
        for child in drawn:
            width = max(THINNEST, THICKEST * child.visits / busiest)
            edge = {"label": move_text(node.state, child.move), "principal": id(child) in best}
            tree.add_edge(number, numbers[id(child)], **edge, width=width)
        if drawn and hidden:
            fold = {"node": None, "share": None, "hidden": hidden, "look": "fold"}
            tree.add_node(("fold", number), **fold, principal=False)
            tree.add_edge(number, ("fold", number), label="", principal=False)
    return tree


def _most_visited(root: Node, plies: int | None, most: int) -> list[Node]:
    """The root, and below it the nodes visited most, as many as fit together with the folds.

    A node is never visited more often than the one above it, so what is chosen is connected.
    """
    shown, folds, order = [root], 0, itertools.count()
    drawn = Counter[int]()  # how many children each shown node has in the picture
    waiting: list[tuple[int, int, int, Node]] = [(0, next(order), 0, root)]
    while waiting:
        _, _, ply, node = heapq.heappop(waiting)
        if node.parent is not None and node is not root:
            above, beside = id(node.parent), len(node.parent.children)
            folds += (drawn[above] + 1 < beside) - (0 < drawn[above] < beside)
            if len(shown) + 1 + folds > most:
                break
            shown.append(node)
            drawn[above] += 1
        for _, child in children_of(node) if plies is None or ply < plies else []:
            heapq.heappush(waiting, (-child.visits, next(order), ply + 1, child))
    return shown


def _signs(root: Node, tree: nx.DiGraph) -> list[Line2D]:
    nodes = tree.graph["shown"]
    looks = {look_of(node.state, node.state.player == 0) for node in nodes}
    movers = {node.state.player for node in nodes if not node.state.is_over}
    others = sorted(movers - {0, CHANCE})
    players = [player_name(root.state, each) for each in others[:1]] + [*map(str, others[1:])]
    names = {"max": f"{player_name(root.state, 0)} to move"}
    names |= {"min": f"{' or '.join(players)} to move", "chance": "chance", "over": "game over"}
    signs = [sign(look, name) for look, name in names.items() if look in looks]
    signs += [line_sign("thick: many visits", width=6), line_sign("most visited")]
    left_out = [line_sign("+9: nodes left out", width=0)]
    return signs + (left_out if len(nodes) < size_of(root)[0] else [])


def _colours(root: Node) -> list[Line2D]:
    player = fixed_player(root)
    whose = "the mover" if player is None else player_name(root.state, player)
    words = line_sign(f"at each node: visits and {whose}'s share of points", width=0)
    return [words, *(sign("over", f"{part:.0f} %", POINTS(part / 100)) for part in (0, 50, 100))]


def _left_out(root: Node, tree: nx.DiGraph) -> str:
    shown = {id(node) for node in tree.graph["shown"]}
    nodes, depth = size_of(root)
    whole = f"{nodes:,} nodes, {counted(depth, 'ply', 'plies')} deep"
    if len(shown) == nodes:
        return f"{whole}; all are drawn."
    most = max(node.visits for node in all_nodes(root) if id(node) not in shown)
    times = "once" if most == 1 else f"{most:,} times"
    drawn = f"{len(shown)} {'is' if len(shown) == 1 else 'are'} drawn"
    others = f"Of the other {nodes - len(shown):,} none was visited more than {times}."
    return f"{whole}; {drawn}. {others}"
