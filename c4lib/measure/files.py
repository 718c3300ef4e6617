"""Files that are whole or refused: atomic writing, a checksum, a lock against a second process.

The first line of a table names the command that makes it, and holds a checksum of the rest.
"""

import csv
import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TypeVar, get_type_hints

TypedRow = TypeVar("TypedRow")

FAR = 1 << 30  # the byte of a lock file that is locked: beyond its end, so the rest can be read


def read_table(path: Path, what: str, command: str) -> list[list[str]]:
    """The rows of a table, which must be just as it was written.

    Errors call it `what`, and advise to make it again with `command`.
    """
    advice = f"download the course again, or make it again: {command}"
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{what} cannot be read ({error}); {advice}") from error
    if first.split()[-1:] != [_digest(rest)]:
        raise ValueError(f"{what} in {path} is damaged; {advice}")
    if not first.startswith(f"# {command}"):
        raise ValueError(f"{path} is not {what}, but was made by: {made_by(path)}")
    return list(csv.reader(io.StringIO(rest)))


def typed(kind: Callable[..., TypedRow], row: Sequence[str]) -> TypedRow:
    """A row of a table as a NamedTuple, each cell as its field's type."""
    types = get_type_hints(kind).values()
    return kind(*(each(cell) for each, cell in zip(types, row, strict=True)))


def made_by(path: Path) -> str:
    """What the first line of a table says about its making."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline().removeprefix("# ").rpartition(", sha256")[0]


def write_table(path: Path, command: str, rows: Iterable[Sequence[object]]) -> None:
    """Write rows below a line that names the command that made them."""
    cells = io.StringIO()
    csv.writer(cells, lineterminator="\n").writerows(rows)
    # An agent's error may say anything, even what no file can hold.
    text = cells.getvalue().encode(errors="backslashreplace").decode()
    write_whole(path, f"# {command}, sha256 {_digest(text)}\n{text}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all: even a power cut leaves the old one or the new one."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        with unfinished.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def locked(lock: Path, what: object, instead: str = "name another file") -> Iterator[None]:
    """Keep other processes out; if one is in already, raise ValueError that names it.

    The lock belongs to the process and not to the file: it ends with the process, however that
    ends. The file `lock` is removed afterwards.
    """
    while True:
        try:
            opened = lock.open("a+", encoding="utf-8")
        except OSError as error:
            raise ValueError(
                f"{what} cannot be written to ({error.strerror}); {instead}"
            ) from error
        with opened:
            if not _is_ours(opened):
                opened.seek(0)
                raise ValueError(
                    f"process {opened.read().strip() or 'unknown'} is at work on {what}; wait "
                    f"until it has finished, or {instead}"
                )
            if not _is_still(lock, opened):  # its last owner has removed it
                continue
            try:
                opened.truncate(0)
                opened.write(str(os.getpid()))
                opened.flush()
                yield
            finally:
                if sys.platform != "win32":  # where an open file cannot be removed
                    lock.unlink(missing_ok=True)
        break
    with suppress(OSError):
        if sys.platform == "win32":
            lock.unlink()


def _is_still(path: Path, opened: IO[str]) -> bool:
    """Whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(opened.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _is_ours(opened: IO[str]) -> bool:
    """Lock an open file until it is closed or the process ends; False if another holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            opened.seek(FAR)
            msvcrt.locking(opened.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # a disk without locks
        return True
    return True
