"""Games that are nothing but a tree: as textbooks print them, and random ones for the theory.

Player 0, MAX, moves first; a leaf holds what it is worth to MAX. A move is the number
of the branch, from 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Self

Nested = float | Sequence[Any]
"""A leaf's value, or the list of the branches."""


class _Tree(ABC):
    """What both trees share: players take turns, and a branch is a number."""

    __slots__ = ()

    ply: int

    @property
    def player(self) -> int:
        """Whose turn it is: 0, MAX, or 1, MIN."""
        return self.ply % 2

    def utility(self, player: int) -> float:
        """What the leaf is worth to `player`."""
        if not self.is_over:
            raise ValueError("this is not a leaf; ask `is_over` before `utility`")
        if player not in (0, 1):
            raise ValueError(f"there is no player {player!r}; players are 0 (MAX) and 1 (MIN)")
        return self._worth() if player == 0 else -self._worth()

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether this is a leaf."""

    @abstractmethod
    def _worth(self) -> float:
        """What the leaf is worth to MAX."""

    @abstractmethod
    def moves(self) -> Sequence[int]:
        """The branches."""

    def _check(self, move: object) -> int:
        if move not in self.moves():
            here = (
                "this is a leaf" if self.is_over else f"branches are 0 to {len(self.moves()) - 1}"
            )
            raise ValueError(f"there is no branch {move!r}; {here}")
        return int(move)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class ListTree(_Tree):
    """A tree given as nested lists of leaf values: `ListTree.of([[3, 12, 8], [2, 4, 6]])`."""

    tree: Any
    ply: int = 0
    bounds = (-inf, inf)

    @classmethod
    def of(cls, tree: Nested) -> Self:
        """The tree, as tuples, which can be hashed."""
        return cls(_frozen(tree))

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return not isinstance(self.tree, tuple)

    def _worth(self) -> float:
        return float(self.tree)

    def moves(self) -> Sequence[int]:
        """The branches."""
        return () if self.is_over else range(len(self.tree))

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        return type(self)(self.tree[self._check(move)], self.ply + 1)


def _frozen(tree: Nested) -> Any:
    if isinstance(tree, str) or not isinstance(tree, int | float | Sequence):
        raise ValueError(f"a tree is a number or a list of trees, not {tree!r}")
    if isinstance(tree, int | float):
        return tree
    if not tree:
        raise ValueError("a node needs at least one branch; a leaf is a number")
    return tuple(_frozen(branch) for branch in tree)


@dataclass(frozen=True, slots=True)
class RandomTree(_Tree):
    """A tree in which every node has `branching` branches, `depth` plies deep.

    Its leaves hold random numbers between -1 and 1 that depend on the seed alone.
    """

    branching: int
    depth: int
    seed: int = 0
    ply: int = 0
    path: int = 0
    """Which node of its ply this is, from the left."""
    bounds = (-1.0, 1.0)

    def __post_init__(self) -> None:
        for name, least in (("branching", 1), ("depth", 0)):
            if not isinstance(size := getattr(self, name), int) or size < least:
                raise ValueError(f"{name} is a whole number of at least {least}, not {size!r}")

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return self.ply == self.depth

    def _worth(self) -> float:
        return _scrambled(_scrambled(self.seed) + self.path) / 2**63 - 1

    def moves(self) -> Sequence[int]:
        """The branches."""
        return () if self.is_over else range(self.branching)

    def play(self, move: int) -> Self:
        """The node at the end of a branch."""
        path = self.path * self.branching + self._check(move)
        return type(self)(self.branching, self.depth, self.seed, self.ply + 1, path)


def _scrambled(number: int) -> int:
    """A number of 64 bits that looks random and depends on nothing but the given one.

    The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    """
    mask = 2**64 - 1
    number = (number + 0x9E3779B97F4A7C15) & mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31
