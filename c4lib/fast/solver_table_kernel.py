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

Most positions are late ones, and waiting for a large table takes longer than all else that
is done about them. So they only use a small part of it, its beginning, which stays in the
processor's cache. That part has fewer buckets, so the tags are longer. Early positions lie there,
too, but never have the weight of a late one, and so are not taken for one.
"""

from typing import NamedTuple

from c4lib.fast.compiler import Word, Words, inlined, number, word

ONE = word(1)
ODD = word(0x9E3779B97F4A7C15)
ENTRY_BYTES = 8
LABEL_BITS = 46
LATE = 24  # a position is late if at most this many squares are free
LATE_BUCKET_BITS = 16  # late positions have so many buckets, as a power of two: 1 MB
OFFSET = 32
BOUND_BITS, WEIGHT_SHIFT, LABEL_SHIFT = word(6), word(12), word(18)
BOUND = word(63)


class Keys(NamedTuple):
    """How keys are made, and where they belong."""

    key_mask: Word  # as many ones as the board has bits
    tag_bits: Word  # how many of a key's bits do not name its bucket
    late_bits: Word  # the same for late positions; as many are kept of any
    age: Word


@inlined
def spread(key: Word, keys: Keys) -> Word:
    """The key with its bits mixed, into the highest above all."""
    return key * ODD & keys.key_mask


@inlined
def bucket(key: Word, free: int, keys: Keys) -> Word:
    """Where the first of the two entries is for a spread key."""
    if free <= LATE:
        return key >> keys.late_bits << ONE
    return key >> keys.tag_bits << ONE


@inlined
def label(key: Word, free: int, keys: Keys) -> Word:
    """The age, the tag of a spread key, and the weight."""
    tag = key & (ONE << keys.late_bits) - ONE
    return (keys.age << keys.late_bits | tag) << BOUND_BITS | word(free)


@inlined
def recall(table: Words, key: Word, free: int, keys: Keys) -> Word:
    """The entry of a spread key; 0: there is none."""
    place, mark = bucket(key, free, keys), label(key, free, keys)
    entry = table[place]
    if entry >> WEIGHT_SHIFT == mark:
        return entry
    entry = table[place + ONE]
    if entry >> WEIGHT_SHIFT == mark:
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
def keep(table: Words, key: Word, low: int, high: int, free: int, keys: Keys) -> None:
    """Put the bounds of a spread key's score in."""
    place, mark = bucket(key, free, keys), label(key, free, keys)
    new = mark << WEIGHT_SHIFT | word(low + OFFSET) << BOUND_BITS | word(high + OFFSET)
    first = table[place]
    stale = first >> LABEL_SHIFT >> keys.late_bits != keys.age
    if stale or first >> WEIGHT_SHIFT & BOUND <= word(free):
        if first >> WEIGHT_SHIFT != mark and table[place + ONE] >> WEIGHT_SHIFT != mark:
            table[place + ONE] = first
        table[place] = new
    else:
        table[place + ONE] = new
