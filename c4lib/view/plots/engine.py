"""Plots of an engine's tricks."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from c4lib.measure.accuracy import Estimate
from c4lib.view.plots import style
from c4lib.view.plots.style import LOOKS, styled

APART = 0.22  # between the markers of one row


@styled
def ladder(ratios: Mapping[str, Mapping[str, Estimate]]) -> Figure:
    """How many times the first row's nodes each search needs, for each game, with 95 % intervals.

    The rungs are the rows, from top to bottom; a game may lack some.
    """
    style.check_fits(len(ratios), "games")
    rungs = list(dict.fromkeys(rung for found in ratios.values() for rung in found))
    figure, axes = style.single(0.9 + 0.42 * len(rungs), "nodes; alpha-beta = 1")
    told = []
    for number, (game, found) in enumerate(ratios.items()):
        aside = APART * (number - (len(ratios) - 1) / 2)
        heights = [rungs.index(rung) + aside for rung in found]
        known = list(found.values())
        style.intervals(axes, heights, known, LOOKS[number], "x", linestyle="", label=game)
        told.append(f"{game}: " + ", ".join(f"{rung} {found[rung].value:.3g}" for rung in found))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks(range(len(rungs)), rungs)
    axes.invert_yaxis()
    axes.grid(axis="x")
    axes.grid(axis="y", alpha=0.3)
    style.legend(axes)
    figure.alt = f"Nodes as a multiple of alpha-beta's. {'; '.join(told)}."
    return figure
