"""Work on the kernel's main thread, the only one that hears the stop button.

JupyterLab may send what a reader does with a widget to a thread of its own, beside the one
that runs cells. Work that takes long must not stay there: nothing could stop it, and it would
share agents and solvers with a cell that runs at the same time.
"""

import signal
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager


def on_main_thread(work: Callable[[], None]) -> None:
    """Do `work` on the kernel's main thread, when that is free, and wait until it is done."""
    loop = _main_loop()
    if loop is None or threading.current_thread() is threading.main_thread():
        work()
        return
    done: Future[None] = Future()
    loop.call_soon_threadsafe(_do, work, done)
    done.result()


def _do(work: Callable[[], None], done: Future[None]) -> None:
    """Do the work; meanwhile the stop button raises KeyboardInterrupt, as it does in a cell."""
    try:
        with _stoppable():
            work()
    except BaseException as error:  # whoever waits must hear of it, whatever it is
        done.set_exception(error)
    else:
        done.set_result(None)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let the stop button raise KeyboardInterrupt in here, where signals can be heard at all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _main_loop() -> AbstractEventLoop | None:
    """The event loop of the notebook's kernel; None where there is no kernel."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    loop = getattr(getattr(get_ipython(), "kernel", None), "io_loop", None)
    return getattr(loop, "asyncio_loop", None)
