"""Othello's rules: counted, compared with others, drawn, and seen by a network; its judges."""

from functools import cache

import numpy as np
import pytest
from random_games import random_game

from c4lib.alphazero.encode import Discs
from c4lib.connect4 import Connect4
from c4lib.games.othello import SIZES, Othello
from c4lib.heuristics.othello import EVALUATIONS, corners, discs, firm_edges, gifts, mobility, ours
from c4lib.players.agents import AlphaBeta

PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
"""How many games of 1, 2, ... moves there are on the board of size 8."""

FEINSTEIN = "d3c5d6e3f5f4e2d2c2e6e7g5c4c3g4g3f3c7b5d7b7b3c6b6f7f6b4b2g6g7f2g2"  # on columns b to g
"""Perfect play on 6x6 (J. Feinstein, 1993), with its squares named as on 8x8; white wins 20-16."""


def count(state: Othello, depth: int) -> int:
    """How many ways there are to play `depth` moves."""
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(count(state.play(move), depth - 1) for move in moves)


def enclosed(rows: list[list[int | None]], column: int, row: int, player: int) -> set:
    """Slow and plain: the cells that a disc there would turn over."""
    size, cells = len(rows), set()
    if rows[row][column] is not None:
        return cells
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            line, x, y = set(), column + right, row + down
            while 0 <= x < size and 0 <= y < size and rows[y][x] == 1 - player:
                line.add((x, y))
                x, y = x + right, y + down
            if 0 <= x < size and 0 <= y < size and rows[y][x] == player:
                cells |= line
    return cells


# ---- the rules -----------------------------------------------------------------------------


def test_there_are_as_many_games_of_up_to_8_moves_as_published():
    assert [count(Othello(), depth) for depth in range(1, 9)] == PERFT


@pytest.mark.slow
def test_there_are_as_many_games_of_9_moves_as_published():
    assert count(Othello(), 9) == 3_005_288


@pytest.mark.parametrize("size", SIZES)
def test_moves_and_turned_discs_are_those_of_a_slow_reading_of_the_rules(size):
    for seed in range(3):
        for state in random_game(Othello(size), seed):
            rows, me = state.rows(), state.player
            turned = {
                row * size + column: enclosed(rows, column, row, me)
                for row in range(size)
                for column in range(size)
            }
            squares = [square for square, cells in turned.items() if cells]
            if not state.is_over:
                assert state.moves() == (squares or [size * size])
            for square in squares:
                after = [list(row) for row in rows]
                for column, row in turned[square] | {(square % size, square // size)}:
                    after[row][column] = me
                assert state.play(square).rows() == after


def test_the_second_player_wins_11_to_3_on_the_smallest_board():
    @cache
    def surplus(state: Othello) -> int:
        """How many more discs the player to move has in the end."""
        if state.is_over:
            return state.discs(state.player) - state.discs(1 - state.player)
        return max(-surplus(state.play(move)) for move in state.moves())

    assert surplus(Othello(4)) == 3 - 11


def test_feinsteins_perfect_game_on_6x6_ends_20_to_16():
    state = Othello(6)
    for letter, digit in zip(FEINSTEIN[::2], FEINSTEIN[1::2], strict=True):
        if state.moves() == [36]:
            state = state.play(36)
        state = state.play((int(digit) - 2) * 6 + ord(letter) - ord("b"))
    assert state.is_over
    assert (state.discs(0), state.discs(1)) == (16, 20)
    assert (state.winner, state.utility(0), state.utility(1)) == (1, -1, 1)


def test_passing_is_a_move_where_nothing_else_is():
    for seed in range(20):
        for state in random_game(Othello(6), seed):
            if state.moves() != [36]:
                continue
            after = state.play(36)
            assert (after.mine, after.theirs) == (state.theirs, state.mine)
            assert after.player != state.player
            assert after != state
            assert after.last_cell is None
            assert after.moves() != [36], "the game would have been over"
            assert Othello.from_moves(after.to_moves(), 6) == after
            assert after.to_moves().endswith("--")
            return
    pytest.fail("nobody had to pass")


def test_the_game_can_end_before_the_board_is_full():
    state = Othello.from_moves("e6f4e3f6g5d6e7f5c5")
    assert state.is_over
    assert (state.discs(0), state.discs(1), state.winner) == (13, 0, 0)
    assert state.moves() == []


def test_equally_many_discs_are_a_draw():
    ends = [random_game(Othello(4), seed)[-1] for seed in range(200)]
    draws = [state for state in ends if state.discs(0) == state.discs(1)]
    assert draws
    for state in draws:
        assert (state.winner, state.utility(0), state.utility(1)) == (None, 0, 0)


# ---- how it is written and drawn -----------------------------------------------------------


def test_the_largest_board_is_drawn_in_straight_columns():
    lines = str(Othello(10).play(34)).splitlines()
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[4] == " 4 . . . . X . . . . ."
    assert lines[5] == " 5 . . . . X X . . . ."
    assert lines[10] == "10 . . . . . . . . . ."


def test_the_picture_tells_the_discs():
    picture = Othello.from_moves("c4e3")._repr_html_()
    assert "X has 3 discs, O has 3." in picture
    assert "4 . . X X O . . ." in picture


OVER = Othello.from_moves("e6f4e3f6g5d6e7f5c5")


# ---- what a network sees -------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6])
def test_the_bits_are_my_discs_theirs_and_where_each_could_move(size):
    for state in random_game(Othello(size), 3):
        encoding = Discs(state.board)
        bits = encoding.bits(state)
        assert (bits.dtype, bits.shape) == (np.float32, (encoding.inputs,))
        mine, theirs, moves, others = bits.reshape(4, -1)
        owners = np.array(state.rows(), dtype=object).ravel()
        assert (mine == (owners == state.player)).all()
        assert (theirs == (owners == 1 - state.player)).all()
        assert np.flatnonzero(moves).tolist() == [each for each in state.moves() if each != size**2]
        if state.moves() == [size**2]:  # after a pass it is their turn, on the same board
            assert np.flatnonzero(others).tolist() == state.play(size**2).moves()


def test_an_image_has_the_images_of_the_moves():
    def bits_of(squares):
        return sum(bit for bit, is_set in zip(board.bits, squares, strict=True) if is_set)

    board = Othello(6).board
    encoding = Discs(board)
    assert len({tuple(inputs) for inputs, _ in encoding.symmetries}) == 8
    for inputs, moves in encoding.symmetries:
        assert sorted(moves) == list(range(37))
        assert moves[36] == 36, "a pass stays a pass"
        for state in random_game(Othello(6), 5):
            mine, theirs, here, there = map(bits_of, encoding.bits(state)[inputs].reshape(4, -1))
            assert (board.legal(mine, theirs), board.legal(theirs, mine)) == (here, there)
            may = np.isin(np.arange(37), state.moves())[moves]
            assert bits_of(may[:36]) == here


# ---- judging -------------------------------------------------------------------------------


def drawn(text: str, player: int = 0) -> Othello:
    """The board as drawn, in one line, rows set apart by a stroke."""
    rows = text.split("/")
    state = Othello(len(rows))
    bits = [
        sum(
            state.board.bit((column, row))
            for row, marks in enumerate(rows)
            for column, mark in enumerate(marks)
            if mark == symbol
        )
        for symbol in "XO"
    ]
    state._player, state._mine, state._theirs = player, bits[player], bits[1 - player]
    return state


EDGES = "XXX.OO/.....O/..XO../..OX../....../O...XX"


def test_the_evaluations_count_what_they_say():
    state = drawn(EDGES)
    assert not state.is_over
    assert (state.discs(0), state.discs(1)) == (7, 6)
    assert discs(state) == 1
    assert corners(state) == 2 - 2
    assert firm_edges(state) == 5 - 4
    assert mobility(state) == len(state.moves()) - len(drawn(EDGES, player=1).moves())
    assert ours(state) == 10 * (5 - 4) + 3 * mobility(state)


def test_a_row_along_the_edge_is_firm_only_from_a_corner():
    assert firm_edges(drawn(".XXXX./....../..XO../..OX../....../......")) == 0
    assert firm_edges(drawn("XXXXXX/X...../..XO../..OX../....../......")) == 7


def test_a_disc_beside_an_empty_corner_is_a_gift():
    assert gifts(drawn("....../.X..O./..XO../..OX../.X..../......")) == 2 - 1
    assert gifts(drawn("X...../.X..O./..XO../..OX../....../.....X")) == 0 - 1


@pytest.mark.parametrize("name", EVALUATIONS)
def test_an_evaluation_is_for_the_player_to_move_in_unfinished_games_of_othello(name):
    evaluate = EVALUATIONS[name]
    for player in (0, 1):
        assert evaluate(drawn(EDGES, player)) == -evaluate(drawn(EDGES, 1 - player))
    assert evaluate(Othello()) == 0
    with pytest.raises(ValueError, match=r"is over; its exact value is state.utility"):
        evaluate(OVER)
    with pytest.raises(ValueError, match="judges Othello states, not Connect4"):
        evaluate(Connect4())


def test_what_lasts_is_a_better_judge_than_the_discs():
    best, greedy = AlphaBeta(depth=2, evaluate=ours), AlphaBeta(depth=2, evaluate=discs)
    points = 0.0
    for seed in range(8):
        start = random_game(Othello(6), seed)[4]
        for me in (0, 1):
            state = start
            while not state.is_over:
                state = state.play((best if state.player == me else greedy)(state))
            points += state.utility(me)
    assert points >= 8, "12 of 16 games, say"
