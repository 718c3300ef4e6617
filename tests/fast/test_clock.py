"""The clock player: right where it can know, quick where it must, and within its bounds."""

import pickle
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_games import broken_off, needs_compiler, small_positions
from stopping import stop_button

from c4lib import fast
from c4lib.connect4 import Connect4
from c4lib.fast import clock, clock_kernel
from c4lib.fast.clock import Deepening, Thinker
from c4lib.fast.clock_kernel import CERTAIN_WIN, SLOTS, WIN, keep, new_memory, recall, zugzwang
from c4lib.fast.lines_kernel import OPEN, WORTH, lines_of, position_of
from c4lib.fast.solver import Solver
from c4lib.heuristics.counts import threat_squares
from c4lib.measure.accuracy import accuracy, positions
from c4lib.players.agents import Clock, OnePly
from c4lib.players.arena import match, play_game
from c4lib.search import forced_moves

MANY = 10_000_000
"""More nodes than any of the small positions here takes."""

SMALL_BOARDS = [Connect4(*size) for size in ((4, 4, 4), (4, 4, 3), (5, 3, 4), (4, 3, 3))]


def exact(state, player):
    """What the game is worth to a player if both play perfectly."""
    if state.is_over:
        return state.utility(player)
    value = fast.alphabeta(state, table_entries=2**12).value
    return value if state.player == player else -value


def timeless(thought):
    """A thought without what differs each time."""
    return replace(thought, seconds=0.0)


# ---- it is right where it can know ---------------------------------------------------------


@needs_compiler
@given(small_positions(free=12) | small_positions(connect=5, free=14), st.integers(1, 2))
@settings(max_examples=160)
def test_what_it_sees_to_the_end_is_true_on_any_board(state, table_mb):
    player = Clock(nodes=MANY, table_mb=table_mb)
    move = player(state)
    thought, value = player.result, exact(state, state.player)
    assert move == thought.move
    assert exact(state.play(move), state.player) == value, "the move keeps what there is"
    if forced_moves(state) or len(state.moves()) == 1:
        assert thought.proven in (None, value)
        assert thought.depth == thought.nodes == 0
    else:
        assert thought.proven == value
    if thought.proven is not None:
        assert (thought.value > CERTAIN_WIN) - (thought.value < -CERTAIN_WIN) == value


@needs_compiler
@given(small_positions(connect=4, free=16))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_the_solver_proves_is_true(monkeypatch, state):
    monkeypatch.setattr(clock, "DEEPENING", 0.0)
    player = Clock(seconds=60, table_mb=4)
    move = player(state)
    value = exact(state, state.player)
    if not forced_moves(state) and len(state.moves()) > 1:
        assert player.result.proven == value
    assert player.result.seconds < 30
    assert exact(state.play(move), state.player) == value


@needs_compiler
def test_moves_that_are_proven_to_lose_are_left_even_if_the_proof_is_stopped(monkeypatch):
    """The first move is found to lose, and then nothing more until the time is up."""
    asked = []

    def at_least(solver, state, score, nodes, stopped):
        asked.append((state, nodes))
        time.sleep(0.001)
        return True if len(asked) < 3 else None

    clock._load()
    monkeypatch.setattr(Solver, "at_least", at_least)
    player = Clock(seconds=0.5)
    move = player(Connect4())
    assert player.result.proven is None
    assert asked[0][0] == asked[1][0] == Connect4().play(asked[0][0].history[0])
    assert move != asked[0][0].history[0], "the best at first, but it was refuted"
    first_round, second_round = asked[2:14], asked[14:26]
    assert [state for state, _ in first_round] == [state for state, _ in second_round]
    assert first_round[-1][1] < second_round[0][1], "the second time with more nodes"


@needs_compiler
@given(small_positions(free=16), st.integers(1, 300))
@settings(max_examples=120)
def test_what_it_claims_to_have_proven_is_true_however_soon_it_is_stopped(state, nodes):
    player = Clock(nodes=nodes, table_mb=2)
    move = player(state)
    if player.result.proven is not None:
        assert player.result.proven == exact(state, state.player)
        assert player.result.proven == exact(state.play(move), state.player)


@needs_compiler
@pytest.mark.parametrize(
    ("size", "value"), [((4, 4, 3), 1), ((4, 4, 4), 0), ((6, 4, 4), -1), ((5, 5, 4), 0)], ids=str
)
def test_the_values_of_whole_small_boards(size, value):
    player = Clock(nodes=MANY, table_mb=8)
    player(Connect4(*size))
    assert player.result.proven == value


@needs_compiler
def test_a_win_is_seen_beyond_the_depth_if_the_way_is_forced():
    """On the bottom row three in the middle of five are two threats, and O can stop only one."""
    state = Connect4.from_moves("441", 7, 6, 4).play(6)  # X on 1 and 4, O on 4 and 7
    player = Clock(nodes=20_000)
    player(state)
    for step in player.result.iterations:
        assert abs(step.value) < CERTAIN_WIN or WIN - abs(step.value) > step.depth
        assert step.move in state.moves()
    forced = Connect4.from_moves("4433", 7, 6, 4)  # X on 3 and 4 at the bottom
    player(forced)
    assert player.result.iterations[-1].depth == 1
    assert player.result.value == WIN - 3, "a disc, any answer, and the line"
    assert player.result.proven == 1


@needs_compiler
def test_a_draw_is_seen_when_no_line_is_open():
    quiet = (
        state
        for state in broken_off((4, 6, 5), 12, 20, seed=3)  # lines are only vertical
        if not forced_moves(state) and len(state.moves()) > 1
    )
    closed = (s for s in quiet if not position_of(s, lines_of(s.board)).sums[:, OPEN].any())
    for state in islice(closed, 10):
        player = Clock(nodes=100)
        player(state)
        assert (player.result.proven, player.result.value, player.result.depth) == (0, 0, 1)


def test_who_has_no_line_left_is_never_judged_to_be_ahead():
    seen = 0
    for state in islice(broken_off((4, 6, 5), 6, 16, seed=4), 200):
        lines = lines_of(state.board)
        position = position_of(state, lines)
        value = clock_kernel.judge(lines, position, state.player, np.zeros(4, np.int32))
        mine, theirs = position.sums[state.player, OPEN], position.sums[1 - state.player, OPEN]
        assert mine or value <= 0
        assert theirs or value >= 0
        seen += not (mine and theirs)
    assert seen > 30


def test_an_evaluation_is_never_taken_for_a_win():
    state = Connect4(9, 9, 5)
    lines = lines_of(state.board)
    position = position_of(state, lines)
    for player, sign in ((0, 1), (1, -1)):
        position.sums[0, WORTH] = 3 * WIN
        value = clock_kernel.judge(lines, position, player, np.zeros(9, np.int32))
        assert 0 < sign * value < CERTAIN_WIN


# ---- it takes what is there at once --------------------------------------------------------


def urgent_positions():
    """X or O is about to complete a line: on large boards an upright or a flat one of ten."""
    flat = ",".join(f"{column},{column}" for column in range(3, 12))
    found = [
        Connect4.from_moves(moves, width, width, 10)
        for width in (20, 50)
        for upright in ((f"7,{width}," * 9)[:-1],)
        for moves in (flat, flat[:-3], upright, upright[:-3])
    ]
    sizes = [(7, 6, 4), (7, 7, 4), (4, 5, 3), (9, 9, 5), (20, 20, 5), (3, 8, 3), (8, 1, 3)]
    for size in [*sizes, (6, 6, 2), (70, 3, 3), (5, 5, 1)]:
        most = min(size[0] * size[1], 120) - 1
        found += islice(broken_off(size, 0, most, seed=6), 12)
    return [state for state in found if forced_moves(state)]


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"seconds": 0.001}], ids=str)
def test_a_win_in_one_is_taken_and_a_loss_in_one_is_stopped_whatever_the_time(limit):
    states = urgent_positions()
    player = Clock(**limit, table_mb=4)
    assert len(states) > 40
    for state in states:
        move = player(state)
        assert move in forced_moves(state), state
        won = state.play(move).winner == state.player
        assert player.result.proven == (1 if won else None)
        assert player.result.value == (WIN - 1 if won else 0)


def test_nothing_is_played_right_below_a_threat_if_there_is_no_time_to_think():
    seen, player = 0, Clock(nodes=1, table_mb=1)
    for state in broken_off((7, 6, 4), 8, 24, seed=8):
        after = {move: state.play(move) for move in state.moves()}
        quiet = [
            move
            for move, child in after.items()
            if not any(child.play(answer).is_over for answer in child.moves())
        ]
        if not forced_moves(state) and quiet and len(quiet) < len(after):
            assert player(state) in quiet, state
            seen += 1
        if seen == 30:
            break


# ---- deepening -----------------------------------------------------------------------------


def deepening(state):
    lines = lines_of(state.board)
    memory = new_memory(lines, 1)
    memory.learnt[:] = np.diff(lines.first)
    return Deepening(state, lines, position_of(state, lines), memory)


def test_a_move_that_is_seen_to_lose_is_not_played_if_others_were_not_looked_at():
    search = deepening(Connect4())
    search._sort(dict.fromkeys(search.moves, 5) | {2: 9, 4: -WIN + 6})
    assert (search.moves[0], search.value, search.moves[-1]) == (2, 9, 4)
    before = list(search.moves)
    search._sort({2: -3})
    assert (search.moves, search.value) == (before, -3), "worse, but the others may be, too"
    search._sort({2: -WIN + 8})
    assert search.moves[0] == before[1]
    assert search.moves[-2:] == [2, 4], "a later loss is better than a sooner one"
    search._sort({})
    assert search.moves[-2:] == [2, 4]


@needs_compiler
def test_each_depth_is_told_with_its_move_and_its_nodes():
    player = Clock(nodes=20_000)
    move = player(Connect4())
    iterations = player.result.iterations
    assert [step.depth for step in iterations] == list(range(1, len(iterations) + 1))
    assert [step.nodes for step in iterations] == sorted(step.nodes for step in iterations)
    assert player.result.depth == iterations[-1].depth > 5
    assert iterations[-1].nodes <= player.result.nodes <= 20_000
    assert move == 3


@needs_compiler
def test_a_player_seeded_anew_has_forgotten_everything():
    state, player = Connect4(6, 6, 5), Clock(nodes=5000)
    player(state)
    first = timeless(player.result)
    player(state)
    assert timeless(player.result) != first, "it goes on from what it remembers"
    again = player.seeded(3)
    assert (again, again.result) == (player, None)
    again(state)
    assert timeless(again.result) == first


@needs_compiler
def test_it_thinks_about_as_long_as_it_may():
    """No test of speed: it must neither stop at once nor go on for ever."""
    for size in ((7, 6, 4), (30, 30, 10)):
        player = Clock(seconds=0.3)
        start = time.perf_counter()
        player(Connect4(*size))
        assert 0.2 < player.result.seconds <= time.perf_counter() - start < 20
        assert player.result.proven is None


# ---- the table -----------------------------------------------------------------------------


def test_the_oldest_entry_of_a_bucket_leaves_first():
    memory = new_memory(lines_of(Connect4().board), 1)
    keys = [np.int64((5 << memory.shift) + n) for n in range(SLOTS + 1)]
    other = np.int64(6 << memory.shift)
    keep(memory, other, 99)
    for n, key in enumerate(keys[:SLOTS]):
        keep(memory, key, n)
    assert [recall(memory, key) for key in keys] == [*range(SLOTS), -1]
    keep(memory, keys[0], 10)  # it is the newest now
    keep(memory, keys[SLOTS], 11)
    assert [recall(memory, key) for key in keys] == [10, -1, 2, 3, 11]
    assert recall(memory, other) == 99
    assert np.count_nonzero(memory.entries) == 2 * (SLOTS + 1)


@given(
    st.integers(-WIN, WIN), st.integers(0, 2), st.integers(0, 4000), st.integers(0, 1000),
    st.integers(0, 120),
)  # fmt: skip
def test_an_entry_holds_what_was_put_in(value, bound, move, depth, ply):
    assume(abs(value) + ply <= WIN)  # no win is nearer than the position itself
    assume(abs(value) < CERTAIN_WIN or abs(value) > CERTAIN_WIN + 1000)
    entry = clock_kernel.pack(value, bound, move, depth, ply)
    assert entry >= 0
    assert clock_kernel.value_of(entry, ply) == value
    assert entry >> clock_kernel.BOUND_AT & 3 == bound
    assert entry >> clock_kernel.DEPTH_AT == depth
    move_bits = clock_kernel.DEPTH_AT - clock_kernel.MOVE_AT
    assert entry >> clock_kernel.MOVE_AT & (1 << move_bits) - 1 == move
    if value > CERTAIN_WIN:
        assert clock_kernel.value_of(entry, 0) == value + ply, "it is nearer from there"


@needs_compiler
@pytest.mark.parametrize("table_mb", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("size", [(7, 6, 4), (5, 5, 4), (8, 7, 4), (12, 12, 6)], ids=str)
def test_the_memory_stays_within_its_bound(table_mb, size):
    thinker = Thinker(table_mb)
    thinker.think(Connect4(*size), nodes=2000)
    assert (table_mb << 20) / 4 < thinker._memory.entries.nbytes <= table_mb << 20
    with_solver = Thinker(table_mb)
    with_solver.think(Connect4(*size), seconds=clock.LONG)
    used = with_solver._memory.entries.nbytes
    if with_solver._solver is not None:
        used += with_solver._solver._table.nbytes
    assert (table_mb << 20) / 4 < used <= table_mb << 20


# ---- zugzwang ------------------------------------------------------------------------------


def played_out(state):
    """The same, disc by disc."""
    empty = state.board.full & ~state.mask
    threats = [
        set(state.board.cells(threat_squares(state.board, state.discs(player), empty)))
        for player in (0, 1)
    ]
    heights = [0] * state.width
    for column, _ in state.board.cells(state.mask):
        heights[column] += 1
    mover = state.player
    while True:
        left = [column for column in range(state.width) if heights[column] < state.height]
        above = {column: (column, heights[column] + 1) for column in left}
        safe = [column for column in left if above[column] not in threats[0] | threats[1]]
        if safe:
            heights[safe[0]] += 1
            mover = 1 - mover
            continue
        own = [column for column in left if above[column] not in threats[1 - mover]]
        if not own:
            return 1 - mover if left else -1
        heights[own[-1]] += 2
        if (own[-1], heights[own[-1]]) in threats[mover]:
            return mover


@pytest.mark.parametrize("size", [(7, 6, 4), (6, 7, 4), (5, 5, 3), (4, 9, 3), (9, 8, 5)], ids=str)
def test_zugzwang_is_as_if_it_was_played_out(size):
    games, winners = broken_off(size, 4, size[0] * size[1] * 3 // 4, seed=9), set()
    for state in islice((game for game in games if not forced_moves(game)), 150):
        lines = lines_of(state.board)
        position = position_of(state, lines)
        before = [array.tolist() for array in position]
        winner = zugzwang(lines, position, state.player, np.zeros(lines.width, np.int32))
        assert winner == played_out(state), state
        assert [array.tolist() for array in position] == before
        winners.add(winner)
    assert winners == {-1, 0, 1}


@needs_compiler
@pytest.mark.parametrize("budget", [{"nodes": 10**30}, {"seconds": 1e9}], ids=str)
def test_a_budget_without_end_ends_with_the_game(budget):
    assert Clock(**budget)(Connect4(3, 3, 3)) == 1


# ---- whoever uses it -----------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("deepening", [clock.DEEPENING, 0.001], ids=["deepening", "proving"])
def test_the_stop_button_ends_a_long_thought_and_the_player_goes_on(deepening, monkeypatch):
    monkeypatch.setattr(clock, "DEEPENING", deepening)
    player = Clock(seconds=60)
    player(Connect4.from_moves("11223"))  # compiles it
    with stop_button(0.4, within=20):
        player(Connect4())
    player.seconds, player.nodes = 1.0, MANY
    state = Connect4.from_moves("4433")
    player(state)
    assert player.result.proven == 1
    assert exact(Connect4.from_moves("112233", 4, 4, 4), 0) == 1


@needs_compiler
def test_threads_that_share_a_player_wait_for_each_other():
    thinker = Thinker(2)
    states = SMALL_BOARDS * 3
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(thinker.think, state, nodes=MANY) for state in states]
        for job, state in zip(jobs, states, strict=True):
            assert job.result().proven == exact(state, 0)


@needs_compiler
def test_a_player_can_be_sent_to_another_process():
    state, player = Connect4(6, 6, 5), Clock(nodes=2000, table_mb=3)
    move = player(state)
    copy = pickle.loads(pickle.dumps(player))
    assert (copy, copy.result) == (player, player.result)
    assert len(pickle.dumps(player)) < 10_000, "without its memory"
    copy(state)
    assert timeless(copy.result) == timeless(player.result)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(player, state).result(timeout=120) == move


@needs_compiler
def test_it_plays_matches_and_is_measured_like_any_player():
    result = match(Clock(nodes=300, table_mb=2), OnePly(), games=6, seed=1)
    assert result.players == ("clock", "one-ply")
    assert result == match(Clock(nodes=300, table_mb=2), OnePly(), games=6, seed=1)
    assert result.wins == 6
    report = accuracy(Clock(nodes=300, table_mb=2), positions("end", count=20))
    assert len(report.answers) == 20


@needs_compiler
@pytest.mark.parametrize(
    "size",
    [
        (1, 1, 1), (1, 7, 3), (7, 1, 3), (2, 2, 2), (2, 3, 3), (3, 3, 1), (70, 2, 4), (1, 70, 5),
        (3, 30, 4), (9, 7, 4), (100, 1, 3), (5, 40, 7),
    ],
    ids=str,
)  # fmt: skip
def test_odd_boards_are_played_to_the_end(size):
    player = Clock(nodes=50, table_mb=2)
    for players in ((player, OnePly(2)), (OnePly(3), player)):
        assert play_game(*players, start=Connect4(*size)).final.is_over
