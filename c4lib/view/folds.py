"""An answer that stays folded away until the reader has made a prediction."""

import base64
import html
import io
from dataclasses import dataclass
from typing import Any

from c4lib.players.legible import legible

LABEL = "Your prediction first. Then open this."


@dataclass(frozen=True)
class folded:  # noqa: N801, it is called like a function
    """Anything a cell can show, hidden behind a line that opens when it is clicked.

    A plot brings its own alternative text for readers who cannot see it; `alt` replaces it.
    """

    thing: object
    label: str = LABEL
    alt: str = ""

    def __repr__(self) -> str:
        return str(legible(str(self.thing)))

    def _repr_html_(self) -> str:
        inside = html_of(self.thing, self.alt)
        label = html.escape(str(self.label))
        return str(legible(f"<details><summary>{label}</summary>{inside}</details>"))


def html_of(thing: Any, alt: str = "") -> str:
    """What a notebook shows of a state, a picture, a figure or text; `alt` describes a figure."""
    if hasattr(thing, "savefig"):
        from c4lib.view.plots.words import words_of  # only here, for it loads matplotlib

        words = html.escape(str(alt or getattr(thing, "alt", "")) or words_of(thing))
        thing.draw_without_rendering()  # only then is it laid out
        file, box = io.BytesIO(), thing.get_tightbbox().padded(0.1)
        thing.savefig(file, format="png", bbox_inches=box)
        data = base64.b64encode(file.getvalue()).decode()
        picture = f'<img alt="{words}" src="data:image/png;base64,{data}">'
        spots = "".join(
            f'<span title="{html.escape(said)}" style="position:absolute;width:18px;height:18px;'
            f"margin:-9px;left:{100 * (x - box.x0) / box.width:.1f}%;"
            f'bottom:{100 * (y - box.y0) / box.height:.1f}%"></span>'
            for said, (x, y) in getattr(thing, "spots", {}).items()
        )
        inside = f"{picture}{spots}"
        around = f'<div style="position:relative;display:inline-block">{inside}</div>'
        return around if spots else picture
    if hasattr(thing, "_repr_mimebundle_") and not hasattr(thing, "_repr_html_"):
        raise ValueError(
            f"{thing} is alive: give it a cell of its own; a fold shows what stands still"
        )
    draw = getattr(thing, "_repr_html_", str)
    # Some pages, nbconvert's among them, set folded text in a font of their own.
    text = f'<pre style="font-family: monospace">{html.escape(str(thing))}</pre>'
    return draw() or text
