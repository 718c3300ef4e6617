"""The network of patterns: true gradients, one answer for mirror images, compiled or not."""

from itertools import product

import numpy as np
import pytest
from test_conv import check_learns, discs, exact, examples_on
from test_net import check_gradients
from test_search import positions

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net_kernel import judge_of
from c4lib.alphazero.patterns import PatternNet, patterns_of
from c4lib.connect4 import Connect4

SIZES = [(5, 4, 4), (4, 4, 3), (7, 6, 4), (9, 7, 4)]
TABLES = [(5, 4), (4, 4), (7, 6), (9, 7)]
FEW = 16  # the width
SMALL = Connect4(5, 4).board


def lively(size, seed=4):
    """A small network with opinions: its heads are not silent."""
    net = PatternNet.new(Connect4(*size).board, FEW, seed)
    return net.with_weights({name: 2 * each + 0.01 for name, each in net.weights.items()})


@pytest.mark.parametrize("size", [(5, 4, 4), (4, 4, 3)], ids=str)
@pytest.mark.parametrize("value_weight", [1.0, 0.25])
def test_gradients_are_what_small_changes_say(size, value_weight):
    net = exact(PatternNet.new(Connect4(*size).board, FEW, 1))
    check_gradients(net, examples_on(size, 9, np.float64), value_weight, steepest=40)


def test_it_learns_examples_by_heart():
    net = PatternNet.new(SMALL, 32, 3)
    check_learns(net, examples_on((5, 4, 4), 30), 300)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_compiled_answer_is_that_of_numpy(size):
    states = positions(size, 40, seed=2)
    bits, legal = discs(states)
    net = lively(size)
    assert (net.inputs, net.outputs) == (bits.shape[1], size[0])
    expected, found = net.predict(bits, legal), judge_of(net)(bits, legal)
    for one, other in zip(expected, found, strict=True):
        assert np.allclose(one, other, atol=1e-5)
    assert (found[0][legal == 0] == 0).all()
    assert np.allclose(found[0].sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_mirror_images_get_mirrored_answers(size):
    states = positions(size, 40, seed=3)
    bits, legal = discs(states)
    net, (_, (inputs, moves)) = lively(size), Columns(states[0].board, lines=False).symmetries
    for judge in (net.predict, judge_of(net)):
        policies, values = judge(bits, legal)
        mirrored, same = judge(bits[:, inputs], legal[:, moves])
        assert np.ptp(values) > 1e-3, "it has opinions"
        assert np.allclose(mirrored, policies[:, moves], atol=1e-5)
        assert np.allclose(same, values, atol=1e-5)


def around(size, square, way):
    """The squares of a board within distance 3 of one, in one direction and its opposite."""
    (column, row), (right, up) = square, way
    line = [(column + far * right, row + far * up) for far in range(-3, 4)]
    return [(x, y) for x, y in line if 0 <= x < size[0] and 0 <= y < size[1]]


@pytest.mark.parametrize("size", TABLES, ids=str)
def test_patterns_of_mirrored_squares_share_rows(size):
    width, height = size
    rng, squares = np.random.default_rng(0), list(product(range(width), range(height)))
    net = PatternNet.new(Connect4(*size).board, FEW)
    owner = rng.integers(0, 3, (30, width, height))
    bits = np.concatenate([owner == 1, owner == 2], axis=1).reshape(30, -1)
    image = np.concatenate([owner[:, ::-1] == 1, owner[:, ::-1] == 2], axis=1).reshape(30, -1)
    codes, images = net.codes(bits.astype(np.float32)), net.codes(image.astype(np.float32))
    for number, (column, row) in enumerate(squares):
        twin = (width - 1 - column) * height + row
        assert (codes[:, number][:, [0, 1, 3, 2, 4]] == images[:, twin]).all()
    assert codes.min() >= 0
    assert codes.max() < patterns_of(width, height).size


@pytest.mark.parametrize("size", TABLES, ids=str)
def test_different_patterns_have_different_rows(size):
    """Two squares share a row only if they see the same, or mirror images of the same."""
    width, height = size
    rng, squares = np.random.default_rng(1), list(product(range(width), range(height)))
    owner, told = rng.integers(0, 3, (10, width, height)), {}
    bits = np.concatenate([owner == 1, owner == 2], axis=1).reshape(10, -1)
    codes = PatternNet.new(Connect4(*size).board, FEW).codes(bits.astype(np.float32))
    ways = ("vertical", (0, 1)), ("horizontal", (1, 0)), ("diagonal", (1, 1)), ("diagonal", (-1, 1))
    for number, square in enumerate(squares):
        for direction, (name, way) in enumerate(ways):
            line = around(size, square, way)
            for board in range(10):
                discs = tuple(owner[board][each] for each in line)
                seen = discs, line.index(square)
                twin = discs[::-1], len(line) - 1 - seen[1]
                seen = min(seen, twin) if name == "horizontal" else seen
                row = codes[board, number, direction]
                assert told.setdefault(row, (name, seen)) == (name, seen)
    assert len(set(told.values())) == len(told), "nor has one pattern several rows"


def test_a_square_has_a_row_for_its_place_and_whose_turn_it_is():
    states = [Connect4(5, 4), Connect4(5, 4).play(2)]
    codes = PatternNet.new(SMALL, FEW).codes(discs(states)[0])
    assert (codes[1, :, 4] == codes[0, :, 4] + 1).all()
    assert len(set(codes[0, :, 4].tolist())) == 3 * 4, "mirrored columns share them"


@pytest.mark.parametrize("bits", [(1, 39), (1, 41), (40,)], ids=str)
def test_bits_of_another_board_are_not_read(bits):
    net, legal, wrong = lively((5, 4, 4)), np.ones((1, 5), np.float32), np.ones(bits, np.float32)
    for judge in (net.predict, judge_of(net)):
        with pytest.raises(ValueError, match="bits has the shape"):
            judge(wrong, legal)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("table", (7, 4), r"table has the shape \(7, 4\) and not"),
        ("column", (5, 16, 6), r"column has the shape \(5, 16, 6\) and not \(3, 16, 8\)"),
        ("board", (29, 8), "board has the shape"),
        ("square_bias", (0,), "has the shape"),
        ("extra", (1,), "a mistake in extra"),
    ],
)
def test_weights_that_do_not_fit_are_refused(name, shape, message):
    net = PatternNet.new(SMALL, FEW)
    net.check()
    with pytest.raises(ValueError, match=message):
        net.with_weights(net.weights | {name: np.zeros(shape, np.float32)}).check()


@pytest.mark.parametrize("missing", ["table", "own", "square_bias", "value"])
def test_weights_that_are_missing_are_named(missing):
    weights = dict(PatternNet.new(SMALL, FEW).weights)
    del weights[missing]
    with pytest.raises(ValueError, match=f"mistake in .*{missing}"):
        PatternNet(weights, SMALL).check()


@pytest.mark.parametrize("sizes", [{"width": 0}, {"width": 2.5}, {"width": True}, {"width": 3}])
def test_sizes_that_make_no_network_are_refused(sizes):
    with pytest.raises(ValueError, match=f"{next(iter(sizes))} is"):
        PatternNet.new(SMALL, **sizes)
