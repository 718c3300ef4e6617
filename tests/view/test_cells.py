"""The Python side of boards of cells; test_browser_cells.py tries them in JupyterLab."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest
from board_page import first, send

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.players.agents import Random
from c4lib.view.boards import cells_svg
from c4lib.view.boards.play import picture, play_cells


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


def with_cells(cells):
    """Tic-tac-toe whose moves are clicked on these cells."""
    return type("Odd", (TicTacToe,), {"cells_of": lambda self, move: cells(move)})()


def with_rows(rows):
    return type("Odd", (TicTacToe,), {"rows": lambda self: rows})()


def click(board, *cells):
    """What the page does when these cells, or the only button, are clicked on."""
    clicks = [tuple(move) for move in board.frame["clicks"]]
    send(board, "pick", clicks.index(cells), board.frame["plies"])


def classes(picture):
    """How often each class occurs in a picture."""
    nodes = ElementTree.fromstring(picture).iter()
    found = [name for node in nodes for name in node.get("class", "").split()]
    return {name: found.count(name) for name in found}


def test_a_game_needs_only_moves_that_are_cells_and_rows():
    board = play_cells(start=TicTacToe.from_moves("19"))
    assert board.frame["clicks"] == [(cell,) for cell in range(1, 8)]
    assert board.frame["cells"][::8] == ["a1: X", "c3: O"]
    assert play_cells(start=with_rows([[0, None]])).frame["cells"] == ["a1: X", "b1: empty"]


def test_a_move_of_two_clicks_is_the_piece_and_its_goal_and_a_pass_is_a_button():
    board = play_cells(start=Shove())
    assert "c4c-last" not in classes(board.frame["svg"])
    assert (board.frame["clicks"], board.frame["buttons"]) == ([(0, 1)], [])
    click(board, 0, 1)
    assert board.state.cells == (None, 0, None, None, 1)
    assert board.frame["status"] == "X played a1 to b1. O to move."
    assert board.frame["note"] == "3 cells are empty."
    assert classes(board.frame["svg"])["c4c-last"] == 1
    assert board.frame["svg"].count("stroke-dasharray") == 1
    click(board, 4, 3)
    click(board, 1, 2)
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
    send(board, "pick", 8, board.frame["plies"])
    assert board.frame["status"].startswith("X played 8. O to move.")


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
    assert board.frame["svg"] == cells_svg.board(board.state.rows(), [5], [0, 1, 2]).svg


def test_players_differ_by_sign_only_empty_cells_show_one_and_large_boards_are_smaller():
    picture = cells_svg.board([[player] for player in range(4)])
    nodes = ElementTree.fromstring(picture.svg).iter()
    pieces = [ElementTree.tostring(node[1]) for node in nodes if node.get("class") == "c4c-piece"]
    assert len({re.sub(rb' stroke="[^"]+"', b"", piece) for piece in pieces}) == 4
    assert picture.alt == "A board of 1 columns and 4 rows. X on a1. O on a2. # on a3. * on a4."
    found = classes(play_cells(start=TicTacToe.from_moves("519")).frame["svg"])
    assert (found["c4c-ghost"], found["c4c-cell"]) == (6, 9)
    assert ' width="640"' in cells_svg.board([[None] * 26] * 26).svg.split(">")[0]


@pytest.mark.parametrize(
    ("start", "wanted"),
    [
        (with_rows([[0], [0, 1]]), "rows of one length"),
        (with_rows([]), "rows of one length"),
        (with_rows([[None] * 27]), "of 1 to 26 cells"),
        (with_rows([["X"]]), "holds players .* and None, not 'X'"),
        (with_cells(lambda move: (move, 9)), r"is \(0, 9\), but cells are 0 to 8"),
        (with_cells(lambda move: (4,)), r"moves 0 and 1 .* after clicks on \(4,\)"),
        (with_cells(lambda move: (1,) if move == 5 else (1, move)), r"5 and 0 .* on \(1,\)"),
        (type("Crowd", (TicTacToe,), {"players": 5})(), "signs for 4 players, not for 5"),
    ],
)
def test_what_cannot_be_shown_says_why(start, wanted):
    with pytest.raises(ValueError, match=wanted):
        play_cells(start=start)


@pytest.mark.parametrize("start", [TicTacToe(), Othello(4), Othello(6), Quixo(3), Quixo()])
def test_whole_games_are_played_by_clicks_and_told_in_words(start):
    board, dice = play_cells(Random(seed=1), start=start), Random(seed=2)
    moves = []
    while not board.state.is_over:
        moves.append(dice(board.state))
        number = list(board.state.moves()).index(moves[-1])
        send(board, "pick", number, board.frame["plies"])
    assert board.moves[::2] == moves
    ends = {1: "You have won!", 0: "A draw.", -1: "random (O) has won."}
    assert board.frame["status"] == ends[int(board.state.utility(0))]


def test_quixo_is_played_by_the_cube_and_then_its_end_and_othello_passes_by_a_button():
    board = play_cells(start=Quixo())
    assert len(board.frame["clicks"]) == len(set(board.frame["clicks"])) == 44
    click(board, 0, 4)
    assert board.frame["cells"][4] == "e1: X"
    board, dice = play_cells(start=Othello(4)), Random(seed=0)
    while not board.frame["buttons"]:
        board.move(dice(board.state))
        if board.state.is_over:
            send(board, "new")
    before = board.state
    click(board)
    assert board.state.player != before.player
    assert "passed." in board.frame["status"]


def test_where_pieces_fall_a_click_plays_a_column_and_a_line_is_drawn_where_it_lies():
    board = play_cells(start=Trio.from_moves("22", 4, 3, 3))
    assert board.frame["clicks"] == [(8,), (1,), (10,), (11,)]
    assert board.frame["places"] == [8, 1, 10, 11] * 3
    board.move(1)
    assert board.frame["status"] == "# played column 2. X to move."
    assert board.frame["places"] == [8, 1, 10, 11, 8, 5, 10, 11, 8, 9, 10, 11]
    assert board.frame["cells"][9] == "column 2, row 1: X"
    assert board.frame["alt"] == ("A board of 4 columns, 3 rows. Column 2: X, O, #. X to move.")
    board = play_cells(start=Trio.from_moves("123123", 4, 4, 3))
    board.move(0)
    assert board.frame["status"] == "X has won!"
    (line,) = set(re.findall('"c4-line" d="M([^"]+)"', board.frame["svg"]))
    cells = re.findall(r'translate\(([^)]+)\)" data-at="(\d+)"', board.frame["svg"])
    places = {cell: place for place, cell in cells}
    assert line == f"{places['12']}L{places['4']}", "in the first column, from the ground"


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
    calm = play_cells(start=Windy(Connect4(), 0))
    calm.move(3)
    assert calm.frame["status"] == "X played column 4. O to move."


def test_undo_takes_back_the_throw_as_well_and_the_slider_shows_the_piece_in_the_air():
    board = play_cells(start=Windy(Connect4(), 1))
    board.move(3)
    assert board.frame["plies"] == 2
    board.show(1)
    assert board.frame["note"] == "A disc is falling towards column 4."
    assert board.frame["alt"].endswith("Chance decides.")
    begun = play_cells(start=board.states[1])  # a game that begins with a throw
    assert begun.frame["status"] in [f"Chance brought column {n}. O to move." for n in (3, 5)]
    board.show(2)
    board.undo()
    assert (board.frame["plies"], board.frame["status"]) == (0, "X to move.")


def test_three_play_the_agent_for_two_of_them_and_a_position_can_be_shown_as_a_picture():
    board = play_cells(first, start=Trio(4, 4, 3), you=2)
    assert board.frame["status"] == "X played column 1. O played column 1. You are #. Your move."
    board.move(3)
    assert board.state.history == (0, 0, 3, 0, 0)
    shown = picture(Trio.from_moves("12", 3, 2, 3))
    assert shown.alt == "A board of 3 columns, 2 rows. Column 1: X. Column 2: O. # to move."
    assert picture(Trio.from_moves("1231231", 4, 4, 3)).alt.endswith("Column 3: #, #.")
    assert classes(shown.svg)["c4c-piece"] == 2


def motion(start, *moves):
    board = play_cells(start=start)
    for move in moves:
        board.move(move)
    return board.frame["motion"]


def test_pieces_fall_slide_and_turn_over_as_the_move_says():
    assert motion(TicTacToe()) == motion(TicTacToe(), 4) == {"steps": [], "flips": []}
    assert motion(Othello(4), 1)["flips"] == [5]
    assert motion(Trio(4, 3, 3), 2, 2)["steps"] == [(6, 0, -2)]
    (fall,) = motion(Windy(Connect4(4, 3, 3), 1), 0)["steps"]
    assert fall == (9, -1, -3), "aimed at the first column and blown to the second"
    assert motion(Shove(), (0, 1))["steps"] == [(1, -1, 0)]
    quixo = Quixo(3)
    push = quixo.rules.encode
    steps = [(0, 0, 1), (3, 0, 1), (6, 0, 1)]  # X's cube comes in at the foot
    first, second = push(0, "bottom"), push(0, "bottom")
    assert motion(quixo, first)["steps"] == [steps[2]]
    assert motion(quixo, first, second)["steps"] == steps[1:]


def test_a_frame_says_which_pieces_may_be_shown_before_the_kernel_has_heard_of_them():
    for start, early in ((TicTacToe(), True), (Quixo(3), False), (Windy(Connect4(), 1), False)):
        assert set(play_cells(start=start).frame["early"]) == {early}


def test_crossing_lines_are_both_drawn_and_chance_neighbours_are_not_joined():
    across, down = {(x, 0) for x in range(4)}, {(3, y) for y in range(4)}
    ends = cells_svg._runs(across | down)
    assert sorted(ends) == [((0, 0), (3, 0)), ((3, 0), (3, 3))]
    assert cells_svg._runs(set()) == []


def test_whoever_is_chosen_after_a_game_has_not_won_it():
    start = TicTacToe.from_moves("1425")
    board = play_cells({"loser": first, "other": first, "people": None}, start=start)
    board.move(2)
    assert board.frame["status"] == "You have won!"
    board = play_cells({"winner": lambda s: 2, "other": first, "people": None}, start=start, you=1)
    for opponent in range(3):
        send(board, "choose", opponent)
        assert board.frame["status"] == "winner (X) has won."
