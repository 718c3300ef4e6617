"""A board to play on for games on cells: tic-tac-toe, Othello, Quixo, or one of your own.

Any game gets this board that has, besides what every `State` has, a method

    rows()           who holds each cell, row by row from the top: 0, 1, ... or None

and whose moves are the cells' numbers, row by row from the top left, from 0. A move that is
no cell's number, such as a pass, becomes a button. More is asked of states that have it:

    cells_of(move)   the cells to click, in order, for a move that is not one cell's number;
                     none for a button. A move by two clicks: first the piece, then its goal
    winning_line     the cells of a line that was made, to be framed
    caption          a sentence about the position: "X has 12 discs, O has 9."
    players          how many play, if not two

There a cell may also be a pair (column, row), both from 0 and from the top left.
`cells.js` is the board's page side.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import isqrt
from typing import Any

import anywidget
import traitlets

from c4lib.game import Agent, Move, State
from c4lib.games.tictactoe import TicTacToe
from c4lib.view import cells_svg
from c4lib.view.cells_svg import SIGNS, Rows, cell_name
from c4lib.view.kernel import on_main_thread
from c4lib.view.playboard import HERE, RUN_ME
from c4lib.view.svg import Picture
from c4lib.view.widgets import _free_name, _name

ACTIONS = ("pick", "undo", "new", "swap", "choose", "ask", "show")
"""What the page may ask for."""


def play_cells(
    *agents: Agent | Mapping[str, Agent | None] | None,
    start: State | None = None,
    you: int = 0,
) -> "CellBoard":
    """A board to play a game on cells on, against any of `agents`; `you` are player 0 (X) or 1 (O).

    Without a `start` it is tic-tac-toe. Agents are functions from a state to a move, shown
    under their own names, or under those of a mapping: `play_cells({"my player": function})`.
    None stands for people at your side, as does no agent at all: all is then played by clicks.
    """
    start = TicTacToe() if start is None else start
    _check(start)
    if you not in range(players_of(start)):
        names = " or ".join(f"{n} ({SIGNS[n]})" for n in range(players_of(start)))
        raise ValueError(f"you can be player {names}, not {you!r}")
    named: dict[str, Agent | None] = {}
    for agent in agents or [None]:
        pairs = agent.items() if isinstance(agent, Mapping) else [(_name(agent), agent)]
        for label, player in pairs:
            named[_free_name(str(label), named)] = player
    if not named or not all(agent is None or callable(agent) for agent in named.values()):
        raise ValueError("a player is a function from a state to a move, or None for a person")
    return CellBoard(named, start, you)


# ---- what the board asks of a game -------------------------------------------------------------


def rows_of(state: Any) -> Rows:
    """Who holds each cell, row by row from the top.

    A square board may also be given as one sequence, `squares`, as tic-tac-toe does.
    """
    if hasattr(state, "rows"):
        rows: Rows = state.rows()
        return rows
    width = isqrt(len(state.squares))
    return [state.squares[first : first + width] for first in range(0, width * width, width)]


def cells_of(state: Any, move: Move) -> tuple[int, ...]:
    """The cells to click, in order, to play `move`; none if it is played by a button."""
    if hasattr(state, "cells_of"):
        return _numbers(state, state.cells_of(move))
    rows = rows_of(state)
    return (int(move),) if move in range(len(rows) * len(rows[0])) else ()


def line_of(state: Any) -> tuple[int, ...]:
    """The cells of the line that was made, if there is one and the game tells."""
    return _numbers(state, getattr(state, "winning_line", None) or ())


def _numbers(state: Any, cells: Iterable[int | tuple[int, int]]) -> tuple[int, ...]:
    """The numbers of cells, which may also be given as pairs (column, row)."""
    width = len(rows_of(state)[0])
    return tuple(
        cell[1] * width + cell[0] if isinstance(cell, tuple) else int(cell) for cell in cells
    )


def players_of(state: Any) -> int:
    """How many play."""
    return int(getattr(state, "players", 2))


def _check(start: Any) -> None:
    """Whether the board can show this game; a ValueError says what the game lacks."""
    if not isinstance(start, State) or not (hasattr(start, "rows") or hasattr(start, "squares")):
        raise ValueError(
            f"start is a state of a game on cells, with a method rows(), not {start!r}"
        )
    rows = rows_of(start)
    if not rows or not 0 < len(rows[0]) <= cells_svg.WIDTH or len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows() gives rows of one length, of 1 to {cells_svg.WIDTH} cells each")
    players = range(players_of(start))
    if len(players) > len(SIGNS):
        raise ValueError(f"the board has signs for {len(SIGNS)} players, not for {len(players)}")
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


# ---- the board -----------------------------------------------------------------------------------


class CellBoard(anywidget.AnyWidget):
    """A board of cells in the notebook. All rules are the game's; the page only draws and asks.

    `state` is the game's latest position, for cells that go on with it. What the page
    shows is handed over as one `frame`, so that it never sees half a change.
    """

    # The page side stands behind board.js, whose helpers and style it shares.
    _esm = (
        (HERE / "board.js")
        .read_text("utf-8")
        .replace("export default { render };", (HERE / "cells.js").read_text("utf-8"))
    )
    _css = "\n".join((HERE / f"{name}.css").read_text("utf-8") for name in ("board", "cells"))
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, agents: Mapping[str, Agent | None], start: State, you: int) -> None:
        super().__init__()
        self.agents = dict(agents)
        self.opponent = next(iter(self.agents))
        self.you = you
        self.states = [start]
        self.moves: list[Move] = []  # each leads from its state to the next
        self.shown = 0  # which of the states is on the board
        self.problem = ""
        self.agent_failed = False
        self.on_msg(self._on_message)
        self._answer()

    @property
    def state(self) -> State:
        """The latest position of the game."""
        return self.states[-1]

    # ---- what a reader can do --------------------------------------------------------------

    def move(self, move: Move) -> None:
        """Play `move` on the board and let the agent answer."""
        if self._is_open:
            self._push(move)
            self._go_on()
        else:
            self._draw()

    def pick(self, number: int, frame: int) -> None:
        """Play the move of that number among the legal ones: what clicks on the page come to.

        They name the frame that they were made on, so that those that come too late are not
        taken for another position's.
        """
        if frame == self.frame["number"] and number in range(len(self._playable)):
            self.move(self._playable[number])
        else:
            self._draw()

    def undo(self) -> None:
        """Take back the reader's last move and all that came after it."""
        if self._mine_before:
            self._cut(self._mine_before[-1])
            self._go_on()

    def new(self) -> None:
        """Begin again from the first position."""
        self._cut(0)
        self._go_on()

    def swap(self) -> None:
        """Change sides, in a new game if this one is over."""
        self.you = (self.you + 1) % players_of(self.state)
        if self.state.is_over:
            self._cut(0)
        self._go_on()

    def choose(self, opponent: int) -> None:
        """Let another of the agents play on."""
        self.opponent = list(self.agents)[opponent]
        self._go_on()

    def ask(self) -> None:
        """Ask the agent once more, after it failed."""
        self._go_on()

    def show(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.shown = min(max(ply, 0), len(self.moves))
        self._draw()

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("do") in ACTIONS:
            on_main_thread(lambda: getattr(self, message["do"])(*message.get("with", [])))

    # ---- the game --------------------------------------------------------------------------

    @property
    def _two_people(self) -> bool:
        """Whether all sides are played by clicks."""
        return self.agents[self.opponent] is None

    def _is_mine(self, state: State) -> bool:
        """Whether it is the reader's turn."""
        return self._two_people or state.player == self.you

    @property
    def _at_the_end(self) -> bool:
        return self.shown == len(self.moves)

    @property
    def _is_open(self) -> bool:
        """Whether the reader can play a move now: also the agent's, once it has failed."""
        return self._at_the_end and (self._is_mine(self.state) or self.agent_failed)

    @property
    def _playable(self) -> Sequence[Move]:
        """The moves that the reader can play now."""
        return self.state.moves() if self._is_open else []

    @property
    def _mine_before(self) -> list[int]:
        """The earlier positions in which it was the reader's turn."""
        return [n for n, state in enumerate(self.states[:-1]) if self._is_mine(state)]

    def _push(self, move: Move) -> None:
        self.states.append(self.state.play(move))
        self.moves.append(move)
        self.shown = len(self.moves)

    def _cut(self, ply: int) -> None:
        """Forget all that came after so many moves."""
        del self.states[ply + 1 :], self.moves[ply:]

    def _go_on(self) -> None:
        """Show the latest position and, if it is the agent's turn, let it play."""
        self.problem = ""
        self.agent_failed = False
        self.shown = len(self.moves)
        self._answer()

    def _answer(self) -> None:
        """Let the agent play while it is its turn, and say so on the board meanwhile."""
        agent = self.agents[self.opponent]
        while agent is not None and not self.state.is_over and self.state.player != self.you:
            self._draw(thinking=True)
            try:
                self._push(agent(self.state))
            except KeyboardInterrupt:
                self.problem = f"{self.opponent} was stopped."
            except (Exception, SystemExit) as error:
                self.problem = f"{self.opponent} failed with {type(error).__name__}: {error}"
            self.agent_failed = bool(self.problem)
            if self.agent_failed:
                break
        self._draw()

    # ---- the picture and the words ---------------------------------------------------------

    @property
    def _on_board(self) -> State:
        """The position that is shown."""
        return self.states[self.shown]

    def _picture(self, playable: bool) -> Picture:
        """The position on the board, with what a page needs to play on it if it is `playable`."""
        state = self._on_board
        played: tuple[int, ...] = ()
        if self.shown:
            played = cells_of(self.states[self.shown - 1], self.moves[self.shown - 1])
        ghost = state.player if playable else None
        picture, alt = cells_svg.board(rows_of(state), played, line_of(state), ghost)
        turn = self._end(state) if state.is_over else f"{SIGNS[state.player]} to move."
        return Picture(picture, f"{alt} {turn}")

    def _draw(self, thinking: bool = False) -> None:
        moves = [] if thinking else self._playable
        picture, alt = self._picture(playable=bool(moves))
        self.frame = {
            "number": self.frame.get("number", 0) + 1,  # no two frames are the same
            "svg": picture,
            "alt": alt,
            "width": len(rows_of(self._on_board)[0]),
            "cells": cells_svg.cell_words(rows_of(self._on_board)),
            "clicks": [cells_of(self.state, move) for move in moves],
            "buttons": self._buttons(moves),
            "status": self._status(thinking),
            "note": getattr(self._on_board, "caption", ""),
            "problem": self.problem,
            "thinking": thinking,
            "ask": self.agent_failed,
            "ply": self.shown,
            "plies": len(self.moves),
            "undo": bool(self._mine_before) and self._at_the_end,
            "swap": not self._two_people,
            "agents": list(self.agents),
            "agent": list(self.agents).index(self.opponent),
        }

    def _buttons(self, moves: Sequence[Move]) -> list[dict[str, Any]]:
        """The moves that have no cells: a pass, or others under their own names."""
        free = [n for n, move in enumerate(moves) if not cells_of(self.state, move)]
        names = ["Pass"] if len(free) == 1 else [f"Play {moves[n]}" for n in free]
        return [{"move": n, "text": name} for n, name in zip(free, names, strict=True)]

    def _status(self, thinking: bool) -> str:
        """What a reader needs to know now, in a sentence or two."""
        state = self.state
        if not self._at_the_end:
            return f"After move {self.shown} of {len(self.moves)}. Slide right to play on."
        if state.is_over:
            return self._end(state)
        sign = SIGNS[state.player]
        if thinking:
            return f"{self.opponent} ({sign}) is thinking …"
        if self.agent_failed:
            return f"Play a move for {sign}, ask again, undo, or choose another player."
        turn = f"{sign} to move." if self._two_people else f"You are {sign}. Your move."
        blocked = not any(cells_of(state, move) for move in state.moves())
        words = [self._last_move(), turn, "No cell can be played." if blocked else ""]
        return " ".join(filter(None, words))

    def _last_move(self) -> str:
        """What was played last: "O played b2."."""
        if not self.moves:
            return ""
        before, move = self.states[-2], self.moves[-1]
        names = [cell_name(cell, len(rows_of(before)[0])) for cell in cells_of(before, move)]
        if names:
            return f"{SIGNS[before.player]} played {' to '.join(names)}."
        one_of_many = sum(not cells_of(before, other) for other in before.moves()) > 1
        return f"{SIGNS[before.player]} {f'played {move}' if one_of_many else 'passed'}."

    def _end(self, state: State) -> str:
        """Who has won the finished game."""
        winners = [n for n in range(players_of(state)) if state.utility(n) > 0]
        signs = " and ".join(SIGNS[n] for n in winners)
        if not winners:
            return "A draw."
        if self._two_people:
            return f"{signs} {'has' if len(winners) == 1 else 'have'} won!"
        return "You have won!" if self.you in winners else f"{self.opponent} ({signs}) has won."

    def __repr__(self) -> str:
        if self._two_people:
            return f"<board: {self.state!r}, played by people>"
        return f"<board: {self.state!r}, you are {SIGNS[self.you]} against {self.opponent}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live board, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self._picture(playable=False)._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": picture}, metadata
