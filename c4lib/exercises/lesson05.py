"""The exercises of lesson 05: random games, their error, UCT, and a tree search from its parts.

The mistakes that are recognised are in `lesson05_mistakes`.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.exercises import lesson05_mistakes as mistakes
from c4lib.exercises.compare import equal, plain
from c4lib.exercises.planted import (
    Changes,
    Grown,
    Leaf,
    Plant,
    Reached,
    at,
    counts_of,
    grown,
    named,
    outline,
    path_to,
    top_of,
)
from c4lib.exercises.task import Case, Finding, Task, by_cases
from c4lib.exercises.verdict import Part
from c4lib.game import Move, State
from c4lib.result import SearchResult
from c4lib.search.dice import Dice
from c4lib.search.mcts import Node, at_random, expand, new_node, select, simulate

DECIMALS = 4
"""To how many decimals numbers are told; they are compared as they are."""


class RoundedTask(Task):
    """A task about numbers, of which only the first decimals are told."""

    def parts(self, index: int, came: Any, expected: Any) -> tuple[Part, ...]:
        """The input of a case, what was expected and what came, rounded if that tells enough."""
        told = _rounded(came), _rounded(expected)
        return super().parts(index, *((came, expected) if told[0] == told[1] else told))


def _rounded(value: Any) -> Any:
    return round(value, DECIMALS) if isinstance(value, float) else value


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
class Seed:
    """What stands for dice in a case: each call gets new ones, which fall the same way."""

    seed: int

    def __repr__(self) -> str:
        return f"Dice({self.seed})"


class _CountedDice(Dice):
    """Dice that know how often they were thrown."""

    throws = 0

    def throw(self) -> int:
        """A number of 64 bits, each as likely as the others."""
        self.throws += 1
        return super().throw()


NO_THROW = (
    "the dice were not thrown: a random move is `moves[dice.integers(len(moves))]`, with the dice "
    "that are handed in"
)


class DiceTask(RoundedTask):
    """A task whose answer is handed dice that have to be thrown."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with new dice in each call."""

        def call(state: Any, games: int, seed: Seed) -> Any:
            dice = _CountedDice(seed.seed)
            value = plain(function(state, games, dice))
            if not dice.throws and not state.is_over and isinstance(value, Real):
                raise ValueError(NO_THROW)
            return value

        return call


WIN_SHARE = DiceTask(
    number="5.1",
    title="A position judged by dice",
    reference=win_share,
    cases=(
        (Connect4.from_moves("121212"), 10, Seed(1)),
        (Connect4.from_moves("121212"), 10, Seed(2)),
        (Connect4.from_moves("12121"), 20, Seed(3)),
        (Connect4(3, 3, 3), 25, Seed(4)),
        (Connect4.from_moves("21", width=3, height=3, connect=3), 20, Seed(5)),
        (Connect4.from_moves("2132", width=3, height=3, connect=3), 8, Seed(6)),
        (Connect4.from_moves("41141334421", width=4, height=4), 30, Seed(7)),
        (Connect4.from_moves("1322434144", width=4, height=4), 15, Seed(8)),
        (Connect4.from_moves("2251244451243", width=5, height=4), 20, Seed(9)),
        (Connect4.from_moves("1212121"), 3, Seed(10)),  # it is over already
    ),
    wrong_types={Collection: "One number is wanted: the share, from 0 to 1."},
    hints=(
        "One random game: as long as it is not over, play a random one of its moves. Begin each "
        "game at `state`, and do not lose that.",
        "Give the game a name of its own: `end = state`, and then "
        "`end = end.play(moves[dice.integers(len(moves))])` until `end.is_over`. For whom is the "
        "share? That is known before the game begins.",
        "`(end.utility(state.player) + 1) / 2` makes 1, a half and 0 of a win, a draw and a loss. "
        "Add them up and divide by `games`.",
    ),
    mistakes=mistakes.WIN_SHARE,
)

# ---- 5.2 -----------------------------------------------------------------------------------


def games_needed(share: float, margin: float) -> int:
    """After how many games 1.96 standard errors of a share are no more than the margin."""
    variance = share * (1 - share)
    return math.ceil(1.96**2 * variance / margin**2)


GAMES_NEEDED = RoundedTask(
    number="5.2",
    title="How many games?",
    reference=games_needed,
    # None of them comes out as a whole number, where the last digit would decide.
    cases=(
        (0.5, 0.1),
        (0.5, 0.05),
        (0.5, 0.03),
        (0.9, 0.1),
        (0.1, 0.1),
        (0.8, 0.05),
        (0.3, 0.04),
        (0.7, 0.01),
        (0.02, 0.01),
        (0.6, 0.2),
    ),
    wrong_types={Collection: "One number is wanted: how many games."},
    hints=(
        "A game won or lost has the variance `share * (1 - share)`. What is then the standard "
        "error of the mean of `games` of them?",
        "It is `sqrt(share * (1 - share) / games)`. 1.96 of these are to be at most `margin`: "
        "solve that for `games`.",
        "Squared, it says `1.96**2 * share * (1 - share) / games <= margin**2`. Exchange `games` "
        "and the margin, and round up with `math.ceil`.",
    ),
    mistakes=mistakes.GAMES_NEEDED,
)

# ---- 5.3 -----------------------------------------------------------------------------------


def uct_value(points: float, visits: int, parent_visits: int, c: float) -> float:
    """How much another visit of a child is worth; without a visit so far, more than any other."""
    if visits == 0:
        return math.inf
    return points / visits + c * math.sqrt(math.log(parent_visits) / visits)


def _uct_remark(points: float, visits: int, parent_visits: int, c: float) -> str | None:
    return None if visits else "this child was never visited"


UCT_VALUE = RoundedTask(
    number="5.3",
    title="UCT",
    reference=uct_value,
    cases=(
        (3.0, 4, 20, 1.5),
        (0.5, 1, 20, 1.5),
        (10.5, 15, 20, 1.5),
        (3.0, 4, 20, 0.0),
        (3.0, 4, 2000, 0.7),
        (0.0, 0, 5, 1.5),
        (0.0, 0, 3, 0.0),
        (1.0, 1, 1, 2.0),
        (0.0, 7, 60, 2.0),
        (412.0, 800, 1000, 1.4),
    ),
    remark=_uct_remark,
    wrong_types={Collection: "One number is wanted: the two terms added up."},
    hints=(
        "Two terms: what the child has brought so far, and how little is known of it. The first is "
        "its mean, the points divided by the visits.",
        "The second is c times a root. Under the root: the natural logarithm of the parent's "
        "visits, divided by the child's own.",
        "`points / visits + c * math.sqrt(math.log(parent_visits) / visits)`; but before that, if "
        "`visits` is 0, return `math.inf`.",
    ),
    mistakes=mistakes.UCT_VALUE,
)

# ---- 5.4 -----------------------------------------------------------------------------------


def my_select(root: Node, c: float) -> Node:
    """The node that the largest UCT leads to: with an untried move, or where a game is over."""
    node = root
    while not node.untried and not node.state.is_over:
        node = max(node.children.values(), key=lambda child: child.uct(c))
    return node


FINISHED = (
    "a finished game has no children to choose from: end the way down where "
    "`node.state.is_over`, too"
)
NO_CHILDREN = (
    "this node has no children to choose from. Such are finished games, and nodes where no move "
    "was tried so far: end the way down where `node.state.is_over`, and where `node.untried` is "
    "not empty"
)


class SelectTask(Task):
    """A task whose answer is handed the root of a tree, and hands back one of its nodes."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with a new tree in each call."""

        def call(plant: Plant, c: float) -> Any:
            try:
                node = function(plant.root(), c)
            except (AttributeError, TypeError, ValueError) as error:
                if not _best_of_none(error) and not _none_for_a_node(error):
                    raise
                said = FINISHED if my_select(plant.root(), c).state.is_over else NO_CHILDREN
                raise _retold(error, f"{error}: {said}") from None
            return Reached(path_to(node), plant.state) if isinstance(node, Node) else node

        return call


def _best_of_none(error: Exception) -> bool:
    """Whether the error is that of `max` where there is nothing to choose from."""
    return str(error).startswith(("max()", "min()")) and "empty" in str(error)


def _none_for_a_node(error: Exception) -> bool:
    """Whether None was taken for a node: what a loop over no children leaves as the best."""
    text = str(error)
    return "'NoneType' object" in text and text.endswith(
        ("'untried'", "'state'", "'children'", "not subscriptable")
    )


def _retold(error: Exception, said: str) -> ValueError:
    """An error that says more, and still shows the reader's line."""
    return ValueError(said).with_traceback(error.__traceback__)


THREES = Connect4(3, 3, 3)


def _threes(moves: str) -> Connect4:
    """A position with three columns, three rows and three in a row."""
    return Connect4.from_moves(moves, width=3, height=3, connect=3)


def _fours(moves: str) -> Connect4:
    """A position with four columns, four rows and four in a row."""
    return Connect4.from_moves(moves, width=4, height=4)


MY_SELECT = SelectTask(
    number="5.4",
    title="Select",
    reference=my_select,
    cases=(
        (grown(THREES, 6, 1.5, 1), 1.5),
        (grown(_threes("21"), 9, 1.0, 23), 0.3),
        # A move is untried at the root, whose own move is None: it comes after cases in which
        # who hands back moves hands back numbers.
        (grown(THREES, 2, 1.5, 1), 1.5),
        (grown(THREES, 12, 0.5, 14), 2.0),
        (grown(_fours("41141334421"), 9, 1.0, 5), 0.8),
        (grown(_threes("2132"), 11, 1.5, 26), 1.0),  # the game is over there
        (grown(_threes("213"), 13, 1.0, 3), 1.4),  # O chooses at the root
        (grown(_fours("41141334421"), 14, 0.5, 22), 0.8),
        (grown(_threes("2132"), 15, 1.0, 7), 0.8),
        (grown(_threes("2"), 16, 0.5, 11), 1.0),
    ),
    draw=lambda plant, c: outline(plant.root()),
    wrong_types={
        Integral: "A node is wanted, and a number came: hand back `child`, not `child.move`.",
        Collection: "One node is wanted: where the way down ends.",
    },
    hints=(
        "Begin with `node = root`. How do you know that you have arrived? There are two cases: a "
        "move was never tried here, or there is no move because the game is over.",
        "As long as neither is so, `node` becomes one of its children: that with the largest UCT. "
        "`node.children.values()` are the children, and each knows its `child.uct(c)`.",
        "`while not node.untried and not node.state.is_over:` and in it "
        "`node = max(node.children.values(), key=lambda child: child.uct(c))`. Return the node "
        "after the loop.",
    ),
    mistakes=mistakes.SELECT,
)

# ---- 5.5 -----------------------------------------------------------------------------------


def my_update(leaf: Node, ends: Sequence[State]) -> None:
    """Count one visit, with the mean points of its games, at all nodes from the leaf up."""
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        node.points += sum((end.utility(node.owner) + 1) / 2 for end in ends) / len(ends)
        node = node.parent


class Ends(tuple[Any, ...]):
    """The last states of some games; a case shows them below its tree."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ends"


class UpdateTask(Task):
    """A task whose answer is handed a leaf, and writes into the tree that it belongs to."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with a new tree in each call; what comes back are the changes."""

        def call(leaf: Leaf, ends: Ends) -> Any:
            node = leaf.node()
            if function(node, list(ends)) is ...:
                return ...
            before, after = leaf.plant.counts, counts_of(top_of(node))
            added = {
                path: (after[path][0] - before[path][0], after[path][1] - before[path][1])
                for path in before
            }
            changed = {path: counts for path, counts in added.items() if any(counts)}
            return Changes(changed, leaf.plant.state)

        return call


def _visit(state: State, iterations: int, c: float, seed: int, games: int) -> Case:
    """A leaf that is new in a tree of so many iterations, and games that were played from it."""
    root, dice = grown(state, iterations, c, seed).root(), Dice(seed)
    leaf = expand(select(root, c, dice), dice)
    ends = Ends(simulate(leaf.state, games, at_random, dice))
    return Leaf(Plant(state, counts_of(root)), path_to(leaf)), ends


def _draw_visit(leaf: Leaf, ends: Ends) -> str:
    root = leaf.plant.root()
    here = at(root, leaf.path)
    drawing = outline(root, lambda node: "  <- leaf" if node is here else "")
    won = ["a draw" if end.winner is None else f"{SYMBOLS[end.winner]} won" for end in ends]
    return f"{drawing}\nends: {', '.join(won)}"


def same_changes(came: Any, expected: Changes) -> bool:
    """The same visits and points at the same nodes."""
    return isinstance(came, Changes) and equal(came.added, expected.added)


MY_UPDATE = UpdateTask(
    number="5.5",
    title="Update",
    reference=my_update,
    same=same_changes,
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
    draw=_draw_visit,
    hints=(
        "Two numbers change, `visits` and `points`, at each node from the leaf to the root. "
        "`node.parent` is one node up, and None above the root.",
        "For whom are a node's points? For `node.owner`, who chose to come there. "
        "`end.utility(node.owner)` is +1, 0 or -1; points are 1, a half or 0.",
        "`node = leaf`, and `while node is not None:` add 1 to `node.visits` and the mean of "
        "`(end.utility(node.owner) + 1) / 2` over all ends to `node.points`; then "
        "`node = node.parent`.",
    ),
    mistakes=mistakes.UPDATE,
)

# ---- 5.6 -----------------------------------------------------------------------------------


def best_move(root: Node) -> Move:
    """The move to play: a proven win, else the most visits, a proven loss only if all are."""

    def worth(child: Node) -> tuple[bool, bool, int, float]:
        return child.proven == 1, child.proven != -1, child.visits, child.mean

    return max(root.children.values(), key=worth).move


class RootTask(Task):
    """A task whose answer is handed the root of a tree."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with a new tree in each call."""
        return lambda plant: function(plant.root())


def _root(children: Mapping[Move, tuple[float, ...]]) -> Case:
    """A root whose children have these visits and points, and what is proven, if anything."""
    visits = sum(int(numbers[0]) for numbers in children.values())
    points = sum(numbers[1] for numbers in children.values())
    counts = {(move,): (int(numbers[0]), numbers[1]) for move, numbers in children.items()}
    proven = {(move,): numbers[2] for move, numbers in children.items() if len(numbers) > 2}
    return (Plant(Connect4(), {(): (visits, points), **counts}, proven),)


BEST_MOVE = RootTask(
    number="5.6",
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
        _root({0: (6, 2.0), 3: (30, 15.0, 0), 4: (22, 12.0)}),
        _root({0: (6, 2.0), 3: (8, 4.0, 0), 4: (22, 12.0)}),
        _root({0: (9, 3.0, -1), 1: (14, 5.0, -1), 2: (11, 6.0, -1)}),
        _root({2: (6, 6.0, 1), 3: (40, 20.0), 5: (11, 10.5, 1)}),
        _root({1: (20, 9.0, -1), 2: (7, 3.0, 0)}),
        _root({1: (5, 4.0, 1), 3: (12, 11.5, 1), 4: (30, 15.0), 6: (7, 5.0, 1)}),
    ),
    draw=lambda plant: outline(plant.root()),
    wrong_types={
        Node: "The move is wanted, not the node: `child.move`, or the key in `root.children`.",
        Collection: "One move is wanted.",
    },
    hints=(
        "Without proofs it is the child with the most visits; between equals the mean decides. "
        "Then: which children go before all others, and which behind them?",
        "`max` compares tuples from left to right. What comes first in yours, so that a proven win "
        "is before everything, and a proven loss behind everything?",
        "The key of a child: `(child.proven == 1, child.proven != -1, child.visits, child.mean)`. "
        "True is larger than False. Take `max` over `root.children.values()` and return `.move`.",
    ),
    mistakes=mistakes.BEST_MOVE,
)

# ---- 5.7 -----------------------------------------------------------------------------------


def my_mcts(state: State, iterations: int, c: float, seed: int) -> Node:
    """The root of the tree that Monte Carlo tree search grows in so many iterations."""
    dice, root = Dice(seed), new_node(state, state.player)
    for _ in range(iterations):
        leaf = expand(my_select(root, c), dice)
        my_update(leaf, simulate(leaf.state, 1, at_random, dice))
    return root


DOTS = (
    "`...` came from one of the steps. Are exercises 5.4 and 5.5 still to be done? Do them first, "
    "or take the steps of `c4lib.search.mcts`: `select(root, c, dice)` and `update(leaf, ends)`"
)
NEVER_VISITED = (
    "UCT was asked at a node without a visit. Does the update begin at the child that `expand` "
    "hands back, count a visit at each node, and go up to the root? Exercise 5.5 checks that"
)


class GrowTask(Task):
    """A task whose answer grows a tree, with steps that may not be right yet."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function; what comes back are the counts at the root of its tree."""

        def call(state: Any, iterations: int, c: float, seed: int) -> Any:
            try:
                root = function(state, iterations, c, seed)
            except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
                said = _trouble(error)
                if said is None:
                    raise
                raise _retold(error, said) from None
            return Grown.of(root) if isinstance(root, Node) else root

        return call


def _trouble(error: Exception) -> str | None:
    """What to say of an error that comes from a step of an earlier exercise, if it does."""
    text = str(error)
    if "ellipsis" in text:
        return DOTS
    if isinstance(error, ZeroDivisionError) or "math domain error" in text:
        return NEVER_VISITED
    if _best_of_none(error):
        return f"{text}: {NO_CHILDREN}. Exercise 5.4 checks that"
    return None


def same_tree(came: Any, expected: Grown) -> bool:
    """The same counts at the root and its children, in a tree of the same size."""
    return (
        isinstance(came, Grown)
        and (came.nodes, came.is_root) == (expected.nodes, expected.is_root)
        and equal([came.root, came.children], [expected.root, expected.children])
    )


def grown_well(task: Task, results: Sequence[Any]) -> Finding | None:
    """By cases; but a tree that contradicts itself, or comes of other dice, is told so."""
    finding = by_cases(task, results)
    if finding is None or finding.mistake is not None:
        return finding
    for index, result in enumerate(results):
        if not isinstance(result, Grown):
            return finding
        if said := _contradiction(result, *task.cases[index][:2]):
            return Finding((said,), task.parts(index, result, task.expected[index]))
    return Finding((OTHER_DICE,), finding.parts)


OTHER_DICE = (
    "The counts are in order, but it is another tree than that of the same dice. Have your steps "
    "passed exercises 5.4 and 5.5? Of equal UCT the first is taken, and each node gets its own "
    "owner's points. If so, make `Dice(seed)` once, before the loop; throw it in `expand` and in "
    "`simulate` only, once each in an iteration and in this order; and play one game a visit."
)


def _contradiction(tree: Grown, state: State, iterations: int) -> str | None:
    """What cannot be in a tree after so many iterations, if it is."""
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
        name = named(state, missing[0])
        return f"Each move is tried once before any is tried again; {name} never was."
    return None


MY_MCTS = GrowTask(
    number="5.7",
    title="The whole search",
    reference=my_mcts,
    same=same_tree,
    diagnose=grown_well,
    cases=(
        (_fours("41141334421"), 2, 1.5, 1),
        (_threes("2132"), 8, 1.5, 2),
        (_fours("41141334421"), 30, 1.0, 3),
        (_threes("213"), 40, 0.7, 4),  # O is to move
        (_threes("2132"), 60, 2.0, 5),
        (_fours("1322434144"), 50, 0.4, 6),
    ),
    wrong_types={
        SearchResult: "The root of the tree is wanted, a Node, and a SearchResult came.",
        Integral: "The root of the tree is wanted, and a number came: the move is chosen later, "
        "by `best_move(root)`.",
        Collection: "The root of the tree is wanted, a Node.",
    },
    hints=(
        "One round of the loop takes the four steps in turn: select, expand, simulate, update. "
        "What does each need, and which of the steps before has it?",
        "`my_select(root, c)` finds a node, `expand(node, dice)` hands back its new child, and "
        "`simulate(leaf.state, 1, at_random, dice)` the ends of one random game from there.",
        "In the loop: `leaf = expand(my_select(root, c), dice)`, then "
        "`my_update(leaf, simulate(leaf.state, 1, at_random, dice))`. Return `root` after the "
        "loop.",
    ),
    mistakes=mistakes.MCTS,
)

TASKS = (WIN_SHARE, GAMES_NEEDED, UCT_VALUE, MY_SELECT, MY_UPDATE, BEST_MOVE, MY_MCTS)
