"""What a reader sees: verdicts, hints and solutions, as plain text and as HTML.

The text is the same on every run. The HTML sets neither text colour nor background, so that
it fits light and dark themes; whatever a colour says, a symbol says, too.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any

from c4lib.game import State
from c4lib.players.legible import legible, printable

REWARD = """<svg xmlns="http://www.w3.org/2000/svg" width="156" height="44" viewBox="0 0 156 44">
<style>
.d{animation:fall .6s both}
@keyframes fall{
0%{transform:translateY(-46px);animation-timing-function:cubic-bezier(.5,0,.9,.5)}
62%{transform:none;animation-timing-function:cubic-bezier(.2,.6,.5,1)}
80%{transform:translateY(-7px);animation-timing-function:cubic-bezier(.5,0,.8,.5)}
to{transform:none}}
.l{stroke-dasharray:110;animation:join .4s 1.05s ease-out both}
@keyframes join{from{stroke-dashoffset:110;opacity:0}1%{opacity:1}}
@media(prefers-reduced-motion:reduce){.d,.l{animation:none}}
</style><rect width="156" height="44" rx="9" fill="#1d4f8c"/>"""
"""The reward for a right answer, four discs in a row: they fall, and a line joins them, once."""
LONGEST = 300
"""Longer answers are cut to this many characters."""


class Outcome(Enum):
    """How an answer fared."""

    NOT_ATTEMPTED = "not attempted yet"
    WRONG = "not right yet"
    RIGHT = "right"

    @property
    def symbol(self) -> str:
        """The outcome as one character."""
        return {"NOT_ATTEMPTED": "○", "WRONG": "✗", "RIGHT": "✓"}[self.name]

    @property
    def colour(self) -> str:
        """A colour that is legible on white and black, and distinct without red or green."""
        return {"NOT_ATTEMPTED": "#888888", "WRONG": "#d55e00", "RIGHT": "#009e73"}[self.name]


@dataclass(frozen=True)
class Part:
    """One labelled piece of a message: an input, an answer, a line of code."""

    label: str
    text: str
    pictures: tuple[Any, ...] = ()
    """States or ready-made drawings in text, to be shown below."""

    def __str__(self) -> str:
        lines = "\n".join([self.text, *map(str, self.pictures)]).splitlines()
        indent = " " * (2 + len("expected: "))
        head = f"  {self.label + ':':<10}"
        return "\n".join([(head + lines[0]).rstrip(), *(indent + line for line in lines[1:])])

    def to_html(self) -> str:
        """The label, the text and the pictures."""
        pictures = "".join(_picture_html(picture) for picture in self.pictures)
        return f"<div>{escape(self.label)}:</div>{_pre(self.text)}{pictures}"


@dataclass(frozen=True)
class Message:
    """A box with a headline, some sentences and some parts."""

    headline: str
    sentences: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    colour: str = Outcome.NOT_ATTEMPTED.colour

    def __str__(self) -> str:
        sentences = ("  " + sentence.replace("\n", "\n  ") for sentence in self.sentences)
        return printable("\n".join([self.headline, *sentences, *map(str, self.parts)]))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        inside = [f"<div><b>{escape(self.headline)}</b></div>"]
        inside += [f"<div>{_sentence_html(sentence)}</div>" for sentence in self.sentences]
        inside += [part.to_html() for part in self.parts]
        style = f"border-left: 4px solid {self.colour}; padding: 0.2em 0 0.2em 0.8em"
        return str(legible(f'<div style="{style}">{"".join(inside)}</div>'))


@dataclass(frozen=True, repr=False)
class Verdict(Message):
    """What a check found."""

    outcome: Outcome = Outcome.NOT_ATTEMPTED
    mistake: str | None = None
    """The name of the mistake if it is a known one."""

    def _repr_html_(self) -> str:
        return super()._repr_html_() + (_falling_discs() if self.is_right else "")

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.outcome is Outcome.RIGHT


@dataclass(frozen=True, repr=False)
class ShownSolution(Message):
    """A message that ends in code."""

    code: str = ""

    def __str__(self) -> str:
        return super().__str__() + "\n\n" + printable(self.code)

    def _repr_html_(self) -> str:
        return super()._repr_html_() + _pre(self.code)


def _falling_discs() -> str:
    """An animated picture, which a page that is not trusted shows as well."""
    middles = [24 + 36 * place for place in range(4)]
    holes = "".join(f'<circle cx="{x}" cy="22" r="15" fill="#e8eef6"/>' for x in middles)
    discs = "".join(
        f'<g transform="translate({x} 22)"><g class="d" style="animation-delay:{0.15 * n:.2f}s">'
        '<circle r="15" fill="#d55e00"/>'
        '<path d="M-6-6L6 6M6-6L-6 6" stroke="#fff" stroke-width="4" stroke-linecap="round"/>'
        "</g></g>"
        for n, x in enumerate(middles)
    )
    line = "".join(
        f'<path class="l" d="M24 22H132" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
        for colour, width in (("#1b2733", 5.5), ("#ffffff", 3))
    )
    data = b64encode(f"{REWARD}{holes}{discs}{line}</svg>".encode()).decode()
    style = "display: block; margin: 0.6em 0 0.2em"
    return f'<img alt="Four in a row" style="{style}" src="data:image/svg+xml;base64,{data}">'


def show(value: object) -> str:
    """The value as text: not too long, and without memory addresses, which change."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<a {type(value).__name__} whose repr raises {type(error).__name__}>"
    return shortened(re.sub(r" at 0x[0-9a-fA-F]+", "", text))


def shortened(text: str) -> str:
    """The text, cut off where it is too long."""
    return text if len(text) <= LONGEST else text[:LONGEST] + " ... (shortened)"


def rounded(value: Any, decimals: int) -> Any:
    """The value with its floats rounded, also in lists, tuples and dictionaries."""
    if isinstance(value, Mapping):
        return {key: rounded(each, decimals) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(rounded(each, decimals) for each in value)
    return (
        round(value, decimals) + 0.0 if isinstance(value, float) else value
    )  # + 0.0 turns -0.0 into 0.0


def _sentence_html(sentence: str) -> str:
    """The sentence with `code` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))


def _pre(text: str) -> str:
    return f'<pre style="margin: 0.2em 0 0.4em 1em">{escape(text)}</pre>'


def _picture_html(picture: Any) -> str:
    if isinstance(picture, State) and hasattr(picture, "_repr_html_"):
        return f'<div style="margin-left: 1em">{picture._repr_html_()}</div>'
    return _pre(str(picture))
