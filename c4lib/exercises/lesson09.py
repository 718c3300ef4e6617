"""The exercises of lesson 09: averages, Star1's window, Pig, value iteration, max^n, a model."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers
from c4lib.exercises.compare import equal
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.game import CHANCE, Move, State
from c4lib.games.pig import Pig
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, TupleTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.search import minimax


# ---- 9.1 -----------------------------------------------------------------------------------
def average_value(state: Any, me: int) -> float:
    """What a state is worth to `me` on average: I maximise it, the opponent minimises it."""
    if state.is_over:
        return float(state.utility(me))
    values = {move: average_value(state.play(move), me) for move in state.moves()}
    if state.player == CHANCE:
        return float(sum(chance * values[move] for move, chance in state.chances()))
    return max(values.values()) if state.player == me else min(values.values())


_tree = DiceTree.of

AVERAGE_VALUE = Task(
    number="9.1",
    title="Expectimax",
    reference=average_value,
    cases=(
        (_tree(("chance", [(0.5, 3), (0.25, -1), (0.25, 7)])), 0),
        (_tree(("max", [1, ("chance", [(0.9, 0), (0.1, 20)])])), 0),
        (_tree(("max", [("min", [4, 1]), ("min", [2, 6])])), 0),
        (_tree(("max", [("max", [4, 1]), ("max", [2, 6])])), 0),  # twice the same
        (_tree(("max", [("chance", [(0.75, ("min", [4, -2])), (0.25, ("max", [0, 8]))]), 1])), 0),
        (_tree(("min", [("chance", [(0.2, 5), (0.8, ("min", [1, 3]))]), ("max", [0, 2])])), 1),
        (_tree(("chance", [(0.5, ("chance", [(0.6, 5), (0.4, 0)])), (0.5, 1)])), 1),
        (Windy(Connect4(2, 2, 2), 0.3), 0),
        (Windy(Connect4.from_moves("113", 3, 2, 3), 0.4), 1),
    ),
    wrong_types={Collection: "Return one number: what the state is worth to `me`."},
    decimals=4,
    hints=(
        "There are four kinds of state: the game is over, dice decide, it is my turn, it is the "
        "opponent's. `state.player` says which, and `CHANCE` is the dice.",
        "First find the values of all states that can follow, with the same `me`. How are they "
        "combined at each kind of state?",
        "By `max` at mine, by `min` at the opponent's. At a chance node take "
        "`sum(chance * value)` over `state.chances()`, which gives pairs (move, chance).",
    ),
    mistakes=patches("""
        the best outcome of the dice
            sum(chance * → max(
            Nobody chooses how the dice fall, not even you. Weigh all outcomes by their chances.
        the dice play against me
            sum(chance * → min(
            Dice are not out for your worst outcome. Weigh all outcomes by their chances.
        the probabilities are forgotten
            chance * values[move] → values[move] / len(values)
            Add up `chance * value`. A plain mean treats all outcomes as equally likely.
            or: chance * values[move] → values[move]
            Add up `chance * value`. A plain sum grows with the number of faces.
        divided twice
            chance * values[move] → chance * values[move] / len(values)
            The chances sum to 1 already: do not divide by the number of outcomes as well.
        only the likeliest outcome
            sum(chance * values[move] → max((chance, -move, values[move])
            state.chances())) → state.chances())[2])
            What is likely need not happen. All outcomes count, each with its chance.
        the turn is guessed
            me: int) → me: int, is_max: Any = None)
            values = → is_max = state.player != 1 - me if is_max is None else is_max\\n    values =
            play(move), me) → play(move), me, not is_max)
            state.player == me else → is_max else
            Alternating MAX and MIN is not enough: a throw may leave the turn where it was, and a
            player may move twice. Ask `state.player` at each node. Yours counts throws as turns.
            or: me: int) → me: int, is_max: Any = None)
            values = → is_max = state.player != 1 - me if is_max is None else is_max\\n    values =
            play(move), me) → play(move), me, is_max if state.player == CHANCE else not is_max)
            state.player == me else → is_max else
            Alternating MAX and MIN is not enough: a throw may leave the turn where it was, and a
            player may move twice. Ask `state.player` at each node.
        the sign is turned at every node
            average_value(state.play → -average_value(state.play
            if state.player == me else min(values.values()) →
            All values are for `me`, so no sign changes on the way up. After a throw it is often the
            same player's turn, where turning the sign is wrong in any case.
        everybody helps me
            else min → else max
            The opponent takes the `min`, where `state.player` is neither `me` nor CHANCE.
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
def child_window(
    alpha: float, beta: float, done: float, chance: float, rest: float, least: float, most: float
) -> tuple[float, float]:
    """The values between which the next outcome keeps the average in (alpha, beta)."""
    low = (alpha - done - rest * most) / chance
    high = (beta - done - rest * least) / chance
    return low, high


CHILD_WINDOW = Task(
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
        the window is passed on as it is
            → (alpha, beta)
            Alpha and beta are about the average, and this outcome is only a part of it: with half
            the weight it takes twice the value to move the average as far.
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
    """),
)


# ---- 9.3 -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Guess:
    """Stands in for a table of win probabilities: a guess from the points alone."""

    slope: float

    def __call__(self, state: Pig) -> float:
        """A guess at how likely the player who decides is to win."""
        if state.is_over or state.is_rolling:
            raise ValueError(f"wins knows only states in which a player has to decide: {state}")
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
    mistakes=patches("""
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
        a 1 is worth nothing
            1 - wins(after) → 0.0
            A 1 loses the turn's points, not the game: it is worth `1 - wins(after)`.
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
            What if you hold? Take the larger of the two.
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
    remark=lambda goal, sweeps, guess: "the first entry that is not right",
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
            for them: `wins[theirs, mine + turn, 0]`.
            or: theirs, mine + turn → mine + turn, theirs
            + You do so for tails, but not for holding.
        not turned after holding
            hold = 1 - → hold =
            The table is for the player to move, after holding the opponent: yours is `1 - ...`.
        not turned after tails
            tails = 1 - → tails =
            The table is for the player to move, after tails the opponent: yours is `1 - ...`.
        tails keeps the points
            wins[theirs, mine, 0] → wins[theirs, mine + turn, 0]
            Tails loses the turn's points: you are left with `mine`, not with `mine + turn`.
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
        one sweep only
            → piglet(goal, min(1, sweeps), guess)
            Each sweep carries what is known one decision further. Do all of them in a row.
        a sweep too many
            → piglet(goal, sweeps + 1, guess)
            With 0 sweeps the result is the guess itself.
        a sweep too few
            → piglet(goal, max(0, sweeps - 1), guess)
            The guess is the result of 0 sweeps; `sweeps` of them come after it.
        another guess
            → piglet(goal, sweeps, 0.0)
            It begins with 0 everywhere. That converges to the same, but begin with `guess` here.
    """),
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


MAXN_VALUES = Task(
    number="9.5",
    title="Everybody for themselves",
    reference=maxn_values,
    cases=(
        (TupleTree.of([(1, 5, 0), (3, 0, 2), (2, 9, 9)]),),
        (TupleTree.of([[(1, 4, 0), (5, 3, 0)], [(2, 0, 9), (0, 1, 9)]]),),
        (TupleTree.of(_LEAVES),),
        (TupleTree(TupleTree.of(_LEAVES).tree, 3, ply=1),),
        (TupleTree(TupleTree.of(_LEAVES).tree, 3, ply=2),),
        (TupleTree.of(_TIED),),
        (TupleTree(TupleTree.of(_TIED).tree, 3, ply=1),),
        (TupleTree.of([[(1, 2), (0, 3)], [(4, 0), (2, 1)]]),),
        (Trio.from_moves("21212241341", width=4, height=4, connect=3),),
        (Trio.from_moves("1231231", width=4, height=4, connect=3),),
    ),
    wrong_types={(Real, Mapping): "Return a tuple, with a number for each player."},
    decimals=4,
    hints=(
        "A finished game: a tuple of `state.utility(player)` for each of `range(state.players)`.",
        "Otherwise find the tuples of all states that can follow. The player to move takes one of "
        "them, the whole tuple: which?",
        "`max(options, key=lambda values: values[state.player])`, the first of equals.",
    ),
    mistakes=patches("""
        everybody plays for one of them
            values[state.player] → values[0]
            That is player 0's number at every node. The player to move looks at their own.
            or: state: Any) → state: Any, top: Any = None)
            options = [ → top = state.player if top is None else top\\n    options = [
            play(move)) → play(move), top)
            values[state.player] → values[top]
            That is the number of the player at the top at every node. The player to move looks at
            their own: `values[state.player]`.
        all against one
            state: Any) → state: Any, top: Any = None)
            options = [ → top = state.player if top is None else top\\n    options = [
            play(move)) → play(move), top)
            values[state.player] → values[top] if state.player == top else -values[top]
            That is the paranoid reduction. In max^n the others only care about themselves.
        everybody minimises
            values[state.player] → -values[state.player]
            The player to move takes the option that is worth most to them, not least.
        the next player's number
            values[state.player] → values[(state.player + 1) % state.players]
            `state.player` chooses; after the move it is the next player's turn.
        the most for all together
            values[state.player] → sum(values)
            Everybody plays for themselves, not for the sum.
        the most ahead of the others
            values[state.player] → 2 * values[state.player] - sum(values)
            That maximises the lead over the others. In max^n only one's own number counts.
        the last of equal ones
            max(options → max(reversed(options)
            Among options of equal worth to the player to move, take the first. (To the others it
            makes a difference: see the kingmaker.)
        the best for each at once
            max(options, key=lambda values: values[state.player]) → tuple(map(max, zip(*options)))
            That takes every player's best number from anywhere. Take one option as a whole: what is
            best for one may be bad for the others.
    """),
)


# ---- 9.6 -----------------------------------------------------------------------------------
def answers(state: State, share: float) -> dict[Move, float]:
    """What each move is worth to me if the opponent plays minimax's move only with that share."""
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


ANSWERS = Task(
    number="9.6",
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
    ),
    wrong_types={(Real, list): "Return a dictionary: `{move: value}` for each of your moves."},
    decimals=4,
    hints=(
        "Look at the game as a tree of your own nodes and chance nodes: where the opponent is to "
        "move, dice decide. Write an inner function for what a state is worth to you, and remember "
        "who you are: `me = state.player`.",
        "At the opponent's node: with probability `share` it is `minimax(state).move`, otherwise "
        "any legal move, all equally likely, that one included.",
        "`share * values[minimax(state).move] + (1 - share) * mean`, with the `values` of all "
        "moves and their mean; at your own nodes the `max`.",
    ),
    mistakes=patches("""
        a player who slips never finds the best move
            any_move = → best = values.pop(minimax(state).move)\\n        any_move =
            / len(values) → / len(values) if values else best
            values[minimax(state).move] → best
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
            share * values[minimax(state).move] + (1 - share) * any_move → min(values.values())
            That is minimax. The opponent plays it only with probability `share`.
        the opponent knows that they slip
            values[minimax(state).move] → min(values.values())
            `min(values)` is the best move of a player who knows that they will slip later. Here the
            opponent plays `minimax(state).move`, which expects perfect play.
        I slip as well
            if state.player == me → if False
            Only the opponent slips. At your own nodes take the `max`.
        I play as minimax does
            max(values.values()) → values[minimax(state).move]
            At your own nodes take the move that is worth most against this opponent: `max` of the
            values. Minimax's move is the best against a perfect one.
        the worth to the opponent
            utility(me) → utility(1 - me)
            Count `state.utility(me)`, with `me` the player to move in the state that was passed in.
    """),
)
