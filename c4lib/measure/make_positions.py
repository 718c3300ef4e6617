"""Makes the positions of `c4lib.measure.accuracy` again: `python -m c4lib positions`."""

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.heuristics import ours
from c4lib.measure import accuracy, runner
from c4lib.measure.accuracy import BEGINNINGS, SETS, STAGES, Position
from c4lib.measure.files import write_table
from c4lib.players.agents import AlphaBeta, AlphaZero, OnePly, Random
from c4lib.players.arena import seeded

if TYPE_CHECKING:
    from c4lib.fast import Solver

SEED = 21
WIDTH = Connect4().width
TRIES = 4  # positions of a game that are looked at until one is wanted
STYLES: tuple[tuple[Callable[[], Agent], float], ...] = (
    (Random, 1.0),
    (OnePly, 1 / 3),
    (partial(AlphaBeta, 6, ours, compiled=True), 1 / 5),
    (partial(AlphaZero, simulations=32), 1 / 5),
)
"""How the sides of a game play, each drawn apart: a player, and its share of random moves."""

Kind = tuple[str, str, bool]  # a stage, a difficulty, and whether the position is critical


QUOTA: dict[Kind, int] = {
    (stage, difficulty, critical): count
    for stage, counts in {
        # Early in a game nearly all positions are hard, and the others hard to find.
        "first moves": {"easy": (50, 10), "medium": (50, 10), "hard": (150, 30)},
        "opening": {"easy": (83, 16), "medium": (83, 17), "hard": (84, 17)},
        "middle": {"easy": (125, 25), "medium": (125, 25)},
        "end": {"easy": (250, 50)},
    }.items()
    for difficulty, both in counts.items()
    for critical, count in zip((True, False), both, strict=True)
}
"""How many positions of each kind each set has."""


def make(path: Path, seed: int = SEED, quota: Mapping[Kind, int] = QUOTA) -> None:
    """Write the file of positions; what was found before an interruption is kept.

    Which positions it holds depends only on the seed, the quota and AlphaZero's network: of
    each game the first one is taken whose kind is wanted. Of those of a kind, the sets take turns.
    """
    from c4lib.fast import Solver  # only here, for it loads the compiler

    selection = _Selection(seed, quota, Solver(table_mb=256))
    command = f"{accuracy.COMMAND}, seed {seed}"

    def write(found: Mapping[int, list[Any]]) -> None:
        rows = [(game, *row) for game, row in sorted(found.items())]
        write_table(path, command, [("game", "set", "moves", *range(1, WIDTH + 1)), *rows])

    runner.run(
        selection.games(), selection.offer, path, command, write,
        watch=selection.add, total=len(SETS) * sum(quota.values()), unit="position",
        screen=sys.stderr,
    )  # fmt: skip


class _Selection:
    """What was taken so far, and what is still wanted."""

    def __init__(self, seed: int, quota: Mapping[Kind, int], solver: "Solver") -> None:
        self.seed, self.solver = seed, solver
        self.missing = Counter({kind: len(SETS) * count for kind, count in quota.items()})
        self.seen, self.next = set[object](), 0

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
        """The set, the moves and the scores of one of a game's positions, if any is wanted."""
        for state in _sample(game, self.seed):
            if state.mirror_key()[0] in self.seen:
                continue
            plies = self.solver.solve(state).plies
            if not self.wants(_stage_of(game), accuracy.difficulty_of(state, plies)):
                continue
            position = Position(state, self.solver.analyze(state))
            if self.wants(*_kind(position)):
                scores = [position.scores.get(column, "") for column in range(WIDTH)]
                return [SETS[self.missing[_kind(position)] % len(SETS)], state.to_moves(), *scores]
        return None

    def add(self, game: int, row: list[Any]) -> None:
        """Count a position that was taken."""
        _, moves, *scores = row
        position = accuracy.position_of(moves, scores)
        self.seen.add(position.state.mirror_key()[0])
        self.missing[_kind(position)] -= 1
        self.next = game + 1


def _kind(position: Position) -> Kind:
    return position.stage, position.difficulty, position.critical


def _stage_of(game: int) -> str:
    """In which stage the position of this game is looked for: they take turns."""
    return STAGES[game % len(STAGES)]


def _sample(game: int, seed: int) -> list[Connect4]:
    """Some positions of the game with this number in its stage: with a choice, but no win."""
    rng = np.random.default_rng([seed, game])
    state, stage = Connect4(), STAGES.index(_stage_of(game))
    first, end = (round(share * state.free) for share in (*BEGINNINGS, 1)[stage : stage + 2])
    careless = Random(int(rng.integers(2**32)))
    sides = [
        (seeded(_players()[style], int(rng.integers(2**32))), STYLES[style][1])
        for style in rng.integers(len(STYLES), size=2)
    ]
    found = []
    while state.ply < end - 1:
        player, random_moves = sides[state.player]
        state = state.play((careless if rng.random() < random_moves else player)(state))
        if state.is_over:
            break
        wins = any(state.play(move).winner is not None for move in state.moves())
        if state.ply >= first and not wins and len(state.moves()) > 1:
            found.append(state)
    return [found[number] for number in rng.permutation(len(found))[:TRIES]]


@cache
def _players() -> list[Agent]:
    return [make_player() for make_player, _ in STYLES]


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
