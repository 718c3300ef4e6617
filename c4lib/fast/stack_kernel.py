"""The stack of the compiled minimax and alpha-beta, and what they count and record.

Below the root each is one loop without recursion, because calls would cost more than the nodes.
Each ply from the root on has a row in the stack.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Word, Words, compiled, word, words
from c4lib.fast.rules_kernel import BITS
from c4lib.game import Move
from c4lib.search.common import Line

ROWS = BITS + 1  # the most plies there can be: one for each disc, and the root

Floats = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.int64]]
Lines = np.ndarray[Any, np.dtype[np.uint64]]
"""In row `ply` the best moves from that ply on, as squares, ended by a 0."""


class Stack(NamedTuple):
    """What is known at each ply, from the root to the position looked at."""

    theirs: Words
    mask: Words
    untried: Words  # the moves that are left to try, all in one word
    best: Floats  # the best value so far, for the player to move at that ply


def first_stack(root: Connect4, move: Move) -> Stack:
    """A stack that holds only the root, where only this move is to be tried."""
    stack = Stack(words([0] * ROWS), words([0] * ROWS), words([0] * ROWS), np.full(ROWS, -inf))
    stack.theirs[0], stack.mask[0] = word(root.theirs), word(root.mask)
    stack.untried[0] = word(root.play(move).mask ^ root.mask)
    return stack


def limit(depth: int | None) -> int:
    """The depth limit as compiled functions use it; -1: none."""
    return -1 if depth is None else min(depth, ROWS)


def new_lines() -> Lines:
    """Empty lines."""
    return np.zeros((ROWS, ROWS + 1), np.uint64)


def line_after_first(lines: Lines, root: Connect4) -> Line:
    """The best moves from the root on, as columns, without the first."""
    squares = lines[0].tolist()
    rest = squares[1 : squares.index(0)]
    return tuple((square.bit_length() - 1) // (root.height + 1) for square in rest)


@compiled
def extend_line(lines: Lines, ply: int, move: Word) -> None:
    """The best moves from a ply on become this one and the best moves after it."""
    lines[ply, 0] = move
    end = 0
    while lines[ply + 1, end]:
        lines[ply, end + 1] = lines[ply + 1, end]
        end += 1
    lines[ply, end + 1] = 0
