"""The exercises of lesson 04: counting, lines, a win in a search, quiescence, weights, the clock.

The mistakes that are recognised are in `lesson04_mistakes`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from c4lib.connect4 import Connect4
from c4lib.exercises import lesson04_mistakes as mistakes
from c4lib.exercises.compare import plain
from c4lib.exercises.task import Task
from c4lib.game import Move, State
from c4lib.heuristics import playable, threat_squares
from c4lib.search.common import Evaluate

# ---- 4.1 -----------------------------------------------------------------------------------


def evaluation_one(state: Connect4) -> int:
    """Evaluation one by hand, for the player to move: O, who has a disc less than X."""
    my_threes = ["row 1, columns 1 to 3"]
    my_twos = ["row 1, columns 1 and 2", "row 1, columns 2 and 3", "column 7"]
    their_threes = ["row 2, columns 3 to 5", "the diagonal that falls from column 3 to column 5"]
    return 100 * (len(my_threes) - len(their_threes)) + len(my_twos)


ONE = Task(
    number="4.1",
    title="Evaluation one by hand",
    reference=evaluation_one,
    cases=((Connect4.from_moves("5357423744314"),),),
    is_value=True,
    wrong_types={
        str: "A number is wanted, and a text came: leave out the quotation marks.",
        Collection: "One number is wanted: threes and twos put together as evaluation one does it.",
    },
    hints=(
        "Whose turn is it? Count the discs: X began. Count for the player to move; the other is "
        "the opponent.",
        "Go through the columns, the rows and both kinds of diagonals, and write down every pair "
        "of neighbours of one colour. Three in a row hold two pairs, and both count.",
        "100 for each three of the player to move, less 100 for each three of the opponent, and 1 "
        "for each two of the player to move. The opponent's twos do not count.",
    ),
    mistakes=mistakes.ONE,
)

# ---- 4.2 -----------------------------------------------------------------------------------


def hit_rate(width: int, height: int, connect: int, column: int, row: int) -> int:
    """How many lines run through a square; column and row are counted from 0."""

    def on_board(column: int, row: int) -> bool:
        return 0 <= column < width and 0 <= row < height

    lines = 0
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for back in range(connect):
            on = connect - 1 - back
            begins = on_board(column - back * right, row - back * up)
            lines += begins and on_board(column + on * right, row + on * up)
    return lines


HIT_RATE = Task(
    number="4.2",
    title="Lines through a square",
    reference=hit_rate,
    cases=(
        (7, 6, 4, 0, 0),
        (7, 6, 4, 3, 0),
        (7, 6, 4, 0, 2),
        (7, 6, 4, 3, 2),
        (7, 6, 4, 6, 5),
        (7, 6, 4, 1, 4),
        (3, 3, 3, 1, 1),
        (3, 3, 3, 2, 0),
        (5, 4, 4, 2, 1),
        (4, 7, 4, 3, 3),
        (8, 8, 5, 3, 4),
        (3, 6, 4, 1, 2),  # no line fits in a row
        (4, 1, 3, 1, 0),  # nor, here, in a column
    ),
    wrong_types={Collection: "One number is wanted: how many lines, not which."},
    hints=(
        "A line through the square has one of four directions. In each of them the square can be "
        "the line's first, its second, ... or its last.",
        "Try all `4 * connect` of them: where would the line begin, and where would it end? It "
        "counts if both ends are on the board.",
        "With the direction (right, up) and `back` squares before this one, the line begins at "
        "`(column - back * right, row - back * up)` and ends `connect - 1` steps further. On the "
        "board is `0 <= column < width and 0 <= row < height`.",
    ),
    mistakes=mistakes.HIT_RATE,
)

# ---- 4.3 -----------------------------------------------------------------------------------


def runs(state: Connect4, player: int, length: int) -> int:
    """How many runs of that many discs `player` has, in all four directions."""
    discs, count = state.discs(player), 0
    for step in state.board.directions:
        starts = discs
        for distance in range(1, length):
            starts &= discs >> distance * step
        count += starts.bit_count()
    return count


RUNS = Task(
    number="4.3",
    title="Twos and threes",
    reference=runs,
    cases=(
        (Connect4(), 0, 2),
        (Connect4.from_moves("1213"), 0, 2),
        (Connect4.from_moves("142526"), 1, 3),
        (Connect4.from_moves("142526"), 1, 2),
        (Connect4.from_moves("142526"), 0, 2),
        (Connect4.from_moves("12131"), 0, 3),
        (Connect4.from_moves("12131"), 0, 2),
        (Connect4.from_moves("1223733"), 0, 3),  # a diagonal that rises
        (Connect4.from_moves("7665155"), 0, 3),  # and one that falls
        (Connect4.from_moves("11114"), 0, 2),
        (Connect4.from_moves("15334251223311244", width=5, height=4), 1, 2),
        (Connect4.from_moves("2623421644454575264"), 0, 3),
        (Connect4.from_moves("2623421644454575264"), 1, 2),
    ),
    wrong_types={Collection: "One number is wanted: the runs of all directions together."},
    hints=(
        "It is `has_four` of exercise 1.2 with another length, and with a number instead of yes "
        "or no: how many squares are there in which such a run begins?",
        "`discs & discs >> step` has a bit wherever a run of two begins. For longer runs bring in "
        "`discs >> 2 * step` in the same way, and so on. `state.board.directions` holds the four "
        "steps.",
        "For each step begin with `starts = discs`; then for each distance from 1 to "
        "`length - 1`: `starts &= discs >> distance * step`. Add up `starts.bit_count()`.",
    ),
    mistakes=mistakes.RUNS,
)

# ---- 4.4 -----------------------------------------------------------------------------------


def one(state: Connect4) -> int:
    """Evaluation one for the player to move, also of a watched state or a finished game."""
    me, they = state.player, 1 - state.player
    three, two = state.connect - 1, state.connect - 2
    return 100 * (runs(state, me, three) - runs(state, they, three)) + runs(state, me, two)


def soon_value(state: State, depth: int, evaluate: Evaluate) -> float:
    """The value for the player to move; a win after n plies is worth 1,000,000 - n."""

    def value(state: State, ply: int) -> float:
        if state.is_over:
            return state.utility(state.player) * (1_000_000 - ply)
        if ply == depth:
            return evaluate(state)
        return max(-value(state.play(move), ply + 1) for move in state.moves())

    return value(state, 0)


SOON_VALUE = Task(
    number="4.4",
    title="Win soon, lose late",
    reference=soon_value,
    watch="entered",
    # Few squares are empty, so that an answer which misses its depth ends in time.
    cases=(
        (Connect4.from_moves("1212121"), 2, one),
        (Connect4.from_moves("2251244451243", width=5, height=4), 0, one),
        (Connect4.from_moves("2444334151513", width=5, height=4), 1, one),  # a win at once
        (
            Connect4.from_moves("4544433225223", width=5, height=4),
            2,
            one,
        ),  # a threat above a threat
        (Connect4.from_moves("3442133", width=4, height=3, connect=3), 4, one),
        (Connect4.from_moves("41141334421", width=4, height=4), 4, one),
        (Connect4.from_moves("45115522522413", width=5, height=4), 3, one),
        (Connect4.from_moves("42352225141544335", width=5, height=4), 3, one),
        (Connect4.from_moves("134452352253344", width=5, height=4), 4, one),
    ),
    hints=(
        "It is exercise 2.5 with a finished game that counts more. `ply` is 0 at the root and one "
        "more after each move; where does the search stop, then?",
        "A finished game's utility is 1, 0 or -1 for the player to move there. What do you "
        "multiply it by, so that wins and losses shrink with the ply and a draw stays 0?",
        "Return `state.utility(state.player) * (1_000_000 - ply)` when the game is over, "
        "`evaluate(state)` when `ply == depth`, and else the largest "
        "`-value(state.play(move), ply + 1)`.",
    ),
    mistakes=mistakes.SOON_VALUE,
)

# ---- 4.5 -----------------------------------------------------------------------------------

Loud = Callable[[Any], Sequence[Move]]
"""The moves that must be looked at before a state can be judged; none if it is quiet."""


def forced_moves(state: Any) -> list[int]:
    """The moves that win at once; if there is none, those that stop the opponent's.

    The same as `c4lib.search.forced_moves`, for which the only legal move stops nothing. But it
    only reads the board: it plays no move, and so enters no state that an answer does not enter.
    """
    empty = state.board.full ^ state.mask
    for discs in (state.mine, state.theirs) if len(state.moves()) > 1 else (state.mine,):
        squares = threat_squares(state.board, discs, empty) & playable(empty)
        if squares:
            return [column for column, _ in state.board.cells(squares)]
    return []


def quiet_value(state: State, depth: int, evaluate: Evaluate, loud: Loud) -> float:
    """The value for the player to move; beyond `depth` it goes on as long as moves are loud."""

    def value(state: State, ply: int) -> float:
        if state.is_over:
            return state.utility(state.player) * (1_000_000 - ply)
        moves = state.moves() if ply < depth else loud(state)
        if not moves:
            return evaluate(state)
        return max(-value(state.play(move), ply + 1) for move in moves)

    return value(state, 0)


QUIET_VALUE = Task(
    number="4.5",
    title="Beyond the horizon",
    reference=quiet_value,
    watch="entered",
    # Few squares are empty here as well.
    cases=(
        (Connect4.from_moves("1212121"), 1, one, forced_moves),
        (Connect4.from_moves("2251244451243", width=5, height=4), 0, one, forced_moves),  # quiet
        (Connect4.from_moves("2444334151513", width=5, height=4), 0, one, forced_moves),  # a win
        (Connect4.from_moves("435511233143214", width=5, height=4), 0, one, forced_moves),
        (Connect4.from_moves("4544433225223", width=5, height=4), 0, one, forced_moves),
        (Connect4.from_moves("2251244451243", width=5, height=4), 1, one, forced_moves),
        (Connect4.from_moves("3433511122534", width=5, height=4), 1, one, forced_moves),
        (Connect4.from_moves("24211443213411323", width=4, height=5), 1, one, forced_moves),
        (Connect4.from_moves("2234343345142", width=5, height=4), 2, one, forced_moves),
        (Connect4.from_moves("2143254235553", width=5, height=4), 2, one, forced_moves),
    ),
    hints=(
        "Only one thing changes in 4.4: what happens where the depth is used up. Ask `loud(state)` "
        "there before you ask `evaluate`.",
        "Above the limit the moves are `state.moves()`, at the limit and below it they are "
        "`loud(state)`. Where there are none, the state is quiet and can be judged.",
        "After the line about finished games: "
        "`moves = state.moves() if ply < depth else loud(state)`. "
        "If `not moves`, return `evaluate(state)`; the rest is as before, with these moves.",
    ),
    mistakes=mistakes.QUIET_VALUE,
)

# ---- 4.6 -----------------------------------------------------------------------------------

Array = NDArray[Any]

TRANSPOSED = (
    "there have to be as many rows as scores: a row is a position and a column is a feature, and "
    "so `rows` is handed to np.linalg.lstsq as it comes"
)


class FittingTask(Task):
    """A task on arrays, which are copied for each call, so that an answer may change them."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, whose results are rounded, so that 2 is not shown as 1.9999999999999998."""

        def call(*arrays: Array) -> Any:
            try:
                return _rounded(plain(function(*(array.copy() for array in arrays))))
            except np.linalg.LinAlgError as error:
                if "ncompatible" not in str(error):
                    raise
                raise ValueError(TRANSPOSED).with_traceback(error.__traceback__) from None

        return call


def _rounded(value: Any) -> Any:
    """The same with floats of nine decimals, in lists and tuples as well."""
    if isinstance(value, list | tuple):
        return type(value)(map(_rounded, value))
    return round(value, 9) + 0.0 if isinstance(value, float) else value  # + 0.0: not -0.0


def _data(*rows: tuple[tuple[float, ...], float, int]) -> tuple[Array, Array, Array]:
    """A case of fit, from its rows: the features, the score for X, and who is to move."""
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    for column in columns:
        column.flags.writeable = False
    features, scores, players = columns
    return features, scores, players


def fit(rows: Array, scores: Array, players: Array) -> Array:
    """The weights, by least squares, of an evaluation for the player to move."""
    goals = np.where(players == 0, scores, -scores)
    weights: Array = np.linalg.lstsq(rows, goals, rcond=None)[0]
    return weights


FIT = FittingTask(
    number="4.6",
    title="Let the positions choose the weights",
    reference=fit,
    cases=(
        _data(((1, 0), 3, 0), ((0, 1), 5, 0), ((1, 1), 8, 0)),
        _data(((1, 0), -3, 1), ((0, 1), 5, 0), ((2, 1), -11, 1)),
        _data(((1, 2), 9, 0), ((2, -1), 4, 1), ((-1, 3), 8, 0), ((4, 0), 5, 0), ((1, 1), -6, 1)),
        _data(((2,), 7, 0), ((1,), 1, 1), ((-3,), -8, 0), ((-1,), 6, 1)),
        _data(
            ((1, 3, 0), 4, 0),
            ((1, -2, 1), 5, 1),
            ((1, 0, -2), -9, 0),
            ((1, 4, 2), -12, 1),
            ((1, -1, -1), 0, 1),
            ((1, 2, 5), 14, 0),
        ),
    ),
    wrong_types={
        Mapping: "A list or an array of weights is wanted, and a dictionary came.",
        Real: "One weight for each feature is wanted, and one number came.",
    },
    hints=(
        "Each row is told for the player to move, and so is the evaluation that is looked for. For "
        "whom are the scores? Where the two are not the same player, something has to be turned.",
        "Where `players` is 1, the score for the player to move is minus the score for X. "
        "`np.where(players == 0, ..., ...)` chooses for each position.",
        "`np.linalg.lstsq(rows, goals, rcond=None)` hands back four things; the weights are the "
        "first. Put no column of ones to the rows.",
    ),
    mistakes=mistakes.FIT,
)

# ---- 4.7 -----------------------------------------------------------------------------------


class CopyingTask(Task):
    """A task whose dictionaries are copied for each call, so that an answer may change them."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, handed a copy of the iterations."""
        return lambda iterations: function([dict(values) for values in iterations])


Iterations = Sequence[Mapping[int, float]]
"""What each depth found: the moves it has looked at, in that order, with their values."""


def choose(iterations: Iterations) -> int:
    """The move to play when the clock has stopped the last iteration, maybe halfway."""

    def best(values: Mapping[int, float]) -> int:
        return max(values, key=lambda move: values[move])

    *finished, last = iterations
    if finished and best(finished[-1]) not in last:
        return best(finished[-1])
    return best(last)


def _choose_remark(iterations: Iterations) -> str:
    first, last = iterations[0], iterations[-1]
    if len(last) == len(first):
        return "all are finished"
    return f"the last had looked at {len(last)} of {len(first)} moves when the time was over"


CHOOSE = CopyingTask(
    number="4.7",
    title="When the clock stops",
    reference=choose,
    cases=(
        ([{3: 0, 2: 4, 4: -1}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3, 3: 1, 4: 5}],),
        ([{3: 9, 2: 4, 4: -1}, {3: 1, 2: 1, 4: 0}],),  # two are as good
        ([{3: 0, 2: 4, 4: -1}, {}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3, 3: 1}],),
        ([{3: 0, 2: 4, 4: -1}, {2: 4, 3: 6}],),
        ([{3: 0, 2: 4, 4: -1}, {3: 7}],),
        ([{3: 0, 2: 4, 4: 1}, {3: -8, 4: 6}],),
        ([{3: 2, 2: 9, 4: 1}, {2: 3, 4: 5, 3: 0}, {4: -6, 2: -2}],),
        ([{0: 5, 1: 5, 2: 1, 6: 0}, {0: 2, 1: 3, 2: 4, 6: 4}, {0: 8, 1: 9, 6: 12}],),
        ([{5: -9, 4: -2, 3: -4}, {4: -5, 3: -5, 5: -7}, {4: -9, 5: -9}],),
    ),
    remark=_choose_remark,
    wrong_types={Collection: "One move is wanted: one of the columns."},
    hints=(
        "Values of different depths cannot be compared with each other. Which depth do you trust "
        "most, and what does it have to have seen before you may trust it?",
        "The last depth has looked deepest. If the best move of the depth before is among those "
        "it has looked at, a better one there is really better. If not, nobody knows.",
        "`max(values, key=values.get)` is the best move of a dictionary, the first of equals. Take "
        "`iterations[-1]` if the best of `iterations[-2]` is in it, else that best. Mind the case "
        "of one iteration only.",
    ),
    mistakes=mistakes.CHOOSE,
)

TASKS = (ONE, HIT_RATE, RUNS, SOON_VALUE, QUIET_VALUE, FIT, CHOOSE)
