"""A game under a referee: who fails, breaks a rule or takes too long has lost, and it is told why.

`c4lib.arena.play_game` stops at a mistake, so that you see it at once. Here hundreds of games
are played while nobody watches, and one bad player must not end them.
"""

import _thread
import ctypes
import threading
import time
from dataclasses import dataclass
from typing import NamedTuple

from c4lib.game import Agent, Move, State

AGAIN = 0.05
"""After how many seconds who has swallowed a stop is stopped again."""
LONGEST = 200
"""How many letters a fault takes at most."""


class Overrun(BaseException):
    """Raised within a player whose time is up; no Exception, so that few handlers swallow it."""


class Outcome(NamedTuple):
    """How a game between two went."""

    points: float
    """Of the one who was to move at the start: 1 won, a half drawn, 0 lost."""
    fault: str
    """Why the one to move in the end has lost, if not by the rules: "error: ...",
    "illegal: ..." or "time: ..."; else nothing."""
    moves: tuple[Move, ...]
    seconds: tuple[float, float]
    """How long each thought in all, the one who was to move at the start first: processor time."""


def referee(first: Agent, second: Agent, start: State, limit: float | None = None) -> Outcome:
    """One game from `start`, in which `first` moves first; each move may take `limit` seconds.

    The limit is told by the clock on the wall, and a player that never answers is stopped; only
    a single long call into compiled code is waited for. How long the players think is counted
    in processor time, so that other work on the machine does not matter: the whole process's if
    the game is played in its main thread, else the thread's.
    """
    side = start.player
    agents = {side: first, 1 - side: second}
    spent = {0: 0.0, 1: 0.0}
    state, moves, fault = start, [], ""
    while not state.is_over and not fault:
        answer = ask(agents[state.player], state, limit)
        spent[state.player] += answer.seconds
        fault = answer.fault
        if not fault:
            moves.append(answer.move)
            state = state.play(answer.move)
    utility = state.utility(side) if not fault else (-1 if state.player == side else 1)
    return Outcome((utility + 1) / 2, fault, tuple(moves), (spent[side], spent[1 - side]))


@dataclass(frozen=True)
class Answer:
    """What a player said, or what was wrong with it, and the processor time it took."""

    move: Move
    fault: str
    seconds: float


def ask(agent: Agent, state: State, limit: float | None = None) -> Answer:
    """The agent's move, if it is one that the rules allow and comes in time; else its fault."""
    watch, move, fault, late = _Watch(), None, "", False
    begun = time.perf_counter()
    try:
        move = watch.call(agent, state) if limit is None else _in_time(watch, agent, state, limit)
    except Overrun:
        late = True
    except Exception as error:
        fault = f"error: {type(error).__name__}: {error}"
    if limit is not None and (late or watch.passed > limit):
        passed = watch.passed or time.perf_counter() - begun
        fault = f"time: {passed:.1f} s for a move; {limit:g} s are allowed"
    return Answer(move, _one_line(fault or _illegal(state, move)), watch.seconds)


class _Watch:
    """Tells how long a call took."""

    seconds = 0.0
    """Of processor time: the process's in its main thread, else the thread's."""
    passed = 0.0
    """Of the clock on the wall."""

    def call(self, agent: Agent, state: State) -> Move:
        """What the agent answers."""
        in_main = threading.current_thread() is threading.main_thread()
        clock = time.process_time if in_main else time.thread_time
        begun, start = time.perf_counter(), clock()
        try:
            return agent(state)
        finally:
            self.seconds, self.passed = clock() - start, time.perf_counter() - begun


def _illegal(state: State, move: Move) -> str:
    """What is wrong with a move, if anything is."""
    try:
        state.play(move)
    except Exception as error:
        return f"illegal: answered {move!r}: {error}"
    return ""


def _one_line(text: str) -> str:
    """Text that fits into a cell of a table."""
    short = " ".join(text.replace(",", ";").split())
    return short if len(short) <= LONGEST else f"{short[: LONGEST - 1]}…"


def _in_time(watch: _Watch, agent: Agent, state: State, limit: float) -> Move:
    """The agent's answer; it is stopped by Overrun when so many seconds have passed."""
    watchdog = _Watchdog(limit)
    try:
        try:
            watchdog.begin()
            return watch.call(agent, state)
        finally:
            watchdog.end()
    except Overrun:
        watchdog.end()  # it may have bitten while it was being ended
        raise


class _Watchdog:
    """Raises Overrun in the thread that made it, from some moment on and until it is ended.

    As that may happen anywhere, nothing here that the thread does may be left half done: so
    there are only plain locks, which are taken and given back in one step.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._prey, self._ended = seconds, threading.get_ident(), False
        self._biting, self._asleep = threading.Lock(), threading.Lock()
        self._asleep.acquire()

    def begin(self) -> None:
        _thread.start_new_thread(self._watch, ())

    def end(self) -> None:
        with self._biting:
            self._ended = True
            _raise_in(self._prey, None)  # what is on its way and has not arrived
        if self._asleep.locked():
            self._asleep.release()

    def _watch(self) -> None:
        wait = self._seconds
        while not self._asleep.acquire(timeout=wait):
            with self._biting:
                if not self._ended:
                    _raise_in(self._prey, Overrun)
            wait = AGAIN


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Have Python raise the exception in the thread, at its next step; None: no longer."""
    what = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
