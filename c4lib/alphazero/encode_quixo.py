"""What a network sees of Quixo: the cubes, how near a draw is, and all eight symmetries."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from c4lib.alphazero.any_game import StateKit
from c4lib.alphazero.encode import Bits, Encoding, Order
from c4lib.alphazero.encode_kernel import Array
from c4lib.games.quixo import Quixo, QuixoRules

NEAR = (16, 8, 4, 2, 1)
"""There is a bit for each of these: at most that many plies are left until a draw."""

LARGEST = 7  # the largest board whose cubes fit into the bits of one NumPy integer


class Cubes(Encoding):
    """Quixo: a bit for each cube of mine, then for each of theirs, then how near a draw is.

    Cubes and moves have the numbers that `c4lib.games.quixo` gives them.
    """

    def __init__(self, rules: QuixoRules) -> None:
        self.rules, size, patience = rules, rules.size, rules.patience
        self.name = f"Quixo {size}x{size}, drawn after {patience} plies without a blank"
        self.game = {"game": "Quixo", "size": size, "patience": patience}
        self.inputs, self.outputs = 2 * rules.cubes + len(NEAR), len(rules.pushes)

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


class QuixoKit(StateKit):
    """What training needs of Quixo, computed for many states at a time.

    Only the speed differs from `StateKit(start, Cubes(start.rules))`.
    """

    def __init__(self, start: Quixo | None = None) -> None:
        start = Quixo() if start is None else start
        super().__init__(start, Cubes(start.rules))
        if start.size > LARGEST:
            raise ValueError(f"size is at most {LARGEST} for NumPy's integers, not {start.size}")

    @cached_property
    def table(self) -> dict[str, Array]:
        """What each move does, as bits."""
        pushes = self.start.rules.pushes
        return {
            "takes": np.array([1 << push.cube for push in pushes]),
            "moved": np.array([push.moved for push in pushes]),
            "kept": np.array([push.kept for push in pushes]),
            "end": np.array([1 << push.end for push in pushes]),
            "up": np.array([max(push.shift, 0) for push in pushes]),
            "down": np.array([max(-push.shift, 0) for push in pushes]),
        }

    def encode(self, states: Sequence[Quixo]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        rules, (mine, theirs) = self.start.rules, both(states)
        for state in states:
            if state.rules is not rules:
                raise ValueError(f"this is for {self.encoding.name}, not for {state!r}")
        left = rules.patience - np.array([state.quiet for state in states])
        places = np.arange(rules.cubes)
        seen = [mine[:, None] >> places & 1, theirs[:, None] >> places & 1, left[:, None] <= NEAR]
        return np.hstack(seen).astype(np.float32), self.is_legal(theirs).astype(np.float32)

    def is_legal(self, theirs: Array) -> Array:
        """Which moves take none of their cubes."""
        free: Array = theirs[:, None] & self.table["takes"] == 0
        return free

    def win_at_once(self, states: Sequence[Quixo]) -> Array:
        """In which states the player to move can win at once."""
        mine, theirs = both(states)
        table, lines = self.table, self.start.rules.lines

        def pushed(cubes: Array) -> Array:
            moved = (cubes & table["moved"]) << table["up"] >> table["down"]
            after: Array = cubes & table["kept"] | moved
            return after

        def has_line(cubes: Array) -> Array:
            found: Array = np.any([cubes & line == line for line in lines], axis=0)
            return found

        won = self.is_legal(theirs) & has_line(pushed(mine[:, None]) | table["end"])
        states_won, moves = np.nonzero(won)
        # Whoever completes the other's line loses.
        given = has_line(pushed(theirs[:, None])[states_won, moves])
        found = np.zeros(len(mine), bool)
        found[states_won[~given]] = True
        return found


def both(states: Sequence[Quixo]) -> tuple[Array, Array]:
    """The cubes of the player to move, and those of the other."""
    return np.array([state.mine for state in states]), np.array([state.theirs for state in states])
