"""Many players, and games in which one's gain is not the other's loss. Lesson 09 builds them.

Max^n (Luckhardt and Irani, 1986): a state is worth a number to each player, and everybody
takes the move that is worth most to themselves, whatever it does to the others. The paranoid
reduction (Sturtevant and Korf, 2000): all others join against the player to move. That is a
game of two sides again, so alpha-beta can prune it; max^n looks at everything.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, Self, get_args

from c4lib.game import CHANCE, Move, State, chances_of
from c4lib.result import MoveStats, SearchResult, Trace, Window
from c4lib.search.alphabeta import alphabeta
from c4lib.search.common import (
    NO_MOVES,
    WIN,
    Line,
    Search,
    check_evaluate,
    check_root,
    check_said,
    check_whole,
)
from c4lib.search.minimax import OPEN
from c4lib.search.ordering import Order, find_order

Values = tuple[float, ...]
"""What something is worth to each player, player 0 first."""

EvaluateAll = Callable[[Any], Sequence[float]]
"""An estimate of an unfinished game for each player, player 0 first."""

Ties = Literal["first", "even", "spite", "kind"]

NUMBERS = "a number for each player"
MOST_PLAYERS = 1000  # each node has a number for each of them
MOST = WIN / 10
"""What an evaluation stays below: a loss may be worth only a part of a win."""


@dataclass(frozen=True, repr=False)
class ManyStats(MoveStats):
    """What a search found out about one move, for every player."""

    values: Values = ()


@dataclass(frozen=True, repr=False)
class ManyResult(SearchResult):
    """What a search found, for every player. Its `moves` are ManyStats, with values as well."""

    values: Values = ()
    """What the state is worth to each player, player 0 first."""


# ---- max^n ---------------------------------------------------------------------------------


def maxn(
    state: State,
    depth: int | None = None,
    evaluate: EvaluateAll | None = None,
    *,
    players: int | None = None,
    ties: Ties = "first",
) -> ManyResult:
    """The best move if everybody plays for themselves, and what that is worth to each player.

    `depth` limits the plies looked ahead; an unfinished game then counts as `evaluate` says for
    each player, or as 0 without an evaluation. `players` is their number: None means the state's
    own `players`, or 2 where it has none.

    `ties` decides between moves that are worth the same to the player who chooses. "first": the
    first of them. "spite" and "kind": the one that is worst or best for the player to move at the
    root. "even": all are equally likely, so that their mean counts; the line shows the first.
    Throws of dice count with their probabilities.
    """
    search = MaxN(state, depth, evaluate, players, ties)
    with search.to_the_end():
        values, line = search.value(state, 0)
    return ManyResult(**vars(search.result(values[search.me], line)), values=values)


class MaxN(Search):
    """One run of max^n: for whom, how deep, and what it counts."""

    def __init__(
        self, root: State, depth: int | None, evaluate: EvaluateAll | None, players: int | None,
        ties: Ties,
    ) -> None:  # fmt: skip
        super().__init__(root, depth, None, None)
        check_evaluate(evaluate, depth, NUMBERS)
        self.evaluate_all = evaluate
        self.players = count_players(root, players)
        if ties not in get_args(Ties):
            raise ValueError(f"ties is one of {', '.join(get_args(Ties))}, not {ties!r}")
        self.ties = ties

    def check_first(self, root: State) -> int:
        """The player to move at the root: any, but not dice."""
        return check_root(root)

    def value(self, state: State, ply: int) -> tuple[Values, Line]:
        """What a state is worth to each player, and the moves that lead there."""
        self.enter(state, ply, None, None, OPEN)
        if (values := self.leaf_values(state, ply)) is not None:
            return values, ()
        if state.player == CHANCE:
            return self.expected(state, ply), ()
        if state.player not in range(self.players):
            raise ValueError(
                f"player {state.player} is to move, but only {self.players} were counted; "
                "say how many play: players=..."
            )
        options = []
        for move in state.moves():
            values, line = self.value(state.play(move), ply + 1)
            options.append((values, (move, *line)))
            if ply == 0:
                self.moves[move] = ManyStats(values[self.me], values=values)
        if not options:
            raise ValueError(NO_MOVES)
        return self.choice(options, state.player)

    def choice(self, options: Sequence[tuple[Values, Line]], player: int) -> tuple[Values, Line]:
        """The option that is worth most to the player; of equal ones, as `ties` says."""
        most = max(values[player] for values, _ in options)
        tied = [option for option in options if option[0][player] == most]
        if self.ties == "spite":
            return min(tied, key=lambda option: option[0][self.me])
        if self.ties == "kind":
            return max(tied, key=lambda option: option[0][self.me])
        if self.ties == "even" and len(tied) > 1:
            return mean([(values, 1 / len(tied)) for values, _ in tied]), tied[0][1]
        return tied[0]

    def expected(self, state: Any, ply: int) -> Values:
        """What a throw of dice is worth to each player on average."""
        chances = chances_of(state)
        return mean([(self.value(state.play(move), ply + 1)[0], p) for move, p in chances])

    def leaf_values(self, state: State, ply: int) -> Values | None:
        """The values of a state that is not searched further; else None.

        To the end of the game, these are its utilities. With a depth limit they count WIN less
        the plies until then, so that a sooner win is better and a later loss.
        """
        if state.is_over:
            unit = WIN - ply if self.hurries else 1
            values = [state.utility(player) for player in range(self.players)]
            for value in values:
                check_said("utility", value, state)
            return tuple(value * unit for value in values)
        if self.depth is None or ply < self.depth:
            return None
        if self.evaluate_all is None:
            return (0.0,) * self.players
        return estimates(self.evaluate_all, state, self.players)


def mean(weighted: Sequence[tuple[Values, float]]) -> Values:
    """The mean of values, player by player, each with its weight."""
    players = range(len(weighted[0][0]))
    return tuple(sum(values[n] * weight for values, weight in weighted) for n in players)


# ---- all against one -----------------------------------------------------------------------


def paranoid(
    state: State,
    depth: int | None = None,
    evaluate: EvaluateAll | None = None,
    *,
    players: int | None = None,
    window: Window | None = None,
    order: str | Order | None = None,
    trace: Trace | None = None,
) -> SearchResult:
    """The best move if all others join against the player to move, and what it is worth to them.

    Alpha-beta on two sides: MAX is the player to move, MIN all others, who only care to hold
    MAX down. So of what `evaluate` says only MAX's own number counts. `players` is as for
    `maxn`; `window`, `order` and `trace` are alpha-beta's. It is for games without dice.
    """
    check_evaluate(evaluate, depth, NUMBERS)
    me, count = check_root(state), count_players(state, players)
    inner_order = find_order(order)

    def judge(sides: TwoSides) -> float:
        assert evaluate is not None
        own = estimates(evaluate, sides.state, count)[me]
        return own if sides.player == 0 else -own

    def sides_order(sides: TwoSides, moves: Sequence[Move]) -> Sequence[Move]:
        return inner_order(sides.state, moves)

    sides = TwoSides(state, me)
    return alphabeta(sides, depth, evaluate and judge, window, sides_order, trace=trace)


@dataclass(frozen=True)
class TwoSides:
    """A game of many as a game of two: player 0 is one of them, player 1 all others together."""

    state: Any
    me: int

    @property
    def player(self) -> int:
        """Which side is to move."""
        if self.state.player == CHANCE:
            raise ValueError("paranoid is for games without dice; maxn takes them")
        return 0 if self.state.player == self.me else 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return bool(self.state.is_over)

    @property
    def bounds(self) -> Window:
        """The game's own bounds, where it has some; else there is no such attribute."""
        bounds: Window = self.state.bounds
        return bounds

    def moves(self) -> Sequence[Move]:
        """The moves of whoever's turn it is."""
        return self.state.moves()  # type: ignore[no-any-return]

    def play(self, move: Move) -> Self:
        """The game after a move, from the same two sides."""
        return type(self)(self.state.play(move), self.me)

    def utility(self, player: int) -> float:
        """What the finished game is worth to the one, and the opposite to the others."""
        own: float = self.state.utility(self.me)
        return own if player == 0 else -own


# ---- what both need ------------------------------------------------------------------------


def estimates(evaluate: EvaluateAll, state: State, players: int) -> Values:
    """What an evaluation says of a state, which must be a number for each player."""
    name = getattr(evaluate, "__name__", "evaluate")
    said = evaluate(state)
    values = () if isinstance(said, Mapping) or not isinstance(said, Iterable) else tuple(said)
    if len(values) != players or not all(isinstance(value, Real) for value in values):
        raise ValueError(
            f"{name} returned {said!r} for {state!r}; it has to return {players} numbers, "
            "one for each player"
        )
    if not all(abs(value) < MOST for value in values):
        raise ValueError(f"an evaluation stays between ±{MOST:,.0f}, but {name} returned {said!r}")
    return tuple(map(float, values))


def count_players(state: State, players: int | None) -> int:
    """How many play: the number given, else the state's own, else 2."""
    count = getattr(state, "players", 2) if players is None else players
    check_whole("players", count)
    if count > MOST_PLAYERS:
        raise ValueError(f"players is at most {MOST_PLAYERS}, not {count:,}")
    return int(count)
