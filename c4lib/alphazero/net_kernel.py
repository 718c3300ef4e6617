"""The network, compiled: `judge_of` is the twin of `Net.predict`, and `CompiledNet` learns faster.

NumPy's matrix product is made for large matrices, may use several threads, and adds in an order
that differs from machine to machine. Here positions are evaluated one by one, and zeros are
skipped: nine in ten bits are 0, and so are about half of the numbers behind a relu. That is faster
for a few positions and always adds in the same order, so that the same search gives the same tree
everywhere. A training's first layer gains just as much.
"""

import math

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.net import Array, Judge, Net, Network
from c4lib.fast.compiler import COMPILED, compiled, inlined


def judge_of(net: Network) -> Judge:
    """`net.predict`, compiled where there is a compiler."""
    if not isinstance(net, Net) or not COMPILED:
        return net.judge()
    net.check()
    weights = {name: np.ascontiguousarray(each, np.float32) for name, each in net.weights.items()}
    blocks = [weights[f"block{block}"] for block in range(net.blocks)]
    widest = np.zeros((len(blocks), *blocks[0].shape), np.float32)
    for each, room in zip(blocks, widest, strict=True):
        room[: len(each)] = each
    heads = "policy", "policy_bias", "value", "value_bias", "out", "out_bias"
    tables = (
        weights["in"],
        weights["in_bias"],
        widest,
        np.array([len(each) for each in blocks]),
        np.stack([weights[f"block{block}_bias"] for block in range(net.blocks)]),
        *(weights[name] for name in heads),
    )
    (inputs, width), outputs = weights["in"].shape, len(weights["policy_bias"])
    scratch = width, len(weights["block0_bias"]), len(weights["value_bias"])

    def judge(bits: Array, legal: Array) -> tuple[Array, Array]:
        check_bits(bits, inputs)
        check_legal(legal, bits, outputs)
        policies, values = np.zeros_like(legal), np.zeros(len(bits), np.float32)
        hidden, change, judged = (np.zeros(size, np.float32) for size in scratch)
        seen = np.zeros(max(inputs, width), np.int64)
        rest = [*tables, hidden, change, judged, seen, policies, values]
        answer(bits, legal, net.power, *rest)
        return policies, values

    return judge


def check_bits(bits: Array, inputs: int) -> None:
    """Raise ValueError unless a network with that many inputs can read the bits."""
    if bits.ndim != 2 or bits.shape[1] != inputs:
        raise ValueError(f"bits has the shape {bits.shape}; this network reads {inputs} in a row")


def check_legal(legal: Array, bits: Array, outputs: int) -> None:
    """Raise ValueError unless it has a row for each position, with a number for each move."""
    if legal.shape != (len(bits), outputs):
        raise ValueError(f"legal has the shape {legal.shape}, not {(len(bits), outputs)}")


def judge_by_images(net: Network, encoding: Encoding, heat: float = 1.0) -> Judge:
    """The mean of what the network says of a position and of its mirror images.

    A position is worth the same in the mirror, and the network does not quite know that. A `heat`
    above 1 makes the policy less certain: the shares become more equal as it grows.
    """
    judge, images = judge_of(net), encoding.symmetries[: 1 if net.is_symmetric else None]

    def average(bits: Array, legal: Array) -> tuple[Array, Array]:
        policies, values = np.zeros_like(legal), np.zeros(len(bits), np.float32)
        for inputs, moves in images:
            image = judge(bits.take(inputs, axis=1), legal.take(moves, axis=1))
            policies[:, moves] += image[0]
            values += image[1]
        if heat != 1:
            policies **= 1 / heat
            policies *= len(images) / policies.sum(axis=1, keepdims=True)
        return policies / len(images), values / len(images)

    return average


@compiled
def answer(
    bits: Array, legal: Array, power: int, first: Array, first_bias: Array, blocks: Array,
    reads: Array, block_biases: Array, policy: Array, policy_bias: Array, value: Array,
    value_bias: Array, out: Array, out_bias: Array, hidden: Array, change: Array, judged: Array,
    seen: Array, policies: Array, values: Array,
) -> None:  # fmt: skip
    """Write each position's policy and value; `hidden` to `seen` are scratch arrays.

    `reads` says how many numbers each block reads.
    """
    for row in range(len(bits)):
        layer(bits[row], first, first_bias, hidden, seen)
        cut(hidden)
        if power == 2:
            for place in range(len(hidden)):
                hidden[place] *= hidden[place]
        for block in range(len(blocks)):
            layer(hidden[: reads[block]], blocks[block], block_biases[block], change, seen)
            cut(change)
            for place in range(len(change)):
                hidden[place] += change[place]
        layer(hidden, policy, policy_bias, policies[row], seen)
        softmax(policies[row], legal[row])
        layer(hidden, value, value_bias, judged, seen)
        cut(judged)
        total = out_bias[0]
        for place in range(len(judged)):
            total += judged[place] * out[place, 0]
        values[row] = math.tanh(total)


@inlined
def layer(source: Array, weights: Array, bias: Array, result: Array, seen: Array) -> None:
    """The input times the weights, plus the bias.

    First `seen` collects which inputs are not 0. These are taken four at a time, which is twice
    as fast as one by one: the results are then loaded and stored a quarter as often.
    """
    count = 0
    for number in range(len(source)):
        if source[number] != 0:
            seen[count] = number
            count += 1
    for place in range(len(result)):
        result[place] = bias[place]
    fours = count - count % 4
    for first in range(0, fours, 4):
        a, b, c, d = seen[first], seen[first + 1], seen[first + 2], seen[first + 3]
        times_a, times_b, times_c, times_d = source[a], source[b], source[c], source[d]
        for place in range(len(result)):
            result[place] = (
                result[place]
                + times_a * weights[a, place]
                + times_b * weights[b, place]
                + times_c * weights[c, place]
                + times_d * weights[d, place]
            )
    for index in range(fours, count):
        number = seen[index]
        times = source[number]
        for place in range(len(result)):
            result[place] += times * weights[number, place]


@inlined
def cut(numbers: Array) -> None:
    """Relu: replace what is below 0 by 0."""
    for place in range(len(numbers)):
        if numbers[place] < 0:
            numbers[place] = 0


@inlined
def softmax(numbers: Array, legal: Array) -> None:
    """Replace the numbers of the legal moves by their softmax."""
    largest = -math.inf
    for place in range(len(numbers)):
        if legal[place] > 0:
            largest = max(largest, numbers[place])
    total = 0.0
    for place in range(len(numbers)):
        numbers[place] = math.exp(numbers[place] - largest) if legal[place] > 0 else 0.0
        total += numbers[place]
    for place in range(len(numbers)):
        numbers[place] /= total


# ---- learning ----------------------------------------------------------------------------


class CompiledNet(Net):
    """A network whose first layer is compiled, where there is a compiler: it learns faster."""

    def read(self, bits: Array) -> Array:
        """What the first layer makes of the bits."""
        if not COMPILED:
            return super().read(bits)
        self.check()
        table, bias = self.weights["in"], self.weights["in_bias"]
        check_bits(bits, len(table))
        found = np.zeros((len(bits), len(bias)), table.dtype)
        read(bits, table, bias, np.zeros(len(table), np.int64), found)
        return found

    def trace(self, bits: Array, slope: Array) -> Array:
        """The gradient of the first layer's weights."""
        if not COMPILED:
            return super().trace(bits, slope)
        found = np.zeros_like(self.weights["in"])
        check_bits(bits, len(found))
        check_bits(slope, found.shape[1])
        trace(bits, slope, found)
        return found


@compiled
def read(bits: Array, table: Array, bias: Array, seen: Array, found: Array) -> None:
    """Add up the rows of the table whose bits are 1; `seen` is a scratch array."""
    for row in range(len(bits)):
        layer(bits[row], table, bias, found[row], seen)


@compiled
def trace(bits: Array, slope: Array, found: Array) -> None:
    """Add each position's slope to the rows whose bits are 1."""
    for row in range(len(bits)):
        for place in range(bits.shape[1]):
            times = bits[row, place]
            if times != 0:
                for column in range(slope.shape[1]):
                    found[place, column] += times * slope[row, column]
