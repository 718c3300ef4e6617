"""What AlphaZero needs of a game that it has never seen, found by playing it at random.

The network sees the squares of `rows()`, or what a function of your own says of a state. Moves can
be anything that can be hashed: they are numbered as they are met.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from c4lib.alphazero.encode import Bits, Encoding
from c4lib.alphazero.kits import own_kit
from c4lib.alphazero.net import Array
from c4lib.alphazero.puct import wins_at_once
from c4lib.alphazero.state_kits import StateKit
from c4lib.game import MOST_PLIES, Move, State
from c4lib.games.square_board import Permutation
from c4lib.search.common import NO_MOVES, check_two_players

Features = Callable[[Any], Sequence[float]]
"""What a network sees of a state: zeros and ones, always as many, for the player to move."""

RULE = "AlphaZero learns games of two players without dice"
PLIES = 10_000  # about how many random moves are made at most to get to know a game
NOTHING_NEW = 30  # after this many games without a new move, the game is taken to be known
REMEMBERED = 100_000  # the most states of which it is remembered what the network sees


def squares(state: Any) -> list[bool]:
    """My squares, theirs, and whether the second player is to move: in some games, that matters.

    In games whose players have different moves, the same board means something else to each of
    them; so all squares are told a second time where the second player is to move.
    """
    cells = [cell for row in state.rows() for cell in row]
    me, is_second = state.player, state.player == 1
    if any(cell not in (0, 1, None) for cell in cells):
        raise ValueError(
            f"rows() says who holds each square, 0, 1 or None; in {state!r} it says otherwise. "
            "Hand in features=..., a function from a state to zeros and ones"
        )
    owned = [cell == me for cell in cells] + [cell == 1 - me for cell in cells]
    return [*owned, is_second, *(each and is_second for each in owned)]


class AnyEncoding(Encoding):
    """Any game of two: bits from a function, and moves numbered in the order they are met.

    There is room for `spare` moves more than those that are known at first. The only symmetry is
    that a state is its own image.
    """

    def __init__(self, start: Any, features: Features, moves: Iterable[Move], spare: int) -> None:
        self.name, self.features = type(start).__name__, features
        self.inputs = np.size(features(start))
        self.known = list(dict.fromkeys(moves))
        self.numbers = {move: number for number, move in enumerate(self.known)}
        self.outputs = len(self.known) + spare

    @property
    def symmetries(self) -> Sequence[tuple[Permutation, Permutation]]:
        """The state itself."""
        return ((np.arange(self.inputs), np.arange(self.outputs)),)

    def bits(self, state: Any) -> Bits:
        """The state as zeros and ones, for the player to move."""
        seen = self.features(state)
        try:
            bits = np.asarray(seen, np.float32)
        except (TypeError, ValueError):
            bits = np.full(1, np.nan, np.float32)
        if bits.shape != (self.inputs,) or not ((bits == 0) | (bits == 1)).all():
            raise ValueError(
                f"features say {self.inputs} zeros and ones of each state, not {seen!r}. Make a "
                "bit of each number that matters: [pile == size for size in range(10)]"
            )
        return bits

    def number(self, move: Move) -> int:
        """The output that belongs to a move; one that is new gets the next."""
        if move not in self.numbers:
            if len(self.known) == self.outputs:
                raise ValueError(
                    f"there is no room for the move {move!r} among the {self.outputs} that are "
                    "known; hand in moves=[...], all moves of the game"
                )
            self.numbers[move] = len(self.known)
            self.known.append(move)
        return self.numbers[move]

    def move(self, number: int) -> Move:
        """The move that belongs to an output."""
        return self.known[number]


@dataclass(frozen=True)
class AnyKit(StateKit):
    """What training needs of any game; what was worked out for a state is remembered."""

    seen: dict[Any, tuple[Bits, list[int]]] = field(default_factory=dict, repr=False, compare=False)
    won: dict[Any, bool] = field(default_factory=dict, repr=False, compare=False)

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        legal = np.zeros((len(states), self.encoding.outputs), np.float32)
        bits = np.zeros((len(states), self.encoding.inputs), np.float32)
        for row, state in enumerate(states):
            found = self.seen.get(state)
            if found is None:
                numbers = [self.encoding.number(move) for move in state.moves()]
                found = remember(self.seen, state, (self.encoding.bits(state), numbers))
            bits[row], legal[row, found[1]] = found[0], 1
        return bits, legal

    def win_at_once(self, states: Sequence[Any]) -> Array:
        """In which states the player to move can win at once."""
        answers = []
        for state in states:
            found = self.won.get(state)
            answers.append(
                remember(self.won, state, wins_at_once(state)) if found is None else found
            )
        return np.array(answers)


def remember(known: dict[Any, Any], state: Any, found: Any) -> Any:
    """Keep what was found for a state, and return it; when there are too many, forget all."""
    if len(known) >= REMEMBERED:
        known.clear()
    known[state] = found
    return found


def kit_for(
    start: Any, features: Features | None = None, moves: Sequence[Move] | None = None, seed: int = 0
) -> tuple[StateKit, int]:
    """What training needs of the game, and how many moves a random game has on average.

    ValueError if it is not a game that AlphaZero can learn.
    """
    check_two_players(start, RULE)
    if start.is_over:
        raise ValueError("the game is over; begin with a state that has moves")
    if features is None and not hasattr(start, "rows"):
        raise ValueError(
            f"a network cannot see {start!r}: give the class a method rows(), or hand in "
            "features=..., a function from a state to zeros and ones"
        )
    if features is not None and not callable(features):
        raise ValueError(f"features is a function from a state to zeros and ones, not {features!r}")
    met, length = explore(start, np.random.default_rng(seed))
    own = own_kit(start)
    if own is not None and features is None and moves is None:
        return own, length
    known, spare = (met, 8 + len(met) // 4) if moves is None else (list(moves), 0)
    kit = AnyKit(start, AnyEncoding(start, features or squares, known, spare))
    kit.encode([start])  # raises now if something is wrong
    return kit, length


def explore(start: Any, rng: np.random.Generator) -> tuple[list[Move], int]:
    """All moves that were legal in random games, and how many of them a game had on average.

    ValueError if it is not a game of two players, one of whom wins what the other loses.
    """
    met: dict[Move, None] = {}
    plies = quiet = games = 0
    while plies < PLIES and quiet < NOTHING_NEW:
        state, before, length = start, len(met), 0
        while not state.is_over:
            check_two_players(state, RULE)
            moves = state.moves()
            if not moves:
                raise ValueError(NO_MOVES)
            if length == MOST_PLIES:
                raise ValueError(f"a game must end, but one had {MOST_PLIES:,} moves")
            met.update(dict.fromkeys(moves))
            state, length = state.play(moves[int(rng.integers(len(moves)))]), length + 1
        check_outcome(state)
        plies, games = plies + length, games + 1
        quiet = quiet + 1 if len(met) == before else 0
    return list(met), plies // games


def check_outcome(state: State) -> None:
    """Raise ValueError unless what one player wins is what the other loses, and at most 1."""
    first, second = (state.utility(player) for player in (0, 1))
    if first + second != 0 or not -1 <= first <= 1:
        raise ValueError(
            "AlphaZero learns games in which one player wins what the other loses, from -1 to 1; "
            f"here {state!r} is worth {first!r} and {second!r}"
        )
