"""What a reader has solved so far, kept in a file on their own machine.

The file only grows: one line of JSON for each attempt, added in a single write. So whatever
goes wrong in writing can spoil one line, and never those before it. The file is
~/.c4lib/progress.jsonl, or the one that the environment variable C4LIB_PROGRESS names.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from c4lib.exercises.catalogue import all_tasks
from c4lib.exercises.task import Task
from c4lib.exercises.verdict import Outcome
from c4lib.players.legible import printable

LEFT = 'style="text-align: left"'
"""For each cell of a table; JupyterLab's default is to align to the right."""


def location() -> Path:
    """The file in which progress is kept."""
    chosen = os.environ.get("C4LIB_PROGRESS")
    return Path(chosen) if chosen else Path.home() / ".c4lib" / "progress.jsonl"


def record(number: str, outcome: Outcome) -> str | None:
    """Record an attempt; returns what prevented it, or None when it is saved."""
    line = json.dumps({"exercise": number, "outcome": outcome.name.lower()})
    # The line break in front ends a line that an interrupted write left unfinished.
    data = f"\n{line}\n".encode()
    try:
        path = location()
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            if os.write(file, data) < len(data):
                return f"only a part was written to {path}"
        finally:
            os.close(file)
    except (OSError, RuntimeError, ValueError) as error:
        return str(error)
    return None


@dataclass(frozen=True)
class Progress:
    """How often each exercise was tried, and which ones are solved."""

    tasks: tuple[Task, ...]
    tries: Counter[str]
    """Wrong answers, by the number of the exercise."""
    solved: frozenset[str]
    notes: tuple[str, ...] = ()
    """What to tell the reader about lines that could not be read."""

    def outcome(self, task: Task) -> Outcome:
        """The best outcome so far: once solved, a task stays solved."""
        if task.number in self.solved:
            return Outcome.RIGHT
        return Outcome.WRONG if self.tries[task.number] else Outcome.NOT_ATTEMPTED

    def status(self, task: Task) -> str:
        """The outcome in words."""
        outcome, tries = self.outcome(task), self.tries[task.number]
        if outcome is Outcome.WRONG:
            return "tried once" if tries == 1 else f"tried {tries} times"
        return "solved" if outcome is Outcome.RIGHT else "not attempted"

    def _total(self) -> str:
        solved = sum(self.outcome(task) is Outcome.RIGHT for task in self.tasks)
        return f"{solved} of {len(self.tasks)} solved"

    def __str__(self) -> str:
        wide = max((len(task.title) for task in self.tasks), default=0)
        lines = []
        for lesson, tasks in _by_lesson(self.tasks):
            lines.append(f"Lesson {lesson:02}")
            lines += [
                f"  {self.outcome(task).symbol} {task.number:<4}  {task.title:<{wide}}  "
                + self.status(task)
                for task in tasks
            ]
        return printable("\n".join([*lines, self._total(), *self.notes]))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = []
        for lesson, tasks in _by_lesson(self.tasks):
            title = f'<th colspan="3" scope="colgroup" {LEFT}>Lesson {lesson:02}</th>'
            rows.append(f"<tr>{title}</tr>")
            for task in tasks:
                status = f"{self.outcome(task).symbol} {self.status(task)}"
                cells = (task.number, escape(task.title), status)
                rows.append("<tr>" + "".join(f"<td {LEFT}>{cell}</td>" for cell in cells) + "</tr>")
        notes = "".join(f"<div>{escape(line)}</div>" for line in (self._total(), *self.notes))
        return f"<table>{''.join(rows)}</table>{notes}"


def progress() -> Progress:
    """The reader's progress in all lessons."""
    attempts, notes = _read()
    return Progress(
        tasks=tuple(all_tasks()),
        tries=Counter(number for number, outcome in attempts if outcome is Outcome.WRONG),
        solved=frozenset(number for number, outcome in attempts if outcome is Outcome.RIGHT),
        notes=notes,
    )


Attempt = tuple[str, Outcome]


def _read() -> tuple[list[Attempt], tuple[str, ...]]:
    """The attempts in the file, and notes about lines that could not be read."""
    try:
        path = location()
        lines = [line for line in path.read_bytes().splitlines() if line.strip()]
    except FileNotFoundError:
        return [], ()
    except (OSError, RuntimeError, ValueError) as error:
        return [], (f"Your progress could not be read: {error}",)
    attempts = [attempt for line in lines if (attempt := _read_line(line)) is not None]
    unread = len(lines) - len(attempts)
    what = "1 line" if unread == 1 else f"{unread} lines"
    return attempts, (f"Skipped {what} of {path} that cannot be read",) if unread else ()


def _read_line(line: bytes) -> Attempt | None:
    """The attempt that a line of the file records; None if it cannot be read."""
    try:
        entry = json.loads(line)
        return str(entry["exercise"]), Outcome[entry["outcome"].upper()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _by_lesson(tasks: Iterable[Task]) -> list[tuple[int, list[Task]]]:
    grouped: dict[int, list[Task]] = {}
    for task in tasks:
        grouped.setdefault(task.lesson, []).append(task)
    return list(grouped.items())
