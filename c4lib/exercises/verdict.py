"""What a reader gets to see: verdicts, hints and solutions, as plain text and as HTML.

The text is the same on every run. The HTML sets no text colour and no background, so
that it fits light and dark themes; a symbol says whatever a colour says.
"""

import re
from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any

from c4lib.game import State

LONGEST = 300
"""How many characters of an answer are shown."""


class Outcome(Enum):
    """How an answer fared."""

    NOT_ATTEMPTED = "not attempted yet"
    WRONG = "not right yet"
    RIGHT = "right"

    @property
    def symbol(self) -> str:
        """One character that says the same."""
        return {"not attempted yet": "○", "not right yet": "✗", "right": "✓"}[self.value]

    @property
    def colour(self) -> str:
        """A colour that reads on white and on black, also without red or green."""
        return {"○": "#888888", "✗": "#d55e00", "✓": "#009e73"}[self.symbol]


@dataclass(frozen=True)
class Part:
    """One labelled piece of a message: an input, an answer, a line of code."""

    label: str
    text: str
    pictures: tuple[Any, ...] = ()
    """What is drawn below the text: states, or strings that are drawings already."""

    def __str__(self) -> str:
        lines = "\n".join([self.text, *map(str, self.pictures)]).splitlines()
        indent = " " * (2 + len("expected: "))
        head = f"  {self.label + ':':<10}"
        return "\n".join([(head + lines[0]).rstrip(), *(indent + line for line in lines[1:])])

    def to_html(self) -> str:
        """The label, the text as it stands, and the pictures."""
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
        return "\n".join([self.headline, *sentences, *map(str, self.parts)])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        inside = [f"<div><b>{escape(self.headline)}</b></div>"]
        inside += [f"<div>{_sentence_html(sentence)}</div>" for sentence in self.sentences]
        inside += [part.to_html() for part in self.parts]
        style = f"border-left: 4px solid {self.colour}; padding: 0.2em 0 0.2em 0.8em"
        return f'<div style="{style}">{"".join(inside)}</div>'


@dataclass(frozen=True, repr=False)
class Verdict(Message):
    """What a check found."""

    outcome: Outcome = Outcome.NOT_ATTEMPTED
    mistake: str | None = None
    """The name of the mistake where it is a known one."""

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.outcome is Outcome.RIGHT


@dataclass(frozen=True, repr=False)
class Code(Message):
    """A message that ends in code."""

    code: str = ""

    def __str__(self) -> str:
        return super().__str__() + "\n\n" + self.code

    def _repr_html_(self) -> str:
        return super()._repr_html_() + _pre(self.code)


def show(value: object) -> str:
    """The value as text: not too long, and without addresses that change with every run."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<a {type(value).__name__} whose repr raises {type(error).__name__}>"
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    return text if len(text) <= LONGEST else text[:LONGEST] + " ... (shortened)"


def _sentence_html(sentence: str) -> str:
    """The sentence with `code` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))


def _pre(text: str) -> str:
    return f'<pre style="margin: 0.2em 0 0.4em 1em">{escape(text)}</pre>'


def _picture_html(picture: Any) -> str:
    if isinstance(picture, State) and hasattr(picture, "_repr_html_"):
        return f'<div style="margin-left: 1em">{picture._repr_html_()}</div>'
    return _pre(str(picture))
