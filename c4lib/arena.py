"""Games and matches between players, and records that can be replayed."""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from c4lib.agents import name
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.workers import check_sendable, deaf, executor_of

PARTS = 32
"""Into how many parts a match is divided at most, for workers to share."""


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played: where it began, who played, and every move."""

    start: Any
    players: tuple[str, ...]
    moves: tuple[Move, ...]

    def states(self) -> Iterator[Any]:
        """The game replayed: every state from the start to the end."""
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

    A move that the rules do not allow ends in a ValueError that names the player,
    the move and the game so far.
    """
    for agent in agents:
        if not callable(agent):
            raise ValueError(f"a player is a function from a state to a move, not {agent!r}")
    state = start = Connect4() if start is None else start
    moves: list[Move] = []
    while not state.is_over:
        if not 0 <= state.player < len(agents):
            raise ValueError(f"nobody plays for player {state.player}: {len(agents)} agents came")
        agent = agents[state.player]
        move = agent(state)
        try:
            state = state.play(move)
        except (TypeError, ValueError) as error:  # TypeError: a list, say, in place of a column
            raise ValueError(f"{name(agent)} answered {move!r} in {state!r}: {error}") from error
        moves.append(move)
    return GameRecord(start, tuple(name(agent) for agent in agents), tuple(moves))


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, for the first of its two players."""

    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    utilities: tuple[float, ...]
    """Of each game, for the first player of the match."""

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
        """The first player's points a game: 1 for a win, a half for a draw."""
        return float(np.mean(self._points))

    @property
    def error(self) -> float:
        """The standard error of `score`: how far chance alone may have moved it."""
        if len(self._points) < 2:
            return math.nan
        return float(np.std(self._points, ddof=1) / math.sqrt(len(self._points)))

    @property
    def _points(self) -> Sequence[float]:
        return [(utility + 1) / 2 for utility in self.utilities]

    def __str__(self) -> str:
        first, second = self.players
        return (
            f"{first} against {second}: {self.wins} won, {self.draws} drawn, {self.losses} lost"
            f" (score {self.score:.3f} ± {self.error:.3f})"
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
    """`games` games from `start`, a and b taking turns to move first; a begins.

    Game n is played with dice of its own, drawn from `seed` and n: the same seed
    gives the same games. What comes back is told from a's side.

    Several `workers`, processes of their own, share the games, or whatever `executor` is handed
    in, such as a Dask cluster's. They play the same games as one, unless a player has dice or a
    memory of its own and no method `seeded` to set them anew. A player that you wrote in a
    notebook cannot be sent to other processes: play it with one worker.
    """
    if not isinstance(games, int) or games < 1:
        raise ValueError(f"a match needs a whole number of games, at least 1, not {games!r}")
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise ValueError(f"workers is a whole number of at least 1, not {workers!r}")
    if executor is None and workers == 1:
        records = _play_some(a, b, start, seed, range(games))
    else:
        records = _share(a, b, start, seed, games, workers, executor)
    utilities = [record.utility(number % 2) for number, record in enumerate(records)]
    return MatchResult((name(a), name(b)), tuple(records), tuple(utilities))


def _share(
    a: Agent, b: Agent, start: State | None, seed: int, games: int, workers: int,
    executor: Executor | None,
) -> list[GameRecord]:  # fmt: skip
    """All games of a match, in their order, played by several."""
    if executor is None:
        check_sendable({name(a): a, name(b): b})
    step = math.ceil(games / PARTS)
    parts = [range(first, min(first + step, games)) for first in range(0, games, step)]
    with executor_of(executor, min(workers, len(parts))) as pool:
        with deaf():  # for this starts processes
            tasks = [pool.submit(_play_some, a, b, start, seed, part) for part in parts]
        return [record for task in tasks for record in task.result()]


def _play_some(
    a: Agent, b: Agent, start: State | None, seed: int, numbers: Sequence[int]
) -> list[GameRecord]:
    """The games of a match that have these numbers; a moves first in the even ones."""
    records = []
    for number in numbers:
        seeds = np.random.SeedSequence([seed, number]).generate_state(2)
        players = [seeded(agent, int(dice)) for agent, dice in zip((a, b), seeds, strict=True)]
        records.append(play_game(*(players if number % 2 == 0 else players[::-1]), start=start))
    return records


def seeded(agent: Agent, seed: int) -> Agent:
    """The agent with new dice where it has any, else the agent itself."""
    fresh: Agent = agent.seeded(seed) if hasattr(agent, "seeded") else agent
    return fresh
