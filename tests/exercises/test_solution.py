import ast
import builtins
import json
import math

import numpy as np
import pytest
from store_notebooks import NOTEBOOKS

from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.exercises.catalogue import all_tasks, tasks
from c4lib.exercises.solution import without_annotations

pytestmark = pytest.mark.usefixtures("progress_file")


def imports_before(task):
    """The import statements of the lesson's notebook, down to the exercise's own cell."""
    (path,) = NOTEBOOKS.glob(f"{task.lesson:02}_*.ipynb")
    found = []
    for cell in json.loads(path.read_text())["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and not text.startswith("%"):
            found += [node for node in ast.parse(text).body if hasattr(node, "names")]
        if f'exercise("{task.number}")' in text:
            break
    return found


def names_for(task, code):
    """What the code needs and a reader has: imports, and the answers to earlier exercises."""
    earlier = {other.name: other.reference for other in tasks(task.lesson) if other is not task}
    names = {"np": np, "math": math, "Connect4": Connect4, **earlier}
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    for statement in imports_before(task):
        if any((name.asname or name.name) in used for name in statement.names):
            exec(ast.unparse(statement), names)
    return {name: value for name, value in names.items() if name in used | {"__builtins__"}}


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.number)
def test_a_solution_has_no_annotations_and_runs_with_what_the_lesson_imports(task):
    code = exercise(task.number).solution().code
    for node in ast.walk(ast.parse(code)):
        assert not isinstance(node, ast.AnnAssign)
        assert getattr(node, "annotation", None) is None
        assert getattr(node, "returns", None) is None
    names = names_for(task, code) | {"__builtins__": builtins}
    exec(code, names)
    function = names[task.name]
    answer = function(*task.cases[0]) if task.is_value else function
    assert exercise(task.number).check(answer).is_right


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a: int, b: str = 'x') -> None: pass", "def f(a, b='x'): pass"),
        ("def f(*a: int, k: int = 3, **b: str): pass", "def f(*a, k=3, **b): pass"),
        ("def f(a, b=2, /, *, c): pass", "def f(a, b=2, /, *, c): pass"),
        ("x: dict[str, int] = {}  # kept", "x = {}  # kept"),
        ("def f():\n    x: int\n    x = 1", "def f():\n    pass\n    x = 1"),
        ("é = '→'; x: int = 1; y: int = 2", "é = '→'; x = 1; y = 2"),
        ("def f(\n    a: int,\n    b: int,\n) -> int:\n    return a", "def f(a, b):\n    return a"),
        (
            "def f(\n    a: int,  # first\n    b: int,\n):\n    return a",
            "def f(\n    a,  # first\n    b,\n):\n    return a",
        ),
        (
            "def f():\n    def g(a: int = (1 + 2)) -> int:\n        return a\n    return g",
            "def f():\n    def g(a=(1 + 2)):\n        return a\n    return g",
        ),
    ],
)
def test_only_annotations_are_removed(before, after):
    assert without_annotations(before) == after


def test_parameters_stay_on_their_lines_where_one_line_would_be_too_long():
    names = [f"parameter_number_{number}" for number in range(6)]
    before = "def f(\n" + "".join(f"    {name}: int,\n" for name in names) + "):\n    return 1"
    assert without_annotations(before) == before.replace(": int", "")
