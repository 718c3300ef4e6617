"""Self-play: games of a network against itself, and the examples they yield; games of two networks.

Many games are played side by side, so that the network evaluates many positions at once. Each
begins after some random moves, since two equal players never leave the paths that they know. Each
searched position becomes an example: the position, the search's visits as shares (what the policy
should have said), and how the game ended (what the value should have said).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.kits import Kit
from c4lib.alphazero.net import Array, Examples, Judge
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.measure.files import read_table
from c4lib.search import forced_moves
from c4lib.search.common import check_number, check_whole


@dataclass(frozen=True)
class Play:
    """How games are played for training, and what is kept of them."""

    simulations: int = 32
    c: float = 1.5
    noise: float = 0.25  # the share of Dirichlet noise in the priors at each root
    spread: float = 1.0
    random_plies: int = 16  # a game begins after at most this many random moves
    careful_plies: int = 0
    """Every other game begins instead after at most this many random moves that miss no win and
    no block in one: such games last longer. 0: no game does."""
    explore: int = 8
    """For this many moves the move is drawn by its share; after that the largest is played."""
    outcome: float = 0.5
    """The weight of the game's end in an example's value; the rest is what the search said."""
    by_values: bool = True
    """Whether policies learn from the values found (`Searches.targets`), or from the visits."""
    full: float = 1.0
    """The share of moves that are searched in full and learnt from. The others get `fewer`
    simulations: more games are played in the same time (playout cap randomisation, Wu 2019)."""
    fewer: int = 16
    prove: bool = True
    slots: int = 256  # how many games are played side by side

    def __post_init__(self) -> None:
        for name in ("simulations", "fewer", "slots"):
            check_whole(name, getattr(self, name))
        if min(self.simulations, self.fewer) < 2:
            raise ValueError("with one simulation no move is visited; take simulations=2 or more")
        for name in ("c", "random_plies", "careful_plies", "explore"):
            check_number(name, getattr(self, name), 0)
        for name in ("noise", "outcome", "full"):
            check_number(name, getattr(self, name), 0, 1)
        check_number("spread", self.spread, 1e-9)


class Record(NamedTuple):
    """Examples as they are stored, with eight bits to a byte."""

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
    """Examples, packed."""
    packed = np.packbits(bits > 0, axis=1), np.packbits(legal > 0, axis=1)
    return Record(*packed, policy.astype(np.float16), value.astype(np.float32))


class Games(NamedTuple):
    """The outcome of self-play."""

    record: Record
    outcomes: Array  # how each game ended for the first player
    simulations: int
    asked: int  # how many of the simulations asked the network
    seconds: float  # processor time


def self_play(kit: Kit, judge: Judge, play: Play, games: int, rng: np.random.Generator) -> Games:
    """Play that many games and keep each position that was searched in full as an example."""
    check_whole("games", games)
    clock, memory, begun, simulations, asked = time.thread_time(), kit.memory(), 0, 0, 0
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
        is_full = not parts or rng.random() < play.full  # one lot for all games side by side
        way = play if is_full else replace(play, simulations=play.fewer, noise=0.0)
        searches = kit.searches(states, way, memory)
        searches.run(judge, way.noise, play.spread, rng, play.prove)
        simulations, asked = simulations + len(states) * way.simulations, asked + searches.asked
        policies = searches.targets if play.by_values else searches.policies
        if is_full:
            sides = np.array([1.0 if state.player == 0 else -1.0 for state in states])
            found = policies, searches.values, sides, np.array(numbers)
            parts.append((*kit.encode(states), *found))
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
    examples, seconds = record(bits, legal, policies, target), time.thread_time() - clock
    return Games(examples, outcomes, simulations, asked, seconds)


@cache
def reserved() -> frozenset[object]:
    """The mirror keys of all positions on which players are measured, or settings are tuned."""
    file = Path(__file__).parent.parent / "data" / "positions.csv"
    rows = read_table(file, "the file of positions", "python -m c4lib positions")[1:]
    return frozenset(Connect4.from_moves(moves).mirror_key()[0] for _, _, moves, *_ in rows)


def opening(start: Any, most: int, rng: np.random.Generator, is_careful: bool = False) -> Any:
    """An unfinished state after at most `most` random moves.

    A careful opening makes no random move where one move wins or stops a win. No game begins in
    a position on which players are measured: see `reserved`. Such a start is refused.
    """
    if _is_reserved(start):
        raise ValueError(
            f"players are measured in {start!r}, so no training begins there; begin elsewhere"
        )
    while True:
        state, plies = start, int(rng.integers(most + 1))
        for _ in range(plies):
            moves = (forced_moves(state) if is_careful else []) or state.moves()
            state = state.play(moves[int(rng.integers(len(moves)))])
            if state.is_over:
                break
        if not state.is_over and not _is_reserved(state):
            return state


def _is_reserved(state: Any) -> bool:
    return isinstance(state, Connect4) and state.mirror_key()[0] in reserved()


def choose(policies: Array, drawn: Array, rng: np.random.Generator) -> Array:
    """A move for each row: drawn by its share, or the one with the largest."""
    reached = policies.cumsum(axis=1) > rng.random(len(policies))[:, None] * (1 - 1e-9)
    chosen: Array = np.where(drawn, reached.argmax(axis=1), policies.argmax(axis=1))
    return chosen


def duel(
    kit: Kit,
    one: Judge,
    other: Judge | None,
    play: Play,
    games: int,
    rng: np.random.Generator,
    alone: bool = False,
) -> Array:
    """How each game ended for `one`: 1 won, 0 drawn, -1 lost. `other` plays randomly if None.

    Each opening of a few random moves is played twice, once from each side. With `alone` there is
    no search: networks play the move that their policy likes best.
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
    """A move for each state: random without a judge, by its policy alone without `play`."""
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
