"""Still pictures of lesson 06: what a network and its search think of positions and games.

The network itself is drawn in `c4lib.view.plots.network`, its training in `.training`.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from c4lib.alphazero.puct import check
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.result import MoveStats, SearchResult
from c4lib.view.boards.svg import OUTLOOK, signed
from c4lib.view.plots import style
from c4lib.view.plots.growth import iso_accuracy as iso_accuracy
from c4lib.view.plots.growth import probes as probes
from c4lib.view.plots.position import SMALL_CELL, draw_board
from c4lib.view.plots.style import BLUE, GOLD, NOTE, ORANGE, SMALL, TRACK, note, signed_text, styled
from c4lib.view.plots.training import ceiling as ceiling
from c4lib.view.plots.training import gate as gate
from c4lib.view.plots.training import learning_curve as learning_curve
from c4lib.view.plots.training import learnt_curve as learnt_curve
from c4lib.view.plots.training import same_time as same_time
from c4lib.view.plots.training import stages as stages
from c4lib.view.plots.training import td_curve as td_curve
from c4lib.view.plots.weaknesses import weak_spots as weak_spots
from c4lib.view.trees.figure import paint_discs
from c4lib.view.trees.text import named_move

MOST, ACROSS = 8, 4  # positions of a game in one figure, and in one of its rows
HEIGHTS = {"prior": 0.78, "visits": 0.78, "mean value": 1.15, "the truth": 0.5}  # in inches
SPEAKERS = {"network": GOLD, "search": BLUE}


@styled
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
    rows = _rows(moves, scores)
    has_search = "visits" in rows
    chooser = "search" if has_search else "network"
    values = {chooser: result.value}
    if value is not None:
        values = {"network": value} | ({"search": result.value} if has_search else {})
    cell, left = _cell(state), 1.55
    wide, tall = cell * state.width, cell * state.height
    top = sum(HEIGHTS[name] for name in rows) + 0.1
    foot = top + 0.45  # of the board
    figure = style.blank(foot + tall + 0.25)
    _draw_turn(style.panel(figure, 0, foot + tall / 2 - 0.4, left, 0.8), state.player, chooser)
    draw_board(style.panel(figure, left, foot, wide, tall), state, cell, result.move)
    _draw_values(style.panel(figure, left + wide + 0.5, foot, 1.0, tall), values)
    for name, (words, numbers) in rows.items():
        top -= HEIGHTS[name]
        axes = style.panel(figure, left, top, wide, HEIGHTS[name] - 0.1)
        beside: dict[str, Any] = {"transform": axes.transAxes, "ha": "right"}
        note(axes, -0.03, 0.52, name, size=10, weight="bold", va="bottom", **beside)
        note(axes, -0.03, 0.46, words, va="top", **beside)
        (_draw_scores if name == "the truth" else _draw_row)(axes, state, numbers, name)
    return figure


def _rows(
    moves: Mapping[Move, MoveStats], scores: Mapping[Move, int] | None
) -> dict[str, tuple[str, Mapping[Move, float]]]:
    """What stands below the board: for each name, what it means and a number for each move."""
    total = sum(each.visits for each in moves.values())
    priors = {move: each.prior or 0.0 for move, each in moves.items()}
    rows: dict[str, tuple[str, Mapping[Move, float]]] = {"prior": ("of the network", priors)}
    if total:
        shares = {move: each.visits / total for move, each in moves.items()}
        means = {move: each.value for move, each in moves.items() if each.visits}
        rows["visits"] = f"of {total:,} by the search", shares
        rows["mean value"] = "found by the search", means
    return rows if scores is None else {**rows, "the truth": ("exact scores", scores)}


def _cell(state: Connect4) -> float:
    """How wide a square of a large board is, in inches."""
    return min(0.68, 3.85 / state.width)


def _stats(state: Connect4, result: SearchResult) -> Mapping[Move, MoveStats]:
    """What was found of each move; ValueError if it was for another state or kind of search."""
    if not isinstance(state, Connect4):
        raise ValueError(f"this draws positions of Connect X, not {state!r}")
    if sorted(result.moves) != state.moves() or not result.moves:
        raise ValueError(f"the result is not of this state, which has the moves {state.moves()}")
    if any(each.prior is None for each in result.moves.values()):
        raise ValueError("this search had no priors; give the result of AlphaZero's, such as puct")
    return result.moves


def _draw_turn(axes: Axes, player: int, chooser: str) -> None:
    """Whose turn it is, as a disc and in words; and whose choice the ring is."""
    axes.set(xlim=(0, 1), ylim=(0, 1))
    paint_discs(axes, [(0.5, 0.65)], player, 33)
    note(axes, 0.5, 0.3, f"{SYMBOLS[player]} to move", size=10, va="top")
    note(axes, 0.5, 0.0, f"dashed ring: the\n{chooser}'s choice", va="top")


def _draw_values(axes: Axes, values: Mapping[str, float]) -> None:
    """What the position is worth to the player to move, as upright bars from -1 to 1."""
    axes.set(xlim=(-0.5, 1.5), ylim=(-1, 1))
    for place, (name, height) in enumerate(values.items()):
        axes.bar(place, 2, 0.7, -1, color=TRACK)
        axes.bar(place, height, 0.7, color=SPEAKERS[name], gid=name)
        note(axes, place, 1.03, signed_text(height), size=NOTE, weight="bold", va="bottom")
        note(axes, place, -1.04, name, va="top")
    axes.plot([-0.4, len(values) - 0.6], [0, 0], color=style.GREY, lw=1)
    for height, words, align in ((1, "win", "top"), (0, "draw", "center"), (-1, "loss", "bottom")):
        note(axes, -0.45, height, words, ha="right", va=align)


def _draw_row(axes: Axes, state: Connect4, numbers: Mapping[Move, float], name: str) -> None:
    """A bar for each column with its number: a share, or a value from -1 to 1."""
    is_value = name == "mean value"
    best = max(numbers.values(), default=0.0)
    limits = (-1.5, 1.6) if is_value else (0, 1.4 * best or 1.0)
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=limits)
    style.level(axes)
    for move in range(state.width):
        if move not in numbers:
            note(axes, move, 0, "–" if move in state.moves() else "full", va="bottom")
            continue
        number = numbers[move]
        is_best = number == best and (is_value or best > 0)
        colour, hatch = (GOLD if name == "prior" else BLUE, "") if number >= 0 else (ORANGE, "//")
        if is_value:
            axes.bar(move, 2, 0.62, -1, color=TRACK)
        axes.bar(move, number, 0.62, color=colour, hatch=hatch, gid="bar")
        words = signed_text(number) if is_value else style.share_text(number)
        size, weight = min(9, 19 * _cell(state)), "bold" if is_best else "normal"
        top = 1.08 if is_value else number + 0.04 * limits[1]  # above all that the bar could reach
        note(axes, move, top, words + "★" * is_best, size=size, weight=weight, va="bottom")


def _draw_scores(axes: Axes, state: Connect4, scores: Mapping[Move, float], _: str) -> None:
    """What each column is truly worth: a word and the score, as over the boards one plays on."""
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(0, 1))
    best = max(scores.values())
    for move, score in scores.items():
        word, ground, ink = OUTLOOK[(score > 0) - (score < 0)]
        star, weight, line = ("★", "bold", 2) if score == best else ("", "normal", 0.8)
        axes.bar(move, 0.94, 0.84, 0.03, fc=ground, ec=ink, lw=line)
        note(axes, move, 0.5, f"{signed(int(score))}\n{word}{star}", color=ink, weight=weight,
             size=min(SMALL, 19 * _cell(state)), linespacing=1)  # fmt: skip


@styled
def puct_terms(state: Connect4, result: SearchResult, c: float = 1.5) -> Figure:
    """Each move's Q, and what U adds for the next visit: PUCT = Q + c P √N / (1 + N(a)).

    Q is the mean value for the player to move, P the prior, N(a) the visits of the move and N
    those of all. The largest sum is visited next; a move that is certain to lose, with a mean of
    -1, only if all are.
    """
    moves = _stats(state, result)
    check(state, 1, c, 0.0, 1.0)
    visits = np.array([each.visits for each in moves.values()])
    priors = np.array([each.prior for each in moves.values()], float)
    q = np.array([each.value if each.visits else 0.0 for each in moves.values()])
    u = c * priors * math.sqrt(visits.sum()) / (1 + visits)
    totals, rows = q + u, np.arange(len(moves))
    following = max(rows, key=lambda row: (q[row] > -1, totals[row]))
    figure, axes = style.single(1.2 + 0.42 * len(moves), f"PUCT for {SYMBOLS[state.player]}")
    label = f"U: {c:g} P √N / (1 + N(a))"
    axes.barh(rows - 0.2, q, 0.36, color=BLUE, label="Q: mean value")
    axes.barh(rows + 0.2, u, 0.36, left=q, color=style.GOLD, hatch="//", label=label)
    axes.plot(totals, rows + 0.2, "D", color=style.INK, ms=5, label="the sum")
    axes.axvline(0, color=style.GREY, lw=1)
    low, high = min(0.0, *q), max(0.0, *q, *totals)
    span = (high - low) or 1.0
    each = zip(q.tolist(), u, totals.tolist(), strict=True)
    texts = [f"{signed_text(mean)} + {more:.2f} = {signed_text(sum_)}" for mean, more, sum_ in each]
    names = [
        f"{named_move(state, move)}\nP {style.share_text(prior)}, N(a) {n:,}"
        for move, prior, n in zip(moves, priors, visits, strict=True)
    ]
    style.sums(axes, names, texts, [high + 0.06 * span] * len(moves), int(following))
    axes.set_xlim(low - 0.04 * span, high + 0.75 * span)
    axes.set_xticks([tick for tick in axes.get_xticks() if low <= tick <= high])
    axes.spines["bottom"].set_bounds(low, high)
    total, *bars = axes.get_legend_handles_labels()[0]
    style.legend(figure, handles=[*bars, total])
    return figure


@styled
def followed(game: Sequence[tuple[Connect4, SearchResult]], end: Connect4 | None = None) -> Figure:
    """Positions of one game in their order, each with its moves' priors beside their visits.

    A dashed ring and an arrow mark the move that was played, which the next state tells, or
    `end` after the last one. The values are the search's, for the player to move.
    """
    if not 1 <= len(game) <= MOST:
        raise ValueError(f"one figure shows 1 to {MOST} positions, not {len(game)}: game[:{MOST}]")
    states = [state for state, _ in game] + ([] if end is None else [end])
    played = [_played(one, other) for one, other in pairwise(states)]
    cell = min(SMALL_CELL, 1.5 / states[0].width)
    wide, tall = cell * states[0].width, cell * states[0].height
    deep, across = tall + 1.45, style.WIDTH / ACROSS
    rows = math.ceil(len(game) / ACROSS)
    figure = style.blank(rows * deep + 0.35)
    for number, ((state, result), move) in enumerate(zip_longest(game, played[: len(game)])):
        left = number % ACROSS * across + (across - wide) / 2
        foot = (rows - 1 - number // ACROSS) * deep
        board = style.panel(figure, left, foot + 1.12, wide, tall)
        draw_board(board, state, cell, move)
        words = f"{state.ply + 1}: {SYMBOLS[state.player]}, value {signed_text(result.value)}"
        note(board, 0.5, 1.04, words, transform=board.transAxes, size=NOTE, va="bottom")
        _draw_pairs(style.panel(figure, left, foot + 0.42, wide, 0.62), state, result, move)
    meanings: dict[str, Any] = {"prior": GOLD, "share of visits": BLUE, "full height: 100 %": TRACK}
    signs: list[Any] = [Patch(color=colour, label=label) for label, colour in meanings.items()]
    signs.insert(2, Line2D([], [], ls="", marker="^", ms=7, color=ORANGE, label="played"))
    figure.legend(handles=signs, loc="upper center", ncols=4)
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
    columns = np.array(state.moves())
    rows = _rows(_stats(state, result), None)
    axes.set(xlim=(-0.5, state.width - 0.5), ylim=(0, 1))
    axes.bar(columns, 1, 0.8, color=TRACK)
    for name, aside, colour in (("prior", -0.2, GOLD), ("visits", 0.2, BLUE)):
        shares = rows[name][1] if name in rows else dict.fromkeys(state.moves(), 0.0)
        axes.bar(columns + aside, [shares[column] for column in state.moves()], 0.36, color=colour)
    style.level(axes)
    for column in range(state.width):
        weight, size = "bold" if column == move else "normal", min(SMALL, 72 / state.width)
        note(axes, column, -0.08, str(column + 1), size=size, va="top", weight=weight)
    if move is not None:
        axes.plot(move, -0.42, "^", color=ORANGE, ms=7, clip_on=False)
