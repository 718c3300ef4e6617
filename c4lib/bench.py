"""How fast the parts are, told as ratios so that every machine prints much the same.

All timings that a ratio compares are taken in turns within one run, and of each the
best counts: what else the machine does can only make a timing longer.
"""

import random
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, Literal

import numpy as np

from c4lib import search
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.search.common import Evaluate


@dataclass(frozen=True)
class Figure:
    """One measured ratio beside the most or the least it may be.

    Without a target it is there for information, as seconds are: machines differ.
    """

    what: str
    ratio: float
    unit: str
    target: float | None = None
    direction: Literal["at most", "at least"] = "at most"

    @property
    def met(self) -> bool:
        """Whether the ratio is within its target, if it has one."""
        if self.target is None:
            return True
        if self.direction == "at least":
            return self.ratio >= self.target
        return self.ratio <= self.target

    def __str__(self) -> str:
        figure = f"{self.what}: {self.ratio:.2f} {self.unit}"
        if self.target is None:
            return figure
        met = "met" if self.met else "NOT met"
        return f"{figure} (target: {self.direction} {self.target:g}, {met})"


def game() -> Iterator[Figure]:
    """What a move, the question whether the game is over, and `import c4lib` cost."""
    state = Connect4.from_moves("4453433455232266612")  # nobody wins with the next disc either
    scope = {"state": state, "nothing": lambda: None}
    call, play, play_and_ask = best(
        [
            timeit.Timer(code, globals=scope).timeit
            for code in ("nothing()", "state.play(4)", "state.play(4).is_over")
        ],
        number=20_000,
        repeats=15,
    )
    yield Figure("state.play(column)", play / call, "empty function calls", 40)
    # A state remembers the answer, so each is asked only once, and making it is taken off.
    ask = play_and_ask - play
    yield Figure("first state.is_over", ask / call, "empty function calls", 40)
    ours, numpy = best([_fresh("import c4lib"), _fresh("import numpy")], number=1, repeats=7)
    yield Figure('python -c "import c4lib"', ours / numpy, 'times python -c "import numpy"', 1.5)


def minimax() -> Iterator[Figure]:
    """How much faster the compiled minimax is than the readable one, and how fast at all."""
    from c4lib import fast  # only here, for it loads the compiler

    small, whole = Connect4.from_moves("11223", 4, 4), Connect4(4, 4)
    nodes = fast.minimax(small).nodes  # this compiles it, if that was never done before
    readable, compiled = best(
        [
            timeit.Timer(lambda: search.minimax(small)).timeit,
            timeit.Timer(lambda: fast.minimax(small)).timeit,
        ],
        number=1,
        repeats=3,
    )
    what = f"compiled minimax on {nodes:,} nodes"
    yield Figure(what, readable / compiled, "times as fast as the readable", 50, "at least")
    result = fast.minimax(whole)
    yield Figure(f"the whole 4x4 tree, {result.nodes:,} nodes", result.seconds, "seconds")
    code = "from c4lib import Connect4, fast; fast.minimax(Connect4(), depth=1)"
    (load,) = best([_fresh(code)], number=1, repeats=3)
    yield Figure("a new Python's first compiled search, from the cache", load, "seconds")


def heuristics() -> Iterator[Figure]:
    """Alpha-beta with the evaluations of lesson 04, compiled beside readable; and their cost.

    All in process time.
    """
    from c4lib import fast  # only here, for it loads the compiler
    from c4lib.heuristics import EVALUATIONS, one

    start, depth = Connect4(), 8
    nodes = fast.alphabeta(start, depth, one).nodes  # this compiles it, if that was never done
    readable, compiled = best(
        [
            _working(lambda: search.alphabeta(start, depth, one)),
            _working(lambda: fast.alphabeta(start, depth, one)),
        ],
        number=1,
        repeats=3,
    )
    what = f"compiled alpha-beta by one to depth {depth}, {nodes:,} nodes"
    yield Figure(what, readable / compiled, "times as fast as the readable", 20, "at least")
    for name, plies in product(("one", "two", "one bis"), (depth, depth + 1, depth + 2)):
        run = partial(fast.alphabeta, start, plies, EVALUATIONS[name])
        (seconds,) = best([_working(run)], number=1, repeats=5)
        what = f"compiled alpha-beta by {name} to depth {plies}, {run().nodes:,} nodes"
        yield Figure(what, 1000 * seconds, "ms")
    yield from _leaves()


def _leaves() -> Iterator[Figure]:
    """What it costs to judge a position by each evaluation, in times of what it costs by one."""
    from c4lib.accuracy import positions
    from c4lib.heuristics import EVALUATIONS

    states = [position.state for position in positions()]
    ways = {"compiled": (_judge_compiled, 20), "readable": (_judge_readable, 1)}
    for way, (judging, number) in ways.items():
        timers = [_working(judging(judge, states)) for judge in EVALUATIONS.values()]
        times = dict(zip(EVALUATIONS, best(timers, number, repeats=7), strict=True))
        for name, seconds in times.items():
            each = 1e9 * seconds / number / len(states)
            what = f"one position judged by {name}, {way}, {each:,.0f} ns"
            yield Figure(what, seconds / times["one"], "times what it takes by one")


def _judge_readable(judge: Evaluate, states: Sequence[Connect4]) -> Callable[[], object]:
    """A function that judges all states."""
    return lambda: [judge(state) for state in states]


def _judge_compiled(judge: Evaluate, states: Sequence[Connect4]) -> Callable[[], object]:
    """The same by the evaluation's twin."""
    from c4lib.fast.compiler import words
    from c4lib.fast.evaluating import estimate_all, judge_of
    from c4lib.fast.rules import rules_of

    like, values = states[0], np.zeros(len(states))
    discs = words([state.theirs for state in states]), words([state.mask for state in states])
    return partial(estimate_all, rules_of(like), judge_of(judge, like), *discs, values)


def _working(run: Callable[[], object]) -> Callable[[int], float]:
    """A timer that only counts the time in which this process works, as others may do, too."""
    return timeit.Timer(run, timer=time.process_time).timeit


def solver() -> Iterator[Figure]:
    """The solver beside `bitbully`, without books, by stage of the game and difficulty."""
    for label, states, target in _solver_sets():
        yield _beside_bitbully(label, states, target)
    code = "from c4lib import Connect4, fast; fast.solve(Connect4.from_moves('121212'))"
    (load,) = best([_fresh(code)], number=1, repeats=3)
    yield Figure("a new Python's first solution, compiled code from the cache", load, "seconds")


def empty_board() -> Iterator[Figure]:
    """The empty board, which takes minutes: the solver beside `bitbully`, without books."""
    yield _beside_bitbully("the empty board", [Connect4()], 0.2)


def book() -> Iterator[Figure]:
    """How long a position takes with the opening book: one thread, each with an empty table."""
    from c4lib.fast import Solver

    ours = Solver()
    ours.solve(Connect4.from_moves("444444222222"))  # this compiles it, and touches the table
    for label, positions in _whole_sets():
        times = []
        for state, score in positions:
            ours.clear()
            start = time.process_time()
            found = ours.solve(state).score
            times.append(time.process_time() - start)
            if found != score:
                raise ValueError(f"{state!r}: {found} here, but {score} is known")
        what = f"{label}, {len(times):,} positions with the book"
        yield Figure(f"{what}: median", 1000 * median(times), "ms", 20)
        yield Figure(f"{what}: at worst", max(times), "seconds", 2)
        late = sum(each > 2 for each in times)
        yield Figure(f"{what}: longer than 2 seconds", late, "positions")


SAMPLES = {"L2_R2": (200, 0.7), "L1_R1": (200, 0.2), "L1_R2": (60, 0.9), "L1_R3": (30, 1.0)}
"""Of each set of published positions, how many are solved, and the target for the time."""


def _whole_sets() -> Iterator[tuple[str, list[tuple[Connect4, int]]]]:
    """Positions and their scores: published ones where they are at hand, else our own."""
    from c4lib.accuracy import DIFFICULTIES, STAGES, positions

    files = sorted((Path(__file__).parents[2] / "shared" / "data").glob("Test_*"))
    for file in files:
        rows = [line.split() for line in file.read_text().splitlines()]
        known = [(Connect4.from_moves(moves), int(score)) for moves, score in rows]
        yield file.name.removeprefix("Test_"), known
    for stage, difficulty in product(STAGES, DIFFICULTIES) if not files else ():
        ours = [(each.state, max(each.scores.values())) for each in positions(stage, difficulty)]
        if ours:
            yield f"{stage}, {difficulty}", ours


def _solver_sets() -> Iterator[tuple[str, list[Connect4], float | None]]:
    """Some of these positions, and the target for the time."""
    dice, sets = random.Random(1), dict(_whole_sets())
    samples = SAMPLES if "L1_R1" in sets else dict.fromkeys(sets, (40, None))
    for label, (count, target) in samples.items():
        yield label, [state for state, _ in dice.sample(sets[label], count)], target


def _beside_bitbully(label: str, states: Sequence[Connect4], target: float | None) -> Figure:
    """Both solvers on the same positions, one thread, each with an empty table."""
    from c4lib.fast import Solver

    try:
        from bitbully import bitbully_core
    except ImportError:
        sys.exit("bitbully is needed beside it: pip install -r requirements-dev.txt")

    ours, theirs = Solver(book=False), bitbully_core.BitBullyCore()
    ours.solve(Connect4.from_moves("444444222222"))  # this compiles it, and touches the table
    times, nodes = [0.0, 0.0], [0, 0]
    for state in states:
        board = bitbully_core.BoardCore()
        board.setBoard(list(state.history))
        ours.clear()
        theirs.resetTranspositionTable()
        theirs.resetNodeCounter()
        start = time.process_time()
        solution = ours.solve(state)
        middle = time.process_time()
        score = theirs.mtdf(board, 0)
        end = time.process_time()
        if solution.score != score:
            raise ValueError(f"{state!r}: {solution.score} here, but {score} by bitbully")
        times[0] += middle - start
        times[1] += end - middle
        nodes[0] += solution.nodes
        nodes[1] += theirs.getNodeCounter()
    ms = [1000 * total / len(states) for total in times]
    mean = [total / len(states) for total in nodes]
    what = (
        f"{label}, mean of {len(states)}: {ms[0]:,.2f} ms and {mean[0]:,.0f} nodes here, "
        f"{ms[1]:,.2f} ms and {mean[1]:,.0f} nodes by bitbully"
    )
    return Figure(what, times[0] / times[1], "times its time", target)


BOARDS = ((7, 6, 4), (7, 7, 4), (20, 20, 10), (50, 50, 10))
"""Width, height and length of a line where the clock player is timed."""
TIMES = {0.001: 0.12, 0.01: 0.09, 0.1: 0.04}
"""Seconds for a move, and the share of all moves that has so long, on each of the four boards."""


def clock(moves: int = 1000) -> Iterator[Figure]:
    """How well the clock player keeps its time, how deep it looks, and how fast it is.

    Only a quiet machine tells: what others do makes moves late. So it is told, too, how often
    a loop is late that does nothing but wait for as long, in turns with the moves.
    """
    from c4lib.agents import Clock

    Clock(0.01)(Connect4())  # this compiles it, if that was never done before
    late, late_loops, overruns, depths = 0, 0, [], []
    for size, (seconds, share) in product(BOARDS, TIMES.items()):
        player, dice = Clock(seconds), random.Random(1)
        looked, most = [], max(0.05 * seconds, 0.01)
        for _ in range(max(1, round(share * moves))):
            over = _overrun(seconds, partial(player, _open_position(size, dice)))
            late += over > most
            late_loops += _overrun(seconds, partial(_wait, seconds)) > most
            overruns.append(over)
            looked.append(player.thought.depth)
        what = f"mean depth on {_name(size)} in {1000 * seconds:g} ms, {len(looked)} moves"
        depths.append(Figure(what, float(np.mean(looked)), "plies"))
    what = f"of {len(overruns):,} moves, those late by more than 5 % and 10 ms"
    yield Figure(what, late, "moves", 0)
    yield Figure("of as many loops that only wait", late_loops, "loops")
    yield Figure("the latest move was late by", 1000 * max(overruns), "ms")
    yield from depths
    for size in BOARDS:
        player = Clock(nodes=1_000_000)
        seconds = _working(partial(player, Connect4(*size)))(1)
        speed = player.thought.nodes / seconds / 1e6
        yield Figure(f"nodes a second on {_name(size)}", speed, "million")


def _overrun(seconds: float, run: Callable[[], object]) -> float:
    """By how many seconds it takes longer than it may."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start - seconds


def _wait(seconds: float) -> None:
    """Do nothing, but busily, for so long."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def _open_position(size: tuple[int, int, int], dice: random.Random) -> Connect4:
    """A game of random moves, broken off where there is something to think about."""
    most = size[0] * size[1] // 2
    while True:
        state = Connect4(*size)
        for _ in range(dice.randrange(most)):
            if not state.is_over:
                state = state.play(dice.choice(state.moves()))
        if not state.is_over and not search.forced_moves(state):
            return state


def _name(size: tuple[int, int, int]) -> str:
    width, height, connect = size
    return f"{width}x{height}, {connect} in a row"


SIMULATIONS = 100_000
"""How many a search makes whose speed is compared."""
C = 1.5
"""How much exploring is weighed where a mean goes from 0 to 1, as here."""


def mcts() -> Iterator[Figure]:
    """How fast Monte Carlo tree search is, one random game for each simulation.

    Beside OpenSpiel's, written in C++, on the same positions and one core, in process time;
    then on two cores, beside the readable one, and with the study's setting.
    """
    from c4lib import fast  # only here, for it loads the compiler

    fast.mcts(Connect4(), 1)  # this compiles it, if that was never done before
    yield from _beside_openspiel()
    start, many = Connect4(), 10 * SIMULATIONS
    one, two = best(
        [timeit.Timer(partial(fast.mcts, start, many, workers=n)).timeit for n in (1, 2)],
        number=1,
        repeats=3,
    )
    what = f"{many:,} simulations on two cores"
    yield Figure(what, one / two, "times as fast as on one", 1.6, "at least")
    few = SIMULATIONS // 50
    readable, compiled = best(
        [_working(partial(way, start, few)) for way in (search.mcts, fast.mcts)],
        number=1,
        repeats=3,
    )
    what = f"compiled MCTS, {few:,} simulations"
    yield Figure(what, readable / compiled, "times as fast as the readable")
    (seconds,) = best([_working(partial(fast.mcts, start, 5000, rollouts=100))], 1, repeats=5)
    yield Figure("5,000 simulations of 100 games each, on the empty board", seconds, "seconds", 0.5)
    found = fast.mcts(start, many)
    used = sum(map(_bytes_in_use, found.tree.trees)) / found.nodes
    yield Figure(f"a tree of {found.nodes:,} nodes", used, "bytes a node", 64)


def _bytes_in_use(tree: Any) -> int:
    """The memory of a compiled tree's rows, without those that are not yet needed."""
    from c4lib.fast.growing import ROW_BYTES, ROWS

    return int(tree.counts[ROWS]) * ROW_BYTES


def _beside_openspiel() -> Iterator[Figure]:
    """Both searches on the empty board and on some positions of each stage of the game."""
    from c4lib import fast
    from c4lib.accuracy import STAGES, positions

    if _openspiel() is None:
        return
    sets = {"the empty board": [Connect4()]}
    for stage in STAGES:
        sets[f"3 positions of the {stage}"] = [p.state for p in positions(stage, count=3)]
    total = [0.0, 0.0]
    for label, states in sets.items():
        times = [0.0, 0.0]
        for state in states:
            bot, position = _bot(SIMULATIONS, C), _for_openspiel(state)
            ways = (partial(fast.mcts, state, SIMULATIONS, c=C), partial(bot.step, position))
            for way, seconds in enumerate(best([_working(way) for way in ways], 1, repeats=3)):
                times[way] += seconds
                total[way] += seconds
        yield _speeds(label, times, len(states), None)
    yield _speeds("all of them", total, sum(map(len, sets.values())), 10)


def _speeds(label: str, times: Sequence[float], count: int, target: float | None) -> Figure:
    ours, theirs = (count * SIMULATIONS / seconds for seconds in times)
    what = f"{label}: {ours:,.0f} simulations a second here, {theirs:,.0f} by OpenSpiel"
    return Figure(what, ours / theirs, "times as many", target, "at least")


def _openspiel() -> Any:
    """OpenSpiel, or None, with a word, where it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        print("open_spiel is not installed, so nothing is compared with it", file=sys.stderr)
        return None
    return pyspiel


def _bot(simulations: int, c: float) -> Any:
    """OpenSpiel's MCTS with so many simulations, one random game each, and nothing proven.

    It counts a loss as -1, so that means spread twice as far, and so must what is added to them.
    """
    pyspiel = _openspiel()
    judge, seed, memory_mb = pyspiel.RandomRolloutEvaluator(1, 0), 0, 4096
    game = pyspiel.load_game("connect_four")
    return pyspiel.MCTSBot(game, judge, 2 * c, simulations, memory_mb, False, seed, False)


def _for_openspiel(state: Connect4) -> Any:
    """The same position for OpenSpiel."""
    position = _openspiel().load_game("connect_four").new_initial_state()
    for move in state.history:
        position.apply_action(move)
    return position


def mcts_accuracy(count: int = 200, seconds: float = 1.0) -> Iterator[Figure]:
    """How good the moves are that MCTS finds in a second, here and by OpenSpiel.

    OpenSpiel's is limited by simulations only. How many fit is found out at each position.
    """
    from c4lib.accuracy import accuracy, positions
    from c4lib.agents import MCTS

    MCTS(1)(Connect4())  # this compiles it, if that was never done before
    chosen = positions(count=count)
    made: list[int] = []

    def openspiel(state: State) -> Move:
        """OpenSpiel's move, within about so much time of the processor."""
        assert isinstance(state, Connect4)
        position, few = _for_openspiel(state), SIMULATIONS // 10
        trial = _working(partial(_bot(few, c=1.0).step, position))(1)
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
            kept = part.kept
            what = f"{seconds:g} s a move {label}, {stage}, {kept.count} positions"
            unit = f"% keep the value ({100 * kept.low:.1f} to {100 * kept.high:.1f})"
            yield Figure(what, 100 * kept.value, unit)
    if made:
        yield Figure("OpenSpiel's simulations for a move, mean", sum(made) / len(made), "")


def alphazero() -> Iterator[Figure]:
    """How fast self-play is on one core, and how soon a network is read from its file."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

    from c4lib.alphazero import selfplay, shipped
    from c4lib.alphazero.forward import judge_of

    kit, play = selfplay.ConnectKit(), selfplay.Play()
    judge = judge_of(shipped.load("7x6"))

    def games(count: int) -> selfplay.Played:
        return selfplay.self_play(kit, judge, play, count, np.random.default_rng(0))

    games(1)  # this compiles it, if that was never done before
    with threadpool_limits(1):
        played = games(1024)
        (seconds,) = best([_working(partial(games, 1024))], 1, repeats=3)
    what = f"self-play, {play.simulations} simulations a move, one core"
    per_second = played.simulations / seconds
    yield Figure(what, per_second, "simulations a second", 200_000, "at least")
    yield Figure(what, len(played.outcomes) / seconds, "games a second")
    asked = played.asked / played.simulations
    yield Figure("simulations that asked the network", 100 * asked, "%")
    reading = "from c4lib.alphazero import shipped; shipped.load()"
    without = "from c4lib.alphazero import shipped"
    read, nothing = best([_fresh(reading), _fresh(without)], 1, repeats=5)
    yield Figure("a network is read in", read - nothing, "seconds", 0.1)


def alphazero_accuracy(count: int = 300) -> Iterator[Figure]:
    """How often AlphaZero keeps the game's value: without search, with it, and by the clock."""
    from c4lib.accuracy import accuracy, positions
    from c4lib.agents import AlphaZero

    targets = {1: 95.0, 32: None, 400: 98.5}
    for simulations, target in targets.items():
        judged = accuracy(AlphaZero(simulations=simulations))
        what = f"{simulations} simulation{'s' * (simulations > 1)} a move, "
        kept = judged.kept
        yield Figure(what + f"kept in {kept.count}", 100 * kept.value, "%", target, "at least")
        for stage, part in judged.by_stage.items():
            for difficulty, some in part.by_difficulty.items():
                yield Figure(what + f"{stage}, {difficulty}", 100 * some.kept.value, "%")
    kept = accuracy(AlphaZero(seconds=1.0), positions(count=count)).kept
    what = f"one second a move, kept in {kept.count}"
    yield Figure(what, 100 * kept.value, "%", 99.5, "at least")


def arena(games: int = 128) -> Iterator[Figure]:
    """How many more games two workers play than one, and how long they take to start."""
    from c4lib.agents import AlphaBeta
    from c4lib.arena import match
    from c4lib.heuristics import one
    from c4lib.workers import processes

    players = AlphaBeta(7, one, compiled=True), AlphaBeta(6, one, compiled=True)
    start = Connect4.from_moves("44")

    def play(workers: int, pool: Any) -> Callable[[], object]:
        began = time.perf_counter()
        match(*players, 16 * workers, start, executor=pool)  # it starts them, and loads the code
        starting[workers] = time.perf_counter() - began
        return partial(match, *players, games, start, executor=pool)

    starting: dict[int, float] = {}
    with processes(1) as alone, processes(2) as two:
        by_one, by_two = best(
            [
                timeit.Timer(play(1, alone)).timeit,
                timeit.Timer(play(2, two)).timeit,
            ],
            number=1,
            repeats=5,
        )
    what = f"a match of {games} games by two workers"
    yield Figure(what, by_one / by_two, "times as fast as by one", 1.7, "at least")
    yield Figure("games a second by one worker", games / by_one, "")
    yield Figure("two workers start, and load compiled code, in", starting[2], "seconds")


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "arena": arena,
    "game": game,
    "minimax": minimax,
    "heuristics": heuristics,
    "clock": clock,
    "mcts": mcts,
    "mcts-accuracy": mcts_accuracy,
    "alphazero": alphazero,
    "alphazero-accuracy": alphazero_accuracy,
    "solver": solver,
    "empty-board": empty_board,
    "book": book,
}
"""What `python -m c4lib bench` can measure."""


def best(timers: Sequence[Callable[[int], float]], number: int, repeats: int) -> tuple[float, ...]:
    """Each timer's shortest time for `number` runs, the timers taking turns."""
    rounds = [[timer(number) for timer in timers] for _ in range(repeats)]
    return tuple(min(times) for times in zip(*rounds, strict=True))


def _fresh(code: str) -> Callable[[int], float]:
    """A timer that runs `code` in new interpreters."""
    root = Path(__file__).parent.parent

    def timer(number: int) -> float:
        start = time.perf_counter()
        for _ in range(number):
            subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
        return time.perf_counter() - start

    return timer
