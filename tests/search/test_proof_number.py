"""Proof-number search in both forms: is it won?"""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from random_games import TREES

from c4lib.connect4 import Connect4
from c4lib.games import TicTacToe
from c4lib.games.trees import ListTree
from c4lib.measure.study_engine import shortest_wins
from c4lib.result import Trace
from c4lib.search import df_pn, minimax, proof_number
from c4lib.search.proof_number import DISPROVEN, PROVEN, UNKNOWN, ProofSearch, combined

FORMS = pytest.mark.parametrize(
    "search",
    [proof_number, df_pn, partial(proof_number, mobility=True), partial(df_pn, mobility=True)],
)
GAMES = [Connect4.from_moves(moves, 4, 3, 3) for moves in ["", "1", "12", "122", "1221", "11223"]]


@FORMS
@given(tree=TREES)
def test_it_is_won_where_minimax_says_so(search, tree):
    result = search(tree)
    assert result.is_complete
    assert (result.value, result.proven) == ((1.0, 1.0) if minimax(tree).value > 0 else (0.0, None))


@FORMS
@pytest.mark.parametrize("state", [TicTacToe(), *GAMES])
def test_its_moves_are_won_where_minimax_says_so(search: Any, state: Any) -> None:
    truth, result = minimax(state), search(state)
    assert result.value == float(truth.value > 0)
    assert not result.value or truth.moves[result.move].value > 0
    assert result.moves or state.is_over
    for move, stats in result.moves.items():
        assert (truth.moves[move].value > 0) == (stats.proven == 1.0)


def test_numbers_of_a_node_come_from_its_children():
    children = [(3.0, 1.0), (2.0, 5.0), PROVEN]
    assert combined(False, children) == (5.0, 1.0)
    assert combined(True, children[:2]) == (2.0, 6.0)
    assert combined(True, children) == PROVEN
    assert combined(False, [PROVEN, PROVEN]) == PROVEN
    assert combined(True, [DISPROVEN, DISPROVEN]) == DISPROVEN


def test_the_tree_grows_at_the_most_proving_leaf():
    # The first branch turns out to need two proofs, the second still only one.
    tree, trace = ListTree.of([[[1], [1]], [1]]), Trace()
    result = proof_number(tree, trace=trace)
    assert (result.move, result.nodes) == (1, 1 + 2 + 2 + 1)
    updates = [event for event in trace.events if event.kind == "update"]
    assert [(event.node, event.window) for event in updates] == [
        (0, (1, 2)), (1, (2, 1)), (0, (1, 2)), (2, PROVEN), (0, PROVEN),
    ]  # fmt: skip


@pytest.mark.parametrize(("search", "nodes"), [(proof_number, 13_950), (df_pn, 3_346)])
def test_tictactoe_takes_exactly_so_many_nodes(search, nodes):
    assert search(TicTacToe()).nodes == nodes


@FORMS
def test_a_search_that_runs_out_of_nodes_says_so(search):
    result = search(TicTacToe(), nodes=100)
    assert (result.is_complete, result.nodes, result.value, result.proven) == (False, 100, 0, None)
    assert result.move in TicTacToe().moves()


@FORMS
def test_a_finished_game_is_answered_at_once(search):
    won = Connect4.from_moves("1212121")
    assert (search(won).nodes, search(won).value, search(won).move) == (1, 0.0, None)


def test_df_pn_notes_the_numbers_of_a_node_as_soon_as_it_knows_them_from_the_table():
    trace = Trace()
    df_pn(ListTree.of([[[1], [1]], [1]]), trace=trace)
    noted = [(event.node, event.window) for event in trace.events if event.kind == "update"]
    assert noted[:2] == [(0, (1, 2)), (1, (2, 1))]  # before any of their moves is tried
    assert trace.events[1].child is None


@pytest.mark.parametrize("search", [proof_number, df_pn])
def test_each_settled_node_is_left_in_the_trace(search):
    trace = Trace()
    result = search(ListTree.of([[1, -1], [[1, -1], 1]]), trace=trace)
    assert trace.events[-1].node == 0
    assert trace.events[-1].kind == "leave"
    assert (trace.events[-1].window == PROVEN) == (result.value == 1.0)
    assert trace.nodes[0].window == UNKNOWN


def test_with_mobility_a_leaf_counts_the_moves_of_whoever_has_them():
    search = ProofSearch(TicTacToe(), 100, None, mobility=True)
    assert search.unknown(TicTacToe()) == (1, 9)
    assert search.unknown(TicTacToe().play(4)) == (8, 1)
    wins = [state for state, plies in shortest_wins() if plies == 5][:20]
    plain, counting = (sum(df_pn(state, mobility=m).nodes for state in wins) for m in (False, True))
    assert counting < plain / 2
