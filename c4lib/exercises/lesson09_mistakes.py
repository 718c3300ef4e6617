"""Known mistakes in the exercises of lesson 09: functions that make them, and what to say.

They do not use the solutions in `lesson09`. Some mistakes come in several variants, which
have the same name then.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from c4lib.exercises.task import Mistake
from c4lib.game import CHANCE, Move
from c4lib.search import minimax

# ---- 9.1 -----------------------------------------------------------------------------------

Fold = Callable[[Sequence[tuple[float, float]]], float]
"""What is made of the outcomes of dice: pairs (chance, value)."""


def _weighed(outcomes: Sequence[tuple[float, float]]) -> float:
    return sum(chance * value for chance, value in outcomes)


def _likeliest(outcomes: Sequence[tuple[float, float]]) -> float:
    return max(outcomes, key=lambda outcome: outcome[0])[1]


def _average(
    fold: Fold = _weighed,
    mine: Callable[[Sequence[float]], float] = max,
    others: Callable[[Sequence[float]], float] = min,
    leaf: Callable[[Any, int], float] = lambda state, me: float(state.utility(me)),
) -> Callable[[Any, int], float]:
    """An average_value with something changed."""

    def average_value(state: Any, me: int) -> float:
        if state.is_over:
            return leaf(state, me)
        values = {move: average_value(state.play(move), me) for move in state.moves()}
        if state.player == CHANCE:
            return fold([(chance, values[move]) for move, chance in state.chances()])
        return (mine if state.player == me else others)(list(values.values()))

    return average_value


def _in_turns(dice_count: bool) -> Callable[[Any, int], float]:
    """MAX and MIN by turns, whoever's turn it is; throws of dice may count as turns."""

    def average_value(state: Any, me: int, is_max: bool | None = None) -> float:
        if state.is_over:
            return float(state.utility(me))
        if is_max is None:
            is_max = state.player in (me, CHANCE)
        after = not is_max if dice_count or state.player != CHANCE else is_max
        values = {move: average_value(state.play(move), me, after) for move in state.moves()}
        if state.player == CHANCE:
            return _weighed([(chance, values[move]) for move, chance in state.chances()])
        return (max if is_max else min)(values.values())

    return average_value


def _turned(state: Any, me: int) -> float:
    """The sign is turned at every node."""
    if state.is_over:
        return float(state.utility(me))
    values = {move: -_turned(state.play(move), me) for move in state.moves()}
    if state.player == CHANCE:
        return _weighed([(chance, values[move]) for move, chance in state.chances()])
    return max(values.values())


_GUESSED = (
    "the turn is guessed",
    "It takes MAX and MIN in turns. But a throw may leave the turn where it was, and a player may "
    "move twice: ask `state.player` at each node whose turn it is.",
)
_SUMMED = (
    "the probabilities are forgotten",
    "An outcome counts as much as it is likely: `chance * value`, added up.",
)

AVERAGE_VALUE = (
    Mistake(
        "the best outcome of the dice",
        _average(lambda outcomes: max(value for _, value in outcomes)),
        "Nobody chooses how the dice fall, you neither. Weigh all outcomes with their chances.",
    ),
    Mistake(
        "the dice play against me",
        _average(lambda outcomes: min(value for _, value in outcomes)),
        "Dice are not an opponent: they do not look for what is worst for you. Weigh all outcomes "
        "with their chances.",
    ),
    Mistake(
        _SUMMED[0],
        _average(lambda outcomes: sum(value for _, value in outcomes) / len(outcomes)),
        f"{_SUMMED[1]} A plain mean takes all of them for equally likely.",
    ),
    Mistake(
        _SUMMED[0],
        _average(lambda outcomes: sum(value for _, value in outcomes)),
        f"{_SUMMED[1]} A plain sum grows with the number of faces.",
    ),
    Mistake(
        "divided twice",
        _average(lambda outcomes: _weighed(outcomes) / len(outcomes)),
        "The chances sum to 1 already: do not divide by the number of outcomes as well.",
    ),
    Mistake(
        "only the likeliest outcome",
        _average(_likeliest),
        "What is likely need not happen. All outcomes count, each with its chance.",
    ),
    Mistake(
        _GUESSED[0], _in_turns(dice_count=True), f"{_GUESSED[1]} Yours counts throws as turns."
    ),
    Mistake(_GUESSED[0], _in_turns(dice_count=False), _GUESSED[1]),
    Mistake(
        "the sign is turned at every node",
        _turned,
        "All values are for `me`, so no sign changes on the way up. After a throw it is often the "
        "same player's turn, and then a turned sign is wrong altogether.",
    ),
    Mistake(
        "everybody helps me",
        _average(others=max),
        "The other makes the least of it: `min` where `state.player` is neither `me` nor CHANCE.",
    ),
    Mistake(
        "I play against myself",
        _average(mine=min, others=max),
        "`max` and `min` are exchanged: where `state.player == me` you take the most.",
    ),
    Mistake(
        "the worth to MAX",
        _average(leaf=lambda state, me: float(state.utility(0))),
        "Ask `state.utility(me)`: `me` is not always player 0.",
    ),
    Mistake(
        "the worth to whoever is to move there",
        _average(leaf=lambda state, me: float(state.utility(max(0, state.player)))),
        "Ask `state.utility(me)`, the same player at every leaf: else the values cannot be "
        "compared.",
    ),
)

# ---- 9.2 -----------------------------------------------------------------------------------

Numbers = tuple[float, float]


def _window(
    low: Callable[..., float] = lambda alpha, done, chance, rest, least, most: (
        (alpha - done - rest * most) / chance
    ),
    high: Callable[..., float] = lambda beta, done, chance, rest, least, most: (
        (beta - done - rest * least) / chance
    ),
) -> Callable[..., Numbers]:
    """A child_window with another formula."""

    def child_window(
        alpha: float,
        beta: float,
        done: float,
        chance: float,
        rest: float,
        least: float,
        most: float,
    ) -> Numbers:
        numbers = done, chance, rest, least, most
        return low(alpha, *numbers), high(beta, *numbers)

    return child_window


def _same(formula: Callable[..., float]) -> Callable[..., Numbers]:
    """The same formula on both sides; it is handed the rest's best or worst as `bound`."""
    return _window(
        lambda edge, done, chance, rest, least, most: formula(edge, done, chance, rest, most),
        lambda edge, done, chance, rest, least, most: formula(edge, done, chance, rest, least),
    )


_UNSCALED = (
    "the window is handed through as it is",
    "Alpha and beta are about the average, and this outcome is only a part of it. With half the "
    "weight it takes twice the value to move the average as far.",
)

CHILD_WINDOW = (
    Mistake(_UNSCALED[0], _same(lambda edge, done, chance, rest, bound: edge), _UNSCALED[1]),
    Mistake(
        "not divided by the chance",
        _same(lambda edge, done, chance, rest, bound: edge - done - rest * bound),
        "That is what `chance * x` has to reach. For x itself divide by the chance.",
    ),
    Mistake(
        "multiplied by the chance",
        _same(lambda edge, done, chance, rest, bound: (edge - done - rest * bound) * chance),
        "In `done + chance * x + rest * most = alpha`, x is multiplied by the chance: to get x "
        "alone, divide by it.",
    ),
    Mistake(
        "what is done is forgotten",
        _same(lambda edge, done, chance, rest, bound: (edge - rest * bound) / chance),
        "The outcomes before this one have brought `done` already: take it off first.",
    ),
    Mistake(
        "the rest is forgotten",
        _same(lambda edge, done, chance, rest, bound: (edge - done) / chance),
        "The outcomes that are still to come can bring between `rest * least` and `rest * most`. "
        "Without them a node would be left that could still become good.",
    ),
    Mistake(
        "hope and fear exchanged",
        _window(
            lambda a, done, chance, rest, least, most: (a - done - rest * least) / chance,
            lambda b, done, chance, rest, least, most: (b - done - rest * most) / chance,
        ),
        "Below alpha one may stop if even the best rest cannot help: that is `most`. Above beta if "
        "even the worst rest cannot harm: that is `least`.",
    ),
    Mistake(
        "the rest as a plain bound",
        _same(lambda edge, done, chance, rest, bound: (edge - done - bound) / chance),
        "The rest together is at most `rest * most`: its probability times the bound.",
    ),
    Mistake(
        "this outcome counted with the rest",
        _same(
            lambda edge, done, chance, rest, bound: (edge - done - (rest + chance) * bound) / chance
        ),
        "`rest` is the probability of what comes after this outcome. This one is the x that you "
        "look for.",
    ),
    Mistake(
        "high before low",
        lambda alpha, beta, done, chance, rest, least, most: (
            (beta - done - rest * least) / chance,
            (alpha - done - rest * most) / chance,
        ),
        "A window is (alpha, beta): the lower end first.",
    ),
)

# ---- 9.3 -----------------------------------------------------------------------------------

Wins = Callable[[Any], float]


def _chance(
    hold: Callable[[Any, Any, Wins], float] | None = None,
    face: Callable[[Any, Any, Wins], float] | None = None,
    roll: Callable[[Sequence[float]], float] = lambda faces: sum(faces) / 6,
    choose: Callable[[float, float], float] = max,
) -> Callable[[Any, Wins], float]:
    """A best_chance with something changed: holding, a face, all faces, or the choice."""

    def right_hold(state: Any, held: Any, wins: Wins) -> float:
        return 1.0 if held.is_over else 1 - wins(held)

    def right_face(state: Any, after: Any, wins: Wins) -> float:
        return wins(after) if after.mover == state.mover else 1 - wins(after)

    def best_chance(state: Any, wins: Wins) -> float:
        held = (hold or right_hold)(state, state.play("hold"), wins)
        if "roll" not in state.moves():
            return held
        rolling = state.play("roll")
        faces = [(face or right_face)(state, rolling.play(n), wins) for n in rolling.moves()]
        return choose(held, roll(faces))

    return best_chance


def _blind(state: Any, wins: Wins) -> float:
    """Rolls on even with enough points, as if the moves had not been asked for."""
    held = state.play("hold")
    return 1.0 if held.is_over else 1 - wins(held)


_NOT_TURNED = "`wins` speaks for the player who is to decide, and that is the other one now: what "

BEST_CHANCE = (
    Mistake(
        "not turned after holding",
        _chance(hold=lambda state, held, wins: 1.0 if held.is_over else wins(held)),
        f"{_NOT_TURNED}is left for you is `1 - wins(held)`.",
    ),
    Mistake(
        "not turned after a 1",
        _chance(face=lambda state, after, wins: wins(after)),
        f"{_NOT_TURNED}is left for you after a 1 is `1 - wins(after)`.",
    ),
    Mistake(
        "turned after every face",
        _chance(face=lambda state, after, wins: 1 - wins(after)),
        "After a 2 to 6 it is still your turn, and `wins(after)` is yours. Only a 1 passes the die "
        "on: compare `after.mover` with `state.mover`.",
    ),
    Mistake(
        "a 1 is worth nothing",
        _chance(face=lambda state, after, wins: wins(after) if after.mover == state.mover else 0.0),
        "A 1 loses the turn's points, not the game: it is worth `1 - wins(after)`.",
    ),
    Mistake(
        "the 1 is left out",
        _chance(roll=lambda faces: sum(faces[1:]) / 5),
        "A die has six faces. The 1 is as likely as the others.",
    ),
    Mistake(
        "the best face",
        _chance(roll=max),
        "Nobody chooses how the die falls: take the average of the faces, not the best of them.",
    ),
    Mistake(
        "the faces are added up",
        _chance(roll=sum),
        "Each face has a chance of 1/6: a probability cannot be more than 1.",
    ),
    Mistake(
        "the worse of both moves",
        _chance(choose=min),
        "The player to move takes the better of rolling and holding: `max`.",
    ),
    Mistake(
        "the average of both moves",
        _chance(choose=lambda hold, roll: (hold + roll) / 2),
        "To roll or to hold is no throw of dice but a choice: take the larger.",
    ),
    Mistake(
        "always holds",
        _chance(choose=lambda hold, roll: hold),
        "What if you roll once more? Take the larger of both.",
    ),
    Mistake(
        "always rolls",
        _chance(choose=lambda hold, roll: roll),
        "What if you hold? Take the larger of both.",
    ),
)

# ---- 9.4 -----------------------------------------------------------------------------------

Table = dict[tuple[int, int, int], float]


def _piglet(
    hold: Callable[[Table, int, int, int], float] = lambda w, mine, theirs, turn: (
        1 - w[theirs, mine + turn, 0]
    ),
    tails: Callable[[Table, int, int, int], float] = lambda w, mine, theirs, turn: (
        1 - w[theirs, mine, 0]
    ),
    enough: float = 1.0,
    choose: Callable[[float, float], float] = max,
    in_place: bool = False,
    rounds: Callable[[int], int] = lambda sweeps: sweeps,
    begin: Callable[[float], float] = lambda guess: guess,
) -> Callable[[int, int, float], Table]:
    """A piglet with something changed."""

    def piglet(goal: int, sweeps: int, guess: float) -> Table:
        each = range(goal)
        positions = [(a, b, turn) for a in each for b in each for turn in range(goal - a)]
        wins = dict.fromkeys(positions, begin(guess))
        for _ in range(rounds(sweeps)):
            after = wins if in_place else dict(wins)
            for mine, theirs, turn in positions:
                heads = wins.get((mine, theirs, turn + 1), enough)
                toss = (heads + tails(wins, mine, theirs, turn)) / 2
                after[mine, theirs, turn] = choose(hold(wins, mine, theirs, turn), toss)
            wins = after
        return wins

    return piglet


_PASSED = (
    "the scores are not exchanged",
    "When the coin is passed on, the other is to move, and for them `mine` and `theirs` are "
    "exchanged: `wins[theirs, mine + turn, 0]`.",
)

PIGLET = (
    Mistake(
        "in place",
        _piglet(in_place=True),
        "It writes into the dictionary that it reads from, so later positions see values of this "
        "sweep. That comes to the same in the end, and even sooner; but after so many sweeps it is "
        "not what is asked for. Write into a new one.",
    ),
    Mistake(
        _PASSED[0],
        _piglet(
            hold=lambda w, mine, theirs, turn: 1 - w[mine + turn, theirs, 0],
            tails=lambda w, mine, theirs, turn: 1 - w[mine, theirs, 0],
        ),
        _PASSED[1],
    ),
    Mistake(
        _PASSED[0],
        _piglet(hold=lambda w, mine, theirs, turn: 1 - w[mine + turn, theirs, 0]),
        f"{_PASSED[1]} With tails you have done so, with holding not.",
    ),
    Mistake(
        "not turned after holding",
        _piglet(hold=lambda w, mine, theirs, turn: w[theirs, mine + turn, 0]),
        "The table speaks for the player to move, and after holding that is the other: `1 - ...`.",
    ),
    Mistake(
        "not turned after tails",
        _piglet(tails=lambda w, mine, theirs, turn: w[theirs, mine, 0]),
        "The table speaks for the player to move, and after tails that is the other: `1 - ...`.",
    ),
    Mistake(
        "tails keeps the points",
        _piglet(tails=lambda w, mine, theirs, turn: 1 - w[theirs, mine + turn, 0]),
        "Tails loses the turn's points: the other meets you with `mine`, not with `mine + turn`.",
    ),
    Mistake(
        "tails loses the game",
        _piglet(tails=lambda w, mine, theirs, turn: 0.0),
        "Tails loses the turn's points, and the other is to move: `1 - wins[theirs, mine, 0]`.",
    ),
    Mistake(
        "holding loses the points",
        _piglet(hold=lambda w, mine, theirs, turn: 1 - w[theirs, mine, 0]),
        "Who holds adds the turn's points: the other meets you with `mine + turn`.",
    ),
    Mistake(
        "enough is not a win",
        _piglet(enough=0.0),
        "Who has `mine + turn` of at least `goal` points has won: that is 1, in every sweep, and "
        "not a guess.",
    ),
    Mistake(
        "the worse of both moves",
        _piglet(choose=min),
        "The player to move takes the better of tossing and holding: `max`.",
    ),
    Mistake(
        "always tosses",
        _piglet(choose=lambda hold, toss: toss),
        "To hold is a choice too: take the larger of both.",
    ),
    Mistake(
        "one sweep only",
        _piglet(rounds=lambda sweeps: min(1, sweeps)),
        "Each sweep carries what is known one decision further. Do so many, each from the last.",
    ),
    Mistake(
        "a sweep too many",
        _piglet(rounds=lambda sweeps: sweeps + 1),
        "With 0 sweeps it is the guess itself.",
    ),
    Mistake(
        "a sweep too few",
        _piglet(rounds=lambda sweeps: max(0, sweeps - 1)),
        "The guess itself is what 0 sweeps come to; so many follow.",
    ),
    Mistake(
        "another guess",
        _piglet(begin=lambda guess: 0.0),
        "It begins with 0 everywhere. That comes to the same in the end, but here it begins with "
        "the `guess` that is handed in.",
    ),
)

# ---- 9.5 -----------------------------------------------------------------------------------

Values = tuple[float, ...]
Choose = Callable[[Sequence[tuple[Values, Any]], Any, Any], Values]
"""What is taken of the options (their values and states), at which state, from which root."""


def _maxn(choose: Choose) -> Callable[[Any], Values]:
    """A maxn_values with another choice."""

    def maxn_values(state: Any) -> Values:
        return worth(state, state)

    def worth(state: Any, root: Any) -> Values:
        if state.is_over:
            return tuple(state.utility(player) for player in range(state.players))
        options = [(worth(after, root), after) for after in map(state.play, state.moves())]
        return choose(options, state, root)

    return maxn_values


def _by(key: Callable[[Values, Any, Any, Any], float]) -> Callable[[Any], Values]:
    """The first option for which a number is largest: of its values, its state, state and root."""
    return _maxn(
        lambda options, state, root: max(
            options, key=lambda option: key(option[0], option[1], state, root)
        )[0]
    )


def _each_best(options: Sequence[tuple[Values, Any]], state: Any, root: Any) -> Values:
    return tuple(map(max, zip(*(values for values, _ in options), strict=True)))


_ONE = "everybody plays for one of them"

MAXN_VALUES = (
    Mistake(
        _ONE,
        _by(lambda values, after, state, root: values[0]),
        "That is player 0's number at every node. The player to move looks at their own: "
        "`values[state.player]`.",
    ),
    Mistake(
        _ONE,
        _by(lambda values, after, state, root: values[root.player]),
        "That is the number of the player at the top at every node. The player to move looks at "
        "their own: `values[state.player]`.",
    ),
    Mistake(
        "all against one",
        _by(
            lambda values, after, state, root: (
                values[root.player] if state.player == root.player else -values[root.player]
            )
        ),
        "That is the paranoid reduction: the others hold the one at the top down. In max^n they do "
        "not care for that player, only for themselves.",
    ),
    Mistake(
        "everybody minimises",
        _by(lambda values, after, state, root: -values[state.player]),
        "The player to move takes the option that is worth most to themselves, not least.",
    ),
    Mistake(
        "the next player's number",
        _by(lambda values, after, state, root: values[after.player]),
        "`state.player` is who chooses. After the move it is the next player's turn: ask the state "
        "before it.",
    ),
    Mistake(
        "the most for all together",
        _by(lambda values, after, state, root: sum(values)),
        "Everybody plays for themselves, not for the sum.",
    ),
    Mistake(
        "the most ahead of the others",
        _by(lambda values, after, state, root: 2 * values[state.player] - sum(values)),
        "That makes the most of the distance to the others. In max^n only one's own number counts.",
    ),
    Mistake(
        "the last of equal ones",
        _maxn(
            lambda options, state, root: max(
                reversed(options), key=lambda option: option[0][state.player]
            )[0]
        ),
        "Of options that are worth the same to the player to move, the first is asked for. (To "
        "the others it makes a difference: see the kingmaker.)",
    ),
    Mistake(
        "the best for each at once",
        _maxn(_each_best),
        "That takes the best number for every player from anywhere. One option is taken, as a "
        "whole: what is best for one may be bad for the others.",
    ),
)

# ---- 9.6 -----------------------------------------------------------------------------------

Model = Callable[[dict[Move, float], Move, float], float]
"""What the other's node is worth: from all values, minimax's move and the share."""


@lru_cache(maxsize=4096)
def _best(state: Any) -> Move:
    return minimax(state).move


def _mean(values: dict[Move, float]) -> float:
    return sum(values.values()) / len(values)


def _mixed(values: dict[Move, float], best: Move, share: float) -> float:
    return share * values[best] + (1 - share) * _mean(values)


def _others(values: dict[Move, float], best: Move, share: float) -> float:
    """Slips are always other moves than the best."""
    rest = {move: value for move, value in values.items() if move != best}
    return share * values[best] + (1 - share) * (_mean(rest) if rest else values[best])


def _answers(
    model: Model = _mixed,
    mine: Callable[[dict[Move, float], Any, float], float] = lambda values, state, share: max(
        values.values()
    ),
    whose: Callable[[int], int] = lambda me: me,
) -> Callable[[Any, float], dict[Move, float]]:
    """An answers with something changed: the other's nodes, one's own, or for whom it counts."""

    def answers(state: Any, share: float) -> dict[Move, float]:
        me = state.player

        def worth(state: Any) -> float:
            if state.is_over:
                return float(state.utility(whose(me)))
            values = {move: worth(state.play(move)) for move in state.moves()}
            if state.player == me:
                return mine(values, state, share)
            return model(values, _best(state), share)

        return {move: worth(state.play(move)) for move in state.moves()}

    return answers


ANSWERS = (
    Mistake(
        "who slips never finds the best move",
        _answers(_others),
        "A random move is any legal move, the best included: it is played with probability "
        "`share + (1 - share) / n`.",
    ),
    Mistake(
        "the slips are forgotten",
        _answers(lambda values, best, share: share * values[best]),
        "With probability `1 - share` something else happens, and counts as well: the mean of all "
        "moves.",
    ),
    Mistake(
        "slips that are not shared out",
        _answers(
            lambda values, best, share: share * values[best] + (1 - share) * sum(values.values())
        ),
        "The slips together have probability `1 - share`: each of n moves has a part of it.",
    ),
    Mistake(
        "share and slips exchanged",
        _answers(lambda values, best, share: _mixed(values, best, 1 - share)),
        "`share` is how often the other plays well, not how often they slip.",
    ),
    Mistake(
        "the other does what is worst for you",
        _answers(lambda values, best, share: min(values.values())),
        "That is minimax. The other does so only with probability `share`, and slips otherwise.",
    ),
    Mistake(
        "the other knows how they slip",
        _answers(
            lambda values, best, share: share * min(values.values()) + (1 - share) * _mean(values)
        ),
        "`min(values)` is the best answer of someone who knows that they will slip later on. The "
        "other plays `minimax(state).move`, which expects perfect play.",
    ),
    Mistake(
        "I slip as well",
        _answers(mine=lambda values, state, share: _mixed(values, _best(state), share)),
        "Only the other slips. At your own nodes you take the most, `max`.",
    ),
    Mistake(
        "I play as minimax does",
        _answers(mine=lambda values, state, share: values[_best(state)]),
        "At your own nodes take the move that is worth most against this opponent: `max` of the "
        "values. Minimax's move is the best answer to another one.",
    ),
    Mistake(
        "the worth to the other",
        _answers(whose=lambda me: 1 - me),
        "Count `state.utility(me)`, with `me` the player to move in the state that was handed in.",
    ),
)
