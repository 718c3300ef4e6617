"""Known mistakes in the exercises of lesson 06: functions that make them, and what to say.

They do not use the solutions in `lesson06`. Some mistakes come in several variants, which
have the same name then.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from math import inf, sqrt
from typing import Any

import numpy as np

from c4lib.alphazero.search import Node
from c4lib.connect4 import Connect4
from c4lib.exercises.task import Mistake
from c4lib.result import MoveStats

# ---- 6.1 -----------------------------------------------------------------------------------

Squares = Callable[[Connect4], list[int]]
"""The numbers of the bits that are read, in their order."""


def _by_columns(state: Connect4) -> list[int]:
    step = state.height + 1
    return [column * step + row for column in range(state.width) for row in range(state.height)]


def _by_rows(state: Connect4) -> list[int]:
    step = state.height + 1
    return [column * step + row for row in range(state.height) for column in range(state.width)]


def _by_rows_from_above(state: Connect4) -> list[int]:
    step, rows = state.height + 1, reversed(range(state.height))
    return [column * step + row for row in rows for column in range(state.width)]


def _from_above(state: Connect4) -> list[int]:
    step, rows = state.height + 1, range(state.height - 1, -1, -1)
    return [column * step + row for column in range(state.width) for row in rows]


def _from_the_right(state: Connect4) -> list[int]:
    step, columns = state.height + 1, reversed(range(state.width))
    return [column * step + row for column in columns for row in range(state.height)]


def _with_spare_row(state: Connect4) -> list[int]:
    return list(range(state.width * (state.height + 1)))


def _without_gaps(state: Connect4) -> list[int]:
    return list(range(state.width * state.height))


def _seven_by_six(state: Connect4) -> list[int]:
    return [column * 7 + row for column in range(7) for row in range(6)]


def _seven_by_six_shown(state: Connect4) -> list[int]:
    return [column * (state.height + 1) + row for column in range(7) for row in range(6)]


def _mine_and_theirs(state: Connect4) -> Sequence[int]:
    return state.mine, state.theirs


def _encode(
    squares: Squares = _by_columns, words: Callable[[Connect4], Sequence[int]] = _mine_and_theirs
) -> Callable[[Connect4], list[int]]:
    """A my_encode with something changed: the order of the squares, or the discs."""
    return lambda state: [
        discs >> square & 1 for discs in words(state) for square in squares(state)
    ]


def _in_pairs(state: Connect4) -> list[int]:
    pairs = [(state.mine >> each & 1, state.theirs >> each & 1) for each in _by_columns(state)]
    return [bit for pair in pairs for bit in pair]


def _with_signs(state: Connect4) -> list[int]:
    squares = _by_columns(state)
    return [(state.mine >> each & 1) - (state.theirs >> each & 1) for each in squares]


_ROWS = (
    "row by row",
    "These are the right bits in another order. Column by column is wanted, each from the bottom: "
    "the loop over the columns is the outer one.",
)
_SPARE = "the spare row"
_SIZE = (
    "always 7 columns and 6 rows",
    "This board is another one: `state.width` and `state.height` know how large it is.",
)
_SAME_EYES = "The network is to see the game with the eyes of whoever is to move."

ENCODE = (
    Mistake(
        "X's discs first, whoever is to move",
        _encode(words=lambda state: (state.discs(0), state.discs(1))),
        f"{_SAME_EYES} Where it is O's turn, whose discs are `mine`?",
    ),
    Mistake(
        "X's discs first, whoever is to move",
        _encode(words=lambda state: (state.discs(1), state.discs(0))),
        f"{_SAME_EYES} Yours puts O's discs first in every case.",
    ),
    Mistake(
        "the opponent's discs first",
        _encode(words=lambda state: (state.theirs, state.mine)),
        "These are the right bits, but the two halves are exchanged: those of the player to move "
        "come first.",
    ),
    Mistake(_ROWS[0], _encode(_by_rows), _ROWS[1]),
    Mistake(_ROWS[0], _encode(_by_rows_from_above), _ROWS[1]),
    Mistake(
        "from the top of each column",
        _encode(_from_above),
        "A column begins at the bottom: its first bit is row 0.",
    ),
    Mistake(
        "from the right",
        _encode(_from_the_right),
        "The columns come from left to right. (With the bits of a number written out, the last "
        "digit is the first square.)",
    ),
    Mistake(
        _SPARE,
        _encode(_with_spare_row),
        "There are more bits than squares: the spare row above the board, which is always empty, "
        "is among them.",
    ),
    Mistake(
        _SPARE,
        _encode(_without_gaps),
        "From the second column on it reads other squares than it should: in the number a column "
        "takes one bit more than the board has rows, for the spare row.",
    ),
    Mistake(_SIZE[0], _encode(_seven_by_six), _SIZE[1]),
    Mistake(_SIZE[0], _encode(_seven_by_six_shown), _SIZE[1]),
    Mistake(
        "mine only",
        _encode(words=lambda state: (state.mine,)),
        "That is only half of it: the opponent's discs follow in as many bits.",
    ),
    Mistake(
        "all discs instead of theirs",
        _encode(words=lambda state: (state.mine, state.mask)),
        "`state.mask` holds the discs of both. The second half is for the opponent's alone.",
    ),
    Mistake(
        "square by square",
        _in_pairs,
        "The two bits of a square stand side by side. First come all bits of mine, then all of "
        "theirs.",
    ),
    Mistake(
        "one number a square",
        _with_signs,
        "1, 0 and -1 tell it as well, but here each square has two bits: one says whether it is "
        "mine, and in the second half another says whether it is theirs.",
    ),
)

# ---- 6.2 -----------------------------------------------------------------------------------

Logits = Sequence[float]
Shares = Callable[[Logits], list[float]]


def _softmax(logits: Logits) -> list[float]:
    powers = [math.exp(logit - max(logits)) for logit in logits]
    return [power / sum(powers) for power in powers]


def _overflowing(logits: Logits) -> list[float]:
    powers = [math.exp(logit) for logit in logits]
    return [power / sum(powers) for power in powers]


def _overflowing_arrays(logits: Logits) -> list[float]:
    with np.errstate(all="ignore"):
        powers = np.exp(np.array(logits))
        shares: list[float] = (powers / powers.sum()).tolist()
    return shares


SOFTMAXES = (_softmax, _overflowing, _overflowing_arrays)

Priors = Callable[[Logits, Connect4], dict[int, float]]


def _legal(
    shares: Shares, logits: Callable[[Logits, Connect4], Logits] = lambda logits, state: logits
) -> Priors:
    """The shares of all columns, of which the legal ones are picked out."""

    def priors(numbers: Logits, state: Connect4) -> dict[int, float]:
        found = shares(logits(numbers, state))
        return {move: found[move] for move in state.moves()}

    return priors


def _zeros(shares: Shares) -> Priors:
    """The shares of all columns, and 0 for the illegal ones afterwards."""

    def priors(logits: Logits, state: Connect4) -> dict[int, float]:
        legal = state.moves()
        return {move: share if move in legal else 0.0 for move, share in enumerate(shares(logits))}

    return priors


def _zeroed(logits: Logits, state: Connect4) -> Logits:
    """The logits, with 0 for those of the illegal moves."""
    return [logit if move in state.moves() else 0.0 for move, logit in enumerate(logits)]


def _everywhere(
    shares: Shares, logits: Callable[[Logits, Connect4], Logits] = lambda logits, state: logits
) -> Priors:
    """The shares of all columns, legal or not."""
    return lambda numbers, state: dict(enumerate(shares(logits(numbers, state))))


def _picked(shares: Shares) -> Priors:
    """The shares of the legal moves' logits."""

    def priors(logits: Logits, state: Connect4) -> dict[int, float]:
        moves = state.moves()
        return dict(zip(moves, shares([logits[move] for move in moves]), strict=True))

    return priors


def _with_zeros(shares: Shares) -> Priors:
    """What is right, and 0 for illegal moves."""
    return lambda logits, state: (
        dict.fromkeys(range(state.width), 0.0) | _picked(shares)(logits, state)
    )


def _in_turn(shares: Shares) -> Priors:
    """The first legal move gets the first logit, and so on."""

    def priors(logits: Logits, state: Connect4) -> dict[int, float]:
        moves = state.moves()
        return dict(zip(moves, shares(logits[: len(moves)]), strict=True))

    return priors


def _all_in_turn(shares: Shares) -> Priors:
    """The first legal move gets the first share, and so on."""
    return lambda logits, state: dict(zip(state.moves(), shares(logits), strict=False))


def _below_the_largest_of_all(logits: Logits, state: Connect4) -> dict[int, float]:
    powers = {move: math.exp(logits[move] - max(logits)) for move in state.moves()}
    return {move: power / sum(powers.values()) for move, power in powers.items()}


def _below_the_largest_of_all_arrays(logits: Logits, state: Connect4) -> dict[int, float]:
    moves = state.moves()
    shares = _overflowing_arrays([logits[move] - max(logits) for move in moves])
    return dict(zip(moves, shares, strict=True))


def _powers(logits: Logits) -> list[float]:
    return [math.exp(logit - max(logits)) for logit in logits]


def _large_powers(logits: Logits) -> list[float]:
    return [math.exp(logit) for logit in logits]


def _large_powers_arrays(logits: Logits) -> list[float]:
    with np.errstate(all="ignore"):
        powers: list[float] = np.exp(np.array(logits)).tolist()
    return powers


def _proportions(logits: Logits) -> list[float]:
    return [logit / sum(logits) for logit in logits]


def _all_for_the_best(logits: Logits) -> list[float]:
    best = logits.index(max(logits))
    return [float(index == best) for index in range(len(logits))]


_LARGE = (
    "too large for a float",
    "On ordinary numbers it is right, but e to the power of 1000 is more than a float can hold, "
    "and e to the power of -1000 is taken for 0. Softmax does not change if the same number is "
    "taken off all logits: which one keeps the powers small, and one of them above 0?",
)
_LARGEST = (
    "the largest of all, not of the legal ones",
    "The largest logit may be that of a full column. If it is far above the others, all powers "
    "that count become 0, and there is nothing left to divide by.",
)
_LATE = (
    "masked too late",
    "The priors do not sum to 1: the illegal moves had a part in the sum that everything was "
    "divided by, and that part is lost now.",
)
_SHARES = (
    "powers, not shares yet",
    "Priors sum to 1. By what must the powers be divided?",
)

PRIORS = (
    *(
        Mistake(
            "illegal moves are not masked",
            _everywhere(softmax),
            "A full column has a prior here. The network's numbers know nothing of full columns, "
            "but `state.moves()` does.",
        )
        for softmax in SOFTMAXES
    ),
    *(Mistake(_LATE[0], _legal(softmax), _LATE[1]) for softmax in SOFTMAXES),
    *(Mistake(_LATE[0], _zeros(softmax), _LATE[1]) for softmax in SOFTMAXES),
    *(
        Mistake(
            "0 for an illegal logit",
            masked,
            "A logit of 0 is a number like others: e to the power of 0 is 1, and the illegal move "
            "still has a part in the sum.",
        )
        for softmax in SOFTMAXES
        for masked in (_legal(softmax, _zeroed), _everywhere(softmax, _zeroed))
    ),
    *(
        Mistake(
            "illegal moves have a prior of 0",
            _with_zeros(softmax),
            "The numbers are right. But the dictionary holds moves that cannot be made: only the "
            "legal ones are wanted.",
        )
        for softmax in SOFTMAXES
    ),
    *(
        Mistake(
            "another column's number",
            priors,
            "The third legal move need not be the third column: `logits[move]` is the number of a "
            "move, whichever moves are left out.",
        )
        for softmax in SOFTMAXES
        for priors in (_in_turn(softmax), _all_in_turn(softmax))
    ),
    Mistake(_LARGE[0], _picked(_overflowing), _LARGE[1]),
    Mistake(_LARGE[0], _picked(_overflowing_arrays), _LARGE[1]),
    Mistake(_LARGEST[0], _below_the_largest_of_all, _LARGEST[1]),
    Mistake(_LARGEST[0], _below_the_largest_of_all_arrays, _LARGEST[1]),
    Mistake(_SHARES[0], _picked(_powers), _SHARES[1]),
    Mistake(_SHARES[0], _picked(_large_powers), _SHARES[1]),
    Mistake(_SHARES[0], _picked(_large_powers_arrays), _SHARES[1]),
    Mistake(
        "no exponential",
        _picked(_proportions),
        "Logits may be below 0, and so may their shares; but what is likely is never less than 0. "
        "Softmax takes `math.exp` of each first.",
    ),
    Mistake(
        "all for the best",
        _picked(_all_for_the_best),
        "That is the largest alone. Softmax leaves something to every legal move: who is a little "
        "behind gets a little less.",
    ),
)

# ---- 6.3 -----------------------------------------------------------------------------------

Children = Mapping[int, tuple[float, int, float]]
Mean = Callable[[int, float], float]
Spread = Callable[[int, int], float]
Put = Callable[[float, float, float, float], float]


def _mean(visits: int, total: float) -> float:
    return -total / visits if visits else 0.0


def _put(mean: float, c: float, prior: float, spread: float) -> float:
    return mean + c * prior * spread


def _all_visits(children: Children) -> int:
    return sum(visits for _, visits, _ in children.values())


def _most_visits(children: Children) -> int:
    return max(visits for _, visits, _ in children.values())


def _puct(
    mean: Mean = _mean,
    spread: Spread = lambda visits, n: sqrt(n) / (1 + visits),
    put: Put = _put,
    count: Callable[[Children], int] = _all_visits,
) -> Callable[[Children, float], dict[int, float]]:
    """A my_puct with something changed; n is the number of visits of all moves."""

    def my_puct(children: Children, c: float) -> dict[int, float]:
        n = count(children)
        return {
            move: put(mean(visits, total), c, prior, spread(visits, n))
            for move, (prior, visits, total) in children.items()
        }

    return my_puct


def _or_infinite(score: Spread) -> Spread:
    """The same, but infinite for a move without a visit."""
    return lambda visits, n: score(visits, n) if visits else inf


def _without_prior(mean: float, c: float, prior: float, spread: float) -> float:
    return mean + c * spread


def _log(visits: int, n: int) -> float:
    return sqrt(math.log(n) / visits)


def _log_one_more(visits: int, n: int) -> float:
    return sqrt(math.log(n) / (1 + visits))


def _log_over_one_more(visits: int, n: int) -> float:
    return sqrt(math.log(n)) / (1 + visits)


_DIVIDED = "A move that was never visited has no mean: nothing can be divided by 0 visits."
_SIDE = (
    "the value from the wrong side",
    "`total` was added up for the player who is to move after the move, and that is the opponent "
    "of the one who chooses here. So the search would look for what is good for the opponent.",
)
_OWN = (
    "the move's own visits under the root",
    "Under the root stand the visits of all moves together: they grow when a sibling is visited, "
    "and so a move that was neglected has its turn. Yours are those of the move itself.",
)
_ONE_MORE = (
    "the 1 is missing",
    "It is divided by 1 + N(a), not by N(a): for a move without a visit there would be nothing to "
    "divide by.",
)
_UCT = (
    "UCT's logarithm",
    "That is lesson 05's term. PUCT has no logarithm: it is c times the prior, times the root of "
    "all visits, divided by 1 + N(a).",
)
_FRESH = (
    "a move without a visit is infinitely good",
    "In UCT every move has to be tried once. PUCT has priors instead: what the network thinks "
    "nothing of may wait for ever. For such a move Q is 0, and the rest is as for any other.",
)
_ROOT = "the root is taken of something else"

PUCT = (
    Mistake(_SIDE[0], _puct(lambda visits, total: -_mean(visits, total)), _SIDE[1]),
    Mistake(_SIDE[0], _puct(lambda visits, total: total / visits), f"{_SIDE[1]} {_DIVIDED}"),
    Mistake(
        "a move without a visit",
        _puct(lambda visits, total: -total / visits),
        f"The scores of visited moves are right. {_DIVIDED} What is its Q said to be?",
    ),
    Mistake(
        "a move without a visit",
        _puct(lambda visits, total: -total / visits if visits else -1.0),
        "A move that was never visited counts as lost here. Nothing is known of it: its Q is 0.",
    ),
    Mistake(
        "one visit too many in the mean",
        _puct(lambda visits, total: -total / (1 + visits)),
        "The 1 belongs to the second term only. Q is the mean over the visits that there were.",
    ),
    Mistake(
        "the total instead of the mean",
        _puct(lambda visits, total: -total),
        "Q is a mean, from -1 to 1: the total divided by the visits of the move.",
    ),
    Mistake(_OWN[0], _puct(spread=lambda visits, n: sqrt(visits) / (1 + visits)), _OWN[1]),
    Mistake(
        "the most visits under the root",
        _puct(count=_most_visits),
        "Under the root stand the visits of all moves together, not those of the most visited.",
    ),
    Mistake(
        "one visit too many under the root",
        _puct(count=lambda children: _all_visits(children) + 1),
        "N is the visits of all moves, added up, without one for the node above them.",
    ),
    Mistake(_ONE_MORE[0], _puct(spread=lambda visits, n: sqrt(n) / visits), _ONE_MORE[1]),
    Mistake(
        _ONE_MORE[0], _puct(spread=_or_infinite(lambda visits, n: sqrt(n) / visits)), _ONE_MORE[1]
    ),
    Mistake(_ONE_MORE[0], _puct(spread=lambda visits, n: sqrt(n) / max(1, visits)), _ONE_MORE[1]),
    *(
        Mistake(_UCT[0], _puct(spread=spread, put=put), _UCT[1])
        for spread in (_log, _or_infinite(_log), _log_one_more, _log_over_one_more)
        for put in (_put, _without_prior)
    ),
    Mistake(_FRESH[0], _puct(lambda visits, total: -total / visits if visits else inf), _FRESH[1]),
    Mistake(
        "the prior is missing",
        _puct(put=_without_prior),
        "The second term is multiplied by the prior as well: otherwise the network's opinion has "
        "no part in the choice.",
    ),
    Mistake(
        "c is missing",
        _puct(put=lambda mean, c, prior, spread: mean + prior * spread),
        "The second term is multiplied by c, which says how much exploring is wanted.",
    ),
    Mistake(
        "c at the wrong term",
        _puct(put=lambda mean, c, prior, spread: c * (mean + prior * spread)),
        "c weighs exploring, and that is the second term only.",
    ),
    Mistake(
        "c at the wrong term",
        _puct(put=lambda mean, c, prior, spread: c * mean + prior * spread),
        "c weighs exploring, and that is the second term.",
    ),
    Mistake(
        _ROOT,
        _puct(spread=lambda visits, n: sqrt(n / (1 + visits))),
        "Only the visits of all moves are under the root. What it is divided by is not.",
    ),
    Mistake(
        _ROOT,
        _puct(spread=lambda visits, n: n / (1 + visits)),
        "The root is missing: of the visits of all moves the square root is taken.",
    ),
    Mistake(
        "exploring is taken off",
        _puct(put=lambda mean, c, prior, spread: mean - c * prior * spread),
        "What is little known is worth another look: the second term is added.",
    ),
    Mistake(
        "only one of the terms",
        _puct(put=lambda mean, c, prior, spread: c * prior * spread),
        "What the visits have brought so far is missing: Q.",
    ),
    Mistake(
        "only one of the terms",
        _puct(put=lambda mean, c, prior, spread: mean),
        "That is Q alone. Who was unlucky at the first visit would never be asked again.",
    ),
)

# ---- 6.4 -----------------------------------------------------------------------------------

Nodes = list[Node]


def _turning(value: float, index: int) -> float:
    """The value so many nodes above the leaf."""
    return -value if index % 2 else value


def _backup(
    gain: Callable[[float, int], float] = _turning, visits: int = 1, chosen: slice = slice(None)
) -> Callable[[Nodes, float], None]:
    """A backup with something changed; `chosen` are the nodes, from the leaf, that get it."""

    def backup(path: Nodes, value: float) -> None:
        for index, node in list(enumerate(reversed(path)))[chosen]:
            node.visits += visits
            node.total += gain(value, index)

    return backup


def _from_the_root(path: Nodes, value: float) -> None:
    for index, node in enumerate(path):
        node.visits += 1
        node.total += _turning(value, index)


def _from_the_parent(path: Nodes, value: float) -> None:
    for index, node in enumerate(reversed(path[:-1])):
        node.visits += 1
        node.total += _turning(value, index)


def _no_visit_at(*places: int) -> Callable[[Nodes, float], None]:
    """All values, but no visits at some nodes."""

    def backup(path: Nodes, value: float) -> None:
        for index, node in enumerate(reversed(path)):
            node.total += _turning(value, index)
        skipped = [path[place] for place in places]
        for node in path:
            node.visits += node not in skipped

    return backup


def _replacing(path: Nodes, value: float) -> None:
    for index, node in enumerate(reversed(path)):
        node.visits += 1
        node.total = _turning(value, index)


def _averaging(path: Nodes, value: float) -> None:
    for index, node in enumerate(reversed(path)):
        node.visits += 1
        node.total += (_turning(value, index) - node.total) / node.visits


def _for_x(path: Nodes, value: float) -> None:
    value = -value if path[-1].state.player else value
    _backup(lambda value, index: value)(path, value)


_FLIP = (
    "the same value for both players",
    "What is good for one is bad for the other, and from node to node the player to move changes. "
    "Does your value change on the way up?",
)
_LEAF = (
    "the leaf is left out",
    "The leaf has a visit, too, and its value: it is the last node of the path.",
)
_TOP = (
    "the root is left out",
    "The root has a visit, too, and the value: it is the first node of the path.",
)
_OTHER = "the value from the wrong side"

BACKUP = (
    Mistake(_FLIP[0], _backup(lambda value, index: value), _FLIP[1]),
    Mistake(_FLIP[0], _for_x, f"{_FLIP[1]} Yours is X's everywhere."),
    Mistake(
        _OTHER,
        _backup(lambda value, index: -_turning(value, index)),
        "It does change from node to node, but begins with the wrong sign: the value that is "
        "handed in is for the player to move at the leaf, and so is the leaf's total.",
    ),
    Mistake(
        _OTHER,
        _backup(lambda value, index: -value),
        "The value that is handed in is for the player to move at the leaf, and so is the leaf's "
        "total; and from node to node the player to move changes.",
    ),
    Mistake(
        "from the root down",
        _from_the_root,
        "The value is for the player to move at the leaf, which is the last of the path. Yours "
        "begins with the first, the root: whether the sign is right there depends on how long the "
        "path is.",
    ),
    Mistake(_LEAF[0], _backup(chosen=slice(1, None)), _LEAF[1]),
    Mistake(_LEAF[0], _from_the_parent, f"{_LEAF[1]} And its parent gets the leaf's sign here."),
    Mistake(_LEAF[0], _no_visit_at(-1), "The leaf got its value, but not its visit."),
    Mistake(_TOP[0], _backup(chosen=slice(0, -1)), _TOP[1]),
    Mistake(_TOP[0], _no_visit_at(0), "The root got its value, but not its visit."),
    Mistake(
        "only the leaf",
        _backup(chosen=slice(0, 1)),
        "The nodes above have to hear of it as well, up to the root: it is by their totals that "
        "the next simulation chooses.",
    ),
    Mistake(
        "the value is noted, but not the visit",
        _backup(visits=0),
        "The totals have changed and the visits have not: each node of the path was visited once "
        "more, or its mean soon goes beyond 1.",
    ),
    Mistake(
        "the visit is noted, but not the value",
        _backup(lambda value, index: 0.0),
        "The visits have grown and the totals have not: what did the network say?",
    ),
    Mistake(
        "nothing is written down",
        lambda path, value: None,
        "No node has changed. `visits = node.visits + 1` only gives a name to a number; "
        "`node.visits += 1` changes the node.",
    ),
    Mistake(
        "the total is overwritten",
        _replacing,
        "What earlier visits have brought is lost: add to `node.total`.",
    ),
    Mistake(
        "the mean instead of the total",
        _averaging,
        "The values are added up. They are divided by the visits when the mean is asked for, not "
        "before.",
    ),
    Mistake(
        "points instead of values",
        _backup(lambda value, index: (_turning(value, index) + 1) / 2),
        "Points from 0 to 1 were lesson 05's. Here values go from -1 to 1, and are added as they "
        "are.",
    ),
)

# ---- 6.5 -----------------------------------------------------------------------------------

Stats = Mapping[int, MoveStats]
Weights = dict[int, float]
AtZero = Callable[[Weights], Weights]
"""What is made of the numbers of the moves where the temperature is 0."""


def _shared(numbers: Weights) -> Weights:
    most = max(numbers.values())
    return {move: float(number == most) for move, number in numbers.items()}


def _one(numbers: Weights, last: bool = False) -> Weights:
    """All for one of those with the most: the first, or the last."""
    moves = list(reversed(numbers)) if last else list(numbers)
    best = max(moves, key=lambda move: numbers[move])
    return {move: float(move == best) for move in numbers}


def _divides(numbers: Weights) -> Weights:
    raise ZeroDivisionError("float division by zero")


def _normal(weights: Weights) -> Weights:
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def _target(
    number: Callable[[MoveStats], float] = lambda stats: stats.visits,
    sharpen: Callable[[float, float], float] = lambda number, t: number ** (1 / t),
    at_zero: AtZero = _shared,
    end: Callable[[Weights], Weights] = _normal,
    begin: Callable[[Weights], Weights] = lambda numbers: numbers,
) -> Callable[[Stats, float], Weights]:
    """A target with something changed."""

    def target(moves: Stats, temperature: float) -> Weights:
        numbers = begin({move: number(stats) for move, stats in moves.items()})
        if temperature == 0:
            return end(at_zero(numbers))
        return end({move: sharpen(each, temperature) for move, each in numbers.items()})

    return target


def _visited(weights: Weights) -> Weights:
    return _normal({move: weight for move, weight in weights.items() if weight})


ZEROS: tuple[AtZero, ...] = (_shared, _one, _divides)

_VALUES = (
    "from the values instead of the visits",
    "A value may rest on a single visit, and be wrong. The visits say what the search has come to "
    "think of a move after all of them: learn from these.",
)
_INVERSE = (
    "the power of T instead of 1 / T",
    "It goes the wrong way: a low temperature has to make the differences larger, and yours makes "
    "them smaller.",
)
_IGNORED = (
    "the temperature changes nothing",
    "These are the shares of the visits, whatever the temperature. To multiply or divide all "
    "weights by the same number does not change their shares; a power does.",
)
_TIES = (
    "only one of equals",
    "Where several moves have the most visits, they share: nothing says that one is better.",
)
_EXP = (
    "softmax of the visits",
    "Softmax is for logits, which may be below 0. Visits are counts already: with temperature 1 "
    "their plain shares are wanted.",
)
_UNSHARED = (
    "the weights do not sum to 1",
    "A policy sums to 1 at every temperature: divide by the sum at the end, after the power.",
)

TARGET = (
    *(
        Mistake(_VALUES[0], _target(lambda stats: stats.value, at_zero=zero), _VALUES[1])
        for zero in (_shared, _divides)
    ),
    *(
        Mistake(
            _VALUES[0],
            _target(lambda stats: stats.value, lambda value, t: math.exp(value / t), at_zero=zero),
            _VALUES[1],
        )
        for zero in (_shared, _divides)
    ),
    Mistake(
        "from the priors instead of the visits",
        _target(lambda stats: stats.prior or 0.0),
        "The priors are what the network said before the search. It is to learn what the search "
        "has found beyond them.",
    ),
    *(
        Mistake(
            _INVERSE[0], _target(sharpen=lambda number, t: number**t, at_zero=zero), _INVERSE[1]
        )
        for zero in (*ZEROS, lambda numbers: dict.fromkeys(numbers, 1.0))
    ),
    *(
        Mistake(_IGNORED[0], _target(sharpen=lambda number, t: number, at_zero=zero), _IGNORED[1])
        for zero in (*ZEROS, lambda numbers: numbers)
    ),
    Mistake(
        "dividing by a temperature of 0",
        _target(at_zero=_divides),
        "Above 0 it is right. At 0 there is no 1 / temperature, and close to 0 the powers are too "
        "large for a float: what do the shares come closer and closer to, as it falls?",
    ),
    Mistake(
        "0 is treated like 1",
        _target(at_zero=lambda numbers: numbers),
        "Above 0 it is right. The lower the temperature, the more the most visited gets, and at 0 "
        "it is all: yours gives plain shares there.",
    ),
    Mistake(_TIES[0], _target(at_zero=_one), _TIES[1]),
    Mistake(_TIES[0], _target(at_zero=lambda numbers: _one(numbers, last=True)), _TIES[1]),
    *(
        Mistake(
            _EXP[0],
            _target(sharpen=lambda number, t: math.exp(number / t), at_zero=zero),
            _EXP[1],
        )
        for zero in (_shared, _divides)
    ),
    *(
        Mistake(_UNSHARED[0], _target(at_zero=zero, begin=begin, end=dict), _UNSHARED[1])
        for zero in ZEROS
        for begin in (dict, _normal)
    ),
    *(
        Mistake(
            "moves without a visit are left out",
            _target(at_zero=zero, end=_visited),
            "The shares are right, but all moves are wanted, those with a share of 0 as well: "
            "the network learns from these, too.",
        )
        for zero in (_shared, _divides)
    ),
)

# ---- 6.6 -----------------------------------------------------------------------------------

Pairs = list[tuple[Connect4, dict[int, float]]]
Outcome = Callable[[Connect4, Connect4, int, int], float]
"""The z of a state, from the state, the end, its place in the game, and how many there are."""


def _z(outcome: Outcome) -> Callable[[Pairs, Connect4], list[Any]]:
    """An `examples` with other outcomes."""
    return lambda game, end: [
        (state, policy, outcome(state, end, index, len(game)))
        for index, (state, policy) in enumerate(game)
    ]


def _for_mover(state: Connect4, end: Connect4, index: int = 0, count: int = 0) -> float:
    return end.utility(state.player)


def _of_winner(won: float, drawn: float, lost: float) -> Outcome:
    """These numbers for a win, a draw and a loss."""

    def outcome(state: Connect4, end: Connect4, index: int, count: int) -> float:
        return {1: won, 0: drawn, -1: lost}[int(end.utility(state.player))]

    return outcome


def _alternating(first: Callable[[Connect4], float], from_the_end: bool) -> Outcome:
    """A number that changes its sign from example to example."""

    def outcome(state: Connect4, end: Connect4, index: int, count: int) -> float:
        steps = count - 1 - index if from_the_end else index
        return -first(end) if steps % 2 else first(end)

    return outcome


_NOT_FLIPPED = (
    "the outcome is not flipped",
    "All examples have the same z. A won game is lost for the other player: what counts is who is "
    "to move in the example's own state.",
)
_FOR_X = (
    "for X always",
    "These are the outcomes for X. Where it is O's turn, the network judges with O's eyes.",
)
_ALTERNATES = (
    "the signs take turns",
    "To change the sign from example to example is right only where every position of the game "
    "was kept, and where one knows with whom it begins. Every state says itself who is to move.",
)

EXAMPLES = (
    Mistake(_FOR_X[0], _z(lambda state, end, index, count: end.utility(0)), _FOR_X[1]),
    Mistake(
        _NOT_FLIPPED[0],
        _z(lambda state, end, index, count: end.utility(1)),
        f"{_NOT_FLIPPED[1]} Yours are O's outcomes everywhere.",
    ),
    Mistake(
        _NOT_FLIPPED[0],
        _z(lambda state, end, index, count: end.utility(end.player)),
        f"{_NOT_FLIPPED[1]} You ask for `end.player`, who would be to move after the end: that is "
        "whoever did not make the last move.",
    ),
    Mistake(
        _NOT_FLIPPED[0],
        _z(lambda state, end, index, count: end.utility(1 - end.player)),
        f"{_NOT_FLIPPED[1]} Yours are those of whoever made the last move.",
    ),
    Mistake(
        _NOT_FLIPPED[0],
        lambda game, end: _z(lambda *arguments: end.utility(game[0][0].player))(game, end),
        f"{_NOT_FLIPPED[1]} Yours are those of the player who is to move in the first example.",
    ),
    Mistake(
        "the opponent's outcome",
        _z(lambda state, end, index, count: end.utility(1 - state.player)),
        "A win is 1 for the player to move in the example's state. Yours is 1 where that player "
        "has lost.",
    ),
    Mistake(
        "a draw counts as a loss",
        _z(_of_winner(1.0, -1.0, -1.0)),
        "Who has not won need not have lost: a draw is 0.",
    ),
    Mistake(
        "a draw counts as a win",
        _z(_of_winner(1.0, 1.0, -1.0)),
        "Who has not lost need not have won: a draw is 0.",
    ),
    Mistake(
        "a loss counts as a draw",
        _z(_of_winner(1.0, 0.0, 0.0)),
        "A lost game is -1. With 0 the network would learn that losing is no worse than a draw.",
    ),
    Mistake(
        "points instead of values",
        _z(_of_winner(1.0, 0.5, 0.0)),
        "1, a half and 0 are points. The value goes from -1 to 1, and so does z.",
    ),
    Mistake(
        _ALTERNATES[0],
        _z(_alternating(lambda end: end.utility(1 - end.player), True)),
        _ALTERNATES[1],
    ),
    Mistake(
        _ALTERNATES[0],
        _z(_alternating(lambda end: 1.0, True)),
        f"{_ALTERNATES[1]} And a draw is 0 for both.",
    ),
    Mistake(_ALTERNATES[0], _z(_alternating(lambda end: end.utility(0), False)), _ALTERNATES[1]),
    Mistake(
        "only the last position",
        _z(lambda state, end, i, count: _for_mover(state, end) if i == count - 1 else 0.0),
        "The earlier positions have led to this end as well: each of them learns from it.",
    ),
    Mistake(
        "the policy is missing",
        lambda game, end: [(state, _for_mover(state, end)) for state, _ in game],
        "Each example has three parts: the state, its policy as it came, and z.",
    ),
    Mistake(
        "only the outcomes",
        lambda game, end: [_for_mover(state, end) for state, _ in game],
        "These are the right outcomes. But an example has three parts: the state, its policy, and "
        "its outcome.",
    ),
    Mistake(
        "the order is turned round",
        lambda game, end: _z(_for_mover)(game, end)[::-1],
        "The examples are right, but come from the end of the game to its beginning.",
    ),
)

# ---- 6.7 -----------------------------------------------------------------------------------

Bits = list[int]
Policy = list[float]


def _planes(bits: Bits) -> list[Bits]:
    """The two halves: mine and theirs."""
    half = len(bits) // 2
    return [bits[:half], bits[half:]]


def _pieces(bits: Bits, length: int) -> list[Bits]:
    """The bits, cut into pieces of that length."""
    return [bits[start : start + length] for start in range(0, len(bits), length)]


def _flat(pieces: list[Bits]) -> Bits:
    return [bit for piece in pieces for bit in piece]


def _in_mirror(bits: Bits, width: int, height: int) -> Bits:
    return _flat([_flat(_pieces(plane, height)[::-1]) for plane in _planes(bits)])


def _turned(bits: Bits, width: int, height: int) -> Bits:
    return _flat([plane[::-1] for plane in _planes(bits)])


def _all_turned(bits: Bits, width: int, height: int) -> Bits:
    return bits[::-1]


def _all_columns(bits: Bits, width: int, height: int) -> Bits:
    return _flat(_pieces(bits, height)[::-1])


def _upside_down(bits: Bits, width: int, height: int) -> Bits:
    return _flat([column[::-1] for column in _pieces(bits, height)])


def _as_rows(bits: Bits, width: int, height: int) -> Bits:
    return _flat([row[::-1] for row in _pieces(bits, width)])


def _as_rows_in_order(bits: Bits, width: int, height: int) -> Bits:
    return _flat([_flat(_pieces(plane, width)[::-1]) for plane in _planes(bits)])


def _exchanged(bits: Bits, width: int, height: int) -> Bits:
    return _flat(_planes(bits)[::-1])


def _same(bits: Bits, width: int, height: int) -> Bits:
    return bits


Look = Callable[[Bits, int, int], Bits]


def _mirror(look: Look, turn: bool = True) -> Callable[[Bits, Policy, int], Any]:
    """A mirror with other bits, or with a policy that stays as it is."""
    return lambda bits, policy, height: (
        look(bits, len(policy), height),
        policy[::-1] if turn else policy,
    )


_ROW_WISE = (
    "cut into rows",
    "The bits come column by column: the first `height` of them are the first column, not a row.",
)

_LOOKS: tuple[tuple[Look, str, str], ...] = (
    (
        _turned,
        "upside down as well",
        "Left and right are exchanged, but so are top and bottom: look at the discs that hang in "
        "the air. The bits of a column keep their order.",
    ),
    (
        _all_turned,
        "all bits turned round",
        "To turn the whole list round also exchanges top and bottom, and mine and theirs. The "
        "columns change places, and nothing else.",
    ),
    (
        _all_columns,
        "mine and theirs are exchanged",
        "The columns are in the right order, but your discs became the opponent's. Turn each half "
        "round by itself.",
    ),
    (
        _upside_down,
        "top and bottom instead of left and right",
        "Every column has stayed where it was, and stands on its head.",
    ),
    (_as_rows, *_ROW_WISE),
    (_as_rows_in_order, *_ROW_WISE),
    (
        _exchanged,
        "mine and theirs are exchanged",
        "The discs have changed their owners instead of their columns.",
    ),
)

MIRROR = (
    Mistake(
        "the policy is not mirrored",
        _mirror(_in_mirror, turn=False),
        "The board is right. But a move that was at the left is at the right now, and the policy "
        "still praises the old column.",
    ),
    Mistake(
        "the board is not mirrored",
        _mirror(_same),
        "The policy is right. But it belongs to a board whose columns have changed places, and "
        "yours have not.",
    ),
    Mistake(
        "nothing is mirrored",
        _mirror(_same, turn=False),
        "It is the example that was handed in.",
    ),
    *(Mistake(name, _mirror(look), text) for look, name, text in _LOOKS),
    *(
        Mistake(name, _mirror(look, turn=False), f"{text} And the policy is not mirrored yet.")
        for look, name, text in _LOOKS
    ),
    Mistake(
        "the policy is missing",
        lambda bits, policy, height: _in_mirror(bits, len(policy), height),
        "The bits are right. A pair is wanted, of the bits and the policy that belongs to them.",
    ),
)
