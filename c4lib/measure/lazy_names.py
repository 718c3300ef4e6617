"""Names that a package offers and loads when they are first used, so that importing it is cheap."""

import ast
from collections.abc import Callable
from importlib import import_module
from pkgutil import get_data
from typing import Any


def offered(package: str) -> dict[str, tuple[str, str]]:
    """The names that a package offers, each with its module and what it is called there.

    They are what it imports below `if TYPE_CHECKING:`, so that there is one list for type checkers
    and readers.
    """
    tree = ast.parse(get_data(package, "__init__.py") or b"")  # from a zip file, too
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def lazy_names(package: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """The `__all__`, `__getattr__` and `__dir__` of a package that offers names."""
    homes = offered(package)
    names = sorted(homes)

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r}; dir({package}) lists what it offers")
        module, inside = homes[name]
        found = vars(import_module(module))
        return found[inside] if inside in found else import_module(f"{module}.{inside}")

    return names, load, lambda: names
