"""Games and matches between players, and records that can be replayed."""

import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, Agent, Move, State
from c4lib.measure.intervals import wilson
from c4lib.measure.workers import check_sendable, executor_of
from c4lib.players.agents import name, rest
from c4lib.players.legible import printable, shown
from c4lib.players.progress_bar import progress_bar
from c4lib.players.referee import IllegalMoveError, legal_move
from c4lib.players.stop_button import heeding_stop
from c4lib.search.common import check_whole
from c4lib.search.dice import check_seed

PARTS = 32  # a match is divided into at most this many parts for workers to share


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played: where it began, who played, and every move."""

    start: Any
    players: tuple[str, ...]
    moves: tuple[Move, ...]

    def states(self) -> Iterator[Any]:
        """Every state of the game, from the start to the end."""
        return accumulate(self.moves, lambda state, move: state.play(move), initial=self.start)

    @property
    def final(self) -> Any:
        """The last state of the game."""
        *_, last = self.states()
        return last

    def utility(self, player: int) -> float:
        """What the game was worth to `player`."""
        return float(self.final.utility(player))


def play_game(*agents: Agent, start: State | None = None) -> GameRecord:
    """One game from `start`, `agents[0]` playing for player 0 and so on.

    An illegal move raises a ValueError that names the player, the move and the game so far.
    """
    _check_players(agents)
    try:
        return _played(agents, _check_start(start))
    finally:
        rest(agents)


def _played(agents: tuple[Agent, ...], start: State) -> GameRecord:
    state = start
    moves: list[Move] = []
    while not state.is_over:
        if state.player == CHANCE:
            raise ValueError("it is the dice's turn; no agent can throw them")
        if not 0 <= state.player < len(agents):
            raise ValueError(f"no agent for player {state.player}: {len(agents)} given")
        agent = agents[state.player]
        before = _value(state)
        try:
            move = legal_move(state, agent(state))
        except IllegalMoveError as error:
            raise ValueError(f"{name(agent)} {error} (in {state!r})") from error
        except SystemExit as error:  # it would end the notebook's kernel
            raise ValueError(f"{name(agent)} called exit (in {state!r})") from error
        if _value(state) != before:
            raise ValueError(f"{name(agent)} changed the state that it was given, now {state!r}")
        state = state.play(move)
        moves.append(move)
    return GameRecord(start, tuple(name(agent) for agent in agents), tuple(moves))


def _check_players(agents: Iterable[Agent]) -> None:
    """Raise ValueError unless each is a player, and not a class that makes some."""
    for agent in agents:
        if not callable(agent) or isinstance(agent, type):
            raise ValueError(f"a player is a function from a state to a move, not {shown(agent)}")


def _check_start(start: State | None) -> State:
    """The state to start from, by default that of Connect Four."""
    state = Connect4() if start is None else start
    if isinstance(state, type) or not isinstance(state, State):
        raise ValueError(f"a game starts from a state, such as Connect4(), not {shown(state)}")
    return state


def _value(state: State) -> int | None:
    """A number that shows whether the state has changed; None if it cannot be hashed."""
    try:
        return hash(state)
    except TypeError:
        return None


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the point of view of the first of its two players."""

    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    utilities: tuple[float, ...]
    """The value of each game for the first player of the match."""

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return sum(utility > 0 for utility in self.utilities)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(utility == 0 for utility in self.utilities)

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return sum(utility < 0 for utility in self.utilities)

    @property
    def score(self) -> float:
        """The first player's points per game: 1 for a win, a half for a draw."""
        return float(np.mean(self._points))

    @property
    def error(self) -> float:
        """The standard error of `score`: how far chance alone may have moved it."""
        if len(self._points) < 2:
            return math.nan
        return float(np.std(self._points, ddof=1) / math.sqrt(len(self._points)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `score`, by Wilson's formula."""
        low, high = wilson(self.score, len(self.utilities))
        return float(low), float(high)

    @property
    def _points(self) -> list[float]:
        return [(utility + 1) / 2 for utility in self.utilities]

    def __str__(self) -> str:
        (first, second), (low, high) = self.players, self.interval
        return printable(
            f"{first} against {second}: {self.wins} won, {self.draws} drawn, {self.losses} lost"
            f" (score {self.score:.3f}, 95 % interval {low:.3f} to {high:.3f})"
        )


def match(
    a: Agent,
    b: Agent,
    games: int = 100,
    start: State | None = None,
    seed: int = 0,
    workers: int = 1,
    executor: Executor | None = None,
) -> MatchResult:
    """`games` games from `start`, a and b taking turns to move first; a moves first in game 0.

    Each game has random seeds of its own, made from `seed` and its number: the same seed gives
    the same games. The result is from a's point of view.

    With several `workers` the games are shared among processes, or among those of an `executor`,
    such as a Dask cluster's. The games are the same as with one worker, unless a player is random
    or has a memory and lacks a method `seeded` to reset it. A player defined in a notebook cannot
    be sent to other processes: use one worker.
    """
    check_whole("games", games)
    check_whole("workers", workers)
    check_seed(seed)
    _check_players((a, b))
    if _check_start(start).is_over:
        raise ValueError(f"the game is over at the start: {start!r}")
    play = partial(_play_some, a, b, start, seed)
    if executor is None and workers > 1:
        for label, thing in ((name(a), a), (name(b), b), ("the start", start)):
            check_sendable({label: thing})
    label = f"{name(a)} against {name(b)}"
    with heeding_stop(), progress_bar(total=games, desc=label, unit="game", delay=1) as bar:
        if executor is None and workers == 1:
            each = (range(number, number + 1) for number in range(games))
            played: Iterable[list[GameRecord]] = map(play, each)
        else:
            played = _share(play, games, workers, executor)
        records = []
        for part in played:
            records += part
            bar.update(len(part))
    utilities = [record.utility(number % 2) for number, record in enumerate(records)]
    return MatchResult((name(a), name(b)), tuple(records), tuple(utilities))


def _share(
    play: Callable[[range], list[GameRecord]], games: int, workers: int, executor: Executor | None
) -> Iterator[list[GameRecord]]:
    """All games of a match in order and in parts, played by several workers."""
    step = math.ceil(games / PARTS)
    parts = [range(first, min(first + step, games)) for first in range(0, games, step)]
    with executor_of(executor, min(workers, len(parts))) as pool:
        tasks = [pool.submit(play, part) for part in parts]
        for task in tasks:
            yield task.result()


def _play_some(
    a: Agent, b: Agent, start: State | None, seed: int, numbers: range
) -> list[GameRecord]:
    """The games of a match with these numbers; a moves first in the even ones."""
    records = []
    for number in numbers:
        seeds = np.random.SeedSequence([seed, number]).generate_state(2)
        players = [seeded(agent, int(own)) for agent, own in zip((a, b), seeds, strict=True)]
        records.append(play_game(*(players if number % 2 == 0 else players[::-1]), start=start))
    return records


def seeded(agent: Agent, seed: int) -> Agent:
    """The agent with a new random seed if it has one, otherwise the agent itself."""
    fresh: Agent = agent.seeded(seed) if hasattr(agent, "seeded") else agent
    return fresh
