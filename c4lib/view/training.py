"""Watching a small network learn: a training of a minute, its curve, and buttons to stop it.

`Training` is the loop of lesson 06 without anything around it: games against itself, learning
from them, measuring. The widget drives it in a thread, so that the notebook stays usable.
"""

import math
import threading
from collections.abc import Sequence
from functools import cached_property
from html import escape
from itertools import pairwise
from typing import Any
from weakref import WeakSet

import ipywidgets
import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.accuracy import Position
from c4lib.alphazero.duel import points
from c4lib.alphazero.learn import Learner, Lessons
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import ConnectKit, Play, Record, self_play
from c4lib.alphazero.shipped import start_of
from c4lib.alphazero.train.files import Row
from c4lib.alphazero.train.yardstick import measure, yardstick
from c4lib.connect4 import SYMBOLS
from c4lib.search.common import check_whole
from c4lib.view import svg
from c4lib.view.mcts_sliders import BAR, FAINT, GROUND, board, exact_scores
from c4lib.view.microscope_drawing import label
from c4lib.view.plots import BLUE, ORANGE
from c4lib.view.puct_sliders import Strip, first_sight, strips
from c4lib.view.svg import INK, Picture
from c4lib.view.widgets import RUN_ME

ALONE = threading.Lock()
"""Trainings take turns: each needs the linear algebra to keep to one thread, for that is quicker
with small networks, and always adds in the same order; but this can be said only for all."""


# ---- the training --------------------------------------------------------------------------


class Training:
    """A training on a small board, one iteration at a time; the same seed gives the same one.

    `net` is the network to play with, and `rows` has the figures of each iteration so far, as
    `c4lib.alphazero.train` logs them. The settings suit 5x4 and a minute.
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
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate < 1:
            raise ValueError(f"rate is a number between 0 and 1, such as 0.003, not {rate!r}")
        self.board, self.seed, self.games = board, seed, games
        self.kit = ConnectKit(start)
        opening = max(0, start.width * start.height - 4)  # random, for late positions to occur
        self.play = Play(simulations, random_plies=opening, explore=opening, slots=games)
        self.lessons = Lessons(width, blocks, batch=256, uses=12, window=8, rate=rate, keep=0.99)
        self.learner = Learner(self.kit.encoding, self.lessons, seed)
        self.net: Net = self.learner.averaged
        self.records: list[Record] = []
        self.rows: list[Row] = []
        self.known: Sequence[Position] = [p for p in yardstick(start) if p.critical]
        if not self.known:
            raise ValueError(f'{board} cannot be measured; take a small board, such as "5x4"')

    def step(self) -> Row:
        """One iteration: play, learn, measure. Its figures."""
        number = len(self.rows)
        rng = np.random.default_rng([self.seed, number])
        with ALONE, threadpool_limits(1):
            played = self_play(self.kit, self.net.predict, self.play, self.games, rng)
            size = len(self.lessons.iterations(number))
            self.records = [*self.records, played.record][-size:]
            steps = math.ceil(self.lessons.uses * len(played.record.value) / self.lessons.batch)
            record = Record.joined(self.records)
            losses = self.learner.learn(record, steps, self.lessons.rate, rng)
            net = self.learner.averaged
            row: Row = {"iteration": number, "positions": len(played.record.value)}
            row |= {"policy_loss": losses.policy, "value_loss": losses.value}
            row |= self.measured(net)
        row |= {"games": self.games, "first_player": points(played.outcomes)}
        self.net = net
        self.rows.append(row)
        return row

    def measured(self, net: Net) -> Row:
        """In which share of the critical positions the game's value is kept."""
        ways = {"kept": None, "kept_search": self.play}
        return {
            name: measure(self.kit, net.predict, self.known, play).kept.value
            for name, play in ways.items()
        }

    @cached_property
    def before(self) -> Row:
        """The same figures of the network that has learnt nothing."""
        with ALONE, threadpool_limits(1):
            return self.measured(Learner(self.kit.encoding, self.lessons, self.seed).averaged)

    @cached_property
    def chance(self) -> float:
        """In which share of the critical positions a random move loses the game's value."""
        return float(np.mean([1 - len(_keeping(each)) / len(each.scores) for each in self.known]))

    @cached_property
    def test(self) -> Position:
        """A position to watch: of those where only one move wins, one with the fewest discs."""

        def key(position: Position) -> tuple[int, bool, int]:
            return len(_keeping(position)), position.best <= 0, position.state.ply

        return min(self.known, key=key)

    def __repr__(self) -> str:
        done = len(self.rows)
        return f"<training on {self.board}, seed {self.seed}: {_iterations(done)} done>"


def _keeping(position: Position) -> list[int]:
    """The moves that keep the game's value."""
    return [
        move for move, score in position.scores.items() if np.sign(score) == np.sign(position.best)
    ]


def _iterations(count: int) -> str:
    return f"{count} iteration{'' if count == 1 else 's'}"


# ---- the widget ----------------------------------------------------------------------------


def watch_training(
    board: str = "5x4", iterations: int = 40, seed: int = 0, **settings: Any
) -> "WatchedTraining":
    """A network learns while you watch, so many iterations at a time; more settings: `Training`.

    The curve shows how often it loses the value of a critical position, one in which some move
    does, by its policy alone and with a search; below stands what its policy says on the empty
    board and in a test position. Nothing begins before you press Start.
    """
    check_whole("iterations", iterations)
    return WatchedTraining(board, iterations, seed, settings)


class WatchedTraining(ipywidgets.VBox):  # type: ignore[misc]
    """Buttons over a training's pictures; `training` is what they drive.

    Each run, from Start or Go on to Stop, is a thread with a stop sign of its own.
    """

    def __init__(self, size: str, iterations: int, seed: int, settings: dict[str, Any]) -> None:
        self.arguments, self.settings = (size, seed), settings
        self.training = Training(*self.arguments, **settings)
        self.iterations = self.goal = iterations
        self.is_running, self.problem = False, ""
        self._sign = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.RLock()  # so that what is shown last is what happened last
        self.go, self.halt, self.again = (
            ipywidgets.Button(description=name) for name in ("Start", "Stop", "Start again")
        )
        self.told, self.curve, self.boards = (ipywidgets.HTML() for _ in range(3))
        buttons = ipywidgets.HBox([self.go, self.halt, self.again])
        super().__init__([buttons, self.told, self.curve, self.boards])
        self.go.on_click(self.start)
        self.halt.on_click(self.stop)
        self.again.on_click(self.restart)
        self._cell = _running_cell()
        end_former(self)
        self._show()

    # ---- what a reader does ----------------------------------------------------------------

    def start(self, _: object = None) -> None:
        """Train, from where it is, for so many iterations as are left; at the end, as many more."""
        with self._lock:
            if self.is_running:
                return
            if len(self.training.rows) >= self.goal:
                self.goal += self.iterations
            self._begin()

    def stop(self, _: object = None) -> None:
        """Stop after the iteration that is on its way; nothing is lost."""
        with self._lock:
            self._sign.set()
            self._tell()

    def restart(self, _: object = None) -> None:
        """Forget what was learnt, and train from the beginning."""
        with self._lock:
            self._sign.set()
            self.training = Training(*self.arguments, **self.settings)
            self.goal = self.iterations
            self._begin()
            self._show()

    def close(self) -> None:
        """End the training with the widget."""
        if hasattr(self, "_sign"):
            self._sign.set()
        super().close()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until no training is on its way, as after Stop, but no longer than some seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _begin(self) -> None:
        """Begin a run. An earlier one that is just being stopped comes to its end first."""
        self.is_running, self.problem, self._sign = True, "", threading.Event()
        work = self.training, self._sign, self._thread
        self._thread = threading.Thread(target=self._run, args=work, daemon=True)
        self._thread.start()
        self._tell()

    def _run(
        self, training: Training, sign: threading.Event, before: threading.Thread | None
    ) -> None:
        """What a run's thread does."""
        problem = ""
        try:
            if before is not None:
                before.join()
            while not sign.is_set() and len(training.rows) < self.goal:
                training.step()
                if self._sign is sign:
                    self._show()
        except Exception as error:
            problem = f"{type(error).__name__}: {error}".removesuffix(": ")
        with self._lock:
            if self._sign is sign:  # no other run has begun meanwhile
                self.is_running, self.problem = False, problem
                self._tell()

    # ---- what is said and drawn ------------------------------------------------------------

    def _show(self) -> None:
        """Draw all anew."""
        curve, boards = self.drawn()
        with self._lock:
            self.curve.value, self.boards.value = board(curve), board(boards)
            self._tell()

    def _tell(self) -> None:
        """Say how it goes, and which buttons can be pressed."""
        with self._lock:
            done = len(self.training.rows)
            self.go.description = "Go on" if done else "Start"
            self.go.disabled = self.is_running
            self.halt.disabled = not self.is_running or self._sign.is_set()
            self.again.disabled = not done and not self.is_running
            lines = "<br>".join(escape(words) for words in self.words())
            self.told.value = f'<div style="line-height: 1.5; min-height: 3em">{lines}</div>'

    def words(self) -> list[str]:
        """How it goes, and what the last iteration brought."""
        training, rows = self.training, self.training.rows
        done, told = len(rows), [f"Press Start: {_iterations(self.goal)} take about a minute."]
        if self.problem:
            told = [f"⚠ {self.problem}"]
        elif self.is_running and self._sign.is_set():
            told = ["Stopping after this iteration …"]
        elif self.is_running:
            told = [f"Iteration {min(done + 1, self.goal)} of {self.goal} …"]
        elif done:
            told = [f"Stopped after {_iterations(done)}; nothing is lost. Go on when you like."]
            if done >= self.goal:
                told = [f"{_iterations(done)} done. Go on for {self.iterations} more."]
        if rows:
            last = rows[-1]
            told.append(
                f"The last {last['games']:,} games brought {last['positions']:,} positions. "
                f"Mistakes by the policy alone: {1 - last['kept']:.1%}, with "
                f"{training.play.simulations} simulations a move: {1 - last['kept_search']:.1%}."
            )
        return told

    def drawn(self) -> tuple[Picture, Picture]:
        """The curve, and the boards with the policy's bars."""
        training, net = self.training, self.training.net
        start, test = training.kit.start, training.test
        turn = SYMBOLS[test.state.player]
        pictures = []
        for state, exact, title in (
            (start, self._exact, "Empty board"),
            (test.state, test.scores, f"Test position, {turn} to move"),
        ):
            shares = first_sight(state, net)
            best = max(shares, key=shares.__getitem__)
            row = Strip("policy", shares, BAR)
            pictures.append(strips(state, [row], exact, best, title))
        return learning_curve(training, self.goal), svg.row(*pictures, gap=12)

    @cached_property
    def _exact(self) -> dict[int, int] | None:
        """The exact scores of the empty board's columns."""
        return exact_scores(self.training.kit.start)

    def __repr__(self) -> str:
        return f"<watched {repr(self.training)[1:]}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live training, and beside it what a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        pictures = "<br>".join(picture._repr_html_() for picture in self.drawn())
        return {**data, "text/plain": repr(self), "text/html": pictures + RUN_ME}


# ---- one training for each run of a cell ---------------------------------------------------

_watched: "WeakSet[WatchedTraining]" = WeakSet()


def end_former(widget: WatchedTraining) -> None:
    """Stop trainings that an earlier run of the same cell has begun: nobody sees them now."""
    for other in list(_watched):
        cell, run = other._cell
        if cell is not None and cell == widget._cell[0] and run != widget._cell[1]:
            other.stop()
    _watched.add(widget)


def _running_cell() -> tuple[str | None, str | None]:
    """Which cell of the notebook is being run, and which run of it this is, as far as is known."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None, None
    kernel = getattr(get_ipython(), "kernel", None)
    message = kernel.get_parent() if kernel is not None else {}
    return message.get("metadata", {}).get("cellId"), message.get("header", {}).get("msg_id")


# ---- the curve -----------------------------------------------------------------------------

WIDE, HIGH = 648, 270
BOX = (62, 44, 488, 226)  # left, top, right and bottom of the curve's field
MOST = 0.7  # the largest share of mistakes that is drawn


def learning_curve(training: Training, goal: int) -> Picture:
    """The mistakes after each iteration, without search and with it, and those of chance."""
    left, _, right, _ = BOX
    parts = [_title(training), *_axes(goal)]
    level = _y(training.chance)
    parts.append(f'<path d="M{left} {level:.1f}H{right}" stroke="{FAINT}" stroke-dasharray="5 4"/>')
    ends = [(level, f"random moves {training.chance:.0%}", FAINT)]
    rows = [training.before, *training.rows] if training.rows else []
    for name, words, colour, is_round in (
        ("kept", "policy alone", BLUE, True),
        ("kept_search", "with search", ORANGE, False),
    ):
        shares = [1 - row[name] for row in rows]
        spots = [(_x(number, goal), _y(share)) for number, share in enumerate(shares)]
        parts.append(_line(spots, colour, is_round))
        if shares:
            ends.append((spots[-1][1], f"{words} {shares[-1]:.1%}", colour))
    places = _apart([y for y, _, _ in ends])
    for place, (_, words, colour) in zip(places, ends, strict=True):
        start = ' text-anchor="start"'
        parts.append(label(right + 10, place + 4, 13, words, colour, start))
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        f'width="{WIDE}" height="{HIGH}" font-family="sans-serif">'
        f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )
    told = "; ".join(words for _, words, _ in ends)
    return Picture(
        picture, f"Mistakes after {_iterations(len(training.rows))} of learning: {told}."
    )


def _title(training: Training) -> str:
    words = f"Mistakes in {len(training.known)} critical positions of {training.board}"
    return label(WIDE / 2, 24, 15, words, INK, ' font-weight="bold"')


def _axes(goal: int) -> list[str]:
    """Lines for each tenth, and the numbers of iterations."""
    left, _, right, bottom = BOX
    parts = []
    for tenth in range(0, round(10 * MOST) + 1, 2):
        y = _y(tenth / 10)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#d5dce4"/>')
        parts.append(label(left - 8, y + 4, 12, f"{10 * tenth}%", INK, ' text-anchor="end"'))
    step = max(1, math.ceil(goal / 8))
    step = next(size for size in (1, 2, 5, 10, 20, 50, step) if size >= step)
    for number in range(0, goal + 1, step):
        parts.append(label(_x(number, goal), bottom + 17, 12, str(number), INK))
    parts.append(f'<path d="M{left} {bottom}H{right}" stroke="{INK}"/>')
    return [*parts, label((left + right) / 2, bottom + 36, 13, "iterations", INK)]


def _x(number: int, goal: int) -> float:
    return BOX[0] + (BOX[2] - BOX[0]) * number / goal


def _y(share: float) -> float:
    return BOX[3] - (BOX[3] - BOX[1]) * min(share, MOST) / MOST


def _line(spots: Sequence[tuple[float, float]], colour: str, is_round: bool) -> str:
    """A line with round or square marks."""
    if not spots:
        return ""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    marks = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
        if is_round
        else f'<rect x="{x - 2.8:.1f}" y="{y - 2.8:.1f}" width="5.6" height="5.6"/>'
        for x, y in spots
    ]
    drawn = f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    return f'{drawn}<g fill="{colour}">{"".join(marks)}</g>'


def _apart(places: Sequence[float], room: float = 18) -> list[float]:
    """The places, moved up where two would be too near to each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda number: -places[number])
    for lower, upper in pairwise(order):
        moved[upper] = min(moved[upper], moved[lower] - room)
    return moved
