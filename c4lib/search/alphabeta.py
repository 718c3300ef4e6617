"""Alpha-beta: minimax without looking at what cannot matter. Lesson 03 builds it.

Alpha is what MAX is sure of so far, beta what MIN can hold it to. A node is left as soon as alpha
has reached beta: the player who could come here has something at least as good elsewhere. There
are two forms, as for minimax.
"""

from collections.abc import Sequence
from math import inf

from c4lib.game import Move, State
from c4lib.result import Bound, SearchResult, Trace, Window
from c4lib.search.common import Evaluate, Line, Loud, Search, at_ply
from c4lib.search.minimax import ListedNode, expand, fold, took
from c4lib.search.ordering import Order, find_order
from c4lib.search.table import Entry, TranspositionTable

Best = tuple[float, Line]


def alphabeta(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    window: Window | None = None,
    order: str | Order | None = None,
    table: TranspositionTable | None = None,
    trace: Trace | None = None,
    loud: Loud | None = None,
) -> SearchResult:
    """The best move and its value for the player to move: minimax's, with fewer nodes.

    `window` is (alpha, beta) at the root, for the player to move: None means the game's
    own bounds if the search runs to the end, and an open window with a depth limit. A
    value outside the window is only a bound on the true one. `order` is "left", "centre"
    or a function: see `ordering`. `table` remembers positions that come up again; it
    serves one evaluation and one `loud`.

    `loud` looks beyond the depth limit: an unfinished state there for which it returns
    moves is not judged, but searched further with those moves only, until it returns none.
    With `forced_moves` that is quiescence search.
    """
    search = AlphaBetaSearch(state, depth, evaluate, order, table, trace, loud)
    alpha, beta = search.check_window(window)
    with search.to_the_end():
        return search.result(*search.search_node(state, 0, alpha, beta, None, None))


class AlphaBetaSearch(Search):
    """The recursive form, with one function for MAX and MIN where the textbook has two."""

    prune = True
    """Whether windows close. Expectimax can also search without pruning."""

    def __init__(
        self,
        root: State,
        depth: int | None,
        evaluate: Evaluate | None,
        order: str | Order | None,
        table: TranspositionTable | None,
        trace: Trace | None,
        loud: Loud | None = None,
    ) -> None:
        super().__init__(root, depth, evaluate, trace)
        self.order = find_order(order)
        self.table = table
        if not isinstance(table, TranspositionTable | None):
            raise ValueError(f"table is a TranspositionTable(), not {table!r}")
        self.loud = check_loud(loud, depth)
        bounds = getattr(root, "bounds", (-1.0, 1.0)) if depth is None else (-inf, inf)
        self.bounds: Window = bounds  # all values lie between them

    def search_node(
        self, state: State, ply: int, alpha: float, beta: float, move: Move, parent: int | None
    ) -> Best:
        """What MAX gets if both sides play their best, and the moves that lead there.

        MAX takes the most and raises alpha, MIN takes the least and lowers beta.
        """
        window, is_max = (alpha, beta), self.is_max(state)
        node = self.enter(state, ply, move, parent, window)
        loud = self.loud_moves(state, ply)
        if (value := self.leaf(state, ply, node, loud)) is not None:
            return value, ()
        entry = self.look_up(state)
        if (known := self.enough(entry, state, ply, window, node)) is not None:
            return known
        best: Best = (-inf if is_max else inf, ())
        moves = self.ordered(state, loud or state.moves(), entry, ply)
        for number, move in enumerate(moves):
            value, line = self.value(state, move, number, ply, (alpha, beta), node)
            bound = self.bound(value, alpha, beta)
            if value > best[0] if is_max else value < best[0]:
                best = value, (move, *line)
            if self.prune and is_max:
                alpha = max(alpha, value)
            elif self.prune:
                beta = min(beta, value)
            self.took(ply, node, move, value, best, (alpha, beta), bound)
            if alpha >= beta:
                self.refuted(state, move, ply)
                self.cut(node, moves[number + 1 :], (alpha, beta))
                break
        self.remember(state, ply, best, self.bound(best[0], *window))
        self.leave(node, best[0], self.bound(best[0], *window), (alpha, beta))
        return best

    def value(
        self, state: State, move: Move, number: int, ply: int, window: Window, node: int | None
    ) -> Best:
        """What the move of that number in a state is worth for MAX, and the moves that follow."""
        return self.below(state.play(move), ply + 1, *window, move, node)

    def below(
        self, state: State, ply: int, alpha: float, beta: float, move: Move, node: int | None
    ) -> Best:
        """What `search_node` finds after a move; it notes whether it hit the depth limit itself."""
        elsewhere, self.hit_depth_limit = self.hit_depth_limit, False
        best = self.search_node(state, ply, alpha, beta, move, node)
        self.hit_depth_limit |= elsewhere
        return best

    def refuted(self, state: State, move: Move, ply: int) -> None:
        """A move has cut a state off. Searches that learn from that override this."""

    def loud_moves(self, state: State, ply: int) -> Sequence[Move]:
        """The moves to search beyond the depth limit."""
        if self.loud is None or self.depth is None or ply < self.depth or state.is_over:
            return ()
        moves = self.loud(state)
        if not isinstance(moves, Sequence):
            raise ValueError(f"loud must return a list of moves, not {moves!r}")
        return moves

    def ordered(
        self, state: State, among: Sequence[Move], entry: Entry | None, ply: int
    ) -> list[Move]:
        """The moves in the order to try them: first the one that the table remembers as best."""
        moves = list(self.order(state, among))
        if entry is not None and entry.move in moves:
            moves.remove(entry.move)
            moves.insert(0, entry.move)
        return moves

    def bound(self, value: float, alpha: float, beta: float) -> Bound:
        """What a value found within that window says about the true one, for MAX."""
        least, most = self.bounds
        if beta <= value < most:
            return "lower"
        return "upper" if least < value <= alpha else "exact"

    def check_window(self, window: Window | None) -> Window:
        """The window at the root, which must leave room for a value."""
        if window is None:
            return self.bounds
        try:
            alpha, beta = (number + 0.0 for number in window)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"a window is a pair (alpha, beta), not {window!r}") from None
        if not alpha < beta:
            raise ValueError(f"alpha must be less than beta; the window {window!r} is empty")
        return alpha, beta

    # ---- the table, whose values are for the player to move --------------------------------

    def look_up(self, state: State) -> Entry | None:
        """What the table knows about the state."""
        return None if self.table is None else self.table.get(state, self.depth is not None)

    def enough(
        self, entry: Entry | None, state: State, ply: int, window: Window, node: int | None
    ) -> Best | None:
        """The entry's value, if it is deep enough, and exact or outside the window."""
        if entry is None or entry.depth < self._plies_left(ply):
            return None
        value, bound = at_ply(entry.value, ply), entry.bound
        if not self.is_max(state):
            value, bound = -value, OPPOSITE[bound]
        alpha, beta = window
        if (bound == "upper" and value > alpha) or (bound == "lower" and value < beta):
            return None
        self.table_hits += 1
        self.hit_depth_limit |= entry.depth < inf
        if self.trace is not None and node is not None:
            self.trace.leaf(node, value, "table", bound)
        return value, () if entry.move is None else (entry.move,)

    def remember(self, state: State, ply: int, best: Best, bound: Bound) -> None:
        """Put a node's value into the table."""
        if self.table is None:
            return
        value, line = best
        if not self.is_max(state):
            value, bound = -value, OPPOSITE[bound]
        # Below a node that has seen no limit, all games were searched to their end.
        plies = self._plies_left(ply) if self.hit_depth_limit else inf
        entry = Entry(at_ply(value, -ply), bound, plies, line[0] if line else None)
        self.table.put(state, self.depth is not None, entry)

    def _plies_left(self, ply: int) -> float:
        # Beyond the limit, loud moves lead to the same however far beyond it they are.
        return inf if self.depth is None else max(self.depth - ply, 0)


OPPOSITE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}


def check_loud(loud: Loud | None, depth: int | None) -> Loud | None:
    """The function that finds loud moves; raises ValueError without a depth to look beyond."""
    if loud is not None and not callable(loud):
        raise ValueError(
            f"loud is a function from a state to moves, such as forced_moves, not {loud!r}"
        )
    if loud is not None and depth is None:
        raise ValueError("loud looks beyond a depth limit; give depth=... as well")
    return loud


# ---- without recursion ---------------------------------------------------------------------


def alphabeta_by_list(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    window: Window | None = None,
    order: str | Order | None = None,
    trace: Trace | None = None,
) -> SearchResult:
    """The same as `alphabeta`, by one loop over a list of nodes.

    When a node's value reaches its parent, the parent's window is looked at: if alpha
    has reached beta there, the parent's other children leave the list unseen.
    """
    search = AlphaBetaSearch(state, depth, evaluate, order, None, trace)
    at_root = search.check_window(window)
    root = ListedNode(state, None, None, 0)
    nodes = [root]  # the first node is last in the list, where Python can remove it quickly
    while nodes:
        node = nodes[-1]
        if node.is_open:
            children = expand(search, node, _window(node.parent, at_root), search.order)
            nodes.extend(reversed(children))
            continue
        nodes.pop()
        if not node.is_leaf:
            bound = search.bound(node.value, *node.window)
            search.leave(node.number, node.value, bound, _window(node, at_root))
        if (parent := node.parent) is not None:
            bound = search.bound(node.value, *_window(parent, at_root))
            fold(node)
            alpha, beta = _window(parent, at_root)
            took(search, node, (alpha, beta), bound if parent.is_max else "exact")
            if alpha >= beta:
                unseen = [other for other in reversed(nodes) if other.parent is parent]
                del nodes[len(nodes) - len(unseen) :]
                search.cut(parent.number, [other.move for other in unseen], (alpha, beta))
    return search.result(root.value, root.line)


def _window(node: ListedNode | None, at_root: Window) -> Window:
    """Alpha and beta at a node: those it was entered with, and what it is worth so far."""
    if node is None:
        return at_root
    alpha, beta = node.window
    if node.is_max:
        return max(alpha, node.value), beta
    return alpha, min(beta, node.value)
