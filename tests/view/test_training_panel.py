"""A training to watch; test_panel.py has what panels share, test_browser_panels.py the page."""

import threading

import numpy as np
import pytest

from c4lib import fast
from c4lib.alphazero.train import train
from c4lib.measure.network import exact_figures, network_accuracy
from c4lib.view.panels import small_training
from c4lib.view.panels import training as training_module
from c4lib.view.panels.training import Training, watch_training

TINY = {"games": 12, "simulations": 4, "width": 8, "blocks": 1}
"""A training that learns next to nothing, in no time."""


def watched(iterations=3, board="4x4", **settings):
    return watch_training(board, iterations, **{**TINY, **settings})


def finish(widget):
    widget.wait(60)
    assert not widget.is_running


def figures(training):
    """What a training found, without how long it took."""
    times = "minutes", "seconds", "core_seconds"
    return [{n: f for n, f in row.items() if n not in times} for row in training]


def test_a_step_is_one_iteration_of_the_loop_with_the_same_dice(tmp_path):
    training = Training("4x4", **TINY)
    kept = network_accuracy(training.plan.kit, training.net.predict, training.known).kept.value
    rows = [training.step() for _ in range(3)]
    assert training.before["kept"] == kept
    assert training.rows == rows
    assert [row["iteration"] for row in rows] == [0, 1, 2]
    whole = []
    net = train(training.plan, tmp_path, iterations=3, watch=whole.append, evaluate=exact_figures)
    assert figures(rows) == figures(whole)
    assert all(np.array_equal(net.weights[k], training.net.weights[k]) for k in net.weights)
    assert figures([Training("4x4", 1, **TINY).step()]) != figures(rows[:1]), "another seed"


def test_a_few_steps_make_fewer_mistakes():
    training = Training("4x4", games=64, simulations=16)
    for _ in range(3):
        training.step()
    assert training.rows[-1]["kept"] > training.before["kept"] + 0.1
    assert training.rows[-1]["kept"] > 1 - training.chance + 0.1


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


def buttons(widget):
    """What the buttons say, and which can be pressed."""
    row = (widget.go, widget.halt, widget.again)  # one can always play
    return [button.description for button in row if not button.disabled]


def test_nothing_begins_by_itself_and_until_then_it_says_what_chance_would_do():
    before = threading.active_count()
    widget = watched()
    html = widget._repr_mimebundle_()["text/html"]
    assert threading.active_count() == before
    assert widget.training.rows == []
    assert buttons(widget) == ["Start"]
    assert "Press Start" in widget.message.value
    assert widget.table.children == ()
    assert html.startswith("<p>watched training on 4x4, seed 0: 0 iterations done.</p>")
    assert 'alt="Mistakes after 0 iterations of learning: random moves' in html


def test_it_starts_and_comes_to_its_end():
    widget = watched()
    empty = widget.picture.value
    widget.go.click()
    assert "Start again" in buttons(widget)
    finish(widget)
    assert len(widget.training.rows) == 3
    assert widget.picture.value != empty
    assert buttons(widget) == ["Go on", "Start again"]
    assert "3 iterations done. Go on for 3 more." in widget.message.value
    widget.go.click()
    finish(widget)
    assert len(widget.training.rows) == 6


@pytest.fixture(scope="module")
def whole():
    """A training that nothing disturbed."""
    widget = watched()
    widget.start()
    finish(widget)
    return widget


def hold(monkeypatch):
    """Let each iteration wait for a permission: where it begins, and how to permit one."""
    begun, allowed = threading.Semaphore(0), threading.Semaphore(0)
    real = Training.step

    def step(training):
        begun.release()
        assert allowed.acquire(timeout=30)
        return real(training)

    monkeypatch.setattr(Training, "step", step)
    return begun, allowed


def test_stopped_and_resumed_it_learns_the_same(whole, monkeypatch):
    widget = watched()
    begun, allowed = hold(monkeypatch)
    widget.go.click()
    assert begun.acquire(timeout=30)
    assert buttons(widget) == ["Stop", "Start again"]
    widget.halt.click()
    assert "Stopping after this iteration" in widget.message.value
    assert buttons(widget) == ["Start again"]
    allowed.release()
    finish(widget)
    assert "Stopped after 1 iteration; nothing is lost." in widget.message.value
    assert buttons(widget) == ["Go on", "Start again"]
    allowed.release(2)
    widget.go.click()
    finish(widget)
    assert figures(widget.training.rows) == figures(whole.training.rows)
    assert widget.picture.value == whole.picture.value


def test_it_starts_again_in_the_middle_and_closing_ends_it(monkeypatch):
    widget = watched()
    first = widget.training
    begun, allowed = hold(monkeypatch)
    widget.start()
    assert begun.acquire(timeout=30)
    widget.again.click()
    assert widget.training is not first
    assert widget.training.rows == []
    allowed.release(4)  # the old one's last, and three
    finish(widget)
    assert len(first.rows) == 1
    assert len(widget.training.rows) == 3
    assert figures(widget.training.rows[:1]) == figures(first.rows)
    widget.start()
    assert begun.acquire(timeout=30)
    widget.close()
    allowed.release()
    finish(widget)
    assert len(widget.training.rows) == 4


def test_two_at_a_time_do_not_disturb_each_other(whole):
    pair = watched(), watched(board="5x4")
    for widget in pair:
        widget.start()
    for widget in pair:
        finish(widget)
    assert figures(pair[0].training.rows) == figures(whole.training.rows)
    assert len(pair[1].training.rows) == 3


def test_an_error_is_shown(monkeypatch):
    widget = watched()

    def fail(training):
        raise ValueError("a <strange> thing")

    monkeypatch.setattr(Training, "step", fail)
    widget.start()
    finish(widget)
    assert "⚠ ValueError: a &lt;strange&gt; thing" in widget.message.value
    monkeypatch.undo()
    widget.start()
    finish(widget)
    assert len(widget.training.rows) == 3
    assert "⚠" not in widget.message.value


def test_a_cell_that_is_run_again_ends_what_it_began(monkeypatch):
    cell = ["one", "first run"]
    monkeypatch.setattr(training_module, "running_cell", lambda: tuple(cell))
    old, beside = watched(), watched()
    cell[0] = "another"
    other = watched()
    for widget in (old, beside, other):
        widget._sign.clear()
    cell[:] = "one", "second run"
    new = watched()
    signs = [widget._sign.is_set() for widget in (old, beside, other, new)]
    assert signs == [True, True, False, False]


PAIR = ["4x4-bare", "4x4"]


def test_two_networks_take_turns_and_get_the_same_processor_time(monkeypatch, whole):
    widget = watched(board=PAIR)
    bare, lines = widget.trainings
    assert (bare.sees, lines.sees) == ("discs alone", "discs and lines")
    assert (bare.plan.hyperparameters.kind, lines.plan.hyperparameters.kind) == (
        "patterns",
        "layers",
    )
    real, turns = Training.step, []

    def step(training):
        row = real(training)
        assert training.seconds[-1] > training.seconds[-2]
        training.seconds[-1] = training.seconds[-2] + (2 if training is bare else 1)
        turns.append(training.sees.split()[-1])
        return row

    monkeypatch.setattr(Training, "step", step)
    widget.start()
    finish(widget)
    assert turns == ["alone", "lines", "lines", "alone", "lines"]
    assert figures(lines.rows) == figures(whole.training.rows), "as if it were by itself"
    words, alt = widget.shown.words, widget.curve().alt
    assert "3 iterations done. Go on for 3 more." in words
    assert "Discs alone: 2 iterations in 4 s. Mistakes:" in words
    assert "Discs and lines: 3 iterations in 3 s." in words
    assert all(f"{group}, with search" in alt for group in ("discs alone", "discs and lines"))
    assert "seconds of processor time" in widget.curve().svg
    assert "Column 1: discs " in widget.drawn()[1].alt


def test_networks_are_kept_and_can_be_played_against(whole):
    training = whole.training
    assert list(training.kept) == [0, 1, 2, 3]
    assert training.kept[3] is training.net
    state = training.start
    assert whole.player(1).net is training.kept[1]
    assert whole.player().net is training.net
    assert whole.player(0)(state) in state.moves()
    whole.challenge.click()
    (board,) = whole.table.children
    assert list(board.agents) == [
        f"discs and lines after {number} iteration{'s' * (number != 1)}" for number in (3, 2, 1, 0)
    ]
    board.choose(2)
    board.move(0)
    assert len(board.moves) == 2, "it answers"
    bar = board.frame["bar"]
    assert "discs and lines after 1 iteration" in bar["words"]
    whole.challenge.click()
    assert whole.table.children != (board,)
    assert board.comm is None, "closed"


def test_of_two_trainings_each_has_its_players():
    widget = watched(board=PAIR)
    assert list(widget.play().agents) == [
        "discs alone after 0 iterations",
        "discs and lines after 0 iterations",
    ]
    assert widget.player(0, "4x4").net is widget.trainings[1].net
    assert widget.player().net is widget.trainings[0].net


def test_few_networks_are_kept(monkeypatch):
    training = Training("4x4", **TINY)
    monkeypatch.setattr(small_training, "KEPT", {0, 2})
    for _ in range(3):
        training.step()
    assert list(training.kept) == [0, 2, 3]


def test_the_kernels_stop_button_stops_whatever_trains(monkeypatch):
    heard = []
    monkeypatch.setattr(training_module, "on_interrupt", heard.append)
    widget, idle = watched(1000), watched()
    widget.start()
    heard[-1]()
    finish(widget)
    assert len(widget.training.rows) < 1000
    assert "nothing is lost" in widget.message.value
    assert not idle._sign.is_set()
