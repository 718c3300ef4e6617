"""What all tests share."""

import atexit
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from lab import browser, lab, page  # noqa: F401  (fixtures that the browser tests share)

# The machines that run this are shared and slow at times; the same examples every time.
settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")

# No test may touch the reader's own progress. Set before anything is collected, so that
# the kernels that run notebooks, and the workers of a parallel run, inherit it.
_folder = tempfile.mkdtemp(prefix="c4lib-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["C4LIB_PROGRESS"] = str(Path(_folder) / "progress.jsonl")

# Started in the background of a script, a process ignores Ctrl-C; the tests of the stop button
# would then wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def progress_file(tmp_path, monkeypatch):
    """A progress file of its own for the test."""
    path = tmp_path / "progress.jsonl"
    monkeypatch.setenv("C4LIB_PROGRESS", str(path))
    return path
