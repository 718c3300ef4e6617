"""A game under a referee: a player that fails, breaks a rule or takes too long loses.

`c4lib.players.arena.play_game` stops at the first mistake, so that you see it at once. A
tournament plays hundreds of games unattended, and one bad player must not end it.
"""

import copy
import threading
import time
from numbers import Integral
from typing import Any, NamedTuple

from c4lib.game import Agent, Move, State, check_positive
from c4lib.players.agents import rest
from c4lib.players.legible import LONGEST_FAULT, described, one_line, shown
from c4lib.players.stopping import NOT_A_FAULT, Stoppable


class RefereedGame(NamedTuple):
    """How a game between two players went."""

    points: float
    """For the player who moved first: 1 for a win, a half for a draw, 0 for a loss."""
    fault: str
    """Why the last player to move lost, if not by the rules: "error: ...", "illegal: ..." or
    "time: ..."; otherwise empty."""
    moves: tuple[Move, ...]
    seconds: tuple[float, float]
    """The processor time that each player used in all, the one who moved first coming first."""


def referee(first: Agent, second: Agent, start: State, limit: float | None = None) -> RefereedGame:
    """One game from `start`, in which `first` moves first; each move may take `limit` seconds.

    The limit is in wall-clock time, and a player that never answers is interrupted. Thinking time
    is counted in processor time, so that other work on the machine does not matter: the whole
    process's if the game is played in its main thread, otherwise the thread's.
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
    rest((first, second))
    utility = state.utility(side) if not fault else (-1 if state.player == side else 1)
    return RefereedGame((utility + 1) / 2, fault, tuple(moves), (spent[side], spent[1 - side]))


class Reply(NamedTuple):
    """A player's move, what was wrong with it if anything, and the processor time it took."""

    move: Move
    fault: str
    seconds: float


def ask(agent: Agent, state: State, limit: float | None = None) -> Reply:
    """The agent's move, with a fault unless it is legal and comes in time."""
    check_limit(limit)
    question = _Question(agent, state)
    if limit is None:
        question.put()
        return Reply(question.move, question.fault, question.seconds)
    worker = Stoppable(question.put)
    worker.run(limit)
    if worker.error is not None:
        raise worker.error
    late, fault = max(limit, question.elapsed), question.fault
    if worker.stopping or late > limit:
        fault = f"time: {late:.1f} s for a move; the limit is {limit:g} s"
    return Reply(question.move, fault, question.seconds)


def check_limit(limit: float | None) -> None:
    """Raise ValueError unless it is a number of seconds, or None."""
    if limit is not None:
        check_positive("limit", limit, "a number of seconds above 0, or None")


class _Question:
    """Asks an agent for a move, times it and judges the answer, all of which a thread may do."""

    def __init__(self, agent: Agent, state: State) -> None:
        self.agent, self.state = agent, state
        in_main = threading.current_thread() is threading.main_thread()
        self._clock = time.process_time if in_main else time.thread_time
        self.move: Move = None
        self.fault = ""
        self.seconds = self.elapsed = 0.0  # of processor time, and of wall-clock time

    def put(self) -> None:
        """Ask the agent about a copy of the state: whatever it does to that, the game continues."""
        given = copy.copy(self.state)
        begun, start = time.perf_counter(), self._clock()
        try:
            try:
                answer = self.agent(given)
            finally:
                self.seconds, self.elapsed = self._clock() - start, time.perf_counter() - begun
            self.move = legal_move(self.state, answer)
        except NOT_A_FAULT:
            raise
        except BaseException as error:  # SystemExit, too
            kind = "illegal" if isinstance(error, IllegalMoveError) else "error"
            words = described(error, plain=kind == "illegal")
            self.fault = one_line(f"{kind}: {words}", LONGEST_FAULT).replace(",", ";")


class IllegalMoveError(ValueError):
    """An agent's answer is not a legal move."""


def legal_move(state: State, answer: Any) -> Move:
    """The legal move that an answer is, NumPy's whole numbers as Python's; else IllegalMoveError.

    Where moves are numbers, a float or a truth value is not a move, even if it equals one.
    """
    moves = state.moves()
    if type(answer) is int and answer in moves:
        return answer
    try:
        for move in moves:
            is_whole = isinstance(answer, Integral) and not isinstance(answer, bool)
            if (is_whole or not isinstance(move, int)) and bool(move == answer):
                return move
        state.play(answer)
        reason = "a move is one of state.moves()"
    except NOT_A_FAULT:
        raise
    except BaseException as error:  # whatever the answer's class raises
        reason = described(error, plain=isinstance(error, ValueError))
    raise IllegalMoveError(f"answered {shown(answer)}: {reason}")
