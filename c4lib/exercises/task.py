"""What an exercise is made of, and how an answer to it is diagnosed.

A task needs a number, a title, a reference function, the inputs it is checked on and
some hints. Known mistakes are functions too: an answer that gives the same results as
one of them on all inputs has made that mistake.

    def double(number: int) -> int:
        "Twice the number."
        return 2 * number

    Task(
        number="1.1",
        title="Doubling",
        reference=double,
        cases=((0,), (3,)),
        hints=("What do you get when you add a number to itself?",),
        mistakes=(Mistake("the square", lambda number: number**2, "That is number * number."),),
    )

With `is_value` the reader hands in a value instead of a function; it is compared with
what the reference returns for the one case. Inputs are immutable, since they are used
many times. Where results have to be judged as a whole, `diagnose` is replaced by a
function of one's own: it gets the task and the results and returns a Finding, or None
when all is right. `by_cases` is what it replaces, and can be called from there.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from c4lib.exercises.compare import equal, plain
from c4lib.exercises.verdict import Part, show
from c4lib.game import State

Case = tuple[Any, ...]
"""The arguments of one call."""


@dataclass(frozen=True)
class Mistake:
    """A known mistake: its name, a function that makes it, and what to say about it."""

    name: str
    answer: Callable[..., Any]
    explanation: str


@dataclass(frozen=True)
class Finding:
    """What is wrong with an answer."""

    sentences: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    mistake: str | None = None


@dataclass(frozen=True)
class Task:
    """One exercise, as its lesson's module describes it. See the module's docstring."""

    number: str
    title: str
    reference: Callable[..., Any]
    cases: tuple[Case, ...]
    hints: tuple[str, ...]
    mistakes: tuple[Mistake, ...] = ()
    alternatives: tuple[Callable[..., Any], ...] = ()
    """Functions whose results are right as well."""
    same: Callable[[Any, Any], bool] = equal
    """Whether a result that came is the expected one."""
    diagnose: "Callable[[Task, Sequence[Any]], Finding | None]" = lambda task, results: by_cases(
        task, results
    )
    """What is wrong with the results on all cases; None when they are right."""
    wrong_types: Mapping[type[Any], str] = field(default_factory=dict)
    """What to say about a wrong result of such a type, whatever else is wrong with it."""
    remark: Callable[..., str | None] = lambda *arguments: None
    """What is worth saying about a case when it goes wrong, if anything."""
    draw: Callable[..., str] | None = None
    """A drawing of a case in text, where its arguments alone say little."""
    is_value: bool = False
    """Whether a value is handed in, not a function."""

    @property
    def lesson(self) -> int:
        """The lesson it belongs to."""
        return int(self.number.split(".")[0])

    @property
    def heading(self) -> str:
        """Its number and title, to be followed by something: "1.3 The mirror:"."""
        return f"{self.number} {self.title}" + ("" if self.title.endswith("?") else ":")

    @property
    def name(self) -> str:
        """What the reference function is called."""
        return self.reference.__name__

    @cached_property
    def expected(self) -> list[Any]:
        """The reference's results on the cases."""
        return self.results_of(self.reference)

    def results_of(self, function: Callable[..., Any]) -> list[Any]:
        """A trusted function's results on the cases."""
        return [plain(function(*case)) for case in self.cases]

    def agrees(self, results: Sequence[Any], expected: Sequence[Any]) -> bool:
        """Whether the results on all cases are those expected."""
        return all(map(self.same, results, expected))

    def signature(self) -> str:
        """How the function is called: "has_four(bits, height)"."""
        return f"{self.name}({', '.join(inspect.signature(self.reference).parameters)})"

    def input_part(self, case: Case) -> Part:
        """The input, with pictures of the states in it."""
        arguments = ", ".join(map(show, case))
        text = arguments if self.is_value else f"{self.name}({arguments})"
        if remark := self.remark(*case):
            text += f"  # {remark}"
        states = tuple(argument for argument in case if isinstance(argument, State))
        pictures = states if self.draw is None else (self.draw(*case),)
        return Part("input", text, pictures)

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, what was expected and what came."""
        given, answer = self.input_part(self.cases[index]), Part("yours", show(came))
        if self.is_value:  # what is expected would be the solution
            return given, answer
        return given, Part("expected", show(expected)), answer


def by_cases(task: Task, results: Sequence[Any]) -> Finding | None:
    """Compare case by case; name the mistake where all results are those of a known one."""
    rights = [task.expected, *(task.results_of(other) for other in task.alternatives)]
    wrong_cases = [
        [index for index in range(len(results)) if not task.same(results[index], right[index])]
        for right in rights
    ]
    wrong, right = min(zip(wrong_cases, rights, strict=True), key=lambda pair: len(pair[0]))
    if not wrong:
        return None
    index = wrong[0]
    parts = task.parts(index, results[index], right[index])
    for wrong_type, sentence in task.wrong_types.items():
        if isinstance(results[index], wrong_type):
            return Finding((sentence,), parts)
    for mistake in task.mistakes:
        if task.agrees(results, task.results_of(mistake.answer)):
            sentences = (f"A known mistake: {mistake.name}.", mistake.explanation)
            return Finding(sentences, parts, mistake.name)
    if task.is_value:
        return Finding(("That is not it.",), parts)
    if results[index] is None:
        sentence = "It returns None here: does every path through it end in a `return`?"
    elif results[index] is ...:
        sentence = "It returns `...` here: a piece of the starter is still to be written."
    else:
        sentence = f"Wrong in {len(wrong)} of {len(results)} cases. The first of them:"
    return Finding((sentence,), parts)
