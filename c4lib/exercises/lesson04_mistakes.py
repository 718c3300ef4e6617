"""Known mistakes in the exercises of lesson 04: functions that make them, and what to say.

They do not use the solutions in `lesson04`. Some mistakes come in two variants; both
have the same name then.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from c4lib.connect4 import Cell, Connect4
from c4lib.exercises.task import Mistake
from c4lib.search import forced_moves

Directions = tuple[tuple[int, int], ...]

_UP, _RIGHT, _RISE, _FALL = _ALL = ((0, 1), (1, 0), (1, 1), (1, -1))
_BOTH_WAYS = (*_ALL, (0, -1), (-1, 0), (-1, -1), (-1, 1))

# ---- 4.3, which 4.1 counts with ------------------------------------------------------------


def _moved(cell: Cell, direction: tuple[int, int], steps: int) -> Cell:
    return cell[0] + steps * direction[0], cell[1] + steps * direction[1]


def _found(
    state: Connect4,
    discs: int,
    length: int,
    directions: Directions = _ALL,
    once: bool = False,
    exact: bool = False,
    free: bool = False,
) -> list[list[Cell]]:
    """The runs of the discs; long ones once, or not at all, or only those with a free end."""
    own = set(state.board.cells(discs))
    empty = set(state.board.cells(state.board.full & ~state.mask))
    found = []
    for direction in directions:
        for cell in sorted(own):
            squares = [_moved(cell, direction, step) for step in range(length)]
            front, behind = _moved(cell, direction, -1), _moved(cell, direction, length)
            if (
                own.issuperset(squares)
                and not (once and front in own)
                and not (exact and own & {front, behind})
                and not (free and not empty & {front, behind})
            ):
                found.append(squares)
    return found


Runs = Callable[[Connect4, int, int], int]


def _runs(
    discs: Callable[[Connect4, int], int] = lambda state, player: state.discs(player),
    size: Callable[[int], int] = lambda length: length,
    **conditions: Any,
) -> Runs:
    """A `runs` with something changed."""

    def runs(state: Connect4, player: int, length: int) -> int:
        return len(_found(state, discs(state, player), size(length), **conditions))

    return runs


_right = _runs()
_no_diagonals = _runs(directions=(_UP, _RIGHT))
_once = _runs(once=True)
_exact = _runs(exact=True)
_free = _runs(free=True)


def _squares(state: Connect4, player: int, length: int) -> int:
    found = _found(state, state.discs(player), length)
    return len({cell for squares in found for cell in squares})


def _over_the_edge(state: Connect4, player: int, length: int) -> int:
    """With squares numbered without a spare row, so that runs go on in the next column."""
    height = state.height
    discs = {column * height + row for column, row in state.board.cells(state.discs(player))}
    return sum(
        all(square + distance * step in discs for distance in range(length))
        for step in (1, height, height - 1, height + 1)
        for square in discs
    )


def _shifted_twice(state: Connect4, player: int, length: int) -> int:
    count = 0
    for step in state.board.directions:
        starts = state.discs(player)
        for distance in range(1, length):
            starts &= starts >> distance * step
        count += starts.bit_count()
    return count


def _surplus(state: Connect4, player: int, length: int) -> int:
    return _right(state, player, length) - _right(state, 1 - player, length)


def _with_gaps(state: Connect4, player: int, length: int) -> int:
    """The places for a line that hold so many discs of the player, and else nothing."""
    own = set(state.board.cells(state.discs(player)))
    empty = set(state.board.cells(state.board.full & ~state.mask))
    return sum(
        len(line & own) == length and line <= own | empty
        for cell in state.board.cells(state.board.full)
        for direction in _ALL
        for line in [{_moved(cell, direction, step) for step in range(state.connect)}]
    )


_LENGTH = "How long the runs are that count, `length` says: it can be 2 or 3."
_DIAGONAL = "A diagonal can rise to the right or fall to the right: the steps differ."

RUNS = (
    Mistake(
        "only upright runs",
        _runs(directions=(_UP,)),
        "There are four directions. If your loop goes through all of them: does it return before "
        "it has added them up?",
    ),
    Mistake(
        "no diagonals",
        _no_diagonals,
        "Upright and level runs are right; runs on the two diagonals count as well.",
    ),
    Mistake("one diagonal forgotten", _runs(directions=(_UP, _RIGHT, _RISE)), _DIAGONAL),
    Mistake("one diagonal forgotten", _runs(directions=(_UP, _RIGHT, _FALL)), _DIAGONAL),
    Mistake(
        "every run counted from both ends",
        _runs(directions=_BOTH_WAYS),
        "A run from left to right is the same as from right to left: four directions are enough.",
    ),
    Mistake(
        "a long run counted once",
        _once,
        "Count where runs begin: in a run of three a run of two begins twice, in its first disc "
        "and in its second.",
    ),
    Mistake(
        "only runs of exactly that length",
        _exact,
        "A run of three is also two runs of two: it does not matter what lies before and behind.",
    ),
    Mistake(
        "only runs with a free end",
        _free,
        "Whether a run can still become a line is not asked here: count the others, too. (To ask "
        "it is the idea of evaluation one bis.)",
    ),
    Mistake(
        "discs counted instead of runs",
        _squares,
        "These are the discs that are part of a run. How many runs are there?",
    ),
    Mistake(
        "gaps are allowed",
        _with_gaps,
        "The discs of a run are neighbours. (With gaps, it is what evaluation two counts.)",
    ),
    Mistake(
        "runs that go on in the next column",
        _over_the_edge,
        "On top of each column there is a spare bit. Without it a run that leaves a column at the "
        "top goes on at the bottom of the next: one column is `height + 1` bits.",
    ),
    Mistake(
        "what is shifted has been shifted before",
        _shifted_twice,
        "With `starts &= starts >> ...` each round asks for more discs than you want, because "
        "`starts` are whole runs by then. Which bits have to be shifted?",
    ),
    Mistake(
        "a disc too many",
        _runs(size=lambda length: length + 1),
        "A run of two needs one shift, a run of three needs two.",
    ),
    Mistake(
        "a disc too few",
        _runs(size=lambda length: length - 1),
        "For a run of two, a disc and its neighbour have to be there. How far does your loop go?",
    ),
    Mistake("always runs of two", _runs(size=lambda length: 2), _LENGTH),
    Mistake("always runs of three", _runs(size=lambda length: 3), _LENGTH),
    Mistake(
        "the opponent's runs taken off",
        _surplus,
        "Only the runs of `player` are counted here. An evaluation can compare the players later.",
    ),
    Mistake(
        "the opponent's runs",
        _runs(lambda state, player: state.discs(1 - player)),
        "These are the runs of the other player.",
    ),
    Mistake(
        "the runs of the player to move",
        _runs(lambda state, player: state.mine),
        "The runs of `player` are wanted, whoever's turn it is.",
    ),
    Mistake(
        "discs of both players in one run",
        _runs(lambda state, player: state.mask),
        "`state.mask` holds the discs of both players.",
    ),
)

# ---- 4.1 -----------------------------------------------------------------------------------


def _one(
    threes: Runs = _right,
    twos: Runs = _right,
    points: int = 100,
    their_threes: int = 1,
    their_twos: int = 0,
    my_twos: int = 1,
    mover: int = 0,
) -> Callable[[Connect4], int]:
    """An evaluation one with something changed; mover 1 is the player who just moved."""

    def one(state: Connect4) -> int:
        me, they = state.player ^ mover, 1 - state.player ^ mover
        surplus = threes(state, me, 3) - their_threes * threes(state, they, 3)
        return points * surplus + my_twos * twos(state, me, 2) - their_twos * twos(state, they, 2)

    return one


_THEIR_TWOS = (
    "the opponent's twos taken off",
    "A fair thought, but evaluation one does not count the opponent's twos.",
)
_PAIRS = "A run of three is also two runs of two: its first two discs, and its last two."

ONE = (
    Mistake(
        "for the wrong player",
        _one(mover=1),
        "That is what it is worth to the player who has just moved. Whose turn is it?",
    ),
    Mistake(_THEIR_TWOS[0], _one(their_twos=1), _THEIR_TWOS[1]),
    Mistake(_THEIR_TWOS[0], _one(twos=_once, their_twos=1), f"{_THEIR_TWOS[1]} And: {_PAIRS}"),
    Mistake(_THEIR_TWOS[0], _one(twos=_exact, their_twos=1), f"{_THEIR_TWOS[1]} And: {_PAIRS}"),
    Mistake(
        "the opponent's threes forgotten",
        _one(their_threes=0),
        "The threes of the opponent are as bad as yours are good.",
    ),
    Mistake("the twos inside a three forgotten", _one(twos=_exact), _PAIRS),
    Mistake("the twos inside a three counted once", _one(twos=_once), _PAIRS),
    Mistake(
        "no diagonals",
        _one(threes=_no_diagonals, twos=_no_diagonals),
        "Runs on the diagonals count as well, those that rise and those that fall.",
    ),
    Mistake(
        "the twos forgotten",
        _one(my_twos=0),
        "The threes are right. Each two of the player to move adds 1.",
    ),
    Mistake(
        "only threes with a free end",
        _one(threes=_free),
        "Evaluation one counts every three, even one that can never become a line. (One bis asks "
        "for a free end.)",
    ),
    Mistake(
        "threes with a gap counted",
        _one(threes=_with_gaps),
        "The three discs have to be neighbours, and it does not matter whether there is room for "
        "a fourth.",
    ),
    Mistake(
        "a three taken for 10",
        _one(points=10),
        "The counts are right, but a three is worth 100 in evaluation one.",
    ),
    Mistake(
        "the last disc not on the board",
        lambda state: _one()(state.previous or state),
        "That is one ply earlier, for the player who was to move then. Look at the board as it "
        "is now.",
    ),
)

# ---- 4.2 -----------------------------------------------------------------------------------

Hits = Callable[[int, int, int, int, int], int]
Inside = Callable[[int, int], bool]
"""Whether a coordinate is on a board of that size."""


def _inside(place: int, size: int) -> bool:
    return 0 <= place < size


def _hits(
    directions: Directions = _ALL,
    places: Callable[[int], Iterable[int]] = range,
    inside: Inside = _inside,
    ends: Callable[[bool, bool], bool] = lambda first, last: first and last,
    count_from: int = 0,
) -> Hits:
    """A hit_rate with something changed."""

    def hits(width: int, height: int, connect: int, column: int, row: int) -> int:
        def on_board(cell: Cell) -> bool:
            return inside(cell[0], width) and inside(cell[1], height)

        cell = column - count_from, row - count_from
        return sum(
            ends(
                on_board(_moved(cell, direction, -place)),
                on_board(_moved(cell, direction, connect - 1 - place)),
            )
            for direction in directions
            for place in places(connect)
        )

    return hits


_all_hits = _hits()


def _falling_over(top: bool, bottom: bool) -> Hits:
    """A hit_rate whose falling lines may leave the board at the top or at the bottom."""

    def hits(width: int, height: int, connect: int, column: int, row: int) -> int:
        falling = sum(
            column >= place
            and column + connect - 1 - place < width
            and (top or row + place < height)
            and (bottom or row - (connect - 1 - place) >= 0)
            for place in range(connect)
        )
        return falling + _hits((_UP, _RIGHT, _RISE))(width, height, connect, column, row)

    return hits


_EDGE = (
    "off by one at the edge",
    "The board has columns 0 to `width - 1` and rows 0 to `height - 1`: the first and the last of "
    "them are on it, and the next is not.",
)
_LEAVES = (
    "lines that leave the board",
    "A line counts only if all of it is on the board. Its two ends tell: ask for both, in both "
    "directions.",
)
_FALLS = (
    "falling lines that leave the board",
    "A line that falls to the right begins higher than it ends. So its beginning has to be checked "
    "at the top, `row < height`, and its end at the bottom, `0 <= row`.",
)
_BEGIN = (
    "only lines that begin or end in the square",
    "The square can also lie in the middle of a line: try every place that it can have in one.",
)

HIT_RATE = (
    Mistake("one diagonal forgotten", _hits((_UP, _RIGHT, _RISE)), _DIAGONAL),
    Mistake("one diagonal forgotten", _hits((_UP, _RIGHT, _FALL)), _DIAGONAL),
    Mistake(
        "no diagonals",
        _hits((_UP, _RIGHT)),
        "Lines on both diagonals run through the square as well.",
    ),
    Mistake(
        "one direction only",
        _hits((_UP,)),
        "Lines have four directions. If your loop goes through all of them: does it return before "
        "it has added them up?",
    ),
    Mistake(
        "one direction only",
        _hits((_RIGHT,)),
        "Lines have four directions. If your loop goes through all of them: does it return before "
        "it has added them up?",
    ),
    Mistake(
        "every line counted from both ends",
        _hits(_BOTH_WAYS),
        "A line from left to right is the same as from right to left: four directions are enough.",
    ),
    Mistake(_BEGIN[0], _hits(places=lambda connect: (0,)), _BEGIN[1]),
    Mistake(_BEGIN[0], _hits(_BOTH_WAYS, places=lambda connect: (0,)), _BEGIN[1]),
    Mistake(_LEAVES[0], _hits(ends=lambda first, last: True), _LEAVES[1]),
    Mistake(_LEAVES[0], _hits(ends=lambda first, last: first), _LEAVES[1]),
    Mistake(_LEAVES[0], _hits(ends=lambda first, last: last), _LEAVES[1]),
    Mistake(_FALLS[0], _falling_over(top=True, bottom=False), _FALLS[1]),
    Mistake(_FALLS[0], _falling_over(top=False, bottom=True), _FALLS[1]),
    Mistake(_FALLS[0], _falling_over(top=True, bottom=True), _FALLS[1]),
    Mistake(_EDGE[0], _hits(inside=lambda place, size: 0 <= place <= size), _EDGE[1]),
    Mistake(_EDGE[0], _hits(inside=lambda place, size: 0 < place < size), _EDGE[1]),
    Mistake(_EDGE[0], _hits(inside=lambda place, size: 0 <= place < size - 1), _EDGE[1]),
    Mistake(
        "one place too few",
        _hits(places=lambda connect: range(1, connect)),
        "In a line of `connect` squares there are `connect` places for this one, the first and "
        "the last included.",
    ),
    Mistake(
        "one place too few",
        _hits(places=lambda connect: range(connect - 1)),
        "In a line of `connect` squares there are `connect` places for this one, the first and "
        "the last included.",
    ),
    Mistake(
        "columns and rows counted from 1",
        _hits(count_from=1),
        "Column and row are counted from 0 here, as everywhere in code: column 0 is on the board, "
        "and column `width` is not.",
    ),
    Mistake(
        "width and height swapped",
        lambda width, height, connect, column, row: _all_hits(height, width, connect, column, row),
        "Columns go up to the width, rows up to the height.",
    ),
    Mistake(
        "always lines of four",
        lambda width, height, connect, column, row: _all_hits(width, height, 4, column, row),
        "How long a line is, `connect` says: it need not be 4.",
    ),
)

# ---- 4.4 -----------------------------------------------------------------------------------

Evaluate = Callable[[Any], float]
Loud = Callable[[Any], Sequence[Any]]
WIN = 1_000_000


def _largest_negated(values: Sequence[float]) -> float:
    return max(-value for value in values)


def _soon(
    over: Callable[[Any, float, int, int], float] = (
        lambda state, utility, ply, depth: utility * (WIN - ply)
    ),
    last: Callable[[int, int], bool] = lambda ply, depth: ply == depth,
    judge: Callable[[Any, Evaluate, int], float] = lambda state, evaluate, ply: evaluate(state),
    fold: Callable[[Sequence[float]], float] = _largest_negated,
    step: int = 1,
    depth_step: int = 0,
    root_ply: int = 0,
    limit_first: bool = False,
) -> Callable[[Any, int, Evaluate], float]:
    """A soon_value with something changed."""

    def root_value(root: Any, depth: int, evaluate: Evaluate) -> float:
        def value(state: Any, ply: int, depth: int) -> float:
            if limit_first and last(ply, depth):
                return judge(state, evaluate, ply)
            if state.is_over:
                return over(state, float(state.utility(state.player)), ply, depth)
            if last(ply, depth):
                return judge(state, evaluate, ply)
            children = [state.play(move) for move in state.moves()]
            return fold([value(child, ply + step, depth - depth_step) for child in children])

        return value(root, root_ply, depth)

    return root_value


SOON_VALUE = (
    Mistake(
        "a win does not outweigh the evaluation",
        _soon(lambda state, utility, ply, depth: utility),
        "A win that counts 1 is nothing beside a three that counts 100. What is a win worth here?",
    ),
    Mistake(
        "a later win is as good as a sooner one",
        _soon(lambda state, utility, ply, depth: utility * WIN),
        "Who can always win later may never do it. Let a win be worth less with each ply.",
    ),
    Mistake(
        "a later win is better than a sooner one",
        _soon(lambda state, utility, ply, depth: utility * (WIN + ply)),
        "Each ply until the win takes something off, and each ply until a loss makes it less bad.",
    ),
    Mistake(
        "a loss is hurried",
        _soon(lambda state, utility, ply, depth: utility * WIN - ply),
        "Where a game has just been won, the player to move has lost it: the number is negative, "
        "and the plies have to bring it nearer to 0. And what becomes of a draw?",
    ),
    Mistake(
        "a draw depends on the ply",
        _soon(lambda state, utility, ply, depth: utility * WIN + ply),
        "Losses are right, but a draw is worth 0 whenever it comes.",
    ),
    Mistake(
        "plies counted from the start of the game",
        _soon(lambda state, utility, ply, depth: utility * (WIN - state.ply)),
        "`state.ply` counts all discs on the board. Count the moves since the root.",
    ),
    Mistake(
        "the depth taken off instead of the plies",
        _soon(lambda state, utility, ply, depth: utility * (WIN - depth)),
        "`depth` is the same everywhere in this search. How many plies did the win take?",
    ),
    Mistake(
        "the plies that are left taken off",
        _soon(lambda state, utility, ply, depth: utility * (WIN - (depth - ply))),
        "Those are the plies still to go when the game ends, and a quick win leaves many.",
    ),
    Mistake(
        "the ply is off by one",
        _soon(lambda state, utility, ply, depth: utility * (WIN - ply - 1)),
        "A win with the very first move is worth 999,999: it comes after one ply.",
    ),
    Mistake(
        "the ply is off by one",
        _soon(lambda state, utility, ply, depth: utility * (WIN - ply + 1)),
        "A win with the very first move is worth 999,999: it comes after one ply.",
    ),
    Mistake(
        "counted up and down at once",
        _soon(depth_step=1),
        "If `ply` grows and `depth` shrinks, they meet halfway. Only one of them should move.",
    ),
    Mistake(
        "a ply too deep",
        _soon(last=lambda ply, depth: ply > depth),
        "With depth 0 no move is played at all: the state itself is judged.",
    ),
    Mistake(
        "a ply too shallow",
        _soon(last=lambda ply, depth: ply + 1 >= depth),
        "With depth 1 each move is played once, and the state after it is judged.",
    ),
    Mistake(
        "finished games evaluated",
        _soon(limit_first=True),
        "At the last ply, too, games can be over. Which question comes first?",
    ),
    Mistake(
        "the evaluation from the wrong side",
        _soon(judge=lambda state, evaluate, ply: -evaluate(state)),
        "`evaluate(state)` is for the player to move in that state, and so is what `value` "
        "returns.",
    ),
    Mistake(
        "the evaluation taken for the root's player",
        _soon(judge=lambda state, evaluate, ply: evaluate(state) * (-1) ** ply),
        "`evaluate(state)` is for the player to move in that very state, who is the opponent "
        "after an odd number of plies.",
    ),
    Mistake(
        "finished games from the wrong side",
        _soon(lambda state, utility, ply, depth: -utility * (WIN - ply)),
        "A finished game counts for the player who would be to move there, and who has mostly "
        "lost it.",
    ),
    Mistake(
        "finished games from X's side",
        _soon(lambda state, utility, ply, depth: state.utility(0) * (WIN - ply)),
        "`utility(0)` is for X. What `value` returns is for the player to move in that state.",
    ),
    Mistake(
        "X's wins taken for draws",
        _soon(lambda state, utility, ply, depth: ply - WIN if state.winner else 0.0),
        "X is player 0, and `if state.winner` takes 0 for no. Ask `state.winner is not None`, or "
        "multiply by `state.utility(state.player)`.",
    ),
    Mistake(
        "the worst move chosen",
        _soon(fold=lambda values: min(-value for value in values)),
        "The player to move chooses the largest of the negated values: `max`, at every ply.",
    ),
    Mistake(
        "forgetting to negate",
        _soon(fold=max),
        "A child's value is for the opponent, who is to move there.",
    ),
    Mistake(
        "0 instead of the evaluation",
        _soon(judge=lambda state, evaluate, ply: 0 * evaluate(state)),
        "Where the depth is used up, `evaluate(state)` says what the state is worth.",
    ),
)

# ---- 4.5 -----------------------------------------------------------------------------------


def _quiet(
    chosen: Callable[[Any, int, int, Loud], Sequence[Any]] = (
        lambda state, ply, depth, loud: state.moves() if ply < depth else loud(state)
    ),
    over: Callable[[float, int, int], float] = lambda utility, ply, depth: utility * (WIN - ply),
    judge: Callable[[Any, Evaluate, int], float] = lambda state, evaluate, ply: evaluate(state),
    fold: Callable[[Sequence[float], bool], float] = (
        lambda values, beyond: _largest_negated(values)
    ),
    stands_pat: bool = False,
    pause: int | None = None,
) -> Callable[[Any, int, Evaluate, Loud], float]:
    """A quiet_value with something changed; `pause` so many plies beyond the limit it stops."""

    def root_value(root: Any, depth: int, evaluate: Evaluate, loud: Loud) -> float:
        def value(state: Any, ply: int) -> float:
            if state.is_over:
                return over(float(state.utility(state.player)), ply, depth)
            stops = pause is not None and ply >= depth + pause
            moves = [] if stops else chosen(state, ply, depth, loud)
            if not moves:
                return judge(state, evaluate, ply)
            found = fold([value(state.play(move), ply + 1) for move in moves], ply >= depth)
            if stands_pat and ply >= depth:
                return max(found, evaluate(state))
            return found

        return value(root, 0)

    return root_value


def _root_only(root: Any, depth: int, evaluate: Evaluate, loud: Loud) -> float:
    me = root.player
    return _quiet()(root, depth, evaluate, lambda state: loud(state) if state.player == me else [])


_AGAIN = (
    "all moves again below the limit",
    "`ply == depth` is true only once on the way down; a state beyond the limit is beyond it, too.",
)

QUIET_VALUE = (
    Mistake(
        "the horizon is where it was",
        _quiet(pause=0),
        "At the depth limit every state is judged, also those where something is about to happen. "
        "What does `loud(state)` say there?",
    ),
    Mistake(
        "it stops after one loud move",
        _quiet(pause=1),
        "After a forced move the next one may be forced, too. Go on until a state is quiet.",
    ),
    Mistake(
        "all moves where some are loud",
        _quiet(lambda state, ply, depth, loud: state.moves() if ply < depth or loud(state) else []),
        "Beyond the limit only the loud moves are played: the others would make the search "
        "explode again.",
    ),
    Mistake(
        _AGAIN[0],
        _quiet(lambda state, ply, depth, loud: loud(state) if ply == depth else state.moves()),
        _AGAIN[1],
    ),
    Mistake(
        _AGAIN[0],
        _quiet(
            lambda state, ply, depth, loud: state.moves() if ply != depth or loud(state) else []
        ),
        _AGAIN[1],
    ),
    Mistake(
        "forced_moves instead of loud",
        _quiet(
            lambda state, ply, depth, loud: state.moves() if ply < depth else forced_moves(state)
        ),
        "Ask `loud`, which is handed in, not `forced_moves`.",
    ),
    Mistake(
        "it never stops before the end of the game",
        _quiet(
            lambda state, ply, depth, loud: (
                state.moves() if ply < depth else loud(state) or state.moves()
            )
        ),
        "Where nothing is loud beyond the limit, the state is quiet: there it is judged.",
    ),
    Mistake(
        "only loud moves above the limit as well",
        _quiet(
            lambda state, ply, depth, loud: (
                loud(state) or state.moves() if ply < depth else loud(state)
            )
        ),
        "Up to the limit every move is looked at; only beyond it the loud ones alone.",
    ),
    Mistake(
        "the limit is off by one",
        _quiet(lambda state, ply, depth, loud: state.moves() if ply <= depth else loud(state)),
        "With depth 0 nothing is above the limit: even at the root only loud moves are played.",
    ),
    Mistake(
        "only the first loud move",
        _quiet(lambda state, ply, depth, loud: state.moves() if ply < depth else loud(state)[:1]),
        "There may be several loud moves, and the first need not be the best.",
    ),
    Mistake(
        "loud for one player only",
        _root_only,
        "Both players can be forced: ask `loud(state)` whoever's turn it is.",
    ),
    Mistake(
        "the player may also stand still",
        _quiet(stands_pat=True),
        "In chess that is done, because nobody has to take a piece. Here a loud state is not "
        "judged at all: who must win or stop a win has no quiet move to choose instead.",
    ),
    Mistake(
        "no plies counted beyond the limit",
        _quiet(over=lambda utility, ply, depth: utility * (WIN - min(ply, depth))),
        "A loud move is a ply like any other: the win comes later by one.",
    ),
    Mistake(
        "forgetting to negate beyond the limit",
        _quiet(fold=lambda values, beyond: max(values) if beyond else _largest_negated(values)),
        "After a loud move it is the other player's turn, as after any move.",
    ),
    Mistake(
        "the evaluation from the wrong side",
        _quiet(judge=lambda state, evaluate, ply: -evaluate(state)),
        "`evaluate(state)` is for the player to move in that state, and so is what `value` "
        "returns.",
    ),
    Mistake(
        "the evaluation taken for the root's player",
        _quiet(judge=lambda state, evaluate, ply: evaluate(state) * (-1) ** ply),
        "`evaluate(state)` is for the player to move in that very state, who is the opponent "
        "after an odd number of plies.",
    ),
    Mistake(
        "a win does not outweigh the evaluation",
        _quiet(over=lambda utility, ply, depth: utility),
        "A finished game counts as in exercise 4.4.",
    ),
)

# ---- 4.6 -----------------------------------------------------------------------------------

Array = NDArray[Any]


def _weights(rows: Array, goals: Array) -> Array:
    weights: Array = np.linalg.lstsq(rows, goals, rcond=None)[0]
    return weights


def _turned(scores: Array, players: Array) -> Array:
    """The scores for the player to move."""
    turned: Array = scores * (1 - 2 * players)
    return turned


def _with_constant(rows: Array, scores: Array, players: Array) -> Array:
    """The weights, and that of a constant after them."""
    ones = np.ones((len(rows), 1))
    return _weights(np.hstack([rows, ones]), _turned(scores, players))


def _one_by_one(rows: Array, scores: Array, players: Array) -> list[float]:
    goals = _turned(scores, players)
    return [float(_weights(column[:, None], goals)[0]) for column in rows.T]


def _first_rows(rows: Array, scores: Array, players: Array) -> Array:
    count = rows.shape[1]
    return _weights(rows[:count], _turned(scores, players)[:count])


def _rows_of_x(rows: Array, scores: Array, players: Array) -> Array:
    return _weights(rows[players == 0], scores[players == 0])


def _scaled(rows: Array, scores: Array, players: Array) -> Array:
    weights = _weights(rows, _turned(scores, players))
    shares: Array = weights / weights.sum()
    return shares


FIT = (
    Mistake(
        "the scores are left for X",
        lambda rows, scores, players: _weights(rows, scores),
        "The features speak for the player to move and the scores for X. Where it is O's turn, "
        "what is good for one of them is bad for the other. (And if both are turned there, nothing "
        "is gained.)",
    ),
    Mistake(
        "turned for the wrong player",
        lambda rows, scores, players: _weights(rows, -_turned(scores, players)),
        "Every weight has the wrong sign. Whose turn is it where a score for X can stay as it is?",
    ),
    Mistake(
        "every score turned",
        lambda rows, scores, players: _weights(rows, -scores),
        "Only where it is O's turn the score has to change its sign. Does your condition ask each "
        "position?",
    ),
    Mistake(
        "all scores made positive",
        lambda rows, scores, players: _weights(rows, abs(scores)),
        "A score can be bad for the player to move, too: turn its sign, do not drop it.",
    ),
    Mistake(
        "a constant added and left out",
        lambda rows, scores, players: _with_constant(rows, scores, players)[:-1],
        "With a constant the other weights come out differently, and then it is missing. Fit the "
        "features that are there.",
    ),
    Mistake(
        "a constant added",
        _with_constant,
        "One weight for each feature: who wants a constant puts it among the features, as one "
        "that is always 1.",
    ),
    Mistake(
        "a constant added",
        lambda rows, scores, players: np.roll(_with_constant(rows, scores, players), 1),
        "One weight for each feature: who wants a constant puts it among the features, as one "
        "that is always 1.",
    ),
    Mistake(
        "everything that lstsq hands back",
        lambda rows, scores, players: np.linalg.lstsq(rows, _turned(scores, players), rcond=None),
        "`np.linalg.lstsq` returns four things. Which of them are the weights?",
    ),
    Mistake(
        "each weight by itself",
        _one_by_one,
        "Features that go together share the credit: all weights have to be found at once.",
    ),
    Mistake(
        "only as many positions as weights",
        _first_rows,
        "That hits the first positions exactly and does not look at the others. All positions "
        "together decide.",
    ),
    Mistake(
        "only the positions where it is X's turn",
        _rows_of_x,
        "The others tell as much, once their scores are turned. All positions together decide.",
    ),
    Mistake(
        "what is predicted instead of the weights",
        lambda rows, scores, players: rows @ _weights(rows, _turned(scores, players)),
        "That is what the evaluation says of each position. The weights it says it with are "
        "wanted.",
    ),
    Mistake(
        "weights made to add up to 1",
        _scaled,
        "They need not: they turn features into scores, and that has its own scale.",
    ),
)

# ---- 4.7 -----------------------------------------------------------------------------------

Values = Mapping[int, float]
Iterations = Sequence[Values]


def _best(values: Values) -> int:
    return max(values, key=lambda move: values[move])


def _last_of_equals(values: Values) -> int:
    return max(reversed(list(values)), key=lambda move: values[move])


def _leftmost_of_equals(values: Values) -> int:
    return max(sorted(values), key=lambda move: values[move])


def _rightmost_of_equals(values: Values) -> int:
    return max(values, key=lambda move: (values[move], move))


def _choose(
    trusted: Callable[[Values, Values], bool] = lambda before, last: _best(before) in last,
    best: Callable[[Values], float] = _best,
) -> Callable[[Iterations], float]:
    """A choose with something changed: when the last depth counts, or which move is best."""

    def choose(iterations: Iterations) -> float:
        before, last = (iterations[0], *iterations)[-2:]
        return best(last) if trusted(before, last) else best(before)

    return choose


def _choose_with(best: Callable[[Values], int]) -> Callable[[Iterations], float]:
    """A choose in which another move is best, in both depths."""
    return _choose(lambda before, last: best(before) in last, best)


def _all_values(iterations: Iterations) -> list[tuple[float, int]]:
    return [(value, move) for values in iterations for move, value in values.items()]


def _mixed(iterations: Iterations) -> int:
    newest: dict[int, float] = {}
    for values in iterations:
        newest |= values
    return _best(newest)


def _largest(values: Values) -> float:
    return max(values.values())


_EQUALS = "Of moves that are equally good, the one that was looked at first is wanted."
_OLD = (
    "the new best has to beat the old value",
    "The old value was found at another depth, and is out of date. If the old best move has "
    "been looked at again, its new value is what counts.",
)
_VALUE = (
    "the value instead of the move",
    "That is what the move is worth. Which move is it?",
)

CHOOSE = (
    Mistake(
        "only finished depths count",
        _choose(lambda before, last: len(last) == len(before)),
        "That is safe, but it throws away what the last depth has seen. When may it be trusted "
        "although it is not finished?",
    ),
    Mistake(
        "the unfinished depth always counts",
        _choose(lambda before, last: bool(last)),
        "The last depth may not have looked at the move that was best before. Then its best so far "
        "is only the best of the others.",
    ),
    Mistake(
        "values of different depths mixed",
        _mixed,
        "An old value of one move and a new one of another cannot be compared: the deeper search "
        "judges other positions. Compare within one depth.",
    ),
    Mistake(
        "the largest value of all depths",
        lambda iterations: max(_all_values(iterations), key=lambda pair: pair[0])[1],
        "What looked good at a small depth may have been seen through since. Compare within one "
        "depth, and trust the deepest.",
    ),
    Mistake(
        _OLD[0],
        _choose(
            lambda before, last: _best(before) in last and max(last.values()) > max(before.values())
        ),
        _OLD[1],
    ),
    Mistake(
        _OLD[0],
        _choose(lambda before, last: bool(last) and max(last.values()) > max(before.values())),
        _OLD[1],
    ),
    Mistake(
        "the old best is kept unless it gets worse",
        _choose(
            lambda before, last: (
                _best(before) in last and last[_best(before)] < before[_best(before)]
            )
        ),
        "Even if the old best move is as good as it was, another one may be better by now.",
    ),
    Mistake(
        "the move that was looked at last",
        lambda iterations: [move for _, move in _all_values(iterations)][-1],
        "The last move that was looked at need not be a good one.",
    ),
    Mistake("the last of equals", _choose(best=_last_of_equals), _EQUALS),
    Mistake("the last of equals", _choose_with(_last_of_equals), _EQUALS),
    Mistake("the smallest column of equals", _choose_with(_leftmost_of_equals), _EQUALS),
    Mistake("the largest column of equals", _choose_with(_rightmost_of_equals), _EQUALS),
    Mistake(
        "the smallest value",
        _choose_with(lambda values: min(values, key=lambda move: values[move])),
        "The values are for the player who chooses: larger is better.",
    ),
    Mistake(_VALUE[0], _choose(best=_largest), _VALUE[1]),
    Mistake(_VALUE[0], _choose(lambda before, last: bool(last), _largest), _VALUE[1]),
    Mistake(
        _VALUE[0],
        _choose(lambda before, last: _largest(before) in last, _largest),
        f"{_VALUE[1]} The keys of `last` are moves: to ask whether a value is among them makes no "
        "sense.",
    ),
    Mistake(
        _VALUE[0],
        _choose(lambda before, last: _largest(before) in last.values(), _largest),
        f"{_VALUE[1]} Nor does the old value say whether the old move was looked at again.",
    ),
    Mistake(
        "the first depth only",
        lambda iterations: _best(iterations[0]),
        "The deeper depths know more.",
    ),
)
