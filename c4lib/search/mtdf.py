"""MTD(f): null windows alone close in on the value, from below and above. Lesson 11 builds it.

Each pass asks whether the value is at least what is guessed, and answers with a bound; the next
guess is that bound. Passes search much the same tree, so a table must remember what they found.
(Plaat, Schaeffer, Pijls and de Bruin, 1996.)
"""

import time
from dataclasses import replace
from math import inf, nextafter

from c4lib.game import State
from c4lib.result import SearchResult, Trace, Window
from c4lib.search.alphabeta import AlphaBetaSearch
from c4lib.search.common import Evaluate, Loud, check_said
from c4lib.search.ordering import Order
from c4lib.search.table import TranspositionTable


def mtdf(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    window: Window | None = None,
    order: str | Order | None = None,
    table: TranspositionTable | None = None,
    trace: Trace | None = None,
    loud: Loud | None = None,
    guess: float = 0.0,
) -> SearchResult:
    """The best move and its value for the player to move: alpha-beta's, often with fewer nodes.

    The arguments are those of `alphabeta`, and the first `guess`: the nearer it is, the fewer
    passes. Without a `table` it takes one of its own. The result counts all passes, which are its
    `iterations`; its `moves` are those of the last one, and mostly bounds. In a trace, each pass
    is a child of the root.
    """
    start = time.perf_counter()
    check_said("guess", guess, state)
    table = TranspositionTable() if table is None else table
    search = AlphaBetaSearch(state, depth, evaluate, order, table, trace, loud)
    low, high = ends = search.check_window(window)
    root = None if trace is None else trace.enter(state, None, None, True, (low, high))
    guess, best, passes = min(max(guess, low), high), None, list[SearchResult]()
    while best is None or low < high:
        beta = max(guess, nextafter(low, inf))
        search = AlphaBetaSearch(state, depth, evaluate, order, table, trace, loud)
        with search.to_the_end():
            null = nextafter(beta, -inf), beta
            found = search.result(*search.search_node(state, 0, *null, None, root))
        passes.append(found)
        guess = found.value
        if guess >= beta:
            best, low = found, guess
        else:
            best, high = best or found, guess
        if trace is not None and root is not None:
            this = trace.nodes[root].children[-1]
            trace.update(root, guess, (low, high), this)
            if best is found:
                trace.nodes[root].best = this
    if trace is not None and root is not None:
        trace.leave(root, guess, search.bound(guess, *ends), (low, high))
    return replace(
        passes[-1],
        move=best.move,
        line=best.line,
        nodes=sum(each.nodes for each in passes),
        depth=max(each.depth for each in passes),
        cutoffs=sum(each.cutoffs for each in passes),
        table_hits=sum(each.table_hits for each in passes),
        seconds=time.perf_counter() - start,
        iterations=tuple(passes),
    )
