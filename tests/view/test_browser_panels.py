"""The panels in JupyterLab in Chromium: what a reader does with them."""

import re

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import go_dark, needs_chromium, run_cells

pytestmark = needs_chromium

TRAINING = """from c4lib.view.panels.training import watch_training
widget = watch_training(iterations=500, games=32, simulations=8)
widget"""
MOST = 500
TRAINED = ".jp-OutputArea-output:has(.widget-button)"
SLIDERS = ".jp-OutputArea-output:has(.widget-slider)"
BUSY = """import time
before = len(widget.training.rows)
time.sleep(4)
print("goes on while a cell runs:", before < len(widget.training.rows))"""
SLEEP = """import time
done = len(widget.training.rows)
print("sleeps:", done > 0)
time.sleep(60 * done)"""
PUCT = """from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.view.panels.search import puct_sliders
state = Connect4.from_moves("4455")
encoding = Columns(state.board)
puct_sliders(state, Net.new(encoding.inputs, encoding.outputs, 32, 1))"""

MCTS = """import time
from pathlib import Path
import c4lib.fast
from c4lib import Connect4
from c4lib.view.panels.search import mcts_sliders
widget = mcts_sliders(Connect4(4, 4))
quick = c4lib.fast.mcts
def slow(*arguments, **options):
    Path("searches.txt").write_text(f"{widget.searches}")
    time.sleep(0.4)
    return quick(*arguments, **options)
c4lib.fast.mcts = slow
widget"""

WIDE = """from c4lib.view import chance_plots, knobs
knobs(lambda wind: chance_plots.aims({str(n): n / 9 for n in range(1, 8)}), wind=(0, 9))"""

PRESS = """(slider, keys) => {
    const press = (key) => new KeyboardEvent("keydown", {key, bubbles: true});
    for (const key of keys) slider.dispatchEvent(press(key));
}"""
"""Press keys faster than a hand can."""


def run(lab, page, request, cells, selector):
    """The widget that the first cell shows."""
    run_cells(lab, page, request, cells)
    page.locator(selector).first.wait_for(timeout=60_000)
    return page.locator(selector).first


def run_cell(page, number):
    """Run a cell as a reader does."""
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+Enter")


def picture(widget, words):
    """The picture that is described by these words."""
    return widget.locator(f"[role=img][aria-label*='{words}']")


def iterations(widget):
    """How many iterations the curve shows."""
    alt = picture(widget, "Mistakes after").get_attribute("aria-label")
    return int(re.match(r"Mistakes after (\d+) iteration", alt)[1])


def test_a_reader_starts_a_training_stops_it_and_goes_on(lab, page, request):
    widget = run(lab, page, request, [TRAINING, BUSY], TRAINED)

    def button(name):
        return widget.get_by_role("button", name=name, exact=True)

    page.get_by_text("goes on while a cell runs: False").wait_for()
    assert iterations(widget) == 0
    assert button("Stop").is_disabled()
    place = widget.get_by_role("img").first.bounding_box()
    button("Start").click()
    lab.wait(lambda: iterations(widget) >= 2, 30)
    run_cell(page, 1)
    page.get_by_text("goes on while a cell runs: True").wait_for()
    first = picture(widget, "Empty board").inner_html()
    button("Stop").click()
    widget.get_by_text("nothing is lost").wait_for()
    stopped = iterations(widget)
    assert 2 <= stopped < MOST
    button("Go on").click()
    lab.wait(lambda: iterations(widget) > stopped, 30)
    assert picture(widget, "Empty board").inner_html() != first

    def boxes():  # of both pictures, but for the moment in which one is changed
        found = [image.bounding_box() for image in widget.locator("[role=img] > svg").all()]
        return found if all(found) else None

    curve, boards = lab.wait(boxes, 10)
    assert abs(curve["width"] - boards["width"]) < 2
    assert curve["y"] == place["y"]  # nothing jumps
    button("Start again").click()
    lab.wait(lambda: 0 < iterations(widget) < stopped, 30)
    button("Stop").click()
    widget.get_by_text("nothing is lost").wait_for()


def test_a_cell_that_is_run_again_ends_its_training(lab, page, request):
    keep = TRAINING.replace("widget = ", "before = globals().get('widget')\nwidget = ")
    shown = "print('stopped:', (before or widget)._sign.is_set(), widget._sign.is_set())"
    widget = run(lab, page, request, [keep, shown], TRAINED)
    page.get_by_text("stopped: False False").wait_for()
    widget.get_by_role("button", name="Start", exact=True).click()
    lab.wait(lambda: iterations(widget) >= 1, 30)
    run_cell(page, 0)
    widget.get_by_text("Press Start").wait_for()
    run_cell(page, 1)
    page.get_by_text("stopped: True False").wait_for()


def test_the_kernels_stop_button_stops_a_training_and_one_can_play_against_it(lab, page, request):
    pair = TRAINING.replace("iterations=500", "['4x4-bare', '4x4'], iterations=500")
    widget = run(lab, page, request, [pair, SLEEP], TRAINED)

    def begin(name, seen):
        widget.get_by_role("button", name=name, exact=True).click()
        lab.wait(lambda: iterations(widget) > seen, 60)

    def interrupt():
        page.evaluate("jupyterapp.commands.execute('notebook:interrupt-kernel')")
        widget.get_by_text("nothing is lost").wait_for()
        return iterations(widget)

    begin("Start", 0)
    stopped = interrupt()  # while no cell runs
    begin("Go on", stopped)
    run_cell(page, 1)
    page.get_by_text("sleeps: True").wait_for()
    assert interrupt() > stopped
    page.get_by_text("Stopped in line").first.wait_for()
    begin("Go on", iterations(widget))
    widget.get_by_role("button", name="Play against it").click()
    widget.get_by_text("You are X. Your move.").wait_for()
    widget.locator('[data-move="0"]').click()
    widget.get_by_text("2 / 2").wait_for()
    assert "discs alone after 0 iterations" in widget.get_by_role("combobox").inner_text()


def test_a_reader_turns_the_sliders_and_the_bars_change(lab, page, request):
    widget = run(lab, page, request, [PUCT], SLIDERS)
    image = picture(widget, "prior")
    image.wait_for()
    expect = widget.get_by_text
    expect("After 50 simulations").wait_for()
    for name, key, times in [
        ("simulations", "ArrowRight", 9),
        ("temperature", "ArrowLeft", 10),
        ("C", "ArrowRight", 10),
        ("noise", "ArrowRight", 5),
    ]:
        before = image.get_attribute("aria-label")
        widget.get_by_role("slider", name=name, exact=True).evaluate(PRESS, [key] * times)
        lab.wait(lambda before=before: image.get_attribute("aria-label") != before, 20)
    expect("After 1,600 simulations the search prefers column").wait_for()
    expect("Noise of seed 0").wait_for()
    widget.get_by_role("button", name="Other noise").click()
    expect("Noise of seed 1").wait_for()
    assert expect("Exactly: column").count() == 1
    go_dark(page, ".widget-label")
    fill = "getComputedStyle(document.querySelector('[role=img] text')).fill"
    assert "255, 255, 255" in page.evaluate(fill), "light words on a dark page"


def test_moves_of_a_slider_do_not_queue_up(lab, page, request):
    widget = run(lab, page, request, [MCTS], SLIDERS)
    image = picture(widget, "visits")
    image.wait_for()
    assert image.locator("> svg").bounding_box()["width"] == 270
    expect = widget.get_by_text
    expect("of 1,000 visits").wait_for()
    before = image.get_attribute("aria-label")

    iterations = widget.get_by_role("slider").nth(2)
    iterations.evaluate(PRESS, ["ArrowLeft"] * 6 + ["ArrowRight"] * 12)
    expect("of 100,000 visits").wait_for()
    assert image.get_attribute("aria-label") != before
    searches = int((lab.folder / "searches.txt").read_text())
    assert searches == 3  # the cell's, the first of 18 presses, and the last

    widget.get_by_role("slider").nth(1).focus()
    page.keyboard.press("ArrowRight")
    expect("of 100,000 visits").wait_for()
    widget.get_by_role("button", name="New seed").click()
    expect("Seed 1.").wait_for()
    assert expect("Exactly: column").count() == 1


def test_a_plot_is_as_narrow_as_the_page(lab, page, request):
    page.set_viewport_size({"width": 700, "height": 800})
    widget = run(lab, page, request, [WIDE], SLIDERS)
    image = widget.locator("img")
    image.wait_for()
    inside = "i => i.getBoundingClientRect().right <= i.parentElement.getBoundingClientRect().right"
    assert image.evaluate(inside), "nothing of the picture is cut off"
    assert image.evaluate("i => i.naturalWidth") > image.evaluate("i => i.width") > 300
    shape = "i => i.naturalWidth / i.naturalHeight - i.width / i.height"
    assert abs(image.evaluate(shape)) < 0.1
