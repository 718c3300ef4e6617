"""How near to perfect an agent plays, on positions whose every move's score is known.

There are two sets of 1,200, which share no position: one to report figures on, and one to tune
with, since a setting that was chosen on some positions flatters whoever is measured on them. In
each, 1,000 positions are critical: some move gives a win or a draw away. They are the headline;
the others show how well a lost game is defended. They are sorted by

- stage, by the discs on the board: first moves (up to 7), opening (8 to 13), middle (14 to 27),
  end (28 and more)
- difficulty, by the plies left if both play perfectly: easy (up to 14), medium (up to 28), hard

Each stage has 250 critical positions and 50 others, shared evenly among the difficulties that can
occur. They come from seeded games of mixed strength: each side plays at random, carefully, by
alpha-beta or as AlphaZero, and makes some moves by lot. The player to move always has a choice,
but no win at once; no two positions are equal or mirror images. The empty board is left out,
and no game of a training begins in any of them. `python -m c4lib positions` makes them again.

Scores are the solver's, for the player to move: +1 wins with their last disc, +2 with the last
but one, and so on; 0 is a draw; negative scores say the same of the opponent.
"""

import math
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.measure.files import read_table
from c4lib.measure.intervals import Z, mcnemar, wilson
from c4lib.measure.review import sign
from c4lib.measure.runner import evenly
from c4lib.players.agents import name
from c4lib.players.arena import seeded
from c4lib.players.legible import printable
from c4lib.players.progress_bar import progress_bar
from c4lib.players.stop_button import heeding_stop
from c4lib.search.common import check_whole
from c4lib.search.dice import check_seed

SETS = ("reported", "tuning")
STAGES = ("first moves", "opening", "middle", "end")
BEGINNINGS = (0.0, 8 / 42, 14 / 42, 28 / 42)  # how full the board is when each stage begins
DIFFICULTIES = ("easy", "medium", "hard")
FILE = Path(__file__).parent.parent / "data" / "positions.csv"
COMMAND = "python -m c4lib positions"


# ---- a position, and what is known of it ---------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A state, and the score of every column that can be played, for the player to move."""

    state: Connect4
    scores: dict[int, int]

    def __post_init__(self) -> None:
        if not self.scores or sorted(self.scores) != self.state.moves():
            raise ValueError(
                f"a position has the score of every column that can be played, not {self.scores} "
                f"in {self.state!r}; make it as Position(state, c4lib.fast.analyze(state))"
            )

    @property
    def best(self) -> int:
        """The score of perfect play."""
        return max(self.scores.values())

    @property
    def critical(self) -> bool:
        """Whether some move gives a win or a draw away."""
        return any(sign(score) < sign(self.best) for score in self.scores.values())

    @property
    def stage(self) -> str:
        """How far the game has come, by the share of the board that is filled: one of `STAGES`."""
        filled = self.state.ply / (self.state.ply + self.state.free)
        return STAGES[bisect(BEGINNINGS, filled) - 1]

    @property
    def difficulty(self) -> str:
        """How many thirds of the board perfect play still fills: "easy", "medium" or "hard"."""
        from c4lib.fast.solver import plies_left  # only here, for it loads the compiler

        return difficulty_of(self.state, plies_left(self.best, self.state.free))


def difficulty_of(state: Connect4, plies: int) -> str:
    """The difficulty of a position with this many plies left."""
    return DIFFICULTIES[(3 * plies - 1) // (state.ply + state.free)]


def positions(
    stage: str | None = None,
    difficulty: str | None = None,
    count: int | None = None,
    seed: int = 0,
    tuning: bool = False,
) -> list[Position]:
    """The shipped positions: all, or those of a stage or difficulty, or `count` drawn from them.

    The same seed draws the same positions, for slow agents: `positions("opening", count=50)`.
    With `tuning` they are those to choose settings with, which no figure is reported on.
    """
    if not isinstance(tuning, bool):
        raise ValueError(f"tuning is True or False, not {tuning!r}")
    for what, known in ((stage, STAGES), (difficulty, DIFFICULTIES)):
        if what is not None and what not in known:
            raise ValueError(f"there are {', '.join(known)} positions, but none called {what!r}")
    chosen = [
        position
        for position in _shipped(tuning)
        if stage in (None, position.stage) and difficulty in (None, position.difficulty)
    ]
    check_seed(seed)
    if count is None:
        return chosen
    check_whole("count", count)
    if count > len(chosen):
        raise ValueError(f"there are only {len(chosen)} such positions, not {count}")
    drawn = np.random.default_rng(seed).choice(len(chosen), count, replace=False)
    return [chosen[number] for number in sorted(drawn)]


@cache
def spread(tuning: bool = False) -> list[Position]:
    """The shipped positions, those of each kind spread evenly over the list.

    So any number of the first ones is a fair mixture.
    """
    kinds: dict[object, list[Position]] = defaultdict(list)
    for position in _shipped(tuning):
        kinds[position.stage, position.difficulty, position.critical].append(position)
    return evenly(kinds.values())


# ---- judging an agent ----------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A figure, its 95 % confidence interval, and the number of positions behind it."""

    value: float
    low: float
    high: float
    count: int


def share(hits: Sequence[bool]) -> Estimate:
    """The share of hits, with Wilson's interval; not a number where there is nothing to count."""
    n = len(hits)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    value = sum(hits) / n
    low, high = wilson(value, n)
    return Estimate(value, float(low), float(high), n)


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean of numbers from 0 up, with the normal interval: 1.96 standard errors each way.

    The interval is cut off at 0, and that of a single number is not a number.
    """
    n = len(numbers)
    middle = sum(numbers) / n if n else math.nan
    reach = Z * float(np.std(numbers, ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    low = 0.0 if reach > middle else middle - reach
    return Estimate(middle, low, middle + reach, n)


@dataclass(frozen=True)
class Answer:
    """The move that an agent chose in a position; an illegal one counts as the worst there is."""

    position: Position
    move: int

    @property
    def loss(self) -> int:
        """How many points of score the move falls short of perfect play."""
        scores = self.position.scores
        return self.position.best - scores.get(self.move, min(scores.values()))

    @property
    def keeps(self) -> bool:
        """Whether a won game stays won, and a drawn one at least drawn."""
        scores = self.position.scores
        return self.move in scores and sign(scores[self.move]) == sign(self.position.best)


@dataclass(frozen=True, repr=False)
class Accuracy:
    """How an agent answered, measured against perfect play; `print` it to see a table."""

    agent: str
    answers: tuple[Answer, ...]

    @property
    def kept_when_critical(self) -> Estimate:
        """How often the move keeps the game's value where some move does not: the headline."""
        return share([answer.keeps for answer in self.answers if answer.position.critical])

    @property
    def kept(self) -> Estimate:
        """The same in all positions, those included in which every move keeps it."""
        return share([answer.keeps for answer in self.answers])

    @property
    def best(self) -> Estimate:
        """How often no move has a better score: the fastest win, a draw, the longest defence."""
        return share([answer.loss == 0 for answer in self.answers])

    @property
    def loss(self) -> Estimate:
        """How many points of score a move loses on average."""
        return mean([answer.loss for answer in self.answers])

    @property
    def by_stage(self) -> dict[str, "Accuracy"]:
        """The same for each stage of the game that occurs."""
        return self._by("stage", STAGES)

    @property
    def by_difficulty(self) -> dict[str, "Accuracy"]:
        """The same for each difficulty that occurs."""
        return self._by("difficulty", DIFFICULTIES)

    def _by(self, what: str, names: Iterable[str]) -> dict[str, "Accuracy"]:
        groups: dict[str, list[Answer]] = {name: [] for name in names}
        for answer in self.answers:
            groups[getattr(answer.position, what)].append(answer)
        return {name: Accuracy(self.agent, tuple(group)) for name, group in groups.items() if group}

    @property
    def failures(self) -> list[tuple[Connect4, int, dict[int, int]]]:
        """Where a win or a draw was given away: the state, the move, and every column's score."""
        return [
            (answer.position.state, answer.move, answer.position.scores)
            for answer in self.answers
            if not answer.keeps
        ]

    def __repr__(self) -> str:
        headline = self.kept_when_critical
        return (
            f"<Accuracy of {self.agent}: {headline.value:.1%} of {headline.count} critical "
            f"positions kept, {self.loss.value:.2f} points lost a move>"
        )

    def __str__(self) -> str:
        """All measures in a table: overall, by stage and by difficulty."""
        heads = ("critical", "kept, %", "all", "kept, %", "best score, %", "points lost")
        widths = (8, 19, 5, 19, 19, 18)
        lines = [
            f"{self.agent}, with 95 % confidence intervals",
            f"{'':12}" + "".join(f"{head:>{n}}" for head, n in zip(heads, widths, strict=True)),
        ]
        for label, part in {"all": self, **self.by_stage, **self.by_difficulty}.items():
            headline, kept, best = (
                _cell(share, 1, 100) for share in (part.kept_when_critical, part.kept, part.best)
            )
            counts = part.kept_when_critical.count, len(part.answers)
            cells = (counts[0], headline, counts[1], kept, best, _cell(part.loss, 2))
            row = (f" {cell:>{n - 1}}" for cell, n in zip(cells, widths, strict=True))
            lines.append(f"{label:12}" + "".join(row))
        return printable("\n".join(lines))


def _cell(figure: Estimate, digits: int, scale: int = 1) -> str:
    """A figure and its interval, as far as they are known."""
    numbers = [scale * number for number in (figure.value, figure.low, figure.high)]
    value, low, high = ("?" if math.isnan(n) else f"{n:.{digits}f}" for n in numbers)
    return f"{value} ({low}–{high})"


def accuracy(
    agent: Agent,
    positions: Iterable[Position] | None = None,
    seed: int = 0,
    progress: bool = True,
) -> Accuracy:
    """Ask the agent for a move in each position (all that are shipped, or yours) and judge it.

    An agent with dice is seeded with `seed`. A progress bar is shown in a terminal or an
    interactive notebook, and removed at the end. A notebook that is run by a command, to be
    stored or tested, shows none, so that its outputs are always the same.
    """
    if not callable(agent):
        raise ValueError(f"an agent is a function from a state to a move, not {agent!r}")
    given = _shipped(False) if positions is None else positions
    chosen: list[Any] = list(given) if isinstance(given, Iterable) else [given]
    other = next((item for item in chosen if not isinstance(item, Position)), None)
    if not chosen or other is not None:
        came = f", not {other!r}" if chosen else ""
        raise ValueError(
            f"give one or more positions, such as c4lib.accuracy.positions(count=50){came}; of a "
            "state you make one by Position(state, c4lib.fast.analyze(state))"
        )
    check_seed(seed)
    player = seeded(agent, seed)
    if not progress:  # nor is a bar made: in a worker it would leave a semaphore behind
        return Accuracy(name(agent), tuple(_ask(player, position) for position in chosen))
    with heeding_stop(), progress_bar(iterable=chosen, desc=name(agent), unit="move") as bar:
        return Accuracy(name(agent), tuple(_ask(player, position) for position in bar))


class Comparison(NamedTuple):
    """Two players in the same critical positions: where only one of them kept the value."""

    only_one: int
    only_other: int
    p: float  # how likely such a difference is between equals: McNemar's test


def compare(one: Accuracy, other: Accuracy) -> Comparison:
    """Set two players beside each other that answered in the same positions."""
    if not isinstance(one, Accuracy) or not isinstance(other, Accuracy):
        raise ValueError("compare two results of accuracy(player), on the same positions")
    if [answer.position for answer in one.answers] != [a.position for a in other.answers]:
        raise ValueError(f"{one.agent} and {other.agent} were not asked about the same positions")
    pairs = [
        (mine.keeps, theirs.keeps)
        for mine, theirs in zip(one.answers, other.answers, strict=True)
        if mine.position.critical
    ]
    only_one, only_other = pairs.count((True, False)), pairs.count((False, True))
    return Comparison(only_one, only_other, mcnemar(only_one, only_other))


def _ask(agent: Agent, position: Position) -> Answer:
    state = position.state
    try:
        move = agent(state)
    except Exception as error:
        raise ValueError(
            f"{name(agent)} failed in {state!r}: {type(error).__name__}: {error}"
        ) from error
    try:
        state.play(move)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name(agent)} answered {move!r} in {state!r}: {error}") from error
    return Answer(position, int(move))


# ---- the file of positions -----------------------------------------------------------------


@cache
def _shipped(tuning: bool) -> tuple[Position, ...]:
    return read(FILE)[SETS[tuning]]


def read(path: Path) -> dict[str, tuple[Position, ...]]:
    """The positions of each set in a file, which must be just as it was written."""
    rows = read_table(path, "the file of positions", COMMAND)[1:]
    return {
        each: tuple(position_of(moves, scores) for _, name, moves, *scores in rows if name == each)
        for each in SETS
    }


def position_of(moves: str, scores: Iterable[str | int]) -> Position:
    """A row of the file: moves, and a score for each column; "" where it cannot be played."""
    known = {column: int(score) for column, score in enumerate(scores) if score != ""}
    return Position(Connect4.from_moves(moves), known)
