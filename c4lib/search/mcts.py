"""Monte Carlo tree search: the judge is the share of random games won. Lesson 05 builds it.

One iteration takes four steps. *Select*: descend the tree, at each node to the child with the
largest UCT. *Expand*: where a move was never tried, try it. *Simulate*: play to the end at
random. *Update*: add the result to every node on the way up. It works on any game: with two
or more players, with or without dice.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

from c4lib.game import CHANCE, MOST_PLIES, Move, State, chances_of, check_positive
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_number, check_root, check_said, check_whole
from c4lib.search.dice import Dice
from c4lib.search.quiescence import forced_moves

if TYPE_CHECKING:
    from c4lib.search.mcts_trace import MCTSTrace

Policy = Callable[[Any, Dice], Move]
"""How simulated games are played: from a state and dice to a move."""

MOST_ROLLOUTS = 1_000_000
MOST_C = 1_000_000


@dataclass(eq=False, slots=True)
class Node:
    """A state in the tree, and how the games through it ended."""

    state: Any
    owner: int
    """The player who chose to come here. Points are counted for them."""
    move: Move | None = None
    """The move that led here; None at the root."""
    parent: "Node | None" = None
    children: "dict[Move, Node]" = field(default_factory=dict)
    untried: list[Move] = field(default_factory=list)
    visits: int = 0
    points: float = 0.0
    """What the owner got: 1 for a win, a half for a draw; with several rollouts, their mean."""
    proven: float | None = None
    """What the game is worth to the owner, once that is certain: +1, 0 or -1."""
    dice: Dice | None = None
    """At the root of a search: the dice for searching the tree further."""

    @property
    def mean(self) -> float:
        """The owner's points per visit, from 0 to 1; a half before the first one."""
        return self.points / self.visits if self.visits else 0.5

    def uct(self, c: float) -> float:
        """How much another visit is worth: the mean, and a bonus while little is known."""
        assert self.parent is not None
        return self.mean + c * math.sqrt(math.log(self.parent.visits) / self.visits)

    def __repr__(self) -> str:
        return f"<Node {self.move!r}: {self.visits} visits, mean {self.mean:.3f}>"


def mcts(
    state: State,
    iterations: int | None = None,
    seconds: float | None = None,
    *,
    c: float = 1.5,
    rollouts: int = 1,
    policy: Policy | None = None,
    prove: bool = False,
    tree: Node | None = None,
    seed: int = 0,
    trace: "MCTSTrace | None" = None,
) -> SearchResult:
    """The move that was visited most, and its value for the player to move, from -1 to 1.

    `c` weighs exploration; each visit plays `rollouts` games to the end, by `policy` or at
    random. With `prove`, certain wins and losses are passed up the tree and no longer visited;
    it is for two-player games without dice that are won, drawn or lost. If the state is in
    `tree`, the tree of an earlier result, the search continues from a copy of it and with its
    dice; `seed` is for a new tree. A `trace` records every step. Interrupted by Ctrl-C, the
    search returns what it has.
    """
    check_limits(iterations, seconds)
    check(state, c, rollouts, prove, policy)
    check_tree(tree, Node, "c4lib.search", "a Forest is for c4lib.fast.mcts")
    dice = Dice(seed)
    start = time.perf_counter()
    deadline = inf if seconds is None else start + seconds
    root = find(tree, state) or new_node(state, state.player)
    dice = root.dice = root.dice or dice
    if trace is not None:
        if not hasattr(trace, "iteration"):
            raise ValueError(f"trace is an MCTSTrace(), not {trace!r}")
        trace.start(root, c)
    done, is_complete = 0, True
    try:
        while done != iterations and root.proven is None:
            if done and time.perf_counter() > deadline:
                break
            selected = select(root, c, dice)
            leaf = expand(selected, dice)
            ends = simulate(leaf.state, rollouts, policy or at_random, dice)
            update(leaf, ends, prove)
            done += 1
            if trace is not None:
                trace.iteration(leaf, leaf is not selected, ends)
    except KeyboardInterrupt:
        tidy(root)
        if not root.children:
            raise  # there is nothing to return
        is_complete = False
    seconds, line = time.perf_counter() - start, principal(root)
    if trace is not None:
        trace.finish(line)
    return result(root, line, size(root), seconds, is_complete, root)


# ---- the four steps ------------------------------------------------------------------------


def select(root: Node, c: float, dice: Dice) -> Node:
    """Descend by the largest UCT, to a state with an untried move or to the end of a game."""
    node = root
    while not node.untried and not node.state.is_over:
        node = throw(node, dice) if node.state.player == CHANCE else best_child(node, c)
    return node


def expand(node: Node, dice: Dice) -> Node:
    """A new child, by a move that was never tried; the node itself if the game is over."""
    if not node.untried:
        return node
    child = add_child(node, node.untried.pop(dice.integers(len(node.untried))))
    if not node.untried:  # from now on, of equal ones the first in natural order is chosen
        node.children = dict(sorted_children(node))
    return child


def simulate(state: State, rollouts: int, policy: Policy, dice: Dice) -> list[State]:
    """The last states of `rollouts` games that the policy plays from the state."""
    ends = []
    for _ in range(rollouts):
        end, plies = state, 0
        while not end.is_over:
            end = end.play(drawn(end, dice) if end.player == CHANCE else policy(end, dice))
            plies += 1
            if plies > MOST_PLIES:
                raise ValueError(f"a simulated game has not ended after {MOST_PLIES:,} plies")
        ends.append(end)
    return ends


def update(leaf: Node, ends: Sequence[State], prove: bool = False) -> None:
    """Add a visit and its points to the leaf and all nodes above, for the owner of each."""
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        node.points += sum((end.utility(node.owner) + 1) / 2 for end in ends) / len(ends)
        node = node.parent
    if prove:
        pass_up(leaf)


# ---- what they need ------------------------------------------------------------------------


def new_node(state: State, owner: int, move: Move = None, parent: Node | None = None) -> Node:
    """A node that was never visited. Moves of dice are not tried in turn, but thrown."""
    untried = [] if state.player == CHANCE else list(state.moves())
    return Node(state, owner, move, parent, untried=untried)


def add_child(node: Node, move: Move) -> Node:
    """The new child that a move leads to. A child of dice belongs to the player who threw them."""
    owner = node.owner if node.state.player == CHANCE else node.state.player
    child = new_node(node.state.play(move), owner, move, node)
    node.children[move] = child
    return child


def best_child(node: Node, c: float) -> Node:
    """The child with the largest UCT; a proven loss is not visited while there is another.

    In a proven child there is nothing to explore, and a draw is worth a half. So a player who is
    sure of a draw only explores what promises more.
    """

    def urgency(child: Node) -> float:
        if child.proven is None:
            return child.uct(c)
        return 0.5 if child.proven == 0 else child.proven

    return max(node.children.values(), key=urgency)


def throw(node: Node, dice: Dice) -> Node:
    """The child that the dice choose."""
    move = drawn(node.state, dice)
    return node.children.get(move) or add_child(node, move)


def drawn(state: Any, dice: Dice) -> Move:
    """A move of chance, drawn with its probability."""
    left = dice.random()
    moves = chances_of(state)
    for move, probability in moves:
        left -= probability
        if left < 0:
            return move
    return moves[-1][0]  # the probabilities add up to a little less than 1


def at_random(state: State, dice: Dice) -> Move:
    """Any move, each as likely as the others."""
    moves = state.moves()
    if not moves:
        raise ValueError(f"there is no move to choose from in {state!r}")
    return moves[dice.integers(len(moves))]


def careful(state: State, dice: Dice) -> Move:
    """A winning move if there is one; else a move that stops the opponent's win; else any move."""
    forced = forced_moves(state)
    return forced[0] if forced else at_random(state, dice)


def wary(state: Any, dice: Dice) -> Move:
    """Careful, and no move right below a square where either player would complete a line.

    If the line is the opponent's, they win on that square; if it is one's own, they take it
    away. So both wait until the other has no other move left, as good players do. It is for
    games of falling discs whose states hold bitboards, `mine` and `theirs`; on others it is
    `careful`.
    """
    forced = forced_moves(state)
    if forced or state.is_over or not hasattr(state, "theirs"):
        return forced[0] if forced else at_random(state, dice)
    moves = state.moves()
    safe = [move for move in moves if not _completes_above(state, move, state.theirs)]
    if not safe:
        return moves[0]  # whichever it is, the opponent wins at once
    patient = [move for move in safe if not _completes_above(state, move, state.mine)]
    return (patient or safe)[dice.integers(len(patient or safe))]


def _completes_above(state: Any, move: Move, discs: int) -> bool:
    """Whether the square above the one where a move's disc lands completes a line."""
    above = (state.play(move).mask ^ state.mask) << 1 & state.board.full
    return above > 0 and bool(state.board.has_line(discs | above))


def pass_up(leaf: Node) -> None:
    """Record what is certain: the end of a game, and what follows from it above.

    A player who has a winning move wins; one whose moves are all proven gets the best of them.
    That holds for two players without dice, whose game is won, drawn or lost.
    """
    check_provable(leaf)
    if not leaf.state.is_over:
        return
    leaf.proven = leaf.state.utility(leaf.owner)
    node = leaf.parent
    while node is not None:
        proven = [child.proven for child in node.children.values() if child.proven is not None]
        best = max(proven)
        if best < 1 and (node.untried or len(proven) < len(node.children)):
            return
        node.proven = best if node.owner == node.state.player else -best
        node = node.parent


def find(tree: Node | None, state: State) -> Node | None:
    """A copy of the state's node and of all below it, with the tree's dice.

    It is looked for at the root, one move and two moves below; None if it is not there.
    """
    level = [] if tree is None else [tree]
    for _ in range(3):
        for node in level:
            if node.state == state:
                assert tree is not None
                copy = copied(node)
                copy.dice = None if tree.dice is None else Dice(tree.dice.word)
                return copy
        level = [child for node in level for child in node.children.values()]
    return None


def copied(tree: Node) -> Node:
    """A copy of the tree, without what lies above it."""
    copy = replace(tree, parent=None)
    left = [copy]
    while left:
        node = left.pop()
        node.untried = list(node.untried)
        node.children = {m: replace(child, parent=node) for m, child in node.children.items()}
        left.extend(node.children.values())
    return copy


def tidy(root: Node) -> None:
    """Remove nodes that were added but never visited, because the search was stopped."""
    left = [root]
    while left:
        node = left.pop()
        node.children = {m: child for m, child in node.children.items() if child.visits}
        if node.visits == 0:  # stopped after its child was counted
            node.children = {}
        if node.state.player != CHANCE:
            node.untried = [move for move in node.state.moves() if move not in node.children]
        left.extend(node.children.values())


def choice(node: Node) -> Node:
    """The child to play: a proven win, else the one visited most that is not proven lost.

    A proven draw is better than a child whose mean is below a half. Ties go to the better mean.
    """
    children = [child for _, child in sorted_children(node)]
    has_draw = any(child.proven == 0 for child in children)

    def rank(child: Node) -> tuple[bool, bool, int, float]:
        is_worse = child.proven == -1 or (has_draw and value(child) < 0)
        return child.proven == 1, not is_worse, child.visits, child.mean

    return max(children, key=rank)


def value(node: Node) -> float:
    """What a node is worth to its owner, from -1 to 1."""
    return 2 * node.mean - 1 if node.proven is None else node.proven


def principal(root: Node) -> list[Node]:
    """The principal variation: the most promising child each time, down to the first dice."""
    line, node = [], root
    while node.children and node.state.player != CHANCE:
        node = choice(node)
        line.append(node)
    return line


def result(
    root: Node, line: Sequence[Node], size: tuple[int, int], seconds: float, is_complete: bool,
    tree: Any,
) -> SearchResult:  # fmt: skip
    """The result of a search, for the player to move at the root; `size`: nodes and plies."""
    check_said("utility", root.points, root.state)
    nodes, depth = size
    replies_by_chance = line[0].state.player == CHANCE
    return SearchResult(
        line[0].move,
        value(line[0]),
        nodes,
        depth,
        tuple(node.move for node in line),
        move_stats(root),
        replies={} if replies_by_chance else move_stats(line[0]),
        scale="outcome",
        proven=root.proven,
        seconds=seconds,
        is_complete=is_complete,
        tree=tree,
    )


def move_stats(node: Node) -> dict[Move, MoveStats]:
    """What is known about the moves that were tried at a node, for the player who makes them."""
    return {
        move: MoveStats(value(child), child.visits, proven=child.proven)
        for move, child in sorted_children(node)
    }


def sorted_children(node: Node) -> list[tuple[Move, Node]]:
    """The children, in the natural order of their moves."""
    return [(move, node.children[move]) for move in node.state.moves() if move in node.children]


def size(root: Node) -> tuple[int, int]:
    """The number of nodes of a tree, and its depth in plies."""
    nodes, depth, level = 0, -1, [root]
    while level:
        nodes, depth = nodes + len(level), depth + 1
        level = [child for node in level for child in node.children.values()]
    return nodes, depth


def check_limits(iterations: int | None, seconds: float | None) -> None:
    """Raise ValueError unless there is a budget, and it is positive."""
    if iterations is None and seconds is None:
        raise ValueError("pass a limit: iterations=... or seconds=...")
    if iterations is not None:
        check_whole("iterations", iterations)
    if seconds is not None:
        check_positive("seconds", seconds)


def check(state: State, c: float, rollouts: int, prove: bool, policy: Policy | None = None) -> None:
    """Raise ValueError if the state cannot be searched with these settings."""
    check_root(state)
    if state.is_over:
        raise ValueError("the game is over; there is no move to look for")
    check_way(c, rollouts, policy)
    if prove and state.player not in (0, 1):
        raise ValueError("prove is for two players; leave it out")
    if prove and hasattr(state, "bounds"):
        raise ValueError("prove is for games that are won, drawn or lost; leave it out")


def check_way(c: float, rollouts: int, policy: Policy | None) -> None:
    """Raise ValueError if a setting makes no sense."""
    check_number("c", c)
    if c > MOST_C:
        raise ValueError(f"c is at most {MOST_C:,}; long before that, only exploration counts")
    check_whole("rollouts", rollouts)
    if rollouts > MOST_ROLLOUTS:
        raise ValueError(f"rollouts is at most {MOST_ROLLOUTS:,}; ask for more iterations instead")
    if policy is not None and not callable(policy):
        raise ValueError(f"policy is a function from a state and dice to a move, not {policy!r}")


def check_tree(tree: object, kind: type, package: str, other: str) -> None:
    """Raise ValueError unless the tree is from the search in that package; `other` adds a hint."""
    if tree is not None and not isinstance(tree, kind):
        raise ValueError(
            f"tree is the `tree` of an earlier result of {package}.mcts, a {kind.__name__}, "
            f"not of type {type(tree).__name__}; {other}"
        )


def check_provable(leaf: Node) -> None:
    """Raise ValueError if nothing can be proven from the leaf's state."""
    state = leaf.state
    if not state.is_over:
        if state.player == CHANCE:
            raise ValueError("prove is for games without dice; leave it out")
        if state.player not in (0, 1):
            raise ValueError("prove is for two players; leave it out")
    elif state.utility(leaf.owner) not in (-1, 0, 1) or state.utility(0) + state.utility(1):
        raise ValueError("prove is for games that are won, drawn or lost; leave it out")
