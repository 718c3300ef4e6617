"""Still pictures of lesson 05: the tree that random games grow, and the bandit beneath it."""

import heapq
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.ticker import LogLocator, PercentFormatter

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import CHANCE, Move, State
from c4lib.result import SearchResult
from c4lib.search import bandit, estimate, mcts
from c4lib.search.common import check_whole
from c4lib.search.mcts import Node, best_child, check, sorted_children
from c4lib.search.mcts import size as size_of
from c4lib.view.accuracy_plots import LOOKS
from c4lib.view.heuristics_plots import POINTS, WIDTH, _outcome
from c4lib.view.plots import BLUE, GREY, ORANGE, YELLOW, _axes
from c4lib.view.review_plots import QUIET
from c4lib.view.svg import INK, OUTLOOK, PANEL, PAPER
from c4lib.view.tree_layout import FEW, LARGE, SMALL, Layout, Spot, leaf_count, text_width
from c4lib.view.tree_text import move_text, named_move, noun

THICKEST, THINNEST = 11.0, 0.6
"""How many points wide the edge is that was visited most, and the narrowest."""
ROW = 0.2
"""How many inches a row of small text takes."""
DARK = 0.82
"""From which share of points on the ink on the colour is white."""
STYLES = {1: "-", 0: "--", -1: ":", None: "-"}
"""The lines of moves that win, draw, lose, or of which nothing is known."""

Grown = Node | SearchResult | Any
"""A node, or what a search has handed back, or its tree, readable or compiled."""


# ---- the tree ------------------------------------------------------------------------------


def mcts_tree(
    node: Grown,
    *,
    plies: int | None = None,
    most: int = 40,
    title: str = "",
    width: float = 9.0,
) -> Figure:
    """The tree that a search has grown: the more visits a move got, the thicker its line.

    In each node stand its visits and the share of points, which is its colour as well: that of
    the player to move at the root, in all nodes. With three players or more it is that of
    whoever chose the node. At most `most` nodes are drawn, down to so many `plies` or as many as
    fit: those that were visited most. What is left out is counted. `width` is in inches.
    """
    root = readable(node)
    check_whole("most", most)
    if plies is not None:
        check_whole("plies", plies)
    layout = _layout(root, plies, most, width)
    tree = layout.tree
    head, foot = 0.05 + 1.5 * ROW * bool(title), 1.2 * ROW
    high = layout.height + head + foot
    figure = plt.figure(figsize=(layout.width, high), facecolor=PAPER)
    plt.close(figure)
    sides = (0, layout.width), (layout.height + foot, -head)
    axes = figure.add_axes((0, 0, 1, 1), xlim=sides[0], ylim=sides[1])
    axes.set_axis_off()
    for parent, child in tree.edges:
        _draw_edge(axes, layout, parent, child)
    for each in tree:
        _draw_node(axes, layout, each)
    _explain(figure, root, tree, title)
    words = _left_out(root, tree)
    axes.text(0.12, layout.height + foot - 0.1, words, size=SMALL, color=QUIET, va="bottom")
    return figure


def _layout(root: Node, plies: int | None, most: int, width: float) -> Layout:
    """Where the nodes go: downwards if that fits. Plies that nobody asked for are let go."""
    tree = _graph(root, plies, most)
    deepest = nx.dag_longest_path_length(tree)
    while True:
        if leaf_count(tree) <= FEW and (layout := _TreeLayout(tree, False, width, -1, False)).fits:
            return layout
        layout = _TreeLayout(tree, True, width, -1, False)
        if plies or deepest == 1 or layout.width <= width:
            return layout
        deepest -= 1
        tree = _graph(root, deepest, most)


def readable(grown: Grown, plies: int | None = None) -> Node:
    """The root node of what was grown; of a compiled tree so many plies, or all."""
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

    What is proven is all of them, half or none, however much the game pays.
    """
    share = node.mean
    if node.proven is not None:
        share = (1 + (node.proven > 0) - (node.proven < 0)) / 2
    return share if player in (None, node.owner) else 1 - share


def fixed_player(root: Node) -> int | None:
    """For whom all shares are told: the player to move at the root; None where three play."""
    level = [root]
    while level:
        if any(node.owner not in (0, 1) for node in level):
            return None
        level = [child for node in level for child in node.children.values()]
    return root.state.player if root.state.player != CHANCE else root.owner


def _graph(root: Node, plies: int | None, most: int) -> nx.DiGraph:
    """The nodes that were visited most, numbered from the root, 0, with what is left out.

    What is hidden beside shown nodes is a node ("fold", parent); what is hidden below a node
    that is drawn as a leaf is counted in the node itself.
    """
    shown, player, sizes = _most_visited(root, plies, most), fixed_player(root), _sizes(root)
    numbers = {id(node): number for number, node in enumerate(shown)}
    tree = nx.DiGraph()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        number = numbers[id(node)]
        children = [child for _, child in _children(node)]
        drawn = [child for child in children if id(child) in numbers]
        hidden = sum(sizes[id(child)] for child in children if id(child) not in numbers)
        share = share_for(node, player)
        tree.add_node(number, node=node, share=share, hidden=0 if drawn else hidden)
        for child in drawn:
            tree.add_edge(number, numbers[id(child)])
        if drawn and hidden:
            tree.add_node(("fold", number), node=None, share=None, hidden=hidden)
            tree.add_edge(number, ("fold", number))
        waiting += drawn
    return tree


def _most_visited(root: Node, plies: int | None, most: int) -> list[Node]:
    """The root, and below it what was visited most, so that all nodes and folds are not too many.

    A node is never visited more often than the one above it, so all that is chosen hangs
    together.
    """
    shown, folds, order = [root], 0, itertools.count()
    drawn = {id(root): 0}  # how many children each shown node has in the picture
    waiting = [(-child.visits, next(order), 1, child) for _, child in _children(root)]
    heapq.heapify(waiting)
    while waiting:
        _, _, ply, node = heapq.heappop(waiting)
        assert node.parent is not None
        above, beside = id(node.parent), len(node.parent.children)
        folds += (0 < drawn[above] + 1 < beside) - (0 < drawn[above] < beside)
        if len(shown) + 1 + folds > most:
            break
        shown.append(node)
        drawn[above] += 1
        drawn[id(node)] = 0
        for _, child in _children(node) if plies is None or ply < plies else []:
            heapq.heappush(waiting, (-child.visits, next(order), ply + 1, child))
    return shown


def _children(node: Node) -> list[tuple[Move, Node]]:
    """The children in natural order; what dice have thrown in the order in which it fell."""
    return list(node.children.items()) if node.state.player == CHANCE else sorted_children(node)


def _sizes(root: Node) -> dict[int, int]:
    """How many nodes there are at and below each one, by its id."""
    order = [root]
    for node in order:  # grows while it is gone through
        order += node.children.values()
    sizes: dict[int, int] = {}
    for node in reversed(order):
        sizes[id(node)] = 1 + sum(sizes[id(child)] for child in node.children.values())
    return sizes


class _TreeLayout(Layout):
    """Where the nodes go; what is hidden below a leaf stands beside it, or under it."""

    def _spot(self, node: Any, boards: int, windows: bool) -> Spot:
        data = self.tree.nodes[node]
        if data["node"] is None:
            text = f"+{data['hidden']:,}"
            return Spot(text, symbol=(text_width(text, SMALL) + 0.1, 0.17))
        between = " · " if self.sideways else "\n"
        spot = Spot(f"{data['node'].visits:,}{between}{share_text(data)}")
        is_inner = bool(self.tree.out_degree(node))
        high = (0.24 if is_inner else 0.19) if self.sideways else 0.38
        spot.symbol = (text_width(spot.text, LARGE) + 0.2, high)
        if data["hidden"]:  # takes the place that boards have in other trees
            spot.board = (text_width(f"+{data['hidden']:,}", SMALL) + 0.08, 0.17)
        return spot

    def _spread(self, node: Any, start: float, gap: float) -> float:
        return super()._spread(node, start, max(gap, 0.05))


def share_text(data: dict[str, Any]) -> str:
    """A share as it stands in a node: 54 %; or what is proven."""
    if data["node"].proven is not None:
        return {1.0: "won", 0.5: "drawn", 0.0: "lost"}[data["share"]]
    return f"{data['share']:.0%}".replace("%", " %")


def _draw_edge(axes: Axes, layout: Layout, parent: Any, child: Any) -> None:
    """The line from a node to its child, as thick as its visits, and the move on it."""
    path, x, y = layout.line(parent, child, 0.35)
    node, root = layout.tree.nodes[child]["node"], layout.tree.nodes[0]["node"]
    if node is None:
        axes.add_patch(PathPatch(path, fill=False, ec=GREY, lw=1, ls=":", zorder=0.7))
        return
    busiest = max(child.visits for child in root.children.values())
    thick = max(THINNEST, THICKEST * node.visits / max(busiest, root.visits / 3))
    axes.add_patch(
        PathPatch(path, fill=False, ec=GREY, lw=thick, zorder=0.8, gid="edge", capstyle="butt")
    )
    words = move_text(node.parent.state, node.move)
    label = axes.text(x, y, words, size=SMALL, color=INK, ha="center", va="center")
    label.set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 0.8})


def _draw_node(axes: Axes, layout: Layout, number: Any) -> None:
    """A node with its visits and its share, and how much is left out below it."""
    spot, data = layout.spots[number], layout.tree.nodes[number]
    (x, y), (wide, high) = layout.middle(spot), spot.symbol
    if layout.sideways:
        x -= spot.board[0] / 2
        note, beside = (x + wide / 2 + 0.05, y), {"ha": "left", "va": "center"}
    else:
        y -= spot.board[1] / 2
        note, beside = (x, y + high / 2 + 0.02), {"ha": "center", "va": "top"}
    node = data["node"]
    fill, edge, style, ink = PAPER, GREY, ":", QUIET
    rounding = 0.05
    if node is not None:
        fill, edge, style = POINTS(data["share"]), PANEL, "-"
        ink = PAPER if data["share"] > DARK else INK
        rounding = 0.0 if _is_mine(node, layout.tree.nodes[0]["node"]) else high / 2
        edge, style = (GREY, "--") if node.state.is_over else (edge, style)
    shape = f"round,pad=0,rounding_size={rounding}"
    corner = (x - wide / 2, y - high / 2)
    box = FancyBboxPatch(corner, wide, high, shape, fc=fill, ec=edge, ls=style, lw=1, gid="node")
    axes.add_patch(box)
    size = SMALL if node is None else LARGE
    axes.text(x, y, spot.text, size=size, color=ink, ha="center", va="center", linespacing=1.05)
    if spot.board[0]:
        axes.text(*note, f"+{data['hidden']:,}", beside, size=SMALL, color=QUIET)


def _is_mine(node: Node, root: Node) -> bool:
    """Whether the root's player has the move here."""
    return bool(node.state.player == root.state.player)


def _explain(figure: Figure, root: Node, tree: nx.DiGraph, title: str) -> None:
    """The title, what the signs mean, and what the colours mean, in a row each."""
    player = fixed_player(root)
    whose = "the mover's share" if player is None else f"{who(root.state, player)}'s share"
    nodes = [data["node"] for _, data in tree.nodes(data=True) if data["node"] is not None]
    movers = {n.state.player: who(n.state, n.state.player) for n in nodes if not n.state.is_over}
    mine = movers.pop(root.state.player)
    in_turn = sorted(movers, key=lambda player: (player == CHANCE, player))
    others = " or ".join(movers[player] for player in in_turn)
    shapes = {f"{mine} to move": "s"} | ({f"{others} to move": "o"} if others else {})
    signs = [
        Line2D([], [], ls="", marker=shape, ms=8, mfc=PAPER, mec=PANEL, label=label)
        for label, shape in shapes.items()
    ]
    if any(node.state.is_over for node in nodes):
        signs.append(
            Line2D([], [], ls="", marker="s", ms=8, mfc=PAPER, mec=GREY, label="dashed: game over")
        )
    signs.append(
        Line2D([], [], color=GREY, lw=6, solid_capstyle="butt", label="thick: many visits")
    )
    if len(nodes) < size_of(root)[0]:
        signs.append(Line2D([], [], ls="", label="+9: nodes left out"))
    colours = [Line2D([], [], ls="", label=f"in the nodes: visits and {whose} of points")] + [
        Line2D([], [], ls="", marker="s", ms=8, mfc=POINTS(part), mec=GREY, label=label)
        for part, label in ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %"))
    ]
    inches, top = figure.get_figheight(), 0.06
    if title:
        figure.text(0.5, 1 - top / inches, title, size=11, ha="center", va="top")
        top += 1.5 * ROW
    spacing = {"columnspacing": 1.3, "handletextpad": 0.4, "borderaxespad": 0.0, "borderpad": 0.0}
    for row in (signs, colours):
        figure.legend(
            handles=row, loc="upper center", bbox_to_anchor=(0.5, 1 - top / inches),
            ncols=len(row), fontsize=SMALL, frameon=False, **spacing,
        )  # fmt: skip
        top += ROW


def _left_out(root: Node, tree: nx.DiGraph) -> str:
    """How much of the tree is not in the picture."""
    shown = {id(data["node"]) for _, data in tree.nodes(data=True) if data["node"] is not None}
    nodes, depth = size_of(root)
    hidden, level = 0, [root]
    while level:
        hidden = max([hidden, *(node.visits for node in level if id(node) not in shown)])
        level = [child for node in level for child in node.children.values()]
    whole = f"{nodes:,} nodes, {depth} {'ply' if depth == 1 else 'plies'} deep"
    if len(shown) == nodes:
        return f"{whole}; all are drawn."
    times = "once" if hidden == 1 else f"{hidden:,} times"
    drawn = f"{len(shown)} {'is' if len(shown) == 1 else 'are'} drawn"
    others = f"Of the other {nodes - len(shown):,} none was visited more than {times}."
    return f"{whole}; {drawn}. {others}"


def who(state: Any, player: int) -> str:
    """A player's name: X, O, player 2, or the dice."""
    if player == CHANCE:
        return "dice"
    has_symbols = noun(state) in ("column", "square")
    return SYMBOLS[player] if has_symbols else f"player {player}"


# ---- the terms of UCT ----------------------------------------------------------------------


def uct_bars(node: Grown, c: float = 1.5) -> Figure:
    """Why a node's next visit goes where it goes: each child's mean, and on it what is unknown.

    The mean is that of the player to move at the node; the other term is c √(ln N / n). The
    longest bar is visited next, unless its value is proven: then a draw counts a half, and a loss
    comes last. A move that was never tried comes before all others.
    """
    parent = readable(node, plies=1)
    check(parent.state, c, 1, prove=False)
    children = [child for _, child in _children(parent)]
    means = [child.mean for child in children]
    terms = [child.uct(c) - child.mean for child in children]
    longest = max(child.uct(c) for child in children) or 1.0
    figure, axes = _axes("", height=1.1 + 0.42 * (len(children) + bool(parent.untried)))
    rows, player = range(len(children)), who(parent.state, parent.state.player)
    axes.barh(rows, means, color=BLUE, label=f"mean: {player}'s share of points")
    axes.barh(
        rows, terms, left=means, color=YELLOW, hatch="//", edgecolor="white",
        label=f"exploration: {c:g} √(ln N / n)",
    )  # fmt: skip
    following = None if parent.untried else best_child(parent, c)
    for row, child in enumerate(children):
        words = f"{means[row]:.3f} + {terms[row]:.3f} = {child.uct(c):.3f}"
        words += "  ◀ next" if child is following else ""
        weight = "bold" if child is following else "normal"
        place = means[row] + terms[row] + 0.01 * longest
        axes.text(place, row, words, va="center", fontsize=9, weight=weight)
    labels = [_visited(parent.state, child) for child in children]
    if parent.untried:
        moves = ", ".join(move_text(parent.state, move) for move in sorted(parent.untried))
        words = f"◀ next: {'one of ' * (len(parent.untried) > 1)}{moves}"
        axes.text(0.01 * longest, len(rows), words, va="center", fontsize=9, weight="bold")
        labels.append("never tried")
    axes.set_yticks(range(len(labels)), labels, fontsize=9)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(0, 1.62 * longest)
    axes.set_xlabel("UCT")
    figure.legend(loc="outside upper center", ncols=2, frameon=False)
    return figure


def _visited(state: Any, child: Node) -> str:
    """A move and how often it was visited, in two lines."""
    words = f"{child.visits:,} visit{'s' * (child.visits != 1)}"
    return f"{named_move(state, child.move)}\n{words}{', proven' * (child.proven is not None)}"


# ---- visits that grow ----------------------------------------------------------------------


def visits_growth(
    state: State,
    checkpoints: Sequence[int],
    *,
    seed: int = 0,
    c: float = 1.5,
    rollouts: int = 1,
    prove: bool = False,
) -> Figure:
    """Which share of the visits each move has after so many iterations of one search.

    Beside the name of a move stands what it is worth to the player to move if both play
    perfectly, where the solver can tell in reasonable time.
    """
    steps = sorted(set(checkpoints))
    if not steps:
        raise ValueError("give one checkpoint or more, such as [10, 100, 1000]")
    options = {"seed": seed, "c": c, "rollouts": rollouts, "prove": prove}
    counts = [_visits(state, step, options) for step in steps]
    figure, axes = _axes("", height=3.8)
    for number, moves in enumerate(_lines(state, counts[-1])):
        colour, marker = LOOKS[number]
        shares = [sum(count[m] for m in moves) / sum(count.values()) for count in counts]
        worth = _worth(state, moves[0]) if len(moves) == 1 else None
        label = named_move(state, moves[0]) if len(moves) == 1 else f"{len(moves)} others"
        label += "" if worth is None else f": {OUTLOOK[worth][0]}"
        axes.plot(
            steps, shares, color=colour, marker=marker, ms=5, ls=STYLES[worth],
            lw=2 if worth == 1 else 1.4, label=label,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("iterations")
    axes.set_ylabel("share of the visits")
    axes.set_ylim(0, None)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="y", alpha=0.3)
    figure.legend(loc="outside upper center", ncols=4, frameon=False, fontsize=9)
    return figure


def _lines(state: State, visits: dict[Move, int]) -> list[list[Move]]:
    """Which moves get a line: each one, or those visited most, and all others together."""
    moves, most = list(state.moves()), len(LOOKS)
    if len(moves) <= most:
        return [[move] for move in moves]
    busiest = sorted(moves, key=lambda move: -visits[move])[: most - 1]
    others = [move for move in moves if move not in busiest]
    return [*([move] for move in moves if move in busiest), others]


def _visits(state: State, iterations: int, options: dict[str, Any]) -> dict[Move, int]:
    """How often each move was visited; by the compiled search where it can."""
    if isinstance(state, Connect4) and state.width * (state.height + 1) <= 64:
        from c4lib import fast  # only here, for it loads the compiler

        found = fast.mcts(state, iterations, **options).moves
    else:
        found = mcts(state, iterations, **options).moves
    return {move: found[move].visits if move in found else 0 for move in state.moves()}


def _worth(state: State, move: Move) -> int | None:
    """What a move is worth to the player who makes it, if that is known."""
    outcome = _outcome(state.play(move)) if isinstance(state, Connect4) else None
    return outcome if outcome is None or state.player == 0 else -outcome


# ---- how sure a share is -------------------------------------------------------------------


def convergence(state: State, games: int = 2000, seeds: Iterable[int] = range(5)) -> Figure:
    """The share of points in random games as they are played, and how sure it is.

    On the left several runs, the first with its 95 % interval; on the right how far that
    reaches each way, beside 1/√n. The share is that of the player to move.
    """
    seeds = list(seeds)
    if not seeds:
        raise ValueError("give one seed or more, such as range(5)")
    runs = [estimate(state, games, seed=seed) for seed in seeds]
    truth = float(np.mean([run.share[-1] for run in runs]))
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(WIDTH, 3.3), layout="constrained", width_ratios=(1.25, 1)
    )
    plt.close(figure)
    first, n = runs[0], runs[0].games
    for number, run in enumerate(runs[1:]):
        left.plot(n, run.share, color=GREY, lw=0.8, label="other seeds" if not number else None)
    left.fill_between(
        n, first.low, first.high, color=BLUE, alpha=0.2, lw=0, label="95 % interval", zorder=1
    )
    left.plot(n, first.share, color=BLUE, lw=1.6, label=f"seed {seeds[0]}", zorder=3)
    left.axhline(truth, color=ORANGE, lw=1.2, ls="--", label=f"all games: {truth:.1%}", zorder=2)
    left.set_ylim(0, 1)
    left.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    left.set_ylabel(f"share of points of {who(state, state.player)}")
    left.legend(frameon=False, fontsize=8, loc="lower right")
    right.plot(n, (first.high - first.low) / 2, color=BLUE, lw=1.6, label="half the interval")
    theory = 1.96 * math.sqrt(truth * (1 - truth)) / np.sqrt(n)
    right.plot(n, theory, color=ORANGE, lw=1.2, ls="--", label=r"$1.96\sqrt{p(1-p)}\,/\,\sqrt{n}$")
    right.set_yscale("log")
    right.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    right.yaxis.set_major_formatter(PercentFormatter(1, decimals=None))
    right.yaxis.set_minor_formatter("")
    right.set_ylabel("reach of the interval, each way")
    right.legend(frameon=False, fontsize=8, loc="upper right")
    for axes in (left, right):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_xlabel("random games")
        axes.set_xlim(1, max(games, 2))
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    return figure


# ---- the bandit ----------------------------------------------------------------------------


def bandit_plot(
    chances: Sequence[float],
    pulls: int = 500,
    *,
    c: float = 0.5,
    cs: Sequence[float] = (0.0, 0.1, 0.5, 1.5),
    runs: int = 200,
    seed: int = 0,
) -> Figure:
    """Slot machines: one run of UCB with the constant `c`, and the regret for several.

    Above, each pull is a stroke in the row of its machine: upwards where it paid, downwards
    where it did not. Below is the regret, as a mean of so many runs, for each
    of the constants `cs`, and of pulling at random.
    """
    if not 1 <= len(cs) < len(LOOKS):
        raise ValueError(f"one plot shows 1 to {len(LOOKS) - 1} constants, not {len(cs)}")
    run = bandit.play(chances, pulls, bandit.ucb(c), seed)
    strategies = {f"C = {each:g}": bandit.ucb(each) for each in cs}
    regrets = bandit.mean_regret(
        chances, pulls, {**strategies, "at random": bandit.at_random}, runs, seed
    )
    heights = (0.5 + 0.42 * len(run.chances), 2.6)
    figure, (machines, curves) = plt.subplots(
        2, 1, figsize=(WIDTH, sum(heights) + 0.7), layout="constrained", height_ratios=heights
    )
    plt.close(figure)
    _draw_machines(machines, run, c)
    for number, (label, regret) in enumerate(regrets.items()):
        is_random = label == "at random"
        colour, marker = (GREY, "") if is_random else LOOKS[number]
        curves.plot(
            np.arange(1, pulls + 1), regret, color=colour, marker=marker, ms=5,
            markevery=(max(1, pulls // 12) // 2, max(1, pulls // 6)),
            ls="--" if is_random else "-", lw=1.5, label=label,
        )  # fmt: skip
    most = max(regrets[label][-1] for label in strategies)
    curves.set_ylim(0, 1.25 * most or 1.0)  # there is no regret where all machines pay alike
    curves.set_xlabel("pulls")
    curves.set_ylabel(f"regret, mean of {runs:,} runs")
    curves.grid(axis="y", alpha=0.3)
    curves.legend(frameon=False, ncols=3, fontsize=9, loc="upper left")
    for axes in (machines, curves):
        axes.set_xlim(0, pulls * 1.005)
        axes.xaxis.set_major_formatter("{x:,.10g}")
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_machines(axes: Axes, run: bandit.Pulls, c: float) -> None:
    """Each pull of one run, in the row of its machine; beside the row what came of it."""
    when = np.arange(1, len(run.arms) + 1)
    thick = min(2.0, max(0.5, 400 / len(when)))
    for arm in range(len(run.chances)):
        for paid, reach, colour in ((1.0, -0.36, BLUE), (0.0, 0.36, ORANGE)):
            at = when[(run.arms == arm) & (run.rewards == paid)]
            axes.vlines(at, arm, arm + reach, color=colour, lw=thick)
    labels = [f"{number}: pays {chance:.0%}" for number, chance in enumerate(run.chances, 1)]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    counts, means = run.counts, run.means
    seen = ["" if math.isnan(mean) else f", {mean:.0%} paid" for mean in means]
    other = axes.secondary_yaxis("right")
    other.set_yticks(
        range(len(labels)), [f"{n:,} pulls{paid}" for n, paid in zip(counts, seen, strict=True)]
    )
    other.tick_params(length=0)
    other.spines["right"].set_visible(False)
    axes.set_title(f"one run with C = {c:g}: each stroke is a pull", fontsize=10)
    signs = [
        Line2D([], [], ls="", marker="|", ms=9, mew=2, color=colour, label=label)
        for colour, label in ((BLUE, "up: it paid"), (ORANGE, "down: it did not"))
    ]
    axes.legend(
        handles=signs, frameon=False, ncols=2, fontsize=9, loc="upper center",
        bbox_to_anchor=(0.5, -0.12),
    )  # fmt: skip
