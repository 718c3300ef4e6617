"""Alpha-beta in both forms, its orders, and iterative deepening."""

import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import LIMITS, TREES, check_bound
from stopping import stopped_after

from c4lib.connect4 import Connect4
from c4lib.games.trees import ListTree, RandomTree
from c4lib.result import Trace
from c4lib.search import TranspositionTable, alphabeta, alphabeta_by_list, deepen, minimax
from c4lib.search.common import WIN
from c4lib.search.ordering import best_first, worst_first

FORMS = pytest.mark.parametrize("search", [alphabeta, alphabeta_by_list])


def value_of(state: Any) -> float:
    """The oracle: what minimax says, for the player to move."""
    return minimax(state).value


@FORMS
@pytest.mark.parametrize(
    ("options", "nodes"),
    [
        ({}, 60_184),
        ({"window": (-1, 1)}, 60_184),
        ({"window": (-9, 9)}, 62_889),
        ({"window": (-9, 9), "order": "centre"}, 155_968),
    ],
)
def test_the_empty_4x4_board_takes_exactly_so_many_nodes(search, options, nodes):
    result = search(Connect4(4, 4), **options)
    assert (result.value, result.nodes) == (0, nodes)


@FORMS
def test_the_textbooks_tree_is_cut_where_the_textbook_cuts_it(search):
    trace = Trace()
    result = search(ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), trace=trace)
    assert (result.value, result.nodes, result.cutoffs) == (3, 11, 1)
    (node,) = [node for node in trace.nodes if node.cut]
    assert (node.move, node.cut) == (1, (1, 2))
    assert trace.principal() == [0, 1, 2]
    assert result.moves[1].bound == "upper"


@given(TREES, LIMITS)
def test_both_forms_enter_the_same_nodes_and_find_minimaxs_value(tree, limit):
    one, other = Trace(), Trace()
    result = alphabeta(tree, limit, trace=one)
    assert result == alphabeta_by_list(tree, limit, trace=other)
    assert one.events == other.events
    assert one.nodes == other.nodes
    truth = minimax(tree, limit)
    assert (result.value, result.move) == (truth.value, truth.move)
    assert result.nodes <= truth.nodes


@given(seed=st.integers(0, 99), alpha=st.floats(-1, 1), width=st.floats(0.01, 1))
def test_a_value_outside_the_window_bounds_the_true_one(seed, alpha, width):
    tree = RandomTree(3, 4, seed)
    truth = minimax(tree)
    result = alphabeta(tree, window=(alpha, alpha + width))
    check_bound(result.value, truth.value, alpha, alpha + width)
    for move, stats in result.moves.items():
        true = truth.moves[move].value
        assert {"exact": true == stats.value, "lower": true >= stats.value,
                "upper": true <= stats.value}[stats.bound]  # fmt: skip


def test_with_the_games_own_bounds_a_won_move_is_exact():
    result = alphabeta(Connect4.from_moves("112233", width=4, height=4, connect=4))
    assert result.value == 1
    assert result.moves[result.move].bound == "exact"


def test_the_better_the_order_the_fewer_the_nodes():
    tree = RandomTree(3, 6, seed=5)
    best = alphabeta(tree, order=best_first(value_of)).nodes
    natural = alphabeta(tree).nodes
    worst = alphabeta(tree, order=worst_first(value_of)).nodes
    assert best < natural < worst
    leaves = Trace()
    alphabeta(tree, window=(-9, 9), order=best_first(value_of), trace=leaves)
    assert sum(node.kind == "over" for node in leaves.nodes) == 3**3 + 3**3 - 1


@pytest.mark.parametrize("value", [True, np.float32(0.5), np.int64(3), Fraction(1, 3)])
def test_an_evaluation_may_return_any_kind_of_number(value):
    assert alphabeta(Connect4(), 2, lambda state: value).value == value


# ---- with a table --------------------------------------------------------------------------


@pytest.mark.parametrize("mirror", [False, True])
def test_a_table_saves_nodes_and_changes_no_value(mirror):
    for size in ((4, 4), (4, 5)):
        table = TranspositionTable(mirror=mirror)
        result = alphabeta(Connect4(*size), table=table)
        assert result.value == 0
        assert result.table_hits > 0
        assert result.nodes < (13_000 if size == (4, 4) else 110_000)


@given(
    plies=st.lists(st.integers(0, 3), min_size=4, max_size=8), depth=st.none() | st.integers(1, 5)
)
def test_with_a_table_values_stay_minimaxs(plies, depth):
    state = Connect4(4, 3, 3)
    for ply in plies:
        if state.is_over:
            return
        state = state.play(state.moves()[ply % len(state.moves())])
    for mirror in (False, True):
        table = TranspositionTable(500, mirror=mirror)
        for _ in range(2):  # the second time most is in the table
            assert alphabeta(state, depth, table=table).value == minimax(state, depth).value


def test_a_full_table_forgets_what_was_not_used_for_longest():
    table = TranspositionTable(entries=100)
    assert alphabeta(Connect4(4, 4), table=table).value == 0
    assert len(table) == 100
    assert table.evictions > 0
    assert table.hits + table.misses > 0
    table.clear()
    assert (len(table), table.hits, table.misses, table.evictions) == (0, 0, 0, 0)


def test_a_search_that_is_interrupted_leaves_a_usable_table():
    table = TranspositionTable()
    interrupted = stopped_after(3000, lambda state, moves: moves)
    with pytest.raises(KeyboardInterrupt):
        alphabeta(Connect4(4, 4), order=interrupted, table=table)
    assert len(table) > 0
    assert alphabeta(Connect4(4, 4), table=table).value == 0


def test_threads_can_share_a_table():
    table = TranspositionTable(entries=20)
    states = [Connect4.from_moves(moves, 4, 4, 4) for moves in ("1", "2", "3", "4")] * 2
    with ThreadPoolExecutor(4) as pool:
        values = pool.map(lambda state: alphabeta(state, 6, table=table).value, states)
    assert set(values) == {0}
    assert len(table) <= 20


# ---- iterative deepening -------------------------------------------------------------------


def test_deepening_finds_what_a_search_to_that_depth_finds_and_reports_each_depth():
    state = Connect4.from_moves("444333")
    reported: list[int] = []
    result = deepen(state, depth=6, report=lambda result: reported.append(result.depth))
    assert result.value == alphabeta(state, depth=6).value
    assert [step.depth for step in result.iterations] == reported == [1, 2, 3, 4, 5, 6]
    assert result.nodes == sum(step.nodes for step in result.iterations)


def test_deepening_ends_when_it_has_seen_the_whole_game():
    result = deepen(Connect4(3, 3, 3), seconds=60)
    assert result.is_complete
    assert result.iterations[-1].depth == 9
    assert result.value == 0


def test_deepening_takes_a_win_as_soon_as_it_sees_it():
    result = deepen(Connect4.from_moves("112233"), depth=3)
    assert (result.move, result.value) == (3, WIN - 1)


@pytest.mark.parametrize("nodes", [1, 2, 10, 1000])
def test_deepening_stops_at_its_number_of_nodes_with_a_move(nodes):
    result = deepen(Connect4(), nodes=nodes)
    assert result.nodes <= nodes
    assert result.move in range(7)
    assert not result.is_complete


def test_deepening_stops_in_time_and_has_a_move():
    """The limit is checked at every node: with a slow evaluation, one evaluation too many."""

    def slow(state: Any) -> float:
        time.sleep(0.02)
        return 0.0

    start = time.perf_counter()
    result = deepen(Connect4(), seconds=0.1, evaluate=slow)
    calls = (time.perf_counter() - start) / 0.02
    assert calls < 5 + 10  # as good as no machine is slower than that
    assert result.move in range(7)


def test_deepening_that_is_interrupted_hands_back_its_best_so_far_and_a_usable_table():
    interrupted, table = stopped_after(500, lambda state: 0.0), TranspositionTable()
    result = deepen(Connect4(), depth=9, evaluate=interrupted, table=table)
    assert not result.is_complete
    assert result.move in range(7)
    assert deepen(Connect4(), depth=5, evaluate=lambda state: 0.0, table=table).is_complete


def test_deepening_of_a_finished_game_has_no_move():
    over = Connect4.from_moves("4455667")
    for result in (deepen(over, depth=3), deepen(over, depth=0)):
        assert (result.move, result.value) == (None, -WIN), "as of any search with a depth limit"


def test_deepening_goes_on_from_a_table_that_was_filled_less_deep():
    table = TranspositionTable()
    deepen(Connect4(), depth=3, table=table)
    result = deepen(Connect4(), depth=5, table=table)
    assert [each.depth for each in result.iterations][-1] == 5
    assert result.value == alphabeta(Connect4(), depth=5).value


def test_deepening_with_a_full_table_still_notices_the_end_of_the_game():
    state = Connect4.from_moves("1122", width=3, height=3, connect=3)
    table = TranspositionTable()
    first = deepen(state, depth=20, table=table)
    again = deepen(state, depth=20, table=table)
    assert len(first.iterations) < 6
    assert len(again.iterations) < 6
    assert again.value == first.value
