"""What the exercises of lesson 01 make of the readers' answers."""

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises.lesson01 import SAFE_COLUMNS, safe_columns

POSITIONS = {
    "112233": [3],  # a win
    "11223": [3],  # the only column that is safe
    "121212": [0],  # a win, although the opponent threatens one
}


@pytest.mark.parametrize("container", [list, set, iter, np.array])
def test_the_player_of_1_5_wins_if_it_can_and_else_plays_a_safe_column(container):
    player = SAFE_COLUMNS.player(lambda state: container(safe_columns(state)))
    for moves, right in POSITIONS.items():
        assert {int(player(Connect4.from_moves(moves))) for _ in range(8)} <= set(right)


def test_the_player_of_1_5_plays_on_where_no_column_is_safe():
    state = Connect4.from_moves("4455")
    lost = state.play(2)
    assert safe_columns(lost) == []
    assert SAFE_COLUMNS.player(safe_columns)(lost) in lost.moves()
