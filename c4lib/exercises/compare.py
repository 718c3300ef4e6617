"""Ways to compare two answers that do not insist on a type.

Each takes the reader's answer and the expected one. A task picks one of them, or has its own.
"""

import math
from collections.abc import Collection, Iterator, Mapping, MappingView, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from numbers import Integral, Real
from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from c4lib.exercises.verdict import show

TOLERANCE = 1e-6
"""The relative or absolute difference allowed between equal numbers."""

LARGEST = 1_000_000
"""An array with more elements is not an answer to any exercise."""


@dataclass(frozen=True, eq=False)
class Foreign:
    """An object of a type that is not compared; only its text is kept."""

    text: str

    def __repr__(self) -> str:
        return self.text


def plain(value: Any) -> Any:
    """The value in Python's own types, also within containers; objects of the package stay.

    Its elements or its number are read once. Whatever it says later (an `__eq__` that is always
    true, say), the copy that is compared and shown stays the same.
    """
    kind = type(value)
    if kind in (bool, int, float, str, NoneType, EllipsisType) or kind.__module__[:6] == "c4lib.":
        return value
    types: dict[Any, Any] = {Integral: int, Real: float, str: str, np.bool_: bool}
    for own, make in types.items():
        if isinstance(value, own):
            return make(value)
    if isinstance(value, np.ndarray) and value.size <= LARGEST:
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {plain(key): plain(element) for key, element in value.items()}
    if isinstance(value, AbstractSet) and not isinstance(value, MappingView):
        return (frozenset if isinstance(value, frozenset) else set)(map(plain, value))
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, Iterator | MappingView | Sequence) and not isinstance(value, bytes):
        return list(map(plain, iter(value)))  # type: ignore[arg-type]  # each kind of view has one
    return Foreign(show(value))


def equal(came: Any, expected: Any) -> bool:
    """The same numbers, in the same order unless it is a set; a list may be a tuple."""
    came, expected = plain(came), plain(expected)
    if isinstance(expected, Real):
        return _equal_numbers(came, expected)
    if isinstance(expected, Mapping):
        return (
            isinstance(came, Mapping)
            and came.keys() == expected.keys()
            and all(equal(came[key], expected[key]) for key in expected)
        )
    if isinstance(expected, AbstractSet):
        return in_any_order(came, expected)
    if isinstance(expected, list | tuple):
        return (
            isinstance(came, list | tuple)
            and len(came) == len(expected)
            and all(map(equal, came, expected))
        )
    return type(came) is type(expected) and bool(came == expected)


def in_any_order(came: Any, expected: Collection[Any]) -> bool:
    """The same elements in any order and container, each as often as expected."""
    came = plain(came)
    if not isinstance(came, Sequence | AbstractSet) or isinstance(came, str):
        return False
    left = list(expected)
    for element in came:
        match = next((other for other in left if equal(element, other)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def as_truth(came: Any, expected: bool) -> bool:
    """The same truth value; a whole number is true unless it is 0."""
    came = plain(came)
    return isinstance(came, Integral) and bool(came) == expected


def _equal_numbers(came: Any, expected: Any) -> bool:
    if isinstance(came, bool) and not isinstance(expected, bool):
        return False
    if not isinstance(came, Real):
        return False
    if isinstance(came, Integral) and isinstance(expected, Integral):
        return came == expected
    try:
        pair = float(came), float(expected)
    except OverflowError:  # a whole number too large for a float
        return False
    return math.isclose(*pair, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or all(map(math.isnan, pair))


@dataclass(frozen=True)
class Changed:
    """The result of a case in which an answer has changed what it was handed."""

    def __repr__(self) -> str:
        return "an argument is not as it was before the call"
