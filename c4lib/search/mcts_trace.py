"""A record of a Monte Carlo tree search: what it did step by step, and what each node held then.

trace = MCTSTrace()
mcts(state, 30, trace=trace)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from c4lib.game import CHANCE, State
from c4lib.search.mcts import Node, sorted_children

StepKind = Literal["start", "select", "throw", "expand", "over", "simulate", "update", "end"]
"""What happens in a step. Where chance decides, dice are thrown instead of selecting; where the
game is over, there is nothing to expand."""

Stats = tuple[int, float, float | None]
"""A node's visits, points and proven value."""


@dataclass(frozen=True)
class MCTSStep:
    """One step of an iteration, at a node; nodes are known by their numbers."""

    kind: StepKind
    iteration: int
    node: int
    child: int | None = None  # the one that is selected, thrown, added, or chosen in the end
    ends: tuple[Any, ...] = ()  # of the simulated games
    stats: Stats | None = None  # the node's after this step, where they change

    @property
    def about(self) -> int:
        """The child, where there is one, or else the node."""
        return self.node if self.child is None else self.child


class MCTSTrace:
    """The steps of a search, and its nodes in the order in which they were added."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.steps: list[MCTSStep] = []
        self.rounds: list[int] = []
        """The step with which each iteration begins; after a search, the last step as well."""
        self.principal: list[int] = []
        """The nodes of the principal variation, from the root."""
        self.c = 0.0
        self._numbers: dict[Node, int] = {}
        self._before: dict[int, Stats] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def __bool__(self) -> bool:
        return True  # even while it is empty: `if trace` asks whether there is one

    def start(self, root: Node, c: float) -> None:
        """Note the tree that the search begins with, and its exploration constant."""
        if self.nodes:
            raise ValueError("the trace already holds a search; pass a new MCTSTrace() to each")
        self.c = c
        level = [root]
        for node in level:  # grows while it is iterated over
            self._before[self._number(node)] = (node.visits, node.points, node.proven)
            level += node.children.values()
        self.steps.append(MCTSStep("start", 0, 0))

    def iteration(self, leaf: Node, is_new: bool, ends: Sequence[State]) -> None:
        """Note the steps of the iteration that has just been made."""
        self.rounds.append(len(self.steps))
        round_number, path = len(self.rounds), [self._number(node) for node in path_to(leaf)]
        for node, child in pairwise(path):
            kind: StepKind = "throw" if self.nodes[node].state.player == CHANCE else "select"
            if is_new and child == path[-1]:
                kind = "expand"
            self.steps.append(MCTSStep(kind, round_number, node, child))
        if not is_new:
            self.steps.append(MCTSStep("over", round_number, path[-1]))
        games = tuple(ends)
        self.steps.append(MCTSStep("simulate", round_number, path[-1], ends=games))
        for node in reversed(path):
            now = self.nodes[node]
            stats = (now.visits, now.points, now.proven)
            self.steps.append(MCTSStep("update", round_number, node, ends=games, stats=stats))

    def finish(self, line: Sequence[Node]) -> None:
        """Note the principal variation, whose first move is played."""
        self.rounds.append(len(self.steps))
        self.principal = [0, *map(self._number, line)]
        self.steps.append(MCTSStep("end", len(self.rounds) - 1, 0, self.principal[1]))

    def _number(self, node: Node) -> int:
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def known(self, step: int) -> dict[int, Node]:
        """The tree after a step, counted from 0: copies of its nodes as they were then.

        They have no `untried` moves, but can be asked for their UCT.
        """
        stats = dict(self._before)
        for done in self.steps[: step + 1]:
            if done.child is not None:
                stats.setdefault(done.child, (0, 0.0, None))
            if done.stats is not None:
                stats[done.node] = done.stats
        known = {}
        for number, (visits, points, proven) in stats.items():
            node = self.nodes[number]
            known[number] = Node(
                node.state, node.owner, node.move, visits=visits, points=points, proven=proven
            )
        for number, node in known.items():
            for final in self.nodes[number].children.values():
                child = known.get(self._numbers.get(final, -1))
                if child is not None:
                    child.parent = node
                    node.children[child.move] = child
        return known

    def path(self, number: int) -> list[int]:
        """The nodes from the root down to a node."""
        return [self._numbers[node] for node in path_to(self.nodes[number])]

    def children(self, number: int) -> list[int]:
        """A node's children, in the natural order of their moves."""
        below = [child for _, child in sorted_children(self.nodes[number])]
        return [self._numbers[child] for child in below if child in self._numbers]


def path_to(node: Node | None) -> list[Node]:
    """The nodes from the root down to a node."""
    path: list[Node] = []
    while node is not None:
        path.append(node)
        node = node.parent
    return path[::-1]
