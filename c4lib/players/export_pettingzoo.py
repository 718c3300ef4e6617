"""The course's players in PettingZoo's Connect Four, `connect_four_v3`.

A player there observes two planes of rows from the top: its own discs and the opponent's.
`policy` translates them for a player of the course; `play` plays a whole game.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move
from c4lib.players.agents import name

Observation = Mapping[str, Any]
"""PettingZoo's dictionary of "observation", rows x columns x 2, and "action_mask"."""


def state_of(observation: Observation) -> Connect4:
    """The position that the player to move observes."""
    planes = np.asarray(observation["observation"])
    if planes.ndim != 3 or planes.shape[2] != 2:
        raise ValueError(f"an observation has rows, columns and 2 planes, not {planes.shape}")
    mine, theirs = planes[:, :, 0].astype(bool), planes[:, :, 1].astype(bool)
    player = int(planes.sum()) % 2  # the players take turns
    owners = np.where(mine, player, np.where(theirs, 1 - player, -1)).tolist()
    return Connect4.from_rows([[None if owner < 0 else owner for owner in row] for row in owners])


def policy(player: Agent) -> Callable[[Observation], Move]:
    """The player as a function from an observation to a legal action."""

    def act(observation: Observation) -> Move:
        move = int(player(state_of(observation)))
        if not observation["action_mask"][move]:
            raise ValueError(f"{name(player)} answered {move}, which is not allowed here")
        return move

    return act


def play(env: Any, players: Mapping[str, Agent], seed: int | None = None) -> dict[str, float]:
    """Play one game in the environment and return each player's reward: +1, 0 or -1.

    `players` gives an agent for "player_0", which moves first, and one for "player_1".
    """
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    if set(players) != set(rewards):
        raise ValueError(f"give an agent for {' and '.join(rewards)}, not for {', '.join(players)}")
    acts = {who: policy(player) for who, player in players.items()}
    for who in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[who] += float(reward)
        env.step(None if terminated or truncated else acts[who](observation))
    return rewards
