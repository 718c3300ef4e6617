"""The agent that plays at Kaggle: it reads Kaggle's board and always answers in time.

Kaggle lists the board row by row from the top: 0 for an empty square, 1 and 2 for the players'
discs. A move may take `actTimeout` seconds. Any time beyond that is deducted from
`remainingOverageTime`, a reserve for the whole game; a player that uses it up loses.
"""

import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move
from c4lib.players.agents import Clock
from c4lib.search import forced_moves

OWNERS = {0: None, 1: 0, 2: 1}
SHARE_OF_MOVE = 0.8  # of a move's time is used, to be in time on a busy machine, too
SHARE_OF_RESERVE = 0.5  # of the reserve may be used by one move, so that it never runs out


def state_of(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> Connect4:
    """The position that Kaggle describes."""
    columns, rows = configuration["columns"], configuration["rows"]
    board = [OWNERS[square] for square in observation["board"]]
    lines = [board[row * columns : (row + 1) * columns] for row in range(rows)]
    return Connect4.from_rows(lines, configuration["inarow"])


class KaggleAgent:
    """Answers for a player, and without it if the player fails or is late.

    If the player raises an error, for example because it cannot play boards of this size, the
    error is printed to stderr and the substitute plays this move. If no answer comes in time,
    the agent wins or blocks in one move, or plays near the middle. A player that is still
    thinking then is waited for at the next move.
    """

    def __init__(self, player: Agent, substitute: Agent | None = None) -> None:
        self.player = player
        self.substitute = substitute or Clock(seconds=0.5)
        self._thinking: threading.Thread | None = None

    def __call__(self, observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> Move:
        """The column to play, counted from 0, as a Python int."""
        try:
            state = state_of(observation, configuration)
        except ValueError:  # no line fits on the board, so that every game is a draw
            return int(observation["board"].index(0))
        reserve = observation.get("remainingOverageTime", 0) or 0
        time = SHARE_OF_MOVE * configuration.get("actTimeout", 2) + SHARE_OF_RESERVE * reserve
        found = self._think(state, time)
        return int(quick_move(state) if found is None else found)

    def _think(self, state: Connect4, seconds: float) -> Move | None:
        """The player's answer if it comes within `seconds`, otherwise None."""
        answers: list[Move] = []
        before, too_late = self._thinking, threading.Event()

        def think() -> None:
            if before is not None:
                before.join()  # two searches at once would only slow each other down
            if not too_late.is_set():
                answers.append(self._ask(state))

        self._thinking = threading.Thread(target=think, daemon=True)
        self._thinking.start()
        self._thinking.join(seconds)
        too_late.set()
        return answers[0] if answers else None

    def _ask(self, state: Connect4) -> Move:
        """The player's move if it is legal, otherwise the substitute's."""
        try:
            move = self.player(state)
            state.play(move)
        except BaseException:  # SystemExit, too: it would end this thread without an answer
            traceback.print_exc(file=sys.stderr)
            return self.substitute(state)
        return move


def quick_move(state: Connect4) -> Move:
    """A win or a block in one move, otherwise the free column nearest the middle."""
    middle = (state.width - 1) / 2
    choices = forced_moves(state) or state.moves()
    return min(choices, key=lambda column: abs(column - middle))
