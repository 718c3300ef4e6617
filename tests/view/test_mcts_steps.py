"""Stepping through Monte Carlo tree search. test_stepper.py has what all steppers share."""

import re

import pytest
from small_games import Toss

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import MCTSTrace, mcts
from c4lib.search.mcts import best_child
from c4lib.view.steppers.mcts import mcts_steps

SMALL = Connect4(4, 4)
WON = Connect4.from_moves("112233")
"""X wins at once by column 4."""


def sentences(stepper, kind):
    return [
        stepper.replay.story.tell(number)
        for number, step in enumerate(stepper.replay.trace.steps)
        if step.kind == kind
    ]


@pytest.mark.parametrize(
    ("state", "options"),
    [
        (Connect4(), {}),
        (Connect4(3, 3, 3), {"iterations": 40, "prove": True, "seed": 4}),
        (Connect4.from_moves("444433"), {"rollouts": 4, "c": 0.4}),
        (TicTacToe.from_moves("5193"), {"c": 0, "seed": 2}),
        (Toss(), {}),
    ],
)
def test_what_is_selected_had_the_largest_uct_then(state, options):
    replay = mcts_steps(state, **options).replay
    for number, step in enumerate(replay.trace.steps):
        if step.kind == "select":
            chosen = best_child(replay.trace.known(number)[step.node], replay.trace.c)
            assert chosen.move == replay.trace.nodes[step.child].move
            _, rows = replay.table.rows(number)
            assert [row.is_best for row in rows] == [row.is_lit for row in rows]
            assert replay.story.tell(number).endswith(f"= {chosen.uct(replay.trace.c):.3f}.")


def test_the_stepper_shows_the_steps_that_the_search_recorded():
    trace = MCTSTrace()
    found = mcts(Connect4(), 40, c=0.7, seed=3, rollouts=2, trace=trace)
    stepper = mcts_steps(Connect4(), 40, c=0.7, seed=3, rollouts=2)
    assert stepper.replay.trace.steps == trace.steps
    assert (stepper.replay.steps, list(stepper.replay.rounds)) == (len(trace.steps), trace.rounds)
    assert len(stepper.replay.trace) == found.nodes


def test_what_is_proven_is_noted_and_ends_the_search_early():
    stepper = mcts_steps(WON, prove=True)
    assert len(stepper.replay.trace.rounds) - 1 < 30
    last = stepper.replay.story.tell(len(stepper.replay.trace.steps) - 1)
    assert last.endswith("iterations the root is proven: won for X, by column 4.")
    assert any(
        told.endswith("Now it is proven: won for X.") for told in sentences(stepper, "update")
    )
    frame = stepper.frame_at(len(stepper.replay.trace.steps) - 1)
    assert frame["tree"].count("c4s-proven") == 2
    assert "proven: won for X" in frame["detail_alt"]


def test_the_four_steps_are_told_with_their_numbers():
    stepper = mcts_steps(SMALL)
    told = [stepper.replay.story.tell(number) for number in range(len(stepper.replay.trace.steps))]
    assert told[0] == "The tree is only its root, where X is to move. No game has been played yet."
    assert told[1:5] == [
        "Expand: column 4 was never tried here; it was drawn from the 4 left. It gets a node.",
        "Simulate: played on at random, the game ends: X has won; points: 1 for X, 0 for O.",
        "Update: column 4, which X chose: one more visit, and 1 point. "
        "That makes 1 point in 1 visit, mean 1.000.",
        "Update: the root: one more visit, and 1 point for X, who is to move. "
        "That makes 1 point in 1 visit, mean 1.000.",
    ]
    assert told[17] == (
        "Select: column 4 has the largest UCT for X, 1.000 + 1.5·√(ln 4 / 1) = 2.766."
    )
    assert told[-1] == (
        "After 30 iterations column 1 was visited most, 8 of 30 times (mean 0.562): "
        "that is the move."
    )


def test_rollouts_dice_and_finished_games_are_told():
    (told, *_) = sentences(mcts_steps(Connect4(), 1, rollouts=20), "simulate")
    assert "20 games are played on at random: " in told
    assert sum(int(count) for count in re.findall(r"(\d+) times", told)) == 20
    stepper = mcts_steps(Toss())
    assert "Select: here dice decide, and they say move good." in sentences(stepper, "throw")
    assert "Expand: this game is over, there is no move to add." in sentences(stepper, "over")
    assert any("there is nothing to play, " in told for told in sentences(stepper, "simulate"))


def test_the_line_of_the_step_the_position_and_the_played_out_game_stand_beside_the_tree():
    stepper = mcts_steps(SMALL)
    for number, step in enumerate(stepper.replay.trace.steps):
        frame = stepper.frame_at(number)
        line = frame["code"][0][frame["lines"][0]].strip()
        assert line.startswith({"start": "repeat", "end": "play"}.get(step.kind, f"{step.kind}:"))
    start, simulate = stepper.frame_at(0), stepper.frame_at(2)
    assert (start["turn"], start["board"].count("<img ")) == ("X to move", 1)
    assert (simulate["turn"], simulate["board"].count("<img ")) == ("O to move", 2)
    assert "Played out: X has won" in simulate["board"]
    assert 'alt="Connect Four, 4 columns, 4 rows.' in simulate["board"]
