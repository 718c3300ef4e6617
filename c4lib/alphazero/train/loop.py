"""The loop: play, learn, measure, and again.

While the network learns from the games of one iteration, the next ones are already played, by
other processes, with the network as it was before. So all cores are busy, and yet everything is
decided by the seed: games are dealt in parts, each with its own dice, whoever plays them.

What a network learns first it tends to keep (Nikishin and others, 2022), and units that bad games
have silenced answer no more. So a plan may have a second network begin in the middle of the
training. It learns from the games of the first one, and plays as soon as it is no worse.
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

from c4lib.alphazero.duel import duel, points
from c4lib.alphazero.forward import judge_of
from c4lib.alphazero.learn import Learner, Lessons
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import (
    ConnectKit,
    Kit,
    Play,
    Played,
    Record,
    check_number,
    self_play,
)
from c4lib.alphazero.train.files import Folder, Row
from c4lib.alphazero.train.yardstick import measure, yardstick
from c4lib.search.common import check_whole
from c4lib.workers import deaf, executor_of

Watch = Callable[[Row], object]
"""Gets the figures of each iteration, when it is done."""
PLAYING, LEARNING, JUDGING = range(3)
"""What dice are for."""
NO_WORSE = 0.5
"""What share of the points against the first network the second needs to play in its place."""
TINY = 1e-9


@dataclass(frozen=True)
class Plan:
    """What is to be trained, and how."""

    kit: Kit = field(default_factory=ConnectKit)
    play: Play = field(default_factory=Play)
    lessons: Lessons = field(default_factory=Lessons)
    games: int = 4096
    """How many games are played in an iteration, and how many of them by one task."""
    part: int = 1024
    duels: int = 64
    """How many games against the best network so far, and against chance, measure a network."""
    last_simulations: int | None = 128
    """How many simulations there are in the end, for they double now and then. None, or fewer
    than at first: always as many."""
    gate: float = 0.0
    """What share of those points a network needs to become the best; 0: it always does."""
    second_at: float = 1.0
    """When so much of the training is done, a second network begins; 1: none does."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "part", "duels"):
            check_whole(name, getattr(self, name))
        for name in ("gate", "second_at"):
            check_number(name, getattr(self, name), 0, 1)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise ValueError(f"seed is a whole number of at least 0, not {self.seed!r}")
        if self.last_simulations is not None:
            check_whole("last_simulations", self.last_simulations)

    def settings(self) -> dict[str, Any]:
        """All that decides what is learnt, by name."""
        parts = {"play": asdict(self.play), "lessons": asdict(self.lessons)}
        names = "games", "part", "duels", "last_simulations", "gate", "second_at", "seed"
        own = {name: getattr(self, name) for name in names}
        return {"game": self.kit.encoding.name} | parts | own

    def play_at(self, progress: float) -> Play:
        """How games are played when so much of the training is done, from 0 to 1."""
        first = self.play.simulations
        doublings = math.log2(max(first, self.last_simulations or first) / first)
        times = 2 ** min(int(progress * (1 + doublings)), int(doublings))
        return replace(self.play, simulations=first * times)

    def rate_at(self, progress: float) -> float:
        """How long a step is when so much is done: each network's become shorter in its time."""
        begin, end = (0.0, self.second_at) if progress < self.second_at else (self.second_at, 1.0)
        return self.lessons.rate_at((progress - begin) / max(end - begin, TINY))

    def learner(self, network: int) -> Learner:
        """The first network as it begins, or the second."""
        return Learner(self.kit.encoding, self.lessons, self.seed + network - 1)


def train(
    plan: Plan,
    out: Path | str,
    *,
    minutes: float = math.inf,
    iterations: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    watch: Watch = lambda row: None,
) -> Net:
    """Train until so many minutes or iterations have passed in all, and hand back the best network.

    A training that was begun in the folder `out` goes on where it was. Steps become shorter
    towards the end, so say how long it will be: with `iterations`, the same plan gives the same
    network on the same machine, however often it was stopped. Self-play runs in so many worker
    processes, or through any other executor, such as a Dask cluster's.
    """
    check_length(minutes, iterations)
    check_whole("workers", workers)
    folder, learner = Folder(Path(out)), plan.learner(1)
    parts = math.ceil(plan.games / plan.part)
    with (
        folder.alone(),
        executor_of(executor, min(workers, parts)) as pool,
        threadpool_limits(1),
    ):
        folder.claim(plan.settings())
        best, iteration, seconds, log = folder.read_state(learner)
        network = int(log[-1]["network"]) if log else 1
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
            steps = math.ceil(plan.lessons.uses * len(current.value) / plan.lessons.batch)
            rate = plan.rate_at(progress())
            losses = learner.learn(record, steps, rate, dice(plan, LEARNING, iteration))
            row: Row = {"iteration": iteration, "network": network}
            row |= {"positions": len(current.value), "rate": rate}
            row |= {"policy_loss": losses.policy, "value_loss": losses.value}
            is_new = not any(each["promoted"] for each in log if each["network"] == network)
            gate = max(plan.gate, NO_WORSE) if network == 2 and is_new else plan.gate
            figures, best = judged(plan, learner.averaged, best, gate, iteration)
            current, played = collect(tasks)
            row |= figures | played
            row["minutes"] = (time.perf_counter() - begun) / 60
            row["seconds"] = time.perf_counter() - start
            log.append(row)
            iteration += 1
            folder.write_games(iteration, current)
            folder.write_state(learner, best, iteration, row["minutes"] * 60, log, plan.kit)
            folder.forget_games(plan.lessons.iterations(iteration).start)
            watch(row)
    return best


def check_length(minutes: float, iterations: int | None) -> None:
    """Complain about a training without an end, or without a beginning."""
    if iterations is None and minutes == math.inf:
        raise ValueError("say how long to train: minutes=... or iterations=...")
    if not minutes > 0:
        raise ValueError(f"minutes is a number above 0, not {minutes!r}")
    if iterations is not None:
        check_whole("iterations", iterations)


def dice(plan: Plan, purpose: int, iteration: int, part: int = 0) -> np.random.Generator:
    """Dice of their own for each purpose."""
    return np.random.default_rng([plan.seed, purpose, iteration, part])


# ---- playing -------------------------------------------------------------------------------


def deal(pool: Executor, plan: Plan, play: Play, net: Net, iteration: int) -> list[Future[Played]]:
    """Hand an iteration's games out, in parts."""
    games = [min(plan.part, plan.games - first) for first in range(0, plan.games, plan.part)]
    seeds = [[plan.seed, PLAYING, iteration, part] for part in range(len(games))]
    with deaf():  # for this starts processes
        return [
            pool.submit(play_part, plan.kit, net, play, count, seed)
            for count, seed in zip(games, seeds, strict=True)
        ]


def play_part(kit: Kit, net: Net, play: Play, games: int, seed: list[int]) -> Played:
    """What a worker does."""
    with threadpool_limits(1):
        return self_play(kit, judge_of(net), play, games, np.random.default_rng(seed))


def collect(tasks: list[Future[Played]]) -> tuple[Record, Row]:
    """All examples, in the order in which they were dealt, and figures about the games."""
    parts = [task.result() for task in tasks]
    outcomes = np.concatenate([part.outcomes for part in parts])
    return Record.joined([part.record for part in parts]), {
        "games": len(outcomes),
        "first_player": points(outcomes),
        "simulations": sum(part.simulations for part in parts),
        "asked": sum(part.asked for part in parts),
    }


def window(folder: Folder, plan: Plan, iteration: int, recent: dict[int, Record]) -> Record:
    """The examples to learn from; `recent` holds those in memory, so that none is read twice."""
    wanted = plan.lessons.iterations(iteration)
    for number in recent.keys() - set(wanted):
        del recent[number]
    for number in set(wanted) - recent.keys():
        record = folder.read_games(number)
        if record is not None:
            recent[number] = record
    return Record.joined([recent[number] for number in sorted(recent)])


# ---- measuring -----------------------------------------------------------------------------


def judged(plan: Plan, net: Net, best: Net, gate: float, iteration: int) -> tuple[Row, Net]:
    """A new network's figures, and which one is the best now."""
    rng, figures = dice(plan, JUDGING, iteration), Row()
    judge = judge_of(net)
    known = yardstick(plan.kit.start)
    ways = {"kept": None, "kept_search": plan.play} if known else {}
    for way, play in ways.items():
        accuracy = measure(plan.kit, judge, known, play)
        figures[way] = accuracy.kept.value
        for stage, part in accuracy.by_stage.items():
            figures[f"{way}_{stage}"] = part.kept.value
    figures["against_best"] = points(
        duel(plan.kit, judge, judge_of(best), plan.play, plan.duels, rng)
    )
    figures["against_random"] = points(duel(plan.kit, judge, None, plan.play, plan.duels, rng))
    if not known:  # a search soon wins each game against chance, even with a bad judge
        figures["alone_random"] = points(
            duel(plan.kit, judge, None, plan.play, plan.duels, rng, alone=True)
        )
    figures["promoted"] = float(figures["against_best"] >= gate)
    return figures, net if figures["promoted"] else best
