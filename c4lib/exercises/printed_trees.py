"""Trees as the exercises print them: with a repr to paste back, and drawn as an outline."""

from collections.abc import Sequence
from typing import Any

from c4lib.games.trees import DiceTree, ListTree, TupleTree


class PrintedTree(ListTree):
    """A ListTree that prints as an outline with its moves."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.ply:
            return f"ListTree({self.tree!r}, ply={self.ply})"
        return f"ListTree.of({_as_lists(self.tree)!r})"

    def __str__(self) -> str:
        return outline(self.tree, self.ply)


def outline(tree: Any, ply: int = 0) -> str:
    """Nested tuples as an outline: whose turn it is, and each branch with its move.

    >>> print(outline(((3, 12, 8), (2, 4, 6))))
    MAX
    ├─ 0: MIN 3, 12, 8
    └─ 1: MIN 2, 4, 6
    """
    return "\n".join(_lines(tree, ply))


def indented(head: str, names: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    """A head, and below it the lines of each branch behind the branch's name."""
    lines = [head]
    for number, (name, (first, *others)) in enumerate(zip(names, below, strict=True), start=1):
        is_last = number == len(names)
        lines.append(f"{'└' if is_last else '├'}─ {name}: {first}")
        lines += [("   " if is_last else "│  ") + line for line in others]
    return lines


def _lines(tree: Any, ply: int) -> list[str]:
    if not isinstance(tree, tuple):
        return [f"leaf {tree:g}"]
    name = ("MAX", "MIN")[ply % 2]
    if not any(isinstance(branch, tuple) for branch in tree):
        return [f"{name} " + ", ".join(f"{leaf:g}" for leaf in tree)]
    return indented(name, _moves(tree), [_lines(branch, ply + 1) for branch in tree])


def _moves(branches: Sequence[Any]) -> list[str]:
    return [str(move) for move in range(len(branches))]


def _as_lists(tree: Any) -> Any:
    return [_as_lists(branch) for branch in tree] if isinstance(tree, tuple) else tree


class PrintedDice(DiceTree):
    """A DiceTree that prints as an outline with its moves and their chances."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"DiceTree.of({self.tree!r})"

    def __str__(self) -> str:
        return "\n".join(_dice_lines(self.tree))


def _dice_lines(tree: Any) -> list[str]:
    if not isinstance(tree, tuple):
        return [f"leaf {tree:g}"]
    kind, branches = tree
    if kind != "chance":
        return indented(kind.upper(), _moves(branches), list(map(_dice_lines, branches)))
    names = [f"{move} ({chance:g})" for move, (chance, _) in enumerate(branches)]
    return indented(kind, names, [_dice_lines(branch) for _, branch in branches])


class PrintedTuples(TupleTree):
    """A TupleTree that prints as an outline with its moves."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.ply:
            return f"TupleTree({self.tree!r}, {self.players}, ply={self.ply})"
        return f"TupleTree.of({_plain(self.tree)!r})"

    def __str__(self) -> str:
        return "\n".join(_tuple_lines(self.tree, self.ply, self.players))


def _tuple_lines(tree: Any, ply: int, players: int) -> list[str]:
    kind, inside = tree
    if kind == "leaf":
        return [str(inside)]
    below = [_tuple_lines(branch, ply + 1, players) for branch in inside]
    return indented(f"player {ply % players}", _moves(inside), below)


def _plain(tree: Any) -> Any:
    kind, inside = tree
    return inside if kind == "leaf" else [_plain(branch) for branch in inside]
