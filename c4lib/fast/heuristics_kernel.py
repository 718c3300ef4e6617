"""The evaluations of lesson 04, compiled: twins of those in `c4lib.heuristics`.

All but `ours` are weighted sums: of FEATURES, and of the twos of the player to move alone,
which evaluations one and one bis count. So one function serves them and every `Linear`; it
only counts what has a weight. What is counted is defined in `c4lib.heuristics.counts`; here the
counts have shortcuts for lines of four, which most games have.
"""

from typing import NamedTuple

import numpy as np

from c4lib import heuristics
from c4lib.connect4 import Board, Connect4
from c4lib.fast.compiler import COMPILED, Word, Words, compiled, count_ones, inlined, word, words
from c4lib.fast.rules_kernel import BITS, ONE, Rules
from c4lib.fast.solver_kernel import TALL, THREE, TWO, winning_squares
from c4lib.fast.stack_kernel import Floats
from c4lib.heuristics.counts import centre_discs, favourable_squares, hit_rate
from c4lib.heuristics.linear import SHIPPED, Linear
from c4lib.search.common import Evaluate

(
    TURN, TWOS, THREES, OPEN_THREES, PATTERNS, CENTRE, HITS, OPEN_LINES,
    THREATS, IMMEDIATE, FAVOURABLE, ZUGZWANG, MY_TWOS, OURS,
) = range(14)  # fmt: skip
"""Where the weights of the shipped features are, in their order, and those of two more counts."""

PLACES = {name: place for place, name in enumerate(SHIPPED)}
WEIGHTS: dict[Evaluate, dict[int, float]] = {
    heuristics.one: {THREES: 100.0, MY_TWOS: 1.0},
    heuristics.two: {PATTERNS: 1.0, CENTRE: 1.0},
    heuristics.one_bis: {OPEN_THREES: 500.0, THREES: 100.0, MY_TWOS: 1.0},
    heuristics.centre: {HITS: 1.0, TWOS: 1.0, THREES: 5.0},
    heuristics.ours: {OURS: 1.0},
}
"""The evaluations as weighted sums, of whole numbers: the order of adding does not matter."""

RUNS = 1 << TWOS | 1 << THREES | 1 << OPEN_THREES | 1 << MY_TWOS
DANGERS = 1 << THREATS | 1 << IMMEDIATE | 1 << FAVOURABLE | 1 << ZUGZWANG
DECIDED = float(heuristics.DECIDED)
ALL = word((1 << BITS) - 1)


class Evaluator(NamedTuple):
    """An evaluation, as compiled functions use it, and what it needs to know about a board."""

    uses: int  # a bit for each weight that is not 0; 0: everything is judged to be worth 0
    weights: Floats
    hits: Words
    """How many lines run through the squares: those whose number has a 1 in it, a 2, a 4, ..."""
    centre: Word
    favourable: Words  # the squares that are favourable to X, and those that are to O


def evaluator_of(evaluate: Evaluate | None, state: Connect4) -> Evaluator:
    """The evaluation's twin for the state's board: one of EVALUATIONS, a `Linear`, or None."""
    by_place = _weights_of(evaluate)
    weights = [by_place.get(place, 0.0) for place in range(OURS + 1)]
    board = state.board
    return Evaluator(
        uses=sum(1 << place for place, weight in enumerate(weights) if weight != 0),
        weights=np.array(weights) if COMPILED else weights,  # type: ignore[arg-type]
        hits=words(_hits_by_binary_digit(board)),
        centre=word(sum(s for s in _squares(board) if centre_discs(board, s, 0))),
        favourable=words([favourable_squares(board, player) for player in (0, 1)]),
    )


def _weights_of(evaluate: Evaluate | None) -> dict[int, float]:
    """The weights by their places."""
    if evaluate is None:
        return {}
    if isinstance(evaluate, Linear) and type(evaluate).__call__ is Linear.__call__:
        for name in evaluate.weights:
            if heuristics.FEATURES.get(name) is not SHIPPED.get(name):
                raise ValueError(
                    f"the feature {name!r} is your own, and the compiled alphabeta knows only "
                    "the shipped ones; use c4lib.search.alphabeta"
                )
        return {PLACES[name]: weight for name, weight in evaluate.weights.items()}
    try:
        return WEIGHTS[evaluate]
    except (KeyError, TypeError):  # TypeError: it is not even hashable
        raise ValueError(
            "the compiled alphabeta judges by an evaluation of c4lib.heuristics or a Linear, "
            f"not by {evaluate!r}; c4lib.search.alphabeta takes any function"
        ) from None


def _squares(board: Board) -> list[int]:
    return [bottom << row for bottom in board.bottoms.values() for row in range(board.height)]


def _hits_by_binary_digit(board: Board) -> list[int]:
    """For each binary digit of the numbers of lines, the squares whose number has a 1 there."""
    lines = {board.bottoms[column] << row: n for (column, row), n in hit_rate(board).items()}
    digits = range(max(lines.values()).bit_length())
    return [sum(square for square, n in lines.items() if n >> digit & 1) for digit in digits]


# ---- the evaluations -----------------------------------------------------------------------


@inlined
def estimate(rules: Rules, evaluator: Evaluator, theirs: Word, mask: Word) -> float:
    """What an unfinished game is worth to the player to move.

    It is `theirs`, the discs of the player who just moved, and `mask`, all discs.
    """
    if evaluator.uses == 0:
        return 0.0
    if evaluator.uses & 1 << OURS:
        return by_ours(rules, theirs, mask)
    weights = evaluator.weights
    mine, empty = mask ^ theirs, mask ^ rules.full
    total = weights[TURN]
    my_twos = 0
    if evaluator.uses & RUNS:
        with_ends = evaluator.uses & 1 << OPEN_THREES != 0
        my_twos, my_threes, my_open = runs(mine, empty, rules, with_ends)
        their_twos, their_threes, their_open = runs(theirs, empty, rules, with_ends)
        total += weights[TWOS] * (my_twos - their_twos)
        total += weights[THREES] * (my_threes - their_threes)
        total += weights[OPEN_THREES] * (my_open - their_open)
    if evaluator.uses & 1 << PATTERNS:
        points = pattern_points(mine, empty, rules) - pattern_points(theirs, empty, rules)
        total += weights[PATTERNS] * points
    if evaluator.uses & 1 << CENTRE:
        discs = count_ones(mine & evaluator.centre) - count_ones(theirs & evaluator.centre)
        total += weights[CENTRE] * discs
    if evaluator.uses & 1 << HITS:
        total += weights[HITS] * hits(mine, theirs, evaluator.hits)
    if evaluator.uses & 1 << OPEN_LINES:
        lines = open_lines(mine, empty, rules) - open_lines(theirs, empty, rules)
        total += weights[OPEN_LINES] * lines
    if evaluator.uses & DANGERS:
        my_threats = threat_squares(mine, empty, rules)
        their_threats = threat_squares(theirs, empty, rules)
        total += weights[THREATS] * surplus(my_threats, their_threats, empty)
        next_squares = (mask + rules.bottoms) & rules.full
        total += weights[IMMEDIATE] * surplus(my_threats, their_threats, next_squares)
        player = count_ones(mask) & 1
        my_squares = my_threats & evaluator.favourable[player]
        their_squares = their_threats & evaluator.favourable[1 - player]
        total += weights[FAVOURABLE] * surplus(my_squares, their_squares, empty)
        total += weights[ZUGZWANG] * zugzwang(my_threats, their_threats, empty, rules)
    return float(total + weights[MY_TWOS] * my_twos)


@compiled
def by_ours(rules: Rules, theirs: Word, mask: Word) -> float:
    """`heuristics.ours`."""
    mine, empty = mask ^ theirs, mask ^ rules.full
    next_squares = (mask + rules.bottoms) & rules.full
    my_threats = threat_squares(mine, empty, rules)
    if my_threats & next_squares:
        return DECIDED
    their_threats = threat_squares(theirs, empty, rules)
    to_stop = their_threats & next_squares
    if to_stop and (to_stop & (to_stop - ONE) or to_stop << ONE & their_threats):
        return -DECIDED
    lines = open_lines(mine, empty, rules) - open_lines(theirs, empty, rules)
    return float(lines + 20 * zugzwang(my_threats, their_threats, empty, rules))


# ---- runs ----------------------------------------------------------------------------------


@inlined
def reach(distance: int) -> Word:
    """How many bits to shift by: at most 63, which has the same effect as more. See has_line."""
    return word(min(distance, BITS - 1))


@inlined
def run_starts(discs: Word, step: int, length: int) -> Word:
    """The squares in which a run of that length, at least 1, begins in the step's direction."""
    starts, reached = discs, 1
    while reached < length:
        more = min(reached, length - reached)
        starts = starts & starts >> reach(more * step)
        reached += more
    return starts


@inlined
def runs(discs: Word, empty: Word, rules: Rules, with_ends: bool) -> tuple[int, int, int]:
    """How many twos, threes and, if they are asked for, threes with a free end there are."""
    if rules.connect != 4 or word(rules.height) >= TALL:
        return runs_of_any_length(discs, empty, rules)
    height = word(rules.height)
    twos, threes, open_threes = 0, 0, 0
    for up in (ONE, height, height + ONE, height + TWO):
        pairs = discs & discs >> up
        starts = pairs & pairs >> up
        twos += count_ones(pairs)
        threes += count_ones(starts)
        if with_ends:
            open_threes += count_ones(starts & (empty << up | empty >> THREE * up))
    return twos, threes, open_threes


@compiled
def runs_of_any_length(discs: Word, empty: Word, rules: Rules) -> tuple[int, int, int]:
    """How many twos, threes, and threes with a free end there are."""
    height, connect = rules.height, rules.connect
    twos, threes, open_threes = 0, 0, 0
    for step in (1, height, height + 1, height + 2):
        if connect > 2:
            twos += count_ones(run_starts(discs, step, connect - 2))
        if connect > 1:
            starts = run_starts(discs, step, connect - 1)
            ends = empty << reach(step) | empty >> reach((connect - 1) * step)
            threes += count_ones(starts)
            open_threes += count_ones(starts & ends)
    return twos, threes, open_threes


# ---- squares with discs on both sides ------------------------------------------------------


@inlined
def between(discs: Word, step: int, before: int, gaps: int, behind: int) -> Word:
    """The squares right after `before` discs, and with `behind` discs `gaps` squares further on."""
    squares = ALL
    if before > 0:
        squares &= run_starts(discs, step, before) << reach(step * before)
    if behind > 0:
        squares &= run_starts(discs, step, behind) >> reach(step * gaps)
    return squares


@compiled
def threat_squares(discs: Word, empty: Word, rules: Rules) -> Word:
    """The empty squares that would complete a line of the discs."""
    height, connect = rules.height, rules.connect
    if connect == 4:
        return winning_squares(discs, empty, word(height))
    squares = word(0)
    for step in (1, height, height + 1, height + 2):
        for gap in range(connect):
            squares |= empty & between(discs, step, gap, 1, connect - 1 - gap)
    return squares


@compiled
def pattern_points(discs: Word, empty: Word, rules: Rules) -> int:
    """The points of all patterns, wherever they are."""
    height, connect = rules.height, rules.connect
    if connect == 4 and word(height) < TALL:
        return pattern_points_of_4(discs, empty, word(height))
    if connect == 1:
        return 0
    total = 0
    for step in (1, height, height + 1, height + 2):
        for gap in range(connect):
            total += 10 * count_ones(empty & between(discs, step, gap, 1, connect - 1 - gap))
        if connect > 2:
            neighbours = empty & empty >> reach(step)
            for gap in range(connect - 1):
                around = between(discs, step, gap, 2, connect - 2 - gap)
                total += count_ones(neighbours & around)
            ends = empty & empty >> reach((connect - 1) * step)
            total += count_ones(ends & between(discs, step, 0, 1, connect - 2))
    return total


@inlined
def pattern_points_of_4(discs: Word, empty: Word, height: Word) -> int:
    """The same for lines of four. A square begins at most one pattern, so all are joined."""
    tens, ones = 0, 0
    for up in (ONE, height, height + ONE, height + TWO):
        discs_2, discs_3, discs_4 = discs >> up, discs >> TWO * up, discs >> THREE * up
        empty_2, empty_3, empty_4 = empty >> up, empty >> TWO * up, empty >> THREE * up
        first_pair, last_pair = discs & discs_2, discs_3 & discs_4
        first_gap = empty & discs_2 | discs & empty_2
        last_gap = empty_3 & discs_4 | discs_3 & empty_4
        tens += count_ones(first_pair & last_gap | first_gap & last_pair)
        at_ends = empty & empty_2 & last_pair | first_pair & empty_3 & empty_4
        around = empty & discs_2 & discs_3 & empty_4 | discs & empty_2 & empty_3 & discs_4
        ones += count_ones(at_ends | around)
    return 10 * tens + ones


# ---- where the discs lie, and lines that can still be made ---------------------------------


@inlined
def hits(mine: Word, theirs: Word, by_digit: Words) -> int:
    """The lines that run through each disc's square, added up, mine less theirs."""
    total, worth = 0, 1
    for squares in by_digit:
        total += worth * surplus(mine, theirs, squares)
        worth *= 2
    return total


@inlined
def surplus(mine: Word, theirs: Word, squares: Word) -> int:
    """How many more of these squares are mine than theirs."""
    return int(count_ones(mine & squares) - count_ones(theirs & squares))


@compiled
def open_lines(discs: Word, empty: Word, rules: Rules) -> int:
    """For each line with n discs of the player and none of the opponent: n * n."""
    height, connect = rules.height, rules.connect
    if connect == 4 and word(height) < TALL:
        return open_lines_of_4(discs, empty, word(height))
    total = 0
    for step in (1, height, height + 1, height + 2):
        lines = run_starts(discs | empty, step, connect)
        for first in range(connect):
            held = lines & discs >> reach(first * step)
            total += count_ones(held)
            for second in range(first):  # n * n is n, and two for each pair
                total += 2 * count_ones(held & discs >> reach(second * step))
    return total


@inlined
def open_lines_of_4(discs: Word, empty: Word, height: Word) -> int:
    """The same for lines of four: each square's n, which is at most 3, as two binary digits."""
    ones, twos, threes = 0, 0, 0
    for up in (ONE, height, height + ONE, height + TWO):
        free = discs | empty
        pairs = free & free >> up
        lines = pairs & pairs >> TWO * up
        one, two, three, four = discs, discs >> up, discs >> TWO * up, discs >> THREE * up
        odd, odd_too = one ^ two, three ^ four
        low = lines & (odd ^ odd_too)
        high = lines & (one & two | three & four | odd & odd_too)
        ones += count_ones(low)
        twos += count_ones(high)
        threes += count_ones(low & high)
    return ones + 4 * twos + 4 * threes  # 1, 4, and 1 + 4 + 4 where both digits are 1


# ---- zugzwang ------------------------------------------------------------------------------


@inlined
def zugzwang(mine: Word, theirs: Word, empty: Word, rules: Rules) -> int:
    """Who wins when safe moves run out: +1 if I do, -1 if they do, or 0."""
    hot = (mine | theirs) >> ONE & empty
    if not hot:
        return 0
    # In each column with the spare square on top: taking 1 away clears the lowest hot
    # square and fills those below it.
    stops = hot | rules.full + rules.bottoms
    below = stops - rules.bottoms
    next_hot = hot & ~below
    if count_ones(empty & below & ~stops) & 1:
        return 1 if next_hot & mine >> ONE else 0
    return -1 if next_hot & theirs >> ONE else 0


@compiled
def estimate_all(
    rules: Rules, evaluator: Evaluator, theirs: Words, masks: Words, values: Floats
) -> None:
    """Fill in what many unfinished games on one board are worth to their players to move."""
    for place in range(len(values)):
        values[place] = estimate(rules, evaluator, theirs[place], masks[place])
