"""Results that take long to make: a file that is whole or refused, and one of what was begun.

The first line of both names the command that makes them. A finished file has a checksum there;
one that was begun gets a line for each job as soon as it is done, and ends in `.part`.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

Job = TypeVar("Job", bound=Hashable)


def read_rows(path: Path, what: str, command: str) -> list[list[str]]:
    """The rows of a file, which must be just as it was written; `what` it is called in errors."""
    advice = f"fetch it again from where you have the course, or make it anew: {command}"
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{what} cannot be read ({error}); {advice}") from error
    if first.split()[-1:] != [digest(rest)]:
        raise ValueError(f"{what} in {path} is damaged; {advice}")
    return [line.split(",") for line in rest.splitlines()]


def write_rows(path: Path, command: str, rows: Iterable[Sequence[object]]) -> None:
    """Write rows with the command that made them."""
    text = "".join(",".join(map(str, row)) + "\n" for row in rows)
    replace(path, f"# {command}, sha256 {digest(text)}\n{text}")


def digest(text: str) -> str:
    """A number that no other text has."""
    return hashlib.sha256(text.encode()).hexdigest()


def replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def check_file(path: Path, usual: Path) -> None:
    """Complain about a folder, before anything is done for a file that cannot be written."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file in it, such as {path / usual.name}")


def line_of(job: Sequence[object], answer: str) -> str:
    """A job that was done and what came of it, as it is noted."""
    return ",".join(map(str, (*job, answer))) + "\n"


def begun(
    part: Path, command: str, what: str, parse: Callable[[str], tuple[Job, str]]
) -> dict[Job, str]:
    """What came of the jobs that the same command has done; makes the file ready for more.

    `parse` reads a line, and raises ValueError if it cannot; `what` a job is called in errors.
    """
    header = f"# {command}\n"
    text = part.read_text(encoding="utf-8", errors="replace") if part.exists() else ""
    if header.startswith(text):  # nothing is in it but some of the first line
        replace(part, header)
        return {}
    first, *lines = text.splitlines(keepends=True)
    if not first.endswith("\n"):
        raise ValueError(
            f"{part} is cut short within its first line and holds nothing that was measured; "
            "delete the file to begin anew"
        )
    if first != header:
        other = first.removeprefix("#").strip()
        raise ValueError(
            f"{part} holds what another command has begun: {other}; go on with that one, "
            "or delete the file to begin anew"
        )
    if lines and not lines[-1].endswith("\n"):  # it was cut short
        lines.pop()
        replace(part, "".join([first, *lines]))
    found = {}
    for number, line in enumerate(lines, 2):
        try:
            job, answer = parse(line)
            if line != line_of(job, answer):  # type: ignore[arg-type]  # as int reads all digits
                raise ValueError(line)
        except ValueError as error:
            raise ValueError(
                f"line {number} of {part} is no finished {what}: {line.strip()!r}; "
                "delete the line, and the same command does it again"
            ) from error
        found[job] = answer
    return found
