"""The microscope's Python side; tests/test_browser_microscope.py tries it in JupyterLab."""

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.search import (
    TranspositionTable,
    alphabeta,
    alphabeta_by_list,
    deepen,
    minimax,
    minimax_by_list,
)
from c4lib.view.microscope import microscope
from c4lib.view.microscope_moment import moment
from c4lib.view.tree_text import short_value
from c4lib.view.widgets import RUN_ME

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SMALL = Connect4(3, 3, 3)


def evaluate(state):
    return state.ply % 3 / 4


def searches():
    """Searches in which all kinds of events occur."""
    yield microscope(TEXTBOOK)
    yield microscope(TEXTBOOK, minimax)
    yield microscope(TEXTBOOK, window=(4, 9))
    yield microscope(RandomTree(3, 3, seed=4), alphabeta_by_list)
    yield microscope(SMALL)
    yield microscope(Connect4(4, 4, 3), depth=4, evaluate=evaluate)
    yield microscope(Connect4(4, 4, 3), depth=5, table=TranspositionTable(), order="centre")
    yield microscope(TicTacToe.from_moves("51937"), minimax_by_list)
    yield microscope(TicTacToe.from_moves("5193"), alphabeta)
    yield microscope(Connect4.from_moves("1122334"), alphabeta)
    yield microscope(SMALL, minimax, depth=0)


SEARCHES = list(searches())


@cache
def frames(scope):
    return [scope.frame_at(step) for step in range(len(scope.trace.events))]


def sentences(scope):
    return [frame["sentence"] for frame in frames(scope)]


def send(scope, *steps):
    """What the page does when the reader asks for a step."""
    for step in steps:
        scope._handle_custom_msg({"do": "show", "with": [step]}, [])


def test_alpha_beta_is_told_step_by_step():
    told = sentences(microscope(TEXTBOOK))
    assert told[:5] == [
        "The search begins at the root, where MAX is to move. Nothing is known yet.",
        "MAX tries branch a: now MIN is to move.",
        "MIN tries branch a, a leaf.",
        "This leaf is worth 3 to MAX.",
        "Branch a gives MAX 3, the first value here. β falls from ∞ to 3.",
    ]
    assert told[7] == "Branch b gives MAX 12, worse for MIN than 3 so far. β stays 3."
    assert told[12] == "Branch a gives MAX 3, the first value here. α rises from −∞ to 3."
    assert told[17:20] == [
        "MIN can now hold MAX to 2 here; MAX has 3 elsewhere, "
        "so the two moves left need not be looked at.",
        "MIN stops here: this position is worth at most 2 to MAX, no more than α = 3.",
        "Branch b gives MAX at most 2, worse for MAX than 3 so far. α stays 3.",
    ]
    assert (
        told[-1] == "The search is over: the position at the root is worth 3 to MAX, by branch a."
    )


def test_minimax_is_told_without_a_window():
    told = sentences(microscope(TEXTBOOK, minimax))
    assert not any("α" in sentence or "β" in sentence for sentence in told)
    assert "Branch b gives MAX 5, better for MIN than 14 so far." in told
    assert all(not microscope(TEXTBOOK, minimax).frame_at(step)["window"] for step in range(5))


@pytest.mark.parametrize(
    ("scope", "sentence"),
    [
        (SEARCHES[2], "Only values between α = 4 and β = 9 are asked for."),
        (SEARCHES[2], "MIN can now hold MAX to 3 here; only values above 4 are asked for, so"),
        (SEARCHES[2], "the root is worth at most 3 to MAX, no more than α = 4."),
        (SEARCHES[4], "no game is worth less than −1 or more than 1."),
        (SEARCHES[4], "MAX can already get 1 here; no value is more than 1, so the move left need"),
        (SEARCHES[4], "The game is over: MIN has won, worth −1 to MAX."),
        (SEARCHES[4], "The game is over: a draw, worth 0 to MAX."),
        (SEARCHES[4], "; at most 0 stays. α stays 0."),
        (SEARCHES[4], "gives MAX at most 0, in place of −1 so far. α stays 0."),
        (SEARCHES[5], "The depth is used up; the evaluation says this is worth 0.25 to MAX."),
        (SEARCHES[6], "The depth is used up; without an evaluation the unfinished game counts 0."),
        (SEARCHES[6], "The game is over: MAX has won after 5 moves, worth W5 to MAX."),
        (SEARCHES[6], "The table knows this position: it is worth at "),
        (SEARCHES[8], "MIN tries square 4: now MAX is to move."),
        (SEARCHES[9], "The game is over: MIN has won, worth −1 to MAX."),
    ],
)
def test_every_kind_of_event_is_told_in_plain_words(scope, sentence):
    assert any(sentence in told for told in sentences(scope))


@pytest.mark.parametrize("scope", SEARCHES, ids=repr)
def test_every_step_has_a_sentence_a_line_of_code_and_well_formed_pictures(scope):
    for event, frame in zip(scope.trace.events, frames(scope), strict=True):
        assert re.fullmatch(r"[A-Z].*[.]", frame["sentence"])
        assert "None" not in frame["sentence"] + frame["alt"]
        column = frame["code"][frame["column"]]
        assert all(column[line] for line in frame["lines"])
        if len(frame["code"]) == 2:
            assert column[0].startswith("MAX" if scope.trace.nodes[event.node].is_max else "MIN")
        root = ET.fromstring(frame["tree"])
        assert (root.get("width"), root.get("height")) == ("560", f"{scope.drawing.high:.0f}")
        if frame["window"]:
            ET.fromstring(frame["window"])


def test_the_highlighted_line_says_what_the_event_does():
    scope = microscope(TEXTBOOK)
    lines = {"enter": "-VALUE(", "leaf": "leaf", "update": "best", "cut": "skip", "leave": "return"}
    for step, event in enumerate(scope.trace.events):
        frame = scope.frame_at(step)
        assert lines[event.kind] in frame["code"][frame["column"]][frame["lines"][0]]
    scope = microscope(TEXTBOOK, alphabeta_by_list)
    lines = {"enter": "look at", "leaf": "leaf", "update": "takes", "cut": "other children"}
    for step, event in enumerate(scope.trace.events):
        frame = scope.frame_at(step)
        assert lines.get(event.kind, "done") in frame["code"][0][frame["lines"][0]]


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_both_forms_of_a_search_tell_the_same_story(search):
    twin = {minimax: minimax_by_list, alphabeta: alphabeta_by_list}[search]
    assert sentences(microscope(SMALL, search, depth=4)) == sentences(
        microscope(SMALL, twin, depth=4)
    )


def test_the_same_search_gives_the_same_frames():
    one, other = microscope(TEXTBOOK), microscope(ListTree.of(TEXTBOOK))
    assert one.frame_at(20) == other.frame_at(20)
    assert one.frame_at(20) == one.frame_at(20)


def test_nodes_appear_when_they_are_entered_and_cut_moves_when_they_are_cut():
    scope = microscope(TEXTBOOK)
    for step in range(len(scope.trace.events)):
        now, tree = moment(scope.trace, step + 1), scope.frame_at(step)["tree"]
        shapes = tree.count("<rect") + tree.count("<circle") - 4  # panel, ring, legend
        assert shapes == len(now.values) + tree.count("c4m-cut")
        assert tree.count("c4m-cut") == (2 if step >= 17 else 0)
        assert tree.count("c4m-here") == 1


def test_a_node_keeps_its_place_while_the_tree_grows():
    scope = microscope(TEXTBOOK)
    root = re.search(r"<rect x[^>]*", scope.frame_at(1)["tree"])[0]
    assert all(root.split(" stroke-width")[0] in scope.frame_at(step)["tree"] for step in (9, 30))


def test_a_large_tree_is_folded_around_the_path_and_counts_what_is_hidden():
    scope = microscope(SMALL)
    assert not scope.drawing.is_whole
    frame = scope.frame_at(len(scope.trace.events) - 1)
    shown = frame["tree"].count("<rect") + frame["tree"].count("<circle") - 4
    counts = [int(n) for n in re.findall(r'c4m-folded"[^>]*>\+(\d+)<', frame["tree"])]
    assert sum(counts) + shown - frame["tree"].count("c4m-cut") == len(scope.trace)


def test_the_page_asks_for_steps_and_stays_within_the_search():
    scope = microscope(TEXTBOOK)
    assert (scope.frame["step"], scope.frame["steps"]) == (0, 33)
    send(scope, 5)
    assert scope.frame == scope.frame_at(5)
    send(scope, 99)
    assert (scope.step, scope.frame["step"]) == (32, 32)
    send(scope, -3)
    assert scope.frame["step"] == 0


def test_playing_goes_through_all_steps_and_from_the_end_begins_again():
    scope, seen = microscope(TEXTBOOK), []
    scope.observe(lambda change: seen.append(change["new"]["step"]), names="frame")
    send(scope, *range(1, 34), 0)
    assert seen == [*range(1, 33), 0]


def test_unknown_messages_are_ignored():
    scope = microscope(TEXTBOOK)
    scope._handle_custom_msg({"do": "close", "with": []}, [])
    scope._handle_custom_msg({"nonsense": 1}, [])
    assert scope.frame["step"] == 0


def test_two_microscopes_do_not_disturb_each_other():
    one, other = microscope(TEXTBOOK), microscope(TEXTBOOK)
    send(one, 7)
    assert (one.step, other.step) == (7, 0)


def test_the_position_is_shown_beside_the_tree():
    assert microscope(TEXTBOOK).frame_at(1)["board"] == "<pre>[3, 12, 8]</pre>"
    assert microscope(TEXTBOOK).frame_at(1)["turn"] == "MIN to move"
    assert microscope(TEXTBOOK).frame_at(2)["turn"] == "A leaf"
    frame = microscope(SMALL, depth=2).frame
    assert frame["board"].startswith('<img decoding="sync" alt="Connect 3, 3 columns, 3 rows.')
    assert frame["turn"] == "MAX (X) to move"
    assert microscope(Connect4.from_moves("4"), depth=1).frame["turn"] == "MAX (O) to move"


def test_a_saved_microscope_keeps_the_finished_tree_beside_the_widget():
    scope = microscope(TEXTBOOK)
    data, _ = scope._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/plain"] == "<microscope: alpha-beta, 11 nodes, step 1 of 33>"
    assert data["text/html"].startswith(
        '<img alt="Search tree after step 33 of 33: 11 nodes entered, 2 moves cut off. '
        'Bold path: MAX 3; branch a, MIN 3; branch a, MAX 3." src="data:image/svg+xml;base64,'
    )
    assert data["text/html"].endswith(RUN_ME)
    send(scope, 9)
    assert scope._repr_mimebundle_()[0]["text/html"] == data["text/html"]


def test_a_search_too_large_to_watch_says_what_to_do():
    with pytest.raises(ValueError, match=r"more than 2,000 nodes.* a smaller depth"):
        microscope(Connect4())
    with pytest.raises(ValueError, match="more than 5 nodes"):
        microscope(TEXTBOOK, limit=5)
    assert len(microscope(SMALL, limit=489).trace) == 489


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("44",), "hand in a state such as"),
        ((Connect4,), "hand in a state such as"),
        ((3,), "hand in a state such as"),
        ((None,), "hand in a state such as"),
        (([[3, "x"]],), "a tree is a number or a list of trees"),
        (([],), "a node needs at least one branch"),
        ((TEXTBOOK, deepen), "the microscope shows the searches minimax, alphabeta, "),
        ((TEXTBOOK, "alphabeta"), "the microscope shows the searches"),
        ((TEXTBOOK, []), "the microscope shows the searches"),
    ],
)
def test_wrong_input_is_told_what_is_wanted(arguments, wanted):
    with pytest.raises(ValueError, match=wanted):
        microscope(*arguments)


def test_the_options_are_the_searchs_own():
    with pytest.raises(TypeError, match="deep"):
        microscope(TEXTBOOK, deep=3)
    with pytest.raises(ValueError, match="alpha must be less than beta"):
        microscope(TEXTBOOK, window=(3, 3))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-0.5, "−0.5"),
        (-0.0, "0"),
        (float("-inf"), "−∞"),
        (1 / 3, "0.333"),
        (999_997.0, "W3"),
        (-999_998.0, "L2"),
    ],
)
def test_values_are_written_as_people_do(value, text):
    assert short_value(value) == text
