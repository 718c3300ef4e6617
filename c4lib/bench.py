"""How fast the parts are, told as ratios so that every machine prints much the same.

All timings that a ratio compares are taken in turns within one run, and of each the
best counts: what else the machine does can only make a timing longer.
"""

import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from c4lib.connect4 import Connect4


@dataclass(frozen=True)
class Figure:
    """One measured ratio beside the most it may be."""

    what: str
    ratio: float
    unit: str
    target: float

    @property
    def met(self) -> bool:
        """Whether the ratio is within its target."""
        return self.ratio <= self.target

    def __str__(self) -> str:
        target = f"target: at most {self.target:g}, {'met' if self.met else 'NOT met'}"
        return f"{self.what}: {self.ratio:.2f} {self.unit} ({target})"


def game() -> Iterator[Figure]:
    """What a move, the question whether the game is over, and `import c4lib` cost."""
    state = Connect4.from_moves("4453433455232266612")  # nobody wins with the next disc either
    scope = {"state": state, "nothing": lambda: None}
    call, play, play_and_ask = best(
        [
            timeit.Timer(code, globals=scope).timeit
            for code in ("nothing()", "state.play(4)", "state.play(4).is_over")
        ],
        number=20_000,
        repeats=15,
    )
    yield Figure("state.play(column)", play / call, "empty function calls", 40)
    # A state remembers the answer, so each is asked only once, and making it is taken off.
    ask = play_and_ask - play
    yield Figure("first state.is_over", ask / call, "empty function calls", 40)
    ours, numpy = best([_fresh("import c4lib"), _fresh("import numpy")], number=1, repeats=7)
    yield Figure('python -c "import c4lib"', ours / numpy, 'times python -c "import numpy"', 1.5)


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {"game": game}
"""What `python -m c4lib bench` can measure."""


def best(timers: Sequence[Callable[[int], float]], number: int, repeats: int) -> tuple[float, ...]:
    """Each timer's shortest time for `number` runs, the timers taking turns."""
    rounds = [[timer(number) for timer in timers] for _ in range(repeats)]
    return tuple(min(times) for times in zip(*rounds, strict=True))


def _fresh(code: str) -> Callable[[int], float]:
    """A timer that runs `code` in new interpreters."""
    root = Path(__file__).parent.parent

    def timer(number: int) -> float:
        start = time.perf_counter()
        for _ in range(number):
            subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
        return time.perf_counter() - start

    return timer
