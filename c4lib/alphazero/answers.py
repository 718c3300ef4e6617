"""What searches answer, many at once: which moves to play, and what a policy should learn."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

TINY = 1e-9
TRUST, DOUBT = 0.1, 50
"""How much the values found weigh beside the priors; more visits weigh more. See `targets`."""


class Answers(ABC):
    """Several searches that are done: a row for each, and in it a place for each move.

    Who fills it in gives the figures of the moves, `answer`, which is the priors and values that
    the judge gave the roots, and `sure`: 1 where a move certainly wins, -1 where it loses.
    """

    answer: tuple[Array, Array]

    @property
    @abstractmethod
    def visits(self) -> Array:
        """How often each move was visited."""

    @property
    @abstractmethod
    def means(self) -> Array:
        """Each move's mean value for the player to move; 0 where it was never visited."""

    @property
    @abstractmethod
    def priors(self) -> Array:
        """What the judge, and chance, said of each move before the search."""

    @property
    @abstractmethod
    def is_legal(self) -> Array:
        """Which moves there are."""

    @property
    @abstractmethod
    def sure(self) -> Array:
        """Which moves certainly win (1) or lose (-1)."""

    @property
    def policies(self) -> Array:
        """Each move's share of the visits; moves that are certain to be worse have none.

        That is: of a game that is certain to be won, only winning moves are left, and of any
        other none that loses, as far as there is another. Without a visit, the priors.
        """
        shares = (self.visits * self._sensible).astype(np.float64)
        unseen = ~shares.any(axis=1)
        shares[unseen] = self.priors[unseen]
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    @property
    def targets(self) -> Array:
        """What the judge's policy should have said: its own answer, corrected by the values found.

        A prior's logarithm grows with its move's mean value; a move that was never visited is
        taken to be worth what the position is (Danihelka and others, 2022). After few
        simulations that says more than visits, which mostly follow the priors. Moves that are
        certain to be worse get nothing.
        """
        visits, means, (priors, judged) = self.visits, self.means, self.answer
        seen = np.where(visits > 0, priors, 0)
        total = visits.sum(axis=1)
        visited = (seen * means).sum(axis=1) / np.maximum(seen.sum(axis=1), TINY)
        mixed = (judged + total * visited) / (1 + total)
        values = np.where(visits > 0, means, mixed[:, None])
        scale = TRUST * (DOUBT + visits.max(axis=1, keepdims=True))
        logits = np.log(np.maximum(priors, TINY)) + scale * values
        logits[~self._sensible] = -np.inf
        powers: Array = np.exp(logits - logits.max(axis=1, keepdims=True))
        powers /= powers.sum(axis=1, keepdims=True)
        return powers

    @property
    def _sensible(self) -> Array:
        """Which moves are left if those that are certain to be worse are left out."""
        legal, sure = self.is_legal, self.sure
        left: Array = legal.copy()
        for better in (legal & (sure >= 0), legal & (sure > 0)):
            has = better.any(axis=1)
            left[has] = better[has]
        return left
