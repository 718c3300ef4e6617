"""How fast the solver is: beside other solvers, and with its book."""

import os
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from c4lib.connect4 import Connect4
from c4lib.measure.bench import Figure, best_of_new_python


def solver(positions: Path | None = None, rival: str | None = None) -> Iterator[Figure]:
    """The solver beside `bitbully`, or another one, by stage of the game and difficulty."""
    dice, sets = random.Random(1), dict(_whole_sets(positions))
    samples = SAMPLES if "L1_R1" in sets else dict.fromkeys(sets, (40, None))
    for label, (count, target) in samples.items():
        states = [state for state, _ in dice.sample(sets[label], count)]
        yield _beside(label, states, target, rival)
    code = "from c4lib import Connect4, fast; fast.solve(Connect4.from_moves('121212'))"
    (load,) = best_of_new_python(code)
    yield Figure("a new Python's first solution, compiled code from the cache", load, "seconds")


def empty_board(rival: str | None = None) -> Iterator[Figure]:
    """The empty board, which takes minutes: the solver beside `bitbully`, or another one."""
    yield _beside("the empty board", [Connect4()], 0.12, rival)


def book(positions: Path | None = None) -> Iterator[Figure]:
    """How long a position takes with the opening book: one thread, each with an empty table."""
    from c4lib.fast import Solver

    ours = Solver()
    ours.solve(Connect4.from_moves("444444222222"))  # this compiles it, and touches the table
    for label, known in _whole_sets(positions):
        times = []
        for state, score in known:
            ours.clear()
            start = time.process_time()
            found = ours.solve(state).score
            times.append(time.process_time() - start)
            if found != score:
                raise ValueError(f"{state!r}: {found} here, but {score} is known")
        what = f"{label}, {len(times):,} positions with the book"
        yield Figure(f"{what}: median", 1000 * median(times), "ms", 20)
        yield Figure(f"{what}: at worst", max(times), "seconds", 2)
        late = sum(each > HOPED for each in times)
        yield Figure(f"{what}: longer than {HOPED} seconds", late, "positions")


HOPED = 0.2  # seconds within which the solver with its book should know any position
SAMPLES = {"L2_R2": (200, 0.7), "L1_R1": (200, 0.2), "L1_R2": (60, 0.9), "L1_R3": (30, 1.0)}
"""How many of each set of published positions are solved, and the target for the time."""


def _whole_sets(published: Path | None) -> Iterator[tuple[str, list[tuple[Connect4, int]]]]:
    """Positions and their scores: those of a folder of published ones, or our own."""
    from c4lib.measure.accuracy import DIFFICULTIES, STAGES, positions

    files = sorted(published.glob("Test_*")) if published else []
    if published and not files:
        raise ValueError(f"{published} has no files of positions such as Test_L1_R1")
    for file in files:
        rows = [line.split() for line in file.read_text().splitlines()]
        known = [(Connect4.from_moves(moves), int(score)) for moves, score in rows]
        yield file.name.removeprefix("Test_"), known
    for stage, difficulty in product(STAGES, DIFFICULTIES) if not files else ():
        ours = [(each.state, max(each.scores.values())) for each in positions(stage, difficulty)]
        if ours:
            yield f"{stage}, {difficulty}", ours


class Solved(NamedTuple):
    """What a solver found, in how many seconds of processor time, and with how many nodes."""

    scores: list[int]
    seconds: float
    nodes: int | None = None

    def __str__(self) -> str:
        each = f"{1000 * self.seconds / len(self.scores):,.2f} ms"
        return each + (f" and {self.nodes / len(self.scores):,.0f} nodes" if self.nodes else "")


def _beside(
    label: str, states: Sequence[Connect4], target: float | None, rival: str | None
) -> Figure:
    """Our solver and a rival on the same positions: one thread, empty tables, no books."""
    theirs = _bitbully(states) if rival is None else _run(rival, states)  # first: it may be missing
    ours, name = _solve(states), rival or "bitbully"
    for state, score, other in zip(states, ours.scores, theirs.scores, strict=True):
        if score != other:
            raise ValueError(f"{state!r}: {score} here, but {other} by {name}")
    what = f"{label}, mean of {len(states)}: {ours} here, {theirs} by {name}"
    ratio = ours.seconds / theirs.seconds
    return Figure(what, ratio, f"× the time of {name}", None if rival else target)


def _solve(states: Sequence[Connect4]) -> Solved:
    from c4lib.fast import Solver

    solver = Solver(book=False)
    solver.solve(Connect4.from_moves("444444222222"))  # this compiles it, and touches the table
    solutions, seconds = [], 0.0
    for state in states:
        solver.clear()
        start = time.process_time()
        solutions.append(solver.solve(state))
        seconds += time.process_time() - start
    scores = [solution.score for solution in solutions]
    return Solved(scores, seconds, sum(solution.nodes for solution in solutions))


def _bitbully(states: Sequence[Connect4]) -> Solved:
    try:
        from bitbully import bitbully_core
    except ImportError:
        sys.exit("bitbully is needed for comparison: pip install -r requirements-dev.txt")

    solver, scores, seconds, nodes = bitbully_core.BitBullyCore(), [], 0.0, 0
    for state in states:
        board = bitbully_core.BoardCore()
        board.setBoard(list(state.history))
        solver.resetTranspositionTable()
        solver.resetNodeCounter()
        start = time.process_time()
        scores.append(solver.mtdf(board, 0))
        seconds += time.process_time() - start
        nodes += solver.getNodeCounter()
    return Solved(scores, seconds, nodes)


def _run(command: str, states: Sequence[Connect4]) -> Solved:
    """A program that reads positions such as 4453, a line each, and answers with their scores.

    A score is the first number of its line, or comes after the position. The time that the
    program takes to start is left out.
    """
    moves = [state.to_moves() for state in states]
    start, _ = _timed(command, [])
    seconds, lines = _timed(command, moves)
    try:
        pairs = zip(moves, lines, strict=True)
        scores = [int(line.removeprefix(position).split()[0]) for position, line in pairs]
    except (IndexError, ValueError) as error:
        raise ValueError(
            f"{command} must answer each of {len(moves)} positions with a line that begins with "
            f"its score; it answered {lines[:2]} ..."
        ) from error
    return Solved(scores, max(seconds - start, 1e-6))


def _timed(command: str, lines: Sequence[str]) -> tuple[float, list[str]]:
    """A command's processor time in seconds, and what it prints when it is given these lines."""

    def spent() -> float:
        times = os.times()
        return times.children_user + times.children_system

    before, text = spent(), "".join(f"{line}\n" for line in lines)
    if not (words := shlex.split(command)):
        raise ValueError('name the other solver\'s command: --rival "./solver --quiet"')
    done = subprocess.run(words, input=text, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise ValueError(f"{command} failed with exit code {done.returncode}: {done.stderr}")
    return spent() - before, done.stdout.splitlines()
