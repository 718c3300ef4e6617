"""Self-play: games of a network against itself, and what can be learnt from them.

All games of a batch are played side by side, so that the network judges many positions at once.
Each begins after some random moves, for two players who know the same never leave the paths
that they know. From each position with a search, an example is kept: the position, the search's
visits as shares (what the policy should have said), and how the game ended (what the value
should have said).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from c4lib.alphazero.encode import Columns, Encoding
from c4lib.alphazero.lockstep import Judge, Searches, check_together, encode
from c4lib.alphazero.net import Array, Examples
from c4lib.alphazero.trees import Memory, new_memory
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.search import forced_moves
from c4lib.search.common import check_whole


@dataclass(frozen=True)
class Play:
    """How games are played for training, and what is kept of them."""

    simulations: int = 32
    c: float = 1.5
    noise: float = 0.25
    """How much of the priors at each root is chance."""
    spread: float = 1.0
    random_plies: int = 16
    """A game begins after up to so many random moves."""
    careful_plies: int = 0
    """Every other game begins instead after up to so many moves that win, or stop a win, where one
    move does it: such games last longer. 0: none does."""
    explore: int = 8
    """For so many moves a move is drawn by its share; then that with the largest is played."""
    outcome: float = 0.5
    """How much of an example's value is the game's end; the rest is what the search said."""
    by_values: bool = True
    """Whether policies learn from the values found (`Searches.targets`), or from the visits."""
    prove: bool = True
    slots: int = 256
    """How many games are played side by side."""

    def __post_init__(self) -> None:
        for name in ("simulations", "slots"):
            check_whole(name, getattr(self, name))
        if self.simulations < 2:
            raise ValueError("with one simulation no move is visited; take simulations=2 or more")
        for name in ("c", "random_plies", "careful_plies", "explore"):
            check_number(name, getattr(self, name), 0)
        for name in ("noise", "outcome"):
            check_number(name, getattr(self, name), 0, 1)
        check_number("spread", self.spread, 1e-9)


def check_number(name: str, number: float, low: float, high: float = math.inf) -> None:
    """Complain about what is no number, or none between two limits."""
    if not isinstance(number, int | float) or not low <= number <= high or number == math.inf:
        most = "" if high == math.inf else f" and at most {high}"
        raise ValueError(f"{name} is a number of at least {low}{most}, not {number!r}")


class Kit(Protocol):
    """What training needs of a game: how it begins, how it is seen, how many are searched."""

    @property
    def encoding(self) -> Encoding:
        """How the game is told to a network."""

    @property
    def start(self) -> Any:
        """The state in which a game begins."""

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""

    def memory(self) -> Any:
        """Where searches with one network keep what it said; or None."""

    def searches(self, states: Sequence[Any], play: Play, memory: Any) -> Any:
        """Searches of all states, like `c4lib.alphazero.lockstep.Searches`."""


@dataclass(frozen=True)
class ConnectKit:
    """Connect X, by the compiled searches."""

    start: Connect4 = field(default_factory=Connect4)
    lines: bool = True

    def __post_init__(self) -> None:
        check_together([self.start])

    @property
    def encoding(self) -> Columns:
        """Squares and lines."""
        return Columns(self.start.board, self.lines)

    def encode(self, states: Sequence[Connect4]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        return encode(states, self.lines)

    def memory(self) -> Memory:
        """A memory of nothing."""
        return new_memory(self.start.width)

    def searches(self, states: Sequence[Connect4], play: Play, memory: Memory) -> Searches:
        """One search for each state."""
        return Searches(states, play.simulations, play.c, lines=self.lines, memory=memory)


class Record(NamedTuple):
    """Examples, as they are kept: bits take an eighth of a byte each."""

    bits: Array
    legal: Array
    policy: Array
    value: Array

    @classmethod
    def joined(cls, records: "Sequence[Record]") -> "Record":
        """All examples of several records."""
        return cls(*(np.concatenate(part) for part in zip(*records, strict=True)))

    def examples(self, rows: Array, encoding: Encoding) -> Examples:
        """Some of the examples, ready to be learnt from."""
        bits = np.unpackbits(self.bits[rows], axis=1, count=encoding.inputs)
        legal = np.unpackbits(self.legal[rows], axis=1, count=encoding.outputs)
        numbers = bits.astype(np.float32), legal.astype(np.float32)
        return Examples(*numbers, self.policy[rows].astype(np.float32), self.value[rows])


def record(bits: Array, legal: Array, policy: Array, value: Array) -> Record:
    """Examples, made small."""
    packed = np.packbits(bits > 0, axis=1), np.packbits(legal > 0, axis=1)
    return Record(*packed, policy.astype(np.float16), value.astype(np.float32))


class Played(NamedTuple):
    """What self-play brought."""

    record: Record
    outcomes: Array
    """How each game ended for the first player."""
    simulations: int
    asked: int
    """How many of the simulations asked the network."""


def self_play(kit: Kit, judge: Judge, play: Play, games: int, rng: np.random.Generator) -> Played:
    """Play so many games and keep an example of each position that was searched."""
    check_whole("games", games)
    memory, begun, simulations, asked = kit.memory(), 0, 0, 0
    states: list[State] = []
    numbers: list[int] = []
    moved: list[int] = []
    parts: list[tuple[Array, ...]] = []
    outcomes = np.zeros(games)
    while begun < games or states:
        while begun < games and len(states) < play.slots:
            is_careful = play.careful_plies > 0 and begun % 2 == 1
            most = play.careful_plies if is_careful else play.random_plies
            states.append(opening(kit.start, most, rng, is_careful))
            numbers.append(begun)
            moved.append(0)
            begun += 1
        searches = kit.searches(states, play, memory)
        searches.run(judge, play.noise, play.spread, rng, play.prove)
        simulations, asked = simulations + len(states) * play.simulations, asked + searches.asked
        policies = searches.targets if play.by_values else searches.policies
        bits, legal = kit.encode(states)
        sides = np.array([1.0 if state.player == 0 else -1.0 for state in states])
        parts.append((bits, legal, policies, searches.values, sides, np.array(numbers)))
        chosen = choose(policies, np.array(moved) < play.explore, rng)
        after = [
            state.play(kit.encoding.move(move))
            for state, move in zip(states, chosen.tolist(), strict=True)
        ]
        for number, state in zip(numbers, after, strict=True):
            if state.is_over:
                outcomes[number] = state.utility(0)
        left = [row for row, state in enumerate(after) if not state.is_over]
        states = [after[row] for row in left]
        numbers = [numbers[row] for row in left]
        moved = [moved[row] + 1 for row in left]
    bits, legal, policies, values, sides, owners = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    target = play.outcome * outcomes[owners] * sides + (1 - play.outcome) * values
    return Played(record(bits, legal, policies, target), outcomes, simulations, asked)


def opening(start: Any, most: int, rng: np.random.Generator, is_careful: bool = False) -> Any:
    """A state after up to so many random moves, in which the game goes on.

    Who is careful makes no random move where one wins, or stops a win.
    """
    while True:
        state, plies = start, int(rng.integers(most + 1))
        for _ in range(plies):
            moves = (forced_moves(state) if is_careful else []) or state.moves()
            state = state.play(moves[int(rng.integers(len(moves)))])
            if state.is_over:
                break
        if not state.is_over:
            return state


def choose(policies: Array, drawn: Array, rng: np.random.Generator) -> Array:
    """A move for each row: drawn by its share, or the one with the largest."""
    reached = policies.cumsum(axis=1) > rng.random(len(policies))[:, None] * (1 - 1e-9)
    chosen: Array = np.where(drawn, reached.argmax(axis=1), policies.argmax(axis=1))
    return chosen
