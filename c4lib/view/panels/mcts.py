"""Monte Carlo tree search with sliders: how C, rollouts and iterations change what it thinks."""

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.result import SearchResult
from c4lib.search.dice import check_seed
from c4lib.search.mcts import check
from c4lib.view.panels import search
from c4lib.view.panels.bars import BAR, UP, Bars
from c4lib.view.panels.panel import slider, stepped
from c4lib.view.panels.search import SearchPanel, verdict

MOST_C = 3.0
ROLLOUTS = (1, 2, 3, 5, 10, 20, 30, 50, 100)
ITERATIONS = (
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
LONG = 100_000  # simulated games: long enough for a reader to click meanwhile


def mcts_sliders(
    state: Connect4 | None = None,
    *,
    c: float = 1.5,
    rollouts: int = 1,
    iterations: int = 1_000,
    seed: int = 0,
) -> "MctsPanel":
    """Sliders for C, rollouts and iterations, over a board with what the search finds in it.

    Each column shows its share of the visits and the share of its games that the player to
    move won, draws counting half; and its exact score, where the solver is quick. A search
    that takes longer than a second ends then.
    """
    from c4lib import fast  # only here, for it loads the compiler
    from c4lib.fast.rules_kernel import check_state

    start = check_state(Connect4() if state is None else state, "mcts")
    check(start, c, rollouts, prove=False)
    check_seed(seed)
    controls = {
        "c": slider("C", c, 0, MOST_C),
        "rollouts": stepped("rollouts", ROLLOUTS, rollouts),
        "iterations": stepped("iterations", ITERATIONS, iterations),
    }
    fast.mcts(start, 1)  # compiles the search before it is timed
    return MctsPanel(start, controls, seed, "New seed")


class MctsPanel(SearchPanel):
    """The sliders of Monte Carlo tree search."""

    title = "MCTS sliders"
    searches = 0

    def search(self) -> SearchResult:
        """What the compiled search finds. A button sends every click: none during a long one."""
        from c4lib.fast import mcts  # only here, for it loads the compiler

        values = self.values
        self.searches += 1
        self.button.disabled = values["iterations"] * values["rollouts"] >= LONG
        try:
            return mcts(self.state, seconds=search.SECONDS, seed=self.seed, **values)
        finally:
            self.button.disabled = False

    @property
    def done(self) -> int:
        """How many iterations the search made."""
        return sum(move.visits for move in self.result.moves.values())

    def rows(self) -> list[Bars]:
        """Each column's share of the visits, and the share of its games that were won."""
        visited = {move: stats for move, stats in self.result.moves.items() if stats.visits}
        shares = dict.fromkeys(self.state.moves(), 0.0)
        shares |= {move: stats.visits / self.done for move, stats in visited.items()}
        won = {move: _won(stats.value) for move, stats in visited.items()}
        return [Bars("visits", shares, BAR), Bars("won", won, UP)]

    def words(self) -> list[str]:
        """What the search found, how good that is, and what it had no time for."""
        found, done, asked = self.result, self.done, self.values["iterations"]
        assert found.move is not None
        best, player = found.moves[found.move], SYMBOLS[self.state.player]
        words = [
            f"MCTS plays column {found.move + 1} for {player}: {best.visits:,} of {done:,} visits "
            f"({best.visits / done:.0%}); {_won(best.value):.0%} won, draws counting half.",
            verdict(found.move, self.exact, self.state.free),
        ]
        if done < asked:
            why = f"after {search.SECONDS:g} second" if found.is_complete else "by hand"
            words.append(f"It was stopped {why}: {done:,} of {asked:,} iterations.")
        return [*words, f"Seed {self.seed}."]


def _won(value: float) -> float:
    """The share of points that a value from -1 to 1 stands for."""
    return (value + 1) / 2
