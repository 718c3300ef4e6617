"""What thinking on the opponent's time, and the opening book, add to the clock player.

`python -m c4lib study pondering` plays a Clock that ponders, one with the book and one with both
against the plain one, with the same number of nodes for a move. Each opening of four discs is
drawn if both play perfectly, and is played twice, with sides swapped.
"""

import math
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from c4lib.measure import runner, tournament
from c4lib.measure.accuracy import Estimate
from c4lib.measure.files import read_table, typed
from c4lib.measure.intervals import Z
from c4lib.measure.rating import ELO
from c4lib.measure.study import conduct, outcome, table_of
from c4lib.players.agents import Clock
from c4lib.players.arena import MatchResult

FILE, COMMAND = table_of("pondering")
SUMMARY = "what pondering and the opening book add to the Clock agent"
DESCRIPTION = """Play the Clock agent with pondering, with the opening book and with both against
itself without, for lesson 11. It takes about two hours; up to 100,000 nodes, minutes."""
OPTIONS = {
    "openings": "openings, each played twice",
    "least": "fewest nodes per move: 10000, 100000 or 1000000",
    "most": "most nodes per move",
}

BUDGETS = (10_000, 100_000, 1_000_000)
"""Nodes per move; those from `least` to `most` are played with."""
KINDS = {"ponder": (True, False), "book": (False, True), "both": (True, True)}
"""What the one player has and the other has not: whether it ponders, and has the book."""
OPENINGS, DISCS = 100, 4  # the book knows both players' first two moves in them


class Pondering(NamedTuple):
    """A match of a player that has more against the plain one."""

    nodes: int  # for each move of both
    what: str  # what it has more: one of KINDS
    won: int
    drawn: int
    lost: int
    right: int  # guesses of the opponent's reply that were right
    guesses: int
    pairs: str  # for each opening, the half points of its two games: a digit from 0 to 4

    @property
    def result(self) -> MatchResult:
        """Its score and its standard error, where each pair counts as one game.

        The two games of a pair are not independent: an opening may suit both players badly.
        """
        ends = tuple(int(half_points) / 2 - 1 for half_points in self.pairs)
        return MatchResult((self.what, "plain"), (), ends)

    @property
    def elo(self) -> Estimate:
        """How many points of Elo the player is stronger for it."""
        score, reach = self.result.score, Z * self.result.error
        value, low, high = map(elo_of, (score, score - reach, score + reach))
        return Estimate(value, low, high, self.won + self.drawn + self.lost)


class Pair(NamedTuple):
    """Two games from one opening."""

    nodes: int
    what: str
    opening: int


def elo_of(score: float) -> float:
    """The difference in points of Elo that a score per game speaks for."""
    if not 0 < score < 1:
        return math.inf if score > 0 else -math.inf
    return ELO * math.log(score / (1 - score))


def read(path: Path = FILE) -> list[Pondering]:
    """What is in a file, which must be just as it was written."""
    rows = read_table(path, "the table of pondering", COMMAND)[1:]
    return [typed(Pondering, row) for row in rows]


def play(pair: Pair) -> list[tuple[int, int, int]]:
    """Of each game, how it ended (1, 0 or -1), the guesses that were right, and all guesses."""
    start, (ponder, book) = (
        tournament.openings(OPENINGS, discs=DISCS)[pair.opening],
        KINDS[pair.what],
    )
    games = []
    for side in (0, 1):
        player = Clock(nodes=pair.nodes, ponder=ponder, book=book)
        games.append((outcome(player, Clock(nodes=pair.nodes), side, start), *player.guesses))
    return games


def summed(nodes: int, what: str, pairs: list[list[tuple[int, int, int]]]) -> Pondering:
    """The row of a match."""
    ends, right, guesses = zip(*(game for pair in pairs for game in pair), strict=True)
    won, drawn, lost = (ends.count(end) for end in (1, 0, -1))
    points = "".join(str(one[0] + other[0] + 2) for one, other in pairs)
    return Pondering(nodes, what, won, drawn, lost, sum(right), sum(guesses), points)


def run(
    path: Path = FILE,
    openings: int = OPENINGS,
    least: int = 10_000,
    most: int = 1_000_000,
    workers: int | None = None,
) -> None:
    """Play all games and write the table; what was played before an interruption is kept."""
    runner.check_counts(OPENINGS, openings=openings)
    runner.check_counts(BUDGETS[-1], least=least, most=most)
    budgets = [nodes for nodes in BUDGETS if least <= nodes <= most]
    if not budgets:
        raise ValueError(f"no match is played with {least} to {most} nodes; there are {BUDGETS}")
    jobs = [[Pair(*match, n) for n in range(openings)] for match in product(budgets, KINDS)]

    def table(found: Mapping[Any, Any]) -> list[tuple[object, ...]]:
        rows = (summed(*match[0][:2], [found[pair] for pair in match]) for match in jobs)
        return [Pondering._fields, *rows]

    conduct(
        runner.evenly(jobs), play, table, path, COMMAND, workers, "pair",
        openings=openings, least=least, most=most,
    )  # fmt: skip
