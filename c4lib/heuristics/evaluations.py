"""The evaluations: three of Strano's study, one that weighs squares by their lines, and our own."""

from typing import Any

from c4lib.heuristics import counts
from c4lib.heuristics.counts import playable, threat_squares
from c4lib.heuristics.features import Evaluation, look, surplus

DECIDED = 100_000
"""What `ours` gives for a game that the next two moves decide: more than any patterns."""


def one(state: Any) -> float:
    """100 * (my threes - their threes) + my twos. Their twos are not counted."""
    board, mine, _, empty = look(state)
    return 100 * surplus(counts.threes, state) + counts.twos(board, mine, empty)


def one_bis(state: Any) -> float:
    """`one`, and 500 * (my threes with a free end - theirs)."""
    return 500 * surplus(counts.open_threes, state) + one(state)


def two(state: Any) -> float:
    """The points of my `patterns` minus theirs, and my discs in the centre minus theirs.

    `_xxx_` is worth 20, because it holds both `_xxx` and `xxx_`, which are worth 10 each.
    """
    return surplus(counts.pattern_points, state) + surplus(counts.centre_discs, state)


def centre(state: Any) -> float:
    """For each disc the lines through its square, for each two 1, for each three 5, less theirs."""
    hits, twos, threes = (surplus(c, state) for c in (counts.hits, counts.twos, counts.threes))
    return hits + twos + 5 * threes


def ours(state: Any) -> float:
    """Whether the game is decided; else the lines that are open, and who runs out of safe moves.

    - DECIDED if I can win at once; -DECIDED if not, and they have two immediate threats, or one
      with another right above it, because I can stop only one
    - else n * n for each line with n of my discs and none of theirs, less the same for them
    - and 20 more for the player who wins by zugzwang

    The 20 was tried out on `c4lib.measure.accuracy.positions(tuning=True)`, where anything from
    10 to 40 does about as well.
    """
    board, mine, theirs, empty = look(state)
    my_threats = threat_squares(board, mine, empty)
    their_threats = threat_squares(board, theirs, empty)
    if my_threats & playable(empty):
        return DECIDED
    to_stop = their_threats & playable(empty)
    if to_stop.bit_count() > 1 or to_stop << 1 & their_threats:
        return -DECIDED
    lines = counts.open_lines(board, mine, empty) - counts.open_lines(board, theirs, empty)
    return lines + 20 * counts.zugzwang(board, my_threats, their_threats, empty)


EVALUATIONS: dict[str, Evaluation] = {
    "one": one,
    "two": two,
    "one bis": one_bis,
    "centre": centre,
    "ours": ours,
}
"""All evaluations by name."""
