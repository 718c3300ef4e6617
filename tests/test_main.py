"""The command line; what a command does is tested with the module that it stands in."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from commands import COMMAND, c4lib, started

from c4lib.__main__ import COMMANDS, main
from c4lib.measure import make_book, runner


def test_without_a_command_the_help_is_shown() -> None:
    run = c4lib()
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == c4lib("--help").stdout
    assert "play" in run.stdout
    assert "bench" in run.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_no_reason_for_a_traceback() -> None:
    for redirected in ("> /dev/full", ">&-"):
        command = f"{sys.executable} -m c4lib --help {redirected}"
        run = subprocess.run(command, shell=True, capture_output=True, text=True)
        assert "Traceback" not in run.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_that_names_its_options(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: python -m c4lib {name} ")
    assert len(shown.splitlines()) > 4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dance", "'dance'.*play.*bench"),
        ("play --moves 48", "column 8 in '48' does not exist; columns are 1 to 7"),
        ("solve 48", "column 8 in '48' does not exist"),
        ("solve --width 20000 --height 20000", "at most 10,000 squares, not 20,000 times 20,000"),
        ("solve --width 9 --height 9", "takes 90 bits"),
        ("tournament --games 2", "--games needs a --file"),
        ("train --minutes nan", "minutes is a number above 0, not nan"),
        ("promote nowhere", "there is no file nowhere.net.npz; train a network first"),
        ("export --player bob", "bob"),
        ("study boards --workers -1", "workers is a whole number of at least 1, not -1"),
        ("positions --file .", ". is a folder; name a file in it"),
        ("book --check 1 --file nowhere.npz", "there is no file nowhere.npz"),
        ("bench everything", "argument part: .*'everything'.*game"),
    ],
)
def test_a_mistake_is_reported_in_one_line(line: str, message: str) -> None:
    run = c4lib(*line.split())
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("python -m c4lib")
    assert re.search(message, run.stderr)


def interrupt(game: subprocess.Popen[str]) -> None:
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
def test_ctrl_c_ends_the_game_and_tells_how_to_resume_it() -> None:
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
def test_output_that_nobody_reads_is_no_error_to_show(line: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        run = c4lib(*line.split(), stdout=nobody, env=environment)
    assert run.stderr == ""


@pytest.mark.parametrize("line", ["study boards", "study mcts", "study games", "positions", "book"])
def test_ctrl_c_is_answered_with_how_to_resume(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run", stopped)
    monkeypatch.setattr(make_book, "make", stopped)
    assert main(line.split()) == 130
    assert capsys.readouterr().out == "Stopped. The same command resumes it.\n"
