"""What each move is worth, in the terminal: `python -m c4lib solve 4453`."""

import argparse

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.fast.solver import THREADS, Solver, outlook


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib solve`."""
    parser.add_argument("moves", nargs="?", default="", help="the columns played so far: 4453")
    parser.add_argument("--width", type=int, default=7, help="number of columns (%(default)s)")
    parser.add_argument("--height", type=int, default=6, help="number of rows (%(default)s)")
    parser.add_argument("--connect", type=int, default=4, help="length of a line (%(default)s)")
    parser.add_argument("--no-book", action="store_true", help="do not use the opening book")


def main(options: argparse.Namespace) -> int:
    """Print the board, and each column's score and outlook for the player to move."""
    state = Connect4.from_moves(options.moves, options.width, options.height, options.connect)
    scores = Solver(book=not options.no_book, threads=THREADS).analyze(state)
    print(f"{state}\n\n{SYMBOLS[state.player]} to move\ncolumn  score")
    best = max(scores.values())
    for move, score in scores.items():
        mark = "*" if score == best else ""
        print(
            f"{move + 1:>6}  {score:>+5}{mark:1}  {outlook(score, state.free)}".replace("+0", " 0")
        )
    return 0
