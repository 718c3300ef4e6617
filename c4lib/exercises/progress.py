"""What a reader has solved so far, kept in a file on their own machine.

The file only grows: one line of JSON for each attempt, added in a single write. So whatever
goes wrong in writing can spoil one line, and never those before it. The file is
~/.c4lib/progress.jsonl, or the one that the environment variable C4LIB_PROGRESS names.
"""

import json
import os
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from c4lib.exercises.catalogue import all_tasks
from c4lib.exercises.task import Task
from c4lib.exercises.verdict import Outcome
from c4lib.players.legible import printable

LEFT = 'style="text-align: left"'
"""For each cell of a table; JupyterLab's default is to align to the right."""
MARKS = {
    Outcome.RIGHT: ('fill="{}"', "M-5 0l4 4l7-8", "#ffffff"),
    Outcome.WRONG: ('fill="none" stroke="{}" stroke-width="2"', "M-4-4l8 8m0-8l-8 8", "#d55e00"),
    Outcome.NOT_ATTEMPTED: ('fill="none" stroke="{}" stroke-width="1.5"', "", ""),
}
"""How the mark of an exercise is drawn: its box, what stands in it, and in which colour."""
LEGEND = "✓ solved, ✗ not right yet, ○ not attempted"
STEP, TALL = 24, 20  # from mark to mark, and how high they are, in pixels


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

    def __str__(self) -> str:
        lines = [
            f"Lesson {lesson:02}  "
            + " ".join(self.outcome(task).symbol for task in tasks).ljust(2 * self._most)
            + f" {self._solved(tasks)} of {len(tasks)}"
            for lesson, tasks in _by_lesson(self.tasks)
        ]
        return printable("\n".join([*lines, *self._sentences()]))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [
            f'<tr><th scope="row" {LEFT}>Lesson {lesson:02}</th><td {LEFT}>{self._bar(tasks)}</td>'
            f"<td {LEFT}>{self._solved(tasks)} of {len(tasks)}</td></tr>"
            for lesson, tasks in _by_lesson(self.tasks)
        ]
        sentences = "".join(f"<div>{escape(line)}</div>" for line in self._sentences())
        sentences = sentences.replace(LEGEND, LEGEND.replace("○", "▢"))
        return f"<table>{''.join(rows)}</table>{sentences}"

    def _bar(self, tasks: Sequence[Task]) -> str:
        """A lesson's exercises as small marks in a row, and in words."""
        words = "; ".join(f"{task.number} {task.title}: {self.status(task)}" for task in tasks)
        marks = "".join(
            f'<g transform="translate({STEP * place + STEP // 2} {TALL // 2})">'
            f"{_mark(self.outcome(task))}</g>"
            for place, task in enumerate(tasks)
        )
        size = f'width="{STEP * len(tasks)}" height="{TALL}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{marks}</svg>'
        data = b64encode(svg.encode()).decode()
        words = escape(words)
        return f'<img alt="{words}" title="{words}" src="data:image/svg+xml;base64,{data}">'

    @property
    def _most(self) -> int:
        """The number of exercises of the lesson that has most."""
        return max((len(tasks) for _, tasks in _by_lesson(self.tasks)), default=0)

    def _solved(self, tasks: Sequence[Task]) -> int:
        return sum(self.outcome(task) is Outcome.RIGHT for task in tasks)

    def _following(self) -> Task | None:
        """The exercise to go on with: from the last that was tried, or one that was left out."""
        tried = [
            n
            for n, task in enumerate(self.tasks)
            if self.tries[task.number] or task.number in self.solved
        ]
        later = self.tasks[max(tried, default=0) :]
        left = (t for t in (*later, *self.tasks) if self.outcome(t) is not Outcome.RIGHT)
        return next(left, None)

    def _sentences(self) -> list[str]:
        """How many are solved, what the marks mean, and which exercise is next."""
        following = self._following()
        after = f" Next: {following.number} {following.title}." if following else ""
        total = f"{self._solved(self.tasks)} of {len(self.tasks)} exercises solved.{after}"
        return [total, LEGEND, *self.notes]


def _mark(outcome: Outcome) -> str:
    """An exercise's mark, around the origin: a box, with a tick or a cross in it."""
    box, path, ink = MARKS[outcome]
    sign = f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2.5"/>' if path else ""
    style = box.format(outcome.colour)
    return f'<rect x="-9" y="-8" width="18" height="16" rx="4" {style}/>{sign}'


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
