"""A player's seat at Kaggle's table: it reads the board there, and always answers in time.

Kaggle tells the board row by row from the top, 0 for an empty square, 1 and 2 for the players'
discs. A move may take `actTimeout` seconds; whatever is longer is taken from a purse,
`remainingOverageTime`, for the whole game. Who overdraws it has lost.
"""

import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any

from c4lib.agents import Clock
from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move
from c4lib.search import forced_moves

OWNERS = {0: None, 1: 0, 2: 1}
SHARE_OF_MOVE = 0.8
"""Which share of the time for a move it may take, to be in time on a busy machine, too."""
SHARE_OF_PURSE = 0.5
"""Which share of the purse one move may take. So it never runs dry."""


def state_of(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> Connect4:
    """The position that Kaggle tells."""
    columns, rows = configuration["columns"], configuration["rows"]
    board = [OWNERS[square] for square in observation["board"]]
    lines = [board[row * columns : (row + 1) * columns] for row in range(rows)]
    return Connect4.from_rows(lines, configuration["inarow"])


class Seat:
    """Answers for a player. If the player fails or is late, it answers without it.

    Where the player raises an error, as one does that cannot play boards of this size, the
    error is written to stderr, and the clock player plays this move instead. Where no answer
    comes in time, the seat wins or blocks in one, or plays near the middle; a player that
    still thinks is waited for at the next move.
    """

    def __init__(self, player: Agent, substitute: Agent | None = None) -> None:
        self.player = player
        self.substitute = substitute or Clock(seconds=0.5)
        self._thinking: threading.Thread | None = None

    def __call__(self, observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> Move:
        """The column to play, from 0, as a whole number of Python's own."""
        try:
            state = state_of(observation, configuration)
        except ValueError:  # a board without room for a line: whatever is played is a draw
            return int(observation["board"].index(0))
        purse = observation.get("remainingOverageTime", 0) or 0
        time = SHARE_OF_MOVE * configuration.get("actTimeout", 2) + SHARE_OF_PURSE * purse
        found = self._think(state, time)
        return int(in_a_hurry(state) if found is None else found)

    def _think(self, state: Connect4, seconds: float) -> Move | None:
        """The player's answer, if one comes within so many seconds."""
        answers: list[Move] = []
        before, too_late = self._thinking, threading.Event()

        def think() -> None:
            if before is not None:
                before.join()  # two thoughts at once would only slow each other down
            if not too_late.is_set():
                answers.append(self._ask(state))

        self._thinking = threading.Thread(target=think, daemon=True)
        self._thinking.start()
        self._thinking.join(seconds)
        too_late.set()
        return answers[0] if answers else None

    def _ask(self, state: Connect4) -> Move:
        """The player's move if it has a legal one, else the substitute's."""
        try:
            move = self.player(state)
            state.play(move)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return self.substitute(state)
        return move


def in_a_hurry(state: Connect4) -> Move:
    """A win or a block in one move if there is one, else the free column nearest to the middle."""
    middle = (state.width - 1) / 2
    choices = forced_moves(state) or state.moves()
    return min(choices, key=lambda column: abs(column - middle))
