"""What readers of lesson 03 hand in, and the player that a right alpha-beta makes."""

from math import inf

import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.search import minimax
from c4lib.view import play

pytestmark = pytest.mark.usefixtures("progress_file")


def reference(number):
    return exercise(number).task.reference


def sorted_in_place(state, first):
    moves = list(state.moves())
    return moves.sort(key=lambda move: move != first)


def removed_unasked(state, first):
    moves = list(state.moves())
    moves.remove(first)
    return [first, *moves]


def without_a_last_return(state, alpha, beta):
    if state.is_over:
        return state.utility(state.player)
    for move in state.moves():
        alpha = max(alpha, -without_a_last_return(state.play(move), -beta, -alpha))
        if alpha >= beta:
            return alpha


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [
        ("3.2", without_a_last_return, "does every path through it end in a `return`?"),
        ("3.3", lambda value, alpha, beta: "EXACT", "one of the three words"),
        ("3.4", sorted_in_place, "change the list and return None"),
        ("3.4", removed_unasked, "it may be illegal here, or None"),
    ],
)
def test_an_error_or_a_none_is_explained(number, answer, words):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert words in str(verdict)


def fail_hard(state, alpha, beta):
    """Right as well: outside the window it returns the window's end."""
    if state.is_over:
        return state.utility(state.player)
    for move in state.moves():
        alpha = max(alpha, -fail_hard(state.play(move), -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


@pytest.mark.parametrize("answer", [reference("3.2"), fail_hard], ids=["soft", "hard"])
def test_a_right_alpha_beta_is_a_perfect_player(answer):
    ex = exercise("3.2")
    assert "play(ex)" in str(ex.check(answer))
    for moves in ("", "2", "21", "2132", "3321"):
        state = Connect4.from_moves(moves, 3, 3, 3)
        values = {m: stats.value for m, stats in minimax(state).moves.items()}
        assert values[ex(state)] == max(values.values())


def test_the_board_says_first_what_to_solve():
    ex = exercise("3.2")
    ex.player = None
    assert "solve exercise 3.2" in repr(play(ex, start=Connect4(4, 4)))


@pytest.mark.parametrize("b", [2, 3, 7])
def test_the_depth_within_a_number_of_leaves_is_the_last_that_fits(b):
    for leaves in range(1, 200):
        depth = reference("3.7")(b, leaves)
        needed = [b ** -(-d // 2) + b ** (d // 2) - 1 for d in (depth, depth + 1)]
        assert needed[0] <= leaves < needed[1]


def test_a_table_never_widens_a_window():
    for bound in ("lower", "upper"):
        for value in (-3, 0, 3):
            alpha, beta = reference("3.6")(value, bound, -1, 1)
            assert (alpha, beta) != (-inf, inf)
            assert alpha >= -1
            assert beta <= 1
