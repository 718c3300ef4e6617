"""A game under a referee: a player that fails, breaks a rule or takes too long loses.

`c4lib.players.arena.play_game` stops at the first mistake, so that you see it at once. A
tournament plays hundreds of games unattended, and one bad player must not end it.
"""

import _thread
import ctypes
import threading
import time
from typing import NamedTuple

from c4lib.game import Agent, Move, State

RETRY_SECONDS = 0.05  # before interrupting an agent again that swallowed the last interrupt
LONGEST_FAULT = 200  # longer descriptions of a fault are cut to this many characters


class Overrun(BaseException):
    """Raised in a player whose time is up; not an Exception, so that few handlers swallow it."""


class RefereedGame(NamedTuple):
    """How a game between two players went."""

    points: float
    """For the player who moved first: 1 for a win, a half for a draw, 0 for a loss."""
    fault: str
    """Why the last player to move lost, if not by the rules: "error: ...", "illegal: ..." or
    "time: ..."; otherwise empty."""
    moves: tuple[Move, ...]
    seconds: tuple[float, float]
    """Processor time that each player took in all, the one who moved first coming first."""


def referee(first: Agent, second: Agent, start: State, limit: float | None = None) -> RefereedGame:
    """One game from `start`, in which `first` moves first; each move may take `limit` seconds.

    The limit is in wall-clock time, and a player that never answers is interrupted, except
    during a single long call into compiled code. Thinking time is counted in processor time, so
    that other work on the machine does not matter: the whole process's if the game is played in
    its main thread, otherwise the thread's.
    """
    side = start.player
    agents = {side: first, 1 - side: second}
    spent = {0: 0.0, 1: 0.0}
    state, moves, fault = start, [], ""
    while not state.is_over and not fault:
        reply = ask(agents[state.player], state, limit)
        spent[state.player] += reply.seconds
        fault = reply.fault
        if not fault:
            moves.append(reply.move)
            state = state.play(reply.move)
    utility = state.utility(side) if not fault else (-1 if state.player == side else 1)
    return RefereedGame((utility + 1) / 2, fault, tuple(moves), (spent[side], spent[1 - side]))


class Reply(NamedTuple):
    """A player's move, what was wrong with it if anything, and the processor time it took."""

    move: Move
    fault: str
    seconds: float


def ask(agent: Agent, state: State, limit: float | None = None) -> Reply:
    """The agent's move, with a fault unless it is legal and comes in time."""
    timer, move, fault, late = _Timer(), None, "", False
    begun = time.perf_counter()
    try:
        move = timer.call(agent, state) if limit is None else _in_time(timer, agent, state, limit)
    except Overrun:
        late = True
    except Exception as error:
        fault = f"error: {type(error).__name__}: {error}"
    if limit is not None and (late or timer.elapsed > limit):
        elapsed = timer.elapsed or time.perf_counter() - begun
        fault = f"time: {elapsed:.1f} s for a move; the limit is {limit:g} s"
    return Reply(move, _one_line(fault or _illegal(state, move)), timer.seconds)


class _Timer:
    """Measures how long a call takes."""

    seconds = 0.0
    """Processor time: the process's in its main thread, otherwise the thread's."""
    elapsed = 0.0
    """Wall-clock time."""

    def call(self, agent: Agent, state: State) -> Move:
        """The agent's answer."""
        in_main = threading.current_thread() is threading.main_thread()
        clock = time.process_time if in_main else time.thread_time
        begun, start = time.perf_counter(), clock()
        try:
            return agent(state)
        finally:
            self.seconds, self.elapsed = clock() - start, time.perf_counter() - begun


def _illegal(state: State, move: Move) -> str:
    """What is wrong with a move, if anything."""
    try:
        state.play(move)
    except Exception as error:
        return f"illegal: answered {move!r}: {error}"
    return ""


def _one_line(text: str) -> str:
    """The text, shortened and without commas, so that it fits into a cell of a CSV file."""
    short = " ".join(text.replace(",", ";").split())
    return short if len(short) <= LONGEST_FAULT else f"{short[: LONGEST_FAULT - 1]}…"


def _in_time(timer: _Timer, agent: Agent, state: State, limit: float) -> Move:
    """The agent's answer; raises Overrun in the agent after `limit` seconds."""
    watchdog = _Watchdog(limit)
    try:
        try:
            watchdog.start()
            return timer.call(agent, state)
        finally:
            watchdog.stop()
    except Overrun:
        watchdog.stop()  # it may have fired while it was being stopped
        raise


class _Watchdog:
    """Raises Overrun in the thread that made it, again and again from a deadline until stopped.

    As that may happen anywhere, the watched thread must never be caught halfway through a step
    here: so there are only plain locks, each acquired and released in one step.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._thread, self._stopped = seconds, threading.get_ident(), False
        self._firing, self._running = threading.Lock(), threading.Lock()
        self._running.acquire()

    def start(self) -> None:
        _thread.start_new_thread(self._watch, ())

    def stop(self) -> None:
        with self._firing:
            self._stopped = True
            raise_in(self._thread, None)  # cancels one that was sent and has not arrived
        if self._running.locked():
            self._running.release()

    def _watch(self) -> None:
        wait = min(self._seconds, threading.TIMEOUT_MAX)
        while not self._running.acquire(timeout=wait):
            with self._firing:
                if not self._stopped:
                    raise_in(self._thread, Overrun)
            wait = RETRY_SECONDS


def raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Make Python raise the exception in a thread at its next bytecode; None cancels it."""
    what = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
