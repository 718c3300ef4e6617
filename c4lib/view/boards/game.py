"""The game that is being played on a board."""

from collections.abc import Callable, Mapping
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, Move

Shares = Mapping[Move, float]  # each move's share of a player's visits


class Game:
    """The positions of a game, the moves between them, and which position is shown."""

    def __init__(self, start: Any) -> None:
        self.states = [start]
        self.moves: list[Move] = []
        self.shown = 0
        # how many moves were made before the first position, as far as that is known
        self.first = start.ply if isinstance(start, Connect4) else 0

    @property
    def ply(self) -> int:
        """How many moves led to the position shown."""
        return self.first + self.shown

    @property
    def plies(self) -> int:
        """How many moves were made in all."""
        return self.first + len(self.moves)

    @property
    def on_board(self) -> Any:
        """The position that is shown."""
        return self.states[self.shown]

    @property
    def last(self) -> tuple[Any, Move] | None:
        """The move that led to the position shown, after the position it was made in."""
        return (self.states[self.shown - 1], self.moves[self.shown - 1]) if self.shown else None

    @property
    def is_at_end(self) -> bool:
        """Whether the latest position is shown."""
        return self.shown == len(self.moves)

    def since(self, is_mine: Callable[[Any], bool], own: bool) -> int:
        """The number of the first move to be told: those after the reader's last one.

        That is told as well with `own`, and where chance decided what became of it.
        """
        last = max((n for n in range(self.shown) if is_mine(self.states[n])), default=-1)
        is_thrown = last >= 0 and self.states[last + 1].player == CHANCE
        return max(0, last) if own or is_thrown else last + 1

    def push(self, move: Move) -> None:
        """Play a move from the latest position, and show what it leads to."""
        self.states.append(self.states[-1].play(move))
        self.moves.append(move)
        self.shown = len(self.moves)

    def cut(self, ply: int) -> None:
        """Take back all but the first `ply` moves."""
        del self.states[ply + 1 :], self.moves[ply:]
        self.shown = len(self.moves)
