"""Answers wait behind a line to click on."""

from c4lib import Connect4
from c4lib.view.folded import LABEL, folded


def test_text_is_folded_away_and_escaped():
    html = folded("<b> & 238")._repr_html_()
    start = f"<details><summary>{LABEL}</summary>"
    assert html == start + "<pre>&lt;b&gt; &amp; 238</pre></details>"


def test_pictures_are_folded_away_as_pictures():
    state = Connect4.from_moves("44")
    assert state._repr_html_() in folded(state)._repr_html_()


def test_without_a_page_the_thing_itself_is_printed():
    assert repr(folded([1, 7, 49])) == "[1, 7, 49]"
