"""The compiled part of AlphaZero's searches: trees in arrays, many side by side.

As in `c4lib.fast.growing`, a node is a row of a tree's arrays, and the children of a node are
made side by side, in the natural order of their moves. `c4lib.alphazero.lockstep` calls
`select`, asks a network about the new leaves, and calls `update`.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from c4lib.alphazero.encode import BY_COLUMN, BY_SQUARE, SINGLE
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import COMPILED, Word, Words, compiled, count_ones, inlined, word, words
from c4lib.fast.evaluating import threat_squares
from c4lib.fast.rules import BITS, ONE, Rules, has_line
from c4lib.fast.table import slot_of

Array = np.ndarray[Any, Any]

KNOWN, NEW, OLD = range(3)
"""What a leaf is: known by the rules, new to the network, or judged by it before."""
UNKNOWN, LOST, DRAWN, WON = range(4)
"""What is certain of a node, for the player who is to move there; its value is two less."""
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
    lines: Words,
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
            write(mask ^ theirs, theirs, rules, lines, bits[asked], legal[asked])
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
def write(mine: Word, theirs: Word, rules: Rules, lines: Words, bits: Array, legal: Array) -> None:
    """Write what `Columns` says of a position, and its legal moves."""
    moves = (mine | theirs) + rules.bottoms & rules.full
    height, squares = rules.height, len(legal) * rules.height
    for column in range(len(legal)):
        legal[column] = 1.0 if is_open(moves, column, height) else 0.0
    write_squares(mine, height, bits[:squares])
    write_squares(theirs, height, bits[squares : 2 * squares])
    if len(lines) == 0:
        return
    held, single = BY_SQUARE * squares + BY_COLUMN * len(legal), len(bits) - SINGLE
    half = (single - held) // 2
    bits[held:] = 0
    my_threats, my_once, my_again = look(mine, theirs, lines, bits[held : held + half])
    their_threats, their_once, their_again = look(theirs, mine, lines, bits[held + half : single])
    write_squares(my_threats, height, bits[2 * squares : 3 * squares])
    write_squares(their_threats, height, bits[3 * squares : 4 * squares])
    write_squares(moves, height, bits[4 * squares : 5 * squares])
    above, left = moves << ONE & rules.full, 5 * squares
    for offered in (my_threats, my_once, my_again, their_threats, their_once, their_again):
        for reached in (offered & moves, offered & above):
            for column in range(len(legal)):
                bits[left + column] = 1.0 if is_open(reached, column, height) else 0.0
            left += len(legal)
    bits[single] = count_ones(mine | theirs) & 1
    traps = held - 4 * len(legal)
    write_tempo(mine | theirs, my_threats, their_threats, height, bits[left:traps], bits[single:])
    write_traps(mine, theirs, moves, rules, bits[traps:held])


@inlined
def write_tempo(
    mask: Word, mine: Word, theirs: Word, height: int, lowest: Array, single: Array
) -> None:
    """Write where the lowest squares are that complete lines, and what can be played before."""
    lowest[:] = 0
    width, none = len(lowest) // 6, height + 1
    left_by_mine = left_by_theirs = left_by_both = 0
    for column in range(width):
        bottom = word(column * (height + 1))
        first = count_ones(mask >> bottom & (ONE << word(height)) - ONE)
        my_row, their_row = none, none
        for row in range(height - 1, first, -1):
            square = ONE << bottom + word(row)
            my_row = row if mine & square else my_row
            their_row = row if theirs & square else their_row
        for player in range(2):
            own, other = (their_row, my_row) if player else (my_row, their_row)
            if own < none and own <= other:
                lowest[(3 * player + own % 2) * width + column] = 1.0
                lowest[(3 * player + 2) * width + column] = 1.0 - (own - first) % 2
        left_by_mine += min(my_row - 1, height) - first
        left_by_theirs += min(their_row - 1, height) - first
        left_by_both += min(my_row - 1, their_row - 1, height) - first
    place = 1
    for left in (left_by_mine, left_by_theirs, left_by_both):
        single[place] = left % 2
        single[place + 1] = 1.0 if left == 0 else 0.0
        place += 2


@inlined
def write_traps(mine: Word, theirs: Word, moves: Word, rules: Rules, traps: Array) -> None:
    """Write in which columns a trap can be set, by whom, and after which moves they win or set one.

    See `Columns`.
    """
    traps[:] = 0
    width, column_of_ones = len(traps) // 4, (ONE << word(rules.height)) - ONE
    for move in range(width):
        square = moves & column_of_ones << word(move * (rules.height + 1))
        if not square:
            continue
        after = mine | square
        mask = after | theirs
        falls = mask + rules.bottoms & rules.full
        traps[move] = 1.0 if is_trap(after, theirs, rules) else 0.0
        traps[width + move] = 1.0 if is_trap(theirs | square, mine, rules) else 0.0
        if threat_squares(theirs, rules.full & ~mask, rules) & falls:
            traps[2 * width + move] = 1.0
            continue
        while falls:
            reply = falls & ~(falls - ONE)
            falls ^= reply
            if is_trap(theirs | reply, after, rules):
                traps[3 * width + move] = 1.0
                break


@inlined
def is_trap(discs: Word, others: Word, rules: Rules) -> bool:
    """Whether who just moved threatens more than one disc can block, and is not too late."""
    mask = discs | others
    empty, falls = rules.full & ~mask, mask + rules.bottoms & rules.full
    threats = threat_squares(discs, empty, rules)
    now = threats & falls
    if not (now & now - ONE or now << ONE & threats):
        return False
    return not threat_squares(others, empty, rules) & falls


@inlined
def write_squares(board: Word, height: int, bits: Array) -> None:
    """Write a bit for each square, column by column, without the spare row."""
    for square in range(len(bits)):
        bits[square] = board >> word(square + square // height) & ONE


@inlined
def look(discs: Word, others: Word, lines: Words, held: Array) -> tuple[Word, Word, Word]:
    """Note which lines the player holds alone; and what `Columns` has of squares that they offer.

    That is: squares that would complete a line, those in one that lacks two, in several such.
    """
    threats = once = again = word(0)
    for number in range(len(lines)):
        line = lines[number]
        if line & others == 0:
            gaps = line & ~discs
            count, missing = count_ones(line & discs), count_ones(gaps)
            if count > 0:
                held[(count - 1) * len(lines) + number] = 1.0
            if missing == 1:
                threats |= gaps
            elif missing == 2:
                again |= once & gaps
                once |= gaps
    return threats, once, again


@compiled
def write_all(
    theirs: Words, masks: Words, rules: Rules, lines: Words, bits: Array, legal: Array
) -> None:
    """Write the bits and legal moves of several positions."""
    for row in range(len(theirs)):
        write(masks[row] ^ theirs[row], theirs[row], rules, lines, bits[row], legal[row])


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
