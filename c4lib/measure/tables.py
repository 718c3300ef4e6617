"""A table of numbers and words, as a cell shows it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from numbers import Integral, Real
from typing import Any

from c4lib.players.legible import legible


@dataclass(frozen=True)
class table:  # noqa: N801, it is called like a function
    """Rows below their headers: the first column is words, the others are numbers or words.

    Whole numbers have commas, and other numbers as many digits as are read; text stands as it is,
    such as f"{share:.1%}". It can be shown, printed, or opened by a prediction.
    """

    rows: Iterable[Sequence[object]]
    headers: Sequence[object]
    lines: list[list[str]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lines = [[str(legible(worded(each))) for each in row] for row in (self.headers, *self.rows)]
        if any(len(line) != len(lines[0]) for line in lines):
            raise ValueError(f"each row needs {len(lines[0])} entries, one for each header")
        object.__setattr__(self, "lines", lines)

    def __repr__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.lines, strict=True)]
        return "\n".join(
            "  ".join(
                word.rjust(width) if place else word.ljust(width)
                for place, (word, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in self.lines
        )

    def _repr_html_(self) -> str:
        def row(line: list[str], tag: str) -> str:
            aligned = ["left", *["right"] * (len(line) - 1)]
            cells = zip(line, aligned, strict=True)
            each = (f'<{tag} style="text-align:{to}">{escape(word)}</{tag}>' for word, to in cells)
            return f"<tr>{''.join(each)}</tr>"

        headers, *rows = self.lines
        body = "".join(row(line, "td") for line in rows)
        return f"<table><thead>{row(headers, 'th')}</thead><tbody>{body}</tbody></table>"


def is_number(answer: Any) -> bool:
    """Whether the reader is asked for a number."""
    return isinstance(answer, Real) and not isinstance(answer, bool)


def worded(answer: Any) -> str:
    """An answer in words: a number with commas, and with no more digits than are read."""
    if not is_number(answer):
        return str(answer)
    return f"{int(answer):,}" if isinstance(answer, Integral) else f"{float(answer):,.4g}"
