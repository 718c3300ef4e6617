"""Minimax, compiled: the twin of `c4lib.search.minimax`.

The root is searched by the readable Minimax itself; the compiled part takes over for
each of its moves, and enters the same states in the same order.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import compiled
from c4lib.fast.rules import ONE, Rules, check_state, has_line, rules_of
from c4lib.fast.running import Stop, new_stop, run
from c4lib.fast.stack import (
    Counts,
    Lines,
    Stack,
    extend_line,
    first_stack,
    limit,
    line_after_first,
    new_lines,
)
from c4lib.game import Move, State
from c4lib.result import SearchResult
from c4lib.search.common import WIN, Line
from c4lib.search.minimax import Minimax

NODES, DEEPEST, DRAWS, UNFINISHED, LOST, WON = range(6)
"""What is counted where; how games end is told for the root's player."""


def minimax(state: State, depth: int | None = None) -> SearchResult:
    """The best move and its value for the player to move, by looking at everything.

    Equal to what `c4lib.search.minimax` returns. `depth` limits the plies looked ahead;
    an unfinished game then counts 0.
    """
    search = CompiledMinimax(check_state(state, "minimax"), depth)
    return search.result(
        *run(lambda: search.max_value(state, 0, None, None), lambda: search.stop.fill(True))
    )


class Leaves(NamedTuple):
    """How many states a game tree has, and how its games end for the player to move."""

    nodes: int
    wins: int
    losses: int
    draws: int
    unfinished: int
    """Games broken off at the depth limit."""


def count_leaves(state: State, depth: int | None = None) -> Leaves:
    """How all games end that go on from the state, for the player to move there.

    >>> count_leaves(Connect4(width=2, height=2, connect=2))
    Leaves(nodes=13, wins=6, losses=0, draws=0, unfinished=0)
    """
    search = CompiledMinimax(check_state(state, "minimax"), depth)
    value, _ = run(lambda: search.max_value(state, 0, None, None), lambda: search.stop.fill(True))
    if search.nodes == 1:  # the root itself is a leaf
        over, lost = state.is_over, value < 0
        return Leaves(1, 0, int(lost), int(over and not lost), int(not over))
    draws, unfinished, losses, wins = search.leaves.tolist()
    return Leaves(search.nodes, wins, losses, draws, unfinished)


class CompiledMinimax(Minimax):
    """The readable search, of which all below the root is compiled."""

    def __init__(self, root: Connect4, depth: int | None) -> None:
        super().__init__(root, depth, None, None)
        self.root = root
        self.stop = new_stop()
        self.leaves = np.zeros(WON + 1 - DRAWS, np.int64)

    def value(self, state: State, ply: int, move: Move, node: int | None) -> tuple[float, Line]:
        """What a move at the root is worth for MAX, and the moves that follow."""
        rules, stack, lines = rules_of(self.root), first_stack(self.root, move), new_lines()
        counts = np.zeros(WON + 1, np.int64)
        value = minimax_value(rules, stack, limit(self.depth), lines, counts, self.stop)
        self.nodes += int(counts[NODES])
        self.deepest = max(self.deepest, int(counts[DEEPEST]))
        self.leaves += counts[DRAWS:]
        return value + 0.0, line_after_first(lines, self.root)  # adding 0.0 makes 0.0 of -0.0


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
                counts[LOST + ply % 2] += 1  # by whoever is to move: at odd plies the opponent
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
