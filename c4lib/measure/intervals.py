"""How sure a share is, and a difference of two.

Wilson's interval is sensible near 0 and 1 and with few trials, too; McNemar's test compares two
players that answered the same questions.
"""

from math import comb
from typing import Any

import numpy as np

Z = 1.96  # how many standard errors each way hold 95 % of a normal distribution


def wilson(share: Any, trials: Any) -> tuple[Any, Any]:
    """The 95 % interval of a `share` seen in that many `trials`; numbers, or arrays of them.

    It always contains the share itself. For a large number n of trials it is the familiar
    share ± 1.96 √(share (1 - share) / n). Where a trial can also be half a success, such as a
    drawn game, it is a little too wide.

    >>> low, high = wilson(0.5, 10)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2366 0.7634
    """
    extra = Z**2 / trials
    middle = (share + extra / 2) / (1 + extra)
    reach = Z / (1 + extra) * np.sqrt((share * (1 - share) + extra / 4) / trials)
    low, high = np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0)
    return np.minimum(low, share), np.maximum(high, share)  # for rounding, at 0 and at 1


def mcnemar(only_one: int, only_other: int) -> float:
    """How likely a difference as large as this is between players that are equally good.

    Both answered the same questions. Those that both got right, or both wrong, tell nothing
    about who is better; of the others, `only_one` were right by the one alone and `only_other` by
    the other alone. If the two were equally good, a fair coin would decide each of them. This is
    the exact, two-sided p-value.

    >>> round(mcnemar(3, 12), 4), mcnemar(5, 5)
    (0.0352, 1.0)
    """
    count, fewer = only_one + only_other, min(only_one, only_other)
    tail = sum(comb(count, number) for number in range(fewer + 1))
    return float(min(1.0, 2 * tail / 2**count))
