"""What is kept up to date disc by disc agrees with counting from scratch."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import all_lines

from c4lib.connect4 import Connect4
from c4lib.fast.lines_kernel import OPEN, THREATS, WORTH, lines_of, position_of, put, take
from c4lib.heuristics.counts import open_lines, threat_squares

SIZES = [
    (1, 1, 1), (1, 5, 3), (6, 1, 3), (1, 9, 1), (3, 2, 1), (3, 3, 2), (2, 2, 2), (4, 4, 4),
    (7, 6, 4), (6, 7, 4), (5, 5, 3), (2, 8, 5), (8, 2, 5), (9, 8, 5), (12, 12, 6), (20, 3, 10),
]  # fmt: skip


def numbered_lines(board):
    """Every line as the list of its squares' numbers."""
    return [[x * board.height + y for x, y in line] for line in all_lines(board)]


@st.composite
def games(draw):
    """A board, and a game of random moves on it, broken off or played to its end."""
    size = draw(st.sampled_from(SIZES))
    dice = draw(st.randoms(use_true_random=False))
    state = Connect4(*size)
    for _ in range(draw(st.integers(0, size[0] * size[1]))):
        if not state.is_over:
            state = state.play(dice.choice(state.moves()))
    return state


def squares_of(state, player):
    return {column * state.height + row for column, row in state.board.cells(state.discs(player))}


def members_of(lines):
    """The squares of each line."""
    found = [[] for _ in lines.gaps]
    for square in range(lines.width * lines.height):
        for line in lines.through[lines.first[square] : lines.first[square + 1]]:
            found[line].append(square)
    return found


def contents(position):
    return [array.tolist() for array in position]


@pytest.mark.parametrize("size", SIZES)
def test_the_lines_are_those_of_the_board(size):
    lines = lines_of(Connect4(*size).board)
    found = members_of(lines)
    assert sorted(found) == sorted(map(sorted, numbered_lines(Connect4(*size).board)))
    assert lines.gaps.tolist() == [np.bitwise_xor.reduce(squares) for squares in found]


@given(games())
@settings(max_examples=150)
def test_what_is_known_of_each_line_agrees_with_counting(state):
    lines = lines_of(state.board)
    position = position_of(state, lines)
    discs = [squares_of(state, player) for player in (0, 1)]
    taken = discs[0] | discs[1]
    for line, squares in enumerate(members_of(lines)):
        for player in (0, 1):
            assert position.held[player, line] == len(discs[player] & set(squares))
        empty = [square for square in squares if square not in taken]
        assert position.gaps[line] == np.bitwise_xor.reduce([0, *empty])
    columns = [square // state.height for square in taken]
    assert position.heights.tolist() == [columns.count(n) for n in range(state.width)]


@given(games())
@settings(max_examples=150)
def test_threats_and_sums_of_an_unfinished_game_agree_with_counting(state):
    if state.is_over:
        state = state.previous
    board = state.board
    position = position_of(state, lines_of(board))
    empty = board.full & ~state.mask
    lines = [set(line) for line in numbered_lines(board)]
    for player in (0, 1):
        mine, theirs = squares_of(state, player), squares_of(state, 1 - player)
        open_ones = [line for line in lines if not line & theirs]
        short = [line - mine for line in open_ones if len(line - mine) == 1]
        assert position.sums[player, OPEN] == len(open_ones)
        assert position.sums[player, WORTH] == sum(len(line & mine) ** 2 for line in open_ones)
        assert position.sums[player, THREATS] == len(short)
        assert position.sums[player, WORTH] == open_lines(board, state.discs(player), empty)
        threats = set(board.cells(threat_squares(board, state.discs(player), empty)))
        for column, row in board.cells(empty):
            square = column * board.height + row
            assert position.threats[player, square] == short.count({square})
            assert (position.threats[player, square] > 0) == ((column, row) in threats)


@given(games(), st.integers(0, 1))
@settings(max_examples=150)
def test_a_disc_that_is_taken_off_again_leaves_no_trace(state, player):
    lines = lines_of(state.board)
    position = position_of(state, lines)
    before = contents(position)
    for column in state.moves():
        square = column * state.height + int(position.heights[column])
        put(lines, position, player, square)
        assert position.key[0] != before[-1][0]
        take(lines, position, player, square)
        assert contents(position) == before


@given(games())
@settings(max_examples=100)
def test_discs_that_fall_one_by_one_make_the_same_position(state):
    """But for threats on squares that are taken now, at which nobody looks."""
    lines = lines_of(state.board)
    position = position_of(Connect4(state.width, state.height, state.connect), lines)
    for ply, column in enumerate(state.history):
        put(lines, position, ply % 2, column * state.height + int(position.heights[column]))
        position.heights[column] += 1
    at_once = position_of(state, lines)
    for name in ("heights", "held", "gaps", "codes", "sums", "key"):
        assert getattr(position, name).tolist() == getattr(at_once, name).tolist(), name
    taken = sorted(squares_of(state, 0) | squares_of(state, 1))
    for threats in (position.threats, at_once.threats):
        threats[:, taken] = 0
    assert position.threats.tolist() == at_once.threats.tolist()


@pytest.mark.parametrize("size", SIZES)
def test_positions_have_keys_of_their_own_and_the_same_by_any_order_of_moves(size):
    lines = lines_of(Connect4(*size).board)
    assert lines_of(Connect4(*size).board) is lines
    assert len(np.unique(lines.keys)) == 2 * size[0] * size[1]
    if min(size) > 3:
        keys = [
            position_of(Connect4.from_moves(moves, *size), lines).key[0]
            for moves in ("1,2,3", "3,2,1", "1,3,2", "1,2")
        ]
        assert keys[0] == keys[1]
        assert len(set(keys)) == 3
