"""Training: play, learn, measure, repeat. `python -m c4lib train` is in `train_command.py`.

While the network learns from the games of one iteration, other processes already play the next
ones with the network as it was before. So all cores are busy, and still the seed decides
everything: games are played in parts, each with its own random generator, whichever
process plays them.

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

from c4lib.alphazero.encode import Columns, Encoding
from c4lib.alphazero.kits import ConnectKit, Kit, kit_of
from c4lib.alphazero.net import AdamW, Array, Average, Examples, Judge, Losses, Net, Network
from c4lib.alphazero.net_kernel import CompiledNet, judge_of
from c4lib.alphazero.networks import BOARD_NETWORKS, LogEntry, TrainingFolder
from c4lib.alphazero.patterns import PatternNet
from c4lib.alphazero.selfplay import Games, Play, Record, duel, points, self_play
from c4lib.game import check_positive
from c4lib.measure.workers import check_sendable, executor_of
from c4lib.search.common import check_number, check_whole
from c4lib.search.dice import check_seed

ExactFigures = Callable[[Kit, Judge, Play], LogEntry]
"""Measures a network against exact scores, such as `c4lib.measure.network.exact_figures`."""
PLAYING, LEARNING, JUDGING = range(3)
"""What random numbers are for: each purpose has its own generator."""
NO_WORSE = 0.5  # the share of points against the first network that the second needs to replace it
TINY = 1e-9
NETWORKS = (Net.kind, *BOARD_NETWORKS)
IN_A_FILE = (
    "put its class into a .py file that can be imported, or train in this process: "
    "c4lib.alphazero.learn(start)"
)
"""What to do about a game that workers cannot see."""


@dataclass(frozen=True)
class Hyperparameters:
    """How a network learns."""

    width: int = 512
    blocks: int = 1
    narrow: int | None = None  # how many of the `width` numbers each block adds to; None: all
    power: int = 1  # 2 if the first layer's output is squared, 1 if not
    batch: int = 512
    uses: float = 6.0  # how often each example is used, on average, before it is dropped
    window: int = 20  # the most iterations whose examples are kept; at first there are fewer
    rate: float = 3e-3
    last_rate: float = 2e-5
    warm_up: int = 100
    """Over this many steps the learning rate rises to `rate`. Long first steps would leave units
    that never respond again."""
    decay: float = 1e-4
    keep: float = 0.999  # how much of the averaged weights is kept at each step
    value_weight: float = 1.0
    kind: str = Net.kind
    """What it is made of: "layers", or for the discs alone also "patterns" or
    "convolution"."""

    def __post_init__(self) -> None:
        if self.kind not in NETWORKS:
            raise ValueError(f"kind is one of {', '.join(NETWORKS)}, not {self.kind!r}")
        for name in ("width", "blocks", "batch", "window", "warm_up"):
            check_whole(name, getattr(self, name))
        if self.narrow is not None:
            check_whole("narrow", self.narrow)
        if self.power not in (1, 2):
            raise ValueError(f"power is 1 or 2, not {self.power!r}")
        for name in ("uses", "rate", "last_rate", "decay", "value_weight"):
            check_number(name, getattr(self, name), 0)
        check_number("keep", self.keep, 0, 1)

    def iterations(self, iteration: int) -> range:
        """The iterations whose games are learnt from in this one. Early games are soon dropped."""
        size = min(self.window, 3 + iteration // 2)
        return range(max(0, iteration + 1 - size), iteration + 1)

    def steps(self, examples: int) -> int:
        """How many batches to learn from for that many new examples."""
        return math.ceil(self.uses * examples / self.batch)

    def rate_at(self, progress: float) -> float:
        """The learning rate: from `rate` down to `last_rate` along a cosine."""
        share = (1 + math.cos(math.pi * min(1.0, max(0.0, progress)))) / 2
        return self.last_rate + (self.rate - self.last_rate) * share


class Learner:
    """A network that learns, and everything needed to resume its learning."""

    def __init__(self, encoding: Encoding, hyperparameters: Hyperparameters, seed: int = 0) -> None:
        self.encoding, self.hyperparameters = encoding, hyperparameters
        self.net = untrained(encoding, hyperparameters, seed)
        self.optimizer = AdamW(self.net.weights, hyperparameters.decay)
        self.average = Average(self.net.weights, hyperparameters.keep)

    @property
    def averaged(self) -> Network:
        """The network to play with, whose weights are averaged over the last steps."""
        return self.net.with_weights(
            {name: each.copy() for name, each in self.average.weights.items()}
        )

    def learn(self, record: Record, steps: int, rate: float, rng: np.random.Generator) -> Losses:
        """Take `steps` steps with examples drawn from the record; return the mean losses."""
        seen, chosen = np.zeros(2), self.hyperparameters
        examples = record.examples(np.arange(1), self.encoding)
        with np.errstate(all="ignore"):  # an overflow shows in the result
            for _ in range(steps):
                rows = rng.integers(len(record.value), size=chosen.batch)
                examples = image(record.examples(rows, self.encoding), self.encoding, rng)
                losses, slopes = self.net.gradients(examples, chosen.value_weight)
                warmth = min(1.0, (self.optimizer.steps + 1) / chosen.warm_up)
                self.optimizer.step(self.net.weights, slopes, rate * warmth)
                self.average.add(self.net.weights)
                seen += losses
            answers = self.averaged.predict(examples.bits, examples.legal)
        if not all(np.isfinite(numbers).all() for numbers in (seen, *answers)):
            raise ValueError(
                "learning diverged: the network's answers are no longer numbers. The iterations "
                "before are kept; train again in another folder, with a lower learning rate"
            )
        return Losses(*(seen / max(1, steps)).tolist())

    def arrays(self) -> dict[str, Array]:
        """Its whole state, as named arrays."""
        groups = {
            "net": self.net.weights,
            "mean": self.optimizer.means,
            "square": self.optimizer.squares,
            "average": self.average.weights,
        }
        named = {
            f"{group}.{name}": each
            for group, known in groups.items()
            for name, each in known.items()
        }
        return named | {"steps": np.array(self.optimizer.steps)}

    def restore(self, arrays: dict[str, Array]) -> None:
        """Continue from the `arrays` of another learner."""
        for name, mine in self.arrays().items():
            if name != "steps":
                mine[...] = arrays[name]
        self.optimizer.steps = self.average.steps = int(arrays["steps"])


def untrained(encoding: Encoding, chosen: Hyperparameters, seed: int) -> Network:
    """A network of the chosen kind and width, with random weights."""
    if chosen.kind in BOARD_NETWORKS and isinstance(encoding, Columns):
        return BOARD_NETWORKS[chosen.kind].new(encoding.board, chosen.width, seed)
    sizes = encoding.inputs, encoding.outputs, chosen.width, chosen.blocks
    return CompiledNet.new(*sizes, seed=seed, narrow=chosen.narrow, power=chosen.power)


def image(examples: Examples, encoding: Encoding, rng: np.random.Generator) -> Examples:
    """The examples or one of their mirror images; positions and moves are turned alike."""
    inputs, moves = encoding.symmetries[int(rng.integers(len(encoding.symmetries)))]
    return examples._replace(
        bits=examples.bits.take(inputs, axis=1),
        legal=examples.legal.take(moves, axis=1),
        policy=examples.policy.take(moves, axis=1),
    )


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
        sees, kind = getattr(self.kit, "lines", True), self.hyperparameters.kind
        if kind in BOARD_NETWORKS and sees:
            raise ValueError(f"a network of {kind} sees the discs alone; take --sees discs")
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


DEFAULTS: dict[str, dict[str, Any]] = {
    "quixo": {
        "play": Play(simulations=24, random_plies=12, slots=128),
        "hyperparameters": Hyperparameters(width=192, rate=5e-3, warm_up=1),
        "games": 256,
        "part": 128,
        "last_simulations": 48,
    },
    "othello": {
        "play": Play(simulations=24, random_plies=12, explore=10, slots=128),
        "hyperparameters": Hyperparameters(width=192, blocks=2),
        "games": 512,
        "part": 128,
        "last_simulations": 48,
    },
}
"""The settings of games other than Connect X, by the first word of their names."""
SMALL = 30  # squares
LARGE = Hyperparameters(
    width=704, narrow=128, power=2, blocks=2, rate=1.5e-3, warm_up=1000, decay=0.05, uses=10,
    window=80,
)  # fmt: skip
TINY_ONE = Hyperparameters(width=64, power=2, blocks=2, batch=256, rate=3e-3, uses=8, window=20)
LARGE_BOARD: dict[str, dict[str, Any]] = {
    sees: {
        "play": Play(simulations=simulations, careful_plies=32),
        "hyperparameters": hyperparameters,
        "games": 2048,
        "part": 512,
        "second_at": 0.25,
    }
    for sees, simulations, hyperparameters in (
        ("lines", 64, LARGE),
        (
            "discs",
            128,  # it learns for as long as it plays, so that they take no longer than 64
            replace(LARGE, kind=PatternNet.kind, width=160, rate=2e-3, decay=0.02, uses=8),
        ),
    )
}
SMALL_BOARD: dict[str, dict[str, Any]] = {
    sees: {
        "play": Play(simulations=32),
        "hyperparameters": hyperparameters,
        "games": 512,
        "part": 128,
    }
    for sees, hyperparameters in {
        "lines": TINY_ONE,
        "discs": replace(TINY_ONE, kind=PatternNet.kind),
    }.items()
}
"""Settings for Connect X on large boards and on those of at most `SMALL` squares, by what the
network sees."""


def default_plan(board: str, connect: int = 4, lines: bool = True) -> Plan:
    """The plan for a board, such as "7x6", or for another game, such as "othello-6x6".

    Without `lines`, or for a name such as "7x6-bare", the network sees the discs alone.
    """
    kit = kit_of(board, connect, lines)
    if not isinstance(kit, ConnectKit):
        return replace(Plan(kit), **DEFAULTS[board.partition("-")[0]])
    is_small = kit.start.width * kit.start.height <= SMALL
    settings = SMALL_BOARD if is_small else LARGE_BOARD
    return replace(Plan(kit), **settings["lines" if kit.lines else "discs"])


def train(
    plan: Plan,
    out: Path | str,
    *,
    minutes: float = math.inf,
    core_minutes: float = math.inf,
    iterations: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    watch: Callable[[LogEntry], object] = lambda row: None,
    progress: Callable[[int, int], object] = lambda games, all_games: None,
    evaluate: ExactFigures = lambda kit, judge, play: {},
) -> Network:
    """Train for that many minutes or iterations in all, and return the best network.

    Minutes are counted by the clock, core minutes by the processor time of all processes together,
    which does not depend on what else the machine does. A training that was begun in the folder
    `out` is resumed. The learning rate falls towards the end, so say how long the training will be:
    with `iterations`, the same plan gives the same network on the same machine, however often it
    was interrupted. Self-play runs in `workers` processes, or through any other executor, such as a
    Dask cluster's. `watch` receives the figures of each iteration as soon as it is done; what
    `evaluate` says of its network is among them. Until then `progress` hears how many of its games
    are played, and how many there will be.
    """
    check_length(minutes, iterations, core_minutes)
    check_whole("workers", workers)
    if executor is None:
        check_sendable({"the game": plan.kit.start, "its encoding": plan.kit.encoding}, IN_A_FILE)
    folder, learner = TrainingFolder(Path(out)), plan.learner(1)
    parts = math.ceil(plan.games / plan.part)
    with executor_of(executor, min(workers, parts)) as pool, folder.alone(), threadpool_limits(1):
        folder.claim(plan.settings())
        best, log = folder.read_state(learner)
        iteration, network, begun = len(log), 1, time.perf_counter()
        if log:
            folder.write_reports(best, log, plan.kit)
            network, begun = int(log[-1]["network"]), begun - 60 * log[-1]["minutes"]

        def share_done() -> float:
            passed = (time.perf_counter() - begun) / (60 * minutes)
            busy = sum(row["core_seconds"] for row in log) / (60 * core_minutes)
            return max(passed, busy, iteration / (iterations or math.inf))

        def deal(number: int) -> list[Future[Games]]:
            tasks = submit(pool, plan, plan.play_at(share_done()), best, number)
            count_games(tasks, plan, progress)
            return tasks

        current = None if folder.is_new else folder.read_games(iteration)
        if current is None:
            current, _ = collect(deal(iteration))
            folder.write_games(iteration, current)
        recent: dict[int, Record] = {}
        while share_done() < 1:
            start, clock = time.perf_counter(), time.thread_time()
            if network == 1 and share_done() >= plan.second_at:
                network, learner = 2, plan.learner(2)
            tasks = deal(iteration + 1)
            recent[iteration] = current
            record = window(folder, plan, iteration, recent)
            steps = plan.hyperparameters.steps(len(current.value))
            rate = plan.rate_at(share_done())
            losses = learner.learn(record, steps, rate, dice(plan, LEARNING, iteration))
            row: LogEntry = {"iteration": iteration, "network": network}
            row |= {"positions": len(current.value), "rate": rate}
            row |= {"policy_loss": losses.policy, "value_loss": losses.value}
            is_new = not any(each["promoted"] for each in log if each["network"] == network)
            gate = max(plan.gate, NO_WORSE) if network == 2 and is_new else plan.gate
            figures, best = judged(plan, learner.averaged, best, gate, iteration, evaluate)
            current, played = collect(tasks)
            row |= figures | played
            row["minutes"] = (time.perf_counter() - begun) / 60
            row["seconds"] = time.perf_counter() - start
            row["core_seconds"] += time.thread_time() - clock
            log.append(row)
            iteration += 1
            folder.write_games(iteration, current)
            folder.write_state(learner, best, log, plan.kit)
            folder.forget_games(plan.hyperparameters.iterations(iteration).start)
            watch(row)
    return best


def check_length(
    minutes: float = math.inf, iterations: int | None = None, core_minutes: float = math.inf
) -> None:
    """Raise ValueError unless the training has a positive length."""
    times = {"minutes": minutes, "core_minutes": core_minutes}
    if iterations is None and min(times.values()) == math.inf:
        raise ValueError("say how long to train: minutes=... or iterations=...")
    for name, time_limit in times.items():
        if time_limit != math.inf:
            check_positive(name, time_limit)
    if iterations is not None:
        check_whole("iterations", iterations)


def dice(plan: Plan, purpose: int, iteration: int, part: int = 0) -> np.random.Generator:
    """A random generator of its own for each purpose."""
    return np.random.default_rng([plan.seed, purpose, iteration, part])


def submit(
    pool: Executor, plan: Plan, play: Play, net: Network, iteration: int
) -> list[Future[Games]]:
    """Submit an iteration's games, in parts."""
    games = [min(plan.part, plan.games - first) for first in range(0, plan.games, plan.part)]
    seeds = [[plan.seed, PLAYING, iteration, part] for part in range(len(games))]
    return [
        pool.submit(play_part, plan.kit, net, play, count, seed)
        for count, seed in zip(games, seeds, strict=True)
    ]


def count_games(
    tasks: list[Future[Games]], plan: Plan, progress: Callable[[int, int], object]
) -> None:
    """Tell `progress` how many games have been played, whenever a part of them is done."""

    def tell(_: Future[Games]) -> None:
        done = sum(task.done() for task in tasks)
        progress(min(plan.games, done * plan.part), plan.games)

    for task in tasks:
        task.add_done_callback(tell)


def play_part(kit: Kit, net: Network, play: Play, games: int, seed: list[int]) -> Games:
    """Play one part of the games; this runs in a worker."""
    with threadpool_limits(1):
        return self_play(kit, judge_of(net), play, games, np.random.default_rng(seed))


def collect(tasks: list[Future[Games]]) -> tuple[Record, LogEntry]:
    """All examples, in the order in which they were submitted, and figures about the games."""
    parts = [task.result() for task in tasks]
    outcomes = np.concatenate([part.outcomes for part in parts])
    return Record.joined([part.record for part in parts]), {
        "games": len(outcomes),
        "first_player": points(outcomes),
        "simulations": sum(part.simulations for part in parts),
        "asked": sum(part.asked for part in parts),
        "core_seconds": sum(part.seconds for part in parts),
    }


def window(folder: TrainingFolder, plan: Plan, iteration: int, recent: dict[int, Record]) -> Record:
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
    plan: Plan, net: Network, best: Network, gate: float, iteration: int, evaluate: ExactFigures
) -> tuple[LogEntry, Network]:
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
