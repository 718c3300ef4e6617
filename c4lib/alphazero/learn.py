"""Learning: a network's weights are fitted to its examples, a batch at a time."""

import math
from dataclasses import dataclass

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.net import AdamW, Array, Average, Examples, Losses, Net
from c4lib.alphazero.net_kernel import CompiledNet
from c4lib.alphazero.selfplay import Record
from c4lib.search.common import check_number, check_whole


@dataclass(frozen=True)
class Hyperparameters:
    """How a network learns."""

    width: int = 512
    blocks: int = 1
    narrow: int | None = None  # how many of the `width` numbers each block adds to; None: all
    power: int = 1  # 2 if the first layer's output is squared, 1 if not
    batch: int = 512
    uses: float = 6.0  # how often each example is used, on average, before it is dropped
    window: int = 20  # the most iterations whose examples are kept; at first there are fewer
    rate: float = 3e-3
    last_rate: float = 2e-5
    warm_up: int = 100
    """Over this many steps the learning rate rises to `rate`. Long first steps would leave units
    that never respond again."""
    decay: float = 1e-4
    keep: float = 0.999  # how much of the averaged weights is kept at each step
    value_weight: float = 1.0

    def __post_init__(self) -> None:
        for name in ("width", "blocks", "batch", "window", "warm_up"):
            check_whole(name, getattr(self, name))
        if self.narrow is not None:
            check_whole("narrow", self.narrow)
        if self.power not in (1, 2):
            raise ValueError(f"power is 1 or 2, not {self.power!r}")
        for name in ("uses", "rate", "last_rate", "decay", "value_weight"):
            check_number(name, getattr(self, name), 0)
        check_number("keep", self.keep, 0, 1)

    def iterations(self, iteration: int) -> range:
        """The iterations whose games are learnt from in this one. Early games are soon dropped."""
        size = min(self.window, 3 + iteration // 2)
        return range(max(0, iteration + 1 - size), iteration + 1)

    def steps(self, examples: int) -> int:
        """How many batches to learn from for that many new examples."""
        return math.ceil(self.uses * examples / self.batch)

    def rate_at(self, progress: float) -> float:
        """The learning rate: from `rate` down to `last_rate` along a cosine."""
        share = (1 + math.cos(math.pi * min(1.0, max(0.0, progress)))) / 2
        return self.last_rate + (self.rate - self.last_rate) * share


class Learner:
    """A network that learns, and everything needed to resume its learning."""

    def __init__(self, encoding: Encoding, hyperparameters: Hyperparameters, seed: int = 0) -> None:
        self.encoding, self.hyperparameters = encoding, hyperparameters
        chosen = hyperparameters
        sizes = encoding.inputs, encoding.outputs, chosen.width, chosen.blocks
        self.net = CompiledNet.new(*sizes, seed=seed, narrow=chosen.narrow, power=chosen.power)
        self.optimizer = AdamW(self.net.weights, chosen.decay)
        self.average = Average(self.net.weights, chosen.keep)

    @property
    def averaged(self) -> Net:
        """The network to play with, whose weights are averaged over the last steps."""
        weights = {name: each.copy() for name, each in self.average.weights.items()}
        return Net(weights, self.hyperparameters.power)

    def learn(self, record: Record, steps: int, rate: float, rng: np.random.Generator) -> Losses:
        """Take `steps` steps with examples drawn from the record; return the mean losses."""
        seen, chosen = np.zeros(2), self.hyperparameters
        examples = record.examples(np.arange(1), self.encoding)
        with np.errstate(all="ignore"):  # what comes of an overflow is seen in the end
            for _ in range(steps):
                rows = rng.integers(len(record.value), size=chosen.batch)
                examples = image(record.examples(rows, self.encoding), self.encoding, rng)
                losses, slopes = self.net.gradients(examples, chosen.value_weight)
                warmth = min(1.0, (self.optimizer.steps + 1) / chosen.warm_up)
                self.optimizer.step(self.net.weights, slopes, rate * warmth)
                self.average.add(self.net.weights)
                seen += losses
            answers = self.averaged.predict(examples.bits, examples.legal)
        if not all(np.isfinite(numbers).all() for numbers in (seen, *answers)):
            raise ValueError(
                "learning diverged: the network's answers are no longer numbers. The iterations "
                "before are kept; train again in another folder, with a lower learning rate"
            )
        return Losses(*(seen / max(1, steps)).tolist())

    def arrays(self) -> dict[str, Array]:
        """Its whole state, as named arrays."""
        groups = {
            "net": self.net.weights,
            "mean": self.optimizer.means,
            "square": self.optimizer.squares,
            "average": self.average.weights,
        }
        named = {
            f"{group}.{name}": each
            for group, known in groups.items()
            for name, each in known.items()
        }
        return named | {"steps": np.array(self.optimizer.steps)}

    def restore(self, arrays: dict[str, Array]) -> None:
        """Continue from the `arrays` of another learner."""
        for name, mine in self.arrays().items():
            if name != "steps":
                mine[...] = arrays[name]
        self.optimizer.steps = self.average.steps = int(arrays["steps"])


def image(examples: Examples, encoding: Encoding, rng: np.random.Generator) -> Examples:
    """The examples or one of their mirror images; positions and moves are turned alike."""
    inputs, moves = encoding.symmetries[int(rng.integers(len(encoding.symmetries)))]
    return examples._replace(
        bits=examples.bits.take(inputs, axis=1),
        legal=examples.legal.take(moves, axis=1),
        policy=examples.policy.take(moves, axis=1),
    )
