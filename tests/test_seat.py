import threading
import time
from typing import Any

import numpy as np
import pytest

from c4lib.agents import OnePly
from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.world.seat import Seat, in_a_hurry, state_of

USUAL = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}


def told(state: Connect4, purse: float = 60) -> dict[str, Any]:
    """The position as Kaggle tells it."""
    marks = {None: 0, 0: 1, 1: 2}
    return {
        "board": [marks[owner] for row in state.rows() for owner in row],
        "mark": state.player + 1,
        "remainingOverageTime": purse,
    }


@pytest.mark.parametrize("moves", ["", "4", "445344", "11111122222233333"])
def test_the_board_is_read_as_kaggle_tells_it(moves: str) -> None:
    state = Connect4.from_moves(moves)
    assert state_of(told(state), USUAL) == state


def test_boards_of_other_sizes_are_read_too() -> None:
    state = Connect4.from_moves("9,9,1,2", 9, 3, 5)
    sizes = {"columns": 9, "rows": 3, "inarow": 5}
    assert state_of(told(state), sizes) == state


def test_the_answer_is_a_whole_number_of_pythons_own() -> None:
    seat = Seat(lambda state: np.int64(2))
    assert type(seat(told(Connect4()), USUAL)) is int


def fails(state: Connect4) -> Move:
    raise ValueError("this network plays 7x6")


@pytest.mark.parametrize("bad", [fails, lambda state: None, lambda state: 9])
def test_a_player_that_fails_is_replaced_and_its_error_is_shown(
    bad: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = Seat(bad, substitute=OnePly())
    assert seat(told(Connect4.from_moves("112233")), USUAL) == 3
    assert "Error" in capsys.readouterr().err


def test_who_is_too_slow_is_not_waited_for_and_a_win_is_not_missed() -> None:
    free = threading.Event()
    asked = []

    def slow(state: Connect4) -> Move:
        asked.append(state)
        free.wait()
        return 6

    seat = Seat(slow)
    quick = {**USUAL, "actTimeout": 0.05}
    first, second, third = (Connect4.from_moves(moves) for moves in ("112233", "334455", "1234"))
    assert seat(told(first, purse=0.01), quick) == 3
    assert seat(told(second, purse=0), quick) == 1
    free.set()
    assert seat(told(third), quick) == 6
    assert asked == [first, third], "a position that is over is not thought about"


def test_the_purse_pays_for_a_long_first_move() -> None:
    def compiling(state: Connect4) -> Move:
        time.sleep(0.2)
        return 5

    assert Seat(compiling)(told(Connect4(), purse=60), {**USUAL, "actTimeout": 0.01}) == 5


def test_where_no_line_fits_the_first_free_column_is_played() -> None:
    seat = Seat(OnePly())
    board = [1, 0, 2, 0, 0, 0]
    observation = {"board": board, "mark": 1, "remainingOverageTime": 0}
    assert seat(observation, {"columns": 6, "rows": 1, "inarow": 9, "actTimeout": 2}) == 1


@pytest.mark.parametrize(("moves", "column"), [("", 3), ("112233", 3), ("4444445", 2)])
def test_in_a_hurry_it_wins_or_blocks_or_plays_near_the_middle(moves: str, column: int) -> None:
    assert in_a_hurry(Connect4.from_moves(moves)) == column
