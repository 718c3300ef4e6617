"""The second look: what it chooses, what it counts, and what it refuses."""

from functools import partial
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from random_games import crowded as positions

from c4lib.connect4 import Connect4
from c4lib.fast import analyze
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.heuristics import one, ours
from c4lib.result import SearchResult
from c4lib.search import TranspositionTable, alphabeta, forced_moves, minimax, second_look
from c4lib.search.common import WIN
from c4lib.search.secondary import Looks

RASH = Connect4.from_moves("53252233116756345561")
"""X to move; three plies of `one` like column 6, which loses, while column 7 wins."""


class Watched:
    """Alpha-beta that keeps what it was asked and what it answered."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, int]] = []
        self.answers: list[SearchResult] = []

    def __call__(self, state: Any, depth: int, evaluate: Any, **options: Any) -> SearchResult:
        self.asked.append((state, depth))
        self.answers.append(alphabeta(state, depth, evaluate, **options))
        return self.answers[-1]


def values(state: Any, depth: int, evaluate: Any) -> dict[int, float]:
    """What each move is worth to `depth` plies, for the player to move: nothing is cut."""
    return {move: stats.value for move, stats in minimax(state, depth, evaluate).moves.items()}


def reference(state: Any, depth: int, plies: int, evaluate: Any) -> tuple[int, dict[int, float]]:
    """The move that must come out, and all moves that were looked at twice."""
    worth, deeper = values(state, depth, evaluate), values(state, depth + plies, evaluate)
    twice: dict[int, float] = {}
    while True:
        best = max(worth, key=lambda move: (worth[move], move in twice))
        if best in twice:
            return max(twice, key=lambda move: twice[move]), twice
        worth[best] = twice[best] = deeper[best]


@given(positions(), st.integers(1, 3), st.integers(1, 3), st.sampled_from([one, ours]))
def test_the_move_is_found_by_the_rule(state, depth, plies, evaluate):
    assume(len(state.moves()) > 1)
    move, twice = reference(state, depth, plies, evaluate)
    result = second_look(state, depth, plies, evaluate)
    assert (result.move, result.value) == (move, twice[move])
    assert result.line[0] == move
    for other, plain in values(state, depth, evaluate).items():
        stats = result.moves[other]
        if other in twice:
            assert (stats.value, stats.bound) == (twice[other], "exact")
        else:
            assert plain <= stats.value <= result.value
            assert stats.bound == "upper" or stats.value == plain


@given(positions(), st.integers(1, 3), st.integers(1, 3), st.sampled_from([None, forced_moves]))
def test_all_searches_are_counted(state, depth, plies, loud):
    watched = Watched()
    result = second_look(state, depth, plies, one, "centre", loud, watched)
    first, *others = watched.answers
    assert result.nodes == sum(answer.nodes for answer in watched.answers)
    assert result.cutoffs == sum(answer.cutoffs for answer in watched.answers)
    assert result.depth == max(first.depth, *(answer.depth + 1 for answer in others), 0)
    assert result.seconds >= sum(answer.seconds for answer in watched.answers) > 0


@given(positions(), st.integers(1, 3), st.integers(0, 3))
def test_the_line_leads_to_the_value(state, depth, plies):
    result = second_look(state, depth, plies, one)
    end: Any = state
    for move in result.line:
        end = end.play(move)
    if end.is_over:
        worth = end.utility(state.player) * (WIN - len(result.line))
    else:
        worth = one(end) if end.player == state.player else -one(end)
    assert result.value == worth


def test_a_second_look_takes_back_a_losing_move_and_finds_the_winning_one():
    scores = analyze(RASH)
    assert scores[5] < 0 < scores[6]
    assert alphabeta(RASH, 3, one).move == 5
    result = second_look(RASH, 3, 2, one)
    assert result.move == 6
    assert result.moves[5].value == -(WIN - 4)  # in plies from the root, not from the move
    assert result.line[:2] == (6, 0)
    assert result.nodes < alphabeta(RASH, 5, one).nodes, "cheaper than a search that is as deep"


def test_a_move_that_stands_is_all_that_is_looked_at_twice():
    watched = Watched()
    state = Connect4.from_moves("4455")
    result = second_look(state, 3, 2, one, search=watched)
    assert (result.move, result.value) == (2, WIN - 3)
    assert watched.asked == [(state, 3), (state.play(2), 4)]


def test_of_moves_that_all_get_worse_the_best_is_played():
    # Two plies deep, by the lists' lengths, the branches are worth 3, 2 and 1; deeper, 0, -4, 1.
    tree = ListTree.of([[[0, -5, -6]], [[-4, -9]], [[1]]])
    result = second_look(tree, 2, 1, lambda state: len(state.tree))
    assert (result.move, result.value) == (2, 1)
    assert {move: stats.value for move, stats in result.moves.items()} == {0: 0, 1: -4, 2: 1}
    tree = ListTree.of([[[0, -5, -6]], [[-4, -9]], [[-1]]])
    assert second_look(tree, 2, 1, lambda state: len(state.tree)).move == 0


def test_a_bound_is_not_taken_for_a_value():
    """Two plies deep, what stands last is judged, with the wrong sign.

    The branches are worth 3, -50 and 1. The search leaves the second one as soon as it is
    worth at most 2; that does not make it better than the third, when the first one turns
    out to be worth 0.
    """
    tree = ListTree.of([[[0, -3]], [[50, -2], [9, 50]], [[1, -1]]])

    def judge(state: ListTree) -> float:
        return float(-state.tree[-1])

    assert values(tree, 2, judge) == {0: 3, 1: -50, 2: 1}
    first = alphabeta(tree, 2, judge)
    assert (first.move, first.moves[1].value, first.moves[1].bound) == (0, 2, "upper")
    result = second_look(tree, 2, 1, judge)
    assert (result.move, result.value) == (2, 1)


# Here a reply that wins late is tried before one that wins at once.
@example(Connect4.from_moves("24433", 4, 3, 3), 6, 4, -1)
@given(positions(), st.integers(1, 6), st.integers(1, 6), st.sampled_from([-1, 1]))
def test_one_look_tells_values_from_bounds_also_among_wins(state, depth, plies, sign):
    """Alpha is a win or a loss in so many plies from the root."""
    assume(state.free <= 8)
    alpha = sign * (WIN - plies)
    looks = Looks(state, alphabeta(state, 1), lambda s, d, w: alphabeta(s, d, None, w))
    for move, truth in values(state, depth, None).items():
        looks.look(move, depth, alpha)
        stats = looks.moves[move]
        assert stats.bound == ("upper" if truth <= alpha else "exact")
        assert truth <= stats.value if stats.bound == "upper" else truth == stats.value


@given(st.integers(0, 99), st.integers(1, 4), st.integers(1, 4))
def test_a_trees_values_are_not_moved_by_a_ply(seed, depth, plies):
    tree = RandomTree(3, 5, seed)
    move, twice = reference(tree, depth, plies, None)
    result = second_look(tree, depth, plies)
    assert (result.move, result.value) == (move, twice[move])


class Pairs(ListTree):
    """A tree in which each player moves twice in a row."""

    @property
    def player(self) -> int:
        return self.ply // 2 % 2


def test_a_player_may_move_twice_in_a_row():
    tree = Pairs.of([[[[-3, 1], [-4, 5]], [[-2, 9]]], [[[6, 8], [7, 7]], [[0, 1]]]])
    result = second_look(tree, 1, 3)
    assert (result.move, result.value) == (1, 6)
    assert result.moves[0].value == -2
    assert {move: stats.value for move, stats in result.moves.items()} == values(tree, 4, None)


def test_a_table_and_another_order_serve_all_looks():
    table = TranspositionTable()
    search = partial(alphabeta, table=table)
    for _ in range(2):  # the second time the table answers at the root, and names no other moves
        assert second_look(RASH, 3, 2, one, "centre", search=search).move == 6
    assert second_look(RASH, 3, 2, one, lambda state, moves: moves[::-1]).move == 6


def test_quiescence_goes_into_all_looks():
    result = second_look(RASH, 2, 1, one, loud=forced_moves)
    assert result.move == 6
    assert result.depth > 3


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(TicTacToe.from_moves("12354687"), id="one move"),
        pytest.param(Connect4(1, 4, 4), id="one column"),
        pytest.param(Connect4.from_moves("4455667"), id="lost"),
        pytest.param(TicTacToe.from_moves("123546879"), id="drawn"),
    ],
)
def test_without_a_choice_it_is_the_plain_search(state):
    assert second_look(state, 2, 2) == alphabeta(state, 2)


@given(positions(), st.integers(1, 3))
def test_with_no_plies_it_is_the_plain_search(state, depth):
    assert second_look(state, depth, 0, one, "centre") == alphabeta(
        state, depth, one, None, "centre"
    )
