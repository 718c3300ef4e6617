"""The networks that come with the course, and how they learnt; and those that you trained."""

import re
from functools import cache
from pathlib import Path

from c4lib.alphazero import weights
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.connect4 import Connect4

FOLDER = Path(__file__).parent.parent / "data"


def file_of(board: str, ending: str = "npz") -> Path:
    """Where a board's network (`npz`) or the log of its training (`csv`) is."""
    return FOLDER / f"alphazero-{board}.{ending}"


def boards() -> list[str]:
    """For which boards there is a network: "5x4", "7x6"."""
    return sorted(file.stem.removeprefix("alphazero-") for file in FOLDER.glob("alphazero-*.npz"))


def start_of(board: str, connect: int = 4) -> Connect4:
    """The empty board of that name, such as "7x6"."""
    width, _, height = str(board).partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise ValueError(f'a board is named by width and height, such as "7x6", not {board!r}')
    return Connect4(int(width), int(height), connect)


@cache
def load(board: str = "7x6") -> Net:
    """The network for a board, connect 4."""
    start = start_of(board)
    if not file_of(board).exists():
        raise ValueError(
            f"there is no network for {board}, only for {', '.join(boards()) or 'none yet'}; "
            f"train one: python -m c4lib train --board {board}"
        )
    return weights.read(file_of(board), Columns(start.board))


def read(path: Path | str) -> Net:
    """A network that you trained: its file, or the folder of its training, such as "runs/7x6"."""
    file = Path(path)
    if file.is_dir():
        file /= "net.npz"
    name = str(weights.read_arrays(file).get("board", ""))
    found = re.fullmatch(r"(\d+)x(\d+), (\d+) in a row( with threats)?", name)
    if not found:
        raise ValueError(f"{file} holds no network for Connect X")
    width, height, connect = map(int, found.groups()[:3])
    return weights.read(file, Columns(Connect4(width, height, connect).board, bool(found[4])))
