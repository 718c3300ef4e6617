"""The exercises of lesson 08: ratings and what they promise, and the doubts of a match.

The mistakes that are recognised are in `lesson08_mistakes`.
"""

import math
from collections.abc import Collection, Mapping, Sequence

from c4lib.exercises import lesson08_mistakes as mistakes
from c4lib.exercises.task import Task

# ---- 8.1 -----------------------------------------------------------------------------------


def expected_points(mine: float, theirs: float) -> float:
    """The points a game that the ratings promise the one whose rating is `mine`."""
    return 1 / (1 + 10 ** ((theirs - mine) / 400))


EXPECTED_POINTS = Task(
    number="8.1",
    title="What a rating promises",
    reference=expected_points,
    cases=((1500, 1500), (400, 0), (0, 400), (1250, 1000), (800, 1600), (2000, 1990)),
    remark=lambda mine, theirs: f"{mine - theirs:+} points",
    wrong_types={Collection: "One number is wanted: the points a game, from 0 to 1."},
    hints=(
        "400 points more are ten games won for each one lost. What share of eleven games is that?",
        "The odds, games won for each one lost, are `10 ** ((mine - theirs) / 400)`.",
        "Odds of o to 1 are a share of `o / (1 + o)`.",
    ),
    mistakes=mistakes.EXPECTED_POINTS,
)

# ---- 8.2 -----------------------------------------------------------------------------------


def chained(first: float, second: float) -> float:
    """A's share against C, if A makes the share `first` against B, and B `second` against C."""
    odds = first / (1 - first) * second / (1 - second)
    return odds / (1 + odds)


CHAINED = Task(
    number="8.2",
    title="The friend of my friend",
    reference=chained,
    cases=((0.5, 0.5), (0.75, 0.75), (0.9, 0.9), (0.6, 0.5), (0.9, 0.1), (0.3, 0.8), (0.25, 0.4)),
    remark=lambda first, second: f"odds {first / (1 - first):.3g} and {second / (1 - second):.3g}",
    wrong_types={Collection: "One number is wanted: A's share of the points against C."},
    hints=(
        "Ratings add up: A's lead on C is A's lead on B and B's lead on C together. Shares do not.",
        "Adding ratings is multiplying odds. A share s is odds of `s / (1 - s)` to 1.",
        "Multiply the two odds, and turn the product back into a share: `odds / (1 + odds)`.",
    ),
    mistakes=mistakes.CHAINED,
)

# ---- 8.3 -----------------------------------------------------------------------------------


def games_needed(share: float) -> int:
    """The fewest games after which an even player reaches this share 1 time in 20 at most."""
    return math.ceil((1.96 * 0.5 / abs(share - 0.5)) ** 2)


GAMES_NEEDED = Task(
    number="8.3",
    title="How many games?",
    reference=games_needed,
    cases=((0.55,), (0.6,), (0.75,), (0.51,), (0.45,), (0.98,), (0.52,)),
    remark=lambda share: f"{share - 0.5:+.2f} from even",
    wrong_types={Collection: "One whole number is wanted: how many games."},
    hints=(
        "An even player makes 1 or 0 in a game, so the points of one game spread by 0.5. By how "
        "much does the mean of n games?",
        "Set 1.96 standard errors, `1.96 * 0.5 / sqrt(n)`, equal to the distance of the share "
        "from 0.5, and solve for n.",
        "`(1.96 * 0.5 / distance) ** 2`, rounded up: `math.ceil`. A share below a half is as far "
        "from even as one above it: `abs`.",
    ),
    mistakes=mistakes.GAMES_NEEDED,
)

# ---- 8.4 -----------------------------------------------------------------------------------


def improved(strengths: Sequence[float], wins: Sequence[Sequence[int]]) -> list[float]:
    """The strengths after one round of the rule, scaled so that they add up to 1."""
    players = range(len(strengths))
    new = []
    for i in players:
        games = [
            (wins[i][j] + wins[j][i]) / (strengths[i] + strengths[j]) for j in players if j != i
        ]
        new.append(sum(wins[i]) / sum(games))
    return [strength / sum(new) for strength in new]


CIRCLE = ((0, 3, 1), (1, 0, 3), (3, 1, 0))

IMPROVED = Task(
    number="8.4",
    title="One round of Bradley and Terry",
    reference=improved,
    cases=(
        ((0.5, 0.5), ((0, 3), (1, 0))),
        ((0.75, 0.25), ((0, 3), (1, 0))),
        ((1 / 3, 1 / 3, 1 / 3), CIRCLE),
        ((0.2, 0.3, 0.5), ((0, 6, 9), (4, 0, 7), (1, 3, 0))),
        ((0.7, 0.2, 0.1), ((0, 5, 4), (3, 0, 6), (0, 2, 0))),
        ((0.4, 0.3, 0.2, 0.1), ((0, 2, 3, 4), (2, 0, 5, 1), (1, 1, 0, 8), (0, 3, 2, 0))),
    ),
    wrong_types={
        Mapping: "A list is wanted, with the players in their order, and a dictionary came."
    },
    hints=(
        "`sum(wins[i])` are the games that i has won. The pair i, j has played "
        "`wins[i][j] + wins[j][i]` games.",
        "For each i, add up over all other j: the games of the pair, divided by "
        "`strengths[i] + strengths[j]`. The new strength is the games won divided by that sum.",
        "Put all new strengths into a new list, made from the old ones only. Then divide each by "
        "the sum of the list.",
    ),
    mistakes=mistakes.IMPROVED,
)

# ---- 8.5 -----------------------------------------------------------------------------------


def pair_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The standard error of the points a game, where the two games of a pair share an opening."""
    means = [(one + other) / 2 for one, other in pairs]
    middle = sum(means) / len(means)
    variance = sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    return math.sqrt(variance / len(means))


def _about_pairs(pairs: Sequence[tuple[float, float]]) -> str:
    split = sum(one != other for one, other in pairs)
    return f"{len(pairs)} pairs, {split} of them split"


PAIR_ERROR = Task(
    number="8.5",
    title="Two games, one opening",
    reference=pair_error,
    cases=(
        (((1, 0), (1, 0), (1, 0), (0, 1)),),
        (((1, 1), (0, 0), (1, 1), (0, 0)),),
        (((1, 0), (1, 1)),),
        (((1, 0.5), (0.5, 0.5), (1, 0), (0, 0), (1, 1)),),
        (((1, 1), (1, 0), (1, 0.5), (1, 1), (0.5, 0), (1, 0)),),
    ),
    remark=_about_pairs,
    wrong_types={Collection: "One number is wanted: the standard error of the points a game."},
    hints=(
        "The two games of a pair are not independent, but the pairs are. Make one number of each "
        "pair: its mean points.",
        "Take the standard error of those means, as lesson 01 did for games: their standard "
        "deviation over the square root of how many there are.",
        "`np.std(means, ddof=1) / np.sqrt(len(means))`, where a mean is `(one + other) / 2`.",
    ),
    mistakes=mistakes.PAIR_ERROR,
)

TASKS = (EXPECTED_POINTS, CHAINED, GAMES_NEEDED, IMPROVED, PAIR_ERROR)
