"""Positions that beat a player: they are found, and their traits are true."""

import math

import pytest

from c4lib import AlphaZero, Connect4, OnePly, Perfect, Random, analyze
from c4lib.measure import weaknesses
from c4lib.measure.accuracy import Answer, Position
from c4lib.measure.weaknesses import TRAITS, Trial, in_common, trials
from c4lib.search import forced_moves


def trial(moves, move=0, prior=math.nan, is_zugzwang=False):
    state = Connect4.from_moves(moves)
    return Trial(Answer(Position(state, analyze(state)), move), prior, is_zugzwang)


@pytest.fixture(scope="module")
def found():
    return trials(Random(), 6, seed=3, progress=False)


def test_all_positions_are_critical_and_the_same_seed_finds_the_same(found):
    assert found
    assert all(each.answer.position.critical for each in found)
    assert all(each.state.ply >= weaknesses.FIRST for each in found)
    again = trials(Random(), 6, seed=3, progress=False)
    assert [repr(each) for each in again] == [repr(each) for each in found]
    assert {each.keeps for each in found} == {True, False}, "chance is no good player"
    assert all(math.isnan(each.prior) for each in found)


def test_a_perfect_player_gives_nothing_away():
    assert all(each.keeps for each in trials(Perfect(), 3, progress=False))


def test_a_player_with_priors_says_what_it_gave_to_the_right_moves():
    player = AlphaZero(simulations=1)
    found = trials(player, 1, progress=False)
    for each in found:
        moves = player.search(each.state).moves
        assert each.prior == pytest.approx(sum(moves[move].prior for move in each.right))


def test_traits_are_true():
    first, at_once = trial("", 3), trial("112233", 3)
    assert (first.right, at_once.right) == ([3], [3])
    assert (first.plies, at_once.plies) == (41, 1)
    assert (first.is_quiet, at_once.is_quiet) == (True, False)
    assert (first.is_forced, at_once.is_forced) == (False, True)
    assert (first.waits, at_once.waits) == (False, True), "O waits in column 4, row 2"
    assert repr(trial("112233")) == "<Trial 112233: 1 gives away a win>"


def test_in_zugzwang_nothing_is_to_be_stopped_and_each_move_loses_at_once(found):
    (state, *_) = [each.state for each in found if each.is_zugzwang]
    states = [state]
    while not states[-1].is_over:
        scores = analyze(states[-1])
        states.append(states[-1].play(max(scores, key=scores.get)))
    loser = states[-3]  # then the loser moves, and then the winner
    assert not forced_moves(loser)
    assert all(
        OnePly()(loser.play(move)) in forced_moves(loser.play(move)) for move in loser.moves()
    )


def test_what_they_have_in_common_stands_beside_the_others(found):
    rows = in_common(found)
    failed = sum(not each.keeps for each in found)
    assert rows[0] == ("positions", str(failed), str(len(found) - failed))
    assert [name for name, *_ in rows[1:]] == list(TRAITS)
    assert [row[1:] for row in in_common([])[1:]] == [("-", "-")] * len(TRAITS)


def test_only_players_are_tried_out():
    for wrong, message in (((7,), "an agent is a function"), ((Random(), 0), "games is a whole")):
        with pytest.raises(ValueError, match=message):
            trials(*wrong)
