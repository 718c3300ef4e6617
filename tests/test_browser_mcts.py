"""The widgets of lesson 05 in JupyterLab in Chromium: what a reader does with them."""

import re

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import needs_chromium, write_notebook

pytestmark = needs_chromium

STEPPER = """from c4lib import Connect4
from c4lib.view.mcts_stepper import mcts_steps
mcts_steps(Connect4(4, 4))"""
SLIDERS = """import time
from pathlib import Path
import c4lib.fast
from c4lib import Connect4
from c4lib.view.mcts_sliders import mcts_sliders
widget = mcts_sliders(Connect4(4, 4))
quick = c4lib.fast.mcts
def slow(*arguments, **options):
    Path("searches.txt").write_text(f"{widget.searches}")
    time.sleep(0.4)
    return quick(*arguments, **options)
c4lib.fast.mcts = slow
widget"""

PRESS = """(slider, keys) => {
    const press = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
    for (const key of keys) slider.dispatchEvent(press(key));
}"""
"""Press keys faster than a hand can."""


def run(lab, page, request, cell, selector):
    """The widget that a cell shows."""
    notebook = write_notebook(lab, request.node.name, [cell])
    lab.open(page, notebook)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.locator(selector).first.wait_for()
    lab.wait(lambda: lab.kernel_is_idle(notebook), 90)
    return page.locator(selector).first


def expect_step(stepper, step):
    """Wait for a step, by its number or a pattern."""
    stepper.locator(".c4m-count", has_text=re.compile(rf"^{step} / 194$")).wait_for()


def test_a_reader_steps_through_the_four_steps(lab, page, request):
    stepper = run(lab, page, request, STEPPER, ".c4s")
    status, slider = stepper.get_by_role("status"), stepper.get_by_role("slider")

    def click(name):
        stepper.get_by_role("button", name=name, exact=True).click(force=True)

    assert status.inner_text().startswith("The tree is only its root")
    expect_step(stepper, 1)
    click("Step forward")
    expect_step(stepper, 2)
    assert status.inner_text().startswith("Expand: column 4 was never tried here")
    assert stepper.locator(".c4m-running").inner_text().strip().startswith("expand:")
    assert stepper.locator(".c4s-node").count() == 2
    click("Step forward")
    expect_step(stepper, 3)
    assert stepper.locator(".c4m-board img").count() == 2
    click("Forward one iteration")
    expect_step(stepper, 6)  # where the second one begins
    click("Forward one iteration")
    click("Forward one iteration")
    expect_step(stepper, 14)
    click("Step forward")
    expect_step(stepper, 15)
    click("Back one iteration")
    expect_step(stepper, 14)
    slider.fill("60")
    expect_step(stepper, 60)
    assert status.inner_text().endswith("0.500 + 1.5·√(ln 11 / 2) = 2.142.")
    table = stepper.get_by_role("img", name="Moves of X at the root")
    assert "Column 4: 2 visits, mean 0.500, " in table.get_attribute("aria-label")

    stepper.locator(".c4m-tree").focus()
    page.keyboard.press("PageDown")
    expect_step(stepper, 66)
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    expect_step(stepper, 54)
    click("To the end")
    expect_step(stepper, 194)
    assert status.inner_text().endswith("that is the move.")
    click("Forward one iteration")
    stepper.get_by_label("Speed").select_option("fast")
    click("To the start")
    click("Play")
    expect_step(stepper, "[3-9]")
    click("Pause")

    tree, side = (stepper.locator(part).bounding_box() for part in (".c4m-tree", ".c4m-side"))
    assert tree["width"] > 560
    assert tree["x"] + tree["width"] <= side["x"]
    places = []
    for step in (1, 100, 150, 194):
        slider.fill(str(step))
        expect_step(stepper, step)
        places.append(stepper.locator(".c4m-controls").bounding_box())
    assert all(place == places[0] for place in places)  # nothing jumps


def test_a_reader_turns_the_sliders_and_moves_do_not_queue_up(lab, page, request):
    widget = run(lab, page, request, SLIDERS, ".jp-OutputArea-output:has(.widget-slider)")
    image = widget.locator("img[alt*='of visits, won']")
    image.wait_for()
    assert image.evaluate("image => image.naturalWidth") == 270
    expect = widget.get_by_text
    expect("of 1,000 visits").wait_for()
    before = image.get_attribute("alt")

    iterations = widget.get_by_role("slider").nth(2)
    iterations.evaluate(PRESS, ["ArrowLeft"] * 6 + ["ArrowRight"] * 12)
    expect("of 100,000 visits").wait_for()
    assert image.get_attribute("alt") != before
    searches = int((lab.folder / "searches.txt").read_text())
    assert searches == 3  # the cell's, the first of 18 presses, and the last

    widget.get_by_role("slider").nth(1).focus()
    page.keyboard.press("ArrowRight")
    expect("of 100,000 visits").wait_for()
    widget.get_by_role("button", name="New seed").click()
    expect("Seed 1.").wait_for()
    assert expect("Exactly: column").count() == 1
