"""Text that readers wrote (names, errors, answers), fit to be shown on a page or in a terminal."""

import re
import sys
from typing import Any

HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no page shows: control characters, and lone surrogates, which no message can carry."""

LONGEST = 500
"""Characters of an error that are shown."""

PLAIN = str.maketrans(dict(zip("✓✗○├└│─→", ["+", "x", "o", "|", "`", "|", "-", "->"], strict=True)))
"""What stands for a sign where a terminal lacks it."""


def legible(value: Any) -> Any:
    r"""The text with its hidden characters written out; also the texts in a list or dictionary.

    >>> print(legible("a\x1b"))
    a\x1b
    """
    if isinstance(value, str):
        return HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), value)
    if isinstance(value, dict):
        return {legible(key): legible(each) for key, each in value.items()}
    return type(value)(map(legible, value)) if type(value) in (list, tuple) else value


def error_text(error: BaseException) -> str:
    """An error in a line: "ValueError: no idea"; also if it cannot say what is wrong."""
    try:
        text = f"{type(error).__name__}: {error}"[:LONGEST]
    except Exception:
        text = type(error).__name__
    return str(legible(text.removesuffix(": ")))


def printable(text: str) -> str:
    """The legible text in the characters that the terminal, or a file in its place, can take."""
    text, encoding = str(legible(text)), getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return text
