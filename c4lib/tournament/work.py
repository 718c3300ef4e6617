"""Doing the jobs of a ladder: alone, or shared among workers of any kind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import NamedTuple, TypeAlias

from c4lib.agents import Perfect
from c4lib.arena import seeded
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.ladder import Answered, Played, part
from c4lib.players import make
from c4lib.referee import ask, referee
from c4lib.tournament.jobs import Done, Game, Job, Questions
from c4lib.workers import deaf, executor_of

WARM = Connect4.from_moves("54452777511332617245")
"""A position in which players are asked before their time counts: it loads compiled code."""

Players: TypeAlias = Mapping[str, Agent | str]
"""Who takes part: by name an agent, or a name that `c4lib.players.make` knows."""


class Table(NamedTuple):
    """Who plays, and how."""

    players: Players
    seed: int
    limit: float | None
    openings: tuple[Connect4, ...]

    def task(self, job: Job) -> tuple[Callable[..., Done], tuple[object, ...]]:
        """What a worker is to call for a job, and with what."""
        if isinstance(job, Questions):
            return _answer, (job, self.players[job.player], self.seed, self.limit)
        agents = self.players[job.first], self.players[job.second]
        return _play, (job, *agents, self.openings[job.number], self.seed, self.limit)


@contextmanager
def sharing(executor: Executor | None, workers: int) -> Iterator[Executor | None]:
    """Who shares the work; None: nobody."""
    alone = executor is None and workers == 1
    with nullcontext() if alone else executor_of(executor, workers) as pool:
        yield pool


def do_all(table: Table, jobs: Sequence[Job], pool: Executor | None) -> Iterator[tuple[Job, Done]]:
    """Do the jobs; hands each out with its outcome as soon as it is done."""
    tasks = ((job, table.task(job)) for job in jobs)
    if pool is None:
        for job, (function, arguments) in tasks:
            yield job, function(*arguments)
        return
    with deaf():  # for this starts processes
        futures = {pool.submit(function, *given): job for job, (function, given) in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _play(
    game: Game, first: Agent | str, second: Agent | str, opening: Connect4, seed: int,
    limit: float | None,
) -> Played:  # fmt: skip
    """Play a game, in whatever process this is."""
    one, other = (
        seeded(_agent(player), dice)
        for player, dice in zip((first, second), game.seeds(seed), strict=True)
    )
    outcome = referee(one, other, opening, limit)
    moves = opening.to_moves() + "".join(str(move + 1) for move in outcome.moves)
    seconds = (round(spent, 6) for spent in outcome.seconds)
    return Played(*game, outcome.points, outcome.fault, moves, *seconds)


def _answer(questions: Questions, player: Agent | str, seed: int, limit: float | None) -> Answered:
    """Ask a player about positions, in whatever process this is."""
    agent = seeded(_agent(player), questions.seed(seed))
    positions = part(questions.part)
    if isinstance(agent, Perfect):  # it would only find the scores again, in long searches
        moves = (max(position.scores, key=position.scores.__getitem__) for position in positions)
        return Answered(*questions, "".join(map(str, moves)), 0.0)
    answers = [ask(agent, position.state, limit) for position in positions]
    told = ["-" if answer.fault else str(int(answer.move)) for answer in answers]
    return Answered(*questions, "".join(told), round(sum(answer.seconds for answer in answers), 6))


def _agent(player: Agent | str) -> Agent:
    return _made(player) if isinstance(player, str) else player


@cache
def _made(name: str) -> Agent:
    """A player of the course, made once in a process, with compiled code loaded."""
    agent = make(name)
    seeded(agent, 0)(WARM)
    return agent
