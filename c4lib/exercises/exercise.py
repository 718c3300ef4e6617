"""An exercise as the reader uses it: it checks answers, and gives hints and a solution."""

import inspect
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from types import NoneType
from typing import Any

from c4lib.exercises.catalogue import find
from c4lib.exercises.progress import record
from c4lib.exercises.solution import solution_code
from c4lib.exercises.task import Case, Finding, Task
from c4lib.exercises.timeout import Run, line_of, run
from c4lib.exercises.verdict import Message, Outcome, Part, ShownSolution, Verdict, shortened, show
from c4lib.exercises.watch_nodes import value_of
from c4lib.game import Agent, Move, State, check_positive

USED: dict[str, "Exercise"] = {}  # so that a cell that is run again continues with the next hint


def exercise(number: str) -> "Exercise":
    """The exercise with a number such as "1.2"; always the same object."""
    task = find(number)
    return USED.setdefault(task.number, Exercise(task))


@dataclass
class Exercise:
    """A task, the number of hints shown so far, and the player that a right answer has made.

    It is a player itself: `play(ex)` shows a board against the reader's own answer.
    """

    task: Task
    hints_shown: int = field(default=0, init=False)
    player: Agent | None = field(default=None, init=False)

    def __call__(self, state: State) -> Move:
        """The move that the reader's right answer plays."""
        if self.player is None:
            raise ValueError(self._no_player())
        return self.player(state)

    @property
    def name(self) -> str:
        """What a board calls this player."""
        first = "" if self.player else f" ({self._no_player()})"
        return f"your {self.task.name}{first}"

    def _no_player(self) -> str:
        """Why it cannot play."""
        number = self.task.number
        if self.task.player is None:
            return f"exercise {number} makes no player"
        return f"solve exercise {number}, then run this cell again"

    def __repr__(self) -> str:
        answer = "your_answer" if self.task.is_value else self.task.name
        return (
            f"Exercise {self.task.number}: {self.task.title}\n"
            f"  ex.check({answer}) says whether it is right; "
            f"ex.hint() helps a little, then more; ex.solution() {self._shows()}."
        )

    def _shows(self) -> str:
        """What the solution shows."""
        return "shows the answer" if self.task.is_value else "shows the code"

    @property
    def cases(self) -> tuple[Case, ...]:
        """Copies of the inputs that answers are checked on; there are no hidden ones."""
        return deepcopy(self.task.cases)

    def check(self, answer: Any = ..., seconds: float | None = None) -> Verdict:
        """Whether the answer, a function or a value, is right, and if not, why.

        The attempt is recorded for `progress`. A function is stopped after `seconds`, by default
        after the task's own time limit.
        """
        allowed = self.task.seconds if seconds is None else seconds
        check_positive("seconds", allowed)
        outcome, finding = _judge(self.task, answer, allowed)
        sentences = finding.sentences
        if outcome is Outcome.RIGHT and self.task.player is not None:
            self.player = self.task.player(answer)
            sentences += ("It is a player now: `play(ex)` shows a board to meet it on.",)
        if outcome is not Outcome.NOT_ATTEMPTED:
            problem = record(self.task.number, outcome)
            sentences += (f"(Your progress could not be saved: {problem})",) if problem else ()
        return Verdict(
            headline=f"{outcome.symbol} {self.task.heading} {outcome.value}",
            sentences=sentences,
            parts=finding.parts,
            colour=outcome.colour,
            outcome=outcome,
            mistake=finding.mistake,
        )

    def hint(self) -> Message:
        """The next hint, which says more than the one before; after the last one, all of them."""
        hints = self.task.hints
        if self.hints_shown == len(hints):
            return Message(
                f"{self.task.heading} those were all {len(hints)} hints",
                (*hints, f"`ex.solution()` {self._shows()}."),
            )
        self.hints_shown += 1
        return Message(
            f"{self.task.heading} hint {self.hints_shown} of {len(hints)}",
            (hints[self.hints_shown - 1],),
        )

    def solution(self) -> ShownSolution:
        """A solution's code without annotations, and for a value exercise its result."""
        code = self.task.solution or solution_code(self.task.reference)
        if self.task.is_value:
            call = ", ".join(map(show, self.task.cases[0]))
            code += f"\n\n{self.task.name}({call})  # {show(self.task.expected[0])}"
        return ShownSolution(f"{self.task.heading} a solution", code=code)


Judgement = tuple[Outcome, Finding]


def _wrong(*sentences: str, parts: tuple[Part, ...] = ()) -> Judgement:
    return Outcome.WRONG, Finding(sentences, parts)


def _judge(task: Task, answer: Any, seconds: float) -> Judgement:
    """The outcome for an answer, and what to say about it."""
    if answer is ...:
        return _not_attempted(task)
    if task.is_value or not callable(answer):
        done = run(lambda *case: answer, task.cases[:1], seconds)
        if not done.results:
            return _unfinished(task, done, seconds)
        if task.is_value and callable(answer):
            shown = show(done.results[0])
            return _wrong(f"This exercise asks for a value, not {shown}: call it first.")
        if task.is_value:
            return _compare(task, done.results)
        return _wrong(
            f"This exercise asks for a function, not {show(done.results[0])}.",
            f"Pass the function itself, without calling it: `ex.check({task.name})`",
        )
    task.accepted  # noqa: B018  (computed before an answer could change what it is computed with)
    misfit = run(_arguments_misfit, [(task, answer)], seconds)  # it shows the answer's defaults
    if any(misfit.results):
        return _wrong(*misfit.results)
    done = run(task.observed(answer), task.cases, seconds)
    if done.timed_out or done.error is not None:
        return _unfinished(task, done, seconds)
    return _compare(task, done.results)


def _not_attempted(task: Task) -> Judgement:
    do = "Put your answer in place of the three dots and run the cell again."
    return Outcome.NOT_ATTEMPTED, Finding((do, "In a new cell, `ex.hint()` gives you a hint."))


def _arguments_misfit(task: Task, answer: Callable[..., Any]) -> str | None:
    """Why the function cannot be called as the exercise calls it; None if it can."""
    try:
        signature = inspect.signature(answer)
    except (TypeError, ValueError):
        return None  # some functions written in C have no signature
    try:
        signature.bind(*task.cases[0])
    except TypeError as error:
        return f"The exercise calls {task.signature()}, but yours takes {signature}: {error}."
    return None


def _unfinished(task: Task, done: Run, seconds: float) -> Judgement:
    """What to say about an answer that raised, or took too long, on one of the cases."""
    where = task.input_part(task.cases[len(done.results)])
    if done.error is None:
        sentence = f"It did not finish this input within {seconds:g} s. Is there an endless loop?"
        stuck = ("It could not be stopped: restart the kernel.",) if done.still_running else ()
        return _wrong(sentence, *stuck, parts=(where,))
    said = run(str, [(done.error,)], seconds).results  # an error of the reader's own may fail here
    name = type(done.error).__name__
    raised = Part("raised", ": ".join([name, *filter(None, map(shortened, said))]))
    line = line_of(done.error)
    parts = (where, raised, *([Part("in", line)] if line else []))
    return _wrong("It raised an exception on this input:", parts=parts)


def _compare(task: Task, results: list[Any]) -> Judgement:
    """The judgement on the results of an answer that finished."""
    values = [value_of(result) for result in results]
    if all(value is ... for value in values):
        return _not_attempted(task)
    rights = [value_of(result) for result in task.expected]
    if all(value is None for value in values) and None not in rights:
        nothing = (
            "The answer is None. (`print(...)` shows a value, but returns None.)"
            if task.is_value
            else "The function returns None: is the `return` missing?"
        )
        nothing = task.wrong_types.get(NoneType, nothing)
        return _wrong(nothing, parts=task.parts(0, results[0], task.expected[0]))
    finding = task.diagnose(task, results)
    if finding is not None:
        return Outcome.WRONG, finding
    if task.praise is not None:
        return Outcome.RIGHT, Finding((task.praise(results),))
    nodes = ", node by node" if task.watch else ""
    agrees = f"It agrees in all {len(results)} cases{nodes}. Well done."
    return Outcome.RIGHT, Finding(("Well done." if task.is_value else agrees,))
