"""Games without a grid: their text, and their moves as buttons; also in JupyterLab."""

from dataclasses import dataclass

import pytest
from board_page import first, send
from small_games import LastOfThree, Toss

from c4lib.exercises.catalogue import find
from c4lib.exercises.exercise import Exercise
from c4lib.games.pig import HOLD, ROLL, Pig, hold_at
from c4lib.players.agents import MCTS
from c4lib.view.boards.play import picture, play


@dataclass(frozen=True)
class Sticks(LastOfThree):
    players = 3

    def play(self, move):
        return Sticks(self.stones - move, (self.player + 1) % 3)

    def __str__(self):
        return "| " * self.stones + "\n<take one or two>"


def press(board, name):
    """What the page does when the reader presses a move's button."""
    (move,) = [each["move"] for each in board.frame["buttons"] if each["text"] == name]
    send(board, "pick", move, board.frame["plies"])


def test_a_game_of_three_is_played_by_buttons_against_an_agent_for_two_of_them():
    board = play(first, start=Sticks())
    assert board.frame["buttons"] == [{"move": 0, "text": "1"}, {"move": 1, "text": "2"}]
    assert "&lt;take one or two&gt;" in board.frame["svg"]
    press(board, "2")
    assert board.frame["status"] == "O played 1. # played 1. You are X. Your move."
    press(board, "1")
    assert board.frame["status"] == "first (#) has won."
    assert board.frame["buttons"] == []
    board.show(0)
    assert board.frame["status"] == "The first position. Slide right to play on."


def test_chance_is_told_with_the_move_that_it_followed():
    board = play(start=Toss(), seed=0)
    press(board, "Throw")
    assert board.moves[0] == "throw"
    board.show(0)
    board.show(2)
    told = board.kind.told(board.game, 0)
    assert told == f"X played throw ({board.moves[1]})."
    assert play(start=Toss().play("throw")).kind.told(board.game, 1).startswith("Chance played")


def test_pig_shows_the_die_and_both_scores():
    board = play(hold_at(5), start=Pig(30), seed=1)
    while not board.state.is_over:
        press(board, "Hold" if board.state.turn >= 8 or len(board.state.moves()) == 1 else "Roll")
        assert board.frame["svg"].count("<circle") >= 1
    assert "has won" in board.frame["status"] or "have won" in board.frame["status"]
    words = picture(Pig(100, (42, 61), 17)).alt
    assert words == (
        "Pig, to 100 points: X has 42 and O 61; X has 17 more in this turn. X to move."
    )
    rolled = play(start=Pig(), seed=2)
    rolled.move(ROLL)
    face = rolled.moves[1]
    assert f"The die shows {face}." in rolled.frame["alt"]
    assert rolled.frame["status"].startswith(f"X played roll ({face}).")
    rolled.show(0)
    assert "The die" not in rolled.frame["alt"]
    assert HOLD in Pig().moves()


def test_a_player_whose_name_says_what_it_needs_says_no_more():
    board = play(
        Exercise(find("9.3")), start=Pig(goal=50), seed=9
    )  # another test may have solved it
    send(board, "swap")
    said = "your best_chance (solve exercise 9.3, then run this cell again)"
    assert board.frame["problem"] == said


def test_a_players_visits_are_told_in_words():
    board = play(MCTS(iterations=60), start=Toss(), bar=True)
    board.opinions.ask(board.opponent, board.agents[board.opponent], board.state)
    board._draw()
    assert "Share of the visits for each move of X: " in board.frame["bar"]["legend"]
    assert "Share of the visits" in board.frame["alt"]


def test_what_is_no_game_is_refused():
    for wrong in (7, Toss, "X"):
        with pytest.raises(ValueError, match="start is a state, such as"):
            play(start=wrong)
    with pytest.raises(ValueError, match="signs for 4 players, not for 5"):
        play(start=type("Crowd", (Sticks,), {"players": 5})())


def test_without_a_kernel_the_text_is_a_picture():
    data, _ = play(start=Sticks())._repr_mimebundle_()
    assert '<img alt="| | | | | | | . &lt;take one or two&gt;. X to move."' in data["text/html"]
