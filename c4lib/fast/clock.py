"""Thinking under a clock: iterative deepening until the time is up, on boards of any size.

The search is `judging`'s; lesson 04 tells how it came about. When there is time, and the exact
solver knows the board, the larger part of it goes into a last, endless depth: a proof which
moves win or hold.
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
from c4lib.fast.rules import BITS
from c4lib.fast.running import run
from c4lib.fast.solver import ENDLESS, Solver
from c4lib.game import State
from c4lib.search.common import check_whole
from c4lib.search.deepening import check_budget

MOST_DEPTH = 500
LONG = 0.25
"""From so many seconds on, the solver is asked, too, and the stop button is listened to."""
DEEPENING = 0.4
"""The share of a long time after which the solver takes over."""
MB_A_SECOND = 1000
"""How large a table gets at most for the time of a move: it takes time to use new memory."""
MARGIN = 0.01
"""So much sooner a long thought ends: it may take a moment until another thread hears of it."""


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
    """In the units of the evaluation; a win it has seen is worth WIN less the plies until it."""
    depth: int
    """How many plies the last finished iteration looked ahead, forced moves not counted."""
    nodes: int
    seconds: float
    proven: int | None
    """+1, 0 or -1 if it is certain that the game is won, drawn or lost; else None."""
    iterations: tuple[Iteration, ...]


class Thinker:
    """Thinks about positions, and remembers what it has found out until the board changes.

    `table_mb` bounds its memory, of which the solver has half when it is asked; short thoughts
    take less. Threads that ask at the same time are answered one after the other. A copy, or
    one that is sent to another process, has nothing to remember.
    """

    def __init__(self, table_mb: int = 64) -> None:
        check_whole("table_mb", table_mb)
        self.table_mb = table_mb
        self._served: tuple[Board, int, bool] | None = None
        self._lines: Lines
        self._memory: Memory
        self._solver: Solver | None = None
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Thinker"], tuple[int]]:
        return Thinker, (self.table_mb,)

    def think(
        self, state: State, seconds: float | None = None, nodes: int | None = None
    ) -> Thought:
        """The best move that can be found in that time, or with so many nodes.

        With `nodes` the answer does not depend on how fast the machine is, and the solver is
        not asked. The first use in a session loads the compiled code before the clock runs.
        """
        root = _check(state)
        check_budget(None, nodes, seconds)
        _load()
        with self._lock:
            return self._think(root, math.inf if seconds is None else seconds, nodes)

    def _think(self, root: Connect4, seconds: float, nodes: int | None) -> Thought:
        start = time.perf_counter()
        is_long = nodes is not None or seconds >= LONG
        self._prepare(root.board, seconds, nodes is None and is_long)
        memory, stop = self._memory, self._memory.stop
        position = position_of(root, self._lines)
        memory.counts[:] = 0
        memory.counts[LIMIT] = ENDLESS - 1 if nodes is None else nodes
        memory.learnt[:] = np.diff(self._lines.first)  # at first, as many lines as run through
        search = Deepening(root, self._lines, position, memory)
        share = 1.0 if self._solver is None else DEEPENING
        memory.deadline[0] = start + share * seconds - (MARGIN if is_long else 0)
        stop[0] = False
        if search.must is None and is_long:
            run(search.deepen, lambda: stop.fill(True))
            if search.proven is None and self._solver is not None:
                proof = Proof(root, search, self._solver)
                run(proof.find, proof.halt, start + seconds - MARGIN - time.perf_counter())
        elif search.must is None:
            search.deepen()
        return search.thought(time.perf_counter() - start)

    def _prepare(self, board: Board, seconds: float, proves: bool) -> None:
        """A memory for the board, new if the last one was for another board or another time."""
        table_mb = max(1, int(min(self.table_mb, MB_A_SECOND * seconds)))
        if self._served == (board, table_mb, proves):
            return
        self._served = None  # if this is broken off, nothing here fits together
        half = table_mb // 2
        self._solver = solver_for(board, half) if proves else None
        self._lines = lines_of(board)
        try:
            self._memory = new_memory(self._lines, half if self._solver else table_mb)
        except (MemoryError, OSError, OverflowError):
            raise ValueError(
                f"a table of {self.table_mb:,} MB does not fit; ask for less"
            ) from None
        self._served = board, table_mb, proves


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


class Proof:
    """A last, endless depth: the solver is asked which moves win, and then which hold a draw."""

    def __init__(self, root: Connect4, search: Deepening, solver: Solver) -> None:
        self.root, self.search, self.solver = root, search, solver
        self.stopped = False

    def halt(self) -> None:
        """Stop it."""
        self.stopped = True
        self.solver.halt()

    def find(self) -> None:
        """Put the best move first, and tell what it is worth if that can be proven in time.

        Else it is the move that deepening found best of those that are not proven to lose.
        """
        moves, self.search.proven = self._prove()
        self.search.moves = moves
        self.search.value = self.search.values.get(moves[0], 0)

    def _prove(self) -> tuple[list[int], int | None]:
        """The moves that may be best, and what the first one is proven to be worth."""
        left = list(self.search.moves)
        for goal in (1, 0):
            for move in self.search.moves:
                reached = self._reaches(move, goal)
                if reached is None:
                    return left or self.search.moves, None
                if reached:
                    return [move], goal
                if goal == 0:
                    left.remove(move)
        return self.search.moves, -1

    def _reaches(self, move: int, goal: int) -> bool | None:
        """Whether the move wins (goal 1), or at least draws (goal 0); None: stopped."""
        after = self.root.play(move)
        if after.is_over:  # by a draw, for wins are taken before
            return goal == 0
        refuted = self.solver.at_least(after, 1 - goal, stopped=lambda: self.stopped)
        self.search.memory.counts[NODES] += self.solver.last_nodes
        return None if refuted is None else not refuted


def solver_for(board: Board, table_mb: int) -> Solver | None:
    """A solver for the board with at most so much memory, if there can be one."""
    if board.connect != 4 or board.width * (board.height + 1) > BITS or table_mb < 1:
        return None
    solver = Solver(1 << table_mb.bit_length() - 1, book=False)
    return solver if solver.fits(board) else None


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
    Solver(1, book=False).at_least(Connect4(4, 4), 1)
