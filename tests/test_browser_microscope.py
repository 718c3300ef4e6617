"""The microscope in JupyterLab in Chromium: what a reader does with it, and what it shows."""

import re

import nbformat
import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import go_dark, needs_chromium, write_notebook

pytestmark = needs_chromium

CELLS = [
    "from c4lib import Connect4\nfrom c4lib.view.microscope import microscope",
    "one = microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])\none",
    "other = microscope(Connect4(4, 4, 3), depth=4)\nother",
]


@pytest.fixture
def notebook(lab, request):
    """A notebook with two microscopes, one for each test."""
    return write_notebook(lab, request.node.name, CELLS)


@pytest.fixture
def scopes(lab, page, notebook):
    """Both microscopes, running."""
    lab.open(page, notebook)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.locator(".c4m").nth(1).wait_for()
    lab.wait(lambda: lab.kernel_is_idle(notebook), 90)
    return page.locator(".c4m").nth(0), page.locator(".c4m").nth(1)


def expect_step(scope, step, steps=33):
    """Wait for a step, by its number or a pattern."""
    scope.locator(".c4m-count", has_text=re.compile(rf"^{step} / {steps}$")).wait_for()


def click(scope, name):
    scope.get_by_role("button", name=name, exact=True).click(
        force=True
    )  # also where it does nothing


def focused_label(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_a_reader_steps_through_a_search(page, scopes):
    one, other = scopes
    status = one.get_by_role("status")
    assert status.inner_text().startswith("The search begins at the root")
    expect_step(one, 1)
    click(one, "Step forward")
    expect_step(one, 2)
    assert status.inner_text() == "MAX tries branch a: now MIN is to move."
    assert one.locator(".c4m-board").inner_text() == "[3, 12, 8]"
    assert one.locator(".c4m-running").inner_text() == "MIN-VALUE(state, α, β)"
    click(one, "Step back")
    click(one, "Step back")
    expect_step(one, 1)
    assert focused_label(page) == "Step back"
    one.get_by_role("slider").fill("18")
    expect_step(one, 18)
    assert "MAX has 3 elsewhere" in status.inner_text()
    assert one.locator(".c4m-cut").count() == 2
    assert one.get_by_role("img", name="Window: alpha 3, beta 2").count() == 1
    click(one, "To the end")
    expect_step(one, 33)
    click(one, "Step forward")
    page.wait_for_timeout(300)
    expect_step(one, 33)
    assert focused_label(page) == "Step forward"
    click(one, "To the start")
    expect_step(one, 1)
    expect_step(other, 1, 206)


def test_a_search_plays_pauses_and_plays_again_from_the_end(page, scopes):
    one, other = scopes
    one.get_by_label("Speed").select_option("very fast")
    click(one, "Play")
    expect_step(one, 33)
    one.get_by_role("button", name="Play", exact=True).wait_for()
    assert one.get_by_role("status").inner_text().startswith("The search is over")
    one.get_by_label("Speed").select_option("fast")
    click(one, "Play")
    expect_step(one, "([3-9]|1[0-9])")
    click(one, "Pause")
    one.get_by_role("button", name="Play", exact=True).wait_for()
    page.wait_for_timeout(300)  # a step that was asked for still comes
    held = one.locator(".c4m-count").inner_text()
    page.wait_for_timeout(900)
    assert one.locator(".c4m-count").inner_text() == held
    expect_step(other, 1, 206)
    other.get_by_role("slider").fill("190")
    expect_step(other, 190, 206)
    other.get_by_label("Speed").select_option("very fast")
    click(other, "Play")
    expect_step(other, 206, 206)
    assert other.locator(".c4m-folded").count() > 0
    assert one.locator(".c4m-count").inner_text() == held


def test_the_keys_step_and_play_and_are_not_jupyterlabs(page, scopes):
    one, other = scopes
    other.locator(".c4m-tree").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect_step(other, 13, 206)
    page.keyboard.press("ArrowLeft")
    expect_step(other, 12, 206)
    page.keyboard.press("End")
    expect_step(other, 206, 206)
    page.keyboard.press("Home")
    expect_step(other, 1, 206)
    page.keyboard.press(" ")
    expect_step(other, "[2-9]", 206)
    page.keyboard.press(" ")
    other.get_by_role("button", name="Play", exact=True).wait_for()
    assert "search tree" in page.evaluate("document.activeElement.ariaRoleDescription")
    other.get_by_role("slider").focus()
    before = int(other.get_by_role("slider").input_value())
    page.keyboard.press("ArrowRight")
    expect_step(other, before + 1, 206)
    for part in (".c4m-tree", "button", "select", "input"):
        one.locator(part).first.focus()
        for key in "ddab00":
            page.keyboard.press(key)
    assert page.locator(".jp-Dialog").count() == 0
    cells = "jupyterapp.shell.currentWidget.content.widgets.length"
    assert page.evaluate(cells) == len(CELLS)


def test_the_slider_follows_the_hand_and_shows_where_it_stops(scopes):
    slider = scopes[1].get_by_role("slider")
    for step in (5, 50, 120, 77, 60):
        slider.fill(str(step))
        assert slider.input_value() == str(step)
    expect_step(scopes[1], 60, 206)
    assert slider.input_value() == "60"


def test_a_microscope_whose_kernel_was_restarted_says_so(lab, page, scopes, notebook):
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    lab.wait(lambda: lab.kernel_is_idle(notebook), 60)
    click(scopes[0], "Play")
    scopes[0].locator(".c4m-sentence", has_text="run").wait_for()
    scopes[0].get_by_role("button", name="Play", exact=True).wait_for()


def test_tree_and_board_stand_side_by_side_and_nothing_jumps(page, scopes):
    other = scopes[1]
    tree, side = (other.locator(part).bounding_box() for part in (".c4m-tree", ".c4m-side"))
    assert tree["width"] == pytest.approx(560, abs=4)
    assert tree["x"] + tree["width"] <= side["x"]
    assert side["width"] <= 225
    before = [other.locator(".c4m-controls").bounding_box()]
    for step in (30, 90, 206):
        other.get_by_role("slider").fill(str(step))
        expect_step(other, step, 206)
        before.append(other.locator(".c4m-controls").bounding_box())
    assert all(box == before[0] for box in before)


def test_a_saved_microscope_shows_its_tree_without_javascript_state(lab, page, notebook):
    """A notebook stored without widget state, as the course's are, shows the picture."""
    from c4lib.view.microscope import microscope

    data, _ = microscope([[3, 12], [2, 4]])._repr_mimebundle_()
    cell = nbformat.v4.new_code_cell(CELLS[1])
    cell.outputs = [nbformat.v4.new_output("display_data", data)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    written = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(written, lab.folder / notebook)
    lab.open(page, notebook)
    image = page.locator("img[alt^='Search tree after step']")
    image.wait_for()
    assert image.evaluate("image => image.naturalWidth") == 560


def test_the_microscope_follows_the_dark_theme(page, scopes):
    colour = "node => getComputedStyle(node).color"
    go_dark(page, ".c4m-sentence")
    code = scopes[0].locator(".c4m-running").first
    assert code.evaluate(colour) == "rgb(27, 39, 51)"  # dark on yellow in both themes
