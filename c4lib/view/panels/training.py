"""Watching a small network learn: a training of a minute, its curve, and buttons to stop it."""

import shutil
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from html import escape
from tempfile import mkdtemp
from typing import Any, ClassVar
from weakref import WeakSet, finalize

import numpy as np
from ipywidgets import Button
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero.kits import ConnectKit, start_of
from c4lib.alphazero.net import Network
from c4lib.alphazero.networks import LogEntry
from c4lib.alphazero.selfplay import Play
from c4lib.alphazero.train import Hyperparameters, Plan, train
from c4lib.connect4 import SYMBOLS
from c4lib.measure.accuracy import Position
from c4lib.measure.network import exact_figures, exact_positions, network_accuracy
from c4lib.search.common import check_whole
from c4lib.view.boards import svg
from c4lib.view.boards.svg import Picture
from c4lib.view.main_thread import kernel
from c4lib.view.panels.drawings import BAR, Bars, bars_over, learning_curve
from c4lib.view.panels.panel import Panel, Shown, failure
from c4lib.view.panels.search import exact_scores, first_sight
from c4lib.view.trees.text import counted

ALONE = threading.Lock()
"""Trainings take turns, an iteration at a time: each limits the linear algebra to one thread,
which is faster with small networks and always adds in the same order, but the limit is global."""


class Training:
    """A training on a small board, one iteration at a time; the same seed gives the same one.

    `net` is the network to play with, and `rows` has the figures of each iteration so far, as
    `c4lib.alphazero.train` logs them. The default settings suit 5x4 and a minute.
    """

    def __init__(
        self,
        board: str = "5x4",
        seed: int = 0,
        *,
        games: int = 256,
        simulations: int = 64,
        width: int = 64,
        blocks: int = 2,
        rate: float = 3e-3,
    ) -> None:
        start = start_of(board)
        check_whole("games", games)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate < 1:
            raise ValueError(f"rate is a number between 0 and 1, such as 0.003, not {rate!r}")
        opening = max(0, start.width * start.height - 4)  # random, for late positions to occur
        play = Play(simulations, random_plies=opening, explore=opening, slots=games)
        settings = Hyperparameters(
            width, blocks, batch=256, uses=12, window=8, rate=rate, last_rate=rate, keep=0.99
        )
        self.plan = Plan(
            ConnectKit(start), play, settings, games, games, 1, last_simulations=None, seed=seed
        )
        self.known: Sequence[Position] = exact_positions(start)
        if not self.known:
            raise ValueError(f'{board} cannot be measured; take a small board, such as "5x4"')
        self.board, self.rows = board, list[LogEntry]()
        self.net: Network = self.plan.learner(1).averaged
        self.folder = mkdtemp(prefix="c4lib-training-")
        finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def step(self) -> LogEntry:
        """One iteration: play, learn, measure. Its figures.

        The loop can be resumed, so a step is a training that is one iteration longer.
        """
        goal = len(self.rows) + 1
        resume = partial(train, watch=self.rows.append, evaluate=exact_figures)
        with ALONE, ThreadPoolExecutor(1) as player:
            self.net = resume(self.plan, self.folder, iterations=goal, executor=player)
        return self.rows[-1]

    @cached_property
    def before(self) -> LogEntry:
        """The shares of positions whose value the network keeps before it has learnt anything."""
        net, kit = self.plan.learner(1).averaged, self.plan.kit
        with ALONE, threadpool_limits(1):
            policy, search = (
                network_accuracy(kit, net.predict, self.known, play).kept.value
                for play in (None, self.plan.play)
            )
        return {"kept": policy, "kept_search": search}

    @cached_property
    def chance(self) -> float:
        """The share of positions in which a random move loses the game's value."""
        return float(np.mean([1 - _keeping(each) / len(each.scores) for each in self.known]))

    @cached_property
    def test(self) -> Position:
        """A position to watch: of those where only one move wins, one with the fewest discs."""

        def key(position: Position) -> tuple[int, bool, int]:
            return _keeping(position), position.best <= 0, position.state.ply

        return min(self.known, key=key)

    def __repr__(self) -> str:
        done = counted(len(self.rows), "iteration")
        return f"<training on {self.board}, seed {self.plan.seed}: {done} done>"


def _keeping(position: Position) -> int:
    """How many moves keep the game's value."""
    return sum(np.sign(score) == np.sign(position.best) for score in position.scores.values())


class watch_training(Panel):  # noqa: N801, it is called like a function
    """Watch a network learn, `iterations` at a time; more settings: those of `Training`.

    The curve shows how often it makes a mistake, a move that loses the game's value, by its
    policy alone and with a search; below stands its policy on the empty board and in a test
    position. Nothing begins before you press Start. Each run, from Start or Go on to Stop, is a
    thread with a stop sign of its own, so that the notebook stays usable.
    """

    flow = "column"
    _all: ClassVar["WeakSet[watch_training]"] = WeakSet()

    def __init__(
        self, board: str = "5x4", iterations: int = 40, seed: int = 0, **settings: Any
    ) -> None:
        check_whole("iterations", iterations)
        self.make = partial(Training, board, seed, **settings)
        self.training = self.make()
        self._exact = exact_scores(self.training.plan.kit.start)
        self.iterations = self.goal = iterations
        self.is_running, self.problem = False, ""
        self._sign = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.RLock()  # so that what is shown last is what happened last
        does = {"Start": self.start, "Stop": self.stop, "Start again": self.restart}
        buttons = self.go, self.halt, self.again = [Button(description=name) for name in does]
        for button, action in zip(buttons, does.values(), strict=True):
            button.on_click(action)
        super().__init__({}, buttons)
        self._end_former()

    def _end_former(self) -> None:
        """Stop trainings that an earlier run of the same cell has begun: nobody sees them now."""
        self._cell = cell, run = _running_cell()
        for other in list(self._all):
            if cell is not None and other._cell[0] == cell and other._cell[1] != run:
                other.stop()
        self._all.add(self)

    # ---- what a reader does ----------------------------------------------------------------

    def start(self, _: object = None) -> None:
        """Train for the iterations that are left; at the end, for as many again."""
        with self._lock:
            if self.is_running:
                return
            if len(self.training.rows) >= self.goal:
                self.goal += self.iterations
            self._begin()

    def stop(self, _: object = None) -> None:
        """Stop after the current iteration; nothing is lost."""
        with self._lock:
            self._sign.set()
            self.show()

    def restart(self, _: object = None) -> None:
        """Forget what was learnt, and train from the beginning."""
        with self._lock:
            self._sign.set()
            self.training = self.make()
            self.goal = self.iterations
            self._begin()

    def close(self) -> None:
        """End the training with the widget."""
        if hasattr(self, "_sign"):
            self._sign.set()
        super().close()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until no training runs, as after Stop, but at most for `seconds`."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _begin(self) -> None:
        """Begin a run. An earlier one that is just being stopped ends first."""
        self.is_running, self.problem, self._sign = True, "", threading.Event()
        work = self.training, self._sign, self._thread
        self._thread = threading.Thread(target=self._run, args=work, daemon=True)
        self._thread.start()
        self.show()

    def _run(
        self, training: Training, sign: threading.Event, before: threading.Thread | None
    ) -> None:
        problem = ""
        try:
            if before is not None:
                before.join()
            while not sign.is_set() and len(training.rows) < self.goal:
                training.step()
                self._show_run(sign, True)
        except Exception as error:
            problem = failure(error)
        self._show_run(sign, False, problem)

    def _show_run(self, sign: threading.Event, is_running: bool, problem: str = "") -> None:
        """Show how a run goes, unless another one has begun since."""
        with self._lock:
            if self._sign is sign:
                self.is_running, self.problem = is_running, problem
                self.show()

    # ---- what is said and drawn ------------------------------------------------------------

    def compute(self) -> Shown:
        """How it goes, and which buttons can be pressed."""
        with self._lock:
            done = len(self.training.rows)
            self.go.description = "Go on" if done else "Start"
            self.go.disabled = self.is_running
            self.halt.disabled = not self.is_running or self._sign.is_set()
            self.again.disabled = not done and not self.is_running
            words = self.problem or escape(self.progress())
            lines = "<br>".join([words, escape(self.figures())])
            return Shown(f'<div style="min-height: 3em">{lines}</div>', self.drawn())

    def progress(self) -> str:
        """How far the training is, in a sentence."""
        done = len(self.training.rows)
        trained = counted(done, "iteration")
        if self.is_running and self._sign.is_set():
            return "Stopping after this iteration …"
        if self.is_running:
            return f"Iteration {min(done + 1, self.goal)} of {self.goal} …"
        if not done:
            return f"Press Start: {counted(self.goal, 'iteration')} take about a minute."
        if done < self.goal:
            return f"Stopped after {trained}; nothing is lost. Go on when you like."
        return f"{trained} done. Go on for {self.iterations} more."

    def figures(self) -> str:
        """What the last iteration brought, in sentences; nothing before the first."""
        if not self.training.rows:
            return ""
        last, play = self.training.rows[-1], self.training.plan.play
        return (
            f"The last {last['games']:,.0f} games brought {last['positions']:,.0f} positions. "
            f"Mistakes by the policy alone: {1 - last['kept']:.1%}, with "
            f"{play.simulations} simulations a move: {1 - last['kept_search']:.1%}."
        )

    def drawn(self) -> list[Picture]:
        """The curve, and two boards with the policy's bars."""
        training = self.training
        test, turn = training.test, SYMBOLS[training.test.state.player]
        boards = []
        for state, exact, title in (
            (training.plan.kit.start, self._exact, "Empty board"),
            (test.state, test.scores, f"Test position, {turn} to move"),
        ):
            shares = first_sight(state, training.net)
            best = max(shares, key=shares.__getitem__)
            boards.append(bars_over(state, [Bars("policy", shares, BAR)], exact, best, title))
        return [self.curve(), svg.row(*boards, gap=12)]

    def curve(self) -> Picture:
        """The mistakes after each iteration, by the policy alone and with a search."""
        training, done = self.training, len(self.training.rows)
        rows = [training.before, *training.rows] if done else []
        title = f"Mistakes in {len(training.known)} positions of {training.board}"
        series = {
            "policy alone": [1 - row["kept"] for row in rows],
            "with search": [1 - row["kept_search"] for row in rows],
        }
        chance = f"random moves {training.chance:.0%}", training.chance
        alt = f"Mistakes after {counted(done, 'iteration')} of learning"
        return learning_curve(title, alt, series, chance, self.goal)

    def __repr__(self) -> str:
        return f"<watched {repr(self.training)[1:]}"


def _running_cell() -> tuple[str | None, str | None]:
    """The notebook's cell that is running, and which run of it this is, as far as is known."""
    message = {} if kernel() is None else kernel().get_parent()
    return message.get("metadata", {}).get("cellId"), message.get("header", {}).get("msg_id")
