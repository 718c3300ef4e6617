"""The exercises of lesson 01: bitboards, positions, winning and safe moves, a match's score.

The mistakes that are recognised are in `lesson01_mistakes`.
"""

import math
from collections.abc import Collection
from numbers import Real

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.exercises import lesson01_mistakes as mistakes
from c4lib.exercises.compare import as_truth, in_any_order
from c4lib.exercises.task import Task

# ---- 1.1 -----------------------------------------------------------------------------------


def square_bit(column: int, row: int, height: int) -> int:
    """The number of the bit that stands for a square; column and row are counted from 0."""
    return column * (height + 1) + row


SQUARE_BIT = Task(
    number="1.1",
    title="The number of a square",
    reference=square_bit,
    cases=((0, 0, 6), (0, 3, 6), (1, 0, 6), (2, 4, 6), (6, 5, 6), (3, 1, 4), (2, 7, 9)),
    hints=(
        "Going up in a column adds 1 for each row. What does one column to the right add?",
        "A column takes up one bit more than it has squares: the spare one on top.",
        "So column c begins at bit `c * (height + 1)`, and the rows are counted up from there.",
    ),
    mistakes=mistakes.SQUARE_BIT,
)

# ---- 1.2 -----------------------------------------------------------------------------------


def has_four(bits: int, height: int) -> bool:
    """Whether the squares of a bitboard hold four in a row, in any direction."""
    for step in (1, height + 1, height, height + 2):
        pairs = bits & bits >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def _squares(*squares: tuple[int, int], height: int = 6) -> tuple[int, int]:
    """A case of has_four: the bits of the squares (column, row), and the height."""
    return sum(1 << square_bit(column, row, height) for column, row in squares), height


def _board_text(bits: int, height: int) -> str:
    """The bits as a board of as many columns as they need, and at least 4."""
    width = max(4, math.ceil(bits.bit_length() / (height + 1)))
    return "\n".join(
        " ".join(".X"[bits >> square_bit(column, row, height) & 1] for column in range(width))
        for row in reversed(range(height))
    )


HAS_FOUR = Task(
    number="1.2",
    title="Four in a row",
    reference=has_four,
    draw=_board_text,
    same=as_truth,
    cases=(
        _squares(),
        _squares((2, 0), (2, 1), (2, 2), (2, 3)),
        _squares((1, 0), (2, 0), (3, 0), (4, 0)),
        _squares((0, 0), (1, 1), (2, 2), (3, 3)),
        _squares((3, 5), (4, 4), (5, 3), (6, 2)),
        _squares((0, 2), (1, 2), (2, 2), (4, 2), (5, 2), (6, 2)),
        _squares((0, 0), (0, 1), (0, 2), (3, 0), (4, 0), (5, 0)),
        _squares((2, 0), (3, 0), (2, 2), (3, 2)),
        # up to the top of a column, and on at the bottom of the next
        _squares((0, 3), (0, 4), (0, 5), (1, 0)),
        _squares((0, 2), (0, 3), (1, 0), (1, 1), height=4),
        _squares((0, 4), (1, 5), (3, 0), (4, 1)),
        # every second square, and jumps like a knight's
        _squares((1, 0), (1, 2), (1, 4), (1, 6), height=8),
        _squares((0, 1), (2, 1), (4, 1), (6, 1)),
        _squares((0, 0), (2, 2), (4, 4), (6, 6), height=7),
        _squares((0, 6), (2, 4), (4, 2), (6, 0), height=7),
        _squares((0, 6), (1, 4), (2, 2), (3, 0), height=7),
        _squares((0, 0), (1, 2), (2, 4), (3, 6), height=7),
        _squares((3, 3), (4, 3), (5, 3), (6, 3), height=4),
        _squares((0, 3), (1, 2), (2, 1), (3, 0), height=4),
        _squares((5, 6), (6, 7), (7, 8), (8, 9), (0, 0), height=10),
    ),
    hints=(
        "You know two of the four shifts: 1 goes up, `height + 1` goes to the right. A diagonal "
        "goes one to the right and one up, or one to the right and one down: what is that in bits?",
        "For each of the four, `pairs = bits & bits >> step`. Two pairs, one starting two squares "
        "after the other, make four: shift the pairs by twice the step.",
        "The steps are 1 (up), `height + 1` (right), `height` (right and down) and "
        "`height + 2` (right and up). Return `True` as soon as one of them finds something, "
        "and `False` only after all of them.",
    ),
    mistakes=mistakes.HAS_FOUR,
)

# ---- 1.3 -----------------------------------------------------------------------------------


def count_up_to_mirror(start: Connect4, plies: int) -> int:
    """How many positions there are after so many plies, mirror images counting as one."""

    def mirror(state: Connect4) -> Connect4:
        image = start
        for column in state.history:
            image = image.play(state.width - 1 - column)
        return image

    level = {start}
    for _ in range(plies):
        level = {state.play(move) for state in level for move in state.moves()}
    return len({frozenset((state, mirror(state))) for state in level})


COUNT_UP_TO_MIRROR = Task(
    number="1.3",
    title="The mirror",
    reference=count_up_to_mirror,
    cases=(
        (Connect4(), 0),
        (Connect4(), 1),
        (Connect4(), 3),
        (Connect4(3, 3, 3), 5),
        (Connect4(3, 3, 3), 7),
        (Connect4(4, 3, 3), 6),
    ),
    wrong_types={
        Collection: "One number is wanted: how many positions there are after the last ply. "
        "If you have collected them, hand back their `len`; if you have counted every ply, "
        "the last count.",
    },
    hints=(
        "Collect all positions after so many plies in a set, as the lesson does. Then ask of "
        "each what its mirror image is.",
        "The mirror image of a game: play it again from `start`, with column "
        "`state.width - 1 - column` instead of `column`.",
        "Put each position and its image into a `frozenset((state, image))`, and all these "
        "pairs into a set: a position and its image give the same pair.",
    ),
    mistakes=mistakes.COUNT_UP_TO_MIRROR,
)

# ---- 1.4 -----------------------------------------------------------------------------------


def winning_columns(state: Connect4) -> list[int]:
    """The columns with which the player to move wins at once."""
    columns = []
    for column in state.moves():
        after = state.play(column)
        if after.is_over and after.utility(state.player) == 1:
            columns.append(column)
    return columns


WINNING_COLUMNS = Task(
    number="1.4",
    title="Winning at once",
    reference=winning_columns,
    same=in_any_order,
    cases=(
        (Connect4(),),
        (Connect4.from_moves("121212"),),
        (Connect4.from_moves("12121"),),
        (Connect4.from_moves("223344"),),
        (Connect4.from_moves("7223344"),),  # O to move
        (Connect4.from_moves("4444447766"),),  # a full column
        (Connect4.from_moves("176647173"),),
        (Connect4.from_moves("1122", width=5, height=4, connect=3),),
        (Connect4.from_moves("21331232", width=3, height=3, connect=3),),
        (Connect4.from_moves("1122334", width=9, height=7, connect=5),),
        (Connect4.from_moves("11223344", width=9, height=7, connect=5),),
        (Connect4.from_moves("1212121"),),
    ),
    remark=lambda state: "the game is over, so the list is empty" if state.is_over else None,
    hints=(
        "Try every legal move: `state.play(column)` is the position after it.",
        "A win ends the game. So ask the new state whether it `is_over`, and then for its "
        "`utility`; before the end there is none. After your move it is the opponent's turn: "
        "whose utility do you ask for?",
        "With `after = state.play(column)`, the column wins if "
        "`after.is_over and after.utility(state.player) == 1`.",
    ),
    mistakes=mistakes.WINNING_COLUMNS,
)

# ---- 1.5 -----------------------------------------------------------------------------------


def safe_columns(state: Connect4) -> list[int]:
    """The columns after which the opponent cannot win at once."""
    return [column for column in state.moves() if not winning_columns(state.play(column))]


SAFE_COLUMNS = Task(
    number="1.5",
    title="Not losing at once",
    reference=safe_columns,
    same=in_any_order,
    cases=(
        (Connect4(),),
        (Connect4.from_moves("11223"),),
        (Connect4.from_moves("22334"),),
        (Connect4.from_moves("4541122"),),
        (Connect4.from_moves("121212"),),
        (Connect4.from_moves("462751"),),
        (Connect4.from_moves("2355552116355"),),
        (Connect4.from_moves("3131", width=3, height=3, connect=3),),
        (Connect4.from_moves("1132322", width=3, height=3, connect=3),),  # two squares left
        (Connect4.from_moves("21331232", width=3, height=3, connect=3),),
        (Connect4.from_moves("12233445", width=9, height=7, connect=5),),
    ),
    hints=(
        "Your `winning_columns` already finds the wins of whoever is to move. "
        "Who is to move after your move?",
        "Look after your move, not before: your own disc may lift the opponent's next one "
        "to the very square they need.",
        "A column is safe when `winning_columns(state.play(column))` is empty. "
        "After a move that wins the game there are no replies at all, so it is safe.",
    ),
    mistakes=mistakes.SAFE_COLUMNS,
)

# ---- 1.6 -----------------------------------------------------------------------------------


def score_and_error(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """The mean score of a game (1, 1/2 or 0 points), and its standard error."""
    points = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    return points.mean(), points.std(ddof=1) / np.sqrt(len(points))


def _population_error(wins: int, draws: int, losses: int) -> tuple[float, float]:
    points = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    return points.mean(), points.std() / np.sqrt(len(points))


SCORE_AND_ERROR = Task(
    number="1.6",
    title="How sure are you?",
    reference=score_and_error,
    alternatives=(_population_error,),
    cases=((5, 0, 5), (6, 2, 2), (10, 0, 0), (1, 8, 1), (70, 10, 20), (3, 1, 0), (1, 2, 47)),
    wrong_types={
        Real: "A pair is wanted, and one number came: `return score, error` hands back both.",
    },
    hints=(
        "Write the match as a list of points: 1 for each win, 0.5 for each draw, "
        "0 for each loss. The score is its mean.",
        "The standard error is the standard deviation of these points, divided by the square "
        "root of their number.",
        "With NumPy: `points.mean()` and `points.std(ddof=1) / np.sqrt(len(points))`. `ddof=1` "
        "is for a sample, as a match is one; without it the check is content as well.",
    ),
    mistakes=mistakes.SCORE_AND_ERROR,
)

TASKS = (SQUARE_BIT, HAS_FOUR, COUNT_UP_TO_MIRROR, WINNING_COLUMNS, SAFE_COLUMNS, SCORE_AND_ERROR)
