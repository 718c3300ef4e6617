"""What a network sees of Quixo: the cubes, how near a draw is, and all eight symmetries."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from c4lib.alphazero.encode import Bits, Order
from c4lib.game import Move
from c4lib.games.quixo import Quixo, Rules

NEAR = (16, 8, 4, 2, 1)
"""Each of these has a bit: so many plies, or fewer, can be played without a blank cube."""


class Cubes:
    """Quixo: a bit for each cube of mine, then for each of theirs, then how near a draw is.

    Cubes and moves have the numbers that `c4lib.games.quixo` gives them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def name(self) -> str:
        """The size, and when a game is drawn."""
        size = self.rules.size
        return f"Quixo {size}x{size}, drawn after {self.rules.patience} plies without a blank"

    @property
    def inputs(self) -> int:
        """Two for each cube, and the nearness of a draw."""
        return 2 * self.rules.cubes + len(NEAR)

    @property
    def outputs(self) -> int:
        """One for each cube of the border and each side that it can be pushed in from."""
        return len(self.rules.pushes)

    @cached_property
    def symmetries(self) -> Sequence[tuple[Order, Order]]:
        """The board turned and mirrored in all eight ways; a draw is as near in all of them."""
        count = self.rules.cubes
        near = np.arange(2 * count, self.inputs)
        return tuple(
            (np.concatenate([cubes, count + cubes, near]), moves)
            for cubes, moves in self.rules.symmetries
        )

    def bits(self, state: Quixo) -> Bits:
        """The state as zeros and ones, for the player to move."""
        if state.rules is not self.rules:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        left = self.rules.patience - state.quiet
        both = state.mine | state.theirs << self.rules.cubes
        for place, plies in enumerate(NEAR, start=2 * self.rules.cubes):
            both |= (left <= plies) << place
        words = np.frombuffer(both.to_bytes(self.inputs // 8 + 1, "little"), np.uint8)
        return np.unpackbits(words, bitorder="little", count=self.inputs).astype(np.float32)

    def number(self, move: Move) -> int:
        """The move itself."""
        return int(move)

    def move(self, number: int) -> Move:
        """The move itself."""
        return number
