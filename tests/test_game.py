"""Every game keeps to the protocol, and the check of that notices the games that do not."""

from dataclasses import dataclass
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c4lib.conformance import check_game
from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, State
from c4lib.games.modelled import Modelled, uniform
from c4lib.games.odd_trees import DiceTree, TupleTree
from c4lib.games.othello import Othello
from c4lib.games.pig import Pig
from c4lib.games.quixo import Quixo
from c4lib.games.sums import Field
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy

GAMES = [
    Connect4(),
    Connect4(1, 1, 1),
    Connect4(3, 3, 3),
    Connect4(12, 3, 5),
    Connect4(50, 50, 10),
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


@pytest.mark.parametrize("start", GAMES, ids=repr)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_game_keeps_to_the_protocol(start: Any, seed: int) -> None:
    check_game(start, seed)


@pytest.mark.parametrize("start", [RandomTree(3, 4), ListTree.of([[3, 12], [[2, 7], 5]])], ids=repr)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_trees_are_games_whose_ends_are_worth_any_number(start: Any, seed: int) -> None:
    check_game(start, seed, utilities=None)


@pytest.mark.parametrize("start", [Trio(), Trio(4, 4, 3), Trio.from_moves("44444")], ids=repr)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_of_three_keep_to_it(start: Any, seed: int) -> None:
    check_game(start, seed, players=3, utilities=(-0.5, 0, 1))


@pytest.mark.parametrize("seed", range(5))
def test_trees_with_dice_and_of_many_players_keep_to_it_too(seed: int) -> None:
    with_dice = ("min", [("chance", [(0.25, ("max", [3, -2])), (0.75, 4)]), ("min", [5, 6])])
    check_game(DiceTree.of(with_dice), seed, utilities=None)
    of_three = TupleTree.of([[(1, 2, 3), [(4, 0, 0), (0, 4, 0)]], (3, 3, 3)])
    check_game(of_three, seed, players=3, zero_sum=False, utilities=None)


@pytest.mark.parametrize("start", [Field(), Field(days=3, shared=False)], ids=repr)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_games_that_both_can_win_keep_to_it(start: Any, seed: int) -> None:
    check_game(start, seed, zero_sum=False, utilities=None)


@dataclass(frozen=True)
class Coin:
    """Three players watch a coin; heads pays the first, tails nobody."""

    side: str = ""

    @property
    def player(self) -> int:
        return CHANCE

    @property
    def is_over(self) -> bool:
        return self.side != ""

    def moves(self) -> list[str]:
        return [] if self.is_over else ["heads", "tails"]

    def chances(self) -> list[tuple[str, float]]:
        return [(side, 0.5) for side in self.moves()]

    def play(self, move: str) -> Self:
        if move not in self.moves():
            raise ValueError("a coin shows heads or tails, and only once")
        return type(self)(move)

    def utility(self, player: int) -> float:
        if not self.is_over or player not in range(3):
            raise ValueError("only the three players of a finished game are paid")
        return 5.0 if self.side == "heads" and player == 0 else 0.0


def test_chance_and_many_players_can_keep_to_it_too() -> None:
    for seed in range(5):
        check_game(Coin(), seed, players=3, zero_sum=False, utilities=None)


class LoadedCoin(Coin):
    """Shows each side too often."""

    def chances(self) -> list[tuple[str, float]]:
        return [(side, 0.6) for side in self.moves()]


class Careless(TicTacToe):
    """Lets a taken square be taken again."""

    def play(self, move: int) -> Self:
        if move not in range(9) or self.is_over:
            raise ValueError("no such square")
        return type(self)((*self.squares[:move], self.player, *self.squares[move + 1 :]), move)


class Endless(TicTacToe):
    """Lists moves after the end."""

    def moves(self) -> list[int]:
        return [square for square in range(9) if self.squares[square] is None]


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


class Twofold(TicTacToe):
    """Lists each move twice."""

    def moves(self) -> list[int]:
        return super().moves() * 2


@pytest.mark.parametrize(
    ("start", "options", "message"),
    [
        (LoadedCoin(), {"players": 3}, "chances must sum to 1"),
        (Coin(), {"players": 3, "utilities": None}, "what one wins the others must lose"),
        (Coin(), {"players": 3, "zero_sum": False}, "utilities"),
        (Careless(), {}, "the illegal move [0-8] must raise ValueError"),
        (Endless(), {}, "over and no moves left must mean the same"),
        (Forgetful(), {}, "changed the state"),
        (Generous(), {}, "what one wins the others must lose"),
        (Twofold(), {}, "listed twice"),
    ],
)
def test_a_game_that_breaks_the_protocol_is_noticed(
    start: Any, options: dict[str, Any], message: str
) -> None:
    def check_some_games() -> None:
        for seed in range(5):
            check_game(start, seed, **options)

    with pytest.raises(AssertionError, match=message):
        check_some_games()


def test_something_else_is_no_state() -> None:
    assert not isinstance("a string", State)
    assert not isinstance(object(), State)
