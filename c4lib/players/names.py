"""The course's players by name: "alphabeta one 8", "mcts 5000x100", "clock 0.1".

A name is all that a worker on another machine needs to build the player. `make` explains what
the words mean; `COURSE` lists the players of the tournament.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from c4lib.game import Agent
from c4lib.heuristics import EVALUATIONS
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Clock, Minimax, OnePly, Perfect, Random
from c4lib.players.legible import shown

COURSE = (
    "random", "oneply", "minimax one 4",
    "alphabeta one 4", "alphabeta one 8", "alphabeta one 9", "alphabeta one bis 9",
    "alphabeta two 8", "alphabeta ours 4", "alphabeta ours 8",
    "clock 1000", "clock 10000", "clock 100000", "clock 1.0",
    "mcts 1000", "mcts 10000", "mcts 100000", "mcts 5000x100", "strong mcts 100000",
    "alphazero 1", "alphazero 32", "alphazero 400", "alphazero 3200", "perfect",
)  # fmt: skip
"""The players of the tournament."""


def make(recipe: str) -> Agent:
    """The player with that name. A whole number is a count; one with a decimal point, seconds.

    - "random", "oneply", "perfect"
    - "minimax one 4", "alphabeta one bis 9": an evaluation of lesson 04, and the depth in plies.
      Minimax is the readable search, alpha-beta the compiled one; both try columns left to right
    - "clock 0.1", "clock 10000": seconds or nodes per move
    - "mcts 5000x100": iterations, and random games in each; "mcts 1000": one game in each
    - "strong mcts 0.1", "strong mcts 100000": `MCTS.strong` with seconds or iterations per move
    - "alphazero 400", "alphazero 0.1": simulations or seconds, with the course's network
    - "bare alphazero 400": the same with the network that sees the discs alone
    """
    if not isinstance(recipe, str):
        raise ValueError(f'a player\'s name is text, such as "alphabeta one 8", not {recipe!r}')
    advice = f"choose one of: {', '.join(COURSE)}, or one of these with another budget"
    kind = next((kind for kind in KINDS if f"{recipe} ".startswith(f"{kind} ")), None)
    if kind is None:
        raise ValueError(f"unknown player {shown(recipe)}; {advice}")
    try:
        if recipe != " ".join(recipe.split()):
            raise ValueError("words are separated by one space")
        agent = KINDS[kind](recipe.removeprefix(kind).split())
    except ValueError as error:
        raise ValueError(f"unknown player {shown(recipe)}: {error}; {advice}") from error
    agent.name = recipe  # type: ignore[attr-defined]
    return agent


def family(name: str) -> str:
    """The name without its budget: "alphabeta one" for "alphabeta one 8"."""
    *words, last = name.split() or [name]
    return " ".join(words) if words and re.fullmatch("[0-9]+([.x][0-9]+)?", last) else name


def _without_budget(kind: type[Random] | type[Perfect], words: list[str]) -> Agent:
    if words:
        raise ValueError(f"nothing may follow, such as {' '.join(words)!r}")
    return kind()


def _depth_and_evaluation(words: list[str]) -> tuple[int, Callable[..., float]]:
    evaluation, depth = " ".join(words[:-1]), _one_word(words[-1:])
    if evaluation not in EVALUATIONS:
        raise ValueError(f"its evaluation must be one of {', '.join(EVALUATIONS)}")
    return _count(depth), EVALUATIONS[evaluation]


def _budget(count: str, words: list[str]) -> dict[str, Any]:
    """The argument for a budget in seconds, or the one called `count`."""
    word = _one_word(words)
    is_time = re.fullmatch(r"[0-9]+\.[0-9]+", word) is not None
    return {
        "seconds": float(word) if is_time else None, count: None if is_time else _count(word)
    }  # fmt: skip


def _mcts(words: list[str]) -> Agent:
    count, by, rollouts = _one_word(words).partition("x")
    return MCTS(rollouts=_count(rollouts if by else "1"), **_budget("iterations", [count]))


def _count(word: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", word):
        raise ValueError(f"{word!r} is not a number, or too large a one")
    return int(word)


def _one_word(words: list[str]) -> str:
    if len(words) != 1:
        raise ValueError("its name must end in one number, its budget")
    return words[0]


KINDS: dict[str, Callable[[list[str]], Agent]] = {
    "random": partial(_without_budget, Random),
    "oneply": partial(_without_budget, OnePly),
    "perfect": partial(_without_budget, Perfect),
    "minimax": lambda words: Minimax(*_depth_and_evaluation(words)),
    "alphabeta": lambda words: AlphaBeta(*_depth_and_evaluation(words), compiled=True),
    "clock": lambda words: Clock(**_budget("nodes", words)),
    "mcts": _mcts,
    "strong mcts": lambda words: MCTS.strong(**_budget("iterations", words)),
    "alphazero": lambda words: AlphaZero(**_budget("simulations", words)),
    "bare alphazero": lambda words: AlphaZero("7x6-bare", **_budget("simulations", words)),
}
"""What a name may begin with, and the function that builds a player from the other words."""
