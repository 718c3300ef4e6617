"""Null windows, between whose ends there is no number: each asks a question of yes or no."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, nextafter

from c4lib.result import Trace, Window
from c4lib.view.trees.text import short_value

ANSWERS = {
    ">": ("more than", "not more than"),
    "<": ("less than", "not less than"),
    "≥": ("at least", "less than"),
}


@dataclass(frozen=True)
class Question:
    """Whether the value for MAX is more than a number, less than it, or at least that."""

    sign: str
    number: float

    def __str__(self) -> str:
        return f"{ANSWERS[self.sign][0]} {short_value(self.number)}"

    def is_above(self, value: float) -> bool:
        """Whether a value lies above the null window, not below it."""
        return value > self.number if self.sign == ">" else value >= self.number

    def is_yes(self, value: float) -> bool:
        """The answer that a value gives."""
        return self.is_above(value) != (self.sign == "<")

    def answer(self, value: float) -> str:
        """That answer in words: more than 3, or not more than 3."""
        return f"{ANSWERS[self.sign][not self.is_yes(value)]} {short_value(self.number)}"


def is_null(window: Window) -> bool:
    """Whether there is no number between alpha and beta, and yet alpha is less."""
    alpha, beta = window
    return alpha < beta == nextafter(alpha, inf)


def questions(trace: Trace, known: Mapping[int, Question] | None = None) -> dict[int, Question]:
    """What is asked at each node that was entered with a null window; `known` says it of some.

    Where MAX moves, it is whether the next move is better than alpha, and where MIN moves,
    whether it is better than beta. Below there, the question stays the same.
    """
    asked = dict(known or {})
    for node in trace.nodes:
        if node.number in asked or not is_null(node.window):
            continue
        alpha, beta = node.window
        if node.parent in asked:
            asked[node.number] = asked[node.parent]
        elif node.parent is None or trace.nodes[node.parent].is_max:
            asked[node.number] = Question(">", alpha)
        else:
            asked[node.number] = Question("<", beta)
    return asked
