"""The solver's scores against published ones, another solver's, and the readable search's."""

import random
import re
import threading
import time
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import ROOT, broken_off, fresh_python, needs_compiler, small_positions
from stopping import stop_button

from c4lib import fast
from c4lib.connect4 import Connect4
from c4lib.fast import Solver, analyze, solve
from c4lib.fast.solver import outlook, plies_left
from c4lib.fast.solver_kernel import TRICKS
from c4lib.players.agents import Perfect
from c4lib.search import alphabeta
from c4lib.search.common import WIN

DATA = ROOT.parent / "shared" / "data"
SETS = {"L3_R1": 100, "L2_R1": 100, "L2_R2": 60, "L1_R1": 60, "L1_R2": 12, "L1_R3": 4}
"""The sets of published positions, and how many of each are solved in the quick test."""

needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="../shared/data, with positions whose scores are known, is not here"
)


def published(name):
    """The positions of a set and their scores."""
    lines = (DATA / f"Test_{name}").read_text().splitlines()
    return [(moves, int(score)) for moves, score in map(str.split, lines)]


def by_alphabeta(state, search=alphabeta):
    """The score for the player to move by an alpha-beta to the end of the game."""
    value = search(state, state.free, order="centre").value
    if value == 0:
        return 0
    score = (state.free - int(WIN - abs(value)) + 2) // 2
    return score if value > 0 else -score


# ---- the scores ----------------------------------------------------------------------------


@needs_data
@needs_compiler
@pytest.mark.parametrize("name", SETS)
def test_published_scores(name):
    sample = published(name)
    if name == "L1_R3":  # the others take too long for a quick test
        sample = [(moves, score) for moves, score in sample if len(moves) > 9]
    sample = random.Random(4).sample(sample, SETS[name])
    solver = Solver(book=False)
    for moves, score in sample:
        assert solver.solve(Connect4.from_moves(moves)).score == score, moves


@pytest.mark.slow
@needs_data
@needs_compiler
@pytest.mark.parametrize("name", SETS)
def test_all_published_scores(name):
    solver = Solver(table_mb=1024, threads=2)
    rows = published(name)
    solutions = solver.solve_all([Connect4.from_moves(moves) for moves, _ in rows])
    assert [(moves, s.score) for (moves, _), s in zip(rows, solutions, strict=True)] == rows


@needs_compiler
@pytest.mark.parametrize(
    ("count", "least", "most"), [(400, 16, 38), pytest.param(5000, 10, 40, marks=pytest.mark.slow)]
)
def test_random_positions_have_the_scores_that_another_solver_gives(count, least, most):
    core = pytest.importorskip("bitbully.bitbully_core")
    other, ours = core.BitBullyCore(), Solver(book=False)
    for state in islice(broken_off((7, 6, 4), least, most, seed=5), count):
        board = core.BoardCore()
        assert board.setBoard(list(state.history))
        assert ours.solve(state).score == other.mtdf(board, 0), state.to_moves()


@given(small_positions(connect=4) | small_positions())
@settings(max_examples=250)
def test_on_small_boards_it_agrees_with_the_readable_search(state):
    assert solve(state).score == by_alphabeta(state)


@given(small_positions(free=13, connect=4), st.sets(st.sampled_from(TRICKS)), st.integers(-9, 9))
@settings(max_examples=200)
def test_no_trick_changes_a_score(state, tricks, least):
    tricked, score = Solver(table_mb=1, book=False, tricks=sorted(tricks)), solve(state).score
    assert tricked.at_least(state, least) is (score >= least)
    assert tricked.solve(state).score == score


@given(small_positions(free=9, connect=4))
@settings(max_examples=60)
def test_every_move_is_told_its_score(state):
    scores = analyze(state)
    assert list(scores) == state.moves()
    assert max(scores.values()) == solve(state).score
    for move, score in scores.items():
        after = state.play(move)
        ended = (state.free + 1) // 2 if after.winner == state.player else 0
        assert score == (ended if after.is_over else -solve(after).score)


VALUES = {(4, 4): 0, (5, 4): 0, (4, 5): 0, (6, 4): -1, (5, 5): 0}


@needs_compiler
@pytest.mark.parametrize("size", VALUES)
def test_the_values_of_small_boards(size):
    assert solve(Connect4(*size)).value == VALUES[size]


@needs_compiler
@pytest.mark.parametrize(
    "size", [(3, 20), (2, 31), (1, 63), (1, 4), (4, 1), (32, 1), (12, 4), (8, 7)], ids=str
)
def test_very_tall_very_flat_and_very_large_boards(size):
    """Positions with few free squares, for on the empty board some would take for ever."""
    dice = random.Random(1)
    area = size[0] * size[1]
    for free in (1, 2, 5, 8, 9):
        state = Connect4(*size)
        while area - state.ply > free:
            open_ones = [move for move in state.moves() if not state.play(move).is_over]
            state = state.play(dice.choice(open_ones)) if open_ones else Connect4(*size)
        assert solve(state).score == by_alphabeta(state)


@needs_compiler
@pytest.mark.parametrize("size", [(9, 5), (9, 6), (10, 5)], ids=str)
def test_on_wide_boards_it_agrees_with_the_compiled_search(size):
    area, solver = size[0] * size[1], Solver(book=False)
    for state in islice(broken_off((*size, 4), area - 18, area - 8, seed=9), 60):
        assert solver.solve(state).score == by_alphabeta(state, fast.alphabeta), state.to_moves()


# ---- a yes or no instead of a score --------------------------------------------------------


@needs_compiler
def test_the_same_solver_answers_all_questions_about_a_position_alike():
    solver = Solver(book=False)
    for state in islice(broken_off((7, 6, 4), 16, 30, seed=7), 20):
        score = solver.solve(state).score
        answers = [solver.at_least(state, score + more) for more in (-2, -1, 0, 1, 2)]
        assert answers == [True, True, True, False, False], state.to_moves()
        assert solver.solve(state).score == score


@needs_compiler
def test_with_too_few_nodes_there_is_no_answer_and_nothing_wrong_is_kept():
    solver = Solver(book=False)
    for state in islice(broken_off((7, 6, 4), 14, 18, seed=8), 10):
        whole = Solver(book=False)
        answer = whole.at_least(state, 1)
        if whole.last_nodes > 1000:
            for nodes in (0, 1, 10, 100):
                assert Solver(book=False).at_least(state, 1, nodes) is None
        for nodes in (1, 50, 500):
            assert solver.at_least(state, 1, nodes) in (None, answer)
        assert solver.at_least(state, 1) is answer


def test_the_book_answers_at_once():
    solver = Solver()
    assert solver.at_least(Connect4(), 1) is True
    assert solver.at_least(Connect4(), 2) is False
    assert solver.at_least(Connect4(), 10**30, 10**30) is False
    assert solver.last_nodes == 0


@needs_compiler
def test_another_thread_can_halt_such_a_question():
    solver, halted = Solver(book=False), threading.Event()

    def halt():
        halted.set()  # first this, then the halt, so that no question slips through
        solver.halt()

    start = time.perf_counter()
    threading.Timer(0.3, halt).start()
    assert solver.at_least(Connect4(), 1, stopped=halted.is_set) is None
    assert solver.at_least(Connect4(), 1, stopped=halted.is_set) is None, "still stopped"
    assert time.perf_counter() - start < 20
    assert solver.at_least(Connect4.from_moves("121212"), 18) is True


def test_a_table_fits_a_board_or_does_not():
    assert Solver(table_mb=1).fits(Connect4().board)
    assert not Solver(table_mb=4).fits(Connect4(8, 7).board)
    assert Solver(table_mb=8).fits(Connect4(8, 7).board)


# ---- what comes with a score ---------------------------------------------------------------


@given(small_positions(connect=4))
@settings(max_examples=100)
def test_a_score_tells_how_long_the_game_goes_on(state):
    solution = solve(state)
    plies = 0
    while not state.is_over:
        state = state.play(Perfect()(state))
        plies += 1
    assert solution.plies == plies
    assert solution.value == (0 if state.winner is None else 1 if plies % 2 else -1)


def test_an_outlook_in_words():
    assert str(solve(Connect4.from_moves("121212"))) == "wins in 1 move"
    assert outlook(-18, 37) == "loses in 2 moves"
    assert outlook(0, 7) == "draws"
    assert plies_left(1, 42) == 41


@needs_compiler
def test_a_cleared_solver_does_the_same_work_again():
    solver = Solver(book=False)
    state = Connect4.from_moves("36324443")
    first, again = solver.solve(state), solver.solve(state)
    assert again.nodes < first.nodes / 10
    solver.clear()
    assert solver.solve(state).nodes == first.nodes


@needs_compiler
def test_threads_and_a_small_table_give_the_same_scores():
    states = list(islice(broken_off((7, 6, 4), 14, 20, seed=2), 12))
    many = [solution.score for solution in Solver(book=False, threads=3).solve_all(states)]
    small = Solver(table_mb=1, book=False)
    assert many == [small.solve(state).score for state in states]
    assert Solver(book=False, threads=3).analyze(states[0]) == small.analyze(states[0])


@needs_compiler
def test_clearing_over_and_over_never_brings_old_scores_back():
    """The table has room for few ages on a board of 64 bits; each board has scores of its own."""
    solver = Solver(table_mb=16, book=False)
    wide = Connect4.from_moves("1212128787873434", 8, 7)
    score = solver.solve(wide).score
    for _ in range(20):
        solver.clear()
        assert solver.solve(Connect4.from_moves("12", 4, 4)).score == 0
        assert solver.solve(wide).score == score


@needs_compiler
def test_a_board_never_meets_the_scores_of_another():
    """On these two boards labels of different ages could be the same bits."""
    solver = Solver(book=False)
    assert solver.solve(Connect4(6, 5)).score == 0
    states = [Connect4.from_moves(moves, 7, 4) for moves in ("557", "4455", "1234", "44115")]
    fresh = [Solver(book=False).solve(state).score for state in states]
    assert [solver.solve(state).score for state in states] == fresh
    assert fresh[0] == 1


def test_a_trick_named_twice_is_one_trick():
    state = Connect4.from_moves("1122", 4, 4)
    once, twice = (Solver(book=False, tricks=["forced moves"] * times) for times in (1, 2))
    assert once.solve(state).nodes == twice.solve(state).nodes


@needs_compiler
@pytest.mark.parametrize("again", [lambda solver: solver.solve(Connect4(4, 4)), Solver.clear])
def test_a_solver_at_work_says_so(again):
    solver = Solver(book=False)
    with pytest.raises(RuntimeError, match="at work"):
        solver.solve_all([Connect4.from_moves("121212")], lambda *_: again(solver))
    assert solver.solve(Connect4.from_moves("121212")).score == 18


def test_solutions_are_told_as_they_come():
    told = {}
    solutions = Solver(book=False).solve_all([Connect4.from_moves("121212")], told.__setitem__)
    assert told == dict(enumerate(solutions))


def test_the_perfect_player_is_perfect():
    assert Perfect()(Connect4.from_moves("121212")) == 0
    assert Perfect()(Connect4(5, 1, 2)) == 2, "of equally good moves the one in the middle"


@needs_compiler
@pytest.mark.parametrize("threads", [1, 2])
def test_the_stop_button_ends_a_long_search(threads):
    solver = Solver(book=False, threads=threads)
    short = Connect4.from_moves("121212")
    solver.solve(short)  # compiles it
    with stop_button(0.5, within=10):
        solver.analyze(Connect4())
    assert solver.solve(short).score == 18


CODE = """
from c4lib.connect4 import Connect4
from c4lib.fast import analyze
print(analyze(Connect4.from_moves("11223", 4, 4)))
"""


@needs_compiler
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it so")
def test_the_default_solver_stays_small():
    code = CODE.replace('"11223", 4, 4', '"4444433355"')
    code += "print(open('/proc/self/status').read())"
    (most,) = re.findall(r"VmHWM:\s+(\d+) kB", fresh_python(code).stdout)
    assert int(most) < 350 * 1024
    assert fast.Solver().table_mb == 64
