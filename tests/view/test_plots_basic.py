"""Plots say what was measured."""

import numpy as np
import pytest
from figures import legend_of
from plot_examples import played

from c4lib.measure.intervals import wilson
from c4lib.view import plots


def test_counts_are_drawn_on_a_logarithmic_scale_and_theory_is_dashed():
    series, theory = {"a": [1, 10, 100], "b": [1, 2]}, {"c": [1, 3]}
    (axes,) = plots.counts(series, x="plies", y="how many", theory=theory).axes
    assert axes.get_yscale() == "log"
    assert legend_of(axes) == ["a", "b", "c"]
    assert [line.get_linestyle() for line in axes.lines] == ["-", "-", "--"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("plies", "how many")


def test_counts_may_have_axes_that_stay_where_they_are_whatever_is_drawn():
    for numbers in ([1, 8], [1, 4, 16, 60]):
        (axes,) = plots.counts({"a": numbers}, "plies", "how many", up_to=(8, 1e6)).axes
        assert (axes.get_xlim(), axes.get_ylim()) == ((-0.2, 8.2), (0.7, 1e6))
        assert list(axes.get_xticks()) == list(range(9))


def test_running_means_go_from_the_first_thousandth_to_the_mean_of_all():
    figure = plots.running_means({"a": range(1, 3001), "b": [7, 9]}, "probes", "nodes", 1500)
    one, other, level = figure.axes[0].lines
    assert (one.get_xdata()[[0, -1]].tolist(), one.get_ydata()[[0, -1]].tolist()) == (
        [3, 3000],
        [2, 1500.5],
    )
    assert (other.get_ydata().tolist(), level.get_ydata()) == ([7, 8], [1500, 1500])
    assert figure.alt.endswith("a: 2 after 3, 1.5e+03 in the end; b: 7 after 1, 8 in the end.")


def test_a_match_is_drawn_as_bars_that_fill_the_width_and_carry_their_numbers():
    (axes,) = plots.matches(played()).axes
    widths = np.array([[bar.get_width() for bar in bars] for bars in axes.containers])
    assert widths.sum(axis=0) == pytest.approx(1)
    assert str(played()[0].wins) in [text.get_text() for text in axes.texts]
    (axes,) = plots.bars({"left": 60_184, "centre": 155_968}, x="nodes").axes
    assert axes.get_xscale() == "log"
    assert [text.get_text() for text in axes.texts] == ["60,184", "155,968"]
    assert [bar.get_width() for bar in axes.patches] == [60_184, 155_968]


def test_bars_say_how_many_times_less_or_more_they_are_and_keep_their_axis_beside_sliders():
    numbers = {
        "minimax": 131_060_741,
        "alpha-beta": 60_184,
        "slow": 300_000_000,
        "none": 0,
        "a": 131_060_741,
    }
    for log in (True, False):
        (axes,) = plots.bars(numbers, x="nodes", log=log, ratios=True, most=10**9).axes
        assert [text.get_text() for text in axes.texts] == [
            "131,060,741", "60,184  (÷ 2,178)", "300,000,000  (× 2.3)", "0  (–)",
            "131,060,741  (the same)",
        ]  # fmt: skip
        (other,) = plots.bars({"a": 3}, x="nodes", log=log, ratios=True, most=10**9).axes
        assert axes.get_xlim() == other.get_xlim()


def test_the_running_score_ends_at_the_matchs_score_in_the_band_of_its_interval():
    (axes,) = plots.running_score(played()).axes
    ends = [line.get_ydata()[-1] for line in axes.lines[:2]]
    assert ends == pytest.approx([result.score for result in played()])
    (axes,) = plots.running_score(played()[1:]).axes
    vertices = axes.collections[0].get_paths()[0].vertices
    for games in (1, 20):
        ends = vertices[vertices[:, 0] == games][:, 1]
        score = np.mean([(utility + 1) / 2 for utility in played()[1].utilities[:games]])
        assert (ends.min(), ends.max()) == pytest.approx(wilson(score, games))


@pytest.mark.parametrize(("most", "label"), [(2_500_000, "1,000,000"), (2, "0.5")])
def test_bars_without_a_logarithm_have_an_axis_of_readable_numbers(most, label):
    figure = plots.bars({"left": most, "centre": 1}, x="nodes", log=False)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    assert axes.get_xscale() == "linear"
    assert label in [text.get_text() for text in axes.get_xticklabels()]
