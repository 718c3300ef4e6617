"""Clicks and keys on boards of cells, in JupyterLab in Chromium; test_browser tries the rest."""

import inspect

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import needs_chromium, run_cells
from test_cells import Shove

pytestmark = needs_chromium

CELLS = [
    "from dataclasses import dataclass\nfrom c4lib.view.boards.play import play_cells",
    "def first(state):\n    return state.moves()[0]\n\nplay_cells(first)",
    inspect.getsource(Shove),
    "play_cells(start=Shove())",
]


@pytest.fixture
def boards(lab, page, request):
    """Two boards on an open page: tic-tac-toe against a fixed player, and a game of two clicks."""
    run_cells(lab, page, request, CELLS)
    page.locator(".c4c").nth(1).wait_for()
    return page.locator(".c4c").nth(0), page.locator(".c4c").nth(1)


def expect(board, text, part="status"):
    board.locator(f".c4-{part}", has_text=text).wait_for()


def click(board, cell):
    board.locator(f'[data-cell="{cell}"]').click()


def pieces(board):
    return board.locator(".c4c-piece:not(.c4c-ghost .c4c-piece)").count()


def opacity(board, selector):
    return board.locator(selector).evaluate("node => Number(getComputedStyle(node).opacity)")


def test_a_whole_game_is_clicked(boards):
    board, _ = boards
    expect(board, "You are X. Your move.")
    board.locator('[data-cell="4"]').hover()
    assert opacity(board, '[data-cell="4"] .c4c-ghost') == pytest.approx(0.55)
    click(board, 4)
    expect(board, "O played a1. You are X. Your move.")
    assert opacity(board, '[data-cell="4"] .c4c-frame') == 0  # taken: nothing to click on
    click(board, 4)
    click(board, 2)
    expect(board, "O played b1.")
    assert pieces(board) == 4
    click(board, 6)
    expect(board, "You have won!")
    assert board.locator(".c4c-line").count() == 3
    assert board.get_by_role("status").inner_text() == "You have won!"
    assert board.get_by_role("application").get_attribute("aria-label").endswith("X has won.")


def test_keys_play(boards, page):
    board, _ = boards
    board.locator(".c4-stage").focus()
    page.keyboard.press("ArrowUp")  # shows the ring in the middle, or goes up from there
    while (before := board.locator(".c4c-cursor").get_attribute("data-cell")) != "0":
        page.keyboard.press("ArrowLeft" if int(before) % 3 else "ArrowUp")
        assert board.locator(".c4c-cursor").get_attribute("data-cell") != before
    assert opacity(board, ".c4c-cursor .c4c-frame") == 1
    assert board.locator(".c4-unseen").inner_text() == "a1: empty, can be chosen"
    page.keyboard.press("Enter")
    expect(board, "O played b1.")
    page.keyboard.press("Enter")  # taken
    assert board.locator(".c4-unseen").inner_text() == "a1 cannot be chosen now."
    page.keyboard.press("ArrowLeft")  # around the edge
    page.keyboard.press(" ")
    expect(board, "4 / 4", "count")


def test_two_clicks_make_a_move_and_a_pass_is_a_button(boards, page):
    """Esc or another click takes a first click back; the second plays."""
    _, board = boards
    click(board, 0)
    expect(board, "a1 taken: click where it goes in.", "note")
    assert board.locator(".c4c-chosen").get_attribute("data-cell") == "0"
    page.keyboard.press("Escape")
    expect(board, "3 cells are empty.", "note")
    assert board.locator(".c4c-chosen").count() == 0
    click(board, 0)
    click(board, 0)  # the same once more takes it back
    click(board, 1)  # nothing to take here
    expect(board, "3 cells are empty.", "note")
    for start, goal in ((0, 1), (4, 3), (1, 2)):
        click(board, start)
        click(board, goal)
        expect(board, f"{'abcde'[start]}1 to {'abcde'[goal]}1")
    for status in ("O passed. X to move.", "X has won!"):
        board.get_by_role("button", name="Pass").click()
        expect(board, status)
    assert board.get_by_role("button", name="Pass").count() == 0
    page.keyboard.press("d")
    assert board.locator(".c4-stage").evaluate("node => node === document.activeElement")


def test_pieces_fall_where_a_column_is_clicked_and_dice_are_thrown(lab, page, request):
    cells = [
        "from c4lib.connect4 import Connect4\nfrom c4lib.games.windy import Windy\n"
        "from c4lib.view.boards.play import play_cells\n\n"
        "play_cells(start=Windy(Connect4(5, 4), wind=1))",
    ]
    run_cells(lab, page, request, cells)
    board = page.locator(".c4c").first
    expect(board, "X to move.")
    board.locator('[data-cell="0"]').hover()  # the top of the first column
    assert opacity(board, '[data-cell="15"] .c4c-ghost') == pytest.approx(0.55)
    assert opacity(board, '[data-cell="0"] .c4c-ghost') == 0
    click(board, 0)
    expect(board, "X played column 1")
    expect(board, "2 / 2", "count")
    assert pieces(board) == 1
    board.locator(".c4-stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(board, "O played column 3, chance made it column")
    assert pieces(board) == 2
    board.get_by_role("slider").fill("3")
    expect(board, "A disc is falling towards column 3.", "note")
    assert pieces(board) == 1


def test_discs_fall_and_the_last_is_ringed_and_three_are_told(lab, page, request):
    cell = (
        "from c4lib.games import Trio\nfrom c4lib.view import play\n"
        "play(lambda state: state.moves()[0], start=Trio(4, 4, 3))"
    )
    run_cells(lab, page, request, [cell])
    board = page.locator(".c4c")
    page.evaluate(
        "() => { window.moved = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...given) "
        "{ window.moved += 1; return animate.apply(this, given); } }"
    )
    click(board, 3)
    expect(board, "O played column 1. # played column 1. You are X. Your move.")
    assert pieces(board) == 3
    page.wait_for_function("window.moved === 3")
    assert board.locator('[data-at="8"] .c4c-last').count() == 1


def test_the_keys_go_on_with_the_button_that_was_pressed(lab, page, request):
    cell = (
        "from c4lib.games import Pig, pig\nfrom c4lib.view import play\n"
        "play(pig.optimal, start=Pig(goal=50), seed=9)"
    )
    run_cells(lab, page, request, [cell])
    board = page.locator(".c4m")
    board.get_by_role("button", name="Roll").focus()
    for count in ("2 / 2", "4 / 4", "6 / 6"):
        page.keyboard.press("Enter")
        expect(board, count, "count")
        page.wait_for_function("document.activeElement.textContent === 'Roll'")


def test_whoever_wants_no_motion_gets_none(lab, page, request):
    page.emulate_media(reduced_motion="reduce")
    cell = "from c4lib.games import Quixo\nfrom c4lib.view import play\nplay(start=Quixo(3))"
    run_cells(lab, page, request, [cell])
    board = page.locator(".c4c")
    page.evaluate("() => { Element.prototype.animate = () => { throw Error('it moves'); } }")
    click(board, 0)
    expect(board, "a1 taken: click where it goes in.", "note")
    click(board, 2)
    expect(board, "X played a1 to c1. O to move.")
