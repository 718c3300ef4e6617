"""A whole tournament: everybody against everybody, and what came of it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from c4lib.ladder import COMMAND, PART, Ladder, order
from c4lib.players import COURSE, make
from c4lib.search.common import check_whole
from c4lib.tournament.jobs import openings, plan
from c4lib.tournament.store import Store
from c4lib.tournament.work import Players, Table, do_all, sharing
from c4lib.workers import check_sendable

GAMES, POSITIONS = 12, 300
"""How often each two meet, and in how many positions each player is asked for a move."""
LIMIT = 600.0
"""How many seconds a move may take: so that who never answers does not hold up all others."""
FEWER = {"clock 1.0": 4}
"""Players who take long: in how many games they meet each other player at most."""
QUICK = {"games": 2, "positions": 50}
"""For a first look."""


def ladder(
    players: Players | Iterable[str] = COURSE,
    games: int = GAMES,
    positions: int = POSITIONS,
    seed: int = 0,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    file: Path | str | None = None,
    limit: float | None = LIMIT,
    fewer: Mapping[str, int] = FEWER,
    challengers: Collection[str] | None = None,
    again: Collection[str] = (),
    screen: IO[str] | None = None,
) -> Ladder:
    """Play everybody against everybody, ask them about positions, and hand back what came of it.

    `players` are names that `c4lib.players.make` knows, or a mapping from any names to those or
    to agents. Each two play `games` games, `fewer` where that names one of them; with
    `challengers`, only those games are played in which one of them takes part. Each player is
    asked about so many `positions`, a multiple of 25. A move may take `limit` seconds. Who fails,
    breaks a rule or takes too long has lost that game, and the ladder goes on.

    So many `workers`, processes of their own, share the jobs, or whatever `executor` is handed
    in: a Dask cluster's (`Client(...).get_executor()`) serves as well. They play the same games
    as one worker. Agents are sent to them as they are, so those that you wrote in a notebook
    play with one worker, or in threads (`executor=ThreadPoolExecutor()`).

    With a `file`, what it holds is not played again, and each job is noted, in a file beside it,
    as soon as it is done: stop whenever you like, and the same call goes on. Players that are
    named in `again`, by how their names begin, are measured anew. A progress bar is drawn on
    the `screen`, if one is given.
    """
    who = dict(players) if isinstance(players, Mapping) else {name: name for name in players}
    _check(who, games, positions, workers, limit, challengers, again)
    if executor is None and workers > 1:
        check_sendable({name: agent for name, agent in who.items() if not isinstance(agent, str)})
    jobs = plan(list(who), games, positions, fewer, challengers)
    table = Table(who, seed, limit, openings(-(-games // 2), seed))
    store = Store(None if file is None else Path(file), f"{COMMAND} --seed {seed}", again, set(who))
    with store.noting() as (done, note), sharing(executor, workers) as pool:
        missing = [job for job in jobs if job not in done]
        with _progress(len(jobs), len(jobs) - len(missing), screen) as advance:
            for job, outcome in do_all(table, missing, pool):
                note(job, outcome)
                advance()
    return store.finished(f" --games {games} --positions {positions}", len(missing))


def _check(
    players: Players, games: int, positions: int, workers: int, limit: float | None,
    challengers: Collection[str] | None, again: Collection[str],
) -> None:  # fmt: skip
    """Complain about what is wrong, before anything is done."""
    for what, number in {"games": games, "workers": workers}.items():
        check_whole(what, number)
    if games % 2:
        raise ValueError(f"games is an even number, for each opening is played twice, not {games}")
    most = len(order())
    if isinstance(positions, bool) or positions not in range(0, most + 1, PART):
        raise ValueError(f"positions is a multiple of {PART} up to {most}, not {positions!r}")
    if limit is not None and not limit > 0:
        raise ValueError(f"limit is a number of seconds above 0, or None, not {limit!r}")
    if len(players) < 2:
        raise ValueError(f"a ladder needs two players at least, not {list(players)}")
    for name, agent in players.items():
        if not name or "," in name or name.splitlines() != [name]:
            raise ValueError(f"a player's name is one line without a comma, not {name!r}")
        if isinstance(agent, str):
            make(agent)
        elif not callable(agent):
            raise ValueError(
                f"{name} is no player: a function from a state to a move, not {agent!r}"
            )
    for word in again:
        if not any(name.startswith(word) for name in players):
            raise ValueError(f"nobody's name begins with {word!r}, so nobody is measured again")
    unknown = set(challengers or ()) - set(players)
    if unknown:
        raise ValueError(f"challengers are among the players, but not {', '.join(sorted(unknown))}")


@contextmanager
def _progress(total: int, done: int, screen: IO[str] | None) -> Iterator[Callable[[], object]]:
    """A bar that is advanced by calling what it hands out."""
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    # Each round has jobs of all kinds, so their mean time tells best how long the rest takes.
    with tqdm(
        total=total, initial=done, unit="job", smoothing=0, file=screen, disable=screen is None
    ) as bar:
        yield bar.update
