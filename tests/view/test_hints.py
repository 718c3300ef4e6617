"""Hints, reviews and loaded games of Connect X boards."""

import pytest
from board_page import broken, first, send, stopped, think

from c4lib import Connect4
from c4lib.fast import analyze
from c4lib.games.othello import Othello
from c4lib.measure.review import in_words, review
from c4lib.view.boards import svg
from c4lib.view.boards.play import play

LATE = Connect4.from_moves("651621262264745513")
"""Late enough to be solved at once; X is to move."""
GAME = "3345122"
"""On 5x4: moves 3 to 5 changed the outcome."""


@pytest.mark.parametrize(("moves", "you"), [("445", 1), ("4453", 0)])
def test_a_loaded_game_is_played_on_by_the_reader(moves, you):
    board = play(first)
    send(board, "load", moves)
    assert (board.state.to_moves(), board.you) == (moves, you)
    frame = board.frame
    assert (frame["first"], frame["ply"], frame["plies"]) == (0, len(moves), len(moves))
    board.move(0)
    assert board.state.to_moves() == moves + "11"


def test_a_game_is_loaded_on_the_boards_own_size_or_says_why_not_and_nothing_is_lost():
    start = Connect4.from_moves("4", width=5, height=4, connect=3)
    board = play(None, start=start)
    send(board, "load", "55")
    assert board.state == Connect4.from_moves("55", 5, 4, 3)
    send(board, "load", "448")
    assert board.frame["problem"] == "column 8 in '448' does not exist; columns are 1 to 5"
    assert (board.frame["game"], board.frame["ask"]) == ("55", False)
    board.move(3)
    assert (board.frame["problem"], board.state.to_moves()) == ("", "554")
    send(board, "new")
    assert board.state == start


def test_the_board_is_drawn_first_and_hints_follow_when_the_page_asks(monkeypatch):
    board = play(first, start=LATE)
    send(board, "set_hints", True)
    frame = board.frame
    assert frame["wants"]
    assert frame["svg"].count(">…<") == len(LATE.moves())
    assert "data-move" in frame["svg"]
    assert frame["note"] == (
        "Working out the hints … "
        "To stop at once: the kernel's ■. (The button stops after this position.)"
    )
    send(board, "think")
    scores = analyze(LATE)
    assert (board.frame["wants"], board.frame["note"]) == (False, "")
    assert all(f">{svg.signed(score)}<" in board.frame["svg"] for score in scores.values())
    words = {move: in_words(score, LATE.free) for move, score in scores.items()}
    assert board.frame["outlook"] == words
    assert f"column 1 {words[0]}" in board.frame["alt"]

    send(board, "set_hints", False)
    assert [board.frame[name] for name in ("hints", "wants", "outlook")] == [False, False, {}]
    monkeypatch.setattr("c4lib.fast.analyze", broken)
    send(board, "set_hints", True)  # what is known is not worked out again
    assert (board.frame["wants"], board.frame["outlook"]) == (False, words)


def test_hints_stay_on_from_move_to_move():
    frames = []
    board = play(first, start=LATE, hints=True)
    think(board)
    board.observe(lambda change: frames.append(change["new"]), names="frame")
    board.move(2)
    thought, wanted = ([frame[name] for frame in frames] for name in ("thinking", "wants"))
    assert (thought, wanted) == ([True, False], [False, True])
    think(board)
    assert len(board.frame["outlook"]) == len(board.state.moves())


@pytest.mark.parametrize("switch", ["hints", "review"])
def test_a_switch_that_is_pressed_twice_stays_where_it_was_put(switch):
    board = play(start=Connect4(5, 4))
    send(board, "load", GAME)
    for on in (True, True, False, False):
        send(board, f"set_{switch}", on)
        assert (board.frame[switch], board.frame["wants"]) == (on, on)


def test_hints_go_by_any_line_length_and_a_board_that_is_too_large_says_why_it_has_none():
    board = play(start=Connect4(4, 3, 3), hints=True)
    think(board)
    assert (list(board.frame["outlook"]), board.frame["problem"]) == ([0, 1, 2, 3], "")
    board = play(first, start=Connect4(9, 9), hints=True)
    think(board)
    assert board.frame["problem"].startswith("Hints: a board 9 wide and 9 high takes 90 bits")
    assert (board.frame["hints"], board.frame["ask"]) == (False, False)
    board.move(3)
    assert (board.frame["problem"], board.state.ply) == ("", 2)


@pytest.mark.parametrize(("switch", "name"), [("hints", "Hints"), ("review", "The review")])
def test_what_is_being_worked_out_can_be_stopped(monkeypatch, switch, name):
    monkeypatch.setattr("c4lib.fast.analyze", stopped)
    board = play(first, start=LATE)
    board.move(2)
    send(board, f"set_{switch}", True)
    think(board)
    assert board.frame["problem"] == f"{name}: stopped."
    assert not board.frame[switch]
    send(board, f"set_{switch}", False)  # the button was pressed before the stop
    assert (board.frame[switch], board.frame["wants"]) == (False, False)
    assert board.frame["problem"] == f"{name}: stopped."
    board.move(2)
    assert (board.frame["problem"], board.state.ply) == ("", LATE.ply + 4)


def test_hints_do_not_begin_when_the_agent_was_stopped():
    board = play(stopped, start=LATE, hints=True)
    think(board)
    board.move(2)
    assert (board.frame["hints"], board.frame["wants"]) == (False, False)
    assert board.frame["problem"] == "stopped was stopped. Hints are off now, too."
    send(board, "set_hints", True)  # for the move that the reader makes in its place
    assert board.frame["wants"]


def test_other_games_have_no_hints_and_say_so():
    with pytest.raises(ValueError, match="hints come from the solver"):
        play(start=Othello(4), hints=True)
    board = play(start=Othello(4))
    send(board, "set_hints", True)
    send(board, "set_review", True)
    assert [board.frame[name] for name in ("hints", "review", "game")] == [False, False, None]


@pytest.fixture
def board():
    """A board whose game is being reviewed."""
    board = play(start=Connect4(5, 4))
    send(board, "load", GAME)
    send(board, "set_review", True)
    return board


def test_a_review_tells_how_far_it_is_and_leaves_the_board_usable(board):
    assert board.frame["note"].startswith("Reviewing: 0 of 7 moves …")
    send(board, "think")
    assert board.frame["note"].startswith("Reviewing: 1 of 7 moves …")
    assert "data-move" in board.frame["svg"]
    board.move(0)
    assert (board.state.ply, board.frame["review"], board.frame["wants"]) == (8, False, False)


def test_a_review_begins_at_the_move_that_decided_the_game_and_the_slider_shows_the_others(board):
    think(board)
    frame = board.frame
    assert (frame["ply"], frame["plies"]) == (5, 7)
    assert frame["status"] == "Move 5 of 7: X played column 1. A mistake (−1): loses in 16 moves."
    assert frame["note"] == "Better: column 2, 3 or 4 (0): draws."
    assert frame["svg"].count("c4-missed") == 3
    assert frame["verdict"] == review(GAME, 5, 4).verdict
    assert [(fault["ply"], fault["text"]) for fault in frame["faults"]] == [
        (3, "3 X?"),
        (4, "4 O?"),
        (5, "5 X?"),
    ]
    assert frame["faults"][2]["title"] == "Move 5: a mistake of X, a loss instead of a draw"
    send(board, "show", 1)
    assert board.frame["status"] == "Move 1 of 7: X played column 3. Best (0): draws."
    assert board.frame["note"] == "As good: column 2 or 4."
    assert "c4-missed" not in board.frame["svg"]
    send(board, "show", 0)
    assert board.frame["status"] == "The empty board. Slide right to play on."
    send(board, "set_review", False)
    assert (board.frame["verdict"], board.frame["faults"]) == ("", [])
    send(board, "show", 1)
    assert board.frame["status"] == "After move 1 of 7. Slide right to play on."


def test_moves_before_the_board_are_counted_and_a_review_follows_those_made_on_it():
    board, ply = play(start=LATE), LATE.ply
    assert board.frame["status"] == "O played column 3. X to move."
    send(board, "set_review", True)
    assert not board.frame["review"]  # no move was made yet
    for _ in range(2):
        board.move(2)
    send(board, "set_review", True)
    think(board)
    send(board, "show", ply + 1)
    assert board.frame["status"].startswith(f"Move {ply + 1} of {ply + 2}: X played column 3.")
    assert (board.frame["first"], board.frame["plies"]) == (ply, ply + 2)


def test_a_finished_game_is_reviewed():
    board = play(start=Connect4.from_moves("112233"))
    board.move(3)
    send(board, "set_review", True)
    think(board)
    assert board.frame["verdict"] == "X won. No move changed the outcome."
    assert board.frame["status"] == "Move 7 of 7: X played column 4. Best (+18): wins in 1 move."
    assert board.frame["note"] == "Nothing else was as good."
