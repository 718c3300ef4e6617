"""Monte Carlo tree search, readable and compiled."""

import _thread
import copy
import importlib
import pickle
import threading
import time
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_game
from small_games import LastOfThree, Toss
from stopping import stopped_after

from c4lib import fast, search
from c4lib.connect4 import Connect4
from c4lib.fast import mcts_kernel
from c4lib.game import State
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.players.agents import MCTS
from c4lib.search import careful, mcts
from c4lib.search.dice import Dice
from c4lib.search.mcts import (
    Node,
    add_child,
    at_random,
    best_child,
    choice,
    expand,
    new_node,
    simulate,
    tidy,
    update,
    wary,
)

WIN_OR_BLOCK = Connect4.from_moves("3344")
"""X can make three in row 1 with two free ends, and wins."""

DRAWN_OR_LOST = Connect4.from_moves("34242134", 4, 4)
"""Only the last column holds the draw."""

twin: Any = importlib.import_module("c4lib.fast.mcts")
"""The module; `fast.mcts` is its function."""

BOTH = pytest.mark.parametrize("run", [search.mcts, fast.mcts], ids=["readable", "compiled"])


def played(state: Any, seed: int, plies: int) -> Any:
    """The state after some random moves, or before the last one if they end the game."""
    game = random_game(state, seed)
    return game[min(plies, len(game) - 2)]


# ---- the four steps ------------------------------------------------------------------------


def grown(state: State, iterations: int, **options: Any) -> Node:
    tree = mcts(state, iterations, **options).tree
    assert isinstance(tree, Node)
    return tree


def test_every_iteration_adds_a_node_and_each_child_is_visited_before_any_is_visited_twice():
    root = grown(Connect4(), 7)
    assert ([child.visits for child in root.children.values()], root.untried) == ([1] * 7, [])
    assert grown(Connect4(), 50).visits == 50
    assert search.mcts(Connect4(), 50).nodes == 51


def test_points_are_counted_for_whoever_chose_the_node():
    state = Connect4.from_moves("121212")  # X wins with column 1
    root = new_node(state, state.player)
    won = expand_move(root, 0)
    update(won, simulate(won.state, 3, at_first, Dice()))
    assert (won.visits, won.points, root.points) == (1, 1.0, 1.0)
    reply = new_node(state.play(2), 0, 2, root)
    answer = new_node(reply.state.play(1), 1, 1, reply)  # O has four in column 2
    update(answer, simulate(answer.state, 1, at_first, Dice()))
    assert (answer.points, reply.points) == (1.0, 0.0)


def expand_move(node: Node, move: int) -> Node:
    node.untried = [move]
    return expand(node, Dice())


def at_first(state: Any, dice: Dice) -> Any:
    return state.moves()[0]


def test_a_visit_counts_the_mean_of_its_rollouts():
    root = grown(Connect4(), 20, rollouts=10)
    assert root.visits == 20
    assert 0 < root.mean < 1
    assert all(0 <= child.points <= child.visits for child in root.children.values())


# ---- what it finds -------------------------------------------------------------------------


@BOTH
def test_a_win_and_a_block_are_found(run):
    assert run(Connect4.from_moves("121212"), 300).move == 0
    assert run(Connect4.from_moves("12121"), 300).move == 0


@BOTH
def test_the_move_visited_most_is_played(run):
    result = run(Connect4(), 500, seed=3)
    assert result.moves[result.move].visits == max(s.visits for s in result.moves.values())
    assert sum(stats.visits for stats in result.moves.values()) == 500
    assert result.line[0] == result.move
    assert -1 <= result.value <= 1


@BOTH
def test_the_same_seed_gives_the_same_result_and_another_seed_another(run):
    assert run(Connect4(), 200, seed=1) == run(Connect4(), 200, seed=1)
    assert run(Connect4(), 200, seed=1).moves != run(Connect4(), 200, seed=2).moves


@pytest.mark.parametrize("seed", range(5))
def test_proofs_agree_with_minimax(seed):
    state = played(Connect4(4, 4, 3), seed, 6)
    result = fast.mcts(state, 50_000, prove=True)
    exact = search.minimax(state)
    assert result.value == exact.value
    assert search.minimax(state.play(result.move)).value == -exact.value


def test_a_proof_ends_the_search_early():
    result = mcts(WIN_OR_BLOCK, 100_000, prove=True)
    assert (result.value, result.tree.proven) == (1.0, 1.0)
    assert result.nodes < 2000


def test_a_move_that_is_proven_to_lose_is_not_played_if_there_is_another():
    state = Connect4.from_moves("12121")  # only column 1 stops X
    result = mcts(state, 200, prove=True)
    assert result.move == 0
    assert {move for move, stats in result.moves.items() if stats.value == -1} >= {1, 2}


# ---- careful and wary games ----------------------------------------------------------------


def moves_drawn(policy: Any, state: Any) -> set[int]:
    """The moves that are ever played in the state."""
    return {policy(state, Dice(seed)) for seed in range(100)}


@pytest.mark.parametrize("policy", [careful, wary])
def test_careful_and_wary_games_take_wins_and_stop_losses(policy):
    assert policy(Connect4.from_moves("121212"), Dice()) == 0
    assert policy(Connect4.from_moves("12121"), Dice()) == 0
    assert moves_drawn(policy, Connect4()) == set(range(7))


@pytest.mark.parametrize("seed", range(30))
def test_wary_games_leave_the_square_below_a_line_alone(seed):
    state = played(Connect4(), seed, 14)
    if search.forced_moves(state):
        return
    allowed = [
        [move for move in state.moves() if not fills_line(state, move, discs)]
        for discs in (state.theirs, state.mine)
    ]
    safe = set(allowed[0])
    expected = safe & set(allowed[1]) or safe or {state.moves()[0]}
    assert moves_drawn(wary, state) == expected


def fills_line(state: Connect4, move: int, discs: int) -> bool:
    """Whether the discs and one more, two squares above the top of a column, are a line."""
    height = sum(cell[0] == move for cell in state.board.cells(state.mask))
    if height + 1 >= state.height:
        return False
    return state.board.has_line(discs | state.board.bottoms[move] << height + 1)


def test_other_games_are_played_carefully_by_the_wary():
    state = TicTacToe()
    assert [wary(state, Dice(seed)) for seed in range(9)] == [
        careful(state, Dice(seed)) for seed in range(9)
    ]


# ---- proven draws --------------------------------------------------------------------------


def with_children(*children: tuple[int, float, float | None]) -> Node:
    """A root whose children have these visits, means and proven values."""
    root = new_node(Connect4(), 0)
    root.untried = []
    for move, (visits, mean, proven) in enumerate(children):
        child = Node(root.state.play(move), 0, move, root, visits=visits, points=visits * mean)
        child.proven = proven
        root.children[move] = child
        root.visits += visits
    return root


def test_a_proven_draw_is_visited_when_nothing_promises_more():
    assert best_child(with_children((9, 0.9, 0.0), (9, 0.4, None)), 0.0).move == 0
    assert best_child(with_children((9, 0.9, 0.0), (9, 0.6, None)), 0.0).move == 1
    assert best_child(with_children((9, 0.9, -1.0), (9, 0.0, None)), 0.0).move == 1


def test_a_proven_draw_is_played_rather_than_what_was_visited_more_and_promises_less():
    assert choice(with_children((9, 0.5, 0.0), (90, 0.4, None))).move == 0
    assert choice(with_children((9, 0.5, 0.0), (90, 0.6, None))).move == 1
    assert choice(with_children((9, 0.5, -1.0), (90, 0.4, None))).move == 1


@BOTH
def test_a_draw_that_is_proven_early_is_played(run):
    state = DRAWN_OR_LOST
    exact = {move: -search.minimax(state.play(move)).value for move in state.moves()}
    assert max(exact.values()) == 0 > min(exact.values())
    assert all(exact[run(state, 300, prove=True, seed=seed).move] == 0 for seed in range(5))


@BOTH
def test_a_seconds_budget_is_used_and_the_shortest_is_enough_for_a_move(run):
    assert run(Connect4(), seconds=1e-9).move in Connect4().moves()
    result = run(Connect4(), seconds=0.05)
    visits = sum(stats.visits for stats in result.moves.values())
    assert visits >= result.nodes - 1 > 0  # the ends of games are visited again and again


# ---- any game ------------------------------------------------------------------------------


def test_dice_are_thrown_with_their_chances():
    result = mcts(Toss(), 4000, c=0.5)
    throw = result.tree.children["throw"]
    good, bad = throw.children["good"].visits, throw.children["bad"].visits
    assert good / (good + bad) == pytest.approx(0.75, abs=0.03)
    assert result.move == "throw"
    assert result.moves["throw"].value == pytest.approx(0.5, abs=0.06)
    assert result.line == ("throw",)


def test_three_players_each_look_after_themselves():
    result = mcts(LastOfThree(2, player=2), 200)
    assert (result.move, result.tree.owner) == (2, 2)
    assert all(child.owner == 2 for child in result.tree.children.values())
    third = mcts(LastOfThree(), 500).tree.children[1].children[1].children[1]
    assert [third.owner, third.parent.owner, third.parent.parent.owner] == [2, 1, 0]


def test_tic_tac_toe_is_a_draw_for_those_who_search_long():
    state = TicTacToe()
    while not state.is_over:
        state = state.play(mcts(state, 1500, seed=len(state.moves())).move)
    assert state.utility(0) == 0


# ---- the compiled twin ---------------------------------------------------------------------

BOARDS = [(7, 6, 4), (4, 4, 4), (3, 3, 3), (5, 4, 3), (6, 5, 5), (1, 4, 2), (8, 7, 4), (9, 1, 3)]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(BOARDS), st.integers(0, 10**6), st.integers(0, 12), st.integers(1, 150),
    st.sampled_from([0.0, 0.7, 1.5]), st.integers(1, 3), st.booleans(),
    st.sampled_from([None, at_random, careful, wary]),
)  # fmt: skip
def test_with_the_same_dice_both_grow_the_same_tree(
    size, seed, plies, iterations, c, rollouts,
    prove, policy,
):  # fmt: skip
    state = played(Connect4(*size), seed, plies)
    options: dict[str, Any] = {"c": c, "rollouts": rollouts, "prove": prove, "seed": seed}
    options["policy"] = policy
    readable = search.mcts(state, iterations, **options)
    compiled = fast.mcts(state, iterations, **options)
    assert compiled == readable
    assert_same(compiled.tree.tree(), readable.tree)


def assert_same(compiled: Node, readable: Node) -> None:
    for name in ("state", "owner", "move", "visits", "proven"):
        assert getattr(compiled, name) == getattr(readable, name)
    assert compiled.points == pytest.approx(readable.points)
    assert compiled.untried == readable.untried
    assert compiled.children.keys() == readable.children.keys()
    for move, child in readable.children.items():
        assert_same(compiled.children[move], child)


def test_workers_share_the_iterations_and_always_agree():
    results = [fast.mcts(Connect4(), 1001, workers=2, seed=5) for _ in range(3)]
    assert results[0] == results[1] == results[2]
    assert sum(stats.visits for stats in results[0].moves.values()) == 1001
    one, two = (results[0].tree.root(worker) for worker in (0, 1))
    assert (one.visits, two.visits) == (501, 500)
    assert {m: c.visits for m, c in one.children.items()} != {
        m: c.visits for m, c in two.children.items()
    }


def test_a_tree_that_outgrows_its_room_is_given_more_at_64_bytes_a_node():
    result = fast.mcts(Connect4(), 100_000, seed=1)
    assert sum(stats.visits for stats in result.moves.values()) == 100_000
    assert result.nodes > 95_000  # the ends of games are visited again and again
    rows = int(result.tree.trees[0].counts[mcts_kernel.ROWS])
    assert rows * mcts_kernel.ROW_BYTES <= 64 * result.nodes


def test_a_stopped_search_hands_back_what_it_has():
    result = mcts(Connect4(), 10_000_000, policy=stopped_after(5000, at_first))
    assert not result.is_complete
    assert 100 < sum(stats.visits for stats in result.moves.values()) < 1000


def test_so_does_a_stopped_compiled_search():
    fast.mcts(Connect4(), 10)  # compiles it
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    result = fast.mcts(Connect4(), 10_000_000, rollouts=100)
    assert not result.is_complete
    assert 0 < sum(stats.visits for stats in result.moves.values()) < 10_000_000


# ---- going on with a tree ------------------------------------------------------------------


@BOTH
def test_a_tree_is_gone_on_with_after_two_moves(run):
    first = run(Connect4(), 2000)
    reply = Connect4().play(first.line[0])
    later = reply.play(first.line[1])
    root = first.tree if isinstance(first.tree, Node) else first.tree.tree()
    known = root.children[first.line[0]].children[first.line[1]]
    before = {move: child.visits for move, child in known.children.items()}
    again = run(later, 10, tree=first.tree)
    assert sum(before.values()) > 20
    assert sum(s.visits for s in again.moves.values()) == sum(before.values()) + 10
    assert all(again.moves[move].visits >= visits for move, visits in before.items())


@BOTH
def test_a_tree_of_another_game_is_not_used(run):
    other = run(Connect4.from_moves("4453"), 50).tree
    assert run(Connect4(), 100, tree=other) == run(Connect4(), 100)


@BOTH
def test_a_tree_grows_on_as_it_would_have_without_being_asked(run):
    first = run(Connect4(), 300, seed=4)
    assert run(Connect4(), 200, tree=first.tree) == run(Connect4(), 500, seed=4)


@BOTH
def test_a_tree_that_is_gone_on_with_stays_as_it_is(run):
    first = run(Connect4(), 300)
    later = Connect4().play(first.line[0])
    for state in (Connect4(), later):
        assert run(state, 100, tree=first.tree) == run(state, 100, tree=first.tree, seed=9)
    assert run(Connect4(), 300) == first
    assert run(Connect4(), 1, tree=first.tree).nodes == first.nodes + 1


def test_both_go_on_alike():
    state: Any = Connect4(5, 4, 3)
    readable, compiled = search.mcts(state, 200, seed=2), fast.mcts(state, 200, seed=2)
    for _ in range(3):
        state = state.play(readable.line[0])
        readable = search.mcts(state, 50, tree=readable.tree)
        compiled = fast.mcts(state, 50, tree=compiled.tree, workers=3)  # it stays one worker
        assert compiled == readable
        assert len(compiled.tree.trees) == 1


def test_a_player_lets_a_tree_of_the_other_search_go():
    player = MCTS(20, keep=True)
    for state in (Connect4(), TicTacToe(), Connect4(9, 8), Connect4(), Connect4(6, 5)):
        player(state)
        assert player.result == MCTS(20)._search(state)(state, 20)


def test_a_kept_tree_counts_when_memory_is_asked_for():
    first = fast.mcts(Connect4(), 30_000)
    with pytest.raises(ValueError, match="the tree and what is to be added do not fit into 2 MB"):
        fast.mcts(Connect4(), 30_000, tree=first.tree, memory_mb=2)
    assert first.tree.fits(100, 2)
    again = fast.mcts(Connect4(), 100, tree=first.tree, memory_mb=2)
    assert again == fast.mcts(Connect4(), 30_100)
    assert len(again.tree.trees[0].visits) * mcts_kernel.ROW_BYTES <= 2 << 20


def test_a_player_lets_a_tree_go_that_leaves_no_memory_for_its_iterations():
    player = MCTS(100, keep=True)
    player(Connect4())
    assert player._kept(is_readable=False) is not None
    player.iterations = 16_777_000
    assert player._kept(is_readable=False) is not None
    player.iterations = 16_777_215
    assert player._kept(is_readable=False) is None


def test_threads_that_share_a_player_take_turns():
    player = MCTS(500, keep=True)
    threads = [threading.Thread(target=player, args=(Connect4(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert player.result == fast.mcts(Connect4(), 8 * 500)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_a_player_that_keeps_its_tree_can_be_copied_and_sent(copied):
    player = MCTS(100, keep=True)
    player(Connect4())
    other = copied(player)
    assert other == player
    assert other(Connect4()) == player(Connect4())
    assert other.result == player.result == fast.mcts(Connect4(), 200)


# ---- being stopped --------------------------------------------------------------------------


@pytest.mark.parametrize("games", range(1, 30))
def test_a_stopped_search_leaves_no_node_that_was_never_visited(games):
    played = iter(range(games))

    def stopped(state: Any, dice: Dice) -> Any:
        if len(state.moves()) == 1 and next(played, None) is None:
            raise KeyboardInterrupt
        return at_random(state, dice)

    result = mcts(Connect4(2, 2, 2), 10_000, policy=stopped)
    assert_whole(result.tree)
    again = mcts(Connect4(2, 2, 2), 50, tree=result.tree)
    assert again.tree.visits == result.tree.visits + 50


def assert_whole(node: Node) -> None:
    """Each move is untried or has a visited child."""
    untried = [move for move in node.state.moves() if move not in node.children]
    assert node.untried == untried
    for child in node.children.values():
        assert child.visits > 0
        assert_whole(child)


def test_a_throw_of_dice_that_was_never_visited_is_taken_out_too():
    root = grown(Toss(), 2)
    throw = root.children["throw"]
    throw.children.clear()
    add_child(throw, "good")
    tidy(root)
    assert throw.children == {}
    assert throw.untried == []


def test_a_search_that_is_stopped_at_once_has_nothing_to_hand_back():
    with pytest.raises(KeyboardInterrupt):
        mcts(Connect4(), 10, policy=stopped_after(0, at_first))


def test_nor_has_a_compiled_one(monkeypatch):
    first = fast.mcts(Connect4(), 10)
    monkeypatch.setattr(twin, "run", stopped_after(0, twin.run))
    with pytest.raises(KeyboardInterrupt):
        fast.mcts(Connect4(), 10)
    again = fast.mcts(Connect4(), 10, tree=first.tree)
    assert (again.moves, again.is_complete) == (first.moves, False)


def test_a_stop_while_the_search_is_loaded_is_heard(monkeypatch):
    def stopped_late(search: Any, *_: Any) -> Any:
        search()
        raise KeyboardInterrupt

    monkeypatch.setattr(twin, "run", stopped_late)
    with pytest.raises(KeyboardInterrupt):
        twin._load.__wrapped__()


def test_a_stop_is_heard_between_rollouts_and_those_before_it_count():
    state = Connect4(1, 60, 60)  # each game is the same: a draw without a choice
    fast.mcts(state, 10)  # compiles it
    start = time.perf_counter()
    fast.mcts(state, 1, rollouts=100_000)
    middle = time.perf_counter()
    threading.Timer(0.3, _thread.interrupt_main).start()
    result = fast.mcts(state, 10, rollouts=1_000_000)
    assert time.perf_counter() - middle < 0.5 + 5 * (middle - start), "not the whole iteration"
    assert (result.is_complete, result.value, result.moves[0].visits) == (False, 0, 1)


# ---- memory ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("memory_mb", "workers"), [(1, 1), (4, 4)])
def test_little_memory_is_enough_for_a_small_tree(memory_mb, workers):
    result = fast.mcts(Connect4(), 10_000, memory_mb=memory_mb, workers=workers)
    assert result == fast.mcts(Connect4(), 10_000, workers=workers)
    result = fast.mcts(Connect4(), seconds=60, memory_mb=memory_mb, workers=workers)
    assert not result.is_complete
    rooms = [len(tree.visits) for tree in result.tree.trees]
    assert sum(rooms) * mcts_kernel.ROW_BYTES <= memory_mb << 20


def test_iterations_for_which_the_memory_was_not_enough_are_told():
    result = fast.mcts(Connect4(), 262_143, c=100, memory_mb=16)
    assert not result.is_complete
    assert 250_000 < sum(stats.visits for stats in result.moves.values()) < 262_143


@pytest.mark.parametrize(("size", "iterations"), [((16, 3), 7200), ((12, 4), 9700)])
@pytest.mark.parametrize("c", [1.5, 100])
def test_wide_boards_are_known_to_take_more(size, iterations, c):
    assert fast.mcts(Connect4(*size), iterations, c=c, memory_mb=1).is_complete
    with pytest.raises(ValueError, match="can take 2 MB"):
        fast.mcts(Connect4(*size), iterations + 500, memory_mb=1)


# ---- where nothing can be proven ------------------------------------------------------------


@dataclass(frozen=True)
class Prizes(Toss):
    """The same game without dice, for more than a win."""

    def play(self, move: str) -> "Prizes":
        return Prizes(0, {"keep": 0.0, "throw": 0.5}[move])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (ListTree.of([[3, 12], [2, 4]]), "won, drawn or lost"),
        (RandomTree(2, 2), "won, drawn or lost"),
        (Prizes(), "won, drawn or lost"),
        (Toss(), "without dice"),
        (LastOfThree(), "two players"),
        (LastOfThree(player=2), "two players"),
    ],
)
def test_proofs_are_refused_where_they_would_not_hold(state, message):
    with pytest.raises(ValueError, match=message):
        mcts(state, 100, prove=True)
    assert mcts(state, 100).move in state.moves()


# ---- the strong player ---------------------------------------------------------------------


def test_the_strong_player_is_wary_and_proves_and_always_plays_the_same_by_iterations():
    state = Connect4.from_moves("4444")
    player = MCTS.strong(iterations=2000, seed=3)
    options: dict[str, Any] = {"c": 1.0, "prove": True, "policy": wary, "seed": 3}
    assert player(state) == fast.mcts(state, 2000, **options).move
    assert player.result == fast.mcts(state, 2000, **options)
    assert (player.seconds, MCTS.strong().seconds) == (None, 1.0)


def test_a_player_takes_other_games_and_boards_and_a_policy_of_its_own():
    for state in (TicTacToe(), Connect4(9, 9), Connect4(5, 4, 3)):
        assert MCTS.strong(iterations=20)(state) in state.moves()
    assert MCTS(30, policy=at_first)(Connect4()) == mcts(Connect4(), 30, policy=at_first).move


def test_a_player_shares_its_iterations_among_workers():
    player = MCTS(100, workers=2)
    player(Connect4())
    assert len(player.result.tree.trees) == 2


def test_dice_fall_evenly():
    dice = Dice(7)
    throws = [dice.integers(7) for _ in range(7000)]
    assert all(abs(throws.count(number) - 1000) < 150 for number in range(7))
    assert all(0 <= dice.random() < 1 for _ in range(1000))
