"""Whatever fails, at whatever step, the same command resumes: nothing is lost, doubled or left."""

import errno
import itertools
import multiprocessing
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, StringIO

import pytest
import tqdm.std
from commands import refusal

from c4lib.measure import ladder
from c4lib.measure.files import locked, read_table, write_table
from c4lib.measure.runner import run

JOBS = [0, 1, 2]
COMMAND = "python -m c4lib something"
ROWS = [[str(job), str(job * job)] for job in JOBS]
FILE, PART, NEW = "a.csv", "a.csv.part", "a.csv.new"


class Stop(BaseException):
    """A stop at some step."""


def square(job):
    return job * job


def stop_at_2(job):
    if job == 2:
        raise Stop
    return square(job)


def make(folder, do=square, **options):
    """The table of squares; returns the jobs that were done for it."""
    file, asked = folder / FILE, []

    def ask(job):
        asked.append(job)
        return do(job)

    def write(found):
        write_table(file, COMMAND, [(job, found[job]) for job in JOBS if job in found])

    if options.get("partial"):
        options["known"] = lambda: known(file)
    shares = "executor" in options or "workers" in options
    run(JOBS, do if shares else ask, file, COMMAND, write, **options)
    return asked


def known(file):
    rows = read_table(file, "it", COMMAND) if file.exists() else []
    return {int(job): int(answer) for job, answer in rows}


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def filled(folder, files):
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def found_in(files, partial):
    """The jobs that need not be done again, as files tell that were left behind."""
    noted = [line for line in files.get(PART, b"").split(b"\n")[1:-1] if line]
    numbers = {int(line.split(b"[")[1].split(b",")[0]) for line in noted}
    table = files.get(FILE, b"").splitlines()[1:] if partial else []
    return numbers | {int(row.split(b",")[0]) for row in table}


def is_step(call):
    """Whether a call of a builtin function goes to a file or the operating system."""
    owner = getattr(call, "__self__", None)
    module = getattr(call, "__module__", None) or type(owner).__module__
    return module in ("_io", "io", "posix", "nt", "fcntl", "msvcrt") and not isinstance(
        owner, StringIO | BytesIO
    )


def watched(at, *arguments, **options):
    """Make the table, and call `at` with a number before and after every step, whatever it is."""
    numbers = itertools.count()

    def watch(frame, event, call):
        if event in ("c_call", "c_return") and is_step(call):
            at(next(numbers))

    sys.setprofile(watch)
    try:
        make(*arguments, **options)
    finally:
        sys.setprofile(None)
    return next(numbers)


@pytest.fixture(params=["from the start", "over an old table", "of use while partial", "resumed"])
def case(request, tmp_path):
    """What lies in the folder beforehand, and the options of the run."""
    folder = filled(tmp_path / "case", {})
    make(folder)
    old = contents(folder) if request.param == "over an old table" else {}
    if request.param == "resumed":
        with pytest.raises(Stop):
            make(folder, stop_at_2)
        old = {PART: contents(folder)[PART][:-3]}
    return old, {"partial": True} if request.param == "of use while partial" else {}


def check_resumes(folder, **options):
    """The same command does just what is missing, and leaves nothing but the whole table."""
    missing = [job for job in JOBS if job not in found_in(contents(folder), bool(options))]
    assert make(folder, **options) == missing
    assert read_table(folder / FILE, "it", COMMAND) == ROWS
    assert [*contents(folder)] == [FILE]


def test_killed_at_any_step_it_resumes(case, tmp_path):
    old, options = case
    folder, left = filled(tmp_path / "whole", old), {}
    watched(lambda _: left.setdefault(str(contents(folder)), contents(folder)), folder, **options)
    assert len(left) > 2 * len(JOBS), "the steps were seen"
    assert any(NEW in files for files in left.values())
    for number, files in enumerate(left.values()):
        cuts = [{name: files[name][:-1]} for name in (PART, NEW) if files.get(name)]
        for cut, change in enumerate([{}, *cuts]):
            check_resumes(filled(tmp_path / f"{number}-{cut}", files | change), **options)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("fault", [Stop(), OSError(errno.ENOSPC, "No space left on device")])
def test_stopped_or_out_of_space_at_any_step_it_resumes(case, tmp_path, fault):
    old, options = case
    steps = watched(lambda _: None, filled(tmp_path / "whole", old), **options)
    for step in range(steps):
        folder = filled(tmp_path / str(step), old)

        def at(number, step=step):
            if number == step:
                raise fault.with_traceback(None)

        raised = None
        try:
            watched(at, folder, **options)
        except (Stop, OSError, ValueError) as error:
            raised = error
        if isinstance(fault, Stop):
            assert raised is fault
        elif isinstance(raised, ValueError):
            assert str(raised).endswith("(No space left on device); name another file")
        assert NEW not in contents(folder)
        check_resumes(folder, **options)


@pytest.mark.parametrize("jump", [-1e9, 1e9])
def test_a_clock_that_jumps_changes_nothing(tmp_path, monkeypatch, jump):
    real, jumps = time.time, itertools.cycle([0, jump])
    for owner, name in ((tqdm.std, "time"), (time, "time"), (time, "monotonic")):
        monkeypatch.setattr(owner, name, lambda: real() + next(jumps))
    with ThreadPoolExecutor(2) as pool:
        make(tmp_path, executor=pool, screen=StringIO())
    assert read_table(tmp_path / FILE, "it", COMMAND) == ROWS


def die(job):
    if job == 2:
        time.sleep(0.5)
        os._exit(3)
    return square(job)


def test_a_worker_that_dies_takes_nothing_with_it(tmp_path):
    with pytest.raises(ValueError, match=r"was ended from outside, .* fewer workers need less"):
        make(tmp_path, die, workers=2)
    assert not multiprocessing.active_children()
    assert found_in(contents(tmp_path), False) == {0, 1}
    check_resumes(tmp_path)


@pytest.mark.parametrize("swallowed", [KeyboardInterrupt, BaseException])
def test_ctrl_c_is_heeded_and_nothing_noted_where_a_search_would_answer_early(tmp_path, swallowed):
    def search(job):
        try:
            if job == 1:
                signal.raise_signal(signal.SIGINT)
        except swallowed:
            return -1
        return square(job)

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path, search)
    assert found_in(contents(tmp_path), False) == {0}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    check_resumes(tmp_path)


LONG = pytest.mark.parametrize(
    "line",
    [
        "study boards --games 1",
        "study mcts --quick",
        "study games --games 1",
        "tournament --players random oneply --games 2 --seed 1",
        "book --table-mb 1",
        "positions",
    ],
)


@LONG
def test_no_long_command_touches_a_file_on_which_another_process_works(tmp_path, capsys, line):
    file = tmp_path / "a"
    with locked(tmp_path / "a.lock", "this"):
        shown = refusal(capsys, *line.split(), "--file", str(file))
        assert f"process {os.getpid()} is at work on {file}; wait" in shown
        assert [path.name for path in tmp_path.iterdir()] == ["a.lock"]


@LONG
@pytest.mark.parametrize("content", [ladder.FILE.read_bytes(), b"\x00\xff\n", b""])
def test_no_long_command_replaces_what_another_has_made(tmp_path, capsys, line, content):
    file = tmp_path / "a"
    file.write_bytes(content)
    assert f"{file.name} " in refusal(capsys, *line.split(), "--file", str(file))
    assert contents(tmp_path) == {"a": content}
