"""A guest's rating, where those of its opponents are known.

One number is looked for, so all of its values can be tried: how likely does each make the
results that came? The rating is the likeliest. The interval holds all values that are at least
a seventh as likely: those that a test at 5 % would not reject (the logarithms differ by less
than 1.92). That holds good even for who has lost, or won, every game.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from c4lib.accuracy import Estimate
from c4lib.ladder import Played
from c4lib.rating import ELO, PRIOR, Ratings

Array = np.ndarray[Any, Any]
REACH = 1.92
"""Half of 3.84, which a chi-squared number with one degree of freedom exceeds 1 time in 20."""
TRIED = np.arange(-1500.0, 5001.0)
"""The ratings that are tried, in points above the random player."""


def rating_of(player: str, games: Iterable[Played], known: Ratings) -> Estimate:
    """The player's rating by its games against those whose ratings are known, and its interval.

    As in `c4lib.rating`, a faint prior around the others' mean keeps it from being infinite.
    """
    centre = float(np.mean([rating.value for rating in known.players.values()]))
    likely = -((TRIED - centre) ** 2) / (2 * PRIOR**2)
    count = 0
    for game in games:
        opponent = game.second if game.first == player else game.first
        points = game.points if game.first == player else 1 - game.points
        likely = likely + _log_likelihood(points, known.players[opponent].value, known.draws)
        count += 1
    inside = TRIED[likely >= likely.max() - REACH]
    return Estimate(float(TRIED[likely.argmax()]), float(inside.min()), float(inside.max()), count)


def _log_likelihood(points: float, opponent: float, draws: float) -> Array:
    """How likely the points are, as a logarithm, for each rating that is tried."""
    mine, theirs = TRIED / ELO, opponent / ELO
    ways = {1.0: mine, 0.5: np.log(draws) + (mine + theirs) / 2, 0.0: np.full_like(mine, theirs)}
    every = np.stack(list(ways.values()))
    highest = every.max(axis=0)
    likely: Array = ways[points] - highest - np.log(np.exp(every - highest).sum(axis=0))
    return likely
