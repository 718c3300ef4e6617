"""The exercises of lesson 06: what a network sees and learns, PUCT, and the whole loop."""

import math
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from c4lib.alphazero.net import Array
from c4lib.alphazero.puct import PuctNode
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises import tictactoe_solution
from c4lib.exercises.blind_search import SearchVerdict, SuspectSearch, reported, same_report
from c4lib.exercises.compare import Changed, equal, plain
from c4lib.exercises.mcts_trees import moves_text, named, place
from c4lib.exercises.mistake import patches, varied
from c4lib.exercises.policy_grade import NOT_A_LOOK, PASSES, PolicyGrade, graded, value_of
from c4lib.exercises.solution import module_code
from c4lib.exercises.task import Case, Finding, Task, by_cases
from c4lib.exercises.timeout import line_of
from c4lib.exercises.verdict import show
from c4lib.game import Agent, State
from c4lib.games.tictactoe import TicTacToe
from c4lib.result import MoveStats


@dataclass(frozen=True)
class Failed:
    """The result of a case in which the computation failed."""

    text: str = field(compare=False)

    def __repr__(self) -> str:
        return self.text


OVERWRITTEN = """It changes what it was handed, and whoever called it may still need that. Make
            a new list or array, or work on a copy."""


def _numbers(answer: Callable[..., Any], *case: Any) -> Any:
    """The numbers that an answer returns; `Changed` if it has written into its arguments.

    Where it divides by zero or gets too large a number, that is its result for the case: the
    other cases still show what else is wrong.
    """
    try:
        before = deepcopy(case)
        with np.errstate(all="ignore"):  # the verdict says it better than a warning
            came = _all_plain(answer(*case))
        return came if equal(case, before) else Changed()
    except (ArithmeticError, ValueError) as error:
        if not _is_arithmetic(error):
            raise
        lines = (f"{type(error).__name__}: {error}", line_of(error))
        return Failed("\n".join(filter(None, lines)))


def _all_plain(value: Any) -> Any:
    """The value in Python's own types; in a list, True is 1."""
    value = plain(value)
    if isinstance(value, list):
        return [int(number) if isinstance(number, bool) else number for number in value]
    return value


def _is_arithmetic(error: Exception) -> bool:
    """Whether the error is about a number, such as a division by zero or the logarithm of 0."""
    words = ("math domain error", "expected a positive input", "expected a nonnegative input")
    return isinstance(error, ArithmeticError) or str(error).startswith(words)


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


ENCODE = Task(
    number="6.1",
    title="What the network sees",
    reference=my_encode,
    call=_numbers,
    decimals=4,
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
    wrong_types={(Mapping, str, Real): "Return a list: 0 or 1 for each square, mine and theirs."},
    hints=(
        "`state.mine` and `state.theirs` are whole numbers whose bits are squares. The list has "
        "twice as many elements as the board has squares. In which order do they come?",
        "Three nested loops: over the two players' discs, over the columns, and over the rows of a "
        "column from the bottom. Which bit of the number belongs to a square? A "
        "column takes one bit more than the board has rows.",
        "Count along one column and then the next: with three rows the squares of the second "
        "column are 4, 5 and 6. Shift the number to the right by the square, and look at the last "
        "bit of what is left.",
    ),
    mistakes=patches("""
        always X's discs first
            (state.mine, state.theirs) → (state.discs(0), state.discs(1))
            The network should see the game through the eyes of the player to move. Where it is O's
            turn, whose discs are `mine`?
            or: (state.mine, state.theirs) → (state.discs(1), state.discs(0))
            The network should see the game as the player to move does. Yours puts O first.
        the opponent's discs first
            (state.mine, state.theirs) → (state.theirs, state.mine)
            These are the right bits, but the halves are exchanged: the player to move comes first.
        row by row
            column in range(state.width) → line in range(state.height)
            row in range(state.height) → column in range(state.width)
            + row → + line
            or: column in range(state.width) → line in range(state.height)[::-1]
            row in range(state.height) → column in range(state.width)
            + row → + line
            These are the right bits in another order. Go column by column, each from the bottom:
            the loop over the columns is the outer one.
        from the top of each column
            range(state.height) → range(state.height)[::-1]
            A column begins at the bottom: its first bit is row 0.
        from the right
            range(state.width) → range(state.width)[::-1]
            The columns come from left to right. (Of a number's binary digits the last comes first.)
        the spare row
            range(state.height) → range(state.height + 1)
            There are more bits than squares: the spare row above the board is among them.
            or: (state.height + 1) → state.height
            From the second column on it reads the wrong squares: a column takes one bit more than
            the board has rows, for the spare row.
        always 7 columns and 6 rows
            range(state.width) → range(7)
            range(state.height) → range(6)
            (state.height + 1) → 7
            or: range(state.width) → range(7)
            range(state.height) → range(6)
            This board has another size: ask `state.width` and `state.height`.
        mine only
            (state.mine, state.theirs) → (state.mine,)
            That is only half of it: the opponent's discs follow in as many bits.
        all discs instead of theirs
            state.theirs → state.mask
            `state.mask` holds the discs of both. The second half is for the opponent's alone.
        the binary digits
            → [int(bit) for bit in bin(state.mine)[2:] + bin(state.theirs)[2:]]
            `bin` begins with the largest bit, and leaves out all zeros before the first 1. Ask for
            each square's bit by itself.
        not moved to the end
            discs >> square & 1 → discs & 1 << square
            That is the bit at its own place: 0, or a power of 2. Move the number to the right
            first, `discs >> square`, and its last bit is the one you want.
            or: discs >> square & 1 → discs >> square
            What is left still has the squares above it. `& 1` keeps the last bit alone.
        squares counted along the rows
            column * (state.height + 1) + row → row * (state.width + 1) + column
            or: column * (state.height + 1) + row → row * state.width + column
            The bits of the number go up one column, then up the next. So it is the column that is
            multiplied, by one more than the height, and the row that is added.
        two lists
            → np.reshape(my_encode(state), (2, -1)).tolist()
            The right bits, in two lists. Return one list: mine, and then theirs.
        square by square
            → np.reshape(my_encode(state), (2, -1)).T.ravel()
            The two bits of a square are side by side. First come all of mine, then all of theirs.
        one number a square
            → np.subtract(*np.reshape(my_encode(state), (2, -1)))
            1, 0 and -1 would do as well, but here each square has two bits: one in the first half
            says whether it is mine, one in the second whether it is theirs.
    """),
)


# ---- 6.2 -----------------------------------------------------------------------------------
def priors(logits: list[float], state: Connect4) -> dict[int, float]:
    """How likely each legal move is: the softmax of the legal moves' numbers."""
    moves = state.moves()
    largest = max(logits[move] for move in moves)
    powers = {move: math.exp(logits[move] - largest) for move in moves}
    total = sum(powers.values())
    return {move: power / total for move, power in powers.items()}


# Other ways to write softmax, which fail on very large and very small numbers.
_OVERFLOWING = ("- largest", "")
_ARRAYS = ("math.exp(logits[move] - largest)", "np.exp(logits[move])")
_CLIPPED = ("logits[move] - largest", "max(-50, min(50, logits[move]))")

WRONG_MASKS = patches("""
    illegal moves are not masked
        state.moves() → range(state.width)
        A full column has a prior here. The network does not know that, but `state.moves()` does.
    masked too late
        moves = state.moves() → moves = range(state.width)
        powers.items() → powers.items() if move in state.moves()
        or: moves = state.moves() → moves = range(state.width)
        power / total → power / total if move in state.moves() else 0.0
        The priors do not sum to 1: the illegal moves had a share in the sum that everything was
        divided by, and that share is lost now.
    0 for an illegal logit
        moves = state.moves() → moves = range(state.width)
        largest = → logits = [logits[m] * (m in state.moves()) for m in moves]\\n    largest =
        and: powers.items() → powers.items() if move in state.moves()
        A logit of 0 is like any other: e to the power of 0 is 1, so the illegal move still counts.
    illegal moves have a prior of 0
        return { → return dict.fromkeys(range(state.width), 0.0) | {
        The numbers are right. But the dictionary holds illegal moves: return only legal ones.
    another column's number
        state.moves() → range(len(state.moves()))
        {move: power / total → {state.moves()[move]: power / total
        or: state.moves() → range(state.width)
        powers.items() → zip(state.moves(), powers.values())
        The third legal move need not be the third column: a move's number is `logits[move]`.
    powers, not shares yet
        power / total → power
        Priors sum to 1. What must the powers be divided by?
""")

_LEFT_FULL = Connect4.from_moves("11122", width=4, height=3, connect=4)
_MIDDLE_FULL = Connect4.from_moves("2321324", width=4, height=3, connect=4)


def _full_columns(logits: Sequence[float], state: Connect4) -> str | None:
    full = [column for column in range(state.width) if column not in state.moves()]
    return f"full: {moves_text(state, full)}" if full else None


PRIORS = Task(
    number="6.2",
    title="Priors",
    reference=priors,
    call=_numbers,
    decimals=4,
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
        ([1000.0, *[-1000.0] * 5, 998.0], Connect4()),  # and both at once
    ),
    remark=_full_columns,
    wrong_types={
        (list, tuple): "Return a dictionary: without its move nobody knows whose prior it is.",
        Real: "Return a dictionary, `{move: prior}`, not one number.",
    },
    hints=(
        "Only legal moves are in the dictionary. Begin with `state.moves()` and pick out their "
        "logits; the others are not needed any more.",
        "Softmax: `math.exp` of each, divided by the sum of them all. That sum is over the legal "
        "moves, or the priors would not sum to 1.",
        "`math.exp(1000)` is too large for a float. Softmax stays the same if one number is "
        "subtracted from all logits. Which one makes sure that no power exceeds 1, and that they "
        "are not all 0?",
    ),
    mistakes=WRONG_MASKS
    + varied(WRONG_MASKS, _OVERFLOWING)
    + varied(WRONG_MASKS, _ARRAYS)
    + varied(WRONG_MASKS[:3], _CLIPPED, said="And clipped logits lose their differences.")
    + patches(f"""
        the logits are overwritten
            return {{ → logits[:] = powers.values()\\n    return {{
            {OVERWRITTEN}
        too large for a float
            - largest →
            or: math.exp(logits[move] - largest) → np.exp(logits[move])
            On ordinary numbers it is right, but e to the power of 1000 is more than a float can
            hold, and e to the power of -1000 is rounded to 0. Softmax does not change if the same
            number is subtracted from all logits: which one keeps the powers small, but not all 0?
        clipped logits
            logits[move] - largest → max(-50, min(50, logits[move]))
            Nothing overflows any more. But 998.5 and 1000 are the same number now, and so are all
            that lie beyond the limit: their moves get equal priors. Move the logits instead of
            cutting them off: subtract the largest legal one from each.
            or: logits[move] - largest → min(500, logits[move])
            + And where all of them are very small, every power is 0.
            or: logits[move] - largest → min(709, logits[move])
            + And with a limit so high, the sum of the powers is too large again.
        something else is subtracted
            max(logits[move] for move in moves) → min(logits[move] for move in moves)
            or: largest) → 1000)
            Subtracting is right, but of which number? If any logit is left far above 0, its power
            is too large; if all are left far below 0, every power is 0. Make the largest legal
            one 0.
        scaled logits
            - largest → / 1000
            or: - largest → / max(map(abs, logits))
            or: - largest → / largest
            Dividing all logits makes their differences smaller, and so the shares more alike.
            Softmax stays the same if a number is subtracted, not if it is divided by one.
        another base
            math.exp(logits[move] - largest) → 2 ** (logits[move] - largest)
            The base is e: `math.exp`.
        divided by the number of moves
            sum(powers.values()) → float(len(moves))
            Shares sum to 1 if they are divided by their sum, and by nothing else.
        the largest of all, not of the legal ones
            max(logits[move] for move in moves) → max(logits)
            and: math.exp → np.exp
            The largest logit may be that of a full column. If it is far above the others, all
            powers that count become 0, and there is nothing left to divide by.
        no exponential
            math.exp(logits[move] - largest) → logits[move]
            or: math.exp(logits[move] - largest) → max(0.0, logits[move])
            Logits may be negative, and so may their shares; but a probability never is. Softmax
            takes `math.exp` of each first.
        all for the best
            max(logits[move] for move in moves) → max(moves, key=lambda move: logits[move])
            math.exp(logits[move] - largest) → float(move == largest)
            That is the largest alone. Softmax leaves something for every legal move: one that is a
            little behind gets a little less.
    """),
)


# ---- 6.3 -----------------------------------------------------------------------------------
def gradient(weights: Array, x: Array, policy: Array) -> Array:
    """How fast the cross entropy grows with each weight: a row for each input of x."""
    powers = np.exp(x @ weights)
    p = powers / powers.sum()
    slopes: Array = np.outer(x, p - policy)
    return slopes


def _draw_layer(weights: Array, x: Array, policy: Array) -> str:
    """The inputs with their rows of weights, and what comes out of them."""
    logits = x @ weights
    p = np.exp(logits) / np.exp(logits).sum()

    def row(name: str, numbers: Array) -> str:
        return f"{name:>6}" + "".join(f"{number:7.2f}" for number in numbers)

    head = f"{'x':>6}   weights"
    inputs = [row(f"{number:g}", each) for number, each in zip(x, weights, strict=True)]
    below = (("logits", logits), ("p", p), ("policy", policy))
    return "\n".join([head, *inputs, *(row(name, numbers) for name, numbers in below)])


def _explain_shapes(error: Exception, *case: Any) -> str | None:
    """What to say about arrays that do not fit together."""
    if isinstance(error, ValueError) and "shapes" in str(error) and "matmul" not in str(error):
        return (
            "these arrays do not fit together: there is a number for each input on one side, and "
            "one for each move on the other. The gradient has a number for each pair of them"
        )
    if isinstance(error, ValueError) and "matmul" in str(error):
        return (
            "these arrays do not fit together: `weights` has a row for each input and a column "
            "for each move, so the logits are `x @ weights`"
        )
    return None


def _diagnose_gradient(task: Task, results: Sequence[Any]) -> Finding | None:
    """A known mistake; or that it is nearly right everywhere."""
    finding = by_cases(task, results)
    if finding is None or finding.mistake is not None:
        return finding
    try:
        pairs = zip(results, task.expected, strict=True)
        is_close = all(np.abs(np.subtract(came, right)).max() < CLOSE for came, right in pairs)
    except (TypeError, ValueError, OverflowError):  # no floats, or another shape
        return finding
    near = next(each for each in task.mistakes if each.name == "close, but not exact")
    sentences = (f"A known mistake: {near.name}.", near.explanation)
    return Finding(sentences, finding.parts, near.name) if is_close else finding


CLOSE = 0.02
"""So near come slopes that are found by trying, or rounded."""


def _layer(weights: list[list[float]], x: list[float], policy: list[float]) -> Case:
    return np.array(weights, float), np.array(x, float), np.array(policy, float)


GRADIENT = Task(
    number="6.3",
    title="The gradient",
    reference=gradient,
    call=_numbers,
    diagnose=_diagnose_gradient,
    explain_error=_explain_shapes,
    decimals=3,
    cases=(
        _layer([[0, 0], [0, 0], [0, 0]], [1, 0, 1], [1, 0]),
        _layer([[0.5, -0.2, 0.1], [0.3, 0.8, -0.4]], [1, 0], [0.2, 0.7, 0.1]),
        _layer([[1.0, -0.5, 0.2], [0.4, 0.6, -1.0], [-0.3, 0.1, 0.9]], [1, 1, 0], [0.6, 0.1, 0.3]),
        _layer([[0.2, -0.1, 0.7], [1.2, 0.3, 0.1]], [2, -0.5], [0.25, 0.25, 0.5]),
        _layer([[2.0, -1.0], [0.5, 1.5], [-0.7, 0.4], [0.1, 0.9]], [0, 1, 1, 1], [0.9, 0.1]),
        _layer([[0.3, 0.1, -0.6, 0.2]], [1], [0.1, 0.2, 0.3, 0.4]),
    ),
    draw=_draw_layer,
    by_name=("weights", "x", "policy"),
    wrong_types={
        (Mapping, str): "Return a table of numbers, shaped like `weights`.",
        Real: "That is one number. Return one for each weight, in a table shaped like `weights`.",
    },
    hints=(
        "First what the network says: the logits are `x @ weights`, and p is their softmax. The "
        "table you return has the shape of `weights`.",
        "How does the loss change with the logit of a move? By `p[a] - policy[a]`: too much of a "
        "share pushes it down, too little up. A weight acts on its logit through its input, so its "
        "slope is that, multiplied by `x[i]`.",
        "So there is a product for each pair of an input and a move. `np.outer(one, other)` makes "
        "a table of all such products; which of the two belongs first?",
    ),
    mistakes=patches(f"""
        the sign
            p - policy → policy - p
            The right numbers with the wrong sign. A step goes against the gradient: with yours,
            the shares would move away from the policy.
        the logits without their softmax
            p - policy → x @ weights - policy
            Logits are not shares yet. Take their softmax first, then subtract the policy.
        the logits themselves
            np.outer(x, p - policy) → x @ weights
            These are the logits, from which the network's shares are made. The gradient has a
            number for each weight.
        relu instead of softmax
            p - policy → np.maximum(0, x @ weights) - policy
            The shares are the softmax of the logits; relu was for the hidden numbers.
        multiplied by the weights
            np.outer(x, p - policy) → weights * np.outer(x, p - policy)
            The weights have had their say in p. How fast a logit grows with a weight depends on the
            input alone.
        the slope of a share
            p - policy → p * (1 - p)
            That is how fast a share grows with its own logit. Where does the policy come in?
        powers, not shares yet
            p - policy → powers - policy
            The powers do not sum to 1: divide them by their sum before the policy is subtracted.
        each power by itself
            powers / powers.sum() → powers / (1 + powers)
            That squeezes each logit by itself between 0 and 1. In a softmax the moves share:
            each power is divided by the sum of all.
        x is forgotten
            np.outer(x, p - policy) → np.outer(np.ones(len(x)), p - policy)
            All rows are alike. A weight acts only through its input: where `x[i]` is 0, the weight
            changes nothing, and its slope is 0.
        one slope for each move
            np.outer(x, p - policy) → p - policy
            These are the slopes of the logits. Each has several weights behind it, one for each
            input: multiply by `x[i]`.
        only whether there is an input
            np.outer(x, → np.outer(x != 0,
            or: np.outer(x, → np.outer(x > 0,
            An input need not be a bit: one of 2 moves its logits twice as much. Multiply by it.
        p (1 - p) is in it already
            p - policy → p * (1 - p) * (p - policy)
            `p - policy` is the whole way from the loss to a logit: the slopes of the softmax,
            p (1 - p) and the others, are in it already.
        no exponential
            np.exp(x @ weights) → x @ weights
            Softmax takes `np.exp` of the logits before it divides by the sum. Logits may be
            negative, and sum to 0.
        close, but not exact
            np.outer(x, p - policy) → np.outer(x, p - policy).round(3)
            Each number is nearly right. Did you find the slopes by trying, or round them? Trying
            is a good test of a gradient; p gives the slopes exactly, and at once.
        an argument is overwritten
            np.outer(x, p - policy) → np.outer(x, np.subtract(p, policy, out=policy))
            {OVERWRITTEN}
        transposed
            np.outer(x, p - policy) → np.outer(p - policy, x)
            The right numbers, but a row belongs to an input and a column to a move, as in
            `weights`.
        the policy divided by the shares
            p - policy → -policy / p
            That is how the loss changes with a share, not yet with a logit: a logit that grows
            makes its own share larger and all others smaller. Together that is `p - policy`.
            or: p - policy → policy / p
            + And the sign is turned round.
        the softmax's sum is forgotten
            p - policy → -policy
            With a logit the sum in the softmax grows, too: that is what the shares p are for.
        the shares alone
            p - policy → p
            Where does the policy come in? Where p has reached it, nothing is left to learn: the
            gradient is 0.
        divided by the number of moves
            p - policy → (p - policy) / len(policy)
            The cross entropy is a sum over the moves, not a mean: do not divide.
        divided by the number of inputs
            p - policy → (p - policy) / len(x)
            There is one example here. One divides by the number of examples, not of inputs.
        only the best move
            p - policy → p - (policy == policy.max())
            The policy is not all for one move: each has its share in it, `policy[a]`.
        the loss, not its slope
            p - policy → -policy * np.log(p)
            These are the terms of the loss itself. How do they change when a weight grows?
        logarithms instead of shares
            p - policy → np.log(p) - policy
            The logarithm is in the loss. In its slope there is none left: the slope of
            `-log p[b]` with respect to the logits is p, less 1 at b.
        the squared error
            p - policy → 2 * p * (p - policy - p @ (p - policy))
            That is the slope of the squared distance between p and policy. The cross entropy's is
            simpler.
            or: p - policy → 2 * (p - policy)
            The 2 belongs to a squared error. The loss here is the cross entropy.
        the weights after a step
            np.outer(x, p - policy) → weights - np.outer(x, p - policy)
            or: np.outer(x, p - policy) → weights - 0.1 * np.outer(x, p - policy)
            That is a step already. Return the gradient alone.
    """),
)


# ---- 6.4 -----------------------------------------------------------------------------------
def my_puct(children: dict[int, tuple[float, int, float]], c: float) -> dict[int, float]:
    """How much another visit of each move is worth to the player who chooses."""
    all_visits = sum(visits for _, visits, _ in children.values())
    scores = {}
    for move, (prior, visits, total) in children.items():
        mean = -total / visits if visits else 0
        scores[move] = mean + c * prior * math.sqrt(all_visits) / (1 + visits)
    return scores


def _never_visited(children: Mapping[int, tuple[float, int, float]], c: float) -> str | None:
    moves = [move for move, (_, visits, _) in children.items() if not visits]
    return f"never visited: {moves_text(None, moves)}" if moves else None


UCTS_TERM = patches("""
    UCT's logarithm
        sqrt(all_visits) / (1 + visits) → sqrt(math.log(all_visits) / visits)
        or: (all_visits) / (1 + visits) → (math.log(all_visits) / visits if visits else math.inf)
        or: sqrt(all_visits) / (1 + visits) → sqrt(math.log(all_visits) / (1 + visits))
        or: sqrt(all_visits) → sqrt(math.log(all_visits))
        or: sqrt(all_visits) / (1 + visits) → sqrt(math.log(all_visits or 1) / (1 + visits))
        or: sqrt(all_visits) / (1 + visits) → sqrt(math.log(all_visits or 1) / (visits or 1))
        or: sqrt(all_visits) / (1 + visits) → sqrt(math.log(all_visits + 1) / (1 + visits))
        or: sqrt(all_visits) → sqrt(math.log(all_visits or 1))
        or: sqrt(all_visits) → sqrt(math.log(all_visits + 1))
        That is lesson 05's term. PUCT has no logarithm: it is c times the prior, times the root of
        all visits, divided by 1 + N(a).
""")

PUCT = Task(
    number="6.4",
    title="PUCT",
    reference=my_puct,
    call=_numbers,
    decimals=4,
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
        Sequence: "Return a dictionary, `{move: score}`.",
        Real: "Return the scores of all moves, `{move: score}`. The largest is chosen later.",
    },
    hints=(
        "Count N first: the visits of all moves, added up. Then go through the moves: "
        "`for move, (prior, visits, total) in children.items():`",
        "Q is a mean for the player who chooses, and `total` was added up for the other one, who "
        "is to move after the move. What happens to a value when it changes sides? A move that "
        "was never visited has no mean: use 0.",
        "The mean is the total divided by the move's own visits, with its sign changed. The "
        "second term can be copied from the formula, if you have N: `math.sqrt` is the root.",
    ),
    mistakes=UCTS_TERM
    + varied(UCTS_TERM, ("c * prior", "c"))
    + patches("""
        the value from the wrong side
            -total / visits → total / visits
            `total` was added up for the player who is to move after the move, and that is the
            opponent of the one who chooses here. So the search would help the opponent.
            or: -total / visits if visits else 0 → total / visits
            + A move that was never visited has no mean: nothing can be divided by 0 visits.
        a move without a visit
            if visits else 0 →
            The scores of visited moves are right. A move that was never visited has no mean:
            nothing can be divided by 0 visits. What should its Q be?
            or: else 0 → else -1
            A move that was never visited counts as lost here. Nothing is known yet: its Q is 0.
            or: else 0 → else prior
            A move that was never visited has a Q of 0. Its prior is in the second term already.
            or: (1 + visits) → (1 + visits) * (visits > 0)
            A move that was never visited has a score too: its Q is 0, but the second term is what
            gets it its first visit.
            or: scores[move] = → if visits: scores[move] =
        one visit too many in the mean
            visits if visits else 0 → (1 + visits)
            The 1 belongs to the second term only. Q is the mean over the visits so far.
        divided by all visits
            -total / visits if visits else 0 → -total / (all_visits or 1)
            or: -total / visits if visits else 0 → -total / all_visits
            Q is the mean over the visits of this move, not over those of all moves.
        points instead of values
            -total / visits if → 1 - total / visits if
            or: -total / visits if → (1 - total / visits) / 2 if
            Here values go from -1 to 1, and changing sides changes the sign: nothing is subtracted
            from 1.
        rounded down
            -total / visits → -total // visits
            `//` rounds down to a whole number. Q is a mean, with all its decimals: use `/`.
        the total instead of the mean
            -total / visits if visits else 0 → -total
            Q is a mean, from -1 to 1: the total divided by the visits of the move.
        the move's own visits under the root
            sqrt(all_visits) → sqrt(visits)
            Under the root are the visits of all moves together: they grow when a sibling is
            visited, so that a neglected move gets its turn. Yours are those of the move itself.
        the siblings' visits under the root
            sqrt(all_visits) → sqrt(all_visits - visits)
            N is the visits of all moves together, this one's included.
        the number of moves under the root
            sqrt(all_visits) → sqrt(len(children))
            Under the root is how often all moves were visited, not how many moves there are.
        the brackets are missing
            / (1 + visits) → / 1 + visits
            `/ 1 + visits` divides by 1 and then adds the visits. It is divided by `(1 + visits)`.
        the most visits under the root
            sum(visits → max(visits
            Under the root are the visits of all moves together, not those of the most visited.
        one visit too many under the root
            sqrt(all_visits) → sqrt(all_visits + 1)
            N is the visits of all moves, added up, without one for the node above them.
        the 1 is missing
            (1 + visits) → visits
            or: c * prior * → c * prior * (
            (1 + visits) → visits if visits else math.inf)
            or: (1 + visits) → max(1, visits)
            It is divided by 1 + N(a), not by N(a), which is 0 for a move without a visit.
        a move without a visit is infinitely good
            else 0 → else math.inf
            In UCT every move has to be tried once. PUCT has priors instead: a move that the network
            thinks little of may wait for ever. For such a move Q is 0, the rest as usual.
        the prior is missing
            c * prior * → c *
            The second term is multiplied by the prior: otherwise the network has no say in it.
        c is missing
            c * prior → prior
            The second term is multiplied by c, which says how much to explore.
        c at the wrong term
            mean + c * prior → c * (mean + prior
            (1 + visits) → (1 + visits))
            or: mean + c * prior → c * mean + prior
            c weighs exploring, and that is the second term only.
        the root is taken of something else
            sqrt(all_visits) / (1 + visits) → sqrt(all_visits / (1 + visits))
            Only the visits of all moves are under the root. What it is divided by is not.
            or: math.sqrt(all_visits) → all_visits
            The root is missing: use the square root of the visits of all moves.
        exploring is taken off
            mean + c → mean - c
            A move that little is known about is worth another look: add the second term.
        only one of the terms
            mean + c → c
            Q is missing: the mean of the visits so far.
            or: mean + c * prior * math.sqrt(all_visits) / (1 + visits) → mean
            That is Q alone. A move that was unlucky on its first visit would never be tried again.
    """),
)


# ---- 6.5 -----------------------------------------------------------------------------------
def backup(path: list[PuctNode], value: float) -> None:
    """Count a visit at each node, and the value for the player who is to move there."""
    for node in reversed(path):
        node.visits += 1
        node.total += value
        value = -value


def _places(way: Sequence[PuctNode]) -> list[str]:
    """Where each node on the way from a root to a leaf is: "the root", "after column 2"."""
    moves = tuple(node.move for node in way[1:])
    return [place(way[0].state, moves[:end]) for end in range(len(way))]


class Added(tuple[tuple[str, float, float], ...]):
    """Where each node is, and what an answer has added to its visits and to its total."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(
            f"{where}: visits {visits:+g}, total {round(total, 4) + 0.0:+g}"
            for where, visits, total in self
        )


def _added(answer: Callable[..., Any], way: Sequence[PuctNode], value: float) -> Any:
    """What the answer adds to the visits and totals of the nodes."""
    before = [(node.visits, node.total) for node in way]
    path = list(way)
    if answer(path, value) is ...:
        return ...
    if list(map(id, path)) != list(map(id, way)):
        return Changed()
    return Added(
        (where, node.visits - visits, node.total - total)
        for where, node, (visits, total) in zip(_places(way), way, before, strict=True)
    )


def _draw_way(way: Sequence[PuctNode], value: float) -> str:
    rows = [
        f"{where}, {SYMBOLS[node.state.player]} to move: visits {node.visits}, total {node.total:g}"
        for where, node in zip(_places(way), way, strict=True)
    ]
    return "\n".join([*rows[:-1], f"{rows[-1]}  <- leaf"])


def _way(moves: str, *counts: tuple[int, float], begin: str = "") -> Sequence[PuctNode]:
    """The nodes below a state with three columns and rows, with their visits and totals."""
    nodes = [PuctNode(Connect4.from_moves(begin, width=3, height=3, connect=3))]
    for move in (int(column) - 1 for column in moves):
        child = PuctNode(nodes[-1].state.play(move), 0.5, move, nodes[-1])
        nodes[-1].children[move] = child
        nodes.append(child)
    for node, (visits, total) in zip(nodes, counts, strict=True):
        node.visits, node.total = visits, total
    return tuple(nodes)


BACKUP = Task(
    number="6.5",
    title="The value goes up",
    reference=backup,
    call=_added,
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
    by_name=("path",),
    hints=(
        "Two numbers change at each node of the path, the leaf and the root included: `visits` "
        "and `total`. For whom is the total of a node, and for whom is the value you get?",
        "The value is for the player to move at the leaf, which is the last of the path. One node "
        "further up the other player is to move. `reversed(path)` goes up.",
        "Go up with `for node in reversed(path)`. At each node: one more visit, the value added, "
        "and then the other player's view of the value for the next node.",
    ),
    mistakes=patches("""
        the same value for both players
            value = -value → pass
            What is good for one is bad for the other, and from node to node the player to move
            changes. Does your value change on the way up?
            and: += value → += -value if path[-1].state.player else value
            + Yours is X's everywhere.
        the value from the wrong side
            += value → -= value
            It does change from node to node, but begins with the wrong sign: the value that is
            passed in is for the player to move at the leaf, and so is the leaf's total.
            and: value = -value → pass
            The value that is passed in is for the player to move at the leaf, and so is the leaf's
            total; and from node to node the player to move changes.
        as if X were to move at the leaf
            += value → += value * (1 - 2 * node.state.player)
            value = -value → pass
            Where it is O's turn at the leaf, all signs are wrong: the value is for whoever is to
            move there, not for X.
            or: += value → += -value * (1 - 2 * node.state.player)
            value = -value → pass
            Where it is X's turn at the leaf, all signs are wrong: the value is for whoever is to
            move there, not for O.
        the sign is lost
            += value → += abs(value)
            A value below 0 is bad for the player to move: add it with its sign, and change the sign
            at each step.
        the visit and the value exchanged
            node.visits += 1 → node.visits += value
            node.total += value → node.total += 1
            A visit counts 1, and the total grows by the value. Yours are exchanged.
        the visits are overwritten
            visits += 1 → visits = 1
            The earlier visits are lost: add 1 to them.
        from the root down
            reversed(path) → path
            The value is for the player to move at the leaf, which is the last of the path. Yours
            begins with the first, the root: whether its sign is right depends on the path's length.
        the leaf is left out
            → backup(path[:-1], -value)
            The leaf gets a visit too, and its value: it is the last node of the path.
            or: → backup(path[:-1], value)
            + And its parent gets the leaf's sign here.
            or: → backup(path[:-1][::-1], value)
            + And the value goes up from the leaf, so the path is walked from its end.
            or: += 1 → += node is not path[-1]
            The leaf got its value, but not its visit.
        the root is left out
            → backup(path[1:], value)
            The root gets a visit too, and the value: it is the first node of the path.
            or: += 1 → += node is not path[0]
            The root got its value, but not its visit.
        the path is turned round, or emptied
            reversed(path) → (path.reverse(), path)[1]
            or: reversed(path) → [path.pop() for _ in path[:]]
            The numbers are right, but the list is no longer as it was, and whoever called may still
            need it. `reversed(path)` goes up without changing it.
        only the leaf
            → backup(path[-1:], value)
            The nodes above need it as well, up to the root: by their totals the search chooses.
        the value is noted, but not the visit
            node.visits += 1 → pass
            The totals have changed and the visits have not: each node of the path was visited once
            more, or its mean soon goes beyond 1.
        the visit is noted, but not the value
            node.total += value → pass
            The visits have grown and the totals have not: what did the network say?
        nothing is written down
            → None
            No node has changed. `visits = ...` only names a number; `node.visits += 1` is needed.
        the total is overwritten
            total += value → total = value
            The values of earlier visits are lost: add to `node.total`.
        the mean instead of the total
            += value → += (value - node.total) / node.visits
            or: += value → += value / node.visits
            The values are added up. They are divided by the visits only when the mean is asked for.
        points instead of values
            value = -value → value = 1 - value
            or: += value → += (value + 1) / 2
            Points from 0 to 1 were lesson 05's. Here values go from -1 to 1: add them as they are.
    """),
)


# ---- 6.6 -----------------------------------------------------------------------------------
def is_blind(search: SuspectSearch) -> bool:
    """Whether the search overlooks a win at once, at the left or at the right edge."""
    for moves, win in (("171716", 0), ("717172", 6)):
        visits = search(Connect4.from_moves(moves), 200)
        if max(visits, key=lambda move: visits[move]) != win:
            return True
    return False


def _diagnose_report(task: Task, results: Sequence[Any]) -> Finding | None:
    """A known mistake; or what is wrong with the experiments of a wrong answer."""
    finding = by_cases(task, results)
    wrong = [
        came
        for came, right in zip(results, task.expected, strict=True)
        if isinstance(came, SearchVerdict) and came.answer != right.answer
    ]
    if finding is None or not wrong:
        return finding
    name = wrong[0].flaw or finding.mistake
    if name is None and len(wrong) > 0.7 * len(results):
        name = "True and False exchanged"
    elif name is None:
        sees = wrong[0].answer and all(each.win_is_ahead for each in wrong)
        name = "nearly all visits" if sees else "" if wrong[0].answer else "luck"
    for mistake in task.mistakes:
        if mistake.name == name:
            sentences = (f"A known mistake: {mistake.name}.", mistake.explanation)
            return Finding(sentences, finding.parts, mistake.name)
    return finding


_NEVER = (
    "You cannot tell by looking at a search, only by trying it: call `search(state, 200)` with a "
    "state of your choice, and look at the visits."
)

IS_BLIND = Task(
    number="6.6",
    title="A search that cannot see a win",
    reference=is_blind,
    call=reported,
    same=same_report,
    diagnose=_diagnose_report,
    cases=(
        (SuspectSearch("healthy"),),
        (SuspectSearch("blind: a finished game gets the oracle's value", is_blind=True),),
        (SuspectSearch("healthy, with a large C", c=6.0),),
        (SuspectSearch("blind, with more of the priors on the left", "left", is_blind=True),),
        (SuspectSearch("blind, with more of the priors on the right", "right", is_blind=True),),
        (SuspectSearch("blind, with more of the priors in the middle", "middle", is_blind=True),),
        (SuspectSearch("healthy, with much noise", noise=0.75),),
        (SuspectSearch("healthy, with more of the priors in the middle", "middle"),),
        (SuspectSearch("sees wins, but a value is the same for both players", is_one_sided=True),),
        (SuspectSearch("healthy, and passes on what is certain", prove=True),),
        (SuspectSearch("blind, with noise and a small C", c=0.5, noise=0.25, is_blind=True),),
    ),
    draw=lambda search: search.says,
    by_name=("search",),
    wrong_types={
        (Mapping, Sequence, Real): "Return True if the search is blind to wins, and False if not."
    },
    hints=(
        "Where would a search that sees wins and one that does not behave differently? Choose a "
        "position in which one move wins at once, and look where the visits go.",
        "`search(Connect4.from_moves(...), 200)` is a dictionary from the moves to their visits. A "
        "healthy search visits the winning move more than any other. A blind one goes by its "
        "priors: it may like the winning move by luck. How can you rule that out?",
        "Try two positions that have the win in different places, far from each other: priors "
        "cannot favour both. `max(visits, key=visits.get)` is the most visited move.",
    ),
    mistakes=patches(f"""
        the search is never tried
            → True
            {_NEVER}
            or: → False
        nothing to see
            (("171716", 0), ("717172", 6)) → (("17", 0), ("71", 6))
            In the position that was searched no move wins at once, so that there is nothing to
            overlook. Choose one in which the player to move has three in a row and a free fourth.
        a loss to stop, not a win to see
            (("171716", 0), ("717172", 6)) → (("414161", 0), ("474727", 6))
            There it is the opponent who could win at once. A search may fail to stop that for
            other reasons: one of these takes the opponent's values for its own, and sees wins very
            well. Choose a position in which the player to move can win at once.
        too few simulations
            200 → 8
            With so few simulations even a healthy search has hardly visited every move once. Give
            it time to come back to what it has seen: 200, say.
        luck
            (("171716", 0), ("717172", 6)) → (("171716", 0),)
            A blind search goes by its priors. It may come to the winning move by luck: because its
            priors like that move, or, where it visits all alike, because `max` takes the first of
            equals. Try a win somewhere else, too.
            or: (("171716", 0), ("717172", 6)) → (("717172", 6),)
            or: (("171716", 0), ("717172", 6)) → (("474741", 3),)
        True and False exchanged
            → not is_blind(search)
            The answers are the wrong way round: return True for a search that does not see wins.
        another move than the winning one
            != win → != win + 1
            Even healthy searches are called blind. Is it really the winning move whose visits you
            compare? In code the leftmost column is 0.
        not visited at all
            max(visits, key=lambda move: visits[move]) != win → visits[win] == 0
            Blind searches visit the winning move as well: they try it, and learn nothing from it.
            What does a healthy one do after it has seen a win?
        nearly all visits
            max(visits, key=lambda move: visits[move]) != win → visits[win] < 180
            or: max(visits, key=lambda move: visits[move]) != win → visits[win] < 120
            Healthy searches look at other moves as well, some of them a lot. Compare the winning
            move's visits with those of the others.
    """),
)


# ---- 6.7 -----------------------------------------------------------------------------------
def target(moves: dict[int, MoveStats], temperature: float) -> dict[int, float]:
    """What the policy should have said: the shares of the visits, sharpened or blunted."""
    most = max(stats.visits for stats in moves.values())
    if temperature == 0:
        weights = {move: float(stats.visits == most) for move, stats in moves.items()}
    else:
        weights = {move: stats.visits ** (1 / temperature) for move, stats in moves.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def _moves(found: Mapping[int, tuple[int, float, float]]) -> dict[int, MoveStats]:
    """The visits, the value and the prior of each move."""
    return {move: MoveStats(value, visits, prior) for move, (visits, value, prior) in found.items()}


def _draw_moves(moves: Mapping[int, MoveStats], temperature: float) -> str:
    return "\n".join(
        f"{named(Connect4(), move)}: {stats.visits} visit{'' if stats.visits == 1 else 's'}, "
        f"value {stats.value:g}, prior {stats.prior:g}"
        for move, stats in moves.items()
    )


# At temperature 0 the moves with the most visits share. Some mistakes come with another one there:
# all for the first of these moves, a division by 0, or the rule that holds above 0.
_FIRST = (
    ("stats.visits for stats in moves.values()", "moves, key=lambda m: moves[m].visits"),
    ("stats.visits == most", "move == most"),
)
_DIVIDED = ("temperature == 0", "1 / temperature == 0")
_AS_ABOVE_0 = ("temperature == 0", "False")

WRONG_WEIGHTS = patches("""
    from the values instead of the visits
        max(stats.visits → max(stats.value
        stats.visits == → stats.value ==
        stats.visits ** → stats.value **
        or: max(stats.visits → max(stats.value
        stats.visits == → stats.value ==
        stats.visits ** (1 / temperature) → math.exp(stats.value / temperature)
        A value may rest on a single visit, and be wrong. The visits say what the search thinks of a
        move after all of them: learn from these.
    softmax of the visits
        stats.visits ** (1 / temperature) → math.exp(stats.visits / temperature)
        Softmax is for logits. Visits are counts: with temperature 1 return their plain shares.
    moves without a visit are left out
        weights.items() → weights.items() if weight
        The shares are right, but return all moves: the network learns from shares of 0, too.
""")
WRONG_POWERS = patches("""
    the power of T instead of 1 / T
        (1 / temperature) → temperature
        It goes the wrong way: a low temperature has to make the differences larger, not smaller.
    the temperature changes nothing
        ** (1 / temperature) →
        These are the shares of the visits, whatever the temperature. Multiplying or dividing all
        weights by the same number does not change their shares; a power does.
""")
WRONG_SUMS = patches("""
    the weights do not sum to 1
        weight / total → weight
        and: stats.visits ** → (stats.visits / sum(each.visits for each in moves.values())) **
        A policy sums to 1 at every temperature: divide by the sum at the end, after the power.
""")

# No value is negative where the temperature is 2: its root would be complex.
TARGET = Task(
    number="6.7",
    title="What the policy learns",
    reference=target,
    call=_numbers,
    decimals=4,
    cases=(
        (_moves({0: (2, 0.3, 0.2), 1: (5, 0.4, 0.5), 2: (1, 0.6, 0.3)}), 1.0),
        (_moves({1: (6, -0.3, 0.1), 3: (30, -0.1, 0.6), 4: (0, 0.0, 0.1), 5: (4, 0.2, 0.2)}), 1.0),
        (_moves({0: (2, 0.3, 0.2), 1: (4, 0.4, 0.5), 2: (1, 0.6, 0.3)}), 0.5),
        (_moves({2: (9, 0.25, 0.3), 3: (16, 0.5, 0.3), 4: (1, 0.75, 0.4)}), 2.0),
        (_moves({0: (3, -0.5, 0.4), 1: (0, 0.0, 0.2), 2: (6, 0.1, 0.4)}), 0.25),
        (_moves({0: (3, 0.6, 0.2), 2: (20, 0.1, 0.5), 3: (19, -0.2, 0.3)}), 0.0),
        (_moves({1: (12, 0.2, 0.2), 2: (4, 0.5, 0.2), 3: (12, 0.4, 0.5), 6: (2, 0.1, 0.1)}), 0.0),
        (_moves({0: (7, 0.1, 0.3), 1: (7, 0.3, 0.4), 2: (7, 0.2, 0.3)}), 0.0),
    ),
    draw=_draw_moves,
    by_name=("moves",),
    wrong_types={(Sequence, Real): "Return a dictionary, `{move: share}`."},
    hints=(
        "Give every move a weight, and divide all weights by their sum at the end. With "
        "temperature 1 the weights are the visits: `stats.visits` for each `stats` in `moves`.",
        "Otherwise it is the visits to the power of 1 / temperature: at a half they are squared, "
        "and the largest gains. What would that be at 0? Treat that case separately.",
        "At 0 only the moves with the most visits have a weight, the same for each of them; "
        "dividing by the sum then lets equals share.",
    ),
    mistakes=WRONG_WEIGHTS
    + WRONG_POWERS
    + WRONG_SUMS
    + varied(WRONG_WEIGHTS + WRONG_POWERS + WRONG_SUMS, _DIVIDED)
    + varied(WRONG_POWERS + WRONG_SUMS, *_FIRST)
    + varied(WRONG_POWERS, _AS_ABOVE_0)
    + patches("""
        from the priors instead of the visits
            max(stats.visits → max(stats.prior
            stats.visits == → stats.prior ==
            stats.visits ** → stats.prior **
            or: stats.visits ** → stats.prior **
            The priors are what the network said before. It should learn what the search has found.
        dividing by a temperature of 0
            temperature == 0 → False
            Above 0 it is right. At 0 there is no 1 / temperature, and close to 0 the powers are too
            large for a float: what do the shares come closer and closer to, as it falls?
        rounded down
            (1 / temperature) → (1 // temperature)
            `//` rounds down: at temperature 2 the power is a half, and not 0. Use `/`.
        the highest value at 0
            max(stats.visits → max(stats.value
            stats.visits == → stats.value ==
            Above 0 it is right. At 0 it is the most visited move as well: a high value may rest on
            a single visit.
        a temperature close to 0
            temperature == 0 → False
            (1 / temperature) → (1 / max(temperature, 0.01))
            or: temperature == 0 → False
            (1 / temperature) → (1 / max(temperature, 0.1))
            Close to 0 is not 0: 19 visits still get a share beside 20. At 0 the most visited moves
            get everything.
        moves that get nothing are left out
            weight in weights.items() → weight in weights.items() if temperature or weight
            At 0 the others are left out. Return all moves: the network learns from shares of 0,
            too.
            and: stats.visits for stats in moves.values() → moves, key=lambda m: moves[m].visits
            stats.visits == most → move == most
            + And where several moves have the most visits, they share.
        one visit too many
            stats.visits ** → (stats.visits + 1) **
            The visits are taken as they are: a move without a visit gets nothing.
        from the values where the temperature is above 0
            stats.visits ** (1 / temperature) → math.exp(stats.value / temperature)
            At 0 it is right, and there it goes by the visits. Above 0 it should, too: a value may
            rest on a single visit, and be wrong.
        the weights do not sum to 1 above 0
            weight / total → weight / (1 if temperature else total)
            At 0 it is right. Above 0 the shares no longer sum to 1 after the power: divide by the
            sum at the end.
            and: stats.visits ** → (stats.visits / sum(each.visits for each in moves.values())) **
        equals do not share
            weight / total → weight / (total if temperature else 1)
            Above 0 it is right. At 0 several moves may have the most visits: their shares have to
            sum to 1, too.
        the same for all at 0
            float(stats.visits == most) → 1.0
            Above 0 it is right. The lower the temperature, the more the most visited move gets: the
            same for all is what a very high temperature gives.
        only one of equals
            stats.visits for stats in moves.values() → moves, key=lambda m: moves[m].visits
            stats.visits == most → move == most
            or: stats.visits for stats in moves.values() → moves, key=lambda m: moves[m].visits
            max(moves → max(reversed(moves)
            stats.visits == most → move == most
            Where several moves have the most visits, they share: nothing says that one is better.
        0 is treated like 1
            float(stats.visits == most) → stats.visits
            Above 0 it is right. The lower the temperature, the more the most visited gets, and at 0
            it is all: yours gives plain shares there.
    """),
)


# ---- 6.8 -----------------------------------------------------------------------------------
Policy = dict[int, float]


def examples(
    game: list[tuple[State, dict[int, float]]], end: State
) -> list[tuple[State, dict[int, float], float]]:
    """Each position of a game with its policy, and how it ended for the player to move there."""
    return [(state, policy, end.utility(state.player)) for state, policy in game]


SelfPlayGame = tuple[tuple[Connect4, Policy], ...]
"""The positions of a game and their policies."""


class Rows(tuple[tuple[Connect4, Policy, Any], ...]):
    """Examples of the positions and policies that were passed in: only the third is shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{_whose(state)}: z = {show(z)}" for state, _, z in self)


def _whose(state: Connect4) -> str:
    return f"{state.ply} disc{'' if state.ply == 1 else 's'}, {SYMBOLS[state.player]} to move"


NOT_THE_END = (
    "the game is not over yet in this state. How it ended is only known at its end, and that is "
    "an argument: `end`"
)


def _explain_unfinished(error: Exception, *case: Any) -> str | None:
    return NOT_THE_END if "not over yet" in str(error) else None


def _rows(answer: Callable[..., Any], game: SelfPlayGame, end: Connect4) -> Any:
    """The examples, if they are triples that begin with the game's positions and policies."""
    given = [(state, dict(policy)) for state, policy in game]
    came = plain(answer(given, end))
    if not equal(given, game):
        return Changed()
    triples = isinstance(came, list) and all(
        isinstance(row, list | tuple) and len(row) == 3 for row in came
    )
    if not triples or not equal([row[:2] for row in came], game):
        return came
    return Rows(map(tuple, came))


def _game(moves: str, *kept: int, **size: int) -> Case:
    """A game and its end; `kept` are the plies whose positions are kept, by default all."""
    end = Connect4.from_moves(moves, **size)
    states = [end]
    while states[0].previous is not None:
        states.insert(0, states[0].previous)
    played = zip(states[:-1], end.history, strict=True)
    pairs = [(state, _policy(state, move)) for state, move in played]
    return tuple(pairs[ply] for ply in kept or range(len(pairs))), end


def _policy(state: Connect4, move: int) -> Policy:
    """A policy that likes the move twice as much as any other."""
    weights = {other: 2 if other == move else 1 for other in state.moves()}
    return {other: round(weight / sum(weights.values()), 3) for other, weight in weights.items()}


def _draw_game(game: SelfPlayGame, end: Connect4) -> str:
    outcome = "a draw" if end.winner is None else f"{SYMBOLS[end.winner]} has won"
    rows = [f"{_whose(state)}: {policy}" for state, policy in game]
    return "\n".join([*rows, f"end: {outcome}", str(end)])


_SAME_Z = (
    "All examples have the same z. A won game is lost for the other player: what counts is who is "
    "to move in the example's own state."
)
_TURNS = (
    "Flipping the sign from example to example is right only if every position of the game was "
    "kept and you know who begins. Each state says for itself who is to move."
)

EXAMPLES = Task(
    number="6.8",
    title="What a game teaches",
    reference=examples,
    call=_rows,
    explain_error=_explain_unfinished,
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
    by_name=("game",),
    wrong_types={(Mapping, Real): "Return a list of triples `(state, policy, z)`."},
    hints=(
        "Every position gets the same game's outcome, but each from the side of its own player to "
        "move. Which function says how a finished game ended for a player?",
        "`end.utility(player)` is 1, 0 or -1. Whom do you ask it for, in the example of a `state`?",
        "Every state knows whose turn it is. Go through the pairs with "
        "`for state, policy in game`, ask the end on behalf of that player, and collect triples.",
    ),
    mistakes=patches(f"""
        for X always
            state.player → 0
            These are the outcomes for X. Where it is O's turn, the network judges through O's eyes.
        the outcome is not flipped
            state.player → 1
            {_SAME_Z} Yours are O's outcomes everywhere.
            or: state.player → end.player
            {_SAME_Z} You ask for `end.player`, who would be to move after the end: the player who
            did not make the last move.
            or: state.player → 1 - end.player
            {_SAME_Z} Yours are those of the player who made the last move.
            or: state.player → game[0][0].player
            {_SAME_Z} Yours are those of the player who is to move in the first example.
        the opponent's outcome
            state.player → 1 - state.player
            A win is 1 for the player to move in the example's state. Yours is 1 for the loser.
        a draw counts as a loss
            end.utility(state.player) → 1.0 if end.winner == state.player else -1.0
            A player who has not won need not have lost: a draw is 0.
        a draw counts as a win
            end.utility(state.player) → end.utility(state.player) or 1.0
            A player who has not lost need not have won: a draw is 0.
        a loss counts as a draw
            end.utility(state.player) → max(0.0, end.utility(state.player))
            A lost game is -1. With 0 the network would learn that losing is no worse than a draw.
        points instead of values
            end.utility(state.player) → (end.utility(state.player) + 1) / 2
            1, a half and 0 are points. The value goes from -1 to 1, and so does z.
        who won, not for whom
            end.utility(state.player) → end.winner
            `end.winner` is 0 for X, 1 for O and None after a draw: a name, and no value. z is 1, 0
            or -1 for the player to move.
            or: end.utility(state.player) → end.winner == state.player
            That says whether the player to move has won. But it cannot tell a draw from a loss: z
            is 1, 0 or -1.
        only the first example
            → examples(game, end)[:1]
            There is one example. Is the `return` inside the loop? It belongs below it.
        the game is overwritten
            return [ → game[:] = [
            in game] → in game]\\n    return game
            {OVERWRITTEN}
        the end is among them
            → examples(game, end) + [(end, dict(), end.utility(end.player))]
            or: → examples(game, end) + [(end, None, end.utility(end.player))]
            There is nothing left to decide at the end, so it is no example.
        the last position is missing
            → examples(game, end)[:-1]
            The position before the last move is an example as well, and one of the best: there the
            end is near.
        pairs in pairs
            [(state, policy, → [((state, policy),
            Each example is one triple, `(state, policy, z)`.
        the signs take turns
            for state, policy in game → for n, (state, policy) in enumerate(game, 1 - len(game))
            end.utility(state.player) → (-1) ** n * end.utility(1 - end.player)
            or: for state, policy in game → for n, (state, policy) in enumerate(game)
            end.utility(state.player) → (-1) ** n * end.utility(0)
            {_TURNS}
            or: for state, policy in game → for n, (state, policy) in enumerate(game, 1 - len(game))
            end.utility(state.player) → (-1.0) ** n
            + And a draw is 0 for both.
        only the last position
            (state.player) → (state.player) if state is game[-1][0] else 0.0
            The earlier positions have led to this end as well: each of them gets its outcome.
        the policy is missing
            state, policy, end → state, end
            Each example has three parts: the state, its policy as it came, and z.
        only the outcomes
            (state, policy, end.utility(state.player)) → end.utility(state.player)
            These are the right outcomes. But an example has three parts: state, policy and outcome.
        the order is turned round
            → examples(game, end)[::-1]
            The examples are right, but come from the end of the game to its beginning.
    """),
)


# ---- 6.9 -----------------------------------------------------------------------------------
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
    """The board that the bits describe: M is mine, T is theirs, B claims to be both."""
    size, height = len(bits) // 2, len(bits) // 2 // width

    def square(index: int) -> str:
        return ".MTB"[int(bits[index]) + 2 * int(bits[size + index])]

    rows = reversed(range(height))
    return "\n".join(" ".join(square(c * height + row) for c in range(width)) for row in rows)


def _drawn(answer: Callable[..., Any], bits: list[int], policy: list[float], height: int) -> Any:
    """The mirror image, drawn if it has as many bits and shares as were passed in."""
    sizes = [len(bits), len(policy)]
    before = deepcopy((bits, policy))
    came = plain(answer(bits, policy, height))
    if not equal((bits, policy), before):
        return Changed()
    match came:
        case [list(image), list(shares)] if [len(image), len(shares)] == sizes:
            return Image(came) if all(bit in (0, 1) for bit in image) else came
    return came


def _explain_reshape(error: Exception, *case: Any) -> str | None:
    _, policy, height = case
    if "reshape" not in str(error):
        return None
    return (
        f"the bits do not fit: this board has {len(policy)} columns and {height} rows, with a bit "
        "for each square of mine, and then for each of theirs"
    )


def _example(moves: str, policy: list[float], **size: int) -> Case:
    """A position's bits, and a policy for it."""
    state = Connect4.from_moves(moves, **size)
    return my_encode(state), policy, state.height


OTHER_TURNS = patches("""
    upside down as well
        for bit in column → for bit in column[::-1]
        Left and right are exchanged, but so are top and bottom: look at the discs that hang in the
        air. The bits of a column keep their order.
    all bits turned round
        return image → return bits[::-1]
        Reversing the whole list also exchanges top and bottom, and mine and theirs. The columns
        change places, and nothing else does.
    mine and theirs are exchanged
        mine[::-1] + theirs[::-1] → columns[::-1]
        The columns are in the right order, but mine became theirs. Reverse each half by itself.
    top and bottom instead of left and right
        mine[::-1] + theirs[::-1] for bit in column → columns for bit in column[::-1]
        Every column has stayed where it was, but upside down.
    cut into rows
        return image → return np.reshape(bits, (-1, len(policy)))[:, ::-1].ravel()
        or: return image → return np.reshape(bits, (2, -1, len(policy)))[:, ::-1].ravel()
        The bits come column by column: the first `height` of them are the first column, not a row.
    mine and theirs are exchanged
        mine[::-1] + theirs[::-1] → theirs + mine
        The discs have changed their owners instead of their columns.
""")

MIRROR = Task(
    number="6.9",
    title="Two examples for one",
    reference=mirror,
    call=_drawn,
    cases=(
        _example("11223", [0.5, 0.25, 0.125, 0.125], width=4, height=3, connect=3),
        _example("1", [0.5, 0.3, 0.2], width=3, height=2, connect=2),
        _example("2", [0.7, 0.2, 0.1], width=3, height=2, connect=2),
        _example("112", [0.2, 0.5, 0.3], width=3, height=3, connect=3),
        _example("33433", [0.1, 0.2, 0.3, 0.4], width=4, height=4),
        _example("5544332", [0.0, 0.6, 0.1, 0.1, 0.2], width=5, height=3, connect=4),
        _example("22111", [0.9, 0.1], width=2, height=4),
    ),
    explain_error=_explain_reshape,
    draw=lambda bits, policy, height: f"{_board(bits, len(policy))}\nM: mine, T: theirs",
    wrong_types={(Mapping, Real): "Return a pair: the list of bits and the list of shares."},
    hints=(
        "What is to the left goes to the right, and what is below stays below. Which of the bits "
        "belong to one column? They stay together, in their order.",
        "`bits[start : start + height]` is a column, if `start` is a multiple of `height`. The "
        "first `len(policy)` columns are mine, the others theirs: reverse the order of each "
        "half by itself.",
        "Make a list of the columns and cut it at `len(policy)`. `[::-1]` reverses a list: use it "
        "on each half and on the policy, and put the bits together again, column by column.",
    ),
    mistakes=patches(f"""
        the policy is not mirrored
            policy[::-1] → policy
            The board is right. But a move that was on the left is on the right now, and the policy
            still praises the old column.
        the board is not mirrored
            return image → return bits
            The policy is right. But it belongs to a board whose columns have changed places.
        nothing is mirrored
            → (bits, policy)
            This is the example as it was passed in.
        my half only
            mine[::-1] + theirs[::-1] → mine[::-1]
            That is only half of the bits: the opponent's discs follow, mirrored as well.
        only my discs are mirrored
            theirs[::-1] → theirs
            My discs have changed sides, and theirs have stayed where they were.
        an argument is overwritten
            return image, policy[::-1] → policy.reverse()\\n    return image, policy
            {OVERWRITTEN}
        always 7 columns and 6 rows
            start + height → start + 6
            len(bits), height → len(bits), 6
            [: len(policy)] → [:7]
            [len(policy) :] → [7:]
            The board has `len(policy)` columns and `height` rows, not always 7 and 6.
        the spare row
            start + height → start + height + 1
            len(bits), height → len(bits), height + 1
            A column has `height` bits here: the spare row above the board is not in the list.
        columns, not bits
            [bit for column → [column for column
            for bit in column] → ]
            The columns are in the right places, but each is a list of its own. Put their bits into
            one list, as they were passed in.
        the pair turned round
            return image, policy[::-1] → return policy[::-1], image
            Both are right. The bits come first, then the policy.
        the policy is missing
            return image, policy[::-1] → return image
            The bits are right. Return a pair: the bits, and the policy that belongs to them.
    """)
    + OTHER_TURNS
    + varied(OTHER_TURNS, ("policy[::-1]", "policy"), said="And the policy is not mirrored yet."),
)


# ---- 6.10 ----------------------------------------------------------------------------------
def look(state: TicTacToe) -> tuple[dict[int, float], float]:
    """The aim, found by search: all shares for the best moves, and what the state is worth."""
    worth = {move: -value_of(state.play(move)) for move in state.moves()}
    value = max(worth.values())
    best = [move for move in worth if worth[move] == value]
    return {move: (move in best) / len(best) for move in worth}, value


def _favourite(answer: Callable[[TicTacToe], tuple[Mapping[int, float], float]]) -> Agent:
    """A player whose move is the one with the largest share."""

    def best(state: Any) -> Any:
        shares, _ = answer(state)
        return max(state.moves(), key=lambda move: shares[move])

    return best


def _diagnose_look(task: Task, results: Sequence[Any]) -> Finding | None:
    """What the grade says is wrong with it; None if it has learnt enough."""
    (came,) = results
    if not isinstance(came, PolicyGrade):
        match came:
            case [_, [_]]:
                sentence = "The value is in an array of its own: return the number, `values[0]`."
            case _:
                sentence = NOT_A_LOOK
        return Finding((sentence,), task.parts(0, came, task.expected[0]))
    for mistake in task.mistakes:
        if mistake.name == came.mistake:
            sentences = (f"A known mistake: {mistake.name}.", mistake.explanation)
            return Finding(sentences, task.parts(0, came, task.expected[0]), mistake.name)
    return None


LOOK = Task(
    number="6.10",
    title="AlphaZero for another game",
    reference=look,
    solution=module_code(tictactoe_solution) + "\n\n\npractise()",
    call=graded,
    same=lambda came, expected: isinstance(came, PolicyGrade) and came.mistake is None,
    diagnose=_diagnose_look,
    praise=lambda results: results[0].praise(),
    player=_favourite,
    seconds=10.0,
    cases=((TicTacToe(),),),
    draw=lambda state: f"every position of tic-tac-toe; {PASSES:.0%} are enough",
    by_name=("state",),
    hints=(
        "Four functions: what the network sees of a state; the oracle, which asks it about one; a "
        "game against itself, which returns examples; and the loop that plays and learns. Try each "
        "of them alone before you write the next.",
        "The oracle returns the priors of `state.moves()` in their order, and the value. A game "
        "keeps `(state, shares of the visits)` for each move, draws the move by its share, and "
        "when it is over adds `end.utility(state.player)` to each. Mix noise into the root, and "
        "begin with some random moves: otherwise the network never sees most positions.",
        "An iteration: some 40 games with 50 simulations a move, then 50 steps with 128 examples "
        "each, drawn from the last 8,000: `small_net.gradients(Examples(bits, legal, policy, "
        "value))` and `optimizer.step(small_net.weights, slopes, rate=0.003)`. After 20 iterations "
        "it is there.",
    ),
    mistakes=patches("""
        illegal moves
            → ({move: float(move not in state.moves()) for move in range(9)}, value_of(state))
            In some positions a taken square has the largest share. Hand the legal moves to
            `small_net.predict`, and return only `state.moves()`.
        it plays to lose
            == value → == min(worth.values())
            Random moves would do better, so it has learnt something: the opposite. Look for a
            sign. The value, and z, are for the player to move in the example's own state.
        good for one player only
            -value_of(state.play(move)) → -value_of(state.play(move)) * (1 - 2 * state.player)
            One player does well, and the other does not. Are the squares and z both for the player
            to move, for X as well as for O?
            or: -value_of(state.play(move)) → value_of(state.play(move)) * (1 - 2 * state.player)
        nothing learnt
            → (dict.fromkeys(state.moves(), 1 / len(state.moves())), 0.0)
            It keeps no more than random moves do. Does the loss fall from iteration to iteration?
            Is the network that you ask the one whose weights were changed? Are move and share in
            the same order?
        the sign of the value
            }, value → }, -value
            The moves are good, since the search sees the ends of games so small. But the value says
            lost where the position is won. z is for the player to move in the example's own state.
        a value for one player only
            }, value → }, value * (1 - 2 * state.player)
            The moves are good, since the search sees the ends of games so small. But the value is
            right for one player only: z is for the player to move, X or O, and so are the bits.
        the value says little
            }, value → }, 0.0
            The moves are good enough. But the value seldom knows who is ahead: does z get into the
            examples, each position's own, and does the loss of the value fall?
        wins at once are missed
            -value_of(state.play(move)) → -value_of(state.play(move)) - 2 * state.play(move).is_over
            In many positions it could win at once, and does something else. What is a finished
            game worth to the search, and do examples from the end of a game get into the batches?
        wins of the opponent are not stopped
            move in best → state.play(move).winner is not None
            / len(best) → + 0.1
            It wins where it can, but often lets the opponent win. It takes the search to see that:
            give it more simulations, 50 say, and more games.
        not enough yet
            -value_of(state.play(move)) → -value_of(state.play(move)) * (state.squares[4] != 1)
            It is on the way. Let it play more games; begin some of them with random moves, so that
            it also sees positions that good players never come to; and take more steps.
    """),
)
