"""What all panels share, and the knobs; test_browser_panels.py tries them in JupyterLab."""

import re
import threading
from functools import partial

import ipywidgets
import matplotlib.pyplot as plt
import pytest

from c4lib import Connect4
from c4lib.view.boards.svg import RUN_ME, Picture
from c4lib.view.panels import panel as panel_module
from c4lib.view.panels.panel import Panel, knobs, themed
from c4lib.view.panels.search import mcts_sliders, puct_sliders
from c4lib.view.panels.training import watch_training
from c4lib.view.panels.weights import tune

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SMALL = Connect4(4, 4)


def even(state):
    """An oracle that knows nothing."""
    return [1 / len(state.moves())] * len(state.moves()), 0.0


def text(number):
    return "<" * number


PANELS = {
    "knobs": partial(knobs, text, number=(1, 9)),
    "mcts": partial(mcts_sliders, SMALL, iterations=100),
    "puct": partial(puct_sliders, SMALL, even, noise=0.25),
    "tune": partial(tune, SMALL, features=["twos"], depth=2),
    "training": partial(watch_training, "4x4", 3, games=12, simulations=4, width=8, blocks=1),
    "two trainings": partial(watch_training, ["4x4-bare", "4x4"], 3, games=12, simulations=4),
}


@pytest.fixture(params=PANELS)
def make(request):
    """Each panel of the course."""
    return PANELS[request.param]


def test_a_saved_panel_shows_its_settings_its_words_and_its_pictures(make):
    panel = make()
    data = panel._repr_mimebundle_()
    html = data["text/html"]
    assert WIDGET_VIEW in data
    assert data["text/plain"] == repr(panel)
    assert html.startswith("<p>")
    assert panel.shown.words in html
    assert html.count('src="data:image/svg+xml;base64,') == sum(
        hasattr(picture, "_repr_html_") for picture in panel.shown.pictures
    )
    assert html.endswith(RUN_ME)
    assert make()._repr_mimebundle_()["text/html"] == html, "always the same"


@pytest.mark.parametrize("name", ["mcts", "puct", "tune", "knobs"])
@pytest.mark.parametrize("error", [RuntimeError("no <idea>"), KeyboardInterrupt()])
def test_an_error_is_shown_and_the_next_turn_works(name, error, monkeypatch):
    panel = PANELS[name]()
    before, control = panel.message.value, list(panel.controls.values())[-1]

    def broken(panel):
        raise error

    monkeypatch.setattr(type(panel), "compute", broken)
    panel.update()
    wanted = "⚠ RuntimeError: no &lt;idea&gt;" if str(error) else "⚠ KeyboardInterrupt<"
    assert wanted in panel.message.value
    assert panel.picture.value == ""
    monkeypatch.undo()
    panel.update()
    assert panel.message.value == before
    assert control.value == list(PANELS[name]().controls.values())[-1].value


@pytest.mark.parametrize("name", ["mcts", "puct", "tune", "knobs"])
def test_a_turn_is_computed_on_the_kernels_main_thread(name, monkeypatch):
    panel, handed_over = PANELS[name](), []
    monkeypatch.setattr(panel_module, "on_main_thread", handed_over.append)
    control = next(each for each in panel.controls.values() if hasattr(each, "min"))
    turned = threading.Thread(target=lambda: setattr(control, "value", control.max))
    turned.start()
    turned.join()
    assert handed_over == [panel.show]


def test_labels_are_as_wide_as_the_longest_and_a_readers_own_control_is_left_alone():
    own = ipywidgets.IntSlider(description="mine", style={"description_width": "3em"})
    panel = knobs(lambda **values: "", own=own, a_rather_long_name=True, b=[1])
    widths = [control.style.description_width for control in panel.controls.values()]
    assert widths == ["3em", "10.9em", "10.9em"]
    html = themed(Picture('<svg width="3" fill="var(--jp-x, red)"/>', "A <thing>"))
    assert html.startswith('<div role="img" aria-label="A &lt;thing&gt;"><svg style=')
    assert 'fill="var(--jp-x, red)"' in html
    assert "⚠ NotImplementedError: Panel must say what to compute" in Panel({}).message.value


def test_a_slider_of_few_steps_is_short_and_one_of_many_is_as_wide_as_a_picture():
    panel = knobs(text, few=(1, 3), some=(0, 10), many=(0, 1000))
    widths = [control.layout.width for control in panel.controls.values()]
    assert widths == ["228px", "420px", "600px"]


def test_turned_knobs_draw_again_or_say_why_a_setting_is_refused():
    panel = knobs(Connect4, width=(1, 9, 7), height=(1, 9, 6), connect=[4, 3])
    assert panel.picture.value == Connect4()._repr_html_()
    assert panel.message.layout.display == "none"
    panel.controls["width"].value = 5
    assert panel.picture.value == Connect4(5, 6, 4)._repr_html_()
    assert panel._repr_mimebundle_()["text/html"].endswith(panel.picture.value + RUN_ME)
    assert repr(panel) == "<knobs: width=5, height=6, connect=4>"
    panel.controls["width"].value = panel.controls["height"].value = 3
    assert "a line of 4 fits nowhere" in panel.message.value
    assert panel.message.layout.display is None
    assert knobs(lambda draw: draw, draw=(1, 2)).values == {"draw": 1}, "any name will do"


def test_knobs_show_a_plot_with_its_titles_in_words():
    def draw(grid):
        figure, axes = plt.subplots()
        axes.set_title("<Nodes>")
        axes.grid(grid)
        plt.close(figure)
        return figure

    picture = knobs(draw, grid=True).picture.value
    assert re.match('<img alt="[^"]*&lt;Nodes&gt;[^"]*" src="data:image/png;base64,iVBOR', picture)
