"""Connect X in words of 64 bits. The layout is drawn in `c4lib.connect4`.

A position is two words: `theirs`, the discs of the player who just moved, and `mask`,
all discs. A move is a word, too: the bit of the square where the disc lands.
"""

from typing import NamedTuple

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Word, compiled, word
from c4lib.game import State

BITS = 64
ONE = word(1)


class Rules(NamedTuple):
    """What compiled functions need to know about a board."""

    height: int
    connect: int
    bottoms: Word  # the lowest squares of all columns
    full: Word  # all squares


def check_state(
    state: State, name: str, instead: str | None = None, package: str = "c4lib.search"
) -> Connect4:
    """The state, if compiled searches can handle it; `name` is the search's.

    `instead` is the readable search to recommend, if its name differs, and `package` where it is.
    """
    instead = f"{package}.{instead or name}"
    if not isinstance(state, Connect4):
        raise ValueError(
            f"the compiled {name} plays only Connect4, not {type(state).__name__}; "
            f"{instead} plays any game"
        )
    bits = state.width * (state.height + 1)
    if bits > BITS:
        raise ValueError(
            f"a board {state.width} wide and {state.height} high takes {bits} bits, with a "
            f"spare row, and the compiled {name} has {BITS}; {instead} takes any board"
        )
    return state


def rules_of(state: Connect4) -> Rules:
    """The rules on the state's board."""
    board = state.board
    bottoms = sum(board.bottoms.values())
    return Rules(board.height, board.connect, word(bottoms), word(board.full))


@compiled
def has_line(bits: Word, height: int, connect: int) -> bool:
    """Whether `bits` holds a whole line in any direction. See `Board.line_starts`."""
    if connect == 4 and height < 30:  # as in most games; no shift reaches 64
        for direction in (1, height, height + 1, height + 2):
            pairs = bits & bits >> direction
            if pairs & pairs >> 2 * direction:
                return True
        return False
    for direction in (1, height, height + 1, height + 2):
        starts, length = bits, 1
        while length < connect:
            step = min(length, connect - length)
            # A processor cannot shift by 64 or more. 63 does as well: the last bit is
            # in the spare row or unused, so nothing is left after either.
            starts = starts & starts >> min(step * direction, 63)
            length += step
        if starts:
            return True
    return False
