"""Ways to compare two answers that do not insist on a type.

Each takes the reader's answer and the expected one. A task picks one of them, or has its own.
"""

import math
from collections.abc import Collection, Iterator, KeysView, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from numbers import Integral, Real
from typing import Any

import numpy as np

TOLERANCE = 1e-6
"""The relative or absolute difference allowed between equal numbers."""


def plain(value: Any) -> Any:
    """The value with NumPy's types, generators, ranges and views turned into Python's own.

    Also within lists and tuples.
    """
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Iterator | range | KeysView | ValuesView | list):
        return [plain(element) for element in value]
    if type(value) is tuple:
        return tuple(plain(element) for element in value)
    return value


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
    return bool(came == expected)


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
    if math.isnan(came) or math.isnan(expected):
        return math.isnan(came) and math.isnan(expected)
    return math.isclose(came, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
