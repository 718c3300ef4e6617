"""Players. A player is any function from a state to a move that is legal there.

Those here are classes, so that they have a name to show, and a copy with another
seed for each game of a match. Those that search keep what their last move was based on
as `result`, a SearchResult for the player who was to move; boards show it as a bar.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from typing import Any, ClassVar, Self
from weakref import finalize

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.game import Agent, Move, State
from c4lib.players.legible import one_line
from c4lib.result import MoveStats, SearchResult
from c4lib.search import TranspositionTable, alphabeta, forced_moves, mcts, minimax, second_look
from c4lib.search.alphabeta import check_loud
from c4lib.search.common import WIN, Evaluate, Loud, check_depth, check_evaluate, check_whole
from c4lib.search.deepening import check_budget
from c4lib.search.dice import check_seed
from c4lib.search.mcts import Node, Policy, at_random, careful, check_limits, check_way, wary
from c4lib.search.ordering import Order, find_order
from c4lib.search.secondary import check_plies

WORD = 64  # bits, spare row included, that a board may have for the compiled searches

OVER = "the game is over; there is no move to play"
LONGEST_NAME = 80  # longer names of players are cut to this many characters


def name(agent: Agent) -> str:
    """What to call a player, on one line: its own name where it has one."""
    kind = type(agent).__name__
    try:
        own = str(getattr(agent, "name", None) or getattr(agent, "__name__", kind))
    except Exception:  # whatever its class raises
        own = kind
    return one_line(own, LONGEST_NAME) or kind


def _moves(state: State) -> Sequence[Move]:
    """The legal moves, of which there must be at least one."""
    if isinstance(state, type) or not hasattr(state, "moves"):
        raise ValueError(f"a player is asked about a state of a game, not {state!r}")
    if state.is_over:
        raise ValueError(OVER)
    return state.moves()


@dataclass
class Random:
    """Plays any legal move, each as likely as the others."""

    seed: int = 0
    name: str = "random"
    rng: np.random.Generator = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        self.rng = np.random.default_rng(self.seed)

    def seeded(self, seed: int) -> Self:
        """The same player with another seed."""
        return replace(self, seed=seed)

    def __call__(self, state: State) -> Move:
        """A move drawn from all legal ones."""
        moves = _moves(state)
        return moves[int(self.rng.integers(len(moves)))]


@dataclass
class OnePly(Random):
    """Wins if it can, else stops the opponent from winning, else plays any move."""

    name: str = "one-ply"

    def __call__(self, state: State) -> Move:
        """The leftmost win, else the leftmost block, else a move drawn from all."""
        _moves(state)  # there must be one
        forced = forced_moves(state)
        return forced[0] if forced else super().__call__(state)


@dataclass
class Searcher:
    """A player that keeps the result of its last search."""

    result: SearchResult | None = field(default=None, init=False, repr=False, compare=False)
    """What the last move was based on, for the player who made it."""


def with_proof(found: SearchResult, depth: int | None) -> SearchResult:
    """The result of minimax or alpha-beta, with what it proves: all, unless `depth` is limited."""
    if found.move is None:
        raise ValueError(OVER)
    is_certain = depth is None or abs(found.value) > WIN / 2
    return replace(found, proven=int(np.sign(found.value))) if is_certain else found


def _check_sight(depth: int | None, evaluate: Evaluate | None) -> None:
    """Raise ValueError unless a player can look that far ahead, and judge what it sees there."""
    if check_depth(depth) == 0:
        raise ValueError("a player looks at least 1 ply ahead, or it has no move; not depth=0")
    check_evaluate(evaluate, depth)


@dataclass
class Minimax(Searcher):
    """Looks at everything down to `depth` plies; without a depth, to the end of the game."""

    depth: int | None = None
    evaluate: Evaluate | None = field(default=None, repr=False)
    name: str = "minimax"

    def __post_init__(self) -> None:
        _check_sight(self.depth, self.evaluate)

    def __call__(self, state: State) -> Move:
        """The first of the best moves."""
        self.result = with_proof(minimax(state, self.depth, self.evaluate), self.depth)
        return self.result.move


@dataclass
class AlphaBeta(Searcher):
    """Finds minimax's value without looking at what cannot matter.

    It remembers up to `entries` positions, from move to move and game to game.
    With `loud=forced_moves` it does not stop at its depth while moves are forced; with
    `second_look`, it looks that many plies deeper at the move that it is about to make.
    With `compiled`, it uses the compiled twin, for Connect X: then `evaluate`, `order` and
    `loud` must be ones that the twin knows, and `entries`, a power of two, are forgotten
    after each search.
    """

    depth: int | None = None
    evaluate: Evaluate | None = field(default=None, repr=False)
    order: str | Order | None = field(default=None, repr=False)
    entries: int = 0
    loud: Loud | None = field(default=None, repr=False)
    second_look: int = 0
    compiled: bool = False
    name: str = "alpha-beta"

    def __post_init__(self) -> None:
        _check_sight(self.depth, self.evaluate)
        find_order(self.order)
        check_loud(self.loud, self.depth)
        if self.second_look != 0:
            check_plies(self.second_look, self.depth)
        check_whole("entries", self.entries, least=0)
        if self.compiled and self.entries & (self.entries - 1):
            raise ValueError(f"entries is a power of two if compiled, or 0, not {self.entries}")
        is_kept = self.entries and not self.compiled
        self.table = TranspositionTable(self.entries) if is_kept else None

    def __call__(self, state: State) -> Move:
        """The first of the best moves, in the order in which they are tried."""
        search = self._search()
        if self.second_look == 0:
            found = search(state, self.depth, self.evaluate, order=self.order, loud=self.loud)
        else:
            assert self.depth is not None  # checked when the player was made
            found = second_look(
                state, self.depth, self.second_look, self.evaluate, self.order, self.loud, search
            )
        self.result = with_proof(found, self.depth)
        return found.move

    def _search(self) -> Callable[..., SearchResult]:
        """Alpha-beta, readable or compiled, with its table."""
        if not self.compiled:
            return partial(alphabeta, table=self.table)
        from c4lib import fast  # only here: it loads the compiler

        return partial(fast.alphabeta, table_entries=self.entries)


@dataclass
class Perfect(Searcher):
    """Never gives away a win or a draw: the soonest win, else a draw, else the latest loss."""

    name: str = "perfect"

    def __call__(self, state: State) -> Move:
        """Of the best moves, the one nearest to the middle."""
        from c4lib.fast import analyze  # only here: it loads the compiler

        scores = analyze(state)
        middle = (state.width - 1) / 2  # type: ignore[attr-defined]  # analyze takes only Connect4
        best = max(scores, key=lambda move: (scores[move], -abs(move - middle)))
        moves = {
            move: MoveStats(score, proven=int(np.sign(score))) for move, score in scores.items()
        }
        self.result = SearchResult(
            best, scores[best], 0, 0, (best,), moves, proven=moves[best].proven
        )
        return best


@dataclass
class Clock(Searcher):
    """Plays Connect X on any board within a time for each move, as deep as that allows.

    It takes a win in one and stops a loss in one whatever the time. With `nodes` these are its
    limit instead, and its moves do not depend on the machine. `table_mb` bounds its memory,
    from which the oldest entries are evicted first. From a quarter of a second on, where the
    exact solver knows the board, most of the time goes into proving which moves win or hold.

    With `ponder` it goes on thinking after its move, on the opponent's time: about the position
    after the reply that it expects, for a minute at most. `result.guessed` says whether that
    reply came, and `rest()` stops it. With `nodes` it ponders when it is asked again instead,
    with as many nodes. With `book` it plays its first moves on 7x6 from the course's opening
    book, which knows them exactly.
    """

    seconds: float | None = 1.0
    nodes: int | None = None
    table_mb: int = 64
    name: str = "clock"
    ponder: bool = False
    book: bool = False
    _thinker: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise ValueError("pass a limit for each move: seconds=... or nodes=...")
        check_budget(None, self.nodes, self.seconds)
        check_whole("table_mb", self.table_mb)
        for word in ("ponder", "book"):
            if not isinstance(getattr(self, word), bool):
                raise ValueError(f"{word} is True or False, not {getattr(self, word)!r}")
        if self.book:
            from c4lib.fast.book import required  # only here: it loads the compiler

            required()

    @property
    def guesses(self) -> tuple[int, int]:
        """How many of the replies that it expected were right, and how many it has expected."""
        return getattr(self._thinker, "guesses", (0, 0))

    @property
    def is_pondering(self) -> bool:
        """Whether it is thinking on the opponent's time right now."""
        return getattr(self._thinker, "is_pondering", False)

    def rest(self) -> None:
        """Stop pondering, until the next move. What it has found stays known."""
        if self.is_pondering:
            self._thinker.rest()

    def seeded(self, seed: int) -> Self:
        """The same player, remembering nothing; it has no dice."""
        return replace(self)

    def __call__(self, state: State) -> Move:
        """The best move it can find."""
        if self._thinker is None:
            self._thinker = self._new_thinker()
        seconds = self.seconds if self.nodes is None else None
        result: SearchResult = self._thinker.think(state, seconds, self.nodes)
        self.result = result
        return result.move

    def _new_thinker(self) -> Any:
        if not self.ponder:
            from c4lib.fast.clock import Thinker  # only here: it loads the compiler

            return Thinker(self.table_mb, self.book)
        from c4lib.fast.pondering import Ponderer

        ponderer = Ponderer(self.table_mb, self.book)
        finalize(self, ponderer.halt)  # its thread knows nothing of this player
        return ponderer


def rest(agents: Iterable[Agent | None]) -> None:
    """Stop those of the players that ponder: their game has ended."""
    for agent in agents:
        if isinstance(agent, Clock):
            agent.rest()


class _Turns:
    """A lock by which threads take turns. A copy, also one for another process, is a new lock."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["_Turns"], tuple[()]]:
        return _Turns, ()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


@dataclass
class MCTS(Searcher):
    """Counts random games, and looks longer at what wins more of them.

    It runs `iterations` of `rollouts` games each, or thinks for `seconds` instead. With
    `keep` it continues the tree of its last move, where it can, and threads that ask at
    the same time are answered one after the other. Where it can, it uses the compiled search;
    only that one can share the work among several `workers`.
    """

    iterations: int | None = None
    rollouts: int = 1
    c: float = 1.5
    seed: int = 0
    seconds: float | None = None
    prove: bool = False
    keep: bool = False
    policy: Policy | None = field(default=None, repr=False)
    """How simulated games are played; None: at random."""
    workers: int = 1
    name: str = "MCTS"
    counts_visits: ClassVar[bool] = True
    """Whether its results hold visits, so that a board keeps room for them."""
    _turns: _Turns = field(default_factory=_Turns, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            self.iterations = 5000
        check_limits(self.iterations, self.seconds)
        check_way(self.c, self.rollouts, self.policy)
        check_seed(self.seed)
        check_whole("workers", self.workers)

    @classmethod
    def strong(
        cls, seconds: float | None = 1.0, iterations: int | None = None, workers: int = 1,
        seed: int = 0,
    ) -> Self:  # fmt: skip
        """The strongest recipe for Connect Four: wary games, proofs, and less exploring.

        With `iterations` these are its limit instead, and its moves do not depend on the machine.
        """
        if seconds is None and iterations is None:
            raise ValueError("pass a limit: seconds=... or iterations=...")
        return cls(
            iterations, c=1.0, seed=seed, seconds=seconds if iterations is None else None,
            prove=True, policy=wary, workers=workers, name="strong MCTS",
        )  # fmt: skip

    def seeded(self, seed: int) -> Self:
        """The same player with another seed, remembering nothing."""
        return replace(self, seed=seed)

    def __call__(self, state: State) -> Move:
        """The move that was visited most."""
        search = self._search(state)
        with self._turns if self.keep else nullcontext():  # one tree grows for one move at a time
            self.result = result = search(
                state, self.iterations, self.seconds, c=self.c, rollouts=self.rollouts,
                prove=self.prove, tree=self._kept(search is mcts), seed=self.seed,
                policy=self.policy,
            )  # fmt: skip
        return result.move

    def _kept(self, is_readable: bool) -> Any:
        """The tree to continue, if it is one for this search and there is memory for more."""
        tree = self.result.tree if self.keep and self.result is not None else None
        if isinstance(tree, Node) != is_readable:
            return None  # the other search has grown it
        return tree if tree is None or is_readable or tree.fits(self.iterations) else None

    def _search(self, state: State) -> Callable[..., SearchResult]:
        """The compiled search on boards and with policies that it knows, else the readable one."""
        if not isinstance(state, Connect4) or state.width * (state.height + 1) > WORD:
            return mcts
        if self.policy not in (None, at_random, careful, wary):
            return mcts
        from c4lib.fast import mcts as compiled  # only here: it loads the compiler

        return partial(compiled, workers=self.workers)


@dataclass
class AlphaZero(Searcher):
    """Searches with a network's judgement: shipped for some boards, or one that you trained.

    `board` names the board ("7x6", connect 4) or another game ("quixo", "othello-6x6"), unless a
    `net` is passed in, which must fit the states it is asked about; for a game of your own also
    its `kit` (`c4lib.alphazero.state_kits.StateKit`). It runs that many `simulations`, or thinks
    for some `seconds` instead; with one simulation it plays what the network likes best, without
    a search.
    In Connect X, `leaves` are judged together, which is quicker and a little less exact; None:
    1, or 8 for long searches.
    """

    board: str = "7x6"
    simulations: int | None = None
    seconds: float | None = None
    c: float = 1.5
    net: Any = field(default=None, repr=False)
    leaves: int | None = None
    kit: Any = field(default=None, repr=False)
    name: str = "AlphaZero"
    _start: Any = field(default=None, init=False, repr=False, compare=False)
    """The first state of the game that a shipped network is for."""

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            self.simulations = 400
        for name in ("simulations", "leaves"):
            check_whole(name, 1 if getattr(self, name) is None else getattr(self, name))
        check_budget(self.simulations, None, self.seconds)
        check_way(self.c, 1, None)
        if self.net is None:
            from c4lib.alphazero.kits import kit_of
            from c4lib.alphazero.networks import load

            if not isinstance(self.board, str):
                raise ValueError(f'a board is text, such as "7x6", not {self.board!r}')
            self.net, self._start = load(self.board), kit_of(self.board).start
        elif not hasattr(self.net, "weights"):
            raise ValueError(f"net is a network, read from a file or trained, not {self.net!r}")
        if self.kit is not None and not hasattr(self.kit, "win_at_once"):
            raise ValueError(f"kit is a StateKit of the game, or None, not {self.kit!r}")

    @property
    def is_shipped(self) -> bool:
        """Whether its network is the course's own for its board."""
        return self._start is not None

    def seeded(self, seed: int) -> Self:
        """The same player; it has no dice."""
        return replace(self, net=None if self.is_shipped else self.net)

    def __call__(self, state: State) -> Move:
        """The move that was visited most."""
        return self.search(state).move

    @property
    def counts_visits(self) -> bool:
        """Whether its results hold visits; the network alone has none."""
        return self.simulations != 1

    def search(self, state: State) -> SearchResult:
        """What it thinks about a state: each move's prior, visits and mean value."""
        from c4lib.alphazero.kits import search_position  # only here: it loads the compiler

        if self._start is not None and not _are_one_game(self._start, state):
            is_connect = isinstance(self._start, Connect4)
            game = f"{self.board.partition('-')[0]}, connect 4" if is_connect else self.board
            raise ValueError(
                f"this network plays {game}, not {state!r}; there are others, "
                "or train one: python -m c4lib train"
            )
        self.result = result = search_position(
            state, self.net, self.simulations, self.seconds, self.c, self.leaves, self.kit
        )
        return result  # not `self.result`, which another thread may have set


def _are_one_game(one: Any, other: State) -> bool:
    """Whether two states share their board or their rules."""
    shared = "rules" if hasattr(one, "rules") else "board"
    return type(one) is type(other) and getattr(one, shared) is getattr(other, shared)


@dataclass
class Human:
    """A person at the terminal, asked for a move until it is one that can be played."""

    ask: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    name: str = "human"

    def __call__(self, state: State) -> Move:
        """The move that the person types, counted from 1."""
        moves = {str(move + 1): move for move in _moves(state)}
        while True:
            answer = self.ask(f"Your move ({', '.join(moves)}): ").strip()
            if answer in moves:
                return moves[answer]
            self.tell(f"{answer!r} cannot be played here. You can play {', '.join(moves)}.")
