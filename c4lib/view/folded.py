"""An answer that waits, folded away, until the reader has made a prediction."""

import html
from dataclasses import dataclass

LABEL = "Your prediction first. Then open this."


@dataclass(frozen=True)
class folded:  # noqa: N801, it is called like a function
    """Whatever a cell shows, behind a line that is clicked to open it."""

    thing: object
    label: str = LABEL

    def __repr__(self) -> str:
        return str(self.thing)

    def _repr_html_(self) -> str:
        draw = getattr(self.thing, "_repr_html_", str)
        inside = draw() or f"<pre>{html.escape(str(self.thing))}</pre>"
        return f"<details><summary>{html.escape(self.label)}</summary>{inside}</details>"
