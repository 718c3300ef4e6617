"""Searches of any game side by side: the same as the compiled ones, and good enough to learn by."""

import numpy as np
import pytest
from test_search import opinions, positions

from c4lib.alphazero.encode import Columns, Cubes, Encoding
from c4lib.alphazero.encode_kernel import encode
from c4lib.alphazero.puct import puct
from c4lib.alphazero.search import Searches
from c4lib.alphazero.search_numpy import StateSearches
from c4lib.alphazero.selfplay import Play, opening, self_play
from c4lib.alphazero.state_kits import OthelloKit, QuixoKit, StateKit
from c4lib.alphazero.train import Hyperparameters, Learner
from c4lib.connect4 import Connect4
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe


class Squares(Encoding):
    """Tic-tac-toe for a network: my squares, then theirs."""

    name, inputs, outputs = "tic-tac-toe", 18, 9
    symmetries = ((np.arange(18), np.arange(9)),)

    def bits(self, state):
        owned = [[owner == who for owner in state.squares] for who in (0, 1)]
        return np.array(owned[:: 1 - 2 * state.player], np.float32).ravel()


@pytest.mark.parametrize("size", [(7, 6, 4), (4, 4, 3)], ids=str)
@pytest.mark.parametrize("prove", [True, False])
def test_they_are_the_compiled_ones(size, prove):
    states = positions(size, 6, seed=2)
    kit = StateKit(Connect4(*size), Columns(states[0].board))
    for one, other in zip(kit.encode(states), encode(states), strict=True):
        assert (one == other).all()
    slow, quick = StateSearches(kit, states, 40), Searches(states, 40)
    slow.run(opinions, prove=prove)
    quick.run(opinions, prove=prove)
    for one, other in zip(slow.roots, quick.roots, strict=True):
        assert one == pytest.approx(other, abs=1e-12)
    for name in ("values", "policies", "targets"):
        assert getattr(slow, name) == pytest.approx(getattr(quick, name), abs=1e-12), name


KITS = [
    StateKit(TicTacToe(), Squares()),
    StateKit(Quixo(3, 4), Cubes(Quixo(3, 4).rules)),
    QuixoKit(Quixo(4, 6)),
    OthelloKit(Othello(4)),
]


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.encoding.name)
@pytest.mark.parametrize("prove", [True, False])
def test_each_is_the_readable_search(kit, prove):
    rng, encoding = np.random.default_rng(3), kit.encoding
    states = [opening(kit.start, 12, rng) for _ in range(5)]
    searches = StateSearches(kit, states, 60)
    searches.run(opinions, prove=prove)

    def oracle(state):
        policies, values = opinions(*kit.encode([state]))
        numbers = [encoding.number(move) for move in state.moves()]
        return policies[0, numbers].tolist(), float(values[0])

    for game, state in enumerate(states):
        found, expected = searches.result(game), puct(state, oracle, 60, prove=prove)
        assert (found.move, found.line) == (expected.move, expected.line)
        assert found.value == pytest.approx(expected.value, abs=1e-9)
        assert {move: each.visits for move, each in found.moves.items()} == {
            move: each.visits for move, each in expected.moves.items()
        }


def test_noise_is_only_in_the_priors_of_the_roots():
    kit = StateKit(TicTacToe(), Squares())
    calm, noisy = (StateSearches(kit, [TicTacToe()] * 2, 30) for _ in range(2))
    calm.run(opinions)
    noisy.run(opinions, noise=0.5, rng=np.random.default_rng(1))
    assert (calm.answer[0] == noisy.answer[0]).all(), "what the judge said is kept"
    assert (noisy.roots.priors[0] != noisy.roots.priors[1]).all()
    assert noisy.roots.priors.sum(axis=1) == pytest.approx(1)


def test_a_network_learns_tic_tac_toe_by_the_same_code():
    kit, rng = StateKit(TicTacToe(), Squares()), np.random.default_rng(0)
    learner = Learner(kit.encoding, Hyperparameters(width=32, batch=64, keep=0.9))
    played = self_play(kit, learner.averaged.predict, Play(12, random_plies=4), 24, rng)
    assert len(played.outcomes) == 24
    first = learner.learn(played.record, 5, 3e-3, rng)
    last = learner.learn(played.record, 60, 3e-3, rng)
    assert last.policy < first.policy
    assert last.value < first.value
