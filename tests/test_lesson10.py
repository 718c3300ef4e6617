"""What holds for the exercises of lesson 10 beside what holds for all: see test_exercises."""

import inspect
import random
from typing import Any

import pytest

from c4lib.exercises import Outcome, exercise
from c4lib.exercises.catalogue import tasks
from c4lib.exercises.lesson10 import image, judge, moves, push, turned, winner
from c4lib.exercises.verdict import show
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.heuristics.quixo import lines

every_task = pytest.mark.parametrize("task", tasks(10), ids=lambda task: task.number)


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def board(state):
    """A state's board as the exercises write it."""
    return ["".join("." if who is None else "XO"[who] for who in row) for row in state.rows()]


def games(start, count):
    """Each state and move of some random games, and the state after it."""
    rng = random.Random(10)
    for _ in range(count):
        state = start
        while not state.is_over:
            move = rng.choice(state.moves())
            after = state.play(move)
            yield state, move, after
            state = after


# ---- the references, beside the package --------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6])
def test_what_turns_and_what_can_be_played_are_othellos(size):
    for state, move, after in games(Othello(size), 6):
        rows, mark, other = board(state), "XO"[state.player], "OX"[state.player]
        numbers = [state.board.passing if move == "pass" else move[1] * size + move[0]
                   for move in moves(rows, mark)]  # fmt: skip
        assert numbers == state.moves()
        if move != state.board.passing:
            cell = move % size, move // size
            new = board(after)
            every = [(column, row) for column in range(size) for row in range(size)]
            changed = {(c, r) for c, r in every if rows[r][c] == other and new[r][c] == mark}
            assert turned(rows, mark, cell) == changed
        if after.is_over:
            assert moves(board(after), other) == []


@pytest.mark.parametrize("size", [3, 5])
def test_pushes_winners_and_judgements_are_quixos(size):
    for state, move, after in games(Quixo(size), 6):
        rows, mark = board(state), "XO"[state.player]
        cube, side = state.rules.decode(move)
        new = push(rows, mark, (cube % size, cube // size), side)
        assert new == board(after)
        assert winner(new, mark) == (None if after.winner is None else "XO"[after.winner])
        assert judge(rows, mark) == lines(state)


def test_the_image_of_a_policy_is_the_packages_order_of_moves():
    rules = Quixo(4).rules
    shares = [(n + 1) / 1000 for n in range(len(rules.pushes))]
    policy = {
        (push.cube, push.end): share for push, share in zip(rules.pushes, shares, strict=True)
    }
    cubes = "".join(chr(ord("a") + n) for n in range(16))
    for order, order_of_moves in rules.symmetries:
        seen, turned_policy = image(cubes, policy, order.tolist())
        assert seen == "".join(cubes[n] for n in order)
        expected = [shares[n] for n in order_of_moves]
        assert [turned_policy[push.cube, push.end] for push in rules.pushes] == expected


# ---- all of them -------------------------------------------------------------------------------


@every_task
def test_nothing_that_is_expected_is_too_long_to_be_shown(task):
    assert all("shortened" not in show(result) for result in task.expected)
    assert all("shortened" not in task.input_part(case).text for case in task.cases)


@every_task
def test_an_answer_that_spoils_what_it_is_handed_spoils_no_other_check(task):
    def spoil(*arguments):
        came = task.reference(*arguments)
        for argument in arguments:
            if isinstance(argument, list | dict):
                argument.clear()
        return came

    before = repr(task.cases)
    exercise(task.number).check(spoil)
    assert repr(task.cases) == before
    assert exercise(task.number).check(task.reference).is_right


@every_task
def test_a_solution_runs_as_it_is_shown_with_what_the_lesson_imports(task):
    names: dict[str, Any] = {"Rows": list[str], "Cell": tuple[int, int], "Any": Any}
    names |= {"Policy": dict[tuple[int, int], float]}
    if task.number == "10.2":  # which uses the answer to 10.1
        exec(exercise("10.1").solution().code, names)
    exec(exercise(task.number).solution().code, names)
    assert exercise(task.number).check(names[task.name]).is_right


@every_task
def test_a_solution_is_short(task):
    written = [line for line in inspect.getsource(task.reference).splitlines() if line.strip()]
    assert len(written) <= 15


# ---- what readers write ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("10.1", lambda rows, mark, cell: 3, "A set of cells"),
        ("10.2", lambda rows, mark: "pass", "A list is wanted"),
        ("10.3", lambda rows, mark, cell, side: "".join(rows), "A list of rows is wanted"),
        ("10.4", lambda rows, mark: True, "Who has won is wanted"),
        ("10.5", lambda rows, mark: (3, 4), "One number is wanted"),
        ("10.6", lambda cubes, policy, order: policy, "A pair is wanted"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


def test_other_ways_to_write_an_answer_are_right():
    def as_list(rows, mark, cell):
        return [list(each) for each in turned(rows, mark, cell)]

    def as_marks(cubes, policy, order):
        seen, shares = image(cubes, policy, order)
        return [list(seen), shares]

    assert exercise("10.1").check(as_list).is_right
    assert exercise("10.6").check(as_marks).is_right


def test_a_board_is_shown_with_its_columns_and_rows_counted():
    shown = str(exercise("10.1").check(lambda rows, mark, cell: set()))
    assert "  0 1 2 3\n" in shown
    assert "1 . O X ." in shown
