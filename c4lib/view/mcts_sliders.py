"""Monte Carlo tree search with sliders: how C, rollouts and iterations change what it thinks.

Over each column of a board stands what the search found there, and beside it what is true.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.result import SearchResult
from c4lib.review import in_words
from c4lib.search.common import check_whole
from c4lib.search.dice import Dice
from c4lib.search.mcts import check
from c4lib.view import svg
from c4lib.view.kernel import on_main_thread
from c4lib.view.microscope_drawing import label
from c4lib.view.svg import INK, SIZE, Mark, Picture, signed
from c4lib.view.widgets import RUN_ME

MOST_C = 3.0
ROLLOUTS = (1, 2, 3, 5, 10, 20, 30, 50, 100)
ITERATIONS = (
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
SECONDS = 1.0
"""How long a search may take; who asks for more gets what was done until then."""
LONG = 100_000
"""Simulated games that take long enough for a reader to click meanwhile."""
NODES = 4_000_000
"""What the solver may look at for the exact scores of a position, in a second or two."""
FEW = 20
"""Free squares up to which boards with lines other than four are solved soon."""
LEFT, STRIP = 62, 124  # what stands left of a board, and above it
BASE, TALL = 94, 56  # where the bars stand, and the highest one
BAR, NOW, GROUND, FAINT = "#0072b2", "#fff3a3", "#f7f9fc", "#4a5560"


def mcts_sliders(
    state: Connect4 | None = None,
    *,
    c: float = 1.5,
    rollouts: int = 1,
    iterations: int = 1_000,
    seed: int = 0,
) -> "Sliders":
    """Sliders for C, rollouts and iterations, over a board with what the search finds in it.

    Each column shows its share of the visits and the share of its games that the player to
    move won, draws counting half; and its exact score, where the solver is quick. A search
    that takes longer than a second ends then.
    """
    from c4lib.fast.rules import check_state  # only here, for it loads the compiler

    start = check_state(Connect4() if state is None else state, "mcts")
    check(start, c, rollouts, prove=False)
    check_whole("iterations", iterations)
    _check_range("c", c, 0, MOST_C)
    _check_range("rollouts", rollouts, ROLLOUTS[0], ROLLOUTS[-1])
    _check_range("iterations", iterations, ITERATIONS[0], ITERATIONS[-1])
    Dice(seed)  # which complains about what is no seed
    return Sliders(start, c, rollouts, iterations, seed)


def _check_range(name: str, value: float, low: float, high: float) -> None:
    """Complain about a number that a slider cannot be set to."""
    if not low <= value <= high:
        raise ValueError(
            f"the slider for {name} goes from {low:,g} to {high:,g}, not to {value:,g}"
        )


class Sliders(ipywidgets.Box):  # type: ignore[misc]
    """Three sliders and a button for another seed; `result` is what the search found."""

    def __init__(
        self, state: Connect4, c: float, rollouts: int, iterations: int, seed: int
    ) -> None:
        self.state, self.seed = state, seed
        self.exact = exact_scores(state)
        self.result: SearchResult | None = None
        self.searches = 0  # so many were made
        self.c = ipywidgets.FloatSlider(c, min=0, max=MOST_C, step=0.05, **_label("C"))
        self.rollouts = _steps("rollouts", ROLLOUTS, rollouts)
        self.iterations = _steps("iterations", ITERATIONS, iterations)
        self.button = ipywidgets.Button(
            description="New seed", tooltip="Search again with other random numbers"
        )
        self.told, self.picture = ipywidgets.HTML(), ipywidgets.HTML()
        _warm_up(state)
        knobs = [self.c, self.rollouts, self.iterations, self.button, self.told]
        style = {"flex_flow": "row wrap", "align_items": "flex-start", "grid_gap": "8px"}
        side = ipywidgets.VBox(knobs, layout={"width": "350px"})
        super().__init__([side, self.picture], layout=style)
        for slider in knobs[:3]:
            slider.observe(self._turn, names="value")
        self.button.on_click(self._reseed)
        self.search()

    # ---- what a reader does ----------------------------------------------------------------

    # A slider in the page sends nothing while its last message is being worked on, and then
    # only its latest value. A button sends every click: it takes none during a long search.

    def _turn(self, _: object = None) -> None:
        on_main_thread(self.search)

    def _reseed(self, _: object = None) -> None:
        self.seed += 1
        on_main_thread(self.search)

    def search(self) -> None:
        """Search with what the sliders say, and show what is found."""
        from c4lib.fast import mcts  # only here, for it loads the compiler

        self.searches += 1
        self.button.disabled = self.iterations.value * self.rollouts.value >= LONG
        try:
            self.result = mcts(
                self.state,
                self.iterations.value,
                SECONDS,
                c=round(self.c.value, 2),  # the page may send 0.7500000000000001
                rollouts=self.rollouts.value,
                seed=self.seed,
            )
            words = _paragraphs(self.words())
            self.picture.value = board(self.drawn())
        except (KeyboardInterrupt, Exception) as error:
            words = f"<p>⚠ {escape(f'{type(error).__name__}: {error}'.removesuffix(': '))}</p>"
        finally:
            self.button.disabled = False
        self.told.value = f'<div style="line-height: 1.4">{words}</div>'

    # ---- what is said and drawn ------------------------------------------------------------

    def drawn(self) -> Picture:
        """The board, with what the search found over its columns and the exact scores."""
        assert self.result is not None
        return evaluated(self.state, self.result, self.exact)

    def words(self) -> list[str]:
        """What the search found, how good that is, and what it was not given the time for."""
        found = self.result
        assert found is not None
        assert found.move is not None
        done = sum(move.visits for move in found.moves.values())
        best, player = found.moves[found.move], SYMBOLS[self.state.player]
        told = [
            f"MCTS plays column {found.move + 1} for {player}: {best.visits:,} of {done:,} visits "
            f"({best.visits / done:.0%}); {_won(best.value):.0%} won, draws counting half.",
            verdict(found.move, self.exact, self.state.free),
        ]
        if done < self.iterations.value:
            asked = f"{done:,} of {self.iterations.value:,} iterations"
            why = f"after {SECONDS:g} second" if found.is_complete else "by hand"
            told.append(f"It was stopped {why}: {asked}.")
        return [*told, f"Seed {self.seed}."]

    def __repr__(self) -> str:
        return (
            f"<MCTS sliders: C {self.c.value:g}, rollouts {self.rollouts.value}, "
            f"iterations {self.iterations.value}, seed {self.seed}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live sliders and board, and beside them what a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        settings = f"<p>{escape(repr(self)[1:-1])}.</p>"
        html = settings + self.told.value + self.drawn()._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": html}


def verdict(move: Move, exact: Mapping[Move, int] | None, free: int) -> str:
    """How good a move is by its exact score, in a sentence."""
    if exact is None:
        return "Exact scores would take the solver too long here."
    score, best = exact[move], max(exact.values())
    truth = f"Exactly: column {move + 1} {in_words(score, free)} ({signed(score)})"
    if score == best:
        return f"{truth}; no move is better. ✓"
    better = [str(column + 1) for column, value in exact.items() if value == best]
    columns = f"column{'s' if len(better) > 1 else ''} {', '.join(better)} ({signed(best)})"
    if (score > 0) - (score < 0) == (best > 0) - (best < 0):
        sooner = "it is won sooner by" if best > 0 else "it is lost later by"
        return f"{truth}; the outcome is kept, though {sooner} {columns}. ✓"
    lost = "win" if best > 0 else "draw"
    return f"{truth}; the {lost} is given away, it needed {columns}. ✗"


# ---- the truth -----------------------------------------------------------------------------


def exact_scores(state: Connect4) -> dict[Move, int] | None:
    """Each move's exact score for the player to move; None where that takes too long."""
    from c4lib.fast import analyze  # only here, for it loads the compiler
    from c4lib.fast.compiler import COMPILED
    from c4lib.fast.solver import shared

    if state.connect != 4:
        return analyze(state) if state.free <= (FEW if COMPILED else FEW // 2) else None
    if not shared().fits(state.board):
        return None
    left, scores = NODES if COMPILED else NODES // 1_000, {}
    for move in state.moves():
        after = state.play(move)
        if after.is_over:
            scores[move] = 0 if after.winner is None else (state.free + 1) // 2
            continue
        score, used = _score(after, left)
        if score is None:
            return None
        scores[move], left = -score, left - used
    return scores


def _score(state: Connect4, nodes: int) -> tuple[int | None, int]:
    """A position's score for the player to move, if so many nodes do, and how many it took."""
    from c4lib.fast.solver import shared

    low, high = -(state.free // 2), (state.free + 1) // 2
    used = 0
    while low < high:
        # Questions near 0 are answered soonest, and say most.
        middle = min(max((low + high + 1) // 2, low // 2 + 1), (high + 1) // 2)
        middle = min(max(middle, low + 1), high)
        answer = shared().at_least(state, middle, nodes - used)
        used += shared().last_nodes
        if answer is None:
            return None, used
        low, high = (middle, high) if answer else (low, middle - 1)
    return low, used


# ---- the picture ---------------------------------------------------------------------------


def evaluated(state: Connect4, found: SearchResult, exact: Mapping[Move, int] | None) -> Picture:
    """A board with a search's visits and wins over its columns, and what they are worth."""
    marks = None
    if exact is not None:
        best = max(exact.values())
        marks = {
            move: Mark(score, in_words(score, state.free), score == best, move == found.move)
            for move, score in exact.items()
        }
    below = svg.connect4(state, marks=marks)
    wide, high = svg._size(below)
    scale = wide / (state.width * SIZE + 2 * svg.EDGE)
    done = sum(move.visits for move in found.moves.values())
    parts, words = _names(exact is not None, scale), []
    for move in state.moves():
        stats = found.moves.get(move)
        visits, won = (stats.visits, _won(stats.value)) if stats else (0, None)
        middle = LEFT + (svg.EDGE + (move + 0.5) * SIZE) * scale
        parts.append(_column(middle, scale, visits / done, won, move == found.move))
        share = "never visited" if won is None else f"{visits / done:.0%} of visits, won {won:.0%}"
        words.append(f"Column {move + 1}: {share}{', chosen' if move == found.move else ''}.")
    board = below.svg.replace("<svg ", f'<svg x="{LEFT}" y="{STRIP}" ', 1)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + wide} {STRIP + high}" '
        f'width="{LEFT + wide}" height="{STRIP + high}" font-family="sans-serif">'
        f'<rect width="{LEFT + wide}" height="{STRIP + high}" rx="10" fill="{GROUND}"/>'
        f"{''.join(parts)}{board}</svg>"
    )
    return Picture(picture, f"{below.alt} {' '.join(words)}")


def _names(has_exact: bool, scale: float) -> list[str]:
    """What the rows are, on their left."""
    rows = [(BASE - 6, "visits"), (BASE + 22, "won")]
    if has_exact:
        rows.append((round(STRIP + 32 * scale), "exact"))
    return [label(LEFT - 6, y, 13, name, FAINT, ' text-anchor="end"') for y, name in rows]


def _column(x: float, scale: float, share: float, won: float | None, chosen: bool) -> str:
    """What the search found in a column: a bar with its share of visits, and the share won."""
    wide, size = SIZE * scale, min(13, 14 * scale)
    high, bold = share * TALL, ' font-weight="bold"' if chosen else ""
    parts = []
    if chosen:
        parts.append(
            f'<rect x="{x - wide / 2:.1f}" y="2" width="{wide:.1f}" height="{STRIP - 2}" rx="5" '
            f'fill="{NOW}"/>' + label(x, 16, size - 2, "plays", FAINT)
        )
    parts += [
        f'<rect x="{x - wide * 0.3:.1f}" y="{BASE - high:.1f}" width="{wide * 0.6:.1f}" '
        f'height="{high:.1f}" fill="{BAR}"/>',
        f'<path d="M{x - wide * 0.4:.1f} {BASE}h{wide * 0.8:.1f}" stroke="{INK}"/>',
        label(x, BASE - high - 4, size, f"{share:.0%}", INK, bold),
        label(x, BASE + 22, size, "–" if won is None else f"{won:.0%}", INK, bold),
    ]
    return "".join(parts)


def board(picture: Picture) -> str:
    """The picture as the page shows it, without flickering when it is drawn anew."""
    return picture._repr_html_().replace("<img ", '<img decoding="sync" ', 1)


# ---- small things --------------------------------------------------------------------------


def _won(value: float) -> float:
    """The share of points that a value from -1 to 1 stands for."""
    return (value + 1) / 2


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def _warm_up(state: Connect4) -> None:
    """Have the search compiled before its time is taken."""
    from c4lib.fast import mcts

    mcts(state, 1)


def _steps(name: str, values: Sequence[int], start: int) -> ipywidgets.SelectionSlider:
    """A slider over some numbers, the one to begin with among them."""
    options = [(f"{value:,}", value) for value in sorted({*values, start})]
    return ipywidgets.SelectionSlider(options=options, value=start, **_label(name))


def _label(words: str) -> dict[str, Any]:
    """How a control is named, and where it stands."""
    return {
        "description": words,
        "style": {"description_width": "6em"},
        "layout": {"width": "340px", "margin": "0"},
    }
