"""The agents, under the name that readers know; defined in `c4lib.players.agents`."""

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
