"""How fast the parts are: `python -m c4lib bench game`.

Most figures are ratios, such as "128× the speed of the readable search", so that every machine
prints much the same. All timings that a ratio compares are taken in turns within one run, and the
best of each counts: whatever else the machine does can only make a timing longer.
"""

import argparse
import operator
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

PARTS = {
    **dict.fromkeys(("game", "minimax", "heuristics", "clock", "arena"), "bench_searches"),
    **dict.fromkeys(("solver", "empty-board", "book"), "bench_solver"),
    **dict.fromkeys(("mcts", "mcts-accuracy"), "bench_mcts"),
    "alphazero": "bench_mcts",
}
"""What can be measured, and the module with a function of that name which measures it."""


@dataclass(frozen=True)
class Figure:
    """A measured value beside the most or the least it may be.

    Without a target it is for information, as seconds are: machines differ.
    """

    what: str
    value: float
    unit: str
    target: float | None = None
    direction: Literal["at most", "at least"] = "at most"

    def __str__(self) -> str:
        number = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.2f}"
        space = "" if self.unit.startswith("×") else " "
        figure = f"{self.what}: {number}{space}{self.unit}".rstrip()
        if self.target is None:
            return figure
        compare = operator.ge if self.direction == "at least" else operator.le
        met = "met" if compare(self.value, self.target) else "NOT met"
        return f"{figure} (target: {self.direction} {self.target:g}, {met})"


def best(
    *runs: Callable[[], object] | str,
    number: int = 1,
    repeats: int = 3,
    clock: Callable[[], float] = time.process_time,
    names: dict[str, Any] | None = None,
) -> tuple[float, ...]:
    """Each one's shortest time for `number` runs, by a clock that counts this process's work.

    They take turns. Code in place of a function can use `names`.
    """
    timers = [timeit.Timer(run, timer=clock, globals=names) for run in runs]
    rounds = [[timer.timeit(number) for timer in timers] for _ in range(repeats)]
    return tuple(map(min, zip(*rounds, strict=True)))


def best_of_new_python(*codes: str, repeats: int = 3) -> tuple[float, ...]:
    """The shortest time that a new interpreter takes to run each code."""
    run = partial(subprocess.run, check=True, cwd=Path(__file__).parents[2])
    runs = [partial(run, [sys.executable, "-c", code]) for code in codes]
    return best(*runs, repeats=repeats, clock=time.perf_counter)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib bench`."""
    parser.add_argument("part", choices=PARTS, help="what to measure")
    parser.add_argument("--positions", type=Path, metavar="FOLDER",
                        help="for solver and book: a folder with Pascal Pons' published positions, "
                        "Test_L1_R1 and so on (the positions of the course)")  # fmt: skip
    parser.add_argument("--rival", metavar="COMMAND",
                        help="for solver and empty-board: a solver to set beside ours, which reads "
                        "positions such as 4453 from standard input and answers each with a line "
                        "that begins with its score (bitbully)")  # fmt: skip


def main(options: argparse.Namespace) -> int:
    """Print the figures of one part as they are measured."""
    given = {}
    for option, parts in {
        "positions": ("solver", "book"),
        "rival": ("solver", "empty-board"),
    }.items():
        if (value := getattr(options, option)) is not None:
            if options.part not in parts:
                raise ValueError(f"--{option} is for {' and '.join(parts)}")
            given[option] = value
    module = import_module(f"c4lib.measure.{PARTS[options.part]}")
    for figure in getattr(module, options.part.replace("-", "_"))(**given):
        print(figure, flush=True)
    return 0
