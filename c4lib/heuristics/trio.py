"""Judging an unfinished game of several players: an evaluation returns a number for each."""

from c4lib.games.trio import Trio
from c4lib.heuristics.counts import open_lines
from c4lib.heuristics.features import check_unfinished


def lines(state: Trio) -> tuple[float, ...]:
    """What each player has in open lines, less the mean of what the others have.

    A line that holds n discs of a player and nobody else's counts n * n for them. All numbers
    together are 0, as the utilities of the game are.
    """
    check_unfinished(state, Trio, "a number for each player")
    empty = state.board.full ^ state.mask
    owned = [open_lines(state.board, state.discs(n), empty) for n in range(state.players)]
    return tuple(own - (sum(owned) - own) / (state.players - 1) for own in owned)
