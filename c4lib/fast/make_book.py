"""Computes the opening book, for as long as it is let; what is done is never done again."""

import random
import time
from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

from c4lib.connect4 import Connect4
from c4lib.fast.book import PLIES, book_of, key_of, read, write
from c4lib.fast.solver import Solution, Solver

SAVE_EVERY = 10.0
"""Seconds between two savings: so much work at most is lost in a power cut."""
AT_ONCE = 256
"""How many positions are handed out at a time."""

Batch = list[Connect4]


def positions(plies: int) -> Batch:
    """All unfinished games of 7x6 after so many moves, one of each pair of mirror images.

    Those that are played near the middle come first.
    """
    level = {key_of(Connect4()): Connect4()}
    for _ in range(plies):
        after = (state.play(move) for state in level.values() for move in state.moves())
        level = {key_of(state): state for state in after if not state.is_over}
    return sorted(level.values(), key=off_middle)


def off_middle(state: Connect4) -> int:
    """How far the discs lie from the middle column, all together."""
    return sum(abs(move - state.width // 2) for move in state.history)


def make(file: Path, plies: int = PLIES, table_mb: int = 1024, threads: int = 2) -> None:
    """Solve all positions with up to `plies` discs that the file does not have yet.

    Those with few discs come first, and among them those whose discs lie near the middle,
    which readers meet most. Ctrl-C saves what is done and ends.
    """
    scores = load(file)
    write(file, scores)  # if that cannot be done, better now than later
    solver = Solver(table_mb, book=False, threads=threads)
    saved = time.monotonic()

    def note(state: Connect4, score: int) -> None:
        nonlocal saved
        scores[key_of(state)] = score
        if time.monotonic() - saved > SAVE_EVERY:
            write(file, scores)
            saved = time.monotonic()

    try:
        for ply in range(plies + 1):
            missing = [state for state in positions(ply) if key_of(state) not in scores]
            solver.book = book_of(scores)  # what is known bounds what is not
            with tqdm(missing, f"{ply} discs", unit="position") as bar:
                for batch in batches(missing, AT_ONCE):

                    def tell(number: int, solution: Solution, batch: Batch = batch) -> None:
                        note(batch[number], solution.score)
                        bar.update()

                    solver.solve_all(batch, tell)
    finally:
        write(file, scores)


def batches(states: Batch, size: int) -> Iterable[Batch]:
    """The states in order, so many at a time."""
    return (states[first : first + size] for first in range(0, len(states), size))


def load(file: Path) -> dict[int, int]:
    """The scores in a book's file by the positions' keys; none if there is no file."""
    if not file.exists():
        return {}
    book = read(file)
    return dict(zip(book.keys.tolist(), book.scores.tolist(), strict=True))


def check(file: Path, samples: int, plies: int = PLIES, seed: int = 0) -> list[str]:
    """Solve some of the book's positions anew, without it; the moves of those that differ."""
    if not file.exists():
        raise ValueError(f"there is no file {file}")
    if samples < 1:
        raise ValueError(f"at least 1 position can be checked, not {samples}")
    scores = load(file)
    known = [state for ply in range(plies + 1) for state in positions(ply)]
    known = [state for state in known if key_of(state) in scores]
    drawn = random.Random(seed).sample(known, min(samples, len(known)))
    with tqdm(drawn, "solved anew", unit="position") as bar:
        solver = Solver(book=False, threads=2)
        solved = zip(drawn, solver.solve_all(drawn, lambda *_: bar.update()), strict=True)
    return [
        state.to_moves() for state, solution in solved if solution.score != scores[key_of(state)]
    ]
