"""Still pictures of lesson 06: what a network and its search think, and how it came to learn it.

The network itself is drawn in `c4lib.view.network_plot`.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Patch
from matplotlib.ticker import MaxNLocator, NullFormatter, PercentFormatter

from c4lib.accuracy import STAGES
from c4lib.alphazero.search import check
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.result import MoveStats, SearchResult
from c4lib.view.accuracy_plots import LOOKS
from c4lib.view.heuristics_plots import WIDTH
from c4lib.view.network_plot import panel
from c4lib.view.plots import BLUE, GREY, ORANGE, YELLOW, _axes
from c4lib.view.review_plots import QUIET
from c4lib.view.svg import DISC, HOLE, INK, OUTLOOK, PANEL, PAPER, SYMBOL, signed
from c4lib.view.tree_layout import SMALL
from c4lib.view.tree_text import named_move

Log = Sequence[Mapping[str, float]]
"""The lines of a training's log, as `c4lib.alphazero.train.files.read_log` gives them."""

SKY = LOOKS[4][0]
"""The colour of what the network says before any search."""
WAYS = ("kept", "kept_search")
"""What the log says of the policy alone, and of a search."""
SECOND = " a second network"
"""What stands where one begins."""
TIMES = {"games": "games played", "minutes": "minutes of training", "iteration": "iteration"}
TRACK = "#eef3f8"
"""The ground of a bar that could reach from -1 to 1."""
LABEL = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8, "alpha": 0.8}
MOST = 8
"""How many positions of a game one figure shows."""
ACROSS = 4
SMALL_CELL = 0.25
"""Up to how many inches a square may be wide to be too small for numbers below its column."""


# ---- a position ----------------------------------------------------------------------------


def thoughts(
    state: Connect4,
    result: SearchResult,
    value: float | None = None,
    scores: Mapping[Move, int] | None = None,
) -> Figure:
    """What the network and its search think of each column; a star marks the best of each row.

    Under the board stand the prior, the share of the visits, and the mean value, from -1 to 1
    for the player to move; and what is true, where the exact `scores` are given. A dashed ring
    marks the search's move. Beside the board is the value of the whole position: as the search
    sees it, and as the network alone does if its `value` is given. Of a single simulation, which
    visits no move, only what the network says is shown.
    """
    moves = _stats(state, result)
    if value is not None and not -1 <= value <= 1:
        raise ValueError(f"a network's value is between -1 and 1, not {value!r}")
    if scores is not None and sorted(scores) != state.moves():
        raise ValueError(f"give a score for each of the moves {state.moves()}, as analyze(state)")
    total = sum(each.visits for each in moves.values())
    shares = {move: each.visits / max(total, 1) for move, each in moves.items()}
    seen = {move: each.value for move, each in moves.items() if each.visits}
    rows = [("prior", "of the network", {m: each.prior or 0.0 for m, each in moves.items()}, 0.78)]
    bars = {} if value is None else {"network": (float(value), SKY)}
    if total:
        rows.append(("visits", f"of {total:,} by the search", shares, 0.78))
        rows.append(("mean value", "found by the search", seen, 1.15))
        bars["search"] = result.value, BLUE
    else:
        bars.setdefault("network", (result.value, SKY))
    cell = _cell(state)
    left, wide, tall = 1.55, cell * state.width, cell * state.height
    deep = sum(height for *_, height in rows) + 0.5 * (scores is not None) + 0.1
    foot = deep + 0.45  # of the board
    figure = plt.figure(figsize=(WIDTH, foot + tall + 0.12), facecolor=PAPER)
    plt.close(figure)
    who = "search" if total else "network"
    _draw_turn(panel(figure, 0, foot + tall / 2 - 0.4, left, 0.8), state.player, who)
    _draw_board(panel(figure, left, foot, wide, tall), state, cell, result.move)
    _draw_values(panel(figure, left + wide + 0.5, foot, 1.0, tall), bars)
    top = deep
    for name, words, numbers, height in rows:
        top -= height
        axes = panel(figure, left, top, wide, height - 0.1)
        _name_row(axes, name, words)
        _draw_row(axes, state, numbers, SKY if name == "prior" else BLUE, name == "mean value")
    if scores is not None:
        axes = panel(figure, left, top - 0.5, wide, 0.42)
        _name_row(axes, "the truth", "exact scores")
        _draw_scores(axes, state, scores)
    return figure


def _cell(state: Connect4) -> float:
    """How wide a square of a large board is, in inches."""
    return min(0.68, 3.85 / state.width)


def _stats(state: Connect4, result: SearchResult) -> Mapping[Move, MoveStats]:
    """What was found of each move; a complaint if it is of another state or search."""
    if not isinstance(state, Connect4):
        raise ValueError(f"this draws positions of Connect X, not {state!r}")
    if sorted(result.moves) != state.moves() or not result.moves:
        raise ValueError(f"the result is not of this state, which has the moves {state.moves()}")
    if any(each.prior is None for each in result.moves.values()):
        raise ValueError("this search had no priors; give the result of AlphaZero's, such as puct")
    return result.moves


def _draw_board(axes: Axes, state: Connect4, cell: float, ring: Move | None = None) -> None:
    """A board as elsewhere, a square `cell` inches wide; a ring where a move's disc would lie.

    Boards that are large enough have their columns numbered.
    """
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(-0.5, state.height - 0.5))
    dot, has_numbers = 72 * cell, cell > SMALL_CELL
    foot = 0.2 / cell if has_numbers else 0
    axes.add_patch(
        FancyBboxPatch(
            (-0.5, -0.5 - foot), state.width, state.height + foot,
            "round,pad=0.02,rounding_size=0.12", fc=PANEL, ec="none", gid="board", clip_on=False,
        )
    )  # fmt: skip
    for column in range(state.width) if has_numbers else []:
        axes.text(column, -0.5 - foot / 2, str(column + 1), size=min(9, dot / 2), color=PAPER,
                  ha="center", va="center")  # fmt: skip
    rows = state.rows()[::-1]
    for player, fill in ((None, HOLE), *enumerate(DISC)):
        found = [(x, y) for y, row in enumerate(rows) for x, who in enumerate(row) if who == player]
        xs, ys = [x for x, _ in found], [y for _, y in found]
        axes.plot(xs, ys, "o", ms=0.83 * dot, mfc=fill, mec="none")
        if player is not None:
            _draw_symbols(axes, xs, ys, player, dot)
    if state.last_cell is not None:
        axes.plot(*state.last_cell, "o", ms=0.86 * dot, mfc="none", mec=PAPER, mew=0.05 * dot)
    if ring is not None:
        x, y = state.play(ring).last_cell or (0, 0)
        size, line = (0.6 * dot) ** 2, 0.06 * dot
        axes.scatter(x, y, size, "none", ec=PANEL, lw=line, ls="--", zorder=3, gid="ring")


def _draw_symbols(axes: Axes, xs: Any, ys: Any, player: int, dot: float) -> None:
    """The signs on a player's discs."""
    thick = max(0.8, 0.09 * dot)
    axes.plot(xs, ys, "xo"[player], ms=0.36 * dot, mfc="none", mec=SYMBOL[player], mew=thick)


def _draw_turn(axes: Axes, player: int, who: str) -> None:
    """Whose turn it is: the disc, and the words; and whose choice the ring is."""
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.plot(0.5, 0.65, "o", ms=28, mfc=DISC[player], mec="none")
    _draw_symbols(axes, 0.5, 0.65, player, 33)
    words = f"{SYMBOLS[player]} to move"
    axes.text(0.5, 0.3, words, size=10, ha="center", va="top", color=INK)
    words = f"dashed ring: the\n{who}'s choice"
    axes.text(0.5, 0.0, words, size=SMALL, ha="center", va="top", color=QUIET)


def _draw_values(axes: Axes, bars: Mapping[str, tuple[float, str]]) -> None:
    """What the position is worth to the player to move, as upright bars from -1 to 1.

    Each has the name of who says so, and a colour.
    """
    axes.set(xlim=(-0.5, 1.5), ylim=(-1, 1))
    for place, (name, (height, colour)) in enumerate(bars.items()):
        axes.bar(place, 2, 0.7, -1, color=TRACK)
        axes.bar(place, height, 0.7, color=colour, gid=name)
        side = 1 if height >= 0 else -1
        near = side * min(abs(height) + 0.03, 0.88)
        axes.text(place, near, _signed(height), size=9, weight="bold", ha="center", color=INK,
                  va="bottom" if side > 0 else "top", bbox=LABEL)  # fmt: skip
        axes.text(place, -1.04, name, size=SMALL, ha="center", va="top", color=INK)
    axes.plot([-0.4, len(bars) - 0.6], [0, 0], color=GREY, lw=1)
    for height, words, align in ((1, "win", "top"), (0, "draw", "center"), (-1, "loss", "bottom")):
        axes.text(-0.45, height, words, size=SMALL, ha="right", va=align, color=QUIET)


def _name_row(axes: Axes, name: str, words: str) -> None:
    """Says at the left what a row of bars shows."""
    beside: dict[str, Any] = {"transform": axes.transAxes, "ha": "right"}
    axes.text(-0.03, 0.52, name, size=10, weight="bold", va="bottom", color=INK, **beside)
    axes.text(-0.03, 0.46, words, size=SMALL, va="top", color=QUIET, **beside)


def _draw_row(
    axes: Axes, state: Connect4, numbers: Mapping[Move, float], colour: str, is_value: bool
) -> None:
    """A bar for each column with its number: a share, or a value from -1 to 1."""
    best = max(numbers.values(), default=0.0)
    limits = (-1.5, 1.6) if is_value else (0, 1.4 * best or 1.0)
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=limits)
    for move in range(state.width):
        if move not in numbers:
            words = "–" if move in state.moves() else "full"
            axes.text(move, 0, words, size=SMALL, ha="center", va="bottom", color=QUIET)
            continue
        number = numbers[move]
        is_best = number == best and (is_value or best > 0)
        fill, hatch = (ORANGE, "//") if number < 0 else (colour, "")
        if is_value:
            axes.bar(move, 2, 0.62, -1, color=TRACK)
        axes.bar(move, number, 0.62, color=fill, hatch=hatch, ec=PAPER, lw=0, gid="bar")
        words = _signed(number) if is_value else _percent(number)
        axes.annotate(
            words + "★" * is_best, (move, number), (0, 2 if number >= 0 else -2),
            textcoords="offset points", size=min(9, 19 * _cell(state)), ha="center",
            va="bottom" if number >= 0 else "top", color=INK,
            weight="bold" if is_best else "normal",
        )  # fmt: skip
    axes.axhline(0, color=GREY, lw=1)


def _draw_scores(axes: Axes, state: Connect4, scores: Mapping[Move, int]) -> None:
    """What each column is truly worth: a word and the score, as over the boards one plays on."""
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(0, 1))
    best = max(scores.values())
    for move, score in scores.items():
        word, ground, ink = OUTLOOK[(score > 0) - (score < 0)]
        line = 2 if score == best else 0.8
        shape = "round,pad=0,rounding_size=0.08"
        axes.add_patch(FancyBboxPatch((move - 0.42, 0.03), 0.84, 0.94, shape, fc=ground,
                                      ec=ink, lw=line))  # fmt: skip
        words = f"{signed(score)}\n{word}{'★' * (score == best)}"
        weight, size = "bold" if score == best else "normal", min(SMALL, 19 * _cell(state))
        axes.text(move, 0.5, words, size=size, ha="center", va="center", color=ink, linespacing=1,
                  weight=weight)  # fmt: skip


def _percent(share: float) -> str:
    """A share as it is written: 54 %; 0.4 % where it is small."""
    return f"{100 * share:.1f} %" if 0.0005 <= share < 0.0095 else f"{100 * share:.0f} %"


def _signed(value: float) -> str:
    """A value with its sign: +0.31, −0.20."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "−")  # + 0.0: no "−0.00"


# ---- why the next visit goes where it goes -------------------------------------------------


def puct_terms(state: Connect4, result: SearchResult, c: float = 1.5) -> Figure:
    """Each move's Q, and what U adds to it for the next visit: PUCT = Q + c P √N / (1 + n).

    Q is the mean value for the player to move, P the prior, n the visits of the move and N those
    of all. The largest sum is visited next; a move that is certain to lose, with a mean of -1,
    only if all are.
    """
    moves = _stats(state, result)
    check(state, 1, c, 0.0, 1.0)
    root = math.sqrt(sum(each.visits for each in moves.values()))
    q = {move: each.value if each.visits else 0.0 for move, each in moves.items()}
    u = {m: c * (each.prior or 0.0) * root / (1 + each.visits) for m, each in moves.items()}
    following = max(moves, key=lambda move: (q[move] > -1, q[move] + u[move]))
    figure, axes = _axes("", height=1.2 + 0.42 * len(moves))
    rows = np.arange(len(moves))
    first, sums = list(q.values()), [q[move] + u[move] for move in moves]
    axes.barh(rows - 0.2, first, 0.36, color=BLUE, label="Q: mean value")
    axes.barh(
        rows + 0.2, list(u.values()), 0.36, left=first, color=YELLOW, hatch="//",
        edgecolor=GREY, lw=0.6, label=f"U: {c:g} P √N / (1 + n)",
    )  # fmt: skip
    axes.plot(sums, rows + 0.2, "D", color=INK, ms=5, ls="", label="the sum")
    axes.axvline(0, color=GREY, lw=1)
    low, high = min(0.0, *first), max(0.0, *first, *sums)
    span = (high - low) or 1.0
    for row, move in enumerate(moves):
        words = f"{_signed(q[move])} + {u[move]:.2f} = {_signed(q[move] + u[move])}"
        words += "  ◀ next" if move == following else ""
        weight = "bold" if move == following else "normal"
        axes.text(high + 0.06 * span, row, words, va="center", fontsize=9, weight=weight)
    labels = [
        f"{named_move(state, move)}\nP {_percent(each.prior or 0.0)}, n {each.visits:,}"
        for move, each in moves.items()
    ]
    axes.set_yticks(rows, labels, fontsize=9)
    axes.set_ylim(len(moves) - 0.5, -0.5)
    axes.set_xlim(low - 0.04 * span, high + 0.75 * span)
    axes.set_xlabel(f"PUCT for {SYMBOLS[state.player]}")
    axes.set_xticks([tick for tick in axes.get_xticks() if low <= tick <= high])
    axes.spines["bottom"].set_bounds(low, high)
    total, *terms = axes.get_legend_handles_labels()[0]
    figure.legend(handles=[*terms, total], loc="outside upper center", ncols=3, frameon=False)
    return figure


# ---- a game --------------------------------------------------------------------------------


def followed(game: Sequence[tuple[Connect4, SearchResult]], end: Connect4 | None = None) -> Figure:
    """Positions of one game in their order, each with its moves' priors beside their visits.

    A dashed ring and an arrow mark the move that was played, which the next state tells, or
    `end` after the last one. The values are the search's, for the player to move.
    """
    if not 1 <= len(game) <= MOST:
        raise ValueError(f"one figure shows 1 to {MOST} positions, not {len(game)}: game[:{MOST}]")
    states = [state for state, _ in game] + ([] if end is None else [end])
    played = [_played(one, other) for one, other in pairwise(states)]
    played += [None] * (len(game) - len(played))
    most = max(state.width for state in states)
    cell = min(SMALL_CELL, 1.5 / most)
    wide, tall = cell * states[0].width, cell * states[0].height
    deep = tall + 1.45
    rows, columns = math.ceil(len(game) / ACROSS), WIDTH / ACROSS
    figure = plt.figure(figsize=(WIDTH, rows * deep + 0.35), facecolor=PAPER)
    plt.close(figure)
    for number, ((state, result), move) in enumerate(zip(game, played, strict=True)):
        left = number % ACROSS * columns + (columns - wide) / 2
        foot = (rows - 1 - number // ACROSS) * deep
        board = panel(figure, left, foot + 1.12, wide, tall)
        _draw_board(board, state, cell, move)
        words = f"{state.ply + 1}: {SYMBOLS[state.player]}, value {_signed(result.value)}"
        board.text(0.5, 1.04, words, transform=board.transAxes, size=9, ha="center", va="bottom")
        _draw_pairs(panel(figure, left, foot + 0.42, wide, 0.62), state, result, move)
    signs: list[Any] = [Patch(color=SKY, label="prior"), Patch(color=BLUE, label="share of visits")]
    signs.append(Line2D([], [], ls="", marker="^", ms=7, color=ORANGE, label="played"))
    signs.append(Patch(color=TRACK, label="full height: 100 %"))
    figure.legend(handles=signs, loc="upper center", ncols=4, frameon=False, fontsize=9)
    return figure


def _played(before: Connect4, after: Connect4) -> Move:
    """The move with which `before` went on, in a game that has reached `after`."""
    state: Connect4 | None = after
    while state is not None and state.previous != before:
        state = state.previous
    if state is None or state.last_cell is None:
        raise ValueError("give the positions of one game, in the order in which they were played")
    return state.last_cell[0]


def _draw_pairs(axes: Axes, state: Connect4, result: SearchResult, move: Move | None) -> None:
    """Under each column its prior, and beside it its share of the visits."""
    moves = _stats(state, result)
    total = max(1, sum(each.visits for each in moves.values()))
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(0, 1))
    axes.bar(list(moves), 1, 0.8, color=TRACK)
    axes.bar([m - 0.2 for m in moves], [each.prior or 0.0 for each in moves.values()], 0.36,
             color=SKY)  # fmt: skip
    axes.bar([m + 0.2 for m in moves], [each.visits / total for each in moves.values()], 0.36,
             color=BLUE)  # fmt: skip
    axes.axhline(0, color=GREY, lw=1)
    for column in range(state.width):
        weight, size = "bold" if column == move else "normal", min(SMALL, 72 / state.width)
        axes.text(column, -0.08, str(column + 1), size=size, ha="center", va="top", weight=weight)
    if move is not None:
        axes.plot(move, -0.42, "^", color=ORANGE, ms=7, clip_on=False)


# ---- a training ----------------------------------------------------------------------------


def learning_curve(
    log: Log,
    x: str = "games",
    others: Mapping[str, float] | None = None,
    simulations: int = 32,
) -> Figure:
    """The share of positions whose value is kept, while it learns: by the policy, and searching.

    `x` is "games", "minutes" or "iteration". `others` are other players' shares by name, drawn
    as horizontal lines. `simulations` is how many the training searched with. Where a second
    network begins, the lines begin anew.
    """
    across, second = _times(log, x), _second(log)
    figure, axes = _axes("", height=3.8)
    labels = ("the policy alone", f"with {simulations} simulations")
    lowest = min(1.0, *(others or {"": 1.0}).values())
    for (colour, marker), name, label in zip(LOOKS, WAYS, labels, strict=False):
        shares = _figures(log, name)
        _draw_line(axes, across, shares, colour, marker, label, second)
        lowest = min(lowest, *shares)
    axes.set_ylim(math.floor(10 * lowest - 0.1) / 10, 1.005)
    if second:
        _draw_second(axes, across[second], SECOND)
    _draw_others(axes, others or {})
    axes.set_xlabel(TIMES[x])
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter("{x:,.10g}")
    axes.set_ylabel("moves that keep the value")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure


def _figures(log: Log, name: str) -> list[float]:
    """One figure of each iteration."""
    if not log:
        raise ValueError("the log is empty; train for an iteration or more")
    if any(name not in row for row in log):
        where = "; only boards with known exact values are measured" * name.startswith("kept")
        raise ValueError(f"the log of this training has no figure {name!r}{where}")
    return [row[name] for row in log]


def _times(log: Log, x: str) -> list[float]:
    """How far the training was: games are those of all iterations so far."""
    if x not in TIMES:
        raise ValueError(f"x is one of {', '.join(TIMES)}, not {x!r}")
    found = _figures(log, x)
    return np.cumsum(found).tolist() if x == "games" else found


def _second(log: Log) -> int:
    """From which row on the figures are those of a second network; 0: there is none."""
    networks = [row.get("network", 1) for row in log]
    return networks.index(2) if 2 in networks else 0


def _draw_line(
    axes: Axes,
    x: Sequence[float],
    y: Sequence[float],
    colour: str,
    marker: str,
    label: str,
    second: int = 0,
) -> None:
    """A line with some marks; from the number `second` on, if it is given, a line of its own."""
    every = math.ceil(len(x) / 12)
    parts = [slice(None, second), slice(second, None)] if second else [slice(None)]
    for part in parts:
        axes.plot(
            x[part],
            y[part],
            color=colour,
            marker=marker,
            ms=5,
            lw=1.6,
            markevery=every,
            label=label,
        )
        label = ""


def _draw_second(axes: Axes, x: float, words: str) -> None:
    """Where a second network begins."""
    axes.axvline(x, color=QUIET, lw=1, ls=":")
    axes.text(x, 0.2, words, size=9, color=QUIET, transform=axes.get_xaxis_transform())


def _draw_others(axes: Axes, others: Mapping[str, float]) -> None:
    """Other players' shares as dashed lines, and at the right their names, so that none meet."""
    low, high = axes.get_ylim()
    gap, place = 0.055 * (high - low), math.inf
    for name, share in sorted(others.items(), key=lambda each: -each[1]):
        place = min(share, place - gap)
        axes.axhline(share, color=GREY, lw=1.2, ls="--", zorder=1)
        words = f" {name} {100 * share:.1f} %"
        axes.text(1, place, words, transform=axes.get_yaxis_transform(), size=9, va="center",
                  color=QUIET)  # fmt: skip


def stages(log: Log, x: str = "games", simulations: int = 32) -> Figure:
    """How often a move gives value away, by stage of the game: by the policy, and searching.

    The scale is logarithmic, but for its foot: there was no mistake at all.
    """
    across, second = _times(log, x), _second(log)
    figure, panels = plt.subplots(
        1, 2, figsize=(WIDTH, 3.5), layout="constrained", sharex=True, sharey=True
    )
    plt.close(figure)
    errors = {
        (way, stage): [1 - kept for kept in _figures(log, f"{way}_{stage}")]
        for way in WAYS
        for stage in STAGES
    }
    every = np.concatenate(list(errors.values()))
    least, most = every[every > 0].min(initial=1.0), every.max(initial=0.1)
    foot = least / 3 if (every == 0).any() else least / 1.3
    titles = ("the policy alone", f"with {simulations} simulations")
    for axes, way, title in zip(panels, WAYS, titles, strict=True):
        for stage, (colour, marker) in zip(STAGES, LOOKS, strict=False):
            heights = [max(error, foot) for error in errors[way, stage]]
            _draw_line(axes, across, heights, colour, marker, stage, second)
        if second:  # in the other panel lines run where the words would stand
            _draw_second(axes, across[second], SECOND if axes is panels[0] else "")
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(TIMES[x])
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.3)
    left = panels[0]
    left.set_yscale("log")
    left.set_ylim(foot, 1.2 * most)
    ticks = [n * 10.0**-k for k in range(6) for n in (1, 2, 5)]
    ticks = [tick for tick in ticks if least / 2 < tick < 1.2 * most]
    names = [f"{100 * tick:g}%" for tick in ticks]
    left.set_yticks([foot, *ticks], ["0%" if foot < least / 2 else "", *names])
    left.yaxis.set_minor_formatter(NullFormatter())
    left.xaxis.set_major_locator(MaxNLocator(4))
    left.xaxis.set_major_formatter("{x:,.10g}")
    left.set_ylabel("moves that give value away")
    figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=3,
                  frameon=False)  # fmt: skip
    return figure


def gate(log: Log, needed: float = 0.55) -> Figure:
    """Each new network's points against the best before it; filled where it took its place.

    The line is what a network needs in AlphaGo Zero's gate, or another share.
    """
    found, iterations = _figures(log, "against_best"), _figures(log, "iteration")
    promoted = [bool(each) for each in _figures(log, "promoted")]
    figure, axes = _axes("", height=3.2)
    axes.plot(iterations, found, color=GREY, lw=0.8, zorder=1)
    for is_new, fill, label in ((True, BLUE, "became the best"), (False, PAPER, "did not")):
        chosen = [n for n, each in enumerate(promoted) if each == is_new]
        axes.plot(
            [iterations[n] for n in chosen], [found[n] for n in chosen], "o", ms=7, mfc=fill,
            mec=BLUE, mew=1.5, ls="", label=f"{label} ({len(chosen)})",
        )  # fmt: skip
    axes.axhline(needed, color=ORANGE, lw=1.4, ls="--", label=f"{100 * needed:g} %")
    axes.axhline(0.5, color=GREY, lw=0.8, ls=":")
    axes.set_ylim(0, 1.05)
    axes.set_xlim(iterations[0] - 0.5, iterations[-1] + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xlabel("iteration")
    axes.set_ylabel("points against the best so far")
    axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure
