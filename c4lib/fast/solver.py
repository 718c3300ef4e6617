"""Perfect play: exact scores of Connect Four positions, on boards of up to 64 bits.

A score is Pascal Pons': +1 if the player to move wins with their last disc, +2 with the last
but one, and so on; 0 is a draw; negative scores say the same of the opponent.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.fast.alphabeta import alphabeta
from c4lib.fast.compiler import COMPILED, Words, word, words
from c4lib.fast.packed import AGES, ENTRY_BYTES, TAG_BITS, Keys
from c4lib.fast.rules import check_state
from c4lib.fast.running import run
from c4lib.fast.solving import (
    MEMORY,
    NODES,
    STOP,
    TABLE_HITS,
    TRICKS,
    WORTH,
    Rules,
    safe_moves,
    winning_squares,
)
from c4lib.fast.solving import solve as solve_range
from c4lib.game import Move, State
from c4lib.search.common import WIN

ALPHABETA_ENTRIES = 2**20


@dataclass(frozen=True)
class Solution:
    """What is known of a position: its score for the player to move, and the work it took."""

    score: int
    plies: int
    """How many more discs fall if both play perfectly."""
    nodes: int = 0
    table_hits: int = 0
    seconds: float = 0.0
    from_book: bool = False

    @property
    def value(self) -> int:
        """Whether the player to move wins (+1), draws (0) or loses (-1)."""
        return (self.score > 0) - (self.score < 0)

    def __str__(self) -> str:
        """The outlook of the player to move, in words."""
        if self.score == 0:
            return "a draw"
        outcome = "wins" if self.score > 0 else "loses"
        return f"{outcome} in {self.plies} {'move' if self.plies == 1 else 'moves'}"


class Solver:
    """Solves positions; what it has found out it keeps, until it is cleared.

    `table_mb` is the size of its memory, a power of two. With `book` it knows the opening of
    the 7x6 board. `tricks` are those of `c4lib.fast.solving.TRICKS` that it may use.
    """

    def __init__(
        self, table_mb: int = 64, book: bool = True, *, tricks: Sequence[str] = TRICKS
    ) -> None:
        number = isinstance(table_mb, int) and not isinstance(table_mb, bool)
        if not number or table_mb < 1 or table_mb & (table_mb - 1):
            raise ValueError(f"table_mb is a power of two such as 64, not {table_mb!r}")
        unknown = [trick for trick in tricks if trick not in TRICKS]
        if unknown or isinstance(tricks, str):
            raise ValueError(f"tricks are some of {', '.join(TRICKS)}, not {tricks!r}")
        self.table_mb = table_mb
        self.book = book
        self.tricks = tuple(tricks)
        self._table: Words = None
        self._board: Board | None = None
        self._age = 0
        self._memories: dict[Board, Words] = {}

    def clear(self) -> None:
        """Forget everything but the book."""
        self._age += 1
        if self._age == AGES:  # all ages are used up
            self._table, self._age = None, 1

    def solve(self, state: State) -> Solution:
        """The position's score for the player to move."""
        return self._solve(_check(state))

    def analyze(self, state: State) -> dict[Move, int]:
        """What each move is worth to the player to move: its column, and the score after it."""
        root = _check(state)
        return {move: self._after(root, move) for move in root.moves()}

    def _after(self, root: Connect4, move: Move) -> int:
        after = root.play(move)
        if after.is_over:
            return (_free(root) + 1) // 2 if after.winner is not None else 0
        return -self._solve(after).score

    def _solve(self, root: Connect4) -> Solution:
        start = time.perf_counter()
        if root.connect != 4:
            return _solve_by_alphabeta(root, start)
        free, board = _free(root), root.board
        rules = self._rules(board)
        mine, mask = word(root.mine), word(root.mask)
        empty = word(board.full ^ root.mask)
        if word(winning_squares(mine, empty, rules.height)) & mask_of_free(root):
            return Solution((free + 1) // 2, 1, 1, seconds=time.perf_counter() - start)
        threats = word(winning_squares(word(root.theirs), empty, rules.height))
        moves = word(safe_moves(threats, mask, rules._replace(tricks=_flags(TRICKS))))
        if free <= 2 or not moves:
            score = 0 if moves or free == 1 else -(free // 2)
            return Solution(score, min(free, 2), 1, seconds=time.perf_counter() - start)
        if "forced" not in self.tricks:
            moves = mask_of_free(root)
        memory = self._memory(board)
        low, high = 1 - free // 2, (free - 1) // 2
        score = run(
            lambda: solve_range(mine, mask, free, low, high, moves, self._table, memory, rules),
            _Flag(memory),
        )
        return Solution(
            int(score),
            plies_left(int(score), free),
            int(memory[NODES]) + 1,
            int(memory[TABLE_HITS]),
            time.perf_counter() - start,
        )

    def _rules(self, board: Board) -> Rules:
        """The rules on a board. The table is made or cleared if it served another one."""
        bits = board.width * (board.height + 1)
        buckets = (self.table_mb << 20) // ENTRY_BYTES // 2
        bucket_bits = min(bits, buckets.bit_length() - 1)
        if bits - bucket_bits > TAG_BITS:
            needed = 2 * ENTRY_BYTES << bits - TAG_BITS >> 20
            raise ValueError(
                f"a board {board.width} wide and {board.height} high needs a table of at least "
                f"{needed} MB: make a Solver(table_mb={needed})"
            )
        if self._board is not board:
            self.clear()
            self._board = board
        if self._table is None:
            entries = 2 * buckets
            self._table = np.zeros(entries, np.uint64) if COMPILED else [0] * entries
            self._age = 1
        lower = sum(
            bottom << row
            for bottom in board.bottoms.values()
            for row in range(board.height % 2, board.height, 2)
        )
        keys = Keys(word((1 << bits) - 1), word(bits - bucket_bits), word(self._age))
        return Rules(
            board.width,
            word(board.height),
            word(sum(board.bottoms.values())),
            word(board.full),
            word(lower),
            keys,
            _flags(self.tricks),
        )

    def _memory(self, board: Board) -> Words:
        """What a search writes on, with the worth of all squares filled in."""
        memory = words([0] * MEMORY)
        worth = lines_through(board) if "lines" in self.tricks else leftness(board)
        for square, number in worth.items():
            memory[int(WORTH) + square] = number
        return memory


class _Flag:
    """Tells a search that it shall stop, through the memory that it works on."""

    def __init__(self, memory: Words) -> None:
        self.memory = memory

    def __setitem__(self, _: int, stop: bool) -> None:
        self.memory[STOP] = int(stop)


def plies_left(score: int, free: int) -> int:
    """How many discs are still played, with `free` squares left, where play is perfect."""
    if score == 0:
        return free
    # The winner's last disc falls when 2 * |score| - 1 or 2 * |score| squares are free.
    before = 2 * abs(score) - 1
    mover_wins = score > 0
    if ((free - before) % 2 == 0) != mover_wins:
        before += 1
    return free - before + 1


@cache
def lines_through(board: Board) -> dict[int, int]:
    """How many lines of four run through each square, by the square's bit."""
    counts = {}
    for column, row in board.cells(board.full):
        lines = 0
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for back in range(4):
                ends = [(column + right * far, row + up * far) for far in (-back, 3 - back)]
                lines += all(0 <= x < board.width and 0 <= y < board.height for x, y in ends)
        counts[column * (board.height + 1) + row] = lines
    return counts


def leftness(board: Board) -> dict[int, int]:
    """A worth that is the greater the further to the left a square is."""
    step = board.height + 1
    return {column * step + row: board.width - column for column, row in board.cells(board.full)}


def mask_of_free(state: Connect4) -> Any:
    """The squares where the next disc can come to lie."""
    return word(state.mask + sum(state.board.bottoms.values()) & state.board.full)


def _solve_by_alphabeta(root: Connect4, start: float) -> Solution:
    """The score on boards with other line lengths, by the compiled alpha-beta."""
    free = _free(root)
    result = alphabeta(root, free, order="centre", table_entries=ALPHABETA_ENTRIES)
    if result.value == 0:
        score, plies = 0, free
    else:
        plies = int(WIN - abs(result.value))
        score = (free - plies + 2) // 2 * (1 if result.value > 0 else -1)
    return Solution(score, plies, result.nodes, result.table_hits, time.perf_counter() - start)


def _flags(tricks: Sequence[str]) -> int:
    return sum(1 << TRICKS.index(trick) for trick in tricks)


def _free(state: Connect4) -> int:
    return state.width * state.height - state.ply


def _check(state: State) -> Connect4:
    """The state, if it can be solved."""
    root = check_state(state, "solver")
    if root.is_over:
        raise ValueError("the game is over; there is nothing left to solve")
    return root


@cache
def shared() -> Solver:
    """The solver that `solve` and `analyze` share."""
    return Solver()


def solve(state: State) -> Solution:
    """The position's score for the player to move, by a solver that all callers share."""
    return shared().solve(state)


def analyze(state: State) -> dict[Move, int]:
    """What each move is worth to the player to move, by a solver that all callers share."""
    return shared().analyze(state)
