"""Alpha-beta, compiled: the twin of `c4lib.search.alphabeta`.

The root is searched by the readable AlphaBeta itself; the compiled part takes over for
each of its moves, and enters the same states in the same order.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Word, Words, compiled, inlined, word, words
from c4lib.fast.evaluating import Judge, estimate, judge_of, threat_squares
from c4lib.fast.rules import ONE, Rules, check_state, has_line, rules_of
from c4lib.fast.running import Stop, new_stop, run
from c4lib.fast.stack import (
    ROWS,
    Counts,
    Floats,
    Lines,
    Stack,
    extend_line,
    first_stack,
    limit,
    line_after_first,
    new_lines,
)
from c4lib.fast.table import Table, look_up, new_table, remember
from c4lib.game import Move, State
from c4lib.result import SearchResult, Window
from c4lib.search.alphabeta import AlphaBeta, Best
from c4lib.search.common import WIN, Evaluate, Loud
from c4lib.search.ordering import ORDERS
from c4lib.search.quiescence import forced_moves

NODES, DEEPEST, CUTOFFS, TABLE_HITS, TOO_LARGE = range(5)
"""What is counted where; TOO_LARGE: whether an evaluation was, and ended the search."""


NONE = word(0)


class Windows(NamedTuple):
    """Alpha and beta at each ply, for the player to move there."""

    alpha: Floats
    beta: Floats


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
    root = check_state(state, "alphabeta")
    search = CompiledAlphaBeta(root, depth, evaluate, order, table_entries, check_loud(loud))
    alpha, beta = search.check_window(window)
    return search.result(
        *run(
            lambda: search.max_value(state, 0, alpha, beta, None, None),
            lambda: search.stop.fill(True),
        )
    )


class CompiledAlphaBeta(AlphaBeta):
    """The readable search, of which all below the root is compiled."""

    def __init__(
        self,
        root: Connect4,
        depth: int | None,
        evaluate: Evaluate | None,
        order: str | None,
        table_entries: int,
        loud: Loud | None,
    ) -> None:
        super().__init__(root, depth, evaluate, check_order(order), None, None, loud)
        self.root = root
        self.judge = judge_of(evaluate, root)
        self.stop = new_stop()
        self.positions = new_table(table_entries)
        column = (1 << root.height) - 1
        in_order = self.order(root, range(root.width))
        self.columns = words([root.board.bottoms[number] * column for number in in_order])

    def value(
        self, state: State, ply: int, alpha: float, beta: float, move: Move, node: int | None
    ) -> Best:
        """What a move at the root is worth for MAX, and the moves that follow."""
        rules, stack, lines = rules_of(self.root), first_stack(self.root, move), new_lines()
        windows = Windows(np.full(ROWS, alpha), np.full(ROWS, beta))
        counts = np.zeros(TOO_LARGE + 1, np.int64)
        value = alphabeta_value(
            rules, self.columns, stack, windows, limit(self.depth), self.judge,
            self.loud is not None, self.positions, lines, counts, self.stop,
        )  # fmt: skip
        if counts[TOO_LARGE]:
            raise ValueError(f"an evaluation stays between ±{WIN / 2:,.0f}, but {value} came")
        self.nodes += int(counts[NODES])
        self.deepest = max(self.deepest, int(counts[DEEPEST]))
        self.cutoffs += int(counts[CUTOFFS])
        self.table_hits += int(counts[TABLE_HITS])
        return value + 0.0, line_after_first(lines, self.root)  # adding 0.0 makes 0.0 of -0.0


def check_order(order: str | None) -> str | None:
    """The order, which must be one that the compiled search knows."""
    if order is not None and (not isinstance(order, str) or order not in ORDERS):
        names = ", ".join(map(repr, ORDERS))
        raise ValueError(
            f"the compiled alphabeta knows the orders {names}, not {order!r}; "
            "c4lib.search.alphabeta takes any function too"
        )
    return order


def check_loud(loud: Loud | None) -> Loud | None:
    """What finds the loud moves, which must be what the compiled search knows."""
    if loud is not None and loud is not forced_moves:
        raise ValueError(
            f"the compiled alphabeta knows loud=forced_moves, not {loud!r}; "
            "c4lib.search.alphabeta takes any function"
        )
    return loud


@compiled
def alphabeta_value(
    rules: Rules,
    columns: Words,
    stack: Stack,
    windows: Windows,
    depth: int,
    judge: Judge,
    loud: bool,
    table: Table,
    lines: Lines,
    counts: Counts,
    stop: Stop,
) -> float:
    """What the moves left to try at the root are worth at best, for the player to move there."""
    height, connect, bottoms, full = rules
    theirs, mask, untried, best = stack
    alpha, beta = windows
    has_table = len(table.keys) > 0  # asked here, for a call that finds none takes time, too
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
                    value = -estimate(rules, judge, discs, after)
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
        # Take the move's value up: what is good for one player is bad for the one above.
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
