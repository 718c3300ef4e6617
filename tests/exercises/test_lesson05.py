"""The references of lesson 05, compared with the package's search, and the trees of its cases."""

import math
from copy import deepcopy
from itertools import pairwise

import numpy as np
import pytest
from random_games import positions

from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.lesson05 import (
    MY_MCTS,
    games_needed,
    my_mcts,
    my_select,
    my_update,
    uct_value,
    win_share,
)
from c4lib.exercises.mcts_trees import grown, nodes_of, outline, place
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import mcts
from c4lib.search.dice import Dice
from c4lib.search.mcts import add_child, at_random, new_node, simulate
from c4lib.search.mcts_trace import path_to


def test_a_share_is_that_of_the_packages_games_and_its_cases_hold_all_outcomes():
    for state in positions(20, 4, 4, 4):
        ends = simulate(state, 15, at_random, Dice(3))
        points = [{1: 1, 0: 0.5, -1: 0}[end.utility(state.player)] for end in ends]
        assert win_share(state, 15, Dice(3)) == pytest.approx(np.mean(points))
    seen = set()
    for state, games, dice in exercise("5.1").cases:
        for end in simulate(state, games, at_random, deepcopy(dice)):
            seen.add((state.player, end.utility(state.player)))
    assert seen == {(player, utility) for player in (0, 1) for utility in (-1, 0, 1)}


@pytest.mark.usefixtures("progress_file")
def test_trying_an_answer_on_the_cases_does_not_change_them():
    for number, answer in (("5.1", win_share), ("5.5", my_update)):
        for case in exercise(number).cases:
            answer(*case)
        assert exercise(number).check(answer).is_right


def test_the_games_needed_are_the_first_that_are_enough_whatever_the_last_digit():
    for share, margin in exercise("5.2").cases:
        games = games_needed(share, margin)
        reaches = [1.96 * math.sqrt(share * (1 - share) / n) for n in (games - 1, games)]
        assert reaches[0] > margin >= reaches[1]
        variance = share * (1 - share)
        ways = {
            1.96**2 * variance / margin**2,
            (1.96 / margin) ** 2 * variance,
            variance / (margin / 1.96) ** 2,
        }
        assert ways == {games} or all(abs(way - round(way)) > 1e-3 for way in ways)


def test_uct_is_that_of_the_packages_nodes():
    for _, node in nodes_of(mcts(Connect4(4, 4), 300).tree):
        if node.parent is not None:
            found = uct_value(node.points, node.visits, node.parent.visits, 0.9)
            assert found == pytest.approx(node.uct(0.9))


# ---- the trees of the cases ------------------------------------------------------------------


def test_the_trees_of_the_cases_add_up():
    roots = [root for root, _ in exercise("5.4").cases]
    roots += [path_to(leaf)[0] for leaf, _ in exercise("5.5").cases]
    for root in roots:
        for _, node in nodes_of(root):
            below = sum(child.visits for child in node.children.values())
            if node.parent is None:
                assert node.visits == below
            elif not node.state.is_over:
                assert node.visits == below + bool(node.visits)


def test_the_cases_of_selecting_lead_to_all_kinds_of_ends_none_by_the_last_digit():
    ends = [my_select(root, c) for root, c in exercise("5.4").cases]
    assert any(node.parent is None for node in ends)
    assert any(node.state.is_over for node in ends)
    assert any(node.untried and node.parent is not None for node in ends)
    assert {root.state.player for root, _ in exercise("5.4").cases} == {0, 1}
    for root, c in exercise("5.4").cases:
        for _, node in nodes_of(root):
            if not node.untried and node.children:
                rows = [(n.uct(c), n.visits, n.points) for n in node.children.values()]
                for first, second in pairwise(sorted(rows)):
                    assert first[1:] == second[1:] or second[0] - first[0] > 1e-6


def test_the_cases_of_updating_hold_both_players_draws_and_several_games():
    cases = exercise("5.5").cases
    assert {path_to(leaf)[0].state.player for leaf, _ in cases} == {0, 1}
    assert {end.winner for _, ends in cases for end in ends} == {0, 1, None}
    assert {1, 2, 3, 4} == {len(ends) for _, ends in cases}
    assert max(len(path_to(leaf)) for leaf, _ in cases) > 3
    for leaf, ends in cases:
        assert leaf.visits == 0
        assert ends


def test_a_tree_is_drawn_with_owners_counts_and_what_is_left_to_try():
    root = new_node(Connect4(3, 3, 3), 0)
    first, second = add_child(root, 0), add_child(root, 1)
    below = add_child(second, 1)
    root.untried, second.untried = [2], [0, 2]
    counts = ((root, 3, 2.0), (first, 1, 1.0), (second, 2, 1.0), (below, 1, 0.5))
    for node, visits, points in counts:
        node.visits, node.points = visits, points
    first.proven = 1.0
    assert outline(root).splitlines() == [
        "root, X to move: 3 visits, 2 points; column 3 untried",
        "├─ column 1 (move 0) by X: 1 visit, 1 point, mean 1.000; a proven win; all moves untried",
        "└─ column 2 (move 1) by X: 2 visits, 1 point, mean 0.500; columns 1, 3 untried",
        "   └─ column 2 (move 1) by O: 1 visit, 0.5 points, mean 0.500; all moves untried",
    ]
    state = TicTacToe.from_moves("5")
    assert outline(grown(state, 1, 1.5, 0)).splitlines()[1].startswith("└─ move ")
    assert place(state, (0, 1)) == "after moves 0, 1"
    assert place(Connect4(), (0, 1)) == "after columns 1, 2"
    assert place(state, ()) == "the root"


def test_the_whole_search_becomes_a_player_that_stops_a_threat():
    assert MY_MCTS.player is not None
    player = MY_MCTS.player(my_mcts)
    assert player(Connect4.from_moves("121", width=4, height=4, connect=3)) == 0
