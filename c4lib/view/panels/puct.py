"""AlphaZero's search with sliders: how C, simulations, noise and temperature change its policy."""

import time
from collections.abc import Mapping

import numpy as np
from ipywidgets import ValueWidget

from c4lib.alphazero.net import Net
from c4lib.alphazero.networks import load
from c4lib.alphazero.search import Oracle, check, policy, puct
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Move
from c4lib.result import SearchResult
from c4lib.search.dice import check_seed
from c4lib.view.boards.svg import signed
from c4lib.view.panels import search
from c4lib.view.panels.bars import BAR, PRIOR, Bars
from c4lib.view.panels.panel import slider, stepped
from c4lib.view.panels.search import SearchPanel, verdict
from c4lib.view.trees.text import counted

MOST_C, MOST_HEAT = 5.0, 2.0
SIMULATIONS = (2, 5, 10, 20, 50, 100, 200, 400, 800, 1_600)


def puct_sliders(
    state: Connect4 | None = None,
    judge: Net | Oracle | None = None,
    *,
    c: float = 1.5,
    simulations: int = 50,
    noise: float = 0.0,
    temperature: float = 1.0,
    seed: int = 0,
) -> "PuctPanel":
    """Sliders for C, simulations, noise and temperature, over a board with what the search finds.

    The judge is a network, or an oracle: any function from a state to its moves' priors and its
    value. By default it is the network that comes with the course for this board. The same seed
    gives the same noise, so that only the sliders change things.
    """
    start = Connect4() if state is None else state
    if not isinstance(start, Connect4):
        raise ValueError(f"hand in a state such as Connect4.from_moves('44'), not {start!r}")
    if judge is None and start.connect != 4:
        raise ValueError(f"there is no network for {start!r}; hand in one, or an oracle")
    known = load(f"{start.width}x{start.height}") if judge is None else judge
    if not isinstance(known, Net) and not callable(known):
        raise ValueError(f"the judge is a network or a function from a state, not {judge!r}")
    check(start, simulations, c, noise, 1.0)
    check_seed(seed)
    controls = {
        "c": slider("C", c, 0, MOST_C),
        "simulations": stepped("simulations", SIMULATIONS, simulations),
        "noise": slider("noise", noise, 0, 1),
        "temperature": slider("temperature", temperature, 0, MOST_HEAT),
    }
    find(start, known, 2, c, noise, seed)  # compiles the search before it is timed
    return PuctPanel(start, known, controls, seed)


class PuctPanel(SearchPanel):
    """The sliders of AlphaZero's search, PUCT."""

    title = "PUCT sliders"

    def __init__(
        self, state: Connect4, judge: Net | Oracle, controls: Mapping[str, ValueWidget], seed: int
    ) -> None:
        self.judge, self.priors = judge, first_sight(state, judge)
        super().__init__(state, controls, seed, "Other noise")

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
        """Each move's prior, policy and value; lines mark the priors without noise."""
        moves = self.result.moves
        before = self.priors if self.values["noise"] else {}
        return [
            Bars("prior", {move: s.prior or 0.0 for move, s in moves.items()}, PRIOR, before),
            Bars("policy", self.policy, BAR),
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
            words.append(f"It was stopped after {search.SECONDS:g} second.")
        if values["noise"]:
            words.append(f"Noise of seed {self.seed}; the lines mark the priors without it.")
        return words


def first_sight(state: Connect4, judge: Net | Oracle) -> dict[Move, float]:
    """What the judge says of each move without a search."""
    if not isinstance(judge, Net):
        priors = [float(prior) for prior in judge(state)[0]]
        return dict(zip(state.moves(), priors, strict=False))
    from c4lib.alphazero.encode_kernel import encode  # only here, for it loads the compiler
    from c4lib.alphazero.player import encoding_of

    bits, legal = encode([state], encoding_of(judge, state).lines)
    policies = judge.predict(bits, legal)[0][0]
    return {move: float(policies[move]) for move in state.moves()}


def find(
    state: Connect4, judge: Net | Oracle, simulations: int, c: float, noise: float, seed: int
) -> SearchResult:
    """What a search finds: the compiled one with a network, the readable one with an oracle."""
    if not isinstance(judge, Net):
        return puct(state, judge, simulations, c=c, noise=noise, seed=seed)
    from c4lib.alphazero.player import encoding_of
    from c4lib.alphazero.search_fast import Searches  # only here, for it loads the compiler

    start = time.perf_counter()
    searches = Searches([state], simulations, c, lines=encoding_of(judge, state).lines)
    searches.run(judge.predict, noise, rng=np.random.default_rng(seed), seconds=search.SECONDS)
    return searches.result(seconds=time.perf_counter() - start)
