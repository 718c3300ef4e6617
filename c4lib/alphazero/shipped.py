"""The networks that come with the course, and how they learnt; and those that you trained."""

import re
from functools import cache
from pathlib import Path

from c4lib.alphazero import weights
from c4lib.alphazero.cubes import QuixoKit
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import ConnectKit, Kit
from c4lib.connect4 import Connect4
from c4lib.games.quixo import Quixo

FOLDER = Path(__file__).parent.parent / "data"
KITS = {"quixo": QuixoKit}
"""Games that are no Connect X, by name."""


def file_of(board: str, ending: str = "npz") -> Path:
    """Where a board's network (`npz`) or the log of its training (`csv`) is."""
    return FOLDER / f"alphazero-{board}.{ending}"


def boards() -> list[str]:
    """For which boards there is a network: "5x4", "7x6", "quixo"."""
    return sorted(file.stem.removeprefix("alphazero-") for file in FOLDER.glob("alphazero-*.npz"))


def start_of(board: str, connect: int = 4) -> Connect4:
    """The empty board of that name, such as "7x6"."""
    width, _, height = str(board).partition("x")
    if not (width.isdecimal() and height.isdecimal()):
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
    return weights.read(file_of(board), kit.encoding)


def read(path: Path | str) -> Net:
    """A network that you trained: its file, or the folder of its training, such as "runs/7x6"."""
    file = Path(path)
    if file.is_dir():
        file /= "net.npz"
    name = str(weights.read_arrays(file).get("board", ""))
    cubes = re.fullmatch(r"Quixo (\d+)x\d+, drawn after (\d+) plies without a blank", name)
    if cubes:
        return weights.read(file, QuixoKit(Quixo(*map(int, cubes.groups()))).encoding)
    found = re.fullmatch(r"(\d+)x(\d+), (\d+) in a row( with lines)?", name)
    if not found:
        raise ValueError(f"{file} holds no network for Connect X or Quixo")
    width, height, connect = map(int, found.groups()[:3])
    return weights.read(file, Columns(Connect4(width, height, connect).board, bool(found[4])))
