"""Plots of trainings: what a network keeps, where it errs, its promotions, and what it could learn.

All but `ceiling` are made from a training's log.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from c4lib.measure.accuracy import STAGES, Estimate
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GREY, INK, LOOKS, NOTE, ORANGE, styled

RunLog = Sequence[Mapping[str, float]]  # as `c4lib.alphazero.networks.read_log` gives it

WAYS = {"kept": "the policy alone", "kept_search": "with {} simulations"}  # figures in the log
OPPONENTS = {
    "against_untrained": "the untrained network",
    "against_random": "random moves",
    "alone_random": "random moves, without a search",
}
"""Whom a player of `c4lib.alphazero.learn` is measured against, by the name of the figure."""
PARTS = ("value", "low", "high")  # of an estimate
TIMES = {"games": "games played", "minutes": "minutes of training", "iteration": "iteration"}


@styled
def learning_curve(
    log: RunLog, x: str = "games", others: Mapping[str, float] | None = None, simulations: int = 32
) -> Figure:
    """The share of positions whose value is kept, while it learns: by the policy, and searching.

    `x` is "games", "minutes" or "iteration". `others` are other players' shares by name, drawn
    as horizontal lines. `simulations` is how many the training searched with. Where a second
    network begins, there are new lines.
    """
    others = others or {}
    figure, axes = style.single(3.8, TIMES.get(x, ""), "moves that keep the value")
    shares = {title.format(simulations): _figures(log, way) for way, title in WAYS.items()}
    _draw(axes, log, x, shares, " a second network")
    lowest = min(*others.values(), *np.concatenate(list(shares.values())))
    axes.set_ylim(math.floor(10 * lowest - 0.1) / 10, 1.005)
    _draw_others(axes, others)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_locator(MaxNLocator(steps=(1, 2, 5, 10)))  # in whole per cents
    style.percent(axes.yaxis)
    style.legend(axes)
    return figure


def _figures(log: RunLog, name: str) -> list[float]:
    """One figure of each iteration."""
    if not log:
        raise ValueError("the log is empty; train for an iteration or more")
    if any(name not in row for row in log):
        where = "; only boards with known exact values are measured" * name.startswith("kept")
        raise ValueError(f"the log of this training has no figure {name!r}{where}")
    return [row[name] for row in log]


def _draw(axes: Axes, log: RunLog, x: str, series: Mapping[str, list[float]], second: str) -> None:
    """A line for each name over the training; where a second network begins, new ones and words."""
    if x not in TIMES:
        raise ValueError(f"x is one of {', '.join(TIMES)}, not {x!r}")
    found = _figures(log, x)
    times = np.cumsum(found) if x == "games" else np.array(found)
    networks = np.array([row.get("network", 1) for row in log])
    look = {"ms": 5, "lw": 1.6, "markevery": math.ceil(len(log) / 12)}
    for number in (1, 2):
        chosen = networks == number
        if chosen.any():
            parts = {name: np.array(series[name])[chosen] for name in series}
            style.lines(axes, parts, times[chosen], **look | ({"label": ""} if number == 2 else {}))
    if 2 in networks:
        begin = times[networks == 2][0]
        axes.axvline(begin, color=GREY, lw=1.2, ls=":")
        axes.text(begin, 0.2, second, size=NOTE, transform=axes.get_xaxis_transform())
    axes.xaxis.set_major_formatter("{x:,.10g}")
    axes.grid()


def _draw_others(
    axes: Axes,
    others: Mapping[str, float],
    ends: Mapping[str, float] | None = None,
    looks: Mapping[str, style.Look] | None = None,
) -> None:
    """Shares as dashed lines, and at the right their names, with those of lines that end there.

    No names meet: they stand below one another, and none below the foot.
    """
    for share in others.values():
        style.level(axes, share, lw=1.2, ls="--", zorder=1)
    shares, (low, high) = {**(ends or {}), **others}, axes.get_ylim()
    gap, place = 0.055 * (high - low), math.inf
    names = sorted(shares, key=lambda name: -shares[name])
    for left, name in zip(reversed(range(len(names))), names, strict=True):
        place = max(min(shares[name], place - gap), low + gap * left)
        colour, _ = (looks or {}).get(name, (INK, ""))
        words = f" {name} {100 * shares[name]:.1f} %"
        options: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "color": colour}
        axes.text(1, place, words, size=NOTE, va="center", **options)


@styled
def ceiling(
    shares: Mapping[str, Mapping[float, Estimate]], levels: Mapping[str, float] | None = None
) -> Figure:
    """The share of positions whose value each candidate keeps, by its minutes of learning.

    `shares` are those of `c4lib.measure.study_ceiling.summary()`; the bands are 95 % confidence
    intervals. `levels` are shares by name, drawn as dashed horizontal lines, such as
    `{"needed": 0.98}`.
    """
    style.check_fits(len(shares), "candidates")
    if not all(shares.values()):
        raise ValueError("each candidate was measured at least once; draw what summary() gives")
    levels, looks = levels or {}, dict(zip(shares, LOOKS, strict=False))
    figure, axes = style.single(3.8, TIMES["minutes"], "moves that keep the value")
    for name, curve in shares.items():
        colour, marker = looks[name]
        values, lows, highs = ([getattr(each, part) for each in curve.values()] for part in PARTS)
        look: dict[str, Any] = {"color": colour, "marker": marker, "ms": 6, "lw": 1.6}
        axes.plot(list(curve), values, label=name, clip_on=False, **look)
        axes.fill_between(list(curve), lows, highs, color=colour, alpha=0.12, linewidth=0)
    minutes = sorted({each for curve in shares.values() for each in curve})
    axes.set_xscale("log")
    axes.set_xticks(minutes, [f"{each:g}" for each in minutes])
    axes.minorticks_off()
    if len(minutes) > 1:
        axes.set_xlim(minutes[0] / 1.05, minutes[-1] * 1.05)
    axes.set_ylim(style.lowest_tenth([*axes.dataLim.intervaly, *levels.values()]), 1.005)
    axes.grid()
    style.percent(axes.yaxis)
    ends = {name: list(curve.values())[-1].value for name, curve in shares.items()}
    _draw_others(axes, levels, ends, looks)
    return figure


@styled
def learnt_curve(curve: RunLog) -> Figure:
    """The share of points against each opponent while it learns.

    `curve` is that of a player: `c4lib.alphazero.learn(start).curve`.
    """
    figure, axes = style.single(3.4, TIMES["iteration"], "points")
    series = {title: _figures(curve, name) for name, title in OPPONENTS.items()}
    style.lines(axes, series, _figures(curve, "iteration"), ms=5, lw=1.6)
    style.level(axes, 0.5, lw=0.8, ls=":")
    axes.set_ylim(0, 1.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    style.percent(axes.yaxis)
    style.legend(axes)
    return figure


@styled
def td_curve(shares: Mapping[int, Sequence[float]], others: Mapping[str, float]) -> Figure:
    """The share of positions that TD learning keeps, by games played: a line for each player.

    `shares` are those of `c4lib.measure.study_td.summary`; `others` are other players' shares by
    name, drawn as horizontal lines.
    """
    if not shares or len({len(each) for each in shares.values()}) != 1:
        raise ValueError("give a share for each player, after each number of games")
    players = list(zip(*shares.values(), strict=True))
    figure, axes = style.single(3.8, "games played", "moves that keep the value")
    series = {f"TD learning, seed {seed}": each for seed, each in enumerate(players)}
    style.check_fits(len(series), "players")
    style.lines(axes, series, list(shares), ms=5, lw=1.6)
    lowest = min(*others.values(), *np.concatenate(players), 1.0)
    axes.set_ylim(math.floor(10 * lowest - 0.1) / 10, 1.005)
    style.logarithmic(axes.xaxis)
    _draw_others(axes, others)
    axes.yaxis.set_major_locator(MaxNLocator(steps=(1, 2, 5, 10)))
    style.percent(axes.yaxis)
    axes.grid()
    style.legend(axes)
    return figure


@styled
def stages(log: RunLog, x: str = "games", simulations: int = 32) -> Figure:
    """How often a move gives value away, by stage of the game: by the policy, and searching.

    The scale is logarithmic, but for its foot: there was no mistake at all.
    """
    figure, panels = style.multiples(1, 2, 3.5, sharex=True, sharey=True)
    found = [stage for stage in STAGES if any(f"kept_{stage}" in row for row in log)] or STAGES
    errors = {
        way: {stage: 1 - np.array(_figures(log, f"{way}_{stage}")) for stage in found}
        for way in WAYS
    }
    every = np.array([list(each.values()) for each in errors.values()])
    least, most = every[every > 0].min(initial=1.0), every.max(initial=0.1)
    foot = least / 3 if (every == 0).any() else least / 1.3
    left, right = panels
    for axes, (way, title) in zip(panels, WAYS.items(), strict=True):
        heights = {stage: np.maximum(each, foot).tolist() for stage, each in errors[way].items()}
        # in the right panel lines run where the words would stand
        _draw(axes, log, x, heights, "" if axes is right else " a second network")
        axes.set(title=title.format(simulations), xlabel=TIMES[x])
    left.set(yscale="log", ylim=(foot, 1.2 * most), ylabel="moves that give value away")
    ticks = [n * 10.0**-k for k in range(6) for n in (1, 2, 5)]
    ticks = [tick for tick in ticks if least / 2 < tick < 1.2 * most]
    names = [f"{100 * tick:g}%" for tick in ticks]
    left.set_yticks([foot, *ticks], ["0%" if foot < least / 2 else "", *names])
    left.yaxis.set_minor_formatter(NullFormatter())
    left.xaxis.set_major_locator(MaxNLocator(4))
    style.legend(figure)
    return figure


@styled
def same_time(logs: Mapping[str, RunLog], simulations: int = 32) -> Figure:
    """Mistakes of several networks by processor time: by the policy alone, and searching.

    `logs` are those of their trainings, by what the networks are called.
    """
    style.check_fits(len(logs), "trainings")
    figure, panels = style.multiples(1, 2, 3.6, sharex=True, sharey=True)
    for name, (colour, marker) in zip(logs, LOOKS, strict=False):
        log = logs[name]
        minutes = np.cumsum(_figures(log, "core_seconds")) / 60
        look: dict[str, Any] = {"color": colour, "marker": marker, "ms": 5, "lw": 1.6}
        for axes, way in zip(panels, WAYS, strict=True):
            mistakes = 1 - np.array(_figures(log, way))
            every = math.ceil(len(log) / 10)
            axes.plot(minutes, mistakes, label=name, markevery=every, **look)
            axes.plot(minutes[-1:], mistakes[-1:], **look)  # the last one is marked in any case
    for axes, title in zip(panels, WAYS.values(), strict=True):
        axes.set(title=title.format(simulations), xlabel="minutes of processor time", xlim=0)
        axes.grid()
    panels[0].set(ylabel="mistakes", ylim=(0, None))
    style.percent(panels[0].yaxis)
    style.legend(figure)
    return figure


@styled
def gate(log: RunLog, needed: float = 0.55) -> Figure:
    """Each new network's points against the best before it; filled where it took its place.

    The line is what a network needs in AlphaGo Zero's gate, or another share.
    """
    found, iterations, promoted = (
        np.array(_figures(log, name)) for name in ("against_best", "iteration", "promoted")
    )
    figure, axes = style.single(3.2, "iteration", "points against the best so far")
    axes.plot(iterations, found, color=GREY, lw=0.8, zorder=1)
    look: dict[str, Any] = {"ms": 7, "mec": BLUE, "mew": 1.5}
    for is_new, fill, label in ((True, BLUE, "became the best"), (False, "none", "did not")):
        chosen = (promoted > 0) == is_new
        label = f"{label} ({chosen.sum()})"
        axes.plot(iterations[chosen], found[chosen], "o", mfc=fill, label=label, **look)
    style.level(axes, needed, color=ORANGE, lw=1.4, ls="--", label=f"{100 * needed:g} %")
    style.level(axes, 0.5, lw=0.8, ls=":")
    axes.set(ylim=(0, 1.05), xlim=(iterations[0] - 0.5, iterations[-1] + 0.5))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    style.percent(axes.yaxis)
    style.legend(axes)
    return figure
