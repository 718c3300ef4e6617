"""What a search returns, and the trace it can record for others to draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal

from c4lib.game import Move, check_whole

Bound = Literal["exact", "lower", "upper"]
"""Whether a value is the true one, or the true one is at least (lower) or at most (upper) that."""

Scale = Literal["points", "outcome"]
"""What a value measures: points of an evaluation, of any size, or the expected outcome of the game,
from -1 (lost) to 1 (won)."""

Window = tuple[float, float]
"""Alpha and beta: what MAX, the player to move at the root, and MIN, the other, are sure of."""


class _Terse:
    """A repr that leaves out the fields with their default values."""

    def __repr__(self) -> str:
        shown = []
        for each in fields(self):  # type: ignore[arg-type]
            default = each.default if each.default_factory is MISSING else each.default_factory()
            if each.repr and (value := getattr(self, each.name)) != default:
                shown.append(f"{each.name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, repr=False)
class MoveStats(_Terse):
    """What a search found out about one move, for the player who can make it."""

    value: float
    visits: int = 0
    prior: float | None = None
    bound: Bound = "exact"
    proven: float | None = field(default=None, repr=False)
    """+1, 0 or -1 if the move certainly wins, draws or loses; else None."""


@dataclass(frozen=True, repr=False)
class SearchResult(_Terse):
    """What a search found, for the player to move in the state it was given."""

    move: Move | None
    """The best move; None where the game is over."""
    value: float
    nodes: int
    """How many states were entered, the root and finished games included."""
    depth: int
    """How many plies below the root the deepest of them lay."""
    line: tuple[Move, ...] = ()
    """The principal variation: best play for both sides."""
    moves: Mapping[Move, MoveStats] = field(default_factory=dict)
    """Every move at the root that was searched."""
    replies: Mapping[Move, MoveStats] = field(default_factory=dict, repr=False)
    """Every reply to `move` that was searched, for the player who makes it, where the search
    counts visits."""
    scale: Scale = field(default="points", repr=False)
    """What `value` measures. Searches that count visits average outcomes."""
    proven: float | None = field(default=None, repr=False)
    """+1, 0 or -1 if the game is certainly won, drawn or lost; else None."""
    cutoffs: int = 0
    table_hits: int = 0
    seconds: float = field(default=0.0, compare=False, repr=False)
    iterations: "tuple[SearchResult, ...]" = field(default=(), repr=False)
    """Of iterative deepening: the result of each depth."""
    tree: Any = field(default=None, repr=False, compare=False)
    """The tree that Monte Carlo tree search has grown, to be drawn or searched further."""
    is_complete: bool = True
    """False if the search was stopped and returned the best it had so far."""
    guessed: bool | None = field(default=None, repr=False)
    """Of a player that ponders: whether it had expected this state; None: it expected nothing."""


Kind = Literal["inner", "over", "depth", "table"]


@dataclass
class TraceNode:
    """A state that the search entered. Values and windows are for MAX, the root's player."""

    number: int
    parent: int | None
    move: Move | None
    """The move that led here; None at the root."""
    state: Any
    is_max: bool
    ply: int
    window: Window
    """Alpha and beta when the node was entered."""
    kind: Kind = "inner"
    """Why it is a leaf: the game is over, the depth is used up, the table knew it. Else inner."""
    value: float | None = None
    bound: Bound = "exact"
    best: int | None = None
    """The child that its value comes from."""
    children: list[int] = field(default_factory=list)
    cut: tuple[Move, ...] = ()
    """The moves that were never looked at."""


EventKind = Literal["enter", "leaf", "update", "cut", "leave"]


@dataclass(frozen=True)
class Event:
    """One step of a search: what happened at which node, and what it knew afterwards."""

    kind: EventKind
    node: int
    value: float | None
    """The node's value so far, for MAX; None while it has none."""
    window: Window
    child: int | None = None
    """The child whose value was folded in, where it is an update and there is one."""


class TraceFullError(Exception):
    """The search has more nodes than its trace can hold."""


class Trace:
    """A record of a search, step by step. Pass an empty one to a search as `trace`."""

    def __init__(self, limit: int = 100_000) -> None:
        check_whole("limit", limit)
        self.limit = limit
        self.nodes: list[TraceNode] = []
        self.events: list[Event] = []

    def __len__(self) -> int:
        return len(self.nodes)

    def __bool__(self) -> bool:
        return True  # even while it is empty: `if trace` asks whether there is one

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def enter(
        self, state: Any, move: Move | None, parent: int | None, is_max: bool, window: Window
    ) -> int:
        """Note a new node and return its number."""
        if len(self.nodes) == self.limit:
            raise TraceFullError(
                f"the search has more than {self.limit:,} nodes; record a smaller one, "
                "or pass Trace(limit=...) with a larger limit"
            )
        number = len(self.nodes)
        ply = 0 if parent is None else self.nodes[parent].ply + 1
        self.nodes.append(TraceNode(number, parent, move, state, is_max, ply, window))
        if parent is not None:
            self.nodes[parent].children.append(number)
        self.events.append(Event("enter", number, None, window))
        return number

    def leaf(self, number: int, value: float, kind: Kind, bound: Bound = "exact") -> None:
        """Note that the node has its value without looking further."""
        node = self.nodes[number]
        node.value, node.kind, node.bound = value, kind, bound
        self.events.append(Event("leaf", number, value, node.window))

    def update(self, number: int, value: float, window: Window, child: int | None) -> None:
        """Note that a child's value was folded in, or what a table knew of the children.

        `value` is the node's best so far.
        """
        node = self.nodes[number]
        if node.value is None or node.value != value:
            node.best = child
        node.value = value
        self.events.append(Event("update", number, value, window, child))

    def cut(self, number: int, moves: Sequence[Move], window: Window) -> None:
        """Note that the moves left need not be looked at, since alpha has reached beta."""
        node = self.nodes[number]
        node.cut = tuple(moves)
        self.events.append(Event("cut", number, node.value, window))

    def leave(self, number: int, value: float, bound: Bound, window: Window) -> None:
        """Note the node's final value."""
        node = self.nodes[number]
        node.value, node.bound = value, bound
        self.events.append(Event("leave", number, value, window))

    def path(self, number: int) -> list[int]:
        """The numbers of the nodes from the root down to a node."""
        path = [number]
        while (parent := self.nodes[path[-1]].parent) is not None:
            path.append(parent)
        return path[::-1]

    def principal(self) -> list[int]:
        """The numbers of the nodes on the principal variation, from the root."""
        path, number = [], 0 if self.nodes else None
        while number is not None:
            path.append(number)
            number = self.nodes[number].best
        return path
