"""The solver's memory: a table of positions and their scores' bounds, one word an entry.

A position's key, mask + the mover's discs, is spread by a multiplication that can be undone,
so no two positions become the same. Its highest bits then name a bucket of two entries; the
others, its tag, are kept in the entry, so that what is found is surely the position's own.
An entry is, from the highest bit down:

    age and tag, 46 bits | weight 6 | low + 32, 6 bits | high + 32, 6 bits

`low` and `high` are the bounds, `weight` is how many squares were free: the first of two
entries keeps the heavier position, the other one takes whatever comes. Only entries of the
current age count; so the table is emptied by growing older. A table serves one board, for
on another one a tag has another length.
"""

from typing import NamedTuple

from c4lib.fast.compiler import Word, Words, inlined, number, word

ONE = word(1)
ODD = word(0x9E3779B97F4A7C15)
ENTRY_BYTES = 8
LABEL_BITS = 46
OFFSET = 32
BOUND_BITS, WEIGHT_SHIFT, LABEL_SHIFT = word(6), word(12), word(18)
BOUND = word(63)


class Keys(NamedTuple):
    """How keys are made, and where they belong."""

    key_mask: Word  # as many ones as the board has bits
    tag_bits: Word  # how many of a key's bits are its tag
    age: Word


@inlined
def spread(key: Word, keys: Keys) -> Word:
    """The key with its bits mixed, into the highest above all."""
    return key * ODD & keys.key_mask


@inlined
def bucket(key: Word, keys: Keys) -> Word:
    """Where the first of the two entries is for a spread key."""
    return key >> keys.tag_bits << ONE


@inlined
def label(key: Word, keys: Keys) -> Word:
    """The age, and the tag of a spread key."""
    return keys.age << keys.tag_bits | key & (ONE << keys.tag_bits) - ONE


@inlined
def recall(table: Words, key: Word, keys: Keys) -> Word:
    """The entry of a spread key; 0: there is none."""
    place, mark = bucket(key, keys), label(key, keys)
    entry = table[place]
    if entry >> LABEL_SHIFT == mark:
        return entry
    entry = table[place + ONE]
    if entry >> LABEL_SHIFT == mark:
        return entry
    return word(0)


@inlined
def low_of(entry: Word) -> int:
    """What the score is at least."""
    return int(number(entry >> BOUND_BITS & BOUND)) - OFFSET


@inlined
def high_of(entry: Word) -> int:
    """What the score is at most."""
    return int(number(entry & BOUND)) - OFFSET


@inlined
def keep(table: Words, key: Word, low: int, high: int, weight: int, keys: Keys) -> None:
    """Put the bounds of a spread key's score in."""
    place, mark = bucket(key, keys), label(key, keys)
    new = word(weight) << WEIGHT_SHIFT | word(low + OFFSET) << BOUND_BITS | word(high + OFFSET)
    new |= mark << LABEL_SHIFT
    first = table[place]
    stale = first >> LABEL_SHIFT >> keys.tag_bits != keys.age
    if first >> LABEL_SHIFT == mark or stale or first >> WEIGHT_SHIFT & BOUND <= word(weight):
        if first >> LABEL_SHIFT != mark and table[place + ONE] >> LABEL_SHIFT != mark:
            table[place + ONE] = first
        table[place] = new
    else:
        table[place + ONE] = new
