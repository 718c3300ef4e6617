"""The exercises of lesson 03: alpha-beta by hand and in code, bounds, ordering, a table."""

from collections.abc import Collection
from math import inf

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers, positions
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.game import Move, State
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree


# ---- 3.1 -----------------------------------------------------------------------------------
def leaves_seen(tree: tuple[tuple[float, ...], ...]) -> int:
    """How many leaves of a tree of two plies alpha-beta looks at, from left to right."""
    seen, alpha = 0, -inf
    for branch in tree:
        beta = inf
        for leaf in branch:
            seen += 1
            beta = min(beta, leaf)
            if alpha >= beta:
                break
        alpha = max(alpha, beta)
    return seen


LEAVES_SEEN = Task(
    number="3.1",
    title="Alpha-beta by hand",
    reference=leaves_seen,
    cases=((((5, 8, 6), (5, 2, 9), (7, 4, 1)),),),
    draw=lambda tree: str(ListTree.of(tree)),
    is_value=True,
    wrong_types={Collection: "How many leaves, not which: the answer is one number."},
    hints=(
        "In the first branch nothing can be left out. What is it worth, and what is alpha then?",
        "In each later branch go from leaf to leaf. As soon as one is not larger than alpha, "
        "the branch is no better for MAX than what it has, and the rest is left out.",
    ),
    mistakes=patches("""
        all leaves
            → sum(map(len, tree))
            That is what minimax looks at. Once a leaf shows that a branch is no better for MAX than
            an earlier one, the rest of the branch cannot matter.
        cut with > instead of >=
            alpha >= beta → alpha > beta
            A branch that can be at best as good as an earlier one is not needed either: the cut
            comes when alpha >= beta, also when they are equal.
        nodes counted, not leaves
            → leaves_seen(tree) + len(tree) + 1
            The root and the three MIN nodes are not leaves: leave them out.
        the leaves that are left out
            → sum(map(len, tree)) - leaves_seen(tree)
            Those are the ones alpha-beta saves. How many does it look at?
        the leaf that causes the cut not counted
            → leaves_seen(tree) - 2
            A leaf has to be looked at before it can cut off the others: it counts as well.
        one leaf for each later branch
            → len(tree[0]) + len(tree) - 1
            A leaf cuts off the rest of its branch only if it is not larger than alpha, the best
            that MAX has so far. Is each first leaf?
    """),
)


# ---- 3.2 -----------------------------------------------------------------------------------
def alphabeta_value(state: State, alpha: float, beta: float) -> float:
    """The value for the player to move; alpha and beta are for the same player."""
    if state.is_over:
        return state.utility(state.player)
    best = -inf
    for move in state.moves():
        best = max(best, -alphabeta_value(state.play(move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


THREE_PLIES = ListTree.of([[[5, 3], [6, 9, 4], [7, 8]], [[2, 5], [1, 0]], [[6, 7], [3, 8, 2]]])
DEEP = ListTree.of([[4, 6], [[[3, 9], [2, 7]], 8, [[5, 1], 6]], [[[4, 2, 8], [7, 5]], 9]])

ALPHABETA_VALUE = Task(
    number="3.2",
    title="Alpha-beta",
    reference=alphabeta_value,
    watch="entered",
    # The value lies within each window, so that it does not matter what is returned outside.
    cases=(
        (ListTree.of(-7), -inf, inf),
        (ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), -inf, inf),
        (ListTree.of([[6, 9, 7], [6, 3, 8], [8, 5, 2]]), -inf, inf),
        (ListTree.of([[-5, -8], [-6, -2], [-9, -4]]), -inf, inf),
        (ListTree(((4, 9), (-2, 3), (6, 1, 7)), 1), -inf, inf),
        (THREE_PLIES, -inf, inf),
        (THREE_PLIES, 4, 7),
        (DEEP, -inf, inf),
        (DEEP, 2, 9),
        (TicTacToe.from_moves("25963"), -1, 1),
        (TicTacToe.from_moves("12597"), -1, 1),
        *positions("3x3x3 3321 -inf inf, 2132 -1 1"),
    ),
    hints=(
        "Begin with `negamax`, written as a loop that keeps the best value so far. Alpha is what "
        "the player to move has for sure, beta what the opponent will allow at most.",
        "After each move, raise alpha to the best value; then, if alpha has reached beta, leave "
        "the loop. The child is the opponent's: what are alpha and beta for them?",
        "The child is searched by `-alphabeta_value(state.play(move), -beta, -alpha)`. Then, in "
        "this order: `best = max(best, value)`, `alpha = max(alpha, best)`, "
        "`if alpha >= beta: break`.",
    ),
    mistakes=patches("""
        no pruning at all
            alpha >= beta → False
            The value is right, but every node is looked at. Leave the loop as soon as `alpha >=
            beta`. If you do: is alpha raised to the best value before you ask?
        pruning with > instead of >=
            alpha >= beta → alpha > beta
            With alpha equal to beta, the opponent already has something as good elsewhere, so what
            is left cannot change anything: cut when `alpha >= beta`.
        the window is not passed down
            -beta, -alpha → -inf, inf
            A child has to know what both sides already have elsewhere: search it with the window
            `-beta, -alpha`, not with a fresh one.
        only half of the window is passed down
            -beta, -alpha → -inf, -alpha
            Beta counts for the grandchildren as well, where it can cut: pass on `-beta, -alpha`.
        the window is passed down as it is
            -beta, -alpha → alpha, beta
            The child's value is for the opponent: your alpha is their beta, with the other sign.
            Pass on `-beta, -alpha`.
        the window is negated or swapped, but not both
            -beta, -alpha → -alpha, -beta
            The child's value is for the opponent, so both ends change their sign, and then minus
            the larger one is the smaller and comes first: pass on `-beta, -alpha`.
        alpha updated after the cut
            alpha = max(alpha, best) → pass
            break\\n → break\\n        alpha = max(alpha, best)\\n
            The test comes too early: it still sees the old alpha, and one more child is searched
            for nothing. First `alpha = max(alpha, best)`, then `if alpha >= beta`.
        alpha is never raised
            alpha = max(alpha, best) → pass
            alpha >= beta → best >= beta
            A good move narrows the window for those after it: `alpha = max(alpha, best)`.
        pruning too much
            alpha = max(alpha, best) → pass
            alpha >= beta → best > alpha
            A move better than alpha is good news, not a reason to stop: stop when it reaches beta.
        forgetting to negate
            -alphabeta_value → alphabeta_value
            What comes back from a child is for the opponent: put a minus sign before it.
        the leaf from the wrong side
            return state → return -state
            A finished game counts for the player to move there: `state.utility(state.player)`.
        the last value instead of the best
            best = max(best, → best = (
            or: best = max(best, → alpha = (
            alpha = max(alpha, best) → pass
            return best → return alpha
            A worse move must not replace a better one: keep the largest, `max(best, value)`.
    """),
)


# ---- 3.3 -----------------------------------------------------------------------------------
def bound(value: float, alpha: float, beta: float) -> str:
    """What a value found with that window says about the true one: exact, or a bound."""
    if value <= alpha:
        return "upper"
    if value >= beta:
        return "lower"
    return "exact"


BOUND = Task(
    number="3.3",
    title="What does the value say?",
    reference=bound,
    cases=numbers(
        "3 1 5, 7 1 5, 0 1 5, 5 1 5, 1 1 5, -2 -inf inf, 3 -inf 3, 3 3 inf, 0 -1 1, 1 0 1, 0 0 1"
    ),
    hints=(
        "A search is cut off when alpha has reached beta. What has it left out then, and could "
        "that have made the value larger or smaller?",
        "A value of at least beta: moves of the player to move were left out, and one of them may "
        "be better still. A value of at most alpha: replies of the opponent were left out.",
        '`value >= beta` is a "lower" bound, `value <= alpha` an "upper" one; else it is "exact".',
    ),
    mistakes=patches("""
        lower and upper swapped
            upper → swapped
            lower → upper
            swapped → lower
            A value of at least beta comes from a search that stopped early: there may be an even
            better move, so the truth is at least that, and the value is a "lower" bound of it.
        strict where it should not be
            value <= alpha → value < alpha
            value >= beta → value > beta
            On the edge of the window nothing is exact either: `value <= alpha` and `value >= beta`.
        strict at beta
            value >= beta → value > beta
            At beta the search stopped as well, before it had seen every move: `value >= beta`.
        strict at alpha
            value <= alpha → value < alpha
            A value equal to alpha may come from a cut at alpha, and be lower: `value <= alpha`.
        upper bounds forgotten
            upper → exact
            A value of at most alpha is not exact: the replies to each move were cut off as soon as
            the move was no better than alpha.
        lower bounds forgotten
            lower → exact
            A value of at least beta is not exact: the search stopped there and left moves out.
        always exact
            → "exact"
            Only inside the window. Outside, something was cut off, and the truth may lie beyond.
        inside and outside swapped
            → "exact" if not alpha < value < beta else "lower"
            Inside the window nothing that matters was cut off: there the value is exact.
    """),
)


# ---- 3.4 -----------------------------------------------------------------------------------
def ordered_moves(state: State, first: Move | None) -> list[Move]:
    """The legal moves, `first` in front if it is one, the others in their natural order."""
    moves = list(state.moves())
    if first in moves:
        moves.remove(first)
        moves.insert(0, first)
    return moves


ORDERED_MOVES = Task(
    number="3.4",
    title="The most promising move first",
    reference=ordered_moves,
    cases=(
        *positions("7x6 - 3, - 0, - 6"),
        (Connect4(), None),
        *positions("7x6 444444 5, 444444 3, 1212121 2"),  # a full column; the game is over
        *((TicTacToe.from_moves("25"), first) for first in (8, 0, 1)),
    ),
    remark=lambda state, first: (
        None if first in state.moves() else f"{first} is not among {list(state.moves())}"
    ),
    hints=(
        "The move that was best last time is only a guess: it may be illegal here, or there may "
        "be none, `None`. What do you ask before you use it?",
        "If `first in moves`, take it out of the list and put it at the front; each move is "
        "there once. Otherwise the list stays as it is.",
        "Make a list of your own, `moves = list(state.moves())`; then `moves.remove(first)` and "
        "`moves.insert(0, first)`.",
    ),
    mistakes=patches("""
        the move is listed twice
            moves.remove(first) → pass
            It would be searched twice. Leave it out where it was before.
            or: → [first, *state.moves()]
            It would be searched twice, and it may not even be legal here.
        an illegal move included
            → [first, *(m for m in state.moves() if m != first)]
            The remembered move may be illegal here, or `None`: is it in `state.moves()`?
        None left out, but not what is illegal
            → [first] * (first is not None) + [m for m in state.moves() if m != first]
            Not being `None` is not enough: the column may be full. Is it in `state.moves()`?
        the natural order
            → list(state.moves())
            The move that promises most has to come first.
        two moves exchanged
            moves.remove(first) → place = moves.index(first)
            moves.insert(0, first) → moves[0], moves[place] = moves[place], moves[0]
            The others stay in their natural order: take the move out and put it in front.
        the list rotated
            moves.remove(first) → place = moves.index(first)
            moves.insert(0, first) → moves = moves[place:] + moves[:place]
            The moves before it must not go to the end: only the one move changes its place.
        the others from the right
            → [first] * (first in state.moves()) + [m for m in state.moves() if m != first][::-1]
            The others stay in their natural order, from the left.
        at the end instead of at the front
            moves.insert(0, first) → moves.append(first)
            The move that promises most is tried first.
        the others are lost
            moves.remove(first) → moves = []
            It is only a guess which move is best: the others follow after it.
        the move itself is lost
            moves.insert(0, first) → pass
            It was taken out of its place, but not put in front.
    """),
)


# ---- 3.5 -----------------------------------------------------------------------------------
def with_table(state: State) -> float:
    """The value for the player to move; every position is searched only once."""
    table: dict[State, float] = {}

    def value(state: State) -> float:
        if state.is_over:
            return state.utility(state.player)
        if state not in table:
            table[state] = max(-value(state.play(move)) for move in state.moves())
        return table[state]

    return value(state)


def _pruned(root: State) -> float:
    """Alpha-beta with a table that takes bounds for values."""
    table: dict[State, float] = {}

    def value(state: State, alpha: float, beta: float) -> float:
        if state in table:
            return table[state]
        best = state.utility(state.player) if state.is_over else -inf
        for move in state.moves():
            best = max(best, -value(state.play(move), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[state] = best
        return best

    return value(root, -inf, inf)


WITH_TABLE = Task(
    number="3.5",
    title="Positions that come up again",
    reference=with_table,
    watch="expanded",
    cases=positions("""
        7x6    1212121
        3x3x3  3321, 2132, 132, -
        4x4x4  2321133324, 244333442, 221112321
    """),
    hints=(
        "Begin with `negamax`. Before you search a position, look whether the table has it; "
        "after you have searched it, put its value there.",
        "A state can be the key of a dictionary: equal positions are equal keys, whatever moves "
        "led there. The value that is kept is for the player to move in that position.",
        "Make the table once, in `with_table`, and define a function inside it that calls itself: "
        "`if state not in table: table[state] = max(-value(state.play(move)) ...)`, then "
        "`return table[state]`.",
    ),
    mistakes=patches("""
        the table does not help
            state not in table → True
            The value is right, but positions that were met before are searched again. Is the table
            read before the search, filled after it, and one for the whole search, not a new one in
            every call? And is the key the position, not the moves that led there?
        the key does not say whose discs they are
            state.is_over: → state.is_over and state.mask not in table:
            return state.utility(state.player) → table[state.mask] = state.utility(state.player)
            state not in table → state.mask not in table
            table[state] = max → table[state.mask] = max
            return table[state] → return table[state.mask]
            `mask` only says which squares are taken, so different positions share an entry. The
            state itself is a good key.
        the key is the number of discs
            state.is_over: → state.is_over and state.ply not in table:
            return state.utility(state.player) → table[state.ply] = state.utility(state.player)
            state not in table → state.ply not in table
            table[state] = max → table[state.ply] = max
            return table[state] → return table[state.ply]
            Different positions share an entry. The state itself is a good key.
        stored from the wrong side
            state.is_over: → state.is_over and state not in table:
            return state. → return -table.setdefault(state, -state.
            (state.player) → (state.player))
            = max( → = -max(
            moves())\\n → moves())\\n            return -table[state]\\n
            What comes out of the table has to be what went in: the value for the player to move in
            that position. The minus sign belongs to the parent, who reads it for the other side.
        forgetting to negate
            -value → value
            What comes back from a child is for the opponent: put a minus sign before it.
        the leaf from the wrong side
            return state. → return -state.
            A finished game counts for the player to move there: `state.utility(state.player)`.
        pruned values stored as if they were exact
            → _pruned(state)
            A value from a search that was cut off is only a bound, and the table hands it out as
            the truth. Here, search without a window.
    """),
)


# ---- 3.6 -----------------------------------------------------------------------------------
def best_case_leaves(b: int, d: int) -> int:
    """How many leaves alpha-beta looks at if the best move is always tried first."""
    leaves: int = b ** ((d + 1) // 2) + b ** (d // 2) - 1
    return leaves


BEST_CASE_LEAVES = Task(
    number="3.6",
    title="As good as it gets",
    reference=best_case_leaves,
    cases=((3, 2), (2, 3), (7, 0), (7, 1), (7, 4), (7, 5), (10, 6), (1, 9), (7, 42)),
    hints=(
        "With the best move always first, MAX needs one good move at each of its own turns and "
        "has to see all of MIN's replies. Half of the plies have one move then, half have `b`.",
        "That is `b` to the power of half the depth, once from MAX's side and once from MIN's. "
        "With an odd depth, one of the halves is rounded up and the other down.",
        "One leaf, at the end of the best line, is counted in both: "
        "`b ** ((d + 1) // 2) + b ** (d // 2) - 1`.",
    ),
    mistakes=patches("""
        the -1 forgotten
            → best_case_leaves(b, d) + 1
            Both terms count the best line's own leaf, which is one leaf and not two.
        the square root of all leaves
            → b ** (d / 2)
            MAX's good move has to be found at one level and all replies to it at the next, and the
            other way round for MIN: two terms, `d` halved and rounded up in one, down in the other.
        only one of the two terms
            → b ** ((d + 1) // 2)
            or: → b ** (d // 2)
        halved without rounding
            → 2 * b ** (d / 2) - 1
            With an odd depth the two halves differ: one has a ply more than the other.
        both halves rounded down
            → 2 * b ** (d // 2) - 1
            With an odd depth one of the halves has a ply more: `(d + 1) // 2`.
        both halves rounded up
            → 2 * b ** ((d + 1) // 2) - 1
            With an odd depth one of the halves has a ply less: `d // 2`.
        all leaves
            → b**d
            That is what minimax looks at, and alpha-beta in the worst case.
        half of all leaves
            → b**d / 2
            It is much better than that: not the number is halved, but the exponent.
        b and d swapped
            → best_case_leaves(d, b)
            `b` moves in each state, `d` plies: the depth is the exponent.
    """),
)
