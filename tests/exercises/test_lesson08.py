"""The references of lesson 08, compared with the package's ratings and with simulation."""

import math

import numpy as np
import pytest

from c4lib.exercises.lesson08 import (
    chained,
    games_needed,
    improved,
    lead,
    pair_error,
    paired_p,
)
from c4lib.measure.intervals import mcnemar
from c4lib.measure.ladder import Played
from c4lib.measure.rating import rate


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


def test_a_lead_is_that_of_the_packages_ratings_and_chained_shares_are_added_leads():
    ratings = rate(played(((0, 30), (10, 0))), anchor=None, samples=1, prior=1e6)
    apart = ratings.players["a"].value - ratings.players["b"].value
    assert lead(30, 0, 10) == pytest.approx(apart, abs=2)
    assert lead(10, 0, 1) == pytest.approx(400)
    assert lead(9, 2, 0) == pytest.approx(400)
    for one, other in (((7, 2, 3), (1, 0, 3)), ((6, 4, 2), (5, 1, 9))):
        shares = [(won + drawn / 2) / (won + drawn + lost) for won, drawn, lost in (one, other)]
        both = chained(*shares)
        assert 400 * math.log10(both / (1 - both)) == pytest.approx(lead(*one) + lead(*other))


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


@pytest.mark.parametrize(("only_one", "only_other"), [(0, 0), (3, 12), (5, 5), (7, 0), (22, 44)])
def test_p_is_the_packages_whatever_both_kept_or_lost(only_one, only_other):
    for both, neither in ((0, 0), (900, 3)):
        one = [1] * (only_one + both) + [0] * (only_other + neither)
        other = [0] * only_one + [1] * (both + only_other) + [0] * neither
        assert paired_p(one, other) == paired_p(other, one) == mcnemar(only_one, only_other)


def test_equals_are_told_apart_one_time_in_twenty_at_most():
    dice = np.random.default_rng(8)
    for hard in (0.3, 0.05):
        one, other = dice.random((2, 2000, 60)) > hard
        found = [paired_p(*lists) <= 0.05 for lists in zip(one, other, strict=True)]
        assert 0 < np.mean(found) < 0.05
