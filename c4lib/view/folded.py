"""An answer that waits, folded away, until the reader has made a prediction."""

import base64
import html
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LABEL = "Your prediction first. Then open this."


@dataclass(frozen=True)
class folded:  # noqa: N801, it is called like a function
    """Whatever a cell shows, behind a line that is clicked to open it.

    A plot is told in words to those who do not see it: in those of `alt`, or its own titles.
    """

    thing: object
    label: str = LABEL
    alt: str = ""

    def __repr__(self) -> str:
        return str(self.thing)

    def _repr_html_(self) -> str:
        return f"<details><summary>{html.escape(self.label)}</summary>{self._inside()}</details>"

    def _inside(self) -> str:
        if _is_figure(self.thing):
            alt = html.escape(self.alt or _titles(self.thing))
            return f'<img alt="{alt}" src="data:image/png;base64,{_png(self.thing)}">'
        draw = getattr(self.thing, "_repr_html_", str)
        # Some pages, nbconvert's among them, have a font of their own for what is folded.
        text = f'<pre style="font-family: monospace">{html.escape(str(self.thing))}</pre>'
        return draw() or text


def _is_figure(thing: object) -> "TypeGuard[Figure]":
    return hasattr(thing, "savefig")


def _png(figure: "Figure") -> str:
    """The figure as a notebook shows it, in base64."""
    file = io.BytesIO()
    figure.savefig(file, format="png", bbox_inches="tight")
    return base64.b64encode(file.getvalue()).decode()


def _titles(figure: "Figure") -> str:
    """What is written around the plots of a figure: titles, axes, and the names in legends."""
    words: list[str] = []
    for axes in figure.axes:
        legend = axes.get_legend()
        names = [text.get_text() for text in legend.get_texts()] if legend else []
        words += [axes.get_title(), axes.get_ylabel(), axes.get_xlabel(), *names]
    told = ", ".join(word.replace("\n", " ") for word in words if word)
    return f"Plot: {told}" if told else "Plot without titles"
