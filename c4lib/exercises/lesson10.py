"""The exercises of lesson 10: the rules of Othello and Quixo, a judge, and symmetries.

Boards are lists of strings, row by row from the top: "X", "O" and "." for nobody. A cell is a
pair (column, row), both from 0.
"""

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

from c4lib.exercises import lesson10_mistakes as mistakes
from c4lib.exercises.compare import plain
from c4lib.exercises.task import Case, Task
from c4lib.games.quixo import Rules

Rows = list[str]
Cell = tuple[int, int]


class BoardTask(Task):
    """A task whose answer is handed a board as a list of its own."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with a copy of the rows."""
        return lambda rows, *rest: function(list(rows), *rest)


def _case(board: str, *rest: Any) -> Case:
    """A board, row by row between strokes, and more arguments."""
    return board.split("/"), *rest


def _draw(rows: Rows, *rest: Any) -> str:
    """The board, with its columns and rows counted."""
    columns = " ".join(str(column) for column in range(len(rows[0])))
    return "\n".join([f"  {columns}", *(f"{n} {' '.join(row)}" for n, row in enumerate(rows))])


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


TURNED = BoardTask(
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
        _case("OX.../...../...../...../.....", "O", (2, 0)),
    ),
    draw=_draw,
    wrong_types={
        Real: "A set of cells `(column, row)` is wanted, and one number came.",
        Mapping: "A set of cells `(column, row)` is wanted, and a dictionary came.",
        str: "A set of cells `(column, row)` is wanted, and a text came.",
    },
    hints=(
        "From the cell, walk in each of the eight directions. Which discs do you pass, and when do "
        "they count?",
        "Collect the opponent's discs while you walk. At a disc of your own they all turn; at an "
        "empty cell, or at the edge of the board, none of them does.",
        "Two loops over -1, 0 and 1 give the directions. Take a `run` of its own for each, and add "
        "that to the result only where the walk ends at `mark`.",
    ),
    mistakes=mistakes.TURNED,
)

# ---- 10.2 ----------------------------------------------------------------------------------


def moves(rows: Rows, mark: str) -> list[Any]:
    """The cells where `mark` can move, or ["pass"], or [] when the game is over."""

    def free(mine: str) -> list[Cell]:
        every = [(column, row) for row in range(len(rows)) for column in range(len(rows[0]))]
        return [c for c in every if rows[c[1]][c[0]] == "." and turned(rows, mine, c)]

    other = "O" if mark == "X" else "X"
    return free(mark) or (["pass"] if free(other) else [])


MOVES = BoardTask(
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
        str: "A list is wanted: of cells, or with the one word `pass` in it.",
        Real: "A list is wanted, and one number came.",
        set: "A list is wanted, row by row from the top: `sorted` would go column by column.",
    },
    hints=(
        "A move is an empty cell where something turns: `turned` tells. What if there is none?",
        "Then it matters whether the other player has a move. If so, this one has to pass, and "
        'the list holds only "pass". If not, the game is over, and there is nothing in it.',
        "Write a helper that lists the cells for a given mark, with the rows in the outer loop. "
        "Ask it for `mark`, and only if that is empty for the other.",
    ),
    mistakes=mistakes.MOVES,
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


PUSH = BoardTask(
    number="10.3",
    title="Push",
    reference=push,
    cases=(
        _case("XO.OX/...../...../...../.....", "X", (2, 0), "left"),
        _case("XO.OX/...../...../...../.....", "X", (2, 0), "right"),
        _case("XOOX./...../...../...../.....", "O", (4, 0), "left"),
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
    wrong_types={
        str: "A list of rows is wanted, and one text came.",
        Mapping: "A list of rows is wanted, and a dictionary came.",
    },
    hints=(
        "Take the cube out of its row: what is left closes up. At which end does it come back, and "
        "as whose?",
        "`row[:place] + row[place + 1:]` is the row without the cube; `mark` goes before it or "
        "behind it. For a column, do the same with the board turned on its side.",
        '`["".join(line) for line in zip(*rows)]` makes columns rows, and does so back again. '
        "There the cell's row is its place, and its column the number of the line.",
    ),
    mistakes=mistakes.PUSH,
)

# ---- 10.4 ----------------------------------------------------------------------------------


def winner(rows: Rows, mark: str) -> str | None:
    """Who has won, "X" or "O", after `mark` has moved; None if nobody has."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    other = "O" if mark == "X" else "X"
    for player in (other, mark):
        if player * len(rows) in lines:
            return player
    return None


WINNER = BoardTask(
    number="10.4",
    title="Who has won?",
    reference=winner,
    cases=(
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
    wrong_types={
        bool: 'Who has won is wanted: "X", "O" or None.',
        Real: 'Who has won is wanted: "X", "O" or None, not a number.',
    },
    hints=(
        "List all lines: rows, columns, two diagonals. Whose line do you look for first?",
        "Whoever completes a line of the other player has lost, even with a line of their own. So "
        "ask for the other's line first.",
        '`"X" * len(rows)` is a whole line of X; is it `in` the list of lines, each a string? '
        "`mark` has moved, so look for the other's line, then for `mark`'s.",
    ),
    mistakes=mistakes.WINNER,
)

# ---- 10.5 ----------------------------------------------------------------------------------


def judge(rows: Rows, mark: str) -> int:
    """What a position of Quixo is worth to `mark`, who is to move: cubes in lines, squared."""
    size = range(len(rows))
    lines = [*rows, *("".join(line) for line in zip(*rows, strict=True))]
    lines += ["".join(rows[n][n] for n in size), "".join(rows[n][-1 - n] for n in size)]
    other = "O" if mark == "X" else "X"
    return sum(line.count(mark) ** 2 - line.count(other) ** 2 for line in lines)


JUDGE = BoardTask(
    number="10.5",
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
    wrong_types={
        str: "A number is wanted, and a text came.",
        tuple: "One number is wanted: the squares of `mark`'s cubes less those of the other's.",
    },
    hints=(
        "Which lines are there, and how many cubes of each player are in one? Who is the number "
        "for?",
        '`line.count("X")` counts in a string. Square each count before you add it up; what the '
        "other has counts against `mark`.",
        "The lines are those of 10.4: rows, columns, two diagonals. For each add "
        "`line.count(mark) ** 2 - line.count(other) ** 2`.",
    ),
    mistakes=mistakes.JUDGE,
)

# ---- 10.6 ----------------------------------------------------------------------------------

Policy = dict[tuple[int, int], float]


def image(cubes: str, policy: Policy, order: list[int]) -> tuple[str, Policy]:
    """The board and its policy, both turned: cube n of the image is cube order[n] of the board."""
    turned_cubes = "".join(cubes[cube] for cube in order)
    now_at = {cube: n for n, cube in enumerate(order)}
    return turned_cubes, {(now_at[cube], now_at[end]): p for (cube, end), p in policy.items()}


class ImageTask(Task):
    """A task whose answer is handed a policy and an order of its own."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with copies; cubes may also come as a list."""

        def call(cubes: str, policy: Policy, order: list[int]) -> Any:
            came = plain(function(cubes, dict(policy), list(order)))
            if not isinstance(came, list | tuple) or len(came) != 2:
                return came
            seen, shares = came
            are_marks = isinstance(seen, list) and all(isinstance(each, str) for each in seen)
            return "".join(seen) if are_marks else seen, shares

        return call


ORDERS = [order.tolist() for order, _ in Rules(3, 30).symmetries]


def _turn(cubes: str, policy: Policy, symmetry: int) -> Case:
    return cubes, policy, ORDERS[symmetry]


def _draw_cubes(cubes: str, policy: Policy, order: list[int]) -> str:
    """The board beside the numbers of the cubes that come to lie on each place."""
    rows = []
    for first in range(0, 9, 3):
        here = " ".join(cubes[first : first + 3])
        rows.append(f"{here}    {' '.join(map(str, order[first : first + 3]))}")
    return "\n".join(["board    order", *rows])


IMAGE = ImageTask(
    number="10.6",
    title="The board turns, and the moves with it",
    reference=image,
    cases=(
        _turn("X.O......", {(0, 2): 0.75, (0, 6): 0.25}, 1),
        _turn("X.O......", {(0, 2): 0.75, (0, 6): 0.25}, 3),
        _turn("XO......X", {(1, 7): 0.5, (8, 2): 0.5}, 2),
        _turn("X..O.....", {(0, 2): 1.0}, 0),
        _turn("XX.O.....", {(0, 2): 0.6, (3, 5): 0.3, (7, 1): 0.1}, 4),
        _turn("XX.O....O", {(6, 8): 0.2, (2, 0): 0.8}, 5),
        _turn(".XO...X..", {(5, 3): 0.9, (2, 8): 0.1}, 6),
        _turn("O.....XX.", {(0, 6): 0.5, (7, 1): 0.25, (1, 0): 0.25}, 7),
        _turn("OOX...X..", {(8, 6): 0.375, (3, 5): 0.625}, 1),
    ),
    draw=_draw_cubes,
    wrong_types={
        str: "A pair is wanted: the board's image and the policy's.",
        Mapping: "A pair is wanted: the board's image and the policy's.",
        Real: "A pair is wanted: the board's image and the policy's. One number came.",
    },
    hints=(
        "`order[n]` says which cube comes to lie on place n. For a move you need it the other way "
        "round: where does cube number `cube` come to lie?",
        "`order.index(cube)` is the place where `cube` comes to lie. A move is two cubes: the one "
        "that is taken, and the end where it goes.",
        'The board is `"".join(cubes[cube] for cube in order)`. In the policy, `(cube, end)` '
        "becomes `(order.index(cube), order.index(end))`, and keeps its share.",
    ),
    mistakes=mistakes.IMAGE,
)

TASKS = (TURNED, MOVES, PUSH, WINNER, JUDGE, IMAGE)
