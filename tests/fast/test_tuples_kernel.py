"""The learnt judge: what it adds up, and what happens where there is none."""

import numpy as np
import pytest
from random_games import positions

from c4lib import Clock, Connect4
from c4lib.fast import lines_kernel, tuples_kernel
from c4lib.fast.clock_kernel import judge
from c4lib.fast.lines_kernel import LEARNT, lines_of, position_of
from c4lib.fast.tuples_kernel import FILE, read, squares_of, starts_of, tuples_of

BOARD = Connect4().board


def worth_from_scratch(state):
    """The sum over all tuples, each read square by square."""
    worth, _, _ = read(FILE)
    groups, total = squares_of(BOARD), 0
    cells = [[0] * BOARD.height for _ in range(BOARD.width)]
    for ply, column in enumerate(state.history):
        cells[column][cells[column].index(0)] = 1 + ply % 2
    for start, squares in zip(starts_of(groups), groups, strict=True):
        digits = [cells[square // BOARD.height][square % BOARD.height] for square in squares]
        total += int(worth[start + sum(digit * 3**place for place, digit in enumerate(digits))])
    return total


def test_there_are_69_lines_and_38_blocks():
    sizes = [len(set(squares)) for squares in squares_of(BOARD)]
    assert (sizes.count(4), sizes.count(8), len(sizes)) == (69, 38, 107)


def test_sums_that_are_carried_along_are_those_from_scratch():
    for state in positions(40, 7, 6, 4):
        position = position_of(state, lines_of(BOARD))
        assert position.sums[0, LEARNT] == worth_from_scratch(state)


def test_a_mirror_image_is_judged_much_alike():
    differences = []
    for state in positions(40, 7, 6, 4):
        image = Connect4.from_moves(state.to_moves().translate(str.maketrans("1234567", "7654321")))
        values = [position_of(each, lines_of(BOARD)).sums[0, LEARNT] for each in (state, image)]
        differences.append(abs(int(values[0]) - int(values[1])))
    assert np.mean(differences) < 25, "a quarter of a logit"


def test_a_stack_of_threats_is_good_for_its_owner():
    state = Connect4.from_moves("4455")  # X has two in the middle, and it is X's turn
    ahead = state.play(2).play(0)  # three in a row with both ends free, and O elsewhere
    lines = lines_of(BOARD)
    scratch = np.zeros(7, np.int32)
    before, after = (judge(lines, position_of(each, lines), 0, scratch) for each in (state, ahead))
    assert after > before


def test_other_boards_have_no_learnt_judge():
    for size in ((7, 7, 4), (6, 7, 4), (7, 6, 5), (20, 20, 10)):
        tuples = tuples_of(Connect4(*size).board)
        assert len(tuples.worth) == len(tuples.through) == 0
        assert len(tuples.first) == size[0] * size[1] + 1


@pytest.mark.parametrize("content", [None, b"", b"PK nonsense", "other size"])
def test_without_a_sound_file_the_player_warns_and_judges_as_on_other_boards(
    tmp_path, monkeypatch, content
):
    file = tmp_path / "judge.npz"
    if content == "other size":
        np.savez(file, worth=np.zeros(3, np.int16), turn=0, zugzwang=0)
    elif content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(tuples_kernel, "FILE", file)
    lines_of.cache_clear()
    try:
        with pytest.warns(UserWarning, match="the clock player has no learnt judge: .*judge.npz"):
            assert Clock(nodes=500)(Connect4()) in range(7)
        assert len(lines_kernel.lines_of(BOARD).tuples.worth) == 0
    finally:
        lines_of.cache_clear()
