"""Expectimax, with and without pruning, and opponents who are modelled as chance."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Toss

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE
from c4lib.games.modelled_opponent import Modelled, Mostly, uniform
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, ListTree, RandomTree
from c4lib.result import Trace
from c4lib.search import expectimax, minimax
from c4lib.search.common import WIN
from c4lib.view.trees import draw

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class Bounded(DiceTree):
    """A tree whose leaves are worth -1 to 1, by who moves: 0, 1 or CHANCE, with weights."""

    bounds = (-1.0, 1.0)


def bounded(tree: Any) -> Bounded:
    return Bounded.of(named(tree))


def named(tree: Any) -> Any:
    """The tree as the package writes it: with names and probabilities."""
    if not isinstance(tree, tuple):
        return tree
    player, branches = tree
    if player != CHANCE:
        return ("max", "min")[player], [named(branch) for branch in branches]
    total = sum(weight for weight, _ in branches)
    return "chance", [(weight / total, named(branch)) for weight, branch in branches]


def random_tree(rng: random.Random, plies: int) -> Any:
    """A tree whose leaves are often the bounds or alike, where cuts and ties are close."""
    if plies == 0 or rng.random() < 0.15:
        return rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0, rng.uniform(-1, 1)])
    player = rng.choice([0, 1, CHANCE, CHANCE])
    below = [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 4))]
    if player == CHANCE:
        return CHANCE, tuple((rng.randint(1, 5), tree) for tree in below)
    return player, tuple(below)


def random_root(seed: int) -> Bounded:
    """A tree in which a player moves first."""
    rng = random.Random(seed)
    return bounded((rng.choice([0, 1]), tuple(random_tree(rng, 4) for _ in range(3))))


ROOTS = st.integers(0, 2**32).map(random_root)


def average(state: Bounded, me: int) -> float:
    """What a tree is worth to `me`, in the fewest words."""
    if state.is_over:
        return state.utility(me)
    values = [average(state.play(move), me) for move in state.moves()]
    if state.player == CHANCE:
        return sum(p * value for (_, p), value in zip(state.chances(), values, strict=True))
    return max(values) if state.player == me else min(values)


# ---- without pruning -----------------------------------------------------------------------


def test_a_chance_node_is_worth_the_average():
    result = expectimax(Toss())
    assert (result.move, result.value, result.nodes, result.depth) == ("throw", 0.5, 5, 1)
    assert {move: stats.value for move, stats in result.moves.items()} == {"keep": 0, "throw": 0.5}


@given(ROOTS)
def test_values_are_those_of_the_definition(root):
    assert expectimax(root).value == pytest.approx(average(root, root.player))


@pytest.mark.parametrize(
    "state", [TicTacToe.from_moves("519"), Connect4(3, 3, 3), ListTree.of(TEXTBOOK)], ids=repr
)
def test_without_dice_it_is_minimax(state):
    assert expectimax(state) == minimax(state)


def test_the_line_ends_where_dice_are_thrown():
    after = (1, (-0.5, (0, (0.0, 1.0))))
    assert expectimax(bounded((0, (after, -1.0)))).line == (0, 0)
    assert expectimax(bounded((0, ((CHANCE, ((1, after),)), -1.0)))).line == (0,)


def test_an_evaluation_is_asked_where_a_player_is_to_move_and_speaks_for_them():
    asked = []

    def evaluate(state: Bounded) -> float:
        asked.append(state.player)
        return 0.25

    theirs, mine = (1, (1.0, 1.0)), (0, (1.0, 1.0))
    root = bounded((0, ((CHANCE, ((1, theirs), (3, mine))),)))
    assert expectimax(root, 1, evaluate).value == 0.25 * -0.25 + 0.75 * 0.25
    assert asked == [1, 0]


def test_throws_do_not_use_up_depth():
    assert expectimax(Toss(), depth=1).value == 0.5
    assert expectimax(Toss(), depth=0).value == 0


def test_a_finished_game_counts_its_utility_at_any_depth():
    win = Connect4.from_moves("112233")
    assert minimax(win, depth=1).value == WIN - 1
    assert expectimax(win, depth=1).value == 1
    over = expectimax(win.play(3))
    assert (over.move, over.value, over.nodes) == (None, -1, 1)


# ---- with pruning --------------------------------------------------------------------------


@settings(max_examples=400)
@given(ROOTS)
def test_pruning_finds_the_same_value_with_no_more_nodes(root):
    plain, pruned = expectimax(root), expectimax(root, prune=True)
    assert pruned.value == pytest.approx(plain.value, abs=1e-12)
    assert plain.moves[pruned.move].value == pytest.approx(plain.value, abs=1e-12)
    assert pruned.nodes <= plain.nodes
    for move, stats in pruned.moves.items():
        true = plain.moves[move].value
        assert {
            "exact": abs(stats.value - true) < 1e-9,
            "upper": true <= stats.value + 1e-9,
            "lower": true >= stats.value - 1e-9,
        }[stats.bound]


@given(ROOTS, st.integers(0, 3))
def test_pruning_finds_the_same_value_at_a_depth_limit(root, depth):
    def evaluate(state: Bounded) -> float:
        return len(repr(state)) % 21 / 10 - 1

    plain, pruned = (expectimax(root, depth, evaluate, prune=prune) for prune in (False, True))
    assert pruned.value == pytest.approx(plain.value, abs=1e-12)


def test_a_chance_node_is_left_when_even_the_best_rest_cannot_help():
    """After 0.9 elsewhere, a half chance of 0 caps the throw at a half: it need not be seen."""
    root = bounded((0, (0.9, (CHANCE, ((1, 0.0), (1, 1.0))))))
    result = expectimax(root, prune=True)
    assert (result.move, result.value, result.nodes, result.cutoffs) == (0, 0.9, 4, 1)
    assert result.moves[1].bound == "upper"
    assert result.moves[1].value == 0.5
    assert expectimax(root).nodes == 5


def test_a_bound_that_is_rounded_up_does_not_pass_for_a_better_value():
    """At most 0.6, says the first outcome, or 0.6000000000000001 with a computer's numbers."""
    throw = (CHANCE, ((6, 0.5333333333333333), (1, -1.0)))
    assert 6 / 7 * 0.5333333333333333 + (1 - 6 / 7) > 0.6
    result = expectimax(bounded((0, (0.6, throw))), prune=True)
    assert (result.move, result.value, result.cutoffs) == (0, 0.6, 1)


def test_tighter_bounds_cut_more():
    root = bounded((0, (0.35, (CHANCE, ((1, 0.0), (2, 0.1), (1, 0.2))))))
    assert expectimax(root, prune=True).nodes == 5
    assert expectimax(root, prune=True, bounds=(0, 0.4)).nodes == 4


def test_pruning_saves_nodes_on_a_larger_tree():
    game = Modelled(RandomTree(4, 6), 1, uniform)
    plain, pruned = expectimax(game), expectimax(game, prune=True)
    assert pruned.value == pytest.approx(plain.value)
    assert pruned.nodes < 0.85 * plain.nodes


@pytest.mark.parametrize("prune", [False, True])
def test_a_trace_does_not_change_the_result_and_can_be_drawn(prune):
    root = bounded((0, (0.9, (CHANCE, ((1, 0.0), (1, (1, (1.0, 0.5))))))))
    trace = Trace()
    result = expectimax(root, prune=prune, trace=trace)
    assert result == expectimax(root, prune=prune)
    assert len(trace) == result.nodes
    chance = next(node for node in trace.nodes if node.state.player == CHANCE)
    assert chance.best is None
    assert chance.value == (0.5 if prune else 0.25)
    assert chance.cut == ((1,) if prune else ())
    assert draw.draw(trace) is not None
    assert "The root's value for MAX: 0.9" in draw.describe(trace)


def test_bounds_open_the_way_for_values_of_any_size():
    assert expectimax(ListTree.of(TEXTBOOK), prune=True, bounds=(0, 20)).value == 3
    assert expectimax(TicTacToe(), 1, lambda state: 5, bounds=(-9, 9)).value == -5


# ---- opponents as chance -------------------------------------------------------------------


def perfect(state: Any) -> Any:
    """Minimax's move."""
    return minimax(state).move


def test_against_a_random_opponent_the_textbooks_tree_has_another_answer():
    result = expectimax(Modelled(ListTree.of(TEXTBOOK), 1, uniform))
    assert (result.move, result.value) == (0, pytest.approx(23 / 3))
    swapped = expectimax(Modelled(ListTree.of([[2, 2, 2], [1, 9, 8]]), 1, uniform))
    assert (swapped.move, swapped.value) == (1, 6)
    assert minimax(ListTree.of([[2, 2, 2], [1, 9, 8]])).move == 0


@pytest.mark.parametrize(
    ("state", "minimax_plays", "best_answer", "worth"),
    [
        (Connect4.from_moves("133", 3, 3, 3), 0, 2, (0.076, 0.19)),
        (TicTacToe.from_moves("691"), 3, 6, (0.005, 0.272)),
    ],
    ids=repr,
)
def test_the_best_answer_to_one_who_slips_is_not_minimaxs(state, minimax_plays, best_answer, worth):
    """Both moves only draw against perfect play, but one leaves more room for slips."""
    assert minimax(state).move == minimax_plays
    assert minimax(state).moves[best_answer].value == minimax(state).value == 0
    result = expectimax(Modelled(state, 1 - state.player, Mostly(perfect, 0.8)))
    assert result.move == best_answer
    found = result.moves[minimax_plays].value, result.moves[best_answer].value
    assert found == pytest.approx(worth, abs=0.001)


def test_one_who_never_slips_is_the_opponent_of_minimax():
    state = TicTacToe.from_moves("519")
    assert expectimax(Modelled(state, 0, Mostly(perfect, 1))).value == minimax(state).value


def test_a_model_gives_the_agents_move_its_share_and_the_rest_to_all():
    assert Modelled(TicTacToe(), 0, Mostly(lambda state: 4, 1)).moves() == [4]
    chances = dict(Mostly(lambda state: 4, 0.7)(TicTacToe.from_moves("123")))
    assert chances == pytest.approx({3: 0.05, 4: 0.75, 5: 0.05, 6: 0.05, 7: 0.05, 8: 0.05})
