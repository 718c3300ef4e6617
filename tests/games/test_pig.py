"""Pig: its rules, against OpenSpiel's, and its exact solution."""

import random

import numpy as np
import pytest

from c4lib.game import CHANCE
from c4lib.games.pig import (
    FACES,
    HOLD,
    ROLL,
    Pig,
    best_rolls,
    duel,
    hold_at,
    lead,
    optimal,
    solve,
    win_probability,
)
from c4lib.search import expectimax, mcts


def after(*moves: str | int, goal: int = 100) -> Pig:
    """The state after these moves."""
    state = Pig(goal)
    for move in moves:
        state = state.play(move)
    return state


# ---- rules ---------------------------------------------------------------------------------


def test_points_of_a_turn_are_kept_by_holding_and_lost_by_a_1():
    assert after(ROLL, 6, ROLL, 4, HOLD) == Pig(scores=(10, 0), mover=1)
    assert after(ROLL, 6, ROLL, 1) == Pig(mover=1)
    assert after(ROLL, 6) == Pig(turn=6)


def test_while_the_die_rolls_it_is_nobodys_turn():
    rolling = after(ROLL)
    assert rolling.player == CHANCE
    assert rolling.moves() == FACES
    assert [chance for _, chance in rolling.chances()] == [1 / 6] * 6


def test_the_goal_counts_only_once_it_is_held():
    reached = after(ROLL, 6, ROLL, 5, goal=10)
    assert not reached.is_over
    assert reached.moves() == (HOLD,)
    won = reached.play(HOLD)
    assert (won.is_over, won.winner, won.utility(0), won.utility(1)) == (True, 0, 1, -1)
    lost = Pig(10, (0, 9), 3, 1).play(HOLD)
    assert (lost.winner, lost.utility(0)) == (1, -1)


def test_a_position_is_told_in_a_line():
    assert str(after(ROLL, 6)) == "0 : 0 of 100, player 0 to move with 6 in this turn"
    assert str(after(ROLL)) == "0 : 0 of 100, player 0 rolls with 0 in this turn"
    assert str(Pig(10, (0, 12))) == "0 : 12 of 10, player 1 has won"


@pytest.mark.parametrize("seed", range(20))
def test_random_games_are_the_same_in_openspiel(seed):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    rng, goal = random.Random(seed), 20 + 5 * seed
    theirs = pyspiel.load_game(f"pig(winscore={goal},horizon=100000)").new_initial_state()
    ours = Pig(goal)
    while not ours.is_over:
        assert not theirs.is_terminal()
        assert ours.player == (CHANCE if theirs.is_chance_node() else theirs.current_player())
        assert f"Scores: {ours.scores[0]} {ours.scores[1]}, Turn total: {ours.turn}" in str(theirs)
        numbers = {move: number for number, move in enumerate((ROLL, HOLD))}
        if ours.player == CHANCE:
            numbers = {face: number for number, face in enumerate(FACES)}
        assert [numbers[move] for move in ours.moves()] == theirs.legal_actions()
        move = rng.choice(ours.moves())
        ours = ours.play(move)
        theirs.apply_action(numbers[move])
    assert theirs.is_terminal()
    assert theirs.returns() == [ours.utility(0), ours.utility(1)]


# ---- the solution --------------------------------------------------------------------------


def test_the_first_player_wins_as_often_as_neller_and_presser_found():
    assert round(float(solve(100)[0, 0, 0]), 4) == 0.5306
    assert win_probability(Pig()) == solve(100)[0, 0, 0]


def test_at_first_one_holds_with_21():
    """As figure 3 of Neller and Presser has it: not with 20, which wins the most points."""
    assert [optimal(Pig(turn=turn)) for turn in (19, 20, 21, 22)] == [ROLL, ROLL, HOLD, HOLD]


@pytest.mark.parametrize("goal", [1, 2, 5, 30])
def test_the_solution_satisfies_its_equations(goal):
    """In every position, what holding or rolling brings on average is what the table says."""
    for mine in range(goal):
        for theirs in range(goal):
            for turn in range(0, goal - mine, 3):
                state = Pig(goal, (mine, theirs), turn)
                hold = state.play(HOLD)
                held = 1.0 if hold.is_over else 1 - win_probability(hold)
                faces = [state.play(ROLL).play(face) for face in FACES]
                one, *rest = [win_probability(each) for each in faces]
                rolled = (1 - one + sum(rest)) / 6
                assert win_probability(state) == pytest.approx(max(held, rolled), abs=1e-9)
                if abs(held - rolled) > 1e-9:
                    assert optimal(state) == (HOLD if held > rolled else ROLL)


def test_the_table_is_shared_and_cannot_be_changed():
    assert solve(5) is solve(5)
    with pytest.raises(ValueError, match="read-only"):
        solve(5)[0, 0, 0] = 1
    assert np.all((solve(5) > 0) & (solve(5) <= 1))


def test_hold_at_rolls_until_it_has_enough_or_has_won():
    agent = hold_at(20)
    assert [agent(Pig(turn=turn)) for turn in (0, 19, 20)] == [ROLL, ROLL, HOLD]
    assert agent(Pig(scores=(95, 0), turn=5)) == HOLD
    assert agent.__name__ == "hold at 20"


def test_the_best_way_to_play_is_that_of_the_player_who_never_errs():
    rolls, rng = best_rolls(30), random.Random(3)
    for _ in range(300):
        mine, theirs = rng.randrange(30), rng.randrange(30)
        state = Pig(30, (mine, theirs), rng.randrange(30 - mine))
        assert rolls[state.turn, mine, theirs] == (optimal(state) == ROLL)


def test_a_duel_of_two_who_never_err_is_worth_what_the_solution_says():
    rolls = best_rolls(30)
    first = float(solve(30)[0, 0, 0])
    assert duel(rolls, rolls) == pytest.approx((first, 1 - first))


def test_a_duel_comes_to_what_games_come_to():
    """Who rolls until 8 points against who rolls once: 4,000 games, each beginning half of them."""
    goal, rng = 20, random.Random(1)
    turns = np.arange(goal)[:, None, None]
    ways = [np.broadcast_to(turns < points, (goal,) * 3) for points in (8, 2)]
    won = {0: 0, 1: 0}
    for game in range(4000):
        state = Pig(goal, mover=game % 2)
        while not state.is_over:
            if state.player == CHANCE:
                state = state.play(rng.choice(FACES))
                continue
            way = ways[state.mover]
            mine, theirs = state.scores[state.mover], state.scores[1 - state.mover]
            rolls = mine + state.turn < goal and way[state.turn, mine, theirs]
            state = state.play(ROLL if rolls else HOLD)
        won[game % 2] += state.winner == 0
    assert duel(*ways) == pytest.approx((won[0] / 2000, won[1] / 2000), abs=0.035)


def test_nobody_wins_half_of_the_games_against_who_never_errs():
    goal = 30
    turns = np.arange(goal)[:, None, None]
    best = best_rolls(goal)
    for points in (5, 10, 20):
        assert sum(duel(np.broadcast_to(turns < points, (goal,) * 3), best)) < 1


# ---- searched ------------------------------------------------------------------------------


def test_the_lead_is_told_for_the_player_to_move():
    assert lead(Pig(scores=(40, 20), turn=10)) == 0.3
    assert lead(Pig(scores=(40, 20), mover=1)) == -0.2
    assert lead(Pig(scores=(90, 0), turn=30)) == 1


def test_searches_roll_on_where_the_other_is_about_to_win():
    state = Pig(20, (0, 19), 8)
    assert optimal(state) == ROLL
    assert expectimax(state, 3, lead).move == ROLL
    assert mcts(state, 1000).move == ROLL


def test_one_move_ahead_the_lead_holds_at_20():
    """There a 1 costs on average what the other faces bring: 20 / 6 = (2 + 3 + 4 + 5 + 6) / 6."""
    moves = [expectimax(Pig(turn=turn), 1, lead).move for turn in range(30)]
    assert [move == HOLD for move in moves] == [turn > 19 for turn in range(30)]
