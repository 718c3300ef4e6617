"""AlphaZero's search for any game of two players: many searches side by side, in NumPy alone.

It needs only the game and its `Encoding`. The trees of all searches are kept in arrays with a row
for each search: one NumPy operation takes a step down in all of them, and the network evaluates
their leaves together. `c4lib.alphazero.puct` is the same search for one game, more readable.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from c4lib.alphazero.encode_kernel import Array
from c4lib.alphazero.net import Judge
from c4lib.alphazero.puct import check
from c4lib.alphazero.search import Roots, SearchBatch, ask
from c4lib.game import Move
from c4lib.result import MoveStats

if TYPE_CHECKING:
    from c4lib.alphazero.state_kits import StateKit

Steps = list[tuple[Array, Array, Array]]
"""A descent: for each step the searches that take it, their nodes, and the moves they choose."""


class StateSearches(SearchBatch):
    """One search for each of several states."""

    def __init__(
        self, kit: "StateKit", states: Sequence[Any], simulations: int, c: float = 1.5
    ) -> None:
        if not states:
            raise ValueError("hand in at least one state")
        for state in states:
            check(state, simulations, c, 0, 1)
        self.kit, self.simulations, self.c = kit, simulations, c
        self.states = [[state] for state in states]
        """Each game's nodes; the first is the root, and a simulation adds at most one."""
        nodes = len(states), simulations
        self.players = np.zeros(nodes, np.int64)
        self.players[:, 0] = [state.player for state in states]
        self.totals = np.zeros(nodes)
        self.proofs, self.ends = np.full(nodes, np.nan), np.full(nodes, np.nan)
        """For the player to move at a node: the sum of its values, its proven outcome, and how the
        game ended there."""
        self.counts = np.zeros(nodes, np.int64)  # how often each node was visited
        self.grown = np.zeros(nodes, bool)
        """Whether the judge has been asked about the node, so that its moves are known."""
        edges = (*nodes, kit.encoding.outputs)
        self.children = np.zeros(edges, np.int32)
        """The node that a move leads to; 0 if it was never tried."""
        # Each move's statistics, for the player who chooses it:
        self.edge_legal, self.edge_visits = np.zeros(edges, bool), np.zeros(edges, np.int32)
        self.edge_priors, self.edge_means = np.zeros(edges), np.zeros(edges)
        self.edge_proofs = np.full(edges, np.nan)
        self.deepest = np.zeros(len(states), np.int64)

    def _simulate(self, judge: Judge, leaves: int, prove: bool) -> None:
        chosen, steps = self._select()
        self._update(chosen, steps, self._judge(chosen, judge, prove))

    def _select(self) -> tuple[Array, Steps]:
        """Descend by the largest PUCT to a leaf of each game, and add the new nodes."""
        leaves, steps = np.zeros(len(self.states), np.int64), Steps()
        depths = np.zeros_like(leaves)
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
            depths[games] += 1
        np.maximum(self.deepest, depths, out=self.deepest)
        return leaves, steps

    def _best(self, games: Array, nodes: Array) -> Array:
        """The moves with the largest PUCT; a tie goes to the largest prior."""
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
        """Each leaf's value for the player to move there; the judge is asked only where needed."""
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
        """Ask the judge, and record the moves and their priors."""
        bits, legal = self.kit.encode(self._at(games, nodes))
        policies, values = ask(judge, bits, legal)
        self.edge_legal[games, nodes] = legal > 0
        self.edge_priors[games, nodes] = policies
        self.grown[games, nodes] = True
        self.asked += len(games)
        return values

    def _update(self, leaves: Array, steps: Steps, values: Array) -> None:
        """Add a visit and the value to each leaf and to the nodes above it."""
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
        """Add a visit and its value; a proven outcome replaces the value, here and further up."""
        at = games, nodes
        self.counts[at] += 1
        self.totals[at] += values[games]
        sure = ~np.isnan(self.proofs[at])
        games, at = games[sure], (games[sure], nodes[sure])
        values[games] = self.proofs[at]
        self.totals[at] = self.proofs[at] * self.counts[at]

    def _prove(self, games: Array, nodes: Array) -> None:
        """Prove what follows from the moves' proven outcomes."""
        if len(games):
            known = self.edge_proofs[games, nodes]
            all_known = ~(np.isnan(known) & self.edge_legal[games, nodes]).any(axis=1)
            best = np.nanmax(known, axis=1)
            self.proofs[games, nodes] = np.where(all_known | (best == 1), best, np.nan)

    def _set_priors(self, legal: Array, priors: Array) -> None:
        self.edge_priors[:, 0][legal] = priors

    @property
    def roots(self) -> Roots:
        """What is known of the moves at the roots."""
        sure = np.nan_to_num(self.edge_proofs[:, 0])
        visits, means, priors = self.edge_visits, self.edge_means, self.edge_priors
        return Roots(visits[:, 0], means[:, 0], priors[:, 0], self.edge_legal[:, 0], sure)

    @property
    def outcomes(self) -> Array:
        """Each root's outcome for the player to move, where it is certain; elsewhere nan."""
        root: Array = self.proofs[:, 0]
        return root

    def _moves_at(self, game: int, node: int) -> dict[Move, MoveStats]:
        if not self.grown[game, node]:
            return {}
        found: dict[Move, MoveStats] = {}
        for move in self.states[game][node].moves():
            at = game, node, self.kit.encoding.number(move)
            mean, visits, prior = self.edge_means[at], self.edge_visits[at], self.edge_priors[at]
            proof = None if np.isnan(self.edge_proofs[at]) else float(self.edge_proofs[at])
            found[move] = MoveStats(float(mean), int(visits), float(prior), proven=proof)
        return found

    def _child(self, game: int, node: int, move: Move) -> int:
        return int(self.children[game, node, self.kit.encoding.number(move)])
