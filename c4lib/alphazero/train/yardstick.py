"""Exact values to measure a network against, while it learns and afterwards."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from c4lib.accuracy import Accuracy, Answer, Position, positions
from c4lib.alphazero.lockstep import Judge
from c4lib.alphazero.net import Array
from c4lib.alphazero.selfplay import Kit, Play, opening
from c4lib.connect4 import Connect4

SMALL = 30
"""Boards with up to so many squares are solved while you wait."""
COUNT = 400


@cache
def yardstick(start: Any) -> tuple[Position, ...]:
    """Positions with exact scores: the shipped ones, or some of a small board; else none.

    Those of a small board come from random games, without a win in one, twins removed, and in
    each some move is worse than another.
    """
    if start == Connect4():
        return tuple(positions())
    if not isinstance(start, Connect4) or start.width * start.height > SMALL:
        return ()
    from c4lib.fast import Solver

    if start.connect != 4:
        return ()
    solver, rng, found = Solver(table_mb=16), np.random.default_rng(0), {}
    for _ in range(50 * COUNT):
        state = opening(start, start.width * start.height - 2, rng)
        if any(state.play(move).winner is not None for move in state.moves()):
            continue
        position = Position(state, solver.analyze(state))
        if position.critical:
            found[state.mirror_key()[0]] = position
        if len(found) == COUNT:
            break
    return tuple(found.values())


def measure(
    kit: Kit, judge: Judge, known: Sequence[Position], play: Play | None = None, name: str = "net"
) -> Accuracy:
    """How a network answers in the positions: by its policy alone, or with a search."""
    states = [position.state for position in known]
    if play is None:
        bits, legal = kit.encode(states)
        policies: Array = judge(bits, legal)[0]
    else:
        searches = kit.searches(states, play, kit.memory())
        searches.run(judge, prove=play.prove)
        policies = searches.policies
    moves = policies.argmax(axis=1).tolist()
    return Accuracy(name, tuple(Answer(p, move) for p, move in zip(known, moves, strict=True)))
