"""Measures a player against perfect play: `python -m c4lib accuracy clock --seconds 1`."""

import argparse
import sys
from dataclasses import dataclass
from functools import cache

from c4lib.game import Agent
from c4lib.measure import runner
from c4lib.measure.accuracy import Accuracy, Answer, accuracy, spread
from c4lib.players.names import COURSE, make
from c4lib.search.dice import check_seed

PART = 25
"""The positions of a job, for which a player is seeded once; so the workers do not matter."""


@dataclass(frozen=True)
class PartOfPositions:
    """Called with the number of a part, it returns the moves that a player chooses there."""

    player: str
    count: int
    seed: int
    tuning: bool

    def __call__(self, part: int) -> list[int]:
        """The columns, in the order of the positions."""
        (seed,) = runner.seeds_of(self.seed, part, self.player, count=1)
        positions = spread(self.tuning)[: self.count][PART * part : PART * (part + 1)]
        found = accuracy(_made(self.player), positions, seed, progress=False)
        return [answer.move for answer in found.answers]


@cache
def _made(name: str) -> Agent:
    return make(name)


def measure(
    player: str, count: int, seed: int = 0, workers: int | None = 1, tuning: bool = False
) -> Accuracy:
    """How a player, given by its name, answers in the first positions of `spread`."""
    _made(player)  # an unknown name is refused before workers start
    check_seed(seed)
    runner.check_counts(len(spread()), positions=count)
    moves = runner.run(
        range(-(-count // PART)), PartOfPositions(player, count, seed, tuning), workers=workers,
        unit=f"{PART} positions", screen=sys.stderr if sys.stderr.isatty() else None,
    )  # fmt: skip
    chosen = [move for part in sorted(moves) for move in moves[part]]
    pairs = zip(spread(tuning), chosen, strict=False)
    return Accuracy(player, tuple(Answer(position, move) for position, move in pairs))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib accuracy`."""
    parser.description = (
        "Ask a player for a move in positions whose every move's score is known, and print how "
        "often it keeps the game's value, in critical positions and in all, by stage of the game "
        "and difficulty."
    )
    add = parser.add_argument
    add("player", nargs="+", metavar="PLAYER", help=f"its name, such as {', '.join(COURSE[3:])}")
    add("--seconds", type=float, help="time for a move, of a player named without a budget")
    add("--positions", type=int, default=len(spread()), metavar="N",
        help="how many of them to ask about, a fair mixture (%(default)s)")  # fmt: skip
    add("--tuning", action="store_true",
        help="ask about the positions for choosing settings, not the reported ones")  # fmt: skip
    add("--seed", type=int, default=0, help="random seed (%(default)s)")
    add("--workers", type=int, default=1,
        help="worker processes; several may slow each other down (%(default)s)")  # fmt: skip


def main(options: argparse.Namespace) -> int:
    """Print the table."""
    budget = [] if options.seconds is None else [repr(options.seconds)]
    player = " ".join([*options.player, *budget])
    print(measure(player, options.positions, options.seed, options.workers, options.tuning))
    return 0
