"""Watching small networks learn: trainings of a minute, their curves, and a board to try them."""

import threading
from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Any, ClassVar
from weakref import WeakSet

from ipywidgets import Box, Button, Widget

from c4lib.alphazero.kits import BARE
from c4lib.connect4 import SYMBOLS
from c4lib.game import check_whole
from c4lib.players.agents import AlphaZero
from c4lib.view.boards import svg
from c4lib.view.boards.board import BoardWidget
from c4lib.view.boards.play import play
from c4lib.view.boards.svg import Picture
from c4lib.view.main_thread import on_interrupt, running_cell
from c4lib.view.panels.drawings import COLOURS, Bars, bars_over, learning_curve
from c4lib.view.panels.panel import Panel, Shown, failure
from c4lib.view.panels.search import exact_scores, first_sight
from c4lib.view.panels.small_training import Training, check_pair
from c4lib.view.trees.text import counted

FIRST = 10  # seconds that the axis of time shows at first; then twice as many, and so on
TIP = "A board below, against the latest network or an earlier one; press again for newer ones"

NARROW = {"width": "130px"}  # of a button, for all to stand in a row on a small screen


class watch_training(Panel):  # noqa: N801, it is called like a function
    """Watch a network learn, `iterations` at a time; more settings: those of `Training`.

    The curve shows how often it makes a mistake, a move that loses the game's value, by its
    policy alone and with a search; below stands its policy on the empty board and in a test
    position. Nothing begins before you press Start. Each run, from Start or Go on to Stop, is a
    thread with a stop sign of its own, so that the notebook stays usable; the kernel's stop
    button is heard, too.

    With two boards, `["5x4-bare", "5x4"]`, a network that sees the discs alone and one that sees
    lines take turns, and get the same processor time. That ends when one of them has had its
    iterations, and the other its time.
    """

    flow = "column"
    _all: ClassVar["WeakSet[watch_training]"] = WeakSet()

    def __init__(
        self,
        board: str | Sequence[str] = "5x4",
        iterations: int = 40,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        check_whole("iterations", iterations)
        boards = [board] if isinstance(board, str) or not isinstance(board, Sequence) else board
        self.make = [partial(Training, each, seed, **settings) for each in boards]
        self.trainings = [make() for make in self.make]
        check_pair(self.trainings)
        self._exact = exact_scores(self.training.start)
        self.iterations = self.goal = iterations
        self.is_running, self.problem = False, ""
        self._sign = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.RLock()  # so that what is shown last is what happened last
        does = {"Start": self.start, "Stop": self.stop, "Start again": self.restart}
        buttons = self.go, self.halt, self.again = [
            Button(description=name, layout=NARROW) for name in does
        ]
        for button, action in zip(buttons, does.values(), strict=True):
            button.on_click(action)
        self.challenge = Button(description="Play against it", tooltip=TIP, layout=NARROW)
        self.challenge.on_click(self._set_up)
        self.table = Box()  # where a board is set up
        super().__init__({}, [*buttons, self.challenge])
        self.children: tuple[Widget, ...] = (*self.children, self.table)
        self._end_former()

    @property
    def training(self) -> Training:
        """The training, or the first of two."""
        return self.trainings[0]

    def _end_former(self) -> None:
        """Stop trainings that an earlier run of the same cell has begun: nobody sees them now."""
        self._cell = cell, run = running_cell()
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
            if self._next(self.trainings) is None:
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
            self.trainings = [make() for make in self.make]
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

    def player(self, iteration: int | None = None, board: str | None = None) -> AlphaZero:
        """A player with the network after that many iterations; None: the latest.

        After 0, 1, 2, 5, 10, 20, 40, ... iterations the network is kept. Of two trainings,
        `board` names one.
        """
        named = {training.board: training for training in self.trainings}
        if board is not None and board not in named:
            raise ValueError(f"the boards here are {', '.join(named)}, not {board!r}")
        return named[board or self.training.board].player(iteration)

    def play(self) -> BoardWidget:
        """A board to play on against any of the networks that are kept, the latest first."""
        players = [
            training.player(number)
            for training in self.trainings
            for number in sorted(training.kept, reverse=True)
        ]
        return play({each.name: each for each in players}, start=self.training.start, bar=True)

    def _set_up(self, _: object) -> None:
        """Show a board to play on, in place of an earlier one."""
        before, self.table.children = self.table.children, (self.play(),)
        for board in before:
            board.close()

    @classmethod
    def stop_all(cls) -> None:
        """Stop all that run, as the kernel's stop button does."""
        for each in list(cls._all):
            if each.is_running:
                each.stop()

    def _begin(self) -> None:
        """Begin a run. An earlier one that is just being stopped ends first."""
        on_interrupt(watch_training.stop_all)
        self.is_running, self.problem, self._sign = True, "", threading.Event()
        work = self.trainings, self._sign, self._thread
        self._thread = threading.Thread(target=self._run, args=work, daemon=True)
        self._thread.start()
        self.show()

    def _run(
        self, trainings: list[Training], sign: threading.Event, before: threading.Thread | None
    ) -> None:
        problem = ""
        try:
            if before is not None:
                before.join()
            while not sign.is_set() and (training := self._next(trainings)):
                training.step()
                self._show_run(sign, True)
        except Exception as error:
            problem = failure(error)
        self._show_run(sign, False, problem)

    def _next(self, trainings: list[Training]) -> Training | None:
        """Whose turn it is: that with the least processor time; None if it has come to its end."""
        least = min(trainings, key=lambda training: training.seconds[-1])
        return least if len(least.rows) < self.goal else None

    @property
    def done(self) -> int:
        """How many iterations are done, by the quicker of two."""
        return max(len(training.rows) for training in self.trainings)

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
            done = self.done
            self.go.description = "Go on" if done else "Start"
            self.go.disabled = self.is_running
            self.halt.disabled = not self.is_running or self._sign.is_set()
            self.again.disabled = not done and not self.is_running
            words = self.problem or escape(self.progress())
            lines = [words, *map(escape, map(self.figures, self.trainings))]
            room = f"min-height: {1.5 * len(lines)}em"  # so that nothing jumps
            return Shown(f'<div style="{room}">{"<br>".join(lines)}</div>', self.drawn())

    def progress(self) -> str:
        """How far the training is, in a sentence."""
        done, pair = self.done, len(self.trainings) > 1
        trained = counted(done, "iteration")
        if self.is_running and self._sign.is_set():
            return "Stopping after this iteration …"
        if self.is_running:
            return f"Iteration {min(done + 1, self.goal)} of {self.goal} …"
        if not done:
            each = " for each" if pair else ""
            return f"Press Start: {counted(self.goal, 'iteration')} take about a minute{each}."
        if self._next(self.trainings):
            return f"Stopped after {trained}; nothing is lost. Go on when you like."
        return f"{trained} done. Go on for {self.iterations} more."

    def figures(self, training: Training) -> str:
        """What a training's last iteration brought, in sentences; nothing before the first."""
        if not training.rows:
            return ""
        last, simulations = training.rows[-1], training.plan.play.simulations
        alone, search = (f"{1 - last[name]:.1%}" for name in ("kept", "kept_search"))
        if len(self.trainings) > 1:
            spent = f"{counted(len(training.rows), 'iteration')} in {training.seconds[-1]:.0f} s"
            sees = training.sees.capitalize()
            return f"{sees}: {spent}. Mistakes: {alone} alone, {search} with search."
        return (
            f"The last {last['games']:,.0f} games brought {last['positions']:,.0f} positions. "
            f"Mistakes by the policy alone: {alone}, with {simulations} simulations a move: "
            f"{search}."
        )

    def drawn(self) -> list[Picture]:
        """The curves, and two boards with the policies' bars."""
        test, turn = self.training.test, SYMBOLS[self.training.test.state.player]
        boards = []
        for state, exact, title in (
            (self.training.start, self._exact, "Empty board"),
            (test.state, test.scores, f"Test position, {turn} to move"),
        ):
            rows = [
                Bars(self._name(each), first_sight(state, each.net), COLOURS[each.look])
                for each in self.trainings
            ]
            shares = rows[0].numbers
            best = max(shares, key=shares.__getitem__) if len(rows) == 1 else None
            boards.append(bars_over(state, rows, exact, best, title))
        return [self.curve(), svg.row(*boards, gap=12)]

    def _name(self, training: Training) -> str:
        """What stands beside a policy's bars: what it sees, if there are two."""
        return ("discs", "lines")[training.look] if len(self.trainings) > 1 else "policy"

    def curve(self) -> Picture:
        """The mistakes after each iteration, by the policy alone and with a search."""
        training, is_pair = self.training, len(self.trainings) > 1
        title = (
            f"Mistakes in {len(training.known)} positions of {training.board.removesuffix(BARE)}"
        )
        chance = f"random moves {training.chance:.0%}", training.chance
        alt = f"Mistakes after {counted(self.done, 'iteration')} of learning"
        curves = [curve for each in self.trainings for curve in each.curves(is_pair)]
        end, unit = self.goal, "iterations"
        if is_pair:
            end, unit = FIRST, "seconds of processor time for each"
            while end < max(each.seconds[-1] for each in self.trainings):
                end *= 2
        return learning_curve(title, alt, curves, chance, end, unit)

    def __repr__(self) -> str:
        return f"<watched {' and '.join(repr(each)[1:-1] for each in self.trainings)}>"
