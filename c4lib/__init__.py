"""Adversarial search with Connect Four: the package behind the course's notebooks.

    from c4lib import Connect4, alphabeta, match

The names that lessons use, each loaded when it is first used: importing the package is cheap.
The subpackages are `games`, `search`, `heuristics`, `fast`, `alphazero`, `players`, `measure`,
`exercises` and `view`.
"""

from typing import TYPE_CHECKING

from c4lib.measure.lazy_names import lazy_names
from c4lib.players.stop_button import shorten_tracebacks

if TYPE_CHECKING:
    from c4lib import alphazero, exercises, fast, games, heuristics, measure, players, search, view
    from c4lib.connect4 import Connect4
    from c4lib.fast import Solver, analyze, solve
    from c4lib.game import CHANCE, State, check_game
    from c4lib.measure import ladder
    from c4lib.measure.guest import leaderboard, meet
    from c4lib.measure.network import exact_positions, network_accuracy
    from c4lib.measure.rating import rate
    from c4lib.measure.review import in_words, review
    from c4lib.players.agents import (
        MCTS,
        AlphaBeta,
        AlphaZero,
        Clock,
        Human,
        Minimax,
        OnePly,
        Perfect,
        Random,
    )
    from c4lib.players.arena import match, play_game
    from c4lib.players.export_kaggle import export
    from c4lib.result import SearchResult, Trace
    from c4lib.search import (
        TranspositionTable,
        alphabeta,
        alphabeta_by_list,
        deepen,
        expectimax,
        forced_moves,
        maxn,
        mcts,
        minimax,
        minimax_by_list,
        mtdf,
        paranoid,
        proof_number,
        pvs,
        second_look,
    )

__all__, __getattr__, __dir__ = lazy_names(__name__)
shorten_tracebacks()
__version__ = "0.1.0"
