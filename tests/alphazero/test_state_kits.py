"""Kits that handle many states at a time see just what the readable code sees."""

import pickle
from itertools import chain

import numpy as np
import pytest
from random_games import random_game

from c4lib.alphazero.encode import Cubes, Discs
from c4lib.alphazero.kits import own_kit
from c4lib.alphazero.state_kits import OthelloKit, QuixoKit, StateKit, both, othello_kit
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo


def pair(start):
    """The quick kit of a game, and the readable one."""
    if isinstance(start, Quixo):
        return QuixoKit(start), StateKit(start, Cubes(start.rules))
    return OthelloKit(start), StateKit(start, Discs(start.board))


@pytest.mark.parametrize("start", [Quixo(3), Quixo(4), Quixo(), Othello(4), Othello(6)], ids=repr)
def test_states_are_seen_the_same_way_many_at_a_time(start):
    quick, plain = pair(start)
    games = [random_game(start, seed) for seed in range(30)]
    states = [*chain.from_iterable(game[:-1:5] for game in games), *(game[-2] for game in games)]
    for one, other in zip(quick.encode(states), plain.encode(states), strict=True):
        assert (one == other).all()
        assert one.dtype == other.dtype
    wins = plain.win_at_once(states)
    assert (quick.win_at_once(states) == wins).all()
    assert 0 < wins.sum() < len(wins)


def test_a_forced_pass_is_the_only_legal_output():
    games = [random_game(Othello(6), seed) for seed in range(20)]
    passes = [state for game in games for state in game if state.moves() == [36]]
    legal = OthelloKit(Othello(6)).encode(passes)[1]
    assert len(passes) > 3
    assert (legal == np.eye(37)[36]).all()


def test_boards_that_do_not_fit_into_numpys_integers_have_the_readable_kit():
    assert type(othello_kit(Othello(6))) is OthelloKit
    kit = othello_kit(Othello(8))
    assert type(kit) is StateKit
    assert kit.encode([Othello(8)])[1].shape == (1, 65)


@pytest.mark.parametrize("start", [Quixo(), Othello(6), Othello(8)], ids=repr)
def test_a_kit_works_in_another_process(start):
    there = pickle.loads(pickle.dumps(own_kit(start)))
    assert there.encode([start])[0].shape == (1, there.encoding.inputs)


@pytest.mark.parametrize("start", [Quixo(), Othello(6)], ids=repr)
def test_boards_are_words_of_64_bits_however_small_their_numbers_are(start):
    assert {each.dtype for each in both([start])} == {np.dtype(np.int64)}
