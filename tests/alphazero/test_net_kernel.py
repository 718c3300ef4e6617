"""The compiled answer is the network's."""

import numpy as np
import pytest
from test_search import positions

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.encode_kernel import encode
from c4lib.alphazero.net import Examples, Net
from c4lib.alphazero.net_kernel import CompiledNet, judge_by_images, judge_of
from c4lib.connect4 import Connect4


@pytest.mark.parametrize("size", [(7, 6, 4), (5, 4, 4), (3, 7, 3)], ids=str)
@pytest.mark.parametrize(("blocks", "narrow", "power"), [(1, 32, 1), (3, 32, 1), (2, 12, 2)])
def test_it_says_what_numpy_says(size, blocks, narrow, power):
    states = positions(size, 40, seed=blocks)
    encoding = Columns(states[0].board)
    net = Net.new(encoding.inputs, encoding.outputs, 32, blocks, 4, narrow, power)
    net.weights = {name: 3 * each + 0.01 for name, each in net.weights.items()}
    expected, found = net.predict(*encode(states)), judge_of(net)(*encode(states))
    for one, other in zip(expected, found, strict=True):
        assert np.allclose(one, other, atol=1e-5)
    full = np.array([[move not in state.moves() for move in range(size[0])] for state in states])
    assert full.any()
    assert (found[0][full] == 0).all()
    assert np.allclose(found[0].sum(axis=1), 1, atol=1e-5)


def test_a_position_is_answered_alike_alone_and_among_others():
    states = positions((7, 6, 4), 30, seed=1)
    judge = judge_of(Net.new(785, 7, 64, 2))
    bits, legal = encode(states)
    policies, values = judge(bits, legal)
    for row in range(len(states)):
        alone = judge(bits[row : row + 1], legal[row : row + 1])
        assert (alone[0][0] == policies[row]).all()
        assert alone[1][0] == values[row]


@pytest.mark.parametrize("bits", [(1, 784), (1, 786)], ids=str)
def test_bits_of_another_board_are_not_read(bits):
    net, legal = CompiledNet.new(785, 7, 16), np.ones((1, 7), np.float32)
    wrong = np.ones(bits, np.float32)
    with pytest.raises(ValueError, match=r"shape|mismatch|broadcast"):
        judge_of(net)(wrong, legal)
    with pytest.raises(ValueError, match=r"shape|mismatch|broadcast"):
        net.gradients(Examples(wrong, legal, legal, np.ones(1, np.float32)))


def test_large_numbers_do_not_overflow():
    net = Net.new(785, 7, 16, 1)
    net.weights["policy_bias"] = np.array([1e4, -1e4, 0, 0, 0, 0, 0], np.float32)
    policies, values = judge_of(net)(*encode([Connect4()]))
    assert policies[0].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert -1 <= values[0] <= 1


def test_heat_makes_a_policy_less_sure_and_leaves_values_alone():
    states = positions((7, 6, 4), 40, seed=2)
    encoding = Columns(states[0].board)
    net = Net.new(encoding.inputs, 7, 32, seed=4)
    net.weights = {name: 3 * each + 0.01 for name, each in net.weights.items()}
    bits, legal = encode(states)
    policies, values = judge_by_images(net, encoding)(bits, legal)
    warm, same = judge_by_images(net, encoding, heat=2)(bits, legal)
    assert (same == values).all()
    roots = np.sqrt(policies)
    assert np.allclose(warm, roots / roots.sum(axis=1, keepdims=True), atol=1e-6)
    assert (warm[legal == 0] == 0).all()
    assert (warm.max(axis=1) <= policies.max(axis=1) + 1e-6).all()
    assert (warm.argmax(axis=1) == policies.argmax(axis=1)).all()
