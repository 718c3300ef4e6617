"""A prediction: the reader says what they expect, and the result opens beside it."""

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.measure.tables import is_number, worded
from c4lib.players.legible import legible
from c4lib.view.folds import html_of
from c4lib.view.main_thread import running_cell

HERE = Path(__file__).parent
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(WORDS, 2)} | {"twenty": 20, "hundred": 100}
WHOLE = re.compile(r"\b(?:of|in a(?= hundred)) (?:(?:the|its|first|a) )*([a-z]+|[\d,]+)\b")
"""Of how many something is counted, within a unit: "of eleven", "in a hundred"."""
KEPT: dict[tuple[str, str], str] = {}
"""What was said in each cell of the notebook, so that it is still there if the cell runs again."""


class predict(anywidget.AnyWidget):  # noqa: N801, it is called like a function
    """Ask for a prediction, keep it, and set it beside the result.

    "You said 300. It is 238." The reader types a number if `answer` is one, clicks one of the
    `choices`, or writes a few words. Then `show` opens, whatever it is that a cell can show. It
    opens without a prediction, too. A page without a kernel shows a fold instead.

    How far off a number was is said with a factor, but in percentage points if the unit has a
    "%" or is "in a hundred"; of choices, which may be columns, it is not said. If the unit is
    "of eleven", twelve are not accepted.
    """

    _esm = (HERE / "predictions.js").read_text("utf-8")
    _css = (HERE / "predictions.css").read_text("utf-8")
    asked = traitlets.Dict().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    is_open = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        answer: Any = None,
        unit: str = "",
        *,
        choices: Iterable[object] | None = None,
        show: object = None,
        label: str = "Your prediction",
    ) -> None:
        if answer is None and show is None:
            raise ValueError("say what is predicted: an answer, or what to show, or both")
        options = [worded(each) for each in choices or ()]
        right = "" if answer is None else worded(answer)
        if options and right and right not in options:
            raise ValueError(f"the answer {right} is not among the choices: {', '.join(options)}")
        super().__init__()
        self.thing = show
        self.asked = legible(
            {
                "label": label,
                "choices": options,
                "answer": right,
                "result": f"{right} {unit}".strip(),
                "number": float(answer) if is_number(answer) else None,
                "most": whole_of(unit, answer),
                "in_points": "%" in unit or whole_of(unit, answer) == 100,
                "shown": "" if show is None else html_of(show),
            }
        )
        if cell := running_cell()[0]:
            self.said = KEPT.get((cell, label), "")
            self.observe(lambda change: KEPT.update({(cell, label): change["new"]}), names="said")

    def __repr__(self) -> str:
        lines = self.asked["result"], "" if self.thing is None else str(self.thing)
        return str(legible("\n".join(filter(None, lines))))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live prediction, and the fold that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        label, result = self.asked["label"], escape(self.asked["result"])
        choices = ", ".join(self.asked["choices"])
        question = escape(f"{label}: {choices}?" if choices else f"{label} first.")
        said = f"<p>It is <b>{result}</b>.</p>" if result else ""
        summary = f"<summary>{question} Then open this.</summary>"
        html = f"<details>{summary}{said}{self.asked['shown']}</details>"
        return {**data, **legible({"text/plain": repr(self), "text/html": html})}, metadata


def whole_of(unit: str, answer: Any) -> int | None:
    """Of how many the answer is a part, if the unit says so: 11 for "of eleven"."""
    for found in WHOLE.findall(unit):
        digits = found.replace(",", "")
        whole = int(digits) if digits.isdigit() else NUMBERS.get(found)
        if whole and is_number(answer) and 0 <= answer <= whole:
            return whole
    return None
