"""The runner: does a long list of jobs so that nothing that was finished is ever lost.

A study says what its jobs are, how one is done, and how all answers become a file. The runner
does the rest: it shares the jobs among processes, shows progress, and notes every answer as soon
as there is one, in a file beside the one to be written that ends in `.part`. Ctrl-C, an error or
a power cut ends it; the same command then resumes with what was noted. A lock keeps a second
process from working on the same file.

The `.part` file has a line of JSON that names the command, then one for each job: the job, its
answer and a checksum of both.
"""

import json
import os
import zlib
from argparse import Namespace
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

from c4lib.measure.files import locked, made_by
from c4lib.measure.workers import executor_of
from c4lib.players.stop_button import heeding_stop
from c4lib.search.common import check_whole

Job = TypeVar("Job", bound=Hashable)
Item = TypeVar("Item")
Note = Callable[[Job, Any], None]
DoAll = Callable[[Iterable[Job], Note[Job]], None]
"""Does jobs, and notes the answer to each as soon as there is one."""

MOST = 10_000  # games of one kind: with many more, the list of jobs would fill the memory
MOST_WORKERS = 256


def run(
    jobs: Iterable[Job],
    do: Callable[[Job], Any] | None,
    file: Path | None = None,
    command: str = "",
    write: Callable[[dict[Job, Any]], object] | None = None,
    *,
    known: Callable[[], Mapping[Job, Any]] | None = None,
    workers: int | None = 1,
    executor: Executor | None = None,
    send: Callable[[Job], Callable[[Job], Any]] | None = None,
    work: DoAll[Job] | None = None,
    watch: Note[Job] | None = None,
    partial: bool = False,
    total: int | None = None,
    unit: str = "job",
    screen: IO[str] | None = None,
) -> dict[Job, Any]:
    """Do all jobs and return their answers, by job.

    A job is a tuple (or a number or text), and an answer is anything that JSON can hold: a tuple
    comes back as a list. Answer None if there is nothing to keep. With a `file`, what the same
    `command` has noted before is not done again, and `write` gets all answers at the end and
    writes the file; if the file is of use before it is complete, `partial`, also when the work is
    interrupted. `known` reads what the file holds already, which is not done again either.

    With one worker the jobs are done in this process, one after the other, and may be made up on
    the way: the next is asked for when the last has been noted. With more `workers` (None: one
    for each core), or an `executor` such as a Dask cluster's, they are shared; `send` may return
    a smaller function than `do` for a job. `work` does them in any other way, in place of `do`.

    `watch` is called with each job and its answer, those of earlier runs first. A progress bar is
    drawn on the `screen`, if there is one, to `total` where the jobs cannot be counted beforehand.
    """
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    if work is None:
        if do is None:
            raise ValueError("say how a job is done: by do, or by work")
        work = _shared(do, workers, executor, send)
    jobs = jobs if total else list(jobs)
    with _notes(file, command) as (noted, append):
        # Read only now, when no other process can add to the file.
        done: dict[Job, Any] = {**(known() if known else check_own(file, command)), **noted}
        for job, answer in done.items() if watch else ():
            watch(job, answer)  # type: ignore[misc]
        begun = len(done) if total else sum(job in done for job in jobs)
        total = total or len(jobs)  # type: ignore[arg-type]
        # Jobs of all kinds are mixed, so their mean time tells best how long the rest will take.
        with tqdm(
            total=total, initial=begun, unit=unit, smoothing=0, file=screen, disable=screen is None
        ) as bar:

            def note(job: Job, answer: Any) -> None:
                if answer is None:
                    return
                done[job] = append(job, answer)
                bar.update()
                if watch:
                    watch(job, done[job])

            try:
                work((job for job in jobs if job not in done), note)
            except BaseException:
                if write and partial:
                    write(done)
                raise
        if write:
            write(done)
    return done


def evenly(groups: Iterable[Sequence[Item]]) -> list[Item]:
    """All items, those of each group in their order and spread evenly from first to last.

    With jobs of one kind as a group, the first minutes already show how long all will take, and
    no long jobs are left over for a single worker at the end.
    """
    placed = [
        ((number + 0.5) / len(group), item) for group in groups for number, item in enumerate(group)
    ]
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])]


def check_counts(most: int = MOST, /, **numbers: int | None) -> None:
    """Raise ValueError unless each is a whole number from 1 to `most`, or None."""
    for name, number in numbers.items():
        check_whole(name, 1 if number is None else number)
        if number is not None and number > most:
            raise ValueError(f"{name} is at most {most:,}, not {number}")


def check_file(file: Path) -> None:
    """Raise ValueError if it is a folder or anything else that is not to be replaced."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder; name a file in it, such as {file / 'results.csv'}")
    if file.exists() and not file.is_file():
        raise ValueError(f"{file} is not a file that can be replaced; name another one")


def check_own(file: Path | None, command: str) -> dict[Any, Any]:
    """Raise ValueError if there is a file that another command has made; nothing is known then."""
    if file and file.exists() and not f"{made_by(file)} ".startswith(f"{command} "):
        by = f"was made by another command: {made_by(file) or 'unknown'}"
        raise ValueError(f"{file} {by}; name another file, or delete this one to start over")
    return {}


def seeds_of(*words: int | str, count: int = 2) -> list[int]:
    """Seeds that depend on the words and on nothing else, such as a game's players and number."""
    numbers = (word.encode() if isinstance(word, str) else (word,) for word in words)
    seeds = np.random.SeedSequence([*chain.from_iterable(numbers)]).generate_state(count)
    return [int(seed) for seed in seeds]


def with_options(command: str, **options: object) -> str:
    """A command line with its options: `python -m c4lib study boards --games 100`."""
    given = (f" --{name.replace('_', '-')} {value}" for name, value in options.items())
    return command + "".join(given)


def output_file(options: Namespace, shipped: Path, *names: str) -> Path:
    """Where a command writes: --file, or the shipped file if all named options have their defaults.

    Otherwise a quick trial would replace what the lessons show.
    """
    if options.file is not None:
        return Path(options.file)
    for name in names:
        if getattr(options, name) != options.parser.get_default(name):
            raise ValueError(
                f"--{name.replace('_', '-')} needs a --file, such as --file my-{shipped.name}, so "
                f"as not to replace the {shipped.name} of the course"
            )
    return shipped


def _shared(
    do: Callable[[Job], Any], workers: int | None, executor: Executor | None,
    send: Callable[[Job], Callable[[Job], Any]] | None,
) -> DoAll[Job]:  # fmt: skip
    """In this process, or shared among several."""
    check_counts(MOST_WORKERS, workers=workers)
    workers = (os.cpu_count() or 1) if workers is None else workers

    def in_turn(jobs: Iterable[Job], note: Note[Job]) -> None:
        with heeding_stop() as came:
            for job in jobs:
                answer = do(job)
                if came:  # and the job has swallowed it
                    raise KeyboardInterrupt
                note(job, answer)

    def shared(jobs: Iterable[Job], note: Note[Job]) -> None:
        left = list(jobs)
        if not left:
            return
        with executor_of(executor, min(workers, len(left))) as pool:
            futures = {pool.submit(send(job) if send else do, job): job for job in left}
            try:
                for future in as_completed(futures):
                    note(futures[future], future.result())
            finally:
                for future in futures:
                    future.cancel()

    return in_turn if executor is None and workers == 1 else shared


@contextmanager
def _notes(
    file: Path | None, command: str
) -> Iterator[tuple[dict[Any, Any], Callable[[Any, Any], Any]]]:
    """What was noted for a file, and a function that notes an answer and returns it plain.

    If all goes well the notes are removed at the end, once the file has been written.
    """
    if file is None:
        yield {}, lambda job, answer: _line(job, answer)[1]
        return
    check_file(file)
    part = file.with_name(f"{file.name}.part")
    with locked(file.with_name(f"{file.name}.lock"), file):
        noted = _read_notes(part, command)
        is_needed = bool(noted)
        try:
            with part.open("ab") as opened:

                def append(job: Any, answer: Any) -> Any:
                    nonlocal is_needed
                    is_needed = True
                    line, plain = _line(job, answer)
                    opened.write(line)
                    opened.flush()
                    return plain

                yield noted, append
            is_needed = False
        finally:
            if not is_needed:
                part.unlink(missing_ok=True)


def _line(job: Any, answer: Any) -> tuple[bytes, Any]:
    """A line of the notes, and the answer as it will be read back."""
    text = json.dumps([job, answer], allow_nan=False)
    line = f'{{"done": {text}, "check": {zlib.crc32(text.encode())}}}\n'
    return line.encode(), json.loads(text)[1]


def _read_notes(part: Path, command: str) -> dict[Any, Any]:
    """What the same command has noted; leaves the file ready for more."""
    header = json.dumps({"command": command}).encode() + b"\n"
    noted = part.read_bytes() if part.exists() else b""
    if header.startswith(noted):  # there is nothing but some of the first line
        part.write_bytes(header)
        return {}
    first, *lines = noted.splitlines(keepends=True)
    if first != header:
        try:
            other = json.loads(first)["command"]
            wrong = f"was begun by another command: {other}; run that one to resume it, or"
        except (ValueError, TypeError, KeyError):
            wrong = "is damaged in its first line;"
        raise ValueError(f"{part} {wrong} delete the file to start over")
    if lines and not lines[-1].endswith(b"\n"):  # it was cut short
        lines.pop()
        os.truncate(part, len(first) + sum(map(len, lines)))
    return dict(_parsed(line, f"line {number} of {part}") for number, line in enumerate(lines, 2))


def _parsed(line: bytes, place: str) -> tuple[Any, Any]:
    try:
        job, answer = json.loads(line)["done"]
        job = _frozen(job)
        if line == _line(job, answer)[0]:
            return job, answer
    except (ValueError, TypeError, KeyError):
        pass
    words = line.decode(errors="replace").strip()
    raise ValueError(f"{place} is damaged: {words!r}; delete the line to have its job done again")


def _frozen(job: Any) -> Any:
    """A job as it was: what JSON reads as a list was a tuple."""
    return tuple(map(_frozen, job)) if isinstance(job, list) else job
