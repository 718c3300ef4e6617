"""A training's folder: every file is whole or not there, so that any end leaves the last state.

- settings.json: what was asked for; another training does not get into this folder
- games-000012.npz: the examples of one iteration's games
- net.npz: the network to play with
- log.csv: a line for each iteration
- state.npz: all that is needed to go on. It is written last: it says what counts
"""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from c4lib.alphazero import weights
from c4lib.alphazero.learn import Learner
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import Kit, Record

Row = dict[str, float]
"""A line of the log."""


class Folder:
    """Where a training keeps what it has."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def claim(self, settings: Mapping[str, Any]) -> None:
        """Note the settings, or complain if the folder is another training's."""
        file = self.path / "settings.json"
        text = json.dumps(settings, indent=1, sort_keys=True) + "\n"
        if not file.exists():
            if (self.path / "state.npz").exists():
                raise ValueError(
                    f"{self.path} has a training without settings; take another folder"
                )
            _write(file, text)
            return
        try:
            there = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            there = {}
        changed = [name for name in settings if there.get(name) != json.loads(text)[name]]
        if changed:
            first = changed[0]
            raise ValueError(
                f"{self.path} holds a training with {first} {there.get(first)!r}, not "
                f"{settings[first]!r}; go on with that, or take another folder"
            )

    def write_games(self, iteration: int, record: Record) -> None:
        """Keep an iteration's examples."""
        weights.write_arrays(self._games(iteration), record._asdict())

    def read_games(self, iteration: int) -> Record | None:
        """An iteration's examples; None if they are not there or damaged."""
        try:
            return Record(**weights.read_arrays(self._games(iteration)))
        except ValueError:
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
        """Keep all that is needed to go on after `iteration` iterations."""
        weights.write(self.path / "net.npz", best, kit.encoding)
        opened = io.StringIO()
        table = csv.DictWriter(opened, log[-1].keys() if log else [], lineterminator="\n")
        table.writeheader()
        table.writerows(log)
        _write(self.path / "log.csv", opened.getvalue())
        extra = {f"best.{name}": each for name, each in best.weights.items()}
        extra |= {"iteration": np.array(iteration), "seconds": np.array(seconds)}
        weights.write_arrays(self.path / "state.npz", learner.arrays() | extra)

    def read_state(self, learner: Learner) -> tuple[Net, int, float, list[Row]]:
        """The best network, the iterations, seconds and log so far; the learner goes on."""
        if not (self.path / "state.npz").exists():
            return learner.averaged, 0, 0.0, []
        arrays = weights.read_arrays(self.path / "state.npz")
        learner.restore(arrays)
        best = {name[5:]: each for name, each in arrays.items() if name.startswith("best.")}
        iteration = int(arrays["iteration"])
        log = [row for row in read_log(self.path / "log.csv") if row["iteration"] < iteration]
        return Net(best), iteration, float(arrays["seconds"]), log


def read_log(file: Path) -> list[Row]:
    """The lines of a log, each a figure by name."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"the log {file} cannot be read ({error.strerror})") from error
    return [
        {name: float(figure) for name, figure in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(file)
