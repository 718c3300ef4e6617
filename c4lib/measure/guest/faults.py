"""What a player does wrong, in words that help its author to fix it."""

import inspect
import math
import time
import traceback
from collections.abc import Awaitable, Callable, Generator, Sized
from dataclasses import dataclass, field, replace
from numbers import Integral
from textwrap import fill
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.players.agents import name
from c4lib.players.arena import seeded
from c4lib.players.legible import described, shown
from c4lib.players.referee import IllegalMoveError, ask
from c4lib.players.stopping import NOT_A_FAULT, Interruption, Stopped
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
"""Positions in which a player is tried before it plays: usual ones, and easily forgotten ones."""

ADVICE: dict[Any, str] = {
    Connect4: "That is the state after the move; return the column itself.",
    SearchResult: "That is all a search has found; return its `.move`.",
    float: "A column is a whole number: `int(column)`, or `//` in place of `/`.",
    str: "A column is a number, not text.",
    (Awaitable, Generator): "A player is a plain function: `def`, with `return`, not `async` or "
    "`yield`.",
    Callable: "That is a function, not its result: is there a pair of brackets missing?",
    Sized: "Return one column, not several things.",
    object: "A column is a whole number from `state.moves()`.",
}
"""What to do about an answer that is not a whole number: the first kind that it is counts."""

WIDTH = 88  # letters in a line of a notebook


class TimeIsUp(Interruption):
    """There is no time for another move."""


@dataclass
class Watched:
    """A player that passes on only legal moves, and keeps the first thing that went wrong.

    It stops playing at the time `end`, by `time.perf_counter`.
    """

    agent: Any
    limit: float
    end: float = math.inf
    faults: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the player is called."""
        return name(self.agent)

    @property
    def trouble(self) -> str:
        """The first thing that went wrong, if anything did, and what to do about it."""
        return self.faults[0] if self.faults else ""

    def seeded(self, seed: int) -> "Watched":
        """The same player with another seed; what goes wrong is kept in the same list."""
        return replace(self, agent=seeded(self.agent, seed))

    def __call__(self, state: Connect4) -> Move:
        """The player's answer, if it is legal; else raises ValueError. TimeIsUp when time is up."""
        if time.perf_counter() > self.end:
            raise TimeIsUp
        before = (state.mask, state.mine)
        try:
            answer = self.agent(state)
        except Stopped:
            self.note(state, f"took longer than {self.limit:g} s", "Look less far ahead.")
            raise
        except NOT_A_FAULT:
            raise
        except BaseException as error:  # SystemExit, too
            self.note(state, *_failure(self.agent, error))
            raise
        wrong = what_is_wrong(answer, state)
        if (state.mask, state.mine) != before:
            advice = "`after = state.play(column)` makes a new one and leaves the old as it is."
            wrong = "changed the state that it was given", advice
        if wrong:
            self.note(state, *wrong)
            raise IllegalMoveError(wrong[0])
        return int(answer)

    def note(self, state: Connect4, what: str, advice: str) -> None:
        """Keep what went wrong, and where it can be tried again."""
        said = fill(f"{self.name} {what}. {advice}", WIDTH)
        place = f"{self.name}(Connect4.from_moves({state.to_moves()!r}))"
        self.faults.append(f"{said}\nTry it where it happened:\n{place}")


def examine(agent: Any, limit: float) -> str:
    """What is wrong with a player before it plays any game; nothing if it seems fine."""
    if isinstance(agent, type):
        return (
            f"{agent.__name__} is a class, which makes players. "
            f"Hand in one that it made: meet({agent.__name__}())"
        )
    if not callable(agent):
        return (
            f"A player is a function from a state to a column, not {shown(agent)}. "
            "Write `def my_agent(state): ...` and hand in my_agent, without brackets."
        )
    try:
        signature = inspect.signature(agent)
        signature.bind(EXAM[0])
    except ValueError:  # written in C, perhaps; a call will show
        pass
    except TypeError:
        return (
            f"{name(agent)}{signature} cannot be called with a state alone. "
            "Begin it with `def my_agent(state):`, and give any other input a default."
        )
    watched = Watched(agent, limit)
    for state in EXAM:
        fault = ask(watched, state, limit).fault
        if fault and not watched.trouble:  # it swallows what stops it
            watched.note(state, f"lost by a fault: {fault}", "Look less far ahead.")
        if watched.trouble:
            break
    return watched.trouble


def _failure(agent: Any, error: BaseException) -> tuple[str, str]:
    """What a player raised, and where in its own code."""
    code: Any = getattr(agent, "__code__", None) or getattr(agent.__call__, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__) if code else []
    own = [frame for frame in frames if frame.filename == code.co_filename]
    what = f"raised {described(error)}"
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
    if isinstance(answer, bool) or not isinstance(answer, Integral):
        if inspect.iscoroutine(answer):
            answer.close()  # or Python complains that nobody waited for it
        advice = next(words for kind, words in ADVICE.items() if isinstance(answer, kind))
        return f"answered {shown(answer)}", advice
    column = int(answer)
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
        f"answered {shown(column)}",
        f"This board has columns 0 to {state.width - 1}: choose from `state.moves()`.{hint}",
    )
