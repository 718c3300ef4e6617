"""Learning: a network's weights follow its examples, a batch at a time."""

import math
from dataclasses import dataclass

import numpy as np

from c4lib.alphazero.encode import Encoding
from c4lib.alphazero.net import AdamW, Array, Average, Examples, Losses, Net
from c4lib.alphazero.quick import QuickNet
from c4lib.alphazero.selfplay import Record, check_number
from c4lib.search.common import check_whole


@dataclass(frozen=True)
class Lessons:
    """How a network learns."""

    width: int = 512
    blocks: int = 1
    narrow: int | None = None
    """To how many of the `width` numbers each block adds; None: to all."""
    power: int = 1
    """Whether what the first layer finds is squared: 2, or not: 1."""
    batch: int = 512
    uses: float = 6.0
    """How often each example is looked at, on average, before it is forgotten."""
    window: int = 20
    """From how many iterations examples are kept at the most; at first it is fewer."""
    rate: float = 3e-3
    last_rate: float = 2e-5
    warm_up: int = 100
    """After how many steps they are as long as that: long first steps leave units that never
    answer again."""
    decay: float = 1e-4
    keep: float = 0.999
    """How much of the averaged weights stays at each step."""
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
        """From which iterations to learn, in this one. Early games are soon forgotten."""
        size = min(self.window, 3 + iteration // 2)
        return range(max(0, iteration + 1 - size), iteration + 1)

    def rate_at(self, progress: float) -> float:
        """How long a step is: from `rate` down to `last_rate` along a cosine."""
        share = (1 + math.cos(math.pi * min(1.0, max(0.0, progress)))) / 2
        return self.last_rate + (self.rate - self.last_rate) * share


class Learner:
    """A network that learns, and all that it must remember to go on."""

    def __init__(self, encoding: Encoding, lessons: Lessons, seed: int = 0) -> None:
        self.encoding, self.lessons = encoding, lessons
        sizes = encoding.inputs, encoding.outputs, lessons.width, lessons.blocks
        self.net = QuickNet.new(*sizes, seed=seed, narrow=lessons.narrow, power=lessons.power)
        self.optimizer = AdamW(self.net.weights, lessons.decay)
        self.average = Average(self.net.weights, lessons.keep)

    @property
    def averaged(self) -> Net:
        """The network to play with."""
        weights = {name: each.copy() for name, each in self.average.weights.items()}
        return Net(weights, self.lessons.power)

    def learn(self, record: Record, steps: int, rate: float, rng: np.random.Generator) -> Losses:
        """So many steps with examples drawn from the record; the mean losses."""
        seen = np.zeros(2)
        for _ in range(steps):
            rows = rng.integers(len(record.value), size=self.lessons.batch)
            examples = image(record.examples(rows, self.encoding), self.encoding, rng)
            losses, slopes = self.net.gradients(examples, self.lessons.value_weight)
            warmth = min(1.0, (self.optimizer.steps + 1) / self.lessons.warm_up)
            self.optimizer.step(self.net.weights, slopes, rate * warmth)
            self.average.add(self.net.weights)
            seen += losses
        return Losses(*(seen / max(1, steps)).tolist())

    def arrays(self) -> dict[str, Array]:
        """All that it remembers, as named arrays."""
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
        """Go on from what another one remembered."""
        for name, mine in self.arrays().items():
            if name != "steps":
                mine[...] = arrays[name]
        self.optimizer.steps = self.average.steps = int(arrays["steps"])


def image(examples: Examples, encoding: Encoding, rng: np.random.Generator) -> Examples:
    """The examples or one of their mirror images: position and moves are turned alike."""
    inputs, moves = encoding.symmetries[int(rng.integers(len(encoding.symmetries)))]
    return examples._replace(
        bits=examples.bits.take(inputs, axis=1),
        legal=examples.legal.take(moves, axis=1),
        policy=examples.policy.take(moves, axis=1),
    )
