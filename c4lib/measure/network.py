"""How near to perfect a network plays, while it learns and afterwards."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero.kits import Kit
from c4lib.alphazero.net import Array, Judge
from c4lib.alphazero.networks import LogEntry
from c4lib.alphazero.selfplay import Play, opening
from c4lib.connect4 import Connect4
from c4lib.measure.accuracy import Accuracy, Answer, Position, positions
from c4lib.players.progress_bar import progress_bar

SMALL = 30  # boards with at most this many squares are solved on the spot
COUNT = 400
TOGETHER = 200  # positions that are searched side by side


@cache
def exact_positions(start: Any) -> tuple[Position, ...]:
    """Critical positions with exact scores: the shipped ones, some of a small board, or none.

    The shipped ones are those for tuning, since whoever watches a training tunes it. Those of a
    small board come from random games. No player can win at once, no two are equal or
    mirror images, and in each some move is worse than another.
    """
    if start == Connect4():
        return tuple(position for position in positions(tuning=True) if position.critical)
    if not isinstance(start, Connect4) or start.width * start.height > SMALL or start.connect != 4:
        return ()
    from c4lib.fast import Solver  # only here, for it loads the compiler

    solver, rng, found = Solver(table_mb=16), np.random.default_rng(0), {}
    for _ in range(50 * COUNT):
        state = opening(start, start.width * start.height - 2, rng)
        if any(state.play(move).winner is not None for move in state.moves()):
            continue
        position = Position(state, solver.analyze(state))
        if position.critical:
            found[state.mirror_key()[0]] = position
        if len(found) == COUNT:
            break
    return tuple(found.values())


def network_accuracy(
    kit: Kit,
    judge: Judge,
    known: Sequence[Position],
    play: Play | None = None,
    name: str = "net",
    progress: bool = False,
) -> Accuracy:
    """How a network answers in the positions: by its policy alone, or with a search."""
    if not known or not hasattr(kit, "encode"):
        raise ValueError("give a kit, such as ConnectKit(), and one or more positions of its game")
    moves, parts = list[int](), range(0, len(known), TOGETHER)
    bar = progress_bar(True, iterable=parts, desc=name) if progress else nullcontext(parts)
    # Products of small tables gain nothing from a second thread.
    with threadpool_limits(1), bar as shown:
        for first in shown:
            states = [position.state for position in known[first : first + TOGETHER]]
            moves += _moves(kit, judge, states, play)
    return Accuracy(name, tuple(Answer(p, move) for p, move in zip(known, moves, strict=True)))


def _moves(kit: Kit, judge: Judge, states: list[Any], play: Play | None) -> list[int]:
    """What a network plays in each state."""
    if play is None:
        policies: Array = judge(*kit.encode(states))[0]
    else:
        searches = kit.searches(states, play, kit.memory())
        searches.run(judge, prove=play.prove)
        policies = searches.policies
    moves: list[int] = policies.argmax(axis=1).tolist()
    return moves


def exact_figures(kit: Kit, judge: Judge, play: Play) -> LogEntry:
    """What `train` logs of a network's accuracy; nothing for games without exact scores.

    That is the share of critical positions whose value it keeps, alone ("kept") and with a search
    ("kept_search"), in all and for each stage of the game.
    """
    figures, known = LogEntry(), exact_positions(kit.start)
    ways = {"kept": None, "kept_search": play} if known else {}
    for way, searching in ways.items():
        accuracy = network_accuracy(kit, judge, known, searching)
        figures[way] = accuracy.kept.value
        for stage, part in accuracy.by_stage.items():
            figures[f"{way}_{stage}"] = part.kept.value
    return figures
