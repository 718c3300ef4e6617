"""The visual language of every tree: printed, in the microscope, or in the MCTS stepper.

The player to move at the root is MAX. A node is a square where MAX is to move, a circle where
MIN is, a diamond where chance decides. (Monte Carlo tree search has no MAX: there squares are
player 0's, whoever moves at the root.) A leaf is a small rounded box. A move that was cut off has
a dashed branch and scissors; what has no room is a dotted box that counts it. Best play has a
colour of its own, which no player has.

Text within a node stands on a light fill, and the moves on light tags, so that both are legible
on a light page and on a dark one. What stands on the page itself has a middling grey.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from c4lib.view.boards.svg import INK as INK  # text on the light fills below
from c4lib.view.boards.svg import ON_PAGE as ON_PAGE
from c4lib.view.trees.text import is_chance

Shape = Literal["square", "circle", "diamond", "leaf"]

BEST = "#b04fa8"  # the principal variation; no player, no disc and no outcome has this colour
NOW = "#2b7bba"  # what the current step of a stepper is about
TAG = "#e9eef4"  # behind the moves on the branches
LIGHT, BLUE = "#ffffff", "#2b6cb0"
LARGE, SMALL = 9, 8  # letters of a printed tree, in points
NOTE = 9.5  # what stands beside its nodes: windows and cuts
LEAF = 0.7  # how large a leaf is, beside other nodes


class Look(NamedTuple):
    """How a kind of node is drawn."""

    shape: Shape
    fill: str
    edge: str
    line: Literal["solid", "dotted", "none"] = "solid"


LOOKS: Mapping[str, Look] = {
    "max": Look("square", "#cfe3f7", BLUE),
    "min": Look("circle", LIGHT, BLUE),
    "chance": Look("diamond", "#fbeebc", "#8a6d00"),
    "over": Look("leaf", "#f3f5f7", ON_PAGE),
    "table": Look("leaf", "#f3f5f7", ON_PAGE),
    "depth": Look("leaf", "#d9dfe5", ON_PAGE),
    "fold": Look("leaf", "#f3f5f7", ON_PAGE, "dotted"),
    "cut": Look("leaf", TAG, TAG, "none"),
}
"""Whose turn it is, or why the search went no deeper: the game is over, the table knew the
value, the depth is used up, the nodes are folded, the moves were cut off."""


def look_of(state: Any, is_max: bool, kind: str = "inner") -> str:
    """Which of the LOOKS a node has: whose turn it is there, or why no move was tried."""
    if kind != "inner":
        return kind
    if state.is_over:
        return "over"
    return "chance" if is_chance(state) else "max" if is_max else "min"
