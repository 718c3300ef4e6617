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

LINE_OF_FOUR = "".join(
    f'<circle cx="{10 + 20 * place}" cy="10" r="8" fill="#e69f00"><animate attributeName="cy" '
    f'values="-70;-70;10;4;10" keyTimes="0;{0.1 + 0.15 * place};{0.3 + 0.15 * place};'
    f'{0.38 + 0.15 * place};1" dur="1.6s"/></circle>'
    for place in range(4)
)
"""The reward for a right answer: four discs fall into a row."""
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
    size = 'width="80" height="20" viewBox="0 0 80 20"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{LINE_OF_FOUR}</svg>'
    data = b64encode(svg.encode()).decode()
    return f'<img alt="Four in a row" src="data:image/svg+xml;base64,{data}">'


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
