"""The convolutional network: its gradients are true, it learns, and it answers in any batch."""

import numpy as np
import pytest
from test_net import check_gradients
from test_search import positions

from c4lib.alphazero import conv
from c4lib.alphazero.conv import ConvNet
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import AdamW, Examples
from c4lib.alphazero.net_kernel import judge_of
from c4lib.connect4 import Connect4

SIZES = [(5, 4, 4), (4, 4, 3), (7, 6, 4), (9, 7, 4)]
SMALL = Connect4(5, 4).board


def discs(states, dtype=np.float32):
    """Where the discs are, and the legal moves: for boards of any size."""
    encoding = Columns(states[0].board, lines=False)
    legal = [[move in state.moves() for move in range(encoding.outputs)] for state in states]
    return np.stack([encoding.bits(state) for state in states]).astype(dtype), np.array(
        legal, dtype
    )


def examples_on(size, rows, dtype=np.float32, seed=0):
    """Positions of random games, with random targets."""
    rng = np.random.default_rng(seed)
    bits, legal = discs(positions(size, rows, seed), dtype)
    policy = legal * rng.random(legal.shape)
    policy /= policy.sum(axis=1, keepdims=True)
    return Examples(bits, legal, policy.astype(dtype), rng.uniform(-1, 1, rows).astype(dtype))


def exact(net, seed=1):
    """The network in double precision, with all weights well away from 0."""
    rng = np.random.default_rng(seed)
    return net.with_weights(
        {
            name: each.astype(np.float64) + rng.normal(scale=0.1, size=each.shape)
            for name, each in net.weights.items()
        }
    )


def check_learns(net, examples, steps):
    """The network learns the examples by heart, and stays in single precision."""
    start, _ = net.gradients(examples)
    entropy = -(examples.policy * np.log(np.maximum(examples.policy, 1e-12))).sum(axis=1).mean()
    optimizer = AdamW(net.weights, decay=0)
    for _ in range(steps):
        _, slopes = net.gradients(examples)
        optimizer.step(net.weights, slopes, 3e-3)
    end, _ = net.gradients(examples)
    assert end.value < start.value / 50
    assert end.policy - entropy < (start.policy - entropy) / 20
    assert all(each.dtype == np.float32 for each in net.weights.values())


@pytest.mark.parametrize(("size", "layers"), [((5, 4, 4), 1), ((5, 4, 4), 3), ((4, 3, 3), 5)])
@pytest.mark.parametrize("value_weight", [1.0, 0.25])
def test_gradients_are_what_small_changes_say(size, layers, value_weight):
    net = exact(ConvNet.new(Connect4(*size).board, 20, 1, layers=layers))
    examples = examples_on(size, conv.TOGETHER + 3, np.float64)
    check_gradients(net, examples, value_weight, steepest=40)


def test_it_learns_examples_by_heart():
    check_learns(ConvNet.new(SMALL, 64, 3), examples_on((5, 4, 4), 30), 250)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_position_is_judged_alike_alone_and_among_others(size):
    rows = 2 * conv.TOGETHER + 5
    bits, legal = discs(positions(size, rows, seed=2))
    net = ConvNet.new(Connect4(*size).board, 32, 4)
    assert (net.inputs, net.outputs) == (bits.shape[1], size[0])
    policies, values = judge_of(net)(bits, legal)
    assert policies.dtype == values.dtype == np.float32
    assert np.allclose(policies.sum(axis=1), 1, atol=1e-5)
    assert (policies[legal == 0] == 0).all()
    assert (abs(values) <= 1).all()
    for row in range(rows):
        alone = net.predict(bits[row : row + 1], legal[row : row + 1])
        assert np.allclose(alone[0][0], policies[row], atol=1e-5)
        assert np.allclose(alone[1][0], values[row], atol=1e-5)
    assert [len(each) for each in net.predict(bits[:0], legal[:0])] == [0, 0]


def test_a_patch_holds_the_nine_squares_around_a_square_and_zeros_off_the_board(monkeypatch):
    boards = np.random.default_rng(0).random((3, 5, 4, 2))
    edged = np.pad(boards, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for is_compiled in (conv.COMPILED, False):
        monkeypatch.setattr(conv, "COMPILED", is_compiled)
        found = conv.patches(boards, conv.room_for_patches(boards)).reshape(3, 5, 4, 3, 3, 2)
        for column in range(5):
            for row in range(4):
                around = edged[:, column : column + 3, row : row + 3]
                assert (found[:, column, row] == around).all()


def test_it_sees_whose_turn_it_is_and_where_the_board_ends():
    states = [Connect4(5, 4), Connect4(5, 4).play(2)]
    planes = ConvNet.new(SMALL).planes(discs(states)[0])
    assert planes.shape == (2, 5, 4, 4)
    assert not planes[0, ..., :3].any()
    assert np.argwhere(planes[1, ..., 1]).tolist() == [[2, 0]], "the disc is the opponent's"
    assert planes[1, ..., 2].all()
    assert planes[..., 3].all()


def test_five_layers_see_five_squares_far():
    net = ConvNet.new(Connect4(15, 1, 3).board, 32, 2)
    bits = np.zeros((2, 30), np.float32)
    bits[1, 7] = bits[1, 15 + 0] = bits[0, 15 + 0] = bits[0, 15 + 14] = 1  # as many in both
    made = net.forward(bits).steps["made4"][:, :, 0]
    differs = (made[0] != made[1]).any(axis=1)
    assert not differs[1]
    assert differs[2:13].all()


@pytest.mark.parametrize("bits", [(1, 39), (1, 41), (40,)], ids=str)
def test_bits_of_another_board_are_not_read(bits):
    net, legal = ConvNet.new(SMALL, 16), np.ones((1, 5), np.float32)
    with pytest.raises(ValueError, match=r"bits has the shape .* reads 40"):
        net.predict(np.ones(bits, np.float32), legal)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("layer1", (9 * 4, 5), r"layer1 has the shape \(36, 5\) and not \(36, 4\)"),
        ("layer0", (27, 4), r"layer0 has the shape \(27, 4\) and not \(36, 4\)"),
        ("policy", (16 * 20, 7), r"policy has the shape"),
        ("layer5", (36, 4), "a mistake in layer5"),
        ("layer0_bias", (0,), "layer0"),
        ("extra", (1,), "a mistake in extra"),
    ],
)
def test_weights_that_do_not_fit_are_refused(name, shape, message):
    net = ConvNet.new(SMALL, 16)
    net.check()
    net.with_weights(net.weights).check()
    with pytest.raises(ValueError, match=message):
        net.with_weights(net.weights | {name: np.zeros(shape, np.float32)}).check()


@pytest.mark.parametrize("missing", ["layer0", "layer4", "layer2_bias", "look", "out_bias"])
def test_weights_that_are_missing_are_named(missing):
    weights = dict(ConvNet.new(SMALL, 16).weights)
    del weights[missing]
    with pytest.raises(ValueError, match=f"mistake in .*{missing}"):
        ConvNet(weights, SMALL).check()


@pytest.mark.parametrize("sizes", [{"width": 0}, {"width": 2.5}, {"layers": 0}, {"layers": 4}])
def test_sizes_that_make_no_network_are_refused(sizes):
    with pytest.raises(ValueError, match=f"{next(iter(sizes))} is"):
        ConvNet.new(SMALL, **sizes)
