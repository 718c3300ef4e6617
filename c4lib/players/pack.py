"""A player as bytes that can be unpacked wherever NumPy and this package's source are available.

The course's players are packed as the arguments they were made from. A function of your own is
packed as its source, with everything it uses: your other functions, modules and values.
"""

import ast
import importlib
import inspect
import io
import pickle
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from c4lib.game import Agent
from c4lib.players.agents import AlphaZero


def pack(player: Agent) -> bytes:
    """The player as bytes; a ValueError says what cannot be packed and what to do about it."""
    packed = io.BytesIO()
    try:
        _Packer(packed, protocol=4).dump(player)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{player!r} cannot be packed: {error}; write it as a function, def my_agent(state), "
            "that uses only functions, numbers and what it imports"
        ) from error
    return packed.getvalue()


def unpack(packed: bytes) -> Agent:
    """The packed player as if newly made, without memory of earlier positions."""
    player: Agent = pickle.loads(packed)
    return player


class _Packer(pickle.Pickler):
    """Knows how to pack players, functions and modules."""

    def reducer_override(self, thing: Any) -> Any:
        """How to rebuild `thing`, where pickle's usual way will not do."""
        if isinstance(thing, ModuleType):
            return importlib.import_module, (thing.__name__,)
        if isinstance(thing, FunctionType) and _is_own(thing.__module__):
            values = _used_by(thing), thing.__defaults__, thing.__kwdefaults__
            return _function, (_source(thing), thing.__name__), values, None, None, _complete
        if isinstance(thing, type) and _is_own(thing.__module__):
            raise pickle.PicklingError(f"{thing.__name__} is a class of your own")
        if is_dataclass(thing) and not isinstance(thing, type):
            return partial(type(thing), **_arguments(thing)), ()
        return NotImplemented


def _is_own(module: str | None) -> bool:
    """Whether a module is the reader's own: a notebook, or a file next to it."""
    if module is None or module == "__main__":
        return True
    root = module.partition(".")[0]
    if root == "c4lib" or root in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is not None and "site-packages" not in file


def _arguments(player: Any) -> dict[str, Any]:
    """What a player of the course was made from; a shipped network is found by its board."""
    arguments = {each.name: getattr(player, each.name) for each in fields(player) if each.init}
    if isinstance(player, AlphaZero) and player.is_shipped:
        arguments["net"] = None
    return arguments


def _source(function: FunctionType) -> str:
    """A function's source without type hints; its defaults are packed as values."""
    name = function.__name__
    try:
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, SyntaxError) as error:
        raise pickle.PicklingError(f"the source of {name} cannot be found ({error})") from error
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        raise pickle.PicklingError(
            f"{name} is not a plain def: give a lambda a name, and remove decorators"
        )
    definition.returns = None
    inputs = definition.args
    extra = [each for each in (inputs.vararg, inputs.kwarg) if each is not None]
    for each in (*inputs.posonlyargs, *inputs.args, *inputs.kwonlyargs, *extra):
        each.annotation = None
    inputs.defaults = [ast.Constant(None) for _ in inputs.defaults]
    inputs.kw_defaults = [each and ast.Constant(None) for each in inputs.kw_defaults]
    return ast.unparse(definition)


def _used_by(function: FunctionType) -> dict[str, Any]:
    """The global and enclosing functions, modules and values that a function uses."""
    visible = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    used = sorted(set(_names(function.__code__)))
    return {name: visible[name] for name in used if name in visible}


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:  # inner functions and comprehensions
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _function(source: str, name: str) -> Any:
    """The function that `source` defines, in a namespace of its own."""
    namespace: dict[str, Any] = {"__name__": "my_agent"}
    exec(compile(source, f"<{name}>", "exec"), namespace)
    return namespace[name]


def _complete(function: FunctionType, values: tuple[dict[str, Any], Any, Any]) -> None:
    """Give a new function the things it uses, and its defaults."""
    used, function.__defaults__, function.__kwdefaults__ = values
    function.__globals__.update(used)
