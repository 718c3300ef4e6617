"""What is interrupted: functions, executors, and searches by the stop button."""

import _thread
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest


def stopped_after(calls: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, interrupted after some calls."""
    left = iter(range(calls))

    def stopped(*arguments: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return function(*arguments)

    return stopped


@contextmanager
def stop_button(seconds: float, within: float) -> Iterator[None]:
    """Presses the stop button after some seconds; what runs ends within some more."""
    start = time.perf_counter()
    threading.Timer(seconds, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        yield
    assert time.perf_counter() - start < within


class Stopping(Executor):
    """Does jobs one after the other, and is interrupted after some."""

    def __init__(self, after):
        self.left, self.pool = after, ThreadPoolExecutor(1)

    def submit(self, function, /, *arguments):
        self.left -= 1
        return self.pool.submit(function if self.left >= 0 else self.stop, *arguments)

    def stop(self, *arguments):
        raise KeyboardInterrupt
