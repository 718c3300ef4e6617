"""The exercises of lesson 09: averages, a model, Pig, value iteration, max^n, Star1's window."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from numbers import Real
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers
from c4lib.exercises.compare import equal
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.game import CHANCE, Move, State
from c4lib.games.pig import CLOSE, HOLD, ROLL, Pig, win_probability
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, TupleTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.search import minimax


# ---- 9.1 -----------------------------------------------------------------------------------
def chance_to_reach(state: Any, me: int, goal: float) -> float:
    """How likely `me` gets at least `goal`, if I play for that and the opponent against it."""
    if state.is_over:
        return float(state.utility(me) >= goal)
    values = {move: chance_to_reach(state.play(move), me, goal) for move in state.moves()}
    if state.player == CHANCE:
        return float(sum(chance * values[move] for move, chance in state.chances()))
    return max(values.values()) if state.player == me else min(values.values())


def _by_average(state: Any, me: int, goal: float) -> tuple[float, float]:
    """The average if both play for it, and how likely that play brings at least `goal`."""
    if state.is_over:
        return state.utility(me), float(state.utility(me) >= goal)
    pairs = {move: _by_average(state.play(move), me, goal) for move in state.moves()}
    if state.player == CHANCE:
        average, likely = (sum(p * pairs[move][n] for move, p in state.chances()) for n in (0, 1))
        return average, likely
    best = max if state.player == me else min
    return best(pairs.values(), key=lambda pair: pair[0])


def _of_some(state: Any, me: int, goal: float, seen: slice) -> float:
    """How likely it is if only some of the players' moves are looked at, such as the first two."""
    if state.is_over:
        return float(state.utility(me) >= goal)
    if state.player == CHANCE:
        outcomes = state.chances()
        return float(sum(p * _of_some(state.play(move), me, goal, seen) for move, p in outcomes))
    values = [_of_some(state.play(move), me, goal, seen) for move in [*state.moves()][seen]]
    return max(values) if state.player == me else min(values)


_tree = DiceTree.of
_GAMBLE = _tree(("max", [1, ("chance", [(0.9, 0), (0.1, 20)])]))

CHANCE_TO_REACH = Task(
    number="9.1",
    title="How likely is at least ...?",
    reference=chance_to_reach,
    cases=(
        (_tree(("chance", [(0.5, 3), (0.25, -1), (0.25, 7)])), 0, 3),
        (_GAMBLE, 0, 1),
        (_GAMBLE, 0, 5),  # the same tree, and another goal: now it is right to gamble
        (_tree(("max", [("min", [4, 1]), ("min", [2, 6])])), 0, 2),
        (_tree(("max", [("max", [4, 1]), ("max", [2, 6])])), 0, 5),  # twice the same
        (
            _tree(("max", [("chance", [(0.5, 2), (0.5, 6)]), ("chance", [(0.6, 5), (0.4, -9)])])),
            0,
            5,
        ),
        (
            _tree(("max", [("chance", [(0.75, ("min", [4, -2])), (0.25, ("max", [0, 8]))]), 1])),
            0,
            4,
        ),
        (_tree(("min", [("chance", [(0.2, 5), (0.8, ("min", [1, 3]))]), ("max", [0, 2])])), 1, -1),
        (_tree(("chance", [(0.5, ("chance", [(0.6, 5), (0.4, 0)])), (0.5, 1)])), 1, 0),
        (_tree(("chance", [(0.25, ("max", [1, 2, 5])), (0.75, ("min", [2, 6, 7]))])), 0, 4),
        (Windy(Connect4(2, 2, 2), 0.3), 0, 1),
        (Windy(Connect4.from_moves("113", 3, 2, 3), 0.4), 1, 0),
    ),
    same=lambda came, expected: equal(came + 0.0 if came in (True, False) else came, expected),
    wrong_types={Collection: "Return one number: how likely `me` gets at least `goal`."},
    decimals=4,
    hints=(
        "It is `value` from the lesson with other numbers at the leaves. When a game is over, how "
        "likely has `me` got at least `goal`? There are only two possible answers.",
        "At a leaf it is 1 if `state.utility(me)` is at least `goal`, else 0. What do you do with "
        "these numbers at a chance node, at your own nodes and at the opponent's?",
        "By `max` at mine, by `min` at the opponent's. At a chance node take "
        "`sum(chance * value)` over `state.chances()`, which gives pairs (move, chance).",
    ),
    mistakes=patches("""
        more than the goal
            >= goal → > goal
            "At least" includes the goal itself: `>=`.
        exactly the goal
            >= goal → == goal
            More than the goal is enough, too: `>=`.
        less than the goal
            >= goal → < goal
            That is how likely `me` misses the goal; `max` at your own nodes even helps to miss it.
            or: → 1 - chance_to_reach(state, me, goal)
            That is how likely `me` misses the goal.
        what it is worth, not 1
            float(state.utility(me) >= goal) → state.utility(me) * (state.utility(me) >= goal)
            A leaf that reaches the goal counts 1, however much it is worth: then the average of the
            leaves is a probability.
        nobody chooses
            max(values.values()) if state.player == me else min → len(values) ** -1 * sum
            Only at chance nodes is it the average. At your own nodes take the `max`, at the
            opponent's the `min`.
            and: chance * values[move] → values[move] / len(values)
            That is the share of all branches. At your own nodes take the `max`, at the opponent's
            the `min`, and at a chance node weigh each outcome by its chance.
        the opponent plays at random
            else min(values.values()) → else sum(values.values()) / len(values)
            The opponent is no die: where `state.player` is neither `me` nor CHANCE, take the `min`.
        not all moves
            → _of_some(state, me, goal, slice(2))
            A node may have more than two branches: all of them count.
            or: → _of_some(state, me, goal, slice(-2, None))
            or: → _of_some(state, me, goal, slice(1))
            Only the first branch counts here. Does a loop return in its first round?
        in per cent
            → 100 * chance_to_reach(state, me, goal)
            A probability lies between 0 and 1: it is not a number of per cent.
        the other player below
            play(move), me, goal) → play(move), 1 - me, goal)
            Hand `me` down as it is: it is the same player's chance at every node.
        at most the goal
            >= goal → <= goal
            The goal is reached with as much or more: `>=`.
        MAX is always player 0
            state.player == me → state.player == 0
            You maximise where `state.player == me`, and `me` is not always player 0.
        the average, not the chance
            → _by_average(state, me, goal)[0]
            That is what `me` gets on average. At a leaf count 1 if the goal is reached and else 0;
            then all averages are probabilities.
        the average compared with the goal
            → float(_by_average(state, me, goal)[0] >= goal)
            Whether the average reaches the goal is another question. Compare at the leaves, where
            the game is over, and take the average of the 0s and 1s.
        played for the average
            → _by_average(state, me, goal)[1]
            Both choose by the average here, and only then the chance is read off. If you need a
            goal, play for it: take `max` and `min` of the chances themselves.
        the best outcome of the dice
            sum(chance * → max(
            Nobody chooses how the dice fall, not even you. Weigh all outcomes by their chances.
        the dice play against me
            sum(chance * → min(
            This takes the worst outcome of the dice. Give `state.player == CHANCE` a case of its
            own: the outcomes, weighed by their chances.
        the probabilities are forgotten
            chance * values[move] → values[move] / len(values)
            Add up `chance * value`. A plain mean treats all outcomes as equally likely.
            or: chance * values[move] → values[move]
            Add up `chance * value`. A plain sum can be more than 1, which no probability is.
        divided twice
            chance * values[move] → chance * values[move] / len(values)
            The chances sum to 1 already: do not divide by the number of outcomes as well.
        only the likeliest outcome
            sum(chance * values[move] → max((chance, -move, values[move])
            state.chances())) → state.chances())[2])
            What is likely need not happen. All outcomes count, each with its chance.
        the turn is guessed
            goal: float) → goal: float, is_max: Any = None)
            values = → is_max = state.player != 1 - me if is_max is None else is_max\\n    values =
            play(move), me, goal) → play(move), me, goal, not is_max)
            state.player == me else → is_max else
            Alternating MAX and MIN is not enough: a throw may leave the turn where it was, and a
            player may move twice. Ask `state.player` at each node. Yours counts throws as turns.
            or: goal: float) → goal: float, is_max: Any = None)
            values = → is_max = state.player != 1 - me if is_max is None else is_max\\n    values =
            play(move), me, goal) → play(move), me, goal, is_max ^ (state.player != CHANCE))
            state.player == me else → is_max else
            Alternating MAX and MIN is not enough: a throw may leave the turn where it was, and a
            player may move twice. Ask `state.player` at each node.
        the sign is turned at every node
            chance_to_reach(state.play → -chance_to_reach(state.play
            if state.player == me else min(values.values()) →
            All values are for `me`, so no sign changes on the way up. After a throw it is often the
            same player's turn, where turning the sign is wrong in any case.
        everybody helps me
            else min → else max
            The opponent takes the `min`, where `state.player` is neither `me` nor CHANCE.
        nobody helps me
            return max(values.values()) if state.player == me else min → return min
            At your own nodes, where `state.player == me`, take the `max`.
        I play against myself
            == me else → != me else
            `max` and `min` are swapped: where `state.player == me`, take the `max`.
        the worth to MAX
            utility(me) → utility(0)
            Ask `state.utility(me)`: `me` is not always player 0.
        the worth to the player to move there
            utility(me) → utility(max(0, state.player))
            Ask `state.utility(me)`, the same player at every leaf, so that values can be compared.
    """),
)


# ---- 9.2 -----------------------------------------------------------------------------------
def answers(state: State, share: float) -> dict[Move, float]:
    """What each move is worth to me if the opponent looks two plies ahead with that share."""
    me = state.player

    def worth(state: State) -> float:
        if state.is_over:
            return state.utility(me)
        values = {move: worth(state.play(move)) for move in state.moves()}
        if state.player == me:
            return max(values.values())
        any_move = sum(values.values()) / len(values)
        return share * values[minimax(state, 2).move] + (1 - share) * any_move

    return {move: worth(state.play(move)) for move in state.moves()}


def _slips_once(state: State, share: float) -> dict[Move, float]:
    """What each move is worth if only the opponent's next reply is a model's, then minimax's."""

    def worth(after: State) -> float:
        if after.is_over:
            return after.utility(state.player)
        values = {m: _exact(after.play(m), state.player) for m in after.moves()}
        any_move = sum(values.values()) / len(values)
        return share * values[minimax(after, 2).move] + (1 - share) * any_move

    return {move: worth(state.play(move)) for move in state.moves()}


def _exact(state: State, me: int) -> float:
    """What a state is worth to me, if both play perfectly."""
    if state.is_over:
        return state.utility(me)
    return minimax(state).value if state.player == me else -minimax(state).value


def _betting(answer: Callable[[State, float], Mapping[Move, float]], state: State) -> Move:
    """The move that an answer sees against an opponent who slips in one case of five."""
    values = answer(state, 0.8)
    return max(values, key=values.__getitem__)


ANSWERS = Task(
    number="9.2",
    title="The best reply to an opponent who slips",
    reference=answers,
    cases=(
        (TicTacToe.from_moves("15973"), 0.8),
        (TicTacToe.from_moves("1592"), 0.8),
        (TicTacToe.from_moves("1592"), 0.0),
        (TicTacToe.from_moves("1592"), 1.0),
        (Connect4.from_moves("1332", 3, 3, 3), 0.8),
        (Connect4.from_moves("13321", 3, 3, 3), 0.25),
        (TicTacToe.from_moves("51932"), 0.5),
        (Connect4.from_moves("23442", 4, 3, 3), 0.8),
    ),
    player=lambda answer: partial(_betting, answer),
    wrong_types={(Real, list): "Return a dictionary: `{move: value}` for each of your moves."},
    decimals=4,
    hints=(
        "Look at the game as a tree of your own nodes and chance nodes: where the opponent is to "
        "move, dice decide. Write an inner function for what a state is worth to you, and remember "
        "who you are: `me = state.player`.",
        "At the opponent's node: with probability `share` it is `minimax(state, 2).move`, and "
        "otherwise any legal move, all equally likely, that one included.",
        "`share * values[minimax(state, 2).move] + (1 - share) * mean`, with the `values` of all "
        "moves and their mean; at your own nodes the `max`.",
    ),
    mistakes=patches("""
        a player who slips never finds the best move
            any_move = → best = values.pop(minimax(state, 2).move)\\n        any_move =
            / len(values) → / len(values) if values else best
            values[minimax(state, 2).move] → best
            A random move may be the best one, too: that has probability `share + (1 - share) / n`.
        the slips are forgotten
            + (1 - share) * any_move →
            With probability `1 - share` a slip happens, and counts as well: the mean of all moves.
        slips that are not shared out
            / len(values) →
            All slips together have probability `1 - share`: each of n moves has its part of that.
        share and slips exchanged
            → answers(state, 1 - share)
            `share` is how often the opponent plays well, not how often they slip.
        the opponent does what is worst for you
            share * values[minimax(state, 2).move] + (1 - share) * any_move → min(values.values())
            That is minimax. The opponent plays it only with probability `share`.
        the opponent knows that they slip
            values[minimax(state, 2).move] → min(values.values())
            `min(values)` is the best move of a player who sees to the end and knows that they will
            slip. Here the opponent plays `minimax(state, 2).move`.
        I slip as well
            if state.player == me → if False
            Only the opponent slips. At your own nodes take the `max`.
        the opponent helps you
            values[minimax(state, 2).move] → max(values.values())
            The opponent plays `minimax(state, 2).move`, which is good for them, not for you.
        one ply only
            minimax(state, 2).move → minimax(state, 1).move
            The opponent looks two plies ahead: their own move and your reply.
        you play at random
            max(values.values()) → sum(values.values()) / len(values)
            Only the opponent slips. At your own nodes take the `max`.
        you play perfectly against a perfect opponent
            max(values.values()) → values[minimax(state).move]
            At your own nodes take the move that is worth most against this opponent: `max` of the
            values. Minimax's move is the best against a perfect one.
        a perfect opponent
            minimax(state, 2).move → minimax(state).move
            The opponent looks two plies ahead, not to the end: `minimax(state, 2).move`.
        only the next reply slips
            → _slips_once(state, share)
            You slip back to minimax after one reply. The opponent plays like this to the end of the
            game: ask the same function below.
        I play as minimax does
            max(values.values()) → values[minimax(state, 2).move]
            At your own nodes take the move that is worth most against this opponent: `max` of the
            values. You know better than to look two plies ahead.
        the worth to X
            utility(me) → utility(0)
            You are not always X: count `state.utility(me)`, with `me = state.player` in the state
            that was passed in.
        I play against myself
            max(values.values()) → min(values.values())
            All numbers are what it is worth to you: at your own nodes take the `max`.
        the sign is turned at the root
            return {move: worth( → return {move: -worth(
            All numbers are what it is worth to you, from the leaves up: no sign is turned.
        the sign is turned at the opponent's nodes
            return share * → return -share *
            + (1 - share) → - (1 - share)
            All numbers are what it is worth to you: whoever moves, no sign is turned.
        a slip is your luck
            any_move = sum(values.values()) / len(values) → any_move = max(values.values())
            A slip is any legal move, all equally likely: the mean of the values, not the best.
        a slip is your misfortune
            any_move = sum(values.values()) / len(values) → any_move = min(values.values())
            A slip is any legal move, all equally likely: the mean of the values, not the worst.
        they never slip
            → answers(state, 1.0)
            With probability `1 - share` the opponent plays any legal move: count that, too.
        they always slip
            → answers(state, 0.0)
            With probability `share` the opponent plays `minimax(state, 2).move`: count that, too.
        the share counted twice
            (1 - share) * any_move → (1 - share) * share * any_move
            Two things can happen, with probabilities `share` and `1 - share`, which sum to 1.
            or: return share * values → return share * share * values
        one move too few in the mean
            / len(values) → / max(1, len(values) - 1)
            A slip may be any legal move, the best one too: divide by how many there are.
        columns counted from 1
            → {move + 1: value for move, value in answers(state, share).items()}
            The keys are the moves as `state.moves()` gives them.
        three plies
            minimax(state, 2).move → minimax(state, 3).move
            The opponent looks two plies ahead: their own move and your reply.
        the worth to the opponent
            utility(me) → utility(1 - me)
            Count `state.utility(me)`, with `me` the player to move in the state that was passed in.
    """),
)


# ---- 9.3 -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Guess:
    """Stands in for a table of win probabilities: a guess from the points and whose turn it is."""

    slope: float

    def __call__(self, state: Pig) -> float:
        """A guess at how likely the player who decides is to win."""
        if state.is_over or state.is_rolling:
            raise ValueError(f"wins knows only states in which a player has to decide: {state}")
        mine, theirs = state.scores[state.mover], state.scores[1 - state.mover]
        if mine + state.turn >= state.goal:
            return 1.0
        return 0.53 + self.slope * (mine + state.turn / 2 - theirs) / state.goal

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


def _by_chance(answer: Callable[[Pig, Callable[[Pig], float]], float], state: Pig) -> str:
    """The move that an answer sees, asking about positions what they are worth in best play."""
    held = state.play(HOLD)
    hold = 1.0 if held.is_over else 1 - win_probability(held)
    return ROLL if answer(state, win_probability) > hold + CLOSE else HOLD


BEST_CHANCE = Task(
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
        (Pig(20, (14, 18), 6), Guess(0.4)),  # enough points: holding is the only move
        (Pig(20, (3, 15), 5, mover=1), Guess(0.2)),
    ),
    wrong_types={Collection: "Return one number: how likely the player to move wins."},
    decimals=4,
    hints=(
        "What is holding worth? Play it. If the game is over, it is 1. Otherwise the opponent is "
        "to move, and `wins` says what it is worth to them.",
        "What is rolling worth? `state.play('roll').chances()` gives the faces with their chances. "
        "After a 1 it is the opponent's turn, otherwise it is still yours: compare `mover`.",
        "Count `wins(after)` where `after.mover == state.mover`, else `1 - wins(after)`, each "
        "times its chance. Take the better of both moves; where `'roll'` is not legal, hold.",
    ),
    player=lambda answer: partial(_by_chance, answer),
    mistakes=patches("""
        never turned
            1 - wins(held) → wins(held)
            wins(after) if after.mover == state.mover else 1 - wins(after) → wins(after)
            `wins` is for the player who is to decide there. Whenever the die is passed on, after
            holding and after a 1, that is the opponent, and yours is `1 - wins(...)`.
        not turned after holding
            1 - wins(held) → wins(held)
            `wins` is for the player to decide, now the opponent: yours is `1 - wins(held)`.
        not turned after a 1
            1 - wins(after) → wins(after)
            `wins` is for the player to decide, after a 1 the opponent: yours is `1 - wins(after)`.
        turned after every face
            wins(after) if after.mover == state.mover else 1 - → 1 -
            After a 2 to 6 it is still your turn, and `wins(after)` is yours. Only a 1 passes the
            die on: compare `after.mover` with `state.mover`.
        turned where it is still your turn
            after.mover == state.mover → after.mover != state.mover
            After a 2 to 6 it is still your turn, and `wins(after)` is yours; after a 1 it is the
            opponent's. Yours is the other way about.
        turned by a minus
            1 - wins(held) → -wins(held)
            1 - wins(after) → -wins(after)
            These are probabilities: if the opponent wins with p, you win with 1 - p, not with -p.
            or: 1 - wins(after) → -wins(after)
        from -1 to 1
            → 2 * best_chance(state, wins) - 1
            That is a utility, from -1 to 1. Asked for is a probability, from 0 to 1.
        reaching the goal is worth nothing
            hold = 1.0 if → hold = 0.0 if
            Once the game is over after your own holding, you have won: that is 1.
            or: hold = 1.0 if → hold = 0.5 if
        always for player 0
            → best_chance(state, wins) if state.mover == 0 else 1 - best_chance(state, wins)
            The answer is for the player to move in `state`, and that is not always player 0.
        a 1 is worth nothing
            1 - wins(after) → 0.0
            A 1 loses the turn's points, not the game: it is worth `1 - wins(after)`.
        a 1 keeps the points
            1 - wins(after) → 1 - wins(held)
            A 1 loses the turn's points: ask about the state after the 1, not after holding.
        a 1 leaves you to move
            1 - wins(after) → wins(Pig(state.goal, state.scores, 0, state.mover))
            A 1 loses the points and passes the die on: the opponent is to move.
        the 1 is left out
            rolling.chances() → rolling.chances()[1:]
            chance * → 1 / 5 *
            A die has six faces. The 1 is as likely as the others.
        the best face
            roll += chance * ( → roll = max(roll,
            Nobody chooses how the die falls: take the average of the faces, not the best of them.
        the faces are added up
            chance * →
            Each face has a chance of 1/6: a probability cannot be more than 1.
        the worse of both moves
            max → min
            The player to move takes the better of rolling and holding: `max`.
        the average of both moves
            max(hold, roll) → (hold + roll) / 2
            Rolling or holding is a choice, not a throw of dice: take the larger.
        always holds
            max(hold, roll) → hold
            What if you roll once more? Take the larger of the two.
        always rolls
            max(hold, roll) → roll
            What if you hold? Take the larger of the two. (If you do: unless the game is over,
            holding is worth `1 - wins(held)`, not `-wins(held)`.)
        what the opponent wins
            → 1 - best_chance(state, wins)
            That is how likely the opponent wins. The answer is for the player to move in `state`.
        the position as it is
            → wins(state)
            That is what `wins` guesses before anything is played. Play each move, and ask `wins`
            about what comes of it.
    """),
)


# ---- 9.4 -----------------------------------------------------------------------------------
def piglet(goal: int, sweeps: int, guess: float) -> dict[tuple[int, int, int], float]:
    """How likely the player to move wins at Piglet, after some sweeps from a guess."""
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


def _decided(goal: int, most: int) -> dict[tuple[int, int, int], float]:
    """Positions of Piglet in which somebody has won, with numbers up to `most`."""
    positions = product(range(most + 1), repeat=3)
    over = [(n, m, turn) for n, m, turn in positions if n + turn >= goal or m >= goal]
    return {(n, m, turn): float(n + turn >= goal) for n, m, turn in over}


def _first_wrong(came: Any, expected: Mapping[Any, float]) -> tuple[Any, Any]:
    """The first entry of a table that is missing or wrong, or that is not expected at all."""
    if not isinstance(came, Mapping):
        return came, expected
    for key in [*expected, *came]:
        if not equal(came.get(key), expected.get(key)):
            mine, right = ({key: table[key]} if key in table else {} for table in (came, expected))
            return mine, right
    return came, expected


PIGLET = Task(
    number="9.4",
    title="Value iteration",
    reference=piglet,
    cases=numbers(
        "1 1 0.5, 1 30 0.0, 2 1 0.4, 2 2 0.4, 2 30 0.5, 3 0 0.2, 3 2 0.3, 3 5 0.0, 4 9 0.6"
    ),
    remark=lambda goal, sweeps, guess: "the first wrong entry; {} stands for none",
    wrong_types={(Real, list): "Return a dictionary: {(mine, theirs, turn): probability}."},
    decimals=4,
    excerpt=_first_wrong,
    hints=(
        "A dictionary from (mine, theirs, turn) to a probability, at first the guess everywhere. "
        "It needs only the positions with `mine + turn < goal`: with more the player to move has "
        "won, and that is 1.",
        "A sweep makes a new dictionary from the old one. Passing the coin on swaps the players: "
        "`1 - wins[theirs, mine + turn, 0]` is what holding is worth.",
        "Tossing: heads `wins[mine, theirs, turn + 1]`, or 1 if that is enough, and tails "
        "`1 - wins[theirs, mine, 0]`, half each. Take the better of tossing and holding, and "
        "replace the old dictionary only when all positions are done.",
    ),
    mistakes=patches("""
        in place
            after = {} → after = wins
            It writes into the dictionary that it reads from, so later positions see values of this
            sweep. That converges as well, and even faster, but each sweep should use only the one
            before. Write into a new dictionary.
        the scores are not exchanged
            theirs, mine + turn → mine + turn, theirs
            wins[theirs, mine, 0] → wins[mine, theirs, 0]
            When the coin is passed on, the opponent is to move, and `mine` and `theirs` are swapped
            for them: `wins[theirs, mine + turn, 0]` after holding, `wins[theirs, mine, 0]` after
            tails.
            or: theirs, mine + turn → mine + turn, theirs
            + You do so for tails, but not for holding.
        never turned
            hold = 1 - → hold =
            tails = 1 - → tails =
            The table is for the player to move there. After holding and after tails that is the
            opponent: yours is `1 - ...`.
            and: theirs, mine + turn → mine + turn, theirs
            and: wins[theirs, mine, 0] → wins[mine, theirs, 0]
            The coin stays with you here. After holding and after tails it is the opponent's turn:
            swap `mine` and `theirs`, and take `1 - ...`.
        not turned after holding
            hold = 1 - → hold =
            The table is for the player to move, after holding the opponent: yours is `1 - ...`.
        not turned after tails
            tails = 1 - → tails =
            The table is for the player to move, after tails the opponent: yours is `1 - ...`.
        tails keeps the points
            wins[theirs, mine, 0] → wins[theirs, mine + turn, 0]
            Tails loses the turn's points: you are left with `mine`, not with `mine + turn`.
        tails keeps the coin
            1 - wins[theirs, mine, 0] → wins[mine, theirs, 0]
            Tails passes the coin on: the opponent is to move, so it is `1 - wins[theirs, mine, 0]`.
        tails gives the points away
            wins[theirs, mine, 0] → wins.get((theirs + turn, mine, 0), 1.0)
            Tails loses the turn's points; the opponent does not get them.
        tails changes nothing
            1 - wins[theirs, mine, 0] → wins[mine, theirs, turn]
            Tails loses the turn's points and passes the coin on: `1 - wins[theirs, mine, 0]`.
        tails loses the score as well
            wins[theirs, mine, 0] → wins[theirs, 0, 0]
            Tails loses the turn's points only; `mine` is safe.
        tails is left out
            (heads + tails) / 2 → heads
            Half of all tosses are tails, and nobody chooses: take the average of heads and tails.
        heads and tails added up
            (heads + tails) / 2 → heads + tails
            Each side comes up half the time: divide the sum by 2.
        heads goes to the score
            wins.get((mine, theirs, turn + 1), 1.0) → wins.get((mine + 1, theirs, turn), 1.0)
            Heads adds to the turn's points, which tails would still lose; only holding makes them
            `mine`.
        tails loses the game
            1 - wins[theirs, mine, 0] → 0.0
            Tails loses the turn's points, and the opponent is to move: `1 - wins[theirs, mine, 0]`.
        holding loses the points
            mine + turn → mine
            Holding adds the turn's points: you continue with `mine + turn`.
        enough is not a win
            1.0 → 0.0
            With `mine + turn` of at least `goal` you have won: that is 1, and not a guess.
        the worse of both moves
            max → min
            The player to move takes the better of tossing and holding: `max`.
        always tosses
            max(hold, → (
            Holding is a choice, too: take the larger of the two.
        decided positions in the table
            → piglet(goal, sweeps, guess) | _decided(goal, goal - 1)
            Positions with `mine + turn` of at least `goal` are decided: leave them out.
            or: → piglet(goal, sweeps, guess) | _decided(goal, goal)
        holding keeps the coin
            1 - wins[theirs, mine + turn, 0] → wins[mine + turn, theirs, 0]
            Holding passes the coin on: the opponent is to move, and yours is `1 - ...`.
        the guess for a win
            turn + 1), 1.0) → turn + 1), guess)
            With `mine + turn` of at least `goal` you have won: that is 1, and not a guess.
        one sweep only
            → piglet(goal, min(1, sweeps), guess)
            Each sweep carries what is known one decision further. Do all of them in a row.
        a sweep too many
            → piglet(goal, sweeps + 1, guess)
            With 0 sweeps the result is the guess itself.
        a sweep too few
            → piglet(goal, max(0, sweeps - 1), guess)
            The guess is the result of 0 sweeps; `sweeps` of them come after it.
        another number of sweeps
            → piglet(goal, 100, guess)
            It sweeps until nothing changes, or always as often. Sweep just `sweeps` times.
        keys in another order
            → {(n, m, turn): p for (m, n, turn), p in piglet(goal, sweeps, guess).items()}
            A key is `(mine, theirs, turn)`, in this order.
            or: → {(turn, n, m): p for (n, m, turn), p in piglet(goal, sweeps, guess).items()}
        another guess
            → piglet(goal, sweeps, 0.5)
            It begins with 0.5 everywhere. That converges to the same, but begin with `guess` here.
            or: → piglet(goal, sweeps, 0.0)
            It begins with 0 everywhere. That converges to the same, but begin with `guess` here.
    """),
)


# ---- 9.5 -----------------------------------------------------------------------------------
def pact_values(state: Any, allies: Collection[int]) -> tuple[float, ...]:
    """What a state is worth to each player, if allies play for their sum, others for themselves."""
    if state.is_over:
        return tuple(state.utility(player) for player in range(state.players))
    options = [pact_values(state.play(move), allies) for move in state.moves()]
    team = allies if state.player in allies else (state.player,)
    return max(options, key=lambda values: sum(values[player] for player in team))


def _two_against_x(answer: Callable[[Any, Collection[int]], Sequence[float]], state: Any) -> Move:
    """The move that an answer sees, if all players but X have made a pact."""
    allies = tuple(range(1, state.players))
    team = allies if state.player in allies else (state.player,)

    def worth(move: Move) -> float:
        after = answer(state.play(move), allies)
        return sum(after[player] for player in team)

    return max(state.moves(), key=worth)


_LEAVES = [[[(4, 1, 2), (1, 3, 3)], [(2, 2, 5), (5, 4, 0)]], [[(6, 2, 1), (3, 0, 4)], [(5, 5, 3)]]]
_TIED = [[(3, 2, 1), (0, 2, 9)], [(2, 5, 4), (6, 5, 0)]]
_TREE, _TIES = TupleTree.of(_LEAVES), TupleTree.of(_TIED)


def _best_of_each(options: Sequence[tuple[float, ...]], key: object) -> tuple[float, ...]:
    """Every player's best number, from whichever option."""
    return tuple(map(max, zip(*options, strict=True)))


def _shared(state: Any, allies: Collection[int], parts: int = 1) -> tuple[float, ...]:
    """The values of a pact in which every ally is said to get the sum, or a part of it."""
    values = pact_values(state, allies)
    together = sum(values[ally] for ally in allies) / parts
    return tuple(together if n in allies else value for n, value in enumerate(values))


PACT_VALUES = Task(
    number="9.5",
    title="A pact",
    reference=pact_values,
    cases=(
        (TupleTree.of([(1, 5, 0), (3, 0, 2), (2, 9, 9)]), ()),
        (TupleTree.of([(1, 5, 0), (3, 0, 2), (2, 9, 9)]), (0, 1)),
        (TupleTree.of([(1, 3, 0), (3, 1, 5)]), (0, 1)),
        (TupleTree.of([(1, 5, 0), (3, 0, 2), (2, 9, 9)]), (0,)),  # a pact of one
        (TupleTree.of([(1, 5, 0), (3, 0, 2), (2, 3, 9)]), (0, 1, 2)),
        (TupleTree.of([[(1, 4, 0), (5, 3, 0)], [(2, 0, 9), (0, 1, 9)]]), (0, 2)),
        (_TREE, ()),
        (_TREE, (1, 2)),
        (_TREE, (0, 2)),
        (TupleTree(_TREE.tree, 3, ply=1), (0, 1)),
        (TupleTree(_TREE.tree, 3, ply=2), (0, 1, 2)),
        (_TIES, (0, 1)),
        (TupleTree(_TIES.tree, 3, ply=1), ()),
        (TupleTree.of([[(1, 2), (0, 3)], [(4, 0), (2, 1)]]), (0, 1)),
        (Trio.from_moves("21212241341", width=4, height=4, connect=3), (1, 2)),
        (Trio.from_moves("42234432", width=4, height=4, connect=3), (1, 2)),
        (Trio.from_moves("42234432", width=4, height=4, connect=3), ()),
    ),
    wrong_types={(Real, Mapping): "Return a tuple, with a number for each player."},
    decimals=4,
    hints=(
        "It is `max_n` from the lesson; only what the player to move maximises is new. Somebody "
        "outside the pact maximises `values[state.player]`, as before.",
        "If `state.player in allies`, the pact decides: an option is worth the sum of "
        "`values[player]` for all `player in allies`. Return the whole tuple, not the sum.",
        "Let `team` be `allies` if the player to move is one of them, else `(state.player,)`: then "
        "one `key` serves both. Take the first of equals, as `max` does.",
    ),
    player=lambda answer: partial(_two_against_x, answer),
    mistakes=patches("""
        the pact is forgotten
            → pact_values(state, ())
            Everybody plays for themselves here. Where `state.player in allies`, the sum of the
            allies' numbers decides.
        everybody joins the pact
            allies if state.player in allies else (state.player,) → allies
            Only those in `allies` play for the pact; the others still look at their own number.
            or: allies if state.player in allies else (state.player,) → range(state.players)
            Only the allies' numbers are added up, and only where one of them is to move.
        one's own number counted twice
            values: sum( → values: values[state.player] * (state.player in allies) + sum(
            The sum of the pact holds each ally's number once, the mover's included.
        others fight the pact
            max(options → (max if state.player in allies else min)(options
            Everybody takes a `max`: those outside the pact that of their own number.
        the pact only at the root
            pact_values(state.play(move), allies) → pact_values(state.play(move), ())
            The pact holds to the end of the game: hand `allies` down.
        shared at the leaves
            return tuple( → return _shared(state, allies, 2) or tuple(
            At the end everybody gets their own number. Only the choice is by the sum.
        always the same two
            team = allies if → team = (0, 1) if
            The pact is `allies`, which may be any of the players, one or all.
        only two are added up
            team = allies if → team = [*allies][:2] if
            A pact may have any number of members: add up the numbers of all.
        the pact counts all players
            allies if state.player in allies → range(state.players) if state.player in allies
            Add up the numbers of the allies only: what the others get is nothing to the pact.
        only the partner counts
            team = allies if → team = [ally for ally in allies if ally != state.player] if
            An ally plays for the sum of the pact, and is part of it.
        the pact only where the first player is in it
            team = allies if state.player in allies → top = min(allies, default=None)
            else (state.player,) → \\n    team = allies if state.player == top else (state.player,)
            All members of the pact play for it, not only one of them.
        the pact plays against the others
            values: sum( → values: -sum(values) * (state.player in allies) + 2 * sum(
            The allies maximise what they get together, whether it hurts the others or not.
        the others play against the pact
            (state.player,) → allies
            values: sum( → values: (-1) ** (state.player not in allies) * sum(
            The others do not fight the pact; they maximise their own number.
        the sum in everybody's place
            → _shared(state, allies)
            The sum decides, but each player still gets their own number: return the option itself.
        all against one
            sum(values[player] for player in team) → values[0] * (-1) ** (state.player > 0)
            That is the paranoid reduction, with player 0 against all others.
        everybody plays for one of them
            sum(values[player] for player in team) → values[0]
            That is player 0's number at every node. The player to move decides, for the pact or for
            themselves.
        the allies' largest number
            sum( → max(
            The allies play for the sum of their numbers, not for the largest one.
        the allies' smallest number
            sum( → min(
            The allies play for the sum of their numbers, not for the one who gets least.
        the pact is one player
            sum(values[player] for player in team) → values[next(iter(team))]
            That is the number of the first ally only. Add up the numbers of all of them.
        ties by one's own number
            values: sum( → values: 1e-9 * values[state.player] + sum(
            If two options bring the pact the same sum, the first is taken, even if the player to
            move gets more in the other.
        everybody minimises
            key=lambda values: sum → key=lambda values: -sum
            The player to move takes the option that is worth most, not least.
        the next player's number
            (state.player,) → ((state.player + 1) % state.players,)
            `state.player` chooses; after the move it is the next player's turn.
        the last of equal ones
            max(options → max(reversed(options)
            Among options of equal worth to those who choose, take the first. (To the others it
            makes a difference: see the kingmaker.)
        the best for each at once
            return max( → return _best_of_each(
            That takes every player's best number from anywhere. Take one option as a whole: what is
            best for one may be bad for the others.
    """),
)


# ---- 9.6 -----------------------------------------------------------------------------------
def child_window(
    alpha: float, beta: float, done: float, chance: float, rest: float, least: float, most: float
) -> tuple[float, float]:
    """The values between which the next outcome keeps the average in (alpha, beta)."""
    low = (alpha - done - rest * most) / chance
    high = (beta - done - rest * least) / chance
    return low, high


CHILD_WINDOW = Task(
    number="9.6",
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
        (0.137, 0.613, 0.0521, 0.3, 0.45, -0.87, 1.0),
    ),
    wrong_types={Real: "Return a pair: the new alpha and the new beta."},
    decimals=4,
    hints=(
        "If this outcome turns out to be x, the average will be "
        "`done + chance * x + (what the rest adds)`. What is the most that the rest can add?",
        "If the average does not exceed alpha even with the best rest, `rest * most`, there is no "
        "need to look further. Solve `done + chance * x + rest * most = alpha` for x.",
        "The other side mirrors it: `done + chance * x + rest * least = beta`. Return both.",
    ),
    mistakes=patches("""
        brackets forgotten
            (alpha - done - rest * most) / chance → alpha - done - rest * most / chance
            (beta - done - rest * least) / chance → beta - done - rest * least / chance
            Division binds more strongly than minus: put the difference in brackets.
        bounds of -1 and 1
            → child_window(alpha, beta, done, chance, rest, -1.0, 1.0)
            The values lie between `least` and `most`, which need not be -1 and 1.
        all others are the rest
            → child_window(alpha, beta, done, chance, 1 - chance, least, most)
            `1 - chance` includes the outcomes that are done. `rest` is what comes after this one.
        done weighted again
            → child_window(alpha, beta, done * chance, chance, rest, least, most)
            `done` is made of values times chances already: subtract it as it is.
            or: → child_window(alpha, beta, done * (1 - chance - rest), chance, rest, least, most)
        turned as in negamax
            low, high → -high, -low
            No player's turn has passed here: a throw turns no sign, and no window.
        divided to a whole number
            most) / chance → most) // chance
            least) / chance → least) // chance
            `//` rounds down to a whole number. Divide with `/`.
        divided by the rest as well
            most) / chance → most) / (chance + rest)
            least) / chance → least) / (chance + rest)
            In the average x has the weight `chance`, and nothing else: divide by that alone.
        rounded
            low, high → round(low, 2), round(high, 2)
            A rounded window may cut off what matters. Return the ends as they are.
            or: low, high → round(low, 3), round(high, 3)
            or: low, high → round(low, 1), round(high, 1)
        the window is passed on as it is
            → (alpha, beta)
            Alpha and beta are about the average, and this outcome is only a part of it: with half
            the weight it takes twice the value to move the average as far.
        only divided by the chance
            → child_window(alpha, beta, 0.0, chance, 0.0, least, most)
            The average is more than `chance * x`: `done` and the rest are parts of it. Subtract
            them first.
        the rest is not divided
            (alpha - done - rest * most) / chance → (alpha - done) / chance - rest * most
            (beta - done - rest * least) / chance → (beta - done) / chance - rest * least
            To get x alone, divide the whole difference by the chance, the rest as well.
        the average, not the outcome
            (alpha - done - rest * most) / chance → done + chance * alpha + rest * most
            (beta - done - rest * least) / chance → done + chance * beta + rest * least
            That is the average if this outcome is alpha or beta. It is the average that has to
            reach them: solve for the outcome.
        never beyond the window above
            low, high → max(low, alpha), min(high, beta)
            This window may be wider than the node's own, and must be: alpha and beta are about the
            average, of which this outcome is only a part.
        not divided by the chance
            → child_window(alpha, beta, done, 1.0, rest, least, most)
            That is what `chance * x` has to reach. For x itself divide by the chance.
        multiplied by the chance
            → child_window(alpha, beta, done, 1 / chance, rest, least, most)
            `done + chance * x + rest * most = alpha`: to get x alone, divide by the chance.
        what is done is forgotten
            → child_window(alpha, beta, 0.0, chance, rest, least, most)
            The outcomes before this one have contributed `done` already: subtract it first.
        the rest is forgotten
            → child_window(alpha, beta, done, chance, 0.0, least, most)
            The outcomes still to come contribute between `rest * least` and `rest * most`. Without
            them the search would leave nodes that can still become good.
        hope and fear exchanged
            → child_window(alpha, beta, done, chance, rest, most, least)
            Below alpha the search may stop if even the best rest cannot help: that is `most`. Above
            beta if even the worst rest cannot hurt: that is `least`.
        the rest as a plain bound
            → child_window(alpha, beta, done, chance, 1.0, least, most)
            The rest together is at most `rest * most`: its probability times the bound.
        this outcome counted with the rest
            → child_window(alpha, beta, done, chance, rest + chance, least, most)
            `rest` is the probability of what comes after this outcome; the outcome itself is x.
        high before low
            low, high → high, low
            A window is (alpha, beta): the lower end first.
        done added
            → child_window(alpha, beta, -done, chance, rest, least, most)
            `done + chance * x + ... = alpha`: what is done goes to the other side, as `- done`.
        the rest added
            → child_window(alpha, beta, done, chance, -rest, least, most)
            `... + rest * most = alpha`: the rest goes to the other side, as `- rest * most`.
        all added
            → child_window(alpha, beta, -done, chance, -rest, least, most)
            `done + chance * x + rest * most = alpha`: what goes to the other side is subtracted.
        only one side of it
            low, high → low, beta
            The low end is right. Beta is about the average, too: solve the other side for x.
            or: low, high → alpha, high
            The high end is right. Alpha is about the average, too: solve the other side for x.
        the same rest on both sides
            rest * least → rest * most
            Above beta the search may stop if even the worst rest cannot hurt: there it is `least`.
            or: rest * most → rest * least
            Below alpha the search may stop if even the best rest cannot help: there it is `most`.
        the bounds as a window
            → (least, most)
            These are all values there are. A value far from what moves the average between alpha
            and beta need not be known exactly: solve for x.
        cut to the bounds
            low, high → max(low, least), min(high, most)
            A search may do that afterwards. Here return the window itself: an end beyond the bounds
            says that this side can no longer be reached.
    """),
)
