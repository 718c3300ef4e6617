"""Lesson 06's loop of self-play as a ring of boxes, and numbers of squares as small boards."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, DARK, INK, NOTE, WIDTH, note, styled

WIDE, HIGH = 1.9, 0.72  # inches of a box of the loop
STATIONS = {
    "network": ("learner.averaged", (0.35, 1.75)),
    "search": ("searches.run", (4.75, 1.75)),
    "game": ("state.play, history", (4.75, 0.3)),
    "examples": ("window of (s, π, z)", (0.35, 0.3)),
}
"""The boxes of the loop: what the code calls each, and where its lower left corner is."""
WAYS = ("priors and value", "a move, drawn\nby its visits", "each position, π and z",
        "learner.learn:\nsteps down\nthe gradient")  # fmt: skip


@styled
def loop() -> Figure:
    """The loop of self-play: network, search, game, examples, and the network again."""
    figure = style.blank(2.75)
    axes = style.panel(figure, 0, 0, WIDTH, 2.75)
    for name, (code, (left, foot)) in STATIONS.items():
        shape = "round,pad=0,rounding_size=0.08"
        box = FancyBboxPatch((left, foot), WIDE, HIGH, shape, fc=style.PALE_BLUE, ec=BLUE)
        axes.add_patch(box)
        middle = left + WIDE / 2
        note(axes, middle, foot + 0.48, name, size=12, weight="bold", color=DARK)
        note(axes, middle, foot + 0.2, code, size=NOTE, color=DARK, family="monospace")
    right, gap = 4.75, 0.06
    centres = 0.35 + WIDE / 2, right + WIDE / 2
    top, foot = 1.75 + HIGH / 2, 0.3 + HIGH / 2
    ends = (
        ((0.35 + WIDE + gap, top), (right - gap, top)),
        ((centres[1], 1.75 - gap), (centres[1], 0.3 + HIGH + gap)),
        ((right - gap, foot), (0.35 + WIDE + gap, foot)),
        ((centres[0], 0.3 + HIGH + gap), (centres[0], 1.75 - gap)),
    )
    for (start, end), words in zip(ends, WAYS, strict=True):
        look: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 16, "color": INK, "lw": 1.8}
        axes.add_patch(FancyArrowPatch(start, end, **look))
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        upright = start[0] == end[0]
        aside: dict[str, Any] = {"ha": "left"} if x < WIDTH / 2 else {"ha": "right"}
        place = (x + (0.12 if x < WIDTH / 2 else -0.12), y) if upright else (x, y + 0.14)
        note(axes, *place, words, size=NOTE, **aside if upright else {})
    return figure


@styled
def squares(boards: Mapping[str, Any]) -> Figure:
    """Numbers of squares, each kind as a small board: by column, and each from the bottom."""
    style.check_fits(len(boards), "boards", 4)
    figure, panels = style.tiles(len(boards), len(boards), 2.2)
    for axes, (name, numbers) in zip(panels, boards.items(), strict=True):
        _draw_squares(axes, name, numbers)
    return figure


@styled
def small_learning(mistakes: Mapping[str, Sequence[float]], boards: Mapping[str, Any]) -> Figure:
    """Shares of mistakes, step by step, and weights of squares as four small boards.

    The bluer a weight the further above 0 it is, and the browner the further below.
    """
    style.check_fits(len(boards), "boards", 4)
    figure = style.blank(3.3, layout="constrained")
    grid = figure.add_gridspec(2, 4)
    curve = figure.add_subplot(grid[:, :2], xlabel="steps", ylabel="mistakes")
    style.lines(curve, mistakes, marker="", lw=1.8)
    curve.set(xscale="symlog", ylim=(0, None))
    curve.set_xticks([0, 1, 10, 100, 1000], ["0", "1", "10", "100", "1,000"])
    curve.grid()
    style.percent(curve.yaxis)
    style.legend(curve)
    most = max(float(np.abs(numbers).max()) for numbers in boards.values())
    for number, (name, numbers) in enumerate(boards.items()):
        _draw_squares(figure.add_subplot(grid[number // 2, 2 + number % 2]), name, numbers, most)
    return figure


def _draw_squares(axes: Axes, name: str, numbers: Any, most: float | None = None) -> None:
    """A board of numbers: bits as they are, weights as colours from -most to +most."""
    seen = np.flipud(np.asarray(numbers, float).T)
    if most is None:
        texts = [["1" if bit else "" for bit in row] for row in seen]
        look: dict[str, Any] = {"texts": texts, "cmap": style.LIT}
    else:
        look = {"vmin": -most, "vmax": most}
    style.heat_map(axes, seen, aspect="equal", **look)
    axes.set_xticks(range(seen.shape[1]), [str(column + 1) for column in range(seen.shape[1])])
    axes.set_yticks([])
    axes.set_title(name, fontsize=NOTE)
