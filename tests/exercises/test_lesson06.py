"""The references of lesson 06, compared with the package's own, and their cases."""

from itertools import pairwise

import numpy as np
import pytest
from random_positions import positions

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import softmax
from c4lib.alphazero.search import PuctNode as Node
from c4lib.alphazero.search import expand, policy, puct, select, update
from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.lesson06 import backup, examples, mirror, my_encode, my_puct, priors, target
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


@pytest.mark.parametrize("size", BOARDS)
def test_the_priors_are_the_packages_softmax_over_the_legal_moves(size):
    rng = np.random.default_rng(1)
    for state in positions(30, *size):
        logits = rng.normal(scale=300, size=state.width)
        legal = np.array([[move in state.moves() for move in range(state.width)]])
        expected = softmax(logits[None], legal)[0]
        found = priors(logits.tolist(), state)
        assert list(found) == state.moves()
        assert list(found.values()) == pytest.approx(expected[state.moves()])


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


def test_passing_a_value_up_is_the_packages_update():
    one, other = Node(Connect4(3, 3, 3)), Node(Connect4(3, 3, 3))
    for _ in range(25):
        leaf = select(one, 1.5)
        update(leaf, expand(leaf, lopsided))
        path = [select(other, 1.5)]
        value = expand(path[0], lopsided)
        while path[0].parent is not None:
            path.insert(0, path[0].parent)
        backup(path, value)
    waiting = [(one, other)]
    while waiting:
        here, there = waiting.pop()
        assert (here.visits, here.total) == (there.visits, pytest.approx(there.total))
        assert list(here.children) == list(there.children)
        waiting += zip(here.children.values(), there.children.values(), strict=True)
    assert one.visits == 25


@pytest.mark.parametrize("temperature", [0, 0.1, 0.5, 1, 1.7])
def test_the_target_is_the_packages_policy(temperature):
    for counts in ([3, 9, 0, 1], [5, 5, 2], [1], [7, 0, 7, 7]):
        moves = {move: MoveStats(0.1 * move, count, 0.5) for move, count in enumerate(counts)}
        expected = policy(dict(enumerate(counts)), temperature)
        assert target(moves, temperature) == pytest.approx(expected)


def test_the_mirror_image_is_the_packages_symmetry_and_that_of_the_mirrored_game():
    rng = np.random.default_rng(2)
    for size in BOARDS:
        for state in positions(20, *size):
            columns = Columns(state.board, lines=False)
            shares = rng.random(state.width)
            squares, moves = columns.symmetries[1]
            bits, image = mirror(my_encode(state), shares.tolist(), state.height)
            assert bits == columns.bits(state)[squares].astype(int).tolist()
            assert image == shares[moves].tolist()
    for state in positions(30, 5, 4, 4):
        other = Connect4(5, 4)
        for move in state.history:
            other = other.play(state.mirror_move(move))
        assert mirror(my_encode(state), [0.2] * 5, 4)[0] == my_encode(other)


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
