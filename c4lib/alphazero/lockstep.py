"""Many searches in lock step, compiled: the twin of `c4lib.alphazero.search`.

A network answers for a thousand positions in hardly more time than for ten. So many games are
searched at once: each goes down its own tree to a leaf, the network judges all leaves together,
and each notes its answer. What the network said of a position is remembered, for the next move's
search meets half of its positions again. As in `c4lib.fast.growing`, a node is a row of a tree's
arrays, and the children of a node are made side by side, in the natural order of their moves.

A single game can have several leaves judged together: those on their way count as lost for who
chose them, until the answer comes, so that the next one goes elsewhere.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import COMPILED, Word, Words, compiled, inlined, word, words
from c4lib.fast.evaluating import threat_squares
from c4lib.fast.rules import BITS, ONE, Rules, check_state, has_line, rules_of
from c4lib.fast.table import slot_of
from c4lib.game import State
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_whole

Array = np.ndarray[Any, Any]
Judge = Callable[[Array, Array], tuple[Array, Array]]
"""From bits and legal moves, a row for each position, to policies and values: `Net.predict`."""

KNOWN, NEW, OLD = range(3)
"""What a leaf is: known by the rules, new to the network, or judged by it before."""
UNKNOWN, LOST, DRAWN, WON = range(4)
"""What is certain of a node, for the player who is to move there; its value is two less."""
TINY = 1e-9
TRUST, DOUBT = 0.1, 50
"""How much the values found weigh beside the priors; more visits weigh more. See `targets`."""
SURE = (0, 1, 0, -1)
"""For the player who chose such a node: certainly won (1), lost (-1), or not (0)."""
REMEMBERED = 2**17
"""How many positions are remembered; a power of two."""


class Trees(NamedTuple):
    """A tree for each game: its number comes first, then the row of the node. The root is row 0."""

    theirs: Words
    """The discs of the player who just moved, at each root."""
    masks: Words
    visits: Array
    totals: Array
    """The values seen at a node and below, added up, for the player who is to move there."""
    priors: Array
    first: Array
    """The row of the first child; 0: there are none yet."""
    children: Array
    columns: Array
    proofs: Array
    pending: Array
    """How many leaves below a node are on their way to the network."""
    rows: Array
    """How many rows each tree has."""


class Leaves(NamedTuple):
    """The leaves that are judged together, one or more for each game."""

    paths: Array
    """The rows on the way to each leaf, and how long that way is."""
    depths: Array
    kinds: Array
    """KNOWN, NEW or OLD."""
    keys: Words
    moves: Words
    policies: Array
    values: Array
    """What each leaf is worth to the player who is to move there."""
    asked: Array
    """Which leaves the network is asked about, in the order of its rows."""


class Memory(NamedTuple):
    """What the network said of positions; the newest takes its slot. See `c4lib.fast.table`."""

    keys: Words
    policies: Array
    values: Array
    shift: int


def new_memory(width: int, entries: int = REMEMBERED) -> Memory:
    """A memory of nothing."""
    keys = np.zeros(entries, np.uint64) if COMPILED else words([0] * entries)
    return Memory(
        keys, np.zeros((entries, width)), np.zeros(entries), BITS + 1 - entries.bit_length()
    )


def new_trees(states: Sequence[Connect4], simulations: int) -> Trees:
    """Trees that are only roots, with room for so many simulations."""
    games, width = len(states), states[0].width

    def numbers(kind: Any) -> Array:
        return np.zeros((games, 1 + simulations * width), kind)

    return Trees(
        words([state.theirs for state in states]),
        words([state.mask for state in states]),
        numbers(np.int32),
        numbers(np.float64),
        numbers(np.float64),
        numbers(np.int32),
        numbers(np.int8),
        numbers(np.int8),
        numbers(np.int8),
        numbers(np.int16),
        np.ones(games, np.int64),
    )


def new_leaves(count: int, width: int) -> Leaves:
    """Room for so many leaves."""
    return Leaves(
        np.zeros((count, BITS + 2), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int8),
        words([0] * count),
        words([0] * count),
        np.zeros((count, width)),
        np.zeros(count),
        np.zeros(count, np.int64),
    )


@compiled
def select(
    trees: Trees,
    leaves: Leaves,
    each: int,
    rules: Rules,
    c: float,
    prove: bool,
    memory: Memory,
    bits: Array,
    legal: Array,
) -> int:
    """Go down each tree to its leaves; write what a network sees of the new ones, and count them.

    With `prove` a player who can win at once has won, except at the root.
    """
    asked = 0
    for leaf in range(len(trees.rows) * each):
        game = leaf // each
        theirs, mask = trees.theirs[game], trees.masks[game]
        node, depth = 0, 0
        while trees.first[game, node] > 0 and (depth == 0 or trees.proofs[game, node] == UNKNOWN):
            node = best_child(trees, game, node, c)
            left = word(trees.columns[game, node]) * word(rules.height + 1)
            move = (mask + rules.bottoms & rules.full) & (ONE << word(rules.height)) - ONE << left
            theirs, mask = mask ^ theirs | move, mask | move
            depth += 1
            leaves.paths[leaf, depth] = node
        leaves.depths[leaf] = depth
        for ply in range(depth + 1):
            trees.pending[game, leaves.paths[leaf, ply]] += 1
        certain = trees.proofs[game, node] if depth > 0 else UNKNOWN
        moves = mask + rules.bottoms & rules.full
        if certain == UNKNOWN:
            if has_line(theirs, rules.height, rules.connect):
                certain = LOST
            elif mask == rules.full:
                certain = DRAWN
            elif prove and depth > 0 and threat_squares(mask ^ theirs, moves, rules):
                certain = WON
        if certain != UNKNOWN:
            leaves.kinds[leaf] = KNOWN
            leaves.values[leaf] = certain - DRAWN
            if prove:
                trees.proofs[game, node] = certain
            continue
        key = mask + theirs + rules.bottoms  # with the bottoms it is never 0
        slot = slot_of(key, memory.shift)
        leaves.keys[leaf], leaves.moves[leaf] = key, moves
        if memory.keys[slot] == key:
            leaves.kinds[leaf] = OLD
            leaves.values[leaf] = memory.values[slot]
            for column in range(legal.shape[1]):
                leaves.policies[leaf, column] = memory.policies[slot, column]
        else:
            leaves.kinds[leaf] = NEW
            leaves.asked[asked] = leaf
            write(mask ^ theirs, theirs, rules, bits[asked], legal[asked])
            asked += 1
    return asked


@inlined
def best_child(trees: Trees, game: int, node: int, c: float) -> int:
    """The child with the largest PUCT; none that is certain to lose, if there is another."""
    start = trees.first[game, node]
    others = trees.visits[game, node] + trees.pending[game, node] - 1  # see `Node.puct`
    best, chosen = -math.inf, -1
    for is_lost in (False, True):
        for child in range(start, start + trees.children[game, node]):
            if (trees.proofs[game, child] == WON) != is_lost:
                continue
            pending = trees.pending[game, child]
            visits = trees.visits[game, child] + pending
            mean = (-trees.totals[game, child] - pending) / visits if visits > 0 else 0.0
            puct = mean + c * trees.priors[game, child] * math.sqrt(others) / (1 + visits)
            is_tied = puct == best and trees.priors[game, child] > trees.priors[game, chosen]
            if puct > best or is_tied:
                best, chosen = puct, child
        if chosen >= 0:
            break
    return int(chosen)


@inlined
def is_open(moves: Word, column: int, height: int) -> bool:
    """Whether one of the moves is in the column."""
    return bool(moves >> word(column * (height + 1)) & (ONE << word(height)) - ONE)


@inlined
def write(mine: Word, theirs: Word, rules: Rules, bits: Array, legal: Array) -> None:
    """Write a position's bits, column by column without the spare row, and its legal moves."""
    height, squares = rules.height, len(legal) * rules.height
    mask = mine | theirs
    moves = mask + rules.bottoms & rules.full
    seen = len(bits) > 2 * squares  # threats too, as `Columns` has them
    mine_next = threat_squares(mine, rules.full ^ mask, rules) if seen else word(0)
    theirs_next = threat_squares(theirs, rules.full ^ mask, rules) if seen else word(0)
    for column in range(len(legal)):
        shift = column * (height + 1)
        legal[column] = 1.0 if is_open(moves, column, height) else 0.0
        for row in range(height):
            place, square = word(shift + row), column * height + row
            bits[square] = mine >> place & ONE
            bits[squares + square] = theirs >> place & ONE
            if seen:
                bits[2 * squares + square] = mine_next >> place & ONE
                bits[3 * squares + square] = theirs_next >> place & ONE


@compiled
def write_all(theirs: Words, masks: Words, rules: Rules, bits: Array, legal: Array) -> None:
    """Write the bits and legal moves of several positions."""
    for row in range(len(theirs)):
        write(masks[row] ^ theirs[row], theirs[row], rules, bits[row], legal[row])


@compiled
def update(
    trees: Trees,
    leaves: Leaves,
    each: int,
    rules: Rules,
    prove: bool,
    memory: Memory,
    asked: int,
    policies: Array,
    values: Array,
) -> None:
    """Remember what the network said, give the leaves children, note their values on the way up."""
    for row in range(asked):
        leaf = leaves.asked[row]
        slot = slot_of(leaves.keys[leaf], memory.shift)
        memory.keys[slot] = leaves.keys[leaf]
        memory.values[slot] = leaves.values[leaf] = values[row]
        for column in range(policies.shape[1]):
            memory.policies[slot, column] = leaves.policies[leaf, column] = policies[row, column]
    for leaf in range(len(trees.rows) * each):
        game, depth = leaf // each, leaves.depths[leaf]
        if leaves.kinds[leaf] != KNOWN:
            expand(trees, game, leaves, leaf, rules.height)
        value, below = leaves.values[leaf], -1
        for ply in range(depth, -1, -1):
            node = leaves.paths[leaf, ply]
            trees.pending[game, node] -= 1
            trees.visits[game, node] += 1
            is_news = prove and below >= 0 and trees.proofs[game, below] != UNKNOWN
            if is_news and trees.proofs[game, node] == UNKNOWN:
                trees.proofs[game, node] = proof(trees, game, node)
            if trees.proofs[game, node] == UNKNOWN:
                trees.totals[game, node] += value
            else:
                value = float(trees.proofs[game, node] - DRAWN)
                trees.totals[game, node] = value * trees.visits[game, node]
            value, below = -value, node


@inlined
def expand(trees: Trees, game: int, leaves: Leaves, leaf: int, height: int) -> None:
    """Give a leaf its children, if there is room and none came from a leaf at the same node."""
    node, row = leaves.paths[leaf, leaves.depths[leaf]], trees.rows[game]
    width = leaves.policies.shape[1]
    if trees.first[game, node] > 0 or row + width > trees.visits.shape[1]:
        return
    trees.first[game, node] = row
    for column in range(width):
        if is_open(leaves.moves[leaf], column, height):
            trees.priors[game, row] = leaves.policies[leaf, column]
            trees.columns[game, row] = column
            row += 1
    trees.children[game, node] = row - trees.rows[game]
    trees.rows[game] = row


@inlined
def proof(trees: Trees, game: int, node: int) -> int:
    """What is certain of a node because of what is certain of its children."""
    start, best = trees.first[game, node], LOST
    is_known = True
    for child in range(start, start + trees.children[game, node]):
        certain = trees.proofs[game, child]
        if certain == LOST:
            return WON
        is_known = is_known and certain != UNKNOWN
        best = DRAWN if certain == DRAWN else best
    return best if is_known else UNKNOWN


class Searches:
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
        threats: bool = True,
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
        self.bits, self.legal = blank(roots[0], len(roots) * leaves, threats)
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
        self._answer = self.priors, self.values
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
        asked = select(*shared, self.c, prove, self.memory, self.bits, self.legal)
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
    def policies(self) -> Array:
        """Each move's share of the visits; moves that are certain to be worse have none.

        That is: of a game that is certain to be won, only winning moves are left, and of any
        other none that loses, as far as there is another. Without a visit, the priors.
        """
        shares = (self.visits * self._sensible).astype(np.float64)
        unseen = ~shares.any(axis=1)
        shares[unseen] = self.priors[unseen]
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    @property
    def targets(self) -> Array:
        """What the judge's policy should have said: its own answer, corrected by the values found.

        A prior's logarithm grows with its move's mean value; a move that was never visited is
        taken to be worth what the position is (Danihelka and others, 2022). After few
        simulations that says more than visits, which mostly follow the priors. Moves that are
        certain to be worse get nothing.
        """
        visits, means, (priors, judged) = self.visits, self.means, self._answer
        seen = np.where(visits > 0, priors, 0)
        total = visits.sum(axis=1)
        visited = (seen * means).sum(axis=1) / np.maximum(seen.sum(axis=1), TINY)
        mixed = (judged + total * visited) / (1 + total)
        values = np.where(visits > 0, means, mixed[:, None])
        scale = TRUST * (DOUBT + visits.max(axis=1, keepdims=True))
        logits = np.log(np.maximum(priors, TINY)) + scale * values
        logits[~self._sensible] = -np.inf
        powers: Array = np.exp(logits - logits.max(axis=1, keepdims=True))
        powers /= powers.sum(axis=1, keepdims=True)
        return powers

    @property
    def _sensible(self) -> Array:
        """Which moves are left if those that are certain to be worse are left out."""
        legal, proofs = self._rows > 0, self._by_column(self.trees.proofs)
        left: Array = legal.copy()
        for better in (legal & (proofs != WON), legal & (proofs == LOST)):
            has = better.any(axis=1)
            left[has] = better[has]
        return left

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


def blank(state: Connect4, rows: int, threats: bool) -> tuple[Array, Array]:
    """Room for the bits and the legal moves of so many positions."""
    squares = state.width * state.height
    bits = np.zeros((rows, (4 if threats else 2) * squares), np.float32)
    return bits, np.zeros((rows, state.width), np.float32)


def encode(states: Sequence[Connect4], threats: bool = True) -> tuple[Array, Array]:
    """The bits, as `Columns` has them, and the legal moves of several positions on one board."""
    roots = check_together(states)
    bits, legal = blank(roots[0], len(roots), threats)
    theirs, masks = words([state.theirs for state in roots]), words([state.mask for state in roots])
    write_all(theirs, masks, rules_of(roots[0]), bits, legal)
    return bits, legal
