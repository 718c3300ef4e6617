"""Matches in other games: the table of lesson 10."""

import math

import pytest

from c4lib import elsewhere
from c4lib.elsewhere import FILE, MATCHES, PLAYERS, STARTS, Job, Match, play, read, run

SOME = {("Othello 6x6", "lasting 3", "random"): 4, ("Quixo", "cubes 2", "random"): 3}


@pytest.fixture
def few(monkeypatch):
    """Two short matches."""
    monkeypatch.setattr(elsewhere, "MATCHES", SOME)
    monkeypatch.setattr(
        elsewhere, "_played", lambda jobs, workers: ((j, str(play(j))) for j in jobs)
    )


def test_every_match_is_between_players_that_there_are():
    for game, player, opponent in MATCHES:
        assert game in STARTS
        assert {player, opponent} <= set(PLAYERS)
        assert player != opponent


def test_the_games_are_noted_and_added_up_and_come_out_the_same(few, tmp_path):
    told = []
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    run(one, tell=told.append)
    run(other, tell=told.append)
    assert one.read_text() == other.read_text()
    assert told == ["7 of 7 games are left to play."] * 2
    matches = read(one)
    assert {names: match.games for names, match in matches.items()} == SOME
    assert matches["Quixo", "cubes 2", "random"].won >= 2
    assert list(tmp_path.iterdir()) in ([one, other], [other, one])


def test_what_was_played_is_not_played_again(few, tmp_path, monkeypatch):
    seen = []

    def stopped(jobs, workers):
        for job in jobs:
            if len(seen) == 3:
                raise KeyboardInterrupt
            seen.append(job)
            yield job, "1"

    monkeypatch.setattr(elsewhere, "_played", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "table.csv", tell=list)
    monkeypatch.setattr(elsewhere, "_played", lambda jobs, workers: ((job, "-1") for job in jobs))
    run(tmp_path / "table.csv", tell=list)
    assert read(tmp_path / "table.csv")["Othello 6x6", "lasting 3", "random"][3:] == (3, 0, 1)


def test_an_opening_is_played_from_both_sides():
    for game, start in STARTS.items():
        words = [elsewhere.opening(start, elsewhere.np.random.default_rng(3)) for _ in range(2)]
        assert words[0] == words[1], game
        assert words[0].player == 0
    ends = [play(Job("Quixo", "cubes 2", "random", number)) for number in range(2)]
    assert ends == [1, 1]


def test_points_have_a_standard_error():
    result = Match("Quixo", "one", "other", won=6, drawn=2, lost=2).result
    assert result.score == pytest.approx(0.7)
    assert result.error == pytest.approx(math.sqrt((6 * 0.09 + 2 * 0.04 + 2 * 0.49) / 9 / 10))


def test_the_shipped_table_is_whole_and_says_what_the_lesson_says():
    matches = read(FILE)
    assert {names: match.games for names, match in matches.items()} == MATCHES
    assert matches["Quixo", "AlphaZero 64", "random"].won >= 0.98 * 200
    assert matches["Quixo", "AlphaZero 64", "MCTS 200"].won > 50


@pytest.mark.parametrize("wrong", [{"games": 0}, {"workers": 0}, {"games": 1.5}])
def test_numbers_that_cannot_be_are_refused(wrong, tmp_path):
    with pytest.raises(ValueError, match="whole number of at least 1"):
        run(tmp_path / "table.csv", **wrong)
