"""The Python side of boards of cells; tests/test_browser_cells.py tries them in JupyterLab."""

import base64
import re
import threading
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest

from c4lib.agents import Random
from c4lib.connect4 import Connect4
from c4lib.game import CHANCE
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.view import cells_svg
from c4lib.view.cells import picture, play_cells, rows_of
from c4lib.view.playboard import RUN_ME

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True)
class Shove:
    """Two pieces on a strip step towards each other; who cannot, passes; two passes end it."""

    cells: tuple[int | None, ...] = (0, None, None, None, 1)
    player: int = 0
    passes: int = 0

    @property
    def is_over(self):
        return self.passes == 2

    @property
    def caption(self):
        return f"{self.cells.count(None)} cells are empty."

    def rows(self):
        return [self.cells]

    def cells_of(self, move):
        return () if move == "pass" else move

    def moves(self):
        here = self.cells.index(self.player)
        there = here + (1 if self.player == 0 else -1)
        step = [(here, there)] if self.cells[there] is None else ["pass"]
        return [] if self.is_over else step

    def play(self, move):
        if move not in self.moves():
            raise ValueError(f"{move!r} is not legal; legal is {self.moves()}")
        if move == "pass":
            return Shove(self.cells, 1 - self.player, self.passes + 1)
        cells = list(self.cells)
        cells[move[0]], cells[move[1]] = None, self.player
        return Shove(tuple(cells), 1 - self.player)

    def utility(self, player):
        ahead = self.cells.index(0) - (len(self.cells) - 1 - self.cells.index(1))
        return float((ahead > 0) - (ahead < 0)) * (1 if player == 0 else -1)


class ThreeInTurn(TicTacToe):
    """A game of three, of which only the first moves matter here."""

    players = 3

    @property
    def player(self):
        return (9 - self.squares.count(None)) % 3


def with_cells(cells):
    """Tic-tac-toe whose moves are clicked on these cells."""
    return type("Odd", (TicTacToe,), {"cells_of": lambda self, move: cells(move)})()


def with_rows(rows):
    return type("Odd", (TicTacToe,), {"rows": lambda self: rows})()


def first(state):
    return state.moves()[0]


def last(state):
    return state.moves()[-1]


def broken(state):
    raise RuntimeError("no idea")


def illegal(state):
    return 99


def stopped(state):
    raise KeyboardInterrupt


def send(board, do, *arguments):
    """What the page does when the reader acts."""
    board._handle_custom_msg({"do": do, "with": list(arguments)}, [])


def click(board, *cells):
    """What the page does when these cells, or the only button, are clicked on."""
    clicks = [tuple(move) for move in board.frame["clicks"]]
    send(board, "pick", clicks.index(cells), board.frame["number"])


def classes(picture):
    """How often each class occurs in a picture."""
    nodes = ElementTree.fromstring(picture).iter()
    found = [name for node in nodes for name in node.get("class", "").split()]
    return {name: found.count(name) for name in found}


# ---- clicks and moves --------------------------------------------------------------------------


def test_a_game_whose_moves_are_cells_needs_nothing_more():
    board = play_cells(first)
    assert board.frame["clicks"] == [(cell,) for cell in range(9)]
    click(board, 4)
    assert board.state == TicTacToe.from_moves("51")
    assert board.frame["status"] == "O played a1. You are X. Your move."
    assert (4,) not in board.frame["clicks"]


def test_a_game_without_a_method_rows_may_tell_its_squares():
    assert play_cells(start=TicTacToe.from_moves("19")).frame["cells"][::8] == ["a1: X", "c3: O"]
    assert play_cells(start=with_rows([[0, None]])).frame["cells"] == ["a1: X", "b1: empty"]


def test_a_move_of_two_clicks_is_the_piece_and_its_goal():
    board = play_cells(start=Shove())
    assert board.frame["clicks"] == [(0, 1)]
    click(board, 0, 1)
    assert board.state.cells == (None, 0, None, None, 1)
    assert board.frame["status"] == "X played a1 to b1. O to move."
    assert board.frame["note"] == "3 cells are empty."


def test_a_pass_is_a_button_when_it_is_the_only_move():
    board = play_cells(start=Shove())
    assert board.frame["buttons"] == []
    for cells in [(0, 1), (4, 3), (1, 2)]:
        click(board, *cells)
    assert board.frame["buttons"] == [{"move": 0, "text": "Pass"}]
    assert board.frame["status"] == "X played b1 to c1. O to move. No cell can be played."
    click(board)
    assert board.frame["status"] == "O passed. X to move. No cell can be played."
    click(board)
    assert board.frame["status"] == "X has won!"
    assert board.frame["clicks"] == board.frame["buttons"] == []


def test_several_moves_without_cells_are_buttons_with_their_names():
    board = play_cells(start=with_cells(lambda move: (move,) if move < 7 else ()))
    assert board.frame["buttons"] == [{"move": 7, "text": "Play 7"}, {"move": 8, "text": "Play 8"}]
    send(board, "pick", 8, board.frame["number"])
    assert board.frame["status"].startswith("X played 8. O to move.")


def test_a_click_that_comes_too_late_is_not_taken_for_another_position():
    board = play_cells(first)
    number = board.frame["number"]
    send(board, "pick", 8, number)
    send(board, "pick", 3, number)
    assert len(board.moves) == 2


def test_an_illegal_move_from_python_is_refused():
    with pytest.raises(ValueError, match="square 9 does not exist"):
        play_cells().move(9)


# ---- the game ----------------------------------------------------------------------------------


def test_the_page_is_told_that_the_agent_thinks_and_takes_no_move_meanwhile():
    frames = []
    board = play_cells(first)
    board.observe(lambda change: frames.append(change["new"]), names="frame")
    click(board, 4)
    assert [frame["thinking"] for frame in frames] == [True, False]
    assert frames[0]["status"] == "first (O) is thinking …"
    assert frames[0]["clicks"] == []
    assert "data-cell" not in frames[0]["svg"]
    assert "data-cell" in frames[1]["svg"]


def test_the_agent_begins_when_the_reader_is_the_second_player():
    assert play_cells(first, you=1).state == TicTacToe.from_moves("1")


def test_an_agent_plays_on_while_it_is_its_turn():
    board = play_cells(first, start=ThreeInTurn())
    click(board, 8)
    assert len(board.moves) == 3
    assert board.frame["status"] == "# played b1. You are X. Your move."
    send(board, "swap")
    assert board.frame["status"] == "X played c1. You are O. Your move."


def test_undo_takes_back_the_readers_move_and_the_answer():
    board = play_cells(first)
    click(board, 4)
    click(board, 8)
    send(board, "undo")
    assert board.state == TicTacToe.from_moves("51")
    send(board, "undo")
    send(board, "undo")
    assert board.state == TicTacToe()
    assert not board.frame["undo"]


def test_two_people_undo_one_move_at_a_time():
    board = play_cells()
    click(board, 4)
    click(board, 0)
    send(board, "undo")
    assert board.state == TicTacToe.from_moves("5")


def test_a_new_game_begins_at_the_given_start():
    start = TicTacToe.from_moves("51")
    board = play_cells(first, start=start)
    click(board, 8)
    send(board, "new")
    assert board.state == start


def test_swapping_sides_lets_the_agent_move_for_the_other_side():
    board = play_cells(first)
    send(board, "swap")
    assert board.state == TicTacToe.from_moves("1")
    assert board.frame["status"] == "X played a1. You are O. Your move."


def test_swapping_sides_after_the_end_begins_a_new_game():
    board = play_cells(first, start=TicTacToe.from_moves("1425"))
    click(board, 2)
    assert board.frame["status"] == "You have won!"
    send(board, "swap")
    assert (board.you, board.state) == (1, TicTacToe.from_moves("14253"))
    assert board.frame["status"] == "first (X) has won."


@pytest.mark.parametrize(
    ("moves", "agents", "status"),
    [
        ("14253", [first], "You have won!"),
        ("142586", [], "O has won!"),
        ("14263", [None], "X has won!"),
        ("512837469", [], "A draw."),
    ],
)
def test_the_end_is_told_in_words(moves, agents, status):
    start = TicTacToe.from_moves(moves[:-1])
    board = play_cells(*agents, start=start)
    board.move(int(moves[-1]) - 1)
    assert board.frame["status"] == status
    assert board.frame["alt"].endswith(status)


def test_agents_and_a_person_can_take_turns_as_opponents():
    board = play_cells({"quick": first, "late": last, "friend": None})
    assert board.frame["agents"] == ["quick", "late", "friend"]
    click(board, 4)
    send(board, "choose", 1)
    click(board, 1)
    assert board.moves == [4, 0, 1, 8]
    send(board, "choose", 2)
    click(board, 2)
    assert not board.frame["swap"]
    assert board.frame["status"] == "X played c1. O to move."


def test_the_slider_shows_earlier_positions_and_no_moves_are_played_there():
    board = play_cells(first)
    click(board, 4)
    send(board, "show", 1)
    assert (board.frame["ply"], board.frame["plies"]) == (1, 2)
    assert board.frame["status"] == "After move 1 of 2. Slide right to play on."
    assert board.frame["clicks"] == []
    assert board.frame["cells"][0] == "a1: empty"
    send(board, "show", 99)
    assert board.frame["ply"] == 2


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        (broken, "broken failed with RuntimeError: no idea"),
        (illegal, "illegal failed with ValueError: square 99 does not exist; free squares are"),
        (stopped, "stopped was stopped."),
    ],
)
def test_an_agent_that_fails_is_reported_and_the_game_goes_on(agent, problem):
    board = play_cells(agent, first)
    click(board, 4)
    assert board.frame["problem"].startswith(problem)
    assert board.frame["ask"]
    assert "Play a move for O" in board.frame["status"]
    click(board, 8)
    assert board.frame["status"] == "O played c3. You are X. Your move."
    assert board.frame["problem"] == ""
    click(board, 1)
    send(board, "choose", 1)
    assert board.moves == [4, 8, 1, 0]


def test_a_failed_agent_can_be_asked_again():
    tries = []

    def second_time(state):
        tries.append(state)
        return 0 if len(tries) > 1 else 99

    board = play_cells(second_time)
    click(board, 4)
    send(board, "ask")
    assert board.state == TicTacToe.from_moves("51")


def test_messages_that_ask_for_something_else_are_left_alone():
    board = play_cells()
    before = board.frame
    send(board, "close")
    send(board, "_cut", 0)
    assert board.frame == before


def test_an_agent_runs_where_the_stop_button_is_heard(monkeypatch):
    threads = []
    monkeypatch.setattr("c4lib.view.cells.on_main_thread", lambda work: threads.append(work))
    board = play_cells(first)
    thread = threading.Thread(target=click, args=(board, 4))
    thread.start()
    thread.join()
    assert board.moves == []
    threads[0]()
    assert board.moves == [4, 0]


# ---- the picture -------------------------------------------------------------------------------


def test_the_last_move_is_marked_and_where_it_came_from():
    board = play_cells(start=Shove())
    assert "c4c-last" not in classes(board.frame["svg"])
    click(board, 0, 1)
    assert classes(board.frame["svg"])["c4c-last"] == 1
    assert board.frame["svg"].count("stroke-dasharray") == 1


def test_a_line_is_framed():
    board = play_cells(start=TicTacToe.from_moves("1425"))
    assert "c4c-line" not in classes(board.frame["svg"])
    click(board, 2)
    assert classes(board.frame["svg"])["c4c-line"] == 3


def test_cells_may_also_be_told_as_pairs_of_column_and_row():
    pairs = {
        "winner": None,
        "cells_of": lambda self, move: [(move % 3, move // 3)],
        "winning_line": property(lambda self: ((0, 0), (1, 0), (2, 0)) if self.is_over else ()),
        "is_over": property(lambda self: self.squares[5] is not None),
    }
    board = play_cells(start=type("Pairs", (TicTacToe,), pairs)())
    click(board, 5)
    assert board.moves == [5]
    assert board.frame["svg"] == cells_svg.board(rows_of(board.state), [5], [0, 1, 2]).svg


def test_players_differ_by_sign_and_not_only_by_colour():
    rows = [[player] for player in range(4)]
    picture = cells_svg.board(rows)
    pieces = [
        ElementTree.tostring(node[1])
        for node in ElementTree.fromstring(picture.svg).iter()
        if node.get("class") == "c4c-piece"
    ]
    assert len({re.sub(rb' stroke="[^"]+"', b"", piece) for piece in pieces}) == 4
    assert picture.alt == ("A board of 1 columns and 4 rows. X on a1. O on a2. # on a3. * on a4.")


def test_only_empty_cells_have_a_piece_to_be_shown_when_hovering():
    board = play_cells(start=TicTacToe.from_moves("519"))
    assert classes(board.frame["svg"])["c4c-ghost"] == 6
    assert classes(board.frame["svg"])["c4c-cell"] == 9


def test_large_boards_are_shown_smaller():
    picture = cells_svg.board([[None] * 26] * 26)
    width = re.search(r' width="(\d+)"', picture.svg)
    assert int(width[1]) == 640


def test_a_saved_board_keeps_a_picture_of_its_position_beside_the_widget():
    board = play_cells(first)
    click(board, 4)
    data, _ = board._repr_mimebundle_()
    assert WIDGET_VIEW in data
    shown = re.fullmatch(
        r'<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)">' + re.escape(RUN_ME),
        data["text/html"],
    )
    assert shown[1] == "A board of 3 columns and 3 rows. X on b2. O on a1. X to move."
    drawing = base64.b64decode(shown[2]).decode()
    assert classes(drawing)["c4c-piece"] == 2
    assert "data-cell" not in drawing
    assert data["text/plain"] == f"<board: {board.state!r}, you are X against first>"
    assert repr(play_cells()) == f"<board: {TicTacToe()!r}, played by people>"


# ---- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agents", "options", "wanted"),
    [
        (({},), {}, "a player is a function from a state to a move, or None"),
        (("random",), {}, "a player is a function from a state to a move, or None"),
        ((first,), {"you": 2}, r"you can be player 0 \(X\) or 1 \(O\), not 2"),
        ((), {"start": "519"}, r"with a method rows\(\), not '519'"),
        ((), {"start": with_rows([[0], [0, 1]])}, "rows of one length"),
        ((), {"start": with_rows([])}, "rows of one length"),
        ((), {"start": with_rows([[None] * 27])}, "of 1 to 26 cells"),
        ((), {"start": with_rows([["X"]])}, "holds players .* and None, not 'X'"),
        ((), {"start": with_cells(lambda move: (move, 9))}, r"is \(0, 9\), but cells are 0 to 8"),
        ((), {"start": with_cells(lambda move: (4,))}, r"moves 0 and 1 .* after clicks on \(4,\)"),
        (
            (),
            {"start": with_cells(lambda move: (1,) if move == 5 else (1, move))},
            r"moves 5 and 0 .* after clicks on \(1,\)",
        ),
        (
            (),
            {"start": type("Crowd", (TicTacToe,), {"players": 5})()},
            "signs for 4 players, not for 5",
        ),
    ],
)
def test_what_cannot_be_shown_says_why(agents, options, wanted):
    with pytest.raises(ValueError, match=wanted):
        play_cells(*agents, **options)


@pytest.mark.parametrize("start", [TicTacToe(), Othello(4), Othello(6), Quixo(3), Quixo()])
def test_whole_games_are_played_by_clicks_and_told_in_words(start):
    board, dice = play_cells(Random(seed=1), start=start), Random(seed=2)
    moves = []
    while not board.state.is_over:
        moves.append(dice(board.state))
        number = list(board.state.moves()).index(moves[-1])
        send(board, "pick", number, board.frame["number"])
    assert board.moves[::2] == moves
    ends = {1: "You have won!", 0: "A draw.", -1: "random (O) has won."}
    assert board.frame["status"] == ends[int(board.state.utility(0))]


def test_quixo_is_played_by_the_cube_and_then_its_end():
    board = play_cells(start=Quixo())
    assert len(board.frame["clicks"]) == len(set(board.frame["clicks"])) == 44
    click(board, 0, 4)
    assert board.frame["cells"][4] == "e1: X"
    assert board.frame["status"] == "X played a1 to e1. O to move."


def test_othello_passes_by_a_button():
    board, dice = play_cells(start=Othello(4)), Random(seed=0)
    while not board.frame["buttons"]:
        board.move(dice(board.state))
        if board.state.is_over:
            send(board, "new")
    before = board.state
    click(board)
    assert board.state.player != before.player
    assert "passed." in board.frame["status"]


# ---- pieces that fall, and dice ----------------------------------------------------------------


def test_where_pieces_fall_a_click_anywhere_in_a_column_plays_it():
    board = play_cells(start=Trio.from_moves("22", 4, 3, 3))
    assert board.frame["clicks"] == [(8,), (1,), (10,), (11,)]
    assert board.frame["places"] == [8, 1, 10, 11] * 3
    board.move(1)
    assert board.frame["status"] == "# played column 2. X to move."
    assert board.frame["places"] == [8, 1, 10, 11, 8, 5, 10, 11, 8, 9, 10, 11]
    assert board.frame["cells"][9] == "column 2, row 1: X"
    assert board.frame["alt"] == ("A board of 4 columns, 3 rows. Column 2: X, O, #. X to move.")


def test_a_line_of_pieces_that_fell_is_framed_where_it_lies():
    board = play_cells(start=Trio.from_moves("123123", 4, 4, 3))
    board.move(0)
    assert board.frame["status"] == "X has won!"
    cells = board.frame["svg"].split("translate(")[1:]
    framed = [cell.split(")")[0].split() for cell in cells if "c4c-line" in cell]
    assert len(framed) == 3
    assert {x for x, _ in framed} == {cells[0].split()[0]}, "in the first column"
    assert framed[-1][1] == cells[-1].split(")")[0].split()[1], "on the ground"


def test_three_play_and_the_agent_plays_for_two_of_them():
    board = play_cells(first, start=Trio(4, 4, 3), you=2)
    assert board.frame["status"] == "O played column 1. You are #. Your move."
    board.move(3)
    assert board.state.history == (0, 0, 3, 0, 0)


def test_dice_are_thrown_by_the_board_as_the_seed_says():
    games = []
    for _ in range(2):
        board = play_cells(first, start=Windy(Connect4(5, 4), 1), seed=3)
        while not board.state.is_over and board.frame["places"]:
            board.move(board.state.moves()[-1])
        games.append(board.moves)
    assert games[0] == games[1]
    assert all(state.player == CHANCE for state in board.states[1::2])
    other = play_cells(start=Windy(Connect4(), 1), seed=0)
    assert other.move(3) is None
    assert other.frame["status"] in [
        f"X played column 4, chance made it column {n}. O to move." for n in (3, 5)
    ]
    assert other.frame["note"].startswith("The wind blows 50% of all discs")


def test_a_throw_that_changes_nothing_is_not_mentioned():
    board = play_cells(start=Windy(Connect4(), 0))
    board.move(3)
    assert board.frame["status"] == "X played column 4. O to move."


def test_undo_takes_back_the_throw_as_well_and_the_slider_shows_the_piece_in_the_air():
    board = play_cells(start=Windy(Connect4(), 1))
    board.move(3)
    assert board.frame["plies"] == 2
    board.show(1)
    assert board.frame["note"] == "A disc is falling towards column 4."
    assert board.frame["alt"].endswith("Chance decides.")
    board.show(2)
    board.undo()
    assert board.frame["plies"] == 0
    assert board.frame["status"] == "X to move."


def test_a_game_that_begins_with_a_throw_begins_with_a_throw():
    board = play_cells(start=Windy(Connect4(), 1).play(3))
    assert board.frame["status"] in [f"Chance brought column {n}. O to move." for n in (3, 5)]


def test_a_position_can_be_shown_as_a_picture():
    shown = picture(Trio.from_moves("12", 3, 2, 3))
    assert shown.alt == "A board of 3 columns, 2 rows. Column 1: X. Column 2: O. # to move."
    assert picture(Trio.from_moves("1231231", 4, 4, 3)).alt.endswith("Column 3: #, #.")
    assert classes(shown.svg)["c4c-piece"] == 2
