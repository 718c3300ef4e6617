"""The drawings in panels: bars over a board's columns, and the curve of a training."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from c4lib import Connect4
from c4lib.view.panels.drawings import BAR, PRIOR, Bars, bars_over, learning_curve

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


@pytest.mark.parametrize("goal", [1, 3, 40, 100, 300])
def test_the_curve_is_legible_and_has_a_mark_for_each_share(goal):
    shares = list(np.linspace(0.55, 0, min(goal, 60) + 1))
    series = {"policy alone": shares, "with search": shares}
    picture = learning_curve("Mistakes", "Mistakes", series, ("random moves 63%", 0.63), goal)
    assert_legible(picture.svg)
    root = ET.fromstring(picture.svg)
    assert len(root.findall(".//{*}circle")) == len(shares)
    assert len(root.findall(".//{*}g/{*}rect")) == len(shares)
    assert picture.alt == "Mistakes: random moves 63%; policy alone 0.0%; with search 0.0%."
