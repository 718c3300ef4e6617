"""Plots of what was counted and played. Each function returns a figure to show or to save."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib.arena import MatchResult

BLUE, ORANGE, YELLOW, GREY = "#1d4f8c", "#d55e00", "#f0e442", "#8a949e"
MARKERS = "osD^v"


def counts(
    series: Mapping[str, Sequence[float]],
    x: str,
    y: str,
    title: str = "",
    theory: Mapping[str, Sequence[float]] | None = None,
) -> Figure:
    """Numbers that grow fast, on a logarithmic scale: one named line for each series.

    What `theory` says is drawn dashed and without marks, in the colours of the series.
    """
    figure, axes = _axes(title)
    for (label, values), marker in zip(series.items(), MARKERS, strict=False):
        axes.plot(range(len(values)), values, marker=marker, label=label)
    for number, (label, values) in enumerate((theory or {}).items()):
        axes.plot(range(len(values)), values, linestyle="--", color=f"C{number}", label=label)
    axes.set_yscale("log")
    axes.set_xticks(range(max(len(values) for values in series.values())))
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(frameon=False)
    return figure


def bars(numbers: Mapping[str, float], x: str, title: str = "", log: bool = True) -> Figure:
    """Numbers as bars, each with its number; on a logarithmic scale, as sizes differ so much."""
    figure, axes = _axes(title, height=0.7 + 0.42 * len(numbers))
    drawn = axes.barh(list(numbers), list(numbers.values()), color=BLUE)
    axes.bar_label(drawn, [f"{number:,.0f}" for number in numbers.values()], padding=4)
    if log:
        axes.set_xscale("log")
    else:
        axes.xaxis.set_major_formatter("{x:,.10g}")
        axes.locator_params(axis="x", nbins=6)  # long numbers need room
    axes.set_xlim(1 if log else 0, (20 if log else 1.2) * max(numbers.values()))
    axes.set_xlabel(x)
    axes.invert_yaxis()
    return figure


def matches(results: Sequence[MatchResult]) -> Figure:
    """Won, drawn and lost games of several matches as bars, with their numbers on them."""
    figure, axes = _axes("", height=0.9 + 0.55 * len(results))
    names = [f"{first}\nagainst {second}" for first, second in (r.players for r in results)]
    totals = [len(result.games) for result in results]
    left = np.zeros(len(results))
    for label, games, colour, hatch, ink in (
        ("won", [result.wins for result in results], BLUE, "", "white"),
        ("drawn", [result.draws for result in results], YELLOW, "..", "black"),
        ("lost", [result.losses for result in results], ORANGE, "//", "black"),
    ):
        shares = np.array(games) / totals
        bars = axes.barh(names, shares, left=left, label=label, color=colour)
        for bar in bars:
            bar.set(hatch=hatch, edgecolor="white")
        texts = [str(n) if share > 0.04 else "" for n, share in zip(games, shares, strict=True)]
        for text in axes.bar_label(bars, texts, label_type="center", color=ink):
            if text.get_text():
                text.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 3})
        left += shares
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.invert_yaxis()
    axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure


def running_score(results: Sequence[MatchResult]) -> Figure:
    """The score after each game of a match, in a band of two standard errors.

    For the band one game won and one lost are added: a few games that all end alike
    would else look like certainty.
    """
    figure, axes = _axes("")
    for result, colour, style in zip(results, (BLUE, ORANGE, GREY), ("-", "--", ":"), strict=False):
        points = (np.array(result.utilities) + 1) / 2
        games = np.arange(1, len(points) + 1)
        label = " against ".join(result.players)
        axes.plot(games, np.cumsum(points) / games, color=colour, linestyle=style, label=label)
        mean = (np.cumsum(points) + 1) / (games + 2)
        variance = (np.cumsum(points**2) + 1) / (games + 2) - mean**2
        error = 2 * np.sqrt(variance / (games + 2))
        axes.fill_between(games, mean - error, mean + error, color=colour, alpha=0.2, linewidth=0)
    axes.axhline(0.5, color=GREY, linewidth=1)
    axes.set_ylim(0, 1.05)
    axes.set_xlabel("games played")
    axes.set_ylabel("score of the first named")
    axes.legend(frameon=False, loc="lower right")
    return figure


def _axes(title: str, height: float = 3.2) -> tuple[Figure, Axes]:
    """An empty figure as wide as a notebook, closed so that only who asks for it shows it."""
    figure, axes = plt.subplots(figsize=(7, height), layout="constrained")
    plt.close(figure)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(title)
    return figure, axes
