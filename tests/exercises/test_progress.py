import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from c4lib.exercises import exercise, progress

pytestmark = pytest.mark.usefixtures("progress_file")


def status(number):
    report = progress()
    return report.status(next(task for task in report.tasks if task.number == number))


def test_progress_counts_tries_and_what_is_solved_stays_solved():
    assert status("0.1") == "not attempted"
    for answer, after in ((7, "tried once"), (8, "tried 2 times"), (5, "solved"), (7, "solved")):
        exercise("0.1").check(answer)
        assert status("0.1") == after
    exercise("1.2").check(lambda state: None)
    lines = str(progress()).splitlines()
    assert lines[0].split() == ["Lesson", "00", "✓", "1", "of", "1"]
    assert lines[1].split()[:5] == ["Lesson", "01", "○", "✗", "○"]
    assert f"1 of {len(progress().tasks)} exercises solved. Next: 1.2 " in repr(progress())
    html = progress()._repr_html_()
    assert 'alt="0.1 Columns that are still open: solved"' in html
    assert "; 1.2 Four in a row: tried once; " in html
    assert html.count("<tr>") == len({task.lesson for task in progress().tasks})
    assert html.count("<td ") + html.count("<th ") == html.count('style="text-align: left"')
    assert "<td>" not in html


def test_progress_survives_a_broken_last_line_and_garbage(progress_file):
    exercise("0.1").check(5)
    progress_file.write_bytes(progress_file.read_bytes() + b'{"exercise": "1.1", "outc')
    exercise("1.2").check(exercise("1.2").task.reference)
    assert status("0.1") == status("1.2") == "solved"
    assert status("1.1") == "not attempted"
    assert "Skipped 1 line of" in str(progress())
    progress_file.write_bytes(b'\xff\xfe\n[]\n"x"\n{"exercise": "1.1", "outcome": 3}\n{}\nnull\n')
    exercise("0.1").check(5)
    assert status("0.1") == "solved"
    assert "Skipped 6 lines of" in str(progress())
    assert "Skipped 6 lines of" in progress()._repr_html_()


def test_a_file_that_cannot_be_read_is_reported(tmp_path, monkeypatch):
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path))
    assert "Your progress could not be read" in str(progress())


def test_without_the_variable_progress_is_kept_at_home(tmp_path, monkeypatch):
    monkeypatch.delenv("C4LIB_PROGRESS")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    exercise("0.1").check(5)
    (line,) = (tmp_path / ".c4lib" / "progress.jsonl").read_text().split("\n")[1:-1]
    assert json.loads(line) == {"exercise": "0.1", "outcome": "right"}


def no_home():
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("home", ["in the way", None, "/dev/null/none", "\0"])
def test_without_a_place_to_write_answers_are_checked_and_the_reader_is_told(
    home, monkeypatch, tmp_path
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "file" / "progress.jsonl"))
    if home != "in the way":
        monkeypatch.delenv("C4LIB_PROGRESS")
        monkeypatch.setattr("pathlib.Path.home", no_home if home is None else lambda: Path(home))
    verdict = exercise("0.1").check(5)
    assert verdict.is_right
    assert "Your progress could not be saved" in str(verdict)
    assert "0 of" in str(progress())


def test_what_is_printed_can_be_read_where_only_ascii_is(monkeypatch):
    terminal = TextIOWrapper(BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", terminal)
    print(exercise("0.1").check(5), exercise("5.4").check(lambda *_: "\x1b\ud800 é"))
    print(progress(), exercise("5.4").hint(), exercise("5.4").solution())
    terminal.seek(0)
    text = terminal.read()
    assert "+ 0.1 Columns that are still open: right" in text
    assert "`- column 3 (move 2) by O: 1 visit" in text
    assert "yours:    '\\x1b\\ud800 \\xe9'" in text
    assert "Next: 5.4 " in text
    assert "+ solved, x not right yet, o not attempted" in text


def test_two_processes_that_write_at_once_lose_nothing():
    code = (
        "from c4lib.exercises import exercise\n"
        "ex = exercise('0.1')\n"
        "for _ in range(300): ex.check(7)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code], env=os.environ) for _ in range(2)]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert status("0.1") == "tried 600 times"
    assert "Skipped" not in str(progress())
