"""Commands as a reader runs them: here, or in processes of their own."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from c4lib.__main__ import main

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-W", "error", "-m", "c4lib"]
OUTPUT = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}


def c4lib(*arguments, **options):
    """Runs `python -m c4lib` to its end."""
    settings = {"stdin": subprocess.DEVNULL, "cwd": ROOT, "timeout": 300, "check": False} | OUTPUT
    return subprocess.run([*COMMAND, *arguments], **settings | options)


def started(*command, **options):
    """A process that can be interrupted, even if these tests run in a shell's background."""
    restore = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    return subprocess.Popen(command, **OUTPUT | restore | {"cwd": ROOT} | options)


def refusal(capsys, *arguments):
    """The one line with which a command refuses what cannot be."""
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    return shown.err
