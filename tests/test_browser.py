"""What a reader does, in JupyterLab in Chromium. `.ci/run` installs it, so it always runs there."""

import json
import shutil

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import ROOT, go_dark, needs_chromium, write_notebook

pytestmark = needs_chromium

BOARDS = [
    "import time\nfrom c4lib.agents import OnePly, Random\nfrom c4lib.view.widgets import play",
    "one = play(OnePly(), Random())\none",
    "def broken(state):\n    raise RuntimeError('I have no idea')\n\n"
    "def cheat(state):\n    return 99\n\nother = play(broken, cheat, OnePly())\nother",
    "def slow(state):\n    time.sleep(60)\n\nplay(slow, OnePly())",
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
def boards(lab, request):
    """A notebook with three boards, one for each test."""
    return write_notebook(lab, request.node.name, BOARDS)


def run_all(lab, page, notebook):
    """Run all cells of the open notebook and wait until its kernel has done them."""
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_selector(".c4-board")
    lab.wait(lambda: lab.kernel_is_idle(notebook), 90)


def expect_status(board, text):
    board.locator(".c4-status", has_text=text).wait_for()


def discs(board):
    return board.locator(".c4-disc:not(.c4-ghost .c4-disc)").count()


def test_the_first_lesson_runs_and_its_board_is_played_on(lab, page):
    lab.open(page, "00_start_here.ipynb")
    run_all(lab, page, "00_start_here.ipynb")
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
    board.get_by_role("slider").fill("2")
    expect_status(board, "After move 2 of 6.")
    assert discs(board) == 2
    board.get_by_role("slider").fill("6")
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

    # Keys pressed on the board are not taken for JupyterLab's shortcuts: d d deletes a cell.
    for part in (".c4-stage", "button", "select", "input"):
        board.locator(part).first.focus()
        for key in "ddab00":
            page.keyboard.press(key)
    assert page.locator(".jp-Dialog").count() == 0
    types = page.evaluate(
        "jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.type)"
    )
    stored = json.loads((ROOT / "notebooks" / "00_start_here.ipynb").read_text())["cells"]
    assert types == [cell["cell_type"] for cell in stored]


def test_agents_that_fail_are_reported_and_two_boards_stay_apart(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
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
    slow.locator('[data-move="3"]').click()
    expect_status(slow, "slow (O) is thinking")
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


def test_a_board_whose_kernel_was_restarted_says_so(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    lab.wait(lambda: lab.kernel_is_idle(boards), 60)
    board = page.locator(".c4-board").first
    board.locator('[data-move="3"]').click()
    board.locator(".c4-status", has_text="run this cell again").wait_for()


def test_a_click_that_comes_late_is_not_played_in_another_position(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
    board = page.locator(".c4-board").first
    board.locator('[data-move="3"]').evaluate(
        """column => {
            const again = column.cloneNode(true);
            column.dispatchEvent(new MouseEvent("click", {bubbles: true}));
            const stage = document.querySelector(".c4-stage");
            stage.append(again);
            again.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        }"""
    )
    board.locator(".c4-count", has_text="2 / 2").wait_for()
    page.wait_for_timeout(500)
    assert board.locator(".c4-count").inner_text() == "2 / 2"


def test_the_slider_follows_the_hand_and_shows_where_it_stops(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
    board = page.locator(".c4-board").first
    for number, column in enumerate((3, 2, 4), start=1):
        board.locator(f'[data-move="{column}"]').click()
        board.locator(".c4-count", has_text=f"{2 * number} / {2 * number}").wait_for()
    slider = board.get_by_role("slider")
    for ply in (0, 1, 2, 3, 4):
        slider.fill(str(ply))
        assert slider.input_value() == str(ply)
    expect_status(board, "After move 4 of 6.")
    assert discs(board) == 4


def test_a_saved_game_is_shown_again_without_its_kernel(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
    board = page.locator(".c4-board").first
    board.locator('[data-move="3"]').click()
    board.locator(".c4-count", has_text="2 / 2").wait_for()
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    page.goto("about:blank")
    lab.end_kernels()
    lab.open(page, boards)
    page.locator(".c4-board").first.wait_for()
    assert discs(page.locator(".c4-board").first) == 2
    assert page.locator("text=model not found").count() == 0


@pytest.mark.parametrize("notebook", sorted(p.name for p in (ROOT / "notebooks").glob("*.ipynb")))
def test_a_notebook_just_cloned_shows_its_boards_before_anything_is_run(lab, page, notebook):
    lab.open(page, notebook)
    page.locator(".jp-OutputArea img:visible").first.wait_for()
    images = "[...document.querySelectorAll('.jp-OutputArea img')]"
    assert page.evaluate(f"{images}.every(image => image.naturalWidth > 0)")
    assert page.locator("text=Error displaying widget").count() == 0


def test_the_board_follows_the_dark_theme(lab, page, boards):
    lab.open(page, boards)
    run_all(lab, page, boards)
    go_dark(page, ".c4-status")
