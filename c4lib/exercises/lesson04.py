"""The exercises of lesson 04: counting, a win in a search, quiescence, weights."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from c4lib import search
from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers, positions
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.game import Agent, Move, State
from c4lib.heuristics import FEATURES, Linear, playable, threat_squares
from c4lib.measure.accuracy import positions as tuning_positions
from c4lib.players.agents import AlphaBeta
from c4lib.search.common import Evaluate
from c4lib.search.ordering import centre_first


# ---- 4.1 -----------------------------------------------------------------------------------
def evaluation_one(state: Connect4) -> int:
    """Evaluation one by hand, for the player to move: O, who has one disc fewer than X."""
    my_threes = ["row 1, columns 1 to 3"]
    my_twos = ["row 1, columns 1 and 2", "row 1, columns 2 and 3", "column 7"]
    their_threes = ["row 2, columns 3 to 5", "the diagonal that falls from column 3 to column 5"]
    return 100 * (len(my_threes) - len(their_threes)) + len(my_twos)


def _one_by(state: Connect4, threes: str = "", twos: str = "", their_twos: int = 0) -> int:
    """Evaluation one of O, with runs counted as a known mistake of 4.3 does it."""
    counts = {mistake.name: mistake.function(RUNS) for mistake in RUNS.mistakes} | {"": runs}
    surplus = counts[threes](state, 1, 3) - counts[threes](state, 0, 3)
    return int(100 * surplus + counts[twos](state, 1, 2) - their_twos * counts[twos](state, 0, 2))


ONE = Task(
    number="4.1",
    title="Evaluation one by hand",
    reference=evaluation_one,
    cases=((Connect4.from_moves("5357423744314"),),),
    is_value=True,
    wrong_types={
        Collection: "The answer is one number: what evaluation one makes of threes and twos."
    },
    hints=(
        "Whose turn is it? Count the discs: X began. Count for the player to move.",
        "Go through the columns, the rows and both kinds of diagonals, and write down every pair "
        "of neighbours of one colour. Three in a row hold two pairs, and both count.",
        "100 for each three of the player to move, less 100 for each three of the opponent, and 1 "
        "for each two of the player to move. The opponent's twos do not count.",
    ),
    mistakes=patches("""
        for the wrong player
            → 100 * (runs(state, 0, 3) - runs(state, 1, 3)) + runs(state, 0, 2)
            That is what it is worth to the player who has just moved. Whose turn is it?
        plus and minus exchanged
            → -evaluation_one(state)
            Every sign is the wrong way round: yours count plus, and the opponent's threes minus.
        the twos taken off
            + len(my_twos) → - len(my_twos)
            The threes are right. But a two of the player to move is good: it adds 1.
        the opponent's threes added
            len(my_threes) - len(their_threes) → len(my_threes) + len(their_threes)
            A three of the opponent is bad for the player to move: it takes 100 off.
            or: len(my_threes) - len(their_threes) → len(their_threes)
            + And where is your own?
        the opponent's twos taken off
            → evaluation_one(state) - runs(state, 0, 2)
            A fair thought, but evaluation one does not count the opponent's twos.
            or: → _one_by(state, twos="a long run counted once", their_twos=1)
            or: → _one_by(state, twos="only runs of exactly that length", their_twos=1)
            + And: A run of three is also two runs of two: its first two discs, and its last two.
        the opponent's threes forgotten
            len(my_threes) - len(their_threes) → len(my_threes)
            Take 100 off for each three of the opponent. Did you forget them, or take yours from
            theirs?
        a two too many
            → evaluation_one(state) + 1
            The threes are right. A two is a pair of neighbours of the player to move: without a gap
            between them, and each pair counted once.
            or: → evaluation_one(state) + 2
            or: → evaluation_one(state) + 3
        the twos inside a three forgotten
            → _one_by(state, twos="only runs of exactly that length")
            A run of three is also two runs of two: its first two discs, and its last two.
        the twos inside a three counted once
            → _one_by(state, twos="a long run counted once")
        no diagonals
            → _one_by(state, threes="no diagonals", twos="no diagonals")
            Runs on the diagonals count as well, those that rise and those that fall.
        the twos forgotten
            + len(my_twos) →
            The threes are right. Each two of the player to move adds 1.
        only threes with a free end
            → _one_by(state, threes="only runs with a free end")
            Evaluation one counts every three, even without room for a fourth. Did you leave out the
            one that belongs to the player to move?
        threes with a gap counted
            → _one_by(state, threes="gaps are allowed")
            The three discs have to be neighbours, whether there is room for a fourth or not.
        a three taken for 10
            100 * → 10 *
            The counts are right, but a three is worth 100 in evaluation one.
        the last disc not on the board
            → one(state.previous)
            That is one ply earlier, for the player to move then. Look at the board as it is now.
    """),
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


def _by_reach(width: int, height: int, connect: int, column: int, row: int) -> int:
    """The lines from how far one can go both ways, without a look at whether they fit."""
    lines = 0
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        reach = 1 - connect
        for way in (-1, 1):
            for n in range(1, connect):
                x, y = column + way * n * right, row + way * n * up
                reach += 0 <= x < width and 0 <= y < height
        lines += reach + 1
    return lines


HIT_RATE = Task(
    number="4.2",
    title="Lines through a square",
    reference=hit_rate,
    cases=numbers(
        "7 6 4 0 0, 7 6 4 3 0, 7 6 4 0 2, 7 6 4 3 2, 7 6 4 6 5, 7 6 4 1 4, 3 3 3 1 1, 3 3 3 2 0, "
        "5 4 4 2 1, 4 7 4 3 3, 8 8 5 3 4, "
        "3 6 4 1 2, 4 1 3 1 0"  # no line fits in a row, or in a column
    ),
    wrong_types={Collection: "Return one number: how many lines, not which."},
    hints=(
        "A line through the square has one of four directions. In each of them the square can be "
        "the line's first, its second, ... or its last.",
        "Try all `4 * connect` of them: where would the line begin, and where would it end? It "
        "counts if both ends are on the board.",
        "With the direction (right, up) and `back` squares before this one, the line begins at "
        "`(column - back * right, row - back * up)` and ends `connect - 1` steps further. A square "
        "is on the board if `0 <= column < width and 0 <= row < height`.",
    ),
    mistakes=patches("""
        one diagonal forgotten
            (1, 1), (1, -1) → (1, 1)
            or: (1, 1), (1, -1) → (1, -1)
            A diagonal can rise to the right or fall to the right: the steps differ.
        no diagonals
            , (1, 1), (1, -1)) → )
            Lines on both diagonals run through the square as well.
        one direction only
            ((0, 1), (1, 0), (1, 1), (1, -1)) → ((0, 1),)
            or: ((0, 1), (1, 0), (1, 1), (1, -1)) → ((1, 0),)
            Lines have four directions. If your loop has all of them: does it return too early?
        every line counted from both ends
            return lines → return 2 * lines
            A line from left to right is the same as from right to left: four directions are enough.
        only lines that begin or end in the square
            range(connect) → range(1)
            or: range(connect) → (0, connect - 1)
            The square can also lie in the middle of a line: try every place it can have there.
        lines that leave the board
            begins and on_board(column + on * right, row + on * up) → True
            or: begins and on_board(column + on * right, row + on * up) → begins
            or: lines += begins and → lines +=
            A line counts only if all of it is on the board: check both ends, in both directions.
        falling lines that leave the board
            row - back * up → row - back * max(up, 0)
            or: row + on * up → row + on * max(up, 0)
            or: row - back * up → row - back * max(up, 0)
            row + on * up → row + on * max(up, 0)
            A line that falls to the right begins higher than it ends. So its beginning has to be
            checked at the top, `row < height`, and its end at the bottom, `0 <= row`.
        off by one at the edge
            column < width and 0 <= row < height → column <= width and 0 <= row <= height
            or: 0 <= column < width and 0 <= row → 0 < column < width and 0 < row
            or: column < width and 0 <= row < height → column < width - 1 and 0 <= row < height - 1
            The board has columns 0 to `width - 1` and rows 0 to `height - 1`: the first and the
            last of them are on it, and the next is not.
        one place too few
            range(connect) → range(1, connect)
            or: range(connect) → range(connect - 1)
            In a line of `connect` squares there are `connect` places, both ends included.
        columns and rows counted from 1
            → hit_rate(width, height, connect, column - 1, row - 1)
            Columns and rows count from 0: column 0 is on the board, and column `width` is not.
        always a board of 7x6
            → hit_rate(7, 6, connect, column, row)
            `width` and `height` say how large the board is: it need not be 7x6.
        a line a square too long
            on = connect - 1 - back → on = connect - back
            A line that begins in a square ends `connect - 1` steps further, not `connect`.
        a place too many
            range(connect) → range(connect + 1)
            In a line of `connect` squares there are `connect` places. With one more, the line no
            longer runs through the square.
        a step that goes nowhere
            ((0, 1), (1, 0), → ((0, 0), (0, 1), (1, 0),
            The step (0, 0) stays where it is: that is no direction.
        only the near edge is checked
            0 <= column < width and 0 <= row < height → 0 <= column and 0 <= row
            or: 0 <= column < width and 0 <= row < height → column < width and row < height
            The board ends on all four sides.
        less than none
            → _by_reach(width, height, connect, column, row)
            Where there is no room for a line in some direction there are 0, not fewer.
        width and height swapped
            → hit_rate(height, width, connect, column, row)
            Columns go up to the width, rows up to the height.
        always lines of four
            → hit_rate(width, height, 4, column, row)
            `connect` says how long a line is: it need not be 4.
    """),
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


def _plays_by_runs(runs: Callable[[Connect4, int, int], int]) -> Agent:
    """Alpha-beta with evaluation one, counted by the reader's function."""

    def judge(state: Connect4) -> int:
        me, they = state.player, 1 - state.player
        return 100 * (runs(state, me, 3) - runs(state, they, 3)) + runs(state, me, 2)

    return AlphaBeta(4, judge, order="centre")


def _with_gaps(state: Connect4, player: int, length: int) -> int:
    """The places for a line that hold that many discs of the player, and nothing else."""
    own = set(state.board.cells(state.discs(player)))
    empty = set(state.board.cells(state.board.full & ~state.mask))
    return sum(
        len(line & own) == length and line <= own | empty
        for column, row in state.board.cells(state.board.full)
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        for line in [{(column + right * n, row + up * n) for n in range(state.connect)}]
    )


RUNS = Task(
    number="4.3",
    title="Twos and threes",
    reference=runs,
    cases=positions("""
        7x6  - 0 2, 1213 0 2
        7x6  142526 1 3, 142526 1 2, 142526 0 2
        7x6  12131 0 3, 12131 0 2
        7x6  1223733 0 3, 7665155 0 3  # a diagonal that rises, and one that falls
        7x6  11114 0 2
        5x4  15334251223311244 1 2
        7x6  2623421644454575264 0 3, 2623421644454575264 1 2
    """),
    player=_plays_by_runs,
    wrong_types={Collection: "Return one number: the runs of all directions together."},
    hints=(
        "It is `has_four` of exercise 1.2 with another length, and with a number instead of yes "
        "or no: how many squares are there in which such a run begins?",
        "`discs & discs >> step` has a bit wherever a run of two begins. For longer runs bring in "
        "`discs >> 2 * step`, and so on. `state.board.directions` holds the steps.",
        "For each step begin with `starts = discs`; then for each distance from 1 to "
        "`length - 1`: `starts &= discs >> distance * step`. Add up `starts.bit_count()`.",
    ),
    mistakes=patches("""
        only vertical runs
            state.board.directions → (1,)
            There are four directions. If your loop has all of them: does it return too early?
        no diagonals
            state.board.directions → (1, state.height + 1)
            Vertical and horizontal runs are right; runs on the two diagonals count as well.
        one diagonal forgotten
            state.board.directions → (1, state.height + 1, state.height + 2)
            or: state.board.directions → (1, state.height + 1, state.height)
            A diagonal can rise to the right or fall to the right: the steps differ.
        every run counted from both ends
            return count → return 2 * count
            A run from left to right is the same as from right to left: four directions are enough.
        a long run counted once
            count += starts.bit_count() → count += (starts & ~(discs << step)).bit_count()
            Count where runs begin: in a run of three a run of two begins twice.
        only runs of exactly that length
            starts.bit_count() → (starts & ~(discs << step | discs >> length * step)).bit_count()
            A run of three is also two runs of two: it does not matter what lies before and behind.
        only runs with a free end
            discs, count = → empty = state.board.full & ~state.mask\\n    discs, count =
            starts.bit_count() → (starts & (empty << step | empty >> length * step)).bit_count()
            Whether a run can still become a line does not matter here: count the others, too. (That
            is the idea of evaluation one bis.)
        discs counted instead of runs
            count += starts.bit_count() → for distance in range(length):\\n            ADD
            ADD → count |= starts << distance * step
            return count → return count.bit_count()
            These are the discs that are part of a run. How many runs are there?
        gaps are allowed
            → _with_gaps(state, player, length)
            The discs of a run are neighbours. (With gaps, it is what evaluation two counts.)
        runs that continue in the next column
            discs, count = state.discs(player), 0 → height, count = state.height, 0\\n    CELLS
            CELLS → cells = state.board.cells(state.discs(player))\\n    DISCS
            DISCS → discs = sum(1 << column * height + row for column, row in cells)
            state.board.directions → (1, height, height - 1, height + 1)
            On top of each column there is a spare bit. Without it a run that leaves a column at the
            top continues at the bottom of the next: one column is `height + 1` bits.
        what is shifted has been shifted before
            starts &= discs >> → starts &= starts >>
            With `starts &= starts >> ...` each round asks for more discs than you want, because
            `starts` are whole runs by then. Which bits have to be shifted?
        begun once for all directions
            starts = discs → pass
            state.discs(player), 0 → state.discs(player), 0\\n    starts = discs
            What is left over from one direction is carried into the next. Begin each direction with
            all discs.
        directions counted instead of runs
            starts.bit_count() → (starts > 0)
            A direction can hold several runs: count the bits that are left.
        the bits instead of their number
            starts.bit_count() → starts
            `starts` is a set of bits, read as one large number. How many bits are set?
        only the last direction
            count += → count =
            `count = ...` forgets what was counted before. Add it up.
        shorter runs counted as well
            starts &= discs >> distance * step → starts &= discs >> distance * step; ADD
            count += starts.bit_count() → pass
            ADD → count += starts.bit_count()
            Count after the inner loop. Inside it, every shorter run on the way is counted, too.
        squares counted instead of runs
            count += starts.bit_count() → count |= starts
            return count → return count.bit_count()
            Runs in different directions can begin in the same square: count each direction by
            itself.
        a disc too many
            range(1, length) → range(1, length + 1)
            A run of two needs one shift, a run of three needs two.
        a disc too few
            range(1, length) → range(1, length - 1)
            For a run of two, a disc and its neighbour have to be there. How far does your loop go?
        always runs of two
            range(1, length) → range(1, 2)
            `length` says how long the runs are that count: it can be 2 or 3.
        always runs of three
            range(1, length) → range(1, 3)
        the opponent's runs taken off
            → runs(state, player, length) - runs(state, 1 - player, length)
            Only the runs of `player` are counted here. An evaluation can compare the players later.
        the opponent's runs
            state.discs(player) → state.discs(1 - player)
            These are the runs of the other player.
        the runs of the player to move
            state.discs(player) → state.mine
            Count the runs of `player`, no matter whose turn it is.
        discs of both players in one run
            state.discs(player) → state.mask
            `state.mask` holds the discs of both players.
    """),
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


def _plays(value: Callable[[Any], float]) -> Agent:
    """Plays the move after which the opponent has least; of equals, the one nearest the middle."""
    return lambda state: min(
        centre_first(state, state.moves()), key=lambda move: value(state.play(move))
    )


FROM_THE_WRONG_SIDE = patches("""
    the evaluation from the wrong side
        return evaluate(state) → return -evaluate(state)
        `evaluate(state)` is for the player to move in that state, and so is what `value` returns.
    the evaluation taken for the root's player
        return evaluate(state) → return evaluate(state) * (-1) ** ply
        `evaluate(state)` is for the player to move there: after odd plies, for the opponent.
""")

SOON_VALUE = Task(
    number="4.4",
    title="Win soon, lose late",
    reference=soon_value,
    player=lambda answer: _plays(lambda state: answer(state, 3, one)),
    watch="entered",
    # Few squares are empty, so that an answer which misses its depth ends in time.
    cases=positions(
        """
        7x6    1212121 2
        5x4    2251244451243 0, 2444334151513 1  # a win at once
        5x4    4544433225223 2  # a threat above a threat
        4x3x3  3442133 4
        4x4    41141334421 4
        5x4    45115522522413 3, 42352225141544335 3, 134452352253344 4
    """,
        one,
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
    mistakes=FROM_THE_WRONG_SIDE
    + patches("""
        a win does not outweigh the evaluation
            * (1_000_000 - ply) →
            A win that counts 1 is nothing next to a three that counts 100. What is it worth here?
        a later win is as good as a sooner one
            (1_000_000 - ply) → 1_000_000
            A player who can always win later may never do it. Make a win worth less with each ply.
        a later win is better than a sooner one
            1_000_000 - ply → 1_000_000 + ply
            Each ply until the win takes something off, and each ply until a loss makes it less bad.
        a loss is hurried
            (1_000_000 - ply) → 1_000_000 - ply
            Where a game has just been won, the player to move has lost it: the number is negative,
            and the plies have to bring it nearer to 0. And what becomes of a draw?
        every finished game is won
            state.utility(state.player) * (1_000_000 - ply) → 1_000_000 - ply
            A finished game can be won, lost or drawn, and the player to move there has mostly lost
            it. `state.utility(state.player)` knows.
        draws taken for losses
            state.utility(state.player) * (1_000_000 - ply) → ply - 1_000_000
            Nearly right: the player who would be to move has lost, unless the board is full. What
            is a draw worth?
        a draw depends on the ply
            (1_000_000 - ply) → 1_000_000 + ply
            Losses are right, but a draw is worth 0 whenever it comes.
        plies counted from the start of the game
            1_000_000 - ply → 1_000_000 - state.ply
            `state.ply` counts all discs on the board. Count the moves since the root.
        the depth taken off instead of the plies
            1_000_000 - ply → 1_000_000 - depth
            `depth` is the same everywhere in this search. How many plies did the win take?
        the plies that are left taken off
            1_000_000 - ply → 1_000_000 - (depth - ply)
            Those are the plies still to go when the game ends, and a quick win leaves many.
        the ply is off by one
            1_000_000 - ply → 1_000_000 - ply - 1
            or: 1_000_000 - ply → 1_000_000 - ply + 1
            A win with the very first move is worth 999,999: it comes after one ply.
        counted up and down at once
            ply: int) → ply: int, depth: int)
            ply + 1) → ply + 1, depth - 1)
            value(state, 0) → value(state, 0, depth)
            If `ply` grows and `depth` shrinks, they meet halfway. Only one of them should move.
        judged at the root
            ply == depth → ply == 0
            `ply` is 0 at the root, so that no move is played. How large is it where the depth is
            used up?
        it never stops at the depth
            ply == depth → depth == 0
            Inside, `depth` never changes: it is `ply` that grows. When is the depth used up?
        a ply too deep
            ply == depth → ply > depth
            With depth 0 no move is played at all: the state itself is judged.
        a ply too shallow
            ply == depth → ply + 1 >= depth
            With depth 1 each move is played once, and the state after it is judged.
        finished games evaluated
            if state.is_over: → if ply == depth:\\n            JUDGE\\n        if state.is_over:
            JUDGE → return evaluate(state)
            At the last ply, too, games can be over. Which question comes first?
        finished games from the wrong side
            return state.utility → return -state.utility
            A finished game counts for the player who would be to move, and has usually lost it.
        finished games from X's side
            state.utility(state.player) → state.utility(0)
            `utility(0)` is for X. What `value` returns is for the player to move in that state.
        X's wins taken for draws
            state.utility(state.player) * (1_000_000 - ply) → LOST if state.winner else 0.0
            LOST → ply - 1_000_000
            X is player 0, and `if state.winner` takes 0 for no. Ask `state.winner is not None`, or
            multiply by `state.utility(state.player)`.
        the worst move chosen
            max(- → min(-
            The player to move chooses the largest of the negated values: `max`, at every ply.
        the first move only
            in state.moves()) → in state.moves()[:1])
            Look at every move, not only the first. Does it return inside the loop?
        max and min in turn, but nothing negated
            max(- → (max if ply % 2 == 0 else min)(
            or: max(- → (max if state.player == 0 else min)(
            or: max(- → (max if state.player == 0 else min)(
            state.utility(state.player) → state.utility(0)
            `max` and `min` in turn need all values from one side, but `evaluate(state)` is for the
            player to move there. Easier: take the largest of the negated values at every ply.
        forgetting to negate
            max(- → max(
            A child's value is for the opponent, who is to move there.
        0 instead of the evaluation
            return evaluate(state) → return 0 * evaluate(state)
            Where the depth is used up, `evaluate(state)` says what the state is worth.
    """),
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


def last_squares(state: Any) -> list[int]:
    """The columns in which one square is left: another idea of what is loud."""
    free = state.board.cells(playable(state.board.full ^ state.mask))
    return [column for column, row in free if row == state.height - 1]


def quiet_value(state: State, depth: int, evaluate: Evaluate, loud: Loud) -> float:
    """The value for the player to move; beyond `depth` it continues while moves are loud."""

    def value(state: State, ply: int) -> float:
        if state.is_over:
            return state.utility(state.player) * (1_000_000 - ply)
        moves = state.moves() if ply < depth else loud(state)
        if not moves:
            return evaluate(state)
        return max(-value(state.play(move), ply + 1) for move in moves)

    return value(state, 0)


def _forced_by_playing(state: Any) -> Sequence[Move]:
    return search.forced_moves(state)


QUIET_VALUE = Task(
    number="4.5",
    title="Beyond the horizon",
    reference=quiet_value,
    player=lambda answer: _plays(lambda state: answer(state, 1, one, search.forced_moves)),
    watch="entered",
    # Few squares are empty here as well.
    cases=positions(
        """
        7x6  1212121 1
        5x4  2251244451243 0, 2444334151513 0  # quiet, and a win
        5x4  435511233143214 0, 4544433225223 0, 2251244451243 1, 3433511122534 1
        4x5  24211443213411323 1
        5x4  2234343345142 2, 2143254235553 2
    """,
        one,
        forced_moves,
    )
    + positions("5x4  435511233143214 0, 24525221334113 1", one, last_squares),
    hints=(
        "Only one thing changes in 4.4: what happens where the depth is used up. Ask `loud(state)` "
        "there before you ask `evaluate`.",
        "Above the limit the moves are `state.moves()`, at the limit and below it they are "
        "`loud(state)`. Where there are none, the state is quiet and can be judged.",
        "After the line about finished games: "
        "`moves = state.moves() if ply < depth else loud(state)`. "
        "If `not moves`, return `evaluate(state)`; the rest is as before, with these moves.",
    ),
    mistakes=FROM_THE_WRONG_SIDE
    + patches("""
        the horizon is where it was
            else loud(state) → else []
            At the depth limit every state is judged, also those where something is about to happen.
            What does `loud(state)` say there?
        it stops after one loud move
            else loud(state) → else loud(state) if ply == depth else []
            After a forced move the next one may be forced, too. Continue until a state is quiet.
        all moves where some are loud
            ply < depth else loud(state) → ply < depth or loud(state) else []
            Beyond the limit only loud moves are played: the others would make the search explode.
        all moves again below the limit
            state.moves() if ply < depth → state.moves() if ply != depth
            or: ply < depth else loud(state) → ply != depth or loud(state) else []
            or: state.moves() if ply < depth → loud(state) or state.moves() if ply != depth
            `ply == depth` is true only once: a state beyond the limit is beyond it, too. Ask
            whether `ply >= depth`, or `ply < depth`.
        plies counted from the limit
            return max( → if ply >= depth:\\n            AGAIN\\n        return max(
            AGAIN → return max(-quiet_value(state.play(move), 0, evaluate, loud) for move in moves)
            Beyond the limit the plies go on from the root: a win there is not sooner than it is.
        judged after one loud move
            return max( → if ply >= depth:\\n            JUDGE\\n        return max(
            JUDGE → return max(-evaluate(state.play(move)) for move in moves)
            After a loud move the game may be over, or the next move may be loud as well: ask
            `value`, not `evaluate`.
        loud and quiet exchanged
            if not moves: → if ply >= depth and moves:
            in moves) → in state.moves())
            Where moves are loud it is too early to judge. Where there are none it is time.
        the worst loud move
            max(-value( → (max if ply < depth else min)(-value(
            Beyond the limit, too, the player to move chooses the best move.
        forced_moves instead of loud
            else loud(state) → else _forced_by_playing(state)
            Ask `loud`, which is an argument, not `forced_moves`.
        it never stops before the end of the game
            else loud(state) → else loud(state) or state.moves()
            Where nothing is loud beyond the limit, the state is quiet: there it is judged.
        only loud moves above the limit as well
            state.moves() if → loud(state) or state.moves() if
            Up to the limit every move is looked at; only beyond it the loud ones alone.
        the limit is off by one
            ply < depth → ply <= depth
            With depth 0 nothing is above the limit: even at the root only loud moves are played.
        only the first loud move
            else loud(state) → else loud(state)[:1]
            There may be several loud moves, and the first need not be the best.
        loud for one player only
            def value( → me = state.player\\n\\n    def value(
            else loud(state) → else loud(state) if state.player == me else []
            Both players can be forced: ask `loud(state)` no matter whose turn it is.
        the player may also stand still
            return max( → found = max(
            in moves) → in moves)\\n        return found if ply < depth else PAT
            PAT → max(found, evaluate(state))
            Chess programs do that, because nobody has to take a piece. Here a loud state is not
            judged at all: a player who must win or stop a win has no quiet move to choose instead.
        no plies counted beyond the limit
            1_000_000 - ply → 1_000_000 - min(ply, depth)
            A loud move is a ply like any other: the win comes later by one.
        forgetting to negate beyond the limit
            max(-value( → max((1 if ply >= depth else -1) * value(
            After a loud move it is the other player's turn, as after any move.
        a win does not outweigh the evaluation
            * (1_000_000 - ply) →
            A finished game counts as in exercise 4.4.
    """),
)


# ---- 4.6 -----------------------------------------------------------------------------------
Array = NDArray[Any]


def _explain_transposed(error: Exception, *arrays: Array) -> str | None:
    if not isinstance(error, np.linalg.LinAlgError) or "ncompatible" not in str(error):
        return None
    return (
        "there have to be as many rows as scores: a row is a position and a column is a feature, "
        "and so `rows` is passed to np.linalg.lstsq as it is"
    )


def _data(*rows: tuple[tuple[float, ...], float, int]) -> tuple[Array, Array, Array]:
    """A case of fit, from its rows: the features, the score for X, and who is to move."""
    features, scores, players = map(np.array, zip(*rows, strict=True))
    return features, scores, players


def fit(rows: Array, scores: Array, players: Array) -> Array:
    """The weights, by least squares, of an evaluation for the player to move."""
    goals = np.where(players == 0, scores, -scores)
    weights: Array = np.linalg.lstsq(rows, goals, rcond=None)[0]
    return weights


def _plays_by_weights(fit: Callable[[Array, Array, Array], Any]) -> Agent:
    """Alpha-beta with all features, weighed by the reader's function before the first move."""

    @cache
    def player() -> AlphaBeta:
        some = tuning_positions(tuning=True)[::3]
        rows = np.array([[count(each.state) for count in FEATURES.values()] for each in some])
        players = np.array([each.state.player for each in some])
        scores = np.array([each.best for each in some]) * np.where(players == 0, 1, -1)
        judge = Linear(dict(zip(FEATURES, map(float, fit(rows, scores, players)), strict=True)))
        return AlphaBeta(6, judge, order="centre", compiled=True)

    return lambda state: player()(state)


FIT = Task(
    number="4.6",
    title="Let the positions choose the weights",
    reference=fit,
    player=_plays_by_weights,
    decimals=9,
    explain_error=_explain_transposed,
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
    wrong_types={(Mapping, Real): "Return a list or an array, with one weight for each feature."},
    hints=(
        "Each row is from the side of the player to move, and so is the evaluation. For whom are "
        "the scores? Where the two are not the same player, a sign has to change.",
        "Where `players` is 1, the score for the player to move is minus the score for X. "
        "`np.where(players == 0, ..., ...)` chooses for each position.",
        "`np.linalg.lstsq(rows, goals, rcond=None)` returns four things; the weights are the "
        "first. Add no column of ones to the rows.",
    ),
    mistakes=patches("""
        the scores are left for X
            np.where(players == 0, scores, -scores) → scores
            The features are for the player to move, and the scores for X. Where it is O's turn,
            what is good for one is bad for the other. (Changing both signs gains nothing.)
        turned for the wrong player
            players == 0 → players == 1
            Every weight has the wrong sign. Whose turn is it where a score for X can stay as it is?
        every score turned
            np.where(players == 0, scores, -scores) → -scores
            Only where it is O's turn does the score change its sign. Do you ask each position?
        all scores made positive
            np.where(players == 0, scores, -scores) → abs(scores)
            A score can be bad for the player to move, too: turn its sign, do not drop it.
        multiplied by the player
            np.where(players == 0, scores, -scores) → scores * players
            or: np.where(players == 0, scores, -scores) → -scores * players
            The players are 0 and 1, not 1 and -1: times 0 a score is gone.
        the scores of O's turn set to 0
            np.where(players == 0, scores, -scores) → np.where(players == 0, scores, 0)
            A score where it is O's turn is not 0: it changes its sign.
        only the first position is asked
            np.where(players == 0, scores, -scores) → scores if players[0] == 0 else -scores
            It is not the same player's turn in all positions. Ask each of them.
        only who wins
            lstsq(rows, goals, → lstsq(rows, np.sign(goals),
            The scores themselves are to be met, not only their signs.
        something else that lstsq returns
            rcond=None)[0] → rcond=None)[1]
            `np.linalg.lstsq` returns the weights first; then comes how far off they are.
        rounded
            return weights → return weights.round(2)
            or: return weights → return weights.round()
            Leave the weights as they are.
        a constant added and left out
            lstsq(rows, → lstsq(np.column_stack([rows, np.ones(len(rows))]),
            return weights → return weights[:-1]
            With a constant the other weights come out differently. Fit the features that are there.
        a constant added
            lstsq(rows, → lstsq(np.column_stack([rows, np.ones(len(rows))]),
            and: return weights → return np.roll(weights, 1)
            One weight for each feature: a constant would be a feature that is always 1.
        everything that lstsq returns
            rcond=None)[0] → rcond=None)
            `np.linalg.lstsq` returns four things. Which of them are the weights?
        each weight by itself
            → [float(fit(column[:, None], scores, players)[0]) for column in rows.T]
            or: → (rows * np.where(players == 0, scores, -scores)[:, None]).mean(axis=0)
            Features that go together share the credit: all weights have to be found at once.
        only as many positions as weights
            → fit(rows[: rows.shape[1]], scores[: rows.shape[1]], players[: rows.shape[1]])
            That hits the first positions exactly and ignores the others. All together decide.
        only the positions where it is X's turn
            → fit(rows[players == 0], scores[players == 0], players[players == 0])
            The others say as much, once their scores change sign. All positions together decide.
        what is predicted instead of the weights
            → rows @ fit(rows, scores, players)
            That is what the evaluation says about each position. Return its weights.
        weights made to add up to 1
            return weights → return weights / weights.sum()
            They need not: they turn features into scores, which have their own scale.
    """),
)
