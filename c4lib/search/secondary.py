"""Secondary search: a second, deeper look at the move that was chosen, before it is played.

Only one move is looked at, and what lies just beyond its horizon is seen. If it was chosen too
rashly, the next best move gets its turn. Lesson 04 measures what that costs and gains.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from c4lib.game import Move, State
from c4lib.result import MoveStats, SearchResult, Window
from c4lib.search.alphabeta import alphabeta
from c4lib.search.common import Evaluate, Line, Loud, at_ply, check_depth
from c4lib.search.ordering import Order, find_order

UNKNOWN = MoveStats(inf, bound="upper")


def second_look(
    state: State,
    depth: int,
    plies: int,
    evaluate: Evaluate | None = None,
    order: str | Order | None = None,
    loud: Loud | None = None,
    search: Callable[..., SearchResult] = alphabeta,
) -> SearchResult:
    """The best move and its value for the player to move, after a second look at the move.

    The best move at `depth` plies is searched to `depth + plies`. If it is then worth less
    than another at `depth`, the best of the others is searched deeper in turn, until one
    that was searched deeper is at least as good as all others. The result counts all
    searches; its `moves` hold the deeper value where there is one. `search` is `alphabeta` or
    its compiled twin. With no plies, or no choice of moves, it is the plain search. Usually an
    even number of plies is best: an evaluation that favours the player to move then
    judges both looks with the same player to move.
    """
    check_plies(plies, depth)

    def searched(state: State, depth: int, window: Window | None) -> SearchResult:
        return search(state, depth, evaluate, window=window, order=order, loud=loud)

    start = time.perf_counter()
    first = searched(state, depth, None)
    if plies == 0 or len(state.moves()) < 2:
        return first
    looks = Looks(state, first, searched)
    moves = find_order(order)(state, state.moves())
    twice: list[Move] = []
    move = first.move
    while move is not None:
        looks.look(move, depth + plies)
        twice.append(move)
        best = max(twice, key=looks.value)
        others = [other for other in moves if other not in twice]
        move = looks.best_above(looks.value(best), others, depth)
    return replace(looks.result(best), seconds=time.perf_counter() - start)


class Looks:
    """What is known so far about the moves at the root, for the player to move there."""

    def __init__(
        self,
        state: State,
        first: SearchResult,
        search: Callable[[State, int, Window | None], SearchResult],
    ) -> None:
        self.state = state
        self.search = search
        self.total = first  # counts all searches
        self.moves: dict[Move, MoveStats] = dict(first.moves)
        self.lines: dict[Move, Line] = {}

    def look(self, move: Move, depth: int, alpha: float = -inf) -> None:
        """Search a move to `depth` plies from the root; a value up to alpha is only a bound."""
        after = self.state.play(move)
        least = at_ply(alpha, -1)  # after the move a win is one ply nearer
        if after.player == self.state.player:
            found = self.search(after, depth - 1, (least, inf))
            value = at_ply(found.value, 1)
        else:
            found = self.search(after, depth - 1, (-inf, -least))
            value = at_ply(-found.value, 1) + 0.0  # turns -0.0 into 0.0
        self.moves[move] = MoveStats(value, bound="upper" if value <= alpha else "exact")
        self.lines[move] = (move, *found.line)
        self.total = replace(
            self.total,
            nodes=self.total.nodes + found.nodes,
            depth=max(self.total.depth, found.depth + 1),
            cutoffs=self.total.cutoffs + found.cutoffs,
            table_hits=self.total.table_hits + found.table_hits,
        )

    def best_above(self, alpha: float, moves: Sequence[Move], depth: int) -> Move | None:
        """The best of the moves at `depth` plies, if it is worth more than alpha; else None."""
        best = None
        for move in moves:
            known = self.moves.get(move, UNKNOWN)
            if known.bound == "upper" and known.value > alpha:
                self.look(move, depth, alpha)
            if self.value(move) > alpha:
                alpha, best = self.value(move), move
        return best

    def value(self, move: Move) -> float:
        """What a move is worth, or the most it can be worth, as far as is known."""
        return self.moves[move].value

    def result(self, move: Move) -> SearchResult:
        """The result if that move is chosen."""
        return replace(
            self.total, move=move, value=self.value(move), line=self.lines[move], moves=self.moves
        )


def check_plies(plies: int, depth: int | None) -> int:
    """The plies to look deeper, which must be a whole number beyond a depth."""
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise ValueError(
            f"a second look goes a whole number of plies deeper, at least 0, not {plies!r}"
        )
    if check_depth(depth) is None or depth == 0:
        raise ValueError(f"a second look needs a first one: depth is 1 or more, not {depth!r}")
    return plies
