"""Random games and positions that several tests draw from."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, islice, product
from itertools import count as numbers
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from c4lib.connect4 import Board, Cell, Connect4
from c4lib.fast.compiler import COMPILED
from c4lib.games.trees import RandomTree

ROOT = Path(__file__).parent.parent

needs_compiler = pytest.mark.skipif(not COMPILED, reason="too slow without the compiler")


def random_game(start: Any, seed: int) -> list[Any]:
    """All states of a random game."""
    rng, states = random.Random(seed), [start]
    while not states[-1].is_over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return states


def positions(count: int, *size: int) -> list[Connect4]:
    """The first unfinished positions of random games on a board, the same ones each time."""
    games = (random_game(Connect4(*size), seed) for seed in numbers())
    return list(islice(chain.from_iterable(game[:-1] for game in games), count))


def broken_off(size: tuple[int, int, int], least: int, most: int, seed: int) -> Iterator[Connect4]:
    """Games of random moves on a board, broken off unfinished after that many discs."""
    dice = random.Random(seed)
    while True:
        state, discs = Connect4(*size), dice.randint(least, most)
        while state.ply < discs and not state.is_over:
            state = state.play(dice.choice(state.moves()))
        if not state.is_over:
            yield state


def all_lines(board: Board) -> list[list[Cell]]:
    """Every place for a line, cell by cell; of lines of one disc each cell once."""
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)] if board.connect > 1 else [(0, 1)]
    starts = product(ways, range(board.width), range(board.height))
    found = [
        [(x + n * right, y + n * up) for n in range(board.connect)] for (right, up), x, y in starts
    ]
    return [line for line in found if line[-1][0] < board.width and 0 <= line[-1][1] < board.height]


@st.composite
def small_positions(draw: Any, free: int = 9, connect: int | None = None) -> Connect4:
    """An unfinished game on any small board with at most `free` free squares."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    if max(width, height) < (connect or 1):
        width = connect
    state = Connect4(width, height, connect or draw(st.integers(1, max(width, height))))
    left = draw(st.integers(1, free))
    dice = draw(st.randoms(use_true_random=False))
    while state.free > left:
        unfinished = [move for move in state.moves() if not state.play(move).is_over]
        assume(unfinished)
        state = state.play(dice.choice(unfinished))
    return state


@st.composite
def unfinished(draw: Any, sizes: Any) -> Connect4:
    """An unfinished game of any length on a board of one of the sizes."""
    state = Connect4(*draw(sizes))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, state.free))):
        after = [state.play(move) for move in state.moves()]
        after = [each for each in after if not each.is_over]
        if not after:
            break
        state = rng.choice(after)
    return state


@st.composite
def crowded(draw: Any, free: int = 20) -> Connect4:
    """An unfinished position on a board of up to 5x4, with at most `free` free squares."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(2, 4))
    state = Connect4(width, height, draw(st.integers(2, min(4, max(width, height)))))
    left = draw(st.integers(1, free))
    while not state.is_over and state.free > left:
        state = state.play(draw(st.sampled_from(state.moves())))
    assume(not state.is_over)
    return state


TREES = st.builds(RandomTree, st.integers(1, 3), st.integers(0, 5), st.integers(0, 99))
LIMITS = st.none() | st.integers(0, 6)
"""How deep to search them."""


def check_bound(value: float, truth: float, alpha: float, beta: float) -> None:
    """Within its window a search finds the true value, and beyond it a bound."""
    if value <= alpha:
        assert truth <= value
    elif value >= beta:
        assert truth >= value
    else:
        assert truth == value


def fresh_python(
    code: str, *flags: str, root: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, with warnings as errors unless other flags are given.

    It finds the package in a folder, even if it is isolated.
    """
    path = f"import sys; sys.path.insert(0, {str(root)!r})\n"
    return subprocess.run(
        [sys.executable, *(flags or ("-W", "error")), "-c", path + code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        cwd=root,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )
