import random

import pytest

from c4lib.connect4 import Connect4
from c4lib.replay import order_of


def discs_of(state: Connect4) -> list[list[int]]:
    """Each column's discs from the bottom."""
    rows = list(zip(*reversed(state.rows()), strict=True))
    return [[disc for disc in column if disc is not None] for column in rows]


@pytest.mark.parametrize("seed", range(20))
def test_the_order_that_is_found_leads_to_the_same_discs(seed: int) -> None:
    dice = random.Random(seed)
    state = Connect4(9, 7, 5)
    while not state.is_over:
        before, state = state, state.play(dice.choice(state.moves()))
    order = order_of(discs_of(before))
    replayed = Connect4(9, 7, 5)
    for move in order or []:
        replayed = replayed.play(move)
    assert replayed == before


def test_discs_may_have_to_be_taken_up_again() -> None:
    # With the first disc in the second column, X would have nothing left to play at the end.
    assert order_of([[0, 1, 1], [0, 0, 1]]) == [0, 0, 1, 0, 1, 1]


def test_no_order_is_found_where_there_is_none() -> None:
    assert order_of([[1], [0, 0]]) == [1, 0, 1]
    assert order_of([[1, 0]]) is None
    assert order_of([]) == []
