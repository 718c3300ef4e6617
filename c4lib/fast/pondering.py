"""Pondering: the clock player goes on thinking on the opponent's time.

After its move it guesses the reply, by a short look that finds in the table what the search has
left there, and thinks about the position after it. What it learns stays in the table. If the
guess was right, the next search flies through all depths that are known already; if not, it
begins as it would have without pondering.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event, Lock, Thread

from c4lib.connect4 import Connect4
from c4lib.fast.clock import Deepening, Proof, Thinker
from c4lib.fast.interrupt import run
from c4lib.result import SearchResult

LOOK = 10  # it looks for the reply for a tenth of what it has for a move
LONGEST = 60.0  # seconds that it ponders, unless it is asked before


class Ponderer(Thinker):
    """A Thinker that ponders after each answer: in a thread of its own, until it is asked again.

    With a number of nodes, answers must not depend on how long the opponent took. So it then
    ponders when it is asked again, with as many nodes as it has for its move.
    """

    def __init__(self, table_mb: int = 64, book: bool = False) -> None:
        super().__init__(table_mb, book)
        self.guesses = 0, 0  # those that were right, and all
        self._after: Connect4 | None = None  # the position after its last move
        self._guess: Connect4 | None = None  # the one that it expects to be asked about
        self._halted = Event()  # a new one each time that it ponders
        self._thread: Thread | None = None  # while there is one, it alone uses the table
        self._proof: Proof | None = None
        self._resting = Lock()

    @property
    def is_pondering(self) -> bool:
        """Whether its thread is at work."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def rest(self) -> None:
        """Stop pondering, and wait until the thread has ended."""
        with self._resting:
            self.halt()
            if self._thread is not None and self._thread.is_alive():
                self._thread.join()
            self._thread = None

    def halt(self) -> None:
        """Stop pondering, without waiting; it takes moments."""
        if self._thread is not None:
            self._stop()

    def _stop(self) -> None:
        self._halted.set()  # first, since a search or a proof looks at it when it has begun
        self._memory.stop.fill(True)
        proof = self._proof
        if proof is not None:
            proof.halt()

    def _think(
        self, root: Connect4, seconds: float, nodes: int | None, start: float | None = None
    ) -> SearchResult:
        """Stop pondering, answer, and ponder again."""
        start = time.perf_counter()  # to stop takes time, too
        self.rest()
        after, self._after = self._after, None
        is_reply = after is not None and root in map(after.play, after.moves())
        if after is not None and is_reply and nodes is not None:
            run(self._pondering(after, seconds, nodes), self._stop)
        guess, self._guess = self._guess, None
        guessed = root == guess if is_reply and guess is not None else None
        if guessed is not None:
            self.guesses = self.guesses[0] + guessed, self.guesses[1] + 1
        found = super()._think(root, seconds, nodes, start)
        self._after = after = root.play(found.move)  # type: ignore[arg-type]  # there is one
        if nodes is None and not after.is_over:
            self._thread = Thread(
                target=self._pondering(after, seconds), name="ponder", daemon=True
            )
            try:
                self._thread.start()
            except RuntimeError:  # there can be no more threads, so it does not ponder
                self._thread = None
        return replace(found, guessed=guessed)

    def _pondering(
        self, after: Connect4, seconds: float, nodes: int | None = None
    ) -> Callable[[], None]:
        """What is to be done in the opponent's time; `_stop` ends it."""
        self._halted = Event()
        return partial(self._ponder, self._halted, after, seconds, nodes)

    def _ponder(self, halted: Event, after: Connect4, seconds: float, nodes: int | None) -> None:
        """Guess the reply, and think about the position after it.

        Where the solver can be asked, deepening takes as long as for a move, and a proof the rest.
        """
        end, solver = time.perf_counter() + LONGEST, None
        if nodes is None:
            seconds, solver = min(seconds, LONGEST), self._solver
        few = None if nodes is None else max(1, nodes // LOOK)
        look = self._known(after) or self._deepen(halted, after, seconds / LOOK, few).result(0.0)
        if halted.is_set():
            return
        guess = self._guess = after.play(look.move)  # type: ignore[arg-type]  # there is one
        if guess.is_over or self._known(guess) is not None:
            return
        left = None if nodes is None else max(1, nodes - look.nodes)
        long = seconds if solver is not None else max(seconds, LONGEST)
        search = self._deepen(halted, guess, long, left)
        if solver is not None and search.must is None and search.proven is None:
            self._prove(halted, Proof(guess, search, solver, end))

    def _deepen(
        self, halted: Event, root: Connect4, seconds: float, nodes: int | None
    ) -> Deepening:
        """A search that is as deep as it may be, or was halted."""
        search = self._begin(root, nodes)
        self._memory.deadline[0] = time.perf_counter() + seconds
        if halted.is_set():
            self._memory.stop.fill(True)
        if search.must is None:
            search.deepen()
        return search

    def _prove(self, halted: Event, proof: Proof) -> None:
        self._proof = proof
        if not halted.is_set():
            proof.find()
        self._proof = None
