"""Quixo's rules, held to a slow reading of them, its symmetries, and what a network sees of it."""

import random

import numpy as np
import pytest
from random_games import random_game

from c4lib.alphazero.encode import NEAR, Cubes, Encoding
from c4lib.games.quixo import SIDES, Quixo
from c4lib.heuristics.quixo import lines
from c4lib.search import alphabeta
from c4lib.search.table import TranspositionTable

Rows = list[list[int | None]]


# ---- the rules, slowly ---------------------------------------------------------------------


def pushed(rows: Rows, cube: int, side: str, player: int) -> Rows:
    """The board after a move, by taking cubes out of lists and putting them in again."""
    row, column = divmod(cube, len(rows))
    upright = side in ("top", "bottom")
    lines = [list(line) for line in (zip(*rows, strict=True) if upright else rows)]
    line, place = (lines[column], row) if upright else (lines[row], column)
    del line[place]
    line.insert(0 if side in ("left", "top") else len(line), player)
    return [list(line) for line in zip(*lines, strict=True)] if upright else lines


def lined(rows: Rows, player: int) -> bool:
    """Whether a player has a line."""
    grid = np.array([[owner == player for owner in row] for row in rows])
    diagonals = grid.diagonal().all() or np.fliplr(grid).diagonal().all()
    return bool(grid.all(axis=0).any() or grid.all(axis=1).any() or diagonals)


def legal(rows: Rows, player: int) -> list[tuple[int, str]]:
    size = len(rows)
    return [
        (row * size + column, side)
        for row in range(size)
        for column in range(size)
        for side, is_there in zip(
            SIDES, (column == 0, column == size - 1, row == 0, row == size - 1), strict=True
        )
        if (row in (0, size - 1) or column in (0, size - 1))
        and not is_there
        and rows[row][column] in (None, player)
    ]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_random_games_are_those_of_a_slow_reading_of_the_rules(size):
    own_goals = 0
    for seed in range(12 - 2 * size):
        rng, state = random.Random(seed), Quixo(size)
        rows, quiet = state.rows(), 0
        while not state.is_over:
            me = state.player
            moves = [state.rules.decode(move) for move in state.moves()]
            assert moves == legal(rows, me)
            for move, (cube, side) in zip(state.moves(), moves, strict=True):
                after = pushed(rows, cube, side, me)
                assert state.play(move).rows() == after
                loses, wins = lined(after, 1 - me), lined(after, me)
                winner = 1 - me if loses else me if wins else None
                assert state.play(move).winner == winner
                own_goals += loses
            move = rng.choice(state.moves())
            cube, side = state.rules.decode(move)
            quiet = 0 if rows[cube // size][cube % size] is None else quiet + 1
            rows, state = pushed(rows, cube, side, me), state.play(move)
            assert state.quiet == quiet
            assert state.player == 1 - me
    assert own_goals > 0, "nobody could have completed the other's line"


def test_a_move_is_a_cube_and_a_side_and_back():
    rules = Quixo().rules
    pairs = [rules.decode(move) for move in range(44)]
    assert len(set(pairs)) == 44
    assert [rules.encode(cube, side) for cube, side in pairs] == list(range(44))
    assert pairs[:4] == [(0, "right"), (0, "bottom"), (1, "left"), (1, "right")]
    assert rules.decode(np.int64(3)) == (1, "right")


def test_the_cubes_between_move_up():
    state = Quixo.from_moves([(20, "top"), (4, "left"), (15, "bottom")])
    assert str(state) == "O X . . .\n. . . . .\n. . . . .\n. . . . .\nX . . . ."
    assert state.last_cell == (0, 4)
    assert state.cells_of(state.history[-1]) == ((0, 3), (0, 4))
    after = state.play(state.rules.encode(2, "left"))
    assert str(after).splitlines()[0] == "O O X . ."


# ---- how a game ends -----------------------------------------------------------------------


def drawn(text: str, player: int = 0, quiet: int = 0) -> Quixo:
    """The board as drawn, rows set apart by a stroke."""
    state = Quixo(len(text.split("/")))
    marks = text.replace("/", "")
    bits = [sum(1 << n for n, mark in enumerate(marks) if mark == symbol) for symbol in "XO"]
    state._mine, state._theirs = bits[player], bits[1 - player]
    state._player, state._quiet = player, quiet
    return state


@pytest.mark.parametrize(
    ("board", "move", "winner", "line"),
    [
        # A row, a column and a diagonal of mine.
        (".XXXX/...../...../...../.....", (0, "right"), 0, [(n, 0) for n in range(5)]),
        ("X..../X..../..X../X..../X....", (14, "left"), 0, [(0, n) for n in range(5)]),
        ("X..../.X.../..X../...X./.....", (4, "bottom"), 0, [(n, n) for n in range(5)]),
        # A line too short by one.
        ("X..../X..../..X../X..../.....", (14, "left"), None, []),
        # Their column is completed: they win.
        ("..O../..O../.O.../..O../..O..", (14, "left"), 1, [(2, n) for n in range(5)]),
        # Theirs and mine at once: they win, and only their line is shown.
        ("X.O../X.O../.O.../X.O../X.O..", (14, "left"), 1, [(2, n) for n in range(5)]),
    ],
)
def test_a_line_wins_and_one_of_the_other_player_loses(board, move, winner, line):
    for player in (0, 1):
        marks = board if player == 0 else board.translate(str.maketrans("XO", "OX"))
        state = drawn(marks, player)
        after = state.play(state.rules.encode(*move))
        assert after.winner == (None if winner is None else winner ^ player)
        assert after.winning_line == tuple(sorted(line, key=lambda cell: cell[::-1]))
        assert after.is_over == (winner is not None)
        if winner is not None:
            assert after.utility(winner ^ player) == 1
            assert after.utility(1 - winner ^ player) == -1


def test_a_game_is_drawn_when_no_blank_cube_was_taken_for_long_enough():
    start = Quixo.from_moves([(0, "right"), (20, "right")], patience=6)
    state, seen = start, {start}
    for cube, side in [(4, "left"), (24, "left"), (0, "right"), (20, "right")]:
        state = state.play(state.rules.encode(cube, side))
        seen.add(state)
    assert state.rows() == start.rows()
    assert (state.quiet, len(seen)) == (4, 5)
    assert state != start, "it is nearer to the draw"
    state = state.play(state.rules.encode(4, "left"))
    assert not state.is_over
    blank = state.play(state.rules.encode(2, "left"))
    assert (blank.quiet, blank.is_over) == (0, False)
    state = state.play(state.rules.encode(24, "left"))
    assert state.is_over
    assert state.moves() == ()
    assert (state.winner, state.utility(0), state.utility(1)) == (None, 0, 0)


def test_a_line_made_with_the_last_patience_wins():
    state = drawn("XXXX./...../...../...../X...X", quiet=29)
    assert not state.is_over
    after = state.play(state.rules.encode(24, "top"))
    assert (after.quiet, after.is_over, after.winner) == (30, True, 0)


def test_the_first_player_wins_on_3x3_in_7_plies():
    table = TranspositionTable()
    five, seven = (alphabeta(Quixo(3), depth=depth, table=table) for depth in (5, 7))
    assert five.value == 0
    assert (seven.value > 0, len(seven.line)) == (True, 7)


# ---- the symmetries ------------------------------------------------------------------------


def test_the_eight_symmetries_are_different_and_the_first_changes_nothing():
    symmetries = Quixo().rules.symmetries
    assert len({tuple(cubes) for cubes, _ in symmetries}) == 8
    assert len({tuple(moves) for _, moves in symmetries}) == 8
    assert symmetries[0][0].tolist() == list(range(25))
    assert symmetries[0][1].tolist() == list(range(44))
    for cubes, moves in symmetries:
        assert sorted(cubes) == list(range(25))
        assert sorted(moves) == list(range(44))


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("which", range(8))
def test_a_game_and_its_image_are_played_side_by_side(size, which):
    for seed in range(4):
        cubes, moves = Quixo(size).rules.symmetries[which]
        encoding = Cubes(Quixo(size).rules)
        inputs, outputs = encoding.symmetries[which]
        assert outputs.tolist() == moves.tolist()
        game = random_game(Quixo(size), seed)
        image = Quixo(size)
        for state in game:
            there = np.array(state.rows(), dtype=object).ravel()
            assert there[cubes].tolist() == np.array(image.rows(), dtype=object).ravel().tolist()
            assert (encoding.bits(state)[inputs] == encoding.bits(image)).all()
            may = np.isin(np.arange(len(moves)), state.moves())
            assert np.flatnonzero(may[moves]).tolist() == list(image.moves())
            assert (state.winner, state.quiet) == (image.winner, image.quiet)
            if not state.is_over:
                move = game[game.index(state) + 1].history[-1]
                image = image.play(int(np.flatnonzero(moves == move)[0]))
        assert image.is_over


# ---- what a network sees -------------------------------------------------------------------


def test_the_bits_are_my_cubes_their_cubes_and_the_nearness_of_a_draw():
    for state in random_game(Quixo(), 3):
        encoding: Encoding = Cubes(state.rules)
        bits = encoding.bits(state)
        assert (bits.dtype, bits.shape, encoding.inputs) == (np.float32, (55,), 55)
        owners = np.array(state.rows(), dtype=object).ravel()
        assert (bits[:25] == (owners == state.player)).all()
        assert (bits[25:50] == (owners == 1 - state.player)).all()
        assert bits[50:].tolist() == [float(30 - state.quiet <= plies) for plies in NEAR]


@pytest.mark.parametrize(
    ("quiet", "near"),
    [(13, [0] * 5), (14, [1, 0, 0, 0, 0]), (26, [1, 1, 1, 0, 0]), (29, [1] * 5)],
)
def test_a_draw_comes_nearer(quiet, near):
    state = drawn("X..../...../...../...../....O", quiet=quiet)
    assert Cubes(state.rules).bits(state)[50:].tolist() == near


def test_moves_and_outputs_are_the_same_numbers():
    encoding = Cubes(Quixo().rules)
    assert encoding.outputs == 44
    assert [encoding.number(encoding.move(number)) for number in range(44)] == list(range(44))
    assert "5x5" in encoding.name
    assert encoding.name != Cubes(Quixo(patience=9).rules).name


# ---- how it is written and drawn -----------------------------------------------------------


def test_the_caption_tells_how_near_a_draw_is():
    assert Quixo().caption == ""
    state = drawn("X..../...../...../...../....O", quiet=3)
    assert state.caption == "No blank cube for 3 plies; 30 are a draw."


def test_the_picture_tells_the_cubes():
    assert "Quixo: . . . . X / . . . . ." in Quixo().play(3)._repr_html_()


# ---- its evaluation ------------------------------------------------------------------------


def test_the_evaluation_counts_cubes_in_lines_for_the_player_to_move():
    state = drawn("XXX../O..../...../...../.....")
    # X: row 1 has 3, columns 1 to 3 have 1 each, the falling diagonal 1; O: row 2 and column 1.
    assert lines(state) == (9 + 3 + 1) - 2
    assert lines(drawn("OOO../X..../...../...../.....")) == -11
    assert lines(Quixo()) == 0
