"""Flat Monte Carlo: a move is worth the share of random games won after it. Lesson 05 begins here.

There is no tree: all moves get the same number of games, in which both sides move at random. So a
move is judged by how a careless opponent would answer, and more games do not change that.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from c4lib.game import State
from c4lib.measure.intervals import wilson
from c4lib.result import SearchResult
from c4lib.search.common import check_whole
from c4lib.search.dice import Dice
from c4lib.search.mcts import (
    Policy,
    add_child,
    at_random,
    check,
    new_node,
    result,
    simulate,
    size,
    update,
)

Floats = np.ndarray[Any, np.dtype[np.float64]]


def flat(
    state: State, games: int = 1000, *, policy: Policy | None = None, seed: int = 0
) -> SearchResult:
    """The move whose games went best, and its value for the player to move, from -1 to 1.

    The moves take turns, so that each gets its share of the games, which are played by
    `policy` or at random. The visits are the games played after a move. Stopped by Ctrl-C, it
    returns what it has found so far.
    """
    _check(state, games, policy)
    moves = state.moves()
    if games < len(moves):
        raise ValueError(f"each of the {len(moves)} moves needs a game; {games} are too few")
    dice, start, is_complete = Dice(seed), time.perf_counter(), True
    root = new_node(state, state.player)
    children = [add_child(root, move) for move in moves]
    try:
        for game in range(games):
            child = children[game % len(moves)]
            update(child, simulate(child.state, 1, policy or at_random, dice))
    except KeyboardInterrupt:
        is_complete = False
    root.untried = []
    best = max(children, key=lambda child: (child.visits > 0, child.mean))
    seconds = time.perf_counter() - start
    return result(root, [best], size(root), seconds, is_complete, root)


@dataclass(frozen=True, eq=False)
class Shares:
    """The share of points after 1, 2, 3, ... games, and its 95 % interval.

    All are for the player to move in the state that was judged, from 0 to 1.
    """

    points: Floats
    """What each game scored: 1 for a win, a half for a draw, 0 for a loss."""
    share: Floats
    low: Floats
    high: Floats

    @property
    def games(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """How many games each share comes from."""
        return np.arange(1, len(self.points) + 1)

    def __repr__(self) -> str:
        return (
            f"<Shares: {self.share[-1]:.1%} of the points in {len(self.points):,} games, "
            f"95 % interval {self.low[-1]:.1%} to {self.high[-1]:.1%}>"
        )


def estimate(state: State, games: int, *, policy: Policy | None = None, seed: int = 0) -> Shares:
    """The running share of points of the player to move in random games from the state.

    The interval is Wilson's: 1.96 √(p (1 - p) / n) each way for a large number n of games with
    the share p, and still sensible after one game. Draws only make it a little too wide.
    """
    _check(state, games, policy)
    dice, points = Dice(seed), np.zeros(games)
    for game in range(games):  # one at a time, so that finished games need not be kept
        (end,) = simulate(state, 1, policy or at_random, dice)
        points[game] = (end.utility(state.player) + 1) / 2
    if not (points.min() >= 0 and points.max() <= 1):
        raise ValueError("shares are for games that are won, drawn or lost: utilities from -1 to 1")
    n = np.arange(1, games + 1)
    share = np.cumsum(points) / n
    return Shares(points, share, *wilson(share, n))


def _check(state: State, games: int, policy: Policy | None) -> None:
    """Raise ValueError if games cannot be played from the state, or not by the policy."""
    check_whole("games", games)
    check(state, 0.0, 1, prove=False, policy=policy)
