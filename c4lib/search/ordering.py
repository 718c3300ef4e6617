"""The order in which alpha-beta tries moves: good moves first save most of the work."""

from collections.abc import Callable, Sequence
from typing import Any

from c4lib.game import Move
from c4lib.search.common import Evaluate

Order = Callable[[Any, Sequence[Move]], Sequence[Move]]
"""From a state and its moves in their natural order to the order in which to try them."""


def left_to_right(state: Any, moves: Sequence[Move]) -> Sequence[Move]:
    """The natural order."""
    return moves


def centre_first(state: Any, moves: Sequence[Move]) -> Sequence[Move]:
    """Columns from the middle outwards; of two at the same distance, the left one first."""
    try:
        middle = (state.width - 1) / 2
    except AttributeError:
        raise ValueError(f"{type(state).__name__} has no width, and so no centre") from None
    return sorted(moves, key=lambda move: abs(move - middle))


def best_first(oracle: Evaluate) -> Order:
    """The best move first, as the oracle says: the ideal order for alpha-beta."""
    _check_oracle(oracle)
    return lambda state, moves: sorted(moves, key=lambda move: -_worth(state, move, oracle))


def worst_first(oracle: Evaluate) -> Order:
    """The worst move first, as the oracle says."""
    _check_oracle(oracle)
    return lambda state, moves: sorted(moves, key=lambda move: _worth(state, move, oracle))


def _check_oracle(oracle: object) -> None:
    if not callable(oracle):
        raise ValueError(f"an oracle is a function from a state to a number, not {oracle!r}")


def _worth(state: Any, move: Move, oracle: Evaluate) -> float:
    """What a move is worth to the player who makes it."""
    after = state.play(move)
    return oracle(after) if after.player == state.player else -oracle(after)


def _checked(order: Order) -> Order:
    """The same order, which must return the moves that it was given, each once."""

    def checked(state: Any, moves: Sequence[Move]) -> Sequence[Move]:
        given = order(state, moves)
        ordered = [] if given is None else list(given)
        if len(ordered) != len(moves) or not set(ordered).issuperset(moves):
            moves = list(moves)
            raise ValueError(f"an order must return each of {moves!r} once, not {ordered!r}")
        return ordered

    return checked


ORDERS: dict[str, Order] = {"left": left_to_right, "centre": centre_first}


def find_order(order: str | Order | None) -> Order:
    """The order of that name, or the function passed in."""
    if order is None:
        return left_to_right
    if callable(order):
        return _checked(order)
    if isinstance(order, str) and order in ORDERS:
        return ORDERS[order]
    names = ", ".join(map(repr, ORDERS))
    raise ValueError(
        f"unknown order {order!r}; choose from {names}, best_first(oracle), "
        "worst_first(oracle), or any function from a state and its moves to the moves"
    )
