"""Pictures of boards."""

import base64
import re
import xml.etree.ElementTree as ElementTree

import pytest

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.view.boards import svg
from c4lib.view.boards.play import picture, play
from c4lib.view.plots.style import contrast


def drawn(picture: svg.Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def nodes(picture: svg.Picture, name: str) -> list[ElementTree.Element]:
    """The nodes of a class."""
    return [node for node in drawn(picture).iter() if name in node.get("class", "").split()]


def test_a_state_shows_itself_as_an_image_that_survives_in_an_untrusted_notebook():
    html = Connect4.from_moves("4453")._repr_html_()
    address = re.fullmatch(r'<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)">', html)
    assert ElementTree.fromstring(base64.b64decode(address[2])).tag.endswith("svg")
    assert "&lt;b&gt;" in svg.Picture("<svg/>", "<b>")._repr_html_()
    line = TicTacToe.from_moves("15243")._repr_html_()
    assert 'alt="Tic-tac-toe: X X X / O O . / . . ."' in line


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Connect4(), "Empty. X to move."),
        (Connect4.from_moves("4455667"), "X has won."),
        (Connect4.from_moves("12", width=2, height=1, connect=2), "A draw."),
        (Connect4(12, 4, 5), "Connect 5, 12 columns, 4 rows."),
        (Connect4.from_moves("4453"), "Connect Four, 7 columns, 6 rows. Column 3: O. Column 4: X"),
    ],
)
def test_the_alternative_text_tells_how_things_stand(state, words):
    assert words in svg.connect4(state).alt


def test_discs_are_drawn_once_and_told_apart_by_brightness_alone_and_the_last_is_ringed():
    for pair in (svg.DISC, *zip(svg.DISC, svg.SYMBOL, strict=True)):
        assert contrast(*pair) > 2.5
    for _, ground, ink in svg.OUTLOOK.values():
        assert contrast(ground, ink) > 4.5
    picture = svg.connect4(Connect4.from_moves("44535"))
    discs = nodes(picture, "c4-disc")
    assert sorted(disc[0].get("fill") for disc in discs) == sorted([*svg.DISC * 2, svg.DISC[0]])
    (last,) = nodes(picture, "c4-last")
    assert last[0].get("fill") == svg.DISC[0]
    assert "c4-last" not in svg.connect4(Connect4()).svg
    x, o = (svg.connect4(Connect4.from_moves(moves, width=2)).svg for moves in ("1", "12"))
    assert '<path d="M-8-8L8 8M8-8L-8 8" fill="none"' in x
    assert '<circle r="9" fill="none"' not in x
    assert '<circle r="9" fill="none"' in o


@pytest.mark.parametrize(("moves", "lines"), [("4455667", 1), ("445566", 0), ("6565513764436", 2)])
def test_every_winning_line_is_struck_through(moves, lines):
    strokes = svg.connect4(Connect4.from_moves(moves)).svg.count("c4-line")
    assert strokes == 2 * lines  # each light on dark


def test_a_playable_picture_offers_each_legal_column_and_a_disc_where_it_would_fall():
    state = Connect4.from_moves("11111144")
    offered = [n for n in drawn(svg.connect4(state, playable=True)).iter() if n.get("data-move")]
    assert [int(column.attrib["data-move"]) for column in offered] == state.moves()
    for column, move in zip(offered, state.moves(), strict=True):
        places = [node.get("transform") for node in column.iter() if node.get("transform")]
        assert places[0] in svg.connect4(state.play(move)).svg
        assert places[0] not in svg.connect4(state).svg
    assert "data-move" not in svg.connect4(state).svg


def test_a_large_board_fits_in_a_notebook_stays_small_and_numbers_every_fifth_column():
    picture = svg.connect4(Connect4(50, 50, 10))
    assert int(drawn(picture).attrib["width"]) <= svg.WIDEST
    assert len(picture.svg) < 20_000
    texts = [node.text for node in drawn(picture).iter() if node.text]
    assert texts == [str(column) for column in range(5, 51, 5)]


def test_a_bitboard_tells_its_bits_in_words_and_ones_and_stands_beside_its_board():
    state = Connect4.from_moves("42")
    bits = svg.bitboard(state.mask, state.board)
    assert bits.alt.endswith("bits set: 7, 21")
    ones = [node for node in drawn(bits).iter() if node.text == "1" and node.get("font-weight")]
    assert len(ones) == 2
    assert svg.bitboard(0, state.board).alt.endswith("none")
    grounds = [node.get("fill") for node in drawn(bits).iter() if node.tag.endswith("rect")]
    assert set(grounds) == {"none", svg.PANEL}  # the page's own, light or dark
    both = svg.row(svg.connect4(state), bits)
    places = [int(node.attrib["x"]) for node in drawn(both)]
    assert places[0] == 0
    assert places[1] >= 352
    assert both.alt.count("wide") == 1


MARKS = {
    0: svg.Mark(-5, "loses in 8 moves", played=True),
    1: svg.Mark(0, "draws"),
    2: svg.Mark(3, "wins in 9 moves", best=True),
}


def test_marks_tell_the_outlook_of_columns_by_sign_and_word_above_the_board():
    state = Connect4.from_moves("123", width=3, height=4)
    picture = svg.connect4(state, marks=MARKS)
    assert f'viewBox="0 {-svg.HEAD} ' in picture.svg
    marks = [node for node in drawn(picture).iter() if node.get("class") == "c4-mark"]
    texts = [[part.text for part in mark if part.tag.endswith("text")] for mark in marks]
    assert texts == [["−5", "loss"], ["0", "draw"], ["+3", "win★"]]
    assert [mark[0].text for mark in marks] == ["loses in 8 moves", "draws", "wins in 9 moves"]
    arrows = [any(part.tag.endswith("path") for part in mark) for mark in marks]
    assert arrows == [True, False, False]
    assert picture.alt.endswith(
        "Outlook: column 1 loses in 8 moves, played; column 2 draws; column 3 wins in 9 moves."
    )
    assert f'viewBox="0 {-svg.HEAD} ' in svg.connect4(state, marks={}).svg, "room is kept"
    assert 'viewBox="0 0 ' in svg.connect4(state).svg


def test_a_missed_move_is_ringed_and_a_column_that_is_being_worked_out_shows_dots():
    state = Connect4.from_moves("133", width=3, height=4)
    place = re.search(
        r'transform="(translate[^"]+)"><circle r="16"', svg.connect4(state, marks=MARKS).svg
    )
    assert place[1] in svg.connect4(state.play(2)).svg
    assert svg.connect4(state, marks=MARKS).svg.count("c4-missed") == 1
    both = svg.Mark(3, "wins", best=True, played=True), svg.Mark(3, "wins", best=True)
    played_best = dict(zip((0, 2), both, strict=True))
    assert "c4-missed" not in svg.connect4(state, marks=played_best).svg
    state = Connect4(3, 4)
    picture = svg.connect4(state, playable=True, marks={move: svg.Mark(None) for move in range(3)})
    assert picture.svg.count(">…<") == 3
    assert "Outlook" not in picture.alt
    assert f'data-move="0"><title></title><rect x="8" y="{-svg.HEAD}"' in picture.svg


def test_rows_have_numbers_where_asked_for():
    state = Connect4.from_moves("44", 5, 4)
    numbered = svg.connect4(state, rows=True)
    plain = svg.connect4(state)
    texts = [[n.text for n in drawn(p).iter() if n.tag.endswith("text")] for p in (plain, numbered)]
    assert texts == [list("12345"), list("123451234")]
    widths = [svg.size_of(each)[0] for each in (plain, numbered)]
    assert widths[1] - widths[0] == svg.SIDE
    assert play(start=state, rows=True).frame["svg"].count("<text") == 9
    assert picture(state, rows=True).svg == numbered.svg
