"""The clock player on the opponent's time: it guesses, loses nothing, and leaves nothing behind."""

import copy
import gc
import pickle
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from random_games import fresh_python, needs_compiler
from stopping import stop_button

from c4lib.connect4 import Connect4
from c4lib.fast import pondering
from c4lib.fast.clock import Deepening, Thinker
from c4lib.fast.pondering import LOOK, Ponderer
from c4lib.players.agents import Clock, OnePly
from c4lib.players.arena import match, play_game
from c4lib.players.referee import referee

N = 3000  # nodes for a move
LONG = 100.0  # seconds in which anything here ends on the busiest machine
START = Connect4.from_moves("443")

pytestmark = needs_compiler


@pytest.fixture(autouse=True)
def _no_thread_stays():
    yield
    gc.collect()
    assert ends(lambda: not ponderers())


def ponderers():
    return [thread for thread in threading.enumerate() if thread.name == "ponder"]


def ends(has_ended):
    """Whether something ends within a long time."""
    end = time.monotonic() + LONG
    while not has_ended() and time.monotonic() < end:
        time.sleep(0.001)
    return has_ended()


def timeless(thought):
    """A thought without what differs each time."""
    return replace(thought, seconds=0.0)


def guess_of(player):
    """The position that it expects, once it has guessed."""
    assert ends(lambda: player._thinker._guess is not None)
    return player._thinker._guess


def other_than(after, guess):
    """A reply to a position that was not expected."""
    return next(each for each in map(after.play, after.moves()) if each != guess)


# ---- by nodes: the same on every machine ---------------------------------------------------


def by_hand(after, nodes=N):
    """A plain thinker after its first move, the position that it expects, and how it found it."""
    plain = Thinker()
    plain.think(START, nodes=nodes)
    look = plain.think(after, nodes=nodes // LOOK)
    return plain, after.play(look.move), look


def test_it_first_thinks_about_what_it_expects_and_then_about_what_it_is_asked():
    player = Clock(nodes=N, ponder=True)
    after = START.play(player(START))
    assert (player.result.guessed, player.guesses) == (None, (0, 0))
    plain, expected, look = by_hand(after)
    plain.think(expected, nodes=N - look.nodes)
    thought = plain.think(expected, nodes=N)
    player(expected)
    assert timeless(player.result) == replace(timeless(thought), guessed=True)
    assert player.guesses == (1, 1)
    assert ponderers() == []


def test_a_wrong_guess_costs_nothing_but_the_opponents_time():
    player = Clock(nodes=N, ponder=True)
    after = START.play(player(START))
    _, expected, _ = by_hand(after)
    state = other_than(after, expected)
    assert player(state) in state.moves()
    assert (player.result.guessed, player.guesses) == (False, (0, 1))
    assert player.result.nodes <= N


def test_a_right_guess_is_nodes_saved():
    player, plain = Clock(nodes=20_000, ponder=True), Clock(nodes=20_000)
    after = START.play(player(START))
    assert plain(START) == after.history[-1]
    depths = []
    for one in (player, plain):
        one(by_hand(after, 20_000)[1])
        depths.append(one.result.depth)
    assert player.result.guessed
    assert depths[0] > depths[1]


@pytest.mark.parametrize("nodes", [1, 9, 300, 10**30])
def test_the_same_game_is_played_again_with_any_number_of_nodes(nodes):
    start = Connect4(4, 4, 4)
    games = [
        play_game(Clock(nodes=nodes, ponder=True), OnePly(2), start=start).moves for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_player_that_does_not_ponder_is_as_it_was():
    plain, player = Thinker(), Clock(nodes=N)
    for state in (START, START.play(3).play(2)):
        player(state)
        assert timeless(player.result) == timeless(plain.think(state, nodes=N))
    assert (player.guesses, player.is_pondering, player.result.guessed) == ((0, 0), False, None)
    player.rest()


def test_matches_are_the_same_with_any_number_of_workers():
    results = [
        match(Clock(nodes=300, table_mb=2, ponder=True), OnePly(), 4, seed=1, workers=workers)
        for workers in (1, 2)
    ]
    assert results[0] == results[1]
    assert results[0].wins == 4


# ---- by the clock: in a thread -------------------------------------------------------------


def test_it_ponders_until_it_is_asked_and_says_whether_it_was_right():
    player = Clock(0.3, ponder=True)
    after, counted = START.play(player(START)), []
    for is_right in (True, False, True):
        assert player.is_pondering
        assert len(ponderers()) == 1
        expected = guess_of(player)
        state = expected if is_right else other_than(after, expected)
        after = state.play(player(state))
        counted.append(is_right)
        assert player.result.guessed is is_right
        assert player.guesses == (sum(counted), len(counted))
    player.rest()
    assert (player.is_pondering, ponderers()) == (False, [])
    player.rest()


@pytest.mark.parametrize("size", [(7, 6, 4), (7, 6, 5)], ids=["deepening, proof", "deepening"])
def test_it_ends_at_its_bound(monkeypatch, size):
    monkeypatch.setattr(pondering, "LONGEST", 0.3)
    player = Clock(0.25, ponder=True)
    player(Connect4(*size))
    assert ends(lambda: not player.is_pondering)
    assert player._thinker._guess is not None


@pytest.mark.parametrize("seconds", [0.01, 0.3])
def test_it_ends_when_all_is_known(seconds):
    player = Clock(seconds, ponder=True)
    player(Connect4(4, 3, 4))
    assert ends(lambda: not player.is_pondering)
    expected = guess_of(player)
    player(expected)
    assert (player.result.guessed, player.result.proven) == (True, 0)


def test_nothing_is_pondered_on_when_the_game_ends():
    player = Clock(0.3, ponder=True)
    state = Connect4.from_moves("112233")
    assert state.play(player(state)).is_over
    assert not player.is_pondering
    player(Connect4.from_moves("12", 2, 2, 2))
    assert not player.is_pondering


@pytest.mark.parametrize("wait", [0.0, 0.05, 0.6], ids=["guessing", "deepening", "proving"])
@pytest.mark.parametrize("seconds", [0.2, 0.3])
def test_to_stop_pondering_counts_within_the_time(monkeypatch, wait, seconds):
    player, stopped, deadlines = Clock(seconds, ponder=True), [], []
    state = Connect4().play(player(Connect4())).play(3)
    rest, deepen = Ponderer.rest, Deepening.deepen

    def slowly(ponderer):
        stopped.append(time.perf_counter())
        rest(ponderer)
        time.sleep(0.15)

    def noting(search):
        if threading.current_thread().name != "ponder":
            deadlines.append(search.memory.deadline[0])
        deepen(search)

    time.sleep(wait)
    monkeypatch.setattr(Ponderer, "rest", slowly)
    monkeypatch.setattr(Deepening, "deepen", noting)
    assert player(state) in state.moves()
    assert deadlines[0] <= stopped[0] + seconds, "the time ran while it was stopped"
    assert player.result.seconds >= 0.15
    monkeypatch.undo()


def test_a_game_taken_back_a_new_one_or_another_board_is_no_reply():
    for limit in ({"seconds": 0.02}, {"nodes": N}):
        player = Clock(**limit, ponder=True)
        for state in (START, START, Connect4(), Connect4(6, 6, 5), Connect4(4, 4, 3), START):
            assert player(state) in state.moves()
            assert player.result.guessed is None
        assert player.guesses == (0, 0)
        with pytest.raises(ValueError, match="plays only Connect4"):
            player(7)
        player.rest()


# ---- whoever uses it -----------------------------------------------------------------------


def test_a_player_that_is_dropped_ends_its_thread():
    player = Clock(0.3, ponder=True)
    player(START)
    assert len(ponderers()) == 1
    del player
    gc.collect()
    assert ends(lambda: not ponderers())


def test_copies_and_players_sent_elsewhere_know_nothing_and_ponder_for_themselves():
    player = Clock(0.1, ponder=True)
    player(START)
    for other in (pickle.loads(pickle.dumps(player)), copy.deepcopy(player), player.seeded(1)):
        assert (other, other.guesses, other.is_pondering) == (player, (0, 0), False)
        other(START)
        assert other.is_pondering
        other.rest()
    player.rest()
    assert not player.is_pondering
    again = pickle.loads(pickle.dumps(Ponderer(3, book=True)))
    assert (type(again), again.table_mb, again.book) == (Ponderer, 3, True)


def test_a_copy_that_shares_the_memory_takes_turns_with_the_original():
    player = Clock(0.05, ponder=True)
    player(START)
    twin = copy.copy(player)
    twin(Connect4())
    assert player(START) in START.moves()
    del twin
    player.rest()


def test_threads_may_ask_at_the_same_time():
    player = Clock(0.02, ponder=True)
    dice = random.Random(4)
    states = [Connect4().play(dice.randrange(7)).play(dice.randrange(7)) for _ in range(12)]
    with ThreadPoolExecutor(4) as pool:
        moves = list(pool.map(player, states))
    assert all(move in state.moves() for move, state in zip(moves, states, strict=True))
    assert len(ponderers()) == 1
    player.rest()


@pytest.mark.parametrize("limit", [{"seconds": 60}, {"nodes": 10**12}], ids=str)
def test_the_stop_button_ends_a_thought_and_nothing_is_pondered_on(limit):
    player = Clock(seconds=0.05, ponder=True)
    state = Connect4().play(player(Connect4())).play(3)
    player.seconds, player.nodes = limit.get("seconds"), limit.get("nodes")
    with stop_button(0.4, within=20):
        player(state)
    assert not player.is_pondering
    player.seconds, player.nodes = 0.05, None
    assert player(state) in state.moves()
    assert player.result.guessed is None
    player.rest()


def test_where_no_thread_can_be_started_it_answers_without_pondering(monkeypatch):
    player = Clock(0.05, ponder=True)
    player(START)

    def start(thread):
        raise RuntimeError("can't start new thread")

    player.rest()
    monkeypatch.setattr(pondering.Thread, "start", start)
    assert player(START) in START.moves()
    assert not player.is_pondering


def test_its_thread_ends_with_its_game():
    def fails(state):
        raise ArithmeticError

    player = Clock(0.01, ponder=True)
    play_game(OnePly(), player, start=Connect4(5, 4))
    assert not player.is_pondering
    with pytest.raises(ArithmeticError):
        play_game(player, fails)
    assert not player.is_pondering
    assert referee(player, fails, Connect4()).fault == "error: ArithmeticError"
    assert not player.is_pondering
    match(player, OnePly(), 2, start=Connect4(5, 4))
    assert not player.is_pondering


def test_a_program_ends_at_once_while_a_player_ponders():
    begun = time.monotonic()
    done = fresh_python(
        "from c4lib import Clock, Connect4\n"
        "player = Clock(0.3, ponder=True)\n"
        "player(Connect4.from_moves('4'))\n"
        "print(player.is_pondering)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
    assert time.monotonic() - begun < LONG
