"""The exercises of lesson 05: random games, their error, UCT, and a tree search from its parts."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises import mcts_trees as trees
from c4lib.exercises.cases import numbers, positions
from c4lib.exercises.compare import equal
from c4lib.exercises.mistake import patches, varied
from c4lib.exercises.task import Case, Finding, Task, by_cases
from c4lib.exercises.verdict import show
from c4lib.exercises.watch_nodes import Path
from c4lib.game import Agent, Move, State
from c4lib.result import SearchResult
from c4lib.search.dice import Dice
from c4lib.search.mcts import Node, add_child, at_random, expand, new_node, select, simulate
from c4lib.search.mcts_trace import path_to as nodes_to


def _marked(kind: type, sentence: str) -> Callable[[Task, Sequence[Any]], Finding | None]:
    """By cases; but a result of this kind, which shows how it came about, gets the sentence."""

    def diagnose(task: Task, results: Sequence[Any]) -> Finding | None:
        for index, result in enumerate(results):
            if isinstance(result, kind):
                return Finding((sentence,), task.parts(index, result, task.expected[index]))
        return by_cases(task, results)

    return diagnose


# ---- 5.1 -----------------------------------------------------------------------------------
def win_share(state: State, games: int, dice: Dice) -> float:
    """The mean points of the player to move in random games: win 1, draw a half, loss 0."""
    points = 0.0
    for _ in range(games):
        end = state
        while not end.is_over:
            moves = end.moves()
            end = end.play(moves[dice.integers(len(moves))])
        points += (end.utility(state.player) + 1) / 2
    return points / games


@dataclass(frozen=True)
class OtherGames:
    """A share of games that were not played with the dice that were handed in."""

    share: Real

    def __repr__(self) -> str:
        return show(self.share)


def _with_dice(answer: Callable[..., Any], state: Connect4, games: int, dice: Dice) -> Any:
    """What the answer returns; it has to throw the dice."""
    before = dice.word
    share = answer(state, games, dice)
    is_thrown = dice.word != before or state.is_over or not isinstance(share, Real)
    return share if is_thrown else OtherGames(share)


WIN_SHARE_CASES = positions("""
    7x6    121212 10, 121212 10, 12121 20
    3x3x3  - 25, 21 20, 2132 8
    4x4    41141334421 30, 1322434144 15
    5x4    2251244451243 20
    7x6    1212121 3  # it is over already
""")

WIN_SHARE = Task(
    number="5.1",
    title="A position judged by dice",
    reference=win_share,
    cases=tuple((*case, Dice(seed)) for seed, case in enumerate(WIN_SHARE_CASES, start=1)),
    call=_with_dice,
    decimals=4,
    diagnose=_marked(
        OtherGames,
        "The dice that were handed in were not thrown. A random move is "
        "`moves[dice.integers(len(moves))]`, with these `dice` and no others: then your games are "
        "the check's games.",
    ),
    wrong_types={Collection: "Return one number: the share, from 0 to 1."},
    hints=(
        "One random game: until it is over, play one of its moves at random. Each game begins at "
        "`state`, so keep that.",
        "Give the game a name of its own: `end = state`, and then "
        "`end = end.play(moves[dice.integers(len(moves))])` until `end.is_over`. Whose share "
        "is it? That is known before the game begins.",
        "`(end.utility(state.player) + 1) / 2` turns a win, a draw and a loss into 1, a half and "
        "0. Add them up and divide by `games`.",
    ),
    mistakes=patches("""
        draws do not count
            (end.utility(state.player) + 1) / 2 → end.utility(state.player) == 1
            A draw is half a point. Counting only wins treats every draw as a loss.
        draws count as wins
            (end.utility(state.player) + 1) / 2 → end.utility(state.player) >= 0
            A draw is half a point, not a whole one.
        draws are left out
            (end.utility(state.player) + 1) / 2 → end.utility(state.player) == 1
            points += → games -= end.winner is None\\n        points +=
            Divide by all games, the drawn ones included: each of them is half a point.
        the mean of the utilities
            (end.utility(state.player) + 1) / 2 → end.utility(state.player)
            Utilities go from -1 to 1, a share from 0 to 1: use `(utility + 1) / 2`.
        the points of X
            state.player → 0
            The share is for the player to move in `state`, who is not always X.
        the points of the player to move at the end
            state.player → end.player
            `end.player` changes from game to game. Ask for `end.utility(state.player)`: the share
            is for the player to move in `state`.
        the opponent's share
            state.player → 1 - state.player
            The share is for the player to move in `state`. Yours is what is left for the opponent.
        the points, not the share
            points / games → points
            Those are the points of all games. The share is their mean: divide by `games`.
        percent
            points / games → 100 * points / games
            That is the share in percent. Return it from 0 to 1.
        rounded down
            points / games → points // games
            `//` rounds down to a whole number. Divide by `/`.
        one game too few
            range(games) → range(games - 1)
            `range(games)` goes round `games` times, from 0 to `games - 1`.
        only the first game is played
            → win_share(state, 1, dice)
            After the first game `state` is finished, and stays so. Every game begins at the
            position that was passed in: keep `state`, and play under another name.
            or: range(games) → range(1)
            points / games → points
            state.player → end.player
            + And `state.player` has changed by then.
    """),
)


# ---- 5.2 -----------------------------------------------------------------------------------
def games_needed(share: float, margin: float) -> int:
    """How many games it takes until 1.96 standard errors of a share are within the margin."""
    variance = share * (1 - share)
    return math.ceil(1.96**2 * variance / margin**2)


GAMES_NEEDED = Task(
    number="5.2",
    title="How many games?",
    reference=games_needed,
    # Two come out as whole numbers: 0.49 and 0.245 are a quarter and an eighth of 1.96, also as
    # floating-point numbers. In the others, rounding errors do not matter.
    cases=numbers(
        "0.5 0.1, 0.5 0.05, 0.5 0.03, 0.9 0.1, 0.1 0.1, 0.8 0.05, "
        "0.3 0.04, 0.7 0.01, 0.02 0.01, 0.6 0.2, 0.5 0.49, 0.5 0.245"
    ),
    decimals=4,
    wrong_types={Collection: "Return one number: how many games."},
    hints=(
        "A game won or lost has the variance `share * (1 - share)`. What, then, is the standard "
        "error of the mean of `games` of them?",
        "It is `sqrt(share * (1 - share) / games)`. Set 1.96 times that to `margin`; find `games`.",
        "Squared, it says `1.96**2 * share * (1 - share) / games <= margin**2`. Swap `games` and "
        "`margin**2`, and round up with `math.ceil`.",
    ),
    mistakes=patches("""
        rounded down
            math.ceil → math.floor
            With that many games the margin is still a little too wide: round up.
        one game more where it comes out whole
            math.ceil → 1 + math.floor
            Where the number is whole already, that many games are enough: `math.ceil` leaves it.
        rounded to the nearest
            math.ceil → round
            Where that rounds down, the margin is still a little too wide: round up.
        not rounded
            math.ceil →
            Nobody plays part of a game: `math.ceil` rounds up to a whole one.
        the margin taken for the whole interval
            → games_needed(share, margin / 2)
            The interval reaches `margin` to the left and `margin` to the right of the share.
        one standard error
            1.96**2 * →
            One standard error each way covers the true share in only about two cases out of three.
            For 95 % it takes 1.96 of them.
        two standard errors
            1.96**2 → 2**2
            That is a fine rule of thumb, but the exercise asks for 1.96.
        not everything is squared
            1.96**2 * variance / margin**2 → 1.96 * math.sqrt(variance) / margin
            or: margin**2 → margin
            or: 1.96**2 → 1.96
            `1.96 * sqrt(share * (1 - share) / games) <= margin`: to get rid of the root, square
            both sides, the 1.96 and the margin as well. Half the margin needs four times the games.
            or: * variance / → * math.sqrt(variance) /
        1.96 on the wrong side
            1.96**2 * variance / margin**2 → variance / (1.96 * margin) ** 2
            It is 1.96 standard errors that must not exceed the margin, so 1.96 multiplies the
            standard error, not the margin.
        upside down
            1.96**2 * variance / margin**2 → margin**2 / (1.96**2 * variance)
            The smaller the margin, the more games it takes: `margin**2` is what you divide by.
        always one half
            → games_needed(0.5, margin)
            That many are enough for every share, but most shares need fewer: games that are nearly
            always won vary little. What does the formula say for this `share`?
        the spread of a game is something else
            share * (1 - share) → (share * (1 - share)) ** 2
            `share * (1 - share)` is the variance of a game: that is a square already.
            or: share * (1 - share) → share
            The variance of a game is `share * (1 - share)`.
    """),
)


# ---- 5.3 -----------------------------------------------------------------------------------
def uct_value(points: float, visits: int, parent_visits: int, c: float) -> float:
    """How much another visit of a child is worth: infinitely much if it has had none."""
    if visits == 0:
        return math.inf
    return points / visits + c * math.sqrt(math.log(parent_visits) / visits)


UCT_VALUE = Task(
    number="5.3",
    title="UCT",
    reference=uct_value,
    cases=numbers(
        "3.0 4 20 1.5, 0.5 1 20 1.5, 10.5 15 20 1.5, 3.0 4 20 0.0, 3.0 4 2000 0.7, 0.0 0 5 1.5, "
        "0.0 0 3 0.0, 1.0 1 1 2.0, 0.0 7 60 2.0, 412.0 800 1000 1.4"
    ),
    remark=lambda points, visits, *rest: None if visits else "this child was never visited",
    explain_error=lambda error, *case: (
        "this child was never visited, and one cannot divide by 0: return `math.inf` before that"
        if isinstance(error, ZeroDivisionError)
        else None
    ),
    decimals=4,
    wrong_types={Collection: "Return one number: the two terms added up."},
    hints=(
        "Two terms: how well the child has done so far, and how little is known about it. The "
        "first is its mean, the points divided by the visits.",
        "The second is c times a root. Under the root: the natural logarithm of the parent's "
        "visits, divided by the child's own.",
        "`points / visits + c * math.sqrt(math.log(parent_visits) / visits)`; but before that, if "
        "`visits` is 0, return `math.inf`.",
    ),
    mistakes=patches("""
        the parent's count is missing
            math.log(parent_visits) → 1
            Under the root there is `math.log(parent_visits)` divided by the child's visits. Without
            it a child that once looked bad is never tried again, however often its siblings are.
            or: math.log(parent_visits) → math.log(visits)
            The logarithm is of the parent's visits: it grows whenever a sibling is visited, so that
            neglected children get their turn again. Yours is of the child's own visits.
        the two counts exchanged
            math.log(parent_visits) / visits → math.log(visits) / parent_visits
            The logarithm is of the parent's visits, and it is divided by the child's: the fewer
            visits a child has, the larger its bonus.
        no logarithm
            math.log(parent_visits) → parent_visits
            It is `math.log(parent_visits)`. Without the logarithm exploration never dies down.
        another logarithm
            math.log → math.log10
            or: math.log → math.log2
            ln is the natural logarithm: `math.log`.
        no root
            math.sqrt →
            Use the square root: the error of a mean shrinks with the root of the visits.
        the root is taken of something else
            math.log(parent_visits) / visits) → math.log(parent_visits)) / visits
            The child's visits are under the root as well.
            or: c * → math.sqrt(c) *
            c stands before the root, not under it.
            or: math.log → 2 * math.log
            The 2 of UCB1 is in c already: under the root leave it out.
            or: math.log(parent_visits) / visits → math.log(parent_visits / visits)
            The logarithm is of the parent's visits alone; then divide by the child's.
        another bonus
            math.sqrt(math.log(parent_visits) / visits) → math.sqrt(parent_visits) / (1 + visits)
            That is AlphaZero's bonus, in lesson 06. UCT's is the root of `math.log(parent_visits) /
            visits`.
        one visit too many at the parent
            math.log(parent_visits) → math.log(parent_visits + 1)
            N is the number of the parent's visits as it is: do not add 1.
        the mean is missing
            points / visits + c → c
            Two terms are added up: the child's mean, `points / visits`, comes first.
        exploration is missing
            + c * math.sqrt(math.log(parent_visits) / visits) →
            That is the mean only, and so greedy. Add c times the root.
        c counted twice
            c * → c**2 *
            or: c * → 2 * c *
            The root is multiplied by c as it is.
        the package's c
            c * → 1.5 *
            c is an argument, and is not 1.5 in every case.
        the points asked instead of the visits
            visits == 0 → points == 0
            A child that lost every game has 0 points and is well known all the same. Never visited
            means that `visits` is 0.
        the points instead of the mean
            points / visits → points
            The first term is the mean, the points per visit: with the points themselves a child is
            preferred just for being visited often.
        the points divided by the parent's visits
            points / visits → points / parent_visits
            The mean is the child's points divided by the child's own visits.
        the mean from -1 to 1
            points / visits → 2 * points / visits - 1
            The mean stays between 0 and 1, as points are; c is chosen for that.
        c at the wrong term
            points / visits + c * → c * points / visits +
            or: points / visits + c * → c * (points / visits +
            / visits) → / visits))
            c weighs exploration, which is the second term only.
        c is missing
            c * →
            The second term is multiplied by c, which sets how much to explore.
        exploring is taken off
            + c → - c
            A child that little is known about deserves another look: add the second term.
        a child without a visit does not come first
            math.inf → 0.0
            or: math.inf → 0.5
            or: math.inf → 1.0
            or: math.inf → 1e9
            or: math.inf → 1e6
            or: math.inf → math.inf * c if c else 0.0
            or: math.inf → c
            or: math.inf → c * math.sqrt(math.log(parent_visits))
            Nothing is known about it, so it is tried before any other is tried again: its UCT is
            `math.inf`. Otherwise a good child may never be visited at all.
            or: math.inf → -math.inf
            + Yours has a minus sign.
            or: math.inf → c * math.inf
            `0 * math.inf` is not a number. A child without a visit comes first even with `c` 0:
            its UCT is `math.inf`, whatever `c` is.
        one visit too many
            → points / max(1, visits) + c * math.sqrt(math.log(parent_visits) / (1 + visits))
            or: / visits) → / (1 + visits))
            Adding 1 to the visits avoids the division by 0, but makes every bonus too small, and a
            child without a visit need not come first. Give that one `math.inf`.
            or: → uct_value(points, visits + 1, parent_visits, c)
            Adding 1 to the visits avoids the division by 0, but makes every mean and every bonus
            too small. Give a child without a visit `math.inf`.
    """),
)


# ---- 5.4 -----------------------------------------------------------------------------------
def my_select(root: Node, c: float) -> Node:
    """Where the largest UCT leads: a node with an untried move, or where the game is over."""
    node = root
    while not node.untried and not node.state.is_over:
        node = max(node.children.values(), key=lambda child: child.uct(c))
    return node


FINISHED = "a finished game has no children to choose from: stop where `node.state.is_over`, too"
NO_CHILDREN = (
    "this node has no children to choose from: the game is over, or no move was tried yet. Stop "
    "where `node.state.is_over`, and where `node.untried` is not empty"
)


@dataclass(frozen=True)
class Spoilt:
    """What an answer changed in a tree that it should only look at."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _reached(answer: Callable[..., Any], root: Node, c: float) -> Any:
    """Where in the tree the node is that the answer finds; or what it changed there."""
    before = _written(root)
    node = answer(root, c)
    after = _written(root)
    for path, notes in before.items():
        for name, old in notes.items():
            if (new := after[path][name]) != old:
                where = repr(trees.Reached(path, root.state))
                return Spoilt(f"a changed tree: {name} of {where}, {old} before, are {new} now")
    return trees.Reached(trees.path_to(node), root.state) if isinstance(node, Node) else node


def _written(root: Node) -> dict[Path, dict[str, Any]]:
    """What stands in each node of a tree."""
    return {
        path: {
            "the visits": node.visits,
            "the points": node.points,
            "the children": list(node.children),
            "the untried moves": list(node.untried),
        }
        for path, node in trees.nodes_of(root)
    }


def _explain_no_children(error: Exception, root: Node, c: float) -> str | None:
    """What to say about an error that is due to a node without children."""
    if not _best_of_none(error) and not _none_for_a_node(error):
        return None
    is_over = my_select(root, c).state.is_over
    return f"{error}: {FINISHED if is_over else NO_CHILDREN}"


def _best_of_none(error: Exception) -> bool:
    """Whether `max` or `min` had nothing to choose from."""
    return str(error).startswith(("max()", "min()")) and "empty" in str(error)


def _none_for_a_node(error: Exception) -> bool:
    """Whether None was taken for a node: the best child that a loop over none has found."""
    text = str(error)
    return "'NoneType' object" in text and text.endswith(
        ("'untried'", "'state'", "'children'", "not subscriptable")
    )


THREES = Connect4(3, 3, 3)


def _threes(moves: str) -> Connect4:
    """A position with three columns, three rows and three in a row."""
    return Connect4.from_moves(moves, width=3, height=3, connect=3)


def _fours(moves: str) -> Connect4:
    """A position with four columns, four rows and four in a row."""
    return Connect4.from_moves(moves, width=4, height=4)


WRONG_SELECTS = patches("""
    never visiting each child once
        not node.untried and not node.state.is_over → node.children
        It walks past nodes with an untried move. Every move has to be tried once before any is
        tried again: begin at the root each time, and stop where `node.untried` is not empty.
    one ply only
        while → if
        The best child has children, too. Keep going down until there is an untried move.
    the parent's count is missing
        child.uct(c) → child.mean + c * math.sqrt(1 / child.visits)
        UCT has `math.log(parent.visits)` under the root, divided by the child's visits.
    the count of a node further up
        child.uct(c) → uct_value(child.points, child.visits, root.visits, c)
        N is the number of visits of the node where you choose, the child's own parent. Two plies
        down that is not the root, nor any other node further up.
    the last of equals
        node.children.values() → reversed(node.children.values())
        Among children with the same UCT choose the first, as `max` and `>` do.
""")
"""Mistakes that can be made in the whole search as well."""

MY_SELECT = Task(
    number="5.4",
    title="Select",
    reference=my_select,
    cases=(
        (trees.grown(THREES, 6, 1.5, 1), 1.5),
        (trees.grown(_threes("21"), 9, 1.0, 23), 0.3),
        # Here an answer that returns moves returns None, the root's; so this is not the first.
        (trees.grown(THREES, 2, 1.5, 1), 1.5),
        (trees.grown(THREES, 12, 0.5, 14), 2.0),
        (trees.grown(_fours("41141334421"), 9, 1.0, 5), 0.8),
        (trees.grown(_threes("2132"), 11, 1.5, 26), 1.0),  # the game is over there
        (trees.grown(_threes("213"), 13, 1.0, 3), 1.4),  # O chooses at the root
        (trees.grown(_fours("41141334421"), 14, 0.5, 22), 0.8),
        (trees.grown(_threes("2132"), 15, 1.0, 7), 0.8),
        (trees.grown(_threes("2"), 16, 0.5, 11), 1.0),
    ),
    call=_reached,
    explain_error=_explain_no_children,
    diagnose=_marked(
        Spoilt,
        "Selecting only looks, and leaves the tree as it is: it is `expand` that takes the untried "
        "move and adds a child, and `update` that counts the visit.",
    ),
    draw=lambda root, c: trees.outline(root),
    by_name=("root",),
    wrong_types={
        Integral: "Return a node, not a number: `child`, not `child.move`.",
        Collection: "Return one node: where the way down ends.",
    },
    hints=(
        "Begin with `node = root`. How do you know that you have arrived? There are two cases: a "
        "move was never tried here, or there is no move because the game is over.",
        "Otherwise `node` becomes one of its children, the one with the largest UCT. "
        "`node.children.values()` are the children, and each knows its `child.uct(c)`.",
        "`while not node.untried and not node.state.is_over:` and in it `node = "
        "max(node.children.values(), key=lambda child: child.uct(c))`. Then return it.",
    ),
    mistakes=WRONG_SELECTS
    + patches("""
        one ply only
            while not node.untried and not node.state.is_over → if node.children
            It always takes one step. There may be none to take, where a move at the root is
            untried, or many: go down `while not node.untried and not node.state.is_over`.
        it does not go down
            → root
            As long as every move has been tried, go down to the child with the largest UCT.
        one node too high
            return node → return node.parent or node
            Return the node with the untried move, not its parent.
        the parent's count is missing
            child.uct(c) → uct_value(child.points, child.visits, child.visits, c)
            The logarithm in UCT is of the parent's visits, not of the child's own.
        the best mean
            child.uct(c) → child.mean
            That is greedy: an unlucky child is never tried again. Add `c * sqrt(ln N / n)`.
        c is missing
            child.uct(c) → child.uct(1.0)
            The second term of UCT is multiplied by c.
        the package's c
            child.uct(c) → child.uct(1.5)
            c is an argument, and is not 1.5 in every case.
        the most visits
            child.uct(c) → child.visits
            Visits decide which move is played in the end. On the way down it is UCT.
        the points instead of the mean
            child.uct(c) → child.uct(c) - child.mean + child.points
            The first term of UCT is the mean, the points per visit.
        the smallest UCT
            max → min
            UCT says how much another visit is worth: choose the largest.
        the means of the opponent's moves turned round
            child.uct(c) → child.uct(c) + (1 - 2 * child.mean) * (child.owner != root.owner)
            or: max → (max if node.state.player == root.state.player else min)
            `child.mean` is for the child's owner, the player who chooses here: take the largest UCT
            at every node, the opponent's as well.
        every mean turned round
            child.uct(c) → child.uct(c) + 1 - 2 * child.mean
            `child.mean` is for the child's owner, who chooses here: do not turn it round.
    """),
)


# ---- 5.5 -----------------------------------------------------------------------------------
def my_update(leaf: Node, ends: Sequence[State]) -> None:
    """Count one visit, with the mean points of its games, at every node from the leaf up."""
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        node.points += sum((end.utility(node.owner) + 1) / 2 for end in ends) / len(ends)
        node = node.parent


def _changes(answer: Callable[..., Any], leaf: Node, ends: list[State]) -> Any:
    """What the answer adds to the counts of the leaf's tree."""
    root = nodes_to(leaf)[0]
    before = trees.counts_of(root)
    if answer(leaf, ends) is ...:
        return ...
    after = trees.counts_of(root)
    added = {
        path: (after[path][0] - visits, after[path][1] - points)
        for path, (visits, points) in before.items()
    }
    changed = {path: counts for path, counts in added.items() if any(counts)}
    return trees.Changes(changed, root.state)


def _visit(state: State, iterations: int, c: float, seed: int, games: int) -> Case:
    """A new leaf in a tree of some iterations, and the ends of games that began there."""
    dice = Dice(seed)
    leaf = expand(select(trees.grown(state, iterations, c, seed), c, dice), dice)
    return leaf, simulate(leaf.state, games, at_random, dice)


def _draw_visit(leaf: Node, ends: Sequence[Any]) -> str:
    root = nodes_to(leaf)[0]
    drawing = trees.outline(root, lambda node: "  <- leaf" if node is leaf else "")
    won = ["a draw" if end.winner is None else f"{SYMBOLS[end.winner]} won" for end in ends]
    return f"{drawing}\nends: {', '.join(won)}"


WRONG_UPDATES = patches("""
    updating from the wrong side
        node.owner → node.state.player
        A node's points are for its owner, the player who chose to come there, and not for
        `node.state.player`, who moves next. Otherwise everybody helps the opponent.
    turned round once too often
        = leaf → = leaf\\n    owner = leaf.owner
        node.owner → owner
        node = node.parent → node, owner = node.parent, 1 - owner
        The owner changes from node to node, but not at the root: nobody chose to come there, so it
        counts for the player to move, as its children do. `node.owner` always knows.
    the visit is counted, but not the points
        node.points += → points =
        The visits have grown, but not the points: how did the games end?
    updating from the wrong side
        node.owner → 1 - node.owner
        A node's points are for its owner, not for the opponent.
        or: end.utility(node.owner) → end.utility(end.player)
        A node's points are for its owner, not for the player who would move after the game's end.
    the same points for both players
        node.owner → 0
        or: node.owner → 1
        or: node.owner → nodes_to(leaf)[0].owner
        A win for one is a loss for the other: at each node count the points of that node's owner.
        or: node.owner → leaf.owner
        + Yours are the leaf's owner's everywhere.
    utilities instead of points
        (end.utility(node.owner) + 1) / 2 → end.utility(node.owner)
        A win is 1 point, a draw a half, a loss 0: `(utility + 1) / 2`.
    draws do not count
        (end.utility(node.owner) + 1) / 2 → (end.utility(node.owner) == 1)
        A draw is half a point for both players.
    draws count as wins
        (end.utility(node.owner) + 1) / 2 → (end.utility(node.owner) >= 0)
        A draw is half a point, not a whole one.
    the old points are lost
        node.points += → node.points =
        Keep the points of earlier visits, and add to them.
    the mean kept as points
        sum( → (sum(
        len(ends) → len(ends) - node.points) / node.visits
        `points` is a sum; `node.mean` divides it by the visits.
""")
"""Mistakes that leave the visits in order, and so can be made in the whole search as well."""

MY_UPDATE = Task(
    number="5.5",
    title="Update",
    reference=my_update,
    same=lambda came, expected: came is not ... and equal(came.added, expected.added),
    cases=(
        _visit(THREES, 1, 1.5, 1, 1),
        _visit(THREES, 3, 1.5, 2, 1),
        _visit(_threes("2"), 4, 1.0, 3, 1),  # O chooses at the root
        _visit(THREES, 3, 0.5, 29, 2),
        _visit(_threes("2132"), 5, 1.5, 23, 1),  # the game is over at the leaf
        _visit(_threes("213"), 8, 0.5, 4, 3),
        _visit(_fours("41141334421"), 9, 1.0, 26, 1),
        _visit(_fours("41141334421"), 7, 1.0, 24, 2),
        _visit(_fours("1322434144"), 9, 0.5, 6, 4),
    ),
    call=_changes,
    draw=_draw_visit,
    by_name=("leaf", "ends"),
    hints=(
        "Two numbers change, `visits` and `points`, at each node from the leaf to the root. "
        "`node.parent` is one node up, and None above the root.",
        "Whose points does a node count? Those of `node.owner`, who chose to come there. "
        "`end.utility(node.owner)` is +1, 0 or -1; points are 1, a half or 0.",
        "`node = leaf`, and `while node is not None:` add 1 to `node.visits` and the mean of "
        "`(end.utility(node.owner) + 1) / 2` over all ends to `node.points`; then "
        "`node = node.parent`.",
    ),
    mistakes=WRONG_UPDATES
    + patches("""
        the rollout is counted, but not the visit
            node.visits += 1 → pass
            The points have grown, but not the visits. Each node on the way was visited once more;
            without that its mean soon exceeds 1.
        nothing is written down
            → None
            No node has changed. `visits = ...` only names a number; `node.visits += 1` is needed.
        the root is left out
            node is not → node.parent is not
            The root is on the way, too; its visits are the N in its children's UCT. Continue until
            `node` is None, not until `node.parent` is.
        the root's points are left out
            node.points += → node.points += node.parent is not None and
            The root counts its visits and its points: stop when `node` is None, after both.
        the leaf is left out
            = leaf → = leaf.parent
            The game began at the leaf, so start counting there, not at its parent.
        the leaf only
            while → if
            All nodes on the way to the leaf were visited: follow `node.parent` up to the root.
        one node up only
            while node is not None → for node in (leaf, leaf.parent)
            Go up all the way to the root, not only to the parent.
        every rollout counted
            += 1 → += len(ends)
            or: / len(ends) →
            and: += 1 → += len(ends)
            A call is one visit, however many games it played: its points are their mean.
        the first game only
            in ends → in ends[:1]
            / len(ends) →
            `ends` may hold several games: their mean counts.
    """),
)


# ---- 5.6 -----------------------------------------------------------------------------------
def my_mcts(state: State, iterations: int, c: float, seed: int) -> Node:
    """The root of the tree that Monte Carlo tree search grows in these iterations."""
    dice, root = Dice(seed), new_node(state, state.player)
    for _ in range(iterations):
        leaf = expand(my_select(root, c), dice)
        my_update(leaf, simulate(leaf.state, 1, at_random, dice))
    return root


def _grown_by(answer: Callable[..., Any], *case: Any) -> Any:
    """The counts at the root of the tree that the answer grows."""
    root = answer(*case)
    return trees.Grown.of(root) if isinstance(root, Node) else root


def _explain_step(error: Exception, *case: Any) -> str | None:
    """What to say about an error that is due to a step of an earlier exercise."""
    text = str(error)
    if "ellipsis" in text:
        return (
            "one of the steps returned `...`. Do exercises 5.4 and 5.5 first, or use the steps of "
            "`c4lib.search.mcts`: `select(root, c, dice)` and `update(leaf, ends)`"
        )
    if isinstance(error, ZeroDivisionError) or "math domain error" in text:
        return (
            "UCT was asked at a node without a visit. Does the update begin at the child that "
            "`expand` returns, count a visit at each node, and go up to the root? Exercise 5.5 "
            "checks that"
        )
    if _best_of_none(error):
        return f"{text}: {NO_CHILDREN}. Exercise 5.4 checks that"
    return None


def same_tree(came: Any, expected: trees.Grown) -> bool:
    """The same counts at the root and its children, in a tree of the same size."""
    return (
        isinstance(came, trees.Grown)
        and (came.nodes, came.is_root) == (expected.nodes, expected.is_root)
        and equal([came.root, came.children], [expected.root, expected.children])
    )


def grown_well(task: Task, results: Sequence[Any]) -> Finding | None:
    """By cases; but say so if a tree contradicts itself, or was grown with other dice."""
    finding = by_cases(task, results)
    if finding is None or finding.mistake is not None:
        return finding
    for index, result in enumerate(results):
        if not isinstance(result, trees.Grown):
            return finding
        if said := _contradiction(result, *task.cases[index][:2]):
            return Finding((said,), task.parts(index, result, task.expected[index]))
    return Finding((OTHER_DICE,), finding.parts)


OTHER_DICE = (
    "The counts add up, but with the same dice the tree should be different. Have your steps "
    "passed exercises 5.4 and 5.5? Among equal UCT the first is chosen, and each node gets its own "
    "owner's points. If so, make `Dice(seed)` once, before the loop; pass it to `expand` and to "
    "`simulate` only, once each in an iteration and in this order; and play one game per visit."
)


def _contradiction(tree: trees.Grown, state: State, iterations: int) -> str | None:
    """What is impossible in a tree after these iterations."""
    visits = sum(count for count, _ in tree.children.values())
    if not tree.is_root:
        return "That is a node within the tree. Return the root, the node you began with."
    if tree.root[0] != iterations:
        return (
            f"Every iteration visits the root once: after {iterations} of them it has "
            f"{iterations} visits, not {tree.root[0]}."
        )
    if visits != iterations:
        return (
            "Every iteration goes through one of the root's children: together they have "
            f"{iterations} visits, not {visits}."
        )
    missing = [move for move in state.moves() if move not in tree.children]
    if missing and iterations >= len(state.moves()):
        name = trees.named(state, missing[0])
        return f"Each move is tried once before any is tried again; {name} never was."
    return None


PLAYED = 2000
"""The iterations for a move of the reader's own search, about a second of it."""


def _plays(answer: Callable[..., Node]) -> Agent:
    """A player that chooses its moves by the reader's own search."""

    def play(state: State) -> Move:
        return best_move(answer(state, PLAYED, 1.0, 0))

    return play


MY_MCTS = Task(
    number="5.6",
    title="The whole search",
    reference=my_mcts,
    same=same_tree,
    diagnose=grown_well,
    call=_grown_by,
    explain_error=_explain_step,
    cases=(
        (_fours("41141334421"), 2, 1.5, 1),
        (_threes("2132"), 8, 1.5, 2),
        (_fours("41141334421"), 30, 1.0, 3),
        (_threes("213"), 40, 0.7, 4),  # O is to move
        (_threes("2132"), 60, 2.0, 5),
        (_fours("1322434144"), 50, 0.4, 6),
    ),
    wrong_types={
        SearchResult: "Return the root of the tree, a Node, not a SearchResult.",
        Integral: "Return the root of the tree: `best_move(root)` chooses the move later.",
        Collection: "Return the root of the tree, a Node.",
    },
    hints=(
        "One round of the loop takes the four steps in turn: select, expand, simulate, update. "
        "What does each need, and which of the steps before has it?",
        "`my_select(root, c)` finds a node, `expand(node, dice)` returns its new child, and "
        "`simulate(leaf.state, 1, at_random, dice)` the ends of one random game from there.",
        "In the loop: `leaf = expand(my_select(root, c), dice)`, then `my_update(leaf, "
        "simulate(leaf.state, 1, at_random, dice))`. Return `root` after the loop.",
    ),
    mistakes=patches("""
        it does not go down
            my_select(root, c) → root
            Each iteration goes down from the root: pass the node that selecting finds to `expand`.
        the best mean
            (root, c) → (root, 0)
            It never explores. Is `c` passed on, and is it more than 0?
        the package's c
            (root, c) → (root, 1.5)
            c is an argument, and is not 1.5 in every case.
        the tree never grows
            expand(my_select(root, c), dice) → my_select(root, c)
            The random game starts at the new child: `leaf = expand(node, dice)` adds it.
        a new tree in each iteration
            (iterations): → (iterations):\\n        root = new_node(state, state.player)
            Make the root once, before the loop, so that it remembers all iterations.
        games played from the root
            leaf.state → root.state
            The random game starts at `leaf.state`: it is about the leaf and what is above.
        games played from the leaf's parent
            leaf = expand(my_select(root, c), dice) → node = my_select(root, c)\\n        EXPAND
            EXPAND → leaf = expand(node, dice)
            leaf.state → node.state
            `expand` returns the new child. The game starts there, not at the node selected.
        it stops after one iteration
            simulate(leaf.state, 1, at_random, dice)) → simulate(leaf.state, 1, at_random, dice))RET
            RET → \\n        return root
            `return root` stands in the loop, so it ends in the first iteration. Move it out.
        other dice
            Dice(seed) → Dice(5)
            or: Dice(seed) → Dice()
            The dice are `Dice(seed)`, with the seed that was handed in.
        visits to finished games do not count
            leaf = expand → node = my_select(root, c)\\n        if node.state.is_over:SKIP
            SKIP → \\n            continue\\n        leaf = expand
            expand(my_select(root, c), dice) → expand(node, dice)
            Where the game is over there is no new child, but the visit counts: `expand` returns
            the node itself, and its game ends where it stands.
        the same dice in each iteration
            leaf = expand → dice = Dice(seed)\\n        leaf = expand
            `Dice(seed)` in the loop repeats the same throws. Make it once, before the loop.
        not as many iterations as asked for
            → my_mcts(state, iterations - 1, c, seed)
            or: → my_mcts(state, iterations + 1, c, seed)
            Each iteration takes all four steps once, and so visits the root once.
    """)
    + varied(WRONG_SELECTS, said="Exercise 5.4 checks that.", of=my_select)
    + varied(WRONG_UPDATES, said="Exercise 5.5 checks that.", of=my_update),
    player=_plays,
)


# ---- 5.7 -----------------------------------------------------------------------------------
def best_move(root: Node) -> Move:
    """The move to play: a proven win, else the most visits, a proven loss only if all are."""

    def worth(child: Node) -> tuple[bool, bool, int, float]:
        return child.proven == 1, child.proven != -1, child.visits, child.mean

    return max(root.children.values(), key=worth).move


def _root(children: Mapping[Move, tuple[float, ...]], moves: str = "") -> Case:
    """A root whose children have these visits and points, and what is proven, if anything."""
    state = Connect4.from_moves(moves)
    root = new_node(state, state.player)
    for move, (visits, points, *proven) in children.items():
        child = add_child(root, move)
        child.visits, child.points = int(visits), points
        child.proven = proven[0] if proven else None
        root.untried.remove(move)
        root.visits += child.visits
        root.points += points
    return (root,)


BEST_MOVE = Task(
    number="5.7",
    title="Which move to play",
    reference=best_move,
    cases=(
        _root({0: (4, 2.0), 3: (30, 20.0), 5: (9, 5.0)}),
        _root({1: (3, 3.0), 2: (40, 24.0), 3: (12, 8.0)}),
        _root({2: (40, 15.0), 4: (38, 30.0)}),
        _root({0: (20, 9.0), 3: (20, 13.0), 6: (20, 11.0)}),
        _root({1: (15, 9.0), 5: (15, 6.0), 6: (4, 3.0)}),
        _root({2: (50, 35.0), 4: (3, 2.5, 1), 5: (10, 4.0)}),
        _root({1: (9, 4.0), 2: (25, 12.0), 3: (33, 20.0, -1)}),
        _root({0: (12, 3.0, -1), 1: (30, 17.0), 2: (5, 4.0, 1)}),
        _root({0: (6, 2.0, -1), 3: (30, 15.0, 0), 4: (22, 12.0)}),
        _root({0: (6, 2.0), 3: (8, 4.0, 0), 4: (22, 12.0)}),
        # Of these the first, the most and the least visited, and the best mean are four.
        _root({0: (11, 3.0, -1), 1: (14, 5.0, -1), 2: (9, 2.0, -1), 4: (10, 6.0, -1)}),
        _root({2: (6, 6.0, 1), 3: (40, 20.0), 5: (11, 10.5, 1)}),
        _root({1: (20, 9.0, -1), 2: (7, 3.0, 0)}),
        _root({1: (5, 4.0, 1), 3: (12, 11.5, 1), 4: (30, 15.0), 6: (7, 5.0, 1)}),
        _root({1: (8, 3.0), 2: (30, 14.0), 4: (9, 8.0, 1)}, "4"),  # O chooses
        _root({0: (12, 5.0), 3: (28, 15.0, -1), 5: (7, 3.0)}, "442"),
    ),
    draw=trees.outline,
    by_name=("root",),
    explain_error=lambda error, root: (
        f"{error}: every move here is a proven loss, and one of them has to be played all the same"
        if _best_of_none(error)
        else None
    ),
    wrong_types={
        Node: "Return the move, not the node: `child.move`, or the key in `root.children`.",
        Collection: "Return one move.",
    },
    hints=(
        "Without proofs it is the child with the most visits; between equals the mean decides. "
        "Then: which children come before all others, and which after them?",
        "`max` compares tuples from left to right. What comes first in yours, so that a proven win "
        "beats everything, and everything beats a proven loss?",
        "The key of a child: `(child.proven == 1, child.proven != -1, child.visits, child.mean)`. "
        "True is larger than False. Take `max` over `root.children.values()` and return `.move`.",
    ),
    mistakes=patches("""
        by value instead of visits
            child.proven == 1, child.proven != -1, child.visits, →
            or: child.visits, →
            A child with few visits can have the best mean by luck alone. The most visited child is
            the one that stayed good while it was looked at.
        by points instead of visits
            child.visits, child.mean → child.points
            Points grow with the visits, but also with the mean: take the most visited child.
        the mean does not decide between equals
            , child.mean →
            and: root.children.values() → reversed(root.children.values())
            Among children with equally many visits take the one with the better mean.
            or: child.mean → -child.mean
            + `child.mean` is for the player who chooses here: larger is better.
        what is proven is not looked at
            child.proven == 1, child.proven != -1, →
            Play a proven win however rarely it was visited, and a proven loss only if there is
            nothing else. (A proven child is no longer visited, so its visits say little.)
            or: child.proven == 1, child.proven != -1, child.visits, child.mean → child.visits
            + And among equally many visits the mean decides.
        by UCT instead of visits
            child.proven == 1, child.proven != -1, child.visits, child.mean → child.uct(1.5)
            UCT says where the next visit goes, with a bonus for what is little known. To play a
            move, take the one that was visited most.
        what is not proven taken for a loss
            child.proven == 1, child.proven != -1 → -1 if child.proven is None else child.proven
            None says that nothing is certain: such a child is better than a proven loss, and counts
            like a proven draw.
        not the proven loss with the most visits
            child.visits, child.mean → child.proven != -1 and (child.visits, child.mean)
            If every move loses, visits decide, then the mean. Yours takes the first.
            or: child.visits → child.visits * (-1 if child.proven == -1 else 1)
            If every move loses, the most visits decide, as everywhere. Yours takes the fewest.
        a proven win is not played
            child.proven == 1, →
            With a certain win there is nothing else to weigh.
        a proven loss is not avoided
            child.proven != -1, →
            Play a certain loss only if every move loses.
        what is proven turned round for O
            == 1 → == (-1 if root.state.player else 1)
            != -1 → != (1 if root.state.player else -1)
            or: == 1 → == (1 if root.state.player else -1)
            != -1 → != (-1 if root.state.player else 1)
            `child.proven` is for the player who chooses at the root, X or O: +1 is the chooser's
            own win. Do not turn it round for either.
        the column instead of the move
            ).move → ).move + 1
            Columns are counted from 1, moves from 0: return `child.move` as it is.
        a proven loss taken for a win
            child.proven == 1, child.proven != -1 → bool(child.proven)
            `if child.proven` is true for -1 as well. Ask `child.proven == 1`.
            or: child.proven == 1, child.proven != -1 → bool(child.proven), child.proven != -1
            or: → next((m for m, child in root.children.items() if child.proven), best_move(root))
            or: child.proven == 1, child.proven != -1 → child.proven is not None
            `proven` can be +1, 0 or -1: that it is not None only says that it is certain.
            or: == 1 → == -1
            != -1 → != 1
            `child.proven` is for the child's owner, who chooses here: +1 is the chooser's own win.
        a proven draw is avoided
            child.proven != -1 → child.proven is None, child.proven != -1
            A proven draw is not a loss: its visits count like those of any other child.
        a proven draw goes before the others
            child.visits → child.proven == 0, child.visits
            A proven draw counts like a child about which nothing is proven: visits decide, then the
            mean. A child with more visits may still win.
        not the proven win with the most visits
            child.visits, child.mean → child.proven == 1 or (child.visits, child.mean)
            Between several proven wins visits decide, then the mean. Yours takes the first.
            and: root.children.values() → reversed(root.children.values())
            Between several proven wins visits decide, then the mean. Yours takes the last.
            or: child.visits → child.proven == 1 or child.visits
            Between several proven wins visits decide, and the mean only between equals.
        the fewest visits
            child.visits → -child.visits
            UCT sends the search where it is good: take the most visits.
    """),
)
