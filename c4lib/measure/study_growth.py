"""What a network learns, and when: the networks that a training has kept, one after the other.

`python -m c4lib study growth` asks each of them about the reported critical positions, by its
policy alone and with searches, and probes its numbers for concepts (see `c4lib.measure.probes`).
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from c4lib.connect4 import Connect4
from c4lib.measure import runner
from c4lib.measure.files import read_table, typed
from c4lib.measure.study import conduct, table_of

if TYPE_CHECKING:
    from c4lib.alphazero.patterns import PatternNet

FILE, COMMAND = table_of("growth")
SUMMARY = "what a network has learnt after 1, 2, 4, 8, ... iterations"
DESCRIPTION = """Measure the networks that a training has kept: their mistakes with few and many
simulations, and the concepts that their numbers hold, for lesson 06."""
OPTIONS = {"folder": "folder of the training"}
SIMULATIONS = (1, 4, 16, 64, 256)  # of a move; 1: the policy alone
DISCS = -1  # in place of an iteration: the discs themselves, without a network
PROBED = 6000  # positions of the probes: odd threats that wait are rare
ALL = "all"
KEPT, PROBE = "kept", "probe"


class GrowthFigure(NamedTuple):
    """A figure of one network."""

    iteration: int  # 0: untrained; -1: the discs themselves
    minutes: float  # of training
    what: str  # "kept": the share of critical positions; "probe": the balanced accuracy
    about: str  # "all" or a stage; for a probe its concept
    simulations: int  # 0 for a probe
    value: float
    asked: int  # how many positions, or squares, are behind it


def read(path: Path = FILE) -> list[GrowthFigure]:
    """The figures in a file, which must be just as it was written."""
    return [
        typed(GrowthFigure, row) for row in read_table(path, "the table of growth", COMMAND)[1:]
    ]


def mistakes(figures: Sequence[GrowthFigure], stage: str = ALL) -> dict[float, dict[int, float]]:
    """The share of critical positions given away, by minutes of training and simulations."""
    found: dict[float, dict[int, float]] = {}
    for each in figures:
        if (each.what, each.about) == (KEPT, stage):
            found.setdefault(each.minutes, {})[each.simulations] = 1 - each.value
    return found


def probed(figures: Sequence[GrowthFigure]) -> dict[str, dict[float, float]]:
    """Each concept's balanced accuracy by minutes of training; that of the discs at -1 minutes."""
    found: dict[str, dict[float, float]] = {}
    for each in figures:
        if each.what == PROBE:
            minutes = each.minutes if each.iteration != DISCS else float(DISCS)
            found.setdefault(each.about, {})[minutes] = each.value
    return found


def simulations_needed(row: Mapping[int, float], share: float) -> float:
    """How many simulations bring the mistakes down to a share; between two, on a log scale.

    `row` has the mistakes by simulations. Not a number if even the most are not enough.
    """
    counts = sorted(row)
    for few, many in zip([counts[0], *counts], counts, strict=False):
        if row[many] <= share:
            step = (row[few] - share) / (row[few] - row[many]) if row[few] > share else 0.0
            return float(few * (many / few) ** step)
    return math.nan


def kept_networks(folder: Path) -> dict[int, "PatternNet"]:
    """The networks of a training by iteration, the untrained one first and the last one last."""
    from c4lib.alphazero import networks  # only here, for it loads the compiler
    from c4lib.alphazero.patterns import PatternNet

    kept = folder.glob(f"net-{4 * '[0-9]'}.npz")
    files = {int(file.stem[4:]): file for file in sorted(kept)}
    files[len(networks.read_log(folder / "log.csv"))] = folder / "net.npz"
    found: dict[int, PatternNet] = {}
    for iteration, file in files.items():
        net = networks.read(file)
        if not isinstance(net, PatternNet):
            raise ValueError(f"{file} holds no network of patterns; name a training --sees discs")
        if net.board is not Connect4().board:
            raise ValueError(f"{file} is not for 7x6, the board of the reported positions")
        found[iteration] = net
    last = next(reversed(found.values()))
    return {0: PatternNet.new(last.board, len(last.weights["deep"]))} | found


def measure(folder: Path, iteration: int) -> list[tuple[Any, ...]]:
    """Figures of a network, without its iteration and minutes; of the discs if that is -1."""
    from c4lib.measure import probes  # only here, for it loads the compiler

    nets = kept_networks(folder)
    net = nets.get(iteration)
    scores = probes.probe(probes.sample(nets[0].board, PROBED), net)
    rows = [] if net is None else _kept(net)
    return rows + [(PROBE, name, 0, *score) for name, score in scores.items()]


def _kept(net: "PatternNet") -> list[tuple[Any, ...]]:
    """The shares of critical positions that a network keeps."""
    from c4lib.alphazero.kits import ConnectKit  # only here, for they load the compiler
    from c4lib.alphazero.selfplay import Play
    from c4lib.measure.accuracy import positions
    from c4lib.measure.network import network_accuracy

    kit, judge = ConnectKit(lines=False), net.judge()
    known, rows = [position for position in positions() if position.critical], []
    for simulations in SIMULATIONS:
        play = Play(simulations=simulations) if simulations > 1 else None
        found = network_accuracy(kit, judge, known, play)
        for stage, part in {ALL: found, **found.by_stage}.items():
            rows.append((KEPT, stage, simulations, part.kept.value, part.kept.count))
    return rows


def run(path: Path = FILE, folder: str = "runs/7x6-bare", workers: int | None = None) -> None:
    """Measure all networks in the folder of a training, and write the table."""
    from c4lib.alphazero.networks import read_log  # only here, for it loads the compiler

    runner.check_counts(workers=workers)
    place = Path(folder)
    log = read_log(place / "log.csv")
    iterations = list(kept_networks(place))
    minutes = dict(enumerate([0.0, *(row["minutes"] for row in log)]))

    def table(found: Mapping[Any, Any]) -> list[Sequence[object]]:
        rows = [
            (iteration, round(minutes.get(iteration, 0.0), 2), *row[:3], round(row[3], 4), row[4])
            for iteration in (DISCS, *iterations)
            for row in found[iteration]
        ]
        return [GrowthFigure._fields, *rows]

    jobs = [DISCS, *iterations]
    conduct(jobs, partial(measure, place), table, path, COMMAND, workers, "network", folder=folder)
