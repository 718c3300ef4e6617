"""The study of an engine's tricks: what it searches, and what its table says."""

import pytest

from c4lib.measure import study_engine as study
from c4lib.measure.accuracy import Estimate


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("engine") / "table.csv"
    games = {name: game._replace(depth=3) for name, game in study.GAMES.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "GAMES", games)
        study.run(path, number=2, wins=3, workers=1)
    return study.read(path)


def test_each_rung_searches_the_same_positions_and_finds_the_same_values(rows):
    for game in study.GAMES:
        values = {
            row.search: [r.value for r in rows if (r.game, r.search) == (game, row.search)]
            for row in rows
            if row.game == game and row.search != "+ reductions"
        }
        assert len({tuple(each) for each in values.values()}) == 1
        assert ("+ order" in values) == (game == "Connect Four")


def test_the_soonest_wins_are_proven_by_all(rows):
    proven = [row for row in rows if row.game == study.WINS]
    assert len(proven) == 3 * len(study.PROVERS)
    assert all(row.value > 0 for row in proven)
    plies = [left for _, left in study.shortest_wins()]
    assert plies == sorted(plies)


def test_ratios_are_to_one_of_the_searches(rows):
    found = study.ratios(rows, "Othello 6x6", "alpha-beta")
    assert found["alpha-beta"] == Estimate(1, 1, 1, 2)
    assert all(each.low <= each.value <= each.high for each in found.values())


def test_the_shipped_table_says_that_order_matters_most_in_connect_four_and_not_in_random_trees():
    shipped = study.read()
    four, random = (study.ratios(shipped, game, "alpha-beta") for game in list(study.GAMES)[::2])
    assert four["+ history"].value < 0.1
    assert random["+ table"] == Estimate(1, 1, 1, 20)
    assert random["PVS instead"].high < 0.9
