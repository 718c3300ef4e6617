"""How the course's searches fare in other games: matches in Othello, Quixo and Connect Four.

`python -m c4lib elsewhere` plays them. Each opening of four random moves is played twice, with
either side; players think by depth or by simulations, so that the games come out the same on
every machine.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib import heuristics
from c4lib.agents import MCTS, AlphaBeta, AlphaZero, Random
from c4lib.arena import MatchResult, play_game, seeded
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.heuristics import othello, quixo
from c4lib.measured import begun, check_file, line_of, read_rows, write_rows
from c4lib.search.common import check_whole
from c4lib.workers import deaf, processes

FILE = Path(__file__).parent / "data" / "elsewhere.csv"
COMMAND = "python -m c4lib elsewhere"
OPENING = 4
"""After how many random moves a game begins."""
WIDTH = 192
"""How wide the network that has learnt nothing is: as the one that has."""

STARTS = {
    "Connect Four": Connect4(),
    "Othello 6x6": Othello(6),
    "Othello 8x8": Othello(8),
    "Quixo": Quixo(),
}
"""The games, by name."""


def untrained(simulations: int) -> AlphaZero:
    """AlphaZero with a network for Quixo that has learnt nothing."""
    from c4lib.alphazero.cubes import QuixoKit  # only here, for it loads the compiler
    from c4lib.alphazero.net import Net

    encoding = QuixoKit().encoding
    net = Net.new(encoding.inputs, encoding.outputs, WIDTH)
    return AlphaZero(net=net, simulations=simulations)


PLAYERS: dict[str, Callable[[], Agent]] = {
    "random": Random,
    "MCTS 100": lambda: MCTS(100),
    "MCTS 200": lambda: MCTS(200),
    "lines 4": lambda: AlphaBeta(4, heuristics.ours, order="centre"),
    "discs 4": lambda: AlphaBeta(4, othello.discs),
    "lasting 4": lambda: AlphaBeta(4, othello.ours),
    "lasting 3": lambda: AlphaBeta(3, othello.ours),
    "cubes 2": lambda: AlphaBeta(2, quixo.lines),
    "cubes 3": lambda: AlphaBeta(3, quixo.lines),
    "network alone": lambda: AlphaZero("quixo", simulations=1),
    "AlphaZero 64": lambda: AlphaZero("quixo", simulations=64),
    "untrained alone": lambda: untrained(1),
    "untrained 64": lambda: untrained(64),
}
"""The players. A number is the depth of an alpha-beta, or the simulations for a move."""


class Match(NamedTuple):
    """A match: where, between whom, and how its games ended for the first of the two."""

    game: str
    player: str
    opponent: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def result(self) -> MatchResult:
        """Its points and their standard error."""
        ends = (1.0,) * self.won + (0.0,) * self.drawn + (-1.0,) * self.lost
        return MatchResult((self.player, self.opponent), (), ends)


MATCHES: dict[tuple[str, str, str], int] = {
    ("Connect Four", "lines 4", "MCTS 200"): 100,
    ("Othello 6x6", "discs 4", "MCTS 200"): 100,
    ("Othello 6x6", "lasting 4", "MCTS 200"): 100,
    ("Othello 6x6", "lasting 4", "discs 4"): 100,
    ("Othello 8x8", "lasting 3", "MCTS 100"): 30,
    ("Quixo", "cubes 2", "MCTS 200"): 40,
    ("Quixo", "untrained alone", "random"): 200,
    ("Quixo", "network alone", "random"): 200,
    ("Quixo", "AlphaZero 64", "random"): 200,
    ("Quixo", "untrained alone", "MCTS 200"): 20,
    ("Quixo", "network alone", "MCTS 200"): 100,
    ("Quixo", "untrained 64", "MCTS 200"): 40,
    ("Quixo", "AlphaZero 64", "MCTS 200"): 100,
    ("Quixo", "untrained 64", "cubes 3"): 60,
    ("Quixo", "AlphaZero 64", "cubes 3"): 60,
    ("Quixo", "AlphaZero 64", "untrained 64"): 100,
}
"""What is played, and how many games of it."""


class Job(NamedTuple):
    """One game of a match."""

    game: str
    player: str
    opponent: str
    number: int


# ---- the file ------------------------------------------------------------------------------


def read(path: Path = FILE) -> dict[tuple[str, str, str], Match]:
    """The matches in a file, which must be just as it was written."""
    rows = read_rows(path, "the table of matches", COMMAND)
    return {(row[0], row[1], row[2]): _match(*row) for row in rows[1:]}


def _match(game: str, player: str, opponent: str, *ends: str) -> Match:
    return Match(game, player, opponent, *map(int, ends))


def _parse(line: str) -> tuple[Job, str]:
    game, player, opponent, number, answer = line.rstrip("\n").split(",")
    if answer not in ("1", "0", "-1"):
        raise ValueError(line)
    return Job(game, player, opponent, int(number)), answer


# ---- playing -------------------------------------------------------------------------------


def play(job: Job) -> int:
    """How one game ended for the first of the two players: 1, 0 or -1."""
    words = [*job.game.encode(), job.number // 2]
    start = opening(STARTS[job.game], np.random.default_rng(words))
    seeds = np.random.SeedSequence([*job.player.encode(), *words, job.number]).generate_state(2)
    both = [
        seeded(PLAYERS[name](), int(seed))
        for name, seed in zip((job.player, job.opponent), seeds, strict=True)
    ]
    side = job.number % 2
    return round(play_game(*both[:: -1 if side else 1], start=start).utility(side))


def opening(start: Any, rng: np.random.Generator) -> Any:
    """A state after a few random moves, in which the first player is to move."""
    state = start
    for _ in range(OPENING):
        moves = state.moves()
        state = state.play(moves[int(rng.integers(len(moves)))])
    return state


def run(
    path: Path = FILE,
    games: int | None = None,
    workers: int | None = None,
    tell: Callable[[str], object] = print,
) -> None:
    """Play all matches and write the table, going on with what was begun.

    With `games` no match has more. Each game is noted beside the table as soon as it is over.
    """
    workers = (os.cpu_count() or 1) if workers is None else workers
    check_whole("workers", workers)
    if games is not None:
        check_whole("games", games)
    check_file(path, FILE)
    command = COMMAND if games is None else f"{COMMAND} --games {games}"
    counts = {names: min(count, games or count) for names, count in MATCHES.items()}
    jobs = [Job(*names, n) for names, count in counts.items() for n in range(count)]
    part = path.with_name(f"{path.name}.part")
    done = begun(part, command, "game", _parse)
    left = [job for job in jobs if job not in done]
    tell(f"{len(left)} of {len(jobs)} games are left to play.")
    with part.open("a", encoding="utf-8") as notes:
        for job, answer in _played(left, workers):
            done[job] = answer
            notes.write(line_of(job, answer))
            notes.flush()
    table = [_added(names, [done[job] for job in jobs if job[:3] == names]) for names in counts]
    write_rows(path, command, [Match._fields, *table])
    part.unlink()


def _played(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, str]]:
    """Each game and how it ended, as soon as it is over."""
    if not jobs:
        return
    with processes(workers) as pool:
        with deaf():  # for this starts processes
            tasks: dict[Future[int], Job] = {pool.submit(play, job): job for job in jobs}
        for task in as_completed(tasks):
            yield tasks[task], str(task.result())


def _added(names: tuple[str, str, str], ends: Sequence[str]) -> Match:
    return Match(*names, *(ends.count(end) for end in ("1", "0", "-1")))
