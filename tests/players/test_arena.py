import math
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from simple_players import leftmost, rightmost

from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.players.agents import OnePly, Random
from c4lib.players.arena import MatchResult, match, play_game

FINISHED = Connect4.from_moves("1212121")


# ---- one game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start", [None, Connect4(5, 4, 3), Connect4.from_moves("4453"), TicTacToe(), FINISHED], ids=repr
)
def test_a_record_replays_to_the_same_final_state(start: Any) -> None:
    seen = []

    def watcher(state: Any) -> Any:
        seen.append(state)
        return state.moves()[len(seen) % len(state.moves())]

    record = play_game(watcher, watcher, start=start)
    *before, final = record.states()
    assert before == seen
    assert record.start == (Connect4() if start is None else start)
    assert record.final == final
    assert final.is_over
    assert len(record.moves) == len(seen)
    assert [record.utility(0), record.utility(1)] == [final.utility(0), final.utility(1)]


def test_a_game_is_played_by_the_right_sides_and_its_record_is_a_value() -> None:
    record = play_game(leftmost, rightmost)
    assert record.players == ("leftmost", "rightmost")
    assert record.moves == (0, 6, 0, 6, 0, 6, 0)
    assert (record.utility(0), record.utility(1)) == (1, -1)
    second = play_game(leftmost, rightmost, start=Connect4.from_moves("4"))
    assert second.moves[:2] == (6, 0)
    record = play_game(leftmost, rightmost)
    assert record == play_game(leftmost, rightmost)
    assert len({record, play_game(leftmost, rightmost)}) == 1
    assert pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(FrozenInstanceError):
        record.moves = ()  # type: ignore[misc]


def leaves(state: Any) -> Any:
    sys.exit()


def changes(state: Any) -> Any:
    state._mask |= 1
    return 3


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (leaves, r"leaves called exit \(in Connect4"),
        (changes, "changes changed the state that it was given"),
        (lambda state: "x" * 10**7, r"(?s)^.{50,500}$"),
    ],
)
def test_a_player_that_leaves_or_cheats_is_named(agent: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_game(agent, leftmost)


def test_numpys_whole_numbers_are_moves() -> None:
    record = play_game(lambda state: np.int64(leftmost(state)), rightmost)
    assert {type(move) for move in record.moves} == {int}


# ---- matches -------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_games_and_a_longer_match_begins_with_them() -> None:
    one = match(OnePly(), Random(), games=10, seed=3)
    assert one == match(OnePly(), Random(), games=10, seed=3)
    assert one == match(OnePly(seed=8), Random(seed=9), games=10, seed=3)
    assert one.games != match(OnePly(), Random(), games=10, seed=4).games
    games = match(Random(), OnePly(), games=20).games
    assert len(set(games)) == 20
    assert games[:5] == match(Random(), OnePly(), games=5).games


def test_the_sides_alternate_and_the_score_counts_a_draw_as_a_half() -> None:
    result = match(leftmost, rightmost, games=4)
    assert [game.players[0] for game in result.games] == ["leftmost", "rightmost"] * 2
    assert result.players == ("leftmost", "rightmost")
    assert result.utilities == (1, -1, 1, -1)
    assert (result.wins, result.draws, result.losses, result.score) == (2, 0, 2, 0.5)
    result = MatchResult(("a", "b"), (), (1, 1, 0, -1, 1))
    assert (result.wins, result.draws, result.losses) == (3, 1, 1)
    assert result.score == pytest.approx(0.7)
    points = [1, 1, 0.5, 0, 1]
    assert result.error == pytest.approx(np.std(points, ddof=1) / math.sqrt(5))
    assert str(result).endswith("1 lost (score 0.700, 95 % interval 0.299 to 0.927)")
    assert math.isnan(MatchResult(("a", "b"), (), (1,)).error), "one game says nothing about it"


@pytest.mark.parametrize("start", [Connect4(), Connect4(9, 5, 4), TicTacToe()], ids=repr)
def test_one_ply_beats_random_clearly(start: Any) -> None:
    result = match(OnePly(), Random(), games=60, start=start)
    assert {game.start for game in result.games} == {start}
    assert result.score - 3 * result.error > 0.6
    turned = match(Random(), OnePly(), games=60, start=start)
    assert turned.score + 3 * turned.error < 0.4


def test_agents_are_left_as_they_were_and_two_of_one_kind_play_differently() -> None:
    agent, twin = OnePly(seed=7), OnePly(seed=7)
    match(agent, agent, games=3)
    assert agent == twin
    assert [agent(Connect4()) for _ in range(9)] == [twin(Connect4()) for _ in range(9)]
    game = match(Random(), Random(), games=1, start=Connect4(50, 50, 50)).games[0]
    assert game.moves[0:40:2] != game.moves[1:40:2]


@pytest.mark.parametrize("games", [1, 5, 40])
def test_workers_play_the_same_games(games: int) -> None:
    alone = match(OnePly(), Random(), games=games, seed=3)
    with ThreadPoolExecutor(3) as pool:
        assert match(OnePly(), Random(), games=games, seed=3, executor=pool) == alone
        assert pool.submit(math.sqrt, 4).result() == 2, "it is left as it was"
    if games == 40:
        assert match(OnePly(), Random(), games=games, seed=3, workers=2) == alone


def test_a_mistake_of_a_player_comes_back_from_workers() -> None:
    with ThreadPoolExecutor(2) as pool, pytest.raises(ValueError, match="<lambda> answered 99"):
        match(Random(), lambda state: 99, games=4, executor=pool)
