"""Quiescence: which moves a position forces, so that it is judged only when it is quiet.

An evaluation counts what is on the board; it does not see that the next move wins.
Passed to `alphabeta` as `loud`, `forced_moves` makes the search continue until nothing is
urgent. Lesson 04 builds it.
"""

from c4lib.game import Move, State


def forced_moves(state: State) -> list[Move]:
    """The winning moves, if there are any; else those that stop an immediate win; else none.

    They come in their natural order, for the player to move. A move stops a win if the
    opponent would win with that very move: if there are several, each stops only one, and
    the search shows that they lose. To see what the opponent would do, some other move is
    played first; so an only legal move is forced only if it wins.
    """
    after = {move: state.play(move) for move in state.moves()}
    wins = [move for move, then in after.items() if is_won(then, state.player)]
    if wins or len(after) < 2:
        return wins
    first, second, *_ = after
    return [
        move
        for move in after
        if _would_win(after[second if move == first else first], move, against=state.player)
    ]


def is_won(state: State, player: int) -> bool:
    """Whether the game is over and `player` has won it."""
    return state.is_over and state.utility(player) > 0


def _would_win(state: State, move: Move, against: int) -> bool:
    """Whether it is the turn of an opponent of `against`, who can play `move` and wins with it."""
    return (
        state.player != against and move in state.moves() and is_won(state.play(move), state.player)
    )
