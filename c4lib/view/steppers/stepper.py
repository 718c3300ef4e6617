"""The stepper: replay a recorded search one step at a time, forwards, backwards or by itself.

What differs from one search to another is data that a `Replay` hands over; the widget and its
page are the same for all.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import anywidget
import traitlets

from c4lib.games.trees import ListTree, RandomTree
from c4lib.players.legible import legible
from c4lib.view.boards.svg import RUN_ME, Picture

HERE = Path(__file__).parent


class Frame(NamedTuple):
    """What one step of a search shows."""

    tree: Picture
    detail: Picture | None  # below the tree, such as the window or the moves' UCT
    turn: str
    board: str  # the position, as HTML
    column: int  # of the pseudocode
    lines: Sequence[int]  # those at work
    sentence: str


class Replay(Protocol):
    """A recorded search as a stepper shows it. Steps are counted from 0."""

    name: str  # which search it is, and how large: "microscope: alpha-beta, 11 nodes"
    steps: int
    code: Sequence[str]  # the pseudocode, in one column or two
    rounds: Sequence[int] = ()  # the steps with which iterations begin, where a search has them

    def frame(self, step: int) -> Frame:
        """What the step shows."""


class Stepper(anywidget.AnyWidget):
    """A recorded search in the notebook. The page draws the `frame` and asks for other steps."""

    _esm = (HERE / "stepper.js").read_text("utf-8")
    _css = (HERE / "stepper.css").read_text("utf-8")
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.step = 0
        self.on_msg(self._on_message)
        self.show(0)

    def show(self, step: int) -> None:
        """Show a step, counted from 0; beyond the ends, the first or the last one."""
        self.step = min(max(step, 0), self.replay.steps - 1)
        self.frame = legible(self.frame_at(self.step))

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        match message:
            case {"do": "show", "with": [int(step)]}:
                self.show(step)

    def frame_at(self, step: int) -> dict[str, Any]:
        """All that the page shows at a step."""
        shown = self.replay.frame(step)
        return {
            **shown._asdict(),
            "tree": shown.tree.svg,
            "alt": shown.tree.alt,
            "detail": shown.detail.svg if shown.detail else "",
            "detail_alt": shown.detail.alt if shown.detail else "",
            "code": [text.split("\n") for text in self.replay.code],
            "step": step,
            "steps": self.replay.steps,
            "rounds": list(self.replay.rounds),
        }

    def __repr__(self) -> str:
        return f"<{self.replay.name}, step {self.step + 1} of {self.replay.steps}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live stepper, and the pictures of its last step for a page without a kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        last = self.replay.frame(self.replay.steps - 1)
        html = f"{last.tree._repr_html_()}<p>{escape(last.sentence)}</p>"
        html += (last.detail._repr_html_() if last.detail else "") + RUN_ME
        return {**data, **legible({"text/plain": repr(self), "text/html": html})}, metadata


def board_html(state: Any) -> str:
    """A position as a page shows it: its own picture, or text; of a tree, what lies below."""
    if hasattr(state, "_repr_html_"):
        picture: str = state._repr_html_()
        return picture.replace("<img ", '<img decoding="sync" ', 1)  # so that it does not flicker
    text = "" if isinstance(state, RandomTree) else str(state)  # a RandomTree has only numbers
    if isinstance(state, ListTree):
        text = str(state.tree).replace("(", "[").replace(",)", "]").replace(")", "]")
    return f"<pre>{escape(text)}</pre>"
