"""Games that are nothing but a tree: as textbooks print them, and random ones for the theory.

Player 0, MAX, moves first; a leaf holds what it is worth to MAX. A move is the number
of the branch, from 0.

    >>> print(ListTree.of([[3, 12, 8], 7]))
    MAX
    ├─ 0: MIN 3, 12, 8
    └─ 1: leaf 7
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isclose, nan
from numbers import Real
from typing import Any, Literal, Self

from c4lib.game import CHANCE, check_over, check_whole, whole

Nested = float | Sequence[Any]
"""A leaf's value, or the list of the branches."""


class _Tree(ABC):
    """What trees share: a branch is a number; mostly players take turns."""

    __slots__ = ()

    tree: Any
    ply: int
    players: int = 2
    bounds = (-inf, inf)

    @property
    def player(self) -> int:
        """Whose turn it is: 0, MAX, or 1, MIN; with many players 0, 1, 2, ..."""
        return self.ply % self.players

    @abstractmethod
    def _branches(self) -> int:
        """How many branches there are; 0 at a leaf."""

    def _worth(self, player: int) -> float:
        """What the leaf is worth to `player`."""
        return float(self.tree) if player == 0 else -float(self.tree)

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return not self._branches()

    def moves(self) -> Sequence[int]:
        """The branches."""
        return range(self._branches())

    def utility(self, player: int) -> float:
        """What the leaf is worth to `player`."""
        check_over(self, player, self.players)
        return self._worth(player)

    @abstractmethod
    def play(self, move: int) -> Self:
        """The tree at the end of a branch."""

    def _check(self, move: object) -> int:
        moves, number = self.moves(), whole(move)
        if number not in moves:
            here = f"branches are 0 to {len(moves) - 1}" if moves else "this is a leaf"
            raise ValueError(f"there is no branch {move!r}; {here}")
        return number


class _WrittenTree(_Tree):
    """What trees that are written out share: they are printed as an outline."""

    __slots__ = ()

    def _turn(self) -> str:
        """Whose turn it is."""
        return "chance" if self.player == CHANCE else ("MAX", "MIN")[self.player]

    def _value(self) -> str:
        """What a leaf is worth."""
        return f"{self.tree:g}"

    def _names(self) -> list[str]:
        """What each branch is called."""
        return list(map(str, self.moves()))

    def __str__(self) -> str:
        """An outline: whose turn it is, and each branch with its move."""
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        if self.is_over:
            return [f"leaf {self._value()}"]
        below = [self.play(move) for move in self.moves()]
        if self.player != CHANCE and all(branch.is_over for branch in below):
            return [f"{self._turn()} {', '.join(branch._value() for branch in below)}"]
        return indented(self._turn(), self._names(), [branch._lines() for branch in below])


def indented(head: str, names: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    """A head, and below it the lines of each branch behind the branch's name."""
    lines = [head]
    for number, (name, (first, *others)) in enumerate(zip(names, below, strict=True), start=1):
        is_last = number == len(names)
        lines.append(f"{'└' if is_last else '├'}─ {name}: {first}")
        lines += [("   " if is_last else "│  ") + line for line in others]
    return lines


@dataclass(frozen=True, slots=True)
class ListTree(_WrittenTree):
    """A tree given as nested lists of leaf values: `ListTree.of([[3, 12, 8], [2, 4, 6]])`."""

    tree: Any
    ply: int = 0

    @classmethod
    def of(cls, tree: Nested) -> Self:
        """The tree, as tuples, which can be hashed."""
        return cls(_without_cycles(_frozen, tree))

    def _branches(self) -> int:
        return len(self.tree) if isinstance(self.tree, tuple) else 0

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        number = self._check(move)
        return type(self)(self.tree[number], self.ply + 1)

    def __repr__(self) -> str:
        if self.ply:
            return f"ListTree({self.tree!r}, ply={self.ply})"
        return f"ListTree.of({_as_lists(self.tree)!r})"


def _as_lists(tree: Any) -> Any:
    return [_as_lists(branch) for branch in tree] if isinstance(tree, tuple) else tree


def _without_cycles(freeze: Callable[[Any], Any], tree: Any) -> Any:
    """What `freeze` makes of the tree, in which no list may contain itself."""
    try:
        return freeze(tree)
    except RecursionError:
        raise ValueError("the tree contains itself, or is too deep") from None


def _is_leaf(tree: Any) -> bool:
    """Whether it is a number, which must be finite."""
    return isinstance(tree, Real) and abs(tree) < 1e300  # type: ignore[operator]


def _frozen(tree: Nested) -> Any:
    if _is_leaf(tree):
        return tree
    if isinstance(tree, str | bytes) or not isinstance(tree, Sequence):
        raise ValueError(f"a tree is a number or a list of trees, not {tree!r}")
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
        check_whole("branching", self.branching)
        check_whole("depth", self.depth, 0)
        check_whole("a seed", self.seed, 0)

    def _branches(self) -> int:
        return self.branching if self.ply < self.depth else 0

    def _worth(self, player: int) -> float:
        worth = _scrambled(_scrambled(self.seed) + self.path) / 2**63 - 1
        return worth if player == 0 else -worth

    def play(self, move: int) -> Self:
        """The node at the end of a branch."""
        path = self.path * self.branching + self._check(move)
        return type(self)(self.branching, self.depth, self.seed, self.ply + 1, path)


def _scrambled(number: int) -> int:
    """64 bits that look random: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014)."""
    mask = 2**64 - 1
    number = (number + 0x9E3779B97F4A7C15) & mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


Kind = Literal["max", "min", "chance"]
KINDS: dict[Kind, int] = {"max": 0, "min": 1, "chance": CHANCE}
"""Whose turn it is at a node of each kind."""


@dataclass(frozen=True, slots=True)
class DiceTree(_WrittenTree):
    """A tree in which MAX, MIN and chance move in any order.

    A leaf is what it is worth to MAX. Any other node is a pair: whose turn it is, and the
    branches; those of chance with their probabilities.

    >>> tree = DiceTree.of(("max", [2, ("chance", [(0.75, 5), (0.25, -3)])]))
    >>> tree.play(1).chances()
    [(0, 0.75), (1, 0.25)]
    """

    tree: Any

    @classmethod
    def of(cls, tree: Any) -> Self:
        """The tree, as tuples, which can be hashed."""
        return cls(_without_cycles(_frozen_dice, tree))

    @property
    def player(self) -> int:
        """Whose turn it is: 0, MAX, 1, MIN, or CHANCE; at a leaf MAX."""
        return 0 if self.is_over else KINDS[self.tree[0]]

    def _branches(self) -> int:
        return len(self.tree[1]) if isinstance(self.tree, tuple) else 0

    def chances(self) -> list[tuple[int, float]]:
        """The branches with their probabilities, where chance decides."""
        if self.is_over or self.player != CHANCE:
            raise ValueError("chance does not decide here; a player does, or it is a leaf")
        return [(move, chance) for move, (chance, _) in enumerate(self.tree[1])]

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        number = self._check(move)
        branch = self.tree[1][number]
        return type(self)(branch[1] if self.player == CHANCE else branch)

    def _names(self) -> list[str]:
        if self.player != CHANCE:
            return list(map(str, self.moves()))
        return [f"{move} ({chance:g})" for move, chance in self.chances()]

    def __repr__(self) -> str:
        return f"DiceTree.of({self.tree!r})"


def _frozen_dice(tree: Any) -> Any:
    if _is_leaf(tree):
        return tree
    try:
        kind, branches = tree
        branches = list(branches)
    except (TypeError, ValueError):
        kind, branches = None, []
    if not isinstance(kind, str) or kind not in KINDS or not branches:
        raise ValueError(
            f'a tree is a number or ("max" | "min" | "chance", branches), not {tree!r}'
        )
    if kind != "chance":
        return kind, tuple(_frozen_dice(branch) for branch in branches)
    try:
        chances = [chance if chance > 0 else nan for chance, _ in branches]
    except (TypeError, ValueError):
        chances = []
    if not isclose(sum(chances), 1):
        raise ValueError(
            f"chance needs pairs (probability, tree), all above 0 and summing to 1: {tree!r}"
        )
    return kind, tuple((chance, _frozen_dice(branch)) for chance, branch in branches)


@dataclass(frozen=True, slots=True)
class TupleTree(_WrittenTree):
    """A tree of many players, who take turns; a leaf is a tuple with a number for each of them.

    >>> TupleTree.of([(1, 2, 3), (4, 0, 0)]).play(1).utility(0)
    4.0
    """

    tree: Any
    players: int = 3
    ply: int = 0

    @classmethod
    def of(cls, tree: Any) -> Self:
        """The tree from lists of branches; a tuple is a leaf."""
        counts = set[int]()
        frozen = _without_cycles(partial(_frozen_lists, counts), tree)
        if len(counts) > 1:
            raise ValueError(f"leaves have one number for each player, not {sorted(counts)}")
        return cls(frozen, counts.pop())

    def _branches(self) -> int:
        return 0 if self.tree[0] == "leaf" else len(self.tree[1])

    def _worth(self, player: int) -> float:
        return float(self.tree[1][player])

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        number = self._check(move)
        return type(self)(self.tree[1][number], self.players, self.ply + 1)

    def _turn(self) -> str:
        return f"player {self.player}"

    def _value(self) -> str:
        return str(self.tree[1])

    def __repr__(self) -> str:
        if self.ply:
            return f"TupleTree({self.tree!r}, {self.players}, ply={self.ply})"
        return f"TupleTree.of({_thawed_lists(self.tree)!r})"


def _frozen_lists(counts: set[int], tree: Any) -> tuple[str, tuple[Any, ...]]:
    """The tree as tuples; how many numbers its leaves have is added to `counts`."""
    if isinstance(tree, tuple) and tree and all(map(_is_leaf, tree)):
        counts.add(len(tree))
        return "leaf", tree
    if isinstance(tree, list) and tree:
        return "node", tuple(_frozen_lists(counts, branch) for branch in tree)
    raise ValueError(f"a tree is a list of branches, or a leaf such as (1, 2, 3), not {tree!r}")


def _thawed_lists(tree: Any) -> Any:
    kind, inside = tree
    return inside if kind == "leaf" else [_thawed_lists(branch) for branch in inside]
