"""Networks in files: those that come with the course, and those that you train.

A file holds named arrays, without a pickle, with a version and a checksum. In a training's folder
every file is whole or not there, so that any end leaves the last state:

- settings.json: what was asked for; a training with other settings is refused
- games-000012.npz: the examples of one iteration's games
- state.npz: the checkpoint, all that is needed to resume
- net.npz, log.csv: the network to play with, and a line for each iteration. Both are made from the
  checkpoint, after it; `python -m c4lib promote` copies them to those that come with the course
- net-0008.npz: the network after 8 iterations; there is one for 1, 2, 4, 8, 16 and so on
- lock: locked while a training runs, and keeps others out
"""

import json
import warnings
import zlib
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.npyio import NpzFile

from c4lib.alphazero.conv import ConvNet
from c4lib.alphazero.encode import Columns, Discs, Encoding, game_of
from c4lib.alphazero.kits import BARE, Kit, kit_of
from c4lib.alphazero.net import Array, Net, Network, Weights
from c4lib.alphazero.patterns import PatternNet
from c4lib.alphazero.selfplay import Record
from c4lib.alphazero.state_kits import QuixoKit
from c4lib.connect4 import Connect4
from c4lib.fast import book
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.measure.files import locked, read_table, write_table, write_whole

if TYPE_CHECKING:
    from c4lib.alphazero.train import Learner

VERSION = 2
"""Which shape of network a file holds. It changes whenever an old file would be misread."""
FOLDER = Path(__file__).parent.parent / "data"
COMMAND = "python -m c4lib train"
BOARD_NETWORKS: dict[str, type[PatternNet] | type[ConvNet]] = {
    PatternNet.kind: PatternNet,
    ConvNet.kind: ConvNet,
}
"""Networks that know the shape of their board, and see the discs alone, by kind."""
LogEntry = dict[str, float]  # a line of the log


def file_of(board: str, ending: str = "npz") -> Path:
    """Where a board's network (`npz`) or the log of its training (`csv`) is."""
    return FOLDER / f"alphazero-{board}.{ending}"


def boards() -> list[str]:
    """Which networks are shipped: "5x4", "7x6", "7x6-bare", "quixo", and so on."""
    return sorted(file.stem.removeprefix("alphazero-") for file in FOLDER.glob("alphazero-*.npz"))


@cache
def load(board: str = "7x6") -> Network:
    """The network for a board (connect 4), or for another game.

    One whose name ends in "-bare" sees the discs alone.
    """
    kit = kit_of(board)
    if not file_of(board).exists():
        raise ValueError(
            f"there is no network for {board}, only for {', '.join(boards()) or 'none yet'}; "
            f"train one: python -m c4lib train --board {board}"
        )
    return read_for(file_of(board), kit.encoding)


def read(path: Path | str) -> Network:
    """A network that you trained: its file, or the folder of its training, such as "runs/7x6"."""
    file = Path(path)
    if file.is_dir():
        file /= "net.npz"
    return read_for(file, encoding_for(read_game(file)[0], file))


def encoding_for(game: Mapping[str, Any], file: Path) -> Encoding:
    """How the game that a network's file names is encoded."""
    try:
        if game["game"] == "Connect X":
            board = Connect4(game["width"], game["height"], game["connect"]).board
            return Columns(board, game["sees"] == "lines")
        if game["game"] == "Quixo":
            return QuixoKit(Quixo(game["size"], game["patience"])).encoding
        if game["game"] == "Othello":
            return Discs(Othello(game["size"]).board)
    except (KeyError, TypeError, ValueError) as error:
        message = f"{file.name} holds a network for {game}, which is not a known game: {error}"
        raise ValueError(message) from None
    raise ValueError(
        f"{file} holds a network for {game['game']}; read it with the encoding that you wrote: "
        "c4lib.alphazero.networks.read_for(file, encoding)"
    )


def name_of(game: Mapping[str, Any]) -> str:
    """What the shipped network for a game is called: "7x6", "7x6-bare", "othello-6x6"."""
    if game["game"] == "Connect X":
        return f"{game['width']}x{game['height']}{'' if game['sees'] == 'lines' else BARE}"
    name = str(game["game"]).lower()
    return f"{name}-{game['size']}x{game['size']}" if name == "othello" else name


def network_of(kind: str, weights: Weights, encoding: Encoding, power: int = 1) -> Network:
    """A network of this kind; ValueError unless its weights fit together and the game."""
    net: Network
    if kind == Net.kind:
        net = Net(weights, power)
    elif kind in BOARD_NETWORKS and isinstance(encoding, Columns) and not encoding.lines:
        net = BOARD_NETWORKS[kind](weights, encoding.board)
    else:
        raise ValueError(f"there is no network of the kind {kind!r} for {encoding.name}")
    net.check()
    if (net.inputs, net.outputs) != (encoding.inputs, encoding.outputs):
        raise ValueError(f"it has {net.inputs} inputs and {net.outputs} moves")
    return net


def write(file: Path, net: Network, encoding: Encoding) -> None:
    """Write a network to a file, atomically."""
    about = {"version": np.array(VERSION), "game": np.array(json.dumps(game_of(encoding)))}
    about |= {"kind": np.array(net.kind)} if net.kind != Net.kind else {}
    about |= {"power": np.array(net.power)} if isinstance(net, Net) and net.power != 1 else {}
    write_arrays(file, net.weights | about, compressed=False)  # weights hardly compress


def write_arrays(file: Path, arrays: Mapping[str, Array], compressed: bool = True) -> None:
    """Write arrays and their checksum to a file, atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    book.write_arrays(file, {**arrays, "check": np.array(checksum(arrays))}, compressed)


def read_for(file: Path, encoding: Encoding) -> Network:
    """The network in a file; ValueError if it is damaged, or for another game or version."""
    game, arrays = read_game(file)
    if game != game_of(encoding):
        sizes = ", ".join(f"{name} {value}" for name, value in game.items()).removeprefix("game ")
        raise ValueError(f"{file.name} holds a network for {sizes}, not for {encoding.name}")
    try:
        kind = str(arrays.pop("kind", np.array(Net.kind)))
        net = network_of(kind, arrays, encoding, arrays.pop("power", np.array(1)).tolist())
        for name, each in arrays.items():
            if each.dtype != np.float32 or not np.isfinite(each).all():
                raise ValueError(f"{name} does not hold finite numbers of the type float32")
    except ValueError as error:
        message = f"{file.name} holds no network that fits {encoding.name}: {error}"
        raise ValueError(message) from None
    return net


def read_game(file: Path) -> tuple[dict[str, Any], dict[str, Array]]:
    """The game that the network in a file is for, and its other arrays."""
    arrays = read_arrays(file)
    if "version" not in arrays:
        raise ValueError(f"{file.name} holds no network; name a net.npz, or its training's folder")
    version = arrays.pop("version").tolist()
    if version != VERSION:
        raise ValueError(
            f"{file.name} holds a network of version {version}, and this package reads version "
            f"{VERSION}; train it again"
        )
    try:
        game = json.loads(str(arrays.pop("game")))
        game["game"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ValueError(f"{file.name} does not say which game its network is for") from None
    return game, arrays


def read_arrays(file: Path) -> dict[str, Array]:
    """The arrays in a file; ValueError if it is damaged."""
    try:
        with file.open("rb") as opened, NpzFile(opened) as data:
            arrays = dict(data)
            check = int(arrays.pop("check"))
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"there is no file {file}; train a network first, or name one") from None
    except book.DAMAGES as error:
        raise ValueError(f"{file.name} is damaged ({error}); use another copy") from error
    if checksum(arrays) != check:
        raise ValueError(f"{file.name} is damaged (wrong checksum); use another copy")
    return arrays


def checksum(arrays: Mapping[str, Array]) -> int:
    """A number that changes with any name, shape or bit of the arrays."""
    total = 0
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), total)
        total = zlib.crc32(array.tobytes(), total)
    return total


class TrainingFolder:
    """Where a training keeps what it has."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def alone(self) -> AbstractContextManager[None]:
        """Keep other trainings out while this one runs; ValueError if the folder cannot be used."""
        with suppress(OSError):  # then it cannot be locked either
            self.path.mkdir(parents=True, exist_ok=True)
        return locked(self.path / "lock", f"the training in {self.path}", "use another folder")

    def claim(self, settings: Mapping[str, Any]) -> None:
        """Record the settings; ValueError if the folder belongs to another training."""
        file = self.path / "settings.json"
        if not file.exists():
            if (self.path / "state.npz").exists():
                raise ValueError(f"{self.path} has a training without settings; use another folder")
            write_whole(file, json.dumps(settings, indent=1, sort_keys=True) + "\n")
            return
        try:
            there = _flat(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, AttributeError) as error:
            raise ValueError(f"{file} is damaged ({error}); use another folder") from error
        for name, asked in _flat(json.loads(json.dumps(settings))).items():
            if there.get(name) != asked:
                raise ValueError(
                    f"{self.path} holds a training with {name} {there.get(name)!r}, not "
                    f"{asked!r}; resume that one, or use another folder"
                )

    @property
    def is_new(self) -> bool:
        """Whether no games were played yet."""
        return not any(self.path.glob("games-*.npz"))

    def write_games(self, iteration: int, record: Record) -> None:
        """Keep an iteration's examples."""
        write_arrays(self._games(iteration), record._asdict())

    def read_games(self, iteration: int) -> Record | None:
        """An iteration's examples; None, and a warning, if they are damaged or lost."""
        file = self._games(iteration)
        try:
            return Record(**read_arrays(file))
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

    def write_state(self, learner: "Learner", best: Network, log: list[LogEntry], kit: Kit) -> None:
        """Save all that is needed to resume after the last iteration in the log."""
        extra = {f"best.{name}": each for name, each in best.weights.items()}
        extra["log"] = np.array(json.dumps(log, default=float))
        write_arrays(self.path / "state.npz", learner.arrays() | extra)
        self.write_reports(best, log, kit)

    def write_reports(self, best: Network, log: list[LogEntry], kit: Kit) -> None:
        """The network to play with, and the log; a log of another training is moved aside.

        After 1, 2, 4, 8, ... iterations the network is kept, too.
        """
        write(self.path / "net.npz", best, kit.encoding)
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
        done = len(log)
        if done & (done - 1) == 0:
            write(self.path / f"net-{done:04}.npz", best, kit.encoding)

    def read_state(self, learner: "Learner") -> tuple[Network, list[LogEntry]]:
        """The best network and the log so far; restores the learner."""
        file = self.path / "state.npz"
        if not file.exists():
            if any((self.path / name).exists() for name in ("net.npz", "log.csv")):
                raise ValueError(f"{file} is lost; put it back, or use another folder")
            return learner.averaged, []
        try:
            arrays = read_arrays(file)
            learner.restore(arrays)
            log: list[LogEntry] = [dict(entry) for entry in json.loads(str(arrays["log"]))]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ValueError(
                f"{file} cannot be read ({error}); the training cannot be resumed, but what "
                "it learnt is in net.npz. Use another folder for a new one"
            ) from error
        best = {name[5:]: each for name, each in arrays.items() if name.startswith("best.")}
        return learner.net.with_weights(best), log


def read_log(file: Path) -> list[LogEntry]:
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
    """Nested settings, flattened."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        found |= _flat(value) if isinstance(value, dict) else {name: value}
    return found


def promote(run: Path, name: str | None = None) -> Path:
    """Ship the network and the log of a training's folder, and return where the network is.

    Both are read and checked first, and then again as they were copied; only then do they
    replace what was shipped. `name` is that of the board, such as "7x6".
    """
    sources = {"npz": run / "net.npz", "csv": run / "log.csv"}
    game, _ = read_game(sources["npz"])
    name = name or name_of(game)
    encoding = kit_of(name).encoding
    read_for(sources["npz"], encoding)
    if not read_log(sources["csv"]):
        raise ValueError(f"the log {sources['csv']} is empty; train the network first")
    targets = [file_of(name, ending) for ending in sources]
    copies = [target.with_name(f"{target.name}.copy") for target in targets]
    for copy, file in zip(copies, sources.values(), strict=True):
        write_whole(copy, file.read_bytes())
    read_for(copies[0], encoding)
    for copy, target in zip(copies, targets, strict=True):
        copy.replace(target)
    load.cache_clear()
    return file_of(name)


def add_arguments(parser: ArgumentParser) -> None:
    """The options of `python -m c4lib promote`."""
    parser.description = (
        "Make a trained network the one that comes with c4lib: its network and log replace those "
        "in c4lib/data, after they have been read and checked."
    )
    parser.add_argument("run", type=Path, help="folder of a training, such as runs/7x6")
    parser.add_argument("--name", help='which network it replaces, such as "7x6" (by its board)')


def main(options: Namespace) -> int:
    """Ship a network."""
    print(f"The network is in {promote(options.run, options.name)}, and its log beside it.")
    return 0
