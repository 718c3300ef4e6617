"""What scores look like on a board that is played on: marks over columns, and sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.review import Review, ReviewedMove, in_words
from c4lib.view.svg import Mark, signed

VERDICTS = {"best": "Best", "slip": "A slip", "mistake": "A mistake", "blunder": "A blunder"}
SIGNS = {"mistake": "?", "blunder": "??"}
"""How annotated games mark the moves that changed the outcome."""


class Known:
    """A solver that remembers what each position's moves are worth."""

    def __init__(self) -> None:
        self._scores: dict[Connect4, Mapping[Move, int]] = {}

    def __contains__(self, state: Connect4) -> bool:
        return state in self._scores

    def analyze(self, state: Connect4, /) -> Mapping[Move, int]:
        """What each move is worth to the player to move, solved where it is not known yet."""
        if state not in self:
            from c4lib.fast import analyze  # only here, for it loads the compiler

            self._scores[state] = analyze(state)
        return self._scores[state]


def hint_marks(state: Connect4, known: Known) -> dict[Move, Mark]:
    """What stands over the columns for the player to move; dots while it is not known."""
    if state not in known:
        return {move: Mark(None) for move in state.moves()}
    return _marks(known.analyze(state), state.width * state.height - state.ply)


def review_marks(move: ReviewedMove) -> dict[Move, Mark]:
    """What stands over the columns after a move: what each was worth before it."""
    return _marks(move.scores, move.free, move.column)


def _marks(scores: Mapping[Move, int], free: int, played: Move | None = None) -> dict[Move, Mark]:
    best = max(scores.values())
    return {
        move: Mark(score, in_words(score, free), score == best, move == played)
        for move, score in scores.items()
    }


def move_sentence(move: ReviewedMove, moves: int) -> str:
    """What was played and how good it was; `moves` is how many the game has."""
    return (
        f"Move {move.number} of {moves}: {SYMBOLS[move.player]} played column {move.column + 1}. "
        f"{VERDICTS[move.label]} ({signed(move.score)}): {move.outlook}."
    )


def alternatives_sentence(move: ReviewedMove) -> str:
    """What would have been better, or as good."""
    others = [column for column in move.best if column != move.column]
    if move.label != "best":
        words = in_words(move.best_score, move.free)
        return f"Better: {_columns(others)} ({signed(move.best_score)}): {words}."
    if others:
        return f"As good: {_columns(others)}."
    return "Nothing else was as good." if len(move.scores) > 1 else "No other column was free."


def _columns(columns: Sequence[Move]) -> str:
    """Columns as people count them: "column 2, 3 or 5"."""
    *most, last = (str(column + 1) for column in columns)
    return f"column {', '.join(most)} or {last}" if most else f"column {last}"


def faults(review: Review) -> list[dict[str, Any]]:
    """The moves that changed the outcome, for a page that offers to go to them."""
    return [
        {
            "ply": move.number,
            "text": f"{move.number} {SYMBOLS[move.player]}{SIGNS[move.label]}",
            "title": f"Move {move.number}: {VERDICTS[move.label].lower()} of "
            f"{SYMBOLS[move.player]}, {move.instead}",
        }
        for move in review.moves
        if move.changed_the_outcome
    ]
