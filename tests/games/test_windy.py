"""Windy Connect Four."""

import pytest

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE
from c4lib.games.windy import Windy
from c4lib.search import expectimax, mcts, minimax


def position(moves: str, wind: float, *size: int) -> Windy:
    return Windy(Connect4.from_moves(moves, *size), wind)


def test_half_of_the_wind_blows_to_each_side():
    falling = Windy(wind=0.2).play(3)
    assert falling.player == CHANCE
    assert falling.chances() == [(2, 0.1), (3, 0.8), (4, 0.1)]
    assert falling.moves() == [2, 3, 4]


@pytest.mark.parametrize(
    ("state", "column", "chances"),
    [
        (Windy(wind=0.2), 0, {0: 0.9, 1: 0.1}),
        (Windy(wind=0.2), 6, {5: 0.1, 6: 0.9}),
        (position("444444", 0.2), 3 - 1, {1: 0.1, 2: 0.9}),
        (position("333333555555", 0.2), 3, {3: 1.0}),
        (Windy(wind=0), 3, {3: 1.0}),
        (Windy(wind=1), 3, {2: 0.5, 4: 0.5}),
    ],
)
def test_no_disc_is_blown_off_the_board_or_into_a_full_column(state, column, chances):
    assert dict(state.play(column).chances()) == pytest.approx(chances)


def test_the_disc_lies_where_it_landed_and_the_turn_passes():
    landed = Windy(wind=0.2).play(3).play(2)
    assert landed == Windy(Connect4.from_moves("3"), 0.2)
    assert landed.player == 1


def test_a_disc_that_is_blown_can_win_or_miss():
    state = position("112233", 0.2)
    assert state.play(4).play(3).winner == 0
    assert state.play(4).play(3).utility(1) == -1
    assert not state.play(3).play(4).is_over


def test_it_is_told_where_the_disc_was_meant_to_go():
    state = Windy(Connect4(2, 2, 2), 0.2)
    assert str(state) == ". .\n. .\n1 2"
    assert str(state.play(1)) == ". .\n. .\n1 2\na disc is falling towards column 2"
    assert "<svg" in state._repr_html_() or "<img" in state._repr_html_()


# ---- searched ------------------------------------------------------------------------------


def test_without_wind_it_is_worth_what_connect_x_is():
    for board in (Connect4(3, 2, 2), Connect4(3, 3, 3), Connect4.from_moves("12", 3, 3, 3)):
        assert expectimax(Windy(board, 0), prune=True).value == minimax(board).value


def test_the_value_of_a_small_game_is_what_a_hand_computes():
    """Two columns of two, two in a row: after X's first disc and any other, the rest is forced.

    O cannot stop both of X's neighbours; wherever X's second disc lands, it makes a line.
    """
    assert expectimax(Windy(Connect4(2, 2, 2), 0.3)).value == pytest.approx(1)


def test_a_sure_win_becomes_a_likely_one():
    """X needs column 4 at once, and the wind blows a tenth of all discs to each side."""
    state = position("4141", 0.2, 7, 6, 3)
    result = expectimax(state, depth=1)
    assert result.move == 3
    assert result.value == pytest.approx(0.8)
    assert mcts(state, 300).move == 3
