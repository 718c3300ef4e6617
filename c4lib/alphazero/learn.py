"""Another game in a minute: AlphaZero for any game of two, in the notebook's own process.

    from c4lib.alphazero import learn
    player = learn(TicTacToe(), minutes=0.5)
    player(TicTacToe())

No worker processes are started, so classes that are defined in a notebook work.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero.any_game import Features, kit_for
from c4lib.alphazero.kits import search_position
from c4lib.alphazero.net import Judge, Network
from c4lib.alphazero.net_kernel import judge_of
from c4lib.alphazero.networks import LogEntry
from c4lib.alphazero.selfplay import Play, Record, duel, points, self_play
from c4lib.alphazero.state_kits import StateKit
from c4lib.alphazero.train import (
    JUDGING,
    LEARNING,
    PLAYING,
    Hyperparameters,
    Learner,
    Plan,
    check_length,
    dice,
)
from c4lib.game import Move, State
from c4lib.result import SearchResult
from c4lib.search.common import check_whole
from c4lib.search.dice import check_seed

DUELS = 20  # games against each opponent, each time that the network is measured
GROWTH = 1.5  # it is measured after 1, 2, 3, 5, 8, ... iterations, each time this much more
BARS = "▁▂▃▄▅▆▇█"


@dataclass
class Learnt:
    """A player with the network that `learn` has trained.

    `AlphaZero(net=player.net, kit=player.kit)` plays like it, with more settings.
    """

    net: Network = field(repr=False)
    kit: StateKit = field(repr=False)
    curve: list[LogEntry] = field(repr=False)
    """How it learnt: for each time it was measured the iterations and seconds so far, and the
    shares of points against random moves and against the network as it was before training."""
    simulations: int = 400
    name: str = "learnt"
    result: SearchResult | None = field(default=None, init=False, repr=False, compare=False)
    """What the last move was based on, for the player who made it."""

    def __call__(self, state: State) -> Move:
        """The move that was visited most."""
        found = search_position(state, self.net, self.simulations, kit=self.kit)
        self.result = found
        return found.move


class Lesson:
    """A training in progress, one iteration at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.learner = plan, Learner(plan.kit.encoding, plan.hyperparameters, plan.seed)
        self.net = self.untrained = self.learner.averaged
        self.records: list[Record] = []
        self.iteration = 0

    def step(self, progress: float) -> None:
        """Play against itself, and learn from the games."""
        plan, number = self.plan, self.iteration
        rng = dice(plan, PLAYING, number)
        played = self_play(plan.kit, judge_of(self.net), plan.play, plan.games, rng)
        wanted = len(plan.hyperparameters.iterations(number))
        self.records = [*self.records, played.record][-wanted:]
        steps = plan.hyperparameters.steps(len(played.record.value))
        rng = dice(plan, LEARNING, number)
        self.learner.learn(Record.joined(self.records), steps, plan.rate_at(progress), rng)
        self.net = self.learner.averaged
        self.iteration += 1

    def measured(self) -> LogEntry:
        """The points against random moves and against the untrained network, with the search."""
        plan, judge, rng = self.plan, judge_of(self.net), dice(self.plan, JUDGING, self.iteration)
        play = replace(plan.play, random_plies=plan.play.random_plies // 3)

        def against(other: Judge | None, alone: bool = False) -> float:
            return points(duel(plan.kit, judge, other, play, plan.duels, rng, alone))

        return {
            "iteration": self.iteration,
            "against_random": against(None),
            "alone_random": against(None, alone=True),
            "against_untrained": against(judge_of(self.untrained)),
        }


def learn(
    start: State,
    minutes: float = 1.0,
    *,
    iterations: int | None = None,
    features: Features | None = None,
    moves: Sequence[Move] | None = None,
    games: int = 64,
    simulations: int = 32,
    seed: int = 0,
    watch: Callable[[str], object] | None = None,
) -> Learnt:
    """Learn a game of two from its first state, and return a player of it.

    The network sees the squares of `start.rows()`, or what `features` says of a state: zeros and
    ones, for the player to move. Moves are numbered as they are met, unless you hand in all
    `moves` of the game. Each iteration plays `games` games against itself, with that many
    `simulations` a move. With `iterations` in place of minutes, the same seed gives the same
    network. How it goes is shown in one line, or handed to `watch`. The stop button ends the
    training early; what was learnt until then is returned.
    """
    if iterations is not None:
        minutes = math.inf
    check_length(minutes, iterations)
    check_whole("games", games)
    check_seed(seed)
    begun = time.perf_counter()
    kit, length = kit_for(start, features, moves, seed)
    lesson = Lesson(plan_for(kit, length, games, simulations, seed))
    tell, curve = watch or show, list[LogEntry]()

    def passed() -> float:
        seconds = time.perf_counter() - begun
        return seconds / (60 * minutes) if iterations is None else lesson.iteration / iterations

    def measure() -> None:
        curve.append(lesson.measured() | {"seconds": time.perf_counter() - begun})
        tell(in_words(curve))

    with threadpool_limits(1):
        try:
            measure()
            while (progress := passed()) < 1:
                lesson.step(progress)
                if lesson.iteration >= GROWTH * curve[-1]["iteration"] or passed() >= 1:
                    measure()
        except KeyboardInterrupt:
            tell(f"stopped after {lesson.iteration} iterations; this is what was learnt until then")
    if watch is None:
        print()
    return Learnt(lesson.net, kit, curve, name=f"learnt {kit.encoding.name}")


def plan_for(kit: StateKit, length: int, games: int, simulations: int, seed: int) -> Plan:
    """Settings that suit small games of about `length` moves, and a minute."""
    opening = max(1, length // 2)
    play = Play(simulations, random_plies=opening, explore=opening, slots=games)
    settings = Hyperparameters(
        width=128, blocks=2, batch=256, uses=16, window=12, rate=3e-3, last_rate=3e-4, warm_up=30,
        keep=0.99,
    )  # fmt: skip
    return Plan(kit, play, settings, games, games, DUELS, last_simulations=None, seed=seed)


def in_words(curve: Sequence[LogEntry]) -> str:
    """How far it is, with what it won against random moves, and against its untrained self."""
    last = curve[-1]
    bars = "".join(BARS[round(7 * row["against_untrained"])] for row in curve)
    return (
        f"iteration {last['iteration']:3.0f}, {last['seconds']:3.0f} s: "
        f"{last['against_random']:4.0%} against random moves, "
        f"{last['against_untrained']:4.0%} against the untrained network {bars}"
    )


def show(words: str) -> None:
    """Replace the line that is shown."""
    print(f"\r{words:<100}", end="", flush=True)
