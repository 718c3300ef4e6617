"""The searches of the course, readable, on any State. `c4lib.fast` has compiled twins."""

from c4lib.search.alphabeta import alphabeta, alphabeta_by_list
from c4lib.search.common import WIN
from c4lib.search.deepening import deepen
from c4lib.search.dice import Dice
from c4lib.search.expectimax import expectimax
from c4lib.search.flat import estimate, flat
from c4lib.search.maxn import maxn, paranoid
from c4lib.search.mcts import (
    at_random,
    careful,
    expand,
    mcts,
    new_node,
    select,
    simulate,
    update,
    wary,
)
from c4lib.search.mcts_trace import MCTSTrace
from c4lib.search.minimax import minimax, minimax_by_list
from c4lib.search.mtdf import mtdf
from c4lib.search.ordering import best_first, worst_first
from c4lib.search.proof_number import df_pn, proof_number
from c4lib.search.pvs import History, Killers, pvs
from c4lib.search.quiescence import forced_moves
from c4lib.search.secondary import second_look
from c4lib.search.table import TranspositionTable
