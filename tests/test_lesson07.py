"""What holds for the exercises of lesson 07 beside what holds for all: see test_exercises."""

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.lesson07 import (
    PATIENCE,
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
from c4lib.review import label as label_of_a_review


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def positions(count, width, height):
    """Positions from random games, the same ones each time."""
    rng = np.random.default_rng(7)
    found = []
    while len(found) < count:
        state = Connect4(width, height)
        for _ in range(rng.integers(width * height)):
            if not state.is_over:
                found.append(state)
                state = state.play(int(rng.choice(state.moves())))
    return found[:count]


def wins(state):
    return [column for column in state.moves() if state.play(column).winner is not None]


# ---- the references, beside other ways to find the same ---------------------------------------


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
def test_a_threat_is_a_square_where_one_more_disc_makes_a_line(size):
    def has_line(discs):
        return any(
            all((column + n * right, row + n * up) in discs for n in range(4))
            for column, row in discs
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    for state in positions(60, *size):
        taken = set(state.board.cells(state.mask))
        squares = {(column, row) for column in range(size[0]) for row in range(size[1])} - taken
        for player in (0, 1):
            discs = set(state.board.cells(state.discs(player)))
            expected = {square for square in squares if has_line(discs | {square})}
            assert threat_squares(state, player) == expected


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


def test_bisection_finds_every_score_in_every_range_and_needs_so_many_questions_at_most():
    for low in range(-9, 3):
        for high in range(low, low + 18):
            counts = []
            for hidden in range(low, high + 1):
                asked = []
                found = find_score(lambda k, s=hidden, a=asked: a.append(k) or s >= k, low, high)
                assert found == hidden
                counts.append(len(asked))
            assert max(counts) == questions_needed(low, high)


def test_labels_are_those_of_a_review():
    for best in range(-3, 4):
        for played in range(-3, 4):
            scores = {0: played, 4: best, 5: -4}
            for column in scores:
                assert label(scores, column) == label_of_a_review(scores, column)


# ---- what readers write ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("7.1", lambda free, plies: (1, 2), "One number is wanted"),
        ("7.2", lambda state, player: 5, "A set of squares is wanted, and one number came"),
        ("7.2", lambda state, player: {3: 2}, "and a dictionary came"),
        ("7.3", lambda state: {0, 1}, "`sorted(...)` makes one"),
        ("7.6", lambda scores, column: 0, "A word is wanted"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


def test_threats_may_come_as_a_list_of_lists():
    def answer(state, player):
        return [list(square) for square in threat_squares(state, player)]

    assert exercise("7.2").check(answer).is_right


def test_safe_moves_before_threats_are_written_are_sent_back_to_them():
    def unwritten(state, player):
        return ...

    def answer(state):
        return [c for c in state.moves() if (c, 0) not in unwritten(state, 1 - state.player)]

    text = str(exercise("7.3").check(answer))
    assert "Do exercise 7.2 first" in text
    assert "return [c for c in state.moves()" in text


def test_another_type_error_in_safe_moves_stays_as_it_is():
    text = str(exercise("7.3").check(lambda state: 1 + "1"))
    assert "TypeError: unsupported operand" in text


def test_the_first_of_two_threats_stopped_and_nothing_else_looked_at_has_a_name():
    def answer(state):
        threats = threat_squares(state, 1 - state.player)
        taken = [column for column, row in state.board.cells(state.mask)]
        for column in state.moves():
            if (column, taken.count(column)) in threats:
                return [column]
        return [c for c in state.moves() if (c, taken.count(c) + 1) not in threats]

    assert exercise("7.3").check(answer).mistake == "one of two threats left open"


def test_a_cut_of_scores_out_of_reach_is_praised_and_left_out():
    def answer(state, beta):
        free = state.width * state.height - state.ply
        if beta > (free + 1) // 2:
            return False
        if beta <= -(free // 2 + 1):
            return True
        if state.is_over:
            return beta <= (0 if state.winner is None else -1 - free // 2)
        return any(not answer(state.play(move), 1 - beta) for move in state.moves())

    verdict = exercise("7.4").check(answer)
    assert verdict.mistake == "scores out of reach cut off"
    assert "A good idea" in str(verdict)


def test_a_finished_game_scored_with_exercise_7_1_has_a_name():
    def answer(state, beta):
        if state.is_over:
            return score(state.width * state.height - state.ply, 0) >= beta
        return any(not answer(state.play(move), 1 - beta) for move in state.moves())

    assert "`score(free, 0)`" in str(exercise("7.4").check(answer))


def test_the_largest_key_taken_for_the_best_score_has_a_name():
    def answer(scores, column):
        best, played = max(scores), scores[column]
        if played == best:
            return "best"
        if best > 0 > played:
            return "blunder"
        return "mistake" if (best > 0) != (played > 0) or (best < 0) != (played < 0) else "slip"

    assert "keys of the dictionary" in str(exercise("7.6").check(answer))


def test_a_loop_that_ends_at_the_first_good_move_is_right():
    def answer(state, beta):
        if state.is_over:
            free = state.width * state.height - state.ply
            return beta <= (0 if state.winner is None else -1 - free // 2)
        found = False
        for move in state.moves():
            if answer(state.play(move), -beta + 1) is False:
                found = True
                break
        return found

    assert exercise("7.4").check(answer).is_right


def test_any_way_to_halve_the_range_is_right():
    def half_open(is_at_least, low, high):
        above = high + 1
        while above - low > 1:
            middle = (low + above) // 2
            low, above = (middle, above) if is_at_least(middle) else (low, middle)
        return low

    def recursive(is_at_least, low, high):
        if low == high:
            return low
        middle = high - (high - low) // 2
        if is_at_least(middle):
            return recursive(is_at_least, middle, high)
        return recursive(is_at_least, low, middle - 1)

    def with_numpy(is_at_least, low, high):
        scores = np.arange(low, high + 1)
        while len(scores) > 1:
            half = len(scores) // 2
            scores = scores[half:] if is_at_least(scores[half]) else scores[:half]
        return scores[0]

    for answer in (half_open, recursive, with_numpy):
        verdict = exercise("7.5").check(answer)
        assert verdict.is_right, verdict


def test_more_questions_than_needed_are_wrong_even_if_the_score_is_right():
    def thirds(is_at_least, low, high):
        while low < high:
            k = low + (high - low + 2) // 3
            low, high = (k, high) if is_at_least(k) else (low, k - 1)
        return low

    verdict = exercise("7.5").check(thirds)
    assert verdict.outcome is Outcome.WRONG
    assert "The scores are right, but it asks more than is needed" in str(verdict)
    assert "input:    find_score(lambda k: " in str(verdict)


def test_an_answer_that_never_stops_asking_is_stopped():
    def answer(is_at_least, low, high):
        while True:
            is_at_least(high)

    assert f"stopped after {PATIENCE} questions: 3, 3" in str(exercise("7.5").check(answer))


def test_a_question_about_half_a_score_is_refused():
    def answer(is_at_least, low, high):
        return low if low == high or not is_at_least((low + high) / 2) else high

    text = str(exercise("7.5").check(answer))
    assert "scores are whole numbers: ask about one, not about 0.5" in text


def test_an_answer_may_change_the_scores_it_is_handed():
    def answer(scores, column):
        played = scores.pop(column)
        scores[column] = played
        result = label(scores, column)
        scores.clear()
        return result

    for _ in range(2):
        assert exercise("7.6").check(answer).is_right
    assert all(scores for scores, _ in exercise("7.6").cases)
