"""The compiled part of alpha-beta: one loop over a stack, without recursion."""

from math import inf
from typing import NamedTuple

from c4lib.fast.compiler import Word, Words, compiled, inlined, word
from c4lib.fast.heuristics_kernel import Evaluator, estimate, threat_squares
from c4lib.fast.interrupt import Stop
from c4lib.fast.rules_kernel import ONE, Rules, has_line
from c4lib.fast.stack_kernel import Counts, Floats, Lines, Stack, extend_line
from c4lib.fast.table_kernel import CompiledTable, look_up, remember
from c4lib.search.common import WIN

NODES, DEEPEST, CUTOFFS, TABLE_HITS, TOO_LARGE = range(5)
"""The places of the counts. TOO_LARGE: an evaluation was too large, which ended the search."""
NONE = word(0)


class Windows(NamedTuple):
    """Alpha and beta at each ply, for the player to move there."""

    alpha: Floats
    beta: Floats


@compiled
def alphabeta_value(
    rules: Rules, columns: Words, stack: Stack, windows: Windows, depth: int,
    evaluator: Evaluator, loud: bool, table: CompiledTable, lines: Lines, counts: Counts,
    stop: Stop,
) -> float:  # fmt: skip
    """What the moves left to try at the root are worth at best, for the player to move there."""
    height, connect, bottoms, full = rules
    theirs, mask, untried, best = stack
    alpha, beta = windows
    has_table = len(table.keys) > 0  # checked here, because a call that finds none takes time, too
    ply = 0
    while not stop[0]:
        if untried[ply]:  # go down: make the first move that is left
            move = first_of(untried[ply], columns)
            untried[ply] ^= move
            discs, after = (mask[ply] ^ theirs[ply]) | move, mask[ply] | move
            counts[NODES] += 1
            counts[DEEPEST] = max(counts[DEEPEST], ply + 1)
            lines[ply + 1, 0] = 0
            moves = (after + bottoms) & full  # adding carries to the free squares
            if has_line(discs, height, connect):
                value = 1.0 if depth < 0 else WIN - (ply + 1)
            elif not moves:
                value = 0.0
            else:
                if 0 <= depth <= ply + 1:
                    moves = forced(moves, discs, after, rules) if loud else NONE
                if moves:
                    known = -inf
                    if has_table:
                        known = look_up(table, after + discs, -beta[ply], -alpha[ply])
                    if known == -inf:
                        ply += 1
                        theirs[ply], mask[ply], untried[ply] = discs, after, moves
                        alpha[ply], beta[ply] = -beta[ply - 1], -alpha[ply - 1]
                        best[ply] = -inf
                        continue
                    counts[TABLE_HITS] += 1
                    value = -known
                else:
                    value = -estimate(rules, evaluator, discs, after)
                    if not abs(value) < WIN / 2:
                        counts[TOO_LARGE] = 1
                        return -value
        elif ply > 0:  # go up
            if has_table:  # alpha was -beta of the ply above at first
                remember(table, mask[ply] + theirs[ply], best[ply], -beta[ply - 1], beta[ply])
            ply -= 1
            move = mask[ply] ^ mask[ply + 1]
            value = -best[ply + 1]
        else:
            break
        # Fold the move's value in: what is good for one player is bad for the one above.
        if value > best[ply]:
            best[ply] = value
            extend_line(lines, ply, move)
        alpha[ply] = max(alpha[ply], value)
        if alpha[ply] >= beta[ply] and untried[ply]:
            counts[CUTOFFS] += 1
            untried[ply] = 0
    return float(best[0])


@inlined
def first_of(moves: Word, columns: Words) -> Word:
    """The move in the first of the columns that has one."""
    for column in columns:
        if moves & column:
            return moves & column
    return moves


@compiled
def forced(moves: Word, theirs: Word, mask: Word, rules: Rules) -> Word:
    """Of the legal moves those that `forced_moves` returns."""
    empty = mask ^ rules.full
    wins = moves & threat_squares(mask ^ theirs, empty, rules)
    if wins or not moves & (moves - ONE):
        return wins
    return moves & threat_squares(theirs, empty, rules)
