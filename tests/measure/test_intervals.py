"""Wilson's interval agrees with published figures, McNemar's test with a sum over all coins."""

from itertools import product

import numpy as np
import pytest

from c4lib.measure.intervals import Z, mcnemar, wilson

PUBLISHED = [
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("hits", "trials", "low", "high"), PUBLISHED)
def test_the_interval_is_the_published_one(hits, trials, low, high):
    assert wilson(hits / trials, trials) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("trials", [1, 9, 38, 225])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_it_holds_the_share_itself_and_never_closes(share, trials):
    low, high = wilson(share, trials)
    assert 0 <= low <= share <= high <= 1
    assert high - low > 0.01


def test_arrays_are_taken_one_number_at_a_time_and_of_many_trials_it_is_the_familiar_one():
    shares, trials = np.array([0.2, 1.0]), np.array([10, 20])
    low, high = wilson(shares, trials)
    for each in range(2):
        assert (low[each], high[each]) == wilson(shares[each], trials[each])
    low, high = wilson(0.3, 10**6)
    assert (high - low) / 2 == pytest.approx(Z * np.sqrt(0.3 * 0.7 / 10**6), rel=1e-3)


@pytest.mark.parametrize(("one", "other"), [(0, 0), (1, 0), (3, 5), (0, 8), (9, 2), (6, 6)])
def test_mcnemar_counts_the_coins_that_fall_at_least_as_unevenly(one, other):
    heads = [sum(coins) for coins in product((0, 1), repeat=one + other)]
    uneven = [abs(2 * count - one - other) >= abs(one - other) for count in heads]
    assert mcnemar(one, other) == mcnemar(other, one) == pytest.approx(np.mean(uneven))
