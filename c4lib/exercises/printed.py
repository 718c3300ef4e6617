"""Trees as the exercises print them."""

from typing import Any

from c4lib.games.odd_trees import DiceTree, TupleTree
from c4lib.games.trees import ListTree


class PrintedTree(ListTree):
    """A ListTree that can be pasted back, and is drawn as an outline with its moves."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.ply:
            return f"ListTree({self.tree!r}, ply={self.ply})"
        return f"ListTree.of({_as_lists(self.tree)!r})"

    def __str__(self) -> str:
        return outline(self.tree, self.ply)


def outline(tree: Any, ply: int = 0) -> str:
    """Nested tuples as an outline: who moves where, each branch with its move.

    >>> print(outline(((3, 12, 8), (2, 4, 6))))
    MAX
    ├─ 0: MIN 3, 12, 8
    └─ 1: MIN 2, 4, 6
    """
    return "\n".join(_lines(tree, ply))


def _lines(tree: Any, ply: int) -> list[str]:
    """The lines of an outline."""
    if not isinstance(tree, tuple):
        return [f"leaf {tree:g}"]
    name = ("MAX", "MIN")[ply % 2]
    if not any(isinstance(branch, tuple) for branch in tree):
        return [f"{name} " + ", ".join(f"{leaf:g}" for leaf in tree)]
    lines = [name]
    for move, branch in enumerate(tree):
        is_last = move == len(tree) - 1
        first, *others = _lines(branch, ply + 1)
        lines.append(f"{'└' if is_last else '├'}─ {move}: {first}")
        lines += [("   " if is_last else "│  ") + line for line in others]
    return lines


def _as_lists(tree: Any) -> Any:
    return [_as_lists(branch) for branch in tree] if isinstance(tree, tuple) else tree


# ---- trees with dice, and of many players ----------------------------------------------------


class PrintedDice(DiceTree):
    """A DiceTree that can be pasted back, and is drawn as an outline with its moves."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"DiceTree.of({self.tree!r})"

    def __str__(self) -> str:
        return "\n".join(_dice_lines(self.tree))


def _dice_lines(tree: Any) -> list[str]:
    """The lines of an outline: whose turn it is, each branch with its move and its chance."""
    if not isinstance(tree, tuple):
        return [f"leaf {tree:g}"]
    kind, branches = tree
    names = [str(move) for move in range(len(branches))]
    if kind == "chance":
        names = [f"{move} ({chance:g})" for move, (chance, _) in enumerate(branches)]
        branches = [branch for _, branch in branches]
    below = [_dice_lines(branch) for branch in branches]
    return _indented(kind if kind == "chance" else kind.upper(), names, below)


class PrintedTuples(TupleTree):
    """A TupleTree that can be pasted back, and is drawn as an outline with its moves."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.ply:
            return f"TupleTree({self.tree!r}, {self.players}, ply={self.ply})"
        return f"TupleTree.of({_plain(self.tree)!r})"

    def __str__(self) -> str:
        return "\n".join(_tuple_lines(self.tree, self.ply, self.players))


def _tuple_lines(tree: Any, ply: int, players: int) -> list[str]:
    """The lines of an outline: whose turn it is, and each branch with its move."""
    kind, inside = tree
    if kind == "leaf":
        return [str(inside)]
    below = [_tuple_lines(branch, ply + 1, players) for branch in inside]
    return _indented(f"player {ply % players}", list(map(str, range(len(inside)))), below)


def _plain(tree: Any) -> Any:
    kind, inside = tree
    return inside if kind == "leaf" else [_plain(branch) for branch in inside]


def _indented(head: str, names: list[str], below: list[list[str]]) -> list[str]:
    """A head, and the lines of each branch below it, behind its name."""
    lines = [head]
    for number, (name, (first, *others)) in enumerate(zip(names, below, strict=True), start=1):
        is_last = number == len(names)
        lines.append(f"{'└' if is_last else '├'}─ {name}: {first}")
        lines += [("   " if is_last else "│  ") + line for line in others]
    return lines
