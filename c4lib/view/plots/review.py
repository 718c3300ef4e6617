"""The plot of a reviewed game."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from c4lib.connect4 import SYMBOLS
from c4lib.measure.review import Review
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GOLD, GREY, INK, ORANGE, SMALL, styled

MARKS = {
    "slip": ("o", "none", 6, ""),
    "mistake": ("D", GOLD, 8, "?"),
    "blunder": ("X", ORANGE, 10, "??"),
}  # for each label worth seeing: the marker, its colour, its size, and its sign in the text


@styled
def curve(review: Review) -> Figure:
    """The score for X over the moves of a game; slips, mistakes and blunders are marked.

    Mistakes and blunders carry the sign of the player who made them, and the move that decided
    the game is named, if there is one. In a game that goes on it is the last turn so far.
    """
    figure, axes = style.single(3.6, "moves played", "score for X")
    first = review.moves[0].number - 1
    plies = range(first, first + len(review.curve))
    style.level(axes)
    axes.plot(plies, review.curve, color=BLUE, drawstyle="steps-post", linewidth=1.5, zorder=2)
    for label in MARKS:
        _mark(axes, review, label)
    name_sides(axes, "X wins, the sooner the higher", "O wins, the sooner the lower")
    axes.text(1.005, 0.5, "draw", transform=axes.transAxes, va="center")
    _name_decision(axes, review)
    reach = 1.5 * max(3, *map(abs, review.curve))  # leaves room above and below for words
    axes.set(xlim=(first - 0.5, plies[-1] + 0.5), ylim=(-reach, reach))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        style.legend(figure)
    return figure


def _mark(axes: Axes, review: Review, label: str) -> None:
    """Marks the moves of one label, with the player's sign: X falls, and O lets X rise."""
    marker, colour, size, sign = MARKS[label]
    moves = zip(review.moves, review.curve[1:], strict=True)
    found = [(move, height) for move, height in moves if move.label == label]
    if not found:
        return
    numbers, heights = [move.number for move, _ in found], [height for _, height in found]
    words = f"{sign} {label} ({len(found)})".strip()
    axes.plot(numbers, heights, marker, mfc=colour, mec=INK, ms=size, label=words, zorder=3)
    for move, height in found if sign else []:
        below, align = (-9, "top") if move.player == 0 else (9, "bottom")
        aside, to = (-3, "right") if move is review.decided else (0, "center")  # off its line
        axes.annotate(
            SYMBOLS[move.player] + sign, (move.number, height), (aside, below),
            textcoords="offset points", ha=to, va=align, size=SMALL,
        )  # fmt: skip


def name_sides(axes: Axes, above: str, below: str) -> None:
    """Say inside the plot what its upper and its lower half mean."""
    for height, words, align in ((0.99, above, "top"), (0.01, below, "bottom")):
        axes.text(0.01, height, words, transform=axes.transAxes, size=9, va=align)


def _name_decision(axes: Axes, review: Review) -> None:
    """A line at the move that decided the game, and words above it."""
    if review.decided is None:
        return
    number, player = review.decided.number, SYMBOLS[review.decided.player]
    axes.axvline(number, color=GREY, linestyle=":", zorder=1)
    late = number > (review.moves[0].number + review.moves[-1].number) / 2
    align, place = "right" if late else "left", axes.get_xaxis_transform()
    what = "decided" if review.state.is_over else "last turn so far"  # it can still turn again
    axes.text(number, 1.01, f"{what}: {player}'s move {number}", ha=align, transform=place)
