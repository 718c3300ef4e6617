"""How all plots look: fonts, sizes, colours, and the helpers that draw what many of them share.

A plot has no ground of its own, so that it fits JupyterLab's light and dark themes. Text and marks
are therefore neither very dark nor very light. No text colour has a contrast of 4.5 with white and
with #111111 as well: 4.35 with both is the most there is, and `INK` has 4.3. Pale colours are
only for areas, and what is written on an area has a colour that goes with it: see `ink_on`.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from numbers import Real
from typing import Any, ParamSpec, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from c4lib.measure.accuracy import Estimate
from c4lib.players.legible import legible
from c4lib.view.plots.words import words_of

WIDTH = 7.0  # inches: 700 pixels in a notebook
SMALL, NOTE = 8, 9  # points, for small print and for notes; other text has 10
GRID = 0.35  # how opaque grids are

INK, GREY = "#747b83", "#8a949e"  # text; axes, grids and all that stays in the background
BLUE, ORANGE, GREEN, PINK = "#2f7bd0", "#d55e00", "#009e73", "#c9609c"
SKY, GOLD, PURPLE, BROWN = "#1a98c8", "#a88600", "#7f5fd0", "#7b3f00"
Look = tuple[str, str]
LOOKS: tuple[Look, ...] = (
    *((BLUE, "o"), (ORANGE, "s"), (GREEN, "D"), (PINK, "^")),
    *((SKY, "v"), (GREY, "X"), (GOLD, "P"), (PURPLE, "*")),
)  # of lines; without red or green vision the first four colours still differ, and all markers

DARK = "#1b2733"  # what is written on pale areas
PALE, PALE_BLUE, PALE_ORANGE = "#f4f6f8", "#c3dcf5", "#f7dfc6"
TRACK = (*to_rgb(GREY), 0.16)  # behind a bar, to show how far it could reach
FAINT = (*to_rgb(GREY), 0.45)  # what is there, but not lit
MANY = LinearSegmentedColormap.from_list("many", [PALE, "#1d4f8c"])  # from few to many
LIT = LinearSegmentedColormap.from_list("lit", [(*to_rgb(BLUE), 0.05), (*to_rgb(BLUE), 1)])
POINTS = LinearSegmentedColormap.from_list("points", [BROWN, PALE, BLUE])  # none, half, all

STYLE: dict[Any, Any] = {
    **dict.fromkeys(("figure.facecolor", "axes.facecolor"), "none"),
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.edgecolor", "grid.color"), GREY),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right", "legend.frameon"), False),
    **{"font.size": 10, "axes.titlesize": 10, "legend.fontsize": NOTE, "grid.alpha": GRID},
    **{"errorbar.capsize": 3, "lines.markersize": 5.5, "hatch.color": DARK},
    "text.parse_math": False,  # a dollar sign in a reader's name is a dollar sign
    "axes.prop_cycle": cycler(color=[colour for colour, _ in LOOKS]),
}

Options = ParamSpec("Options")


class Plot(Figure):
    """A figure with an alternative text for readers who cannot see it."""

    alt: str = ""
    spots: Mapping[str, tuple[float, float]] = {}
    """Where a page says more when it is pointed at: what it says, and a place in inches."""


def styled(draw: Callable[Options, Figure]) -> Callable[Options, Figure]:
    """Let a function that makes a figure draw it in this style, and describe it in words.

    The alternative text is what the function has set as `alt`, or else the first sentence of its
    docstring and what the figure itself says.
    """

    @wraps(draw)
    def drawn(*args: Options.args, **kwargs: Options.kwargs) -> Figure:
        with mpl.rc_context(STYLE):
            figure = draw(*legible(args), **legible(kwargs))
        for axes in (each for plot in figure.axes for each in (plot, *plot.child_axes)):
            axes.tick_params(which="both", colors=INK)  # for ticks that are yet to be made, too
            axes.tick_params(grid_color=GREY, grid_alpha=GRID)
        if isinstance(figure, Plot) and not figure.alt:
            figure.alt = words_of(figure, draw.__doc__ or "")
        return figure

    return drawn


def blank(height: float, width: float = WIDTH, layout: Any = None) -> Plot:
    """A figure without axes. It is closed, so that it is shown only where a cell returns it."""
    size, clear = (width, height), "none"
    figure = plt.figure(figsize=size, FigureClass=Plot, facecolor=clear, layout=layout)
    plt.close(figure)
    assert isinstance(figure, Plot)
    return figure


def single(height: float = 3.2, x: str = "", y: str = "", title: str = "") -> tuple[Plot, Axes]:
    """A figure with one plot, and the names of its axes."""
    figure = blank(height, layout="constrained")
    return figure, figure.add_subplot(xlabel=x, ylabel=y, title=title)


def multiples(rows: int, columns: int, height: float, **options: Any) -> tuple[Plot, Any]:
    """A figure with several plots, and an array of these; options as `Figure.subplots` has them."""
    figure = blank(height, layout=options.pop("layout", "constrained"))
    return figure, figure.subplots(rows, columns, **options)


def tiles(count: int, columns: int, height: float, **options: Any) -> tuple[Plot, list[Axes]]:
    """A figure with `count` plots in rows, each `height` inches high; options as in `multiples`."""
    columns = min(columns, count)
    rows = -(-count // columns)
    figure, grid = multiples(rows, columns, rows * height, squeeze=False, **options)
    for axes in grid.flat[count:]:
        axes.set_axis_off()
    return figure, list(grid.flat[:count])


def panel(figure: Figure, left: float, bottom: float, wide: float, high: float) -> Axes:
    """A part of the figure to draw on, without axes; all is measured in inches."""
    across, up = figure.get_size_inches()
    place = (left / across, bottom / up, wide / across, high / up)
    axes = figure.add_axes(place, xlim=(0, wide), ylim=(0, high))
    axes.set_axis_off()
    return axes


def percent(*axes: Axis) -> None:
    """Write the numbers of these axes as per cent."""
    for axis in axes:
        axis.set_major_formatter(PercentFormatter(1, decimals=0))


def logarithmic(axis: Axis, form: Any = "{x:,.10g}", subs: Sequence[float] = (1,)) -> None:
    """Make an axis logarithmic, with plain numbers at the powers of ten times `subs`."""
    is_x = axis is axis.axes.xaxis
    axis.axes.set(**{"xscale" if is_x else "yscale": "log"})
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter(form)
    axis.set_minor_formatter(NullFormatter())


def legend(place: Axes | Figure, columns: int | None = None, **options: Any) -> Legend:
    """Names above a plot, or above all plots of a figure; no name stands alone in a row."""
    above: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1)}
    named: Any = place
    if isinstance(place, Figure):
        named, above = place.axes[0], {"loc": "outside upper center"}
    options = above | {"handles": named.get_legend_handles_labels()[0]} | options
    return place.legend(ncols=columns or (2 if len(options["handles"]) == 4 else 3), **options)


def check_fits(count: int, what: str, most: int = len(LOOKS)) -> None:
    """Raise ValueError if there are too many of them for one plot, or none."""
    if not 1 <= count <= most:
        raise ValueError(f"one plot shows 1 to {most} {what}, not {count}")


def check_numbers(numbers: Any) -> None:
    """Raise ValueError unless these are finite numbers by their names, at least one."""
    if not isinstance(numbers, Mapping) or not numbers:
        raise ValueError(f'numbers have names, such as {{"nodes": 12}}, not {numbers!r}')
    for name, number in numbers.items():
        is_number = isinstance(number, Real)
        if not is_number or not abs(cast(Any, number)) <= sys.float_info.max:
            raise ValueError(f"a finite number belongs to {name!r}, not {number!r}")


def lowest_tenth(shares: Sequence[float]) -> float:
    """Where an axis of shares begins that shows all of these: at 0, 10 %, 20 %, ..."""
    known = [share for share in shares if not np.isnan(share)]
    return float(np.floor(10 * min(known) + 1e-9) / 10) if known else 0.0


def ink_on(colour: Any) -> str:
    """What to write with on a colour: `DARK` or white, whichever has more contrast."""
    return max((DARK, "white"), key=lambda ink: contrast(ink, colour))


def contrast(one: Any, other: Any) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Any) -> float:
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def lines(axes: Axes, series: Mapping[str, Any], x: Any = None, **options: Any) -> None:
    """A line for each name, over `x` or else 0, 1, 2, ..."""
    for (name, y), (colour, marker) in zip(series.items(), LOOKS, strict=False):
        across = range(len(y)) if x is None else x
        axes.plot(across, y, **{"color": colour, "marker": marker, "label": name} | options)


def level(axes: Axes, height: float = 0.0, **options: Any) -> None:
    """A thin grey line across the plot."""
    look: dict[str, Any] = {"color": GREY, "lw": 1}
    axes.axhline(height, **look | options)


def intervals(
    axes: Axes,
    places: Sequence[float],
    estimates: Sequence[Estimate],
    look: Look = LOOKS[0],
    along: str = "y",
    **options: Any,
) -> None:
    """Estimates as markers with their intervals, upright or, `along` "x", from left to right."""
    values = [each.value for each in estimates]
    below = [max(0.0, each.value - each.low) for each in estimates]
    above = [max(0.0, each.high - each.value) for each in estimates]
    colour, marker = look
    x, y = (places, values) if along == "y" else (values, places)
    basic: dict[str, Any] = {"color": colour, "marker": marker, "elinewidth": 1.2}
    axes.errorbar(x, y, **basic | {f"{along}err": [below, above]} | options)


def numbered_bars(
    axes: Axes, numbers: Mapping[str, float], texts: Sequence[str], **options: Any
) -> None:
    """Horizontal bars from the top down, each with a name at its left and a text at its end."""
    drawn = axes.barh(list(numbers), list(numbers.values()), **{"color": BLUE} | options)
    axes.bar_label(drawn, texts, padding=4)
    axes.invert_yaxis()


def sums(
    axes: Axes, names: Sequence[str], texts: Sequence[str], places: Sequence[float], chosen: int
) -> None:
    """Name rows of bars, write a text at its place beside each, and mark the one visited next."""
    for row, (words, place) in enumerate(zip(texts, places, strict=True)):
        is_next = row == chosen
        weight = "bold" if is_next else "normal"
        axes.text(place, row, words + "  ◀ next" * is_next, va="center", size=NOTE, weight=weight)
    axes.set_yticks(range(len(names)), names, fontsize=NOTE)
    axes.set_ylim(len(names) - 0.5, -0.5)


def heat_map(axes: Axes, values: Any, texts: Any = None, size: float = NOTE, **options: Any) -> Any:
    """Values as coloured squares with texts on them, and thin lines between them; the image.

    Colours are those of shares of points, unless others are asked for.
    """
    values = np.asarray(values, float)
    look: dict[str, Any] = {"cmap": POINTS, "vmin": 0, "vmax": 1, "aspect": "auto"}
    image = axes.imshow(values, **look | options)
    axes.set_facecolor(TRACK)  # where there is no value
    for (row, column), value in np.ndenumerate(values):
        if texts is not None and (words := texts[row][column]):
            ink = INK if np.isnan(value) else ink_on(image.cmap(image.norm(value)))
            note(axes, column, row, words, color=ink, size=size)
    axes.set_xticks(np.arange(values.shape[1] + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(values.shape[0] + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=GREY, linewidth=0.8, alpha=1)
    axes.tick_params(which="both", length=0, labelsize=SMALL)
    axes.spines[:].set_visible(False)
    return image


def points_map(axes: Axes, shape: Any, games: Mapping[Any, Any], **options: Any) -> Any:
    """A heat map with games won/drawn/lost by row and column; a dash where none were played."""
    shares, texts = np.full(shape, np.nan), np.full(shape, "–", object)
    for place, counts in games.items():
        if sum(counts):
            shares[place] = np.dot(counts, (1, 0.5, 0)) / sum(counts)
            texts[place] = "/".join(map(str, counts))
    return heat_map(axes, shares, texts, **options)


def scale(figure: Any, image: Any, axes: Any, words: str, **options: Any) -> Any:
    """What the colours of a heat map mean, below it."""
    shape: dict[str, Any] = {"location": "bottom", "aspect": 50, "shrink": 0.7} | options
    bar = figure.colorbar(image, ax=axes, **shape)
    bar.set_label(words, fontsize=NOTE)
    bar.ax.tick_params(labelsize=SMALL)
    bar.outline.set_edgecolor(GREY)
    return bar


def note(axes: Axes, x: float, y: float, words: str, **options: Any) -> None:
    """Small print around a point."""
    look: dict[str, Any] = {"size": SMALL, "ha": "center", "va": "center"}
    axes.text(x, y, words, **look | options)


def share_text(share: float) -> str:
    """A share as it is written in a plot: 54 %; 0.4 % where it is small."""
    return f"{100 * share:.1f} %" if 0.0005 <= share < 0.0095 else f"{100 * share:.0f} %"


def signed_text(value: float) -> str:
    """A value from -1 to 1 with its sign: +0.31, −0.20."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "−")  # + 0.0: no "−0.00"
