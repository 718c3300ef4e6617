"""Games that are nothing but a tree."""

import pytest

from c4lib.game import CHANCE
from c4lib.games.trees import DiceTree, ListTree, RandomTree, TupleTree
from c4lib.search import expectimax, maxn, minimax


def test_a_list_is_a_tree_of_its_lists():
    tree = ListTree.of([[3, 12], 5])
    assert tree.moves() == range(2)
    assert tree.play(1).utility(0) == 5
    assert tree.play(0).play(1).utility(1) == -12
    assert [tree.player, tree.play(0).player] == [0, 1]


def test_a_random_tree_is_as_large_as_it_says():
    assert minimax(RandomTree(3, 4)).nodes == 1 + 3 + 9 + 27 + 81


def test_the_seed_alone_decides_the_leaves():
    values = {seed: minimax(RandomTree(2, 5, seed)).value for seed in range(20)}
    assert values == {seed: minimax(RandomTree(2, 5, seed)).value for seed in range(20)}
    assert len(set(values.values())) == 20
    assert all(-1 <= value <= 1 for value in values.values())


def test_leaves_are_spread_evenly():
    tree = RandomTree(2, 10)
    leaves = [RandomTree(2, 10, 0, 10, path).utility(0) for path in range(2**10)]
    assert abs(sum(leaves) / len(leaves)) < 0.06
    assert tree.play(0).ply == 1


DICE = DiceTree.of(("max", [2, ("chance", [(0.75, ("min", [5, 6])), (0.25, -3)])]))
THREE = TupleTree.of([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (0, 4, 1)]])


def test_players_and_chance_come_in_any_order():
    assert (DICE.player, DICE.play(1).player, DICE.play(1).play(0).player) == (0, CHANCE, 1)
    assert DICE.play(1).chances() == [(0, 0.75), (1, 0.25)]
    assert (DICE.play(0).utility(0), DICE.play(0).utility(1)) == (2, -2)
    assert expectimax(DICE).value == 0.75 * 5 + 0.25 * -3


def test_leaves_of_many_players_are_tuples():
    assert (THREE.players, THREE.player, THREE.play(0).player) == (3, 0, 1)
    assert [THREE.play(0).play(1).utility(n) for n in range(3)] == [4, 3, 3]
    assert maxn(THREE).values == (4, 3, 3)


# ---- printed -------------------------------------------------------------------------------

LISTS = ListTree.of([[3, [8, -2.5]], 1])
CHANCES = DiceTree.of(("max", [1, ("chance", [(0.25, 2), (0.75, ("min", [3, 4]))])]))
TUPLES = TupleTree.of([[(1, 2, 3), (4, 5, 6)], (0, 0, 9)])


def test_trees_are_printed_so_that_they_can_be_pasted_back():
    assert repr(LISTS) == "ListTree.of([[3, [8, -2.5]], 1])"
    for tree in (LISTS, LISTS.play(0), CHANCES, TUPLES, TUPLES.play(0)):
        assert eval(repr(tree)) == tree


@pytest.mark.parametrize(
    ("tree", "lines"),
    [
        (LISTS, ["MAX", "├─ 0: MIN", "│  ├─ 0: leaf 3", "│  └─ 1: MAX 8, -2.5", "└─ 1: leaf 1"]),
        (CHANCES, ["MAX", "├─ 0: leaf 1", "└─ 1: chance", "   ├─ 0 (0.25): leaf 2",
                   "   └─ 1 (0.75): MIN 3, 4"]),
        (TUPLES, ["player 0", "├─ 0: player 1 (1, 2, 3), (4, 5, 6)", "└─ 1: leaf (0, 0, 9)"]),
    ],
)  # fmt: skip
def test_trees_are_drawn_as_outlines(tree, lines):
    assert str(tree).splitlines() == lines
