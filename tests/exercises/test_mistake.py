import pytest

from c4lib.exercises import Mistake, Task
from c4lib.exercises.mistake import patches, varied


def step(number: int) -> int:
    """One more."""
    return number + 1


def count(number: int, times: int = 2) -> int:
    """The number after some steps."""
    if times == 0:
        return number
    return count(step(number), times - 1)


def doubled(number: int, times: int = 2) -> int:
    return number + times


def counting(*mistakes: Mistake) -> Task:
    return Task(
        number="9.9",
        title="Counting",
        reference=count,
        alternatives=(doubled,),
        cases=((5,), (5, 3)),
        hints=("Step by step.",),
        mistakes=mistakes,
    )


def results(mistake: Mistake) -> list[int]:
    task = counting(mistake)
    return task.results_of(mistake.function(task))


@pytest.mark.parametrize(
    ("mistake", "expected"),
    [
        # a patched function calls itself and not the reference
        (Mistake("", "", (("step(number)", "step(step(number))"),)), [9, 11]),
        # patches are applied one after the other
        (Mistake("", "", (("times == 0", "times <= 0"), ("times <= 0", "times == 1"))), [6, 7]),
        # a patched helper is called by the reference; a patched alternative is the answer itself
        (Mistake("", "", (("+ 1", "+ 10"),), of=step), [25, 35]),
        (Mistake("", "", (("+", "-"),), of=doubled), [3, 2]),
        # an expression may call the reference and knows its defaults
        (Mistake("", "", (("", "10 * count(number, times)"),)), [70, 80]),
    ],
)
def test_a_mistake_has_the_results_of_its_patches(mistake, expected):
    assert results(mistake) == expected
    assert count(5) == 7


@pytest.mark.parametrize(("old", "times"), [("return", 2), ("gone", 0)])
def test_a_patch_that_does_not_apply_names_the_exercise_the_mistake_and_the_text(old, times):
    said = f"exercise 9.9, mistake 'none': the text '{old}' occurs {times} times in count, not once"
    with pytest.raises(ValueError, match=said):
        results(Mistake("none", "", ((old, "return 3"),)))


def test_a_table_has_names_patches_and_explanations():
    first, second = patches(
        """
        a step too many
            times == 0 → times < 0
            With 0 there is no step;
            nor is there with less.
        two patches
            number\\n → 0\\n
            times - 1 →
            Both: see above.
        """
    )
    assert first == Mistake(
        "a step too many",
        "With 0 there is no step; nor is there with less.",
        (("times == 0", "times < 0"),),
    )
    assert second.patches == (("number\n", "0\n"), ("times - 1", ""))
    (third,) = patches("""
        an expression
            → number

            No step at all.
    """)
    assert third == Mistake("an expression", "No step at all.", (("", "number"),))


def test_a_variant_in_a_table_has_the_explanation_of_the_mistake_before_it():
    first, second = patches("""
        another start
            number → 0
            It starts at the number.
        another start
            number → 1
    """)
    assert second == Mistake("another start", first.explanation, (("number", "1"),))


def test_another_way_to_make_a_mistake_begins_with_or():
    one, other = patches("""
        stopped early or late
            times == 0 → times == 1
            or: times == 0 → times == -1
            - 1) → - 1 )
            Count the steps.
    """)
    assert (one.name, one.explanation) == (other.name, other.explanation)
    assert one.explanation == "Count the steps."
    assert (len(one.patches), len(other.patches)) == (1, 2)
    assert (results(one), results(other)) == ([6, 7], [8, 9])


def test_a_way_can_add_to_the_patches_and_to_the_explanation_of_the_last_one():
    *_, earlier, last = patches("""
        a wrong start or end
            number → 0
            It starts at the number.
            or: times == 0 → times == 1
            + And it ends at 0.
            and: - 1) → - 2)
            and: + 1 → + 2
    """)
    assert earlier.patches == (("times == 0", "times == 1"), ("- 1)", "- 2)"))
    assert last.patches == (*earlier.patches, ("+ 1", "+ 2"))
    assert last.explanation == "It starts at the number. And it ends at 0."
    assert last.name == "a wrong start or end"


def test_mistakes_can_be_varied_by_patches_words_and_the_function_that_is_patched():
    table = patches("""
        a wrong step
            + 1 → + 2
            One step is 1.
    """)
    assert results(*varied(table, of=step)) == [9, 11]
    (worse,) = varied(table, ("number +", "number -"), said="And upwards.", of=step)
    assert (worse.name, worse.explanation) == ("a wrong step", "One step is 1. And upwards.")
    assert results(worse) == [1, -1]


def test_a_table_without_a_patch_is_refused():
    with pytest.raises(ValueError, match="mistake 'nothing': add a line with a patch"):
        patches("nothing\n    It only says something.")
