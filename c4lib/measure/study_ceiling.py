"""How much a network can learn if it is told the truth: its ceiling.

`python -m c4lib study ceiling` has the solver label positions, lets each candidate learn from
them for the same processor time, and asks it about the critical positions that are reported on,
without a search. A network that does not get far here gets no further by playing itself.

The positions come from random openings with 0 to 34 discs, every other one careful, as in
self-play. Those with 8 to 15 discs take the solver 20 to 200 ms each, and others far less, so only
every tenth of them is taken. Of equal positions and mirror images one is kept.

The labels stand in a folder `runs` beside a table of your own, or else where the command is run,
and are used again. How far a network gets
in its minutes depends on the machine; the number of its steps is in the table. It is measured on
the way, too, while its learning rate is still high: only the last figure is what it can do.
"""

import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import check_positive
from c4lib.measure import runner
from c4lib.measure.accuracy import STAGES, Estimate
from c4lib.measure.accuracy import positions as shipped_positions
from c4lib.measure.files import read_table, typed
from c4lib.measure.intervals import wilson
from c4lib.measure.study import conduct, table_of

if TYPE_CHECKING:
    from c4lib.alphazero.kits import Kit
    from c4lib.alphazero.net import Network
    from c4lib.alphazero.selfplay import Record
    from c4lib.alphazero.train import Learner
    from c4lib.fast import Solver

FILE, COMMAND = table_of("ceiling")
SUMMARY = "what each kind of network learns from the solver's own answers"
DESCRIPTION = """Let each kind of network learn from positions that the solver has labelled, for the
same processor time, and measure what it keeps of others, for lesson 06."""
OPTIONS = {
    "positions": "how many to label",
    "minutes": "processor time for each network",
    "seeds": "networks of each kind",
}
QUICK = {"positions": 2000, "minutes": 0.5}
MOST_POSITIONS = 5_000_000

SEED = 22
MOST_DISCS = 34
SLOW, ONE_IN = range(8, 16), 10  # of positions with so many discs only some are taken
PART = 100  # positions that are labelled in one job
SPARE = 1.6  # times as many are labelled as are needed, since some are equal, most with few discs
BATCH = 4096  # positions that are encoded at a time
STEPS = 8  # between two looks at the clock
SHARES = (1 / 8, 1 / 4, 1 / 2, 1)  # of the time, after which a network is measured

CANDIDATES: dict[str, tuple[bool, dict[str, Any]]] = {
    "patterns": (False, {"kind": "patterns", "width": 160, "rate": 2e-3, "decay": 0.02}),
    "convolution": (False, {"kind": "convolution", "width": 128, "rate": 2e-3, "decay": 0.02}),
    "layers, discs alone": (False, {"width": 512}),
    "layers with lines": (True, {}),
}
"""Whether a candidate sees lines, and how it differs from the settings of a large board's."""


class CandidateScore(NamedTuple):
    """How many critical positions of a stage a candidate keeps, after so many minutes and steps."""

    candidate: str
    seed: int
    minutes: float
    steps: int
    weights: int
    stage: str
    critical: int
    kept: int


# ---- the labels ----------------------------------------------------------------------------


def labels_file(path: Path, positions: int) -> Path:
    """Where the labels for a table are kept: in a folder that git ignores, not in the package."""
    folder = Path() if path == FILE else path.parent
    return folder / "runs" / f"labels-{positions}.npz"


def label(file: Path, positions: int, workers: int | None = None) -> None:
    """Write the file of labelled positions, unless it is there; it can be interrupted."""
    if file.exists():
        return
    from c4lib.alphazero.networks import write_arrays  # only here, for it loads the compiler

    def write(found: Mapping[int, list[list[Any]]]) -> None:
        every = (row for part in sorted(found) for row in found[part])
        distinct = {tuple(key): (moves, scores) for key, moves, scores in every}
        some = list(distinct.values())[:positions]
        moves, scores = zip(*some, strict=True)
        # Text of fixed length: a file without pickles.
        write_arrays(file, {"moves": np.array(moves, "S"), "scores": np.array(scores, np.int8)})

    with suppress(OSError):  # then it cannot be locked either
        file.parent.mkdir(exist_ok=True)
    runner.run(
        range(math.ceil(SPARE * positions / PART)), labelled, file,
        runner.with_options(f"{COMMAND}, labels", positions=positions), write,
        known=dict, workers=workers, unit=f"{PART} labels", screen=sys.stderr,
    )  # fmt: skip


def labelled(part: int) -> list[list[Any]]:
    """Positions: a key that equal ones and mirror images share, the moves, each column's score.

    Scores are for the player to move; that of a full column is 0.
    """
    solver, start, found = _solver(), Connect4(), list[list[Any]]()
    for state in _drawn(np.random.default_rng([SEED, part])):
        known = solver.analyze(state)
        scores = [known.get(column, 0) for column in range(start.width)]
        found.append([state.mirror_key()[0][:2], state.to_moves(), scores])
        if len(found) == PART:
            break
    return found


def _drawn(rng: np.random.Generator) -> Iterator[Connect4]:
    """Random openings without end, of which every other one is careful."""
    from c4lib.alphazero.selfplay import opening

    for number in count():
        state = opening(Connect4(), MOST_DISCS, rng, is_careful=number % 2 == 1)
        if state.ply not in SLOW or rng.integers(ONE_IN) == 0:
            yield state


@cache
def _solver() -> "Solver":
    from c4lib.fast import Solver

    return Solver(256)


def read_labels(file: Path) -> tuple[list[str], np.ndarray[Any, Any]]:
    """The moves of all labelled positions, and a row of scores for each."""
    from c4lib.alphazero.networks import read_arrays

    try:
        arrays = read_arrays(file)
        return [moves.decode() for moves in arrays["moves"].tolist()], arrays["scores"]
    except (ValueError, KeyError) as error:
        raise ValueError(f"{file} cannot be used; delete it, and it is made again") from error


def examples(labels: Path, kit: "Kit") -> "Record":
    """The labelled positions to learn from.

    Their policy has equal shares for all moves that keep the game's value, and this value (1, 0
    or -1 for the player to move) is theirs.
    """
    from c4lib.alphazero.selfplay import Record, record

    moves, scores = read_labels(labels)
    parts = []
    for first in range(0, len(moves), BATCH):
        some = slice(first, first + BATCH)
        bits, legal = kit.encode([Connect4.from_moves(each) for each in moves[some]])
        signs = np.where(legal > 0, np.sign(scores[some]), -2)
        values = signs.max(axis=1)
        keeps = signs == values[:, None]
        parts.append(record(bits, legal, keeps / keeps.sum(axis=1, keepdims=True), values))
    return Record.joined(parts)


# ---- the candidates ------------------------------------------------------------------------


def train_one(labels: Path, job: tuple[str, int, float]) -> list[list[Any]]:
    """What a candidate keeps after each share of its minutes: the last columns of the table."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

    from c4lib.alphazero.kits import ConnectKit
    from c4lib.alphazero.train import LARGE, Learner

    name, seed, minutes = job
    lines, changes = CANDIDATES[name]
    kit, settings, found = ConnectKit(lines=lines), replace(LARGE, **changes), list[list[Any]]()
    with threadpool_limits(1):
        known, rng = examples(labels, kit), np.random.default_rng([SEED, seed])
        Learner(kit.encoding, settings).learn(known, 1, 0.0, rng)  # compiles what it needs
        learner = Learner(kit.encoding, settings, seed)
        for share in learn(learner, known, 60 * minutes, rng):
            about = share * minutes, learner.optimizer.steps, learner.net.size
            found += [[*about, *row] for row in kept(kit, learner.averaged)]
    return found


def learn(
    learner: "Learner", known: "Record", seconds: float, rng: np.random.Generator
) -> Iterator[float]:
    """Learn for that many seconds of processor time, with a pause after each of `SHARES`."""
    passed = 0.0
    for share in SHARES:
        while passed == 0 or passed < share * seconds:
            rate, begun = learner.hyperparameters.rate_at(passed / seconds), time.process_time()
            learner.learn(known, STEPS, rate, rng)
            passed += time.process_time() - begun
        yield share


def kept(kit: "Kit", net: "Network") -> list[list[Any]]:
    """The stage, the number of critical positions and how many a network keeps, alone."""
    from c4lib.alphazero.net_kernel import judge_of
    from c4lib.measure.network import network_accuracy

    critical = [position for position in shipped_positions() if position.critical]
    stages = network_accuracy(kit, judge_of(net), critical).by_stage
    return [
        [stage, len(part.answers), sum(answer.keeps for answer in part.answers)]
        for stage, part in stages.items()
    ]


# ---- the table -----------------------------------------------------------------------------


def read(path: Path = FILE) -> list[CandidateScore]:
    """The rows of a file, which must be just as it was written."""
    rows = read_table(path, "the table of candidates", COMMAND)[1:]
    return [typed(CandidateScore, row) for row in rows]


def summary(path: Path = FILE, stage: str | None = None) -> dict[str, dict[float, Estimate]]:
    """The share of critical positions that each candidate keeps, by its minutes of learning.

    They are those of a stage, or all. All seeds are taken together; the interval is Wilson's,
    95 %.
    """
    if stage not in (None, *STAGES):
        raise ValueError(f"there are {', '.join(STAGES)} positions, but none called {stage!r}")
    counts: dict[str, dict[float, list[int]]] = {}
    for row in read(path):
        if stage in (None, row.stage):
            count = counts.setdefault(row.candidate, {}).setdefault(row.minutes, [0, 0])
            count[0] += row.kept
            count[1] += row.critical
    return {
        name: {minutes: _estimate(*both) for minutes, both in sorted(curve.items())}
        for name, curve in counts.items()
    }


def _estimate(hits: int, asked: int) -> Estimate:
    low, high = wilson(hits / asked, asked)
    return Estimate(hits / asked, float(low), float(high), asked)


def run(
    path: Path = FILE,
    positions: int = 100_000,
    minutes: float = 4.0,
    seeds: int = 1,
    workers: int | None = None,
) -> None:
    """Label positions, train all candidates and write the table; what is finished is kept."""
    check_positive("minutes", minutes)
    runner.check_counts(MOST_POSITIONS, positions=positions)
    runner.check_counts(seeds=seeds)
    jobs = [(name, seed, minutes) for seed in range(seeds) for name in CANDIDATES]
    order = list(CANDIDATES)

    def table(found: Mapping[Any, list[list[Any]]]) -> list[tuple[object, ...]]:
        known = sorted(jobs, key=lambda job: order.index(job[0]))
        return [CandidateScore._fields, *((*job[:2], *row) for job in known for row in found[job])]

    options = {"positions": positions, "minutes": minutes, "seeds": seeds}
    runner.check_file(path)  # before the labels, which take long
    runner.check_own(path, runner.with_options(COMMAND, **options))
    labels = labels_file(path, positions)
    label(labels, positions, workers)
    do = partial(train_one, labels)
    conduct(jobs, do, table, path, COMMAND, workers, "training", **options)
