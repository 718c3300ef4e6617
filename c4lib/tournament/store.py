"""The file of a ladder, and the one beside it in which everything is noted until all is done."""

import os
import platform
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from c4lib.ladder import FILE, Answered, Ladder, Played, parse, read, write
from c4lib.measured import begun, check_file, line_of, replace
from c4lib.tournament.jobs import Done, Game, Job, Questions


@dataclass
class Store:
    """Keeps what is done: in a file beside the one that it is for, or only in memory."""

    path: Path | None
    command: str
    again: Collection[str] = ()
    """How the names of those begin who are measured again, if they are among the players."""
    players: Collection[str] = ()
    done: dict[Job, Done] = field(default_factory=dict)

    @contextmanager
    def noting(self) -> Iterator[tuple[dict[Job, Done], Callable[[Job, Done], None]]]:
        """What was done before, and how to note what is done now."""
        if self.path is None:
            yield self.done, self.done.__setitem__
            return
        check_file(self.path, FILE)
        words = "".join(f" --again {word}" for word in sorted(self.again))
        if not self.part.exists() and self.path.exists():
            self._carry_over(f"# {self.command}{words}\n")
        self.done |= {
            job: parse([*map(str, job), *answer.split(",")])
            for job, answer in begun(self.part, self.command + words, "job", _parse).items()
        }
        with self.part.open("a", encoding="utf-8") as file:

            def note(job: Job, outcome: Done) -> None:
                file.write(_line(job, outcome))
                file.flush()
                self.done[job] = outcome

            yield self.done, note

    @property
    def part(self) -> Path:
        """Where what is done is noted until all is."""
        assert self.path is not None
        return self.path.with_name(f"{self.path.name}.part")

    def _carry_over(self, header: str) -> None:
        """Begin with what the finished file holds, but for those who are measured again."""
        assert self.path is not None
        known = read(self.path)
        if not f"{known.made} ".startswith(f"{self.command} "):
            raise ValueError(
                f"{self.path} holds what another command has made: {known.made}; name another "
                "file, or delete this one to begin anew"
            )
        done: list[Done] = [*known.games, *known.answers]
        lines = [
            _line(_job(one), one)
            for one in done
            if not any(self._is_again(name) for name in _names(one))
        ]
        replace(self.part, "".join([header, *lines]))

    def _is_again(self, name: str) -> bool:
        return name in self.players and any(name.startswith(word) for word in self.again)

    def finished(self, options: str, news: int) -> Ladder:
        """All that is done; the file is written, if there is one and anything is new."""
        games = tuple(one for one in self.done.values() if isinstance(one, Played))
        answers = tuple(one for one in self.done.values() if isinstance(one, Answered))
        if self.path is None:
            return Ladder(games, answers)
        if news or not self.path.exists():
            machines = [_machine()]
            if self.path.exists():
                machines.insert(0, read(self.path).made.partition(", made on ")[2])
            told = " and ".join(dict.fromkeys(machines))
            write(self.path, Ladder(games, answers, f"{self.command}{options}, made on {told}"))
        self.part.unlink()
        return read(self.path)


def _job(done: Done) -> Job:
    return Game(*done[:3]) if isinstance(done, Played) else Questions(*done[:2])


def _names(done: Done) -> tuple[str, ...]:
    return (done.first, done.second) if isinstance(done, Played) else (done.player,)


def _line(job: Job, outcome: Done) -> str:
    return line_of(job, ",".join(map(str, outcome[len(job) :])))


def _parse(line: str) -> tuple[Job, str]:
    """A job that was done, and what came of it."""
    job = _job(parse(line.rstrip("\n").split(",")))
    return job, ",".join(line.rstrip("\n").split(",")[len(job) :])


def _machine() -> str:
    """What this computer is: its cores and their kind."""
    model, file = platform.processor() or platform.machine(), Path("/proc/cpuinfo")
    if file.exists():
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next((line.partition(":")[2] for line in lines if "model name" in line), model)
    words = f"{os.cpu_count() or 1} cores of {' '.join(model.split())}"
    return f"{words.replace(',', ';')}; Python {platform.python_version()}"
