"""A convolutional network for Connect X that sees the discs alone.

A filter looks at a square and at the eight around it, and makes a number of what it sees; the same
filter looks at every square. A layer has several filters, and the next one looks at their numbers:
five layers see a square's neighbourhood up to distance 5.

    x = mine, theirs, whether O is to move, 1: four planes, which are 0 beyond the edge
    h = relu(conv(x))
    h = relu(h + conv(relu(conv(h))))            a residual block of two layers; then another one
    looked = relu(h L + l)                       at each square by itself
    policy = looked P + p                        softmax over the legal moves
    value  = tanh(relu(looked V + v) U + u)
"""

import numpy as np

from c4lib.alphazero import conv_kernel as kernel
from c4lib.alphazero.net import (
    VALUE_WIDTH,
    Array,
    BoardNetwork,
    Forward,
    Weights,
    check_shapes,
    relu,
    with_biases,
)
from c4lib.alphazero.net_kernel import check_bits
from c4lib.connect4 import Board
from c4lib.fast.compiler import COMPILED
from c4lib.search.common import check_whole

PLANES = 4
AROUND = 9  # a square, and those around it
LOOKS = 16  # how many numbers for each square the heads read
TOGETHER = 16  # the patches of that many positions fit the processor's cache
GAINS = {"policy": 0.1, "out": 0.1}


def layout(board: Board, filters: int, layers: int) -> dict[str, tuple[int, int]]:
    """How many numbers each layer reads, and how many it makes."""
    squares = board.width * board.height
    deeper = {f"layer{number}": (AROUND * filters, filters) for number in range(1, layers)}
    return {
        "layer0": (AROUND * PLANES, filters),
        **deeper,
        "look": (filters, LOOKS),
        "policy": (LOOKS * squares, board.width),
        "value": (LOOKS * squares, VALUE_WIDTH),
        "out": (VALUE_WIDTH, 1),
    }


class ConvNet(BoardNetwork):
    """The network described above, for boards of one size."""

    kind = "convolution"

    @classmethod
    def new(cls, board: Board, width: int = 128, seed: int = 0, layers: int = 5) -> "ConvNet":
        """An untrained network: random weights, and heads that are nearly silent.

        A layer has a quarter of `width` filters, as many numbers as a `PatternNet` of that width
        has for a square. `layers` counts the convolutions: a first one, and two for each residual
        block.
        """
        check_whole("width", width, 4)
        filters = width // 4
        check_whole("layers", layers)
        if layers % 2 == 0:
            raise ValueError(f"layers is odd: 1, and 2 for each residual block; not {layers}")
        rng, weights = np.random.default_rng(seed), Weights()
        for name, (rows, columns) in layout(board, filters, layers).items():
            is_second = name.startswith("layer") and int(name[5:]) in range(2, layers, 2)
            scale = (0.5 if is_second else GAINS.get(name, 1.0)) * np.sqrt(2 / rows)
            weights[name] = rng.normal(scale=scale, size=(rows, columns)).astype(np.float32)
            weights[f"{name}_bias"] = np.zeros(columns, np.float32)
        return cls(weights, board)

    @property
    def layers(self) -> int:
        """How many convolutional layers it has."""
        return sum(f"layer{number}" in self.weights for number in range(len(self.weights)))

    @property
    def multiplications(self) -> int:
        """A filter's weights are used at every square; those of the heads once."""
        once = sum(self.weights[name].size for name in ("policy", "value", "out"))
        filters = sum(each.size for each in self.weights.values() if each.ndim > 1) - once
        return self.board.width * self.board.height * filters + once

    def check(self) -> None:
        """Raise ValueError unless the weights fit together: compiled code relies on it."""
        shapes = {name: each.shape for name, each in self.weights.items()}
        filters = sum(shapes.get("layer0_bias", ()))
        tables = layout(self.board, filters, (self.layers - 1) // 2 * 2 + 1)
        check_shapes(shapes, with_biases(tables))

    def planes(self, bits: Array) -> Array:
        """What the first layer reads, by position, column, row and plane."""
        check_bits(bits, self.inputs)
        shape = len(bits), self.board.width, self.board.height, PLANES
        found = np.ones(shape, self.weights["layer0"].dtype)
        found[..., :2] = bits.reshape(-1, 2, *shape[1:3]).transpose(0, 2, 3, 1)
        found[..., 2] = bits.sum(axis=1)[:, None, None] % 2
        return found

    def forward(self, bits: Array) -> Forward:
        """Judge positions, a row of bits for each."""
        weights, steps = self.weights, {"made-1": self.planes(bits)}
        for number in range(self.layers):
            made = convolve(steps[f"made{number - 1}"], weights[f"layer{number}"])
            made += weights[f"layer{number}_bias"]
            if number and number % 2 == 0:
                made += steps[f"made{number - 2}"]
            steps[f"made{number}"] = relu(made)
        squares = steps["squares"] = made.reshape(-1, made.shape[3])
        looked = relu(squares @ weights["look"] + weights["look_bias"])
        looked = steps["looked"] = looked.reshape(len(bits), len(weights["policy"]))
        judged = steps["judged"] = relu(looked @ weights["value"] + weights["value_bias"])
        steps["values"] = np.tanh(judged @ weights["out"] + weights["out_bias"])[:, 0]
        logits = looked @ weights["policy"] + weights["policy_bias"]
        return Forward(logits, steps["values"], steps)

    def backward(self, steps: dict[str, Array], logits: Array, values: Array) -> Weights:
        """The slope of each weight, from the slopes of the logits and of the values."""
        weights, slopes = self.weights, Weights()

        def back(name: str, source: Array, slope: Array) -> Array:
            """Record a layer's gradients; return the slope of its input."""
            slopes[name], slopes[f"{name}_bias"] = source.T @ slope, slope.sum(axis=0)
            return slope @ weights[name].T

        out = (values * (1 - steps["values"] ** 2))[:, None]
        judged = back("out", steps["judged"], out) * (steps["judged"] > 0)
        looked = back("value", steps["looked"], judged)
        looked += back("policy", steps["looked"], logits)
        looked *= steps["looked"] > 0
        slope = back("look", steps["squares"], looked.reshape(-1, LOOKS))
        slope = slope.reshape(len(logits), self.board.width, self.board.height, -1)
        for number in reversed(range(self.layers)):
            slope *= steps[f"made{number}"] > 0
            slopes[f"layer{number}"] = traced(steps[f"made{number - 1}"], slope)
            slopes[f"layer{number}_bias"] = slope.sum(axis=(0, 1, 2))
            if number % 2 == 0:
                end = slope  # of a block, which adds to what it reads
            if number:
                slope = convolve(slope, turned(weights[f"layer{number}"]))
            if number % 2:
                slope += end
        return slopes

    def predict(self, bits: Array, legal: Array) -> tuple[Array, Array]:
        """Each position's policy, which is 0 for illegal moves and sums to 1, and its value.

        A few positions go through all layers while they are in the processor's cache. A compiled
        twin that skips zeros, as the other networks have, is about as fast for one position and
        takes twice as long for each of many.
        """
        predict, policies, values = super().predict, [], []
        for start in range(0, max(len(bits), 1), TOGETHER):
            some = slice(start, start + TOGETHER)
            policy, value = predict(bits[some], legal[some])
            policies.append(policy)
            values.append(value)
        return np.concatenate(policies), np.concatenate(values)


def patches(boards: Array, room: Array) -> Array:
    """For each square of some boards, a row: all that stands on it and around it.

    `room` is where they are written; it must be 0 where a square's surroundings are off the board.
    """
    found = room[: len(boards)]
    if COMPILED:
        kernel.copy_around(boards, found)
        return found.reshape(-1, AROUND * boards.shape[3])
    ways = slice(1, None), slice(None), slice(None, -1)
    for right in range(3):
        for up in range(3):
            there = boards[:, ways[2 - right], ways[2 - up]]
            found[:, ways[right], ways[up], right, up] = there
    return found.reshape(-1, AROUND * boards.shape[3])


def room_for_patches(boards: Array) -> Array:
    """Room for the patches of a few positions at a time, with zeros off the board."""
    _, width, height, channels = boards.shape
    return np.zeros((min(len(boards), TOGETHER), width, height, 3, 3, channels), boards.dtype)


def convolve(boards: Array, table: Array) -> Array:
    """The patches times the table, by position, column, row and filter."""
    found = np.empty((*boards.shape[:3], table.shape[1]), table.dtype)
    room = room_for_patches(boards)
    for start in range(0, len(boards), TOGETHER):
        some = slice(start, start + TOGETHER)
        np.matmul(patches(boards[some], room), table, out=found[some].reshape(-1, table.shape[1]))
    return found


def traced(boards: Array, slope: Array) -> Array:
    """The gradient of a convolution's table, from what it read and the slope of what it made."""
    total = np.zeros((AROUND * boards.shape[3], slope.shape[3]), slope.dtype)
    room = room_for_patches(boards)
    for start in range(0, len(boards), TOGETHER):
        some = slice(start, start + TOGETHER)
        total += patches(boards[some], room).T @ slope[some].reshape(-1, slope.shape[3])
    return total


def turned(table: Array) -> Array:
    """The table that leads slopes back: seen from the other end, right is left and up is down."""
    around = table.reshape(AROUND, -1, table.shape[1])[::-1]
    return around.transpose(0, 2, 1).reshape(-1, around.shape[1])
