"""Networks in files: arrays, without a pickle, with a version and a checksum."""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.net import Net
from c4lib.fast.book import DAMAGES

VERSION = 1
"""Which shape of network a file holds. It changes whenever an old file would be misread."""
Array = np.ndarray[Any, Any]


def write(file: Path, net: Net, encoding: Encoding) -> None:
    """Put a network into a file, whole or not at all."""
    told = {"version": np.array(VERSION), "board": np.array(encoding.name)}
    told |= {"power": np.array(net.power)} if net.power != 1 else {}
    write_arrays(file, net.weights | told, compressed=False)  # weights hardly get smaller by it


def write_arrays(file: Path, arrays: Mapping[str, Array], compressed: bool = True) -> None:
    """Put arrays and their checksum into a file, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.new")
    with unfinished.open("wb") as opened:
        named: dict[str, Any] = {**arrays, "check": np.array(checksum(arrays))}
        (np.savez_compressed if compressed else np.savez)(opened, **named)
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.replace(file)


def read(file: Path, encoding: Encoding) -> Net:
    """The network in a file; a ValueError if it is damaged, or for another board or version."""
    arrays = read_arrays(file)
    version, board = (arrays.pop(name, np.array(None)).tolist() for name in ("version", "board"))
    if version != VERSION:
        raise ValueError(
            f"{file.name} holds a network of version {version}, and this package reads version "
            f"{VERSION}; train it anew"
        )
    if board != encoding.name:
        raise ValueError(f"{file.name} holds a network for {board}, not for {encoding.name}")
    net = Net(arrays, int(arrays.pop("power", np.array(1))))
    if "in" not in arrays or arrays["in"].shape[0] != encoding.inputs:
        raise ValueError(f"{file.name} holds no network that fits {encoding.name}")
    return net


def read_arrays(file: Path) -> dict[str, Array]:
    """The arrays in a file; a ValueError if it is damaged."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as data:
            arrays = dict(data)
            check = int(arrays.pop("check"))
    except FileNotFoundError:
        raise ValueError(f"there is no file {file}; train a network first, or name one") from None
    except DAMAGES as error:
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
