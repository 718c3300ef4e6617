import errno
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from c4lib import bench, boards, workers
from c4lib.__main__ import _parser, main
from c4lib.agents import AlphaZero
from c4lib.alphazero.cubes import QuixoKit
from c4lib.alphazero.train.command import plan_of
from c4lib.bench import Figure
from c4lib.connect4 import Connect4

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-W", "error", "-m", "c4lib"]


def c4lib(line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs `python -m c4lib` with the given arguments and input."""
    return subprocess.run(
        [*COMMAND, *shlex.split(line)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=60,
        check=False,
    )


def resume_line(output: str) -> str:
    """The arguments of the command that the output offers to go on with the game."""
    return output.strip().splitlines()[-1].removeprefix("python -m c4lib ")


# ---- play ----------------------------------------------------------------------------------


def test_two_people_play_a_whole_game() -> None:
    run = c4lib("play --x human --o human", "1\n2\n1\n2\n1\n2\n1\n")
    assert (run.returncode, run.stderr) == (0, "")
    boards = [Connect4.from_moves("1212121"[:ply]) for ply in range(8)]
    places = [run.stdout.index(f"\n{board}\n") for board in boards]
    assert places == sorted(places), "the board is shown before each move and at the end"
    assert run.stdout.count("X (human) to move.") == 4
    assert run.stdout.count("O (human) to move.") == 3
    assert "X (human) plays column 1." in run.stdout
    assert "O (human) plays column 2." in run.stdout
    assert run.stdout.endswith("X (human) wins after 7 moves: 1212121\n")


def test_a_person_is_told_what_can_be_typed() -> None:
    run = c4lib("play --x human --o human --moves 444444", "1\n")
    assert "Type the number of a column, then Enter." in run.stdout
    assert "Your move (1, 2, 3, 5, 6, 7): " in run.stdout


def test_two_agents_play_the_same_game_for_the_same_seed() -> None:
    run = c4lib("play --x oneply --o random --seed 5")
    assert (run.returncode, run.stderr) == (0, "")
    assert "Your move" not in run.stdout
    assert run.stdout == c4lib("play --x oneply --o random --seed 5").stdout
    assert run.stdout != c4lib("play --x oneply --o random --seed 6").stdout
    final = re.search(r"^.* after (\d+) moves: (\d+)$", run.stdout, re.MULTILINE)
    assert final
    state = Connect4.from_moves(final[2])
    assert state.is_over
    assert state.ply == int(final[1])


def test_other_boards_can_be_played_on() -> None:
    run = c4lib("play --x human --o human --width 12 --height 3 --connect 3", "12\n1\n12\n1\n12\n")
    assert str(Connect4.from_moves("12,1,12,1,12", 12, 3, 3)) in run.stdout
    assert run.stdout.endswith("X (human) wins after 5 moves: 12,1,12,1,12\n")


def test_a_draw_is_called_a_draw() -> None:
    run = c4lib("play --x random --o random --width 1 --height 4 --connect 4")
    assert run.stdout.endswith("A draw after 4 moves: 1111\n")


def test_a_finished_game_is_only_shown() -> None:
    run = c4lib("play --moves 1212121")
    assert run.returncode == 0
    assert run.stdout.endswith("X (human) wins after 7 moves: 1212121\n")


def test_bad_input_is_asked_for_again() -> None:
    run = c4lib("play --o human --moves 444444", "4\nhello\n\n9\n3\n")
    assert run.returncode == 0
    for answer in ("4", "hello", "", "9"):
        assert f"{answer!r} cannot be played here. You can play 1, 2, 3, 5, 6, 7." in run.stdout
    assert "X (human) plays column 3." in run.stdout


def test_the_end_of_the_input_ends_the_game_and_tells_how_to_go_on() -> None:
    run = c4lib("play --x human --o oneply --width 12 --connect 5 --seed 3", "4\n")
    assert (run.returncode, run.stderr) == (0, "")
    again = resume_line(run.stdout)
    expected = "play --x human --o oneply --width 12 --height 6 --connect 5 --seed 3 --moves 4,"
    assert again.startswith(expected)
    state = Connect4.from_moves(again.split()[-1], 12, 6, 5)
    assert state.ply == 2
    assert str(state) in c4lib(again).stdout


def test_a_game_without_moves_can_be_gone_on_with_too() -> None:
    again = resume_line(c4lib("play").stdout)
    assert "--moves" not in again
    assert resume_line(c4lib(again).stdout) == again


def interrupt(game: subprocess.Popen[bytes]) -> None:
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
def test_ctrl_c_ends_the_game_and_tells_how_to_go_on() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "--o", "human", "--moves", "4453"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # A shell that runs the tests in the background may have told them to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as game:
        assert game.stdout
        assert game.stderr
        shown = b""
        while not shown.endswith(b"Your move (1, 2, 3, 4, 5, 6, 7): "):
            byte = game.stdout.read(1)
            assert byte, "the game ended before it asked for a move"
            shown += byte
        interrupt(game)
        assert (game.returncode, game.stderr.read()) == (130, b"")
        assert resume_line(game.stdout.read().decode()).endswith("--moves 4453")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no broken pipes")
@pytest.mark.parametrize("line", ["play --x random --o random", "play", "", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_nobody_reads_is_no_error_to_show(line: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        run = subprocess.run(
            [*COMMAND, *line.split()],
            stdin=subprocess.DEVNULL,
            stdout=nobody,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            timeout=60,
            check=False,
        )
    assert run.stderr == ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play --x bob", "argument --x: .*'bob'.*human.*random.*oneply"),
        ("play --height 0", "height must be a whole number of at least 1, not 0"),
        ("play --width -3", "width must be a whole number of at least 1, not -3"),
        ("play --width seven", "argument --width: .*'seven'"),
        ("play --connect 9", "a line of 9 fits nowhere .* connect can be 1 to 7"),
        ("play --moves 48", "column 8 in '48' does not exist; columns are 1 to 7"),
        ("play --moves 4x", "'x' in '4x' is not a column; write columns 1 to 7"),
        ("play --moves 4444444", "move 7 .*: column 4 is full; free columns are 1, 2, 3, 5, 6, 7"),
        ("play --moves 12121212", "move 8 .*: the game is over"),
        ("play --seed -1", "argument --seed: .*whole number of at least 0"),
        ("play --seed x", "argument --seed: .*whole number of at least 0, not 'x'"),
        ("play --height 100000000", "more than 10,000 squares does not fit a terminal"),
        ("play 4453", "unrecognized arguments: 4453"),
        ("bench everything", "argument part: .*'everything'.*game"),
        ("bench", "required: part"),
        ("boards --games 0", "games is a whole number of at least 1, not 0"),
        ("boards --large-games 1.5", "argument --large-games: .*'1.5'"),
        ("boards --nodes 0", "nodes is a whole number of at least 1, not 0"),
        ("boards --workers -1", "workers is a whole number of at least 1, not -1"),
        ("boards --file no/such/folder/a.csv", "No such file or directory: 'no/such/folder/a.csv"),
        ("train --seed -1", "argument --seed: .*whole number of at least 0"),
        ("train --minutes nan", "minutes is a number above 0, not nan"),
        ("dance", "'dance'.*play.*bench"),
    ],
)
def test_bad_arguments_are_answered_in_one_line(line: str, message: str) -> None:
    run = c4lib(line)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("python -m c4lib")
    assert re.search(message, run.stderr)


# ---- boards --------------------------------------------------------------------------------


def test_boards_plays_and_writes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []
    monkeypatch.setattr(boards, "run", lambda *arguments: ran.append(arguments))
    assert main(["boards"]) == 0
    assert capsys.readouterr().out == f"The table is in {boards.FILE}.\n"
    line = "boards --games 3 --large-games 2 --nodes 500 --workers 4 --file"
    assert main([*line.split(), str(tmp_path / "a.csv")]) == 0
    assert ran == [(boards.FILE, 100, 20, boards.NODES, None), (tmp_path / "a.csv", 3, 2, 500, 4)]


def begin_boards(file: Path) -> subprocess.Popen[str]:
    """Starts the command as a terminal does, and waits until some games are finished."""
    line = f"boards --games 1 --large-games 1 --nodes 100 --workers 2 --file {file}"
    command = subprocess.Popen(
        [*COMMAND, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        start_new_session=True,  # so that Ctrl-C can be sent to all its processes at once
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while command.poll() is None and len(finished_games(file)) < 5:
        time.sleep(0.01)
    assert command.poll() is None, "it ended before it could be interrupted"
    return command


def finished_games(file: Path) -> list[str]:
    """The games that are noted, each in a whole line."""
    part = file.with_name(f"{file.name}.part")
    return part.read_text().split("\n")[1:-1] if part.exists() else []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_stops_boards_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    with begin_boards(file) as command:
        os.killpg(command.pid, signal.SIGINT)
        shown, bar = command.communicate(timeout=120)
    assert (command.returncode, shown) == (130, "Stopped. The same command goes on from here.\n")
    assert "Traceback" not in bar
    noted = finished_games(file)
    assert 5 <= len(noted) < 136
    assert not file.exists()
    with begin_boards(file) as command:
        shown, bar = command.communicate(timeout=120)
    assert (command.returncode, shown) == (0, f"The table is in {file}.\n")
    assert f"| {len(noted)}/136 " in bar, "the bar begins with what is done"
    assert [sum(cell[-3:]) for cell in boards.read(file)] == [1] * 136


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
def test_killing_boards_leaves_the_finished_games_and_no_process_behind(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    with begin_boards(file) as command:
        command.kill()
        # Its workers hold the other ends of the pipes: this returns only when they are gone.
        command.communicate(timeout=30)
    assert command.returncode == -signal.SIGKILL
    assert len(finished_games(file)) >= 5


# ---- train ---------------------------------------------------------------------------------

TINY = "train --board 4x4 --connect 3 --games 16 --simulations 4 --width 8 --blocks 1 --workers 1"


def training(out: Path, line: str = "--iterations 1000000") -> subprocess.Popen[str]:
    """Starts a training as a terminal does."""
    return subprocess.Popen(
        [*COMMAND, *TINY.split(), *line.split(), "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_train_tells_each_iteration_goes_on_and_says_how_to_play(tmp_path: Path) -> None:
    out = tmp_path / "my training"
    line = f"{TINY} --last-simulations 8 --gate 0.55 --no-lines --out {shlex.quote(str(out))}"
    first = c4lib(f"{line} --iterations 2")
    compiling = "c4lib.fast: compiling, once for each machine; a few seconds ...\n"
    assert (first.returncode, first.stderr.replace(compiling, "")) == (0, "")
    assert first.stdout.startswith(f"Training for 4x4, 3 in a row, 2 iterations in all, in {out}.")
    heading, *rows = first.stdout.split("\n\n")[1].splitlines()
    assert re.split(r"\s{2,}", heading)[:4] == ["iteration", "minutes", "games", "simulations/s"]
    assert [row.split()[0] for row in rows] == ["0", "1"]
    assert {len(row) for row in rows} == {len(heading)}
    assert all(row.split()[6:8] == ["-", "-"] for row in rows), "no exact values are known here"
    second = c4lib(f"{line} --iterations 3")
    assert "It goes on after 2 iterations." in second.stdout
    assert [row.split()[0] for row in second.stdout.split("\n\n")[1].splitlines()[1:]] == ["2"]
    found: dict[str, AlphaZero] = {}
    exec(textwrap.dedent(second.stdout.split("To play against it:\n")[1]), found)
    assert found["player"](Connect4(4, 4, 3)) in range(4)
    other = c4lib(f"{line} --iterations 3 --games 17")
    assert (other.returncode, other.stdout) == (2, "")
    assert re.search("holds a training with games 16, not 17; go on with that", other.stderr)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals to send")
@pytest.mark.parametrize(
    ("sent", "is_group"), [(signal.SIGINT, True), (signal.SIGTERM, True), (signal.SIGTERM, False)]
)
def test_train_is_stopped_without_a_trace(tmp_path: Path, sent: int, is_group: bool) -> None:
    with training(tmp_path) as command:
        assert command.stdout
        lines = [command.stdout.readline() for _ in range(7)]  # two iterations
        (os.killpg if is_group else os.kill)(command.pid, sent)
        # Its workers hold the other ends of the pipes: this returns only when they are gone.
        shown, complaints = command.communicate(timeout=60)
    assert (command.returncode, complaints) == (130, "")
    assert lines[-1].split()[0] == "1"
    assert shown.endswith("Stopped. The same command goes on from here.\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_train_is_stopped_while_its_workers_start(tmp_path: Path, seconds: float) -> None:
    with training(tmp_path) as command:
        assert command.stdout
        command.stdout.readline()
        time.sleep(seconds)
        os.killpg(command.pid, signal.SIGINT)
        shown, complaints = command.communicate(timeout=60)
    assert (command.returncode, complaints) == (130, "")
    assert shown.endswith("Stopped. The same command goes on from here.\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("train --minutes 0", "minutes is a number above 0, not 0.0"),
        ("train --minutes inf", "say how long to train"),
        ("train --iterations 0", "iterations is a whole number of at least 1, not 0"),
        ("train --workers 0", "workers is a whole number of at least 1, not 0"),
        ("train --games 99999999999", "games is at most 1,000,000, not 99,999,999,999"),
        ("train --simulations 1", "simulations=2 or more"),
        ("train --last-simulations 4", "take --last-simulations 64 or more, not 4"),
        ("train --width 99999", "width is at most 4,096, not 99,999"),
        ("train --blocks -1", "blocks is a whole number of at least 1, not -1"),
        ("train --gate nan", "gate is a number of at least 0 and at most 1, not nan"),
        ("train --board seven", "such as \"7x6\", not 'seven'"),
        ("train --board 9x9", "a board 9 wide and 9 high takes 90 bits"),
        ("train --connect 9", "a line of 9 fits nowhere"),
        ("train --board quixo --connect 5", "quixo has one length of lines only"),
        ("train --board Quixo", "other games there are: quixo"),
        ("elsewhere --games 3", "--games needs a --file"),
        ("elsewhere --workers 0", "workers is a whole number of at least 1, not 0"),
        ("train --out README.md", r"README.md cannot be written to \(.*\); take another folder"),
    ],
)
def test_train_refuses_what_cannot_be(
    line: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit, match="2"):
        main(line.split())
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert re.search(message, shown.err)


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), MemoryError("Unable to allocate")]
)
def test_train_tells_in_one_line_that_there_is_no_room(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from c4lib.alphazero.train import command

    def run(options: object) -> None:
        raise error

    usual = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(command, "run", run)
    with pytest.raises(SystemExit, match="2"):
        main(["train"])
    assert (
        f"{error}; the same command goes on as soon as there is room\n" in capsys.readouterr().err
    )
    assert signal.getsignal(signal.SIGTERM) is usual


def test_train_knows_quixo_by_its_name() -> None:
    options = _parser().parse_args(["train", "--board", "quixo", "--games", "8"])
    plan = plan_of(options)
    assert isinstance(plan.kit, QuixoKit)
    assert (plan.games, plan.part, plan.play.simulations) == (8, 2, 24)
    assert plan.settings()["game"].startswith("Quixo 5x5")


def test_the_help_of_train_tells_what_is_usual(capsys: pytest.CaptureFixture[str]) -> None:
    from c4lib.alphazero.train.usual import usual_plan

    with pytest.raises(SystemExit, match="0"):
        main(["train", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    plan = usual_plan("7x6")
    usual = {
        "games": plan.games,
        "simulations": plan.play.simulations,
        "last-simulations": plan.last_simulations,
        "width": plan.lessons.width,
        "blocks": plan.lessons.blocks,
    }
    for name, number in usual.items():
        assert re.search(rf"--{name} [A-Z_]+ [^(]*\({number}\)", shown), name


def test_the_clock_ticks_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from c4lib.alphazero.train.command import Clock

    for is_terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_it=is_terminal: is_it, raising=False)
        with Clock(7).running():
            time.sleep(1.2)
        assert ("iteration 7: 1 seconds" in capsys.readouterr().err) == is_terminal


def test_it_is_told_once_that_a_second_network_learns(capsys: pytest.CaptureFixture[str]) -> None:
    from c4lib.alphazero.train.command import SECOND, Clock, line

    figures = dict.fromkeys(
        ("minutes", "games", "simulations", "policy_loss", "value_loss"), 1.0
    ) | {"seconds": 1.0}
    rows = [{"iteration": at, "network": 1 + at // 2} | figures for at in range(4)]
    for first in (0, 2):  # a training that goes on has told it before
        clock = Clock(first)
        for row in rows[first:]:
            clock.show(row)
        told = [*map(line, rows)]
        expected = [*told[:2], SECOND, *told[2:]] if first == 0 else told[2:]
        assert capsys.readouterr().out.splitlines() == expected


# ---- the rest ------------------------------------------------------------------------------


def test_without_a_command_the_help_is_shown() -> None:
    run = c4lib("")
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


def test_bench_game_prints_each_figure_beside_its_target() -> None:
    run = c4lib("bench game")
    assert (run.returncode, run.stderr) == (0, "")
    play, over, start = run.stdout.splitlines()
    figure = r": \d+\.\d\d .* \(target: at most {}, (met|NOT met)\)$"
    assert re.search(r"state\.play\(column\)" + figure.format(40), play)
    assert re.search(r"first state\.is_over" + figure.format(40), over)
    assert re.search("import c4lib.*" + figure.format(r"1\.5"), start)


def test_bench_minimax_compares_the_compiled_search_with_the_readable_one() -> None:
    run = c4lib("bench minimax")
    assert run.returncode == 0
    ratio, tree, load = run.stdout.splitlines()
    figure = r": \d+\.\d\d times as fast as the readable \(target: at least 50, (met|NOT met)\)$"
    assert re.search(r"^compiled minimax on [\d,]+ nodes" + figure, ratio)
    assert re.search(r"^the whole 4x4 tree, 131,060,741 nodes: \d+\.\d\d seconds$", tree)
    assert re.search(r"from the cache: \d+\.\d\d seconds$", load)


def test_bench_arena_compares_two_workers_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processes", ThreadPoolExecutor)
    faster, games, start = map(str, bench.arena(games=4))
    figure = r": \d+\.\d\d times as fast as by one \(target: at least 1\.7, (met|NOT met)\)$"
    assert re.search("^a match of 4 games by two workers" + figure, faster)
    assert re.search(r"^games a second by one worker: \d+\.\d\d $", games)
    assert re.search(r"compiled code, in: \d+\.\d\d seconds$", start)


MCTS_FIGURES = {
    r"^1,000 simulations on two cores: \d+\.\d\d times as fast as on one": "at least 1.6",
    r"^compiled MCTS, 2 simulations: \d+\.\d\d times as fast as the readable$": None,
    r"^5,000 simulations of 100 games each, on the empty board: \d+\.\d\d seconds": "at most 0.5",
    r"^a tree of [\d,]+ nodes: \d+\.\d\d bytes a node": "at most 64",
}
"""What is measured without OpenSpiel, and the targets."""


def check_figures(figures: list[Figure], expected: dict[str, str | None]) -> None:
    assert len(figures) == len(expected)
    for figure, (words, target) in zip(figures, expected.items(), strict=True):
        assert re.search(words, str(figure))
        assert (figure.target is None) == (target is None)
        assert target is None or f"(target: {target}, " in str(figure)


def test_bench_mcts_compares_with_openspiel_on_each_stage_and_on_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(bench, "SIMULATIONS", 100)
    speeds = r": [\d,]+ simulations a second here, [\d,]+ by OpenSpiel: \d+\.\d\d times as many"
    stages = ("the empty board", *(f"3 positions of the {s}" for s in ("opening", "middle", "end")))
    check_figures(
        list(bench.mcts()),
        {
            **{f"^{stage}{speeds}$": None for stage in stages},
            f"^all of them{speeds}": "at least 10",
            **MCTS_FIGURES,
        },
    )


def test_without_openspiel_bench_mcts_says_so_and_measures_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(bench, "SIMULATIONS", 100)
    check_figures(list(bench.mcts()), MCTS_FIGURES)
    (figure, *_) = bench.mcts_accuracy(count=2, seconds=0.2)
    assert figure.what == "0.2 s a move here, random games, all, 2 positions"
    said = "open_spiel is not installed, so nothing is compared with it\n"
    assert capsys.readouterr().err == 2 * said


def test_both_searches_get_the_same_position_and_find_the_same_win() -> None:
    pytest.importorskip("pyspiel")
    state = Connect4.from_moves("445566")  # columns 3 and 7 win
    assert bench._for_openspiel(state).history() == list(state.history)
    assert bench._bot(1000, c=1.0).step(bench._for_openspiel(state)) in (2, 6)


def test_bench_mcts_accuracy_tells_both_searches_moves_by_stage() -> None:
    pytest.importorskip("pyspiel")
    *figures, made = bench.mcts_accuracy(count=12, seconds=0.2)
    for label in ("here, random games", "here, MCTS.strong", "by OpenSpiel"):
        told = [figure.what.split(", ")[-2] for figure in figures if f" {label}, " in figure.what]
        assert told == ["all", "opening", "middle", "end"]
    assert len(figures) == 12
    for figure in figures:
        assert 0 <= figure.ratio <= 100
        assert re.search(r"\d+\.\d\d % keep the value \(\d+\.\d to \d+\.\d\)$", str(figure))
    assert made.ratio >= 1


def test_a_figure_may_have_a_most_or_a_least_or_no_target() -> None:
    assert str(Figure("a", 2, "s", 1)) == "a: 2.00 s (target: at most 1, NOT met)"
    assert str(Figure("a", 2, "s", 1, "at least")) == "a: 2.00 s (target: at least 1, met)"
    assert str(Figure("a", 0.5, "s", 1, "at least")) == "a: 0.50 s (target: at least 1, NOT met)"
    assert str(Figure("a", 2, "s")) == "a: 2.00 s"
