"""Games that are nothing but a tree."""

from typing import Any

import pytest

from c4lib.games.trees import ListTree, RandomTree
from c4lib.search import minimax


def test_a_list_is_a_tree_of_its_lists() -> None:
    tree = ListTree.of([[3, 12], 5])
    assert tree.moves() == range(2)
    assert tree.play(1).utility(0) == 5
    assert tree.play(0).play(1).utility(1) == -12
    assert [tree.player, tree.play(0).player] == [0, 1]


@pytest.mark.parametrize("tree", [[], [[]], "12", [3, "x"], None, [3, None]])
def test_what_is_no_tree_is_refused(tree: Any) -> None:
    with pytest.raises(ValueError, match=r"a tree is a number or a list|needs at least one branch"):
        ListTree.of(tree)


@pytest.mark.parametrize("size", [(0, 3), (2, -1), (1.5, 2)])
def test_a_random_tree_needs_whole_sizes(size: Any) -> None:
    with pytest.raises(ValueError, match="is a whole number of at least"):
        RandomTree(*size)


def test_a_random_tree_is_as_large_as_it_says() -> None:
    assert minimax(RandomTree(3, 4)).nodes == 1 + 3 + 9 + 27 + 81


def test_the_seed_alone_decides_the_leaves() -> None:
    values = {seed: minimax(RandomTree(2, 5, seed)).value for seed in range(20)}
    assert values == {seed: minimax(RandomTree(2, 5, seed)).value for seed in range(20)}
    assert len(set(values.values())) == 20
    assert all(-1 <= value <= 1 for value in values.values())


def test_leaves_are_spread_evenly() -> None:
    tree = RandomTree(2, 10)
    leaves = [RandomTree(2, 10, 0, 10, path).utility(0) for path in range(2**10)]
    assert abs(sum(leaves) / len(leaves)) < 0.06
    assert tree.play(0).ply == 1


def test_a_branch_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no branch 2; branches are 0 to 1"):
        RandomTree(2, 3).play(2)
    with pytest.raises(ValueError, match="there is no branch 0; this is a leaf"):
        ListTree.of(5).play(0)
    with pytest.raises(ValueError, match="this is not a leaf"):
        RandomTree(2, 3).utility(0)
    with pytest.raises(ValueError, match="there is no player 2"):
        ListTree.of(5).utility(2)
