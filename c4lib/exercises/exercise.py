"""What a reader holds in a lesson: an exercise to check answers with and to ask for hints."""

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from c4lib.exercises.catalogue import find
from c4lib.exercises.progress import record
from c4lib.exercises.running import Run, line_of, run
from c4lib.exercises.task import Case, Finding, Task
from c4lib.exercises.verdict import Code, Message, Outcome, Part, Verdict, show
from c4lib.exercises.watching import value_of

TIME_LIMIT = 2.0
"""Seconds that an answer has for all cases together."""


@cache  # a cell that is run again gets the same exercise, so its hints go on
def exercise(number: str) -> "Exercise":
    """The exercise with the number, such as "1.2"; asked again, the same one."""
    return Exercise(find(number))


@dataclass
class Exercise:
    """A task, and how many of its hints have been shown."""

    task: Task
    hints_shown: int = field(default=0, init=False)

    def __repr__(self) -> str:
        answer = "your_answer" if self.task.is_value else self.task.name
        return (
            f"Exercise {self.task.number}: {self.task.title}\n"
            f"  ex.check({answer}) tells whether it is right; "
            "ex.hint() helps a little, then more; ex.solution() shows the code."
        )

    @property
    def cases(self) -> tuple[Case, ...]:
        """The inputs that answers are checked on: there are no others."""
        return self.task.cases

    def check(self, answer: Any = ..., seconds: float = TIME_LIMIT) -> Verdict:
        """Whether the answer, a function or a value, is right, and if not, why.

        The attempt is noted for `progress`. A function is stopped after `seconds`.
        """
        outcome, finding = _judge(self.task, answer, seconds)
        sentences = finding.sentences
        if outcome is not Outcome.NOT_ATTEMPTED:
            trouble = record(self.task.number, outcome)
            sentences += (f"(Your progress could not be saved: {trouble})",) if trouble else ()
        return Verdict(
            headline=f"{outcome.symbol} {self.task.heading} {outcome.value}",
            sentences=sentences,
            parts=finding.parts,
            colour=outcome.colour,
            outcome=outcome,
            mistake=finding.mistake,
        )

    def hint(self) -> Message:
        """The next hint, which says more than the one before; after the last, all of them."""
        hints = self.task.hints
        if self.hints_shown == len(hints):
            return Message(
                f"{self.task.heading} those were all {len(hints)} hints",
                (*hints, "`ex.solution()` shows the code."),
            )
        self.hints_shown += 1
        return Message(
            f"{self.task.heading} hint {self.hints_shown} of {len(hints)}",
            (hints[self.hints_shown - 1],),
        )

    def solution(self) -> Code:
        """The reference code, and for a value what it comes to."""
        code = textwrap.dedent(inspect.getsource(self.task.reference)).rstrip()
        if self.task.is_value:
            call = ", ".join(map(show, self.task.cases[0]))
            code += f"\n\n{self.task.name}({call})  # {show(self.task.expected[0])}"
        return Code(f"{self.task.heading} a solution", code=code)


Judgement = tuple[Outcome, Finding]


def _wrong(*sentences: str, parts: tuple[Part, ...] = ()) -> Judgement:
    return Outcome.WRONG, Finding(sentences, parts)


def _judge(task: Task, answer: Any, seconds: float) -> Judgement:
    """The outcome for an answer, and what to say about it."""
    if answer is ...:
        return _not_attempted(task)
    if task.is_value:
        if callable(answer):
            return _wrong(f"A value is wanted, and {show(answer)} came: call it and hand in that.")
        return _compare(task, [answer])
    if not callable(answer):
        return _wrong(
            f"A function is wanted, and {show(answer)} came.",
            f"Hand in the function itself, without calling it: `ex.check({task.name})`",
        )
    if misfit := _arguments_misfit(task, answer):
        return _wrong(misfit)
    came = run(task.observed(answer), task.cases, seconds)
    if came.timed_out or came.error is not None:
        return _broken_off(task, came, seconds)
    return _compare(task, came.results)


def _not_attempted(task: Task) -> Judgement:
    do = "Put your answer in place of the three dots and run the cell again."
    return Outcome.NOT_ATTEMPTED, Finding((do, "In a new cell, `ex.hint()` helps you on."))


def _arguments_misfit(task: Task, answer: Callable[..., Any]) -> str | None:
    """Why the function cannot be called as the exercise calls it; None when it can."""
    try:
        signature = inspect.signature(answer)
    except (TypeError, ValueError):
        return None  # some functions written in C do not tell
    try:
        signature.bind(*task.cases[0])
    except TypeError as error:
        return f"It is called as {task.signature()}, and yours takes {signature}: {error}."
    return None


def _broken_off(task: Task, came: Run, seconds: float) -> Judgement:
    """What to say about an answer that raised, or took too long, on one of the cases."""
    where = task.input_part(task.cases[len(came.results)])
    if came.error is None:
        left = "It could not be stopped either: restart the kernel to be rid of it."
        sentence = f"It did not finish within {seconds:g} s; it was at this input. An endless loop?"
        return _wrong(sentence, *([left] if came.still_running else []), parts=(where,))
    name, text = type(came.error).__name__, str(came.error)
    raised = Part("raised", f"{name}: {text}" if text else name)
    line = line_of(came.error)
    parts = (where, raised, *([Part("in", line)] if line else []))
    return _wrong("It raised an exception on this input:", parts=parts)


def _compare(task: Task, results: list[Any]) -> Judgement:
    """The judgement on results that came without trouble."""
    values = [value_of(result) for result in results]
    if all(value is ... for value in values):
        return _not_attempted(task)
    rights = [value_of(result) for result in task.expected]
    if all(value is None for value in values) and None not in rights:
        nothing = (
            "The answer is None, which is no value. (`print(...)` shows a value and is None.)"
            if task.is_value
            else "The function returns None: is the `return` missing?"
        )
        return _wrong(nothing, parts=task.parts(0, results[0], task.expected[0]))
    finding = task.diagnose(task, results)
    if finding is not None:
        return Outcome.WRONG, finding
    nodes = ", node by node" if task.watch else ""
    agrees = f"It agrees in all {len(results)} cases{nodes}. Well done."
    return Outcome.RIGHT, Finding(("Well done." if task.is_value else agrees,))
