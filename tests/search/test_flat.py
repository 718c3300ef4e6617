"""Flat Monte Carlo: as many random games for each move, and how sure their share is."""

from typing import Any

import pytest
from small_games import LastOfThree, Toss
from stopping import stopped_after

from c4lib import fast
from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree
from c4lib.search import at_random, careful, estimate, flat
from c4lib.search.dice import Dice

WINNING = Connect4.from_moves("121212")
"""X wins with column 1, and O would with column 2."""


def at_first(state: Any, dice: Dice) -> Any:
    return state.moves()[0]


# ---- the best move -------------------------------------------------------------------------


def test_the_games_are_shared_evenly_over_the_moves():
    assert [stats.visits for stats in flat(Connect4(), 70).moves.values()] == [10] * 7
    visits = [stats.visits for stats in flat(Connect4(), 73).moves.values()]
    assert visits == [11, 11, 11, 10, 10, 10, 10]


def test_a_win_is_worth_1_and_is_found():
    result = flat(WINNING, 140)
    assert (result.move, result.value, result.line) == (0, 1.0, (0,))
    assert all(stats.value < 1 for move, stats in result.moves.items() if move != 0)


def test_values_are_for_the_player_to_move():
    state = Connect4.from_moves("12121")  # O is to move, and X wins in column 1 unless O is there
    result = flat(state, 70, policy=careful)
    assert {result.moves[move].value for move in range(1, 7)} == {-1.0}
    assert result.moves[0].value > -1
    assert result.move == 0


def test_its_tree_is_a_root_with_the_moves_as_children():
    result = flat(Connect4(), 100)
    assert (result.nodes, result.depth) == (8, 1)
    assert result.tree.visits == 100
    for move, child in result.tree.children.items():
        assert result.moves[move].value == pytest.approx(2 * child.mean - 1)
        assert not child.children


def test_of_moves_that_are_equally_good_the_first_is_played():
    assert flat(ListTree.of([0, 1, 1]), 3).move == 1


def test_the_same_seed_plays_the_same_games_and_another_seed_others():
    assert flat(Connect4(), 70, seed=1) == flat(Connect4(), 70, seed=1)
    assert flat(Connect4(), 70, seed=1) != flat(Connect4(), 70, seed=2)


def test_games_can_be_played_by_a_policy():
    state = Connect4.from_moves("1212")
    values = [flat(state, 350, policy=policy).moves[0].value for policy in (None, careful)]
    assert values[0] > values[1]  # who is careful stops the three in column 1


def test_dice_are_thrown_with_their_chances():
    result = flat(Toss(), 2000)
    assert result.move == "throw"
    assert result.moves["throw"].value == pytest.approx(0.5, abs=0.1)
    assert result.moves["keep"].value == 0


def test_any_number_of_players_can_take_part():
    result = flat(LastOfThree(2, player=2), 10)
    assert (result.move, result.value) == (2, 1.0)
    assert result.moves[1].value == -1  # the next one takes the last
    assert estimate(LastOfThree(3, player=1), 10, policy=at_first).share[-1] == 0
    assert flat(TicTacToe(), 900).move == 4


def test_a_stopped_search_hands_back_what_it_has():
    result = flat(Connect4(), 1_000_000, policy=stopped_after(500, at_random))
    assert not result.is_complete
    assert 10 < sum(stats.visits for stats in result.moves.values()) < 100
    assert result.moves[result.move].visits > 0


# ---- where it fails ------------------------------------------------------------------------


def share_in_the_limit(state: Connect4, move: int) -> float:
    """The player's share of points after a move, from 20,000 random games for each answer.

    A tree with as many iterations as answers visits each of them once, just as random play
    does on average.
    """
    after = state.play(move)
    root = fast.mcts(after, len(after.moves()), rollouts=20_000).tree.root()
    return 1 - float(root.mean)


@pytest.mark.parametrize(
    ("moves", "wrong", "right", "exact"),
    [
        ("1516162", 3, 0, 0),  # O makes three with two free ends, while X has three in column 1
        ("152526266", 3, 1, 1),
        ("744141455", 2, 3, 0),
    ],
)
def test_no_number_of_games_finds_that_the_best_looking_move_loses_at_once(
    moves, wrong, right, exact
):
    state = Connect4.from_moves(moves)
    shares = {move: share_in_the_limit(state, move) for move in state.moves()}
    assert max(shares, key=lambda move: shares[move]) == wrong
    assert shares[wrong] - shares[right] > 0.02
    after = state.play(wrong)
    assert any(after.play(reply).winner == after.player for reply in after.moves())
    assert fast.solve(state).value == exact
    assert fast.solve(state.play(right)).value == -exact
    assert {fast.mcts(state, 1000, seed=seed).move for seed in range(10)} == {right}
    assert moves != "744141455" or flat(state, 3500, seed=1).move == wrong, "it falls for it"


# ---- how sure a share is -------------------------------------------------------------------


def test_an_estimate_is_the_running_share_of_points():
    shares = estimate(Connect4(4, 4), 50, seed=3)
    assert set(shares.points) <= {0.0, 0.5, 1.0}
    assert 0.5 in shares.points
    assert list(shares.games) == list(range(1, 51))
    assert shares.share == pytest.approx([shares.points[:n].mean() for n in range(1, 51)])
    assert ((shares.low <= shares.share) & (shares.share <= shares.high)).all()
    assert repr(shares).startswith(f"<Shares: {shares.share[-1]:.1%} of the points in 50 games")


def test_an_estimate_is_for_the_player_to_move():
    assert estimate(WINNING, 5, policy=lambda *_: 0).share[-1] == 1  # X takes column 1
    missed = WINNING.play(6)
    assert estimate(missed, 5, policy=lambda *_: 1).share[-1] == 1  # O takes column 2
    slow = Connect4.from_moves("12121")  # O plays column 7, and X wins
    assert estimate(slow, 5, policy=lambda state, _: 6 * state.player).share[-1] == 0


def test_four_times_as_many_games_halve_the_interval():
    shares = estimate(Connect4(), 1600)
    width = shares.high - shares.low
    assert width[1599] / width[399] == pytest.approx(1 / 2, abs=0.02)
    assert width[399] / width[99] == pytest.approx(1 / 2, abs=0.04)


def test_about_95_of_100_intervals_hold_the_truth():
    runs = [estimate(Toss(), 200, policy=lambda *_: "throw", seed=seed) for seed in range(400)]
    held = sum(run.low[-1] <= 0.75 <= run.high[-1] for run in runs)
    assert held / 400 == pytest.approx(0.95, abs=0.03)
