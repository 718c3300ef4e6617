"""How answers are checked, compared and shown, tried on a small exercise."""

import sys
import time

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Exercise, Finding, Mistake, Outcome, Part, Task, exercise
from c4lib.exercises.compare import as_truth, equal, in_any_order
from c4lib.exercises.verdict import LONGEST, rounded, show

pytestmark = pytest.mark.usefixtures("progress_file")


def double(number):
    return 2 * number


def doubling(**changes):
    """A small exercise, with some options changed."""
    description = {
        "number": "9.1",
        "title": "Doubling",
        "reference": double,
        "cases": ((0,), (2,), (3,)),
        "hints": ("Twice.", "Add it to itself."),
    }
    return Exercise(Task(**(description | changes)))


VALUE = {"is_value": True, "cases": ((32,),)}

NOTED = []  # each call of a mistake that writes into it


# ---- checking ----------------------------------------------------------------------------------


def test_a_wrong_answer_shows_input_expected_and_yours():
    assert str(doubling().check(lambda number: number + 2)) == (
        "✗ 9.1 Doubling: not right yet\n"
        "  Wrong in 2 of 3 cases. The first one:\n"
        "  input:    double(0)\n"
        "  expected: 0\n"
        "  yours:    2"
    )


def raises_on_2(number):
    if number == 2:
        raise KeyError("lost")
    return 2 * number


def endless_recursion(number):
    return endless_recursion(number)


def loops_on_2(number):
    while number == 2:
        pass
    return 2 * number


@pytest.mark.parametrize(
    ("changes", "answer", "words"),
    [
        ({}, lambda number: None, ["is the `return` missing?"]),
        ({}, lambda number: 0 if number == 0 else None, ["does every path"]),
        ({}, lambda number: 0 if number == 0 else ..., ["starter code is still"]),
        ({}, 6, ["This exercise asks for a function, not 6"]),
        (VALUE, double, ["This exercise asks for a value, not <function double>"]),
        (VALUE, None, ["The answer is None"]),
        (VALUE, 65, ["That is not it", "32"]),
        ({}, lambda: 3, ["The exercise calls double(number), but yours takes ()"]),
        ({}, raises_on_2,
         ["input:    double(2)", "raised:   KeyError: 'lost'", 'raise KeyError("lost")']),
        ({}, lambda number: sys.exit(), ["SystemExit"]),
        ({}, endless_recursion, ["RecursionError"]),
        ({"seconds": 0.2}, loops_on_2, ["did not finish this input within 0.2 s", "double(2)"]),
        ({"seconds": 0.1}, lambda number: time.sleep(2), ["could not be stopped"]),
    ],
)  # fmt: skip
def test_a_verdict_says_why_an_answer_cannot_be_right(changes, answer, words):
    verdict = doubling(**changes).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert [text for text in words if text not in str(verdict)] == []
    if changes is VALUE:
        assert "64" not in str(verdict), "the solution is not given away"
        assert "return`" not in str(verdict)


def test_an_answer_may_have_more_parameters_and_a_check_may_allow_more_time():
    assert doubling().check(lambda number, times=2: number * times).is_right

    def slow(number):
        time.sleep(0.05)
        return 2 * number

    assert "did not finish" in str(doubling(seconds=0.1).check(slow))
    assert doubling(seconds=0.1).check(slow, seconds=5).is_right


def test_a_wrong_answer_does_not_run_the_known_mistakes_again():
    NOTED.clear()
    ex = doubling(mistakes=(Mistake("noted", "Oh.", (("", "NOTED.append(1) or 99"),)),))
    for _ in range(3):
        assert ex.check(lambda number: 99).mistake == "noted"
    assert len(NOTED) == len(ex.cases)


# ---- options of a task -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argument",
    [[1, 2], {"a": 1}, {1, 2}, np.array([1, 2]), [{"a": [1]}], ([1], {2: [3]}), {"a": {"b": [1]}}],
)
def test_an_answer_gets_copies_of_what_it_could_change(argument):
    def empty(value):
        for each in value.values() if isinstance(value, dict) else value:
            if not isinstance(each, int | np.integer):
                empty(each)
        if isinstance(value, np.ndarray):
            value[:] = 0
        elif not isinstance(value, tuple):
            value.clear()

    ex = doubling(reference=lambda given: 0, cases=((argument,),))
    before = repr(argument)
    assert ex.check(lambda given: empty(given) or 0).is_right
    assert repr(argument) == before


def test_a_task_may_call_an_answer_in_its_own_way_and_make_its_own_result():
    def what_is_left(answer, numbers):
        own = [*numbers, 10]
        returned = answer(own)
        return ... if returned is ... else own

    cases = (([1, 2, 3],), ([],))
    ex = doubling(reference=lambda numbers: numbers.pop(), cases=cases, call=what_is_left)
    assert ex.task.expected == [[1, 2, 3], []]
    assert ex.check(lambda numbers: numbers.remove(10)).is_right
    assert ex.check(lambda numbers: ...).outcome is Outcome.NOT_ATTEMPTED
    assert "yours:    [1, 2, 3, 10]" in str(ex.check(lambda numbers: 1))


def test_an_error_is_explained_where_the_task_can_and_shows_the_readers_line():
    def explain(error, number):
        return f"{number} has no first" if isinstance(error, TypeError) else None

    def answer(number):
        return number[0]

    ex = doubling(explain_error=explain)
    assert "ZeroDivisionError" in str(ex.check(lambda number: 1 / 0))
    text = str(ex.check(answer))
    assert "raised:   ValueError: 0 has no first" in text
    assert "return number[0]" in text


def test_results_are_shown_to_some_decimals_unless_that_hides_the_difference():
    ex = doubling(decimals=2, cases=((2 / 3,),))
    text = str(ex.check(lambda number: number))
    assert "expected: 1.33\n" in text
    assert "yours:    0.67" in text
    assert "expected: 1.3333333333333333\n" in str(ex.check(lambda number: 2 * number + 1e-5))
    assert ex.check(lambda number: 2 * number + 1e-9).is_right
    assert rounded({"a": [0.126, (1, 2.5001)], "b": "x"}, 2) == {"a": [0.13, (1, 2.5)], "b": "x"}
    assert str(rounded(-0.001, 2)) == "0.0"
    assert doubling().check(lambda number: np.int64(2 * number)).is_right
    assert doubling().check(lambda number: 2.0 * number + 1e-9).is_right


def test_an_excerpt_may_be_shown_of_a_result_and_the_name_of_an_argument():
    ex = doubling(
        reference=sorted, cases=(([3, 1, 2],),), excerpt=lambda ours, right: (ours[-1:], right[-1:])
    )
    text = str(ex.check(lambda numbers: numbers))
    assert "expected: [3]\n" in text
    assert "yours:    [2]" in text
    ex = doubling(by_name=("number",), draw=lambda number: f"drawn: {number}", cases=((3,),))
    text = str(ex.check(lambda number: number))
    assert "double(number)" in text
    assert "drawn: 3" in text


def test_a_task_may_have_a_diagnosis_of_its_own():
    def only_the_sum(task, results):
        if sum(results) == sum(task.expected):
            return None
        return Finding(("The sum is off.",), (Part("sum", str(sum(results))),), mistake="the sum")

    ex = doubling(diagnose=only_the_sum)
    assert ex.check(lambda number: 10 if number == 2 else 0).is_right
    assert ex.check(lambda number: 1).mistake == "the sum"


# ---- comparing ---------------------------------------------------------------------------------


def test_equal_is_strict_where_it_should_be():
    assert equal([1, 2], (1, 2))
    assert equal({"a": [1.0]}, {"a": (1,)})
    assert equal(float("nan"), float("nan"))
    assert equal({2, 1}, [1, 2]) is False
    assert not equal([2, 1], [1, 2])
    assert not equal(True, 1)
    assert not equal("1", 1)
    assert not equal(2**70, 2**70 + 1)
    assert not equal({"a": 1}, {"b": 1})
    assert not in_any_order([1, 1, 2], [1, 2])
    assert not in_any_order("12", [1, 2])
    assert as_truth(16, True)
    assert not as_truth(None, False)


# ---- showing -----------------------------------------------------------------------------------


def test_html_escapes_what_readers_write_and_fits_light_and_dark_themes():
    for answer in (lambda number: "<script>", "<script>"):
        html = doubling().check(answer)._repr_html_() + doubling().hint()._repr_html_()
        assert "background" not in html
        assert " color:" not in html
        assert "✗" in html
        assert "<script>" not in html
        assert "&lt;script&gt;" in html


def test_hidden_characters_of_an_answer_or_an_error_are_written_out():
    for answer in (
        lambda number: type("Odd", (), {"__repr__": lambda self: "a\x1b[31m\ud800\u202e"})(),
        lambda number: int("a\x1b[31m\ud800\u202e"),
        lambda number: {}["a\x1b[31m\ud800\u202e"],
    ):
        verdict = doubling().check(answer)
        for text in (str(verdict), verdict._repr_html_()):
            assert r"a\x1b[31m\ud800\u202e" in text
            assert text.encode()


def test_code_in_sentences_is_code_in_html_and_keeps_its_backticks_in_text():
    ex = doubling(hints=("Add `number < 3` twice.",))
    hint = ex.hint()
    assert "Add `number < 3` twice." in str(hint)
    assert "Add <code>number &lt; 3</code> twice." in hint._repr_html_()
    assert "<code>ex.solution()</code>" in ex.hint()._repr_html_()


def test_states_and_bitboards_are_drawn():
    verdict = exercise("1.4").check(lambda state: [9])
    assert ". . . . . . .\n" in str(verdict)
    assert "1 2 3 4 5 6 7" in str(verdict)
    assert Connect4()._repr_html_() in verdict._repr_html_()
    text = str(exercise("1.2").check(lambda bits, height: bits == 0))
    assert "has_four(0, 6)" in text
    assert ". . . .\n" in text


def test_a_long_or_broken_repr_is_cut_or_explained():
    class Broken:
        def __repr__(self):
            raise ZeroDivisionError

    assert len(show(list(range(10_000)))) < LONGEST + 50
    assert show(Broken()) == "<a Broken whose repr raises ZeroDivisionError>"
    assert "0x" not in show(object())


# ---- a right answer's reward -------------------------------------------------------------------


def test_a_right_answer_drops_four_discs_into_a_row():
    assert 'alt="Four in a row"' in doubling().check(double)._repr_html_()
    assert "<img" not in doubling().check(lambda number: 3 * number)._repr_html_()


def test_a_right_answer_becomes_a_player():
    ex = doubling(player=lambda answer: lambda state: answer(1))
    with pytest.raises(ValueError, match=r"solve exercise 9\.1, then run this cell again"):
        ex(Connect4())
    assert ex.name == "your double (solve exercise 9.1, then run this cell again)"
    ex.check(lambda number: number**2)
    assert ex.player is None
    assert "play(ex)" in str(ex.check(double))
    assert (ex(Connect4()), ex.name) == (2, "your double")


def test_an_exercise_that_makes_no_player_says_so():
    with pytest.raises(ValueError, match=r"exercise 9\.1 makes no player"):
        doubling()(Connect4())


def test_the_solution_of_a_value_exercise_is_called_an_answer():
    ex = exercise("0.1")
    said = [str(ex.hint()) for _ in range(len(ex.task.hints) + 1)][-1]
    assert "`ex.solution()` shows the answer." in said
    assert "shows the answer" in repr(ex)
