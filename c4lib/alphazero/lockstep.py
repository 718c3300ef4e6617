"""Many searches in lock step, compiled: the twin of `c4lib.alphazero.search`.

A network answers for a thousand positions in hardly more time than for ten. So many games are
searched at once: each goes down its own tree to a leaf, the network judges all leaves together,
and each notes its answer. What the network said of a position is remembered, for the next move's
search meets half of its positions again.

A single game can have several leaves judged together: those on their way count as lost for who
chose them, until the answer comes, so that the next one goes elsewhere.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from c4lib.alphazero.answers import Answers
from c4lib.alphazero.encode import Columns, lines_of
from c4lib.alphazero.trees import (
    SURE,
    UNKNOWN,
    Memory,
    new_leaves,
    new_memory,
    new_trees,
    select,
    update,
    write_all,
)
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Words, words
from c4lib.fast.rules import check_state, rules_of
from c4lib.game import State
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_whole

Array = np.ndarray[Any, Any]
Judge = Callable[[Array, Array], tuple[Array, Array]]
"""From bits and legal moves, a row for each position, to policies and values: `Net.predict`."""


class Searches(Answers):
    """One search for each of several positions on the same board, all in lock step.

    `leaves` of each are judged together; `memory` is for searches with the same judge, which
    need not ask again.
    """

    def __init__(
        self,
        states: Sequence[Connect4],
        simulations: int,
        c: float = 1.5,
        *,
        lines: bool = True,
        leaves: int = 1,
        memory: Memory | None = None,
    ) -> None:
        check_whole("simulations", simulations)
        check_whole("leaves", leaves)
        roots = check_together(states)
        self.simulations, self.c, self.each = simulations, float(c), leaves
        self.width, self.rules = roots[0].width, rules_of(roots[0])
        self.trees = new_trees(roots, simulations)
        self.leaves = new_leaves(len(roots) * leaves, self.width)
        self.memory = memory or new_memory(self.width)
        self.lines, self.bits, self.legal = blank(roots[0], len(roots) * leaves, lines)
        self._rows = np.zeros((len(roots), self.width), np.int64)
        """The row of each root's child in a column; 0: there is none, or not yet."""
        self.deepest = np.zeros(len(roots), np.int64)
        """How many plies below each root the deepest leaf was."""
        self.asked = 0
        """How often the judge was asked about a position."""

    def run(
        self,
        judge: Judge,
        noise: float = 0.0,
        spread: float = 1.0,
        rng: np.random.Generator | None = None,
        prove: bool = False,
        seconds: float = math.inf,
    ) -> None:
        """Simulate as often as there is room for, or until time is up."""
        end = time.perf_counter() + seconds
        is_timed = seconds < math.inf  # who waits need not wait for what is certain
        self._simulate(judge, 1, prove)
        for place in range(self.width):
            has = np.flatnonzero(place < self.trees.children[:, 0])
            self._rows[has, self.trees.columns[has, 1 + place]] = 1 + place
        self.answer = self.priors, self.values
        if noise:
            self._disturb(noise, spread, rng or np.random.default_rng(0))
        done = 1
        while done < self.simulations and time.perf_counter() < end:
            if is_timed and self.proven.all():
                break
            each = min(self.each, self.simulations - done)
            self._simulate(judge, each, prove)
            done += each

    def _simulate(self, judge: Judge, each: int, prove: bool) -> None:
        """Once for so many leaves of each game."""
        shared = self.trees, self.leaves, each, self.rules
        asked = select(*shared, self.c, prove, self.memory, self.lines, self.bits, self.legal)
        policies, values = self.leaves.policies, self.leaves.values
        if asked:
            policies, values = judge(self.bits[:asked], self.legal[:asked])
        self.asked += asked
        depths = self.leaves.depths[: len(self.deepest) * each].reshape(-1, each)
        np.maximum(self.deepest, depths.max(axis=1), out=self.deepest)
        update(*shared, prove, self.memory, asked, policies, values)

    def _disturb(self, noise: float, spread: float, rng: np.random.Generator) -> None:
        """Mix chance into the priors of each root's moves."""
        counts = self.trees.children[:, 0].astype(np.int64)
        places = np.arange(self.width) < counts[:, None]
        chance = np.zeros(places.shape)
        chance[places] = rng.standard_gamma(spread, counts.sum())
        chance /= chance.sum(axis=1, keepdims=True)
        priors = self.trees.priors[:, 1 : 1 + self.width]
        priors[places] = ((1 - noise) * priors + noise * chance)[places]

    @property
    def visits(self) -> Array:
        """How often each move was visited: a row for each game, a place for each column."""
        return self._by_column(self.trees.visits)

    @property
    def means(self) -> Array:
        """Each move's mean value for the player to move; 0 where it was never visited."""
        totals, visits = self._by_column(self.trees.totals), self.visits
        return -totals / np.maximum(visits, 1)

    @property
    def priors(self) -> Array:
        """What the judge, and chance, said of each move before the search."""
        return self._by_column(self.trees.priors)

    @property
    def values(self) -> Array:
        """What each game is worth to the player to move, as a mean over all simulations."""
        root: Array = self.trees.totals[:, 0] / self.trees.visits[:, 0]
        return root

    @property
    def proven(self) -> Array:
        """Whether it is certain how each game ends."""
        known: Array = self.trees.proofs[:, 0] != UNKNOWN
        return known

    def result(self, game: int = 0, seconds: float = 0.0) -> SearchResult:
        """What was found for one of the games, as the readable search says it."""
        visits, means, priors = self.visits[game], self.means[game], self.priors[game]
        columns = self.trees.columns[game, 1 : 1 + self.trees.children[game, 0]].tolist()
        moves = {
            column: MoveStats(float(means[column]), int(visits[column]), float(priors[column]))
            for column in columns
        }
        line = self._line(game)
        best = line[0] if line else int(self.policies[game].argmax())
        value = moves[best].value if line else float(self.values[game])
        nodes = int((self.trees.visits[game] > 0).sum())
        depth = int(self.deepest[game])
        return SearchResult(best, value, nodes, depth, line or (best,), moves, seconds=seconds)

    def _line(self, game: int) -> tuple[int, ...]:
        """What both sides play if each makes its most visited move; see the readable `result`."""
        trees, node, line = self.trees, 0, []
        while trees.first[game, node] and trees.visits[game, node] > 1:
            start = int(trees.first[game, node])
            rows = range(start, start + int(trees.children[game, node]))
            node = max(
                rows,
                key=lambda row: (
                    SURE[trees.proofs[game, row]],
                    trees.visits[game, row],
                    trees.priors[game, row],
                ),
            )
            line.append(int(trees.columns[game, node]))
        return tuple(line)

    @property
    def is_legal(self) -> Array:
        """Which columns are open."""
        return self._rows > 0

    @property
    def sure(self) -> Array:
        """Which columns certainly win (1) or lose (-1)."""
        return np.array(SURE)[self._by_column(self.trees.proofs)]

    def _by_column(self, numbers: Array) -> Array:
        """What stands in the rows of the roots' children, each in the place of its column."""
        found: Array = np.take_along_axis(numbers, self._rows, axis=1)
        return np.where(self._rows > 0, found, 0)


def check_together(states: Sequence[State]) -> list[Connect4]:
    """The states, if they are unfinished and on one board that compiled searches can take."""
    roots = [check_state(state, "puct", package="c4lib.alphazero.search") for state in states]
    if not roots or len({state.board for state in roots}) > 1:
        raise ValueError("hand in one position or more, all on one board")
    if any(state.is_over for state in roots):
        raise ValueError("a game is over; there is no move to look for")
    return roots


def blank(state: Connect4, rows: int, lines: bool) -> tuple[Words, Array, Array]:
    """The lines to look at, and room for the bits and the legal moves of so many positions."""
    encoding = Columns(state.board, lines)
    bits = np.zeros((rows, encoding.inputs), np.float32)
    seen = words(lines_of(state.board) if lines else [])
    return seen, bits, np.zeros((rows, encoding.outputs), np.float32)


def encode(states: Sequence[Connect4], lines: bool = True) -> tuple[Array, Array]:
    """The bits, as `Columns` has them, and the legal moves of several positions on one board."""
    roots = check_together(states)
    seen, bits, legal = blank(roots[0], len(roots), lines)
    theirs, masks = words([state.theirs for state in roots]), words([state.mask for state in roots])
    write_all(theirs, masks, rules_of(roots[0]), seen, bits, legal)
    return bits, legal
