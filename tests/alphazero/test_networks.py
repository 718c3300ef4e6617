"""Networks in files: what is read is what was written, or it is refused."""

import random

import numpy as np
import pytest

from c4lib.alphazero import networks
from c4lib.alphazero.encode import Columns, game_of
from c4lib.alphazero.encode_quixo import QuixoKit
from c4lib.alphazero.net import Net
from c4lib.connect4 import Connect4
from c4lib.games.quixo import Quixo

ENCODING = Columns(Connect4().board)


@pytest.fixture
def written(tmp_path):
    net = Net.new(785, 7, width=16, seed=3)
    networks.write(tmp_path / "net.npz", net, ENCODING)
    return tmp_path / "net.npz", net


@pytest.mark.parametrize("shape", [{}, {"narrow": 4, "power": 2}], ids=str)
def test_a_network_comes_back_as_it_was(tmp_path, shape):
    file, net = tmp_path / "net.npz", Net.new(785, 7, width=16, **shape)
    networks.write(file, net, ENCODING)
    again = networks.read_for(file, ENCODING)
    assert again.weights.keys() == net.weights.keys()
    assert again.power == net.power
    for name, each in net.weights.items():
        assert again.weights[name].dtype == each.dtype
        assert (again.weights[name] == each).all()
    assert [path.name for path in file.parent.iterdir()] == ["net.npz"], "nothing is left beside"


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
            again = networks.read_for(file, ENCODING)
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
        networks.read_for(file, ENCODING)


def test_another_board_another_version_or_no_file_is_told(written):
    file, net = written
    with pytest.raises(ValueError, match=r"for Connect X, width 7, .* not for 5x4, 4 in a row"):
        networks.read_for(file, Columns(Connect4(5, 4).board))
    networks.write_arrays(file, net.weights | {"version": np.array(99)})
    with pytest.raises(ValueError, match=r"of version 99, and this package reads version 2"):
        networks.read_for(file, ENCODING)
    networks.write_arrays(file, {"something": np.zeros(3)})
    with pytest.raises(ValueError, match=r"holds no network; name a net\.npz"):
        networks.read_for(file, ENCODING)
    with pytest.raises(ValueError, match="there is no file"):
        networks.read_for(file.with_name("other.npz"), ENCODING)


def test_a_pickle_is_never_read(tmp_path):
    file = tmp_path / "net.npz"
    with file.open("wb") as opened:
        np.savez(opened, evil=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ValueError, match="is damaged"):
        networks.read_for(file, ENCODING)


def test_writing_that_fails_leaves_the_old_file(written, monkeypatch):
    file, net = written

    def fail(*_, **__):
        raise OSError("the disk is full")

    monkeypatch.setattr(networks.np, "savez", fail)
    with pytest.raises(OSError, match="full"):
        networks.write(file, Net.new(785, 7, width=16, seed=4), ENCODING)
    monkeypatch.undo()
    assert (networks.read_for(file, ENCODING).weights["in"] == net.weights["in"]).all()


@pytest.mark.parametrize(
    "encoding",
    [ENCODING, Columns(Connect4(6, 5, 3).board, lines=False), QuixoKit(Quixo(5, 9)).encoding],
    ids=lambda encoding: encoding.name,
)
def test_a_file_says_which_game_its_network_is_for(tmp_path, encoding):
    net = Net.new(encoding.inputs, encoding.outputs, width=8)
    networks.write(tmp_path / "net.npz", net, encoding)
    game, _ = networks.read_game(tmp_path / "net.npz")
    assert game == encoding.game
    assert networks.read(tmp_path).weights.keys() == net.weights.keys()
    assert game_of(networks.encoding_for(game, tmp_path)) == game


def test_a_network_for_a_game_of_your_own_is_read_with_its_encoding(tmp_path):
    class Mine(Columns):
        game = property(lambda self: {"game": "my game"})

    mine = Mine(Connect4().board)
    net = Net.new(mine.inputs, mine.outputs, width=8)
    networks.write(tmp_path / "net.npz", net, mine)
    assert (networks.read_for(tmp_path / "net.npz", mine).weights["in"] == net.weights["in"]).all()
    with pytest.raises(ValueError, match="a network for my game; read it with the encoding"):
        networks.read(tmp_path)
