"""What can be counted on a board for one player.

The words, on a board where `connect` discs in a row win:

- a line is any place for `connect` discs in a row: vertical, horizontal or on either diagonal
- a three is a run of connect - 1 adjacent discs of one colour, a two one of connect - 2: one and
  two discs short of a line, however long that is. Runs are counted by where they begin: a run
  of three is also two runs of two, and a single disc is a run in all four directions
- a free end is an empty square just before or behind a run, even if no disc can fall there yet
- a threat is an empty square that would complete a line; it is immediate if a disc can fall there
- the centre is the middle column, or both of them where the width is even

Whole boards are counted at once: shifting all discs by one step lays each over its neighbour,
and an "and" leaves the squares where the pattern begins. `c4lib.connect4` draws the bits.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations
from types import MappingProxyType

from c4lib.connect4 import Board, Cell

Count = Callable[[Board, int, int], int]
"""A number for one player, from the board, the player's discs and the empty squares."""


# ---- runs ----------------------------------------------------------------------------------


def runs(board: Board, discs: int, length: int) -> Iterator[tuple[int, int]]:
    """For each direction its step, and the squares in which a run of that length begins."""
    for step in board.directions if length > 0 else ():
        starts = discs
        for distance in range(1, length):
            starts &= discs >> distance * step
        yield step, starts


def twos(board: Board, discs: int, empty: int) -> int:
    """Runs two short of a line."""
    return sum(starts.bit_count() for _, starts in runs(board, discs, board.connect - 2))


def threes(board: Board, discs: int, empty: int) -> int:
    """Runs one short of a line."""
    return sum(starts.bit_count() for _, starts in runs(board, discs, board.connect - 1))


def open_threes(board: Board, discs: int, empty: int) -> int:
    """Threes with a free end; one with two free ends counts once."""
    length = board.connect - 1
    return sum(
        (starts & (empty << step | empty >> length * step)).bit_count()
        for step, starts in runs(board, discs, length)
    )


# ---- patterns with gaps --------------------------------------------------------------------


@cache
def patterns(connect: int) -> Mapping[str, int]:
    """What evaluation two looks for, and its points: `x` one player's disc, `_` an empty square.

    One disc short of a line: 10. Two short: 1, if the empty squares are neighbours or both ends.

    >>> list(patterns(4))
    ['_xxx', 'x_xx', 'xx_x', 'xxx_', '__xx', '_xx_', 'x__x', 'xx__']
    """
    pairs = combinations(range(connect), 2)
    worth: dict[tuple[int, ...], int] = {(gap,): 10 for gap in range(connect)}
    worth |= {pair: 1 for pair in pairs if pair[1] - pair[0] in (1, connect - 1)}
    drawn = {
        "".join("_" if square in gaps else "x" for square in range(connect)): points
        for gaps, points in worth.items()
    }
    return MappingProxyType({pattern: n for pattern, n in drawn.items() if "x" in pattern})


def pattern_points(board: Board, discs: int, empty: int) -> int:
    """The points of all patterns, wherever they are."""
    total = 0
    for step in board.directions:
        shifts = [distance * step for distance in range(board.connect)]
        squares = {
            "x": [discs >> shift for shift in shifts],
            "_": [empty >> shift for shift in shifts],
        }
        for pattern, points in patterns(board.connect).items():
            starts = board.full
            for distance, mark in enumerate(pattern):
                starts &= squares[mark][distance]
            total += points * starts.bit_count()
    return total


# ---- where the discs lie -------------------------------------------------------------------


def centre_discs(board: Board, discs: int, empty: int) -> int:
    """Discs in the centre."""
    return (discs & _centre(board)).bit_count()


@cache
def _centre(board: Board) -> int:
    middle = {(board.width - 1) // 2, board.width // 2}
    return sum(board.bottoms[column] * ((1 << board.height) - 1) for column in middle)


@cache
def hit_rate(board: Board) -> Mapping[Cell, int]:
    """How many lines run through each cell, (column, row) from 0: `hit_rate(state.board)`."""
    if not isinstance(board, Board):
        raise ValueError(f"hit_rate takes a board such as Connect4().board, not {board!r}")
    lines = dict.fromkeys(board.cells(board.full), 0)
    for direction, step in enumerate(board.directions):
        starts = board.line_starts(board.full, direction)
        for distance in range(board.connect):
            for cell in board.cells(starts << distance * step):
                lines[cell] += 1
    return MappingProxyType(lines)


def hits(board: Board, discs: int, empty: int) -> int:
    """The lines that run through each disc's square, added up."""
    return sum(lines * (discs & squares).bit_count() for lines, squares in _squares_by_hits(board))


@cache
def _squares_by_hits(board: Board) -> tuple[tuple[int, int], ...]:
    """Each number of lines that occurs, with the squares on exactly that number of lines."""
    squares: dict[int, int] = {}
    for (column, row), lines in hit_rate(board).items():
        squares[lines] = squares.get(lines, 0) | board.bottoms[column] << row
    return tuple(squares.items())


def open_lines(board: Board, discs: int, empty: int) -> int:
    """For each line with n discs of the player and none of the opponent: n * n."""
    total = 0
    for direction, step in enumerate(board.directions):
        lines = board.line_starts(discs | empty, direction)
        held = [lines & discs >> distance * step for distance in range(board.connect)]
        # n discs make n * (n - 1) / 2 pairs: twice these and n more is n * n.
        total += sum(starts.bit_count() for starts in held)
        total += 2 * sum((first & second).bit_count() for first, second in combinations(held, 2))
    return total


# ---- threats -------------------------------------------------------------------------------


def threat_squares(board: Board, discs: int, empty: int) -> int:
    """The empty squares that would complete a line of the discs."""
    squares = 0
    for step in board.directions:
        before, behind = [empty], [empty]  # empty squares with 0, 1, 2, ... discs on that side
        for distance in range(1, board.connect):
            before.append(before[-1] & discs << distance * step)
            behind.append(behind[-1] & discs >> distance * step)
        for one_side, other_side in zip(before, reversed(behind), strict=True):
            squares |= one_side & other_side  # connect - 1 discs on both sides together
    return squares


def playable(empty: int) -> int:
    """The squares on which the next disc can fall: the lowest empty one of each column."""
    return empty & ~(empty << 1)


def threats(board: Board, discs: int, empty: int) -> int:
    """Threats, immediate or not."""
    return threat_squares(board, discs, empty).bit_count()


def immediate_threats(board: Board, discs: int, empty: int) -> int:
    """Threats on which a disc can fall now."""
    return (threat_squares(board, discs, empty) & playable(empty)).bit_count()


@cache
def favourable_squares(board: Board, player: int) -> int:
    """The squares that the player gets if all other columns are filled before theirs is begun.

    X begins a column if an even number of discs fills the others: then the odd rows, counted
    from 1, are X's, and the even ones O's. This holds on boards of even height or odd width. Where
    the height is odd and the width even, O begins the column, and it is the other way round.
    """
    first = ((board.width - 1) * board.height + player) % 2
    return sum(
        bottom << row for bottom in board.bottoms.values() for row in range(first, board.height, 2)
    )


def zugzwang(board: Board, mine: int, theirs: int, empty: int) -> int:
    """Who wins when safe moves run out, from both threat squares: +1 if I do, -1 if they do, or 0.

    Nobody likes to play right below a threat: if it is the opponent's they win, and if it is
    one's own they stop it. So both fill the squares that are under none first, as far as they
    can be reached. The player who then has to move loses if the other has a threat waiting;
    otherwise the answer is 0. I, to move now, am that player if their number is even.
    """
    hot = (mine | theirs) >> 1 & empty
    shut = hot  # and all squares above
    for _ in range(board.height - 1):
        shut |= shut << 1 & board.full
    next_hot = hot & ~(shut << 1)
    safe_moves = (empty & ~shut).bit_count()
    if safe_moves % 2 == 0:
        return -1 if next_hot & theirs >> 1 else 0
    return 1 if next_hot & mine >> 1 else 0
