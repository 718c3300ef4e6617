"""Learns the clock player's judge from solved positions: `python -m c4lib judge`.

The positions come from games of alpha-beta with random openings and some random moves, 15 to 27
discs deep: such as those at which the clock player's search ends. The solver says who wins each,
and the worth of every code is fitted to that by logistic regression. No position of
`c4lib.measure.accuracy` is among them.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from c4lib.alphazero.selfplay import reserved
from c4lib.connect4 import Connect4
from c4lib.fast import Solver, tuples_kernel
from c4lib.fast.book import write_arrays
from c4lib.fast.clock_kernel import zugzwang
from c4lib.fast.lines_kernel import BoardLines, lines_of, position_of
from c4lib.heuristics import ours
from c4lib.measure import runner
from c4lib.measure.review import sign
from c4lib.players.agents import AlphaBeta
from c4lib.search import forced_moves

COMMAND = "python -m c4lib judge"
SEED = 22
PARTS, GAMES = 2000, 20  # jobs, and games in each
DEPTH = 5
OPENING = 8  # a game begins with at most this many random moves
CARELESS = (0.05, 0.15, 0.3)  # shares of random moves after that, one of them in each game
FIRST_DISCS, LAST_DISCS = 15, 27
TAKEN = 0.35  # the share of quiet positions that is taken
EPOCHS, BATCH, RATE, DECAY = 8, 2000, 0.02, 3e-4
SCALE = 100  # worths are whole hundredths of a logit

Array = np.ndarray[Any, Any]


def solved(part: int) -> list[list[str | int]]:
    """Positions of some games, as moves, and how each ends for the first player."""
    rng, found = np.random.default_rng([SEED, part]), list[list[str | int]]()
    for _ in range(GAMES):
        for state in _quiet_positions(rng):
            value = sign(_solver().solve(state).score)
            found.append([state.to_moves(), value if state.player == 0 else -value])
    return found


@cache
def _solver() -> Solver:
    return Solver(256, book=False)


def _quiet_positions(rng: np.random.Generator) -> Iterator[Connect4]:
    """Some positions of a game in which nobody can win at once."""
    player = AlphaBeta(DEPTH, ours, order="centre", compiled=True)
    state, opening, careless = Connect4(), rng.integers(1, OPENING + 1), rng.choice(CARELESS)
    while not state.is_over and state.ply <= LAST_DISCS:
        is_taken = state.ply >= FIRST_DISCS and rng.random() < TAKEN and not forced_moves(state)
        if is_taken and state.mirror_key()[0] not in reserved():
            yield state
        if state.ply < opening or rng.random() < careless:
            moves = forced_moves(state) or state.moves()
            state = state.play(moves[rng.integers(len(moves))])
        else:
            state = state.play(player(state))


# ---- the fit -------------------------------------------------------------------------------


def fit(outcomes: Mapping[str, int]) -> tuple[Array, int, int]:
    """The worth of all codes, of the turn and of zugzwang, by positions and their outcomes."""
    board = Connect4().board
    size = sum(3 ** len(squares) for squares in tuples_kernel.squares_of(board))
    blank = tuples_kernel.with_worth(board, np.zeros(size, np.int16), 0, 0)
    lines = lines_of(board)._replace(tuples=blank)
    images = str.maketrans("1234567", "7654321")
    rows = [
        (*_features(Connect4.from_moves(moves), lines), (1 + outcome) / 2)
        for original, outcome in sorted(outcomes.items())
        for moves in (original, original.translate(images))
    ]
    codes, turns, zugzwangs, goals = (np.array(column) for column in zip(*rows, strict=True))
    weights = np.zeros((4, size + 2))  # slopes, and Adam's averages of them and of their squares
    rng, steps = np.random.default_rng(SEED), math.ceil(len(goals) / BATCH)
    for step in range(EPOCHS * steps):
        if step % steps == 0:
            order = rng.permutation(len(goals))
        some = order[step % steps * BATCH :][:BATCH]
        batch = codes[some], turns[some], zugzwangs[some], goals[some]
        tuples_kernel.descend(
            *batch, weights, RATE * (1 - step / (EPOCHS * steps)), DECAY, step + 1
        )
    worth = np.round(SCALE * weights[0]).clip(-32768, 32767).astype(np.int16)
    return worth[:-2], int(worth[-2]), int(worth[-1])


def _features(state: Connect4, lines: BoardLines) -> tuple[Array, float, float]:
    """Its codes, who is to move and who wins by zugzwang: 1 the first player, -1 the second."""
    position = position_of(state, lines)
    winner = zugzwang(lines, position, state.player, np.zeros(lines.width, np.int32))
    return position.codes, 1.0 - 2 * state.player, (1.0, -1.0, 0.0)[winner]


# ---- the command ---------------------------------------------------------------------------


def make(file: Path, parts: int = PARTS, workers: int | None = None) -> None:
    """Solve all positions, learn from them and write the file; it can be interrupted."""

    def write(found: Mapping[int, list[list[Any]]]) -> None:
        outcomes = {moves: outcome for some in found.values() for moves, outcome in some}
        names = ("worth", "turn", "zugzwang")
        write_arrays(file, dict(zip(names, map(np.array, fit(outcomes)), strict=True)))

    runner.run(
        range(parts), solved, file, COMMAND, write, workers=workers,
        unit=f"{GAMES} games", screen=sys.stderr,
    )  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib judge`."""
    parser.description = (
        "Learn the clock player's judge for 7x6 again, from solved positions. It takes about half "
        "an hour on two cores, and can be interrupted with Ctrl-C and resumed."
    )
    parser.add_argument("--file", type=Path, help="where to write it (the package's own)")
    parser.add_argument("--workers", type=int, help="worker processes (one per core)")


def main(options: argparse.Namespace) -> int:
    """Learn the judge."""
    file = options.file or tuples_kernel.FILE
    make(file, workers=options.workers)
    print(f"The judge is in {file}.")
    return 0
