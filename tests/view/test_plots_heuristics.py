"""The plots of lesson 04 say what was counted and played."""

import numpy as np
import pytest
from figures import legend_of
from plot_examples import CELLS, cell, judged

from c4lib import Connect4
from c4lib.heuristics import FEATURES, Linear, hit_rate
from c4lib.measure.accuracy import positions
from c4lib.view.plots import heuristics as plots


def written(axes):
    return [text.get_text() for text in axes.texts]


def test_each_square_carries_its_lines_and_boards_side_by_side_a_scale_if_they_are_large():
    assert plots.hit_rates().axes[0].get_title() == "7 x 6, 4 in a row"
    (axes,) = plots.hit_rates(Connect4(5, 4)).axes
    lines = hit_rate(Connect4(5, 4).board)
    assert len(axes.texts) == 20
    for text in axes.texts:
        column, row = map(int, text.get_position())
        assert text.get_text() == str(lines[column, row])
    assert not axes.yaxis_inverted()
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "2", "3", "4"]
    figure = plots.hit_rates(Connect4(), Connect4(4, 4).board, Connect4(20, 20, 10))
    small, square, large, scale = figure.axes
    assert (small.get_title(), square.get_title()) == ("7 x 6, 4 in a row", "4 x 4, 4 in a row")
    assert (len(small.texts), len(square.texts), len(large.texts)) == (42, 16, 0)
    assert scale.get_xlabel() == "lines through a square"


def test_each_evaluation_has_a_line_over_the_depths_with_its_interval():
    best, leftmost = judged()
    (axes,) = plots.by_depth({"good": {2: best, 1: leftmost}, "bad": {1: leftmost}}).axes
    assert legend_of(axes) == ["good", "bad"]
    line = axes.containers[0].lines[0]
    assert list(line.get_ydata()) == [part.kept_when_critical.value for part in (leftmost, best)]
    assert line.get_xdata() == pytest.approx([1, 2], abs=0.1)
    (bars,) = axes.containers[0].lines[2]
    low, high = bars.get_segments()[0][:, 1]
    headline = leftmost.kept_when_critical
    assert (low, high) == pytest.approx((headline.low, headline.high))


def test_over_time_the_scale_is_logarithmic_and_points_are_sorted():
    best, leftmost = judged()
    (axes,) = plots.by_time({"one": [(30.0, best), (0.5, leftmost)]}, "loss").axes
    assert axes.get_xscale() == "log"
    assert list(axes.containers[0].lines[0].get_xdata()) == [0.5, 30.0]
    assert axes.get_ylim()[0] == 0
    assert "milliseconds" in axes.get_xlabel()


def test_boards_stand_by_width_and_height_with_their_games_and_share_of_points():
    rows = [cell(4, 5, 4, 0, 6, 2, 2), cell(5, 4, 4, 0, 0, 0, 9), cell(4, 5, 4, 1, 1, 0, 1)]
    first, _, _ = plots.board_table(rows, "one-ply").axes
    shares = first.images[0].get_array()
    assert shares[1, 0] == pytest.approx(0.7)  # width 4, height 5: the second row from below
    assert shares[0, 1] == 0
    assert np.isnan(np.ma.filled(shares, np.nan)[0, 0])
    assert {text.get_position(): text.get_text() for text in first.texts} == {
        (0, 1): "6/2/2", (1, 0): "0/0/9", (0, 0): "–", (1, 1): "–",
    }  # fmt: skip


def test_each_length_of_line_has_a_grid_and_large_boards_a_strip():
    *panels, scale = plots.board_table(CELLS, "one-ply").axes
    titles = [axes.get_title() for axes in panels]
    lengths = [f"{connect} in a row, moving" for connect in (4, 5, 10)]
    assert titles == [f"{length} {turn}" for length in lengths for turn in ("first", "second")]
    *fives, _ = plots.board_table(CELLS, "one-ply", connect=5).axes
    assert [axes.get_title() for axes in fives] == titles[2:4]
    strip = [label.get_text() for label in panels[-1].get_xticklabels()]
    assert strip == ["20x20", "30x30", "40x40", "50x50"]
    assert written(panels[-1]) == ["3/2/0"] * 4
    assert scale.get_xlabel() == (
        "points against one-ply, 1,000 nodes a move; in the squares: won/drawn/lost"
    )


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
    assert [word for word in written(axes) if word] == ["+7", "−2", "+1"]
