"""The command `train`: what it prints, how it is stopped, and what it refuses."""

import errno
import os
import re
import signal
import sys
import textwrap
import time

import pytest
from commands import COMMAND, c4lib, refusal, started

from c4lib.__main__ import main, parser_for
from c4lib.alphazero import train_command
from c4lib.alphazero.encode import game_of
from c4lib.alphazero.networks import name_of
from c4lib.alphazero.state_kits import OthelloKit, QuixoKit
from c4lib.alphazero.train import default_plan
from c4lib.alphazero.train_command import SECOND, ElapsedLine, in_code, line, plan_of
from c4lib.connect4 import Connect4

TINY = "train --board 4x4 --connect 3 --games 16 --simulations 4 --width 8 --blocks 1 --workers 1"


@pytest.fixture(scope="module", autouse=True)
def compiled(tmp_path_factory):
    """All code is compiled before anything is timed: on a new machine that takes a minute."""
    for sees in ("lines", "discs"):
        out = str(tmp_path_factory.mktemp(sees))
        options = ["--sees", sees, "--iterations", "1", "--out", out]
        assert c4lib(*TINY.split(), *options).returncode == 0


def test_it_prints_each_iteration_resumes_and_says_how_to_play(tmp_path):
    out = tmp_path / "my training"
    options = ["--last-simulations", "8", "--gate", "0.55", "--sees", "discs", "--out", str(out)]
    first = c4lib(*TINY.split(), *options, "--iterations", "2")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith(f"Training for 4x4, 3 in a row, 2 iterations in all, in {out}.")
    heading, *rows = first.stdout.split("\n\n")[1].splitlines()
    assert re.split(r"\s{2,}", heading)[:4] == ["iteration", "minutes", "games", "simulations/s"]
    assert [row.split()[0] for row in rows] == ["0", "1"]
    assert {len(row) for row in rows} == {len(heading)}
    assert all(row.split()[6:8] == ["-", "-"] for row in rows), "no exact values are known here"
    second = c4lib(*TINY.split(), *options, "--iterations", "3")
    assert "It is resumed after 2 iterations." in second.stdout
    assert [row.split()[0] for row in second.stdout.split("\n\n")[1].splitlines()[1:]] == ["2"]
    found = {}
    exec(textwrap.dedent(second.stdout.split("To play against it in a notebook:\n")[1]), found)
    assert found["player"](Connect4(4, 4, 3)) in range(4)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals to send")
@pytest.mark.parametrize(
    ("sent", "is_group", "lines", "seconds"),
    [
        (signal.SIGINT, True, 8, 0),  # after two iterations
        (signal.SIGTERM, True, 8, 0),
        (signal.SIGTERM, False, 8, 0),
        (signal.SIGINT, True, 1, 0),  # while its workers start
        (signal.SIGINT, True, 1, 0.5),
        (signal.SIGINT, False, 1, 1),
    ],
)
def test_it_is_stopped_without_a_trace(tmp_path, sent, is_group, lines, seconds):
    endless = [*TINY.split(), "--workers", "2", "--iterations", "1000000", "--out", str(tmp_path)]
    with started(*COMMAND, *endless, start_new_session=True) as command:
        *_, last = [command.stdout.readline() for _ in range(lines)]
        time.sleep(seconds)
        (os.killpg if is_group else os.kill)(command.pid, sent)
        # Its workers hold the other ends of the pipes: this returns only when they are gone.
        shown, complaints = command.communicate(timeout=60)
    assert (command.returncode, complaints) == (130, "")
    assert lines == 1 or last.split()[0] == "1"
    assert shown.endswith("Stopped. The same command resumes it.\n")


SWALLOWING = """
import contextlib, sys, time
from c4lib.__main__ import parser_for
from c4lib.alphazero.train_command import main

def evaluate(*_):
    with contextlib.suppress(BaseException):  # as callbacks of a compiler do
        print("now", flush=True)
        time.sleep(100)
    return {}

options = parser_for(["train"]).parse_args(sys.argv[1:])
options.exact_figures = evaluate
main(options)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals to send")
def test_ctrl_c_is_not_lost_in_code_that_swallows_exceptions(tmp_path):
    line = [*TINY.split(), "--iterations", "9", "--out", str(tmp_path)]
    with started(sys.executable, "-c", SWALLOWING, *line) as command:
        while command.stdout.readline() not in ("now\n", ""):
            pass
        command.send_signal(signal.SIGINT)
        assert command.communicate(timeout=60)[0] == "Stopped. The same command resumes it.\n"
    assert command.returncode == 130


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), MemoryError("Unable to allocate")]
)
def test_it_tells_in_one_line_that_there_is_no_room(error, capsys, monkeypatch):
    def run(*_):
        raise error

    usual = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(train_command, "run", run)
    assert f"{error}; free some space and run the same command again\n" in refusal(capsys, "train")
    assert signal.getsignal(signal.SIGTERM) is usual


@pytest.mark.parametrize(
    ("board", "kit", "start"),
    [
        ("quixo", QuixoKit, "games.Quixo.from_moves([])"),
        ("othello-6x6", OthelloKit, "games.Othello.from_moves('', size=6)"),
    ],
)
def test_it_knows_other_games_by_their_names(board, kit, start):
    options = parser_for(["train"]).parse_args(["train", "--board", board, "--games", "8"])
    plan = plan_of(options)
    assert isinstance(plan.kit, kit)
    assert (plan.games, plan.part, plan.play.simulations) == (8, 2, 24)
    assert name_of(game_of(plan.kit.encoding)) == board
    assert in_code(plan.kit.start) == start


def test_the_help_tells_what_is_usual(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["train", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    usual, bare = (
        {
            "games": plan.games,
            "simulations": plan.play.simulations,
            "last-simulations": plan.last_simulations,
            "width": plan.hyperparameters.width,
            "blocks": plan.hyperparameters.blocks,
        }
        for plan in map(default_plan, ("7x6", "7x6-bare"))
    )
    for name, number in usual.items():
        both = f"{number}; {bare[name]} for discs alone" if bare[name] != number else number
        assert re.search(rf"--{name} [A-Z_]+ [^(]*\({both}\)", shown), name


def test_the_clock_ticks_on_a_terminal_only(monkeypatch, capsys):
    for is_terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_it=is_terminal: is_it, raising=False)
        with ElapsedLine(7).running():
            time.sleep(1.2)
        assert ("iteration 7: 1 seconds" in capsys.readouterr().err) == is_terminal


def test_it_is_told_once_that_a_second_network_learns(capsys):
    figures = dict.fromkeys(
        ("minutes", "games", "simulations", "policy_loss", "value_loss"), 1.0
    ) | {"seconds": 1.0}
    rows = [{"iteration": at, "network": 1 + at // 2} | figures for at in range(4)]
    for first in (0, 2):  # a training that goes on has told it before
        clock = ElapsedLine(first)
        for row in rows[first:]:
            clock.show(row)
        told = [*map(line, rows)]
        expected = [*told[:2], SECOND, *told[2:]] if first == 0 else told[2:]
        assert capsys.readouterr().out.splitlines() == expected
