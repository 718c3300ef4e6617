"""A board to play on for games on cells: tic-tac-toe, Othello, Quixo, or one of your own.

What a game needs for it is told in `cells_game`: a method rows(), and little more. Where chance
is to move, the board throws the dice. `cells.js` is the board's page side.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from c4lib.game import CHANCE, Agent, Move, State
from c4lib.games.tictactoe import TicTacToe
from c4lib.search.dice import Dice
from c4lib.search.mcts import drawn
from c4lib.view import cells_svg
from c4lib.view.cells_game import (
    cells_of,
    check,
    is_falling,
    line_of,
    move_name,
    places,
    players_of,
    rows_of,
)
from c4lib.view.cells_svg import SIGNS
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
    seed: int = 0,
) -> "CellBoard":
    """A board to play a game on cells on, against any of `agents`; `you` are player 0 (X) or 1 (O).

    Without a `start` it is tic-tac-toe. Agents are functions from a state to a move, shown
    under their own names, or under those of a mapping: `play_cells({"my player": function})`.
    None stands for people at your side, as does no agent at all: all is then played by clicks.
    In a game with dice, `seed` says how they fall.
    """
    start = TicTacToe() if start is None else start
    check(start)
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
    return CellBoard(named, start, you, seed)


def picture(state: State) -> Picture:
    """A position of a game on cells, to be shown as it is."""
    check(state)
    shown, alt = cells_svg.board(rows_of(state), line=line_of(state), numbered=is_falling(state))
    return Picture(shown, alt if state.is_over else f"{alt} {_turn(state)}")


def _turn(state: State) -> str:
    """Whose turn it is."""
    return "Chance decides." if state.player == CHANCE else f"{SIGNS[state.player]} to move."


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

    def __init__(
        self, agents: Mapping[str, Agent | None], start: State, you: int, seed: int = 0
    ) -> None:
        super().__init__()
        self.dice = Dice(seed)
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
        return state.player != CHANCE and (self._two_people or state.player == self.you)

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
        """Let dice and the agent play while it is their turn, and say so on the board meanwhile."""
        agent = self.agents[self.opponent]
        while not self.state.is_over and not self._is_mine(self.state):
            if self.state.player == CHANCE:
                self._push(drawn(self.state, self.dice))
                continue
            assert agent is not None  # else all turns are the readers'
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
        numbered = is_falling(state)
        shown, alt = cells_svg.board(rows_of(state), played, line_of(state), ghost, numbered)
        return Picture(shown, f"{alt} {self._end(state) if state.is_over else _turn(state)}")

    def _draw(self, thinking: bool = False) -> None:
        moves = [] if thinking else self._playable
        shown, alt = self._picture(playable=bool(moves))
        self.frame = {
            "number": self.frame.get("number", 0) + 1,  # no two frames are the same
            "svg": shown,
            "alt": alt,
            "width": len(rows_of(self._on_board)[0]),
            "cells": cells_svg.cell_words(rows_of(self._on_board), is_falling(self.state)),
            "clicks": [cells_of(self.state, move) for move in moves],
            "places": places(self.state),
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
        if before.player == CHANCE:
            return self._last_throw()
        if name := move_name(before, move):
            return f"{SIGNS[before.player]} played {name}."
        one_of_many = sum(not cells_of(before, other) for other in before.moves()) > 1
        return f"{SIGNS[before.player]} {f'played {move}' if one_of_many else 'passed'}."

    def _last_throw(self) -> str:
        """What was played last, and what chance made of it: "O played a1, chance made it a2."."""
        thrown = move_name(self.states[-2], self.moves[-1]) or str(self.moves[-1])
        if len(self.moves) < 2 or self.states[-3].player == CHANCE:
            return f"Chance brought {thrown}."
        before, move = self.states[-3], self.moves[-2]
        played = move_name(before, move) or str(move)
        turned = "" if played == thrown else f", chance made it {thrown}"
        return f"{SIGNS[before.player]} played {played}{turned}."

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
