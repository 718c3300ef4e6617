"""How each game is usually trained: what the command does if its options leave something open."""

from dataclasses import replace
from typing import Any

from c4lib.alphazero.learn import Lessons
from c4lib.alphazero.selfplay import Play
from c4lib.alphazero.shipped import kit_of
from c4lib.alphazero.train.loop import Plan

USUAL: dict[str, dict[str, Any]] = {
    "quixo": {
        "play": Play(simulations=24, random_plies=12, slots=128),
        "lessons": Lessons(width=192, rate=5e-3, warm_up=1),
        "games": 256,
        "part": 128,
        "last_simulations": 48,
    },
    "7x6": {
        "play": Play(simulations=64, careful_plies=32),
        "lessons": Lessons(
            width=704,
            blocks=2,
            narrow=128,
            power=2,
            rate=1.5e-3,
            warm_up=1000,
            decay=0.05,
            uses=10,
            window=40,
        ),
        "second_at": 0.25,
    },
}
"""How games are trained that have a way of their own, by their names."""
CONNECT_X: dict[str, Any] = {
    "play": Play(simulations=64),
    "lessons": Lessons(width=704, narrow=128, power=2, rate=2e-3, warm_up=1000, uses=8),
    "last_simulations": 256,
}
"""And how Connect X is: for long, so that there is time for a slow beginning."""


def usual_plan(board: str, connect: int = 4, lines: bool = True) -> Plan:
    """The plan for a board, such as "7x6", or for another game, such as "quixo"."""
    plan = Plan(kit_of(board, connect, lines))
    return replace(plan, **USUAL.get(board, CONNECT_X))
