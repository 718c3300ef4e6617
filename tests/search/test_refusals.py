"""What every search notices: states that are none, dice, a third player, and odd answers."""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from refused import refused
from small_games import LastOfThree, Toss

from c4lib.connect4 import Connect4
from c4lib.games import Pig, TicTacToe
from c4lib.result import Trace
from c4lib.search import (
    TranspositionTable,
    alphabeta,
    alphabeta_by_list,
    deepen,
    expectimax,
    maxn,
    mcts,
    minimax,
    minimax_by_list,
    paranoid,
)

TWO = [minimax, minimax_by_list, alphabeta, alphabeta_by_list, partial(deepen, depth=9)]
ALL = [*TWO, expectimax, maxn, paranoid]
START = Connect4(3, 3, 3)


@pytest.mark.parametrize("search", TWO)
@pytest.mark.parametrize("game", [Toss(), LastOfThree(), Pig(10)], ids=repr)
def test_dice_and_a_third_player_below_the_root_are_noticed(search, game):
    with pytest.raises(ValueError, match=r"to move; minimax .* use expectimax or maxn"):
        search(game)


@pytest.mark.parametrize("search", ALL)
@pytest.mark.parametrize("state", [None, 3, Connect4, "a state"], ids=str)
def test_what_is_no_state_is_refused(search, state):
    with pytest.raises(ValueError, match="a search starts from a state of a game"):
        search(state)


class Circle(TicTacToe):
    """Begins again and again."""

    def play(self, move: int) -> Any:
        return type(self)((0, *(None,) * 8) if self.player == 0 else (None,) * 9)


@pytest.mark.parametrize("search", [s for s in ALL if not isinstance(s, partial)])
def test_a_game_without_end_is_explained(search, monkeypatch):
    monkeypatch.setattr(sys.modules["c4lib.search.minimax"], "MOST_PLIES", 1000)
    with pytest.raises(ValueError, match="some games from here go on without end"):
        search(Circle())


class Odd(Toss):
    """Its probabilities are to be set."""

    given: Any = ()

    def chances(self) -> Any:
        return [("good", self.given[0]), ("bad", self.given[1])]

    def play(self, move: str) -> Any:
        after = super().play(move)
        return type(self)(after.player, after.outcome)


@pytest.mark.parametrize("search", [expectimax, maxn, partial(mcts, iterations=20)])
@pytest.mark.parametrize("given", [(1, 0), (1.5, -0.5), (0.5, 0.4), (nan, 0.5), ("a", "b")])
def test_impossible_probabilities_are_refused(search, given):
    with pytest.raises(ValueError, match="probabilities above 0 that sum to 1"):
        search(type("Odder", (Odd,), {"given": given})())


@pytest.mark.parametrize(
    "search", [alphabeta, alphabeta_by_list, partial(deepen, depth=3), paranoid]
)
@pytest.mark.parametrize("made", [None, [], [0], [0, 1, 2] * 2, [0, 1, 9], [0, 0, 0]], ids=str)
def test_an_order_that_is_none_is_noticed(search, made):
    with pytest.raises(ValueError, match=r"an order returns each of \[0, 1, 2\] once"):
        search(START, order=lambda state, moves: made)


NUMBER = "it has to return a number"
test_odd_answers_and_arguments_are_refused = refused(
    (lambda: minimax(START, 2, lambda state: nan), NUMBER),
    (lambda: minimax(START, 2, lambda state: 1j), NUMBER),
    (lambda: alphabeta(START, 2, lambda state: np.array([0.5])), NUMBER),
    (lambda: minimax(START, evaluate=lambda state: 0), "give depth="),
    (lambda: minimax_by_list(START, evaluate=lambda state: 0), "give depth="),
    (lambda: maxn(START, 2, lambda state: "12"), "2 numbers"),
    (lambda: maxn(START, 2, lambda state: {0: 1, 1: 2}), "2 numbers"),
    (lambda: alphabeta(START, 2, window="12"), "a window is a pair"),
    (lambda: alphabeta(START, 2, window=(nan, 1)), "is empty"),
    (lambda: alphabeta(START, 2, table={}), r"table is a TranspositionTable\(\)"),
    (lambda: alphabeta(START, 2, trace=[]), r"trace is a Trace\(\)"),
    (lambda: alphabeta(START, 2, loud=lambda state: None), "loud has to return a list"),
    (lambda: alphabeta(TicTacToe(), 2, order="centre"), "no width, and so no centre"),
    (lambda: mcts(START, 5, trace=Trace()), "trace is an MCTSTrace"),
    (lambda: Trace(-1), "limit is a whole number"),
    (lambda: Trace(inf), "limit is a whole number"),
)


@pytest.mark.parametrize("search", [*ALL, partial(mcts, iterations=50)])
@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"utility": lambda self, player: nan}, NUMBER),
        ({"moves": lambda self: []}, r"moves\(\) returned none|no move|max"),
    ],
)
def test_a_utility_that_is_no_number_and_missing_moves_are_noticed(search, part, message):
    with pytest.raises(ValueError, match=message):
        search(type("Hostile", (TicTacToe,), part)(TicTacToe.from_moves("1526").squares))


def test_threads_can_share_a_table():
    table = TranspositionTable(entries=20)
    states = [Connect4.from_moves(moves, 4, 4, 4) for moves in ("1", "2", "3", "4")] * 2
    with ThreadPoolExecutor(4) as pool:
        values = pool.map(lambda state: alphabeta(state, 6, table=table).value, states)
    assert set(values) == {0}
    assert len(table) <= 20
