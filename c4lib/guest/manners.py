"""What a player does wrong, told so that whoever wrote it can put it right."""

import inspect
import math
import operator
import time
import traceback
from collections.abc import Sequence
from textwrap import fill
from typing import Any

from c4lib.agents import name
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.referee import Overrun, ask
from c4lib.result import SearchResult

EXAM = tuple(
    Connect4.from_moves(moves)
    for moves in (
        "",
        "44",
        "4444443",  # a full column, and an odd number of discs
        "1122112211223",  # two full columns at the left edge
        "7766776677665",  # and at the right
        "475774457522754657214321516462111",  # near the end
        "44136567533446633544223266151557777121712",  # one square is left
    )
)
"""Positions in which a player is asked before it plays: the usual, and what is forgotten."""


WIDTH = 88
"""How many letters fit into a line of a notebook."""


class BadMoveError(ValueError):
    """An answer that is no legal move."""


class TimeIsUp(BaseException):
    """There is no time for another move: nothing that the player has done, so no Exception."""


class Watched:
    """A player that passes on only legal moves, and notes what went wrong at first.

    After the time `end`, told by `time.perf_counter`, it plays no more.
    """

    def __init__(self, agent: Any, limit: float, end: float = math.inf) -> None:
        self.agent, self.limit, self.end = agent, limit, end
        self.name = name(agent)
        self.trouble: str | None = None
        """What went wrong when something did for the first time, and what to do about it."""

    def seeded(self, seed: int) -> "Watched":
        """The same player with its dice set anew; what goes wrong is noted here all the same."""
        if hasattr(self.agent, "seeded"):
            return _Again(self, self.agent.seeded(seed))
        return self

    def __call__(self, state: Connect4) -> Move:
        """The player's answer, if it is a column that can be played."""
        return self.watch(self.agent, state)

    def watch(self, agent: Any, state: Connect4) -> Move:
        """What `agent` answers; raises what it raises, BadMoveError, and TimeIsUp."""
        if time.perf_counter() > self.end:
            raise TimeIsUp
        before = (state.mask, state.mine)
        try:
            answer = agent(state)
        except Overrun:
            self._note(state, f"took longer than {self.limit:g} s", "Look less far ahead.")
            raise
        except Exception as error:
            self._note(state, *_failure(self.agent, error))
            raise
        if (state.mask, state.mine) != before:
            self._complain(
                state, "changed the state that it was given",
                "`after = state.play(column)` makes a new one and leaves the old as it is.",
            )  # fmt: skip
        wrong = what_is_wrong(answer, state)
        if wrong:
            self._complain(state, *wrong)
        return int(operator.index(answer))

    def _complain(self, state: Connect4, what: str, advice: str) -> None:
        self._note(state, what, advice)
        raise BadMoveError(what)

    def _note(self, state: Connect4, what: str, advice: str) -> None:
        if self.trouble is None:
            place = f"{self.name}(Connect4.from_moves({state.to_moves()!r}))"
            self.trouble = "\n".join(
                [
                    fill(f"{self.name} {what}. {advice}", WIDTH),
                    f"Try it where it happened:\n{place}",
                ]
            )


class _Again(Watched):
    """A watched player with other dice."""

    def __init__(self, first: Watched, agent: Any) -> None:
        super().__init__(agent, first.limit)
        self.name, self._first = first.name, first

    def __call__(self, state: Connect4) -> Move:
        return self._first.watch(self.agent, state)


def examine(agent: Any, limit: float) -> str | None:
    """What is wrong with a player, before it plays any game; None: nothing that can be seen."""
    if isinstance(agent, type):
        return (
            f"{agent.__name__} is a class, which makes players. "
            f"Hand in one that it made: meet({agent.__name__}())"
        )
    if not callable(agent):
        return (
            f"A player is a function from a state to a column, not {agent!r}. "
            "Write `def my_agent(state): ...` and hand in my_agent, without brackets."
        )
    wrong = _wrong_inputs(agent)
    if wrong:
        return wrong
    watched = Watched(agent, limit)
    for state in EXAM:
        ask(watched, state, limit)
        if watched.trouble:
            return watched.trouble
    return None


def _wrong_inputs(agent: Any) -> str | None:
    """Whether a player can be called with a state, and nothing else."""
    try:
        signature = inspect.signature(agent)
    except (TypeError, ValueError):  # written in C, perhaps: it is found out by calling
        return None
    try:
        signature.bind(EXAM[0])
    except TypeError:
        return (
            f"{name(agent)}{signature} cannot be called with one thing, the state to move in. "
            "Begin it with `def my_agent(state):`, and give any other input a default."
        )
    return None


def _failure(agent: Any, error: Exception) -> tuple[str, str]:
    """What a player raised, and where in its own code."""
    code = getattr(agent, "__code__", None) or getattr(type(agent).__call__, "__code__", None)
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if code is not None and frame.filename == code.co_filename
    ]
    what = f"raised {type(error).__name__}: {error}"
    if not own or not own[-1].line:
        return what, "An error loses the game."
    return what, f"It happened in the line `{own[-1].line.strip()}`."


def what_is_wrong(answer: Any, state: Connect4) -> tuple[str, str] | None:
    """What is wrong with an answer, and what to do about it; None if it is a legal column."""
    if answer is None:
        return (
            "answered None",
            "Every way through it must end in `return column`; a function that ends otherwise "
            "answers None.",
        )
    column = _as_column(answer)
    if column is None:
        return f"answered {_short(answer)}", _advice(answer)
    if column in state.moves():
        return None
    from_one = column == state.width or state.moves() == [column - 1]
    hint = " Did you count from 1? In code the leftmost column is 0." if from_one else ""
    if 0 <= column < state.width:
        free = ", ".join(map(str, state.moves()))
        return (
            f"answered {column}, which is full",
            f"Free there: {free}. Choose from `state.moves()`.{hint}",
        )
    return (
        f"answered {column}",
        f"This board has columns 0 to {state.width - 1}: choose from `state.moves()`.{hint}",
    )


def _as_column(answer: Any) -> int | None:
    """A whole number, of Python's or NumPy's; None if it is none."""
    if isinstance(answer, bool):
        return None
    try:
        return int(operator.index(answer))
    except TypeError:
        return None


def _advice(answer: Any) -> str:
    """What to do about an answer that is no whole number."""
    if isinstance(answer, Connect4):
        return "That is the state after the move; return the column itself."
    if isinstance(answer, SearchResult):
        return "That is all a search has found; return its `.move`."
    if isinstance(answer, float):
        return "A column is a whole number: `int(column)`, or `//` in place of `/`."
    if isinstance(answer, str):
        return "A column is a number, not text."
    if inspect.isawaitable(answer) or inspect.isgenerator(answer):
        if inspect.iscoroutine(answer):
            answer.close()  # or Python complains that nobody waited for it
        return "A player is a plain function: `def`, with `return`, not `async` or `yield`."
    if callable(answer):
        return "That is a function, not its result: is there a pair of brackets missing?"
    if isinstance(answer, Sequence) or hasattr(answer, "__len__"):
        return "Return one column, not several things."
    return "A column is a whole number from `state.moves()`."


def _short(answer: Any, most: int = 60) -> str:
    text = " ".join(repr(answer).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
