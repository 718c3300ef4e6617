"""Plots of how strong Monte Carlo tree search is. What they draw is `c4lib.strength.read()`."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib.accuracy import STAGES
from c4lib.strength import MEASURES, Cell, Match, Strength
from c4lib.view.accuracy_plots import LOOKS
from c4lib.view.heuristics_plots import POINTS, WIDTH
from c4lib.view.plots import _axes

TITLES = dict(
    zip(
        MEASURES,
        (
            "moves that keep the value",
            "critical positions:\nmoves that keep the value",
            "moves with the best score",
        ),
        strict=True,
    )
)
SIDES = ("MCTS moves first", "MCTS moves second")
INK = 0.3
"""How far from half of the points a square must be for white ink."""


# ---- accuracy --------------------------------------------------------------------------------


def by_budget(strength: Strength, stage: str | None = None, measure: str = "kept") -> Figure:
    """One measure against the simulations for a move, with a line for each C.

    It is over all positions or those of a stage; the bands are 95 % confidence intervals. A
    `measure` is "kept", "kept_when_critical" or "best", as in `c4lib.accuracy.Accuracy`.
    """
    _check_some(_names(strength, "stage"), "search from the positions of c4lib.accuracy")
    lines = {f"C = {c:g}": strength.by_budget(c, stage) for c in _constants(strength)}
    figure, axes = _axes("", height=3.8)
    _draw(axes, lines, measure)
    _legend(axes, len(lines))
    return figure


def by_stage(strength: Strength, c: float = 1.0, measure: str = "kept") -> Figure:
    """The same with a line for each stage of the game, and one C."""
    found = _names(strength, "stage")
    _check_some(found, "search from the positions of c4lib.accuracy")
    stages = [stage for stage in STAGES if stage in found]
    lines = {stage: strength.by_budget(c, stage) for stage in stages}
    figure, axes = _axes(f"C = {c:g}", height=3.6)
    _draw(axes, lines, measure)
    axes.legend(frameon=False, loc="lower right")
    return figure


def from_start(strength: Strength, measure: str = "kept") -> Figure:
    """The share of seeds with a good move, at each start of the game: a panel each."""
    starts = _names(strength, "start")
    _check_some(starts, "search at the start of the game")
    columns = min(2, len(starts))
    rows = math.ceil(len(starts) / columns)
    figure, grid = plt.subplots(
        rows, columns, figsize=(WIDTH, 0.6 + 2.1 * rows), layout="constrained",
        squeeze=False, sharex=True, sharey=True,
    )  # fmt: skip
    plt.close(figure)
    for number, axes in enumerate(grid.flat):
        if number >= len(starts):
            axes.set_axis_off()
            continue
        start = starts[number]
        cs = _constants(strength)
        _draw(axes, {f"C = {c:g}": strength.from_start(c, start) for c in cs}, measure, band=False)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"after {start}" if start else "the empty board", fontsize=10)
        axes.set_ylim(-0.04, 1.04)
        axes.label_outer()
        axes.set_ylabel("share of seeds" if number % columns == 0 else "")
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside upper center",
                  frameon=False, ncols=5)  # fmt: skip
    return figure


def _names(strength: Strength, part: str) -> list[str]:
    """The stages, or the starts, in the order in which they were measured."""
    return list(dict.fromkeys(cell.name for cell in strength.cells if cell.part == part))


def _check_some(found: Sequence[str], what: str) -> None:
    if not found:
        raise ValueError(f"no {what} was measured; draw what c4lib.strength.read() gives")


def _constants(strength: Strength) -> list[float]:
    return sorted({cell.c for cell in strength.cells})


def _draw(
    axes: Axes, lines: Mapping[str, Mapping[int, Cell]], measure: str, band: bool = True
) -> None:
    """A line with its band for each label, on a logarithmic axis of simulations."""
    if measure not in MEASURES:
        raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
    lowest = 1.0
    for (label, cells), (colour, marker) in zip(lines.items(), LOOKS, strict=False):
        shares = [cell.share(measure) for cell in cells.values()]
        low, high = [share.low for share in shares], [share.high for share in shares]
        axes.plot(
            list(cells), [share.value for share in shares], color=colour, marker=marker,
            markersize=5, lw=1.4, label=label,
        )  # fmt: skip
        if band:
            axes.fill_between(list(cells), low, high, color=colour, alpha=0.12, linewidth=0)
            lowest = min(lowest, *low)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda number, _: _short(number))
    axes.set_xlabel("simulations for a move")
    axes.set_ylabel(TITLES[measure])
    axes.set_ylim(math.floor(10 * lowest) / 10, 1.01)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.grid(alpha=0.3)


def _short(number: float) -> str:
    """A number of simulations in a few letters."""
    return f"{number / 1e6:g} million" if number >= 1e6 else f"{number:,.0f}"


def _legend(axes: Axes, lines: int) -> None:
    """Above the plot, in one row."""
    axes.legend(frameon=False, ncols=lines, loc="lower center", bbox_to_anchor=(0.5, 1))


# ---- matches ---------------------------------------------------------------------------------


def matches(strength: Strength) -> Figure:
    """The games of the study's setting against each player: won/drawn/lost, on both sides.

    The colour is the share of points: a win counts 1, a draw a half.
    """
    opponents = list(dict.fromkeys(match.opponent for match in strength.matches))
    _check_some(opponents, "game against another player")
    games = {(match.opponent, match.side): match for match in strength.matches}
    points = np.array([[_points(games[name, side]) for side in (0, 1)] for name in opponents])
    figure, axes = plt.subplots(figsize=(WIDTH, 1.3 + 0.34 * len(opponents)), layout="constrained")
    plt.close(figure)
    image = axes.imshow(points, cmap=POINTS, vmin=0, vmax=1, aspect="auto")
    for (row, side), share in np.ndenumerate(points):
        ink = "white" if abs(share - 0.5) > INK else "black"
        match = games[opponents[row], side]
        words = f"{match.won}/{match.drawn}/{match.lost}"
        axes.text(side, row, words, color=ink, ha="center", va="center", fontsize=10)
    _frame(axes, opponents)
    scale = figure.colorbar(image, ax=axes, location="bottom", aspect=50, shrink=0.8)
    scale.ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    scale.ax.tick_params(labelsize=8)
    scale.set_label("points of MCTS; in the squares: won/drawn/lost", fontsize=9)
    return figure


def _points(match: Match) -> float:
    """The share of points that MCTS made; not a number where nothing was played."""
    games = match.won + match.drawn + match.lost
    return (match.won + match.drawn / 2) / games if games else math.nan


def _frame(axes: Any, opponents: Sequence[str]) -> None:
    """Names beside and above the squares, and white lines between them."""
    axes.set_xticks((0, 1), SIDES)
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(opponents)), opponents)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks((0.5,), minor=True)
    axes.set_yticks(np.arange(0.5, len(opponents) - 1), minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
