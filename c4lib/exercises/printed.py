"""Trees as the exercises print them."""

from typing import Any

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
