"""A game in which both can win: what one player gets, the other does not lose.

Two neighbours share a field. Day by day, in turn, one of them goes there and either reaps
it or waits. The one who reaps keeps three quarters and leaves the rest; while they wait, the crop
doubles. If nobody has reaped when the season ends, either they share the crop equally, or the
neighbour, whose day it would be, reaps it. The second is the centipede of the textbooks
(Rosenthal, 1981) with the payoffs of a growing pot.
"""

from dataclasses import dataclass
from typing import Self

from c4lib.game import check_over, check_whole

REAP, WAIT = "reap", "wait"
CROP = 4
"""How much grows on the field on the first day."""
SHARE = 0.75
"""The part of the crop that goes to the player who reaps it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field on one of its days. Moves are "reap" and "wait".

    >>> Field(days=2).play("wait").play("reap").utility(1)
    6.0
    """

    days: int = 6
    """How long the season is."""
    shared: bool = True
    """Whether they share what is left at the end, or the next player gets it."""
    day: int = 0
    is_reaped: bool = False

    def __post_init__(self) -> None:
        check_whole("days", self.days)
        check_whole("day", self.day, 0)

    @property
    def player(self) -> int:
        """Whose day it is: 0 or 1."""
        return self.day % 2

    @property
    def is_over(self) -> bool:
        """Whether somebody has reaped or the season has ended."""
        return self.is_reaped or self.day == self.days

    @property
    def crop(self) -> float:
        """How much grows on the field, or was reaped from it."""
        return float(CROP * 2**self.day)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that anybody can get."""
        return 0.0, float(CROP * 2**self.days)

    def moves(self) -> list[str]:
        """To reap or to wait; none when the game is over."""
        return [] if self.is_over else [REAP, WAIT]

    def play(self, move: str) -> Self:
        """The field after that day."""
        if self.is_over:
            raise ValueError("the season is over; no more moves can be played")
        if move not in self.moves():
            raise ValueError(f"there is no move {move!r}; play {REAP!r} or {WAIT!r}")
        is_reaped = move == REAP
        return type(self)(self.days, self.shared, self.day + (not is_reaped), is_reaped)

    def utility(self, player: int) -> float:
        """What `player` takes home."""
        check_over(self, player)
        if self.shared and not self.is_reaped:
            return self.crop / 2
        return self.crop * (SHARE if player == self.player else 1 - SHARE)
