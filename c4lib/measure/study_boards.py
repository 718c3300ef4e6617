"""How the player with a clock fares against two weak players on 34 boards, from 4x4 to 50x50.

The boards are those on which the Connect X player AxelBrain was measured, so that both can be
compared. On each, the player with the clock meets the random and the one-ply player, moving
first in half of the games. `python -m c4lib study boards` plays them. It thinks by nodes instead
of time, so that the games are the same on every machine.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from c4lib.connect4 import Connect4
from c4lib.measure import runner
from c4lib.measure.files import read_table, typed
from c4lib.measure.study import conduct, outcome, table_of, tally
from c4lib.players.agents import Clock, OnePly, Random

FILE, COMMAND = table_of("boards")
SUMMARY = "the Clock agent on 34 boards, from 4x4 to 50x50"
DESCRIPTION = """Play the Clock agent against two weak players on 34 boards, from 4x4 to 50x50, for
the table of lesson 04."""
OPTIONS = {
    "games": "games per board, opponent and side",
    "large_games": "the same on boards of 20x20 and more",
    "nodes": "nodes per move",
}

BOARDS = (
    *((w, h, 4) for w in range(4, 8) for h in range(4, 8) if (w, h) != (5, 4)),  # as in the source
    *((w, h, 5) for w in range(4, 8) for h in range(4, 8) if max(w, h) >= 5),
    *((size, size, 10) for size in (20, 30, 40, 50)),
)
"""Width, height and length of a line, in the order of the table."""
LARGE = 400  # with this many squares a board is large: its games are long, so fewer are played
OPPONENTS = {"random": Random(), "one-ply": OnePly()}


class BoardResult(NamedTuple):
    """How often the player with the clock won, drew and lost on a board against an opponent."""

    width: int
    height: int
    connect: int
    opponent: str
    side: int  # 0: the player with the clock moved first; 1: the opponent did
    nodes: int  # how many it could look at for a move
    won: int
    drawn: int
    lost: int


class BoardGame(NamedTuple):
    """The `number`th game on one board, against one opponent, on one side."""

    width: int
    height: int
    connect: int
    opponent: str
    side: int
    number: int

    @property
    def seed(self) -> int:
        """The seed of the opponent's dice, which depends on nothing but the game."""
        width, height, connect, opponent, side, number = self
        return runner.seeds_of(width, height, connect, side, number, opponent, count=1)[0]


def read(path: Path = FILE) -> list[BoardResult]:
    """The table in a file, which must be just as it was written."""
    return [typed(BoardResult, row) for row in read_table(path, "the table of boards", COMMAND)[1:]]


def play(nodes: int, game: BoardGame) -> int:
    """How a game ended for the player with the clock: 1, 0 or -1. It remembers no other games."""
    opponent = OPPONENTS[game.opponent].seeded(game.seed)
    return outcome(Clock(nodes=nodes), opponent, game.side, Connect4(*game[:3]))


def run(
    path: Path = FILE,
    games: int = 100,
    large_games: int = 20,
    nodes: int = 100_000,
    workers: int | None = None,
) -> None:
    """Play all games and write the table; what was played before an interruption is kept.

    There are `games` games for each board, opponent and side, on large boards `large_games`.
    They are shared among `workers` processes (None: one for each core), and do not depend on
    how many there are.
    """
    runner.check_counts(games=games, large_games=large_games, workers=workers)
    runner.check_counts(10**12, nodes=nodes)
    kinds = [(*size, name, side) for size in BOARDS for name in OPPONENTS for side in (0, 1)]

    def table(ends: Mapping[Any, int]) -> list[tuple[object, ...]]:
        found = tally(ends, kinds).items()
        return [BoardResult._fields, *((*kind, nodes, *counts) for kind, counts in found)]

    conduct(
        _plan(kinds, games, large_games), partial(play, nodes), table, path, COMMAND, workers,
        "game", games=games, large_games=large_games, nodes=nodes,
    )  # fmt: skip


def _plan(
    kinds: Iterable[tuple[int, int, int, str, int]], games: int, large_games: int
) -> list[BoardGame]:
    return runner.evenly(
        [BoardGame(*kind, n) for n in range(large_games if kind[0] * kind[1] >= LARGE else games)]
        for kind in kinds
    )
