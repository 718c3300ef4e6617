"""A curve that grows while something is learnt: shares of mistakes after each iteration."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from c4lib.view.boards.svg import Picture
from c4lib.view.panels.bars import FAINT, INK, sheet
from c4lib.view.trees.svg import BOLD, END, START, label

WIDE, HIGH = 648, 270
LEFT, TOP, RIGHT, BOTTOM = 62, 44, 488, 226  # the field of the curve
MOST = 0.7  # the largest share of mistakes that is drawn
COLOURS = ("#2b8cc4", "#d9730d")  # legible on all pages, also without red and green vision


def learning_curve(
    title: str, alt: str, series: Mapping[str, Sequence[float]], level: tuple[str, float], goal: int
) -> Picture:
    """Two series up to iteration `goal`, each with its last share, and a level to compare with.

    They have shares after 0, 1, 2, ... iterations. The first has round marks, the second square.
    """
    words, height = level[0], _y(level[1])
    line = f'<path d="M{LEFT} {height:.1f}H{RIGHT}" stroke="{FAINT}" stroke-dasharray="5 4"/>'
    parts = [label(WIDE / 2, 24, 15, title, INK, BOLD), *_axes(goal), line]
    ends = [(height, words, FAINT)]
    for (name, shares), colour in zip(series.items(), COLOURS, strict=False):
        spots = [(_x(number, goal), _y(share)) for number, share in enumerate(shares)]
        if spots:
            parts.append(_line(spots, colour))
            ends.append((spots[-1][1], f"{name} {shares[-1]:.1%}", colour))
    for place, (_, words, colour) in zip(_apart([y for y, *_ in ends]), ends, strict=True):
        parts.append(label(RIGHT + 10, place + 4, 13, words, colour, START))
    last = "; ".join(words for _, words, _ in ends)
    return Picture(sheet(WIDE, HIGH, parts), f"{alt}: {last}.")


def _axes(goal: int) -> list[str]:
    """Lines for every fifth, and the numbers of iterations."""
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
    return [*parts, label((LEFT + RIGHT) / 2, BOTTOM + 36, 13, "iterations", INK)]


def _x(number: int, goal: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / goal


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(share, MOST) / MOST


def _line(spots: Sequence[tuple[float, float]], colour: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    marks = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
        if colour == COLOURS[0]
        else f'<rect x="{x - 2.8:.1f}" y="{y - 2.8:.1f}" width="5.6" height="5.6"/>'
        for x, y in spots
    ]
    drawn = f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    return f'{drawn}<g fill="{colour}">{"".join(marks)}</g>'


def _apart(places: Sequence[float], room: float = 18) -> list[float]:
    """The places, moved up where two would be too near to each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda number: -places[number])
    for lower, upper in pairwise(order):
        moved[upper] = min(moved[upper], moved[lower] - room)
    return moved
