"""One position, one network: the search behind `c4lib.players.agents.AlphaZero`."""

import time
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from c4lib.alphazero.any_game import StateKit, StateSearches
from c4lib.alphazero.encode import Columns, Encoding
from c4lib.alphazero.encode_kernel import check_together
from c4lib.alphazero.encode_quixo import QuixoKit
from c4lib.alphazero.net import Net
from c4lib.alphazero.net_kernel import judge_by_images, judge_of
from c4lib.alphazero.search_fast import Judge, SearchBatch, Searches
from c4lib.alphazero.search_kernel import REMEMBERED, new_memory
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.games.quixo import Quixo
from c4lib.result import SearchResult

E = TypeVar("E", bound=Encoding)

LONG = 1000  # a search of at least this many simulations evaluates several leaves together
TOGETHER = 8
HEAT = 2.0
"""It also trusts its priors less, by taking their square roots: with a hundred thousand
simulations, a move should not be missed because its prior is 0.001."""
A_SECOND = 250_000
"""More simulations than any machine does in a second. Memory is taken only as it is used."""
MOST = 4_000_000
A_SECOND_BY_KIT, MOST_BY_KIT = 20_000, 200_000
"""The same for games that have no compiled search."""
MARGIN = 0.003  # seconds by which a search stops early, to be in time


def search_position(
    state: State,
    net: Net,
    simulations: int | None = 400,
    seconds: float | None = None,
    c: float = 1.5,
    leaves: int | None = None,
    kit: StateKit | None = None,
) -> SearchResult:
    """Search for that many simulations or seconds, whichever ends first.

    Connect X has a compiled search, which asks the network about each position and its mirror
    image, and trusts its priors less where there is time (`HEAT`). Any other game is searched in
    NumPy, by its `kit`; Quixo brings its own.
    """
    start = time.perf_counter()
    if kit is None and isinstance(state, Quixo):
        kit = QuixoKit(Quixo(state.size, state.rules.patience))
    most, a_second = (MOST, A_SECOND) if kit is None else (MOST_BY_KIT, A_SECOND_BY_KIT)
    if seconds is None and simulations is not None and simulations > most:
        raise ValueError(f"simulations is at most {most:,}, not {simulations:,}")
    room = most if seconds is None else int(min(most, max(LONG, seconds * a_second)))
    count = room if simulations is None else min(room, simulations)
    if kit is None:
        searches, judge = _connect_search(state, net, count, c, leaves)
    else:
        searches, judge = _kit_search(kit, state, net, count, c)
    end = np.inf if seconds is None else max(0.0, seconds - MARGIN)
    searches.run(judge, prove=True, seconds=end)
    return searches.result(seconds=time.perf_counter() - start)


def _connect_search(
    state: State, net: Net, count: int, c: float, leaves: int | None
) -> tuple[SearchBatch, Judge]:
    """The compiled search, and the network as its judge."""
    (root,) = check_together([state])
    encoding = encoding_of(net, root)
    together = leaves or (TOGETHER if count >= LONG else 1)
    memory = new_memory(root.width, min(REMEMBERED, 2 ** (2 * count).bit_length()))
    searches = Searches([root], count, c, lines=encoding.lines, leaves=together, memory=memory)
    return searches, judge_by_images(net, encoding, HEAT if count >= LONG else 1.0)


def _kit_search(
    kit: StateKit, state: State, net: Net, count: int, c: float
) -> tuple[SearchBatch, Judge]:
    """The search of any other game, and the network as its judge."""
    if not isinstance(state, type(kit.start)):
        raise ValueError(f"this network plays {kit.encoding.name}, not {state!r}")
    check_fit(net, [kit.encoding], kit.encoding.name)
    return StateSearches(kit, [state], count, c), judge_of(net)


def encoding_of(net: Net, state: Connect4) -> Columns:
    """How the network encodes the state's board; ValueError if it is for another board."""
    return check_fit(net, [Columns(state.board, lines) for lines in (True, False)], repr(state))


def check_fit(net: Net, encodings: Sequence[E], name: str) -> E:
    """The encoding that the network was made for; ValueError if it is none of these."""
    sizes = net.weights["in"].shape[0], net.weights["policy"].shape[1]
    for encoding in encodings:
        if (encoding.inputs, encoding.outputs) == sizes:
            return encoding
    raise ValueError(f"a network with {sizes[0]} inputs and {sizes[1]} moves does not fit {name}")
