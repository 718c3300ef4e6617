"""The network of lesson 06, in nothing but NumPy: from a board to a policy and a value.

A layer multiplies by a table of weights and adds a bias. A first one reads the bits, residual
blocks add to what is there (to the first numbers of it, if they are narrow), and two heads answer:
the policy gives each move a number, whose softmax is how likely the move is to be good, and the
value says, from -1 to 1, how the game will end for the player to move.

    h = relu(x W + b) ** power                1, or 2: squares tell more of two bits at once
    h[:narrow] += relu(h W0 + b0)             the first block reads all there is,
    h[:narrow] += relu(h[:narrow] W1 + b1)    the others what they add to
    policy = h Wp + bp                        softmax over the legal moves
    value  = tanh(relu(h Wv + bv) Wu + bu)

`gradients` goes the same way back. Rows are positions: all work is done for many at a time.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from c4lib.connect4 import Board
from c4lib.search.common import check_whole

Array = np.ndarray[Any, Any]
Weights = dict[str, Array]
Shape = tuple[int, ...]
Judge = Callable[[Array, Array], tuple[Array, Array]]
"""From bits and legal moves, a row for each position, to policies and values: `Net.predict`."""

VALUE_WIDTH = 64  # the width of the value head
GAINS = {"in": 1.0, "value": 1.0, "policy": 0.1, "out": 0.1}  # of the random weights; blocks: 0.5
ILLEGAL = -1e9  # replaces the policy's number for an illegal move, so that its softmax is 0


class Examples(NamedTuple):
    """Training examples, a row for each position, all for the player to move."""

    bits: Array
    legal: Array  # 1 for a legal move, 0 for another
    policy: Array  # how likely each move should be: the search's visits, as shares
    value: Array  # how the game should be judged, from -1 to 1


class Losses(NamedTuple):
    """How far a network is from its examples, on average."""

    policy: float  # the cross entropy of the policy
    value: float  # the squared error of the value


def layout(
    inputs: int, outputs: int, width: int, blocks: int, narrow: int
) -> dict[str, tuple[int, int]]:
    """How many numbers each layer reads, and how many it makes."""
    rest = {f"block{number}": (narrow if number else width, narrow) for number in range(blocks)}
    heads = {"policy": (width, outputs), "value": (width, VALUE_WIDTH), "out": (VALUE_WIDTH, 1)}
    return {"in": (inputs, width)} | rest | heads


class Forward(NamedTuple):
    """What a network made of some positions."""

    logits: Array  # a number for each move, legal or not
    values: Array
    steps: dict[str, Array]  # intermediate results, which `backward` needs again


class Network(ABC):
    """What every network does: it judges positions, and says how each weight should change."""

    kind: ClassVar[str]
    """Its name in files and on the command line."""
    is_symmetric: ClassVar[bool] = False
    """Whether its judgement of a position and of the mirror image agree by themselves."""
    weights: Weights

    @property
    @abstractmethod
    def inputs(self) -> int:
        """How many bits it reads."""

    @property
    @abstractmethod
    def outputs(self) -> int:
        """How many moves its policy is about."""

    @property
    @abstractmethod
    def multiplications(self) -> int:
        """How many multiplications one position takes at most; what is 0 can be left out."""

    @abstractmethod
    def forward(self, bits: Array) -> Forward:
        """Judge positions, a row of bits for each."""

    @abstractmethod
    def backward(self, steps: dict[str, Array], logits: Array, values: Array) -> Weights:
        """The slope of each weight, from the slopes of the logits and of the values."""

    @abstractmethod
    def check(self) -> None:
        """Raise ValueError unless the weights fit together: compiled code relies on it."""

    @abstractmethod
    def with_weights(self, weights: Weights) -> "Network":
        """A network of the same shape, with other weights."""

    def judge(self) -> Judge:
        """`predict`, compiled where there is a compiler."""
        return self.predict

    @property
    def size(self) -> int:
        """How many weights it has."""
        return sum(each.size for each in self.weights.values())

    def predict(self, bits: Array, legal: Array) -> tuple[Array, Array]:
        """Each position's policy, which is 0 for illegal moves and sums to 1, and its value."""
        judged = self.forward(bits)
        return softmax(judged.logits, legal), judged.values

    def gradients(self, examples: Examples, value_weight: float = 1.0) -> tuple[Losses, Weights]:
        """How far it is from the examples, and the gradient of each weight.

        The loss is the policy's cross entropy plus `value_weight` times the value's squared
        error; a gradient says how the loss changes with a weight.
        """
        judged, rows = self.forward(examples.bits), len(examples.bits)
        policy = softmax(judged.logits, examples.legal)
        error = judged.values - examples.value
        likely = np.log(np.maximum(policy, 1e-12))
        losses = Losses(float(-(examples.policy * likely).sum() / rows), float((error**2).mean()))
        # The slope of the cross entropy of a softmax is the difference of the two.
        wrong = (policy - examples.policy) / rows, 2 * value_weight / rows * error
        return losses, self.backward(judged.steps, *wrong)


class BoardNetwork(Network):
    """A network that knows the shape of its board, and sees the discs alone."""

    def __init__(self, weights: Weights, board: Board) -> None:
        self.weights, self.board = weights, board

    def with_weights(self, weights: Weights) -> Self:
        """A network of the same shape, with other weights."""
        return type(self)(weights, self.board)

    @property
    def inputs(self) -> int:
        """How many bits it reads."""
        return 2 * self.board.width * self.board.height

    @property
    def outputs(self) -> int:
        """How many moves its policy is about."""
        return self.board.width


def with_biases(tables: Mapping[str, Shape], bare: Container[str] = ()) -> dict[str, Shape]:
    """The shapes of tables of weights, and of the biases of those that are not `bare`."""
    biases = {
        f"{name}_bias": (*shape[:-2], shape[-1])
        for name, shape in tables.items()
        if name not in bare
    }
    return {**tables, **biases}


def check_shapes(shapes: Mapping[str, Shape], expected: Mapping[str, Shape]) -> None:
    """Raise ValueError unless the weights are those expected, and none is empty."""
    if shapes.keys() != expected.keys():
        names = ", ".join(sorted(shapes.keys() ^ expected.keys()))
        raise ValueError(f"a network has {', '.join(expected)}; there is a mistake in {names}")
    for name, shape in expected.items():
        if shapes[name] != shape or 0 in shape:
            raise ValueError(f"{name} has the shape {shapes[name]} and not {shape}")


class Net(Network):
    """The network that is described above, with some weights."""

    kind = "layers"

    def __init__(self, weights: Weights, power: int = 1) -> None:
        if power not in (1, 2):
            raise ValueError(f"power is 1 or 2, not {power!r}")
        self.weights, self.power = weights, power

    @classmethod
    def new(
        cls,
        inputs: int,
        outputs: int,
        width: int = 512,
        blocks: int = 1,
        seed: int = 0,
        narrow: int | None = None,
        power: int = 1,
    ) -> "Net":
        """An untrained network: random weights (He initialisation), heads that are nearly silent.

        The first layer has `width` outputs; a block adds to `narrow` of them (by default, and at
        most, to all). Later blocks also read only these.
        """
        narrow = width if narrow is None else narrow
        sizes = {"inputs": inputs, "outputs": outputs, "width": width, "blocks": blocks}
        for name, size in (sizes | {"narrow": narrow}).items():
            check_whole(name, size)
        narrow = min(narrow, width)
        rng = np.random.default_rng(seed)

        weights: Weights = {}

        for name, (rows, columns) in layout(inputs, outputs, width, blocks, narrow).items():
            scale = GAINS.get(name, 0.5) * np.sqrt(2 / rows)
            weights[name] = rng.normal(scale=scale, size=(rows, columns)).astype(np.float32)
            weights[f"{name}_bias"] = np.zeros(columns, np.float32)
        return cls(weights, power)

    def check(self) -> None:
        """Raise ValueError unless the weights fit together: compiled code relies on it."""
        shapes = {name: each.shape for name, each in self.weights.items()}
        inputs, *_ = shapes.get("in") or (0,)
        width, narrow, outputs = (
            sum(shapes.get(f"{name}_bias", ())) for name in ("in", "block0", "policy")
        )
        tables = layout(inputs, outputs, width, max(self.blocks, 1), min(narrow, width))
        check_shapes(shapes, with_biases(tables))

    @property
    def blocks(self) -> int:
        """How many residual blocks it has."""
        return sum(f"block{number}" in self.weights for number in range(len(self.weights)))

    @property
    def inputs(self) -> int:
        """How many bits it reads."""
        return len(self.weights["in"])

    @property
    def outputs(self) -> int:
        """How many moves its policy is about."""
        return len(self.weights["policy_bias"])

    @property
    def multiplications(self) -> int:
        """One for each weight, as biases are only added; and one for each square."""
        squares = len(self.weights["in_bias"]) if self.power == 2 else 0
        return squares + sum(each.size for each in self.weights.values() if each.ndim > 1)

    def with_weights(self, weights: Weights) -> "Net":
        """A network of the same shape, with other weights."""
        return Net(weights, self.power)

    def forward(self, bits: Array) -> Forward:
        """Judge positions, a row of bits for each."""
        weights = self.weights

        def layer(name: str, source: Array) -> Array:
            product = source @ weights[name]
            product += weights[f"{name}_bias"]
            return product

        read = relu(self.read(bits))
        hidden = read if self.power == 1 else read**2
        steps = {"bits": bits, "read": read, "h": hidden}
        for block in range(self.blocks):
            seen = hidden[:, : len(weights[f"block{block}"])]
            change = steps[f"change{block}"] = relu(layer(f"block{block}", seen))
            hidden = steps[f"h{block}"] = hidden.copy()
            hidden[:, : change.shape[1]] += change
        steps["last"] = hidden
        steps["judged"] = relu(layer("value", hidden))
        steps["answer"] = np.tanh(layer("out", steps["judged"]))[:, 0]
        return Forward(layer("policy", hidden), steps["answer"], steps)

    def backward(self, steps: dict[str, Array], logits: Array, values: Array) -> Weights:
        """The slope of each weight, from the slopes of the logits and of the values."""
        weights = self.weights
        slopes: Weights = {}

        def back(name: str, source: Array, slope: Array) -> Array:
            """Record a layer's gradients; return the slope of its input."""
            slopes[name], slopes[f"{name}_bias"] = source.T @ slope, slope.sum(axis=0)
            return slope @ weights[name].T

        out = (values * (1 - steps["answer"] ** 2))[:, None]  # the slope of tanh is 1 - tanh²
        judged = back("out", steps["judged"], out) * (steps["judged"] > 0)
        hidden = back("value", steps["last"], judged)
        hidden += back("policy", steps["last"], logits)
        for block in reversed(range(self.blocks)):
            name, change = f"block{block}", steps[f"change{block}"]
            before = steps[f"h{block - 1}"] if block else steps["h"]
            read = len(weights[name])
            slope = hidden[:, : change.shape[1]] * (change > 0)
            hidden[:, :read] += back(name, before[:, :read], slope)
        hidden *= steps["read"] > 0 if self.power == 1 else 2 * steps["read"]
        slopes["in"], slopes["in_bias"] = self.trace(steps["bits"], hidden), hidden.sum(axis=0)
        return slopes

    def read(self, bits: Array) -> Array:
        """The first layer's output, before relu."""
        return bits @ self.weights["in"] + self.weights["in_bias"]

    def trace(self, bits: Array, slope: Array) -> Array:
        """The gradient of the first layer's weights."""
        return bits.T @ slope


def relu(numbers: Array) -> Array:
    """Replace what is below 0 by 0, in place."""
    return np.maximum(numbers, 0, out=numbers)


def softmax(logits: Array, legal: Array) -> Array:
    """Shares that sum to 1 in each row, 0 where a move is illegal, larger for larger numbers."""
    masked = np.where(legal > 0, logits, ILLEGAL)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


class AdamW:
    """Moves weights a little at a time against their gradients (Loshchilov and Hutter).

    Each weight's step is its mean gradient divided by its typical size; and all weights but the
    biases shrink a little at every step.
    """

    def __init__(
        self, weights: Weights, decay: float = 1e-4, betas: tuple[float, float] = (0.9, 0.999)
    ) -> None:
        self.decay, self.betas, self.steps = decay, betas, 0
        self.means = {name: np.zeros_like(each) for name, each in weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in weights.items()}

    def step(self, weights: Weights, slopes: Mapping[str, Array], rate: float) -> None:
        """Take one step; the weights are changed in place."""
        self.steps += 1
        short, long = self.betas
        unbiased = rate * np.sqrt(1 - long**self.steps) / (1 - short**self.steps)
        for name, slope in slopes.items():
            mean, square = self.means[name], self.squares[name]
            mean *= short
            mean += (1 - short) * slope
            square *= long
            square += (1 - long) * slope**2
            if not name.endswith("_bias"):
                weights[name] *= 1 - rate * self.decay
            weights[name] -= unbiased * mean / (np.sqrt(square) + 1e-8)


class Average:
    """The weights averaged over the last steps: they play better than those of the last step alone.

    At first it averages over few steps, so that the random weights are soon forgotten.
    """

    def __init__(self, weights: Weights, keep: float = 0.999) -> None:
        self.keep, self.steps = keep, 0
        self.weights = {name: each.copy() for name, each in weights.items()}

    def add(self, weights: Weights) -> None:
        """Include the weights after another step."""
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 9))
        for name, each in self.weights.items():
            each *= keep
            each += (1 - keep) * weights[name]
