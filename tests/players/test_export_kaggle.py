import base64
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import c4lib
from c4lib.__main__ import main
from c4lib.alphazero.networks import file_of
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.players.agents import MCTS, AlphaZero, Clock, OnePly, Random
from c4lib.players.export_kaggle import LARGEST, export, player_of, source

WITHOUT_COURSE = dedent("""
    import importlib.util, json, os, sys

    sys.path = [place for place in sys.path if not os.path.exists(os.path.join(place, "c4lib"))]
    assert importlib.util.find_spec("c4lib") is None
""")
GAME = WITHOUT_COURSE + dedent("""
    home, numba, *players = sys.argv[1:]
    if numba == "no":
        sys.modules["numba"] = None
    import kaggle_environments

    env = kaggle_environments.make("connectx")
    env.run(players)
    last = env.steps[-1]
    json.dump({
        "rewards": [side["reward"] for side in last],
        "states": [side["status"] for side in last],
        "reserves": [side["observation"]["remainingOverageTime"] for side in last],
        "errors": "".join(log["stderr"] for step in env.logs for log in step if log),
        "folder": sys.modules["c4lib"].__file__,
    }, sys.__stderr__)
""")
"""A game in Kaggle's own package, in a process that cannot import the course."""


def game(folder: Path, numba: str, *players: str) -> dict[str, Any]:
    """How a game between submissions or Kaggle's own players went."""
    pytest.importorskip("kaggle_environments")
    run = subprocess.run(
        [sys.executable, "-I", "-c", GAME, folder, numba, *players], cwd=folder, check=True,
        capture_output=True, text=True, env={**os.environ, "TMPDIR": str(folder)}, timeout=300,
    )  # fmt: skip
    found: dict[str, Any] = eval(run.stderr.splitlines()[-1])
    return found


def check(played: dict[str, Any], folder: Path, side: int) -> None:
    """The submission won in time, with the package in its own file."""
    assert played["states"] == ["DONE", "DONE"]
    assert played["rewards"][side] == 1
    assert played["reserves"][side] > 0
    assert "Error" not in played["errors"]
    assert played["folder"].startswith(str(folder))
    assert not list(folder.glob("c4lib-*")), "nothing is left behind"


def test_alphazero_beats_kaggles_negamax_in_time_even_without_a_compiler(tmp_path: Path) -> None:
    file = export(AlphaZero(simulations=60), tmp_path / "submission.py")
    assert file.stat().st_size < LARGEST
    check(game(tmp_path, "no", str(file), "negamax"), tmp_path, side=0)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", ["alphazero", "clock", "mcts", "strong mcts", "perfect"])
def test_the_reserve_is_enough_for_compiling(recipe: str, tmp_path: Path) -> None:
    file = export(player_of(recipe), tmp_path / "submission.py")
    check(game(tmp_path, "yes", "negamax", str(file)), tmp_path, side=1)


def first_free(state: Connect4) -> Move:
    return state.moves()[0]


def imports_from_the_face(state: Connect4) -> Move:
    from c4lib import alphabeta, export

    assert export
    return alphabeta(state, depth=1).move


def names_the_face(state: Connect4) -> Move:
    return c4lib.alphabeta(state, depth=1).move


USUAL = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}


def observed(squares: int) -> dict[str, Any]:
    """An empty board as Kaggle describes it."""
    return {"board": [0] * squares, "mark": 1, "remainingOverageTime": 60}


def contents(text: str) -> list[str]:
    """The names of the files within a submission."""
    package = text.split('"""')[3]
    return zipfile.ZipFile(io.BytesIO(base64.b64decode(package))).namelist()


def test_the_same_player_gives_the_same_file_without_paths_and_long_lines(tmp_path: Path) -> None:
    files = [export(first_free, tmp_path / name) for name in ("one.py", "folder/two.py")]
    assert files[0].read_bytes() == files[1].read_bytes()
    text = files[0].read_text(encoding="utf-8")
    assert not [path for path in (Path.home(), Path(__file__).parent) if str(path) in text]
    assert max(map(len, text.splitlines())) <= 120


def test_the_last_function_of_a_file_is_the_player() -> None:
    # Kaggle takes the last thing that can be called, in a namespace without a name or a file.
    namespace: dict[str, Any] = {}
    exec(source(first_free), namespace)
    agent = [thing for thing in namespace.values() if callable(thing)][-1]
    assert agent.__code__.co_varnames[:2] == ("observation", "configuration")
    assert agent(observed(42), USUAL) == 0


def test_the_clock_plays_boards_that_the_player_cannot_play() -> None:
    namespace: dict[str, Any] = {}
    exec(source(AlphaZero("5x4", simulations=1), Connect4(5, 4)), namespace)
    sizes = {"columns": 3, "rows": 3, "inarow": 3, "actTimeout": 2}
    assert namespace["agent"](observed(9), sizes) in (0, 1, 2)


def test_every_player_gets_the_book_and_only_alphazero_the_networks_for_connect_x() -> None:
    small, large = source(Random()), source(AlphaZero(simulations=1))
    assert len(small) < 500_000 < len(large) < 5_000_000
    data = {name for name in contents(large) if "/data/" in name}
    networks = {f"c4lib/data/alphazero-{board}.npz" for board in ("5x4", "7x6")}
    assert data == {"c4lib/data/book.npz", *networks}
    assert set(contents(large)) - set(contents(small)) == networks
    unneeded = ("view", "exercises", "measure/ladder", "players/arena")
    assert not [name for name in contents(large) if name.startswith(unneeded, len("c4lib/"))]


@pytest.mark.parametrize("player", [imports_from_the_face, names_the_face])
def test_what_a_function_uses_of_the_packages_face_comes_along(player: Any, tmp_path: Path) -> None:
    text = source(player)
    assert "c4lib/search/alphabeta.py" in contents(text)
    is_export_used = player is imports_from_the_face
    assert ("c4lib/players/export_kaggle.py" in contents(text)) == is_export_used
    play = f"print(agent({observed(42)}, {USUAL}))"
    (tmp_path / "submission.py").write_text(f"{text}\n{play}")
    run = [sys.executable, "-I", "-c", WITHOUT_COURSE + "exec(open('submission.py').read())"]
    played = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert (played.stdout.strip(), played.stderr) == ("0", "")


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
def test_players_named_without_a_budget_get_seconds(recipe: str, made: Any) -> None:
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
        ("--player nobody", "unknown player 'nobody'"),
        ("--player mcts --net runs/7x6", "only alphazero plays with a network, not mcts"),
        ("--net nowhere", "there is no file nowhere"),
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


def test_a_network_that_you_trained_is_packed_as_it_is() -> None:
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
