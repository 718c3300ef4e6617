"""Known mistakes in the exercises of lesson 01: functions that make them, and what to say.

They do not use the solutions in `lesson01`. Some mistakes come in two variants; both
have the same name then.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.exercises.task import Mistake

# ---- 1.1 -----------------------------------------------------------------------------------


def _bit(column: int, row: int, height: int) -> int:
    return column * (height + 1) + row


SQUARE_BIT = (
    Mistake(
        "the spare row forgotten",
        lambda column, row, height: column * height + row,
        "Each column has a spare bit above its top square, so the next one begins later.",
    ),
    Mistake(
        "7 instead of `height + 1`",
        lambda column, row, height: column * 7 + row,
        "A column takes up 7 bits only on a board of height 6, and this one is not 6 high.",
    ),
    Mistake(
        "the value of the bit instead of its number",
        lambda column, row, height: 1 << _bit(column, row, height),
        "The number of the bit is wanted, 15 and not 2 to the power of 15: leave out the `1 <<`.",
    ),
    Mistake(
        "numbered row by row",
        lambda column, row, height: row * 7 + column,
        "Here the bits run up a column first, and then on to the next column.",
    ),
    Mistake(
        "bits counted from 1",
        lambda column, row, height: _bit(column, row, height) + 1,
        "The bottom left square is bit 0.",
    ),
    Mistake(
        "columns and rows counted from 1",
        lambda column, row, height: _bit(column - 1, row - 1, height),
        "The first column and the lowest row both have number 0.",
    ),
    Mistake(
        "rows counted from the top",
        lambda column, row, height: _bit(column, height - 1 - row, height),
        "Row 0 is the lowest: discs fall down.",
    ),
    Mistake(
        "column and row swapped",
        lambda column, row, height: _bit(row, column, height),
        "One row up is 1 bit further; one column to the right is `height + 1` bits further.",
    ),
)

# ---- 1.2 -----------------------------------------------------------------------------------


def _along(
    *steps: Callable[[int], int], last: Callable[[int], int] = lambda step: 2 * step
) -> Callable[[int, int], bool]:
    """A has_four with these steps, given the height, and this second shift, given the step."""

    def mistaken(bits: int, height: int) -> bool:
        pairs = ((bits & bits >> step(height), step(height)) for step in steps)
        return any(pair & pair >> last(step) for pair, step in pairs)

    return mistaken


def _steps(column: Callable[[int], int]) -> tuple[Callable[[int], int], ...]:
    """The steps up, right, right and down, right and up, if a column takes up so many bits."""
    return (
        lambda height: 1,
        column,
        lambda height: column(height) - 1,
        lambda height: column(height) + 1,
    )


_UP, _RIGHT, _DOWN, _RISE = _ALL = _steps(lambda height: height + 1)
_LOOP = (
    "If your loop has all four: does it return before it has tried them all, "
    "or forget what it has found?"
)

HAS_FOUR = (
    Mistake(
        "vertical lines only",
        _along(_UP),
        "A step of 1 goes up a column. The other three directions need steps of their own. "
        + _LOOP,
    ),
    Mistake(
        "horizontal lines only",
        _along(_RIGHT),
        "A step of `height + 1` goes to the right. There are three more directions. " + _LOOP,
    ),
    Mistake(
        "falling diagonals only",
        _along(_DOWN),
        "A step of `height` goes right and down. There are three more directions. " + _LOOP,
    ),
    Mistake(
        "rising diagonals only",
        _along(_RISE),
        "A step of `height + 2` goes right and up. There are three more directions. " + _LOOP,
    ),
    Mistake(
        "no diagonals",
        _along(_UP, _RIGHT),
        "Lines count along both diagonals too: right and up, and right and down.",
    ),
    Mistake(
        "the rising diagonal forgotten",
        _along(_UP, _RIGHT, _DOWN),
        "A line can also go right and up. How many bits further is that?",
    ),
    Mistake(
        "the falling diagonal forgotten",
        _along(_UP, _RIGHT, _RISE),
        "A line can also go right and down. How many bits further is that?",
    ),
    Mistake(
        "three are enough",
        _along(*_ALL, last=lambda step: step),
        "Two pairs that overlap in one square make three. For four, "
        "the second pair starts two steps after the first.",
    ),
    Mistake(
        "the second shift is 2 in every direction",
        _along(*_ALL, last=lambda step: 2),
        "The second pair lies two steps away, in the direction of the line: `2 * step` bits.",
    ),
    Mistake(
        "the spare row forgotten",
        _along(*_steps(lambda height: height)),
        "A column takes up `height + 1` bits, so one square to the right is `height + 1` away.",
    ),
    Mistake(
        "7 instead of `height + 1`",
        _along(*_steps(lambda height: 7)),
        "Shifts of 1, 6, 7 and 8 are right on a board of height 6, and this one is not 6 high.",
    ),
)

# ---- 1.3 -----------------------------------------------------------------------------------


def _level(start: Connect4, plies: int) -> set[Connect4]:
    """All positions after so many plies, collected as the lesson does."""
    level = {start}
    for _ in range(plies):
        level = {state.play(move) for state in level for move in state.moves()}
    return level


def _up_to_mirror(states: Iterable[Connect4]) -> int:
    boards = [state.rows() for state in states]
    return len({frozenset((str(board), str([row[::-1] for row in board]))) for board in boards})


def _histories_up_to_mirror(histories: Iterable[tuple[int, ...]], width: int) -> int:
    return len({min(line, tuple(width - 1 - move for move in line)) for line in histories})


def _mirrored_sequences(start: Connect4, plies: int) -> int:
    games = [start]
    for _ in range(plies):
        games = [state.play(move) for state in games for move in state.moves()]
    return _histories_up_to_mirror((state.history for state in games), start.width)


def _mirrored_histories(start: Connect4, plies: int) -> int:
    level = _level(start, plies)
    return _histories_up_to_mirror((state.history for state in level), start.width)


COUNT_UP_TO_MIRROR = (
    Mistake(
        "mirror images counted twice",
        lambda start, plies: len(_level(start, plies)),
        "These are all positions; a position and its mirror image count as one.",
    ),
    Mistake(
        "half of all positions",
        lambda start, plies: len(_level(start, plies)) // 2,
        "Some positions are their own mirror image: they have no partner to share with.",
    ),
    Mistake(
        "half of all positions, rounded up",
        lambda start, plies: (len(_level(start, plies)) + 1) // 2,
        "More than one position can be its own mirror image; count pairs, do not halve.",
    ),
    Mistake(
        "move sequences counted",
        _mirrored_sequences,
        "Different orders of moves can lead to the same position, which counts once.",
    ),
    Mistake(
        "histories compared instead of positions",
        _mirrored_histories,
        "A position has one history of many that lead to it, and its mirror image may have "
        "come about in another order. Play the mirrored columns and compare the states.",
    ),
    Mistake(
        "finished games left out",
        lambda start, plies: _up_to_mirror(s for s in _level(start, plies) if not s.is_over),
        "A position in which the game has just ended is a position too; it only has no successors.",
    ),
    Mistake(
        "one ply too many",
        lambda start, plies: _up_to_mirror(_level(start, plies + 1)),
        "After 0 plies there is one position: the start itself.",
    ),
    Mistake(
        "all plies added up",
        lambda start, plies: sum(_up_to_mirror(_level(start, n)) for n in range(plies + 1)),
        "The positions after exactly `plies` plies are wanted, without those on the way there.",
    ),
)

# ---- 1.4 -----------------------------------------------------------------------------------

Columns = Callable[[Connect4], list[int]]


def _wins(state: Connect4) -> list[int]:
    return [column for column in state.moves() if state.play(column).winner == state.player]


def _won_for(player: Callable[[Connect4], int]) -> Columns:
    """The columns with which that player has won, given the state before the move."""
    return lambda state: [c for c in state.moves() if state.play(c).winner == player(state)]


def _their_wins(state: Connect4) -> list[int]:
    """Where the opponent would make a line, if it were their turn."""
    board, mask = state.board, state.mask
    new = {column: (mask + board.bottoms[column]) & ~mask for column in state.moves()}
    return [column for column, disc in new.items() if board.has_line(state.theirs | disc)]


_FROM_1 = "In code the first column is 0; only move strings and pictures count from 1."

WINNING_COLUMNS = (
    Mistake(
        "the opponent's winning columns",
        _their_wins,
        "These are the columns where the other player would make a line.",
    ),
    Mistake(
        "no win is ever found",
        _won_for(lambda state: 1 - state.player),
        "Whose win do you ask for? After the move it is the other player's turn, and "
        "they have not won; you want the player who moved, `state.player`. "
        "Or did you ask `state` instead of the new state that `play` returns?",
    ),
    Mistake(
        "only wins of X are found",
        _won_for(lambda state: 0),
        "The player to move is not always X: `state.player` says who it is.",
    ),
    Mistake(
        "only wins of O are found",
        _won_for(lambda state: 1),
        "The player to move is not always O: `state.player` says who it is.",
    ),
    Mistake(
        "stopped at the first one",
        lambda state: _wins(state)[:1],
        "There can be several; collect them all.",
    ),
    Mistake(
        "every move that ends the game",
        lambda state: [column for column in state.moves() if state.play(column).is_over],
        "A game can also end because the board is full: that is a draw, not a win.",
    ),
    Mistake("columns counted from 1", lambda state: [c + 1 for c in _wins(state)], _FROM_1),
)

# ---- 1.5 -----------------------------------------------------------------------------------


def _unless(unsafe: Callable[[Connect4, int], Any]) -> Columns:
    """The legal columns that are not unsafe in the state."""
    return lambda state: [column for column in state.moves() if not unsafe(state, column)]


def _some_reply(unwanted: Callable[[Connect4], bool]) -> Columns:
    """The columns after which no reply leads to an unwanted state."""

    def unsafe(state: Connect4, column: int) -> bool:
        after = state.play(column)
        return any(unwanted(after.play(reply)) for reply in after.moves())

    return _unless(unsafe)


def _all_replies_win(state: Connect4, column: int) -> bool:
    after = state.play(column)
    return after.moves() == _wins(after)


def _once_for_each_reply(state: Connect4) -> list[int]:
    afters = {column: state.play(column) for column in state.moves()}
    return [c for c, after in afters.items() for r in after.moves() if r not in _wins(after)]


def _own_wins_and(columns: Columns) -> Columns:
    """The columns, with those that end the game put in apart, once."""
    ends = _unless(lambda state, column: not state.play(column).is_over)
    return lambda state: [*ends(state), *(c for c in columns(state) if c not in ends(state))]


def _goes_on_after_a_win(state: Connect4) -> list[int]:
    threats = set(_their_wins(state))
    return [c for c in _safe(state) if not (c in _wins(state) and threats - {c})]


_safe = _unless(lambda state, column: _wins(state.play(column)))
_SOME_REPLY = (
    "a column called safe because some reply does not win",
    "The opponent chooses the reply. A column is safe only if no reply at all wins.",
)
_EACH_REPLY = (
    "a column listed once for each harmless reply",
    "Look at all replies first, and then put the column in once, or not at all.",
)

SAFE_COLUMNS = (
    Mistake(
        "every legal column called safe",
        lambda state: state.moves(),
        "After some of them the opponent wins. If you did try the replies: whose win do you "
        "ask for? Only the opponent, who made the reply, can have won by it. "
        "And did you ask the state after the reply?",
    ),
    Mistake(
        "only wins of X are found",
        _some_reply(lambda end: end.winner == 0),
        "The opponent is not always X: it is `1 - state.player`, the one to move after you.",
    ),
    Mistake(
        "only wins of O are found",
        _some_reply(lambda end: end.winner == 1),
        "The opponent is not always O: it is `1 - state.player`, the one to move after you.",
    ),
    Mistake(
        "your own wins looked for, not the opponent's",
        _unless(lambda state, column: column in _wins(state)),
        "`winning_columns(state)` are the columns with which you win. The opponent is to move "
        "after your move: ask the new state.",
    ),
    Mistake(
        "the position before the move asked",
        _unless(lambda state, column: _wins(state)),
        "In `state` it is your turn, so those are your wins. Ask the state after your move.",
    ),
    Mistake(
        "only blocks the wins that are there already",
        _unless(lambda state, column: set(_their_wins(state)) - {column}),
        "Your move changes the board: it can open the square above it to the opponent, "
        "and it can end the game before the threat matters.",
    ),
    Mistake(
        "only the square above your own disc looked at",
        _unless(lambda state, column: column in _wins(state.play(column))),
        "The opponent may reply in any column, not only on top of your disc.",
    ),
    Mistake(_SOME_REPLY[0], _unless(_all_replies_win), _SOME_REPLY[1]),
    Mistake(_SOME_REPLY[0], _own_wins_and(_unless(_all_replies_win)), _SOME_REPLY[1]),
    Mistake(_EACH_REPLY[0], _once_for_each_reply, _EACH_REPLY[1]),
    Mistake(_EACH_REPLY[0], _own_wins_and(_once_for_each_reply), _EACH_REPLY[1]),
    Mistake(
        "a reply that fills the board counted as a win",
        _some_reply(lambda end: end.is_over),
        "A game can also end because the board is full: that is a draw, and you have not lost.",
    ),
    Mistake(
        "lets the opponent reply to a won game",
        _goes_on_after_a_win,
        "Once you have made your line the game is over, and no threat counts any more.",
    ),
    Mistake(
        "winning moves left out",
        _unless(lambda state, column: state.play(column).is_over or column not in _safe(state)),
        "A move that ends the game leaves the opponent no reply: nothing is safer.",
    ),
    Mistake(
        "the unsafe columns",
        _unless(lambda state, column: column in _safe(state)),
        "These are the columns after which the opponent wins; the others are wanted.",
    ),
    Mistake("columns counted from 1", lambda state: [c + 1 for c in _safe(state)], _FROM_1),
)

# ---- 1.6 -----------------------------------------------------------------------------------

Pair = tuple[float, float]


def _points(wins: int, draws: int, losses: int) -> Any:
    return np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])


def _from_points(pair: Callable[[Any], Pair]) -> Callable[[int, int, int], Pair]:
    """A score_and_error that makes its pair from all points of the match."""
    return lambda *games: pair(_points(*games))


def _binomial(points: Any) -> Pair:
    score = points.mean()
    return score, math.sqrt(score * (1 - score) / len(points))


def _scoring(ddof: int) -> tuple[Mistake, ...]:
    """The mistakes, with the sample's (ddof 1) or the population's (0) standard deviation."""

    def error(points: Any) -> float:
        return float(points.std(ddof=ddof)) / math.sqrt(len(points))

    def right(points: Any) -> Pair:
        return points.mean(), error(points)

    def rounded(digits: int) -> Callable[[Any], Pair]:
        return lambda points: (round(points.mean(), digits), round(error(points), digits))

    half = "A draw is worth half a point."
    utility = "That is the utility. Here a win is 1 point, a draw a half and a loss 0."
    described: tuple[tuple[str, Callable[[Any], Pair], str], ...] = (
        ("draws counted as losses", lambda points: right(np.floor(points)), half),
        ("draws counted as wins", lambda points: right(np.ceil(points)), half),
        (
            "draws left out",
            lambda points: right(points[points != 0.5]),
            "A draw is a game as well: half a point, and one more game to divide by.",
        ),
        ("a score from -1 to 1", lambda points: right(2 * points - 1), utility),
        ("a score from -1 to 1", lambda points: (2 * points.mean() - 1, error(points)), utility),
        (
            "the sum instead of the mean",
            lambda points: (points.sum(), error(points)),
            "The score is what one game brings on average: divide by the number of games.",
        ),
        (
            "the pair swapped",
            lambda points: right(points)[::-1],
            "The score comes first, then its error.",
        ),
        (
            "the standard deviation is not divided",
            lambda points: (points.mean(), points.std(ddof=ddof)),
            "That is how far a single game strays. The mean of n games strays less: "
            "divide by the square root of n.",
        ),
        (
            "divided by n, not by its square root",
            lambda points: (points.mean(), points.std(ddof=ddof) / len(points)),
            "Errors of independent games partly cancel, but only so fast: "
            "four times the games halve the error.",
        ),
        (
            "the variance instead of the standard deviation",
            lambda points: (points.mean(), points.var(ddof=ddof) / math.sqrt(len(points))),
            "The standard deviation is the square root of the variance: `std`, not `var`.",
        ),
        (
            "the root forgotten",
            lambda points: (points.mean(), points.var(ddof=ddof) / len(points)),
            "The variance divided by n is the square of the error: take its root.",
        ),
        (
            "two errors instead of one",
            lambda points: (points.mean(), 2 * error(points)),
            "Two errors to each side are the band of 95 in 100. One error is wanted.",
        ),
        *(
            ("rounded", rounded(digits), "Right, but do not round: return the numbers as they are.")
            for digits in (2, 3, 4)
        ),
    )
    return tuple(Mistake(name, _from_points(pair), text) for name, pair, text in described)


SCORE_AND_ERROR = (
    *_scoring(ddof=1),
    *_scoring(ddof=0),
    Mistake(
        "only right without draws",
        _from_points(_binomial),
        "sqrt(s (1 - s) / n) is the error if each game brings 1 point or 0. "
        "Draws bring a half and stray less: take the standard deviation of the points.",
    ),
)
