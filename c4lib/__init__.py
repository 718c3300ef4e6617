"""Adversarial search with Connect Four: the package behind the course's notebooks.

    from c4lib import Connect4, alphabeta, match

The names that lessons use, each loaded when it is first used: importing the package is cheap.
The subpackages are `games`, `search`, `heuristics`, `fast`, `alphazero`, `players`, `measure`,
`exercises` and `view`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from c4lib.connect4 import Connect4
    from c4lib.fast import Solver, analyze, solve
    from c4lib.game import CHANCE, State, check_game
    from c4lib.measure import ladder
    from c4lib.measure.guest import meet
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
        paranoid,
        second_look,
    )

_HOMES = {
    "connect4": "Connect4",
    "fast": "Solver analyze solve",
    "game": "CHANCE State check_game",
    "measure": "ladder",
    "measure.guest": "meet",
    "measure.network": "exact_positions network_accuracy",
    "measure.rating": "rate",
    "measure.review": "in_words review",
    "players.agents": "MCTS AlphaBeta AlphaZero Clock Human Minimax OnePly Perfect Random",
    "players.arena": "match play_game",
    "players.export_kaggle": "export",
    "result": "SearchResult Trace",
    "search": "TranspositionTable alphabeta alphabeta_by_list deepen expectimax forced_moves maxn "
    "mcts minimax minimax_by_list paranoid second_look",
}
"""Where each name is defined. The imports above say the same to type checkers; a test checks it."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}
_ROOMS = ("alphazero", "exercises", "fast", "games", "heuristics", "search", "view")

__all__ = sorted([*_HOME_OF, *_ROOMS])
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load a name or a subpackage when it is first used."""
    if name in _ROOMS:
        return import_module(f"c4lib.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"c4lib has no {name!r}; dir(c4lib) lists what it offers")
    home = import_module(f"c4lib.{_HOME_OF[name]}")
    return getattr(home, name) if hasattr(home, name) else import_module(f"{home.__name__}.{name}")


def __dir__() -> list[str]:
    """What tab completion offers."""
    return __all__
