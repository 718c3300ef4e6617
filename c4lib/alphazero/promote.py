"""Makes a trained network the shipped one: `python -m c4lib promote runs/7x6`."""

import argparse
from pathlib import Path

from c4lib.alphazero import networks
from c4lib.alphazero.train.files import read_log
from c4lib.measure.files import write_whole


def promote(run: Path, name: str | None = None) -> Path:
    """Ship the network and the log of a training's folder, and return where the network is.

    Both are read and checked first, and then again as they were copied; only then do they
    replace what was shipped. `name` is that of the board, such as "7x6".
    """
    sources = {"npz": run / "net.npz", "csv": run / "log.csv"}
    game, _ = networks.read_game(sources["npz"])
    name = name or networks.name_of(game)
    encoding = networks.kit_of(name).encoding
    networks.read_for(sources["npz"], encoding)
    if not read_log(sources["csv"]):
        raise ValueError(f"the log {sources['csv']} is empty; train the network first")
    targets = [networks.file_of(name, ending) for ending in sources]
    copies = [target.with_name(f"{target.name}.copy") for target in targets]
    for copy, file in zip(copies, sources.values(), strict=True):
        write_whole(copy, file.read_bytes())
    networks.read_for(copies[0], encoding)
    for copy, target in zip(copies, targets, strict=True):
        copy.replace(target)
    networks.load.cache_clear()
    return networks.file_of(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib promote`."""
    parser.description = (
        "Make a trained network the one that comes with c4lib: its network and log replace those "
        "in c4lib/data, after they have been read and checked."
    )
    parser.add_argument("run", type=Path, help="folder of a training, such as runs/7x6")
    parser.add_argument("--name", help='which network it replaces, such as "7x6" (by its board)')


def main(options: argparse.Namespace) -> int:
    """Ship a network."""
    print(f"The network is in {promote(options.run, options.name)}, and its log beside it.")
    return 0
