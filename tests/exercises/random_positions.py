"""Positions to compare two ways of computing the same thing on."""

import numpy as np

from c4lib.connect4 import Connect4


def positions(count, width, height, connect=4, most_empty=99):
    """Unfinished positions from random games, the same ones each time."""
    rng = np.random.default_rng(4)
    found = []
    while len(found) < count:
        state = Connect4(width, height, connect)
        while not state.is_over:
            if state.free <= most_empty:
                found.append(state)
            state = state.play(int(rng.choice(state.moves())))
    return found[:count]
