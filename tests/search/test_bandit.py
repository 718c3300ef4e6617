"""Slot machines: strategies, one run, and the mean regret of many."""

import numpy as np
import pytest

from c4lib.search.bandit import at_random, greedy, mean_regret, play, ucb

CHANCES = (0.2, 0.5, 0.7)
RNG = np.random.default_rng(0)


# ---- strategies ----------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [greedy, ucb(0.0), ucb(1.5)])
def test_each_arm_is_pulled_once_before_any_is_pulled_twice(choose):
    assert play(CHANCES, 3, choose).counts.tolist() == [1, 1, 1]


def test_ucb_pulls_the_arm_with_the_largest_bound():
    counts, sums = np.array([80.0, 20.0]), np.array([40.0, 6.0])
    for c, arm in ((0.0, 0), (0.5, 0), (2.0, 1)):
        bounds = sums / counts + c * np.sqrt(np.log(100) / counts)
        assert np.argmax(bounds) == arm
        assert ucb(c)(counts, sums, RNG) == arm


def test_greedy_is_ucb_without_exploring():
    one, other = (play(CHANCES, 200, choose, 3) for choose in (greedy, ucb(0.0)))
    assert one.arms.tolist() == other.arms.tolist()


def test_greedy_can_stay_with_a_worse_arm_for_ever():
    unlucky = [play(CHANCES, 300, greedy, seed).counts[2] == 1 for seed in range(40)]
    assert 0 < sum(unlucky) < 40


# ---- one run -------------------------------------------------------------------------------


def test_regret_is_what_the_best_arm_would_have_paid_more():
    run = play(CHANCES, 6, lambda counts, sums, rng: int(counts.sum()) % 3)
    assert run.arms.tolist() == [0, 1, 2, 0, 1, 2]
    assert run.regret == pytest.approx([0.5, 0.7, 0.7, 1.2, 1.4, 1.4])
    assert repr(run) == "<Pulls of [2, 2, 2], regret 1.4>"


def test_machines_pay_with_their_chances():
    run = play(CHANCES, 6000, at_random, 1)
    assert set(run.rewards) == {0.0, 1.0}
    assert run.means == pytest.approx(CHANCES, abs=0.05)
    assert run.counts.sum() == 6000


def test_an_arm_that_was_never_pulled_has_no_mean():
    run = play((0.0, 1.0), 5, lambda counts, sums, rng: 1)
    assert run.means[1] == 1
    assert np.isnan(run.means[0])


def test_machines_that_always_or_never_pay_do_so():
    run = play((0.0, 1.0), 50, ucb(0.5))
    assert (run.rewards == run.arms).all()


def test_the_same_seed_gives_the_same_run_and_another_seed_another():
    one, same, other = (play(CHANCES, 100, ucb(1.5), seed) for seed in (1, 1, 2))
    assert one.arms.tolist() == same.arms.tolist()
    assert one.rewards.tolist() == same.rewards.tolist()
    assert one.rewards.tolist() != other.rewards.tolist()


# ---- many runs -----------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [greedy, ucb(0.3), ucb(1.5)])
def test_the_mean_regret_is_that_of_the_single_runs(choose):
    together = mean_regret(CHANCES, 80, {"it": choose}, runs=15, seed=4)["it"]
    alone = [play(CHANCES, 80, choose, seed).regret for seed in range(4, 19)]
    assert together == pytest.approx(np.mean(alone, axis=0))


def test_random_pulls_regret_the_same_every_time_and_ucb_less_and_less():
    found = mean_regret(CHANCES, 2000, {"random": at_random, "ucb": ucb(0.5)}, runs=50)
    a_pull = 0.7 - sum(CHANCES) / 3
    assert found["random"][-1] == pytest.approx(2000 * a_pull, rel=0.03)
    first, last = found["ucb"][999], found["ucb"][1999] - found["ucb"][999]
    assert last < first / 2


def test_a_strategy_may_answer_with_whole_numbers_of_any_kind():
    answers = {
        "list": lambda counts, sums, rng: [1] * len(counts),
        "unsigned": lambda counts, sums, rng: np.ones(len(counts), np.uint8),
        "objects": lambda counts, sums, rng: np.ones(len(counts), object),
    }
    for regret in mean_regret(CHANCES, 5, answers, runs=3).values():
        assert regret == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
