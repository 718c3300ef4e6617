"""Known mistakes in the exercises of lesson 10: functions that make them, and what to say.

They do not use the solutions in `lesson10`. Some mistakes come in two variants; both have the
same name then.
"""

from collections.abc import Callable, Iterable
from typing import Any

from c4lib.exercises.task import Mistake

Rows = list[str]
Cell = tuple[int, int]
Directions = tuple[tuple[int, int], ...]

STRAIGHT: Directions = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASLANT: Directions = ((1, 1), (-1, -1), (1, -1), (-1, 1))
ALL = STRAIGHT + ASLANT


def _other(mark: str) -> str:
    return "O" if mark == "X" else "X"


def _at(rows: Rows, cell: Cell) -> str | None:
    """Who is on a cell; None beyond the edge."""
    column, row = cell
    inside = 0 <= column < len(rows[0]) and 0 <= row < len(rows)
    return rows[row][column] if inside else None


# ---- 10.1 ----------------------------------------------------------------------------------


def _run(rows: Rows, cell: Cell, step: Cell, theirs: str) -> tuple[list[Cell], Cell]:
    """The discs of `theirs` from the cell on, and the cell behind them."""
    run, (column, row) = [], (cell[0] + step[0], cell[1] + step[1])
    while _at(rows, (column, row)) == theirs:
        run.append((column, row))
        column, row = column + step[0], row + step[1]
    return run, (column, row)


def _turning(
    directions: Directions = ALL,
    counts: Callable[[str | None, str], bool] = lambda end, mark: end == mark,
    theirs: Callable[[str], str] = _other,
    most: Callable[[list[Cell]], list[Cell]] = lambda run: run,
    first_only: bool = False,
) -> Callable[[Rows, str, Cell], set[Cell]]:
    """A `turned` with something changed."""

    def turned(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
        found: set[Cell] = set()
        for step in directions:
            run, end = _run(rows, cell, step, theirs(mark))
            if counts(_at(rows, end), mark):
                found |= set(most(run))
            if first_only and found:
                break
        return found

    return turned


_turned = _turning()


def _over_the_edge(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    """With cells as numbers, so that lines run on in the next row."""
    width, squares = len(rows[0]), "".join(rows)
    found: set[Cell] = set()
    for right, down in ALL:
        run, place = [], cell[1] * width + cell[0] + down * width + right
        while 0 <= place < len(squares) and squares[place] == _other(mark):
            run.append(place)
            place += down * width + right
        if 0 <= place < len(squares) and squares[place] == mark:
            found |= {(each % width, each // width) for each in run}
    return found


def _with_itself(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    return _turned(rows, mark, cell) | {cell}


def _swapped(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    return {(row, column) for column, row in _turned(rows, mark, cell)}


def _neighbours(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    around = {(cell[0] + right, cell[1] + down) for right, down in ALL}
    return {each for each in around if _at(rows, each) == _other(mark)}


def _by_the_farthest(rows: Rows, mark: str, cell: Cell) -> set[Cell]:
    """All of theirs as far as the last disc of mine, whatever lies between."""
    found: set[Cell] = set()
    for right, down in ALL:
        ray, here = [], (cell[0] + right, cell[1] + down)
        while _at(rows, here) is not None:
            ray.append(here)
            here = here[0] + right, here[1] + down
        mine = [n for n, each in enumerate(ray) if _at(rows, each) == mark]
        reach = ray[: mine[-1]] if mine else []
        found |= {each for each in reach if _at(rows, each) == _other(mark)}
    return found


TURNED = (
    Mistake(
        "only one direction",
        _turning(first_only=True),
        "One disc can enclose rows in several directions, and all of them turn: go on with the "
        "next direction after the first that counts.",
    ),
    Mistake(
        "the diagonals forgotten",
        _turning(STRAIGHT),
        "Discs are enclosed along the diagonals too: there are eight directions.",
    ),
    Mistake(
        "only the diagonals",
        _turning(ASLANT),
        "Discs are enclosed along rows and columns too: there are eight directions.",
    ),
    Mistake(
        "only to the right and downwards",
        _turning(((1, 0), (0, 1), (1, 1), (1, -1))),
        "A line goes both ways from the cell: for each step also walk the opposite one.",
    ),
    Mistake(
        "enclosed by nothing",
        _turning(counts=lambda end, mark: True),
        "A row of theirs turns only if a disc of `mark` stands behind it. An empty cell or the "
        "edge of the board encloses nothing.",
    ),
    Mistake(
        "enclosed by the edge",
        _turning(counts=lambda end, mark: end in (mark, None)),
        "The edge of the board encloses nothing: a disc of `mark` has to stand behind the row.",
    ),
    Mistake(
        "enclosed by an empty cell",
        _turning(counts=lambda end, mark: end in (mark, ".")),
        "An empty cell encloses nothing: a disc of `mark` has to stand behind the row.",
    ),
    Mistake(
        "only the first disc of a row",
        _turning(most=lambda run: run[:1]),
        "All discs between the new one and the next of `mark` turn, however many they are.",
    ),
    Mistake(
        "from the other player's side",
        _turning(counts=lambda end, mark: end == _other(mark), theirs=lambda mark: mark),
        "These are discs of `mark`, enclosed by the other player: it is the other way round.",
    ),
    Mistake(
        "the new disc included",
        _with_itself,
        "The disc on `cell` is put there, it does not turn. Where nothing is enclosed, the set is "
        "empty.",
    ),
    Mistake(
        "gaps jumped over",
        _by_the_farthest,
        "The row has to be without a gap, and it ends at the first disc of `mark`: stop there.",
    ),
    Mistake(
        "only the neighbours",
        _neighbours,
        "That the opponent is next to the cell is not enough: a disc of `mark` has to stand "
        "behind.",
    ),
    Mistake(
        "lines that run on in the next row",
        _over_the_edge,
        "With cells as one number, a step to the right of the last column is the first cell of the "
        "next row. Keep column and row apart.",
    ),
    Mistake(
        "column and row swapped",
        _swapped,
        "A cell is written as (column, row), and `rows[row][column]` is what stands on it.",
    ),
)

# ---- 10.2 ----------------------------------------------------------------------------------


def _cells(rows: Rows, mark: str) -> list[Cell]:
    every = [(column, row) for row in range(len(rows)) for column in range(len(rows[0]))]
    return [each for each in every if _at(rows, each) == "." and _turned(rows, mark, each)]


def _listed(
    cells: Callable[[Rows, str], list[Any]] = _cells,
    otherwise: Callable[[Rows, str], list[Any]] = lambda rows, mark: (
        ["pass"] if _cells(rows, _other(mark)) else []
    ),
) -> Callable[[Rows, str], list[Any]]:
    """A `moves` with something changed."""
    return lambda rows, mark: cells(rows, mark) or otherwise(rows, mark)


def _every_cell(rows: Rows, mark: str, wanted: str = ".") -> list[Cell]:
    every = [(column, row) for row in range(len(rows)) for column in range(len(rows[0]))]
    return [each for each in every if _at(rows, each) == wanted]


def _taken_too(rows: Rows, mark: str) -> list[Cell]:
    every = [(column, row) for row in range(len(rows)) for column in range(len(rows[0]))]
    return [each for each in every if _turned(rows, mark, each)]


MOVES = (
    Mistake(
        "passing forgotten",
        _listed(otherwise=lambda rows, mark: []),
        "Without a move of their own a player passes as long as the other player has one: then "
        'the list is `["pass"]`. An empty list would end the game.',
    ),
    Mistake(
        "a pass after the end",
        _listed(otherwise=lambda rows, mark: ["pass"]),
        "When neither player can move, the game is over: the list is empty, or a game would go on "
        "for ever with passes.",
    ),
    Mistake(
        "passing whenever one likes",
        lambda rows, mark: _cells(rows, mark) + (["pass"] if _cells(rows, _other(mark)) else []),
        "Who can move has to: a pass is allowed only where there is no other move.",
    ),
    Mistake(
        "passing only on a full board",
        _listed(otherwise=lambda rows, mark: [] if _every_cell(rows, mark) else ["pass"]),
        "Empty cells do not matter: what matters is whether the other player has a move.",
    ),
    Mistake(
        "passing while a cell is empty",
        _listed(otherwise=lambda rows, mark: ["pass"] if _every_cell(rows, mark) else []),
        "The game can be over with cells still empty: ask whether the other player has a move.",
    ),
    Mistake(
        "every empty cell",
        _every_cell,
        "A disc may only be put where it turns something.",
    ),
    Mistake(
        "the other player's moves",
        lambda rows, mark: _listed()(rows, _other(mark)),
        "These are the moves of the other player: ask `turned` with `mark`.",
    ),
    Mistake(
        "taken cells included",
        _listed(_taken_too),
        'A disc needs an empty cell: `rows[row][column] == "."`.',
    ),
    Mistake(
        "column by column",
        _listed(lambda rows, mark: sorted(_cells(rows, mark))),
        "Row by row from the top: the rows belong in the outer loop.",
    ),
    Mistake(
        "column and row swapped",
        _listed(lambda rows, mark: [(row, column) for column, row in _cells(rows, mark)]),
        "A cell is written as (column, row).",
    ),
)

# ---- 10.3 ----------------------------------------------------------------------------------


def _columns(rows: Iterable[str]) -> Rows:
    return ["".join(line) for line in zip(*rows)]  # noqa: B905, as readers write it


Change = Callable[[str, int, str, bool], str]
"""From a line, a place, a mark and whether the cube comes in at the beginning to a new line."""


def _without(line: str, place: int) -> str:
    return line[:place] + line[place + 1 :]


def _pushed(line: str, place: int, mark: str, first: bool) -> str:
    return mark + _without(line, place) if first else _without(line, place) + mark


def _pushing(
    change: Change = _pushed,
    first: tuple[str, ...] = ("left", "top"),
    upright: tuple[str, ...] = ("top", "bottom"),
    back: Callable[[Rows], Rows] = _columns,
) -> Callable[[Rows, str, Cell, str], Rows]:
    """A `push` with something changed."""

    def push(rows: Rows, mark: str, cell: Cell, side: str) -> Rows:
        stands = side in upright
        lines = _columns(rows) if stands else list(rows)
        place, number = cell[::-1] if stands else cell
        lines[number] = change(lines[number], place, mark, side in first)
        return back(lines) if stands else lines

    return push


def _swap(line: str, place: int, mark: str, first: bool) -> str:
    """The cube and that at the end change places."""
    end = 0 if first else len(line) - 1
    marks = list(line)
    marks[place], marks[end] = marks[end], mark
    return "".join(marks)


def _put(line: str, place: int, mark: str, first: bool) -> str:
    """The cube at the end is replaced, the place of the taken one stays empty."""
    marks = list(line)
    marks[place] = "."
    marks[0 if first else -1] = mark
    return "".join(marks)


def _kept(line: str, place: int, mark: str, first: bool) -> str:
    """The cube keeps its symbol."""
    return _pushed(line, place, line[place], first)


def _whole(line: str, place: int, mark: str, first: bool) -> str:
    """The whole line moves, and what is at its other end falls off."""
    return mark + line[:-1] if first else line[1:] + mark


def _longer(line: str, place: int, mark: str, first: bool) -> str:
    """The cube stays where it is, too, so that the line grows."""
    return mark + line if first else line + mark


def _in_place(line: str, place: int, mark: str, first: bool) -> str:
    return line[:place] + mark + line[place + 1 :]


PUSH = (
    Mistake(
        "two cubes change places",
        _pushing(_swap),
        "The cube at the end does not jump to the gap: all cubes between move up by one.",
    ),
    Mistake(
        "a gap stays",
        _pushing(_put),
        "Where the cube was taken the others move up: no place stays empty, and none is lost.",
    ),
    Mistake(
        "the cube not turned",
        _pushing(_kept),
        "A blank cube that is taken shows `mark` when it comes back.",
    ),
    Mistake(
        "the whole line moved",
        _pushing(_whole),
        "Only the cubes between the gap and the end move. Those on the other side of the gap stay.",
    ),
    Mistake(
        "a cube too many",
        _pushing(_longer),
        "The cube has to be taken out first: a line has as many cubes after the move as before.",
    ),
    Mistake(
        "nothing moved",
        _pushing(_in_place),
        "The cube only changed its symbol. It has to come back at the end that `side` names.",
    ),
    Mistake(
        "pushed in at the other end",
        _pushing(first=("right", "bottom")),
        '"left" says where the cube comes in: it becomes the first of its row.',
    ),
    Mistake(
        "top and bottom exchanged",
        _pushing(first=("left", "bottom")),
        "The first row is the top one: a cube from the top becomes the first of its column.",
    ),
    Mistake(
        "columns treated like rows",
        _pushing(upright=()),
        "From the top or the bottom the cube moves in its column; its row stays out of it.",
    ),
    Mistake(
        "columns not turned back",
        _pushing(back=lambda lines: lines),
        "These are the columns: make rows of them again before you return them.",
    ),
)

# ---- 10.4 ----------------------------------------------------------------------------------


def _lines(rows: Rows, ways: str = "rcdu") -> list[str]:
    """The lines of these ways: rows, columns, the diagonal downwards and that upwards."""
    size = range(len(rows))
    kinds = {
        "r": list(rows),
        "c": _columns(rows),
        "d": ["".join(rows[n][n] for n in size)],
        "u": ["".join(rows[n][-1 - n] for n in size)],
    }
    return [line for way in ways for line in kinds[way]]


def _winning(
    ways: str = "rcdu",
    order: Callable[[str], str] = lambda mark: _other(mark) + mark,
    length: Callable[[int], int] = lambda size: size,
) -> Callable[[Rows, str], str | None]:
    """A `winner` with something changed: which lines, whose first, how long."""

    def winner(rows: Rows, mark: str) -> str | None:
        lines = _lines(rows, ways)
        for player in order(mark):
            if any(player * length(len(rows)) in line for line in lines):
                return player
        return None

    return winner


_winner = _winning()


def _exchanged(rows: Rows, mark: str) -> str | None:
    found = _winner(rows, mark)
    return None if found is None else _other(found)


def _given_away_is_nobodys(rows: Rows, mark: str) -> str | None:
    found = _winner(rows, mark)
    return found if found == mark else None


def _both_are_nobodys(rows: Rows, mark: str) -> str | None:
    lines = _lines(rows)
    both = all(player * len(rows) in lines for player in "XO")
    return None if both else _winner(rows, mark)


WINNER = (
    Mistake(
        "one's own line first",
        _winning(order=lambda mark: mark + _other(mark)),
        "Who completes the other's line loses, even with a line of their own: look for the other's "
        "line first.",
    ),
    Mistake(
        "X's line first",
        _winning(order=lambda mark: "XO"),
        "If there are two lines, it depends on who has moved: that player has lost. Ask `mark`.",
    ),
    Mistake(
        "O's line first",
        _winning(order=lambda mark: "OX"),
        "If there are two lines, it depends on who has moved: that player has lost. Ask `mark`.",
    ),
    Mistake(
        "the opponent's line overlooked",
        _given_away_is_nobodys,
        "A line of the other player's ends the game too: they have won by a move of `mark`'s.",
    ),
    Mistake(
        "the opponent's line overlooked",
        _winning(order=lambda mark: mark),
        "A line of the other player's ends the game too: they have won by a move of `mark`'s.",
    ),
    Mistake(
        "two lines are a draw",
        _both_are_nobodys,
        "With a line of both the game is not drawn: who moved has completed the other's and loses.",
    ),
    Mistake(
        "the diagonals forgotten",
        _winning("rc"),
        "The two diagonals are lines as well.",
    ),
    Mistake(
        "the rising diagonal forgotten",
        _winning("rcd"),
        "There is another diagonal, from the bottom left to the top right: `rows[n][-1 - n]`.",
    ),
    Mistake(
        "the falling diagonal forgotten",
        _winning("rcu"),
        "There is another diagonal, from the top left to the bottom right: `rows[n][n]`.",
    ),
    Mistake(
        "the columns forgotten",
        _winning("rdu"),
        "Columns are lines as well: `zip(*rows)` goes through them.",
    ),
    Mistake(
        "the rows forgotten",
        _winning("cdu"),
        "Rows are lines as well.",
    ),
    Mistake(
        "one cube too few",
        _winning(length=lambda size: size - 1),
        "A line is whole: it has as many cubes as the board has columns.",
    ),
    Mistake(
        "winner and loser exchanged",
        _exchanged,
        "Whose line is there has won. Only when both have one does it depend on who moved.",
    ),
)

# ---- 10.5 ----------------------------------------------------------------------------------


def _judging(
    ways: str = "rcdu",
    worth: Callable[[int], float] = lambda count: count**2,
    against: float = 1,
    side: Callable[[str], str] = lambda mark: mark,
) -> Callable[[Rows, str], float]:
    """A `judge` with something changed: which lines, what a count is worth, for whom."""

    def judge(rows: Rows, mark: str) -> float:
        mine, total = side(mark), 0.0
        for line in _lines(rows, ways):
            total += worth(line.count(mine)) - against * worth(line.count(_other(mine)))
        return total

    return judge


def _open_only(rows: Rows, mark: str) -> float:
    total = 0
    for line in _lines(rows):
        mine, theirs = line.count(mark), line.count(_other(mark))
        total += mine**2 if not theirs else -(theirs**2) if not mine else 0
    return total


def _squared_difference(rows: Rows, mark: str) -> float:
    return sum((line.count(mark) - line.count(_other(mark))) ** 2 for line in _lines(rows))


def _longest(rows: Rows, mark: str) -> float:
    lines = _lines(rows)
    return max(line.count(mark) ** 2 for line in lines) - max(
        line.count(_other(mark)) ** 2 for line in lines
    )


JUDGE = (
    Mistake(
        "judged from the wrong side",
        _judging(side=_other),
        "More is better for `mark`, who is to move: `mark`'s cubes count for it, the other's "
        "against it.",
    ),
    Mistake(
        "always for X",
        _judging(side=lambda mark: "X"),
        "A search asks what a position is worth to whoever is to move, and that is `mark`.",
    ),
    Mistake(
        "always for O",
        _judging(side=lambda mark: "O"),
        "A search asks what a position is worth to whoever is to move, and that is `mark`.",
    ),
    Mistake(
        "not squared",
        _judging(worth=lambda count: count),
        "Square each count: four cubes in one line are worth more than two in each of two.",
    ),
    Mistake(
        "the difference squared",
        _squared_difference,
        "A square is never negative: square both counts first, then subtract.",
    ),
    Mistake(
        "the opponent forgotten",
        _judging(against=0),
        "What the other player has counts against `mark`.",
    ),
    Mistake(
        "the opponent counted for you",
        _judging(against=-1),
        "What the other player has counts against `mark`: subtract it.",
    ),
    Mistake(
        "the diagonals forgotten",
        _judging("rc"),
        "The two diagonals are lines as well.",
    ),
    Mistake(
        "the rising diagonal forgotten",
        _judging("rcd"),
        "There is another diagonal, from the bottom left to the top right: `rows[n][-1 - n]`.",
    ),
    Mistake(
        "the falling diagonal forgotten",
        _judging("rcu"),
        "There is another diagonal, from the top left to the bottom right: `rows[n][n]`.",
    ),
    Mistake(
        "only the rows",
        _judging("r"),
        "Columns and diagonals are lines as well.",
    ),
    Mistake(
        "only lines without both players",
        _open_only,
        "In Quixo a line with both players' cubes is not lost: cubes move. Every line counts here.",
    ),
    Mistake(
        "only the best line",
        _longest,
        "All lines count, not only the one with most cubes.",
    ),
)

# ---- 10.6 ----------------------------------------------------------------------------------

Policy = dict[tuple[int, int], float]
Image = tuple[str, Policy]


def _inverse(order: list[int]) -> list[int]:
    return [order.index(cube) for cube in range(len(order))]


def _same(order: list[int]) -> list[int]:
    return list(range(len(order)))


def _ordered(order: list[int]) -> list[int]:
    return order


def _imaged(
    board: Callable[[list[int]], list[int]] = _ordered,
    taken: Callable[[list[int]], list[int]] = _inverse,
    ends: Callable[[list[int]], list[int]] = _inverse,
) -> Callable[[str, Policy, list[int]], Image]:
    """An `image` with something changed: how the board, the taken cube and the end are turned."""

    def image(cubes: str, policy: Policy, order: list[int]) -> Image:
        cube_at, end_at = taken(order), ends(order)
        shares = {(cube_at[cube], end_at[end]): share for (cube, end), share in policy.items()}
        return "".join(cubes[cube] for cube in board(order)), shares

    return image


def _reversed_moves(cubes: str, policy: Policy, order: list[int]) -> Image:
    seen, shares = _imaged()(cubes, policy, order)
    return seen, {(end, cube): share for (cube, end), share in shares.items()}


IMAGE = (
    Mistake(
        "the board turned without its moves",
        _imaged(taken=_same, ends=_same),
        "The policy still speaks of the cubes of the old board. A network that learns from that "
        "learns nonsense: turn the moves as you turn the board.",
    ),
    Mistake(
        "the moves turned without the board",
        _imaged(board=_same),
        "The board is still the old one: place n of the image holds `cubes[order[n]]`.",
    ),
    Mistake(
        "the moves turned the other way",
        _imaged(taken=_ordered, ends=_ordered),
        "`order[n]` is the cube that comes to lie on place n. Where cube number `cube` goes is the "
        "opposite question: `order.index(cube)`. For a half turn or a mirror both are the same, "
        "for a quarter turn they are not.",
    ),
    Mistake(
        "the board turned the other way",
        _imaged(board=_inverse),
        "Place n of the image holds `cubes[order[n]]`. For a half turn or a mirror the other way "
        "round is the same, for a quarter turn it is not.",
    ),
    Mistake(
        "board and moves both turned the other way",
        _imaged(board=_inverse, taken=_ordered, ends=_ordered),
        "Board and policy fit together, but this is the opposite turn: place n of the image holds "
        "`cubes[order[n]]`.",
    ),
    Mistake(
        "only the cube that is taken",
        _imaged(ends=_same),
        "A move is a cube and the end where it goes: turn both.",
    ),
    Mistake(
        "only the end",
        _imaged(taken=_same),
        "A move is a cube and the end where it goes: turn both.",
    ),
    Mistake(
        "cube and end exchanged",
        _reversed_moves,
        "In a key the cube that is taken comes first, then the end where it goes.",
    ),
)
