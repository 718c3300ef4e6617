"""Wrong answers as readers write them, and what the verdict says about them.

test_every_exercise has the known mistakes and the wrong types of each exercise. However a reader
makes a known mistake, its results are the same; here are answers that break, and what is shown.
"""

import math

import numpy as np
import pytest
from test_right_answers import reference

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.lesson05 import OTHER_DICE, my_mcts, my_select, my_update
from c4lib.exercises.lesson06 import NOT_THE_END
from c4lib.exercises.lesson07 import PATIENCE
from c4lib.game import CHANCE
from c4lib.search import alphabeta
from c4lib.search.dice import Dice
from c4lib.search.mcts import at_random, choice, expand, new_node, simulate

pytestmark = pytest.mark.usefixtures("progress_file")

ANSWERS = []


def wrong(number, *words, mistake=None):
    """Note that the function below is a wrong answer, and the words that its verdict contains."""

    def note(answer):
        ANSWERS.append((number, answer, words, mistake))
        return answer

    return note


# ---- lesson 01 -------------------------------------------------------------------------------


def winning(state, columns):
    afters = {column: state.play(column) for column in columns}
    return [c for c, s in afters.items() if s.is_over and s.utility(state.player) == 1]


@wrong("1.4", "column 3 is full")
def all_columns_tried(state):
    return winning(state, range(state.width))


@wrong("1.4", "the game is over, so the list is empty", "the game is over; no more moves")
def free_columns_tried(state):
    return winning(state, [c for c in range(state.width) if not state.mask & state.board.tops[c]])


@wrong("1.6", "score_and_error(5, 0, 5)", mistake="only right without draws")
def an_error_that_is_right_without_draws(wins, draws, losses):
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    return score, (score * (1 - score) / games) ** 0.5


@wrong("1.6", "`ddof=1`", mistake="divided by n instead of n - 1")
def the_error_of_a_population(wins, draws, losses):
    points = [1] * wins + [0.5] * draws + [0] * losses
    return np.mean(points), np.std(points) / math.sqrt(len(points))


# ---- lesson 02 -------------------------------------------------------------------------------

TWICE, TOO_HIGH = "a state is searched more than once", "the best value does not begin low enough"


@wrong("2.2", "the first searched more than once: after the move 0", mistake=TWICE)
def each_improving_child_twice(state, player):
    if state.is_over:
        return state.utility(player)
    best = -math.inf if state.player == player else math.inf
    for move in state.moves():
        if state.player == player:
            if each_improving_child_twice(state.play(move), player) > best:
                best = each_improving_child_twice(state.play(move), player)
        elif each_improving_child_twice(state.play(move), player) < best:
            best = each_improving_child_twice(state.play(move), player)
    return best


@wrong("2.2", "one of the values is None")
def no_value_for_the_opponent(state, player):
    if state.is_over:
        return state.utility(player)
    values = [no_value_for_the_opponent(state.play(move), player) for move in state.moves()]
    return max(values) if state.player == player else None


@wrong("2.3", "a finished game has no moves")
def negamax_without_an_end(state):
    return max(-negamax_without_an_end(state.play(move)) for move in state.moves())


@wrong("2.4", mistake=TOO_HIGH)
def a_best_value_from_minus_two(state):
    best, best_value = None, -2
    for move in state.moves():
        value = -reference("2.3")(state.play(move))
        if value > best_value:
            best, best_value = move, value
    return best


@wrong("2.4", "Return the move, not the state after it")
def the_best_state(state):
    return min(map(state.play, state.moves()), key=reference("2.3"))


# ---- lesson 03 -------------------------------------------------------------------------------

OTHER_NODES = "What it returns is right, but it looks at the wrong nodes"


@wrong("3.2", OTHER_NODES, "the first too many: after the move")
def a_look_at_every_child(state, alpha, beta):
    for move in state.moves():
        state.play(move).player  # noqa: B018
    return reference("3.2")(state, alpha, beta)


# ---- lesson 05 -------------------------------------------------------------------------------

FINISHED = ["a finished game has no children", "the game is over"]


@wrong(
    "5.4", *FINISHED, "It raised an exception on this input", "root = max(root.children.values()"
)
def select_without_the_end_of_games(root, c):
    while not root.untried:
        root = max(root.children.values(), key=lambda child: child.uct(c))
    return root


@wrong("5.4", *FINISHED)
def select_with_a_loop_that_finds_none(root, c):
    while not root.untried:
        best = None
        for child in root.children.values():
            if best is None or child.uct(c) > best.uct(c):
                best = child
        root = best
    return root


@wrong("5.4", "this node has no children", "where `node.untried` is not empty")
def select_until_the_end_of_games(root, c):
    while not root.state.is_over:
        root = max(root.children.values(), key=lambda child: child.uct(c))
    return root


LOOKS = "Selecting only looks, and leaves the tree as it is"


@wrong("5.4", LOOKS, "a changed tree: the untried moves of the node after column")
def select_that_takes_the_untried_move(root, c):
    node = my_select(root, c)
    if node.untried:
        node.untried.pop()
    return node


@wrong("5.4", LOOKS, "a changed tree: the visits of the root, 6 before, are 7 now")
def select_that_counts_visits(root, c):
    node = root
    while not node.untried and node.children:
        node.visits += 1
        node = max(node.children.values(), key=lambda child: child.uct(c))
    return node


@wrong("5.4", LOOKS)
def select_that_expands(root, c):
    return expand(my_select(root, c), Dice(1))


@wrong("5.4", mistake="the count of a node further up")
def select_with_the_count_of_the_node_above(root, c):
    node = root
    while not node.untried and node.children:
        total = (node.parent or node).visits
        node = max(
            node.children.values(),
            key=lambda child: child.mean + c * math.sqrt(math.log(total) / child.visits),
        )
    return node


@wrong("5.5", "no node is changed", mistake="nothing is written down")
def update_of_names(leaf, ends):
    visits, points = leaf.visits, leaf.points
    visits += 1
    points += 0.5


def searching(select=my_select, update=my_update):
    """A my_mcts with other steps."""

    def search(state, iterations, c, seed):
        dice = Dice(seed)
        root = new_node(state, state.player)
        for _ in range(iterations):
            leaf = expand(select(root, c), dice)
            update(leaf, simulate(leaf.state, 1, at_random, dice))
        return root

    return search


def with_tree(change):
    """A my_mcts that does something with its root before it returns it."""

    def answer(*arguments):
        root = my_mcts(*arguments)
        return change(root) or root

    return answer


def lose_a_visit(root):
    next(iter(root.children.values())).visits -= 1


def lose_a_child(root):
    (first, second, *_) = root.children
    root.children[second].visits += root.children.pop(first).visits


# ---- lesson 06 -------------------------------------------------------------------------------


@wrong(
    "6.2",
    "OverflowError",
    "powers = {move: math.exp(logits[move])",
    mistake="too large for a float",
)
def priors_that_overflow(logits, state):
    powers = {move: math.exp(logits[move]) for move in state.moves()}
    return {move: power / sum(powers.values()) for move, power in powers.items()}


@wrong("6.2", "nan", mistake="too large for a float")
def priors_from_an_array_that_overflows(logits, state):
    powers = np.exp([logits[move] for move in state.moves()])
    return dict(zip(state.moves(), powers / powers.sum(), strict=True))


@wrong("6.2", "same number now", "998.5", mistake="clipped logits")
def priors_of_clipped_logits(logits, state):
    powers = {move: math.exp(np.clip(logits[move], -500, 500)) for move in state.moves()}
    return {move: power / sum(powers.values()) for move, power in powers.items()}


@wrong("6.3", "do not fit together", "`x @ weights`", "weights @ x")
def a_product_the_wrong_way_round(weights, x, shares):
    return weights @ x


@wrong("6.3", "     x   weights\n", "policy   1.00   0.00\n", mistake="the sign")
def a_gradient_that_climbs(weights, x, shares):
    powers = np.exp(weights.T @ x)
    return [[bit * each for each in shares - powers / powers.sum()] for bit in x]


def seen_by(search, moves, win, simulations=100):
    visits = search(Connect4.from_moves(moves), simulations)
    return max(visits.values()) == visits[win]


@wrong(
    "6.6",
    "blind: a finished game gets",
    "after 100 simulations: {0: 15",
    mistake="luck",
)
def a_win_on_the_left(search):
    return not seen_by(search, "171716", 0)


@wrong("6.6", "blind, with more of the priors in the middle", mistake="luck")
def a_win_in_the_middle(search):
    return not seen_by(search, "474741", 3)


@wrong("6.6", "three in a row and a free fourth", mistake="nothing to see")
def no_win_to_be_seen(search):
    return not seen_by(search, "12345671", 3)


@wrong("6.6", "values for its own", mistake="a loss to stop, not a win to see")
def a_win_of_the_opponents(search):
    return not seen_by(search, "414161", 0)


@wrong("6.6", mistake="too few simulations")
def ten_simulations(search):
    return not all(seen_by(search, *each, 10) for each in (("171716", 0), ("717172", 6)))


@wrong("6.6", mistake="too few simulations")
def one_simulation(search):
    return not seen_by(search, "112233", 3, 1)


@wrong("6.6", "the first of equals", mistake="luck")
def the_first_of_equals(search):
    visits = search(Connect4.from_moves("121212"), 400)
    return max(visits, key=visits.get) != 0


@wrong("6.6", mistake="luck")
def a_threshold_in_one_position(search):
    visits = search(Connect4.from_moves("112233"), 1000)
    return visits[3] < sum(visits.values()) / 7 * 2


@wrong("6.6", mistake="True and False exchanged")
def sees_in_place_of_blind(search):
    return all(seen_by(search, *each, 400) for each in (("171716", 0), ("717172", 6)))


@wrong("6.6", mistake="nearly all visits")
def too_strict_a_threshold(search):
    found = [
        (search(Connect4.from_moves(m), 400), win) for m, win in (("171716", 0), ("717172", 6))
    ]
    return any(visits[win] < 0.8 * sum(visits.values()) for visits, win in found)


@wrong("6.6", "the game is over; there is no move to look for")
def a_finished_game(search):
    return not seen_by(search, "1717171", 0)


@wrong("6.10", "Return a pair: a dictionary, `{move: share}`")
def shares_of_some_moves(state):
    return {state.moves()[0]: 1.0}, 0.0


@wrong("6.10", "loses from the empty board: ", mistake="nothing learnt")
def the_same_favourites_in_every_position(state):
    return {move: [8, 1, 6, 3, 5, 7, 4, 9, 2][move] / 45 for move in state.moves()}, 0.1


@wrong("6.10", "wins at once 100.0%", mistake="wins of the opponent are not stopped")
def only_wins_at_once(state):
    return {move: float(state.play(move).winner is not None) for move in state.moves()}, 0.0


@wrong("6.10", mistake="the value says little")
def a_value_that_says_nothing(state):
    return reference("6.10")(state)[0], 0.0


@wrong("6.10", "`values[0]`")
def a_value_in_an_array(state):
    shares, value = reference("6.10")(state)
    return shares, np.array([value])


@wrong("6.4", "never visited: move 0", "ZeroDivisionError", mistake="a move without a visit")
def a_division_by_no_visits(children, c):
    root = sum(visits for _, visits, _ in children.values()) ** 0.5
    numbers = children.items()
    return {m: -total / n + c * prior * root / (1 + n) for m, (prior, n, total) in numbers}


@wrong(
    "6.5",
    "after column 2, O to move: visits 0, total 0  <- leaf",
    "expected: the root: visits +1, total -0.5",
    "visits +0.5, total +0",
)
def half_a_visit(path, value):
    for node in path:
        node.visits += 0.5


@wrong(
    "6.9",
    "yours:    . . . .\n            . . M M\n            . T T T\n",
    mistake="the policy is not mirrored",
)
def a_mirror_image_without_the_policy(bits, shares, height):
    return np.reshape(bits, (2, len(shares), height))[:, ::-1].ravel(), shares


@wrong("6.2", mistake="the logits are overwritten")
def priors_in_place(logits, state):
    for move, prior in reference("6.2")(list(logits), state).items():
        logits[move] = prior
    return {move: logits[move] for move in state.moves()}


@wrong("6.3", mistake="close, but not exact")
def a_gradient_by_trying(weights, x, shares):
    def loss(change, place):
        tried = weights.copy()
        tried[place] += change
        return np.log(np.exp(x @ tried).sum()) - shares @ (x @ tried)

    slopes = np.zeros(weights.shape)
    for place in np.ndindex(weights.shape):
        slopes[place] = (loss(0.01, place) - loss(0, place)) / 0.01
    return slopes


@wrong("6.8", "`return` inside the loop", mistake="only the first example")
def a_return_in_the_loop(game, end):
    for state, policy in game:
        return [(state, policy, end.utility(state.player))]


@wrong("6.9", "the bits do not fit: this board has 4 columns and 3 rows")
def bits_of_seven_columns(bits, shares, height):
    return np.reshape(bits, (2, 7, 6))[:, ::-1].ravel(), shares[::-1]


# ---- lessons 07 and 09 -----------------------------------------------------------------------


@wrong("7.3", "Do exercise 7.2 first", "return [c for c in state.moves()")
def safe_moves_before_threats_are_written(state):
    unwritten = ...
    return [c for c in state.moves() if (c, 0) not in unwritten]


@wrong(
    "7.5",
    "The scores are right, but it asks more than it needs to",
    "input:    find_score(lambda k: ",
)
def thirds(is_at_least, low, high):
    while low < high:
        k = low + (high - low + 2) // 3
        low, high = (k, high) if is_at_least(k) else (low, k - 1)
    return low


@wrong("7.5", f"stopped after {PATIENCE} questions: 3, 3")
def endless_questions(is_at_least, low, high):
    while True:
        is_at_least(high)


@wrong("7.3", "[0, 1, 2, 3, 4, 5, 6], after playing moves", mistake="moves tried out")
def safe_moves_with_rows_of_played_states(state):
    rows = {column: state.play(column).last_cell[1] for column in state.moves()}
    theirs = reference("7.2")(state._state, 1 - state.player)
    urgent = [c for c in rows if (c, rows[c]) in theirs]
    safe = [c for c in urgent or rows if (c, rows[c] + 1) not in theirs]
    return safe if len(urgent) < 2 else []


@wrong("7.3", mistake="the square above the move not looked at")
def safe_moves_a_row_too_low(state):
    theirs = reference("7.2")(state, 1 - state.player)
    taken = [column for column, _ in state.board.cells(state.mask)]
    urgent = [c for c in state.moves() if (c, taken.count(c)) in theirs]
    safe = [c for c in urgent or state.moves() if (c, taken.count(c) - 1) not in theirs]
    return safe if len(urgent) < 2 else []


@wrong("7.4", "`/` does not round at all", mistake="the larger half of the squares counted")
def at_least_with_half_discs(state, beta):
    if state.is_over:
        free = state.width * state.height - state.ply
        return (0 if state.winner is None else -(free / 2 + 1)) >= beta
    return any(not at_least_with_half_discs(state.play(move), 1 - beta) for move in state.moves())


@wrong("7.6", "'best', and scores is now {2: 1, 3: 4}", mistake="the scores changed")
def a_label_that_pops(scores, column):
    score = scores.pop(column)
    best = max(scores.values(), default=score)
    return reference("7.6")({0: best, 1: score}, 1) if best > score else "best"


@wrong("9.1", mistake="not all moves")
def chance_with_two_moves(state, me, goal):
    if state.is_over:
        return float(state.utility(me) >= goal)
    if state.player == CHANCE:
        return sum(p * chance_with_two_moves(state.play(m), me, goal) for m, p in state.chances())
    values = [chance_with_two_moves(state.play(move), me, goal) for move in state.moves()][:2]
    return max(values) if state.player == me else min(values)


@wrong("9.5", "tuple index out of range", "allies[1]")
def a_pact_is_always_two(state, allies):
    if state.is_over:
        return tuple(state.utility(player) for player in range(state.players))
    options = [a_pact_is_always_two(state.play(move), allies) for move in state.moves()]
    if state.player in allies:
        return max(options, key=lambda values: values[allies[0]] + values[allies[1]])
    return max(options, key=lambda values: values[state.player])


@wrong("9.6", mistake="rounded")
def a_rounded_window(alpha, beta, done, chance, rest, least, most):
    low, high = reference("9.6")(alpha, beta, done, chance, rest, least, most)
    return round(low, 2), round(high, 2)


# ---- all that fit on a line ------------------------------------------------------------------

NO_VISIT = ["UCT was asked at a node without a visit", "leaf = expand(select(root, c), dice)"]

SHORT = [
    ("0.1", "5", ["The answer is a number, not text"]),
    ("1.4", lambda state: [state.play(99)], ["column 99 does not exist", "[state.play(99)]"]),
    ("2.2", lambda state, player: reference("2.2")(state._state, player),
     ["0 nodes entered; the first missing: the root"]),
    ("2.3", lambda state: reference("3.2")(state, -math.inf, math.inf), [OTHER_NODES]),
    ("2.4", lambda state: state.play(99), ["there is no branch 99", "state.play(99)"]),
    ("2.5", lambda state, depth, evaluate: 0.123, ["mean_leaf)"]),
    ("4.1", "-97", ["leave out the quotation marks"]),
    ("4.4", lambda state, depth, evaluate: alphabeta(state, depth=depth, evaluate=evaluate).value,
     [OTHER_NODES]),
    ("4.6", lambda rows, scores, players: np.linalg.lstsq(rows.T, scores, rcond=None)[0],
     ["a row is a position and a column is a feature", "np.linalg.lstsq(rows.T, scores"]),
    ("4.6", lambda rows, scores, players: np.linalg.inv(np.zeros((2, 2))),
     ["LinAlgError: Singular matrix"]),
    ("4.6", lambda rows, scores, players: [3.0],
     ["expected: [3.0, 5.0]", "input:    fit(array([[1, 0],"]),
    ("11.6", lambda iterations: max(iterations[-1], key=iterations[-1].get),
     ["choose([{3: 0, 2: 4, 4: -1}, {}])",
      "the last had looked at 0 of 3 moves when the time was up"]),
    ("5.1", lambda state, games, dice: reference("5.1")(state, games, Dice(0)),
     ["The dice that were handed in were not thrown"]),
    ("5.3", lambda points, visits, parent_visits, c: points / visits,
     ["this child was never visited", "return `math.inf` before that"]),
    ("5.4", lambda root, c: root, ["expected: the node after column 3\n"]),
    ("5.5", lambda leaf, ends: None, ["after column 3: +1 visit"]),
    ("5.7", lambda root: max(root.children.values(), key=lambda child: (
        (child.proven or 0) * (1 - 2 * root.state.player), child.visits, child.mean)).move,
     ["what is proven turned round for O"]),
    ("5.6", searching(select_without_the_end_of_games), ["Exercise 5.4 checks that"]),
    ("5.6", searching(update=lambda leaf, ends: None), NO_VISIT),
    ("5.6", searching(update=lambda leaf, ends: my_update(leaf.parent or leaf, ends)), NO_VISIT),
    ("5.6", searching(lambda root, c: ...), ["5.4 and 5.5"]),
    ("5.6", searching(update=lambda leaf, ends: ...), ["5.5"]),
    ("5.6", lambda s, count, c, seed: my_mcts(s, count, c, seed + 1), [OTHER_DICE]),
    ("5.6", lambda s, count, c, seed: my_mcts(s, 2 * count, c, seed),
     ["after 2 of them it has 2 visits, not 4"]),
    ("5.6", lambda s, count, c, seed: my_mcts(s, count - 1, c, seed),
     ["column 2 (move 1): 1 visit"]),
    ("5.6", with_tree(choice), ["That is a node within the tree"]),
    ("5.6", with_tree(lose_a_visit), ["together they have 2 visits, not 1"]),
    ("5.6", with_tree(lose_a_child),
     ["tried once before any is tried again; column 2 (move 1) never was"]),
    ("6.7", lambda moves, temperature: {},
     ["column 2 (move 1): 5 visits, value 0.4, prior 0.5"]),
    ("6.8", lambda game, end: [(state, policy, state.utility(0)) for state, policy in game],
     [NOT_THE_END, "[(state, policy, state.utility(0))"]),
    ("7.2", lambda state, player: [list(cell) for cell in reference("7.2")(state, player)],
     ["known mistake: lists instead of pairs", "a list is never equal to a pair"]),
    ("7.3", lambda state: 1 + "1", ["TypeError: unsupported operand"]),
    ("7.5", lambda is_at_least, low, high: low if is_at_least(0.5) else high,
     ["scores are whole numbers: ask about one, not about 0.5"]),
    ("7.6", lambda scores, column: reference("7.6")({c: -scores[c] for c in scores}, column),
     ["known mistake: the smallest score taken for the best", "with their signs"]),
    ("9.1", lambda state, me, goal: 0.0, ["chance", "0 (0.5): leaf 3"]),
    ("9.3", lambda state, wins: 1 - wins(state.play("hold")),
     ["wins knows only states in which a player has to decide"]),
    # of a large table, only a wrong entry is shown
    ("9.4", lambda *case: reference("9.4")(*case) | {(0, 0, 0): 0.123},
     ["yours:    {(0, 0, 0): 0.123}"]),
    ("9.4", lambda goal, *case: reference("9.4")(goal, *case) | {(goal, 0, 0): 1.0},
     ["yours:    {(1, 0, 0): 1.0}"]),
    ("9.4", lambda goal, sweeps, guess: {}, ["expected: {(0, 0, 0): 0.75}"]),
    # the board with its columns and rows counted
    ("10.1", lambda rows, mark, cell: set(), ["  0 1 2 3\n", "1 . O X ."]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "answer", "words", "mistake"),
    [*ANSWERS, *((*row, None) for row in SHORT)],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_a_wrong_answer_gets_a_fitting_explanation(number, answer, words, mistake):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert mistake in (None, verdict.mistake)
    assert [text for text in words if text not in str(verdict)] == []
    assert number != "9.4" or len(str(verdict)) < 500
