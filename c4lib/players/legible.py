"""Text that readers wrote (names, errors, answers), fit to be shown on a page or in a terminal."""

import re
import sys
from collections.abc import Callable
from typing import Any

from c4lib.players.stopping import NOT_A_FAULT

HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no page shows: control characters, and lone surrogates, which no message can carry."""

LONGEST_FAULT = 200  # longer descriptions of an error are cut to this many characters
LONGEST_ANSWER = 60  # and what was answered to this many

PLAIN = str.maketrans(dict(zip("✓✗○├└│─–→±…", [*"+xo|`|--", "->", "+-", "..."], strict=True)))
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


def one_line(text: str, longest: int) -> str:
    """The text on one line of printable characters, cut if it is too long."""
    text = text[: 10 * longest]  # there may be megabytes of it
    short = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return short if len(short) <= longest else f"{short[: longest - 1]}…"


def shown(answer: object) -> str:
    """What was answered, on one line that is not too long."""
    otherwise = f"something of type {type(answer).__name__} that cannot be shown"
    return one_line(_read(repr, answer, otherwise), LONGEST_ANSWER)


def described(error: BaseException, plain: bool = False) -> str:
    """An error with its type, or the `plain` message alone, on one line that is not too long."""
    message = _read(str, error, "its message cannot be read")
    text = message if plain else f"{type(error).__name__}: {message}"
    return one_line(text.removesuffix(": "), LONGEST_FAULT)


def _read(words: Callable[[object], str], thing: object, otherwise: str) -> str:
    """Some words by code that may fail."""
    try:
        return words(thing)
    except NOT_A_FAULT:
        raise
    except BaseException:
        return otherwise


def printable(text: str) -> str:
    """The legible text in the characters that the terminal, or a file in its place, can take."""
    text, encoding = str(legible(text)), getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return text
