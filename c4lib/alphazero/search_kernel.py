"""AlphaZero's search, compiled: many trees side by side, in arrays. PUCT is in `best_child`.

As in `c4lib.fast.mcts_kernel`, a node is a row of a tree's arrays, and a node's children are in
adjacent rows, in the natural order of their moves. `c4lib.alphazero.search` calls `select`,
asks a network about the new leaves, and calls `update`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from c4lib.alphazero.encode_kernel import Array, is_open, write
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import COMPILED, Words, compiled, inlined, word, words
from c4lib.fast.heuristics_kernel import threat_squares
from c4lib.fast.rules_kernel import BITS, ONE, Rules, has_line
from c4lib.fast.table_kernel import slot_of

KNOWN, NEW, OLD = range(3)
"""Kinds of leaves: decided by the rules, new to the network, or evaluated by it before."""
UNKNOWN, LOST, DRAWN, WON = range(4)
"""A node's proven outcome, for the player to move there; its value is two less."""
CERTAIN_FOR_CHOOSER = (0, 1, 0, -1)
"""Whether such a node certainly wins (1) or loses (-1) for the player who chose it."""
REMEMBERED = 2**17  # how many positions are remembered; a power of two


class Trees(NamedTuple):
    """A tree for each game; indices are the game, then the node's row. The root is row 0."""

    theirs: Words  # the discs of the player who just moved, at each root
    masks: Words
    visits: Array
    totals: Array  # the sum of the values seen at a node and below it, for the player to move there
    priors: Array
    first: Array  # the row of the first child; 0 if there are none yet
    children: Array
    columns: Array
    proofs: Array
    pending: Array  # how many leaves below a node are waiting for the network
    rows: Array  # how many rows each tree has


class LeafBatch(NamedTuple):
    """The leaves that are evaluated together, one or more for each game."""

    paths: Array  # the rows on the path to each leaf, and the path's length
    depths: Array
    kinds: Array  # KNOWN, NEW or OLD
    keys: Words
    moves: Words
    policies: Array
    values: Array  # each leaf's value for the player to move there
    asked: Array  # which leaves the network is asked about, in the order of its rows


class Memory(NamedTuple):
    """What the network said of positions; a newer one replaces the older in its slot.

    See `c4lib.fast.table_kernel`.
    """

    keys: Words
    policies: Array
    values: Array
    shift: int


def new_memory(width: int, entries: int = REMEMBERED) -> Memory:
    """An empty memory."""
    keys = np.zeros(entries, np.uint64) if COMPILED else words([0] * entries)
    return Memory(
        keys, np.zeros((entries, width)), np.zeros(entries), BITS + 1 - entries.bit_length()
    )


def new_trees(states: Sequence[Connect4], simulations: int) -> Trees:
    """Trees of one root each, with room for that many simulations."""
    shape = len(states), 1 + simulations * states[0].width
    theirs, masks = [state.theirs for state in states], [state.mask for state in states]
    kinds = "int32", "float64", "float64", "int32", "int8", "int8", "int8", "int32"
    numbers = [np.zeros(shape, kind) for kind in kinds]
    return Trees._make([words(theirs), words(masks), *numbers, np.ones(len(states), np.int64)])


def new_leaves(count: int, width: int) -> LeafBatch:
    """Room for that many leaves."""
    return LeafBatch(
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
    trees: Trees, leaves: LeafBatch, each: int, rules: Rules, c: float, prove: bool,
    memory: Memory, lines: Words, bits: Array, legal: Array,
) -> int:  # fmt: skip
    """Descend each tree to its leaves, encode the new ones for the network, and count them.

    With `prove`, a player who can win at once has won, except at the root.
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
            write(mask ^ theirs, theirs, rules, lines, bits[asked], legal[asked])
            asked += 1
    return asked


@inlined
def best_child(trees: Trees, game: int, node: int, c: float) -> int:
    """The child with the largest PUCT; one that certainly loses only if all do."""
    start = trees.first[game, node]
    others = trees.visits[game, node] + trees.pending[game, node] - 1  # see `PuctNode.puct`
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
    return int(chosen) if chosen >= 0 else int(start)  # if no number is one, any child will do


@compiled
def update(
    trees: Trees, leaves: LeafBatch, each: int, rules: Rules, prove: bool,
    memory: Memory, asked: int, policies: Array, values: Array,
) -> None:  # fmt: skip
    """Remember what the network said, expand the leaves, and pass their values up."""
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
def expand(trees: Trees, game: int, leaves: LeafBatch, leaf: int, height: int) -> None:
    """Give a leaf its children, if there is room and it does not have them yet."""
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
    """A node's outcome, as far as those of its children prove it."""
    start, best = trees.first[game, node], LOST
    is_known = True
    for child in range(start, start + trees.children[game, node]):
        certain = trees.proofs[game, child]
        if certain == LOST:
            return WON
        is_known = is_known and certain != UNKNOWN
        best = DRAWN if certain == DRAWN else best
    return best if is_known else UNKNOWN
