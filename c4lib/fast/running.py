"""Compiled code does not hear Ctrl-C or a notebook's stop button; this listens for it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np

Result = TypeVar("Result")
Stop = np.ndarray[Any, np.dtype[np.bool_]]
"""One flag, at which a compiled search looks before each step."""


class Flag(Protocol):
    """Anything that a stop can be written to."""

    def __setitem__(self, place: int, stop: bool, /) -> None:
        """Says whether to stop."""


PATIENCE = 0.1
"""For how many seconds at most a key goes unheard."""


def new_stop() -> Stop:
    """A flag that says: go on."""
    return np.zeros(1, np.bool_)


def run(search: Callable[[], Result], stop: Flag) -> Result:
    """What the search returns. It runs beside this thread, which sets `stop` on Ctrl-C."""
    with ThreadPoolExecutor(max_workers=1) as beside:
        future = beside.submit(search)
        try:
            while True:
                try:
                    return future.result(timeout=PATIENCE)
                except TimeoutError:
                    if future.done():  # it was the search's own
                        raise
        except BaseException:
            stop[0] = True
            raise
