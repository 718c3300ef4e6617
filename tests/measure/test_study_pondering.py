"""The study of pondering and the book: pairs of games, and what they say about strength."""

import math

import pytest
from random_games import needs_compiler

from c4lib.measure import study_pondering as study
from c4lib.measure.study_pondering import KINDS, Pair, Pondering, elo_of
from c4lib.measure.tournament import openings


@needs_compiler
def test_its_openings_are_drawn_and_differ_and_leave_the_book_something_to_do():
    found = openings(study.OPENINGS, discs=study.DISCS)
    assert len({state.mirror_key()[0] for state in found}) == study.OPENINGS
    assert {state.ply for state in found} == {study.DISCS}


@needs_compiler
def test_a_table_has_a_row_for_each_match_and_the_games_of_workers_are_the_same(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(study, "BUDGETS", (200, 500, 900))
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    study.run(one, openings=2, least=200, most=500, workers=1)
    rows = study.read(one)
    assert [row[:2] for row in rows] == [(n, what) for n in (200, 500) for what in KINDS]
    for row in rows:
        assert row.won + row.drawn + row.lost == 2 * len(row.pairs) == 4
        assert sum(map(int, row.pairs)) == 2 * row.won + row.drawn
        assert 0 <= row.right <= row.guesses
        assert (row.guesses > 0) is (row.what != "book")
    study.run(other, openings=2, least=200, most=500, workers=2)
    assert study.read(other) == rows


@needs_compiler
def test_a_pair_is_one_opening_from_both_sides():
    games = study.play(Pair(200, "both", 3))
    assert len(games) == 2
    assert all(end in (1, 0, -1) and 0 <= right <= most for end, right, most in games)
    assert games == study.play(Pair(200, "both", 3))


def test_elo_comes_with_an_interval_over_pairs():
    row = Pondering(10, "ponder", 3, 4, 1, 0, 0, "2431")
    assert row.result.score == pytest.approx(10 / 16)
    spread = math.sqrt(sum((n / 4 - 10 / 16) ** 2 for n in (2, 4, 3, 1)) / 3 / 4)
    assert row.result.error == pytest.approx(spread)
    assert row.elo.value == pytest.approx(400 * math.log10(10 / 6))
    assert row.elo.low == pytest.approx(elo_of(10 / 16 - 1.96 * spread))
    assert row.elo.high == pytest.approx(elo_of(10 / 16 + 1.96 * spread))
    assert row.elo.count == 8
    assert Pondering(10, "book", 3, 0, 1, 0, 0, "42").elo.high == math.inf
    assert [elo_of(score) for score in (0, 0.5, 1)] == [-math.inf, 0, math.inf]


def test_the_shipped_table_says_that_pondering_helps_and_most_guesses_are_right():
    rows = study.read()
    assert [row[:2] for row in rows] == [(n, what) for n in study.BUDGETS for what in KINDS]
    for row in rows:
        assert len(row.pairs) == study.OPENINGS == row.elo.count / 2
        if row.what != "book":
            assert row.elo.low > 0
            assert 0.75 < row.right / row.guesses < 0.85
