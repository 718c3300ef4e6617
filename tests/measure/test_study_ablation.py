"""The ablation study: what it leaves out is left out, and its table can be read."""

import pytest

from c4lib.measure import study_ablation as study


def test_each_change_changes_one_setting_of_the_plan_and_nothing_else():
    whole = study.plan_without("nothing", 3).settings()
    for name, (where, change) in study.CHANGES.items():
        plan = study.plan_without(name, 3).settings()
        part, before = (plan, whole) if where == "plan" else (plan[where], whole[where])
        assert {key for key in part if part[key] != before[key]} <= change.keys(), name
        assert name == "nothing" or plan != whole, name


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("ablation") / "table.csv"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "CHANGES", {key: study.CHANGES[key] for key in ("nothing", "proofs")})
        patch.setattr(study, "BOARD", "4x4-bare")
        study.run(path, iterations=1, seeds=2, workers=1)
    return path


def test_a_table_has_a_row_for_each_training(table):
    rows = study.read(table)
    assert [row[:2] for row in rows] == [
        ("nothing", 0),
        ("nothing", 1),
        ("proofs", 0),
        ("proofs", 1),
    ]
    assert all(0 < row.alone <= row.positions and row.search <= row.positions for row in rows)


def test_the_summary_takes_all_seeds_together(table):
    rows, found = study.read(table), study.summary(table)
    assert found.keys() == {"nothing", "proofs"}
    share, low, high = found["proofs"]
    assert share == sum(row.alone for row in rows[2:]) / sum(row.positions for row in rows[2:])
    assert low < share < high
