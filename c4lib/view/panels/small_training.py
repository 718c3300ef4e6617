"""A training on a small board, an iteration at a time, which keeps players of what it learnt."""

import shutil
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property, partial
from tempfile import TemporaryDirectory, mkdtemp
from weakref import finalize

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero.kits import ConnectKit, kit_of
from c4lib.alphazero.net import Net, Network
from c4lib.alphazero.networks import LogEntry
from c4lib.alphazero.patterns import PatternNet
from c4lib.alphazero.selfplay import Play
from c4lib.alphazero.train import Hyperparameters, Plan, train
from c4lib.game import check_whole
from c4lib.measure.accuracy import Position
from c4lib.measure.network import exact_figures, exact_positions, network_accuracy
from c4lib.players.agents import AlphaZero
from c4lib.view.panels.drawings import MistakeCurve
from c4lib.view.trees.text import counted

ALONE = threading.Lock()
"""Trainings take turns, an iteration at a time: each limits the linear algebra to one thread,
which is faster with small networks and always adds in the same order, but the limit is global."""
KEPT = {0, 1, 2, *(5 * 2**number for number in range(20))}
"""After which iterations the network is kept: 0, 1, 2, 5, 10, 20, 40, 80 ..."""


class Training:
    """A training on a small board, one iteration at a time; the same seed gives the same one.

    `net` is the network to play with, `kept` those of earlier iterations and the latest, by their
    number, and `rows` has the figures of each iteration so far, as `c4lib.alphazero.train` logs
    them. `seconds` are those of processor time after 0, 1, 2, ... iterations. On a `board` such
    as "5x4-bare" the network sees the discs alone. The default settings suit 5x4 and a minute.
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
        kit = kit_of(board)
        check_whole("games", games)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate < 1:
            raise ValueError(f"rate is a number between 0 and 1, such as 0.003, not {rate!r}")
        self.known: Sequence[Position] = exact_positions(kit.start)
        if not isinstance(kit, ConnectKit) or not self.known:
            raise ValueError(f'{board} cannot be measured; take a small board, such as "5x4"')
        opening = max(0, kit.start.width * kit.start.height - 4)  # so that late positions occur
        play = Play(simulations, random_plies=opening, explore=opening, slots=games)
        settings = Hyperparameters(
            width, blocks, batch=256, uses=12, window=8, rate=rate, last_rate=rate, keep=0.99,
            kind=Net.kind if kit.lines else PatternNet.kind,
        )  # fmt: skip
        self.plan = Plan(kit, play, settings, games, games, 1, last_simulations=None, seed=seed)
        self.board, self.start, self.rows = board, kit.start, list[LogEntry]()
        self.sees = "discs and lines" if kit.lines else "discs alone"
        self.look = int(kit.lines)  # the number of its colour and mark in a plot
        self.net: Network = self.plan.learner(1).averaged
        self.kept, self.seconds = {0: self.net}, [0.0]
        self.folder = mkdtemp(prefix="c4lib-training-")
        finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def step(self) -> LogEntry:
        """One iteration: play, learn, measure. Its figures.

        The loop can be resumed, so a step is a training that is one iteration longer.
        """
        goal = len(self.rows) + 1
        if goal == 1:
            self._rehearse()
        with ALONE, ThreadPoolExecutor(1) as player:
            begun = time.thread_time()
            resume = partial(train, self.plan, self.folder, iterations=goal, executor=player)
            figures = list[LogEntry]()
            self.net = resume(watch=figures.append, evaluate=exact_figures)
            spent = time.thread_time() - begun + player.submit(time.thread_time).result()
        kept = {number: net for number, net in self.kept.items() if number in KEPT}
        self.kept = kept | {goal: self.net}
        self.seconds.append(self.seconds[-1] + spent)
        self.rows += figures
        return self.rows[-1]

    def _rehearse(self) -> None:
        """Learn from two games elsewhere, so that nothing is compiled while the clock runs."""
        plan = replace(self.plan, games=2, part=2, play=replace(self.plan.play, simulations=2))
        with ALONE, ThreadPoolExecutor(1) as player, TemporaryDirectory() as folder:
            train(plan, folder, iterations=1, executor=player, evaluate=exact_figures)

    def player(self, iteration: int | None = None) -> AlphaZero:
        """A player with the network after that many iterations; None: the latest."""
        kept = self.kept
        iteration = max(kept) if iteration is None else iteration
        check_whole("iteration", iteration, 0)
        if iteration not in kept:
            numbers = ", ".join(map(str, kept))
            raise ValueError(
                f"no network is kept from iteration {iteration}; there are those after {numbers}"
            )
        name = f"{self.sees} after {counted(iteration, 'iteration')}"
        return AlphaZero(self.board, self.plan.play.simulations, net=kept[iteration], name=name)

    def curves(self, by_time: bool) -> list[MistakeCurve]:
        """The mistakes by iteration or by time: of the policy alone, and with a search."""
        rows = [self.before, *self.rows] if self.rows else []
        places = self.seconds if by_time else range(len(rows))
        found = []
        for name, figure in (("policy alone", "kept"), ("with search", "kept_search")):
            spots = [(place, 1 - row[figure]) for place, row in zip(places, rows, strict=False)]
            found.append(MistakeCurve(name, self.sees, spots, self.look, name == "with search"))
        return found

    @cached_property
    def before(self) -> LogEntry:
        """The shares of positions whose value the network keeps before it has learnt anything."""
        net, kit = self.kept[0], self.plan.kit
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


def check_pair(trainings: Sequence[Training]) -> None:
    """Raise ValueError unless it is one training, or two on one board that see different things."""
    starts, seen = {each.start for each in trainings}, {each.sees for each in trainings}
    if len(starts) != 1 or len(seen) != len(trainings):
        boards = [each.board for each in trainings]
        raise ValueError(f'name a board, or both kinds, such as ["5x4-bare", "5x4"], not {boards}')
