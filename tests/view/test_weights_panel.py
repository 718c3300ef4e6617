"""The panel of an evaluation's weights: a player's style, its sliders, what they say."""

import pytest

from c4lib import Connect4
from c4lib.heuristics import FEATURES, Linear
from c4lib.measure.accuracy import positions
from c4lib.search import alphabeta
from c4lib.view.panels import weights
from c4lib.view.panels.weights import BLIND, OWN, WEIGHTS, Style, both_sides, tune

EVERY = {name: 1.0 + number for number, name in enumerate(FEATURES)}


@pytest.fixture(scope="module")
def some():
    return [position.state for position in positions(count=40)]


def is_readable(monkeypatch):
    """Whether the readable search was asked, from now on."""
    asked = []

    def deepen(*arguments, **options):
        asked.append(arguments)
        return real(*arguments, **options)

    real = weights.deepen
    monkeypatch.setattr(weights, "deepen", deepen)
    return asked


def test_what_is_counted_for_both_sides_makes_up_the_features_and_a_balanced_style(some):
    for state in some:
        for name, feature in FEATURES.items():
            mine, theirs = both_sides(name, state, state.player)
            assert mine - theirs == feature(state)
            assert min(mine, theirs) >= 0
            assert both_sides(name, state, 1 - state.player) == (theirs, mine)
        points = Style(EVERY).points(state, state.player)
        assert sum(points.values()) == pytest.approx(Linear(EVERY)(state))


def test_a_style_scales_its_own_counts_and_the_opponents_apart():
    state = Connect4.from_moves("44331")
    assert both_sides("hit-rate", state, 0) == (7 + 5 + 3, 10 + 8)
    style = Style({"hit-rate": 10.0}, own=2, other=0.5)
    assert style.points(state, 0) == {"hit-rate": 10 * (2 * 15 - 0.5 * 18)}
    assert style.points(state, 1) == {"hit-rate": 10 * (2 * 18 - 0.5 * 15)}


@pytest.mark.parametrize("depth", [1, 4])
def test_a_balanced_player_is_alpha_beta_with_the_linear_evaluation(depth, some, monkeypatch):
    asked = is_readable(monkeypatch)
    for state in some[:5]:
        found = Style(WEIGHTS, 2, 2).search(state, depth)
        doubled = Linear({name: 2 * weight for name, weight in WEIGHTS.items()})
        wanted = alphabeta(state, depth, doubled, order="centre")
        assert (found.move, found.value) == (wanted.move, wanted.value)
    assert asked == []


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_style_is_the_players_own_at_odd_and_at_even_depths(depth, monkeypatch):
    monkeypatch.setattr(weights, "SECONDS", 60)
    style = Style({"hit-rate": 1.0, "twos": 3.0}, own=3, other=0)
    root = Connect4.from_moves("1122", 5, 4)

    def value(state, plies):
        """For the player of the root, by plain minimax."""
        if state.is_over:
            return state.utility(root.player) * (1_000_000 - (depth - plies))
        if plies == 0:
            return sum(style.points(state, root.player).values())
        values = [value(state.play(move), plies - 1) for move in state.moves()]
        return max(values) if state.player == root.player else min(values)

    assert style.search(root, depth).value == value(root, depth)


def test_a_readers_feature_and_a_large_board_are_searched_by_the_readable_search(monkeypatch):
    def edge(state):
        """How many discs lie in the first column."""
        column = (1 << state.height) - 1
        return (state.mine & column).bit_count() - (state.theirs & column).bit_count()

    asked = is_readable(monkeypatch)
    monkeypatch.setitem(FEATURES, "edge", edge)
    assert Style({"edge": 1.0}).search(Connect4(), 1).move == 0
    assert len(asked) == 1
    monkeypatch.setattr(weights, "SECONDS", 0.2)
    found = Style({"hit-rate": 1.0}).search(Connect4(20, 20, 10), 8)
    assert found.move in range(20)
    assert not found.is_complete
    assert len(asked) == 2


def test_the_compiled_search_stops_before_it_takes_too_long_and_says_so(monkeypatch):
    monkeypatch.setattr(weights, "NODES", 2_000)
    found = Style({"hit-rate": 1.0}).search(Connect4(), 8)
    assert found.depth < 8
    assert not found.is_complete
    assert found.nodes <= 2_000
    widget = tune(features=["hit-rate"], depth=8)
    widget.board.move(3)
    assert "(a second was too short for more)" in widget.message.value


def test_the_menu_sets_the_sliders_and_a_turned_slider_is_your_own():
    widget = tune(features=["threes", "twos"])
    assert (widget.depth.min, widget.depth.max) == (1, 8)
    assert {(slider.min, slider.max) for slider in widget.weights.values()} == {(-20, 20)}
    assert widget.menu.value == "balanced"
    assert widget.style == Style({"threes": 5.0, "twos": 1.0})
    widget.menu.value = "aggressive"
    assert widget.own.value > 1 > widget.other.value
    widget.menu.value = "defensive"
    assert widget.own.value < 1 < widget.other.value
    widget.menu.value = BLIND
    assert widget.style == Style({"threes": 0.0, "twos": 0.0})
    widget.weights["twos"].value = -2
    assert widget.menu.value == OWN
    assert widget.style.weights == {"threes": 0.0, "twos": -2.0}


def test_the_player_uses_what_the_sliders_say_now():
    widget = tune(features=["hit-rate"], depth=1)
    widget.board.move(0)
    assert widget.board.state.history[-1] == 3  # the middle
    widget.weights["hit-rate"].value = -1
    widget.board.move(0)
    assert widget.board.state.history[-1] == 6  # the corner that is left
    widget.depth.value = 3
    widget.board.move(1)
    assert widget.player.result.depth == 3
    assert widget.board.frame["judges"]


def test_learnt_players_are_in_the_menu_and_widen_the_sliders():
    learnt = Linear({"threes": 0.123, "twos": -55.5})
    widget = tune(features=["twos", "threes", "turn"], players={"learnt": learnt})
    widget.menu.value = "learnt"
    assert widget.style.weights == {"twos": -55.5, "threes": 0.12, "turn": 0.0}
    widget.weights["threes"].value = 0.1200000000000011  # as the page sends it back
    assert widget.menu.value == "learnt"


def test_after_each_move_the_evaluation_is_told_for_the_reader():
    widget = tune(features=["hit-rate"], depth=1)
    assert "The evaluation: 0 for you." in widget.message.value
    widget.board.move(3)
    assert widget.board.state == Connect4.from_moves("44")
    assert "The evaluation: −3 for you." in widget.message.value  # 7 lines against 10
    assert "looked 1 ply ahead, and saw: −3 for you." in widget.message.value
    widget.weights["hit-rate"].value = 2.5
    assert "The evaluation: −7.5 for you." in widget.message.value
    widget.board.show(1)
    assert "The evaluation: +17.5 for you." in widget.message.value
    second = tune(features=["hit-rate"], depth=1, you=1)
    assert second.board.state == Connect4.from_moves("4")
    assert "The evaluation: −7 for you." in second.message.value
    assert "you (O)" in second.message.value


def test_the_end_is_announced_and_then_not_judged_and_a_move_taken_back_is_forgotten():
    widget = tune(features=["twos"], depth=4)
    widget.board.load("3344")
    widget.board.move(4)  # X has three in the first row, with two free ends
    assert "saw: you win in 2 moves." in widget.message.value
    assert "For its last move" in widget.message.value
    widget.board.undo()
    assert "For its last move" not in widget.message.value
    widget.board.load("414161")
    widget.board.move(6)  # and does not stop column 1
    assert widget.board.state.winner == 1
    assert "The game is over" in widget.message.value


def test_what_fails_in_a_feature_is_told_on_the_widget(monkeypatch):
    def broken(state):
        raise RuntimeError("no <idea>")

    monkeypatch.setitem(FEATURES, "broken", broken)
    widget = tune(features=["broken"])
    assert "RuntimeError: no &lt;idea&gt;" in widget.message.value
    widget.board.move(3)
    assert widget.board.frame["problem"] == "tuned player failed with RuntimeError: no <idea>"
