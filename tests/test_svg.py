"""Pictures of boards."""

import base64
import re
import xml.etree.ElementTree as ElementTree

import pytest

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.view import svg


def drawn(picture: svg.Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def discs(picture: svg.Picture) -> list[str]:
    """The colours of the discs in the picture."""
    return [
        node[0].attrib["fill"]
        for node in drawn(picture).iter()
        if "c4-disc" in node.get("class", "").split()
    ]


def test_a_state_shows_itself_as_an_image_that_survives_in_an_untrusted_notebook():
    html = Connect4.from_moves("4453")._repr_html_()
    address = re.fullmatch(r'<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)">', html)
    assert ElementTree.fromstring(base64.b64decode(address[2])).tag.endswith("svg")


def test_the_alternative_text_tells_the_position_and_whose_turn_it_is():
    alt = svg.connect4(Connect4.from_moves("4453")).alt
    assert alt == (
        "Connect Four, 7 columns, 6 rows. Column 3: O. Column 4: X, O. Column 5: X. X to move."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Connect4(), "Empty. X to move."),
        (Connect4.from_moves("4455667"), "X has won."),
        (Connect4.from_moves("12", width=2, height=1, connect=2), "A draw."),
        (Connect4(12, 4, 5), "Connect 5, 12 columns, 4 rows."),
    ],
)
def test_the_alternative_text_tells_how_things_stand(state, words):
    assert words in svg.connect4(state).alt


def test_every_disc_is_drawn_once_in_its_players_colour():
    assert sorted(discs(svg.connect4(Connect4.from_moves("44535")))) == sorted(
        [svg.DISC[0]] * 3 + [svg.DISC[1]] * 2
    )


def luminance(colour: str) -> float:
    """How bright a colour is to the eye, 0 to 1, as the web's contrast rules reckon."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("pair", [svg.DISC, *zip(svg.DISC, svg.SYMBOL, strict=True)])
def test_discs_and_symbols_are_told_apart_by_brightness_alone(pair):
    dark, bright = sorted(map(luminance, pair))
    assert (bright + 0.05) / (dark + 0.05) > 2.5


def test_the_players_have_the_symbols_x_and_o():
    x, o = (svg.connect4(Connect4.from_moves(moves, width=2)).svg for moves in ("1", "12"))
    assert '<path d="M-8-8L8 8M8-8L-8 8" fill="none"' in x
    assert '<circle r="9" fill="none"' not in x
    assert '<circle r="9" fill="none"' in o


def test_only_the_last_disc_is_ringed():
    picture = svg.connect4(Connect4.from_moves("445"))
    last = [node for node in drawn(picture).iter() if "c4-last" in node.get("class", "")]
    assert len(last) == 1
    assert last[0][0].attrib["fill"] == svg.DISC[0]


def test_an_empty_board_has_no_ring():
    assert "c4-last" not in svg.connect4(Connect4()).svg


@pytest.mark.parametrize(("moves", "lines"), [("4455667", 1), ("445566", 0), ("6565513764436", 2)])
def test_every_winning_line_is_struck_through(moves, lines):
    strokes = svg.connect4(Connect4.from_moves(moves)).svg.count("c4-line")
    assert strokes == 2 * lines  # each light on dark


def test_a_playable_picture_offers_exactly_the_legal_columns():
    state = Connect4.from_moves("444444")
    offered = re.findall(r'data-move="(\d+)"', svg.connect4(state, playable=True).svg)
    assert [int(move) for move in offered] == state.moves()
    assert "data-move" not in svg.connect4(state).svg


def test_the_disc_on_offer_hangs_over_the_square_it_would_fall_to():
    state = Connect4.from_moves("44")
    picture = svg.connect4(state, playable=True)
    offered = next(node for node in drawn(picture).iter() if node.get("data-move") == "3")
    place = next(node.attrib["transform"] for node in offered.iter() if "transform" in node.attrib)
    landed = svg.connect4(state.play(3))
    assert place in landed.svg


def test_a_large_board_fits_in_a_notebook_and_stays_small():
    picture = svg.connect4(Connect4(50, 50, 10))
    assert int(drawn(picture).attrib["width"]) <= svg.WIDEST
    assert len(picture.svg) < 20_000


def test_wide_boards_number_only_every_fifth_column():
    texts = [node.text for node in drawn(svg.connect4(Connect4(50, 5, 4))).iter() if node.text]
    assert texts == [str(column) for column in range(5, 51, 5)]


def test_a_bitboard_tells_its_bits_in_words_and_ones():
    picture = svg.bitboard(0b1000001, Connect4().board)
    assert picture.alt.endswith("bits set: 0, 6")
    ones = [
        node for node in drawn(picture).iter() if node.text == "1" and "font-weight" in node.attrib
    ]
    assert len(ones) == 2
    assert svg.bitboard(0, Connect4().board).alt.endswith("none")


def test_pictures_in_a_row_stand_beside_each_other():
    state = Connect4.from_moves("4")
    both = svg.row(svg.connect4(state), svg.bitboard(state.mask, state.board))
    places = [int(node.attrib["x"]) for node in drawn(both)]
    assert places[0] == 0
    assert places[1] >= 352
    assert both.alt.count("wide") == 1


def test_tic_tac_toe_shows_itself_with_its_line_and_last_move():
    html = TicTacToe.from_moves("15243")._repr_html_()
    assert 'alt="Tic-tac-toe: X X X / O O . / . . ."' in html


def test_alternative_text_is_escaped():
    assert "&lt;b&gt;" in svg.Picture("<svg/>", "<b>")._repr_html_()


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
    assert [any(part.tag.endswith("path") for part in mark) for mark in marks] == [
        True, False, False,
    ]  # fmt: skip


def test_marks_are_told_in_the_alternative_text_too():
    alt = svg.connect4(Connect4(3, 4), marks=MARKS).alt
    assert alt.endswith(
        "Outlook: column 1 loses in 8 moves, played; column 2 draws; column 3 wins in 9 moves."
    )


def test_a_better_move_that_was_missed_is_ringed_where_it_would_have_fallen():
    state = Connect4.from_moves("133", width=3, height=4)
    place = re.search(
        r'transform="(translate[^"]+)"><circle r="16"', svg.connect4(state, marks=MARKS).svg
    )
    assert place[1] in svg.connect4(state.play(2)).svg
    assert svg.connect4(state, marks=MARKS).svg.count("c4-missed") == 1
    played_best = {
        0: svg.Mark(3, "wins", best=True, played=True),
        2: svg.Mark(3, "wins", best=True),
    }
    assert "c4-missed" not in svg.connect4(state, marks=played_best).svg


def test_a_column_that_is_being_worked_out_shows_dots_and_can_be_played():
    state = Connect4(3, 4)
    picture = svg.connect4(state, playable=True, marks={move: svg.Mark(None) for move in range(3)})
    assert picture.svg.count(">…<") == 3
    assert "Outlook" not in picture.alt
    assert f'data-move="0"><title></title><rect x="8" y="{-svg.HEAD}"' in picture.svg


def test_room_for_marks_is_kept_where_there_are_none_to_show():
    kept, none = (svg.connect4(Connect4(), marks=marks) for marks in ({}, None))
    assert f'viewBox="0 {-svg.HEAD} ' in kept.svg
    assert 'viewBox="0 0 ' in none.svg


@pytest.mark.parametrize(("_", "ground", "ink"), svg.OUTLOOK.values())
def test_marks_are_legible(_, ground, ink):
    dark, bright = sorted(map(luminance, (ground, ink)))
    assert (bright + 0.05) / (dark + 0.05) > 4.5
