"""AlphaZero's readable search: visits go where prior and value say, whoever is to move."""

from itertools import islice

import pytest
from random_games import broken_off

from c4lib.alphazero.puct import policy, puct
from c4lib.connect4 import Connect4
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import minimax


def even(state):
    """An oracle that knows nothing."""
    moves = len(state.moves())
    return [1 / moves] * moves, 0.0


def perfect(state):
    """An oracle that knows what the game is worth, but not by which move."""
    return even(state)[0], minimax(state).value


def test_the_first_simulation_asks_about_the_state_itself():
    asked = []

    def oracle(state):
        asked.append(state)
        return [0.1, 0.2, 0.3, 0.4], 0.25

    result = puct(Connect4(4, 4), oracle, 1)
    assert asked == [Connect4(4, 4)]
    assert (result.move, result.value, result.nodes) == (3, 0.25, 1)
    assert [stats.prior for stats in result.moves.values()] == [0.1, 0.2, 0.3, 0.4]
    assert {stats.visits for stats in result.moves.values()} == {0}


@pytest.mark.parametrize("state", [*islice(broken_off((4, 4, 4), 8, 8, seed=0), 15)], ids=repr)
def test_with_a_perfect_judge_it_finds_a_best_move(state):
    exact = {move: -minimax(state.play(move)).value for move in state.moves()}
    result = puct(state, perfect, 200)
    assert exact[result.move] == max(exact.values())


def test_without_knowledge_it_still_finds_wins_and_stops_losses():
    winning, losing = Connect4.from_moves("121212"), Connect4.from_moves("12121")
    assert puct(winning, even, 100).move == 0
    assert puct(winning, even, 400).value > 0.9
    assert puct(losing, even, 400).move == 0


def test_it_plays_other_games_too_and_searches_no_further_where_a_game_is_over():
    result = puct(TicTacToe(), even, 500)
    assert set(result.moves) == set(range(9))
    assert sum(stats.visits for stats in result.moves.values()) == 499
    won = puct(Connect4.from_moves("121212"), even, 50, c=0.1).tree.children[0]
    assert (won.state.is_over, won.children, won.mean) == (True, {}, 1)


def test_the_same_seed_gives_the_same_tree_and_noise_at_the_root_another_one():
    state = Connect4.from_moves("44")
    calm = puct(state, even, 60)
    one, same, other = (puct(state, even, 60, noise=0.5, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one.moves != other.moves
    assert calm == puct(state, even, 60, seed=9), "without noise there are no dice"
    assert sum(stats.prior for stats in one.moves.values()) == pytest.approx(1)
    result = puct(Connect4(), even, 60, noise=1.0, seed=1)
    for child in result.tree.children.values():
        for grandchild in child.children.values():
            assert grandchild.prior == pytest.approx(1 / 7)


def test_visits_become_a_policy_by_temperature():
    visits = {0: 1, 1: 3, 2: 0, 3: 4}
    assert policy(visits) == {0: 1 / 8, 1: 3 / 8, 2: 0, 3: 4 / 8}
    assert policy(visits, 0) == {0: 0, 1: 0, 2: 0, 3: 1}
    assert policy({0: 2, 1: 2, 2: 1}, 0) == {0: 0.5, 1: 0.5, 2: 0}
    sharp = policy(visits, 0.5)
    assert sharp[3] == pytest.approx(16 / 26)
    assert policy({0: 10_000, 1: 1}, 0.01)[0] == 1
    assert list(policy(visits, 1e9).values()) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
