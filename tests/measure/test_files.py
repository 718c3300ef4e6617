"""Tables that are whole or refused, and a lock that keeps a second process out."""

import os

import pytest

from c4lib.measure.files import locked, made_by, read_table, write_table, write_whole

ROWS = [("name", "points"), ("one, or two", 1.5), ("three", ""), ('"four"', -1)]
COMMAND = "python -m c4lib something --games 3"


@pytest.fixture
def table(tmp_path):
    write_table(tmp_path / "a.csv", COMMAND, ROWS)
    return tmp_path / "a.csv"


def test_a_table_is_read_as_it_was_written(table):
    assert read_table(table, "the table", COMMAND) == [[str(cell) for cell in row] for row in ROWS]
    assert made_by(table) == COMMAND
    first, header, *_ = table.read_text().splitlines()
    assert first.startswith(f"# {COMMAND}, sha256 ")
    assert header == "name,points"
    assert [path.name for path in table.parent.iterdir()] == ["a.csv"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("1.5", "1.6"),
        lambda text: text[: text.rindex("\n", 0, -1) + 1],
        lambda text: text[: len(text) // 2],
        lambda text: text.partition("\n")[2],
        lambda text: "",
    ],
    ids=["a digit", "a line", "half", "the first line", "everything"],
)
def test_a_damaged_table_is_refused_with_what_to_do(table, damage):
    table.write_text(damage(table.read_text()))
    with pytest.raises(ValueError, match=r"the table in .*a.csv is damaged; .*again: python -m me"):
        read_table(table, "the table", "python -m me")


@pytest.mark.parametrize("content", [None, b"\xff\xfe"], ids=["missing", "not text"])
def test_a_table_that_cannot_be_read_is_refused_with_what_to_do(tmp_path, content):
    if content is not None:
        (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(ValueError, match=r"the table cannot be read .*again: python -m me"):
        read_table(tmp_path / "a.csv", "the table", "python -m me")


def test_writing_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    write_whole(tmp_path / "a", "old")

    def fail(number):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "a", "new")
    assert (tmp_path / "a").read_text() == "old"


def test_a_lock_names_the_process_that_holds_it_and_leaves_nothing_behind(tmp_path):
    with locked(tmp_path / "lock", "this"):
        with pytest.raises(ValueError, match=f"process {os.getpid()} is at work on this; wait"):
            locked(tmp_path / "lock", "this").__enter__()
        assert (tmp_path / "lock").read_text() == str(os.getpid())
    assert not any(tmp_path.iterdir())
    with locked(tmp_path / "lock", "this"):
        pass
