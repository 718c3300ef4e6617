"""Trees of Monte Carlo tree search as the exercises hand them in, draw them and read them.

A node is named by the moves that lead to it from the root, as in `watching`. A `Plant` does
not change: each call of an answer gets a tree of its own, which it may write into.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises.watching import Path
from c4lib.game import Move
from c4lib.search.mcts import Node, add_child, mcts, new_node, size, sorted_children

Counts = tuple[int, float]
"""The visits of a node, and its points for its owner."""

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Plant:
    """A tree: the root's state, and the counts of all nodes, each after its parent."""

    state: Any
    counts: Mapping[Path, Counts]
    proven: Mapping[Path, float] = field(default_factory=dict)
    """What is certain of some nodes, for their owners: +1, 0 or -1."""

    def root(self) -> Node:
        """The root of a new tree with these counts."""
        root = new_node(self.state, self.state.player)
        for path, (visits, points) in self.counts.items():
            node = at(root, path[:-1])
            if path:
                node.untried.remove(path[-1])
                node = add_child(node, path[-1])
            node.visits, node.points, node.proven = visits, points, self.proven.get(path)
        for _, node in nodes_of(root):
            node.children = dict(sorted_children(node))
        return root

    def __repr__(self) -> str:
        return "root"


@dataclass(frozen=True)
class Leaf:
    """A node of a tree that was just added, and never visited."""

    plant: Plant
    path: Path

    def node(self) -> Node:
        """The node in a new tree."""
        return at(self.plant.root(), self.path)

    def __repr__(self) -> str:
        return "leaf"


def grown(state: Any, iterations: int, c: float, seed: int) -> Plant:
    """The tree that the package's search grows."""
    return Plant(state, counts_of(mcts(state, iterations, c=c, seed=seed).tree))


def counts_of(root: Node) -> dict[Path, Counts]:
    """The counts of all nodes."""
    return {path: (node.visits, node.points) for path, node in nodes_of(root)}


def nodes_of(root: Node) -> Iterator[tuple[Path, Node]]:
    """All nodes with their paths, a parent before its children."""
    waiting: list[tuple[Path, Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += [((*path, move), child) for move, child in reversed(node.children.items())]


def at(root: Node, path: Path) -> Node:
    """The node that the moves lead to."""
    for move in path:
        root = root.children[move]
    return root


def path_to(node: Node) -> Path:
    """The moves from the root to the node."""
    path: Path = ()
    while node.parent is not None:
        path, node = (node.move, *path), node.parent
    return path


def top_of(node: Node) -> Node:
    """The root above a node."""
    while node.parent is not None:
        node = node.parent
    return node


# ---- names ---------------------------------------------------------------------------------


def told(state: Any, moves: Sequence[Move]) -> str:
    """Moves as the board is labelled: "columns 2, 1"; of another game as in code: "move 4"."""
    is_board = isinstance(state, Connect4)
    numbers = ", ".join(str(move + 1 if is_board else move) for move in moves)
    return f"{'column' if is_board else 'move'}{'' if len(moves) == 1 else 's'} {numbers}"


def named(state: Any, move: Move) -> str:
    """A move as the board is labelled, and as it is in code: "column 2 (move 1)"."""
    name = told(state, [move])
    return f"{name} (move {move})" if isinstance(state, Connect4) else name


def place(state: Any, path: Path) -> str:
    """Where a node is below a state: "the root", or "after columns 2, 1"."""
    return f"after {told(state, path)}" if path else "the root"


# ---- what is found in a tree ---------------------------------------------------------------


@dataclass(frozen=True)
class Reached:
    """The node that an answer went to, in a tree with this state at its root."""

    path: Path
    state: Any

    def __repr__(self) -> str:
        where = place(self.state, self.path)
        return f"the node {where}" if self.path else where


@dataclass(frozen=True)
class Changes:
    """What an answer has added to the counts of the nodes; those that it left are not here."""

    added: Mapping[Path, Counts]
    state: Any
    """That at the root of the tree."""

    def __repr__(self) -> str:
        rows = [
            f"{place(self.state, path)}: "
            f"{_amount(visits, 'visit', '+')}, {_amount(points, 'point', '+')}"
            for path, (visits, points) in sorted(self.added.items(), key=lambda item: len(item[0]))
        ]
        return "\n".join(rows) or "no node is changed"


@dataclass(frozen=True)
class Grown:
    """What is to be seen at the root of a tree that an answer has grown."""

    state: Any
    root: Counts
    children: Mapping[Any, Counts]
    nodes: int
    is_root: bool = True

    @classmethod
    def of(cls, root: Node) -> "Grown":
        """The counts of the root and of its children, and the size of the tree."""
        children = {move: (child.visits, child.points) for move, child in sorted_children(root)}
        counts = root.visits, root.points
        return cls(root.state, counts, children, size(root)[0], root.parent is None)

    def __repr__(self) -> str:
        rows = [f"{self.nodes} node{'' if self.nodes == 1 else 's'}", _counted("root", *self.root)]
        rows += [
            _counted(named(self.state, move), *counts) for move, counts in self.children.items()
        ]
        return "\n".join(rows)


def _counted(name: str, visits: int, points: float) -> str:
    return f"{name}: {_amount(visits, 'visit')}, {_amount(points, 'point')}"


def _amount(number: float, what: str, sign: str = "") -> str:
    """How much of something: "1 visit", "2.5 points", "+1 point"."""
    number = round(number, 3)
    return f"{number:{sign}g} {what}{'' if abs(number) == 1 else 's'}"


# ---- drawings ------------------------------------------------------------------------------


def outline(root: Node, mark: Callable[[Node], str] = lambda node: "") -> str:
    """The tree as text: each node's move and owner, its counts, and the moves never tried."""
    return "\n".join(_lines(root, f"root, {_symbol(root.state.player)} to move", mark))


def _lines(node: Node, name: str, mark: Callable[[Node], str]) -> list[str]:
    texts = [_counted(name, node.visits, node.points)]
    if node.visits and node.parent is not None:
        texts[0] += f", mean {node.mean:.3f}"
    if node.proven is not None:
        texts.append(f"a proven {OUTCOMES[int(node.proven)]}")
    if node.untried:
        moves = told(node.state, node.untried) if node.children else "all moves"
        texts.append(f"{moves} untried")
    if node.state.is_over:
        texts.append("the game is over")
    lines = ["; ".join(texts) + mark(node)]
    children = sorted_children(node)
    for number, (move, child) in enumerate(children, start=1):
        is_last = number == len(children)
        name = f"{named(node.state, move)} by {_symbol(child.owner)}"
        first, *others = _lines(child, name, mark)
        lines.append(f"{'└' if is_last else '├'}─ {first}")
        lines += [("   " if is_last else "│  ") + line for line in others]
    return lines


def _symbol(player: int) -> str:
    return SYMBOLS[player]
