"""The still pictures of lesson 05 say what was counted."""

import numpy as np
import pytest
from figures import legend_of
from plot_examples import TRAP

from c4lib import Connect4, fast
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import bandit, estimate, mcts
from c4lib.search.mcts import best_child
from c4lib.view.plots import mcts as plots


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


def test_moves_that_were_never_tried_come_first_and_a_compiled_tree_has_the_same_bars():
    (axes,) = plots.uct_bars(mcts(Connect4(), 5)).axes
    marked = [text.get_text() for text in axes.texts if "next" in text.get_text()]
    assert len(axes.containers[0]) == 5
    assert len(marked) == 1
    assert marked[0].startswith("one of ")
    assert axes.get_yticklabels()[-1].get_text() == "never tried"
    one, other = (plots.uct_bars(run(TRAP, 200)).axes[0] for run in (mcts, fast.mcts))
    assert [text.get_text() for text in one.texts] == [text.get_text() for text in other.texts]


def test_each_move_has_a_line_of_its_share_of_the_visits():
    figure = plots.visits_growth(TRAP, [1000, 10, 100], seed=2, c=1.0)
    (axes,) = figure.axes
    assert axes.get_xscale() == "log"
    for number, iterations in enumerate((10, 100, 1000)):
        found = mcts(TRAP, iterations, seed=2, c=1.0).moves
        shares = [line.get_ydata()[number] for line in axes.lines]
        assert [line.get_xdata()[number] for line in axes.lines] == [iterations] * 7
        assert shares == pytest.approx([found[move].visits / iterations for move in TRAP.moves()])


def test_the_legend_says_what_each_move_is_worth_if_the_solver_knows_the_game():
    assert legend_of(plots.visits_growth(TRAP, [10])) == [
        "column 1: draw",
        *(f"column {column}: loss" for column in range(2, 8)),
    ]
    won = Connect4.from_moves("152526266")  # O is to move, and wins by stopping X
    assert legend_of(plots.visits_growth(won, [10]))[1] == "column 2: win"
    names = legend_of(plots.visits_growth(TicTacToe.from_moves("5"), [20, 50]))
    assert names == [f"square {square}" for square in (1, 2, 3, 4, 6, 7, 8, 9)]


def test_of_many_moves_the_least_visited_share_a_line():
    state = Connect4(12, 12)
    figure = plots.visits_growth(state, [30, 60])
    names = legend_of(figure)
    assert len(names) == 8
    assert names[-1] == "5 others"
    assert sum(line.get_ydata()[-1] for line in figure.axes[0].lines) == pytest.approx(1)


def test_shares_and_intervals_are_those_of_the_estimates():
    left, right = plots.convergence(Connect4(4, 4), 60, iter([3, 4])).axes
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


def test_regret_is_drawn_for_each_constant_and_machines_that_pay_alike_leave_none():
    chances = (0.2, 0.6)
    _, curves = plots.bandit_plot(chances, 50, cs=(0.0, 1.5), runs=7, seed=2).axes
    lines = {line.get_label(): line.get_ydata() for line in curves.lines}
    strategies = {"C = 0": bandit.ucb(0.0), "C = 1.5": bandit.ucb(1.5)}
    wanted = bandit.mean_regret(chances, 50, strategies, 7, 2)
    assert list(lines) == ["C = 0", "C = 1.5", "at random"]
    for label, regret in wanted.items():
        assert lines[label] == pytest.approx(regret)
    assert curves.get_ylabel() == "regret, mean of 7 runs"
    _, curves = plots.bandit_plot([0.5, 0.5], 30, runs=3).axes
    assert all((line.get_ydata() == 0).all() for line in curves.lines)
    assert curves.get_ylim() == (0, 1)
