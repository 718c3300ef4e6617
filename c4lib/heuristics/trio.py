"""Judging an unfinished game of several players: an evaluation returns a number for each."""

from c4lib.games.trio import Trio
from c4lib.heuristics.counts import open_lines


def lines(state: Trio) -> tuple[float, ...]:
    """What each player has in open lines, less the mean of what the others have.

    A line that holds n discs of a player and nobody else's counts n * n for them. All numbers
    together are 0, as the utilities of the game are.
    """
    if not isinstance(state, Trio):
        raise ValueError(
            f"this judges Trio states, not {type(state).__name__}; for another game write your "
            "own function from a state to a number for each player"
        )
    if state.is_over:
        raise ValueError("the game is over; its exact value is state.utility(player)")
    empty = state.board.full ^ state.mask
    owned = [open_lines(state.board, state.discs(n), empty) for n in range(state.players)]
    return tuple(own - (sum(owned) - own) / (state.players - 1) for own in owned)
