"""How the course's searches fare in other games: matches in Othello, Quixo and Connect Four.

`python -m c4lib study games` plays them. Each opening of four random moves is played twice, once
with either side; players think by depth or by simulations, so that the games are the same on
every machine.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib import heuristics
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.heuristics import othello, quixo
from c4lib.measure import runner
from c4lib.measure.files import read_table, typed
from c4lib.measure.study import conduct, outcome, table_of, tally
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Random
from c4lib.players.arena import MatchResult, seeded

FILE, COMMAND = table_of("games")
SUMMARY = "matches in Othello, Quixo and Connect Four"
DESCRIPTION = """Play the matches of lesson 10: alpha-beta, MCTS and AlphaZero in Othello, Quixo and
Connect Four."""
OPTIONS = {"games": "most games in a match"}

OPENING = 4  # random moves before a game begins

STARTS = {
    "Connect Four": Connect4(),
    "Othello 6x6": Othello(6),
    "Othello 8x8": Othello(8),
    "Quixo": Quixo(),
}
"""The games, by name."""


def untrained(board: str, simulations: int) -> AlphaZero:
    """AlphaZero with a network for a game that has learnt nothing."""
    from c4lib.alphazero.kits import kit_of  # only here, for it loads the compiler
    from c4lib.alphazero.net import Net

    encoding = kit_of(board).encoding
    net = Net.new(encoding.inputs, encoding.outputs, 192)  # as wide as the trained one
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
}
"""The players without a network. A number is a depth, or the simulations for a move."""
NETWORKS = {"Quixo": "quixo", "Othello 6x6": "othello-6x6"}
"""What the networks for the games are called."""
NETWORK_PLAYERS: dict[str, Callable[[str], Agent]] = {
    "network alone": lambda board: AlphaZero(board, simulations=1),
    "AlphaZero 64": lambda board: AlphaZero(board, simulations=64),
    "untrained alone": lambda board: untrained(board, 1),
    "untrained 64": lambda board: untrained(board, 64),
}
"""The players with a network, made for the game that it is called after."""


def player_of(name: str, game: str) -> Agent:
    """A player by its name, for one of the games."""
    return PLAYERS[name]() if name in PLAYERS else NETWORK_PLAYERS[name](NETWORKS[game])


class Match(NamedTuple):
    """A match: the game, the two players, and how its games ended for the first of them."""

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
    ("Othello 6x6", "network alone", "random"): 200,
    ("Othello 6x6", "network alone", "MCTS 200"): 100,
    ("Othello 6x6", "untrained 64", "MCTS 200"): 40,
    ("Othello 6x6", "AlphaZero 64", "MCTS 200"): 100,
    ("Othello 6x6", "AlphaZero 64", "lasting 4"): 100,
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
"""The matches, and how many games each has."""


class MatchGame(NamedTuple):
    """One game of a match."""

    game: str
    player: str
    opponent: str
    number: int


def read(path: Path = FILE) -> dict[tuple[str, str, str], Match]:
    """The matches in a file, which must be just as it was written."""
    rows = read_table(path, "the table of matches", COMMAND)[1:]
    return {match[:3]: match for match in (typed(Match, row) for row in rows)}


def play(job: MatchGame) -> int:
    """How one game ended for the first of the two players: 1, 0 or -1."""
    pair, side = divmod(job.number, 2)
    start = opening(STARTS[job.game], np.random.default_rng([*job.game.encode(), pair]))
    seeds = runner.seeds_of(job.player, job.game, pair, job.number)
    player, opponent = map(seeded, (player_of(name, job.game) for name in job[1:3]), seeds)
    return outcome(player, opponent, side, start)


def opening(start: Any, rng: np.random.Generator) -> Any:
    """A state after a few random moves, in which the first player is to move."""
    state = start
    for _ in range(OPENING):
        moves = state.moves()
        state = state.play(moves[int(rng.integers(len(moves)))])
    return state


def run(path: Path = FILE, games: int = 200, workers: int | None = None) -> None:
    """Play all matches and write the table; what was played before an interruption is kept.

    No match has more than `games` games.
    """
    runner.check_counts(games=games, workers=workers)
    jobs = [
        MatchGame(*names, n) for names, most in MATCHES.items() for n in range(min(most, games))
    ]

    def table(ends: Mapping[Any, int]) -> list[tuple[object, ...]]:
        return [Match._fields, *((*names, *ends) for names, ends in tally(ends, MATCHES).items())]

    conduct(jobs, play, table, path, COMMAND, workers, "game", games=games)
