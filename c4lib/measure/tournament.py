"""Playing a tournament: all players against each other, from balanced openings, by any workers.

Players are given by name, as `c4lib.players.names.make` reads them, or are any functions from a
state to a move. Each two meet in pairs of games: one opening, first with the one and then with the
other moving first. Beside the games, each player is asked for a move in some positions of
`c4lib.measure.accuracy`. `python -m c4lib tournament` plays all this for the players of the course.

What is played depends on the seed, the names and the number of the opening, and on nothing
else; only players that think by seconds may play differently on another day. So there may be
many workers or few, on any machines, and a tournament can be interrupted and resumed.
"""

import argparse
import os
import platform
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache
from itertools import starmap
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.measure import ladder as ladders
from c4lib.measure import runner
from c4lib.measure.accuracy import spread
from c4lib.measure.files import made_by
from c4lib.measure.ladder import COMMAND, DISCS, FILE, PART, Answered, Ladder, Played, part
from c4lib.measure.workers import check_sendable
from c4lib.players.agents import LONGEST_NAME, Perfect
from c4lib.players.arena import seeded
from c4lib.players.legible import one_line
from c4lib.players.names import COURSE, make
from c4lib.players.referee import ask, check_limit, referee
from c4lib.search.common import check_whole

GAMES, POSITIONS = 12, 1200  # games of each pair of players; positions that each is asked about
LIMIT = 600.0  # seconds for a move, so that a player that never answers does not hold up all others
BALANCED = 972  # openings of `DISCS` discs that are drawn, quiet and no mirror images
QUICK = {"games": 2, "positions": 50}  # for a first look
WARM = Connect4.from_moves("54452777511332617245")
"""A position in which players are asked before their time counts: it loads compiled code."""

Players: TypeAlias = Mapping[str, Agent | str]
"""Who takes part: by name an agent, or a name that `c4lib.players.names.make` knows."""


# ---- the jobs ------------------------------------------------------------------------------


@cache
def openings(count: int, seed: int = 0, discs: int = DISCS) -> tuple[Connect4, ...]:
    """Balanced openings: with that many discs, drawn if both play perfectly.

    Moves are drawn at random; the opening book knows what has come of them. None is over after
    the next move, and no two are equal or mirror images. The first of many are those of few.
    """
    from c4lib.fast import solve  # only here, for it loads the compiler

    rng = np.random.default_rng([seed, discs])
    found: dict[object, Connect4] = {}
    while len(found) < count:
        state = Connect4()
        while state.ply < discs:  # with so few discs nobody can have won
            state = state.play(int(rng.choice(state.moves())))
        wins = any(state.play(move).is_over for move in state.moves())
        if not wins and state.mirror_key()[0] not in found and solve(state).score == 0:
            found[state.mirror_key()[0]] = state
    return tuple(found.values())


class LadderGame(NamedTuple):
    """A game to be played."""

    first: str
    second: str
    number: int


class LadderQuestions(NamedTuple):
    """Positions in which a player is to be asked for a move."""

    player: str
    part: int


Job = LadderGame | LadderQuestions


def plan(names: Sequence[str], games: int, positions: int) -> list[Job]:
    """All jobs, round by round: in each, all players meet each other twice, in one opening."""
    jobs: list[Job] = []
    parts = range(-(-positions // PART))
    for number in range(max(games // 2, len(parts))):
        for n, one in enumerate(names):
            for other in names[:n] if number < games // 2 else ():
                jobs += [LadderGame(one, other, number), LadderGame(other, one, number)]
            if number in parts:
                jobs.append(LadderQuestions(one, number))
    return jobs


@dataclass(frozen=True)
class Conditions:
    """Who plays and how. Called with a job, it does it: in whatever process that is."""

    players: Players
    seed: int
    limit: float | None
    openings: tuple[Connect4, ...]

    def __call__(self, job: Job) -> list[Any]:
        """What belongs behind the job in `Played` or `Answered`."""
        return self._play(job) if isinstance(job, LadderGame) else self._ask(job)

    def only_for(self, job: Job) -> "Conditions":
        """The same with just the players of a job, as each is sent to other processes."""
        return replace(self, players={name: self.players[name] for name in job[:-1]})

    def _agent(self, name: str, dice: int) -> Agent:
        player = self.players[name]
        return seeded(_made(player) if isinstance(player, str) else player, dice)

    def _play(self, game: LadderGame) -> list[Any]:
        opening = self.openings[game.number]
        seeds = runner.seeds_of(self.seed, game.number, game.first, 256, game.second)
        one, other = (self._agent(name, dice) for name, dice in zip(game[:2], seeds, strict=True))
        outcome = referee(one, other, opening, self.limit)
        moves = opening.to_moves() + "".join(str(int(move) + 1) for move in outcome.moves)
        seconds = (round(spent, 6) for spent in outcome.seconds)
        return [outcome.points, outcome.fault, moves, *seconds]

    def _ask(self, questions: LadderQuestions) -> list[Any]:
        (dice,) = runner.seeds_of(self.seed, questions.part, questions.player, count=1)
        agent, asked = self._agent(questions.player, dice), part(questions.part)
        if isinstance(agent, Perfect):  # it would only find the scores again, in long searches
            moves = (max(position.scores, key=position.scores.__getitem__) for position in asked)
            return ["".join(map(str, moves)), 0.0]
        answers = [ask(agent, position.state, self.limit) for position in asked]
        digits = ["-" if answer.fault else str(int(answer.move)) for answer in answers]
        return ["".join(digits), round(sum(answer.seconds for answer in answers), 6)]


def collected(done: Mapping[Job, Any], made: str = "") -> Ladder:
    """Jobs and their answers as a ladder."""
    games = [(*job, *answer) for job, answer in done.items() if len(job) == 3]
    answers = [(*job, *answer) for job, answer in done.items() if len(job) == 2]
    return Ladder(tuple(starmap(Played, games)), tuple(starmap(Answered, answers)), made)


@cache
def _made(name: str) -> Agent:
    """A player of the course, made once in a process, with compiled code loaded."""
    agent = make(name)
    seeded(agent, 0)(WARM)
    return agent


# ---- the tournament ------------------------------------------------------------------------


def ladder(
    players: Players | Iterable[str] = COURSE,
    games: int = GAMES,
    positions: int = POSITIONS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    executor: Executor | None = None,
    file: Path | str | None = None,
    limit: float | None = LIMIT,
    again: Collection[str] = (),
    screen: IO[str] | None = None,
) -> Ladder:
    """Let all players meet each other, ask them about positions, and return what came of it.

    `players` are names that `c4lib.players.names.make` knows, or a mapping from names to those
    or to agents. Each two play `games` games, and each player is asked about `positions`
    positions, a multiple of 25. A move may take `limit` seconds. A player that fails, breaks a
    rule or takes too long loses that game, and the tournament goes on.

    The jobs are shared among `workers` processes (None: one for each core), or by whatever
    `executor` is handed in, such as a Dask cluster's (`Client(...).get_executor()`). They play the
    same games as one worker. Agents are sent to them as they are, so those that you wrote in a
    notebook play with one worker, or in threads (`executor=ThreadPoolExecutor()`).

    With a `file`, what it holds is not played again, and the same call resumes what was
    interrupted. What players did whose names begin with a word of `again` is done again. A progress
    bar is drawn on the `screen`, if there is one.
    """
    who = dict(players) if isinstance(players, Mapping) else {name: name for name in players}
    _check(who, games, positions, limit, again)
    if executor is None and workers != 1:
        check_sendable({name: agent for name, agent in who.items() if not isinstance(agent, str)})
    jobs = plan(list(who), games, positions)
    conditions = Conditions(who, seed, limit, openings(games // 2, seed))
    path = None if file is None else Path(file)
    command = runner.with_options(COMMAND, seed=seed)
    before: dict[Job, Any] = {}

    def known() -> dict[Job, Any]:
        runner.check_own(path, command)
        found = ladders.read(path) if path and path.exists() else Ladder()
        before.update({LadderGame(*game[:3]): game[3:] for game in found.games})
        before.update({LadderQuestions(*some[:2]): some[2:] for some in found.answers})
        for job in jobs:
            if any(name.startswith(tuple(again)) for name in job[:-1]):
                before.pop(job, None)
        return before

    def write(done: Mapping[Job, Any]) -> None:
        if path and done.keys() - before.keys():
            options = runner.with_options(command, games=games, positions=positions)
            ladders.write(path, collected(done, f"{options}, made on {_machines(path)}"))

    done = runner.run(
        jobs, conditions, path, " --again ".join([command, *sorted(again)]), write, known=known,
        workers=workers, executor=executor, send=conditions.only_for, screen=screen,
    )  # fmt: skip
    return ladders.read(path) if path and path.exists() else collected(done)


def _check(
    players: Players, games: int, positions: int, limit: float | None, again: Collection[str]
) -> None:  # fmt: skip
    """Raise ValueError for what cannot be played, before anything is done."""
    check_whole("games", games)
    if games % 2:
        raise ValueError(f"games is an even number, for each opening is played twice, not {games}")
    if games > 2 * BALANCED:
        raise ValueError(f"there are {BALANCED} openings, so games is at most {2 * BALANCED}")
    most = len(spread())
    if isinstance(positions, bool) or positions not in range(0, most + 1, PART):
        raise ValueError(f"positions is a multiple of {PART} up to {most}, not {positions!r}")
    check_limit(limit)
    if len(players) < 2:
        raise ValueError(f"a ladder needs two players at least, not {list(players)}")
    for name, agent in players.items():
        if not isinstance(name, str) or name != one_line(name, LONGEST_NAME) or not name:
            raise ValueError(f"a name is one line of up to {LONGEST_NAME} letters, not {name!r}")
        if isinstance(agent, str):
            make(agent)
        elif not callable(agent):
            raise ValueError(f"{name} must be a function from a state to a move, not {agent!r}")
    for word in again:
        if not any(name.startswith(word) for name in players):
            raise ValueError(f"no player's name begins with {word!r}; name a player")


# ---- the file ------------------------------------------------------------------------------


def _machines(path: Path) -> str:
    """The computers on which a file was made: those that it names, and this one."""
    before = [made_by(path).partition(", made on ")[2]] if path.exists() else []
    model, file = platform.processor() or platform.machine(), Path("/proc/cpuinfo")
    if file.exists():
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next((line.partition(":")[2] for line in lines if "model name" in line), model)
    here = f"{os.cpu_count() or 1} cores of {' '.join(model.split()).replace(',', ';')}"
    return " and ".join(dict.fromkeys([*before, f"{here}; Python {platform.python_version()}"]))


# ---- the command ---------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib tournament`."""
    parser.description = (
        "Let all players of the course play each other from balanced openings, for the ladder of "
        "lesson 08. It takes about half an hour on two cores, and can be interrupted with "
        "Ctrl-C and resumed. What is in the file already is not played again."
    )
    add = parser.add_argument
    add("--games", type=int, help=f"games of each pair, half from each side ({GAMES})")
    add("--positions", type=int,
        help=f"positions to ask each player about, a multiple of {PART} ({POSITIONS})")  # fmt: skip
    add("--players", nargs="+", metavar="NAME",
        help='the players: "alphabeta one 8" "mcts 1000" ... (all of the course)')  # fmt: skip
    add("--again", nargs="+", default=(), metavar="WORD",
        help="replay players whose names begin with WORD, such as alphazero")  # fmt: skip
    add("--quick", action="store_true", help="2 games and 50 positions, for a first look")
    add("--seed", type=int, default=0, help="random seed (%(default)s)")
    add("--workers", type=int, help="worker processes (one per core)")
    add("--file", type=Path, help="the ladder's file (the package's own)")


def main(options: argparse.Namespace) -> int:
    """Play until the ladder is complete, and print the table."""
    file = runner.output_file(options, FILE, "quick", "games", "positions", "players", "seed")
    numbers = {what: getattr(options, what) for what in QUICK}
    given = {what: number for what, number in numbers.items() if number is not None}
    found = ladder(
        options.players or COURSE, **({**QUICK, **given} if options.quick else given),
        seed=options.seed, workers=options.workers, file=file, again=options.again,
        screen=sys.stderr,
    )  # fmt: skip
    anchor = "random" if "random" in found.players else None
    print(ladders.table(ladders.standings(found, anchor)))
    print(f"The ladder is in {file}.")
    return 0
