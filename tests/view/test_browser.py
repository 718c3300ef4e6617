"""What a reader does, in JupyterLab in Chromium. `.ci/run` installs it, so it always runs there."""

import json
import shutil

import nbformat
import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import ROOT, go_dark, needs_chromium, press_letters, restart, run_cells

pytestmark = needs_chromium

BOARDS = [
    "import time",
    "from c4lib.agents import OnePly, Random\nfrom c4lib.view.boards.play import play, play_cells",
    "one = play(OnePly(), Random())\none",
    "def broken(state):\n    raise RuntimeError('I have no idea')\n\n"
    "def cheat(state):\n    return 99\n\nother = play(broken, cheat, OnePly())\nother",
    "def slow(state):\n    time.sleep(60 if state.ply > 2 else 0)\n    return 0\n\n"
    "play(slow, OnePly())",
    "def first(state):\n    return state.moves()[0]\n\nplay_cells(first)",
]

COUNT_FALLS = """() => {
    const animate = Element.prototype.animate;
    window.falls = 0;
    Element.prototype.animate = function (...args) {
        if (this.matches("[data-fall]")) window.falls += 1;
        return animate.apply(this, args);
    };
}"""


@pytest.fixture(scope="module", autouse=True)
def lessons(lab):
    """The lessons, as somebody who has just cloned the course has them."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        shutil.copy(path, lab.folder)


@pytest.fixture
def boards(lab, page, request):
    """An open notebook with four boards, one for each test; the last is tic-tac-toe."""
    return run_cells(lab, page, request, BOARDS)


def expect_status(board, text):
    board.locator(".c4-status", has_text=text).wait_for()


def discs(board):
    return board.locator(".c4-disc:not(.c4-ghost .c4-disc)").count()


def test_the_first_lesson_runs_and_its_board_is_played_on(lab, page):
    lab.run(page, "00_start_here.ipynb")
    page.wait_for_selector(".c4-board")
    assert page.locator(".jp-RenderedText[data-mime-type*='error']").count() == 0
    assert page.locator("text=Everything is here. Have fun!").count() == 1

    board = page.locator(".c4-board").first
    expect_status(board, "You are X. Your move.")
    board.locator('[data-move="3"]').hover()
    assert board.locator('[data-move="3"] .c4-ghost').evaluate(
        "ghost => Number(getComputedStyle(ghost).opacity)"
    ) == pytest.approx(0.55)
    page.evaluate(COUNT_FALLS)
    board.locator('[data-move="3"]').click()
    expect_status(board, "O played column")
    assert discs(board) == 2
    assert page.evaluate("window.falls") == 2
    assert board.get_by_role("status").inner_text().startswith("O played column")
    assert board.get_by_role("application").get_attribute("aria-label").startswith("Connect Four")

    board.locator(".c4-stage").focus()
    page.keyboard.press("1")
    board.locator(".c4-count", has_text="4 / 4").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    board.locator(".c4-count", has_text="6 / 6").wait_for()

    board.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    expect_status(board, "After move 5 of 6.")
    slider = board.get_by_role("slider")
    for ply in (0, 1, 2, 3, 4):  # it follows the hand, and shows where that stops
        slider.fill(str(ply))
        assert slider.input_value() == str(ply)
    expect_status(board, "After move 4 of 6.")
    assert discs(board) == 4
    slider.fill("6")
    board.get_by_role("button", name="Undo").click()
    board.locator(".c4-count", has_text="4 / 4").wait_for()
    board.get_by_role("button", name="New game").click()
    board.locator(".c4-count", has_text="0 / 0").wait_for()
    assert discs(board) == 0
    board.get_by_role("button", name="Swap sides").click()
    expect_status(board, "You are O. Your move.")
    board.get_by_label("Opponent").select_option("random")
    page.keyboard.press("Tab")
    board.locator(".c4-stage").focus()
    page.keyboard.press("1")
    board.locator(".c4-count", has_text="3 / 3").wait_for()

    press_letters(page, board, ".c4-stage", "button", "select", "input")
    types = page.evaluate(
        "jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.type)"
    )
    stored = json.loads((ROOT / "notebooks" / "00_start_here.ipynb").read_text())["cells"]
    assert types == [cell["cell_type"] for cell in stored]


def test_agents_that_fail_are_reported_and_two_boards_stay_apart(lab, page, boards):
    page.locator(".c4-board").nth(2).wait_for()
    one, other, slow = (page.locator(".c4-board").nth(number) for number in range(3))

    other.locator('[data-move="3"]').click()
    other.locator(".c4-problem", has_text="broken failed with RuntimeError: I have no").wait_for()
    assert "broken failed" in other.get_by_role("alert").inner_text()
    other.get_by_label("Opponent").select_option("cheat")
    other.locator(".c4-problem", has_text="column 99 does not exist").wait_for()
    assert other.get_by_label("Opponent").input_value() == "cheat"
    other.locator('[data-move="2"]').click()  # plays for the agent
    expect_status(other, "O played column 3. You are X. Your move.")
    other.get_by_label("Opponent").select_option("one-ply")
    other.locator('[data-move="3"]').click()
    other.locator(".c4-count", has_text="4 / 4").wait_for()
    assert discs(one) == 0
    expect_status(one, "You are X. Your move.")

    # While one board's agent thinks, that board takes no move, but another shows its disc.
    for ply in (0, 2):
        slow.locator(".c4-count", has_text=f"{ply} / {ply}").wait_for()
        slow.locator('[data-move="3"]').click()
    expect_status(slow, "slow (O) is thinking … To stop, press the kernel's ■.")
    assert slow.locator("[data-move]").count() == 0
    assert slow.get_by_role("button", name="Undo").is_disabled()
    one.locator('[data-move="3"]').click()
    assert (
        one.locator(".c4-played .c4-ghost").evaluate("ghost => getComputedStyle(ghost).opacity")
        == "1"
    )
    expect_status(one, "Waiting for the kernel")
    page.evaluate("jupyterapp.commands.execute('notebook:interrupt-kernel')")
    slow.locator(".c4-problem", has_text="slow was stopped.").wait_for()
    one.locator(".c4-count", has_text="2 / 2").wait_for()
    slow.get_by_role("button", name="Undo").click()
    expect_status(slow, "You are X. Your move.")


def test_a_board_follows_the_dark_theme_and_says_that_its_kernel_was_restarted(lab, page, boards):
    go_dark(page, ".c4-status")
    restart(lab, page, boards)
    board = page.locator(".c4-board").first
    board.locator('[data-move="3"]').click()
    expect_status(board, "run this cell again")


def test_saved_games_are_shown_again_without_their_kernel(lab, page, boards):
    """As boards if the notebook holds the widgets' state, else as pictures."""
    for number, area in ((0, '[data-move="3"]'), (3, '[data-cell="4"]')):
        board = page.locator(".c4-board").nth(number)
        board.locator(area).click()
        board.locator(".c4-count", has_text="2 / 2").wait_for()
    page.evaluate("jupyterapp.shell.currentWidget.context.save()")
    page.goto("about:blank")
    lab.end_kernels()
    lab.open(page, boards)
    page.locator(".c4-board").nth(3).wait_for()
    assert discs(page.locator(".c4-board").first) == 2
    pieces = page.locator(".c4-board").nth(3).locator(".c4c-piece:not(.c4c-ghost .c4c-piece)")
    assert pieces.count() == 2
    assert page.locator("text=model not found").count() == 0

    page.goto("about:blank")
    stored = nbformat.read(lab.folder / boards, as_version=4)
    del stored.metadata["widgets"]
    nbformat.write(stored, lab.folder / boards)
    lab.open(page, boards)
    for alt in ("Connect Four, 7 columns", "A board of 3 columns"):
        image = page.locator(f"img[alt^='{alt}']").first
        image.wait_for()
        assert image.evaluate("image => image.naturalWidth") > 0


@pytest.mark.parametrize("notebook", sorted(p.name for p in (ROOT / "notebooks").glob("*.ipynb")))
def test_a_notebook_just_cloned_shows_its_boards_before_anything_is_run(lab, page, notebook):
    lab.open(page, notebook)
    page.locator(".jp-OutputArea img:visible").first.wait_for()
    images = "[...document.querySelectorAll('.jp-OutputArea img')]"
    assert page.evaluate(f"{images}.every(image => image.naturalWidth > 0)")
    assert page.locator("text=Error displaying widget").count() == 0
