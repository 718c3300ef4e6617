"""What holds for the exercises of lesson 06 beside what holds for all: see test_exercises."""

import inspect
import math
from itertools import pairwise

import numpy as np
import pytest

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import softmax
from c4lib.alphazero.search import Node, expand, policy, puct, select, update
from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.catalogue import tasks
from c4lib.exercises.lesson06 import (
    NOT_THE_END,
    backup,
    examples,
    mirror,
    my_encode,
    my_puct,
    priors,
    target,
)
from c4lib.exercises.verdict import show
from c4lib.game import State
from c4lib.result import MoveStats

TASKS = tasks(6)
every_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.number)


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def positions(count, width, height, connect):
    """Unfinished positions from random games, the same ones each time."""
    rng, found = np.random.default_rng(6), []
    while len(found) < count:
        state = Connect4(width, height, connect)
        while not state.is_over:
            found.append(state)
            state = state.play(int(rng.choice(state.moves())))
    return found[:count]


BOARDS = [(7, 6, 4), (5, 4, 4), (3, 3, 3), (4, 7, 3)]


def lopsided(state):
    """An oracle that likes the first move best, and the position a little."""
    moves = state.moves()
    weights = np.arange(len(moves), 0, -1.0)
    return list(weights / weights.sum()), 0.25 if state.ply % 3 else -0.5


def tree(state=None, simulations=60):
    return puct(state or Connect4(4, 4), lopsided, simulations).tree


# ---- the references, beside the package's own ---------------------------------------------------


@pytest.mark.parametrize("size", BOARDS)
def test_the_bits_are_those_of_the_package_without_lines(size):
    for state in positions(40, *size):
        expected = Columns(state.board, lines=False).bits(state)
        assert my_encode(state) == expected.astype(int).tolist()


@pytest.mark.parametrize("size", BOARDS)
def test_the_priors_are_the_packages_softmax_over_the_legal_moves(size):
    rng = np.random.default_rng(1)
    for state in positions(30, *size):
        logits = rng.normal(scale=300, size=state.width)
        legal = np.array([[move in state.moves() for move in range(state.width)]])
        expected = softmax(logits[None], legal)[0]
        found = priors(logits.tolist(), state)
        assert list(found) == state.moves()
        assert list(found.values()) == pytest.approx(expected[state.moves()])


def test_puct_is_that_of_the_packages_nodes():
    waiting, seen = [tree()], 0
    while waiting:
        node = waiting.pop()
        waiting += node.children.values()
        if node.children and node.visits > 1:
            numbers = {m: (n.prior, n.visits, n.total) for m, n in node.children.items()}
            expected = {move: child.puct(1.3) for move, child in node.children.items()}
            assert my_puct(numbers, 1.3) == pytest.approx(expected)
            seen += 1
    assert seen > 10


def test_passing_a_value_up_is_the_packages_update():
    one, other = Node(Connect4(3, 3, 3)), Node(Connect4(3, 3, 3))
    for _ in range(25):
        leaf = select(one, 1.5)
        update(leaf, expand(leaf, lopsided))
        path = [select(other, 1.5)]
        value = expand(path[0], lopsided)
        while path[0].parent is not None:
            path.insert(0, path[0].parent)
        backup(path, value)
    waiting = [(one, other)]
    while waiting:
        here, there = waiting.pop()
        assert (here.visits, here.total) == (there.visits, pytest.approx(there.total))
        assert list(here.children) == list(there.children)
        waiting += zip(here.children.values(), there.children.values(), strict=True)
    assert one.visits == 25


@pytest.mark.parametrize("temperature", [0, 0.1, 0.5, 1, 1.7])
def test_the_target_is_the_packages_policy(temperature):
    for counts in ([3, 9, 0, 1], [5, 5, 2], [1], [7, 0, 7, 7]):
        moves = {move: MoveStats(0.1 * move, count, 0.5) for move, count in enumerate(counts)}
        expected = policy(dict(enumerate(counts)), temperature)
        assert target(moves, temperature) == pytest.approx(expected)


def test_the_mirror_image_is_the_packages_symmetry():
    rng = np.random.default_rng(2)
    for size in BOARDS:
        for state in positions(20, *size):
            columns = Columns(state.board, lines=False)
            shares = rng.random(state.width)
            squares, moves = columns.symmetries[1]
            bits, image = mirror(my_encode(state), shares.tolist(), state.height)
            assert bits == columns.bits(state)[squares].astype(int).tolist()
            assert image == shares[moves].tolist()


def test_the_mirror_image_is_that_of_the_mirrored_game():
    for state in positions(30, 5, 4, 4):
        other = Connect4(5, 4)
        for move in state.history:
            other = other.play(state.mirror_move(move))
        assert mirror(my_encode(state), [0.2] * 5, 4)[0] == my_encode(other)


def test_an_outcome_is_that_of_the_winner_the_loser_or_a_draw():
    for game, end in exercise("6.6").cases:
        for state, _, z in examples(list(game), end):
            assert z == (0 if end.winner is None else 1 if end.winner == state.player else -1)


# ---- the cases -----------------------------------------------------------------------------------


def test_the_cases_of_the_bits_hold_both_players_and_boards_of_many_sizes():
    states = [state for (state,) in exercise("6.1").cases]
    assert {state.player for state in states} == {0, 1}
    assert len({(state.width, state.height) for state in states}) > 4
    assert any(state.width < state.height for state in states)


def test_the_cases_of_the_games_hold_every_outcome_for_every_first_player():
    seen = {(game[0][0].player, end.winner) for game, end in exercise("6.6").cases}
    assert {winner for _, winner in seen} == {0, 1, None}
    assert {player for player, winner in seen if winner is None} == {0, 1}
    for game, end in exercise("6.6").cases:
        assert end.is_over
        for state, shares in game:
            assert sum(shares.values()) == pytest.approx(1, abs=0.01)
            assert list(shares) == state.moves()


def test_the_cases_of_the_priors_have_a_number_for_each_column_of_a_running_game():
    for logits, state in exercise("6.2").cases:
        assert len(logits) == state.width
        assert not state.is_over


def test_the_paths_lead_from_a_root_to_a_leaf():
    for way, value in exercise("6.4").cases:
        nodes = way.nodes()
        assert nodes[0].parent is None
        assert all(child.parent is node for node, child in pairwise(nodes))
        assert not any(node.state.is_over for node in nodes[:-1])
        if nodes[-1].state.is_over:
            assert value == nodes[-1].state.utility(nodes[-1].state.player)


@every_task
def test_nothing_that_is_expected_is_too_long_to_be_shown(task):
    assert all("shortened" not in show(result) for result in task.expected)
    assert all("shortened" not in task.input_part(case).text for case in task.cases)


@every_task
def test_an_answer_that_spoils_what_it_is_handed_spoils_no_other_check(task):
    def spoil(*arguments):
        came = task.reference(*arguments)
        for argument in arguments:
            if isinstance(argument, list | dict):
                for each in argument:
                    if isinstance(each, tuple):
                        each[1].clear()
                argument.clear()
        return came

    before = repr(task.cases)
    exercise(task.number).check(spoil)
    assert repr(task.cases) == before
    assert exercise(task.number).check(task.reference).is_right


# ---- solutions ----------------------------------------------------------------------------------


@every_task
def test_a_solution_runs_as_it_is_shown_with_what_the_lesson_imports(task):
    names = {
        "math": math,
        "Connect4": Connect4,
        "MoveStats": MoveStats,
        "Node": Node,
        "State": State,
    }
    exec(exercise(task.number).solution().code, names)
    assert exercise(task.number).check(names[task.name]).is_right


@every_task
def test_a_solution_is_short(task):
    lines = [line for line in inspect.getsource(task.reference).splitlines() if line.strip()]
    assert len(lines) <= 12


# ---- right answers, written otherwise ------------------------------------------------------------


def test_the_packages_bits_are_right():
    def answer(state):
        return Columns(state.board, lines=False).bits(state)

    assert exercise("6.1").check(answer).is_right


def test_bits_that_are_true_or_false_are_right():
    assert exercise("6.1").check(lambda state: [bit == 1 for bit in my_encode(state)]).is_right


def test_bits_from_the_cells_of_a_board_are_right():
    def answer(state):
        bits = np.zeros((2, state.width, state.height))
        for half, discs in enumerate((state.mine, state.theirs)):
            for column, row in state.board.cells(discs):
                bits[half, column, row] = 1
        return bits.ravel()

    assert exercise("6.1").check(answer).is_right


def test_priors_from_arrays_are_right():
    def answer(logits, state):
        legal = np.array([[move in state.moves() for move in range(state.width)]])
        shares = softmax(np.array([logits]), legal)[0]
        return {move: shares[move] for move in state.moves()}

    assert exercise("6.2").check(answer).is_right


def test_scores_from_nodes_are_right():
    def answer(children, c):
        parent = Node(Connect4(), visits=1)
        for move, (prior, visits, total) in children.items():
            parent.children[move] = Node(None, prior, move, parent, visits=visits, total=total)
            parent.visits += visits
        return {move: child.puct(c) for move, child in parent.children.items()}

    assert exercise("6.3").check(answer).is_right


def test_passing_up_by_parents_and_players_is_right():
    assert exercise("6.4").check(lambda path, value: update(path[-1], value)).is_right

    def answer(path, value):
        for node in path:
            node.visits += 1
            same = node.state.player == path[-1].state.player
            node.total += value if same else -value

    assert exercise("6.4").check(answer).is_right


def test_a_target_by_a_very_low_temperature_of_shares_is_right():
    def answer(moves, temperature):
        most = max(stats.visits for stats in moves.values())
        power = 1 / max(temperature, 1e-3)
        weights = np.array([(stats.visits / most) ** power for stats in moves.values()])
        return dict(zip(moves, weights / weights.sum(), strict=True))

    assert exercise("6.5").check(answer).is_right


def test_examples_as_lists_with_the_winner_asked_for_are_right():
    def answer(game, end):
        found = []
        for state, shares in game:
            z = 0 if end.winner is None else 1 if end.winner == state.player else -1
            found.append([state, shares, z])
        return found

    assert exercise("6.6").check(answer).is_right


def test_a_mirror_of_arrays_is_right():
    def answer(bits, shares, height):
        image = np.array(bits).reshape(2, len(shares), height)[:, ::-1]
        return image.ravel(), np.array(shares)[::-1]

    assert exercise("6.7").check(answer).is_right


# ---- mistakes as readers write them ------------------------------------------------------------


def test_x_first_whoever_moves_is_named():
    def answer(state):
        bits = []
        for player in (0, 1):
            for column in range(state.width):
                for row in range(state.height):
                    bits.append(state.discs(player) >> column * (state.height + 1) + row & 1)
        return bits

    verdict = exercise("6.1").check(answer)
    assert verdict.mistake == "X's discs first, whoever is to move"
    assert "my_encode(Connect4.from_moves('112'" in str(verdict)  # it is O's turn


def test_a_spare_row_that_is_left_in_is_named():
    def answer(state):
        count = state.width * (state.height + 1)
        return [discs >> n & 1 for discs in (state.mine, state.theirs) for n in range(count)]

    assert exercise("6.1").check(answer).mistake == "the spare row"


def test_masks_of_arrays_that_come_too_late_or_not_at_all_are_named():
    def shares(logits):
        powers = np.exp(np.array(logits))
        return powers / powers.sum()

    def late(logits, state):
        return {move: shares(logits)[move] for move in state.moves()}

    def never(logits, state):
        return dict(enumerate(shares(logits)))

    assert exercise("6.2").check(late).mistake == "masked too late"
    assert exercise("6.2").check(never).mistake == "illegal moves are not masked"


def test_a_power_that_is_too_large_is_named_and_shows_the_line():
    def answer(logits, state):
        powers = {move: math.exp(logits[move]) for move in state.moves()}
        return {move: power / sum(powers.values()) for move, power in powers.items()}

    verdict = exercise("6.2").check(answer)
    assert verdict.mistake == "too large for a float"
    assert "OverflowError" in str(verdict)
    assert "powers = {move: math.exp(logits[move])" in str(verdict)  # the reader's line

    def arrays(logits, state):
        powers = np.exp([logits[move] for move in state.moves()])
        return dict(zip(state.moves(), powers / powers.sum(), strict=True))

    verdict = exercise("6.2").check(arrays)
    assert verdict.mistake == "too large for a float"
    assert "nan" in str(verdict)


def test_puct_from_the_wrong_side_is_named_though_it_divides_by_zero():
    def answer(children, c):
        visits_of_all = sum(visits for _, visits, _ in children.values())
        return {
            move: total / visits + c * prior * math.sqrt(visits_of_all) / (1 + visits)
            for move, (prior, visits, total) in children.items()
        }

    verdict = exercise("6.3").check(answer)
    assert verdict.mistake == "the value from the wrong side"
    assert "divided by 0 visits" in str(verdict)


def test_ucts_term_is_named_where_it_cannot_be_computed():
    def answer(children, c):
        parent = sum(visits for _, visits, _ in children.values())
        return {
            move: -total / visits + c * prior * math.sqrt(math.log(parent) / visits)
            for move, (prior, visits, total) in children.items()
        }

    assert exercise("6.3").check(answer).mistake == "UCT's logarithm"


def test_a_move_without_a_visit_is_named_and_shown():
    def answer(children, c):
        everything = sum(visits for _, visits, _ in children.values())
        return {
            move: -total / visits + c * prior * everything**0.5 / (1 + visits)
            for move, (prior, visits, total) in children.items()
        }

    verdict = exercise("6.3").check(answer)
    assert verdict.mistake == "a move without a visit"
    assert "never visited: move 0" in str(verdict)
    assert "ZeroDivisionError" in str(verdict)


def test_a_value_that_is_not_flipped_is_named_and_shows_the_path():
    def answer(path, value):
        for node in path:
            node.visits += 1
            node.total += value

    verdict = exercise("6.4").check(answer)
    assert verdict.mistake == "the same value for both players"
    assert "after column 2, O to move: visits 0, total 0  <- leaf" in str(verdict)
    assert "expected: the root: visits +1, total -0.5" in str(verdict)


def test_a_way_up_by_parents_that_misses_the_root_is_named():
    def answer(path, value):
        node = path[-1]
        while node.parent is not None:
            node.visits += 1
            node.total += value
            node, value = node.parent, -value

    assert exercise("6.4").check(answer).mistake == "the root is left out"


def test_a_temperature_of_zero_is_named_where_it_is_divided_by():
    def answer(moves, temperature):
        weights = {move: stats.visits ** (1 / temperature) for move, stats in moves.items()}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    verdict = exercise("6.5").check(answer)
    assert verdict.mistake == "dividing by a temperature of 0"
    assert "20 visits, value 0.1" in str(verdict)


def test_the_power_of_the_temperature_itself_is_named():
    def answer(moves, temperature):
        weights = {move: stats.visits**temperature for move, stats in moves.items()}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    assert exercise("6.5").check(answer).mistake == "the power of T instead of 1 / T"


def test_outcomes_by_the_winner_alone_are_named():
    def answer(game, end):
        return [(s, shares, 1 if end.winner == s.player else -1) for s, shares in game]

    assert exercise("6.6").check(answer).mistake == "a draw counts as a loss"


def test_a_state_within_the_game_that_is_asked_for_its_outcome_is_told_so():
    def answer(game, end):
        return [(state, shares, state.utility(state.player)) for state, shares in game]

    text = str(exercise("6.6").check(answer))
    assert NOT_THE_END in text
    assert "return [(state, shares, state.utility(state.player))" in text  # the reader's line


def test_a_policy_that_is_left_as_it_was_is_named_and_the_board_is_drawn():
    def answer(bits, shares, height):
        image = np.array(bits).reshape(2, len(shares), height)[:, ::-1]
        return image.ravel().tolist(), shares

    verdict = exercise("6.7").check(answer)
    assert verdict.mistake == "the policy is not mirrored"
    assert "yours:    . . . .\n            . . M M\n            . T T T\n" in str(verdict)


def test_bits_turned_round_with_or_without_the_policy_are_named():
    def answer(bits, shares, height):
        return bits[::-1], shares[::-1]

    def half(bits, shares, height):
        middle = len(bits) // 2
        return bits[:middle][::-1] + bits[middle:][::-1], shares

    assert exercise("6.7").check(answer).mistake == "all bits turned round"
    verdict = exercise("6.7").check(half)
    assert verdict.mistake == "upside down as well"
    assert "the policy is not mirrored yet" in str(verdict)


# ---- what is none of these ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("6.1", lambda state: state.mine, "A list is wanted"),
        ("6.1", lambda state: {"mine": state.mine}, "A list is wanted"),
        ("6.1", lambda state: f"{state.mine:b}", "A list is wanted"),
        ("6.2", lambda logits, state: logits, "A dictionary is wanted"),
        ("6.2", lambda logits, state: 1.0, "one number came"),
        ("6.3", lambda children, c: max(children), "The scores of all moves are wanted"),
        ("6.3", lambda children, c: list(children), "A dictionary is wanted"),
        ("6.5", lambda moves, temperature: max(moves), "one number came"),
        ("6.5", lambda moves, temperature: tuple(moves), "A dictionary is wanted"),
        ("6.6", lambda game, end: end.utility(0), "A list is wanted"),
        ("6.6", lambda game, end: dict(game), "A list is wanted"),
        ("6.7", lambda bits, policy, height: 0, "A pair is wanted"),
        ("6.7", lambda bits, policy, height: dict(enumerate(bits)), "A pair is wanted"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


@every_task
def test_an_error_of_the_readers_own_stays_as_it_is(task):
    def answer(*arguments):
        raise ValueError("no idea")

    verdict = exercise(task.number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert "ValueError: no idea" in str(verdict)
    assert 'raise ValueError("no idea")' in str(verdict)


@every_task
def test_strange_answers_are_wrong_without_trouble(task):
    for strange in ([], [1, 2], ([], []), {}, {"a": None}, "no", [[1], [2]], object):
        verdict = exercise(task.number).check(lambda *arguments, came=strange: came)
        assert verdict.outcome is Outcome.WRONG
        assert verdict._repr_html_()


def test_numbers_are_told_to_four_decimals_but_compared_as_they_are():
    def off(children, c):
        return {move: score + distance for move, score in my_puct(children, c).items()}

    distance = 1.0
    text = str(exercise("6.3").check(off))
    assert "expected: {0: 0.9243, 1: 0.1364, 2: 0.4121}\n" in text
    assert "yours:    {0: 1.9243, 1: 1.1364, 2: 1.4121}" in text
    distance = 1e-5
    text = str(exercise("6.3").check(off))
    assert "expected: {0: 0.92426406" in text
    assert "yours:    {0: 0.92427406" in text


def test_visits_that_are_no_whole_numbers_can_be_shown():
    def answer(path, value):
        for node in path:
            node.visits += 0.5

    assert "visits +0.5, total +0" in str(exercise("6.4").check(answer))
