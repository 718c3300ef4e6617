"""Check that everything the course needs is installed, and say what to do if it is not."""

import importlib
import sys
from collections.abc import Callable

NEEDED = {
    "numpy": "numbers, and seeded dice",
    "numba": "compiled searches",
    "matplotlib": "plots",
    "networkx": "search trees",
    "ipywidgets": "sliders",
    "anywidget": "the board you click",
    "tqdm": "progress bars",
    "threadpoolctl": "training in several processes",
    "jupyterlab": "this notebook",
}


def check(load: Callable[[str], object] = importlib.import_module) -> bool:
    """Print what is installed and what to do about the rest; True if nothing is missing."""
    enough = sys.version_info >= (3, 11)
    print("Python 3.11 or newer:", "yes" if enough else "no")
    problems = [] if enough else ["Install Python 3.11 or newer, and delete the folder .venv."]
    for package, purpose in NEEDED.items():
        try:
            load(package)
        except ImportError as error:
            print(f"{package} ({purpose}): MISSING, {error}")
            problems.append(f"{package} is missing.")
        else:
            print(f"{package} ({purpose}): yes")
    if problems:
        print("\nWhat to do:", *problems, sep="\n- ")
        print("Then, in a terminal in the course's folder: pip install -r requirements.txt")
        print("and here: Kernel > Restart Kernel.")
    else:
        print("Everything is here. Have fun!")
    return not problems
