"""Monte Carlo tree search, compiled: the twin of `c4lib.search.mcts`.

With the same seed both use the same random numbers and grow the same tree.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import inf
from typing import Self

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast import mcts_kernel as kernel
from c4lib.fast.compiler import Words, room_for, word, words
from c4lib.fast.interrupt import Stop, new_stop, run, submit
from c4lib.fast.mcts_kernel import ROW_BYTES, ROWS, Tree, Way
from c4lib.fast.rules_kernel import BITS, check_state, rules_of
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
    check_tree,
    choice,
    new_node,
    result,
    wary,
)

MEMORY_MB = 1024
FIRST_ROWS = 1 << 16  # the rows of a tree at first; when it is full, they are doubled
FEWEST_ROWS = 1 << 10
MOST_ROWS = (1 << 31) - 1  # a row's number has 32 bits
NODE_BYTES = 64
"""What a visited node usually costs at most; with a very large c it may be a little more."""
COLUMN_BYTES = 9  # the same for each column, on boards so wide that this costs more
ENDLESS = 1 << 62
POLICIES = {at_random: kernel.AT_RANDOM, careful: kernel.CAREFUL, wary: kernel.WARY}
PROVEN = {kernel.LOST: -1.0, kernel.DRAWN: 0.0, kernel.WON: 1.0}


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
    visits are added up; a `tree` is searched further by as many workers as have grown it. All trees
    together take at most `memory_mb`. Iterations that would usually take more are refused; if the
    memory still ends a search, or ends it before the `seconds` are over, `is_complete` of the
    result is False.
    """
    root = check_state(state, "mcts")
    check_limits(iterations, seconds)
    check(root, c, rollouts, prove)
    check_tree(tree, Forest, "c4lib.fast", "a Node is for c4lib.search.mcts")
    Dice(seed)  # raises if it is not a seed
    check_whole("workers", workers)
    check_whole("memory_mb", memory_mb)
    needed = needed_mb(root, iterations)
    if needed > memory_mb:
        raise ValueError(
            f"{iterations:,} iterations can take {needed:,} MB, and memory_mb is {memory_mb:,}; "
            "ask for fewer, or allow more"
        )
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
    """The trees of all workers, grown from one state, and the dice of each."""

    def __init__(self, state: Connect4, trees: list[Tree], dice: list[Words]) -> None:
        self.state, self.trees, self.dice = state, trees, dice

    @classmethod
    def of(cls, state: Connect4, seed: int, workers: int, rows: int = FIRST_ROWS) -> Self:
        """Trees of one root each, with room for `rows` rows; each worker has its own seed."""
        dice = [words([Dice(seed + number).word]) for number in range(workers)]
        with room_for(f"a tree of {rows:,} rows for each worker"):
            return cls(state, [kernel.new_tree(rows) for _ in dice], dice)

    def fits(self, iterations: int | None, memory_mb: int = MEMORY_MB) -> bool:
        """Whether more iterations usually fit into the memory, beside the trees so far."""
        rows = sum(int(tree.counts[ROWS]) for tree in self.trees)
        return needed_mb(self.state, iterations, rows) <= memory_mb

    def below(self, state: Connect4) -> "Forest | None":
        """What is known about this state, or one up to two moves later; None if nothing is.

        It is a copy, with the same dice: this forest stays as it is.
        """
        moves = _moves_between(self.state, state)
        if moves is None:
            return None
        trees = []
        for tree in self.trees:
            row: int | None = 0
            before = self.state
            for move in moves:
                row = None if row is None else _children(tree, row, before).get(move)
                before = before.play(move)
            if row is None:
                return None
            with room_for("a copy of the tree"):
                trees.append(kernel.subtree(tree, row))
        return Forest(state, trees, [words([int(dice[0])]) for dice in self.dice])

    def grow(self, way: Way, iterations: int | None, seconds: float, memory_mb: int) -> bool:
        """Grow all trees; the workers share the iterations. Returns False if it was interrupted."""
        stop, number = new_stop(), len(self.trees)
        most_rows = rows_for(memory_mb, number)
        shares = [
            ENDLESS if iterations is None else (iterations + number - 1 - worker) // number
            for worker in range(number)
        ]

        def work() -> bool:
            with ThreadPoolExecutor(number) as others:
                jobs = [
                    submit(others, self._grow, worker, way, share, most_rows, stop)
                    for worker, share in enumerate(shares)
                ]
            return all(job.result() for job in jobs)

        try:
            return run(work, lambda: stop.fill(True), seconds)
        except KeyboardInterrupt:
            if not self.root().children:
                raise  # there is nothing to return
            return False

    def _grow(self, worker: int, way: Way, share: int, most_rows: int, stop: Stop) -> bool:
        """Grow one tree, with more room when it needs it. Returns whether there was enough."""
        root, tree = self.state, self.trees[worker]
        most_rows = max(most_rows, int(tree.counts[ROWS]))
        if len(tree.visits) > most_rows:  # it was grown where there was more memory
            tree = self.trees[worker] = kernel.with_room(tree, most_rows)
        most = min(share, MOST_ROWS - int(tree.visits[0]))  # visits have 32 bits, too
        tree.counts[kernel.DONE], tree.counts[kernel.LIMIT] = 0, most
        path, ucts = np.zeros(BITS + 2, np.int64), np.zeros(BITS)
        while True:
            position = word(root.theirs), word(root.mask)
            kernel.grow(tree, rules_of(root), way, *position, self.dice[worker], path, ucts, stop)
            is_proven = tree.proven[0] != kernel.UNKNOWN
            if tree.counts[kernel.DONE] >= share or is_proven or stop[0]:
                return True
            if len(tree.visits) == most_rows or tree.counts[kernel.DONE] >= most:
                return False
            try:
                tree = kernel.with_room(tree, min(2 * len(tree.visits), most_rows))
            except MemoryError:
                return False
            self.trees[worker] = tree

    def result(self, seconds: float, is_complete: bool) -> SearchResult:
        """The move that was visited most in all trees together."""
        root = self.root()
        first, line = self.trees[0], [choice(root)]
        row = _children(first, 0, self.state).get(line[0].move)
        while row is not None and _with_children(first, row, line[-1]).children:
            line.append(choice(line[-1]))  # from there on by the first tree
            row = _children(first, row, line[-2].state).get(line[-1].move)
        sizes = [_size(tree) for tree in self.trees]
        size = sum(nodes for nodes, _ in sizes), max(depth for _, depth in sizes)
        return result(root, line, size, seconds, is_complete, self)

    def root(self, worker: int | None = None) -> Node:
        """The root and its children, with the visits of all trees added up, or of one worker's."""
        trees = self.trees if worker is None else [self.trees[worker]]
        root, *others = [_root(tree, self.state) for tree in trees]
        for other in others:
            _add(root, other)
            for move, child in other.children.items():
                if move in root.children:
                    _add(root.children[move], child)
                else:
                    root.children[move] = child
        return root

    def tree(self, worker: int = 0, plies: int | None = None) -> Node:
        """A worker's tree as readable nodes, down to `plies` plies; None: all of it."""
        tree = self.trees[worker]
        root = _root(tree, self.state)
        level, ply = [(root, 0)], 0
        while level and ply != plies:
            level = [
                (child, _children(tree, row, node.state)[move])
                for node, row in level
                for move, child in _with_children(tree, row, node).children.items()
            ]
            ply += 1
        return root


@cache
def _load() -> None:
    """Have the search compiled before any clock runs: it grows a tree by one iteration."""
    forest = Forest.of(Connect4(), 0, 1)
    if not forest.grow(Way(1.0, 1, kernel.AT_RANDOM, False), 1, inf, 1 << 10):
        raise KeyboardInterrupt  # nothing was searched yet
    forest.below(Connect4())


def _add(node: Node, other: Node) -> None:
    """Add what another tree says about the same node."""
    node.visits += other.visits
    node.points += other.points
    node.proven = other.proven if node.proven is None else node.proven


def _root(tree: Tree, state: Connect4) -> Node:
    """A tree's root and its children, for the player to move at the root."""
    node = Node(state, state.player, visits=int(tree.visits[0]))
    node.points = float(node.visits - tree.points[0])
    proven = PROVEN.get(int(tree.proven[0]))
    node.proven = None if proven is None else 0.0 - proven
    return _with_children(tree, 0, node)


def _with_children(tree: Tree, row: int, node: Node) -> Node:
    """The node, with its visited children added."""
    if node.state.is_over:
        return node
    node.children = {}
    for move, child in _children(tree, row, node.state).items():
        after = new_node(node.state.play(move), node.state.player, move, node)
        after.visits, after.points = int(tree.visits[child]), float(tree.points[child])
        after.proven = PROVEN.get(int(tree.proven[child]))
        node.children[move] = after
    node.untried = [move for move in node.state.moves() if move not in node.children]
    return node


def _children(tree: Tree, row: int, state: Connect4) -> dict[Move, int]:
    """The rows of a state's children that were ever visited, by the moves that lead to them."""
    first, count = int(tree.first[row]), int(tree.children[row])
    rows = zip(state.moves(), range(first, first + count), strict=False)  # there may be none yet
    return {move: child for move, child in rows if tree.visits[child]}


def _size(tree: Tree) -> tuple[int, int]:
    """The number of visited nodes, and the depth of the tree in plies."""
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
    state = before
    for move in later[:2]:
        if move not in state.moves():
            return None
        state = state.play(move)
    return tuple(later) if state == after else None


def policy_number(policy: Policy | None) -> int:
    """The number of a policy in compiled code."""
    policy = at_random if policy is None else policy
    if policy not in list(POLICIES):  # it need not be hashable
        raise ValueError(
            "the compiled mcts plays games at random (policy=None) or by careful or wary of "
            f"c4lib.search.mcts, not by {policy!r}; c4lib.search.mcts takes any function"
        )
    return POLICIES[policy]


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
    """The most memory that iterations usually take, beside the rows in use."""
    each = max(NODE_BYTES, root.width * COLUMN_BYTES)
    return ((iterations or 0) * each + rows * ROW_BYTES >> 20) + 1
