"""Compiled code does not hear Ctrl-C or a notebook's stop button; this listens for it."""

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import numpy as np

Result = TypeVar("Result")
Stop = np.ndarray[Any, np.dtype[np.bool_]]
"""One flag, at which a compiled search looks before each step."""


PATIENCE = 0.1
"""For how many seconds at most a key goes unheard."""


def new_stop() -> Stop:
    """A flag that says: go on."""
    return np.zeros(1, np.bool_)


def run(
    search: Callable[[], Result], stop: Callable[[], object], seconds: float = math.inf
) -> Result:
    """What the search returns. It runs beside this thread, which calls `stop` on Ctrl-C.

    It is also called after that many seconds; the search should then end soon.
    """
    deadline = time.perf_counter() + seconds
    with ThreadPoolExecutor(max_workers=1) as beside:
        try:
            future = beside.submit(search)
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
    """Run many searches on several threads, and tell each one's number and result.

    On Ctrl-C, or if a search fails, the searches left are dropped, and `stop` is called,
    which makes those that run end soon.
    """
    jobs = deque(enumerate(searches))
    done: SimpleQueue[tuple[int, Result | BaseException]] = SimpleQueue()

    def work() -> None:
        while True:
            try:
                number, search = jobs.popleft()
            except IndexError:
                return
            try:
                done.put((number, search()))
            except BaseException as error:  # it is raised where the results are awaited
                done.put((number, error))

    with ThreadPoolExecutor(threads) as beside:
        try:
            for _ in range(min(threads, len(searches))):
                beside.submit(work)
            left = len(searches)
            while left:
                try:
                    number, result = done.get(timeout=PATIENCE)
                except Empty:
                    continue
                if isinstance(result, BaseException):
                    raise result
                left -= 1
                tell(number, result)
        except BaseException:
            jobs.clear()
            stop()
            raise
