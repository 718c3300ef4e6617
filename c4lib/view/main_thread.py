"""Work on the kernel's main thread, the only one that the stop button interrupts.

JupyterLab may handle a reader's clicks on a thread of their own, beside the one that runs
cells. Long work must not stay there: nothing could stop it, and it would share agents and
solvers with a cell that runs at the same time.
"""

import signal
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any


def on_main_thread(work: Callable[[], None]) -> None:
    """Do `work` on the kernel's main thread as soon as it is free, and wait until it is done."""
    loop = _main_loop()
    if loop is None or threading.current_thread() is threading.main_thread():
        work()
        return
    done: Future[None] = Future()
    loop.call_soon_threadsafe(_do, work, done)
    done.result()


def _do(work: Callable[[], None], done: Future[None]) -> None:
    """Do the work; until it is done, the stop button raises KeyboardInterrupt, as in a cell."""
    try:
        with _stoppable():
            work()
    except BaseException as error:  # raised again in the thread that waits, whatever it is
        done.set_exception(error)
    else:
        done.set_result(None)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let the stop button raise KeyboardInterrupt; only the main thread can receive signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def on_interrupt(act: Callable[[], None]) -> None:
    """From now on, also do `act` when the stop button is pressed, in a cell or between two.

    For work on other threads, which hears nothing of it. A kernel ignores the signal between
    cells; its event loop does not, once it has been asked to listen.
    """
    loop = _main_loop()
    if loop is not None:
        loop.call_soon_threadsafe(_listen, loop, act)


def _listen(loop: AbstractEventLoop, act: Callable[[], None]) -> None:
    with suppress(NotImplementedError):  # Windows has no such signals
        loop.add_signal_handler(signal.SIGINT, act)


def _main_loop() -> AbstractEventLoop | None:
    """The event loop of the notebook's kernel; None where there is no kernel."""
    return getattr(getattr(kernel(), "io_loop", None), "asyncio_loop", None)


def kernel() -> Any:
    """The notebook's kernel; None where there is none."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return getattr(get_ipython(), "kernel", None)


def running_cell() -> tuple[str | None, str | None]:
    """The notebook's cell that is running, and which run of it this is, as far as is known."""
    message = {} if kernel() is None else kernel().get_parent()
    return message.get("metadata", {}).get("cellId"), message.get("header", {}).get("msg_id")
