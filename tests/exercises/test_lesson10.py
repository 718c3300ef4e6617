"""The references of lesson 10, compared with the package's own games."""

import random

import pytest

from c4lib.exercises.lesson10 import image, judge, moves, push, turned, winner
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.heuristics.quixo import lines


def board(state):
    """A state's board as the exercises write it."""
    return ["".join("." if who is None else "XO"[who] for who in row) for row in state.rows()]


def games(start, count):
    """Each state and move of some random games, and the state after it."""
    rng = random.Random(10)
    for _ in range(count):
        state = start
        while not state.is_over:
            move = rng.choice(state.moves())
            after = state.play(move)
            yield state, move, after
            state = after


@pytest.mark.parametrize("size", [4, 6])
def test_what_turns_and_what_can_be_played_are_othellos(size):
    for state, move, after in games(Othello(size), 6):
        rows, mark, other = board(state), "XO"[state.player], "OX"[state.player]
        numbers = [state.board.passing if move == "pass" else move[1] * size + move[0]
                   for move in moves(rows, mark)]  # fmt: skip
        assert numbers == state.moves()
        if move != state.board.passing:
            cell = move % size, move // size
            new = board(after)
            every = [(column, row) for column in range(size) for row in range(size)]
            changed = {(c, r) for c, r in every if rows[r][c] == other and new[r][c] == mark}
            assert turned(rows, mark, cell) == changed
        if after.is_over:
            assert moves(board(after), other) == []


@pytest.mark.parametrize("size", [3, 5])
def test_pushes_winners_and_judgements_are_quixos(size):
    for state, move, after in games(Quixo(size), 6):
        rows, mark = board(state), "XO"[state.player]
        cube, side = state.rules.decode(move)
        new = push(rows, mark, (cube % size, cube // size), side)
        assert new == board(after)
        assert winner(new, mark) == (None if after.winner is None else "XO"[after.winner])
        assert judge(rows, mark) == lines(state)


def test_the_image_of_a_policy_is_the_packages_order_of_moves():
    rules = Quixo(4).rules
    shares = [(n + 1) / 1000 for n in range(len(rules.pushes))]
    policy = {
        (push.cube, push.end): share for push, share in zip(rules.pushes, shares, strict=True)
    }
    cubes = "".join(chr(ord("a") + n) for n in range(16))
    for order, order_of_moves in rules.symmetries:
        seen, turned_policy = image(cubes, policy, order.tolist())
        assert seen == "".join(cubes[n] for n in order)
        expected = [shares[n] for n in order_of_moves]
        assert [turned_policy[push.cube, push.end] for push in rules.pushes] == expected
