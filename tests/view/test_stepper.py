"""The stepper replays any recorded search; test_browser_stepper.py tries it in JupyterLab."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from board_page import send
from small_games import Toss

from c4lib import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import RandomTree
from c4lib.heuristics import ours
from c4lib.search import (
    TranspositionTable,
    alphabeta,
    alphabeta_by_list,
    df_pn,
    minimax,
    minimax_by_list,
    mtdf,
    proof_number,
    pvs,
)
from c4lib.view.boards.svg import RUN_ME
from c4lib.view.steppers.drawing import WIDE
from c4lib.view.steppers.mcts import MCTSReplay, mcts_steps
from c4lib.view.steppers.microscope import microscope
from c4lib.view.steppers.number_line import HIGH

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SVG = "{http://www.w3.org/2000/svg}"
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

SEARCHES = {
    "the textbook's tree": lambda: microscope(TEXTBOOK),
    "minimax": lambda: microscope(TEXTBOOK, minimax),
    "a window": lambda: microscope(TEXTBOOK, window=(4, 9)),
    "random numbers": lambda: microscope(RandomTree(3, 3, seed=4), alphabeta_by_list),
    "a large tree": lambda: microscope(Connect4(3, 3, 3)),
    "a table": lambda: microscope(Connect4(4, 4, 3), depth=5, table=TranspositionTable()),
    "squares": lambda: microscope(TicTacToe.from_moves("51937"), minimax_by_list),
    "a game that is over": lambda: microscope(Connect4.from_moves("1122334"), alphabeta),
    "only a root": lambda: microscope(Connect4(3, 3, 3), minimax, depth=0),
    "PVS": lambda: microscope([[3, 12, 8], [9, 14, 10], [2, 5, 14]], pvs),
    "PVS in a large tree": lambda: microscope(
        Connect4.from_moves("4453"), pvs, depth=4, evaluate=ours, reductions=True, order="centre"
    ),
    "MTD(f)": lambda: microscope(TEXTBOOK, mtdf),
    "MTD(f) with many passes": lambda: microscope(RandomTree(3, 3, seed=4), mtdf, guess=1),
    "MTD(f) with a table": lambda: microscope(Connect4(4, 4, 3), mtdf, depth=3),
    "proof numbers": lambda: microscope(TicTacToe.from_moves("51937"), proof_number),
    "proof numbers in a large tree": lambda: microscope(Connect4(3, 3, 3), proof_number),
    "df-pn": lambda: microscope(TicTacToe.from_moves("5193"), df_pn),
    "df-pn in a large tree": lambda: microscope(Connect4(3, 3, 3), df_pn),
    "proof numbers of a game that is over": lambda: microscope(
        Connect4.from_moves("1122334"), df_pn
    ),
    "MCTS": lambda: mcts_steps(Connect4(4, 4)),
    "MCTS on seven columns": lambda: mcts_steps(Connect4(), 30, seed=1),
    "MCTS with proofs": lambda: mcts_steps(Connect4(3, 3, 3), 40, prove=True, seed=4),
    "MCTS with rollouts": lambda: mcts_steps(Connect4.from_moves("444433"), 40, rollouts=4, c=0.4),
    "MCTS in a large tree": lambda: mcts_steps(Connect4(), 200),
    "MCTS with dice": lambda: mcts_steps(Toss(), 30),
    "MCTS, one iteration": lambda: mcts_steps(TicTacToe(), 1),
}


@pytest.fixture(params=SEARCHES, scope="module")
def stepper(request):
    return SEARCHES[request.param]()


def check_picture(svg, height):
    """It is well formed, has no ground of its own, and its words follow the theme."""
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == (str(WIDE), f"{height:.0f}")
    sizes = [(part.get("width"), part.get("height")) for part in root.iter(f"{SVG}rect")]
    assert (root.get("width"), root.get("height")) not in sizes
    assert "var(--jp-ui-font-color1, #" in svg


def test_every_step_has_a_sentence_a_line_of_code_and_well_formed_pictures(stepper):
    steps, replay = stepper.replay.steps, stepper.replay
    for step in range(0, steps, 1 + steps // 300):
        frame = stepper.frame_at(step)
        assert re.fullmatch(r"[A-Z].*[.]", frame["sentence"])
        assert "None" not in frame["sentence"] + frame["alt"] + frame["detail_alt"]
        column = frame["code"][frame["column"]]
        assert all(column[line] for line in frame["lines"])
        check_picture(frame["tree"], replay.drawing.height)
        if frame["detail"]:
            check_picture(
                frame["detail"], replay.table.high if isinstance(replay, MCTSReplay) else HIGH
            )


def boxes(svg):
    """Where nodes and moves are: left, right, top and bottom."""
    for shape in ET.fromstring(svg).iter():
        if shape.get("class") not in ("c4s-node", "c4s-known", "c4s-tag", "c4s-cut"):
            continue
        if shape.tag == f"{SVG}circle":
            x, y, r = (float(shape.get(name)) for name in ("cx", "cy", "r"))
            yield x - r, x + r, y - r, y + r
        elif shape.tag == f"{SVG}rect":
            x, y, w, h = (float(shape.get(name)) for name in ("x", "y", "width", "height"))
            yield x, x + w, y, y + h


def test_nodes_do_not_overlap_or_leave_the_picture_and_what_has_no_room_is_counted(stepper):
    last = stepper.replay.steps - 1
    for step in {last // 3, 2 * last // 3, last}:
        taken = list(boxes(stepper.frame_at(step)["tree"]))
        for left, right, top, bottom in taken:
            assert 0 <= left < right <= WIDE
            assert 0 <= top < bottom <= stepper.replay.drawing.height - 20  # the legend
        for one, other in combinations(taken, 2):
            across = min(one[1], other[1]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[2], other[2])
            assert min(across, down) <= 0.2
    tree = stepper.frame_at(stepper.replay.steps - 1)["tree"]
    hidden = [int(number) for number in re.findall(r'c4s-folded"[^>]*>\+(\d+)<', tree)]
    assert tree.count("c4s-node") + sum(hidden) == len(stepper.replay.trace)
    assert bool(hidden) != stepper.replay.drawing.layout.is_whole


def test_a_saved_stepper_keeps_pictures_of_the_last_step_and_is_always_the_same(request, stepper):
    data, _ = stepper._repr_mimebundle_()
    assert WIDGET_VIEW in data
    assert data["text/plain"] == repr(stepper)
    html = data["text/html"]
    frame = stepper.frame_at(stepper.replay.steps - 1)
    assert html.startswith(f'<img alt="{frame["alt"]}" src="data:image/svg+xml;base64,')
    assert html.count('src="data:image/svg+xml;base64,') == 1 + bool(frame["detail"])
    assert html.endswith(RUN_ME)
    again = SEARCHES[request.node.callspec.params["stepper"]]()
    for step in (stepper.replay.steps // 2, stepper.replay.steps - 1):
        assert stepper.frame_at(step) == again.frame_at(step)


def test_a_stepper_says_which_search_it_replays():
    scope, mcts = microscope(TEXTBOOK), mcts_steps(Connect4(4, 4))
    assert repr(scope) == "<microscope: alpha-beta, 11 nodes, step 1 of 33>"
    assert repr(mcts) == "<stepper: MCTS, 30 iterations, 31 nodes, step 1 of 194>"
    assert scope.frame_at(32)["alt"] == (
        "Search tree after step 33 of 33: 11 nodes entered, 2 moves cut off. "
        "Bold path: MAX 3; branch a, MIN 3; branch a, MAX 3."
    )
    words = "Tree in iteration 30 of 30, the move: 31 nodes. Bold path: root, "
    assert mcts.frame_at(193)["alt"].startswith(words)
    assert scope.frame["rounds"] == []  # only MCTS can be stepped through by its iterations
    assert mcts.frame["rounds"][:3] == [1, 5, 9]


def test_the_page_asks_for_steps_and_stays_within_the_search():
    stepper = microscope(TEXTBOOK)
    assert (stepper.frame["step"], stepper.frame["steps"]) == (0, 33)
    for asked, shown in ((5, 5), (99, 32), (-3, 0)):
        send(stepper, "show", asked)
        assert (stepper.step, stepper.frame) == (shown, stepper.frame_at(shown))
    send(stepper, "close")
    stepper._handle_custom_msg({"nonsense": 1}, [])
    assert stepper.frame["step"] == 0


@pytest.mark.parametrize("given", [None, [], [None], ["x"], [1.5], [[]], [1, 2], [float("nan")]])
def test_messages_that_make_no_sense_change_nothing(given):
    stepper = microscope(TEXTBOOK)
    stepper.show(3)
    for message in ({"do": "show", "with": given}, {"do": given}, given):
        stepper._on_message(stepper, message, [])
        assert stepper.step == 3
