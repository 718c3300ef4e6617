"""Predictions in JupyterLab in Chromium: said with the mouse and the keyboard, and kept."""

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import needs_chromium, press_letters, run_cells

pytestmark = needs_chromium

CELLS = [
    "from c4lib import Connect4\nfrom c4lib.view import predict, table",
    "predict(238, 'positions')",
    "rows = [['alpha-beta', 60_184]]\n"
    "predict('alpha-beta', choices=['minimax', 'alpha-beta'], show=table(rows, ['', 'nodes']))",
    "predict(show=Connect4.from_moves('44'))",
    "predict(25, '%')",
    "predict(80, 'in a hundred')",
    "predict(4, 'of eleven')",
    "predict(4, choices=range(1, 8))",
]


@pytest.fixture
def asked(lab, page, request):
    run_cells(lab, page, request, CELLS)
    page.locator(".c4p").nth(6).wait_for()
    return [page.locator(".c4p").nth(number) for number in range(7)]


def say(prediction, words):
    prediction.get_by_role("textbox").fill(words)
    prediction.get_by_role("textbox").press("Enter")
    return prediction.get_by_role("status").inner_text()


def press(prediction, name):
    prediction.get_by_role("button", name=name, exact=True).press("Space")
    return prediction.get_by_role("status").inner_text()


@pytest.mark.parametrize("words", ["300", " about 3e2 nodes", "3·10^2", "0.3 thousand", "900/3"])
def test_a_number_may_be_written_in_many_ways(asked, words):
    assert say(asked[0], words).endswith("It is 238 positions. 26 % too high.")


def test_what_is_said_is_set_beside_the_result(asked):
    number, choice, words, percent, *_ = asked
    assert say(number, "238") == "You said 238, and that is right."
    assert say(number, "24") == "You said 24. It is 238 positions. Too low by a factor of 9.9."
    assert say(number, "many") == "You said many. It is 238 positions."
    assert say(percent, "50") == "You said 50. It is 25 %. 25 percentage points too high."
    assert not choice.locator("table").is_visible()
    assert press(choice, "minimax") == "You said minimax. It is alpha-beta."
    assert "60,184" in choice.locator("table").inner_text()
    assert choice.get_by_role("button", name="minimax", pressed=True).count() == 1
    assert press(choice, "Show") == "You said minimax. It is alpha-beta."
    assert say(words, "X wins.") == "You said X wins."
    assert words.locator("svg, img").first.is_visible()


def test_shares_differ_in_points_and_columns_only_in_name(asked):
    *_, share, part, column = asked
    assert say(share, "50") == "You said 50. It is 80 in a hundred. 30 percentage points too low."
    assert press(column, "1") == "You said 1. It is 4."
    assert say(part, "2") == "You said 2. It is 4 of eleven. Too low by a factor of 2."


def test_more_than_there_are_is_refused_and_another_may_be_said(asked):
    part = asked[5]
    assert say(part, "50") == "50? It is a number from 0 to 11. Say another."
    assert part.locator(".c4p-shown[hidden]").count() == 1
    assert say(part, "4") == "You said 4, and that is right."


def test_the_columns_of_a_table_stand_apart(asked):
    press(asked[1], "Show")
    header = asked[1].locator("th").nth(1)
    padding = header.evaluate("node => parseFloat(getComputedStyle(node).paddingLeft)")
    assert padding >= 8


def test_it_opens_without_a_prediction(asked):
    assert press(asked[0], "Show") == "It is 238 positions."
    assert press(asked[1], "Show") == "It is alpha-beta."


def test_the_keys_are_not_jupyterlabs(page, asked):
    press_letters(page, asked[1], "button")
    press_letters(page, asked[0], "input", "button")
    assert page.locator(".c4p").count() == 7


def test_what_was_said_is_still_there_when_the_cells_run_again(page, asked):
    say(asked[0], "300")
    press(asked[1], "minimax")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    for prediction in asked[:2]:
        prediction.locator(".c4p-shown[hidden]").wait_for(state="attached")
    assert asked[0].get_by_role("textbox").input_value() == "300"
    assert press(asked[0], "Show").startswith("You said 300.")
    assert press(asked[1], "Show").startswith("You said minimax.")


def test_it_works_when_the_kernel_has_ended(lab, page, asked):
    lab.end_kernels()
    assert say(asked[0], "300").startswith("You said 300. It is 238 positions.")
