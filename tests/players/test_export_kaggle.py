import base64
import io
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import c4lib
from c4lib.__main__ import main
from c4lib.alphazero.networks import file_of
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Clock, Human, OnePly, Random
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
    file = tmp_path / "submission.py"
    file.write_text(source(AlphaZero(simulations=60)), encoding="utf-8")
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
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    return [*namespace["MODULES"], *namespace["DATA"]]


def test_the_same_player_gives_the_same_file_without_paths_and_long_lines(tmp_path: Path) -> None:
    text = export(first_free, tmp_path / "folder" / "two.py").read_text(encoding="utf-8")
    assert text == source(first_free)
    assert not [path for path in (Path.home(), Path(__file__).parent) if str(path) in text]
    assert max(map(len, text.splitlines())) <= 120


def test_the_last_function_is_the_player_and_the_clock_plays_boards_that_it_cannot_play() -> None:
    # Kaggle takes the last thing that can be called, in a namespace without a name or a file.
    namespace: dict[str, Any] = {}
    exec(source(first_free), namespace)
    agent = [thing for thing in namespace.values() if callable(thing)][-1]
    assert agent.__code__.co_varnames[:2] == ("observation", "configuration")
    assert agent(observed(42), USUAL) == 0
    namespace: dict[str, Any] = {}
    exec(source(AlphaZero("5x4", simulations=1)), namespace)
    sizes = {"columns": 3, "rows": 3, "inarow": 3, "actTimeout": 2}
    assert namespace["agent"](observed(9), sizes) in (0, 1, 2)


def test_every_player_gets_book_and_judge_and_only_alphazero_the_networks_for_connect_x() -> None:
    small, large = source(Random()), source(AlphaZero(simulations=1))
    assert len(small) < 1_200_000 < len(large) < 6_000_000
    data = {name for name in contents(large) if "/data/" in name}
    networks = {f"c4lib/data/alphazero-{board}.npz" for board in ("5x4", "7x6")}
    assert data == {"c4lib/data/book.npz", "c4lib/data/judge.npz", *networks}
    assert set(contents(large)) - set(contents(small)) == networks
    unneeded = ("view", "exercises", "measure/ladder", "players/arena")
    assert not [name for name in contents(large) if name.startswith(unneeded, len("c4lib/"))]


@pytest.mark.parametrize("player", [imports_from_the_face, names_the_face])
def test_what_a_function_uses_of_the_packages_face_comes_along(player: Any, tmp_path: Path) -> None:
    file = export(player, tmp_path / "submission.py")
    held = contents(file.read_text(encoding="utf-8"))
    assert "c4lib/search/alphabeta.py" in held
    assert ("c4lib/players/export_kaggle.py" in held) == (player is imports_from_the_face)


def alone(folder: Path, *texts: str) -> str:
    """What submissions in one process that cannot import the course play, and print."""
    for number, text in enumerate(texts):
        (folder / f"{number}.py").write_text(text, encoding="utf-8")
    play = f"""
for number in range({len(texts)}):
    exec(open(f"{{number}}.py", encoding="utf-8").read(), space := {{}})
    print(space["agent"]({observed(42)}, {USUAL}))
"""
    run = [sys.executable, "-I", "-c", WITHOUT_COURSE + play]
    played = subprocess.run(run, cwd=folder, check=True, capture_output=True, text=True)
    assert played.stderr == ""
    return played.stdout


def test_submissions_play_in_one_process_and_a_name_is_text_and_nothing_else(
    tmp_path: Path,
) -> None:
    assert alone(tmp_path, source(first_free), source(imports_from_the_face)) == "0\n0\n"
    name = "\"\"\"\n'''\nimport sys; sys.exit(9)\n'''\n\\" + "\u202e"
    player = AlphaBeta(1, order="centre", name=name)
    assert alone(tmp_path, source(player)) == "3\n"


moves, play = "SECRET", c4lib.view.folded


def plays(state: Connect4) -> Move:
    after = state.play(state.moves()[0])
    return after.moves()[0]


def test_attributes_are_not_taken_for_global_names(tmp_path: Path) -> None:
    text = export(plays, tmp_path / "a.py").read_text(encoding="utf-8")
    assert "SECRET" not in text
    assert not [name for name in contents(text) if "view" in name]


def test_a_submission_is_source_that_can_be_read_and_data_without_pickles() -> None:
    text = source(plays)
    assert "PLAYER = '''\\\ndef plays(state):\n    after = state.play(" in text
    assert "\nclass Connect4(FallingDiscs):\n" in text
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    for place, module in namespace["MODULES"].items():
        assert module == (Path(c4lib.__file__).parents[1] / place).read_text(encoding="utf-8")
    for file in namespace["DATA"].values():
        assert np.load(io.BytesIO(base64.b64decode(file)), allow_pickle=False).files


def draws(state: Connect4) -> Move:
    assert play
    return 0


def needs_a_room_that_stays_at_home(state: Connect4) -> Move:
    from c4lib.view import folded

    return len(folded)


def leaves(state: Connect4) -> Move:
    sys.exit()


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


def test_a_network_that_you_trained_is_packed_as_it_is() -> None:
    player: Any = player_of("alphazero 3", net=file_of("7x6"))
    state = Connect4.from_moves("44")
    assert player(state) == AlphaZero(simulations=3)(state)
    assert len(source(player)) > len(source(AlphaZero(simulations=3)))


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (AlphaZero("5x4", simulations=1), "AlphaZero cannot play .*this network plays 5x4"),
        (Random, "cannot play"),
        (Human(), "cannot play .*from its file alone: EOFError"),
        (draws, "cannot play .*No module named 'c4lib.view'"),
        (needs_a_room_that_stays_at_home, "cannot play .*No module named 'c4lib.view'"),
        (leaves, "cannot play .*exit code 0"),
    ],
)
def test_mistakes_are_answered_with_what_to_do(player: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        export(player, tmp_path / "a.py")
    assert not list(tmp_path.iterdir())
