"""Ratings: how strong players are, judged by the games they played against each other.

The model is Bradley and Terry's, with Davidson's draws. Each player has a strength π, and of two
players i and j

    i wins : they draw : j wins   as   πi : ν √(πi πj) : πj

where ν, one number for all, says how common draws are. A rating is 400 log10 π, the scale of
Elo: 400 points more are ten games won for each one lost. The fitted ratings and ν are those
that make the games that were played most likely.

A player that has won or lost every game would be infinitely strong or weak. So a faint prior is
added, as if each rating came from a bell curve around their mean, 1000 points wide (and ν's
logarithm from one as wide, around 0). Players with many games feel little of it.

Intervals are bootstrapped: pairs of games, two players from one opening with sides swapped, are
drawn again and again from those that were played, and each time everything is rated again. They
show how well a player's place among the others is known: its distance from the mean of all. So
the anchor, whose rating is 0 by definition, has one, too. It is wide where the random player
loses nearly every game, and would make all others' as wide if they were measured from there.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from c4lib.game import check_positive
from c4lib.measure.accuracy import Estimate
from c4lib.search.common import check_whole
from c4lib.search.dice import check_seed

if TYPE_CHECKING:
    from c4lib.measure.ladder import Played

ELO = 400 / math.log(10)  # how many points of rating a strength that is e times as large is worth
PRIOR = 1000.0  # how wide the bell curve is from which ratings are thought to come, in points
STEP = 3.0  # how far one step of Newton's method may go, in logarithms of strength

REACH = 1.92  # half of what chi-squared, with one degree of freedom, exceeds 1 time in 20
TRIED = np.arange(-1500.0, 5001.0)  # ratings to try for a single player, in points above random

Array = np.ndarray[Any, Any]


class Odds(NamedTuple):
    """How likely each end of a game is, for one of the two players."""

    win: float
    draw: float
    loss: float

    @property
    def points(self) -> float:
        """What it is expected to bring: a win counts 1, a draw a half."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Ratings:
    """How strong players are, with 95 % intervals; and how common draws are."""

    players: Mapping[str, Estimate]
    """Each one's rating in points of Elo, and its number of games; the strongest first."""
    draws: float  # Davidson's ν: two players who are equally strong draw ν / (2 + ν) of their games

    def odds(self, player: str, opponent: str) -> Odds:
        """What the ratings expect of a game, for `player`."""
        mine, theirs = self.players[player].value, self.players[opponent].value
        return Odds(*map(float, _shares(np.array([mine, theirs]) / ELO, math.log(self.draws))))


def rate(
    games: Iterable["Played"],
    anchor: str | None = "random",
    samples: int = 300,
    seed: int = 0,
    prior: float = PRIOR,
) -> Ratings:
    """Ratings by maximum likelihood, with intervals from `samples` bootstrap samples.

    The `anchor`'s rating is 0; None: the mean of all is.
    """
    check_whole("samples", samples, 0)
    check_seed(seed)
    check_positive("prior", prior, "a number of points above 0")
    played = list(games)
    if not all(hasattr(game, "points") for game in played):
        raise ValueError("games are those of a ladder, such as c4lib.ladder.read().games")
    names = sorted({name for game in played for name in (game.first, game.second)})
    if anchor is not None and anchor not in names:
        raise ValueError(
            f"{anchor!r}, whose rating is to be 0, played no game; name another anchor, or None"
        )
    pairs = _pairs(played, names)
    if not pairs:
        raise ValueError("there are no games between two players to rate them by")
    couples = np.array(list(pairs))
    counts = np.array([units.sum(axis=0) for units in pairs.values()])
    best = _fit(couples, counts[None], len(names), prior, np.zeros((1, len(names) + 1)))
    drawn = _resampled(pairs.values(), samples, np.random.default_rng(seed))
    others = _fit(couples, drawn, len(names), prior, np.repeat(best, samples, axis=0))
    zero = 0.0 if anchor is None else _centred(best)[0, names.index(anchor)]
    (values,), tries = _centred(best) - zero, _centred(others) - zero
    low, high = np.percentile(tries, (2.5, 97.5), axis=0) if samples else (values, values)
    games_of = np.zeros(len(names), int)
    np.add.at(games_of, couples, counts.sum(axis=1, dtype=int)[:, None])
    found = {
        name: Estimate(float(values[n]), float(low[n]), float(high[n]), int(games_of[n]))
        for n, name in enumerate(names)
    }
    ranking = sorted(found, key=lambda name: -found[name].value)
    return Ratings({name: found[name] for name in ranking}, float(np.exp(best[0, -1])))


def _centred(fitted: Array) -> Array:
    """Ratings in points, their mean being 0."""
    strengths = fitted[:, :-1]
    centred: Array = ELO * (strengths - strengths.mean(axis=1, keepdims=True))
    return centred


def _pairs(games: Iterable["Played"], names: list[str]) -> dict[tuple[int, int], Array]:
    """For each two players, a row for each pair of games: won by the former, drawn, lost."""
    index = {name: number for number, name in enumerate(names)}
    found: dict[tuple[int, int], dict[int, Array]] = defaultdict(dict)
    for game in games:
        one, other = index[game.first], index[game.second]
        if one == other:
            continue  # a game against oneself tells nothing
        points = game.points if one < other else 1 - game.points
        units = found[min(one, other), max(one, other)]
        units.setdefault(game.number, np.zeros(3))[round(2 - 2 * points)] += 1
    return {couple: np.array(list(units.values())) for couple, units in found.items()}


def _resampled(pairs: Iterable[Array], samples: int, rng: np.random.Generator) -> Array:
    """Bootstrap samples, each with the outcomes of the games between each pair of players."""
    sized = ((units, len(units)) for units in pairs)
    drawn = [rng.multinomial(n, np.full(n, 1 / n), size=samples) @ units for units, n in sized]
    return np.stack(drawn, axis=1)


def _shares(strengths: Array, draws: float | Array) -> Array:
    """How likely a win, a draw and a loss are, by two logarithms of strength and that of ν."""
    one, other = strengths[..., 0], strengths[..., 1]
    logs = np.stack([one, draws + (one + other) / 2, other], axis=-1)
    weights = np.exp(logs - logs.max(axis=-1, keepdims=True))
    shares: Array = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def _fit(couples: Array, counts: Array, players: int, prior: float, start: Array) -> Array:
    """For each sample, the logarithms of all strengths and, last, of ν, that fit it best.

    `counts` has for each sample and couple the games won, drawn and lost. By Newton's method:
    the logarithm of the likelihood is concave, and the prior gives it a peak.
    """
    # What each outcome says in favour of: a row of weights of the couple's two and of ν.
    says = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 1.0], [0.0, 1.0, 0.0]])
    places = np.column_stack([couples, np.full(len(couples), players)])
    games = counts.sum(axis=2)
    fitted, narrow = start.copy(), (ELO / prior) ** 2
    every: Any = slice(None)
    lines: Any = every, places
    squares: Any = every, places[:, :, None], places[:, None, :]
    for _ in range(200):
        shares = _shares(fitted[:, couples], fitted[:, -1:])
        mean = shares @ says
        slope = -narrow * fitted
        np.add.at(slope, lines, counts @ says - games[:, :, None] * mean)
        spread = np.einsum("spk,ki,kj->spij", shares, says, says)
        spread -= mean[..., :, None] * mean[..., None, :]
        bend = np.repeat(narrow * np.eye(players + 1)[None], len(fitted), axis=0)
        np.add.at(bend, squares, games[:, :, None, None] * spread)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        fitted += step * np.minimum(1, STEP / np.maximum(longest, STEP))
        if longest.max(initial=0) < 1e-9:
            break
    return fitted


def rating_of(player: str, games: Iterable["Played"], known: Ratings) -> Estimate:
    """One player's rating by its games against others whose ratings are known.

    One number is looked for, so all of its values can be tried: how likely does each make the
    results that came? The rating is the likeliest. The interval holds all values that are at
    least a seventh as likely: those that a test at 5 % would not reject (the logarithms differ
    by less than 1.92). That holds even for a player that has lost, or won, every game.
    """
    centre = float(np.mean([rating.value for rating in known.players.values()]))
    likely = -((TRIED - centre) ** 2) / (2 * PRIOR**2)
    count = 0
    for game in games:
        opponent = game.second if game.first == player else game.first
        theirs = np.full_like(TRIED, known.players[opponent].value)
        shares = _shares(np.stack([TRIED, theirs], axis=-1) / ELO, math.log(known.draws))
        likely = likely + np.log(shares[:, round(2 - 2 * game.points_of(player))])
        count += 1
    inside = TRIED[likely >= likely.max() - REACH]
    return Estimate(float(TRIED[likely.argmax()]), float(inside.min()), float(inside.max()), count)
