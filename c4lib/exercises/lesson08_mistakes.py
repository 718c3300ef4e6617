"""Known mistakes in the exercises of lesson 08: functions that make them, and what to say.

They do not use the solutions in `lesson08`.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from c4lib.exercises.task import Mistake

# ---- 8.1 -----------------------------------------------------------------------------------


def _promised(
    base: float = 10,
    scale: float = 400,
    lead: Callable[[float, float], float] = lambda mine, theirs: mine - theirs,
    told: Callable[[float], float] = lambda odds: odds / (1 + odds),
) -> Callable[[float, float], float]:
    """Expected points with something changed."""

    def points(mine: float, theirs: float) -> float:
        return told(base ** (lead(mine, theirs) / scale))

    return points


def _straight(mine: float, theirs: float) -> float:
    return 0.5 + (mine - theirs) / 800


def _straight_and_cut(mine: float, theirs: float) -> float:
    return min(1.0, max(0.0, _straight(mine, theirs)))


EXPECTED_POINTS = (
    Mistake(
        "the sides exchanged",
        _promised(lead=lambda mine, theirs: theirs - mine),
        "Who has the higher rating gets more than half of the points, not less.",
    ),
    Mistake(
        "e in place of 10",
        _promised(base=math.e),
        "Elo's scale counts in tens: 400 points more are ten games won for each one lost, so the "
        "odds are `10 ** (lead / 400)`.",
    ),
    Mistake(
        "the scale forgotten",
        _promised(scale=1, lead=lambda mine, theirs: max(-300.0, min(300.0, mine - theirs))),
        "One point of rating would mean ten games to one. Divide the lead by 400 first.",
    ),
    Mistake(
        "odds, not a share",
        _promised(told=lambda odds: odds),
        "That is how many games are won for each one lost. Of o + 1 games, o are won: "
        "`odds / (1 + odds)`.",
    ),
    Mistake(
        "a straight line",
        _straight,
        "A lead of 800 points would then mean more than all games. The share comes nearer and "
        "nearer to 1, and never gets there: it is made from odds.",
    ),
    Mistake(
        "a straight line",
        _straight_and_cut,
        "A lead of 400 points would then mean every game. It means ten of eleven: the share is "
        "made from odds.",
    ),
    Mistake(
        "the ratio of the ratings",
        lambda mine, theirs: mine / (mine + theirs) if mine + theirs else 0.5,
        "Where 0 lies on the scale is arbitrary, so only the difference of ratings can matter.",
    ),
)

# ---- 8.2 -----------------------------------------------------------------------------------


def _odds(share: float) -> float:
    return share / (1 - share)


def _cut(share: float) -> float:
    return min(1.0, max(0.0, share))


CHAINED = (
    Mistake(
        "shares multiplied",
        lambda first, second: first * second,
        "Then two even pairs would make A weaker than C. A chain of events multiplies "
        "probabilities; here strengths are chained, and odds multiply.",
    ),
    Mistake(
        "the leads in shares added",
        lambda first, second: first + second - 0.5,
        "With 0.9 and 0.9 that is 1.3: more than every game. Leads add up in ratings, which are "
        "logarithms of odds, not in shares.",
    ),
    Mistake(
        "the leads in shares added",
        lambda first, second: _cut(first + second - 0.5),
        "With 0.75 and 0.75 that is every game. Leads add up in ratings, which are logarithms of "
        "odds, not in shares.",
    ),
    Mistake(
        "the mean",
        lambda first, second: (first + second) / 2,
        "A beats B and B beats C: then A should beat C by more than either, not by something in "
        "between.",
    ),
    Mistake(
        "odds added",
        lambda first, second: (total := _odds(first) + _odds(second)) / (1 + total),
        "Two even pairs would make odds of 1 + 1. Ratings add up; they are logarithms, so odds "
        "multiply.",
    ),
    Mistake(
        "odds, not a share",
        lambda first, second: _odds(first) * _odds(second),
        "These are the odds. A share is wanted: `odds / (1 + odds)`.",
    ),
    Mistake(
        "the second share turned round",
        lambda first, second: (odds := _odds(first) / _odds(second)) / (1 + odds),
        "`second` is B's share against C, so strong B means weak C: multiply by B's odds.",
    ),
    Mistake(
        "shares taken for odds",
        lambda first, second: first * second / (1 + first * second),
        "A share of 0.75 is odds of 3 to 1: `share / (1 - share)` comes first.",
    ),
)

# ---- 8.3 -----------------------------------------------------------------------------------


def _needed(
    reach: float = 1.96,
    spread: Callable[[float], float] = lambda share: 0.5,
    away: Callable[[float], float] = lambda share: abs(share - 0.5),
    power: int = 2,
    rounded: Callable[[float], float] = math.ceil,
) -> Callable[[float], float]:
    """How many games, with something changed."""

    def games(share: float) -> float:
        return rounded((reach * spread(share) / away(share)) ** power)

    return games


GAMES_NEEDED = (
    Mistake(
        "not rounded up",
        _needed(rounded=float),
        "Games are whole, and one less is too few: `math.ceil`.",
    ),
    Mistake(
        "rounded down",
        _needed(rounded=math.floor),
        "That is one game too few: `math.ceil` rounds up.",
    ),
    Mistake(
        "the square forgotten",
        _needed(power=1),
        "The error shrinks with the square root of the games: half the error takes four times as "
        "many.",
    ),
    Mistake(
        "a spread of 1",
        _needed(spread=lambda share: 1.0),
        "Points of 0 or 1 lie 0.5 from their mean, so they spread by 0.5.",
    ),
    Mistake(
        "the variance in place of the standard deviation",
        _needed(spread=lambda share: 0.25),
        "0.25 is the square of the spread. The points of an even player spread by its root, 0.5.",
    ),
    Mistake(
        "the spread of the stronger player",
        _needed(spread=lambda share: math.sqrt(share * (1 - share))),
        "Nearly the same, but the question is what an *even* player reaches by luck: its spread is "
        "0.5.",
    ),
    Mistake(
        "one standard error",
        _needed(reach=1.0),
        "An even player lies farther out than that 1 time in 3. 1 time in 20 takes 1.96 standard "
        "errors.",
    ),
    Mistake(
        "the share in place of the distance",
        _needed(away=lambda share: share),
        "What must be larger than the error is the distance from 0.5.",
    ),
)

# ---- 8.4 -----------------------------------------------------------------------------------

Wins = Sequence[Sequence[int]]
Strengths = Sequence[float]


def _scaled(strengths: Strengths) -> list[float]:
    return [strength / sum(strengths) for strength in strengths]


def _round(
    won: Callable[[Wins, int], float] = lambda wins, i: sum(wins[i]),
    games: Callable[[Wins, int, int], float] = lambda wins, i, j: wins[i][j] + wins[j][i],
    both: Callable[[Strengths, int, int], float] = lambda old, i, j: old[i] + old[j],
    oneself: bool = False,
    scaled: Callable[[Strengths], Any] = _scaled,
) -> Callable[[Strengths, Wins], Any]:
    """One round with something changed."""

    def improved(strengths: Strengths, wins: Wins) -> Any:
        players = range(len(strengths))
        new = []
        for i in players:
            others = [j for j in players if oneself or j != i]
            new.append(
                won(wins, i) / sum(games(wins, i, j) / both(strengths, i, j) for j in others)
            )
        return scaled(new)

    return improved


def _in_place(strengths: Strengths, wins: Wins) -> list[float]:
    now = list(strengths)
    players = range(len(now))
    for i in players:
        others = [j for j in players if j != i]
        expected = sum((wins[i][j] + wins[j][i]) / (now[i] + now[j]) for j in others)
        now[i] = sum(wins[i]) / expected
    return _scaled(now)


def _shares(strengths: Strengths, wins: Wins) -> list[float]:
    players = range(len(strengths))
    played = [sum(wins[i]) + sum(row[i] for row in wins) for i in players]
    return _scaled([sum(wins[i]) / played[i] for i in players])


def _times_old(strengths: Strengths, wins: Wins) -> list[float]:
    new = _round(scaled=list)(strengths, wins)
    return _scaled([old * each for old, each in zip(strengths, new, strict=True)])


IMPROVED = (
    Mistake(
        "not scaled",
        _round(scaled=list),
        "Only ratios of strengths mean anything, so they are made to add up to 1: divide each by "
        "their sum.",
    ),
    Mistake(
        "scaled by the largest",
        _round(scaled=lambda new: [each / max(new) for each in new]),
        "The largest is 1 now; the sum should be.",
    ),
    Mistake(
        "new strengths used at once",
        _in_place,
        "This works too in the end, but one round means: all new strengths from the old ones. Put "
        "them into a list of their own.",
    ),
    Mistake(
        "only won games in the sum",
        _round(games=lambda wins, i, j: wins[i][j]),
        "A pair's games are those that i won and those that j won: `wins[i][j] + wins[j][i]`.",
    ),
    Mistake(
        "only lost games in the sum",
        _round(games=lambda wins, i, j: wins[j][i]),
        "A pair's games are those that i won and those that j won: `wins[i][j] + wins[j][i]`.",
    ),
    Mistake(
        "lost games counted as won",
        _round(won=lambda wins, i: sum(row[i] for row in wins)),
        "`wins[i][j]` are the games that i won against j: i's wins are the sum of row i.",
    ),
    Mistake(
        "only the opponent's strength",
        _round(both=lambda old, i, j: old[j]),
        "Divide by the strengths of both: i is expected to win `i / (i + j)` of their games.",
    ),
    Mistake(
        "shares of won games",
        _shares,
        "Then it would not matter whom one has beaten. Each game counts for less the stronger the "
        "pair: divide by the sum of both strengths.",
    ),
    Mistake(
        "multiplied by the old strength",
        _times_old,
        "The rule gives the new strength itself, not what the old one is to be multiplied by.",
    ),
)

# ---- 8.5 -----------------------------------------------------------------------------------

Pairs = Sequence[tuple[float, float]]


def _error(numbers: Sequence[float], ddof: int = 1, root: bool = True) -> float:
    spread = float(np.std(numbers, ddof=ddof))
    return spread / math.sqrt(len(numbers)) if root else spread


def _means(pairs: Pairs) -> list[float]:
    return [(one + other) / 2 for one, other in pairs]


def _points(pairs: Pairs) -> list[float]:
    return [points for pair in pairs for points in pair]


PAIR_ERROR = (
    Mistake(
        "games taken one by one",
        lambda pairs: _error(_points(pairs)),
        "As if all games were independent. Those of a pair are not: an opening that is good for X "
        "is good for both, and each loses the half that the other wins.",
    ),
    Mistake(
        "points of a pair added, not averaged",
        lambda pairs: _error([one + other for one, other in pairs]),
        "That is the error of the points a *pair*. For the points a game take the pair's mean.",
    ),
    Mistake(
        "the number of games under the root",
        lambda pairs: _error(_means(pairs), root=False) / math.sqrt(2 * len(pairs)),
        "So many independent numbers as there are pairs, not games.",
    ),
    Mistake(
        "the standard deviation itself",
        lambda pairs: _error(_means(pairs), root=False),
        "That is how far a single pair strays. The mean of n pairs strays less: divide by the root "
        "of n.",
    ),
    Mistake(
        "divided by n, not by its root",
        lambda pairs: _error(_means(pairs), root=False) / len(pairs),
        "Errors shrink with the square root of the number of pairs.",
    ),
    Mistake(
        "divided by n, where n - 1 is meant",
        lambda pairs: _error(_means(pairs), ddof=0),
        "The mean is taken from the same numbers, which lie a little too near to it: divide the "
        "squares by n - 1, `ddof=1` for NumPy.",
    ),
    Mistake(
        "only the first games",
        lambda pairs: _error([one for one, _ in pairs]),
        "Both games of a pair count: take their mean.",
    ),
)
