"""What holds for every notebook as it is committed; nbval runs them beside this."""

import json
import re
from pathlib import Path

import pytest
from store_notebooks import NOTEBOOKS, WIDGET_VIEW

from c4lib.exercises.catalogue import all_tasks

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
LONGEST_CELL = 30  # lines


def cells(path: Path, kind: str) -> list[dict]:
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == kind]


def source(cell: dict) -> str:
    return "".join(cell["source"])


def outputs(path: Path) -> list[dict]:
    return [output for cell in cells(path, "code") for output in cell["outputs"]]


@pytest.fixture(params=PATHS, ids=lambda path: path.name)
def path(request):
    return request.param


def test_it_was_run_from_top_to_bottom_in_a_fresh_kernel(path):
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1)), "run `make notebooks`"


def test_it_shows_no_error(path):
    assert not [output for output in outputs(path) if output["output_type"] == "error"]


def test_it_shows_pictures_instead_of_widgets_that_need_a_kernel(path):
    views = [output for output in outputs(path) if WIDGET_VIEW in output.get("data", {})]
    assert not views, "a stored widget shows an error without its kernel: run `make notebooks`"
    assert "widgets" not in json.loads(path.read_text())["metadata"], "run `make notebooks`"


def test_its_pictures_survive_where_it_is_not_trusted_and_have_alternative_text(path):
    for output in outputs(path):
        assert "image/svg+xml" not in output.get("data", {})
        html = "".join(output.get("data", {}).get("text/html", ""))
        assert "<svg" not in html
        assert "<script" not in html
        assert all(re.search(r'alt="[^"]{10,}"', image) for image in re.findall("<img[^>]*", html))


def test_it_has_one_title(path):
    titles = [
        line
        for cell in cells(path, "markdown")
        for line in source(cell).splitlines()
        if line.startswith("# ")
    ]
    assert len(titles) == 1


def test_its_cells_are_short(path):
    assert max(len(source(cell).splitlines()) for cell in cells(path, "code")) <= LONGEST_CELL


def test_only_a_few_cells_are_left_out_of_the_comparison(path):
    code = [source(cell) for cell in cells(path, "code")]
    assert not [text for text in code if "NBVAL_SKIP" in text or "nbval-skip" in text]
    assert sum("NBVAL_IGNORE_OUTPUT" in text for text in code) <= max(1, len(code) // 10)


def test_its_links_to_other_lessons_lead_somewhere(path):
    for cell in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^):#]+)\)", source(cell)):
            assert (path.parent / target).exists(), target


def test_it_holds_no_path_of_the_machine_it_was_run_on(path):
    assert str(Path.home()) not in path.read_text()
    assert str(NOTEBOOKS.parent) not in path.read_text()


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.number)
def test_every_exercise_stands_in_its_lesson_with_an_untouched_starter(task):
    (lesson,) = NOTEBOOKS.glob(f"{task.lesson:02}_*.ipynb")
    given = re.compile(rf'(?<!play\()exercise\("{re.escape(task.number)}"\)')
    asked = [cell for cell in cells(lesson, "code") if given.search(source(cell))]
    assert len(asked) == 1
    if not task.is_value:
        assert f"def {task.signature()}:" in source(asked[0])
    shown = "".join(asked[0]["outputs"][-1]["data"]["text/plain"])
    assert "not attempted yet" in shown
