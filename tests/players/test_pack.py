import io
import math
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from c4lib import heuristics
from c4lib.alphazero.networks import load
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.heuristics import one
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Clock, OnePly, Perfect, Random
from c4lib.players.pack import PLAYER, pack

WEIGHTS = (3, 1)
STATE = Connect4.from_moves("4453")


def unpack(packed: str) -> Any:
    """The packed player as if newly made."""
    exec(compile(packed, "<player>", "exec"), namespace := {"__name__": PLAYER})
    return namespace[PLAYER]


@pytest.mark.parametrize(
    "player",
    [
        Random(7), OnePly(3), AlphaBeta(4, one), Clock(nodes=500), MCTS(50, seed=2), Perfect(),
        MCTS.strong(iterations=50), AlphaZero(simulations=3), AlphaZero("5x4", simulations=3),
    ],
    ids=repr,
)  # fmt: skip
def test_a_player_of_the_course_is_the_same_when_it_is_unpacked(player: Any) -> None:
    assert unpack(pack(player)) == player


def test_an_unpacked_player_remembers_nothing_and_starts_from_its_seed() -> None:
    player, thinker = Random(5), MCTS(20)
    first = [player(STATE) for _ in range(9)]
    assert [unpack(pack(player))(STATE) for _ in range(2)] == first[:1] * 2
    thinker(STATE)
    assert unpack(pack(thinker)).result is None  # type: ignore[attr-defined]


def test_the_courses_networks_are_packed_by_name_and_your_own_as_they_are() -> None:
    shipped = AlphaZero("5x4", simulations=3)
    own = AlphaZero(net=load("5x4").__class__(dict(load("5x4").weights)), simulations=3)
    assert len(pack(shipped)) < 1000 < len(pack(own))
    start = Connect4(5, 4)
    assert unpack(pack(own))(start) == shipped(start)


def near_the_middle(state: Connect4, move: Move) -> float:
    return -abs(move - (state.width - 1) / 2) * WEIGHTS[0]


def my_agent(state: Connect4) -> Move:
    """Uses a function, a value, modules, a class and a comprehension."""
    judged = {move: near_the_middle(state, move) for move in state.moves()}
    after = [heuristics.one(state.play(move)) for move in judged]
    return max(judged, key=lambda move: (judged[move], float(np.sum(after)), OnePly().seed))


def countdown(state: Connect4, /, *, first: int = WEIGHTS[1], then: Move = 3) -> Move:
    assert first
    return state.moves()[0] if state.ply else countdown(state.play(then))


@pytest.mark.parametrize("agent", [my_agent, countdown])
def test_a_function_of_your_own_is_packed_as_its_source(agent: Any) -> None:
    packed = pack(agent)
    assert "tests" not in packed
    assert "def " in packed
    again = unpack(packed)
    assert again is not agent
    assert again(STATE) == agent(STATE)
    assert countdown(Connect4()) == unpack(pack(countdown))(Connect4())


def test_a_player_is_packed_with_your_evaluation_and_the_variables_it_encloses() -> None:
    weight = -2

    def evaluate(state: Connect4) -> float:
        return one(state) * weight * WEIGHTS[1]

    for judge in (evaluate, heuristics.Linear({"turn": 1 / 3})):
        player = AlphaBeta(3, judge)
        assert unpack(pack(player))(STATE) == player(STATE)


def test_a_player_packed_in_a_script_is_unpacked_in_another_process(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        dedent("""
        from c4lib import Connect4
        from c4lib.players.pack import pack

        def helper(state):
            return state.moves()[-1]

        def my_agent(state):
            return helper(state)

        print(pack(my_agent))
        """)
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", script], capture_output=True, text=True, check=True
    )
    assert unpack(run.stdout)(STATE) == 6


VALUES: list[Any] = [
    None, True, -3, 1 << 5000, 0.1, -math.inf, 2j, "it's\n\"\"\" ''' \\", b"\0", ..., (), (1,),
    [1, [2]], {"a": {2, 1}, 3: frozenset("ab")}, np.arange(6, dtype=np.int8).reshape(2, 3),
    np.float32(0.1), np.linspace(0, 1, 1500), np.zeros((0, 3)), np.array(["x", "yz"]), STATE,
    math.sqrt, np.maximum, np.random.Generator, heuristics.EVALUATIONS, Connect4,
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=type)
def test_values_are_written_as_literals_or_as_what_makes_them(value: Any) -> None:
    (again,) = unpack(pack(partial(max, value))).args  # type: ignore[attr-defined]
    assert type(again) is type(value)
    assert again == value if not isinstance(value, np.ndarray) else np.array_equal(again, value)


rng, dice, memory, old = np.random.default_rng(3), random.Random(3), {"moves": 0}, countdown


def throws(state: Connect4) -> Move:
    global turns
    turns += 1
    memory["moves"] += turns
    return float(rng.random()), dice.random(), remember(), old.__name__


def remember() -> tuple[int, int]:
    return memory["moves"], turns


turns = 0


def test_dice_continue_and_functions_share_what_they_change() -> None:
    throws(STATE)
    again = unpack(pack(throws))
    assert [again(STATE)[:3] for _ in range(3)] == [throws(STATE)[:3] for _ in range(3)]
    assert again(STATE)[3] == "old"


def two_of_a_name() -> Any:
    def weighted(weight: int) -> Any:
        def evaluate(state: Connect4) -> float:
            return weight * one(state)

        return evaluate

    light, heavy = weighted(1), weighted(2)

    def agent(state: Connect4) -> Move:
        return int(light(state) + heavy(state))

    return agent


def with_a_closure_of(thing: Any) -> Any:
    def agent(state: Connect4) -> Move:
        return len(thing.name)

    return agent


def counting() -> Any:
    count = 0

    def agent(state: Connect4) -> Move:
        nonlocal count
        count += 1
        return count

    return agent


MADE_OF_TEXT: dict[str, Any] = {}
exec("def agent(state):\n    return 0", MADE_OF_TEXT)


class Mine:
    def __call__(self, state: Connect4) -> Move:
        return 0


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (lambda state: 0, "give a lambda a name"),
        (Mine(), "Mine is a class of your own"),
        (AlphaBeta(2, lambda state: 0.0), "give a lambda a name"),
        (eval("lambda state: 0"), "source"),
        (MADE_OF_TEXT["agent"], "source of agent cannot be found"),
        (
            with_a_closure_of(io.StringIO()),
            "thing: there is no source for an object of type StringIO",
        ),
        (with_a_closure_of(sys.modules[__name__]), "thing is a module of your own"),
        (with_a_closure_of(np.array([None])), "thing: there is no source for an array of object"),
        (with_a_closure_of(Mine), "thing: Mine is a class of your own"),
        (two_of_a_name(), "two things are called weight; rename one of them"),
        (counting(), "agent does not stand alone .*nonlocal"),
    ],
)
def test_what_cannot_be_packed_is_refused_with_advice(player: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=f"{reason}.*write it as a function, def my_agent"):
        pack(player)
