import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_game

from c4lib.connect4 import Cell, Connect4, order_of


def positions_by_ply(start: Connect4, plies: int) -> list[int]:
    """How many positions there are after 0, 1, ... `plies` plies."""
    counts, level = [1], {start}
    for _ in range(plies):
        level = {state.play(move) for state in level for move in state.moves()}
        counts.append(len(level))
    return counts


def naive_lines(discs: dict[Cell, int], connect: int, player: int) -> set[Cell]:
    """All cells on the player's lines, found by walking from each disc in each direction."""
    found: set[Cell] = set()
    for column, row in discs:
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(column + n * right, row + n * up) for n in range(connect)]
            if all(discs.get(cell) == player for cell in line):
                found.update(line)
    return found


@st.composite
def boards(draw: Callable[[Any], Any]) -> Connect4:
    """Empty boards of many sizes."""
    width, height = draw(st.integers(1, 13)), draw(st.integers(1, 9))
    return Connect4(width, height, draw(st.integers(1, max(width, height))))


seeds = st.integers(0, 2**32)

# ---- counts --------------------------------------------------------------------------------


def test_the_first_plies_have_the_known_numbers_of_positions():
    known = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
    assert positions_by_ply(Connect4(), 8) == known


def test_four_by_four_has_161029_positions():
    assert sum(positions_by_ply(Connect4(4, 4, 4), 16)) == 161_029


# ---- the rules -----------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(start=boards(), seed=seeds)
def test_the_rules_agree_with_a_naive_board(start, seed):
    discs: dict[Cell, int] = {}
    states = random_game(start, seed)
    for before, after in pairwise(states):
        column = after.history[-1]
        cell = column, sum(1 for other, _ in discs if other == column)
        discs[cell] = before.player
        lines = naive_lines(discs, start.connect, before.player)
        assert after.last_cell == cell
        assert after.player == 1 - before.player
        assert set(after.winning_line) == lines
        assert after.winner == (before.player if lines else None)
        assert after.is_over == (bool(lines) or len(discs) == start.width * start.height)
        assert after.rows() == [
            [discs.get((column, row)) for column in range(start.width)]
            for row in reversed(range(start.height))
        ]
    winner = states[-1].winner
    for player in (0, 1):
        worth = 0 if winner is None else 1 if winner == player else -1
        assert states[-1].utility(player) == worth


@pytest.mark.parametrize(
    ("right", "up"), [(0, 1), (1, 0), (1, 1), (1, -1)], ids=["up", "right", "rising", "falling"]
)
def test_ten_in_a_row_are_a_line_on_fifty_by_fifty_in_every_direction(right, up):
    board = Connect4(50, 50, 10).board
    bits = [board.bottoms[20 + n * right] << 20 + n * up for n in range(10)]
    assert board.has_line(sum(bits))
    assert board.line_squares(sum(bits)) == sum(bits)
    assert not board.has_line(sum(bits[1:]))


def test_a_line_does_not_run_over_the_edge_of_the_board():
    """The top of one column and the bottom of the next are neighbours only among the bits."""
    state = Connect4.from_moves("2121131", width=3, height=4, connect=4)
    assert state.winner is None


def test_all_lines_made_at_once_are_shown():
    state = Connect4.from_moves("1122335566774")
    assert state.winning_line == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0))


# ---- move strings --------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(start=boards(), seed=seeds)
def test_a_game_written_as_moves_is_read_back(start, seed):
    state = random_game(start, seed)[-1]
    sizes = (start.width, start.height, start.connect)
    again = Connect4.from_moves(state.to_moves(), *sizes)
    assert again == state
    assert again.history == state.history
    assert eval(repr(state), {"Connect4": Connect4}) == state


@pytest.mark.parametrize("moves", ["4453", "4 4 5 3", "4,4,5,3", " 44, 53\n"])
def test_moves_can_be_set_apart(moves):
    state = Connect4.from_moves(moves)
    assert (state.ply, state.history) == (4, (3, 3, 4, 2))
    assert state.to_moves() == "4453"


@pytest.mark.parametrize("start", [Connect4(), Connect4(4, 4, 3), Connect4(9, 7, 5)], ids=repr)
@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_read_back_from_its_rows(start, seed):
    for state in random_game(start, seed):
        read = Connect4.from_rows(state.rows(), state.connect)
        assert read == state
        assert (read.is_over, read.winner, len(read.history)) == (
            state.is_over, state.winner, state.ply,
        )  # fmt: skip


def test_a_board_that_was_pickled_is_the_same_board():
    board = Connect4(5, 4).board
    assert pickle.loads(pickle.dumps(board)) is board


def test_columns_of_wide_boards_are_set_apart_by_commas():
    state = Connect4.from_moves("12, 3 50", 50, 50, 10)
    assert state.history == (11, 2, 49)
    assert state.to_moves() == "12,3,50"
    assert Connect4.from_moves("12", 9).to_moves() == "12"
    assert Connect4.from_moves("1,2", 10).to_moves() == "1,2"


# ---- what a state shows --------------------------------------------------------------------


def test_the_picture_shows_the_discs_above_the_column_numbers():
    assert str(Connect4.from_moves("44534")) == (
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . X . . .\n"
        ". . . O . . .\n"
        ". . O X X . .\n"
        "1 2 3 4 5 6 7"
    )


def test_the_picture_of_a_wide_board_keeps_its_columns_in_line():
    assert str(Connect4.from_moves("1,10,10", 10, 2, 3)) == (
        " .  .  .  .  .  .  .  .  .  X\n"
        " X  .  .  .  .  .  .  .  .  O\n"
        " 1  2  3  4  5  6  7  8  9 10"
    )


def test_repr_names_the_size_only_where_it_is_not_the_usual_one():
    assert repr(Connect4.from_moves("4453")) == "Connect4.from_moves('4453')"
    assert repr(Connect4(5, 4, 3)) == "Connect4.from_moves('', width=5, height=4, connect=3)"


def test_the_bits_are_laid_out_as_drawn():
    state = Connect4.from_moves("4453")
    assert state.mask == 1 << 21 | 1 << 22 | 1 << 28 | 1 << 14
    assert state.discs(0) == state.mine == 1 << 21 | 1 << 28
    assert state.discs(1) == state.theirs == 1 << 22 | 1 << 14
    assert state.play(0).discs(0) == state.discs(0) | 1


def test_an_order_of_moves_is_found_where_there_is_one():
    # With the first disc in the second column, X would have nothing left to play at the end.
    assert order_of([[0, 1, 1], [0, 0, 1]]) == [0, 0, 1, 0, 1, 1]
    assert order_of([[1], [0, 0]]) == [1, 0, 1]
    assert order_of([[1, 0]]) is None
    assert order_of([]) == []
