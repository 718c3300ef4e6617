"""What holds for the exercises of lesson 09 beside what holds for all: see test_exercises."""

import random

import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.lesson09 import (
    TASKS,
    answers,
    average_value,
    best_chance,
    child_window,
    maxn_values,
    piglet,
)
from c4lib.exercises.printed import PrintedDice, PrintedTuples
from c4lib.game import CHANCE
from c4lib.games.modelled import Modelled, Mostly
from c4lib.games.odd_trees import DiceTree, TupleTree
from c4lib.games.pig import Pig, win_probability
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import expectimax, maxn, minimax
from c4lib.search.expectimax import Expectimax


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def random_tree(rng, plies):
    """A tree with MAX, MIN and dice in any order."""
    if plies == 0 or rng.random() < 0.2:
        return rng.randint(-9, 9)
    below = [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 3))]
    kind = rng.choice(["max", "min", "chance"])
    return kind, [(1 / len(below), tree) for tree in below] if kind == "chance" else below


# ---- the references, beside other ways to find the same ---------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_the_average_is_expectimax(seed):
    rng = random.Random(seed)
    root = DiceTree.of((rng.choice(["max", "min"]), [random_tree(rng, 3) for _ in range(2)]))
    assert average_value(root, root.player) == pytest.approx(expectimax(root).value)
    assert average_value(root, 1 - root.player) == pytest.approx(-expectimax(root).value)


def test_the_window_is_that_of_star1():
    for case in exercise("9.2").cases:
        alpha, beta, done, chance, rest, least, most = case
        search = Expectimax(DiceTree.of(1), None, None, True, (least, most), None)
        assert child_window(*case) == pytest.approx(search.inside(alpha, beta, done, chance, rest))


def test_the_window_is_as_wide_as_it_must_be():
    """At its ends the average is just alpha with the best rest, and beta with the worst."""
    for alpha, beta, done, chance, rest, least, most in exercise("9.2").cases:
        low, high = child_window(alpha, beta, done, chance, rest, least, most)
        assert done + chance * low + rest * most == pytest.approx(alpha)
        assert done + chance * high + rest * least == pytest.approx(beta)


def test_the_solution_of_pig_does_not_change_any_more():
    for scores, turn in (((0, 0), 0), ((12, 3), 5), ((4, 18), 9), ((19, 19), 0)):
        state = Pig(20, scores, turn)
        assert best_chance(state, win_probability) == pytest.approx(win_probability(state))


def test_piglet_comes_to_what_neller_and_presser_found():
    wins = piglet(2, 100, 0.5)
    known = {(0, 0, 0): 4 / 7, (0, 0, 1): 5 / 7, (0, 1, 0): 2 / 5, (0, 1, 1): 3 / 5}
    known |= {(1, 0, 0): 4 / 5, (1, 1, 0): 2 / 3}
    assert wins == pytest.approx(known)


def test_the_guess_does_not_matter_in_the_end():
    assert piglet(3, 200, 0.0) == pytest.approx(piglet(3, 200, 0.9))


def test_everybody_for_themselves_is_max_n():
    for (state,) in exercise("9.5").cases:
        assert maxn_values(state) == maxn(state).values


def test_answers_are_those_to_a_model():
    for state, share in exercise("9.6").cases:
        model = Mostly(lambda state: minimax(state).move, share)
        found = expectimax(Modelled(state, 1 - state.player, model)).moves
        assert answers(state, share) == pytest.approx(
            {move: stats.value for move, stats in found.items()}
        )


def test_in_some_case_the_best_answer_is_not_minimaxs():
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


# ---- how the trees are shown -------------------------------------------------------------------


def test_trees_can_be_pasted_back():
    dice = PrintedDice.of(("max", [1, ("chance", [(0.5, 2), (0.5, ("min", [3, 4]))])]))
    assert eval(repr(dice)) == DiceTree(dice.tree)
    tuples = PrintedTuples.of([[(1, 2), (0, 3)], (4, 4)])
    assert eval(repr(tuples)) == TupleTree(tuples.tree, 2)
    assert eval(repr(tuples.play(0))) == TupleTree(tuples.tree[1][0], 2, ply=1)


def test_trees_are_drawn_as_outlines():
    dice = PrintedDice.of(("max", [1, ("chance", [(0.25, 2), (0.75, ("min", [3, 4]))])]))
    assert str(dice) == (
        "MAX\n├─ 0: leaf 1\n└─ 1: chance\n   ├─ 0 (0.25): leaf 2\n   └─ 1 (0.75): MIN\n"
        "      ├─ 0: leaf 3\n      └─ 1: leaf 4"
    )
    tuples = PrintedTuples.of([[(1, 2, 3), (4, 5, 6)], (0, 0, 9)])
    assert str(tuples) == (
        "player 0\n├─ 0: player 1\n│  ├─ 0: (1, 2, 3)\n│  └─ 1: (4, 5, 6)\n└─ 1: (0, 0, 9)"
    )


# ---- what readers write ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("9.1", lambda state, me: [1], "One number is wanted"),
        ("9.2", lambda *numbers: 0.5, "A pair is wanted"),
        ("9.3", lambda state, wins: "hold", "A number is wanted"),
        ("9.4", lambda goal, sweeps, guess: 0.5, "The whole dictionary is wanted"),
        ("9.5", lambda state: 0.5, "A tuple is wanted, a number for each player"),
        ("9.6", lambda state, share: 0.5, "A dictionary is wanted"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


def test_asking_about_a_finished_game_of_pig_is_answered_in_words():
    def answer(state, wins):
        return 1 - wins(state.play("hold"))

    verdict = exercise("9.3").check(answer)
    assert "wins knows only states in which somebody is to decide" in str(verdict)


def test_of_a_table_only_a_wrong_entry_is_shown():
    def answer(goal, sweeps, guess):
        return piglet(goal, sweeps, guess) | {(0, 0, 0): 0.123}

    shown = str(exercise("9.4").check(answer))
    assert "{(0, 0, 0): 0.123}" in shown
    assert len(shown) < 400

    def more(goal, sweeps, guess):
        return piglet(goal, sweeps, guess) | {(goal, 0, 0): 1.0}

    assert "{(1, 0, 0): 1.0}" in str(exercise("9.4").check(more))

    def less(goal, sweeps, guess):
        return {}

    assert "expected: {(0, 0, 0): 0.75}" in str(exercise("9.4").check(less))


def test_a_list_will_do_for_a_tuple():
    assert exercise("9.5").check(lambda state: list(maxn_values(state))).is_right
    assert exercise("9.2").check(lambda *numbers: list(child_window(*numbers))).is_right


def test_a_wrong_answer_shows_the_tree_it_was_wrong_on():
    verdict = str(exercise("9.1").check(lambda state, me: 0.0))
    assert "chance" in verdict
    assert "0 (0.5): leaf 3" in verdict


def test_the_lesson_has_four_to_six_exercises_and_each_knows_some_mistakes():
    assert 4 <= len(TASKS) <= 6
    assert min(len(task.mistakes) for task in TASKS) >= 8


def test_a_board_and_a_grid_are_among_the_games_of_the_cases():
    games = {type(state) for state, _ in exercise("9.6").cases}
    assert games == {TicTacToe, Connect4}
