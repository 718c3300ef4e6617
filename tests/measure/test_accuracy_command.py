"""The command that measures a player by its name."""

from commands import c4lib

from c4lib.__main__ import main
from c4lib.measure.accuracy import accuracy, spread
from c4lib.measure.accuracy_command import measure
from c4lib.players.names import make


def test_it_prints_the_table_of_any_player(capsys):
    assert main(["accuracy", "alphabeta", "one", "4", "--positions", "30"]) == 0
    expected = accuracy(make("alphabeta one 4"), spread()[:30], progress=False)
    assert capsys.readouterr().out == f"{expected}\n"


def test_settings_are_chosen_on_other_positions(capsys):
    assert main(["accuracy", "oneply", "--positions", "30", "--tuning"]) == 0
    assert capsys.readouterr().out == f"{measure('oneply', 30, tuning=True)}\n"
    answers = measure("oneply", 30, tuning=True).answers
    assert [answer.position for answer in answers] == spread(tuning=True)[:30]


def test_the_answers_do_not_depend_on_the_workers_which_leave_nothing_behind():
    done = c4lib("accuracy", "mcts", "100", "--positions", "60", "--workers", "2")
    assert done.stdout == f"{measure('mcts 100', 60)}\n"
    assert "leaked" not in done.stderr


def test_seconds_are_the_budget(capsys):
    assert main(["accuracy", "clock", "--seconds", "0.01", "--positions", "2"]) == 0
    assert capsys.readouterr().out.startswith("clock 0.01, with 95 % confidence intervals\n")
