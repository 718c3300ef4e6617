"""What panels draw: bars over a board, and a curve that grows while something is learnt.

Colours are those of the page's theme where the drawing stands inline, else those of a light page.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.view.boards import svg
from c4lib.view.boards.hints import marks_of
from c4lib.view.boards.svg import SIZE, Picture, signed
from c4lib.view.trees.svg import BOLD, END, START, label

INK = "var(--jp-content-font-color1, #1b2733)"
FAINT = "var(--jp-content-font-color2, #4a5560)"
GROUND = "var(--jp-layout-color0, #f7f9fc)"
BAR, PRIOR, UP, DOWN = "#2b8cc4", "#8a949e", "#009e73", "#cc79a7"
NOW = 'fill="#e6b800" fill-opacity="0.28"'  # the chosen column's ground, on light and dark pages
LEFT = 62  # what stands left of a board, and of a curve
HEAD, ROW, TALL = 20, 68, 40  # above the rows, each row, and the highest bar in one
HALF = 15  # how far a value's bar goes from its middle
WIDE, HIGH = 648, 292  # the picture of a curve
KEY, TOP, RIGHT, BOTTOM = 46, 66, 488, 248  # its legend, and the field of the curve
MOST = 0.7  # the largest share of mistakes that is drawn
COLOURS = (BAR, "#d9730d")  # legible on all pages, also without red and green vision
DASHED = ' stroke-dasharray="4 3"'


class Bars(NamedTuple):
    """A row of bars over a board, one for each column."""

    name: str
    numbers: Mapping[Move, float]  # shares from 0 to 1, or values from -1 to 1
    colour: str | None  # of shares; None: these are values, with a colour for either sign
    lines: Mapping[Move, float] | None = None  # shares that a line marks, to compare with


class MistakeCurve(NamedTuple):
    """How a share of mistakes falls in a training."""

    name: str  # what stands at its end
    group: str  # what stands in the legend, once for all curves of one look
    spots: Sequence[tuple[float, float]]  # how far the training was, and the share then
    look: int  # the number of its colour; the first has round marks, the second square ones
    is_dashed: bool  # with hollow marks


def bars_over(
    state: Connect4,
    rows: Sequence[Bars],
    exact: Mapping[Move, int] | None = None,
    chosen: Move | None = None,
    title: str = "",
) -> Picture:
    """A board with rows of bars over its columns, and its exact scores where they are known."""
    marks = None if exact is None else marks_of(exact, state.free, chosen)
    below = svg.connect4(state, marks=marks)
    wide, high = svg.size_of(below)
    scale, above = wide / (state.width * SIZE + 2 * svg.EDGE), HEAD + ROW * len(rows)
    parts = [label(LEFT + wide / 2, 16, 14, title, INK, BOLD)] if title else []
    if exact is not None:
        parts.append(_name(above + 32 * scale, "exact"))
    for move in state.moves():
        middle, width = LEFT + (svg.EDGE + (move + 0.5) * SIZE) * scale, SIZE * scale
        if move == chosen:
            top = HEAD if title else 2
            parts.append(svg.rect(middle - width / 2, top, width, above - top, f'rx="5" {NOW}'))
            parts += [] if title else [label(middle, 15, 12, "plays", INK)]
        for number, row in enumerate(rows, 1):
            draw = _value if row.colour is None else _share
            parts.append(draw(row, move, middle, HEAD + ROW * number, width))
    for number, row in enumerate(rows, 1):
        parts.append(_name(HEAD + ROW * number - (10 if row.colour else 30), row.name))
    parts.append(below.svg.replace("<svg ", f'<svg x="{LEFT}" y="{above}" ', 1))
    words = " ".join(_words(rows, move, chosen) for move in state.moves())
    alt = f"{title + ': ' if title else ''}{below.alt} {words}"
    return Picture(sheet(LEFT + wide, above + high, parts), alt)


def sheet(wide: float, high: float, parts: Sequence[str]) -> str:
    """A drawing on a ground of its own."""
    ground = f'<rect width="{wide}" height="{high}" rx="10" fill="{GROUND}"/>'
    return svg.document(wide, high, [ground, *parts])


def _name(y: float, name: str) -> str:
    return label(LEFT - 6, y, 13, name, FAINT, END)


def _share(row: Bars, move: Move, x: float, y: float, wide: float) -> str:
    """A bar that stands on the foot of its row, with its percentage."""
    share, base = row.numbers.get(move), y - 6
    line = (row.lines or {}).get(move, 0.0)
    percent = "–" if share is None else f"{share:.0%}"
    parts = [
        _bar(x, base - (share or 0) * TALL, wide, (share or 0) * TALL, row.colour),
        _level(x, base, wide),
        label(x, base - max(share or 0, line) * TALL - 4, min(13, 0.27 * wide), percent, INK),
    ]
    if row.lines:
        parts.append(_level(x, base - line * TALL, wide, 2.5))
    return "".join(parts)


def _value(row: Bars, move: Move, x: float, y: float, wide: float) -> str:
    """A bar up or down from the middle of its row, with its number beyond its end."""
    base, value = y - ROW / 2, row.numbers.get(move)
    if value is None:
        return _level(x, base, wide) + label(x, base - 4, 13, "–", INK)
    top, colour = (base - value * HALF, UP) if value > 0 else (base, DOWN)
    end = top - 4 if value > 0 else base - value * HALF + 13
    bar = _bar(x, top, wide, abs(value) * HALF, colour) + _level(x, base, wide)
    return bar + label(x, end, min(13, 0.27 * wide), signed(value, ".2f"), INK)


def _bar(x: float, top: float, wide: float, high: float, colour: str | None) -> str:
    place = x - wide * 0.3, float(top), wide * 0.6, float(high)
    return svg.rect(*place, f'fill="{colour}"')


def _level(x: float, y: float, wide: float, thick: float = 1) -> str:
    """A line under, or across, a bar."""
    start = f"M{x - wide * 0.4:.1f} {y:.1f}h{wide * 0.8:.1f}"
    return f'<path d="{start}" stroke="{INK}" stroke-width="{thick}"/>'


def _words(rows: Sequence[Bars], move: Move, chosen: Move | None) -> str:
    words = []
    for row in rows:
        number = row.numbers.get(move)
        known = "unknown" if number is None else f"{number:.0%}"
        if number is not None and row.colour is None:
            known = signed(number, ".2f")
        words.append(f"{row.name} {known}")
    return f"Column {move + 1}: {', '.join(words)}{', chosen' if move == chosen else ''}."


def learning_curve(
    title: str,
    alt: str,
    curves: Sequence[MistakeCurve],
    level: tuple[str, float],
    end: int,
    unit: str = "iterations",
) -> Picture:
    """Curves over an axis from 0 to `end`, each with its last share, and a level to compare with.

    A legend says whose they are.
    """
    line = f'<path d="M{LEFT} {_y(level[1]):.1f}H{RIGHT}" stroke="{FAINT}" stroke-dasharray="1 4"/>'
    parts = [label(WIDE / 2, 24, 15, title, INK, BOLD), *_axes(end, unit), line, *_legend(curves)]
    alts, ends = [level[0]], [label(RIGHT + 24, 4, 13, level[0], FAINT, START)]
    heights = [_y(level[1])]
    for curve in curves:
        spots = [(_x(place, end), _y(share)) for place, share in curve.spots]
        if spots:
            words, colour = f"{curve.name} {curve.spots[-1][1]:.1%}", COLOURS[curve.look]
            parts.append(_line(spots, curve))
            mark = _marks([(RIGHT + 14, 0)], curve)
            ends.append(mark + label(RIGHT + 24, 4, 13, words, colour, START))
            alts.append(f"{curve.group}, {words}")
            heights.append(spots[-1][1])
    for place, drawn in zip(_apart(heights), ends, strict=True):
        parts.append(f'<g transform="translate(0 {place:.1f})">{drawn}</g>')
    return Picture(sheet(WIDE, HIGH, parts), f"{alt}: {'; '.join(alts)}.")


def _legend(curves: Sequence[MistakeCurve]) -> list[str]:
    """What each look stands for, in a row under the title."""
    groups = {curve.group: curve for curve in curves if not curve.is_dashed}
    wide, parts = 140, []
    for number, (group, curve) in enumerate(groups.items()):
        x = (LEFT + RIGHT - wide * len(groups)) / 2 + wide * number
        parts.append(_line([(x, KEY - 4), (x + 24, KEY - 4)], curve))
        parts.append(label(x + 34, KEY, 13, group, COLOURS[curve.look], START))
    return parts


def _axes(goal: int, unit: str) -> list[str]:
    """Lines for every fifth, and the numbers up to `goal`."""
    parts = []
    for tenth in range(0, round(10 * MOST) + 1, 2):
        y = _y(tenth / 10)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="{FAINT}" stroke-opacity="0.25"/>')
        parts.append(label(LEFT - 8, y + 4, 12, f"{10 * tenth}%", INK, END))
    step = max(1, math.ceil(goal / 8))
    step = next(size for size in (1, 2, 5, 10, 20, 50, step) if size >= step)
    for number in range(0, goal + 1, step):
        parts.append(label(_x(number, goal), BOTTOM + 17, 12, str(number), INK))
    parts.append(f'<path d="M{LEFT} {BOTTOM}H{RIGHT}" stroke="{INK}"/>')
    return [*parts, label((LEFT + RIGHT) / 2, BOTTOM + 36, 13, unit, INK)]


def _x(number: float, goal: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / goal


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(share, MOST) / MOST


def _line(spots: Sequence[tuple[float, float]], curve: MistakeCurve) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    style = f'stroke="{COLOURS[curve.look]}" stroke-width="2"{DASHED if curve.is_dashed else ""}'
    return f'<path d="M{path}" fill="none" {style}/>{_marks(spots, curve)}'


def _marks(spots: Sequence[tuple[float, float]], curve: MistakeCurve) -> str:
    """A mark on each spot: round or square by its look, hollow if the curve is dashed."""
    marks = [
        f'<rect x="{x - 2.8:.1f}" y="{y - 2.8:.1f}" width="5.6" height="5.6"/>'
        if curve.look
        else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
        for x, y in spots
    ]
    colour = COLOURS[curve.look]
    fill = GROUND if curve.is_dashed else colour
    style = f'fill="{fill}" stroke="{colour}" stroke-width="1.4"'
    return f"<g {style}>{''.join(marks)}</g>"


def _apart(places: Sequence[float]) -> list[float]:
    """The places, moved up where two would be too near to each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda number: -places[number])
    for lower, upper in pairwise(order):
        moved[upper] = min(moved[upper], moved[lower] - 18)
    return moved
