"""Tuning a player by hand: sliders for its depth and its weights, and a board to play it on.

A weight counts the same for both players. To give a player a style, its own counts and the
opponent's are scaled apart: who counts their own more attacks, who counts the other's more
defends.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import ipywidgets

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.heuristics import FEATURES, Linear, counts, favourable_squares, threat_squares
from c4lib.result import SearchResult
from c4lib.search import deepen
from c4lib.search.common import WIN
from c4lib.view.playboard import RUN_ME
from c4lib.view.widgets import play

DEEPEST = 8
MOST = 20.0
"""The largest weight that a slider has, unless a player in the menu has a larger one."""
SECONDS = 0.7
"""How long the readable search may take for a move, where the compiled one cannot be used."""
NODES = 4_000_000
"""What the compiled search does in less than a second, for lines of four."""
WEIGHTS = {
    "turn": 0.0, "twos": 1.0, "threes": 5.0, "open threes": 5.0, "patterns": 1.0,
    "centre column": 2.0, "hit-rate": 1.0, "open lines": 1.0, "threats": 10.0,
    "immediate threats": 10.0, "favourable threats": 10.0, "zugzwang": 15.0,
}  # fmt: skip
"""The weights to begin with."""
STYLES = {"balanced": (1.0, 1.0), "aggressive": (2.0, 0.5), "defensive": (0.5, 2.0)}
"""How much a player's own counts weigh, and the opponent's."""
BLIND = "blind: weighs nothing"
OWN = "your own settings"


# ---- an evaluation with a style ------------------------------------------------------------

COUNTS: dict[str, counts.Count] = {
    "twos": counts.twos,
    "threes": counts.threes,
    "open threes": counts.open_threes,
    "patterns": counts.pattern_points,
    "centre column": counts.centre_discs,
    "hit-rate": counts.hits,
    "open lines": counts.open_lines,
    "threats": counts.threats,
    "immediate threats": counts.immediate_threats,
}
"""The features that are one count for me, less the same count for them."""


def both_sides(feature: str, state: Connect4, player: int) -> tuple[float, float]:
    """What a feature counts for `player`, and what for the opponent; the rest is the feature.

    One that is no difference of two counts belongs to the player whom it favours.
    """
    board, empty = state.board, state.board.full ^ state.mask
    sides = [player, 1 - player]
    if feature in COUNTS:
        own, other = (COUNTS[feature](board, state.discs(side), empty) for side in sides)
        return own, other
    if feature == "favourable threats":
        squares = [
            threat_squares(board, state.discs(side), empty) & favourable_squares(board, side)
            for side in sides
        ]
        return squares[0].bit_count(), squares[1].bit_count()
    value = FEATURES[feature](state) * (1 if state.player == player else -1)
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

        The compiled search knows sums in which both players count the same. For others, for
        features of the reader's and for large boards, the readable one looks as far as it can.
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
        """One ply deeper at a time, for as long as the next one surely has not too many nodes."""
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


# ---- the widget ----------------------------------------------------------------------------


def tune(
    start: Connect4 | None = None,
    features: Iterable[str] = ("threes", "twos", "hit-rate", "threats", "zugzwang"),
    depth: int = 4,
    you: int = 0,
    players: Mapping[str, Linear] | None = None,
) -> "Tuning":
    """Sliders for a player that looks `depth` plies ahead and weighs `features`; play against it.

    Its every move uses what the sliders say at that time, and beside the board stands what they
    say of the position. The menu has styles, and `players` of yours, with their weights rounded
    to hundredths: `{"learnt": Linear.fit(...)}`. You are player 0 (X, first) or 1 (O).
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise ValueError(f"depth is a whole number of plies from 1 to {DEEPEST}, not {depth!r}")
    if isinstance(features, str) or not isinstance(features, Iterable):
        raise ValueError(f"features are a list of names such as ['threes'], not {features!r}")
    names = list(features)
    if not names:
        raise ValueError("name one feature or more, as in features=['threes']; each gets a slider")
    if len(set(names)) < len(names):
        raise ValueError(f"name each feature once, not {names!r}")
    Linear(dict.fromkeys(names, 0.0))  # which complains about what is no feature
    for label, player in (players or {}).items():
        _check_player(label, player, names)
    return Tuning(start, names, depth, you, players or {})


def _check_player(label: str, player: object, features: Sequence[str]) -> None:
    """Complain about a player for the menu that the sliders cannot be set to."""
    if not isinstance(player, Linear):
        raise ValueError(f"a player is a Linear such as Linear({{'threes': 5}}), not {player!r}")
    missing = [name for name in player.weights if name not in features]
    if missing:
        raise ValueError(
            f"{label!r} weighs {', '.join(missing)}, which has no slider; name all its features, "
            f"as in features={list(player.weights)}"
        )


class Tuning(ipywidgets.Box):  # type: ignore[misc]
    """The sliders of a player, what they say of the position, and the `board` it is played on."""

    def __init__(
        self,
        start: Connect4 | None,
        features: Sequence[str],
        depth: int,
        you: int,
        players: Mapping[str, Linear],
    ) -> None:
        self.styles = _styles(features, players)
        self.result: SearchResult | None = None  # what the player's last search found,
        self.searched: Connect4 | None = None  # and where
        self.step = 0.01 if players else 0.1  # learnt weights are small
        self._setting = False  # whether the menu is just setting the sliders
        self.menu = ipywidgets.Dropdown(options=[*self.styles, OWN], **_label("player"))
        self.depth = ipywidgets.IntSlider(depth, 1, DEEPEST, **_label("depth"))
        self.own = ipywidgets.FloatSlider(1, min=0, max=3, step=0.1, **_label("its own discs ×"))
        self.other = ipywidgets.FloatSlider(1, min=0, max=3, step=0.1, **_label("your discs ×"))
        self.weights = {feature: self._slider(feature) for feature in features}
        self.told = ipywidgets.HTML()
        self._set(self.styles[self.menu.value])
        self._warm_up(start)
        self.board = play({"tuned player": self._move}, start=start, you=you)
        style = {"flex_flow": "row wrap", "align_items": "flex-start"}
        sliders = [self.menu, self.depth, self.own, self.other, *self.weights.values()]
        knobs = ipywidgets.VBox([*sliders, self.told], layout={"width": "350px"})
        super().__init__([knobs, self.board], layout={"grid_gap": "8px", **style})
        self.menu.observe(self._choose, names="value")
        for slider in sliders[2:]:
            slider.observe(self._turn, names="value")
        self.board.observe(self._tell, names="frame")
        self._tell()

    def _slider(self, feature: str) -> ipywidgets.FloatSlider:
        weights = [abs(style.weights[feature]) for style in self.styles.values()]
        most = math.ceil(max(MOST, *weights))
        return ipywidgets.FloatSlider(min=-most, max=most, step=self.step, **_label(feature))

    @property
    def style(self) -> Style:
        """How the player judges, as the sliders are now.

        They mean hundredths, but the page may send 0.7800000000000011 for 0.78.
        """
        weights = {feature: round(slider.value, 2) for feature, slider in self.weights.items()}
        return Style(weights, round(self.own.value, 2), round(self.other.value, 2))

    def _choose(self, _: object = None) -> None:
        """Set the sliders to the style that is chosen in the menu."""
        if self.menu.value in self.styles:
            self._set(self.styles[self.menu.value])
            self._tell()

    def _set(self, style: Style) -> None:
        self._setting = True
        try:
            self.own.value, self.other.value = style.own, style.other
            for feature, slider in self.weights.items():
                slider.value = style.weights[feature]
        finally:
            self._setting = False

    def _turn(self, _: object = None) -> None:
        """After a slider was turned: it is nobody's style now, and the position is judged anew."""
        if self._setting:
            return
        if self.style != self.styles.get(self.menu.value):
            self.menu.value = OWN
        self._tell()

    def _move(self, state: Any) -> Move:
        """The tuned player's move."""
        self.result, self.searched = None, state  # if the search fails, nothing was seen
        self.result = self.style.search(state, self.depth.value)
        return self.result.move

    def _warm_up(self, start: Connect4 | None) -> None:
        """Have the search compiled before the first move; what goes wrong is told on the board."""
        with suppress(Exception):
            self.style.search(Connect4() if start is None else start, 1)

    # ---- what is said of the position ------------------------------------------------------

    def _tell(self, _: object = None) -> None:
        """Say beside the board what the sliders say of it."""
        try:
            words = self._verdict()
        except Exception as error:  # a feature of the reader's may fail
            words = f"<p>⚠ {escape(f'{type(error).__name__}: {error}')}</p>"
        self.told.value = f'<div style="line-height: 1.4">{words}</div>'

    def _verdict(self) -> str:
        """What the sliders say of the position on the board, and what the player saw ahead."""
        state, you = self.board.states[self.board.shown], self.board.you
        if state.is_over:
            return "<p>The game is over: there is nothing left to judge.</p>"
        style = self.style
        points = style.points(state, 1 - you)
        rows = "".join(
            _row(feature, *both_sides(feature, state, you), style.weights[feature], -number)
            for feature, number in points.items()
        )
        names = f"you ({SYMBOLS[you]})", f"it ({SYMBOLS[1 - you]})", "weight", "for you"
        head = "".join(f'<th style="{RIGHT}">{name}</th>' for name in names)
        return (
            f"<p><b>The evaluation: {_number(-sum(points.values()))} for you.</b></p>"
            f"<table><tr><th></th>{head}</tr>{rows}</table><p>{self._foresight()}</p>"
        )

    def _foresight(self) -> str:
        """What the player's last search saw, in a sentence; nothing if there was none."""
        found = self.result
        if found is None or self.searched not in self.board.states[:-1]:  # it was taken back
            return ""
        depth = len(found.iterations) or found.depth
        plies = f"{depth} {'ply' if depth == 1 else 'plies'}"
        saw = f"{_number(-found.value)} for you"
        if abs(found.value) > WIN / 2:
            moves = int(WIN - abs(found.value))
            end = "it wins" if found.value > 0 else "you win"
            saw = f"{end} in {moves} {'move' if moves == 1 else 'moves'}"
        early = "" if found.is_complete else " (a second was too short for more)"
        return f"For its last move it looked {plies} ahead{early}, and saw: {saw}."

    def __repr__(self) -> str:
        return f"<tuning: {self.menu.value}, depth {self.depth.value}, {self.style!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live sliders and board, and beside them what a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        state = self.board.states[self.board.shown]
        settings = f"<p>Player: {escape(self.menu.value)}, depth {self.depth.value}.</p>"
        picture = settings + self.told.value + state._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": picture}


RIGHT = "text-align: right; padding: 0 6px"


def _row(feature: str, yours: float, its: float, weight: float, points: float) -> str:
    """A row of the table that shows how the sum comes about."""
    cells = f"{yours:g}", f"{its:g}", f"{weight:.3g}".replace("-", "−"), _number(points)
    numbers = "".join(f'<td style="{RIGHT}">{cell}</td>' for cell in cells)
    return f'<tr><td style="text-align: left">{escape(feature)}</td>{numbers}</tr>'


def _number(value: float) -> str:
    """A value with its sign, as it is typeset: +3.5, 0, −5."""
    rounded = round(value, 2) + 0.0  # adding 0.0 makes 0.0 of -0.0
    return f"{rounded:+,g}".replace("-", "−") if rounded else "0"


def _label(words: str) -> dict[str, Any]:
    """How a control is named, and where it stands."""
    return {
        "description": words,
        "style": {"description_width": "11em"},
        "layout": {"width": "340px", "margin": "0"},
    }


def _styles(features: Sequence[str], players: Mapping[str, Linear]) -> dict[str, Style]:
    """The styles in the menu: some of ours, and the reader's."""
    weights = {feature: WEIGHTS.get(feature, 1.0) for feature in features}
    styles = {label: Style(weights, own, other) for label, (own, other) in STYLES.items()}
    styles[BLIND] = Style(dict.fromkeys(features, 0.0))
    for label, player in players.items():
        # A slider in the page has hundredths at the finest, and sends back what it has.
        weights = {name: round(player.weights.get(name, 0.0), 2) for name in features}
        styles[str(label)] = Style(weights)
    return styles
