"""`python -m c4lib train`: prints a line for each iteration, and the time while one is running."""

import math
import os
import signal
import sys
import threading
import time
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from c4lib.alphazero.encode import game_of
from c4lib.alphazero.networks import LogEntry, TrainingFolder, name_of
from c4lib.alphazero.train import NETWORKS, Plan, check_length, default_plan, train
from c4lib.connect4 import Connect4
from c4lib.measure.workers import kill_workers
from c4lib.search.common import check_whole

MOST = {
    "games": 1_000_000,
    "simulations": 100_000,
    "last_simulations": 100_000,
    "width": 4096,
    "blocks": 64,
}
"""Anything larger is a typing mistake; no machine has the memory for it."""

PARTS = 4  # the fewest parts into which an iteration's games are split
COLUMNS = (
    "iteration", "minutes", "games", "simulations/s", "policy loss", "value loss",
    "alone %", "search %", "best %", "random %",
)  # fmt: skip
"""What a line shows."""
LEGEND = """\
alone, search: how often the network alone, and with a search, keeps a position's exact value
best, random: its points against the best network so far, and against random moves"""

SECOND = """\
From here on a second network learns. The first one plays until the second is no worse."""
FIRST = """\
The first games are being played; on a new machine, code is compiled first, for up to a minute."""
PLAY_WITH = """\
    from c4lib import AlphaZero, Connect4, games
    from c4lib.alphazero.networks import read
    from c4lib.view import play
    player = AlphaZero(net=read({out!r}))
    play(player, start={start}, bar=True)"""


def add_arguments(parser: ArgumentParser) -> None:
    """The options of `python -m c4lib train`."""
    parser.description = (
        "Let AlphaZero learn Connect Four, Quixo or Othello from games against itself. It can be "
        "interrupted with Ctrl-C and resumed. Defaults that depend on the board are those of 7x6."
    )
    add = parser.add_argument
    add("--board", default="7x6", help='width and height, "quixo" or "othello-6x6" (%(default)s)')
    add("--connect", type=int, default=4, help="length of a line (%(default)s)")
    add("--minutes", type=float, help="length of the whole training (60)")
    add(
        "--core-minutes",
        type=float,
        help="length of the whole training in processor time, all processes together: on a busy "
        "machine 120 are as good as an hour of two idle cores",
    )
    add("--iterations", type=int, help="length of the whole training, instead of minutes")
    add("--workers", type=int, help="worker processes (one per core)")
    add("--out", type=Path, help="folder of the training (runs/7x6; runs/7x6-bare for discs alone)")
    add("--seed", type=int, default=0, help="random seed (%(default)s)")
    add("--sees", choices=("lines", "discs"),
        help="what the network sees: the lines that the discs are in, too, or the discs alone "
        "(lines)")  # fmt: skip
    add("--network", choices=NETWORKS, help="what it is made of (patterns if it sees discs alone)")
    add("--games", type=int, help="games per iteration (2048)")
    add("--simulations", type=int, help="simulations per move at first (64; 128 for discs alone)")
    add("--last-simulations", type=int, help="simulations per move at the end (128)")
    add("--width", type=int, help="width of the network (704; 160 for discs alone)")
    add("--blocks", type=int, help="layers after the first (2)")
    add("--gate", type=float,
        help="share of points that a new network needs against the best to replace it, such as "
        "0.55 (0: always)")  # fmt: skip


def main(options: Namespace) -> int:
    """Train until time is up, or until Ctrl-C or SIGTERM; returns the exit code."""
    usual = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        run(options)
    except BrokenPipeError:  # nobody reads on; what is finished is kept
        raise
    except (OSError, MemoryError) as error:
        raise ValueError(f"{error}; free some space and run the same command again") from error
    finally:
        for each, handler in usual.items():
            signal.signal(each, handler)
    return 0


def stop(*_: object) -> None:
    """End this process at once; its files are whole at any time, and its workers end with it.

    Ctrl-C raises no exception here: one raised in the middle of third-party code, such as a
    compiler's, can be swallowed there, or turn into another one.
    """
    with suppress(Exception):  # it may have come in the middle of printing
        ElapsedLine(0).write("")
        sys.stdout.flush()
    with suppress(OSError):
        os.write(1, b"Stopped. The same command resumes it.\n")
    kill_workers()
    os._exit(130)


def run(options: Namespace) -> None:
    """Train as the command line says, and report on it."""
    plan = plan_of(options)
    out = options.out or Path("runs") / name_of(game_of(plan.kit.encoding))
    lengths = {
        name: given
        for name in ("minutes", "core_minutes", "iterations")
        if (given := getattr(options, name)) is not None
    } or {"minutes": 60.0}
    check_length(**lengths)
    workers = (os.cpu_count() or 1) if options.workers is None else options.workers
    check_whole("workers", workers)
    folder = TrainingFolder(out)
    with folder.alone():  # raises now if this training cannot be resumed there
        folder.claim(plan.settings())
        done = len(folder.read_state(plan.learner(1))[1])
    clock = ElapsedLine(done)
    until = " or ".join(f"{most:,g} {name.replace('_', ' ')}" for name, most in lengths.items())
    print(f"Training for {plan.kit.encoding.name}, {until} in all, in {out}.")
    if done:
        print(f"It is resumed after {done:,} iterations.")
    print(LEGEND, *([] if done else [FIRST]), "", "  ".join(COLUMNS), sep="\n", flush=True)
    with warnings.catch_warnings(), clock.running():
        warnings.showwarning = lambda message, *_: print(message, file=sys.stderr)
        train(
            plan, out, workers=workers, watch=clock.show, progress=clock.count,
            evaluate=options.exact_figures, **lengths,
        )  # fmt: skip
    print(f"\nThe network is in {out / 'net.npz'}. To play against it in a notebook:")
    print(PLAY_WITH.format(out=str(out.resolve()), start=in_code(plan.kit.start)))


def in_code(start: Any) -> str:
    """The start of a game, as a notebook that imports Connect4 and games makes it."""
    if isinstance(start, Connect4):
        return f"Connect4({start.width}, {start.height}, {start.connect})"
    return f"games.{start!r}"


def plan_of(options: Namespace) -> Plan:
    """The plan that the options ask for; what they leave out has its default."""

    def given(*names: str) -> dict[str, Any]:
        asked = {name: getattr(options, name) for name in names}
        return {name: number for name, number in asked.items() if number is not None}

    for name, number in given(*MOST).items():
        if number > MOST[name]:
            raise ValueError(f"{name} is at most {MOST[name]:,}, not {number:,}")
    default = default_plan(options.board, options.connect, options.sees != "discs")
    kind = {} if options.network is None else {"kind": options.network}
    plan = replace(
        default,
        play=replace(default.play, **given("simulations")),
        hyperparameters=replace(default.hyperparameters, **kind, **given("width", "blocks")),
        **given("games", "last_simulations", "gate", "seed"),
    )
    if (options.last_simulations or math.inf) < plan.play.simulations:
        raise ValueError(
            f"--last-simulations must be at least {plan.play.simulations}, not "
            f"{options.last_simulations}: the number of simulations never falls"
        )
    # Even a few games should be shared among the workers.
    return replace(plan, part=min(plan.part, math.ceil(plan.games / PARTS)))


def line(row: LogEntry) -> str:
    """The figures of an iteration, below their headings; a dash for what is unknown."""
    figures = (
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
    return "  ".join(f"{text:>{len(name)}}" for text, name in zip(figures, COLUMNS, strict=True))


class ElapsedLine:
    """The last line of a terminal: how long the current iteration has been running."""

    def __init__(self, number: int) -> None:
        self.number, self.begun, self.expected = number, time.perf_counter(), 0.0
        self.network, self.games = 0.0, ""
        self.ended = threading.Event()

    def show(self, row: LogEntry) -> None:
        """Print an iteration's figures; the next one begins."""
        self.write("")
        if (self.network, row["network"]) == (1, 2):
            print(SECOND)
        print(line(row), flush=True)
        self.network = row["network"]
        self.number, self.expected = int(row["iteration"]) + 1, row["seconds"]
        self.begun, self.games = time.perf_counter(), ""

    def count(self, games: int, all_games: int) -> None:
        """Note how many of the next iteration's games are played."""
        self.games = f", {games:,} of {all_games:,} games"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Update the line every second, if there is a terminal to show it."""
        ticking = threading.Thread(target=self._tick, daemon=True)
        if sys.stderr is not None and sys.stderr.isatty():
            ticking.start()
        try:
            yield
        finally:
            self.ended.set()
            if ticking.is_alive():
                ticking.join()
            self.write("")

    def _tick(self) -> None:
        while not self.ended.wait(1):
            expected = f" of about {self.expected:.0f}" if self.expected else ""
            passed = time.perf_counter() - self.begun
            self.write(f"iteration {self.number}: {passed:.0f}{expected} seconds{self.games}")

    def write(self, text: str) -> None:
        """Replace the line."""
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
