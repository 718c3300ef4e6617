"""Worker processes that leave Ctrl-C to the one that started them, and end with it at any rate."""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
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
            "a worker was ended from outside, perhaps for want of memory; what was noted is kept, "
            "the same command goes on from here, and fewer workers need less"
        ) from error
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def check_sendable(things: Mapping[str, object]) -> None:
    """Complain about what processes of our own could not be sent, before they are started."""
    advice = "put it into a module that can be imported, or go on in this process with workers=1"
    for label, thing in things.items():
        try:
            pickle.dumps(thing)
        except Exception as error:  # whatever a class makes of it
            raise ValueError(
                f"{label} cannot be sent to other processes: {error}; {advice}"
            ) from error
        at_home = getattr(thing, "__module__", None) == "__main__"
        if at_home and not hasattr(sys.modules["__main__"], "__file__"):
            raise ValueError(
                f"other processes do not see what a notebook defines: {label}; {advice}"
            )


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
