"""Compiled code does not notice Ctrl-C or a notebook's stop button; this notices for it."""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import numpy as np

Result = TypeVar("Result")
Stop = np.ndarray[Any, np.dtype[np.bool_]]
"""One flag, which a compiled search checks before each step."""
PATIENCE = 0.1  # the most seconds that a key press goes unnoticed


def new_stop() -> Stop:
    """A flag that is not set."""
    return np.zeros(1, np.bool_)


def submit(pool: Executor, search: Callable[..., Result], *arguments: Any) -> Future[Result]:
    """Start a search on a thread; if none can be started, search here, without noticing Ctrl-C."""
    try:
        return pool.submit(search, *arguments)
    except RuntimeError:
        future: Future[Result] = Future()
        future.set_result(search(*arguments))
        return future


def run(
    search: Callable[[], Result], stop: Callable[[], object], seconds: float = math.inf
) -> Result:
    """What the search returns. It runs beside this thread, which calls `stop` on Ctrl-C.

    `stop` is also called after `seconds`; the search should then end soon.
    """
    deadline = time.perf_counter() + seconds
    with ThreadPoolExecutor(max_workers=1) as beside:
        try:
            # Without a thread, nobody could stop it when the time is up.
            future = submit(beside, search) if seconds == math.inf else beside.submit(search)
            while True:
                left = deadline - time.perf_counter()
                try:
                    return future.result(timeout=max(0.0, min(PATIENCE, left)))
                except TimeoutError:
                    if future.done():  # it was the search's own
                        return future.result()
                    if time.perf_counter() >= deadline:
                        stop()
                        deadline = math.inf
        except BaseException:
            stop()
            raise


def run_all(
    searches: Sequence[Callable[[], Result]],
    threads: int,
    stop: Callable[[], None],
    tell: Callable[[int, Result], None],
) -> None:
    """Run many searches on several threads, and report the number and result of each.

    On Ctrl-C, or if a search fails, the searches left are dropped, and `stop` is called,
    which makes those that run end soon.
    """
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    numbers: dict[Future[Result], int] = {}
    with ThreadPoolExecutor(threads) as beside:
        try:
            for number, search in enumerate(searches):
                future = submit(beside, search)
                numbers[future] = number
                future.add_done_callback(done.put)
            while numbers:
                try:
                    future = done.get(timeout=PATIENCE)
                except Empty:
                    continue
                tell(numbers.pop(future), future.result())
        except BaseException:
            beside.shutdown(wait=False, cancel_futures=True)
            stop()
            raise
