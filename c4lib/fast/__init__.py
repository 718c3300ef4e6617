"""Compiled twins of the readable searches, for Connect X boards of up to 64 bits.

They answer exactly what `c4lib.search` answers, many times as fast. Importing this
loads numba; each search is compiled when it is first used, once for each machine.
"""

from c4lib.fast.alphabeta import alphabeta
from c4lib.fast.minimax import Leaves, count_leaves, minimax

__all__ = ["Leaves", "alphabeta", "count_leaves", "minimax"]
