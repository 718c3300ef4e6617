"""What each part of a training is good for: one is left out at a time.

`python -m c4lib study ablation` trains networks for a small board from the discs alone, with the
same number of games and different seeds, and asks each about the same critical positions.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from c4lib.measure import runner
from c4lib.measure.files import read_table, typed
from c4lib.measure.intervals import wilson
from c4lib.measure.study import conduct, table_of

FILE, COMMAND = table_of("ablation")
SUMMARY = "AlphaZero's training, with one part of it left out at a time"
DESCRIPTION = """Train networks for 5x4 from the discs alone, with one part of the training left out
at a time, and measure what they have learnt, for lesson 06."""
OPTIONS = {"iterations": "length of each training", "seeds": "trainings of each kind"}
QUICK = {"iterations": 2, "seeds": 1}
BOARD = "5x4-bare"
SIMULATIONS = 32  # of the search that a network is measured with

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("plan", {}),
    "averaged weights": ("hyperparameters", {"keep": 0.0}),
    "second network": ("plan", {"second_at": 1.0}),
    "careful openings": ("play", {"careful_plies": 0}),
    "random openings": ("play", {"random_plies": 0, "careful_plies": 0}),
    "noise at the root": ("play", {"noise": 0.0}),
    "moves drawn by lot": ("play", {"explore": 0}),
    "targets by values": ("play", {"by_values": False}),
    "values of the search": ("play", {"outcome": 1.0}),
    "moves searched in full": ("play", {"full": 0.25, "fewer": 8}),
    "proofs": ("play", {"prove": False}),
    "patterns": ("hyperparameters", {"kind": "layers", "width": 128}),
}
"""What is left out, where it is set, and how it is turned off."""


class Trained(NamedTuple):
    """What was left out of a training, its seed, and what its network keeps of some positions."""

    without: str
    seed: int
    positions: int = 0
    alone: int = 0
    search: int = 0


def plan_without(name: str, seed: int) -> Any:
    """The plan of a training, with one part left out."""
    from c4lib.alphazero.train import default_plan  # only here, for it loads the compiler

    plan = replace(default_plan(BOARD), seed=seed, duels=2, second_at=0.25)
    plan = replace(plan, play=replace(plan.play, careful_plies=plan.play.random_plies))
    where, change = CHANGES[name]
    if where == "plan":
        return replace(plan, **change)
    return replace(plan, **{where: replace(getattr(plan, where), **change)})


def train_one(job: tuple[str, int, int]) -> list[int]:
    """How many positions there are, how many of them a trained network keeps, and with a search."""
    from c4lib.alphazero.net_kernel import judge_of  # only here, for they load the compiler
    from c4lib.alphazero.train import train
    from c4lib.measure.network import exact_positions, network_accuracy

    name, seed, iterations = job
    plan = plan_without(name, seed)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as player:
        net = train(plan, folder, iterations=iterations, executor=player)
    known, way = exact_positions(plan.kit.start), replace(plan.play, simulations=SIMULATIONS)
    found = [network_accuracy(plan.kit, judge_of(net), known, play) for play in (None, way)]
    return [len(known), *(round(each.kept.value * len(known)) for each in found)]


def read(path: Path = FILE) -> list[Trained]:
    """The trainings in a file, which must be just as it was written."""
    rows = read_table(path, "the table of trainings", COMMAND)[1:]
    return [typed(Trained, row) for row in rows]


def summary(path: Path = FILE) -> dict[str, tuple[float, float, float]]:
    """The share of positions that networks keep alone by what was left out, with its interval.

    All seeds are taken together; the interval is Wilson's, 95 %.
    """
    found = {}
    for name in CHANGES:
        rows = [row for row in read(path) if row.without == name]
        if rows:
            kept, asked = sum(row.alone for row in rows), sum(row.positions for row in rows)
            found[name] = (kept / asked, *wilson(kept / asked, asked))
    return found


def run(
    path: Path = FILE, iterations: int = 20, seeds: int = 3, workers: int | None = None
) -> None:
    """Train all networks and write the table; what was trained before an interruption is kept."""
    runner.check_counts(iterations=iterations, seeds=seeds, workers=workers)
    jobs = [(name, seed, iterations) for seed in range(seeds) for name in CHANGES]

    def table(found: Mapping[Any, list[int]]) -> list[tuple[object, ...]]:
        rows = [(*job[:2], *found[job]) for job in sorted(jobs, key=lambda job: order[job[0]])]
        return [Trained._fields, *rows]

    order = {name: place for place, name in enumerate(CHANGES)}
    options = {"iterations": iterations, "seeds": seeds}
    conduct(jobs, train_one, table, path, COMMAND, workers, "training", **options)
