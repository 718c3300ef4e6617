"""Plots of evaluations: what they see, how well they play, and on which boards."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator

from c4lib.accuracy import Accuracy
from c4lib.connect4 import Board, Connect4
from c4lib.heuristics import DECIDED, FEATURES, Linear, hit_rate
from c4lib.heuristics.features import Evaluation
from c4lib.view.accuracy_plots import LOOKS, MEASURES
from c4lib.view.plots import BLUE, GREY, ORANGE, _axes
from c4lib.view.review_plots import QUIET

WIDTH = 7.0
"""How many inches wide a figure is in a notebook."""
MOST_BOARDS = 6
NUMBERED = 10
"""How many columns and rows a board may have for numbers to fit into its squares."""
LARGE = 10
"""How many columns or rows make a board a large one, which stands apart from the others."""
MANY, FEW = LinearSegmentedColormap.from_list("lines", ["#eef3f8", BLUE]), 0.55
"""The colours of few and many lines, and from which part on the ink on them is white."""
POINTS = LinearSegmentedColormap.from_list("points", [ORANGE, "#ffffff", BLUE])
"""The colours of no points, half of them, and all."""


# ---- the squares of a board ----------------------------------------------------------------


def hit_rates(*boards: Connect4 | Board) -> Figure:
    """How many lines run through each square, as heat maps of up to six boards, side by side.

    Squares carry their numbers where there is room; larger boards have a scale instead.
    """
    shown = [board.board if isinstance(board, Connect4) else board for board in boards]
    shown = shown or [Connect4().board]
    if len(shown) > MOST_BOARDS:
        raise ValueError(f"one plot shows 1 to {MOST_BOARDS} boards, not {len(shown)}")
    for board in shown:
        if not isinstance(board, Board):
            raise ValueError(f"hit_rates takes states or boards such as Connect4(), not {board!r}")
    columns = min(3, len(shown))
    rows = math.ceil(len(shown) / columns)
    inches = WIDTH / max(columns, 2)  # a single board need not fill the width
    height = max(_panel_height(board, inches) for board in shown)
    figure, grid = plt.subplots(
        rows, columns, figsize=(WIDTH, rows * height), layout="compressed", squeeze=False
    )
    plt.close(figure)
    for number, axes in enumerate(grid.flat):
        if number < len(shown):
            _draw_hits(axes, shown[number], inches)
        else:
            axes.set_axis_off()
    return figure


def _has_numbers(board: Board) -> bool:
    return max(board.width, board.height) <= NUMBERED


def _panel_height(board: Board, inches: float) -> float:
    """How high a heat map is that is so many inches wide, with all that is written around it."""
    squares = (inches - 0.5) * min(1.1, board.height / board.width)
    return squares + (0.8 if _has_numbers(board) else 1.4)


def _draw_hits(axes: Axes, board: Board, inches: float) -> None:
    """One board's heat map, about so many inches wide."""
    lines = np.zeros((board.height, board.width))
    for (column, row), count in hit_rate(board).items():
        lines[row, column] = count
    image = axes.imshow(lines, cmap=MANY, vmin=0, origin="lower")
    axes.set_title(f"{board.width} x {board.height}, {board.connect} in a row", fontsize=10)
    if _has_numbers(board):
        size = min(10.0, 72 * 0.8 * inches / max(board.width, board.height) / 2.2)
        for (row, column), number in np.ndenumerate(lines):
            ink = "white" if number > FEW * lines.max() else "black"
            axes.text(
                column, row, f"{number:.0f}", color=ink, size=size, ha="center", va="center"
            )  # fmt: skip
    else:
        scale = axes.figure.colorbar(image, ax=axes, shrink=0.8, aspect=30, location="bottom")
        scale.locator = MaxNLocator(4, integer=True)
        scale.set_label("lines through a square", fontsize=9)
        scale.ax.tick_params(labelsize=8)
    _count_squares(axes, board)


def _count_squares(axes: Axes, board: Board) -> None:
    """Columns and rows counted from 1, on large boards only some of them."""
    for axis, size in ((axes.xaxis, board.width), (axes.yaxis, board.height)):
        step = 1 if size <= NUMBERED else 5 if size <= 30 else 10
        shown = sorted({1, *range(step, size + 1, step)})
        axis.set_ticks([number - 1 for number in shown], [str(number) for number in shown])
    axes.tick_params(length=0, labelsize=8)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("column", fontsize=9)
    axes.set_ylabel("row", fontsize=9)


# ---- how well evaluations play ---------------------------------------------------------------


def by_depth(results: Mapping[str, Mapping[int, Accuracy]], measure: str = "kept") -> Figure:
    """One measure of several evaluations against the depth, with 95 % confidence intervals.

    `results` has for each evaluation's name the accuracy at each depth. A `measure` is "kept",
    "kept_when_critical", "best" or "loss", as in `c4lib.accuracy.Accuracy`.
    """
    series = {label: sorted(found.items()) for label, found in results.items()}
    figure, axes = _against(series, measure, shift=0.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("depth of the search, in plies")
    return figure


def by_time(
    results: Mapping[str, Sequence[tuple[float, Accuracy]]], measure: str = "kept"
) -> Figure:
    """The same against the mean time for a move, in milliseconds, on a logarithmic scale.

    `results` has for each evaluation's name pairs of that time and the accuracy.
    """
    series = {label: sorted(found, key=lambda point: point[0]) for label, found in results.items()}
    if any(not time > 0 for found in series.values() for time, _ in found):
        raise ValueError("the mean time for a move is in milliseconds, and more than 0")
    figure, axes = _against(series, measure)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:,.4g}")
    axes.xaxis.set_minor_formatter("")
    axes.set_xlabel("mean time for a move, in milliseconds")
    return figure


def _against(
    series: Mapping[str, Sequence[tuple[float, Accuracy]]], measure: str, shift: float = 0.0
) -> tuple[Figure, Axes]:
    """A line with error bars for each series; neighbours stand `shift` apart, to be told apart."""
    if measure not in MEASURES:
        raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
    if not 1 <= len(series) <= len(LOOKS) or not all(series.values()):
        raise ValueError(f"one plot shows 1 to {len(LOOKS)} evaluations, each measured somewhere")
    title, figure_of = MEASURES[measure]
    figure, axes = _axes("", height=3.6)
    lowest = math.inf
    for number, (label, points) in enumerate(series.items()):
        colour, marker = LOOKS[number]
        x = [place + shift * (number - (len(series) - 1) / 2) for place, _ in points]
        found = [figure_of(accuracy) for _, accuracy in points]
        values = [estimate.value for estimate in found]
        reach = [
            [estimate.value - estimate.low for estimate in found],
            [estimate.high - estimate.value for estimate in found],
        ]
        lowest = min(lowest, *(estimate.low for estimate in found if estimate.count))
        axes.errorbar(
            x, values, reach, color=colour, marker=marker, label=label, lw=1.2, elinewidth=1.2,
            capsize=3, markersize=6,
        )  # fmt: skip
    axes.set_ylabel(title)
    if measure == "loss":
        axes.set_ylim(0)
    else:
        axes.set_ylim(math.floor(10 * lowest) / 10 if math.isfinite(lowest) else 0, 1.01)
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.grid(axis="y", alpha=0.3)
    columns = 2 if len(series) == 4 else 3  # no name stands alone in a row
    axes.legend(frameon=False, ncols=columns, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure, axes


# ---- results on many boards ------------------------------------------------------------------


def board_table(rows: Iterable[Any], opponent: str, connect: int | None = None) -> Figure:
    """Games won, drawn and lost against `opponent` on many boards, moving first and second.

    `rows` are cells of `c4lib.boards`: width, height, connect, opponent, side (0 moving first),
    nodes, won, drawn and lost. Each length of line has a grid of boards, and large boards a
    strip of their own; `connect` shows one length only. The colour is the share of points: a win
    counts 1, a draw a half.
    """
    rows = list(rows)
    chosen = [row for row in rows if row.opponent == opponent and connect in (None, row.connect)]
    if not chosen:
        known = ", ".join(sorted({f"{row.opponent} with {row.connect} in a row" for row in rows}))
        wanted = opponent if connect is None else f"{opponent} with {connect} in a row"
        raise ValueError(f"there are no results against {wanted}; there are {known or 'none'}")
    bands = _bands(chosen)
    heights = [_band_height(band) for _, band in bands]
    figure = plt.figure(figsize=(WIDTH, sum(heights) + 0.5), layout="constrained")
    plt.close(figure)
    grid = figure.subplots(len(bands), 2, squeeze=False, height_ratios=heights)
    for (title, band), pair in zip(bands, grid, strict=True):
        for side, axes in enumerate(pair):
            words = f"{title}, moving {'first' if side == 0 else 'second'}"
            image = _draw_boards(axes, band, side, words)
    scale = figure.colorbar(image, ax=grid, location="bottom", aspect=50, shrink=0.6)
    scale.ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    scale.ax.tick_params(labelsize=8)
    limits = {f", {row.nodes:,} nodes a move" for row in chosen}
    limit = limits.pop() if len(limits) == 1 else ""
    words = f"points against {opponent}{limit}; in the squares: won/drawn/lost"
    scale.set_label(words, fontsize=9)
    return figure


def _is_large(row: Any) -> bool:
    return bool(max(row.width, row.height) >= LARGE)


def _bands(rows: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    """The rows by length of line and by whether the board is large, each group with a name."""
    kinds = sorted({(_is_large(row), row.connect) for row in rows})
    return [
        (f"{connect} in a row", [r for r in rows if (_is_large(r), r.connect) == (large, connect)])
        for large, connect in kinds
    ]


def _band_height(band: Sequence[Any]) -> float:
    """How many inches high a group is drawn."""
    if _is_large(band[0]):
        return 1.2
    return 0.9 + 0.42 * len({row.height for row in band})


def _draw_boards(axes: Axes, band: Sequence[Any], side: int, title: str) -> Any:
    """One panel: the share of points as colour, the games as text; a dash where none were."""
    large = _is_large(band[0])
    names = sorted({(row.width, row.height) for row in band})
    across = names if large else sorted({width for width, _ in names})
    upward = [0] if large else sorted({height for _, height in names})
    games: dict[tuple[int, int], list[int]] = {}
    for row in band:
        if row.side == side:
            place = (row.width, row.height)
            key = (across.index(place), 0) if large else (
                across.index(row.width), upward.index(row.height)
            )  # fmt: skip
            counts = games.setdefault(key, [0, 0, 0])
            for outcome, count in enumerate((row.won, row.drawn, row.lost)):
                counts[outcome] += count
    shares = np.full((len(upward), len(across)), np.nan)
    for (x, y), (won, drawn, lost) in games.items():
        shares[y, x] = (won + drawn / 2) / (won + drawn + lost)
    image = axes.imshow(shares, cmap=POINTS, vmin=0, vmax=1, origin="lower", aspect="auto")
    for (y, x), share in np.ndenumerate(shares):
        words = "/".join(map(str, games[x, y])) if (x, y) in games else "–"
        ink = "white" if share > 0.88 else "black"
        axes.text(x, y, words, color=ink, size=8, ha="center", va="center")
    _name_boards(axes, across, upward, large)
    axes.set_title(title, fontsize=10)
    return image


def _name_boards(axes: Axes, across: Sequence[Any], upward: Sequence[int], large: bool) -> None:
    """Says which board is where."""
    if large:
        axes.set_xticks(range(len(across)), [f"{width}x{height}" for width, height in across])
        axes.set_yticks([])
    else:
        axes.set_xticks(range(len(across)), [str(width) for width in across])
        axes.set_yticks(range(len(upward)), [str(height) for height in upward])
        axes.set_xlabel("width", fontsize=9)
        axes.set_ylabel("height", fontsize=9)
    axes.set_xticks(np.arange(len(across) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(upward) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0, labelsize=8)
    axes.spines[:].set_visible(False)


# ---- the weights of evaluations --------------------------------------------------------------


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
    figure, axes = _axes("", height=1.0 + len(names) * (0.12 + 0.13 * len(linears)))
    thick = 0.8 / len(linears)
    for number, ((label, linear), (colour, _), hatch) in enumerate(
        zip(linears.items(), LOOKS, ("", "//", "..", "xx"), strict=False)
    ):
        size = {name: linear.weights.get(name, 0.0) * spread[name] for name in names}
        total = sum(map(abs, size.values())) or 1.0
        places = np.arange(len(names)) + (number - (len(linears) - 1) / 2) * thick
        bars = axes.barh(
            places, [size[name] / total for name in names], 0.9 * thick, label=label,
            color=colour, hatch=hatch, edgecolor="white", linewidth=0,
        )  # fmt: skip
        texts = [_weight(linear, name) for name in names]
        axes.bar_label(bars, texts, padding=3, fontsize=7)
    axes.axvline(0, color=GREY, linewidth=1)
    for number in range(1, len(names)):
        axes.axhline(number - 0.5, color=GREY, linewidth=0.5, alpha=0.5)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.5, len(names) - 0.5)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("weight x standard deviation, as a share; beside it the weight")
    axes.legend(frameon=False, ncols=len(linears), loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure


def _weight(linear: Linear, name: str) -> str:
    """A weight to three digits; nothing where the evaluation has none."""
    return f"{linear.weights[name]:+.3g}" if name in linear.weights else ""


# ---- along a game ----------------------------------------------------------------------------


def evaluations_along(game: Connect4 | str, evaluations: Mapping[str, Evaluation]) -> Figure:
    """What evaluations say along a game, from X's point of view, each scaled to its largest.

    `game` is its last state, or the moves on a board of the usual size. Where an evaluation
    calls the game decided, it stands at ±1, and this is left out of its scale. Behind the lines
    is who wins if both play perfectly, where the solver can tell in reasonable time.
    """
    last = game if isinstance(game, Connect4) else Connect4.from_moves(game)
    if not 1 <= len(evaluations) <= len(LOOKS):
        raise ValueError(f"one plot shows 1 to {len(LOOKS)} evaluations, not {len(evaluations)}")
    states = [last]
    while (before := states[0].previous) is not None:
        states.insert(0, before)
    figure, axes = _axes("", height=3.6)
    _draw_outcomes(axes, states)
    going = [state for state in states if not state.is_over]
    for number, (label, evaluate) in enumerate(evaluations.items()):
        colour, marker = LOOKS[number]
        above = len(evaluations) - number  # later lines are thinner: what they cover is seen, too
        values = [_for_x(state, evaluate(state)) for state in going]
        axes.plot(
            [state.ply for state in going], _scaled(values), color=colour, marker=marker,
            markersize=3.5 + 0.6 * above, linewidth=0.9 + 0.3 * above, label=label,
        )  # fmt: skip
    axes.axhline(0, color=GREY, linewidth=1, zorder=1)
    axes.set_xlim(-0.5, max(last.ply, 1) + 0.5)
    axes.set_ylim(-1.3, 1.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("moves played")
    axes.set_ylabel("evaluation for X, scaled")
    for height, words in ((0.99, "good for X"), (0.01, "good for O")):
        align = "top" if height > 0.5 else "bottom"
        axes.text(0.01, height, words, transform=axes.transAxes, color=QUIET, va=align)
    figure.legend(loc="outside upper center", ncols=4, frameon=False)
    return figure


def _for_x(state: Connect4, value: float) -> float:
    """A value for the player to move as one for X."""
    return float(value if state.player == 0 else -value)


def _scaled(values: Sequence[float]) -> list[float]:
    """Values between -1 and 1; those of decided games are left out of the scale."""
    largest = max((abs(value) for value in values if abs(value) < DECIDED), default=0.0) or 1.0
    return [max(-1.0, min(1.0, value / largest)) for value in values]


def _draw_outcomes(axes: Axes, states: Sequence[Connect4]) -> None:
    """A band above 0 where X wins with perfect play, one below where O does."""
    outcomes = [_outcome(state) for state in states]
    x, height = [], []
    for state, outcome in zip(states, outcomes, strict=True):
        x += [state.ply - 0.5, state.ply + 0.5]
        height += 2 * [math.nan if outcome is None else outcome]
    if any(outcome is not None for outcome in outcomes):
        axes.fill_between(
            x, height, color=GREY, alpha=0.3, linewidth=0, zorder=0, label="perfect play"
        )
        axes.plot(x, height, color=GREY, linewidth=1.5, zorder=1)


SOLVED_QUICKLY = {True: 34, False: 16}
"""With how many free squares a position is solved in seconds: 4 in a row, and other lines."""


def _outcome(state: Connect4) -> int | None:
    """Who wins if both play perfectly: +1 X, -1 O, 0 nobody; None if it takes too long to know."""
    from c4lib.fast import solve  # only here, for it loads the compiler
    from c4lib.fast.book import look_up

    if state.is_over:
        return int(state.utility(0))
    slow = state.free > SOLVED_QUICKLY[state.connect == 4]
    if slow and (state.connect != 4 or look_up(state) is None):
        return None
    try:
        score = solve(state).score
    except ValueError:  # the board is too large for the solver
        return None
    return int(np.sign(_for_x(state, score)))
