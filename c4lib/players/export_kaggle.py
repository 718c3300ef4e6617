"""Any player of the course, or a function of your own, as one file for Kaggle's ConnectX.

The file holds the player and the source of those modules of this package that it needs. It runs
with Python 3.11 and NumPy alone; with numba it is faster. `kaggle_agent` keeps the time there.
"""

import argparse
import ast
import base64
import dataclasses
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from c4lib.alphazero.networks import read
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.measure.files import write_whole
from c4lib.players import names
from c4lib.players.agents import AlphaZero, name
from c4lib.players.pack import pack, unpack

ROOT = Path(__file__).parent.parent  # the folder of this package
NEEDED = ("c4lib", "c4lib.players.agents", "c4lib.players.pack", "c4lib.players.kaggle_agent")
"""The modules that every player needs; what they import is added."""
LEFT_OUT = "c4lib.view"  # Kaggle draws the games itself
BOOK = "data/book.npz"
NETWORKS = "data/alphazero-[0-9]*.npz"
LARGEST = 100_000_000  # bytes of the largest file that Kaggle accepts
SECONDS = 1.5  # per move, of the 2 that Kaggle allows
BY_TIME = ("alphazero", "clock", "mcts", "strong mcts")
"""The players whose name may go without a budget: they get seconds per move."""

SUBMISSION = '''"""{name}, for Kaggle's ConnectX: one file that needs Python 3.11 and NumPy."""

PACKAGE = """
{package}
"""
PLAYER = """
{player}
"""


def _load():
    import atexit
    import base64
    import io
    import shutil
    import sys
    import tempfile
    import zipfile

    if tuple(sys.version_info) < (3, 11):
        raise RuntimeError("this player needs Python 3.11 or newer")
    if "c4lib" not in sys.modules:
        folder = tempfile.mkdtemp(prefix="c4lib-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        package = base64.b64decode(PACKAGE)
        zipfile.ZipFile(io.BytesIO(package)).extractall(folder)
        sys.path.insert(0, folder)
    from c4lib.players.kaggle_agent import KaggleAgent
    from c4lib.players.pack import unpack

    return KaggleAgent(unpack(base64.b64decode(PLAYER)))


_AGENTS = []


def agent(observation, configuration):
    """The column to play, counted from 0."""
    if not _AGENTS:
        _AGENTS.append(_load())
    return _AGENTS[0](observation, configuration)
'''
"""The file to submit. Kaggle runs it and takes the last function in it as the player. The first
move unpacks the package into a temporary folder, unless it has been imported already."""


def player_of(recipe: str, seconds: float = SECONDS, net: Path | None = None) -> Agent:
    """The player with a name that `c4lib.players.names.make` knows; "mcts" alone gets `seconds`.

    AlphaZero plays with the course's network, or with one that you trained: `net`.
    """
    player = names.make(f"{recipe} {float(seconds)}" if recipe in BY_TIME else recipe)
    if net is None:
        return player
    if not isinstance(player, AlphaZero):
        raise ValueError(f"only alphazero plays with a network, not {recipe}")
    return dataclasses.replace(player, net=read(net))


def export(player: Agent, file: Path | str, start: Connect4 | None = None) -> Path:
    """Write a submission for Kaggle and return its path.

    A ValueError says why a player cannot be packed, or has no legal move at `start` (the empty
    7x6 board). On boards that it cannot play, `Clock` plays instead.
    """
    path = Path(file)
    if path.suffix != ".py":
        raise ValueError(f"a submission is a Python file, such as submission.py, not {path}")
    text = source(player, start)
    if len(text) > LARGEST:
        raise ValueError(f"{name(player)} takes {len(text):,} bytes; Kaggle allows {LARGEST:,}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    return path


def source(player: Agent, start: Connect4 | None = None) -> str:
    """The submission as text; the same player gives the same text."""
    if not callable(player):
        raise ValueError(f"a player is a function from a state to a move, not {player!r}")
    packed, start = pack(player), start or Connect4()
    try:
        start.play(unpack(packed)(start))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise ValueError(f"{name(player)} cannot play {start!r}: {reason}") from error
    data = [ROOT / BOOK, *(ROOT.glob(NETWORKS) if b"AlphaZero" in packed else [])]
    package = _zipped([*_sources(packed), *data])
    texts = [base64.encodebytes(data).decode().rstrip() for data in (package, packed)]
    return SUBMISSION.format(name=name(player), package=texts[0], player=texts[1])


def _sources(packed: bytes) -> set[Path]:
    """The files of all modules that the packed player needs."""
    missing, found = [*NEEDED, *_named(packed.decode("latin-1"))], set[Path]()
    while missing:
        name = missing.pop()
        file = ROOT.parent.joinpath(*name.split(".")).with_suffix(".py")
        file = file if file.exists() else file.with_suffix("") / "__init__.py"
        if file in found or not file.exists() or name.startswith(LEFT_OUT):
            continue
        found.add(file)
        tree = ast.parse(file.read_text(encoding="utf-8"))
        missing += [name.rpartition(".")[0], *_imports(tree)]
    return found


def _named(text: str) -> Iterator[str]:
    """The modules of this package that a packed player names, also as `c4lib.alphabeta`.

    Behind which module such a name is, the package tells type checkers.
    """
    found = re.findall(r"c4lib(?:\.\w+)*", text)
    for module, imported in re.findall(r"from (c4lib[.\w]*) import (.+)", text):
        found += [f"{module}.{word}" for word in re.findall(r"\w+", imported)]
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    homes = {f"c4lib.{alias.name}": str(node.module) for node in imports for alias in node.names}
    for each in found:
        yield each
        if each in homes:
            yield from (homes[each], f"{homes[each]}.{each.rpartition('.')[2]}")


def _imports(node: ast.AST) -> Iterator[str]:
    """All names of this package that code imports when it runs, at the top or within functions."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith("c4lib"))
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("c4lib"):
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        node = ast.Module(node.orelse, [])
    for child in ast.iter_child_nodes(node):
        yield from _imports(child)


def _zipped(files: Iterable[Path]) -> bytes:
    """The files of the package as a zip file, without their dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(files):
            place = zipfile.ZipInfo(file.relative_to(ROOT.parent).as_posix())
            archive.writestr(place, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m c4lib export`."""
    parser.description = (
        "Write a player of the course into one file that can be submitted to Kaggle's ConnectX. "
        "Functions of your own: c4lib.export(my_agent, file)."
    )
    add = parser.add_argument
    add("--player", default="alphazero",
        help='such as "alphazero", "mcts", "clock", "perfect", or with a budget as in '
        '"alphabeta one 8" (%(default)s)')  # fmt: skip
    add("--seconds", type=float, default=SECONDS,
        help="time per move, for players that go by time (%(default)s)")  # fmt: skip
    add("--net", type=Path, help="play AlphaZero with a network that you trained: runs/7x6")
    add("--out", type=Path, default=Path("submission.py"), help="the file (%(default)s)")


def main(options: argparse.Namespace) -> int:
    """Write a submission for Kaggle."""
    player = player_of(options.player, options.seconds, options.net)
    file = export(player, options.out)
    print(f"{file} is written: {file.stat().st_size:,} bytes. Submit it to Kaggle's ConnectX.")
    return 0
