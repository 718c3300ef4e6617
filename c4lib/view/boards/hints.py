"""Hints and the review of a game: what perfect play says, as marks over columns and in sentences.

They are for Connect X, which has a solver.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.measure.review import Review, ReviewedMove, in_words, review
from c4lib.view.boards.svg import Mark, Picture, connect4, signed

VERDICTS = {"best": "Best", "slip": "A slip", "mistake": "A mistake", "blunder": "A blunder"}
SIGNS = {"mistake": "?", "blunder": "??"}  # as annotated games mark them
STOP = "To stop at once: the kernel's ■. (The button stops after this position.)"


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


class Help:
    """The hints and the review of a board's game, solved one position at a time."""

    def __init__(self, hinting: bool = False) -> None:
        self.hinting = hinting
        self.reviewing = False
        self.review: Review | None = None
        self.known = Known()

    def missing(self, states: Sequence[Any], shown: int) -> list[Connect4]:
        """The positions still to be solved: the one shown, or the game's from its end."""
        hinted = [states[shown]] if self.hinting and not states[shown].is_over else []
        wanted = reversed(states[:-1]) if self.reviewing else hinted
        return [state for state in wanted if state not in self.known]

    def finish(self, states: Sequence[Any], shown: int) -> int:
        """Make the review once all is known; which position to show then.

        That is the one that decided the game, unless the reader looks at an earlier one.
        """
        if self.reviewing and self.review is None and not self.missing(states, shown):
            first = int(states[0].ply)
            self.review = review(states[-1], first=first + 1, solver=self.known)
            if shown == len(states) - 1 and self.review.decided is not None:
                return self.review.decided.number - first
        return shown

    def reviewed(self, shown: int) -> ReviewedMove | None:
        """The reviewed move that led to the position shown."""
        if not self.reviewing or self.review is None or shown == 0:
            return None
        return self.review.moves[shown - 1]

    def marks(self, state: Connect4, shown: int, thinking: bool) -> dict[int, Mark] | None:
        """What stands over the columns; None if nothing does, and no room is kept for it."""
        move = self.reviewed(shown)
        if move is not None:
            return marks_of(move.scores, move.free, move.column)
        if not self.hinting and not self.reviewing:
            return None
        hidden = thinking or state.is_over or not self.hinting
        if hidden or (self.reviewing and state not in self.known):
            return {}
        return hint_marks(state, self.known)

    def note(self, states: Sequence[Any], shown: int) -> str:
        """What is being solved, or what would have been better, in a sentence."""
        left, moves = len(self.missing(states, shown)), len(states) - 1
        if left:
            progress = f"Reviewing: {moves - left} of {moves} moves"
            return f"{progress if self.reviewing else 'Working out the hints'} … {STOP}"
        move = self.reviewed(shown)
        return "" if move is None else alternatives_sentence(move)


def hint_marks(state: Connect4, known: Known) -> dict[Move, Mark]:
    """What stands over the columns for the player to move; dots while it is not known."""
    if not isinstance(state, Connect4):
        raise ValueError(f"hints are for states of Connect4, not {state!r}")
    if state not in known:
        return {move: Mark(None) for move in state.moves()}
    return marks_of(known.analyze(state), state.free)


def scored(state: Connect4) -> Picture:
    """The board, with the exact score of every move above its column, for the player to move."""
    known = Known()
    hint_marks(state, known)  # says what is wrong with the state, if anything is
    known.analyze(state)
    return connect4(state, marks=hint_marks(state, known))


def marks_of(scores: Mapping[Move, int], free: int, played: Move | None = None) -> dict[Move, Mark]:
    """Exact scores, to stand over the columns of a board with this many `free` squares."""
    best = max(scores.values())
    return {
        move: Mark(score, in_words(score, free), score == best, move == played)
        for move, score in scores.items()
    }


def move_sentence(move: ReviewedMove, moves: int) -> str:
    """What was played and how good it was, in a game of that many moves."""
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
