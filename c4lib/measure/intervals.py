"""Confidence intervals of a share: Wilson's, sensible near 0 and 1 and with few trials, too."""

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
