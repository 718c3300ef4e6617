"""A board whose opponent thinks on the reader's time: it says so, and stops it in the end."""

import threading

import pytest
from board_page import first, send, think
from random_games import needs_compiler

from c4lib.connect4 import Connect4
from c4lib.players.agents import Clock
from c4lib.view.boards.play import play

pytestmark = needs_compiler
MEANWHILE = "clock thinks on your time."


@pytest.fixture
def player():
    player = Clock(0.3, ponder=True)
    yield player
    player.rest()


@pytest.fixture
def board(player):
    """A board after a move of either side, and its opponent at work."""
    board = play(player, first)
    assert MEANWHILE not in board.frame["status"]
    board.move(3)
    assert player.is_pondering
    assert board.frame["status"].endswith(f"You are X. Your move. {MEANWHILE}")
    return board


def test_a_reply_finds_what_was_pondered_on(board, player):
    while player._thinker._guess is None:
        pass
    board.move(player._thinker._guess.history[-1])
    assert (player.result.guessed, player.guesses) == (True, (1, 1))
    assert player.is_pondering
    assert len([thread for thread in threading.enumerate() if thread.name == "ponder"]) == 1


@pytest.mark.parametrize(
    "act",
    [
        ("undo",), ("new",), ("choose", 1), ("load", "121212"), ("load", "1212121"), ("set_bar", 7),
    ],
    ids=str,
)  # fmt: skip
def test_what_ends_the_game_ends_the_pondering(board, player, act):
    send(board, *act)
    assert player.is_pondering is (act[0] == "set_bar"), "that was nonsense"


def test_a_board_that_is_closed_or_won_leaves_nothing_at_work(board, player):
    board.close()
    assert not player.is_pondering
    board = play(player, start=Connect4.from_moves("3344"))
    board.move(4)
    wins = [move for move in board.state.moves() if board.state.play(move).is_over]
    board.move(wins[0])
    assert board.state.is_over
    assert not player.is_pondering


def test_the_bar_and_the_pondering_leave_each_other_alone(board, player):
    send(board, "set_bar", True)
    thought, thread = player.result, player._thinker._thread
    send(board, "show", 0)
    think(board)
    assert board.frame["bar"]["share"] is not None, "the empty board has been judged"
    assert player.result is thought
    assert player._thinker._thread is thread
    assert player.is_pondering
    assert [each for each in threading.enumerate() if each.name == "ponder"] == [thread]
