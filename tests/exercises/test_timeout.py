import _thread
import threading
import time

import pytest

from c4lib.exercises.timeout import run


def plain_loop(number):
    while number == 2:
        pass
    return 2 * number


def swallowing_loop(number):
    while number == 2:
        try:
            sum(range(100))
        except:  # noqa: E722
            number = 2
    return 2 * number


def replacing_loop(number):
    try:
        return plain_loop(number)
    except BaseException:
        return 2 * number


def endless_generator(number):
    while number == 2:
        yield number
    yield 2 * number


@pytest.fixture(autouse=True)
def no_thread_is_left_behind():
    before = threading.active_count()
    yield
    time.sleep(0.01)
    assert threading.active_count() <= before


@pytest.mark.parametrize("loop", [plain_loop, swallowing_loop, replacing_loop, endless_generator])
def test_a_looping_function_is_stopped_and_earlier_results_are_kept(loop):
    done = run(loop, [(1,), (2,), (3,)], seconds=0.2)
    assert done.results == ([[2]] if loop is endless_generator else [2])
    assert done.timed_out
    assert not done.still_running


def test_a_function_can_be_stopped_outside_the_main_thread():
    runs = []
    thread = threading.Thread(target=lambda: runs.append(run(plain_loop, [(2,)], seconds=0.2)))
    thread.start()
    thread.join()
    assert runs[0].timed_out
    assert not runs[0].still_running


def test_the_stop_button_stops_the_function():
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        run(plain_loop, [(2,)], seconds=30)
    time.sleep(0.1)


def test_functions_stopped_near_their_end_leave_nothing_behind():
    for _ in range(60):
        done = run(lambda: time.sleep(0.005), [()], seconds=0.005)
        assert done.timed_out or done.results == [None]
        assert not done.still_running


def test_ctrl_c_ends_the_work_also_where_no_thread_can_be_started(monkeypatch):
    def start(thread):
        raise RuntimeError("can't start new thread")

    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("threading.Thread.start", start)
    assert run(abs, [(-1,), (2,)], 1).results == [1, 2]
    with pytest.raises(KeyboardInterrupt):
        run(interrupted, [()], 1)
