"""The ladder: what was played in a tournament, and where everybody stands.

`read()` hands out the ladder that comes with the course, which `python -m c4lib tournament`
makes; `c4lib.tournament.ladder` plays one of your own. `standings` puts rating, accuracy, time
and mark side by side, `table` prints them, `cross_table` tells who beat whom.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.accuracy import Accuracy, Answer, Estimate, Position
from c4lib.arena import GameRecord
from c4lib.connect4 import Connect4
from c4lib.grade import LOT, TOP, chance, grade
from c4lib.measured import read_rows, write_rows
from c4lib.rating import rate
from c4lib.strength import spread

FILE = Path(__file__).parent / "data" / "ladder.csv"
COMMAND = "python -m c4lib tournament"

DISCS = 6
"""How many discs lie on the board when a game begins."""
PART = 25
"""How many positions a player is asked about in one job."""


# ---- what was played -----------------------------------------------------------------------


class Played(NamedTuple):
    """A game that was played."""

    first: str
    """Who moved first from the opening on."""
    second: str
    number: int
    """Of the opening, which both play twice, with sides swapped."""
    points: float
    """The first player's: 1 won, a half drawn, 0 lost."""
    fault: str
    """Why the one to move in the end has lost, if not by the rules; else nothing."""
    moves: str
    """All moves from the empty board on, the opening included: 4453..."""
    first_seconds: float
    """How long each thought in all, in processor time."""
    second_seconds: float

    @property
    def record(self) -> GameRecord:
        """The game to be replayed; `c4lib.review.review(game.moves)` reviews it."""
        moves = Connect4.from_moves(self.moves).history
        return GameRecord(Connect4(), self._sides, tuple(moves))

    @property
    def _sides(self) -> tuple[str, str]:
        """The players' names, that of X first: X has moved first from the empty board on."""
        return (self.first, self.second) if DISCS % 2 == 0 else (self.second, self.first)


class Answered(NamedTuple):
    """What a player answered in some of the positions."""

    player: str
    part: int
    """Which `PART` positions of `c4lib.strength.spread()` they are, counted from 0."""
    answers: str
    """A column, counted from 0, for each; "-" where none came, or none that is allowed."""
    seconds: float
    """How long all took, in processor time."""


@dataclass(frozen=True)
class NoAnswer(Answer):
    """No move, or one that is not allowed: counts as the worst there is."""

    @property
    def loss(self) -> int:
        """As much as the worst move loses."""
        return self.position.best - min(self.position.scores.values())

    @property
    def keeps(self) -> bool:
        """Nothing is kept."""
        return False


@dataclass(frozen=True)
class Ladder:
    """All that was played and answered."""

    games: tuple[Played, ...]
    answers: tuple[Answered, ...] = ()
    made: str = ""
    """By which command, and on which machine, if it comes from a file."""

    @property
    def players(self) -> list[str]:
        """Everybody's name."""
        names = [name for game in self.games for name in (game.first, game.second)]
        return list(dict.fromkeys([*names, *(some.player for some in self.answers)]))

    def of(self, player: str) -> list[Played]:
        """The games that a player took part in."""
        return [game for game in self.games if player in (game.first, game.second)]

    def accuracy(self, player: str) -> Accuracy:
        """How a player answered in the positions, beside perfect play."""
        parts = [some for some in self.answers if some.player == player]
        answers = [
            _answer(position, answer)
            for some in sorted(parts, key=lambda some: some.part)
            for position, answer in zip(part(some.part), some.answers, strict=True)
        ]
        return Accuracy(player, tuple(answers))

    def seconds(self, player: str) -> float:
        """How long a player thought about a move in its games, on average: processor time."""
        total, moves = 0.0, 0
        for game in self.of(player):
            more = len(game.moves) - DISCS
            if game.first == player:
                total, moves = total + game.first_seconds, moves + (more + 1) // 2
            if game.second == player:
                total, moves = total + game.second_seconds, moves + more // 2
        return total / moves if moves else math.nan

    def __add__(self, other: "Ladder") -> "Ladder":
        """Both together; of what was played in both, the other's."""
        games = {game[:3]: game for game in (*self.games, *other.games)}
        answers = {some[:2]: some for some in (*self.answers, *other.answers)}
        return Ladder(tuple(games.values()), tuple(answers.values()), self.made)


def _answer(position: Position, answer: str) -> Answer:
    return NoAnswer(position, -1) if answer == "-" else Answer(position, int(answer))


@cache
def order() -> list[Position]:
    """The positions in the order in which players are asked about them."""
    return spread()


def part(number: int) -> list[Position]:
    """The positions of one job."""
    return order()[number * PART : (number + 1) * PART]


# ---- the file ------------------------------------------------------------------------------


def read(path: Path | str = FILE) -> Ladder:
    """What is in a file, which must be just as it was written."""
    rows = read_rows(Path(path), "the ladder", COMMAND)
    with Path(path).open(encoding="utf-8") as file:
        made = file.readline().removeprefix("# ").rpartition(", sha256")[0]
    done = [parse(row) for row in rows if row not in (list(Played._fields), list(Answered._fields))]
    return Ladder(
        tuple(one for one in done if isinstance(one, Played)),
        tuple(one for one in done if isinstance(one, Answered)),
        made,
    )


def write(path: Path, ladder: Ladder) -> None:
    """Write a file: two tables, each below its own header, sorted."""
    games, answers = sorted(ladder.games), sorted(ladder.answers)
    write_rows(path, ladder.made, [Played._fields, *games, Answered._fields, *answers])


def parse(row: Sequence[str]) -> Played | Answered:
    """A game or answers from a row of a file; a ValueError if it is neither."""
    if len(row) == len(Answered._fields):
        player, number, answers, seconds = row
        if len(answers) != PART or not set(answers) <= set("0123456-"):
            raise ValueError(answers)
        return Answered(player, int(number), answers, float(seconds))
    first, second, number, points, fault, moves, one, other = row
    if float(points) not in (0, 0.5, 1):
        raise ValueError(points)
    return Played(first, second, int(number), float(points), fault, moves, float(one), float(other))


# ---- where they stand ----------------------------------------------------------------------


class Standing(NamedTuple):
    """One player's row in the table."""

    name: str
    rating: Estimate
    """In points of Elo above the random player; `count` is the number of games."""
    points: float
    """The share of points made in all games."""
    kept: Estimate
    """How often the game's value is kept in critical positions."""
    seconds: float
    """For a move, in processor time."""
    mark: Estimate
    """From 1 over 2 (random) to 10 (perfect): see `c4lib.grade`."""


def standings(
    ladder: Ladder, anchor: str | None = "random", top: str | None = "perfect", samples: int = 300
) -> list[Standing]:
    """Everybody's rating, accuracy, time and mark, the strongest first.

    The rating of the `anchor`, who plays at random, is 0. How often moves drawn by lot keep the
    value is known exactly, and so it is of the `top`, who is perfect: there is no doubt in their
    accuracy and marks, whatever their answers happened to be.
    """
    ratings = rate(ladder.games, anchor, samples)
    return [
        _standing(ladder, name, rating, {anchor: LOT, top: TOP}.get(name))
        for name, rating in ratings.players.items()
    ]


def _standing(ladder: Ladder, name: str, rating: Estimate, sure: float | None) -> Standing:
    """One row; `sure` is the mark of who is known for it, of the random and the perfect player."""
    accuracy = ladder.accuracy(name)
    points = [game.points if game.first == name else 1 - game.points for game in ladder.of(name)]
    kept, marked = accuracy.kept_when_critical, Estimate(math.nan, math.nan, math.nan, 0)
    if kept.count and sure is not None:
        known = 1.0 if sure == TOP else chance(answer.position for answer in accuracy.answers)
        kept = Estimate(known, known, known, kept.count)
        marked = Estimate(sure, sure, sure, kept.count)
    elif kept.count:
        marked = grade(accuracy)
    return Standing(name, rating, float(np.mean(points)), kept, ladder.seconds(name), marked)


def table(rows: Iterable[Standing]) -> str:
    """The rows as text, to be printed."""
    lines = [
        f"{'':22}{'rating':>8}{'95 %':>14}{'points':>8}{'kept if critical':>18}{'a move':>11}"
        f"{'mark':>6}"
    ]
    for row in rows:
        rating, low, high = (f"{figure:.0f}" for figure in _figures(row.rating))
        kept = f"{row.kept.value:.1%}" if row.kept.count else ""
        mark = f"{row.mark.value:.1f}" if row.mark.count else ""
        lines.append(
            f"{row.name:22}{rating:>8}{f'{low} to {high}':>14}{row.points:>8.1%}{kept:>18}"
            f"{1000 * row.seconds:>8.2f} ms{mark:>6}"
        )
    return "\n".join(lines)


def _figures(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


def cross_table(ladder: Ladder, names: Sequence[str]) -> np.ndarray[Any, Any]:
    """The share of points that each player (row) made against each other one (column)."""
    index = {name: number for number, name in enumerate(names)}
    points, games = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for game in ladder.games:
        if game.first in index and game.second in index:
            one, other = index[game.first], index[game.second]
            points[one, other] += game.points
            points[other, one] += 1 - game.points
            games[one, other] += 1
            games[other, one] += 1
    return np.where(games > 0, points / np.maximum(games, 1), np.nan)
