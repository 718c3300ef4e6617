"""The search of AlphaZero, readable, on any game of two: a judge in place of random games.

An *oracle* says of an unfinished state how likely each move is to be good (the priors, which sum
to 1) and how the game will end for the player to move (from -1 to 1). Each simulation takes
three steps. *Select*: go down, at each node to the child with the largest

    PUCT(a) = Q(a) + C P(a) √N / (1 + N(a))

where Q is the mean value for the player who chooses, P the prior, N(a) the visits of the move
and N those of all moves there; a tie goes to the largest prior. *Expand*: ask the oracle about
the new state. *Update*: add its value to every node on the way up. Nothing is played out.

With `prove`, certain outcomes are passed up too: a state is won if a move leads to one that is
lost for the opponent, and decided if all its moves are. No simulation goes below a decided state.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from c4lib.game import Move, State, check_positive
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_number, check_two_players, check_whole

Oracle = Callable[[Any], tuple[Sequence[float], float]]
"""From a state to its moves' priors, in the order of `state.moves()`, and its value."""


@dataclass(eq=False, slots=True)
class PuctNode:
    """A state in the tree, and what the oracle said of the states below it."""

    state: Any
    prior: float = 1.0
    move: Move | None = None  # the move that led here; None at the root
    parent: "PuctNode | None" = None
    children: "dict[Move, PuctNode]" = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0  # the sum of the values seen here and below, for the player to move here
    proof: float | None = None
    """How the game ends from here, if that is certain, for the player to move here."""

    @property
    def mean(self) -> float:
        """The mean value for the player who chose to come here; 0 before the first visit."""
        return -self.total / self.visits if self.visits else 0.0

    def puct(self, c: float) -> float:
        """How much another visit is worth to the player who chooses."""
        assert self.parent is not None
        others = self.parent.visits - 1  # its first visit was before it had children
        return self.mean + c * self.prior * math.sqrt(others) / (1 + self.visits)

    @property
    def sure(self) -> int:
        """Whether this move certainly wins (1) or loses (-1) for the player who chose it."""
        return 0 if self.proof is None else round(-self.proof)

    def __repr__(self) -> str:
        return f"<PuctNode {self.move!r}: {self.visits} visits, mean {self.mean:+.3f}>"


def puct(
    state: State,
    oracle: Oracle,
    simulations: int = 100,
    *,
    c: float = 1.5,
    noise: float = 0.0,
    spread: float = 1.0,
    prove: bool = False,
    seed: int | np.random.Generator = 0,
) -> SearchResult:
    """The move that was visited most, and its mean value for the player to move, from -1 to 1.

    The first simulation asks about the state itself. `noise` is the share of each prior at the
    root that is replaced by Dirichlet noise with the parameter `spread`, so that training also
    tries moves that look bad. `result.moves` holds each move's value,
    visits and prior, `result.tree` the root. See above for `prove`.
    """
    check(state, simulations, c, noise, spread)
    start, rng = time.perf_counter(), np.random.default_rng(seed)
    root = PuctNode(state)
    for done in range(simulations):
        leaf = select(root, c)
        update(leaf, expand(leaf, oracle, prove))
        if not done and noise:
            disturb(root, noise, spread, rng)
    return result(root, time.perf_counter() - start)


def select(root: PuctNode, c: float) -> PuctNode:
    """Descend by the largest PUCT, to a state new to the oracle or to the end of a game."""
    node = root
    while node.children and (node is root or node.proof is None):
        hopeful = [child for child in node.children.values() if child.sure >= 0]
        node = max(hopeful or node.children.values(), key=lambda each: (each.puct(c), each.prior))
    return node


def expand(node: PuctNode, oracle: Oracle, prove: bool = False) -> float:
    """Ask the oracle and add the node's children. Returns the value for the player to move there.

    The oracle is not asked where the value is known without it: where the game is over, and with
    `prove` where the outcome is certain. A player who can win at once has won, except at the
    root, where a move has to be found.
    """
    state = node.state
    if node.parent is not None and node.proof is not None:
        return node.proof
    if state.is_over or (prove and node.parent is not None and wins_at_once(state)):
        value = float(state.utility(state.player)) if state.is_over else 1.0
        node.proof = value if prove else None
        return value
    priors, value = oracle(state)
    check_answer(priors, value, state.moves())
    for move, prior in zip(state.moves(), priors, strict=True):
        node.children[move] = PuctNode(state.play(move), float(prior), move, node)
    return float(value)


def wins_at_once(state: State) -> bool:
    """Whether some move wins the game at once for the player who makes it."""
    after = map(state.play, state.moves())
    return any(each.is_over and each.utility(state.player) == 1 for each in after)


def update(leaf: PuctNode, value: float) -> None:
    """Add a visit and the value to the leaf and all nodes above, for the player to move at each."""
    player = leaf.state.player
    node: PuctNode | None = leaf
    below: PuctNode | None = None
    while node is not None:
        node.visits += 1
        if node.proof is None and below is not None and below.proof is not None:
            node.proof = proof(node)
        if node.proof is None:
            node.total += value if node.state.player == player else -value
        else:
            value, player = node.proof, node.state.player
            node.total = value * node.visits
        node, below = node.parent, node


def proof(node: PuctNode) -> float | None:
    """The outcome that follows from the moves' proven outcomes; None if none does."""
    known = [
        child.proof if child.state.player == node.state.player else -child.proof
        for child in node.children.values()
        if child.proof is not None
    ]
    if known and (max(known) == 1 or len(known) == len(node.children)):
        return max(known)
    return None


def disturb(root: PuctNode, noise: float, spread: float, rng: np.random.Generator) -> None:
    """Mix Dirichlet noise into the priors of the root's moves."""
    chance = rng.dirichlet([spread] * len(root.children))
    for child, share in zip(root.children.values(), chance, strict=True):
        child.prior = (1 - noise) * child.prior + noise * float(share)


def policy(visits: Mapping[Move, int], temperature: float = 1.0) -> dict[Move, float]:
    """How likely each move is to be played: its share of the visits, sharpened or flattened.

    Temperature 1 gives the shares themselves, below 1 the largest gains, and 0 leaves only the
    most visited moves, equally likely.
    """
    if isinstance(temperature, bool) or not 0 <= temperature < math.inf:
        raise ValueError(f"temperature is a number of at least 0, not {temperature!r}")
    most = max(visits.values())
    if most < 1:
        raise ValueError("no move was visited; search with two simulations or more")
    if temperature == 0:
        weights = {move: float(count == most) for move, count in visits.items()}
    else:
        weights = {move: (count / most) ** (1 / temperature) for move, count in visits.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def result(root: PuctNode, seconds: float) -> SearchResult:
    """What a tree says, for the player to move at its root."""
    line, node, nodes, depth, level = [], root, 0, -1, [root]
    while node.children and node.visits > 1:
        node = max(
            node.children.values(), key=lambda child: (child.sure, child.visits, child.prior)
        )
        line.append(node)
    while level:
        nodes, depth = nodes + len(level), depth + 1
        level = [child for each in level for child in each.children.values() if child.visits]
    best = line[0] if line else max(root.children.values(), key=lambda child: child.prior)
    value = best.mean if line else root.total
    played = tuple(node.move for node in line) or (best.move,)
    return SearchResult(
        best.move, value, nodes, depth, played, move_stats(root),
        replies=move_stats(best), scale="outcome", proven=root.proof, seconds=seconds, tree=root,
    )  # fmt: skip


def move_stats(node: PuctNode) -> dict[Move, MoveStats]:
    """What is known of the moves at a node, for the player who makes them."""
    return {
        move: MoveStats(child.mean, child.visits, child.prior, proven=proven)
        for move, child in node.children.items()
        for proven in [None if child.proof is None else -child.proof]
    }


def check(state: State, simulations: int, c: float, noise: float, spread: float) -> None:
    """Raise ValueError if the state cannot be searched with these settings."""
    if state.is_over:
        raise ValueError("the game is over; there is no move to look for")
    check_two_players(state)
    check_whole("simulations", simulations)
    check_number("c", c)
    check_noise(noise, spread)


def check_noise(noise: float, spread: float) -> None:
    """Raise ValueError unless that much noise can be mixed in."""
    check_number("noise", noise, 0, 1)
    check_positive("spread", spread)


def check_answer(priors: Sequence[float], value: float, moves: Sequence[Move]) -> None:
    """Raise ValueError if the oracle's answer is impossible."""
    if len(priors) != len(moves):
        raise ValueError(f"the oracle gave {len(priors)} priors for {len(moves)} moves")
    if not abs(sum(priors) - 1) < 1e-3 or min(priors) < 0:
        raise ValueError(f"the oracle's priors are not shares that sum to 1: {list(priors)}")
    if not -1 <= value <= 1:
        raise ValueError(f"the oracle's value is not between -1 and 1: {value!r}")
