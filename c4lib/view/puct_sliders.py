"""AlphaZero's search with sliders: how C, simulations, noise and temperature change its policy.

Over each column of a board stand three numbers as bars: the prior, which the network gives the
move at first sight, the policy, which the search makes of it, and the value that it found.
"""

import time
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from c4lib.alphazero.net import Net
from c4lib.alphazero.search import Oracle, check, policy, puct
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.result import SearchResult
from c4lib.review import in_words
from c4lib.view import svg
from c4lib.view.kernel import on_main_thread
from c4lib.view.mcts_sliders import (
    BAR,
    FAINT,
    GROUND,
    LEFT,
    NOW,
    _check_range,
    _label,
    _paragraphs,
    _steps,
    board,
    exact_scores,
    verdict,
)
from c4lib.view.microscope_drawing import label
from c4lib.view.svg import INK, SIZE, Mark, Picture
from c4lib.view.widgets import RUN_ME

MOST_C, MOST_HEAT = 5.0, 2.0
SIMULATIONS = (2, 5, 10, 20, 50, 100, 200, 400, 800, 1_600)
SECONDS = 1.0
"""How long a search with a network may take; who asks for more gets what was done until then."""
PRIOR, UP, DOWN = "#8a949e", "#009e73", "#cc79a7"
HEAD, ROW, TALL = 20, 68, 40  # above the strips, each strip, and the highest bar in one
HALF = 15  # how far a value's bar goes from its middle


def puct_sliders(
    state: Connect4 | None = None,
    judge: Net | Oracle | None = None,
    *,
    c: float = 1.5,
    simulations: int = 50,
    noise: float = 0.0,
    temperature: float = 1.0,
    seed: int = 0,
) -> "PuctSliders":
    """Sliders for C, simulations, noise and temperature, over a board with what the search finds.

    The judge is a network, or an oracle: any function from a state to its moves' priors and its
    value. Without one, the network is the one that comes with the course, if there is one for
    the board. The noise is the same for the same seed, so that only the sliders change things.
    """
    start = Connect4() if state is None else state
    if not isinstance(start, Connect4):
        raise ValueError(f"hand in a state such as Connect4.from_moves('44'), not {start!r}")
    known = _shipped(start) if judge is None else judge
    if not isinstance(known, Net) and not callable(known):
        raise ValueError(f"the judge is a network or a function from a state, not {judge!r}")
    check(start, simulations, c, noise, 1.0)
    _check_range("c", c, 0, MOST_C)
    _check_range("simulations", simulations, SIMULATIONS[0], SIMULATIONS[-1])
    _check_range("temperature", temperature, 0, MOST_HEAT)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")
    return PuctSliders(start, known, (c, simulations, noise, temperature), seed)


def _shipped(state: Connect4) -> Net:
    """The network that comes with the course for the state's board."""
    from c4lib.alphazero.shipped import load

    if state.connect != 4:
        raise ValueError(f"there is no network for {state!r}; hand in one, or an oracle")
    return load(f"{state.width}x{state.height}")


class PuctSliders(ipywidgets.Box):  # type: ignore[misc]
    """Four sliders and a button for other noise; `result` is what the search found."""

    def __init__(
        self,
        state: Connect4,
        judge: Net | Oracle,
        settings: tuple[float, int, float, float],
        seed: int,
    ) -> None:
        self.state, self.judge, self.seed = state, judge, seed
        self.priors = first_sight(state, judge)
        self.exact = exact_scores(state)
        self.result: SearchResult | None = None
        c, simulations, noise, heat = settings
        find(state, judge, 2, c, noise, seed)  # compiles the search before its time is taken
        self.c = ipywidgets.FloatSlider(c, min=0, max=MOST_C, step=0.05, **_label("C"))
        self.simulations = _steps("simulations", SIMULATIONS, simulations)
        self.noise = ipywidgets.FloatSlider(noise, min=0, max=1, step=0.05, **_label("noise"))
        self.temperature = ipywidgets.FloatSlider(
            heat, min=0, max=MOST_HEAT, step=0.05, **_label("temperature")
        )
        self.button = ipywidgets.Button(
            description="Other noise", tooltip="Search again with other random numbers"
        )
        self.told, self.picture = ipywidgets.HTML(), ipywidgets.HTML()
        knobs = [self.c, self.simulations, self.noise, self.temperature, self.button, self.told]
        style = {"flex_flow": "row wrap", "align_items": "flex-start", "grid_gap": "8px"}
        side = ipywidgets.VBox(knobs, layout={"width": "350px"})
        super().__init__([side, self.picture], layout=style)
        for slider in knobs[:4]:
            slider.style.description_width = "7em"  # "temperature" is a long word
            slider.observe(self._turn, names="value")
        self.button.on_click(self._reseed)
        self.search()

    # ---- what a reader does ----------------------------------------------------------------

    def _turn(self, _: object = None) -> None:
        on_main_thread(self.search)

    def _reseed(self, _: object = None) -> None:
        self.seed += 1
        on_main_thread(self.search)

    def search(self) -> None:
        """Search with what the sliders say, and show what is found."""
        try:
            self.result = find(
                self.state,
                self.judge,
                self.simulations.value,
                round(self.c.value, 2),  # the page may send 0.7500000000000001
                round(self.noise.value, 2),
                self.seed,
            )
            words = _paragraphs(self.words())
            self.picture.value = board(self.drawn())
        except (KeyboardInterrupt, Exception) as error:  # an oracle of the reader's may fail
            words = f"<p>⚠ {escape(f'{type(error).__name__}: {error}'.removesuffix(': '))}</p>"
        self.button.disabled = not self.noise.value
        self.told.value = f'<div style="line-height: 1.4">{words}</div>'

    # ---- what is said and drawn ------------------------------------------------------------

    @property
    def policy(self) -> dict[Move, float]:
        """How likely each move is to be played: by its visits, at the temperature."""
        assert self.result is not None
        visits = {move: stats.visits for move, stats in self.result.moves.items()}
        return policy(visits, round(self.temperature.value, 2))

    def drawn(self) -> Picture:
        """The board, with each move's prior, policy and value over it."""
        assert self.result is not None
        moves = self.result.moves
        before = self.priors if self.noise.value else {}
        rows = [
            Strip("prior", {move: s.prior or 0.0 for move, s in moves.items()}, PRIOR, before),
            Strip("policy", self.policy, BAR),
            Strip("value", {move: s.value for move, s in moves.items() if s.visits}, None),
        ]
        return strips(self.state, rows, self.exact, self.result.move)

    def words(self) -> list[str]:
        """What the search found, how good that is, and what it was not given the time for."""
        found = self.result
        assert found is not None
        assert found.move is not None
        done = sum(stats.visits for stats in found.moves.values()) + 1  # the first is the state's
        best, first = found.moves[found.move], max(self.priors, key=self.priors.__getitem__)
        told = [
            f"At first sight the judge prefers column {first + 1} "
            f"({self.priors[first]:.0%}) for {SYMBOLS[self.state.player]}.",
            f"After {done:,} simulations the search prefers column {found.move + 1}: "
            f"{best.visits:,} visit{'' if best.visits == 1 else 's'}, value {_signed(best.value)}.",
            verdict(found.move, self.exact, self.state.free),
        ]
        if done < self.simulations.value:
            told.append(f"It was stopped after {SECONDS:g} second.")
        if self.noise.value:
            told.append(f"Noise of seed {self.seed}; the lines mark the priors without it.")
        return told

    def __repr__(self) -> str:
        return (
            f"<PUCT sliders: C {self.c.value:g}, simulations {self.simulations.value}, "
            f"noise {self.noise.value:g}, temperature {self.temperature.value:g}, "
            f"seed {self.seed}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live sliders and board, and beside them what a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        settings = f"<p>{escape(repr(self)[1:-1])}.</p>"
        picture = "" if self.result is None else self.drawn()._repr_html_()
        html = settings + self.told.value + picture + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": html}


# ---- the search ----------------------------------------------------------------------------


def first_sight(state: Connect4, judge: Net | Oracle) -> dict[Move, float]:
    """What the judge says of each move without a search."""
    if not isinstance(judge, Net):
        priors = [float(prior) for prior in judge(state)[0]]
        return dict(zip(state.moves(), priors, strict=False))
    from c4lib.alphazero.lockstep import encode  # only here, for it loads the compiler
    from c4lib.alphazero.think import fitting

    bits, legal = encode([state], fitting(judge, state).lines)
    policies = judge.predict(bits, legal)[0][0]
    return {move: float(policies[move]) for move in state.moves()}


def find(
    state: Connect4, judge: Net | Oracle, simulations: int, c: float, noise: float, seed: int
) -> SearchResult:
    """What a search finds: the compiled one with a network, the readable one with an oracle."""
    if not isinstance(judge, Net):
        return puct(state, judge, simulations, c=c, noise=noise, seed=seed)
    from c4lib.alphazero.lockstep import Searches  # only here, for it loads the compiler
    from c4lib.alphazero.think import fitting

    start = time.perf_counter()
    searches = Searches([state], simulations, c, lines=fitting(judge, state).lines)
    searches.run(judge.predict, noise, rng=np.random.default_rng(seed), seconds=SECONDS)
    return searches.result(seconds=time.perf_counter() - start)


# ---- the picture ---------------------------------------------------------------------------


class Strip(NamedTuple):
    """A row of bars over a board, one for each column that it knows of."""

    name: str
    numbers: Mapping[Move, float]
    """Shares from 0 to 1, or values from -1 to 1."""
    colour: str | None
    """Of shares; None: these are values, which have a colour for either sign."""
    lines: Mapping[Move, float] | None = None
    """Shares to be marked by a line, to compare the bars with."""


def strips(
    state: Connect4,
    rows: Sequence[Strip],
    exact: Mapping[Move, int] | None = None,
    chosen: Move | None = None,
    title: str = "",
) -> Picture:
    """A board with rows of bars over its columns, and its exact scores where they are known."""
    below = svg.connect4(state, marks=_marks(state, exact, chosen))
    wide, high = svg._size(below)
    scale, above = wide / (state.width * SIZE + 2 * svg.EDGE), HEAD + ROW * len(rows)
    parts = [label(LEFT + wide / 2, 16, 14, title, INK, ' font-weight="bold"')] if title else []
    if exact is not None:
        parts.append(_name(above + 32 * scale, "exact"))
    for move in state.moves():
        middle, width = LEFT + (svg.EDGE + (move + 0.5) * SIZE) * scale, SIZE * scale
        if move == chosen:
            parts.append(_chosen(middle, width, HEAD if title else 2, above))
            parts += [] if title else [label(middle, 15, 12, "plays", FAINT)]
        for number, row in enumerate(rows):
            draw = _value if row.colour is None else _share
            parts.append(draw(row, move, middle, HEAD + ROW * (number + 1), width))
    names = [
        _name(HEAD + ROW * number - (10 if row.colour else 30), row.name)
        for number, row in enumerate(rows, 1)
    ]
    drawn = below.svg.replace("<svg ", f'<svg x="{LEFT}" y="{above}" ', 1)
    size = f'width="{LEFT + wide}" height="{above + high}"'
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + wide} {above + high}" '
        f'{size} font-family="sans-serif"><rect {size} rx="10" fill="{GROUND}"/>'
        f"{''.join(parts + names)}{drawn}</svg>"
    )
    told = " ".join(_told(rows, move, chosen) for move in state.moves())
    return Picture(picture, f"{title + ': ' if title else ''}{below.alt} {told}")


def _marks(
    state: Connect4, exact: Mapping[Move, int] | None, chosen: Move | None
) -> dict[Move, Mark] | None:
    """The exact scores, to stand over the columns."""
    if exact is None:
        return None
    best = max(exact.values())
    return {
        move: Mark(score, in_words(score, state.free), score == best, move == chosen)
        for move, score in exact.items()
    }


def _name(y: float, name: str) -> str:
    """What a row is, on its left."""
    return label(LEFT - 6, y, 13, name, FAINT, ' text-anchor="end"')


def _chosen(x: float, wide: float, top: float, bottom: float) -> str:
    """The ground of the column that is played."""
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{top}" width="{wide:.1f}" height="{bottom - top}" '
        f'rx="5" fill="{NOW}"/>'
    )


def _share(row: Strip, move: Move, x: float, y: float, wide: float) -> str:
    """A bar that stands on the foot of its row, with its share of one."""
    share, base = row.numbers.get(move, 0.0), y - 6
    high = max(share, (row.lines or {}).get(move, 0.0)) * TALL
    parts = [
        f'<rect x="{x - wide * 0.3:.1f}" y="{base - share * TALL:.1f}" width="{wide * 0.6:.1f}" '
        f'height="{share * TALL:.1f}" fill="{row.colour}"/>',
        _level(x, base, wide),
        label(x, base - high - 4, min(13, 0.27 * wide), f"{share:.0%}", INK),
    ]
    if row.lines:
        parts.append(_level(x, base - row.lines.get(move, 0.0) * TALL, wide, 2.5))
    return "".join(parts)


def _value(row: Strip, move: Move, x: float, y: float, wide: float) -> str:
    """A bar up or down from the middle of its row, with its number beyond its end."""
    base, value = y - ROW / 2, row.numbers.get(move)
    if value is None:
        return _level(x, base, wide) + label(x, base - 4, 13, "–", INK)
    top, colour = (base - value * HALF, UP) if value > 0 else (base, DOWN)
    end = top - 4 if value > 0 else base - value * HALF + 13
    return (
        f'<rect x="{x - wide * 0.3:.1f}" y="{top:.1f}" width="{wide * 0.6:.1f}" '
        f'height="{abs(value) * HALF:.1f}" fill="{colour}"/>' + _level(x, base, wide)
    ) + label(x, end, min(13, 0.27 * wide), _signed(value), INK)


def _level(x: float, y: float, wide: float, thick: float = 1) -> str:
    """A line under, or across, a bar."""
    start = f"M{x - wide * 0.4:.1f} {y:.1f}h{wide * 0.8:.1f}"
    return f'<path d="{start}" stroke="{INK}" stroke-width="{thick}"/>'


def _told(rows: Sequence[Strip], move: Move, chosen: Move | None) -> str:
    """A column's numbers in words."""
    words = [f"{row.name} {_number(row, move)}" for row in rows]
    return f"Column {move + 1}: {', '.join(words)}{', chosen' if move == chosen else ''}."


def _number(row: Strip, move: Move) -> str:
    if move not in row.numbers:
        return "unknown"
    number = row.numbers[move]
    return _signed(number) if row.colour is None else f"{number:.0%}"


def _signed(value: float) -> str:
    """A value with its sign, as it is typeset: +0.25, 0.00, −0.50."""
    rounded = round(value, 2) + 0.0  # adding 0.0 makes 0.0 of -0.0
    return f"{rounded:+.2f}".replace("-", "−") if rounded else "0.00"
