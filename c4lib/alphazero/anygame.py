"""Any game of two: many searches side by side in nothing but NumPy, so that it can be trained.

Only the game and its `Encoding` are needed. The trees of all games lie in tables, with a row for
each game: a step down is one step of NumPy for all of them, and the network judges their leaves
together. `c4lib.alphazero.search` says the same more readably, for one game.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from c4lib.alphazero.answers import Answers, Array
from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.lockstep import Judge
from c4lib.alphazero.search import check, wins_at_once
from c4lib.alphazero.selfplay import Play
from c4lib.result import MoveStats, SearchResult

Steps = list[tuple[Array, Array, Array]]
"""The way down: for each step the games that make it, their nodes, and the moves they choose."""


@dataclass(frozen=True)
class StateKit:
    """What training needs of a game, made of its first state and its encoding.

    A kit of a game's own may encode, and look for wins, in a quicker way.
    """

    start: Any
    encoding: Encoding

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        legal = np.zeros((len(states), self.encoding.outputs), np.float32)
        for row, state in enumerate(states):
            legal[row, [self.encoding.number(move) for move in state.moves()]] = 1
        return np.stack([self.encoding.bits(state) for state in states]), legal

    def win_at_once(self, states: Sequence[Any]) -> Array:
        """In which states the player to move has a move that wins."""
        return np.array([wins_at_once(state) for state in states])

    def memory(self) -> None:
        """Nothing is remembered from search to search."""

    def searches(self, states: Sequence[Any], play: Play, memory: None) -> "StateSearches":
        """One search for each state."""
        return StateSearches(self, states, play.simulations, play.c)


class StateSearches(Answers):
    """One search for each of several states, all in lock step."""

    def __init__(
        self, kit: StateKit, states: Sequence[Any], simulations: int, c: float = 1.5
    ) -> None:
        if not states:
            raise ValueError("hand in one state or more")
        for state in states:
            check(state, simulations, c, 0, 1)
        self.kit, self.simulations, self.c = kit, simulations, c
        self.states = [[state] for state in states]
        """Each game's nodes; the first is the root, and a simulation adds one at the most."""
        nodes = len(states), simulations
        self.players = np.zeros(nodes, np.int64)
        self.players[:, 0] = [state.player for state in states]
        self.totals, self.proofs, self.ends = np.zeros(nodes), unknown(nodes), unknown(nodes)
        """For who is to move at a node: values added up, what is certain, how the game ended."""
        self.counts = np.zeros(nodes, np.int64)
        """How often each node was visited."""
        self.grown = np.zeros(nodes, bool)
        """Whether the judge was asked about it, so that its moves are known."""
        edges = (*nodes, kit.encoding.outputs)
        self.children = np.zeros(edges, np.int32)
        """The node that a move leads to; 0: not yet."""
        self.edge_legal, self.edge_visits = np.zeros(edges, bool), np.zeros(edges, np.int32)
        self.edge_priors, self.edge_means = np.zeros(edges), np.zeros(edges)
        self.edge_proofs = unknown(edges)
        """What is known of each move, for who chooses it."""
        self.asked = self.deepest = 0

    def run(
        self,
        judge: Judge,
        noise: float = 0.0,
        spread: float = 1.0,
        rng: np.random.Generator | None = None,
        prove: bool = False,
        seconds: float = math.inf,
    ) -> None:
        """Simulate as often as was asked for, or until time is up."""
        end = time.perf_counter() + seconds
        for done in range(self.simulations):
            leaves, steps = self._select()
            self._update(leaves, steps, self._judge(leaves, judge, prove))
            if not done:
                self.answer = self.priors.copy(), self.values
                if noise:
                    self._disturb(noise, spread, rng or np.random.default_rng(0))
            if time.perf_counter() >= end:
                break

    # ---- a simulation ----------------------------------------------------------------------

    def _select(self) -> tuple[Array, Steps]:
        """Go down by the largest PUCT to a leaf of each game; new ones are added on the way."""
        leaves, steps = np.zeros(len(self.states), np.int64), Steps()
        games = np.arange(len(leaves))
        while True:
            nodes = leaves[games]
            goes = self.grown[games, nodes]
            goes &= (nodes == 0) | np.isnan(self.proofs[games, nodes])
            games, nodes = games[goes], nodes[goes]
            if not len(games):
                break
            steps.append((games, nodes, self._best(games, nodes)))
            leaves[games] = self._reached(*steps[-1])
        self.deepest = max(self.deepest, len(steps))
        return leaves, steps

    def _best(self, games: Array, nodes: Array) -> Array:
        """The moves with the largest PUCT, of equal ones those with the largest prior."""
        priors, legal = self.edge_priors[games, nodes], self.edge_legal[games, nodes]
        roots = np.sqrt(self.counts[games, nodes] - 1)[:, None]
        scores = self.c * priors * roots / (1 + self.edge_visits[games, nodes])
        scores += self.edge_means[games, nodes]
        hopeful = legal & (self.edge_proofs[games, nodes] != -1)
        lost = ~hopeful.any(axis=1)
        hopeful[lost] = legal[lost]
        scores[~hopeful] = -np.inf
        largest = scores == scores.max(axis=1, keepdims=True)
        best: Array = np.where(largest, priors, -1).argmax(axis=1)
        return best

    def _reached(self, games: Array, nodes: Array, moves: Array) -> Array:
        """The nodes that these moves lead to."""
        children = self.children[games, nodes, moves]
        for place in np.flatnonzero(children == 0).tolist():
            game, node, number = int(games[place]), int(nodes[place]), int(moves[place])
            known = self.states[game]
            state = known[node].play(self.kit.encoding.move(number))
            child = len(known)
            known.append(state)
            self.players[game, child] = state.player
            if state.is_over:
                self.ends[game, child] = state.utility(state.player)
            self.children[game, node, number] = children[place] = child
        return children

    def _judge(self, leaves: Array, judge: Judge, prove: bool) -> Array:
        """What each leaf is worth to who is to move there; the judge is asked where it must be."""
        games = np.arange(len(leaves))
        if prove:
            fresh = np.isnan(self.proofs[games, leaves])
            self.proofs[games[fresh], leaves[fresh]] = self.ends[games[fresh], leaves[fresh]]
            fresh &= np.isnan(self.ends[games, leaves]) & (leaves > 0)
            if fresh.any():
                fresh[fresh] = self.kit.win_at_once(self._at(games[fresh], leaves[fresh]))
                self.proofs[games[fresh], leaves[fresh]] = 1
        values: Array = (self.proofs if prove else self.ends)[games, leaves]
        new = games[np.isnan(values)]
        if len(new):
            values[new] = self._grow(new, leaves[new], judge)
        return values

    def _at(self, games: Array, nodes: Array) -> list[Any]:
        """The states of these nodes."""
        places = zip(games.tolist(), nodes.tolist(), strict=True)
        return [self.states[game][node] for game, node in places]

    def _grow(self, games: Array, nodes: Array, judge: Judge) -> Array:
        """Ask the judge, and note the moves and their priors."""
        bits, legal = self.kit.encode(self._at(games, nodes))
        policies, values = judge(bits, legal)
        self.edge_legal[games, nodes] = legal > 0
        self.edge_priors[games, nodes] = policies
        self.grown[games, nodes] = True
        self.asked += len(games)
        return values

    def _update(self, leaves: Array, steps: Steps, values: Array) -> None:
        """Count a visit at the leaves and above them, and the values, for whoever is to move."""
        games = np.arange(len(leaves))
        self._note(games, leaves, values)
        for games, nodes, moves in reversed(steps):
            edge, below = (games, nodes, moves), (games, self.children[games, nodes, moves])
            same = self.players[games, nodes] == self.players[below]
            sign = np.where(same, 1.0, -1.0)
            self.edge_visits[edge] = self.counts[below]
            self.edge_means[edge] = sign * self.totals[below] / self.counts[below]
            self.edge_proofs[edge] = sign * self.proofs[below]
            fresh = np.isnan(self.proofs[games, nodes]) & ~np.isnan(self.proofs[below])
            self._prove(games[fresh], nodes[fresh])
            values[games] *= sign
            self._note(games, nodes, values)

    def _note(self, games: Array, nodes: Array, values: Array) -> None:
        """Count a visit and its value; where all is certain, that is the value, also further up."""
        at = games, nodes
        self.counts[at] += 1
        self.totals[at] += values[games]
        sure = ~np.isnan(self.proofs[at])
        games, at = games[sure], (games[sure], nodes[sure])
        values[games] = self.proofs[at]
        self.totals[at] = self.proofs[at] * self.counts[at]

    def _prove(self, games: Array, nodes: Array) -> None:
        """What is certain because of what is certain of the moves."""
        if len(games):
            known = self.edge_proofs[games, nodes]
            all_known = ~(np.isnan(known) & self.edge_legal[games, nodes]).any(axis=1)
            best = np.nanmax(known, axis=1)
            self.proofs[games, nodes] = np.where(all_known | (best == 1), best, np.nan)

    def _disturb(self, noise: float, spread: float, rng: np.random.Generator) -> None:
        """Mix chance into the priors of each root's moves."""
        for priors, legal in zip(self.priors, self.is_legal, strict=True):
            chance = rng.dirichlet([spread] * int(legal.sum()))
            priors[legal] = (1 - noise) * priors[legal] + noise * chance

    # ---- what they found -------------------------------------------------------------------

    @property
    def visits(self) -> Array:
        """How often each move was visited."""
        return self.edge_visits[:, 0]

    @property
    def means(self) -> Array:
        """Each move's mean value for the player to move; 0 where it was never visited."""
        return self.edge_means[:, 0]

    @property
    def priors(self) -> Array:
        """What the judge, and chance, said of each move before the search."""
        return self.edge_priors[:, 0]

    @property
    def sure(self) -> Array:
        """Which moves certainly win (1) or lose (-1)."""
        return np.nan_to_num(self.edge_proofs[:, 0])

    @property
    def is_legal(self) -> Array:
        """Which moves there are."""
        return self.edge_legal[:, 0]

    @property
    def values(self) -> Array:
        """What each game is worth to the player to move, as a mean over all simulations."""
        root: Array = self.totals[:, 0] / self.counts[:, 0]
        return root

    def result(self, game: int = 0, seconds: float = 0.0) -> SearchResult:
        """What was found for one of the games, as the readable search says it."""
        move_of, state = self.kit.encoding.move, self.states[game][0]
        numbers = {move: self.kit.encoding.number(move) for move in state.moves()}
        means, visits, priors = self.means[game], self.visits[game], self.priors[game]
        moves = {
            move: MoveStats(float(means[number]), int(visits[number]), float(priors[number]))
            for move, number in numbers.items()
        }
        line = tuple(move_of(number) for number in self._line(game))
        best = line[0] if line else move_of(int(self.policies[game].argmax()))
        value = moves[best].value if line else float(self.values[game])
        nodes = len(self.states[game])
        return SearchResult(
            best, value, nodes, self.deepest, line or (best,), moves, seconds=seconds
        )

    def _line(self, game: int) -> list[int]:
        """What both sides play if each makes its most visited move."""
        node, line = 0, []
        while self.grown[game, node] and self.counts[game, node] > 1:
            sure = np.nan_to_num(self.edge_proofs[game, node])
            sure[~self.edge_legal[game, node]] = -np.inf
            known = np.stack([sure, self.edge_visits[game, node], self.edge_priors[game, node]])
            number = max(range(known.shape[1]), key=lambda each: tuple(known[:, each].tolist()))
            line.append(number)
            node = int(self.children[game, node, number])
            if not node:  # a move that nobody has tried
                break
        return line


def unknown(shape: tuple[int, ...]) -> Array:
    """A table of nothing known."""
    return np.full(shape, np.nan)
