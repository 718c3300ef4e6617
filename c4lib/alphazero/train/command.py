"""A training in the terminal: a line for each iteration, and a clock while one is under way."""

import math
import os
import sys
import threading
import time
import warnings
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from c4lib.alphazero.train.files import Folder, Row
from c4lib.alphazero.train.loop import Plan, check_length, train
from c4lib.alphazero.train.usual import usual_plan
from c4lib.search.common import check_whole

MOST = {
    "games": 1_000_000,
    "simulations": 100_000,
    "last_simulations": 100_000,
    "width": 4096,
    "blocks": 64,
}
"""More than this is a slip of the finger, and no machine has the memory for it."""

PARTS = 4
"""Into how many parts an iteration's games are dealt at the least."""
COLUMNS = (
    "iteration", "minutes", "games", "simulations/s", "policy loss", "value loss",
    "alone %", "search %", "best %", "random %",
)  # fmt: skip
"""What a line tells."""
HEADING = "  ".join(COLUMNS)
LEGEND = """\
alone, search: how often the network alone, and with a search, keeps a position's exact value
best, random: its points against the best network so far, and against chance"""

SECOND = """\
From here on a second network learns. The first one plays until that is no worse."""


def run(options: Namespace) -> None:
    """Train as the command line says, and tell about it."""
    plan = plan_of(options)
    out = options.out or Path("runs") / options.board
    minutes, iterations = options.minutes, options.iterations
    if minutes is None:
        minutes = 60.0 if iterations is None else math.inf
    check_length(minutes, iterations)
    workers = (os.cpu_count() or 1) if options.workers is None else options.workers
    check_whole("workers", workers)
    clock = Clock(done_in(out, plan))
    until = f"{minutes:g} minutes" if iterations is None else f"{iterations:,} iterations"
    print(f"Training for {plan.kit.encoding.name}, {until} in all, in {out}.")
    if clock.number:
        print(f"It goes on after {clock.number:,} iterations.")
    print(f"{LEGEND}\n\n{HEADING}", flush=True)
    with warnings.catch_warnings(), clock.running():
        warnings.showwarning = lambda message, *_: print(message, file=sys.stderr)
        train(plan, out, minutes=minutes, iterations=iterations, workers=workers, watch=clock.show)
    print(f"\nThe network is in {out / 'net.npz'}. To play against it:\n{play_with(out)}")


def plan_of(options: Namespace) -> Plan:
    """What the options ask for; what they leave out is as usual."""

    def given(*names: str) -> dict[str, Any]:
        asked = {name: getattr(options, name) for name in names}
        return {name: number for name, number in asked.items() if number is not None}

    for name, number in given(*MOST).items():
        if number > MOST[name]:
            raise ValueError(f"{name} is at most {MOST[name]:,}, not {number:,}")
    usual = usual_plan(options.board, options.connect, not options.no_lines)
    plan = replace(
        usual,
        play=replace(usual.play, **given("simulations")),
        lessons=replace(usual.lessons, **given("width", "blocks")),
        **given("games", "last_simulations", "gate", "seed"),
    )
    if (options.last_simulations or math.inf) < plan.play.simulations:
        raise ValueError(
            f"simulations only become more: take --last-simulations {plan.play.simulations} or "
            f"more, not {options.last_simulations}"
        )
    # So that few games are shared among workers too.
    return replace(plan, part=min(plan.part, math.ceil(plan.games / PARTS)))


def done_in(out: Path, plan: Plan) -> int:
    """How many iterations there were in a folder; a ValueError if it cannot go on."""
    folder = Folder(out)
    with folder.alone():
        folder.claim(plan.settings())
        return folder.read_state(plan.learner(1))[1]


def play_with(out: Path) -> str:
    """Lines of Python that make a player of what was learnt."""
    return f"""\
    from c4lib.agents import AlphaZero
    from c4lib.alphazero.shipped import read
    player = AlphaZero(net=read({str(out)!r}))"""


def line(row: Row) -> str:
    """The figures of an iteration, below their headings; a dash for what cannot be known."""
    told = (
        f"{row['iteration']:.0f}",
        f"{row['minutes']:.1f}",
        f"{row['games']:.0f}",
        f"{row['simulations'] / row['seconds']:,.0f}",
        f"{row['policy_loss']:.3f}",
        f"{row['value_loss']:.3f}",
        *(
            f"{100 * row[name]:.1f}" if name in row else "-"
            for name in ("kept", "kept_search", "against_best", "against_random")
        ),
    )
    return "  ".join(f"{text:>{len(name)}}" for text, name in zip(told, COLUMNS, strict=True))


class Clock:
    """The last line of a terminal, which tells how long the present iteration has been going."""

    def __init__(self, number: int) -> None:
        self.number, self.begun, self.usual = number, time.perf_counter(), 0.0
        self.network = 0.0
        self.ended = threading.Event()

    def show(self, row: Row) -> None:
        """Tell an iteration's figures; the next one begins."""
        self._write("")
        if (self.network, row["network"]) == (1, 2):
            print(SECOND)
        print(line(row), flush=True)
        self.network = row["network"]
        self.number, self.usual = int(row["iteration"]) + 1, row["seconds"]
        self.begun = time.perf_counter()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Meanwhile it ticks, if there is a terminal to see it."""
        ticking = threading.Thread(target=self._tick, daemon=True)
        if sys.stderr is not None and sys.stderr.isatty():
            ticking.start()
        try:
            yield
        finally:
            self.ended.set()
            if ticking.is_alive():
                ticking.join()
            self._write("")

    def _tick(self) -> None:
        while not self.ended.wait(1):
            usual = f" of about {self.usual:.0f}" if self.usual else ""
            passed = time.perf_counter() - self.begun
            self._write(f"iteration {self.number}: {passed:.0f}{usual} seconds")

    def _write(self, text: str) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
