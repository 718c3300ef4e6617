"""The clock player: iterative deepening until the time is up, on boards of any size.

The search is in `clock_kernel`; lessons 04 and 11 explain how it came about. When there is time,
and the exact solver knows the board, most of it goes into a last, unlimited depth: a proof of
which moves win or hold.
"""

import math
import time
from dataclasses import replace
from functools import cache
from itertools import product
from threading import Lock

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.fast import clock_kernel as kernel
from c4lib.fast.book import best_move
from c4lib.fast.clock_kernel import CERTAIN_WIN, NODES, WIN, ClockMemory
from c4lib.fast.compiler import room_for
from c4lib.fast.interrupt import run
from c4lib.fast.lines_kernel import BoardLines, LinePosition, lines_of, position_of, put, take
from c4lib.fast.rules_kernel import BITS
from c4lib.fast.solver import ENDLESS, Solver, plies_left
from c4lib.game import State
from c4lib.result import SearchResult
from c4lib.search.common import check_whole
from c4lib.search.deepening import check_budget

MOST_DEPTH = 500
LONG = 0.25  # with at least this many seconds the solver is asked as well, and Ctrl-C is noticed
DEEPENING = 0.4  # the share of a long time after which the solver takes over
FEW_NODES, MORE_NODES = 20_000, 4  # for a first answer of the solver, and times as many each round
MB_A_SECOND = 1000
"""The largest table for each second of a move's time: using new memory takes time."""
MARGIN = 0.01
"""Seconds by which a long search ends early: another thread may take a moment to notice."""


class Thinker:
    """Searches positions, and remembers what it has found until the board changes.

    `table_mb` bounds its memory, of which the solver has half when it is asked; short searches
    take less. With `book`, the opening book answers where it knows all moves. Threads that ask
    at the same time are answered one after the other. A copy, or one that is sent to another
    process, has nothing to remember.
    """

    def __init__(self, table_mb: int = 64, book: bool = False) -> None:
        check_whole("table_mb", table_mb)
        self.table_mb = table_mb
        self.book = book
        self._served: tuple[Board, int, bool] | None = None
        self._lines: BoardLines
        self._memory: ClockMemory
        self._solver: Solver | None = None
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Thinker"], tuple[int, bool]]:
        return type(self), (self.table_mb, self.book)

    def think(
        self, state: State, seconds: float | None = None, nodes: int | None = None
    ) -> SearchResult:
        """The best move that can be found in that time, or with that many nodes.

        Its value is in points of the evaluation; a win in sight is worth WIN less the plies
        until it. `depth` is that of the last finished iteration, forced moves not counted (0:
        the move was forced), and each of the `iterations` counts the nodes up to its end.
        With `nodes` the answer does not depend on how fast the machine is, and the solver is
        not asked. The first use in a session loads the compiled code before the clock runs.
        """
        if not isinstance(state, Connect4):
            raise ValueError(
                f"the clock player plays only Connect4, not {type(state).__name__}; "
                "c4lib.search.deepen plays any game of two under a clock"
            )
        if state.is_over:
            raise ValueError("the game is over; there is nothing to think about")
        check_budget(None, nodes, seconds)
        _load()
        with self._lock:
            return self._think(state, math.inf if seconds is None else seconds, nodes)

    def _think(
        self, root: Connect4, seconds: float, nodes: int | None, start: float | None = None
    ) -> SearchResult:
        """The same; `start` is when the time began to run, if not now."""
        start = time.perf_counter() if start is None else start
        is_long = nodes is not None or seconds >= LONG
        self._prepare(root.board, seconds, nodes is None and is_long)
        known = self._known(root)
        if known is not None:
            return replace(known, seconds=time.perf_counter() - start)
        search, stop = self._begin(root, nodes), self._memory.stop
        share = 1.0 if self._solver is None else DEEPENING
        self._memory.deadline[0] = start + share * seconds - (MARGIN if is_long else 0)
        if search.must is None and is_long:
            run(search.deepen, lambda: stop.fill(True))
            if search.proven is None and self._solver is not None:
                proof = Proof(root, search, self._solver)
                run(proof.find, proof.halt, start + seconds - MARGIN - time.perf_counter())
        elif search.must is None:
            search.deepen()
        return search.result(time.perf_counter() - start)

    def _known(self, root: Connect4) -> SearchResult | None:
        """What the opening book says, if it is to be asked and knows all moves."""
        found = best_move(root) if self.book else None
        if found is None:
            return None
        move, score = found
        outcome = (score > 0) - (score < 0)
        value = outcome * (WIN - plies_left(score, root.free))
        return SearchResult(move, value, 0, 0, proven=outcome)

    def _begin(self, root: Connect4, nodes: int | None) -> "Deepening":
        """A search with at most that many nodes, about to begin."""
        memory = self._memory
        memory.counts[:] = 0
        memory.counts[kernel.LIMIT] = min(nodes or ENDLESS, ENDLESS - 1)
        memory.learnt[:] = np.diff(self._lines.first)  # at first, the lines through it
        memory.stop[0] = False
        return Deepening(root, self._lines, position_of(root, self._lines), memory)

    def _prepare(self, board: Board, seconds: float, proves: bool) -> None:
        """A memory for the board, new if the last one was for another board or another time."""
        table_mb = max(1, int(min(self.table_mb, MB_A_SECOND * seconds)))
        if self._served == (board, table_mb, proves):
            return
        self._served = None  # if this is interrupted, nothing here fits together
        half = table_mb // 2
        self._solver = solver_for(board, half) if proves else None
        self._lines = lines_of(board)
        with room_for(f"a table of {self.table_mb:,} MB"):
            self._memory = kernel.new_memory(self._lines, half if self._solver else table_mb)
        self._served = board, table_mb, proves


class Deepening:
    """Iterative deepening from a root; the moves stay sorted by what the last depth found."""

    def __init__(
        self, root: Connect4, lines: BoardLines, position: LinePosition, memory: ClockMemory
    ) -> None:
        self.player = root.player
        self.lines, self.position, self.memory = lines, position, memory
        self.iterations: list[SearchResult] = []
        self.proven: int | None = None
        self.value = 0
        self.values: dict[int, int] = {}
        """The last value of each move; for all but the best it is a bound."""
        self.moves = sorted(root.moves(), key=self._first_look)
        self.must = self._must()
        """The move that wins at once, or else one that blocks the opponent's win."""

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
        for player, move in product((self.player, 1 - self.player), self.moves):
            if threats[player, self._square(move)]:
                if player == self.player:
                    self.value, self.proven = WIN - 1, 1
                return move
        return self.moves[0] if len(self.moves) == 1 else None

    def deepen(self) -> None:
        """Search deeper and deeper, until it is stopped or everything is known."""
        counts, stop = self.memory.counts, self.memory.stop
        for depth in range(1, MOST_DEPTH):
            guesses = counts[kernel.GUESSES]
            self._sort(self._one_depth(depth))
            if stop[0]:
                self.proven = 1 if self.value > CERTAIN_WIN else None
                break
            nodes = int(counts[NODES])
            self.iterations.append(SearchResult(self.moves[0], self.value, nodes, depth))
            if abs(self.value) > CERTAIN_WIN or counts[kernel.GUESSES] == guesses:
                self.proven = (self.value > 0) - (self.value < 0)
                break

    def _sort(self, values: dict[int, int]) -> None:
        """Sort the moves by what a depth has found, even if it was stopped before the last move.

        The best move of the depth before came first. So those that are left come after it,
        unless it loses now and they did not then.
        """
        left = {move: min(self.values.get(move, 0), -CERTAIN_WIN) for move in self.moves}
        ranks = left | values
        self.moves.sort(key=lambda move: -ranks[move])
        self.values |= values
        self.value = self.values.get(self.moves[0], 0)

    def _one_depth(self, depth: int) -> dict[int, int]:
        """What the moves are worth at that depth: the best one exactly, of others a bound."""
        values: dict[int, int] = {}
        alpha = -kernel.NOTHING
        for move in self.moves:
            value = alpha + 1
            if values:  # it need only be shown to be no better than the best
                value = self._after(move, depth - 1, alpha, alpha + 1)
            if value > alpha:
                value = self._after(move, depth - 1, alpha, kernel.NOTHING)
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
        shared = self.lines, self.position, self.memory
        value = kernel.search(*shared, 1 - self.player, depth, -beta, -alpha, 1)
        self.position.heights[move] -= 1
        take(*place)
        return -int(value)

    def result(self, seconds: float) -> SearchResult:
        """What was found in that time."""
        return SearchResult(
            self.moves[0] if self.must is None else self.must,
            self.value,
            int(self.memory.counts[NODES]),
            self.iterations[-1].depth if self.iterations else 0,
            seconds=seconds,
            iterations=tuple(self.iterations),
            proven=self.proven,
        )


class Proof:
    """A last, unlimited depth: the solver is asked which moves win, and which hold a draw.

    Any one question may take for ever, so all are asked in turn, with few nodes at first and then
    with more and more. What has been found out stays in the solver's table.
    """

    def __init__(
        self, root: Connect4, search: Deepening, solver: Solver, deadline: float = math.inf
    ) -> None:
        self.root, self.search, self.solver = root, search, solver
        self.deadline = deadline  # after it, no more questions are asked
        self.stopped = False
        self.low = dict.fromkeys(search.moves, -1)
        """What each move is proven to be worth at least: -1 lost, 0 drawn, 1 won."""
        self.high = dict.fromkeys(search.moves, 1)

    def halt(self) -> None:
        """Stop it."""
        self.stopped = True
        self.solver.halt()

    def find(self) -> None:
        """Put the best move first, with its value if that can be proven in time.

        Else it is the move that deepening found best of those that are not proven to be worse
        than another.
        """
        search = self.search
        search.proven = self._prove(search.moves)
        least, is_known = max(self.low.values()), search.proven is not None
        search.moves = [
            move
            for move in search.moves
            if self.high[move] > least or (self.low[move] == least and (least > -1 or is_known))
        ]
        search.value = search.values.get(search.moves[0], 0)

    def _prove(self, moves: list[int]) -> int | None:
        """The value of the best move; None if it was stopped before that was proven."""
        nodes = FEW_NODES
        while True:
            for move, goal in product(moves, (1, 0)):
                if self.low[move] < goal <= self.high[move]:
                    reached = self._reaches(move, goal, nodes)
                    if self.stopped or time.perf_counter() > self.deadline:
                        return None
                    if reached is not None:
                        self.low[move] = max(self.low[move], goal if reached else -1)
                        self.high[move] = min(self.high[move], 1 if reached else goal - 1)
                    if max(self.low.values()) == max(self.high.values()):
                        return max(self.low.values())
            nodes *= MORE_NODES

    def _reaches(self, move: int, goal: int, nodes: int) -> bool | None:
        """Whether the move wins (goal 1), or at least draws (goal 0); None: it takes longer."""
        after = self.root.play(move)
        if after.is_over:  # a draw, since wins are played at once
            return goal == 0
        refuted = self.solver.at_least(after, 1 - goal, nodes, lambda: self.stopped)
        self.search.memory.counts[NODES] += self.solver.last_nodes
        return None if refuted is None else not refuted


def solver_for(board: Board, table_mb: int) -> Solver | None:
    """A solver for the board with at most that much memory, if there can be one."""
    if board.connect != 4 or board.width * (board.height + 1) > BITS or table_mb < 1:
        return None
    solver = Solver(1 << table_mb.bit_length() - 1, book=False)
    return solver if solver.fits(board) else None


@cache
def _load() -> None:
    """Compile the searches, or load their compiled code, before any clock runs."""
    Thinker(2)._think(Connect4(5, 4), math.inf, 1000)
    Solver(1, book=False).at_least(Connect4(4, 4), 1)
