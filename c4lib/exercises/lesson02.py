"""The exercises of lesson 02: minimax by hand and in code, negamax, a depth limit, counting."""

from collections.abc import Collection, Iterable
from typing import Any

from c4lib.exercises.cases import positions
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.exercises.watch_nodes import WatchedState
from c4lib.game import Move, State
from c4lib.games.tictactoe import LINES, TicTacToe
from c4lib.games.trees import ListTree
from c4lib.search.common import Evaluate

LEAF = ListTree.of(-7)
TWO_PLIES = ListTree.of([[3, -5, 2], [-4, 6, -1]])
THREE_PLIES = ListTree.of([[[2, 7], [4, 1]], [[-3, 0], [5, -6]]])
UNEVEN = ListTree.of([[3, [8, -2]], 1, [[1, [9, 0]], 7]])
ALL_BAD = ListTree.of([[-3000, -8000], [-2000, -6000]])
MIN_MOVES = ListTree(((4, 9), (-2, 3), (6, 1)), 1)

FIRST_MOVE_ONLY = patches("""
    only the first move
        state.moves() → state.moves()[:1]
        Only the first move is ever tried: is the `return` inside the loop, where it ends it?
""")
TOO_HIGH = (
    "The best value so far does not begin low enough: where all moves are worse than that, none "
    "is taken. Begin at `-inf` for a largest and at `inf` for a smallest value, or use `max` and "
    "`min`."
)
REMEMBERED = (
    "That is a good idea, and lesson 03 has it: equal positions need not be searched twice. But "
    "plain minimax, which this exercise asks for, does not notice that they are equal."
)
STOPPED = (
    "Stopping at a value of 1 is right only where no value is larger. This exercise asks for the "
    "whole tree; what need not be looked at is the subject of lesson 03."
)


def _explain(error: Exception, *case: Any) -> str | None:
    """What Python's own message does not say."""
    text = str(error)
    if "empty" in text:
        return "a finished game has no moves, so there is no value to choose; ask is_over first"
    if "NoneType" in text:
        return "one of the values is None: does every path through the function end in a return?"
    return None


# ---- 2.1 -----------------------------------------------------------------------------------
def tree_value(tree: tuple[tuple[float, ...], ...]) -> float:
    """What a tree of two plies is worth to MAX, who moves first."""
    return max(min(branch) for branch in tree)


TREE_VALUE = Task(
    number="2.1",
    title="A tree by hand",
    reference=tree_value,
    cases=((((4, 9, 8), (13, 1, 16), (5, 12, 7)),),),
    draw=lambda tree: str(ListTree.of(tree)),
    is_value=True,
    wrong_types={Collection: "The answer is one number: what the whole tree is worth to MAX."},
    hints=(
        "Begin at the bottom. In each branch it is MIN's turn: which leaf does MIN take?",
        "The three branches are worth 4, 1 and one more number. MAX takes the largest.",
    ),
    mistakes=patches("""
        the largest leaf of all
            min(branch) → max(branch)
            MAX would like to get there, but it is MIN who chooses within the branch.
        max and min swapped
            max(min(branch) → min(max(branch)
            The root is MAX's: take the largest of the branches' values, and those are minima.
        means instead of minima
            min(branch) → sum(branch) / len(branch)
            MIN does not throw dice: of the leaves of a branch it takes the smallest.
        the smallest leaf of all
            max(min(branch) → min(min(branch)
            MIN decides within a branch, but MAX decides which branch, and avoids that one.
        the branch instead of its value
            → max(range(len(tree)), key=lambda move: min(tree[move]))
            or: → 1 + max(range(len(tree)), key=lambda move: min(tree[move]))
            That is the branch that MAX takes. What is it worth?
        the value of the first branch
            → min(tree[0])
            That is what MIN leaves in the first branch. Does another branch leave more?
        a leaf that MIN does not leave to MAX
            → tree[1][0]
            or: → tree[0][2]
            or: → tree[2][1]
            or: → tree[2][2]
            That is a leaf of the tree, but not the smallest one of its branch, so MIN would
            choose another there.
        the value for MIN
            return max → return -max
            What MAX wins, MIN loses, so that is what the tree is worth to MIN. To MAX?
    """),
)


# ---- 2.2 -----------------------------------------------------------------------------------
def minimax_value(state: State, player: int) -> float:
    """What the state is worth to `player` if both sides play their best."""
    if state.is_over:
        return state.utility(player)
    values = [minimax_value(state.play(move), player) for move in state.moves()]
    return max(values) if state.player == player else min(values)


def _up_to_a_win(is_max: bool, values: Iterable[float]) -> list[float]:
    """The values up to the first that makes the best of them a win."""
    win, best, seen = (1, max, []) if is_max else (-1, min, list[float]())
    for value in values:
        seen.append(value)
        if best(seen) == win:
            break
    return seen


def _remembering(
    state: State, player: int, known: dict[State, float], is_end_first: bool = True
) -> float:
    """Minimax that searches equal positions only once."""
    if is_end_first and state.is_over:
        return state.utility(player)
    if state not in known:
        if state.is_over:
            known[state] = state.utility(player)
        else:
            after = [state.play(move) for move in state.moves()]
            values = [_remembering(each, player, known, is_end_first) for each in after]
            known[state] = max(values) if state.player == player else min(values)
    return known[state]


MINIMAX_VALUE = Task(
    number="2.2",
    title="Minimax",
    reference=minimax_value,
    watch="entered",
    explain_error=_explain,
    cases=(
        *((tree, player) for tree in (LEAF, TWO_PLIES) for player in (0, 1)),
        (THREE_PLIES, 0),
        (UNEVEN, 0),
        (UNEVEN, 1),
        (ALL_BAD, 0),
        (MIN_MOVES, 0),
        (TicTacToe.from_moves("69412"), 0),  # O to move wins
        (TicTacToe.from_moves("12597"), 1),  # O to move loses
        *positions("3x3x3 3232 0"),
    ),
    hints=(
        "A finished game is worth `state.utility(player)`. For any other state, ask yourself "
        "what each move leads to: that is the same question, one ply further down.",
        "Collect `minimax_value(state.play(move), player)` for all `state.moves()`. Whose turn "
        "it is, `state.player`, decides whether the largest or the smallest of them counts.",
        "`player` stays the same all the way down, while `state.player` changes from ply to ply. "
        "A check by hand: `[[3, -5], [-4, 6]]` is worth -4 to player 0, and so 4 to player 1.",
    ),
    mistakes=patches(f"""
        max and min swapped
            state.player == player → state.player != player
            Where `player` is to move, the largest value counts; elsewhere, the smallest.
        max for both sides
            min(values) → max(values)
            The opponent does not help: where it is not `player`'s turn, the smallest value counts.
        min for both sides
            max(values) → min(values)
            Where it is `player`'s own turn, the largest value counts.
        the leaf seen by the player to move there
            utility(player) → utility(state.player)
            All values on the way are for `player`, and so is a leaf's: `state.utility(player)`.
        the leaf seen by the opponent
            utility(player) → utility(1 - player)
            Ask the finished game for the utility of `player`.
        the leaf always seen by player 0
            utility(player) → utility(0)
            `player` may be 1 as well: `state.utility(player)`.
        player 0 always taken for MAX
            state.player == player → state.player == 0
            MAX is `player`, who may be 1: compare `state.player` with `player`.
        always player 0's value
            → minimax_value(state, 0)
            Return the value for `player`, who may be 1 as well.
        the root taken for MAX's
            player: int) → player: int, root: Any = None)
            if state.is_over: → root = root or state\\n    if state.is_over:
            , player) for → , player, root) for
            state.player == player → state.player == root.player
            `player` need not be the one to move at the root: ask each state whose turn it is.
        the value for the player to move
            → minimax_value(state, state.player)
            Return the value for `player`, who need not be the one to move.
        the side changed from ply to ply
            , player) for → , 1 - player) for
            The turn changes from ply to ply, but whose value you want does not: pass on `player`,
            and turn no value's sign.
        the last value instead of the best
            max(values) → values[-1]
            min(values) → values[-1]
            Each value replaces the one before: keep it only if it is better.
        the sum of the values
            max(values) → sum(values)
            min(values) → sum(values)
            A player makes one move, not all: take the largest or the smallest value.
        the mean for the opponent
            min(values) → sum(values) / len(values)
            The opponent does not throw dice: where it is to move, the smallest value counts.
        the place of the move instead of its value
            max(values) → values.index(max(values))
            min(values) → values.index(min(values))
            The exercise asks what the state is worth, not which move is best.
        finished games count 0
            state.utility(player) → 0
            or: state.utility(player) → 1
            or: state.utility(player) → -1
            A finished game has been won, lost or drawn: ask it for `state.utility(player)`.
        it stops at a win
            values = [ → values = _up_to_a_win(state.player == player, (
            for move in state.moves()] → for move in state.moves()))
            {STOPPED}
        positions are remembered
            → _remembering(state, player, {{}})
            or: → _remembering(state, player, {{}}, False)
            {REMEMBERED}
        the best value does not begin low enough
            max(values) → max(0, *values)
            min(values) → min(0, *values)
            or: max(values) → max(-1, *values)
            min(values) → min(1, *values)
            or: max(values) → max(-10, *values)
            min(values) → min(10, *values)
            or: max(values) → max(-100, *values)
            min(values) → min(100, *values)
            or: max(values) → max(-1000, *values)
            min(values) → min(1000, *values)
            {TOO_HIGH}
    """)
    + FIRST_MOVE_ONLY,
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
    explain_error=_explain,
    cases=(
        *((tree,) for tree in (LEAF, ListTree.of([4, -2, 7]), TWO_PLIES, THREE_PLIES)),
        *((tree,) for tree in (UNEVEN, ALL_BAD, MIN_MOVES)),
        (TicTacToe.from_moves("53281"),),
        (TicTacToe.from_moves("12597"),),
        *positions("3x3x3 3321"),
    ),
    hints=(
        "What is good for me is as bad for you: for the other player, turn a value's sign.",
        "A finished game is worth `state.utility(state.player)`: the utility of the player who "
        "would be to move, often the loser.",
        "After my move it is your turn, so `negamax(state.play(move))` is what the new state is "
        "worth to you. A check by hand: in `[4, -2, 7]` the three values are worth 4, -2 and 7 to "
        "me, and `negamax` of the three leaves is -4, 2 and -7.",
    ),
    mistakes=patches(f"""
        forgetting to negate
            -negamax( → negamax(
            A child's value is for the opponent, to move there. For you it is `-negamax(child)`.
        min instead of max
            return max → return min
            With the minus sign, each value is for the player to move, who wants the largest. Or is
            the minus outside? Not `-max(values)`, but the largest of `-value`.
        the leaf from the wrong side
            return state → return -state
            A leaf's value is for the player who would be to move there, `state.player`, not for the
            one who made the last move. The minus sign on the way up does the rest.
        negated twice
            return max → return -max
            One minus sign for each ply, at the child's value, and none around the `max`:
            `-max(-value)` is `min(value)`, and nobody here wants the smallest.
        the leaf always seen by player 0
            utility(state.player) → utility(0)
            A leaf's value is for the player to move there: `state.utility(state.player)`.
        the value for player 0
            → minimax_value(state, 0)
            Return the value for the player to move, `state.player`, who may be 1.
        the last value instead of the best
            return max( → return [*(
            state.moves()) → state.moves())][-1]
            Each value replaces the one before: keep it only if it is better.
        the size of the result without its sign
            return state.utility(state.player) → return abs(state.utility(state.player))
            A lost game is worth less than a drawn one, so its sign matters.
        every finished game counts the same
            return state.utility(state.player) → return 1
            or: return state.utility(state.player) → return -1
            or: return state.utility(state.player) → return 0
            Whoever is to move in a finished game has often lost it, but a game can be drawn, and
            the leaves of a tree have other values: ask for `state.utility(state.player)`.
        it stops at a win
            return max( → return max(_up_to_a_win(True, (
            state.moves()) → state.moves())))
            {STOPPED}
        positions are remembered
            → _remembering(state, state.player, {{}})
            or: → _remembering(state, state.player, {{}}, False)
            {REMEMBERED}
        the best value does not begin low enough
            return max( → return max(0, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-1, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-10, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-100, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-1000, *(
            state.moves()) → state.moves()))
            {TOO_HIGH}
    """)
    + FIRST_MOVE_ONLY,
)


# ---- 2.4 -----------------------------------------------------------------------------------
def best_move(state: State) -> Move:
    """The best move for the player to move; of equally good ones the first."""
    return max(state.moves(), key=lambda move: -negamax(state.play(move)))


def _better_than(state: State, value: float, move: Move | None, is_equal_enough: bool) -> Any:
    """The move found by a loop that begins with this value and this move."""
    for each in state.moves():
        new = -negamax(state.play(each))
        if new > value or (is_equal_enough and new == value):
            value, move = new, each
    return move


def _winning_at_once(state: State) -> Move:
    """A move that ends the game with a win, or else the first."""
    for move in state.moves():
        if (after := state.play(move)).is_over and after.utility(state.player) == 1:
            return move
    return state.moves()[0]


def _winning_or_first(state: State) -> Move:
    """The first move that wins by force, or else the first."""
    wins = (move for move in state.moves() if -negamax(state.play(move)) == 1)
    return next(wins, state.moves()[0])


def _with_value(state: State, value: float) -> Any:
    """The first move after which the opponent has this value."""
    return next((move for move in state.moves() if negamax(state.play(move)) == value), None)


BEST_MOVE = Task(
    number="2.4",
    title="From the value to the move",
    reference=best_move,
    watch="entered",
    explain_error=_explain,
    player=lambda answer: answer,
    cases=(
        *((tree,) for tree in (TWO_PLIES, THREE_PLIES, ALL_BAD, MIN_MOVES)),
        (ListTree.of([[2, 3], [5, 9], [7, 5]]),),  # two are as good
        (TicTacToe.from_moves("12597"),),  # all are lost
        (TicTacToe.from_moves("25963"),),
        (TicTacToe.from_moves("53281"),),
        *positions("3x3x3 333121"),  # a full column
        *positions("4x4 2321133324"),
    ),
    wrong_types={
        list: "Return one move, not a list: the first of the best.",
        Collection: "Return one move, without its value.",
        WatchedState: "Return the move, not the state after it.",
    },
    hints=(
        "`negamax` says what a state is worth to the player to move. Who is that after your move?",
        "Go through `state.moves()` and remember the move with the largest "
        "`-negamax(state.play(move))`. Only a larger value replaces it, not an equal one.",
        "Python's `max` keeps the first of equals, and can be told what to compare: "
        "`max(['pear', 'fig'], key=len)` is 'pear', and not 4.",
    ),
    mistakes=patches(f"""
        the last of equals
            max(state.moves() → max(reversed(state.moves())
            Of equally good moves, return the first in the natural order: replace the best so far
            only by a better one, with `>` and not `>=`.
        the opponent's favourite
            -negamax → negamax
            That is the worst move. The value of a child is for the opponent, who is to move there:
            is a minus sign missing, or is it `min` for `max`?
        the value instead of the move
            → negamax(state)
            That is what the best move is worth. Which move is it? `max(..., key=...)` returns it.
        the place in the list instead of the move
            → list(state.moves()).index(best_move(state))
            The third legal move need not be move 2: columns fill up. Use `state.moves()[place]`.
        the best for player 0
            -negamax(state.play(move)) → minimax_value(state.play(move), 0)
            The move is for the player to move, who may be 1.
        looking only one move ahead
            -negamax(state.play(move)) → after.utility(state.player) if AFTER.is_over else 0
            AFTER → (after := state.play(move))
            or: → _winning_at_once(state)
            The opponent replies, and so on: what does `negamax` say about the state after the move?
        a winning move, or else the first
            → _winning_or_first(state)
            A draw is better than a loss, and there are values besides 1 and -1: compare all moves.
        the value compared without its sign turned
            → _with_value(state, negamax(state))
            After your move it is the opponent who is to move, so what `negamax` says of the new
            state is minus what it is worth to you.
        counted from 1
            → best_move(state) + 1
            A move is what `state.moves()` contains, where columns and squares count from 0.
        the first move, whatever it is worth
            → state.moves()[0]
            Look at what each move leads to, and compare.
        the best value does not begin low enough
            → _better_than(state, 0, None, False)
            or: → _better_than(state, -2, None, False)
            or: → _better_than(state, -10, None, False)
            or: → _better_than(state, 0, state.moves()[0], False)
            or: → _better_than(state, 0, None, True)
            or: → _better_than(state, -1, None, True)
            or: → _better_than(state, 0, state.moves()[0], True)
            or: → _better_than(state, -1, state.moves()[0], True)
            {TOO_HIGH}
    """),
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
    explain_error=_explain,
    cases=(
        *((THREE_PLIES, depth, mean_leaf) for depth in range(4)),
        (UNEVEN, 2, mean_leaf),
        (ALL_BAD, 1, mean_leaf),
        (ALL_BAD, 2, mean_leaf),
        (TicTacToe.from_moves("9875"), 1, open_lines),
        (TicTacToe.from_moves("9875"), 2, open_lines),
        (TicTacToe.from_moves("25963"), 1, open_lines),  # O to move wins
        (TicTacToe.from_moves("25963"), 5, open_lines),  # more plies than there are
        (TicTacToe.from_moves("12597"), 2, open_lines),
        *positions("3x3x3 3321 0, 3321 3, 321 2", left_discs),
    ),
    hints=(
        "It is `negamax` with one more way to end: where no plies are left, `evaluate(state)` "
        "replaces what nobody has looked at.",
        "There are three cases, in this order: the game is over, the depth is used up, or the "
        "search continues. For which player is what `evaluate` returns, and for which is yours?",
        "All three values are for the player to move in `state`. Two of them are so already; "
        "that of a state after a move is the opponent's. How deep may the search go from there?",
    ),
    mistakes=patches(f"""
        the depth is off by one, a ply too deep
            depth == 0 → depth < 0
            With depth 0 no move is played at all: the state itself is judged.
        the depth is not counted down
            depth - 1 → depth
            With each move that is played, one ply less is left: pass on `depth - 1`.
        the evaluation from the wrong side
            return evaluate → return -evaluate
            `evaluate(state)` is for the player to move there, and so is your result: no minus.
        the evaluation taken for the root's player
            evaluate: Evaluate) → evaluate: Evaluate, root: Any = None)
            if state.is_over: → root = root or state\\n    if state.is_over:
            evaluate(state)\\n → evaluate(state) * (1, -1)[state.player != root.player]\\n
            1, evaluate) → 1, evaluate, root)
            `evaluate(state)` is for the player to move there: after odd plies, for the opponent.
        finished games evaluated
            if state.is_over → if state.is_over and depth > 0
            A finished game need not be guessed at: ask `is_over` first, and for `utility`, and only
            then whether the depth is used up.
            or: state.utility(state.player) → evaluate(state)
            A finished game need not be guessed at: it has a `utility`.
        finished games from the wrong side
            return state → return -state
            A finished game counts for the player to move there: `state.utility(state.player)`.
        0 instead of the evaluation
            return evaluate(state) → return 0.0
            Where the depth is used up, `evaluate(state)` says what the state is worth.
        forgetting to negate
            -limited_value → limited_value
            A child's value is for the opponent, who is to move there: put a minus sign before it.
        min instead of max
            return max → return min
            With the minus sign, each value is for the player to move, who wants the largest.
        the depth is off by one, a ply too shallow
            depth == 0 → depth <= 1
            or: depth == 0 → depth == 1
            A move further is still allowed: with depth 1 each move is played once, and the state
            after it is judged. The test is `depth == 0`, and each play uses up 1.
        the depth is ignored
            depth == 0 → False
            Where no plies are left, the search ends, and `evaluate(state)` judges what is there.
        two plies at a time
            depth - 1 → depth - 2
            depth == 0 → depth <= 0
            One move is one ply: pass on `depth - 1`.
        each move gets less depth than the one before
            depth - 1, evaluate) for move in → depth - 1 - place, evaluate) for place, move in
            state.moves()) → enumerate(state.moves()))
            All moves are searched equally deep: do not change `depth` within the loop.
        the evaluation taken for player 0
            return evaluate(state) → return evaluate(state) * (1, -1)[state.player]
            `evaluate(state)` is for the player to move already: no sign changes there.
        finished games for player 0
            utility(state.player) → utility(0)
            A finished game counts for the player to move there: `state.utility(state.player)`.
        finished games count the same
            state.utility(state.player) → 0
            or: state.utility(state.player) → -1
            A finished game has been won, lost or drawn: ask it for its `utility`.
        both ends from the wrong side
            return state.utility → return -state.utility
            return evaluate → return -evaluate
            What a finished game and the evaluation say is for the player to move there, and so is
            your result: no minus before either of them.
        the value for the other player
            → -limited_value(state, depth, evaluate)
            Return the value for the player to move in `state`.
        max and min mixed up
            return max → return min
            -limited_value → limited_value
            That is minimax for one ply only: who is to move changes, and both want the most. Turn
            the sign of each value and take the largest.
        the evaluation added on the way
            -limited_value → evaluate(state) - limited_value
            Only where the depth is used up does the evaluation count. Above, it is replaced by
            what the search found.
        the best value does not begin low enough
            return max( → return max(0, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-1, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-100, *(
            state.moves()) → state.moves()))
            or: return max( → return max(-1000, *(
            state.moves()) → state.moves()))
            {TOO_HIGH}
    """),
)


# ---- 2.6 -----------------------------------------------------------------------------------
def count_nodes(state: State, depth: int) -> int:
    """How many states minimax enters down to that depth, the root and finished games included."""
    if state.is_over or depth == 0:
        return 1
    return 1 + sum(count_nodes(state.play(move), depth - 1) for move in state.moves())


def _count_positions(state: State, depth: int) -> int:
    """How many different positions there are on each ply, all added up."""
    ply, count = {state}, 1
    for _ in range(depth):
        ply = {state.play(move) for state in ply for move in state.moves()}
        count += len(ply)
    return count


COUNT_NODES = Task(
    number="2.6",
    title="How many nodes?",
    reference=count_nodes,
    cases=(
        *positions("3x3x3 - 0, - 1, - 2, - 3, - 6, 12212 3"),
        *positions("7x6 1212121 2"),  # the game is over
        (TicTacToe.from_moves("5193"), 2),
        (TicTacToe.from_moves("25963"), 9),
        (THREE_PLIES, 2),
        (UNEVEN, 9),
    ),
    wrong_types={Collection: "Return one number: the nodes of all plies together."},
    hints=(
        "Count as minimax walks. The state itself is one node; what does each of its moves add?",
        "Where the game is over or the depth is used up, there is this one node and nothing below.",
        "A check by hand: with depth 1 there are the root and one node for each of its moves. "
        "With depth 2, each of these moves leads to a state that asks the same with depth 1.",
    ),
    mistakes=patches("""
        the root forgotten
            → count_nodes(state, depth) - 1
            The root is a node as well.
        leaves only
            return 1 + sum → return sum
            That counts where the search ends. The nodes on the way count too: 1 each.
        inner nodes only
            return 1\\n → return 0\\n
            Where the search ends, because of the depth or the game, there is a node too: return 1.
        finished games not counted
            return 1\\n → return 0 if state.is_over else 1\\n
            A finished game has nothing below it, but it is entered: return 1.
        finished games counted twice
            return 1\\n → return 2 if state.is_over else 1\\n
            A finished game is one node, like any other.
        the last ply not counted
            return 1\\n → return 1 if state.is_over else 0\\n
            Where the depth is used up there is a node too: return 1.
        the depth is off by one, a ply too deep
            depth == 0 → depth < 0
            Depth 0 is the root alone.
        the depth is off by one, a ply too shallow
            depth == 0 → depth <= 1
            Depth 1 is the root and the states after each of its moves.
        equal positions counted once
            → _count_positions(state, depth)
            Minimax does not notice that it has met a position before: it enters it again.
        as if there were always as many moves
            → len(state.moves()) ** depth
            That would be the number of states in the last ply if there were as many moves
            everywhere as at the root. Play them and count.
            or: → sum(len(state.moves()) ** ply for ply in range(depth + 1))
            Columns fill up and games end, so the number of moves changes. Play them and count.
        the depth is ignored
            state.is_over or depth == 0 → state.is_over
            or: depth - 1 → depth
            Count only `depth` plies: each move leaves one ply less, and with none left it ends.
        the depth is off by one where it is 0
            depth == 0 → depth == 1
            Depth 1 is the root and the states after each of its moves; depth 0 is the root alone.
        children counted twice
            return 1 + sum → return len(state.moves()) + sum
            Each child counts itself already: what is added for the state itself is 1.
        the largest branch only
            1 + sum( → 1 + max(
            All moves are tried, so add up what is below each of them.
        the last ply only
            return 1\\n → return 0 if state.is_over and depth else 1\\n
            return 1 + sum → return sum
            or: return 1\\n → return 0 if state.is_over else 1\\n
            return 1 + sum → return sum
            The nodes on the way count too: 1 each, and so do finished games.
    """)
    + FIRST_MOVE_ONLY,
)
