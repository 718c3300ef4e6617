"""The widgets of lesson 06 in JupyterLab in Chromium: what a reader does with them."""

import re

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import needs_chromium, write_notebook

pytestmark = needs_chromium

TRAINING = """from c4lib.view.training import watch_training
widget = watch_training(iterations=500, games=32, simulations=8)
widget"""
MOST = 500
TRAINED = ".jp-OutputArea-output:has(.widget-button)"
BUSY = """import time
before = len(widget.training.rows)
time.sleep(4)
print("goes on while a cell runs:", before < len(widget.training.rows))"""
AGAIN = "print('stopped:', before._sign.is_set(), widget._sign.is_set())"
SLIDERS = """from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.view.puct_sliders import puct_sliders
state = Connect4.from_moves("4455")
encoding = Columns(state.board)
puct_sliders(state, Net.new(encoding.inputs, encoding.outputs, 32, 1))"""

PRESS = """(slider, keys) => {
    const press = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
    for (const key of keys) slider.dispatchEvent(press(key));
}"""
"""Press keys faster than a hand can."""


def run(lab, page, request, cells, selector):
    """The widget that the first cell shows."""
    notebook = write_notebook(lab, request.node.name, cells)
    lab.open(page, notebook)
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")  # do not wait
    page.locator(selector).first.wait_for(timeout=60_000)
    return page.locator(selector).first


def run_cell(page, number):
    """Run a cell as a reader does."""
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+Enter")


def iterations(widget):
    """How many iterations the curve shows."""
    alt = widget.locator("img[alt^='Mistakes after']").get_attribute("alt")
    return int(re.match(r"Mistakes after (\d+) iteration", alt)[1])


def test_a_reader_starts_a_training_stops_it_and_goes_on(lab, page, request):
    widget = run(lab, page, request, [TRAINING, BUSY], TRAINED)

    def button(name):
        return widget.get_by_role("button", name=name, exact=True)

    page.get_by_text("goes on while a cell runs: False").wait_for()
    assert iterations(widget) == 0
    assert button("Stop").is_disabled()
    place = widget.locator("img").first.bounding_box()
    button("Start").click()
    lab.wait(lambda: iterations(widget) >= 2, 30)
    run_cell(page, 1)
    page.get_by_text("goes on while a cell runs: True").wait_for()
    first = widget.locator("img[alt^='Empty board']").get_attribute("src")
    button("Stop").click()
    widget.get_by_text("nothing is lost").wait_for()
    stopped = iterations(widget)
    assert 2 <= stopped < MOST
    button("Go on").click()
    lab.wait(lambda: iterations(widget) > stopped, 30)
    assert widget.locator("img[alt^='Empty board']").get_attribute("src") != first

    def boxes():  # of both pictures, but for the moment in which one is changed
        found = [image.bounding_box() for image in widget.locator("img").all()]
        return found if all(found) else None

    curve, boards = lab.wait(boxes, 10)
    assert abs(curve["width"] - boards["width"]) < 2
    assert curve["y"] == place["y"]  # nothing jumps
    button("Start again").click()
    lab.wait(lambda: iterations(widget) < stopped, 30)
    button("Stop").click()
    widget.get_by_text("nothing is lost").wait_for()


def test_a_cell_that_is_run_again_ends_its_training(lab, page, request):
    keep = TRAINING.replace("widget = ", "before = globals().get('widget')\nwidget = ")
    shown = AGAIN.replace("before.", "(before or widget).")
    widget = run(lab, page, request, [keep, shown], TRAINED)
    page.get_by_text("stopped: False False").wait_for()
    widget.get_by_role("button", name="Start", exact=True).click()
    lab.wait(lambda: iterations(widget) >= 1, 30)
    run_cell(page, 0)
    widget.get_by_text("Press Start").wait_for()
    run_cell(page, 1)
    page.get_by_text("stopped: True False").wait_for()


def test_a_reader_turns_the_sliders_and_the_bars_change(lab, page, request):
    widget = run(lab, page, request, [SLIDERS], ".jp-OutputArea-output:has(.widget-slider)")
    image = widget.locator("img[alt*='prior']")
    image.wait_for()
    expect = widget.get_by_text
    expect("After 50 simulations").wait_for()
    c, simulations, noise, temperature = widget.get_by_role("slider").all()
    before = image.get_attribute("alt")
    simulations.evaluate(PRESS, ["ArrowRight"] * 9)
    expect("After 1,600 simulations the search prefers column").wait_for()

    def changes(slider, key, times):
        nonlocal before
        before = image.get_attribute("alt")
        slider.evaluate(PRESS, [key] * times)
        lab.wait(lambda: image.get_attribute("alt") != before, 20)

    assert image.get_attribute("alt") != before
    changes(temperature, "ArrowLeft", 10)
    changes(c, "ArrowRight", 10)
    changes(noise, "ArrowRight", 5)
    expect("Noise of seed 0").wait_for()
    widget.get_by_role("button", name="Other noise").click()
    expect("Noise of seed 1").wait_for()
    assert expect("Exactly: column").count() == 1
