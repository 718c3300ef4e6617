"""The printed tree of a Monte Carlo tree search says what was counted, and all can be read."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from figures import check_tree_is_legible
from matplotlib.colors import same_color
from matplotlib.patches import Polygon
from small_games import LastOfThree, Toss

from c4lib import Connect4, fast
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import flat, mcts
from c4lib.view.trees import mcts as trees
from c4lib.view.trees.marks import BEST

TRAP = Connect4.from_moves("1516162")
"""O must stop X in column 1."""

TREES = {
    "10 iterations": lambda: (mcts(Connect4(), 10), {}),
    "100 iterations": lambda: (mcts(Connect4(), 100), {}),
    "1,000 iterations": lambda: (fast.mcts(Connect4(), 1000), {"title": "after 1,000 iterations"}),
    "few nodes": lambda: (fast.mcts(TRAP, 2000), {"most": 12}),
    "the root and its fold": lambda: (mcts(TRAP, 50), {"most": 2}),
    "many nodes": lambda: (fast.mcts(TRAP, 2000, c=0.3), {"most": 70}),
    "two plies": lambda: (fast.mcts(TRAP, 500), {"plies": 2, "most": 60}),
    "proven": lambda: (fast.mcts(Connect4.from_moves("3344"), 3000, prove=True), {}),
    "readable": lambda: (mcts(TRAP, 500), {}),
    "flat": lambda: (flat(Connect4(), 100), {}),
    "squares": lambda: (mcts(TicTacToe(), 300), {"title": "tic-tac-toe"}),
    "a narrow board": lambda: (mcts(Connect4(1, 6, 4), 20), {}),
    "a wide board": lambda: (mcts(Connect4(20, 5), 60), {"most": 60}),
    "dice": lambda: (mcts(Toss(), 30), {}),
    "three players": lambda: (mcts(LastOfThree(), 60), {}),
}


@pytest.fixture(params=TREES, scope="module")
def drawn(request):
    """A root, the options it is drawn with, and its picture."""
    result, options = TREES[request.param]()
    return trees.readable(result), options, trees.mcts_tree(result, **options)


def ply(node):
    return 0 if node.parent is None else 1 + ply(node.parent)


def shapes(figure, gid):
    return [patch for patch in figure.axes[0].patches if patch.get_gid() == gid]


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts if text.get_text()]


def legends(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_the_tree_is_legible_and_no_node_is_lost_or_drawn_beyond_what_was_asked_for(drawn):
    _, _, figure = drawn
    assert figure.get_figwidth() == 8
    check_tree_is_legible(figure)
    root, options, figure = drawn
    assert len(shapes(figure, "node")) <= options.get("most", 40)
    counts = re.findall(r"\+([\d,]+)", " ".join(words(figure)))
    hidden = [int(count.replace(",", "")) for count in counts]
    shown = 1 + len(shapes(figure, "edge"))
    assert shown + sum(hidden) == len(trees.all_nodes(root))
    assert all(hidden)
    assert ("+9: nodes left out" in legends(figure)) == bool(hidden)


def test_the_nodes_visited_most_are_drawn_and_the_foot_says_what_is_not(drawn):
    root, options, figure = drawn
    tree = trees._layout(root, options.get("plies"), options.get("most", 40), 8.0).tree
    shown = {id(data["node"]): data["node"] for _, data in tree.nodes(data=True) if data["node"]}
    others = [node for node in trees.all_nodes(root) if id(node) not in shown]
    plies = max(map(ply, shown.values()))
    left_out = max((node.visits for node in others if ply(node) <= plies), default=0)
    assert left_out <= min(node.visits for node in shown.values())
    foot = words(figure)[-1]
    assert foot.startswith(f"{len(trees.all_nodes(root)):,} nodes")
    most = max((node.visits for node in others), default=0)
    times = "all are drawn." if not most else f" {most:,} times." if most > 1 else " once."
    assert foot.endswith(times)
    for _, data in tree.nodes(data=True):  # squares are those where player 0 is to move
        if data["node"] and not data["node"].state.is_over and data["look"] != "chance":
            assert data["look"] == ("max" if data["node"].state.player == 0 else "min")


def test_edges_are_as_thick_as_they_were_visited_and_colours_go_by_the_share():
    result = mcts(TRAP, 400)
    root, figure = result.tree, trees.mcts_tree(result, plies=1)
    visits = [root.children[move].visits for move in TRAP.moves()]
    edges = shapes(figure, "edge")
    thick = [edge.get_linewidth() for edge in edges]
    assert np.array(thick) / thick[0] == pytest.approx(np.array(visits) / visits[0])
    assert max(thick) <= trees.THICKEST
    fills = [patch.get_facecolor() for patch in shapes(figure, "node")]
    wanted = [trees.POINTS(node.mean) for node in (root, *root.children.values())]
    assert sorted(fills) == sorted(wanted)
    best = [same_color(edge.get_ec(), BEST) for edge in edges]
    assert best == [move == result.move for move in TRAP.moves()]


def test_nodes_carry_visits_and_the_share_of_the_player_to_move_at_the_root():
    root = mcts(TRAP, 300).tree
    reply = max(root.children[0].children.values(), key=lambda node: node.visits)
    assert (root.owner, reply.owner) == (1, 0)
    share = 1 - reply.mean  # X came here, and O's share is shown
    assert trees.share_for(reply, 1) == pytest.approx(share)
    written = words(trees.mcts_tree(root, most=400))
    assert f"{reply.visits} · {share:.0%}".replace("%", " %") in written


@pytest.mark.parametrize(
    ("proven", "share", "word"), [(3.0, 1.0, "won"), (0.0, 0.5, "drawn"), (-0.2, 0.0, "lost")]
)
def test_what_is_proven_is_told_by_its_sign(proven, share, word):
    root = mcts(TicTacToe(), 40).tree
    child = root.children[4]
    child.proven = proven
    assert trees.share_for(child, child.owner) == share
    assert trees.share_for(child, 1 - child.owner) == 1 - share
    assert f"{child.visits}\n{word}" in words(trees.mcts_tree(root, plies=1))


@pytest.mark.parametrize(
    ("state", "diamonds", "names"),
    [
        (LastOfThree(), 0, ["player 0 to move", "player 1 or 2 to move"]),
        (LastOfThree(), 0, ["at each node: visits and the mover's share of points"]),
        (Toss(), 1, ["player 0 to move", "chance", "game over"]),
        (TRAP, 0, ["X to move", "O to move", "at each node: visits and O's share of points"]),
    ],
)
def test_the_legend_names_players_chance_and_whose_share_it_is(state, diamonds, names):
    figure = trees.mcts_tree(mcts(state, 60))
    assert set(names) <= set(legends(figure))
    assert sum(isinstance(node, Polygon) for node in shapes(figure, "node")) == diamonds


def test_columns_are_counted_from_1_and_the_title_is_shown_if_there_is_one():
    result = mcts(Connect4(), 7)
    with_title, without = trees.mcts_tree(result, title="ten"), trees.mcts_tree(result)
    assert [text for text in words(without) if "%" not in text][:7] == list("1234567")
    assert [text.get_text() for text in with_title.texts] == ["ten"]
    assert without.texts == []
    assert without.get_figheight() < with_title.get_figheight()
    assert plt.get_fignums() == []  # shown only where it is asked for


def test_the_line_that_was_visited_most_has_its_colour_in_the_legend_too():
    (line,) = [
        line
        for legend in trees.mcts_tree(mcts(TRAP, 30)).legends
        for line, text in zip(legend.get_lines(), legend.get_texts(), strict=False)
        if text.get_text() == "most visited"
    ]
    assert same_color(line.get_color(), BEST)
