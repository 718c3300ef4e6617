"""Tuning a player by hand: sliders for its depth and its weights, and a board to play it on.

A weight counts the same for both players. To give a player a style, its own counts and the
opponent's are scaled separately: a player that values its own more attacks, one that values the
opponent's more defends.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any

import ipywidgets

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.heuristics import FEATURES, Linear, favourable_squares, threat_squares
from c4lib.heuristics.features import surplus
from c4lib.players.legible import legible
from c4lib.result import SearchResult
from c4lib.search import deepen
from c4lib.search.common import WIN, check_whole
from c4lib.view.boards.play import play
from c4lib.view.boards.svg import signed
from c4lib.view.panels.panel import Panel, Shown, check_range, labelled, slider
from c4lib.view.trees.text import counted

DEEPEST = 8
MOST = 20.0  # the largest weight that a slider has, unless a player in the menu has a larger one
SECONDS = 0.7  # time limit for a move of the readable search, where the compiled one is no use
NODES = 4_000_000  # that the compiled search visits in less than a second, for lines of four
WEIGHTS = {
    "turn": 0.0, "twos": 1.0, "threes": 5.0, "open threes": 5.0, "patterns": 1.0,
    "centre column": 2.0, "hit-rate": 1.0, "open lines": 1.0, "threats": 10.0,
    "immediate threats": 10.0, "favourable threats": 10.0, "zugzwang": 15.0,
}  # fmt: skip
# how much a player's own counts weigh, and the opponent's
STYLES = {"balanced": (1.0, 1.0), "aggressive": (2.0, 0.5), "defensive": (0.5, 2.0)}
BLIND = "blind: weighs nothing"
OWN = "your own settings"


def both_sides(feature: str, state: Connect4, player: int) -> tuple[float, float]:
    """What a feature counts for `player` and for the opponent; their difference is the feature.

    A feature that is not a difference of two counts goes to the player it favours.
    """
    board, empty = state.board, state.board.full ^ state.mask
    sides = [player, 1 - player]
    function = FEATURES[feature]
    if isinstance(function, partial) and function.func is surplus:
        own, other = (function.args[0](board, state.discs(side), empty) for side in sides)
        return own, other
    if feature == "favourable threats":
        squares = [
            threat_squares(board, state.discs(side), empty) & favourable_squares(board, side)
            for side in sides
        ]
        return squares[0].bit_count(), squares[1].bit_count()
    value = function(state) * (1 if state.player == player else -1)
    return max(value, 0.0), max(-value, 0.0)


@dataclass(frozen=True)
class Style:
    """A weighted sum of features in which a player's own counts and the opponent's are scaled."""

    weights: Mapping[str, float]
    own: float = 1.0
    other: float = 1.0

    def points(self, state: Connect4, player: int) -> dict[str, float]:
        """What each feature adds to the sum, for the `player` whose style it is."""
        points = {}
        for feature, weight in self.weights.items():
            own, other = both_sides(feature, state, player)
            points[feature] = weight * (self.own * own - self.other * other)
        return points

    def search(self, state: Connect4, depth: int) -> SearchResult:
        """The best move in this style for the player to move, found in about a second.

        The compiled search knows sums in which both players count the same. For other sums, for
        features of the reader's own and for large boards, the readable one looks as far as it can.
        """
        if self.own == self.other:
            with suppress(ValueError):  # the readable search says what it cannot do either
                return self._search_compiled(state, depth)
        player = state.player

        def evaluate(leaf: Connect4) -> float:
            value = sum(self.points(leaf, player).values())
            return value if leaf.player == player else -value

        return deepen(state, depth, seconds=SECONDS, evaluate=evaluate, order="centre")

    def _search_compiled(self, state: Connect4, depth: int) -> SearchResult:
        """One ply deeper at a time, as long as the next ply cannot have too many nodes."""
        from c4lib import fast  # only here, for it loads the compiler
        from c4lib.fast.compiler import COMPILED

        scaled = Linear({feature: self.own * w for feature, w in self.weights.items()})
        most = NODES if state.connect == 4 else NODES // 8  # only fours are counted by shortcuts
        most = most if COMPILED else most // 1_000
        for plies in range(1, depth + 1):
            found = fast.alphabeta(state, plies, scaled, order="centre")
            if plies < depth and found.nodes * state.width > most:
                return replace(found, is_complete=False)
        return found


@dataclass(eq=False)
class _Tuned:
    """The player of a panel. Each move uses the sliders as they are then."""

    panel: "tune"
    result: SearchResult | None = None  # what its last search found,
    searched: Connect4 | None = None  # and where

    def __call__(self, state: Any) -> Move:
        self.result, self.searched = None, state  # if the search fails, nothing was seen
        self.result = self.panel.style.search(state, self.panel.depth.value)
        return self.result.move


class tune(Panel):  # noqa: N801, it is called like a function
    """Sliders for a player that looks `depth` plies ahead and weighs `features`; play against it.

    Each of its moves uses the sliders as they are then, and beside the board stands what they
    say of the position. The menu has styles, and your own `players`, with their weights rounded
    to hundredths: `{"learnt": Linear.fit(...)}`. You are player 0 (X, first) or 1 (O).
    """

    title = "tuning"

    def __init__(
        self,
        start: Connect4 | None = None,
        features: Iterable[str] = ("threes", "twos", "hit-rate", "threats", "zugzwang"),
        depth: int = 4,
        you: int = 0,
        players: Mapping[str, Linear] | None = None,
    ) -> None:
        check_whole("depth", depth)
        check_range("depth", depth, 1, DEEPEST)
        if isinstance(features, str) or not isinstance(features, Iterable):
            raise ValueError(f"features are a list of names such as ['threes'], not {features!r}")
        names = list(features)
        if not names or len(set(names)) < len(names):
            raise ValueError(f"name one feature or more, each once, not {names!r}")
        Linear(dict.fromkeys(names, 0.0))  # raises ValueError if one is not a feature
        self.styles = _styles(names, players or {})
        self.player = _Tuned(self)
        self._setting = False  # whether the sliders are just being set by the menu
        self.menu = ipywidgets.Dropdown(options=[*self.styles, OWN], **labelled("player"))
        self.depth = ipywidgets.IntSlider(depth, 1, DEEPEST, **labelled("depth"))
        self.own = slider("its own discs ×", 1, 0, 3, 0.1)
        self.other = slider("your discs ×", 1, 0, 3, 0.1)
        step = 0.01 if players else 0.1  # learnt weights are small
        self.weights = {}
        for feature in names:
            weights = [abs(style.weights[feature]) for style in self.styles.values()]
            most = math.ceil(max(MOST, *weights))
            self.weights[feature] = slider(feature, 0, -most, most, step)
        self._set(self.styles[self.menu.value])
        with suppress(Exception):  # compiles the search; the board reports what goes wrong
            self.style.search(Connect4() if start is None else start, 1)
        if not isinstance(start, Connect4 | None):
            raise ValueError(f"start is a state such as Connect4.from_moves('44'), not {start!r}")
        self.board = play({"tuned player": self.player}, start=start, you=you)
        controls = {"player": self.menu, "depth": self.depth, "own": self.own, "other": self.other}
        controls |= {f"weight of {feature}": weight for feature, weight in self.weights.items()}
        self.board.layout.flex = "1 1 340px"  # beside the sliders, if need be with narrower rows
        super().__init__(controls, beside=self.board)
        self.board.observe(lambda _: self.show(), names="frame")

    @property
    def style(self) -> Style:
        """How the player judges, as the sliders are now; they mean hundredths."""
        weights = {feature: round(slider.value, 2) for feature, slider in self.weights.items()}
        return Style(weights, round(self.own.value, 2), round(self.other.value, 2))

    def update(self, change: Any = None) -> None:
        """Compute again. The menu sets the sliders; a turned slider makes the style your own."""
        if self._setting:
            return
        if change is not None and change.owner is self.menu:
            self._set(self.styles.get(self.menu.value, self.style))
        elif self.menu.value != OWN and self.style != self.styles[self.menu.value]:
            self.menu.value = OWN  # which leads here again
            return
        super().update()

    def _set(self, style: Style) -> None:
        self._setting = True
        try:
            self.own.value, self.other.value = style.own, style.other
            for feature, weight in self.weights.items():
                weight.value = style.weights[feature]
        finally:
            self._setting = False

    def compute(self) -> Shown:
        """What the sliders say of the position on the board, and what the player saw ahead."""
        state, you = self.board.game.on_board, self.board.you
        if state.is_over:
            return Shown("<p>The game is over: there is nothing left to judge.</p>", [state])
        style = self.style
        points = style.points(state, 1 - you)
        names = f"you ({SYMBOLS[you]})", f"it ({SYMBOLS[1 - you]})", "weight", "for you"
        rows = [_row("th", "", names)]
        for feature, number in points.items():
            yours, its = (f"{count:g}" for count in both_sides(feature, state, you))
            weight = f"{style.weights[feature]:.3g}".replace("-", "−")
            rows.append(_row("td", escape(feature), (yours, its, weight, signed(-number, ",g"))))
        words = (
            f"<p><b>The evaluation: {signed(-sum(points.values()), ',g')} for you.</b></p>"
            f"<table>{''.join(rows)}</table><p>{self._foresight()}</p>"
        )
        return Shown(words, [state])

    def draw(self, pictures: Sequence[object]) -> None:
        """Nothing: the board draws itself."""

    def _foresight(self) -> str:
        """What the player's last search saw, in a sentence; nothing if there was none."""
        found = self.player.result
        if found is None or self.player.searched not in self.board.states[:-1]:  # it was taken back
            return ""
        depth = len(found.iterations) or found.depth
        plies = counted(depth, "ply", "plies")
        saw = f"{signed(-found.value, ',g')} for you"
        if abs(found.value) > WIN / 2:
            end = "it wins" if found.value > 0 else "you win"
            saw = f"{end} in {counted(int(WIN - abs(found.value)), 'move')}"
        early = "" if found.is_complete else " (a second was too short for more)"
        return f"For its last move it looked {plies} ahead{early}, and saw: {saw}."


def _row(tag: str, name: str, cells: Iterable[str]) -> str:
    """A row of the table that shows how the sum is made up."""
    right = f'<{tag} style="text-align: right; padding: 0 6px">'
    numbers = "".join(f"{right}{cell}</{tag}>" for cell in cells)
    return f'<tr><{tag} style="text-align: left">{name}</{tag}>{numbers}</tr>'


def _styles(features: Sequence[str], players: Mapping[str, Linear]) -> dict[str, Style]:
    """The styles in the menu: some of ours, and the reader's."""
    weights = {feature: WEIGHTS.get(feature, 1.0) for feature in features}
    styles = {label: Style(weights, own, other) for label, (own, other) in STYLES.items()}
    styles[BLIND] = Style(dict.fromkeys(features, 0.0))
    if not isinstance(players, Mapping):
        raise ValueError(f"players are Linears by their names, not {players!r}")
    for label, player in players.items():
        if not isinstance(player, Linear):
            raise ValueError(f"a player is a Linear such as Linear({{'twos': 5}}), not {player!r}")
        missing = [name for name in player.weights if name not in features]
        if missing:
            raise ValueError(
                f"{label!r} weighs {', '.join(missing)}, which has no slider; name all its "
                f"features, as in features={list(player.weights)}"
            )
        # A slider in the page is rounded to hundredths, and sends back what it has.
        weights = {name: round(player.weights.get(name, 0.0), 2) for name in features}
        styles[legible(str(label))] = Style(weights)
    return styles
