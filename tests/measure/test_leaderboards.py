"""A class's leaderboard: the best report of each name, in one file."""

import pytest

from c4lib.connect4 import Connect4
from c4lib.measure.accuracy import Estimate
from c4lib.measure.guest import leaderboard
from c4lib.measure.guest.report import Report
from c4lib.measure.ladder import Answered, Ladder


def report(player: str, rating: float) -> Report:
    """A report as `meet` makes it, on a player that always took column 3."""
    played = Ladder((), (Answered(player, 0, "3" * 25, 0.1),))
    return Report(player, {player: Estimate(rating, rating - 100, rating + 100, 46)}, played)


def test_each_name_keeps_its_best_player_and_the_best_stands_first(tmp_path):
    file = tmp_path / "class.csv"
    leaderboard(report("middle", 500), "Ada", file)
    leaderboard(report("deeper", 2100), "Bo", file)
    leaderboard(report("better", 1400), "Ada", file)
    board = leaderboard(report("worse", 900), "Ada", file)
    assert [(each.name, each.player) for each in board.entries] == [
        ("Bo", "deeper"),
        ("Ada", "better"),
    ]
    assert leaderboard(file=file) == board
    assert repr(board).splitlines()[1].split()[:3] == ["1.", "Bo", "deeper"]
    assert "<td" in board._repr_html_()
    assert [each.name for each in tmp_path.iterdir()] == ["class.csv"]


def test_a_file_that_is_no_leaderboard_is_not_touched(tmp_path):
    file = tmp_path / "marks.csv"
    file.write_text("name,mark\nAda,9\n")
    with pytest.raises(ValueError, match=r"marks.csv is no leaderboard .*name another file"):
        leaderboard(report("middle", 500), "Ada", file)
    assert file.read_text() == "name,mark\nAda,9\n"
    with pytest.raises(ValueError, match="cannot be written to"):
        leaderboard(report("middle", 500), "Ada", tmp_path / "nowhere" / "class.csv")


def test_an_entry_needs_a_finished_report_and_a_name(tmp_path):
    file = tmp_path / "class.csv"
    with pytest.raises(ValueError, match='say who you are: leaderboard\\(report, "Ada"\\)'):
        leaderboard(report("middle", 500), " ", file)
    with pytest.raises(ValueError, match="middle has not finished its games"):
        leaderboard(Report("middle"), "Ada", file)
    with pytest.raises(ValueError, match=r"give a report, such as leaderboard\(meet\(my_agent\)"):
        leaderboard(Connect4(), "Ada", file)  # type: ignore[arg-type]
    assert leaderboard(file=file).entries == ()
