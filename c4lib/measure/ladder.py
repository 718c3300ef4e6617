"""The ladder: what was played in a tournament, and where each player stands.

`read()` hands out the ladder that comes with the course, which `python -m c4lib tournament`
makes; `c4lib.measure.tournament.ladder` plays one of your own. `standings` puts rating, accuracy,
time and mark side by side, `table` prints them, `cross_table` shows all results. Ratings are
fitted in `rating.py`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.measure.accuracy import Accuracy, Answer, Estimate, Position, spread
from c4lib.measure.files import made_by, read_table, typed, write_table
from c4lib.measure.mark import LOT, TOP, chance, grade
from c4lib.measure.rating import Ratings, rate
from c4lib.players.arena import GameRecord

FILE = Path(__file__).parent.parent / "data" / "ladder.csv"
COMMAND = "python -m c4lib tournament"

DISCS = 6  # how many discs lie on the board when a game begins: an even number, so X moves first
PART = 25  # how many positions a player is asked about in one job


class Played(NamedTuple):
    """A game that was played."""

    first: str  # the player that moved first from the opening on
    second: str
    number: int  # of the opening, which both play twice, with sides swapped
    points: float  # the first player's: 1 won, a half drawn, 0 lost
    fault: str  # why the player to move in the end has lost, if not on the board; otherwise empty
    moves: str  # all moves from the empty board on, the opening included: 4453...
    first_seconds: float  # how long each player thought in the whole game, in processor time
    second_seconds: float

    @property
    def record(self) -> GameRecord:
        """The game to be replayed; `c4lib.measure.review.review(game.moves)` reviews it."""
        moves = Connect4.from_moves(self.moves).history
        return GameRecord(Connect4(), (self.first, self.second), tuple(moves))

    def points_of(self, player: str) -> float:
        """One player's points: 1 won, a half drawn, 0 lost."""
        return self.points if player == self.first else 1 - self.points


class Answered(NamedTuple):
    """What a player answered in some of the positions."""

    player: str
    part: int  # which `PART` positions of `c4lib.measure.accuracy.spread()`, counted from 0
    answers: str  # a column, counted from 0, for each; "-" where there was no legal answer
    seconds: float  # how long all took, in processor time


@dataclass(frozen=True)
class Ladder:
    """All that was played and answered."""

    games: tuple[Played, ...] = ()
    answers: tuple[Answered, ...] = ()
    made: str = ""  # by which command, and on which machine, if it comes from a file

    @property
    def players(self) -> list[str]:
        """The names of all players."""
        names = [name for game in self.games for name in (game.first, game.second)]
        return list(dict.fromkeys([*names, *(some.player for some in self.answers)]))

    def of(self, player: str) -> list[Played]:
        """The games that a player took part in."""
        return [game for game in self.games if player in (game.first, game.second)]

    def accuracy(self, player: str) -> Accuracy:
        """How a player answered in the positions, measured against perfect play."""
        parts = [some for some in self.answers if some.player == player]
        answers = [
            Answer(position, -1 if answer == "-" else int(answer))
            for some in sorted(parts, key=lambda some: some.part)
            for position, answer in zip(part(some.part), some.answers, strict=True)
        ]
        return Accuracy(player, tuple(answers))

    def seconds(self, player: str) -> float:
        """How long a player thought about a move in its games, on average: processor time."""
        total, moves = 0.0, 0
        for game in self.of(player):
            is_first = game.first == player
            total += game.first_seconds if is_first else game.second_seconds
            moves += (len(game.moves) - DISCS + is_first) // 2
        return total / moves if moves else math.nan


def part(number: int) -> list[Position]:
    """The positions of one job, in the order in which players are asked about them."""
    return spread()[number * PART : (number + 1) * PART]


def read(path: Path | str = FILE) -> Ladder:
    """What is in a file, which must be just as it was written."""
    rows = read_table(Path(path), "the ladder", COMMAND)
    split = rows.index(list(Answered._fields))
    return Ladder(
        tuple(typed(Played, row) for row in rows[1:split]),
        tuple(typed(Answered, row) for row in rows[split + 1 :]),
        made_by(Path(path)),
    )


def write(path: Path, ladder: Ladder) -> None:
    """Write a file: two tables, each below its own header, sorted."""
    games, answers = sorted(ladder.games), sorted(ladder.answers)
    write_table(path, ladder.made, [Played._fields, *games, Answered._fields, *answers])


class Standing(NamedTuple):
    """One player's row in the table."""

    name: str
    rating: Estimate  # in points of Elo above the random player; `count` is the number of games
    points: float  # the share of points made in all games
    kept: Estimate  # how often the game's value is kept in critical positions
    seconds: float  # for a move, in processor time
    mark: Estimate  # from 1 over 2 (random) to 10 (perfect): see `c4lib.measure.mark`


def standings(
    ladder: Ladder, anchor: str | None = "random", top: str | None = "perfect", samples: int = 300
) -> list[Standing]:
    """Each player's rating, accuracy, time and mark, the strongest first.

    The rating of the `anchor`, which plays at random, is 0. How often random moves keep the value
    is known exactly, and so it is for the `top`, which is perfect: their accuracy and marks are
    exact, whatever their answers happened to be.
    """
    ratings = rate(ladder.games, anchor, samples)
    return [
        standing(ladder, name, rating, {anchor: LOT, top: TOP}.get(name))
        for name, rating in ratings.players.items()
    ]


def standing(ladder: Ladder, name: str, rating: Estimate, exact: float | None = None) -> Standing:
    """One row; `exact` is the mark of the random or the perfect player, which is known exactly."""
    accuracy = ladder.accuracy(name)
    points = [game.points_of(name) for game in ladder.of(name)]
    kept, marked = accuracy.kept_when_critical, Estimate(math.nan, math.nan, math.nan, 0)
    if kept.count and exact is not None:
        known = 1.0 if exact == TOP else chance(answer.position for answer in accuracy.answers)
        kept = Estimate(known, known, known, kept.count)
        marked = Estimate(exact, exact, exact, kept.count)
    elif kept.count:
        marked = grade(accuracy)
    return Standing(name, rating, float(np.mean(points)), kept, ladder.seconds(name), marked)


def table(rows: Iterable[Standing]) -> str:
    """The rows as text, to be printed."""
    lines = [
        f"{'':22}{'games':>6}{'rating':>8}{'95 %':>14}{'points':>8}{'critical':>10}{'kept':>8}"
        f"{'mark':>6}{'a move':>11}"
    ]
    for row in rows:
        interval = f"{row.rating.low:.0f} to {row.rating.high:.0f}"
        kept = f"{row.kept.value:.1%}" if row.kept.count else ""
        mark = f"{row.mark.value:.1f}" if row.mark.count else ""
        lines.append(
            f"{row.name:22}{row.rating.count:>6}{row.rating.value:>8.0f}{interval:>14}"
            f"{row.points:>8.1%}{row.kept.count or '':>10}{kept:>8}{mark:>6}"
            f"{1000 * row.seconds:>8.2f} ms"
        )
    return "\n".join(lines)


def cross_table(ladder: Ladder, names: Sequence[str]) -> np.ndarray[Any, Any]:
    """The share of points that each player (row) made against each other one (column)."""
    index = {name: number for number, name in enumerate(names)}
    points, games = np.zeros((2, len(names), len(names)))
    for game in ladder.games:
        for one, other in (game[:2], game[1::-1]):
            if one in index and other in index:
                points[index[one], index[other]] += game.points_of(one)
                games[index[one], index[other]] += 1
    return np.where(games > 0, points / np.maximum(games, 1), np.nan)


class Surprise(NamedTuple):
    """What happened between two players, beside what their ratings promise."""

    player: str
    opponent: str
    games: int
    promised: float  # the share of the points that the ratings promise the player
    happened: float  # the share that it made
    errors: float  # how far apart they are, in standard errors of so few games


def surprises(ladder: Ladder, ratings: Ratings | None = None) -> list[Surprise]:
    """All pairs of players, those first whose games the ratings explain least.

    Each pair stands there once, from the side that made more than was promised. The error counts
    games as independent, though two of them share an opening.
    """
    ratings = rate(ladder.games, samples=0) if ratings is None else ratings
    names, found = list(ratings.players), list[Surprise]()
    shares = cross_table(ladder, names)
    for number, one in enumerate(names):
        for place, other in enumerate(names[:number]):
            games = sum(other in (game.first, game.second) for game in ladder.of(one))
            if games:
                odds, share = ratings.odds(one, other), float(shares[number, place])
                spread = math.sqrt((odds.win + odds.draw / 4 - odds.points**2) / games)
                gap = share - odds.points
                side = (one, other) if gap >= 0 else (other, one)
                both = (odds.points, share) if gap >= 0 else (1 - odds.points, 1 - share)
                found.append(Surprise(*side, games, *both, abs(gap) / spread))
    return sorted(found, key=lambda each: -each.errors)
