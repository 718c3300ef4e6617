"""Many searches in lock step: each is what the readable one does alone."""

import math
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import broken_off, needs_compiler

from c4lib.alphazero import search_kernel as kernel
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.encode_kernel import encode
from c4lib.alphazero.puct import puct
from c4lib.alphazero.search import Searches
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import COMPILED

SIZES = [(7, 6, 4), (5, 4, 4), (4, 4, 3), (6, 5, 5), (3, 3, 3)]


def positions(size, count, seed):
    """Unfinished games of random length."""
    return list(islice(broken_off(size, 0, size[0] * size[1] - 2, seed), count))


def opinions(bits, legal):
    """A judge with an opinion of its own on every position: no two batches change it."""
    rng = np.random.default_rng(3)
    weights = rng.normal(size=(bits.shape[1], legal.shape[1] + 1))
    raw = np.array([row.astype(np.float64) @ weights for row in bits])  # row by row, bit for bit
    policy = np.exp(raw[:, :-1]) * legal
    return policy / np.maximum(policy.sum(axis=1, keepdims=True), 1e-9), np.tanh(raw[:, -1])


def alone(state):
    """The same judge as an oracle for one state."""
    encoding = Columns(state.board)
    legal = np.zeros((1, state.width))
    legal[0, list(state.moves())] = 1
    policy, value = opinions(encoding.bits(state)[None], legal)
    return [float(policy[0, move]) for move in state.moves()], float(value[0])


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_compiled_bits_are_those_of_the_readable_encoding(size, lines):
    states = positions(size, 40, seed=5)
    encoding = Columns(states[0].board, lines)
    bits, legal = encode(states, lines)
    assert (bits == np.stack([encoding.bits(state) for state in states])).all()
    assert [np.flatnonzero(row).tolist() for row in legal] == [state.moves() for state in states]


@given(
    st.sampled_from(SIZES),
    st.integers(0, 10_000),
    st.integers(1, 60),
    st.floats(0, 4),
    st.booleans(),
)
@settings(max_examples=80 if COMPILED else 10)
def test_each_search_is_the_readable_one(size, seed, simulations, c, prove):
    states = positions(size, 4, seed)
    searches = Searches(states, simulations, c)
    searches.run(opinions, prove=prove)
    for game, state in enumerate(states):
        result = puct(state, alone, simulations, c=c, prove=prove)
        for move, stats in result.moves.items():
            assert searches.roots.visits[game, move] == stats.visits
            assert searches.roots.means[game, move] == stats.value
        assert searches.roots.visits[game].sum() == simulations - 1
        assert searches.values[game] == result.tree.total / simulations
        assert np.isnan(searches.outcomes[game]) == (result.tree.proof is None)
        if simulations > 1:
            assert searches.policies[game, result.move] == searches.policies[game].max()


def test_noise_is_the_readable_ones():
    state = Connect4.from_moves("4455")
    searches = Searches([state], 50)
    searches.run(opinions, noise=0.3, spread=0.7, rng=np.random.default_rng(8))
    result = puct(state, alone, 50, noise=0.3, spread=0.7, seed=8)
    assert [stats.visits for stats in result.moves.values()] == searches.roots.visits[0].tolist()


def test_a_player_who_can_win_at_once_has_won_if_that_is_to_be_seen():
    """X has three; whatever O does elsewhere, X wins, and no network is asked about that."""
    state = Connect4.from_moves("12121")
    asked = []

    def judge(bits, legal):
        asked.append(bits.copy())
        return legal / legal.sum(axis=1, keepdims=True), np.zeros(len(bits))

    searches = Searches([state], 30)
    searches.run(judge, prove=True)
    assert searches.roots.visits[0].argmax() == 0
    assert (searches.roots.means[0, 1:] == -1).all()
    blind = Searches([state], 8)
    blind.run(judge)
    assert (blind.roots.means[0, 1:] == 0).all()


def even(bits, legal):
    """A judge without opinions."""
    return legal / legal.sum(axis=1, keepdims=True), np.zeros(len(legal))


@needs_compiler
def test_no_visit_is_lost_however_many_leaves_are_evaluated_together():
    searches = Searches([Connect4()], 70_000, leaves=2**16)
    searches.run(even)
    assert searches.roots.visits.sum() == 69_999
    assert len(Searches([Connect4()], 3, leaves=10**9).leaves.values) == 3


def test_numbers_that_are_none_lead_to_a_child_and_not_elsewhere():
    searches = Searches([Connect4()], 3)
    searches.run(even)
    for c in (math.nan, math.inf, -math.inf):
        assert kernel.best_child(searches.trees, 0, 0, c) in range(1, 8)
    searches.trees.totals[:], searches.trees.priors[:] = math.nan, math.nan
    assert kernel.best_child(searches.trees, 0, 0, 1.5) in range(1, 8)
