"""The stepper in JupyterLab in Chromium: what a reader does with it, and what it shows."""

import re

import nbformat
import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import go_dark, go_light, needs_chromium, press_letters, restart, run_cells, write_notebook

from c4lib.view.steppers.microscope import microscope

pytestmark = needs_chromium

CELLS = [
    "from c4lib import Connect4\n"
    "from c4lib.view.steppers.mcts import mcts_steps\n"
    "from c4lib.view.steppers.microscope import microscope",
    "one = microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])\none",
    "other = microscope(Connect4(4, 4, 3), depth=4)\nother",
    "mcts_steps(Connect4(4, 4))",
]


@pytest.fixture
def notebook(lab, page, request):
    """A notebook with two microscopes and a stepper through MCTS, running."""
    return run_cells(lab, page, request, CELLS)


@pytest.fixture
def steppers(page, notebook):
    page.locator(".c4s").nth(2).wait_for()
    return [page.locator(".c4s").nth(number) for number in range(3)]


def expect_step(stepper, step):
    """Wait for a step, by its number or a pattern."""
    stepper.locator(".c4s-count", has_text=re.compile(rf"^{step} / \d+$")).wait_for()


def button(stepper, name):
    return stepper.get_by_role("button", name=name, exact=True)


def click(stepper, name, step):
    """Click a button, also where it does nothing, and wait for the step that it leads to."""
    button(stepper, name).click(force=True)
    expect_step(stepper, step)


def slide(stepper, step):
    stepper.get_by_role("slider").fill(str(step))
    expect_step(stepper, step)


def press(stepper, key, step):
    stepper.page.keyboard.press(key)
    expect_step(stepper, step)


def focused_label(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_a_reader_steps_through_a_search(page, steppers):
    one, other, _ = steppers
    status = one.get_by_role("status")
    assert status.inner_text().startswith("The search begins at the root")
    click(one, "Step forward", 2)
    assert status.inner_text() == "MAX tries branch a: now MIN is to move."
    assert one.locator(".c4s-board").inner_text() == "[3, 12, 8]"
    assert one.locator(".c4s-running").inner_text() == "MIN-VALUE(state, α, β)"
    click(one, "Step back", 1)
    click(one, "Step back", 1)
    assert focused_label(page) == "Step back"
    slide(one, 18)
    assert "MAX has 3 elsewhere" in status.inner_text()
    assert one.locator(".c4s-cut").count() == 2
    assert one.get_by_role("img", name="Window: alpha 3, beta 2").count() == 1
    click(one, "To the end", 33)
    click(one, "Step forward", 33)
    page.wait_for_timeout(300)
    expect_step(one, 33)
    assert focused_label(page) == "Step forward"
    click(one, "To the start", 1)
    expect_step(other, 1)


def test_a_reader_steps_through_the_iterations_of_mcts(steppers):
    stepper = steppers[2]
    status = stepper.get_by_role("status")
    assert status.inner_text().startswith("The tree is only its root")
    click(stepper, "Step forward", 2)
    assert stepper.locator(".c4s-running").inner_text().strip().startswith("expand:")
    assert stepper.locator(".c4s-node").count() == 2
    click(stepper, "Step forward", 3)
    assert stepper.locator(".c4s-board img").count() == 2
    for step in (6, 10, 14):  # where the next iterations begin
        click(stepper, "Forward one iteration", step)
    click(stepper, "Step forward", 15)
    click(stepper, "Back one iteration", 14)
    slide(stepper, 60)
    assert status.inner_text().endswith("0.500 + 1.5·√(ln 11 / 2) = 2.142.")
    table = stepper.get_by_role("img", name="Moves of X at the root")
    assert "Column 4: 2 visits, mean 0.500, " in table.get_attribute("aria-label")
    stepper.locator(".c4s-tree").focus()
    for key, step in (("PageDown", 66), ("PageUp", 60), ("PageUp", 54)):
        press(stepper, key, step)
    click(stepper, "To the end", 194)
    click(stepper, "Forward one iteration", 194)
    assert status.inner_text().endswith("that is the move.")
    assert button(steppers[0], "Forward one iteration").count() == 0


def test_a_search_plays_pauses_and_plays_again_from_the_end(page, steppers):
    one, other, _ = steppers
    one.get_by_label("Speed").select_option("very fast")
    click(one, "Play", 33)
    button(one, "Play").wait_for()
    assert one.get_by_role("status").inner_text().startswith("The search is over")
    one.get_by_label("Speed").select_option("fast")
    click(one, "Play", "([3-9]|1[0-9])")
    button(one, "Pause").click()
    button(one, "Play").wait_for()
    page.wait_for_timeout(300)  # a step that was asked for still comes
    held = one.locator(".c4s-count").inner_text()
    page.wait_for_timeout(900)
    assert one.locator(".c4s-count").inner_text() == held
    expect_step(other, 1)
    slide(other, 190)
    other.get_by_label("Speed").select_option("very fast")
    click(other, "Play", 206)
    assert other.locator(".c4s-folded").count() > 0
    assert one.locator(".c4s-count").inner_text() == held


def test_the_keys_step_and_play_and_are_not_jupyterlabs(page, steppers):
    one, other, _ = steppers
    other.locator(".c4s-tree").focus()
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    press(other, "ArrowRight", 13)
    for key, step in (("ArrowLeft", 12), ("End", 206), ("Home", 1), (" ", "[2-9]")):
        press(other, key, step)
    page.keyboard.press(" ")
    button(other, "Play").wait_for()
    assert "search tree" in page.evaluate("document.activeElement.ariaRoleDescription")
    other.get_by_role("slider").focus()
    before = int(other.get_by_role("slider").input_value())
    press(other, "ArrowRight", before + 1)
    press_letters(page, one, ".c4s-tree", "button", "select", "input")
    cells = "jupyterapp.shell.currentWidget.content.widgets.length"
    assert page.evaluate(cells) == len(CELLS)


@pytest.mark.parametrize(("number", "steps"), [(1, (1, 30, 90, 206)), (2, (1, 100, 150, 194))])
def test_tree_and_board_stand_side_by_side_and_nothing_jumps(steppers, number, steps):
    stepper = steppers[number]
    tree, side = (stepper.locator(part).bounding_box() for part in (".c4s-tree", ".c4s-side"))
    assert 560 < tree["width"] <= 640
    assert tree["x"] + tree["width"] <= side["x"]
    places = []
    for step in steps:
        slide(stepper, step)
        places.append(stepper.locator(".c4s-controls").bounding_box())
    assert all(place == places[0] for place in places)
    slider = stepper.get_by_role("slider")
    for step in (5, 50, 120, 77, 60):  # it follows the hand, and shows where that stops
        slider.fill(str(step))
        assert slider.input_value() == str(step)
    expect_step(stepper, 60)
    assert slider.input_value() == "60"


def test_a_saved_microscope_shows_its_tree_without_javascript_state(lab, page, request):
    """A notebook stored without widget state, as the course's are, shows the picture."""
    data, _ = microscope([[3, 12], [2, 4]])._repr_mimebundle_()
    notebook = write_notebook(lab, request.node.name, CELLS)
    written = nbformat.read(lab.folder / notebook, as_version=4)
    written.cells[1].outputs = [nbformat.v4.new_output("display_data", data)]
    nbformat.write(written, lab.folder / notebook)
    lab.open(page, notebook)
    image = page.locator("img[alt^='Search tree after step']")
    image.wait_for()
    assert image.evaluate("image => image.naturalWidth") == 640


def test_the_stepper_follows_the_dark_theme_and_says_that_its_kernel_was_restarted(
    lab, page, notebook, steppers
):
    one = steppers[0]
    legend = one.locator(".c4s-tree text").last
    fill = "node => getComputedStyle(node).fill"
    go_light(page)
    light = legend.evaluate(fill)
    go_dark(page, ".c4s-sentence")
    assert legend.evaluate(fill) != light
    colour = one.locator(".c4s-running").first.evaluate("n => getComputedStyle(n).color")
    assert colour == "rgb(27, 39, 51)"  # dark on yellow in both themes
    restart(lab, page, notebook)
    button(one, "Play").click()
    one.locator(".c4s-sentence", has_text="run").wait_for()
    button(one, "Play").wait_for()
