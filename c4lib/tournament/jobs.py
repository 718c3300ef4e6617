"""What is to be done for a ladder: which games are played, from where, and who is asked what."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.ladder import DISCS, PART, Answered, Played


@cache
def openings(count: int, seed: int = 0) -> tuple[Connect4, ...]:
    """So many balanced openings: with `DISCS` discs, drawn if both play perfectly.

    Moves are drawn by lot; the opening book knows what has come of them. None is over after
    the next move, and no two are equal or mirror images. The first of many are those of few.
    """
    from c4lib.fast import solve  # only here, for it loads the compiler

    rng = np.random.default_rng([seed, DISCS])
    found: dict[object, Connect4] = {}
    while len(found) < count:
        state = Connect4()
        while state.ply < DISCS:  # with so few discs nobody can have won
            state = state.play(int(rng.choice(state.moves())))
        loud = any(state.play(move).is_over for move in state.moves())
        if not loud and state.mirror_key()[0] not in found and solve(state).score == 0:
            found[state.mirror_key()[0]] = state
    return tuple(found.values())


class Game(NamedTuple):
    """A game to be played."""

    first: str
    second: str
    number: int

    def seeds(self, seed: int) -> tuple[int, int]:
        """What both players' dice are set to."""
        words = [seed, self.number, *self.first.encode(), 256, *self.second.encode()]
        one, other = np.random.SeedSequence(words).generate_state(2)
        return int(one), int(other)


class Questions(NamedTuple):
    """Positions in which a player is to be asked for a move."""

    player: str
    part: int

    def seed(self, seed: int) -> int:
        """What the player's dice are set to."""
        words = [seed, self.part, *self.player.encode()]
        return int(np.random.SeedSequence(words).generate_state(1)[0])


Job = Game | Questions
Done = Played | Answered


def plan(
    names: Sequence[str], games: int, positions: int, fewer: Mapping[str, int],
    challengers: Collection[str] | None = None,
) -> list[Job]:  # fmt: skip
    """All jobs, round by round: in each, everybody meets everybody twice, in one opening."""
    jobs: list[Job] = []
    among = set(names if challengers is None else challengers)
    parts = range(-(-positions // PART))
    for number in range(max(-(-games // 2), len(parts))):
        for n, one in enumerate(names):
            for other in names[:n]:
                most = min(games, fewer.get(one, games), fewer.get(other, games))
                if among & {one, other} and number < -(-most // 2):
                    jobs += [Game(one, other, number), Game(other, one, number)]
            if one in among and number in parts:
                jobs.append(Questions(one, number))
    return jobs
