"""Worker processes that leave Ctrl-C to the one that started them, and end with it at any rate."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextmanager
def executor_of(executor: Executor | None, workers: int) -> Iterator[Executor]:
    """The executor that was handed in, or processes of our own."""
    with nullcontext(executor) if executor else processes(workers) as pool:
        yield pool


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many processes; an error or Ctrl-C ends them in the middle of their work.

    All hold one end of a pipe. They end when the other one is closed: by us, or because this
    process is gone, whatever ended it.
    """
    context = get_context("spawn")  # the same everywhere, and safe with compiled code's threads
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (theirs,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise ValueError(
            "a worker was ended from outside, perhaps for want of memory; the same training goes "
            "on from here, and needs less with fewer workers or simulations"
        ) from error
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _begin(pipe: Connection) -> None:
    """What a new process does first."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    """Wait until the other end of the pipe is closed, for nothing is ever sent."""
    try:
        pipe.recv()
    except (EOFError, OSError):
        os._exit(1)
