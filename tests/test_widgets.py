"""The board's and the knobs' Python side; tests/test_browser.py tries them in JupyterLab."""

import asyncio
import signal
import threading

import matplotlib.pyplot as plt
import pytest

from c4lib import Connect4
from c4lib.agents import OnePly, Random
from c4lib.fast import analyze
from c4lib.games.tictactoe import TicTacToe
from c4lib.review import in_words, review
from c4lib.view import svg
from c4lib.view.kernel import on_main_thread
from c4lib.view.widgets import RUN_ME, knobs, play

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
LATE = Connect4.from_moves("651621262264745513")
"""Late enough to be solved at once; X is to move."""
GAME = "3345122"
"""On 5x4: moves 3 to 5 changed the outcome."""


def leftmost(state):
    return state.moves()[0]


def broken(state):
    raise RuntimeError("no idea")


def illegal(state):
    return 99


def stopped(state):
    raise KeyboardInterrupt


def send(board, do, *arguments):
    """What the page does when the reader acts."""
    board._handle_custom_msg({"do": do, "with": list(arguments)}, [])


def test_a_click_plays_a_move_and_the_agent_answers():
    board = play(leftmost)
    send(board, "move", 3, 0)
    assert board.state == Connect4.from_moves("41")
    assert board.frame["status"] == "O played column 1. You are X. Your move."


def test_the_agent_begins_when_the_reader_is_the_second_player():
    assert play(leftmost, you=1).state == Connect4.from_moves("1")


def test_the_page_is_told_that_the_agent_thinks_and_takes_no_move_meanwhile():
    frames = []
    board = play(leftmost)
    board.observe(lambda change: frames.append(change["new"]), names="frame")
    send(board, "move", 3, 0)
    assert [frame["thinking"] for frame in frames] == [True, False]
    assert frames[0]["ply"] == 1
    assert frames[0]["status"] == "leftmost (O) is thinking …"
    assert "data-move" not in frames[0]["svg"]


def test_a_click_that_comes_too_late_is_not_taken_for_another_position():
    board = play(leftmost)
    send(board, "move", 3, 0)
    send(board, "move", 3, 0)
    assert board.state.ply == 2


def test_undo_takes_back_the_readers_move_and_the_answer():
    board = play(leftmost)
    send(board, "move", 3)
    send(board, "move", 4)
    send(board, "undo")
    assert board.state == Connect4.from_moves("41")


def test_the_agents_opening_move_cannot_be_undone():
    board = play(leftmost, you=1)
    assert not board.frame["undo"]
    send(board, "undo")
    assert board.state.ply == 1


def test_a_new_game_begins_at_the_given_start():
    start = Connect4.from_moves("4", width=5, height=4, connect=3)
    board = play(leftmost, start=start, you=1)
    send(board, "move", 0)
    send(board, "new")
    assert board.state == start


def test_swapping_sides_lets_the_agent_move_for_the_other_side():
    board = play(leftmost)
    send(board, "swap")
    assert (board.you, board.state) == (1, Connect4.from_moves("1"))


def test_swapping_sides_after_the_end_begins_a_new_game():
    board = play(leftmost, start=Connect4(2, 2, 2))
    send(board, "move", 1)
    send(board, "move", 0)
    assert board.frame["status"] == "You have won!"
    send(board, "swap")
    assert board.state.ply == 1


def test_another_agent_can_be_chosen_in_the_middle_of_a_game():
    board = play(leftmost, {"rightmost": lambda state: state.moves()[-1]})
    send(board, "move", 3)
    send(board, "choose", 1)
    assert (board.frame["agents"], board.frame["agent"]) == (["leftmost", "rightmost"], 1)
    send(board, "move", 3)
    assert board.state == Connect4.from_moves("4147")


def test_players_of_the_same_name_are_numbered():
    board = play(Random(0), Random(1), {"random": leftmost})
    assert board.frame["agents"] == ["random", "random 2", "random 3"]


def test_the_slider_shows_earlier_positions_and_only_the_last_can_be_played():
    board = play(leftmost)
    send(board, "move", 3)
    send(board, "show", 1)
    assert board.frame["ply"] == 1
    assert board.frame["status"] == "After move 1 of 2. Slide right to play on."
    assert "data-move" not in board.frame["svg"]
    assert not board.frame["undo"]
    send(board, "move", 3)
    assert board.state.ply == 2
    send(board, "show", 2)
    assert "data-move" in board.frame["svg"]


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        (broken, "broken failed with RuntimeError: no idea"),
        (illegal, "illegal failed with ValueError: column 99 does not exist; this board has "),
        (lambda state: exit("bye"), "<lambda> failed with SystemExit: bye"),
        (lambda state: None, "<lambda> failed with ValueError: column None does not exist"),
    ],
)
def test_an_agent_that_fails_is_reported_and_the_game_goes_on(agent, problem):
    board = play(agent, leftmost)
    send(board, "move", 3)
    assert board.frame["problem"].startswith(problem)
    assert board.state == Connect4.from_moves("4")
    send(board, "move", 2)  # the reader plays for the agent
    assert board.frame["problem"] == ""
    assert board.state == Connect4.from_moves("43")
    send(board, "move", 2)
    assert board.frame["problem"].startswith(problem)
    send(board, "choose", 1)  # another agent takes over
    assert board.state == Connect4.from_moves("4331")


def test_a_failed_agent_can_be_asked_again():
    answers = iter([broken, leftmost])
    board = play(lambda state: next(answers)(state))
    send(board, "move", 3)
    assert board.frame["problem"]
    send(board, "ask")
    assert board.state == Connect4.from_moves("41")


def test_a_stopped_agent_leaves_a_usable_board():
    board = play(stopped, leftmost)
    send(board, "move", 3)
    assert board.frame["problem"] == "stopped was stopped."
    send(board, "undo")
    assert board.state == Connect4()


def test_hints_do_not_begin_when_the_agent_was_stopped():
    board = play(stopped, start=LATE, hints=True)
    think(board)
    send(board, "move", 2)
    assert (board.frame["hints"], board.frame["wants"]) == (False, False)
    assert board.frame["problem"] == "stopped was stopped. Hints are off now, too."
    send(board, "set_hints", True)  # for the move that the reader makes in its place
    assert board.frame["wants"]


def test_the_end_of_a_game_is_told_for_the_reader():
    board = play(leftmost, start=Connect4.from_moves("112233"))
    send(board, "move", 3)
    assert board.frame["status"] == "You have won!"
    assert "data-move" not in board.frame["svg"]
    board = play(leftmost, start=Connect4.from_moves("51515"), you=1)
    assert board.state.winner is None
    board = play(leftmost, start=Connect4(1, 2, 2))
    send(board, "move", 0)
    assert board.frame["status"] == "A draw: the board is full."
    board = play({"left": leftmost}, start=Connect4(2, 2, 2), you=1)
    send(board, "move", 1)
    assert board.frame["status"] == "left has won."


# ---- two people ------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", [(), (None,), ({"a friend": None},)])
def test_two_people_play_on_one_board(agents):
    board = play(*agents)
    assert board.frame["status"] == "X to move."
    send(board, "move", 3, 0)
    assert board.frame["status"] == "X played column 4. O to move."
    assert "data-move" in board.frame["svg"]
    send(board, "move", 3, 1)
    assert board.state == Connect4.from_moves("44")
    assert not board.frame["swap"]


def test_two_people_undo_one_move_at_a_time():
    board = play()
    for move in (3, 2, 4):
        send(board, "move", move)
    send(board, "undo")
    assert board.state == Connect4.from_moves("43")


def test_the_end_of_a_game_of_two_people_names_the_winner():
    board = play(start=Connect4.from_moves("112233"))
    send(board, "move", 3)
    assert board.frame["status"] == "X has won!"
    assert repr(board) == "<board: Connect4.from_moves('1122334'), two people play>"


def test_a_person_and_agents_can_take_turns_as_opponents():
    board = play(leftmost, None)
    assert board.frame["agents"] == ["leftmost", "two people"]
    send(board, "choose", 1)
    send(board, "move", 3)
    assert board.state.ply == 1
    send(board, "choose", 0)
    assert board.state == Connect4.from_moves("41")


# ---- loading a game --------------------------------------------------------------------------


def test_the_game_is_shown_as_a_move_string():
    board = play(leftmost)
    send(board, "move", 3)
    assert board.frame["game"] == "41"


@pytest.mark.parametrize(("moves", "you"), [("445", 1), ("4453", 0)])
def test_a_loaded_game_is_played_on_by_the_reader(moves, you):
    board = play(leftmost)
    send(board, "load", moves)
    assert (board.state.to_moves(), board.you) == (moves, you)
    assert (board.frame["first"], board.frame["ply"], board.frame["plies"]) == (
        0,
        len(moves),
        len(moves),
    )
    send(board, "move", 0)
    assert board.state.to_moves() == moves + "11"


def test_a_game_that_cannot_be_loaded_says_why_and_nothing_is_lost():
    board = play(leftmost)
    send(board, "move", 3)
    send(board, "load", "448")
    assert board.frame["problem"] == "column 8 in '448' does not exist; columns are 1 to 7"
    assert (board.state.to_moves(), board.frame["ask"]) == ("41", False)
    send(board, "move", 3)
    assert (board.frame["problem"], board.state.to_moves()) == ("", "4141")


def test_a_game_is_loaded_on_the_boards_own_size_and_new_goes_back_to_the_start():
    start = Connect4.from_moves("4", width=5, height=4, connect=3)
    board = play(None, start=start)
    send(board, "load", "55")
    assert board.state == Connect4.from_moves("55", 5, 4, 3)
    send(board, "new")
    assert board.state == start


# ---- hints -----------------------------------------------------------------------------------


def think(board):
    """What the page does after each frame, until nothing is missing any more."""
    while board.frame["wants"]:
        send(board, "think")


def test_the_board_is_drawn_first_and_hints_follow_when_the_page_asks():
    board = play(leftmost, start=LATE)
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
    assert not board.frame["wants"]
    assert board.frame["note"] == ""
    for score in scores.values():
        assert f">{svg.signed(score)}<" in board.frame["svg"]
    free = LATE.width * LATE.height - LATE.ply
    words = {move: in_words(score, free) for move, score in scores.items()}
    assert board.frame["outlook"] == words
    assert f"column 1 {words[0]}" in board.frame["alt"]


def test_hints_stay_on_from_move_to_move_and_can_be_switched_off():
    frames = []
    board = play(leftmost, start=LATE, hints=True)
    think(board)
    board.observe(lambda change: frames.append(change["new"]), names="frame")
    send(board, "move", 2)
    assert [(frame["thinking"], frame["wants"]) for frame in frames] == [
        (True, False),
        (False, True),
    ]
    think(board)
    assert len(board.frame["outlook"]) == len(board.state.moves())
    send(board, "set_hints", False)
    assert (board.frame["hints"], board.frame["wants"], board.frame["outlook"]) == (
        False,
        False,
        {},
    )


@pytest.mark.parametrize("switch", ["hints", "review"])
def test_a_switch_that_is_pressed_twice_stays_where_it_was_put(switch):
    board = play(start=Connect4(5, 4))
    send(board, "load", GAME)
    for on in (True, True, False, False):
        send(board, f"set_{switch}", on)
        assert (board.frame[switch], board.frame["wants"]) == (on, on)


def test_a_position_once_known_is_not_worked_out_again(monkeypatch):
    board = play(leftmost, start=LATE, hints=True)
    think(board)
    send(board, "set_hints", False)
    monkeypatch.setattr("c4lib.fast.analyze", broken)
    send(board, "set_hints", True)
    assert not board.frame["wants"]
    assert board.frame["outlook"]


def test_hints_of_other_line_lengths_are_worked_out_too():
    start = Connect4(4, 3, 3)
    board = play(start=start, hints=True)
    think(board)
    assert list(board.frame["outlook"]) == start.moves()
    assert not board.frame["problem"]


def test_a_board_that_is_too_large_says_why_it_has_no_hints():
    board = play(leftmost, start=Connect4(9, 9), hints=True)
    think(board)
    assert board.frame["problem"].startswith("Hints: a board 9 wide and 9 high takes 90 bits")
    assert (board.frame["hints"], board.frame["ask"]) == (False, False)
    send(board, "move", 3)
    assert (board.frame["problem"], board.state.ply) == ("", 2)


@pytest.mark.parametrize(("switch", "name"), [("hints", "Hints"), ("review", "The review")])
def test_what_is_being_worked_out_can_be_stopped(monkeypatch, switch, name):
    monkeypatch.setattr("c4lib.fast.analyze", stopped)
    board = play(leftmost, start=LATE)
    send(board, "move", 2)
    send(board, f"set_{switch}", True)
    think(board)
    assert board.frame["problem"] == f"{name}: stopped."
    assert not board.frame[switch]
    send(board, f"set_{switch}", False)  # the button was pressed before the stop
    assert (board.frame[switch], board.frame["wants"]) == (False, False)
    assert board.frame["problem"] == f"{name}: stopped."
    send(board, "move", 2)
    assert (board.frame["problem"], board.state.ply) == ("", LATE.ply + 4)


# ---- the review ------------------------------------------------------------------------------


def reviewed_board():
    board = play(start=Connect4(5, 4))
    send(board, "load", GAME)
    send(board, "set_review", True)
    think(board)
    return board


def test_a_review_tells_how_far_it_is_and_leaves_the_board_usable():
    board = play(start=Connect4(5, 4))
    send(board, "load", GAME)
    send(board, "set_review", True)
    assert board.frame["note"].startswith("Reviewing: 0 of 7 moves …")
    send(board, "think")
    assert board.frame["note"].startswith("Reviewing: 1 of 7 moves …")
    assert "data-move" in board.frame["svg"]
    send(board, "move", 0)
    assert (board.state.ply, board.frame["review"], board.frame["wants"]) == (8, False, False)


def test_a_review_begins_at_the_move_that_decided_the_game():
    frame = reviewed_board().frame
    assert (frame["ply"], frame["plies"]) == (5, 7)
    assert frame["status"] == ("Move 5 of 7: X played column 1. A mistake (−1): loses in 16 moves.")
    assert frame["note"] == "Better: column 2, 3 or 4 (0): draws."
    assert frame["svg"].count("c4-missed") == 3
    assert frame["verdict"] == review(GAME, 5, 4).verdict
    assert [(fault["ply"], fault["text"]) for fault in frame["faults"]] == [
        (3, "3 X?"),
        (4, "4 O?"),
        (5, "5 X?"),
    ]
    assert frame["faults"][2]["title"] == "Move 5: a mistake of X, a loss instead of a draw"


def test_the_slider_steps_through_the_reviewed_moves():
    board = reviewed_board()
    send(board, "show", 1)
    assert board.frame["status"] == "Move 1 of 7: X played column 3. Best (0): draws."
    assert board.frame["note"] == "As good: column 2 or 4."
    assert "c4-missed" not in board.frame["svg"]
    send(board, "show", 0)
    assert board.frame["status"] == "After move 0 of 7. Slide right to play on."
    send(board, "set_review", False)
    assert (board.frame["verdict"], board.frame["faults"]) == ("", [])
    send(board, "show", 1)
    assert board.frame["status"] == "After move 1 of 7. Slide right to play on."


def test_a_review_follows_the_moves_that_were_made_on_the_board():
    board = play(start=LATE)
    assert not board.frame["review"]
    send(board, "set_review", True)
    assert not board.frame["review"]  # no move was made yet
    for _ in range(2):
        send(board, "move", 2)
    send(board, "set_review", True)
    think(board)
    send(board, "show", LATE.ply + 1)
    assert board.frame["status"].startswith(
        f"Move {LATE.ply + 1} of {LATE.ply + 2}: X played column 3."
    )
    assert board.frame["first"] == LATE.ply


def test_a_finished_game_is_reviewed():
    board = play(start=Connect4.from_moves("112233"))
    send(board, "move", 3)
    send(board, "set_review", True)
    think(board)
    assert board.frame["verdict"] == "X won. No move changed the outcome."
    assert board.frame["status"] == "Move 7 of 7: X played column 4. Best (+18): wins in 1 move."
    assert board.frame["note"] == "Nothing else was as good."


# ---- boards in a notebook --------------------------------------------------------------------


def test_work_from_another_thread_is_done_on_the_main_thread_of_the_kernel(monkeypatch):
    async def main():
        loop = asyncio.get_running_loop()
        monkeypatch.setattr("c4lib.view.kernel._main_loop", lambda: loop)
        await asyncio.to_thread(on_main_thread, work)

    def work():
        seen.append((threading.current_thread(), signal.getsignal(signal.SIGINT)))
        raise KeyError("what the work raises is raised where it was asked for")

    seen, before = [], signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyError):
        asyncio.run(main())
    assert seen == [(threading.main_thread(), signal.default_int_handler)]
    assert signal.getsignal(signal.SIGINT) is before


def test_without_a_kernel_work_is_done_where_it_is_asked_for():
    seen = []
    worker = threading.Thread(
        target=on_main_thread, args=[lambda: seen.append(threading.current_thread())]
    )
    worker.start()
    worker.join()
    assert seen == [worker]


def test_the_page_hears_of_a_click_that_was_not_taken():
    board = play(leftmost)
    send(board, "move", 3, 0)
    before = board.frame["number"]
    send(board, "move", 3, 0)
    assert board.frame["number"] > before


def test_two_boards_do_not_disturb_each_other():
    one, other = play(OnePly()), play(OnePly())
    send(one, "move", 3)
    assert (one.state.ply, other.state.ply) == (2, 0)


def test_unknown_messages_are_ignored():
    board = play(Random())
    send(board, "close")
    board._handle_custom_msg({"nonsense": 1}, [])
    assert board.state.ply == 0


def test_a_saved_board_keeps_a_picture_of_its_position_beside_the_widget():
    board = play(leftmost)
    send(board, "move", 3)
    data, _ = board._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/html"] == board.state._repr_html_() + RUN_ME
    assert data["text/plain"] == ("<board: Connect4.from_moves('41'), you are X against leftmost>")


@pytest.mark.parametrize(
    ("agents", "options", "wanted"),
    [
        (({},), {}, "a player is a function from a state to a move, or None"),
        (("one-ply",), {}, "a player is a function from a state to a move, or None"),
        ((leftmost,), {"you": 2}, "you can be player 0"),
        ((leftmost,), {"start": "44"}, "start is a state such as"),
        ((leftmost,), {"start": TicTacToe()}, "start is a state such as"),
    ],
)
def test_a_board_without_players_sides_or_a_start_says_what_it_wants(agents, options, wanted):
    with pytest.raises(ValueError, match=wanted):
        play(*agents, **options)


def test_knobs_draw_anew_when_they_are_turned():
    panel = knobs(Connect4, width=(1, 9, 7), height=(1, 9, 6), connect=[4, 3])
    assert panel.picture.value == Connect4()._repr_html_()
    panel.controls["width"].value = 5
    assert panel.picture.value == Connect4(5, 6, 4)._repr_html_()
    assert panel._repr_mimebundle_()["text/html"] == panel.picture.value + RUN_ME
    assert repr(panel) == "<knobs: width=5, height=6, connect=4>"


def test_knobs_tell_what_a_setting_is_refused_for():
    panel = knobs(Connect4, width=(1, 9, 3), height=(1, 9, 3))
    assert "a line of 4 fits nowhere" in panel.picture.value


def test_knobs_store_a_plot_as_a_png():
    def draw(grid):
        figure, axes = plt.subplots()
        axes.grid(grid)
        plt.close(figure)
        return figure

    panel = knobs(draw, grid=True)
    assert panel._repr_mimebundle_()["image/png"].startswith("iVBOR")
    assert panel.picture.value.startswith('<img alt="plot" src="data:image/png;base64,iVBOR')


def test_a_knob_may_be_called_draw():
    assert knobs(lambda draw: draw, draw=(1, 2)).values == {"draw": 1}


@pytest.mark.parametrize(
    "setting", [[], (1.5, 2), None, "text", (9, 1), (1, 9, 30), (1, 9, "x"), (1, 9, 3, 4)]
)
def test_knobs_say_what_a_setting_can_be(setting):
    with pytest.raises(ValueError, match="is no setting; hand in"):
        knobs(lambda a: a, a=setting)
