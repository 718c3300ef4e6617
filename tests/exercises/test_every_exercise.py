"""What holds for every exercise and every known mistake."""

import inspect
import re
import time
from collections import abc
from functools import partial
from numbers import Integral, Real
from types import NoneType

import numpy as np
import pytest
from random_games import fresh_python

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.catalogue import all_tasks, lessons
from c4lib.exercises.exercise import USED
from c4lib.exercises.watch_nodes import Log, WatchedState
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree
from c4lib.result import SearchResult
from c4lib.search import mcts
from c4lib.search.mcts import Node, new_node

TASKS = all_tasks()
MISTAKES = [(task, mistake) for task in TASKS for mistake in task.mistakes]
every_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.number)
every_function = pytest.mark.parametrize(
    "task", [task for task in TASKS if not task.is_value], ids=lambda task: task.number
)
every_mistake = pytest.mark.parametrize(
    ("task", "mistake"), MISTAKES, ids=lambda part: getattr(part, "number", None) or part.name
)

OF_TYPE = {
    abc.Collection: {1.5},
    abc.Mapping: {0: 1.5},
    abc.Sequence: (1.5, 2.5),
    abc.Set: {1.5},
    Integral: 3,
    Node: new_node(Connect4(), 0),
    Real: 0.1234,
    WatchedState: WatchedState(Connect4(), (), Log()),
    SearchResult: mcts(Connect4(), 5),
    list: [1.5],
    set: {1.5},
    str: "no",
    tuple: (1.5, 2.5),
    NoneType: None,
}
LONG_SOLUTIONS = {"9.4": 18, "10.1": 14, "11.2": 16}

pytestmark = pytest.mark.usefixtures("progress_file")


@pytest.fixture(autouse=True)
def no_hints_shown_yet():
    USED.clear()


def check(task, function):
    """The verdict on a function, or on the value it returns: fast, and the same every time."""
    answer = function(*task.cases[0]) if task.is_value else function
    begin = time.perf_counter()
    verdict = exercise(task.number).check(answer)
    assert time.perf_counter() - begin < 2
    again = exercise(task.number).check(answer)
    assert (repr(again), again._repr_html_()) == (repr(verdict), verdict._repr_html_())
    return verdict


def test_there_are_exercises_for_the_lessons():
    assert lessons() == list(range(12))
    assert len({task.number for task in TASKS}) == len(TASKS)


@every_task
def test_the_untouched_starter_is_not_attempted(task, progress_file):
    starter = ... if task.is_value else (lambda *arguments: ...)
    assert exercise(task.number).check(starter).outcome is Outcome.NOT_ATTEMPTED
    assert exercise(task.number).check().outcome is Outcome.NOT_ATTEMPTED
    assert not progress_file.exists()


@every_task
def test_the_reference_and_its_alternatives_are_right(task):
    for function in (task.reference, *task.alternatives):
        verdict = check(task, function)
        assert verdict.is_right, verdict
        assert str(verdict).startswith(f"✓ {task.heading} right")


@every_mistake
def test_each_known_mistake_gets_its_own_diagnosis(task, mistake):
    verdict = check(task, mistake.function(task))
    assert verdict.outcome is Outcome.WRONG
    assert verdict.mistake == mistake.name
    assert mistake.name in str(verdict)
    assert mistake.explanation in str(verdict)
    labels = [part.label for part in verdict.parts]
    assert labels == (["input", "yours"] if task.is_value else ["input", "expected", "yours"])


@every_task
def test_no_two_mistakes_have_the_same_results(task):
    results = [*task.accepted, *map(task.results_of_mistake, task.mistakes)]
    for index, these in enumerate(results):
        assert not any(task.agrees(these, those) for those in results[:index])


@every_task
def test_a_value_of_a_wrong_type_gets_its_own_sentence(task):
    for types, sentence in task.wrong_types.items():
        for each in types if isinstance(types, tuple) else (types,):
            assert sentence in str(check(task, lambda *case, value=OF_TYPE[each]: value))


@every_task
def test_solutions_are_short_and_nothing_shown_is_too_long(task):
    lines = [line for line in inspect.getsource(task.reference).splitlines() if line.strip()]
    assert len(lines) <= LONG_SOLUTIONS.get(task.number, 12)
    for index, right in enumerate(task.expected):
        came = {} if task.number == "9.4" else right  # of its tables, wrong entries are shown
        assert all("shortened" not in part.text for part in task.parts(index, came, right))


@every_task
def test_an_exercise_introduces_itself_gives_hints_one_by_one_and_shows_code(task):
    ex = exercise(task.number)
    for piece in (task.number, task.title, "ex.check(", "ex.hint()", "ex.solution()"):
        assert piece in repr(ex)
    assert repr(ex.cases) == repr(task.cases)
    assert 2 <= len(task.hints) <= 3
    for number, hint in enumerate(task.hints, start=1):
        shown = str(ex.hint())
        assert f"hint {number} of {len(task.hints)}" in shown
        assert hint in shown
    after_the_last = str(ex.hint())
    assert "ex.solution()" in after_the_last
    assert all(hint in after_the_last for hint in task.hints)
    assert f"def {task.name}(" in str(ex.solution())
    assert f"def {task.name}(" in ex.solution()._repr_html_()


@every_function
def test_an_answer_that_empties_its_arguments_spoils_no_other_check(task):
    def spoil(*arguments):
        result = task.reference(*arguments)
        _empty(arguments)
        return result

    before = repr(task.cases)
    exercise(task.number).check(spoil)
    assert repr(task.cases) == before
    assert exercise(task.number).check(task.reference).is_right


def _empty(argument):
    """Take everything out of an argument, and out of what it holds."""
    if isinstance(argument, list | tuple):
        for each in argument:
            _empty(each)
    if isinstance(argument, list | dict | set):
        argument.clear()
    if isinstance(argument, np.ndarray):
        argument[:] = 0


@every_function
def test_an_error_of_the_readers_own_is_shown_with_its_line(task):
    def answer(*arguments):
        raise ValueError("no idea")

    verdict = exercise(task.number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert "ValueError: no idea" in str(verdict)
    assert 'raise ValueError("no idea")' in str(verdict)


def methods(act, *names):
    return dict.fromkeys(names, act)


def fails(*_):
    raise ZeroDivisionError("no idea")


def loops(*_):
    while True:
        pass


def strange(base=object, *value, **namespace):
    """An object of a new class with these methods."""
    return type("Strange", (base,), namespace)(*value)


ASKED = re.findall(r"\w+", "__eq__ __hash__ __repr__ __str__ __bool__ __len__ __iter__ __float__")
ALIKE = methods(lambda *_: True, "__eq__", "__contains__") | methods(lambda *_: 0, "__hash__")
WITHIN_ITSELF = []
WITHIN_ITSELF.append((WITHIN_ITSELF, {0: WITHIN_ITSELF}))

STRANGE = [
    [], ([], []), {"a": None}, "no", object, 10**400, -(10**5000), float("nan"), 1j, b"no",
    (10**400, float("inf"), [10**400]), {0: 10**400, (0, 0, 0): 10**400}, "\ud800\x1b<script>",
    np.zeros((2, 0, 3)), np.array([np.nan, None, object()]), np.ma.masked, np.clongdouble(1),
    strange(**methods(fails, *ASKED)), strange(float, 0.5, **methods(fails, *ASKED)),
    strange(**ALIKE), strange(int, 999, **ALIKE), strange(float, 999.5, **ALIKE),
    strange(str, "no", **ALIKE), strange(tuple, (strange(**ALIKE), 9), **ALIKE),
    [strange(**ALIKE), strange(**ALIKE)], {strange(**ALIKE): strange(**ALIKE)},
]  # fmt: skip
SLOW = [strange(**methods(loops, *ASKED)), WITHIN_ITSELF, "x" * 10**7, np.zeros(10**7)]


def is_wrong(task, result, seconds=2.0):
    answer = result if task.is_value else lambda *arguments: result
    verdict = exercise(task.number).check(answer, seconds)
    return verdict.outcome is Outcome.WRONG and len(verdict._repr_html_() + str(verdict)) < 20_000


@every_task
def test_results_that_cannot_be_compared_or_claim_to_equal_everything_are_wrong(task):
    assert [index for index, result in enumerate(STRANGE) if not is_wrong(task, result)] == []


@pytest.mark.parametrize("number", ["0.1", "1.2", "5.7", "9.4"])
def test_results_that_have_no_end_are_wrong(number):
    task = exercise(number).task
    assert [index for index, result in enumerate(SLOW) if not is_wrong(task, result, 0.05)] == []
    if not task.is_value:
        for act in (fails, loops):
            error = strange(ValueError, **methods(act, "__str__", "__repr__"))
            default = strange(**methods(act, "__repr__"))
            answers = partial(raising, error), lambda a, b, c, d, e, f=default: 0, default
            for answer in answers:
                assert exercise(number).check(answer, 0.05).outcome is Outcome.WRONG


def raising(error, *_):
    raise error


def test_an_exercise_asked_for_again_continues_with_its_hints():
    assert "hint 1 of 3" in str(exercise("1.2").hint())
    assert "hint 2 of 3" in str(exercise("1.2").hint())
    assert "hint 1 of 3" in str(exercise("1.3").hint())


def test_importing_exercises_loads_no_other_lesson_and_nothing_that_draws():
    code = (
        "import sys, c4lib.exercises as e; e.exercise('0.1'); "
        "print([m for m in sys.modules if m in ('matplotlib', 'ipywidgets', 'numba', "
        "'c4lib.view.boards.svg', 'c4lib.exercises.lesson01')])"
    )
    assert fresh_python(code).stdout == "[]\n"


def test_evaluations_of_exercise_2_5_are_for_the_player_to_move():
    guesses = {evaluate.__name__: evaluate for _, _, evaluate in exercise("2.5").cases}
    assert guesses["mean_leaf"](ListTree.of([[3, 12], [2, 4], 14])) == 7
    assert guesses["mean_leaf"](ListTree.of([[3, 12], [2, 4], 14]).play(1)) == -3
    assert guesses["open_lines"](TicTacToe.from_moves("5")) == -0.4
    assert guesses["open_lines"](TicTacToe.from_moves("51")) == 0.1
    assert guesses["left_discs"](Connect4.from_moves("17")) == 0.06
    assert guesses["left_discs"](Connect4.from_moves("171")) == -0.06
