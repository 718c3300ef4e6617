"""The training loop: play, learn, measure, repeat.

While the network learns from the games of one iteration, other processes already play the next
ones with the network as it was before. So all cores are busy, and still the seed decides
everything: games are played in parts, each with its own random generator, whoever plays them.

A network tends to keep what it learns first (Nikishin and others, 2022), and units that early, bad
games have silenced never recover. So a plan can start a second network in the middle of the
training. It learns from the games of the first one, and replaces it as soon as it is no worse.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero.learn import Hyperparameters, Learner
from c4lib.alphazero.net import Net
from c4lib.alphazero.net_kernel import judge_of
from c4lib.alphazero.search_fast import Judge
from c4lib.alphazero.selfplay import ConnectKit, Games, Kit, Play, Record, duel, points, self_play
from c4lib.alphazero.train.files import Folder, Row
from c4lib.game import check_positive
from c4lib.measure.workers import executor_of
from c4lib.search.common import check_number, check_whole
from c4lib.search.dice import check_seed

Watch = Callable[[Row], object]  # receives the figures of each iteration as soon as it is done
Evaluate = Callable[[Kit, Judge, Play], Row]
"""Measures a network against exact scores, such as `c4lib.measure.network.exact_figures`."""
PLAYING, LEARNING, JUDGING = range(3)
"""What random numbers are for: each purpose has its own generator."""
NO_WORSE = 0.5  # the share of points against the first network that the second needs to replace it
TINY = 1e-9


@dataclass(frozen=True)
class Plan:
    """What to train, and how."""

    kit: Kit = field(default_factory=ConnectKit)
    play: Play = field(default_factory=Play)
    hyperparameters: Hyperparameters = field(default_factory=Hyperparameters)
    games: int = 4096  # games played in an iteration
    part: int = 1024  # how many of them one task plays
    duels: int = 64
    """How many games a network plays against the best one so far, and against random moves."""
    last_simulations: int | None = 128
    """The simulations double from time to time, up to this number. If it is None, or fewer than
    at first, they stay the same."""
    gate: float = 0.0
    """The share of points against the best network that a new one needs to replace it; 0: it
    always does."""
    second_at: float = 1.0
    """The share of the training after which a second network begins; 1: there is none."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "part", "duels"):
            check_whole(name, getattr(self, name))
        for name in ("gate", "second_at"):
            check_number(name, getattr(self, name), 0, 1)
        check_seed(self.seed)
        if self.last_simulations is not None:
            check_whole("last_simulations", self.last_simulations)

    def settings(self) -> dict[str, Any]:
        """Everything that decides what is learnt, by name."""
        parts = {"play": asdict(self.play), "hyperparameters": asdict(self.hyperparameters)}
        names = "games", "part", "duels", "last_simulations", "gate", "second_at", "seed"
        own = {name: getattr(self, name) for name in names}
        return {"game": self.kit.encoding.name} | parts | own

    def play_at(self, progress: float) -> Play:
        """How games are played at this point of the training, from 0 to 1."""
        first = self.play.simulations
        doublings = math.log2(max(first, self.last_simulations or first) / first)
        times = 2 ** min(int(progress * (1 + doublings)), int(doublings))
        return replace(self.play, simulations=first * times)

    def rate_at(self, progress: float) -> float:
        """The learning rate at this point; it falls over each network's own time."""
        begin, end = (0.0, self.second_at) if progress < self.second_at else (self.second_at, 1.0)
        return self.hyperparameters.rate_at((progress - begin) / max(end - begin, TINY))

    def learner(self, network: int) -> Learner:
        """The first network, or the second, before it has learnt anything."""
        return Learner(self.kit.encoding, self.hyperparameters, self.seed + network - 1)


def train(
    plan: Plan,
    out: Path | str,
    *,
    minutes: float = math.inf,
    iterations: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    watch: Watch = lambda row: None,
    evaluate: Evaluate = lambda kit, judge, play: {},
) -> Net:
    """Train for that many minutes or iterations in all, and return the best network.

    A training that was begun in the folder `out` is resumed. The learning rate falls towards the
    end, so say how long the training will be: with `iterations`, the same plan gives the same
    network on the same machine, however often it was interrupted. Self-play runs in `workers`
    processes, or through any other executor, such as a Dask cluster's. What `evaluate` says of
    each iteration's network is logged with the other figures.
    """
    check_length(minutes, iterations)
    check_whole("workers", workers)
    folder, learner = Folder(Path(out)), plan.learner(1)
    parts = math.ceil(plan.games / plan.part)
    with executor_of(executor, min(workers, parts)) as pool, folder.alone(), threadpool_limits(1):
        folder.claim(plan.settings())
        best, iteration, seconds, log = folder.read_state(learner)
        network = int(log[-1]["network"]) if log else 1
        if log:
            folder.write_reports(best, log, plan.kit)
        begun = time.perf_counter() - seconds

        def progress() -> float:
            passed = (time.perf_counter() - begun) / (60 * minutes)
            return passed if iterations is None else max(passed, iteration / iterations)

        current = None if folder.is_new else folder.read_games(iteration)
        if current is None:
            current, _ = collect(deal(pool, plan, plan.play_at(progress()), best, iteration))
            folder.write_games(iteration, current)
        recent: dict[int, Record] = {}
        while progress() < 1:
            start = time.perf_counter()
            if network == 1 and progress() >= plan.second_at:
                network, learner = 2, plan.learner(2)
            tasks = deal(pool, plan, plan.play_at(progress()), best, iteration + 1)
            recent[iteration] = current
            record = window(folder, plan, iteration, recent)
            steps = plan.hyperparameters.steps(len(current.value))
            rate = plan.rate_at(progress())
            losses = learner.learn(record, steps, rate, dice(plan, LEARNING, iteration))
            row: Row = {"iteration": iteration, "network": network}
            row |= {"positions": len(current.value), "rate": rate}
            row |= {"policy_loss": losses.policy, "value_loss": losses.value}
            is_new = not any(each["promoted"] for each in log if each["network"] == network)
            gate = max(plan.gate, NO_WORSE) if network == 2 and is_new else plan.gate
            figures, best = judged(plan, learner.averaged, best, gate, iteration, evaluate)
            current, played = collect(tasks)
            row |= figures | played
            row["minutes"] = (time.perf_counter() - begun) / 60
            row["seconds"] = time.perf_counter() - start
            log.append(row)
            iteration += 1
            folder.write_games(iteration, current)
            folder.write_state(learner, best, iteration, row["minutes"] * 60, log, plan.kit)
            folder.forget_games(plan.hyperparameters.iterations(iteration).start)
            watch(row)
    return best


def check_length(minutes: float, iterations: int | None) -> None:
    """Raise ValueError unless the training has a positive length."""
    if iterations is None and minutes == math.inf:
        raise ValueError("say how long to train: minutes=... or iterations=...")
    if minutes != math.inf:
        check_positive("minutes", minutes)
    if iterations is not None:
        check_whole("iterations", iterations)


def dice(plan: Plan, purpose: int, iteration: int, part: int = 0) -> np.random.Generator:
    """A random generator of its own for each purpose."""
    return np.random.default_rng([plan.seed, purpose, iteration, part])


def deal(pool: Executor, plan: Plan, play: Play, net: Net, iteration: int) -> list[Future[Games]]:
    """Submit an iteration's games, in parts."""
    games = [min(plan.part, plan.games - first) for first in range(0, plan.games, plan.part)]
    seeds = [[plan.seed, PLAYING, iteration, part] for part in range(len(games))]
    return [
        pool.submit(play_part, plan.kit, net, play, count, seed)
        for count, seed in zip(games, seeds, strict=True)
    ]


def play_part(kit: Kit, net: Net, play: Play, games: int, seed: list[int]) -> Games:
    """Play one part of the games; this runs in a worker."""
    with threadpool_limits(1):
        return self_play(kit, judge_of(net), play, games, np.random.default_rng(seed))


def collect(tasks: list[Future[Games]]) -> tuple[Record, Row]:
    """All examples, in the order in which they were submitted, and figures about the games."""
    parts = [task.result() for task in tasks]
    outcomes = np.concatenate([part.outcomes for part in parts])
    return Record.joined([part.record for part in parts]), {
        "games": len(outcomes),
        "first_player": points(outcomes),
        "simulations": sum(part.simulations for part in parts),
        "asked": sum(part.asked for part in parts),
    }


def window(folder: Folder, plan: Plan, iteration: int, recent: dict[int, Record]) -> Record:
    """The examples to learn from; `recent` keeps them in memory, so that none is read twice."""
    wanted = plan.hyperparameters.iterations(iteration)
    for number in recent.keys() - set(wanted):
        del recent[number]
    for number in set(wanted) - recent.keys():
        record = folder.read_games(number)
        if record is not None:
            recent[number] = record
    return Record.joined([recent[number] for number in sorted(recent)])


def judged(
    plan: Plan, net: Net, best: Net, gate: float, iteration: int, evaluate: Evaluate
) -> tuple[Row, Net]:
    """A new network's figures, and the best network from now on."""
    rng, judge = dice(plan, JUDGING, iteration), judge_of(net)
    exact = evaluate(plan.kit, judge, plan.play)

    def against(other: Judge | None, alone: bool = False) -> float:
        return points(duel(plan.kit, judge, other, plan.play, plan.duels, rng, alone))

    figures = dict(exact)
    figures["against_best"] = against(judge_of(best))
    figures["against_random"] = against(None)
    if not exact:  # a search soon wins every game against random moves, even with a bad judge
        figures["alone_random"] = against(None, alone=True)
    figures["promoted"] = float(figures["against_best"] >= gate)
    return figures, net if figures["promoted"] else best
