"""Plots say what was measured."""

import numpy as np
import pytest

from c4lib.agents import OnePly, Random
from c4lib.arena import match
from c4lib.view import plots


@pytest.fixture(scope="module")
def results():
    return [match(OnePly(), Random(), games=20), match(Random(), Random(), games=20)]


def test_counts_are_drawn_on_a_logarithmic_scale_with_a_name_each():
    (axes,) = plots.counts({"a": [1, 10, 100], "b": [1, 2]}, x="plies", y="how many").axes
    assert axes.get_yscale() == "log"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("plies", "how many")


def test_a_match_is_drawn_as_bars_that_fill_the_width_and_carry_their_numbers(results):
    (axes,) = plots.matches(results).axes
    widths = np.array([[bar.get_width() for bar in bars] for bars in axes.containers])
    assert widths.sum(axis=0) == pytest.approx(1)
    numbers = {text.get_text() for text in axes.texts}
    assert str(results[0].wins) in numbers


def test_the_running_score_ends_at_the_matchs_score(results):
    (axes,) = plots.running_score(results).axes
    ends = [line.get_ydata()[-1] for line in axes.lines[: len(results)]]
    assert ends == pytest.approx([result.score for result in results])


def test_the_band_is_two_standard_errors_wide_with_a_win_and_a_loss_added(results):
    (axes,) = plots.running_score(results[:1]).axes
    low, high = np.sort(axes.collections[0].get_paths()[0].vertices[:, 1])[[0, -1]]
    assert high - low < 1.5
    won, games = results[0].wins, len(results[0].games)
    mean = (won + 1) / (games + 2)
    error = 2 * np.sqrt(mean * (1 - mean) / (games + 2))
    vertices = axes.collections[0].get_paths()[0].vertices
    last = vertices[vertices[:, 0] == games][:, 1]
    assert (last.min(), last.max()) == pytest.approx((mean - error, mean + error))


def test_a_figure_is_shown_only_where_it_is_asked_for(results):
    import matplotlib.pyplot as plt

    plots.matches(results)
    assert plt.get_fignums() == []


def test_theory_is_drawn_dashed_beside_what_was_measured():
    (axes,) = plots.counts({"a": [1, 2]}, x="", y="", theory={"b": [1, 3]}).axes
    assert [line.get_linestyle() for line in axes.lines] == ["-", "--"]


def test_bars_carry_their_numbers():
    (axes,) = plots.bars({"left": 60_184, "centre": 155_968}, x="nodes").axes
    assert axes.get_xscale() == "log"
    assert [text.get_text() for text in axes.texts] == ["60,184", "155,968"]
    assert [bar.get_width() for bar in axes.patches] == [60_184, 155_968]


@pytest.mark.parametrize(("most", "label"), [(2_500_000, "1,000,000"), (2, "0.5")])
def test_bars_without_a_logarithm_have_an_axis_of_readable_numbers(most, label):
    figure = plots.bars({"left": most, "centre": 1}, x="nodes", log=False)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    assert axes.get_xscale() == "linear"
    assert label in [text.get_text() for text in axes.get_xticklabels()]
