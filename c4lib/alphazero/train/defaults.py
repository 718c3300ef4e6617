"""How each game is trained unless the command's options say otherwise."""

from dataclasses import replace
from typing import Any

from c4lib.alphazero.learn import Hyperparameters
from c4lib.alphazero.networks import kit_of
from c4lib.alphazero.selfplay import Play
from c4lib.alphazero.train.loop import Plan

CONNECT = Hyperparameters(width=704, narrow=128, power=2, rate=2e-3, warm_up=1000, uses=8)
DEFAULTS: dict[str, dict[str, Any]] = {
    "quixo": {
        "play": Play(simulations=24, random_plies=12, slots=128),
        "hyperparameters": Hyperparameters(width=192, rate=5e-3, warm_up=1),
        "games": 256,
        "part": 128,
        "last_simulations": 48,
    },
    "7x6": {
        "play": Play(simulations=64, careful_plies=32),
        "hyperparameters": replace(CONNECT, blocks=2, rate=1.5e-3, decay=0.05, uses=10, window=40),
        "second_at": 0.25,
    },
}
"""The games with settings of their own, by name."""
CONNECT_X: dict[str, Any] = {
    "play": Play(simulations=64),
    "hyperparameters": CONNECT,
    "last_simulations": 256,
}
"""All other boards of Connect X: meant for long trainings, with time for a slow start."""


def default_plan(board: str, connect: int = 4, lines: bool = True) -> Plan:
    """The plan for a board, such as "7x6", or for another game, such as "quixo"."""
    plan = Plan(kit_of(board, connect, lines))
    return replace(plan, **DEFAULTS.get(board, CONNECT_X))
