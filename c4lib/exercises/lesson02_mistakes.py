"""Known mistakes in the exercises of lesson 02: functions that make them, and what to say.

They do not use the solutions in `lesson02`. Some mistakes come in two variants; both
have the same name then.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from c4lib.exercises.task import Mistake

Pick = Callable[[Iterable[float]], float]
Moves = Callable[[Any], Sequence[Any]]


def _all(state: Any) -> Sequence[Any]:
    return list(state.moves())


def _only_the_first(state: Any) -> Sequence[Any]:
    return _all(state)[:1]


def _largest_negated(values: Iterable[float]) -> float:
    return max(-value for value in values)


def _smallest_negated(values: Iterable[float]) -> float:
    return min(-value for value in values)


_RETURNS_EARLY = (
    "Only the first move is ever tried: is the `return` inside the loop, where it ends it?"
)
_FROM_ZERO = (
    "The best value so far begins at 0, and 0 is better than what there is when all moves are "
    "bad. Begin at `-inf` for a largest and at `inf` for a smallest value, or use `max` and `min`."
)

# ---- 2.1 -----------------------------------------------------------------------------------

TREE_VALUE = (
    Mistake(
        "the largest leaf of all",
        lambda tree: max(map(max, tree)),
        "MAX would like to get there, but it is MIN who chooses within the branch.",
    ),
    Mistake(
        "max and min swapped",
        lambda tree: min(map(max, tree)),
        "The root is MAX's: the largest of the branches' values, and each of those is the "
        "smallest of its leaves.",
    ),
    Mistake(
        "means instead of minima",
        lambda tree: max(sum(branch) / len(branch) for branch in tree),
        "MIN does not throw dice: of the leaves of a branch it takes the smallest.",
    ),
    Mistake(
        "the smallest leaf of all",
        lambda tree: min(map(min, tree)),
        "MIN decides within a branch, but MAX decides which branch, and avoids that one.",
    ),
    Mistake(
        "the branch instead of its value",
        lambda tree: max(range(len(tree)), key=lambda move: min(tree[move])),
        "That is MAX's best move. What is it worth?",
    ),
    Mistake(
        "the value for MIN",
        lambda tree: -max(map(min, tree)),
        "What MAX wins, MIN loses, so that is what the tree is worth to MIN. To MAX?",
    ),
)

# ---- 2.2 -----------------------------------------------------------------------------------


def _minimax(
    is_max: Callable[[Any, int], bool] = lambda state, player: bool(state.player == player),
    leaf: Callable[[Any, int], float] = lambda state, player: float(state.utility(player)),
    below: Callable[[int], int] = lambda player: player,
    moves: Moves = _all,
    start: tuple[float, ...] = (),
) -> Callable[[Any, int], float]:
    """A minimax_value with something changed."""

    def value(state: Any, player: int) -> float:
        if state.is_over:
            return leaf(state, player)
        pick: Pick = max if is_max(state, player) else min
        return pick([*start, *(value(state.play(move), below(player)) for move in moves(state))])

    return value


def _negamax(
    fold: Pick = _largest_negated,
    leaf: Callable[[Any], float] = lambda state: float(state.utility(state.player)),
    moves: Moves = _all,
) -> Callable[[Any], float]:
    """A negamax with something changed."""

    def value(state: Any) -> float:
        if state.is_over:
            return leaf(state)
        return fold([value(state.play(move)) for move in moves(state)])

    return value


def _root_is_max(state: Any, player: int) -> float:
    root = state.player
    return _minimax(is_max=lambda state, player: bool(state.player == root))(state, player)


MINIMAX_VALUE = (
    Mistake(
        "max and min swapped",
        _minimax(is_max=lambda state, player: bool(state.player != player)),
        "Where `player` is to move, the largest value counts; where the opponent is, the smallest.",
    ),
    Mistake(
        "max for both sides",
        _minimax(is_max=lambda state, player: True),
        "The opponent does not help: where it is not `player`'s turn, the smallest value counts.",
    ),
    Mistake(
        "min for both sides",
        _minimax(is_max=lambda state, player: False),
        "Where it is `player`'s own turn, the largest value counts.",
    ),
    Mistake(
        "the leaf seen by the player to move there",
        _minimax(leaf=lambda state, player: float(state.utility(state.player))),
        "All values on the way are for `player`, so a leaf's is too: `state.utility(player)`, "
        "whoever would be to move.",
    ),
    Mistake(
        "the leaf seen by the opponent",
        _minimax(leaf=lambda state, player: float(state.utility(1 - player))),
        "Ask the finished game for the utility of `player`.",
    ),
    Mistake(
        "the leaf always seen by player 0",
        _minimax(leaf=lambda state, player: float(state.utility(0))),
        "`player` may be 1 as well: `state.utility(player)`.",
    ),
    Mistake(
        "player 0 always taken for MAX",
        _minimax(is_max=lambda state, player: bool(state.player == 0)),
        "MAX is `player`, who may be 1: compare `state.player` with `player`.",
    ),
    Mistake(
        "player 0's value, whoever was asked for",
        lambda state, player: _minimax()(state, 0),
        "The value is wanted for `player`, who may be 1 as well.",
    ),
    Mistake(
        "the root taken for MAX's",
        _root_is_max,
        "`player` need not be the one to move at the root: ask each state whose turn it is.",
    ),
    Mistake(
        "the value for the player to move",
        lambda state, player: _negamax()(state),
        "The value is wanted for `player`, who need not be the one to move.",
    ),
    Mistake(
        "the player exchanged on the way down",
        _minimax(below=lambda player: 1 - player),
        "Whose turn it is changes from ply to ply, but whose value you want stays the same: "
        "hand `player` on as it is.",
    ),
    Mistake("only the first move", _minimax(moves=_only_the_first), _RETURNS_EARLY),
    Mistake("the best value begins at 0", _minimax(start=(0,)), _FROM_ZERO),
)

# ---- 2.3 -----------------------------------------------------------------------------------

_NEGATE = (
    "A child's value is for the opponent, who is to move there. For you it is `-negamax(child)`."
)

NEGAMAX = (
    Mistake("forgetting to negate", _negamax(fold=max), _NEGATE),
    Mistake(
        "min instead of max",
        _negamax(fold=_smallest_negated),
        "With the minus sign, each child's value is one for the player to move, who wants the "
        "largest. The same comes of a minus that stands outside: not `-max(values)`, but the "
        "largest of `-value`.",
    ),
    Mistake(
        "the leaf from the wrong side",
        _negamax(leaf=lambda state: -float(state.utility(state.player))),
        "A leaf's value is for the player who would be to move there, `state.player`, not for the "
        "one who made the last move. The minus sign on the way up does the rest.",
    ),
    Mistake(
        "negated twice",
        _negamax(fold=lambda values: -_largest_negated(values)),
        "One minus sign for each ply, at the child's value, and none around the `max`: "
        "`-max(-value)` is `min(value)`, and nobody here wants the smallest.",
    ),
    Mistake(
        "the leaf always seen by player 0",
        _negamax(leaf=lambda state: float(state.utility(0))),
        "A leaf's value is for the player who would be to move there: "
        "`state.utility(state.player)`.",
    ),
    Mistake(
        "the value for player 0",
        lambda state: _minimax()(state, 0),
        "The value is wanted for the player to move, `state.player`, who may be 1.",
    ),
    Mistake("only the first move", _negamax(moves=_only_the_first), _RETURNS_EARLY),
    Mistake(
        "the best value begins at 0",
        _negamax(fold=lambda values: max(0, *(-value for value in values))),
        _FROM_ZERO,
    ),
)

# ---- 2.4 -----------------------------------------------------------------------------------


def _values(state: Any) -> dict[Any, float]:
    """Every move with its value for the player to move."""
    value = _negamax()
    return {move: -value(state.play(move)) for move in state.moves()}


def _best(values: dict[Any, float]) -> Any:
    return max(values, key=lambda move: values[move])


def _last_of_equals(state: Any) -> Any:
    return _best(dict(reversed(_values(state).items())))


def _worst(state: Any) -> Any:
    return _best({move: -value for move, value in _values(state).items()})


def _for_player_0(state: Any) -> Any:
    value = _minimax()
    return _best({move: value(state.play(move), 0) for move in state.moves()})


def _one_ply(state: Any) -> Any:
    afters = {move: state.play(move) for move in state.moves()}
    return _best(
        {
            move: after.utility(state.player) if after.is_over else 0.0
            for move, after in afters.items()
        }
    )


BEST_MOVE = (
    Mistake(
        "the last of equals",
        _last_of_equals,
        "Of moves that are as good, the first in the natural order is wanted: replace the best "
        "so far only by a better one, with `>` and not `>=`.",
    ),
    Mistake(
        "the opponent's favourite",
        _worst,
        "That is the worst move. The value of a child is for the opponent, who is to move there: "
        "is a minus sign missing, or is it `min` for `max`?",
    ),
    Mistake(
        "the value instead of the move",
        lambda state: max(_values(state).values()),
        "That is what the best move is worth. Which move is it? "
        "`max(..., key=...)` hands back the move.",
    ),
    Mistake(
        "the place in the list instead of the move",
        lambda state: list(state.moves()).index(_best(_values(state))),
        "The third legal move need not be move 2: columns can be full, squares taken. "
        "Hand back `state.moves()[place]`.",
    ),
    Mistake(
        "the best for player 0",
        _for_player_0,
        "The move is for the player to move, who may be 1.",
    ),
    Mistake(
        "looking only one move ahead",
        _one_ply,
        "The opponent replies, and so on to the end: what does `negamax` say of the state "
        "after the move?",
    ),
)

# ---- 2.5 -----------------------------------------------------------------------------------

Evaluate = Callable[[Any], float]


def _limited(
    last: Callable[[int], bool] = lambda depth: depth == 0,
    below: Callable[[int], int] = lambda depth: depth - 1,
    judge: Callable[[Any, Evaluate], float] = lambda state, evaluate: evaluate(state),
    finished: Callable[[Any], float] = lambda state: float(state.utility(state.player)),
    fold: Pick = _largest_negated,
    limit_first: bool = False,
) -> Callable[[Any, int, Evaluate], float]:
    """A limited_value with something changed."""

    def value(state: Any, depth: int, evaluate: Evaluate) -> float:
        if limit_first and last(depth):
            return judge(state, evaluate)
        if state.is_over:
            return finished(state)
        if last(depth):
            return judge(state, evaluate)
        return fold([value(state.play(move), below(depth), evaluate) for move in state.moves()])

    return value


def _judged_for_the_root(state: Any, depth: int, evaluate: Evaluate) -> float:
    root = state.player

    def judge(state: Any, evaluate: Evaluate) -> float:
        return evaluate(state) if state.player == root else -evaluate(state)

    return _limited(judge=judge)(state, depth, evaluate)


_SHALLOW = (
    "A move further is still allowed: with depth 1 each move is played once, and the state after "
    "it is judged. The test is `depth == 0`, and each play uses up 1."
)

LIMITED_VALUE = (
    Mistake(
        "the depth is off by one, a ply too deep",
        _limited(last=lambda depth: depth < 0),
        "With depth 0 no move is played at all: the state itself is judged.",
    ),
    Mistake(
        "the depth is off by one, a ply too shallow",
        _limited(last=lambda depth: depth <= 1),
        _SHALLOW,
    ),
    Mistake(
        "the depth is off by one, a ply too shallow",
        _limited(last=lambda depth: depth == 1),
        _SHALLOW,
    ),
    Mistake(
        "the depth is not counted down",
        _limited(below=lambda depth: depth),
        "With each move that is played, one ply less is left: hand on `depth - 1`.",
    ),
    Mistake(
        "the evaluation from the wrong side",
        _limited(judge=lambda state, evaluate: -evaluate(state)),
        "`evaluate(state)` is for the player to move in that state, and so is what you return: "
        "no minus sign there.",
    ),
    Mistake(
        "the evaluation taken for the root's player",
        _judged_for_the_root,
        "`evaluate(state)` is for the player to move in that very state, who is the opponent "
        "after an odd number of plies.",
    ),
    Mistake(
        "finished games evaluated",
        _limited(limit_first=True),
        "A finished game need not be guessed at: ask `is_over` first, and for `utility`, "
        "and only then whether the depth is used up.",
    ),
    Mistake(
        "finished games evaluated",
        lambda state, depth, evaluate: _limited(finished=evaluate)(state, depth, evaluate),
        "A finished game need not be guessed at: it has a `utility`.",
    ),
    Mistake(
        "finished games from the wrong side",
        _limited(finished=lambda state: -float(state.utility(state.player))),
        "A finished game counts for the player who would be to move there: "
        "`state.utility(state.player)`.",
    ),
    Mistake(
        "0 instead of the evaluation",
        _limited(judge=lambda state, evaluate: 0.0 * evaluate(state)),
        "Where the depth is used up, `evaluate(state)` says what the state is worth.",
    ),
    Mistake(
        "forgetting to negate",
        _limited(fold=max),
        "A child's value is for the opponent, who is to move there: put a minus sign before it.",
    ),
    Mistake(
        "min instead of max",
        _limited(fold=_smallest_negated),
        "With the minus sign, each child's value is one for the player to move, "
        "who wants the largest.",
    ),
)

# ---- 2.6 -----------------------------------------------------------------------------------


def _count(
    inner: int = 1, over: int = 1, last: int = 1, deepest: int = 0
) -> Callable[[Any, int], int]:
    """A count_nodes in which nodes of these kinds count so much, down to another depth."""

    def count(state: Any, depth: int) -> int:
        if state.is_over:
            return over
        if depth <= deepest:
            return last
        return inner + sum(count(state.play(move), depth - 1) for move in state.moves())

    return count


def _levels(state: Any, depth: int) -> list[set[Any]]:
    """The different positions of each ply."""
    levels = [{state}]
    for _ in range(depth):
        levels.append({state.play(move) for state in levels[-1] for move in state.moves()})
    return levels


COUNT_NODES = (
    Mistake(
        "the root forgotten",
        lambda state, depth: _count()(state, depth) - 1,
        "The root is a node as well.",
    ),
    Mistake(
        "leaves only",
        _count(inner=0),
        "That counts where the search ends. The nodes on the way there count too: 1 for the state "
        "itself, plus what is below it.",
    ),
    Mistake(
        "inner nodes only",
        _count(over=0, last=0),
        "Where the search ends, because of the depth or the game, there is a node too: return 1.",
    ),
    Mistake(
        "finished games not counted",
        _count(over=0),
        "A finished game has nothing below it, but it is entered: return 1.",
    ),
    Mistake(
        "finished games counted twice",
        _count(over=2),
        "A finished game is one node, like any other.",
    ),
    Mistake(
        "the last ply not counted",
        _count(last=0),
        "Where the depth is used up there is a node too: return 1.",
    ),
    Mistake(
        "the depth is off by one, a ply too deep",
        _count(deepest=-1),
        "Depth 0 is the root alone.",
    ),
    Mistake(
        "the depth is off by one, a ply too shallow",
        _count(deepest=1),
        "Depth 1 is the root and the states after each of its moves.",
    ),
    Mistake(
        "as if there were always as many moves",
        lambda state, depth: len(state.moves()) ** depth,
        "That would be the number of states in the last ply if there were as many moves "
        "everywhere as at the root. Play them and count.",
    ),
    Mistake(
        "as if there were always as many moves",
        lambda state, depth: sum(len(state.moves()) ** ply for ply in range(depth + 1)),
        "Columns fill up, squares are taken and games end, so the number of moves changes. "
        "Play them and count.",
    ),
    Mistake(
        "equal positions counted once",
        lambda state, depth: sum(map(len, _levels(state, depth))),
        "Minimax does not notice that it has met a position before: it enters it again, "
        "and that counts.",
    ),
)
