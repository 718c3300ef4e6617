"""A transposition table: what is known about positions that may come up again.

When it is full, the least recently used entry is evicted.
"""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from threading import Lock
from typing import NamedTuple, cast

from c4lib.game import Move, State, check_whole
from c4lib.result import Bound


class Entry(NamedTuple):
    """What is known about a position, for the player to move there."""

    value: float
    bound: Bound
    depth: float
    """How many plies were looked ahead for it; infinity: to the end of the game."""
    move: Move | None
    """The move that was best, to be tried first next time."""


class TranspositionTable:
    """Positions and what is known about them. A table serves one evaluation function, and threads.

    With `mirror`, a position and its mirror image share an entry; the state must know
    its image, as Connect Four's does.
    """

    def __init__(self, entries: int = 1_000_000, mirror: bool = False) -> None:
        check_whole("entries", entries)
        self.entries = entries
        self.mirror = mirror
        self.hits = self.misses = self.evictions = 0
        self._known: OrderedDict[Hashable, Entry] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, state: State, is_limited: bool) -> Entry | None:
        """What is known about the state, by searches with or without a depth limit."""
        key, is_image = self._key(state)
        entry = self._known.get((key, is_limited))
        if entry is None:
            self.misses += 1
            return None
        self.hits += 1
        with self._lock, suppress(KeyError):  # another thread may have evicted it
            self._known.move_to_end((key, is_limited))
        return self._turned(state, entry) if is_image else entry

    def put(self, state: State, is_limited: bool, entry: Entry) -> None:
        """Remember an entry; if the table is full, evict the least recently used one."""
        key, is_image = self._key(state)
        entry = self._turned(state, entry) if is_image else entry
        with self._lock:
            size = len(self._known)
            self._known[key, is_limited] = entry
            if len(self._known) == size:  # it was there before
                self._known.move_to_end((key, is_limited))
            elif size == self.entries:
                self._known.popitem(last=False)
                self.evictions += 1

    def clear(self) -> None:
        """Forget everything, and count from 0."""
        with self._lock:
            self._known.clear()
            self.hits = self.misses = self.evictions = 0

    def _key(self, state: State) -> tuple[Hashable, bool]:
        """What the state is filed under, and whether that is its mirror image's key."""
        if not self.mirror:
            return cast(Hashable, state), False
        if not hasattr(state, "mirror_key"):
            raise ValueError(f"{type(state).__name__} does not know its mirror image; mirror=False")
        key: tuple[Hashable, bool] = state.mirror_key()
        return key

    def _turned(self, state: State, entry: Entry) -> Entry:
        """The entry for the mirror image."""
        if entry.move is None:
            return entry
        return entry._replace(move=state.mirror_move(entry.move))  # type: ignore[attr-defined]

    def __reduce__(self) -> tuple[object, ...]:
        """Copies are empty: what the table knew can be found out again."""
        return type(self), (self.entries, self.mirror)

    def __repr__(self) -> str:
        return (
            f"<table: {len(self):,} of {self.entries:,} entries, {self.hits:,} hits, "
            f"{self.misses:,} misses, {self.evictions:,} evictions>"
        )
