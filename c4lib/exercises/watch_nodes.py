"""Watch which nodes of a game a function looks at.

The function gets a `WatchedState`, which behaves like the state it wraps and writes into a log
for this one call. A node is named by the moves that lead to it from the root: `()` is the root,
`(1, 0)` the node after move 1 and then move 0.

A node that is searched twice, each time with a state of its own from `play`, counts twice.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from c4lib.exercises.compare import plain
from c4lib.game import Move, State

Path = tuple[Move, ...]
Watch = Literal["entered", "expanded"]
"""Which nodes count: those that were asked anything, or those from which a move was played."""


@dataclass
class Log:
    """The nodes that one call looked at, in order, each once (a dict is an ordered set)."""

    entered: dict[Path, None] = field(default_factory=dict)
    expanded: dict[Path, None] = field(default_factory=dict)
    searched: Counter[Path] = field(default_factory=Counter)
    """How many states of each node were searched: a move was played or the utility asked for."""

    def nodes(self, watch: Watch) -> tuple[Path, ...]:
        """The nodes that count, and those searched again once more for each time."""
        if watch == "expanded":
            return tuple(self.expanded)
        again = (path for path, times in self.searched.items() for _ in range(times - 1))
        return (*self.entered, *again)


@dataclass(frozen=True)
class Seen:
    """What a watched function returned, and the nodes it looked at on the way."""

    value: Any
    nodes: tuple[Path, ...]
    watch: Watch

    def same_nodes(self, other: "Seen") -> bool:
        """Whether both looked at the same nodes.

        Of several paths to a position, the order of moves decides which one is expanded, so
        that only the number of expanded nodes is compared.
        """
        if self.watch == "expanded":
            return len(self.nodes) == len(other.nodes)
        return Counter(self.nodes) == Counter(other.nodes)

    def only_repeats(self, expected: "Seen") -> bool:
        """Whether it looked at the right nodes, but at some of them more than once."""
        return set(self.nodes) == set(expected.nodes) and not self.same_nodes(expected)

    def nodes_text(self) -> str:
        """The number of nodes: "5 nodes entered"."""
        count = len(self.nodes)
        return f"{count:,} node{'' if count == 1 else 's'} {self.watch}"

    def difference_text(self, expected: "Seen") -> str:
        """The first node too many, the first missing, the first searched again; "" if none is."""
        if self.watch == "expanded":
            return ""
        came, right = set(self.nodes), set(expected.nodes)
        kinds = {
            "too many": (path for path in self.nodes if path not in right),
            "missing": (path for path in expected.nodes if path not in came),
            "searched more than once": (p for p, times in Counter(self.nodes).items() if times > 1),
        }
        firsts = {kind: next(paths, None) for kind, paths in kinds.items()}
        found = (
            f"the first {kind}: {_place(path)}" for kind, path in firsts.items() if path is not None
        )
        return "; ".join(found)


def value_of(result: Any) -> Any:
    """What the function returned, watched or not."""
    return result.value if isinstance(result, Seen) else result


def watched(function: Callable[..., Any], watch: Watch) -> Callable[..., Seen]:
    """The function called with watched states, with a new log for each call."""

    def call(*arguments: Any) -> Seen:
        log = Log()
        states = (
            WatchedState(argument, (), log) if isinstance(argument, State) else argument
            for argument in arguments
        )
        return Seen(plain(function(*states)), log.nodes(watch), watch)

    return call


class WatchedState:
    """A state that logs what is asked of it. Two are equal only within the same call.

    Playing a move does not yet enter the node it leads to: a function that lists all children
    and then ignores some has not looked at those.
    """

    __slots__ = ("_is_searched", "_log", "_path", "_state")

    def __init__(self, state: Any, path: Path, log: Log) -> None:
        self._state = state
        self._path = path
        self._log = log
        self._is_searched = False

    def _search(self) -> Any:
        if not self._is_searched:
            self._is_searched = True
            self._log.searched[self._path] += 1
        return self._enter()

    def _enter(self) -> Any:
        self._log.entered[self._path] = None
        return self._state

    @property
    def player(self) -> int:
        """Whose turn it is."""
        player: int = self._enter().player
        return player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        is_over: bool = self._enter().is_over
        return is_over

    def moves(self) -> Sequence[Move]:
        """The legal moves."""
        moves: Sequence[Move] = self._enter().moves()
        return moves

    def play(self, move: Move) -> "WatchedState":
        """The state after `move`, watched as well."""
        after = self._search().play(move)
        self._log.expanded[self._path] = None
        return WatchedState(after, (*self._path, plain(move)), self._log)

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`."""
        utility: float = self._search().utility(player)
        return utility

    def __getattr__(self, name: str) -> Any:
        """Whatever else the wrapped state has: its width, its history."""
        if name.startswith("__") or name in WatchedState.__slots__:
            raise AttributeError(name)
        return getattr(self._state if name.startswith("_") else self._enter(), name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WatchedState):
            return NotImplemented
        return self._log is other._log and bool(self._state == other._state)

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return repr(self._state)

    def __str__(self) -> str:
        return str(self._state)


def _place(path: Path) -> str:
    """Where a node is: "after the moves 1, 0"."""
    if not path:
        return "the root"
    return f"after the move{'' if len(path) == 1 else 's'} {', '.join(map(str, path))}"
