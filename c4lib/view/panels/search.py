"""Sliders over a search, MCTS or AlphaZero's: what it finds on a board, and what is true there."""

import time
from collections.abc import Callable, Mapping, Sequence

import ipywidgets
import numpy as np

from c4lib.alphazero.net import Network
from c4lib.alphazero.networks import load
from c4lib.alphazero.puct import Oracle, policy, puct
from c4lib.alphazero.puct import check as check_puct
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.measure.review import in_words
from c4lib.result import SearchResult
from c4lib.search.dice import check_seed
from c4lib.search.mcts import check as check_mcts
from c4lib.view.boards.svg import Picture, signed
from c4lib.view.panels.drawings import BAR, PRIOR, UP, Bars, bars_over
from c4lib.view.panels.panel import Panel, Shown, paragraphs, slider, stepped
from c4lib.view.trees.text import counted

SECONDS = 1.0  # time limit of a search, which then shows what it has found
NODES = 4_000_000  # node limit of the solver for all scores of a position: a second or two
FEW = 20  # free squares up to which boards with lines other than four are solved
LONG = 100_000  # simulated games: long enough for a reader to click meanwhile
ROLLOUTS = (1, 2, 3, 5, 10, 20, 30, 50, 100)
ITERATIONS = (
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
SIMULATIONS = (2, 5, 10, 20, 50, 100, 200, 400, 800, 1_600)


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


class mcts_sliders(SearchPanel):  # noqa: N801, it is called like a function
    """Sliders for C, rollouts and iterations, over a board with what the search finds in it.

    Each column shows its share of the visits and the share of its games that the player to
    move won, draws counting half; and its exact score, where the solver is quick. A search
    that takes longer than a second ends then.
    """

    title = "MCTS sliders"
    searches = 0

    def __init__(
        self,
        state: Connect4 | None = None,
        *,
        c: float = 1.5,
        rollouts: int = 1,
        iterations: int = 1_000,
        seed: int = 0,
    ) -> None:
        from c4lib import fast  # only here, for it loads the compiler
        from c4lib.fast.rules_kernel import check_state

        start = check_state(Connect4() if state is None else state, "mcts")
        check_mcts(start, c, rollouts, prove=False)
        check_seed(seed)
        controls = {
            "c": slider("C", c, 0, 3),
            "rollouts": stepped("rollouts", ROLLOUTS, rollouts),
            "iterations": stepped("iterations", ITERATIONS, iterations),
        }
        fast.mcts(start, 1)  # compiles the search before it is timed
        super().__init__(start, controls, seed, "New seed")

    def search(self) -> SearchResult:
        """What the compiled search finds. A button sends every click: none during a long one."""
        from c4lib.fast import mcts  # only here, for it loads the compiler

        values = self.values
        self.searches += 1
        self.button.disabled = values["iterations"] * values["rollouts"] >= LONG
        try:
            return mcts(self.state, seconds=SECONDS, seed=self.seed, **values)
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
            why = f"after {SECONDS:g} second" if found.is_complete else "by hand"
            words.append(f"It was stopped {why}: {done:,} of {asked:,} iterations.")
        return [*words, f"Seed {self.seed}."]


def _won(value: float) -> float:
    """The share of points that a value from -1 to 1 stands for."""
    return (value + 1) / 2


class puct_sliders(SearchPanel):  # noqa: N801, it is called like a function
    """Sliders for C, simulations, noise and temperature, over a board with what the search finds.

    The judge is a network, or an oracle: any function from a state to its moves' priors and its
    value. By default it is the network that comes with the course for this board. The same seed
    gives the same noise, so that only the sliders change things.
    """

    title = "PUCT sliders"

    def __init__(
        self,
        state: Connect4 | None = None,
        judge: Network | Oracle | None = None,
        *,
        c: float = 1.5,
        simulations: int = 50,
        noise: float = 0.0,
        temperature: float = 1.0,
        seed: int = 0,
    ) -> None:
        start = Connect4() if state is None else state
        if not isinstance(start, Connect4):
            raise ValueError(f"hand in a state such as Connect4.from_moves('44'), not {start!r}")
        if judge is None and start.connect != 4:
            raise ValueError(f"there is no network for {start!r}; hand in one, or an oracle")
        self.judge = load(f"{start.width}x{start.height}") if judge is None else judge
        if not isinstance(self.judge, Network) and not callable(self.judge):
            raise ValueError(f"the judge is a network or a function from a state, not {judge!r}")
        check_puct(start, simulations, c, noise, 1.0)
        check_seed(seed)
        controls = {
            "c": slider("C", c, 0, 5),
            "simulations": stepped("simulations", SIMULATIONS, simulations),
            "noise": slider("noise", noise, 0, 1),
            "temperature": slider("temperature", temperature, 0, 2),
        }
        find(start, self.judge, 2, c, noise, seed)  # compiles the search before it is timed
        self.priors = first_sight(start, self.judge)
        super().__init__(start, controls, seed, "Other noise")

    def search(self) -> SearchResult:
        """What the search finds; without noise, other random numbers would change nothing."""
        values = self.values
        self.button.disabled = not values["noise"]
        settings = values["simulations"], values["c"], values["noise"]
        return find(self.state, self.judge, *settings, self.seed)

    @property
    def policy(self) -> dict[Move, float]:
        """How likely each move is to be played: by its visits, at the temperature."""
        visits = {move: stats.visits for move, stats in self.result.moves.items()}
        return policy(visits, self.values["temperature"])

    def rows(self) -> list[Bars]:
        """Each move's prior, share of the visits and value; lines mark the priors without noise."""
        moves = self.result.moves
        before = self.priors if self.values["noise"] else {}
        return [
            Bars("prior", {move: s.prior or 0.0 for move, s in moves.items()}, PRIOR, before),
            Bars("visits", self.policy, BAR),
            Bars("value", {move: s.value for move, s in moves.items() if s.visits}, None),
        ]

    def words(self) -> list[str]:
        """What the search found, how good that is, and what it had no time for."""
        found, values = self.result, self.values
        assert found.move is not None
        done = sum(stats.visits for stats in found.moves.values()) + 1  # the first is the state's
        best, first = found.moves[found.move], max(self.priors, key=self.priors.__getitem__)
        words = [
            f"At first sight the judge prefers column {first + 1} "
            f"({self.priors[first]:.0%}) for {SYMBOLS[self.state.player]}.",
            f"After {done:,} simulations the search prefers column {found.move + 1}: "
            f"{counted(best.visits, 'visit')}, value {signed(best.value, '.2f')}.",
            verdict(found.move, self.exact, self.state.free),
        ]
        if done < values["simulations"]:
            words.append(f"It was stopped after {SECONDS:g} second.")
        if values["noise"]:
            words.append(f"Noise of seed {self.seed}; the lines mark the priors without it.")
        return words


def first_sight(state: Connect4, judge: Network | Oracle) -> dict[Move, float]:
    """What the judge says of each move without a search."""
    if not isinstance(judge, Network):
        priors = [float(prior) for prior in judge(state)[0]]
        return dict(zip(state.moves(), priors, strict=False))
    from c4lib.alphazero.encode_kernel import encode  # only here, for it loads the compiler
    from c4lib.alphazero.kits import encoding_of

    bits, legal = encode([state], encoding_of(judge, state).lines)
    policies = judge.predict(bits, legal)[0][0]
    return {move: float(policies[move]) for move in state.moves()}


def find(
    state: Connect4, judge: Network | Oracle, simulations: int, c: float, noise: float, seed: int
) -> SearchResult:
    """What a search finds: the compiled one with a network, the readable one with an oracle."""
    if not isinstance(judge, Network):
        return puct(state, judge, simulations, c=c, noise=noise, seed=seed)
    from c4lib.alphazero.kits import encoding_of
    from c4lib.alphazero.search import Searches  # only here, for it loads the compiler

    start = time.perf_counter()
    searches = Searches([state], simulations, c, lines=encoding_of(judge, state).lines)
    searches.run(judge.predict, noise, rng=np.random.default_rng(seed), seconds=SECONDS)
    return searches.result(seconds=time.perf_counter() - start)


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
