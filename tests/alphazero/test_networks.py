"""Networks in files: what is read is what was written, or it is refused."""

import json
import random

import numpy as np
import pytest

from c4lib import AlphaZero, play_game
from c4lib.alphazero import networks
from c4lib.alphazero.encode import Columns, game_of
from c4lib.alphazero.kits import kit_of, own_kit
from c4lib.alphazero.net import Net
from c4lib.connect4 import Connect4
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.measure.network import exact_positions, network_accuracy

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


@pytest.mark.parametrize("kind", networks.BOARD_NETWORKS)
def test_a_network_that_sees_the_discs_alone_comes_back_as_it_was(tmp_path, kind):
    bare = Columns(Connect4(5, 4).board, lines=False)
    net = networks.BOARD_NETWORKS[kind].new(bare.board, 8, seed=1)
    networks.write(tmp_path / "net.npz", net, bare)
    again = networks.read(tmp_path)
    assert again.kind == kind
    assert all((again.weights[name] == net.weights[name]).all() for name in net.weights)
    game, arrays = networks.read_game(tmp_path / "net.npz")
    assert networks.name_of(game) == "5x4-bare"
    about = {"version": np.array(networks.VERSION), "game": np.array(json.dumps(game))}
    networks.write_arrays(tmp_path / "net.npz", arrays | about | {"kind": np.array("unheard of")})
    with pytest.raises(ValueError, match="no network of the kind 'unheard of'"):
        networks.read(tmp_path)
    lines = np.array(json.dumps(game | {"sees": "lines"}))
    networks.write_arrays(tmp_path / "net.npz", arrays | about | {"game": lines})
    with pytest.raises(ValueError, match="no network of the kind"):
        networks.read(tmp_path)


@pytest.mark.parametrize("name", ["5x4-bare", "5x4"])
def test_the_shipped_networks_for_a_small_board_keep_the_value_at_one_look(name):
    kit = kit_of(name)
    kept = network_accuracy(kit, networks.load(name).predict, exact_positions(kit.start)).kept
    assert kept.value > 0.9
    assert not any(position.state.width != 5 for position in exact_positions(kit.start))
    player = AlphaZero(name, simulations=20)
    assert play_game(player, player, start=kit.start).final.is_over


def test_the_three_trainings_that_lesson_06_compares_had_the_same_processor_time():
    for name in ("5x4-bare", "5x4", "5x4-convolution"):
        log = networks.read_log(networks.file_of(name, "csv"))
        assert 120 <= sum(row["core_seconds"] for row in log) < 126, name


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


GAME = '{"game": "Connect X", "%s": %s, "height": 6, "connect": 4, "sees": "lines"}'


def ones(*shape):
    return np.ones(shape, np.float32)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": ones(3, 64)}, r"value has the shape \(3, 64\) and not \(16, 64\)"),
        ({"in": ones(785, 9)}, r"in has the shape \(785, 9\) and not \(785, 16\)"),
        ({"in": ones(9, 16)}, "it has 9 inputs and 7 moves"),
        ({"in_bias": ones(16, 1)}, "has the shape"),
        ({"block0_bias": ones(99)}, r"block0_bias has the shape \(99,\) and not \(16,\)"),
        ({"block0": None, "block0_bias": None}, "there is a mistake in block0, block0_bias"),
        ({"out_bias": None}, "there is a mistake in out_bias"),
        ({"block7": ones(16, 16)}, "there is a mistake in block1, block1_bias, "),
        ({"other": np.ones(3)}, "there is a mistake in other"),
        ({"policy_bias": np.nan * ones(7)}, "policy_bias does not hold finite"),
        ({"out_bias": np.inf * ones(1)}, "out_bias does not hold finite"),
        ({"out_bias": np.ones(1)}, "out_bias does not hold .* of the type float32"),
        ({"power": np.array([1, 2])}, r"power is 1 or 2, not \[1, 2\]"),
        ({"game": None}, "does not say which game"),
        ({"game": np.array("[]")}, "does not say which game"),
        ({"game": np.array("[" * 100_000)}, "does not say which game"),
        ({"game": np.array(GAME % ("width", 10**9))}, "not a known game: a board has at most"),
        ({"game": np.array(GAME % ("wide", 7))}, "not a known game: 'width'"),
    ],
)
def test_whatever_could_not_be_searched_with_is_refused(written, change, message):
    file, _ = written
    networks.write_arrays(file, {
        name: each for name, each in (networks.read_arrays(file) | change).items()
        if each is not None
    })  # fmt: skip
    with pytest.raises(ValueError, match=rf"^net\.npz .*{message}"):
        networks.read(file)


def test_a_pickle_is_never_read(tmp_path):
    file = tmp_path / "net.npz"
    with file.open("wb") as opened:
        np.savez(opened, evil=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ValueError, match="is damaged"):
        networks.read_for(file, ENCODING)
    file.write_text("nothing of NumPy's")  # whose own message advises to allow pickles
    with pytest.raises(ValueError, match=r"is damaged \(File is not a zip file\)"):
        networks.read_for(file, ENCODING)


@pytest.mark.parametrize(
    "encoding",
    [
        ENCODING,
        Columns(Connect4(6, 5, 3).board, lines=False),
        *(own_kit(start).encoding for start in (Quixo(5, 9), Othello(6), Othello(8))),
    ],
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
