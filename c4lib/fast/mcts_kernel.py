"""The compiled part of Monte Carlo tree search: one loop that grows a tree.

A node is a row in a few arrays. All children of a node are made at once, side by side, when
the node is first expanded, in the natural order of their moves. The position is not kept: it
is played again on the way down. A row takes 18 bytes; for each visited node there are
two to three rows, so that a node costs 40 to 50 bytes.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from c4lib.fast.compiler import (
    Word,
    Words,
    compiled,
    count_ones,
    fetch,
    inlined,
    nth_one,
    number,
    word,
)
from c4lib.fast.heuristics_kernel import threat_squares
from c4lib.fast.interrupt import Stop
from c4lib.fast.rules_kernel import BITS, ONE, Rules, has_line
from c4lib.fast.stack_kernel import Floats
from c4lib.search.dice import MIX, MIX_AGAIN, STEP

UNKNOWN, LOST, DRAWN, WON = range(4)  # what is certain about a node, for the player who chose it
PROVEN_UCT = (0.0, -1.0, 0.5, 1.0)  # how urgent it is to visit a node about which that is certain
AT_RANDOM, CAREFUL, WARY = range(3)
"""The policies: `at_random`, `careful` and `wary` of `c4lib.search.mcts`."""
ROWS, DONE, LIMIT, PROOFS = range(4)
"""What is counted: rows in use, iterations done, the iteration limit, and ends of games that were
noted as certain."""
ROW_BYTES = 4 + 8 + 4 + 1 + 1
LOGS = np.array([0.0, *map(math.log, range(1, 1 << 12))])  # looking one up is faster
PATIENCE = 1000  # after how many rollouts a stop is noticed, within one iteration

Longs = np.ndarray[Any, np.dtype[np.int64]]


class Tree(NamedTuple):
    """The rows. The root is row 0."""

    visits: np.ndarray[Any, np.dtype[np.int32]]
    points: np.ndarray[Any, np.dtype[np.float64]]
    """What the player who chose the node got: 1 for a win, a half for a draw."""
    first: np.ndarray[Any, np.dtype[np.int32]]  # the row of the first child; 0: there are none yet
    children: np.ndarray[Any, np.dtype[np.int8]]  # how many children there are
    proven: np.ndarray[Any, np.dtype[np.int8]]
    counts: Longs


def new_tree(rows: int) -> Tree:
    """A tree that is only a root, with room for `rows` rows."""
    kinds: tuple[Any, ...] = (np.int32, np.float64, np.int32, np.int8, np.int8)
    return Tree._make([*(np.zeros(rows, kind) for kind in kinds), np.array([1, 0, 0, 0])])


def with_room(tree: Tree, rows: int) -> Tree:
    """The same tree with room for more."""
    more = new_tree(rows)
    used = int(tree.counts[ROWS])
    for name in Tree._fields:
        getattr(more, name)[:used] = getattr(tree, name)[:used]
    more.counts[:] = tree.counts
    return more


class Way(NamedTuple):
    """How a tree is grown."""

    c: float
    rollouts: int
    policy: int  # how simulated games are played: AT_RANDOM, CAREFUL or WARY
    prove: bool


# ---- dice: see c4lib.search.dice -----------------------------------------------------------

THIRTY, TWENTY_SEVEN, THIRTY_ONE, HALF = word(30), word(27), word(31), word(BITS // 2)
WORD_STEP, WORD_MIX, WORD_MIX_AGAIN = word(STEP), word(MIX), word(MIX_AGAIN)
ALL = word((1 << BITS) - 1)


@inlined
def below(dice: Words, high: Word) -> Word:
    """A whole number from 0 to high - 1."""
    mixed = dice[0] = dice[0] + WORD_STEP & ALL
    mixed = (mixed ^ mixed >> THIRTY) * WORD_MIX & ALL
    mixed = (mixed ^ mixed >> TWENTY_SEVEN) * WORD_MIX_AGAIN & ALL
    mixed ^= mixed >> THIRTY_ONE
    return (mixed >> HALF) * high >> HALF


# ---- one game ------------------------------------------------------------------------------


@inlined
def forced(theirs: Word, mask: Word, moves: Word, rules: Rules) -> Word:
    """The leftmost move that wins, else the leftmost that stops a win, else 0.

    As in `forced_moves`, an only move never counts as stopping a win.
    """
    empty = mask ^ rules.full
    wins = threat_squares(mask ^ theirs, empty, rules) & moves
    if not wins and moves & moves - ONE:
        wins = threat_squares(theirs, empty, rules) & moves
    return wins & ~wins + ONE if wins else wins


@compiled
def rollout(theirs: Word, mask: Word, rules: Rules, policy: int, dice: Words) -> float:
    """The points of a game played to its end, for the player who has just moved."""
    if policy == WARY:
        return wary_rollout(theirs, mask, rules, dice)
    points = 1.0
    while not has_line(theirs, rules.height, rules.connect):
        if mask == rules.full:
            return 0.5
        moves = mask + rules.bottoms & rules.full
        move = word(0)
        if policy == CAREFUL:
            move = forced(theirs, mask, moves, rules)
        if not move:
            move = nth_one(moves, below(dice, word(count_ones(moves))))
        theirs = mask ^ theirs | move
        mask |= move
        points = 1.0 - points
    return points


@compiled
def wary_rollout(theirs: Word, mask: Word, rules: Rules, dice: Words) -> float:
    """The same by the policy `wary`. It ends a game as soon as the winner is known."""
    if has_line(theirs, rules.height, rules.connect):
        return 1.0
    points = 0.0  # for the player who has just moved, if the one to move wins
    while mask != rules.full:
        mine, empty = mask ^ theirs, mask ^ rules.full
        moves = mask + rules.bottoms & rules.full
        my_squares = threat_squares(mine, empty, rules)
        if my_squares & moves:
            return points
        their_squares = threat_squares(theirs, empty, rules)
        safe = moves & (rules.full ^ their_squares >> ONE)
        must = moves & their_squares
        if must:
            safe &= must
        if not safe or must & must - ONE:  # they win with their next disc
            return 1.0 - points
        if must and moves & moves - ONE:  # as in `forced_moves`, an only move is not forced
            move = must
        else:
            patient = safe & (rules.full ^ my_squares >> ONE)
            if patient:
                safe = patient
            move = nth_one(safe, below(dice, word(count_ones(safe))))
        theirs = mine | move
        mask |= move
        points = 1.0 - points
    return 0.5


# ---- the tree ------------------------------------------------------------------------------


@compiled
def grow(
    tree: Tree, rules: Rules, way: Way, theirs: Word, mask: Word,
    dice: Words, path: Longs, ucts: Floats, stop: Stop,
) -> None:  # fmt: skip
    """Iterate until the limit, until the root is proven or there is no room for more children.

    An iteration that is broken off by a stop is not counted. Only the first one is, with the
    rollouts done so far, so that there is a move to play.
    """
    visits, points, counts = tree.visits, tree.points, tree.counts
    root_theirs, root_mask = theirs, mask
    room = len(visits) - BITS
    while counts[DONE] < counts[LIMIT] and counts[ROWS] < room:
        if tree.proven[0] != UNKNOWN or (stop[0] and counts[DONE] > 0):
            break
        theirs, mask = root_theirs, root_mask
        node, depth, is_new, is_over = 0, 0, False, False
        while not is_new and not is_over:  # select and expand
            moves = mask + rules.bottoms & rules.full
            count = count_ones(moves)
            if tree.first[node] == 0:
                add_children(tree, node, count)
            # More visits than children: each was tried, and there is nothing to look for.
            untried = word(0) if visits[node] > count else untried_children(tree, node, count)
            is_new = untried > 0
            if is_new:
                child = count_ones(nth_one(untried, below(dice, word(count_ones(untried)))) - ONE)
            else:
                child = best_child(tree, node, count, way.c, counts[PROOFS] > 0, ucts)
            node = number(tree.first[node]) + child
            move = nth_one(moves, word(child))
            theirs = mask ^ theirs | move
            mask |= move
            depth += 1
            path[depth] = node
            is_over = mask == rules.full or has_line(theirs, rules.height, rules.connect)
        total, games = 0.0, 0
        while games < way.rollouts:  # simulate
            total += rollout(theirs, mask, rules, way.policy, dice)
            games += 1
            if games % PATIENCE == 0 and stop[0]:
                break
        if games < way.rollouts and counts[DONE] > 0:
            break
        if way.prove and is_over:
            counts[PROOFS] += 1
            tree.proven[node] = DRAWN if total == 0.5 * games else WON
            pass_up(tree, path, depth)
        mine, theirs_too = total / games, (games - total) / games
        for ply in range(depth, -1, -1):  # update
            visits[path[ply]] += 1
            points[path[ply]] += mine
            mine, theirs_too = theirs_too, mine
        counts[DONE] += 1


@inlined
def add_children(tree: Tree, node: int, count: int) -> None:
    """Make the rows of a node's children."""
    tree.first[node] = tree.counts[ROWS]
    tree.children[node] = count
    tree.counts[ROWS] += count


@inlined
def untried_children(tree: Tree, node: int, count: int) -> Word:
    """A bit for each child that was never visited; the lowest is the first child's."""
    first, untried = word(tree.first[node]), word(0)
    for child in range(word(0), word(count)):
        if tree.visits[first + child] == 0:
            untried |= ONE << child
    return untried


@inlined
def best_child(tree: Tree, node: int, count: int, c: float, has_proofs: bool, ucts: Floats) -> int:
    """The number of the child with the largest UCT, counted from 0.

    A proven loss is not visited while there is another. The UCTs are left in `ucts`.
    """
    first, visits = word(tree.first[node]), tree.visits[node]
    fetch(tree.first, first)  # the best child's will be needed
    log = LOGS[visits] if visits < len(LOGS) else math.log(visits)
    # A loop of its own, over a multiple of 4 rows: the processor takes several at a time.
    for child in range(word(0), word(count + 3 & ~3)):
        visits = max(tree.visits[first + child], 1)  # rows after the last child may have none
        ucts[child] = tree.points[first + child] / visits + c * math.sqrt(log / visits)
    best, chosen = -1.0, word(0)
    for child in range(word(0), word(count)):
        if has_proofs and tree.proven[first + child] != UNKNOWN:  # looking it up takes time
            ucts[child] = PROVEN_UCT[tree.proven[first + child]]
        if ucts[child] > best:
            best, chosen = ucts[child], child
    return int(number(chosen))


@compiled
def pass_up(tree: Tree, path: Longs, depth: int) -> None:
    """Note what follows above from what is certain about the last node of the path."""
    for ply in range(depth - 1, -1, -1):
        node = path[ply]
        best, all_known = LOST, True
        for child in range(tree.first[node], tree.first[node] + tree.children[node]):
            best = max(best, tree.proven[child])
            if tree.proven[child] == UNKNOWN:
                all_known = False
        if best != WON and not all_known:
            return
        tree.proven[node] = LOST + WON - best  # what is good for one is bad for the other


@compiled
def copy_below(old: Tree, row: int, new: Tree, sources: Longs) -> None:
    """Make the new tree a copy of what lies below a row of the old one, with a scratch array."""
    sources[0] = row
    end, at = 1, 0
    while at < end:
        source = sources[at]
        new.visits[at] = old.visits[source]
        new.points[at] = old.points[source]
        new.proven[at] = old.proven[source]
        if old.first[source] > 0:
            children = number(old.children[source])  # not 8 bits, because it is added to `end`
            new.first[at] = end
            new.children[at] = children
            for child in range(children):
                sources[end + child] = old.first[source] + child
            end += children
        at += 1
    new.counts[ROWS], new.counts[PROOFS] = end, old.counts[PROOFS]


def subtree(tree: Tree, row: int) -> Tree:
    """What lies below a row, as a tree of its own."""
    copy = new_tree(len(tree.visits))
    copy_below(tree, row, copy, np.zeros(int(tree.counts[ROWS]), np.int64))
    return copy
