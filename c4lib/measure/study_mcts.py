"""How strong plain Monte Carlo tree search is: by simulations, by C, and against other players.

`python -m c4lib study mcts` measures three things on all cores:

- how often its moves are good in the positions of `c4lib.measure.accuracy`, by stage of the game
- how often they are good at the start of the game, where every seed is another try
- how the study's setting fares against every earlier player of the course, on both sides

Everything is counted in simulations, one random game each, and every search and game has dice
of its own, so the figures are the same on every machine. A search with a large budget is asked
for its move on the way, at every smaller budget.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move
from c4lib.heuristics import EVALUATIONS, one
from c4lib.measure import runner
from c4lib.measure.accuracy import STAGES, Answer, Estimate, Position, share, spread
from c4lib.measure.files import read_table, typed
from c4lib.measure.study import conduct, outcome, table_of, tally
from c4lib.players.agents import MCTS, AlphaBeta, Clock, Minimax, OnePly, Perfect, Random
from c4lib.players.arena import seeded
from c4lib.search.common import check_whole

FILE, COMMAND = table_of("mcts")
SUMMARY = "the strength of MCTS, by simulations and against other players"
DESCRIPTION = """Measure how strong MCTS is: by simulations and C, by stage of the game, and against
other players, for lesson 05. It takes about 20 minutes on two cores."""
OPTIONS = {
    "most": "largest number of simulations per move",
    "work": "simulations in all for each budget and C",
    "seeds": "searches at each start of the game",
    "games": "games against each player on each side",
}

# Simulations for each move, and the values of C.
BUDGETS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
CONSTANTS = (0.3, 0.7, 1.0, 1.5, 2.0)
STARTS = ("", "2", "22", "43")  # moves after which only one or two columns keep the game's value
MOST_AT_START = 300_000  # simulations of a search there, which many seeds repeat
FEWEST = 24  # every budget is tried in at least this many positions
QUICK = {"most": 10_000, "work": 1_000_000, "seeds": 5, "games": 2}  # the options for a first look

STUDY = MCTS(iterations=5000, rollouts=100, c=1.5)  # the study's setting
OPPONENTS: Mapping[str, Agent] = {
    "random": Random(),
    "one-ply": OnePly(),
    "minimax 4 by one": Minimax(4, one),
    "alpha-beta 6 by one": AlphaBeta(6, one, compiled=True),
    **{
        f"alpha-beta 8 by {name}": AlphaBeta(8, evaluate, compiled=True)
        for name, evaluate in EVALUATIONS.items()
    },
    "clock 20000 nodes": Clock(nodes=20_000),
    "perfect": Perfect(),
}
"""The earlier players of the course: a number after a name is the depth."""
MEASURES = ("kept", "kept_when_critical", "best")


class Answers(NamedTuple):
    """How good the moves of a search were, counted over many positions or seeds."""

    part: str  # "stage": the name is a stage of the game; "start": it is the moves at its start
    name: str
    c: float
    simulations: int
    asked: int  # how often it was asked for a move
    kept: int  # how often the move kept the game's value
    critical: int  # how often some move would not have
    kept_when_critical: int
    best: int  # how often no move had a better score

    def share(self, measure: str = "kept_when_critical") -> Estimate:
        """A measure, "kept", "kept_when_critical" or "best", as a share with its interval."""
        if measure not in MEASURES:
            raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
        count: int = self.critical if measure == "kept_when_critical" else self.asked
        hits: int = getattr(self, measure)
        return share([number < hits for number in range(count)])


class SideResult(NamedTuple):
    """How the games of the study's setting on one side against one opponent ended, for it."""

    part: str
    opponent: str
    side: int  # 0: MCTS moved first; 1: the opponent did
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Strength:
    """All that was measured."""

    cells: tuple[Answers, ...]
    matches: tuple[SideResult, ...]

    @property
    def table(self) -> list[tuple[object, ...]]:
        """The rows of its file: two tables, each below its own header."""
        return [Answers._fields, *self.cells, SideResult._fields, *self.matches]

    def by_budget(self, c: float, stage: str | None = None) -> dict[int, Answers]:
        """How good the moves with this C were in a stage, or in all, by simulations."""
        return self._by_budget("stage", c, stage)

    def from_start(self, c: float, moves: str | None = None) -> dict[int, Answers]:
        """The same at the start of the game: after these moves, or after all of `STARTS`."""
        return self._by_budget("start", c, moves)

    def _by_budget(self, part: str, c: float, name: str | None) -> dict[int, Answers]:
        groups: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for cell in self.cells:
            if (cell.part, cell.c) == (part, c) and name in (None, cell.name):
                groups[cell.simulations].append(cell[4:])
        if not groups:
            known = sorted({(cell.c, cell.name) for cell in self.cells if cell.part == part})
            raise ValueError(f"nothing was measured with {(c, name)}; there are {known}")
        return {
            budget: Answers(part, name or "", c, budget, *map(sum, zip(*counts, strict=True)))
            for budget, counts in sorted(groups.items())
        }


def read(path: Path = FILE) -> Strength:
    """What is in a file, which must be just as it was written."""
    rows = read_table(path, "the measured strength of MCTS", COMMAND)
    return Strength(
        tuple(typed(Answers, row) for row in rows if row[0] in ("stage", "start")),
        tuple(typed(SideResult, row) for row in rows if row[0] == "match"),
    )


class MctsSearch(NamedTuple):
    """A search from the position after these moves, asked at each budget up to the last."""

    moves: str
    c: float
    seed: int
    last: int


class MctsGame(NamedTuple):
    """The `number`th game of the study's setting on one side against an opponent."""

    opponent: str
    side: int
    number: int

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of MCTS and of the opponent, which depend on nothing but the game."""
        return tuple(runner.seeds_of(self.side, self.number, self.opponent))

    @property
    def opening(self) -> str:
        """The first two moves, another pair for each number.

        Without them games against players without dice would be nearly all the same.
        """
        pairs = np.random.default_rng(1).permutation(49)
        left, right = divmod(int(pairs[self.number % 49]), 7)
        return f"{left + 1}{right + 1}"


MctsJob = MctsSearch | MctsGame


def _plan(order: Sequence[Position], most: int, work: int, seeds: int, games: int) -> list[MctsJob]:
    budgets = [budget for budget in BUDGETS if budget <= most]
    tries = {budget: min(len(order), max(FEWEST, work // budget)) for budget in budgets}
    groups: dict[object, list[MctsJob]] = defaultdict(list)
    for number, position in enumerate(order):
        reached = [budget for budget in budgets if number < tries[budget]]
        for c in CONSTANTS if reached else ():
            search = MctsSearch(position.state.to_moves(), c, number, reached[-1])
            groups[c, search.last].append(search)
    last = max(budget for budget in budgets if budget <= MOST_AT_START)
    for start, c in product(STARTS, CONSTANTS):
        groups[start, c] = [MctsSearch(start, c, seed, last) for seed in range(seeds)]
    for opponent, side in product(OPPONENTS, (0, 1)):
        groups[opponent, side] = [MctsGame(opponent, side, n) for n in range(games)]
    return runner.evenly(groups.values())


def do(player: MCTS, opponents: Mapping[str, Agent], job: MctsJob) -> list[int] | int:
    """The moves of a search, or how a game ended for `player`: 1, 0 or -1."""
    if isinstance(job, MctsSearch):
        return [int(move) for move in _moves(job)]
    mine, other = job.seeds  # the players remember nothing of other games
    both = seeded(player, mine), seeded(opponents[job.opponent], other)
    return outcome(*both, job.side, Connect4.from_moves(job.opening))


def _moves(search: MctsSearch) -> Iterator[Move]:
    """The move at each budget. The tree grows on, as it would have without being asked."""
    from c4lib.fast import mcts  # only here, for it loads the compiler

    state, tree, done = Connect4.from_moves(search.moves), None, 0
    for budget in BUDGETS[: BUDGETS.index(search.last) + 1]:
        result = mcts(state, budget - done, c=search.c, seed=search.seed, tree=tree)
        tree, done = result.tree, budget
        yield result.move


def run(
    path: Path = FILE,
    most: int = BUDGETS[-1],
    work: int = 40_000_000,
    seeds: int = 10,
    games: int = 20,
    workers: int | None = None,
) -> None:
    """Measure everything and write the file; what was done before an interruption is kept.

    Budgets go up to `most`. For each budget and C there are `work` simulations: the larger the
    budget, the fewer positions, but at least `FEWEST`. At each start of the game there is a
    search for each of `seeds` seeds, and against each opponent there are `games` games on each
    side, whose first two moves are given. The jobs are shared among `workers` processes (None:
    one for each core), and do not depend on how many there are.
    """
    runner.check_counts(seeds=seeds, games=games, workers=workers)
    check_whole("most", most, BUDGETS[0])
    check_whole("work", work)
    order = [position for position in spread() if position.state.to_moves() not in STARTS]
    conduct(
        _plan(order, most, work, seeds, games), partial(do, STUDY, OPPONENTS),
        lambda found: _count(found).table, path, COMMAND, workers,
        most=most, work=work, seeds=seeds, games=games,
    )  # fmt: skip


def _count(found: Mapping[Any, Any]) -> Strength:
    from c4lib.fast import analyze  # only here, for it loads the compiler

    starts = [Position(state, analyze(state)) for state in map(Connect4.from_moves, STARTS)]
    known = {position.state.to_moves(): position for position in (*spread(), *starts)}
    games = {job: end for job, end in found.items() if len(job) == len(MctsGame._fields)}
    answers: dict[tuple[str, str, float, int], list[Answer]] = defaultdict(list)
    for moves, c, *rest in found.keys() - games.keys():
        kind = ("start", moves) if moves in STARTS else ("stage", known[moves].stage)
        for budget, move in zip(BUDGETS, found[moves, c, *rest], strict=False):
            answers[*kind, c, budget].append(Answer(known[moves], move))
    names = [("stage", stage) for stage in STAGES] + [("start", start) for start in STARTS]
    kinds = [(*name, c, budget) for name, c, budget in product(names, CONSTANTS, BUDGETS)]
    return Strength(
        tuple(Answers(*kind, *_judged(answers[kind])) for kind in kinds if kind in answers),
        tuple(
            SideResult("match", *kind, *counts)
            for kind, counts in tally(games, product(OPPONENTS, (0, 1))).items()
        ),
    )


def _judged(answers: Sequence[Answer]) -> tuple[int, ...]:
    """How many answers there are, and how many of them are good in each way."""
    critical = [answer for answer in answers if answer.position.critical]
    kept, kept_when_critical = (sum(a.keeps for a in some) for some in (answers, critical))
    best = sum(answer.loss == 0 for answer in answers)
    return len(answers), kept, len(critical), kept_when_critical, best
