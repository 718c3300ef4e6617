"""Plots for lesson 09: chance and many players. Each function returns a figure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from c4lib.games.pig import Rolls
from c4lib.games.trees import TupleTree
from c4lib.search import maxn
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, DARK, LOOKS, NOTE, ORANGE, PALE_BLUE, styled
from c4lib.view.trees.figure import explain, line_sign, paint, sign, text_width
from c4lib.view.trees.layout import Layout, Spot
from c4lib.view.trees.marks import LARGE, look_of

AMBER = "#e6a800"
STYLES = ("-", "--", "-.", ":", (0, (1, 1)), (0, (5, 1)))
LETTERS = "ABCDEF"  # what the players of a tree are called


@styled
def curves(xs: Sequence[float], lines: Mapping[str, Sequence[float]], x: str, y: str) -> Figure:
    """A line for each name. The xs, which they share, are shares, shown as per cent."""
    figure, axes = style.single(3.3, x, y)
    looks = zip(lines.items(), LOOKS, STYLES, strict=False)
    for (name, ys), (colour, marker), dashes in looks:
        axes.plot(xs, ys, marker=marker, color=colour, linestyle=dashes, label=name)
    style.level(axes, lw=0.8, zorder=0)
    style.percent(axes.xaxis)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


@styled
def aims(values: Mapping[str, float], title: str = "") -> Figure:
    """What each move is worth, from -1 to 1, as bars; the best one is marked."""
    style.check_numbers(values)
    figure, axes = style.single(2.6, "column", "worth to the player to move", title)
    almost = max(values.values()) - 1e-9
    colours = [ORANGE if value > almost else BLUE for value in values.values()]
    bars = axes.bar(list(values), list(values.values()), color=colours)
    texts = [f"{value + 0.0:.2f}{' ★' * (value > almost)}" for value in values.values()]
    texts = [text.replace("-", "−") for text in texts]
    axes.bar_label(bars, texts, padding=2, fontsize=NOTE)
    style.level(axes, lw=0.8)
    axes.set_ylim(-1.2, 1.2)
    return figure


@styled
def pig_slices(
    rolls: Rolls,
    theirs: Sequence[int] = (0, 30, 60, 85),
    other: Rolls | None = None,
    name: str = "the other player",
) -> Figure:
    """Where to roll and where to hold: a picture for each score of the opponent.

    With `other`, another way to play, it is hatched where that one decides otherwise.
    """
    figure, panels = style.tiles(len(theirs), 2, 3.2, sharex=True, sharey=True)
    for axes, score in zip(panels, theirs, strict=True):
        _slice(axes, rolls[:, :, score], None if other is None else other[:, :, score])
        axes.set_title(f"the opponent has {score}")
        axes.label_outer()
    figure.supxlabel("points that I have for sure", fontsize=10)
    figure.supylabel("points of this turn", fontsize=10)
    signs: list[Any] = [
        Patch(facecolor=BLUE, label="roll"),
        Patch(facecolor=PALE_BLUE, edgecolor=BLUE, label="hold"),
        Line2D([], [], color=ORANGE, linestyle="--", label="hold at 20"),
    ]
    if other is not None:
        signs.append(Patch(fc=AMBER, ec=DARK, hatch="///", label=f"{name} errs"))
    style.legend(figure, len(signs), handles=signs)
    holds = [(score, rolls[:, 0, score].argmin()) for score in theirs]
    words = [f"{f'at {at}' if at else 'never'} if they have {score}" for score, at in holds]
    about = "Maps of when to roll and when to hold in Pig"
    figure.alt = f"{about}. With no points of my own, hold {', '.join(words)}."
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
    axes.imshow(shown, cmap=ListedColormap([PALE_BLUE, BLUE]), **looks)
    if other is not None and (differs := open_cells & (rolls != other)).any():
        marked = np.ma.array(np.ones_like(shown), mask=~differs)
        axes.imshow(marked, cmap=ListedColormap([AMBER]), **looks)
        axes.contourf(differs.astype(float), levels=[0.5, 1.5], colors="none", hatches=["///"])
    axes.plot([0, goal - 20], [20, 20], color=ORANGE, linestyle="--", linewidth=2)
    axes.set(xlim=(-0.5, goal - 0.5), ylim=(-0.5, goal * 0.6))


@styled
def pig_depths(
    depths: Sequence[int],
    differs: Sequence[float],
    wins: Sequence[float],
    rules: Mapping[str, float],
) -> Figure:
    """How search of each depth plays Pig: in how many positions it errs, and how often it wins.

    `wins` are the shares of games won against best play; `rules` those of simple rules.
    """
    figure, (above, below) = style.multiples(2, 1, 5, sharex=True, height_ratios=(2, 3))
    above.plot(depths, differs, "o-", color=BLUE)
    above.set(ylabel="positions where\nit errs", ylim=(0, None))
    below.plot(depths, wins, "o-", color=BLUE, label="search to that depth")
    for (name, share), dashes in zip(rules.items(), ("--", ":", "-."), strict=False):
        below.axhline(share, color=ORANGE, linestyle=dashes, label=name)
    style.level(below, 0.5, label="best play")
    below.set(ylabel="games won against\nbest play", xlabel="depth, in decisions", xscale="log")
    below.set_xticks(depths, [str(depth) for depth in depths])
    below.minorticks_off()
    below.legend(loc="lower right")
    style.percent(above.yaxis, below.yaxis)
    return figure


@styled
def tuple_tree(tree: TupleTree, solved: bool = True) -> Figure:
    """A small tree of many players, with what max^n finds at each node: best play is bold.

    Each node says whose turn it is and what it is worth to everybody; unless it is `solved`, only
    leaves do. All are squares, since each player maximises what they get themselves.
    """
    drawn = nx.DiGraph()
    _add_position(drawn, tree, maxn(tree).line if solved else None, solved)
    spots = {}
    for key, data in drawn.nodes(data=True):
        wide, high = text_width(data["text"], LARGE), 0.24 if data["look"] == "over" else 0.34
        spots[key] = Spot(data["text"], (wide + 0.16, high))
    layout = Layout(drawn, spots, sideways=False, width=7)
    figure, _ = paint(layout)
    signs = [sign("max", "A, B, ... to move"), sign("over", "leaf")]
    explain(figure, [*signs, line_sign("best play")] if solved else signs)
    outline = " ".join(re.sub("[├└│─]", " ", str(tree)).split())
    figure.alt = f"A tree of many players: {outline}."
    if solved:
        best = maxn(tree)
        figure.alt += f" Best play: branches {', '.join(map(str, best.line))}, to {best.values}."
    return figure


def _add_position(
    drawn: nx.DiGraph, state: TupleTree, line: Sequence[int] | None, solved: bool
) -> int:
    """Add a position and all below it; `line` is best play from here if it leads here."""
    key = len(drawn)
    turn = "" if state.is_over else LETTERS[state.player]
    values = "(" + ", ".join(f"{value:g}" for value in maxn(state).values) + ")"
    text = "  ".join(filter(None, [turn, values if solved or state.is_over else ""]))
    look, is_best = look_of(state, is_max=True), line is not None
    drawn.add_node(key, text=text, look=look, principal=is_best)
    for move in state.moves():
        rest = line[1:] if line and line[0] == move else None
        child = _add_position(drawn, state.play(move), rest, solved)
        drawn.add_edge(key, child, label="", principal=rest is not None)
    return key
