"""How near to perfect an agent plays, on 1,200 positions whose every move's score is known.

The positions come from seeded games. One move in three is drawn at random; the others win or
block where one disc does it. They are sorted by thirds of the board (of 42 squares, 14 each):

- stage, by the discs on the board: opening (8 to 13), middle (14 to 27), end (28 and more)
- difficulty, by the plies left if both play perfectly: easy (up to 14), medium (up to 28), hard

Six pairs of these can occur. Each has 200 positions, of which 150 are critical: some move
gives a win or a draw away. The player to move always has a choice, but no win at once; no two
positions are equal or mirror images. `python -m c4lib.accuracy` makes them again.

Scores are the solver's, for the player to move: +1 wins with their last disc, +2 with the last
but one, and so on; 0 is a draw; negative scores say the same of the opponent.
"""

import hashlib
import itertools
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np

from c4lib.agents import OnePly, Random, name
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.search.flat import interval

if TYPE_CHECKING:
    from c4lib.fast import Solver

STAGES = ("opening", "middle", "end")
DIFFICULTIES = ("easy", "medium", "hard")
FILE = Path(__file__).parent / "data" / "positions.csv"


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
        return any(_sign(score) < _sign(self.best) for score in self.scores.values())

    @property
    def stage(self) -> str:
        """Which third of the board is being filled: "opening", "middle" or "end"."""
        return STAGES[3 * self.state.ply // _squares(self.state)]

    @property
    def difficulty(self) -> str:
        """How many thirds of the board perfect play still fills: "easy", "medium" or "hard"."""
        from c4lib.fast.solver import plies_left  # only here, for it loads the compiler

        squares = _squares(self.state)
        return _difficulty(plies_left(self.best, squares - self.state.ply), squares)


def _difficulty(plies: int, squares: int) -> str:
    """What to call it that so many plies are left on a board of so many squares."""
    return DIFFICULTIES[(3 * plies - 1) // squares]


def _sign(score: int) -> int:
    """A score as the value of the game: +1 won, 0 drawn, -1 lost."""
    return (score > 0) - (score < 0)


def _squares(state: Connect4) -> int:
    return state.width * state.height


def positions(
    stage: str | None = None,
    difficulty: str | None = None,
    count: int | None = None,
    seed: int = 0,
) -> list[Position]:
    """The shipped positions: all, or those of a stage or difficulty, or `count` drawn from them.

    The same seed draws the same positions, for slow agents: `positions("opening", count=50)`.
    """
    for what, known in ((stage, STAGES), (difficulty, DIFFICULTIES)):
        if what is not None and what not in known:
            raise ValueError(f"there are {', '.join(known)} positions, but none called {what!r}")
    chosen = [
        position
        for position in _shipped()
        if stage in (None, position.stage) and difficulty in (None, position.difficulty)
    ]
    _check_seed(seed)
    if count is None:
        return chosen
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(chosen):
        raise ValueError(f"count is a whole number from 1 to {len(chosen)} here, not {count!r}")
    drawn = np.random.default_rng(seed).choice(len(chosen), count, replace=False)
    return [chosen[number] for number in sorted(drawn)]


def _check_seed(seed: int) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")


# ---- judging an agent ----------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A figure, its 95 % confidence interval, and from how many positions it comes."""

    value: float
    low: float
    high: float
    count: int


def share(hits: Sequence[bool]) -> Estimate:
    """How often something was so, with Wilson's interval; not a number where nothing was seen."""
    n = len(hits)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    value = sum(hits) / n
    low, high = interval(value, n)
    # At 0 and at 1 rounding may leave the value just outside.
    return Estimate(value, min(value, float(low)), max(value, float(high)), n)


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean of numbers from 0 up, with the normal interval: 1.96 standard errors each way.

    The interval is cut off at 0, and that of a single number is not a number.
    """
    n = len(numbers)
    middle = sum(numbers) / n if n else math.nan
    reach = 1.96 * float(np.std(numbers, ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    low = 0.0 if reach > middle else middle - reach
    return Estimate(middle, low, middle + reach, n)


@dataclass(frozen=True)
class Answer:
    """The move that an agent chose in a position."""

    position: Position
    move: int

    @property
    def loss(self) -> int:
        """How many points of score the move falls short of perfect play."""
        return self.position.best - self.position.scores[self.move]

    @property
    def keeps(self) -> bool:
        """Whether a won game stays won, and a drawn one at least drawn."""
        return _sign(self.position.scores[self.move]) == _sign(self.position.best)


@dataclass(frozen=True, repr=False)
class Accuracy:
    """How an agent answered, measured against perfect play; `print` it to see a table."""

    agent: str
    answers: tuple[Answer, ...]

    @property
    def kept(self) -> Estimate:
        """How often the move keeps the game's value: won, drawn or lost."""
        return share([answer.keeps for answer in self.answers])

    @property
    def kept_when_critical(self) -> Estimate:
        """The same among the positions where some move does not."""
        return share([answer.keeps for answer in self.answers if answer.position.critical])

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
        return self._by(STAGES, lambda position: position.stage)

    @property
    def by_difficulty(self) -> dict[str, "Accuracy"]:
        """The same for each difficulty that occurs."""
        return self._by(DIFFICULTIES, lambda position: position.difficulty)

    def _by(self, names: Iterable[str], key: Callable[[Position], str]) -> dict[str, "Accuracy"]:
        groups: dict[str, list[Answer]] = {name: [] for name in names}
        for answer in self.answers:
            groups[key(answer.position)].append(answer)
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
        return (
            f"<Accuracy of {self.agent}: {self.kept.value:.1%} of {len(self.answers)} moves "
            f"keep the value, {self.loss.value:.2f} points lost a move>"
        )

    def __str__(self) -> str:
        """All measures in a table: overall, by stage and by difficulty."""
        measures = ("keeps value, %", "if critical, %", "best score, %", "points lost")
        lines = [
            f"{self.agent}, with 95 % confidence intervals",
            f"{'':8}{'positions':>10}" + "".join(f"{measure:>20}" for measure in measures),
        ]
        for label, part in {"all": self, **self.by_stage, **self.by_difficulty}.items():
            shares = (part.kept, part.kept_when_critical, part.best)
            cells = [*(_cell(share, 1, 100) for share in shares), _cell(part.loss, 2)]
            lines.append(f"{label:8}{len(part.answers):>10}" + "".join(f"{c:>20}" for c in cells))
        return "\n".join(lines)


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

    An agent with dice gets them set by `seed`. A progress bar is shown while somebody watches,
    in a terminal or a notebook, and is wiped away at the end. A notebook that is run by a
    command, to be stored or tested, shows none, so that its outputs are always the same.
    """
    from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]

    if not callable(agent):
        raise ValueError(f"an agent is a function from a state to a move, not {agent!r}")
    chosen = list(_shipped() if positions is None else positions)
    other = next((item for item in chosen if not isinstance(item, Position)), None)
    if not chosen or other is not None:
        came = f", not {other!r}" if chosen else ""
        raise ValueError(
            f"give one or more positions, such as c4lib.accuracy.positions(count=50){came}; of a "
            "state you make one by Position(state, c4lib.fast.analyze(state))"
        )
    _check_seed(seed)
    player = agent.seeded(seed) if hasattr(agent, "seeded") else agent
    watched = screen() if progress else None
    bar = tqdm(
        chosen, desc=name(agent), unit="move", leave=False, file=watched, disable=watched is None
    )
    return Accuracy(name(agent), tuple(_ask(player, position) for position in bar))


def _ask(agent: Agent, position: Position) -> Answer:
    """The agent's move, if it is one."""
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


def screen() -> TextIO | None:
    """Where somebody watches: a terminal's stderr, or a notebook with a person to ask; or None.

    A notebook gets it on stdout: what is wiped away on stderr leaves a coloured bar behind.
    """
    if sys.stderr.isatty():
        return sys.stderr
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython and ipython.get_ipython(), "kernel", None)
    return sys.stdout if getattr(kernel, "_allow_stdin", False) else None


# ---- the file of positions -----------------------------------------------------------------

WIDTH = Connect4().width
HEADER = ",".join(["game", "moves", *(str(column + 1) for column in range(WIDTH))])
COMMAND = "python -m c4lib.accuracy"


@cache
def _shipped() -> tuple[Position, ...]:
    return read(FILE)


def read(path: Path) -> tuple[Position, ...]:
    """The positions in a file, which must be just as it was written."""
    advice = f"fetch it again from where you have the course, or make it anew: {COMMAND}"
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the positions cannot be read ({error}); {advice}") from error
    if first.split()[-1:] != [_digest(rest)]:
        raise ValueError(f"the positions in {path} are damaged; {advice}")
    return tuple(position for _, position in _parse(rest.splitlines()[1:]))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _parse(lines: Iterable[str]) -> Iterator[tuple[int, Position]]:
    """Each line's game number and position."""
    for line in lines:
        game, moves, *scores = line.rstrip("\n").split(",")
        known = {column: int(score) for column, score in enumerate(scores) if score}
        yield int(game), Position(Connect4.from_moves(moves), known)


def _line(game: int, position: Position) -> str:
    scores = [str(position.scores.get(column, "")) for column in range(WIDTH)]
    return ",".join([str(game), position.state.to_moves(), *scores])


# ---- making the file -----------------------------------------------------------------------

SEED = 4
FEWEST_DISCS = 8
RANDOM_MOVES = 1 / 3
"""The share of moves that are drawn from all; the others are the one-ply player's."""
QUOTA = {
    (stage, difficulty, critical): 150 if critical else 50
    for number, stage in enumerate(STAGES)
    for difficulty in DIFFICULTIES[: len(STAGES) - number]  # what there is room for
    for critical in (True, False)
}
"""How many positions there are of each stage and difficulty, critical or not."""

Kind = tuple[str, str, bool]


def make(path: Path, seed: int = SEED, quota: Mapping[Kind, int] = QUOTA) -> None:
    """Write the file of positions, going on with what was begun and not finished before.

    Which positions it holds depends only on the seed and the quota: each game offers one,
    which is taken if its kind is still wanted.
    """
    from tqdm import tqdm

    from c4lib.fast import Solver  # only here, for it loads the compiler

    part = path.with_name(f"{path.stem}-{seed}.part")
    lines = part.read_text(encoding="utf-8").splitlines(keepends=True) if part.exists() else []
    lines = [line for line in lines if line.endswith("\n")]  # the last may have been cut short
    _replace(part, "".join(lines))
    begun = [*_parse(lines)]
    solver = Solver(table_mb=256)
    first = begun[-1][0] + 1 if begun else 0
    total = sum(quota.values())
    with part.open("a", encoding="utf-8") as file, tqdm(total=total, initial=len(begun)) as bar:
        for game, position in _select(first, seed, quota, [known for _, known in begun], solver):
            file.write(_line(game, position) + "\n")
            file.flush()
            bar.update()
    text = HEADER + "\n" + part.read_text(encoding="utf-8")
    _replace(path, f"# {COMMAND}, seed {seed}, sha256 {_digest(text)}\n{text}")
    part.unlink()


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def _select(
    first: int, seed: int, quota: Mapping[Kind, int], begun: Sequence[Position], solver: "Solver"
) -> Iterator[tuple[int, Position]]:
    """From game number `first` on: the positions to add to those begun with, and their games."""
    seen = {position.state.mirror_key()[0] for position in begun}
    missing = Counter(quota)
    missing.subtract(_kind(position) for position in begun)

    def wanted(*kind: str | bool) -> bool:
        return any(missing[full] > 0 for full in quota if full[: len(kind)] == kind)

    for game in itertools.count(first):
        if not wanted():
            return
        state = _sample(game, seed) if wanted(_stage_of(game)) else None
        if state is None or state.mirror_key()[0] in seen:
            continue
        if not wanted(_stage_of(game), _difficulty(solver.solve(state).plies, _squares(state))):
            continue
        position = Position(state, solver.analyze(state))
        if wanted(*_kind(position)):
            seen.add(state.mirror_key()[0])
            missing[_kind(position)] -= 1
            yield game, position


def _kind(position: Position) -> Kind:
    return position.stage, position.difficulty, position.critical


def _stage_of(game: int) -> str:
    """In which stage the position of this game is looked for: they take turns."""
    return STAGES[game % len(STAGES)]


def _sample(game: int, seed: int) -> Connect4 | None:
    """A position of the game with this number, if there is one with a choice but no win.

    After how many discs it is taken, within its stage, is drawn before the game.
    """
    rng = np.random.default_rng([seed, game])
    state = Connect4()
    squares, stage = _squares(state), STAGES.index(_stage_of(game))
    discs = rng.integers(max(FEWEST_DISCS, stage * squares // 3), (stage + 1) * squares // 3)
    careful, careless = (player(int(rng.integers(2**32))) for player in (OnePly, Random))
    while state.ply < discs and not state.is_over:
        state = state.play((careless if rng.random() < RANDOM_MOVES else careful)(state))
    wins = any(state.play(move).winner is not None for move in state.moves())
    return None if wins or len(state.moves()) < 2 else state


def main() -> None:
    """Make the shipped positions again; after Ctrl-C the next run goes on where this one was."""
    if len(sys.argv) > 1:
        sys.exit(f"{COMMAND} takes no arguments: it makes {FILE.name} again")
    print(f"Making {FILE.name} with seed {SEED}. You may stop it with Ctrl-C and go on later.")
    try:
        make(FILE)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.")


if __name__ == "__main__":
    main()
