"""The exercises of lesson 02: what a right answer plays, and how often a state is searched."""

import pytest

from c4lib import Connect4, Random, match
from c4lib.exercises import exercise
from c4lib.exercises.lesson02 import best_move
from c4lib.exercises.watch_nodes import watched
from c4lib.games.tictactoe import TicTacToe

pytestmark = pytest.mark.usefixtures("progress_file")


def test_a_right_best_move_is_a_player_that_never_loses():
    ex = exercise("2.4")
    assert "play(ex)" in str(ex.check(best_move))
    assert match(ex, Random(), games=6, start=TicTacToe.from_moves("51"), seed=1).losses == 0


def improving_twice(state, player):
    if state.is_over:
        return state.utility(player)
    sign = 1 if state.player == player else -1
    best = -sign * 2
    for move in state.moves():
        if sign * improving_twice(state.play(move), player) > sign * best:
            best = improving_twice(state.play(move), player)
    return best


def test_a_child_that_is_searched_twice_counts_twice_with_all_below_it():
    state = Connect4.from_moves("1221", 4, 3, 3)
    once = watched(exercise("2.2").task.reference, "entered")(state, 0)
    twice = watched(improving_twice, "entered")(state, 0)
    assert once.value == twice.value
    assert len(twice.nodes) > 2 * len(once.nodes)
    assert twice.only_repeats(once)
