"""Evaluations that are weighted sums, and how their weights are learnt from exact scores."""

import math
import sys
from collections.abc import Iterable, Mapping
from numbers import Real
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from c4lib.connect4 import Connect4
from c4lib.heuristics.features import FEATURES

SHIPPED = MappingProxyType(dict(FEATURES))
"""The features as they come with the package, of which `c4lib.fast` has compiled twins."""


class Linear:
    """A weighted sum of FEATURES, for the player to move.

    >>> from c4lib import Connect4
    >>> Linear({"hit-rate": 1, "turn": 0.5})(Connect4.from_moves("43"))
    2.5
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        if not isinstance(weights, Mapping) or not weights:
            raise ValueError(f"weights are a mapping such as {{'threes': 10}}, not {weights!r}")
        _check_features(weights)
        for name, weight in weights.items():
            _check_number(f"the weight of {name!r}", weight)
        # Always in the same order, because the order of adding affects how sums are rounded.
        self.weights = {name: float(weights[name]) for name in FEATURES if name in weights}

    def __call__(self, state: Any) -> float:
        """What the state is worth to the player to move."""
        total = 0.0  # not by `sum`, which rounds differently in some versions of Python
        for name, weight in self.weights.items():
            total += weight * FEATURES[name](state)
        return total

    def __repr__(self) -> str:
        """As it could be written, with weights of four digits."""
        weights = ", ".join(f"{name!r}: {weight:.4g}" for name, weight in self.weights.items())
        return f"{type(self).__name__}({{{weights}}})"

    @classmethod
    def fit(
        cls,
        positions: Iterable[Connect4],
        scores: Iterable[float],
        features: Iterable[str] | None = None,
        ridge: float = 0.0,
    ) -> Self:
        """The weights whose sums come nearest to the scores, by least squares.

        `scores` are for the player to move, `features` some of FEATURES, or all. `ridge` times
        the sum of the squared weights is added to the squared errors, which keeps weights small.
        """
        names = _check_features(FEATURES if features is None else features)
        _check_number("ridge", ridge)
        if ridge < 0:
            raise ValueError(f"ridge is at least 0, not {ridge!r}")
        states, goals = _check_data(positions, scores)
        table = np.array([[FEATURES[name](state) for name in names] for state in states], float)
        # A ridge is the same as one more row for each weight, which wants the weight to be 0.
        table = np.vstack([table, math.sqrt(ridge) * np.eye(len(names))])
        goals = np.append(goals, np.zeros(len(names)))
        weights = np.linalg.lstsq(table, goals, rcond=None)[0]
        return cls(dict(zip(names, weights.tolist(), strict=True)))

    def r_squared(self, positions: Iterable[Connect4], scores: Iterable[float]) -> float:
        """How much of the scores' variance is explained: 1 all of it, 0 no more than by the mean.

        Worse than the mean is below 0. Measure it on positions that the weights were not fit to.
        """
        states, goals = _check_data(positions, scores)
        errors = goals - [self(state) for state in states]
        spread = goals - goals.mean()
        if not spread.any():
            raise ValueError("all scores are equal; give positions whose scores differ")
        return float(1 - errors @ errors / (spread @ spread))


def _check_features(names: Iterable[str]) -> list[str]:
    """The names, which must be those of features, each once."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"features are a list of names such as ['threes'], not {names!r}")
    chosen = list(names)
    for name in chosen:
        if not isinstance(name, str) or name not in FEATURES:
            raise ValueError(f"there is no feature {name!r}; there are {', '.join(FEATURES)}")
    if not chosen or len(set(chosen)) < len(chosen):
        raise ValueError(f"name one or more features, each once, not {chosen!r}")
    return chosen


def _check_number(what: str, number: object) -> None:
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if not is_number or not abs(number) <= sys.float_info.max:  # type: ignore[arg-type]
        raise ValueError(f"{what} is a finite number, not {number!r}")


def _check_data(
    positions: Iterable[Connect4], scores: Iterable[float]
) -> tuple[list[Connect4], NDArray[np.float64]]:
    """The positions and their scores, which must be equally many."""
    states, goals = list(positions), list(scores)
    if not states or len(states) != len(goals):
        raise ValueError(
            "give one or more positions and a score for each, "
            f"not {len(states)} positions and {len(goals)} scores"
        )
    for goal in goals:
        _check_number("a score", goal)
    return states, np.array(goals, float)
