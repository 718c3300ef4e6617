"""Plots of a ladder: strength against time, marks beside the study's, and who beat whom.

What they draw is `c4lib.ladder.standings(c4lib.ladder.read())`, and the ladder itself.
"""

import math
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from c4lib.grade import STUDY
from c4lib.ladder import Ladder, Standing, cross_table
from c4lib.players import family
from c4lib.view.accuracy_plots import LOOKS
from c4lib.view.heuristics_plots import POINTS, WIDTH
from c4lib.view.plots import BLUE, ORANGE, _axes
from c4lib.view.strength_plots import INK

ALONE = ("#444b52", "o")
"""The colour and marker of players who have no family."""
AROUND = [(r * math.cos(a), r * math.sin(a)) for r in (9, 14, 20, 27)
          for a in np.linspace(0, 2 * math.pi, 16, endpoint=False)]  # fmt: skip
"""Where a label may stand, in points from its marker: near places first."""
MOST_NUMBERS = 30
"""How many players a heat map may have for numbers to fit into its squares."""


# ---- strength against time -----------------------------------------------------------------


def strength_by_time(rows: Sequence[Standing], highlight: str | None = None) -> Figure:
    """Each player's rating against its time for a move, on a logarithmic axis.

    Players that differ only in their budget are joined, and carry it as a label; others carry
    their names. Bars are the ratings' 95 % intervals. The frontier joins those than whom
    nobody is stronger in less time. A star marks the player to `highlight`.
    """
    if not rows:
        raise ValueError("there is nobody to draw; hand in c4lib.ladder.standings(...)")
    figure, axes = _axes("", height=5.6)
    _frontier(axes, rows)
    families = _families([row for row in rows if row.name != highlight])
    looks = iter(LOOKS)
    labels: dict[Standing, tuple[str, str]] = {}
    for name, members in families.items():
        joined = len(members) > 1
        colour, marker = next(looks, ALONE) if joined else ALONE
        _points(axes, members, colour, marker, name if joined else None)
        labels |= {row: ((_budget if joined else _name)(row.name), colour) for row in members}
    _points(axes, [row for row in rows if row.name == highlight], ORANGE, "*", highlight, 15)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda seconds, _: _time(seconds))
    axes.margins(0.08, 0.08)
    axes.set_xlabel("processor time for a move")
    axes.set_ylabel("rating (points of Elo above random)")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="lower right", fontsize=9)
    _label(figure, axes, labels)
    return figure


def frontier(rows: Sequence[Standing]) -> list[Standing]:
    """Those than whom nobody is stronger in as little time, the quickest first."""
    best: list[Standing] = []
    for row in sorted(rows, key=lambda row: (row.seconds, -row.rating.value)):
        if not best or row.rating.value > best[-1].rating.value:
            best.append(row)
    return best


def _frontier(axes: Axes, rows: Sequence[Standing]) -> None:
    best = frontier(rows)
    x = [row.seconds for row in best]
    y = [row.rating.value for row in best]
    end = max(row.seconds for row in rows)
    axes.plot([*x, end], [*y, y[-1]], drawstyle="steps-post", color="#b9c2cb", lw=5, alpha=0.55,
              solid_capstyle="round", label="the frontier", zorder=1)  # fmt: skip


def _families(rows: Sequence[Standing]) -> dict[str, list[Standing]]:
    """Players by their families, the largest families first, each one's quickest first."""
    found: dict[str, list[Standing]] = {}
    for row in rows:
        found.setdefault(family(row.name), []).append(row)
    names = sorted(found, key=lambda name: (-len(found[name]), name))
    return {name: sorted(found[name], key=lambda row: row.seconds) for name in names}


def _points(
    axes: Axes, rows: Sequence[Standing], colour: str, marker: str, label: str | None, size: int = 7
) -> None:
    """Markers with their intervals, joined by a line."""
    if not rows:
        return
    values = [row.rating.value for row in rows]
    reach = [[max(0, row.rating.value - row.rating.low) for row in rows],
             [max(0, row.rating.high - row.rating.value) for row in rows]]  # fmt: skip
    axes.errorbar(
        [row.seconds for row in rows], values, reach, color=colour, marker=marker, label=label,
        lw=1.3, elinewidth=0.9, markersize=size, zorder=3,
    )  # fmt: skip


def _budget(name: str) -> str:
    """What a player has in advance of its family, for a label."""
    word = name.split()[-1]
    if "." in word:
        return f"{float(word):g} s"
    return "×".join(f"{int(part):,}" for part in word.split("x"))


def _name(name: str) -> str:
    """A player's name, for a label: large numbers are easier to read with commas."""
    return name if family(name) == name else f"{family(name)} {_budget(name)}"


def _time(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{1000 * seconds:g} ms"


def _label(figure: Figure, axes: Axes, labels: Mapping[Standing, tuple[str, str]]) -> None:
    """Write each label, a text and a colour, beside its marker: as near and as free as can be."""
    figure.draw_without_rendering()
    scale = figure.dpi / 72
    spots = {row: axes.transData.transform((row.seconds, row.rating.value)) for row in labels}
    boxes = {row: Bbox.from_extents(*(spot - 4 * scale), *(spot + 4 * scale))
             for row, spot in spots.items()}  # fmt: skip
    legend = axes.get_legend()
    taken = [*boxes.values(), *([legend.get_window_extent()] if legend else [])]
    for row in sorted(labels, key=lambda row: -row.rating.value):
        words, colour = labels[row]
        text = axes.annotate(
            words, (row.seconds, row.rating.value), (0, 0), fontsize=8, color=_ink(colour),
            textcoords="offset points", ha="center", va="center", zorder=4,
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
        )  # fmt: skip
        others = [box for other, box in boxes.items() if other is not row]
        room = axes.get_window_extent()
        taken.append(_place(text, boxes[row], others, taken, room, scale))


def _ink(colour: str) -> tuple[float, ...]:
    """A colour dark enough to write with."""
    return tuple(0.6 * part for part in to_rgb(colour))


def _place(
    text: Text, mine: Bbox, others: Sequence[Bbox], taken: Sequence[Bbox], room: Bbox, scale: float
) -> Bbox:
    """Move a label to the best place around its marker, and tell where it stands then.

    It should lie over nothing, and be nearer to its own marker than to any other.
    """
    box = text.get_window_extent()
    best, least = (0.0, 0.0), math.inf
    for x, y in AROUND:
        aside = x + math.copysign(box.width / scale / 2, x) * (abs(x) > 2)  # clear of the marker
        moved = box.translated(aside * scale, y * scale)
        bad = 5 * sum(moved.overlaps(other) for other in taken)
        bad += 50 * (moved.x0 < room.x0 or moved.x1 > room.x1)
        bad += 50 * (moved.y0 < room.y0 or moved.y1 > room.y1)
        bad += sum(_gap(moved, other) < 1.5 * _gap(moved, mine) for other in others)
        if bad < least:
            best, least = (aside, y), bad
        if bad == 0:
            break
    text.set_position(best)
    return box.translated(best[0] * scale, best[1] * scale)


def _gap(one: Bbox, other: Bbox) -> float:
    """How far apart two boxes are."""
    across = max(one.x0 - other.x1, other.x0 - one.x1, 0)
    along = max(one.y0 - other.y1, other.y0 - one.y1, 0)
    return math.hypot(across, along)


# ---- marks ---------------------------------------------------------------------------------


def marks(rows: Sequence[Standing], study: Mapping[str, Sequence[float]] = STUDY) -> Figure:
    """Each player's mark with its 95 % interval, and the study's beside it where there is one."""
    known = sorted(
        (row for row in rows if row.mark.count), key=lambda row: (row.mark.value, row.rating.value)
    )
    if not known:
        raise ValueError("no player of these was asked about positions, so there is no mark")
    figure, axes = _axes("", height=1.1 + 0.22 * len(known))
    for place, row in enumerate(known):
        reach = [[row.mark.value - row.mark.low], [row.mark.high - row.mark.value]]
        axes.errorbar(row.mark.value, place, xerr=reach, color=BLUE, marker="o", markersize=6,
                      elinewidth=1.5, label="ours, measured" if place == 0 else None)  # fmt: skip
    theirs = [(mark, place) for place, row in enumerate(known) for mark in study.get(row.name, ())]
    if theirs:
        x, y = zip(*theirs, strict=True)
        axes.plot(x, y, color=ORANGE, marker="D", ls="", markersize=6, markerfacecolor="none",
                  markeredgewidth=1.6, zorder=3, label="the study's, by feeling")  # fmt: skip
    axes.set_yticks(range(len(known)), [row.name for row in known])
    axes.set_ylim(-0.7, len(known) - 0.3)
    axes.set_xlim(0.8, 10.2)
    axes.set_xticks(range(1, 11))
    axes.set_xlabel("mark: 1 no rules, 2 at random, 10 perfect")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure


# ---- who beat whom -------------------------------------------------------------------------


def heat_map(ladder: Ladder, names: Sequence[str]) -> Figure:
    """The share of points of each player (row) against each other (column), as a heat map.

    `names` says who, in which order: the strongest first, as `standings` has them. Blue is for
    points made, orange for points lost; the numbers are per cent.
    """
    if len(names) < 2:
        raise ValueError("a cross table needs two players at least")
    shares = cross_table(ladder, names)
    figure, axes = plt.subplots(figsize=(WIDTH, 1.5 + 0.225 * len(names)), layout="constrained")
    plt.close(figure)
    image = axes.imshow(shares, cmap=POINTS, vmin=0, vmax=1, aspect="auto")
    axes.set_facecolor("#e4e7ea")
    if len(names) <= MOST_NUMBERS:
        _numbers(axes, shares)
    axes.set_yticks(range(len(names)), [f"{name}  {n}" for n, name in enumerate(names, 1)])
    axes.set_xticks(range(len(names)), [str(n) for n in range(1, len(names) + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=8)
    axes.spines[:].set_visible(False)
    for ticks in (axes.set_xticks, axes.set_yticks):
        ticks(np.arange(0.5, len(names) - 1), minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="minor", length=0)
    scale = figure.colorbar(image, ax=axes, location="bottom", aspect=50, shrink=0.7)
    scale.ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    scale.ax.tick_params(labelsize=8)
    scale.set_label("points that the row's player made against the column's", fontsize=9)
    return figure


def _numbers(axes: Axes, shares: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    """Per cent in each square."""
    for (row, column), share in np.ndenumerate(shares):
        if not math.isnan(share):
            ink = "white" if abs(share - 0.5) > INK else "black"
            axes.text(column, row, f"{100 * share:.0f}", color=ink, ha="center", va="center",
                      fontsize=6.5)  # fmt: skip
