"""The board's and the knobs' Python side; tests/test_browser.py tries them in JupyterLab."""

import matplotlib.pyplot as plt
import pytest

from c4lib import Connect4
from c4lib.agents import OnePly, Random
from c4lib.games.tictactoe import TicTacToe
from c4lib.view.widgets import RUN_ME, knobs, play

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def leftmost(state):
    return state.moves()[0]


def broken(state):
    raise RuntimeError("no idea")


def illegal(state):
    return 99


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
    def stopped(state):
        raise KeyboardInterrupt

    board = play(stopped, leftmost)
    send(board, "move", 3)
    assert board.frame["problem"] == "stopped was stopped."
    send(board, "undo")
    assert board.state == Connect4()


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
        ((), {}, "hand in at least one player"),
        (("one-ply",), {}, "hand in at least one player"),
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
