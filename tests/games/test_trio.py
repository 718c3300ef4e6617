"""Connect Four for several players, and the evaluation that judges it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import all_lines, random_game

from c4lib.connect4 import Connect4
from c4lib.games.trio import Trio
from c4lib.heuristics.trio import lines

Grid = dict[tuple[int, int], int]


def grid_after(moves: Sequence[int]) -> Grid:
    """Whose disc lies on each (column, row), worked out without bits: three play in turn."""
    grid: Grid = {}
    for number, column in enumerate(moves):
        row = sum(1 for taken, _ in grid if taken == column)
        grid[column, row] = number % 3
    return grid


SIZES = st.sampled_from([(7, 6, 4), (4, 4, 3), (3, 5, 3), (6, 2, 5)])


@given(size=SIZES, seed=st.integers(0, 2**32))
def test_the_winner_is_who_holds_a_line_cell_by_cell(size, seed):
    states = random_game(Trio(*size), seed)
    for state in states:
        grid = grid_after(state.history)
        owners = [{grid.get(cell) for cell in cells} for cells in all_lines(state.board)]
        winners = {owner.pop() for owner in owners if len(owner) == 1} - {None}
        assert winners == ({state.winner} - {None})
        assert state.is_over == (state is states[-1])
    top = state.height - 1
    seen = {(x, top - y): who for y, row in enumerate(state.rows()) for x, who in enumerate(row)}
    assert {cell: who for cell, who in seen.items() if who is not None} == grid


@given(seed=st.integers(0, 2**32))
def test_two_of_them_play_connect_four(seed):
    trio, connect4 = Trio(5, 4, 3, players=2), Connect4(5, 4, 3)
    for move in random_game(trio, seed)[-1].history:
        trio, connect4 = trio.play(move), connect4.play(move)
        assert (trio.player, trio.moves()) == (connect4.player, connect4.moves())
    assert [trio.utility(n) for n in (0, 1)] == [connect4.utility(n) for n in (0, 1)]
    assert (trio.winner, trio.winning_line) == (connect4.winner, connect4.winning_line)
    assert (trio.rows(), trio.last_cell) == (connect4.rows(), connect4.last_cell)
    assert str(trio) == str(connect4)


def test_x_o_and_hash_take_turns():
    state = Trio.from_moves("12233", width=3, height=3, connect=3)
    assert state.player == 2
    assert str(state) == ". . .\n. # O\nX O X\n1 2 3"
    assert state.rows() == [[None, None, None], [None, 2, 1], [0, 1, 0]]
    assert (state.last_cell, state.history, state.to_moves()) == ((2, 1), (0, 1, 1, 2, 2), "12233")
    assert state.previous == Trio.from_moves("1223", width=3, height=3, connect=3)
    assert Trio().last_cell is None


@pytest.mark.parametrize(
    ("players", "moves", "utilities"),
    [
        (3, "1231231", [1, -0.5, -0.5]),
        (3, "123123213", [-0.5, -0.5, 1]),
        (4, "123412341", [1, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_the_winner_gets_1_which_the_others_lose_together(players, moves, utilities):
    state = Trio.from_moves(moves, 5, 4, 3, players)
    assert [state.utility(player) for player in range(players)] == utilities
    assert sum(utilities) == pytest.approx(0)
    assert state.winner == utilities.index(1)
    assert {state.rows()[3 - row][column] for column, row in state.winning_line} == {state.winner}


def test_a_full_board_without_a_line_is_worth_nothing_to_anybody():
    state = Trio.from_moves("123", width=3, height=1, connect=3)
    assert (state.is_over, state.winner, state.winning_line) == (True, None, ())
    assert [state.utility(player) for player in range(3)] == [0, 0, 0]


@given(size=SIZES, seed=st.integers(0, 2**32), plies=st.integers(0, 12))
def test_open_lines_are_those_that_only_one_player_is_in(size, seed, plies):
    states = random_game(Trio(*size), seed)
    state = states[min(plies, len(states) - 2)]
    grid = grid_after(state.history)
    points = [0, 0, 0]
    for cells in all_lines(state.board):
        owners = [grid[cell] for cell in cells if cell in grid]
        if len(set(owners)) == 1:
            points[owners[0]] += len(owners) ** 2
    x, o, third = points
    expected = (x - (o + third) / 2, o - (x + third) / 2, third - (x + o) / 2)
    assert lines(state) == expected
    assert sum(lines(state)) == 0
