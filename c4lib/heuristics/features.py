"""Features: what a weighted sum is made of. Each is a number for the player to move."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from c4lib.connect4 import Board, Connect4
from c4lib.game import State
from c4lib.heuristics import counts
from c4lib.heuristics.counts import Count, favourable_squares, threat_squares

AnyState = TypeVar("AnyState", bound=State)

Evaluation = Callable[[Any], float]
"""What an unfinished game is worth to the player to move."""


def check_unfinished(state: Any, game: type[AnyState], returned: str = "a number") -> AnyState:
    """The state, which must be an unfinished position of that game."""
    if not isinstance(state, game):
        raise ValueError(
            f"this judges {game.__name__} states, not {type(state).__name__}; for another game "
            f"write your own function from a state to {returned}"
        )
    if state.is_over:
        raise ValueError("the game is over; its exact value is state.utility(player)")
    return state


def look(state: Any) -> tuple[Board, int, int, int]:
    """The board, my discs, their discs and the empty squares of an unfinished Connect X."""
    position = check_unfinished(state, Connect4)
    board = position.board
    return board, position.mine, position.theirs, board.full ^ position.mask


def surplus(count: Count, state: Any) -> float:
    """Mine minus theirs."""
    board, mine, theirs, empty = look(state)
    return count(board, mine, empty) - count(board, theirs, empty)


def favourable_threats(state: Any) -> float:
    """My threats on squares that are favourable to me, minus theirs on those that are to them."""
    board, mine, theirs, empty = look(state)
    my_squares = threat_squares(board, mine, empty) & favourable_squares(board, state.player)
    their_squares = threat_squares(board, theirs, empty)
    their_squares &= favourable_squares(board, 1 - state.player)
    return my_squares.bit_count() - their_squares.bit_count()


def zugzwang(state: Any) -> float:
    """Who wins when safe moves run out: +1 if I do, -1 if they do, 0 if unknown."""
    board, mine, theirs, empty = look(state)
    my_threats = threat_squares(board, mine, empty)
    return counts.zugzwang(board, my_threats, threat_squares(board, theirs, empty), empty)


def turn(state: Any) -> float:
    """1, always: what it is worth to be the player to move."""
    look(state)
    return 1.0


FEATURES: dict[str, Evaluation] = {
    "turn": turn,
    "twos": partial(surplus, counts.twos),
    "threes": partial(surplus, counts.threes),
    "open threes": partial(surplus, counts.open_threes),
    "patterns": partial(surplus, counts.pattern_points),
    "centre column": partial(surplus, counts.centre_discs),
    "hit-rate": partial(surplus, counts.hits),
    "open lines": partial(surplus, counts.open_lines),
    "threats": partial(surplus, counts.threats),
    "immediate threats": partial(surplus, counts.immediate_threats),
    "favourable threats": favourable_threats,
    "zugzwang": zugzwang,
}
"""All features by name: mine minus theirs, except for turn and zugzwang. Add your own if you like.

What they count is defined in `c4lib.heuristics.counts`.
"""
