"""The references of lesson 07, compared with other ways to compute the same, and their cases."""

import pytest
from random_games import positions

from c4lib import Connect4, Perfect, analyze
from c4lib.exercises import exercise
from c4lib.exercises.lesson07 import (
    at_least,
    find_score,
    label,
    questions_needed,
    safe_moves,
    score,
    threat_squares,
)
from c4lib.fast import solve
from c4lib.fast.solver import plies_left
from c4lib.heuristics import counts
from c4lib.measure.review import label as label_of_a_review


def wins(state):
    return [column for column in state.moves() if state.play(column).winner is not None]


@pytest.mark.parametrize("free", range(1, 43))
def test_a_score_counts_the_winners_discs_from_the_last(free):
    assert score(free, 0) == 0
    for plies in range(1, free + 1):
        droppers = [ply % 2 for ply in range(free)]  # 0: the player to move
        winner = droppers[plies - 1]
        from_the_last = droppers[plies - 1 :].count(winner)
        assert score(free, plies) == (from_the_last, -from_the_last)[winner]
        assert plies_left(score(free, plies), free) == plies


@pytest.mark.parametrize("size", [(7, 6), (5, 4), (4, 7)])
def test_threats_are_those_of_the_package(size):
    for state in positions(60, *size):
        empty = state.board.full ^ state.mask
        for player in (0, 1):
            squares = counts.threat_squares(state.board, state.discs(player), empty)
            assert threat_squares(state, player) == set(state.board.cells(squares))


@pytest.mark.parametrize("size", [(7, 6), (5, 4), (5, 5)])
def test_safe_moves_are_those_found_by_trying_them_out(size):
    states = [state for state in positions(300, *size) if not wins(state)]
    assert {len(safe_moves(state)) for state in states} >= {0, 1, size[0]}
    for state in states:
        assert safe_moves(state) == [c for c in state.moves() if not wins(state.play(c))]


def test_nobody_can_win_at_once_in_the_cases_of_safe_moves():
    assert not any(wins(state) for (state,) in exercise("7.3").cases)


def test_a_position_is_at_least_what_the_solver_says_and_not_more():
    states = {state for state, _ in exercise("7.4").cases if not state.is_over}
    for state in states:
        found = solve(state).score
        bounds = range(found - 3, found + 4)
        assert [at_least(state, beta) for beta in bounds] == [beta <= found for beta in bounds]


def test_bisection_finds_every_score_and_needs_no_more_questions_than_computed():
    for low in range(-9, 3):
        for high in range(low, low + 18):
            counts = []
            for hidden in range(low, high + 1):
                asked = []
                found = find_score(lambda k, s=hidden, a=asked: a.append(k) or s >= k, low, high)
                assert found == hidden
                counts.append(len(asked))
            assert max(counts) == questions_needed(low, high)


@pytest.mark.parametrize(
    ("puzzle", "columns"),
    [
        ("75552617143241465356646563", [4, 1, 7, 2, 3]),
        ("4445122335232234", [4, 5, 3, 3, 5, 6, 6, 7, 7, 7, 6]),
    ],
)
def test_the_answers_of_the_puzzles_win_as_fast_as_can_be_against_perfect_play(puzzle, columns):
    state, perfect = Connect4.from_moves(puzzle), Perfect()
    assert [column + 1 for column, worth in analyze(state).items() if worth > 0] == [4]
    for column in columns:
        scores = analyze(state)
        assert scores[column - 1] == max(scores.values())
        state = state.play(column - 1)
        state = state if state.is_over else state.play(perfect(state))
    assert state.winner == 0


def test_labels_are_those_of_a_review():
    for best in range(-3, 4):
        for played in range(-3, 4):
            scores = {0: played, 4: best, 5: -4}
            for column in scores:
                assert label(scores, column) == label_of_a_review(scores, column)
