"""The microscope on PVS and MTD(f): null windows, what is searched again, and passes."""

import re
from functools import cache

import pytest

from c4lib import Connect4
from c4lib.games.trees import RandomTree
from c4lib.heuristics import ours
from c4lib.search import History, Killers, TranspositionTable, alphabeta, mtdf, pvs
from c4lib.view.steppers.microscope import microscope
from c4lib.view.steppers.null_windows import is_null, questions

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
AGAIN = [[3, 12, 8], [9, 14, 10], [2, 5, 14]]
LATE = Connect4.from_moves("122", 4, 3, 3)

SEARCHES = {
    "textbook": lambda: microscope(TEXTBOOK, pvs),
    "again": lambda: microscope(AGAIN, pvs),
    "tenths": lambda: microscope([[0.1, 0.3], [0.2, 0.4]], pvs),
    "thousands": lambda: microscope([[1234, 5000], [2345, 6000]], pvs),
    "late": lambda: microscope(LATE, pvs, depth=5, evaluate=ours, reductions=True),
    "ordered": lambda: microscope(
        Connect4(4, 3, 3), pvs, depth=4, killers=Killers(), history=History(),
        table=TranspositionTable(),
    ),
    "passes": lambda: microscope(TEXTBOOK, mtdf),
    "far guess": lambda: microscope(TEXTBOOK, mtdf, guess=20),
    "window": lambda: microscope(TEXTBOOK, mtdf, window=(4, 9)),
    "random": lambda: microscope(RandomTree(3, 2, seed=1), mtdf),
    "won": lambda: microscope(LATE, mtdf, depth=5),
}  # fmt: skip


@cache
def scope(name):
    return SEARCHES[name]()


@cache
def frames(name):
    return [scope(name).frame_at(step) for step in range(scope(name).replay.steps)]


def sentences(name):
    return [frame["sentence"] for frame in frames(name)]


@pytest.mark.parametrize("name", SEARCHES)
def test_no_neighbour_of_a_round_number_is_ever_printed(name):
    for frame in frames(name):
        words = re.findall(">([^<>]*)</text>", frame["tree"] + frame["detail"])
        shown = " ".join([frame["sentence"], frame["alt"], frame["detail_alt"], *words])
        assert not re.search(r"\d\.\d{6}|e[+−-]\d", shown)


def test_a_null_window_is_told_as_a_question_and_its_answer():
    told = sentences("textbook")
    assert "MIN tries branch b: is it less than 3? A null window is enough for that." in told
    assert "MAX tries branch b: is it more than 3? A null window is enough for that." in told
    assert (
        "Branch a gives MAX 2, the first value here. "
        "That settles it: the position is worth not more than 3." in told
    )
    assert (
        "MIN can now hold MAX to 2 here, and that is all that was asked, "
        "so the two moves left need not be looked at." in told
    )
    assert "MIN stops here: this position is worth at most 2 to MAX, so not more than 3." in told
    assert not any("searched again" in each for each in told)


def test_what_is_searched_again_is_told_and_drawn_beside_the_first_attempt():
    step = sentences("again").index(
        "It is, at least 9: branch b is searched again, with the whole window (3, ∞)."
    )
    before, after = frames("again")[step - 1], frames("again")[step]
    code = after["code"][after["column"]]
    assert code[0].startswith("MAX")
    assert "search again" in code[after["lines"][0]]
    assert after["detail_alt"] == "Window: alpha 3, beta ∞"
    assert ">b?<" in before["tree"]
    assert ">b↻<" not in before["tree"]
    assert ">b?<" in after["tree"]
    assert ">b↻<" in after["tree"]
    assert "≥9" in after["tree"]
    faint = '<g opacity="0.45">'
    assert faint not in before["tree"]
    assert after["tree"].count(faint) == 12  # four nodes, with their branches and moves
    assert "b↻ searched again" in after["tree"]
    assert frames("again")[-1]["alt"].endswith(
        "Bold path: MAX 9; branch b again, MIN 9; branch a, MAX 9."
    )
    assert sentences("again")[-1].endswith("worth 9 to MAX, by branch b.")


def test_the_tree_to_come_does_not_tell_what_will_be_searched_again():
    ghosts = re.findall("<g class.*?</g>", scope("again").frame_at(0)["tree"])[0]
    assert len(re.findall(r">\d+<", ghosts)) == 9


def test_the_number_line_has_one_point_a_question_and_the_answer():
    step = sentences("again").index(
        "MAX tries branch b: is it more than 3? A null window is enough for that."
    )
    asked, answered = frames("again")[step], frames("again")[step + 10]
    assert "v &gt; 3?<" in asked["detail"]
    assert "no number lies between α and β" in asked["detail"]
    assert asked["detail_alt"] == "Null window: is the value more than 3? Still open"
    assert "yes: it is at least 9<" in answered["detail"]
    assert answered["detail_alt"].endswith("more than 3? Yes: it is at least 9")


def test_late_moves_are_tried_one_ply_less_deep_first():
    told, trees = sentences("late"), [frame["tree"] for frame in frames("late")]
    assert any("? It comes late, so first one ply less deep." in each for each in told)
    assert "↑?<" in trees[-1]
    assert all("one ply less deep" in frame["code"][0][5] for frame in frames("late")[:1])
    trace, attempts = scope("late").replay.trace, scope("late").replay.story.attempts
    for node in trace.nodes:
        reduced = sum(attempts.get(number) == "shallow" for number in trace.path(node.number))
        assert node.kind != "depth" or node.ply == 5 - reduced


def test_passes_are_told_with_the_bounds_that_close_in():
    told = sentences("passes")
    assert told[:2] == [
        "The search begins: the value lies between low = −∞ and high = ∞, and the guess is 0.",
        "Pass 1: is it at least 0? A null window is enough for that.",
    ]
    passes = [each for each in told if each.startswith("Pass ") and ":" in each[8:]]
    assert passes == [
        "Pass 1: is it at least 0? Yes, at least 3: low rises from −∞ to 3.",
        "Pass 2: is it more than 3? No, at most 3: high falls from ∞ to 3, and the bounds meet.",
    ]
    assert told[-1] == (
        "The search is over: the position at the root is worth 3 to MAX, by branch a."
    )
    assert frames("passes")[-1]["detail_alt"] == "Bounds: low 3, high 3; nothing is left to ask"
    assert frames("passes")[-1]["alt"].endswith(
        "Bold path: MAX 3; pass 1, MAX at least 3; branch a, MIN at least 3; branch a, MAX 3."
    )
    assert repr(scope("passes")) == "<microscope: MTD(f), 14 nodes, step 1 of 47>"
    assert scope("passes").frame["rounds"] == [1, 17]
    assert ">pass 2<" in frames("passes")[-1]["tree"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("far guess", "Pass 1: is it at least 20? No, at most 14: high falls from ∞ to 14."),
        ("window", "Pass 1: is it more than 4? No, at most 3: high falls from 9 to 3."),
        ("window", "The search is over: the position at the root is worth at most 3 to MAX, no "),
        ("won", "The game is over: MAX has won after 3 moves, worth W3 to MAX."),
    ],
)
def test_guesses_windows_and_wins_are_told(name, sentence):
    assert any(sentence in told for told in sentences(name))


@pytest.mark.parametrize("name", SEARCHES)
def test_every_answer_agrees_with_the_value_that_was_found(name):
    replay = scope(name).replay
    for number, question in replay.story.questions.items():
        alpha, beta = replay.trace.nodes[number].window
        value = replay.trace.nodes[number].value
        assert question.is_above(value) == (value >= beta) == (value > alpha)


def test_alpha_beta_with_a_window_asks_nothing():
    replay = microscope(TEXTBOOK, alphabeta, window=(4, 9)).replay
    assert questions(replay.trace) == {}
    assert not is_null((3, 3))
    assert not is_null((4, 3))
