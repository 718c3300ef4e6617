"""The widgets of lesson 06: a training to watch, and the sliders over AlphaZero's search.

tests/test_browser_alphazero.py tries both in JupyterLab.
"""

import re
import threading
import time
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from c4lib import Connect4, fast
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.lockstep import Searches
from c4lib.alphazero.net import Net
from c4lib.alphazero.search import policy, puct
from c4lib.view import puct_sliders as sliders_module
from c4lib.view import training as training_module
from c4lib.view.puct_sliders import puct_sliders
from c4lib.view.training import Training, watch_training
from c4lib.view.widgets import RUN_ME

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
TINY = {"games": 12, "simulations": 4, "width": 8, "blocks": 1}
"""A training that learns next to nothing, in no time."""
SMALL = Connect4(4, 4)
LATE = Connect4.from_moves("651621262264745513")
"""X to move: column 4 wins, all others lose."""


def watched(iterations=3, board="4x4", **settings):
    return watch_training(board, iterations, **{**TINY, **settings})


def finish(widget):
    widget.wait(60)
    assert not widget.is_running


def net_for(state):
    encoding = Columns(state.board)
    return Net.new(encoding.inputs, encoding.outputs, 16, 1, seed=3)


# ---- the training ----------------------------------------------------------------------------


def test_a_step_plays_learns_and_measures():
    training = Training("4x4", **TINY)
    first, row = training.net.weights["in"].copy(), training.step()
    assert training.rows == [row]
    assert (row["iteration"], row["games"]) == (0, 12)
    assert row["positions"] == len(training.records[0].value) > 12
    assert not np.array_equal(first, training.net.weights["in"])
    assert row["kept"] == training.measured(training.net)["kept"]
    assert 0 <= row["kept_search"] <= 1


def test_the_seed_decides_everything():
    same, again, other = (Training("4x4", seed, **TINY) for seed in (1, 1, 2))
    runs = [[training.step() for _ in range(3)] for training in (same, again, other)]
    assert runs[0] == runs[1] != runs[2]
    assert all(np.array_equal(same.net.weights[k], again.net.weights[k]) for k in same.net.weights)


def test_a_few_steps_make_fewer_mistakes():
    training = Training("4x4", games=64, simulations=16)
    for _ in range(3):
        training.step()
    assert training.rows[-1]["kept"] > training.before["kept"] + 0.1
    assert training.rows[-1]["kept"] > 1 - training.chance + 0.1


def test_the_figures_before_are_the_untrained_networks():
    training = Training("4x4", **TINY)
    expected = training.measured(training.net)
    training.step()
    assert training.before == expected


def test_only_so_many_iterations_are_remembered():
    training = Training("4x4", **TINY)
    for _ in range(5):
        training.step()
    assert len(training.records) == len(training.lessons.iterations(4)) == 5
    training.lessons = training_module.Lessons(8, 1, window=2)
    training.step()
    assert len(training.records) == 2


@pytest.mark.parametrize("board", ["4x4", "5x4"])
def test_the_test_position_has_one_right_move_and_few_discs(board):
    training = Training(board, **TINY)
    scores = training.test.scores
    assert scores == fast.analyze(training.test.state)
    best = max(scores.values())
    assert best > 0
    assert [score for score in scores.values() if score > 0] == [best]


def test_chance_loses_what_a_random_player_loses():
    training = Training("4x4", **TINY)
    rng, lost = np.random.default_rng(0), 0
    for position in training.known * 20:
        move = rng.choice(list(position.scores))
        lost += np.sign(position.scores[move]) != np.sign(position.best)
    assert training.chance == pytest.approx(lost / len(training.known) / 20, abs=0.02)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"board": "large"}, "a board is named by width and height"),
        ({"board": "8x6"}, 'take a small board, such as "5x4"'),
        ({"board": "3x3"}, "a line of 4 fits nowhere"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"games": 0}, "games is a whole number"),
        ({"simulations": 1}, "take simulations=2 or more"),
        ({"width": 0}, "width is a whole number"),
        ({"rate": 0}, "rate is a number between 0 and 1"),
        ({"rate": "fast"}, "rate is a number between 0 and 1"),
        ({"iterations": 0}, "iterations is a whole number"),
    ],
)
def test_what_cannot_be_trained_is_refused_with_advice(settings, wanted):
    with pytest.raises(ValueError, match=wanted):
        watch_training(**{**TINY, **settings})


# ---- the widget ------------------------------------------------------------------------------


def buttons(widget):
    """What the buttons say, and which can be pressed."""
    row = (widget.go, widget.halt, widget.again)
    return [button.description for button in row if not button.disabled]


def test_nothing_begins_by_itself():
    before = threading.active_count()
    widget = watched()
    widget._repr_mimebundle_()
    assert threading.active_count() == before
    assert widget.training.rows == []
    assert buttons(widget) == ["Start"]
    assert "Press Start" in widget.told.value


def test_it_starts_and_comes_to_its_end():
    widget = watched()
    empty = widget.curve.value
    widget.go.click()
    assert "Start again" in buttons(widget)
    finish(widget)
    assert len(widget.training.rows) == 3
    assert widget.curve.value != empty
    assert buttons(widget) == ["Go on", "Start again"]
    assert "3 iterations done. Go on for 3 more." in widget.told.value
    widget.go.click()
    finish(widget)
    assert len(widget.training.rows) == 6


def hold(widget, monkeypatch):
    """Let each iteration wait for a permission: where it begins, and how to permit one."""
    begun, allowed = threading.Semaphore(0), threading.Semaphore(0)
    real = Training.step

    def step(training):
        begun.release()
        assert allowed.acquire(timeout=30)
        return real(training)

    monkeypatch.setattr(Training, "step", step)
    return begun, allowed


def test_stopped_and_gone_on_it_learns_the_same(monkeypatch):
    whole = watched()
    whole.start()
    finish(whole)
    widget = watched()
    begun, allowed = hold(widget, monkeypatch)
    widget.go.click()
    assert begun.acquire(timeout=30)
    assert buttons(widget) == ["Stop", "Start again"]
    widget.halt.click()
    assert "Stopping after this iteration" in widget.told.value
    assert buttons(widget) == ["Start again"]
    allowed.release()
    finish(widget)
    assert "Stopped after 1 iteration; nothing is lost." in widget.told.value
    assert buttons(widget) == ["Go on", "Start again"]
    allowed.release(2)
    widget.go.click()
    finish(widget)
    assert widget.training.rows == whole.training.rows
    assert widget.curve.value == whole.curve.value
    assert widget.boards.value == whole.boards.value


def test_it_starts_again_in_the_middle(monkeypatch):
    widget = watched()
    first = widget.training
    begun, allowed = hold(widget, monkeypatch)
    widget.start()
    assert begun.acquire(timeout=30)
    widget.again.click()
    assert widget.training is not first
    assert widget.training.rows == []
    allowed.release(4)  # the old one's last, and three
    finish(widget)
    assert len(first.rows) == 1
    assert len(widget.training.rows) == 3
    assert widget.training.rows[0] == first.rows[0]


def test_two_at_a_time_do_not_disturb_each_other():
    alone = watched()
    alone.start()
    finish(alone)
    pair = watched(), watched(board="5x4")
    for widget in pair:
        widget.start()
    for widget in pair:
        finish(widget)
    assert pair[0].training.rows == alone.training.rows
    assert len(pair[1].training.rows) == 3


def test_an_error_is_shown(monkeypatch):
    widget = watched()

    def fail(training):
        raise ValueError("a <strange> thing")

    monkeypatch.setattr(Training, "step", fail)
    widget.start()
    finish(widget)
    assert "⚠ ValueError: a &lt;strange&gt; thing" in widget.told.value
    monkeypatch.undo()
    widget.start()
    finish(widget)
    assert len(widget.training.rows) == 3
    assert "⚠" not in widget.told.value


def test_closing_ends_the_thread(monkeypatch):
    widget = watched()
    begun, allowed = hold(widget, monkeypatch)
    widget.start()
    assert begun.acquire(timeout=30)
    widget.close()
    allowed.release()
    finish(widget)
    assert len(widget.training.rows) == 1


def test_a_cell_that_is_run_again_ends_what_it_began(monkeypatch):
    cell = ["one", "first run"]
    monkeypatch.setattr(training_module, "_running_cell", lambda: tuple(cell))
    old, beside = watched(), watched()
    cell[0] = "another"
    other = watched()
    for widget in (old, beside, other):
        widget._sign.clear()
    cell[:] = "one", "second run"
    new = watched()
    signs = [widget._sign.is_set() for widget in (old, beside, other, new)]
    assert signs == [True, True, False, False]


def test_a_saved_training_keeps_pictures_that_are_always_the_same():
    one, other = (watched()._repr_mimebundle_() for _ in range(2))
    assert WIDGET_VIEW in one
    assert one["text/plain"] == "<watched training on 4x4, seed 0: 0 iterations done>"
    assert one["text/html"] == other["text/html"]
    assert one["text/html"].count('src="data:image/svg+xml;base64,') == 2
    assert 'alt="Mistakes after 0 iterations of learning: random moves' in one["text/html"]
    assert one["text/html"].endswith(RUN_ME)


def texts(svg):
    """Where texts stand: left, right, top and bottom, roughly."""
    for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
        wide = len(text.text) * size * 0.6
        left = {"start": x, "end": x - wide}.get(text.get("text-anchor"), x - wide / 2)
        yield text.text, (left, left + wide, y - size * 0.75, y)


@pytest.mark.parametrize("goal", [1, 3, 40, 100, 300])
def test_the_curve_is_legible_and_tells_the_truth(goal):
    training = Training("4x4", **TINY)
    for kept in np.linspace(0.45, 1, min(goal, 60)):
        training.rows.append({"kept": kept, "kept_search": kept})
    picture = training_module.learning_curve(training, goal)
    root = ET.fromstring(picture.svg)
    marks = len(training.rows) + 1
    assert len(root.findall(".//{*}circle")) == marks
    assert len(root.findall(".//{*}g/{*}rect")) == marks
    assert "policy alone 0.0%; with search 0.0%" in picture.alt or goal == 1
    boxes = list(texts(picture.svg))
    for number, (text, (left, right, top, bottom)) in enumerate(boxes):
        assert 0 <= left < right <= float(root.get("width")), text
        for other, box in boxes[:number]:
            apart = right <= box[0] or box[1] <= left or bottom <= box[2] or box[3] <= top
            assert apart, (text, other)


# ---- the sliders -----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No search ends early, however busy the machine is."""
    monkeypatch.setattr(sliders_module, "SECONDS", 600.0)


def even(state):
    """An oracle that knows nothing."""
    return [1 / len(state.moves())] * len(state.moves()), 0.0


def test_the_sliders_show_what_the_search_finds():
    net = net_for(SMALL)
    widget = puct_sliders(SMALL, net, simulations=60, c=2.0)
    searches = Searches([SMALL], 60, 2.0)
    searches.run(net.predict)
    assert widget.result.moves == searches.result().moves
    alt = widget.drawn().alt
    for move, stats in widget.result.moves.items():
        assert stats.prior == pytest.approx(widget.priors[move])
        told = f"Column {move + 1}: prior {stats.prior:.0%}, policy {stats.visits / 59:.0%}, value "
        assert told in alt
    assert "After 60 simulations the search prefers column" in widget.told.value


def test_a_turned_slider_searches_anew():
    widget = puct_sliders(SMALL, even)
    widget.c.value = 0.3000000000000004  # as the page sends it
    assert widget.result.moves == puct(SMALL, even, 50, c=0.3).moves
    widget.simulations.value = 200
    assert widget.result.moves == puct(SMALL, even, 200, c=0.3).moves
    before, shown = widget.policy, widget.picture.value
    widget.temperature.value = 0.5
    assert widget.policy == policy({m: s.visits for m, s in widget.result.moves.items()}, 0.5)
    assert widget.policy != before
    assert widget.picture.value != shown


@pytest.mark.parametrize("judge", [even, net_for(SMALL)], ids=["oracle", "net"])
def test_noise_is_the_same_for_the_same_seed(judge):
    widget = puct_sliders(SMALL, judge)
    quiet = widget.picture.value
    assert widget.button.disabled
    widget.noise.value = 0.5
    first = widget.result.moves
    assert not widget.button.disabled
    assert "the lines mark the priors without it" in widget.told.value
    widget.search()
    assert widget.result.moves == first
    widget.button.click()
    assert widget.result.moves != first
    assert "Noise of seed 1" in widget.told.value
    widget.noise.value = 0
    assert widget.picture.value == quiet


def test_the_truth_stands_beside_it():
    widget = puct_sliders(LATE, even, simulations=1_600)
    assert widget.result.move == 3
    assert "no move is better. ✓" in widget.told.value
    assert "column 4 wins" in widget.drawn().alt


def test_an_oracle_that_fails_is_told_and_the_next_search_goes_on():
    broken = []

    def oracle(state):
        if broken:
            raise RuntimeError("no <idea>")
        return even(state)

    widget = puct_sliders(SMALL, oracle)
    broken.append(True)
    widget.simulations.value = 100
    assert "⚠ RuntimeError: no &lt;idea&gt;" in widget.told.value
    broken.clear()
    widget.simulations.value = 200
    assert "After 200 simulations" in widget.told.value


def test_what_takes_too_long_is_stopped_and_says_so(monkeypatch):
    class Slow(Net):
        def predict(self, bits, legal):
            time.sleep(0.02)
            return super().predict(bits, legal)

    monkeypatch.setattr(sliders_module, "SECONDS", 0.3)
    widget = puct_sliders(SMALL, Slow(net_for(SMALL).weights), simulations=1_600)
    assert "It was stopped after 0.3 second." in widget.told.value


def test_saved_sliders_keep_a_picture_beside_the_widget():
    data = puct_sliders(SMALL, even, noise=0.25)._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/plain"] == (
        "<PUCT sliders: C 1.5, simulations 50, noise 0.25, temperature 1, seed 0>"
    )
    assert data["text/html"].count('<img alt="Connect Four, 4 columns') == 1
    assert data["text/html"].endswith(RUN_ME)


@pytest.mark.parametrize("state", [SMALL, LATE, Connect4(12, 6), Connect4(20, 6)])
def test_the_bars_are_as_high_as_their_numbers_and_do_not_overlap(state):
    svg = puct_sliders(state, even, simulations=20, noise=0.5).drawn().svg
    taken = []
    for text, box in texts(svg.split("<svg x=")[0] + "</svg>"):
        left, right, top, bottom = box
        for other, (x0, x1, y0, y1) in taken:
            assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top, (text, other)
        taken.append((text, box))
    shares = [int(text[:-1]) for text, _ in taken if re.fullmatch(r"\d+%", text)]
    assert sum(shares) == pytest.approx(200, abs=state.width)


@pytest.mark.parametrize(
    ("arguments", "settings", "wanted"),
    [
        (("44", even), {}, "hand in a state such as"),
        ((Connect4.from_moves("1122334"), even), {}, "the game is over"),
        ((SMALL, 3), {}, "the judge is a network or a function"),
        ((Connect4(4, 4, 3),), {}, "there is no network for"),
        ((SMALL, net_for(Connect4())), {}, "does not fit"),
        ((SMALL, even), {"simulations": 1}, "the slider for simulations goes from 2 to 1,600"),
        ((SMALL, even), {"c": 6}, "the slider for c goes from 0 to 5"),
        ((SMALL, even), {"c": -1}, "c is a number of at least 0"),
        ((SMALL, even), {"noise": 2}, "noise is a number of at least 0 and at most 1"),
        ((SMALL, even), {"temperature": -1}, "the slider for temperature goes from 0 to 2"),
        ((SMALL, even), {"seed": "x"}, "a seed is a whole number"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_advice(arguments, settings, wanted):
    with pytest.raises(ValueError, match=wanted):
        puct_sliders(*arguments, **settings)
