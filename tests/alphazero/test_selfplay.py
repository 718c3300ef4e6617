"""Self-play: what is kept of the games, and for whose side."""

import numpy as np
import pytest

from c4lib.alphazero import selfplay
from c4lib.alphazero.kits import ConnectKit
from c4lib.alphazero.net import Net
from c4lib.alphazero.selfplay import Play, choose, duel, opening, points
from c4lib.connect4 import Connect4
from c4lib.measure.accuracy import positions
from c4lib.search import forced_moves

START = Connect4(4, 4, 3)


class Watched(ConnectKit):
    """Notes which positions are searched together."""

    def __init__(self, start=START):
        super().__init__(start)
        object.__setattr__(self, "batches", [])

    def searches(self, states, play, memory):
        self.batches.append(list(states))
        return super().searches(states, play, memory)


def judge(start=START, seed=0):
    """A network that knows nothing, but has opinions."""
    columns = ConnectKit(start).encoding
    net = Net.new(columns.inputs, columns.outputs, 8, 1, seed)
    net.weights["policy"] *= 30
    return net.predict


def played(play=None, games=20, seed=0, start=START):
    """What is played, and in which positions searches began."""
    kit = Watched(start)
    play = play or Play(simulations=8, random_plies=3, slots=6)
    return kit, selfplay.self_play(kit, judge(start), play, games, np.random.default_rng(seed))


def examples_of(kit, result):
    count = len(result.record.value)
    return result.record.examples(np.arange(count), kit.encoding)


def test_an_example_is_the_position_as_its_mover_sees_it_and_a_policy():
    kit, result = played()
    states = [state for batch in kit.batches for state in batch]
    examples = examples_of(kit, result)
    assert len(states) == len(examples.value)
    assert 0 < result.asked <= result.simulations == 8 * len(states)
    for row, state in enumerate(states):
        assert (examples.bits[row] == kit.encoding.bits(state)).all()
        assert np.flatnonzero(examples.legal[row]).tolist() == list(state.moves())
    assert examples.policy.sum(axis=1) == pytest.approx(1, abs=2e-3)  # they are kept in 16 bits
    assert (examples.legal == 0).any()
    assert (examples.policy[examples.legal == 0] == 0).all()


@pytest.mark.parametrize("slots", [1, 6, 50])
def test_a_value_is_how_the_game_ended_for_the_mover(slots, monkeypatch):
    moves = []

    def noted(*arguments):
        chosen = choose(*arguments)
        moves.extend(chosen.tolist())
        return chosen

    monkeypatch.setattr(selfplay, "choose", noted)
    kit, result = played(Play(8, random_plies=3, slots=slots, outcome=1.0))
    examples = examples_of(kit, result)
    going, owners, ends = [], [], {}
    for batch in kit.batches:  # every game is replayed, and goes on in the next batch
        assert batch[: len(going)] == [state for _, state in going]
        new = enumerate(batch[len(going) :], len(set(owners)))
        after = []
        for number, state in [*going, *new]:
            state = state.play(moves[len(owners)])
            owners.append(number)
            if state.is_over:
                ends[number] = state
            else:
                after.append((number, state))
        going = after
    assert not going
    assert sorted(ends) == list(range(20)), "as many games as were asked for"
    assert [ends[number].utility(0) for number in range(20)] == result.outcomes.tolist()
    movers = [state.player for batch in kit.batches for state in batch]
    expected = [ends[owner].utility(mover) for owner, mover in zip(owners, movers, strict=True)]
    assert examples.value.tolist() == expected
    for mover in (0, 1):
        seen = {value for value, each in zip(expected, movers, strict=True) if each == mover}
        assert {1.0, -1.0} <= seen, "both sides win and lose"


def test_after_the_moves_that_explore_the_best_one_is_played(monkeypatch):
    asked = []

    def noted(policies, drawn, rng):
        asked.append(drawn.tolist())
        return choose(policies, drawn, rng)

    monkeypatch.setattr(selfplay, "choose", noted)
    played(Play(8, random_plies=0, slots=3, explore=2), games=3)
    assert asked[:3] == [[True] * 3, [True] * 3, [False] * 3]


def test_slots_are_filled_again_as_long_as_games_are_left():
    kit, _ = played(games=20)
    sizes = [len(batch) for batch in kit.batches]
    assert sizes == sorted(sizes, reverse=True), "a slot is empty only when no game is left"
    assert sizes[0] == 6
    begun = 0
    for batch, before in zip(kit.batches, [[], *kit.batches], strict=False):
        after = {state.play(move) for state in before for move in state.moves()}
        begun += sum(state not in after for state in batch)
        assert len(batch) == 6 or begun >= 18  # an opening may look like another game's next state


def test_a_value_can_be_what_the_search_said_or_both():
    _, said = played(Play(8, random_plies=3, slots=6, outcome=0.0))
    _, ended = played(Play(8, random_plies=3, slots=6, outcome=1.0))
    _, both = played(Play(8, random_plies=3, slots=6, outcome=0.25))
    assert (np.abs(said.record.value) <= 1).all()
    mixed = 0.25 * ended.record.value + 0.75 * said.record.value
    assert both.record.value == pytest.approx(mixed, abs=1e-6)
    assert not np.allclose(said.record.value, ended.record.value)


@pytest.mark.parametrize("most", [0, 1, 4])
def test_openings_are_of_every_length_up_to_the_asked_one(most):
    rng = np.random.default_rng(0)
    openings = [opening(START, most, rng) for _ in range(200)]
    assert {state.ply for state in openings} == set(range(most + 1))
    assert not any(state.is_over for state in openings)
    assert most == 0 or len(set(openings)) > 4
    assert opening(Connect4(1, 1, 1), 16, rng).ply == 0, "even where nearly every game ends"


def test_no_game_begins_in_a_position_on_which_players_are_measured():
    keys = {p.state.mirror_key()[0] for p in positions() + positions(tuning=True)}
    assert selfplay.reserved() == keys
    assert Connect4().mirror_key()[0] not in keys, "there every training begins"
    rng = np.random.default_rng(3)
    begun = [opening(Connect4(), 7, rng, is_careful) for is_careful in (False, True) * 1000]
    assert not keys & {state.mirror_key()[0] for state in begun}
    for measured in (positions("first moves")[0], positions("end")[0]):
        with pytest.raises(ValueError, match=r"players are measured in .*; begin elsewhere"):
            opening(measured.state, 1, rng)


def test_careful_openings_overlook_no_win_and_stop_the_opponents():
    rng = np.random.default_rng(0)
    for _ in range(100):
        state = opening(Connect4(), 20, rng, is_careful=True)
        for ply in range(state.ply):
            before = Connect4.from_moves(state.to_moves()[:ply])
            forced = forced_moves(before)
            assert not forced or int(state.to_moves()[ply]) - 1 in forced


def test_every_other_game_begins_carefully(monkeypatch):
    asked = []

    def noted(start, most, rng, is_careful):
        asked.append((most, is_careful))
        return opening(start, most, rng, is_careful)

    monkeypatch.setattr(selfplay, "opening", noted)
    played(Play(simulations=8, random_plies=3, careful_plies=9, slots=6), games=4)
    assert asked == [(3, False), (9, True)] * 2
    asked.clear()
    played(games=4)
    assert asked == [(3, False)] * 4


def test_a_move_is_drawn_by_its_share_or_is_the_best():
    policies = np.tile([0.1, 0.0, 0.6, 0.3], (4000, 1))
    rng = np.random.default_rng(0)
    assert set(choose(policies, np.zeros(4000, bool), rng).tolist()) == {2}
    drawn = np.bincount(choose(policies, np.ones(4000, bool), rng), minlength=4) / 4000
    assert drawn == pytest.approx([0.1, 0.0, 0.6, 0.3], abs=0.03)
    assert drawn[1] == 0


# ---- games between networks ----------------------------------------------------------------

KIT, KIT_7X6 = ConnectKit(Connect4(5, 4, 4)), ConnectKit()


def silent(bits, legal):
    """Knows nothing: the search does all."""
    return legal / legal.sum(axis=1, keepdims=True), np.zeros(len(bits), np.float32)


def hopeful(bits, legal):
    """Likes to have more threats than the other."""
    squares = KIT_7X6.start.width * KIT_7X6.start.height
    mine, theirs = (bits[:, n * squares : (n + 1) * squares].sum(axis=1) for n in (2, 3))
    return silent(bits, legal)[0], np.tanh(mine - theirs)


def contrary(bits, legal):
    """Likes the other to have more."""
    policy, value = hopeful(bits, legal)
    return policy, -value


def rng():
    return np.random.default_rng(0)


def test_a_search_beats_chance_and_a_strong_judge_a_bad_one_from_both_sides():
    outcomes = duel(KIT, silent, None, Play(32, random_plies=2), 40, rng())
    assert len(outcomes) == 40
    for side in (0, 1):
        assert points(outcomes[side::2]) > 0.8, "every other game is on the other side"
    play = Play(24, random_plies=4)
    assert points(duel(KIT_7X6, hopeful, contrary, play, 20, rng())) > 0.8
    assert points(duel(KIT_7X6, contrary, hopeful, play, 20, rng())) < 0.2


@pytest.mark.parametrize("games", [2, 12])
def test_two_equal_ones_share_the_points(games):
    outcomes = duel(KIT, silent, silent, Play(8, random_plies=6), games, rng())
    assert (outcomes[::2] == -outcomes[1::2]).all(), "each opening is played from both sides"
    assert points(outcomes) == 0.5
    assert points(np.array([1.0, 0.0, -1.0, 1.0])) == 0.625, "a draw is half a point"


def test_the_same_dice_give_the_same_games_and_an_odd_number_will_do():
    play = Play(4, random_plies=4)
    one, same = (duel(KIT, silent, None, play, 15, rng()) for _ in range(2))
    assert len(one) == 15
    assert (one == same).all()
    for none in (lambda: duel(KIT, silent, None, play, 0, rng()), lambda: played(games=0)):
        with pytest.raises(ValueError, match="games is a whole number of at least 1, not 0"):
            none()


def test_alone_a_network_plays_the_move_it_likes_best():
    seen = []

    def noted(bits, legal):
        seen.append(len(bits))
        return hopeful(bits, legal)

    play = Play(8, random_plies=2)
    outcomes = duel(ConnectKit(), noted, None, play, 10, rng(), alone=True)
    assert len(outcomes) == 10
    assert max(seen) <= 10, "each position is looked at once, and nothing beyond it"
    by_search = duel(ConnectKit(), noted, None, play, 10, rng())
    assert points(by_search) >= points(outcomes)
