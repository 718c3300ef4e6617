"""What the microscope says and shows of minimax and alpha-beta; see test_stepper.py, too."""

import re
from functools import cache

import pytest

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import TranspositionTable, alphabeta, alphabeta_by_list, minimax, minimax_by_list
from c4lib.view.steppers.microscope import microscope
from c4lib.view.steppers.microscope_words import moment
from c4lib.view.trees.marks import BEST

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SMALL = Connect4(3, 3, 3)


def evaluate(state):
    return state.ply % 3 / 4


SEARCHES = {
    "textbook": microscope(TEXTBOOK),
    "window": microscope(TEXTBOOK, window=(4, 9)),
    "small": microscope(SMALL),
    "evaluated": microscope(Connect4(4, 4, 3), depth=4, evaluate=evaluate),
    "table": microscope(Connect4(4, 4, 3), depth=5, table=TranspositionTable(), order="centre"),
    "squares": microscope(TicTacToe.from_moves("5193"), alphabeta),
    "over": microscope(Connect4.from_moves("1122334"), alphabeta),
}


@cache
def frames(scope):
    return [scope.frame_at(step) for step in range(len(scope.replay.trace.events))]


def sentences(scope):
    return [frame["sentence"] for frame in frames(scope)]


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
    scope = microscope(TEXTBOOK, minimax)
    assert not any("α" in sentence or "β" in sentence for sentence in sentences(scope))
    assert "Branch b gives MAX 5, better for MIN than 14 so far." in sentences(scope)
    assert not any(frame["detail"] for frame in frames(scope))


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("window", "Only values between α = 4 and β = 9 are asked for."),
        ("window", "MIN can now hold MAX to 3 here; only values above 4 are asked for, so"),
        ("window", "the root is worth at most 3 to MAX, no more than α = 4."),
        ("small", "no game is worth less than −1 or more than 1."),
        ("small", "MAX can already get 1 here; no value is more than 1, so the move left need"),
        ("small", "The game is over: MIN has won, worth −1 to MAX."),
        ("small", "The game is over: a draw, worth 0 to MAX."),
        ("small", "; at most 0 stays. α stays 0."),
        ("small", "gives MAX at most 0, in place of −1 so far. α stays 0."),
        ("evaluated", "The depth is used up; the evaluation says this is worth 0.25 to MAX."),
        ("table", "The depth is used up; without an evaluation the unfinished game counts 0."),
        ("table", "The game is over: MAX has won after 5 moves, worth W5 to MAX."),
        ("table", "The table knows this position: it is worth at "),
        ("squares", "MIN tries square 4: now MAX is to move."),
        ("over", "The game is over: MIN has won, worth −1 to MAX."),
    ],
)
def test_every_kind_of_event_is_told_in_plain_words(search, sentence):
    assert any(sentence in told for told in sentences(SEARCHES[search]))


FUNCTION = {"enter": "-VALUE(", "leaf": "leaf", "update": "best", "cut": "skip", "leave": "return"}
LOOP = {"enter": "look at", "leaf": "leaf", "update": "takes", "cut": "other", "leave": "done"}


@pytest.mark.parametrize(("search", "lines"), [(alphabeta, FUNCTION), (alphabeta_by_list, LOOP)])
def test_the_highlighted_line_says_what_the_event_does(search, lines):
    scope = microscope(TEXTBOOK, search)
    for event, frame in zip(scope.replay.trace.events, frames(scope), strict=True):
        code = frame["code"][frame["column"]]
        assert lines[event.kind] in code[frame["lines"][0]]
        if search is alphabeta:  # one column for each player
            is_max = scope.replay.trace.nodes[event.node].is_max
            assert code[0].startswith("MAX" if is_max else "MIN")


@pytest.mark.parametrize(
    ("search", "twin"), [(minimax, minimax_by_list), (alphabeta, alphabeta_by_list)]
)
def test_both_forms_of_a_search_tell_the_same_story(search, twin):
    one, other = (microscope(SMALL, form, depth=4) for form in (search, twin))
    assert sentences(one) == sentences(other)


def test_nodes_appear_when_they_are_entered_and_keep_their_place():
    scope = SEARCHES["textbook"]
    root = re.search(r"<rect x[^>]*c4s-node", scope.frame_at(1)["tree"])[0]
    for step, frame in enumerate(frames(scope)):
        entered, tree = moment(scope.replay.trace, step + 1).values, frame["tree"]
        assert tree.count("c4s-node") == len(entered)
        assert tree.count("c4s-cut") == (2 if step >= 17 else 0)
        assert tree.count("c4s-here") == 1
        assert root in tree or step in (0, 32)  # drawn bold in the end


def test_the_whole_tree_is_there_from_the_beginning_faintly_and_a_bare_one_with_its_leaves():
    ghosts = [re.findall("<g .*?</g>", frame["tree"])[:1] for frame in frames(SEARCHES["textbook"])]
    assert re.findall(r">(\d+)<", ghosts[0][0]) == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert ">4<" in ghosts[16][0]  # even what will be cut off in the next step
    assert ">4<" not in ghosts[17][0]
    assert not ghosts[-1]
    (faint,) = re.findall("<g .*?</g>", microscope(SMALL).frame["tree"])
    assert (faint.count("<path"), faint.count("<text")) == (3, 0)  # only what has room


def test_the_window_is_large_and_says_when_nothing_is_left_between_its_ends():
    before, after = (frames(SEARCHES["textbook"])[step] for step in (15, 17))
    assert 'font-size="20.0"' in before["detail"]
    assert "nothing is left" not in before["detail"] + before["detail_alt"]
    assert "α ≥ β, 3 ≥ 2: nothing is left between<" in after["detail"]
    assert after["detail_alt"].endswith("; nothing is left between them")


def test_max_is_a_square_min_a_circle_a_leaf_rounded_and_best_play_marked_in_the_end():
    before, after = (SEARCHES["textbook"].frame_at(step)["tree"] for step in (31, 32))
    shapes = re.findall(r'<(rect|circle)([^>]*)class="c4s-node"', before)
    corners = [re.search('rx="(.*?)"', more)[1] for shape, more in shapes if shape == "rect"]
    assert len(shapes) - len(corners) == 3
    assert corners.count("0.0") == 1
    assert after.count(BEST) - before.count(BEST) == 5  # three nodes and two branches


def test_the_position_is_shown_beside_the_tree():
    steps = frames(SEARCHES["textbook"])
    assert (steps[1]["board"], steps[1]["turn"]) == ("<pre>[3, 12, 8]</pre>", "MIN to move")
    assert steps[2]["turn"] == "A leaf"
    frame = microscope(SMALL, limit=489).frame  # exactly as many nodes as it has
    assert frame["board"].startswith('<img decoding="sync" alt="Connect 3, 3 columns, 3 rows.')
    assert frame["turn"] == "MAX (X) to move"
    assert microscope(Connect4.from_moves("4"), depth=1).frame["turn"] == "MAX (O) to move"
