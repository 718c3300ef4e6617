"""Monte Carlo tree search, one step at a time: select, expand, simulate, update.

A search is made once and recorded; every step is then a frame made from the record: the tree
so far, the position, a sentence, the UCT of the moves that are chosen from, and the line of
the pseudocode. The page is the microscope's, with buttons for whole iterations.
"""

from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.game import State
from c4lib.search.common import check_whole
from c4lib.view.mcts_stepper_drawing import TreeDrawing
from c4lib.view.mcts_stepper_record import Record, Step, record
from c4lib.view.mcts_stepper_table import Table
from c4lib.view.mcts_stepper_words import CODE, LINES, Story
from c4lib.view.microscope import board
from c4lib.view.widgets import RUN_ME

HERE = Path(__file__).parent
MOST = 1_000
"""How many iterations can be watched; a tree of more nodes says little."""


def mcts_steps(
    state: State,
    iterations: int = 30,
    *,
    c: float = 1.5,
    seed: int = 0,
    rollouts: int = 1,
    prove: bool = False,
) -> "Stepper":
    """Make a Monte Carlo tree search and let the reader step through it.

    The parameters are those of `c4lib.search.mcts`, and the tree is the one that it grows.

    >>> mcts_steps(Connect4(4, 4), 10)
    <stepper: MCTS, 10 iterations, 11 nodes, step 1 of 54>
    """
    if isinstance(state, type) or not all(hasattr(state, name) for name in ("play", "utility")):
        raise ValueError(f"hand in a state such as Connect4(4, 4), not {state!r}")
    check_whole("iterations", iterations)
    if iterations > MOST:
        raise ValueError(
            f"{iterations:,} iterations are too many to watch; ask for {MOST:,} at the most"
        )
    return Stepper(record(state, iterations, c, seed, rollouts, prove))


class Stepper(anywidget.AnyWidget):
    """A recorded search in the notebook. The page draws the `frame` and asks for another step."""

    _esm = (
        (HERE / "microscope.js")
        .read_text("utf-8")
        .replace("export default { render };", (HERE / "mcts_stepper.js").read_text("utf-8"))
    )
    _css = "\n".join(
        (HERE / f"{name}.css").read_text("utf-8") for name in ("microscope", "mcts_stepper")
    )
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, made: Record) -> None:
        super().__init__()
        self.record = made
        self.story = Story(made)
        self.drawing = TreeDrawing(made, self.story)
        self.table = Table(made, self.story)
        self.step = 0
        self.on_msg(self._on_message)
        self.show(0)

    def show(self, step: int) -> None:
        """Show a step, counted from 0; beyond the ends, the first or the last one."""
        self.step = min(max(step, 0), len(self.record.steps) - 1)
        self.frame = self.frame_at(self.step)

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("do") == "show":
            self.show(*message["with"])

    def frame_at(self, number: int) -> dict[str, Any]:
        """All that the page shows at a step."""
        step = self.record.steps[number]
        tree, table = self.drawing.tree(number), self.table.table(number)
        return {
            "tree": tree.svg,
            "alt": tree.alt,
            "board": self._boards(step),
            "turn": self.story.turn(self.record.nodes[step.node].state),
            "window": table.svg,
            "window_alt": table.alt,
            "code": [CODE.split("\n")],
            "column": 0,
            "lines": list(LINES[step.kind]),
            "sentence": self.story.tell(number),
            "step": number,
            "steps": len(self.record.steps),
            "rounds": self.record.rounds,
        }

    def _boards(self, step: Step) -> str:
        """The position at the node, and below it how a simulated game ended."""
        shown = [board(self.record.nodes[step.node].state)]
        if step.ends:
            told = self.story.outcome(step.ends[0])
            which = "Played out" if len(step.ends) == 1 else "One game"
            shown.append(f"{which}: {escape(told)}<br>{board(step.ends[0])}")
        divisions = "".join(f"<div>{picture}</div>" for picture in shown)
        return f'<div class="c4s-boards">{divisions}</div>'

    def __repr__(self) -> str:
        done, steps = len(self.record.rounds) - 1, len(self.record.steps)
        return (
            f"<stepper: MCTS, {done:,} iteration{'' if done == 1 else 's'}, "
            f"{len(self.record.nodes):,} nodes, step {self.step + 1} of {steps}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live stepper, and beside it the pictures that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        last = len(self.record.steps) - 1
        told = f"<p>{escape(self.story.tell(last))}</p>"
        tree, table = self.drawing.tree(last), self.table.table(last)
        html = tree._repr_html_() + told + table._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": html}, metadata
