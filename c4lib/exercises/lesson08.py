"""The exercises of lesson 08: ratings and what they promise, and how sure a match can be."""

import math
from collections.abc import Collection, Mapping, Sequence

from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task


# ---- 8.1 -----------------------------------------------------------------------------------
def lead(won: int, drawn: int, lost: int) -> float:
    """How many points of rating ahead a player is that has these results against another."""
    share = (won + drawn / 2) / (won + drawn + lost)
    return 400 * math.log10(share / (1 - share))


LEAD = Task(
    number="8.1",
    title="What a result says",
    reference=lead,
    cases=((10, 0, 1), (5, 0, 5), (3, 1, 1), (6, 4, 2), (1, 0, 3), (30, 20, 50), (1, 8, 2)),
    remark=lambda won, drawn, lost: f"{won + drawn / 2:g} points of {won + drawn + lost} games",
    wrong_types={Collection: "Return one number: how many points of rating ahead."},
    hints=(
        "First the share of the points: a win counts 1, and a draw a half.",
        "A share of s is odds of `s / (1 - s)` to 1. How many points of rating are odds of ten?",
        "A rating is 400 times a logarithm with base 10: of which number, here?",
    ),
    mistakes=patches("""
        draws left out
            (won + drawn / 2) / (won + drawn + lost) → won / (won + lost)
            A draw is half a point for each. Without the draws, 1 won, 8 drawn and 2 lost would look
            like a clear defeat, though the two are close.
        draws counted as lost
            won + drawn / 2 → won
            A draw is half a point: `won + drawn / 2`.
        draws counted as won
            drawn / 2 → drawn
            A draw is half a point: `won + drawn / 2`.
        half a draw rounded down
            drawn / 2 → drawn // 2
            Half of an odd number of draws is not a whole number: `drawn / 2`.
        never behind
            → abs(lead(won, drawn, lost))
            A player with less than half of the points is behind: the lead is negative.
        another logarithm
            math.log10 → math.log
            Elo's scale counts in tens: `math.log10`.
            or: math.log10 → math.log2
        the sides exchanged
            share / (1 - share) → (1 - share) / share
            Whoever has made more than half of the points is ahead, so the lead is positive.
        the share in place of the odds
            share / (1 - share) → share
            The logarithm is of a ratio of strengths: of odds, `share / (1 - share)`. Five of ten
            games should be a lead of 0.
        the scale forgotten
            400 * → 1 *
            Odds of ten to one are 400 points: multiply the logarithm by 400.
        a straight line
            → 800 * ((won + drawn / 2) / (won + drawn + lost) - 0.5)
            Then no result could be more than 400 points. The nearer to all games, the more points
            each further share is worth: it takes the logarithm of the odds.
        no logarithm
            math.log10(share / (1 - share)) → share / (1 - share)
            These are the odds, times 400. A rating is the logarithm of a strength.
    """),
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
    wrong_types={Collection: "Return one number: A's share of the points against C."},
    hints=(
        "Ratings add up: A's lead on C is A's lead on B and B's lead on C together. Shares do not.",
        "Adding ratings is multiplying odds. A share s is odds of `s / (1 - s)` to 1.",
        "Multiply the two odds, and turn the product back into a share: `odds / (1 + odds)`.",
    ),
    mistakes=patches("""
        shares multiplied
            → first * second
            Then two even pairs would make A weaker than C. A chain of events multiplies
            probabilities; here strengths are chained, and odds multiply.
        the leads in shares added
            → first + second - 0.5
            With 0.9 and 0.9 that is 1.3: more than every game. Leads add up in ratings, which are
            logarithms of odds, not in shares.
            or: → min(1, max(0, first + second - 0.5))
            With 0.75 and 0.75 that is every game. Leads add up in ratings, which are log odds.
        the mean
            → (first + second) / 2
            A beats B and B beats C: then A should beat C by more than either, not less.
        odds added
            (1 - first) * second → (1 - first) + second
            Two even pairs would make odds of 2. Ratings, as logarithms, add up; odds multiply.
        odds, not a share
            odds / (1 + odds) → odds
            These are the odds. Return a share: `odds / (1 + odds)`.
        the second share turned round
            * second / (1 - second) → / second * (1 - second)
            `second` is B's share against C, so strong B means weak C: multiply by B's odds.
        shares taken for odds
            → first * second / (1 + first * second)
            A share of 0.75 is odds of 3 to 1: `share / (1 - share)` comes first.
    """),
)


# ---- 8.3 -----------------------------------------------------------------------------------
def games_needed(share: float) -> int:
    """The fewest games after which an even player reaches this share 1 time in 20 at most."""
    return math.ceil((1.96 * 0.5 / abs(share - 0.5)) ** 2)


GAMES_NEEDED = Task(
    number="8.3",
    title="How many games?",
    reference=games_needed,
    cases=((0.55,), (0.6,), (0.75,), (0.51,), (0.45,), (0.745,), (0.52,)),
    remark=lambda share: f"{share - 0.5:+.2f} from even",
    wrong_types={Collection: "Return one whole number: how many games."},
    hints=(
        "An even player makes 1 or 0 in a game, so the points of one game spread by 0.5. By how "
        "much does the mean of n games?",
        "Set 1.96 standard errors, `1.96 * 0.5 / sqrt(n)`, equal to the distance of the share "
        "from 0.5, and solve for n.",
        "`(1.96 * 0.5 / distance) ** 2`, rounded up: `math.ceil`. A share below a half is as far "
        "from even as one above it: `abs`.",
    ),
    mistakes=patches("""
        not rounded up
            math.ceil → float
            Games are whole, and one less is too few: `math.ceil`.
        rounded down
            math.ceil → math.floor
            That is one game too few: `math.ceil` rounds up.
        the square forgotten
            ** 2 →
            The error shrinks with the root of the games: half of it takes four times as many.
        a spread of 1
            1.96 * 0.5 → 1.96
            Points of 0 or 1 lie 0.5 from their mean, so they spread by 0.5.
        the variance in place of the standard deviation
            1.96 * 0.5 → 1.96 * 0.25
            0.25 is the square of the spread. The points of an even player spread by its root, 0.5.
        the spread of the stronger player
            1.96 * 0.5 → 1.96 * math.sqrt(share * (1 - share))
            Nearly the same, but what does an even player reach by luck? Its spread is 0.5.
        one standard error
            1.96 * 0.5 → 0.5
            An even player lies farther out 1 time in 3. For 1 time in 20 it takes 1.96 of them.
        the share in place of the distance
            abs(share - 0.5) → share
            What must be larger than the error is the distance from 0.5.
    """),
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
    wrong_types={Mapping: "Return a list, with the players in their order."},
    hints=(
        "`sum(wins[i])` are the games that i has won. The pair i, j has played "
        "`wins[i][j] + wins[j][i]` games.",
        "For each i, add up over all other j: the games of the pair, divided by "
        "`strengths[i] + strengths[j]`. The new strength is the games won divided by that sum.",
        "Make a new list of strengths, from the old ones only. Then divide each by their sum.",
    ),
    mistakes=patches("""
        not scaled
            [strength / sum(new) for strength in new] → new
            Only ratios of strengths mean anything: divide each by their sum, so that they sum to 1.
        scaled by the largest
            / sum(new) → / max(new)
            The largest is 1 now; the sum should be.
        new strengths used at once
            new = [] → new = strengths = list(strengths)
            new.append(sum(wins[i]) / sum(games)) → new[i] = sum(wins[i]) / sum(games)
            In one round, all new strengths come from the old ones. Put them into a new list.
        only won games in the sum
            (wins[i][j] + wins[j][i]) → wins[i][j]
            A pair's games are those that i won and those that j won: `wins[i][j] + wins[j][i]`.
        only lost games in the sum
            (wins[i][j] + wins[j][i]) → wins[j][i]
        lost games counted as won
            sum(wins[i]) → sum(row[i] for row in wins)
            `wins[i][j]` are the games that i won against j: i's wins are the sum of row i.
        only the opponent's strength
            (strengths[i] + strengths[j]) → strengths[j]
            Divide by the strengths of both: i is expected to win `i / (i + j)` of their games.
        shares of won games
            / (strengths[i] + strengths[j]) →
            Then it would not matter whom one has beaten. Each game counts for less the stronger the
            pair: divide by the sum of both strengths.
        multiplied by the old strength
            sum(wins[i]) → strengths[i] * sum(wins[i])
            The rule gives the new strength itself, not a factor for the old one.
    """),
)


# ---- 8.5 -----------------------------------------------------------------------------------
def pair_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The standard error of the points per game, where both games of a pair share an opening."""
    means = [(one + other) / 2 for one, other in pairs]
    middle = sum(means) / len(means)
    variance = sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    return math.sqrt(variance / len(means))


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
    remark=lambda pairs: f"{len(pairs)} pairs, {sum(a != b for a, b in pairs)} of them split",
    wrong_types={Collection: "Return one number: the standard error of the points per game."},
    hints=(
        "The games of a pair are not independent, but pairs are. Turn each pair into its mean.",
        "Take the standard error of those means, as lesson 01 did for games: their standard "
        "deviation over the square root of how many there are.",
        "`np.std(means, ddof=1) / np.sqrt(len(means))`, where a mean is `(one + other) / 2`.",
    ),
    mistakes=patches("""
        games taken one by one
            (one + other) / 2 for one, other in pairs → points for pair in pairs for points in pair
            As if all games were independent. Those of a pair are not: an opening that is good for X
            is good for both, and each loses the half that the other wins.
        points of a pair added, not averaged
            (one + other) / 2 → one + other
            That is the error of the points per pair. For the points per game use the pair's mean.
        the number of games under the root
            variance / len(means) → variance / (2 * len(means))
            There are as many independent numbers as there are pairs, not games.
        the standard deviation itself
            variance / len(means) → variance
            A single pair strays that far. The mean of n pairs strays less: divide by `sqrt(n)`.
        divided by n, not by its root
            math.sqrt(variance / len(means)) → math.sqrt(variance) / len(means)
            Errors shrink with the square root of the number of pairs.
        divided by n, where n - 1 is meant
            (len(means) - 1) → len(means)
            The mean comes from the same numbers, which lie a little too close to it: divide the
            squares by n - 1, `ddof=1` in NumPy.
        only the first games
            (one + other) / 2 → one
            Both games of a pair count: take their mean.
    """),
)


# ---- 8.6 -----------------------------------------------------------------------------------
def paired_p(one: Sequence[int], other: Sequence[int]) -> float:
    """How likely fair coins are at least as uneven as what only one of two players kept."""
    only_one = sum(a > b for a, b in zip(one, other, strict=True))
    only_other = sum(a < b for a, b in zip(one, other, strict=True))
    coins, fewer = only_one + only_other, min(only_one, only_other)
    ways = sum(math.comb(coins, heads) for heads in range(fewer + 1))
    p: float = 2 * ways / 2**coins
    return min(1, p)


def _pairs_told(one: Sequence[int], other: Sequence[int]) -> str:
    """What the two lists come to."""
    kept = list(zip(one, other, strict=True))
    return f"{kept.count((1, 0))} kept by the one alone, {kept.count((0, 1))} by the other alone"


PAIRED_P = Task(
    number="8.6",
    title="Is the difference real?",
    reference=paired_p,
    cases=(
        ((1, 1, 1, 1, 1, 0, 1, 0), (1, 0, 1, 0, 0, 0, 0, 1)),
        ((1, 0, 1, 1, 0, 1), (1, 1, 0, 0, 1, 1)),
        ((1, 1, 0), (1, 1, 0)),
        ((0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0), (1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1)),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1), (0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1)),
    ),
    remark=_pairs_told,
    wrong_types={Collection: "Return one number: p, from 0 to 1."},
    hints=(
        "Count the positions that only the one kept, and those that only the other kept. The rest "
        "says nothing about which of them is better.",
        "If both are equally good, a fair coin decides each of these. `math.comb(n, k)` of the "
        "`2**n` ways n coins can fall show k heads. Add up all that are at least as uneven.",
        "From 0 heads to the smaller of the two numbers, then twice that, since it may be uneven "
        "the other way round: `2 * ways / 2**n`. Where the numbers are equal that is more than 1.",
    ),
    mistakes=patches("""
        all positions counted
            coins, fewer = only_one + only_other → coins, fewer = len(one)
            Where both kept the value, or both lost it, no coin was tossed. Count only the positions
            that one of them kept alone.
        kept positions in place of those kept alone
            sum(a > b for a, b in zip(one, other, strict=True)) → sum(one)
            sum(a < b for a, b in zip(one, other, strict=True)) → sum(other)
            What both have kept is in both numbers, and says nothing about which is better. Count
            what the one kept and the other did not, and the other way round.
        one side only
            2 * ways → ways
            Nobody said beforehand which of the two would be ahead. Coins that are as uneven the
            other way round count as well: twice as many.
        no cap at 1
            min(1, p) → p
            A chance is at most 1. Where both numbers are equal, the middle is counted from both
            sides; every way the coins can fall is at least as uneven, so p is 1: `min(1, ...)`.
        more uneven only
            range(fewer + 1) → range(fewer)
            What has been seen counts, too: at least as uneven. A range ends before its last
            number.
        just this count
            sum(math.comb(coins, heads) for heads in range(fewer + 1)) → math.comb(coins, fewer)
            That is the chance of exactly this count, and of many coins every count is unlikely.
            Add up all that are at least as uneven.
        the wrong end
            min(only_one, only_other) → max(only_one, only_other)
            From 0 heads to the larger number, that is nearly every way to fall. The uneven ways
            end with the smaller number.
        how likely it is less uneven
            → 1 - paired_p(one, other)
            p is how likely coins are at least as uneven. A small p speaks for a difference.
    """),
)
