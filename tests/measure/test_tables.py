import pytest

from c4lib.view import table


def test_a_table_aligns_words_to_the_left_and_numbers_to_the_right():
    shown = table([("minimax", 131060741, "1.0%"), ("alpha-beta", 60184, 0.12345)], ("", "n", "x"))
    assert repr(shown).splitlines() == [
        "                      n       x",
        "minimax     131,060,741    1.0%",
        "alpha-beta       60,184  0.1235",
    ]


def test_a_table_in_a_notebook_is_html_without_the_reader_s_own_marks():
    html = table([("<b>", 1)], ("player", "games"))._repr_html_()
    assert "&lt;b&gt;" in html
    assert html.count("<th") == 3  # with thead
    assert 'text-align:right">1<' in html


def test_rows_are_as_long_as_the_headers():
    with pytest.raises(ValueError, match="each row needs 2 entries, one for each header"):
        table([(1, 2, 3)], ("a", "b"))
