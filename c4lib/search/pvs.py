"""Principal variation search: alpha-beta that trusts its order of moves. Lesson 11 builds it.

The first move of a node gets the whole window. For each further move the question is only whether
it is better, and that takes a null window, between whose ends there is no number; in it, more is
cut off. Where the answer is yes, the move is searched again with the whole window. It is also
called NegaScout.

It pays if first moves are mostly best, so it goes with what orders moves: the table, `Killers` and
`History`. With `reductions`, late moves are asked about less deeply at first, too;
with `extend`, forced moves cost no depth.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf, nextafter
from typing import Any

from c4lib.game import Move, State
from c4lib.result import SearchResult, Trace, Window
from c4lib.search.alphabeta import AlphaBetaSearch, Best
from c4lib.search.common import Evaluate, Loud
from c4lib.search.ordering import Order
from c4lib.search.table import Entry, TranspositionTable

EARLY = 3
"""How many moves of a node are never reduced."""
SHALLOW = 3
"""With fewer plies left than that, no move is reduced."""


class Killers:
    """For each ply, the last two moves that cut a node off there: siblings may meet the same fate.

    Like a table, they may serve one search after another.
    """

    def __init__(self) -> None:
        self._moves: dict[int, tuple[Move, ...]] = {}

    def at(self, ply: int) -> tuple[Move, ...]:
        """The killers of a ply, the latest first. They need not be legal in every state there."""
        return self._moves.get(ply, ())

    def note(self, ply: int, move: Move) -> None:
        """Remember a move that has cut a node off."""
        self._moves[ply] = (move, *(known for known in self.at(ply) if known != move))[:2]


class History:
    """How much each move of each player has cut off, wherever: depth squared for each time."""

    def __init__(self) -> None:
        self._worth: Counter[tuple[int, Move]] = Counter()

    def worth(self, player: int, move: Move) -> int:
        """The sum so far."""
        return self._worth[player, move]

    def note(self, player: int, move: Move, depth: int) -> None:
        """Add a node that was cut off with `depth` plies left below it."""
        self._worth[player, move] += depth * depth


def pvs(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    window: Window | None = None,
    order: str | Order | None = None,
    table: TranspositionTable | None = None,
    trace: Trace | None = None,
    loud: Loud | None = None,
    killers: Killers | None = None,
    history: History | None = None,
    reductions: bool = False,
    extend: Loud | None = None,
) -> SearchResult:
    """The best move and its value for the player to move: alpha-beta's, often with fewer nodes.

    The first eight arguments are those of `alphabeta`. After the table's move, `Killers()` are
    tried first, then the moves that have the most in `History()`. With `reductions`, the value is
    no longer certain to be alpha-beta's: a late move that looks bad one ply less deep is dropped.
    With `extend`, such as `forced_moves`, a move costs no depth if that names it alone.
    """
    search = PVSSearch(
        state, depth, evaluate, order, table, trace, loud, killers, history, reductions, extend
    )
    alpha, beta = search.check_window(window)
    with search.to_the_end():
        return search.result(*search.search_node(state, 0, alpha, beta, None, None))


class PVSSearch(AlphaBetaSearch):
    """Alpha-beta whose later moves must first show, in a null window, that they are better."""

    def __init__(
        self,
        root: State,
        depth: int | None,
        evaluate: Evaluate | None,
        order: str | Order | None,
        table: TranspositionTable | None,
        trace: Trace | None,
        loud: Loud | None = None,
        killers: Killers | None = None,
        history: History | None = None,
        reductions: bool = False,
        extend: Loud | None = None,
    ) -> None:
        super().__init__(root, depth, evaluate, order, table, trace, loud)
        for given, kind in ((killers, Killers), (history, History)):
            if not isinstance(given, kind | None):
                name = kind.__name__
                raise ValueError(f"{name.lower()} is {name}() or None, not {given!r}")
        if not isinstance(reductions, bool):
            raise ValueError(f"reductions is True or False, not {reductions!r}")
        if extend is not None and not callable(extend):
            raise ValueError(
                f"extend is a function from a state to moves, such as forced_moves, not {extend!r}"
            )
        if depth is None and (reductions or extend is not None):
            raise ValueError("reductions and extend change a depth limit; give depth=... as well")
        self.killers, self.history, self.reductions = killers, history, reductions
        self.extend = extend

    def value(
        self, state: State, move: Move, number: int, ply: int, window: Window, node: int | None
    ) -> Best:
        """What a move is worth for MAX: a bound, if a null window shows that it is no better."""
        is_forced = self.extend is not None and list(self.extend(state)) == [move]
        with self.deeper(1 if is_forced else 0):
            return self.compared(state, move, number, ply, window, node)

    def compared(
        self, state: State, move: Move, number: int, ply: int, window: Window, node: int | None
    ) -> Best:
        """The same at the depth that there is now."""
        if number == 0:
            return super().value(state, move, number, ply, window, node)
        alpha, beta = window
        is_max = self.is_max(state)
        null = (alpha, nextafter(alpha, inf)) if is_max else (nextafter(beta, -inf), beta)

        def is_better(found: Best) -> bool:
            return found[0] > alpha if is_max else found[0] < beta

        if self.is_late(number, ply):
            with self.deeper(-1):
                found = super().value(state, move, number, ply, null, node)
            if not is_better(found):
                return found
        found = super().value(state, move, number, ply, null, node)
        if not alpha < found[0] < beta:
            return found
        return super().value(state, move, number, ply, window, node)

    def is_late(self, number: int, ply: int) -> bool:
        """Whether to look at a move less deeply first."""
        return self.reductions and number >= EARLY and self._plies_left(ply) >= SHALLOW

    @contextmanager
    def deeper(self, plies: int) -> Iterator[None]:
        """Search so many plies deeper for a while."""
        if self.depth is not None:
            self.depth += plies
        try:
            yield
        finally:
            if self.depth is not None:
                self.depth -= plies

    # ---- what is learnt from cuts --------------------------------------------------------------

    def ordered(
        self, state: State, among: Sequence[Move], entry: Entry | None, ply: int
    ) -> list[Move]:
        """First the table's move, then killers, then what the history says; else the usual order.

        A killer that is not legal here is simply not among the moves.
        """
        moves = super().ordered(state, among, entry, ply)
        killers = () if self.killers is None else self.killers.at(ply)

        def rank(move: Move) -> Any:
            known = 0 if self.history is None else self.history.worth(state.player, move)
            return entry is None or move != entry.move, move not in killers, -known

        return sorted(moves, key=rank)

    def refuted(self, state: State, move: Move, ply: int) -> None:
        """Remember the move that has cut a state off."""
        if self.killers is not None:
            self.killers.note(ply, move)
        if self.history is not None:
            plies = self._plies_left(ply)
            self.history.note(state.player, move, 1 if plies == inf else int(plies) + 1)
