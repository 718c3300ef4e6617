"""Boards to play on: `play` makes one for any game, and `picture` shows a position as it is."""

from collections.abc import Mapping
from itertools import chain, count
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import Agent, State, whole
from c4lib.games.tictactoe import TicTacToe
from c4lib.players.agents import name
from c4lib.players.legible import legible
from c4lib.view.boards import cells, moves, svg
from c4lib.view.boards.board import BoardWidget
from c4lib.view.boards.columns import ColumnBoard
from c4lib.view.boards.svg import SIGNS, players_of

PEOPLE = "two people"

Agents = Agent | Mapping[str, Agent | None] | None


def play(
    *agents: Agents,
    start: State | None = None,
    you: int = 0,
    hints: bool = False,
    bar: bool = False,
    seed: int = 0,
    rows: bool = False,
) -> BoardWidget:
    """A board to play on, against any of `agents`; `you` are player 0 (X, first) or 1 (O).

    Without a `start` the game is Connect Four. In a game without a grid, such as Pig or Nim, the
    moves are buttons below the state's text. Agents are functions from a state to a move, shown
    under their own names, or under those of a mapping: `play({"my player": my_function})`. None
    means that people play all sides by clicks, and so does giving no agent at all. With `hints`
    (Connect X only), the board shows from the beginning what each column is worth; with `bar`,
    what the agent thinks of the position, if its attribute `result`, a SearchResult, says so. In a
    game with dice, `seed` decides how they fall. With `rows` (Connect X only), the rows have
    numbers.
    """
    start = Connect4() if start is None else start
    kind = _kind_for(start, bool(rows))
    if hints and not isinstance(start, Connect4):
        raise ValueError("hints come from the solver, which knows only Connect X; leave them out")
    if whole(you) not in range(players_of(start)):
        names = " or ".join(f"{n} ({SIGNS[n]})" for n in range(players_of(start)))
        raise ValueError(f"you can be player {names}, not {you!r}")
    return BoardWidget(_named(agents), start, you, kind, hints, bar, seed)


def play_cells(
    *agents: Agents, start: State | None = None, you: int = 0, seed: int = 0
) -> BoardWidget:
    """The same as `play`, but without a `start` the game is tic-tac-toe."""
    return play(*agents, start=TicTacToe() if start is None else start, you=you, seed=seed)


def picture(state: Any, rows: bool = False) -> svg.Picture:
    """A picture of a position, which cannot be played on; with `rows`, those have numbers."""
    if isinstance(state, Connect4):
        return svg.connect4(state, rows=bool(rows))
    kind = _kind_for(state)
    shown, alt = (moves if isinstance(kind, moves.Moves) else cells).picture(state)
    return svg.Picture(shown, alt if state.is_over else f"{alt} {svg.outcome(state)}")


def _kind_for(start: Any, rows: bool = False) -> ColumnBoard | cells.Cells | moves.Moves:
    """How a game is drawn; a ValueError says what it lacks."""
    if isinstance(start, Connect4):
        return ColumnBoard(rows)
    moves.check(start)
    if not hasattr(start, "rows"):
        return moves.Moves()
    cells.check(start)
    return cells.Cells()


def _named(agents: tuple[Agents, ...]) -> dict[str, Agent | None]:
    """The agents under their names, no two of them the same."""
    named: dict[str, Agent | None] = {}
    for agent in agents or (None,):
        if not isinstance(agent, Mapping):
            agent = {PEOPLE if agent is None else name(agent): agent}
        for label, player in agent.items():
            label = legible(str(label))
            labels = chain([label], (f"{label} {number}" for number in count(2)))
            named[next(free for free in labels if free not in named)] = player
    if not named or not all(agent is None or callable(agent) for agent in named.values()):
        raise ValueError("a player is a function from a state to a move, or None for a person")
    return named
