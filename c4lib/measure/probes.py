"""What the numbers inside a network tell: linear probes for concepts, and what excites a unit.

A probe is one weighted sum of numbers, fitted to say yes or no. It is fitted on some positions and
scored on others. If it does well, the concept can be read off these numbers directly. That does
not show that the network uses it; and if a probe fails, the concept may still be there in a way
that no weighted sum can read. So the same probe is also fitted to the discs themselves, and to the
numbers of an untrained network: only what goes beyond both was learnt.

A threat is as in `c4lib.heuristics.counts`; it waits if no disc can fall there yet.
"""

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Array
from c4lib.alphazero.patterns import REACH, PatternNet, patterns_of
from c4lib.alphazero.selfplay import opening
from c4lib.connect4 import Board, Connect4
from c4lib.heuristics.counts import favourable_squares, playable, threat_squares
from c4lib.search.common import check_whole

MOST_PLIES = 36  # careful random moves before a position of the sample
SOLVED = 20  # from this many discs on perfect play is asked about
COUNT, SHARE = 3000, 2 / 3  # positions of a sample, and the share of them that probes learn from
RIDGE, TINY = 1e-4, 1e-6
LEAST = 10  # how often a pattern must occur in the sample, for a mean that is not chance
STEPS = {"vertical": (0, 1), "horizontal": (1, 0), "diagonal": (1, 1)}
"""One square further in each direction: columns to the right, rows up."""


def threats_of(state: Connect4, player: int) -> int:
    """The empty squares on which a disc of the player would complete a line."""
    return threat_squares(state.board, state.discs(player), state.board.full ^ state.mask)


def reachable(state: Connect4) -> int:
    """The squares on which the next disc can fall."""
    return playable(state.board.full ^ state.mask)


def waiting(state: Connect4, player: int, is_odd: bool) -> bool:
    """Whether a threat of the player waits in an odd row, or in an even one, counted from 1."""
    rows = favourable_squares(state.board, 0 if is_odd else 1)
    return bool(threats_of(state, player) & ~reachable(state) & rows)


SQUARES: dict[str, Callable[[Connect4], int]] = {
    "my disc here wins": lambda state: threats_of(state, state.player),
    "their disc here wins": lambda state: threats_of(state, 1 - state.player),
}
"""Concepts about an empty square, for the player to move: the squares of which they are true."""

BOARDS: dict[str, Callable[[Connect4], bool]] = {
    "they threaten to win": lambda s: bool(threats_of(s, 1 - s.player) & reachable(s)),
    "X waits in an odd row": lambda state: waiting(state, 0, True),
    "X waits in an even row": lambda state: waiting(state, 0, False),
    "O waits in an odd row": lambda state: waiting(state, 1, True),
    "O waits in an even row": lambda state: waiting(state, 1, False),
}
"""Concepts about the whole board."""
WINS = "the player to move wins"  # with perfect play; asked where the solver is quick
CONCEPTS = (*SQUARES, *BOARDS, WINS)


class Sample(NamedTuple):
    """Positions after careful random moves, and what is true in them."""

    board: Board
    bits: Array  # by position: the discs of the player to move, and the opponent's
    truths: dict[str, Array]  # by concept: 1 or -1, and 0 where it is not asked


@cache
def sample(board: Board, count: int = COUNT, seed: int = 0) -> Sample:
    """Positions of that board, and the concepts that are true in them; the same for a seed."""
    from c4lib.fast import Solver  # only here, for it loads the compiler

    check_whole("count", count, 100)
    start, rng = Connect4(board.width, board.height, board.connect), np.random.default_rng(seed)
    states = [opening(start, MOST_PLIES, rng, is_careful=True) for _ in range(count)]
    encoding = Columns(board, lines=False)
    truths = {name: _by_square(states, squares) for name, squares in SQUARES.items()}
    truths |= {name: np.array([2.0 * tell(s) - 1 for s in states]) for name, tell in BOARDS.items()}
    late = [number for number, state in enumerate(states) if state.ply >= SOLVED]
    truths[WINS] = np.zeros(count)
    solutions = Solver(table_mb=16).solve_all([states[number] for number in late])
    truths[WINS][late] = [1.0 if each.value > 0 else -1.0 for each in solutions]
    return Sample(board, np.array([encoding.bits(s) for s in states], np.float32), truths)


def _by_square(states: list[Connect4], squares: Callable[[Connect4], int]) -> Array:
    """For each square of each position 1 or -1, or 0 where there is a disc."""
    found = np.zeros((len(states), states[0].width, states[0].height))
    for truth, state in zip(found, states, strict=True):
        for sign, bits in ((-1, state.board.full ^ state.mask), (1, squares(state))):
            for cell in state.board.cells(bits):
                truth[cell] = sign
    return found.reshape(len(states), -1)


# ---- what a probe reads --------------------------------------------------------------------


def numbers_of(net: PatternNet, bits: Array) -> tuple[Array, Array]:
    """The network's numbers for each square of each position, and for each whole position."""
    steps = net.forward(bits).steps
    one, image = np.split(steps["last"], 2)
    return steps["squares"].reshape(len(bits), net.inputs // 2, -1), (one + image) / 2


def discs_of(board: Board, bits: Array) -> tuple[Array, Array]:
    """The same from the discs alone: what stands around each square, and the board and the turn.

    Around a square are those within distance 3 in all directions: mine, theirs, or no square.
    """
    wide, high, count = board.width, board.height, len(bits)
    planes = np.zeros((3, count, wide + 2 * REACH, high + 2 * REACH), np.float32)
    planes[2] = 1
    planes[2, :, REACH : REACH + wide, REACH : REACH + high] = 0
    boards = bits.reshape(count, 2, wide, high).swapaxes(0, 1)
    planes[:2, :, REACH : REACH + wide, REACH : REACH + high] = boards
    around = [
        planes[:, :, REACH + c : REACH + c + wide, REACH + r : REACH + r + high]
        for right, up in (*STEPS.values(), (-1, 1))
        for far in range(-REACH, REACH + 1)
        for c, r in [(far * right, far * up)]
        if far
    ]
    squares = np.concatenate(around).reshape(-1, count, wide * high).transpose(1, 2, 0)
    return squares, np.column_stack([bits, bits.sum(axis=1) % 2])


# ---- probes --------------------------------------------------------------------------------


class ProbeScore(NamedTuple):
    """How well a probe tells a concept in positions that it was not fitted on.

    `balanced` is not a number if the concept is never true there, or always.
    """

    balanced: float  # the mean of the shares of "yes" and of "no" that it gets right
    asked: int


def probe(known: Sample, net: PatternNet | None = None) -> dict[str, ProbeScore]:
    """The score of a probe for each concept, on the network's numbers or, without one, on discs."""
    squares, boards = (
        discs_of(known.board, known.bits) if net is None else numbers_of(net, known.bits)
    )
    return {
        name: _score(squares if truth.ndim == 2 else boards, truth)
        for name, truth in known.truths.items()
    }


def _score(numbers: Array, truth: Array) -> ProbeScore:
    """Fit a probe on the first positions and score it on the others; both need a yes and a no."""
    border = round(SHARE * len(truth))
    parts = []
    for part in (slice(border), slice(border, None)):
        asked = truth[part] != 0
        parts.append((numbers[part][asked].astype(float), truth[part][asked]))
    (x, y), (others, wanted) = parts
    if any(sign not in some for some in (y, wanted) for sign in (1, -1)):
        return ProbeScore(math.nan, len(wanted))
    middle, weights = fit(x, y)
    right = wanted * ((others - middle) @ weights[:-1] + weights[-1]) > 0
    return ProbeScore(float(np.mean([right[wanted == s].mean() for s in (1, -1)])), len(wanted))


def fit(x: Array, y: Array) -> tuple[Array, Array]:
    """The mean of x; and the weights, then a bias, that bring x nearest to y, which is 1 or -1.

    It is ridge regression: large weights cost a little, in standard deviations of x. All that is
    1 weighs as much as all that is -1.
    """
    middle, spread = x.mean(axis=0), x.std(axis=0) + TINY
    scaled = np.column_stack([(x - middle) / spread, np.ones(len(x))])
    weighted = scaled * np.where(y > 0, 0.5 / (y > 0).sum(), 0.5 / (y < 0).sum())[:, None]
    gram = weighted.T @ scaled + RIDGE * np.eye(scaled.shape[1])
    return middle, np.linalg.solve(gram, weighted.T @ y) / np.append(spread, 1)


# ---- units ---------------------------------------------------------------------------------


def telling_units(net: PatternNet, concept: str, count: int = 3) -> list[tuple[int, float, float]]:
    """The units of a square that tell most of a concept about it.

    For each its number, its mean where the concept is true, and its mean where it is not. The
    first has the largest difference, measured in its own standard deviations.
    """
    check_whole("count", count)
    numbers, truth = _asked(net, concept)
    yes, no = (numbers[truth == sign].mean(axis=0) for sign in (1, -1))
    order = np.argsort((no - yes) / (numbers[truth != 0].std(axis=0) + TINY), kind="stable")
    return [(int(unit), float(yes[unit]), float(no[unit])) for unit in order[:count]]


def strongest_patterns(
    net: PatternNet, unit: int | str, direction: str = "horizontal", count: int = 5
) -> list[tuple[str, float]]:
    """The patterns around an empty square in the middle where a unit is largest, with its means.

    In place of a unit's number you can give a concept about a square: then it is what the probe
    for it says, from about -1, no, to 1, yes. M is a disc of the player to move, T one of the
    opponent, and in brackets is the square itself; a diagonal begins below at the left, a column
    below. Only patterns that are not rare in the sample of positions are looked at.
    """
    if direction not in STEPS:
        raise ValueError(f"a direction is one of {', '.join(STEPS)}, not {direction!r}")
    check_whole("count", count)
    numbers, truth = _asked(net, unit if isinstance(unit, str) else next(iter(SQUARES)))
    asked = truth != 0
    if isinstance(unit, str):
        middle, weights = fit(numbers[asked].astype(float), truth[asked])
        said = (numbers[asked] - middle) @ weights[:-1] + weights[-1]
    elif unit in range(numbers.shape[-1]):
        said = numbers[asked][:, unit]
    else:
        raise ValueError(f"a square has the units 0 to {numbers.shape[-1] - 1}, not {unit!r}")
    patterns = patterns_of(net.board.width, net.board.height)
    met = net.codes(sample(net.board).bits)[asked][:, :4].ravel()
    times = np.bincount(met, minlength=patterns.size)
    sums = np.bincount(met, np.repeat(said, 4), patterns.size)
    column, row, reach = _middle(net.board, *STEPS[direction])
    place = 4 * (column * net.board.height + row) + list(STEPS).index(direction)
    start = patterns.starts[place]
    rows, first = np.unique(patterns.rows[start : start + 3 ** len(reach)], return_index=True)
    means = np.where(times[rows] >= LEAST, sums[rows] / np.maximum(times[rows], 1), -np.inf)
    chosen = [n for n in np.argsort(-means, kind="stable")[:count] if means[n] > -np.inf]
    return [(drawn(int(first[n]), reach), float(means[n])) for n in chosen]


def _asked(net: PatternNet, concept: str) -> tuple[Array, Array]:
    """The network's numbers for each square of the sample, and whether a concept is true there."""
    if concept not in SQUARES:
        raise ValueError(f"a concept about a square is one of {', '.join(SQUARES)}: {concept!r}")
    return _squares_of(net), sample(net.board).truths[concept]


@lru_cache(maxsize=1)
def _squares_of(net: PatternNet) -> Array:
    return numbers_of(net, sample(net.board).bits)[0]


def _middle(board: Board, right: int, up: int) -> tuple[int, int, list[int]]:
    """The square nearest to the middle whose pattern is longest, and how far that reaches."""

    def reach(column: int, row: int) -> list[int]:
        return [
            far
            for far in range(-REACH, REACH + 1)
            if 0 <= column + far * right < board.width and 0 <= row + far * up < board.height
        ]

    def worth(cell: tuple[int, int]) -> tuple[Any, ...]:
        column, row = cell
        away = abs(2 * column + 1 - board.width) + abs(2 * row + 1 - board.height)
        return len(reach(column, row)), -away

    column, row = max(np.ndindex(board.width, board.height), key=worth)
    return column, row, reach(column, row)


def drawn(code: int, reach: list[int]) -> str:
    """A pattern as text: `. M M M [.] T .`."""
    marks = []
    for far in reach:
        code, digit = divmod(code, 3)
        marks.append(f"[{'.MT'[digit]}]" if far == 0 else ".MT"[digit])
    return " ".join(marks)
