"""Plots of how near to perfect agents play."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib.measure.accuracy import DIFFICULTIES, STAGES, Accuracy
from c4lib.view.plots import style
from c4lib.view.plots.style import LOOKS, styled

SPREAD = 0.25  # between the outermost markers of a group; the next group is 1 away

MEASURES = {
    "kept": "moves that keep the value",
    "kept_when_critical": "critical positions:\nmoves that keep the value",
    "best": "moves with the best score",
    "loss": "points lost a move",
}  # the figures of an `Accuracy` that can be drawn, and what their axis is called


@styled
def by_stage(results: Mapping[str, Accuracy], measure: str = "kept_when_critical") -> Figure:
    """One measure of several agents in each stage of the game, with 95 % confidence intervals.

    The agents carry the names that `results` gives them. A `measure` is "kept",
    "kept_when_critical", "best" or "loss", as in `c4lib.measure.accuracy.Accuracy`.
    """
    parts = {label: result.by_stage for label, result in results.items()}
    return _compare(parts, STAGES, "stage of the game", measure)


@styled
def by_difficulty(results: Mapping[str, Accuracy], measure: str = "kept_when_critical") -> Figure:
    """One measure of several agents by difficulty, that is by how long perfect play still takes."""
    parts = {label: result.by_difficulty for label, result in results.items()}
    thirds = "difficulty: plies until the end under perfect play, by thirds of the board"
    return _compare(parts, DIFFICULTIES, thirds, measure)


def _compare(
    parts: Mapping[str, Mapping[str, Accuracy]], groups: tuple[str, ...], x: str, measure: str
) -> Figure:
    """The agents side by side in each group."""
    series = {
        label: [(float(groups.index(name)), part) for name, part in found.items()]
        for label, found in parts.items()
    }
    shift = SPREAD / max(1, len(parts) - 1)
    figure, axes = lines(series, measure, "agents", shift, ls=":", lw=1)
    axes.set_xticks(range(len(groups)), groups)
    axes.set(xlim=(-0.5, len(groups) - 0.5), ylim=(0, None), xlabel=x)
    return figure


def lines(
    series: Mapping[str, Sequence[tuple[float, Accuracy]]],
    measure: str,
    what: str,
    shift: float = 0.0,
    **look: Any,
) -> tuple[Figure, Axes]:
    """A line with intervals for each series of places and accuracies.

    Neighbours stand `shift` apart. `what` they are is said where they are too many for one plot.
    """
    if measure not in MEASURES:
        raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
    style.check_fits(len(series), what)
    if not all(series.values()):
        raise ValueError(f"not all of these {what} were measured somewhere; leave those out")
    figure, axes = style.single(3.6, y=MEASURES[measure])
    lows = []
    for number, (label, points) in enumerate(series.items()):
        aside = shift * (number - (len(series) - 1) / 2)
        known = [(x + aside, getattr(part, measure)) for x, part in points]
        known = [(x, estimate) for x, estimate in known if estimate.count]
        places, estimates = [x for x, _ in known], [estimate for _, estimate in known]
        style.intervals(axes, places, estimates, LOOKS[number], label=label, **{"lw": 1.3} | look)
        lows += [estimate.low for estimate in estimates]
    if measure == "loss":
        axes.set_ylim(0)
    else:
        axes.set_ylim(style.lowest_tenth(lows), 1.02)
        style.percent(axes.yaxis)
    axes.grid(axis="y")
    style.legend(axes)
    return figure, axes
