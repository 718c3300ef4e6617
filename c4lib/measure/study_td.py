"""How TD learning goes: the share of critical positions that its players keep, by games played.

`python -m c4lib study td` lets players with different seeds play against themselves, and asks
each about the reported positions after 1000, 3000, 10,000, ... games.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from c4lib.measure import runner
from c4lib.measure.accuracy import STAGES, accuracy, positions
from c4lib.measure.files import read_table, typed
from c4lib.measure.study import conduct, table_of
from c4lib.search.common import check_whole

FILE, COMMAND = table_of("td")
SUMMARY = "TD learning with n-tuples, by games played"
DESCRIPTION = """Let players learn by TD learning, and measure what they keep by games played, for
lesson 06b. It takes a few minutes."""
OPTIONS = {"games": "games that each player practises", "seeds": "players"}
QUICK = {"games": 10_000, "seeds": 1}
FIRST = 1000  # games after which a player is measured for the first time


class TDShare(NamedTuple):
    """How many critical positions of a stage a player keeps after so many games."""

    seed: int
    games: int
    stage: str
    critical: int
    kept: int


def checkpoints(games: int) -> Iterator[int]:
    """After how many games a player is measured: 1000, 3000, 10,000, ... and after the last."""
    count = FIRST
    while count < games:
        yield count
        count = count * 3 if str(count)[0] == "1" else count // 3 * 10
    yield games


def train_one(job: tuple[int, int]) -> list[tuple[int, str, int, int]]:
    """What a player with that seed keeps, at all checkpoints and in all stages."""
    from c4lib.alphazero.td import TDPlayer  # only here, for it loads the compiler

    seed, games = job
    player, found = TDPlayer(seed=seed), []
    known = [position for position in positions() if position.critical]
    for checkpoint in checkpoints(games):
        player.practise(checkpoint - player.games)
        parts = accuracy(player, known, progress=False).by_stage
        for stage, answers in ((stage, parts[stage].answers) for stage in STAGES):
            kept = sum(answer.keeps for answer in answers)
            found.append((checkpoint, stage, len(answers), kept))
    return found


def read(path: Path = FILE) -> list[TDShare]:
    """What is in a file, which must be just as it was written."""
    rows = read_table(path, "the table of TD learning", COMMAND)[1:]
    return [typed(TDShare, row) for row in rows]


def summary(path: Path = FILE, stage: str | None = None) -> dict[int, list[float]]:
    """The share of positions that each player keeps in a stage, or in all, by games played."""
    if stage not in (None, *STAGES):
        raise ValueError(f"there are the stages {', '.join(STAGES)}, but none called {stage!r}")
    counts: dict[tuple[int, int], list[int]] = {}
    for row in read(path):
        if stage in (None, row.stage):
            both = counts.setdefault((row.games, row.seed), [0, 0])
            both[0] += row.kept
            both[1] += row.critical
    shares: dict[int, list[float]] = {}
    for (games, _), (kept, critical) in sorted(counts.items()):
        shares.setdefault(games, []).append(kept / critical)
    return shares


def run(
    path: Path = FILE, games: int = 1_000_000, seeds: int = 3, workers: int | None = None
) -> None:
    """Train all players and write the table; those that are done before an interruption are kept.

    The players are shared among `workers` processes (None: one for each core).
    """
    runner.check_counts(seeds=seeds, workers=workers)
    check_whole("games", games)

    def table(found: Mapping[Any, Any]) -> list[tuple[object, ...]]:
        return [TDShare._fields, *((job[0], *row) for job in sorted(found) for row in found[job])]

    jobs = [(seed, games) for seed in range(seeds)]
    conduct(jobs, train_one, table, path, COMMAND, workers, "player", games=games, seeds=seeds)
