"""Minimax, compiled: the twin of `c4lib.search.minimax`. And the size of trees too large for it.

The root is searched by the readable `MinimaxSearch` itself; the compiled part takes over for
each of its moves, and enters the same states in the same order.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import word, words
from c4lib.fast.interrupt import new_stop, run
from c4lib.fast.knuth_kernel import fill_sizes
from c4lib.fast.minimax_kernel import DEEPEST, DRAWS, NODES, WON, minimax_value
from c4lib.fast.rules_kernel import check_state, rules_of
from c4lib.fast.stack_kernel import Floats, first_stack, limit, line_after_first, new_lines
from c4lib.game import Move, State, check_whole
from c4lib.result import SearchResult
from c4lib.search.common import Line
from c4lib.search.dice import Dice
from c4lib.search.minimax import MinimaxSearch


def minimax(state: State, depth: int | None = None) -> SearchResult:
    """The best move and its value for the player to move, by looking at everything.

    Equal to what `c4lib.search.minimax` returns. `depth` limits the plies looked ahead;
    an unfinished game then counts 0.
    """
    search = CompiledMinimax(check_state(state, "minimax"), depth)
    return search.result(*search.run())


class Leaves(NamedTuple):
    """The size of a game tree, and how its games end for the player to move."""

    nodes: int
    wins: int
    losses: int
    draws: int
    unfinished: int  # games cut off at the depth limit


def count_leaves(state: State, depth: int | None = None) -> Leaves:
    """How all games from the state end, for the player to move there.

    >>> count_leaves(Connect4(width=2, height=2, connect=2))
    Leaves(nodes=13, wins=6, losses=0, draws=0, unfinished=0)
    """
    search = CompiledMinimax(check_state(state, "minimax"), depth)
    value, _ = search.run()
    if search.nodes == 1:  # the root itself is a leaf
        over, lost = state.is_over, value < 0
        return Leaves(1, 0, int(lost), int(over and not lost), int(not over))
    draws, unfinished, losses, wins = search.leaves.tolist()
    return Leaves(search.nodes, wins, losses, draws, unfinished)


def tree_sizes(state: State, probes: int, seed: int = 0) -> Floats:
    """Knuth's estimates of how many nodes the game tree has, one from each of many random games.

    Their mean is right on average; single ones are far off.

    >>> tree_sizes(Connect4(width=2, height=2, connect=2), 3).tolist()
    [13.0, 13.0, 13.0]
    """
    root = check_state(state, "minimax")
    check_whole("probes", probes)
    sizes, stop, dice = np.ones(probes), new_stop(), words([Dice(seed).word])
    if not root.is_over:
        bits = word(root.theirs), word(root.mask)
        fill = partial(fill_sizes, sizes, *bits, rules_of(root), dice, stop)
        run(fill, lambda: stop.fill(True))
    return sizes


class CompiledMinimax(MinimaxSearch):
    """The readable search, with everything below the root compiled."""

    def __init__(self, root: Connect4, depth: int | None) -> None:
        super().__init__(root, depth, None, None)
        self.root = root
        self.stop = new_stop()
        self.leaves = np.zeros(WON + 1 - DRAWS, np.int64)

    def run(self) -> tuple[float, Line]:
        """The value for MAX, and the best moves."""
        return run(lambda: self.search_node(self.root, 0, None, None), lambda: self.stop.fill(True))

    def value(self, state: State, ply: int, move: Move, node: int | None) -> tuple[float, Line]:
        """What a move at the root is worth for MAX, and the moves that follow."""
        rules, stack, lines = rules_of(self.root), first_stack(self.root, move), new_lines()
        counts = np.zeros(WON + 1, np.int64)
        value = minimax_value(rules, stack, limit(self.depth), lines, counts, self.stop)
        self.nodes += int(counts[NODES])
        self.deepest = max(self.deepest, int(counts[DEEPEST]))
        self.leaves += counts[DRAWS:]
        return value + 0.0, line_after_first(lines, self.root)  # adding 0.0 turns -0.0 into 0.0
