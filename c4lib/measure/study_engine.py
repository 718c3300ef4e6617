"""What each trick of an engine saves: `python -m c4lib study engine`, for lesson 11.

The same positions are searched to the same depth by alpha-beta and by one trick more at a time, in
Connect Four, in Othello and in trees of random numbers; and the yardstick's shortest wins are
proven by alpha-beta and by proof-number search. Nodes are the same on every machine.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.games.othello import Othello
from c4lib.games.trees import RandomTree
from c4lib.heuristics import othello, ours
from c4lib.measure import runner
from c4lib.measure.accuracy import Estimate, positions
from c4lib.measure.files import read_table, typed
from c4lib.measure.intervals import Z
from c4lib.measure.study import conduct, table_of
from c4lib.result import SearchResult
from c4lib.search import (
    History,
    Killers,
    TranspositionTable,
    alphabeta,
    deepen,
    df_pn,
    mtdf,
    proof_number,
    pvs,
)
from c4lib.search.common import Evaluate

FILE, COMMAND = table_of("engine")
SUMMARY = "what each trick of an engine saves, in three games"
DESCRIPTION = """Search the same positions with one trick more at a time, for lesson 11. It takes
about ten minutes on one core."""
OPTIONS = {"number": "positions of each game", "wins": "shortest wins to prove"}
QUICK = {"number": 3, "wins": 10}

Search = Callable[..., SearchResult]


class TriedGame(NamedTuple):
    """A game on which tricks are tried."""

    depth: int
    evaluate: Evaluate
    order: str | None
    """The order of moves that people know to be good; None: there is none."""
    start: Callable[[int], Any]
    """A position, by its number."""


def spread(known: list[Any], number: int, count: int) -> Any:
    """One of `count` positions that lie evenly in a list."""
    return known[number * len(known) // count].state


def othello_middle(number: int) -> Othello:
    """Othello 6x6 after twelve random moves."""
    dice = np.random.default_rng(number)
    state = Othello(6)
    for _ in range(12):
        moves = state.moves()
        state = state.play(moves[int(dice.integers(len(moves)))])
    return state


def nothing(state: Any) -> float:
    """A judge that knows nothing."""
    return 0.0


MOST = 20
GAMES = {
    "Connect Four": TriedGame(
        10, ours, "centre", lambda number: spread(positions("middle"), number, MOST)
    ),
    "Othello 6x6": TriedGame(7, othello.ours, None, othello_middle),
    "random trees": TriedGame(8, nothing, None, lambda number: RandomTree(6, 8, number)),
}
"""The games. A random tree is searched to its leaves."""


def deepened(search: Search, *learners: type, **options: Any) -> Search:
    """Iterative deepening by a search, with a table and what learns from cuts."""

    def run(state: Any, depth: int, evaluate: Evaluate, order: str | None) -> SearchResult:
        new = {kind.__name__.lower(): kind() for kind in learners}
        return deepen(state, depth, evaluate=evaluate, order=order, search=search, **new, **options)

    return run


def deepened_mtdf(state: Any, depth: int, evaluate: Evaluate, order: str | None) -> SearchResult:
    """MTD(f) deeper and deeper, each time from the last value but one as its guess."""
    table, values, nodes = TranspositionTable(), [0.0, 0.0], 0
    for limit in range(1, depth + 1):
        found = mtdf(state, limit, evaluate, None, order, table, guess=values[-2])
        values.append(found.value)
        nodes += found.nodes
    return replace(found, nodes=nodes)


LADDER: dict[str, Search] = {
    "alpha-beta": lambda state, depth, evaluate, order: alphabeta(state, depth, evaluate),
    "+ order": lambda state, depth, evaluate, order: alphabeta(state, depth, evaluate, None, order),
    "+ table": lambda state, depth, evaluate, order: alphabeta(
        state, depth, evaluate, None, order, TranspositionTable()
    ),
    "+ deepening": deepened(alphabeta),
    "PVS instead": deepened(pvs),
    "+ killers": deepened(pvs, Killers),
    "+ history": deepened(pvs, Killers, History),
    "+ reductions": deepened(pvs, Killers, History, reductions=True),
    "MTD(f) instead": deepened_mtdf,
}
"""Each rung has what the one before has, and one thing more or another in its place."""

WINS = "shortest wins"
PROVERS: dict[str, Search] = {
    "alpha-beta": lambda state, plies: alphabeta(state, plies, nothing, (0, 1)),
    "+ order and table": lambda state, plies: alphabeta(
        state, plies, nothing, (0, 1), "centre", TranspositionTable()
    ),
    "proof numbers": lambda state, plies: proof_number(state),
    "df-pn": lambda state, plies: df_pn(state),
    "df-pn, mobility": lambda state, plies: df_pn(state, mobility=True),
}
"""What proves a win. Alpha-beta is told how many plies it takes, and asked whether it is so."""


class Searched(NamedTuple):
    """What a search took. `value` and `move` are what it found."""

    game: str
    search: str
    number: int
    nodes: int = 0
    seconds: float = 0.0
    value: float = 0.0
    move: str = ""


@cache
def shortest_wins() -> list[tuple[Any, int]]:
    """The yardstick's wins, the soonest first, with how many plies they take."""
    from c4lib.fast.solver import plies_left  # only here, for it loads the compiler

    won = [position for position in positions() if position.best > 0]
    plies = [(plies_left(each.best, each.state.free), each.state) for each in won]
    plies.sort(key=lambda pair: pair[0])  # those that take as long stay in their order
    return [(state, left) for left, state in plies]


def search_one(job: Searched) -> Searched:
    """Do one search."""
    if job.game == WINS:
        state, plies = shortest_wins()[job.number]
        search: Callable[[], SearchResult] = lambda: PROVERS[job.search](state, plies)  # noqa: E731
    else:
        depth, evaluate, order, start = GAMES[job.game]
        state = start(job.number)
        search = lambda: LADDER[job.search](state, depth, evaluate, order)  # noqa: E731
    begin = time.process_time()
    found = search()
    seconds = round(time.process_time() - begin, 4)
    return job._replace(nodes=found.nodes, seconds=seconds, value=found.value, move=str(found.move))


def jobs(number: int, wins: int) -> list[Searched]:
    """All searches; no rung orders by hand where nobody knows a good order."""
    ladder = [
        Searched(game, rung, each)
        for game, known in GAMES.items()
        for rung in LADDER
        if known.order is not None or rung != "+ order"
        for each in range(number)
    ]
    return ladder + [Searched(WINS, prover, each) for prover in PROVERS for each in range(wins)]


def read(path: Path = FILE) -> list[Searched]:
    """What is in a file, which must be just as it was written."""
    return [typed(Searched, row) for row in read_table(path, "the table of tricks", COMMAND)[1:]]


def ratios(rows: Sequence[Searched], game: str, than: str) -> dict[str, Estimate]:
    """How many times the nodes of one search each of them needs, with a 95 % interval.

    It is the geometric mean over the positions, so that no single one decides.
    """
    nodes: dict[str, dict[int, int]] = {}
    for row in rows:
        if row.game == game:
            nodes.setdefault(row.search, {})[row.number] = row.nodes
    found = {}
    for name, counts in nodes.items():
        logs = np.array([np.log(counts[each] / nodes[than][each]) for each in sorted(counts)])
        error = Z * logs.std(ddof=1) / np.sqrt(len(logs)) if len(logs) > 1 else 0.0
        middle = logs.mean()
        low, mean, high = np.exp([middle - error, middle, middle + error])
        found[name] = Estimate(float(mean), float(low), float(high), len(logs))
    return found


def run(path: Path = FILE, number: int = MOST, wins: int = 200, workers: int | None = None) -> None:
    """Do all searches and write the table; what was done before an interruption is kept."""
    runner.check_counts(number=number, wins=wins, workers=workers)

    def table(found: Mapping[Any, Searched]) -> list[tuple[object, ...]]:
        return [Searched._fields, *found.values()]

    conduct(
        jobs(number, wins), search_one, table, path, COMMAND, workers, "search",
        number=number, wins=wins,
    )  # fmt: skip
