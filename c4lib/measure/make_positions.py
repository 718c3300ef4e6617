"""Makes the positions of `c4lib.measure.accuracy` again: `python -m c4lib positions`."""

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.measure import accuracy, runner
from c4lib.measure.accuracy import DIFFICULTIES, STAGES, Position
from c4lib.measure.files import write_table
from c4lib.players.agents import OnePly, Random

if TYPE_CHECKING:
    from c4lib.fast import Solver

SEED = 4
FEWEST_DISCS = 8
RANDOM_MOVES = 1 / 3  # of all moves are drawn by lot; the others are the one-ply player's
WIDTH = Connect4().width

Kind = tuple[str, str, bool]  # a stage, a difficulty, and whether the position is critical
QUOTA: dict[Kind, int] = {
    (stage, difficulty, critical): 150 if critical else 50
    for number, stage in enumerate(STAGES)
    for difficulty in DIFFICULTIES[: len(STAGES) - number]  # what there is room for
    for critical in (True, False)
}
"""How many positions there are of each kind."""


def make(path: Path, seed: int = SEED, quota: Mapping[Kind, int] = QUOTA) -> None:
    """Write the file of positions; what was found before an interruption is kept.

    Which positions it holds depends only on the seed and the quota: each game offers one,
    which is taken if more of its kind are wanted.
    """
    from c4lib.fast import Solver  # only here, for it loads the compiler

    selection = _Selection(seed, quota, Solver(table_mb=256))
    command = f"{accuracy.COMMAND}, seed {seed}"

    def write(found: Mapping[int, list[Any]]) -> None:
        rows = [(game, *row) for game, row in sorted(found.items())]
        write_table(path, command, [("game", "moves", *range(1, WIDTH + 1)), *rows])

    runner.run(
        selection.games(), selection.offer, path, command, write,
        watch=selection.add, total=sum(quota.values()), unit="position", screen=sys.stderr,
    )  # fmt: skip


class _Selection:
    """What was taken so far, and what is still wanted."""

    def __init__(self, seed: int, quota: Mapping[Kind, int], solver: "Solver") -> None:
        self.seed, self.solver = seed, solver
        self.missing, self.seen, self.next = Counter(quota), set[object](), 0

    def games(self) -> Iterator[int]:
        """Numbers of games to look at, until nothing is wanted any more."""
        for game in itertools.count(self.next):
            if not self.wants():
                return
            if self.wants(_stage_of(game)):
                yield game

    def wants(self, *kind: str | bool) -> bool:
        """Whether positions of a kind are wanted, of which only the stage may be known."""
        return any(self.missing[full] > 0 for full in self.missing if full[: len(kind)] == kind)

    def offer(self, game: int) -> list[Any] | None:
        """The moves and scores of a game's position, if it is wanted."""
        state = _sample(game, self.seed)
        if state is None or state.mirror_key()[0] in self.seen:
            return None
        plies = self.solver.solve(state).plies
        if not self.wants(_stage_of(game), accuracy.difficulty_of(state, plies)):
            return None
        position = Position(state, self.solver.analyze(state))
        scores = [position.scores.get(column, "") for column in range(WIDTH)]
        return [state.to_moves(), *scores] if self.wants(*_kind(position)) else None

    def add(self, game: int, row: list[Any]) -> None:
        """Count a position that was taken."""
        moves, *scores = row
        position = accuracy.position_of(moves, scores)
        self.seen.add(position.state.mirror_key()[0])
        self.missing[_kind(position)] -= 1
        self.next = game + 1


def _kind(position: Position) -> Kind:
    return position.stage, position.difficulty, position.critical


def _stage_of(game: int) -> str:
    """In which stage the position of this game is looked for: they take turns."""
    return STAGES[game % len(STAGES)]


def _sample(game: int, seed: int) -> Connect4 | None:
    """A position of the game with this number, if there is one with a choice but no win.

    The number of discs, within its stage, is drawn before the game.
    """
    rng = np.random.default_rng([seed, game])
    state = Connect4()
    squares, stage = state.free, STAGES.index(_stage_of(game))
    discs = rng.integers(max(FEWEST_DISCS, stage * squares // 3), (stage + 1) * squares // 3)
    careful, careless = (player(int(rng.integers(2**32))) for player in (OnePly, Random))
    while state.ply < discs and not state.is_over:
        state = state.play((careless if rng.random() < RANDOM_MOVES else careful)(state))
    wins = any(state.play(move).winner is not None for move in state.moves())
    return None if wins or len(state.moves()) < 2 else state


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib positions`."""
    parser.description = (
        "Make the positions again on which accuracy is measured. It can be interrupted with "
        "Ctrl-C and resumed."
    )
    parser.add_argument("--file", type=Path, help="where to write them (the package's own)")


def main(options: argparse.Namespace) -> int:
    """Make the positions."""
    file = options.file or accuracy.FILE
    make(file)
    print(f"The positions are in {file}.")
    return 0
