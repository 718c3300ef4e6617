"""A Monte Carlo tree search as its stepper shows it: what it did in each step, and what it knew.

The search itself is done by the four functions of `c4lib.search.mcts`, as `mcts` does it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from c4lib.game import CHANCE, State
from c4lib.search.dice import Dice
from c4lib.search.mcts import (
    Node,
    at_random,
    check,
    check_limits,
    choice,
    expand,
    new_node,
    select,
    simulate,
    sorted_children,
    update,
)

Kind = Literal["start", "select", "throw", "expand", "over", "simulate", "update", "end"]
"""What happens in a step: dice are thrown in place of selecting, a game that is over is not
expanded."""


class Figures(NamedTuple):
    """What a node's visits have brought its owner so far."""

    visits: int = 0
    points: float = 0.0
    proven: float | None = None


@dataclass(frozen=True)
class Step:
    """One step of an iteration, at a node; nodes are known by their numbers."""

    kind: Kind
    iteration: int
    node: int
    child: int | None = None
    """The child that is selected, thrown or added."""
    ends: tuple[Any, ...] = ()
    """How the simulated games ended."""
    figures: Figures | None = None
    """What the node has from this step on."""


class Record:
    """The steps of a search, and its nodes in the order in which they were added."""

    def __init__(self, root: Node, c: float, iterations: int) -> None:
        self.nodes, self.parents = [root], [0]
        self.numbers = {root: 0}
        self.c, self.iterations = c, iterations
        self.steps = [Step("start", 0, 0)]
        self.rounds: list[int] = []
        """With which steps the iterations begin."""

    def note(self, leaf: Node, is_new: bool, ends: list[State]) -> None:
        """Add the steps of an iteration that has just been made."""
        self.rounds.append(len(self.steps))
        number, path = len(self.rounds), [self._number(node) for node in path_to(leaf)]
        for node, child in pairwise(path):
            kind: Kind = "throw" if self.nodes[node].state.player == CHANCE else "select"
            if is_new and child == path[-1]:
                kind = "expand"
            self.steps.append(Step(kind, number, node, child))
        if not is_new:
            self.steps.append(Step("over", number, path[-1]))
        self.steps.append(Step("simulate", number, path[-1], ends=tuple(ends)))
        for node in reversed(path):
            real = self.nodes[node]
            figures = Figures(real.visits, real.points, real.proven)
            self.steps.append(Step("update", number, node, ends=tuple(ends), figures=figures))

    def finish(self) -> None:
        """Add the last step: the move is chosen."""
        self.rounds.append(len(self.steps))
        chosen = self.numbers[choice(self.nodes[0])]
        self.steps.append(Step("end", len(self.rounds) - 1, 0, chosen))

    def _number(self, node: Node) -> int:
        if node not in self.numbers:
            assert node.parent is not None
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.parents.append(self.numbers[node.parent])
        return self.numbers[node]

    # ---- what was known when ---------------------------------------------------------------

    def known(self, step: int) -> dict[int, Figures]:
        """The nodes that there are after a step, counted from 0, and what they have."""
        known = {0: Figures()}
        for done in self.steps[: step + 1]:
            if done.child is not None:
                known.setdefault(done.child, Figures())
            if done.figures is not None:
                known[done.node] = done.figures
        return known

    def path(self, number: int) -> list[int]:
        """The nodes from the root down to a node."""
        return [self.numbers[node] for node in path_to(self.nodes[number])]

    def children(self, number: int) -> list[int]:
        """A node's children, in the natural order of their moves."""
        return [self.numbers[child] for _, child in sorted_children(self.nodes[number])]

    def below(self, known: Mapping[int, Figures]) -> Counter[int]:
        """How many nodes there are below each."""
        below: Counter[int] = Counter()
        for number in sorted(known, reverse=True):  # children are younger than their parents
            if number:
                below[self.parents[number]] += below[number] + 1
        return below

    def copy(self, number: int, known: Mapping[int, Figures]) -> Node:
        """A node and its children as they were: a real `Node`, which can be asked for UCT."""
        node = self._alone(number, known)
        for child in self.children(number):
            if child in known:
                younger = self._alone(child, known)
                younger.parent = node
                node.children[younger.move] = younger
        if node.state.player != CHANCE:
            node.untried = [move for move in node.state.moves() if move not in node.children]
        return node

    def _alone(self, number: int, known: Mapping[int, Figures]) -> Node:
        real, (visits, points, proven) = self.nodes[number], known[number]
        return Node(real.state, real.owner, real.move, visits=visits, points=points, proven=proven)


def record(
    state: State, iterations: int, c: float, seed: int, rollouts: int, prove: bool
) -> Record:
    """Search, and note each step."""
    check_limits(iterations, None)
    check(state, c, rollouts, prove)
    dice, root = Dice(seed), new_node(state, state.player)
    made = Record(root, c, iterations)
    while len(made.rounds) < iterations and root.proven is None:
        selected = select(root, c, dice)
        leaf = expand(selected, dice)
        ends = simulate(leaf.state, rollouts, at_random, dice)
        update(leaf, ends, prove)
        made.note(leaf, leaf is not selected, ends)
    made.finish()
    return made


def path_to(node: Node | None) -> list[Node]:
    """The nodes from the root down to a node."""
    path: list[Node] = []
    while node is not None:
        path.append(node)
        node = node.parent
    return path[::-1]
