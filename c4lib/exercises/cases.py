"""Cases of exercises, written as tables."""

from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises.task import Case


def numbers(table: str) -> tuple[Case, ...]:
    """A case for each group of numbers, with commas between the groups.

    >>> numbers("3 1 5, 0.5 -inf inf")
    ((3, 1, 5), (0.5, -inf, inf))
    """
    return tuple(tuple(map(_number, group.split())) for group in table.split(","))


def positions(table: str, *rest: Any) -> tuple[Case, ...]:
    """Positions of Connect Four, each with its numbers and then with the `rest`, if any.

    Each line begins with the size of a board. Then come moves, or "-" before the first of them,
    and numbers; commas separate the cases, and a comment may follow.

    >>> positions('''
    ...     7x6    -, 4453  # four in a row
    ...     3x3x3  2132     # three in a row
    ... ''')[1:]
    ((Connect4.from_moves('4453'),), (Connect4.from_moves('2132', width=3, height=3, connect=3),))
    """
    cases: list[Case] = []
    for line in table.strip().splitlines():
        size, games = line.split("#")[0].split(maxsplit=1)
        for game in games.split(","):
            moves, *values = game.split()
            state = Connect4.from_moves(moves.strip("-"), *map(int, size.split("x")))
            cases.append((state, *map(_number, values), *rest))
    return tuple(cases)


def _number(text: str) -> float:
    """A whole number where it is one."""
    return int(text) if text.lstrip("-").isdecimal() else float(text)
