"""The drawings in panels: bars over a board's columns, and the curve of a training."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from c4lib import Connect4
from c4lib.view.panels.drawings import BAR, PRIOR, Bars, MistakeCurve, bars_over, learning_curve

SMALL = Connect4(4, 4)
LATE = Connect4.from_moves("651621262264745513")


def assert_legible(svg):
    """No two texts overlap, and all stand on the sheet. The texts."""
    root, boxes = ET.fromstring(svg), []
    for text in root.findall("{*}text"):  # not those of the board
        x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
        wide = len(text.text) * size * 0.6
        left = {"start": x, "end": x - wide}.get(text.get("text-anchor"), x - wide / 2)
        boxes.append((text.text, (left, left + wide, y - size * 0.75, y)))
        assert 0 <= left < left + wide <= float(root.get("width")), text.text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2], (one, other)
    return [text for text, _ in boxes]


@pytest.mark.parametrize("state", [SMALL, LATE, Connect4(12, 6), Connect4(20, 6)])
def test_the_bars_are_as_high_as_their_numbers_and_legible(state):
    moves = state.moves()
    priors, policy = (
        dict(zip(moves, np.random.default_rng(seed).dirichlet(np.ones(len(moves))), strict=True))
        for seed in (0, 1)
    )
    values = dict(zip(moves, np.linspace(-1, 1, len(moves)), strict=True))
    rows = [Bars("prior", priors, PRIOR, policy), Bars("policy", policy, BAR)]
    picture = bars_over(state, [*rows, Bars("value", values, None)], None, moves[0])
    texts = assert_legible(picture.svg)
    shares = [int(text[:-1]) for text in texts if re.fullmatch(r"\d+%", text)]
    assert shares == [round(100 * row.numbers[move]) for move in moves for row in rows]
    heights = [
        float(bar.get("height"))
        for bar in ET.fromstring(picture.svg).findall("{*}rect")
        if bar.get("fill") == BAR
    ]
    assert heights == pytest.approx([40 * policy[move] for move in moves], abs=0.06)
    assert f"Column 1: prior {priors[0]:.0%}, policy {policy[0]:.0%}, value −1.00, chosen." in (
        picture.alt
    )


@pytest.mark.parametrize("end", [1, 3, 40, 100, 300])
@pytest.mark.parametrize("groups", [["discs alone"], ["discs alone", "discs and lines"]])
def test_the_curves_are_legible_and_have_a_mark_for_each_share(end, groups):
    shares = list(np.linspace(0.55, 0, min(end, 60) + 1))
    spots = list(enumerate(shares))
    curves = [
        MistakeCurve(name, group, spots, look, name == "with search")
        for look, group in enumerate(groups)
        for name in ("policy alone", "with search")
    ]
    picture = learning_curve("Mistakes", "Mistakes", curves, ("random moves 63%", 0.63), end)
    assert_legible(picture.svg)
    root = ET.fromstring(picture.svg)
    moved = [each.get("transform") for each in root.findall("{*}g") if each.get("transform")]
    heights = sorted(float(re.search(r"0 ([\d.]+)", each)[1]) for each in moved)
    assert len(heights) == 1 + len(curves)
    assert min(np.diff(heights)) >= 17.9, "what stands at the ends is apart"
    widths = [24 + 13 * 0.6 * len(text.text) for text in root.findall("{*}g/{*}text")]
    assert 488 + max(widths) <= float(root.get("width"))
    for look, mark in enumerate(["circle", "rect"][: len(groups)]):
        marks = 2 * (len(shares) + 1) + 2  # each curve's, one at its end, and two in the legend
        assert len(root.findall(f".//{{*}}g/{{*}}{mark}")) == marks, look
    ends = "; ".join(f"{each.group}, {each.name} 0.0%" for each in curves)
    assert picture.alt == f"Mistakes: random moves 63%; {ends}."
    assert picture.svg.count('stroke-dasharray="4 3"') == len(groups), "with a search"
