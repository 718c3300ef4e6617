"""The widgets of lesson 05: the stepper through the four steps, and the sliders.

tests/test_browser_mcts.py tries both in JupyterLab.
"""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from c4lib import Connect4, fast
from c4lib.game import CHANCE
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import mcts
from c4lib.search.mcts import best_child
from c4lib.view import mcts_sliders as sliders_module
from c4lib.view.mcts_sliders import exact_scores, mcts_sliders, verdict
from c4lib.view.mcts_stepper import mcts_steps
from c4lib.view.widgets import RUN_ME

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SMALL = Connect4(4, 4)
WON = Connect4.from_moves("112233")
"""X wins at once by column 4."""


@dataclass(frozen=True)
class Toss:
    """Player 0 stops with a half, or throws a coin for all or nothing."""

    told: str = ""

    @property
    def player(self):
        return CHANCE if self.told == "throw" else 0

    @property
    def is_over(self):
        return self.told not in ("", "throw")

    def moves(self):
        return {"": ["stop", "throw"], "throw": ["heads", "tails"]}.get(self.told, [])

    def chances(self):
        return [("heads", 0.5), ("tails", 0.5)]

    def play(self, move):
        return Toss(move)

    def utility(self, player):
        value = {"stop": 0, "heads": 1, "tails": -1}[self.told]
        return value if player == 0 else -value


def searches():
    """Searches in which all kinds of steps occur."""
    yield mcts_steps(SMALL)
    yield mcts_steps(Connect4())
    yield mcts_steps(Connect4(3, 3, 3), 40, prove=True, seed=4)
    yield mcts_steps(Connect4.from_moves("444433"), 40, rollouts=4, c=0.4)
    yield mcts_steps(WON, prove=True)
    yield mcts_steps(TicTacToe.from_moves("5193"), 20, c=0, seed=2)
    yield mcts_steps(Toss(), 12)
    yield mcts_steps(SMALL, 1)


SEARCHES = list(searches())


def frames(stepper):
    return [stepper.frame_at(step) for step in range(len(stepper.record.steps))]


def sentences(stepper, kind):
    return [
        stepper.story.tell(number)
        for number, step in enumerate(stepper.record.steps)
        if step.kind == kind
    ]


def send(stepper, *steps):
    """What the page does when the reader asks for a step."""
    for step in steps:
        stepper._handle_custom_msg({"do": "show", "with": [step]}, [])


def assert_same(one, other):
    """Whether two trees have the same nodes with the same figures."""
    assert (one.state, one.owner, one.move) == (other.state, other.owner, other.move)
    assert (one.visits, one.points, one.proven) == (other.visits, other.points, other.proven)
    assert list(one.children) == list(other.children)
    for move, child in one.children.items():
        assert_same(child, other.children[move])


# ---- the stepper tells the truth -------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "iterations", "options"),
    [
        (SMALL, 30, {}),
        (Connect4(), 30, {"seed": 5}),
        (Connect4(), 90, {"c": 0.3, "rollouts": 3}),
        (Connect4(3, 3, 3), 200, {"prove": True}),
        (TicTacToe(), 50, {"c": 0}),
        (Toss(), 20, {}),
    ],
)
def test_the_tree_is_the_one_that_the_search_grows(state, iterations, options):
    stepper = mcts_steps(state, iterations, **options)
    found = mcts(state, iterations, **options)
    assert_same(stepper.record.nodes[0], found.tree)
    assert len(stepper.record.nodes) == found.nodes
    last = stepper.record.steps[-1]
    assert stepper.record.nodes[last.child].move == found.move


@pytest.mark.parametrize("iterations", [1, 7, 29])
def test_so_it_is_after_each_iteration(iterations):
    record = mcts_steps(SMALL).record
    found = mcts(SMALL, iterations)
    known = record.known(record.rounds[iterations] - 1)

    def assert_known(number, node):
        assert known[number][:2] == (node.visits, node.points)
        below = [child for child in record.children(number) if child in known]
        assert {record.nodes[child].move for child in below} == set(node.children)
        for child in below:
            assert_known(child, node.children[record.nodes[child].move])

    assert_known(0, found.tree)


@pytest.mark.parametrize("stepper", SEARCHES, ids=repr)
def test_what_is_selected_had_the_largest_uct_then(stepper):
    record = stepper.record
    for number, step in enumerate(record.steps):
        if step.kind == "select":
            node = record.copy(step.node, record.known(number))
            chosen = best_child(node, record.c)
            assert chosen.move == record.nodes[step.child].move
            _, rows = stepper.table.rows(number)
            assert [row.is_best for row in rows] == [row.is_lit for row in rows]
            assert stepper.story.tell(number).endswith(f"= {chosen.uct(record.c):.3f}.")


@pytest.mark.parametrize("stepper", SEARCHES, ids=repr)
def test_an_iteration_goes_down_adds_a_node_plays_and_goes_up_again(stepper):
    steps, rounds = stepper.record.steps, stepper.record.rounds
    for first, end in pairwise(rounds):
        kinds = [step.kind for step in steps[first:end]]
        down = sum(kind in ("select", "throw") for kind in kinds)
        assert kinds[down] in ("expand", "over")
        assert kinds[down + 1] == "simulate"
        assert kinds[down + 2 :] == ["update"] * (down + 1 + (kinds[down] == "expand"))
        up = [step.node for step in steps[first:end] if step.kind == "update"]
        assert up == stepper.record.path(up[0])[::-1]
    assert steps[rounds[-1]].kind == "end"
    assert rounds[-1] == len(steps) - 1


def test_what_is_proven_is_noted_and_ends_the_search_early():
    stepper = mcts_steps(WON, prove=True)
    assert len(stepper.record.rounds) - 1 < 30
    last = stepper.story.tell(len(stepper.record.steps) - 1)
    assert last.endswith("iterations the root is proven: won for X, by column 4.")
    assert any(
        told.endswith("Now it is proven: won for X.") for told in sentences(stepper, "update")
    )
    frame = stepper.frame_at(len(stepper.record.steps) - 1)
    assert frame["tree"].count("c4s-proven") == 2
    assert "proven: won for X" in frame["window_alt"]


# ---- its words and pictures ------------------------------------------------------------------


def test_the_four_steps_are_told_with_their_numbers():
    stepper = mcts_steps(SMALL)
    told = [stepper.story.tell(number) for number in range(len(stepper.record.steps))]
    assert told[0] == "The tree is only its root, where X is to move. No game was played yet."
    assert told[1:5] == [
        "Expand: column 4 was never tried here; it was drawn from the 4 left. It gets a node.",
        "Simulate: played on at random, the game ends: X has won; points: 1 for X, 0 for O.",
        "Update: column 4, which X chose: one visit more, and 1 point. "
        "That makes 1 point in 1 visit, mean 1.000.",
        "Update: the root: one visit more, and 1 point for X, who is to move. "
        "That makes 1 point in 1 visit, mean 1.000.",
    ]
    assert told[17] == (
        "Select: column 4 has the largest UCT for X, 1.000 + 1.5·√(ln 4 / 1) = 2.766."
    )
    assert told[-1] == (
        "After 30 iterations column 1 was visited most, 8 of 30 times (mean 0.562): "
        "that is the move."
    )


def test_several_rollouts_are_counted_by_their_ends():
    (told, *_) = sentences(mcts_steps(Connect4(), 1, rollouts=20), "simulate")
    counts = [int(count) for count in re.findall(r"(\d+) times", told)]
    assert sum(counts) == 20
    assert "20 games are played on at random: " in told


def test_dice_and_finished_games_are_told():
    stepper = SEARCHES[6]
    assert "Select: here dice decide, and they say move heads." in sentences(stepper, "throw")
    assert "Expand: this game is over, there is no move to add." in sentences(stepper, "over")
    assert any("there is nothing to play, " in told for told in sentences(stepper, "simulate"))


@pytest.mark.parametrize("stepper", SEARCHES, ids=repr)
def test_every_step_has_a_sentence_a_line_of_code_and_well_formed_pictures(stepper):
    for frame in frames(stepper):
        assert re.fullmatch(r"[A-Z].*[.]", frame["sentence"])
        assert "None" not in frame["sentence"] + frame["alt"] + frame["window_alt"]
        assert all(frame["code"][0][line] for line in frame["lines"])
        for picture, high in ((frame["tree"], stepper.drawing), (frame["window"], stepper.table)):
            root = ET.fromstring(picture)
            assert (root.get("width"), root.get("height")) == ("680", f"{high.high:.0f}")


def test_the_highlighted_line_is_the_steps():
    lines = {"expand": "expand:", "simulate": "simulate:", "update": "update:", "select": "select:"}
    stepper = mcts_steps(SMALL)
    for step, frame in zip(stepper.record.steps, frames(stepper), strict=True):
        line = frame["code"][0][frame["lines"][0]].strip()
        assert line.startswith(lines.get(step.kind, ("repeat", "play")))


def boxes(svg, kind):
    """Where the texts of a class stand: left, right, top and bottom, roughly."""
    for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        if text.get("class") == kind:
            x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
            half = len(text.text) * size * 0.3
            yield x - half, x + half, y - size * 0.75, y


def nodes(svg):
    """Where the nodes are: left, right, top and bottom."""
    for shape in ET.fromstring(svg).iter():
        if shape.get("class") == "c4s-node" and shape.tag.endswith("circle"):
            x, y, r = (float(shape.get(name)) for name in ("cx", "cy", "r"))
            yield x - r, x + r, y - r, y + r
        elif shape.get("class") == "c4s-node":
            x, y, w, h = (float(shape.get(name)) for name in ("x", "y", "width", "height"))
            yield x, x + w, y, y + h


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("state", [SMALL, Connect4()], ids=["4x4", "7x6"])
def test_nodes_and_moves_do_not_overlap_and_stay_on_the_sheet(state, seed):
    stepper = mcts_steps(state, 30, seed=seed)
    assert stepper.drawing.is_whole
    svg = stepper.frame_at(len(stepper.record.steps) - 1)["tree"]
    taken = [*boxes(svg, "c4s-move"), *nodes(svg)]
    assert len(taken) == 2 * len(stepper.record.nodes) - 1
    for number, (left, right, top, bottom) in enumerate(taken):
        assert 0 <= left < right <= 680
        assert 30 <= top < bottom <= stepper.drawing.high - 24  # title and legend
        for other in taken[:number]:
            assert right <= other[0] or other[1] <= left or bottom <= other[2] or other[3] <= top


def test_a_large_tree_is_folded_around_the_path_and_counts_what_is_hidden():
    stepper = mcts_steps(Connect4(), 200)
    assert not stepper.drawing.is_whole
    tree = stepper.frame_at(len(stepper.record.steps) - 1)["tree"]
    hidden = sum(int(count) for count in re.findall(r'c4s-folded"[^>]*>\+(\d+)<', tree))
    assert tree.count("c4s-node") + hidden == len(stepper.record.nodes)


def test_the_position_and_the_played_out_game_stand_beside_the_tree():
    stepper = mcts_steps(SMALL)
    start, simulate = stepper.frame_at(0), stepper.frame_at(2)
    assert (start["turn"], start["board"].count("<img ")) == ("X to move", 1)
    assert (simulate["turn"], simulate["board"].count("<img ")) == ("O to move", 2)
    assert "Played out: X has won" in simulate["board"]
    assert 'alt="Connect Four, 4 columns, 4 rows.' in simulate["board"]


# ---- its controls ----------------------------------------------------------------------------


def test_the_page_asks_for_steps_and_stays_within_the_search():
    stepper = mcts_steps(SMALL)
    assert (stepper.frame["step"], stepper.frame["steps"]) == (0, 194)
    send(stepper, 5)
    assert stepper.frame == stepper.frame_at(5)
    send(stepper, 999)
    assert stepper.step == 193
    send(stepper, -3)
    assert stepper.frame["step"] == 0
    stepper._handle_custom_msg({"do": "close", "with": []}, [])
    stepper._handle_custom_msg({"nonsense": 1}, [])
    assert stepper.frame["step"] == 0


def test_a_saved_stepper_keeps_pictures_beside_the_widget():
    stepper = mcts_steps(SMALL)
    data, _ = stepper._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/plain"] == "<stepper: MCTS, 30 iterations, 31 nodes, step 1 of 194>"
    html = data["text/html"]
    assert html.startswith('<img alt="Tree in iteration 30 of 30, the move: 31 nodes. Bold path: ')
    assert html.count('src="data:image/svg+xml;base64,') == 2
    assert "column 1 was visited most" in html
    assert html.endswith(RUN_ME)


@pytest.mark.parametrize(
    ("state", "options", "wanted"),
    [
        ("44", {}, "hand in a state such as"),
        (Connect4, {}, "hand in a state such as"),
        (Connect4.from_moves("1122334"), {}, "the game is over"),
        (SMALL, {"iterations": 0}, "iterations is a whole number of at least 1"),
        (SMALL, {"iterations": None}, "iterations is a whole number of at least 1"),
        (SMALL, {"iterations": 1_001}, "1,001 iterations are too many to watch"),
        (SMALL, {"c": -1}, "c is a number of at least 0"),
        (SMALL, {"rollouts": 0.5}, "rollouts is a whole number"),
        (SMALL, {"seed": "x"}, "a seed is a whole number"),
    ],
)
def test_what_cannot_be_stepped_through_is_refused_with_advice(state, options, wanted):
    with pytest.raises(ValueError, match=wanted):
        mcts_steps(state, **options)


# ---- the sliders -----------------------------------------------------------------------------

LATE = Connect4.from_moves("651621262264745513")
"""X to move: column 4 wins, all others lose."""


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No search ends early, however busy the machine is."""
    monkeypatch.setattr(sliders_module, "SECONDS", 600.0)


def test_the_sliders_show_what_the_search_finds():
    widget = mcts_sliders(SMALL, iterations=500, c=0.75, rollouts=2, seed=3)
    found = fast.mcts(SMALL, 500, c=0.75, rollouts=2, seed=3)
    assert widget.result.moves == found.moves
    words = widget.told.value
    best = found.moves[found.move]
    assert f"MCTS plays column {found.move + 1} for X: {best.visits} of 500 visits" in words
    for move, stats in found.moves.items():
        won = (stats.value + 1) / 2
        told = f"Column {move + 1}: {stats.visits / 500:.0%} of visits, won {won:.0%}"
        assert told in widget.drawn().alt
    assert "Seed 3." in words


def test_a_turned_slider_searches_anew():
    widget = mcts_sliders(SMALL)
    widget.c.value = 0.3000000000000004  # as the page sends it
    assert widget.result.moves == fast.mcts(SMALL, 1_000, c=0.3).moves
    widget.rollouts.value = 10
    assert widget.result.moves == fast.mcts(SMALL, 1_000, c=0.3, rollouts=10).moves
    before = widget.picture.value
    widget.iterations.value = 20
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
    widget.iterations.value = 100_000
    assert was_disabled == [False, True]
    assert not widget.button.disabled


def test_sliders_go_by_steps_over_their_ranges_and_take_what_they_begin_with():
    widget = mcts_sliders(SMALL, rollouts=7, iterations=123)
    assert (widget.c.min, widget.c.max) == (0, 3)
    rollouts = [value for _, value in widget.rollouts.options]
    iterations = [value for _, value in widget.iterations.options]
    assert (rollouts[0], rollouts[-1], widget.rollouts.value) == (1, 100, 7)
    assert (iterations[0], iterations[-1], widget.iterations.value) == (10, 100_000, 123)
    assert sorted(iterations) == iterations


@pytest.mark.parametrize(
    "state",
    [
        Connect4(),
        SMALL,
        LATE,
        Connect4.from_moves("435126254715"),
        Connect4(4, 4, 3),
        Connect4.from_moves("44444"),  # column 4 is nearly full
    ],
)
def test_exact_scores_are_the_solvers(state):
    assert exact_scores(state) == fast.analyze(state)


def test_a_move_that_ends_the_game_is_scored_too():
    assert exact_scores(WON) == fast.analyze(WON)
    assert exact_scores(WON)[3] == max(exact_scores(WON).values())


@pytest.mark.parametrize("state", [Connect4(5, 5, 5), Connect4(8, 7)])
def test_where_the_solver_takes_too_long_the_sliders_say_so(state, monkeypatch):
    monkeypatch.setattr(sliders_module, "NODES", 1_000)
    widget = mcts_sliders(state, iterations=100)
    assert widget.exact is None
    assert "Exact scores would take the solver too long here." in widget.told.value
    assert "Outlook" not in widget.drawn().alt


@pytest.mark.parametrize(
    ("move", "exact", "wanted"),
    [
        (3, {2: 0, 3: 2}, "column 4 wins in 21 moves (+2); no move is better. ✓"),
        (2, {2: 0, 3: 2}, "column 3 draws (0); the win is given away, it needed column 4 (+2). ✗"),
        (2, {1: 0, 2: -5, 3: 0}, "the draw is given away, it needed columns 2, 4 (0). ✗"),
        (2, {2: 2, 3: 5}, "the outcome is kept, though it is won sooner by column 4 (+5). ✓"),
        (2, {2: -5, 3: -2}, "the outcome is kept, though it is lost later by column 4 (−2). ✓"),
    ],
)
def test_the_verdict_tells_good_moves_from_bad_ones(move, exact, wanted):
    assert wanted in verdict(move, exact, 24)


def test_the_board_carries_the_exact_scores_and_the_choice_in_words_and_signs():
    widget = mcts_sliders(LATE)
    picture = widget.drawn()
    assert "column 4 wins in 21 moves, played" in picture.alt
    assert "column 1 loses in" in picture.alt
    texts = [
        text.text for text in ET.fromstring(picture.svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"plays", "win★", "loss", "+2", "−8", "visits", "won", "exact"} <= set(texts)


def test_columns_that_were_never_visited_are_told():
    widget = mcts_sliders(Connect4(11, 4), iterations=10)
    assert widget.drawn().alt.count("never visited") == 1
    ET.fromstring(widget.drawn().svg)


def test_a_search_that_is_stopped_shows_what_it_has(monkeypatch):
    widget = mcts_sliders(SMALL)
    partial = replace(fast.mcts(SMALL, 40), is_complete=False)
    monkeypatch.setattr(fast, "mcts", lambda *arguments, **options: partial)
    widget.search()
    assert "It was stopped by hand: 40 of 1,000 iterations." in widget.told.value


def test_a_search_that_takes_too_long_ends_and_says_so(monkeypatch):
    monkeypatch.setattr(sliders_module, "SECONDS", 0.5)
    widget = mcts_sliders(iterations=100_000, rollouts=100)
    assert re.search(
        r"It was stopped after 0.5 second: [\d,]+ of 100,000 iterations.", (widget.told.value)
    )


@pytest.mark.parametrize(
    ("error", "wanted"),
    [(RuntimeError("no <idea>"), "RuntimeError: no &lt;idea&gt;"), (KeyboardInterrupt(), "⚠ Key")],
)
def test_what_fails_is_told_on_the_widget_and_the_next_search_works(error, wanted, monkeypatch):
    widget = mcts_sliders(SMALL)
    real = fast.mcts

    def broken(*arguments, **options):
        raise error

    monkeypatch.setattr(fast, "mcts", broken)
    widget.iterations.value = 100_000
    assert wanted in widget.told.value
    assert not widget.button.disabled
    monkeypatch.setattr(fast, "mcts", real)
    widget.iterations.value = 10
    assert "MCTS plays column" in widget.told.value


def test_saved_sliders_show_a_picture_and_what_was_said():
    widget = mcts_sliders(SMALL, iterations=100)
    data = widget._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/plain"] == "<MCTS sliders: C 1.5, rollouts 1, iterations 100, seed 0>"
    html = data["text/html"]
    assert html.startswith("<p>MCTS sliders: C 1.5, rollouts 1, iterations 100, seed 0.</p>")
    assert 'src="data:image/svg+xml;base64,' in html
    assert "MCTS plays column" in html
    assert html.endswith(RUN_ME)


@pytest.mark.parametrize(
    ("state", "options", "wanted"),
    [
        (TicTacToe(), {}, "the compiled mcts plays only Connect4"),
        (Connect4(9, 9), {}, "takes 90 bits"),
        (Connect4.from_moves("1122334"), {}, "the game is over"),
        (SMALL, {"c": 4}, "the slider for c goes from 0 to 3, not to 4"),
        (SMALL, {"c": -1}, "c is a number of at least 0"),
        (SMALL, {"rollouts": 101}, "the slider for rollouts goes from 1 to 100"),
        (SMALL, {"iterations": 5}, "the slider for iterations goes from 10 to 100,000, not to 5"),
        (SMALL, {"iterations": 1.5}, "iterations is a whole number"),
        (SMALL, {"seed": -1}, "a seed is a whole number"),
    ],
)
def test_what_the_sliders_cannot_show_is_refused_with_advice(state, options, wanted):
    with pytest.raises(ValueError, match=wanted):
        mcts_sliders(state, **options)
