"""Trees for games that are not MAX against MIN in turn: with dice, or of many players.

As in `trees`, a move is the number of the branch, from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isclose
from typing import Any, Literal, Self

from c4lib.game import CHANCE

Kind = Literal["max", "min", "chance"]
KINDS: dict[Kind, int] = {"max": 0, "min": 1, "chance": CHANCE}
"""Whose turn it is at a node of each kind."""


@dataclass(frozen=True, slots=True)
class DiceTree:
    """A tree in which MAX, MIN and chance take turns as they like.

    A leaf is what it is worth to MAX. Elsewhere stand whose turn it is and the branches; those
    of chance with their probabilities.

    >>> tree = DiceTree.of(("max", [2, ("chance", [(0.75, 5), (0.25, -3)])]))
    >>> tree.play(1).chances()
    [(0, 0.75), (1, 0.25)]
    """

    tree: Any
    bounds = (-inf, inf)

    @classmethod
    def of(cls, tree: Any) -> Self:
        """The tree, as tuples, which can be hashed."""
        return cls(_frozen_dice(tree))

    @property
    def player(self) -> int:
        """Whose turn it is: 0, MAX, 1, MIN, or CHANCE; at a leaf MAX, who counts there."""
        return 0 if self.is_over else KINDS[self.tree[0]]

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return not isinstance(self.tree, tuple)

    def moves(self) -> Sequence[int]:
        """The branches."""
        return () if self.is_over else range(len(self.tree[1]))

    def chances(self) -> list[tuple[int, float]]:
        """The branches with their probabilities, where chance decides."""
        if self.is_over or self.player != CHANCE:
            raise ValueError("chance does not decide here; a player does, or it is a leaf")
        return [(move, chance) for move, (chance, _) in enumerate(self.tree[1])]

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        number = _checked(move, self.moves())
        branch = self.tree[1][number]
        return type(self)(branch[1] if self.player == CHANCE else branch)

    def utility(self, player: int) -> float:
        """What the leaf is worth to `player`."""
        if not self.is_over:
            raise ValueError("this is not a leaf; ask `is_over` before `utility`")
        if player not in (0, 1):
            raise ValueError(f"there is no player {player!r}; players are 0 (MAX) and 1 (MIN)")
        return float(self.tree if player == 0 else -self.tree)


def _frozen_dice(tree: Any) -> Any:
    if isinstance(tree, int | float):
        return tree
    try:
        kind, branches = tree
        branches = list(branches)
    except (TypeError, ValueError):
        kind, branches = None, []
    if kind not in KINDS or not branches:
        raise ValueError(
            f'a tree is a number or ("max" | "min" | "chance", branches), not {tree!r}'
        )
    if kind != "chance":
        return kind, tuple(_frozen_dice(branch) for branch in branches)
    if not isclose(sum(chance for chance, _ in branches), 1):
        raise ValueError(
            f"branches of chance are pairs (probability, tree) that sum to 1: {tree!r}"
        )
    return kind, tuple((chance, _frozen_dice(branch)) for chance, branch in branches)


@dataclass(frozen=True, slots=True)
class TupleTree:
    """A tree of many players, who take turns; a leaf is a tuple, a number for each of them.

    >>> TupleTree.of([(1, 2, 3), (4, 0, 0)]).play(1).utility(0)
    4.0
    """

    tree: Any
    players: int = 3
    ply: int = 0
    bounds = (-inf, inf)

    @classmethod
    def of(cls, tree: Any) -> Self:
        """The tree from lists of branches; a tuple is a leaf."""
        frozen = _frozen_lists(tree)
        leaf = frozen
        while leaf[0] == "node":
            leaf = leaf[1][0]
        return cls(frozen, len(leaf[1]))

    @property
    def player(self) -> int:
        """Whose turn it is: 0, 1, ..."""
        return self.ply % self.players

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return bool(self.tree[0] == "leaf")

    def moves(self) -> Sequence[int]:
        """The branches."""
        return () if self.is_over else range(len(self.tree[1]))

    def play(self, move: int) -> Self:
        """The subtree at the end of a branch."""
        number = _checked(move, self.moves())
        branch = self.tree[1][number]
        return type(self)(branch, self.players, self.ply + 1)

    def utility(self, player: int) -> float:
        """What the leaf is worth to `player`."""
        if not self.is_over:
            raise ValueError("this is not a leaf; ask `is_over` before `utility`")
        if player not in range(self.players):
            raise ValueError(f"there is no player {player!r}; players are 0 to {self.players - 1}")
        return float(self.tree[1][player])


def _frozen_lists(tree: Any) -> tuple[str, tuple[Any, ...]]:
    if isinstance(tree, tuple) and tree and all(isinstance(x, int | float) for x in tree):
        return "leaf", tree
    if isinstance(tree, list) and tree:
        return "node", tuple(_frozen_lists(branch) for branch in tree)
    raise ValueError(f"a tree is a list of branches, or a leaf such as (1, 2, 3), not {tree!r}")


def _checked(move: object, moves: Sequence[int]) -> int:
    if move not in moves:
        here = f"branches are 0 to {len(moves) - 1}" if moves else "this is a leaf"
        raise ValueError(f"there is no branch {move!r}; {here}")
    return int(move)  # type: ignore[call-overload, no-any-return]
