"""The exercises of lesson 02: minimax by hand and in code, negamax, a depth limit, counting.

The mistakes that are recognised are in `lesson02_mistakes`.
"""

from collections.abc import Collection
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises import lesson02_mistakes as mistakes
from c4lib.exercises.printed import PrintedTree, outline
from c4lib.exercises.task import Task
from c4lib.game import Move, State
from c4lib.games.tictactoe import LINES, TicTacToe
from c4lib.search.common import Evaluate

LEAF = PrintedTree.of(-7)
TWO_PLIES = PrintedTree.of([[3, -5, 2], [-4, 6, -1]])
THREE_PLIES = PrintedTree.of([[[2, 7], [4, 1]], [[-3, 0], [5, -6]]])
UNEVEN = PrintedTree.of([[3, [8, -2]], 1, [[1, [9, 0]], 7]])
ALL_BAD = PrintedTree.of([[-3, -8], [-2, -6]])
MIN_MOVES = PrintedTree(((4, 9), (-2, 3), (6, 1)), 1)

# ---- 2.1 -----------------------------------------------------------------------------------


def tree_value(tree: tuple[tuple[float, ...], ...]) -> float:
    """What a tree of two plies is worth to MAX, who moves first."""
    return max(min(branch) for branch in tree)


TREE_VALUE = Task(
    number="2.1",
    title="A tree by hand",
    reference=tree_value,
    cases=((((4, 9, 8), (13, 1, 16), (5, 12, 7)),),),
    draw=outline,
    is_value=True,
    wrong_types={
        str: "A number is wanted, and a text came: leave out the quotation marks.",
        Collection: "One number is wanted: what the whole tree is worth to MAX.",
    },
    hints=(
        "Begin at the bottom. In each branch it is MIN's turn: which leaf does MIN take?",
        "The three branches are worth 4, 1 and one more number. MAX takes the largest.",
    ),
    mistakes=mistakes.TREE_VALUE,
)

# ---- 2.2 -----------------------------------------------------------------------------------


def minimax_value(state: State, player: int) -> float:
    """What the state is worth to `player` if both sides play their best."""
    if state.is_over:
        return state.utility(player)
    values = [minimax_value(state.play(move), player) for move in state.moves()]
    return max(values) if state.player == player else min(values)


MINIMAX_VALUE = Task(
    number="2.2",
    title="Minimax",
    reference=minimax_value,
    watch="entered",
    cases=(
        (LEAF, 0),
        (LEAF, 1),
        (TWO_PLIES, 0),
        (TWO_PLIES, 1),
        (THREE_PLIES, 0),
        (UNEVEN, 0),
        (UNEVEN, 1),
        (ALL_BAD, 0),
        (MIN_MOVES, 0),
        (TicTacToe.from_moves("69412"), 0),  # O to move wins
        (TicTacToe.from_moves("12597"), 1),  # O to move loses
        (Connect4.from_moves("3232", width=3, height=3, connect=3), 0),
    ),
    hints=(
        "A finished game is worth `state.utility(player)`. For any other state, ask yourself "
        "what each move leads to: that is the same question, one ply further down.",
        "Collect `minimax_value(state.play(move), player)` for all `state.moves()`. Whose turn "
        "it is, `state.player`, decides whether the largest or the smallest of them counts.",
        "`player` stays the same all the way down: return `max(values)` where "
        "`state.player == player`, and `min(values)` where it is the opponent's turn.",
    ),
    mistakes=mistakes.MINIMAX_VALUE,
)

# ---- 2.3 -----------------------------------------------------------------------------------


def negamax(state: State) -> float:
    """What the state is worth to the player to move if both sides play their best."""
    if state.is_over:
        return state.utility(state.player)
    return max(-negamax(state.play(move)) for move in state.moves())


NEGAMAX = Task(
    number="2.3",
    title="One function instead of two",
    reference=negamax,
    watch="entered",
    cases=(
        (LEAF,),
        (PrintedTree.of([4, -2, 7]),),
        (TWO_PLIES,),
        (THREE_PLIES,),
        (UNEVEN,),
        (ALL_BAD,),
        (MIN_MOVES,),
        (TicTacToe.from_moves("53281"),),
        (TicTacToe.from_moves("12597"),),
        (Connect4.from_moves("3321", width=3, height=3, connect=3),),
    ),
    hints=(
        "What is good for me is as bad for you: the value of a state for one player is minus its "
        "value for the other.",
        "A finished game is worth `state.utility(state.player)`: the utility of whoever would be "
        "to move, often the loser.",
        "After my move it is your turn, so `negamax(state.play(move))` is your value, and "
        "`-negamax(state.play(move))` mine. I take the largest of these.",
    ),
    mistakes=mistakes.NEGAMAX,
)

# ---- 2.4 -----------------------------------------------------------------------------------


def best_move(state: State) -> Move:
    """The best move for the player to move; of equally good ones the first."""
    return max(state.moves(), key=lambda move: -negamax(state.play(move)))


BEST_MOVE = Task(
    number="2.4",
    title="From the value to the move",
    reference=best_move,
    watch="entered",
    cases=(
        (TWO_PLIES,),
        (THREE_PLIES,),
        (ALL_BAD,),
        (MIN_MOVES,),
        (PrintedTree.of([[2, 3], [5, 9], [7, 5]]),),  # two are as good
        (TicTacToe.from_moves("12597"),),  # all are lost
        (TicTacToe.from_moves("25963"),),
        (TicTacToe.from_moves("53281"),),
        (Connect4.from_moves("333121", width=3, height=3, connect=3),),  # a full column
        (Connect4.from_moves("2321133324", width=4, height=4, connect=4),),
    ),
    wrong_types={
        Collection: "One move is wanted. If you have a move and its value, hand back the move.",
    },
    hints=(
        "Your `negamax` tells what a state is worth to whoever is to move in it. Who is to move "
        "after your move?",
        "Go through `state.moves()` and remember the move with the largest "
        "`-negamax(state.play(move))`. Only a larger value replaces it, not an equal one.",
        "Python's `max` keeps the first of equals: "
        "`max(state.moves(), key=lambda move: ...)` hands back the move.",
    ),
    mistakes=mistakes.BEST_MOVE,
)

# ---- 2.5 -----------------------------------------------------------------------------------


def limited_value(state: State, depth: int, evaluate: Evaluate) -> float:
    """The value for the player to move, looking `depth` plies ahead and then guessing."""
    if state.is_over:
        return state.utility(state.player)
    if depth == 0:
        return evaluate(state)
    return max(-limited_value(state.play(move), depth - 1, evaluate) for move in state.moves())


def mean_leaf(state: Any) -> float:
    """A guess for a tree: the mean of the leaves below, for the player to move."""
    leaves = _leaves(state.tree)
    return (1, -1)[state.player] * sum(leaves) / len(leaves)


def open_lines(state: Any) -> float:
    """A guess for tic-tac-toe: lines open to the player to move less the opponent's, over 10."""
    owners = [{state.squares[square] for square in line} for line in LINES]
    mine = sum(1 - state.player not in line for line in owners)
    theirs = sum(state.player not in line for line in owners)
    return (mine - theirs) / 10


def left_discs(state: Any) -> float:
    """A guess for Connect Four: how far left one's discs are, less the opponent's, over 100."""
    mine = sum(state.history[state.player :: 2])
    theirs = sum(state.history[1 - state.player :: 2])
    return float(theirs - mine) / 100


def _leaves(tree: Any) -> list[float]:
    if not isinstance(tree, tuple):
        return [tree]
    return [leaf for branch in tree for leaf in _leaves(branch)]


LIMITED_VALUE = Task(
    number="2.5",
    title="Looking ahead so far and no further",
    reference=limited_value,
    watch="entered",
    cases=(
        (THREE_PLIES, 0, mean_leaf),
        (THREE_PLIES, 1, mean_leaf),
        (THREE_PLIES, 2, mean_leaf),
        (THREE_PLIES, 3, mean_leaf),
        (UNEVEN, 2, mean_leaf),
        (TicTacToe.from_moves("9875"), 1, open_lines),
        (TicTacToe.from_moves("9875"), 2, open_lines),
        (TicTacToe.from_moves("25963"), 1, open_lines),  # O to move wins
        (TicTacToe.from_moves("25963"), 5, open_lines),  # more plies than there are
        (TicTacToe.from_moves("12597"), 2, open_lines),
        (Connect4.from_moves("3321", width=3, height=3, connect=3), 0, left_discs),
        (Connect4.from_moves("3321", width=3, height=3, connect=3), 3, left_discs),
        (Connect4.from_moves("321", width=3, height=3, connect=3), 2, left_discs),
    ),
    hints=(
        "It is `negamax` with one more way to end: where no plies are left, `evaluate(state)` "
        "stands for what nobody has looked at.",
        "There are three cases, in this order: the game is over, the depth is used up, or the "
        "search goes on. For which player does `evaluate` speak, and for which do you?",
        "Return `state.utility(state.player)` when the game is over, `evaluate(state)` when "
        "`depth == 0`, and else the largest "
        "`-limited_value(state.play(move), depth - 1, evaluate)`.",
    ),
    mistakes=mistakes.LIMITED_VALUE,
)

# ---- 2.6 -----------------------------------------------------------------------------------


def count_nodes(state: State, depth: int) -> int:
    """How many states minimax enters down to that depth, the root and finished games included."""
    if state.is_over or depth == 0:
        return 1
    return 1 + sum(count_nodes(state.play(move), depth - 1) for move in state.moves())


COUNT_NODES = Task(
    number="2.6",
    title="How many nodes?",
    reference=count_nodes,
    cases=(
        (Connect4(), 0),
        (Connect4(), 1),
        (Connect4(), 2),
        (Connect4(), 3),
        (Connect4.from_moves("112233"), 2),  # some games end
        (Connect4.from_moves("1212121"), 2),  # this one has ended
        (Connect4(3, 3, 3), 6),
        (TicTacToe(), 2),
        (TicTacToe.from_moves("25963"), 9),
        (THREE_PLIES, 2),
        (UNEVEN, 9),
    ),
    wrong_types={Collection: "One number is wanted: the nodes of all plies together."},
    hints=(
        "Count as minimax walks. The state itself is one node; what does each of its moves add?",
        "Where the game is over or the depth is used up, there is this one node and nothing below.",
        "Otherwise it is 1 plus the sum of `count_nodes(state.play(move), depth - 1)` over "
        "all moves.",
    ),
    mistakes=mistakes.COUNT_NODES,
)

TASKS = (TREE_VALUE, MINIMAX_VALUE, NEGAMAX, BEST_MOVE, LIMITED_VALUE, COUNT_NODES)
