"""The opening book: exact scores of 7x6 positions with few discs, which take long to solve.

The file holds each position's key once for it and its mirror image, the scores for the
player to move, and a checksum. `python -m c4lib book` computes what is missing in it.
"""

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.npyio import NpzFile

from c4lib.connect4 import Board, Connect4
from c4lib.game import Move
from c4lib.measure.files import write_whole

FILE = Path(__file__).parent.parent / "data" / "book.npz"
PLIES = 8  # positions with more discs are not in the book

DAMAGES = (
    KeyError, ValueError, TypeError, OSError, EOFError, RuntimeError, MemoryError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""The errors that reading a damaged file can raise."""

Array = np.ndarray[Any, Any]


class Book(NamedTuple):
    """Positions' keys in ascending order, and their scores."""

    keys: Array
    scores: Array

    def __len__(self) -> int:
        return len(self.keys)


EMPTY = Book(np.zeros(0, np.uint64), np.zeros(0, np.int8))


def key_of(state: Connect4) -> int:
    """The key that a position shares with its mirror image only."""
    return _key(state.mine, state.mask, state.board)


def _key(mine: int, mask: int, board: Board) -> int:
    return sum(min((mine, mask), (board.mirrored(mine), board.mirrored(mask))))


def look_up(state: Connect4, book: Book | None = None) -> int | None:
    """The score for the player to move, if the position is in the book, usually the package's."""
    if not _is_covered(state, PLIES):
        return None
    return _find(key_of(state), shared() if book is None else book)


def best_move(state: Connect4) -> tuple[Move, int] | None:
    """The best move and its score, if the book knows all moves; of equals, the most central."""
    if not _is_covered(state, PLIES - 1):
        return None
    scores: dict[Move, int] = {}
    for move in state.moves():
        after = state.play(move)
        score = -((state.free + 1) // 2) if after.is_over else look_up(after, required())
        if score is None:
            return None
        scores[move] = -score
    best = max(scores, key=lambda move: (scores[move], -abs(move - state.width // 2)))
    return best, scores[best]


def floor_of(state: Connect4, book: Book) -> int | None:
    """A lower bound on the score, from the positions one move before.

    A player who moves to a position gives the other one its score, and could have had the
    score of the position before it: the two scores sum to at most 0.
    """
    if not _is_covered(state, PLIES + 1):
        return None
    before = (_find(key, book) for key in _keys_before(state))
    return max((-score for score in before if score is not None), default=None)


def _is_covered(state: Connect4, plies: int) -> bool:
    return state.ply <= plies and (state.width, state.height, state.connect) == (7, 6, 4)


def _find(key: int, book: Book) -> int | None:
    place = int(np.searchsorted(book.keys, np.uint64(key)))
    if place == len(book.keys) or int(book.keys[place]) != key:
        return None
    return int(book.scores[place])


def _keys_before(state: Connect4) -> Iterator[int]:
    """The keys of all positions from which the last move may have come."""
    for bottom in state.board.bottoms.values():
        column = state.mask & bottom * ((1 << state.height) - 1)
        top = column + bottom >> 1
        if top & state.theirs:
            yield _key(state.theirs ^ top, state.mask ^ top, state.board)


@cache
def shared() -> Book:
    """The book that comes with the package; an empty one, with a warning, if it is missing."""
    try:
        return read(FILE)
    except (OSError, ValueError) as error:
        warnings.warn(
            f"no opening book, so the first moves take long to solve: {error}", stacklevel=2
        )
        return EMPTY


@cache
def required() -> Book:
    """The book that comes with the package; ValueError if it is missing or damaged."""
    try:
        return read(FILE)
    except OSError as error:
        raise ValueError(
            f"there is no opening book ({error}); install the package again, or make it: "
            "python -m c4lib book"
        ) from error


def read(file: Path) -> Book:
    """The book in a file; ValueError if it is damaged."""
    try:
        with file.open("rb") as opened, NpzFile(opened) as data:
            book, check = Book(data["keys"], data["scores"]), int(data["check"])
    except FileNotFoundError:
        raise
    except DAMAGES as error:
        raise ValueError(f"{file.name} is damaged ({error}); install the package again") from error
    if len(book.keys) != len(book.scores) or checksum(book) != check:
        raise ValueError(f"{file.name} is damaged (wrong checksum); install the package again")
    return book


def book_of(scores: dict[int, int]) -> Book:
    """The book that has these scores by the positions' keys."""
    keys = sorted(scores)
    return Book(np.array(keys, np.uint64), np.array([scores[key] for key in keys], np.int8))


def write(file: Path, scores: dict[int, int]) -> None:
    """Write a book to a file, atomically."""
    book = book_of(scores)
    write_arrays(file, {**book._asdict(), "check": np.array(checksum(book))})


def write_arrays(file: Path, arrays: Mapping[str, Array], compressed: bool = True) -> None:
    """Write named arrays to a file, atomically."""
    named: dict[str, Any] = dict(arrays)
    content = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(content, **named)
    write_whole(file, content.getvalue())


def checksum(book: Book) -> int:
    """A number that changes with any bit of the book."""
    return zlib.crc32(book.scores.tobytes(), zlib.crc32(book.keys.tobytes()))
