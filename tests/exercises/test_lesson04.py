"""The references of lesson 04, compared with other ways to compute the same, and their cases."""

from itertools import product

import numpy as np
import pytest
from random_games import positions

from c4lib import heuristics
from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.lesson04 import (
    evaluation_one,
    fit,
    forced_moves,
    hit_rate,
    one,
    quiet_value,
    runs,
    soon_value,
)
from c4lib.exercises.watch_nodes import watched
from c4lib.search import alphabeta, minimax
from c4lib.search import forced_moves as forced_moves_of_the_package


@pytest.mark.parametrize("size", [(7, 6, 4), (5, 4, 4), (4, 7, 4), (6, 6, 5), (4, 4, 3)])
def test_evaluation_one_is_the_packages(size):
    for state in positions(80, *size):
        assert one(state) == heuristics.one(state)


@pytest.mark.parametrize("size", [(7, 6, 4), (3, 6, 4), (8, 8, 5), (4, 1, 3), (3, 3, 3)])
def test_lines_through_squares_are_those_of_the_package(size):
    lines = heuristics.hit_rate(Connect4(*size).board)
    for column, row in product(range(size[0]), range(size[1])):
        assert hit_rate(*size, column, row) == lines[column, row]


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_values_are_those_of_the_packages_searches(depth):
    for state in positions(25, 5, 4):
        expected = minimax(state, depth=depth, evaluate=heuristics.one).value
        assert soon_value(state, depth, one) == expected


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_values_beyond_the_horizon_are_those_of_the_packages_search(depth):
    values = set()
    for state in positions(40, 5, 4):
        found = quiet_value(state, depth, one, forced_moves)
        expected = alphabeta(
            state, depth=depth, evaluate=heuristics.one, loud=forced_moves_of_the_package
        ).value
        assert found == expected
        values.add(found == soon_value(state, depth, one))
    assert values == {True, False}


@pytest.mark.parametrize("size", [(7, 6, 4), (5, 4, 4), (4, 5, 3)])
def test_forced_moves_are_those_of_the_package_and_enter_no_other_state(size):
    for state in positions(150, *size):
        seen = watched(forced_moves, "entered")(state)
        assert seen.value == forced_moves_of_the_package(state)
        assert seen.nodes == ((),)


def test_weights_are_those_that_the_packages_evaluation_learns():
    names = ["twos", "threes", "hit-rate"]
    states = positions(60, 7, 6)
    scores = np.random.default_rng(4).integers(-9, 10, len(states))
    rows = np.array([[heuristics.FEATURES[name](state) for name in names] for state in states])
    players = np.array([state.player for state in states])
    goals = np.where(players == 0, scores, -scores)
    learnt = heuristics.Linear.fit(states, goals.tolist(), names)
    assert fit(rows, scores, players) == pytest.approx(list(learnt.weights.values()))


def test_the_board_that_is_counted_by_hand_has_all_kinds_of_runs():
    ((state,),) = exercise("4.1").cases
    assert state.player == 1
    assert [runs(state, 1, 3), runs(state, 0, 3), runs(state, 1, 2)] == [1, 2, 3]
    assert evaluation_one(state) == heuristics.one(state) == -97


def test_the_solution_by_hand_names_runs_that_are_there_and_needs_no_other_exercise():
    ((state,),) = exercise("4.1").cases
    squares = {
        "row 1, columns 1 to 3": (1, [(0, 0), (1, 0), (2, 0)]),
        "column 7": (1, [(6, 0), (6, 1)]),
        "row 2, columns 3 to 5": (0, [(2, 1), (3, 1), (4, 1)]),
        "falls from column 3 to column 5": (0, [(2, 2), (3, 1), (4, 0)]),
    }
    text = str(exercise("4.1").solution())
    for words, (player, run) in squares.items():
        assert words in text
        assert set(run) <= set(state.board.cells(state.discs(player)))
    assert "runs(" not in text
    assert "def one(" not in text


@pytest.mark.parametrize("number", ["4.3", "4.4", "4.5", "4.6"])
def test_a_right_answer_plays_and_takes_a_win(number):
    task = exercise(number).task
    player = task.player(task.reference)
    assert player(Connect4.from_moves("112233")) == 3
