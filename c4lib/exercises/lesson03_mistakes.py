"""Known mistakes in the exercises of lesson 03: functions that make them, and what to say.

They do not use the solutions in `lesson03`. Some mistakes come in two variants; both
have the same name then.
"""

import math
from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from c4lib.exercises.task import Mistake

# ---- 3.1 -----------------------------------------------------------------------------------

Branches = tuple[tuple[float, ...], ...]


def _leaves(is_cut: Callable[[float, float], bool]) -> Callable[[Branches], int]:
    """How many leaves are looked at if a branch is left when `is_cut(alpha, beta)`."""

    def count(tree: Branches) -> int:
        seen, alpha = 0, -inf
        for branch in tree:
            beta = inf
            for leaf in branch:
                seen += 1
                beta = min(beta, leaf)
                if is_cut(alpha, beta):
                    break
            alpha = max(alpha, beta)
        return seen

    return count


_right = _leaves(lambda alpha, beta: alpha >= beta)


def _size(tree: Branches) -> int:
    return sum(map(len, tree))


LEAVES_SEEN = (
    Mistake(
        "all leaves",
        _size,
        "That is what minimax looks at. Once a leaf shows that a branch is no better for MAX than "
        "an earlier one, the rest of the branch cannot matter.",
    ),
    Mistake(
        "cut with > instead of >=",
        _leaves(lambda alpha, beta: alpha > beta),
        "A branch that can be at best as good as an earlier one is not needed either: "
        "the cut comes when alpha >= beta, also when they are equal.",
    ),
    Mistake(
        "nodes counted, not leaves",
        lambda tree: _right(tree) + len(tree) + 1,
        "The root and the three MIN nodes are no leaves: leave them out.",
    ),
    Mistake(
        "the leaves that are left out",
        lambda tree: _size(tree) - _right(tree),
        "Those are the ones alpha-beta saves. How many does it look at?",
    ),
    Mistake(
        "the leaf that causes the cut not counted",
        lambda tree: _right(tree) - 2,
        "A leaf has to be looked at before it can cut off the others: it counts as well.",
    ),
    Mistake(
        "one leaf for each later branch",
        lambda tree: len(tree[0]) + len(tree) - 1,
        "A leaf cuts off the rest of its branch only if it is not larger than alpha, "
        "the best that MAX has so far. Is each first leaf?",
    ),
)

# ---- 3.2 -----------------------------------------------------------------------------------

Window = tuple[float, float]


def _alphabeta(
    is_cut: Callable[[float, float], bool] = lambda alpha, beta: alpha >= beta,
    below: Callable[[float, float], Window] = lambda alpha, beta: (-beta, -alpha),
    sign: int = -1,
    leaf_sign: int = 1,
    raises: bool = True,
) -> Callable[[Any, float, float], float]:
    """An alphabeta_value with something changed."""

    def value(state: Any, alpha: float, beta: float) -> float:
        if state.is_over:
            return leaf_sign * float(state.utility(state.player))
        best = -inf
        for move in state.moves():
            best = max(best, sign * value(state.play(move), *below(alpha, beta)))
            if raises:
                alpha = max(alpha, best)
            if is_cut(alpha if raises else best, beta):
                break
        return best

    return value


def _raised_after_the_cut(state: Any, alpha: float, beta: float) -> float:
    if state.is_over:
        return float(state.utility(state.player))
    best = -inf
    for move in state.moves():
        best = max(best, -_raised_after_the_cut(state.play(move), -beta, -alpha))
        if alpha >= beta:
            break
        alpha = max(alpha, best)
    return best


def _first_improvement(state: Any, alpha: float, beta: float) -> float:
    if state.is_over:
        return float(state.utility(state.player))
    best = -inf
    for move in state.moves():
        best = max(best, -_first_improvement(state.play(move), -beta, -alpha))
        if best > alpha:
            break
    return best


def _last_value(state: Any, alpha: float, beta: float) -> float:
    if state.is_over:
        return float(state.utility(state.player))
    value = -inf
    for move in state.moves():
        value = -_last_value(state.play(move), -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def _alpha_replaced(state: Any, alpha: float, beta: float) -> float:
    if state.is_over:
        return float(state.utility(state.player))
    for move in state.moves():
        alpha = -_alpha_replaced(state.play(move), -beta, -alpha)
        if alpha >= beta:
            break
    return alpha


_LAST = (
    "A later move that is worse must not replace a better one: keep the largest, "
    "`max(best, value)`, and return that."
)

ALPHABETA_VALUE = (
    Mistake(
        "no pruning at all",
        _alphabeta(is_cut=lambda alpha, beta: False),
        "The value is right, but every node is looked at. Leave the loop as soon as "
        "`alpha >= beta`. If you do: is alpha raised to the best value before you ask?",
    ),
    Mistake(
        "pruning with > instead of >=",
        _alphabeta(is_cut=lambda alpha, beta: alpha > beta),
        "With alpha equal to beta, the opponent already has something as good elsewhere, "
        "so what is left cannot change anything: cut when `alpha >= beta`.",
    ),
    Mistake(
        "the window is not passed down",
        _alphabeta(below=lambda alpha, beta: (-inf, inf)),
        "A child has to know what both sides already have elsewhere: search it with the window "
        "`-beta, -alpha`, not with a fresh one.",
    ),
    Mistake(
        "only half of the window is passed down",
        _alphabeta(below=lambda alpha, beta: (-inf, -alpha)),
        "Beta counts for the grandchildren as well, where it can cut deep down: "
        "pass on `-beta, -alpha`.",
    ),
    Mistake(
        "the window is passed down as it is",
        _alphabeta(below=lambda alpha, beta: (alpha, beta)),
        "The child speaks for the opponent: what is alpha to you, is beta to them, "
        "with the other sign. Pass on `-beta, -alpha`.",
    ),
    Mistake(
        "the window is negated or swapped, but not both",
        _alphabeta(below=lambda alpha, beta: (-alpha, -beta)),
        "The child speaks for the opponent, so both ends change their sign, and then minus the "
        "larger one is the smaller and comes first: pass on `-beta, -alpha`.",
    ),
    Mistake(
        "alpha updated after the cut",
        _raised_after_the_cut,
        "The test comes too early: it still sees the old alpha, and one more child is searched "
        "for nothing. First `alpha = max(alpha, best)`, then `if alpha >= beta`.",
    ),
    Mistake(
        "alpha is never raised",
        _alphabeta(raises=False),
        "A good move narrows the window for those after it: `alpha = max(alpha, best)`.",
    ),
    Mistake(
        "pruning too much",
        _first_improvement,
        "A move better than alpha is good news, no reason to stop: there may be a better one. "
        "Stop when it reaches beta.",
    ),
    Mistake(
        "forgetting to negate",
        _alphabeta(sign=1),
        "What comes back from a child is for the opponent: put a minus sign before it.",
    ),
    Mistake(
        "the leaf from the wrong side",
        _alphabeta(leaf_sign=-1),
        "A finished game counts for the player who would be to move there: "
        "`state.utility(state.player)`.",
    ),
    Mistake("the last value instead of the best", _last_value, _LAST),
    Mistake("the last value instead of the best", _alpha_replaced, _LAST),
)

# ---- 3.3 -----------------------------------------------------------------------------------


def _bound(
    is_low: Callable[[float, float], bool] = lambda value, alpha: value <= alpha,
    is_high: Callable[[float, float], bool] = lambda value, beta: value >= beta,
    low: str = "upper",
    high: str = "lower",
) -> Callable[[float, float, float], str]:
    """A bound with something changed."""

    def bound(value: float, alpha: float, beta: float) -> str:
        if is_low(value, alpha):
            return low
        return high if is_high(value, beta) else "exact"

    return bound


def _below(value: float, end: float) -> bool:
    return value < end


def _above(value: float, end: float) -> bool:
    return value > end


_AT_BETA = "At beta the search stopped as well, before it had seen every move: `value >= beta`."
_AT_ALPHA = (
    "A value equal to alpha may come from replies that were cut off at alpha, and may really be "
    "lower: `value <= alpha`."
)

BOUND = (
    Mistake(
        "lower and upper swapped",
        _bound(low="lower", high="upper"),
        "A value of at least beta comes from a search that stopped early: there may be an even "
        'better move, so the truth is at least that, and the value is a "lower" bound of it.',
    ),
    Mistake(
        "strict where it should not be",
        _bound(is_low=_below, is_high=_above),
        "On the edge of the window nothing is exact either: `value <= alpha` and `value >= beta`.",
    ),
    Mistake("strict at beta", _bound(is_high=_above), _AT_BETA),
    Mistake("strict at alpha", _bound(is_low=_below), _AT_ALPHA),
    Mistake(
        "upper bounds forgotten",
        _bound(low="exact"),
        "A value of at most alpha is not exact: the replies to each move were cut off as soon as "
        "the move was no better than alpha.",
    ),
    Mistake(
        "lower bounds forgotten",
        _bound(high="exact"),
        "A value of at least beta is not exact: the search stopped there and left moves out.",
    ),
    Mistake(
        "always exact",
        lambda value, alpha, beta: "exact",
        "Only inside the window. Outside, something was cut off, and the truth may lie further "
        "out.",
    ),
    Mistake(
        "inside and outside swapped",
        lambda value, alpha, beta: "exact" if not alpha < value < beta else "lower",
        "Inside the window nothing that matters was cut off: there the value is exact.",
    ),
)

# ---- 3.4 -----------------------------------------------------------------------------------


def _others(state: Any, first: Any) -> list[Any]:
    return [move for move in state.moves() if move != first]


def _swapped(state: Any, first: Any) -> list[Any]:
    moves = list(state.moves())
    if first in moves:
        place = moves.index(first)
        moves[0], moves[place] = moves[place], moves[0]
    return moves


def _rotated(state: Any, first: Any) -> list[Any]:
    moves = list(state.moves())
    place = moves.index(first) if first in moves else 0
    return moves[place:] + moves[:place]


def _reversed(state: Any, first: Any) -> list[Any]:
    return [first] * (first in state.moves()) + _others(state, first)[::-1]


ORDERED_MOVES = (
    Mistake(
        "the move stands there twice",
        lambda state, first: [first] * (first in state.moves()) + list(state.moves()),
        "It would be searched twice. Leave it out where it stood before.",
    ),
    Mistake(
        "the move stands there twice",
        lambda state, first: [first, *state.moves()],
        "It would be searched twice, and it may not even be legal here.",
    ),
    Mistake(
        "an illegal move included",
        lambda state, first: [first, *_others(state, first)],
        "The remembered move may be illegal here, or there may be none, `None`: "
        "ask whether it is in `state.moves()`.",
    ),
    Mistake(
        "None left out, but not what is illegal",
        lambda state, first: [first] * (first is not None) + _others(state, first),
        "Not being `None` is not enough: the column may be full by now. "
        "Ask whether it is in `state.moves()`.",
    ),
    Mistake(
        "the natural order",
        lambda state, first: list(state.moves()),
        "The move that promises most has to come first.",
    ),
    Mistake(
        "two moves exchanged",
        _swapped,
        "The others stay in their natural order: take the move out and put it in front.",
    ),
    Mistake(
        "the list turned round to it",
        _rotated,
        "The moves before it must not go to the end: only the one move changes its place.",
    ),
    Mistake(
        "the others from the right",
        _reversed,
        "The others stay in their natural order, from the left.",
    ),
    Mistake(
        "at the end instead of at the front",
        lambda state, first: _others(state, first) + [first] * (first in state.moves()),
        "The move that promises most is tried first.",
    ),
    Mistake(
        "the others are lost",
        lambda state, first: [first] if first in state.moves() else list(state.moves()),
        "It is only a guess which move is best: the others follow after it.",
    ),
    Mistake(
        "the move itself is lost",
        _others,
        "It was taken out of its place, but not put in front.",
    ),
)

# ---- 3.5 -----------------------------------------------------------------------------------


def _with_table(
    key: Callable[[Any], Hashable] = lambda state: state,
    sign: int = -1,
    leaf_sign: int = 1,
    store_sign: int = 1,
) -> Callable[[Any], float]:
    """A with_table with something changed."""

    def root_value(root: Any) -> float:
        table: dict[Hashable, float] = {}

        def value(state: Any) -> float:
            if key(state) in table:
                return table[key(state)]
            if state.is_over:
                found = leaf_sign * float(state.utility(state.player))
            else:
                found = max(sign * value(state.play(move)) for move in state.moves())
            table[key(state)] = store_sign * found
            return found

        return value(root)

    return root_value


def _without_table(state: Any) -> float:
    if state.is_over:
        return float(state.utility(state.player))
    return max(-_without_table(state.play(move)) for move in state.moves())


def _pruned(state: Any) -> float:
    table: dict[Any, float] = {}

    def value(state: Any, alpha: float, beta: float) -> float:
        if state in table:
            return table[state]
        best = float(state.utility(state.player)) if state.is_over else -inf
        for move in state.moves():
            best = max(best, -value(state.play(move), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[state] = best
        return best

    return value(state, -inf, inf)


WITH_TABLE = (
    Mistake(
        "the table does not help",
        _without_table,
        "The value is right, but positions that were met before are searched again. Is the table "
        "read before the search, filled after it, and one for the whole search, not a new one in "
        "every call? And is the key the position, not the moves that led there?",
    ),
    Mistake(
        "the key does not say whose discs they are",
        _with_table(key=lambda state: state.mask),
        "`mask` only tells which squares are taken, so different positions share an entry. "
        "The state itself is a good key.",
    ),
    Mistake(
        "the key is the number of discs",
        _with_table(key=lambda state: state.ply),
        "Different positions share an entry. The state itself is a good key.",
    ),
    Mistake(
        "stored from the wrong side",
        _with_table(store_sign=-1),
        "What comes out of the table has to be what went in: the value for the player to move in "
        "that position. The minus sign belongs to the parent, who reads it for the other side.",
    ),
    Mistake(
        "forgetting to negate",
        _with_table(sign=1),
        "What comes back from a child is for the opponent: put a minus sign before it.",
    ),
    Mistake(
        "the leaf from the wrong side",
        _with_table(leaf_sign=-1),
        "A finished game counts for the player who would be to move there: "
        "`state.utility(state.player)`.",
    ),
    Mistake(
        "pruned values stored as if they were exact",
        _pruned,
        "A value from a search that was cut off is only a bound, and the table hands it out "
        "as the truth. Here, search without a window.",
    ),
)

# ---- 3.6 -----------------------------------------------------------------------------------

_BOTH = (
    "MAX's good move has to be found at one level and all replies to it at the next, and the other "
    "way round for MIN: two terms, one with `d` halved and rounded up, one rounded down."
)

BEST_CASE_LEAVES = (
    Mistake(
        "the -1 forgotten",
        lambda b, d: b ** math.ceil(d / 2) + b ** (d // 2),
        "Both terms count the best line's own leaf, which is one leaf and not two.",
    ),
    Mistake("the square root of all leaves", lambda b, d: b ** (d / 2), _BOTH),
    Mistake("only one of the two terms", lambda b, d: b ** math.ceil(d / 2), _BOTH),
    Mistake("only one of the two terms", lambda b, d: b ** (d // 2), _BOTH),
    Mistake(
        "halved without rounding",
        lambda b, d: 2 * b ** (d / 2) - 1,
        "With an odd depth the two halves differ: one has a ply more than the other.",
    ),
    Mistake(
        "both halves rounded down",
        lambda b, d: 2 * b ** (d // 2) - 1,
        "With an odd depth one of the halves has a ply more: `(d + 1) // 2`.",
    ),
    Mistake(
        "both halves rounded up",
        lambda b, d: 2 * b ** math.ceil(d / 2) - 1,
        "With an odd depth one of the halves has a ply less: `d // 2`.",
    ),
    Mistake(
        "all leaves",
        lambda b, d: b**d,
        "That is what minimax looks at, and alpha-beta in the worst case.",
    ),
    Mistake(
        "half of all leaves",
        lambda b, d: b**d / 2,
        "It is much better than that: not the number is halved but the exponent.",
    ),
    Mistake(
        "b and d swapped",
        lambda b, d: d ** math.ceil(b / 2) + d ** (b // 2) - 1,
        "`b` moves in each state, `d` plies: the depth is the exponent.",
    ),
)
