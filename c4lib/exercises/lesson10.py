"""The exercises of lesson 10: the rules of Othello and Quixo, a judge, and symmetries.

Boards are lists of strings, row by row from the top: "X", "O" and "." for nobody. A cell is a
pair (column, row), both from 0.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from numbers import Real
from typing import Any

from c4lib.exercises.compare import Changed, plain
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Case, Finding, Task, by_cases
from c4lib.game import Agent
from c4lib.games.quixo import QuixoRules
from c4lib.players.agents import AlphaBeta

Rows = list[str]
Cell = tuple[int, int]


def _case(board: str, *rest: Any) -> Case:
    """A board, its rows separated by slashes, and more arguments."""
    return board.split("/"), *rest


def _draw(rows: Rows, *rest: Any) -> str:
    """The board, with its columns and rows numbered."""
    columns = " ".join(str(column) for column in range(len(rows[0])))
    return "\n".join([f"  {columns}", *(f"{n} {' '.join(row)}" for n, row in enumerate(rows))])


def _unspoilt(answer: Callable[..., Any], *case: Any) -> Any:
    """What an answer returns; `Changed` if it has changed its arguments."""
    before = deepcopy(case)
    came = plain(answer(*case))
    return came if case == before else Changed()


# ---- 10.1 ----------------------------------------------------------------------------------
def turned(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    """The discs that turn when `mark` puts a disc on the empty `cell`."""
    found: set[Cell] = set()
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            column, row = cell[0] + right, cell[1] + down
            run: set[Cell] = set()
            while 0 <= column < len(rows[0]) and 0 <= row < len(rows) and rows[row][column] != ".":
                if rows[row][column] == mark:
                    found |= run
                    break
                run.add((column, row))
                column, row = column + right, row + down
    return found


STRAIGHT_FIRST = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""The eight directions: first those along rows and columns, then the diagonals."""


def _enclosed_by_the_edge(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    """What turns on a board with a frame of `mark`'s discs around it."""
    edge = mark * (len(rows[0]) + 2)
    framed = [edge, *(mark + row + mark for row in rows), edge]
    return {(c - 1, r - 1) for c, r in turned(framed, mark, (cell[0] + 1, cell[1] + 1))}


def _inside(rows: Rows, column: int, row: int) -> bool:
    """Whether a cell can be read; below 0 it can, from the other end."""
    return -len(rows[0]) <= column < len(rows[0]) and -len(rows) <= row < len(rows)


def _counted_on(column: int, row: int, rows: Rows) -> Cell:
    """The cell that is meant if cells are numbered row after row."""
    return column % len(rows[0]), row + column // len(rows[0])


TURNED = Task(
    number="10.1",
    title="What turns",
    reference=turned,
    cases=(
        _case("..../.OX./.XO./....", "X", (0, 1)),
        _case("..../.OX./.XO./....", "O", (3, 1)),
        _case("..../.OX./.XO./....", "X", (0, 0)),
        _case("......./.OOOX../......./.......", "X", (0, 1)),
        _case(".OO..../......./......./.......", "X", (0, 0)),
        _case("X.O.X../.OOO.../XO.OOX./.OOO.../X.O.X../..X....", "X", (2, 2)),
        _case("XOO.OX/..O.O./.O.O.O/...X../XO...X/......", "X", (3, 0)),
        _case("OXXXO./XX..../O.X.../.....O/O.X.../......", "O", (5, 0)),
        _case("...O/O.../.X../....", "X", (3, 1)),
        _case("X..../.O.../..O../...O./XOOO.", "X", (4, 4)),
        _case(".OXOX/...../...../...../.....", "X", (0, 0)),
        _case("XOOOOO./......./......./.......", "X", (6, 0)),
        _case("OX.../...../...../...../.....", "O", (2, 0)),
        _case("X.X.X/.OOO./XO.OX/.OOO./X.X.X", "X", (2, 2)),
    ),
    draw=_draw,
    wrong_types={(Real, Mapping, str): "Return a set of cells `(column, row)`."},
    hints=(
        "From the cell, walk in all eight directions. Which discs do you pass, and which count?",
        "Collect the opponent's discs while you walk. At a disc of your own they all turn; at an "
        "empty cell, or at the edge of the board, none of them does.",
        "Two loops over -1, 0 and 1 give the directions. Start a new `run` for each, and add "
        "that to the result only where the walk ends at `mark`.",
    ),
    mistakes=patches("""
        only one direction
            right in (-1, 0, 1) → step in STRAIGHT_FIRST
            down in (-1, 0, 1) → right, down in (step,)
            column, row = cell → if found:\\n                break\\n            column, row = cell
            One disc can enclose rows in several directions, and all of them turn: continue with
            the next direction after the first that counts.
        the diagonals forgotten
            down in (-1, 0, 1) → down in (-1, 0, 1) if right == 0 else (0,)
            Discs are enclosed along the diagonals too: there are eight directions.
        only the diagonals
            right in (-1, 0, 1) → right in (-1, 1)
            down in (-1, 0, 1) → down in (-1, 1)
            Discs are enclosed along rows and columns too: there are eight directions.
        only to the right and downwards
            right in (-1, 0, 1) → right in (0, 1)
            down in (-1, 0, 1) → down in (-1, 0, 1) if right else (1,)
            A line goes both ways from the cell: for each step also walk the opposite one.
        enclosed by nothing
            run.add → found.add
            A row of theirs turns only if a disc of `mark` is behind it. An empty cell or the edge
            of the board encloses nothing.
        enclosed by the edge
            → _enclosed_by_the_edge(rows, mark, cell)
            The edge of the board encloses nothing: a disc of `mark` has to be behind the row.
        enclosed by an empty cell
            → turned([row.replace(".", mark) for row in rows], mark, cell)
            An empty cell encloses nothing: a disc of `mark` has to be behind the row.
        one direction forgotten
            while 0 → while (right, down) != (1, 0) and 0
            or: while 0 → while (right, down) != (-1, 0) and 0
            or: while 0 → while (right, down) != (0, 1) and 0
            or: while 0 → while (right, down) != (0, -1) and 0
            or: while 0 → while (right, down) != (1, 1) and 0
            or: while 0 → while (right, down) != (-1, -1) and 0
            or: while 0 → while (right, down) != (1, -1) and 0
            or: while 0 → while (right, down) != (-1, 1) and 0
            There are eight directions, and one of them is missing. Compare your list with two loops
            over -1, 0 and 1.
        empty cells turned
            while 0 → while (right or down) and 0
            and rows[row][column] != "." →
            An empty cell ends the walk, and nothing turns: the row has to be without a gap.
        up to the farthest disc
            break → column, row = column + right, row + down\\n                    continue
            The first disc of `mark` on the way ends the row: what lies behind it does not turn.
        the enclosing disc included
            found |= run → found |= run | {(column, row)}
            or: found |= run → found |= run | {(column, row)} if run else run
            The disc at the end of a row is of `mark` already: only those between turn.
        only rows of one disc
            found |= run → found |= run if len(run) == 1 else set()
            A row of any length turns, not only a single disc.
        only the first disc of a row
            run.add((column, row)) → run = run or {(column, row)}
            All discs between the new one and the next of `mark` turn, however many they are.
        from the other player's side
            → turned(rows, "XO"[mark == "X"], cell)
            These are discs of `mark`, enclosed by the other player: it is the other way round.
        the new disc included
            → turned(rows, mark, cell) | {cell}
            The disc on `cell` is new, and does not turn. With nothing enclosed, the set is empty.
        gaps jumped over
            while 0 → while (right or down) and 0
            and rows[row][column] != "." →
            \\n                    break →
            run.add → if rows[row][column] not in (mark, "."):\\n                    run.add
            The row has to be without a gap, and it ends at the first disc of `mark`: stop there.
        at most three discs
            while 0 → while len(run) < 4 and 0
            A row of any length turns; four is a number of another game.
        column and row of the board swapped
            → turned(["".join(line) for line in zip(*rows)], mark, cell)
            `rows[row][column]` is what stands on a cell: the row comes first.
        column and row of the cell swapped
            → turned(rows, mark, cell[::-1])
            A cell is a pair (column, row): `column, row = cell`.
        only the neighbours
            while → if
            found |= run\\n                    break → continue
            run.add → found.add
            An opponent's disc next to the cell is not enough: one of `mark` has to be behind it.
        lines that continue in the next row
            cell[0] + right, cell[1] + down → _counted_on(cell[0] + right, cell[1] + down, rows)
            column + right, row + down → _counted_on(column + right, row + down, rows)
            With cells as one number, a step to the right of the last column is the first cell of
            the next row. Keep column and row apart.
        off the left or the upper edge
            0 <= column < len(rows[0]) and 0 <= row < len(rows) and → _inside(rows, column, row) and
            An index of -1 is the last column or row, not a cell beside the first: stop where
            column or row is below 0.
        column and row swapped
            → {(row, column) for column, row in turned(rows, mark, cell)}
            A cell is written as (column, row), and `rows[row][column]` is what is on it.
    """),
)


# ---- 10.2 ----------------------------------------------------------------------------------
def moves(rows: Rows, mark: str) -> list[Any]:
    """The cells where `mark` can move, or ["pass"], or [] when the game is over."""

    def free(mine: str) -> list[Cell]:
        every = [(column, row) for row in range(len(rows)) for column in range(len(rows[0]))]
        return [c for c in every if rows[c[1]][c[0]] == "." and turned(rows, mine, c)]

    other = "O" if mark == "X" else "X"
    return free(mark) or (["pass"] if free(other) else [])


def _emptied(rows: Rows, cell: Cell) -> Rows:
    """The board without the disc on the cell."""
    column, row = cell
    return [*rows[:row], rows[row][:column] + "." + rows[row][column + 1 :], *rows[row + 1 :]]


MOVES = Task(
    number="10.2",
    title="Moves, and no move",
    reference=moves,
    cases=(
        _case("..../.OX./.XO./....", "X"),
        _case("..../.OX./.XO./....", "O"),
        _case("XXXX/XXXX/XXXO/XXX.", "O"),
        _case("XXXX/XXXX/XXXO/XXX.", "X"),
        _case("XO../XXXX/XXXX/XXXX", "O"),
        _case("XO../XXXX/XXXX/XXXX", "X"),
        _case("XXXX/XXXX/XXXX/XXX.", "X"),
        _case("XXXX/OOOO/XXOO/XOOX", "O"),
        _case("OOOO/...X/..XO/....", "X"),
        _case("OOOO/...X/..XO/....", "O"),
    ),
    draw=_draw,
    wrong_types={
        (str, Real): "Return a list: of cells, or with the one word `pass` in it.",
        set: "Return a list, row by row from the top: `sorted` would go column by column.",
    },
    hints=(
        "A move is an empty cell where something turns: ask `turned`. What if there is none?",
        "Then it matters whether the other player has a move. If so, this one has to pass, and "
        'the list holds only "pass". If not, the game is over, and there is nothing in it.',
        "Write a helper that lists the cells for a given mark, with the rows in the outer loop. "
        "Ask it for `mark`, and only if that is empty for the other.",
    ),
    mistakes=patches("""
        passing forgotten
            or (["pass"] if free(other) else []) →
            Without a move of their own a player passes as long as the other player has one: then
            the list is `["pass"]`. An empty list would end the game.
        a pass after the end
            (["pass"] if free(other) else []) → ["pass"]
            When neither player can move, the game is over: the list is empty, without a pass.
        passing whenever one likes
            free(mark) or → free(mark) +
            A player who can move has to: a pass is allowed only where there is no other move.
        a pass in every list
            free(mark) or (["pass"] if free(other) else []) → free(mark) + ["pass"]
            A player who can move has to: "pass" stands alone, and only if the other can move.
        the other's moves in place of a pass
            ["pass"] if free(other) else [] → free(other)
            It is still `mark`'s turn, and all that `mark` can do is pass: return `["pass"]`.
        a pass when the other cannot move either
            if free(other) → if not free(other)
            It is the other way round: a pass makes sense only if the other player has a move.
        another name for a pass
            ["pass"] if → ["--"] if
            or: ["pass"] if → [None] if
            or: ["pass"] if → ["Pass"] if
            In this exercise a pass is the word `"pass"`.
        passing only on a full board
            ["pass"] if free(other) else [] → [] if "." in "".join(rows) else ["pass"]
            Empty cells do not matter: what matters is whether the other player has a move.
        passing while a cell is empty
            if free(other) → if "." in "".join(rows)
            The game can be over with cells still empty: ask whether the other player has a move.
        every empty cell
            and turned(rows, mine, c) →
            or (["pass"] if free(other) else []) →
            A disc may only be put where it turns something.
        the other player's moves
            → moves(rows, "XO"[mark == "X"])
            These are the moves of the other player: ask `turned` with `mark`.
        taken cells included
            rows[c[1]][c[0]] == "." and turned(rows, mine, c) → turned(_emptied(rows, c), mine, c)
            A disc needs an empty cell: `rows[row][column] == "."`.
        column by column
            return free(mark) → return sorted(free(mark))
            Row by row from the top: the rows belong in the outer loop.
        from the bottom
            row in range(len(rows)) → row in reversed(range(len(rows)))
            Row by row from the top: row 0 comes first.
        cells by their names
            free(mark) or → ["abcdefgh"[c] + str(r + 1) for c, r in free(mark)] or
            Return pairs of numbers, (column, row), and not names like a1.
        column and row swapped
            return [c for → return [c[::-1] for
            A cell is written as (column, row).
    """),
)


# ---- 10.3 ----------------------------------------------------------------------------------
def push(rows: Rows, mark: str, cell: Cell, side: str) -> Rows:
    """The board after the cube at `cell` was taken, made `mark`'s and pushed in from `side`."""
    upright = side in ("top", "bottom")
    lines = ["".join(line) for line in zip(*rows, strict=True)] if upright else list(rows)
    place, number = cell[::-1] if upright else cell
    rest = lines[number][:place] + lines[number][place + 1 :]
    lines[number] = mark + rest if side in ("left", "top") else rest + mark
    return ["".join(line) for line in zip(*lines, strict=True)] if upright else lines


def _written_into(rows: Rows, new: Rows) -> Rows:
    """The rows, overwritten."""
    rows[:] = new
    return rows


PUSH = Task(
    number="10.3",
    title="Push",
    reference=push,
    call=_unspoilt,
    cases=(
        _case("XO.OX/...../...../...../.....", "X", (2, 0), "left"),
        _case("XO.OX/...../...../...../.....", "X", (2, 0), "right"),
        _case("XOOX./...../...../...../.....", "O", (4, 0), "left"),
        _case("XOX../...../...../...../.....", "X", (2, 0), "left"),
        _case(".OXXO/...../...../...../.....", "O", (0, 0), "right"),
        _case("X..../O..../...../O..../X....", "O", (0, 2), "top"),
        _case("X..../O..../...../O..../X....", "X", (0, 2), "bottom"),
        _case("..X../..O../..X../..X../..O..", "X", (2, 0), "bottom"),
        _case("..X../..O../..X../..O../.....", "O", (2, 4), "top"),
        _case("X...O/...../.XO../...../O...X", "X", (0, 2), "right"),
        _case("X.O/.../OX.", "X", (1, 0), "bottom"),
        _case("X.O/X.O/OX.", "O", (2, 1), "top"),
    ),
    draw=_draw,
    wrong_types={(str, Mapping): "Return a list of rows."},
    hints=(
        "Take the cube out of its row: the rest closes up. Where does it come back, and as whose?",
        "`row[:place] + row[place + 1:]` is the row without the cube; `mark` goes before it or "
        "behind it. For a column, do the same with the board turned on its side.",
        '`["".join(line) for line in zip(*rows)]` turns columns into rows, and back again. '
        "There the cell's row is its place, and its column the number of the line.",
    ),
    mistakes=patches("""
        two cubes change places
            [:place] + → [:place] + lines[number][-(side in ("right", "bottom"))] +
            mark + rest → mark + rest[1:]
            rest + mark → rest[:-1] + mark
            The cube at the end does not jump to the gap: all cubes between move up by one.
        a gap stays
            [:place] + → [:place] + "." +
            mark + rest → mark + rest[1:]
            rest + mark → rest[:-1] + mark
            Where the cube was taken the others move up: no place stays empty, and none is lost.
        the cube not turned
            rest = → mark = lines[number][place]\\n    rest =
            A blank cube that is taken shows `mark` when it comes back.
        the whole line moved
            lines[number][:place] + lines[number][place + 1 :] → lines[number]
            mark + rest → mark + rest[:-1]
            rest + mark → rest[1:] + mark
            Only the cubes between the gap and the end move. Those beyond the gap stay.
        a cube too many
            lines[number][:place] + lines[number][place + 1 :] → lines[number]
            zip(*lines, strict=True) → zip(*lines)
            The cube has to be taken out first: a line has as many cubes after the move as before.
        nothing moved
            [:place] + → [:place] + mark +
            mark + rest if side in ("left", "top") else rest + mark → rest
            The cube only changed its symbol. It has to come back at the end that `side` names.
        pushed in at the other end
            ("left", "top") → ("right", "bottom")
            "left" says where the cube comes in: it becomes the first of its row.
        top and bottom exchanged
            ("left", "top") → ("left", "bottom")
            The first row is the top one: a cube from the top becomes the first of its column.
        left and right exchanged
            ("left", "top") → ("right", "top")
            "left" says where the cube comes in: it becomes the first of its row.
        one before the end
            rest + mark → rest[:-1] + mark + rest[-1:]
            `insert(-1, ...)` puts it before the last cube: use `append`, or `rest + mark`.
        the other player's symbol
            → push(rows, "XO"[mark == "X"], cell, side)
            The cube shows `mark` when it comes back.
        column and row of the cell swapped
            → push(rows, mark, cell[::-1], side)
            A cell is a pair (column, row): `column, row = cell`.
        rows treated like columns, and columns like rows
            side in ("top", "bottom") → side in ("left", "right")
            From the left or the right the cube moves within its row, from the top or the bottom
            within its column.
        nothing moves from the top or the bottom
            → rows if side in ("top", "bottom") else push(rows, mark, cell, side)
            From the top or the bottom the cube moves within its column.
        lists in place of strings
            → [list(row) for row in push(rows, mark, cell, side)]
            Each row is a string: `"".join(row)` makes one of a list.
        the board overwritten
            → _written_into(rows, push(rows, mark, cell, side))
            It changes the board that it was handed, and a search still needs that: work on a copy,
            `rows = list(rows)`.
        columns treated like rows
            side in ("top", "bottom") → False
            From the top or the bottom the cube moves within its column; its row is not affected.
        columns not turned back
            ["".join(line) for line in zip(*lines, strict=True)] if upright else lines → lines
            These are the columns: turn them back into rows before you return them.
    """),
)


# ---- 10.4 ----------------------------------------------------------------------------------
def winner(rows: Rows, mark: str) -> str | None:
    """The winner, "X" or "O", after `mark` has moved, or None."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    other = "O" if mark == "X" else "X"
    for player in (other, mark):
        if player * len(rows) in lines:
            return player
    return None


def _first_uniform(rows: Rows) -> str | None:
    """The symbol of the first line that shows only one, be it a blank."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    return next((line[0] for line in lines if len(set(line)) == 1), None)


def _first_whole(rows: Rows) -> str | None:
    """The symbol of the first line that shows only one, without the blank ones."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    return next((line[0] for line in lines if set(line) in ({"X"}, {"O"})), None)


def _somebody_or_nobody(task: Task, results: Sequence[Any]) -> Finding | None:
    """As elsewhere, but None need not be a forgotten `return`: it can be the right answer."""
    finding = by_cases(task, results)
    if finding and finding.sentences[0].startswith("It returns None") and any(results):
        said = "It says that nobody has won, and somebody has: which line does it overlook?"
        return replace(finding, sentences=(said,))
    return finding


FORGOTTEN_DIAGONALS = patches("""
    the diagonals forgotten
        ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)] → []
        The two diagonals are lines as well.
    the rising diagonal forgotten
        , "".join(rows[n][-1 - n] for n in size) →
        There is another diagonal, from the bottom left to the top right: `rows[n][-1 - n]`.
    the falling diagonal forgotten
        "".join(rows[n][n] for n in size), →
        There is another diagonal, from the top left to the bottom right: `rows[n][n]`.
""")

WINNER = Task(
    number="10.4",
    title="Who has won?",
    reference=winner,
    diagnose=_somebody_or_nobody,
    cases=(
        _case("..XXX/XX.../...../O..../O....", "X"),
        _case("XXXXX/O..../O..../O..../.....", "X"),
        _case("O...X/O..../O..../O..../OXX.X", "O"),
        _case("XXXXX/...../OOOOO/...../.....", "X"),
        _case("XXXXX/...../OOOOO/...../.....", "O"),
        _case("XXXXX/...../O.O.O/...../.....", "O"),
        _case("X...O/.X..O/..X.O/...X./....X", "X"),
        _case("X...O/X..O./X.O../.O..X/O...X", "O"),
        _case("X...O/X..O./X.O../.O..X/O...X", "X"),
        _case("XXXX./OOOO./X..../O..../.....", "X"),
        _case("XX./.../OO.", "O"),
        _case("O.X/O.X/..X", "O"),
        _case("XOX/XO./.O.", "O"),
        _case("OOO/XXX/X.O", "X"),
    ),
    draw=_draw,
    wrong_types={Real: 'Return the winner: "X", "O" or None.'},
    hints=(
        "List all lines: rows, columns, two diagonals. Whose line do you look for first?",
        "A player who completes a line of the other has lost, even with a line of their own. So "
        "look for the other's line first.",
        '`"X" * len(rows)` is a whole line of X; is it `in` the list of lines, each a string? '
        "`mark` has moved, so look for the other's line, then for `mark`'s.",
    ),
    mistakes=FORGOTTEN_DIAGONALS
    + patches("""
        a blank line wins
            → _first_uniform(rows)
            A line of blank cubes is of one symbol as well, and nobody has won it. And where both
            players have a line, whose counts?
        one's own line first
            (other, mark) → (mark, other)
            Completing the other's line loses, even with a line of one's own: look for it first.
        X's line first
            (other, mark) → "XO"
            If there are two lines, it depends on who has moved: that player has lost. Ask `mark`.
        O's line first
            (other, mark) → "OX"
        the opponent's line overlooked
            return player → return player if player == mark else None
            or: (other, mark) → (mark,)
            A line of the other player's ends the game too: they have won by a move of `mark`'s.
        two lines are a draw
            return player → return None if player == other and mark * len(rows) in lines else player
            If both have a line, the player who moved has completed the other's, and loses.
        the columns forgotten
            *("".join(line) for line in zip(*rows, strict=True)) →
            Columns are lines as well: `zip(*rows)` goes through them.
        the rows forgotten
            [*rows, → [
            Rows are lines as well.
        the first whole line decides
            → _first_whole(rows)
            If both players have a line, it does not matter which is found first: the player who
            moved has lost. Look for the other's line first.
        every line wins for the player who moved
            return player → return mark
            A line of the other player's wins for the other, by a move of `mark`'s.
        always five in a line
            player * len(rows) in lines → player * 5 in lines
            The board can have any size: a line is whole if it has `len(rows)` cubes of a player.
        three are enough
            player * len(rows) in lines → any(player * 3 in line for line in lines)
            A line is whole: it has as many cubes as the board has columns.
        four are enough
            player * len(rows) in lines → any(player * 4 in line for line in lines)
            A line is whole: it has as many cubes as the board has columns, on any size of board.
        a text for nobody
            return None → return ""
            or: return None → return "."
            If nobody has won, return `None`, without quotation marks.
        one cube too few
            player * len(rows) in lines → any(player * (len(rows) - 1) in line for line in lines)
            A line is whole: it has as many cubes as the board has columns.
        winner and loser exchanged
            return player → return other if player == mark else mark
            The player with the line has won. Only when both have one does it depend on who moved.
    """),
)


# ---- 10.5 ----------------------------------------------------------------------------------
Policy = dict[tuple[int, int], float]


def image(cubes: str, policy: Policy, order: list[int]) -> tuple[str, Policy]:
    """The board and its policy, both turned: cube n of the image is cube order[n] of the board."""
    turned_cubes = "".join(cubes[cube] for cube in order)
    now_at = {cube: n for n, cube in enumerate(order)}
    return turned_cubes, {(now_at[cube], now_at[end]): p for (cube, end), p in policy.items()}


def _joined(answer: Callable[..., Any], *case: Any) -> Any:
    """What the answer returns, where the cubes may also come as a list; or `Changed`."""
    match _unspoilt(answer, *case):
        case [list(cubes), shares] if all(isinstance(cube, str) for cube in cubes):
            return "".join(cubes), shares
        case came:
            return came


def _turned_in_place(cubes: str, policy: Policy, order: list[int]) -> tuple[str, Policy]:
    """The image, which is written into the policy."""
    seen, shares = image(cubes, policy, order)
    policy.clear()
    policy.update(shares)
    return seen, policy


ORDERS = [order.tolist() for order, _ in QuixoRules(3, 30).symmetries]


def _draw_cubes(cubes: str, policy: Policy, order: list[int]) -> str:
    """The board, and beside it the numbers of the cubes that end up in each place."""
    rows = []
    for first in range(0, 9, 3):
        here = " ".join(cubes[first : first + 3])
        rows.append(f"{here}    {' '.join(map(str, order[first : first + 3]))}")
    return "\n".join(["board    order", *rows])


IMAGE = Task(
    number="10.5",
    title="The board turns, and the moves with it",
    reference=image,
    call=_joined,
    cases=(
        ("X.O......", {(0, 2): 0.75, (0, 6): 0.25}, ORDERS[1]),
        ("X.O......", {(0, 2): 0.75, (0, 6): 0.25}, ORDERS[3]),
        ("XO......X", {(1, 7): 0.5, (8, 2): 0.5}, ORDERS[2]),
        ("X..O.....", {(0, 2): 1.0}, ORDERS[0]),
        ("XX.O.....", {(0, 2): 0.6, (3, 5): 0.3, (7, 1): 0.1}, ORDERS[4]),
        ("XX.O....O", {(6, 8): 0.2, (2, 0): 0.8}, ORDERS[5]),
        (".XO...X..", {(5, 3): 0.9, (2, 8): 0.1}, ORDERS[6]),
        ("O.....XX.", {(0, 6): 0.5, (7, 1): 0.25, (1, 0): 0.25}, ORDERS[7]),
        ("OOX...X..", {(8, 6): 0.375, (3, 5): 0.625}, ORDERS[1]),
    ),
    draw=_draw_cubes,
    wrong_types={(str, Mapping, Real): "Return a pair: the board's image and the policy's."},
    hints=(
        "`order[n]` says which cube ends up in place n. For a move you need it the other way "
        "round: where does cube number `cube` end up?",
        "`order.index(cube)` is the place where `cube` ends up. A move is two cubes: the one "
        "that is taken, and the end where it goes.",
        'The board is `"".join(cubes[cube] for cube in order)`. In the policy, `(cube, end)` '
        "becomes `(order.index(cube), order.index(end))`, and keeps its share.",
    ),
    mistakes=patches("""
        the board turned without its moves
            (now_at[cube], now_at[end]) → (cube, end)
            The policy is still about the cubes of the old board. A network that learns from that
            learns nonsense: turn the moves as you turn the board.
        the moves turned without the board
            return turned_cubes → return cubes
            The board is still the old one: place n of the image holds `cubes[order[n]]`.
        the moves turned the other way
            (now_at[cube], now_at[end]) → (order[cube], order[end])
            `order[n]` is the cube that ends up in place n. Where cube number `cube` goes is
            the opposite question: `order.index(cube)`. For a half turn or a mirror both are the
            same, for a quarter turn they are not.
        the board turned the other way
            cubes[cube] for cube in order → cubes[order.index(n)] for n in range(len(order))
            Place n of the image holds `cubes[order[n]]`. For a half turn or a mirror the other way
            round is the same, for a quarter turn it is not.
        board and moves both turned the other way
            cubes[cube] for cube in order → cubes[order.index(n)] for n in range(len(order))
            (now_at[cube], now_at[end]) → (order[cube], order[end])
            Both fit together, but are turned the other way: place n holds `cubes[order[n]]`.
        only the cube that is taken
            now_at[end] → end
            A move is a cube and the end where it goes: turn both.
        only the end
            now_at[cube] → cube
        the pair the wrong way round
            → image(cubes, policy, order)[::-1]
            The board's image comes first, then the policy's.
        pairs in place of a dictionary
            → (image(cubes, policy, order)[0], [*image(cubes, policy, order)[1].items()])
            The policy's image is a dictionary, like the policy: `dict(...)` makes one of pairs.
        the policy overwritten
            → _turned_in_place(cubes, policy, order)
            It changes the policy that it was handed: make a new dictionary.
        cube and end exchanged
            (now_at[cube], now_at[end]) → (now_at[end], now_at[cube])
            In a key the cube that is taken comes first, then the end where it goes.
    """),
)


# ---- 10.6 ----------------------------------------------------------------------------------
def judge(rows: Rows, mark: str) -> int:
    """What a position of Quixo is worth to `mark`, who is to move: cubes in lines, squared."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    other = "O" if mark == "X" else "X"
    return sum(line.count(mark) ** 2 - line.count(other) ** 2 for line in lines)


def _looking_two_plies_ahead(answer: Callable[[Rows, str], float]) -> Agent:
    """Alpha-beta with the reader's judge, for Quixo."""

    def evaluate(state: Any) -> float:
        rows = [
            "".join("." if cube is None else "XO"[cube] for cube in row) for row in state.rows()
        ]
        return answer(rows, "XO"[state.player])

    return AlphaBeta(2, evaluate)


JUDGE = Task(
    number="10.6",
    title="A judge for Quixo",
    reference=judge,
    cases=(
        _case("XXX../O..../...../...../.....", "X"),
        _case("XXX../O..../...../...../.....", "O"),
        _case("X...O/...../..X../...../O...X", "X"),
        _case("X...O/...../..X../...../O...X", "O"),
        _case("XX.../XX.../...OO/...OO/.....", "O"),
        _case("O..../O..../O..../X.X.X/.....", "X"),
        _case("XO./.XO/..X", "O"),
        _case(".../.../...", "X"),
        _case("..O/.O./O.X", "O"),
        _case("X.../..../..../....", "X"),
    ),
    draw=_draw,
    wrong_types={(str, tuple): "Return one number, for all lines and both players together."},
    hints=(
        "Which lines are there, and how many cubes of each player are in one? For whom is it?",
        '`line.count("X")` counts in a string. Square each count before you add it up; what the '
        "other has counts against `mark`.",
        "The lines are those of 10.4: rows, columns, two diagonals. For each add "
        "`line.count(mark) ** 2 - line.count(other) ** 2`.",
    ),
    player=_looking_two_plies_ahead,
    mistakes=FORGOTTEN_DIAGONALS
    + patches("""
        judged from the wrong side
            → -judge(rows, mark)
            More is better for `mark`, who is to move: the other's cubes count against it.
        always for X
            → judge(rows, "X")
            A search asks what a position is worth to the player to move, and that is `mark`.
        always for O
            → judge(rows, "O")
        not squared
            line.count(mark) ** 2 - line.count(other) ** 2 → line.count(mark) - line.count(other)
            Square each count: four cubes in one line are worth more than two in each of two.
        the difference squared
            line.count(mark) ** 2 → (line.count(mark)
            line.count(other) ** 2 → line.count(other)) ** 2
            A square is never negative: square both counts first, then subtract.
        the opponent forgotten
            - line.count(other) ** 2 →
            What the other player has counts against `mark`.
        the opponent counted for you
            - line.count(other) → + line.count(other)
            What the other player has counts against `mark`: subtract it.
        `^` for a power
            ** 2 - → ^ 2) -
            return sum( → return sum((
            line.count(other) ** 2 → (line.count(other) ^ 2)
            In Python a power is written `**`; `^` is something else (exclusive or, bit by bit).
        another power
            mark) ** 2 → mark) ** 3
            other) ** 2 → other) ** 3
            or: line.count(mark) ** 2 → 2 ** line.count(mark)
            line.count(other) ** 2 → 2 ** line.count(other)
            Square each count: `count ** 2`.
        the columns forgotten
            *("".join(line) for line in zip(*rows, strict=True)) →
            Columns are lines as well: `zip(*rows)` goes through them.
        the rows forgotten
            [*rows, → [
            Rows are lines as well.
        only the rows
            line in lines → line in rows
            Columns and diagonals are lines as well.
        only lines without both players
            line in lines → line in lines if mark not in line or other not in line
            In Quixo a line with both players' cubes is not lost: cubes move. Every line counts.
        only the best line
            sum( → max(
            ** 2 - line → ** 2 for line in lines) - max(line
            All lines count, not only the one with the most cubes.
    """),
)
