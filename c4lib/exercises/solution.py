"""A solution's code as it is shown: without type annotations, so that it needs no imports."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from textwrap import dedent
from types import ModuleType
from typing import Any

WIDTH = 88
"""The longest line when a function's parameters are joined on one line again."""

Edit = tuple[int, int, bytes]
"""The beginning and end of a piece of source, and its replacement."""


def solution_code(function: Callable[..., Any]) -> str:
    """The function's source without annotations; comments and layout stay."""
    return without_annotations(dedent(inspect.getsource(function))).rstrip()


def module_code(module: ModuleType) -> str:
    """The source of a module without its docstring and annotations."""
    source = re.sub(r'^""".*?"""\s*', "", inspect.getsource(module))
    source = re.sub(r"  # type: ignore.*|from typing .*\n", "", source)
    return without_annotations(source).rstrip()


def without_annotations(source: str) -> str:
    """The source without the annotations of parameters, results and variables.

    >>> print(without_annotations("def half(n: int, by: float = 2) -> float: return n / by"))
    def half(n, by=2): return n / by
    """
    return _edited(_edited(source, _removals), _joined_headers)


class _Text:
    """Source code as bytes, which is how `ast` counts columns."""

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def begin(self, node: Any) -> int:
        return int(self.starts[node.lineno - 1] + node.col_offset)

    def end(self, node: Any) -> int:
        return int(self.starts[node.end_lineno - 1] + node.end_col_offset)


def _edited(source: str, find: Callable[[ast.AST, _Text], Iterator[Edit]]) -> str:
    """The source with the edits found at each of its nodes; they must not overlap."""
    text = _Text(source)
    edits = [edit for node in ast.walk(ast.parse(source)) for edit in find(node, text)]
    data = text.data
    for begin, end, new in sorted(edits, reverse=True):
        data = data[:begin] + new + data[end:]
    return data.decode()


def _removals(node: ast.AST, text: _Text) -> Iterator[Edit]:
    """The edits that remove the annotations at a node."""
    if isinstance(node, ast.FunctionDef):
        yield from _parameters(node.args, text)
        if node.returns is not None:
            arrow = text.data.rindex(b"->", 0, text.begin(node.returns))
            yield len(text.data[:arrow].rstrip()), text.end(node.returns), b""
    elif isinstance(node, ast.AnnAssign):
        if node.value is None:  # only a declaration
            yield text.begin(node), text.end(node), b"pass"
        else:
            yield text.end(node.target), text.end(node.annotation), b""


def _parameters(arguments: ast.arguments, text: _Text) -> Iterator[Edit]:
    """The edits that turn each `name: type = default` into `name=default`."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: dict[ast.arg, ast.expr | None] = {
        **dict(zip(reversed(positional), reversed(arguments.defaults), strict=False)),
        **dict(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)),
    }
    starred = filter(None, (arguments.vararg, arguments.kwarg))
    for argument in (*positional, *arguments.kwonlyargs, *starred):
        if argument.annotation is not None:
            begin, end = text.begin(argument), text.end(argument.annotation)
            equals = re.match(rb"\s*=\s*", text.data[end:]) if defaults.get(argument) else None
            end += equals.end() if equals else 0
            yield begin + len(argument.arg.encode()), end, b"=" if equals else b""


def _joined_headers(node: ast.AST, text: _Text) -> Iterator[Edit]:
    """The edit that joins a function's parameters on one line, if they now fit."""
    if not isinstance(node, ast.FunctionDef):
        return
    begin, end = text.begin(node), text.begin(node.body[0])
    signature, colon, rest = text.data[begin:end].rpartition(b":")
    joined = re.sub(rb",?\s*\n\s*\)", b")", signature)
    joined = re.sub(rb"\(\s*\n\s*", b"(", joined)
    joined = re.sub(rb"\s*\n\s*", b" ", joined)
    if b"#" not in text.data[begin:end] and node.col_offset + len(joined) < WIDTH:
        yield begin, end, joined + colon + rest
