"""The references of lesson 09, compared with the package's searches and with published values."""

import random

import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.lesson09 import (
    answers,
    best_chance,
    chance_to_reach,
    child_window,
    pact_values,
    piglet,
)
from c4lib.game import CHANCE
from c4lib.games.modelled_opponent import Modelled, Mostly
from c4lib.games.pig import Pig, optimal, win_probability
from c4lib.games.trees import DiceTree
from c4lib.games.trio import Trio
from c4lib.search import expectimax, maxn, minimax
from c4lib.search.expectimax import Expectimax


def random_tree(rng, plies):
    """A tree with MAX, MIN and dice in any order."""
    if plies == 0 or rng.random() < 0.2:
        return rng.randint(-9, 9)
    below = [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 3))]
    kind = rng.choice(["max", "min", "chance"])
    return kind, [(1 / len(below), tree) for tree in below] if kind == "chance" else below


def reached(tree, goal):
    """The tree with 1 at the leaves that reach the goal, and 0 at the others."""
    if not isinstance(tree, tuple):
        return float(tree >= goal)
    kind, branches = tree
    if kind == "chance":
        return kind, [(chance, reached(branch, goal)) for chance, branch in branches]
    return kind, [reached(branch, goal) for branch in branches]


@pytest.mark.parametrize("seed", range(30))
def test_the_chance_to_reach_a_goal_is_expectimax_with_leaves_of_0_and_1(seed):
    rng = random.Random(seed)
    tree = (rng.choice(["max", "min"]), [random_tree(rng, 3) for _ in range(2)])
    for goal in (-3, 0, 4):
        root = DiceTree.of(reached(tree, goal))
        worth = expectimax(root).value if root.player == 0 else -expectimax(root).value
        assert chance_to_reach(DiceTree.of(tree), 0, goal) == pytest.approx(worth)
        missed = chance_to_reach(DiceTree.of(tree), 1, 0.5 - goal)  # the other stays below
        assert missed == pytest.approx(1 - worth)


def test_without_allies_a_pact_is_maxn_and_everybodys_own_sum_decides_for_one():
    for state, _ in exercise("9.5").cases:
        assert pact_values(state, ()) == pact_values(state, (state.player,)) == maxn(state).values
        together = sum(pact_values(state, range(state.players)))
        assert all(together >= sum(pact_values(state, pact)) for pact in ((), (0, 1)))


def test_players_of_right_answers_play_well():
    ex = exercise("9.3")
    ex.check(best_chance)
    sample = [Pig(20, (12, 14), 5), Pig(20, (0, 3), 10), Pig(20, (14, 18), 6), Pig(20, (0, 0), 1)]
    assert [ex(state) for state in sample] == [optimal(state) for state in sample]
    ex = exercise("9.5")
    ex.check(pact_values)
    state = Trio.from_moves("4223443", width=4, height=4, connect=3)
    while not state.is_over:
        state = state.play(ex(state) if state.player else maxn(state).move)
    assert state.winner != 0
    ex = exercise("9.2")
    ex.check(answers)
    state = Connect4.from_moves("1332", 3, 3, 3)
    values = answers(state, 0.8)
    assert values[ex(state)] == max(values.values())


def test_the_window_is_that_of_star1_and_as_wide_as_it_must_be():
    """At its ends the average is just alpha with the best rest, and beta with the worst."""
    for case in exercise("9.6").cases:
        alpha, beta, done, chance, rest, least, most = case
        search = Expectimax(DiceTree.of(1), None, None, True, (least, most), None)
        low, high = child_window(*case)
        assert (low, high) == pytest.approx(search.inside(alpha, beta, done, chance, rest))
        assert done + chance * low + rest * most == pytest.approx(alpha)
        assert done + chance * high + rest * least == pytest.approx(beta)


def test_the_solutions_of_pig_and_piglet_are_final_and_those_of_neller_and_presser():
    for scores, turn in (((0, 0), 0), ((12, 3), 5), ((4, 18), 9), ((19, 19), 0)):
        state = Pig(20, scores, turn)
        assert best_chance(state, win_probability) == pytest.approx(win_probability(state))
    wins = piglet(2, 100, 0.5)
    known = {(0, 0, 0): 4 / 7, (0, 0, 1): 5 / 7, (0, 1, 0): 2 / 5, (0, 1, 1): 3 / 5}
    known |= {(1, 0, 0): 4 / 5, (1, 1, 0): 2 / 3}
    assert wins == pytest.approx(known)
    assert piglet(3, 200, 0.0) == pytest.approx(piglet(3, 200, 0.9))


def test_answers_are_those_to_a_model_and_in_some_case_not_minimaxs():
    for state, share in exercise("9.2").cases:
        model = Mostly(lambda state: minimax(state, 2).move, share)
        found = expectimax(Modelled(state, 1 - state.player, model)).moves
        assert answers(state, share) == pytest.approx(
            {move: stats.value for move, stats in found.items()}
        )
    cases = [(s, answers(s, share)) for s, share in exercise("9.2").cases if share < 1]
    best = [max(values, key=values.get) for _, values in cases]
    assert any(move != minimax(state).move for move, (state, _) in zip(best, cases, strict=True))


def test_the_cases_have_dice_after_which_it_is_the_same_players_turn():
    def stays(state):
        if state.is_over:
            return False
        after = [state.play(move) for move in state.moves()]
        here = state.player != CHANCE and any(
            child.player == CHANCE
            and any(
                not below.is_over and below.player == state.player
                for below in map(child.play, child.moves())
            )
            for child in after
        )
        return here or any(map(stays, after))

    assert any(stays(state) for state, *_ in exercise("9.1").cases)
