"""Iterative deepening: search one ply deep, then two, then three, until the budget is used up.

There is always a best move so far, and what one depth has found out (the best moves, in
the table) makes the next one cheaper. Lesson 03 builds it.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from c4lib.game import State, check_positive, check_whole
from c4lib.result import SearchResult
from c4lib.search.alphabeta import AlphaBetaSearch, alphabeta
from c4lib.search.common import Evaluate, Loud, OutOfBudgetError, check_depth
from c4lib.search.ordering import Order
from c4lib.search.pvs import PVSSearch, pvs
from c4lib.search.table import TranspositionTable

DEEPENED: Mapping[Callable[..., SearchResult], type[AlphaBetaSearch]] = {
    alphabeta: AlphaBetaSearch,
    pvs: PVSSearch,
}
"""The searches that can be deepened."""


def deepen(
    state: State,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluate: Evaluate | None = None,
    order: str | Order | None = None,
    table: TranspositionTable | None = None,
    report: Callable[[SearchResult], None] | None = None,
    loud: Loud | None = None,
    search: Callable[..., SearchResult] = alphabeta,
    **options: Any,
) -> SearchResult:
    """The best move for the player to move that the budget allows, by alpha-beta or `pvs`.

    At least one of `depth` (in plies), `nodes` and `seconds` limits it. The result's
    `iterations` hold the result of each depth; `report` is called after each. A
    search that is stopped, by its budget or by Ctrl-C, returns the best move so far. With
    `loud`, each depth looks beyond its limit as `alphabeta` does. The `options` are those that
    the `search` has beyond these.
    """
    check_depth(depth)
    check_budget(depth, nodes, seconds)
    if search not in list(DEEPENED):  # a list: what is handed in by mistake may not be hashable
        raise ValueError(f"search is alphabeta or pvs, not {search!r}")
    new: Callable[..., AlphaBetaSearch] = partial(DEEPENED[search], state, **options)
    start = time.perf_counter()
    deadline = inf if seconds is None else start + seconds
    now = new(0, evaluate, order, table, None, loud)
    if state.is_over:
        return now.result(*now.search_node(state, 0, -inf, inf, None, None))
    table = TranspositionTable() if table is None else table
    done: list[SearchResult] = []
    move = next(iter(state.moves()), None)
    best, spent = SearchResult(move, 0.0, 0, 0, (move,)), 0  # any move
    limit = 0
    while depth is None or limit < depth:
        limit += 1
        now = new(limit, evaluate, order, table, None, loud)
        now.deadline = deadline
        now.most_nodes = inf if nodes is None else nodes - spent
        try:
            with now.to_the_end():
                best = now.result(*now.search_node(state, 0, -inf, inf, None, None))
        except (OutOfBudgetError, KeyboardInterrupt):
            if now.moves:  # the first move is the last depth's best, so this is no worse
                best = now.result(*now.best, is_complete=False)
            spent += now.nodes
            best = replace(best, is_complete=False)
            break
        spent += now.nodes
        done.append(best)
        if report is not None:
            report(best)
        if not now.hit_depth_limit:
            break  # it has seen the whole game
    elapsed = time.perf_counter() - start
    return replace(best, nodes=spent, seconds=elapsed, iterations=tuple(done))


def check_budget(depth: int | None, nodes: int | None, seconds: float | None) -> None:
    """Raise ValueError unless some budget is given, and each is positive."""
    if depth is None and nodes is None and seconds is None:
        raise ValueError("pass a limit: depth=..., nodes=... or seconds=...")
    if nodes is not None:
        check_whole("nodes", nodes)
    if seconds is not None:
        check_positive("seconds", seconds)
