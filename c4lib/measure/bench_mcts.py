"""How fast and how good Monte Carlo tree search and AlphaZero are."""

import sys
import time
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from c4lib import search
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.measure.bench import Figure, best, best_of_new_python

SIMULATIONS = 100_000  # simulations of a search whose speed is compared
C = 1.5  # the exploration constant, for means from 0 to 1


def mcts() -> Iterator[Figure]:
    """How fast Monte Carlo tree search is, one random game for each simulation.

    Beside OpenSpiel's, written in C++, on the same positions and one core, in process time;
    then on two cores, beside the readable one, and with the study's setting.
    """
    from c4lib import fast  # only here, for it loads the compiler
    from c4lib.fast.mcts_kernel import ROW_BYTES, ROWS

    fast.mcts(Connect4(), 1)  # this compiles it, if that was never done before
    yield from _beside_openspiel()
    start, many = Connect4(), 10 * SIMULATIONS
    runs = (partial(fast.mcts, start, many, workers=workers) for workers in (1, 2))
    one, two = best(*runs, clock=time.perf_counter)
    what = f"{many:,} simulations on two cores"
    yield Figure(what, one / two, "× the speed on one", 1.6, "at least")
    few = SIMULATIONS // 50
    readable, compiled = best(partial(search.mcts, start, few), partial(fast.mcts, start, few))
    what = f"compiled MCTS, {few:,} simulations"
    yield Figure(what, readable / compiled, "× the speed of the readable search")
    (seconds,) = best(partial(fast.mcts, start, 5000, rollouts=100), repeats=5)
    yield Figure("5,000 simulations of 100 games each, on the empty board", seconds, "seconds", 0.5)
    found = fast.mcts(start, many)
    rows = sum(int(tree.counts[ROWS]) for tree in found.tree.trees)  # those that are in use
    used = rows * ROW_BYTES / found.nodes
    yield Figure(f"a tree of {found.nodes:,} nodes", used, "bytes a node", 64)


def _beside_openspiel() -> Iterator[Figure]:
    """Both searches on the empty board and on some positions of each stage of the game."""
    from c4lib.measure.accuracy import STAGES, positions

    if _openspiel() is None:
        return
    many = 3 * SIMULATIONS
    label = f"the empty board, {many:,} each time"
    yield _speeds(label, _times(Connect4(), many), many, 10)
    sets = {"the empty board": [Connect4()]}
    for stage in STAGES:
        sets[f"3 positions of the {stage}"] = [p.state for p in positions(stage, count=3)]
    total = np.zeros(2)
    for label, states in sets.items():
        times = np.sum([_times(state, SIMULATIONS) for state in states], axis=0)
        total += times
        yield _speeds(label, times, len(states) * SIMULATIONS, None)
    yield _speeds("all of them", total, sum(map(len, sets.values())) * SIMULATIONS, 10)


def _times(state: Connect4, simulations: int) -> tuple[float, ...]:
    """How long that many simulations take here and by OpenSpiel, in seconds."""
    from c4lib import fast

    bot, position = _bot(simulations, C), _for_openspiel(state)
    return best(partial(fast.mcts, state, simulations, c=C), partial(bot.step, position))


def _speeds(label: str, times: Iterable[float], simulations: int, target: float | None) -> Figure:
    ours, theirs = (simulations / seconds for seconds in times)
    what = f"{label}: {ours:,.0f} simulations a second here, {theirs:,.0f} by OpenSpiel"
    return Figure(what, ours / theirs, "× as many", target, "at least")


def _openspiel() -> Any:
    """OpenSpiel, or None and a message where it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        print("open_spiel is not installed, so nothing is compared with it", file=sys.stderr)
        return None
    return pyspiel


def _bot(simulations: int, c: float) -> Any:
    """OpenSpiel's MCTS, with one random game a simulation and without its solver.

    It counts a loss as -1, so that means spread twice as far, and C must be twice as large.
    """
    pyspiel = _openspiel()
    judge, seed, memory_mb = pyspiel.RandomRolloutEvaluator(1, 0), 0, 4096
    game = pyspiel.load_game("connect_four")
    return pyspiel.MCTSBot(game, judge, 2 * c, simulations, memory_mb, False, seed, False)


def _for_openspiel(state: Connect4) -> Any:
    position = _openspiel().load_game("connect_four").new_initial_state()
    for move in state.history:
        position.apply_action(move)
    return position


def mcts_accuracy(count: int = 200, seconds: float = 1.0) -> Iterator[Figure]:
    """How good the moves are that MCTS finds in a second, here and by OpenSpiel.

    OpenSpiel's is limited by simulations only. How many fit is found out at each position.
    """
    from c4lib.measure.accuracy import accuracy, spread
    from c4lib.players.agents import MCTS

    MCTS(1)(Connect4())  # this compiles it, if that was never done before
    chosen = [position for position in spread() if position.critical][:count]
    made: list[int] = []

    def openspiel(state: State) -> Move:
        """OpenSpiel's move, after about this much processor time."""
        assert isinstance(state, Connect4)
        position, few = _for_openspiel(state), SIMULATIONS // 10
        (trial,) = best(partial(_bot(few, c=1.0).step, position), repeats=1)
        made.append(max(1, round(few * seconds / trial)))
        return int(_bot(made[-1], c=1.0).step(position))

    agents: dict[str, Agent] = {
        "here, random games": MCTS(seconds=seconds, c=1.0),
        "here, MCTS.strong": MCTS.strong(seconds),
    }
    if _openspiel() is not None:
        agents["by OpenSpiel"] = openspiel
    for label, agent in agents.items():
        judged = accuracy(agent, chosen)
        for stage, part in {"all": judged, **judged.by_stage}.items():
            kept = part.kept_when_critical
            what = f"{seconds:g} s a move {label}, {stage}, {kept.count} critical positions"
            unit = f"% keep the value ({100 * kept.low:.1f} to {100 * kept.high:.1f})"
            yield Figure(what, 100 * kept.value, unit)
    if made:
        yield Figure("OpenSpiel, mean", sum(made) / len(made), "simulations a move")


def alphazero() -> Iterator[Figure]:
    """How fast self-play is on one core, and how long it takes to read a network."""
    from c4lib.alphazero import ConvNet, networks

    convolution = ConvNet.new(Connect4().board)  # none is shipped; this one has learnt nothing
    looks = []
    for name, net, target in (
        ("7x6", networks.load("7x6"), 200_000),
        ("7x6-bare", networks.load("7x6-bare"), 150_000),
        ("an untrained convolution", convolution, None),
    ):
        seconds = yield from _self_play(name, net, target)
        looks.append(seconds)
        allowed = 2.0 if name == "7x6-bare" else None
        yield Figure(f"{name}: a look", seconds / looks[0], "times that of 7x6", allowed)
    without = "from c4lib.alphazero import networks"
    read, nothing = best_of_new_python(f"{without}; networks.load()", without, repeats=5)
    yield Figure("a network is read in", read - nothing, "seconds", 0.1)


def _self_play(name: str, net: Any, target: float | None) -> Generator[Figure, None, float]:
    """How fast a network plays itself; the seconds that it takes for a look at many positions."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

    from c4lib.alphazero import ConnectKit, selfplay
    from c4lib.alphazero.net_kernel import judge_of
    from c4lib.measure.accuracy import positions

    kit, play, judge = ConnectKit(lines=name == "7x6"), selfplay.Play(), judge_of(net)

    def games(count: int = 1024) -> selfplay.Games:
        return selfplay.self_play(kit, judge, play, count, np.random.default_rng(0))

    games(1)  # this compiles it, if that was never done before
    some = [position.state for position in positions(count=play.slots)]
    with threadpool_limits(1):
        played = games()
        seconds, look = best(games, partial(judge, *kit.encode(some)))
    what = f"{name}: self-play, {play.simulations} simulations a move, one core"
    per_second = played.simulations / seconds
    yield Figure(what, per_second, "simulations a second", target, "at least")
    yield Figure(what, len(played.outcomes) / seconds, "games a second")
    asked = played.asked / played.simulations
    yield Figure(f"{name}: simulations that asked the network", 100 * asked, "%")
    return float(look)
