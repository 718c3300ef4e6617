"""The exercises of lesson 07: scores, threats, safe moves, a search by yes and no, labels."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import product
from numbers import Integral
from typing import Any

from c4lib.connect4 import Cell, Connect4
from c4lib.exercises.cases import numbers, positions
from c4lib.exercises.compare import equal, in_any_order, plain
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Finding, Task, by_cases
from c4lib.exercises.watch_nodes import watched


# ---- 7.1 -----------------------------------------------------------------------------------
def score(free: int, plies: int) -> int:
    """The score for the player to move, with `free` empty squares and `plies` discs to come."""
    if plies == 0:
        return 0
    winners_discs = (free - plies) // 2 + 1
    return winners_discs if plies % 2 == 1 else -winners_discs


def _score_remark(free: int, plies: int) -> str:
    if plies == 0:
        return "a draw"
    winner = "the player to move" if plies % 2 == 1 else "the opponent"
    return f"{winner} wins; squares left: {free - plies}"


SCORE = Task(
    number="7.1",
    title="What a win is worth",
    reference=score,
    cases=numbers("1 1, 2 1, 2 2, 3 2, 9 0, 9 9, 10 3, 10 4, 13 4, 42 41, 42 7, 35 8"),
    remark=_score_remark,
    wrong_types={Collection: "Return one number: the score for the player to move."},
    hints=(
        "The players take turns. Who drops the last disc after 1, 2, 3 plies? That is the sign.",
        "After the winning disc `free - plies` squares stay empty. Fill them in your mind: the "
        "loser drops the first disc there. How many of them are the winner's?",
        "The winner has `(free - plies) // 2` discs left and the winning one, which counts, too. "
        "Put a minus before it if `plies` is even; 0 plies are a draw.",
    ),
    mistakes=patches("""
        the sign forgotten
            winners_discs if plies % 2 == 1 else -winners_discs → winners_discs
            After an even number of plies the last disc was the opponent's: the score is negative.
        the sign turned round
            plies % 2 == 1 → plies % 2 == 0
            The player to move drops discs 1, 3, 5 ..., and so wins after an odd number of plies.
        the draw forgotten
            plies == 0 → False
            0 plies stand for a draw here, and a draw scores 0.
        a win with the last disc taken for a draw
            plies == 0 → plies in (0, free)
            A line with the very last disc wins, too, and scores 1 or -1. A draw is `plies == 0`.
        the sign by the free squares
            plies % 2 == 1 → free % 2 == 1
            Who drops the winning disc depends on `plies` alone: the player to move drops discs 1,
            3, 5 ... of them.
        the winning disc not counted
            (free - plies) // 2 + 1 → (free - plies) // 2
            or: (free - plies) // 2 + 1 → (free - plies + 1) // 2
            A win with the very last of one's discs scores 1, not 0: the disc that wins counts too.
            or: (free - plies) // 2 + 1 → free // 2 - plies // 2
            or: else -winners_discs → else -((free - plies + 1) // 2)
        rounded up instead of down
            (free - plies) // 2 + 1 → (free - plies + 1) // 2 + 1
            Of the squares left after the winning disc, the loser fills the first: with an odd
            number of them the winner has the smaller half.
        the larger half counted where the opponent wins
            → (0 if plies == 0 else 1 if plies % 2 else -1) * (free - plies + 2) // 2
            Of the squares left after the opponent's winning disc, the player to move would fill the
            first: with an odd number of them the winner has the smaller half. Count the winner's
            discs, and round before the minus is put on: `//` rounds a negative number away from 0.
        the larger half counted where the player to move wins
            return winners_discs if → return (free - plies + 1) // 2 + 1 if
            Of the squares left after the winning disc, the opponent would fill the first: with an
            odd number of them the winner has the smaller half.
        the smaller half counted where the player to move wins
            (free - plies) // 2 + 1 → free // 2 - (plies + 1) // 2 + 1
            Of an odd number of free squares the player to move gets the larger half, because they
            begin. It is safer to count the squares that are left after the winning disc.
        rounded to the nearest
            (free - plies) // 2 + 1 → round((free - plies) / 2 + 1)
            or: (free - plies) // 2 + 1 → round((free - plies) / 2) + 1
            `round` takes a half to the next even number, up or down. Of an odd number of squares
            left the winner always has the smaller half: `//` rounds down.
        not rounded
            // 2 → / 2
            Nobody has half a disc: `//` instead of `/`.
        squares counted instead of discs
            (free - plies) // 2 + 1 → free - plies + 1
            or: (free - plies) // 2 + 1 → free - plies
            Only every second of the squares that are left is for a disc of the winner: halve them.
        discs until the win, not discs from the end
            (free - plies) // 2 + 1 → (plies + 1) // 2
            That grows as the win gets slower. Count from the end: how many discs would the winner
            still have, this one included?
        plies until the win, not discs from the end
            winners_discs if plies % 2 == 1 else -winners_discs → plies if plies % 2 else -plies
            The score counts the winner's discs from the end: how many would the winner still have,
            the winning one included? The sooner the win, the more.
        all plies counted as the winner's
            (free - plies) // 2 + 1 → (free + 1) // 2 - plies + 1
            Both players drop discs: of the `plies` discs only every second is the winner's.
        the outcome only
            (free - plies) // 2 + 1 → 1
            Who wins is right. How soon counts too: a win with the k-th last disc scores k.
    """),
)


# ---- 7.2 -----------------------------------------------------------------------------------
def threat_squares(state: Connect4, player: int) -> set[Cell]:
    """The empty squares (column, row) that would complete a line of `player`, now or later."""
    board, discs = state.board, state.discs(player)
    empty = board.full & ~state.mask
    return {
        (column, row)
        for column, row in board.cells(empty)
        if board.has_line(discs | 1 << column * (state.height + 1) + row)
    }


def _completing(
    state: Connect4,
    player: int,
    directions: str = "|-/\\",
    places: Iterable[int] = range(4),
    length: int = 4,
    spare_rows: int = 1,
) -> list[Cell]:
    """The empty squares, once for each line that they complete at one of the places in it.

    Without a spare row, lines continue in the next column.
    """
    tall = state.height + spare_rows
    steps = {"|": 1, "-": tall, "/": tall + 1, "\\": tall - 1}
    own = {column * tall + row for column, row in state.board.cells(state.discs(player))}
    return [
        (column, row)
        for column, row in state.board.cells(state.board.full & ~state.mask)
        for step, place in product([steps[each] for each in directions], places)
        if own.issuperset(
            column * tall + row + step * n for n in range(-place, length - place) if n
        )
    ]


def _same_squares(came: Any, expected: Any) -> bool:
    """The same squares in any order, as pairs where pairs are expected."""
    return in_any_order(came, expected) and set(map(type, came)) == set(map(type, expected))


def _above_the_board(state: Connect4, player: int) -> set[Cell]:
    """What `threat_squares` would find in one more row."""
    taller = Connect4(state.width, state.height + 1).board
    cells = state.board.cells(state.discs(player))
    discs = sum(taller.bottoms[column] << row for column, row in cells)
    above = {column: bottom << state.height for column, bottom in taller.bottoms.items()}
    return {(column, state.height) for column in above if taller.has_line(discs | above[column])}


THREAT_SQUARES = Task(
    number="7.2",
    title="Threats",
    reference=threat_squares,
    cases=positions("""
        7x6  - 0, 142526 1, 142526 0, 12131 0, 11224 0  # the last has a gap
        5x5  1122223323 1
        5x4  314314152334545 1, 335211354152153 1
        6x5  52665526135456424241 0
        7x6  2623421644454575264 0  # three at the top of a column
        7x6  222644665741476547 1
    """),
    same=_same_squares,
    wrong_types={
        Integral: "Return a set of squares, not one number: write each square as a pair "
        "(column, row). `state.board.cells(bits)` lists the squares of a bitboard.",
        Mapping: "Return a set of pairs (column, row), not a dictionary.",
    },
    hints=(
        "Take each empty square, wherever it is. With a disc of `player` there, are there four?",
        "The empty squares are the bits `state.board.full & ~state.mask`, and "
        "`state.board.cells(bits)` lists the squares of bits as (column, row). "
        "`state.board.has_line(bits)` looks for a line.",
        "A square is bit `column * (state.height + 1) + row`. It belongs to the set if "
        "`state.board.has_line(state.discs(player) | 1 << bit)`.",
    ),
    mistakes=patches("""
        only squares that can be played now
            board.full & ~state.mask → state.mask + sum(board.bottoms.values()) & board.full
            A threat higher up counts as well: it waits until the squares below it are filled. Go
            through all empty squares, not through the moves.
        the opponent's threats
            state.discs(player) → state.discs(1 - player)
            These squares complete the other player's lines: the discs are `state.discs(player)`.
        the threats of both players
            → threat_squares(state, 0) | threat_squares(state, 1)
            Only lines of `player` count: the discs are `state.discs(player)`.
        the discs of both players taken together
            state.discs(player) → state.mask
            `state.mask` holds all discs. A line is of one colour: take `state.discs(player)`.
        moves tried out
            → {s.last_cell for s in map(state.play, state.moves()) if s.winner == player}
            or: → {s.last_cell for s in map(state.play, state.moves()) if s.winner is not None}
            or: → {move for move in state.moves() if state.play(move).winner == player}
            or: → {move for move in state.moves() if state.play(move).winner is not None}
            `play` drops a disc of the player to move, and only where it can fall now. Threats are
            of either player, and may lie higher up: put the disc on each empty square instead.
        always for the player to move
            state.discs(player) → state.discs(state.player)
            `state.mine` is for the player to move. Here the discs are `state.discs(player)`.
        always for X
            state.discs(player) → state.discs(0)
            `player` says whose threats to find: 0 is X, 1 is O.
        occupied squares included
            ~state.mask → ~discs
            Where the opponent has a disc already, nothing is threatened any more: only empty
            squares count, `state.board.full & ~state.mask`.
        a column without its spare row
            (state.height + 1) + row) → state.height + row)
            A column takes up `height + 1` bits, one more than it has squares: multiply the column
            by `state.height + 1`.
        every board taken for 7x6
            column * (state.height + 1) → column * 7
            or: board.cells(empty) → [(c, r) for c in range(7) for r in range(6) if FREE]
            FREE → not state.mask >> c * 7 + r & 1
            column * (state.height + 1) → column * 7
            Boards differ in size: a column takes up `state.height + 1` bits.
        a disc left on every square that was tried
            has_line(discs | 1 → has_line(discs := discs | 1
            Put the disc on one square at a time: with `|=` those tried before stay on the board.
        the bits counted row by row
            column * (state.height + 1) + row → row * state.width + column
            or: column * (state.height + 1) + row → row * (state.width + 1) + column
            Bits go up column by column: the square is bit `column * (state.height + 1) + row`.
        the diagonals forgotten
            → set(_completing(state, player, "|-"))
            Lines count along both diagonals too.
        the rising diagonal forgotten
            → set(_completing(state, player, "|-\\\\"))
            A line can also go right and up.
        the falling diagonal forgotten
            → set(_completing(state, player, "|-/"))
            A line can also go right and down.
        the vertical lines forgotten
            → set(_completing(state, player, "-/\\\\"))
            Three discs on top of each other threaten the square above them.
        gaps forgotten
            → set(_completing(state, player, places=(0, 3)))
            The square can also lie between the discs, as in `XX.X`: try all four places.
        three in a row are enough
            → set(_completing(state, player, places=range(3), length=3))
            With a disc on that square there would be three in a row, and four are needed.
        lines that go over the edge
            → set(_completing(state, player, spare_rows=0))
            A line must not continue from the top of a column at the bottom of the next: the spare
            row is for that. A column takes up `height + 1` bits.
        squares above the board
            → threat_squares(state, player) | _above_the_board(state, player)
            The spare row is not part of the board: the highest row is `state.height - 1`. The empty
            squares are `state.board.full & ~state.mask`.
            or: board.full & → ((1 << (state.height + 1) * state.width) - 1) &
        the top row left out
            → {(c, r) for c, r in threat_squares(state, player) if r < state.height - 1}
            The highest row is `state.height - 1`, and a line can be completed there, too.
        only the lowest in each column
            → set(dict(sorted(threat_squares(state, player), reverse=True)).items())
            A column can hold several threats: return all of them.
        rows counted from the top
            (column, row)\\n        for → (column, state.height - 1 - row)\\n        for
            Row 0 is the lowest. (`state.rows()` begins at the top: turn it round.)
        column and row swapped
            (column, row)\\n        for → (row, column)\\n        for
            A square is written as (column, row).
        counted from 1
            (column, row)\\n        for → (column + 1, row + 1)\\n        for
            In code the first column and the lowest row have number 0.
        columns instead of squares
            (column, row)\\n        for → column\\n        for
            The row matters as much: write each square as a pair (column, row).
        bits instead of squares
            (column, row)\\n        for → column * (state.height + 1) + row\\n        for
            or: (column, row)\\n        for → 1 << column * (state.height + 1) + row\\n        for
            These are the right squares, but as bits. Write each as a pair (column, row), as
            `state.board.cells` lists them.
        lists instead of pairs
            → [[column, row] for column, row in threat_squares(state, player)]
            These are the right squares. Write each as a pair, `(column, row)` in round brackets: a
            list is never equal to a pair, so `(column, row) in ...` would not find it.
        a square listed once for each of its lines
            → _completing(state, player)
            One square can complete several lines and is still one square: collect them in a set.
    """),
)


# ---- 7.3 -----------------------------------------------------------------------------------
def safe_moves(state: Connect4) -> list[int]:
    """The columns after which the opponent cannot win at once, from left to right."""
    threats = threat_squares(state, 1 - state.player)
    taken = [column for column, row in state.board.cells(state.mask)]
    rows = {column: taken.count(column) for column in state.moves()}
    urgent = [column for column in rows if (column, rows[column]) in threats]
    if len(urgent) > 1:
        return []
    return [column for column in urgent or rows if (column, rows[column] + 1) not in threats]


def _explain_dots(error: Exception, state: Connect4) -> str | None:
    """Where the `...` comes from that an answer failed on."""
    if not isinstance(error, TypeError) or "ellipsis" not in str(error):
        return None
    return (
        "`...` is not a set of squares. Does `threat_squares` still return it? Do exercise 7.2 "
        "first, or use the lesson's: set(state.board.cells(threats(state, 1 - state.player)))"
    )


@dataclass(frozen=True)
class FoundByPlaying:
    """The right columns, found by an answer that played moves."""

    columns: list[int]

    def __repr__(self) -> str:
        return f"{self.columns}, after playing moves"


def _without_playing(answer: Callable[..., Any], state: Connect4) -> Any:
    """What the answer returns; if that is right, whether it has played a move is noted."""
    seen = watched(answer, "expanded")(state)
    return (
        FoundByPlaying(seen.value)
        if seen.nodes and equal(seen.value, safe_moves(state))
        else seen.value
    )


def _same_columns(came: Any, expected: Any) -> bool:
    """The same columns; a mistake may be made with moves played or without."""
    if isinstance(expected, FoundByPlaying) and not isinstance(came, FoundByPlaying):
        expected = expected.columns
    return equal(came, expected)


def _columns_first(task: Task, results: Sequence[Any]) -> Finding | None:
    """By cases: what is wrong with the columns, and if they are right, whether it has played."""
    columns = [
        result.columns if isinstance(result, FoundByPlaying) else result for result in results
    ]
    return by_cases(task, columns) or by_cases(task, results)


def _wins(state: Connect4) -> Iterator[bool]:
    """For each reply whether it wins."""
    return (state.play(reply).winner is not None for reply in state.moves())


SAFE_MOVES = Task(
    number="7.3",
    title="Safe moves, without playing one",
    reference=safe_moves,
    call=_without_playing,
    same=_same_columns,
    diagnose=_columns_first,
    explain_error=_explain_dots,
    # The player to move never has a win at once.
    cases=positions("""
        7x6  -, 11223, 22334  # two threats
        7x6  675611723356353
        6x5  4465511226434532
        5x4  33521135415215  # a threat above a threat
        5x5  3141435533544
        7x6  41742435432131471  # a threat high above
        7x6  512261426, 474724137654664554636612, 16132276367566414175541
        5x4  4334244235535512211  # the last square
    """),
    wrong_types={(AbstractSet, Mapping): "Return a list of columns: `sorted(...)` makes one."},
    hints=(
        "There are two ways to lose at once: a threat of the opponent that can be played now is "
        "left open, or your own disc lands right below one.",
        "`threat_squares(state, 1 - state.player)` are the opponent's threats. A disc in a column "
        "lands in the row that is the number of discs there: count the columns in "
        "`state.board.cells(state.mask)`.",
        "Collect the columns where `(column, row)` is a threat: with two of them nothing is safe, "
        "with one only that column can be. Of the columns that remain, leave out those where "
        "`(column, row + 1)` is a threat.",
    ),
    mistakes=patches("""
        moves tried out
            → [move for move in state.moves() if not any(_wins(state.play(move)))]
            The columns are right, but you need not play a move: the opponent's threat squares say
            it all. The row where a disc lands is the number of discs in its column.
        every legal move called safe
            → state.moves()
            After some of them the opponent wins with the next disc, and it is that disc which
            counts, not yours. Which of their threats can be taken then?
        the square above the move not looked at
            urgent or rows if (column, rows[column] + 1) not in threats → urgent or rows
            Your disc is a step for the opponent's, which lands one row higher: is `(column, row +
            1)` a threat of theirs?
        a threat elsewhere not stopped
            len(urgent) > 1 → False
            urgent or rows → rows
            If the opponent has a threat that can be played now, only the move onto it can be safe.
        only the moves that stop a threat
            urgent or rows if (column, rows[column] + 1) not in threats → urgent
            or: urgent or rows if (column, rows[column] + 1) not in threats → urgent
            len(urgent) > 1 → False
            Mostly nothing has to be stopped. Then every move is safe, unless it lands right below
            one of the opponent's threats.
        a threat given up that could be stopped
            len(urgent) > 1 → urgent
            One threat that can be played now is not lost yet: your disc on that square stops it.
        two rows above instead of one
            rows[column] + 1) not in → rows[column] + 2) not in
            or: rows[column] + 1) not in → rows[column] + 2) not in
            len(urgent) > 1 → False
            urgent or rows → rows
            Rows count from 0, so your disc lands in the row that is the number of discs in the
            column, and the opponent's next one right above it: one row higher.
        one of two threats left open
            len(urgent) > 1 → False
            and: urgent or rows → urgent[:1] or rows
            or: len(urgent) > 1 → urgent
            return [] → return urgent
            or: len(urgent) > 1 → urgent
            return [] → return urgent[:1]
            or: len(urgent) > 1 → False
            urgent or rows → (urgent if len(urgent) == 1 else rows)
            One disc cannot stop two threats: if the opponent wins in two columns, nothing is safe.
        the move that stops a threat called safe unseen
            len(urgent) > 1 → urgent
            return [] → return urgent if len(urgent) == 1 else []
            It can still open the square above it to the opponent. Then nothing is safe.
        the opponent's square avoided instead of taken
            len(urgent) > 1 → False
            urgent or rows if (column, rows[column] + 1) → rows if (column, rows[column])
            or: len(urgent) > 1 → False
            urgent or rows if → rows if (column, rows[column]) not in threats and
            Your disc on their square stops them. Only the square above it must not be theirs.
        every threat stopped at once
            (column, rows[column]) in threats → column in dict(threats)
            urgent or rows if (column, rows[column] + 1) not in threats → urgent or rows
            A threat counts only if a disc can fall onto it now: compare the row as well.
        columns avoided for a threat high above
            (column, rows[column] + 1) not in threats → not _is_threat_above
            _is_threat_above → any(c == column and r > rows[c] for c, r in threats)
            or: (column, rows[column] + 1) not in threats → column not in dict(threats)
            len(urgent) > 1 → False
            urgent or rows → rows
            or: (column, rows[column] + 1) not in threats → column not in dict(threats)
            The opponent's next disc falls right on top of yours: only the row above it matters.
        your own threats looked at
            1 - state.player → state.player
            The opponent is `1 - state.player`: ask for their threats.
        the threats of both players looked at
            1 - state.player) → 0) | threat_squares(state, 1)
            On your own threat square the opponent does not win. Only theirs count.
        always the threats of O
            1 - state.player → 1
            The player to move is not always X: the opponent is `1 - state.player`.
        always the threats of X
            1 - state.player → 0
            The player to move is not always O: the opponent is `1 - state.player`.
        all moves where none is safe
            → safe_moves(state) or state.moves()
            Where nothing helps the list is empty: that is how a solver sees that it has lost.
        the moves that are not safe
            → [column for column in state.moves() if column not in safe_moves(state)]
            These are the moves after which the opponent wins; return the others.
        full columns counted as moves
            column in state.moves()} → column in range(state.width)}
            No disc can be dropped into a full column: go through `state.moves()`.
        from the middle outwards
            → sorted(safe_moves(state), key=lambda column: abs(column - state.width // 2))
            or: → sorted(safe_moves(state), key=lambda column: abs(column - (state.width - 1) / 2))
            That is a good order for a search. List the columns from left to right here.
        from right to left
            → safe_moves(state)[::-1]
            These are the right columns. List them from left to right.
        columns counted from 1
            → [column + 1 for column in safe_moves(state)]
            In code the first column is 0; only move strings and pictures count from 1.
    """),
)


# ---- 7.4 -----------------------------------------------------------------------------------
def at_least(state: Connect4, beta: int) -> bool:
    """Whether the score of the position, for the player to move, is at least beta."""
    if state.is_over:
        free = state.width * state.height - state.ply
        score = 0 if state.winner is None else -(free // 2 + 1)
        return score >= beta
    return any(not at_least(state.play(move), 1 - beta) for move in state.moves())


def _by_alphabeta(state: Connect4, alpha: float, beta: float) -> float:
    """The score, if it is between alpha and beta."""
    if state.is_over:
        free = state.width * state.height - state.ply
        return 0 if state.winner is None else -(free // 2 + 1)
    for move in state.moves():
        alpha = max(alpha, -_by_alphabeta(state.play(move), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def _with_table(state: Connect4, beta: int, table: dict[tuple[Connect4, int], bool]) -> bool:
    """The answer, which is kept and looked up if the position comes up again."""
    if (state, beta) not in table:
        moves = () if state.is_over else state.moves()
        answers = (not _with_table(state.play(move), 1 - beta, table) for move in moves)
        table[state, beta] = at_least(state, beta) if state.is_over else any(answers)
    return table[state, beta]


_LOST = (
    "A finished game that has a winner is lost for the player who would be to move, by as much as "
    "the winner has discs left, the winning one included: `-(free // 2 + 1)`."
)

AT_LEAST = Task(
    number="7.4",
    title="A search that says yes or no",
    reference=at_least,
    watch="entered",
    # Of most positions it is asked whether they reach their score, and one more.
    cases=positions("""
        7x6  1212121 -18, 1212121 -17
        5x4  52354515143224421 0, 52354515143224421 1
        4x4  32331341224 1, 32331341224 2, 2411144133 -3, 2411144133 -2, 2411144133 0
        4x5  12224114231142 0, 214342334332 3, 4313333221212 -2
        5x5  2531333235555424112 1, 2531333235555424112 2
    """),
    hints=(
        "A finished game with a winner is lost for the player who would be to move: with `free` "
        "squares empty, the score is `-(free // 2 + 1)`. A full board without a winner scores 0.",
        "Your score after a move is minus the child's. It is at least beta if the child's is at "
        "most -beta, that is, if it is not at least ... what? Scores are whole numbers.",
        "A move is good enough if `not at_least(state.play(move), 1 - beta)`. As soon as one "
        "is, the answer is `True`: `any` over a generator stops there.",
    ),
    mistakes=patches(f"""
        scores out of reach cut off
            any( → beta <= (state.width * state.height - state.ply + 1) // 2 and any(
            or: any( → beta <= -((state.width * state.height - state.ply) // 2) or any(
            A good idea, and the solver's first cut: the squares that are left bound the score.
            But leave it out here, so that the nodes can be compared.
        wins looked for before anything else
            return any( → free = state.width * state.height - state.ply\\n    WINS
            WINS → for move in state.moves():\\n        if WON:\\n CUT
            CUT →            return (free + 1) // 2 >= beta\\n    return any(
            WON → state.play(move).winner is not None
            A good idea, which the solver has, too: it reads such wins off the threats. But leave it
            out here, so that the nodes can be compared.
        a table of positions
            → _with_table(state, beta, {{}})
            A good idea, and the solver's third trick: a position that comes up again need not be
            searched again. But leave it out here, so that the nodes can be compared.
        another order of moves
            in state.moves() → in sorted(state.moves(), key=lambda c: abs(c - state.width // 2))
            or: state.moves() → sorted(state.moves(), key=lambda c: abs(c - (state.width - 1) / 2))
            or: in state.moves() → in reversed(state.moves())
            A good idea, which lesson 03 has measured. But try the moves from left to right here, as
            `state.moves()` lists them, so that the nodes can be compared.
        no early stop
            any(not → any([not
            state.moves()) → state.moves()])
            The answer is right, but more is searched than it needs: one move that is good enough
            settles the question. Return `True` there and then (or use `any` without a list), and
            search for the answer, not for the exact score.
        the exact score searched
            → _by_alphabeta(state, -99, 99) >= beta
            The answer is right, but the exact score is more than was asked for, and takes more
            nodes. Ask each child only yes or no, with `at_least` itself.
        the score itself
            score >= beta → score
            any(not at_least(state.play(move), 1 - beta) → max(-at_least(state.play(move), beta)
            The question is yes or no: is the score at least beta? That takes far fewer nodes.
        the score returned where the game is over
            score >= beta → score
            At the end of the game the question is the same, and so is the kind of answer: return
            `score >= beta`, which is `True` or `False`.
        the child asked about beta with its sign unchanged
            1 - beta → beta
            The child's score is the opponent's. Yours is at least beta if theirs is at most -beta,
            that is, if theirs is not at least `1 - beta`.
            or: 1 - beta → beta - 1
            or: 1 - beta → beta + 1
        the child asked about -beta
            1 - beta → -beta
            If their score is exactly -beta, yours is beta, and that is enough. So theirs must not
            be at least one more than that: ask about `1 - beta`.
        the child asked about -beta - 1
            1 - beta → -beta - 1
            Yours is at least beta if theirs is at most -beta, that is, if it is not at least one
            *more* than that: ask about `1 - beta`.
        the child asked about 2 - beta
            1 - beta → 2 - beta
            Yours is at least beta if theirs is at most -beta. "Not at least `2 - beta`" lets one
            score more through: ask about `1 - beta`.
        the child's answer not turned round
            not at_least( → at_least(
            or: not at_least(state.play(move), 1 - beta) → at_least(state.play(move), -beta)
            A yes from the child is good for the opponent. You want a no: `not at_least(...)`.
        every move has to be good enough
            any(not → all(not
            You choose the move, so one that is good enough suffices: `any`, not `all`.
        only the first move tried
            any(not → next(not
            Is there a `return` in the loop that ends it either way? Only a yes may end it early; no
            is the answer after all moves have failed.
        more than beta instead of at least
            score >= beta → score > beta
            A score equal to beta is at least beta: `>=`.
        the finished game seen from the wrong side
            -(free // 2 + 1) → free // 2 + 1
            {_LOST}
        the finished game seen from X
            -(free // 2 + 1) → (free // 2 + 1 if state.winner == 0 else -(free // 2 + 1))
            {_LOST}
        discs counted instead of empty squares
            state.width * state.height - state.ply → state.ply
            `state.ply` discs lie on the board. The score counts what is still empty: `free =
            state.width * state.height - state.ply`.
        every board taken for 7x6
            state.width * state.height - state.ply → 42 - state.ply
            Boards differ in size: `state.width * state.height - state.ply` squares are empty.
        only the outcome of the finished game
            0 if state.winner is None else -(free // 2 + 1) → state.utility(state.player)
            The utility does not say how soon the game was won. {_LOST}
        the winning disc not counted
            -(free // 2 + 1) → -(free // 2)
            or: -(free // 2 + 1) → -((free + 1) // 2)
            {_LOST}
        the larger half of the squares counted
            -(free // 2 + 1) → -((free + 1) // 2 + 1)
            The loser would fill the first square left: the winner has the smaller half. `/` does
            not round at all, and `//` rounds a negative number away from 0: round down first, then
            put on the minus. {_LOST}
        squares counted instead of discs
            -(free // 2 + 1) → -(free + 1)
            Only every second of the squares that are left is the winner's. {_LOST}
        finished games not looked at
            if state.is_over: → if False:
            A finished game has no moves, so no move there is good enough, and the answer is always
            no. Ask first whether `state.is_over`, and if so, compare its score with beta.
        a full board counted as lost
            0 if state.winner is None else →
            A game can also end without a winner: then the score is 0.
        a full board not recognised
            if state.is_over → if state.winner is not None
            A full board without a winner has no moves: it is over, and its score is 0. Ask
            `state.is_over`.
        every game that X wins counted as drawn
            0 if state.winner is None → 0 if not state.winner
            X is player 0, and `not 0` is true: ask whether `state.winner is None`.
        every finished game counted as drawn
            0 if state.winner is None else -(free // 2 + 1) → 0
            Did you call `score(free, 0)` of exercise 7.1? Its 0 plies stand for a draw. {_LOST}
    """),
)


# ---- 7.5 -----------------------------------------------------------------------------------
PATIENCE = 100
"""After this many questions an answer is assumed never to end."""
NO_END = "no end"
"""What such an answer has found."""


@dataclass(frozen=True)
class IsAtLeast:
    """Stands in for a null-window search: it knows the score, but says only yes or no."""

    score: int

    def __call__(self, k: int) -> bool:
        """Whether the score is at least k."""
        return self.score >= k

    def __repr__(self) -> str:
        return f"lambda k: {self.score} >= k"


@dataclass(frozen=True)
class Asked:
    """What an answer found in the range, and what it asked on the way."""

    value: Any
    questions: tuple[int, ...]
    low: int
    high: int

    @property
    def is_thrifty(self) -> bool:
        """Whether it asked nothing that was certain, and no more than bisection has to."""
        open_questions = all(self.low < k <= self.high for k in self.questions)
        return open_questions and len(self.questions) <= questions_needed(self.low, self.high)

    def __repr__(self) -> str:
        count = _questions(len(self.questions))
        found = (
            f"stopped after {count}" if self.value is NO_END else f"{self.value!r} after {count}"
        )
        shown = [*map(str, self.questions[:12]), *["..."] * (len(self.questions) > 12)]
        return ": ".join(filter(None, [found, ", ".join(shown)]))


def _questions(count: int) -> str:
    return f"{count or 'no'} question{'' if count == 1 else 's'}"


class _Endless(BaseException):
    """Raised in an answer that does not stop asking."""


def _asking(answer: Callable[..., Any], is_at_least: IsAtLeast, low: int, high: int) -> Any:
    """What the answer finds, and what it asks on the way."""
    questions: list[int] = []

    def ask(k: int) -> bool:
        if not isinstance(plain(k), Integral):
            raise ValueError(f"scores are whole numbers: ask about one, not about {k!r}")
        if len(questions) == PATIENCE:
            raise _Endless
        questions.append(plain(k))
        return is_at_least(k)

    try:
        value = plain(answer(ask, low, high))
    except _Endless:
        value = NO_END
    if value is None or value is ...:
        return value
    return Asked(value, tuple(questions), low, high)


def same_finding(came: Any, expected: Asked) -> bool:
    """The same score, with few questions if few are expected, else with the very same ones."""
    if not isinstance(came, Asked) or not equal(came.value, expected.value):
        return False
    return came.is_thrifty if expected.is_thrifty else came.questions == expected.questions


def few_questions(task: Task, results: Sequence[Any]) -> Finding | None:
    """By cases; but where all scores are right, the finding is about the questions."""
    finding = by_cases(task, results)
    found = [result.value if isinstance(result, Asked) else None for result in results]
    all_right = equal(found, [right.value for right in task.expected])
    if finding is None or finding.mistake is not None or not all_right:
        return finding
    sentence = (
        "The scores are right, but it asks more than it needs to, or what is already certain. "
        "The first such case:"
    )
    return replace(finding, sentences=(sentence,))


def questions_needed(low: int, high: int) -> int:
    """How often the scores from low to high have to be halved until one is left."""
    return (high - low).bit_length()


def find_score(is_at_least: Callable[[int], bool], low: int, high: int) -> int:
    """The score, which lies between `low` and `high`, from as few questions as possible."""
    while low < high:
        middle = (low + high + 1) // 2
        if is_at_least(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _find_score_remark(is_at_least: IsAtLeast, low: int, high: int) -> str:
    scores = f"{high - low + 1} score{'' if low == high else 's'}"
    return f"{_questions(questions_needed(low, high))} for {scores}"


FIND_SCORE = Task(
    number="7.5",
    title="The score from yes and no",
    reference=find_score,
    call=_asking,
    same=same_finding,
    diagnose=few_questions,
    cases=tuple(
        (IsAtLeast(score), low, high)
        for score, low, high in numbers(
            "3 3 3, 0 0 1, 1 0 1, -1 -1 1, 1 -1 1, -7 -7 -4, -5 -7 -4, 9 2 9, 2 2 9, "
            "0 -18 18, -11 -18 18, 18 -18 18"
        )
    ),
    remark=_find_score_remark,
    hints=(
        "Each answer should rule out half of the scores. About which score do you ask first?",
        "A yes to k means that the score is k or more, so `low` becomes k. A no means that it is "
        "less than k. What does `high` become, and when is there nothing left to ask?",
        "While `low < high`, ask about `(low + high + 1) // 2`. Rounded up, it is never `low` "
        "itself, whose answer is certain; so the range shrinks each time.",
    ),
    mistakes=patches("""
        one score after another
            (low + high + 1) // 2 → low + 1
            or: (low + high + 1) // 2 → high
            or: → max(k for k in range(low, high + 1) if is_at_least(k))
            or: low < high → is_at_least(low + 1)
            middle = (low + high + 1) // 2 → low += 1\\n        continue
            or: → next(k for k in range(high, low - 1, -1) if is_at_least(k))
            or: → next((k - 1 for k in range(low, high + 1) if not is_at_least(k)), high)
            Each question is a whole search. Ask about the middle: any answer rules out half.
        it never ends, because the middle is rounded down
            (low + high + 1) // 2 → (low + high) // 2
            Where two scores are left, the range must shrink whatever the answer is. With the middle
            rounded down, a yes leaves both: ask about `(low + high + 1) // 2`.
        it never ends, because `int` rounds towards 0
            (low + high + 1) // 2 → int((low + high) / 2) + 1
            Where two scores are left, the range must shrink whatever the answer is. `int` cuts off
            what is behind the point, and so rounds a negative number up: ask about `(low + high +
            1) // 2`, which always rounds in the same direction.
        it never ends, because `round` goes to the next even number
            (low + high + 1) // 2 → round((low + high) / 2)
            Where two scores are left, the range must shrink whatever the answer is. `round` takes a
            half to the next even number, up or down: ask about `(low + high + 1) // 2`.
        it never ends, because a no takes nothing out
            middle - 1 → middle
            Where two scores are left, the range must shrink whatever the answer is. A no to k means
            that the score is at most k - 1: `high = k - 1`.
        one too high
            (low + high + 1) // 2 → (low + high) // 2
            low = middle\\n → low = middle + 1\\n
            high = middle - 1 → high = middle
            This finds the first score that is not reached. A yes to k leaves k in: `low = k`; a no
            takes it out: `high = k - 1`.
            or: (low + high + 1) // 2 → (low + high) // 2
            low = middle\\n → low = middle + 1\\n
            low < high → low <= high
        both answers take the middle out
            (low + high + 1) // 2 → (low + high) // 2
            low = middle\\n → low = middle + 1\\n
            A yes to k leaves k in: `low = k`. Only a no takes it out: `high = k - 1`. The middle
            must then be rounded up, or it never ends.
        it never ends, because it goes on with one score left
            low < high → low <= high
            With `low == high` there is nothing left to ask: continue while `low < high`.
        a yes takes the score out
            low = middle\\n → low = middle + 1\\n
            At least k can be k itself: after a yes, `low = k`.
        stopped too early
            low < high → high - low > 1
            Two scores are left then, and nobody has asked which it is: continue while `low < high`.
        a question whose answer is certain
            (low + high + 1) // 2 → (low + high) // 2
            low = middle\\n → low = middle + 1\\n
            low < high → low <= high
            return low → return high
            That the score is at least `low` is known. With one score left, there is nothing to ask:
            stop as soon as `low == high`, and round the middle up.
        asked again at the end
            return low → return low if is_at_least(low) else low - 1
            With one score left there is nothing to ask: return it.
        only one question asked
            while low < high: → if low < high:
            or: while low < high: → if True:
            One answer rules out half of the scores. Go on with the other half: `while low < high`.
        half the width taken for the middle
            (low + high + 1) // 2 → (high - low) // 2
            or: (low + high + 1) // 2 → (high - low + 1) // 2
            That is how far the middle is from `low`, not where it is: ask about `(low + high + 1)
            // 2`.
        yes or no returned
            return low → return is_at_least(low)
            The scores have been narrowed down to one: return it, not one more answer.
        every question asked twice
            else: → if not is_at_least(middle):
            Each question is a whole search: ask once, and use `else`.
        yes and no swapped
            is_at_least(middle) → not is_at_least(middle)
            A yes raises `low`, a no lowers `high`.
        win, draw or loss asked first
            while low < high: → if is_at_least(1):\\n        low = 1\\n    elif DRAW
            DRAW → is_at_least(0):\\n        return 0\\n    else:\\n        LOSS
            LOSS → high = -1\\n    while low < high:
            In the middle of the range that would be a good question, but not in every range: 0 may
            lie at its end or outside. Always ask about the middle.
        another range than the one given
            → find_score(is_at_least, -21, 21)
            The score lies between `low` and `high`: outside, every answer is certain.
    """),
)


# ---- 7.6 -----------------------------------------------------------------------------------
def label(scores: dict[int, int], column: int) -> str:
    """What to call playing `column`, where `scores` says what each column is worth."""

    def outcome(score: int) -> int:
        return (score > 0) - (score < 0)

    best, played = max(scores.values()), scores[column]
    if played == best:
        return "best"
    return ("slip", "mistake", "blunder")[outcome(best) - outcome(played)]


@dataclass(frozen=True)
class LabelAndScores:
    """The right word, from an answer that has changed the scores it was given."""

    word: str
    scores: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"{self.word!r}, and scores is now {dict(self.scores)}"


def _labelling(answer: Callable[..., Any], scores: dict[int, int], column: int) -> Any:
    """What the answer returns; if that is right, whether it has changed the scores is noted."""
    right = label(dict(scores), column)
    before = dict(scores)
    word = plain(answer(scores, column))
    return (
        LabelAndScores(right, tuple(scores.items())) if word == right and scores != before else word
    )


LABEL = Task(
    number="7.6",
    title="What to call a move",
    reference=label,
    call=_labelling,
    cases=(
        ({2: 1, 3: 4, 4: 4}, 4),
        ({2: 1, 3: 4, 4: 4}, 3),
        ({2: 1, 3: 9, 4: 4}, 2),
        ({0: 1, 1: 0, 2: -1}, 1),
        ({0: 1, 1: 0, 2: -1}, 2),
        ({0: 8, 5: -8}, 5),
        ({1: 0, 3: -1, 5: 0}, 3),
        ({1: 0, 3: -1, 5: 0}, 5),
        ({1: -2, 3: -7}, 1),
        ({1: -2, 3: -7}, 3),
        ({2: -1, 4: 1, 6: 3}, 6),
        ({0: 6, 4: 0}, 4),
        ({2: 0, 6: -9}, 6),
        ({6: -3}, 6),
    ),
    wrong_types={Integral: 'Return a word: "best", "slip", "mistake" or "blunder".'},
    hints=(
        "What could the player have had, and what is left? Equal scores are equally good.",
        "A score above 0 is a win, 0 a draw, below 0 a loss. If the outcome stays the same and the "
        "score is lower, it is a slip.",
        "With `outcome(score)` as 1, 0 or -1, `outcome(best) - outcome(played)` is 0 for a slip, 1 "
        "for a mistake and 2 for a blunder; the best score is `max(scores.values())`.",
    ),
    mistakes=patches("""
        the scores changed
            scores[column] → scores.pop(column)
            The words are right, but `pop` takes the move out of the caller's dictionary: look it up
            with `scores[column]`.
        the best move called a slip
            if played == best: → if False:
            A slip costs time. If no move has a higher score, it is `"best"`.
        every worse move called a mistake
            "slip", "mistake", "blunder" → "mistake", "mistake", "mistake"
            It depends on the cost: only time is a slip, a win turned into a loss a blunder.
        every worse move called a slip
            "slip", "mistake", "blunder" → "slip", "slip", "slip"
            A slip keeps the outcome. Where a win became a draw or a loss, it was more than that.
        outcomes compared only
            played == best → outcome(played) == outcome(best)
            A slower win is not the best move: that is a slip, and so is a sooner loss.
        scores compared only
            outcome(best) - outcome(played) → min(3, best - played) - 1
            How far the score falls does not matter: from 1 to -1 a win becomes a loss, from 9 to 1
            it stays a win. Compare the signs.
        a draw taken for a loss
            (score > 0) - (score < 0) → score > 0
            or: (score > 0) - (score < 0) → 1 if score > 0 else -1
            There are three outcomes: above 0 a win, 0 a draw, below 0 a loss.
        a draw taken for a win
            (score > 0) - (score < 0) → score >= 0
            or: (score > 0) - (score < 0) → 1 if score >= 0 else -1
        mistake and blunder swapped
            "mistake", "blunder" → "blunder", "mistake"
            A blunder costs more: a win becomes a loss. A mistake costs half of that.
        every change of the outcome a blunder
            "slip", "mistake", "blunder" → "slip", "blunder", "blunder"
            With a draw on one side it is a mistake: from a win to a draw, or from a draw to a loss.
        every change of the outcome a mistake
            "slip", "mistake", "blunder" → "slip", "mistake", "mistake"
            From a win to a loss, past the draw, is a blunder.
        a change between draw and something else called a slip
            "mistake", "blunder" → "slip", "blunder"
            A draw is an outcome, too: a win that becomes a draw, or a draw that becomes a loss, is
            a mistake.
        a lost draw called a blunder
            return ("slip" → return "blunder" if best == 0 else ("slip"
            A draw that becomes a loss is a mistake. A blunder goes from a win to a loss.
        a win turned into a draw called a blunder
            return ("slip" → return "blunder" if best > 0 and played == 0 else ("slip"
            A win that becomes a draw is a mistake. A blunder goes from a win to a loss.
        a sooner loss called a mistake
            return ("slip" → return "mistake" if best < 0 else ("slip"
            Where every move loses, the outcome stays the same: a sooner loss is a slip.
        a win turned into a loss not noticed
            (score > 0) - (score < 0) → score != 0
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            Between a win and a loss the sign changes. Take 1, 0 and -1 as outcomes.
        every loss a blunder
            return ("slip" → return "blunder" if played < 0 else ("slip"
            It depends on what there was to lose: from a draw it is a mistake, and if every move
            loses, a sooner loss is a slip.
        nothing to lose, so everything is best
            played == best → played == best or best < 0
            To lose later is better: the opponent has yet to find the way. A sooner loss is a slip.
        every win is best
            played == best → played == best or played > 0
            A slower win is a slip: what can be won now should be won now.
        the soonest loss taken for the best
            max(scores.values()) → max(scores.values(), key=lambda n: (outcome(n), abs(n)))
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            -1 is better than -5: the loss comes with the opponent's last disc. The best score is
            the largest, also where all are negative.
        the largest number without its sign taken for the best
            max(scores.values()) → max(abs(score) for score in scores.values())
            or: max(scores.values()) → max(scores.values(), key=abs)
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            A score below 0 is a loss, however large it is without the minus: take the largest.
        only one of the best moves called best
            played == best → column == max(scores, key=lambda other: scores[other])
            Several moves can be equally good: compare scores, not columns.
        the largest column taken for the best score
            max(scores.values()) → max(scores)
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            or: max(scores.values()) → max(scores, key=lambda column: scores[column])
            or: max(scores.values()) → scores[max(scores)]
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            That is a column, a key of the dictionary. The best score is `max(scores.values())`.
        a lost draw called a slip
            return ("slip" → return "slip" if best == 0 and played < 0 else ("slip"
            A draw that becomes a loss is a mistake too, as bad as a win that becomes a draw.
        a win turned into a draw called a slip
            return ("slip" → return "slip" if best > 0 and played == 0 else ("slip"
            A win that becomes a draw is a mistake too, as bad as a draw that becomes a loss.
        written with capital letters
            → label(scores, column).capitalize()
            or: → label(scores, column).upper()
            The words are right. Write them in small letters.
        the smallest score taken for the best
            max(scores.values()) → min(scores.values())
            outcome(best) - outcome(played) → abs(outcome(best) - outcome(played))
            or: max(scores.values()) → min(scores.values())
            The scores are for the player who moves, with their signs: the best is the largest, as
            it stands.
    """),
)
