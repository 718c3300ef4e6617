"""Run a reader's function on some inputs, and stop it when it takes too long.

It runs in a thread of its own, because that works everywhere: in a notebook, in a worker
thread, on Windows. A thread is stopped by an exception that Python raises in it from outside.
Only a single long call into compiled code cannot be stopped this way.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from types import FrameType
from typing import Any

from c4lib.exercises.compare import plain
from c4lib.players.referee import raise_in

HERE = os.path.dirname(__file__)
GRACE = 1.0
"""Seconds to keep on interrupting an answer that swallows the exception."""


class Stopped(BaseException):
    """Raised in the reader's function; not an Exception, so that few handlers swallow it.

    If one does, it is raised again at the next line, which is the handler's own. This happens
    in the reader's code only: a library might be releasing a lock.
    """

    def __init__(self) -> None:
        super().__init__()
        for frame in _readers_frames(sys._getframe(1)):
            frame.f_trace = _stop_again
            sys.settrace(lambda frame, event, argument: None)  # turns tracing on in this thread


def _stop_again(frame: FrameType, event: str, argument: Any) -> None:
    raise Stopped


def _readers_frames(frame: FrameType | None) -> list[FrameType]:
    """The frames of the reader's own code that lead here; none outside the worker's `_work`."""
    frames = []
    while frame is not None and frame.f_code is not _Worker._work.__code__:
        frames.append(frame)
        frame = frame.f_back
    names = [frame.f_code.co_filename for frame in frames]
    theirs = [name for name in names if os.path.dirname(name) != HERE]
    if frame is None or not theirs:
        return []
    return [frame for frame in frames if frame.f_code.co_filename == theirs[-1]]


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
    worker = _Worker(function, inputs)
    worker.start()
    try:
        worker.wait(seconds)
        timed_out = not worker.done
    finally:
        worker.stop()
    if len(worker.results) == len(inputs):  # it finished at the last moment
        timed_out = False
    error = None if timed_out else worker.error
    return Run(list(worker.results), error, timed_out, not worker.done)


class _Worker:
    """A thread that runs the function and keeps its results."""

    def __init__(self, function: Callable[..., Any], inputs: Sequence[tuple[Any, ...]]) -> None:
        self.function = function
        self.inputs = inputs
        self.results: list[Any] = []
        self.error: BaseException | None = None
        self.done = False
        self.stopping = False
        self._wake = threading.Event()
        self._release = threading.Event()
        self._thread = threading.Thread(target=self._main, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until the work is done or the time is up; in short steps, so that Ctrl-C works."""
        end = time.monotonic() + seconds
        while not self.done and (left := end - time.monotonic()) > 0:
            self._wake.wait(min(left, 0.05))

    def stop(self) -> None:
        """Raise Stopped in the thread until it ends or GRACE seconds have passed."""
        self.stopping = True
        end = time.monotonic() + GRACE
        while not self.done and time.monotonic() < end:
            raise_in(self._thread.ident or 0, Stopped)
            self._wake.wait(0.002)
        self._release.set()
        if self.done:
            self._thread.join()

    def _main(self) -> None:
        # Once `done` is set, `stop` raises Stopped at most once more, and one may be on its way
        # already. So the thread waits within two handlers until `stop` releases it: neither
        # exception can arrive in the internals of the threading module.
        try:
            try:
                try:
                    self._work()
                finally:
                    self.done = True
                self._wake.set()
                self._release.wait()
            except Stopped:
                self._release.wait()
        except Stopped:
            pass

    def _work(self) -> None:
        for arguments in self.inputs:
            try:
                result = plain(self.function(*arguments))
            except Stopped:
                return
            except BaseException as error:
                self.error = error
                return
            if self.stopping:  # it may have swallowed Stopped, so its result cannot be trusted
                return
            self.results.append(result)


def line_of(error: BaseException) -> str:
    """The line of the reader's code that raised the error: "line 3: return 1 / 0"."""
    calls = traceback.extract_tb(error.__traceback__)  # the first are our own
    frames = list(dropwhile(lambda frame: os.path.dirname(frame.filename) == HERE, calls))
    if not frames:
        return ""
    theirs = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"line {theirs[-1].lineno}: {theirs[-1].line}".rstrip(": ")
