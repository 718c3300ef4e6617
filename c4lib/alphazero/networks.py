"""Networks in files: those that come with the course, and those that you trained.

A file holds named arrays, without a pickle, with a version and a checksum.
"""

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.npyio import NpzFile

from c4lib.alphazero.encode import Columns, Encoding, game_of
from c4lib.alphazero.encode_quixo import QuixoKit
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import ConnectKit, Kit
from c4lib.connect4 import Connect4
from c4lib.fast import book
from c4lib.games.quixo import Quixo

Array = np.ndarray[Any, Any]

VERSION = 2
"""Which shape of network a file holds. It changes whenever an old file would be misread."""
FOLDER = Path(__file__).parent.parent / "data"
KITS = {"quixo": QuixoKit}  # the games other than Connect X, by name


def file_of(board: str, ending: str = "npz") -> Path:
    """Where a board's network (`npz`) or the log of its training (`csv`) is."""
    return FOLDER / f"alphazero-{board}.{ending}"


def boards() -> list[str]:
    """For which boards there is a network: "5x4", "7x6", "quixo"."""
    return sorted(file.stem.removeprefix("alphazero-") for file in FOLDER.glob("alphazero-*.npz"))


def start_of(board: str, connect: int = 4) -> Connect4:
    """The empty board of that name, such as "7x6"."""
    width, _, height = str(board).partition("x")
    if not (f"{width}{height}".isascii() and width.isdecimal() and height.isdecimal()):
        others = ", ".join(KITS)
        raise ValueError(
            f'a board is named by width and height, such as "7x6", not {board!r}; '
            f"other games there are: {others}"
        )
    return Connect4(int(width), int(height), connect)


def kit_of(board: str, connect: int = 4, lines: bool = True) -> Kit:
    """What is needed to train or play the game of that name, such as "7x6" or "quixo"."""
    if board in KITS:
        if connect != 4 or not lines:
            raise ValueError(f"{board} has one length of lines only, and no lines to see")
        return KITS[board]()
    return ConnectKit(start_of(board, connect), lines)


@cache
def load(board: str = "7x6") -> Net:
    """The network for a board (connect 4), or for another game."""
    kit = kit_of(board)
    if not file_of(board).exists():
        raise ValueError(
            f"there is no network for {board}, only for {', '.join(boards()) or 'none yet'}; "
            f"train one: python -m c4lib train --board {board}"
        )
    return read_for(file_of(board), kit.encoding)


def read(path: Path | str) -> Net:
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
    except (KeyError, TypeError, ValueError) as error:
        message = f"{file.name} holds a network for {game}, which is not a known game: {error}"
        raise ValueError(message) from None
    raise ValueError(
        f"{file} holds a network for {game['game']}; read it with the encoding that you wrote: "
        "c4lib.alphazero.networks.read_for(file, encoding)"
    )


def name_of(game: Mapping[str, Any]) -> str:
    """What the shipped network for a game is called: "7x6" or "quixo"."""
    if game["game"] == "Connect X":
        return f"{game['width']}x{game['height']}"
    return str(game["game"]).lower()


def write(file: Path, net: Net, encoding: Encoding) -> None:
    """Write a network to a file, atomically."""
    about = {"version": np.array(VERSION), "game": np.array(json.dumps(game_of(encoding)))}
    about |= {"power": np.array(net.power)} if net.power != 1 else {}
    write_arrays(file, net.weights | about, compressed=False)  # weights hardly compress


def write_arrays(file: Path, arrays: Mapping[str, Array], compressed: bool = True) -> None:
    """Write arrays and their checksum to a file, atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    book.write_arrays(file, {**arrays, "check": np.array(checksum(arrays))}, compressed)


def read_for(file: Path, encoding: Encoding) -> Net:
    """The network in a file; ValueError if it is damaged, or for another game or version."""
    game, arrays = read_game(file)
    if game != game_of(encoding):
        sizes = ", ".join(f"{name} {value}" for name, value in game.items()).removeprefix("game ")
        raise ValueError(f"{file.name} holds a network for {sizes}, not for {encoding.name}")
    try:
        net = Net(arrays, arrays.pop("power", np.array(1)).tolist())
        net.check()
        for name, each in arrays.items():
            if each.dtype != np.float32 or not np.isfinite(each).all():
                raise ValueError(f"{name} does not hold finite numbers of the type float32")
        inputs, outputs = len(arrays["in"]), len(arrays["policy_bias"])
        if (inputs, outputs) != (encoding.inputs, encoding.outputs):
            raise ValueError(f"it has {inputs} inputs and {outputs} moves")
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
        raise ValueError(f"{file.name} is damaged ({error}); take another copy") from error
    if checksum(arrays) != check:
        raise ValueError(f"{file.name} is damaged (wrong checksum); take another copy")
    return arrays


def checksum(arrays: Mapping[str, Array]) -> int:
    """A number that changes with any name, shape or bit of the arrays."""
    total = 0
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), total)
        total = zlib.crc32(array.tobytes(), total)
    return total
