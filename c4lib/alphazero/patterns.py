"""A network for Connect X that sees the discs alone, and looks patterns of them up in a table.

A convolution multiplies what is around a square by a filter. Here the squares around it are read
as a number instead: in each of the four directions, what stands within distance 3 is a pattern,
and a table that is learnt has a row of numbers for it. Strong programs for Gomoku do the same.

    e[square]  = relu(the rows of its four patterns, and of its place and whose turn it is)
    e[square] += relu(e[square] M + m)
    c[column]  = relu(all e of the column K + k)
    h  = relu(all c, from left to right, H + h0)        and again from right to left
    h += relu(h D + d)
    policy = h P + p + c[column] q                      softmax over the legal moves
    value  = tanh(h V + v)

Nothing tells left from right: a pattern and its mirror image share a row, as do mirrored columns
their K, and the answers from left to right and from right to left are averaged. So a position and
its mirror image get the same judgement, and nothing has to be learnt twice.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from c4lib.alphazero import patterns_kernel as kernel
from c4lib.alphazero.net import (
    Array,
    BoardNetwork,
    Forward,
    Judge,
    Shape,
    Weights,
    check_shapes,
    relu,
    with_biases,
)
from c4lib.alphazero.net_kernel import check_bits, check_legal
from c4lib.connect4 import Board
from c4lib.fast.compiler import COMPILED
from c4lib.search.common import check_whole

REACH = 3
"""How far a pattern reaches to either side: no line of four is longer."""
MANY = 32
"""From this many positions on, matrix products of all together are quicker than one by one."""


class Patterns(NamedTuple):
    """Which patterns a board has, and in which row of the table each is."""

    first: Array  # where in `through` the patterns of each square begin, and then where all end
    through: Array  # the patterns that a disc on square 0 is in, then those of square 1, and so on
    powers: Array  # beside it: 3 to the power of the disc's place in the pattern
    starts: Array  # by square and direction: where in `rows` its codes begin
    rows: Array  # the row of the table by code, the same for mirror images
    places: Array  # by square: the row for its place if it is X's turn; the next one if O's
    size: int  # how many rows the table has


@cache
def patterns_of(width: int, height: int) -> Patterns:
    """The patterns of a board of that size."""
    squares = list(product(range(width), range(height)))
    of_square: list[list[tuple[int, int]]] = [[] for _ in squares]
    kinds, rows, starts = dict[tuple[str, int, int], int](), list[int](), list[int]()
    count = 0
    for number, (column, row) in enumerate(squares):
        for direction, (name, right, up) in enumerate(
            (("vertical", 0, 1), ("horizontal", 1, 0), ("diagonal", 1, 1), ("diagonal", -1, 1))
        ):
            inside = [
                (column + far * right) * height + row + far * up
                for far in range(-REACH, REACH + 1)
                if 0 <= column + far * right < width and 0 <= row + far * up < height
            ]
            for place, square in enumerate(inside):
                of_square[square].append((4 * number + direction, 3**place))
            kind = name, inside.index(number), len(inside)
            if kind not in kinds:
                kinds[kind], image = len(rows), (name, len(inside) - 1 - kind[1], kind[2])
                for code in range(3 ** len(inside)):
                    twin = _reversed(code, len(inside))
                    if name == "horizontal" and image in kinds and (image != kind or twin < code):
                        rows.append(rows[kinds[image] + twin])
                    else:
                        rows.append(count)
                        count += 1
            starts.append(kinds[kind])
    pairs = np.array([pair for some in of_square for pair in some], np.int32)
    ends = np.cumsum([len(some) for some in of_square])
    places = [count + 2 * (min(c, width - 1 - c) * height + r) for c, r in squares]
    return Patterns(
        np.append(0, ends).astype(np.int32), pairs[:, 0].copy(), pairs[:, 1].copy(),
        np.array(starts, np.int32), np.array(rows, np.int32), np.array(places, np.int32),
        count + 2 * height * ((width + 1) // 2),
    )  # fmt: skip


def _reversed(code: int, digits: int) -> int:
    """A code to the base 3 with its digits in the opposite order."""
    twin = 0
    for _ in range(digits):
        code, digit = divmod(code, 3)
        twin = 3 * twin + digit
    return twin


def shapes_of(board: Board, channels: int, column: int, hidden: int) -> dict[str, Shape]:
    """The shape of each table of weights, and of each bias."""
    width, height = board.width, board.height
    tables: dict[str, Shape] = {
        "table": (patterns_of(width, height).size, channels),
        "square": (channels, channels),
        "column": ((width + 1) // 2, height * channels, column),
        "board": (width * column, hidden),
        "deep": (hidden, hidden),
        "policy": (hidden, width),
        "own": (column, 1),
        "value": (hidden, 1),
    }
    return with_biases(tables, bare=("table", "own"))


GAINS = {"square": 0.5, "deep": 0.5, "policy": 0.1, "own": 0.1, "value": 0.1}


class PatternNet(BoardNetwork):
    """The network described above, for boards of one size."""

    kind = "patterns"
    is_symmetric = True

    def __init__(self, weights: Weights, board: Board) -> None:
        super().__init__(weights, board)
        self.patterns = patterns_of(board.width, board.height)

    @classmethod
    def new(cls, board: Board, width: int = 128, seed: int = 0) -> "PatternNet":
        """An untrained network: random weights, and heads that are nearly silent.

        The whole board has `width` numbers, a column half of that, a square a quarter.
        """
        check_whole("width", width, 4)
        shapes = shapes_of(board, channels=width // 4, column=width // 2, hidden=width)
        rng, weights = np.random.default_rng(seed), Weights()
        for name, shape in shapes.items():
            if name.endswith("_bias"):
                weights[name] = np.zeros(shape, np.float32)
                continue
            read = 5 if name == "table" else shape[-2]  # five rows are added up
            scale = GAINS.get(name, 1.0) * np.sqrt(2 / read)
            weights[name] = rng.normal(scale=scale, size=shape).astype(np.float32)
        return cls(weights, board)

    @property
    def multiplications(self) -> int:
        """None for the rows of the table, which are only added; the rest is done twice."""
        sizes = {name: each.size for name, each in self.weights.items()}
        board, once = self.board, self.weights["column"][0].size + sizes["own"]
        twice = sizes["board"] + sizes["deep"] + sizes["policy"] + sizes["value"]
        return int(board.width * (board.height * sizes["square"] + once) + 2 * twice)

    def check(self) -> None:
        """Raise ValueError unless the weights fit together: compiled code relies on it."""
        shapes = {name: each.shape for name, each in self.weights.items()}
        sizes = [
            shapes.get(name, (0,))[-1] for name in ("square_bias", "column_bias", "board_bias")
        ]
        check_shapes(shapes, shapes_of(self.board, *sizes))

    def codes(self, bits: Array) -> Array:
        """The rows of the table that belong to each square of each position, five each."""
        check_bits(bits, self.inputs)
        found = np.zeros((len(bits), self.inputs // 2, 5), np.int32)
        kernel.look_up_all(bits, *self.patterns[:6], found)
        return found

    def forward(self, bits: Array) -> Forward:
        """Judge positions, a row of bits for each."""
        weights, (width, height) = self.weights, (self.board.width, self.board.height)
        steps, rows = {"codes": self.codes(bits)}, len(bits)
        table = weights["table"]
        seen = np.zeros((rows * width * height, table.shape[1]), table.dtype)
        kernel.add_rows(steps["codes"].reshape(-1, 5), table, seen)
        seen = steps["seen"] = relu(seen)
        change = steps["square"] = relu(seen @ weights["square"] + weights["square_bias"])
        squares = steps["squares"] = (seen + change).reshape(rows, width, -1)
        columns = np.empty((rows, width, weights["column"].shape[2]), table.dtype)
        for column in range(width):
            place = min(column, width - 1 - column)
            columns[:, column] = squares[:, column] @ weights["column"][place]
            columns[:, column] += weights["column_bias"][place]
        columns = steps["columns"] = relu(columns)
        both = np.concatenate([columns, columns[:, ::-1]]).reshape(2 * rows, -1)
        steps["both"] = both
        hidden = steps["hidden"] = relu(both @ weights["board"] + weights["board_bias"])
        change = steps["deep"] = relu(hidden @ weights["deep"] + weights["deep_bias"])
        last = steps["last"] = hidden + change
        logits = last @ weights["policy"] + weights["policy_bias"]
        logits = (logits[:rows] + logits[rows:, ::-1]) / 2 + (columns @ weights["own"])[:, :, 0]
        values = (last @ weights["value"] + weights["value_bias"])[:, 0]
        steps["values"] = np.tanh((values[:rows] + values[rows:]) / 2)
        return Forward(logits, steps["values"], steps)

    def backward(self, steps: dict[str, Array], logits: Array, values: Array) -> Weights:
        """The slope of each weight, from the slopes of the logits and of the values."""
        weights, slopes, width = self.weights, Weights(), self.board.width

        def back(name: str, source: Array, slope: Array) -> Array:
            """Record a layer's gradients; return the slope of its input."""
            slopes[name], slopes[f"{name}_bias"] = source.T @ slope, slope.sum(axis=0)
            return slope @ weights[name].T

        half = np.concatenate([logits, logits[:, ::-1]]) / 2
        out = (values * (1 - steps["values"] ** 2) / 2)[:, None]
        last = back("policy", steps["last"], half)
        last += back("value", steps["last"], np.concatenate([out, out]))
        last += back("deep", steps["hidden"], last * (steps["deep"] > 0))
        both = back("board", steps["both"], last * (steps["hidden"] > 0))
        one, other = both.reshape(2, len(logits), width, -1)
        columns = one + other[:, ::-1]
        columns += logits[:, :, None] * weights["own"][:, 0]
        slopes["own"] = np.einsum("rwc,rw->c", steps["columns"], logits)[:, None]
        columns *= steps["columns"] > 0
        squares = np.empty_like(steps["squares"])
        slopes["column"] = np.zeros_like(weights["column"])
        slopes["column_bias"] = np.zeros_like(weights["column_bias"])
        for column in range(width):
            place, slope = min(column, width - 1 - column), columns[:, column]
            slopes["column"][place] += steps["squares"][:, column].T @ slope
            slopes["column_bias"][place] += slope.sum(axis=0)
            squares[:, column] = slope @ weights["column"][place].T
        seen = squares.reshape(steps["seen"].shape)
        seen = seen + back("square", steps["seen"], seen * (steps["square"] > 0))
        seen *= steps["seen"] > 0
        slopes["table"] = np.zeros_like(weights["table"])
        kernel.add_slopes(steps["codes"].reshape(-1, 5), seen, slopes["table"])
        return slopes

    def judge(self) -> Judge:
        """`predict`, compiled where there is a compiler: see `c4lib.alphazero.net_kernel`."""
        if not COMPILED:
            return self.predict
        self.check()
        known = self.weights | {
            f"heads{part}": np.concatenate(
                [self.weights[f"policy{part}"], self.weights[f"value{part}"]], axis=-1
            )
            for part in ("", "_bias")
        }
        tables: list[Any] = [np.ascontiguousarray(known[name], np.float32) for name in kernel.ORDER]
        sizes = self.board.width, self.board.height
        channels, column, hidden = (tables[place].shape[-1] for place in (0, 3, 5))
        shapes = (
            (sizes[0] * sizes[1], channels),
            channels,
            (sizes[0], column),
            2 * hidden,
            sizes[0] + 1,
        )

        def judge(bits: Array, legal: Array) -> tuple[Array, Array]:
            if len(bits) >= MANY:
                return self.predict(bits, legal)
            codes = self.codes(bits)
            check_legal(legal, bits, self.outputs)
            policies, values = np.zeros_like(legal), np.zeros(len(bits), np.float32)
            scratch = [np.zeros(shape, np.float32) for shape in shapes]
            seen = np.zeros(max(channels * sizes[1], column * sizes[0], hidden), np.int64)
            rest = [*tables, *scratch, seen, policies, values]
            kernel.answer(codes, legal, *rest)
            return policies, values

        return judge
