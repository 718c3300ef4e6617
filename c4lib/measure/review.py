"""A game looked at again, move by move, beside perfect play.

Scores are Pascal Pons', as in `c4lib.fast.solver`: +k if the player wins with the k-th last of
their own discs, 0 for a draw, -k if the opponent does. As long as both play perfectly, a
game's score does not change: every change is somebody's fault.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move, check_whole
from c4lib.measure.tables import table

LABELS = ("best", "slip", "mistake", "blunder")
HEAD = ("move", "by", "column", "score", "so the player", "label", "better")
OUTCOMES = {+1: "a win", 0: "a draw", -1: "a loss"}

Progress = Callable[[int, int], object]  # called with the number of positions done, and of all


class Analyst(Protocol):
    """Anything that knows what every move is worth, such as a `c4lib.fast.Solver`."""

    def analyze(self, state: Connect4, /) -> Mapping[Move, int]:
        """What each move is worth to the player to move."""


def label(scores: Mapping[Move, int], column: Move) -> str:
    """What to call playing `column`, where `scores` says what each column is worth.

    - best: nothing is better
    - slip: the same outcome, but a later win or a sooner loss
    - mistake: a draw instead of a win, or a loss instead of a draw
    - blunder: a loss instead of a win

    >>> label({0: 3, 1: 5, 2: -4}, 0)
    'slip'
    """
    best, played = max(scores.values()), scores[column]
    given_away = sign(best) - sign(played)
    if given_away == 0:
        return "best" if played == best else "slip"
    return "mistake" if given_away == 1 else "blunder"


def sign(score: int) -> int:
    """The outcome that a score stands for: +1 a win, 0 a draw, -1 a loss."""
    return (score > 0) - (score < 0)


def in_words(score: int, free: int) -> str:
    """What a score means to the player to move, with `free` squares left: "wins in 7 moves".

    The moves of both players count, the one that is about to be made included.
    """
    from c4lib.fast.solver import outlook  # only here, for it loads the compiler

    check_whole("free", free, 0)
    if score not in range(-(free // 2), (free + 1) // 2 + 1) or isinstance(score, bool):
        raise ValueError(f"there is no score {score!r} with {free} squares left")
    return outlook(score, free)


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, and what all moves were worth to the player who made it."""

    number: int  # from 1, as people count
    player: int
    column: Move  # from 0
    scores: Mapping[Move, int] = field(repr=False)  # of every column that could be played
    free: int = field(repr=False)  # how many squares were empty before the move

    @property
    def score(self) -> int:
        """What the move was worth."""
        return self.scores[self.column]

    @property
    def best_score(self) -> int:
        """What the best move was worth."""
        return max(self.scores.values())

    @property
    def best(self) -> tuple[Move, ...]:
        """The best columns; the one played is among them if it was as good as any."""
        return tuple(move for move, score in self.scores.items() if score == self.best_score)

    @property
    def label(self) -> str:
        """What to call the move: one of LABELS, as the function `label` explains them."""
        return label(self.scores, self.column)

    @property
    def changed_the_outcome(self) -> bool:
        """Whether the move gave away a win or a draw."""
        return sign(self.score) != sign(self.best_score)

    @property
    def outlook(self) -> str:
        """What the move led to for its player: "wins in 7 moves", itself included."""
        return in_words(self.score, self.free)

    @property
    def instead(self) -> str:
        """What the move gave away, in words: "a loss instead of a draw"; else nothing."""
        if not self.changed_the_outcome:
            return ""
        return f"{OUTCOMES[sign(self.score)]} instead of {OUTCOMES[sign(self.best_score)]}"

    def __str__(self) -> str:
        """The move in one line, its column counted from 1."""
        player, column = SYMBOLS[self.player], self.column + 1
        return f"move {self.number}: {player} in column {column}, {self.label}"


@dataclass(frozen=True)
class Review:
    """A game's moves beside perfect play, in the order in which they were made."""

    state: Connect4  # where the game stands or ended
    moves: tuple[ReviewedMove, ...]

    @cached_property
    def decided(self) -> ReviewedMove | None:
        """The move that decided the game: the last one that changed the outcome.

        What came after it changed only how long the game took. None if no move changed the
        outcome: it was settled where the review begins. A game that goes on can still turn.
        """
        changes = [move for move in self.moves if move.changed_the_outcome]
        return changes[-1] if changes else None

    @cached_property
    def curve(self) -> tuple[int, ...]:
        """The score for X: before the first reviewed move, and after each move."""
        first = self.moves[0]
        scores = [(first.player, first.best_score), *((m.player, m.score) for m in self.moves)]
        return tuple(score if player == 0 else -score for player, score in scores)

    def count(self, label: str, player: int | None = None) -> int:
        """How many moves, of one player or of both, have the label."""
        if label not in LABELS:
            raise ValueError(f"there is no label {label!r}; labels are {', '.join(LABELS)}")
        return sum(m.label == label for m in self.moves if player in (None, m.player))

    def __repr__(self) -> str:
        counts = {"move": len(self.moves), **{name: self.count(name) for name in LABELS[1:]}}
        found = [f"{n} {name}{'s' * (n > 1)}" for name, n in counts.items() if n]
        return f"<review: {', '.join(found)}>"

    def __str__(self) -> str:
        """The record: a table with a line for each move, and what decided the game."""
        rows = [HEAD, *map(_row, self.moves)]
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
        form = "  ".join(f"{{:{align}{w}}}" for align, w in zip("><>><<<", widths, strict=True))
        return "\n".join([*(form.format(*row).rstrip() for row in rows), "", self.verdict])

    def _repr_html_(self) -> str:
        """The same, with mistakes and blunders in bold."""
        rows = table(map(_row, self.moves), HEAD)._repr_html_()
        marked = re.sub(r">(mistake|blunder)<", r"><b>\1</b><", rows)
        return f"{marked}<p>{self.verdict}</p>"

    @property
    def verdict(self) -> str:
        """How the game ended, and which move decided it."""
        state = self.state
        if not state.is_over:
            ending = f"{SYMBOLS[state.player]} is to move."
        elif state.winner is None:
            ending = "The game was drawn."
        else:
            ending = f"{SYMBOLS[state.winner]} won."
        if self.decided is None:
            return f"{ending} No move changed the outcome."
        so_far = "" if state.is_over else " so far"
        move, player = self.decided, SYMBOLS[self.decided.player]
        what = f"move {move.number}: {player} took {move.instead}"
        return f"{ending} What decided the game{so_far} was {what}."


def review(
    game: str | Connect4,
    width: int = 7,
    height: int = 6,
    *,
    first: int = 1,
    solver: Analyst | None = None,
    progress: Progress | None = None,
) -> Review:
    """Look at every move of a game, from move number `first` on, beside perfect play.

    The game is a state, whose history counts, or a move string such as "4453" on a board of
    the given size. It need not be over, but a game without moves raises a ValueError. The
    solver is the shared one unless another is given. The first moves of a large board can
    take seconds each; `progress` is called with the number of positions done, and of all.
    """
    final = Connect4.from_moves(game, width, height) if isinstance(game, str) else game
    if not isinstance(final, Connect4):
        raise ValueError(f"a game is a move string such as '4453' or a Connect4, not {game!r}")
    if final.ply == 0:
        raise ValueError("no move was played yet; review a game of at least one move")
    if first not in range(1, final.ply + 1):
        raise ValueError(f"first is the number of a move, 1 to {final.ply} here, not {first!r}")
    if solver is None:
        from c4lib.fast.solver import shared  # only here, for it loads the compiler

        solver = shared()
    moves: list[ReviewedMove] = []
    after, total = final, final.ply - first + 1
    # Backwards: what the solver remembers of the late positions makes the early ones quicker.
    while (before := after.previous) is not None and before.ply >= first - 1:
        assert after.last_cell is not None  # it has a previous position
        column, scores = after.last_cell[0], dict(solver.analyze(before))
        moves.append(ReviewedMove(after.ply, before.player, column, scores, before.free))
        after = before
        if progress is not None:
            progress(len(moves), total)
    return Review(final, tuple(reversed(moves)))


def _row(move: ReviewedMove) -> tuple[str, ...]:
    """The move's line in the table; columns are counted from 1."""
    columns = ", ".join(str(column + 1) for column in move.best)
    better = "" if move.label == "best" else f"{columns} ({_signed(move.best_score)})"
    who, score = SYMBOLS[move.player], _signed(move.score)
    return str(move.number), who, str(move.column + 1), score, move.outlook, move.label, better


def _signed(score: int) -> str:
    return f"{score:+d}" if score else "0"
