"""Small games for tests: with dice, of three players, and of one who always moves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from c4lib.game import CHANCE
from c4lib.games.trees import ListTree


@dataclass(frozen=True)
class Toss:
    """You take 0 for sure, or throw: +1 with three chances in four, else -1."""

    player: int = 0
    outcome: float | None = None
    odds: tuple[float, float] = (0.75, 0.25)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def moves(self) -> Sequence[str]:
        if self.is_over:
            return []
        return ["good", "bad"] if self.player == CHANCE else ["keep", "throw"]

    def chances(self) -> Sequence[tuple[str, float]]:
        return list(zip(("good", "bad"), self.odds, strict=True))

    def play(self, move: str) -> "Toss":
        if move == "throw":
            return replace(self, player=CHANCE)
        return Toss(0, {"keep": 0.0, "good": 1.0, "bad": -1.0}[move])

    def utility(self, player: int) -> float:
        assert self.outcome is not None
        return self.outcome if player == 0 else -self.outcome


@dataclass(frozen=True)
class LastOfThree:
    """Three players take one or two of seven stones in turn; who takes the last one wins."""

    stones: int = 7
    player: int = 0

    @property
    def is_over(self) -> bool:
        return self.stones == 0

    def moves(self) -> Sequence[int]:
        return [taken for taken in (1, 2) if taken <= self.stones]

    def play(self, move: int) -> "LastOfThree":
        return LastOfThree(self.stones - move, (self.player + 1) % 3)

    def utility(self, player: int) -> float:
        return 1.0 if player == (self.player - 1) % 3 else -1.0


class OnceMore(ListTree):
    """A tree in which player 0 always moves."""

    @property
    def player(self) -> int:
        return 0
