import base64
import io
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from c4lib.__main__ import main
from c4lib.agents import MCTS, AlphaZero, Clock, OnePly, Random
from c4lib.alphazero.shipped import file_of
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.world.kaggle import LARGEST, export, player_of, source

GAME = dedent("""
    import importlib.util, json, os, sys

    home, numba, *players = sys.argv[1:]
    sys.path = [place for place in sys.path if not os.path.exists(os.path.join(place, "c4lib"))]
    assert importlib.util.find_spec("c4lib") is None
    if numba == "no":
        sys.modules["numba"] = None
    import kaggle_environments

    env = kaggle_environments.make("connectx")
    env.run(players)
    last = env.steps[-1]
    json.dump({
        "rewards": [side["reward"] for side in last],
        "states": [side["status"] for side in last],
        "purses": [side["observation"]["remainingOverageTime"] for side in last],
        "errors": "".join(log["stderr"] for step in env.logs for log in step if log),
        "folder": sys.modules["c4lib"].__file__,
    }, sys.__stderr__)
""")
"""A game in the real package, in a process that does not know the course."""


def game(folder: Path, numba: str, *players: str) -> dict[str, Any]:
    """What came of a game between two submissions or players of Kaggle's."""
    pytest.importorskip("kaggle_environments")
    run = subprocess.run(
        [sys.executable, "-I", "-c", GAME, folder, numba, *players], cwd=folder, check=True,
        capture_output=True, text=True, env={**os.environ, "TMPDIR": str(folder)}, timeout=300,
    )  # fmt: skip
    found: dict[str, Any] = eval(run.stderr.splitlines()[-1])
    return found


def check(played: dict[str, Any], folder: Path, side: int) -> None:
    """It won in time, and it was the package in the file that played."""
    assert played["states"] == ["DONE", "DONE"]
    assert played["rewards"][side] == 1
    assert played["purses"][side] > 0
    assert "Error" not in played["errors"]
    assert played["folder"].startswith(str(folder))
    assert not list(folder.glob("c4lib-*")), "nothing is left behind"


def test_alphazero_beats_kaggles_negamax_in_time_even_without_a_compiler(tmp_path: Path) -> None:
    file = export(AlphaZero(simulations=60), tmp_path / "submission.py")
    assert file.stat().st_size < LARGEST
    check(game(tmp_path, "no", str(file), "negamax"), tmp_path, side=0)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", ["alphazero", "clock", "mcts", "strong mcts", "perfect"])
def test_compiling_is_paid_for_by_the_purse(recipe: str, tmp_path: Path) -> None:
    file = export(player_of(recipe), tmp_path / "submission.py")
    check(game(tmp_path, "yes", "negamax", str(file)), tmp_path, side=1)


def first_free(state: Connect4) -> Move:
    return state.moves()[0]


def test_the_same_player_gives_the_same_file(tmp_path: Path) -> None:
    files = [export(first_free, tmp_path / name) for name in ("one.py", "folder/two.py")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert "def first_free" not in source(Random())


def test_the_last_function_of_a_file_is_the_player(tmp_path: Path) -> None:
    # Kaggle takes the last thing that can be called, in surroundings without a name or a file.
    surroundings: dict[str, Any] = {}
    exec(source(first_free), surroundings)
    agent = [thing for thing in surroundings.values() if callable(thing)][-1]
    assert agent.__code__.co_varnames[:2] == ("observation", "configuration")
    observation = {"board": [0] * 42, "mark": 1, "remainingOverageTime": 60}
    assert agent(observation, {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}) == 0


def test_a_board_that_a_player_does_not_know_is_played_by_the_clock(tmp_path: Path) -> None:
    surroundings: dict[str, Any] = {}
    exec(source(AlphaZero("5x4", simulations=1), Connect4(5, 4)), surroundings)
    observation = {"board": [0] * 9, "mark": 1, "remainingOverageTime": 60}
    sizes = {"columns": 3, "rows": 3, "inarow": 3, "actTimeout": 2}
    assert surroundings["agent"](observation, sizes) in (0, 1, 2)


def test_networks_travel_with_who_may_ask_for_them_and_only_those_for_connect_x() -> None:
    surroundings: dict[str, Any] = {}
    exec(source(AlphaZero(simulations=1)), surroundings)
    package = base64.b64decode("".join(surroundings["PACKAGE"].split()))
    names = zipfile.ZipFile(io.BytesIO(package)).namelist()
    assert {name for name in names if "/data/" in name} == {
        "c4lib/data/alphazero-5x4.npz", "c4lib/data/alphazero-7x6.npz",
    }  # fmt: skip
    assert not [name for name in names if "view" in name or "exercises" in name]


def test_no_time_no_name_and_no_path_of_this_machine_is_in_a_file() -> None:
    text = source(OnePly())
    assert str(Path.home()) not in text
    assert str(Path(__file__).parent) not in text
    assert max(map(len, text.splitlines())) <= 120
    assert not re.search(r"type: ignore", text)


@pytest.mark.parametrize(
    ("recipe", "made"),
    [
        ("alphazero", AlphaZero(seconds=1.5)),
        ("alphazero 25", AlphaZero(simulations=25)),
        ("clock", Clock(1.5)),
        ("strong mcts", MCTS.strong(1.5)),
        ("oneply", OnePly()),
    ],
)
def test_players_are_called_by_name_and_get_a_time_if_they_have_none(
    recipe: str, made: Any
) -> None:
    made.name = recipe if " " in recipe and recipe[-1].isdigit() else made.name
    player: Any = player_of(recipe)
    player.name = made.name
    assert player == made


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "submission.py"
    assert main(["export", "--player", "oneply", "--out", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == source(player_of("oneply"))
    assert capsys.readouterr().out.startswith(f"{file} is written: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--player nobody", "'nobody' is no player"),
        ("--player mcts --net runs/7x6", "only alphazero plays with a network, not mcts"),
        ("--net nowhere", "there is no file nowhere"),
        ("--player oneply --out folder", "a submission is a Python file"),
    ],
)
def test_the_command_reports_mistakes_in_one_line(
    line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["export", *line.split()])
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_a_network_that_you_trained_travels_as_it_is() -> None:
    player: Any = player_of("alphazero 3", net=file_of("7x6"))
    state = Connect4.from_moves("44")
    assert player(state) == AlphaZero(simulations=3)(state)
    assert len(source(player)) > len(source(AlphaZero(simulations=3)))


@pytest.mark.parametrize(
    ("player", "file", "message"),
    [
        (Random(), "submission", "a submission is a Python file, such as submission.py"),
        ("alphazero", "a.py", "a player is a function from a state to a move, not 'alphazero'"),
        (AlphaZero("5x4", simulations=1), "a.py", "AlphaZero cannot play .*this network plays 5x4"),
        (Random, "a.py", "cannot play"),
    ],
)
def test_mistakes_are_answered_with_what_to_do(
    player: Any, file: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        export(player, tmp_path / file)
    assert not list(tmp_path.iterdir())
