"""Right answers that are not written like the reference are accepted."""

import math
from functools import cache
from itertools import product

import numpy as np
import pytest

from c4lib.alphazero.net import softmax
from c4lib.alphazero.puct import update as update_values
from c4lib.connect4 import Connect4
from c4lib.exercises import exercise
from c4lib.measure.intervals import mcnemar
from c4lib.search import alphabeta, mcts, minimax
from c4lib.search.dice import Dice
from c4lib.search.mcts import at_random, choice, select, simulate, update

pytestmark = pytest.mark.usefixtures("progress_file")

ANSWERS = []


def right(number):
    """Note that the function below is a right answer to the exercise."""

    def note(answer):
        ANSWERS.append((number, answer))
        return answer

    return note


def reference(number):
    return exercise(number).task.reference


# ---- lessons 02 and 03 -----------------------------------------------------------------------


@right("3.2")
def alphabeta_that_returns_the_ends_of_the_window(state, alpha, beta):
    if state.is_over:
        return state.utility(state.player)
    children = [state.play(move) for move in state.moves()]  # made all at once, not looked at
    for child in children:
        alpha = max(alpha, -alphabeta_that_returns_the_ends_of_the_window(child, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


@right("3.5")
@cache
def cached(state):
    if state.is_over:
        return state.utility(state.player)
    return max(-cached(state.play(move)) for move in reversed(state.moves()))


@right("3.5")
def table_asked_before_the_call(state, table=None):
    table = {} if table is None else table
    if state.is_over:
        return state.utility(state.player)
    for move in state.moves():
        child = state.play(move)
        if child not in table:
            table[child] = table_asked_before_the_call(child, table)
    return max(-table[state.play(move)] for move in state.moves())


# ---- lesson 04 -------------------------------------------------------------------------------


@right("4.2")
def lines_counted_square_by_square(width, height, connect, column, row):
    squares = {(x, y) for x in range(width) for y in range(height)}
    count = 0
    for x, y in squares:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = {(x + n * right, y + n * up) for n in range(connect)}
            count += line <= squares and (column, row) in line
    return count


@right("4.3")
def runs_read_from_the_rows(state, player, length):
    rows, count = state.rows(), 0
    for y, x in product(range(state.height), range(state.width)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            squares = [(y + n * down, x + n * right) for n in range(length)]
            inside = all(0 <= a < state.height and 0 <= b < state.width for a, b in squares)
            count += inside and all(rows[a][b] == player for a, b in squares)
    return count


@right("4.4")
def a_win_discounted_on_the_way_up(state, depth, evaluate):
    if state.is_over:
        return state.utility(state.player) * 1_000_000
    if depth == 0:
        return evaluate(state)
    children = map(state.play, state.moves())
    best = max(-a_win_discounted_on_the_way_up(child, depth - 1, evaluate) for child in children)
    return best - np.sign(best) if abs(best) > 500_000 else best


@right("4.5")
def a_depth_that_is_counted_down(state, depth, evaluate, loud):
    def value(state, left, ply):
        if state.is_over:
            return state.utility(state.player) * (1_000_000 - ply)
        moves = state.moves() if left > 0 else loud(state)
        if len(moves) == 0:
            return evaluate(state)
        return max(-value(state.play(move), left - 1, ply + 1) for move in moves)

    return value(state, depth, 0)


@right("4.6")
def features_turned_instead_of_scores(rows, scores, players):
    signs = 1 - 2 * players
    return np.linalg.lstsq(rows * signs[:, None], scores, rcond=None)[0]


@right("4.6")
def scores_turned_in_place(rows, scores, players):
    scores[players == 1] *= -1
    return list(np.linalg.solve(rows.T @ rows, rows.T @ scores))


# ---- lesson 05 -------------------------------------------------------------------------------


@right("5.2")
def games_counted_up(share, margin):
    games = 1
    while 1.96 * math.sqrt(share * (1 - share) / games) > margin:
        games += 1
    return games


@right("5.4")
def select_by_recursion(root, c):
    if root.untried or root.state.is_over:
        return root
    best = None
    for child in root.children.values():
        worth = reference("5.3")(child.points, child.visits, root.visits, c)
        if best is None or worth > best[0]:
            best = worth, child
    return select_by_recursion(best[1], c)


@right("5.5")
def update_by_recursion(leaf, ends):
    leaf.visits += 1
    for end in ends:
        leaf.points += (end.utility(leaf.owner) + 1) / 2 / len(ends)
    if leaf.parent:
        update_by_recursion(leaf.parent, ends)


# ---- lesson 06 -------------------------------------------------------------------------------


@right("6.1")
def bits_from_cells(state):
    bits = np.zeros((2, state.width, state.height))
    for half, discs in enumerate((state.mine, state.theirs)):
        for column, row in state.board.cells(discs):
            bits[half, column, row] = 1
    return bits.ravel()


@right("6.2")
def priors_from_arrays(logits, state):
    legal = np.array([[move in state.moves() for move in range(state.width)]])
    shares = softmax(np.array([logits]), legal)[0]
    return {move: shares[move] for move in state.moves()}


@right("6.3")
def gradient_by_trying(weights, x, shares):
    slopes = np.zeros(weights.shape)
    for row in np.ndindex(weights.shape):
        up, down = weights.copy(), weights.copy()
        up[row] += 1e-4
        down[row] -= 1e-4
        losses = [-(shares @ np.log(softmax((x @ w)[None], np.ones(1))[0])) for w in (up, down)]
        slopes[row] = (losses[0] - losses[1]) / 2e-4
    return slopes


@right("6.6")
def blind_on_a_small_board(search):
    for moves, win in (("121213", 0), ("434342", 3)):
        visits = search(Connect4.from_moves(moves, width=4, height=4), 120)
        if visits[win] < 1.5 * np.mean(list(visits.values())):
            return 1
    return 0


@right("6.10")
def shares_of_all_squares(state):
    shares, value = reference("6.10")(state)
    return [dict.fromkeys(range(9), -1.0) | shares, np.float32(value / 2)]


@right("6.5")
def backup_by_players(path, value):
    for node in path:
        node.visits += 1
        node.total += value if node.state.player == path[-1].state.player else -value


@right("6.7")
def target_of_a_very_low_temperature(moves, temperature):
    most = max(stats.visits for stats in moves.values())
    power = 1 / max(temperature, 1e-3)
    weights = np.array([(stats.visits / most) ** power for stats in moves.values()])
    return dict(zip(moves, weights / weights.sum(), strict=True))


# ---- lesson 07 -------------------------------------------------------------------------------


@right("7.4")
def a_loop_that_ends_at_the_first_good_move(state, beta):
    if state.is_over:
        free = state.width * state.height - state.ply
        return beta <= (0 if state.winner is None else -1 - free // 2)
    found = False
    for move in state.moves():
        if a_loop_that_ends_at_the_first_good_move(state.play(move), -beta + 1) is False:
            found = True
            break
    return found


@right("7.5")
def a_half_open_range(is_at_least, low, high):
    above = high + 1
    while above - low > 1:
        middle = (low + above) // 2
        low, above = (middle, above) if is_at_least(middle) else (low, middle)
    return low


@right("7.5")
def bisection_by_recursion(is_at_least, low, high):
    if low == high:
        return low
    middle = high - (high - low) // 2
    if is_at_least(middle):
        return bisection_by_recursion(is_at_least, middle, high)
    return bisection_by_recursion(is_at_least, low, middle - 1)


@right("7.5")
def bisection_with_numpy(is_at_least, low, high):
    scores = np.arange(low, high + 1)
    while len(scores) > 1:
        half = len(scores) // 2
        scores = scores[half:] if is_at_least(scores[half]) else scores[:half]
    return scores[0]


# ---- lesson 10 -------------------------------------------------------------------------------


@right("10.5")
def cubes_as_a_list(cubes, policy, order):
    seen, shares = reference("10.5")(cubes, policy, order)
    return [list(seen), shares]


# ---- all that fit on a line ------------------------------------------------------------------

SHORT = [
    ("1.2", lambda bits, height: np.bool_(reference("1.2")(bits, height))),
    ("1.4", lambda state: set(reference("1.4")(state))),
    ("1.4", lambda state: tuple(reference("1.4")(state))),
    ("1.4", lambda state: np.array(reference("1.4")(state))),
    ("1.4", lambda state: iter(reference("1.4")(state))),
    ("1.4", lambda state: reference("1.4")(state)[::-1]),
    ("2.3", lambda state: minimax(state).value),
    ("3.2", lambda state, alpha, beta: alphabeta(state, window=(alpha, beta)).value),
    ("5.1", lambda state, games, dice: np.mean(
        [(end.utility(state.player) + 1) / 2 for end in simulate(state, games, at_random, dice)])),
    ("5.4", lambda root, c: select(root, c, Dice())),
    ("5.5", lambda leaf, ends: update(leaf, ends)),
    ("5.7", lambda root: choice(root).move),
    ("5.6", lambda state, count, c, seed: mcts(state, count, c=c, seed=seed).tree),
    ("5.7", lambda root: max(
        root.children.values(), key=lambda node: (node.proven or 0, node.visits, node.mean)).move),
    ("6.1", lambda state: [bit == 1 for bit in reference("6.1")(state)]),
    ("6.5", lambda path, value: update_values(path[-1], value)),
    ("6.8", lambda game, end: [list(row) for row in reference("6.8")(game, end)]),
    ("6.9", lambda bits, shares, height: (
        np.reshape(bits, (2, len(shares), height))[:, ::-1].ravel(), shares[::-1])),
    ("7.2", lambda state, player: iter(reference("7.2")(state, player))),
    ("8.1", lambda won, drawn, lost: 400 * math.log10((won + drawn / 2) / (lost + drawn / 2))),
    ("8.1", lambda a, b, c: 400 * np.log10(2 * a + b) - 400 * np.log10(2 * c + b)),
    ("8.2", lambda p, q: p * q / (p * q + (1 - p) * (1 - q))),
    ("8.3", lambda share: float(math.ceil((0.98 / (share - 0.5)) ** 2))),
    ("8.5", lambda pairs: np.std(np.mean(pairs, axis=1), ddof=1) / len(pairs) ** 0.5),
    ("8.6", lambda one, other: mcnemar(
        *(list(zip(one, other, strict=True)).count(pair) for pair in ((1, 0), (0, 1))))),
    ("9.6", lambda *numbers: list(reference("9.6")(*numbers))),
    ("9.1", lambda state, me, goal: reference("9.1")(state, me, goal) == 1 or reference("9.1")(
        state, me, goal)),
    ("9.5", lambda state, allies: list(reference("9.5")(state, set(allies)))),
    ("10.1", lambda *case: [list(cell) for cell in reference("10.1")(*case)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "answer"), ANSWERS + SHORT, ids=lambda part: getattr(part, "__name__", part)
)
def test_another_way_to_write_it_is_right(number, answer):
    for _ in range(2):  # what the first check leaves behind must not spoil the second
        verdict = exercise(number).check(answer)
        assert verdict.is_right, verdict
    assert ("node by node" in str(verdict)) == (exercise(number).task.watch is not None)
