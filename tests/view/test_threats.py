"""Boards with their threats, and with their scores."""

from c4lib import Connect4
from c4lib.view import scored, show_threats
from c4lib.view.boards import svg


def test_each_threat_has_its_owners_letter_in_its_square_and_in_words():
    picture = show_threats(Connect4.from_moves("4174243543213147"))
    plain = svg.connect4(Connect4.from_moves("4174243543213147"))
    assert picture.alt.startswith(plain.alt)
    assert "Column 5, row 5: threat of X." in picture.alt
    assert "Column 1, row 4: threat of O." in picture.alt
    assert picture.svg.count('font-size="26"') == 2
    x, y = svg.EDGE + 4.5 * svg.SIZE, svg.EDGE + 1.5 * svg.SIZE + 8  # the fifth row from below
    assert f'<text x="{x:g}" y="{y:g}"' in picture.svg


def test_a_square_that_both_want_has_both_letters():
    picture = show_threats(Connect4.from_moves("152637"))
    assert "Column 4, row 1: threat of X and O." in picture.alt
    assert picture.svg.endswith(">xo</text></svg>")


def test_scores_stand_above_the_columns():
    assert "column 1 draws; column 2 draws" in scored(Connect4(4, 4)).alt
