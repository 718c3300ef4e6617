"""Run a reader's function on some inputs, and stop it when it takes too long."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

from c4lib.exercises.compare import plain
from c4lib.players.stopping import PACKAGE, Stoppable


@dataclass(frozen=True)
class Run:
    """The results of a function on its inputs, up to the first without a result."""

    results: list[Any]
    error: BaseException | None = None
    """What the function raised on the first input without a result."""
    timed_out: bool = False
    """Whether the time ran out, on the first input without a result."""
    still_running: bool = False
    """Whether the function could not be stopped."""


def run(function: Callable[..., Any], inputs: Sequence[tuple[Any, ...]], seconds: float) -> Run:
    """The function's results on all inputs, with `seconds` for all of them together.

    A KeyboardInterrupt that arrives meanwhile stops the function and is raised again.
    """
    results: list[Any] = []

    def work() -> None:
        for arguments in inputs:
            result = plain(function(*arguments))
            if worker.stopping:
                return
            results.append(result)

    worker = Stoppable(work)
    worker.run(seconds)
    timed_out = worker.stopping and len(results) < len(inputs)  # else at the last moment
    return Run(results[:], None if timed_out else worker.error, timed_out, not worker.done)


def line_of(error: BaseException) -> str:
    """The line of the reader's code that raised the error: "line 3: return 1 / 0"."""
    calls = traceback.extract_tb(error.__traceback__)  # the first are our own
    frames = list(dropwhile(lambda frame: frame.filename.startswith(PACKAGE), calls))
    if not frames:
        return ""
    theirs = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"line {theirs[-1].lineno}: {theirs[-1].line}".rstrip(": ")
