"""Many searches side by side, compiled: the twin of `c4lib.alphazero.puct`.

A network evaluates a thousand positions in hardly more time than ten. So many games are searched
at once: each search descends its own tree to a leaf, the network evaluates all leaves together,
and each search records its answer. What the network said of a position is remembered, since the
next move's search meets half of its positions again.

A single game can also have several leaves evaluated together. Until the answer arrives, a pending
leaf counts as a loss for the player who chose it, so that the next descent goes elsewhere
(a *virtual loss*).
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4lib.alphazero import search_kernel as kernel
from c4lib.alphazero.encode_kernel import Array, blank, check_together
from c4lib.alphazero.net import Judge
from c4lib.alphazero.puct import check_noise
from c4lib.alphazero.search_kernel import UNKNOWN, Memory, new_memory
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import room_for
from c4lib.fast.rules_kernel import rules_of
from c4lib.game import Move
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_number, check_whole

OUTCOMES = np.array([math.nan, -1.0, 0.0, 1.0])
"""What UNKNOWN, LOST, DRAWN and WON are worth to the player to move."""
TINY = 1e-9
LEAST = 1e-300  # so small that it changes no sum but one of zeros
VALUE_SCALE, VISIT_OFFSET = 0.1, 50
"""How much the values found count compared with the priors; see `targets`. (The constants
c_scale and c_visit of Danihelka and others, 2022.)"""


class Roots(NamedTuple):
    """What several searches know of the moves at their roots: a row for each search."""

    visits: Array
    means: Array  # for the player to move; 0 where a move was never visited
    priors: Array
    legal: Array
    sure: Array  # 1 where a move certainly wins, -1 where it loses


class SearchBatch(ABC):
    """Several searches side by side: a row for each search, and in it a column for each move."""

    simulations: int
    leaves_each = 1  # how many leaves of each search are evaluated together
    answer: tuple[Array, Array]  # the priors and values that the judge gave the roots
    totals: Array
    """The sum of the values at each node, for the player to move there. The root is node 0."""
    counts: Array  # how often each node was visited
    deepest: Array  # the depth of each search's deepest leaf, in plies below its root
    asked = 0  # how many positions the judge was asked about

    def run(
        self,
        judge: Judge,
        noise: float = 0.0,
        spread: float = 1.0,
        rng: np.random.Generator | None = None,
        prove: bool = False,
        seconds: float = math.inf,
    ) -> None:
        """Run all simulations, or as many as fit into the time."""
        check_noise(noise, spread)
        end = time.perf_counter() + seconds
        is_timed = seconds < math.inf  # then there is no point in waiting for what is certain
        self._simulate(judge, 1, prove)
        roots = self.roots
        self.answer = roots.priors.copy(), self.values
        if noise:
            self._add_noise(roots, noise, spread, rng or np.random.default_rng(0))
        done = 1
        while done < self.simulations and time.perf_counter() < end:
            if is_timed and not np.isnan(self.outcomes).any():
                break
            leaves = min(self.leaves_each, self.simulations - done)
            self._simulate(judge, leaves, prove)
            done += leaves

    @abstractmethod
    def _simulate(self, judge: Judge, leaves: int, prove: bool) -> None:
        """Select `leaves` leaves of each search, have them evaluated, and update the trees."""

    def _add_noise(
        self, roots: Roots, noise: float, spread: float, rng: np.random.Generator
    ) -> None:
        """Replace a share of each root's priors by Dirichlet noise."""
        priors, legal = roots.priors, roots.legal
        chance = np.zeros(legal.shape)
        chance[legal] = rng.standard_gamma(spread, int(legal.sum())) + LEAST
        chance /= chance.sum(axis=1, keepdims=True)
        self._set_priors(legal, ((1 - noise) * priors + noise * chance)[legal])

    @abstractmethod
    def _set_priors(self, legal: Array, priors: Array) -> None:
        """Replace the priors of the roots' legal moves."""

    @property
    @abstractmethod
    def roots(self) -> Roots:
        """What is known of the moves at the roots."""

    @property
    @abstractmethod
    def outcomes(self) -> Array:
        """Each root's outcome for the player to move, where it is certain; elsewhere nan."""

    @property
    def values(self) -> Array:
        """Each root's value for the player to move, as a mean over all simulations."""
        root: Array = self.totals[:, 0] / self.counts[:, 0]
        return root

    @abstractmethod
    def _moves_at(self, game: int, node: int) -> dict[Move, MoveStats]:
        """What is known of the moves at a node, for the player who makes them."""

    @abstractmethod
    def _child(self, game: int, node: int, move: Move) -> int:
        """The node that a move leads to; 0 if there is none yet."""

    def _line(self, game: int) -> tuple[Move, ...]:
        """The line in which both sides make their most visited moves; see the readable `result`."""
        line, node = [], 0
        while self.counts[game, node] > 1 and (moves := self._moves_at(game, node)):
            move, _ = max(moves.items(), key=_preference)
            line.append(move)
            node = self._child(game, node, move)
            if not node:  # an untried move
                break
        return tuple(line)

    def result(self, game: int = 0, seconds: float = 0.0) -> SearchResult:
        """What was found for one of the games, like the readable search's `result`."""
        moves, line = self._moves_at(game, 0), self._line(game)
        best = line[0] if line else max(moves, key=lambda move: moves[move].prior or 0.0)
        value = moves[best].value if line else float(self.values[game])
        child, proof = self._child(game, 0, best), float(self.outcomes[game])
        size = int((self.counts[game] > 0).sum()), int(self.deepest[game])
        return SearchResult(
            best, value, *size, line or (best,), moves,
            replies=self._moves_at(game, child) if child else {}, scale="outcome",
            proven=None if math.isnan(proof) else proof, seconds=seconds,
        )  # fmt: skip

    @property
    def policies(self) -> Array:
        """Each move's share of the visits; moves that are certainly worse have none.

        In a position that is certainly won only the winning moves keep their share; in any other,
        losing moves lose theirs as long as there is another move. Without visits, the priors.
        """
        roots = self.roots
        best = sensible(roots)
        shares = (roots.visits * best).astype(np.float64)
        unseen = ~shares.any(axis=1)
        shares[unseen] = np.where(best, np.maximum(roots.priors, TINY), 0)[unseen]
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    @property
    def targets(self) -> Array:
        """What the judge's policy should have said: its own priors, corrected by the values found.

        A prior's logarithm grows with its move's mean value; an unvisited move is taken to be
        worth what the position is (Danihelka and others, 2022). After few simulations this is
        more informative than the visits, which mostly follow the priors. Moves that are
        certainly worse get nothing.
        """
        roots, (priors, judged) = self.roots, self.answer
        visits, means = roots.visits, roots.means
        seen = np.where(visits > 0, priors, 0)
        total = visits.sum(axis=1)
        visited = (seen * means).sum(axis=1) / np.maximum(seen.sum(axis=1), TINY)
        mixed = (judged + total * visited) / (1 + total)
        values = np.where(visits > 0, means, mixed[:, None])
        scale = VALUE_SCALE * (VISIT_OFFSET + visits.max(axis=1, keepdims=True))
        logits = np.log(np.maximum(priors, TINY)) + scale * values
        logits[~sensible(roots)] = -np.inf
        powers: Array = np.exp(logits - logits.max(axis=1, keepdims=True))
        powers /= powers.sum(axis=1, keepdims=True)
        return powers


def ask(judge: Judge, bits: Array, legal: Array) -> tuple[Array, Array]:
    """The judge's answer; ValueError unless its shapes and numbers are as compiled code expects."""
    policies, values = judge(bits, legal)
    if policies.shape != legal.shape or values.shape != legal.shape[:1]:
        raise ValueError(
            f"the judge's answer has the shapes {policies.shape} and {values.shape}, "
            f"not {legal.shape} and {legal.shape[:1]}"
        )
    if not math.isfinite(policies.sum() + values.sum()):
        raise ValueError("the judge's answer is not a number; is its network damaged?")
    return policies, values


def _preference(item: tuple[Move, MoveStats]) -> tuple[int, int, float]:
    """What a line's moves are chosen by: certain outcomes first, then visits, then priors."""
    _, stats = item
    return round(stats.proven or 0), stats.visits, stats.prior or 0.0


def sensible(roots: Roots) -> Array:
    """Which moves are not certainly worse than another."""
    left: Array = roots.legal.copy()
    for better in (roots.legal & (roots.sure >= 0), roots.legal & (roots.sure > 0)):
        has = better.any(axis=1)
        left[has] = better[has]
    return left


class Searches(SearchBatch):
    """One search for each of several Connect X positions on the same board.

    `leaves` of each are evaluated together; searches with the same judge can share a `memory`, so
    that it is not asked twice about a position.
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
        check_number("c", c)
        roots = check_together(states)
        leaves = min(leaves, simulations)
        self.simulations, self.c, self.leaves_each = simulations, float(c), leaves
        self.width, self.rules = roots[0].width, rules_of(roots[0])
        with room_for(f"a search of {simulations:,} simulations for {len(roots):,} states"):
            self.trees = kernel.new_trees(roots, simulations)
            self.leaves = kernel.new_leaves(len(roots) * leaves, self.width)
        self.memory = memory or new_memory(self.width)
        if self.memory.policies.shape[1] != self.width:
            raise ValueError(f"the memory is for another board; make new_memory({self.width})")
        self.lines, self.bits, self.legal = blank(roots[0], len(roots) * leaves, lines)
        self._games = np.arange(len(roots))[:, None]
        self.totals, self.counts = self.trees.totals, self.trees.visits
        self.deepest = np.zeros(len(roots), np.int64)

    def _simulate(self, judge: Judge, leaves: int, prove: bool) -> None:
        shared, prove = (self.trees, self.leaves, leaves, self.rules), bool(prove)
        asked = kernel.select(
            *shared, self.c, prove, self.memory, self.lines, self.bits, self.legal
        )
        policies, values = self.leaves.policies, self.leaves.values
        if asked:
            policies, values = ask(judge, self.bits[:asked], self.legal[:asked])
        self.asked += asked
        depths = self.leaves.depths[: len(self.deepest) * leaves].reshape(-1, leaves)
        np.maximum(self.deepest, depths.max(axis=1), out=self.deepest)
        kernel.update(*shared, prove, self.memory, asked, policies, values)

    def _set_priors(self, legal: Array, priors: Array) -> None:
        games, _ = np.nonzero(legal)
        self.trees.priors[games, self._rows[legal]] = priors

    @cached_property
    def _rows(self) -> Array:
        """The row of each root's child in a column; 0 where the column is full."""
        rows = np.zeros((len(self.deepest), self.width), np.int64)
        for place in range(self.width):
            has = np.flatnonzero(place < self.trees.children[:, 0])
            rows[has, self.trees.columns[has, 1 + place]] = 1 + place
        return rows

    def _by_column(self, numbers: Array) -> Array:
        """The entries of the roots' children, each in the place of its column."""
        found: Array = numbers[self._games, self._rows]
        return np.where(self._rows > 0, found, 0)

    @property
    def roots(self) -> Roots:
        """What is known of the columns at the roots."""
        trees, visits = self.trees, self._by_column(self.trees.visits)
        means = -self._by_column(trees.totals) / np.maximum(visits, 1)
        sure = np.array(kernel.CERTAIN_FOR_CHOOSER)[self._by_column(trees.proofs)]
        return Roots(visits, means, self._by_column(trees.priors), self._rows > 0, sure)

    @property
    def outcomes(self) -> Array:
        """Each root's outcome for the player to move, where it is certain; elsewhere nan."""
        return OUTCOMES[self.trees.proofs[:, 0]]

    def _moves_at(self, game: int, node: int) -> dict[Move, MoveStats]:
        trees, start = self.trees, int(self.trees.first[game, node])
        return {
            int(trees.columns[game, child]): MoveStats(
                -float(trees.totals[game, child]) / max(int(trees.visits[game, child]), 1),
                int(trees.visits[game, child]),
                float(trees.priors[game, child]),
                proven=None if proof == UNKNOWN else 2.0 - proof,
            )
            for child in range(start, start + int(trees.children[game, node]))
            for proof in [int(trees.proofs[game, child])]
        }

    def _child(self, game: int, node: int, move: Move) -> int:
        start = int(self.trees.first[game, node])
        columns = self.trees.columns[game, start : start + self.width]
        return start + int(columns.tolist().index(move))
