"""The references of lesson 09, compared with the package's searches and with published values."""

import random

import pytest

from c4lib.exercises import exercise
from c4lib.exercises.lesson09 import (
    answers,
    average_value,
    best_chance,
    child_window,
    piglet,
)
from c4lib.game import CHANCE
from c4lib.games.modelled_opponent import Modelled, Mostly
from c4lib.games.pig import Pig, win_probability
from c4lib.games.trees import DiceTree
from c4lib.search import expectimax, minimax
from c4lib.search.expectimax import Expectimax


def random_tree(rng, plies):
    """A tree with MAX, MIN and dice in any order."""
    if plies == 0 or rng.random() < 0.2:
        return rng.randint(-9, 9)
    below = [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 3))]
    kind = rng.choice(["max", "min", "chance"])
    return kind, [(1 / len(below), tree) for tree in below] if kind == "chance" else below


@pytest.mark.parametrize("seed", range(30))
def test_the_average_is_expectimax(seed):
    rng = random.Random(seed)
    root = DiceTree.of((rng.choice(["max", "min"]), [random_tree(rng, 3) for _ in range(2)]))
    assert average_value(root, root.player) == pytest.approx(expectimax(root).value)
    assert average_value(root, 1 - root.player) == pytest.approx(-expectimax(root).value)


def test_the_window_is_that_of_star1_and_as_wide_as_it_must_be():
    """At its ends the average is just alpha with the best rest, and beta with the worst."""
    for case in exercise("9.2").cases:
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
    for state, share in exercise("9.6").cases:
        model = Mostly(lambda state: minimax(state).move, share)
        found = expectimax(Modelled(state, 1 - state.player, model)).moves
        assert answers(state, share) == pytest.approx(
            {move: stats.value for move, stats in found.items()}
        )
    cases = [(s, answers(s, share)) for s, share in exercise("9.6").cases if share < 1]
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

    assert any(stays(state) for state, _ in exercise("9.1").cases)
