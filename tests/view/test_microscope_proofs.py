"""The microscope on proof-number search, in both forms."""

import re
from functools import cache

import pytest

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.result import Trace
from c4lib.search import df_pn, proof_number
from c4lib.search.proof_number import DISPROVEN, PROVEN, combined
from c4lib.view.steppers.microscope import microscope
from c4lib.view.steppers.proof_words import merged

TREE = [[[1], [-1]], [[-1], [1, -1]], [[1, -1], [1]]]
SEARCHES = {
    "tree": lambda: microscope(TREE, proof_number),
    "df-pn": lambda: microscope(TREE, df_pn),
    "lost": lambda: microscope([[1, -1], [0]], proof_number),
    "df-pn lost": lambda: microscope([[1, -1], [0]], df_pn),
    "squares": lambda: microscope(TicTacToe.from_moves("519"), proof_number),
    "df-pn squares": lambda: microscope(TicTacToe.from_moves("519"), df_pn),
    "columns": lambda: microscope(Connect4.from_moves("12", 3, 3, 3), proof_number),
    "df-pn columns": lambda: microscope(Connect4.from_moves("12", 3, 3, 3), df_pn),
    "stopped": lambda: microscope(TREE, proof_number, nodes=6),
    "df-pn stopped": lambda: microscope(TREE, df_pn, nodes=3),
    "over": lambda: microscope(Connect4.from_moves("1122334"), proof_number),
    "df-pn over": lambda: microscope(Connect4.from_moves("1122334"), df_pn),
}
ALL = pytest.mark.parametrize("name", SEARCHES)


@cache
def scope(name):
    return SEARCHES[name]()


@cache
def frames(name):
    return [scope(name).frame_at(step) for step in range(scope(name).replay.steps)]


def sentences(name):
    return [frame["sentence"] for frame in frames(name)]


def test_proof_number_search_is_told_step_by_step():
    told = sentences("tree")
    assert told[:5] == [
        "The question is whether MAX can force a win. One leaf, the root, could prove it or "
        "disprove it: both numbers are 1.",
        "The most-proving leaf is the root: it gets its children. Branch a is added, with 1 and 1.",
        "Branch b is added, with 1 and 1.",
        "Branch c is added, with 1 and 1.",
        "MAX moves here: one proven child is enough, so the proof number is the least of the "
        "children's, 1, and the disproof numbers add up, 1 + 1 + 1 = 3.",
    ]
    assert told[7] == (
        "MIN moves here: one disproven child is enough, so the disproof number is the least of "
        "the children's, 1, and the proof numbers add up, 1 + 1 = 2."
    )
    assert told[17:21] == [
        "The most-proving leaf is the one after branch a, branch a: it gets its children. "
        "Branch a is added.",
        "This leaf is worth 1 to MAX, which is a win for MAX: proven, so its numbers are 0 and ∞.",
        "MAX moves here, and branch a is proven: one is enough, so this is proven.",
        "Proven: nothing below here need be looked at any more.",
    ]
    assert told[-1] == "The search is over: MAX can force a win, by branch c."


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("lost", "This leaf is worth 0 to MAX, which is no win for MAX: disproven, so its "),
        ("lost", "MIN moves here, and branch b is disproven: one is enough, so this is disproven."),
        ("lost", "The search is over: whatever MAX does, MIN can prevent a win."),
        ("tree", "MIN moves here, and all children are proven, so this is proven."),
        ("squares", "The game is over: MAX has won, worth 1 to MAX, which is a win for MAX: "),
        ("stopped", " Here the search ends, without an answer: its nodes are used up."),
        ("df-pn", "MAX goes into branch a, whose proof number, 1, is the least, and stays until "
                  "its proof number reaches 2."),
        ("df-pn", "The disproof number has reached its limit of 2: back up."),
        ("df-pn", "MIN goes back into branch a, whose disproof number, 2, is the least, and"),
        ("df-pn", "The search is over: MAX can force a win, by branch c."),
        ("df-pn lost", "The search is over: whatever MAX does, MIN can prevent a win."),
        ("df-pn stopped", " Here the search ends, without an answer: its nodes are used up."),
    ],
)  # fmt: skip
def test_every_kind_of_step_is_told_in_plain_words(name, sentence):
    assert any(sentence in told for told in sentences(name))


@ALL
def test_numbers_shown_at_a_node_are_made_of_those_shown_at_its_children(name):
    """Once a node's numbers have been told; on the way up, ancestors are not told yet."""
    story = scope(name).replay.story
    for step, event in enumerate(story.trace.events):
        known = story.known(step + 1)
        if event.kind == "update":
            children = story.children(event.node, known).values()
            is_max = story.trace.nodes[event.node].is_max
            assert story.numbers(event.node, known) == combined(is_max, children) == event.window


@ALL
def test_limits_are_those_of_the_search(name, monkeypatch):
    """df-pn is run again, and each of its calls is compared with what the story tells."""
    if not name.startswith("df-pn"):
        return
    from c4lib.search.proof_number import DepthFirstProof

    real, told = [], []
    search_node = DepthFirstProof.search_node

    def noted(self, state, ply, limits, move, parent):
        real.append(limits)
        search_node(self, state, ply, limits, move, parent)

    monkeypatch.setattr(DepthFirstProof, "search_node", noted)
    SEARCHES[name]()
    story = scope(name).replay.story
    for step, event in enumerate(story.trace.events):
        if event.kind == "enter":
            told.append(story.limits(event.node, step))
    assert told == real[: len(told)]
    assert len(told) >= len(real) - 1  # the last one may have been one too many


def test_nodes_have_two_numbers_and_a_mark_once_they_are_settled():
    early, late = frames("tree")[4]["tree"], frames("tree")[-1]["tree"]
    assert "c4s-proven" not in early
    assert re.findall(r">([\d∞]+)</text>", early) == ["1", "3", *"11" * 3]
    story = scope("tree").replay.story
    numbers = list(story.known(10_000).numbers.values())
    settled = [each for each in numbers if each in (PROVEN, DISPROVEN)]
    assert late.count("c4s-proven") == len(settled)
    assert late.count(">✓<") == settled.count(PROVEN)
    assert not any(frame["detail"] for frame in frames("tree"))


def test_the_most_proving_path_is_bold_and_in_the_end_a_line_of_the_proof():
    assert frames("tree")[5]["alt"] == (
        "Proof tree after step 6 of 53: 5 nodes. Bold path: MAX with proof number 1 and disproof "
        "number 3; branch a, MIN with proof number 1 and disproof number 1."
    )
    assert frames("tree")[-1]["alt"] == (
        "Proof tree after step 53 of 53: 16 nodes. Bold path: MAX proven; branch c, MIN proven; "
        "branch a, MAX proven; branch a, MIN proven."
    )


def test_df_pn_draws_each_way_once_and_faintly_what_it_only_looked_up():
    trace = Trace()
    df_pn(TicTacToe.from_moves("519"), trace=trace)
    small = merged(trace)
    ways = [(node.parent, node.move) for node in small.nodes]
    assert len(ways) == len(set(ways)) < len(trace)
    assert len(small.events) == len(trace.events)
    second = frames("df-pn")[1]["tree"]  # the root knows of three moves before one is tried
    assert second.count("c4s-node") + second.count("c4s-known") == 4
    assert second.count('<g opacity="0.45">') == 9


def test_the_reader_can_go_from_one_growing_leaf_to_the_next():
    assert scope("tree").frame["rounds"][:3] == [1, 5, 9]
    assert scope("df-pn").frame["rounds"] == []


@ALL
def test_the_lines_at_work_are_those_of_the_player_to_move(name):
    for event, frame in zip(scope(name).replay.trace.events, frames(name), strict=True):
        code = [frame["code"][0][line] for line in frame["lines"]]
        if event.kind == "update":
            mover = "MAX" if scope(name).replay.trace.nodes[event.node].is_max else "MIN"
            assert code[-1].strip().startswith(mover)
