"""The board's Python side, for both kinds of game; test_browser.py tries it in JupyterLab."""

import gc
import json
import threading
import weakref

import pytest
from board_page import broken, first, send, stopped
from simple_players import UnreadableError, raising, rightmost

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.view.boards.board import ACTIONS
from c4lib.view.boards.play import play
from c4lib.view.boards.svg import RUN_ME

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
STARTS = {"columns": Connect4(), "cells": TicTacToe()}
NAMES = {
    "columns": ["column 1", "column 2", "column 3", "column 4", "column 5", "column 6"],
    "cells": ["a1", "b1", "c1", "a2", "b2", "c2"],
}
AREAS = {"columns": "data-move", "cells": "data-cell"}
"""What a board on which a move can be played has in its picture."""

pytestmark = pytest.mark.parametrize("kind", ["columns", "cells"])


def click(board, move):
    """What the page does when the reader clicks to play a move."""
    send(board, "pick", list(board.state.moves()).index(move), board.frame["plies"])


def board_of(kind, *agents, **options):
    return play(*agents, start=STARTS[kind], **options)


def after(kind, *moves):
    """The position after these moves."""
    state = STARTS[kind]
    for move in moves:
        state = state.play(move)
    return state


def test_a_click_plays_a_move_and_the_agent_answers_once_it_has_thought(kind):
    frames = []
    board = board_of(kind, first)
    board.observe(lambda change: frames.append(change["new"]), names="frame")
    click(board, 3)
    assert (board.state, board.moves) == (after(kind, 3, 0), [3, 0])
    assert [frame["thinking"] for frame in frames] == [True, False]
    assert [AREAS[kind] in frame["svg"] for frame in frames] == [False, True]
    assert frames[0]["ply"] == 1
    assert [frame["status"] for frame in frames] == [
        "first (O) is thinking …",
        f"O played {NAMES[kind][0]}. You are X. Your move.",
    ]


def test_late_clicks_illegal_moves_and_unknown_messages_play_nothing(kind):
    board = board_of(kind, first)
    send(board, "pick", 3, 0)
    number = board.frame["number"]
    send(board, "pick", 3, 0)
    assert board.moves == [3, 0]
    assert board.frame["number"] > number, "the page hears of it"
    board = board_of(kind)
    with pytest.raises(ValueError, match="9 does not exist"):
        board.move(9)
    board._handle_custom_msg({"nonsense": 1}, [])
    assert board.moves == []


def test_undo_takes_back_the_readers_move_and_the_answer_and_new_goes_to_the_given_start(kind):
    start = after(kind, 3)
    board = play(first, start=start, you=1)
    for move in (4, 5):
        click(board, move)
    send(board, "undo")
    assert board.state == after(kind, 3, 4, 0)
    for action in ("undo", "undo", "new"):
        send(board, action)
        assert board.state == start
        assert not board.frame["undo"]


def test_swapping_sides_lets_the_agent_begin_which_cannot_be_undone(kind):
    swapped = board_of(kind, first)
    send(swapped, "swap")
    for board in (swapped, board_of(kind, first, you=1)):
        assert (board.you, board.state) == (1, after(kind, 0))
        assert board.frame["status"] == f"X played {NAMES[kind][0]}. You are O. Your move."
        assert not board.frame["undo"]
        send(board, "undo")
        assert board.moves == [0]


WINS = {
    "columns": (Connect4.from_moves("112233"), 3, 0),
    "cells": (TicTacToe.from_moves("1425"), 2, 0),
}
"""Positions in which the first of these moves wins for the player to move, and who that is."""


def test_swapping_sides_after_the_end_begins_a_new_game(kind):
    start, win, you = WINS[kind]
    board = play(rightmost, start=start, you=you)
    click(board, win)
    assert board.frame["status"] == "You have won!"
    send(board, "swap")
    assert board.you == 1 - you
    assert len(board.moves) == 1


def test_the_end_is_told_for_the_reader_and_for_people(kind):
    start, win, player = WINS[kind]
    sign = "XO"[player]
    board = play({"lucky": lambda state: win}, start=start, you=1 - player)
    assert board.frame["status"] == f"lucky ({sign}) has won."
    assert AREAS[kind] not in board.frame["svg"]
    board = play(start=start)
    click(board, win)
    assert board.frame["status"] == f"{sign} has won!"
    assert board.frame["alt"].endswith(f"{sign} has won.")
    assert repr(board) == f"<board: {board.state!r}, played by people>"
    drawn = {"columns": Connect4(1, 2, 2), "cells": TicTacToe.from_moves("51283746")}
    board = play(first, start=drawn[kind])
    click(board, board.state.moves()[0])
    assert board.frame["status"] == "A draw."


def test_another_agent_can_be_chosen_in_the_middle_of_a_game(kind):
    board = board_of(kind, first, {"first": rightmost, "friend": None})
    click(board, 3)
    send(board, "choose", 1)
    assert (board.frame["agents"], board.frame["agent"]) == (["first", "first 2", "friend"], 1)
    click(board, 4)
    assert board.moves == [3, 0, 4, STARTS[kind].moves()[-1]]
    send(board, "choose", 2)
    click(board, 2)
    assert not board.frame["swap"]
    assert board.frame["status"] == f"X played {NAMES[kind][2]}. O to move."
    send(board, "choose", 0)
    assert len(board.moves) == 6, "the agent answers what the friend has left to it"


@pytest.mark.parametrize("agents", [(), (None,), ({"a friend": None},)])
def test_two_people_play_on_one_board_and_undo_one_move_at_a_time(kind, agents):
    board = board_of(kind, *agents)
    assert board.frame["status"] == "X to move."
    click(board, 3)
    assert board.frame["status"] == f"X played {NAMES[kind][3]}. O to move."
    assert AREAS[kind] in board.frame["svg"]
    click(board, 4)
    assert board.state == after(kind, 3, 4)
    assert not board.frame["swap"]
    send(board, "undo")
    assert board.state == after(kind, 3)


PROBLEMS = {"columns": "column 99 does not exist; this board has", "cells": "square 99 does not"}


def test_an_agent_that_fails_is_reported_and_the_game_goes_on(kind):
    for agent, problem in [
        (broken, "broken failed with RuntimeError: no idea"),
        (lambda state: 99, f"<lambda> failed with ValueError: {PROBLEMS[kind]}"),
        (lambda state: exit("bye"), "<lambda> failed with SystemExit: bye"),
        (lambda state: None, "<lambda> failed with "),
        (stopped, "stopped was stopped."),
        (raising(GeneratorExit()), "agent failed with GeneratorExit"),
        (raising(UnreadableError()), "agent failed with UnreadableError"),
        (raising(BaseException()), "agent failed with BaseException"),
        (raising(ValueError("x" * 10**6)), "agent failed with ValueError"),
    ]:
        board = board_of(kind, agent, first)
        click(board, 3)
        assert board.frame["problem"].startswith(problem)
        assert len(board.frame["problem"]) < 1000
        assert board.frame["ask"]
        assert board.frame["status"].startswith("Play a move for O, ask again")
        click(board, 2)  # the reader plays for the agent
        assert board.frame["problem"] == ""
        assert board.frame["status"] == f"O played {NAMES[kind][2]}. You are X. Your move."
        click(board, 4)
        assert board.frame["problem"].startswith(problem)
        send(board, "choose", 1)  # another agent takes over
        assert board.moves == [3, 2, 4, 0]
        send(board, "choose", 0)
        send(board, "undo")
        click(board, 4)
        assert board.frame["problem"].startswith(problem)
        send(board, "undo")
        assert board.moves == [3, 2]
        send(board, "new")
        assert (board.moves, board.frame["problem"]) == ([], "")
    answers = iter([broken, first])
    board = board_of(kind, lambda state: next(answers)(state))
    click(board, 3)
    assert board.frame["problem"]
    send(board, "ask")  # once more
    assert board.state == after(kind, 3, 0)


def test_a_board_that_was_closed_leaves_the_memory(kind):
    board = board_of(kind, first)
    click(board, 3)
    board.close()
    gone = weakref.ref(board)
    del board
    gc.collect()
    assert gone() is None


ODD = [None, float("nan"), 1.5, "x", -1, 99, 10**400, [], {}, True, False]


@pytest.mark.parametrize("action", [*ACTIONS, "close", "_go_on", None, []])
def test_messages_that_make_no_sense_change_nothing(kind, action):
    board = board_of(kind, first)
    click(board, 3)
    messages = [{"do": action}, {"do": action, "with": None}, {"with": [1]}, [], None, "pick"]
    odd = [[each] for each in ODD] + [[each, 2] for each in ODD] + [[2, each] for each in ODD]
    messages += [{"do": action, "with": given} for given in [*odd, [0, 0, 0]]]
    for message in messages:
        board._on_message(board, message, [])
        if action == "load" and message == {"do": "load", "with": ["x"]}:
            continue  # a text that is no game, which the reader is told
        assert json.dumps(board.frame, allow_nan=False)
        assert board.moves == [3, 0]
        assert board.opponent == "first"


@pytest.mark.parametrize("action", ["pick", "new", "undo", "swap", "choose", "ask", "show"])
def test_an_agent_that_touches_the_board_while_it_thinks_plays_no_move_twice(kind, action):
    given = {"pick": [0, 1], "choose": [0], "show": [0]}.get(action, [])
    once = iter([True])

    def meddling(state):
        if next(once, False):
            send(board, action, *given)
        return state.moves()[0]

    board = board_of(kind, meddling)
    click(board, 3)
    assert not board.frame["thinking"]
    assert board.frame["problem"] == ""
    turns = [state.player for state in board.states]
    assert turns == [ply % 2 for ply in range(len(turns))]
    assert board.state.player == board.you


def test_the_slider_shows_earlier_positions_and_only_the_last_can_be_played(kind):
    board = board_of(kind, first)
    click(board, 3)
    send(board, "show", 1)
    assert (board.frame["ply"], board.frame["plies"]) == (1, 2)
    assert board.frame["status"] == "After move 1 of 2. Slide right to play on."
    assert AREAS[kind] not in board.frame["svg"]
    assert not board.frame["undo"]
    send(board, "pick", 3, 2)
    assert len(board.moves) == 2
    send(board, "show", 99)
    assert board.frame["ply"] == 2
    assert AREAS[kind] in board.frame["svg"]
    data, _ = board._repr_mimebundle_()  # a saved board keeps a picture beside the widget
    assert WIDGET_VIEW in data
    assert data["text/html"].startswith("<img alt=")
    assert data["text/html"].endswith(RUN_ME)
    assert AREAS[kind] not in data["text/html"]
    assert data["text/plain"] == f"<board: {board.state!r}, you are X against first>"


def test_an_agent_runs_where_the_stop_button_is_heard(kind, monkeypatch):
    work = []
    monkeypatch.setattr("c4lib.view.boards.board.on_main_thread", work.append)
    board = board_of(kind, first)
    thread = threading.Thread(target=click, args=(board, 3))
    thread.start()
    thread.join()
    assert board.moves == []
    work[0]()
    assert board.moves == [3, 0]
