"""Known mistakes in the exercises of lesson 05: functions that make them, and what to say.

They do not use the solutions in `lesson05`. Some mistakes come in several variants, which
have the same name then.
"""

import math
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from c4lib.exercises.task import Mistake
from c4lib.game import Move
from c4lib.search.dice import Dice
from c4lib.search.mcts import Node, at_random, expand, new_node, simulate

# ---- 5.1 -----------------------------------------------------------------------------------


def _played(state: Any, dice: Dice) -> Any:
    """The end of one random game."""
    while not state.is_over:
        state = state.play(at_random(state, dice))
    return state


def _mean(points: Sequence[float]) -> float:
    return sum(points) / len(points)


def _half(utility: float) -> float:
    """Points: 1, a half or 0."""
    return (utility + 1) / 2


def _share(
    worth: Callable[[float], float] = _half,
    player: Callable[[Any, Any], int] = lambda state, end: state.player,
    fold: Callable[[Sequence[float]], float] = _mean,
) -> Callable[[Any, int, Dice], float]:
    """A win_share with something changed: points, for whom they are, what is made of them."""

    def win_share(state: Any, games: int, dice: Dice) -> float:
        ends = [_played(state, dice) for _ in range(games)]
        return fold([worth(float(end.utility(player(state, end)))) for end in ends])

    return win_share


def _first_game(
    player: Callable[[Any, Any], int] = lambda state, end: state.player,
) -> Callable[[Any, int, Dice], float]:
    """A win_share that never goes back to the state it was asked about."""

    def win_share(state: Any, games: int, dice: Dice) -> float:
        end = _played(state, dice)
        return _half(float(end.utility(player(state, end))))

    return win_share


def _decided(points: Sequence[float]) -> float:
    return _mean([point for point in points if point != 0.5])


_ONE_GAME = (
    "only the first game is played",
    "After the first game `state` is a finished one, and remains so. Each game begins where the "
    "question was asked: keep `state`, and play with another name.",
)

WIN_SHARE = (
    Mistake(
        "draws do not count",
        _share(lambda utility: float(utility == 1)),
        "A draw is half a point. Who only counts wins takes every draw for a loss.",
    ),
    Mistake(
        "draws count as wins",
        _share(lambda utility: float(utility >= 0)),
        "A draw is half a point, not a whole one.",
    ),
    Mistake(
        "draws are left out",
        _share(fold=_decided),
        "Divide by all games, the drawn ones included: each of them is half a point.",
    ),
    Mistake(
        "the mean of the utilities",
        _share(lambda utility: utility),
        "Utilities go from -1 to 1, and a share from 0 to 1: `(utility + 1) / 2` makes one of the "
        "other.",
    ),
    Mistake(
        "the points of X",
        _share(player=lambda state, end: 0),
        "The share is for the player to move in `state`, who is not always X.",
    ),
    Mistake(
        "the points of whoever is to move at the end",
        _share(player=lambda state, end: end.player),
        "`end.player` changes from game to game. Ask `end.utility(state.player)`: the question was "
        "asked for the player to move in `state`.",
    ),
    Mistake(
        "the opponent's share",
        _share(player=lambda state, end: 1 - state.player),
        "The share is for the player to move in `state`. What you have is what is left of it for "
        "the other.",
    ),
    Mistake(
        "the points, not the share",
        _share(fold=sum),
        "That is how many points were made in all games. The share is their mean: divide by "
        "`games`.",
    ),
    Mistake(_ONE_GAME[0], _first_game(), _ONE_GAME[1]),
    Mistake(
        _ONE_GAME[0],
        _first_game(lambda state, end: end.player),
        f"{_ONE_GAME[1]} And `state.player` is another one by then.",
    ),
)

# ---- 5.2 -----------------------------------------------------------------------------------


def _games(
    exact: Callable[[float, float], float], whole: Callable[[float], float] = math.ceil
) -> Callable[[float, float], float]:
    """A games_needed with another formula, or rounded in another way."""
    return lambda share, margin: whole(exact(share, margin))


def _exact(share: float, margin: float) -> float:
    return 1.96**2 * share * (1 - share) / margin**2


_SQUARE = (
    "not everything is squared",
    "`1.96 * sqrt(share * (1 - share) / games) <= margin`: to get rid of the root both sides are "
    "squared, the 1.96 and the margin as well. Half the margin needs four times the games.",
)
_SPREAD = "the spread of a game is something else"

GAMES_NEEDED = (
    Mistake(
        "rounded down",
        _games(_exact, math.floor),
        "With that many games the margin is still a little too wide: round up.",
    ),
    Mistake(
        "rounded to the nearest",
        _games(_exact, round),
        "Where that rounds down, the margin is still a little too wide: round up.",
    ),
    Mistake(
        "not rounded",
        _games(_exact, lambda games: games),
        "Nobody plays a part of a game: `math.ceil` rounds up to whole ones.",
    ),
    Mistake(
        "the margin taken for the whole interval",
        _games(lambda share, margin: _exact(share, margin / 2)),
        "The interval reaches `margin` to the left and `margin` to the right of the share.",
    ),
    Mistake(
        "one standard error",
        _games(lambda share, margin: _exact(share, margin) / 1.96**2),
        "One standard error each way holds the true share only in about two of three cases. For "
        "95 % it takes 1.96 of them.",
    ),
    Mistake(
        "two standard errors",
        _games(lambda share, margin: _exact(share, margin) * (2 / 1.96) ** 2),
        "As a rule of thumb that will do. Here it is 1.96, as in the exercise.",
    ),
    Mistake(
        _SQUARE[0],
        _games(lambda share, margin: math.sqrt(_exact(share, margin))),
        _SQUARE[1],
    ),
    Mistake(
        _SQUARE[0],
        _games(lambda share, margin: _exact(share, margin) * margin),
        _SQUARE[1],
    ),
    Mistake(_SQUARE[0], _games(lambda share, margin: _exact(share, margin) / 1.96), _SQUARE[1]),
    Mistake(
        "always one half",
        _games(lambda share, margin: _exact(0.5, margin)),
        "That many are enough for every share, but most shares need fewer: a game that is nearly "
        "always won has little to tell. What does the formula say for this `share`?",
    ),
    Mistake(
        _SPREAD,
        _games(lambda share, margin: (1.96 * share * (1 - share) / margin) ** 2),
        "`share * (1 - share)` is the variance of a game, the square of its standard deviation. "
        "Square it once only.",
    ),
    Mistake(
        _SPREAD,
        _games(lambda share, margin: 1.96**2 * share / margin**2),
        "The variance of a game is `share * (1 - share)`.",
    ),
)

# ---- 5.3 -----------------------------------------------------------------------------------

Uct = Callable[[float, int, int, float], float]


def _uct(
    spread: Callable[[int, int], float] = lambda n, parent: math.sqrt(math.log(parent) / n),
    mean: Callable[[float, int, int], float] = lambda points, n, parent: points / n,
    put: Callable[[float, float, float], float] = lambda mean, spread, c: mean + c * spread,
    fresh: Callable[[int, float], float] = lambda parent, c: inf,
) -> Uct:
    """A uct_value with something changed; `fresh` is that of a child without a visit."""

    def uct_value(points: float, visits: int, parent_visits: int, c: float) -> float:
        if visits == 0:
            return fresh(parent_visits, c)
        return put(mean(points, visits, parent_visits), spread(visits, parent_visits), c)

    return uct_value


def _one_more(points: float, visits: int, parent_visits: int, c: float) -> float:
    mean = points / visits if visits else 0.0
    return mean + c * math.sqrt(math.log(parent_visits) / (1 + visits))


def _one_more_everywhere(points: float, visits: int, parent_visits: int, c: float) -> float:
    return points / (1 + visits) + c * math.sqrt(math.log(parent_visits) / (1 + visits))


_NO_PARENT = "the parent's count is missing"
_FRESH = (
    "a child without a visit does not come first",
    "Nobody knows anything of it, and so it is tried before any other is tried again: its UCT is "
    "`math.inf`. Otherwise a good child may never be visited once.",
)
_ROOT = "the root is taken of something else"

UCT_VALUE = (
    Mistake(
        _NO_PARENT,
        _uct(lambda n, parent: math.sqrt(1 / n)),
        "Under the root there is `math.log(parent_visits)` divided by the child's visits. Without "
        "it a child that once looked bad is never asked again, however often the others are.",
    ),
    Mistake(
        _NO_PARENT,
        _uct(lambda n, parent: math.sqrt(math.log(n) / n)),
        "The logarithm is that of the parent's visits: it grows whenever a sibling is visited, and "
        "so the neglected children have their turn again. Yours is of the child's own.",
    ),
    Mistake(
        "the two counts exchanged",
        _uct(lambda n, parent: math.sqrt(math.log(n) / parent)),
        "The logarithm is of the parent's visits, and they are divided by the child's: the less a "
        "child was visited, the larger its bonus.",
    ),
    Mistake(
        "no logarithm",
        _uct(lambda n, parent: math.sqrt(parent / n)),
        "Of the parent's visits the logarithm is taken: `math.log(parent_visits)`. Without it "
        "exploring never becomes less.",
    ),
    Mistake(
        "another logarithm",
        _uct(lambda n, parent: math.sqrt(math.log10(parent) / n)),
        "ln is the natural logarithm: `math.log`, not `math.log10`.",
    ),
    Mistake(
        "another logarithm",
        _uct(lambda n, parent: math.sqrt(math.log2(parent) / n)),
        "ln is the natural logarithm: `math.log`, not `math.log2`.",
    ),
    Mistake(
        "no root",
        _uct(lambda n, parent: math.log(parent) / n),
        "Take the square root of the logarithm divided by the visits, since that is how the error "
        "of a mean shrinks.",
    ),
    Mistake(
        _ROOT,
        _uct(lambda n, parent: math.sqrt(math.log(parent)) / n),
        "The child's visits are under the root as well.",
    ),
    Mistake(
        _ROOT,
        _uct(put=lambda mean, spread, c: mean + math.sqrt(c) * spread),
        "c stands before the root, not under it.",
    ),
    Mistake(
        _ROOT,
        _uct(lambda n, parent: math.sqrt(2 * math.log(parent) / n)),
        "The 2 of UCB1 is in c already: under the root there is only the logarithm divided by the "
        "visits.",
    ),
    Mistake(
        "the points instead of the mean",
        _uct(mean=lambda points, n, parent: points),
        "The first term is the mean, the points a visit: with the points themselves a child is "
        "liked for being visited often.",
    ),
    Mistake(
        "the points divided by the parent's visits",
        _uct(mean=lambda points, n, parent: points / parent),
        "The mean is the child's points divided by the child's own visits.",
    ),
    Mistake(
        "the mean from -1 to 1",
        _uct(mean=lambda points, n, parent: 2 * points / n - 1),
        "The mean stays from 0 to 1, as points are; c is chosen for that.",
    ),
    Mistake(
        "c at the wrong term",
        _uct(put=lambda mean, spread, c: c * mean + spread),
        "c weighs exploring, and that is the second term.",
    ),
    Mistake(
        "c at the wrong term",
        _uct(put=lambda mean, spread, c: c * (mean + spread)),
        "c weighs exploring, and that is the second term only.",
    ),
    Mistake(
        "c is missing",
        _uct(put=lambda mean, spread, c: mean + spread),
        "The second term is multiplied by c, which says how much exploring is wanted.",
    ),
    Mistake(
        "exploring is taken off",
        _uct(put=lambda mean, spread, c: mean - c * spread),
        "What is little known is worth another look: the second term is added.",
    ),
    Mistake(_FRESH[0], _uct(fresh=lambda parent, c: 0.0), _FRESH[1]),
    Mistake(_FRESH[0], _uct(fresh=lambda parent, c: 0.5), _FRESH[1]),
    Mistake(_FRESH[0], _uct(fresh=lambda parent, c: c), _FRESH[1]),
    Mistake(
        _FRESH[0],
        _uct(fresh=lambda parent, c: c * math.sqrt(math.log(parent))),
        _FRESH[1],
    ),
    Mistake(
        _FRESH[0],
        _uct(fresh=lambda parent, c: -inf),
        f"{_FRESH[1]} Yours has a minus before it.",
    ),
    Mistake(
        "one visit too many",
        _one_more,
        "To add 1 to the visits does away with the division by 0, but every bonus becomes too "
        "small, and a child without a visit need not come first. Give that one `math.inf`.",
    ),
    Mistake(
        "one visit too many",
        _one_more_everywhere,
        "To add 1 to the visits does away with the division by 0, but every mean and every bonus "
        "become too small. Give a child without a visit `math.inf`.",
    ),
)

# ---- 5.4 -----------------------------------------------------------------------------------

Worth = Callable[[Node, float], float]
"""How much a child is worth another visit, and c."""


def _parent(node: Node) -> Node:
    assert node.parent is not None
    return node.parent


def _root_of(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


def _bonus(node: Node, visits: int) -> float:
    """The second term of UCT, with so many visits of the parent."""
    return math.sqrt(math.log(visits) / node.visits)


def _worth(node: Node, c: float) -> float:
    return node.mean + c * _bonus(node, _parent(node).visits)


def _no_parent(node: Node, c: float) -> float:
    return node.mean + c * math.sqrt(1 / node.visits)


def _own_log(node: Node, c: float) -> float:
    return node.mean + c * _bonus(node, node.visits)


def _roots_count(node: Node, c: float) -> float:
    return node.mean + c * _bonus(node, _root_of(node).visits)


def _turned(node: Node, c: float) -> float:
    """UCT with the mean of the root's player everywhere."""
    mean = node.mean if node.owner == _root_of(node).owner else 1 - node.mean
    return mean + c * _bonus(node, _parent(node).visits)


def _other_side(node: Node, c: float) -> float:
    return 1 - node.mean + c * _bonus(node, _parent(node).visits)


def _first_best(children: Sequence[Node], worth: Callable[[Node], float]) -> Node:
    return max(children, key=worth)


def _last_best(children: Sequence[Node], worth: Callable[[Node], float]) -> Node:
    return max(reversed(children), key=worth)


def _tried_out(node: Node) -> bool:
    return not node.untried


def _has_children(node: Node) -> bool:
    return bool(node.children)


Goes = Callable[[Node], bool]
Picks = Callable[[Sequence[Node], Callable[[Node], float]], Node]


def _select(
    worth: Worth = _worth,
    goes_on: Goes = _tried_out,
    pick: Picks = _first_best,
    plies: float = inf,
) -> Callable[[Node, float], Node]:
    """A my_select with something changed; it goes down so many plies at the most."""

    def my_select(root: Node, c: float) -> Node:
        node, gone = root, 0
        while node.children and goes_on(node) and gone < plies:
            node = pick(list(node.children.values()), lambda child: worth(child, c))
            gone += 1
        return node

    return my_select


def _parent_of_the_end(root: Node, c: float) -> Node:
    node = _select()(root, c)
    return node.parent or node


def _minimum(children: Sequence[Node], worth: Callable[[Node], float]) -> Node:
    return min(children, key=worth)


def _in_turns(root: Node, c: float) -> Node:
    """The largest UCT at the root, the smallest a ply below, and so on."""
    node = root
    while node.children and not node.untried:
        best = max if node.state.player == root.state.player else min
        node = best(node.children.values(), key=lambda child: _worth(child, c))
    return node


_SIDES = (
    "the means of the opponent's moves turned round",
    "`child.mean` is for the child's owner, who is the one that chooses here: at every node, the "
    "opponent's as well, the largest UCT is wanted.",
)

SELECT = (
    Mistake(
        "never visiting each child once",
        _select(goes_on=_has_children),
        "It walks past nodes with a move that was never tried. Nobody knows what such a move is "
        "worth, and so it has to be tried before any other is tried again: stop where "
        "`node.untried` is not empty.",
    ),
    Mistake(
        "one ply only",
        _select(plies=1),
        "The best child has children, too. Go on down until there is a move that was never tried.",
    ),
    Mistake(
        "one ply only",
        _select(goes_on=_has_children, plies=1),
        "It takes one step in every case. There may be none to take, where a move at the root was "
        "never tried, or many: `while not node.untried and not node.state.is_over:` go on down.",
    ),
    Mistake(
        "it does not go down",
        _select(plies=0),
        "At the root every move may be tried already. Then go to the child with the largest UCT, "
        "and so on down.",
    ),
    Mistake(
        "one node too high",
        _parent_of_the_end,
        "The node that has the untried move is wanted, not its parent.",
    ),
    Mistake(
        "the parent's count is missing",
        _select(_no_parent),
        "UCT has `math.log(parent.visits)` under the root, divided by the child's visits.",
    ),
    Mistake(
        "the parent's count is missing",
        _select(_own_log),
        "The logarithm in UCT is of the parent's visits, not of the child's own.",
    ),
    Mistake(
        "the root's count everywhere",
        _select(_roots_count),
        "N is the number of visits of the child's own parent: two plies down that is no longer the "
        "root.",
    ),
    Mistake(
        "the best mean",
        _select(lambda node, c: node.mean),
        "That is greedy: who had bad luck in the first game is never asked again. Add "
        "`c * sqrt(ln N / n)`.",
    ),
    Mistake(
        "c is missing",
        _select(lambda node, c: _worth(node, 1.0)),
        "The second term of UCT is multiplied by c.",
    ),
    Mistake(
        "the package's c",
        _select(lambda node, c: _worth(node, 1.5)),
        "c is handed in, and is not 1.5 in every case.",
    ),
    Mistake(
        "the most visits",
        _select(lambda node, c: node.visits),
        "By visits the move is chosen that is played in the end. On the way down it is UCT.",
    ),
    Mistake(
        "the points instead of the mean",
        _select(lambda node, c: _worth(node, c) - node.mean + node.points),
        "The first term of UCT is the mean, the points a visit.",
    ),
    Mistake(
        "the smallest UCT",
        _select(pick=_minimum),
        "UCT says how much another visit is worth: the largest is wanted.",
    ),
    Mistake(_SIDES[0], _select(_turned), _SIDES[1]),
    Mistake(_SIDES[0], _in_turns, _SIDES[1]),
    Mistake(
        "every mean turned round",
        _select(_other_side),
        "`child.mean` is for the child's owner, the very player who chooses here. It need not be "
        "turned round.",
    ),
    Mistake(
        "the last of equals",
        _select(pick=_last_best),
        "Of children with the same UCT the first is wanted: `max` takes it, and so does `>`.",
    ),
)

# ---- 5.5 -----------------------------------------------------------------------------------

Gain = Callable[[Node, Sequence[Any]], float]


def _for(player: Callable[[Node], int]) -> Gain:
    """The mean points of that player."""
    return lambda node, ends: _mean([_half(end.utility(player(node))) for end in ends])


def _owner(node: Node) -> int:
    return node.owner


def _mover(node: Node) -> int:
    return int(node.state.player)


_gain = _for(_owner)


def _of_utility(worth: Callable[[float], float]) -> Gain:
    """The mean of what is made of each utility."""
    return lambda node, ends: _mean([worth(float(end.utility(node.owner))) for end in ends])


def _way_up(leaf: Node) -> list[Node]:
    """The nodes from the leaf to the root, both included."""
    way = [leaf]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    return way


def _update(
    gain: Gain = _gain,
    visits: Callable[[Sequence[Any]], int] = lambda ends: 1,
    chosen: slice = slice(None),
) -> Callable[[Node, Sequence[Any]], None]:
    """A my_update with something changed; `chosen` are the nodes on the way that are updated."""

    def my_update(leaf: Node, ends: Sequence[Any]) -> None:
        for node in _way_up(leaf)[chosen]:
            node.points += gain(node, ends)
            node.visits += visits(ends)

    return my_update


def _replacing(leaf: Node, ends: Sequence[Any]) -> None:
    for node in _way_up(leaf):
        node.visits += 1
        node.points = _gain(node, ends)


def _averaging(leaf: Node, ends: Sequence[Any]) -> None:
    """The mean is kept where the points belong."""
    for node in _way_up(leaf):
        node.visits += 1
        node.points += (_gain(node, ends) - node.points) / node.visits


def _turning(leaf: Node, ends: Sequence[Any]) -> None:
    """One side's points at the leaf, the other's at its parent, and so on."""
    points = _gain(leaf, ends)
    for node in _way_up(leaf):
        node.visits += 1
        node.points += points
        points = 1 - points


_WRONG_SIDE = "updating from the wrong side"
_ONE_SIDE = (
    "the same points for both players",
    "What is a win for one is a loss for the other: at each node ask for the points of that node's "
    "owner.",
)
_ROLLOUTS = (
    "every rollout counted",
    "One call is one visit, however many games it played: the visit's points are the mean of those "
    "games.",
)

UPDATE = (
    Mistake(
        _WRONG_SIDE,
        _update(_for(_mover)),
        "A node's points are for its owner, the player who chose to come there, and not for "
        "`node.state.player`, who moves next. Otherwise everybody looks for the moves that are "
        "good for the opponent.",
    ),
    Mistake(
        _WRONG_SIDE,
        _update(_for(lambda node: 1 - node.owner)),
        "A node's points are for its owner, not for the opponent.",
    ),
    Mistake(
        "turned round once too often",
        _turning,
        "From node to node the owner changes, but not at the root: nobody chose to come there, and "
        "it is counted for the player to move, as its children are. `node.owner` always knows.",
    ),
    Mistake(_ONE_SIDE[0], _update(_for(lambda node: 0)), _ONE_SIDE[1]),
    Mistake(_ONE_SIDE[0], _update(_for(lambda node: 1)), _ONE_SIDE[1]),
    Mistake(
        _ONE_SIDE[0],
        lambda leaf, ends: _update(_for(lambda node: leaf.owner))(leaf, ends),
        f"{_ONE_SIDE[1]} Yours are the leaf's owner's everywhere.",
    ),
    Mistake(
        _ONE_SIDE[0],
        _update(_for(lambda node: _root_of(node).owner)),
        _ONE_SIDE[1],
    ),
    Mistake(
        "the rollout is counted, but not the visit",
        _update(visits=lambda ends: 0),
        "The points have grown and the visits have not: each node on the way was visited once "
        "more, or its mean soon goes beyond 1.",
    ),
    Mistake(
        "the visit is counted, but not the points",
        _update(lambda node, ends: 0.0),
        "The visits have grown and the points have not: how did the games end?",
    ),
    Mistake(
        "nothing is written down",
        lambda leaf, ends: None,
        "No node has changed. `visits = node.visits + 1` only gives a name to a number; "
        "`node.visits += 1` changes the node.",
    ),
    Mistake(
        "utilities instead of points",
        _update(_of_utility(lambda utility: utility)),
        "A win is 1 point, a draw a half, a loss 0: `(utility + 1) / 2`.",
    ),
    Mistake(
        "draws do not count",
        _update(_of_utility(lambda utility: float(utility == 1))),
        "A draw is half a point for both players.",
    ),
    Mistake(
        "draws count as wins",
        _update(_of_utility(lambda utility: float(utility >= 0))),
        "A draw is half a point, not a whole one.",
    ),
    Mistake(
        "the root is left out",
        _update(chosen=slice(None, -1)),
        "The root is on the way, too; its visits are the N of its children's UCT. Go on until "
        "`node` is None, not until `node.parent` is.",
    ),
    Mistake(
        "the leaf is left out",
        _update(chosen=slice(1, None)),
        "The game began at the leaf, so begin to count there, not at its parent.",
    ),
    Mistake(
        "the leaf only",
        _update(chosen=slice(1)),
        "All nodes on the way to the leaf were visited: go up by `node.parent` to the root.",
    ),
    Mistake(
        "one node up only",
        _update(chosen=slice(2)),
        "Go up all the way to the root, not only to the parent.",
    ),
    Mistake(_ROLLOUTS[0], _update(visits=len), _ROLLOUTS[1]),
    Mistake(
        _ROLLOUTS[0],
        _update(lambda node, ends: _gain(node, ends) * len(ends)),
        _ROLLOUTS[1],
    ),
    Mistake(
        _ROLLOUTS[0],
        _update(lambda node, ends: _gain(node, ends) * len(ends), len),
        _ROLLOUTS[1],
    ),
    Mistake(
        "the first game only",
        _update(lambda node, ends: _gain(node, ends[:1])),
        "There may be several games in `ends`: their mean counts.",
    ),
    Mistake(
        "the old points are lost",
        _replacing,
        "The points of earlier visits stay: add to them.",
    ),
    Mistake(
        "the mean kept as points",
        _averaging,
        "`points` is a sum. `node.mean` divides it by the visits when it is asked.",
    ),
)

# ---- 5.6 -----------------------------------------------------------------------------------


def _best_by(key: Callable[[Node], Any], pick: Callable[..., Node] = max) -> Callable[[Node], Move]:
    """A best_move by another order of the children."""
    return lambda root: pick(root.children.values(), key=key).move


def _proof(node: Node) -> tuple[bool, bool]:
    """Wins first, losses last."""
    return node.proven == 1, node.proven != -1


def _last_of_equals(root: Node) -> Move:
    children = reversed(root.children.values())
    return max(children, key=lambda node: (*_proof(node), node.visits)).move


def _which_win(chosen: Callable[[Sequence[Node]], Node]) -> Callable[[Node], Move]:
    """A best_move that chooses between proven wins in its own way."""

    def best_move(root: Node) -> Move:
        children = list(root.children.values())
        wins = [child for child in children if child.proven == 1]
        if wins:
            return chosen(wins).move
        return max(children, key=lambda node: (*_proof(node), node.visits, node.mean)).move

    return best_move


_BY_VALUE = (
    "by value instead of visits",
    "A child with few visits can have the best mean by luck alone. The one that was visited most "
    "is the one that stayed good while it was looked at.",
)
_TIES = (
    "the mean does not decide between equals",
    "Of children that were visited as often, the one with the better mean is wanted.",
)
_ANY_WIN = "not the proven win with the most visits"

BEST_MOVE = (
    Mistake(_BY_VALUE[0], _best_by(lambda node: node.mean), _BY_VALUE[1]),
    Mistake(_BY_VALUE[0], _best_by(lambda node: (*_proof(node), node.mean)), _BY_VALUE[1]),
    Mistake(
        "by points instead of visits",
        _best_by(lambda node: (*_proof(node), node.points)),
        "Points grow with the visits, but not they alone: the child that was visited most is "
        "wanted.",
    ),
    Mistake(_TIES[0], _best_by(lambda node: (*_proof(node), node.visits)), _TIES[1]),
    Mistake(_TIES[0], _last_of_equals, _TIES[1]),
    Mistake(
        _TIES[0],
        _best_by(lambda node: (*_proof(node), node.visits, -node.mean)),
        f"{_TIES[1]} `child.mean` is for the player who chooses here: larger is better.",
    ),
    Mistake(
        "what is proven is not looked at",
        _best_by(lambda node: (node.visits, node.mean)),
        "A child that is a proven win is played, however seldom it was visited, and a proven loss "
        "only if there is nothing else. (What is proven is no longer visited, so its visits say "
        "little.)",
    ),
    Mistake(
        "a proven win is not played",
        _best_by(lambda node: (node.proven != -1, node.visits, node.mean)),
        "With a win that is certain, nothing else needs to be weighed.",
    ),
    Mistake(
        "a proven loss is not avoided",
        _best_by(lambda node: (node.proven == 1, node.visits, node.mean)),
        "A move that loses for certain is played only if all do.",
    ),
    Mistake(
        "a proven loss taken for a win",
        _best_by(lambda node: (bool(node.proven), node.visits, node.mean)),
        "`if child.proven` is true for -1 as well. Ask `child.proven == 1`.",
    ),
    Mistake(
        "a proven loss taken for a win",
        _best_by(lambda node: (node.proven is not None, node.visits, node.mean)),
        "`proven` can be +1, 0 or -1: that it is not None only says that it is certain.",
    ),
    Mistake(
        "a proven loss taken for a win",
        _best_by(lambda node: (node.proven == -1, node.proven != 1, node.visits, node.mean)),
        "`child.proven` is for the child's owner, who is the one to choose at the root: +1 is the "
        "chooser's own win.",
    ),
    Mistake(
        "a proven draw is avoided",
        _best_by(
            lambda node: (
                node.proven == 1,
                node.proven is None,
                node.proven != -1,
                node.visits,
                node.mean,
            )
        ),
        "A proven draw is no loss: its visits count like those of any other child.",
    ),
    Mistake(
        "a proven draw goes before the others",
        _best_by(lambda node: (*_proof(node), node.proven == 0, node.visits, node.mean)),
        "A proven draw counts like a child of which nothing is proven: visits decide, and then the "
        "mean. What was visited more may still win.",
    ),
    Mistake(
        _ANY_WIN,
        _which_win(lambda wins: wins[0]),
        "Between several proven wins visits and mean decide again. Yours takes the first.",
    ),
    Mistake(
        _ANY_WIN,
        _which_win(lambda wins: wins[-1]),
        "Between several proven wins visits and mean decide again. Yours takes the last.",
    ),
    Mistake(
        _ANY_WIN,
        _which_win(lambda wins: max(wins, key=lambda node: node.mean)),
        "Between several proven wins visits decide again, and the mean only between equals.",
    ),
    Mistake(
        "the fewest visits",
        _best_by(lambda node: (*_proof(node), -node.visits, node.mean)),
        "UCT sends the search where it is good: the most visits are wanted.",
    ),
)

# ---- 5.7 -----------------------------------------------------------------------------------


def _grow(
    select: Callable[[Node, float], Node] | None = None,
    update: Callable[[Node, Sequence[Any]], None] | None = None,
    start: Callable[[Node, Node], Any] = lambda root, leaf: leaf.state,
    iterations: Callable[[int], int] = lambda iterations: iterations,
    grows: bool = True,
    same_dice: bool = False,
) -> Callable[[Any, int, float, int], Node]:
    """A my_mcts with something changed; `start` is where its random games begin."""
    select, update = select or _select(), update or _update()

    def my_mcts(state: Any, count: int, c: float, seed: int) -> Node:
        dice, root = Dice(seed), new_node(state, state.player)
        for _ in range(iterations(count)):
            dice = Dice(seed) if same_dice else dice
            leaf = select(root, c)
            leaf = expand(leaf, dice) if grows else leaf
            update(leaf, simulate(start(root, leaf), 1, at_random, dice))
        return root

    return my_mcts


def _forgetful(state: Any, iterations: int, c: float, seed: int) -> Node:
    """Begins a new tree in each iteration, with the dice going on."""
    dice = Dice(seed)
    for _ in range(iterations):
        root = new_node(state, state.player)
        leaf = expand(root, dice)
        _update()(leaf, simulate(leaf.state, 1, at_random, dice))
    return root


_COUNT = (
    "not as many iterations as asked for",
    "Each iteration takes all four steps once, and visits the root once.",
)

_OTHER_POINTS = (
    _ONE_SIDE[0],
    "utilities instead of points",
    "draws do not count",
    "draws count as wins",
    "the old points are lost",
    "the mean kept as points",
)
"""Mistakes in updating that leave the visits in order, and so are not seen by counting them."""

MCTS = (
    Mistake(
        "never visiting each child once",
        _grow(_select(goes_on=_has_children)),
        "On the way down it walks past moves that were never tried. Stop where `node.untried` is "
        "not empty; exercise 5.4 checks that.",
    ),
    Mistake(
        "one ply only",
        _grow(_select(plies=1)),
        "Selecting goes down by UCT until there is a move that was never tried, not only one ply.",
    ),
    Mistake(
        "it does not go down",
        _grow(_select(plies=0)),
        "Each iteration begins at the root, and then goes down to the node that selecting finds: "
        "hand that one to `expand`.",
    ),
    Mistake(
        "the tree never grows",
        _grow(grows=False),
        "The random game begins at the new child: `leaf = expand(node, dice)` adds it.",
    ),
    Mistake(
        "a new tree in each iteration",
        _forgetful,
        "Make the root once, before the loop: it is to remember all iterations.",
    ),
    Mistake(
        "games played from the root",
        _grow(start=lambda root, leaf: root.state),
        "The random game begins at the leaf, `leaf.state`: what happens from there on is to be "
        "told of the leaf and of the nodes above it.",
    ),
    Mistake(
        "games played from the leaf's parent",
        _grow(start=lambda root, leaf: (leaf.parent or leaf).state),
        "`expand` hands back the new child. The random game begins there, not at the node that "
        "was selected.",
    ),
    Mistake(
        "the same dice in each iteration",
        _grow(same_dice=True),
        "`Dice(seed)` in the loop throws the same numbers again and again. Make the dice once, "
        "before the loop.",
    ),
    Mistake(
        _WRONG_SIDE,
        _grow(update=_update(_for(_mover))),
        "Points are for a node's owner, who chose to come there, not for whoever moves next. "
        "Exercise 5.5 checks that.",
    ),
    Mistake(
        "turned round once too often",
        _grow(update=_turning),
        "The root's points are for the player to move there, as its children's are. Exercise 5.5 "
        "checks that.",
    ),
    Mistake(
        _WRONG_SIDE,
        _grow(update=_update(_for(lambda node: 1 - node.owner))),
        "A node's points are for its owner, not for the opponent. Exercise 5.5 checks that.",
    ),
    *(
        Mistake(
            known.name,
            _grow(update=known.answer),
            f"{known.explanation} Exercise 5.5 checks that.",
        )
        for known in UPDATE
        if known.name in _OTHER_POINTS
    ),
    Mistake(
        "the visit is counted, but not the points",
        _grow(update=_update(lambda node, ends: 0.0)),
        "No node has points: is how the games end written down? Exercise 5.5 checks that.",
    ),
    Mistake(
        "the parent's count is missing",
        _grow(_select(_no_parent)),
        "UCT has `math.log(parent.visits)` under the root, divided by the child's visits. Exercise "
        "5.3 checks that.",
    ),
    Mistake(
        "the root's count everywhere",
        _grow(_select(_roots_count)),
        "N is the number of visits of the child's own parent. Exercise 5.4 checks that.",
    ),
    Mistake(
        "the best mean",
        _grow(_select(lambda node, c: node.mean)),
        "It never explores. Is `c` handed on, and is it more than 0?",
    ),
    Mistake(
        "the package's c",
        _grow(_select(lambda node, c: _worth(node, 1.5))),
        "c is handed in, and is not 1.5 in every case.",
    ),
    Mistake(
        "the last of equals",
        _grow(_select(pick=_last_best)),
        "Of children with the same UCT the first is wanted: `max` takes it, and so does `>`.",
    ),
    Mistake(_COUNT[0], _grow(iterations=lambda count: count - 1), _COUNT[1]),
    Mistake(_COUNT[0], _grow(iterations=lambda count: count + 1), _COUNT[1]),
)
