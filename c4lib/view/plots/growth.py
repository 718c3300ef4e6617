"""Plots of what a network learns and when, as `c4lib.measure.study_growth` measured it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from c4lib.measure.study_growth import (
    ALL,
    DISCS,
    GrowthFigure,
    mistakes,
    probed,
    simulations_needed,
)
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GREY, NOTE, ORANGE, styled

MINUTES = (0, 1, 4, 9, 16, 30, 60)  # ticks on a scale of square roots
BESIDE = 0.36  # of a cell to the right of its number


@styled
def iso_accuracy(figures: Sequence[GrowthFigure], stage: str = ALL) -> Figure:
    """Mistakes in critical positions, in %, by minutes of training and simulations of a move.

    Squares mark where mistakes are as rare as those of the last network alone.
    """
    found = mistakes(figures, stage)
    _check_some(found, f"no mistakes in {stage} positions were measured")
    minutes, counts = sorted(found), sorted(next(iter(found.values())), reverse=True)
    shares = np.array([[found[each][count] for each in minutes] for count in counts])
    figure, axes = style.single(0.42 * len(counts) + 1.5, "minutes of training", "simulations")
    texts = [[f"{100 * share:.1f}" for share in row] for row in shares]
    image = style.heat_map(axes, shares, texts, cmap=style.MANY, vmax=max(0.01, shares.max()))
    axes.set_xticks(range(len(minutes)), [f"{each:.1f}" if each else "0" for each in minutes])
    axes.set_yticks(range(len(counts)), [f"{count:,}" for count in counts])
    goal = found[minutes[-1]][counts[-1]]
    needed = [simulations_needed(found[each], goal) for each in minutes]
    ranks = np.interp(np.log(needed), np.log(counts[::-1]), np.arange(len(counts))[::-1])
    ranks = np.where(np.isnan(needed), np.nan, ranks)
    label = f"as good as {minutes[-1]:.0f} minutes and one look: {100 * goal:.1f} %"
    look: dict[str, Any] = {"color": ORANGE, "ls": "", "marker": "s", "label": label}
    axes.plot(np.arange(len(minutes)) + BESIDE, ranks, **look)
    style.legend(axes)
    bar = style.scale(figure, image, axes, "critical positions in which something is given away")
    style.percent(bar.ax.xaxis)
    rows = [f"{count:,}: {', '.join(row)}" for count, row in zip(counts, texts, strict=True)]
    figure.alt = (
        f"Mistakes in critical positions in %, after {', '.join(map(str, minutes))} minutes of "
        f"training. By simulations of a move: {'; '.join(rows)}."
    )
    return figure


@styled
def probes(figures: Sequence[GrowthFigure], concepts: Sequence[str] = ()) -> Figure:
    """How well a weighted sum of the network's numbers tells each concept, while it learns.

    Dashed is what a weighted sum of the discs themselves can do; minute 0 is the untrained
    network. A half is a guess.
    """
    found = probed(figures)
    chosen = list(concepts or found)
    _check_some(found, "no probes were measured")
    unknown = [name for name in chosen if name not in found]
    _check_some(not unknown, f"there is no probe for {', '.join(unknown)}, but {', '.join(found)}")
    figure, panels = style.tiles(len(chosen), 3, 1.9, sharex=True, sharey=True)
    for name, axes in zip(chosen, panels, strict=True):
        scores = dict(sorted(found[name].items()))
        control = scores.pop(DISCS, np.nan)
        axes.plot(
            list(scores), list(scores.values()), color=BLUE, marker="o", ms=4, label="network"
        )
        style.level(axes, control, color=ORANGE, lw=1.5, ls="--", label="the discs themselves")
        style.level(axes, 0.5, lw=0.8, ls=":", color=GREY)
        axes.set_title(name, fontsize=NOTE)
        axes.set_xscale("function", functions=(lambda x: np.sqrt(np.maximum(x, 0)), np.square))
        axes.set_xticks([tick for tick in MINUTES if tick <= 1.05 * max(scores)])
        axes.set(xlabel="minutes of training", ylabel="balanced accuracy")
        axes.label_outer()
        axes.grid()
    panels[0].set_ylim(0.45, 1.0)
    style.percent(panels[0].yaxis)
    style.legend(figure, 2)
    return figure


def _check_some(found: object, what: str) -> None:
    if not found:
        raise ValueError(f"{what}; draw what c4lib.measure.study_growth.read() gives")
