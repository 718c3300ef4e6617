"""Marks from 1 to 10."""

from itertools import pairwise

import numpy as np
import pytest

from c4lib.measure.accuracy import Accuracy, Answer, accuracy, positions
from c4lib.measure.mark import chance, grade, mark
from c4lib.players.agents import OnePly, Random


@pytest.fixture(scope="module")
def some():
    return positions(count=300)


def test_the_anchors_are_exact(some):
    lot = chance(some)
    assert mark(0, lot) == 1
    assert mark(lot, lot) == 2
    assert mark(1, lot) == 10
    perfect = tuple(Answer(p, max(p.scores, key=p.scores.get)) for p in some)
    assert grade(Accuracy("perfect", perfect)).value == 10
    nothing = Accuracy("nothing", tuple(Answer(p, -1) for p in some))
    assert grade(nothing).value == 1


@pytest.mark.parametrize("lot", [0.2, 0.388, 0.7])
def test_the_better_the_more(lot):
    marks = [mark(kept, lot) for kept in np.linspace(0, 1, 101)]
    assert all(a < b for a, b in pairwise(marks))
    assert min(marks) == 1
    assert max(marks) == 10


def test_chance_is_what_dice_bring_in_the_long_run(some):
    kept = [accuracy(Random(), some, seed, progress=False).kept_when_critical.value
            for seed in range(20)]  # fmt: skip
    assert np.mean(kept) == pytest.approx(chance(some), abs=4 * np.std(kept) / 20**0.5)


def test_marks_have_intervals_and_sides_but_none_without_critical_positions(some):
    judged = accuracy(OnePly(), some, progress=False)
    whole, first, second = grade(judged), grade(judged, 0), grade(judged, 1)
    for one in (whole, first, second):
        assert 1 < one.low < one.value < one.high < 10
    assert first.count + second.count == whole.count == sum(p.critical for p in some)
    assert grade(accuracy(Random(), some, progress=False)).low < 2.5
    assert min(first.value, second.value) <= whole.value + 0.2
    with pytest.raises(ValueError, match="none of the positions is critical"):
        chance(p for p in some if not p.critical)
