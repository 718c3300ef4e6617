"""Alpha-beta, compiled: the twin of `c4lib.search.alphabeta`.

The root is searched by the readable `AlphaBetaSearch` itself; the compiled part takes over for
each of its moves, and enters the same states in the same order.
"""

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast import alphabeta_kernel as kernel
from c4lib.fast.compiler import words
from c4lib.fast.heuristics_kernel import evaluator_of
from c4lib.fast.interrupt import new_stop, run
from c4lib.fast.rules_kernel import check_state, rules_of
from c4lib.fast.stack_kernel import ROWS, first_stack, limit, line_after_first, new_lines
from c4lib.fast.table_kernel import new_table
from c4lib.game import Move, State
from c4lib.result import SearchResult, Window
from c4lib.search.alphabeta import AlphaBetaSearch, Best
from c4lib.search.common import WIN, Evaluate, Loud
from c4lib.search.ordering import ORDERS
from c4lib.search.quiescence import forced_moves


def alphabeta(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    window: Window | None = None,
    order: str | None = None,
    table_entries: int = 0,
    loud: Loud | None = None,
) -> SearchResult:
    """The best move and its value for the player to move: minimax's, with fewer nodes.

    Equal to what `c4lib.search.alphabeta` returns for the same depth, evaluation, window,
    order and loud. `evaluate` is one of `c4lib.heuristics` or a `Linear`; without one an
    unfinished game at the depth limit counts 0. `order` is "left" or "centre", `loud` may
    be `forced_moves`. With `table_entries`, a power of two, positions that come up again are
    remembered in a new table of that size, 17 bytes an entry: then the move and the value
    are the same if the value lies in the window, but nodes are fewer, and lines end where
    the table knew more.
    """
    if order not in (None, *ORDERS):
        names = ", ".join(map(repr, ORDERS))
        raise ValueError(
            f"the compiled alphabeta knows the orders {names}, not {order!r}; "
            "c4lib.search.alphabeta takes any function"
        )
    if loud not in (None, forced_moves):
        raise ValueError(
            f"the compiled alphabeta knows loud=forced_moves, not {loud!r}; "
            "c4lib.search.alphabeta takes any function"
        )
    search = CompiledAlphaBeta(
        check_state(state, "alphabeta"), depth, evaluate, order, table_entries, loud
    )
    alpha, beta = search.check_window(window)
    best = run(
        lambda: search.search_node(state, 0, alpha, beta, None, None),
        lambda: search.stop.fill(True),
    )
    return search.result(*best)


class CompiledAlphaBeta(AlphaBetaSearch):
    """The readable search, with everything below the root compiled."""

    def __init__(
        self,
        root: Connect4,
        depth: int | None,
        evaluate: Evaluate | None,
        order: str | None,
        table_entries: int,
        loud: Loud | None,
    ) -> None:
        super().__init__(root, depth, evaluate, order, None, None, loud)
        self.root = root
        self.evaluator = evaluator_of(evaluate, root)
        self.stop = new_stop()
        self.positions = new_table(table_entries)
        column = (1 << root.height) - 1
        in_order = self.order(root, range(root.width))
        self.columns = words([root.board.bottoms[number] * column for number in in_order])

    def value(
        self, state: State, move: Move, number: int, ply: int, window: Window, node: int | None
    ) -> Best:
        """What a move at the root is worth for MAX, and the moves that follow."""
        rules, stack, lines = rules_of(self.root), first_stack(self.root, move), new_lines()
        windows = kernel.Windows(*(np.full(ROWS, end) for end in window))
        counts = np.zeros(kernel.TOO_LARGE + 1, np.int64)
        value = kernel.alphabeta_value(
            rules, self.columns, stack, windows, limit(self.depth), self.evaluator,
            self.loud is not None, self.positions, lines, counts, self.stop,
        )  # fmt: skip
        if counts[kernel.TOO_LARGE]:
            raise ValueError(f"an evaluation must lie within ±{WIN / 2:,.0f}; got {value}")
        self.nodes += int(counts[kernel.NODES])
        self.deepest = max(self.deepest, int(counts[kernel.DEEPEST]))
        self.cutoffs += int(counts[kernel.CUTOFFS])
        self.table_hits += int(counts[kernel.TABLE_HITS])
        return value + 0.0, line_after_first(lines, self.root)  # adding 0.0 turns -0.0 into 0.0
