"""Judging an unfinished game of Quixo: whose cubes are gathered in lines."""

from typing import Any

from c4lib.games.quixo import Quixo


def lines(state: Any) -> float:
    """Over all rows, columns and diagonals, my cubes in each squared, less theirs squared.

    What it is worth to the player to move. Squares count four in a line for more than two and two.
    """
    if not isinstance(state, Quixo):
        raise ValueError(
            f"this judges Quixo states, not {type(state).__name__}; for another game write "
            "your own function from a state to a number"
        )
    if state.is_over:
        raise ValueError("the game is over; its exact value is state.utility(player)")
    every = state.rules.lines
    mine = sum((state.mine & line).bit_count() ** 2 for line in every)
    return mine - sum((state.theirs & line).bit_count() ** 2 for line in every)
