"""Games between two networks, or of one against chance, side by side and from both sides."""

from typing import Any

import numpy as np

from c4lib.alphazero.lockstep import Judge
from c4lib.alphazero.net import Array
from c4lib.alphazero.selfplay import Kit, Play, opening
from c4lib.game import State
from c4lib.search.common import check_whole


def duel(
    kit: Kit,
    one: Judge,
    other: Judge | None,
    play: Play,
    games: int,
    rng: np.random.Generator,
    alone: bool = False,
) -> Array:
    """How each game ended for `one`: 1 won, 0 drawn, -1 lost. Without another, against chance.

    Each opening of a few random moves is played twice, with either side. With `alone` nobody
    searches: networks play the move that their policy likes best.
    """
    check_whole("games", games)
    openings = [opening(kit.start, min(6, play.random_plies), rng) for _ in range((games + 1) // 2)]
    states: list[State] = [state for state in openings for _ in range(2)][:games]
    first = [game % 2 for game in range(games)]  # which side `one` has
    memories = {True: kit.memory(), False: kit.memory()}
    while any(not state.is_over for state in states):
        for is_one, judge in ((True, one), (False, other)):
            turns = [
                game
                for game, state in enumerate(states)
                if not state.is_over and (state.player == first[game]) == is_one
            ]
            if not turns:
                continue
            asked = [states[game] for game in turns]
            moves = _moves(kit, judge, asked, None if alone else play, memories[is_one], rng)
            for game, move in zip(turns, moves, strict=True):
                states[game] = states[game].play(move)
    return np.array([state.utility(side) for state, side in zip(states, first, strict=True)])


def _moves(
    kit: Kit,
    judge: Judge | None,
    states: list[Any],
    play: Play | None,
    memory: Any,
    rng: np.random.Generator,
) -> list[Any]:
    """A move for each state, by a search if it is told how to play."""
    if judge is None:
        return [moves[int(rng.integers(len(moves)))] for moves in (s.moves() for s in states)]
    if play is None:
        policies, _ = judge(*kit.encode(states))
    else:
        searches = kit.searches(states, play, memory)
        searches.run(judge, prove=play.prove)
        policies = searches.policies
    return [kit.encoding.move(number) for number in policies.argmax(axis=1).tolist()]


def points(outcomes: Array) -> float:
    """The share of points: 1 for a win, half for a draw."""
    return float((1 + outcomes).mean() / 2)
