"""A trace of Monte Carlo tree search holds what the search did, and does not change it."""

from itertools import pairwise

import pytest
from small_games import LastOfThree, Toss
from stopping import stopped_after

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import MCTSTrace, mcts
from c4lib.search.mcts import careful

SMALL = Connect4(4, 4)

EXAMPLES = [
    (SMALL, 30, {}),
    (Connect4(), 30, {"seed": 5}),
    (Connect4(), 90, {"c": 0.3, "rollouts": 3}),
    (Connect4(3, 3, 3), 200, {"prove": True}),
    (Connect4.from_moves("112233"), 30, {"prove": True}),
    (SMALL, 40, {"policy": careful}),
    (TicTacToe(), 50, {"c": 0}),
    (Toss(), 20, {}),
    (LastOfThree(), 40, {}),
]


def traced(state, iterations, **options):
    trace = MCTSTrace()
    return trace, mcts(state, iterations, trace=trace, **options)


def contents(node):
    """What a tree holds, to be compared with another."""
    below = {move: contents(child) for move, child in node.children.items()}
    return node.state, node.owner, node.move, node.visits, node.points, node.proven, below


@pytest.mark.parametrize(("state", "iterations", "options"), EXAMPLES)
def test_a_search_finds_the_same_with_a_trace_and_without(state, iterations, options):
    trace, result = traced(state, iterations, **options)
    plain = mcts(state, iterations, **options)
    assert result == plain
    assert contents(result.tree) == contents(plain.tree)
    assert contents(result.tree) == contents(trace.known(len(trace.steps) - 1)[0])
    assert (trace.nodes[0], len(trace)) == (result.tree, result.nodes)
    assert [trace.nodes[number].move for number in trace.principal[1:]] == list(result.line)


@pytest.mark.parametrize(("state", "iterations", "options"), EXAMPLES)
def test_an_iteration_goes_down_adds_a_node_plays_and_goes_up_again(state, iterations, options):
    trace, _ = traced(state, iterations, **options)
    for first, end in pairwise(trace.rounds):
        kinds = [step.kind for step in trace.steps[first:end]]
        down = sum(kind in ("select", "throw") for kind in kinds)
        assert kinds[down] in ("expand", "over")
        assert kinds[down + 1] == "simulate"
        assert kinds[down + 2 :] == ["update"] * (down + 1 + (kinds[down] == "expand"))
        up = [step.node for step in trace.steps[first:end] if step.kind == "update"]
        assert up == trace.path(up[0])[::-1]
    assert trace.steps[-1].kind == "end"
    assert trace.rounds[-1] == len(trace.steps) - 1


@pytest.mark.parametrize("iterations", [1, 7, 29])
def test_what_was_known_after_an_iteration_is_what_a_shorter_search_finds(iterations):
    trace, _ = traced(SMALL, 30)
    known = trace.known(trace.rounds[iterations] - 1)
    assert contents(known[0]) == contents(mcts(SMALL, iterations).tree)


def test_a_search_that_continues_a_tree_begins_with_what_is_known_of_it():
    before = mcts(SMALL, 30)
    trace, result = traced(SMALL, 5, tree=before.tree)
    assert (len(trace.known(0)), trace.known(0)[0].visits) == (31, 30)
    last = trace.known(len(trace.steps) - 1)
    assert (len(last), last[0].visits) == (result.nodes, 35)


def test_a_search_that_is_interrupted_leaves_a_trace_of_the_iterations_before():
    trace, result = traced(SMALL, 1_000, policy=stopped_after(59, careful))
    assert not result.is_complete
    assert len(trace.rounds) - 1 == sum(stats.visits for stats in result.moves.values())
    assert sum(len(trace.children(number)) for number in range(len(trace))) == len(trace) - 1


def test_each_search_needs_a_trace_of_its_own():
    trace, _ = traced(SMALL, 5)
    with pytest.raises(ValueError, match=r"pass a new MCTSTrace\(\) to each"):
        mcts(SMALL, 5, trace=trace)
