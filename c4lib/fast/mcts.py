"""Monte Carlo tree search, compiled: the twin of `c4lib.search.mcts`.

With the same seed both throw the same dice and grow the same tree.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import inf
from typing import Self

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Words, word, words
from c4lib.fast.growing import (
    AT_RANDOM,
    CAREFUL,
    DONE,
    DRAWN,
    LIMIT,
    LOST,
    ROW_BYTES,
    ROWS,
    UNKNOWN,
    WARY,
    WON,
    Tree,
    Way,
    grow,
    new_tree,
    subtree,
    with_room,
)
from c4lib.fast.rules import BITS, check_state, rules_of
from c4lib.fast.running import Stop, new_stop, run
from c4lib.game import Move, State
from c4lib.result import SearchResult
from c4lib.search.common import check_whole
from c4lib.search.dice import Dice
from c4lib.search.mcts import (
    Node,
    Policy,
    at_random,
    careful,
    check,
    check_limits,
    choice,
    result,
    wary,
)

MEMORY_MB = 1024
FIRST_ROWS = 1 << 16
"""How much room a tree has at first; when it is full, it gets twice as much."""
FEWEST_ROWS = 1 << 10
MOST_ROWS = (1 << 31) - 1
"""A row is told by a number of 32 bits."""
NODE_BYTES = 64
"""What a visited node usually costs at most; with a very large c it may be a little more."""
COLUMN_BYTES = 9
"""The same for each column, on boards so wide that this is more."""
ENDLESS = 1 << 62
POLICIES = {None: AT_RANDOM, at_random: AT_RANDOM, careful: CAREFUL, wary: WARY}
PROVEN = {LOST: -1.0, DRAWN: 0.0, WON: 1.0}


def mcts(
    state: State,
    iterations: int | None = None,
    seconds: float | None = None,
    *,
    c: float = 1.5,
    rollouts: int = 1,
    policy: Policy | None = None,
    prove: bool = False,
    tree: "Forest | None" = None,
    seed: int = 0,
    workers: int = 1,
    memory_mb: int = MEMORY_MB,
) -> SearchResult:
    """The move that was visited most, and its value for the player to move, from -1 to 1.

    Equal to what `c4lib.search.mcts` returns for the same parameters. `policy` is None,
    `careful` or `wary`. Several `workers` grow a tree each, with dice of their own, and their
    visits are added up; a `tree` is gone on with by as many as have grown it. All trees together
    take at most `memory_mb`. Iterations that usually take more are refused beforehand; where
    the memory ends a search all the same, and where it ends it before the `seconds` are over,
    `is_complete` of the result is False.
    """
    root = check_state(state, "mcts")
    check_limits(iterations, seconds)
    check(root, c, rollouts, prove)
    check_tree(tree)
    Dice(seed)  # complains about what is no seed
    check_whole("workers", workers)
    check_whole("memory_mb", memory_mb)
    check_memory(root, iterations, memory_mb)
    rows = rows_for(memory_mb, workers)
    way = Way(float(c), rollouts, policy_number(policy), bool(prove))
    _load()
    start = time.perf_counter()
    forest = None if tree is None else tree.below(root)
    if forest is None:
        forest = Forest.of(root, seed, workers, min(FIRST_ROWS, rows))
    elif not forest.fits(iterations, memory_mb):
        raise ValueError(
            f"the tree and what is to be added do not fit into {memory_mb:,} MB; allow more "
            "memory_mb, ask for fewer iterations, or leave the tree out"
        )
    is_complete = forest.grow(way, iterations, inf if seconds is None else seconds, memory_mb)
    return forest.result(time.perf_counter() - start, is_complete)


class Forest:
    """The trees of all workers, grown from one state, and the dice that each goes on with."""

    def __init__(self, state: Connect4, trees: list[Tree], dice: list[Words]) -> None:
        self.state, self.trees, self.dice = state, trees, dice

    @classmethod
    def of(cls, state: Connect4, seed: int, workers: int, rows: int = FIRST_ROWS) -> Self:
        """Trees that are only roots, with so much room; each worker has a seed of its own."""
        dice = [words([Dice(seed + number).word]) for number in range(workers)]
        return cls(state, [new_tree(rows) for _ in dice], dice)

    def fits(self, iterations: int | None, memory_mb: int = MEMORY_MB) -> bool:
        """Whether so many iterations more usually fit into the memory, beside what there is."""
        rows = sum(int(tree.counts[ROWS]) for tree in self.trees)
        return needed_mb(self.state, iterations, rows) <= memory_mb

    def below(self, state: Connect4) -> "Forest | None":
        """What is known of a state one or two moves later, or of this one; None if nothing is.

        It is a copy, with the same dice: this forest stays as it is.
        """
        moves = _moves_between(self.state, state)
        if moves is None:
            return None
        trees = []
        for tree in self.trees:
            row: int | None = 0
            for move in moves:
                row = None if row is None else _row_of(tree, row, move)
            if row is None:
                return None
            trees.append(subtree(tree, row))
        return Forest(state, trees, [words([int(dice[0])]) for dice in self.dice])

    def grow(self, way: Way, iterations: int | None, seconds: float, memory_mb: int) -> bool:
        """Grow all trees; whether nothing broke it off. The workers share the iterations."""
        stop, number = new_stop(), len(self.trees)
        most_rows = rows_for(memory_mb, number)
        shares = [
            ENDLESS if iterations is None else (iterations + number - 1 - worker) // number
            for worker in range(number)
        ]

        def work() -> bool:
            with ThreadPoolExecutor(number) as others:
                jobs = [
                    others.submit(self._grow, worker, way, share, most_rows, stop)
                    for worker, share in enumerate(shares)
                ]
            return all(job.result() for job in jobs)

        try:
            return run(work, lambda: stop.fill(True), seconds)
        except KeyboardInterrupt:
            if not self.root().children:
                raise  # there is nothing to hand back
            return False

    def _grow(self, worker: int, way: Way, share: int, most_rows: int, stop: Stop) -> bool:
        """Grow one tree, which gets more room when it needs it; whether there was enough."""
        root, tree = self.state, self.trees[worker]
        most_rows = max(most_rows, int(tree.counts[ROWS]))
        if len(tree.visits) > most_rows:  # it was grown where there was more memory
            tree = self.trees[worker] = with_room(tree, most_rows)
        tree.counts[DONE], tree.counts[LIMIT] = 0, share
        path = np.zeros(BITS + 2, np.int64)
        while True:
            position = word(root.theirs), word(root.mask)
            grow(tree, rules_of(root), way, *position, self.dice[worker], path, stop)
            is_proven = tree.proven[0] != UNKNOWN
            if tree.counts[DONE] >= share or is_proven or stop[0]:
                return True
            if len(tree.visits) == most_rows:
                return False
            tree = self.trees[worker] = with_room(tree, min(2 * len(tree.visits), most_rows))

    # ---- what the trees say ----------------------------------------------------------------

    def result(self, seconds: float, is_complete: bool) -> SearchResult:
        """The move that was visited most in all trees together."""
        root = self.root()
        line = [choice(root)]
        row = _row_of(self.trees[0], 0, line[0].move)
        while row is not None and self.trees[0].first[row]:  # from there on by the first tree
            node = _with_children(self.trees[0], row, line[-1])
            if not node.children:
                break
            line.append(choice(node))
            row = _row_of(self.trees[0], row, line[-1].move)
        sizes = [_size(tree) for tree in self.trees]
        size = sum(nodes for nodes, _ in sizes), max(depth for _, depth in sizes)
        return result(root, line, size, seconds, is_complete, self)

    def root(self, worker: int | None = None) -> Node:
        """The root and its children, with the visits of all trees added up, or of one worker's."""
        trees = self.trees if worker is None else [self.trees[worker]]
        root, *others = [_root(tree, self.state) for tree in trees]
        for other in others:
            root.visits, root.points = root.visits + other.visits, root.points + other.points
            root.proven = other.proven if root.proven is None else root.proven
            for move, child in other.children.items():
                mine = root.children.setdefault(move, child)
                if mine is not child:
                    mine.visits, mine.points = (
                        mine.visits + child.visits,
                        mine.points + child.points,
                    )
                    mine.proven = child.proven if mine.proven is None else mine.proven
        return root

    def tree(self, worker: int = 0, plies: int | None = None) -> Node:
        """A worker's tree as readable nodes, down to so many plies; None: all of it."""
        root = _root(self.trees[worker], self.state)
        level = [(root, 0)]
        ply = 0
        while level and (plies is None or ply < plies):
            below = []
            for node, row in level:
                _with_children(self.trees[worker], row, node)
                for move, child in node.children.items():
                    below.append((child, _row_of(self.trees[worker], row, move) or 0))
            level, ply = below, ply + 1
        return root


@cache
def _load() -> None:
    """Have the search compiled before any clock runs: it grows a tree by one iteration."""
    forest = Forest.of(Connect4(), 0, 1)
    if not forest.grow(Way(1.0, 1, AT_RANDOM, False), 1, inf, 1 << 10):
        raise KeyboardInterrupt  # nothing was searched yet that could be handed back
    forest.below(Connect4())


def _root(tree: Tree, state: Connect4) -> Node:
    """A tree's root and its children. As it was chosen by nobody, all is for the player to move."""
    node = Node(state, state.player, visits=int(tree.visits[0]))
    node.points = float(node.visits - tree.points[0])
    proven = PROVEN.get(int(tree.proven[0]))
    node.proven = None if proven is None else 0.0 - proven
    return _with_children(tree, 0, node)


def _with_children(tree: Tree, row: int, node: Node) -> Node:
    """The node, its visited children added."""
    if node.state.is_over:
        return node
    node.children, node.untried = {}, []
    if not tree.first[row]:
        node.untried = list(node.state.moves())
    for child in range(int(tree.first[row]), int(tree.first[row] + tree.children[row])):
        move = int(tree.columns[child])
        if tree.visits[child] == 0:
            node.untried.append(move)
            continue
        node.children[move] = Node(
            node.state.play(move),
            node.state.player,
            move,
            node,
            visits=int(tree.visits[child]),
            points=float(tree.points[child]),
            proven=PROVEN.get(int(tree.proven[child])),
        )
    for child_node in node.children.values():
        child_node.untried = list(child_node.state.moves())
    return node


def _row_of(tree: Tree, row: int, move: Move) -> int | None:
    """The row of the child that a move leads to, if it was ever visited."""
    for child in range(int(tree.first[row]), int(tree.first[row] + tree.children[row])):
        if tree.columns[child] == move and tree.visits[child]:
            return child
    return None


def _size(tree: Tree) -> tuple[int, int]:
    """How many nodes were visited, and how many plies below the root the deepest lies."""
    depth, rows = -1, np.zeros(1, np.int64)
    while len(rows):
        depth += 1
        inner = rows[tree.first[rows] > 0]
        blocks = [
            tree.first[inner] + child for child in range(int(tree.children[inner].max(initial=0)))
        ]
        found = [block[tree.children[inner] > child] for child, block in enumerate(blocks)]
        rows = np.concatenate(found) if found else inner
        rows = rows[tree.visits[rows] > 0]
    return int(np.count_nonzero(tree.visits[: tree.counts[ROWS]])), depth


def _moves_between(before: Connect4, after: Connect4) -> tuple[Move, ...] | None:
    """The moves, two at most, that lead from one state to the other; None if none do."""
    later = after.history[len(before.history) :]
    if len(later) > 2:
        return None
    state = before
    for move in later:
        if move not in state.moves():
            return None
        state = state.play(move)
    return tuple(later) if state == after else None


def policy_number(policy: Policy | None) -> int:
    """What a policy is called in compiled code."""
    for known, number in POLICIES.items():
        if policy is known:
            return number
    raise ValueError(
        "the compiled mcts plays games at random (policy=None) or by careful or wary of "
        f"c4lib.search.mcts, not by {policy!r}; c4lib.search.mcts takes any function"
    )


def rows_for(memory_mb: int, workers: int) -> int:
    """How many rows each worker's tree may have."""
    rows = (memory_mb << 20) // ROW_BYTES // workers
    if rows < FEWEST_ROWS:
        raise ValueError(
            f"memory_mb={memory_mb:,} is too little for {workers:,} trees; "
            "allow more, or ask for fewer workers"
        )
    return min(rows, MOST_ROWS)


def needed_mb(root: Connect4, iterations: int | None, rows: int = 0) -> int:
    """The memory that iterations usually take at most, beside so many rows that there are."""
    each = max(NODE_BYTES, root.width * COLUMN_BYTES)
    return ((iterations or 0) * each + rows * ROW_BYTES >> 20) + 1


def check_memory(root: Connect4, iterations: int | None, memory_mb: int) -> None:
    """Complain about a budget that would not fit into the memory."""
    needed = needed_mb(root, iterations)
    if needed > memory_mb:
        raise ValueError(
            f"{iterations:,} iterations can take {needed:,} MB, and memory_mb is {memory_mb:,}; "
            "ask for fewer, or allow more"
        )


def check_tree(tree: object) -> None:
    """Complain about what is no tree of the compiled search."""
    if tree is not None and not isinstance(tree, Forest):
        raise ValueError(
            "tree is the `tree` of a former result of c4lib.fast.mcts, a Forest, "
            f"not of type {type(tree).__name__}; a Node is for c4lib.search.mcts"
        )
