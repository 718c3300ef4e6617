"""Matches in other games: the table of lesson 10."""

import math

import pytest

from c4lib.measure import study_games
from c4lib.measure.study_games import (
    MATCHES,
    STARTS,
    Match,
    MatchGame,
    play,
    player_of,
    read,
    run,
)

SOME = {("Othello 6x6", "lasting 3", "random"): 4, ("Quixo", "cubes 2", "random"): 3}


def test_every_match_is_between_players_that_there_are():
    for game, player, opponent in MATCHES:
        assert game in STARTS
        assert callable(player_of(player, game))
        assert callable(player_of(opponent, game))
        assert player != opponent


def test_the_games_of_workers_are_added_up(monkeypatch, tmp_path):
    monkeypatch.setattr(study_games, "MATCHES", SOME)
    one = tmp_path / "one.csv"
    run(one, workers=2)
    matches = read(one)
    assert {names: match.games for names, match in matches.items()} == SOME
    assert matches["Quixo", "cubes 2", "random"].won >= 2
    assert list(tmp_path.iterdir()) == [one]
    one.unlink()
    run(one, games=1, workers=1)
    assert [match.games for match in read(one).values()] == [1, 1]


def test_an_opening_is_played_from_both_sides_and_points_have_a_standard_error():
    for game, start in STARTS.items():
        words = [study_games.opening(start, study_games.np.random.default_rng(3)) for _ in range(2)]
        assert words[0] == words[1], game
        assert words[0].player == 0
    ends = [play(MatchGame("Quixo", "cubes 2", "random", number)) for number in range(2)]
    assert ends == [1, 1]
    assert play(MatchGame("Othello 6x6", "untrained 64", "random", 0)) in (-1, 0, 1)
    result = Match("Quixo", "one", "other", won=6, drawn=2, lost=2).result
    assert result.score == pytest.approx(0.7)
    assert result.error == pytest.approx(math.sqrt((6 * 0.09 + 2 * 0.04 + 2 * 0.49) / 9 / 10))


def test_the_shipped_table_is_whole_and_says_what_the_lesson_says():
    matches = read()
    assert {names: match.games for names, match in matches.items()} == MATCHES
    assert matches["Quixo", "AlphaZero 64", "random"].won >= 0.98 * 200
    assert matches["Quixo", "AlphaZero 64", "MCTS 200"].won > 50
