"""What readers of lesson 03 hand in, and the player that a right alpha-beta makes."""

from math import ceil, inf

import numpy as np
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


def zero_is_none(state, first):
    moves = list(state.moves())
    return [first, *(m for m in moves if m != first)] if first and first in moves else moves


def in_a_set(state, first):
    moves = state.moves()
    return list({first} | set(moves)) if first in moves else list(moves)


def all_searched_first(state, alpha, beta):
    if state.is_over:
        return state.utility(state.player)
    for value in [-all_searched_first(state.play(m), -beta, -alpha) for m in state.moves()]:
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def middle_first(state, alpha, beta):
    if state.is_over:
        return state.utility(state.player)
    moves = sorted(state.moves(), key=lambda move: abs(move - state.width // 2))
    return max(-middle_first(state.play(move), -beta, -alpha) for move in moves)


def with_its_move(state, alpha, beta):
    if state.is_over:
        return state.utility(state.player), None
    return max((-with_its_move(state.play(m), -beta, -alpha)[0], m) for m in state.moves())


def by_numpy(b, leaves):
    d = np.arange(200)
    needed = b ** np.ceil(d / 2) + b ** np.floor(d / 2) - 1
    return int(np.max(d[needed <= leaves]))


def two_plies_at_a_time(b, leaves):
    depth = 0
    while 2 * b ** (depth // 2 + 1) - 1 <= leaves:
        depth += 2
    return depth


def leaves_at(b, depth):
    return b ** ceil(depth / 2) + b ** (depth // 2) - 1


def none_if_crossing(value, bound, alpha, beta):
    alpha, beta = reference("3.6")(value, bound, alpha, beta)
    return (alpha, beta) if alpha < beta else None


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [
        ("3.2", all_searched_first, "searched inside the loop, not all of them beforehand"),
        ("3.2", middle_first, "in the order of `state.moves()`"),
        ("3.2", with_its_move, "one number"),
        ("3.4", zero_is_none, "Move 0 is a move"),
        ("3.4", in_a_set, "A set has no order"),
        ("3.6", none_if_crossing, "even where they meet or cross"),
        ("3.7", by_numpy, "A float keeps about 16 digits"),
        ("3.7", two_plies_at_a_time, "two plies at a time"),
        ("3.7", leaves_at, "Asked for is the opposite"),
        ("3.2", without_a_last_return, "does every path through it end in a `return`?"),
        ("3.3", lambda value, alpha, beta: "EXACT", "one of the three words"),
        ("3.4", sorted_in_place, "change the list and return None"),
        ("3.4", removed_unasked, "it may be illegal here, or None"),
    ],
)
def test_a_wrong_answer_is_explained(number, answer, words):
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
