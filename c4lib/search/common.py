"""What the searches share: the value of a leaf, the counters, the trace and the checks."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from numbers import Real
from typing import Any

from c4lib.game import CHANCE, Move, State
from c4lib.game import check_whole as check_whole
from c4lib.result import Bound, MoveStats, SearchResult, Trace, Window

WIN = 1_000_000.0
"""What a win is worth at the root of a depth-limited search, less one for each ply until it."""

Evaluate = Callable[[Any], float]
"""An estimate of an unfinished game, for the player to move."""

Loud = Callable[[Any], Sequence[Move]]
"""The moves that make an unfinished game too lively to be evaluated; none if it is quiet."""

Line = tuple[Move, ...]

NO_MOVES = "moves() returned none in a state whose game is not over"
ENDLESS = "some games from here never end, or take too many moves; give depth=..."


class OutOfBudgetError(Exception):
    """The nodes or the seconds that a search was given are used up."""


class Search:
    """One run of a search: for whom, how deep, and what it counts and records.

    MAX is the player to move at the root, MIN the other; within a search all values and
    windows are for MAX. A trace is recorded only if one is passed in.
    """

    rule = "minimax and alpha-beta are for two players without dice; use expectimax or maxn"
    """Which games the search is for."""

    def __init__(
        self, root: State, depth: int | None, evaluate: Evaluate | None, trace: Trace | None
    ) -> None:
        self.me = self.check_first(root)
        self.sides = {self.me: True, 1 - self.me: False}  # for each player, whether it is MAX
        self.depth = check_depth(depth)
        check_evaluate(evaluate, depth)
        if not isinstance(trace, Trace | None):
            raise ValueError(f"trace is a Trace(), not {trace!r}")
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

    def check_first(self, root: State) -> int:
        """The player to move at the root; raises ValueError if the search is not for this game."""
        return check_two_players(root, self.rule)

    @contextmanager
    def to_the_end(self) -> Iterator[None]:
        """If a search goes too deep, explain why."""
        try:
            yield
        except RecursionError:
            if self.nodes < 100:
                raise  # the recursion is not the search's own, but an evaluation's, say
            raise ValueError(ENDLESS) from None

    def is_max(self, state: State) -> bool:
        """Whether it is MAX's turn; if not, it must be MIN's, or the game is over."""
        try:
            return self.sides[state.player]
        except KeyError:
            if not state.is_over:
                check_two_players(state, self.rule)
            return False

    def enter(
        self, state: State, ply: int, move: Move | None, parent: int | None, window: Window
    ) -> int | None:
        """Count a node and return its number in the trace, if any; stop if the budget is spent."""
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

        In a search to the end of the game, that is its utility. With a depth limit a win
        counts as WIN less the plies until it, so that a sooner one is better, and an
        unfinished game as `evaluate` says, or as 0 without an evaluation; but with `loud`
        moves it is searched further.
        """
        if state.is_over:
            value = state.utility(self.me)
            if type(value) is not float or not -inf < value < inf:
                check_said("utility", value, state)
            value *= WIN - ply if self.hurries else 1
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
        """What the evaluation says about an unfinished game, for MAX."""
        if self.evaluate is None:
            return 0.0
        value = self.evaluate(state)
        if type(value) not in (int, float) or not abs(value) < WIN / 2:
            check_said(getattr(self.evaluate, "__name__", "evaluate"), value, state, WIN / 2)
        return value if self.is_max(state) else -value

    def took(
        self,
        ply: int,
        node: int | None,
        move: Move,
        value: float,
        best: tuple[float, Line],
        window: Window,
        bound: Bound = "exact",
    ) -> None:
        """Record that a move's value was folded into its node's best so far."""
        if ply == 0:
            self.moves[move] = MoveStats(value, bound=bound)
            self.best = best
        if self.trace is not None and node is not None:
            self.trace.update(node, best[0], window, self.trace.nodes[node].children[-1])

    def cut(self, node: int | None, left: Sequence[Move], window: Window) -> None:
        """Record that the remaining moves need not be searched."""
        if left:
            self.cutoffs += 1
            if self.trace is not None and node is not None:
                self.trace.cut(node, left, window)

    def leave(self, node: int | None, value: float, bound: Bound, window: Window) -> None:
        """Record a node's final value, which is infinite only if no move was searched."""
        if not -inf < value < inf:
            raise ValueError(NO_MOVES)
        if self.trace is not None and node is not None:
            self.trace.leave(node, value, bound, window)

    def result(self, value: float, line: Line, is_complete: bool = True) -> SearchResult:
        """The result of the search."""
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
    """A value as seen from `ply` plies above: the further away a win is, the less it is worth."""
    if abs(value) < WIN / 2:
        return value
    return value - ply if value > 0 else value + ply


def check_state(state: object) -> int:
    """The player to move; raises ValueError if it is not a state of a game."""
    if isinstance(state, type) or not isinstance(state, State):
        raise ValueError(f"a search starts from a state of a game, not from {state!r}")
    return state.player


def check_root(state: object) -> int:
    """The player to move at the root of a search; it must be a player's turn, not the dice's."""
    if (player := check_state(state)) == CHANCE:
        raise ValueError("it is the dice's turn; ask for a move after they are thrown")
    return player


def check_two_players(state: State, rule: str = Search.rule) -> int:
    """The player to move, who must be one of two; `rule` says which games the search is for."""
    if (player := check_state(state)) not in (0, 1):
        who = "dice are" if player == CHANCE else f"player {player} is"
        raise ValueError(f"{who} to move; {rule}") from None
    return player


def check_said(name: str, said: object, state: State, most: float = inf) -> None:
    """Raise ValueError unless what was said about a state is a number below `most`."""
    if not isinstance(said, Real) or said != said or (said in (-inf, inf) and most == inf):
        raise ValueError(f"{name} returned {said!r} for {state!r}; it must return a number")
    if not -most < said < most:  # type: ignore[operator]
        raise ValueError(f"an evaluation must lie within ±{most:,.0f}; got {said}")


def check_depth(depth: int | None) -> int | None:
    """The depth, which must be a whole number of plies, or None for the whole game."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise ValueError(f"depth is a whole number of plies, at least 0, or None, not {depth!r}")
    return depth


def check_evaluate(
    evaluate: Callable[..., object] | None,
    depth: int | None,
    returned: str = 'a number, such as c4lib.heuristics.EVALUATIONS["one"]',
) -> None:
    """Raise ValueError unless the evaluation is a function and there is a depth limit for it."""
    if evaluate is not None and not callable(evaluate):
        raise ValueError(f"evaluate is a function from a state to {returned}, not {evaluate!r}")
    if evaluate is not None and depth is None:
        raise ValueError("evaluate judges games at a depth limit; give depth=... as well")


def check_number(what: str, number: float, low: float = 0, high: float = inf) -> None:
    """Raise ValueError unless it is a finite number from `low` to `high`."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not low <= number <= high or number == inf:
        most = "" if high == inf else f" and at most {high}"
        raise ValueError(f"{what} is a number of at least {low}{most}, not {number!r}")
