"""Pictures for lesson 10: matches, judges, a learning curve, and the symmetries of Quixo."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from c4lib.elsewhere import Match
from c4lib.games.quixo import Rules
from c4lib.view.plots import BLUE, GREY, MARKERS, ORANGE

SURE = 1.96
"""So many standard errors each way hold 95 % of what chance does."""
COLOURS = (BLUE, ORANGE, "#009e73", GREY)
TURNS = ("as it is", "a quarter turn left", "a half turn", "a quarter turn right")
SYMMETRIES = (*TURNS, *(f"mirrored, {turn}" if n else "mirrored" for n, turn in enumerate(TURNS)))
"""What `Rules.symmetries` are called, in their order. The mirror is along the main diagonal."""


def points(matches: Sequence[Match], title: str = "") -> Figure:
    """The points a game of the first player of each match, with 95 % intervals."""
    figure, axes = plt.subplots(figsize=(7, 1 + 0.5 * len(matches)), layout="constrained")
    plt.close(figure)  # only who asks for it shows it
    for row, match in enumerate(matches):
        result = match.result
        axes.errorbar(
            result.score, row, xerr=SURE * result.error, fmt="o", color=BLUE, capsize=4, lw=2
        )
        counts = f"{match.won} / {match.drawn} / {match.lost}"
        axes.annotate(counts, (1.03, row), xycoords=("axes fraction", "data"), va="center")
    axes.annotate("won / drawn / lost", (1.03, 1.02), xycoords="axes fraction", size="small")
    names = [f"{match.game}: {match.player}\nagainst {match.opponent}" for match in matches]
    axes.set_yticks(range(len(matches)), names)
    axes.axvline(0.5, color=GREY, lw=1, ls="--")
    axes.set_xlim(-0.03, 1.03)
    axes.set_ylim(len(matches) - 0.5, -0.5)
    axes.set_xlabel("points a game, for the first of the two (half: equally strong)")
    axes.set_title(title)
    _plain(axes)
    return figure


def reliability(judges: Mapping[str, Mapping[int, Sequence[bool]]], x: str) -> Figure:
    """How often each judge was right, at several stages, with 95 % intervals."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    plt.close(figure)  # only who asks for it shows it
    for number, (name, stages) in enumerate(judges.items()):
        shares = np.array([np.mean(right) for right in stages.values()])
        counts = np.array([len(right) for right in stages.values()])
        errors = SURE * np.sqrt(shares * (1 - shares) / counts)
        places = np.array(list(stages)) + 0.15 * (number - 1)
        axes.errorbar(
            places, shares, errors, marker=MARKERS[number], color=COLOURS[number], capsize=3,
            label=name,
        )  # fmt: skip
    axes.axhline(0.5, color=GREY, lw=1, ls="--")
    axes.set_xticks(sorted({stage for stages in judges.values() for stage in stages}))
    axes.set_ylim(0.2, 1.03)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(x)
    axes.set_ylabel("named the winner")
    axes.legend(frameon=False, loc="lower right")
    _plain(axes)
    return figure


def learning(log: Sequence[Mapping[str, float]]) -> Figure:
    """A training in which nothing is known exactly: losses, and points against others."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7, 3.2), layout="constrained")
    plt.close(figure)  # only who asks for it shows it
    games = np.cumsum([row["games"] for row in log])
    lines = {"with a search, against random": "against_random",
             "alone, against random": "alone_random",
             "with a search, against the one before": "against_best"}  # fmt: skip
    for number, (label, name) in enumerate(lines.items()):
        left.plot(
            games, [row[name] for row in log], color=COLOURS[number], marker=MARKERS[number],
            markersize=4, label=label,
        )  # fmt: skip
    left.axhline(0.5, color=GREY, lw=1, ls="--")
    left.set_ylim(0, 1.05)
    left.set_ylabel("points a game")
    left.legend(frameon=False, fontsize="small", loc="lower right")
    for name, colour, marker in (("policy", BLUE, "o"), ("value", ORANGE, "s")):
        losses = np.array([row[f"{name}_loss"] for row in log])
        right.plot(games, losses / losses[0], color=colour, marker=marker, markersize=4, label=name)
    right.set_ylim(0, 1.05)
    right.set_ylabel("loss, as a share of the first")
    right.legend(frameon=False, loc="lower left")
    for axes in (left, right):
        axes.set_xlabel("games played")
        axes.locator_params(axis="x", nbins=5)
        _plain(axes)
    return figure


def symmetries(rules: Rules, move: int) -> Figure:
    """All images of a board of Quixo: whose cube lies where, and an arrow for the image of a move.

    The number on a place is that of the board's cube that comes to lie there.
    """
    figure, grid = plt.subplots(2, 4, figsize=(7.6, 4.6), layout="constrained")
    plt.close(figure)  # only who asks for it shows it
    for axes, name, (cubes, moves) in zip(grid.flat, SYMMETRIES, rules.symmetries, strict=True):
        number = moves.tolist().index(move)  # the image's move that stands for it
        push = rules.pushes[number]
        _draw_board(axes, rules.size, cubes.tolist(), push.cube)
        _draw_arrow(axes, rules.size, push.cube, push.end)
        axes.set_title(f"{name}\nmove {number}", fontsize="small")
    return figure


def _draw_board(axes: Axes, size: int, numbers: Sequence[int], taken: int) -> None:
    """Places with numbers on them; the one with the cube that is taken is shaded."""
    for place, number in enumerate(numbers):
        row, column = divmod(place, size)
        ground = "#f7dfc6" if place == taken else "white"
        axes.add_patch(
            Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=ground, edgecolor=GREY, lw=0.8)
        )
        axes.text(column, row, str(number), ha="center", va="center", fontsize=8)
    axes.set_xlim(-0.55, size - 0.45)
    axes.set_ylim(size - 0.45, -0.55)
    axes.set_aspect("equal")
    axes.axis("off")


def _draw_arrow(axes: Axes, size: int, start: int, end: int) -> None:
    """From place to place, beside the numbers."""
    (row, column), (end_row, end_column) = divmod(start, size), divmod(end, size)
    right, down = (0.0, 0.33) if row == end_row else (0.33, 0.0)
    axes.annotate(
        "", (end_column + right, end_row + down), (column + right, row + down),
        arrowprops={"arrowstyle": "->", "color": ORANGE, "lw": 2, "shrinkA": 0, "shrinkB": 0},
    )  # fmt: skip


def _plain(axes: Axes) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
