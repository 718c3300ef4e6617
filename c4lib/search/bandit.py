"""Slot machines: the question behind UCT, without a game around it. Lesson 05 plays them.

Each machine pays 1 with a chance of its own, which nobody knows. Every pull of its arm is
used twice: to earn, and to learn. A strategy looks at how often each arm was pulled and at what
it paid, and says which to pull next. Its regret is what was missed by not pulling the best arm
every time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from c4lib.search.common import check_number, check_whole
from c4lib.search.dice import check_seed

Floats = np.ndarray[Any, np.dtype[np.float64]]
Whole = np.ndarray[Any, np.dtype[np.int64]]

Choose = Callable[[Floats, Floats, np.random.Generator], Any]
"""A strategy: from each arm's pulls and each arm's sum of rewards to the number of an arm.

The generator is for those that throw dice. Several runs are played at once if the strategy
takes tables with a row for each run, as those below do.
"""


# ---- strategies ----------------------------------------------------------------------------


def ucb(c: float = 1.5) -> Choose:
    """Pull the arm with the largest mean + c √(ln N / n): upper confidence bound."""
    check_number("c", c)

    def choose(counts: Floats, sums: Floats, rng: np.random.Generator) -> Any:
        total = counts.sum(axis=-1, keepdims=True)
        bonus = c * np.sqrt(np.log(np.maximum(total, 1)) / np.maximum(counts, 1))
        return best(means(counts, sums) + bonus)

    return choose


def greedy(counts: Floats, sums: Floats, rng: np.random.Generator) -> Any:
    """Pull each arm once, and from then on the one that has paid best."""
    return best(means(counts, sums))


def at_random(counts: Floats, sums: Floats, rng: np.random.Generator) -> Any:
    """Pull any arm, each as likely as the others."""
    return rng.integers(counts.shape[-1], size=counts.shape[:-1])


def means(counts: Floats, sums: Floats) -> Floats:
    """What each arm has paid per pull; infinity before its first pull, so that it is tried."""
    return np.where(counts == 0, inf, sums / np.maximum(counts, 1))


def best(numbers: Floats) -> Any:
    """The arm with the largest number; of equal ones the first."""
    return numbers.argmax(axis=-1)


# ---- playing -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Pulls:
    """One run: which arm was pulled each time, what it paid, and the regret up to there."""

    chances: tuple[float, ...]
    arms: Whole
    rewards: Floats
    """1 where the machine paid, else 0."""
    regret: Floats
    """What the best arm pays on average, less what the arms pulled so far do."""

    @property
    def counts(self) -> Whole:
        """How often each arm was pulled."""
        return np.bincount(self.arms, minlength=len(self.chances))

    @property
    def means(self) -> Floats:
        """What each arm paid per pull; NaN where it was never pulled."""
        sums = np.bincount(self.arms, self.rewards, len(self.chances))
        return np.where(self.counts == 0, np.nan, sums / np.maximum(self.counts, 1))

    def __repr__(self) -> str:
        return f"<Pulls of {self.counts.tolist()}, regret {self.regret[-1]:.1f}>"


def play(chances: Sequence[float], pulls: int, choose: Choose, seed: int = 0) -> Pulls:
    """Pull `pulls` times, each time the arm that the strategy chooses.

    With the same seed all strategies have the same luck: an arm that pays at some pull would also
    have paid with a larger chance.
    """
    payout = check_chances(chances)
    check_whole("pulls", pulls)
    luck, rng = _luck(pulls, seed)
    counts, sums = np.zeros(len(payout)), np.zeros(len(payout))
    arms, rewards = np.zeros(pulls, np.int64), np.zeros(pulls)
    for pull in range(pulls):
        arm = check_arm(choose(counts.copy(), sums.copy(), rng), len(payout))
        arms[pull], rewards[pull] = arm, luck[pull] < payout[arm]
        counts[arm] += 1
        sums[arm] += rewards[pull]
    return Pulls(tuple(payout.tolist()), arms, rewards, np.cumsum(payout.max() - payout[arms]))


def mean_regret(
    chances: Sequence[float],
    pulls: int,
    strategies: Mapping[str, Choose],
    runs: int = 200,
    seed: int = 0,
) -> dict[str, Floats]:
    """Each strategy's regret after 1, 2, ... pulls, as a mean over the seeds from `seed` on.

    All runs are played at once, so a strategy gets tables with a row for each run and returns
    an arm for each. Those of this module do; any other can be passed to `play`.
    """
    payout = check_chances(chances)
    check_whole("pulls", pulls)
    check_whole("runs", runs)
    check_seed(seed)
    if not isinstance(strategies, Mapping):
        raise ValueError(f"strategies are a mapping from names to strategies, not {strategies!r}")
    luck = np.array([_luck(pulls, seed + run)[0] for run in range(runs)])
    return {
        name: _regret_of(choose, payout, luck, _luck(pulls, seed)[1])
        for name, choose in strategies.items()
    }


def _regret_of(choose: Choose, payout: Floats, luck: Floats, rng: np.random.Generator) -> Floats:
    """The mean regret of a strategy in all runs, whose luck at each pull is given."""
    runs, pulls = luck.shape
    counts, sums = np.zeros((runs, len(payout))), np.zeros((runs, len(payout)))
    every, missed = np.arange(runs), np.zeros(pulls)
    for pull in range(pulls):
        arms = check_arms(choose(counts, sums, rng), runs, len(payout))
        counts[every, arms] += 1
        sums[every, arms] += luck[:, pull] < payout[arms]
        missed[pull] = (payout.max() - payout[arms]).mean()
    return np.cumsum(missed)


def _luck(pulls: int, seed: int) -> tuple[Floats, np.random.Generator]:
    """A number from 0 to 1 for each pull, which pays if it is below the chance; and a generator."""
    check_seed(seed)
    rng = np.random.default_rng(seed)
    return rng.random(pulls), rng


def check_chances(chances: Sequence[float]) -> Floats:
    """The chances of the arms, which must be probabilities of two arms or more."""
    try:
        payout = np.asarray(chances, np.float64)
    except (TypeError, ValueError):  # not numbers
        payout = np.array([])
    if payout.ndim != 1 or len(payout) < 2 or not ((payout >= 0) & (payout <= 1)).all():
        raise ValueError(f"give two chances or more, each from 0 to 1, not {chances!r}")
    return payout


def check_arms(chosen: Any, runs: int, arms: int) -> Whole:
    """The numbers of the arms, one for each run, all of which must exist."""
    if np.shape(chosen) != (runs,):
        raise ValueError(
            "this strategy does not return an arm for each run; pass it to "
            "c4lib.search.bandit.play, with one seed after the other"
        )
    numbers = np.asarray(chosen)
    if numbers.dtype.kind in "iu" and ((numbers >= 0) & (numbers < arms)).all():
        return numbers
    return np.array([check_arm(arm, arms) for arm in numbers.tolist()])


def check_arm(arm: Any, arms: int) -> int:
    """The number of an arm, which must exist."""
    number = np.asarray(arm)
    if number.shape or number.dtype.kind not in "iu" or not 0 <= number < arms:
        raise ValueError(f"the strategy chose {arm!r}; arms are 0 to {arms - 1}")
    return int(number)
