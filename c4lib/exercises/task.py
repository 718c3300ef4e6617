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

With `watch` the function is handed states that note which nodes it looks at, and these
have to be the reference's as well; `watching` tells how.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from c4lib.exercises.compare import equal, plain
from c4lib.exercises.verdict import Part, show
from c4lib.exercises.watching import Seen, Watch, value_of, watched
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
    watch: Watch | None = None
    """Which nodes it looks at have to be right too, if any: then all results are `Seen`."""

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
        observed = self.observed(function)
        return [plain(observed(*case)) for case in self.cases]

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, watched if the nodes matter."""
        return function if self.watch is None else watched(function, self.watch)

    def matches(self, came: Any, expected: Any) -> bool:
        """Whether a result is the expected one, and so are the nodes if they matter."""
        if not self.same(value_of(came), value_of(expected)):
            return False
        return not isinstance(expected, Seen) or expected.same_nodes(came)

    def agrees(self, results: Sequence[Any], expected: Sequence[Any]) -> bool:
        """Whether the results on all cases are those expected."""
        return all(map(self.matches, results, expected))

    def signature(self) -> str:
        """How the function is called: "has_four(bits, height)"."""
        return f"{self.name}({', '.join(inspect.signature(self.reference).parameters)})"

    def input_part(self, case: Case) -> Part:
        """The input, with pictures of the states in it."""
        arguments = ", ".join(map(_argument, case))
        text = arguments if self.is_value else f"{self.name}({arguments})"
        if remark := self.remark(*case):
            text += f"  # {remark}"
        states = tuple(argument for argument in case if isinstance(argument, State))
        pictures = states if self.draw is None else (self.draw(*case),)
        return Part("input", text, pictures)

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, what was expected and what came."""
        given, answer = self.input_part(self.cases[index]), Part("yours", _result(came, expected))
        if self.is_value:  # what is expected would be the solution
            return given, answer
        return given, Part("expected", _result(expected, expected)), answer


def _argument(argument: Any) -> str:
    """An argument as one writes it in a call."""
    return argument.__name__ if inspect.isfunction(argument) else show(argument)


def _result(came: Any, expected: Any) -> str:
    """A result, with how many nodes it took and where they are not those expected."""
    if not isinstance(came, Seen):
        return show(came)
    value = 0.0 if isinstance(came.value, float) and came.value == 0 else came.value  # not -0.0
    texts = [f"{show(value)}, with {came.nodes_text()}", came.difference_text(expected)]
    return "; ".join(filter(None, texts))


def by_cases(task: Task, results: Sequence[Any]) -> Finding | None:
    """Compare case by case; name the mistake where all results are those of a known one."""
    rights = [task.expected, *(task.results_of(other) for other in task.alternatives)]
    wrong_cases = [
        [index for index in range(len(results)) if not task.matches(results[index], right[index])]
        for right in rights
    ]
    wrong, right = min(zip(wrong_cases, rights, strict=True), key=lambda pair: len(pair[0]))
    if not wrong:
        return None
    index = wrong[0]
    value = value_of(results[index])
    parts = task.parts(index, results[index], right[index])
    for wrong_type, sentence in task.wrong_types.items():
        if isinstance(value, wrong_type):
            return Finding((sentence,), parts)
    for mistake in task.mistakes:
        if task.agrees(results, task.results_of(mistake.answer)):
            sentences = (f"A known mistake: {mistake.name}.", mistake.explanation)
            return Finding(sentences, parts, mistake.name)
    if task.is_value:
        return Finding(("That is not it.",), parts)
    if value is None:
        sentence = "It returns None here: does every path through it end in a `return`?"
    elif value is ...:
        sentence = "It returns `...` here: a piece of the starter is still to be written."
    elif all(task.same(value_of(results[case]), value_of(right[case])) for case in wrong):
        sentence = (
            f"What it returns is right, but not the nodes it looks at, in {len(wrong)} "
            f"of {len(results)} cases. The first of them:"
        )
    else:
        sentence = f"Wrong in {len(wrong)} of {len(results)} cases. The first of them:"
    return Finding((sentence,), parts)
