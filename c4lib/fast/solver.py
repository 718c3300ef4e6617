"""Perfect play: exact scores of Connect Four positions, on boards of up to 64 bits.

A score is Pascal Pons': +1 if the player to move wins with their last disc, +2 with the last
but one, and so on; 0 is a draw; negative scores say the same of the opponent.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from threading import RLock
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.fast import solver_kernel as kernel
from c4lib.fast.alphabeta import alphabeta
from c4lib.fast.book import EMPTY, Book, floor_of, look_up
from c4lib.fast.book import shared as shared_book
from c4lib.fast.compiler import COMPILED, Words, room_for, say_if_slow, word, words
from c4lib.fast.interrupt import run_all
from c4lib.fast.rules_kernel import BITS, check_state
from c4lib.fast.solver_kernel import LIMIT, NODES, TABLE_HITS, TRICKS, SolverRules
from c4lib.fast.solver_table_kernel import ENTRY_BYTES, LABEL_BITS, LATE_BUCKET_BITS, Keys
from c4lib.game import Move, State
from c4lib.heuristics import hit_rate
from c4lib.search.common import WIN, check_whole

AGE_BITS = 6  # the fewest bits for the age; the more, the more often a table can be cleared
ALPHABETA_ENTRIES = 2**20
THREADS = min(4, os.cpu_count() or 1)  # the threads of the solver that `solve` and `analyze` share
SHORT, ENDLESS = 50_000 if COMPILED else 500, 2**63
"""The most nodes of a search that cannot be interrupted, and of any other."""


class Work(NamedTuple):
    """What a search has done."""

    nodes: int = 0
    table_hits: int = 0
    seconds: float = 0.0


NOTHING = Work()


@dataclass(frozen=True)
class Solution:
    """What is known of a position: its score for the player to move, and the work it took."""

    score: int
    plies: int  # how many more discs fall if both play perfectly
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
            return "draws"
        moves = "move" if self.plies == 1 else "moves"
        return f"{'wins' if self.score > 0 else 'loses'} in {self.plies} {moves}"


class Solver:
    """Solves positions, and keeps what it has found out until it is cleared.

    `table_mb` is the size of its memory, a power of two. With `book`, the package's or another
    one, it knows positions of the 7x6 board with few discs by heart; other early ones take
    seconds. Threads, if there are several, share the table and the work. `tricks` are those of
    `c4lib.fast.solver_kernel.TRICKS` that it may use.
    """

    def __init__(
        self,
        table_mb: int = 64,
        book: bool | Book = True,
        *,
        threads: int = 1,
        tricks: Sequence[str] = TRICKS,
    ) -> None:
        check_whole("table_mb", table_mb)
        if table_mb & (table_mb - 1):
            raise ValueError(f"table_mb is a power of two such as 64, not {table_mb!r}")
        check_whole("threads", threads)
        if not isinstance(tricks, list | tuple) or not set(tricks) <= set(TRICKS):
            raise ValueError(f"tricks is a list of some of {', '.join(TRICKS)}, not {tricks!r}")
        self.table_mb, self.book, self.threads = table_mb, book, threads
        self.tricks = tuple(tricks)
        self._table: Words = None
        self._board: Board | None = None
        self._age = 0
        self._memories: list[Words] = []  # one for each search that runs at the same time
        self._spare: list[Words] = []  # those that no search works on now
        self._stopping = self._working = False
        self.last_nodes = 0  # the nodes of the last call of `at_least`
        self._lock = RLock()

    def clear(self) -> None:
        """Forget everything but the book."""
        with self._at_work():
            self._age += 1
            self._memories, self._spare = [], []

    def solve(self, state: State) -> Solution:
        """The position's score for the player to move."""
        (solution,) = self.solve_all([state])
        return solution

    def analyze(self, state: State) -> dict[Move, int]:
        """What each move is worth to the player to move: its column, and the score after it."""
        root = _check(state)
        after = {move: root.play(move) for move in root.moves()}
        won = (root.free + 1) // 2
        scores = {move: won * (child.winner is not None) for move, child in after.items()}
        unfinished = [move for move, child in after.items() if not child.is_over]
        solutions = self.solve_all([after[move] for move in unfinished])
        return scores | {
            move: -solution.score for move, solution in zip(unfinished, solutions, strict=True)
        }

    def solve_all(
        self,
        states: Sequence[State],
        tell: Callable[[int, Solution], object] = lambda number, solution: None,
    ) -> list[Solution]:
        """The solutions of many positions, in their order.

        The threads share the positions, and gain by what the others have found out. As each
        one is solved, `tell` gets its number and its solution.
        """
        roots = [_check(state) for state in states]
        if len({root.board for root in roots}) > 1:
            raise ValueError("all positions must be on one board")
        found: dict[int, Solution] = {}
        begun: dict[int, Work] = {}

        def note(number: int, result: Solution | Work) -> None:
            if isinstance(result, Work):
                begun[number] = result
            else:
                found[number] = result
                tell(number, result)

        with self._at_work():
            self._stopping = False
            for number, root in enumerate(roots):  # threads and listening cost time:
                note(number, self._solve(root, SHORT))  # not worth it for short work
            left = list(begun)
            if left:
                say_if_slow()
            searches = [partial(self._solve, roots[n], ENDLESS, begun[n]) for n in left]
            run_all(searches, self.threads, self._stop, lambda n, it: note(left[n], it))
        return [found[number] for number in range(len(roots))]

    def at_least(
        self, state: State, score: int, nodes: int = ENDLESS, stopped: Callable[[], bool] = bool
    ) -> bool | None:
        """Whether the score for the player to move is at least this, which is quickly found out.

        None if it takes more than `nodes` nodes, or if it was stopped: after whatever makes
        `stopped` true, call `halt`. It is for 4 in a row.
        """
        root = _check(state)
        if root.connect != 4:
            raise ValueError(f"at_least is for 4 in a row, not {root.connect}; use solve")
        check_whole("score", score, -BITS)
        check_whole("nodes", nodes, 0)
        known = look_up(root, self._pages)
        self.last_nodes = 0
        if known is not None:
            return known >= score
        with self._at_work():
            answer, work, finished = self._search(
                kernel.reaches, root, min(score, BITS), min(nodes, ENDLESS), stopped, NOTHING
            )
        self.last_nodes = work.nodes
        return bool(answer) if finished else None

    def _search(
        self,
        search: Callable[..., int],
        root: Connect4,
        bound: int,
        limit: int,
        stopped: Callable[[], bool],
        done: Work,
    ) -> tuple[int, Work, bool]:
        """What a compiled search says, its work, and whether it finished.

        What was `done` before is counted in.
        """
        start = time.perf_counter()
        rules = self.prepare(root)
        try:
            memory = self._spare.pop()
        except IndexError:
            memory = _blank_memory(root.board, "static order" in self.tricks).copy()
            self._memories.append(memory)
        memory[NODES], memory[TABLE_HITS], memory[LIMIT] = done.nodes, done.table_hits, limit
        if stopped():  # this must be looked at after the limit was set
            memory[LIMIT] = 0
        position = word(root.mine), word(root.mask), root.free
        answer = int(search(*position, bound, self._table, memory, rules))
        seconds = done.seconds + time.perf_counter() - start
        work = Work(int(memory[NODES]), int(memory[TABLE_HITS]), seconds)
        finished = bool(work.nodes <= memory[LIMIT])
        self._spare.append(memory)
        return answer, work, finished

    def halt(self) -> None:
        """Stop what another thread is asking; `at_least` then returns None."""
        for memory in self._memories:
            memory[LIMIT] = 0

    def fits(self, board: Board) -> bool:
        """Whether its table is large enough for the board."""
        try:
            _rules(board, self.table_mb, self.tricks)
        except ValueError:
            return False
        return True

    @property
    def _pages(self) -> Book:
        """The book to look into."""
        if isinstance(self.book, Book):
            return self.book
        return shared_book() if self.book else EMPTY

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Keeps other threads waiting, and `tell` from asking for more in the middle of it."""
        with self._lock:
            if self._working:
                raise RuntimeError("this solver is at work: wait for it, or make another Solver")
            self._working = True
            try:
                yield
            finally:
                self._working = False

    def _stop(self) -> None:
        """End all searches that run; what they return means nothing."""
        self._stopping = True
        self.halt()

    def _solve(self, root: Connect4, limit: int, done: Work = NOTHING) -> Solution | Work:
        """The position's solution, or the work done so far if `limit` nodes are too few."""
        if root.connect != 4:
            return _solve_by_alphabeta(root)
        known = look_up(root, self._pages)
        if known is not None:
            return Solution(known, plies_left(known, root.free), from_book=True)
        floor = floor_of(root, self._pages)
        lowest = -root.free if floor is None else floor
        score, work, finished = self._search(
            kernel.solve_position, root, lowest, limit, lambda: self._stopping, done
        )
        return Solution(score, plies_left(score, root.free), *work) if finished else work

    def prepare(self, root: Connect4) -> SolverRules:
        """The rules on a board, and a table, which is new if the last one was for another board."""
        board = root.board
        if self._board is not board:
            self._table, self._memories, self._spare = None, [], []
        rules = _rules(board, self.table_mb, self.tricks)
        used_up = self._age >> LABEL_BITS - int(rules.keys.late_bits)  # no bits for such an age
        if self._table is None or used_up:
            entries = (self.table_mb << 20) // ENTRY_BYTES
            with room_for(f"a table of {self.table_mb:,} MB"):
                self._table = np.zeros(entries, np.uint64) if COMPILED else [0] * entries
            self._age = 1
        self._board = board
        return rules._replace(keys=rules.keys._replace(age=word(self._age)))


@cache
def _rules(board: Board, table_mb: int, tricks: tuple[str, ...]) -> SolverRules:
    """What the search needs to know, for a table of that size and of no age yet."""
    bits = board.width * (board.height + 1)
    buckets = (table_mb << 20) // ENTRY_BYTES // 2
    bucket_bits = min(bits, buckets.bit_length() - 1)
    if bits - bucket_bits >= LABEL_BITS:  # an age takes at least one bit
        needed = 2 * ENTRY_BYTES << bits - LABEL_BITS + 1 >> 20
        raise ValueError(
            f"a board {board.width} wide and {board.height} high needs a table of at least "
            f"{needed} MB: make a Solver(table_mb={needed})"
        )
    late_bits = bits - min(bucket_bits, LATE_BUCKET_BITS)
    if late_bits > LABEL_BITS - AGE_BITS:  # so large a board has no room for longer tags
        late_bits = bits - bucket_bits
    bottoms = sum(board.bottoms.values())
    lower = sum(bottoms << row for row in range(board.height % 2, board.height, 2))
    return SolverRules(
        board.width,
        word(board.height),
        word(bottoms),
        word(board.full),
        word(lower),
        Keys(word((1 << bits) - 1), word(bits - bucket_bits), word(late_bits), word(0)),
        sum(1 << TRICKS.index(trick) for trick in set(tricks)),
    )


def plies_left(score: int, free: int) -> int:
    """How many discs are still played, with `free` squares left, where play is perfect."""
    if score == 0:
        return free
    # The winner's last disc falls when 2 * |score| - 1 or 2 * |score| squares are free.
    before = 2 * abs(score) - 1
    is_mover = (free - before) % 2 == 0
    return free - before + (is_mover == (score > 0))


def outlook(score: int, free: int) -> str:
    """A score in words, for the player to move with `free` squares left: "wins in 7 moves"."""
    return str(Solution(score, plies_left(score, free)))


@cache
def _blank_memory(board: Board, by_lines: bool) -> Words:
    """What a search writes to, with the worth of all squares filled in."""
    memory = words([0] * kernel.MEMORY)
    for (column, row), lines in hit_rate(board).items():
        worth = lines if by_lines else board.width - column  # else the leftmost come first
        square = column * (board.height + 1) + row
        for side in (0, 64):
            order = kernel.MOST_LEARNT + word(kernel.LINE * worth)
            memory[int(kernel.LEARNT) + side + square] = kernel.MOST_LEARNT
            memory[int(kernel.WORTH) + side + square] = order
    return memory


def _solve_by_alphabeta(root: Connect4) -> Solution:
    """The score on boards with other line lengths, by the compiled alpha-beta."""
    free = root.free
    result = alphabeta(root, free, order="centre", table_entries=ALPHABETA_ENTRIES)
    if result.value == 0:
        score, plies = 0, free
    else:
        plies = int(WIN - abs(result.value))
        score = (free - plies + 2) // 2 * (1 if result.value > 0 else -1)
    return Solution(score, plies, result.nodes, result.table_hits, result.seconds)


def _check(state: State) -> Connect4:
    """The state, if it can be solved."""
    root = check_state(state, "solver", instead="alphabeta")
    if root.is_over:
        raise ValueError("the game is over; there is nothing left to solve")
    return root


@cache
def shared() -> Solver:
    """The solver that `solve` and `analyze` share."""
    return Solver(threads=THREADS)


def solve(state: State) -> Solution:
    """The position's score for the player to move, by a solver that all callers share."""
    return shared().solve(state)


def analyze(state: State) -> dict[Move, int]:
    """What each move is worth to the player to move, by a solver that all callers share."""
    return shared().analyze(state)
