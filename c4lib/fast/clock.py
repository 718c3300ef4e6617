"""Thinking under a clock: iterative deepening until the time is up, on boards of any size.

The search is `judging`'s. Lesson 04 tells how it came about.
"""

import math
import time
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.fast.judging import (
    GUESSES,
    LIMIT,
    NODES,
    NOTHING,
    SURE,
    WIN,
    Memory,
    new_memory,
    search,
)
from c4lib.fast.lines import Lines, Position, lines_of, position_of, put, take
from c4lib.fast.running import run
from c4lib.game import State
from c4lib.search.common import check_whole
from c4lib.search.deepening import check_budget

ENDLESS = 1 << 62
MOST_DEPTH = 500


class Iteration(NamedTuple):
    """What one depth has brought: all is told for the player to move."""

    depth: int
    move: int
    value: int
    nodes: int
    """From the first depth to this one."""


@dataclass(frozen=True)
class Thought:
    """What came of thinking about a position, for the player to move."""

    move: int
    value: int
    """In the units of the evaluation; a win is worth WIN less the plies until it."""
    depth: int
    """How many plies the last finished iteration looked ahead, forced moves not counted."""
    nodes: int
    seconds: float
    proven: int | None
    """+1, 0 or -1 if it is certain that the game is won, drawn or lost; else None."""
    iterations: tuple[Iteration, ...]


class Thinker:
    """Thinks about positions, and remembers what it has found out until the board changes.

    `table_mb` bounds its memory. Threads that ask it at the same time are answered one after
    the other. A copy, or one that is sent to another process, has nothing to remember.
    """

    def __init__(self, table_mb: int = 64) -> None:
        check_whole("table_mb", table_mb)
        self.table_mb = table_mb
        self._board: Board | None = None
        self._lines: Lines
        self._memory: Memory
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Thinker"], tuple[int]]:
        return Thinker, (self.table_mb,)

    def think(
        self, state: State, seconds: float | None = None, nodes: int | None = None
    ) -> Thought:
        """The best move that can be found in that time, or with so many nodes.

        With `nodes` the answer does not depend on how fast the machine is. The first use in a
        session loads the compiled code before the clock runs.
        """
        root = _check(state)
        check_budget(None, nodes, seconds)
        _load()
        with self._lock:
            return self._think(root, math.inf if seconds is None else seconds, nodes)

    def _think(self, root: Connect4, seconds: float, nodes: int | None) -> Thought:
        start = time.perf_counter()
        self._prepare(root.board)
        memory, stop = self._memory, self._memory.stop
        position = position_of(root, self._lines)
        memory.counts[:] = 0
        memory.learnt[:] = np.diff(self._lines.first)  # at first, as many lines as run through
        search = Deepening(root, self._lines, position, memory)
        if search.must is None:
            memory.counts[LIMIT] = ENDLESS if nodes is None else nodes
            stop[0] = False
            left = seconds - (time.perf_counter() - start)
            run(search.deepen, lambda: stop.fill(True), left)
        return search.thought(time.perf_counter() - start)

    def _prepare(self, board: Board) -> None:
        """A memory for the board, new if the last one served another board."""
        if self._board is board:
            return
        self._board = None  # if this is broken off, nothing here fits together
        self._lines = lines_of(board)
        try:
            self._memory = new_memory(self._lines, self.table_mb)
        except MemoryError:
            raise ValueError(
                f"a table of {self.table_mb:,} MB does not fit; ask for less"
            ) from None
        self._board = board


class Deepening:
    """Iterative deepening from a root; the moves stay sorted by what the last depth found."""

    def __init__(self, root: Connect4, lines: Lines, position: Position, memory: Memory) -> None:
        self.player = root.player
        self.lines, self.position, self.memory = lines, position, memory
        self.iterations: list[Iteration] = []
        self.proven: int | None = None
        self.value = 0
        self.values: dict[int, int] = {}
        """What was last found out about each move: of all but the best it is a bound."""
        self.moves = sorted(root.moves(), key=self._first_look)
        self.must = self._must()
        """The move that wins at once, or else one that stops the opponent from it."""

    def _square(self, column: int) -> int:
        return column * self.lines.height + int(self.position.heights[column])

    def _first_look(self, column: int) -> tuple[bool, int]:
        """What moves are sorted by at first: not below a threat, then where most lines are."""
        square = self._square(column)
        is_top = square + 1 == (column + 1) * self.lines.height
        loses = not is_top and bool(self.position.threats[1 - self.player, square + 1])
        return loses, -int(self.memory.learnt[0, square])

    def _must(self) -> int | None:
        threats = self.position.threats
        for player, value in ((self.player, WIN - 1), (1 - self.player, 0)):
            for move in self.moves:
                if threats[player, self._square(move)]:
                    self.value = value
                    self.proven = 1 if value else None
                    return move
        return self.moves[0] if len(self.moves) == 1 else None

    def deepen(self) -> None:
        """Search deeper and deeper, until it is stopped or everything is known."""
        counts, stop = self.memory.counts, self.memory.stop
        for depth in range(1, MOST_DEPTH):
            guesses = counts[GUESSES]
            self._sort(self._one_depth(depth))
            if stop[0]:
                self.proven = 1 if self.value > SURE else None
                break
            self.iterations.append(Iteration(depth, self.moves[0], self.value, int(counts[NODES])))
            if abs(self.value) > SURE or counts[GUESSES] == guesses:
                self.proven = (self.value > 0) - (self.value < 0)
                break

    def _sort(self, values: dict[int, int]) -> None:
        """Sort the moves by what a depth has found, even if it was stopped before the last move.

        The best move of the depth before came first. So those that are left come after it,
        unless it loses now and they did not then.
        """
        left = {move: min(self.values.get(move, 0), -SURE) for move in self.moves}
        ranks = left | values
        self.moves.sort(key=lambda move: -ranks[move])
        self.values |= values
        self.value = self.values.get(self.moves[0], 0)

    def _one_depth(self, depth: int) -> dict[int, int]:
        """What the moves are worth at that depth: the best one exactly, of others a bound."""
        values: dict[int, int] = {}
        alpha = -NOTHING
        for move in self.moves:
            value = alpha + 1
            if values:  # it need only be shown to be no better than the best
                value = self._after(move, depth - 1, alpha, alpha + 1)
            if value > alpha:
                value = self._after(move, depth - 1, alpha, NOTHING)
            if self.memory.stop[0]:
                break
            values[move] = value
            alpha = max(alpha, value)
        return values

    def _after(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth."""
        place = self.lines, self.position, self.player, self._square(move)
        put(*place)
        self.position.heights[move] += 1
        value = search(
            self.lines, self.position, self.memory, 1 - self.player, depth, -beta, -alpha, 1
        )
        self.position.heights[move] -= 1
        take(*place)
        return -int(value)

    def thought(self, seconds: float) -> Thought:
        """What came of it in that time."""
        move = self.moves[0] if self.must is None else self.must
        depth = self.iterations[-1].depth if self.iterations else 0
        nodes = int(self.memory.counts[NODES])
        steps = tuple(self.iterations)
        return Thought(move, self.value, depth, nodes, seconds, self.proven, steps)


def _check(state: State) -> Connect4:
    if not isinstance(state, Connect4):
        raise ValueError(
            f"the clock player plays only Connect4, not {type(state).__name__}; "
            "c4lib.search.deepen plays any game of two under a clock"
        )
    if state.is_over:
        raise ValueError("the game is over; there is nothing to think about")
    return state


@cache
def _load() -> None:
    """Compile the searches, or load what was compiled before, so that no clock runs meanwhile."""
    Thinker(2)._think(Connect4(5, 4), math.inf, 1000)
