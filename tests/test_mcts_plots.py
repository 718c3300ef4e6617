"""The still pictures of lesson 05 say what was counted, and all of it can be read."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from figures import check_is_readable
from matplotlib.backends.backend_agg import FigureCanvasAgg
from small_games import LastOfThree, Toss

from c4lib import Connect4, fast
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import bandit, estimate, flat, mcts
from c4lib.search.mcts import best_child, new_node
from c4lib.view import mcts_plots as plots

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
    return plots.readable(result), options, plots.mcts_tree(result, **options)


def everything(root):
    nodes = [root]
    for node in nodes:
        nodes += node.children.values()
    return nodes


def ply(node):
    return 0 if node.parent is None else 1 + ply(node.parent)


def shapes(figure, gid):
    return [patch for patch in figure.axes[0].patches if patch.get_gid() == gid]


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts if text.get_text()]


def legends(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


# ---- the tree ------------------------------------------------------------------------------


def test_the_tree_is_drawn_legibly(drawn):
    """Numbers lie in their nodes; else no text or node touches another or the rim."""
    _, _, figure = drawn
    assert figure.get_figwidth() == 9
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    texts = [*figure.axes[0].texts, *figure.texts]
    texts += [text for legend in figure.legends for text in legend.get_texts()]
    texts = [text for text in texts if text.get_text()]
    assert min(text.get_fontsize() for text in texts) >= 8
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts]
    nodes = [("a node", patch.get_window_extent(renderer)) for patch in shapes(figure, "node")]
    loose = []
    for text, box in boxes:
        assert (box.min >= 0).all(), text
        assert (box.max <= figure.bbox.max).all(), text
        if not any((box.min >= n.min).all() and (box.max <= n.max).all() for _, n in nodes):
            loose.append((text, box))
    assert len(boxes) - len(loose) == len(nodes)
    for (one, first), (other, second) in combinations(loose + nodes, 2):
        width = min(first.x1, second.x1) - max(first.x0, second.x0)
        height = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert min(width, height) < 1, (one, other)


def test_no_more_nodes_are_drawn_than_asked_for_and_none_is_lost(drawn):
    root, options, figure = drawn
    assert len(shapes(figure, "node")) <= options.get("most", 40)
    hidden = [int(text[1:].replace(",", "")) for text in words(figure) if text[0] == "+"]
    shown = 1 + len(shapes(figure, "edge"))
    assert shown + sum(hidden) == len(everything(root))
    assert all(hidden)
    assert ("+9: nodes left out" in legends(figure)) == bool(hidden)


def test_the_nodes_visited_most_are_drawn_and_the_foot_says_what_is_not(drawn):
    root, options, figure = drawn
    tree = plots._layout(root, options.get("plies"), options.get("most", 40), 9.0).tree
    shown = [data["node"] for _, data in tree.nodes(data=True) if data["node"]]
    ids = {id(node) for node in shown}
    others = [node for node in everything(root) if id(node) not in ids]
    plies = max(map(ply, shown))
    assert max((n.visits for n in others if ply(n) <= plies), default=0) <= min(
        node.visits for node in shown
    )
    foot = words(figure)[-1]
    assert foot.startswith(f"{len(everything(root)):,} nodes")
    if others:
        most = max(node.visits for node in others)
        assert foot.endswith(f" {most:,} times." if most > 1 else " once.")
    else:
        assert foot.endswith("all are drawn.")


def test_edges_are_as_thick_as_they_were_visited():
    root = mcts(TRAP, 400).tree
    figure = plots.mcts_tree(root, plies=1)
    visits = [root.children[move].visits for move in TRAP.moves()]
    thick = [edge.get_linewidth() for edge in shapes(figure, "edge")]
    assert np.array(thick) / thick[0] == pytest.approx(np.array(visits) / visits[0])
    assert max(thick) <= plots.THICKEST


def test_nodes_carry_visits_and_the_share_of_the_player_to_move_at_the_root():
    root = mcts(TRAP, 300).tree
    figure = plots.mcts_tree(root, most=400)
    written = words(figure)
    reply = max(root.children[0].children.values(), key=lambda node: node.visits)
    assert reply.owner == 0
    assert root.owner == 1
    share = 1 - reply.mean  # X came here; told is what O gets
    assert f"{reply.visits} · {share:.0%}".replace("%", " %") in written
    assert "in the nodes: visits and O's share of points" in legends(figure)
    assert plots.share_for(reply, 1) == pytest.approx(share)


def test_colours_go_by_the_share():
    root = mcts(TRAP, 300).tree
    figure = plots.mcts_tree(root, plies=1)
    first = [patch.get_facecolor() for patch in shapes(figure, "node")]
    wanted = [plots.POINTS(node.mean) for node in (root, *root.children.values())]
    assert sorted(first) == sorted(wanted)


def test_what_is_proven_is_written():
    result = fast.mcts(Connect4.from_moves("3344"), 3000, prove=True)
    assert any(text.endswith("won") for text in words(plots.mcts_tree(result)))


@pytest.mark.parametrize(
    ("proven", "share", "word"), [(3.0, 1.0, "won"), (0.0, 0.5, "drawn"), (-0.2, 0.0, "lost")]
)
def test_what_is_proven_is_told_by_its_sign(proven, share, word):
    root = mcts(TicTacToe(), 40).tree
    child = root.children[4]
    child.proven = proven
    assert plots.share_for(child, child.owner) == share
    assert plots.share_for(child, 1 - child.owner) == 1 - share
    assert f"{child.visits}\n{word}" in words(plots.mcts_tree(root, plies=1))


def test_columns_are_counted_from_1_and_stand_on_the_edges():
    written = words(plots.mcts_tree(mcts(Connect4(), 7)))
    assert [text for text in written if "%" not in text][:7] == list("1234567")


def test_with_three_players_each_node_tells_its_owner_s_share():
    result = mcts(LastOfThree(), 60)
    assert plots.fixed_player(result.tree) is None
    figure = plots.mcts_tree(result)
    assert "in the nodes: visits and the mover's share of points" in legends(figure)
    assert {"player 0 to move", "player 1 or player 2 to move"} <= set(legends(figure))


def test_the_legend_says_where_dice_are_thrown():
    names = legends(plots.mcts_tree(mcts(Toss(), 30)))
    assert {"player 0 to move", "dice to move", "dashed: game over"} <= set(names)


def test_the_legend_says_who_moves_where_and_square_nodes_are_the_root_s_player_s():
    figure = plots.mcts_tree(mcts(TRAP, 100))
    assert legends(figure)[:2] == ["O to move", "X to move"]
    square = [box.get_boxstyle().rounding_size == 0 for box in shapes(figure, "node")]
    assert square[0]
    assert not all(square)


def test_the_title_is_shown_if_there_is_one():
    result = mcts(Connect4(), 10)
    with_title = plots.mcts_tree(result, title="ten")
    assert [text.get_text() for text in with_title.texts] == ["ten"]
    without = plots.mcts_tree(result)
    assert without.texts == []
    assert without.get_figheight() < with_title.get_figheight()


@pytest.mark.parametrize(
    ("tree", "options", "message"),
    [
        (3, {}, "give a tree that mcts has grown, such as result.tree, not 3"),
        (new_node(Connect4(), 0), {}, "no children yet"),
        (None, {"most": 0}, "most is a whole number of at least 1"),
        (None, {"plies": 0}, "plies is a whole number of at least 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tree, options, message):
    with pytest.raises(ValueError, match=message):
        plots.mcts_tree(mcts(Connect4(), 10) if tree is None else tree, **options)


# ---- the terms of UCT ----------------------------------------------------------------------


def test_each_child_has_its_mean_and_its_exploration_term_as_a_bar():
    root = mcts(TRAP, 300).tree
    (axes,) = plots.uct_bars(root, c=0.7).axes
    means, terms = ([bar.get_width() for bar in bars] for bars in axes.containers)
    children = [root.children[move] for move in TRAP.moves()]
    assert means == pytest.approx([child.mean for child in children])
    assert terms == pytest.approx([0.7 * np.sqrt(np.log(300) / child.visits) for child in children])
    assert [bar.get_x() for bar in axes.containers[1]] == pytest.approx(means)
    for text, child in zip(axes.texts, children, strict=True):
        numbers = f"{child.mean:.3f} + {child.uct(0.7) - child.mean:.3f} = {child.uct(0.7):.3f}"
        assert text.get_text().startswith(numbers)
    (following,) = [n for n, text in enumerate(axes.texts) if "next" in text.get_text()]
    assert children[following] is best_child(root, 0.7)


def test_moves_that_were_never_tried_come_first():
    (axes,) = plots.uct_bars(mcts(Connect4(), 5)).axes
    marked = [text.get_text() for text in axes.texts if "next" in text.get_text()]
    assert len(axes.containers[0]) == 5
    assert len(marked) == 1
    assert marked[0].startswith("◀ next: one of ")
    assert axes.get_yticklabels()[-1].get_text() == "never tried"


def test_a_compiled_tree_has_the_same_bars():
    one, other = (plots.uct_bars(run(TRAP, 200)).axes[0] for run in (mcts, fast.mcts))
    assert [text.get_text() for text in one.texts] == [text.get_text() for text in other.texts]


def test_a_negative_c_is_refused():
    with pytest.raises(ValueError, match="c is a number of at least 0"):
        plots.uct_bars(mcts(Connect4(), 10), c=-1)


# ---- visits that grow ----------------------------------------------------------------------


def test_each_move_has_a_line_of_its_share_of_the_visits():
    figure = plots.visits_growth(TRAP, [1000, 10, 100], seed=2, c=1.0)
    (axes,) = figure.axes
    assert axes.get_xscale() == "log"
    for number, iterations in enumerate((10, 100, 1000)):
        found = mcts(TRAP, iterations, seed=2, c=1.0).moves
        shares = [line.get_ydata()[number] for line in axes.lines]
        assert [line.get_xdata()[number] for line in axes.lines] == [iterations] * 7
        assert shares == pytest.approx([found[move].visits / iterations for move in TRAP.moves()])


def test_the_legend_says_what_each_move_is_worth_to_the_player_to_move():
    assert legends(plots.visits_growth(TRAP, [10])) == [
        "column 1: draw",
        *(f"column {column}: loss" for column in range(2, 8)),
    ]
    won = Connect4.from_moves("152526266")  # O is to move, and wins by stopping X
    assert legends(plots.visits_growth(won, [10]))[1] == "column 2: win"


def test_games_that_the_solver_does_not_know_have_no_worth_in_the_legend():
    names = legends(plots.visits_growth(TicTacToe.from_moves("5"), [20, 50]))
    assert names == [f"square {square}" for square in (1, 2, 3, 4, 6, 7, 8, 9)]


def test_of_many_moves_the_least_visited_share_a_line():
    state = Connect4(12, 12)
    figure = plots.visits_growth(state, [30, 60])
    names = legends(figure)
    assert len(names) == 8
    assert names[-1] == "5 others"
    assert sum(line.get_ydata()[-1] for line in figure.axes[0].lines) == pytest.approx(1)


def test_growth_needs_a_checkpoint():
    with pytest.raises(ValueError, match="one checkpoint or more"):
        plots.visits_growth(Connect4(), [])


# ---- how sure a share is -------------------------------------------------------------------


def test_shares_and_intervals_are_those_of_the_estimates():
    left, right = plots.convergence(Connect4(4, 4), 60, [3, 4]).axes
    first, second = (estimate(Connect4(4, 4), 60, seed=seed) for seed in (3, 4))
    lines = {line.get_label(): line.get_ydata() for line in left.lines}
    assert lines["seed 3"] == pytest.approx(first.share)
    assert lines["other seeds"] == pytest.approx(second.share)
    truth = (first.share[-1] + second.share[-1]) / 2
    assert lines[f"all games: {truth:.1%}"] == pytest.approx([truth, truth])
    half, theory = (line.get_ydata() for line in right.lines)
    assert half == pytest.approx((first.high - first.low) / 2)
    assert theory[0] / theory[35] == pytest.approx(6)  # 1/√n
    assert theory[-1] == pytest.approx(1.96 * np.sqrt(truth * (1 - truth) / 60))
    assert left.get_ylabel() == "share of points of X"


def test_seeds_may_come_one_after_the_other():
    left, _ = plots.convergence(Connect4(4, 4), 20, iter([7, 8])).axes
    assert "seed 7" in [line.get_label() for line in left.lines]


def test_convergence_needs_a_seed():
    with pytest.raises(ValueError, match="one seed or more"):
        plots.convergence(Connect4(), 10, iter([]))


# ---- the bandit ----------------------------------------------------------------------------


def test_each_pull_is_a_stroke_up_where_it_paid_and_down_where_not():
    chances = (0.2, 0.6, 0.5)
    machines, _ = plots.bandit_plot(chances, 80, c=0.4, runs=5, seed=3).axes
    run = bandit.play(chances, 80, bandit.ucb(0.4), 3)
    strokes = [stroke for lines in machines.collections for stroke in lines.get_segments()]
    found = {(int(pull), int(arm), end < arm) for (pull, arm), (_, end) in strokes}
    assert found == {
        (pull, arm, paid == 1)
        for pull, (arm, paid) in enumerate(zip(run.arms, run.rewards, strict=True), 1)
    }
    (beside,) = machines.child_axes
    labels = [label.get_text() for label in beside.get_yticklabels()]
    assert labels == [
        f"{count} pulls, {mean:.0%} paid" for count, mean in zip(run.counts, run.means, strict=True)
    ]


def test_regret_is_drawn_for_each_constant_and_for_pulls_at_random():
    chances = (0.2, 0.6)
    _, curves = plots.bandit_plot(chances, 50, cs=(0.0, 1.5), runs=7, seed=2).axes
    lines = {line.get_label(): line.get_ydata() for line in curves.lines}
    strategies = {"C = 0": bandit.ucb(0.0), "C = 1.5": bandit.ucb(1.5)}
    wanted = bandit.mean_regret(chances, 50, strategies, 7, 2)
    assert list(lines) == ["C = 0", "C = 1.5", "at random"]
    for label, regret in wanted.items():
        assert lines[label] == pytest.approx(regret)
    assert curves.get_ylabel() == "regret, mean of 7 runs"


def test_machines_that_pay_alike_leave_no_regret():
    _, curves = plots.bandit_plot([0.5, 0.5], 30, runs=3).axes
    assert all((line.get_ydata() == 0).all() for line in curves.lines)
    assert curves.get_ylim() == (0, 1)


@pytest.mark.parametrize("cs", [(), tuple(range(8))])
def test_the_constants_must_fit_into_one_plot(cs):
    with pytest.raises(ValueError, match="one plot shows 1 to 7 constants"):
        plots.bandit_plot((0.2, 0.6), 10, cs=cs)


# ---- all of them ---------------------------------------------------------------------------


def all_figures():
    yield plots.uct_bars(mcts(TRAP, 300))
    yield plots.uct_bars(mcts(TRAP, 300), c=0)
    yield plots.uct_bars(mcts(Connect4(), 4))
    yield plots.uct_bars(fast.mcts(TRAP, 3000, prove=True), c=0.2)
    yield plots.uct_bars(fast.mcts(Connect4(), 100_000))
    yield plots.visits_growth(Connect4(), [10, 100, 1000, 10_000])
    yield plots.visits_growth(Connect4(12, 12), [20])
    yield plots.convergence(TRAP, 300)
    yield plots.convergence(Connect4(4, 4), 2, [5])
    yield plots.bandit_plot((0.2, 0.4, 0.5, 0.6), 1000, runs=20)
    yield plots.bandit_plot((0.35, 0.7), 40, cs=(0, 0.1, 0.3, 0.5, 1, 1.5, 3), runs=20)
    yield plots.bandit_plot([n / 10 for n in range(1, 10)], 5000, runs=2)


def test_every_figure_is_as_wide_as_a_notebook_and_no_text_is_cut_off_or_covered():
    for figure in all_figures():
        check_is_readable(figure)


def test_figures_are_shown_only_where_they_are_asked_for():
    plots.mcts_tree(mcts(Connect4(), 10))
    plots.uct_bars(mcts(Connect4(), 10))
    plots.visits_growth(TRAP, [10])
    plots.convergence(Connect4(4, 4), 5, [1])
    plots.bandit_plot((0.2, 0.6), 10, runs=2)
    assert plt.get_fignums() == []
