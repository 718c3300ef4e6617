"""Whatever a player does, a refereed game ends and its fault is reported."""

import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from simple_players import UnreadableError, leftmost, raising, rightmost

from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.players.agents import OnePly, Random
from c4lib.players.arena import play_game
from c4lib.players.referee import ask, referee
from c4lib.players.stopping import Stopped

START = Connect4.from_moves("44")
LATE = Connect4.from_moves("445")


@pytest.mark.parametrize("start", [Connect4(), LATE, TicTacToe()], ids=repr)
@pytest.mark.parametrize("limit", [None, 60, 1e9])
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


def busy(state, clock, length):
    """The leftmost move, after some time by that clock."""
    end = clock() + length
    while clock() < end:
        pass
    return leftmost(state)


def swallowing(state):
    end = time.monotonic() + 1
    while time.monotonic() < end:
        try:
            time.sleep(0.001)
        except BaseException:
            continue
    return 0


def never_stopping(state):
    while True:
        try:
            sum(range(100))
        except BaseException:
            continue


def cheating(state):
    state._mask = state._mine = 0
    return 9


def slow(state):
    time.sleep(0.2)
    return 0


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        (failing, "error: ZeroDivisionError: by; zero of course"),
        (lambda state: 9, "illegal: answered 9: column 9 does not exist"),
        (lambda state: None, "illegal: answered None: "),
        (lambda state: [1, 2], "illegal: answered [1; 2]: "),
        (lambda state: 3.0, "illegal: answered 3.0: column 3.0 does not exist"),
        (lambda state: True, "illegal: answered True: column True does not exist"),
        (lambda state: "3", "illegal: answered '3': column '3' does not exist"),
        (lambda state: np.array(3), "illegal: answered array(3): "),
        (lambda state: np.array([3, 4]), "illegal: answered array([3; 4]): "),
        (
            lambda state: UnreadableError(),
            "illegal: answered something of type Unreadable",
        ),
        (lambda state: "x" * 10**7, "illegal: answered 'xxx"),
        (cheating, "illegal: answered 9: column 9 does not exist"),
        (raising(SystemExit("bye")), "error: SystemExit: bye"),
        (raising(GeneratorExit()), "error: GeneratorExit"),
        (raising(UnreadableError()), "error: UnreadableError: its message cannot be read"),
        (raising(ValueError("\x1b[2Ja\0b\u202e")), "error: ValueError: [2Ja b"),
        (never_stopping, "time: "),
        (partial(busy, clock=time.perf_counter, length=math.inf), "time: "),
        (swallowing, "time: "),
        (slow, "time: "),
    ],
)
def test_a_player_that_fails_loses_and_the_reason_is_reported(agent, fault):
    limit = 0.1 if fault.startswith("time") else None
    for start in (START, LATE):
        as_first = referee(agent, leftmost, start, limit)
        as_second = referee(leftmost, agent, start, limit)
        assert (as_first.points, as_first.moves) == (0, ())
        assert (as_second.points, as_second.moves) == (1, (0,))
        for outcome in (as_first, as_second):
            assert outcome.fault.startswith(fault)
            assert not set(",\n") & set(outcome.fault)
            assert outcome.fault.isprintable()
            assert len(outcome.fault) <= 200


def test_a_long_fault_is_cut():
    def wordy(state):
        raise ValueError("x" * 5000)

    assert len(ask(wordy, START).fault) == 200


@pytest.mark.parametrize("limit", [0, -1, math.nan, math.inf, True, "2"])
def test_a_limit_is_a_number_of_seconds(limit):
    with pytest.raises(ValueError, match=f"limit is .*, not {limit!r}$"):
        referee(leftmost, rightmost, START, limit)


def test_ctrl_c_is_not_a_fault():
    def interrupted(state):
        raise KeyboardInterrupt

    for limit in (None, 10):
        with pytest.raises(KeyboardInterrupt):
            ask(interrupted, START, limit)


def test_nothing_is_interrupted_after_an_answer_in_the_last_moment():
    """The watchdog may fire at any moment around the answer, but never afterwards."""
    ends = []
    for number in range(60):
        length = 0.004 + 0.0002 * (number % 20)
        agent = partial(busy, clock=time.perf_counter, length=length)
        answer = ask(agent, START, 0.006)
        ends.append(bool(answer.fault))
    try:
        time.sleep(0.12)
    except Stopped:
        pytest.fail("a watchdog was left behind")
    assert any(ends)
    assert threading.active_count() < 10


def test_only_the_players_own_processor_time_is_counted():
    def sleeper(state):
        time.sleep(0.05)
        return 0

    worker = partial(busy, clock=time.thread_time, length=0.05)
    for limit in (None, 60):
        assert ask(sleeper, START, limit).seconds < 0.04
        assert ask(worker, START, limit).seconds >= 0.05
    with ThreadPoolExecutor(2) as pool:
        working = pool.submit(ask, worker, START)
        idle = pool.submit(ask, sleeper, START)
    assert idle.result().seconds < 0.04
    assert working.result().seconds >= 0.05


def test_each_players_time_is_counted_separately():
    worker = partial(busy, clock=time.process_time, length=0.01)
    for start in (START, LATE):
        mine, theirs = referee(worker, rightmost, start).seconds
        assert mine > 0.01 > theirs
        theirs, mine = referee(rightmost, worker, start).seconds
        assert mine > 0.01 > theirs
