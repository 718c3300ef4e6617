"""The exercises of lesson 06: what a network sees, PUCT, and what is learnt from a game.

The mistakes that are recognised are in `lesson06_mistakes`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from c4lib.alphazero.search import Node
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises import lesson06_mistakes as mistakes
from c4lib.exercises.compare import equal, plain
from c4lib.exercises.planted import named, place
from c4lib.exercises.running import line_of
from c4lib.exercises.task import Case, Task
from c4lib.exercises.verdict import Part, show
from c4lib.exercises.watching import Path
from c4lib.game import State
from c4lib.result import MoveStats

DECIMALS = 4
"""To how many decimals numbers are told; they are compared as they are."""


@dataclass(frozen=True)
class Failed:
    """What stands for the result of a case in which a computation broke off."""

    text: str = field(compare=False)

    def __repr__(self) -> str:
        return self.text


class NumbersTask(Task):
    """A task whose answer is full of numbers, of which only the first decimals are told.

    Where the answer divides by zero or gets too large a number, that is its result for the case:
    the other cases still show what else is wrong.
    """

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, which gets lists and dictionaries of its own."""

        def call(*arguments: Any) -> Any:
            try:
                with np.errstate(all="ignore"):  # the verdict says it better than a warning
                    return _all_plain(function(*map(_copied, arguments)))
            except (ArithmeticError, ValueError) as error:
                if not _is_arithmetic(error):
                    raise
                lines = (f"{type(error).__name__}: {error}", line_of(error))
                return Failed("\n".join(filter(None, lines)))

        return call

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, what was expected and what came, rounded if that tells enough."""
        told = _rounded(came), _rounded(expected)
        return super().parts(index, *((came, expected) if told[0] == told[1] else told))


def _copied(argument: Any) -> Any:
    """The argument, or a copy of it if an answer could change it."""
    if isinstance(argument, dict):
        return dict(argument)
    return list(argument) if isinstance(argument, list) else argument


def _all_plain(value: Any) -> Any:
    """NumPy's numbers as plain Python, in dictionaries as well; True is 1."""
    value = plain(value)
    if isinstance(value, Mapping):
        return {plain(key): plain(number) for key, number in value.items()}
    if isinstance(value, list):
        return [int(number) if isinstance(number, bool) else number for number in value]
    return value


def _is_arithmetic(error: Exception) -> bool:
    """Whether the error is about a number, such as a division by zero or the logarithm of 0."""
    words = ("math domain error", "expected a positive input", "expected a nonnegative input")
    return isinstance(error, ArithmeticError) or str(error).startswith(words)


def _rounded(value: Any) -> Any:
    """The same with floats of a few decimals, in lists, tuples and dictionaries as well."""
    if isinstance(value, Mapping):
        return {key: _rounded(number) for key, number in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_rounded, value))
    return round(value, DECIMALS) + 0.0 if isinstance(value, float) else value  # + 0.0: not -0.0


# ---- 6.1 -----------------------------------------------------------------------------------


def my_encode(state: Connect4) -> list[int]:
    """A bit for each square of mine, then for each of theirs, column by column from below."""
    bits = []
    for discs in (state.mine, state.theirs):
        for column in range(state.width):
            for row in range(state.height):
                square = column * (state.height + 1) + row
                bits.append(discs >> square & 1)
    return bits


_NOT_A_LIST = "A list is wanted, with a 0 or a 1 for each square of mine and of theirs."


ENCODE = NumbersTask(
    number="6.1",
    title="What the network sees",
    reference=my_encode,
    cases=(
        (Connect4.from_moves("21", width=3, height=2, connect=2),),
        (Connect4.from_moves("1133", width=4, height=3, connect=3),),
        (Connect4(3, 3, 3),),
        (Connect4.from_moves("112", width=3, height=2, connect=3),),
        (Connect4.from_moves("2", width=4, height=2, connect=3),),
        (Connect4.from_moves("3112223", width=3, height=4, connect=4),),
        (Connect4.from_moves("13443", width=5, height=4),),
        (Connect4.from_moves("444443526"),),
        (Connect4.from_moves("4455667"),),
    ),
    wrong_types={
        Mapping: _NOT_A_LIST,
        str: _NOT_A_LIST,
        Real: f"{_NOT_A_LIST} One number came.",
    },
    hints=(
        "`state.mine` and `state.theirs` are whole numbers whose bits are squares. The list has "
        "twice as many elements as the board has squares. In which order do they come?",
        "Three loops, one in the other: over the two players' discs, over the columns, and over "
        "the rows of a column from the bottom. Which bit of the number belongs to a square? A "
        "column takes one bit more than the board has rows.",
        "The square has the number `column * (state.height + 1) + row`, and "
        "`discs >> square & 1` is its bit. Append it to the list.",
    ),
    mistakes=mistakes.ENCODE,
)

# ---- 6.2 -----------------------------------------------------------------------------------


def priors(logits: list[float], state: Connect4) -> dict[int, float]:
    """How likely each legal move is: the softmax of the legal moves' numbers."""
    moves = state.moves()
    largest = max(logits[move] for move in moves)
    powers = {move: math.exp(logits[move] - largest) for move in moves}
    total = sum(powers.values())
    return {move: power / total for move, power in powers.items()}


_LEFT_FULL = Connect4.from_moves("11122", width=4, height=3, connect=4)
_MIDDLE_FULL = Connect4.from_moves("2321324", width=4, height=3, connect=4)


def _full_columns(logits: Sequence[float], state: Connect4) -> str | None:
    full = [str(column + 1) for column in range(state.width) if column not in state.moves()]
    return f"full: column{'' if len(full) == 1 else 's'} {', '.join(full)}" if full else None


PRIORS = NumbersTask(
    number="6.2",
    title="Priors",
    reference=priors,
    cases=(
        ([1.0, 2.0, 0.5], Connect4(3, 3, 3)),
        ([0.3, 1.5, -0.7, 2.0], _LEFT_FULL),
        ([0.2, 2.5, -1.0, 0.4], _MIDDLE_FULL),
        ([0.5, 0.25, 0.5, 0.5], _MIDDLE_FULL),
        ([-0.4, -1.6, -0.9, -2.2], _LEFT_FULL),
        ([0.1, 0.4, 1.2, 2.5, 0.9, -0.3, 0.2], Connect4.from_moves("44444432")),
        ([3.0, 1000.0, 998.5, 999.0], _LEFT_FULL),  # too large for exp
        ([-1000.0, -1001.0, -999.0], Connect4(3, 3, 3)),  # and too small
        ([900.0, 1.0, 2.5, 0.5], _LEFT_FULL),  # the largest is illegal
    ),
    remark=_full_columns,
    wrong_types={
        list: "A dictionary is wanted, `{move: prior}`: without its move nobody knows whose prior "
        "it is.",
        tuple: "A dictionary is wanted, `{move: prior}`.",
        Real: "A dictionary is wanted, `{move: prior}`, and one number came.",
    },
    hints=(
        "Only legal moves are in the dictionary. Begin with `state.moves()` and pick out their "
        "logits; the others are not needed any more.",
        "Softmax: `math.exp` of each, divided by the sum of them all. That sum is over the legal "
        "moves, or the priors would not sum to 1.",
        "`math.exp(1000)` is too large for a float. Softmax stays the same if one number is taken "
        "off all logits: take off the largest of the legal ones, and the largest power is 1.",
    ),
    mistakes=mistakes.PRIORS,
)

# ---- 6.3 -----------------------------------------------------------------------------------


def my_puct(children: dict[int, tuple[float, int, float]], c: float) -> dict[int, float]:
    """How much another visit of each move is worth to the player who chooses."""
    all_visits = sum(visits for _, visits, _ in children.values())
    scores = {}
    for move, (prior, visits, total) in children.items():
        mean = -total / visits if visits else 0
        scores[move] = mean + c * prior * math.sqrt(all_visits) / (1 + visits)
    return scores


def _never_visited(children: Mapping[int, tuple[float, int, float]], c: float) -> str | None:
    moves = [str(move) for move, (_, visits, _) in children.items() if not visits]
    if not moves:
        return None
    return f"never visited: move{'' if len(moves) == 1 else 's'} {', '.join(moves)}"


PUCT = NumbersTask(
    number="6.3",
    title="PUCT",
    reference=my_puct,
    cases=(
        ({0: (0.5, 4, -2.0), 1: (0.3, 1, 0.5), 2: (0.2, 3, -0.6)}, 1.5),
        ({2: (0.6, 5, 1.5), 3: (0.4, 2, -1.0)}, 1.0),
        ({0: (0.25, 9, -4.5), 3: (0.5, 1, 1.0), 6: (0.25, 6, 0.0)}, 2.0),
        ({1: (0.7, 30, -12.0), 2: (0.3, 6, -4.2)}, 0.0),
        ({0: (0.2, 0, 0.0), 1: (0.7, 3, -1.2), 2: (0.1, 1, 0.8)}, 1.5),
        ({3: (0.9, 1, 0.3), 4: (0.1, 0, 0.0)}, 1.25),
        ({0: (0.5, 0, 0.0), 1: (0.5, 0, 0.0)}, 1.5),
        ({0: (0.1, 12, 6.0), 2: (0.6, 80, -44.0), 4: (0.3, 0, 0.0), 5: (0.0, 8, -7.0)}, 0.8),
    ),
    remark=_never_visited,
    wrong_types={
        list: "A dictionary is wanted, `{move: score}`.",
        tuple: "A dictionary is wanted, `{move: score}`.",
        Real: "The scores of all moves are wanted, `{move: score}`, and one number came. Which of "
        "them is the largest is asked later.",
    },
    hints=(
        "Count N first: the visits of all moves, added up. Then go through the moves: "
        "`for move, (prior, visits, total) in children.items():`",
        "Q is a mean for the player who chooses, and `total` was added up for the other one, who "
        "is to move after the move. What happens to a value when it changes sides? A move that "
        "was never visited has no mean: take 0.",
        "`mean = -total / visits if visits else 0`, and the score is "
        "`mean + c * prior * math.sqrt(all_visits) / (1 + visits)`.",
    ),
    mistakes=mistakes.PUCT,
)

# ---- 6.4 -----------------------------------------------------------------------------------


def backup(path: list[Node], value: float) -> None:
    """Count a visit at each node, and the value for the player who is to move there."""
    for node in reversed(path):
        node.visits += 1
        node.total += value
        value = -value


@dataclass(frozen=True)
class Way:
    """The nodes from a root to a leaf, as a case holds them: each call gets new ones."""

    state: Connect4
    moves: Path
    counts: tuple[tuple[int, float], ...]
    """The visits and the total of each node, from the root to the leaf."""

    def nodes(self) -> list[Node]:
        """New nodes, from the root to the leaf."""
        nodes = [Node(self.state)]
        for move in self.moves:
            child = Node(nodes[-1].state.play(move), 0.5, move, nodes[-1])
            nodes[-1].children[move] = child
            nodes.append(child)
        for node, (visits, total) in zip(nodes, self.counts, strict=True):
            node.visits, node.total = visits, total
        return nodes

    def places(self) -> list[str]:
        """Where each node is: "the root", "after column 2"."""
        return [place(self.state, self.moves[:end]) for end in range(len(self.counts))]

    def __repr__(self) -> str:
        return "path"


@dataclass(frozen=True)
class Added:
    """What an answer has added to the visits and the total of each node."""

    way: Way
    counts: tuple[tuple[int, float], ...]

    def __repr__(self) -> str:
        rows = zip(self.way.places(), self.counts, strict=True)
        return "\n".join(
            f"{where}: visits {visits:+g}, total {round(total, DECIMALS) + 0.0:+g}"
            for where, (visits, total) in rows
        )


class BackupTask(Task):
    """A task whose answer is handed nodes, and writes into them."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with new nodes in each call; what comes back is what it has added."""

        def call(way: Way, value: float) -> Any:
            nodes = way.nodes()
            if function(list(nodes), value) is ...:
                return ...
            pairs = zip(nodes, way.counts, strict=True)
            return Added(way, tuple((node.visits - n, node.total - t) for node, (n, t) in pairs))

        return call


def same_added(came: Any, expected: Added) -> bool:
    """The same visits and totals at all nodes."""
    return isinstance(came, Added) and equal(came.counts, expected.counts)


def _draw_way(way: Way, value: float) -> str:
    rows = [
        f"{where}, {SYMBOLS[node.state.player]} to move: visits {node.visits}, total {node.total:g}"
        for where, node in zip(way.places(), way.nodes(), strict=True)
    ]
    return "\n".join([*rows[:-1], f"{rows[-1]}  <- leaf"])


def _way(moves: str, *counts: tuple[int, float], begin: str = "") -> Way:
    """The nodes below a state with three columns and rows, and what was counted there so far."""
    state = Connect4.from_moves(begin, width=3, height=3, connect=3)
    return Way(state, tuple(int(move) - 1 for move in moves), counts)


BACKUP = BackupTask(
    number="6.4",
    title="The value goes up",
    reference=backup,
    same=same_added,
    cases=(
        (_way("2", (3, 0.5), (0, 0.0)), 0.5),
        (_way("21", (6, 1.0), (3, -0.5), (0, 0.0)), -0.25),
        (_way("213", (9, 2.0), (5, -1.5), (2, 0.75), (0, 0.0)), 0.75),
        (_way("", (0, 0.0)), 0.125),  # the root itself
        (_way("31", (4, -1.0), (2, 0.5), (0, 0.0), begin="2"), 0.5),  # O is to move at the root
        (_way("2", (20, 15.0), (6, -6.0), begin="1122"), -1.0),
        (_way("12", (7, 0.5), (4, 0.25), (1, 0.0)), 0.0),
        (_way("1213", (30, 5.0), (18, -3.0), (9, 2.5), (4, -1.0), (0, 0.0)), -0.625),
    ),
    draw=_draw_way,
    hints=(
        "Two numbers change at each node of the path, the leaf and the root included: `visits` "
        "and `total`. For whom is the total of a node, and for whom is the value you are handed?",
        "The value is for the player to move at the leaf, which is the last of the path. One node "
        "further up the other player is to move. `reversed(path)` goes up.",
        "`for node in reversed(path):` add 1 to `node.visits` and `value` to `node.total`; then "
        "`value = -value`.",
    ),
    mistakes=mistakes.BACKUP,
)

# ---- 6.5 -----------------------------------------------------------------------------------


def target(moves: dict[int, MoveStats], temperature: float) -> dict[int, float]:
    """What the policy should have said: the shares of the visits, sharpened or blunted."""
    most = max(stats.visits for stats in moves.values())
    if temperature == 0:
        weights = {move: float(stats.visits == most) for move, stats in moves.items()}
    else:
        weights = {move: stats.visits ** (1 / temperature) for move, stats in moves.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


class Moves(dict[int, MoveStats]):
    """What a search says about each move; a case shows it as a table."""

    def __repr__(self) -> str:
        return "moves"


def _moves(found: Mapping[int, tuple[int, float, float]]) -> Moves:
    """The visits, the value and the prior of each move."""
    return Moves(
        {move: MoveStats(value, visits, prior) for move, (visits, value, prior) in found.items()}
    )


def _draw_moves(moves: Moves, temperature: float) -> str:
    return "\n".join(
        f"{named(Connect4(), move)}: {stats.visits} visit{'' if stats.visits == 1 else 's'}, "
        f"value {stats.value:g}, prior {stats.prior:g}"
        for move, stats in moves.items()
    )


# Where the temperature is 2 no value is below 0, whose root would be no number to compare.
TARGET = NumbersTask(
    number="6.5",
    title="What the policy learns",
    reference=target,
    cases=(
        (_moves({0: (2, 0.3, 0.2), 1: (5, 0.4, 0.5), 2: (1, 0.6, 0.3)}), 1.0),
        (_moves({1: (6, -0.3, 0.1), 3: (30, -0.1, 0.6), 4: (0, 0.0, 0.1), 5: (4, 0.2, 0.2)}), 1.0),
        (_moves({0: (2, 0.3, 0.2), 1: (4, 0.4, 0.5), 2: (1, 0.6, 0.3)}), 0.5),
        (_moves({2: (9, 0.25, 0.3), 3: (16, 0.5, 0.3), 4: (1, 0.75, 0.4)}), 2.0),
        (_moves({0: (3, -0.5, 0.4), 1: (0, 0.0, 0.2), 2: (6, 0.1, 0.4)}), 0.25),
        (_moves({0: (3, 0.6, 0.2), 2: (20, 0.1, 0.5), 3: (8, -0.2, 0.3)}), 0.0),
        (_moves({1: (12, 0.2, 0.2), 2: (4, 0.5, 0.2), 3: (12, 0.4, 0.5), 6: (2, 0.1, 0.1)}), 0.0),
        (_moves({0: (7, 0.1, 0.3), 1: (7, 0.3, 0.4), 2: (7, 0.2, 0.3)}), 0.0),
    ),
    draw=_draw_moves,
    wrong_types={
        list: "A dictionary is wanted, `{move: share}`.",
        tuple: "A dictionary is wanted, `{move: share}`.",
        Real: "A dictionary is wanted, `{move: share}`, and one number came.",
    },
    hints=(
        "Give every move a weight, and divide all weights by their sum at the end. With "
        "temperature 1 the weights are the visits: `stats.visits` for each `stats` in `moves`.",
        "Otherwise it is the visits to the power of 1 / temperature: at a half they are squared, "
        "and the largest gains. What would that be at 0? Do that case apart.",
        "At 0 the weight is 1 for moves with the most visits, `max(stats.visits for stats in "
        "moves.values())`, and 0 for the others; the division by the sum lets equals share.",
    ),
    mistakes=mistakes.TARGET,
)

# ---- 6.6 -----------------------------------------------------------------------------------

Policy = dict[int, float]


def examples(
    game: list[tuple[State, dict[int, float]]], end: State
) -> list[tuple[State, dict[int, float], float]]:
    """Each position of a game with its policy, and how it ended for the player to move there."""
    return [(state, policy, end.utility(state.player)) for state, policy in game]


class Game(tuple[tuple[Connect4, Policy], ...]):
    """The positions of a game and their policies; a case shows them as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "game"


class Rows(tuple[tuple[Connect4, Policy, Any], ...]):
    """Examples of the positions and policies that were handed in: only the third part is told."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{_whose(state)}: z = {show(z)}" for state, _, z in self)


def _whose(state: Connect4) -> str:
    return f"{state.ply} disc{'' if state.ply == 1 else 's'}, {SYMBOLS[state.player]} to move"


NOT_THE_END = (
    "the game is not over yet in this state. How it ended is only known at its end, and that is "
    "handed in: `end`"
)


class ExamplesTask(Task):
    """A task whose answer is handed a game."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with a list of its own."""

        def call(game: Game, end: Connect4) -> Any:
            try:
                came = plain(function([(state, dict(policy)) for state, policy in game], end))
            except ValueError as error:
                if "not over yet" not in str(error):
                    raise
                raise ValueError(NOT_THE_END).with_traceback(error.__traceback__) from None
            return Rows(map(tuple, came)) if _is_complete(came, game) else came

        return call


def _is_complete(came: Any, game: Game) -> bool:
    """Whether these are triples that begin with the game's positions and policies."""
    if not isinstance(came, list) or len(came) != len(game):
        return False
    if not all(isinstance(row, list | tuple) and len(row) == 3 for row in came):
        return False
    return all(equal(row[:2], pair) for row, pair in zip(came, game, strict=True))


def _game(moves: str, *kept: int, **size: int) -> Case:
    """A game and its end; of its positions those are kept, by their discs, or else all."""
    end = Connect4.from_moves(moves, **size)
    states = [end]
    while states[0].previous is not None:
        states.insert(0, states[0].previous)
    played = zip(states[:-1], end.history, strict=True)
    pairs = [(state, _policy(state, move)) for state, move in played]
    return Game(pairs[ply] for ply in kept or range(len(pairs))), end


def _policy(state: Connect4, move: int) -> Policy:
    """A policy that likes the move twice as much as any other."""
    weights = {other: 2 if other == move else 1 for other in state.moves()}
    return {other: round(weight / sum(weights.values()), 3) for other, weight in weights.items()}


def _draw_game(game: Game, end: Connect4) -> str:
    outcome = "a draw" if end.winner is None else f"{SYMBOLS[end.winner]} has won"
    rows = [f"{_whose(state)}: {policy}" for state, policy in game]
    return "\n".join([*rows, f"end: {outcome}", str(end)])


EXAMPLES = ExamplesTask(
    number="6.6",
    title="What a game teaches",
    reference=examples,
    cases=(
        _game("13121", width=3, height=3, connect=3),  # X wins
        _game("313121", width=3, height=3, connect=3),  # O wins
        _game("212331321", *range(4, 9), width=3, height=3, connect=3),  # a draw
        _game("1212121", *range(3, 7)),  # from a move of O's on
        _game("333212112", *range(5, 9), width=3, height=3, connect=3),
        _game("12324252", *range(2, 8)),
        _game("1213141", 1, 3, 4, 5),  # not every position was kept
        _game("12324252", 0, 3, 5, 6),
    ),
    draw=_draw_game,
    wrong_types={
        Mapping: "A list is wanted, of triples `(state, policy, z)`.",
        Real: "A list is wanted, of triples `(state, policy, z)`, and one number came.",
    },
    hints=(
        "Every position gets the same game's outcome, but each from the side of its own player to "
        "move. Which function tells how a finished game ended for a player?",
        "`end.utility(player)` is 1, 0 or -1. Whom do you ask it for, in the example of a `state`?",
        "`end.utility(state.player)` is the z of a `state`. Go through the pairs with "
        "`for state, policy in game` and collect `(state, policy, z)` in a list.",
    ),
    mistakes=mistakes.EXAMPLES,
)

# ---- 6.7 -----------------------------------------------------------------------------------


def mirror(bits: list[int], policy: list[float], height: int) -> tuple[list[int], list[float]]:
    """The example with left and right exchanged."""
    columns = [bits[start : start + height] for start in range(0, len(bits), height)]
    mine, theirs = columns[: len(policy)], columns[len(policy) :]
    image = [bit for column in mine[::-1] + theirs[::-1] for bit in column]
    return image, policy[::-1]


class Image(tuple[Any, ...]):
    """The bits and the policy of an example, drawn as a board."""

    __slots__ = ()

    def __repr__(self) -> str:
        bits, policy = self
        return f"{_board(bits, len(policy))}\nbits {bits}\npolicy {policy}"


def _board(bits: Sequence[int], width: int) -> str:
    """The board that bits tell of: M is mine, T is theirs, B says that it is both."""
    size, height = len(bits) // 2, len(bits) // 2 // width

    def square(index: int) -> str:
        return ".MTB"[int(bits[index]) + 2 * int(bits[size + index])]

    rows = reversed(range(height))
    return "\n".join(" ".join(square(c * height + row) for c in range(width)) for row in rows)


class MirrorTask(Task):
    """A task whose answer is handed the bits and the policy of an example."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with lists of its own; a pair of the right size is drawn."""

        def call(bits: list[int], policy: list[float], height: int) -> Any:
            came = plain(function(list(bits), list(policy), height))
            return Image(came) if _is_image(came, len(bits), len(policy)) else came

        return call


def _is_image(came: Any, bits: int, moves: int) -> bool:
    """Whether these are so many bits and so many numbers."""
    if not isinstance(came, list | tuple) or len(came) != 2:
        return False
    if not all(isinstance(part, list) for part in came):
        return False
    sizes = [len(part) for part in came]
    return sizes == [bits, moves] and all(bit in (0, 1) for bit in came[0])


def _example(moves: str, policy: list[float], **size: int) -> Case:
    """A position's bits, and a policy for it."""
    state = Connect4.from_moves(moves, **size)
    return my_encode(state), policy, state.height


MIRROR = MirrorTask(
    number="6.7",
    title="Two examples for one",
    reference=mirror,
    cases=(
        _example("11223", [0.5, 0.25, 0.125, 0.125], width=4, height=3, connect=3),
        _example("1", [0.5, 0.3, 0.2], width=3, height=2, connect=2),
        _example("2", [0.7, 0.2, 0.1], width=3, height=2, connect=2),
        _example("112", [0.2, 0.5, 0.3], width=3, height=3, connect=3),
        _example("33433", [0.1, 0.2, 0.3, 0.4], width=4, height=4),
        _example("5544332", [0.0, 0.6, 0.1, 0.1, 0.2], width=5, height=3, connect=4),
        _example("22111", [0.9, 0.1], width=2, height=4),
    ),
    draw=lambda bits, policy, height: f"{_board(bits, len(policy))}\nM: mine, T: theirs",
    wrong_types={
        Mapping: "A pair is wanted: the list of bits and the list of shares.",
        Real: "A pair is wanted: the list of bits and the list of shares. One number came.",
    },
    hints=(
        "What is to the left goes to the right, and what is below stays below. Which of the bits "
        "belong to one column? They stay together, in their order.",
        "`bits[start : start + height]` is a column, if `start` is a multiple of `height`. The "
        "first `len(policy)` columns are mine, the others theirs: turn round the order of each "
        "half by itself.",
        "Make a list of the columns, cut it at `len(policy)`, and put `mine[::-1]` and "
        "`theirs[::-1]` together again, bit by bit. The policy is `policy[::-1]`.",
    ),
    mistakes=mistakes.MIRROR,
)

TASKS = (ENCODE, PRIORS, PUCT, BACKUP, TARGET, EXAMPLES, MIRROR)
