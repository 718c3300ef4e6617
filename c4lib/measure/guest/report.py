"""The report that a guest gets, with the lost game whose mistake is easiest to see."""

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from typing import NamedTuple

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.measure.accuracy import Accuracy, Estimate
from c4lib.measure.ladder import DISCS, Ladder, Played, Standing, standing
from c4lib.measure.mark import grade
from c4lib.measure.review import Review, ReviewedMove, review, sign
from c4lib.measure.tables import table
from c4lib.players.legible import legible, printable

NEIGHBOURS = 2  # how many players above and below the guest are shown
MOST = 4  # how many lost games are looked at
EARLY = 20  # games that end before this move take longer to review; longer games are preferred
STEP = 4  # how many more moves are reviewed at a time, backwards from the end
EARLIEST = 11  # games are compared from this move on: what comes before takes long to solve


class LostGame(NamedTuple):
    """A lost game, reviewed from just before the mistake that lost it."""

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
        return Connect4.from_moves(self.game.moves[: self.mistake.number - 1])

    @property
    def opponent(self) -> str:
        """The player that won."""
        return self.game.second if self.game.first == self.loser else self.game.first

    def __str__(self) -> str:
        mistake, best = self.mistake, sign(self.mistake.best_score)
        *others, last = (str(c + 1) for c, score in mistake.scores.items() if sign(score) == best)
        better = f"columns {', '.join(others)} or {last}" if others else f"column {last}"
        left = self.review.state.ply - mistake.number
        return (
            f"{self.before}\n\n"
            f"{self.loser} is {SYMBOLS[mistake.player]}, to make move {mistake.number}, and takes "
            f"column {mistake.column + 1}: {mistake.instead}.\n"
            f"What would have {'won' if best > 0 else 'held the draw'}: {better}. {self.opponent} "
            f"wins {'with the next move' if left == 1 else f'{left} moves later'}.\n"
            f"The whole game: {self.game.moves}"
        )

    def _repr_html_(self) -> str:
        """The board before the mistake, with what each column is worth above it."""
        from c4lib.view.boards import svg  # only when a notebook wants a picture

        mistake = self.mistake
        marks = {
            column: svg.Mark(score, "", score == mistake.best_score, column == mistake.column)
            for column, score in mistake.scores.items()
        }
        return svg.connect4(self.before, marks=marks)._repr_html_()


def clearest(player: str, games: Iterable[Played]) -> LostGame | None:
    """The lost game in which the fewest moves lie between the mistake that lost it and the end.

    Games lost by a fault teach nothing about playing. None if no game was lost over the board.
    """
    lost = [game for game in games if not game.fault and game.points_of(player) == 0]
    plies = {game: len(game.moves) for game in lost}
    lost.sort(key=lambda game: (plies[game] < EARLY, abs(plies[game] - EARLY), game.moves))
    found = [_reviewed(player, game, EARLIEST) for game in lost[:MOST]]
    known = [each for each in found if each.review.decided is not None]
    if lost and not known:
        return _reviewed(player, lost[0], DISCS + 1)
    return min(
        known,
        key=lambda each: (each.review.state.ply - each.mistake.number, each.mistake.number),
        default=None,
    )


def _reviewed(player: str, game: Played, earliest: int) -> LostGame:
    """The game, followed back until a move changed its outcome, or to the earliest move."""
    final = Connect4.from_moves(game.moves)
    earliest = min(earliest, final.ply)
    first = max(earliest, final.ply - STEP)
    while (found := review(final, first=first)).decided is None and first > earliest:
        first = max(earliest, first - STEP)
    return LostGame(game, player, found)


@dataclass(frozen=True, repr=False)
class Report:
    """Where a player stands. `print` it, or show it in a notebook."""

    name: str
    ratings: Mapping[str, Estimate] = field(default_factory=dict)  # of all, the strongest first
    played: Ladder = field(default_factory=Ladder)  # the guest's games and answers in positions
    lost_game: LostGame | None = None  # the lost game whose mistake is easiest to see
    trouble: str = ""  # how the player broke the rules, if it did, and what to do about it
    stopped: str = ""  # why it was stopped before all games were played, if it was

    @property
    def games(self) -> tuple[Played, ...]:
        """The games that were played."""
        return self.played.games

    @property
    def accuracy(self) -> Accuracy:
        """How it answered in the positions, measured against perfect play."""
        return self.played.accuracy(self.name)

    @property
    def rating(self) -> Estimate | None:
        """In points above the random player; None if no game was played."""
        return self.ratings.get(self.name)

    @property
    def mark(self) -> Estimate | None:
        """From 1 over 2 (random) to 10 (perfect); None if it was not asked."""
        return grade(self.accuracy) if self.accuracy.kept_when_critical.count else None

    @property
    def standing(self) -> Standing:
        """Its row on the ladder, for tables and plots of `c4lib.measure.ladder`'s."""
        if self.rating is None:
            raise ValueError(f"{self.name} has no standing: no game was played")
        return standing(self.played, self.name, self.rating)

    @property
    def above(self) -> list[str]:
        """The players just above, the nearest last."""
        return list(takewhile(lambda player: player != self.name, self.ratings))[-NEIGHBOURS:]

    @property
    def below(self) -> list[str]:
        """The players just below, the nearest first."""
        return list(dropwhile(lambda player: player != self.name, self.ratings))[1:][:NEIGHBOURS]

    def __repr__(self) -> str:
        if self.rating is None:
            return f"<report on {self.name}: no game was played>"
        return f"<report on {self.name}: {self.rating.value:.0f} points, {len(self.games)} games>"

    def __str__(self) -> str:
        if self.rating is None:
            return printable(f"{self.trouble or f'{self.stopped}.'}\nNo game was played.")
        about = [self._about_play(), self._about_accuracy(), self._about_lost_game()]
        if self.trouble:
            faults = sum(bool(game.fault) and not game.points_of(self.name) for game in self.games)
            lost = "1 game was" if faults == 1 else f"{faults} games were"
            about.insert(0, f"{lost} lost by a fault. {self.trouble}")
        if self.stopped:
            about.insert(0, f"{self.stopped}: the report covers what was played until then.")
        return printable("\n\n".join(filter(None, about)))

    def _result(self) -> str:
        points = [game.points_of(self.name) for game in self.games]
        won, drawn, lost = (points.count(each) for each in (1, 0.5, 0))
        return f"{self.name}: {len(points)} games, {won} won, {drawn} drawn, {lost} lost"

    def _places(self) -> list[tuple[str, ...]]:
        """The guest among its neighbours, with a header above them."""
        rows: list[tuple[str, ...]] = [("", "on the ladder", "rating", "95 % interval")]
        places = {player: place for place, player in enumerate(self.ratings, 1)}
        for each in (*self.above, self.name, *self.below):
            rating, here = self.ratings[each], "->" if each == self.name else ""
            interval = f"{rating.low:.0f} to {rating.high:.0f}"
            rows.append((here, f"{places[each]}. {each}", f"{rating.value:.0f}", interval))
        return rows

    def _stages(self) -> list[tuple[str, ...]]:
        """How often the guest kept a value, stage by stage, and its mark; nothing if not asked."""
        accuracy, mark = self.accuracy, self.mark
        if mark is None:
            return []
        rows: list[tuple[str, ...]] = [("", "kept if critical", "share", "95 % interval", "of")]
        for stage, part in {**accuracy.by_stage, "all": accuracy}.items():
            kept = part.kept_when_critical
            if kept.count:
                interval = f"{kept.low:.0%} to {kept.high:.0%}"
                rows.append(("", stage, f"{kept.value:.0%}", interval, str(kept.count)))
        rows.append(("", "mark", f"{mark.value:.1f}", f"{mark.low:.1f} to {mark.high:.1f}", ""))
        return rows

    def _about_play(self) -> str:
        return "\n".join([self._result(), *map(_line, self._places())])

    def _about_accuracy(self) -> str:
        return "\n".join(map(_line, self._stages()))

    def _about_lost_game(self) -> str:
        if self.lost_game is None:
            over = self.games and not self.stopped
            return "No game was lost over the board." if over else ""
        return f"A game to learn from, lost against {self.lost_game.opponent}:\n\n{self.lost_game}"

    def _repr_html_(self) -> str:
        """The same with tables, and with the board before the mistake as a picture."""
        if self.rating is None:
            return f"<pre>{html.escape(str(self))}</pre>"
        first, *_ = str(self).split(self._result())
        parts = [f"<p>{html.escape(each)}</p>" for each in (first.strip(), self._result()) if each]
        for header, *rows in filter(None, (self._places(), self._stages())):
            shown = [(f"{row[0]} {row[1]}".strip(), *row[2:]) for row in rows]
            parts.append(table(shown, header[1:])._repr_html_())
        about = self._about_lost_game()
        if self.lost_game is not None:
            lead, _, after = about.partition(str(self.lost_game.before))
            parts += [f"<p>{html.escape(lead.strip())}</p>", self.lost_game._repr_html_()]
            about = after.strip()
        parts += [f"<p>{html.escape(each)}</p>" for each in about.splitlines()]
        return str(legible("".join(parts)))


def _line(row: tuple[str, ...]) -> str:
    """A row of the report in print; what is there decides its columns."""
    here, what, value, interval, *of = row
    return (
        f"{here:4}{what:24}{value:>8}{interval:>18}" + "".join(f"{each:>6}" for each in of).rstrip()
    )
