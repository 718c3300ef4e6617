"""Dice that fall the same way in Python and in compiled code: Vigna's splitmix64.

Each throw adds a constant to a word of 64 bits and mixes the sum well; no two seeds give
the same throws for long. `numpy.random.Generator` would do as well, but it is slow for one throw
at a time, and compiled code would have to imitate it.
"""

BITS = 64
MASK = (1 << BITS) - 1
STEP = 0x9E3779B97F4A7C15
MIX = 0xBF58476D1CE4E5B9
MIX_AGAIN = 0x94D049BB133111EB


class Dice:
    """Throws by a seed: the same seed, the same throws."""

    def __init__(self, seed: int = 0) -> None:
        check_seed(seed)
        self.word = seed & MASK

    def __repr__(self) -> str:
        return f"Dice({self.word})"

    def throw(self) -> int:
        """A number of 64 bits, each as likely as the others."""
        self.word = word = (self.word + STEP) & MASK
        word = (word ^ word >> 30) * MIX & MASK
        word = (word ^ word >> 27) * MIX_AGAIN & MASK
        return word ^ word >> 31

    def integers(self, high: int) -> int:
        """A whole number from 0 to high - 1, each as likely as the others."""
        return (self.throw() >> 32) * high >> 32

    def random(self) -> float:
        """A number from 0 to 1, but never 1."""
        return (self.throw() >> 11) / (1 << 53)


def check_seed(seed: int) -> None:
    """Raise ValueError unless it is a whole number of at least 0."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")
