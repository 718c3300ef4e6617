"""The references of lesson 06, compared with the package's own, and their cases."""

from itertools import pairwise

import numpy as np
import pytest
from random_games import positions

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.puct import policy, puct
from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.lesson06 import examples, mirror, my_encode, my_puct, target
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
    for game, end in exercise("6.6").cases:
        for state, _, z in examples(list(game), end):
            assert z == (0 if end.winner is None else 1 if end.winner == state.player else -1)


def test_the_cases_are_positions_paths_and_games_that_can_be():
    for logits, state in exercise("6.2").cases:
        assert len(logits) == state.width
        assert not state.is_over
    for way, value in exercise("6.4").cases:
        assert way[0].parent is None
        assert all(child.parent is node for node, child in pairwise(way))
        assert not any(node.state.is_over for node in way[:-1])
        leaf = way[-1].state
        assert not leaf.is_over or value == leaf.utility(leaf.player)
    for game, end in exercise("6.6").cases:
        assert end.is_over
        for state, shares in game:
            assert sum(shares.values()) == pytest.approx(1, abs=0.01)
            assert list(shares) == state.moves()
