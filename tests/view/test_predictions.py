"""A prediction is kept, and set beside the result."""

import pytest

from c4lib import Connect4
from c4lib.view import plots, predict, predictions


def html_of(widget: predict) -> str:
    return widget._repr_mimebundle_()[0]["text/html"]


def test_a_page_without_a_kernel_shows_a_fold_with_the_result() -> None:
    html = html_of(predict(60_184, "nodes", show="<b>"))
    assert html.startswith("<details><summary>Your prediction first. Then open this.</summary>")
    assert "It is <b>60,184 nodes</b>." in html
    assert "&lt;b&gt;" in html
    assert "It is" not in html_of(predict(show=[1, 7, 49]))


def test_the_choices_are_offered_there_too() -> None:
    widget = predict(4, choices=range(1, 8))
    assert "<summary>Your prediction: 1, 2, 3, 4, 5, 6, 7? Then open this." in html_of(widget)
    assert (widget.asked["answer"], widget.asked["number"]) == ("4", 4.0)


@pytest.mark.parametrize(
    ("unit", "answer", "most", "in_points"),
    [
        ("of eleven", 4, 11, False),
        ("of the seven first moves", 1, 7, False),
        ("right of its first three", 2, 3, False),
        ("of 1,000 games", 320.5, 1000, False),
        ("in a hundred", 80, 100, True),
        ("of 100", 80, 100, True),
        ("% of the points", 130, None, True),
        ("of four", 5, None, False),
        ("of all games", 0.3, None, False),
        ("nodes", 60_184, None, False),
        ("of five", "two", None, False),
    ],
)
def test_the_unit_says_of_how_many_and_whether_it_is_a_percentage(unit, answer, most, in_points):
    asked = predict(answer, unit).asked
    assert (asked["most"], asked["in_points"]) == (most, in_points)


def test_pictures_bring_their_alternative_text() -> None:
    assert 'alt="' in html_of(predict(show=plots.bars({"a": 3}, x="nodes")))
    state = Connect4.from_moves("44")
    assert state._repr_html_() in html_of(predict(show=state))


def test_its_text_is_the_result_and_what_is_shown() -> None:
    assert repr(predict(1 / 3, "of all games", show={"a": 1})) == "0.3333 of all games\n{'a': 1}"


def test_what_was_said_is_still_there_if_the_cell_runs_again(monkeypatch) -> None:
    monkeypatch.setattr(predictions, "running_cell", lambda: ("a cell", "a run"))
    predict(238, "positions").said = "300"
    assert predict(238, "positions").said == "300"
    assert predict(4, label="Another prediction in the same cell").said == ""
    monkeypatch.setattr(predictions, "running_cell", lambda: ("another cell", "a run"))
    assert predict(238, "positions").said == ""


def test_a_prediction_of_nothing_or_of_what_cannot_be_chosen_is_refused() -> None:
    with pytest.raises(ValueError, match="what is predicted"):
        predict()
    with pytest.raises(ValueError, match="answer up is not among the choices: left, right"):
        predict("up", choices=["left", "right"])
