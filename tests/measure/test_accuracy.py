"""Accuracy against perfect play, and the positions that it is measured on."""

import io
import math
import re
import sys
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel
from simple_players import leftmost, rightmost

from c4lib import Connect4
from c4lib.fast import analyze, solve
from c4lib.fast.solver import plies_left
from c4lib.measure.accuracy import (
    DIFFICULTIES,
    STAGES,
    Accuracy,
    Answer,
    Position,
    accuracy,
    compare,
    mean,
    positions,
    share,
)
from c4lib.players.agents import AlphaBeta, OnePly, Perfect, Random
from c4lib.view.plots import accuracy as accuracy_plots

DOUBLE_THREAT = Connect4.from_moves("3344", 5, 4)
"""X can make three in a row with both ends free, and win two plies later."""


@pytest.fixture(scope="module")
def random():
    return accuracy(Random())


@pytest.mark.parametrize("tuning", [False, True])
def test_each_stage_of_a_set_has_250_critical_positions_and_50_others(tuning):
    kinds = Counter((p.stage, p.critical) for p in positions(tuning=tuning))
    assert kinds == {(stage, is_it): 250 if is_it else 50 for stage in STAGES for is_it in (0, 1)}
    for position in positions(tuning=tuning):
        discs = position.state.ply
        left = plies_left(position.best, 42 - discs)
        assert position.stage == STAGES[(discs >= 8) + (discs >= 14) + (discs >= 28)]
        assert position.difficulty == DIFFICULTIES[(left > 14) + (left > 28)]


def test_difficulties_have_equal_shares_of_a_stage_where_there_are_enough():
    kinds = Counter((p.stage, p.difficulty) for p in positions() if p.critical)
    assert sorted(kinds.values()) == [50, 50, 83, 83, 84, 125, 125, 150, 250]
    assert kinds["first moves", "hard"] == 150


def test_positions_differ_with_a_choice_but_no_immediate_win_and_are_scored_by_the_solver():
    both = positions() + positions(tuning=True)
    states = [position.state for position in both]
    for state in states:
        assert (state.width, state.height, state.connect) == (7, 6, 4)
        assert state.ply >= 1
        assert len(state.moves()) >= 2
        assert all(state.play(move).winner is None for move in state.moves())
    assert len({state.mirror_key()[0] for state in states}) == len(states)
    late = [position for position in both if position.state.ply >= 20]
    for number in np.random.default_rng(1).choice(len(late), 40, replace=False):
        assert late[number].scores == analyze(late[number].state)


def test_positions_of_a_stage_or_difficulty_can_be_drawn_with_a_seed():
    drawn = positions("opening", count=20, seed=1)
    assert [position.stage for position in drawn] == ["opening"] * 20
    assert drawn == positions("opening", count=20, seed=1)
    assert drawn != positions("opening", count=20, seed=2)
    hard = positions(difficulty="hard")
    assert {p.stage for p in hard} == {"first moves", "opening"}
    assert {p.difficulty for p in hard} == {"hard"}


def test_two_players_are_compared_by_the_positions_that_only_one_of_them_keeps():
    critical = Position(Connect4.from_moves("44"), {0: -2, 1: 0, 2: 3, 3: 5, 4: 1, 5: -1, 6: 0})
    lost = Position(Connect4.from_moves("45"), dict.fromkeys(range(7), -4))
    one = Accuracy("one", (Answer(critical, 2), Answer(critical, 6), Answer(lost, 0)))
    other = Accuracy("other", (Answer(critical, 3), Answer(critical, 4), Answer(lost, -1)))
    assert compare(one, other) == (0, 1, 1.0), "the lost position tells nothing"
    assert compare(other, one).only_one == 1
    with pytest.raises(ValueError, match="one and other were not asked about the same positions"):
        compare(one, Accuracy("other", other.answers[:2]))


def test_each_measure_counts_what_it_says():
    critical = Position(Connect4.from_moves("44"), {0: -2, 1: 0, 2: 3, 3: 5, 4: 1, 5: -1, 6: 0})
    lost = Position(Connect4.from_moves("45"), dict.fromkeys(range(7), -4) | {2: -2})
    result = Accuracy("me", (Answer(critical, 2), Answer(critical, 6), Answer(lost, 0)))
    assert result.kept.value == pytest.approx(2 / 3)
    assert (result.kept_when_critical.value, result.kept_when_critical.count) == (1 / 2, 2)
    assert result.best.value == 0
    assert result.loss.value == pytest.approx((2 + 5 + 2) / 3)
    assert result.failures == [(critical.state, 6, critical.scores)]
    assert Accuracy("me", (Answer(critical, 3), Answer(lost, 2))).best.value == 1


def test_stages_and_difficulties_share_out_the_answers(random):
    for parts, names in ((random.by_stage, STAGES), (random.by_difficulty, DIFFICULTIES)):
        assert tuple(parts) == names
        assert sum(len(part.answers) for part in parts.values()) == len(random.answers)
    assert all(a.position.stage == "end" for a in random.by_stage["end"].answers)
    assert tuple(accuracy(leftmost, positions("end", count=5)).by_stage) == ("end",)


def test_a_means_interval_is_its_standard_error_and_what_is_unknown_is_not_a_number():
    estimate = mean([1, 2, 3, 4, 5])
    error = math.sqrt(2.5 / 5)
    assert (estimate.value, estimate.low) == pytest.approx((3, 3 - 1.96 * error))
    assert estimate.high == pytest.approx(3 + 1.96 * error)
    assert mean([0, 0, 9]).low == 0
    assert math.isnan(share([]).value)
    assert math.isnan(mean([]).value)
    assert (mean([2]).value, math.isnan(mean([2]).low)) == (2, True)


def test_the_perfect_player_loses_nothing():
    late = [position for position in positions() if position.state.ply >= 24][:60]
    result = accuracy(Perfect(), late)
    assert (result.kept.value, result.best.value, result.loss.value) == (1, 1, 0)
    assert result.failures == []


def test_who_looks_further_ahead_plays_more_accurately_and_the_seed_sets_the_dice(random):
    one_ply = accuracy(OnePly())
    some = positions("end")
    ahead = accuracy(AlphaBeta(depth=4), some)
    assert random.kept_when_critical.high < one_ply.kept_when_critical.low
    assert one_ply.by_stage["end"].kept_when_critical.high < ahead.kept_when_critical.low
    assert ahead.loss.high < one_ply.by_stage["end"].loss.low < random.by_stage["end"].loss.low
    assert accuracy(Random(seed=5), seed=0) == random
    assert accuracy(Random(), seed=1) != random


def test_positions_of_ones_own_and_answers_of_numpys_can_be_judged():
    position = Position(DOUBLE_THREAT, analyze(DOUBLE_THREAT))
    assert solve(DOUBLE_THREAT).plies == 3
    result = accuracy(lambda state: 1, [position])
    assert (position.stage, position.difficulty) == ("opening", "easy")
    assert result.kept.value == 1
    assert "?" in str(result)  # the interval of a single loss is not known
    result = accuracy(lambda state: np.int64(leftmost(state)), positions(count=3))
    assert result.answers == accuracy(leftmost, positions(count=3)).answers


def test_the_table_has_a_line_for_each_part_and_the_repr_is_one_short_line(random):
    title, *table = str(random).splitlines()
    assert title == "random, with 95 % confidence intervals"
    assert [line[:12].strip() for line in table[1:]] == ["all", *STAGES, *DIFFICULTIES]
    assert len({len(line) for line in table}) == 1
    assert len(table[0]) <= 100
    assert f"{random.kept.value:.1%}"[:-1] in table[1]
    assert f"{random.kept_when_critical.value:.1%} of 1000 critical positions kept" in repr(random)
    assert len(repr(random)) < 100


def test_figures_in_the_table_never_run_into_each_other(random):
    some = random.answers[:2]
    worst = Position(Connect4(), dict.fromkeys(range(6), -18) | {6: 18})
    row = str(Accuracy("x", (*some, Answer(worst, 0)))).splitlines()[2]
    assert not re.search(r"\)\S", row)


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("screen", "progress", "shown"),
    [(Screen(), True, True), (Screen(), False, False), (io.StringIO(), True, False)],
)
def test_the_bar_is_shown_in_a_terminal_only(monkeypatch, screen, progress, shown):
    monkeypatch.setattr("sys.stderr", screen)
    no_notebook = SimpleNamespace(get_ipython=lambda: None)
    monkeypatch.setattr(sys, "modules", {**sys.modules, "IPython": no_notebook})
    accuracy(leftmost, positions(count=3), progress=progress)
    assert ("leftmost" in screen.getvalue()) == shown


def test_a_notebook_shows_the_bar_to_a_person_and_stores_none():
    manager, client = start_new_kernel()
    try:
        client.execute_interactive(
            "from c4lib.accuracy import accuracy, positions\nfrom c4lib.agents import Random",
            timeout=60,
        )
        for person in (True, False):
            messages = []
            client.execute_interactive(
                "accuracy(Random(), positions(count=3));",
                allow_stdin=person,
                output_hook=messages.append,
                timeout=60,
            )
            shown = [m["content"]["data"] for m in messages if "display_data" in m["msg_type"]]
            assert any("random" in data.get("text/plain", "") for data in shown) == person
            assert shown[-1:] == ([{}] if person else [])  # no line is left behind
            assert not [m for m in messages if m["msg_type"] == "stream"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def few():
    some = positions("middle", count=40) + positions("end", count=40)
    return {"leftmost": accuracy(leftmost, some), "rightmost": accuracy(rightmost, some)}


def test_a_plot_shows_each_agents_shares_with_their_intervals(few):
    (axes,) = accuracy_plots.by_stage(few).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [*few]
    assert [text.get_text() for text in axes.get_xticklabels()] == [*STAGES]
    for drawn, result in zip(axes.containers, few.values(), strict=True):
        parts = [result.by_stage[stage].kept_when_critical for stage in ("middle", "end")]
        assert drawn.lines[0].get_ydata() == pytest.approx([part.value for part in parts])
        bars = drawn.lines[2][0].get_segments()
        intervals = [tuple(bar[:, 1]) for bar in bars]
        assert intervals == [pytest.approx((part.low, part.high)) for part in parts]


@pytest.mark.parametrize("measure", accuracy_plots.MEASURES)
def test_every_measure_can_be_plotted_by_stage_and_difficulty(few, measure):
    for plot in (accuracy_plots.by_stage, accuracy_plots.by_difficulty):
        (axes,) = plot(few, measure).axes
        assert axes.get_ylabel() == accuracy_plots.MEASURES[measure]


@pytest.mark.parametrize(("agents", "columns"), [(1, 1), (3, 3), (4, 2), (6, 3)])
def test_no_name_stands_alone_in_a_row_of_the_legend(few, agents, columns):
    many = {str(number): few["leftmost"] for number in range(agents)}
    figure = accuracy_plots.by_stage(many)
    figure.draw_without_rendering()
    names = figure.axes[0].get_legend().get_texts()
    assert len({round(name.get_window_extent().x0) for name in names}) == columns


def test_markers_stand_nearer_to_their_own_group_than_to_the_next(few):
    many = {str(number): few["leftmost"] for number in range(8)}
    (axes,) = accuracy_plots.by_stage(many).axes
    for drawn in axes.containers:
        for place in drawn.lines[0].get_xdata():
            assert abs(place - round(place)) <= 1 / 8
