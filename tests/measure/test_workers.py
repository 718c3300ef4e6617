"""Worker processes: they end with whoever started them, and are not sent what they cannot take."""

import math
import sys
import time

import pytest

from c4lib.measure.workers import check_sendable, processes


def test_an_error_ends_the_workers_in_the_middle_of_their_work():
    tasks = []

    def fail():
        with processes(2) as pool:
            tasks.append(pool.submit(time.sleep, 600))
            pool.submit(math.fmod, 1, 1).result()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert tasks[0].done()


def test_what_cannot_be_sent_to_other_processes_is_named_with_what_to_do(monkeypatch):
    check_sendable({"a function": math.sqrt, "a word": "random"})
    with pytest.raises(ValueError, match=r"mine cannot be sent .* workers=1"):
        check_sendable({"mine": lambda state: 0})

    def here():
        """As if a notebook had defined it."""

    here.__module__, here.__qualname__ = "__main__", "here"
    monkeypatch.setattr(sys.modules["__main__"], "here", here, raising=False)
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    with pytest.raises(ValueError, match=r"notebook defines: mine; .* workers=1"):
        check_sendable({"mine": here})
