import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.players.agents import OnePly, Perfect, Random
from c4lib.players.export_pettingzoo import play, policy, state_of

pytestmark = pytest.mark.skipif(
    not (find_spec("pygame") and find_spec("pettingzoo")),
    reason="PettingZoo's Connect Four and pygame are not installed",
)


@pytest.fixture
def env() -> Iterator[Any]:
    with warnings.catch_warnings():
        # 1.27 has a registry instead, which earlier versions lack.
        warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
        # pygame's warning on its first import, where setuptools is newer.
        warnings.filterwarnings("ignore", ".*pkg_resources", Warning)
        from pettingzoo.classic import connect_four_v3

        yield connect_four_v3.env()


def test_every_position_of_a_game_is_read_correctly(env: Any) -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        env.reset(seed=0)
        state = Connect4()
        while not state.is_over:
            observation = env.last()[0]
            assert state_of(observation) == state
            assert np.flatnonzero(observation["action_mask"]).tolist() == state.moves()
            move = int(rng.choice(state.moves()))
            env.step(move)
            state = state.play(move)
        assert env.terminations == {"player_0": True, "player_1": True}
        assert env.rewards == {f"player_{side}": state.utility(side) for side in (0, 1)}


def test_players_of_the_course_play_whole_games_and_perfect_play_wins_when_it_begins(
    env: Any,
) -> None:
    won = [
        play(env, {"player_0": OnePly(seed), "player_1": Random(seed)}, seed) for seed in range(20)
    ]
    assert all(set(game) == {"player_0", "player_1"} for game in won)
    assert all(sum(game.values()) == 0 for game in won)
    assert sum(game["player_0"] for game in won) > 10
    rewards = play(env, {"player_0": Perfect(), "player_1": OnePly()})
    assert rewards == {"player_0": 1, "player_1": -1}


def test_mistakes_are_refused_with_advice(env: Any) -> None:
    env.reset(seed=0)
    for _ in range(6):
        env.step(2)
    with pytest.raises(ValueError, match="answered 2, which is not allowed"):
        policy(lambda state: 2)(env.last()[0])
    with pytest.raises(ValueError, match="give an agent for player_0 and player_1, not for X, O"):
        play(env, {"X": Random(), "O": Random()})
    with pytest.raises(ValueError, match=r"2 planes, not \(6, 7\)"):
        state_of({"observation": np.zeros((6, 7)), "action_mask": np.ones(7)})
