"""Trees with dice and trees of many players."""

from typing import Any

import pytest

from c4lib.game import CHANCE
from c4lib.games.odd_trees import DiceTree, TupleTree
from c4lib.result import Trace
from c4lib.search import expectimax, maxn
from c4lib.view import trees

DICE = DiceTree.of(("max", [2, ("chance", [(0.75, ("min", [5, 6])), (0.25, -3)])]))
THREE = TupleTree.of([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (0, 4, 1)]])


def test_players_and_chance_come_in_any_order() -> None:
    assert (DICE.player, DICE.play(1).player, DICE.play(1).play(0).player) == (0, CHANCE, 1)
    assert DICE.play(1).chances() == [(0, 0.75), (1, 0.25)]
    assert (DICE.play(0).utility(0), DICE.play(0).utility(1)) == (2, -2)
    assert expectimax(DICE).value == 0.75 * 5 + 0.25 * -3


def test_it_is_drawn_with_letters_on_its_branches() -> None:
    trace = Trace()
    expectimax(DICE, trace=trace)
    labels = [label for _, _, label in trees.graph(trace).edges(data="label")]
    assert sorted(labels) == sorted(["a", "b", "a: 0.75", "a", "b", "b: 0.25"])


def test_leaves_of_many_players_are_tuples() -> None:
    assert (THREE.players, THREE.player, THREE.play(0).player) == (3, 0, 1)
    assert [THREE.play(0).play(1).utility(n) for n in range(3)] == [4, 3, 3]
    assert maxn(THREE).values == (4, 3, 3)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: DiceTree.of("max"), "a tree is a number or"),
        (lambda: DiceTree.of(("max", [])), "a tree is a number or"),
        (lambda: DiceTree.of(("luck", [1, 2])), "a tree is a number or"),
        (lambda: DiceTree.of(("chance", [(0.5, 1), (0.4, 2)])), "that sum to 1"),
        (lambda: DICE.chances(), "chance does not decide here"),
        (lambda: DICE.play(2), "no branch 2; branches are 0 to 1"),
        (lambda: DICE.play(0).play(0), "no branch 0; this is a leaf"),
        (lambda: DICE.utility(0), "not a leaf"),
        (lambda: DICE.play(0).utility(2), "no player 2; players are 0"),
        (lambda: TupleTree.of([]), "a tree is a list of branches, or a leaf"),
        (lambda: TupleTree.of([1, 2]), "a tree is a list of branches, or a leaf"),
        (lambda: THREE.play(5), "no branch 5"),
        (lambda: THREE.utility(0), "not a leaf"),
        (lambda: THREE.play(0).play(0).utility(3), "no player 3; players are 0 to 2"),
    ],
)
def test_mistakes_are_explained(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()
