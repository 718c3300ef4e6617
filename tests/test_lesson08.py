"""What holds for the exercises of lesson 08 beside what holds for all: see test_exercises."""

import math

import numpy as np
import pytest

from c4lib.exercises import exercise
from c4lib.exercises.lesson08 import (
    chained,
    expected_points,
    games_needed,
    improved,
    pair_error,
)
from c4lib.ladder import Played
from c4lib.rating import rate


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def played(wins):
    """Games with these wins, as a ladder has them."""
    names = "abcdef"
    games = [
        (names[i], names[j])
        for i, row in enumerate(wins)
        for j, n in enumerate(row)
        for _ in range(n)
    ]
    return [Played(one, two, n, 1.0, "", "", 0, 0) for n, (one, two) in enumerate(games)]


def test_the_promise_is_that_of_the_packages_ratings_without_draws():
    ratings = rate(played(((0, 30), (10, 0))), anchor=None, samples=1, prior=1e6)
    mine, theirs = ratings.players["a"].value, ratings.players["b"].value
    assert expected_points(mine, theirs) == pytest.approx(0.75, abs=0.01)
    assert expected_points(400, 0) == pytest.approx(10 / 11)


def test_chained_shares_are_added_ratings():
    for lead, more in ((100, 250), (-300, 40), (0, 77)):
        first, second = expected_points(lead, 0), expected_points(more, 0)
        assert chained(first, second) == pytest.approx(expected_points(lead + more, 0))


@pytest.mark.parametrize("share", [0.55, 0.6, 0.4])
def test_an_even_player_reaches_the_share_about_one_time_in_twenty(share):
    games = games_needed(share)
    points = np.random.default_rng(8).binomial(games, 0.5, 200_000) / games
    beyond = np.mean(np.abs(points - 0.5) >= abs(share - 0.5) - 1e-9)
    assert 0.035 < beyond < 0.065


def test_many_rounds_come_to_the_most_likely_strengths():
    wins = ((0, 6, 9), (4, 0, 7), (1, 3, 0))
    strengths = [1 / 3] * 3
    for _ in range(200):
        strengths = improved(strengths, wins)
    assert sum(strengths) == pytest.approx(1)
    assert improved(strengths, wins) == pytest.approx(strengths)
    ratings = rate(played(wins), anchor=None, samples=1, prior=1e6).players
    for one, two in ((0, 1), (1, 2)):
        lead = 400 * math.log10(strengths[one] / strengths[two])
        assert ratings["abc"[one]].value - ratings["abc"[two]].value == pytest.approx(lead, abs=5)


def test_the_error_of_pairs_is_that_of_their_means():
    pairs = [(1, 0), (1, 0.5), (0, 0), (1, 1), (0.5, 0.5)]
    means = np.mean(pairs, axis=1)
    assert pair_error(pairs) == pytest.approx(np.std(means, ddof=1) / np.sqrt(5))
    assert pair_error([(1, 0)] * 9) == 0, "an opening that X always wins tells nothing"


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        ("8.1", lambda a, b: 10 ** (a / 400) / (10 ** (a / 400) + 10 ** (b / 400))),
        ("8.1", lambda mine, theirs: np.float64(1) / (1 + 10 ** ((theirs - mine) / 400))),
        ("8.2", lambda p, q: p * q / (p * q + (1 - p) * (1 - q))),
        ("8.3", lambda share: float(math.ceil((0.98 / (share - 0.5)) ** 2))),
        ("8.5", lambda pairs: np.std(np.mean(pairs, axis=1), ddof=1) / len(pairs) ** 0.5),
    ],
)  # fmt: skip
def test_other_ways_to_write_it_are_right(number, answer):
    assert exercise(number).check(answer).is_right


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("8.1", lambda mine, theirs: [0.5], "One number is wanted"),
        ("8.4", lambda strengths, wins: {0: 0.5}, "A list is wanted"),
        ("8.5", lambda pairs: [0.1], "the standard error of the points a game"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    assert said in str(exercise(number).check(answer))
