"""A stopped cell shows two lines, and what is stopped ends."""

import gc
import re
import threading
import time
import warnings
from types import SimpleNamespace

import pytest
from jupyter_client.manager import start_new_kernel
from stopping import stop_button

from c4lib.players.agents import MCTS, OnePly
from c4lib.players.arena import match
from c4lib.players.stop_button import heeding_stop

# The client of a kernel leaves some sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture(scope="module")
def run():
    """Runs a cell, and stops it once it has said something; what it shows at the end."""
    manager, client = start_new_kernel()

    def run_cell(code, stopped=True):
        shown, updates = [], []

        def hook(message):
            content, kind = message["content"], message["msg_type"]
            if kind == "error":
                shown.extend(content["traceback"])
            elif kind == "update_display_data":
                updates.append(content["data"].get("text/plain", ""))
            if stopped and kind in ("stream", "display_data"):
                threading.Timer(0.5, manager.interrupt_kernel).start()

        client.execute_interactive(code, allow_stdin=True, output_hook=hook, timeout=120)
        return SimpleNamespace(lines="\n".join(shown).splitlines(), updates=updates)

    run_cell("from c4lib import *\nfrom c4lib.accuracy import accuracy", stopped=False)
    yield run_cell
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()


def test_a_stopped_cell_shows_the_line_that_ran(run):
    cell = run("x = 1\nprint(x, flush=True)\nminimax(Connect4())")
    assert cell.lines == ["Stopped in line 3 of this cell:", "    minimax(Connect4())"]


def test_a_stopped_function_of_the_readers_is_named(run):
    run("def solve(state):\n    print('on', flush=True)\n    return minimax(state)", stopped=False)
    cell = run("solve(Connect4())")
    assert cell.lines == ["Stopped in line 3 of solve:", "    return minimax(state)"]


@pytest.mark.parametrize("call", ["match({}, Random(), games=10_000)", "accuracy({})"])
def test_a_search_that_answers_with_what_it_has_does_not_keep_the_cell_running(run, call):
    cell = run(call.format("MCTS(iterations=3000)"))
    assert cell.lines[0] == "Stopped in line 1 of this cell:"
    assert not any("\n" in text for text in cell.updates)


def test_a_progress_bar_after_a_stopped_one_takes_one_line(run):
    for _ in range(2):
        run("accuracy(MCTS(iterations=3000))")
    cell = run("accuracy(OnePly());", stopped=False)
    assert not cell.lines
    assert not any("\n" in text for text in cell.updates)
    assert cell.updates[-1] == ""  # nothing is left of it


def test_other_errors_are_shown_as_ever(run):
    cell = run("def half(x):\n    return x / 0\n\nhalf(3)", stopped=False)
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(cell.lines))
    assert "Traceback (most recent call last)" in text
    assert "----> 2     return x / 0" in text
    assert "ZeroDivisionError: division by zero" in text


def test_a_match_between_players_that_swallow_the_stop_ends():
    with stop_button(0.5, within=10):
        match(MCTS(iterations=2000), OnePly(), games=10_000)


def test_work_that_swallows_the_stop_is_ended_nevertheless():
    with stop_button(0.2, within=5), heeding_stop() as came:
        while True:
            try:
                time.sleep(0.05)
            except KeyboardInterrupt:
                pytest.fail("it was heard as a KeyboardInterrupt")
    assert came


def test_other_threads_are_left_alone():
    came = []
    thread = threading.Thread(target=lambda: came.append(heeding_stop().__enter__()))
    thread.start()
    thread.join()
    assert came == [[]]
