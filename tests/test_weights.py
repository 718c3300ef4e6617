"""Networks in files: what is read is what was written, or it is refused."""

import random

import numpy as np
import pytest

from c4lib.alphazero import weights
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.connect4 import Connect4

ENCODING = Columns(Connect4().board)


@pytest.fixture
def written(tmp_path):
    net = Net.new(785, 7, width=16, seed=3)
    weights.write(tmp_path / "net.npz", net, ENCODING)
    return tmp_path / "net.npz", net


def test_a_network_comes_back_as_it_was(written):
    file, net = written
    again = weights.read(file, ENCODING)
    assert again.weights.keys() == net.weights.keys()
    for name, each in net.weights.items():
        assert again.weights[name].dtype == each.dtype
        assert (again.weights[name] == each).all()
    assert [path.name for path in file.parent.iterdir()] == ["net.npz"], "nothing is left beside"


def test_squares_are_remembered(tmp_path):
    net = Net.new(785, 7, width=16, narrow=4, power=2)
    weights.write(tmp_path / "net.npz", net, ENCODING)
    again = weights.read(tmp_path / "net.npz", ENCODING)
    assert again.power == 2
    assert again.weights.keys() == net.weights.keys()


def test_any_changed_byte_is_noticed_or_changes_nothing(written):
    """Some bytes of such a file mean nothing, such as its dates."""
    file, net = written
    good, dice, refused = file.read_bytes(), random.Random(1), 0
    for _ in range(150):
        place = dice.randrange(len(good))
        bad = bytearray(good)
        bad[place] ^= 1 << dice.randrange(8)
        file.write_bytes(bytes(bad))
        try:
            again = weights.read(file, ENCODING)
        except ValueError as error:
            refused += "damaged" in str(error)
        else:
            assert all((again.weights[name] == net.weights[name]).all() for name in net.weights)
    assert refused > 100


@pytest.mark.parametrize("length", [0, 1, 100, -1, -30])
def test_a_cut_off_file_is_refused(written, length):
    file, _ = written
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(ValueError, match=r"net\.npz is damaged"):
        weights.read(file, ENCODING)


def test_another_board_another_version_or_no_file_is_told(written):
    file, net = written
    with pytest.raises(ValueError, match=r"for 7x6, .* not for 5x4, 4 in a row"):
        weights.read(file, Columns(Connect4(5, 4).board))
    weights.write_arrays(
        file, net.weights | {"version": np.array(99), "board": np.array(ENCODING.name)}
    )
    with pytest.raises(ValueError, match=r"of version 99, and this package reads version 1"):
        weights.read(file, ENCODING)
    weights.write_arrays(file, {"something": np.zeros(3)})
    with pytest.raises(ValueError, match="version None"):
        weights.read(file, ENCODING)
    with pytest.raises(ValueError, match="there is no file"):
        weights.read(file.with_name("other.npz"), ENCODING)


def test_a_pickle_is_never_read(tmp_path):
    file = tmp_path / "net.npz"
    with file.open("wb") as opened:
        np.savez(opened, evil=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ValueError, match="is damaged"):
        weights.read(file, ENCODING)


def test_writing_that_fails_leaves_the_old_file(written, monkeypatch):
    file, net = written

    def fail(*_, **__):
        raise OSError("the disk is full")

    monkeypatch.setattr(weights.np, "savez", fail)
    with pytest.raises(OSError, match="full"):
        weights.write(file, Net.new(785, 7, width=16, seed=4), ENCODING)
    monkeypatch.undo()
    assert (weights.read(file, ENCODING).weights["in"] == net.weights["in"]).all()
