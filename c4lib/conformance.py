"""What every game must keep to, so that every search can rely on it.

`check_game` plays one random game and holds each of its states to the protocol of `c4lib.game`;
what is wrong, it says. The course's own games are held to it in `tests/test_game.py`.
"""

import copy
import math
import pickle
import random
from collections.abc import Callable, Collection, Sequence
from typing import Any

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
        hold(states[-1] is not states[-2], "a move must make a new state")
    middle = range(1, len(states) - 1)
    chosen = {0, len(moves), *rng.sample(middle, min(sample, len(middle)))}
    for ply in sorted(chosen):
        check_value(states[ply])
        check_replay(states[ply], start, moves[:ply])
        check_moves(states[ply], illegal=(*start.moves(), *NONSENSE))
    check_end(states[-1], players, zero_sum, utilities)


def hold(is_so: bool, otherwise: str) -> None:
    """Complain with an AssertionError unless it is so."""
    if not is_so:
        raise AssertionError(otherwise)


def refuses(
    call: Callable[[], object], otherwise: str, errors: tuple[type[Exception], ...] = (ValueError,)
) -> None:
    """Complain unless the call raises one of the errors, with a word about why."""
    try:
        call()
    except errors as error:
        hold(str(error).strip() != "", f"{otherwise}: the error says nothing about why")
    except Exception as error:
        names = " or ".join(each.__name__ for each in errors)
        raise AssertionError(f"{otherwise}: {names} is wanted, not {error!r}") from error
    else:
        raise AssertionError(otherwise)


def check_turn(state: Any, players: int) -> bool:
    """Whose turn it is and what can be played fit together; returns whether play goes on."""
    moves = state.moves()
    hold(isinstance(state.is_over, bool), f"is_over must be True or False, not {state.is_over!r}")
    hold(isinstance(moves, Sequence), f"moves() must return a list or the like, not {moves!r}")
    hold(len(set(moves)) == len(moves), f"a move is listed twice: {moves!r}")
    hold(
        state.is_over == (len(moves) == 0),
        f"over and no moves left must mean the same; in {state!r} they do not",
    )
    hold(
        state.player == CHANCE or state.player in range(players),
        f"player must be CHANCE or below {players}, not {state.player!r}",
    )
    if state.player == CHANCE and not state.is_over:
        chances = dict(state.chances())
        hold(list(chances) == list(moves), "each move has a chance, in the same order")
        hold(all(chance > 0 for chance in chances.values()), "what can happen has a chance")
        hold(math.isclose(sum(chances.values()), 1), "chances must sum to 1")
    if not state.is_over:
        refuses(lambda: state.utility(0), "utility must raise ValueError before the game is over")
    return bool(moves)


def check_value(state: Any) -> None:
    """A state is a value: it cannot be changed, and copies are equal to it."""
    hold(isinstance(state, State), f"{state!r} lacks a part of the protocol: see c4lib.game")
    before = snapshot(state)
    for name in [name for name in dir(state) if not name.startswith("_")] + ["something_new"]:
        refuses(
            lambda name=name: setattr(state, name, 0),  # type: ignore[misc]
            f"a state must not change, but its {name} could be set",
            (AttributeError, TypeError),
        )
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        hold(twin == state and snapshot(twin) == before, f"a copy of {state!r} is not equal to it")
    hold(state != "something else", "a state is equal to states only")
    hold(snapshot(state) == before, f"looking at {state!r} changed it")


def check_replay(state: Any, start: Any, moves: Sequence[Any]) -> None:
    """The same moves lead to an equal state, and `start` can be played from again."""
    again = start
    for move in moves:
        again = again.play(move)
    hold(
        again == state and snapshot(again) == snapshot(state),
        f"the same moves must lead to an equal state: {list(moves)} does not",
    )


def check_moves(state: Any, illegal: Sequence[Any]) -> None:
    """Each legal move makes a new state, no other is accepted, and `state` stays as it was."""
    before = snapshot(state)
    legal = list(state.moves())
    for move in legal:
        after = state.play(move)
        hold(after is not state, "a move must make a new state")
        hold(type(after) is type(state), "a move must make a state of the same class")
    for move in illegal:
        if move not in legal:
            refuses(
                lambda move=move: state.play(move),  # type: ignore[misc]
                f"the illegal move {move!r} must raise ValueError in {state!r}",
            )
    hold(snapshot(state) == before, "playing a move changed the state that it was played in")


def check_end(
    state: Any, players: int, zero_sum: bool, utilities: Collection[float] | None
) -> None:
    """A finished game has a value for each player."""
    values = [state.utility(player) for player in range(players)]
    hold(
        all(isinstance(value, float) and math.isfinite(value) for value in values),
        f"utilities must be floats, not {values}",
    )
    hold(
        utilities is None or set(values) <= set(utilities),
        f"utilities {values} are not among {utilities}",
    )
    hold(not zero_sum or sum(values) == 0, f"what one wins the others must lose, not {values}")
    for nobody in (players, None):
        refuses(
            lambda nobody=nobody: state.utility(nobody),  # type: ignore[misc]
            f"utility({nobody}) must raise ValueError, for there is no such player",
        )


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
