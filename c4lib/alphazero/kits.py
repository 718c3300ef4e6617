"""What AlphaZero needs of each game: a `Kit`, and the search of one position with one network."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from c4lib.alphazero.encode import Columns, Encoding
from c4lib.alphazero.encode_kernel import check_together, encode
from c4lib.alphazero.net import Array, Judge, Network
from c4lib.alphazero.net_kernel import judge_by_images, judge_of
from c4lib.alphazero.search import SearchBatch, Searches
from c4lib.alphazero.search_kernel import REMEMBERED, Memory, new_memory
from c4lib.alphazero.search_numpy import StateSearches
from c4lib.alphazero.state_kits import QuixoKit, StateKit, othello_kit
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.games.othello import SIZES, Othello
from c4lib.games.quixo import Quixo
from c4lib.result import SearchResult

if TYPE_CHECKING:
    from c4lib.alphazero.selfplay import Play

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


class Kit(Protocol):
    """What training needs of a game: its start, its encoding, and many searches at once."""

    @property
    def encoding(self) -> Encoding:
        """How the game is encoded for a network."""

    @property
    def start(self) -> Any:
        """The state in which a game begins."""

    def encode(self, states: Sequence[Any]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""

    def memory(self) -> Any:
        """Where searches with one network keep what it said; or None."""

    def searches(self, states: Sequence[Any], play: "Play", memory: Any) -> Any:
        """Searches of all states, like `c4lib.alphazero.search.Searches`."""


@dataclass(frozen=True)
class ConnectKit:
    """Connect X, by the compiled searches."""

    start: Connect4 = field(default_factory=Connect4)
    lines: bool = True

    def __post_init__(self) -> None:
        check_together([self.start])

    @property
    def encoding(self) -> Columns:
        """Squares and lines."""
        return Columns(self.start.board, self.lines)

    def encode(self, states: Sequence[Connect4]) -> tuple[Array, Array]:
        """The bits and the legal moves of several states."""
        return encode(states, self.lines)

    def memory(self) -> Memory:
        """An empty memory."""
        return new_memory(self.start.width)

    def searches(self, states: Sequence[Connect4], play: "Play", memory: Memory) -> Searches:
        """One search for each state."""
        return Searches(states, play.simulations, play.c, lines=self.lines, memory=memory)


KITS: dict[type, Callable[[Any], StateKit]] = {Quixo: QuixoKit, Othello: othello_kit}
GAMES: dict[str, Callable[[], Any]] = {"quixo": Quixo} | {
    f"othello-{size}x{size}": partial(Othello, size) for size in SIZES
}
"""The games other than Connect X that have a kit: how they begin, by name."""
BARE = "-bare"  # the end of a network's name that sees the discs alone, such as "7x6-bare"


def start_of(board: str, connect: int = 4) -> Connect4:
    """The empty board of that name, such as "7x6"."""
    width, _, height = str(board).partition("x")
    if not (f"{width}{height}".isascii() and width.isdecimal() and height.isdecimal()):
        others = ", ".join(GAMES)
        raise ValueError(
            f'a board is named by width and height, such as "7x6", not {board!r}; '
            f"the other games are: {others}"
        )
    return Connect4(int(width), int(height), connect)


def kit_of(board: str, connect: int = 4, lines: bool = True) -> Kit:
    """What is needed to train or play the game of that name: "7x6", "quixo", "othello-6x6".

    For a name that ends in "-bare", such as "7x6-bare", or without `lines`, the network sees the
    discs alone.
    """
    if board in GAMES:
        if connect != 4 or not lines:
            raise ValueError(f"{board} takes neither --connect nor --sees")
        start = GAMES[board]()
        return KITS[type(start)](start)
    bare = str(board).removesuffix(BARE)
    return ConnectKit(start_of(bare, connect), lines and bare == board)


def own_kit(state: State) -> StateKit | None:
    """The course's kit for the state's game; None for Connect X, and for a game of your own."""
    make = KITS.get(type(state))
    return None if make is None else make(state)


def search_position(
    state: State,
    net: Network,
    simulations: int | None = 400,
    seconds: float | None = None,
    c: float = 1.5,
    leaves: int | None = None,
    kit: StateKit | None = None,
) -> SearchResult:
    """Search for that many simulations or seconds, whichever ends first.

    Connect X has a compiled search, which asks the network about each position and its mirror
    image, and trusts its priors less where there is time (`HEAT`). Any other game is searched in
    NumPy, by its `kit`; Quixo and Othello bring their own.
    """
    start = time.perf_counter()
    kit = kit or own_kit(state)
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
    state: State, net: Network, count: int, c: float, leaves: int | None
) -> tuple[SearchBatch, Judge]:
    """The compiled search, and the network as its judge."""
    (root,) = check_together([state])
    encoding = encoding_of(net, root)
    together = leaves or (TOGETHER if count >= LONG else 1)
    memory = new_memory(root.width, min(REMEMBERED, 2 ** (2 * count).bit_length()))
    searches = Searches([root], count, c, lines=encoding.lines, leaves=together, memory=memory)
    return searches, judge_by_images(net, encoding, HEAT if count >= LONG else 1.0)


def _kit_search(
    kit: StateKit, state: State, net: Network, count: int, c: float
) -> tuple[SearchBatch, Judge]:
    """The search of any other game, and the network as its judge."""
    if not isinstance(state, type(kit.start)):
        raise ValueError(f"this network plays {kit.encoding.name}, not {state!r}")
    check_fit(net, [kit.encoding], kit.encoding.name)
    return StateSearches(kit, [state], count, c), judge_of(net)


def encoding_of(net: Network, state: Connect4) -> Columns:
    """How the network encodes the state's board; ValueError if it is for another board."""
    return check_fit(net, [Columns(state.board, lines) for lines in (True, False)], repr(state))


def check_fit(net: Network, encodings: Sequence[E], name: str) -> E:
    """The encoding that the network was made for; ValueError if it is none of these."""
    sizes = net.inputs, net.outputs
    for encoding in encodings:
        if (encoding.inputs, encoding.outputs) == sizes:
            return encoding
    raise ValueError(f"a network with {sizes[0]} inputs and {sizes[1]} moves does not fit {name}")
