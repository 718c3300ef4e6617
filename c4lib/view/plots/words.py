"""What a figure shows, in words: the alternative text for readers who cannot see it."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryLocator
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, PercentFormatter

MOST = 12  # names or notes of one plot that are read out


def words_of(figure: Figure, about: str = "") -> str:
    """The first sentence `about` a figure, then what its plots say and where their lines end.

    >>> figure = Figure()
    >>> axes = figure.add_subplot(title="Growth", xlabel="plies", ylabel="positions")
    >>> _ = axes.plot([0, 1, 2], [1, 7, 49], label="7x6")
    >>> words_of(figure, "Numbers that grow fast. And more.")
    'Numbers that grow fast. Growth; positions by plies; 7x6: 1 to 49.'
    """
    sentence = " ".join(about.replace("`", "").split()).partition(". ")[0].rstrip(".")
    parts = [part for part in (sentence, *map(_plot, figure.axes)) if part]
    return f"{'. '.join(parts)}." if parts else "Plot without titles"


def _plot(axes: Axes) -> str:
    notes = [text.get_text() for text in axes.texts if text.get_text()]
    words = [axes.get_title()]
    if axes.axison:
        words.append(" by ".join(filter(None, (axes.get_ylabel(), axes.get_xlabel()))))
        named = zip(*axes.get_legend_handles_labels(), strict=True)
        words += [_named(thing, name, axes.yaxis) for thing, name in named]
        names = [*_names(axes.xaxis), *_names(axes.yaxis)]
        if len(names) == len(notes):
            names, notes = [f"{name}: {note}" for name, note in zip(names, notes, strict=True)], []
        words.append(_listed(names))
    if axes.images and axes.axison:
        values: Any = np.ma.filled(np.ma.array(axes.images[0].get_array(), float), np.nan)
        words.append(f"from {np.nanmin(values):.3g} to {np.nanmax(values):.3g}")
    else:
        words.append(_listed(notes))
    return "; ".join(" ".join(each.split()) for each in words if each)


def _named(thing: Any, name: str, axis: Axis) -> str:
    """A line with its first and its last number; of anything else, the name."""
    line = thing.lines[0] if isinstance(thing, ErrorbarContainer) else thing
    heights = np.asarray(line.get_ydata() if isinstance(line, Line2D) else [], float)
    if not len(heights) or _names(axis):
        return name
    ends = [_number(height, axis) for height in heights[[0, -1]]]
    return f"{name}: {' to '.join(dict.fromkeys(ends))}"


def _number(number: float, axis: Axis) -> str:
    if isinstance(axis.get_major_formatter(), PercentFormatter):
        return f"{number:.0%}"
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def _names(axis: Axis) -> list[str]:
    """The labels of an axis that has words instead of numbers."""
    if not isinstance(axis.get_major_locator(), FixedLocator | StrCategoryLocator):
        return []
    labels = [label.get_text() for label in axis.get_ticklabels()]
    return labels if any(re.search("[A-Za-z]", label) for label in labels) else []


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:MOST]) + (" and more" if len(words) > MOST else "")
