"""Worker processes: they end with whoever started them, and are not sent what they cannot take."""

import math
import os
import re
import subprocess
import sys
import time
from functools import partial
from multiprocessing.connection import Connection

import pytest
from commands import ROOT

from c4lib.measure.workers import Processes, check_sendable


class StubbornError(Exception):
    """Can be sent, but not received."""

    def __init__(self, one, other):
        super().__init__(f"{one} and {other}")


def fail():
    raise StubbornError("this", "that")


class SilentError(StubbornError):
    """Can be neither received nor shown."""

    def __str__(self):
        raise ZeroDivisionError


def fail_silently():
    raise SilentError("this", "that")


class Unloadable:
    """Ends the process that receives it."""

    def __reduce__(self):
        return sys.exit, (3,)


def return_what_cannot_be_sent():
    return lambda: 0


def end_in_the_middle_of_an_answer():
    def half(self, data, *_):
        os.write(self.fileno(), bytes(data[: len(data) // 2]))
        os._exit(3)

    Connection._send = half
    return bytes(100_000)


def test_an_error_ends_the_workers_in_the_middle_of_their_work():
    tasks = []

    def fail():
        with Processes(2) as pool:
            tasks.append(pool.submit(time.sleep, 600))
            pool.submit(math.fmod, 1, 1).result()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert tasks[0].done()


@pytest.mark.skipif(os.name == "nt", reason="pipes are different there")
def test_a_worker_that_ends_in_the_middle_of_an_answer_is_not_waited_for():
    with Processes(2) as pool, pytest.raises(ValueError, match="a worker was ended from outside"):
        pool.submit(end_in_the_middle_of_an_answer).result(timeout=60)


def test_what_fails_is_told_and_the_worker_works_on():
    failing = {
        fail: "this and that",
        fail_silently: r"SilentError: <exception str\(\) failed>$",
        partial(print, Unloadable()): r"a worker cannot load its work \(SystemExit: 3\)",
        return_what_cannot_be_sent: "pickle",
        (lambda: 0): "pickle",
    }
    with Processes(1) as pool:
        for job, message in failing.items():
            with pytest.raises(Exception, match=message):
                pool.submit(job).result(timeout=60)
        with pytest.raises(TypeError, match="real number") as caught:
            pool.submit(math.sqrt, "four").result(timeout=60)
        assert caught.value.__notes__[0].startswith("In a worker:\nTraceback")
        assert pool.submit(math.sqrt, 4).result(timeout=60) == 2


SCRIPT = """
from c4lib.measure.workers import Processes

def double(number):
    return 2 * number

with Processes(2) as pool:
    print(pool.submit(double, 2).result())
"""


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (["script.py"], r"importing .*script.py; .* below a line `if __name__ == '__main__':`"),
        (["-"], r"importing <stdin>; make that a file"),
        (["-c", SCRIPT], r"load its work \(.*'double'.*\); put what you defined into a file"),
    ],
)
def test_what_workers_cannot_import_is_told_with_what_to_do(tmp_path, way, message):
    (tmp_path / "script.py").write_text(SCRIPT)
    ended = subprocess.run(
        [sys.executable, *way], input=SCRIPT, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.search(f"ValueError: a worker .*{message}", ended.stderr)


def test_what_cannot_be_sent_to_other_processes_is_named_with_what_to_do(monkeypatch):
    check_sendable({"a function": math.sqrt, "a word": "random"})
    with pytest.raises(ValueError, match=r"mine cannot be sent .* workers=1"):
        check_sendable({"mine": lambda state: 0})

    def here():
        """As if a notebook had defined it."""

    here.__module__, here.__qualname__ = "__main__", "here"
    monkeypatch.setattr(sys.modules["__main__"], "here", here, raising=False)
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    with pytest.raises(ValueError, match=r"mine .* a notebook defines; .* workers=1"):
        check_sendable({"mine": here})
