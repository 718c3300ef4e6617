"""Plots of what was counted, played and measured. Each function returns a figure.

Those here are of counts and matches; each of the others has a file to its subject.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from c4lib.measure.intervals import wilson
from c4lib.players.arena import MatchResult
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GOLD, GREY, ORANGE, styled

OUTCOMES = (("won", BLUE, ""), ("drawn", GOLD, ".."), ("lost", ORANGE, "//"))
DASHES = ("-", "--", "-.", ":")
LINES = ((BLUE, "-"), (ORANGE, "--"), (GREY, ":"))


@styled
def counts(
    series: Mapping[str, Sequence[float]],
    x: str,
    y: str,
    title: str = "",
    theory: Mapping[str, Sequence[float]] | None = None,
    up_to: tuple[int, float] | None = None,
) -> Figure:
    """Numbers that grow fast, on a logarithmic scale: one named line for each series.

    What `theory` says is drawn dashed and without marks, in the colours of the series. The axes
    end at `up_to`, so that they stay where they are while a knob is turned.
    """
    style.check_fits(len(series), "series")
    figure, axes = style.single(3.2, x, y, title)
    style.lines(axes, series)
    style.lines(axes, theory or {}, linestyle="--", marker="")
    axes.set_yscale("log")
    axes.set_xticks(range(up_to[0] + 1 if up_to else max(map(len, series.values()))))
    if up_to:
        axes.set(xlim=(-0.2, up_to[0] + 0.2), ylim=(0.7, up_to[1]))
    axes.legend()
    return figure


@styled
def running_means(
    runs: Mapping[str, Sequence[float]], x: str, y: str, level: float | None = None
) -> Figure:
    """The mean of the first numbers of each run, from the first thousandth to all of them.

    The axis ends at three times the last mean, so that what swings more at first leaves the plot.
    """
    style.check_fits(len(runs), "runs", len(DASHES))
    figure, axes = style.single(3.4, x, y)
    told, last = [], 0.0
    looks = zip(runs.items(), style.LOOKS, DASHES, strict=False)
    for (name, numbers), (colour, _), dashes in looks:
        first = max(1, len(numbers) // 1000)
        counts = np.unique(np.geomspace(first, len(numbers), 400).round().astype(int))
        means = np.cumsum(numbers)[counts - 1] / counts
        axes.plot(counts, means, color=colour, linestyle=dashes, label=name)
        told.append(f"{name}: {means[0]:.3g} after {counts[0]:,}, {means[-1]:.3g} in the end")
        last = max(last, means[-1])
    if level is not None:
        style.level(axes, level, label=f"{level:.3g}")
    style.logarithmic(axes.xaxis, "{x:,.0f}")
    axes.set_ylim(0, 3 * last)
    style.legend(axes)
    figure.alt = f"The mean of the first {x} of each run. {'; '.join(told)}."
    return figure


@styled
def bars(
    numbers: Mapping[str, float],
    x: str,
    title: str = "",
    log: bool = True,
    ratios: bool = False,
    most: float | None = None,
) -> Figure:
    """Numbers as bars, each with its number; on a logarithmic scale unless `log` is off.

    With `ratios`, each also says how many times less or more it is than the first: ÷ 4.4. The
    axis ends beyond `most`, by default the largest of the numbers; beside sliders it should stay.
    """
    style.check_numbers(numbers)
    style.check_numbers({"most": most or 0})
    figure, axes = style.single(0.7 + 0.42 * len(numbers), x, title=title)
    first, *others = numbers.values()
    texts = [f"{number:,.0f}" for number in (first, *others)]
    if ratios:
        texts[1:] = [f"{number:,.0f}  ({_ratio(number, first)})" for number in others]
    style.numbered_bars(axes, numbers, texts)
    if log:
        axes.set_xscale("log")
    else:
        axes.xaxis.set_major_formatter("{x:,.10g}")
        axes.locator_params(axis="x", nbins=6)  # long numbers need room
    room = 2 if ratios else 1  # for the texts
    end = max(most or 0, *numbers.values())
    axes.set_xlim(1 if log else 0, (20**room if log else 1 + 0.2 * room) * end)
    return figure


def _ratio(number: float, first: float) -> str:
    """How many times less or more a number is than the first one."""
    low, high = sorted((number, first))
    if low <= 0 or low == high:
        return "the same" if low == high else "–"
    factor = high / low
    return f"{'÷' if number < first else '×'} {factor:,.{0 if factor >= 99.5 else 1}f}"


@styled
def matches(results: Sequence[MatchResult]) -> Figure:
    """Won, drawn and lost games of several matches as bars, with their numbers on them."""
    style.check_fits(len(results), "matches", 100)
    figure, axes = style.single(0.9 + 0.55 * len(results))
    names = [f"{first}\nagainst {second}" for first, second in (r.players for r in results)]
    counted = zip(*((r.wins, r.draws, r.losses) for r in results), strict=True)
    left = np.zeros(len(results))
    for games, (label, colour, hatch) in zip(counted, OUTCOMES, strict=True):
        shares = np.array(games) / [len(result.games) for result in results]
        drawn = axes.barh(names, shares, left=left, label=label, color=colour, hatch=hatch)
        texts = [str(n) if share > 0.04 else "" for n, share in zip(games, shares, strict=True)]
        for text in axes.bar_label(drawn, texts, label_type="center", color=style.ink_on(colour)):
            if text.get_text():
                text.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 3})
        left += shares
    axes.set_xlim(0, 1)
    style.percent(axes.xaxis)
    axes.invert_yaxis()
    style.legend(axes)
    return figure


@styled
def running_score(results: Sequence[MatchResult]) -> Figure:
    """The score after each game of a match, with a band for its 95 % interval."""
    figure, axes = style.single(3.2, "games played", "score of the first named")
    for result, (colour, dashes) in zip(results, LINES, strict=False):
        games = np.arange(1, len(result.utilities) + 1)
        scores = np.cumsum((np.array(result.utilities) + 1) / 2) / games
        label = " against ".join(result.players)
        axes.plot(games, scores, color=colour, linestyle=dashes, label=label)
        band = wilson(scores, games)
        axes.fill_between(games, *band, color=colour, alpha=0.25, linewidth=0)
    style.level(axes, 0.5)
    axes.set_ylim(0, 1.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="lower right")
    return figure
