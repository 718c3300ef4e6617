"""What holds for every game, and that the check of it notices the games that break it."""

import doctest
import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_game

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, State, check_game
from c4lib.games.general_sum import Field
from c4lib.games.modelled_opponent import Modelled, uniform
from c4lib.games.othello import Othello
from c4lib.games.pig import Pig
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, ListTree, RandomTree, TupleTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy

GAMES = [
    Connect4(),
    Connect4(1, 1, 1),
    Connect4(3, 3, 3),
    Connect4(12, 3, 5),
    Connect4.from_moves("44444"),
    TicTacToe(),
    TicTacToe.from_moves("519"),
    Othello(),
    Othello(4),
    Othello(10),
    Othello.from_moves("c4e3"),
    Quixo(),
    Quixo(3),
    Quixo(4, patience=3),
    Quixo.from_moves([0, 20, 3]),
    Pig(10),
    Pig(30, scores=(12, 25)),
    Windy(),
    Windy(Connect4(3, 3, 3), wind=1),
    Modelled(Connect4(4, 4, 3), 1, uniform),
]


ANY_NUMBER = {"utilities": None}
OF_THREE = {"players": 3, "utilities": (-0.5, 0, 1)}
BOTH_CAN_WIN = {"zero_sum": False, "utilities": None}
WITH_DICE = ("min", [("chance", [(0.25, ("max", [3, -2])), (0.75, 4)]), ("min", [5, 6])])
OTHERS = [
    (Connect4(20, 20, 10), {"sample": 3}),
    (RandomTree(3, 4), ANY_NUMBER),
    (ListTree.of([[3, 12], [[2, 7], 5]]), ANY_NUMBER),
    (DiceTree.of(WITH_DICE), ANY_NUMBER),
    (TupleTree.of([[(1, 2, 3), [(4, 0, 0), (0, 4, 0)]], (3, 3, 3)]), BOTH_CAN_WIN | {"players": 3}),
    (Trio(), OF_THREE),
    (Trio(4, 4, 3), OF_THREE),
    (Trio.from_moves("44444"), OF_THREE),
    (Field(), BOTH_CAN_WIN),
    (Field(days=3, shared=False), BOTH_CAN_WIN),
]


@pytest.mark.parametrize(("start", "options"), [*((game, {}) for game in GAMES), *OTHERS])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_game_keeps_to_the_protocol(start, options, seed):
    check_game(start, seed, **options)


# ---- boards of numbered moves --------------------------------------------------------------

TRIOS = [Trio(), Trio(4, 4, 3), Trio.from_moves("44444"), Trio(12, 5, 3, players=4)]
BOARDS = GAMES[:15] + TRIOS
CLASSES = {each.__name__: each for each in (Connect4, TicTacToe, Othello, Quixo, Trio)}
SEEDS = pytest.mark.parametrize("seed", range(3))


@SEEDS
@pytest.mark.parametrize("start", BOARDS, ids=repr)
def test_a_repr_can_be_pasted_back(start, seed):
    for state in (start, random_game(start, seed)[-1]):
        again = eval(repr(state), CLASSES)
        assert (again, repr(again)) == (state, repr(state))


@SEEDS
@pytest.mark.parametrize("start", BOARDS, ids=repr)
def test_a_move_can_be_any_kind_of_whole_number(start, seed):
    for state in random_game(start, seed)[:-1]:
        move = state.moves()[-1]
        assert repr(state.play(np.int64(move))) == repr(state.play(move))


@pytest.mark.parametrize("move", [True, 0.0, "0", np.array(0), np.array([0]), 1j, None], ids=repr)
@pytest.mark.parametrize("start", [Connect4(), Trio(), TicTacToe(), Othello(), Quixo()], ids=repr)
def test_a_move_that_is_no_whole_number_is_refused(start, move):
    with pytest.raises(ValueError, match=r"does not exist|there is no move"):
        start.play(move)


@pytest.mark.parametrize("read", [Connect4.from_moves, Trio.from_moves, TicTacToe.from_moves])
@pytest.mark.parametrize(
    "moves", ["４", "٤", "4" * 10**6, b"44", None, "²"], ids=lambda s: f"{s}"[:9]
)
def test_what_is_no_move_string_is_refused_in_few_words(read, moves):
    with pytest.raises(ValueError, match=r".") as error:
        read(moves)
    assert len(str(error.value)) < 150


@SEEDS
@pytest.mark.parametrize("start", BOARDS, ids=repr)
def test_the_end_and_what_comes_before_it_are_explained(start, seed):
    *before, over = random_game(start, seed)
    with pytest.raises(ValueError, match="the game is over; no more moves can be played"):
        over.play(start.moves()[0])
    with pytest.raises(ValueError, match=r"there is no player -1; players are 0, 1"):
        over.utility(-1)
    for state in before[-1:]:
        with pytest.raises(ValueError, match="the game is not over yet; ask `is_over`"):
            state.utility(0)


@SEEDS
@pytest.mark.parametrize("start", [g for g in BOARDS if hasattr(g, "history")], ids=repr)
def test_the_moves_so_far_are_known(start, seed):
    for before, state in zip(states := random_game(start, seed), states[1:], strict=False):
        assert state.previous is before
        assert before.play(state.history[-1]) == state
        assert state.history[:-1] == before.history
    assert (type(start)().history, type(start)().previous, type(start)().last_cell) == (
        (), None, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (Connect4.from_moves("123"), Connect4.from_moves("321"), Connect4.from_moves("213")),
        (Connect4(), Connect4(7, 6, 4), Connect4(7, 6, 3)),
        (TicTacToe.from_moves("519"), TicTacToe.from_moves("915"), TicTacToe.from_moves("591")),
        (Othello.from_moves("d3c3c4"), Othello.from_moves("c4c3d3"), Othello.from_moves("d3c3b3")),
        (Othello(), Othello(8), Othello(6)),
        (Quixo(), Quixo(5, 30), Quixo(5, 29)),
        (Trio.from_moves("1234"), Trio.from_moves("4231"), Trio.from_moves("2134")),
        (Trio(), Trio(players=3), Trio(players=4)),
        (Trio(), Trio(7, 6, 4), Trio(7, 6, 3)),
    ],
)
def test_equal_positions_are_equal_whatever_the_order_of_moves(one, same, other):
    assert (one, hash(one), len({one, same})) == (same, hash(same), 1)
    assert one != other


MODULES = [f"games.{file.stem}" for file in Path(__file__).parents[1].glob("c4lib/games/*.py")]
MODULES += ["connect4", "heuristics.counts", "heuristics.linear"]


@pytest.mark.parametrize("name", sorted(MODULES))
def test_examples_in_the_docstrings_are_right(name):
    assert doctest.testmod(importlib.import_module(f"c4lib.{name}")).failed == 0


# ---- games that break the protocol ---------------------------------------------------------


class LoadedDice(DiceTree):
    """Each outcome comes too often."""

    def chances(self) -> list[tuple[int, float]]:
        return [(move, 0.6) for move in self.moves()]


class Careless(TicTacToe):
    """Lets a taken square be taken again."""

    def play(self, move: int) -> Self:
        if move not in range(9) or self.is_over:
            raise ValueError("no such square")
        return type(self)((*self.squares[:move], self.player, *self.squares[move + 1 :]), move)


class Forgetful(TicTacToe):
    """Notes the last move in the wrong state."""

    def play(self, move: int) -> Self:
        after = super().play(move)
        object.__setattr__(self, "last", move)
        return after


class Generous(TicTacToe):
    """Pays both players."""

    def utility(self, player: int) -> float:
        return abs(super().utility(player)) or 1.0


@dataclass(frozen=True, slots=True)
class Sets(TicTacToe):
    """Holds a set, which may be in another order after it was copied."""

    words: frozenset[str] = frozenset(["one", "two", "three", "four", "five", "six", "seven"])


def test_a_state_may_hold_sets():
    check_game(Sets(), 0)


def free_squares(state: TicTacToe) -> list[int]:
    """Moves, also after the end."""
    return [square for square in range(9) if state.squares[square] is None]


def with_part(**parts: Any) -> Any:
    """Tic-tac-toe with another part."""
    return type("Hostile", (TicTacToe,), parts)()


@pytest.mark.parametrize(
    ("start", "options", "message"),
    [
        (None, {}, "None is not a state"),
        (TicTacToe, {}, "is not a state"),
        (with_part(play=lambda self, move: type(self)()), {}, "a game must end"),
        (with_part(moves=lambda self: None), {}, r"moves\(\) must return a list"),
        (with_part(moves=lambda self: 1 / 0), {}, "raised ZeroDivisionError"),
        (with_part(play=lambda self, move: None), {}, "None is not a state"),
        (with_part(player=7), {}, "player must be CHANCE or below 2, not 7"),
        (with_part(player=CHANCE), {}, "no attribute 'chances'"),
        (with_part(__hash__=None), {}, "unhashable type"),
        (LoadedDice.of(WITH_DICE), ANY_NUMBER, "chances must sum to 1"),
        (TupleTree.of([(5, 0, 0)]), {"players": 3} | ANY_NUMBER, "utilities must sum to 0"),
        (TupleTree.of([(5, 0, 0)]), {"players": 3, "zero_sum": False}, "utilities"),
        (Careless(), {}, "the illegal move [0-8] must raise ValueError"),
        (with_part(moves=free_squares), {}, "is_over must hold exactly when"),
        (Forgetful(), {}, "changed the state"),
        (Generous(), {}, "utilities must sum to 0"),
        (with_part(moves=lambda self: TicTacToe.moves(self) * 2), {}, "listed twice"),
    ],
)
def test_a_game_that_breaks_the_protocol_is_noticed(start, options, message):
    def check_some_games() -> None:
        for seed in range(5):
            check_game(start, seed, **options)

    with pytest.raises(AssertionError, match=message):
        check_some_games()


def test_something_else_is_no_state():
    assert not isinstance("a string", State)
    assert not isinstance(object(), State)
