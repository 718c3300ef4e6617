"""A guest plays a few players of the ladder, is asked about positions, and gets a report."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from c4lib.accuracy import screen
from c4lib.agents import name
from c4lib.guest.lesson import clearest
from c4lib.guest.manners import TimeIsUp, Watched, examine
from c4lib.guest.report import Report
from c4lib.guest.standing import rating_of
from c4lib.ladder import Answered, Ladder, Played, read
from c4lib.rating import Ratings, rate
from c4lib.tournament.jobs import Game, Job, Questions, openings
from c4lib.tournament.work import Table, do_all

QUICK = 0.012
"""How many seconds for a move an opponent takes at most, so that a minute is enough."""
FIRST, NEAR = 4, 5
"""How many opponents there are at first, from all over the ladder, and then near the guest."""
PAIRS = 4
"""How many pairs of games with each of the latter; with the former, one: both sides each."""
PARTS = 6
"""How many times 25 positions the guest is asked about."""
STOPPED = "You stopped it"
SAMPLES = 200
"""From how many bootstrap samples the others' intervals come."""


def meet(
    agent: Any,
    label: str | None = None,
    ladder: Ladder | None = None,
    *,
    limit: float = 2.0,
    seconds: float = 45.0,
    seed: int = 0,
    progress: bool = True,
) -> Report:
    """Where a player of your own stands: rating, accuracy, neighbours, and a game to learn from.

    It plays about 50 games against quick players of the `ladder` (the course's), from balanced
    openings, both sides each, and is asked about 150 positions. When so many `seconds` have
    passed, or you interrupt it, the report tells what there is until then. A move may take
    `limit` seconds. The same seed gives the same games. A player that cannot play is told why.
    """
    end = time.perf_counter() + seconds
    called = " ".join(str(label or name(agent)).replace(",", ";").split())
    try:
        trouble = examine(agent, limit)
    except KeyboardInterrupt:
        return Report(called, stopped=STOPPED)
    if trouble:
        return Report(called, trouble=trouble)
    known = read() if ladder is None else ladder
    if called in known.players:
        raise ValueError(f"there is a {called} on the ladder already; give yours a label='...'")
    meeting = _Meeting(Watched(agent, limit, end), called, known, seed)
    return meeting.report(meeting.hold(progress))


class _Meeting:
    """The games and answers of a guest, as far as they have come."""

    def __init__(self, guest: Watched, label: str, ladder: Ladder, seed: int) -> None:
        self.guest, self.label, self.ladder = guest, label, ladder
        self.known = _ratings(ladder)
        ranking = reversed(list(self.known.players))  # from the weakest to the strongest
        self.quick = [player for player in ranking if ladder.seconds(player) <= QUICK]
        players = {player: player for player in self.quick} | {label: guest}
        self.table = Table(players, seed, guest.limit, openings(PAIRS, seed))
        self.games: list[Played] = []
        self.answers: list[Answered] = []

    def hold(self, progress: bool) -> str:
        """Play and ask, until all is done; else says why it was stopped."""
        try:
            with _bar(2 * (FIRST + NEAR * PAIRS) + PARTS, self.label, progress) as advance:
                self._do(self._games(self._spread(), 0), advance)
                near = self._nearest()
                for number in range(PAIRS):
                    self._do([Questions(self.label, number)], advance)
                    self._do(self._games(near, number), advance)
                self._do([Questions(self.label, n) for n in range(PAIRS, PARTS)], advance)
        except KeyboardInterrupt:
            return STOPPED
        except TimeIsUp:
            return "Time was up"
        return ""

    def _do(self, jobs: Iterable[Job], advance: Callable[[], object]) -> None:
        """Do the jobs that are not done yet, one after the other."""
        done = {game[:3] for game in self.games}
        for job in jobs:
            for _, outcome in do_all(self.table, [job] if job not in done else [], None):
                if isinstance(outcome, Played):
                    self.games.append(outcome)
                else:
                    self.answers.append(outcome)
            advance()

    def _games(self, opponents: Sequence[str], number: int) -> Iterator[Game]:
        """A pair of games from one opening with each opponent."""
        for opponent in opponents:
            yield Game(self.label, opponent, number)
            yield Game(opponent, self.label, number)

    def _spread(self) -> list[str]:
        """Opponents of all strengths, from the weakest to the strongest."""
        last, steps = len(self.quick) - 1, min(FIRST, len(self.quick))
        return [self.quick[round(n * last / max(1, steps - 1))] for n in range(steps)]

    def _nearest(self) -> list[str]:
        """The opponents whose ratings are nearest to the guest's, as far as it is known."""
        rating = rating_of(self.label, self.games, self.known).value
        away = {one: abs(self.known.players[one].value - rating) for one in self.quick}
        return sorted(away, key=lambda one: away[one])[:NEAR]

    def report(self, stopped: str) -> Report:
        """What came of it all."""
        mine = {self.label: rating_of(self.label, self.games, self.known)} if self.games else {}
        ratings = {**self.known.players, **mine}
        ranking = sorted(ratings, key=lambda player: -ratings[player].value)
        answered = Ladder((), tuple(self.answers)).accuracy(self.label)
        try:
            lesson = clearest(self.label, self.games)
        except KeyboardInterrupt:
            lesson, stopped = None, STOPPED
        return Report(
            self.label, {player: ratings[player] for player in ranking}, tuple(self.games),
            answered, lesson, self.guest.trouble or "", stopped,
        )  # fmt: skip


@cache
def _ratings(ladder: Ladder) -> Ratings:
    """Everybody's rating on the ladder, worked out once."""
    return rate(ladder.games, samples=SAMPLES)


@contextmanager
def _bar(total: int, label: str, progress: bool) -> Iterator[Callable[[], object]]:
    """A progress bar where somebody watches, wiped away at the end."""
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    watched = screen() if progress else None
    with tqdm(
        total=total, desc=label, leave=False, file=watched, disable=watched is None
    ) as bar:  # fmt: skip
        yield bar.update
