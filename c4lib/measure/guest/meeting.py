"""A guest plays a few players of the ladder, is asked about positions, and gets a report."""

import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from c4lib.measure import tournament
from c4lib.measure.guest.faults import TimeIsUp, Watched, examine
from c4lib.measure.guest.report import Report, clearest
from c4lib.measure.ladder import Ladder, read
from c4lib.measure.rating import Ratings, rate, rating_of
from c4lib.measure.tournament import Conditions, Job, LadderGame, LadderQuestions
from c4lib.players.agents import LONGEST_NAME, name
from c4lib.players.legible import one_line
from c4lib.players.progress_bar import progress_bar
from c4lib.players.referee import check_limit
from c4lib.players.stop_button import heeding_stop
from c4lib.search.common import check_number
from c4lib.search.dice import check_seed

QUICK = 0.012  # opponents take at most this many seconds for a move, so that a minute is enough
FIRST, NEAR = 4, 5  # opponents at first, from all over the ladder, and then near the guest
PAIRS = 4  # of games with each opponent near the guest; with each of the first there is one
PARTS = 6  # the guest is asked about this many parts of 25 positions
STOPPED = "You stopped it"
SAMPLES = 200  # bootstrap samples for the intervals of the others


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
    openings, from both sides, and is asked about 150 positions. After `seconds` seconds, or when
    you interrupt it, the report covers what has been played. A move may take `limit` seconds. The
    same seed gives the same games. If a player cannot play, the report says why.
    """
    check_limit(limit)
    check_number("seconds", seconds)
    check_seed(seed)
    end = time.perf_counter() + seconds
    called = one_line(str(label or ""), LONGEST_NAME) or name(agent)
    try:
        trouble = examine(agent, limit)
    except KeyboardInterrupt:
        return Report(called, stopped=STOPPED)
    if trouble:
        return Report(called, trouble=trouble)
    known = read() if ladder is None else ladder
    if not isinstance(known, Ladder):
        raise ValueError(f"ladder is one such as c4lib.ladder.read(), not {ladder!r}")
    if called in known.players:
        raise ValueError(f"there is a {called} on the ladder already; give yours a label='...'")
    meeting = _Meeting(Watched(agent, limit, end), called, known, seed)
    return meeting.report(meeting.hold(progress))


class _Meeting:
    """The games and answers of a guest, as far as they have come."""

    def __init__(self, guest: Watched, label: str, ladder: Ladder, seed: int) -> None:
        self.guest, self.label = guest, label
        self.known = _ratings(ladder)
        ranking = reversed(list(self.known.players))  # from the weakest to the strongest
        self.quick = [player for player in ranking if ladder.seconds(player) <= QUICK]
        players = {player: player for player in self.quick} | {label: guest}
        self.conditions = Conditions(players, seed, guest.limit, tournament.openings(PAIRS, seed))
        self.done: dict[Job, Any] = {}

    def hold(self, progress: bool) -> str:
        """Play and ask until all is done; returns why it was stopped, if it was."""
        try:
            total = 2 * (FIRST + NEAR * PAIRS) + PARTS
            bar = progress_bar(progress, total=total, desc=self.label)
            with heeding_stop(), bar:
                for job in self._jobs():
                    if job not in self.done:
                        self.done[job] = self.conditions(job)
                    bar.update()
        except KeyboardInterrupt:
            return STOPPED
        except TimeIsUp:
            return "Time was up"
        return ""

    def _jobs(self) -> Iterator[Job]:
        """Games with players of all strengths, then with the nearest, and questions in between."""
        yield from self._games(self._spread(), 0)
        near = self._nearest()
        for number in range(PAIRS):
            yield LadderQuestions(self.label, number)
            yield from self._games(near, number)
        for number in range(PAIRS, PARTS):
            yield LadderQuestions(self.label, number)

    def _games(self, opponents: Sequence[str], number: int) -> Iterator[LadderGame]:
        """A pair of games from one opening with each opponent."""
        for opponent in opponents:
            yield LadderGame(self.label, opponent, number)
            yield LadderGame(opponent, self.label, number)

    def _spread(self) -> list[str]:
        """Opponents of all strengths, from the weakest to the strongest."""
        last, steps = len(self.quick) - 1, min(FIRST, len(self.quick))
        return [self.quick[round(n * last / max(1, steps - 1))] for n in range(steps)]

    def _nearest(self) -> list[str]:
        """The opponents whose ratings are nearest to the guest's, as far as it is known."""
        rating = rating_of(self.label, tournament.collected(self.done).games, self.known).value
        away = {one: abs(self.known.players[one].value - rating) for one in self.quick}
        return sorted(away, key=lambda one: away[one])[:NEAR]

    def report(self, stopped: str) -> Report:
        """The report on all that was played and answered."""
        played = tournament.collected(self.done)
        lost = (game for game in played.games if game.fault and not game.points_of(self.label))
        trouble = self.guest.trouble or next((f"{game.fault}." for game in lost), "")
        mine = {self.label: rating_of(self.label, played.games, self.known)} if played.games else {}
        ratings = {**self.known.players, **mine}
        ranking = sorted(ratings, key=lambda player: -ratings[player].value)
        try:
            lost_game = clearest(self.label, played.games)
        except KeyboardInterrupt:
            lost_game, stopped = None, STOPPED
        return Report(
            self.label, {player: ratings[player] for player in ranking}, played, lost_game,
            trouble, stopped,
        )  # fmt: skip


@cache
def _ratings(ladder: Ladder) -> Ratings:
    return rate(ladder.games, samples=SAMPLES)
