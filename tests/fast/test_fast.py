"""The compiled searches answer exactly what the readable ones do."""

import functools
import importlib.util
import os
import re
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import ROOT, check_bound, fresh_python, needs_compiler, random_game
from stopping import stop_button

from c4lib import connect4, fast, search
from c4lib.connect4 import Connect4
from c4lib.fast import compiler, mcts_kernel
from c4lib.fast.compiler import word
from c4lib.fast.rules_kernel import has_line
from c4lib.players.agents import MCTS, AlphaZero, Clock
from c4lib.result import SearchResult
from c4lib.search.dice import Dice

TABLE = 2**12


def same(compiled: SearchResult, readable: SearchResult) -> None:
    """Equal in everything but the seconds, down to the sign of a 0."""
    assert compiled == readable
    assert repr(compiled) == repr(readable)


@st.composite
def positions(draw, free=8):
    """Any position on any small board that has at most `free` free squares, or is over."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    state = Connect4(width, height, draw(st.integers(1, max(width, height))))
    left = draw(st.integers(0, free))
    while not state.is_over and width * height - state.ply > left:
        state = state.play(draw(st.sampled_from(state.moves())))
    return state


depths = st.none() | st.integers(0, 9)
windows = st.none() | st.tuples(
    st.sampled_from([-inf, -999_997, -1, -0.5, 0]), st.sampled_from([0.25, 1, 999_995, inf])
)
orders = st.sampled_from([None, "left", "centre"])


@given(positions(), depths)
@settings(deadline=None, max_examples=100)
def test_minimax_is_its_readable_twin_anywhere(state, depth):
    same(fast.minimax(state, depth), search.minimax(state, depth))


@given(positions(), depths, windows, orders)
@settings(deadline=None, max_examples=200)
def test_alphabeta_is_its_readable_twin_anywhere(state, depth, window, order):
    same(
        fast.alphabeta(state, depth, window=window, order=order),
        search.alphabeta(state, depth, window=window, order=order),
    )


@given(positions(free=10), depths, orders, st.sampled_from([2, 2**4, TABLE]))
@settings(deadline=None, max_examples=60)
def test_a_table_changes_neither_move_nor_value(state, depth, order, entries):
    plain = search.alphabeta(state, depth, order=order)
    tabled = fast.alphabeta(state, depth, order=order, table_entries=entries)
    assert (tabled.move, tabled.value) == (plain.move, plain.value)
    assert tabled.nodes <= plain.nodes


@given(positions(), depths, windows)
@settings(deadline=None, max_examples=60)
def test_with_a_table_a_value_outside_the_window_is_a_bound(state, depth, window):
    true = search.minimax(state, depth).value
    alpha, beta = window or (-inf, inf)
    value = fast.alphabeta(state, depth, window=window, table_entries=TABLE).value
    check_bound(value, true, alpha, beta)


@given(st.integers(1, 32), st.data())
@settings(deadline=None, max_examples=200)
def test_lines_are_found_on_every_board_that_fits(width, data):
    height = data.draw(st.integers(1, 64 // width - 1))
    longest = max(width, height)
    connect = data.draw(st.integers(1, longest) | st.just(min(4, longest)))
    board = Connect4(width, height, connect).board
    bits = board.full & data.draw(st.integers(0, board.full))
    assert has_line(word(bits), height, connect) == board.has_line(bits)


# ---- facts ---------------------------------------------------------------------------------


@needs_compiler
def test_the_whole_4x4_tree():
    nodes, wins, losses, draws, unfinished = fast.count_leaves(Connect4(4, 4))
    assert (nodes, wins + losses, draws) == (131_060_741, 17_312_364, 30_670_176)
    assert unfinished == 0


@needs_compiler
def test_alphabeta_on_the_empty_4x4_board():
    empty = Connect4(4, 4)
    assert fast.alphabeta(empty).nodes == 60_184
    assert fast.alphabeta(empty, window=(-inf, inf)).nodes == 62_889
    same(fast.alphabeta(empty), search.alphabeta(empty))


@needs_compiler
@pytest.mark.parametrize(
    ("width", "height", "value"), [(4, 4, 0), (5, 4, 0), (4, 5, 0), (5, 5, 0), (6, 4, -1)]
)
def test_small_boards_are_solved_with_a_table(width, height, value):
    result = fast.alphabeta(Connect4(width, height), order="centre", table_entries=2**22)
    assert result.value == value
    assert result.table_hits > 0


@given(positions(), depths)
@settings(deadline=None, max_examples=40)
def test_leaves_are_counted_for_the_player_to_move(state, depth):
    ends = {1: 0, -1: 0, 0: 0, None: 0}

    def walk(node, ply):
        if node.is_over:
            ends[node.utility(state.player)] += 1
        elif ply == depth:
            ends[None] += 1
        else:
            return 1 + sum(walk(node.play(move), ply + 1) for move in node.moves())
        return 1

    nodes = walk(state, 0)
    leaves = fast.count_leaves(state, depth)
    assert leaves == (nodes, ends[1], ends[-1], ends[0], ends[None])
    assert nodes == fast.minimax(state, depth).nodes


def probe(state, dice):
    size = width = 1
    while moves := state.moves():
        width *= len(moves)
        size += width
        state = state.play(moves[dice.integers(len(moves))])
    return size


def test_probes_estimate_the_size_of_a_tree_and_are_those_of_knuths_loop_in_python():
    for state in (Connect4(), Connect4(4, 3, 3), Connect4.from_moves("4435")):
        dice = Dice(5)
        sizes = [probe(state, dice) for _ in range(9)]
        assert fast.tree_sizes(state, 9, seed=5) == pytest.approx(sizes, rel=1e-12)
    assert fast.tree_sizes(Connect4.from_moves("1212121"), 2).tolist() == [1, 1]
    sizes = fast.tree_sizes(Connect4(4, 4), 20_000)
    error = sizes.std(ddof=1) / len(sizes) ** 0.5
    assert abs(sizes.mean() - 131_060_741) < 3 * error < 6e6


# ---- the compiler --------------------------------------------------------------------------

NODES = search.minimax(Connect4(3, 3, 3)).nodes
SMALL = """
from c4lib import Connect4, fast
from c4lib.fast.compiler import COMPILED
state = Connect4(3, 3, 3)
fast.minimax(state), fast.alphabeta(state, order='centre', table_entries=2**10)
print(COMPILED, fast.count_leaves(state).nodes)
"""


@needs_compiler
def test_it_is_compiled_once_and_says_so_in_one_line(tmp_path):
    first, second = (fresh_python(SMALL, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert first.stdout == second.stdout == f"True {NODES}\n"
    assert first.stderr.startswith("c4lib.fast: compiling, once for each machine")
    assert first.stderr.count("\n") == 1
    assert second.stderr == ""


FIND = """
import numba
from c4lib.fast.compiler import nth_one, word
find = numba.njit(lambda bits, skip: nth_one(bits, skip))
print(*(int(find(word(0b10110 << 58), word(skip))).bit_length() for skip in range(3)))
"""


@needs_compiler
@pytest.mark.parametrize("processor", [{}, {"NUMBA_CPU_NAME": "generic"}], ids=["this", "any"])
def test_a_bit_is_found_by_its_number_on_every_processor(processor):
    assert fresh_python(FIND, **processor).stdout == "60 61 63\n"


def hits(folder):
    """How often a small kernel in the folder, newly loaded and called, was found compiled."""
    file = folder / "small_kernel.py"
    file.write_text(
        "from c4lib.fast.compiler import compiled\n@compiled\ndef twice(n): return 2 * n"
    )
    os.utime(file, (2**32, 2**32))  # a date in the future
    spec = importlib.util.spec_from_file_location("small_kernel", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.twice(21) == 42
    return sum(module.twice.stats.cache_hits.values())


@needs_compiler
def test_what_was_compiled_is_kept_until_a_source_changes(tmp_path, monkeypatch):
    assert [hits(tmp_path), hits(tmp_path)] == [0, 1]
    monkeypatch.setattr(compiler, "_stamp", lambda: "another source")
    assert [hits(tmp_path), hits(tmp_path)] == [0, 1]
    for kept in tmp_path.glob("__pycache__/*.nb?"):
        kept.write_bytes(kept.read_bytes()[:9])
    assert hits(tmp_path) == 0, "damaged files are not used"


def test_it_is_the_text_of_the_sources_that_counts(tmp_path, monkeypatch):
    file, stamps = tmp_path / "a_kernel.py", []
    monkeypatch.setattr(compiler, "_sources", lambda: [file])
    for text, date in (("WIN = 1", 0), ("WIN = 1", 2**32), ("WIN = 2", 0)):
        file.write_text(text)
        os.utime(file, (date, date))
        stamps.append(compiler._stamp.__wrapped__())
    assert stamps[0] == stamps[1] != stamps[2]


@needs_compiler
def test_where_the_disk_is_full_it_goes_on_without_keeping_what_is_compiled(tmp_path):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))"
    play = "from c4lib import Connect4, fast; print(fast.minimax(Connect4(3, 3, 3), 2).nodes)"
    run = fresh_python(f"{full}\n{play}", NUMBA_CACHE_DIR=str(tmp_path))
    assert (run.stdout, run.stderr.count("\n")) == ("13\n", 1), run.stderr
    assert not list(tmp_path.rglob("*.nbi"))


def test_every_compiled_function_is_in_a_kernel_that_is_watched_for_changes():
    marked = re.compile("^@(compiled|inlined)$", re.MULTILINE)
    files = [file for file in (ROOT / "c4lib").rglob("*.py") if marked.search(file.read_text())]
    assert len(files) > 10
    assert [file.name for file in files if not file.name.endswith("_kernel.py")] == []
    constants = {ROOT / "c4lib" / name for name in ("search/common.py", "alphazero/encode.py")}
    assert set(files) | constants <= set(compiler._sources())


IN_A_NOTEBOOK = """
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name='python3')
said = []
client.execute_interactive(
    'from c4lib import Connect4, fast; print(fast.minimax(Connect4(3, 3, 3)).nodes)',
    output_hook=lambda message: said.append(message['content']), timeout=60,
)
client.stop_channels()
manager.shutdown_kernel(now=True)
print([content['text'] for content in said if 'text' in content])
"""


@needs_compiler
@pytest.mark.parametrize("tested", [True, False], ids=["under test", "in a lesson"])
def test_a_notebook_never_shows_that_it_is_compiled(tmp_path, monkeypatch, tested):
    if not tested:  # ipykernel reads this, and then does not catch what is written to file 2
        monkeypatch.delenv("PYTEST_CURRENT_TEST")
    run = fresh_python(IN_A_NOTEBOOK, NUMBA_CACHE_DIR=str(tmp_path))
    assert run.stdout == f"['{NODES}\\n']\n", run.stderr
    assert "compiling, once" in run.stderr


# ---- threads and memory --------------------------------------------------------------------

ASKED = [Connect4.from_moves(moves, 5, 4) for moves in ("", "3", "3312", "33314445")]


@needs_compiler
@pytest.mark.parametrize("rounds", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_threads_that_ask_at_once_are_answered_as_one_alone(rounds):
    zero, kept = AlphaZero("5x4", simulations=60), Clock(nodes=3000)
    questions = [
        lambda state: fast.solve(state).score,
        fast.analyze,
        lambda state: search.alphabeta(state, 3),
        lambda state: fast.alphabeta(state, 7, order="centre", table_entries=TABLE),
        lambda state: fast.minimax(state, 5),
        lambda state: search.mcts(state, 60).moves,
        lambda state: fast.mcts(state, 600, workers=2).moves,
        lambda state: zero.search(state).moves,
        zero,
        lambda state: kept(state) in state.moves(),  # it remembers, so it may find another move
    ]
    asked = [(question, state) for state in ASKED for question in questions]
    alone = [question(state) for question, state in asked]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(rounds):
            together = threads.map(lambda each: each[0](each[1]), asked)
            assert list(together) == alone


def test_threads_that_make_a_board_at_once_share_it(monkeypatch):
    """Two boards of one size would make equal positions differ."""
    gate = threading.Barrier(8)

    class Slow(connect4.Board):
        def __init__(self, *sizes):
            super().__init__(*sizes)
            time.sleep(0.01)

    def make(_):
        gate.wait()
        return Connect4(3, 11).board

    monkeypatch.setattr(connect4, "_board", functools.lru_cache(typed=True)(Slow))
    monkeypatch.setattr(connect4, "_boards", {})
    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(make, range(8)))) == 1


@needs_compiler
@pytest.mark.parametrize("times", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_memory_stays_the_same_however_much_is_solved_and_searched(times):
    solver, kept = fast.Solver(1, book=False), MCTS(100, keep=True)
    state = Connect4.from_moves("444444", 7, 6)

    def use(count):
        for number in range(count):
            solver.solve(random_game(Connect4(5, 5), number)[-3])
            kept(state if number % 3 else Connect4())
            fast.alphabeta(state, 3, table_entries=TABLE)

    use(5)
    tracemalloc.start()
    use(5)
    before = tracemalloc.get_traced_memory()[0]
    use(times)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 3_000_000, "a tree takes 1.2 MB"


TOO_LARGE = """
import resource
from c4lib import Connect4, fast
from c4lib.agents import AlphaZero, Clock
from c4lib.alphazero.search import Searches
from c4lib.fast.mcts import Forest
fast.mcts(Connect4(), 10), fast.alphabeta(Connect4(), 1)
limit = 250 + int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() // 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit << 20, limit << 20))
for use in (
    lambda: fast.Solver(1024, book=False).solve(Connect4()),
    lambda: fast.alphabeta(Connect4(), 1, table_entries=2**26),
    lambda: Clock(nodes=10, table_mb=1024)(Connect4()),
    lambda: Searches([Connect4()] * 1000, 10_000),
    lambda: Forest.of(Connect4(), 0, 1, 2**26),
):
    try:
        use()
    except ValueError as error:
        print(error)
"""


@needs_compiler
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc")
def test_what_does_not_fit_into_the_memory_is_said():
    run = fresh_python(TOO_LARGE)
    assert run.stdout.splitlines() == [
        f"there is not enough memory for {what}; ask for less"
        for what in (
            "a table of 1,024 MB", "a table of 67,108,864 entries", "a table of 1,024 MB",
            "a search of 10,000 simulations for 1,000 states",
            "a tree of 67,108,864 rows for each worker",
        )
    ], run.stderr  # fmt: skip


@needs_compiler
def test_a_tree_that_finds_no_more_memory_ends_the_search(monkeypatch):
    def full(*_):
        raise MemoryError

    monkeypatch.setattr(mcts_kernel, "with_room", full)
    result = fast.mcts(Connect4(), 100_000)
    assert result.move in range(7)
    assert not result.is_complete


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_the_stop_button_ends_a_long_search(name):
    getattr(fast, name)(Connect4(), 1)  # compiles it
    with stop_button(0.3, within=5):
        getattr(fast, name)(Connect4())
    assert getattr(fast, name)(Connect4(), 1).nodes == 8
