"""What the package and its rooms offer to lessons."""

import ast
import importlib
from pathlib import Path
from zipfile import ZipFile

import nbformat
import pytest
from random_games import ROOT, fresh_python

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LONGEST = 8
"""Lines that a lesson's first code cell may have."""

faces = pytest.mark.parametrize("package", ["c4lib", "c4lib.view"])


def promised(package: str) -> set[tuple[str, str]]:
    """The names that a face's imports give to type checkers, and where each comes from."""
    tree = ast.parse(Path(importlib.import_module(package).__file__ or "").read_text("utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    return {
        (alias.asname or alias.name, f"{node.module}.{alias.name}")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def found_at(place: str) -> object:
    """What stands at a dotted name: a module, or something in one."""
    home, _, name = place.rpartition(".")
    module = importlib.import_module(home)
    return getattr(module, name) if hasattr(module, name) else importlib.import_module(place)


@faces
def test_a_face_offers_what_it_promises_to_type_checkers(package: str) -> None:
    face = importlib.import_module(package)
    assert dir(face) == face.__all__ == sorted(name for name, _ in promised(package))
    for name, place in promised(package):
        assert getattr(face, name) is found_at(place), name


def test_all_rooms_can_be_entered_from_the_face() -> None:
    rooms = {path.parent.name for path in (ROOT / "c4lib").glob("*/__init__.py")}
    assert len(rooms) == 9
    assert rooms <= set(dir(importlib.import_module("c4lib")))


def test_a_zipped_package_offers_the_same(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "zipped.zip", "w") as zipped:
        for path in (ROOT / "c4lib").rglob("*.py"):
            zipped.write(path, path.relative_to(ROOT))
    find = f"import sys; sys.path.insert(0, {str(tmp_path / 'zipped.zip')!r})"
    run = fresh_python(f"{find}; import c4lib; print(c4lib.players.__file__, *dir(c4lib))")
    file, *names = run.stdout.split()
    assert "zipped.zip" in file
    assert names == dir(importlib.import_module("c4lib"))


@faces
def test_a_name_that_is_not_there_is_answered_with_where_to_look(package: str) -> None:
    with pytest.raises(AttributeError, match=rf"no 'alphabetta'; dir\({package}\) lists"):
        importlib.import_module(package).alphabetta  # noqa: B018


def test_the_top_of_the_package_stays_small() -> None:
    top = list((ROOT / "c4lib").iterdir())
    assert len([path for path in top if path.suffix == ".py"]) <= 8
    folders = [path for path in top if path.is_dir() and path.name != "__pycache__"]
    assert len(folders) <= 11


def test_names_that_readers_know_stay() -> None:
    code = """
from c4lib.agents import Random, OnePly, Minimax, AlphaBeta, Clock, MCTS, AlphaZero, Perfect
from c4lib.arena import match
from c4lib.accuracy import accuracy, positions
from c4lib.search import minimax, alphabeta, deepen, expectimax, maxn, mcts
from c4lib.fast import Solver, solve, analyze, minimax, alphabeta, mcts
"""
    fresh_python(code).check_returncode()


def imports_of(code: str) -> list[str]:
    """The modules of ours that a cell imports from."""
    tree = ast.parse(code)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import)]
    names = [getattr(node, "module", None) or node.names[0].name for node in nodes]
    return [name for name in names if name.split(".")[0] == "c4lib"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lesson_imports_little_at_first_and_nothing_from_deep_inside(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert len([line for line in code[0].splitlines() if line.strip()]) <= LONGEST
    assert not [name for cell in code for name in imports_of(cell) if name.count(".") > 1]
