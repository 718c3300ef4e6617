"""The search microscope: watch minimax or alpha-beta at work, one step at a time.

A search is run once and recorded; every step is then a frame made from the record: the
tree so far, the position, the window, the line of the pseudocode, and a sentence.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.game import State
from c4lib.games.trees import ListTree, RandomTree
from c4lib.result import SearchResult, Trace, TraceFullError
from c4lib.search import alphabeta
from c4lib.view.microscope_drawing import Drawing, NumberLine
from c4lib.view.microscope_words import CODES, Code, Story
from c4lib.view.tree_text import short_value
from c4lib.view.widgets import RUN_ME

HERE = Path(__file__).parent


def microscope(
    state: State | Sequence[Any],
    search: Callable[..., SearchResult] = alphabeta,
    limit: int = 2_000,
    **options: Any,
) -> "Microscope":
    """Run a search and let the reader step through it.

    `state` is any two-player state, or a tree as nested lists of what its leaves are worth
    to MAX; `search` is minimax, alphabeta, minimax_by_list or alphabeta_by_list, and the
    `options` are its own. It may enter `limit` nodes at the most.

    >>> microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    <microscope: alpha-beta, 11 nodes, step 1 of 33>
    """
    if search not in list(CODES):  # a list, since what is handed in by mistake may not be hashable
        names = ", ".join(known.__name__ for known in CODES)
        raise ValueError(f"the microscope shows the searches {names}, not {search!r}")
    root = ListTree.of(state) if isinstance(state, list | tuple) else state
    if isinstance(root, type) or not all(hasattr(root, name) for name in ("play", "utility")):
        raise ValueError(
            f"hand in a state such as Connect4(3, 3, 3), or nested lists of numbers, not {state!r}"
        )
    trace = Trace(limit)
    try:
        search(root, trace=trace, **options)
    except TraceFullError:
        raise ValueError(
            f"this search has more than {limit:,} nodes, too many to watch; "
            "choose a smaller board, a later position, or a smaller depth"
        ) from None
    return Microscope(trace, CODES[search], options)


class Microscope(anywidget.AnyWidget):
    """A recorded search in the notebook. The page draws the `frame` and asks for another step."""

    _esm = HERE / "microscope.js"
    _css = HERE / "microscope.css"
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.trace = trace
        self.code = code
        self.story = Story(trace, code, options)
        self.drawing = Drawing(trace)
        self.line = NumberLine(trace)
        self.step = 0
        self.on_msg(self._on_message)
        self.show(0)

    def show(self, step: int) -> None:
        """Show a step, counted from 0; beyond the ends, the first or the last one."""
        self.step = min(max(step, 0), len(self.trace.events) - 1)
        self.frame = self.frame_at(self.step)

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("do") == "show":
            self.show(*message["with"])

    def frame_at(self, step: int) -> dict[str, Any]:
        """All that the page shows at a step."""
        event = self.trace.events[step]
        node = self.trace.nodes[event.node]
        tree = self.drawing.tree(step)
        alpha, beta = map(short_value, event.window)
        return {
            "tree": tree.svg,
            "alt": tree.alt,
            "board": board(node.state),
            "turn": self.story.turn(node),
            "window": self.line.window(event.window) if self.code.has_window else "",
            "window_alt": f"Window: alpha {alpha}, beta {beta}",
            "code": [column.split("\n") for column in self.code.columns],
            "column": 0 if node.is_max else len(self.code.columns) - 1,
            "lines": list(self.code.lines[event.kind]),
            "sentence": self.story.tell(step),
            "step": step,
            "steps": len(self.trace.events),
        }

    def __repr__(self) -> str:
        steps = len(self.trace.events)
        return (
            f"<microscope: {self.code.name}, {len(self.trace):,} nodes, "
            f"step {self.step + 1} of {steps}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live microscope, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self.drawing.tree(len(self.trace.events) - 1)
        html = picture._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": html}, metadata


def board(state: Any) -> str:
    """A position as a page shows it: its own picture, or text; of a tree, what lies below."""
    if hasattr(state, "_repr_html_"):
        picture: str = state._repr_html_()
        return picture.replace("<img ", '<img decoding="sync" ', 1)  # so that it does not flicker
    text = "" if isinstance(state, RandomTree) else str(state)  # that one only has numbers
    if isinstance(state, ListTree):
        text = str(state.tree).replace("(", "[").replace(",)", "]").replace(")", "]")
    return f"<pre>{escape(text)}</pre>"
