"""`learn` takes any game of two, also one that a notebook defines, and returns a player of it."""

import sys
from dataclasses import dataclass, replace

import numpy as np
import pytest

from c4lib import AlphaZero
from c4lib.alphazero import learn
from c4lib.alphazero.any_game import AnyEncoding, explore, kit_for, squares
from c4lib.alphazero.learn import Lesson, plan_for
from c4lib.alphazero.state_kits import OthelloKit, QuixoKit
from c4lib.alphazero.train import Plan, train
from c4lib.games import Othello, Quixo, TicTacToe

QUICK = {"games": 8, "simulations": 8}
SILENT = {"watch": lambda words: None}


@dataclass(frozen=True)
class Nim:
    """Take one, two or three stones; whoever takes the last one wins. A move is a word."""

    stones: int = 10
    player: int = 0

    @property
    def is_over(self):
        return self.stones == 0

    def moves(self):
        return ["one", "two", "three"][: self.stones]

    def play(self, move):
        return Nim(self.stones - self.moves().index(move) - 1, 1 - self.player)

    def utility(self, player):
        return -1.0 if player == self.player else 1.0


def stones(state):
    return [state.stones == number for number in range(11)]


def same(one, other):
    return all((one.weights[name] == each).all() for name, each in other.weights.items())


def test_a_game_with_features_and_words_for_moves_is_learnt():
    player = learn(Nim(), iterations=12, features=stones, games=32, simulations=12, **SILENT)
    bare = AlphaZero(net=player.net, kit=player.kit, simulations=1)  # the network without a search
    assert [bare(Nim(pile)) for pile in (5, 6, 7, 10)] == ["one", "two", "three", "two"]
    assert player(Nim()) == "two"
    assert player.result.move == "two"


def test_a_board_is_seen_by_its_rows_and_the_curve_begins_untrained():
    player = learn(TicTacToe(), iterations=2, **QUICK, **SILENT)
    assert player(TicTacToe.from_moves("1245")) == 6  # the fork's end: three in a column
    assert [row["iteration"] for row in player.curve] == [0, 1, 2]
    assert player.curve[0]["against_untrained"] == 0.5  # against itself, from both sides
    names = "against_random", "alone_random", "against_untrained"
    assert all(0 <= row[name] <= 1 for row in player.curve for name in names)


def test_the_same_seed_and_iterations_give_the_same_network():
    one, again, other = (
        learn(TicTacToe(), iterations=2, seed=seed, **QUICK, **SILENT) for seed in (1, 1, 2)
    )
    assert same(one.net, again.net)
    assert not same(one.net, other.net)


def test_only_the_games_that_are_learnt_from_are_remembered():
    kit, length = kit_for(TicTacToe())
    plan = plan_for(kit, length, games=1, simulations=2, seed=0)
    lesson = Lesson(replace(plan, hyperparameters=replace(plan.hyperparameters, window=4)))
    sizes = []
    for _ in range(6):
        lesson.step(0.0)
        sizes.append(len(lesson.records))
    assert sizes == [1, 2, 3, 4, 4, 4]


def test_what_is_seen_is_the_same_for_both_players_but_for_the_second_telling():
    cells = (0, 1, *(None,) * 7)
    first, second = squares(TicTacToe(cells)), squares(TicTacToe((1, 0, *(None,) * 6, 0)))
    assert first[:18] == [True, *[False] * 8, False, True, *[False] * 7]
    assert not any(first[18:])
    assert second[18]
    assert second[19:] == second[:18]


def test_games_of_the_course_have_the_kits_that_were_made_for_them():
    assert isinstance(kit_for(Quixo())[0], QuixoKit)
    assert isinstance(kit_for(Othello(6))[0], OthelloKit)


def test_a_pass_is_a_move_like_any_other():
    kit, length = kit_for(Othello(4), features=squares)
    assert 16 in kit.encoding.known
    assert 8 <= length <= 14


def test_moves_that_are_met_late_find_room_until_there_is_none():
    encoding = AnyEncoding(Nim(), stones, ["one"], spare=1)
    assert encoding.number("two") == 1
    assert encoding.move(1) == "two"
    with pytest.raises(ValueError, match=r"no room for the move 'three' .* hand in moves="):
        encoding.number("three")


def test_random_games_show_all_moves():
    assert explore(Nim(), np.random.default_rng(0))[0] == ["one", "two", "three"]


def test_the_stop_button_leaves_what_was_learnt():
    told = []

    def stop_after_two(words):
        told.append(words)
        if "iteration   2" in words:
            raise KeyboardInterrupt

    player = learn(TicTacToe(), 60, watch=stop_after_two, **QUICK)
    assert "stopped after 2 iterations" in told[-1]
    assert player(TicTacToe()) in range(9)


def test_how_it_goes_is_shown_in_one_line(capsys):
    learn(Nim(), iterations=1, features=stones, **QUICK)
    shown = capsys.readouterr().out
    assert shown.count("\n") == 1
    assert "against the untrained network ▅" in shown


def test_a_class_of_a_notebook_is_learnt_but_not_sent_to_workers(monkeypatch, tmp_path):
    monkeypatch.setattr(Nim, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], "Nim", Nim, raising=False)
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    player = learn(Nim(), iterations=1, features=stones, **QUICK, **SILENT)
    with pytest.raises(
        ValueError, match=r"the game .* a notebook defines; .* \.py file .* process: .*learn"
    ):
        train(Plan(player.kit), tmp_path, iterations=1, workers=2)
    assert not list(tmp_path.iterdir())


def test_what_is_remembered_of_states_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr("c4lib.alphazero.any_game.REMEMBERED", 5)
    kit, _ = kit_for(Nim(), stones)
    states = [Nim(pile) for pile in range(1, 11)]
    kit.encode(states)
    assert kit.win_at_once(states).tolist() == [True] * 3 + [False] * 7
    assert len(kit.seen) <= 5
