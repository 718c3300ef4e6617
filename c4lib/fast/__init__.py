"""Compiled twins of the readable searches, for Connect X boards of up to 64 bits.

They give exactly the results of `c4lib.search`, many times faster; and a solver plays perfectly.
Importing this loads numba; each search is compiled when first used, once for each machine.
"""

from c4lib.fast.alphabeta import alphabeta
from c4lib.fast.mcts import mcts
from c4lib.fast.minimax import Leaves, count_leaves, minimax, tree_sizes
from c4lib.fast.solver import Solution, Solver, analyze, solve
from c4lib.fast.solver_kernel import TRICKS
