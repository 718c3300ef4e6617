"""Of the games that a player lost, the one whose mistake is easiest to see."""

from collections.abc import Iterable
from typing import NamedTuple

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.ladder import DISCS, Played
from c4lib.review import Review, ReviewedMove, review

MOST = 4
"""How many lost games are looked at."""
EARLY = 20
"""Games that end before this move take longer to review: others are preferred."""
STEP = 4
"""How many moves at a time a game is followed back."""
EARLIEST = 11
"""From which move on games are compared: what comes before takes long to solve."""


class Lesson(NamedTuple):
    """A lost game, reviewed from the mistake on that lost it, or from a few moves before."""

    game: Played
    loser: str
    review: Review

    @property
    def mistake(self) -> ReviewedMove:
        """The move that decided the game."""
        assert self.review.decided is not None  # games begin where nobody has won
        return self.review.decided

    @property
    def before(self) -> Connect4:
        """The position in which it was made."""
        state = self.review.state
        while state.ply >= self.mistake.number and state.previous is not None:
            state = state.previous
        return state

    @property
    def opponent(self) -> str:
        """Who won."""
        return self.game.second if self.game.first == self.loser else self.game.first

    def __str__(self) -> str:
        mistake, state = self.mistake, self.before
        better = [column + 1 for column, score in mistake.scores.items() if _holds(score, mistake)]
        many = "columns" if len(better) > 1 else "column"
        return (
            f"{state}\n\n"
            f"{self.loser} is {SYMBOLS[mistake.player]}, to make move {mistake.number}, and takes "
            f"column {mistake.column + 1}: {mistake.instead}.\n"
            f"{_kept(mistake)}: {many} {_listed(better)}. "
            f"{self.opponent} wins {_soon(self.review.state.ply - mistake.number)}.\n"
            f"The whole game: {self.game.moves}"
        )

    def _repr_html_(self) -> str:
        """The board before the mistake, with what each column is worth above it."""
        from c4lib.view import svg  # only when a notebook wants a picture

        mistake = self.mistake
        marks = {
            column: svg.Mark(score, "", score == mistake.best_score, column == mistake.column)
            for column, score in mistake.scores.items()
        }
        return svg.connect4(self.before, marks=marks)._repr_html_()


def _holds(score: int, mistake: ReviewedMove) -> bool:
    """Whether a move with that score has the outcome of the best one."""
    best = mistake.best_score
    return (score > 0) == (best > 0) and (score < 0) == (best < 0)


def _kept(mistake: ReviewedMove) -> str:
    return "What would have won" if mistake.best_score > 0 else "What would have held the draw"


def _listed(numbers: list[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


def _soon(plies: int) -> str:
    return "with the next move" if plies == 1 else f"{plies} moves later"


def clearest(player: str, games: Iterable[Played]) -> Lesson | None:
    """The lost game in which the fewest moves lie between the mistake that lost it and the end.

    Games lost by a fault teach nothing about playing. None if no game was lost over the board.
    """
    lost = [game for game in games if not game.fault and _lost(player, game)]
    lost.sort(key=lambda game: (abs(len(game.moves) - EARLY), game.moves))
    lost.sort(key=lambda game: len(game.moves) < EARLY)
    found = [_reviewed(player, game, EARLIEST) for game in lost[:MOST]]
    known = [each for each in found if each.review.decided is not None]
    if lost and not known:
        return _reviewed(player, lost[0], DISCS + 1)
    return min(
        known,
        key=lambda each: (each.review.state.ply - each.mistake.number, each.mistake.number),
        default=None,
    )


def _lost(player: str, game: Played) -> bool:
    return game.points == (0 if game.first == player else 1)


def _reviewed(player: str, game: Played, earliest: int) -> Lesson:
    """The game, followed back until a move changed its outcome, or to the earliest move."""
    final = Connect4.from_moves(game.moves)
    earliest = min(earliest, final.ply)
    first = max(earliest, final.ply - STEP)
    while (found := review(final, first=first)).decided is None and first > earliest:
        first = max(earliest, first - STEP)
    return Lesson(game, player, found)
