"""A game in the terminal: `python -m c4lib play`."""

import argparse
import shlex
import sys
from collections.abc import Callable

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Agent
from c4lib.players.agents import Human, OnePly, Perfect, Random

PLAYERS: dict[str, Callable[[int], Agent]] = {
    "human": lambda seed: Human(),
    "random": Random,
    "oneply": OnePly,
    "perfect": lambda seed: Perfect(),
}
"""The players that can be named on the command line, each made from a seed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib play`."""
    parser.add_argument("--x", choices=PLAYERS, default="human", help="X, who moves first")
    parser.add_argument("--o", choices=PLAYERS, default="oneply", help="O, who moves second")
    parser.add_argument("--width", type=int, default=7, help="number of columns (%(default)s)")
    parser.add_argument("--height", type=int, default=6, help="number of rows (%(default)s)")
    parser.add_argument("--connect", type=int, default=4, help="length of a line (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the players (%(default)s)")
    parser.add_argument("--moves", default="", help="start after these columns, such as 4453")


def main(options: argparse.Namespace) -> int:
    """Play one game; if it is interrupted, say how to resume it."""
    state = Connect4.from_moves(options.moves, options.width, options.height, options.connect)
    if "perfect" in (options.x, options.o):  # refused now, not in the middle of the game
        from c4lib.fast.rules_kernel import check_state  # only here: it loads the compiler

        check_state(state, "solver", instead="alphabeta")
    # Two seeds, so that two players of one kind do not throw the same dice.
    agents = PLAYERS[options.x](options.seed), PLAYERS[options.o](options.seed + 1)
    names = [f"{SYMBOLS[0]} ({options.x})", f"{SYMBOLS[1]} ({options.o})"]
    if "human" in (options.x, options.o):
        if sys.stdin is None:  # it was closed beforehand
            raise ValueError("there is no input to read moves from; let others play: --x oneply")
        print("Type the number of a column, then Enter. Ctrl-C ends the game; you can resume it.")
    try:
        while not state.is_over:
            print(f"\n{state}\n\n{names[state.player]} to move.")
            column = agents[state.player](state)
            print(f"{names[state.player]} plays column {column + 1}.")
            state = state.play(column)
    except (EOFError, KeyboardInterrupt) as stop:
        print(f"\n\nStopped. To resume this game:\n{_resume(options, state)}")
        return 130 if isinstance(stop, KeyboardInterrupt) else 0
    result = "A draw" if state.winner is None else f"{names[state.winner]} wins"
    print(f"\n{state}\n\n{result} after {state.ply} moves: {state.to_moves()}")
    return 0


def _resume(options: argparse.Namespace, state: Connect4) -> str:
    """The command that resumes the game from `state` with the same players."""
    words = ["python", "-m", "c4lib", "play"]
    for name in ("x", "o", "width", "height", "connect", "seed"):
        words += [f"--{name}", str(getattr(options, name))]
    if state.ply:
        words += ["--moves", state.to_moves()]
    return shlex.join(words)
