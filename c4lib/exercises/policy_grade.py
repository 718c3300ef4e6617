"""How good a judgement of tic-tac-toe is, against perfect play in every position: exercise 6.10."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from c4lib.alphazero.puct import wins_at_once
from c4lib.exercises.compare import plain
from c4lib.games.tictactoe import TicTacToe

PASSES = 0.9
"""The share of critical positions in which a policy has to keep what it has."""

RIGHT_SIGNS = 0.75
"""The share of won and lost positions in which the value needs the right sign, for each player."""

MOST = 1e9  # larger numbers are neither shares nor values

NOT_A_LOOK = (
    "Return a pair: a dictionary, `{move: share}`, with a number for each legal move, and "
    "the value."
)


@cache
def value_of(state: TicTacToe) -> float:
    """How the game ends if both play perfectly, for the player to move: 1, 0 or -1."""
    if state.is_over:
        return state.utility(state.player)
    return max(-value_of(state.play(move)) for move in state.moves())


class Critical(NamedTuple):
    """A position in which some move gives a win or a draw away."""

    kept_by: frozenset[int]  # the moves that keep it
    moves: int  # how many there are
    kind: str  # "win" at once, "stop" a win, or "other"


@cache
def unfinished() -> dict[TicTacToe, Critical | None]:
    """All positions in which a move is to be made; None for those in which none can go wrong."""
    found: dict[TicTacToe, Critical | None] = {}
    waiting = [TicTacToe()]
    while waiting:
        state = waiting.pop()
        if not state.is_over and state not in found:
            found[state] = _critical(state)
            waiting += map(state.play, state.moves())
    return found


def _critical(state: TicTacToe) -> Critical | None:
    after = {move: state.play(move) for move in state.moves()}
    kept_by = frozenset(move for move, each in after.items() if -value_of(each) == value_of(state))
    if len(kept_by) == len(after):
        return None
    threatened = any(not each.is_over and wins_at_once(each) for each in after.values())
    kind = "win" if wins_at_once(state) else "stop" if threatened else "other"
    return Critical(kept_by, len(after), kind)


@dataclass(frozen=True)
class PolicyGrade:
    """In what share of the critical positions a policy keeps what it has, without any search."""

    kept: float
    for_each: tuple[float, float]  # where X is to move, and where O is
    wins: float  # where a move wins at once
    stops: float  # where a win has to be stopped
    illegal: int  # how many positions there are in which a taken square has the largest share
    signs: tuple[float, float]
    """In what share of won and lost positions the value has the right sign, for X and O."""
    lost: str = ""  # the moves of a game that its largest shares lose from the empty board
    turned: float = 0.0  # in what share of them the value has the wrong sign; 0 has none

    @property
    def mistake(self) -> str | None:
        """The name of what is wrong with it; None if it has learnt enough."""
        (x, o), (x_sign, o_sign) = self.for_each, self.signs
        chance = kept_by_chance()
        checks = {
            "illegal moves": self.illegal > 0,
            "it plays to lose": self.kept < chance - 0.1,
            "good for one player only": abs(x - o) > 0.25,
            "nothing learnt": self.kept < chance + 0.1,
            "wins at once are missed": self.wins < 0.75,
            "wins of the opponent are not stopped": self.stops < 0.75,
            "the sign of the value": self.turned > 0.6,
            "a value for one player only": abs(x_sign - o_sign) > 0.3,
            "not enough yet": self.kept < PASSES,
            "the value says little": min(self.signs) < RIGHT_SIGNS,
        }
        return next((name for name, is_so in checks.items() if is_so), None)

    def __repr__(self) -> str:
        (x, o), (x_sign, o_sign) = self.for_each, self.signs
        lines = [
            f"keeps {self.kept:.1%} of the critical positions: X {x:.1%}, O {o:.1%}",
            f"wins at once {self.wins:.1%}, stops a win {self.stops:.1%}",
            f"the value has the right sign: X {x_sign:.1%}, O {o_sign:.1%}",
        ]
        if self.illegal:
            lines.append(f"a taken square has the largest share in {self.illegal:,} positions")
        if self.lost:
            lines += [f"loses from the empty board: {named(self.lost)}", str(moved(self.lost))]
        return "\n".join(lines)

    def praise(self) -> str:
        """What to say of a policy that has learnt enough."""
        count = sum(each is not None for each in unfinished().values())
        said = f"Its largest share keeps {self.kept:.1%} of {count:,} critical positions"
        chance = f"a random move keeps {kept_by_chance():.1%}"
        beaten = f"It can still be beaten: {named(self.lost)}. Train longer, or let it search."
        ends = beaten if self.lost else "From the empty board nobody can beat it, on either side."
        return f"{said}; {chance}. {ends}"


def moved(moves: str) -> TicTacToe:
    """The position after moves such as "5 1 9"."""
    return TicTacToe.from_moves(moves.replace(" ", ""))


def named(moves: str) -> str:
    """Moves such as "5 1 9" as the board calls their squares: b2 a1 c3."""
    squares = (int(move) - 1 for move in moves.split())
    return " ".join(f"{'abc'[square % 3]}{square // 3 + 1}" for square in squares)


def graded(answer: Callable[[TicTacToe], Any], start: TicTacToe) -> Any:
    """The grade of a judgement in all positions; what it returns if that is none."""
    best: dict[TicTacToe, frozenset[int]] = {}
    values: dict[TicTacToe, float] = {}
    for state in (start, *unfinished()):
        came = plain(answer(state))
        if not _is_look(came, state):
            return came
        shares, values[state] = came
        most = max(shares.values())
        best[state] = frozenset(move for move, share in shares.items() if share == most)
    return grade_of(best, values)


def _is_look(came: Any, state: TicTacToe) -> bool:
    """Whether it is a dictionary that gives each legal move a number, and a number."""
    return (
        isinstance(came, tuple | list)
        and len(came) == 2
        and isinstance(came[0], Mapping)
        and set(came[0]) >= set(state.moves())
        and all(
            isinstance(number, int | float) and -MOST < number < MOST
            for number in (*came[0].values(), came[1])
        )
    )


def grade_of(
    best: Mapping[TicTacToe, frozenset[int]], values: Mapping[TicTacToe, float]
) -> PolicyGrade:
    """The grade of a player who draws one of the best moves; where there are none, any."""
    signs: tuple[list[bool], list[bool]] = ([], [])
    shares: dict[str, list[float]] = {"0": [], "1": [], "win": [], "stop": [], "other": []}
    turned: list[bool] = []
    illegal = 0
    for state, critical in unfinished().items():
        likely = best.get(state, frozenset(state.moves()))
        illegal += not likely <= set(state.moves())
        if truth := value_of(state):
            said = float(values.get(state, 0)) * truth
            signs[state.player].append(said > 0)
            turned.append(said < 0)
        if critical is not None:
            share = len(likely & critical.kept_by) / len(likely)
            shares[str(state.player)].append(share)
            shares[critical.kind].append(share)
    mean = {name: sum(each) / len(each) for name, each in shares.items()}
    both = shares["0"] + shares["1"]
    sides = mean["0"], mean["1"]
    lost = "" if illegal else _lost_game(best)
    right = sum(signs[0]) / len(signs[0]), sum(signs[1]) / len(signs[1])
    kept, against = sum(both) / len(both), sum(turned) / len(turned)
    return PolicyGrade(kept, sides, mean["win"], mean["stop"], illegal, right, lost, against)


@cache
def kept_by_chance() -> float:
    """The share of critical positions in which a random move keeps what there is."""
    return grade_of({}, {}).kept


def _lost_game(best: Mapping[TicTacToe, frozenset[int]]) -> str:
    """A shortest game that the first of the best moves loses, as X or as O; "" if none does."""
    waiting = [(TicTacToe(), "", side) for side in (0, 1)]
    while waiting:
        later = []
        for state, moves, side in waiting:
            if state.is_over:
                if state.utility(side) < 0:
                    return " ".join(moves)
                continue
            mine = [min(best.get(state, state.moves()))]
            replies = mine if state.player == side else state.moves()
            later += [(state.play(move), f"{moves}{move + 1}", side) for move in replies]
        waiting = later
    return ""
