"""Plots of a ladder: strength against time, marks beside the study's, and who beat whom.

They draw the ladder and its `standings`, from `c4lib.measure.ladder`.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from c4lib.measure.ladder import Ladder, Standing, cross_table
from c4lib.measure.mark import STUDY
from c4lib.players.names import family
from c4lib.view.plots import style
from c4lib.view.plots.style import GREY, INK, LOOKS, ORANGE, PURPLE, SMALL, Look, styled

ALONE = (INK, "o")  # the colour and marker of players who have no family
AROUND = [(r * math.cos(a), r * math.sin(a)) for r in (9, 14, 20, 27)
          for a in np.linspace(0, 2 * math.pi, 32, endpoint=False)]  # fmt: skip
"""Where a label may stand, in points from its marker: near places first."""
MOST_NUMBERS = 30  # players at most for numbers to fit into the squares of a heat map


@styled
def strength_by_time(rows: Sequence[Standing], highlight: str | None = None) -> Figure:
    """Each player's rating against its time for a move, on a logarithmic axis.

    Players that differ only in their budget are joined, and carry it as a label; others carry
    their names. Bars are the ratings' 95 % intervals. The frontier joins the players that are
    stronger than all quicker ones. A star marks the player to `highlight`.
    """
    if not rows:
        raise ValueError("there is nobody to draw; hand in c4lib.measure.ladder.standings(...)")
    y = "rating (points of Elo above random)"
    figure, axes = style.single(6.4, "processor time for a move", y)
    best = frontier(rows)
    ends = [*(row.seconds for row in best), max(row.seconds for row in rows)]
    heights = [row.rating.value for row in best]
    axes.plot(np.repeat(ends, 2)[1:-1], np.repeat(heights, 2), color=GREY, lw=5, alpha=0.4,
              solid_capstyle="round", label="the frontier", zorder=1)  # fmt: skip
    families: dict[str, list[Standing]] = {}
    for row in sorted(rows, key=lambda row: row.seconds):
        if row.name != highlight:
            families.setdefault(family(row.name), []).append(row)
    looks = iter(LOOKS)
    labels: dict[Standing, tuple[str, str]] = {}
    for name, members in sorted(families.items(), key=lambda each: (-len(each[1]), each[0])):
        joined = len(members) > 1
        look = next(looks, ALONE) if joined else ALONE
        hollow = {} if joined else {"mfc": "none", "mew": 1.5}  # over others, they hide nothing
        _points(axes, members, look, label=name if joined else None, **hollow)
        labels |= {row: ((_budget if joined else _name)(row.name), look[0]) for row in members}
    if highlighted := [row for row in rows if row.name == highlight]:
        _points(axes, highlighted, (PURPLE, "*"), label=highlight, markersize=15)
    style.logarithmic(axes.xaxis, lambda s, _: f"{s:g} s" if s >= 1 else f"{1000 * s:g} ms")
    axes.margins(0.08, 0.08)
    axes.grid()
    style.legend(axes, 4)
    _label(figure, axes, labels)
    figure.draw_without_rendering()
    places = {row: axes.transData.transform((row.seconds, row.rating.value)) for row in rows}
    figure.spots = {_said(row): tuple(place / figure.dpi) for row, place in places.items()}
    return figure


def _said(row: Standing) -> str:
    """What is said of a player that is pointed at."""
    rating = f"{row.rating.value:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
    mark = f", mark {row.mark.value:.1f}" if row.mark.count else ""
    return f"{row.name}: {rating}, {1000 * row.seconds:.3g} ms for a move{mark}"


def frontier(rows: Sequence[Standing]) -> list[Standing]:
    """The players that are stronger than all quicker ones, the quickest first."""
    best: list[Standing] = []
    for row in sorted(rows, key=lambda row: (row.seconds, -row.rating.value)):
        if not best or row.rating.value > best[-1].rating.value:
            best.append(row)
    return best


def _points(axes: Axes, rows: Sequence[Standing], look: Look, **options: Any) -> None:
    """Markers with their intervals, joined by a line."""
    thin = {"lw": 1.3, "elinewidth": 0.9, "capsize": 0, "markersize": 7, "zorder": 3} | options
    style.intervals(axes, [row.seconds for row in rows], [row.rating for row in rows], look, **thin)


def _budget(name: str) -> str:
    """A player's budget, for a label: "400", "0.1 s"."""
    word = name.split()[-1]
    if "." in word:
        return f"{float(word):g} s"
    return "×".join(f"{int(part):,}" for part in word.split("x"))


def _name(name: str) -> str:
    """A player's name, for a label: large numbers are easier to read with commas."""
    return name if family(name) == name else f"{family(name)} {_budget(name)}"


def _label(figure: Figure, axes: Axes, labels: Mapping[Standing, tuple[str, str]]) -> None:
    """Write each label, a text and a colour, beside its marker: as near and as free as can be.

    It should lie over nothing, and be nearer to its own marker than to any other.
    """
    figure.draw_without_rendering()
    scale = figure.dpi / 72
    spots = {row: axes.transData.transform((row.seconds, row.rating.value)) for row in labels}
    markers = {row: Bbox([spot - 4 * scale, spot + 4 * scale]) for row, spot in spots.items()}
    taken = list(markers.values())
    paths = [line.get_path() for line in axes.lines]
    paths += [path for bars in axes.collections for path in bars.get_paths()]
    paths, inside = list(map(axes.transData.transform_path, paths)), axes.get_window_extent()
    for row in sorted(labels, key=lambda row: -row.rating.value):
        words, colour = labels[row]
        text = axes.annotate(
            words, (row.seconds, row.rating.value), (0, 0), fontsize=SMALL, color=colour,
            textcoords="offset points", ha="center", va="center", zorder=4,
        )  # fmt: skip
        others = [marker for other, marker in markers.items() if other is not row]
        box = text.get_window_extent()
        places: dict[float, tuple[float, float, Bbox]] = {}
        for x, y in AROUND:
            aside = x * (1 + box.width / scale / 2 / math.hypot(x, y))
            moved = box.translated(aside * scale, y * scale)
            fault = _overlaps(moved, inside, taken, paths)
            fault += sum(_gap(moved, one) < 1.5 * _gap(moved, markers[row]) for one in others)
            places.setdefault(fault, (aside, y, moved))  # the nearest of those as good
            if fault == 0:
                break
        x, y, box = places[min(places)]
        text.set_position((x, y))
        taken.append(box)


def _overlaps(box: Bbox, inside: Bbox, taken: Sequence[Bbox], paths: Sequence[Path]) -> int:
    """How much a label would cover: lines, other labels, or the rim; 0 if nothing at all."""
    leaves = not np.all([inside.min <= box.min, box.max <= inside.max])
    around = box.padded(4)  # lines are thick
    is_crossed = any(path.intersects_bbox(around, filled=False) for path in paths)
    return 50 * leaves + 5 * sum(map(box.overlaps, taken)) + 3 * is_crossed


def _gap(one: Bbox, other: Bbox) -> float:
    across = max(one.x0 - other.x1, other.x0 - one.x1, 0)
    return math.hypot(across, max(one.y0 - other.y1, other.y0 - one.y1, 0))


@styled
def marks(rows: Sequence[Standing], study: Mapping[str, Sequence[float]] = STUDY) -> Figure:
    """Each player's mark with its 95 % interval, and the study's beside it where there is one."""
    known = [row for row in rows if row.mark.count]
    known.sort(key=lambda row: (row.mark.value, row.rating.value))
    if not known:
        raise ValueError("none of these players was asked about positions, so there is no mark")
    x = "mark: 1 no rules, 2 at random, 10 perfect"
    figure, axes = style.single(1.1 + 0.22 * len(known), x)
    places, found = list(range(len(known))), [row.mark for row in known]
    look: dict[str, Any] = {"markersize": 6, "capsize": 0, "ls": ""}
    style.intervals(axes, places, found, along="x", label="ours, measured", **look)
    theirs = [(mark, place) for place, row in enumerate(known) for mark in study.get(row.name, ())]
    if theirs:
        across, up = zip(*theirs, strict=True)
        axes.plot(across, up, color=ORANGE, marker="D", ls="", markersize=6, markerfacecolor="none",
                  markeredgewidth=1.6, zorder=3, label="the study's, by feeling")  # fmt: skip
    axes.set_yticks(places, [row.name for row in known])
    axes.set(xlim=(0.8, 10.2), ylim=(-0.7, len(known) - 0.3), xticks=range(1, 11))
    axes.grid()
    style.legend(axes)
    return figure


@styled
def heat_map(ladder: Ladder, names: Sequence[str]) -> Figure:
    """The share of points of each player (row) against each other (column), as a heat map.

    `names` says who, in which order: the strongest first, as `standings` has them. Blue is for
    points made, brown for points lost; the numbers are per cent.
    """
    if len(names) < 2:
        raise ValueError("a cross table needs two players at least")
    shares = cross_table(ladder, names)
    texts = None
    if len(names) <= MOST_NUMBERS:
        texts = [["" if np.isnan(one) else f"{100 * one:.0f}" for one in row] for row in shares]
    figure, axes = style.single(1.5 + 0.225 * len(names))
    image = style.heat_map(axes, shares, texts, size=6.5)
    axes.set_yticks(range(len(names)), [f"{name}  {n}" for n, name in enumerate(names, 1)])
    axes.set_xticks(range(len(names)), [str(n) for n in range(1, len(names) + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=SMALL)
    words = "points that the row's player made against the column's"
    style.percent(style.scale(figure, image, axes, words).ax.xaxis)
    return figure
