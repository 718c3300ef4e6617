"""The board of games on cells: tic-tac-toe, Othello, Quixo, or one of your own.

`cells_game.py` says what a game needs for it: a method rows(), and little more. `cells_svg.py`
draws it.
"""

from collections.abc import Sequence
from typing import Any

from c4lib.game import CHANCE, Move
from c4lib.view.boards import cells_svg
from c4lib.view.boards.cells_game import cells_of, is_falling, move_name, picture, places, rows_of
from c4lib.view.boards.evaluation_bar import visits_in_words
from c4lib.view.boards.game import Game, Shares
from c4lib.view.boards.svg import SIGNS, Mark, outcome


class Cells:
    """How a game on cells is drawn and clicked on; `ColumnBoard` has the same methods."""

    name = "cells"
    has_solver = False

    def draw(
        self, game: Game, playable: Sequence[Move], marks: dict[int, Mark] | None, shares: Shares
    ) -> dict[str, Any]:
        """The picture and its words, and the cells to click on for each move."""
        state, latest = game.on_board, game.states[-1]
        played = () if game.last is None else cells_of(*game.last)
        ghost = state.player if playable else None
        shown, alt = picture(state, played, ghost, _by_cell(state, shares))
        alt = f"{alt} {outcome(state)}"
        if shares:
            named = {move_name(state, move) or str(move): share for move, share in shares.items()}
            alt = f"{alt} {visits_in_words(state.player, named)}"
        clicks = [cells_of(latest, move) for move in playable]
        return {
            "svg": shown,
            "alt": alt,
            "width": len(rows_of(state)[0]),
            "cells": cells_svg.cell_words(rows_of(state), is_falling(state)),
            "clicks": clicks,
            "places": places(latest),
            "buttons": _buttons(playable, clicks),
        }

    def strip(self, state: Any, shares: Shares | None) -> dict[str, str]:
        """Nothing: visits stand on the cells, as the legend says."""
        legend = "The percentages on the cells are its visits." if shares else ""
        return {"visits": "", "alt": "", "legend": legend}

    def last_move(self, game: Game) -> str:
        """What was played last: "O played b2."."""
        if game.last is None:
            return ""
        before, move = game.last
        if before.player == CHANCE:
            return _last_throw(game)
        if name := move_name(before, move):
            return f"{SIGNS[before.player]} played {name}."
        one_of_many = sum(not cells_of(before, other) for other in before.moves()) > 1
        return f"{SIGNS[before.player]} {f'played {move}' if one_of_many else 'passed'}."

    def blocked(self, state: Any) -> str:
        """A sentence if all moves are buttons."""
        has_cells = any(cells_of(state, move) for move in state.moves())
        return "" if has_cells else "No cell can be played."


def _by_cell(state: Any, shares: Shares) -> dict[int, float]:
    """The visits of all moves that begin with a click on the same cell, added up."""
    total: dict[int, float] = {}
    for move, share in shares.items():
        for cell in cells_of(state, move)[:1]:
            total[cell] = total.get(cell, 0.0) + share
    return total


def _buttons(moves: Sequence[Move], clicks: Sequence[tuple[int, ...]]) -> list[dict[str, Any]]:
    """The moves that have no cells: a pass, or others under their own names."""
    free = [n for n, cells in enumerate(clicks) if not cells]
    names = ["Pass"] if len(free) == 1 else [f"Play {moves[n]}" for n in free]
    return [{"move": n, "text": name} for n, name in zip(free, names, strict=True)]


def _last_throw(game: Game) -> str:
    """What was played last, and what chance made of it: "O played a1, chance made it a2."."""
    states, moves, last = game.states, game.moves, game.shown - 1
    thrown = move_name(states[last], moves[last]) or str(moves[last])
    if last == 0 or states[last - 1].player == CHANCE:
        return f"Chance brought {thrown}."
    before, move = states[last - 1], moves[last - 1]
    played = move_name(before, move) or str(move)
    turned = "" if played == thrown else f", chance made it {thrown}"
    return f"{SIGNS[before.player]} played {played}{turned}."
