"""What a game is, for every search of this course.

A game is given by its first state. From there on everything is asked of states:
whose turn it is, which moves there are, where a move leads, whether the game is
over and what it is worth. Any class that answers these questions is a game; it
need not inherit from anything here.

`check_game` plays one random game and holds each of its states to this protocol: what every
search relies on. It says what is wrong. Try it on a game of your own.
"""

import copy
import math
import pickle
import random
import re
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from numbers import Integral
from typing import Any, Protocol, Self, TypeAlias, runtime_checkable

CHANCE = -1
"""The player of a state in which dice, cards or the wind move."""

Move: TypeAlias = Any
"""A move is whatever the game says it is: a column, a square, a pair. It can be hashed."""

MOST_PLIES = 20_000
"""A game that has not ended by then is taken for one without end; boards have fewer squares."""


@runtime_checkable
class State(Protocol):
    """A position of a game, with whose turn it is. Immutable and hashable.

    A state whose player is CHANCE also has `chances()`: its moves with their
    probabilities, as a sequence of pairs (move, probability).
    """

    @property
    def player(self) -> int:
        """Whose turn it is: 0, 1, ... or CHANCE."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""

    def moves(self) -> Sequence[Move]:
        """The legal moves in their natural order; none when the game is over."""

    def play(self, move: Move) -> Self:
        """The state after `move`; an illegal move raises a ValueError that says why."""

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""


Agent: TypeAlias = Callable[[Any], Move]
"""A player: any function from a state to a move that is legal there."""


def check_whole(what: str, number: object, least: int = 1) -> None:
    """Raise ValueError unless it is a whole number of at least `least`."""
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise ValueError(f"{what} is a whole number of at least {least}, not {number!r}")


def check_positive(
    what: str, number: object, kind: str = "a number above 0, at most 1,000,000,000"
) -> None:
    """Raise ValueError unless it is a number, of seconds say, above 0 and up to a billion."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not 0 < number <= 10**9:  # type: ignore[operator]
        raise ValueError(f"{what} is {kind}, not {number!r}")


def whole(move: object) -> int:
    """The move as a plain int if it is a whole number, NumPy's included; else -1: no move."""
    return -1 if isinstance(move, bool) or not isinstance(move, Integral) else int(move)


MOST_TEXT = 100_000
"""Move strings are shorter than that."""


def read_text(moves: object, example: str) -> str:
    """A move string, which must be one, and not longer than games are."""
    if not isinstance(moves, str):
        raise ValueError(f"moves are written as a string such as {example!r}, not {moves!r}")
    if len(moves) > MOST_TEXT:
        raise ValueError(f"a move string of {len(moves):,} characters is too long to be one")
    return moves


def chances_of(state: Any) -> Sequence[tuple[Move, float]]:
    """The moves of chance with their probabilities, which must be above 0 and sum to 1."""
    chances: Sequence[tuple[Move, float]] = state.chances()
    try:
        total = sum([chance if chance > 0 else math.nan for _, chance in chances])
    except (TypeError, ValueError, OverflowError):
        total = math.nan
    if not abs(total - 1) < 1e-9:
        raise ValueError(f"chances() gives probabilities above 0 that sum to 1, not {chances!r}")
    return chances


def check_player(player: int, players: int = 2) -> None:
    """Raise ValueError unless it is one of the players, who are numbered from 0."""
    if isinstance(player, bool) or player not in range(players):
        numbers = ", ".join(map(str, range(players)))
        raise ValueError(f"there is no player {player!r}; players are {numbers}")


def check_over(state: State, player: int, players: int = 2) -> None:
    """Raise ValueError unless the game is over, and so has a utility for one of its players."""
    if not state.is_over:
        raise ValueError("the game is not over yet; ask `is_over` before `utility`")
    check_player(player, players)


def outcome(state: Any, player: int) -> float:
    """The utility of a finished game that one of two players has won, or that is drawn."""
    check_over(state, player)
    if state.winner is None:
        return 0.0
    return 1.0 if player == state.winner else -1.0


NONSENSE = (None, "x", -1, 10**9, 0.5)
"""What no game has as a move."""


def check_game(
    start: Any,
    seed: int,
    *,
    players: int = 2,
    zero_sum: bool = True,
    utilities: Collection[float] | None = (-1, 0, 1),
    sample: int = 10,
) -> None:
    """Play a random game from `start` and check its states.

    The searching checks, which are slow on large boards, are made at the start, at
    the end and in `sample` states between. `utilities` are the values that a finished
    game can have; None allows any number.
    """
    for name, number, least in (("seed", seed, 0), ("players", players, 1), ("sample", sample, 0)):
        check_whole(name, number, least)
    rng = random.Random(seed)
    with errors_named():
        states: list[Any] = [start]
        moves: list[Move] = []
        while check_turn(states[-1], players):
            hold(len(moves) < MOST_PLIES, f"a game must end, but one had {MOST_PLIES:,} moves")
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


@contextmanager
def errors_named() -> Iterator[None]:
    """Make an AssertionError of any other, which names the part of the game that raised it."""
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        part = next((f"{at.name}()" for at in frames if at.filename != __file__), "a question")
        raise AssertionError(f"{part} raised {error!r}") from error


def hold(is_so: bool, otherwise: str) -> None:
    """Raise AssertionError unless it holds."""
    if not is_so:
        raise AssertionError(otherwise)


def refuses(
    call: Callable[[], object], otherwise: str, errors: tuple[type[Exception], ...] = (ValueError,)
) -> None:
    """Raise AssertionError unless the call raises one of the errors, with a message."""
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
    """The player to move and the moves fit together; returns whether the game continues."""
    is_state = isinstance(state, State) and not isinstance(state, type)
    hold(is_state, f"{state!r} is no state or lacks a part of one: see c4lib.game.State")
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
            f"utility({nobody}) must raise ValueError, because there is no such player",
        )


def snapshot(state: Any) -> tuple[object, ...]:
    """All that can be seen of a state; what its sets hold may be printed in any order."""
    seen = sorted(re.sub(" at 0x[0-9a-f]+", "", f"{state!r}{state}"))
    return seen, hash(state), state.player, state.is_over, tuple(state.moves())
