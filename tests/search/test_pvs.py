"""Principal variation search and MTD(f): alpha-beta's values, by null windows."""

from math import nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import LIMITS, TREES, check_bound, positions

from c4lib.connect4 import Connect4
from c4lib.games import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.heuristics import ours
from c4lib.result import Trace
from c4lib.search import (
    History,
    Killers,
    TranspositionTable,
    alphabeta,
    deepen,
    forced_moves,
    minimax,
    mtdf,
    pvs,
)

TEXTBOOK = ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
BOTH = pytest.mark.parametrize("search", [pvs, mtdf])


def experienced(state: Any, *args: Any, **options: Any) -> Any:
    """PVS with all orderings."""
    known = {"killers": Killers(), "history": History(), "table": TranspositionTable()}
    return pvs(state, *args, **known, **options)


@given(TREES, LIMITS)
def test_all_find_minimaxs_value_on_random_trees(tree, limit):
    truth = minimax(tree, limit).value
    for search in (pvs, experienced, mtdf):
        result = search(tree, limit)
        assert result.value == truth
        assert result.move is None or minimax(tree.play(result.move), None if limit is None else
                                              limit - 1).value == -truth  # fmt: skip


@pytest.mark.parametrize("search", [pvs, experienced, mtdf])
@pytest.mark.parametrize(
    ("state", "options"),
    [
        (TicTacToe(), {}),
        (Connect4(4, 3, 3), {}),
        *((state, {"depth": 4, "evaluate": ours}) for state in positions(200)[::20]),
        *((state, {"depth": 3, "evaluate": ours, "loud": forced_moves})
          for state in positions(200)[::40]),
    ],
)  # fmt: skip
def test_all_find_alphabetas_value_in_games(search, state, options):
    assert search(state, **options).value == alphabeta(state, **options).value


@BOTH
@given(seed=st.integers(0, 99), alpha=st.floats(-1, 1), width=st.floats(0.01, 1))
def test_a_value_outside_the_window_bounds_the_true_one(search, seed, alpha, width):
    tree = RandomTree(3, 4, seed)
    result = search(tree, window=(alpha, alpha + width))
    check_bound(result.value, minimax(tree).value, alpha, alpha + width)


@pytest.mark.parametrize(
    ("search", "nodes"), [(alphabeta, 11), (pvs, 11), (experienced, 11), (mtdf, 14)]
)
def test_the_textbooks_tree_takes_exactly_so_many_nodes(search, nodes):
    result = search(TEXTBOOK)
    assert (result.value, result.move, result.nodes) == (3, 0, nodes)


@pytest.mark.parametrize(("search", "nodes"), [(alphabeta, 60_184), (pvs, 60_233), (mtdf, 12_861)])
def test_the_empty_4x4_board_takes_exactly_so_many_nodes(search, nodes):
    assert search(Connect4(4, 4)).nodes == nodes


def test_with_a_perfect_order_pvs_searches_nothing_twice():
    # The first move of every node is the best one: ((b^d/2 + b^d/2 - 1) leaves, as for alpha-beta.
    tree = ListTree.of([[3, 4, 5], [2, 9, 9], [1, 9, 9]])
    assert pvs(tree).nodes == alphabeta(tree).nodes == 9


def test_a_move_that_beats_its_null_window_is_searched_again():
    tree, trace = ListTree.of([[3, 12], [5, 6]]), Trace()
    assert pvs(tree, trace=trace).value == 5
    again = [node for node in trace.nodes if node.parent == 0 and node.move == 1]
    assert [node.window for node in again] == [(3, nextafter(3, 4)), (3, float("inf"))]
    assert trace.nodes[0].best == again[1].number
    assert trace.principal() == [0, again[1].number, again[1].number + 1]


def test_every_pass_of_mtdf_is_a_child_of_the_root_in_its_trace():
    trace = Trace()
    result = mtdf(TEXTBOOK, trace=trace)
    passes = [trace.nodes[number] for number in trace.nodes[0].children]
    assert len(passes) == len(result.iterations)
    assert all(nextafter(node.window[0], 99) == node.window[1] for node in passes)
    assert len(trace) == result.nodes + 1  # the root stands for all passes
    assert trace.nodes[0].value == 3


@pytest.mark.parametrize("guess", [-50, 0, 3, 4, 100])
def test_the_principal_variation_of_mtdfs_trace_is_its_line(guess):
    trace = Trace()
    result = mtdf(ListTree.of([[1, 12], [3, 7], [5, 2]]), trace=trace, guess=guess)
    assert tuple(trace.nodes[number].move for number in trace.principal()[2:]) == result.line


def test_a_good_guess_saves_passes():
    # One pass shows that it is at least 3, the next that it is no more.
    assert len(mtdf(TEXTBOOK, guess=3).iterations) == 2
    assert len(mtdf(TEXTBOOK, guess=100).iterations) > 2


def test_killers_are_the_last_two_different_moves_of_a_ply():
    killers = Killers()
    for move in (3, 3, 4, 5, 4):
        killers.note(2, move)
    assert (killers.at(2), killers.at(3)) == ((4, 5), ())


def test_history_counts_depth_squared_for_each_player():
    history = History()
    history.note(0, 3, 4)
    history.note(0, 3, 2)
    assert (history.worth(0, 3), history.worth(1, 3)) == (20, 0)


def test_a_killer_that_is_illegal_here_is_not_played():
    state, killers = Connect4.from_moves("444444"), Killers()
    for ply in range(4):
        killers.note(ply, 3)  # the column is full
    assert pvs(state, 3, ours, killers=killers).value == alphabeta(state, 3, ours).value


def test_reductions_save_nodes_and_see_a_win_that_stands_at_the_edge():
    for state in positions(300)[::30]:
        full = pvs(state, 6, ours, order="centre")
        some = pvs(state, 6, ours, order="centre", reductions=True)
        assert some.nodes <= 1.5 * full.nodes
    winning = Connect4.from_moves("11223")  # column 4 stops the win; all others lose
    assert pvs(winning, 6, ours, reductions=True).move == 3


def test_reductions_restore_the_depth():
    state = Connect4.from_moves("4453")
    result = pvs(state, 5, ours, reductions=True)
    assert result.depth <= 5


def test_pvs_can_be_deepened_with_all_that_it_takes():
    state = Connect4.from_moves("4453")
    options = {"killers": Killers(), "history": History(), "reductions": False}
    result = deepen(state, 5, evaluate=ours, search=pvs, **options)
    assert result.value == alphabeta(state, 5, ours).value
    assert [each.value for each in result.iterations][-1] == result.value


def test_where_no_move_is_forced_nothing_is_extended():
    for state in positions(120)[::30]:
        plain, extended = (pvs(state, 4, ours, extend=e) for e in (None, lambda state: []))
        assert extended == plain


def test_a_forced_move_costs_no_depth():
    chain = ListTree.of([[[[[5]]]], 3])  # after the first move, nobody has a choice

    def only_move(state):
        return state.moves() if len(state.moves()) == 1 else []

    assert pvs(chain, 2, lambda state: 0).value == 3
    assert pvs(chain, 2, lambda state: 0, extend=only_move).value == 5
    assert pvs(chain, 2, lambda state: 0, extend=only_move).depth == 5
    for state in positions(200)[::20]:
        assert pvs(state, 3, ours, extend=forced_moves).depth >= pvs(state, 3, ours).depth
