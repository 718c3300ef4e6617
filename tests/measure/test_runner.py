"""The runner: whatever ends it, the same command resumes it, and nothing is done twice."""

import json
import os
import signal
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest
from commands import ROOT, started
from stopping import Stopping

from c4lib.measure.files import read_table, write_table
from c4lib.measure.runner import evenly, run

JOBS = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c, \u0663", 0)]
COMMAND = "python -m c4lib something"


def double(job):
    """Here and below, other processes import the function."""
    return [2 * job[1], job[0]]


def die(job):
    os._exit(3)


def fail_on_b(job):
    if job[0] == "b":
        raise ZeroDivisionError("not b")
    return double(job)


class Study:
    """A table that is made of jobs, and how often each was done."""

    def __init__(self, folder):
        self.file, self.asked = folder / "a.csv", []
        self.part = folder / "a.csv.part"

    def do(self, job):
        self.asked.append(job)
        return double(job)

    def run(self, do=None, jobs=JOBS, command=COMMAND, **options):
        def write(found):
            write_table(self.file, command, [(*job, *found[job]) for job in JOBS])

        return run(jobs, do or self.do, self.file, command, write, **options)

    def rows(self):
        return read_table(self.file, "it", COMMAND)


def stop_at(after):
    """Does some jobs, and is then interrupted."""

    def stop(job):
        if JOBS.index(job) == after:
            raise KeyboardInterrupt
        return double(job)

    return stop


@pytest.fixture
def study(tmp_path):
    return Study(tmp_path)


WHOLE = [[*map(str, job), *map(str, double(job))] for job in JOBS]


def test_all_jobs_are_done_and_written_or_returned_and_nothing_is_left_beside(study, tmp_path):
    assert study.run() == {job: double(job) for job in JOBS}
    assert study.asked == JOBS
    assert study.rows() == WHOLE
    assert list(tmp_path.iterdir()) == [study.file]
    assert run(JOBS, lambda job: tuple(double(job))) == {job: double(job) for job in JOBS}


@pytest.mark.parametrize("workers", [2, None])
def test_worker_processes_change_nothing(study, workers):
    study.run(double, workers=workers)
    assert study.rows() == WHOLE


def test_any_executor_shares_the_jobs_and_may_be_sent_less(study):
    sent = []

    def send(job):
        sent.append(job)
        return double

    with ThreadPoolExecutor(3) as pool:
        study.run(die, executor=pool, send=send)
    assert study.rows() == WHOLE
    assert sent == JOBS


class Killing(Executor):
    """A cluster's executor that kills one of its workers when some jobs are done."""

    def __init__(self, client, after):
        self.inner, self.after, self.done = client.get_executor(), after, 0
        self.has_killed = False
        self.prey = min(client.run(os.getpid).values())

    def submit(self, function, /, *arguments):
        future = self.inner.submit(function, *arguments)
        future.add_done_callback(self.count)
        return future

    def count(self, future):
        self.done += 1
        if self.done == self.after:
            os.kill(self.prey, signal.SIGKILL)
            self.has_killed = True


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_on_a_dask_cluster_that_loses_a_worker_no_job_is_lost_or_done_twice(study):
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    jobs = [("a", number) for number in range(100)]
    with (
        distributed.LocalCluster(**settings, silence_logs=50) as cluster,
        distributed.Client(cluster) as client,
    ):
        pool = Killing(client, after=10)
        found = run(jobs, tuple, study.file, COMMAND, lambda found: None, executor=pool)
        # Do not ask the cluster who is left: it may not have noticed yet, and asks the dead too.
    assert pool.has_killed
    assert found == {job: list(job) for job in jobs}
    assert pool.done == 100


def test_jobs_may_be_made_up_on_the_way_and_have_nothing_to_keep():
    found = {}

    def jobs():
        number = 0
        while len(found) < 3:
            yield number
            number += 1

    answers = run(
        jobs(), lambda n: n * n if n % 2 else None, watch=found.__setitem__, total=3
    )  # fmt: skip
    assert answers == found == {1: 1, 3: 9, 5: 25}


def test_jobs_can_be_done_together():
    def work(jobs, note):
        for job in reversed(list(jobs)):
            note(job, job * 10)

    assert list(run([1, 2, 3], None, work=work).items()) == [(3, 30), (2, 20), (1, 10)]
    with pytest.raises(ValueError, match="say how a job is done"):
        run([1], None)


def test_what_is_known_is_not_done_but_counted(study, capsys):
    study.run(known=lambda: {JOBS[0]: [2, "a"]}, screen=sys.stderr)
    assert study.asked == JOBS[1:]
    assert study.rows() == WHOLE
    shown = capsys.readouterr().err
    assert "1/5" in shown
    assert "5/5" in shown


def test_the_file_is_read_only_when_no_other_process_can_add_to_it(study):
    def known():
        with pytest.raises(ValueError, match=f"process {os.getpid()} is at work on"):
            study.run()
        return {}

    study.run(known=known)
    assert study.rows() == WHOLE


@pytest.mark.parametrize("after", [0, 1, 3])
def test_after_ctrl_c_what_an_executor_has_finished_is_not_done_again(study, after):
    with pytest.raises(KeyboardInterrupt):
        study.run(double, executor=Stopping(after))
    assert not study.file.exists()
    lines = study.part.read_text().splitlines() if study.part.exists() else []
    noted = [json.loads(line)["done"][0] for line in lines[1:]]
    assert len(noted) <= after
    study.run()
    assert sorted([*study.asked, *map(tuple, noted)]) == sorted(JOBS)
    assert study.rows() == WHOLE
    assert not study.part.exists()


def test_a_file_that_is_of_use_before_it_is_complete_is_written_when_interrupted(tmp_path):
    written, file = [], tmp_path / "a"
    for partial in (False, True):
        with pytest.raises(KeyboardInterrupt):
            run(JOBS, stop_at(2), file, COMMAND, lambda found: written.append([*found]),
                partial=partial)  # fmt: skip
    assert written == [JOBS[:2]]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_is_raised_and_the_rest_is_kept(study, workers):
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="not b"):
            study.run(fail_on_b, workers=workers)
    study.run()
    assert study.rows() == WHOLE


SCRIPT = """
import sys, time
from pathlib import Path
from c4lib.measure.runner import run

def slow(job):
    time.sleep(600 if job == 3 else 0.05)  # one that hangs
    return job

if __name__ == "__main__":
    file = Path(sys.argv[1])
    run(range(200), slow, file, "slow", lambda found: file.write_text("done"), workers=2)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals to send")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_process_that_is_stopped_leaves_its_notes_and_no_worker(tmp_path, sent):
    file, part, script = tmp_path / "a", tmp_path / "a.part", tmp_path / "script.py"
    script.write_text(SCRIPT)
    with started(
        *(sys.executable, str(script), str(file)),
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,  # so that Ctrl-C can be sent to all its processes at once
    ) as command:
        while not part.exists() or part.read_text().count("\n") < 6:
            assert command.poll() is None
            time.sleep(0.01)
        with pytest.raises(ValueError, match=f"process {command.pid} is at work on .*a; wait"):
            run([1], str, file, "another", print)
        os.killpg(command.pid, sent) if sent == signal.SIGINT else command.kill()
        # Its workers hold the other ends of the pipes: this returns only when they are gone.
        _, shown = command.communicate(timeout=60)
    assert sent == signal.SIGKILL or "leaked" not in shown, "no semaphore, say"
    assert command.returncode == -sent or sent == signal.SIGINT
    asked = []
    found = run(range(200), lambda job: asked.append(job) or job, file, "slow", lambda found: None)
    assert 5 <= 200 - len(asked) < 200
    assert found == {job: job for job in range(200)}


def begin(study, count=3):
    """The notes after some jobs."""
    with pytest.raises(KeyboardInterrupt):
        study.run(stop_at(count))
    return study.part.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line.replace(b"2", b"3", 1),
        lambda line: line[:-5] + b"\n",
        lambda line: b"\n",
        lambda line: b"\x00\xff\n",
        lambda line: b"[1, 2]\n",
        lambda line: b'{"done": 3}\n',
    ],
)
def test_a_damaged_line_is_named(study, damage):
    first, one, two, three = begin(study).splitlines(keepends=True)
    study.part.write_bytes(b"".join([first, one, damage(two), three]))
    with pytest.raises(ValueError, match=r"line 3 of .*a.csv.part is damaged: .*; delete the line"):
        study.run()
    study.part.write_bytes(b"".join([first, one, three]))
    study.run()
    assert study.asked == [JOBS[1], *JOBS[3:]]


def test_notes_of_another_command_are_not_mixed_in(study):
    notes = begin(study)
    with pytest.raises(
        ValueError, match=f"a.csv.part was begun by another command: {COMMAND}; run that .* delete"
    ):
        study.run(command=f"{COMMAND} --games 3")
    study.part.write_bytes(b"a shopping list\n" + notes)
    with pytest.raises(ValueError, match=r"a.csv.part is damaged in its first line; delete"):
        study.run()
    assert study.part.read_bytes() == b"a shopping list\n" + notes


def test_an_answer_that_cannot_be_noted_is_refused():
    for answer in (object(), float("nan")):
        with pytest.raises((TypeError, ValueError), match="JSON"):
            run([1], lambda job, answer=answer: answer)


def test_items_of_each_group_are_spread_evenly():
    groups = [[(name, number) for number in range(count)] for name, count in (("a", 8), ("b", 4))]
    mixed = evenly(groups)
    assert [name for name, _ in mixed] == list("abaabaabaaba")
    for group in groups:
        assert [item for item in mixed if item in group] == group
