"""Forced moves, and alpha-beta that goes on with them beyond its depth."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from random_games import check_bound
from random_games import crowded as positions
from small_games import OnceMore

from c4lib.connect4 import Connect4
from c4lib.fast import analyze
from c4lib.games.tictactoe import LINES, TicTacToe
from c4lib.games.trees import ListTree
from c4lib.heuristics import one, ours, playable
from c4lib.result import Trace
from c4lib.search import TranspositionTable, alphabeta, deepen, forced_moves, minimax
from c4lib.search.common import WIN

# ---- which moves are forced ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        pytest.param(Connect4.from_moves("334455"), [1, 5], id="two wins"),
        pytest.param(Connect4.from_moves("33445"), [1, 5], id="two blocks, of which one is late"),
        pytest.param(Connect4.from_moves("4455667"), [], id="the game is over"),
        pytest.param(TicTacToe.from_moves("12354687"), [], id="the only move, which does not win"),
        pytest.param(Connect4(1, 1, 1), [0], id="the only move, which wins"),
        pytest.param(Connect4.from_moves("1", 1, 3, 3), [], id="the only column"),
        pytest.param(ListTree.of([1, [2, -3]]), [0], id="a tree: a leaf above 0 is a win"),
    ],
)
def test_forced_moves_win_or_stop_a_win(state, moves):
    assert forced_moves(state) == moves


def test_a_win_that_only_our_own_move_would_open_is_no_reason_to_block():
    """X lacks the square above the bottom one of column 4; nobody can play there yet."""
    state = Connect4.from_moves("2113372")
    assert forced_moves(state) == []
    assert forced_moves(state.play(3)) == [3]  # X itself is to move, and wins there
    assert forced_moves(Connect4.from_moves("21133724")) == [3]


@given(positions())
def test_forced_moves_are_those_that_complete_a_line_on_the_board(state):
    def completes(discs: int) -> list[int]:
        free = playable(state.board.full ^ state.mask)
        column = (1 << state.height) - 1
        squares = {move: free & state.board.bottoms[move] * column for move in state.moves()}
        return [move for move, square in squares.items() if state.board.has_line(discs | square)]

    blocks = completes(state.theirs) if len(state.moves()) > 1 else []
    assert forced_moves(state) == (completes(state.mine) or blocks)


@given(st.lists(st.integers(0, 8), max_size=7))
def test_forced_moves_in_tic_tac_toe_complete_a_line(squares):
    state = TicTacToe()
    for square in squares:
        if square in state.moves():
            state = state.play(square)

    def completes(player: int) -> list[int]:
        def lacks(move: int, line: tuple[int, ...]) -> bool:
            return move in line and all(state.squares[n] == player for n in line if n != move)

        return [move for move in state.moves() if any(lacks(move, line) for line in LINES)]

    assert forced_moves(state) == (completes(state.player) or completes(1 - state.player))


def test_who_moves_twice_does_not_stop_himself():
    tree = [[-1, 1, -1], [1, -1, -1], [-1, -1, -1]]
    assert forced_moves(OnceMore.of(tree)) == []
    # Branch 0 wins for player 1 after branch 1, and branch 1 after branch 0.
    assert forced_moves(ListTree.of([[1, -1, 1], [-1, 1, 1], [1, 1, 1]])) == [0, 1]


# ---- the search goes on with them ----------------------------------------------------------


def reference(state: Any, depth: int, evaluate: Any, loud: Any, ply: int = 0) -> float:
    """What the search must find, for the player to move: no windows, no table."""
    if state.is_over:
        return float(state.utility(state.player) * (WIN - ply))
    moves = state.moves() if ply < depth else loud(state)
    if not moves:
        return float(evaluate(state))
    return max(-reference(state.play(move), depth, evaluate, loud, ply + 1) for move in moves)


def any_loud(state: Connect4) -> Sequence[int]:
    """Some moves in some positions, only by the board: to hold the search to any function."""
    return [move for move in state.moves() if (state.mask * 7 + move * 5) % 11 < 4]


LOUD = st.sampled_from([forced_moves, any_loud])
EVALUATE = st.sampled_from([one, ours])


@given(positions(), st.integers(0, 3), EVALUATE, LOUD)
def test_the_value_is_that_of_a_search_which_cuts_nothing(state, depth, evaluate, loud):
    truth = reference(state, depth, evaluate, loud)
    for order in (None, "centre"):
        assert alphabeta(state, depth, evaluate, order=order, loud=loud).value == truth


@given(positions(), st.integers(0, 3), LOUD, st.booleans())
def test_a_table_changes_no_value_beyond_the_depth(state, depth, loud, mirror):
    assume(loud is forced_moves or not mirror)  # any_loud tells a position from its image
    truth = alphabeta(state, depth, one, loud=loud)
    table = TranspositionTable(mirror=mirror)
    for _ in range(2):  # the second time most is in the table
        assert alphabeta(state, depth, one, table=table, loud=loud).value == truth.value
    for deeper in range(depth, depth + 3):  # what is known to a small depth is not enough
        found = alphabeta(state, deeper, one, table=table, loud=loud)
        assert found.value == alphabeta(state, deeper, one, loud=loud).value


def test_positions_beyond_the_depth_are_found_in_the_table_too():
    state = Connect4.from_moves("22761677474335227")
    table = TranspositionTable()
    found = alphabeta(state, 3, one, table=table, loud=forced_moves)
    without = alphabeta(state, 3, one, loud=forced_moves)
    assert found.depth > 3
    assert found.table_hits > 0
    assert (found.value, found.nodes < without.nodes) == (without.value, True)


@given(
    positions(), st.integers(0, 2), LOUD, st.sampled_from([-WIN + 2, -50, 0]), st.integers(1, 99)
)
def test_outside_the_window_the_value_is_a_bound(state, depth, loud, alpha, width):
    truth, beta = reference(state, depth, one, loud), alpha + width
    value = alphabeta(state, depth, one, window=(alpha, beta), loud=loud).value
    check_bound(value, truth, alpha, beta)


@given(positions(), st.integers(0, 4))
def test_where_nothing_is_loud_all_is_as_without(state, depth):
    assert alphabeta(state, depth, one, loud=lambda state: []) == alphabeta(state, depth, one)


@given(positions(free=8), st.integers(0, 2))
def test_where_all_moves_are_loud_the_whole_game_is_seen(state, depth):
    result = alphabeta(state, depth, one, loud=lambda state: state.moves())
    assert result.value == minimax(state, state.free).value


def test_a_state_beyond_the_depth_is_an_inner_node_with_only_its_loud_moves():
    trace = Trace()
    result = alphabeta(Connect4.from_moves("4455"), 2, one, trace=trace, loud=forced_moves)
    assert result.nodes == len(trace)
    assert result.depth == max(node.ply for node in trace.nodes) == 3
    beyond = [node for node in trace.nodes if node.ply >= 2 and node.children]
    assert beyond
    for node in beyond:
        tried = [trace.nodes[child].move for child in node.children]
        assert node.kind == "inner"
        assert [*tried, *node.cut] == forced_moves(node.state)
    judged = [node for node in trace.nodes if node.kind == "depth"]
    assert judged
    assert all(not forced_moves(node.state) for node in judged)


def test_loud_moves_are_tried_in_the_order_asked_for():
    def tried(order: str) -> list[int]:
        trace = Trace()
        state = Connect4.from_moves("33445")
        loud = {state: [0, 5]}
        alphabeta(state, 0, one, None, order, None, trace, lambda state: loud.get(state, []))
        return [trace.nodes[child].move for child in trace.nodes[0].children]

    assert tried("left") == [0, 5]
    assert tried("centre") == [5, 0]


def test_with_no_depth_left_at_all_the_forced_moves_are_the_choice():
    result = alphabeta(Connect4.from_moves("11223"), 0, one, loud=forced_moves)
    assert (result.move, list(result.moves)) == (3, [3])
    quiet = alphabeta(Connect4.from_moves("4455"), 0, one, loud=forced_moves)
    assert (quiet.move, quiet.nodes) == (None, 1)


# ---- the horizon ---------------------------------------------------------------------------


def test_two_plies_miss_a_double_threat_that_quiescence_sees():
    state = Connect4.from_moves("4455")  # two in a row, with room on both sides
    assert abs(alphabeta(state, 2, one).value) < 100
    seen = alphabeta(state, 2, one, loud=forced_moves)
    assert seen.value == WIN - 3 == alphabeta(state, 3, one).value
    assert seen.nodes < alphabeta(state, 3, one).nodes


@pytest.mark.parametrize(
    ("moves", "rash", "sound"),
    [("22761677474335227", 5, 3), ("53252233116756345561", 5, 6)],
)
def test_quiescence_finds_the_win_where_the_same_depth_loses(moves, rash, sound):
    state = Connect4.from_moves(moves)
    scores = analyze(state)
    assert scores[rash] < 0 < scores[sound]
    assert alphabeta(state, 3, one).move == rash
    assert alphabeta(state, 3, one, loud=forced_moves).move == sound


# ---- deepening -----------------------------------------------------------------------------


def test_deepening_with_loud_moves_finds_what_a_search_to_that_depth_finds():
    state = Connect4.from_moves("444333")
    result = deepen(state, depth=4, evaluate=one, loud=forced_moves)
    assert result.value == alphabeta(state, 4, one, loud=forced_moves).value
    assert len(result.iterations) == 4
    assert all(step.depth >= depth for depth, step in enumerate(result.iterations, start=1))


@given(positions(free=8), LOUD)
def test_deepening_does_not_end_before_it_has_seen_the_whole_game(state, loud):
    result = deepen(state, seconds=600, evaluate=one, loud=loud)
    assert result.is_complete
    assert result.value == minimax(state, state.free).value


def test_deepening_goes_on_where_loud_moves_alone_have_led_to_the_end():
    tree = ListTree.of([[5, -5]])  # beyond the first ply only the first branch is loud
    assert alphabeta(tree, 1, loud=lambda state: [0]).value == 5
    assert deepen(tree, depth=9, loud=lambda state: [0]).value == -5
