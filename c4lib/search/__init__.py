"""The searches of the course, readable, on any State. `c4lib.fast` has compiled twins."""

from c4lib.search.alphabeta import alphabeta, alphabeta_by_list
from c4lib.search.deepening import deepen
from c4lib.search.expectimax import expectimax
from c4lib.search.flat import estimate, flat
from c4lib.search.maxn import maxn, paranoid
from c4lib.search.mcts import careful, mcts, wary
from c4lib.search.minimax import minimax, minimax_by_list
from c4lib.search.quiescence import forced_moves
from c4lib.search.secondary import second_look
from c4lib.search.table import TranspositionTable

__all__ = [
    "TranspositionTable",
    "alphabeta",
    "alphabeta_by_list",
    "careful",
    "deepen",
    "estimate",
    "expectimax",
    "flat",
    "forced_moves",
    "maxn",
    "mcts",
    "minimax",
    "minimax_by_list",
    "paranoid",
    "second_look",
    "wary",
]
