import pytest

from c4lib.exercises.printed_trees import PrintedDice, PrintedTree, PrintedTuples
from c4lib.games.trees import DiceTree, ListTree, TupleTree

TREE = PrintedTree.of([[3, [8, -2.5]], 1])
DICE = PrintedDice.of(("max", [1, ("chance", [(0.25, 2), (0.75, ("min", [3, 4]))])]))
TUPLES = PrintedTuples.of([[(1, 2, 3), (4, 5, 6)], (0, 0, 9)])


def test_trees_are_printed_so_that_they_can_be_pasted_back():
    assert repr(TREE) == "ListTree.of([[3, [8, -2.5]], 1])"
    names = {"ListTree": ListTree, "DiceTree": DiceTree, "TupleTree": TupleTree}
    assert eval(repr(TREE), names) == ListTree(TREE.tree)
    assert eval(repr(TREE.play(0)), names) == ListTree(TREE.tree[0], 1)
    assert eval(repr(DICE), names) == DiceTree(DICE.tree)
    assert eval(repr(TUPLES), names) == TupleTree(TUPLES.tree, 3)
    assert eval(repr(TUPLES.play(0)), names) == TupleTree(TUPLES.tree[1][0], 3, ply=1)


@pytest.mark.parametrize(
    ("tree", "lines"),
    [
        (TREE, ["MAX", "├─ 0: MIN", "│  ├─ 0: leaf 3", "│  └─ 1: MAX 8, -2.5", "└─ 1: leaf 1"]),
        (DICE, ["MAX", "├─ 0: leaf 1", "└─ 1: chance", "   ├─ 0 (0.25): leaf 2",
                "   └─ 1 (0.75): MIN", "      ├─ 0: leaf 3", "      └─ 1: leaf 4"]),
        (TUPLES, ["player 0", "├─ 0: player 1", "│  ├─ 0: (1, 2, 3)", "│  └─ 1: (4, 5, 6)",
                  "└─ 1: (0, 0, 9)"]),
    ],
)  # fmt: skip
def test_trees_are_drawn_as_outlines(tree, lines):
    assert str(tree).splitlines() == lines
