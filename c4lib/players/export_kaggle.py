"""Any player of the course, or a function of your own, as one file for Kaggle's ConnectX.

The file holds the source of the player and of those modules of this package that it needs. It runs
with Python 3.11 and NumPy alone; with numba it is faster. `kaggle_agent` keeps the time there.
"""

import argparse
import ast
import base64
import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from c4lib.alphazero.kits import BARE
from c4lib.alphazero.networks import read
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.measure.files import write_whole
from c4lib.measure.lazy_names import offered
from c4lib.players import names
from c4lib.players.agents import AlphaZero, name
from c4lib.players.legible import one_line
from c4lib.players.pack import PLAYER, pack
from c4lib.search.common import check_number

ROOT = Path(__file__).parent.parent  # the folder of this package
NEEDED = ("c4lib", "c4lib.players.kaggle_agent")
"""The modules that every player needs; what they import is added."""
LEFT_OUT = "c4lib.view"  # Kaggle draws the games itself
ALWAYS = ("data/book.npz", "data/judge.npz")  # the solver and the clock player read them
NETWORKS = "data/alphazero-[0-9]*.npz"
LONGEST_REASON = 300  # characters of a failed submission's error
LARGEST = 100_000_000  # bytes of the largest file that Kaggle accepts
SECONDS = 1.5  # per move, of the 2 that Kaggle allows
BY_TIME = ("alphazero", "bare alphazero", "clock", "mcts", "strong mcts")
"""The players whose names may omit a budget: they get seconds per move."""

SUBMISSION = '''"""A player for Kaggle's ConnectX: one file that needs Python 3.11 and NumPy.

It holds the source of the player and of those modules of the package c4lib that it needs, as text,
and the opening book, the clock player's judge and networks as NumPy's own files (without pickles),
in base64. The first move writes the package into a temporary folder, unless it has been imported
already.
"""

NAME = {name!a}

PLAYER = {player}

MODULES = {{
{modules}}}

DATA = {{
{data}}}


def _load():
    import atexit
    import base64
    import importlib
    import pathlib
    import shutil
    import sys
    import tempfile

    if tuple(sys.version_info) < (3, 11):
        raise RuntimeError("this player needs Python 3.11 or newer")
    loaded = sys.modules.get("c4lib")
    if loaded:
        folder = pathlib.Path(loaded.__file__).parents[1]
    else:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="c4lib-submission-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        sys.path.insert(0, str(folder))
    if folder.name.startswith("c4lib-submission-"):  # by this file or another one
        files = {{name: text.encode() for name, text in MODULES.items()}}
        files.update((name, base64.b64decode(text)) for name, text in DATA.items())
        for name, content in files.items():
            if not (folder / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
        importlib.invalidate_caches()
    from c4lib.players.kaggle_agent import KaggleAgent

    space = {{"__name__": "player"}}
    exec(compile(PLAYER, "<player>", "exec"), space)
    return KaggleAgent(space["{variable}"])


_AGENTS = []


def agent(observation, configuration):
    """The column to play, counted from 0."""
    if not _AGENTS:
        _AGENTS.append(_load())
    return _AGENTS[0](observation, configuration)
'''
"""The file to submit. Kaggle runs it and takes the last function in it as the player."""

PLAYED = "A move was played.\n"  # and the process did not end before
TRIAL = f"""
import sys

sys.meta_path[:] = [each for each in sys.meta_path if each.__module__.startswith("_frozen_")]
with open(sys.argv[1], encoding="utf-8") as file:
    exec(file.read(), space := {{}})
player = space["_load"]().player
from c4lib.connect4 import Connect4
start = eval(sys.argv[2])
start.play(player(start))
print({PLAYED!r}, end="")
"""
"""Plays a move with a submission, in a process that knows nothing about this package."""
TRIALS = (("1", 20.0), ("0", 300.0))
"""Seconds for that: first without the compiler, which is slow, and then with it if necessary."""


def player_of(recipe: str, seconds: float = SECONDS, net: Path | None = None) -> Agent:
    """The player with a name that `c4lib.players.names.make` knows; "mcts" alone gets `seconds`.

    AlphaZero plays with the course's network, or with one that you trained: `net`.
    """
    check_number("seconds", seconds, low=0.001)
    player = names.make(f"{recipe} {float(seconds)}" if recipe in BY_TIME else recipe)
    if net is None:
        return player
    if not isinstance(player, AlphaZero):
        raise ValueError(f"only alphazero plays with a network, not {recipe}")
    return dataclasses.replace(player, net=read(net))


def export(player: Agent, file: Path | str, start: Connect4 | None = None) -> Path:
    """Write a submission for Kaggle and return its path.

    It is tried first: a ValueError says why a player cannot be written as source, or has no legal
    move at `start` (the empty 7x6 board) in a process that has nothing but the file. On boards
    that it cannot play, `Clock` plays instead.
    """
    path = Path(file)
    if path.suffix != ".py":
        raise ValueError(f"a submission is a Python file, such as submission.py, not {path}")
    text = source(player)
    if len(text) > LARGEST:
        raise ValueError(f"{name(player)} takes {len(text):,} bytes; Kaggle allows {LARGEST:,}")
    _try(text, name(player), Connect4() if start is None else start)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    return path


def _try(text: str, called: str, start: Connect4) -> None:
    """Raise ValueError unless a submission plays a legal move in an empty environment."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (file := Path(folder) / "submission.py").write_text(text, encoding="utf-8")
        (empty := Path(folder) / "empty").mkdir()
        command = [sys.executable, "-I", "-c", TRIAL, str(file), repr(start)]
        inside = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)}
        for is_slow, seconds in TRIALS:
            try:
                run = subprocess.run(
                    command, cwd=empty, env={**inside, "NUMBA_DISABLE_JIT": is_slow},
                    stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                    timeout=seconds,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                reason = f"there was no answer within {seconds:g} s"
                continue
            if run.stdout.endswith(PLAYED):
                return
            said = run.stderr.strip() or f"it ended with exit code {run.returncode}"
            reason = one_line(said.splitlines()[-1], LONGEST_REASON)
            if "numba" not in said:
                break
    raise ValueError(f"{called} cannot play {start!r} from its file alone: {reason}")


def source(player: Agent) -> str:
    """The submission as text; the same player gives the same text."""
    if not callable(player):
        raise ValueError(f"a player is a function from a state to a move, not {player!r}")
    packed = pack(player)
    data = [ROOT / file for file in ALWAYS]
    networks = ROOT.glob(NETWORKS) if "AlphaZero" in packed else []
    data += [file for file in networks if BARE in packed or not file.stem.endswith(BARE)]
    modules = {_place(file): file.read_text(encoding="utf-8") for file in _sources(packed)}
    binary = {_place(file): base64.encodebytes(file.read_bytes()).decode() for file in data}
    return SUBMISSION.format(
        name=name(player), player=_literal(packed), variable=PLAYER, modules=_entries(modules),
        data=_entries(binary),
    )  # fmt: skip


def _place(file: Path) -> str:
    return file.relative_to(ROOT.parent).as_posix()


def _entries(texts: Mapping[str, str]) -> str:
    """Entries of a dictionary from places to texts."""
    return "".join(f'"{place}": {_literal(texts[place])},\n' for place in sorted(texts))


def _literal(text: str) -> str:
    """A text that ends with a line as a Python literal that can be read as it is."""
    escaped = text.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    return f"'''\\\n{escaped}'''"


def _sources(packed: str) -> set[Path]:
    """The files of all modules that the packed player needs.

    The imports for type checkers say which module defines a name such as `c4lib.alphabeta`.
    """
    homes = {f"c4lib.{word}": home for word, (home, _) in offered("c4lib").items()}
    named = re.findall(r"c4lib[.\w]*", packed)
    missing, found = [*NEEDED, *named, *_imports(ast.parse(packed))], set[Path]()
    while missing:
        name = missing.pop()
        if homes.get(name, "c4lib") != "c4lib":
            missing += [homes[name], f"{homes[name]}.{name.rpartition('.')[2]}"]
        file = ROOT.parent.joinpath(*name.split(".")).with_suffix(".py")
        file = file if file.exists() else file.with_suffix("") / "__init__.py"
        if file in found or not file.exists() or name.startswith(LEFT_OUT):
            continue
        found.add(file)
        tree = ast.parse(file.read_text(encoding="utf-8"))
        missing += [name.rpartition(".")[0], *_imports(tree)]
    return found


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
