"""The exercises of lesson 03: alpha-beta by hand and in code, bounds, ordering, a table."""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from math import inf, log
from numbers import Real
from types import NoneType
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers, positions
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Finding, Task, by_cases
from c4lib.game import Agent, Move, State
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
        one of the cuts overlooked
            → leaves_seen(tree) + 2
            Both later branches are cut. Ask after *each* of their leaves: is it at most alpha, the
            best that MAX has so far?
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


def _for_the_first_player(state: State, alpha: float, beta: float, leaf: int | None) -> float:
    """Alpha-beta with MAX and MIN, whose values are for player 0; leaves may be for another."""
    if state.is_over:
        return state.utility(state.player if leaf is None else leaf)
    best = -inf if state.player == 0 else inf
    for move in state.moves():
        value = _for_the_first_player(state.play(move), alpha, beta, leaf)
        if state.player == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def _twice(state: State, alpha: float, beta: float, is_kept: bool) -> float:
    """Alpha-beta that searches a child once to compare it and once more to keep its value."""
    if state.is_over:
        return state.utility(state.player)
    best = -inf
    for move in state.moves():
        child = state.play(move)
        if -_twice(child, -beta, -alpha, is_kept) > best:
            again = child if is_kept else state.play(move)
            best = -_twice(again, -beta, -alpha, is_kept)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def _returned_none(error: Exception, *case: object) -> str | None:
    """What to say about an answer whose own calls return None."""
    if "NoneType" not in str(error):
        return None
    return "A call of your function returned None: does every path through it end in a `return`?"


def _explained(error: Exception, *case: object) -> str | None:
    """What to say about an answer to 3.2 that breaks."""
    if "width" in str(error) or "height" in str(error):
        return (
            "Some of the games are bare trees without a board: take the moves in the order of "
            "`state.moves()`."
        )
    if "tuple" in str(error):
        return VALUE_ONLY
    return _returned_none(error)


VALUE_ONLY = "Return one number, the value, and no move with it."


def player_of(value_of: Callable[[State, float, float], float]) -> Agent:
    """A player that asks a right `alphabeta_value` what each move is worth, to the game's end."""

    def best_move(state: State) -> Move:
        best, chosen = -inf, None
        for move in state.moves():
            value = -value_of(state.play(move), -1, -max(best, -1))
            if value > best:
                best, chosen = value, move
            if best >= 1:
                break
        return chosen

    return best_move


THREE_PLIES = ListTree.of([[[5, 3], [6, 9, 4], [7, 8]], [[2, 5], [1, 0]], [[6, 7], [3, 8, 2]]])
DEEP = ListTree.of([[4, 6], [[[3, 9], [2, 7]], 8, [[5, 1], 6]], [[[4, 2, 8], [7, 5]], 9]])
# A node that has found less than its player has further up: alpha must not fall there.
FALLING = ListTree.of([[5, 6], [[2, [3, 9], [4, 8]], 8], [[1, [4, 7], 3], [6, [2, 9]]]])

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
        (FALLING, -inf, inf),
        (FALLING, 3, 7),
        (TicTacToe.from_moves("25963"), -1, 1),
        (TicTacToe.from_moves("12597"), -1, 1),
        *positions("3x3x3 3321 -inf inf, 2132 -1 1"),
    ),
    hints=(
        "Begin with `negamax`, written as a loop that keeps the best value so far. Alpha is what "
        "the player to move has for sure, beta what the opponent will allow at most.",
        "After each move, raise alpha to the best value; then, if alpha has reached beta, leave "
        "the loop. The child is the opponent's: what are alpha and beta for them?",
        "If you get between 3 and 7, your opponent gets between −7 and −3: both numbers change "
        "their sign *and* their places. Then, for each move: search it, keep the best, raise "
        "alpha, and only then ask whether to stop.",
    ),
    player=player_of,
    explain_error=_explained,
    wrong_types={Collection: VALUE_ONLY},
    mistakes=patches("""
        no pruning at all
            alpha >= beta → False
            The value is right, but every node is looked at. Leave the loop as soon as `alpha >=
            beta`. If you do: is it `break` and not `continue`, is alpha raised before you ask, and
            is each move searched inside the loop, not all of them beforehand?
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
        alpha may fall
            alpha = max(alpha, best) → alpha = best
            or: -beta, -alpha → -beta, -best
            The best here may be less than what the player already has further up the tree, and
            then nodes are entered that could have been cut. Alpha only ever rises: `alpha =
            max(alpha, best)`, and that alpha is passed down.
        beta is lowered instead of alpha raised
            alpha = max(alpha, best) → beta = min(beta, best)
            In negamax every node is a MAX node for its own player, who raises alpha. The opponent
            lowers beta, and does so in the child, where it is called alpha.
        each child is searched twice
            → _twice(state, alpha, beta, False)
            or: → _twice(state, alpha, beta, True)
            Search a child once and keep what comes back in a variable: on each level below, the
            nodes double otherwise.
        the child asks, not the loop
            best = -inf → if alpha >= beta: return alpha\\n    best = -inf
            if alpha >= beta:\\n            break → pass
            The question comes too late: the child has been entered already. Ask in the loop, before
            the next move is played.
        from the right
            in state.moves() → in list(state.moves())[::-1]
            Try the moves in the order in which `state.moves()` gives them.
        only the first move is tried
            alpha >= beta → alpha <= beta
            or: alpha >= beta → alpha < beta
            Only the first move is tried: is the comparison the wrong way round, or is a `return`
            inside the loop? Stop when alpha has reached beta.
        pruning too much
            alpha = max(alpha, best) → pass
            alpha >= beta → best > alpha
            A move better than alpha is good news, not a reason to stop: stop when it reaches beta.
        forgetting to negate
            -alphabeta_value → alphabeta_value
            What comes back from a child is for the opponent: put a minus sign before it.
        a finished game is searched
            if state.is_over: → if False:
            A finished game has no moves, so the loop leaves it at -inf. Ask `state.is_over` first,
            and return what the game is worth.
        a new window at the root
            → alphabeta_value(state, -inf, inf)
            The call says what both players already have: begin with the `alpha` and `beta` that you
            are given.
        stopping at 1
            alpha >= beta → alpha >= beta or best == 1
            Nothing is better than 1 in Connect Four, but other games have other values: what tells
            you to stop is `alpha >= beta` alone. (With beta = 1 that stops at a win, too.)
        the leaf from the wrong side
            return state → return -state
            or: state.utility(state.player) → state.utility(0)
            or: state.utility(state.player) → state.utility(1)
            A finished game counts for the player to move there: `state.utility(state.player)`.
        the value for the first player
            → _for_the_first_player(state, alpha, beta, 0)
            or: → _for_the_first_player(state, alpha, beta, None)
            That is the value for player 0. Asked for is the value for the player to move, whose
            window it also is: with negamax there is no `min`.
        the best starts at 0
            best = -inf → best = 0
            If all moves are worth less than 0, none of them would count. Start with -inf.
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


def _in_three_words(task: Task, results: Sequence[Any]) -> Finding | None:
    """Case by case, unless an answer is in words of its own, such as "EXACT"."""
    for index, (came, expected) in enumerate(zip(results, task.expected, strict=True)):
        if isinstance(came, str) and came not in task.expected:
            return Finding((THREE_WORDS,), task.parts(index, came, expected))
    return by_cases(task, results)


THREE_WORDS = 'Return one of the three words "exact", "lower" and "upper".'

BOUND = Task(
    number="3.3",
    title="What does the value say?",
    reference=bound,
    diagnose=_in_three_words,
    wrong_types={Real: THREE_WORDS},
    cases=numbers(
        "3 1 5, 7 1 5, 0 1 5, 5 1 5, 1 1 5, -2 -inf inf, 3 -inf 3, 3 3 inf, 0 -1 1, 1 0 1, 0 0 1"
    ),
    hints=(
        "A search is cut off when alpha has reached beta. What has it left out then, and could "
        "that have made the value larger or smaller?",
        "A value of at least beta: moves of the player to move were left out, and one of them may "
        "be better still. A value of at most alpha: replies of the opponent were left out.",
        "Three cases: the value has reached beta, the value has not got past alpha, or it lies "
        "strictly between. What if it is exactly alpha, or exactly beta?",
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
        never exact
            → "upper" if value <= alpha else "lower"
            or: → "lower" if value >= beta else "upper"
            Strictly between alpha and beta nothing that matters was cut off: there it is exact.
        exact only on the edge
            → "exact" if value == alpha else "lower" if value > alpha else "upper"
            or: → "exact" if value == beta else "lower" if value > beta else "upper"
            or: → "exact" if value in (alpha, beta) else "lower" if value >= beta else "upper"
            or: → "exact" if value in (alpha, beta) else "upper" if value >= beta else "lower"
            The value is not compared for being equal: it is exact anywhere strictly between the
            two, and on the edges it is not.
        always exact
            → "exact"
            Only inside the window. Outside, something was cut off, and the truth may lie beyond.
        equal to the edge, not beyond it
            → "upper" if value == alpha else "lower" if value == beta else "exact"
            The value may lie outside the window, too: with the window (−9, 1), the tree above came
            back with 3. It is `value <= alpha` and `value >= beta`.
        one word for both sides
            → "exact" if alpha < value < beta else "upper"
            or: → "exact" if alpha < value < beta else "lower"
            "exact" is right. Outside it matters on which side: at or below alpha replies were left
            out, so the truth is at most the value; at or above beta, at least.
        inside and outside swapped
            → "exact" if not alpha < value < beta else "lower"
            or: → "exact" if not alpha < value < beta else "upper"
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


def _not_in_the_list(error: Exception, *case: object) -> str | None:
    """What to say about a move that is taken out although it is not there."""
    if "not in list" not in str(error):
        return None
    return "`first` is not in the list: it may be illegal here, or None. Ask before you use it."


def _near_first(state: State, first: Any) -> list[Any]:
    """The moves by their distance from `first`."""
    moves = list(state.moves())
    return sorted(moves, key=lambda move: abs(move - first)) if first in moves else moves


class _FromTheRight(ListTree):
    """A tree whose natural order is not that of its numbers, and does not begin with 0."""

    __slots__ = ()

    def moves(self) -> Sequence[int]:
        """The branches, the last one first."""
        return super().moves()[::-1]


def _remark(state: State, first: Move | None) -> str | None:
    """What to know about a case: an illegal move, or an unusual order."""
    moves = list(state.moves())
    if first not in moves:
        return f"{first} is not among {moves}"
    return f"the natural order is {moves}" if moves != sorted(moves) else None


ORDERED_MOVES = Task(
    number="3.4",
    title="The most promising move first",
    reference=ordered_moves,
    cases=(
        *positions("7x6 - 3, - 0, - 6"),
        (Connect4(), None),
        *positions("7x6 444444 5, 444444 3, 1212121 2"),  # a full column; the game is over
        *((TicTacToe.from_moves("25"), first) for first in (8, 0, 1)),
        *((_FromTheRight((3, 1, 4, 2)), first) for first in (0, 2)),
    ),
    remark=_remark,
    hints=(
        "The move that was best last time is only a guess: it may be illegal here, or there may "
        "be none, `None`. What do you ask before you use it?",
        "If `first in moves`, take it out of the list and put it at the front; each move is "
        "there once. Otherwise the list stays as it is.",
        "A list has methods to take an element out and to put one in at a place. They change the "
        "list and return None, so do not return what *they* return. (Sorting works, too: by "
        "what key does `first` come before all the others?)",
    ),
    explain_error=_not_in_the_list,
    wrong_types={
        Set: "A set has no order, so `first` cannot come first in it: return a list.",
        NoneType: "It returns None. Methods such as `sort`, `insert`, `remove` and `reverse` "
        "change the list and return None: call the method on a line of its own, then `return` "
        "the list. (Or is there a path without a `return`?)",
    },
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
        zero taken for no move
            → ordered_moves(state, first or None)
            Move 0 is a move, but counts as false: ask `first in moves` (or `first is not None`).
        the order of a set
            → list({first} | set(state.moves())) if first in state.moves() else list(state.moves())
            A set has no order of its own, and the natural order is that of `state.moves()`, which
            need not be that of the numbers. Work with lists.
        the others sorted
            → [first] * (first in state.moves()) + sorted(m for m in state.moves() if m != first)
            The others stay in their natural order, that of `state.moves()`: do not sort them.
        near moves first
            → _near_first(state, first)
            or: → sorted(state.moves(), key=lambda m: 0 if first is None else abs(m - first))
            Only `first` is known to be promising, not its neighbours: the others stay in their
            natural order.
        counted from 1
            → ordered_moves(state, None if first is None else first - 1)
            or: → [move + 1 for move in ordered_moves(state, first)]
            Moves count from 0, here as in `state.moves()`: there is no 1 to add or take away.
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
            or: moves.insert(0, first) → moves = [first, *moves[::-1]]
            The others stay in their natural order, from the left.
        at the end instead of at the front
            moves.insert(0, first) → moves.append(first)
            The move that promises most is tried first. (If you sort: False comes before True.)
        from the right
            → list(state.moves())[::-1]
            The natural order is from the left, with `first` in front.
        the others are lost
            moves.remove(first) → moves = []
            or: → [first]
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


def _pruned(root: State, worst: float, best: float) -> float:
    """Alpha-beta with that window at the root and a table that takes bounds for values."""
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

    return value(root, worst, best)


def _until_won(root: State) -> float:
    """Negamax with a table that looks no further in a position once it has found a win."""
    table: dict[State, float] = {}

    def value(state: State) -> float:
        if state.is_over:
            return state.utility(state.player)
        if state not in table:
            values = (-value(state.play(move)) for move in state.moves())
            seen = [next(values)]
            while 1 not in seen and (more := next(values, None)) is not None:
                seen.append(more)
            table[state] = max(seen)
        return table[state]

    return value(root)


WITH_TABLE = Task(
    number="3.5",
    title="Positions that come up again",
    reference=with_table,
    explain_error=_returned_none,
    wrong_types={Mapping: "That is the whole table. Return the value of `state`."},
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
        "Make the table once, in `with_table`, and define a function inside it that calls itself. "
        "It searches only if `state not in table`; what it returns then comes from the table.",
    ),
    mistakes=patches("""
        the table does not help
            state not in table → True
            The value is right, but positions that were met before are searched again. Is the table
            read before the search, filled after it, and one for the whole search, not a new one in
            every call? And is the key the position, not the moves that led there?
        a draw is taken for an empty entry
            state not in table → not table.get(state)
            `table.get(state)` is 0 for a draw, and 0 counts as false, so draws are searched again.
            Ask `state in table`.
        the key does not say whose discs they are
            state.is_over: → state.is_over and state.mask not in table:
            return state.utility(state.player) → table[state.mask] = state.utility(state.player)
            state not in table → state.mask not in table
            table[state] = max → table[state.mask] = max
            return table[state] → return table[state.mask]
            or: state not in table → state.mask not in table
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
            or: state not in table → state.ply not in table
            table[state] = max → table[state.ply] = max
            return table[state] → return table[state.ply]
            Different positions share an entry. The state itself is a good key.
        mirror images share an entry
            state not in table → state.mirror_key()[0] not in table
            table[state] = max → table[state.mirror_key()[0]] = max
            return table[state] → return table[state.mirror_key()[0]]
            A good idea, and the value is right. But here only equal positions are to share an
            entry, so that the nodes can be compared: take the state itself as the key.
        stopping at a win
            → _until_won(state)
            Nothing is better than a win, so the value is right. But that is pruning: here each
            position is to be searched with all its moves.
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
        all leaves for one player
            return state.utility(state.player) → return state.utility(0)
            or: table: dict[State, float] = {} → table, me = {}, state.player
            return state.utility(state.player) → return state.utility(me)
            With a minus sign at each ply, a leaf counts for the player to move *there*:
            `state.utility(state.player)`.
        every finished game a draw
            return state.utility(state.player) → return 0
            A finished game is worth what its result is: `state.utility(state.player)`.
        pruned values stored as if they were exact
            → _pruned(state, -inf, inf)
            or: → _pruned(state, -1, 1)
            A value from a search that was cut off is only a bound, and the table hands it out as
            the truth. Here, search without a window.
    """),
)


# ---- 3.6 -----------------------------------------------------------------------------------
def window_after(value: float, bound: str, alpha: float, beta: float) -> tuple[float, float]:
    """The window that is left to search when a table knows that about the position."""
    if bound == "exact":
        return value, value
    if bound == "lower":
        return max(alpha, value), beta
    return alpha, min(beta, value)


def _within(value: float, bound: str, alpha: float, beta: float) -> tuple[float, float]:
    """The window, changed only by a bound that lies inside it."""
    is_used = bound == "exact" or alpha < value < beta
    return window_after(value, bound, alpha, beta) if is_used else (alpha, beta)


def _uncrossed(window: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The window, or another if its ends cross."""
    return window if window[0] <= window[1] else other


WINDOW_AFTER = Task(
    number="3.6",
    title="What is left to search",
    reference=window_after,
    cases=tuple(
        (value, bound, *window)
        for window in ((1, 5), (-inf, inf))
        for bound in ("lower", "upper", "exact")
        for value in (3, 0, 9)
    ),
    hints=(
        '"lower" means that the true value is at least that. Which end of the window does that '
        "move, and in which direction?",
        "An end never moves outwards: what was known before is still true. Of two things that are "
        "known, which is the sharper one?",
        'With "exact" nothing is left to search: alpha and beta meet at the value. In the other '
        "two cases one end stays, and the other is the larger or the smaller of two numbers.",
    ),
    wrong_types={
        str: "Return the two ends of the window, alpha and beta.",
        Real: "Return both ends of the window: `return alpha, beta`.",
        NoneType: "It returns None here. Return both ends in any case, even where they meet or "
        "cross. (Or is there a path without a `return`?)",
    },
    mistakes=patches("""
        lower and upper swapped
            bound == "lower" → bound == "upper"
            A lower bound says that the truth is at least that: what lies below is ruled out, so it
            raises alpha. An upper bound lowers beta.
        an end moves outwards
            max(alpha, value) → value
            min(beta, value) → value
            or: max(alpha, value) → value
            or: min(beta, value) → value
            A bound that says less than the window already does must not widen it: the larger alpha
            counts, and the smaller beta.
        max and min swapped
            max(alpha, value) → min(alpha, value)
            min(beta, value) → max(beta, value)
            The window can only become narrower: alpha rises to the larger of the two, beta falls
            to the smaller.
        an exact value changes nothing
            return value, value → return alpha, beta
            If the value is known exactly, nothing is left to search: both ends are the value.
        an exact value only within the window
            return value, value → return max(alpha, value), min(beta, value)
            or: return value, value → return (min(max(value, alpha), beta),) * 2
            The truth is known, even if it lies outside the window: both ends are the value.
        both ends moved by each bound
            → (max(alpha, value), min(beta, value)) if bound != "exact" else (value, value)
            or: → (max(alpha, value), min(beta, value))
            A bound speaks about one side only. Lower: alpha may rise, and beta stays.
        an exact value taken for a bound
            bound == "exact" → False
            or: bound == "exact" → False
            bound == "lower" → bound != "upper"
            An exact value leaves nothing to search: both ends are the value.
        kept from crossing
            max(alpha, value) → min(max(alpha, value), beta)
            min(beta, value) → max(min(beta, value), alpha)
            or: → _within(value, bound, alpha, beta)
            or: → _uncrossed(window_after(value, bound, alpha, beta), (value, value))
            or: → tuple(sorted(window_after(value, bound, alpha, beta)))
            If the bound lies outside the window, the ends cross: alpha ≥ beta is just what tells
            the search that nothing is left to look for.
        bounds are not used
            max(alpha, value) → alpha
            min(beta, value) → beta
            or: → (alpha, beta)
            A bound does not settle the value, but it narrows the window: use it.
        one kind of bound forgotten
            max(alpha, value) → alpha
            or: min(beta, value) → beta
            There are two kinds of bounds: "lower" may raise alpha, and "upper" may lower beta.
        bounds taken for exact values
            → (value, value)
            A bound is not the value: the truth may lie above a lower bound, or below an upper one.
        beta first
            → window_after(value, bound, alpha, beta)[::-1]
            Alpha comes first: `return alpha, beta`.
    """),
)


# ---- 3.7 -----------------------------------------------------------------------------------
def depth_within(b: int, leaves: int) -> int:
    """How deep alpha-beta gets with that many leaves if the best move always comes first."""
    depth = 0
    while b ** ((depth + 2) // 2) + b ** ((depth + 1) // 2) - 1 <= leaves:
        depth += 1
    return depth


def _minimax_depth(b: int, leaves: int) -> int:
    """How deep minimax gets with that many leaves."""
    depth = 0
    while b ** (depth + 1) <= leaves:
        depth += 1
    return depth


def _about(b: int, leaves: float) -> float:
    """The depth at which `b ** (depth / 2)` is the number of leaves."""
    return 2 * log(leaves, b)


def _in_floats(b: int, leaves: int) -> int:
    """The right loop, with numbers that keep only about 16 digits."""
    depth = 0
    while float(b) ** ((depth + 2) // 2) + float(b) ** ((depth + 1) // 2) - 1 <= float(leaves):
        depth += 1
    return depth


def _all_depths(b: int, leaves: int) -> int:
    """How deep one gets if the leaves of all the depths before are added up."""
    depth, total = 0, 1
    while (total := total + b ** ((depth + 2) // 2) + b ** ((depth + 1) // 2) - 1) <= leaves:
        depth += 1
    return depth


def _few_first(answer: Callable[[int, int], Any], b: int, leaves: int) -> Any:
    """The answer to at most 17 leaves, if it is absurd: to more it might take for ever."""
    few = answer(b, min(leaves, 17))
    return few if isinstance(few, int) and few > 17 else answer(b, leaves)


DEPTH_WITHIN = Task(
    number="3.7",
    title="As deep as it gets",
    reference=depth_within,
    call=_few_first,
    cases=numbers("""
        3 17, 3 16, 3 11, 3 53, 2 3, 2 4, 7 1, 7 6, 7 7, 7 13, 7 2400, 10 1098, 10 1099,
        10 1000000, 10 1001001, 35 1000000, 35 1500624, 35 3001249, 2 36893488147419103231,
        2 36893488147419103230, 3 24315330918113857601, 3 24315330918113857600
    """),
    hints=(
        "The formula says how many leaves a depth needs. Try depth 1, 2, 3, ... How long may you "
        "go on?",
        "A loop: as long as one ply more still fits into `leaves`, go one ply deeper. `//` rounds "
        "down; how do you round a half up with it?",
        "Depth 0 is always possible, as the root is then the only leaf. Ask in the loop about "
        "`depth + 1`, not about `depth`.",
    ),
    mistakes=patches("""
        minimax's depth
            → _minimax_depth(b, leaves)
            or: → int(_about(b, leaves) / 2)
            That is how deep minimax gets, which looks at all `b**d` leaves. With the best move
            always first, alpha-beta needs far fewer.
        twice minimax's depth
            → 2 * _minimax_depth(b, leaves)
            "Twice as deep" is a rule of thumb, and one of the formula's two terms alone says no
            more. The exact number comes from both.
        the formula turned round roughly
            → int(_about(b, leaves))
            or: → round(_about(b, leaves))
            or: → int(-(-_about(b, leaves) // 1))
            or: → 2 * int(_about(b, leaves) / 2)
            or: → int(_about(b, (leaves + 1) / 2))
            or: b ** ((depth + 2) // 2) + b ** ((depth + 1) // 2) - 1 → b ** ((depth + 1) / 2)
            `b ** (d / 2)` is the formula's order of magnitude, and logarithms are rounded besides.
            Put depths into the formula itself, in whole numbers, and see which is the last to fit.
        one ply too many
            return depth → return depth + 1
            That is the first depth that does not fit any more.
        one ply too few
            return depth → return max(depth - 1, 0)
            One ply more would still fit.
        a single leaf too strict
            <= leaves → < leaves
            Exactly `leaves` leaves are still allowed (`<=`, not `<`), and the formula ends in −1:
            both of its terms count the leaf of the best line, which is one leaf and not two.
        only one of the two terms
            b ** ((depth + 2) // 2) + b ** ((depth + 1) // 2) - 1 → b ** ((depth + 1) // 2)
            The formula has two terms: both sides' other moves have to be refuted.
        both halves rounded down
            (depth + 2) // 2 → (depth + 1) // 2
            With an odd depth one of the halves has a ply more: `(d + 1) // 2`.
        odd depths left out
            (depth + 1) // 2 → (depth + 2) // 2
            Your answers are all even. Odd depths may fit as well: do you go up two plies at a time,
            or round both halves up? With an odd depth, one of them has a ply less, `d // 2`.
        leaves for a depth
            → b ** -(-leaves // 2) + b ** (leaves // 2) - 1
            That is the number of leaves for a depth. Asked for is the opposite: the greatest depth
            that can be searched with that many leaves.
        rounded numbers
            → _in_floats(b, leaves)
            A float keeps about 16 digits, and NumPy's whole numbers have an end, too: with huge
            numbers both go wrong. Count in Python's whole numbers, with `**` and `//`.
        the leaves of all depths together
            → _all_depths(b, leaves)
            The formula is for one search to that depth. The searches before it are not added.
        at least one ply
            → max(depth_within(b, leaves), 1)
            With too few leaves for one ply the depth is 0: the root is then the only leaf.
        halved without rounding
            b ** ((depth + 2) // 2) + b ** ((depth + 1) // 2) - 1 → 2 * b ** ((depth + 1) / 2) - 1
            With an odd depth the two halves differ: one has a ply more than the other.
        b and leaves swapped
            → depth_within(leaves, b) if leaves > 1 else 0
            `b` moves in each state, and the number of leaves is the limit.
    """),
)
