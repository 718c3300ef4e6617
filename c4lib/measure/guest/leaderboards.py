"""A leaderboard: the best report of each name, in a file that a class can share."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from c4lib.measure.files import locked, write_whole
from c4lib.measure.guest.report import Report
from c4lib.measure.tables import table
from c4lib.players.agents import LONGEST_NAME
from c4lib.players.legible import one_line


class LeaderboardEntry(NamedTuple):
    """Somebody's best player so far."""

    name: str
    player: str
    rating: float
    low: float
    high: float
    kept: float  # the share of critical positions whose value it keeps


@dataclass(frozen=True)
class Leaderboard:
    """The entries of a file, the highest rating first; it can be printed or shown."""

    entries: tuple[LeaderboardEntry, ...]

    def _rows(self) -> list[tuple[str, ...]]:
        rows = list[tuple[str, ...]]()
        for place, each in enumerate(self.entries, 1):
            interval = f"{each.low:.0f} to {each.high:.0f}"
            words = f"{place}. {each.name}", each.player, f"{each.rating:.0f}", interval
            rows.append((*words, f"{each.kept:.0%}"))
        return rows

    def _table(self) -> table:
        return table(self._rows(), ("", "player", "rating", "95 % interval", "kept if critical"))

    def __repr__(self) -> str:
        return repr(self._table())

    def _repr_html_(self) -> str:
        return self._table()._repr_html_()


def leaderboard(
    report: Report | None = None, name: str = "", file: Path | str = "leaderboard.csv"
) -> Leaderboard:
    """Enter a report of `meet` under your name, if it is better than your last; show all entries.

    The file can be in a folder that a class shares: two who enter at once wait for each other's
    turn, and each name keeps its best player.
    """
    path = Path(file)
    if report is None:
        return Leaderboard(_sorted(_read(path)))
    if not isinstance(report, Report):
        raise ValueError(f"give a report, such as leaderboard(meet(my_agent), ...), not {report!r}")
    called = one_line(str(name), LONGEST_NAME)
    if not called:
        raise ValueError('say who you are: leaderboard(report, "Ada")')
    if report.rating is None or not report.accuracy.kept_when_critical.count:
        raise ValueError(f"{report.name} has not finished its games; meet(...) it again")
    with locked(path.with_name(f"{path.name}.lock"), path):
        known = {entry.name: entry for entry in _read(path)}
        rating, kept = report.rating, report.accuracy.kept_when_critical.value
        mine = LeaderboardEntry(called, report.name, rating.value, rating.low, rating.high, kept)
        if called not in known or known[called].rating < mine.rating:
            known[called] = mine
        _write(path, _sorted(known.values()))
    return Leaderboard(_sorted(known.values()))


def _sorted(entries: Iterable[LeaderboardEntry]) -> tuple[LeaderboardEntry, ...]:
    return tuple(sorted(entries, key=lambda entry: -entry.rating))


def _read(path: Path) -> list[LeaderboardEntry]:
    """The entries of a file; none if there is none yet."""
    if not path.exists():
        return []
    try:
        header, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
        if header != list(LeaderboardEntry._fields):
            raise ValueError("its first line is another one")
        return [LeaderboardEntry(row[0], row[1], *map(float, row[2:])) for row in rows]
    except (OSError, ValueError, TypeError, IndexError) as error:
        raise ValueError(f"{path} is no leaderboard ({error}); name another file") from error


def _write(path: Path, entries: tuple[LeaderboardEntry, ...]) -> None:
    cells = io.StringIO()
    csv.writer(cells, lineterminator="\n").writerows([LeaderboardEntry._fields, *entries])
    write_whole(path, cells.getvalue())
