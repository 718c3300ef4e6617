"""The references of lesson 06, compared with the package's own, and their cases."""

from itertools import pairwise

import numpy as np
import pytest
from random_games import positions

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Examples, Net
from c4lib.alphazero.puct import policy, puct
from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.catalogue import tasks
from c4lib.exercises.lesson06 import (
    examples,
    gradient,
    is_blind,
    look,
    mirror,
    my_encode,
    my_puct,
    target,
)
from c4lib.exercises.policy_grade import graded, named, unfinished, value_of
from c4lib.games.tictactoe import TicTacToe
from c4lib.result import MoveStats

BOARDS = [(7, 6, 4), (5, 4, 4), (3, 3, 3), (4, 7, 3)]


def lopsided(state):
    """An oracle that likes the first move best, and the position a little."""
    moves = state.moves()
    weights = np.arange(len(moves), 0, -1.0)
    return list(weights / weights.sum()), 0.25 if state.ply % 3 else -0.5


@pytest.mark.parametrize("size", BOARDS)
def test_the_bits_are_those_of_the_package_without_lines(size):
    for state in positions(40, *size):
        expected = Columns(state.board, lines=False).bits(state)
        assert my_encode(state) == expected.astype(int).tolist()


def test_the_exercises_are_numbered_in_their_order_and_the_tenth_is_not_the_first():
    assert [task.number for task in tasks(6)] == [f"6.{number}" for number in range(1, 11)]
    assert exercise("6.10").task.title == "AlphaZero for another game"
    assert exercise("6.1").task.title == "What the network sees"
    with pytest.raises(ValueError, match=r"in quotes, such as exercise\(\"1\.2\"\), not 6\.1"):
        exercise(6.10)


def test_the_gradient_is_what_trying_finds():
    for weights, x, shares in exercise("6.3").cases:

        def loss(table, x=x, shares=shares):
            logits = x @ table
            return -(shares @ (logits - np.log(np.exp(logits).sum())))

        slopes = gradient(weights, x, shares)
        for place in np.ndindex(weights.shape):
            change = np.zeros(weights.shape)
            change[place] = 1e-5
            tried = (loss(weights + change) - loss(weights - change)) / 2e-5
            assert slopes[place] == pytest.approx(tried, abs=1e-8)


def test_the_gradient_is_that_of_the_packages_last_layer():
    net, shares = Net.new(inputs=6, outputs=4, width=8, seed=6), np.array([[0.1, 0.2, 0.3, 0.4]])
    bits = np.array([[1.0, 0, 1, 1, 0, 1]])
    _, slopes = net.gradients(Examples(bits, np.ones((1, 4)), shares, np.zeros(1)))
    last = net.forward(bits).steps["last"][0]
    seen = gradient(net.weights["policy"], last, shares[0] + 0.0)
    with_bias = net.weights["policy_bias"]
    assert not with_bias.any()
    assert slopes["policy"] == pytest.approx(seen, abs=1e-6)


def test_a_suspect_search_without_a_bug_is_the_packages_search():
    state = Connect4.from_moves("171716")
    healthy = exercise("6.6").cases[0][0]
    found = puct(state, healthy.oracle, 200).moves
    assert healthy(state, 200) == {move: stats.visits for move, stats in found.items()}


def test_searches_are_called_blind_if_a_finished_game_gets_the_value_of_the_oracle():
    searches = [case[0] for case in exercise("6.6").cases]
    assert [is_blind(search) for search in searches] == [search.is_blind for search in searches]
    one_sided = next(search for search in searches if search.is_one_sided)
    state = Connect4.from_moves("414161")  # O threatens column 1
    assert max(searches[0](state, 400).items(), key=lambda pair: pair[1])[0] == 0
    assert max(one_sided(state, 400).items(), key=lambda pair: pair[1])[0] != 0


def test_a_policy_is_graded_in_every_critical_position():
    critical = [each for each in unfinished().values() if each is not None]
    assert (len(unfinished()), len(critical)) == (4520, 3191)
    assert value_of(TicTacToe()) == 0
    grade = graded(look, TicTacToe())
    assert (grade.kept, grade.illegal, grade.lost, grade.mistake) == (1, 0, "", None)
    assert grade.signs == (1, 1)
    assert graded(lambda state: (dict.fromkeys(state.moves(), 1), 0), TicTacToe()).kept == (
        pytest.approx(np.mean([len(each.kept_by) / each.moves for each in critical]))
    )


def test_a_policy_that_can_be_beaten_is_shown_a_game_that_it_loses():
    first = graded(lambda state: ({move: -move for move in state.moves()}, 0), TicTacToe())
    end = TicTacToe.from_moves(first.lost.replace(" ", ""))
    assert named("1 5 9") == "a1 b2 c3"
    assert named(first.lost) in repr(first)
    assert end.winner is not None
    assert str(end) in repr(first)
    almost = dict.fromkeys(range(9), 0.0)

    def slips(state):
        shares, value = look(state)
        return (almost | {8: 1.0} if state == TicTacToe.from_moves("1") else shares), value

    said = str(exercise("6.10").check(slips))
    assert "right" in said
    assert "It can still be beaten: a1 c3 " in said
    state = TicTacToe.from_moves("1")
    assert exercise("6.10")(state) == 8, "play(ex) meets the answer, slips and all"


def test_the_solution_of_the_last_exercise_is_a_short_program():
    code = exercise("6.10").solution().code
    assert len([line for line in code.splitlines() if line.strip()]) <= 55
    assert code.endswith("practise()")


def test_puct_is_that_of_the_packages_nodes():
    waiting, seen = [puct(Connect4(4, 4), lopsided, 60).tree], 0
    while waiting:
        node = waiting.pop()
        waiting += node.children.values()
        if node.children and node.visits > 1:
            numbers = {m: (n.prior, n.visits, n.total) for m, n in node.children.items()}
            expected = {move: child.puct(1.3) for move, child in node.children.items()}
            assert my_puct(numbers, 1.3) == pytest.approx(expected)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("temperature", [0, 0.1, 0.5, 1, 1.7])
def test_the_target_is_the_packages_policy(temperature):
    for counts in ([3, 9, 0, 1], [5, 5, 2], [1], [7, 0, 7, 7]):
        moves = {move: MoveStats(0.1 * move, count, 0.5) for move, count in enumerate(counts)}
        expected = policy(dict(enumerate(counts)), temperature)
        assert target(moves, temperature) == pytest.approx(expected)


def test_the_mirror_image_is_the_packages_symmetry():
    rng = np.random.default_rng(2)
    for size in BOARDS:
        for state in positions(20, *size):
            columns = Columns(state.board, lines=False)
            shares = rng.random(state.width)
            squares, moves = columns.symmetries[1]
            bits, image = mirror(my_encode(state), shares.tolist(), state.height)
            assert bits == columns.bits(state)[squares].astype(int).tolist()
            assert image == shares[moves].tolist()


def test_an_outcome_is_that_of_the_winner_the_loser_or_a_draw():
    for game, end in exercise("6.8").cases:
        for state, _, z in examples(list(game), end):
            assert z == (0 if end.winner is None else 1 if end.winner == state.player else -1)


def test_the_cases_are_positions_paths_and_games_that_can_be():
    for logits, state in exercise("6.2").cases:
        assert len(logits) == state.width
        assert not state.is_over
    for way, value in exercise("6.5").cases:
        assert way[0].parent is None
        assert all(child.parent is node for node, child in pairwise(way))
        assert not any(node.state.is_over for node in way[:-1])
        leaf = way[-1].state
        assert not leaf.is_over or value == leaf.utility(leaf.player)
    for game, end in exercise("6.8").cases:
        assert end.is_over
        for state, shares in game:
            assert sum(shares.values()) == pytest.approx(1, abs=0.01)
            assert list(shares) == state.moves()
