"""What the package loads when, and which of its parts may import which."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_games import ROOT, fresh_python

HEAVY = {"numba", "matplotlib", "networkx", "ipywidgets", "anywidget"}

LAYERS = [
    {"game"},
    {"connect4", "result"},
    {"games"},  # some are made of Connect X
    {"search", "heuristics"},
    {"fast"},  # its twins share the readable searches' roots and checks
    {"alphazero"},
    {"players"},
    {"measure"},
    {"exercises", "view"},
    {"c4lib", "agents", "arena", "accuracy", "__main__"},  # the face, and the command line
]
"""The rooms from the bottom up. A module imports from its own room and from those below it.

A module that imports nothing of the package is a leaf: it can close no circle, and any room
may use it, such as `measure.workers`.
"""

PICTURES = "view.boards.svg"
"""May be fetched by a state's `_repr_html_`, when a notebook asks for a picture."""


def part_of(module: str) -> str:
    """The part that a module of ours belongs to: "view" for "view.svg"."""
    parts = [part for layer in LAYERS for part in layer]
    fitting = [part for part in parts if f"{module}.".startswith(f"{part}.")]
    assert fitting, f"{module} is in no layer; add it to LAYERS"
    return max(fitting, key=len)


def level(part: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if part in layer)


def module_name(path: Path, root: Path) -> str:
    """What a file is called within the package; the package itself is "c4lib"."""
    names = path.relative_to(root).with_suffix("").parts
    return ".".join(name for name in names if name != "__init__") or "c4lib"


def our_imports(tree: ast.AST, modules: set[str], package: str) -> Iterator[tuple[str, bool]]:
    """Each module of ours that a file imports, and whether only to draw a state.

    `package` is the one that the file is in, for its relative imports.
    """

    def visit(node: ast.AST, drawing: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.FunctionDef):
            drawing = drawing or node.name == "_repr_html_"
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1]
            source = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            names = [f"{source}.{alias.name}" for alias in node.names]
        else:
            names = []
        for name in names:
            if name.split(".")[0] == "c4lib":
                yield our_module(name, modules), drawing
        for child in ast.iter_child_nodes(node):
            yield from visit(child, drawing)

    return visit(tree, False)


def our_module(name: str, modules: set[str]) -> str:
    """The module behind a full name, whose last word may be something inside the module."""
    short = name.removeprefix("c4lib").removeprefix(".")
    if short in modules:
        return short
    outer = short.rpartition(".")[0]
    return outer if outer in modules else outer or "c4lib"


def violations(root: Path) -> list[str]:
    """All imports below `root` that go the wrong way."""
    files = {module_name(path, root): path for path in root.rglob("*.py")}
    imports = {}
    for module, path in sorted(files.items()):
        outer = [] if module == "c4lib" else module.split(".")
        inner = outer if path.name == "__init__.py" else outer[:-1]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports[module] = list(our_imports(tree, set(files), ".".join(["c4lib", *inner])))

    def allowed(module: str, other: str, drawing: bool) -> bool:
        here, there = part_of(module), part_of(other)
        is_leaf = other in imports and not imports[other] and there != "c4lib"
        below = here == there or level(there) < level(here)
        return below or is_leaf or (drawing and other == PICTURES)

    return [
        f"{module} imports {other}"
        for module, found in imports.items()
        for other, drawing in found
        if not allowed(module, other, drawing)
    ]


def test_the_parts_import_in_one_direction() -> None:
    assert violations(ROOT / "c4lib") == []


@pytest.mark.parametrize(
    ("file", "code", "wrong"),
    [
        ("game.py", "import math", []),
        ("game.py", "import c4lib", ["game imports c4lib"]),
        ("game.py", "from c4lib.connect4 import Connect4", ["game imports connect4"]),
        ("game.py", "from .connect4 import Connect4", ["game imports connect4"]),
        ("game.py", "from c4lib.measure.workers import Processes", []),
        ("games/pig.py", "from ..game import CHANCE", []),
        ("games/pig.py", "from .dice import roll", []),
        ("connect4.py", "import c4lib.view.boards.svg", ["connect4 imports view.boards.svg"]),
        ("connect4.py", "def _repr_html_(self):\n from c4lib.view.boards.svg import image", []),
        ("connect4.py", "def __str__(self):\n from c4lib.view.boards import svg", 1),
        ("connect4.py", "def _repr_html_(self):\n from c4lib.view.plots import counts", 1),
        ("alphazero/net.py", "from c4lib import Connect4", ["alphazero.net imports c4lib"]),
        ("__main__.py", "from c4lib.view.plots import counts", []),
    ],
)
def test_an_import_in_the_wrong_direction_is_noticed(
    tmp_path: Path, file: str, code: str, wrong: list[str] | int
) -> None:
    ours = "from c4lib.game import State"
    present = {"connect4": ours, "game": "", "players/agents": ours, "games/dice": ours}
    present |= {"alphazero/net": ours, "players/arena": ours, "measure/workers": "", "__init__": ""}
    present |= {"view/boards/svg": ours, "view/plots/counts": ours, file: code}
    for name, text in present.items():
        path = (tmp_path / name).with_suffix(".py")
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    found = violations(tmp_path)
    assert len(found) == wrong if isinstance(wrong, int) else found == wrong


def words_of_code(path: Path) -> set[str]:
    """Every name that the code of a file uses, and the modules of ours that it imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    package = f"c4lib.{path.parent.name}".removesuffix(".c4lib")
    modules = {module_name(path, ROOT / "c4lib") for path in (ROOT / "c4lib").rglob("*.py")}
    imported = {module.split(".")[0] for module, _ in our_imports(tree, modules, package)}
    return names | attributes | {f"import {part}" for part in imported}


def defined_in(*paths: Path) -> set[str]:
    """The classes and functions that files define for others."""
    bodies = [ast.parse(path.read_text(encoding="utf-8")).body for path in paths]
    kinds = (ast.ClassDef, ast.FunctionDef)
    named = {node.name for body in bodies for node in body if isinstance(node, kinds)}
    return {name for name in named if not name.startswith("_")}


GAMES = [ROOT / "c4lib" / "connect4.py", *(ROOT / "c4lib" / "games").glob("*.py")]
SEARCHES = [
    *(ROOT / "c4lib" / "search").glob("*.py"),
    *(ROOT / "c4lib" / "alphazero" / f"{name}.py" for name in ("puct", "search_numpy")),
]


@pytest.mark.parametrize("path", SEARCHES, ids=lambda path: path.name)
def test_no_search_names_a_game(path: Path) -> None:
    games = {name for name in defined_in(*GAMES) if name[0].isupper()}
    assert {"Connect4", "TicTacToe", "Pig", "Trio"} <= games
    words = words_of_code(path)
    assert not words & {"import games", "import connect4", *games}


def test_a_public_class_name_has_one_meaning() -> None:
    names = [n for p in (ROOT / "c4lib").rglob("*.py") for n in defined_in(p) if n[0].isupper()]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def loaded_by(code: str) -> set[str]:
    """The packages that are loaded after a fresh interpreter has run `code`."""
    run = fresh_python(f"import sys\n{code}\nprint('\\n', *sys.modules)")
    run.check_returncode()
    return {name.split(".")[0] for name in run.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize(
    "code", ["import c4lib", "import c4lib.__main__ as c; c.main(['play', '--x', 'oneply'])"]
)
def test_neither_the_package_nor_a_game_in_the_terminal_loads_anything_heavy(code: str) -> None:
    loaded = loaded_by(code)
    assert "c4lib" in loaded
    assert not loaded & HEAVY
