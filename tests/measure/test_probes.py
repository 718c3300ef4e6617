"""Probes: what they ask about, what they find, and what excites a unit."""

import numpy as np
import pytest

from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.patterns import PatternNet
from c4lib.measure import probes

THREE = Connect4.from_moves("11223")  # X threatens columns 4 (and, with O to move, O must stop it)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(probes, "LEAST", 2)
    known = probes.sample(Connect4().board, 400)
    monkeypatch.setattr(probes, "sample", lambda board: known)
    probes._squares_of.cache_clear()
    return known


@pytest.fixture(scope="module")
def net():
    return PatternNet.new(Connect4().board, 16)


def test_concepts_are_for_the_player_to_move_and_only_about_empty_squares():
    (truth,) = probes._by_square([THREE], probes.SQUARES["their disc here wins"])
    squares = truth.reshape(7, 6)
    assert squares[3, 0] == 1
    assert (squares == 0).sum() == THREE.ply
    assert (squares == 1).sum() == 1
    assert not (probes._by_square([THREE], probes.SQUARES["my disc here wins"]) == 1).any()
    assert probes.BOARDS["they threaten to win"](THREE)


def test_a_threat_waits_in_an_odd_or_an_even_row_until_a_disc_can_fall_there():
    state = Connect4.from_moves("1122337")  # O has three in the second row, and column 4 is empty
    found = {name: tell(state) for name, tell in probes.BOARDS.items()}
    assert found["O waits in an even row"]
    assert not found["O waits in an odd row"]
    assert not found["X waits in an odd row"], "a disc can fall there at once"


def test_what_can_be_read_off_is_told_and_what_is_chance_is_not():
    rng = np.random.default_rng(0)
    numbers, truth = rng.normal(size=(600, 5)), np.ones(600)
    truth[numbers[:, 1] - numbers[:, 3] < 1] = -1
    assert probes._score(numbers, truth).balanced > 0.9
    assert abs(probes._score(numbers, rng.permutation(truth)).balanced - 0.5) < 0.1
    assert probes._score(numbers, truth).asked == 200


def test_a_concept_that_is_never_true_has_no_score():
    numbers = np.random.default_rng(0).normal(size=(30, 2))
    for truth in (np.full(30, -1), np.zeros(30), np.repeat([1, -1], [5, 25])):
        assert np.isnan(probes._score(numbers, truth).balanced)


def test_a_probe_has_a_score_for_each_concept_with_and_without_a_network(net, small):
    for found in (probes.probe(small), probes.probe(small, net)):
        assert tuple(found) == probes.CONCEPTS
        assert all(0 <= score.balanced <= 1 for score in found.values())


def test_around_a_square_are_the_discs_that_its_patterns_are_made_of():
    bits = Columns(THREE.board, lines=False).bits(THREE)[None].astype(np.float32)
    squares, boards = probes.discs_of(THREE.board, bits)
    assert squares.shape == (1, 42, 3 * 4 * 6)
    around = squares[0, 18].reshape(4, 6, 3)  # column 4, at the bottom; by direction
    mine, theirs, outside = around.sum(axis=1).T
    assert (mine.tolist(), theirs.tolist()) == ([0, 0, 0, 0], [0, 3, 0, 0])
    assert outside.tolist() == [3, 0, 3, 3]
    assert boards[0, -1] == 1, "O is to move"


def test_patterns_are_those_of_empty_squares_and_sorted(net):
    for direction, longest in (("horizontal", 7), ("diagonal", 6), ("vertical", 6)):
        found = probes.strongest_patterns(net, 2, direction, 4)
        assert [mean for _, mean in found] == sorted((m for _, m in found), reverse=True)
        for text, _ in found:
            assert len(text.split()) == longest
            assert "[.]" in text
    assert probes.strongest_patterns(net, "my disc here wins")
    assert probes.drawn(1 + 2 * 3 + 1 * 27, [-3, -2, -1, 0]) == "M T . [M]"


def test_units_come_with_their_means_where_a_concept_is_true_and_where_not(net):
    found = probes.telling_units(net, "my disc here wins", 4)
    assert len({unit for unit, *_ in found}) == 4
    assert found[0][1] > found[0][2]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda net: probes.telling_units(net, "luck"), "is one of my disc here wins"),
        (lambda net: probes.strongest_patterns(net, "luck"), "is one of my disc here wins"),
        (lambda net: probes.strongest_patterns(net, 4), "has the units 0 to 3, not 4"),
        (lambda net: probes.strongest_patterns(net, 1, "upwards"), "vertical, horizontal"),
        (lambda net: probes.strongest_patterns(net, 1, count=0), "count is a whole number"),
        (lambda net: probes.telling_units(net, "my disc here wins", 0), "count is a whole number"),
    ],
)
def test_what_does_not_exist_is_refused(net, call, message):
    with pytest.raises(ValueError, match=message):
        call(net)
