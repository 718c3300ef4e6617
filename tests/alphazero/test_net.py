"""The network: its gradients are true, it learns, and what it says is a policy and a value."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import all_lines, unfinished

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import AdamW, Average, Examples, Net, softmax
from c4lib.alphazero.net_kernel import CompiledNet
from c4lib.connect4 import Connect4


def some_examples(rows=9, inputs=12, outputs=5, seed=0, dtype=np.float64):
    """Positions that mean nothing, with at least one legal move each."""
    rng = np.random.default_rng(seed)
    legal = (rng.random((rows, outputs)) < 0.7).astype(dtype)
    legal[:, 0] = 1
    policy = legal * rng.random((rows, outputs))
    policy /= policy.sum(axis=1, keepdims=True)
    bits = (rng.random((rows, inputs)) < 0.4).astype(dtype)
    return Examples(bits, legal, policy.astype(dtype), rng.uniform(-1, 1, rows).astype(dtype))


def exact_net(seed=1, **sizes):
    """A small network in double precision, with all weights well away from 0."""
    net = Net.new(**{"inputs": 12, "outputs": 5, "width": 8, "blocks": 2, "seed": seed} | sizes)
    rng = np.random.default_rng(seed)
    net.weights = {
        name: each.astype(np.float64) + rng.normal(scale=0.1, size=each.shape)
        for name, each in net.weights.items()
    }
    return net


def loss_of(net, examples, value_weight):
    losses, _ = net.gradients(examples, value_weight)
    return losses.policy + value_weight * losses.value


def check_gradients(net, examples, value_weight, steepest=None, tiny=1e-6):
    """Compare the slopes of some weights of each table with what small changes say.

    They are drawn from the steepest ones, or from all; the first is always among them.
    """
    _, slopes = net.gradients(examples, value_weight)
    assert slopes.keys() == net.weights.keys()
    rng = np.random.default_rng(5)
    for name, weights in net.weights.items():
        assert slopes[name].shape == weights.shape
        some = np.argsort(-abs(slopes[name]), axis=None)[:steepest]
        for place in {*rng.choice(some, min(6, len(some)), replace=False), 0}:
            change = []
            for side in (1, -1):
                weights.flat[place] += side * tiny
                change.append(loss_of(net, examples, value_weight))
                weights.flat[place] -= side * tiny
            by_change = (change[0] - change[1]) / (2 * tiny)
            assert slopes[name].flat[place] == pytest.approx(by_change, rel=1e-4, abs=1e-8), name


@pytest.mark.parametrize(("blocks", "narrow"), [(1, 8), (2, 8), (3, 8), (1, 3), (2, 5)])
@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("value_weight", [1.0, 0.25])
def test_gradients_are_what_small_changes_say(blocks, narrow, power, value_weight):
    net = exact_net(blocks=blocks, narrow=narrow, power=power)
    check_gradients(net, some_examples(), value_weight)


@pytest.mark.parametrize(("narrow", "power"), [(3, 1), (8, 2)])
def test_the_quick_twin_has_the_same_gradients(narrow, power):
    net, examples = exact_net(narrow=narrow, power=power), some_examples(rows=70)
    losses, slopes = CompiledNet(net.weights, power).gradients(examples)
    expected, exact = net.gradients(examples)
    assert losses == pytest.approx(expected)
    assert slopes.keys() == exact.keys()
    for name, slope in slopes.items():
        assert np.allclose(slope, exact[name], rtol=1e-9, atol=1e-12), name


@pytest.mark.parametrize(("narrow", "wide"), [(None, 16), (99, 16), (4, 4)])
def test_blocks_are_no_wider_than_what_they_add_to(narrow, wide):
    assert Net.new(12, 5, width=16, narrow=narrow).weights["block0"].shape == (16, wide)


@given(st.integers(0, 1000), st.floats(0.01, 50))
@settings(max_examples=50)
def test_a_policy_sums_to_one_and_never_names_an_illegal_move(seed, scale):
    examples = some_examples(seed=seed)
    logits = np.random.default_rng(seed).normal(scale=scale, size=examples.policy.shape)
    policy = softmax(logits, examples.legal)
    assert np.allclose(policy.sum(axis=1), 1)
    assert (policy[examples.legal == 0] == 0).all()
    assert (policy >= 0).all()


def test_it_learns_examples_by_heart():
    examples = some_examples(rows=40, inputs=30, dtype=np.float32)
    net = Net.new(30, 5, width=32, seed=3)
    start, _ = net.gradients(examples)
    best = float(-(examples.policy * np.log(np.maximum(examples.policy, 1e-12))).sum() / 40)
    optimizer = AdamW(net.weights, decay=0)
    for _ in range(400):
        _, slopes = net.gradients(examples)
        optimizer.step(net.weights, slopes, 3e-3)
    end, _ = net.gradients(examples)
    assert end.value < start.value / 50
    assert end.policy - best < (start.policy - best) / 20
    assert all(each.dtype == np.float32 for each in net.weights.values())


def test_decay_shrinks_weights_but_not_biases():
    net = Net.new(12, 5, width=8)
    net.weights["in_bias"] += 1
    before = {name: each.copy() for name, each in net.weights.items()}
    still = {name: np.zeros_like(each) for name, each in net.weights.items()}
    AdamW(net.weights, decay=0.1).step(net.weights, still, 0.5)
    for name, each in net.weights.items():
        assert np.allclose(each, before[name] * (1 if name.endswith("bias") else 0.95))


def test_an_average_follows_slowly_once_it_has_seen_enough():
    net = Net.new(12, 5, width=8)
    average = Average(net.weights, keep=0.9)
    start = net.weights["in"].copy()
    net.weights["in"] += 1
    average.add(net.weights)
    assert np.allclose(average.weights["in"], start + 0.9, atol=1e-5), "the first is soon forgotten"
    for _ in range(200):
        average.add(net.weights)
    net.weights["in"] += 1
    for _ in range(3):
        average.add(net.weights)
    assert np.allclose(average.weights["in"], start + 2 - 0.9**3, atol=1e-5)


# ---- what it sees --------------------------------------------------------------------------

STATES = unfinished(st.sampled_from([(7, 6, 4), (5, 4, 3), (6, 5, 5)]))


@given(STATES)
def test_bits_are_the_squares_of_the_player_to_move_and_of_the_other(state):
    bits = Columns(state.board, lines=False).bits(state)
    bits = bits.reshape(2, state.width, state.height)
    for side, discs in zip(bits, (state.mine, state.theirs), strict=True):
        assert [tuple(square) for square in np.argwhere(side)] == list(state.board.cells(discs))


@given(STATES)
def test_with_lines_the_bits_tell_what_one_sees_along_each_line(state):
    width, height, connect = state.width, state.height, state.connect
    encoding, lines = Columns(state.board), all_lines(state.board)
    bits, squares = encoding.bits(state), width * height
    planes = bits[: 5 * squares].reshape(5, width, height)
    told = bits[5 * squares : 5 * squares + 12 * width].reshape(2, 3, 2, width)
    held = bits[5 * squares + 22 * width : -7].reshape(2, connect - 1, -1)
    heights = [int((planes[0] + planes[1])[column].sum()) for column in range(width)]
    for player, (mine, theirs) in enumerate(((planes[0], planes[1]), (planes[1], planes[0]))):
        alone = [line for line in lines if not any(theirs[square] for square in line)]
        counts = [int(sum(mine[square] for square in line)) for line in alone]
        assert held[player].sum(axis=1).tolist() == [counts.count(k) for k in range(1, connect)]
        lacking = np.zeros((2, width, height + 2))
        for line, count in zip(alone, counts, strict=True):
            for square in line if connect - count in (1, 2) else []:
                lacking[connect - count - 1][square] += not mine[square]
        assert (planes[2 + player] == (lacking[0, :, :height] > 0)).all()
        for column, free in enumerate(heights):
            assert planes[4, column].tolist() == [row == free for row in range(height)]
            for above in (0, 1):
                one, two = (float(each[column, free + above]) for each in lacking)
                assert told[player, :, above, column].tolist() == [one > 0, two > 0, two > 1]


@given(STATES)
def test_with_lines_the_bits_tell_what_can_be_played_before_one_must_give_way(state):
    width, height = state.width, state.height
    bits, squares = Columns(state.board).bits(state), width * height
    planes = bits[: 5 * squares].reshape(5, width, height)
    lowest = bits[5 * squares + 12 * width : 5 * squares + 18 * width].reshape(2, 3, width)
    left = {"mine": 0, "theirs": 0, "both": 0}
    for column in range(width):
        empty = [row for row in range(height) if not planes[:2, column, row].any()]
        further_up = {
            "mine": [row for row in empty[1:] if planes[2, column, row]],
            "theirs": [row for row in empty[1:] if planes[3, column, row]],
        }
        further_up["both"] = sorted(further_up["mine"] + further_up["theirs"])
        for whose, rows in further_up.items():
            left[whose] += empty.index(rows[0]) - 1 if rows else len(empty)
        for player, whose in enumerate(("mine", "theirs")):
            rows, first = further_up[whose], further_up["both"][:1]
            is_first = rows[:1] == first != []
            wanted = [
                is_first and rows[0] % 2 == 0,
                is_first and rows[0] % 2 == 1,
                is_first and empty.index(rows[0]) % 2 == 0,
            ]
            assert lowest[player, :, column].tolist() == wanted
    wanted = [each for count in left.values() for each in (count % 2, count == 0)]
    assert bits[-7:].tolist() == [state.player, *wanted]


@given(STATES)
def test_with_lines_the_bits_tell_where_traps_are(state):
    width, height = state.width, state.height
    bits, squares, lines = Columns(state.board).bits(state), width * height, all_lines(state.board)
    told = bits[5 * squares + 18 * width : 5 * squares + 22 * width].reshape(4, width)
    mine, theirs = (set(state.board.cells(discs)) for discs in (state.mine, state.theirs))

    def falls(discs):
        heights = [sum(square[0] == column for square in discs) for column in range(width)]
        return {(column, row) for column, row in enumerate(heights) if row < height}

    def completing(discs, others):
        gaps = [set(line) - discs for line in lines]
        return {min(each) for each in gaps if len(each) == 1 and not each & others}

    def is_trap(discs, others):
        now = completing(discs, others) & falls(discs | others)
        above = {(column, row + 1) for column, row in now} & completing(discs, others)
        late = completing(others, discs) & falls(discs | others)
        return (len(now) > 1 or bool(above)) and not late

    wanted = np.zeros((4, width))
    for square in falls(mine | theirs):
        after = mine | {square}
        replies = falls(after | theirs)
        wins = bool(completing(theirs, after) & replies)
        wanted[:, square[0]] = (
            is_trap(after, theirs),
            is_trap(theirs | {square}, mine),
            wins,
            not wins and any(is_trap(theirs | {reply}, after) for reply in replies),
        )
    assert (told == wanted).all()


@given(st.lists(st.integers(0, 6), max_size=30))
def test_the_mirror_image_of_the_bits_is_the_bits_of_the_mirror_image(columns):
    state, image = Connect4(), Connect4()
    encoding = Columns(state.board)
    (same, same_moves), (inputs, moves) = encoding.symmetries
    for column in columns:
        if not state.is_over and column in state.moves():
            assert moves[encoding.number(column)] == 6 - column
            state, image = state.play(column), image.play(6 - column)
    assert (encoding.bits(state)[inputs] == encoding.bits(image)).all()
    assert (same == np.arange(encoding.inputs)).all()
    assert (same_moves == np.arange(7)).all()
