"""Run notebooks from top to bottom and store them as they are committed: `make notebooks`.

A widget's own view is taken out of the stored outputs, so that a page without a kernel
shows the picture beside it instead of an error.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def store(path: Path) -> None:
    """Run one notebook in a fresh kernel and write it back with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": path.parent}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    nbformat.write(notebook, path)
    print("stored", path.name)


if __name__ == "__main__":
    # As a new reader sees it: nobody's progress but an empty one is shown.
    os.environ["C4LIB_PROGRESS"] = str(Path(tempfile.mkdtemp()) / "progress.jsonl")
    for path in map(Path, sys.argv[1:] or sorted(NOTEBOOKS.glob("*.ipynb"))):
        store(path)
