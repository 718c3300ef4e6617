"""Worker processes that leave Ctrl-C to the process that started them, and always end with it."""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from multiprocessing import get_context
from multiprocessing.connection import Connection


def executor_of(executor: Executor | None, workers: int) -> AbstractContextManager[Executor]:
    """The executor that was handed in, or processes of our own."""
    return nullcontext(executor) if executor else processes(workers)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Worker processes; an error or Ctrl-C ends them in the middle of their work.

    All hold one end of a pipe. They end when the other end is closed: by us, or because this
    process has ended, for whatever reason.
    """
    context = get_context("spawn")  # the same everywhere, and safe with compiled code's threads
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (theirs,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise ValueError(
            "a worker was ended from outside, perhaps for lack of memory; what was finished is "
            "kept, the same command resumes it, and fewer workers need less memory"
        ) from error
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def check_sendable(things: Mapping[str, object]) -> None:
    """Raise ValueError for what cannot be sent to worker processes, before they are started."""
    advice = "put it into a module that can be imported, or stay in this process with workers=1"
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
                f"other processes cannot see what a notebook defines: {label}; {advice}"
            )


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C; this one gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _begin(pipe: Connection) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    """Wait until the other end of the pipe is closed, for nothing is ever sent."""
    try:
        pipe.recv()
    except (EOFError, OSError):
        os._exit(1)
