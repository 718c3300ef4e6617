from functools import cache

import numpy as np
import pytest

from c4lib.games.tictactoe import LINES, TicTacToe


@cache
def games_from(state: TicTacToe) -> int:
    """How many ways there are to play on from `state` to the end."""
    return 1 if state.is_over else sum(games_from(state.play(move)) for move in state.moves())


def all_positions() -> set[TicTacToe]:
    seen, level = set(), {TicTacToe()}
    while level:
        seen |= level
        level = {state.play(move) for state in level for move in state.moves()}
    return seen


def test_there_are_255168_games():
    assert games_from(TicTacToe()) == 255_168


def test_there_are_5478_positions_of_which_958_are_final():
    positions = all_positions()
    assert len(positions) == 5_478
    winners = [state.winner for state in positions if state.is_over]
    assert [winners.count(winner) for winner in (0, 1, None)] == [626, 316, 16]


def test_the_lines_are_the_rows_the_columns_and_the_diagonals():
    grid = np.arange(9).reshape(3, 3)
    lines = [*grid, *grid.T, grid.diagonal(), np.fliplr(grid).diagonal()]
    assert sorted(LINES) == sorted(tuple(sorted(line.tolist())) for line in lines)


@pytest.mark.parametrize("line", LINES)
def test_every_line_wins(line):
    others = [square for square in range(9) if square not in line]
    x, y, z = line
    state = TicTacToe()
    for move in (x, others[0], y, others[1]):
        state = state.play(move)
    assert not state.is_over
    state = state.play(z)
    assert (state.winner, state.winning_line, state.last) == (0, line, z)
    assert (state.utility(0), state.utility(1)) == (1, -1)


def test_two_lines_can_be_made_at_once_and_a_full_board_without_one_is_a_draw():
    assert TicTacToe.from_moves("123478965").winning_line == (0, 2, 4, 6, 8)
    state = TicTacToe.from_moves("123546879")
    assert (state.is_over, state.winner, state.winning_line) == (True, None, ())
    assert (state.utility(0), state.utility(1)) == (0, 0)


def test_the_picture_shows_the_squares_row_by_row():
    assert str(TicTacToe.from_moves("519")) == "O . .\n. X .\n. . X"
