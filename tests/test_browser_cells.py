"""Boards of cells as a reader plays on them, in JupyterLab in Chromium."""

import inspect

import nbformat
import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import go_dark, needs_chromium, write_notebook
from test_cells import Shove

pytestmark = needs_chromium

CELLS = [
    "from dataclasses import dataclass\nfrom c4lib.view.cells import play_cells",
    "def first(state):\n    return state.moves()[0]\n\n"
    "def broken(state):\n    raise RuntimeError('I have no idea')\n\nplay_cells(first, broken)",
    inspect.getsource(Shove),
    "play_cells(start=Shove())",
]


@pytest.fixture
def boards(lab, page, request):
    """Two boards on an open page: tic-tac-toe against a fixed player, and a game of two clicks."""
    notebook = write_notebook(lab, request.node.name, CELLS)
    lab.open(page, notebook)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.locator(".c4c").nth(1).wait_for()
    lab.wait(lambda: lab.kernel_is_idle(notebook), 90)
    return page.locator(".c4c").nth(0), page.locator(".c4c").nth(1)


def expect(board, text, part="status"):
    board.locator(f".c4-{part}", has_text=text).wait_for()


def click(board, cell):
    board.locator(f'[data-cell="{cell}"]').click()


def pieces(board):
    return board.locator(".c4c-piece:not(.c4c-ghost .c4c-piece)").count()


def opacity(board, selector):
    return board.locator(selector).evaluate("node => Number(getComputedStyle(node).opacity)")


def test_a_whole_game_is_clicked_and_shown_again_from_the_file(lab, boards, page):
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
    assert board.get_by_role("application").get_attribute("aria-label").endswith("You have won!")

    board.get_by_role("slider").fill("2")
    expect(board, "After move 2 of 5.")
    assert pieces(board) == 2
    board.get_by_role("button", name="Next move").click()
    expect(board, "After move 3 of 5.")
    board.get_by_role("slider").fill("5")
    board.get_by_role("button", name="Undo").click()
    expect(board, "4 / 4", "count")
    expect(board, "Your move.")
    board.get_by_role("button", name="New game").click()
    expect(board, "0 / 0", "count")
    assert pieces(board) == 0
    board.get_by_role("button", name="Swap sides").click()
    expect(board, "X played a1. You are O. Your move.")

    picture = board.locator(".c4-stage svg")
    picture.evaluate("node => { node.dataset.old = true }")
    board.get_by_label("Opponent").select_option("broken")
    board.locator(".c4-stage svg:not([data-old])").wait_for()  # an earlier click would be too late
    click(board, 8)
    expect(board, "broken failed with RuntimeError: I have no idea", "problem")
    assert "I have no idea" in board.get_by_role("alert").inner_text()
    click(board, 4)  # plays for it
    expect(board, "X played b2. You are O. Your move.")

    assert_shown_again(lab, page)


def assert_shown_again(lab, page):
    """The board of a saved notebook is there without a kernel; stored bare, as a picture."""
    name = page.evaluate("jupyterapp.shell.currentWidget.context.path")
    page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    page.goto("about:blank")
    lab.end_kernels()
    lab.open(page, name)
    page.locator(".c4c").first.wait_for()
    assert pieces(page.locator(".c4c").first) == 3

    page.goto("about:blank")
    stored = nbformat.read(lab.folder / name, as_version=4)
    del stored.metadata["widgets"]
    nbformat.write(stored, lab.folder / name)
    lab.open(page, name)
    image = page.locator("img[alt^='A board of 3 columns']")
    image.wait_for()
    assert image.evaluate("image => image.naturalWidth") > 0


def test_keys_and_two_clicks_play_in_the_light_and_in_the_dark(boards, page):
    board, strip = boards
    stage = board.locator(".c4-stage")
    stage.focus()
    page.keyboard.press("ArrowUp")  # shows the ring in the middle, or goes up from there
    while board.locator(".c4c-cursor").get_attribute("data-cell") != "0":
        before = board.locator(".c4c-cursor").get_attribute("data-cell")
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

    # Keys pressed on the board are not taken for JupyterLab's shortcuts: d d deletes a cell.
    number = "jupyterapp.shell.currentWidget.content.widgets.length"
    cells = page.evaluate(number)
    for part in (".c4-stage", "button", "select", "input"):
        board.locator(part).first.focus()
        for key in "ddab00":
            page.keyboard.press(key)
    page.keyboard.press("Escape")
    assert page.locator(".jp-Dialog").count() == 0
    assert page.evaluate(number) == cells

    assert_two_clicks_make_a_move(strip, page)
    go_dark(page, ".c4-status")


def assert_two_clicks_make_a_move(board, page):
    """Esc or another click takes a first click back; the second plays; a pass is a button."""
    click(board, 0)
    expect(board, "a1 chosen: now the next cell.", "note")
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
    board.get_by_role("button", name="Pass").click()
    expect(board, "O passed. X to move.")
    board.get_by_role("button", name="Pass").click()
    expect(board, "X has won!")
    assert board.get_by_role("button", name="Pass").count() == 0
    page.keyboard.press("d")
    assert board.locator(".c4-stage").evaluate("node => node === document.activeElement")


def test_pieces_fall_where_a_column_is_clicked_and_dice_are_thrown(lab, page, request):
    cells = [
        "from c4lib.connect4 import Connect4\nfrom c4lib.games.windy import Windy\n"
        "from c4lib.view.cells import play_cells\n\n"
        "play_cells(start=Windy(Connect4(5, 4), wind=1))",
    ]
    notebook = write_notebook(lab, request.node.name, cells)
    lab.open(page, notebook)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
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
