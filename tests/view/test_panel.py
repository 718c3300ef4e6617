"""What all panels share, and the knobs; test_browser_panels.py tries them in JupyterLab."""

import re
import threading
from functools import partial

import ipywidgets
import matplotlib.pyplot as plt
import pytest

from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.games.tictactoe import TicTacToe
from c4lib.heuristics import Linear
from c4lib.view.boards.svg import RUN_ME, Picture
from c4lib.view.panels import panel as panel_module
from c4lib.view.panels.mcts import mcts_sliders
from c4lib.view.panels.panel import Panel, knobs, themed
from c4lib.view.panels.puct import puct_sliders
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


def test_a_drawing_stands_inline_where_it_sees_the_theme_and_is_described():
    html = themed(Picture('<svg width="3" fill="var(--jp-x, red)"/>', "A <thing>"))
    assert html.startswith('<div role="img" aria-label="A &lt;thing&gt;"><svg style=')
    assert 'fill="var(--jp-x, red)"' in html
    assert "⚠ NotImplementedError: Panel must say what to compute" in Panel({}).message.value


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


NOT_A_SETTING = [[], (1.5, 2), None, "text", (9, 1), (1, 9, 30), (1, 9, "x"), (1, 9, 3, 4)]
OVER = Connect4.from_moves("1122334")
LARGE = Columns(Connect4().board)
LEARNT = Linear({"turn": 1})
REFUSED = [
    *[(knobs, (text,), {"number": setting}, "is not a setting; use") for setting in NOT_A_SETTING],
    (mcts_sliders, (TicTacToe(),), {}, "the compiled mcts plays only Connect4"),
    (mcts_sliders, (Connect4(9, 9),), {}, "takes 90 bits"),
    (mcts_sliders, (OVER,), {}, "the game is over"),
    (mcts_sliders, (), {"c": 4}, "the slider for C goes from 0 to 3, not to 4"),
    (mcts_sliders, (), {"c": -1}, "c is a number of at least 0"),
    (mcts_sliders, (), {"rollouts": 101}, "the slider for rollouts goes from 1 to 100"),
    (mcts_sliders, (), {"iterations": 5}, "the slider for iterations goes from 10 to 100,000"),
    (mcts_sliders, (), {"iterations": 1.5}, "iterations is a whole number"),
    (mcts_sliders, (), {"seed": -1}, "a seed is a whole number"),
    (puct_sliders, ("44", even), {}, "hand in a state such as"),
    (puct_sliders, (OVER, even), {}, "the game is over"),
    (puct_sliders, (SMALL, 3), {}, "the judge is a network or a function"),
    (puct_sliders, (Connect4(4, 4, 3),), {}, "there is no network for"),
    (puct_sliders, (SMALL, Net.new(LARGE.inputs, LARGE.outputs, 16, 1)), {}, "does not fit"),
    (puct_sliders, (SMALL, even), {"simulations": 1}, "the slider for simulations goes from 2 to"),
    (puct_sliders, (SMALL, even), {"c": 6}, "the slider for C goes from 0 to 5"),
    (puct_sliders, (SMALL, even), {"c": -1}, "c is a number of at least 0"),
    (puct_sliders, (SMALL, even), {"noise": 2}, "noise is a number of at least 0 and at most 1"),
    (puct_sliders, (SMALL, even), {"temperature": -1}, "the slider for temperature goes from 0"),
    (puct_sliders, (SMALL, even), {"seed": "x"}, "a seed is a whole number"),
    (tune, (), {"depth": 9}, "the slider for depth goes from 1 to 8"),
    (tune, (), {"depth": True}, "depth is a whole number"),
    (tune, (), {"features": "threes"}, "features are a list of names"),
    (tune, (), {"features": []}, "name one feature or more"),
    (tune, (), {"features": ["nonsense"]}, "there is no feature 'nonsense'"),
    (tune, (), {"features": ["twos", "twos"]}, "name one feature or more, each once"),
    (tune, (), {"players": {"learnt": LEARNT}}, "'learnt' weighs turn, which has no slider"),
    (tune, (), {"players": {"learnt": {"twos": 1}}}, "a player is a Linear such as"),
    (tune, (), {"you": 2}, "you can be player 0"),
    (tune, (TicTacToe(),), {}, "start is a state such as"),
    (watch_training, ("large",), {}, "a board is named by width and height"),
    (watch_training, ("8x6",), {}, 'take a small board, such as "5x4"'),
    (watch_training, ("3x3",), {}, "a line of 4 fits nowhere"),
    (watch_training, (), {"seed": -1}, "seed is a whole number"),
    (watch_training, (), {"games": 0}, "games is a whole number"),
    (watch_training, (), {"simulations": 1}, "take simulations=2 or more"),
    (watch_training, (), {"width": 0}, "width is a whole number"),
    (watch_training, (), {"rate": 0}, "rate is a number between 0 and 1"),
    (watch_training, (), {"rate": "fast"}, "rate is a number between 0 and 1"),
    (watch_training, (), {"iterations": 0}, "iterations is a whole number"),
]


@pytest.mark.parametrize(("make", "arguments", "settings", "wanted"), REFUSED)
def test_wrong_arguments_are_refused_with_advice(make, arguments, settings, wanted):
    with pytest.raises(ValueError, match=wanted):
        make(*arguments, **settings)
