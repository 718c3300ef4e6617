"""The network's answer, compiled: the twin of `Net.predict`, for playing.

NumPy's multiplication is made for large tables, may use several threads, and adds in an order
that differs from machine to machine. Here positions are taken one by one, and what is 0 is left
out: most bits are, and about half of what is cut off below 0. That is quicker for a few
positions, and always adds in the same order, so that the same search gives the same tree
everywhere.
"""

import math

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.lockstep import Judge
from c4lib.alphazero.net import Array, Net
from c4lib.fast.compiler import COMPILED, compiled, inlined


def judge_of(net: Net) -> Judge:
    """What `net.predict` says, compiled where there is a compiler."""
    if not COMPILED:
        return net.predict
    weights = {name: np.ascontiguousarray(each, np.float32) for name, each in net.weights.items()}
    blocks = [weights[f"block{block}"] for block in range(net.blocks)]
    widest = np.zeros((len(blocks), *blocks[0].shape), np.float32)
    for each, room in zip(blocks, widest, strict=True):
        room[: len(each)] = each
    tables = (
        *(weights[name] for name in ("in", "in_bias")),
        widest,
        np.array([len(each) for each in blocks]),
        np.stack([weights[f"block{block}_bias"] for block in range(net.blocks)]),
        *(weights[name] for name in ("policy", "policy_bias", "value", "value_bias")),
        *(weights[name] for name in ("out", "out_bias")),
    )
    hidden = np.zeros(len(weights["in_bias"]), np.float32)
    change = np.zeros(len(weights["block0_bias"]), np.float32)
    seen = np.zeros(max(weights["in"].shape), np.int64)
    judged = np.zeros(len(weights["value_bias"]), np.float32)

    def judge(bits: Array, legal: Array) -> tuple[Array, Array]:
        policies, values = np.zeros_like(legal), np.zeros(len(bits), np.float32)
        rest = [*tables, hidden, change, judged, seen, policies, values]
        answer(bits, legal, net.power, *rest)
        return policies, values

    return judge


def judge_by_images(net: Net, encoding: Encoding, heat: float = 1.0) -> Judge:
    """What the network says of a position and of its images, on average: surer than any of them.

    A game is worth the same in the mirror, and the network does not quite know that. With `heat`
    above 1 the policy is less sure of itself: shares become equal as it grows.
    """
    judge, images = judge_of(net), encoding.symmetries

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
    """Write each position's policy and value; `hidden` to `seen` are for notes.

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
    """What comes in, multiplied by the weights, and the bias.

    First it is noted in `seen` which numbers are not 0. These are taken four at a time, which is
    twice as quick as one by one: the results are then fetched and put back a quarter as often.
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
    """What is below 0 becomes 0."""
    for place in range(len(numbers)):
        if numbers[place] < 0:
            numbers[place] = 0


@inlined
def softmax(numbers: Array, legal: Array) -> None:
    """Shares of the legal moves, in place of their numbers."""
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
