"""The plot of a reviewed game."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from c4lib.connect4 import SYMBOLS
from c4lib.review import Review, ReviewedMove
from c4lib.view.plots import BLUE, GREY, ORANGE, YELLOW, _axes

MARKS = {
    "slip": ("o", "white", 6, ""),
    "mistake": ("D", YELLOW, 8, "?"),
    "blunder": ("X", ORANGE, 10, "??"),
}
"""For each label worth seeing: the marker, its colour, its size, and its sign in the text."""
QUIET = "#5a6672"


def curve(review: Review) -> Figure:
    """The score for X over the moves of a game; slips, mistakes and blunders are marked.

    At mistakes and blunders stands whose they were, and the move that decided the game, if
    any did, is named.
    """
    figure, axes = _axes("", height=3.6)
    first = review.moves[0].number - 1
    plies = range(first, first + len(review.curve))
    axes.axhline(0, color=GREY, linewidth=1)
    axes.plot(plies, review.curve, color=BLUE, drawstyle="steps-post", linewidth=1.5, zorder=2)
    for label in MARKS:
        _mark(axes, review, label)
    _name_sides(axes, review)
    _name_decision(axes, review)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(first - 0.5, plies[-1] + 0.5)
    axes.set_xlabel("moves played")
    axes.set_ylabel("score for X")
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside upper center", ncols=len(MARKS), frameon=False)
    return figure


def _mark(axes: Axes, review: Review, label: str) -> None:
    """Marks the moves of one label, with whose they were: X falls, and O lets X rise."""
    marker, colour, size, sign = MARKS[label]
    found = [(m, height) for m, height in _heights(review) if m.label == label]
    if not found:
        return
    axes.plot(
        [move.number for move, _ in found],
        [height for _, height in found],
        marker,
        color=colour,
        markersize=size,
        markeredgecolor="black",
        label=f"{sign} {label} ({len(found)})".strip(),
        zorder=3,
    )
    for move, height in found if sign else []:
        axes.annotate(
            SYMBOLS[move.player] + sign,
            (move.number, height),
            xytext=(0, -9 if move.player == 0 else 9),
            textcoords="offset points",
            ha="center",
            va="top" if move.player == 0 else "bottom",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )


def _heights(review: Review) -> list[tuple[ReviewedMove, int]]:
    """The moves, each with the score for X after it."""
    return list(zip(review.moves, review.curve[1:], strict=True))


def _name_sides(axes: Axes, review: Review) -> None:
    """Says beside the curve what its heights mean, with room above and below for it."""
    reach = 1.5 * max(3, *(abs(score) for score in review.curve))
    axes.set_ylim(-reach, reach)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    for height, words in (
        (1, "X wins, the sooner the higher"),
        (0, "O wins, the sooner the lower"),
    ):
        align = "top" if height else "bottom"
        axes.text(0.01, height, words, transform=axes.transAxes, color=QUIET, va=align)
    axes.text(1.005, 0.5, "draw", transform=axes.transAxes, color=QUIET, va="center")


def _name_decision(axes: Axes, review: Review) -> None:
    """A line at the move that decided the game, and words on the side that the curve left."""
    if review.decided is None:
        return
    number, player = review.decided.number, SYMBOLS[review.decided.player]
    axes.axvline(number, color=GREY, linestyle=":", zorder=1)
    late = number > (review.moves[0].number + review.moves[-1].number) / 2
    axes.annotate(
        f"decided: {player}'s move {number}",
        (number, 0.9 if review.decided.player == 0 else 0.1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(-5 if late else 5, 0),
        textcoords="offset points",
        ha="right" if late else "left",
        va="center",
    )
