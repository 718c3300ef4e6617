"""A network thinks about one position: what `c4lib.agents.AlphaZero` does."""

import time

import numpy as np

from c4lib.alphazero.anygame import StateKit, StateSearches
from c4lib.alphazero.cubes import QuixoKit
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.forward import judge_by_images, judge_of
from c4lib.alphazero.lockstep import Searches, check_together
from c4lib.alphazero.net import Net
from c4lib.alphazero.trees import REMEMBERED, new_memory
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.games.quixo import Quixo
from c4lib.result import SearchResult

LONG = 1000
"""From so many simulations on, several leaves are judged together."""
TOGETHER = 8
HEAT = 2.0
"""And priors are less sure there: their square roots are taken. Who has time for a hundred thousand
simulations need not miss a move because its prior is 0.001."""
A_SECOND = 250_000
"""More simulations than any machine does in a second. Memory is taken only as it is used."""
MOST = 4_000_000
A_SECOND_BY_KIT, MOST_BY_KIT = 20_000, 200_000
"""The same for games that have no compiled search."""
MARGIN = 0.003
"""How many seconds before its time is up it stops, to be in time."""


def think(
    state: State,
    net: Net,
    simulations: int | None = 400,
    seconds: float | None = None,
    c: float = 1.5,
    leaves: int | None = None,
    kit: StateKit | None = None,
) -> SearchResult:
    """Search for so many simulations or seconds, whichever ends first.

    Connect X has a compiled search, which asks the network about each position and about its
    mirror image, and trusts its priors less where there is time (`HEAT`). Any other game is
    searched in NumPy, by its `kit`, which Quixo need not be handed.
    """
    start = time.perf_counter()
    if kit is None and isinstance(state, Quixo):
        kit = QuixoKit(Quixo(state.size, state.rules.patience))
    if kit is not None:
        return think_by(kit, state, net, simulations, seconds, c)
    (root,) = check_together([state])
    encoding = fitting(net, root)
    room = MOST if seconds is None else min(MOST, max(LONG, int(seconds * A_SECOND)))
    count = room if simulations is None else min(room, simulations)
    together = leaves or (TOGETHER if count >= LONG else 1)
    memory = new_memory(root.width, min(REMEMBERED, 2 ** (2 * count).bit_length()))
    searches = Searches([root], count, c, lines=encoding.lines, leaves=together, memory=memory)
    end = np.inf if seconds is None else max(0.0, seconds - MARGIN)
    judge = judge_by_images(net, encoding, HEAT if count >= LONG else 1.0)
    searches.run(judge, prove=True, seconds=end)
    return searches.result(seconds=time.perf_counter() - start)


def think_by(
    kit: StateKit, state: State, net: Net, simulations: int | None, seconds: float | None, c: float
) -> SearchResult:
    """Search any game, so many simulations or seconds, whichever ends first."""
    start = time.perf_counter()
    encoding = kit.encoding
    if not isinstance(state, type(kit.start)):
        raise ValueError(f"this network plays {encoding.name}, not {state!r}")
    inputs, outputs = net.weights["in"].shape[0], net.weights["policy"].shape[1]
    if (encoding.inputs, encoding.outputs) != (inputs, outputs):
        raise ValueError(
            f"a network with {inputs} inputs and {outputs} moves does not fit {encoding.name}"
        )
    room = MOST_BY_KIT
    if seconds is not None:
        room = min(room, max(LONG, int(seconds * A_SECOND_BY_KIT)))
    searches = StateSearches(kit, [state], min(room, simulations or room), c)
    end = np.inf if seconds is None else max(0.0, seconds - MARGIN)
    searches.run(judge_of(net), prove=True, seconds=end)
    return searches.result(seconds=time.perf_counter() - start)


def fitting(net: Net, state: Connect4) -> Columns:
    """What the network sees of the state's board; a ValueError if it is for another."""
    inputs, outputs = net.weights["in"].shape[0], net.weights["policy"].shape[1]
    for lines in (True, False):
        encoding = Columns(state.board, lines)
        if (encoding.inputs, encoding.outputs) == (inputs, outputs):
            return encoding
    raise ValueError(f"a network with {inputs} inputs and {outputs} moves does not fit {state!r}")
