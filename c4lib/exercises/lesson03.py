"""The exercises of lesson 03: alpha-beta by hand and in code, bounds, ordering, a table.

The mistakes that are recognised are in `lesson03_mistakes`.
"""

from collections.abc import Collection
from math import inf

from c4lib.connect4 import Connect4
from c4lib.exercises import lesson03_mistakes as mistakes
from c4lib.exercises.printed import PrintedTree, outline
from c4lib.exercises.task import Task
from c4lib.game import Move, State
from c4lib.games.tictactoe import TicTacToe

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
    draw=outline,
    is_value=True,
    wrong_types={
        str: "A number is wanted, and a text came: leave out the quotation marks.",
        Collection: "How many leaves, not which: hand in their number.",
    },
    hints=(
        "In the first branch nothing can be left out. What is it worth, and what is alpha then?",
        "In each later branch go from leaf to leaf. As soon as one is not larger than alpha, "
        "the branch is no better for MAX than what it has, and the rest is left out.",
    ),
    mistakes=mistakes.LEAVES_SEEN,
)

# ---- 3.2 -----------------------------------------------------------------------------------


def alphabeta_value(state: State, alpha: float, beta: float) -> float:
    """The value for the player to move, for whom alpha and beta are told as well."""
    if state.is_over:
        return state.utility(state.player)
    best = -inf
    for move in state.moves():
        best = max(best, -alphabeta_value(state.play(move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


THREE_PLIES = PrintedTree.of([[[5, 3], [6, 9, 4], [7, 8]], [[2, 5], [1, 0]], [[6, 7], [3, 8, 2]]])
DEEP = PrintedTree.of([[4, 6], [[[3, 9], [2, 7]], 8, [[5, 1], 6]], [[[4, 2, 8], [7, 5]], 9]])

ALPHABETA_VALUE = Task(
    number="3.2",
    title="Alpha-beta",
    reference=alphabeta_value,
    watch="entered",
    # The value lies within each window, so that it does not matter what is returned outside.
    cases=(
        (PrintedTree.of(-7), -inf, inf),
        (PrintedTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), -inf, inf),
        (PrintedTree.of([[6, 9, 7], [6, 3, 8], [8, 5, 2]]), -inf, inf),
        (PrintedTree.of([[-5, -8], [-6, -2], [-9, -4]]), -inf, inf),
        (PrintedTree(((4, 9), (-2, 3), (6, 1, 7)), 1), -inf, inf),
        (THREE_PLIES, -inf, inf),
        (THREE_PLIES, 4, 7),
        (DEEP, -inf, inf),
        (DEEP, 2, 9),
        (TicTacToe.from_moves("25963"), -1, 1),
        (TicTacToe.from_moves("12597"), -1, 1),
        (Connect4.from_moves("3321", width=3, height=3, connect=3), -inf, inf),
        (Connect4.from_moves("2132", width=3, height=3, connect=3), -1, 1),
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
    mistakes=mistakes.ALPHABETA_VALUE,
)

# ---- 3.3 -----------------------------------------------------------------------------------


def bound(value: float, alpha: float, beta: float) -> str:
    """What the value found with that window is of the true one: exact, or a bound of it."""
    if value <= alpha:
        return "upper"
    if value >= beta:
        return "lower"
    return "exact"


BOUND = Task(
    number="3.3",
    title="What does the value say?",
    reference=bound,
    cases=(
        (3, 1, 5),
        (7, 1, 5),
        (0, 1, 5),
        (5, 1, 5),
        (1, 1, 5),
        (-2, -inf, inf),
        (3, -inf, 3),
        (3, 3, inf),
        (0, -1, 1),
        (1, 0, 1),
        (0, 0, 1),
    ),
    hints=(
        "A search is cut off when alpha has reached beta. What has it left out then, and could "
        "that have made the value larger or smaller?",
        "A value of at least beta: moves of the player to move were left out, and one of them may "
        "be better still. A value of at most alpha: replies of the opponent were left out.",
        '`value >= beta` is a "lower" bound, `value <= alpha` an "upper" one; between them it is '
        '"exact".',
    ),
    mistakes=mistakes.BOUND,
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
        (Connect4(), 3),
        (Connect4(), 0),
        (Connect4(), 6),
        (Connect4(), None),
        (Connect4.from_moves("444444"), 5),
        (Connect4.from_moves("444444"), 3),  # a full column
        (Connect4.from_moves("1212121"), 2),  # the game is over
        (TicTacToe.from_moves("25"), 8),
        (TicTacToe.from_moves("25"), 0),
        (TicTacToe.from_moves("25"), 1),
    ),
    remark=lambda state, first: (
        None if first in state.moves() else f"{first} is not among {list(state.moves())}"
    ),
    hints=(
        "The move that was best last time is only a guess: it may be illegal here, or there may "
        "be none, `None`. What do you ask before you use it?",
        "If `first in moves`, take it out of the list and put it at the front; each move stands "
        "there once. Otherwise the list stays as it is.",
        "Make a list of your own, `moves = list(state.moves())`; then `moves.remove(first)` and "
        "`moves.insert(0, first)`.",
    ),
    mistakes=mistakes.ORDERED_MOVES,
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


WITH_TABLE = Task(
    number="3.5",
    title="Positions that come up again",
    reference=with_table,
    watch="expanded",
    cases=(
        (Connect4.from_moves("1212121"),),
        (Connect4.from_moves("3321", width=3, height=3, connect=3),),
        (Connect4.from_moves("2132", width=3, height=3, connect=3),),
        (Connect4.from_moves("132", width=3, height=3, connect=3),),
        (Connect4(3, 3, 3),),
        (Connect4.from_moves("2321133324", width=4, height=4, connect=4),),
        (Connect4.from_moves("244333442", width=4, height=4, connect=4),),
        (Connect4.from_moves("221112321", width=4, height=4, connect=4),),
    ),
    hints=(
        "Begin with `negamax`. Before you search a position, look whether the table has it; "
        "after you have searched it, put its value there.",
        "A state can be the key of a dictionary: equal positions are equal keys, whatever moves "
        "led there. The value that is kept is for the player to move in that position.",
        "Make the table once, in `with_table`, and define a function inside it that calls itself: "
        "`if state not in table: table[state] = max(-value(state.play(move)) ...)`, then "
        "`return table[state]`.",
    ),
    mistakes=mistakes.WITH_TABLE,
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
    mistakes=mistakes.BEST_CASE_LEAVES,
)

TASKS = (LEAVES_SEEN, ALPHABETA_VALUE, BOUND, ORDERED_MOVES, WITH_TABLE, BEST_CASE_LEAVES)
