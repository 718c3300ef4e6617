"""AlphaZero for tic-tac-toe, from random weights: the solution that exercise 6.10 shows."""

from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]

from c4lib.alphazero import AdamW, Examples, Net, puct
from c4lib.games import TicTacToe

dice = np.random.default_rng(6)
small_net = Net.new(inputs=18, outputs=9, width=128, seed=6)
optimizer = AdamW(small_net.weights)


def bits_of(state: TicTacToe) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The bits of my squares and of theirs, and which moves are legal."""
    owners = np.array([-1 if owner is None else owner for owner in state.squares])
    bits = np.concatenate([owners == state.player, owners == 1 - state.player])
    return bits.astype(np.float32), (owners == -1).astype(np.float32)


def judgement(state: TicTacToe) -> tuple[np.ndarray[Any, Any], float]:
    """The network's priors for the legal moves, and its value."""
    bits, legal = bits_of(state)
    policies, values = small_net.predict(bits[None], legal[None])
    return policies[0, state.moves()], float(values[0])


def one_game(judge: Any, simulations: int = 50) -> list[Any]:
    """Examples from one game against itself: bits, legal moves, policy and outcome."""
    state = TicTacToe()
    game: list[Any] = []
    for _ in range(dice.integers(6)):  # random moves first, so that strange positions come up too
        after = state.play(int(dice.choice(state.moves())))
        state = state if after.is_over else after
    while not state.is_over:
        found = puct(state, judge, simulations, noise=0.25, seed=dice).moves
        visits = np.array([found[move].visits if move in found else 0 for move in range(9)])
        game.append((state, visits / visits.sum()))
        state = state.play(int(dice.choice(9, p=visits / visits.sum())))
    return [(*bits_of(seen), shares, state.utility(seen.player)) for seen, shares in game]


# On small tables one thread is faster than several.
@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator, unused-ignore]
def practise(iterations: int = 20, games: int = 40, steps: int = 50) -> None:
    """Play, practise from what was played, and again."""
    window: list[Any] = []
    for iteration in range(1, iterations + 1):
        judge = cache(judgement)  # until the network changes, each position is judged once
        for _ in range(games):
            window += one_game(judge)
        window = window[-8000:]
        for _ in range(steps):
            batch = [window[row] for row in dice.integers(len(window), size=128)]
            examples = Examples(*map(np.array, zip(*batch, strict=True)))
            losses, slopes = small_net.gradients(examples)
            optimizer.step(small_net.weights, slopes, rate=0.003)
        if iteration % 5 == 0:
            print(f"iteration {iteration}: loss {losses.policy:.2f} and {losses.value:.2f}")


def look(state: TicTacToe) -> tuple[dict[int, float], float]:
    """What the network alone says: a share for each legal move, and the value."""
    priors, value = judgement(state)
    return dict(zip(state.moves(), priors, strict=True)), value
