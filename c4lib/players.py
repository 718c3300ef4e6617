"""The players of the course by name: "alphabeta one 8", "mcts 5000x100", "clock 0.1".

A name is all that a worker on another machine needs to make the player itself. `make` says
what the words mean; `COURSE` is who takes part in the tournament.
"""

import re
from collections.abc import Callable

from c4lib.agents import MCTS, AlphaBeta, AlphaZero, Clock, Minimax, OnePly, Perfect, Random
from c4lib.game import Agent
from c4lib.heuristics import EVALUATIONS

COURSE = (
    "random",
    "oneply",
    "minimax one 4",
    "alphabeta one 4",
    "alphabeta one 8",
    "alphabeta one 9",
    "alphabeta one bis 9",
    "alphabeta two 8",
    "alphabeta ours 4",
    "alphabeta ours 8",
    "clock 1000",
    "clock 10000",
    "clock 100000",
    "clock 1.0",
    "mcts 1000",
    "mcts 10000",
    "mcts 100000",
    "mcts 5000x100",
    "strong mcts 100000",
    "alphazero 1",
    "alphazero 32",
    "alphazero 400",
    "alphazero 3200",
    "perfect",
)
"""Who takes part in the tournament."""


def make(recipe: str) -> Agent:
    """The player of that name; a whole number is a count, one with a point are seconds.

    - "random", "oneply", "perfect"
    - "minimax one 4", "alphabeta one bis 9": an evaluation of lesson 04, and the depth in plies.
      Minimax is the readable one, alpha-beta the compiled; both try columns from left to right
    - "clock 0.1", "clock 10000": seconds, or nodes, for a move
    - "mcts 5000x100": iterations, and random games in each; "mcts 1000": one game in each
    - "strong mcts 0.1", "strong mcts 100000": `MCTS.strong` by seconds or iterations
    - "alphazero 400": simulations, with the network that comes with the course; "alphazero 0.1"
    """
    if not isinstance(recipe, str):
        raise ValueError(f'a player\'s name is text, such as "alphabeta one 8", not {recipe!r}')
    for kind in sorted(KINDS, key=len, reverse=True):  # "strong mcts" is not "mcts"
        if recipe == kind or recipe.startswith(f"{kind} "):
            try:
                agent = KINDS[kind](recipe.removeprefix(kind).split())
            except (ValueError, IndexError, KeyError) as error:
                raise ValueError(
                    f"{recipe!r} is no player: {_reason(error)}; {_advice()}"
                ) from error
            agent.name = recipe  # type: ignore[attr-defined]
            return agent
    raise ValueError(f"{recipe!r} is no player; {_advice()}")


def family(name: str) -> str:
    """What players that differ only in their budget have in common: "alphabeta one"."""
    *words, last = name.split() or [name]
    return " ".join(words) if words and re.fullmatch("[0-9]+([.x][0-9]+)?", last) else name


def _advice() -> str:
    return 'one is called "alphabeta one 8", say; c4lib.players.make tells all names'


def _reason(error: Exception) -> str:
    return f"it lacks or misspells {error}" if isinstance(error, KeyError) else str(error)


def _alone(agent: type[Random] | type[Perfect]) -> Callable[[list[str]], Agent]:
    """Makes a player that has no budget."""

    def made(words: list[str]) -> Agent:
        if words:
            raise ValueError(f"it takes no {' '.join(words)!r}")
        return agent()

    return made


def _depth_first(words: list[str]) -> tuple[int, Callable[..., float]]:
    """A depth and an evaluation."""
    *evaluation, depth = words
    if " ".join(evaluation) not in EVALUATIONS:
        raise ValueError(f"an evaluation is one of {', '.join(EVALUATIONS)}")
    return int(depth), EVALUATIONS[" ".join(evaluation)]


def _minimax(words: list[str]) -> Agent:
    return Minimax(*_depth_first(words))


def _alphabeta(words: list[str]) -> Agent:
    return AlphaBeta(*_depth_first(words), compiled=True)


def _budget(words: list[str]) -> tuple[float | None, int | None]:
    """Seconds or a count, whichever the one word is."""
    (word,) = words
    return (float(word), None) if "." in word else (None, int(word))


def _clock(words: list[str]) -> Agent:
    return Clock(*_budget(words))


def _mcts(words: list[str]) -> Agent:
    (word,) = words
    if "." in word:
        return MCTS(seconds=float(word))
    iterations, _, rollouts = word.partition("x")
    return MCTS(int(iterations), int(rollouts or 1))


def _strong(words: list[str]) -> Agent:
    return MCTS.strong(*_budget(words))


def _alphazero(words: list[str]) -> Agent:
    seconds, simulations = _budget(words)
    return AlphaZero(simulations=simulations, seconds=seconds)


KINDS: dict[str, Callable[[list[str]], Agent]] = {
    "random": _alone(Random),
    "oneply": _alone(OnePly),
    "perfect": _alone(Perfect),
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "clock": _clock,
    "mcts": _mcts,
    "strong mcts": _strong,
    "alphazero": _alphazero,
}
"""What a name may begin with, and who makes a player of its other words."""
