"""What was played in a ladder, and where everybody stands."""

import math

import numpy as np
import pytest

from c4lib.measure import ladder as ladders
from c4lib.measure.accuracy import accuracy, spread
from c4lib.measure.ladder import DISCS, PART, Ladder, Played, part, read, standings, table
from c4lib.measure.mark import grade
from c4lib.measure.tournament import Conditions, LadderQuestions, collected, ladder
from c4lib.players.agents import OnePly


@pytest.fixture(scope="module")
def some():
    """The strongest is only called perfect here, for perfect play takes long."""
    names = ("random", "oneply", "alphabeta one 2")
    who = {name: name for name in names} | {"perfect": "alphabeta ours 6"}
    return ladder(who, games=8, positions=100)


def test_a_file_brings_back_what_was_written(some, tmp_path):
    file = tmp_path / "ladder.csv"
    ladders.write(file, Ladder(some.games, some.answers, "python -m c4lib tournament, made here"))
    again = read(file)
    assert sorted(again.games) == sorted(some.games)
    assert sorted(again.answers) == sorted(some.answers)
    assert again.made == "python -m c4lib tournament, made here"


def test_accuracy_is_that_of_the_positions_and_perfect_answers_are_those_of_the_scores(some):
    assert len(some.accuracy("oneply").answers) == 100
    assert [answer.position for answer in some.accuracy("oneply").answers] == spread()[:100]
    assert some.accuracy("nobody").answers == ()
    ours = some.accuracy("oneply").kept.value
    assert ours == pytest.approx(
        accuracy(OnePly(), spread()[:100], progress=False).kept.value, abs=0.1
    )
    assert len(part(0)) == PART
    job, conditions = LadderQuestions("perfect", 3), Conditions({"perfect": "perfect"}, 0, None, ())
    judged = collected({job: conditions(job)}).accuracy("perfect")
    assert judged.kept.value == judged.best.value == 1
    assert [answer.position for answer in judged.answers] == part(3)


def test_time_is_shared_by_the_moves_of_each_side():
    opening, more = "1" * DISCS, "2345671"
    games = (
        Played("a", "b", 0, 1.0, "", opening + more, 4.0, 6.0),  # 4 moves and 3
        Played("b", "a", 0, 1.0, "", opening + more[:4], 1.0, 2.0),  # 2 moves each
    )
    found = Ladder(games)
    assert found.seconds("a") == pytest.approx((4 + 2) / (4 + 2))
    assert found.seconds("b") == pytest.approx((6 + 1) / (3 + 2))
    assert math.isnan(found.seconds("c"))


def test_standings_have_rating_accuracy_time_and_mark(some):
    rows = standings(some, samples=20)
    names = [row.name for row in rows]
    assert names == ["perfect", "alphabeta one 2", "oneply", "random"]
    by_name = {row.name: row for row in rows}
    assert by_name["random"].rating.value == 0
    assert by_name["random"].mark.value == by_name["random"].mark.high == 2
    assert by_name["perfect"].mark.value == by_name["perfect"].mark.low == 10
    assert by_name["oneply"].mark == grade(some.accuracy("oneply"))
    assert [row.rating.count for row in rows] == [24] * 4
    assert all(row.seconds > 0 for row in rows)
    assert sum(row.points for row in rows) == pytest.approx(2)
    lines = table(rows).splitlines()
    assert len(lines) == 5
    assert len({len(line) for line in lines}) == 1
    assert lines[1].startswith("perfect")
    heads = "games rating 95 % points critical kept mark a move"
    assert " ".join(lines[0].split()) == heads
    assert lines[1].split()[1] == "24", "games"
    assert "100.0%  10.0 " in lines[1]


def test_players_without_answers_have_no_mark():
    found = ladder(["random", "oneply"], games=2, positions=0)
    for row in standings(found, samples=5):
        assert math.isnan(row.mark.value)
        assert row.kept.count == row.mark.count == 0
    assert "nan" not in table(standings(found, samples=5))


def test_the_cross_table_has_each_pair_from_both_sides(some):
    names = ["perfect", "random", "nobody"]
    shares = ladders.cross_table(some, names)
    assert np.isnan(shares[np.eye(3, dtype=bool)]).all()
    assert np.isnan(shares[2]).all()
    assert shares[0, 1] + shares[1, 0] == 1
    assert shares[0, 1] >= 0.75


@pytest.fixture(scope="module")
def shipped():
    return read()


def test_the_shipped_ladder_tells_how_it_was_made_and_its_games_are_pairs(shipped):
    assert shipped.made.startswith("python -m c4lib tournament --seed 0 --games")
    assert "cores" in shipped.made
    found = {game[:3] for game in shipped.games}
    assert len(found) == len(shipped.games) > 1000
    assert all((second, first, number) in found for first, second, number in found)
    for game in shipped.games[::7]:
        final = game.record.final
        assert final.is_over
        assert (final.utility(DISCS % 2) + 1) / 2 == game.points


def test_no_shipped_player_has_failed_all_were_asked_and_perfect_play_never_lost(shipped):
    assert [game for game in shipped.games if game.fault] == []
    assert all(game.points_of("perfect") >= 0.5 for game in shipped.of("perfect"))
    assert {some.player for some in shipped.answers} == set(shipped.players)
    assert "-" not in "".join(some.answers for some in shipped.answers)
    assert {len(some.answers) for some in shipped.answers} == {PART}


def test_surprises_are_pairs_whose_games_the_ratings_explain_least(some):
    found = ladders.surprises(some)
    assert len(found) == 6  # of four players
    assert [each.errors for each in found] == sorted((each.errors for each in found), reverse=True)
    assert all(each.happened >= each.promised and each.games == 8 for each in found)
    table_of = ladders.cross_table(some, [found[0].player, found[0].opponent])
    assert found[0].happened == table_of[0, 1]
