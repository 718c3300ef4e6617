"""TD learning: what is read off the board, what a step changes, and that games teach something."""

import hashlib
from math import tanh

import numpy as np
import pytest
from random_games import fresh_python, positions

from c4lib import Connect4, OnePly, match
from c4lib.alphazero import TDPlayer, td_kernel
from c4lib.fast.rules_kernel import rules_of
from c4lib.fast.tuples_kernel import squares_of

BOARDS = [(7, 6, 4), (4, 4, 4), (5, 7, 3)]


def read(player, state):
    """The board as the network reads it."""
    board, rules = player._board(), rules_of(state)
    td_kernel.clear(player.net, rules, board)
    for ply, column in enumerate(state.history):
        td_kernel.drop(player.net, rules, board, column, ply % 2, 1)
    return board


def mirrored(state):
    image = Connect4(*state._sizes().values())
    for column in state.history:
        image = image.play(state.mirror_move(column))
    return image


def filled(start):
    """A player whose tables hold anything."""
    player = TDPlayer(start)
    rng = np.random.default_rng(1)
    player.net.worth[:] = rng.normal(scale=0.05, size=player.net.worth.shape)
    return player


def digits(state):
    """The digit of each square, column by column from the bottom."""
    columns = [list(column) for column in zip(*state.rows()[::-1], strict=True)]
    numbers = [[0 if disc is None else 2 + disc for disc in column] for column in columns]
    for column in numbers:
        if 0 in column:
            column[column.index(0)] = 1
    return [number for column in numbers for number in column]


@pytest.mark.parametrize("size", BOARDS)
def test_codes_that_are_carried_along_are_those_from_scratch_and_undone_they_are_as_before(size):
    player = TDPlayer(Connect4(*size))
    net, groups = player.net, squares_of(player.start.board)
    assert len(np.unique(net.starts)) <= len(groups) <= len(net.starts)
    for state in positions(10, *size):
        board, squares = read(player, state), digits(state)
        by_tuple = [[] for _ in net.starts]
        for square, digit in enumerate(squares):
            for place in range(net.first[square], net.first[square + 1]):
                by_tuple[net.through[place]].append(digit * net.powers[place])
        assert board.codes.tolist() == [sum(each) for each in by_tuple]
        before, rules = board.codes.copy(), rules_of(state)
        for move in state.moves():
            for step in (1, -1):
                td_kernel.drop(net, rules, board, move, state.player, step)
        assert (board.codes == before).all()


@pytest.mark.parametrize("size", BOARDS)
def test_a_position_and_its_mirror_image_have_the_same_value(size):
    player = filled(Connect4(*size))
    for state in positions(10, *size):
        both = [
            td_kernel.value_of(player.net, read(player, each).codes, state.player)
            for each in (state, mirrored(state))
        ]
        assert both[0] == pytest.approx(both[1], abs=1e-9)


def test_the_squeezed_sum_is_the_hyperbolic_tangent():
    assert all(
        td_kernel.squash(each) == pytest.approx(tanh(each), abs=1e-4)
        for each in np.linspace(-9, 9, 181)
    )


@pytest.mark.parametrize("moves", ["445566", "1415262"])  # X has three in a row, and O has
def test_a_win_at_once_is_worth_1_to_whoever_is_to_move_and_the_leftmost_is_played(moves):
    player = filled(Connect4())
    assert player(Connect4.from_moves(moves)) == 2
    assert player.result.value == player.result.moves[6 if moves[0] == "4" else 2].value == 1
    assert player.result.moves.keys() == set(range(7))
    assert all(-1 <= move.value <= 1 for move in player.result.moves.values())


def test_the_move_that_fills_the_board_is_worth_0_and_full_columns_are_left_out():
    state = Connect4.from_moves("1", 1, 2, 2)
    player = filled(Connect4(1, 2, 2))
    player(state)
    assert player.result.moves[0].value == player.result.value == 0
    small = filled(Connect4(3, 2, 3))
    small(Connect4.from_moves("11", 3, 2, 3))
    assert small.result.moves.keys() == {1, 2}


def test_a_value_is_negated_when_the_other_player_is_to_move():
    player = filled(Connect4())
    for text in ("", "4"):
        state = Connect4.from_moves(text)
        player(state)
        sign = 1 - 2 * state.player
        for move, found in player.result.moves.items():
            after = state.play(move)
            for_x = td_kernel.value_of(player.net, read(player, after).codes, after.player)
            assert found.value == pytest.approx(sign * for_x)


def test_a_step_moves_the_value_towards_the_goal_and_changes_only_what_was_read():
    player = filled(Connect4())
    board = read(player, Connect4.from_moves("4455"))
    before = player.net.worth.copy()
    value = td_kernel.value_of(player.net, board.codes, 0)
    td_kernel.adjust(player.net, board.codes, 0, 1.0, 0.001)
    changed = np.argwhere(player.net.worth != before)
    assert {tuple(each) for each in changed} == {(0, n) for n in player.net.starts + board.codes}
    assert value < td_kernel.value_of(player.net, board.codes, 0) < 1


def test_games_teach_it_to_beat_a_player_that_sees_one_move_ahead():
    player = TDPlayer(seed=1)
    player.practise(3000)
    assert player.games == 3000
    games = match(player, OnePly(seed=1), games=30, seed=1)
    assert games.wins > 3 * games.losses


def test_the_same_games_teach_the_same_in_one_go_or_in_several_and_other_seeds_do_not():
    def weights(*parts, seed=1):
        player = TDPlayer(Connect4(4, 4), seed=seed)
        for games in parts:
            player.practise(games)
        return player.net.worth

    assert (weights(30) == weights(10, 20)).all()
    assert (weights(30) != weights(30, seed=2)).any()


LEARN = """
from c4lib import Connect4
from c4lib.alphazero import TDPlayer
player = TDPlayer(Connect4(4, 4), explore=0.2, seed=5)
player.practise(4)
print(__import__("hashlib").sha256(player.net.worth.tobytes()).hexdigest())
"""


def test_without_the_compiler_it_learns_exactly_the_same(monkeypatch):
    player = TDPlayer(Connect4(4, 4), explore=0.2, seed=5)
    player.practise(4)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    run = fresh_python(LEARN)
    assert run.stdout.split() == [hashlib.sha256(player.net.worth.tobytes()).hexdigest()]
