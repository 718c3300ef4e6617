"""Judging an unfinished game of Quixo: whose cubes are gathered in lines."""

from typing import Any

from c4lib.games.quixo import Quixo
from c4lib.heuristics.features import check_unfinished


def lines(state: Any) -> float:
    """Over all rows, columns and diagonals, my cubes in each squared, less theirs squared.

    What it is worth to the player to move. Squared, four in a line are worth more than two and two.
    """
    position = check_unfinished(state, Quixo)
    every = position.rules.lines
    mine = sum((position.mine & line).bit_count() ** 2 for line in every)
    return mine - sum((position.theirs & line).bit_count() ** 2 for line in every)
