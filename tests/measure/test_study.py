"""`python -m c4lib study`: what all studies have in common."""

import pytest

from c4lib.__main__ import main
from c4lib.measure import runner, study_boards, study_games, study_mcts, study_pondering, study_td
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
        ("pondering", study_pondering, "--openings 100 --least 10000 --most 1000000",
         "--openings 3", "--openings 3 --least 10000 --most 1000000"),
        ("td", study_td, "--games 1000000 --seeds 3", "--quick --seeds 2",
         "--games 10000 --seeds 2"),
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


def test_without_a_name_the_studies_are_shown(capsys):
    assert main(["study"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("boards", "mcts", "games"))
