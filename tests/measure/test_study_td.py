"""The study of TD learning: when it measures, and what its table says."""

import pytest

from c4lib.measure import study_td as study
from c4lib.measure.accuracy import STAGES


def test_players_are_measured_ever_less_often_and_at_the_end():
    assert list(study.checkpoints(1_000_000)) == [
        1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000
    ]  # fmt: skip
    assert list(study.checkpoints(2000)) == [1000, 2000]
    assert list(study.checkpoints(5)) == [5]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("td") / "table.csv"
    study.run(path, games=1001, seeds=2, workers=1)
    return path


def test_a_table_has_a_row_for_each_player_checkpoint_and_stage(table):
    rows = study.read(table)
    assert [row[:3] for row in rows] == [
        (seed, games, stage) for seed in (0, 1) for games in (1000, 1001) for stage in STAGES
    ]
    assert all(row.critical == 250 and 0 < row.kept < 250 for row in rows)


def test_the_summary_has_a_share_for_each_player(table):
    found = study.summary(table)
    assert found.keys() == {1000, 1001}
    kept = sum(row.kept for row in study.read(table) if (row.seed, row.games) == (1, 1000))
    assert found[1000][1] == kept / 1000
    ends = study.summary(table, "end")
    assert ends[1000][0] == study.read(table)[3].kept / 250
    with pytest.raises(ValueError, match="there are the stages first moves, "):
        study.summary(table, "late")


def test_the_shipped_table_is_of_three_players_who_learn_much():
    shares = study.summary()
    assert list(shares) == list(study.checkpoints(1_000_000))
    assert {len(each) for each in shares.values()} == {3}
    assert min(shares[1_000_000]) > 0.85 > 0.65 > max(shares[1000])
