"""How search trees are labelled, the same in all their pictures: moves, values and sides."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, Move
from c4lib.games.modelled_opponent import Modelled
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, ListTree, RandomTree
from c4lib.games.windy import Windy
from c4lib.players.legible import legible
from c4lib.result import Bound
from c4lib.search.common import WIN
from c4lib.search.maxn import TwoSides
from c4lib.view.boards.svg import SIGNS as PLAYERS

BRANCHES = (ListTree, RandomTree, DiceTree)
NOUNS = {Connect4: "column", TicTacToe: "square"} | dict.fromkeys(BRANCHES, "branch")
WITH_SYMBOLS = ("column", "square")  # in these games the players are called X and O
SIGNS: Mapping[Bound, str] = {"exact": "", "lower": "≥", "upper": "≤"}
WORDS: Mapping[Bound, str] = {"exact": "", "lower": "at least ", "upper": "at most "}


def bare(state: Any) -> Any:
    """The position within a state that only adds something to it: a wind, a model, two sides."""
    if isinstance(state, Modelled | TwoSides):
        return bare(state.state)
    return state.board if isinstance(state, Windy) else state


def is_chance(state: Any) -> bool:
    """Whether nobody chooses here, but dice do."""
    return not state.is_over and state.player == CHANCE


def noun(state: Any) -> str:
    """What a move of this game is: a column, a square, a branch, or just a move."""
    game = bare(state)
    other = "column" if getattr(game, "falling", False) else "move"
    return next((name for kind, name in NOUNS.items() if isinstance(game, kind)), other)


def move_text(state: Any, move: Move) -> str:
    """A move as people write it, and as boards label it: column 4, cell c2, branch a."""
    from c4lib.view.boards.cells import move_name  # only here, for it counts things as this file

    kind = noun(state)
    if kind == "move" and hasattr(bare(state), "rows") and not is_chance(state):
        alone = "pass" if len(state.moves()) == 1 else str(move)
        return str(legible(move_name(bare(state), move) or alone))
    if kind == "move" or not isinstance(move, int):
        return str(legible(str(move)))
    return chr(ord("a") + move) if kind == "branch" and move < 26 else str(move + 1)


def moves_text(state: Any, moves: Sequence[Move]) -> str:
    """Several moves of a state, neighbours together: 1, 4, 7 or 2–4."""
    if noun(state) == "move":
        return ", ".join(move_text(state, move) for move in moves)
    names = [move_text(state, move) for move in sorted(moves)]
    is_run = len(moves) > 2 and max(moves) - min(moves) == len(moves) - 1
    return f"{names[0]}–{names[-1]}" if is_run else ", ".join(names)


def chance_text(chance: float) -> str:
    """A probability as one writes it: 1/6 where it is one of a few, else 0.8."""
    parts = round(1 / chance)
    is_part = 2 < parts <= 36 and abs(chance * parts - 1) < 1e-9
    is_short = abs(chance * 100 - round(chance * 100)) < 1e-9
    return f"1/{parts}" if is_part and not is_short else f"{chance:.2g}"


def named_move(state: Any, move: Move) -> str:
    """A move with its noun: column 4, branch a."""
    return f"{noun(state)} {move_text(state, move)}"


def player_name(state: Any, player: int) -> str:
    """A player's name: X, O, player 2, or the dice."""
    if player == CHANCE:
        return "dice"
    return PLAYERS[player] if noun(state) in WITH_SYMBOLS else f"player {player}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: 1 node, 1,234 nodes."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def side(is_max: bool, state: Any = None, player: int = 0) -> str:
    """MAX or MIN; of the player in a state, with the symbol where there is one: MAX (X)."""
    symbol = f" ({PLAYERS[player]})" if noun(state) in WITH_SYMBOLS else ""
    return f"{'MAX' if is_max else 'MIN'}{symbol}"


def is_win(value: float | None) -> bool:
    """Whether a value is a win or a loss of a depth-limited search, which counts the plies."""
    return value is not None and WIN / 2 < abs(value) <= WIN


def value_text(value: float | None, bound: Bound = "exact") -> str:
    """A value as one writes it: 3, −0.5, ≤ 2; of a depth-limited search also win 3, loss 4."""
    if value is None:
        return "?"
    if is_win(value):
        text = f"{'win' if value > 0 else 'loss'} {WIN - abs(value):.0f}"
    else:
        text = f"{value:,.0f}" if 100 <= abs(value) < inf else f"{round(value, 3) + 0.0:g}"
    return f"{SIGNS[bound]} {_typeset(text)}".lstrip()


def short_value(value: float) -> str:
    """A value where there is little room: 3, −0.5, ∞; W3 and L3: won, lost after 3 moves.

    The next number above or below a round one, as in null windows, is written like that one.
    """
    value = 0.0 if abs(value) < 1e-300 else float(f"{value:.15g}")
    if is_win(value):
        return f"{'W' if value > 0 else 'L'}{WIN - abs(value):g}"
    is_round = abs(value) == inf or value == int(value)
    return _typeset(f"{value + 0.0:g}" if is_round else f"{value:.3g}")  # + 0.0: no "−0"


def value_in_words(value: float, bound: Bound) -> str:
    """A value in a sentence: 3, at least 3, at most W5."""
    return WORDS[bound] + short_value(value)


def _typeset(number: str) -> str:
    return number.replace("inf", "∞").replace("-", "−")
