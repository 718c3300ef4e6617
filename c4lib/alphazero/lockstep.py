"""Many searches in lock step, compiled: the twin of `c4lib.alphazero.search`.

A network answers for a thousand positions in hardly more time than for ten. So many games are
searched at once: each goes down its own tree to one leaf, the network judges all leaves
together, and each notes its answer. As in `c4lib.fast.growing`, a node is a row of a tree's
arrays, and the children of a node are made side by side, in the natural order of their moves.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Word, Words, compiled, inlined, word, words
from c4lib.fast.evaluating import threat_squares
from c4lib.fast.rules import BITS, ONE, Rules, check_state, has_line, rules_of
from c4lib.search.common import check_whole

Array = np.ndarray[Any, Any]
Judge = Callable[[Array, Array], tuple[Array, Array]]
"""From bits and legal moves, a row for each position, to policies and values: `Net.predict`.

Where the rules decide, there may be no legal move, and what is said there is not used.
"""

ASKED, KNOWN = range(2)
"""Whether the network has to be asked about a leaf, or the rules say what it is worth."""


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
    rows: Array
    """How many rows each tree has."""
    paths: Array
    """The rows on the way to each game's leaf, and how long that way is."""
    depths: Array
    states: Array
    """ASKED or KNOWN, for each leaf."""
    values: Array
    """What each leaf is worth to the player who is to move there."""


def new_trees(states: Sequence[Connect4], simulations: int) -> Trees:
    """Trees that are only roots, with room for so many simulations."""
    games, width = len(states), states[0].width
    room = 1 + simulations * width

    def numbers(kind: Any, columns: int = room) -> Array:
        return np.zeros((games, columns), kind)

    return Trees(
        words([state.theirs for state in states]),
        words([state.mask for state in states]),
        numbers(np.int32),
        numbers(np.float64),
        numbers(np.float64),
        numbers(np.int32),
        numbers(np.int8),
        numbers(np.int8),
        np.ones(games, np.int64),
        numbers(np.int64, BITS + 2),
        np.zeros(games, np.int64),
        np.zeros(games, np.int8),
        np.zeros(games),
    )


@compiled
def select(
    trees: Trees, rules: Rules, c: float, sees_wins: bool, bits: Array, legal: Array
) -> None:
    """Go down each tree to a leaf, and write what a network sees of it.

    With `sees_wins` a player who can win at once has won, except at the root.
    """
    for game in range(len(trees.rows)):
        theirs, mask = trees.theirs[game], trees.masks[game]
        node, depth = 0, 0
        while trees.first[game, node] > 0:
            node = best_child(trees, game, node, c)
            left = word(trees.columns[game, node]) * word(rules.height + 1)
            move = (mask + rules.bottoms & rules.full) & (ONE << word(rules.height)) - ONE << left
            theirs, mask = mask ^ theirs | move, mask | move
            depth += 1
            trees.paths[game, depth] = node
        trees.depths[game] = depth
        trees.states[game] = KNOWN
        moves = mask + rules.bottoms & rules.full
        if has_line(theirs, rules.height, rules.connect):
            trees.values[game] = -1.0
        elif mask == rules.full:
            trees.values[game] = 0.0
        elif sees_wins and depth > 0 and threat_squares(mask ^ theirs, moves, rules):
            trees.values[game] = 1.0
        else:
            trees.states[game] = ASKED
        write(mask ^ theirs, theirs, moves, rules.height, bits[game], legal[game])


@inlined
def best_child(trees: Trees, game: int, node: int, c: float) -> int:
    """The child with the largest PUCT."""
    start = trees.first[game, node]
    root = math.sqrt(trees.visits[game, node] - 1)  # its first visit was before it had children
    best, chosen = -math.inf, start
    for child in range(start, start + trees.children[game, node]):
        visits = trees.visits[game, child]
        mean = -trees.totals[game, child] / visits if visits > 0 else 0.0
        puct = mean + c * trees.priors[game, child] * root / (1 + visits)
        if puct > best:
            best, chosen = puct, child
    return int(chosen)


@inlined
def write(mine: Word, theirs: Word, moves: Word, height: int, bits: Array, legal: Array) -> None:
    """Write a position's bits, column by column without the spare row, and its legal moves."""
    squares = len(legal) * height
    for column in range(len(legal)):
        shift = column * (height + 1)
        legal[column] = 1.0 if moves >> word(shift) & (ONE << word(height)) - ONE else 0.0
        for row in range(height):
            place = word(shift + row)
            bits[column * height + row] = mine >> place & ONE
            bits[squares + column * height + row] = theirs >> place & ONE


@compiled
def update(trees: Trees, policies: Array, values: Array, legal: Array) -> None:
    """Give each leaf that was asked about its children, and note its value on the way up."""
    for game in range(len(trees.rows)):
        depth = trees.depths[game]
        leaf = trees.paths[game, depth]
        value = trees.values[game]
        if trees.states[game] == ASKED:
            value = values[game]
            row = trees.rows[game]
            trees.first[game, leaf] = row
            for column in range(legal.shape[1]):
                if legal[game, column] > 0:
                    trees.priors[game, row] = policies[game, column]
                    trees.columns[game, row] = column
                    row += 1
            trees.children[game, leaf] = row - trees.rows[game]
            trees.rows[game] = row
        for ply in range(depth, -1, -1):
            node = trees.paths[game, ply]
            trees.visits[game, node] += 1
            trees.totals[game, node] += value
            value = -value


class Searches:
    """One search for each of several positions on the same board, all in lock step."""

    def __init__(self, states: Sequence[Connect4], simulations: int, c: float = 1.5) -> None:
        check_whole("simulations", simulations)
        roots = [check_state(state, "puct") for state in states]
        if not roots or len({state.board for state in roots}) > 1:
            raise ValueError("hand in one position or more, all on one board")
        if any(state.is_over for state in roots):
            raise ValueError("a game is over; there is no move to look for")
        self.simulations, self.c, self.width = simulations, c, roots[0].width
        self.rules = rules_of(roots[0])
        self.trees = new_trees(roots, simulations)
        self.bits = np.zeros((len(roots), 2 * self.width * roots[0].height), np.float32)
        self.legal = np.zeros((len(roots), self.width), np.float32)

    def run(
        self,
        judge: Judge,
        noise: float = 0.0,
        spread: float = 1.0,
        rng: np.random.Generator | None = None,
        sees_wins: bool = False,
    ) -> None:
        """Simulate as often as there is room for."""
        for done in range(self.simulations):
            select(self.trees, self.rules, float(self.c), sees_wins, self.bits, self.legal)
            policies, values = judge(self.bits, self.legal)
            update(self.trees, policies, values, self.legal)
            if not done and noise:
                self._disturb(noise, spread, rng or np.random.default_rng(0))

    def _disturb(self, noise: float, spread: float, rng: np.random.Generator) -> None:
        """Mix chance into the priors of each root's moves."""
        for game, priors in enumerate(self.trees.priors):
            count = int(self.trees.children[game, 0])
            chance = rng.dirichlet([spread] * count)
            priors[1 : 1 + count] = (1 - noise) * priors[1 : 1 + count] + noise * chance

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
    def values(self) -> Array:
        """What each game is worth to the player to move, as a mean over all simulations."""
        root: Array = self.trees.totals[:, 0] / self.trees.visits[:, 0]
        return root

    def _by_column(self, numbers: Array) -> Array:
        """What stands in the rows of the roots' children, each in the place of its column."""
        games = len(self.trees.rows)
        found = np.zeros((games, self.width), numbers.dtype)
        for place in range(self.width):
            has = np.flatnonzero(place < self.trees.children[:, 0])
            rows = self.trees.first[has, 0] + place
            found[has, self.trees.columns[has, rows]] = numbers[has, rows]
        return found
