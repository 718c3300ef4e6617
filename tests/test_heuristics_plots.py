"""The plots of lesson 04 say what was counted and played, and all of it can be read."""

from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from figures import check_is_readable

from c4lib import Connect4
from c4lib.accuracy import Accuracy, Answer, positions
from c4lib.heuristics import EVALUATIONS, FEATURES, Linear, centre, hit_rate, ours
from c4lib.view import heuristics_plots as plots

GAME = "4443324744335321226355557266656"
"""X wins with the last move, and would with perfect play all along."""


@pytest.fixture(scope="module")
def judged():
    """Two agents' answers to the same positions: the best moves, and the leftmost ones."""
    some = positions(count=40)
    best = [Answer(position, max(position.scores, key=position.scores.get)) for position in some]
    leftmost = [Answer(position, min(position.scores)) for position in some]
    return Accuracy("best", tuple(best)), Accuracy("leftmost", tuple(leftmost))


def cell(width, height, connect, side, won, drawn, lost, opponent="one-ply"):
    """What `c4lib.boards` has for a board."""
    return SimpleNamespace(
        width=width, height=height, connect=connect, opponent=opponent, side=side, nodes=1000,
        won=won, drawn=drawn, lost=lost,
    )  # fmt: skip


CELLS = [
    cell(width, height, connect, side, 100 - 10 * width + side, 10 * width - side - 7, 7)
    for connect in (4, 5)
    for width in (4, 5, 6, 7)
    for height in (4, 5, 6, 7)
    for side in (0, 1)
    if connect <= max(width, height)
] + [cell(size, size, 10, side, 3, 2, 0) for size in (20, 30, 40, 50) for side in (0, 1)]


def words(axes):
    return [text.get_text() for text in axes.texts]


def names(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


# ---- the squares of a board ------------------------------------------------------------------


def test_each_square_carries_how_many_lines_run_through_it_and_row_1_is_at_the_bottom():
    (axes,) = plots.hit_rates(Connect4(5, 4)).axes
    lines = hit_rate(Connect4(5, 4).board)
    assert len(axes.texts) == 20
    for text in axes.texts:
        column, row = map(int, text.get_position())
        assert text.get_text() == str(lines[column, row])
    assert not axes.yaxis_inverted()
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "2", "3", "4"]


def test_boards_stand_side_by_side_and_large_ones_have_a_scale_instead_of_numbers():
    figure = plots.hit_rates(Connect4(), Connect4(4, 4).board, Connect4(20, 20, 10))
    small, square, large, scale = figure.axes
    assert (small.get_title(), square.get_title()) == ("7 x 6, 4 in a row", "4 x 4, 4 in a row")
    assert (len(small.texts), len(square.texts), len(large.texts)) == (42, 16, 0)
    assert scale.get_xlabel() == "lines through a square"


def test_without_a_board_the_usual_one_is_drawn():
    (axes,) = plots.hit_rates().axes
    assert axes.get_title() == "7 x 6, 4 in a row"


@pytest.mark.parametrize("boards", [[Connect4()] * 7, ["7x6"]])
def test_hit_rates_say_what_they_take(boards):
    with pytest.raises(ValueError, match=r"one plot shows 1 to 6 boards|states or boards such as"):
        plots.hit_rates(*boards)


# ---- how well evaluations play ---------------------------------------------------------------


def test_each_evaluation_has_a_line_over_the_depths_with_its_interval(judged):
    best, leftmost = judged
    (axes,) = plots.by_depth({"good": {2: best, 1: leftmost}, "bad": {1: leftmost}}).axes
    assert names(axes) == ["good", "bad"]
    line = axes.containers[0].lines[0]
    assert list(line.get_ydata()) == [leftmost.kept.value, best.kept.value]
    assert line.get_xdata() == pytest.approx([1, 2], abs=0.1)
    (bars,) = axes.containers[0].lines[2]
    low, high = bars.get_segments()[0][:, 1]
    assert (low, high) == pytest.approx((leftmost.kept.low, leftmost.kept.high))


def test_over_time_the_scale_is_logarithmic_and_points_are_sorted(judged):
    best, leftmost = judged
    (axes,) = plots.by_time({"one": [(30.0, best), (0.5, leftmost)]}, "loss").axes
    assert axes.get_xscale() == "log"
    assert list(axes.containers[0].lines[0].get_xdata()) == [0.5, 30.0]
    assert axes.get_ylim()[0] == 0
    assert "milliseconds" in axes.get_xlabel()


@pytest.mark.parametrize(
    ("results", "measure", "wanted"),
    [
        ({"one": 1}, "speed", "a measure is one of kept"),
        ({}, "kept", "one plot shows 1 to 8 evaluations"),
        ({"one": None}, "kept", "each measured somewhere"),
    ],
)
def test_accuracy_plots_say_what_they_want(judged, results, measure, wanted):
    found = {label: {1: judged[0]} if one else {} for label, one in results.items()}
    with pytest.raises(ValueError, match=wanted):
        plots.by_depth(found, measure)


def test_a_move_takes_some_time(judged):
    with pytest.raises(ValueError, match="in milliseconds, and more than 0"):
        plots.by_time({"one": [(0.0, judged[0])]})


# ---- results on many boards ------------------------------------------------------------------


def test_boards_stand_by_width_and_height_with_their_games_and_share_of_points():
    rows = [cell(4, 5, 4, 0, 6, 2, 2), cell(5, 4, 4, 0, 0, 0, 9), cell(4, 5, 4, 1, 1, 0, 1)]
    first, second, _ = plots.board_table(rows, "one-ply").axes
    assert first.get_title() == "4 in a row, moving first"
    assert second.get_title() == "4 in a row, moving second"
    shares = first.images[0].get_array()
    assert shares[1, 0] == pytest.approx(0.7)  # width 4, height 5: the second row from below
    assert shares[0, 1] == 0
    assert np.isnan(np.ma.filled(shares, np.nan)[0, 0])
    assert {text.get_position(): text.get_text() for text in first.texts} == {
        (0, 1): "6/2/2", (1, 0): "0/0/9", (0, 0): "–", (1, 1): "–",
    }  # fmt: skip


def test_each_length_of_line_has_a_grid_and_large_boards_a_strip():
    *panels, scale = plots.board_table(CELLS, "one-ply").axes
    titles = [axes.get_title().split(",")[0] for axes in panels[::2]]
    assert titles == ["4 in a row", "5 in a row", "10 in a row"]
    strip = [label.get_text() for label in panels[-1].get_xticklabels()]
    assert strip == ["20x20", "30x30", "40x40", "50x50"]
    assert words(panels[-1]) == ["3/2/0"] * 4
    assert scale.get_xlabel() == (
        "points against one-ply, 1,000 nodes a move; in the squares: won/drawn/lost"
    )


def test_one_length_of_line_can_be_shown_alone():
    *panels, _ = plots.board_table(CELLS, "one-ply", connect=5).axes
    assert [axes.get_title() for axes in panels] == [
        "5 in a row, moving first",
        "5 in a row, moving second",
    ]


@pytest.mark.parametrize(
    ("rows", "opponent", "connect"), [(CELLS, "nobody", None), (CELLS, "one-ply", 6), ([], "x", 4)]
)
def test_an_opponent_without_results_is_named_and_those_with_some(rows, opponent, connect):
    with pytest.raises(ValueError, match=f"no results against {opponent}.*; there are"):
        plots.board_table(rows, opponent, connect)


# ---- weights, and evaluations along a game ---------------------------------------------------


def test_bars_are_shares_of_weight_times_standard_deviation_and_carry_the_weight():
    states = [position.state for position in positions(count=30)]
    linear = Linear({"hit-rate": -2, "threes": 7})
    (axes,) = plots.weights({"mine": linear, "other": Linear({"twos": 1})}, states).axes
    moved = {
        name: weight * np.std([FEATURES[name](state) for state in states])
        for name, weight in linear.weights.items()
    }
    total = sum(map(abs, moved.values()))
    labels = [label.get_text() for label in axes.get_yticklabels()]
    widths = dict(zip(labels, [bar.get_width() for bar in axes.containers[0]], strict=True))
    assert labels == ["twos", "threes", "hit-rate"]
    assert widths["threes"] == pytest.approx(moved["threes"] / total)
    assert widths["hit-rate"] == pytest.approx(moved["hit-rate"] / total)
    assert [word for word in words(axes) if word] == ["+7", "-2", "+1"]


@pytest.mark.parametrize("count", [0, 1])
def test_weights_need_states_to_be_compared_over(count):
    with pytest.raises(ValueError, match="two or more states"):
        plots.weights({"mine": Linear({"twos": 1})}, [Connect4()] * count)


def test_evaluations_are_drawn_for_x_and_scaled_to_their_largest():
    (axes,) = plots.evaluations_along("4433", {"centre": centre}).axes
    state, values = Connect4(), []
    for ply in range(5):
        values.append(centre(state) * (1 if ply % 2 == 0 else -1))
        state = state.play(int("44331"[ply]) - 1)
    line = next(line for line in axes.lines if line.get_label() == "centre")
    assert line.get_ydata() == pytest.approx([v / max(map(abs, values)) for v in values])
    assert axes.get_ylabel() == "evaluation for X, scaled"


def test_decided_games_stand_at_one_and_leave_the_scale_to_the_others():
    game = Connect4.from_moves("414141")  # X can win at once
    (axes,) = plots.evaluations_along(game, {"ours": ours}).axes
    line = next(line for line in axes.lines if line.get_label() == "ours")
    values = list(line.get_ydata())
    assert values[-1] == 1
    assert sorted(map(abs, values[:-1]))[-1] == 1


def test_perfect_play_is_the_background_for_as_long_as_it_is_known():
    last = Connect4.from_moves("112233", 4, 4)
    (axes,) = plots.evaluations_along(last.play(3), {"centre": centre}).axes
    step = axes.lines[0]
    x, outcome = step.get_xdata(), step.get_ydata()
    assert (x[0], x[-1]) == (-0.5, 7.5)
    assert (outcome[0], outcome[-1]) == (0, 1)  # a draw at first; X has won in the end
    assert "perfect play" in [text.get_text() for text in axes.figure.legends[0].get_texts()]


def test_a_board_that_cannot_be_solved_has_no_background():
    game = Connect4.from_moves("10,10,9,9,8", 20, 20, 10)
    (axes,) = plots.evaluations_along(game, {"centre": centre}).axes
    assert [text.get_text() for text in axes.figure.legends[0].get_texts()] == ["centre"]


def test_evaluations_along_a_game_need_an_evaluation():
    with pytest.raises(ValueError, match="one plot shows 1 to 8 evaluations, not 0"):
        plots.evaluations_along("44", {})


# ---- all of them -----------------------------------------------------------------------------


def all_figures(judged):
    best, leftmost = judged
    states = [position.state for position in positions(count=30)]
    every = Linear(dict.fromkeys(FEATURES, 1.234))
    yield plots.hit_rates()
    yield plots.hit_rates(Connect4(10, 10, 5), Connect4(9, 7))
    yield plots.hit_rates(Connect4(), Connect4(4, 4), Connect4(20, 20, 10))
    yield plots.hit_rates(Connect4(), Connect4(4, 4), Connect4(50, 50, 10), Connect4(4, 7))
    yield plots.by_depth({name: {1: leftmost, 8: best} for name in EVALUATIONS})
    yield plots.by_time({name: [(1, leftmost), (900, best)] for name in EVALUATIONS}, "loss")
    yield plots.board_table(CELLS, "one-ply")
    yield plots.board_table(CELLS, "one-ply", connect=10)
    yield plots.weights({"one": every, "two": every, "three": every}, states)
    yield plots.weights({"one": Linear({"twos": -1})}, states)
    yield plots.evaluations_along(GAME, EVALUATIONS)


def test_every_figure_is_as_wide_as_a_notebook_and_no_text_is_cut_off_or_covered(judged):
    for figure in all_figures(judged):
        check_is_readable(figure)


def test_figures_are_shown_only_where_they_are_asked_for(judged):
    for _ in all_figures(judged):
        assert plt.get_fignums() == []
