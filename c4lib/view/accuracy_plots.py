"""Plots of how near to perfect agents play."""

from collections.abc import Callable, Mapping

import numpy as np
from matplotlib.figure import Figure

from c4lib.accuracy import DIFFICULTIES, STAGES, Accuracy, Estimate
from c4lib.view.plots import BLUE, GREY, ORANGE, _axes

LOOKS = (
    *((BLUE, "o"), (ORANGE, "s"), ("#009e73", "D"), ("#cc79a7", "^")),
    *(("#56b4e9", "v"), ("#000000", "X"), ("#e69f00", "P"), (GREY, "*")),
)
"""Each agent's colour and marker; the colours differ for those who do not see red and green."""

SPREAD = 0.125
"""How far the outermost markers of a group stand from its centre; the next is 1 away."""

MEASURES: dict[str, tuple[str, Callable[[Accuracy], Estimate]]] = {
    "kept": ("moves that keep the value", lambda part: part.kept),
    "kept_when_critical": (
        "critical positions:\nmoves that keep the value",
        lambda part: part.kept_when_critical,
    ),
    "best": ("moves with the best score", lambda part: part.best),
    "loss": ("points lost a move", lambda part: part.loss),
}


def by_stage(results: Mapping[str, Accuracy], measure: str = "kept_when_critical") -> Figure:
    """One measure of several agents in each stage of the game, with 95 % confidence intervals.

    The agents carry the names that `results` gives them. A `measure` is "kept",
    "kept_when_critical", "best" or "loss", as in `c4lib.accuracy.Accuracy`.
    """
    parts = {label: result.by_stage for label, result in results.items()}
    return _compare(parts, STAGES, "stage of the game", measure)


def by_difficulty(results: Mapping[str, Accuracy], measure: str = "kept_when_critical") -> Figure:
    """The same by difficulty: how long perfect play still takes."""
    parts = {label: result.by_difficulty for label, result in results.items()}
    return _compare(parts, DIFFICULTIES, "difficulty", measure)


def _compare(
    parts: Mapping[str, Mapping[str, Accuracy]], groups: tuple[str, ...], x: str, measure: str
) -> Figure:
    """A marker with an error bar for each agent in each group, side by side."""
    if measure not in MEASURES:
        raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
    if not 1 <= len(parts) <= len(LOOKS):
        raise ValueError(f"one plot shows 1 to {len(LOOKS)} agents, not {len(parts)}")
    title, figure_of = MEASURES[measure]
    figure, axes = _axes("", height=3.6)
    shifts = np.linspace(-SPREAD, SPREAD, len(parts)) if len(parts) > 1 else [0.0]
    for (label, by_group), (colour, marker), shift in zip(
        parts.items(), LOOKS, shifts, strict=False
    ):
        figures = {group: figure_of(part) for group, part in by_group.items()}
        known = [group for group in groups if group in figures and figures[group].count]
        centres = [groups.index(group) + shift for group in known]
        values = [figures[group].value for group in known]
        reach = [
            [figures[group].value - figures[group].low for group in known],
            [figures[group].high - figures[group].value for group in known],
        ]
        axes.errorbar(
            centres, values, reach, color=colour, marker=marker, label=label, ls=":", lw=1,
            elinewidth=1.5, capsize=3, markersize=6,
        )  # fmt: skip
    axes.set_xticks(range(len(groups)), groups)
    axes.set_xlim(-0.5, len(groups) - 0.5)
    axes.set_xlabel(x)
    axes.set_ylabel(title)
    axes.set_ylim(0, None if measure == "loss" else 1.03)
    if measure != "loss":
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.grid(axis="y", alpha=0.3)
    columns = 2 if len(parts) == 4 else 3  # no name stands alone in a row
    axes.legend(frameon=False, ncols=columns, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure
