"""What moves on a board of cells when a move is played: pieces that fall, slide or turn over.

It is found by comparing the position with the one before, so games need say nothing about it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from c4lib.game import CHANCE
from c4lib.view.boards.game import Game

Step = tuple[int, int, int]
"""A piece comes to a cell from so many cells further right and further down."""


def of(game: Game, clicked: Sequence[int], is_falling: bool) -> dict[str, list[Any]]:
    """The pieces that move, and the cells whose pieces turn over, with the last move.

    `clicked` are the cells that this move is clicked on.
    """
    if game.last is None:
        return {"steps": [], "flips": []}
    before, after = (_owners(state) for state in game.states[game.shown - 1 : game.shown + 1])
    width = len(game.on_board.rows()[0])
    if is_falling:
        steps = _falls(game, before, after, width)
    else:
        steps = _slides(before, after, clicked, width) if len(clicked) == 2 else []
    moved = {cell for cell, *_ in steps}
    flips = [
        cell
        for cell, (old, new) in enumerate(zip(before, after, strict=True))
        if None not in (old, new) and old != new and cell not in moved
    ]
    return {"steps": steps, "flips": flips}


def _owners(state: Any) -> list[int | None]:
    return [owner for row in state.rows() for owner in row]


def _falls(game: Game, before: list[Any], after: list[Any], width: int) -> list[Step]:
    """A new piece falls from above its column, or from where it was aimed at."""
    thrown = game.states[game.shown - 1].player == CHANCE and game.shown > 1
    steps = []
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is None and new is not None:
            column = game.moves[game.shown - 2] if thrown else cell % width
            steps.append((cell, column - cell % width, -(cell // width) - 1))
    return steps


def _slides(before: list[Any], after: list[Any], clicked: Sequence[int], width: int) -> list[Step]:
    """A row is pushed along, as in Quixo, or a piece goes from the first cell to the second."""
    start, goal = clicked
    (x, y), (right, down) = divmod(start, width)[::-1], divmod(goal, width)[::-1]
    across, along = right - x, down - y
    distance = max(abs(across), abs(along))
    if 0 in (across, along):
        step = (across // distance, along // distance)
        path = [start + n * (step[0] + width * step[1]) for n in range(distance + 1)]
        is_push = all(after[here] == before[there] for here, there in pairwise(path))
        if is_push and (before[start] is None or distance > 1):
            return [(cell, *step) for cell in path if after[cell] is not None]
    return [(goal, -across, -along)] if after[goal] is not None else []
