"""The board of games on cells: tic-tac-toe, Othello, Quixo, or one of your own.

Any game gets a board that has, besides what every `State` has, a method

    rows()           who holds each cell, row by row from the top: 0, 1, ... or None

and whose moves are the cells' numbers, row by row from the top left, from 0. A move that is
no cell's number, such as a pass, becomes a button. More is asked of states that have it:

    cells_of(move)   the cells to click, in order, for a move that is not one cell's number;
                     none for a button. A move by two clicks: first the piece, then its goal
    winning_line     the cells of a line that was made, to be framed
    caption          a sentence about the position: "X has 12 discs, O has 9."
    players          how many play, if not two
    falling          True if moves are columns, from 0, into which pieces fall

There a cell may also be a pair (column, row), both from 0 and from the top left; where pieces
fall, rows are counted from the bottom. `cells_svg.py` draws the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from c4lib.game import CHANCE, Move
from c4lib.view.boards import cells_svg, motion
from c4lib.view.boards.cells_svg import cell_name
from c4lib.view.boards.evaluation_bar import visits_in_words
from c4lib.view.boards.game import Game, Shares
from c4lib.view.boards.svg import SIGNS, Mark, Picture, outcome, players_of


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
        moves = zip(clicks, playable, strict=True)
        return {
            "svg": shown,
            "alt": alt,
            "width": len(state.rows()[0]),
            "cells": cells_svg.cell_words(state.rows(), is_falling(state)),
            "clicks": clicks,
            "places": places(latest),
            "early": [len(c) == 1 and latest.play(m).player != CHANCE for c, m in moves],
            "falling": is_falling(state),
            "motion": motion.of(game, played, is_falling(state)),
            "buttons": _buttons(playable, clicks),
        }

    def strip(self, state: Any, shares: Shares | None) -> dict[str, str]:
        """Nothing: visits stand on the cells, as the legend says."""
        legend = "The percentages on the cells are its visits." if shares else ""
        return {"visits": "", "alt": "", "legend": legend}

    def told(self, game: Game, since: int) -> str:
        """The moves since then in sentences: "O played b2. # passed."."""
        sentences: list[str] = []
        for state, move in zip(game.states[since:], game.moves[since : game.shown], strict=False):
            name = move_name(state, move)
            if state.player != CHANCE:
                sentences.append(f"{SIGNS[state.player]} {_deed(state, move, name)}.")
            elif not sentences:
                sentences.append(f"Chance brought {name or move}.")
            elif not sentences[-1].endswith(f"played {name}."):
                sentences[-1] = f"{sentences[-1][:-1]}, chance made it {name or move}."
        return " ".join(sentences)

    def is_empty(self, state: Any) -> bool:
        """Whether no piece stands on the board."""
        return all(owner is None for row in state.rows() for owner in row)

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


def _deed(state: Any, move: Move, name: str) -> str:
    """What a player did: "played b2", or "passed" where that is the only move without a cell."""
    one_of_many = sum(not cells_of(state, other) for other in state.moves()) > 1
    return f"played {name or move}" if name or one_of_many else "passed"


def cells_of(state: Any, move: Move) -> tuple[int, ...]:
    """The cells to click, in order, to play `move`; none if it is played by a button."""
    if hasattr(state, "cells_of") and not is_falling(state):
        return _numbers(state, state.cells_of(move))
    rows = state.rows()
    if is_falling(state):
        free = [n for n, row in enumerate(rows) if row[move] is None]
        return (free[-1] * len(rows[0]) + move,) if free else ()
    return (int(move),) if move in range(len(rows) * len(rows[0])) else ()


def line_of(state: Any) -> tuple[int, ...]:
    """The cells of the winning line, if the game has one and says so."""
    cells = getattr(state, "winning_line", None) or ()
    if is_falling(state):
        bottom = len(state.rows()) - 1
        cells = [(column, bottom - row) for column, row in cells]
    return _numbers(state, cells)


def is_falling(state: Any) -> bool:
    """Whether moves are columns, into which pieces fall."""
    return bool(getattr(state, "falling", False))


def places(state: Any) -> list[int]:
    """For each cell the one that a click on it means: where a piece falls in its column."""
    rows = state.rows()
    cells = list(range(len(rows) * len(rows[0])))
    if not is_falling(state):
        return cells
    goals = {move: cells_of(state, move)[0] for move in state.moves()}
    return [goals.get(cell % len(rows[0]), cell) for cell in cells]


def move_name(state: Any, move: Move) -> str:
    """A move in words: "b2", "a1 to e1" or "column 4"; nothing if it has no cells."""
    if is_falling(state):
        return f"column {move + 1}"
    width = len(state.rows()[0])
    return " to ".join(cell_name(cell, width) for cell in cells_of(state, move))


def picture(
    state: Any,
    played: Sequence[int] = (),
    ghost: int | None = None,
    shares: Mapping[int, float] | None = None,
) -> Picture:
    """A position; see `cells_svg.board`."""
    line, falling = line_of(state), is_falling(state)
    return cells_svg.board(state.rows(), played, line, ghost, falling, shares)


def html_of(state: Any, last: int | tuple[int, int] | None, alt: str) -> str:
    """What a notebook shows of a position, the cell of the `last` move ringed; `alt` tells it."""
    played = () if last is None else _numbers(state, [last])
    return picture(state, played)._replace(alt=alt)._repr_html_()


def _numbers(state: Any, cells: Iterable[int | tuple[int, int]]) -> tuple[int, ...]:
    """The numbers of cells, which may also be given as pairs (column, row)."""
    width = len(state.rows()[0])
    return tuple(
        cell[1] * width + cell[0] if isinstance(cell, tuple) else int(cell) for cell in cells
    )


def check(start: Any) -> None:
    """Whether the board can show this state with rows; a ValueError says what it lacks."""
    rows = start.rows()
    if not rows or not 0 < len(rows[0]) <= cells_svg.WIDTH or len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows() gives rows of one length, of 1 to {cells_svg.WIDTH} cells each")
    players = range(players_of(start))
    wrong = [owner for row in rows for owner in row if owner is not None and owner not in players]
    if wrong:
        raise ValueError(f"rows() holds players (0, 1, ...) and None, not {wrong[0]!r}")
    _check_clicks(start, len(rows) * len(rows[0]))


def _check_clicks(start: Any, size: int) -> None:
    """Whether the clicks for each move exist and tell it from the others."""
    clicks = sorted((cells_of(start, move), n) for n, move in enumerate(start.moves()))
    for cells, n in clicks:
        if not all(cell in range(size) for cell in cells):
            move = start.moves()[n]
            raise ValueError(f"cells_of({move!r}) is {cells}, but cells are 0 to {size - 1}")
    for (cells, n), (longer, other) in pairwise(clicks):
        if cells and cells == longer[: len(cells)]:
            pair = f"{start.moves()[n]!r} and {start.moves()[other]!r}"
            raise ValueError(
                f"moves {pair} are both played after clicks on {cells}; let cells_of "
                "tell them apart"
            )
