"""What searches hand back and record."""

import pytest

from c4lib.connect4 import Connect4
from c4lib.result import SearchResult, Trace, TraceFullError
from c4lib.search import alphabeta, minimax


def test_results_are_equal_whatever_time_they_took():
    assert SearchResult(1, 0.5, 3, 2, seconds=1) == SearchResult(1, 0.5, 3, 2, seconds=2)
    assert "seconds" not in repr(SearchResult(1, 0.5, 3, 2, seconds=1))


def test_a_search_larger_than_its_trace_says_so():
    with pytest.raises(TraceFullError, match=r"more than 50 nodes; .* Trace\(limit=\.\.\.\)"):
        minimax(Connect4(3, 3, 3), trace=Trace(limit=50))


def test_a_trace_tells_every_nodes_story_in_order():
    trace = Trace()
    alphabeta(Connect4(3, 2, 2), trace=trace)
    entered: set[int] = set()
    left: set[int] = set()
    for event in trace:
        node = trace.nodes[event.node]
        if event.kind == "enter":
            assert node.parent is None or node.parent in entered - left
            entered.add(node.number)
        elif event.kind in ("leaf", "leave"):
            left.add(node.number)
            assert event.value == node.value
        else:
            assert node.number in entered - left
    assert entered == left == set(range(len(trace)))


def test_the_children_of_a_node_and_its_cut_moves_are_all_its_moves():
    trace = Trace()
    alphabeta(Connect4(3, 3, 3), trace=trace)
    for node in trace.nodes:
        looked_at = {trace.nodes[child].move for child in node.children}
        if node.kind == "inner":
            assert sorted([*looked_at, *node.cut]) == node.state.moves()
