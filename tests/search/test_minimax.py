"""Minimax in both forms."""

import pytest
from hypothesis import given
from random_games import LIMITS, TREES
from small_games import OnceMore

from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree
from c4lib.result import Trace
from c4lib.search import minimax, minimax_by_list
from c4lib.search.common import WIN

FORMS = pytest.mark.parametrize("search", [minimax, minimax_by_list])
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@FORMS
def test_the_textbooks_tree_has_the_textbooks_value(search):
    result = search(ListTree.of(TEXTBOOK))
    assert (result.move, result.value, result.nodes, result.depth) == (0, 3, 13, 2)
    assert result.line == (0, 0)
    assert search(ListTree.of(TEXTBOOK), depth=2).value == 3
    assert search(ListTree.of([[3, 12, 8], 5]), depth=1).value == 5, "leaves count what they hold"
    assert {move: stats.value for move, stats in result.moves.items()} == {0: 3, 1: 2, 2: 2}


def test_tic_tac_toe_is_a_draw_after_549946_nodes():
    result = minimax(TicTacToe())
    assert (result.value, result.nodes, result.depth) == (0, 549_946, 9)


@FORMS
@pytest.mark.parametrize(
    ("state", "value"),
    [
        (Connect4(3, 3, 3), 0),
        (Connect4(4, 3, 3), 1),
        (Connect4(2, 2, 2), 1),
        (Connect4.from_moves("112233", width=4, height=3, connect=4), 1),
        (TicTacToe.from_moves("1524"), 1),
        (Connect4.from_moves("1", width=2, height=2, connect=2), -1),
    ],
)
def test_values_are_for_the_player_to_move(search, state, value):
    assert search(state).value == value


@FORMS
def test_a_finished_game_is_worth_its_utility_and_has_no_move(search):
    result = search(Connect4.from_moves("4455667"))
    assert (result.move, result.value, result.nodes, result.line) == (None, -1, 1, ())


@FORMS
def test_with_a_depth_limit_a_sooner_win_is_worth_more(search):
    win_in_one = Connect4.from_moves("112233")
    assert search(win_in_one, depth=1).value == WIN - 1
    assert search(win_in_one, depth=3).move == 3
    lost_in_two = win_in_one.play(6)
    assert search(Connect4.from_moves("1122337"), depth=1).value == 0
    assert search(lost_in_two, depth=1).move is not None


@FORMS
def test_a_lost_side_puts_off_the_loss(search):
    state = Connect4.from_moves("33442")  # X threatens 2 and 5 at once
    assert search(state, depth=4).value == -(WIN - 2)


@FORMS
def test_beyond_the_depth_limit_the_evaluation_speaks_for_its_player_to_move(search):
    def discs_in_the_middle(state: Connect4) -> float:
        middle = 0b111111 << 7 * 3
        return (state.mine & middle).bit_count() - (state.theirs & middle).bit_count()

    assert search(Connect4(), 1, discs_in_the_middle).move == 3
    assert search(Connect4(), 1, discs_in_the_middle).value == 1
    assert search(Connect4(), 2, discs_in_the_middle).value == 0


@FORMS
def test_without_an_evaluation_an_unfinished_game_counts_0(search):
    assert search(Connect4(), depth=2).value == 0
    assert search(Connect4(), depth=0).move is None


@FORMS
def test_players_need_not_alternate(search):
    assert search(OnceMore.of(TEXTBOOK)).value == 14, "MAX takes the best of all leaves"


@given(TREES, LIMITS)
def test_both_forms_enter_the_same_nodes_and_tell_the_same(tree, limit):
    one, other = Trace(), Trace()
    assert minimax(tree, limit, trace=one) == minimax_by_list(tree, limit, trace=other)
    assert one.events == other.events
    assert one.nodes == other.nodes


def test_a_trace_does_not_change_the_result():
    trace, plain = Trace(), minimax(Connect4(3, 3, 3))
    assert minimax(Connect4(3, 3, 3), trace=trace) == plain
    assert len(trace) == plain.nodes
