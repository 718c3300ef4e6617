"""Plots of a ladder."""

import math

from figures import legend_of, words
from plot_examples import STANDINGS, everybody, standing

from c4lib.measure.accuracy import Estimate
from c4lib.measure.mark import STUDY
from c4lib.view.plots.ladder import frontier, heat_map, marks, strength_by_time


def test_strength_against_time_names_everybody_and_one_player_may_stand_out():
    figure = strength_by_time(STANDINGS)
    shown = words(figure)
    for label in ("random", "perfect", "mcts", "alphazero", "5,000×100", "1 s", "3,200",
                  "strong mcts 100,000", "the frontier"):  # fmt: skip
        assert label in shown
    (axes,) = figure.axes
    assert axes.get_xscale() == "log"
    figure = strength_by_time([*STANDINGS, standing("mine 3", 1500, 0.01)], highlight="mine 3")
    (axes,) = figure.axes
    stars = [line for line in axes.lines if line.get_marker() == "*"]
    assert [list(star.get_xdata()) for star in stars] == [[0.01]]
    assert "mine 3" in legend_of(axes)


def test_nobody_on_the_frontier_is_beaten_in_less_time():
    slow_and_weak = standing("a", 100, 9.0)
    quick = standing("b", 2000, 1e-4)
    best = frontier([*STANDINGS, slow_and_weak, quick])
    assert slow_and_weak not in best
    assert best[0].name == "b"
    for one in best:
        assert not [
            r for r in STANDINGS if r.seconds <= one.seconds and r.rating.value > one.rating.value
        ]
    assert [r.seconds for r in best] == sorted(r.seconds for r in best)


def test_marks_stand_beside_the_studys_and_the_heat_map_has_a_number_for_each_pair():
    figure = marks(STANDINGS)
    (axes,) = figure.axes
    diamonds = next(line for line in axes.lines if line.get_marker() == "D")
    assert sorted(diamonds.get_xdata()) == sorted(mark for two in STUDY.values() for mark in two)
    none = [r._replace(mark=Estimate(math.nan, math.nan, math.nan, 0)) for r in STANDINGS]
    assert len(marks([*none[:3], *STANDINGS[3:]]).axes[0].get_yticks()) == len(STANDINGS) - 3
    assert legend_of(marks(STANDINGS, study={}).axes[0]) == ["ours, measured"]
    found, names = everybody()
    shown = [text.get_text() for text in heat_map(found, names).axes[0].texts]
    assert len(shown) == len(names) * (len(names) - 1)
    assert set(shown) == {"75", "25"}
