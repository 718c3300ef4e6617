"""The sliders over MCTS and over AlphaZero's search; test_panel.py has what panels share."""

import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from board_page import broken
from test_panel import even

from c4lib import Connect4, fast
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.puct import policy, puct
from c4lib.alphazero.search import Searches
from c4lib.view.panels import search
from c4lib.view.panels.search import exact_scores, mcts_sliders, puct_sliders, verdict

SMALL = Connect4(4, 4)
WON = Connect4.from_moves("112233")
"""X wins at once by column 4."""
LATE = Connect4.from_moves("651621262264745513")
"""X to move: column 4 wins, all others lose."""
COLUMNS = Columns(SMALL.board)
NET = Net.new(COLUMNS.inputs, COLUMNS.outputs, 16, 1, seed=3)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No search ends early, however busy the machine is."""
    monkeypatch.setattr(search, "SECONDS", 600.0)


def test_the_sliders_show_what_the_search_finds():
    widget = mcts_sliders(SMALL, iterations=500, c=0.75, rollouts=2, seed=3)
    found = fast.mcts(SMALL, 500, c=0.75, rollouts=2, seed=3)
    assert widget.result.moves == found.moves
    message = widget.message.value
    best = found.moves[found.move]
    assert f"MCTS plays column {found.move + 1} for X: {best.visits} of 500 visits" in message
    for move, stats in found.moves.items():
        won = (stats.value + 1) / 2
        words = f"Column {move + 1}: visits {stats.visits / 500:.0%}, won {won:.0%}"
        assert words in widget.drawn().alt
    assert "Seed 3." in message
    assert repr(widget) == "<MCTS sliders: c=0.75, rollouts=2, iterations=500, seed=3>"


def test_a_turned_slider_searches_again():
    widget = mcts_sliders(SMALL)
    widget.controls["c"].value = 0.3000000000000004  # as the page sends it
    assert widget.result.moves == fast.mcts(SMALL, 1_000, c=0.3).moves
    widget.controls["rollouts"].value = 10
    assert widget.result.moves == fast.mcts(SMALL, 1_000, c=0.3, rollouts=10).moves
    before = widget.picture.value
    widget.controls["iterations"].value = 20
    assert widget.result.moves == fast.mcts(SMALL, 20, c=0.3, rollouts=10).moves
    assert widget.picture.value != before
    assert widget.searches == 4


def test_the_button_takes_another_seed_and_no_click_during_a_long_search(monkeypatch):
    widget = mcts_sliders(SMALL)
    was_disabled = []
    real = fast.mcts

    def watched(*arguments, **options):
        was_disabled.append(widget.button.disabled)
        return real(*arguments, **options)

    monkeypatch.setattr(fast, "mcts", watched)
    widget.button.click()
    assert widget.result.moves == real(SMALL, 1_000, seed=1).moves
    widget.controls["iterations"].value = 100_000
    assert was_disabled == [False, True]
    assert not widget.button.disabled
    monkeypatch.setattr(fast, "mcts", broken)
    widget.controls["rollouts"].value = 2
    assert "⚠ RuntimeError: no idea" in widget.message.value
    assert not widget.button.disabled, "also after a search that failed"


def test_sliders_go_by_steps_over_their_ranges_and_take_what_they_begin_with():
    controls = mcts_sliders(SMALL, rollouts=7, iterations=123).controls
    assert (controls["c"].min, controls["c"].max) == (0, 3)
    for name, ends, start in (("rollouts", [1, 100], 7), ("iterations", [10, 100_000], 123)):
        values = [value for _, value in controls[name].options]
        assert (values[:: len(values) - 1], controls[name].value) == (ends, start)
        assert sorted(values) == values


@pytest.mark.parametrize("state", [Connect4(), LATE, WON, Connect4(4, 4, 3)])
def test_exact_scores_are_the_solvers(state):
    assert exact_scores(state) == fast.analyze(state)


@pytest.mark.parametrize("state", [Connect4(5, 5, 5), Connect4(8, 7)])
def test_where_the_solver_takes_too_long_the_sliders_say_so(state, monkeypatch):
    monkeypatch.setattr(search, "NODES", 1_000)
    widget = mcts_sliders(state, iterations=100)
    assert widget.exact is None
    assert "Exact scores would take the solver too long here." in widget.message.value
    assert "Outlook" not in widget.drawn().alt


@pytest.mark.parametrize(
    ("move", "exact", "wanted"),
    [
        (3, {2: 0, 3: 2}, "column 4 wins in 21 moves (+2); no move is better. ✓"),
        (2, {2: 0, 3: 2}, "(0); that gives the win away, which needed column 4 (+2). ✗"),
        (2, {1: 0, 2: -5, 3: 0}, "that gives the draw away, which needed columns 2, 4 (0). ✗"),
        (2, {2: 2, 3: 5}, "that keeps the outcome, though column 4 (+5) wins sooner. ✓"),
        (2, {1: 5, 2: 2, 3: 5}, "though columns 2, 4 (+5) win sooner. ✓"),
        (2, {2: -5, 3: -2}, "that keeps the outcome, though column 4 (−2) loses later. ✓"),
    ],
)
def test_the_verdict_tells_good_moves_from_bad_ones(move, exact, wanted):
    assert wanted in verdict(move, exact, 24)


def test_the_board_carries_the_exact_scores_and_the_choice_in_words_and_signs():
    for panel in (mcts_sliders(LATE), puct_sliders(LATE, even, simulations=1_600)):
        assert "column 4 wins in 21 moves, played" in panel.drawn().alt
        assert "column 1 loses in" in panel.drawn().alt
        assert "no move is better. ✓" in panel.message.value
        texts = {text.text for text in ET.fromstring(panel.drawn().svg).findall(".//{*}text")}
        assert {"plays", "win★", "loss", "+2", "−8", "exact"} <= texts
        assert {row.name for row in panel.rows()} <= texts
    widget = mcts_sliders(Connect4(11, 4), iterations=10)
    assert widget.drawn().alt.count("visits 0%, won unknown") == 1
    ET.fromstring(widget.drawn().svg)


def test_a_search_that_is_stopped_or_takes_too_long_shows_what_it_has(monkeypatch):
    monkeypatch.setattr(search, "SECONDS", 0.5)
    words = mcts_sliders(iterations=100_000, rollouts=100).message.value
    assert re.search(r"It was stopped after 0.5 second: [\d,]+ of 100,000 iterations.", words)
    partial = replace(fast.mcts(SMALL, 40), is_complete=False)
    monkeypatch.setattr(fast, "mcts", lambda *arguments, **options: partial)
    words = mcts_sliders(SMALL).message.value
    assert "It was stopped by hand: 40 of 1,000 iterations." in words


def test_the_sliders_of_puct_show_what_the_search_finds():
    widget = puct_sliders(SMALL, NET, simulations=60, c=2.0)
    searches = Searches([SMALL], 60, 2.0)
    searches.run(NET.predict)
    assert widget.result.moves == searches.result().moves
    alt = widget.drawn().alt
    for move, stats in widget.result.moves.items():
        assert stats.prior == pytest.approx(widget.priors[move])
        words = (
            f"Column {move + 1}: prior {stats.prior:.0%}, visits {stats.visits / 59:.0%}, value "
        )
        assert words in alt
    assert "After 60 simulations the search prefers column" in widget.message.value


def test_a_turned_slider_of_puct_searches_again():
    widget = puct_sliders(SMALL, even)
    widget.controls["c"].value = 0.3000000000000004  # as the page sends it
    assert widget.result.moves == puct(SMALL, even, 50, c=0.3).moves
    widget.controls["simulations"].value = 200
    assert widget.result.moves == puct(SMALL, even, 200, c=0.3).moves
    before, shown = widget.policy, widget.picture.value
    widget.controls["temperature"].value = 0.5
    assert widget.policy == policy({m: s.visits for m, s in widget.result.moves.items()}, 0.5)
    assert widget.policy != before
    assert widget.picture.value != shown


@pytest.mark.parametrize("judge", [even, NET], ids=["oracle", "net"])
def test_noise_is_the_same_for_the_same_seed(judge):
    widget = puct_sliders(SMALL, judge)
    quiet = widget.picture.value
    assert widget.button.disabled
    widget.controls["noise"].value = 0.5
    first = widget.result.moves
    assert not widget.button.disabled
    assert "the lines mark the priors without it" in widget.message.value
    widget.update()
    assert widget.result.moves == first
    widget.button.click()
    assert widget.result.moves != first
    assert "Noise of seed 1" in widget.message.value
    widget.controls["noise"].value = 0
    assert widget.picture.value == quiet


def test_puct_that_takes_too_long_ends_and_says_so(monkeypatch):
    class Slow(Net):
        def predict(self, bits, legal):
            time.sleep(0.02)
            return super().predict(bits, legal)

    monkeypatch.setattr(search, "SECONDS", 0.3)
    widget = puct_sliders(SMALL, Slow(NET.weights), simulations=1_600)
    assert "It was stopped after 0.3 second." in widget.message.value
