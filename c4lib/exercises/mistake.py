r"""Known mistakes, written as patches of a task's reference function.

    def count_nodes(state, depth):
        if state.is_over or depth == 0:
            return 1
        return 1 + sum(count_nodes(state.play(move), depth - 1) for move in state.moves())

    patches('''
        leaves only
            return 1 + sum → return sum
            That counts where the search ends. The nodes on the way there count too.
        the root forgotten
            → count_nodes(state, depth) - 1
            The root is a node as well.
    ''')

The first line of each mistake is its name. The lines below are indented: those with an arrow
are patches, and the others explain the mistake to the reader. A mistake without an explanation
has that of the one before it, and one that begins with `+` adds to that. Another way to make the
same mistake begins with `or:`, or with `and:` if it includes the patches of the last way; it may
have an explanation of its own.

    first or last only
        in moves → in moves[:1]
        or: in moves → in moves[-1:]
        All of them count.
        and: return → return not
        + And the answer is reversed.

A patch replaces the text on the left of its arrow, which must occur exactly once in the
reference's source, by the text on the right; `\\n` is a line break. Several patches are applied
one after the other. The patched function takes the reference's name, so that it calls itself
and not the reference; otherwise it sees the names of the lesson's module.

With nothing on the left, the text on the right is an expression that the mistaken function
returns; it may use the reference's parameters, and call the reference or a function of the
lesson's module that makes the mistake.

Mistakes that can also be made together with another one, or in another function, are written
once: see `varied`.
"""

import inspect
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from textwrap import dedent
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from c4lib.exercises.task import Task

Function = Callable[..., Any]
Patch = tuple[str, str]
"""The old text, which occurs once, and the new text."""

ARROW = "→"
"""Separates the old text from the new one in a table."""


@dataclass(frozen=True)
class Mistake:
    """A known mistake: its name, an explanation, and the patches that make it."""

    name: str
    explanation: str
    patches: tuple[Patch, ...]
    of: Function | None = None
    """What is patched, if not the reference: an alternative of the task, or a helper that the
    reference calls, such as the solution of an earlier exercise."""

    def __post_init__(self) -> None:
        if not self.patches:
            raise ValueError(f"mistake {self.name!r}: give one patch or more")
        if not all(old for old, _ in self.patches) and (len(self.patches) > 1 or self.of):
            problem = "an expression goes without other patches and `of`"
            raise ValueError(f"mistake {self.name!r}: {problem}")

    def function(self, task: "Task") -> Function:
        """The function that makes the mistake in the task."""
        if not self.patches[0][0]:
            return self._returning(self.patches[0][1], task.reference)
        patched = self._define(self._source(task), self.of or task.reference)
        if self.of in (None, task.reference, *task.alternatives):
            return patched
        source = dedent(inspect.getsource(task.reference))
        return self._define(source, task.reference, helper=patched)

    def _source(self, task: "Task") -> str:
        """The patched source; raises ValueError if a patch does not apply."""
        function = self.of or task.reference
        source = dedent(inspect.getsource(function))
        for old, new in self.patches:
            if (found := source.count(old)) != 1:
                raise ValueError(
                    f"exercise {task.number}, mistake {self.name!r}: the text {old!r} occurs "
                    f"{found} times in {function.__name__}, not once; update the patch"
                )
            source = source.replace(old, new)
        return source

    def _returning(self, expression: str, reference: Function) -> Function:
        """A function with the reference's parameters that returns the expression."""
        signature = inspect.signature(reference)
        bare = [part.replace(annotation=part.empty) for part in signature.parameters.values()]
        head = (
            f"def mistaken{signature.replace(parameters=bare, return_annotation=signature.empty)}"
        )
        return self._define(f"{head}:\n    return {expression}", reference, "mistaken")

    def _define(
        self,
        source: str,
        original: Function,
        name: str | None = None,
        helper: Function | None = None,
    ) -> Function:
        """The function that the source defines, with access to the names that the original sees."""
        # The file name is in this folder, so that its lines are not mistaken for the reader's.
        code = compile(source, os.path.join(os.path.dirname(__file__), f"<{self.name}>"), "exec")
        namespace = {**original.__globals__, **({helper.__name__: helper} if helper else {})}
        exec(code, namespace)
        function: Function = namespace[name or original.__name__]
        return function


def varied(
    mistakes: Sequence[Mistake], *more: Patch, said: str = "", of: Function | None = None
) -> tuple[Mistake, ...]:
    """The mistakes with more patches, or in another function, and with more to say about them."""
    return tuple(
        replace(
            each,
            explanation=f"{each.explanation} {said}".rstrip(),
            patches=(*each.patches, *more),
            of=of,
        )
        for each in mistakes
    )


def patches(table: str) -> tuple[Mistake, ...]:
    """The mistakes in a table of names, patches and explanations; see the module's docstring."""
    mistakes: list[Mistake] = []
    for block in re.split(r"\n(?=\S)", dedent(table).strip()):
        name, *lines = map(str.strip, block.splitlines())
        groups = [list(each) for _, each in groupby(filter(None, lines), lambda x: ARROW in x)]
        if not groups or ARROW not in groups[0][0]:
            raise ValueError(f"mistake {name!r}: add a line with a patch, such as: old {ARROW} new")
        for lines, words in zip_longest(groups[::2], groups[1::2], fillvalue=list[str]()):
            explanation, last = " ".join(words), mistakes[-1] if mistakes else None
            if last and (not words or words[0].startswith("+ ")):
                explanation = f"{last.explanation} {explanation[2:]}".rstrip()
            ways = _ways(lines, last.patches if last else ())
            mistakes += [Mistake(name, explanation, tuple(way)) for way in ways]
    return tuple(mistakes)


def _ways(lines: Sequence[str], last: Sequence[Patch]) -> list[list[Patch]]:
    """The patches of each way to make a mistake; `last` are those of the one before."""
    ways: list[list[Patch]] = []
    for line in lines:
        if line.startswith("and: "):
            ways.append([*(ways[-1] if ways else last)])
        elif line.startswith("or: ") or not ways:
            ways.append([])
        old, new = re.sub("^(or|and): ", "", line).replace("\\n", "\n").split(ARROW)
        ways[-1].append((old.removesuffix(" "), new.removeprefix(" ")))  # the new may be empty
    return ways
