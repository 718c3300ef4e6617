"""What every game must keep to, so that every search can rely on it.

`check_game` plays one random game and holds each of its states to the protocol
of `c4lib.game`. A new game needs only to be added to the list in `test_game.py`.
"""

import copy
import math
import pickle
import random
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from c4lib.game import CHANCE, State

NONSENSE = (None, "x", -1, 10**9, 0.5)
"""What is a move in no game."""


def check_game(
    start: Any,
    seed: int,
    *,
    players: int = 2,
    zero_sum: bool = True,
    utilities: Collection[float] | None = (-1, 0, 1),
    sample: int = 10,
) -> None:
    """Plays a random game from `start` and checks its states.

    The searching checks, which are slow on large boards, are made at the start, at
    the end and in `sample` states between. `utilities` are the values that a finished
    game can have; None allows any number.
    """
    rng = random.Random(seed)
    states, moves = [start], []
    while check_turn(states[-1], players):
        moves.append(rng.choice(states[-1].moves()))
        states.append(states[-1].play(moves[-1]))
        assert states[-1] is not states[-2], "a move must make a new state"
    middle = range(1, len(states) - 1)
    chosen = {0, len(moves), *rng.sample(middle, min(sample, len(middle)))}
    for ply in sorted(chosen):
        check_value(states[ply])
        check_replay(states[ply], start, moves[:ply])
        check_moves(states[ply], illegal=(*start.moves(), *NONSENSE))
    check_end(states[-1], players, zero_sum, utilities)


def check_turn(state: Any, players: int) -> bool:
    """Whose turn it is and what can be played fit together; returns whether play goes on."""
    moves = state.moves()
    assert isinstance(state.is_over, bool)
    assert isinstance(moves, Sequence)
    assert len(set(moves)) == len(moves), "a move is listed twice"
    assert state.is_over == (len(moves) == 0), "over and no moves left must mean the same"
    assert state.player == CHANCE or state.player in range(players)
    if state.player == CHANCE and not state.is_over:
        chances = dict(state.chances())
        assert list(chances) == list(moves), "each move has a chance"
        assert all(chance > 0 for chance in chances.values()), "what can happen has a chance"
        assert math.isclose(sum(chances.values()), 1), "chances must sum to 1"
    if not state.is_over:
        with pytest.raises(ValueError, match=r"\w"):
            state.utility(0)
    return bool(moves)


def check_value(state: Any) -> None:
    """A state is a value: it cannot be changed, and copies are equal to it."""
    assert isinstance(state, State)
    before = snapshot(state)
    for name in [name for name in dir(state) if not name.startswith("_")] + ["something_new"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, 0)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert snapshot(twin) == before
    assert state != "something else"
    assert snapshot(state) == before


def check_replay(state: Any, start: Any, moves: Sequence[Any]) -> None:
    """The same moves lead to an equal state, and `start` can be played from again."""
    again = start
    for move in moves:
        again = again.play(move)
    assert again == state
    assert snapshot(again) == snapshot(state)


def check_moves(state: Any, illegal: Sequence[Any]) -> None:
    """Each legal move makes a new state, no other is accepted, and `state` stays as it was."""
    before = snapshot(state)
    legal = list(state.moves())
    for move in legal:
        after = state.play(move)
        assert after is not state, "a move must make a new state"
        assert type(after) is type(state)
    for move in illegal:
        if move not in legal:
            with pytest.raises(ValueError, match=r"\w"):
                state.play(move)
    assert snapshot(state) == before, "playing a move changed the state that it was played in"


def check_end(
    state: Any, players: int, zero_sum: bool, utilities: Collection[float] | None
) -> None:
    """A finished game has a value for each player."""
    values = [state.utility(player) for player in range(players)]
    assert all(isinstance(value, float) and math.isfinite(value) for value in values)
    assert utilities is None or set(values) <= set(utilities), f"utilities {values}"
    assert not zero_sum or sum(values) == 0, "what one wins the others must lose"
    for nobody in (players, None):
        with pytest.raises(ValueError, match=r"\w"):
            state.utility(nobody)


def snapshot(state: Any) -> tuple[object, ...]:
    """All that can be seen of a state."""
    return (
        repr(state),
        str(state),
        hash(state),
        state.player,
        state.is_over,
        tuple(state.moves()),
    )
