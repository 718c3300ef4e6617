'''What an exercise is made of, and how an answer to it is diagnosed.

A task needs a number, a title, a reference function, the inputs it is checked on and some
hints. Known mistakes are functions too, written as patches of the reference: an answer that
gives the same results on all inputs as one of them has made that mistake.

    def double(number: int) -> int:
        "Twice the number."
        return 2 * number

    Task(
        number="1.1",
        title="Doubling",
        reference=double,
        cases=((0,), (3,)),
        hints=("What do you get when you add a number to itself?",),
        mistakes=patches("""
            the square
                2 * → number *
                That is number * number.
        """),
    )

With `is_value` the answer is a value instead of a function; it is compared with what the
reference returns for the one case.

Each call gets its own copies of lists, arrays, trees and dice, so that an answer may change its
arguments without changing the cases; a state cannot be changed.

`call` and `explain_error` get each case as it is written:

    def _reached(answer, root, c):
        "Where in the tree the node is that the answer finds."
        return path_to(answer(root, c))

    def _explain(error, root, c):
        return "no children here" if "empty" in str(error) else None

    Task(..., call=_reached, explain_error=_explain)
'''

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from c4lib.exercises.compare import equal, plain
from c4lib.exercises.mistake import Mistake
from c4lib.exercises.verdict import Part, rounded, show
from c4lib.exercises.watch_nodes import Seen, Watch, value_of, watched
from c4lib.game import Agent, State

Case = tuple[Any, ...]
"""The arguments of one call."""

TIME_LIMIT = 2.0
"""Seconds that an answer has for all cases together."""

AGAIN = (
    "a state is searched more than once",
    "What it returns is right, but it searches a state again whose value it has already had: keep "
    "the value under a name instead of calling the function twice. On each ply that doubles the "
    "work below.",
)
NO_TEXT = "The answer is a number, not text: leave out the quotation marks."


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
    """Whether a result is as good as the expected one, where `equal` is too strict or too lax."""
    diagnose: "Callable[[Task, Sequence[Any]], Finding | None]" = lambda task, results: by_cases(
        task, results
    )
    """What is wrong with the results of all cases together; None if they are right."""
    wrong_types: Mapping[type[Any] | tuple[type[Any], ...], str] = field(default_factory=dict)
    """What to say about a wrong result of one of these types."""
    remark: Callable[..., str | None] = lambda *arguments: None
    """A comment on a case, shown when the answer is wrong there."""
    draw: Callable[..., str] | None = None
    """A picture of a case in text, instead of the states in it."""
    by_name: tuple[str, ...] = ()
    """Parameters whose arguments are shown by name only, because they are drawn."""
    is_value: bool = False
    """Whether the answer is a value, not a function."""
    watch: Watch | None = None
    """Whether the nodes that it enters or expands must be right, too: see `watch_nodes`."""
    call: Callable[..., Any] = lambda answer, *case: answer(*case)
    """How an answer is called, where what is compared is not what it returns, but what it wrote
    into a tree, say."""
    explain_error: Callable[..., str | None] = lambda error, *case: None
    """What to say about an error that readers may not understand; None: the error's own text."""
    decimals: int | None = None
    """How many decimals of a result are shown, unless that hides the difference."""
    excerpt: Callable[[Any, Any], tuple[Any, Any]] = lambda came, expected: (came, expected)
    """The parts to show of a wrong result and of the expected one, where they are large."""
    solution: str = ""
    """The code of a solution, where it is not the reference's."""
    praise: Callable[[Sequence[Any]], str] | None = None
    """What to say about right results, in place of how many cases they agree in."""
    player: Callable[[Any], Agent] | None = None
    """Makes a player of a right answer, for readers to play against: `play(ex)`."""
    seconds: float = TIME_LIMIT
    """The time limit of an answer for all cases together."""

    @property
    def lesson(self) -> int:
        """The lesson it belongs to."""
        return int(self.number.split(".")[0])

    @property
    def heading(self) -> str:
        """Its number and title as the beginning of a line: "1.3 The mirror:"."""
        return f"{self.number} {self.title}" + ("" if self.title.endswith("?") else ":")

    @property
    def name(self) -> str:
        """The name of the reference function."""
        return self.reference.__name__

    @property
    def expected(self) -> list[Any]:
        """The reference's results on the cases."""
        return self.accepted[0]

    @cached_property
    def accepted(self) -> list[list[Any]]:
        """All right results: the reference's and those of the alternatives."""
        return [self.results_of(right) for right in (self.reference, *self.alternatives)]

    @cached_property
    def _mistaken(self) -> dict[Mistake, list[Any]]:
        return {}

    def results_of_mistake(self, mistake: Mistake) -> list[Any]:
        """The results of a known mistake on the cases, computed once."""
        if mistake not in self._mistaken:
            self._mistaken[mistake] = self.results_of(mistake.function(self))
        return self._mistaken[mistake]

    def results_of(self, function: Callable[..., Any]) -> list[Any]:
        """A trusted function's results on the cases."""
        observed = self.observed(function)
        return [plain(observed(*case)) for case in self.cases]

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is called on a case; watched if the nodes matter."""

        def call(*case: Any) -> Any:
            try:
                return self.call(function, *map(_copied, case))
            except Exception as error:
                explanation = self.explain_error(error, *case)
                if explanation is None:
                    raise
                raise ValueError(explanation).with_traceback(error.__traceback__) from None

        return call if self.watch is None else watched(call, self.watch)

    def matches(self, came: Any, expected: Any) -> bool:
        """Whether a result is the expected one, with the expected nodes if they matter."""
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
        names = inspect.signature(self.reference).parameters
        arguments = ", ".join(
            name if name in self.by_name else _argument(argument)
            for name, argument in zip(names, case, strict=False)  # some have a default
        )
        text = arguments if self.is_value else f"{self.name}({arguments})"
        if remark := self.remark(*case):
            text += f"  # {remark}"
        states = tuple(argument for argument in case if isinstance(argument, State))
        pictures = states if self.draw is None else (self.draw(*case),)
        return Part("input", text, pictures)

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, the expected result and the reader's."""
        came, expected = self.excerpt(came, expected)
        if self.decimals is not None:
            short = rounded(came, self.decimals), rounded(expected, self.decimals)
            came, expected = (came, expected) if short[0] == short[1] else short
        given, answer = self.input_part(self.cases[index]), Part("yours", _result(came, expected))
        if self.is_value:  # the expected result would be the solution
            return given, answer
        return given, Part("expected", _result(expected, expected)), answer


def _copied(argument: Any) -> Any:
    """A copy that an answer may change; a state stays, which may also be a watched one."""
    return argument if hasattr(type(argument), "play") else deepcopy(argument)


def _argument(argument: Any) -> str:
    """An argument as it is written in a call."""
    return argument.__name__ if inspect.isfunction(argument) else show(argument)


def _result(came: Any, expected: Any) -> str:
    """A result, with its number of nodes and where they differ from the expected ones."""
    if not isinstance(came, Seen):
        return show(came)
    value = 0.0 if isinstance(came.value, float) and came.value == 0 else came.value  # not -0.0
    texts = [f"{show(value)}, with {came.nodes_text()}", came.difference_text(expected)]
    return "; ".join(filter(None, texts))


def by_cases(task: Task, results: Sequence[Any]) -> Finding | None:
    """Compare case by case; name the mistake if all results are those of a known one."""
    wrong_cases = [
        [index for index in range(len(results)) if not task.matches(results[index], right[index])]
        for right in task.accepted
    ]
    wrong, right = min(zip(wrong_cases, task.accepted, strict=True), key=lambda pair: len(pair[0]))
    if not wrong:
        return None
    index = wrong[0]
    value = value_of(results[index])
    parts = task.parts(index, results[index], right[index])
    if task.is_value and isinstance(value, str):
        return Finding((NO_TEXT,), parts)
    for wrong_types, sentence in task.wrong_types.items():
        if isinstance(value, wrong_types):
            return Finding((sentence,), parts)
    for mistake in task.mistakes:
        if task.agrees(results, task.results_of_mistake(mistake)):
            sentences = (f"A known mistake: {mistake.name}.", mistake.explanation)
            return Finding(sentences, parts, mistake.name)
    if task.is_value:
        return Finding(("That is not it.",), parts)
    if value is None:
        sentence = "It returns None here: does every path through it end in a `return`?"
    elif value is ...:
        sentence = "It returns `...` here: part of the starter code is still `...`."
    elif all(task.same(value_of(results[case]), value_of(right[case])) for case in wrong):
        if all(results[case].only_repeats(right[case]) for case in wrong):
            return Finding((f"A known mistake: {AGAIN[0]}.", AGAIN[1]), parts, AGAIN[0])
        sentence = (
            f"What it returns is right, but it looks at the wrong nodes in {len(wrong)} "
            f"of {len(results)} cases. The first one:"
        )
    else:
        sentence = f"Wrong in {len(wrong)} of {len(results)} cases. The first one:"
    return Finding((sentence,), parts)
