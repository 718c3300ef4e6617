"""Ratings: the most likely ones, and how sure they are."""

import itertools
import math
from typing import NamedTuple

import numpy as np
import pytest

from c4lib.measure.rating import ELO, PRIOR, rate

FAINT = 1e6
"""A prior that nobody feels."""


class G(NamedTuple):
    first: str
    second: str
    number: int
    points: float


def games(one, other, won, drawn, lost, first=0):
    """Pairs of games of two players, who take turns to move first."""
    points = [1.0] * won + [0.5] * drawn + [0.0] * lost
    return [
        G(one, other, first + n // 2, p) if n % 2 == 0 else G(other, one, first + n // 2, 1 - p)
        for n, p in enumerate(points)
    ]


def random_games(names, strengths, count, seed=0, draws=0.5):
    """Games as the model says."""
    rng, found = np.random.default_rng(seed), []
    for one, other in itertools.permutations(range(len(names)), 2):
        for number in range(count):
            a, b = 10 ** (strengths[one] / 400), 10 ** (strengths[other] / 400)
            shares = np.array([a, draws * math.sqrt(a * b), b])
            points = rng.choice([1, 0.5, 0], p=shares / shares.sum())
            found.append(G(names[one], names[other], number, float(points)))
    return found


@pytest.mark.parametrize(("won", "drawn", "lost"), [(6, 2, 2), (10, 20, 5), (1, 1, 1), (3, 4, 9)])
def test_two_players_are_rated_as_a_formula_says(won, drawn, lost):
    ratings = rate(games("a", "b", won, drawn, lost), "b", prior=FAINT)
    assert ratings.players["b"].value == 0
    assert ratings.players["a"].value == pytest.approx(400 * math.log10(won / lost), abs=0.01)
    assert ratings.draws == pytest.approx(drawn / math.sqrt(won * lost), rel=1e-4)
    n = won + drawn + lost
    assert ratings.odds("a", "b") == pytest.approx((won / n, drawn / n, lost / n), abs=1e-4)
    assert ratings.odds("b", "a").points == pytest.approx((lost + drawn / 2) / n, abs=1e-4)
    assert ratings.players["a"].count == ratings.players["b"].count == n


def likelihood(found, values, draws, prior):
    """The logarithm of how likely the games are, written out game by game."""
    total = 0.0
    for game in found:
        a, b = (10 ** (values[name] / 400) for name in (game.first, game.second))
        weight = {1: a, 0.5: draws * math.sqrt(a * b), 0: b}[game.points]
        total += math.log(weight / (a + b + draws * math.sqrt(a * b)))
    mean = sum(values.values()) / len(values)
    total -= sum((value - mean) ** 2 for value in values.values()) / (2 * prior**2)
    return total - (ELO * math.log(draws)) ** 2 / (2 * prior**2)


@pytest.mark.parametrize("prior", [PRIOR, 100.0, 5000.0])
def test_no_other_ratings_make_the_games_more_likely(prior):
    names = ["random", "b", "c", "d"]
    found = random_games(names, [0, 200, 500, 1500], 12)
    ratings = rate(found, prior=prior, samples=0)
    values = {name: ratings.players[name].value for name in names}
    best = likelihood(found, values, ratings.draws, prior)
    for name, change in itertools.product(names, (-5, -0.5, 0.5, 5)):
        other = values | {name: values[name] + change}
        assert likelihood(found, other, ratings.draws, prior) < best
    for factor in (0.9, 0.99, 1.01, 1.1):
        assert likelihood(found, values, factor * ratings.draws, prior) < best
    dice = np.random.default_rng(0)
    for _ in range(50):
        other = {name: value + dice.normal(0, 20) for name, value in values.items()}
        draws = ratings.draws * math.exp(dice.normal(0, 0.1))
        assert likelihood(found, other, draws, prior) < best


def test_true_strengths_are_found_and_lie_within_the_intervals():
    names, true = ["random", "b", "c", "d", "e"], [0, 150, 300, 500, 900]
    inside = 0
    for seed in range(10):
        ratings = rate(random_games(names, true, 40, seed), samples=200, seed=seed)
        assert ratings.players["random"].value == 0
        shift = np.mean([rating.value for rating in ratings.players.values()]) - np.mean(true)
        for name, strength in zip(names, true, strict=True):
            estimate = ratings.players[name]
            assert abs(estimate.value - strength) < 130
            assert estimate.low < estimate.value < estimate.high
            inside += estimate.low <= strength + shift <= estimate.high
    assert inside >= 42  # 47 or 48 of 50 are expected
    assert list(ratings.players) == sorted(names, key=lambda n: -ratings.players[n].value)


def test_whoever_wins_or_loses_all_games_has_a_rating():
    found = [*games("random", "b", 0, 0, 20), *games("b", "c", 0, 0, 20)]
    ratings = rate(found)
    values = [ratings.players[name].value for name in ("random", "b", "c")]
    assert values[0] == 0
    assert 300 < values[1] < 2000
    assert values[1] + 300 < values[2] < 4000
    assert 0 < ratings.draws < 0.2
    more = rate([*games("random", "b", 0, 0, 200), *games("b", "c", 0, 0, 20)])
    assert more.players["b"].value > values[1], "the more it has won the stronger it is"


def test_whoever_only_draws_is_as_strong_and_players_who_never_met_are_compared_through_others():
    ratings = rate(games("random", "b", 0, 20, 0))
    assert ratings.players["b"].value == pytest.approx(0, abs=1e-6)
    assert ratings.odds("random", "b").draw > 0.9
    found = [*games("random", "b", 4, 2, 12), *games("b", "c", 4, 2, 12, first=100)]
    ratings = rate(found, prior=FAINT)
    assert ratings.players["c"].value == pytest.approx(2 * 400 * math.log10(3), abs=1)


def test_ratings_do_not_depend_on_order_or_sides_and_intervals_only_on_the_seed():
    found = random_games(["random", "b", "c"], [0, 300, 400], 10)
    turned = [G(g.second, g.first, g.number, 1 - g.points) for g in found[::-1]]
    one, other = rate(found, samples=0), rate(turned, samples=0)
    for name in one.players:
        assert other.players[name].value == pytest.approx(one.players[name].value)
    assert rate(found) == rate(found)
    assert rate(found, seed=1) != rate(found)
    assert rate(found, seed=1).players["b"].value == rate(found).players["b"].value


def test_pairs_of_games_are_drawn_together():
    """Where the two games of a pair always end one all, drawing pairs changes nothing."""
    found = [G("random", "b", n, 1.0) for n in range(20)]
    found += [G("b", "random", n, 1.0) for n in range(20)]
    estimate = rate(found).players["b"]
    assert estimate.low == pytest.approx(estimate.high)
    mixed = [game._replace(number=n) for n, game in enumerate(found)]
    estimate = rate(mixed).players["b"]
    assert estimate.high - estimate.low > 50


def test_games_against_oneself_tell_nothing_and_without_an_anchor_the_mean_is_zero():
    found = games("random", "b", 3, 1, 5)
    assert rate([*found, G("b", "b", 0, 1.0)]).players["random"] == rate(found).players["random"]
    ratings = rate(random_games(["a", "b", "c"], [0, 300, 400], 10), anchor=None)
    assert sum(estimate.value for estimate in ratings.players.values()) == pytest.approx(0)
    for none in ([], [G("b", "b", 0, 1.0)]):
        with pytest.raises(ValueError, match="no games between two players"):
            rate(none, anchor=None)
