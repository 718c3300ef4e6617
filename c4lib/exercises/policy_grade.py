"""How good a policy of tic-tac-toe is, against perfect play in every position: exercise 6.10."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any, NamedTuple

from c4lib.alphazero.puct import wins_at_once
from c4lib.exercises.compare import plain
from c4lib.games.tictactoe import TicTacToe

PASSES = 0.9
"""The share of critical positions in which a policy has to keep what it has."""

NOT_A_POLICY = "Return a dictionary, `{move: share}`, with a number for each legal move."


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
    lost: str = ""  # the moves of a game that its largest shares lose from the empty board

    @property
    def mistake(self) -> str | None:
        """The name of what is wrong with it; None if it has learnt enough."""
        x, o = self.for_each
        chance = kept_by_chance()
        checks = {
            "illegal moves": self.illegal > 0,
            "it plays to lose": self.kept < chance - 0.1,
            "good for one player only": abs(x - o) > 0.25,
            "nothing learnt": self.kept < chance + 0.1,
            "wins at once are missed": self.wins < 0.75,
            "wins of the opponent are not stopped": self.stops < 0.75,
            "not enough yet": self.kept < PASSES,
        }
        return next((name for name, is_so in checks.items() if is_so), None)

    def __repr__(self) -> str:
        x, o = self.for_each
        lines = [
            f"keeps {self.kept:.1%} of the critical positions: X {x:.1%}, O {o:.1%}",
            f"wins at once {self.wins:.1%}, stops a win {self.stops:.1%}",
        ]
        if self.illegal:
            lines.append(f"a taken square has the largest share in {self.illegal:,} positions")
        if self.lost:
            lines += [f"loses from the empty board: {self.lost}", str(moved(self.lost))]
        return "\n".join(lines)

    def praise(self) -> str:
        """What to say of a policy that has learnt enough."""
        count = sum(each is not None for each in unfinished().values())
        said = f"At one look it keeps {self.kept:.1%} of {count:,} critical positions"
        chance = f"a random move keeps {kept_by_chance():.1%}"
        beaten = f"It can still be beaten: {self.lost}. Train longer, or let it search."
        ends = beaten if self.lost else "From the empty board nobody can beat it, on either side."
        return f"{said}; {chance}. {ends}"


def moved(moves: str) -> TicTacToe:
    """The position after moves such as "5 1 9"."""
    return TicTacToe.from_moves(moves.replace(" ", ""))


def graded(answer: Callable[[TicTacToe], Any], start: TicTacToe) -> Any:
    """The grade of a policy in all positions; what it returns if that is no policy."""
    best: dict[TicTacToe, frozenset[int]] = {}
    for state in (start, *unfinished()):
        came = plain(answer(state))
        if not _is_policy(came, state):
            return came
        most = max(came.values())
        best[state] = frozenset(move for move, share in came.items() if share == most)
    return grade_of(best)


def _is_policy(came: Any, state: TicTacToe) -> bool:
    """Whether it is a dictionary that gives each legal move a number."""
    return (
        isinstance(came, Mapping)
        and set(came) >= set(state.moves())
        and all(isinstance(share, Real) and abs(share) < math.inf for share in came.values())
    )


def grade_of(best: Mapping[TicTacToe, frozenset[int]]) -> PolicyGrade:
    """The grade of a player who draws one of the best moves; where there are none, any."""
    shares: dict[str, list[float]] = {"0": [], "1": [], "win": [], "stop": [], "other": []}
    illegal = 0
    for state, critical in unfinished().items():
        likely = best.get(state, frozenset(state.moves()))
        illegal += not likely <= set(state.moves())
        if critical is not None:
            share = len(likely & critical.kept_by) / len(likely)
            shares[str(state.player)].append(share)
            shares[critical.kind].append(share)
    mean = {name: sum(each) / len(each) for name, each in shares.items()}
    both = shares["0"] + shares["1"]
    sides = mean["0"], mean["1"]
    lost = "" if illegal else _lost_game(best)
    return PolicyGrade(sum(both) / len(both), sides, mean["win"], mean["stop"], illegal, lost)


@cache
def kept_by_chance() -> float:
    """The share of critical positions in which a random move keeps what there is."""
    return grade_of({}).kept


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
