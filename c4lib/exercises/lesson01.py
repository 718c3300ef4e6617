"""The exercises of lesson 01: bitboards, positions, winning and safe moves, a match's score."""

import math
from collections.abc import Callable, Iterable

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.exercises.compare import as_truth, in_any_order
from c4lib.exercises.task import Mistake, Task

# ---- 1.1 -----------------------------------------------------------------------------------


def square_bit(column: int, row: int, height: int) -> int:
    """The number of the bit that stands for a square; column and row are counted from 0."""
    return column * (height + 1) + row


SQUARE_BIT = Task(
    number="1.1",
    title="The bit of a square",
    reference=square_bit,
    cases=((0, 0, 6), (0, 3, 6), (1, 0, 6), (2, 4, 6), (6, 5, 6), (3, 1, 4), (2, 7, 9)),
    hints=(
        "Going up in a column adds 1 for each row. What does one column to the right add?",
        "A column takes up one bit more than it has squares: the spare one on top.",
        "So column c begins at bit c * (height + 1), and the rows are counted up from there.",
    ),
    mistakes=(
        Mistake(
            "the spare row forgotten",
            lambda column, row, height: column * height + row,
            "Each column has a spare bit above its top square, so the next one begins later.",
        ),
        Mistake(
            "numbered row by row",
            lambda column, row, height: row * 7 + column,
            "Here the bits run up a column first, and then on to the next column.",
        ),
        Mistake(
            "bits counted from 1",
            lambda column, row, height: square_bit(column, row, height) + 1,
            "The bottom left square is bit 0.",
        ),
        Mistake(
            "columns and rows counted from 1",
            lambda column, row, height: square_bit(column - 1, row - 1, height),
            "The first column and the lowest row both have number 0.",
        ),
        Mistake(
            "rows counted from the top",
            lambda column, row, height: square_bit(column, height - 1 - row, height),
            "Row 0 is the lowest: discs fall down.",
        ),
        Mistake(
            "column and row swapped",
            lambda column, row, height: square_bit(row, column, height),
            "One row up is 1 bit further; one column to the right is height + 1 bits further.",
        ),
    ),
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


def _lines_along(
    steps: Callable[[int], Iterable[int]], last: Callable[[int], int] = lambda step: 2 * step
) -> Callable[[int, int], bool]:
    """A has_four with these steps, given the height, and this second shift, given the step."""

    def mistaken(bits: int, height: int) -> bool:
        pairs = ((bits & bits >> step, step) for step in steps(height))
        return any(pair & pair >> last(step) for pair, step in pairs)

    return mistaken


def _all_steps(height: int) -> tuple[int, ...]:
    return 1, height + 1, height, height + 2


HAS_FOUR = Task(
    number="1.2",
    title="Four in a row, in four shifts",
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
        # jumps like a knight's
        _squares((0, 6), (1, 4), (2, 2), (3, 0), height=7),
        _squares((3, 3), (4, 3), (5, 3), (6, 3), height=4),
        _squares((0, 3), (1, 2), (2, 1), (3, 0), height=4),
        _squares((5, 6), (6, 7), (7, 8), (8, 9), (0, 0), height=10),
    ),
    hints=(
        "`bits & bits >> 1` keeps the squares that have a neighbour above: it finds pairs.",
        "Two pairs, one starting two squares after the other, make four: "
        "shift the pairs by twice the step.",
        "The steps are 1 (up), height + 1 (right), height (right and down) and "
        "height + 2 (right and up).",
    ),
    mistakes=(
        Mistake(
            "vertical lines only",
            _lines_along(lambda height: (1,)),
            "A step of 1 goes up a column. The other three directions need steps of their own.",
        ),
        Mistake(
            "horizontal lines only",
            _lines_along(lambda height: (height + 1,)),
            "A step of height + 1 goes to the right. There are three more directions.",
        ),
        Mistake(
            "no diagonals",
            _lines_along(lambda height: (1, height + 1)),
            "Lines count along both diagonals too: right and up, and right and down.",
        ),
        Mistake(
            "the rising diagonal forgotten",
            _lines_along(lambda height: (1, height + 1, height)),
            "A line can also go right and up. How many bits further is that?",
        ),
        Mistake(
            "the falling diagonal forgotten",
            _lines_along(lambda height: (1, height + 1, height + 2)),
            "A line can also go right and down. How many bits further is that?",
        ),
        Mistake(
            "three are enough",
            _lines_along(_all_steps, last=lambda step: step),
            "Two pairs that overlap in one square make three. For four, "
            "the second pair starts two steps after the first.",
        ),
        Mistake(
            "the second shift is 2 in every direction",
            _lines_along(_all_steps, last=lambda step: 2),
            "The second pair lies two steps away, in the direction of the line: 2 * step bits.",
        ),
        Mistake(
            "the spare row forgotten",
            _lines_along(lambda height: (1, height, height - 1, height + 1)),
            "A column takes up height + 1 bits, so one square to the right is height + 1 away.",
        ),
    ),
)

# ---- 1.3 -----------------------------------------------------------------------------------


def count_up_to_mirror(start: Connect4, plies: int) -> int:
    """How many positions there are after so many plies, mirror images counting as one."""

    def mirror(state: Connect4) -> Connect4:
        image = start
        for column in state.history:
            image = image.play(state.width - 1 - column)
        return image

    layer = {start}
    for _ in range(plies):
        layer = {state.play(move) for state in layer for move in state.moves()}
    return len({frozenset((state, mirror(state))) for state in layer})


def _count_positions(start: Connect4, plies: int) -> int:
    return len(_layer(start, plies))


def _layer(start: Connect4, plies: int) -> set[Connect4]:
    layer = {start}
    for _ in range(plies):
        layer = {state.play(move) for state in layer for move in state.moves()}
    return layer


def _count_unfinished(start: Connect4, plies: int) -> int:
    boards = [state.rows() for state in _layer(start, plies) if not state.is_over]
    return len({frozenset((str(board), str([row[::-1] for row in board]))) for board in boards})


def _count_mirrored_sequences(start: Connect4, plies: int) -> int:
    games: list[tuple[Connect4, tuple[int, ...]]] = [(start, ())]
    for _ in range(plies):
        games = [(s.play(move), (*line, move)) for s, line in games for move in s.moves()]
    last = start.width - 1
    return len({min(line, tuple(last - move for move in line)) for _, line in games})


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
    hints=(
        "Collect all positions after so many plies in a set, as the lesson does. Then ask of "
        "each what its mirror image is.",
        "The mirror image of a game: play it again, with column width - 1 - c instead of c.",
        "Put each position and its image into a frozenset({state, image}), and all these "
        "pairs into a set: a position and its image give the same pair.",
    ),
    mistakes=(
        Mistake(
            "mirror images counted twice",
            _count_positions,
            "These are all positions; a position and its mirror image count as one.",
        ),
        Mistake(
            "half of all positions",
            lambda start, plies: _count_positions(start, plies) // 2,
            "Some positions are their own mirror image: they have no partner to share with.",
        ),
        Mistake(
            "half of all positions, rounded up",
            lambda start, plies: (_count_positions(start, plies) + 1) // 2,
            "More than one position can be its own mirror image; count pairs, do not halve.",
        ),
        Mistake(
            "move sequences counted",
            _count_mirrored_sequences,
            "Different orders of moves can lead to the same position, which counts once.",
        ),
        Mistake(
            "finished games left out",
            _count_unfinished,
            "A position in which the game has just ended is a position too; "
            "it only has no successors.",
        ),
        Mistake(
            "one ply too many",
            lambda start, plies: count_up_to_mirror(start, plies + 1),
            "After 0 plies there is one position: the start itself.",
        ),
    ),
)

# ---- 1.4 -----------------------------------------------------------------------------------


def winning_columns(state: Connect4) -> list[int]:
    """The columns with which the player to move wins at once."""
    return [column for column in state.moves() if state.play(column).winner == state.player]


def _has_line_after(state: Connect4, discs: int, column: int) -> bool:
    """Whether `discs`, and one more dropped into the column, hold a line."""
    new = (state.mask + state.board.bottoms[column]) & ~state.mask
    return state.board.has_line(discs | new)


def _opponents_columns(state: Connect4) -> list[int]:
    return [column for column in state.moves() if _has_line_after(state, state.theirs, column)]


def _lost_columns(state: Connect4) -> list[int]:
    afters = {column: state.play(column) for column in state.moves()}
    return [c for c, after in afters.items() if after.is_over and after.utility(after.player) > 0]


WINNING_COLUMNS = Task(
    number="1.4",
    title="Columns that win at once",
    reference=winning_columns,
    same=in_any_order,
    cases=(
        (Connect4(),),
        (Connect4.from_moves("121212"),),
        (Connect4.from_moves("12121"),),
        (Connect4.from_moves("223344"),),
        (Connect4.from_moves("1212121"),),
        (Connect4.from_moves("176647173"),),
        (Connect4.from_moves("1122", width=5, height=4, connect=3),),
        (Connect4.from_moves("21331232", width=3, height=3, connect=3),),
        (Connect4.from_moves("1122334", width=9, height=7, connect=5),),
        (Connect4.from_moves("11223344", width=9, height=7, connect=5),),
    ),
    hints=(
        "Try every move: state.play(column) is the position after it.",
        "After your move it is the opponent's turn. So whose win do you ask the new state for?",
        "state.play(column).winner is the player who made a line, or None. "
        "Compare it with state.player, taken before the move.",
    ),
    mistakes=(
        Mistake(
            "the opponent's winning columns",
            _opponents_columns,
            "These are the columns where the other player would make a line.",
        ),
        Mistake(
            "no win is ever found",
            _lost_columns,
            "Whose win do you ask for? After the move it is the other player's turn, and "
            "they have not won; you want the player who moved, state.player.",
        ),
        Mistake(
            "stopped at the first one",
            lambda state: winning_columns(state)[:1],
            "There can be several; collect them all.",
        ),
        Mistake(
            "every move that ends the game",
            lambda state: [column for column in state.moves() if state.play(column).is_over],
            "A game can also end because the board is full: that is a draw, not a win.",
        ),
        Mistake(
            "columns counted from 1",
            lambda state: [column + 1 for column in winning_columns(state)],
            "In code the first column is 0; only move strings and pictures count from 1.",
        ),
    ),
)

# ---- 1.5 -----------------------------------------------------------------------------------


def safe_columns(state: Connect4) -> list[int]:
    """The columns after which the opponent cannot win at once."""
    return [column for column in state.moves() if not winning_columns(state.play(column))]


def _only_blocks(state: Connect4) -> list[int]:
    threats = _opponents_columns(state)
    return [column for column in state.moves() if all(column == threat for threat in threats)]


def _goes_on_after_a_win(state: Connect4) -> list[int]:
    won = set(winning_columns(state))
    lost = {c for c in won if any(other != c for other in _opponents_columns(state))}
    return [column for column in safe_columns(state) if column not in lost]


def _leaves_out_wins(state: Connect4) -> list[int]:
    return [column for column in safe_columns(state) if not state.play(column).is_over]


SAFE_COLUMNS = Task(
    number="1.5",
    title="Columns that are safe",
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
        (Connect4.from_moves("21331232", width=3, height=3, connect=3),),
        (Connect4.from_moves("12233445", width=9, height=7, connect=5),),
    ),
    hints=(
        "Your winning_columns already finds the wins of whoever is to move. "
        "Who is to move after your move?",
        "Look after your move, not before: your own disc may lift the opponent's next one "
        "to the very square they need.",
        "A column is safe when winning_columns(state.play(column)) is empty. "
        "After a move that wins the game there are no replies at all, so it is safe.",
    ),
    mistakes=(
        Mistake(
            "only blocks the wins that are there already",
            _only_blocks,
            "Your move changes the board: it can open the square above it to the opponent, "
            "and it can end the game before the threat matters.",
        ),
        Mistake(
            "lets the opponent reply to a won game",
            _goes_on_after_a_win,
            "Once you have made your line the game is over, and no threat counts any more.",
        ),
        Mistake(
            "winning moves left out",
            _leaves_out_wins,
            "A move that ends the game leaves the opponent no reply: nothing is safer.",
        ),
        Mistake(
            "the unsafe columns",
            lambda state: [c for c in state.moves() if c not in safe_columns(state)],
            "These are the columns after which the opponent wins; the others are wanted.",
        ),
        Mistake(
            "columns counted from 1",
            lambda state: [column + 1 for column in safe_columns(state)],
            "In code the first column is 0; only move strings and pictures count from 1.",
        ),
    ),
)

# ---- 1.6 -----------------------------------------------------------------------------------


def score_and_error(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """The mean score of a game (1, 1/2 or 0 points), and its standard error."""
    points = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    return points.mean(), points.std(ddof=1) / np.sqrt(len(points))


Scored = Callable[[int, int, int], tuple[float, float]]


def _scored(
    draw: float = 0.5, ddof: int = 1, divisor: Callable[[int], float] = math.sqrt
) -> Scored:
    """A score_and_error with other points for a draw, or with another error."""

    def mistaken(wins: int, draws: int, losses: int) -> tuple[float, float]:
        points = np.repeat([1.0, draw, 0.0], [wins, draws, losses])
        return float(points.mean()), float(points.std(ddof=ddof)) / divisor(len(points))

    return mistaken


def _mistakes_of_scoring(ddof: int) -> tuple[Mistake, ...]:
    """The mistakes, with the sample's (ddof 1) or the population's (0) standard deviation."""
    plain = _scored(ddof=ddof)
    return (
        Mistake(
            "draws counted as losses",
            _scored(draw=0.0, ddof=ddof),
            "A draw is worth half a point.",
        ),
        Mistake(
            "draws counted as wins",
            _scored(draw=1.0, ddof=ddof),
            "A draw is worth half a point.",
        ),
        Mistake(
            "draws left out",
            lambda wins, draws, losses: plain(wins, 0, losses),
            "A draw is a game as well: half a point, and one more game to divide by.",
        ),
        Mistake(
            "the standard deviation is not divided",
            _scored(ddof=ddof, divisor=lambda games: 1.0),
            "That is how far a single game strays. The mean of n games strays less: "
            "divide by the square root of n.",
        ),
        Mistake(
            "divided by n, not by its square root",
            _scored(ddof=ddof, divisor=float),
            "Errors of independent games partly cancel, but only so fast: "
            "four times the games halve the error.",
        ),
    )


SCORE_AND_ERROR = Task(
    number="1.6",
    title="A match's score, and how sure it is",
    reference=score_and_error,
    alternatives=(_scored(ddof=0),),
    cases=((5, 0, 5), (6, 2, 2), (10, 0, 0), (1, 8, 1), (70, 10, 20), (3, 1, 0), (1, 2, 47)),
    hints=(
        "Write the match as a list of points: 1 for each win, 0.5 for each draw, "
        "0 for each loss. The score is its mean.",
        "The standard error is the standard deviation of these points, divided by the square "
        "root of their number.",
        "With NumPy: points.mean() and points.std(ddof=1) / np.sqrt(len(points)). ddof=1 is for "
        "a sample, as a match is one; without it the check is content as well.",
    ),
    mistakes=_mistakes_of_scoring(ddof=1) + _mistakes_of_scoring(ddof=0),
)

TASKS = (SQUARE_BIT, HAS_FOUR, COUNT_UP_TO_MIRROR, WINNING_COLUMNS, SAFE_COLUMNS, SCORE_AND_ERROR)
