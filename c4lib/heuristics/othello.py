"""Judging an unfinished game of Othello: the beginner's way, and what can be relied on.

Discs are turned over again and again, so counting them says little before the end. What lasts is
worth more: a disc in a corner is never turned, nor is one that a row of one's own along the edge
ties to a corner. And a player with many moves to choose from need not make a bad one.

Each function takes a state and returns what it is worth to the player to move; more is better.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from c4lib.games.othello import Othello, OthelloBoard
from c4lib.heuristics.features import check_unfinished


def look(state: Any) -> tuple[OthelloBoard, int, int]:
    """The board of an unfinished game, and the bits of my discs and theirs."""
    position = check_unfinished(state, Othello)
    return position.board, position.mine, position.theirs


class Corner(NamedTuple):
    """A corner's bit, its neighbour's on the diagonal, and both edges from it, corner first."""

    bit: int
    inner: int
    edges: tuple[tuple[int, ...], ...]


@cache
def corners_of(board: OthelloBoard) -> tuple[Corner, ...]:
    """The four corners of a board."""
    there = range(board.size)
    ways = [(columns, rows) for columns in (there, there[::-1]) for rows in (there, there[::-1])]
    return tuple(
        Corner(
            board.bit((columns[0], rows[0])),
            board.bit((columns[1], rows[1])),
            (
                tuple(board.bit((column, rows[0])) for column in columns),
                tuple(board.bit((columns[0], row)) for row in rows),
            ),
        )
        for columns, rows in ways
    )


def discs(state: Any) -> float:
    """My discs minus theirs: what counts in the end, and misleads before."""
    _, mine, theirs = look(state)
    return mine.bit_count() - theirs.bit_count()


def mobility(state: Any) -> float:
    """The squares where I could move minus those where they could."""
    board, mine, theirs = look(state)
    return board.legal(mine, theirs).bit_count() - board.legal(theirs, mine).bit_count()


def corners(state: Any) -> float:
    """My corners minus theirs."""
    board, mine, theirs = look(state)
    bits = sum(corner.bit for corner in corners_of(board))
    return (mine & bits).bit_count() - (theirs & bits).bit_count()


def firm_edges(state: Any) -> float:
    """My discs on the edges that rows of mine tie to a corner, the corners included, less theirs.

    None of them can ever be turned.
    """
    board, mine, theirs = look(state)
    return _firm(board, mine).bit_count() - _firm(board, theirs).bit_count()


def _firm(board: OthelloBoard, discs: int) -> int:
    firm = 0
    for corner in corners_of(board):
        for edge in corner.edges if discs & corner.bit else ():
            for bit in edge:
                if not discs & bit:
                    break
                firm |= bit
    return firm


def gifts(state: Any) -> float:
    """My discs diagonally next to an empty corner, less theirs: each may give that corner away."""
    board, mine, theirs = look(state)
    free = [corner for corner in corners_of(board) if not (mine | theirs) & corner.bit]
    inner = sum(corner.inner for corner in free)
    return (mine & inner).bit_count() - (theirs & inner).bit_count()


def ours(state: Any) -> float:
    """30 * corners + 10 * firm edges + 3 * mobility - 10 * gifts: what lasts, and what is free."""
    lasting = 30 * corners(state) + 10 * firm_edges(state)
    return lasting + 3 * mobility(state) - 10 * gifts(state)


EVALUATIONS: Mapping[str, Callable[[Any], float]] = MappingProxyType(
    {"discs": discs, "mobility": mobility, "corners": corners, "ours": ours}
)
"""All evaluations by name."""
