"""Plots of evaluations: what they count, how well they play, and on which boards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from c4lib.connect4 import Board, Connect4
from c4lib.heuristics import FEATURES, Linear, hit_rate
from c4lib.measure.accuracy import Accuracy
from c4lib.view.plots import style
from c4lib.view.plots.accuracy import lines
from c4lib.view.plots.style import GREY, LOOKS, MANY, NOTE, WIDTH, styled

NUMBERED = 10  # columns or rows at most for numbers to fit into the squares of a board
LARGE = 10  # columns or rows of a large board, which stands apart from the others


@styled
def hit_rates(*boards: Connect4 | Board) -> Figure:
    """How many lines run through each square, as heat maps of up to six boards, side by side.

    Squares carry their numbers where there is room; larger boards have a scale instead.
    """
    given = boards or (Connect4(),)
    shown = [board.board if isinstance(board, Connect4) else board for board in given]
    style.check_fits(len(shown), "boards", most=6)
    for board in shown:
        if not isinstance(board, Board):
            raise ValueError(f"hit_rates takes states or boards such as Connect4(), not {board!r}")
    inches = WIDTH / min(3, max(2, len(shown)))  # a single board need not fill the width
    highest = max(min(1.1, board.height / board.width) for board in shown)
    around = 0.8 if all(map(_is_numbered, shown)) else 1.4
    height = (inches - 0.5) * highest + around
    figure, panels = style.tiles(len(shown), 3, height, layout="compressed")
    for axes, board in zip(panels, shown, strict=True):
        _draw_hits(axes, board, inches)
    return figure


def _is_numbered(board: Board) -> bool:
    return max(board.width, board.height) <= NUMBERED


def _draw_hits(axes: Axes, board: Board, inches: float) -> None:
    """One board's heat map, about `inches` wide."""
    found = np.zeros((board.height, board.width), int)
    for (column, row), count in hit_rate(board).items():
        found[row, column] = count
    size = min(10.0, 72 * 0.8 * inches / max(board.width, board.height) / 2.2)
    look = {"cmap": MANY, "vmax": found.max(), "origin": "lower", "aspect": "equal"}
    texts = found.astype(str) if _is_numbered(board) else None
    image = style.heat_map(axes, found, texts, size, **look)
    axes.set_title(f"{board.width} x {board.height}, {board.connect} in a row")
    if texts is None:
        axes.grid(visible=False, which="minor")
        words = "lines through a square"
        scale = style.scale(axes.figure, image, axes, words, shrink=0.8, aspect=30)
        scale.locator = MaxNLocator(4, integer=True)
    for axis, length, name in (
        (axes.xaxis, board.width, "column"),
        (axes.yaxis, board.height, "row"),
    ):
        step = 1 if length <= NUMBERED else 5 if length <= 30 else 10
        shown = sorted({1, *range(step, length + 1, step)})
        axis.set_ticks([number - 1 for number in shown], [str(number) for number in shown])
        axis.set_label_text(name, fontsize=NOTE)


@styled
def by_depth(
    results: Mapping[str, Mapping[int, Accuracy]], measure: str = "kept_when_critical"
) -> Figure:
    """One measure of several evaluations against the depth, with 95 % confidence intervals.

    `results` has for each evaluation's name the accuracy at each depth. A `measure` is "kept",
    "kept_when_critical", "best" or "loss", as in `c4lib.measure.accuracy.Accuracy`.
    """
    series = {label: sorted(found.items()) for label, found in results.items()}
    figure, axes = lines(series, measure, "evaluations", shift=0.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("depth of the search, in plies")
    return figure


@styled
def by_time(
    results: Mapping[str, Sequence[tuple[float, Accuracy]]], measure: str = "kept_when_critical"
) -> Figure:
    """One measure of several evaluations against the mean time for a move, in milliseconds.

    `results` has for each evaluation's name pairs of that time and the accuracy.
    """
    series = {label: sorted(found, key=lambda point: point[0]) for label, found in results.items()}
    if any(not time > 0 for found in series.values() for time, _ in found):
        raise ValueError("the mean time for a move is in milliseconds, and more than 0")
    figure, axes = lines(series, measure, "evaluations")
    style.logarithmic(axes.xaxis, "{x:,.4g}", subs=(1, 2, 5))
    axes.set_xlabel("mean time for a move, in milliseconds")
    return figure


@styled
def board_table(rows: Iterable[Any], opponent: str, connect: int | None = None) -> Figure:
    """Games won, drawn and lost against `opponent` on many boards, moving first and second.

    `rows` are cells of `c4lib.measure.study_boards`: width, height, connect, opponent, side (0
    moving first), nodes, won, drawn and lost. Each length of line has a grid of boards, and large
    boards a strip of their own; `connect` shows one length only. The colour is the share of
    points: a win counts 1, a draw a half.
    """
    rows = list(rows)
    chosen = [row for row in rows if row.opponent == opponent and connect in (None, row.connect)]
    if not chosen:
        known = ", ".join(sorted({f"{row.opponent} with {row.connect} in a row" for row in rows}))
        wanted = opponent if connect is None else f"{opponent} with {connect} in a row"
        raise ValueError(f"there are no results against {wanted}; there are {known or 'none'}")
    bands: dict[tuple[bool, int], list[Any]] = {}
    for row in sorted(chosen, key=lambda row: (_is_large(row), row.connect)):
        bands.setdefault((_is_large(row), row.connect), []).append(row)
    heights = [
        1.2 if is_large else 0.9 + 0.42 * len({row.height for row in band})
        for (is_large, _), band in bands.items()
    ]
    shape = {"squeeze": False, "height_ratios": heights}
    figure, grid = style.multiples(len(bands), 2, sum(heights) + 0.5, **shape)
    for ((_, length), band), pair in zip(bands.items(), grid, strict=True):
        for side, axes in enumerate(pair):
            axes.set_title(f"{length} in a row, moving {('first', 'second')[side]}")
            image = _draw_boards(axes, band, side)
    limits = {f", {row.nodes:,} nodes a move" for row in chosen}
    limit = limits.pop() if len(limits) == 1 else ""
    words = f"points against {opponent}{limit}; in the squares: won/drawn/lost"
    style.percent(style.scale(figure, image, grid, words, shrink=0.6).ax.xaxis)
    return figure


def _is_large(row: Any) -> bool:
    return bool(max(row.width, row.height) >= LARGE)


def _draw_boards(axes: Axes, band: Sequence[Any], side: int) -> Any:
    """One panel, and its image: small boards by width and height, large ones side by side."""
    large = _is_large(band[0])
    sizes = sorted({(row.width, row.height) for row in band})
    widths, heights = (sorted(set(each)) for each in zip(*sizes, strict=True))
    shape = (1, len(sizes)) if large else (len(heights), len(widths))
    games: dict[tuple[int, int], Any] = defaultdict(lambda: np.zeros(3, int))
    for row in band:
        size, square = (row.width, row.height), (heights.index(row.height), widths.index(row.width))
        if row.side == side:
            games[(0, sizes.index(size)) if large else square] += (row.won, row.drawn, row.lost)
    image = style.points_map(axes, shape, games, size=style.SMALL, origin="lower")
    if large:
        axes.set_xticks(range(len(sizes)), [f"{width}x{height}" for width, height in sizes])
        axes.set_yticks([])
    else:
        axes.set_xticks(range(len(widths)), [str(width) for width in widths])
        axes.set_yticks(range(len(heights)), [str(height) for height in heights])
        axes.set_xlabel("width", fontsize=NOTE)
        axes.set_ylabel("height", fontsize=NOTE)
    return image


@styled
def weights(linears: Mapping[str, Linear], states: Iterable[Connect4]) -> Figure:
    """How much each feature moves each evaluation; beside the bars stand the weights themselves.

    A bar is the weight times the feature's standard deviation over the `states`, as a share of
    all bars of that evaluation. So features that count in tens can be compared with those that
    count in ones, and evaluations with large weights with those that have small ones.
    """
    positions = list(states)
    if not 1 <= len(linears) <= 4 or len(positions) < 2:
        raise ValueError(
            "one plot shows 1 to 4 evaluations over two or more states, "
            f"not {len(linears)} over {len(positions)}"
        )
    used = {name for linear in linears.values() for name in linear.weights}
    names = [name for name in FEATURES if name in used]
    spread = {name: float(np.std([FEATURES[name](s) for s in positions])) for name in names}
    x = "weight × standard deviation, as a share; beside it the weight"
    figure, axes = style.single(1.0 + len(names) * (0.12 + 0.13 * len(linears)), x)
    thick = 0.8 / len(linears)
    looks = zip(linears.items(), LOOKS, ("", "//", "..", "xx"), strict=False)
    for number, ((label, linear), (colour, _), hatch) in enumerate(looks):
        moved = np.array([linear.weights.get(name, 0.0) * spread[name] for name in names])
        shares = moved / (np.abs(moved).sum() or 1.0)
        places = np.arange(len(names)) + (number - (len(linears) - 1) / 2) * thick
        look: dict[str, Any] = {"label": label, "color": colour, "hatch": hatch}
        bars = axes.barh(places, shares, 0.9 * thick, **look)
        known = linear.weights
        texts = [f"{known[name]:+.3g}".replace("-", "−") if name in known else "" for name in names]
        axes.bar_label(bars, texts, padding=3, fontsize=style.SMALL)
    axes.axvline(0, color=GREY, linewidth=1)
    for number in range(1, len(names)):
        style.level(axes, number - 0.5, lw=0.5, alpha=0.5)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.margins(x=0.12)
    style.percent(axes.xaxis)
    style.legend(axes, len(linears))
    return figure
