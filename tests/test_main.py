"""The command line; what a command does is tested with the module that it stands in."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import COMMAND, ROOT, c4lib, started

from c4lib.__main__ import COMMANDS, main
from c4lib.measure import make_book, runner


def test_without_a_command_the_help_is_shown():
    run = c4lib()
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == c4lib("--help").stdout
    assert "play" in run.stdout
    assert "bench" in run.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    ("line", "unbuffered"),  # argparse itself hides that a help could not be written unbuffered
    [("--help", ""), ("play --x random --o random", ""), ("play --x random --o random", "1")],
)
def test_a_full_disk_is_told_in_one_line(line, unbuffered):
    with open("/dev/full", "w") as full:
        environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        run = c4lib(*line.split(), stdout=full, env=environment)
    assert run.returncode == 1
    assert re.fullmatch(r"python -m c4lib.*: .*No space left on device\n", run.stderr)


def test_a_terminal_that_lacks_a_sign_shows_the_rest(monkeypatch):
    shown = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(shown, encoding="ascii"))
    monkeypatch.setattr("c4lib.players.terminal.main", lambda options: print("0.5 ± 0.1") or 0)
    assert main(["play"]) == 0
    assert shown.getvalue().split() == [b"0.5", b"?", b"0.1"]


def test_an_output_that_is_closed_is_no_error():
    command = f"{sys.executable} -m c4lib play --x random --o random >&-"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (ValueError("no such\n  thing"), 2, "no such thing"),
        (FileNotFoundError(2, "No such file", "x.csv"), 2, "No such file: 'x.csv'"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (OSError("no reason"), 1, "no reason"),
        (MemoryError(), 1, "there is not enough memory"),
        (
            MemoryError("Unable to allocate 1 TiB"),
            1,
            "there is not enough memory; Unable to .* TiB",
        ),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_what_goes_wrong_is_told_in_one_line(error, code, told, monkeypatch, capsys):
    def fails(options: object) -> None:
        print("so far")
        raise error

    monkeypatch.setattr("c4lib.players.terminal.main", fails)
    with pytest.raises(SystemExit, match=f"^{code}$"):
        main(["play"])
    shown = capsys.readouterr()
    assert shown.out == "so far\n"
    assert re.fullmatch(f"python -m c4lib play: {told}\n", shown.err)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_that_names_its_options(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: python -m c4lib {name} ")
    assert len(shown.splitlines()) > 4


def interrupt(game):
    """Sends Ctrl-C until the game ends: between prompt and reading it would go unnoticed."""
    for _ in range(10):
        time.sleep(0.2)
        game.send_signal(signal.SIGINT)
        try:
            game.wait(timeout=5)
            return
        except subprocess.TimeoutExpired:
            continue
    game.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_the_game_and_tells_how_to_resume_it():
    play = ["play", "--o", "human", "--moves", "4453"]
    with started(*COMMAND, *play, stdin=subprocess.PIPE) as game:
        shown = ""
        while not shown.endswith("Your move (1, 2, 3, 4, 5, 6, 7): "):
            letter = game.stdout.read(1)
            assert letter, "the game ended before it asked for a move"
            shown += letter
        interrupt(game)
        assert (game.returncode, game.stderr.read()) == (130, "")
        assert game.stdout.read().endswith("--moves 4453\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no broken pipes")
@pytest.mark.parametrize("line", ["play --x random --o random", "play", "", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_nobody_reads_is_no_error_to_show(line, unbuffered):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        run = c4lib(*line.split(), stdout=nobody, env=environment)
    assert run.stderr == ""


@pytest.mark.parametrize("line", ["study boards", "study mcts", "study games", "positions", "book"])
def test_ctrl_c_is_answered_with_how_to_resume(line, monkeypatch, capsys):
    def stopped(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run", stopped)
    monkeypatch.setattr(make_book, "make", stopped)
    with pytest.raises(SystemExit, match="130"):
        main(line.split())
    assert capsys.readouterr().err.endswith(": stopped; the same command resumes it\n")


SWALLOWS = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    raise ImportError("as NumPy has it")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_while_libraries_are_loaded_is_no_error_of_theirs(tmp_path: Path) -> None:
    (tmp_path / "swallows.py").write_text(SWALLOWS)
    code = "from c4lib.__main__ import *; COMMANDS['play'] = 'swallows', 'p'; main(['play'])"
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    with started(sys.executable, "-c", code, env=os.environ | path) as run:
        assert (run.wait(60), run.stderr.read()) == (-signal.SIGINT, "")
