"""Kits of games without a compiled search: one for any `State`, faster ones for two games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from c4lib.alphazero.encode import NEAR, Cubes, Discs, Encoding
from c4lib.alphazero.net import Array
from c4lib.alphazero.puct import wins_at_once
from c4lib.alphazero.search_numpy import StateSearches
from c4lib.games.othello import Othello, OthelloBoard
from c4lib.games.quixo import Quixo
from c4lib.games.square_board import SquareBoard

if TYPE_CHECKING:
    from c4lib.alphazero.selfplay import Play

LARGEST = 7  # the largest board of Quixo whose cubes fit into the bits of one NumPy integer
LARGEST_OTHELLO = 6  # the same for Othello, whose boards have a spare column


@dataclass(frozen=True)
class StateKit:
    """What training needs of a game, made from its initial state and its encoding.

    A game can have its own kit, with a faster way to encode states and to find wins.
    """

    start: Any
    encoding: Encoding

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        legal = np.zeros((len(states), self.encoding.outputs), np.float32)
        for row, state in enumerate(states):
            legal[row, [self.encoding.number(move) for move in state.moves()]] = 1
        return np.stack([self.encoding.bits(state) for state in states]), legal

    def win_at_once(self, states: Sequence[Any]) -> Array:
        """In which states the player to move can win at once."""
        return np.array([wins_at_once(state) for state in states])

    def memory(self) -> None:
        """None: nothing is remembered from one search to the next."""

    def searches(self, states: Sequence[Any], play: "Play", memory: None) -> StateSearches:
        """One search for each state."""
        return StateSearches(self, states, play.simulations, play.c)


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
            "takes": wide([1 << push.cube for push in pushes]),
            "moved": wide([push.moved for push in pushes]),
            "kept": wide([push.kept for push in pushes]),
            "end": wide([1 << push.end for push in pushes]),
            "up": wide([max(push.shift, 0) for push in pushes]),
            "down": wide([max(-push.shift, 0) for push in pushes]),
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


class OthelloKit(StateKit):
    """What training needs of Othello, computed for many states at a time.

    Only the speed differs from `StateKit(start, Discs(start.board))`. `OthelloBoard.legal` shifts
    and masks whole boards, so it works on arrays of them as well.
    """

    def __init__(self, start: Othello) -> None:
        super().__init__(start, Discs(start.board))
        if start.size > LARGEST_OTHELLO:
            raise ValueError(
                f"size is at most {LARGEST_OTHELLO} for NumPy's integers, not {start.size}"
            )

    @cached_property
    def squares(self) -> Array:
        """The bit of each square."""
        return wide(self.start.board.bits)

    def words(self, states: Sequence[Othello]) -> tuple[Array, Array]:
        """The discs of the player to move in each state, and those of the other."""
        for state in states:
            if state.board is not self.start.board:
                raise ValueError(f"this is for {self.encoding.name}, not for {state!r}")
        return both(states)

    def encode(self, states: Sequence[Othello]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        (mine, theirs), reach = self.words(states), self.start.board.legal
        sets = mine, theirs, reach(mine, theirs), reach(theirs, mine)
        seen = [each[:, None] & self.squares != 0 for each in sets]
        passes = ~seen[2].any(axis=1) & seen[3].any(axis=1)
        legal = np.hstack([seen[2], passes[:, None]])
        return np.hstack(seen).astype(np.float32), legal.astype(np.float32)

    def win_at_once(self, states: Sequence[Othello]) -> Array:
        """In which states the player to move can win at once."""
        (mine, theirs), reach = self.words(states), self.start.board.legal
        rows, moves = np.nonzero(reach(mine, theirs)[:, None] & self.squares)
        placed = self.squares[moves]
        turned = self.enclosed(placed, mine[rows], theirs[rows])
        mine, theirs = mine[rows] | placed | turned, theirs[rows] ^ turned
        ends = (reach(theirs, mine) | reach(mine, theirs)) == 0
        found = np.zeros(len(states), bool)
        found[rows[ends][self.count(mine[ends]) > self.count(theirs[ends])]] = True
        return found

    def enclosed(self, placed: Array, mine: Array, theirs: Array) -> Array:
        """The discs that discs of mine, placed on empty squares, would enclose."""
        board: OthelloBoard = self.start.board
        found = np.zeros_like(placed)
        for step in board.steps:
            for shift in (np.left_shift, np.right_shift):
                run = theirs & shift(placed, step)
                for _ in range(board.size - 3):
                    run |= theirs & shift(run, step)
                found |= np.where(shift(run, step) & mine != 0, run, 0)
        return found

    def count(self, words: Array) -> Array:
        """How many discs each word holds."""
        held: Array = (words[:, None] & self.squares != 0).sum(axis=1)
        return held


def both(states: Sequence[SquareBoard]) -> tuple[Array, Array]:
    """The pieces of the player to move, and those of the other, as bits."""
    return wide([state.mine for state in states]), wide([state.theirs for state in states])


def wide(numbers: Sequence[int]) -> Array:
    """The numbers with 64 bits each; NumPy 1 on Windows would take 32 where they are small."""
    return np.array(numbers, np.int64)


def othello_kit(start: Othello) -> StateKit:
    """The fastest kit there is for a board of that size."""
    is_small = start.size <= LARGEST_OTHELLO
    return OthelloKit(start) if is_small else StateKit(start, Discs(start.board))
