"""The exercises of lesson 09: averages, Star1's window, Pig, value iteration, max^n, a model.

The mistakes that are recognised are in `lesson09_mistakes`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises import lesson09_mistakes as mistakes
from c4lib.exercises.compare import equal
from c4lib.exercises.printed import PrintedDice, PrintedTuples
from c4lib.exercises.task import Task
from c4lib.exercises.verdict import Part
from c4lib.game import CHANCE, Move, State
from c4lib.games.pig import Pig
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.search import minimax

DECIMALS = 4
"""To how many decimals numbers are told; they are compared as they are."""


class RoundedTask(Task):
    """A task about numbers, of which only the first decimals are told."""

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, what was expected and what came, rounded if that tells enough."""
        told = _rounded(came), _rounded(expected)
        return super().parts(index, *((came, expected) if told[0] == told[1] else told))


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return round(value, DECIMALS) + 0.0 if isinstance(value, float) else value


# ---- 9.1 -----------------------------------------------------------------------------------


def average_value(state: Any, me: int) -> float:
    """What a state is worth to `me` on average: I make the most of it, the other the least."""
    if state.is_over:
        return float(state.utility(me))
    values = {move: average_value(state.play(move), me) for move in state.moves()}
    if state.player == CHANCE:
        return float(sum(chance * values[move] for move, chance in state.chances()))
    return max(values.values()) if state.player == me else min(values.values())


AVERAGE_VALUE = RoundedTask(
    number="9.1",
    title="Expectimax",
    reference=average_value,
    cases=(
        (PrintedDice.of(("chance", [(0.5, 3), (0.25, -1), (0.25, 7)])), 0),
        (PrintedDice.of(("max", [1, ("chance", [(0.9, 0), (0.1, 20)])])), 0),
        (PrintedDice.of(("max", [("min", [4, 1]), ("min", [2, 6])])), 0),
        (PrintedDice.of(("max", [("max", [4, 1]), ("max", [2, 6])])), 0),  # twice the same
        (
            PrintedDice.of(
                ("max", [("chance", [(0.75, ("min", [4, -2])), (0.25, ("max", [0, 8]))]), 1])
            ),
            0,
        ),
        (
            PrintedDice.of(
                ("min", [("chance", [(0.2, 5), (0.8, ("min", [1, 3]))]), ("max", [0, 2])])
            ),
            1,
        ),
        (PrintedDice.of(("chance", [(0.5, ("chance", [(0.6, 5), (0.4, 0)])), (0.5, 1)])), 1),
        (Windy(Connect4(2, 2, 2), 0.3), 0),
        (Windy(Connect4.from_moves("113", 3, 2, 3), 0.4), 1),
    ),
    wrong_types={Collection: "One number is wanted: what the state is worth to `me`."},
    hints=(
        "There are four kinds of state: the game is over, dice decide, it is my turn, it is the "
        "other's. `state.player` says which, and `CHANCE` is the dice.",
        "Find the values of all states that can follow first, with the same `me`. What is made of "
        "them at each kind?",
        "Mine is their `max`, the other's their `min`. At a chance node take "
        "`sum(chance * value)` over `state.chances()`, which gives pairs (move, chance).",
    ),
    mistakes=mistakes.AVERAGE_VALUE,
)

# ---- 9.2 -----------------------------------------------------------------------------------


def child_window(
    alpha: float, beta: float, done: float, chance: float, rest: float, least: float, most: float
) -> tuple[float, float]:
    """Between which values the next outcome must lie for the average to be in (alpha, beta)."""
    low = (alpha - done - rest * most) / chance
    high = (beta - done - rest * least) / chance
    return low, high


CHILD_WINDOW = RoundedTask(
    number="9.2",
    title="A window through the dice",
    reference=child_window,
    cases=(
        (0.0, 1.0, 0.0, 0.5, 0.5, -1.0, 1.0),
        (0.25, 0.75, 0.5, 0.25, 0.25, 0.0, 1.0),
        (0.9, 1.0, 0.0, 0.5, 0.5, 0.0, 1.0),
        (-1.0, 0.2, 0.1, 0.2, 0.6, -1.0, 1.0),
        (0.3, 0.6, -0.2, 0.5, 0.0, -1.0, 1.0),
        (2.0, 5.0, 3.0, 0.25, 0.5, -4.0, 10.0),
        (-0.5, 0.5, 0.3, 0.1, 0.2, -1.0, 1.0),
    ),
    wrong_types={
        Real: "A pair is wanted: the new alpha and the new beta.",
    },
    hints=(
        "When this outcome turns out to be x, the average will be "
        "`done + chance * x + (what comes of the rest)`. What is the most that the rest can bring?",
        "If even with the best rest, `rest * most`, the average does not pass alpha, nobody needs "
        "to look on. Solve `done + chance * x + rest * most = alpha` for x.",
        "The other side is the mirror: `done + chance * x + rest * least = beta`. Return the two "
        "values of x.",
    ),
    mistakes=mistakes.CHILD_WINDOW,
)

# ---- 9.3 -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guess:
    """What stands for a table of win probabilities: a guess by the points alone."""

    slope: float

    def __call__(self, state: Pig) -> float:
        """How likely the player who is to decide wins, so it is guessed."""
        if state.is_over or state.is_rolling:
            raise ValueError(f"wins knows only states in which somebody is to decide: {state}")
        mine, theirs = state.scores[state.mover], state.scores[1 - state.mover]
        if mine + state.turn >= state.goal:
            return 1.0
        return 0.5 + self.slope * (mine + state.turn / 2 - theirs) / state.goal

    def __repr__(self) -> str:
        return f"Guess({self.slope})"


def best_chance(state: Pig, wins: Callable[[Pig], float]) -> float:
    """How likely the player to move wins with the better of rolling and holding."""
    held = state.play("hold")
    hold = 1.0 if held.is_over else 1 - wins(held)
    if "roll" not in state.moves():
        return hold
    roll, rolling = 0.0, state.play("roll")
    for face, chance in rolling.chances():
        after = rolling.play(face)
        roll += chance * (wins(after) if after.mover == state.mover else 1 - wins(after))
    return max(hold, roll)


BEST_CHANCE = RoundedTask(
    number="9.3",
    title="Roll or hold?",
    reference=best_chance,
    cases=(
        (Pig(20, (0, 0)), Guess(0.4)),
        (Pig(20, (4, 9), 3), Guess(0.4)),
        (Pig(20, (0, 3), 10), Guess(0.4)),
        (Pig(20, (12, 2), 5), Guess(0.3)),
        (Pig(20, (0, 0), 18), Guess(0.4)),
        (Pig(20, (9, 4), 6, mover=1), Guess(0.4)),
        (Pig(20, (2, 3), 16), Guess(0.1)),
        (Pig(20, (14, 18), 2), Guess(0.4)),
        (Pig(20, (14, 18), 6), Guess(0.4)),  # enough: only to hold
        (Pig(20, (3, 15), 5, mover=1), Guess(0.2)),
    ),
    wrong_types={
        str: "A number is wanted: how likely the player to move wins with the better move.",
        Collection: "One number is wanted: how likely the player to move wins.",
    },
    hints=(
        "What holding is worth: play it. If the game is over, it is 1. Else the other is to move, "
        "and `wins` tells what it is worth to them.",
        "What rolling is worth: `state.play('roll').chances()` gives the faces with their chances. "
        "After a 1 it is the other's turn, after all others it is still yours: compare `mover`.",
        "Count `wins(after)` where `after.mover == state.mover`, else `1 - wins(after)`, each "
        "times its chance. Of both moves take the larger; where `'roll'` is no legal move, hold.",
    ),
    mistakes=mistakes.BEST_CHANCE,
)

# ---- 9.4 -----------------------------------------------------------------------------------


def piglet(goal: int, sweeps: int, guess: float) -> dict[tuple[int, int, int], float]:
    """How likely the player to move wins at Piglet, after so many sweeps from a guess."""
    positions = [
        (mine, theirs, turn)
        for mine in range(goal)
        for theirs in range(goal)
        for turn in range(goal - mine)
    ]
    wins = dict.fromkeys(positions, guess)
    for _ in range(sweeps):
        after = {}
        for mine, theirs, turn in positions:
            hold = 1 - wins[theirs, mine + turn, 0]
            heads = wins.get((mine, theirs, turn + 1), 1.0)
            tails = 1 - wins[theirs, mine, 0]
            after[mine, theirs, turn] = max(hold, (heads + tails) / 2)
        wins = after
    return wins


class TableTask(RoundedTask):
    """A task whose result is a table, of which only an entry that is wrong is told."""

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, and the first entry that is missing or not as expected."""
        if isinstance(came, Mapping):
            wrong = [key for key in expected if not equal(came.get(key), expected[key])]
            if wrong:
                shown = {wrong[0]: came[wrong[0]]} if wrong[0] in came else {}
                return super().parts(index, shown, {wrong[0]: expected[wrong[0]]})
            extra = next((key for key in came if key not in expected), None)
            if extra is not None:
                return super().parts(index, {extra: came[extra]}, {})
        return super().parts(index, came, expected)


PIGLET = TableTask(
    number="9.4",
    title="Value iteration",
    reference=piglet,
    cases=(
        (1, 1, 0.5),
        (1, 30, 0.0),
        (2, 1, 0.4),
        (2, 2, 0.4),
        (2, 30, 0.5),
        (3, 0, 0.2),
        (3, 2, 0.3),
        (3, 5, 0.0),
        (4, 9, 0.6),
    ),
    remark=lambda goal, sweeps, guess: "the first entry that is not right",
    wrong_types={
        Real: "The whole dictionary is wanted: {(mine, theirs, turn): probability}.",
        list: "A dictionary is wanted: {(mine, theirs, turn): probability}.",
    },
    hints=(
        "A dictionary from (mine, theirs, turn) to a probability, at first the guess everywhere. "
        "It needs only the positions with `mine + turn < goal`: with more the player to move has "
        "won, and that is 1.",
        "A sweep makes a new dictionary from the old one. Who passes the coin on becomes the other "
        "player: `1 - wins[theirs, mine + turn, 0]` is what holding is worth.",
        "Tossing: heads `wins[mine, theirs, turn + 1]`, or 1 if that is enough, and tails "
        "`1 - wins[theirs, mine, 0]`, half each. Of tossing and holding take the larger, and only "
        "when all positions are done replace the old dictionary.",
    ),
    mistakes=mistakes.PIGLET,
)

# ---- 9.5 -----------------------------------------------------------------------------------


def maxn_values(state: Any) -> tuple[float, ...]:
    """What a state is worth to each player, if everybody plays for themselves."""
    if state.is_over:
        return tuple(state.utility(player) for player in range(state.players))
    options = [maxn_values(state.play(move)) for move in state.moves()]
    return max(options, key=lambda values: values[state.player])


_LEAVES = [[[(4, 1, 2), (1, 3, 3)], [(2, 2, 5), (5, 4, 0)]], [[(6, 2, 1), (3, 0, 4)], [(5, 5, 3)]]]
_TIED = [[(3, 2, 1), (0, 2, 9)], [(2, 5, 4), (6, 5, 0)]]


MAXN_VALUES = RoundedTask(
    number="9.5",
    title="Everybody for themselves",
    reference=maxn_values,
    cases=(
        (PrintedTuples.of([(1, 5, 0), (3, 0, 2), (2, 9, 9)]),),
        (PrintedTuples.of([[(1, 4, 0), (5, 3, 0)], [(2, 0, 9), (0, 1, 9)]]),),
        (PrintedTuples.of(_LEAVES),),
        (PrintedTuples(PrintedTuples.of(_LEAVES).tree, 3, ply=1),),
        (PrintedTuples(PrintedTuples.of(_LEAVES).tree, 3, ply=2),),
        (PrintedTuples.of(_TIED),),
        (PrintedTuples(PrintedTuples.of(_TIED).tree, 3, ply=1),),
        (PrintedTuples.of([[(1, 2), (0, 3)], [(4, 0), (2, 1)]]),),
        (Trio.from_moves("21212241341", width=4, height=4, connect=3),),
        (Trio.from_moves("1231231", width=4, height=4, connect=3),),
    ),
    wrong_types={
        Real: "A tuple is wanted, a number for each player: the next one up chooses by another.",
        Mapping: "A tuple is wanted, a number for each player.",
    },
    hints=(
        "A finished game: `state.utility(player)` for each player in `range(state.players)`, as a "
        "tuple.",
        "Else find the tuples of all states that can follow. The player to move takes one of them, "
        "the whole tuple: which?",
        "`max(options, key=lambda values: values[state.player])`: of equal ones `max` takes the "
        "first.",
    ),
    mistakes=mistakes.MAXN_VALUES,
)

# ---- 9.6 -----------------------------------------------------------------------------------


def answers(state: State, share: float) -> dict[Move, float]:
    """What each move is worth to me against one who plays minimax's move only so often."""
    me = state.player

    def worth(state: State) -> float:
        if state.is_over:
            return state.utility(me)
        values = {move: worth(state.play(move)) for move in state.moves()}
        if state.player == me:
            return max(values.values())
        any_move = sum(values.values()) / len(values)
        return share * values[minimax(state).move] + (1 - share) * any_move

    return {move: worth(state.play(move)) for move in state.moves()}


ANSWERS = RoundedTask(
    number="9.6",
    title="The best answer to who slips",
    reference=answers,
    cases=(
        (TicTacToe.from_moves("15973"), 0.8),
        (TicTacToe.from_moves("1592"), 0.8),
        (TicTacToe.from_moves("1592"), 0.0),
        (TicTacToe.from_moves("1592"), 1.0),
        (Connect4.from_moves("1332", 3, 3, 3), 0.8),
        (Connect4.from_moves("13321", 3, 3, 3), 0.25),
        (TicTacToe.from_moves("51932"), 0.5),
    ),
    wrong_types={
        Real: "A dictionary is wanted: each of your moves with what it is worth.",
        list: "A dictionary is wanted: `{move: value}` for each of your moves.",
    },
    hints=(
        "Look at the game as a tree with your own nodes and chance nodes: where the other is to "
        "move, dice decide. Write a function inside for what a state is worth to you, and remember "
        "who you are: `me = state.player`.",
        "At the other's node: with probability `share` it is `minimax(state).move`, else any legal "
        "move, each as likely, that one included.",
        "`share * values[minimax(state).move] + (1 - share) * mean`, with the `values` of all "
        "moves and their mean; at your own nodes the `max`.",
    ),
    mistakes=mistakes.ANSWERS,
)

TASKS = (AVERAGE_VALUE, CHILD_WINDOW, BEST_CHANCE, PIGLET, MAXN_VALUES, ANSWERS)
