"""Computes the opening book: `python -m c4lib book`. What has been solved is never solved again."""

import argparse
import os
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tqdm import tqdm

from c4lib.connect4 import Connect4
from c4lib.fast import book
from c4lib.fast.book import PLIES, book_of, key_of
from c4lib.fast.solver import Solution, Solver
from c4lib.measure import runner
from c4lib.search.common import check_whole

COMMAND = "python -m c4lib book"
BATCH = 256  # positions that the solver gets at a time


def positions(plies: int) -> list[Connect4]:
    """All unfinished games of 7x6 after this many moves, one of each pair of mirror images.

    Those that are played near the middle come first.
    """
    level = {key_of(Connect4()): Connect4()}
    for _ in range(plies):
        after = (state.play(move) for state in level.values() for move in state.moves())
        level = {key_of(state): state for state in after if not state.is_over}

    def off_middle(state: Connect4) -> int:
        return sum(abs(move - state.width // 2) for move in state.history)

    return sorted(level.values(), key=off_middle)


def make(file: Path, plies: int = PLIES, table_mb: int = 1024, threads: int = 2) -> None:
    """Solve all positions with up to `plies` discs that the file does not have yet.

    Those with few discs come first, and among them those whose discs lie near the middle,
    which readers meet most. What was solved before Ctrl-C is kept.
    """
    scores = load(file)
    solver = Solver(table_mb, book=False, threads=threads)
    for ply in range(plies + 1):
        states = {key_of(state): state for state in positions(ply)}
        if states.keys() <= scores.keys():
            continue
        solver.prepare(Connect4())  # before a file is opened: there may not be that much memory
        solver.book = book_of(scores)  # what is known bounds what is not
        scores = runner.run(
            states, None, file, f"{COMMAND}, {ply} discs", lambda found: book.write(file, found),
            known=lambda: load(file), work=_together(solver, states), partial=True,
            unit="position", screen=sys.stderr,
        )  # fmt: skip


def _together(solver: Solver, states: Mapping[int, Connect4]) -> runner.DoAll[int]:
    """Solves positions on the solver's threads, which gain by what the others have found out."""

    def solve_all(keys: Iterable[int], note: runner.Note[int]) -> None:
        missing = list(keys)
        for first in range(0, len(missing), BATCH):
            batch = missing[first : first + BATCH]

            def tell(number: int, solution: Solution, batch: list[int] = batch) -> None:
                note(batch[number], solution.score)

            solver.solve_all([states[key] for key in batch], tell)

    return solve_all


def load(file: Path) -> dict[int, int]:
    """The scores in a book's file by the positions' keys; none if there is no file."""
    runner.check_file(file)
    if not file.exists():
        return {}
    known = book.read(file)
    return dict(zip(known.keys.tolist(), known.scores.tolist(), strict=True))


def check(file: Path, samples: int, plies: int = PLIES, seed: int = 0) -> list[str]:
    """Solve some of the book's positions again, without it; the moves of those that differ."""
    if not file.exists():
        raise ValueError(f"there is no file {file}")
    check_whole("check", samples)
    scores = load(file)
    if samples > len(scores):
        raise ValueError(f"the book has only {len(scores):,} positions, not {samples:,}")
    known = [state for ply in range(plies + 1) for state in positions(ply)]
    known = [state for state in known if key_of(state) in scores]
    drawn = random.Random(seed).sample(known, min(samples, len(known)))
    with tqdm(drawn, "solved again", unit="position") as bar:
        solver = Solver(book=False, threads=2)
        solved = zip(drawn, solver.solve_all(drawn, lambda *_: bar.update()), strict=True)
    return [
        state.to_moves() for state, solution in solved if solution.score != scores[key_of(state)]
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib book`."""
    parser.description = (
        "Compute what the opening book lacks, or check it. It can be interrupted with Ctrl-C and "
        "resumed."
    )
    add = parser.add_argument
    add("--plies", type=int, choices=range(PLIES + 1), default=PLIES, metavar=f"0-{PLIES}",
        help="most discs on the board (%(default)s)")  # fmt: skip
    add("--file", type=Path, default=book.FILE, help="the book's file (the package's own)")
    add("--table-mb", type=int, default=1024, help="memory for the solver (%(default)s)")
    add("--check", type=int, metavar="N", help="only solve N of its positions again and compare")


def main(options: argparse.Namespace) -> int:
    """Complete the book, or check it; the exit code is 1 if something in it is wrong."""
    if options.check is None:
        make(options.file, options.plies, options.table_mb, os.cpu_count() or 1)
        return 0
    wrong = check(options.file, options.check, options.plies)
    print("\n".join(f"wrong: {moves}" for moves in wrong) or "all of them are right")
    return 1 if wrong else 0
