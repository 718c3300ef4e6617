"""A learnt judge of the 7x6 board: what patterns of discs are worth, added up disc by disc.

A tuple is a group of squares: the four of a line, or the eight of a block two wide and four high
or four wide and two high. What stands on its squares is a code with a digit to the base 3 for
each: 0 empty, 1 the first player's disc, 2 the second player's. A table has what each code is
worth to the first player; the sum over all tuples says how well they stand, in hundredths of a
logit. Thill, Koch and Konen (2012) learnt this game with such n-tuple networks, by playing. The
table was fitted to solved positions by `python -m c4lib judge`; boards of other sizes have none.
"""

import math
import warnings
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.npyio import NpzFile

from c4lib.connect4 import Board, Connect4
from c4lib.fast.book import DAMAGES
from c4lib.fast.compiler import compiled

FILE = Path(__file__).parent.parent / "data" / "judge.npz"
BLOCKS = ((2, 4), (4, 2))  # widths and heights

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Worths = np.ndarray[Any, np.dtype[np.int16]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Tuples(NamedTuple):
    """The tuples of a board, and what has been learnt about them."""

    first: Numbers  # where in `through` the tuples of each square begin, and then where all end
    through: Numbers  # the tuples of square 0, then those of square 1, and so on
    powers: Numbers  # beside it: 3 to the power of the square's place in the tuple
    starts: Numbers  # where in `worth` the codes of each tuple begin
    worth: Worths
    turn: int  # what it is worth to be the one to move
    zugzwang: int  # what it is worth to win when safe moves run out


def squares_of(board: Board) -> list[tuple[int, ...]]:
    """The squares of each tuple, numbered column by column from the bottom."""
    width, height, connect = board.width, board.height, board.connect
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    shapes = [[(n * right, n * up) for n in range(connect)] for right, up in steps]
    shapes += [list(product(range(wide), range(high))) for wide, high in BLOCKS]
    return [
        tuple((column + right) * height + row + up for right, up in shape)
        for shape in shapes
        for column in range(width)
        for row in range(height)
        if all(column + right < width and 0 <= row + up < height for right, up in shape)
    ]


def tuples_of(board: Board) -> Tuples:
    """The tuples of a board; none where nothing was learnt."""
    if board == Connect4().board:
        try:
            return with_worth(board, *read(FILE))
        except (OSError, ValueError) as error:
            warnings.warn(f"the clock player has no learnt judge: {error}", stacklevel=2)
    nothing = np.zeros(0, np.int32)
    squares = np.zeros(board.width * board.height + 1, np.int32)
    return Tuples(squares, nothing, nothing, nothing, np.zeros(0, np.int16), 0, 0)


def with_worth(board: Board, worth: Worths, turn: int, zugzwang: int) -> Tuples:
    """The tuples of a board, with a table of what their codes are worth."""
    groups = squares_of(board)
    passes = passing(groups, board.width * board.height)
    return Tuples(*passes, starts_of(groups), worth, turn, zugzwang)


def passing(
    groups: list[tuple[int, ...]], squares: int, base: int = 3
) -> tuple[Numbers, Numbers, Numbers]:
    """Through which squares the tuples pass: what `Tuples` has as first, through and powers."""
    of_square: list[list[tuple[int, int]]] = [[] for _ in range(squares)]
    for number, group in enumerate(groups):
        for place, square in enumerate(group):
            of_square[square].append((number, base**place))
    ends = np.cumsum([len(some) for some in of_square])
    both = np.array([pair for some in of_square for pair in some], np.int32)
    return np.append(0, ends).astype(np.int32), both[:, 0].copy(), both[:, 1].copy()


def starts_of(groups: list[tuple[int, ...]]) -> Numbers:
    """Where the codes of each tuple begin, if those of all stand one after the other."""
    sizes = np.array([3 ** len(squares) for squares in groups], np.int32)
    return np.cumsum(sizes, dtype=np.int32) - sizes


@cache
def read(file: Path) -> tuple[Worths, int, int]:
    """What was learnt: the worth of all codes, of the turn, and of zugzwang."""
    try:
        with file.open("rb") as opened, NpzFile(opened) as data:
            worth, turn, zugzwang = data["worth"], int(data["turn"]), int(data["zugzwang"])
        groups = squares_of(Connect4().board)
        if worth.dtype != np.int16 or worth.shape != (sum(3 ** len(each) for each in groups),):
            raise ValueError("its table has another size")
    except FileNotFoundError:
        raise
    except DAMAGES as error:
        raise ValueError(f"{file.name} is damaged ({error}); install the package again") from error
    return worth, turn, zugzwang


@compiled
def descend(
    codes: Numbers, turns: Floats, zugzwangs: Floats, goals: Floats, weights: Floats,
    rate: float, decay: float, step: int,
) -> None:  # fmt: skip
    """One step of logistic regression, by Adam: see lesson 06."""
    values, slope, slopes, squares = weights
    turn, decided = len(values) - 2, len(values) - 1
    for place in range(len(values)):
        slope[place] = decay * values[place]
    for row in range(len(goals)):
        logit = values[turn] * turns[row] + values[decided] * zugzwangs[row]
        for code in codes[row]:
            logit += values[code]
        error = (1 / (1 + math.exp(-logit)) - goals[row]) / len(goals)
        for code in codes[row]:
            slope[code] += error
        slope[turn] += error * turns[row]
        slope[decided] += error * zugzwangs[row]
    for place in range(len(values)):
        slopes[place] += 0.1 * (slope[place] - slopes[place])
        squares[place] += 0.001 * (slope[place] ** 2 - squares[place])
        size = math.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
        values[place] -= rate * slopes[place] / (1 - 0.9**step) / size
