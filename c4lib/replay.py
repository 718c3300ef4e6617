"""A game that leads to a position of which only the discs are known."""

from collections.abc import Sequence

MOST_STEPS = 100_000
"""After so many discs laid and taken up again, the search gives up. Real games need no detours."""


def order_of(columns: Sequence[Sequence[int]]) -> list[int] | None:
    """In which order the columns' discs, told from the bottom, can have been played; None: none.

    Players 0 and 1 take turns, and 0 begins. Each disc goes where most are still to come,
    which nearly always works; where it does not, discs are taken up again.
    """
    heights = [0] * len(columns)

    def choices() -> list[int]:
        player = len(moves) % 2
        fitting = [
            column
            for column, discs in enumerate(columns)
            if heights[column] < len(discs) and discs[heights[column]] == player
        ]
        return sorted(fitting, key=lambda column: len(columns[column]) - heights[column])

    moves: list[int] = []
    untried = [choices()]
    hopeless: set[tuple[int, ...]] = set()
    total = sum(map(len, columns))
    for _ in range(MOST_STEPS + total):
        if len(moves) == total:
            return moves
        if untried[-1]:
            column = untried[-1].pop()
            heights[column] += 1
            if tuple(heights) in hopeless:
                heights[column] -= 1
            else:
                moves.append(column)
                untried.append(choices())
        elif moves:
            hopeless.add(tuple(heights))
            untried.pop()
            heights[moves.pop()] -= 1
        else:
            return None
    return None
