"""A compiled transposition table of fixed size: a new position replaces the one in its slot.

It serves one search. There a position always lies at the same ply, since each ply adds
a disc; so an entry needs no depth, and a win's distance stays the same.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from c4lib.fast.compiler import Word, compiled, room_for, word
from c4lib.fast.rules_kernel import BITS
from c4lib.fast.stack_kernel import Floats

EXACT, LOWER, UPPER = range(3)
"""What the true value is: the one in the table, at least that, or at most that."""

SPREAD = word(0x9E3779B97F4A7C15)
ALL = word((1 << BITS) - 1)


class CompiledTable(NamedTuple):
    """The slots. A position's key is mask + theirs, which no two positions share.

    In a column of n discs the mask is 2^n - 1 and theirs is at most that, so their sum
    gives n away, and fits the column with its spare square. Only the empty board has key 0.
    """

    keys: np.ndarray[Any, np.dtype[np.uint64]]
    values: Floats  # for the player to move
    bounds: np.ndarray[Any, np.dtype[np.int8]]
    shift: int  # how far a 64-bit number is shifted to give the number of a slot


def new_table(entries: int) -> CompiledTable:
    """An empty table with `entries` slots; with 0 it never knows anything."""
    number = isinstance(entries, int) and not isinstance(entries, bool)
    if not number or entries < 0 or entries == 1 or entries & (entries - 1):
        raise ValueError(
            f"table_entries is a power of two such as 2**20, or 0 for no table, not {entries!r}"
        )
    with room_for(f"a table of {entries:,} entries"):
        slots = np.zeros(entries, np.uint64), np.zeros(entries), np.zeros(entries, np.int8)
    return CompiledTable(*slots, BITS + 1 - entries.bit_length())


@compiled
def slot_of(key: Word, shift: int) -> Word:
    """Where a position belongs: multiplying mixes all its bits into the highest."""
    return (key * SPREAD & ALL) >> shift


@compiled
def look_up(table: CompiledTable, key: Word, alpha: float, beta: float) -> float:
    """The position's value, if it is exact or outside the window; else minus infinity."""
    if len(table.keys) == 0:
        return -inf
    slot = slot_of(key, table.shift)
    if table.keys[slot] != key:
        return -inf
    value, bound = table.values[slot], table.bounds[slot]
    if (bound == LOWER and value < beta) or (bound == UPPER and value > alpha):
        return -inf
    return float(value)


@compiled
def remember(table: CompiledTable, key: Word, value: float, alpha: float, beta: float) -> None:
    """Store what was found with that window, whatever was in the slot."""
    if len(table.keys) == 0:
        return
    slot = slot_of(key, table.shift)
    table.keys[slot] = key
    table.values[slot] = value
    table.bounds[slot] = LOWER if value >= beta else UPPER if value <= alpha else EXACT
