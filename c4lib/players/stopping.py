"""Work that is stopped when it takes too long: a player's move, a reader's answer.

It runs in a thread of its own, because that works everywhere: in a notebook, in a worker
thread, on Windows. A thread is stopped by an exception that Python raises in it from outside.
Only a single long call into compiled code cannot be stopped this way; it is left behind.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
GRACE = 1.0
"""Seconds to keep on interrupting work that swallows the exception."""


class Interruption(BaseException):
    """Ends the whole tournament, as Ctrl-C does; it is not the fault of the player."""


class Stopped(BaseException):
    """Raised in work whose time is up; not an Exception, so that few handlers swallow it.

    If one does, it is raised again at the next line, which is the handler's own. This happens
    in the reader's code only: a library might be releasing a lock.
    """

    def __init__(self) -> None:
        super().__init__()
        for frame in _readers_frames(sys._getframe(1)):
            frame.f_trace = _stop_again
            sys.settrace(lambda frame, event, argument: None)  # turns tracing on in this thread


NOT_A_FAULT = (KeyboardInterrupt, Interruption, Stopped)
"""What ends more than a game, or is judged elsewhere."""


def _stop_again(frame: FrameType, event: str, argument: Any) -> None:
    raise Stopped


def _readers_frames(frame: FrameType | None) -> list[FrameType]:
    """The frames of the reader's own code that lead here; none outside `Stoppable._work`."""
    frames = []
    while frame is not None and frame.f_code is not Stoppable._work.__code__:
        frames.append(frame)
        frame = frame.f_back
    names = [frame.f_code.co_filename for frame in frames]
    theirs = [name for name in names if not name.startswith(PACKAGE)]
    if frame is None or not theirs:
        return []
    return [frame for frame in frames if frame.f_code.co_filename == theirs[-1]]


def _ignore_stopped() -> None:
    """Keep Python from reporting a Stopped that arrived where exceptions cannot be raised.

    In a finaliser or a weak reference's callback Python drops the exception and prints it;
    `_stop` raises it again, so there is nothing to report.
    """
    report = sys.unraisablehook
    if getattr(report, "ignores_stopped", False):
        return

    def hook(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, Stopped):
            report(unraisable)

    hook.ignores_stopped = True  # type: ignore[attr-defined]
    sys.unraisablehook = hook


class Stoppable:
    """Work in a thread of its own, that can be stopped."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.work = work
        self.error: BaseException | None = None
        """What the work raised, if anything but Stopped."""
        self.done = False
        self.stopping = False
        """Whether the time is up: the work may have swallowed Stopped, so do not trust it."""
        self._wake = threading.Event()
        self._release = threading.Event()
        self._thread = threading.Thread(target=self._main, daemon=True)

    def run(self, seconds: float) -> None:
        """Work until it is done, or stop it after some seconds; `done` says whether it has ended.

        A KeyboardInterrupt that arrives meanwhile stops the work and is raised again. Where no
        thread can be started, the work is done here, and takes as long as it likes.
        """
        end = time.monotonic() + seconds
        try:
            self._thread.start()
        except RuntimeError:
            self._work()
            self.done = True
            if isinstance(self.error, KeyboardInterrupt):
                raise self.error from None
            return
        try:
            while not self.done and (left := end - time.monotonic()) > 0:
                self._wake.wait(min(left, 0.05))  # in short steps, so that Ctrl-C works
        finally:
            self._stop()

    def _stop(self) -> None:
        """Raise Stopped in the thread until it ends or GRACE seconds have passed."""
        self.stopping = not self.done
        if self.stopping:
            _ignore_stopped()
        end = time.monotonic() + GRACE
        while not self.done and time.monotonic() < end:
            thread = ctypes.c_ulong(self._thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))
            self._wake.wait(0.002)
        self._release.set()
        if self.done:
            self._thread.join()

    def _main(self) -> None:
        # Once `done` is set, `_stop` raises Stopped at most once more, and one may be on its way
        # already. So the thread waits within two handlers until `_stop` releases it: neither
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
        try:
            self.work()
        except Stopped:
            pass
        except BaseException as error:
            self.error = error
