"""Learning: losses fall, images fit, and a learner goes on as if it had never stopped."""

import numpy as np
import pytest

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.kits import ConnectKit
from c4lib.alphazero.net import Examples
from c4lib.alphazero.selfplay import opening, record
from c4lib.alphazero.train import Hyperparameters, Learner, image
from c4lib.connect4 import Connect4

START = Connect4(5, 4, 4)
COLUMNS = Columns(START.board)
CHOSEN = Hyperparameters(width=16, blocks=1, batch=32)


def known(count=200, seed=0):
    """Examples with something to learn: the lowest legal column is right, and who has more wins."""
    rng = np.random.default_rng(seed)
    states = [opening(START, 12, rng) for _ in range(count)]
    bits, legal = ConnectKit(START).encode(states)
    policy = np.zeros_like(legal)
    policy[np.arange(count), legal.argmax(axis=1)] = 1
    return record(bits, legal, policy, np.where(bits[:, 40:60].any(axis=1), 1.0, -1.0))


def test_the_averaged_network_follows():
    learner = Learner(COLUMNS, CHOSEN)
    before = learner.averaged
    examples = known().examples(np.arange(200), COLUMNS)
    learner.learn(known(), 150, 3e-3, np.random.default_rng(0))
    losses = [net.gradients(examples)[0].policy for net in (before, learner.averaged)]
    assert losses[1] < 0.8 * losses[0]
    apart = learner.averaged.weights["in"]
    apart += 1
    assert not (learner.averaged.weights["in"] == apart).all(), "it is a copy"


@pytest.mark.parametrize("stop", [0, 1, 7, 19, 20])
def test_a_learner_that_was_stopped_goes_on_bit_for_bit(stop):
    whole = Learner(COLUMNS, CHOSEN, seed=1)
    rng = np.random.default_rng(5)
    whole.learn(known(), stop, 1e-3, rng)
    other = Learner(COLUMNS, CHOSEN, seed=2)
    other.restore({name: each.copy() for name, each in whole.arrays().items()})
    dice = np.random.default_rng(6), np.random.default_rng(6)
    losses = [
        learner.learn(known(), 20 - stop, 1e-3, rng)
        for learner, rng in zip((whole, other), dice, strict=True)
    ]
    assert losses[0] == losses[1]
    for name, each in whole.arrays().items():
        assert (each == other.arrays()[name]).all(), name
    assert whole.average.steps == other.average.steps == 20


def test_position_and_moves_are_mirrored_alike():
    states = [Connect4.from_moves(moves, 5, 4) for moves in ("1121", "555", "23")]
    bits, legal = ConnectKit(START).encode(states)
    policy = legal * np.array([5, 4, 3, 2, 1])
    examples = Examples(bits, legal, policy, np.arange(3.0))
    mirrored, mirrored_legal = ConnectKit(START).encode(
        [Connect4.from_moves(moves, 5, 4) for moves in ("5545", "111", "43")]
    )
    seen = set()
    for seed in range(12):
        turned = image(examples, COLUMNS, np.random.default_rng(seed))
        is_same = (turned.bits == bits).all()
        seen.add(bool(is_same))
        assert (turned.bits == (bits if is_same else mirrored)).all()
        assert (turned.legal == (legal if is_same else mirrored_legal)).all()
        assert (turned.policy == (policy if is_same else policy[:, ::-1])).all()
        assert (turned.value == examples.value).all()
    assert seen == {True, False}


def test_a_record_gives_back_what_was_put_in():
    rng = np.random.default_rng(0)
    bits, legal = ConnectKit(START).encode([opening(START, 9, rng) for _ in range(9)])
    policy = legal / legal.sum(axis=1, keepdims=True)
    kept = record(bits, legal, policy, np.linspace(-1, 1, 9))
    back = kept.examples(np.array([8, 0, 3]), COLUMNS)
    assert (back.bits == bits[[8, 0, 3]]).all()
    assert (back.legal == legal[[8, 0, 3]]).all()
    assert back.policy == pytest.approx(policy[[8, 0, 3]], abs=1e-3)
    assert back.value.tolist() == [1.0, -1.0, -0.25]


def test_steps_become_shorter_and_early_games_are_forgotten_for_good():
    chosen = Hyperparameters(rate=1.0, last_rate=0.1)
    rates = [chosen.rate_at(progress) for progress in (-1, 0, 0.25, 0.5, 0.75, 1, 2)]
    assert rates == sorted(rates, reverse=True)
    assert rates[1] == 1.0
    assert rates[3] == pytest.approx(0.55)
    assert rates[-1] == rates[-2] == pytest.approx(0.1)
    chosen = Hyperparameters(window=5)
    ranges = [chosen.iterations(iteration) for iteration in range(12)]
    assert [len(each) for each in ranges] == [1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5]
    assert [each[-1] for each in ranges] == list(range(12))
    starts = [each.start for each in ranges]
    assert starts == sorted(starts)
