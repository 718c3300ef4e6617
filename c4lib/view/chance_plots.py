"""Plots for lesson 09: chance and many players. Each function returns a figure."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from c4lib.games.odd_trees import TupleTree
from c4lib.games.pig import Rolls
from c4lib.search import maxn
from c4lib.view.plots import BLUE, GREY, MARKERS, ORANGE

SKY, AMBER, PALE = "#a8cbee", "#e6a800", "#eef1f4"
COLOURS = (BLUE, ORANGE, "#009e73", AMBER, GREY, "#7a3e8e")
STYLES = ("-", "--", "-.", ":", (0, (1, 1)), (0, (5, 1)))
LETTERS = "ABCDEF"
"""What the players of a tree are called."""


# ---- lines -----------------------------------------------------------------------------------


def curves(
    xs: Sequence[float], lines: Mapping[str, Sequence[float]], x: str, y: str, percent: bool = True
) -> Figure:
    """A line for each name, all over the same xs, which are shares unless `percent` is off."""
    figure, axes = _axes(3.3)
    looks = zip(lines.items(), MARKERS + "P", COLOURS, STYLES, strict=False)
    for (name, ys), marker, colour, style in looks:
        axes.plot(xs, ys, marker=marker, color=colour, linestyle=style, label=name)
    axes.axhline(0, color=GREY, linewidth=0.8, zorder=0)
    if percent:
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def aims(values: Mapping[str, float], title: str = "") -> Figure:
    """What each move is worth, from -1 to 1, as bars; the best one is marked."""
    figure, axes = _axes(2.6)
    best = max(values.values())
    names, heights = list(values), list(values.values())
    colours = [ORANGE if value > best - 1e-9 else SKY for value in heights]
    bars = axes.bar(names, heights, color=colours, edgecolor=BLUE)
    texts = [f"{v + 0.0:.2f}{' ★' if v > best - 1e-9 else ''}" for v in heights]
    axes.bar_label(bars, texts, padding=2, fontsize=9)
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.set_ylim(-1.2, 1.2)
    axes.set_xlabel("column")
    axes.set_ylabel("worth on average")
    axes.set_title(title, fontsize=10)
    return figure


# ---- Pig -------------------------------------------------------------------------------------


def pig_slices(
    rolls: Rolls,
    theirs: Sequence[int] = (0, 30, 60, 85),
    other: Rolls | None = None,
    name: str = "the other player",
) -> Figure:
    """Where to roll and where to hold: a picture for each score of the opponent.

    With `other`, another way to play, it is hatched where that one decides otherwise.
    """
    columns = min(2, len(theirs))
    rows = -(-len(theirs) // columns)
    figure, grid = plt.subplots(
        rows, columns, figsize=(7, 0.75 + 2.75 * rows), layout="constrained",
        sharex=True, sharey=True, squeeze=False,
    )  # fmt: skip
    plt.close(figure)
    for axes, score in zip(grid.flat, theirs, strict=False):
        _slice(axes, rolls[:, :, score], None if other is None else other[:, :, score])
        axes.set_title(f"the opponent has {score}", fontsize=10)
        axes.label_outer()
    figure.supxlabel("points that I have for sure", fontsize=10)
    figure.supylabel("points of this turn", fontsize=10)
    signs: list[Any] = [
        Patch(facecolor=BLUE, label="roll"),
        Patch(facecolor=SKY, edgecolor=BLUE, label="hold"),
        Line2D([], [], color=ORANGE, linestyle="--", label="hold at 20"),
    ]
    if other is not None:
        signs.append(Patch(fc=AMBER, ec="black", hatch="///", label=f"{name} errs"))
    figure.legend(handles=signs, loc="outside upper center", ncols=4, frameon=False, fontsize=9)
    return figure


def _slice(axes: Axes, rolls: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_] | None) -> None:
    """One picture: my points to the right, the turn's upwards; nothing where I have won."""
    goal = len(rolls)
    turns, mine = np.ogrid[:goal, :goal]
    open_cells = turns + mine < goal
    looks: dict[str, Any] = {
        "origin": "lower", "aspect": "auto", "interpolation": "nearest",
        "extent": (-0.5, goal - 0.5, -0.5, goal - 0.5), "vmin": 0, "vmax": 1,
    }  # fmt: skip
    shown = np.ma.array(rolls.astype(float), mask=~open_cells)
    axes.imshow(shown, cmap=ListedColormap([SKY, BLUE]), **looks)
    if other is not None and (differs := open_cells & (rolls != other)).any():
        marked = np.ma.array(np.ones_like(shown), mask=~differs)
        axes.imshow(marked, cmap=ListedColormap([AMBER]), **looks)
        axes.contourf(differs.astype(float), levels=[0.5, 1.5], colors="none", hatches=["///"])
    axes.plot([0, goal - 20], [20, 20], color=ORANGE, linestyle="--", linewidth=2)
    axes.set(xlim=(-0.5, goal - 0.5), ylim=(-0.5, goal * 0.6))
    axes.set_facecolor("white")


def pig_depths(
    depths: Sequence[int],
    differs: Sequence[float],
    wins: Sequence[float],
    rules: Mapping[str, float],
) -> Figure:
    """How search of each depth plays Pig: in how many positions it errs, and how often it wins.

    `wins` are the shares of games won against best play; `rules` those of simple rules.
    """
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(7, 5), layout="constrained", sharex=True, height_ratios=(2, 3)
    )
    plt.close(figure)
    above.plot(depths, differs, "o-", color=BLUE)
    above.set_ylabel("positions where\nit errs")
    above.set_ylim(0, None)
    below.plot(depths, wins, "o-", color=BLUE, label="search to that depth")
    for (name, share), style in zip(rules.items(), ("--", ":", "-."), strict=False):
        below.axhline(share, color=ORANGE, linestyle=style, label=name)
    below.axhline(0.5, color=GREY, linewidth=1, label="best play")
    below.set_ylabel("games won against\nbest play")
    below.set_xlabel("depth, in decisions")
    below.set_xscale("log")
    below.set_xticks(depths, [str(depth) for depth in depths])
    below.minorticks_off()
    below.legend(frameon=False, loc="lower right", fontsize=9)
    for axes in (above, below):
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.spines[["top", "right"]].set_visible(False)
    return figure


# ---- many players ----------------------------------------------------------------------------


def tuple_tree(tree: TupleTree) -> Figure:
    """A small tree of many players, with what max^n finds at each node: best play is bold.

    Each node says whose turn it is and what it is worth to everybody.
    """
    levels, places = _laid_out(tree)
    figure, axes = plt.subplots(figsize=(7, 0.5 + 0.85 * levels), layout="constrained")
    plt.close(figure)
    axes.set_axis_off()
    best = set(_line(tree))
    for path, (x, ply, state) in places.items():
        on_line = path in best
        if path:
            x0, ply0, _ = places[path[:-1]]
            width, colour = (3, ORANGE) if on_line else (1, GREY)
            axes.plot([x0, x], [-ply0, -ply], color=colour, linewidth=width, zorder=1)
        who = "" if state.is_over else f"{LETTERS[state.player]}  "
        text = who + "(" + ", ".join(f"{value:g}" for value in maxn(state).values) + ")"
        box = {
            "boxstyle": "round,pad=0.25" if state.is_over else "square,pad=0.35",
            "facecolor": "white" if state.is_over else SKY,
            "edgecolor": ORANGE if on_line else BLUE,
            "linewidth": 2.5 if on_line else 1,
        }
        axes.text(x, -ply, text, ha="center", va="center", fontsize=9, bbox=box, zorder=2)
    leaves = sum(state.is_over for _, _, state in places.values())
    axes.set(xlim=(-0.5, leaves - 0.5), ylim=(-levels + 0.6, 0.4))
    return figure


Path = tuple[int, ...]


def _laid_out(tree: TupleTree) -> tuple[int, dict[Path, tuple[float, int, TupleTree]]]:
    """How many levels there are, and for each node its x, its ply and its state, parents first."""
    places: dict[Path, tuple[float, int, TupleTree]] = {}
    count = 0

    def place(state: TupleTree, path: Path) -> float:
        nonlocal count
        places[path] = (0.0, len(path), state)
        if state.is_over:
            x, count = float(count), count + 1
        else:
            below = [place(state.play(move), (*path, move)) for move in state.moves()]
            x = (below[0] + below[-1]) / 2
        places[path] = (x, len(path), state)
        return x

    place(tree, ())
    return 1 + max(len(path) for path in places), places


def _line(tree: TupleTree) -> list[Path]:
    """The nodes of best play, by the moves that lead to them."""
    line = maxn(tree).line
    return [line[:length] for length in range(len(line) + 1)]


def _axes(height: float) -> tuple[Figure, Axes]:
    """An empty figure as wide as a notebook, closed so that only who asks for it shows it."""
    figure, axes = plt.subplots(figsize=(7, height), layout="constrained")
    plt.close(figure)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
