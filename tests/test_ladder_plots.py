"""Plots of a ladder."""

import math

import pytest
from figures import check_is_readable, texts

from c4lib.accuracy import Estimate
from c4lib.grade import STUDY
from c4lib.ladder import Ladder, Played, Standing
from c4lib.players import COURSE
from c4lib.view.ladder_plots import frontier, heat_map, marks, strength_by_time


def row(name, rating, seconds, mark=5.0):
    return Standing(
        name, Estimate(rating, rating - 40, rating + 50, 100), 0.5,
        Estimate(0.8, 0.7, 0.9, 200), seconds, Estimate(mark, mark - 0.5, min(10, mark + 0.5), 200),
    )  # fmt: skip


@pytest.fixture
def rows():
    """As many as there are players of the course, with figures much like theirs."""
    found = [row(name, 700 + 90 * n, 10 ** (-4 + 0.13 * n), 1 + n / 3)
             for n, name in enumerate(COURSE)]  # fmt: skip
    return found[::-1]


def test_strength_against_time_is_readable_and_names_everybody(rows):
    figure = strength_by_time(rows)
    check_is_readable(figure)
    shown = [text.get_text() for text in texts(figure)]
    for label in ("random", "perfect", "mcts", "alphazero", "5,000×100", "1 s", "3,200",
                  "strong mcts 100,000", "the frontier"):  # fmt: skip
        assert label in shown
    (axes,) = figure.axes
    assert axes.get_xscale() == "log"


def test_labels_stay_apart_where_players_are_close():
    rows = [row(f"my agent number {n}", 1000 + 30 * n, 0.01 * 1.1**n) for n in range(6)]
    check_is_readable(strength_by_time([row("random", 0, 1e-5), row("b", 2000, 1), *rows]))


def test_one_player_may_stand_out(rows):
    figure = strength_by_time([*rows, row("mine 3", 1500, 0.01)], highlight="mine 3")
    (axes,) = figure.axes
    stars = [line for line in axes.lines if line.get_marker() == "*"]
    assert [list(star.get_xdata()) for star in stars] == [[0.01]]
    assert "mine 3" in [text.get_text() for text in axes.get_legend().get_texts()]
    check_is_readable(figure)


def test_nobody_on_the_frontier_is_beaten_in_less_time(rows):
    slow_and_weak = row("a", 100, 9.0)
    quick = row("b", 2000, 1e-4)
    best = frontier([*rows, slow_and_weak, quick])
    assert slow_and_weak not in best
    assert best[0].name == "b"
    for one in best:
        assert not [
            r for r in rows if r.seconds <= one.seconds and r.rating.value > one.rating.value
        ]
    assert [r.seconds for r in best] == sorted(r.seconds for r in best)


def test_marks_stand_beside_the_studys(rows):
    figure = marks(rows)
    check_is_readable(figure)
    (axes,) = figure.axes
    diamonds = next(line for line in axes.lines if line.get_marker() == "D")
    assert sorted(diamonds.get_xdata()) == sorted(mark for two in STUDY.values() for mark in two)
    none = [r._replace(mark=Estimate(math.nan, math.nan, math.nan, 0)) for r in rows]
    assert len(marks([*none[:3], *rows[3:]]).axes[0].get_yticks()) == len(rows) - 3
    with pytest.raises(ValueError, match="no player of these was asked"):
        marks(none)
    assert len(marks(rows, study={}).axes[0].get_legend().get_texts()) == 1


def test_the_heat_map_is_readable(rows):
    names = [r.name for r in rows]
    games = tuple(
        Played(one, other, 0, 1.0 if n < m else 0.5, "", "", 0, 0)
        for n, one in enumerate(names)
        for m, other in enumerate(names)
        if n != m
    )
    figure = heat_map(Ladder(games), names)
    check_is_readable(figure)
    shown = [text.get_text() for text in figure.axes[0].texts]
    assert len(shown) == len(names) * (len(names) - 1)
    assert set(shown) == {"75", "25"}


def test_there_must_be_somebody_to_draw():
    with pytest.raises(ValueError, match="nobody to draw"):
        strength_by_time([])
    with pytest.raises(ValueError, match="two players at least"):
        heat_map(Ladder(()), ["a"])
