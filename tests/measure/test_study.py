"""`python -m c4lib study`: what all studies have in common."""

import pytest
from commands import refusal

from c4lib.__main__ import main
from c4lib.measure import runner, study_boards, study_games, study_mcts
from c4lib.measure.files import made_by


@pytest.fixture
def ran(monkeypatch):
    """The file, the command and the workers of each run, of which nothing is done."""
    seen = []

    def run(jobs, do, file, command, write, **options):
        seen.append((file, command.removeprefix("python -m c4lib study "), options["workers"]))

    monkeypatch.setattr(runner, "run", run)
    return seen


@pytest.mark.parametrize(
    ("name", "module", "usual", "line", "changed"),
    [
        ("boards", study_boards, "--games 100 --large-games 20 --nodes 100000",
         "--large-games 2 --nodes 500", "--games 100 --large-games 2 --nodes 500"),
        ("mcts", study_mcts, "--most 3000000 --work 40000000 --seeds 10 --games 20",
         "--quick --games 7", "--most 10000 --work 1000000 --seeds 5 --games 7"),
        ("games", study_games, "--games 200", "--games 3", "--games 3"),
    ],
)  # fmt: skip
def test_a_study_runs_with_its_options_and_says_where_the_table_is(
    ran, capsys, tmp_path, name, module, usual, line, changed
):
    file = tmp_path / "a.csv"
    assert made_by(module.FILE) == f"python -m c4lib study {name} {usual}", "it can be made again"
    assert main(["study", name]) == 0
    assert main(["study", name, *line.split(), "--workers", "4", "--file", str(file)]) == 0
    assert capsys.readouterr().out == f"The table is in {module.FILE}.\nThe table is in {file}.\n"
    assert ran == [(module.FILE, f"{name} {usual}", None), (file, f"{name} {changed}", 4)]
    with pytest.raises(SystemExit, match="0"):
        main(["study", name, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "It can be interrupted with Ctrl-C and resumed." in shown
    for number in usual.split()[1::2]:
        assert f"({number})" in shown


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dance", "'dance'"),
        ("boards --games 1", "--games needs a --file, such as --file my-study_boards.csv"),
        ("boards --games 0 --file a.csv", "games is a whole number of at least 1, not 0"),
        ("boards --large-games 1.5", "argument --large-games: invalid int value: '1.5'"),
        ("boards --large-games -1 --file a.csv", "large_games is a whole number of at least 1"),
        ("boards --nodes 0 --file a.csv", "nodes is a whole number of at least 1, not 0"),
        (f"boards --nodes {10**20} --file a.csv", "nodes is at most 1,000,000,000,000, not"),
        ("boards --workers 257", "workers is at most 256, not 257"),
        ("boards --games 1 --file /dev/null", "/dev/null is no file that can be replaced"),
        ("boards --workers -1", "workers is a whole number of at least 1, not -1"),
        ("boards --file no/such/a.csv", "no/such/a.csv cannot be written to (No such file or dir"),
        ("mcts --quick", "--quick needs a --file"),
        ("mcts --most 50 --file a.csv", "most is a whole number of at least 100, not 50"),
        ("mcts --seeds 10001 --file a.csv", "seeds is at most 10,000, not 10001"),
        ("mcts --seeds 0 --file a.csv", "seeds is a whole number of at least 1, not 0"),
        ("mcts --file .", ". is a folder; name a file in it"),
        ("games --games 0 --file a.csv", "games is a whole number of at least 1, not 0"),
    ],
)
def test_a_mistake_is_reported_in_one_line_before_anything_is_written(
    capsys, tmp_path, monkeypatch, line, message
):
    monkeypatch.chdir(tmp_path)
    assert message in refusal(capsys, "study", *line.split())
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_the_studies_are_shown(capsys):
    assert main(["study"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("boards", "mcts", "games"))
