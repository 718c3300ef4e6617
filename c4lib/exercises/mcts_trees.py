"""Trees of Monte Carlo tree search for the exercises: built for each call, drawn, and compared.

A node is named by the moves that lead to it from the root, as in `watch_nodes`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises.watch_nodes import Path
from c4lib.game import Move
from c4lib.games.trees import indented
from c4lib.search.mcts import Node, mcts, size, sorted_children
from c4lib.search.mcts_trace import path_to as nodes_to

Counts = tuple[int, float]
"""The visits of a node and its points for its owner."""

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def grown(state: Any, iterations: int, c: float, seed: int) -> Node:
    """The root of the tree that the package's search grows."""
    root: Node = mcts(state, iterations, c=c, seed=seed).tree
    return root


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


def path_to(node: Node) -> Path:
    """The moves from the root to the node."""
    return tuple(each.move for each in nodes_to(node)[1:])


# ---- names ---------------------------------------------------------------------------------


def moves_text(state: Any, moves: Sequence[Move]) -> str:
    """Moves as labelled on the board, "columns 2, 1"; in other games as in code, "move 4"."""
    is_board = isinstance(state, Connect4)
    numbers = ", ".join(str(move + 1 if is_board else move) for move in moves)
    return f"{'column' if is_board else 'move'}{'' if len(moves) == 1 else 's'} {numbers}"


def named(state: Any, move: Move) -> str:
    """A move as labelled on the board and as in code: "column 2 (move 1)"."""
    name = moves_text(state, [move])
    return f"{name} (move {move})" if isinstance(state, Connect4) else name


def place(state: Any, path: Path) -> str:
    """Where a node is below a state: "the root", or "after columns 2, 1"."""
    return f"after {moves_text(state, path)}" if path else "the root"


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
    """What an answer added to the counts of nodes, without those that it did not change."""

    added: Mapping[Path, Counts]
    state: Any
    """The state at the root of the tree."""

    def __repr__(self) -> str:
        paths = sorted(self.added, key=len)
        rows = [f"{place(self.state, path)}: {_counted(*self.added[path], '+')}" for path in paths]
        return "\n".join(rows) or "no node is changed"


@dataclass(frozen=True)
class Grown:
    """The counts at the root of a tree that an answer has grown."""

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
        rows = [_amount(self.nodes, "node"), f"root: {_counted(*self.root)}"]
        for move, counts in self.children.items():
            rows.append(f"{named(self.state, move)}: {_counted(*counts)}")
        return "\n".join(rows)


def _counted(visits: int, points: float, sign: str = "") -> str:
    return f"{_amount(visits, 'visit', sign)}, {_amount(points, 'point', sign)}"


def _amount(number: float, what: str, sign: str = "") -> str:
    """A number with a noun: "1 visit", "2.5 points", "+1 point"."""
    number = round(number, 3)
    return f"{number:{sign}g} {what}{'' if abs(number) == 1 else 's'}"


# ---- drawings ------------------------------------------------------------------------------


def outline(root: Node, mark: Callable[[Node], str] = lambda node: "") -> str:
    """The tree as text: each node's move and owner, its counts, and its untried moves."""
    return f"root, {SYMBOLS[root.state.player]} to move: " + "\n".join(_lines(root, mark))


def _lines(node: Node, mark: Callable[[Node], str]) -> list[str]:
    """The lines of a node and of all below it, without the node's own name."""
    texts = [_counted(node.visits, node.points)]
    if node.visits and node.parent is not None:
        texts[0] += f", mean {node.mean:.3f}"
    if node.proven is not None:
        texts.append(f"a proven {OUTCOMES[int(node.proven)]}")
    if node.untried:
        moves = moves_text(node.state, node.untried) if node.children else "all moves"
        texts.append(f"{moves} untried")
    if node.state.is_over:
        texts.append("the game is over")
    children = sorted_children(node)
    names = [f"{named(node.state, move)} by {SYMBOLS[child.owner]}" for move, child in children]
    return indented("; ".join(texts) + mark(node), names, [_lines(c, mark) for _, c in children])
