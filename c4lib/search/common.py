"""What minimax and alpha-beta share: the value of a leaf, the counters, the record, the checks."""

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from c4lib.game import Move, State
from c4lib.result import Bound, MoveStats, SearchResult, Trace, Window

WIN = 1_000_000.0
"""What a win is worth at the root of a depth-limited search, less one for each ply until it."""

Evaluate = Callable[[Any], float]
"""An estimate of an unfinished game, for the player to move."""

Loud = Callable[[Any], Sequence[Move]]
"""The moves for which an unfinished game is too restless to be judged; none: it is quiet."""

Line = tuple[Move, ...]


class OutOfBudgetError(Exception):
    """The nodes or the seconds that a search was given are used up."""


class Search:
    """One run of a search: whose it is, how far it may go, what it counts and records.

    MAX is the player to move at the root, MIN the other; within a search all values and
    windows are for MAX. A trace is only written if there is one.
    """

    def __init__(
        self, root: State, depth: int | None, evaluate: Evaluate | None, trace: Trace | None
    ) -> None:
        self.me = check_two_players(root)
        self.depth = check_depth(depth)
        # Games that are won and lost: not trees, whose leaves are worth any number.
        self.hurries = depth is not None and not hasattr(root, "bounds")
        self.evaluate = evaluate
        self.trace = trace
        self.most_nodes = inf
        self.deadline = inf
        self.nodes = self.deepest = self.cutoffs = self.table_hits = 0
        self.hit_depth_limit = False
        self.best: tuple[float, Line] = (-inf, ())
        self.moves: dict[Move, MoveStats] = {}
        self.start = time.perf_counter()

    def is_max(self, state: State) -> bool:
        """Whether it is MAX's turn."""
        return state.player == self.me

    def enter(
        self, state: State, ply: int, move: Move | None, parent: int | None, window: Window
    ) -> int | None:
        """Count a node, or stop if the budget is used up. Its number, where there is a trace."""
        if self.nodes >= self.most_nodes or time.perf_counter() > self.deadline:
            raise OutOfBudgetError
        self.nodes += 1
        self.deepest = max(self.deepest, ply)
        if self.trace is None:
            return None
        return self.trace.enter(state, move, parent, self.is_max(state), window)

    def leaf(
        self, state: State, ply: int, node: int | None, loud: Sequence[Move] = ()
    ) -> float | None:
        """The value for MAX of a state that is not searched further; else None.

        To the end of the game, that is its utility. With a depth limit a win counts WIN
        less the plies until it, so that a sooner one is better, and an unfinished game
        what `evaluate` says, or 0 if there is no evaluation; but with `loud` moves it is
        searched further.
        """
        if state.is_over:
            value = state.utility(self.me) * (WIN - ply if self.hurries else 1)
        elif self.depth is not None and ply >= self.depth:
            self.hit_depth_limit = True
            if loud:
                return None
            value = self._estimate(state)
        else:
            return None
        if self.trace is not None and node is not None:
            self.trace.leaf(node, value, "over" if state.is_over else "depth")
        return value

    def _estimate(self, state: State) -> float:
        """What the evaluation says of an unfinished game, for MAX."""
        if self.evaluate is None:
            return 0.0
        value = self.evaluate(state)
        try:
            is_small = abs(value) < WIN / 2
        except TypeError:
            name = getattr(self.evaluate, "__name__", "evaluate")
            raise ValueError(
                f"{name} returned {value!r} for {state!r}; it has to return a number"
            ) from None
        if not is_small:
            raise ValueError(f"an evaluation stays between ±{WIN / 2:,.0f}, but {value} came")
        return value if self.is_max(state) else -value

    def took(
        self,
        ply: int,
        node: int | None,
        child: int | None,
        move: Move,
        value: float,
        best: tuple[float, Line],
        window: Window,
        bound: Bound = "exact",
    ) -> None:
        """Note that a move's value was folded into its node's best so far."""
        if ply == 0:
            self.moves[move] = MoveStats(value, bound=bound)
            self.best = best
        if self.trace is not None and node is not None and child is not None:
            self.trace.update(node, best[0], window, child)

    def cut(self, node: int | None, left: Sequence[Move], window: Window) -> None:
        """Note that the moves left need not be looked at."""
        if left:
            self.cutoffs += 1
            if self.trace is not None and node is not None:
                self.trace.cut(node, left, window)

    def leave(self, node: int | None, value: float, bound: Bound, window: Window) -> None:
        """Note a node's final value."""
        if self.trace is not None and node is not None:
            self.trace.leave(node, value, bound, window)

    def child(self) -> int | None:
        """The number of the node entered next, where there is a trace."""
        return None if self.trace is None else len(self.trace.nodes)

    def result(self, value: float, line: Line, is_complete: bool = True) -> SearchResult:
        """What the search hands back."""
        return SearchResult(
            move=line[0] if line else None,
            value=value,
            nodes=self.nodes,
            depth=self.deepest,
            line=line,
            moves=self.moves,
            cutoffs=self.cutoffs,
            table_hits=self.table_hits,
            seconds=time.perf_counter() - self.start,
            is_complete=is_complete,
        )


def at_ply(value: float, ply: int) -> float:
    """A win is worth less the further it is: from the state itself, or `ply` plies above it."""
    if abs(value) < WIN / 2:
        return value
    return value - ply if value > 0 else value + ply


def check_two_players(state: State) -> int:
    """The player to move, who must be one of two."""
    if state.player not in (0, 1):
        raise ValueError(
            f"player {state.player} is to move; minimax and alpha-beta are for two players "
            "without dice"
        )
    return state.player


def check_depth(depth: int | None) -> int | None:
    """The depth, which must be a whole number of plies, or None for the whole game."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise ValueError(f"depth is a whole number of plies, at least 0, or None, not {depth!r}")
    return depth


def check_evaluate(evaluate: Evaluate | None, depth: int | None) -> Evaluate | None:
    """The evaluation, which must be a function and needs a depth limit at which it is asked."""
    if evaluate is not None and not callable(evaluate):
        raise ValueError(
            "evaluate is a function from a state to a number, such as "
            f'c4lib.heuristics.EVALUATIONS["one"], not {evaluate!r}'
        )
    if evaluate is not None and depth is None:
        raise ValueError("evaluate judges games at a depth limit; give depth=... as well")
    return evaluate


def check_whole(what: str, number: int) -> None:
    """Complain about anything but a whole number from 1 up."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"{what} is a whole number of at least 1, not {number!r}")
