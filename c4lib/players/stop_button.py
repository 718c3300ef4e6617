"""The stop button, ■ in a notebook's toolbar and Ctrl-C elsewhere: what it ends, and what is shown.

It raises KeyboardInterrupt wherever the code happens to be.
"""

import linecache
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any

from c4lib.players.stopping import Interruption


class _Pressed(Interruption):
    """The button was pressed while work was done that heeds it."""


@contextmanager
def heeding_stop() -> Iterator[list[int]]:
    """The stop button ends what is done meanwhile; the list is empty until it is pressed.

    On KeyboardInterrupt a search returns the best move so far, so a match would go on with it, or
    note it as if it had had all its time. So another exception is raised in its place.
    """
    came: list[int] = []

    def stop(number: int, _: object) -> None:
        came.append(number)
        raise _Pressed

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield came
        return
    try:
        signal.signal(signal.SIGINT, stop)
        try:
            yield came
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    except _Pressed:
        raise KeyboardInterrupt from None


def shorten_tracebacks() -> None:
    """In a notebook, let a stopped cell show two lines; any other error is shown as ever."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((KeyboardInterrupt,), _show_where)


def _show_where(
    shell: Any,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType,
    tb_offset: int | None = None,
) -> list[str]:
    """Show the line of the reader's code that was running."""
    theirs = [(f, line) for f, line in walk_tb(trace) if f.f_globals is shell.user_ns]
    lines = _place(*theirs[-1]) if theirs else ["Stopped."]
    shell._showtraceback(kind, error, lines)
    return lines


def _place(frame: FrameType, line: int) -> list[str]:
    function = frame.f_code.co_name
    where = "this cell" if function == "<module>" else function
    source = linecache.getline(frame.f_code.co_filename, line).strip()
    return [f"Stopped in line {line} of {where}:", f"    {source}"]
