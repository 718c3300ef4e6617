"""How the player with a clock fares against two weak players on 34 boards, from 4x4 to 50x50.

The boards are those on which the Connect X player AxelBrain was measured, so that both can be
set side by side. On each, the player with the clock meets the random and the one-ply player,
moving first in half of the games and second in the others. `python -m c4lib boards` plays them.
It thinks by nodes instead of time, so that the games come out the same on every machine.
"""

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np

from c4lib.agents import Clock, OnePly, Random, name
from c4lib.arena import play_game
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.measured import begun, check_file, line_of, read_rows, write_rows
from c4lib.search.common import check_whole

FILE = Path(__file__).parent / "data" / "boards.csv"
COMMAND = "python -m c4lib boards"

Size = tuple[int, int, int]
"""A board's width, height and length of a line."""
Kind = tuple[int, int, int, str, int]
"""A board, an opponent's name and a side: what one cell of the table is about."""

BOARDS: tuple[Size, ...] = (
    *((w, h, 4) for w in range(4, 8) for h in range(4, 8) if (w, h) != (5, 4)),  # as in the source
    *((w, h, 5) for w in range(4, 8) for h in range(4, 8) if max(w, h) >= 5),
    *((size, size, 10) for size in (20, 30, 40, 50)),
)
"""The boards of the table, in its order."""

LARGE = 400
"""From so many squares on a board is large; its games are long, and fewer are played."""

OPPONENTS = (Random(), OnePly())
OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}
"""What the utility of a game is called."""

NODES = 100_000
"""How many nodes a move may take: some forty milliseconds on an idle core."""

MakePlayer = Callable[[int], Agent]
"""Makes a player from its nodes a move. It is sent to other processes: no lambda."""


def clock(nodes: int) -> Clock:
    """The player with the clock, limited by nodes."""
    return Clock(nodes=nodes)


class Cell(NamedTuple):
    """How often the player with the clock won, drew and lost on a board against an opponent."""

    width: int
    height: int
    connect: int
    opponent: str
    side: int
    """0: the player with the clock moved first; 1: the opponent did."""
    nodes: int
    """How many it could look at for a move."""
    won: int
    drawn: int
    lost: int


class Game(NamedTuple):
    """Which game it is: the `number`th of those on one board, against one opponent, on one side."""

    width: int
    height: int
    connect: int
    opponent: str
    side: int
    number: int

    @property
    def seed(self) -> int:
        """What the opponent's dice are set to: it depends on nothing but the game."""
        width, height, connect, opponent, side, number = self
        words = [width, height, connect, side, number, *opponent.encode()]
        return int(np.random.SeedSequence(words).generate_state(1)[0])


# ---- the file ------------------------------------------------------------------------------


def read(path: Path = FILE) -> list[Cell]:
    """The table in a file, which must be just as it was written."""
    rows = read_rows(path, "the table of boards", COMMAND)
    return [_cell(*row) for row in rows[1:]]


def _cell(width: str, height: str, connect: str, opponent: str, *counts: str) -> Cell:
    return Cell(int(width), int(height), int(connect), opponent, *map(int, counts))


def _write(path: Path, command: str, cells: Sequence[Cell]) -> None:
    """Write the table with the command that made it."""
    write_rows(path, command, [Cell._fields, *cells])


# ---- playing for it ------------------------------------------------------------------------


def run(
    path: Path = FILE,
    games: int = 100,
    large_games: int = 20,
    nodes: int = NODES,
    workers: int | None = None,
    boards: Sequence[Size] = BOARDS,
    opponents: Sequence[Random] = OPPONENTS,
    player: MakePlayer = clock,
) -> None:
    """Play all games and write the table, going on with what was begun and not finished before.

    There are `games` games for each board, opponent and side, on large boards `large_games`.
    Each is noted in a file beside the table as soon as it is finished. They are shared among
    `workers` processes (None: one for each core), and do not depend on how many there are.
    """
    workers = (os.cpu_count() or 1) if workers is None else workers
    _check(games, large_games, nodes, workers)
    check_file(path, FILE)
    command = f"{COMMAND} --games {games} --large-games {large_games} --nodes {nodes}"
    kinds = _kinds(boards, opponents)
    plan = _plan(kinds, games, large_games)
    part = path.with_name(f"{path.name}.part")
    outcomes = begun(part, command, "game", _parse)
    missing = [game for game in plan if game not in outcomes]

    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    with (
        part.open("a", encoding="utf-8") as file,
        # The games of all kinds are mixed, so their mean time tells best how long the rest takes.
        tqdm(total=len(plan), initial=len(plan) - len(missing), unit="game", smoothing=0) as bar,
    ):

        def note(game: Game, outcome: str) -> None:
            file.write(line_of(game, outcome))
            file.flush()
            outcomes[game] = outcome
            bar.update()

        table = _Table(player, nodes, {name(opponent): opponent for opponent in opponents})
        _play_all(missing, table, workers, note)
    _write(path, command, [_count(kind, plan, outcomes, nodes) for kind in kinds])
    part.unlink()


def _check(games: int, large_games: int, nodes: int, workers: int) -> None:
    numbers = {"games": games, "large-games": large_games, "nodes": nodes, "workers": workers}
    for what, number in numbers.items():
        check_whole(what, number)


def _kinds(boards: Sequence[Size], opponents: Sequence[Random]) -> list[Kind]:
    """The cells of the table in its order."""
    return [
        (*size, name(opponent), side)
        for size in boards
        for opponent in opponents
        for side in (0, 1)
    ]


def _plan(kinds: Sequence[Kind], games: int, large_games: int) -> list[Game]:
    """All games, each kind spread evenly from the first to the last.

    So the first minutes already tell how long all will take, and no long games are left over
    for a single worker at the end.
    """
    placed = []
    for kind in kinds:
        count = large_games if kind[0] * kind[1] >= LARGE else games
        placed += [((number + 0.5) / count, Game(*kind, number)) for number in range(count)]
    return [game for _, game in sorted(placed, key=lambda pair: pair[0])]


def _count(kind: Kind, plan: Sequence[Game], outcomes: Mapping[Game, str], nodes: int) -> Cell:
    """How the games of one kind ended."""
    counts = Counter(outcomes[game] for game in plan if game[:5] == kind)
    return Cell(*kind, nodes, *(counts[outcome] for outcome in OUTCOMES.values()))


def _parse(line: str) -> tuple[Game, str]:
    """A finished game and how it ended for the player with the clock."""
    width, height, connect, opponent, side, number, outcome = line.rstrip("\n").split(",")
    if outcome not in OUTCOMES.values():
        raise ValueError(outcome)
    return Game(int(width), int(height), int(connect), opponent, int(side), int(number)), outcome


# ---- many processes ------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """Where the games are played: who makes the player, and the opponents by their names."""

    player: MakePlayer
    nodes: int
    opponents: Mapping[str, Random]


def _play_all(
    games: Sequence[Game], table: _Table, workers: int, note: Callable[[Game, str], None]
) -> None:
    """Play the games in their order, so many at a time, and note each one's outcome.

    On Ctrl-C, or if a player fails, the games in progress are dropped.
    """
    context = get_context("spawn")  # the same everywhere, and safe with compiled code's threads
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _set_up, (table, stop))
    try:
        with _deaf():
            game_of = {pool.submit(_play, game): game for game in games}
        done: SimpleQueue[Future[str]] = SimpleQueue()  # in the order in which they end
        for future in game_of:
            future.add_done_callback(done.put)
        for _ in games:
            future = done.get()
            note(game_of[future], future.result())
    except BrokenProcessPool as error:
        raise ValueError(
            "a worker was ended from outside, perhaps for want of memory; the same command goes "
            "on from here, and needs less with fewer --workers"
        ) from error
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is for this process only: those that it starts meanwhile never hear it."""
    if threading.current_thread() is not threading.main_thread():  # nor does this one
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


_table: _Table
_stop: Event


def _set_up(table: _Table, stop: Event) -> None:
    """Make a new process ready to play."""
    global _table, _stop
    _table, _stop = table, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave nothing running behind a command that was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play(game: Game) -> str:
    """How a game ended for the player with the clock, who remembers nothing of other games."""
    player = _watched(_table.player(_table.nodes))
    opponent = _table.opponents[game.opponent].seeded(game.seed)
    players = (player, opponent) if game.side == 0 else (opponent, player)
    record = play_game(*players, start=Connect4(game.width, game.height, game.connect))
    return OUTCOMES[int(record.utility(game.side))]


def _watched(player: Agent) -> Agent:
    """The player, who gives up when all is stopped, and says where it failed."""

    def move(state: State) -> Move:
        if _stop.is_set():
            raise ValueError("stopped")
        try:
            return player(state)
        except Exception as error:
            raise ValueError(
                f"{name(player)} failed in {state!r}: {type(error).__name__}: {error}"
            ) from error

    move.__name__ = name(player)
    return move
