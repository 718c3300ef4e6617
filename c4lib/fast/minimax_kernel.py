"""The compiled part of minimax: one loop over a stack, without recursion."""

from math import inf

from c4lib.fast.compiler import compiled
from c4lib.fast.interrupt import Stop
from c4lib.fast.rules_kernel import ONE, Rules, has_line
from c4lib.fast.stack_kernel import Counts, Lines, Stack, extend_line
from c4lib.search.common import WIN

NODES, DEEPEST, DRAWS, UNFINISHED, LOST, WON = range(6)
"""The places of the counts; games end as LOST or WON for the root's player."""


@compiled
def minimax_value(
    rules: Rules, stack: Stack, depth: int, lines: Lines, counts: Counts, stop: Stop
) -> float:
    """What the moves left to try at the root are worth at best, for the player to move there."""
    height, connect, bottoms, full = rules
    theirs, mask, untried, best = stack
    ply = 0
    while not stop[0]:
        if untried[ply]:  # go down: make the first move that is left
            left = untried[ply] & (untried[ply] - ONE)
            move = untried[ply] ^ left
            untried[ply] = left
            theirs[ply + 1] = (mask[ply] ^ theirs[ply]) | move
            mask[ply + 1] = mask[ply] | move
            ply += 1
            counts[NODES] += 1
            counts[DEEPEST] = max(counts[DEEPEST], ply)
            untried[ply] = lines[ply, 0] = 0
            if has_line(theirs[ply], height, connect):
                best[ply] = -1.0 if depth < 0 else ply - WIN
                counts[LOST + ply % 2] += 1  # by the player to move: at odd plies the opponent
            elif mask[ply] == full:
                best[ply] = 0.0
                counts[DRAWS] += 1
            elif ply == depth:
                best[ply] = 0.0
                counts[UNFINISHED] += 1
            else:
                best[ply] = -inf
                untried[ply] = (mask[ply] + bottoms) & full  # adding carries to the free squares
        elif ply > 0:  # go up: what is good for one player is bad for the one above
            ply -= 1
            value = -best[ply + 1]
            if value > best[ply]:
                best[ply] = value
                extend_line(lines, ply, mask[ply] ^ mask[ply + 1])
        else:
            break
    return float(best[0])
