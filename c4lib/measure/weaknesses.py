"""Where a player gives the game's value away: positions that are searched for, and their traits.

In each game a player meets an opponent who moves at random, but misses no win and no block in one
move, so that the games soon leave what the player knows. Wherever some move would give a win or a
draw away, the solver says whether the player's does.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.heuristics.counts import favourable_squares
from c4lib.measure.accuracy import Answer, Position
from c4lib.measure.probes import reachable, threats_of
from c4lib.players.arena import seeded
from c4lib.players.progress_bar import progress_bar
from c4lib.players.stop_button import heeding_stop
from c4lib.search import forced_moves
from c4lib.search.common import check_whole
from c4lib.search.dice import check_seed

FIRST, LAST = 10, 20  # discs on the board when a game begins: with fewer, solving takes long


@dataclass(frozen=True)
class Trial:
    """A position in which a move can give something away, and what a player did there."""

    answer: Answer
    prior: float  # what the player's priors give to all right moves together; nan without priors
    is_zugzwang: bool
    """Whether perfect play ends in zugzwang: the loser has nothing to stop, but must move."""

    @property
    def state(self) -> Connect4:
        """The position."""
        return self.answer.position.state

    @property
    def keeps(self) -> bool:
        """Whether the player kept what there was."""
        return self.answer.keeps

    @cached_property
    def right(self) -> list[int]:
        """The moves that keep the game's value."""
        position = self.answer.position
        return [move for move in position.scores if Answer(position, move).keeps]

    @property
    def plies(self) -> int:
        """How many discs still fall if both play perfectly."""
        from c4lib.fast.solver import plies_left  # only here, for it loads the compiler

        return plies_left(self.answer.position.best, self.state.free)

    @property
    def is_forced(self) -> bool:
        """Whether one disc wins, or must stop a win."""
        return bool(forced_moves(self.state))

    @property
    def is_quiet(self) -> bool:
        """Whether no right move wins, stops a win or threatens to win."""
        after = map(self.state.play, self.right)
        return not self.is_forced and not any(
            threats_of(each, self.state.player) & reachable(each) for each in after
        )

    @property
    def waits(self) -> bool:
        """Whether a threat waits in a good row: an odd one for X, an even one for O."""
        state = self.state
        return any(
            threats_of(state, player) & favourable_squares(state.board, player) & ~reachable(state)
            for player in (0, 1)
        )

    def __repr__(self) -> str:
        answer, did = self.answer, "keeps" if self.keeps else "gives away"
        what = ("a draw", "a win")[answer.position.best > 0]
        return f"<Trial {self.state.to_moves()}: {answer.move + 1} {did} {what}>"


TRAITS: dict[str, tuple[Callable[[Trial], float], str]] = {
    "discs on the board": (lambda trial: trial.state.ply, ".1f"),
    "discs until the end": (lambda trial: trial.plies, ".1f"),
    "a win is at stake": (lambda trial: trial.answer.position.best > 0, ".0%"),
    "a single right move": (lambda trial: len(trial.right) == 1, ".0%"),
    "prior of all right moves": (lambda trial: trial.prior, ".0%"),
    "one disc wins or stops a win": (lambda trial: trial.is_forced, ".0%"),
    "all right moves are quiet": (lambda trial: trial.is_quiet, ".0%"),
    "all right moves at the edge": (
        lambda trial: set(trial.right) <= {0, trial.state.width - 1}, ".0%"
    ),
    "a threat waits in a good row": (lambda trial: trial.waits, ".0%"),
    "perfect play ends in zugzwang": (lambda trial: trial.is_zugzwang, ".0%"),
}  # fmt: skip
"""What positions may have in common: a number, or whether it is so; and how a mean is written."""


def trials(agent: Agent, games: int = 60, seed: int = 0, progress: bool = True) -> list[Trial]:
    """The critical positions that a player meets in that many games, and what it did there.

    The same seed gives the same games. A position is listed once, and so are its mirror images.
    """
    from c4lib.alphazero.selfplay import opening  # only here, for they load the compiler
    from c4lib.fast import Solver

    if not callable(agent):
        raise ValueError(f"an agent is a function from a state to a move, not {agent!r}")
    check_whole("games", games)
    check_seed(seed)
    player, rng, solver = seeded(agent, seed), np.random.default_rng(seed), Solver(table_mb=64)
    found: dict[object, Trial] = {}
    bar = progress_bar(progress, iterable=range(games), desc="searching", unit="game")
    with heeding_stop(), bar:
        for _ in bar:
            state = Connect4()
            while state.ply < FIRST:
                state = opening(Connect4(), LAST, rng, is_careful=True)
            while not state.is_over:
                move = player(state)
                key = state.mirror_key()[0]
                if key not in found and len(state.moves()) > 1:
                    position = Position(state, solver.analyze(state))
                    if position.critical:
                        found[key] = _trial(Answer(position, int(move)), player, solver)
                state = state.play(move)
                if not state.is_over:
                    choice = forced_moves(state) or state.moves()
                    state = state.play(choice[int(rng.integers(len(choice)))])
    return list(found.values())


def _trial(answer: Answer, player: Any, solver: Any) -> Trial:
    """What is known of an answer that the player has just given."""
    position = answer.position
    stats = getattr(getattr(player, "result", None), "moves", {})
    priors = [
        stats[move].prior
        for move in position.scores
        if move in stats and Answer(position, move).keeps
    ]
    known = bool(priors) and None not in priors
    return Trial(answer, sum(priors) if known else math.nan, _ends_in_zugzwang(position, solver))


def _ends_in_zugzwang(position: Position, solver: Any) -> bool:
    """Whether the loser, at the end of perfect play, has no win to stop and has to allow one."""
    state, scores = position.state, position.scores
    if position.best == 0:
        return False
    before = state
    while True:
        after = state.play(max(scores, key=lambda move: scores[move]))
        if after.is_over:  # the winner has just moved, and before that the loser
            loser = before
            return loser.ply == state.ply - 1 and not (
                threats_of(loser, state.player) & reachable(loser)
            )
        before, state = state, after
        scores = solver.analyze(state)


def in_common(found: Sequence[Trial]) -> list[tuple[str, str, str]]:
    """What the positions in which a player fails have in common, beside the others.

    A row for each trait: its name, its mean where something was given away, and where it was kept.
    """
    lost, kept = ([each for each in found if each.keeps == keeps] for keeps in (False, True))
    rows = [("positions", str(len(lost)), str(len(kept)))]
    for name, (trait, form) in TRAITS.items():
        means = (
            float(np.mean([trait(each) for each in group])) if group else math.nan
            for group in (lost, kept)
        )
        first, second = ("-" if math.isnan(mean) else f"{mean:{form}}" for mean in means)
        rows.append((name, first, second))
    return rows
