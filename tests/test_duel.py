"""Duels: who is stronger, from both sides."""

import numpy as np
import pytest

from c4lib.alphazero.duel import duel, points
from c4lib.alphazero.selfplay import ConnectKit, Play
from c4lib.connect4 import Connect4

KIT, KIT_7X6 = ConnectKit(Connect4(5, 4, 4)), ConnectKit()


def silent(bits, legal):
    """Knows nothing: the search does all."""
    return legal / legal.sum(axis=1, keepdims=True), np.zeros(len(bits), np.float32)


def hopeful(bits, legal):
    """Likes to have more threats than the other."""
    squares = KIT_7X6.start.width * KIT_7X6.start.height
    mine, theirs = (bits[:, n * squares : (n + 1) * squares].sum(axis=1) for n in (2, 3))
    return silent(bits, legal)[0], np.tanh(mine - theirs)


def contrary(bits, legal):
    """Likes the other to have more."""
    policy, value = hopeful(bits, legal)
    return policy, -value


def rng():
    return np.random.default_rng(0)


def test_a_search_beats_chance_from_both_sides():
    outcomes = duel(KIT, silent, None, Play(32, random_plies=2), 40, rng())
    assert len(outcomes) == 40
    for side in (0, 1):
        assert points(outcomes[side::2]) > 0.8, "every other game is on the other side"


def test_a_strong_judge_beats_a_bad_one_and_the_other_way_round():
    play = Play(24, random_plies=4)
    assert points(duel(KIT_7X6, hopeful, contrary, play, 20, rng())) > 0.8
    assert points(duel(KIT_7X6, contrary, hopeful, play, 20, rng())) < 0.2


@pytest.mark.parametrize("games", [2, 12])
def test_two_equal_ones_share_the_points(games):
    outcomes = duel(KIT, silent, silent, Play(8, random_plies=6), games, rng())
    assert (outcomes[::2] == -outcomes[1::2]).all(), "each opening is played from both sides"
    assert points(outcomes) == 0.5


def test_the_same_dice_give_the_same_games_and_an_odd_number_will_do():
    play = Play(4, random_plies=4)
    one, same = (duel(KIT, silent, None, play, 15, rng()) for _ in range(2))
    assert len(one) == 15
    assert (one == same).all()
    with pytest.raises(ValueError, match="games is a whole number of at least 1, not 0"):
        duel(KIT, silent, None, play, 0, rng())


def test_a_win_is_a_point_and_a_draw_is_half_of_one():
    assert points(np.array([1.0, 0.0, -1.0, 1.0])) == 0.625


def test_alone_a_network_plays_the_move_it_likes_best():
    seen = []

    def noted(bits, legal):
        seen.append(len(bits))
        return hopeful(bits, legal)

    play = Play(8, random_plies=2)
    outcomes = duel(ConnectKit(), noted, None, play, 10, rng(), alone=True)
    assert len(outcomes) == 10
    assert max(seen) <= 10, "each position is looked at once, and nothing beyond it"
    by_search = duel(ConnectKit(), noted, None, play, 10, rng())
    assert points(by_search) >= points(outcomes)
