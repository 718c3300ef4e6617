"""Worker processes that leave Ctrl-C to the process that started them, and always end with it."""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from multiprocessing import (
    active_children,
    current_process,
    get_context,
    parent_process,
    resource_tracker,
)
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread, local
from typing import Any

ADVICE = "put it into a file that can be imported, or stay in this process with workers=1"
ENDED = (
    "a worker was ended from outside, perhaps for lack of memory; what was finished is kept, the "
    "same command resumes it, and fewer workers need less memory"
)
UNGUARDED = (
    "a worker could not start, because it begins by importing {}; make that a file in which "
    "whatever must run only once stands below a line `if __name__ == '__main__':`"
)

STARTING = Lock()  # held while a worker is started


def executor_of(executor: Executor | None, workers: int) -> AbstractContextManager[Executor]:
    """The executor that was handed in, or processes of our own."""
    return nullcontext(executor) if executor else Processes(workers)


class Processes(ThreadPoolExecutor):
    """Threads, each of which hands its jobs to a process of its own, through a pipe of its own.

    Leaving a `with` block ends the processes, even in the middle of their work.

    So each of the two sees at once that the other has ended. The standard library's workers share
    a pipe: one that ends in the middle of an answer leaves the reader waiting for ever.
    """

    def __init__(self, workers: int) -> None:
        if getattr(current_process(), "_inheriting", False):
            sys.exit(1)  # a worker that runs a script without a guard: whoever started it says so
        if hasattr(signal, "pthread_sigmask"):  # starting it later would undo what `deaf` does
            resource_tracker.ensure_running()
        super().__init__(workers)
        self.own = local()  # each thread's pipe
        self.started: list[SpawnProcess] = []
        self.is_over = False

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """A call in a worker."""
        with deaf():  # if this starts a thread, that one and its process are deaf for good
            return super().submit(self._call, function, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the workers, whatever they are doing; what they have not begun is cancelled."""
        with deaf():
            self.is_over = True
            for process in [*self.started]:
                process.kill()
            super().shutdown(wait, cancel_futures=cancel_futures)
            for process in self.started:
                process.join()

    def _call(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        """What the function returns, or raises, in this thread's process."""
        job = pickle.dumps((function, args, named))
        if not hasattr(self.own, "pipe"):
            self.own.pipe = self._start()
        try:
            self.own.pipe.send_bytes(job)
            answer = self.own.pipe.recv_bytes()
        except (EOFError, OSError):
            raise ValueError(ENDED) from None
        is_good, result = pickle.loads(answer)
        if is_good:
            return result
        raise result

    def _start(self) -> Connection:
        """Start this thread's process; the pipe to it."""
        context = get_context("spawn")  # the same everywhere; safe with compiled code's threads
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,))
        with STARTING:
            process.start()
        theirs.close()
        self.started.append(process)
        if self.is_over:  # too late to be killed with the others
            process.kill()
        try:
            ours.recv_bytes()  # it is ready
        except (EOFError, OSError):
            process.join()
            script = getattr(sys.modules["__main__"], "__file__", "the script")
            why = UNGUARDED.format(script) if process.exitcode == 1 else ENDED
            raise ValueError(why) from None
        return ours


def kill_workers() -> None:
    """Kill all workers and start no more, because this process is about to end.

    They end with it in any case, but one that is compiling only later, and one that is just
    starting not without a traceback.
    """
    STARTING.acquire(timeout=1)
    for worker in active_children():
        worker.kill()


def check_sendable(things: Mapping[str, object], advice: str = ADVICE) -> None:
    """Raise ValueError for what cannot be sent to worker processes, before they are started.

    The `advice` says what to do instead.
    """
    for label, thing in things.items():
        try:
            pickle.dumps(thing)
            at_home = getattr(thing, "__module__", None) == "__main__"
            if at_home and not hasattr(sys.modules["__main__"], "__file__"):
                raise ValueError("they cannot see what a notebook defines")
        except Exception as error:  # whatever a class makes of it
            raise ValueError(
                f"{label} cannot be sent to other processes: {error}; {advice}"
            ) from error


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


def _work(pipe: Connection) -> None:
    """A worker: does one job after another."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is at the other end
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _end_with_parent() -> None:
    """End this process, in the middle of a job, as soon as the one that started it has ended."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _answer(job: bytes) -> bytes:
    """Whether a job went well, and what it returned or raised."""
    try:
        try:
            function, args, named = pickle.loads(job)
        except BaseException as error:  # SystemExit, too
            advice = "put what you defined into a file that can be imported"
            raise ValueError(f"a worker cannot load its work ({_words(error)}); {advice}") from None
        return pickle.dumps((True, function(*args, **named)))
    except BaseException as error:
        error.add_note(f"In a worker:\n{traceback.format_exc()}")
        with suppress(BaseException):  # some cannot be sent, or not be received
            answer = pickle.dumps((False, error))
            pickle.loads(answer)
            return answer
        return pickle.dumps((False, RuntimeError(_words(error))))


def _words(error: BaseException) -> str:
    """An error with its type, even if its message cannot be read."""
    return traceback.format_exception_only(error)[0].strip()
