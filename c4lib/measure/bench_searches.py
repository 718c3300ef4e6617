"""How fast the rules, the searches, the Clock agent and matches are."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from c4lib import search
from c4lib.connect4 import Connect4
from c4lib.measure.bench import Figure, best, best_of_new_python
from c4lib.search.common import Evaluate


def game() -> Iterator[Figure]:
    """What a move, the first look whether a game is over, and `import c4lib` cost."""
    state = Connect4.from_moves("4453433455232266612")  # nobody wins with the next disc either
    names = {"state": state, "nothing": lambda: None}
    codes = ("nothing()", "state.play(4)", "state.play(4).is_over")
    call, play, play_and_ask = best(*codes, number=20_000, repeats=15, names=names)
    yield Figure("state.play(column)", play / call, "empty function calls", 40)
    # A state remembers the answer, so each is asked only once, and making it is taken off.
    ask = play_and_ask - play
    yield Figure("first state.is_over", ask / call, "empty function calls", 40)
    ours, numpy = best_of_new_python("import c4lib", "import numpy", repeats=7)
    unit = '× the time of python -c "import numpy"'
    yield Figure('python -c "import c4lib"', ours / numpy, unit, 1.5)


def minimax() -> Iterator[Figure]:
    """How much faster the compiled minimax is than the readable one, and how fast it is."""
    from c4lib import fast  # only here, for it loads the compiler

    small, whole = Connect4.from_moves("11223", 4, 4), Connect4(4, 4)
    nodes = fast.minimax(small).nodes  # this compiles it, if that was never done before
    readable, compiled = best(partial(search.minimax, small), partial(fast.minimax, small))
    what = f"compiled minimax on {nodes:,} nodes"
    yield Figure(what, readable / compiled, "× the speed of the readable search", 50, "at least")
    result = fast.minimax(whole)
    yield Figure(f"the whole 4x4 tree, {result.nodes:,} nodes", result.seconds, "seconds")
    code = "from c4lib import Connect4, fast; fast.minimax(Connect4(), depth=1)"
    (load,) = best_of_new_python(code)
    yield Figure("a new Python's first compiled search, from the cache", load, "seconds")


def heuristics() -> Iterator[Figure]:
    """Alpha-beta with the evaluations of lesson 04, compiled beside readable; and their cost."""
    from c4lib import fast  # only here, for it loads the compiler
    from c4lib.heuristics import EVALUATIONS, one

    start, depth = Connect4(), 8
    nodes = fast.alphabeta(start, depth, one).nodes  # this compiles it, if that was never done
    readable, compiled = best(
        partial(search.alphabeta, start, depth, one), partial(fast.alphabeta, start, depth, one)
    )
    what = f"compiled alpha-beta by one to depth {depth}, {nodes:,} nodes"
    yield Figure(what, readable / compiled, "× the speed of the readable search", 20, "at least")
    for name, plies in product(("one", "two", "one bis"), (depth, depth + 1, depth + 2)):
        run = partial(fast.alphabeta, start, plies, EVALUATIONS[name])
        (seconds,) = best(run, repeats=5)
        what = f"compiled alpha-beta by {name} to depth {plies}, {run().nodes:,} nodes"
        yield Figure(what, 1000 * seconds, "ms")
    yield from _leaves()


def _leaves() -> Iterator[Figure]:
    """How long each evaluation takes to judge a position, compared with evaluation one."""
    from c4lib.heuristics import EVALUATIONS
    from c4lib.measure.accuracy import positions

    states = [position.state for position in positions()]
    for way, number in {"compiled": 20, "readable": 1}.items():
        runs = [_judging(way, judge, states) for judge in EVALUATIONS.values()]
        times = dict(zip(EVALUATIONS, best(*runs, number=number, repeats=7), strict=True))
        for name, seconds in times.items():
            each = 1e9 * seconds / number / len(states)
            what = f"one position judged by {name}, {way}, {each:,.0f} ns"
            yield Figure(what, seconds / times["one"], "× the time of evaluation one")


def _judging(way: str, judge: Evaluate, states: Sequence[Connect4]) -> Callable[[], object]:
    """A function that judges all states."""
    from c4lib.fast.compiler import words
    from c4lib.fast.heuristics_kernel import estimate_all, evaluator_of
    from c4lib.fast.rules_kernel import rules_of

    if way == "readable":
        return lambda: list(map(judge, states))
    like, values = states[0], np.zeros(len(states))
    discs = words([state.theirs for state in states]), words([state.mask for state in states])
    return partial(estimate_all, rules_of(like), evaluator_of(judge, like), *discs, values)


BOARDS = {
    f"{width}x{height}, {connect} in a row": (width, height, connect)
    for width, height, connect in ((7, 6, 4), (7, 7, 4), (20, 20, 10), (50, 50, 10))
}
"""The boards where the Clock agent is timed."""
TIMES = {0.001: 0.12, 0.01: 0.09, 0.1: 0.04}
"""Seconds for a move, and the share of all moves that get this time on each of the boards."""


def clock(moves: int = 1000) -> Iterator[Figure]:
    """How well the Clock agent keeps its time, how deep it looks, and how fast it is.

    It takes a quiet machine, for other programs make moves late. So there is also a figure for a
    loop that does nothing but wait for the same time, in turns with the moves.
    """
    from c4lib.players.agents import Clock

    Clock(0.01)(Connect4())  # this compiles it, if that was never done before
    late, late_loops, overruns, depths = 0, 0, [], []
    for (board, size), (seconds, share) in product(BOARDS.items(), TIMES.items()):
        player, dice = Clock(seconds), random.Random(1)
        looked, most = [], max(0.05 * seconds, 0.01)
        for _ in range(max(1, round(share * moves))):
            over = _overrun(seconds, partial(player, _open_position(size, dice)))
            late += over > most
            late_loops += _overrun(seconds, partial(_wait, seconds)) > most
            overruns.append(over)
            assert player.result is not None
            looked.append(player.result.depth)
        what = f"mean depth on {board} in {1000 * seconds:g} ms, {len(looked)} moves"
        depths.append(Figure(what, float(np.mean(looked)), "plies"))
    what = f"of {len(overruns):,} moves, those late by more than 5 % and 10 ms"
    yield Figure(what, late, "moves", 0)
    yield Figure("of as many loops that only wait", late_loops, "loops")
    yield Figure("the latest move was late by", 1000 * max(overruns), "ms")
    yield from depths
    for board, size in BOARDS.items():
        player = Clock(nodes=1_000_000)
        (seconds,) = best(partial(player, Connect4(*size)), repeats=1)
        assert player.result is not None
        speed = player.result.nodes / seconds / 1e6
        yield Figure(f"nodes a second on {board}", speed, "million")


def _overrun(seconds: float, run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start - seconds


def _wait(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def _open_position(size: tuple[int, int, int], dice: random.Random) -> Connect4:
    """A random game, broken off where there is something to think about."""
    most = size[0] * size[1] // 2
    while True:
        state = Connect4(*size)
        for _ in range(dice.randrange(most)):
            if not state.is_over:
                state = state.play(dice.choice(state.moves()))
        if not state.is_over and not search.forced_moves(state):
            return state


def arena(games: int = 128) -> Iterator[Figure]:
    """How much faster two workers play a match than one, and how long they take to start."""
    from c4lib.heuristics import one
    from c4lib.measure.workers import Processes
    from c4lib.players.agents import AlphaBeta
    from c4lib.players.arena import match

    players = AlphaBeta(7, one, compiled=True), AlphaBeta(6, one, compiled=True)
    start = Connect4.from_moves("44")

    def play(workers: int, pool: Any) -> Callable[[], object]:
        began = time.perf_counter()
        match(*players, 16 * workers, start, executor=pool)  # it starts them, and loads the code
        starting[workers] = time.perf_counter() - began
        return partial(match, *players, games, start, executor=pool)

    starting: dict[int, float] = {}
    with Processes(1) as alone, Processes(2) as two:
        runs = play(1, alone), play(2, two)
        by_one, by_two = best(*runs, repeats=5, clock=time.perf_counter)
    what = f"a match of {games} games by two workers"
    yield Figure(what, by_one / by_two, "× the speed of one worker", 1.7, "at least")
    yield Figure("one worker", games / by_one, "games a second")
    yield Figure("two workers start, and load compiled code, in", starting[2], "seconds")
