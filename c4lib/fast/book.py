"""The opening book: exact scores of 7x6 positions with few discs, which take long to solve.

The file holds each position's key once for it and its mirror image, the scores for the
player to move, and a checksum. `python -m c4lib book` computes what is missing in it.
"""

import os
import warnings
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4

FILE = Path(__file__).parent / "book.npz"
PLIES = 8
"""Positions with more discs are not in the book."""

DAMAGES = (
    KeyError, ValueError, TypeError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error
)  # fmt: skip
"""What reading a file may end in if it is not as it was written."""

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
    (mine, mask, _), _ = state.mirror_key()
    return mine + mask


def look_up(state: Connect4) -> int | None:
    """The score for the player to move, if the position is in the book."""
    if state.ply > PLIES or (state.width, state.height, state.connect) != (7, 6, 4):
        return None
    book, key = shared(), key_of(state)
    place = int(np.searchsorted(book.keys, np.uint64(key)))
    if place == len(book.keys) or int(book.keys[place]) != key:
        return None
    return int(book.scores[place])


@cache
def shared() -> Book:
    """The book that comes with the package. Without one, and saying so, an empty one."""
    try:
        return read(FILE)
    except (OSError, ValueError) as error:
        warnings.warn(
            f"no opening book, so the first moves take long to solve: {error}", stacklevel=2
        )
        return EMPTY


def read(file: Path) -> Book:
    """The book in a file; a ValueError if it is damaged."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as data:
            book, check = Book(data["keys"], data["scores"]), int(data["check"])
    except FileNotFoundError:
        raise
    except DAMAGES as error:
        raise ValueError(f"{file.name} is damaged ({error}); install the package again") from error
    if len(book.keys) != len(book.scores) or checksum(book) != check:
        raise ValueError(f"{file.name} is damaged (wrong checksum); install the package again")
    return book


def write(file: Path, scores: dict[int, int]) -> None:
    """Put a book into a file, whole or not at all."""
    keys = sorted(scores)
    book = Book(np.array(keys, np.uint64), np.array([scores[key] for key in keys], np.int8))
    unfinished = file.with_suffix(".new.npz")
    with unfinished.open("wb") as opened:
        np.savez_compressed(opened, keys=book.keys, scores=book.scores, check=checksum(book))
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.replace(file)


def checksum(book: Book) -> int:
    """A number that changes with any bit of the book."""
    return zlib.crc32(book.scores.tobytes(), zlib.crc32(book.keys.tobytes()))
