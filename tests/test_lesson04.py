"""What holds for the exercises of lesson 04 beside what holds for all: see test_exercises."""

from itertools import product

import numpy as np
import pytest

from c4lib import heuristics
from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.lesson04 import (
    choose,
    evaluation_one,
    fit,
    forced_moves,
    hit_rate,
    one,
    quiet_value,
    runs,
    soon_value,
)
from c4lib.exercises.watching import watched
from c4lib.search import alphabeta, minimax
from c4lib.search import forced_moves as forced_moves_of_the_package


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def positions(count, width, height, connect=4, most_empty=99):
    """Unfinished positions from random games, the same ones each time."""
    rng = np.random.default_rng(4)
    found = []
    while len(found) < count:
        state = Connect4(width, height, connect)
        while not state.is_over:
            if state.free <= most_empty:
                found.append(state)
            state = state.play(int(rng.choice(state.moves())))
    return found[:count]


# ---- the references, beside other ways to find the same ---------------------------------------


@pytest.mark.parametrize("size", [(7, 6, 4), (5, 4, 4), (4, 7, 4), (6, 6, 5), (4, 4, 3)])
def test_evaluation_one_is_the_packages(size):
    for state in positions(80, *size):
        assert one(state) == heuristics.one(state)


@pytest.mark.parametrize("size", [(7, 6, 4), (3, 6, 4), (8, 8, 5), (4, 1, 3), (3, 3, 3)])
def test_lines_through_squares_are_those_of_the_package(size):
    lines = heuristics.hit_rate(Connect4(*size).board)
    for column, row in product(range(size[0]), range(size[1])):
        assert hit_rate(*size, column, row) == lines[column, row]


@pytest.mark.parametrize("size", [(7, 6), (5, 4), (4, 7)])
def test_runs_are_those_found_square_by_square(size):
    for state in positions(40, *size):
        for player, length in product((0, 1), (2, 3)):
            discs = set(state.board.cells(state.discs(player)))
            found = [
                (column, row, right, up)
                for column, row in discs
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
                if all((column + n * right, row + n * up) in discs for n in range(length))
            ]
            assert runs(state, player, length) == len(found)


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


def test_an_answer_that_uses_the_packages_forced_moves_gets_the_same_values():
    for state, depth, evaluate, loud in exercise("4.5").cases:
        assert quiet_value(state, depth, evaluate, loud) == quiet_value(
            state, depth, evaluate, forced_moves_of_the_package
        )


def test_weights_are_found_again_where_the_scores_are_made_of_them():
    rng = np.random.default_rng(4)
    rows, players = rng.integers(-5, 6, (30, 3)), rng.integers(0, 2, 30)
    goals = rows @ [2.0, -0.5, 7.0]
    found = fit(rows, np.where(players == 0, goals, -goals), players)
    assert found == pytest.approx([2.0, -0.5, 7.0])


def test_weights_are_those_that_the_packages_evaluation_learns():
    names = ["twos", "threes", "hit-rate"]
    states = positions(60, 7, 6)
    scores = np.random.default_rng(4).integers(-9, 10, len(states))
    rows = np.array([[heuristics.FEATURES[name](state) for name in names] for state in states])
    players = np.array([state.player for state in states])
    goals = np.where(players == 0, scores, -scores)
    learnt = heuristics.Linear.fit(states, goals.tolist(), names)
    assert fit(rows, scores, players) == pytest.approx(list(learnt.weights.values()))


def test_a_depth_that_was_stopped_is_trusted_only_with_the_best_move_before_it():
    finished = {0: 1.0, 1: 8.0, 2: 3.0}
    assert choose([finished]) == choose([finished, {}]) == choose([finished, {2: 9.0}]) == 1
    assert choose([finished, {1: -4.0}]) == 1
    assert choose([finished, {1: -4.0, 2: -3.0}]) == 2


def test_all_iterations_but_the_last_are_finished_in_the_cases_of_the_clock():
    for (iterations,) in exercise("4.7").cases:
        assert all(set(values) == set(iterations[0]) for values in iterations[:-1])
        assert set(iterations[-1]) <= set(iterations[0])


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


# ---- what readers write ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("4.1", "-97", "leave out the quotation marks"),
        ("4.1", (1, 2, 3), "One number is wanted"),
        ("4.2", lambda width, height, connect, column, row: [3, 4], "how many lines, not which"),
        ("4.3", lambda state, player, length: [1, 0, 0, 2], "all directions together"),
        ("4.6", lambda rows, scores, players: 3.0, "one number came"),
        ("4.6", lambda rows, scores, players: {"threes": 3.0}, "a dictionary came"),
        ("4.7", lambda iterations: (2, 4.0), "One move is wanted"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


@pytest.mark.parametrize("number", ["4.4", "4.5"])
def test_a_starter_with_a_function_inside_is_not_attempted(number):
    def answer(state, depth, evaluate, loud=None):
        def value(state, ply):
            return ...

        return value(state, 0)

    assert exercise(number).check(answer).outcome is Outcome.NOT_ATTEMPTED


def test_lines_counted_square_by_square_are_right():
    def answer(width, height, connect, column, row):
        squares = {(x, y) for x in range(width) for y in range(height)}
        count = 0
        for x, y in squares:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = {(x + n * right, y + n * up) for n in range(connect)}
                count += line <= squares and (column, row) in line
        return count

    assert exercise("4.2").check(answer).is_right


def test_runs_read_from_the_rows_are_right():
    def answer(state, player, length):
        rows, count = state.rows(), 0
        for y, x in product(range(state.height), range(state.width)):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(y + n * down, x + n * right) for n in range(length)]
                inside = all(0 <= a < state.height and 0 <= b < state.width for a, b in squares)
                count += inside and all(rows[a][b] == player for a, b in squares)
        return count

    assert exercise("4.3").check(answer).is_right


def test_a_win_taken_off_on_the_way_up_is_right():
    def answer(state, depth, evaluate):
        if state.is_over:
            return state.utility(state.player) * 1_000_000
        if depth == 0:
            return evaluate(state)
        best = max(-answer(state.play(move), depth - 1, evaluate) for move in state.moves())
        return best - np.sign(best) if abs(best) > 500_000 else best

    assert exercise("4.4").check(answer).is_right


def test_pruning_is_noticed_where_everything_is_to_be_looked_at():
    def answer(state, depth, evaluate):
        return alphabeta(state, depth=depth, evaluate=evaluate).value

    assert "What it returns is right, but not the nodes" in str(exercise("4.4").check(answer))


def test_quiescence_with_a_depth_that_is_counted_down_is_right():
    def answer(state, depth, evaluate, loud):
        def value(state, left, ply):
            if state.is_over:
                return state.utility(state.player) * (1_000_000 - ply)
            if left > 0:
                moves = state.moves()
            else:
                moves = loud(state)
                if len(moves) == 0:
                    return evaluate(state)
            return max(-value(state.play(move), left - 1, ply + 1) for move in moves)

        return value(state, depth, 0)

    assert exercise("4.5").check(answer).is_right


def test_features_turned_instead_of_scores_are_right():
    def answer(rows, scores, players):
        signs = 1 - 2 * players
        return np.linalg.lstsq(rows * signs[:, None], scores, rcond=None)[0]

    assert exercise("4.6").check(answer).is_right


def test_an_answer_may_change_the_arrays_it_is_handed():
    def answer(rows, scores, players):
        scores[players == 1] *= -1
        weights = np.linalg.solve(rows.T @ rows, rows.T @ scores)
        rows[:], players[:] = 0, 0
        return list(weights)

    for _ in range(2):
        assert exercise("4.6").check(answer).is_right


def test_rows_and_columns_exchanged_are_told_so():
    def answer(rows, scores, players):
        return np.linalg.lstsq(rows.T, scores, rcond=None)[0]

    text = str(exercise("4.6").check(answer))
    assert "a row is a position and a column is a feature" in text
    assert "return np.linalg.lstsq(rows.T, scores, rcond=None)[0]" in text


def test_another_error_of_linear_algebra_stays_as_it_is():
    def answer(rows, scores, players):
        return np.linalg.inv(np.zeros((2, 2)))

    assert "LinAlgError: Singular matrix" in str(exercise("4.6").check(answer))


def test_weights_are_shown_without_the_dust_of_floating_point():
    text = str(exercise("4.6").check(lambda rows, scores, players: [3.0]))
    assert "expected: [3.0, 5.0]" in text
    assert "input:    fit(array([[1, 0]," in text


def test_the_best_of_an_empty_depth_is_an_error_that_shows_the_depths():
    def answer(iterations):
        return max(iterations[-1], key=iterations[-1].get)

    text = str(exercise("4.7").check(answer))
    assert "choose([{3: 0, 2: 4, 4: -1}, {}])" in text
    assert "the last had looked at 0 of 3 moves when the time was over" in text


def test_an_answer_may_change_the_iterations_it_is_handed():
    def answer(iterations):
        found = choose(iterations)
        iterations[0].clear()
        iterations.clear()
        return found

    for _ in range(2):
        assert exercise("4.7").check(answer).is_right


# ---- mistakes as readers write them ------------------------------------------------------------


@pytest.mark.parametrize("answer", [-106, -107, -108])
def test_the_twos_of_the_opponent_are_not_taken_off_however_they_are_counted(answer):
    assert exercise("4.1").check(answer).mistake == "the opponent's twos taken off"


def test_a_falling_line_that_is_checked_as_a_rising_one_is_named():
    def answer(width, height, connect, column, row):
        count = 0
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for back in range(connect):
                on = connect - 1 - back
                begins = column - back * right >= 0 and row - back * up >= 0
                count += begins and column + on * right < width and row + on * up < height
        return count

    assert exercise("4.2").check(answer).mistake == "falling lines that leave the board"


def test_the_shifts_of_one_length_are_named():
    def answer(state, player, length):
        discs = state.discs(player)
        return sum((discs & discs >> step).bit_count() for step in state.board.directions)

    assert exercise("4.3").check(answer).mistake == "always runs of two"


def test_runs_of_mine_less_theirs_are_named():
    def answer(state, player, length):
        return runs(state, player, length) - runs(state, 1 - player, length)

    assert exercise("4.3").check(answer).mistake == "the opponent's runs taken off"


def finished_as(worth, choice=max):
    """A soon_value that says of a finished game what `worth` does."""

    def soon_value(state, depth, evaluate):
        def value(state, ply):
            if state.is_over:
                return worth(state, ply)
            if ply == depth:
                return evaluate(state)
            return choice(-value(state.play(move), ply + 1) for move in state.moves())

        return value(state, 0)

    return soon_value


def test_a_winner_that_is_asked_like_a_truth_is_named():
    def worth(state, ply):
        if state.winner:
            return (1_000_000 - ply) * (1 if state.winner == state.player else -1)
        return 0

    assert exercise("4.4").check(finished_as(worth)).mistake == "X's wins taken for draws"


def test_finished_games_from_the_side_of_x_are_named():
    answer = finished_as(lambda state, ply: state.utility(0) * (1_000_000 - ply))
    assert exercise("4.4").check(answer).mistake == "finished games from X's side"


def test_the_smallest_of_the_values_is_named():
    answer = finished_as(lambda state, ply: state.utility(state.player) * (1_000_000 - ply), min)
    assert exercise("4.4").check(answer).mistake == "the worst move chosen"


def quiet_with(moves_at):
    """A quiet_value that plays the moves that `moves_at` returns; None: it is judged."""

    def quiet_value(state, depth, evaluate, loud):
        def value(state, ply):
            if state.is_over:
                return state.utility(state.player) * (1_000_000 - ply)
            moves = moves_at(state, ply, depth, loud)
            if moves is None:
                return evaluate(state)
            return max(-value(state.play(move), ply + 1) for move in moves)

        return value(state, 0)

    return quiet_value


def test_a_limit_that_holds_only_once_is_named():
    def narrowed(state, ply, depth, loud):
        if ply == depth:
            return loud(state) or None
        return state.moves()

    def asked_only(state, ply, depth, loud):
        return None if ply == depth and not loud(state) else state.moves()

    for moves_at in (narrowed, asked_only):
        verdict = exercise("4.5").check(quiet_with(moves_at))
        assert verdict.mistake == "all moves again below the limit"
        assert "a state beyond the limit is beyond it, too" in str(verdict)


def test_forced_moves_of_the_package_asked_instead_of_loud_are_named():
    def moves_at(state, ply, depth, loud):
        return state.moves() if ply < depth else forced_moves_of_the_package(state) or None

    verdict = exercise("4.5").check(quiet_with(moves_at))
    assert verdict.mistake == "forced_moves instead of loud"
    assert "Ask `loud`, which is handed in" in str(verdict)


def test_weights_from_the_positions_of_x_alone_are_named():
    def answer(rows, scores, players):
        return np.linalg.lstsq(rows[players == 0], scores[players == 0], rcond=None)[0]

    assert exercise("4.6").check(answer).mistake == "only the positions where it is X's turn"


def chosen_by(best, is_trusted=lambda old, before, last: old in last):
    """A choose in which `best` finds the best of a depth."""

    def choose(iterations):
        if len(iterations) == 1:
            return best(iterations[0])
        before, last = iterations[-2:]
        old = best(before)
        return best(last) if is_trusted(old, before, last) else old

    return choose


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        (chosen_by(lambda values: max(values.values())), "the value instead of the move"),
        (
            chosen_by(lambda values: max(values.values()), lambda old, before, last: last),
            "the value instead of the move",
        ),
        (
            chosen_by(
                lambda values: max(values.values()), lambda old, before, last: old in last.values()
            ),
            "the value instead of the move",
        ),
        (
            chosen_by(lambda values: sorted(values, key=values.get)[-1]),
            "the last of equals",
        ),
        (
            chosen_by(lambda values: max(sorted(values), key=values.get)),
            "the smallest column of equals",
        ),
        (
            chosen_by(lambda values: max((value, move) for move, value in values.items())[1]),
            "the largest column of equals",
        ),
        (
            chosen_by(
                lambda values: max(values, key=values.get),
                lambda old, before, last: last and max(last.values()) > before[old],
            ),
            "the new best has to beat the old value",
        ),
        (
            chosen_by(
                lambda values: max(values, key=values.get),
                lambda old, before, last: last and max(last.values()) >= before[old],
            ),
            "the new best has to beat the old value",
        ),
    ],
)
def test_moves_that_are_chosen_otherwise_are_named(answer, mistake):
    assert exercise("4.7").check(answer).mistake == mistake
