"""A panel over a search: its settings, what it finds on a board, and what is true there."""

from collections.abc import Callable, Mapping, Sequence

import ipywidgets

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.measure.review import in_words
from c4lib.result import SearchResult
from c4lib.view.boards.svg import Picture, signed
from c4lib.view.panels.bars import Bars, bars_over
from c4lib.view.panels.panel import Panel, Shown, paragraphs

SECONDS = 1.0  # time limit of a search, which then shows what it has found
NODES = 4_000_000  # node limit of the solver for all scores of a position: a second or two
FEW = 20  # free squares up to which boards with lines other than four are solved


class SearchPanel(Panel):
    """Sliders and a button for another seed; `result` is what the search found."""

    search: Callable[[], SearchResult]  # with the settings of the controls
    rows: Callable[[], Sequence[Bars]]  # what stands over the board
    words: Callable[[], Sequence[str]]  # what was found and how good that is, in sentences

    def __init__(
        self,
        state: Connect4,
        controls: Mapping[str, ipywidgets.ValueWidget],
        seed: int,
        button: str,
    ) -> None:
        self.state, self.seed = state, seed
        self.exact = exact_scores(state)
        self.result: SearchResult
        tip = "Search again with other random numbers"
        self.button = ipywidgets.Button(description=button, tooltip=tip)
        self.button.on_click(self._reseed)
        super().__init__(controls, [self.button])

    def compute(self) -> Shown:
        """Search, and show what is found."""
        self.result = self.search()
        return Shown(paragraphs(self.words()), [self.drawn()])

    def drawn(self) -> Picture:
        """The board, with what the search found over its columns, and the exact scores."""
        return bars_over(self.state, self.rows(), self.exact, self.result.move)

    def _reseed(self, _: object = None) -> None:
        self.seed += 1
        self.update()

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, seed={self.seed}>"


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
        verb, when = ("win", "sooner") if best > 0 else ("lose", "later")
        verb += "" if len(better) > 1 else "s"
        return f"{truth}; that keeps the outcome, though {columns} {verb} {when}. ✓"
    lost = "win" if best > 0 else "draw"
    return f"{truth}; that gives the {lost} away, which needed {columns}. ✗"


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
        low, high = -(after.free // 2), (after.free + 1) // 2  # of the score for the opponent
        if after.is_over:
            low = high = 0 if after.winner is None else -((state.free + 1) // 2)
        while low < high:
            # Questions near 0 are answered soonest, and say most.
            middle = min(max((low + high + 1) // 2, low // 2 + 1), (high + 1) // 2)
            middle = min(max(middle, low + 1), high)
            answer = shared().at_least(after, middle, left)
            left -= shared().last_nodes
            if answer is None:
                return None
            low, high = (middle, high) if answer else (low, middle - 1)
        scores[move] = -low
    return scores
