"""Pig, a game of one die, and its exact solution.

In a turn you roll as often as you like. A 2 or more is added to the turn's points; a 1 loses
them and ends the turn. Holding adds the turn's points to the score and passes the die on.
A player with enough points for the goal can only hold, and wins. The game is so small that it can
be solved exactly (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from c4lib.game import CHANCE, Agent, check_whole, outcome

ROLL, HOLD = "roll", "hold"
FACES = (1, 2, 3, 4, 5, 6)
CLOSE = 1e-12
"""Value iteration stops when no probability changes by more than this."""

Floats = npt.NDArray[np.float64]
Rolls = npt.NDArray[np.bool_]
"""A strategy: `rolls[turn, mine, theirs]` is whether to roll."""


@dataclass(frozen=True, slots=True)
class Pig:
    """A position of Pig. A move is "roll" or "hold"; the die's move is the face it shows."""

    goal: int = 100
    scores: tuple[int, int] = (0, 0)
    """What each player has for sure."""
    turn: int = 0
    """The points of this turn, which a 1 would lose."""
    mover: int = 0
    """Whose turn it is, also while the die rolls."""
    is_rolling: bool = False

    def __post_init__(self) -> None:
        check_whole("goal", self.goal)
        points = (*self.scores, self.turn)
        if len(points) != 3 or min(points) < 0 or self.mover not in (0, 1):
            raise ValueError(
                "a position has two scores and the turn's points, from 0 up, and mover 0 or 1, "
                f"not scores={self.scores!r}, turn={self.turn!r}, mover={self.mover!r}"
            )

    @property
    def player(self) -> int:
        """Whose turn it is: 0, 1, or CHANCE while the die rolls."""
        return CHANCE if self.is_rolling else self.mover

    @property
    def is_over(self) -> bool:
        """Whether a player has reached the goal."""
        return max(self.scores) >= self.goal

    @property
    def winner(self) -> int | None:
        """The player who has reached the goal, 0 or 1, or None."""
        return self.scores.index(max(self.scores)) if self.is_over else None

    def moves(self) -> Sequence[str | int]:
        """To roll or to hold; while the die rolls, its faces; none when the game is over."""
        if self.is_over:
            return ()
        if self.is_rolling:
            return FACES
        return (HOLD,) if self.scores[self.mover] + self.turn >= self.goal else (ROLL, HOLD)

    def chances(self) -> Sequence[tuple[int, float]]:
        """The faces of the rolling die, each as likely as the others."""
        if not self.is_rolling:
            raise ValueError("the die is not rolling; play 'roll' first")
        return [(face, 1 / len(FACES)) for face in FACES]

    def play(self, move: str | int) -> Self:
        """The state after rolling, holding, or a face of the die."""
        if move not in self.moves():
            raise ValueError(self._why_not(move))
        if move == ROLL:
            return replace(self, is_rolling=True)
        if move == HOLD:
            scores = list(self.scores)
            scores[self.mover] += self.turn
            return self._pass_on((scores[0], scores[1]))
        if move == 1:
            return self._pass_on(self.scores)
        return replace(self, turn=self.turn + int(move), is_rolling=False)

    def _pass_on(self, scores: tuple[int, int]) -> Self:
        """The other's turn begins, with these scores."""
        return type(self)(self.goal, scores, 0, 1 - self.mover)

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, -1 lost."""
        return outcome(self, player)

    def _why_not(self, move: object) -> str:
        if self.is_over:
            return "the game is over; no more moves can be played"
        return f"{move!r} cannot be played here, only {' or '.join(map(repr, self.moves()))}"

    def __str__(self) -> str:
        """The scores and the turn in a line."""
        if self.is_over:
            now = f"player {self.winner} has won"
        else:
            now = f"player {self.mover} {'rolls' if self.is_rolling else 'to move'}"
            now += f" with {self.turn} in this turn"
        return f"{self.scores[0]} : {self.scores[1]} of {self.goal}, {now}"


# ---- the exact solution --------------------------------------------------------------------


@lru_cache(maxsize=8)
def solve(goal: int = 100) -> Floats:
    """How likely the player to move wins if both play optimally: `table[turn, mine, theirs]`.

    Value iteration: a guess of what the start of each turn is worth says what to do in the turn,
    from its end back, which gives a better guess, and so on until no number changes any more.
    """
    check_whole("goal", goal)
    table = won_table(goal)
    change = 1.0
    while change > CLOSE:
        before = table[0].copy()
        passed = 1 - before.T  # what I have when the other's turn begins
        for turn in reversed(range(goal)):
            unsure = goal - turn  # with fewer points than that, I have not won yet
            roll = rolled(table, turn, passed)
            table[turn, :unsure] = np.maximum(roll[:unsure], passed[turn:])
        change = float(np.abs(table[0] - before).max())
    table.flags.writeable = False
    return table


def rolled(table: Floats, turn: int, passed: Floats) -> Floats:
    """What one more roll is worth: a 1 passes the die on, the other faces continue the turn."""
    total: Floats = sum((table[turn + face] for face in FACES[1:]), start=passed)
    return total / len(FACES)


def won_table(goal: int, guess: float = 0.0) -> Floats:
    """A table as `solve` returns it: 1 where the points are enough to win, a guess elsewhere."""
    table = np.full((goal + FACES[-1], goal, goal), guess)
    for turn in range(len(table)):
        table[turn, max(0, goal - turn) :] = 1  # a player with enough points holds
    return table


@lru_cache(maxsize=8)
def best_rolls(goal: int = 100) -> Rolls:
    """Where optimal play rolls: `rolls[turn, mine, theirs]`, for turns that have not won."""
    table = solve(goal)
    passed = 1 - table[0].T
    rolls = np.zeros((goal, goal, goal), dtype=bool)
    for turn in range(goal):
        roll = rolled(table, turn, passed)
        rolls[turn, : goal - turn] = roll[: goal - turn] > passed[turn:]
    rolls.flags.writeable = False
    return rolls


def duel(first: Rolls, second: Rolls) -> tuple[float, float]:
    """How likely the first strategy beats the second: when it begins, and when it does not.

    Both are exact to nine digits: each table is worked out from the other until neither changes.
    """
    tables = won_table(len(first), 0.5), won_table(len(first), 0.5)
    change = 1.0
    while change > 1000 * CLOSE:
        before = tables[0][0].copy()
        _follow(first, *tables)
        _follow(second, *reversed(tables))
        change = float(np.abs(tables[0][0] - before).max())
    return float(tables[0][0, 0, 0]), float(1 - tables[1][0, 0, 0])


def _follow(rolls: Rolls, mine: Floats, theirs: Floats) -> None:
    """What a strategy is worth, turn by turn from its end, if the other's table is right."""
    goal, passed = len(rolls), 1 - theirs[0].T
    for turn in reversed(range(goal)):
        unsure = goal - turn
        roll = rolled(mine, turn, passed)
        mine[turn, :unsure] = np.where(rolls[turn, :unsure], roll[:unsure], passed[turn:])


def win_probability(state: Pig) -> float:
    """The probability that the player to decide wins, if both play optimally."""
    mine, theirs = _to_decide(state)
    table = solve(state.goal)
    return float(table[min(state.turn, len(table) - 1), mine, theirs])


def optimal(state: Pig) -> str:
    """Perfect play: roll if that wins more often than holding."""
    mine, theirs = _to_decide(state)
    can_win = mine + state.turn >= state.goal
    return HOLD if can_win or not best_rolls(state.goal)[state.turn, mine, theirs] else ROLL


def hold_at(points: int) -> Agent:
    """A player who rolls until the turn has `points` points, or enough to win."""

    def holds(state: Any) -> str:
        mine, _ = _to_decide(state)
        enough = min(points, state.goal - mine)
        return HOLD if state.turn >= enough else ROLL

    holds.__name__ = f"hold at {points}"
    return holds


def lead(state: Pig) -> float:
    """A simple evaluation, from -1 to 1: the lead of the player to move, as a share of the goal."""
    mine, theirs = state.scores[state.mover], state.scores[1 - state.mover]
    return (min(mine + state.turn, state.goal) - theirs) / state.goal


def _to_decide(state: Pig) -> tuple[int, int]:
    """My score and theirs, where I can roll or hold."""
    if not isinstance(state, Pig):
        raise ValueError(f"this is for positions of Pig, not for {state!r}")
    if state.is_over or state.is_rolling:
        raise ValueError(f"there is nothing to decide here: {state}")
    return state.scores[state.mover], state.scores[1 - state.mover]
