"""Pictures for lesson 10: matches, judges, a learning curve, and the symmetries of Quixo."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from c4lib.games.quixo import QuixoRules
from c4lib.measure.accuracy import Estimate, share
from c4lib.measure.intervals import wilson
from c4lib.measure.study_games import Match
from c4lib.view.plots import style
from c4lib.view.plots.style import DARK, GREY, LOOKS, ORANGE, PALE_ORANGE, SMALL, styled

TURNS = ("as it is", "a quarter turn left", "a half turn", "a quarter turn right")
SYMMETRIES = (*TURNS, *(f"mirrored, {turn}" if n else "mirrored" for n, turn in enumerate(TURNS)))
"""The names of `QuixoRules.symmetries`, in order. The mirror is along the main diagonal."""
AGAINST = {
    "against_random": "with a search, against random",
    "alone_random": "alone, against random",
    "against_best": "with a search, against the one before",
}  # the figures in a training's log that are points in games, and what they are called


@styled
def points(matches: Sequence[Match], title: str = "") -> Figure:
    """The points a game of the first player of each match, with 95 % intervals."""
    x = "points a game, for the first of the two (half: equally strong)"
    figure, axes = style.single(1 + 0.5 * len(matches), x, title=title)
    for row, match in enumerate(matches):
        score = match.result.score
        low, high = map(float, wilson(score, match.games))
        found = Estimate(score, low, high, match.games)
        style.intervals(axes, [row], [found], along="x", lw=2, capsize=4)
        counts = f"{match.won} / {match.drawn} / {match.lost}"
        axes.annotate(counts, (1.03, row), xycoords=("axes fraction", "data"), va="center")
    axes.annotate("won / drawn / lost", (1.03, 1.02), xycoords="axes fraction", size=SMALL)
    names = [f"{match.game}: {match.player}\nagainst {match.opponent}" for match in matches]
    axes.set_yticks(range(len(matches)), names)
    axes.axvline(0.5, color=GREY, lw=1, ls="--")
    axes.set(xlim=(-0.03, 1.03), ylim=(len(matches) - 0.5, -0.5))
    return figure


@styled
def reliability(judges: Mapping[str, Mapping[int, Sequence[bool]]], x: str) -> Figure:
    """How often each judge was right, at several stages, with 95 % intervals."""
    figure, axes = style.single(3.4, x, "named the winner")
    for number, (name, stages) in enumerate(judges.items()):
        places = [stage + 0.15 * (number - 1) for stage in stages]
        found = [share(right) for right in stages.values()]
        style.intervals(axes, places, found, LOOKS[number], label=name)
    style.level(axes, 0.5, ls="--")
    axes.set_xticks(sorted({stage for stages in judges.values() for stage in stages}))
    axes.set_ylim(0, 1.03)
    style.percent(axes.yaxis)
    style.legend(axes)
    return figure


@styled
def learning(log: Sequence[Mapping[str, float]]) -> Figure:
    """A training where the exact values are unknown: points against others, and losses."""
    figure, (left, right) = style.multiples(1, 2, 3.2)
    games = np.cumsum([row["games"] for row in log])
    against = {label: [row[name] for row in log] for name, label in AGAINST.items()}
    losses = {
        name: [row[f"{name}_loss"] / log[0][f"{name}_loss"] for row in log]
        for name in ("policy", "value")
    }
    style.lines(left, against, games, markersize=4)
    style.lines(right, losses, games, markersize=4)
    style.level(left, 0.5, ls="--")
    left.legend(fontsize=SMALL, loc="lower right")
    right.legend(loc="lower left")
    for axes, y in ((left, "points a game"), (right, "loss, as a share of the first")):
        axes.set(xlabel="games played", ylabel=y, ylim=(0, 1.05))
        axes.locator_params(axis="x", nbins=5)
    return figure


@styled
def symmetries(rules: QuixoRules, move: int) -> Figure:
    """All images of a board of Quixo, each with an arrow for the image of a move.

    The number on a place is that of the cube that ends up there.
    """
    figure, grid = style.multiples(2, 4, 4.4)
    for axes, name, (cubes, moves) in zip(grid.flat, SYMMETRIES, rules.symmetries, strict=True):
        number = moves.tolist().index(move)  # the image's move that stands for it
        push = rules.pushes[number]
        _draw_board(axes, rules.size, cubes.tolist(), push.cube)
        _draw_arrow(axes, divmod(push.cube, rules.size), divmod(push.end, rules.size))
        words = name.replace("mirrored, a ", "mirrored,\na ")
        axes.set_title(f"{words}\nmove {number}", fontsize=SMALL)
    return figure


def _draw_board(axes: Axes, size: int, numbers: Sequence[int], taken: int) -> None:
    """Places with numbers on them; the one with the cube that is taken is shaded."""
    for place, number in enumerate(numbers):
        row, column = divmod(place, size)
        ground, ink = (PALE_ORANGE, DARK) if place == taken else ("none", None)
        corner = (column - 0.5, row - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=ground, edgecolor=GREY, lw=0.8))
        style.note(axes, column, row, str(number), color=ink)
    axes.set(xlim=(-0.55, size - 0.45), ylim=(size - 0.45, -0.55), aspect="equal")
    axes.axis("off")


def _draw_arrow(axes: Axes, start: tuple[int, int], end: tuple[int, int]) -> None:
    """From place to place, each a row and a column, beside the numbers."""
    right, down = (0.0, 0.33) if start[0] == end[0] else (0.33, 0.0)
    head, tail = ((column + right, row + down) for row, column in (end, start))
    look = {"arrowstyle": "->", "color": ORANGE, "lw": 2, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", head, tail, arrowprops=look)
