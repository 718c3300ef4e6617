"""A game in the terminal."""

import io
import re

import pytest
from commands import refusal

from c4lib.__main__ import main
from c4lib.connect4 import Connect4


@pytest.fixture
def play(monkeypatch, capsys):
    """Runs `python -m c4lib play` with the given options and input, and returns its output."""

    def run(line, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", *line.split()]) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out

    return run


def test_two_people_play_a_whole_game(play):
    shown = play("--x human --o human", "1\n2\n1\n2\n1\n2\n1\n")
    boards = [Connect4.from_moves("1212121"[:ply]) for ply in range(8)]
    places = [shown.index(f"\n{board}\n") for board in boards]
    assert places == sorted(places), "the board is shown before each move and at the end"
    assert shown.count("X (human) to move.") == 4
    assert shown.count("O (human) to move.") == 3
    assert "X (human) plays column 1." in shown
    assert "Type the number of a column, then Enter." in shown
    assert "O (human) plays column 2." in shown


@pytest.mark.parametrize(
    ("line", "typed", "end"),
    [
        ("--moves 121212 --o human", "1\n", "X (human) wins after 7 moves: 1212121"),
        ("--moves 1212121", "", "X (human) wins after 7 moves: 1212121"),
        ("--x random --o random --width 1 --height 4", "", "A draw after 4 moves: 1111"),
        ("--o human --width 12 --height 3 --connect 3", "12\n1\n12\n1\n12\n",
         "X (human) wins after 5 moves: 12,1,12,1,12"),
    ],
)  # fmt: skip
def test_the_end_of_a_game_is_named_with_its_moves(play, line, typed, end):
    assert play(line, typed).endswith(f"{end}\n")


def test_two_agents_play_the_same_game_for_the_same_seed(play):
    shown = play("--x oneply --o random --seed 5")
    assert "Your move" not in shown
    assert shown == play("--x oneply --o random --seed 5")
    assert shown != play("--x oneply --o random --seed 6")
    final = re.search(r"^.* after (\d+) moves: (\d+)$", shown, re.MULTILINE)
    state = Connect4.from_moves(final[2])
    assert state.is_over
    assert state.ply == int(final[1])


def test_the_end_of_the_input_ends_the_game_and_tells_how_to_resume_it(play):
    shown = play("--x human --o oneply --width 12 --connect 5 --seed 3", "4\n")
    again = shown.splitlines()[-1].removeprefix("python -m c4lib play ")
    expected = "--x human --o oneply --width 12 --height 6 --connect 5 --seed 3 --moves 4,"
    assert again.startswith(expected)
    state = Connect4.from_moves(again.split()[-1], 12, 6, 5)
    assert state.ply == 2
    assert str(state) in play(again)
    assert "--moves" not in play("").splitlines()[-1], "nothing was played yet"


def test_without_an_input_nobody_is_asked(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert "there is no input to read moves from" in refusal(capsys, "play")
