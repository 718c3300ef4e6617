"""How strong plain Monte Carlo tree search is: by simulations, by C, and against other players.

Three things are measured, and `python -m c4lib strength` does it on all cores:

- how often its moves are good in the positions of `c4lib.accuracy`, by stage of the game
- how often they are good at the start of the game, where every seed is another try
- how the study's setting fares against every earlier player of the course, on both sides

Everything is counted in simulations, one random game each, and every search and game has dice
of its own: so the figures come out the same on every machine. A search to a large budget is
asked for its move on the way, at every smaller one.
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from c4lib.accuracy import STAGES, Answer, Estimate, Position, positions, share
from c4lib.agents import MCTS, AlphaBeta, Clock, Minimax, OnePly, Perfect, Random
from c4lib.arena import play_game
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.heuristics import EVALUATIONS, one
from c4lib.measured import begun, check_file, line_of, read_rows, write_rows
from c4lib.search.common import check_whole

FILE = Path(__file__).parent / "data" / "strength.csv"
COMMAND = "python -m c4lib strength"

BUDGETS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
"""How many simulations a move may take."""
CONSTANTS = (0.3, 0.7, 1.0, 1.5, 2.0)
"""The values of C."""
STARTS = ("", "2", "22", "43")
"""Starts of the game, as moves, where only one or two columns keep the game's value."""
MOST_AT_START = 300_000
"""How many simulations a search takes there: it is done with many seeds."""
FEWEST = 24
"""In how many positions at least a budget is tried."""
QUICK = {"most": 10_000, "work": 1_000_000, "seeds": 5, "games": 2}
"""For a first look."""

STUDY = MCTS(iterations=5000, rollouts=100, c=1.5)
"""The study's setting."""
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
OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}
"""What the utility of a game is called."""


# ---- what is measured ----------------------------------------------------------------------


class Cell(NamedTuple):
    """How good the moves of a search were, counted over many positions or seeds."""

    part: str
    """"stage": the name is a stage of the game; "start": it is the moves at its start."""
    name: str
    c: float
    simulations: int
    asked: int
    """How often it was asked for a move."""
    kept: int
    """How often the move kept the game's value."""
    critical: int
    """How often some move would not have."""
    kept_when_critical: int
    best: int
    """How often no move had a better score."""

    def share(self, measure: str = "kept") -> Estimate:
        """A measure, "kept", "kept_when_critical" or "best", as a share with its interval."""
        if measure not in MEASURES:
            raise ValueError(f"a measure is one of {', '.join(MEASURES)}, not {measure!r}")
        count: int = self.critical if measure == "kept_when_critical" else self.asked
        hits: int = getattr(self, measure)
        return share([number < hits for number in range(count)])


MEASURES = ("kept", "kept_when_critical", "best")


class Match(NamedTuple):
    """How the games of the study's setting on one side against one opponent ended, for it."""

    part: str
    opponent: str
    side: int
    """0: MCTS moved first; 1: the opponent did."""
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Strength:
    """All that was measured."""

    cells: tuple[Cell, ...]
    matches: tuple[Match, ...]

    def by_budget(self, c: float, stage: str | None = None) -> dict[int, Cell]:
        """How good the moves with this C were in a stage, or in all, by simulations."""
        return self._by_budget("stage", c, stage)

    def from_start(self, c: float, moves: str | None = None) -> dict[int, Cell]:
        """The same at the start of the game: after these moves, or after all of `STARTS`."""
        return self._by_budget("start", c, moves)

    def _by_budget(self, part: str, c: float, name: str | None) -> dict[int, Cell]:
        groups: dict[int, list[Cell]] = defaultdict(list)
        for cell in self.cells:
            if (cell.part, cell.c) == (part, c) and name in (None, cell.name):
                groups[cell.simulations].append(cell)
        if not groups:
            known = sorted({(cell.c, cell.name) for cell in self.cells if cell.part == part})
            raise ValueError(f"nothing was measured with {(c, name)}; there are {known}")
        return {
            budget: Cell(part, name or "", c, budget, *_added(group))
            for budget, group in sorted(groups.items())
        }


def _added(cells: Iterable[Cell]) -> list[int]:
    """What was counted in several cells, together."""
    return [sum(column) for column in zip(*(cell[4:] for cell in cells), strict=True)]


# ---- the file ------------------------------------------------------------------------------


def read(path: Path = FILE) -> Strength:
    """What is in a file, which must be just as it was written."""
    rows = read_rows(path, "the measured strength", COMMAND)
    return Strength(
        tuple(_cell(*row) for row in rows if row[0] in ("stage", "start")),
        tuple(_match(*row) for row in rows if row[0] == "match"),
    )


def _cell(part: str, name: str, c: str, *counts: str) -> Cell:
    return Cell(part, name, float(c), *map(int, counts))


def _match(part: str, opponent: str, *counts: str) -> Match:
    return Match(part, opponent, *map(int, counts))


def _write(path: Path, command: str, strength: Strength) -> None:
    """Write a file with the command that made it: two tables, each below its own header."""
    rows = [Cell._fields, *strength.cells, Match._fields, *strength.matches]
    write_rows(path, command, rows)


# ---- what is to be done --------------------------------------------------------------------


class Search(NamedTuple):
    """A search from the position after these moves, asked at each budget up to the last."""

    moves: str
    c: float
    seed: int
    last: int


class Game(NamedTuple):
    """The `number`th game of the study's setting on one side against an opponent."""

    opponent: str
    side: int
    number: int

    @property
    def seeds(self) -> tuple[int, int]:
        """What the dice of MCTS and of the opponent are set to: they depend on the game alone."""
        words = [self.side, self.number, *self.opponent.encode()]
        mine, other = np.random.SeedSequence(words).generate_state(2)
        return int(mine), int(other)

    @property
    def opening(self) -> str:
        """The first two moves, another pair for each number.

        Without them games against players that throw no dice would be nearly all the same.
        """
        pairs = np.random.default_rng(1).permutation(49)
        left, right = divmod(int(pairs[self.number % 49]), 7)
        return f"{left + 1}{right + 1}"


Job = Search | Game
"""What one worker does at a time."""
Item = TypeVar("Item")


def spread() -> list[Position]:
    """The positions of `c4lib.accuracy`, each kind spread evenly from the first to the last.

    So the first of them, however many, are mixed as all are.
    """
    kinds: dict[object, list[Position]] = defaultdict(list)
    for position in positions():
        kinds[position.stage, position.difficulty, position.critical].append(position)
    return _evenly(kinds.values())


def _evenly(groups: Iterable[Sequence[Item]]) -> list[Item]:
    """All items, those of each group in their order and evenly from the first to the last."""
    placed = [
        ((number + 0.5) / len(group), item) for group in groups for number, item in enumerate(group)
    ]
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])]


def _plan(
    order: Sequence[Position], most: int, work: int, seeds: int, games: int,
    constants: Sequence[float], opponents: Iterable[str],
) -> list[Job]:  # fmt: skip
    """All jobs, short and long ones mixed.

    So the first minutes already tell how long all will take, and no long searches are left
    over for a single worker at the end.
    """
    budgets = [budget for budget in BUDGETS if budget <= most]
    tries = {budget: min(len(order), max(FEWEST, work // budget)) for budget in budgets}
    groups: dict[object, list[Job]] = defaultdict(list)
    for number, position in enumerate(order):
        reached = [budget for budget in budgets if number < tries[budget]]
        for c in constants if reached else ():
            search = Search(position.state.to_moves(), c, number, reached[-1])
            groups[c, search.last].append(search)
    for start in STARTS:
        for c in constants:
            last = max(budget for budget in budgets if budget <= MOST_AT_START)
            groups[start, c] = [Search(start, c, seed, last) for seed in range(seeds)]
    for opponent in opponents:
        for side in (0, 1):
            groups[opponent, side] = [Game(opponent, side, number) for number in range(games)]
    return _evenly(groups.values())


# ---- doing it ------------------------------------------------------------------------------


def run(
    path: Path = FILE,
    most: int = BUDGETS[-1],
    work: int = 40_000_000,
    seeds: int = 10,
    games: int = 20,
    workers: int | None = None,
    constants: Sequence[float] = CONSTANTS,
    opponents: Mapping[str, Agent] = OPPONENTS,
    player: MCTS = STUDY,
) -> None:
    """Measure everything and write the file, going on with what was begun and not finished.

    Budgets go up to `most`. For each budget and C there are `work` simulations: the larger the
    budget, the fewer positions, but at least `FEWEST`. At the start of the game there are
    searches with so many `seeds`, and against each opponent so many `games` on each side, whose
    first two moves are given. Each job is noted in a file beside as soon as it is done. They
    are shared among `workers` threads (None: one for each core), and do not depend on how many
    there are. Other constants and players than the usual are named in the first line of both
    files, players by what their class and fields or their function are called.
    """
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    from c4lib.fast.running import run_all  # only here, for it loads the compiler

    workers = (os.cpu_count() or 1) if workers is None else workers
    constants = tuple(map(float, constants))
    _check(most, work, seeds, games, workers)
    _check_names(opponents)
    check_file(path, FILE)
    command = f"{COMMAND} --most {most} --work {work} --seeds {seeds} --games {games}"
    command += _unusual(constants, opponents, player)
    order = spread()
    plan = _plan(order, most, work, seeds, games, constants, opponents)
    part = path.with_name(f"{path.name}.part")
    found = begun(part, command, "search or game", _parse)
    missing = [job for job in plan if job not in found]
    table = _Table(player, opponents)
    with (
        part.open("a", encoding="utf-8") as file,
        # The jobs of all kinds are mixed, so their mean time tells best how long the rest takes.
        tqdm(total=len(plan), initial=len(plan) - len(missing), unit="job", smoothing=0) as bar,
    ):

        def note(number: int, answer: str) -> None:
            job = missing[number]
            file.write(line_of(job, answer))
            file.flush()
            found[job] = answer
            bar.update()

        run_all([partial(table.do, job) for job in missing], workers, table.stop, note)
    _write(path, command, _count(order, plan, found, opponents))
    part.unlink()


def _check(most: int, work: int, seeds: int, games: int, workers: int) -> None:
    numbers = {"most": most, "work": work, "seeds": seeds, "games": games, "workers": workers}
    for what, number in numbers.items():
        check_whole(what, number)
    if most < BUDGETS[0]:
        raise ValueError(f"most is at least {BUDGETS[0]}, the smallest budget, not {most}")


def _check_names(opponents: Iterable[str]) -> None:
    for name in opponents:
        if "," in name or name.splitlines() != [name]:
            raise ValueError(
                "an opponent's name is one line without a comma, for it goes into a table, "
                f"not {name!r}"
            )


def _unusual(constants: Sequence[float], opponents: Mapping[str, Agent], player: Agent) -> str:
    """What differs from what the command measures, in one line; nothing if all is as usual."""
    given = {
        "constants": (repr(constants), repr(CONSTANTS)),
        "opponents": (_told_all(opponents), _told_all(OPPONENTS)),
        "player": (_told(player), _told(STUDY)),
    }
    told = [f"{what} {this}" for what, (this, usual) in given.items() if this != usual]
    return f" with {', '.join(told)}" if told else ""


def _told_all(players: Mapping[str, Agent]) -> str:
    return "; ".join(f"{name}: {_told(player)}" for name, player in players.items())


def _told(player: Agent) -> str:
    """A player in one line, the same in every process: so without addresses in memory."""
    text = repr(player)
    if is_dataclass(player):  # tells the functions, too, which its repr leaves out
        told = [f"{f.name}={getattr(player, f.name)!r}" for f in fields(player) if f.compare]
        text = f"{type(player).__name__}({', '.join(told)})"
    return " ".join(re.sub(" at 0x[0-9A-Fa-f]+", "", text).split())


def _parse(line: str) -> tuple[Job, str]:
    """A job that was done, and what came of it."""
    first, *rest, answer = line.rstrip("\n").split(",")
    if len(rest) == 3:
        search = Search(first, float(rest[0]), int(rest[1]), int(rest[2]))
        columns = {str(column) for column in Connect4.from_moves(first).moves()}
        if len(answer) != BUDGETS.index(search.last) + 1 or not columns.issuperset(answer):
            raise ValueError(answer)
        return search, answer
    side, number = map(int, rest)
    if answer not in OUTCOMES.values():
        raise ValueError(answer)
    return Game(first, side, number), answer


@dataclass
class _Table:
    """Who plays, and whether everything is to be stopped."""

    player: MCTS
    opponents: Mapping[str, Agent]
    is_stopped: bool = False

    def stop(self) -> None:
        """Make the jobs that run end soon."""
        self.is_stopped = True

    def do(self, job: Job) -> str:
        """What comes of a job: the digit of each move, or how a game ended."""
        if isinstance(job, Search):
            return "".join(str(move) for move in self._moves(job))
        return self._outcome(job)

    def _moves(self, search: Search) -> Iterator[Move]:
        """The move at each budget. The tree grows on, as it would have without being asked."""
        from c4lib.fast import mcts  # only here, for it loads the compiler

        state, tree, done = Connect4.from_moves(search.moves), None, 0
        for budget in BUDGETS[: BUDGETS.index(search.last) + 1]:
            self._look()
            result = mcts(state, budget - done, c=search.c, seed=search.seed, tree=tree)
            tree, done = result.tree, budget
            yield result.move

    def _outcome(self, game: Game) -> str:
        """How a game ended for MCTS. The players remember nothing of other games."""
        mine, other = game.seeds
        opponent = self.opponents[game.opponent]
        if hasattr(opponent, "seeded"):
            opponent = opponent.seeded(other)
        players = [self._watched(self.player.seeded(mine)), self._watched(opponent)]
        start = Connect4.from_moves(game.opening)
        record = play_game(*(players if game.side == 0 else players[::-1]), start=start)
        return OUTCOMES[int(record.utility(game.side))]

    def _watched(self, player: Agent) -> Agent:
        """The player, who gives up when all is stopped."""

        def move(state: State) -> Move:
            self._look()
            return player(state)

        return move

    def _look(self) -> None:
        if self.is_stopped:
            raise ValueError("stopped")


def _count(
    order: Sequence[Position], plan: Sequence[Job], found: Mapping[Job, str],
    opponents: Iterable[str],
) -> Strength:  # fmt: skip
    """What all jobs came to."""
    known = {position.state.to_moves(): position for position in (*order, *_starts())}
    answers: dict[Kind, list[Answer]] = defaultdict(list)
    outcomes: Counter[tuple[str, int, str]] = Counter()
    for job in plan:
        if isinstance(job, Game):
            outcomes[job.opponent, job.side, found[job]] += 1
            continue
        position = known[job.moves]
        kind = ("start", job.moves) if job.moves in STARTS else ("stage", position.stage)
        for budget, move in zip(BUDGETS, found[job], strict=False):
            answers[*kind, job.c, budget].append(Answer(position, int(move)))
    return Strength(
        tuple(Cell(*kind, *_judged(answers[kind])) for kind in sorted(answers, key=_rank)),
        tuple(
            Match(
                "match", opponent, side, *(outcomes[opponent, side, o] for o in OUTCOMES.values())
            )
            for opponent in opponents
            for side in (0, 1)
        ),
    )


Kind = tuple[str, str, float, int]
"""A part, a name in it, a C and a budget: what one cell is about."""


def _starts() -> Iterator[Position]:
    """The positions at the start of the game."""
    from c4lib.fast import analyze  # only here, for it loads the compiler

    for start in STARTS:
        state = Connect4.from_moves(start)
        yield Position(state, analyze(state))


def _judged(answers: Sequence[Answer]) -> tuple[int, ...]:
    """How many answers there are, and how many of them are good in each way."""
    critical = [answer for answer in answers if answer.position.critical]
    return (
        len(answers),
        sum(answer.keeps for answer in answers),
        len(critical),
        sum(answer.keeps for answer in critical),
        sum(answer.loss == 0 for answer in answers),
    )


def _rank(kind: Kind) -> tuple[bool, int, float, int]:
    """Where a cell stands in the file: by stage, then by start, in their order."""
    part, name, c, budget = kind
    names = STAGES if part == "stage" else STARTS
    return part == "start", names.index(name), c, budget
