import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.players.agents import OnePly
from c4lib.players.kaggle_agent import KaggleAgent, quick_move, state_of

USUAL = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}


def observed(state: Connect4, reserve: float = 60) -> dict[str, Any]:
    """The position as Kaggle describes it."""
    marks = {None: 0, 0: 1, 1: 2}
    return {
        "board": [marks[owner] for row in state.rows() for owner in row],
        "mark": state.player + 1,
        "remainingOverageTime": reserve,
    }


@pytest.mark.parametrize("moves", ["", "4", "445344", "11111122222233333"])
@pytest.mark.parametrize("size", [(7, 6, 4), (9, 7, 5)])
def test_kaggles_board_is_read(moves: str, size: tuple[int, int, int]) -> None:
    state = Connect4.from_moves(moves, *size)
    sizes = dict(zip(("columns", "rows", "inarow"), size, strict=True))
    assert state_of(observed(state), sizes) == state


def test_the_answer_is_a_python_int() -> None:
    agent = KaggleAgent(lambda state: np.int64(2))
    assert type(agent(observed(Connect4()), USUAL)) is int


def fails(state: Connect4) -> Move:
    raise ValueError("this network plays 7x6")


@pytest.mark.parametrize("bad", [fails, lambda state: None, lambda state: 9, sys.exit])
def test_a_player_that_fails_is_replaced_and_its_error_is_shown(
    bad: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = KaggleAgent(bad, substitute=OnePly())
    assert agent(observed(Connect4.from_moves("112233")), USUAL) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_player_that_is_too_slow_is_not_waited_for_and_no_win_is_missed() -> None:
    free = threading.Event()
    asked = []

    def slow(state: Connect4) -> Move:
        asked.append(state)
        free.wait()
        return 6

    agent = KaggleAgent(slow)
    quick = {**USUAL, "actTimeout": 0.05}
    first, second, third = (Connect4.from_moves(moves) for moves in ("112233", "334455", "1234"))
    assert agent(observed(first, reserve=0.01), quick) == 3
    assert agent(observed(second, reserve=0), quick) == 1
    free.set()
    assert agent(observed(third), quick) == 6
    assert asked == [first, third], "a position that is over is not thought about"


def test_a_long_first_move_may_use_the_reserve() -> None:
    def compiling(state: Connect4) -> Move:
        time.sleep(0.2)
        return 5

    assert KaggleAgent(compiling)(observed(Connect4()), {**USUAL, "actTimeout": 0.01}) == 5


def test_where_no_line_fits_the_first_free_column_is_played() -> None:
    agent = KaggleAgent(OnePly())
    board = [1, 0, 2, 0, 0, 0]
    observation = {"board": board, "mark": 1, "remainingOverageTime": 0}
    assert agent(observation, {"columns": 6, "rows": 1, "inarow": 9, "actTimeout": 2}) == 1


@pytest.mark.parametrize(("moves", "column"), [("", 3), ("112233", 3), ("4444445", 2)])
def test_in_a_hurry_it_wins_or_blocks_or_plays_near_the_middle(moves: str, column: int) -> None:
    assert quick_move(Connect4.from_moves(moves)) == column
