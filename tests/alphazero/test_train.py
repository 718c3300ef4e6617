"""The loop: stopped anywhere and resumed, by any workers, it ends with the same weights."""

import errno
import json
import math
import os
import random
import shutil
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from c4lib.alphazero import networks
from c4lib.alphazero import train as training
from c4lib.alphazero.kits import ConnectKit
from c4lib.alphazero.networks import TrainingFolder, read_log
from c4lib.alphazero.selfplay import Play
from c4lib.alphazero.train import Hyperparameters, Plan, train
from c4lib.connect4 import Connect4

PLAN = Plan(
    ConnectKit(Connect4(4, 4, 3)),
    Play(simulations=6, random_plies=4, slots=4),
    Hyperparameters(width=16, blocks=1, narrow=8, power=2, batch=32, window=3),
    games=8,
    part=4,
    duels=2,
    last_simulations=12,
    seed=1,
)
TWO = replace(PLAN, second_at=0.5)
ITERATIONS = 4
ROOT = Path(__file__).parents[2]
POSITIONS = networks.FOLDER / "positions.csv"


class Here(Executor):
    """Does all work at once, in this process."""

    def submit(self, function, /, *arguments, **named):
        future = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class EnoughError(Exception):
    """Stops a training."""


def run(out, plan=PLAN, iterations=ITERATIONS, **named):
    """A training in this process, unless workers are asked for."""
    if "workers" not in named:
        named.setdefault("executor", Here())
    return train(plan, out, iterations=iterations, **named)


def stop_after(iterations):
    """Watches a training, and stops it."""

    def watch(row):
        if row["iteration"] + 1 == iterations:
            raise EnoughError

    return watch


def committed(out):
    """How many iterations count."""
    state = out / "state.npz"
    return len(json.loads(str(networks.read_arrays(state)["log"]))) if state.exists() else 0


def same(one, other):
    return all((one.weights[name] == each).all() for name, each in other.weights.items())


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A training that nobody interrupts: its folder, network and rows."""
    out, rows = tmp_path_factory.mktemp("whole"), []
    net = run(out, watch=rows.append)
    return out, net, rows


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """The network of a shorter one."""
    return run(tmp_path_factory.mktemp("short"), iterations=2)


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    """A folder where a second network has begun to learn, and how it ends: network and log."""
    begun, out = tmp_path_factory.mktemp("second"), tmp_path_factory.mktemp("ended")
    with pytest.raises(EnoughError):
        run(begun, TWO, watch=stop_after(3))
    return begun, run(out, TWO), figures(out)


def figures(out):
    """A training's log, without times."""
    return [
        {**row, "minutes": 0, "seconds": 0, "core_seconds": 0} for row in read_log(out / "log.csv")
    ]


# ---- the same weights ----------------------------------------------------------------------


def test_each_iteration_is_told_and_logged(whole):
    out, net, rows = whole
    assert [row["iteration"] for row in rows] == list(range(ITERATIONS))
    assert read_log(out / "log.csv") == rows
    for row in rows:
        assert row["games"] == 8
        assert row["positions"] > 8
        assert 0 <= row["against_random"] <= 1
        assert row["promoted"] == 1
        assert 0 < row["asked"] <= row["simulations"]
    assert rows[-1]["rate"] < rows[0]["rate"]
    assert same(networks.read(out), net)
    assert not same(training.Learner(PLAN.kit.encoding, PLAN.hyperparameters, PLAN.seed).net, net)
    assert sorted(out.glob("games-*")) == [
        out / f"games-{number:06}.npz" for number in PLAN.hyperparameters.iterations(ITERATIONS)
    ]


def test_networks_are_kept_after_1_2_4_and_so_on_iterations(whole):
    out, net, _ = whole
    kept = [1 << power for power in range(ITERATIONS.bit_length())]
    assert sorted(out.glob("net-*")) == [out / f"net-{done:04}.npz" for done in kept]
    assert same(networks.read(out / f"net-{kept[-1]:04}.npz"), net) == (kept[-1] == ITERATIONS)


def test_simulations_double_in_the_course(whole):
    _, _, rows = whole
    a_position = [row["simulations"] / row["games"] for row in rows]
    assert [PLAN.play_at(share / 4).simulations for share in range(5)] == [6, 6, 12, 12, 12]
    for last in (None, 3, 6, 11):
        plan = replace(PLAN, last_simulations=last)
        assert [plan.play_at(share / 4).simulations for share in range(5)] == [6] * 5
    assert min(a_position[2:]) > 1.2 * max(a_position[:2])


@pytest.mark.parametrize("stop", range(1, ITERATIONS))
@pytest.mark.parametrize("plan", [PLAN, TWO], ids=["one network", "two networks"])
def test_stopped_after_any_iteration_it_goes_on_bit_for_bit(tmp_path, plan, stop):
    net = run(tmp_path / "whole", plan)
    with pytest.raises(EnoughError):
        run(tmp_path / "parts", plan, watch=stop_after(stop))
    assert len(figures(tmp_path / "parts")) == stop
    assert same(run(tmp_path / "parts", plan), net)
    assert figures(tmp_path / "parts") == figures(tmp_path / "whole")


# ---- a second network ----------------------------------------------------------------------


def test_a_second_network_begins_anew(tmp_path):
    rows = []
    run(tmp_path, TWO, watch=rows.append)
    assert [row["network"] for row in rows] == [1, 1, 2, 2]
    rates = [row["rate"] for row in rows]
    assert rates[:2] == rates[2:] == [TWO.hyperparameters.rate_at(share) for share in (0, 0.5)]
    learner = TWO.learner(2)
    TrainingFolder(tmp_path).read_state(learner)
    assert 0 < learner.optimizer.steps < sum(row["positions"] for row in rows) / 6
    assert not same(TWO.learner(2).net, TWO.learner(1).net)


def test_the_second_network_plays_once_it_is_no_worse(tmp_path, monkeypatch):
    against_best = iter([-1.0, -1.0, -0.1, 0.0, -1.0])
    results = (outcome for each in against_best for outcome in (each, 1.0))  # then against chance
    monkeypatch.setattr(training, "duel", lambda *_, **__: np.full(4, next(results)))
    plan, rows = replace(TWO, second_at=0.4), []
    run(tmp_path, plan, 5, watch=rows.append, evaluate=lambda *_: {"kept": 1.0})
    assert [row["network"] for row in rows] == [1, 1, 2, 2, 2]
    assert [row["promoted"] for row in rows] == [1, 1, 0, 1, 1]


def test_games_are_read_from_their_files_only_after_a_stop(tmp_path, monkeypatch):
    read, numbers = TrainingFolder.read_games, []

    def noted(folder, number):
        numbers.append(number)
        return read(folder, number)

    monkeypatch.setattr(TrainingFolder, "read_games", noted)
    run(tmp_path, iterations=2)
    assert not numbers
    run(tmp_path)
    assert sorted(numbers) == [0, 1, 2]


@pytest.mark.parametrize("step", range(12))
@pytest.mark.parametrize("kind", ["write", "sync", "rename"])
def test_with_a_full_disk_at_any_write_it_goes_on_bit_for_bit(
    short, tmp_path, monkeypatch, kind, step
):
    """Settings and first games; then an iteration's games, state, network, log, kept network."""
    places = {"write": (Path, "open"), "sync": (os, "fsync"), "rename": (os, "replace")}
    usual, calls = getattr(*places[kind]), []

    def full(*arguments, **named):
        if kind != "write" or "w" in str(arguments[1:]):  # else it is opened to be read
            calls.append(arguments)
            if len(calls) == step + 1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return usual(*arguments, **named)

    monkeypatch.setattr(*places[kind], full)
    with pytest.raises(OSError, match="No space left"):
        run(tmp_path, iterations=2)
    assert committed(tmp_path) == sum(step > state for state in (3, 8))  # the states' places
    done, rows = committed(tmp_path), []
    assert same(run(tmp_path, iterations=2, watch=rows.append), short)
    assert [row["iteration"] for row in rows] == list(range(done, 2))
    assert [row["iteration"] for row in read_log(tmp_path / "log.csv")] == [0, 1]
    assert {file.name for file in tmp_path.glob("net-*")} == {"net-0001.npz", "net-0002.npz"}


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(whole, tmp_path, workers):
    assert same(run(tmp_path, iterations=ITERATIONS, workers=workers), whole[1])


def test_a_training_that_is_done_can_be_made_longer(short, tmp_path):
    run(tmp_path, iterations=2)
    rows = []
    assert same(run(tmp_path, iterations=2, watch=rows.append), short)
    assert rows == []
    run(tmp_path, iterations=3, watch=rows.append)
    assert [row["iteration"] for row in rows] == [2]


def test_it_ends_when_time_is_up_and_the_time_before_counts(tmp_path):
    rows = []
    start = time.perf_counter()
    train(PLAN, tmp_path, minutes=0.02, executor=Here(), watch=rows.append)
    assert 1.2 <= time.perf_counter() - start < 30
    assert all(row["minutes"] < 0.02 for row in rows[:-1])
    assert rows[-1]["rate"] < rows[0]["rate"]
    before = len(rows)
    train(PLAN, tmp_path, minutes=0.02, executor=Here(), watch=rows.append)
    assert len(rows) <= before + 1, "there is at most what was left when the last one was noted"


# ---- killed --------------------------------------------------------------------------------

LONG = replace(PLAN, games=32, part=16, play=replace(PLAN.play, simulations=12, slots=16))
"""Iterations that take long enough to be killed in."""
KILLS, LENGTH = 10, 12
SCRIPT = """
import sys
from test_train import LONG, LENGTH, Here, train
if __name__ == "__main__":
    watch = lambda row: print(int(row["iteration"]), flush=True)
    players = {"workers": 2} if sys.argv[2] == "workers" else {"executor": Here()}
    train(LONG, sys.argv[1], iterations=LENGTH, watch=watch, **players)
"""


def alive(session):
    """The processes of a session that are still there."""
    listed = subprocess.run(["ps", "-eo", "sid=,pid=,stat="], capture_output=True, text=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [pid for sid, pid, status in rows if int(sid) == session and status[0] != "Z"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
def test_killed_at_any_moment_it_loses_an_iteration_at_most_and_leaves_nothing(tmp_path):
    script, out = tmp_path / "script.py", tmp_path / "a training"
    script.write_text(SCRIPT)
    dice, done = random.Random(0), 0
    for kill in range(KILLS):
        with subprocess.Popen(
            # Workers are slow to start: they are not always there.
            [sys.executable, str(script), str(out), "alone" if kill % 4 else "workers"],
            env=os.environ | {"PYTHONPATH": f"{Path(__file__).parent}{os.pathsep}{ROOT}"},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as training:
            assert training.stdout
            if kill % 3:  # else it is killed while it starts
                training.stdout.readline()
            if kill == 1:  # later ones may be done meanwhile
                with pytest.raises(ValueError, match=f"process {training.pid} .* the training in"):
                    run(out, LONG, LENGTH)
            time.sleep(dice.uniform(0, 0.3 if kill % 3 else 1.0))
            training.kill()
            # Its workers hold the other ends of the pipes: this returns only when they are gone.
            told, complaints = training.communicate(timeout=30)
        assert "Error" not in complaints.replace("EOFError", "")
        end = time.monotonic() + 10  # who ends closes its files first, and is gone a little later
        while alive(training.pid) and time.monotonic() < end:
            time.sleep(0.05)
        assert alive(training.pid) == []
        rows = [int(line) for line in told.split()]
        assert committed(out) >= max([done, *(row + 1 for row in rows)])
        done = committed(out)
    assert done > 3
    assert same(run(out, LONG, LENGTH), run(tmp_path / "whole", LONG, LENGTH))


# ---- damage --------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path):
    """A folder with two iterations."""
    go_on(tmp_path, 2)
    return tmp_path


def go_on(out, iterations=3):
    return run(out, replace(PLAN, last_simulations=None), iterations)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("damage", ["lost", "cut", "changed"])
def test_damaged_games_are_left_out_with_a_warning(begun, number, damage):
    file = begun / f"games-{number:06}.npz"
    content = file.read_bytes()
    if damage == "lost":
        file.unlink()
    else:
        middle = len(content) // 2
        few = bytes(byte ^ 1 for byte in content[middle : middle + 64])  # one may be a date's
        changed = content[:middle] + few + content[middle + 64 :]
        file.write_bytes(content[:middle] if damage == "cut" else changed)
    with pytest.warns(UserWarning, match=rf"games-{number:06}.npz is damaged or lost"):
        go_on(begun)
    assert len(read_log(begun / "log.csv")) == 3


def test_a_damaged_state_is_told_and_nothing_is_touched(begun):
    state = begun / "state.npz"
    state.write_bytes(state.read_bytes()[:-100])
    before = {file: file.read_bytes() for file in begun.iterdir()}
    with pytest.raises(ValueError, match=r"state.npz cannot be read .* is in net.npz"):
        go_on(begun)
    assert {file: file.read_bytes() for file in begun.iterdir()} == before
    state.unlink()
    with pytest.raises(ValueError, match=r"state.npz is lost; put it back"):
        go_on(begun)
    assert networks.read(begun)


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (lambda text: None, "was lost"),
        (lambda text: text[:-30], "log-damaged-2.csv"),
        (lambda text: "a shopping list\n", "log-damaged-2.csv"),
        (lambda text: "", "log-damaged-2.csv"),
        (lambda text: text.replace("network", "net"), "log-damaged-2.csv"),
        (lambda text: networks.file_of("7x6", "csv").read_text(), "log-damaged-2.csv"),
    ],
)
def test_without_its_log_the_second_network_learns_on(second, tmp_path, damage, what):
    begun, net, whole = second
    out = tmp_path / "out"
    log = shutil.copytree(begun, out) / "log.csv"
    damaged = damage(log.read_text())
    (out / "log-damaged-1.csv").write_text("an older one")
    log.unlink() if damaged is None else log.write_text(damaged)
    with pytest.warns(UserWarning, match=rf"log.csv .*{what}; it is written again from state.npz"):
        assert same(run(out, TWO), net)
    assert figures(out) == whole
    assert damaged is None or (out / "log-damaged-2.csv").read_text() == damaged
    assert (out / "log-damaged-1.csv").read_text() == "an older one"


@pytest.mark.parametrize("name", ["log.csv", "net.npz"])
def test_reports_that_were_not_written_in_time_are_made_from_the_state(tmp_path, name):
    with pytest.raises(EnoughError):
        run(tmp_path, watch=stop_after(ITERATIONS - 1))
    older = (tmp_path / name).read_bytes()
    net = run(tmp_path)
    (tmp_path / name).write_bytes(older)
    run(tmp_path)
    assert len(read_log(tmp_path / "log.csv")) == ITERATIONS
    assert same(networks.read(tmp_path), net)


def test_figures_may_come_and_go(tmp_path):
    run(tmp_path, iterations=1)
    run(tmp_path, iterations=2, evaluate=lambda *_: {"kept": np.int64(1)})
    first, second = read_log(tmp_path / "log.csv")
    assert (first.keys() ^ second.keys()) == {"kept", "alone_random"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ("a shopping list\n", "is damaged; .* make it again: python -m c4lib train"),
        (networks.file_of("7x6", "csv").read_text()[:-9], "is damaged"),
        (POSITIONS.read_text(), "positions.csv is not the log .* but was made by: .*positions"),
    ],
)
def test_what_is_not_a_whole_log_is_told(tmp_path, text, message):
    file = tmp_path / "positions.csv"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_log(file)


@pytest.mark.parametrize("rate", [1e6, 1e38])
def test_a_training_that_diverges_ends_and_keeps_what_it_has(begun, rate, monkeypatch):
    before = {file.name: file.read_bytes() for file in begun.glob("[ns]*")}
    monkeypatch.setattr(Plan, "rate_at", lambda *_: rate)
    with pytest.raises(ValueError, match=r"learning diverged: .* with a lower learning rate"):
        go_on(begun)
    assert {file.name: file.read_bytes() for file in begun.glob("[ns]*")} == before


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"seed": 2}, "with seed 1, not 2"),
        ({"play": replace(PLAN.play, simulations=7)}, "with simulations 6, not 7"),
        ({"hyperparameters": Hyperparameters(width=8)}, "with width 16, not 8"),
        ({"kit": ConnectKit(Connect4(4, 4, 4))}, "with game '4x4, 3.*not '4x4, 4"),
        ({"kit": ConnectKit(PLAN.kit.start, False)}, "lines', not '4x4, 3 in a row'"),
    ],
)
def test_another_training_does_not_get_into_the_folder(whole, other, message):
    with pytest.raises(ValueError, match=f"{message}.*; resume that one, or use another folder"):
        run(whole[0], replace(PLAN, **other))


@pytest.mark.parametrize("content", ["", "{", "[1]", "3"])
def test_damaged_settings_are_told(begun, content):
    (begun / "settings.json").write_text(content)
    with pytest.raises(ValueError, match=r"settings.json is damaged .* use another folder"):
        go_on(begun)
    (begun / "settings.json").unlink()
    with pytest.raises(ValueError, match="a training without settings; use another folder"):
        go_on(begun)


# ---- the rest ------------------------------------------------------------------------------


def test_a_network_that_does_not_win_is_not_promoted(tmp_path, monkeypatch):
    plan = replace(PLAN, gate=0.55)
    for outcome, promoted in ((-1.0, 0.0), (0.0, 0.0), (1.0, 1.0)):
        monkeypatch.setattr(training, "duel", lambda *_, outcome=outcome, **__: np.full(4, outcome))
        out, rows = tmp_path / str(outcome), []
        net = run(out, plan, 2, watch=rows.append)
        assert [row["promoted"] for row in rows] == [promoted] * 2
        first = training.Learner(plan.kit.encoding, plan.hyperparameters, plan.seed).averaged
        assert same(net, first) == (not promoted)
        assert same(networks.read(out), net)


def test_after_a_stop_the_best_network_is_still_the_best(tmp_path, monkeypatch):
    results = iter([1.0] * 3 + [-1.0] * 6)  # three duels an iteration: the first is won
    monkeypatch.setattr(training, "duel", lambda *_, **__: np.full(4, next(results)))
    plan = replace(PLAN, gate=0.55)
    best = run(tmp_path, plan, 1)
    assert same(run(tmp_path, plan, 2), best)
    assert same(run(tmp_path, plan, 3), best)


def test_other_executors_are_left_as_they_are(tmp_path):
    with ProcessPoolExecutor(1) as pool:
        run(tmp_path, iterations=1, executor=pool)
        assert pool.submit(math.sqrt, 4).result() == 2
