"""A game under a referee: whatever a player does, it ends, and the fault is told."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from c4lib.agents import OnePly, Random
from c4lib.arena import play_game
from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.referee import Overrun, ask, referee

START = Connect4.from_moves("44")
LATE = Connect4.from_moves("445")


def leftmost(state):
    return state.moves()[0]


def rightmost(state):
    return state.moves()[-1]


@pytest.mark.parametrize("start", [Connect4(), LATE, TicTacToe()], ids=repr)
@pytest.mark.parametrize("limit", [None, 60])
def test_a_clean_game_is_as_without_a_referee(start, limit):
    for one, other in ((leftmost, rightmost), (OnePly(1), Random(2)), (Random(3), OnePly(4))):
        outcome = referee(one, other, start, limit)
        fresh = [agent.seeded(agent.seed) if hasattr(agent, "seed") else agent
                 for agent in (one, other)]  # fmt: skip
        record = play_game(*(fresh if start.player == 0 else fresh[::-1]), start=start)
        assert outcome.moves == record.moves
        assert outcome.points == (record.utility(start.player) + 1) / 2
        assert outcome.fault == ""


def failing(state):
    raise ZeroDivisionError("by, zero\nof course")


def stubborn(state):
    return 9


def silent(state):
    return None


def odd(state):
    return [1, 2]


def endless(state):
    while True:
        pass


def swallowing(state):
    end = time.monotonic() + 1
    while time.monotonic() < end:
        try:
            time.sleep(0.001)
        except BaseException:
            continue
    return 0


def slow(state):
    time.sleep(0.2)
    return 0


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        (failing, "error: ZeroDivisionError: by; zero of course"),
        (stubborn, "illegal: answered 9: column 9 does not exist"),
        (silent, "illegal: answered None: "),
        (odd, "illegal: answered [1; 2]: "),
        (endless, "time: "),
        (swallowing, "time: "),
        (slow, "time: "),
    ],
)
def test_whoever_fails_has_lost_and_it_is_told_why(agent, fault):
    limit = 0.1 if fault == "time: " else None
    for start in (START, LATE):
        outcome = referee(agent, leftmost, start, limit)
        assert outcome.points == 0
        assert outcome.fault.startswith(fault)
        assert outcome.moves == ()
        outcome = referee(leftmost, agent, start, limit)
        assert outcome.points == 1
        assert outcome.fault.startswith(fault)
        assert outcome.moves == (0,)
        assert not set(",\n") & set(outcome.fault)


def test_a_long_complaint_is_cut():
    def wordy(state):
        raise ValueError("x" * 5000)

    assert len(ask(wordy, START).fault) == 200


def test_ctrl_c_is_no_fault():
    def interrupted(state):
        raise KeyboardInterrupt

    for limit in (None, 10):
        with pytest.raises(KeyboardInterrupt):
            ask(interrupted, START, limit)


def test_nothing_is_stopped_after_an_answer_in_the_last_moment():
    """The watchdog bites at any moment around the answer, and never afterwards."""
    ends = []
    for number in range(60):
        length = 0.004 + 0.0002 * (number % 20)

        def agent(state, length=length):
            end = time.perf_counter() + length
            while time.perf_counter() < end:
                pass
            return 0

        answer = ask(agent, START, 0.006)
        ends.append(bool(answer.fault))
    try:
        time.sleep(0.12)
    except Overrun:
        pytest.fail("a watchdog was left behind")
    assert any(ends)
    assert threading.active_count() < 10


def test_time_is_the_processors_and_only_the_players():
    def sleeper(state):
        time.sleep(0.05)
        return 0

    def worker(state):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return 0

    for limit in (None, 60):
        assert ask(sleeper, START, limit).seconds < 0.04
        assert ask(worker, START, limit).seconds >= 0.05
    with ThreadPoolExecutor(2) as pool:
        busy = pool.submit(ask, worker, START)
        idle = pool.submit(ask, sleeper, START)
    assert idle.result().seconds < 0.04
    assert busy.result().seconds >= 0.05


def test_each_players_time_is_its_own():
    def worker(state):
        end = time.process_time() + 0.01
        while time.process_time() < end:
            pass
        return leftmost(state)

    for start in (START, LATE):
        mine, theirs = referee(worker, rightmost, start).seconds
        assert mine > 0.01 > theirs
        theirs, mine = referee(rightmost, worker, start).seconds
        assert mine > 0.01 > theirs
