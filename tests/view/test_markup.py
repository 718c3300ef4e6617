"""What a reader writes never becomes markup, a formula or a message that cannot be sent."""

import base64
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from board_page import first, send
from lab import needs_chromium, run_cells

from c4lib import Connect4, alphabeta
from c4lib.exercises import exercise
from c4lib.games.tictactoe import TicTacToe
from c4lib.result import Trace
from c4lib.search import mcts
from c4lib.view import draw_tree, folded, knobs, mcts_steps, microscope, play, plots
from c4lib.view.boards.svg import Picture
from c4lib.view.trees.mcts import mcts_tree

EVIL = (
    "\"'><img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"
    "&lt;$\\frac$\x00\x1b[31m\ud800\u202e"
)
HIDDEN = re.compile("[\x00\x1b\ud800\u202e]")
MARKUP = ("svg", "tree", "detail", "board", "visits", "html", "value")
"""The ends of the names of what a page takes for markup; it takes all else for text."""


@dataclass(frozen=True)
class EvilGame:
    """A game of the reader's own, in which all words are evil."""

    ply: int = 0
    caption = EVIL

    def rows(self):
        return [[None, 0, 1]]

    @property
    def player(self):
        return self.ply % 2

    @property
    def is_over(self):
        return self.ply == 3

    def moves(self):
        return [] if self.is_over else [EVIL, f"{EVIL} 2"]

    def cells_of(self, move):
        return ()

    def play(self, move):
        return EvilGame(self.ply + 1)

    def utility(self, player):
        return 1 - 2 * player

    def __repr__(self):
        return EVIL


def failing(*_, **__):
    raise ValueError(EVIL)


def boards(start):
    for agent in (first, failing, lambda state: EVIL):
        board = play({EVIL: agent, f"{EVIL} 2": None}, start=start, bar=True)
        yield board.frame
        send(board, "pick", 0, 0)
        yield board.frame
        yield board._repr_mimebundle_()
        if board.kind.has_solver:
            send(board, "load", EVIL)
            yield board.frame


def steps(stepper):
    for step in range(0, stepper.replay.steps, 4):
        stepper.show(step)
        yield stepper.frame
    yield stepper._repr_mimebundle_()


def panel(shown):
    for part in (shown.message, shown.picture, *shown.controls.values()):
        yield {name: part.get_state().get(name) for name in ("description", "value")}
    yield shown._repr_mimebundle_()


def verdicts():
    for number, answer in (("0.1", EVIL), ("1.2", lambda bits, height: EVIL), ("1.2", failing)):
        verdict = exercise(number).check(answer)
        yield {"html": verdict._repr_html_(), "text": str(verdict)}


def figures():
    trace = Trace()
    alphabeta(EvilGame(), trace=trace)
    yield draw_tree(trace)
    yield mcts_tree(mcts(EvilGame(), 20), title=EVIL)
    yield plots.bars({EVIL: 3}, x=EVIL, title=EVIL)


def folds():
    for thing in (EVIL, Picture("<svg/>", EVIL), *figures()):
        shown = folded(thing, label=EVIL)
        yield {"html": shown._repr_html_(), "text": repr(shown)}


SHOWN = {
    "a board of columns": lambda: boards(Connect4()),
    "a board of cells": lambda: boards(TicTacToe()),
    "a board of their own": lambda: boards(EvilGame()),
    "a microscope": lambda: steps(microscope(EvilGame())),
    "steps of MCTS": lambda: steps(mcts_steps(EvilGame(), 12)),
    "knobs": lambda: panel(knobs(lambda **_: EVIL, **{EVIL: (1, 3)})),
    "knobs that fail": lambda: panel(knobs(failing, **{EVIL: True})),
    "verdicts": verdicts,
    "folds": folds,
}


class Markup(HTMLParser):
    """Notes everything that could run a script."""

    def __init__(self):
        super().__init__()
        self.dangers = []

    def handle_starttag(self, tag, attributes):
        if tag == "script" or any(name.startswith("on") for name, _ in attributes):
            self.dangers.append((tag, attributes))
        for drawing in re.findall(r"svg\+xml;base64,(\S+)", dict(attributes).get("src") or ""):
            self.feed_drawing(base64.b64decode(drawing).decode())

    def feed_drawing(self, drawing):
        ElementTree.fromstring(drawing)  # raises if it is not well-formed
        inside = Markup()
        inside.feed(drawing)
        self.dangers += inside.dangers


def texts(value, name=""):
    """All texts in what is sent to a page, each with its name."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from texts(inside, key)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from texts(inside, name)
    elif isinstance(value, str):
        yield name, value


@pytest.mark.filterwarnings("ignore::UserWarning")  # of matplotlib: hardly any room is left
@pytest.mark.usefixtures("progress_file")
@pytest.mark.parametrize("thing", SHOWN)
def test_what_a_reader_writes_is_escaped_and_can_be_sent(thing):
    for data in SHOWN[thing]():
        assert json.dumps(data, ensure_ascii=False, allow_nan=False, default=str).encode()
        for name, text in texts(data):
            assert not HIDDEN.search(text), name
            page = Markup()
            if name.endswith(MARKUP):
                page.feed(text)
            assert page.dangers == [], name


CELLS = [
    "from c4lib import Connect4\nfrom c4lib.exercises import exercise\n"
    "from c4lib.heuristics import Linear\n"
    "from c4lib.view import folded, knobs, mcts_steps, microscope, play, plots, tune\n"
    "from test_markup import EVIL, EvilGame, failing, first",
    "board = play({EVIL: first, EVIL + '2': failing}, bar=True)\nboard",
    "play({EVIL: failing}, start=EvilGame(), you=1)",
    "microscope(EvilGame())",
    "mcts_steps(EvilGame(), 12)",
    "knobs(lambda **_: EVIL, **{EVIL: [1, 2]})",
    "knobs(failing, **{EVIL: True})",
    "tune(Connect4(4, 4), ['twos'], players={EVIL: Linear({'twos': 1})})",
    "exercise('1.2').check(lambda bits, height: EVIL)",
    "exercise('1.2').check(failing)",
    "folded(EVIL, label=EVIL)",
    "folded(plots.bars({EVIL: 3}, x=EVIL, title=EVIL))",
    "first.name = EVIL\nplay(first, {EVIL: failing})",
    "board.choose(1)\nboard.move(0)\nboard.load(EVIL)",
]


@needs_chromium
def test_nothing_that_a_reader_writes_runs_in_jupyterlab(lab, page, request):
    here = [request.path.parent, request.path.parent.parent]
    path = f"import sys\nsys.path[:0] = {[str(each) for each in here]}\n"
    run_cells(lab, page, request, [path + CELLS[0], *CELLS[1:]])
    for widget, count in ((".c4-board", 4), (".c4s", 2), (".c4-panel", 3)):
        page.locator(widget).nth(count - 1).wait_for()
    page.locator(".c4-problem", has_text="window.hacked").nth(1).wait_for()
    assert page.locator(".jp-RenderedText[data-mime-type$=error], img[src=x]").count() == 0
    assert page.evaluate("window.hacked") is None
