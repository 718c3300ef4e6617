"""Any player of the course, or a function of your own, as one file for Kaggle's ConnectX.

The file holds the player, and the source of what it needs of this package. Beside that it needs
Python 3.11 and NumPy; with numba it is quicker. See `c4lib.world.seat` for how it keeps time.
"""

import ast
import base64
import copy
import dataclasses
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from c4lib import players
from c4lib.agents import AlphaZero, name
from c4lib.alphazero.shipped import read
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.measured import replace
from c4lib.world import submission
from c4lib.world.luggage import pack, unpack

PACKAGE = Path(__file__).parent.parent
NEEDED = ("c4lib", "c4lib.agents", "c4lib.world.luggage", "c4lib.world.seat")
"""The modules that every player needs; those that they import come along."""
LEFT_OUT = "c4lib.view"
"""Nobody looks at pictures there."""
BOOK = "fast/book.npz"
NETWORKS = "data/alphazero-[0-9]*.npz"
LARGEST = 100_000_000
"""How many bytes Kaggle takes."""
SECONDS = 1.5
"""For a move, of the 2 that Kaggle gives."""
BY_TIME = ("alphazero", "clock", "mcts", "strong mcts")
"""The players that can be given a time for each move."""
WIDTH = 120
"""How many letters there are in a line."""
BEGINS = "# ---- a submission begins here"


def player_of(recipe: str, seconds: float = SECONDS, net: Path | None = None) -> Agent:
    """The player of that name, as `c4lib.players.make` knows them; "mcts" alone gets seconds.

    AlphaZero plays with the network that comes with the course, or with one that you trained.
    """
    player = players.make(f"{recipe} {float(seconds)}" if recipe in BY_TIME else recipe)
    if net is None:
        return player
    if not isinstance(player, AlphaZero):
        raise ValueError(f"only alphazero plays with a network, not {recipe}")
    return dataclasses.replace(player, net=read(net))


def export(player: Agent, file: Path | str, start: Connect4 | None = None) -> Path:
    """Write a submission for Kaggle and return its place.

    The player must have a move at `start` (the empty 7x6 board): what cannot be played there
    or cannot be packed raises a ValueError that says why. On boards of other sizes that it does
    not know, the clock player sits in.
    """
    path = Path(file)
    if path.suffix != ".py":
        raise ValueError(f"a submission is a Python file, such as submission.py, not {path}")
    text = source(player, start)
    if len(text) > LARGEST:
        raise ValueError(f"{name(player)} takes {len(text):,} bytes; Kaggle takes {LARGEST:,}")
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, text)
    return path


def source(player: Agent, start: Connect4 | None = None) -> str:
    """The submission as text; the same player gives the same text."""
    if not callable(player):
        raise ValueError(f"a player is a function from a state to a move, not {player!r}")
    packed = pack(player)
    _try_out(unpack(packed), start or Connect4())
    files = {BOOK: True, NETWORKS: b"AlphaZero" in packed}
    data = [file for pattern, wanted in files.items() if wanted for file in PACKAGE.glob(pattern)]
    about = f"{name(player)}, for Kaggle's ConnectX: one file that needs Python 3.11 and NumPy."
    code = Path(submission.__file__).read_text(encoding="utf-8")
    code = code[code.index("\n", code.index(BEGINS)) + 1 :]
    return "\n".join(
        [
            f'"""{about}"""\n',
            f'PACKAGE = """\n{_as_text(_zipped([*_sources(packed), *data]))}\n"""',
            f'PLAYER = """\n{_as_text(packed)}\n"""\n\n',
            re.sub("  # type: ignore.*", "", code),
        ]
    )


def _try_out(player: Agent, start: Connect4) -> None:
    """Complain about a player that has no move."""
    try:
        start.play(copy.deepcopy(player)(start))
    except Exception as error:
        raise ValueError(
            f"{name(player)} cannot play {start!r}: {type(error).__name__}: {error}"
        ) from error


def _sources(packed: bytes) -> set[Path]:
    """The files of all modules that the packed player needs."""
    named = {name.decode() for name in re.findall(rb"c4lib(?:\.\w+)*", packed)}
    missing, found = [*NEEDED, *named], set[Path]()
    while missing:
        name = missing.pop()
        file = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
        file = file if file.exists() else file.with_suffix("") / "__init__.py"
        if file in found or not file.exists() or name.startswith(LEFT_OUT):
            continue
        found.add(file)
        missing += [name.rpartition(".")[0], *_imports(file)]
    return found


def _imports(file: Path) -> Iterator[str]:
    """All names of ours that a file imports, wherever it does so."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("c4lib"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("c4lib"):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _zipped(files: Iterable[Path]) -> bytes:
    """The files of the package as a zip file, without their dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(files):
            place = zipfile.ZipInfo(file.relative_to(PACKAGE.parent).as_posix())
            archive.writestr(place, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _as_text(data: bytes) -> str:
    """Bytes as lines of letters, digits and signs, but no quotes."""
    text = base64.b64encode(data).decode()
    return "\n".join(text[place : place + WIDTH] for place in range(0, len(text), WIDTH))
