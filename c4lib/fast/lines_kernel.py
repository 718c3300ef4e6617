"""A board of any size as a list of its lines, kept up to date disc by disc.

Bits are quick while a board fits into one word. On a large one it is better to remember how
many discs of either player each line holds: a disc changes only the lines through its square,
at most four times `connect` of them, however large the board is.

Squares are numbered column by column from the bottom: column * height + row.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.fast.compiler import compiled, inlined
from c4lib.fast.tuples_kernel import Tuples, tuples_of

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Longs = np.ndarray[Any, np.dtype[np.int64]]
Squares = np.ndarray[Any, np.dtype[np.uint8]]

OPEN, WORTH, THREATS, LEARNT = range(4)
"""What is added up for each player: the lines without a disc of the other, what these are
worth, and those of them that lack one disc; and, for the first player alone, what the tuples are
worth of which something was learnt."""

KEY_BITS = 62


class BoardLines(NamedTuple):
    """The lines of an empty board. Line n is the same one everywhere."""

    width: int
    height: int
    connect: int
    first: Numbers  # where in `through` the lines of each square begin, and then where all end
    through: Numbers  # the lines through square 0, then those through square 1, and so on
    gaps: Numbers  # the numbers of each line's squares, combined by exclusive or
    worth: Numbers
    """What a line with discs of only one player is worth to them, by the number of discs."""
    tuples: Tuples
    keys: Longs  # a random number for each player and square


class LinePosition(NamedTuple):
    """A position in which discs are put down and taken up again."""

    heights: Numbers  # how many discs each column holds
    held: Numbers  # how many discs each player has in each line
    gaps: Numbers
    """Each line's empty squares, by exclusive or: when one is left, this is its number."""
    threats: Numbers  # how many lines a disc of each player would complete on each empty square
    codes: Numbers  # what stands on each tuple's squares, as its place in the table of worths
    sums: Numbers  # for each player OPEN, WORTH, THREATS and LEARNT
    key: Longs  # the exclusive or of all discs' keys, which identifies a position


@lru_cache(maxsize=32)
def lines_of(board: Board) -> BoardLines:
    """The lines of a board."""
    width, height, connect = board.width, board.height, board.connect
    squares = np.arange(width * height).reshape(width, height)
    found = []
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)) if connect > 1 else ((0, 1),):
        reach = connect - 1
        starts = squares[: max(width - reach * right, 0)]
        starts = starts[:, reach:] if up < 0 else starts[:, : max(height - reach * up, 0)]
        found.append(starts.reshape(-1, 1) + np.arange(connect) * (right * height + up))
    lines = np.vstack(found)
    ends = np.cumsum(np.bincount(lines.ravel(), minlength=width * height))
    small = lines.astype(np.min_scalar_type(squares.size))  # which are sorted much faster
    by_square = np.argsort(small, axis=None, kind="stable")
    return BoardLines(
        width,
        height,
        connect,
        np.append(0, ends).astype(np.int32),
        (by_square // connect).astype(np.int32),
        np.bitwise_xor.reduce(lines, axis=1).astype(np.int32),
        (np.arange(connect + 1) ** 2).astype(np.int32),
        tuples_of(board),
        np.random.default_rng(1).integers(1 << KEY_BITS, size=(2, width * height)),
    )


def position_of(state: Connect4, lines: BoardLines) -> LinePosition:
    """The state's discs on the lines of its board."""
    squares, count = lines.width * lines.height, len(lines.gaps)
    position = LinePosition(
        np.zeros(lines.width, np.int32),
        np.zeros((2, count), np.int32),
        lines.gaps.copy(),
        np.full((2, squares), int(lines.connect == 1), np.int32),
        lines.tuples.starts.copy(),
        np.array([[count, 0, count if lines.connect == 1 else 0, 0]] * 2, np.int32),
        np.ones(1, np.int64),
    )
    position.sums[0, LEARNT] = lines.tuples.worth[lines.tuples.starts].sum()
    for player in (0, 1):
        discs = _squares(state.board, state.discs(player))
        position.heights[:] += discs.sum(axis=1, dtype=np.int32)
        put_all(lines, position, player, discs.ravel())
    return position


def _squares(board: Board, bits: int) -> Squares:
    """The bits as ones and zeros, a row for each column of the board."""
    size = board.width * (board.height + 1)
    packed = np.frombuffer(bits.to_bytes(size // 8 + 1, "little"), np.uint8)
    squares = np.unpackbits(packed, count=size, bitorder="little")
    return np.ascontiguousarray(squares.reshape(board.width, -1)[:, : board.height])


@compiled
def put_all(lines: BoardLines, position: LinePosition, player: int, discs: Squares) -> None:
    """Put down all discs of a player; on a large board a call for each would take too long."""
    for square in range(len(discs)):
        if discs[square]:
            put(lines, position, player, square)


@compiled
def put(lines: BoardLines, position: LinePosition, player: int, square: int) -> None:
    """Put a player's disc on an empty square; raising the column's height is up to the caller."""
    change(lines, position, player, square, 1)


@compiled
def take(lines: BoardLines, position: LinePosition, player: int, square: int) -> None:
    """Take the disc off again: everything that `put` did, backwards."""
    change(lines, position, player, square, -1)


@inlined
def change(lines: BoardLines, position: LinePosition, player: int, square: int, by: int) -> None:
    """Put a disc down (by 1) or take it off again (by -1)."""
    _, held, gaps, threats, codes, sums, key = position
    other, tuples = 1 - player, lines.tuples
    for index in range(lines.first[square], lines.first[square + 1]):
        line = lines.through[index]
        theirs = held[other, line]
        mine, gap = held[player, line], gaps[line]  # with the disc there
        if by > 0:
            mine, gap = mine + 1, gap ^ square
        if mine == 1:
            sums[other, OPEN] -= by
        if theirs == 0:
            sums[player, WORTH] += by * (lines.worth[mine] - lines.worth[mine - 1])
            if mine == lines.connect - 1:
                sums[player, THREATS] += by
                threats[player, gap] += by
        elif mine == 1:  # the line was theirs alone
            sums[other, WORTH] -= by * lines.worth[theirs]
            if theirs == lines.connect - 1:  # on this very square, which no longer matters
                sums[other, THREATS] -= by
        held[player, line] += by
        gaps[line] ^= square
    for index in range(tuples.first[square], tuples.first[square + 1]):
        each = tuples.through[index]
        before = codes[each]
        codes[each] = after = before + by * (player + 1) * tuples.powers[index]
        sums[0, LEARNT] += tuples.worth[after] - tuples.worth[before]
    key[0] ^= lines.keys[player, square]
