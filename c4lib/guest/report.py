"""What a guest is told about itself."""

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from c4lib.accuracy import Accuracy, Estimate
from c4lib.grade import grade
from c4lib.guest.lesson import Lesson
from c4lib.ladder import Ladder, Played, Standing

NEIGHBOURS = 2
"""How many players are told above and below the guest."""


@dataclass(frozen=True, repr=False)
class Report:
    """Where a player stands. `print` it, or show it in a notebook."""

    name: str
    ratings: Mapping[str, Estimate] = field(default_factory=dict)
    """Of everybody on the ladder and the guest, the strongest first."""
    games: tuple[Played, ...] = ()
    accuracy: Accuracy | None = None
    lesson: Lesson | None = None
    """The lost game whose mistake is easiest to see."""
    trouble: str = ""
    """What the player did wrong against the rules, if it did, and what to do about it."""
    stopped: str = ""
    """Why it was stopped before all games were played, if it was."""

    @property
    def rating(self) -> Estimate | None:
        """In points above the random player; None if no game was played."""
        return self.ratings.get(self.name)

    @property
    def mark(self) -> Estimate | None:
        """From 1 over 2 (random) to 10 (perfect); None if it was not asked."""
        asked = self.accuracy is not None and self.accuracy.kept_when_critical.count
        return grade(self.accuracy) if self.accuracy is not None and asked else None

    @property
    def standing(self) -> Standing:
        """Its row on the ladder, for tables and plots of `c4lib.ladder`'s."""
        if self.rating is None or self.accuracy is None:
            raise ValueError(f"{self.name} has no standing: no game was played")
        points = float(np.mean(self._points))
        seconds = Ladder(self.games).seconds(self.name)
        mark = self.mark or Estimate(math.nan, math.nan, math.nan, 0)
        kept = self.accuracy.kept_when_critical
        return Standing(self.name, self.rating, points, kept, seconds, mark)

    @property
    def _points(self) -> list[float]:
        """Of the guest, in each game."""
        return [game.points if game.first == self.name else 1 - game.points for game in self.games]

    @property
    def above(self) -> list[str]:
        """The players just above, the nearest last."""
        return self._names[: self._place][-NEIGHBOURS:]

    @property
    def below(self) -> list[str]:
        """The players just below, the nearest first."""
        return self._names[self._place + 1 :][:NEIGHBOURS]

    @property
    def _names(self) -> list[str]:
        return list(self.ratings)

    @property
    def _place(self) -> int:
        return self._names.index(self.name)

    def __repr__(self) -> str:
        if self.rating is None:
            return f"<report on {self.name}: no game was played>"
        return f"<report on {self.name}: {self.rating.value:.0f} points, {len(self.games)} games>"

    def __str__(self) -> str:
        parts = [self._about_play(), self._about_accuracy(), self._about_lesson()]
        if self.rating is None:
            return f"{self.trouble or f'{self.stopped}.'}\nNo game was played."
        return "\n\n".join(part for part in (*self._remarks(), *parts) if part)

    def _remarks(self) -> list[str]:
        """What went wrong, if anything did."""
        lost = sum(bool(game.fault) and self._lost(game) for game in self.games)
        remarks = [f"{self.stopped}: this is told from what was played until then."]
        return [
            *(remarks if self.stopped else []),
            *([f"{_times(lost, 'game')} lost by a fault. {self.trouble}"] if self.trouble else []),
        ]

    def _lost(self, game: Played) -> bool:
        return game.points == (0 if game.first == self.name else 1)

    def _about_play(self) -> str:
        """The rating, the results, and the neighbours on the ladder."""
        if self.rating is None:
            return ""
        points = self._points
        won, drawn = points.count(1), points.count(0.5)
        lines = [
            f"{self.name}: {len(points)} games, {won} won, {drawn} drawn, "
            f"{len(points) - won - drawn} lost",
            f"{'':4}{'on the ladder':24}{'rating':>8}{'95 % interval':>18}",
        ]
        for each in (*self.above, self.name, *self.below):
            rating, place = self.ratings[each], self._names.index(each) + 1
            here = "->" if each == self.name else ""
            lines.append(
                f"{here:4}{f'{place}. {each}':24}{rating.value:8.0f}"
                f"{f'{rating.low:.0f} to {rating.high:.0f}':>18}"
            )
        return "\n".join(lines)

    def _about_accuracy(self) -> str:
        """How often the game's value was kept, by stage, and the mark."""
        accuracy, mark = self.accuracy, self.mark
        if accuracy is None or mark is None:
            return ""
        lines = [f"{'':4}{'kept if critical':24}{'share':>8}{'95 % interval':>18}{'of':>6}"]
        for stage, part in {**accuracy.by_stage, "all": accuracy}.items():
            kept = part.kept_when_critical
            if kept.count:
                interval = f"{kept.low:.0%} to {kept.high:.0%}"
                lines.append(f"{'':4}{stage:24}{kept.value:8.0%}{interval:>18}{kept.count:6}")
        lines.append(
            f"{'':4}{'mark':24}{mark.value:8.1f}{f'{mark.low:.1f} to {mark.high:.1f}':>18}"
        )
        return "\n".join(lines)

    def _about_lesson(self) -> str:
        if self.lesson is None:
            over = self.games and not self.stopped
            return "No game was lost over the board." if over else ""
        return f"A game to learn from, lost against {self.lesson.opponent}:\n\n{self.lesson}"

    def _repr_html_(self) -> str:
        """The same, with the board of the lesson as a picture."""
        text = html.escape(str(self))
        if self.lesson is None or self.rating is None:
            return f"<pre>{text}</pre>"
        before, _, after = text.partition(html.escape(str(self.lesson.before)))
        return f"<pre>{before}</pre>{self.lesson._repr_html_()}<pre>{after.strip()}</pre>"


def _times(number: int, thing: str) -> str:
    return f"{number} {thing} was" if number == 1 else f"{number} {thing}s were"
