"""A trained network becomes the shipped one, or nothing changes."""

import shutil
from functools import cache

import pytest

from c4lib.__main__ import main
from c4lib.alphazero import networks
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.networks import promote
from c4lib.connect4 import Connect4
from c4lib.measure.files import write_table

FIVE = Columns(Connect4(5, 4).board)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A training's folder, and a place for shipped networks."""
    data, run = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    for ending in ("npz", "csv"):
        shutil.copy(networks.file_of("5x4", ending), data)
    monkeypatch.setattr(networks, "FOLDER", data)
    # With a cache of its own, for other tests rely on what theirs holds.
    monkeypatch.setattr(networks, "load", cache(networks.load.__wrapped__))
    networks.write(run / "net.npz", Net.new(FIVE.inputs, FIVE.outputs, width=8), FIVE)
    write_log(run, ("iteration", "games"), (0, 16), (1, 16))
    return run


def write_log(run, *rows):
    write_table(run / "log.csv", "python -m c4lib train", rows)


def files(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("name", [[], ["--name", "5x4"]])
def test_the_network_and_the_log_are_shipped(run, capsys, name):
    networks.load("5x4")
    assert main(["promote", str(run), *name]) == 0
    assert files(networks.FOLDER) == {
        "alphazero-5x4.npz": (run / "net.npz").read_bytes(),
        "alphazero-5x4.csv": (run / "log.csv").read_bytes(),
    }
    learnt = networks.read_for(run / "net.npz", FIVE).weights["in"]
    assert (networks.load("5x4").weights["in"] == learnt).all()
    assert "alphazero-5x4.npz, and its log beside it" in capsys.readouterr().out


def damage(file):
    file.write_bytes(file.read_bytes()[:-50])


@pytest.mark.parametrize(
    ("change", "name", "message"),
    [
        (lambda run: damage(run / "net.npz"), None, "net.npz is damaged"),
        (lambda run: (run / "net.npz").unlink(), None, "there is no file .*net.npz"),
        (lambda run: write_log(run, ["iteration"]), None, "log.csv is empty"),
        (lambda run: write_log(run, ["iteration"], ["x"]), None, "log.csv is not the log"),
        (lambda run: damage(run / "log.csv"), None, "log.csv is damaged"),
        (lambda run: (run / "log.csv").unlink(), None, "log.csv cannot be read"),
        (lambda run: None, "7x6", "a network for Connect X, width 5, .* not for 7x6"),
        (lambda run: None, "five", "such as \"7x6\", not 'five'"),
    ],
)
def test_what_is_damaged_or_for_another_board_changes_nothing(run, change, name, message):
    before = files(networks.FOLDER)
    change(run)
    with pytest.raises(ValueError, match=message):
        promote(run, name)
    assert files(networks.FOLDER) == before
