"""A player as Python source that runs wherever NumPy and this package are available.

The course's players are written as the calls that make them. A function of your own is written
as its source, with everything it uses: your other functions, imports, and values as literals.
"""

import ast
import base64
import inspect
import keyword
import math
import random
import symtable
import sys
import textwrap
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np

from c4lib.game import Agent
from c4lib.players.agents import AlphaZero, name

PLAYER = "__player__"  # the source's name for the player
LONGEST_ARRAY = 1000  # numbers; larger arrays are written in base64
CONSTANTS = (NoneType, bool, int, float, complex, str, bytes, EllipsisType)
BRACKETS: dict[Any, str] = {
    list: "[{}]",
    tuple: "({},)",
    set: "{{{}}}",
    frozenset: "frozenset([{}])",
}


def pack(player: Agent) -> str:
    """The player as source; a ValueError says what cannot be written and what to do about it."""
    writer = _Writer()
    try:
        expression = writer.expression(player)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{name(player)} cannot be written as source: {error}; write it as a function, "
            "def my_agent(state), that uses only functions, numbers and what it imports"
        ) from error
    return "\n".join([*writer.lines, f"{PLAYER} = {expression}", ""])


class _Writer:
    """Writes definitions, each under a name, until everything that a player uses is defined."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}  # what each name stands for

    def bind(self, word: str, thing: Any) -> None:
        """Let a name stand for a thing."""
        if self.names.get(word, thing) is not thing:
            raise ValueError(f"two things are called {word}; rename one of them")
        if word in self.names:
            return
        known = self._known(thing)
        self.names[word] = thing
        if known is not None:
            self.lines.append(f"{word} = {known}")
        elif isinstance(thing, ModuleType):
            if _is_own(thing.__name__):
                raise ValueError(f"{word} is a module of your own: import what you use from it")
            self.lines.append(f"import {thing.__name__} as {word}")
        elif isinstance(thing, FunctionType) and _is_own(thing.__module__):
            self._define(word, thing)
        elif home := _home(thing):
            self.lines.append(f"from {home[0]} import {home[1]} as {word}")
        else:
            try:
                self.lines.append(f"{word} = {self._value(thing)}")
            except ValueError as error:
                raise ValueError(f"{word}: {error}") from error

    def expression(self, thing: Any) -> str:
        """What evaluates to the thing, after the lines."""
        if (known := self._known(thing)) is not None:
            return known
        if not isinstance(thing, ModuleType | FunctionType) and _home(thing) is None:
            return self._value(thing)
        word = self._free(thing.__name__.rpartition(".")[2], thing)
        self.bind(word, thing)
        return word

    def _known(self, thing: Any) -> str | None:
        """A name that a thing already has. Constants are written again instead."""
        if isinstance(thing, CONSTANTS):
            return None
        return next((word for word, other in self.names.items() if other is thing), None)

    def _free(self, word: str, thing: Any) -> str:
        """The name, or one like it that nothing else has."""
        word = word if word.isidentifier() and not keyword.iskeyword(word) else "it"
        seen = getattr(thing, "__globals__", {}).get(word, thing)
        while self.names.get(word, thing) is not thing or seen is not thing:
            word, seen = f"{word}_", thing
        return word

    def _value(self, thing: Any) -> str:
        """A literal, or the call that makes the thing."""
        kind = type(thing)
        if kind is float and not math.isfinite(thing):
            return f"float({str(thing)!r})"
        if kind in CONSTANTS:
            return repr(thing) if kind is not int or abs(thing) < 1 << 64 else hex(thing)
        if kind in BRACKETS:
            parts = [self.expression(each) for each in thing]
            parts = parts if kind in (list, tuple) else sorted(parts)
            return BRACKETS[kind].format(", ".join(parts)) if parts else f"{kind.__name__}()"
        if kind is dict:
            pairs = (f"{self.expression(key)}: {self.expression(thing[key])}" for key in thing)
            return f"{{{', '.join(pairs)}}}"
        if isinstance(thing, np.ndarray | np.generic):
            return self._array(np.asarray(thing)) + ("" if kind is np.ndarray else "[()]")
        if isinstance(thing, np.random.Generator):
            bits = thing.bit_generator
            made = f"{self.expression(np.random.Generator)}({self._call(type(bits))})"
            return self._dice(thing, made, f"bit_generator.state = {self._value(bits.state)}")
        if kind is random.Random:
            state = self._value(thing.getstate())
            return self._dice(thing, self._call(kind), f"setstate({state})")
        if kind is partial:
            return self._call(partial, (thing.func, *thing.args), thing.keywords)
        if isinstance(getattr(thing, "__self__", None), type):  # a method of a class
            return f"{self.expression(thing.__self__)}.{thing.__name__}"
        return self._object(thing)

    def _object(self, thing: Any) -> str:
        """The call that makes an object of this package."""
        kind: Any = type(thing)
        own = thing if isinstance(thing, type) else kind
        if _is_own(own.__module__):
            raise ValueError(f"{own.__name__} is a class of your own")
        if kind.__module__.startswith("c4lib."):
            if kind.__reduce__ is not object.__reduce__:
                return self._call(*thing.__reduce__()[:2])
            return self._call(kind, (), _arguments(thing))
        raise ValueError(f"there is no source for an object of type {kind.__name__}")

    def _call(self, made: Any, arguments: Any = (), named: Any = None) -> str:
        given = [self.expression(each) for each in arguments]
        given += [f"{word}={self.expression(each)}" for word, each in (named or {}).items()]
        return f"{self.expression(made)}({', '.join(given)})"

    def _dice(self, thing: Any, made: str, set_state: str) -> str:
        """A name for a generator of random numbers, which continues where it is."""
        word = self._free("dice", thing)
        self.names[word] = thing
        self.lines += [f"{word} = {made}", f"{word}.{set_state}"]
        return word

    def _array(self, array: np.ndarray[Any, Any]) -> str:
        """An array as numbers, or if it is large as base64; neither needs a pickle."""
        if array.dtype.kind not in "biufcSU":
            raise ValueError(f"there is no source for an array of {array.dtype}")
        numpy, kind = self.expression(np), array.dtype.str
        if array.size <= LONGEST_ARRAY:
            return f"{numpy}.array({self._value(array.tolist())}, {kind!r}).reshape({array.shape})"
        text = base64.encodebytes(array.tobytes()).decode()
        decoded = f'{self.expression(base64)}.b64decode("""\n{text}""")'
        return f"{numpy}.frombuffer({decoded}, {kind!r}).reshape({array.shape}).copy()"

    def _define(self, word: str, function: FunctionType) -> None:
        """Write a function, and then everything that it uses."""
        definition, cells = _definition(function), function.__closure__ or ()
        given, named = function.__defaults__ or (), function.__kwdefaults__ or {}
        inputs, definition.name = definition.args, word
        inputs.defaults = [self._parsed(each) for each in given]
        inputs.kw_defaults = [
            self._parsed(named[each.arg]) if each.arg in named else None
            for each in inputs.kwonlyargs
        ]
        source = ast.unparse(definition)
        try:
            used = set(_globals(symtable.symtable(source, "<player>", "exec")))
        except SyntaxError as error:
            raise ValueError(f"{word} does not stand alone ({error.msg})") from error
        self.lines.append(source)
        enclosed = dict(zip(function.__code__.co_freevars, cells, strict=True))
        for each in sorted(used):
            if each in enclosed:
                self.bind(each, enclosed[each].cell_contents)
            elif each in function.__globals__ and not each.startswith("__"):
                self.bind(each, function.__globals__[each])

    def _parsed(self, thing: Any) -> ast.expr:
        return ast.parse(self.expression(thing), mode="eval").body


def _is_own(module: str | None) -> bool:
    """Whether a module is the reader's own: a notebook, or a file next to it."""
    if module is None or module == "__main__":
        return True
    root = module.partition(".")[0]
    if root == "c4lib" or root in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is not None and not {"site-packages", "dist-packages"} & {*Path(file).parts}


def _home(thing: Any) -> tuple[str, str] | None:
    """Where a function or class that is not the reader's own can be imported from, if anywhere."""
    word, module = getattr(thing, "__name__", None), getattr(thing, "__module__", None)
    module = "numpy" if isinstance(thing, np.ufunc) else module
    if not isinstance(word, str) or not isinstance(module, str) or _is_own(module):
        return None
    for place in (module.partition("._")[0], module):  # numpy.random, rather than its ._pcg64
        if getattr(sys.modules.get(place), word, None) is thing and word.isidentifier():
            return place, word
    return None


def _arguments(thing: Any) -> dict[str, Any]:
    """What an object of the course was made from; a shipped network is found by its board."""
    inputs = inspect.signature(type(thing)).parameters
    values = {word: getattr(thing, word) for word in inputs}
    if isinstance(thing, AlphaZero) and thing.is_shipped:
        values["net"] = None
    return {word: value for word, value in values.items() if value is not inputs[word].default}


def _definition(function: FunctionType) -> ast.FunctionDef:
    """A function's definition, without type hints."""
    code, word = function.__code__, function.__name__
    try:
        if code.co_filename == "<string>":  # of which there may be many
            raise OSError("it was made from text")
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(code))).body
    except (OSError, TypeError, ValueError, SyntaxError) as error:
        raise ValueError(f"the source of {word} cannot be found ({error})") from error
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        raise ValueError(f"{word} is not a plain def: give a lambda a name, and remove decorators")
    inputs = definition.args
    words = [each.arg for each in (*inputs.posonlyargs, *inputs.args, *inputs.kwonlyargs)]
    if (definition.name, *words) != (code.co_name, *code.co_varnames[: len(words)]):
        raise ValueError(f"the source of {word} has changed since it was run; run it again")
    for node in ast.walk(definition):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return definition


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that functions and classes in some code use from outside of it."""
    for inner in table.get_children():
        yield from (each.get_name() for each in inner.get_symbols() if each.is_global())
        yield from _globals(inner)
