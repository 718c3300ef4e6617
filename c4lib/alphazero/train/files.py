"""A training's folder: every file is whole or not there, so that any end leaves the last state.

- settings.json: what was asked for; a training with other settings is refused
- games-000012.npz: the examples of one iteration's games
- state.npz: the checkpoint, all that is needed to resume
- net.npz, log.csv: the network to play with, and a line for each iteration. Both are made from the
  checkpoint, after it
- lock: locked while a training runs, and keeps others out
"""

import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from c4lib.alphazero import networks
from c4lib.alphazero.learn import Learner
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import Kit, Record
from c4lib.measure.files import locked, read_table, write_table, write_whole

COMMAND = "python -m c4lib train"
Row = dict[str, float]  # a line of the log


class Folder:
    """Where a training keeps what it has."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other trainings out while this one runs; ValueError if the folder cannot be used."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(
                f"{self.path} cannot be written to ({error.strerror}); take another folder"
            ) from error
        with locked(self.path / "lock", f"the training in {self.path}", "take another folder"):
            yield

    def claim(self, settings: Mapping[str, Any]) -> None:
        """Record the settings; ValueError if the folder belongs to another training."""
        file = self.path / "settings.json"
        if not file.exists():
            if (self.path / "state.npz").exists():
                raise ValueError(
                    f"{self.path} has a training without settings; take another folder"
                )
            write_whole(file, json.dumps(settings, indent=1, sort_keys=True) + "\n")
            return
        try:
            there = _flat(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, AttributeError) as error:
            raise ValueError(f"{file} is damaged ({error}); take another folder") from error
        for name, asked in _flat(json.loads(json.dumps(settings))).items():
            if there.get(name) != asked:
                raise ValueError(
                    f"{self.path} holds a training with {name} {there.get(name)!r}, not "
                    f"{asked!r}; resume that one, or take another folder"
                )

    @property
    def is_new(self) -> bool:
        """Whether no games were played yet."""
        return not any(self.path.glob("games-*.npz"))

    def write_games(self, iteration: int, record: Record) -> None:
        """Keep an iteration's examples."""
        networks.write_arrays(self._games(iteration), record._asdict())

    def read_games(self, iteration: int) -> Record | None:
        """An iteration's examples; None, and a warning, if they are damaged or lost."""
        file = self._games(iteration)
        try:
            return Record(**networks.read_arrays(file))
        except (ValueError, TypeError):
            warnings.warn(f"{file} is damaged or lost; learning continues without it", stacklevel=2)
            return None

    def forget_games(self, before: int) -> None:
        """Remove examples of iterations that nobody learns from any more."""
        for file in self.path.glob("games-*.npz"):
            if file < self._games(before):
                file.unlink()

    def _games(self, iteration: int) -> Path:
        return self.path / f"games-{iteration:06}.npz"

    def write_state(
        self, learner: Learner, best: Net, iteration: int, seconds: float, log: list[Row], kit: Kit
    ) -> None:
        """Save all that is needed to resume after `iteration` iterations."""
        extra = {f"best.{name}": each for name, each in best.weights.items()}
        extra |= {"iteration": np.array(iteration), "seconds": np.array(seconds)}
        extra["log"] = np.array(json.dumps(log, default=float))
        networks.write_arrays(self.path / "state.npz", learner.arrays() | extra)
        self.write_reports(best, log, kit)

    def write_reports(self, best: Net, log: list[Row], kit: Kit) -> None:
        """The network to play with, and the log; one that is not this training's is kept aside."""
        networks.write(self.path / "net.npz", best, kit.encoding)
        file, there = self.path / "log.csv", None
        with suppress(ValueError):
            there = read_log(file)
        if file.exists() and (there is None or there != log[: len(there)]):
            places = (file.with_name(f"log-damaged-{number}.csv") for number in count(1))
            place = file.replace(next(each for each in places if not each.exists()))
            what = f"was damaged or another training's, and is now {place.name}"
            warnings.warn(f"{file} {what}; it is written again from state.npz", stacklevel=2)
        elif there is None and len(log) > 1:
            warnings.warn(f"{file} was lost; it is written again from state.npz", stacklevel=2)
        names = list(dict.fromkeys(name for row in log for name in row))
        write_table(file, COMMAND, [names, *([row.get(name, "") for name in names] for row in log)])

    def read_state(self, learner: Learner) -> tuple[Net, int, float, list[Row]]:
        """The best network, the iterations, seconds and log so far; restores the learner."""
        file = self.path / "state.npz"
        if not file.exists():
            if any((self.path / name).exists() for name in ("net.npz", "log.csv")):
                raise ValueError(f"{file} is lost; put it back, or take another folder")
            return learner.averaged, 0, 0.0, []
        try:
            arrays = networks.read_arrays(file)
            learner.restore(arrays)
            iteration, seconds = int(arrays["iteration"]), float(arrays["seconds"])
            log: list[Row] = json.loads(str(arrays["log"]))
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"{file} cannot be read ({error}); the training cannot be resumed, but what "
                "it learnt is in net.npz. Take another folder for a new one"
            ) from error
        best = {name[5:]: each for name, each in arrays.items() if name.startswith("best.")}
        return Net(best, learner.net.power), iteration, seconds, log


def read_log(file: Path) -> list[Row]:
    """The lines of a log, each a figure by name."""
    names, *rows = read_table(file, f"the log {file}", COMMAND) or [[]]
    try:
        names.index("iteration")
        return [
            {name: float(figure) for name, figure in zip(names, row, strict=True) if figure}
            for row in rows
        ]
    except ValueError as error:
        raise ValueError(f"{file} is not the log of a training ({error})") from error


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings within settings by their own names."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        found |= _flat(value) if isinstance(value, dict) else {name: value}
    return found
