"""A player packed up as bytes, to be unpacked where only NumPy and this package's source are.

Players of the course are packed as what they are made from. A function of your own is packed as
its source, with whatever it uses: other functions of yours, modules, and values.
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
from types import CodeType, FunctionType, ModuleType
from typing import Any

from c4lib.agents import AlphaZero
from c4lib.game import Agent


def pack(player: Agent) -> bytes:
    """The player as bytes; a ValueError says what cannot be packed, and what to do about it."""
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
    """The player that was packed, as new: without its thoughts of earlier positions."""
    player: Agent = pickle.loads(packed)
    return player


class _Packer(pickle.Pickler):
    """Knows how players, functions and modules travel."""

    def reducer_override(self, thing: Any) -> Any:
        """How to make `thing` anew, where that is not the usual way."""
        if isinstance(thing, ModuleType):
            return importlib.import_module, (thing.__name__,)
        if isinstance(thing, FunctionType) and _is_own(thing.__module__):
            values = _used_by(thing), thing.__defaults__, thing.__kwdefaults__
            return _new_function, (_source(thing), thing.__name__), values, None, None, _let_use
        if isinstance(thing, type) and _is_own(thing.__module__):
            raise pickle.PicklingError(f"{thing.__name__} is a class of your own")
        if is_dataclass(thing) and not isinstance(thing, type):
            return _new_player, (type(thing), _ingredients(thing))
        return NotImplemented


def _is_own(module: str | None) -> bool:
    """Whether a module is the reader's: a notebook, or a file beside it."""
    if module is None or module == "__main__":
        return True
    root = module.partition(".")[0]
    if root == "c4lib" or root in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is not None and "site-packages" not in file


def _ingredients(player: Any) -> dict[str, Any]:
    """What a player of the course was made from; a network of the course only by its name."""
    made_from = {each.name: getattr(player, each.name) for each in fields(player) if each.init}
    if made_from.get("net") is not None and _is_shipped(player):
        made_from["net"] = None
    return made_from


def _is_shipped(player: AlphaZero) -> bool:
    from c4lib.alphazero.shipped import load

    try:
        return load(player.board) is player.net
    except ValueError:  # there is none of that name
        return False


def _new_player(kind: type, made_from: dict[str, Any]) -> Any:
    return kind(**made_from)


def _source(function: FunctionType) -> str:
    """The text of a function, without hints of types; its defaults travel as values."""
    name = function.__name__
    try:
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, SyntaxError) as error:
        raise pickle.PicklingError(f"the source of {name} is not known ({error})") from error
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        raise pickle.PicklingError(
            f"{name} is no plain def: give a lambda a name, and take off what decorates a function"
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
    """The functions, modules and values from around a function that its source names."""
    around = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        around[name] = cell.cell_contents
    return {name: around[name] for name in sorted(set(_names(function.__code__))) if name in around}


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:  # functions and comprehensions within
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _new_function(source: str, name: str) -> Any:
    """The function that `source` defines, in surroundings of its own."""
    surroundings: dict[str, Any] = {"__name__": "my_agent"}
    exec(compile(source, f"<{name}>", "exec"), surroundings)
    return surroundings[name]


def _let_use(function: FunctionType, values: tuple[dict[str, Any], Any, Any]) -> None:
    """Hand a new function what it names, and its defaults."""
    used, function.__defaults__, function.__kwdefaults__ = values
    function.__globals__.update(used)
