"""Expectimax: what a state is worth when dice decide as well. Lesson 09 builds it.

MAX is the player to move at the root, MIN the other; between their moves dice, cards or the
wind may move. At such a chance node nobody chooses: its value is the average of what can
happen, each weighted by its probability. With MIN it is also called expectiminimax.
"""

from math import isfinite
from typing import Any

from c4lib.game import CHANCE, Move, State, chances_of
from c4lib.result import SearchResult, Trace, Window
from c4lib.search.alphabeta import AlphaBetaSearch, Best
from c4lib.search.common import Evaluate, check_root
from c4lib.search.minimax import OPEN


def expectimax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    prune: bool = False,
    bounds: Window | None = None,
    trace: Trace | None = None,
) -> SearchResult:
    """The best move and its average value for the player to move.

    `depth` limits how many players' moves are looked ahead; throws in between do not count. An
    unfinished game then counts as `evaluate` says for its player to move, or as 0 without an
    evaluation. Averages need a common scale: a finished game counts as its utility, however late,
    and an evaluation must lie within `bounds`, the least and the most that a game can be worth to
    the player to move; None means the game's own, (-1, 1) for most games. `line` ends where dice
    are thrown.

    `prune` finds the same value with fewer nodes: alpha-beta where players move, Star1 where
    dice do (Ballard, 1983), which relies on `bounds`. For the other moves at the root there may
    then be only a bound.
    """
    check_root(state)
    search = Expectimax(state, depth, evaluate, prune, check_bounds(bounds, state, prune), trace)
    with search.to_the_end():
        return search.result(*search.search_node(state, 0, *search.window, None, None))


class Expectimax(AlphaBetaSearch):
    """The recursive form: MAX and MIN are alpha-beta's, with chance between them."""

    rule = "expectimax is for one or two players; use maxn"

    def __init__(
        self,
        root: State,
        depth: int | None,
        evaluate: Evaluate | None,
        prune: bool,
        bounds: Window,
        trace: Trace | None,
    ) -> None:
        super().__init__(root, depth, evaluate, None, None, trace)
        self.hurries = False  # a win that counted a million would drown the averages
        self.sides[CHANCE] = False
        self.prune = prune
        self.bounds = bounds
        self.window = bounds if prune else OPEN  # at the root; an open one never closes

    def chance_value(
        self, state: Any, ply: int, alpha: float, beta: float, move: Move, parent: int | None
    ) -> Best:
        """What MAX gets on average. There is no line: nobody knows how the dice will fall."""
        node = self.enter(state, ply, move, parent, (alpha, beta))
        if (value := self.leaf(state, ply, node)) is not None:
            return value, ()
        total, rest = 0.0, 1.0
        chances = chances_of(state)
        for number, (move, chance) in enumerate(chances):
            rest = max(0.0, rest - chance)
            low, high = self.inside(alpha, beta, total, chance, rest)
            at_least, at_most = max(low, self.window[0]), min(high, self.window[1])
            value, _ = self.below(state.play(move), ply, at_least, at_most, move, node)
            total += chance * value
            self.took(ply, node, move, value, (total, ()), (alpha, beta))
            if value <= low or value >= high:  # never, where nothing is pruned
                left = [move for move, _ in chances[number + 1 :]]
                total = self.cut_chance(node, left, value <= low, total, rest, alpha, beta)
                break
        if self.trace is not None and node is not None:
            self.trace.nodes[node].best = None  # the value comes from all children together
        self.leave(node, total, self.bound(total, alpha, beta), (alpha, beta))
        return total, ()

    def inside(self, alpha: float, beta: float, total: float, chance: float, rest: float) -> Window:
        """The values of the next outcome that leave the average between alpha and beta.

        With a value up to the first, the average stays at most alpha even if all outcomes of
        the rest are the best possible; with one from the second up, it is at least beta even
        if they are the worst.
        """
        if not self.prune:
            return OPEN
        least, most = self.bounds
        return (alpha - total - rest * most) / chance, (beta - total - rest * least) / chance

    def cut_chance(
        self, node: int | None, left: list[Move], is_low: bool, total: float, rest: float,
        alpha: float, beta: float,
    ) -> float:  # fmt: skip
        """Leave a chance node early: the most that it can be worth if that is low, else the least.

        It never goes beyond alpha or beta, not even by a rounding error: or a bound would pass
        for a value.
        """
        least, most = self.bounds
        if is_low:
            most = min(alpha, total + rest * most)
            self.cut(node, left, (alpha, most))
            return most
        least = max(beta, total + rest * least)
        self.cut(node, left, (least, beta))
        return least

    def below(
        self, state: State, ply: int, alpha: float, beta: float, move: Move, node: int | None
    ) -> Best:
        """What MAX gets after a move, whether it is then MAX's, MIN's or chance's turn."""
        if state.player == CHANCE:
            return self.chance_value(state, ply, alpha, beta, move, node)
        return self.search_node(state, ply, alpha, beta, move, node)

    def leaf(self, state: State, ply: int, node: int | None, loud: Any = ()) -> float | None:
        """The value for MAX of a state that is not searched further; else None.

        What dice decide is always looked at: an evaluation speaks for a player to move.
        """
        if state.player == CHANCE and not state.is_over:
            return None
        value = super().leaf(state, ply, node)
        least, most = self.bounds
        must_fit = self.prune or not state.is_over
        if value is not None and must_fit and not least <= value <= most:
            what = "a finished game" if state.is_over else "an evaluation"
            raise ValueError(
                f"{what} is {value:g}, but here all values lie between {least:g} and {most:g}; "
                "pass bounds=(least, most), what a game can be worth, or scale it"
            )
        return value


def check_bounds(bounds: Window | None, state: State, prune: bool) -> Window:
    """The least and the most that a game can be worth to the player to move."""
    if bounds is None:
        bounds = getattr(state, "bounds", (-1.0, 1.0))
    try:
        least, most = (number + 0.0 for number in bounds)
    except (TypeError, ValueError):
        raise ValueError(f"bounds are a pair (least, most), not {bounds!r}") from None
    if not least < most:
        raise ValueError(f"bounds must be increasing, not {bounds!r}")
    if prune and not (isfinite(least) and isfinite(most)):
        raise ValueError(f"prune needs finite bounds, not {bounds!r}; pass bounds=(least, most)")
    return least, most
